//! Chapter 12: reactions. What triggers them, who may react and how, and what is free afterwards.

use crate::action::{Action, Extra, Reaction};
use crate::assault::{Combat, CombatKind};
use crate::battle::Battle;
use crate::cohesion::CheckKind;
use crate::fire::Fire;
use crate::flow::Frame;
use crate::model::{Arm, UnitId};
use crate::movement::{Act, Mode};
use crate::position::{Ammo, Place, Position, Side, UnitSet, enemy};
use crate::retreat::{Retreat, RetreatKind};
use crate::rule;
use crate::words::{Asked, Offer};
use hexmap::{Dir, Hex};
use kernel::{Citation, Log, No, Procedure, Procedures, Roster, Seat, Viewer, agree};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// Forces that may react to one event. A force is a bit: three arms for each of the six
    /// neighbours of `hex` by direction, then three for `hex` itself.
    pub struct React {
        pub trigger: Trigger,
        /// The side that reacts.
        pub side: Side,
        pub hex: Hex,
        /// The force that caused it, and where it stands.
        pub cause: UnitSet,
        pub cause_hex: Hex,
        /// Forces that have not reacted yet.
        pub todo: u32,
        /// All units that the event concerns.
        pub concerned: UnitSet,
        pub stage: ReactStage,
        /// The force that is reacting.
        pub units: UnitSet,
        /// Nothing that follows causes further reactions (R33).
        pub last: bool,
    }

    /// Leaving March or Square, limbering, unlimbering, once for each unit (12b).
    pub struct Extras {
        pub side: Side,
        pub units: UnitSet,
    }
}

/// Reaction events (12.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Trigger {
    Fired,
    Enters,
    Leaves,
    /// From zone to zone of the same force.
    Within,
    Advances,
    FallsBack,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReactStage {
    Choose,
    Done,
    Countercharge,
    Counterattack,
    CounterOver,
    Square,
    Withdraw,
}

/// The bits of the force in `hex` itself follow those of its six neighbours.
const HERE: u8 = 6;

fn bit(place: u8, arm: Arm) -> u8 {
    place * 3 + arm as u8
}

fn arm_of(bit: u8) -> Arm {
    [Arm::Infantry, Arm::Cavalry, Arm::Artillery][bit as usize % 3]
}

impl Trigger {
    fn rule(self) -> Citation {
        match self {
            Trigger::Fired => rule::R12_1a,
            Trigger::Enters => rule::R12_1b,
            Trigger::Leaves => rule::R12_1c,
            Trigger::Within => rule::R12_1d,
            Trigger::Advances => rule::R12_1e,
            Trigger::FallsBack => rule::R11_3_6,
        }
    }
}

// ---- what triggers them (12.1) -------------------------------------------------------------

impl Battle {
    /// Whether a unit's zone of reaction covers its neighbour in a direction (3a, 3b).
    pub(crate) fn covers(&self, p: &Position, unit: UnitId, dir: Dir) -> bool {
        let u = p.unit(unit);
        !u.march && self.zone_mask[self.arm(unit) as usize][u.hex.index()] >> dir & 1 != 0
    }

    /// Units of a side whose zone covers the hex.
    fn units_around(&self, p: &Position, side: u8, hex: Hex) -> UnitSet {
        let mut units = UnitSet::EMPTY;
        if hex.is_none() || !p.zone(side, hex) {
            return units;
        }
        for dir in 0..6u8 {
            let n = self.map.neighbour(hex, dir);
            if n.is_none() || !p.holds(self, side, n) {
                continue;
            }
            units = units.with(p.in_hex(n).iter().filter(|u| self.covers(p, *u, (dir + 3) % 6)).collect());
        }
        units
    }

    /// Units of a side beside a hex that could react: not those in March (12c).
    pub(crate) fn neighbours_of(&self, p: &Position, side: u8, hex: Hex) -> UnitSet {
        let near = self.map.neighbours(hex).iter().filter(|h| !h.is_none() && p.holds(self, side, **h));
        near.map(|h| p.in_hex(*h))
            .fold(UnitSet::EMPTY, UnitSet::with)
            .iter()
            .filter(|u| !p.unit(*u).march)
            .collect()
    }

    /// Asks the other side for reactions, if any of its forces may make one. `set`: the target force of
    /// a fire, or the units that fought and do not react.
    pub(crate) fn push_reactions(
        &self,
        p: &mut Position,
        trigger: Trigger,
        cause: UnitSet,
        hex: Hex,
        set: UnitSet,
        last: bool,
    ) {
        let Some(first) = cause.first() else { return };
        let side = enemy(self.side_of(first));
        let units = match trigger {
            Trigger::Fired => set,
            _ => self.units_around(p, side, hex).without(set),
        };
        self.push_react(p, trigger, cause, hex, units, last);
    }

    /// After a step of a force in hand: into a zone, or on in the zone of the same force (12.1b, 12.1d).
    pub(crate) fn push_reactions_to_step(&self, p: &mut Position, f: &Act, from: Hex) {
        let Some(first) = f.units.first() else { return };
        let side = enemy(self.side_of(first));
        let units = self.units_around(p, side, f.hex);
        let within = units.without(self.units_around(p, side, from)).is_empty();
        let trigger = if within { Trigger::Within } else { Trigger::Enters };
        self.push_react(p, trigger, f.units, f.hex, units, false);
    }

    /// Before a force leaves a zone for a hex outside it (12.1c).
    pub(crate) fn push_reactions_to_leaving(&self, p: &mut Position, f: &Act, to: Hex) {
        let Some(first) = f.units.first() else { return };
        let side = enemy(self.side_of(first));
        // in whose zone it stays: one reaction, after the step (12.1d)
        let units = self.units_around(p, side, f.hex).without(self.units_around(p, side, to));
        self.push_react(p, Trigger::Leaves, f.units, f.hex, units, false);
    }

    pub(crate) fn push_react(
        &self,
        p: &mut Position,
        trigger: Trigger,
        cause: UnitSet,
        hex: Hex,
        concerned: UnitSet,
        last: bool,
    ) {
        let (Some(first), Some(one)) = (cause.first(), concerned.first()) else { return };
        let todo = concerned
            .iter()
            .filter_map(|u| self.bit_of(hex, p.unit(u).hex, self.arm(u)))
            .fold(0, |bits, b| bits | 1 << b);
        p.push(React {
            trigger,
            side: self.side_of(one),
            hex,
            cause,
            cause_hex: p.unit(first).hex,
            todo,
            concerned,
            stage: ReactStage::Choose,
            units: UnitSet::EMPTY,
            last,
        });
    }

    /// Where the force of a bit stands, and its units: all of the arm in the hex that the event
    /// concerns, whatever their formation; those in March only when fired at (12c, R13).
    pub fn reacting_force(&self, p: &Position, f: &React, bit: u8) -> (Hex, UnitSet) {
        let hex = if bit / 3 == HERE { f.hex } else { self.map.neighbour(f.hex, bit / 3) };
        if hex.is_none() {
            return (hex, UnitSet::EMPTY);
        }
        (hex, p.in_hex(hex).and(f.concerned).iter().filter(|u| self.arm(*u) == arm_of(bit)).collect())
    }

    /// The bit of a force in a hex for an event in another, or in the same.
    fn bit_of(&self, event: Hex, hex: Hex, arm: Arm) -> Option<u8> {
        let place = if hex == event { HERE } else { self.map.direction(event, hex)? };
        Some(bit(place, arm))
    }

    /// The cause as it still stands where it was.
    fn cause(&self, p: &Position, f: &React) -> UnitSet {
        f.cause.iter().filter(|u| p.unit(*u).place == Place::Map && p.unit(*u).hex == f.cause_hex).collect()
    }

    /// What a reaction answers, for the key of a standing answer: a charge is another matter than a
    /// force that comes near.
    fn cause_words(&self, p: &Position, f: &React) -> &'static str {
        let charge =
            |frame: &Frame| matches!(frame, Frame::Act(a) if a.mode == Mode::Charge && a.units == f.cause);
        match f.trigger {
            _ if p.stack.iter().any(charge) => "a charge",
            Trigger::Fired => "fire",
            Trigger::Enters => "an approach",
            Trigger::Leaves => "a departure",
            Trigger::Within => "a move in the zone",
            Trigger::Advances => "an advance",
            Trigger::FallsBack => "a retreat",
        }
    }
}

// ---- what a force may do (12.2) ------------------------------------------------------------

impl Procedure<React> for Battle {
    const FIGHT: bool = true;

    fn ask(&self, p: &Position, f: &React, viewer: Viewer) -> Asked {
        let name = self.names_to(p, viewer, f.cause);
        let hex = self.hex_words(f.hex);
        let event = match f.trigger {
            Trigger::Fired => format!("{name} [has|have] fired at your units in {hex}"),
            Trigger::Enters => format!("{name} [has|have] come to {hex}"),
            Trigger::Leaves => format!("{name} [is|are] about to leave {hex}"),
            Trigger::Within => format!("{name} [moves|move] on in your zone of reaction to {hex}"),
            Trigger::Advances => format!("{name} [has|have] advanced to {hex}"),
            Trigger::FallsBack => format!("{name} [falls|fall] back through {hex}"),
        };
        let forces = (0..21u8).filter(|bit| f.todo >> bit & 1 != 0);
        let forces: Vec<(Hex, UnitSet)> = forces.map(|bit| self.reacting_force(p, f, bit)).collect();
        let units = forces.iter().fold(UnitSet::EMPTY, |all, (_, units)| all.with(*units));
        Asked::heard(
            "react",
            f.trigger.rule(),
            format!("{}. How do you react?", agree(&event, f.cause.count() > 1)),
            format!("may react to {name} in {hex}."),
        )
        .at([f.hex, f.cause_hex])
        .at(forces.iter().filter(|(_, units)| !units.is_empty()).map(|(hex, _)| *hex))
        .of(units)
        .standing(format!("reaction to {} by {}", self.cause_words(p, f), self.own(units)))
    }

    fn options(&self, p: &Position, f: &React, _: Seat, out: &mut Vec<Action>) {
        for bit in (0..21u8).filter(|b| f.todo >> b & 1 != 0) {
            let (hex, units) = self.reacting_force(p, f, bit);
            if units.is_empty() {
                continue;
            }
            let arm = arm_of(bit);
            let simple = [
                Reaction::Fire,
                Reaction::Counterattack,
                Reaction::Countercharge,
                Reaction::Square,
                Reaction::Withdraw,
                Reaction::Reform,
            ];
            for what in simple.into_iter().chain((0..6).map(Reaction::Face)) {
                if self.check_reaction(p, f, units, what).is_ok() {
                    out.push(Action::React { hex, arm, what });
                }
            }
        }
        out.push(Action::NoReaction);
    }

    fn check(&self, p: &Position, f: &React, _: Seat, action: Action) -> Result<(), No> {
        let (hex, arm, what) = match action {
            Action::NoReaction => return Ok(()),
            Action::React { hex, arm, what } => (hex, arm, what),
            _ => return Err(No(rule::R12_1_3, "Reactions are resolved before anything else goes on.")),
        };
        let bit = self.bit_of(f.hex, hex, arm).filter(|b| !self.reacting_force(p, f, *b).1.is_empty());
        let Some(bit) = bit else { return Err(self.not_concerned(p, f, hex)) };
        No::when(f.todo >> bit & 1 == 0, rule::R12_1_2, "A force makes one reaction to one event.")?;
        let (_, units) = self.reacting_force(p, f, bit);
        self.check_reaction(p, f, units, what)
    }

    fn offer(&self, p: &Position, f: &React, seat: Seat, action: Action) -> Offer {
        match action {
            Action::React { hex, arm, what } => self.offer_reaction(p, f, hex, arm, what),
            Action::NoReaction => Offer::new(rule::R12a, "No more reactions"),
            _ => self.common_offer(p, seat, action),
        }
    }

    fn play(&self, p: &mut Position, mut f: React, _: Seat, action: Action, log: &mut Log) {
        let Action::React { hex, arm, what } = action else {
            f.stage = ReactStage::Done;
            return p.set_top(f);
        };
        let bit = self.bit_of(f.hex, hex, arm).unwrap_or(0);
        let (_, units) = self.reacting_force(p, &f, bit);
        f.todo &= !(1 << bit);
        f.units = units;
        if !self.switches.exit_reactions_are_extra && what != Reaction::Reform {
            // who reacts otherwise changes no order (C 11.3): whoever is left here at the end and has reacted does
            f.concerned = f.concerned.without(units);
        }
        f.stage = match what {
            Reaction::Counterattack => ReactStage::Counterattack,
            Reaction::Countercharge => ReactStage::Countercharge,
            Reaction::Square => ReactStage::Square,
            Reaction::Withdraw => ReactStage::Withdraw,
            Reaction::Face(_) | Reaction::Fire | Reaction::Reform => ReactStage::Choose,
        };
        p.set_top(f);
        match what {
            Reaction::Face(dir) => {
                p.face_hex(hex, dir);
                p.stir(units);
                log.say(|| {
                    self.say(p, "react", rule::R12_2_1, "{} [turns|turn] to face {}.")
                        .units(units)
                        .with(self.map.dir_names()[dir as usize])
                });
                self.push_check(p, units, CheckKind::Facing, 0, Hex::NONE);
            }
            Reaction::Fire => {
                let firers = self.reaction_firers(p, units);
                // one force of a stack that falls back: its guns only where nobody else is left (9c)
                let cause = self.cause(p, &f);
                let men: UnitSet = cause.iter().filter(|u| !self.is_gun(*u)).collect();
                let target = if men.is_empty() { cause } else { men };
                let others = p.in_hex(f.cause_hex).without(target);
                if !others.is_empty() {
                    log.say(|| {
                        self.say(p, "react", rule::R12_1_1, "{} in the same hex [is|are] not fired at.")
                            .units(others)
                    });
                }
                let fire = self.new_fire(p, firers, target, f.cause_hex);
                self.begin_fire(p, Fire { reaction: true, last: f.last, ..fire }, log);
            }
            Reaction::Counterattack | Reaction::Countercharge => {
                log.say(|| {
                    let words = match what {
                        Reaction::Countercharge => "{} [wants|want] to countercharge.",
                        _ => "{} [wants|want] to counterattack.",
                    };
                    self.say(p, "react", rule::R12_2_3, words).units(units)
                });
                self.push_check(p, units, CheckKind::Counter, 0, Hex::NONE);
            }
            Reaction::Square => {
                log.say(|| self.say(p, "react", rule::R8_6_2, "{} [tries|try] to form square.").units(units));
                self.push_check(p, units, CheckKind::Square, 0, Hex::NONE);
            }
            Reaction::Withdraw => {
                let cause = self.cause(p, &f);
                let difference = (self.ma_of(cause) / 4) as i8 - (self.ma_of(units) / 4) as i8;
                log.say(|| {
                    self.say(p, "react", rule::R8_8_4, "{} [withdraws|withdraw] before the enemy.")
                        .units(units)
                });
                let drm = difference + self.charts.check.reaction_withdrawal_extra;
                self.push_check(p, units, CheckKind::Withdraw, drm, Hex::NONE);
            }
            Reaction::Reform => {}
        }
    }

    fn run(&self, p: &mut Position, mut f: React, log: &mut Log) {
        match f.stage {
            ReactStage::Choose => {
                let mut options = Vec::new();
                if !self.cause(p, &f).is_empty() {
                    self.options(p, &f, Seat(f.side), &mut options);
                }
                if options.len() > 1 {
                    return p.decide(f.side);
                }
                f.stage = ReactStage::Done;
                p.set_top(f);
            }
            ReactStage::Done if self.switches.exit_reactions_are_extra => {
                p.set_top(Extras { side: f.side, units: f.concerned });
            }
            ReactStage::Done => {
                p.pop();
                let forces = (0..21u8).filter(|bit| f.todo >> bit & 1 == 0);
                let reforming: UnitSet = forces.flat_map(|bit| self.reacting_force(p, &f, bit).1).collect();
                self.reform_all(p, reforming, log);
            }
            ReactStage::Counterattack | ReactStage::Countercharge => {
                let bold = f.units.without(p.returned.failed);
                let charge = f.stage == ReactStage::Countercharge;
                if bold.is_empty() || self.cause(p, &f).is_empty() {
                    f.stage = ReactStage::Choose;
                    return p.set_top(f);
                }
                f.units = bold;
                p.stir(bold);
                f.stage = if charge { ReactStage::CounterOver } else { ReactStage::Choose };
                p.set_top(f);
                let from = bold.first().map_or(Hex::NONE, |u| p.unit(u).hex);
                if f.trigger == Trigger::FallsBack {
                    self.stop_retreat(p);
                }
                self.push_shift_after_counterattack(p, enemy(f.side), f.cause_hex);
                let kind = if charge { CombatKind::Countercharge } else { CombatKind::Counterattack };
                self.begin_combat(
                    p,
                    Combat { last: f.last, ..Combat::new(kind, bold, from, f.cause_hex) },
                    log,
                );
            }
            ReactStage::CounterOver => {
                f.stage = ReactStage::Choose;
                p.set_top(f);
                let riders = f.units;
                if riders.is_empty() {
                    return;
                }
                let against_charge = p.state.stack.iter_mut().rev().find_map(|frame| match frame {
                    Frame::Act(a) if a.mode == Mode::Charge => Some(a),
                    _ => None,
                });
                if let (Some(act), false) = (against_charge, f.trigger == Trigger::FallsBack) {
                    // both are exhausted; they move when the charge is over, the charger first (10.4.1)
                    act.counter = act.counter.with(riders);
                    self.tire(p, riders);
                    log.say(|| {
                        self.say(p, "exhausted", rule::R10_4_1, "{} [is|are] exhausted.").units(riders)
                    });
                } else {
                    self.exhaust(p, riders, true, log);
                }
            }
            ReactStage::Square => {
                f.stage = ReactStage::Choose;
                p.set_top(f);
                if p.returned.failed.is_empty() && !f.units.is_empty() {
                    for unit in f.units {
                        self.set_march(p, unit, false);
                        p.unit_mut(unit).square = true;
                    }
                    log.say(|| {
                        self.say(p, "square", rule::R12_2_5a, "{} [forms|form] square.").units(f.units)
                    });
                }
            }
            ReactStage::Withdraw => {
                f.stage = ReactStage::Choose;
                p.set_top(f);
                let units: UnitSet = f.units.iter().filter(|u| p.unit(*u).place == Place::Map).collect();
                if let Some(first) = units.first() {
                    self.push_shift_after_withdrawal(p, enemy(f.side), p.unit(first).hex);
                    let retreat = self.new_retreat(p, RetreatKind::Reaction, units);
                    self.begin_retreat(p, Retreat { away: f.cause_hex, last: f.last, ..retreat }, log);
                }
            }
        }
    }
}

impl Battle {
    fn not_concerned(&self, p: &Position, f: &React, hex: Hex) -> No {
        if f.trigger != Trigger::Fired && p.in_hex(hex).iter().any(|u| p.unit(u).march) {
            return No(rule::R12c, "Units in March react only to fire.");
        }
        No(f.trigger.rule(), "This force has nothing to react to.")
    }

    fn check_reaction(&self, p: &Position, f: &React, units: UnitSet, what: Reaction) -> Result<(), No> {
        let Some(first) = units.first() else { return Err(No(rule::R12_2, "Nobody is left to react.")) };
        let arm = self.arm(first);
        let u = p.unit(first);
        let square = units.iter().any(|u| self.in_square(p, u));
        match what {
            Reaction::Face(dir) => {
                No::when(square, rule::R12_2_1, "A square has no need to turn.")?;
                No::when(u.facing == dir, rule::R12_2_1, "It faces that way already.")
            }
            Reaction::Fire => {
                No::when(arm == Arm::Cavalry, rule::R9_2_3b, "Cavalry never fires.")?;
                let words = "Limbered artillery cannot fire.";
                No::when(arm == Arm::Artillery && units.iter().all(|u| p.unit(u).march), rule::R8_4a, words)?;
                let firers = self.reaction_firers(p, units);
                No::when(firers.is_empty(), rule::R9_4_3b, "It is out of ammunition.")?;
                firers.iter().try_for_each(|u| self.check_aim(p, u, f.cause_hex))
            }
            Reaction::Counterattack | Reaction::Countercharge => {
                let charge = what == Reaction::Countercharge;
                let allowed = match arm {
                    Arm::Infantry => self.switches.counterattack_infantry && !charge,
                    Arm::Cavalry => self.switches.counterattack_cavalry,
                    Arm::Artillery => false,
                };
                No::when(!allowed, rule::R12_2_3, "This kind of force cannot do that.")?;
                No::when(square, rule::R8_6_1, "A square cannot attack.")?;
                let Some(dir) = self.map.direction(u.hex, f.cause_hex) else {
                    return Err(No(rule::R12_2_3, "The enemy is not beside it."));
                };
                if self.contact_cost(first, u.hex, dir, u.march) >= crate::battle::NO as u16 {
                    return Err(No(rule::R14_1a, "The ground between is impassable."));
                }
                if charge {
                    let words = "Exhausted cavalry cannot countercharge.";
                    No::when(units.iter().any(|u| p.unit(u).exhausted), rule::R10_4, words)?;
                    if !hexmap::is_front(u.facing, dir) && !self.all_round(u.hex) {
                        return Err(No(rule::R12_2_4, "A countercharge goes into a front hex."));
                    }
                    let words = "A charge needs clear ground.";
                    No::when(self.charge_mask[u.hex.index()] >> dir & 1 == 0, rule::R10_1_1, words)?;
                }
                Ok(())
            }
            Reaction::Square => {
                No::when(arm != Arm::Infantry, rule::R12_2_5a, "Only infantry forms square.")?;
                let words = "Disorganized units cannot form square.";
                No::when(units.iter().any(|u| p.unit(u).status == 3), rule::R8_6_3, words)?;
                No::when(units.iter().all(|u| p.unit(u).square), rule::R12_2_5a, "It is in square already.")?;
                self.check_deploys(p, units)
            }
            Reaction::Withdraw => {
                let unlimbered = arm == Arm::Artillery && units.iter().any(|u| !p.unit(u).march);
                if unlimbered && !self.switches.reaction_withdrawal_unlimbered_artillery {
                    return Err(No(rule::R12_2_6, "Unlimbered artillery cannot withdraw in reaction."));
                }
                No::when(square, rule::R8_6_1, "A square cannot move.")?;
                let words = "There is no hex to withdraw to.";
                No::when(!self.can_withdraw_from(p, units, f.cause_hex), rule::R12_2_6, words)
            }
            Reaction::Reform => {
                let words = "It may change its order besides another reaction.";
                No::when(self.switches.exit_reactions_are_extra, rule::R12b, words)?;
                let words = "There is no such order to change.";
                No::when(units.iter().all(|u| self.exit_of(p, u).is_none()), rule::custoza::R11_5_6, words)
            }
        }
    }

    fn offer_reaction(&self, p: &Position, f: &React, hex: Hex, arm: Arm, what: Reaction) -> Offer {
        let units: UnitSet = p.in_hex(hex).iter().filter(|u| self.arm(*u) == arm).collect();
        let (name, place, enemy) = (self.own(units), self.hex_words(hex), self.hex_words(f.cause_hex));
        let (rule, text) = match what {
            Reaction::Face(dir) => (
                rule::R12_2_1,
                format!(
                    "React: {name} in {place} [turns|turn] to face {} (cohesion check)",
                    self.map.dir_name(dir)
                ),
            ),
            Reaction::Fire => {
                (rule::R12_2_2, format!("React: {name} in {place} [fires|fire] at the enemy in {enemy}"))
            }
            Reaction::Counterattack => (
                rule::R12_2_3,
                format!(
                    "React: {name} in {place} [counterattacks|counterattack] {enemy} (cohesion check first)"
                ),
            ),
            Reaction::Countercharge => (
                rule::R12_2_4,
                format!(
                    "React: {name} in {place} [countercharges|countercharge] {enemy} (cohesion check first)"
                ),
            ),
            Reaction::Square => (
                rule::R12_2_5a,
                format!("React: {name} in {place} [tries|try] to form square (cohesion check)"),
            ),
            Reaction::Withdraw => (
                rule::R12_2_6,
                format!("React: {name} in {place} [withdraws|withdraw] a hex (cohesion check)"),
            ),
            Reaction::Reform => {
                let exit = units.iter().find_map(|u| self.exit_of(p, u)).unwrap_or(Extra::LeaveMarch);
                let text = match exit {
                    Extra::LeaveMarch => {
                        format!("React: {name} in {place} [leaves|leave] March Movement, and nothing else")
                    }
                    Extra::LeaveSquare => {
                        format!("React: {name} in {place} [leaves|leave] square, and nothing else")
                    }
                    Extra::Limber => format!("React: {name} in {place} [limbers|limber], and nothing else"),
                    Extra::Unlimber => {
                        format!("React: {name} in {place} [unlimbers|unlimber], and nothing else")
                    }
                };
                (rule::custoza::R11_5_6, text)
            }
        };
        Offer::new(rule, text).at(hex).by(units).under(format!("{name} in {place}")).with_forecast()
    }

    /// The units of a reacting force that can fire.
    fn reaction_firers(&self, p: &Position, units: UnitSet) -> UnitSet {
        units
            .iter()
            .filter(|u| p.unit(*u).ammo != Ammo::Out && !(self.is_gun(*u) && p.unit(*u).march))
            .collect()
    }
}

// ---- what is free afterwards (12b, R34) ------------------------------------------------------

impl Procedure<Extras> for Battle {
    const FIGHT: bool = true;

    fn ask(&self, p: &Position, f: &Extras, viewer: Viewer) -> Asked {
        let name = self.names_to(p, viewer, f.units);
        let you = format!("{name} may leave March or Square, limber or unlimber.");
        Asked::heard("extras", rule::R12b, you, "may leave March or Square, limber or unlimber.")
            .at(self.hexes_of(p, f.units))
            .of(f.units)
            .standing(format!("changes of {}", self.own(f.units)))
    }

    fn options(&self, p: &Position, f: &Extras, _: Seat, out: &mut Vec<Action>) {
        for unit in f.units {
            for what in [Extra::LeaveMarch, Extra::LeaveSquare, Extra::Limber, Extra::Unlimber] {
                if self.check_extra(p, unit, what).is_ok() {
                    out.push(Action::Extra { unit, what });
                }
            }
        }
        out.push(Action::Done);
    }

    fn check(&self, p: &Position, f: &Extras, _: Seat, action: Action) -> Result<(), No> {
        match action {
            Action::Done => Ok(()),
            Action::Extra { unit, what } if f.units.has(unit) => self.check_extra(p, unit, what),
            _ => Err(No(
                rule::R12b,
                "Only the forces concerned may leave March or Square, limber or unlimber now.",
            )),
        }
    }

    fn offer(&self, p: &Position, _: &Extras, seat: Seat, action: Action) -> Offer {
        let (unit, what) = match action {
            Action::Extra { unit, what } => (unit, what),
            Action::Done => return Offer::new(rule::R12b, "Change nothing more"),
            _ => return self.common_offer(p, seat, action),
        };
        let (verb, rule) = match what {
            Extra::LeaveMarch => ("leaves March Movement", rule::R8_3_6),
            Extra::LeaveSquare => ("leaves square", rule::R12_2_5b),
            Extra::Limber => ("limbers", rule::R12b),
            Extra::Unlimber => ("unlimbers", rule::R12b),
        };
        self.offer_to_unit(p, rule, unit, verb).under(self.unit_name(unit))
    }

    fn play(&self, p: &mut Position, mut f: Extras, _: Seat, action: Action, log: &mut Log) {
        let Action::Extra { unit, what } = action else { return p.pop() };
        let changed = self.reform(p, f.units, unit, what, log);
        f.units = f.units.without(changed);
        p.set_top(f);
    }

    fn run(&self, p: &mut Position, f: Extras, _: &mut Log) {
        let mut options = Vec::new();
        self.options(p, &f, Seat(f.side), &mut options);
        if options.len() > 1 { p.decide(f.side) } else { p.pop() }
    }
}

impl Battle {
    /// Everybody who chose it leaves March or Square, limbers or unlimbers, now that the event is over (C 11.5.6).
    fn reform_all(&self, p: &mut Position, mut units: UnitSet, log: &mut Log) {
        while let Some(unit) = units.first() {
            units.remove(unit);
            if let Some(what) = self.exit_of(p, unit) {
                units = units.without(self.reform(p, units.with(UnitSet::one(unit)), unit, what, log));
            }
        }
    }

    /// The order that a unit could change; there is never more than one.
    pub fn exit_of(&self, p: &Position, unit: UnitId) -> Option<Extra> {
        let all = [Extra::LeaveMarch, Extra::LeaveSquare, Extra::Limber, Extra::Unlimber];
        all.into_iter().find(|what| self.check_extra(p, unit, *what).is_ok())
    }

    /// A unit of some changes its order. Answers who else does with it.
    fn reform(&self, p: &mut Position, of: UnitSet, unit: UnitId, what: Extra, log: &mut Log) -> UnitSet {
        let mut units = UnitSet::one(unit);
        match what {
            Extra::LeaveMarch | Extra::Unlimber => self.set_march(p, unit, false),
            Extra::Limber => self.set_march(p, unit, true),
            Extra::LeaveSquare => {
                // a square breaks up as a whole
                units =
                    of.iter().filter(|u| p.unit(*u).square && p.unit(*u).hex == p.unit(unit).hex).collect();
                for u in units {
                    p.unit_mut(u).square = false;
                }
            }
        }
        log.say(|| {
            let (word, rule) = match what {
                Extra::LeaveMarch => ("{} [leaves|leave] March Movement.", rule::R8_3_6),
                Extra::LeaveSquare => ("{} [leaves|leave] square.", rule::R12_2_5b),
                Extra::Limber => ("{} [limbers|limber].", rule::R12b),
                Extra::Unlimber => ("{} [unlimbers|unlimber].", rule::R12b),
            };
            self.say(p, "extra", rule, word).units(units)
        });
        units
    }

    fn check_extra(&self, p: &Position, unit: UnitId, what: Extra) -> Result<(), No> {
        let u = p.unit(unit);
        let gun = self.is_gun(unit);
        let deploys = || self.check_deploys(p, UnitSet::one(unit)).is_ok();
        let fine = u.place == Place::Map
            && match what {
                // in a hex that is too full only March keeps it there (6.3.1)
                Extra::LeaveMarch => {
                    u.march && !gun && deploys() && self.check_stacking(p, u.hex, UnitSet::EMPTY).is_ok()
                }
                Extra::LeaveSquare => u.square,
                // guns inside a square stay there while it stands (8.6.1)
                Extra::Limber => gun && !u.march && !self.in_square(p, unit),
                Extra::Unlimber => {
                    gun && u.march && deploys() && self.check_stacking(p, u.hex, UnitSet::EMPTY).is_ok()
                }
            };
        if fine { Ok(()) } else { Err(No(rule::R12b, "There is no such order to change.")) }
    }
}
