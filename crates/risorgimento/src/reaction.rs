//! Chapter 12: reactions. What triggers them, who may react and how, and what is free afterwards.

use crate::action::{Action, Extra, Reaction};
use crate::battle::Battle;
use crate::flow::{Act, CheckKind, CombatKind, Extras, Frame, Mode, React, ReactStage, RetreatKind, Trigger};
use crate::model::{Arm, UnitId};
use crate::position::{Ammo, Place, Position, UnitSet, enemy};
use crate::refusal::No;
use crate::rule;
use hexmap::{Dir, Hex};
use kernel::{Citation, Log};

/// The bits of the force in `hex` itself follow those of its six neighbours.
const HERE: u8 = 6;

fn bit(place: u8, arm: Arm) -> u8 {
    place * 3 + arm as u8
}

fn arm_of(bit: u8) -> Arm {
    [Arm::Infantry, Arm::Cavalry, Arm::Artillery][bit as usize % 3]
}

impl Battle {
    /// Whether a unit's zone of reaction covers its neighbour in a direction (3a, 3b).
    pub(crate) fn covers(&self, p: &Position, unit: UnitId, dir: Dir) -> bool {
        let u = p.unit(unit);
        !u.march && self.zone_mask[self.arm(unit) as usize][u.hex.index()] >> dir & 1 != 0
    }

    /// Forces of a side whose zone covers the hex, as bits.
    fn forces_around(&self, p: &Position, side: u8, hex: Hex, except: UnitSet) -> u32 {
        let mut bits = 0;
        for dir in 0..6u8 {
            let n = self.map.neighbour(hex, dir);
            if n.is_none() || !p.holds(self, side, n) {
                continue;
            }
            for unit in p.in_hex(n).without(except) {
                if self.covers(p, unit, (dir + 3) % 6) {
                    bits |= 1 << bit(dir, self.arm(unit));
                }
            }
        }
        bits
    }

    /// Asks the other side for reactions, if any of its forces may make one. `set`: the target force of
    /// a fire, or the units that fought and do not react.
    pub(crate) fn push_reactions(&self, p: &mut Position, trigger: Trigger, cause: UnitSet, hex: Hex, set: UnitSet, last: bool) {
        let Some(first) = cause.first() else { return };
        let side = enemy(self.side_of(first));
        let todo = match trigger {
            Trigger::Fired => set.iter().fold(0u32, |bits, u| bits | 1 << bit(HERE, self.arm(u))),
            _ => {
                if !p.zone(side, hex) {
                    return;
                }
                self.forces_around(p, side, hex, set)
            }
        };
        self.push_react(p, trigger, side, cause, hex, todo, last);
    }

    /// Before a force leaves a zone for a hex outside it (12.1c).
    pub(crate) fn push_reactions_to_leaving(&self, p: &mut Position, f: &Act, to: Hex) {
        let Some(first) = f.units.first() else { return };
        let side = enemy(self.side_of(first));
        if !p.zone(side, f.hex) {
            return;
        }
        let mut todo = self.forces_around(p, side, f.hex, UnitSet::EMPTY);
        for place in 0..6u8 {
            let n = self.map.neighbour(f.hex, place);
            if n.is_none() {
                continue;
            }
            let Some(dir) = self.map.direction(n, to) else { continue };
            for unit in p.in_hex(n) {
                // it stays in this force's zone: one reaction, after the step (12.1d)
                if self.covers(p, unit, dir) {
                    todo &= !(1 << bit(place, self.arm(unit)));
                }
            }
        }
        self.push_react(p, Trigger::Leaves, side, f.units, f.hex, todo, false);
    }

    #[allow(clippy::too_many_arguments)]
    fn push_react(&self, p: &mut Position, trigger: Trigger, side: u8, cause: UnitSet, hex: Hex, todo: u32, last: bool) {
        if todo == 0 {
            return;
        }
        let cause_hex = cause.first().map_or(Hex::NONE, |u| p.unit(u).hex);
        p.push(Frame::React(React {
            trigger,
            side,
            hex,
            cause,
            cause_hex,
            todo,
            seen: todo,
            stage: ReactStage::Choose,
            bit: 0,
            units: UnitSet::EMPTY,
            last,
        }));
    }

    /// Where the force of a bit stands, and its units: all of the arm in the hex, whatever their
    /// formation; those in March only when fired at (12c, R13).
    pub(crate) fn reacting_force(&self, p: &Position, f: &React, bit: u8) -> (Hex, UnitSet) {
        let hex = if bit / 3 == HERE { f.hex } else { self.map.neighbour(f.hex, bit / 3) };
        let units = p
            .in_hex(hex)
            .iter()
            .filter(|u| self.arm(*u) == arm_of(bit) && self.side_of(*u) == f.side)
            .filter(|u| f.trigger == Trigger::Fired || !p.unit(*u).march)
            .collect();
        (hex, units)
    }

    fn bit_of(&self, f: &React, hex: Hex, arm: Arm) -> Option<u8> {
        let place = if hex == f.hex { HERE } else { self.map.direction(f.hex, hex)? };
        Some(bit(place, arm))
    }

    /// The cause as it still stands where it was.
    fn cause(&self, p: &Position, f: &React) -> UnitSet {
        f.cause.iter().filter(|u| p.unit(*u).place == Place::Map && p.unit(*u).hex == f.cause_hex).collect()
    }

    pub(crate) fn run_react(&self, p: &mut Position, f: React, log: &mut Log) {
        let mut f = f;
        match f.stage {
            ReactStage::Choose => {
                let mut options = Vec::new();
                if !self.cause(p, &f).is_empty() {
                    self.legal_react(p, &f, &mut options);
                }
                if options.len() > 1 {
                    return p.decide(f.side);
                }
                f.stage = ReactStage::Done;
                p.set_top(Frame::React(f));
            }
            ReactStage::Done => {
                p.pop();
                let bits = (0..21u8).filter(|b| f.seen >> b & 1 != 0);
                let units = bits.map(|b| self.reacting_force(p, &f, b).1).fold(UnitSet::EMPTY, UnitSet::with);
                p.push(Frame::Extras(Extras { side: f.side, units }));
            }
            ReactStage::Counterattack | ReactStage::Countercharge => {
                let bold = f.units.without(p.returned.failed);
                let charge = f.stage == ReactStage::Countercharge;
                if bold.is_empty() || self.cause(p, &f).is_empty() {
                    f.stage = ReactStage::Choose;
                    return p.set_top(Frame::React(f));
                }
                f.units = bold;
                f.stage = if charge { ReactStage::CounterOver } else { ReactStage::Choose };
                p.set_top(Frame::React(f));
                let from = bold.first().map_or(Hex::NONE, |u| p.unit(u).hex);
                if f.trigger == Trigger::FallsBack {
                    self.stop_retreat(p);
                }
                let kind = if charge { CombatKind::Countercharge } else { CombatKind::Counterattack };
                self.begin_combat(p, kind, bold, from, f.cause_hex, f.last, log);
            }
            ReactStage::CounterOver => {
                f.stage = ReactStage::Choose;
                p.set_top(Frame::React(f));
                let riders = f.units;
                let against_charge = p.state.stack.iter_mut().rev().find_map(|frame| match frame {
                    Frame::Act(a) if a.mode == Mode::Charge => Some(a),
                    _ => None,
                });
                if let (Some(act), false) = (against_charge, f.trigger == Trigger::FallsBack) {
                    // both are exhausted; they move when the charge is over, the charger first (10.4.1)
                    act.counter = act.counter.with(riders);
                    for unit in riders {
                        p.unit_mut(unit).exhausted = true;
                    }
                    log.say(|| self.of_units(p, "exhausted", rule::R10_4_1, riders).text(" is exhausted."));
                } else {
                    self.exhaust(p, riders, true, log);
                }
            }
            ReactStage::Square => {
                f.stage = ReactStage::Choose;
                p.set_top(Frame::React(f));
                if p.returned.failed.is_empty() && !f.units.is_empty() {
                    for unit in f.units {
                        self.set_march(p, unit, false);
                        p.unit_mut(unit).square = true;
                    }
                    log.say(|| self.of_units(p, "square", rule::R12_2_5a, f.units).text(" forms square."));
                }
            }
            ReactStage::Withdraw => {
                f.stage = ReactStage::Choose;
                p.set_top(Frame::React(f));
                let units: UnitSet = f.units.iter().filter(|u| p.unit(*u).place == Place::Map).collect();
                if !units.is_empty() {
                    self.begin_retreat(p, RetreatKind::Reaction, units, f.cause_hex, 1, UnitSet::EMPTY, f.last, log);
                }
            }
        }
    }

    // ---- what a force may do (12.2) ------------------------------------------------------------

    pub(crate) fn check_react(&self, p: &Position, f: &React, action: Action) -> Result<(), No> {
        let (hex, arm, what) = match action {
            Action::NoReaction => return Ok(()),
            Action::React { hex, arm, what } => (hex, arm, what),
            _ => return Err(No(rule::R12a, "A reaction is asked for.")),
        };
        let bit = self.bit_of(f, hex, arm).filter(|b| f.seen >> b & 1 != 0);
        let Some(bit) = bit else { return Err(No(trigger_rule(f.trigger), "This force has nothing to react to.")) };
        if f.todo >> bit & 1 == 0 {
            return Err(No(rule::R12_1_2, "A force makes one reaction to one event."));
        }
        let (_, units) = self.reacting_force(p, f, bit);
        self.check_reaction(p, f, units, what)
    }

    fn check_reaction(&self, p: &Position, f: &React, units: UnitSet, what: Reaction) -> Result<(), No> {
        let Some(first) = units.first() else { return Err(No(rule::R12_2, "Nobody is left to react.")) };
        let arm = self.arm(first);
        let u = p.unit(first);
        let square = units.iter().any(|u| p.unit(u).square);
        match what {
            Reaction::Face(dir) => {
                if square {
                    return Err(No(rule::R12_2_1, "A square has no need to turn."));
                }
                if u.facing == dir {
                    return Err(No(rule::R12_2_1, "It faces that way already."));
                }
                Ok(())
            }
            Reaction::Fire => {
                if arm == Arm::Cavalry {
                    return Err(No(rule::R9_2_3b, "Cavalry never fires."));
                }
                if arm == Arm::Artillery && units.iter().all(|u| p.unit(u).march) {
                    return Err(No(rule::R8_4a, "Limbered artillery cannot fire."));
                }
                let firers = self.reaction_firers(p, units);
                if firers.is_empty() {
                    return Err(No(rule::R9_4_3b, "It is out of ammunition."));
                }
                firers.iter().try_for_each(|u| self.check_aim(p, u, f.cause_hex))
            }
            Reaction::Counterattack | Reaction::Countercharge => {
                let charge = what == Reaction::Countercharge;
                let allowed = match arm {
                    Arm::Infantry => self.switches.counterattack_infantry && !charge,
                    Arm::Cavalry => self.switches.counterattack_cavalry,
                    Arm::Artillery => false,
                };
                if !allowed {
                    return Err(No(rule::R12_2_3, "This kind of force cannot do that."));
                }
                if square {
                    return Err(No(rule::R8_6_1, "A square cannot attack."));
                }
                let Some(dir) = self.map.direction(u.hex, f.cause_hex) else {
                    return Err(No(rule::R12_2_3, "The enemy is not beside it."));
                };
                if self.contact_cost(first, u.hex, dir) >= crate::battle::NO as u16 {
                    return Err(No(rule::R14_1a, "The ground between cannot be passed."));
                }
                if charge {
                    if units.iter().any(|u| p.unit(u).exhausted) {
                        return Err(No(rule::R10_4, "Exhausted cavalry cannot countercharge."));
                    }
                    if !hexmap::is_front(u.facing, dir) {
                        return Err(No(rule::R12_2_4, "A countercharge goes into a front hex."));
                    }
                    if self.charge_mask[u.hex.index()] >> dir & 1 == 0 {
                        return Err(No(rule::R10_1_1, "A charge needs clear ground."));
                    }
                }
                Ok(())
            }
            Reaction::Square => {
                if arm != Arm::Infantry {
                    return Err(No(rule::R12_2_5a, "Only infantry forms square."));
                }
                if units.iter().any(|u| p.unit(u).status == 3) {
                    return Err(No(rule::R8_6_3, "Disorganized units cannot form square."));
                }
                if units.iter().all(|u| p.unit(u).square) {
                    return Err(No(rule::R12_2_5a, "It is in square already."));
                }
                Ok(())
            }
            Reaction::Withdraw => {
                let unlimbered = arm == Arm::Artillery && units.iter().any(|u| !p.unit(u).march);
                if unlimbered && !self.switches.reaction_withdrawal_unlimbered_artillery {
                    return Err(No(rule::R12_2_6, "Unlimbered artillery cannot withdraw in reaction."));
                }
                if square {
                    return Err(No(rule::R8_6_1, "A square cannot move."));
                }
                if !self.can_withdraw_from(p, units, f.cause_hex) {
                    return Err(No(rule::R12_2_6, "There is no hex to withdraw to."));
                }
                Ok(())
            }
        }
    }

    /// The units of a reacting force that can fire.
    fn reaction_firers(&self, p: &Position, units: UnitSet) -> UnitSet {
        units
            .iter()
            .filter(|u| p.unit(*u).ammo != Ammo::Out && !(self.is_gun(*u) && p.unit(*u).march))
            .collect()
    }

    pub(crate) fn legal_react(&self, p: &Position, f: &React, out: &mut Vec<Action>) {
        for bit in (0..21u8).filter(|b| f.todo >> b & 1 != 0) {
            let (hex, units) = self.reacting_force(p, f, bit);
            if units.is_empty() {
                continue;
            }
            let arm = arm_of(bit);
            let simple = [Reaction::Fire, Reaction::Counterattack, Reaction::Countercharge, Reaction::Square, Reaction::Withdraw];
            for what in simple.into_iter().chain((0..6).map(Reaction::Face)) {
                if self.check_reaction(p, f, units, what).is_ok() {
                    out.push(Action::React { hex, arm, what });
                }
            }
        }
        out.push(Action::NoReaction);
    }

    pub(crate) fn apply_react(&self, p: &mut Position, f: React, action: Action, log: &mut Log) {
        let mut f = f;
        let Action::React { hex, arm, what } = action else {
            f.stage = ReactStage::Done;
            return p.set_top(Frame::React(f));
        };
        let bit = self.bit_of(&f, hex, arm).unwrap_or(0);
        let (_, units) = self.reacting_force(p, &f, bit);
        f.todo &= !(1 << bit);
        f.bit = bit;
        f.units = units;
        f.stage = match what {
            Reaction::Counterattack => ReactStage::Counterattack,
            Reaction::Countercharge => ReactStage::Countercharge,
            Reaction::Square => ReactStage::Square,
            Reaction::Withdraw => ReactStage::Withdraw,
            Reaction::Face(_) | Reaction::Fire => ReactStage::Choose,
        };
        p.set_top(Frame::React(f));
        match what {
            Reaction::Face(dir) => {
                p.face_hex(hex, dir);
                log.say(|| self.of_units(p, "react", rule::R12_2_1, units).words(format!(" turns to face {}.", self.map.dir_names()[dir as usize])));
                self.push_check(p, units, CheckKind::Facing, 0, Hex::NONE);
            }
            Reaction::Fire => {
                let firers = self.reaction_firers(p, units);
                let target = self.cause(p, &f);
                self.begin_fire(p, firers, target, f.cause_hex, false, true, f.last, log);
            }
            Reaction::Counterattack | Reaction::Countercharge => {
                log.say(|| self.of_units(p, "react", rule::R12_2_3, units).text(if what == Reaction::Countercharge { " wants to countercharge." } else { " wants to counterattack." }));
                self.push_check(p, units, CheckKind::Counter, 0, Hex::NONE);
            }
            Reaction::Square => {
                log.say(|| self.of_units(p, "react", rule::R12_2_5a, units).text(" tries to form square."));
                self.push_check(p, units, CheckKind::Square, 0, Hex::NONE);
            }
            Reaction::Withdraw => {
                let cause = self.cause(p, &f);
                let difference = (self.ma_of(cause) / 4) as i8 - (self.ma_of(units) / 4) as i8;
                log.say(|| self.of_units(p, "react", rule::R12_2_6, units).text(" withdraws before the enemy."));
                let drm = difference + self.charts.check.reaction_withdrawal_extra;
                self.push_check(p, units, CheckKind::Withdraw, drm, Hex::NONE);
            }
        }
    }

    // ---- what is free afterwards (12b, R34) ------------------------------------------------------

    fn check_extra(&self, p: &Position, unit: UnitId, what: Extra) -> Result<(), No> {
        let u = p.unit(unit);
        let gun = self.is_gun(unit);
        let fine = u.place == Place::Map
            && match what {
                // in a hex that is too full only March keeps it there (6.3.1)
                Extra::LeaveMarch => u.march && !gun && self.check_stacking(p, u.hex, UnitSet::EMPTY).is_ok(),
                Extra::LeaveSquare => u.square,
                Extra::Limber => gun && !u.march,
                Extra::Unlimber => gun && u.march && self.check_stacking(p, u.hex, UnitSet::EMPTY).is_ok(),
            };
        if fine { Ok(()) } else { Err(No(rule::R12b, "There is nothing of the kind to change.")) }
    }

    pub(crate) fn run_extras(&self, p: &mut Position, f: Extras) {
        let mut options = Vec::new();
        self.legal_extras(p, f, &mut options);
        if options.len() > 1 { p.decide(f.side) } else { p.pop() }
    }

    pub(crate) fn legal_extras(&self, p: &Position, f: Extras, out: &mut Vec<Action>) {
        for unit in f.units {
            for what in [Extra::LeaveMarch, Extra::LeaveSquare, Extra::Limber, Extra::Unlimber] {
                if self.check_extra(p, unit, what).is_ok() {
                    out.push(Action::Extra { unit, what });
                }
            }
        }
        out.push(Action::Done);
    }

    pub(crate) fn check_extras(&self, p: &Position, f: Extras, action: Action) -> Result<(), No> {
        match action {
            Action::Done => Ok(()),
            Action::Extra { unit, what } if f.units.has(unit) => self.check_extra(p, unit, what),
            _ => Err(No(rule::R12b, "Only the forces concerned may leave March or Square, limber or unlimber now.")),
        }
    }

    pub(crate) fn apply_extras(&self, p: &mut Position, f: Extras, action: Action, log: &mut Log) {
        let mut f = f;
        let Action::Extra { unit, what } = action else { return p.pop() };
        let mut units = UnitSet::one(unit);
        match what {
            Extra::LeaveMarch | Extra::Unlimber => self.set_march(p, unit, false),
            Extra::Limber => self.set_march(p, unit, true),
            Extra::LeaveSquare => {
                // a square breaks up as a whole
                units = f.units.iter().filter(|u| p.unit(*u).square && p.unit(*u).hex == p.unit(unit).hex).collect();
                for u in units {
                    p.unit_mut(u).square = false;
                }
            }
        }
        f.units = f.units.without(units);
        p.set_top(Frame::Extras(f));
        log.say(|| {
            let (word, rule) = match what {
                Extra::LeaveMarch => (" leaves March Movement.", rule::R8_3_6),
                Extra::LeaveSquare => (" leaves square.", rule::R12_2_5b),
                Extra::Limber => (" limbers.", rule::R12b),
                Extra::Unlimber => (" unlimbers.", rule::R12b),
            };
            self.of_units(p, "extra", rule, units).text(word)
        });
    }
}

pub(crate) fn trigger_rule(trigger: Trigger) -> Citation {
    match trigger {
        Trigger::Fired => rule::R12_1a,
        Trigger::Enters => rule::R12_1b,
        Trigger::Leaves => rule::R12_1c,
        Trigger::Within => rule::R12_1d,
        Trigger::Advances => rule::R12_1e,
        Trigger::FallsBack => rule::R11_3_6,
    }
}
