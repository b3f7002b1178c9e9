//! What fire, bombardment, Melee and Charge are likely to bring.

use super::eye::Eye;
use super::ground::worth;
use ::piacenza::Action;
use ::piacenza::flow::{Combat, CombatKind, CombatStage, Fire, Train, TrainKind};
use ::piacenza::model::{Blow, Effect, UnitId};
use ::piacenza::position::{Order, enemy};
use ::piacenza::shots::Aim;
use hexmap::Hex;

/// What it costs horse to be Disordered by its own attack (10.1).
const SPENT: f32 = 0.15;

/// What it is worth to drive horse off from a place that foot may not storm.
const SHOT_OUT: f32 = 1.5;

/// What a Charge has brought to who charged: strength before and after, and who is driven off.
fn outcome(before: [(u8, u8); 2], after: [(u8, u8); 2], driven: [bool; 2]) -> f32 {
    let hurt = |side: usize| {
        let lost = f32::from(before[side].0 - after[side].0);
        match after[side].1 {
            0 => 0.3 + lost,
            _ if driven[side] => 0.2 + lost,
            _ => lost,
        }
    };
    // who destroys the other before he can strike back is Disordered all the same
    hurt(1) - hurt(0)
}

impl Eye<'_> {
    /// What a shot is worth on average.
    pub fn shot(&self, firer: UnitId, target: Hex) -> f32 {
        let aim = Aim { firer, target, reaction: false, ricochet: false };
        let r = self.b.reckon(self.p, aim);
        let table = self.b.shot_table(firer);
        (0..10).map(|face| worth(table.cell(face + r.sum, r.column))).sum::<f32>() / 10.0
    }

    /// The same, and that it drives horse off from where it must be shot out.
    fn volley(&self, firer: UnitId, target: Hex) -> f32 {
        let out = if self.must_be_shot_out(target) { SHOT_OUT * self.stopped(firer, target) } else { 0.0 };
        self.shot(firer, target) + out
    }

    /// The best answer that a hex could give to a firer.
    fn answer(&self, firer: UnitId, target: Hex) -> f32 {
        let (b, p) = (self.b, self.p);
        let back = p.unit(firer).hex;
        let fires = |u: &UnitId| {
            let s = p.unit(*u);
            s.order != Order::Routed
                && !s.billebaude
                && (b.is_infantry(*u) || b.is_gun(*u) && !s.fired && !s.failed)
        };
        p.in_hex(target).iter().filter(fires).map(|u| self.shot(u, back)).sum()
    }

    /// Which shot to name next in fire combat, or that enough are named.
    pub fn name_shot(&self, legal: &[Action]) -> Action {
        let mut best = (self.temper.fire, Action::Done);
        for action in legal {
            let Action::Shoot(unit, target) = *action else { continue };
            if self.p.unit(unit).attack != ::piacenza::position::Attack::None {
                // it has something better to do
                continue;
            }
            let gain = self.volley(unit, target);
            // a hex that is fired at already answers somebody else
            let answered = self.p.shots.iter().any(|s| s.offensive && s.target == target);
            let loss = if answered { 0.0 } else { 0.8 * self.answer(unit, target) };
            let disordered = if self.p.unit(unit).order == Order::Disordered { 0.15 } else { 0.0 };
            let value = gain - loss * self.temper.danger - disordered;
            if value > best.0 {
                best = (value, *action);
            }
        }
        if legal.contains(&best.1) { best.1 } else { legal[0] }
    }

    /// Which answer to give next.
    pub fn name_answer(&self, legal: &[Action], second: bool) -> Action {
        let mut best = (if second { self.temper.again } else { 0.0 }, Action::Done);
        for action in legal {
            let Action::Answer(unit, at) = *action else { continue };
            let mut value = self.shot(unit, self.p.unit(at).hex);
            if second && self.b.is_infantry(unit) {
                let chance =
                    f32::from(self.b.training_chance(self.p, Train { unit, kind: TrainKind::SecondVolley }))
                        / 10.0;
                value = value * chance - 0.5 * (1.0 - chance);
            }
            if value > best.0 {
                best = (value, *action);
            }
        }
        if legal.contains(&best.1) { best.1 } else { legal[0] }
    }

    /// Who fires a second volley.
    pub fn name_again(&self, _f: &Fire, legal: &[Action]) -> Action {
        let mut best = (self.temper.again, Action::Done);
        for action in legal {
            let Action::Again(unit) = *action else { continue };
            let Some(shot) = self.p.shots.iter().find(|s| s.offensive && s.firer == unit) else { continue };
            let chance =
                f32::from(self.b.training_chance(self.p, Train { unit, kind: TrainKind::SecondVolley }))
                    / 10.0;
            let gain = chance * self.volley(unit, shot.target) - 0.5 * (1.0 - chance);
            let value = gain - 0.3 * self.answer(unit, shot.target) * self.temper.danger;
            if value > best.0 {
                best = (value, *action);
            }
        }
        if legal.contains(&best.1) { best.1 } else { legal[0] }
    }

    /// What a Melee or a Charge is likely to bring, from a hex next to it.
    pub fn attack(&self, attacker: UnitId, from: Hex, target: Hex, charge: bool) -> f32 {
        let (b, p) = (self.b, self.p);
        let there = p.in_hex(target);
        let prize = if self.goals.iter().any(|(i, _)| b.objectives()[*i] == target) { 3.0 } else { 0.0 };
        let ground =
            if b.is_infantry(attacker) { prize + 0.4 * f32::from(b.terrain(target).cover) } else { 0.0 };
        let guns = there.iter().filter(|u| b.is_gun(*u)).count() as f32;
        let fighters = there.iter().filter(|u| !b.is_gun(*u));
        // who is strongest meets the attack
        let Some(defender) = fighters.clone().max_by_key(|u| b.sp(p, *u)) else {
            return 1.5 * guns + ground - if b.is_cavalry(attacker) { SPENT } else { 0.0 };
        };
        if b.is_cavalry(attacker) && fighters.clone().all(|u| self.runs(u)) {
            // it runs at once, and the horse is as good as before
            return 0.6 + 1.2 * guns;
        }
        let kind = match (charge, b.is_cavalry(attacker)) {
            (true, _) => CombatKind::Charge,
            (_, true) => CombatKind::Cavalry,
            _ => CombatKind::Assault,
        };
        let stage = CombatStage::Roll;
        let f = Combat { kind, attacker, defender, from, target, stage, rattled: false, hits: [(0, 0); 2] };
        if kind == CombatKind::Charge {
            return self.charge(&f);
        }
        let win = ground + 1.2 * guns;
        let fight = self.melee(&f, 0, win);
        if !b.is_infantry(defender) || p.unit(defender).billebaude && kind == CombatKind::Assault {
            return if b.is_cavalry(attacker) { fight - SPENT } else { fight };
        }
        // the volley before it may stop all
        let volley = self.shot(defender, from);
        if kind == CombatKind::Assault {
            return fight * (1.0 - 0.5 * volley.min(1.0)) - 0.8 * volley;
        }
        // 10.2: foot that passes its roll fires, and whatever is more than Disorder stops the horse
        let train = Train { unit: defender, kind: TrainKind::Attacked };
        let stands = f32::from(b.training_chance(p, train)) / 10.0;
        let rattled = self.melee(&Combat { rattled: true, ..f }, 0, win);
        let (volley, stopped) =
            if p.unit(defender).billebaude { (0.0, 0.0) } else { (volley, self.stopped(defender, from)) };
        stands * ((1.0 - stopped) * fight - 0.8 * volley) + (1.0 - stands) * rattled - SPENT
    }

    /// Whether a unit does not stand against horse (10.2, 11.1).
    fn runs(&self, unit: UnitId) -> bool {
        let (b, p) = (self.b, self.p);
        p.unit(unit).order != Order::Good || b.is_infantry(unit) && !b.commanded(p, unit)
    }

    /// How likely a volley stops horse.
    fn stopped(&self, firer: UnitId, target: Hex) -> f32 {
        let r = self.b.reckon(self.p, Aim { firer, target, reaction: false, ricochet: false });
        let table = self.b.shot_table(firer);
        let stops =
            |face: &i8| !matches!(table.cell(face + r.sum, r.column), Effect::Nothing | Effect::Disorder(0));
        (0..10).filter(stops).count() as f32 / 10.0
    }

    /// What one roll on the Melee Table is worth; `win` is what comes to the striker besides if he wins.
    fn melee(&self, f: &Combat, shift: i8, win: f32) -> f32 {
        let (b, p) = (self.b, self.p);
        let odds = b.melee_sum(p, f);
        let column = b.charts.melee.column(odds.column as i8 + shift);
        let (own, other) = (f32::from(b.sp(p, f.attacker)), f32::from(b.sp(p, f.defender)));
        let mut value = 0.0;
        for face in 0..10i8 {
            let cell = b.charts.melee.cell(face + odds.sum, column);
            let hurt = |sp: f32| match cell.blow {
                Blow::Retreat => 0.5,
                Blow::Step => 0.5 + 0.6 * sp.min(2.0),
                Blow::Eliminated => 0.3 + sp,
            };
            value += 0.1 * if cell.attacker { -hurt(own) } else { hurt(other) + win };
        }
        value
    }

    /// A Charge and its Countercharge, roll by roll (10.3.1). Both are Disordered in the end, so that only strength
    /// and ground count.
    fn charge(&self, f: &Combat) -> f32 {
        let (b, p) = (self.b, self.p);
        let odds = b.melee_sum(p, f);
        let back = b.melee_sum(p, &Combat { kind: CombatKind::Countercharge, ..*f });
        let shift = back.column as i8 - back.base as i8;
        let whole = [f.attacker, f.defender].map(|u| (b.sp(p, u), b.steps_left(p, u)));
        let reduced = [f.attacker, f.defender].map(|u| b.army.units[u].sp[1]);
        // strength that is left after a blow
        let after = |side: usize, (sp, steps): (u8, u8), blow: Blow| match blow {
            Blow::Retreat => (sp, steps),
            Blow::Step if steps > 1 => (reduced[side], steps - 1),
            _ => (0, 0),
        };
        let mut sum = 0.0;
        for face in 0..10i8 {
            let cell = b.charts.melee.cell(face + odds.sum, odds.column);
            let mut sides = whole;
            let hurt = usize::from(!cell.attacker);
            sides[hurt] = after(hurt, sides[hurt], cell.blow);
            let mut driven = [false; 2];
            driven[hurt] = true;
            if sides.iter().any(|(_, steps)| *steps == 0) {
                sum += 10.0 * outcome(whole, sides, driven);
                continue;
            }
            let column =
                b.charts.melee.column(b.charts.melee.columns.of([sides[1].0, sides[0].0]) as i8 + shift);
            for face in 0..10i8 {
                let cell = b.charts.melee.cell(face + back.sum, column);
                let hurt = usize::from(cell.attacker);
                let (mut sides, mut driven) = (sides, driven);
                sides[hurt] = after(hurt, sides[hurt], cell.blow);
                driven[hurt] = true;
                sum += outcome(whole, sides, driven);
            }
        }
        sum / 100.0
    }

    /// The best bombardment, or none.
    pub fn name_bombardment(&self, legal: &[Action], second: bool) -> Action {
        // a second volley costs a gun in five, and with it what it could do in the turns that are left
        let turns = f32::from(self.b.scenario.last_turn.saturating_sub(self.p.turn));
        let least = if second { 0.08 * turns.min(6.0) + 0.05 } else { 0.02 };
        let mut best = (least, Action::Done);
        for action in legal {
            let Action::Bombard(gun, target) = *action else { continue };
            let value = self.shot(gun, target);
            if value > best.0 {
                best = (value, *action);
            }
        }
        if legal.contains(&best.1) { best.1 } else { legal[0] }
    }

    /// What a battery could do from a hex with a facing: the best target in its cone, and a little for who stands
    /// a hex too far or behind somebody else.
    pub fn field_of_fire(&self, gun: UnitId, hex: Hex, facing: u8) -> f32 {
        let (b, p, foe) = (self.b, self.p, enemy(self.side));
        let mut best: f32 = 0.0;
        for target in b.map.within(hex, b.charts.range + 1) {
            if target == hex || !p.holds(b, foe, target) {
                continue;
            }
            if !hexmap::in_cone(&b.map, hex, hexmap::Cone::Vertex(facing), target) {
                continue;
            }
            let sure = if b.aims_at(p, hex, facing, target) { 1.0 } else { 0.2 };
            best = best.max(sure * self.bombardment(gun, hex, target));
        }
        best
    }

    /// What a battery could do at once where it stands, however it is turned.
    pub fn best_shot(&self, gun: UnitId) -> f32 {
        let (b, p, foe) = (self.b, self.p, enemy(self.side));
        let g = p.unit(gun);
        if g.fired || g.failed {
            return 0.0;
        }
        let targets = b.map.within(g.hex, b.charts.range).filter(|t| *t != g.hex && p.holds(b, foe, *t));
        let seen = targets.filter(|target| (0..6).any(|dir| b.aims_at(p, g.hex, dir, *target)));
        seen.map(|target| self.bombardment(gun, g.hex, target)).fold(0.0, f32::max)
    }

    fn bombardment(&self, gun: UnitId, from: Hex, target: Hex) -> f32 {
        let (b, p) = (self.b, self.p);
        let range = usize::from(b.map.distance(from, target)).clamp(1, b.charts.range.into());
        let deep = p.in_hex(target).iter().any(|u| b.is_infantry(u) && b.sp(p, u) >= b.charts.depth_min_sp);
        let modifier = b.terrain(target).fire + b.charts.fire_modifiers.range[range - 1];
        0.05 + self.ground.bombardment(b, b.sp(p, gun), deep, modifier)
    }

    /// How likely a battery alone in a hex is lost before it is asked again: foot beside it, horse that can come.
    pub fn exposed(&self, gun: UnitId, hex: Hex) -> f32 {
        let (b, p, foe) = (self.b, self.p, enemy(self.side));
        let shielded =
            p.in_hex(hex).iter().any(|u| u != gun && b.is_infantry(u) && p.unit(u).order == Order::Good);
        if shielded {
            return 0.0;
        }
        let mut risk: f32 = 0.0;
        for near in b.map.within(hex, 5).filter(|h| p.holds(b, foe, *h)) {
            for unit in p.in_hex(near).iter().filter(|u| p.unit(*u).order == Order::Good) {
                let far = b.map.distance(near, hex);
                risk += match (b.is_cavalry(unit), b.is_infantry(unit)) {
                    (true, _) if b.terrain(hex).cavalry_melee => 0.25,
                    (_, true) if far <= 1 => 0.3,
                    (_, true) if far <= 3 => 0.15,
                    _ => 0.0,
                };
            }
        }
        risk.min(0.7)
    }
}
