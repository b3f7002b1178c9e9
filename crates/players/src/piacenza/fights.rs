//! What fire, bombardment, Melee and Charge are likely to bring.

use super::eye::Eye;
use super::ground::worth;
use ::piacenza::Action;
use ::piacenza::flow::{Combat, CombatKind, CombatStage, Fire, Train, TrainKind};
use ::piacenza::model::{Blow, UnitId};
use ::piacenza::position::{Order, enemy};
use ::piacenza::shots::Aim;
use hexmap::Hex;

impl Eye<'_> {
    /// What a shot is worth on average.
    pub fn shot(&self, firer: UnitId, target: Hex) -> f32 {
        let aim = Aim { firer, target, reaction: false, ricochet: false };
        let r = self.b.reckon(self.p, aim);
        let table = self.b.shot_table(firer);
        (0..10).map(|face| worth(table.effect(face + r.sum, r.column))).sum::<f32>() / 10.0
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
            let gain = self.shot(unit, target);
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
            let gain = chance * self.shot(unit, shot.target) - 0.5 * (1.0 - chance);
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
        let fighters: Vec<UnitId> = there.iter().filter(|u| !b.is_gun(*u)).collect();
        let prize = if self.goals.iter().any(|(i, _)| b.objectives()[*i] == target) { 3.0 } else { 0.0 };
        let ground =
            if b.is_infantry(attacker) { prize + 0.4 * f32::from(b.terrain(target).cover) } else { 0.0 };
        let guns = there.iter().filter(|u| b.is_gun(*u)).count() as f32;
        let Some(defender) = fighters.first().copied() else {
            return 1.5 * guns + ground;
        };
        if b.is_cavalry(attacker) && p.unit(defender).order != Order::Good {
            // it runs at once
            return 0.6;
        }
        let kind = match (charge, b.is_cavalry(attacker)) {
            (true, _) => CombatKind::Charge,
            (_, true) => CombatKind::Cavalry,
            _ => CombatKind::Assault,
        };
        let stage = CombatStage::Roll;
        let f = Combat { kind, attacker, defender, from, target, stage, rattled: false, hits: [(0, 0); 2] };
        let odds = b.melee_odds(p, &f);
        let (own, other) = (f32::from(b.sp(p, attacker)), f32::from(b.sp(p, defender)));
        let mut value = 0.0;
        for face in 0..10i8 {
            let cell = b.melee_cell(face + odds.sum, odds.column);
            let hurt = |sp: f32| match cell.blow {
                Blow::Retreat => 0.5,
                Blow::Step => 0.5 + 0.6 * sp.min(2.0),
                Blow::Eliminated => 0.3 + sp,
            };
            value += 0.1 * if cell.attacker { -hurt(own) } else { hurt(other) + ground + 1.2 * guns };
        }
        if kind == CombatKind::Charge {
            // the countercharge comes with the same arm
            value *= 0.45;
        }
        if b.is_infantry(defender) && !p.unit(defender).billebaude {
            // the volley before it may stop all
            let volley = self.shot(defender, from);
            value = value * (1.0 - 0.5 * volley.min(1.0)) - 0.8 * volley;
        }
        if b.is_cavalry(attacker) {
            value -= 0.15;
        }
        value
    }

    /// The best bombardment, or none.
    pub fn name_bombardment(&self, legal: &[Action], second: bool) -> Action {
        // a second volley costs a gun in five
        let mut best = (if second { 0.55 } else { 0.02 }, Action::Done);
        for action in legal {
            let Action::Bombard(gun, target) = *action else { continue };
            let value = self.shot(gun, target);
            if value > best.0 {
                best = (value, *action);
            }
        }
        if legal.contains(&best.1) { best.1 } else { legal[0] }
    }

    /// What a battery could do from a hex with a facing: the best target in its cone.
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
            let range = b.map.distance(hex, target);
            let deep =
                p.in_hex(target).iter().any(|u| b.is_infantry(u) && b.sp(p, u) >= b.charts.depth_min_sp);
            let far = if range > b.charts.range { 0.3 } else { 1.0 };
            let modifier =
                b.terrain(target).fire + b.charts.fire_modifiers.range[(range as usize).clamp(1, 3) - 1];
            best = best.max(far * (0.05 + self.ground.bombardment(b, b.sp(p, gun), deep, modifier)));
        }
        best
    }
}
