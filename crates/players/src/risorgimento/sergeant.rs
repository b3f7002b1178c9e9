//! The sergeant: a staff officer who plans an activation as a whole. He weighs which formation to use,
//! which assaults to declare and with whom, fires first, then assaults, then moves what is left where it
//! is needed; and he answers what the enemy does by what it is likely to bring.

use super::fields::Fields;
use super::ground::Ground;
use super::temper::Temper;
use super::{answers, fights, moving};
use crate::policy::Policy;
use ::risorgimento::flow::{Act, ActStage, Activation, ActivationStage, CombatKind, Frame, Mode, Ride};
use ::risorgimento::model::{Arm, FormationId, LeaderId, UnitId};
use ::risorgimento::position::{Ammo, Marker, MarkerKind, Place, Position, UnitSet};
use ::risorgimento::{Action, Battle};
use arrayvec::ArrayVec;
use hexmap::Hex;
use kernel::{Game, Log, Lot, Need, Seat};
use std::sync::Arc;

#[derive(Clone)]
pub struct Sergeant {
    /// Of each side; and that of the one whom he serves now.
    tempers: [Temper; 2],
    temper: Temper,
    /// The attack that he is told to declare before any other.
    mark: Option<Action>,
    /// In haste he takes the first good thing instead of the best: playouts are led so.
    hasty: bool,
    ground: Arc<Ground>,
    /// The battlefield as it was when he last looked round.
    fields: Option<Box<Fields>>,
    intent: Option<Intent>,
    /// Forces of this activation that had no reason to move: in haste nobody looks twice.
    idle: ArrayVec<UnitSet, 32>,
    ride: Option<(LeaderId, Hex)>,
    /// What he said last, and about what.
    said: Said,
    legal: Vec<Action>,
}

/// What a force in hand is to do.
#[derive(Clone, Copy, Debug)]
struct Intent {
    units: UnitSet,
    aim: Aim,
    turned: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Aim {
    Fire {
        hex: Hex,
        guns: bool,
    },
    /// To serve the marker in the hex.
    Attack(Hex),
    Go {
        hex: Hex,
        march: bool,
    },
}

/// Why he does what he does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Said {
    #[default]
    Nothing,
    Activate {
        gain: f32,
        chance: f32,
    },
    PassTurn,
    Attack {
        win: f32,
        value: f32,
    },
    NoMore,
    Fire {
        value: f32,
    },
    Go {
        hex: Hex,
        gain: f32,
    },
    React {
        value: f32,
    },
    Decline,
}

/// A marker, who should serve it, and what that should bring.
#[derive(Clone, Copy, Debug)]
struct Attack {
    hex: Hex,
    units: UnitSet,
    value: f32,
    win: f32,
}

/// Below this nothing is worth the trouble.
const LITTLE: f32 = 0.15;

impl Sergeant {
    /// With the orders that suit either side.
    pub fn new(b: &Battle) -> Sergeant {
        Sergeant::with(b, [0, 1].map(|side| Temper::of(b, side)))
    }

    /// With other orders.
    pub fn with(b: &Battle, tempers: [Temper; 2]) -> Sergeant {
        Sergeant {
            tempers,
            temper: tempers[0],
            mark: None,
            hasty: false,
            ground: Ground::of(b),
            fields: None,
            intent: None,
            idle: ArrayVec::new(),
            ride: None,
            said: Said::Nothing,
            legal: Vec::new(),
        }
    }

    /// With this attack to begin with.
    pub fn beginning(self, mark: Option<Action>) -> Sergeant {
        Sergeant { mark, ..self }
    }

    /// For playouts.
    pub fn in_haste(b: &Battle) -> Sergeant {
        Sergeant { hasty: true, ..Sergeant::new(b) }
    }

    /// Looks round.
    fn look(&self, b: &Battle, p: &Position, side: u8) -> Box<Fields> {
        Box::new(Fields::new(b, &self.ground, p, side, &self.temper))
    }
}

impl Policy<Battle> for Sergeant {
    fn choose(&mut self, b: &Battle, p: &Position, seat: Seat, legal: &[Action], lot: &mut Lot) -> Action {
        self.said = Said::Nothing;
        self.temper = self.tempers[usize::from(seat.0)];
        if let [only] = legal {
            return *only;
        }
        let chosen = match p.top() {
            Frame::Setup(_) => answers::set_up(b, p, legal, lot),
            Frame::Alternation(_) => self.alternation(b, p, seat.0, legal),
            Frame::Activation(f) => match f.stage {
                ActivationStage::Declare => self.declare(b, p, f, legal),
                ActivationStage::Forces | ActivationStage::Recovery => {
                    self.forces(b, p, seat.0, Some(f), legal)
                }
            },
            Frame::Late(_) => self.forces(b, p, seat.0, None, legal),
            Frame::Act(f) => self.act(b, p, seat.0, &f, legal),
            Frame::Ride(f) => self.ride(b, p, seat.0, f, legal),
            Frame::React(f) => {
                let (action, value) = answers::react(b, p, &f, &self.temper, legal);
                self.said = if action == Action::NoReaction { Said::Decline } else { Said::React { value } };
                action
            }
            _ => answers::other(b, &self.ground, p, seat.0, &self.temper, legal),
        };
        debug_assert!(legal.contains(&chosen), "{chosen:?} is not legal");
        chosen
    }

    fn reason(&self) -> String {
        let percent = |chance: f32| (chance * 100.0).round();
        match self.said {
            Said::Nothing => String::new(),
            Said::Activate { gain, chance } => {
                format!(
                    "It has the most to do here ({gain:.1}), and obeys {} % of the time.",
                    percent(chance)
                )
            }
            Said::PassTurn => "No formation has anything useful to do.".into(),
            Said::Attack { win, value } => {
                format!(
                    "The attack wins {} % of the time; it should bring {value:.1} strength points more than it costs.",
                    percent(win)
                )
            }
            Said::NoMore => "Nothing more is worth its cost.".into(),
            Said::Fire { value } => format!("Fire should cost the enemy {value:.1} strength points."),
            Said::Go { gain, .. } => format!("The force stands better there, by {gain:.1}."),
            Said::React { value } => format!("It should bring {value:.1} strength points."),
            Said::Decline => "Every answer would cost more than it brings.".into(),
        }
    }
}

/// Whether a unit can still act in this activation.
fn free(p: &Position, unit: UnitId) -> bool {
    p.unit(unit).place == Place::Map && !p.unit(unit).acted
}

impl Sergeant {
    // ---- which formation ---------------------------------------------------------------------

    fn alternation(&mut self, b: &Battle, p: &Position, side: u8, legal: &[Action]) -> Action {
        let fields = self.look(b, p, side);
        let mut best = (LITTLE, Action::Pass, 0.0);
        for action in legal {
            let Action::Attempt(formation) = *action else { continue };
            let chance = chance_to_obey(b, p, formation);
            let gain = self.worth_of_activation(b, p, &fields, formation);
            // what fails can be tried again, so a good chance counts less than its double
            let value = gain * (0.4 + 0.6 * chance);
            if value > best.0 {
                best = (value, *action, chance);
            }
        }
        self.said = match best {
            (_, Action::Pass, _) => Said::PassTurn,
            (gain, _, chance) => Said::Activate { gain, chance },
        };
        if legal.contains(&best.1) { best.1 } else { legal[0] }
    }

    /// What a formation would gain if it were activated now.
    fn worth_of_activation(
        &mut self,
        b: &Battle,
        p: &Position,
        fields: &Fields,
        formation: FormationId,
    ) -> f32 {
        let side = fields.side;
        let def = &b.army.formations[formation];
        if self.hasty {
            return self.worth_at_a_glance(b, p, fields, &def.units);
        }
        let mut sum = 0.0;
        for unit in &def.units {
            if p.unit(*unit).place == Place::Column {
                sum += 3.0;
            } else if free(p, *unit) && !p.unit(*unit).out_of_command {
                let units = UnitSet::one(*unit);
                if b.is_gun(*unit) {
                    let fire = best_fire(b, p, units).map_or(0.0, |(_, _, value)| value);
                    sum += fire.max(moving::errand(b, p, fields, &self.temper, units, b.ma_of(units)).gain);
                } else {
                    sum += moving::errand(b, p, fields, &self.temper, units, b.ma_of(units)).gain;
                }
            }
        }
        // the assaults that it could declare
        let mut q = p.clone();
        let mut log = Log::off();
        b.apply(&mut q, Seat(side), Action::Attempt(formation), &mut log);
        if let Need::Chance(_) = b.need(&q) {
            b.roll(&mut q, &[1], &mut log);
        }
        if let Frame::Activation(f) = q.top()
            && f.stage == ActivationStage::Declare
        {
            let mut legal = std::mem::take(&mut self.legal);
            b.legal(&q, Seat(side), &mut legal);
            let best = legal
                .iter()
                .filter_map(|mark| self.mark_value(b, &q, fields, f, UnitSet::EMPTY, *mark))
                .map(|m| m.0);
            sum += best.fold(0.0, f32::max) * 1.2;
            self.legal = legal;
        }
        sum
    }

    /// The same from where its units stand alone: near the enemy and near what is to be won there is more
    /// to do.
    fn worth_at_a_glance(&self, b: &Battle, p: &Position, fields: &Fields, units: &[UnitId]) -> f32 {
        let mut sum = 0.0;
        for unit in units {
            if p.unit(*unit).place == Place::Column {
                sum += 3.0;
            } else if free(p, *unit) && !p.unit(*unit).out_of_command {
                let at = p.unit(*unit).hex.index();
                if fields.keepers.is_empty()
                    && fields.town.iter().any(|town| moving::gets_to(b, p, *unit, *town, 1))
                {
                    sum += 0.5 * self.temper.keep;
                }
                sum += 0.3 + 0.1 * fields.blow[at].min(10.0) + 0.3 * self.temper.prize * fields.prize[at];
            }
        }
        sum
    }

    // ---- assaults and charges ------------------------------------------------------------------

    fn declare(&mut self, b: &Battle, p: &Position, f: Activation, legal: &[Action]) -> Action {
        let side = b.army.formations[f.formation].side;
        if let Some(mark) = self.mark.take().filter(|mark| legal.contains(mark)) {
            return mark;
        }
        let fields = self.look(b, p, side);
        self.intent = None;
        // who serves the markers that lie already
        let taken =
            self.attacks(b, p, &fields, f.formation).iter().fold(UnitSet::EMPTY, |all, a| all.with(a.units));
        let mut best: Option<(f32, f32, Action)> = None;
        for mark in legal {
            if let Some((value, win)) = self.mark_value(b, p, &fields, f, taken, *mark)
                && value > self.temper.bold
                && best.is_none_or(|(most, ..)| value > most)
            {
                best = Some((value, win, *mark));
            }
        }
        if let Some((value, win, mark)) = best {
            self.said = Said::Attack { win, value };
            return mark;
        }
        self.said = Said::NoMore;
        // a commander who must attack does so where it costs least
        if legal.contains(&Action::Done) {
            return Action::Done;
        }
        let value = |mark: &Action| self.mark_value(b, p, &fields, f, taken, *mark).map_or(f32::MIN, |m| m.0);
        *legal.iter().max_by(|x, y| value(x).total_cmp(&value(y))).unwrap_or(&legal[0])
    }

    /// The attacks that could be declared now, the most promising first.
    pub fn best_marks(&mut self, b: &Battle, p: &Position, side: u8, legal: &[Action]) -> Vec<Action> {
        let Frame::Activation(f) = p.top() else { return Vec::new() };
        self.temper = self.tempers[usize::from(side)];
        let fields = self.look(b, p, side);
        let value = |mark: &Action| self.mark_value(b, p, &fields, f, UnitSet::EMPTY, *mark).map(|m| m.0);
        let mut marks: Vec<(f32, Action)> =
            legal.iter().filter_map(|mark| value(mark).map(|value| (value, *mark))).collect();
        marks.sort_by(|x, y| y.0.total_cmp(&x.0));
        marks.into_iter().map(|(_, mark)| mark).collect()
    }

    /// What an attack through a marker should bring, and how likely it is won.
    fn mark_value(
        &self,
        b: &Battle,
        p: &Position,
        fields: &Fields,
        f: Activation,
        taken: UnitSet,
        mark: Action,
    ) -> Option<(f32, f32)> {
        let Action::Mark { kind, hex, dir } = mark else { return None };
        let marker = Marker { kind, hex, dir, served: false };
        self.best_force(b, p, fields, f.formation, taken, marker).map(|(value, win, _)| (value, win))
    }

    /// The markers that wait, each with the force that should serve it.
    fn attacks(
        &self,
        b: &Battle,
        p: &Position,
        fields: &Fields,
        formation: FormationId,
    ) -> ArrayVec<Attack, 8> {
        let mut taken = UnitSet::EMPTY;
        let mut list = ArrayVec::new();
        for marker in p.markers.iter().filter(|m| !m.served) {
            if let Some((value, win, units)) = self.best_force(b, p, fields, formation, taken, *marker) {
                taken = taken.with(units);
                list.push(Attack { hex: marker.hex, units, value, win });
            }
        }
        list
    }

    /// The force that serves a marker best.
    fn best_force(
        &self,
        b: &Battle,
        p: &Position,
        fields: &Fields,
        formation: FormationId,
        taken: UnitSet,
        marker: Marker,
    ) -> Option<(f32, f32, UnitSet)> {
        let arm = match marker.kind {
            MarkerKind::Assault => None,
            MarkerKind::Charge => Some(Arm::Cavalry),
        };
        let units = &b.army.formations[formation].units;
        let stays = |u: UnitId| fields.keepers.has(u) && fields.keeps(UnitSet::one(u));
        let able: UnitSet = units
            .iter()
            .copied()
            .filter(|u| {
                !taken.has(*u)
                    && !stays(*u)
                    && free(p, *u)
                    && !p.unit(*u).out_of_command
                    && !b.is_gun(*u)
                    && arm.is_none_or(|arm| b.arm(*u) == arm)
            })
            .collect();
        let mut best: Option<(f32, f32, UnitSet)> = None;
        let mut seen = UnitSet::EMPTY;
        for unit in able {
            if seen.has(unit) {
                continue;
            }
            let hex = p.unit(unit).hex;
            let group: UnitSet =
                able.iter().filter(|u| p.unit(*u).hex == hex && b.arm(*u) == b.arm(unit)).collect();
            seen = seen.with(group);
            let mut force = b.units_that_serve(p, group, marker);
            if force.is_empty() {
                continue;
            }
            // as many as there is room for
            let there = b.stacking_of(p.in_hex(marker.hex).without(force));
            while b.stacking_of(force) + there > b.charts.stacking_limit && force.count() > 1 {
                let weakest =
                    force.iter().min_by(|x, y| fights::power(b, p, *x).total_cmp(&fights::power(b, p, *y)));
                force.remove(weakest.unwrap_or(unit));
            }
            let (value, win) = self.attack_value(b, p, fields, force, marker);
            if best.is_none_or(|(most, ..)| value > most) {
                best = Some((value, win, force));
            }
        }
        best
    }

    fn attack_value(
        &self,
        b: &Battle,
        p: &Position,
        fields: &Fields,
        force: UnitSet,
        marker: Marker,
    ) -> (f32, f32) {
        let target = b.target_of(marker);
        let kind = match marker.kind {
            MarkerKind::Assault => CombatKind::Assault,
            MarkerKind::Charge => CombatKind::Charge,
        };
        let fc = fights::assault(b, p, kind, force, marker.hex, target);
        let t = &self.temper;
        let mut value = fc.foe - fc.own + (fc.win - 0.8 * fc.lose) * t.victory;
        let prize = if b.controls(p, fields.enemy(), target) { fields.worth[target.index()] } else { 0.0 };
        value += fc.win * (t.take * prize + 0.3 * t.prize * fields.prize[target.index()]);
        // who wins stands there afterwards
        let own: f32 = force.iter().map(|u| fights::power(b, p, u)).sum();
        value -= fc.win * t.danger * 0.5 * fields.danger(b, target, own, true);
        // the way there is fired at, and spent cavalry is of little use
        let first = force.first().unwrap_or(UnitId::at(0));
        if p.unit(first).hex != marker.hex {
            value -= 0.4;
        }
        if kind == CombatKind::Charge {
            value -= 0.6;
        }
        // who wins goes on into the hex of the enemy: not those who alone keep the town
        if !fields.keepers.and(force).is_empty() && fields.keeps(force) && !fields.town.contains(&target) {
            value -= t.keep;
        }
        (value, fc.win)
    }

    // ---- force by force --------------------------------------------------------------------------

    fn forces(
        &mut self,
        b: &Battle,
        p: &Position,
        side: u8,
        f: Option<Activation>,
        legal: &[Action],
    ) -> Action {
        (self.intent, self.ride) = (None, None);
        if f.is_none_or(|f| nobody_has_acted(b, p, f.formation)) {
            self.idle.clear();
        }
        let fields = self.look(b, p, side);
        let attacks = f.map_or_else(ArrayVec::new, |f| self.attacks(b, p, &fields, f.formation));
        // who is meant for an attack keeps himself for it
        let is_needed = |units: UnitSet| attacks.iter().any(|attack| !attack.units.and(units).is_empty());
        let mut best: (f32, Action, Option<Aim>, Said) = (LITTLE, Action::Done, None, Said::NoMore);
        let mut take = |value: f32, action: Action, aim: Option<Aim>, said: Said| {
            if value > best.0 {
                best = (value, action, aim, said);
            }
        };
        for action in legal {
            match *action {
                Action::Select(units) => {
                    let Some(first) = units.first() else { continue };
                    if let Some(attack) = attacks.iter().find(|attack| attack.units == units) {
                        let said = Said::Attack { win: attack.win, value: attack.value };
                        take(50.0 + attack.value, *action, Some(Aim::Attack(attack.hex)), said);
                        continue;
                    }
                    if is_needed(units) {
                        continue;
                    }
                    if p.unit(first).place == Place::Column {
                        // guns come in between the others: who comes last has no way left to go with them
                        let entered = f.is_some_and(|f| p.formations[f.formation].entered > 0);
                        let turn = if b.is_gun(first) == entered { 1.0 } else { 0.0 };
                        take(20.0 + turn, *action, None, Said::Nothing);
                    } else if (b.is_gun(first) || b.is_light(first))
                        && let Some((hex, guns, value)) = best_fire(b, p, units)
                        && value > self.temper.fire
                        && !self.should_drive_off(b, p, &fields, units, value)
                    {
                        // fire prepares what follows
                        take(100.0 + value, *action, Some(Aim::Fire { hex, guns }), Said::Fire { value });
                    }
                }
                Action::Withdraw(_) => take(10.0, *action, None, Said::Nothing),
                _ => {}
            }
        }
        // then those who only move, and their commander after them
        let moves = if best.1 == Action::Done { legal } else { &[] };
        for action in moves {
            let Action::Select(units) = *action else { continue };
            let on_map = units.first().is_some_and(|first| p.unit(first).place == Place::Map);
            if !on_map || is_needed(units) {
                continue;
            }
            if self.hasty && (self.idle.contains(&units) || is_between(units, legal)) {
                continue;
            }
            let errand = moving::errand(b, p, &fields, &self.temper, units, b.ma_of(units));
            // together rather than one by one
            let value = errand.gain + 0.05 * units.count() as f32;
            if errand.gain > LITTLE && value > best.0 {
                let said = Said::Go { hex: errand.hex, gain: errand.gain };
                best = (value, *action, Some(Aim::Go { hex: errand.hex, march: errand.march }), said);
                if self.hasty {
                    break;
                }
            } else if self.hasty {
                let _ = self.idle.try_push(units);
            }
        }
        if best.1 == Action::Done {
            let post = |action: &&Action| match **action {
                Action::SelectLeader(leader) => {
                    best_post(b, p, &fields, leader).is_some_and(|(_, gain)| gain > 0.5)
                }
                _ => false,
            };
            if let Some(action) = legal.iter().find(post) {
                best = (LITTLE, *action, None, Said::Nothing);
            }
        }
        let (_, action, aim, said) = best;
        self.said = said;
        self.fields = Some(fields);
        if let (Action::Select(units), Some(aim)) = (action, aim) {
            self.intent = Some(Intent { units, aim, turned: false });
        }
        if legal.contains(&action) {
            return action;
        }
        // a duty is open: whoever is listed first sees to it
        let duty = attacks.iter().find_map(|a| legal.iter().find(|b| **b == Action::Select(a.units)));
        *duty.or(legal.iter().find(|a| matches!(a, Action::Select(_)))).unwrap_or(&legal[0])
    }

    /// Whether guns had better be gone before the enemy comes than fire once more.
    fn should_drive_off(&self, b: &Battle, p: &Position, fields: &Fields, units: UnitSet, fire: f32) -> bool {
        let Some(first) = units.first().filter(|first| b.is_gun(*first)) else { return false };
        let hex = p.unit(first).hex;
        fields.exposure(hex) > 0.3
            && moving::left_to_ride_over(b, p, fields.side, units, hex) > 0.1
            && moving::errand(b, p, fields, &self.temper, UnitSet::one(first), b.ma_of(units)).gain > fire
    }

    fn act(&mut self, b: &Battle, p: &Position, side: u8, f: &Act, legal: &[Action]) -> Action {
        let has = |action: Action| legal.contains(&action);
        if f.mode == Mode::Charge {
            return self.charge(b, p, f, legal);
        }
        if f.stage == ActStage::Fired {
            return if has(Action::Stop) { Action::Stop } else { legal[0] };
        }
        let fields = self.fields.take().unwrap_or_else(|| self.look(b, p, side));
        let mut intent = match self.intent {
            Some(intent) if !intent.units.and(f.units).is_empty() => intent,
            _ => {
                let aim = if f.hex.is_none() {
                    let goal = self.entry_goal(b, p, &fields, f);
                    Aim::Go { hex: goal, march: true }
                } else {
                    let errand = moving::errand(b, p, &fields, &self.temper, f.units, f.left);
                    Aim::Go { hex: errand.hex, march: errand.march }
                };
                Intent { units: f.units, aim, turned: false }
            }
        };
        // who is needed at a marker goes there
        if f.must_serve
            && !matches!(intent.aim, Aim::Attack(_))
            && let Some(marker) =
                p.markers.iter().enumerate().find(|(i, m)| !m.served && f.serves >> i & 1 != 0)
        {
            intent.aim = Aim::Attack(marker.1.hex);
        }
        let chosen = match intent.aim {
            Aim::Fire { hex, guns } => self.fire(b, p, f, legal, hex, guns, &mut intent),
            Aim::Attack(hex) => self.attack(b, p, &fields, f, legal, hex),
            Aim::Go { hex, march } => self.go(b, p, f, legal, hex, march),
        };
        let chosen = chosen.unwrap_or_else(|| self.halt(b, p, &fields, f, legal, &mut intent));
        (self.intent, self.fields) = (Some(intent), Some(fields));
        chosen
    }

    /// Where those in the column go.
    fn entry_goal(&self, b: &Battle, p: &Position, fields: &Fields, f: &Act) -> Hex {
        let arm = f.units.first().map_or(Arm::Infantry, |u| b.arm(u));
        let open = |hex: &Hex| {
            !p.holds(b, fields.enemy(), *hex) && (arm == Arm::Infantry || !p.zone(fields.enemy(), *hex))
        };
        let value = |hex: Hex| moving::score(b, p, fields, &self.temper, f.units, hex);
        let best = b.map.hexes().filter(open).max_by(|x, y| value(*x).total_cmp(&value(*y)));
        best.unwrap_or(Hex::NONE)
    }

    #[allow(clippy::too_many_arguments)]
    fn fire(
        &self,
        b: &Battle,
        p: &Position,
        f: &Act,
        legal: &[Action],
        hex: Hex,
        guns: bool,
        intent: &mut Intent,
    ) -> Option<Action> {
        if f.fired {
            return None;
        }
        let wanted = Action::Fire { hex, guns };
        if legal.contains(&wanted) {
            return Some(wanted);
        }
        let value = |action: &Action| match action {
            Action::Fire { hex, guns } => {
                fights::fire(b, p, f.units, b.target_force(p, *hex, *guns), *hex, f.entered > 0)
            }
            _ => 0.0,
        };
        let fires = legal.iter().filter(|a| matches!(a, Action::Fire { .. }));
        if let Some(best) = fires.max_by(|x, y| value(x).total_cmp(&value(y))) {
            return Some(*best);
        }
        let (dir, _) = b.map.exit_sides(f.hex, hex);
        if !intent.turned && legal.contains(&Action::Turn(dir)) {
            intent.turned = true;
            return Some(Action::Turn(dir));
        }
        None
    }

    fn attack(
        &self,
        b: &Battle,
        p: &Position,
        fields: &Fields,
        f: &Act,
        legal: &[Action],
        hex: Hex,
    ) -> Option<Action> {
        let marker = p.marker_at(hex).map(|i| p.markers[i])?;
        if marker.kind == MarkerKind::Charge && legal.contains(&Action::Charge) {
            return Some(Action::Charge);
        }
        if f.hex == hex && legal.contains(&Action::Assault) {
            let target = b.target_of(marker);
            // riflemen may fire instead where an assault would fail
            let fire =
                legal.iter().copied().find(|a| matches!(a, Action::Fire { hex, .. } if *hex == target));
            if let Some(fire) = fire {
                let (value, _) = self.attack_value(b, p, fields, f.units, marker);
                let shots =
                    fights::fire(b, p, f.units, b.target_force(p, target, false), target, f.entered > 0);
                if shots > value {
                    return Some(fire);
                }
            }
            return Some(Action::Assault);
        }
        if f.hex == hex {
            let turn = Action::Turn(marker.dir);
            return legal.contains(&turn).then_some(turn);
        }
        moving::step(b, f, legal, hex, p.unit(f.units.first()?).march)
    }

    fn go(
        &self,
        b: &Battle,
        p: &Position,
        f: &Act,
        legal: &[Action],
        to: Hex,
        march: bool,
    ) -> Option<Action> {
        let first = f.units.first()?;
        let marching = p.unit(first).march;
        if f.hex != to && f.entered == 0 && march != marching {
            for order in [Action::March(march), Action::Limber(march)] {
                if legal.contains(&order) {
                    return Some(order);
                }
            }
        }
        if f.hex == to {
            return None;
        }
        moving::step(b, f, legal, to, marching)
    }

    /// Nothing more to do but to stand well.
    fn halt(
        &self,
        b: &Battle,
        p: &Position,
        fields: &Fields,
        f: &Act,
        legal: &[Action],
        intent: &mut Intent,
    ) -> Action {
        let first = f.units.first().unwrap_or(UnitId::at(0));
        if !f.hex.is_none() && p.unit(first).march {
            let near = fields.blow[f.hex.index()] > 0.0;
            let orders = if b.is_gun(first) { Action::Limber(false) } else { Action::March(false) };
            if near && legal.contains(&orders) {
                return orders;
            }
        }
        if !f.hex.is_none() && !intent.turned {
            intent.turned = true;
            if let Some(dir) = moving::facing(b, p, f.hex, fields.side)
                && p.unit(first).facing != dir
                && legal.contains(&Action::Turn(dir))
            {
                return Action::Turn(dir);
            }
        }
        if legal.contains(&Action::Stop) {
            return Action::Stop;
        }
        // it must go on: fight if that is not hopeless, else the best step
        if legal.contains(&Action::Assault)
            && let Some(marker) = p.marker_at(f.hex).map(|i| p.markers[i])
            && self.attack_value(b, p, fields, f.units, marker).0 > -1.0
        {
            return Action::Assault;
        }
        let value = |action: &Action| match action {
            Action::Step { dir, .. } => {
                moving::score(b, p, fields, &self.temper, f.units, b.map.neighbour(f.hex, *dir))
            }
            Action::Enter { hex, .. } => moving::score(b, p, fields, &self.temper, f.units, *hex),
            Action::Assault | Action::Charge => -2.0,
            Action::Fire { .. } => 1.0,
            _ => -50.0,
        };
        *legal.iter().max_by(|x, y| value(x).total_cmp(&value(y))).unwrap_or(&legal[0])
    }

    fn charge(&self, b: &Battle, p: &Position, f: &Act, legal: &[Action]) -> Action {
        if legal.contains(&Action::Assault) {
            return Action::Assault;
        }
        let aim = p
            .markers
            .iter()
            .enumerate()
            .find(|(i, m)| m.kind == MarkerKind::Charge && f.aims >> i & 1 != 0 && !m.served);
        let aim =
            aim.or(p.markers.iter().enumerate().find(|(_, m)| m.kind == MarkerKind::Charge && !m.served));
        if let Some((_, marker)) = aim
            && let Some(step) = moving::step(b, f, legal, marker.hex, false)
        {
            return step;
        }
        for ending in [Action::EndCharge, Action::CallOff] {
            if legal.contains(&ending) {
                return ending;
            }
        }
        legal[0]
    }

    fn ride(&mut self, b: &Battle, p: &Position, side: u8, f: Ride, legal: &[Action]) -> Action {
        let from = p.leaders[f.leader].hex;
        let fields = self.fields.take().unwrap_or_else(|| self.look(b, p, side));
        let goal = match self.ride {
            Some((leader, hex)) if leader == f.leader => hex,
            _ => best_post(b, p, &fields, f.leader).map_or(from, |(hex, _)| hex),
        };
        (self.ride, self.fields) = (Some((f.leader, goal)), Some(fields));
        // with nobody to look after, one place is as good as another
        moving::ride(b, from, legal, |hex| if goal.is_none() { 0 } else { b.map.distance(hex, goal).into() })
    }
}

/// Whether nobody of a formation has done anything in its activation.
pub fn nobody_has_acted(b: &Battle, p: &Position, formation: FormationId) -> bool {
    b.army.formations[formation].units.iter().all(|unit| !p.unit(*unit).acted)
}

/// Whether these are several units, but not all who could go together.
fn is_between(units: UnitSet, legal: &[Action]) -> bool {
    let all = |other: UnitSet| other != units && units.without(other).is_empty();
    units.count() > 1 && legal.iter().any(|action| matches!(action, Action::Select(other) if all(*other)))
}

/// The chance that the activation roll succeeds.
pub fn chance_to_obey(b: &Battle, p: &Position, formation: FormationId) -> f32 {
    let def = &b.army.formations[formation];
    let mut drm = i32::from(p.formations[formation].failed) * i32::from(b.charts.drm_per_failure);
    if b.near_overall_commander(p, formation).is_some() {
        drm += i32::from(b.charts.drm_near_overall_commander);
    }
    let command = i32::from(b.army.leaders[def.leader].command_value);
    let good = (1..=5).filter(|face| face + drm <= command).count();
    // a six lets him act on his own
    (good as f32 + 0.5) / 6.0
}

/// The best target of a force that fires from where it stands.
fn best_fire(b: &Battle, p: &Position, units: UnitSet) -> Option<(Hex, bool, f32)> {
    let first = units.first()?;
    let gun = b.is_gun(first);
    if units.iter().any(|u| p.unit(u).ammo == Ammo::Out || (gun && p.unit(u).march)) {
        return None;
    }
    let from = p.unit(first).hex;
    let range = if gun { b.charts.artillery_range } else { b.charts.infantry_range };
    let mut best: Option<(Hex, bool, f32)> = None;
    for (id, unit) in p.units.pairs() {
        if unit.place != Place::Map || b.side_of(id) == b.side_of(first) {
            continue;
        }
        let distance = b.map.distance(from, unit.hex);
        if distance > range || (distance > 1 && !b.line_of_sight(p, from, unit.hex)) {
            continue;
        }
        let guns = b.is_gun(id);
        let mut value = fights::fire(b, p, units, b.target_force(p, unit.hex, guns), unit.hex, false);
        if b.is_rear(p, first, unit.hex) {
            value *= 0.7;
        }
        // those who are to be assaulted first of all
        if p.markers.iter().any(|m| b.target_of(*m) == unit.hex) {
            value *= 1.3;
        }
        if best.is_none_or(|(_, _, most)| value > most) {
            best = Some((unit.hex, guns, value));
        }
    }
    best
}

/// Where a commander should be, and how much better that is.
fn best_post(b: &Battle, p: &Position, fields: &Fields, leader: LeaderId) -> Option<(Hex, f32)> {
    let def = &b.army.leaders[leader];
    let state = p.leaders[leader];
    let range = f32::from(b.charts.command_range) / f32::from(b.charts.command_cost_other);
    let wards: ArrayVec<Hex, 64> = match def.formation {
        Some(formation) => {
            let units = b.army.formations[formation].units.iter();
            units.filter(|u| p.unit(**u).place == Place::Map).map(|u| p.unit(*u).hex).collect()
        }
        // an overall commander cares for commanders
        None => p
            .leaders
            .ids()
            .filter(|l| b.army.leaders[*l].side == def.side && b.army.leaders[*l].formation.is_some())
            .filter(|l| p.leaders[*l].place == Place::Map)
            .map(|l| p.leaders[l].hex)
            .collect(),
    };
    if wards.is_empty() {
        return None;
    }
    let value = |hex: Hex| {
        let far = |ward: &Hex| (f32::from(b.map.distance(hex, *ward)) - range + 1.0).max(0.0);
        let mut value = -wards.iter().map(far).sum::<f32>();
        value -= wards.iter().map(|w| f32::from(b.map.distance(hex, *w))).sum::<f32>() * 0.05;
        if p.zone(fields.enemy(), hex) {
            value -= 2.0;
        }
        if !p.holds(b, fields.side, hex) {
            value -= 0.2 + (fields.blow[hex.index()] * 0.1).min(2.0);
        }
        value
    };
    let now = if state.hex.is_none() { -99.0 } else { value(state.hex) };
    let reach = u16::from(def.ma);
    let open = |hex: &Hex| {
        !p.holds(b, fields.enemy(), *hex)
            && (state.hex.is_none() || u16::from(b.map.distance(state.hex, *hex)) <= reach)
    };
    let best =
        b.map.hexes().filter(open).map(|hex| (hex, value(hex) - now)).max_by(|x, y| x.1.total_cmp(&y.1));
    best.filter(|(_, gain)| *gain > 0.0)
}
