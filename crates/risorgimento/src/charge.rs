//! Chapter 10: charges. Paths, continuing, calling off, exhaustion and the movement after it.

use crate::action::Action;
use crate::battle::{Battle, NO};
use crate::command::with_buffer;
use crate::flow::{Act, ActStage, CheckKind, Combat, CombatKind, CombatStage, Fought, Frame, Mode};
use crate::model::{Arm, Class, UnitId};
use crate::position::{Did, Marker, MarkerKind, NOBODY, Place, Position, UnitSet, enemy};
use crate::refusal::No;
use crate::rule;
use hexmap::{Dir, Hex};
use kernel::Log;

impl Battle {
    /// The cost of one step of a charge, if it may be made: through the front, over clear ground, or
    /// along a road in March (10.1.1, 10.1.2).
    fn charge_step(&self, p: &Position, units: UnitSet, march: bool, facing: Dir, a: Hex, dir: Dir) -> Option<u8> {
        let b = self.map.neighbour(a, dir);
        let side = self.side_of(units.first()?);
        let foe = enemy(side);
        if b.is_none() || !hexmap::is_front(facing, dir) || p.holds(self, foe, b) {
            return None;
        }
        if p.zone(foe, b) && !self.own_marker(p, side, b) {
            return None;
        }
        if march {
            let cost = self.cost_by_road(a, dir);
            (cost != NO && self.road_free(p, b, units)).then_some(cost)
        } else if self.charge_mask[a.index()] >> dir & 1 != 0 && self.check_stacking(p, b, units).is_ok() {
            Some(self.cost_across(Class::Cavalry, a, dir))
        } else {
            None
        }
    }

    /// The cost of the final contact, under the same limits.
    fn charge_contact(&self, march: bool, facing: Dir, a: Hex, dir: Dir) -> Option<u8> {
        if !hexmap::is_front(facing, dir) {
            return None;
        }
        if march {
            Some(self.cost_by_road(a, dir)).filter(|c| *c != NO)
        } else {
            (self.charge_mask[a.index()] >> dir & 1 != 0).then(|| self.cost_across(Class::Cavalry, a, dir))
        }
    }

    /// Visits every state that a charge can reach until `visit` says so. True if it did.
    #[allow(clippy::too_many_arguments)]
    fn charge_reach(&self, p: &Position, units: UnitSet, march: bool, facing: Dir, hex: Hex, left: u8, visit: &mut dyn FnMut(Hex, Dir, u8) -> bool) -> bool {
        if march {
            if visit(hex, facing, left) {
                return true;
            }
            return (0..6u8).any(|dir| match self.charge_step(p, units, true, facing, hex, dir) {
                // on a road it faces the way it marches (8.3.3a)
                Some(cost) if cost <= left => {
                    self.charge_reach(p, units, true, dir, self.map.neighbour(hex, dir), left - cost, visit)
                }
                _ => false,
            });
        }
        with_buffer(|buffer| {
            hexmap::reach(&self.map, hex, left as u16, buffer, |a, dir, _| {
                self.charge_step(p, units, false, facing, a, dir).map(|c| c as u16)
            });
            buffer.reached().iter().any(|h| {
                let rest = left - buffer.cost(*h).map_or(0, |c| c as u8);
                visit(*h, facing, rest)
            })
        })
    }

    fn strikes(&self, p: &Position, side: u8, march: bool, facing: Dir, hex: Hex, left: u8, must_serve: bool) -> bool {
        p.markers.iter().any(|m| {
            m.hex == hex
                && m.kind == MarkerKind::Charge
                && !(must_serve && m.served)
                && self.has_target(p, side, *m)
                && self.charge_contact(march, facing, hex, m.dir).is_some_and(|c| c <= left)
        })
    }

    /// Whether a unit could charge a target through the marker hex as things stand (10.1, R82).
    pub(crate) fn could_charge(&self, p: &Position, unit: UnitId, marker: Marker) -> bool {
        let u = p.unit(unit);
        if self.arm(unit) != Arm::Cavalry || u.exhausted || u.place != Place::Map {
            return false;
        }
        let target = self.target_of(marker);
        let ma = self.army.units[unit as usize].ma * 4;
        let distance = self.map.distance(u.hex, target);
        if distance < 2 || distance > 9 || distance * 2 > ma || !self.line_of_sight(p, u.hex, target) {
            return false;
        }
        let units = UnitSet::one(unit);
        [u.march, !u.march].into_iter().any(|march| {
            // the marker is not on the map yet when it is declared: its hex may be entered all the same
            let reaches = |hex: Hex, facing: Dir, left: u8| {
                if hex == marker.hex {
                    return self.charge_contact(march, facing, hex, marker.dir).is_some_and(|c| c <= left);
                }
                let Some(dir) = self.map.direction(hex, marker.hex) else { return false };
                let Some(cost) = self.step_to_new_marker(p, units, march, facing, hex, dir) else { return false };
                let turned = if march { dir } else { facing };
                cost <= left
                    && self.charge_contact(march, turned, marker.hex, marker.dir).is_some_and(|c| c <= left - cost)
            };
            self.charge_reach(p, units, march, u.facing, u.hex, ma, &mut { reaches })
        })
    }

    fn step_to_new_marker(&self, p: &Position, units: UnitSet, march: bool, facing: Dir, a: Hex, dir: Dir) -> Option<u8> {
        let b = self.map.neighbour(a, dir);
        if !hexmap::is_front(facing, dir) || p.holds(self, enemy(self.side_of(units.first()?)), b) {
            return None;
        }
        if march {
            Some(self.cost_by_road(a, dir)).filter(|c| *c != NO && self.road_free(p, b, units))
        } else {
            let open = self.charge_mask[a.index()] >> dir & 1 != 0 && self.check_stacking(p, b, units).is_ok();
            open.then(|| self.cost_across(Class::Cavalry, a, dir))
        }
    }

    pub(crate) fn check_charge_start(&self, p: &Position, f: &Act) -> Result<(), No> {
        let Some(first) = f.units.first() else { return Err(No(rule::R10, "Nobody is left to charge.")) };
        if self.arm(first) != Arm::Cavalry {
            return Err(No(rule::R10, "Only cavalry charges."));
        }
        if f.units.iter().any(|u| p.unit(u).exhausted) {
            return Err(No(rule::R10, "Exhausted cavalry cannot charge."));
        }
        if f.entered > 0 || f.turned || f.mode != Mode::Ordinary || f.hex.is_none() {
            return Err(No(rule::R10_1_2, "A charge is the whole of an action and does not change facing."));
        }
        let side = self.side_of(first);
        let march = p.unit(first).march;
        let facing = p.unit(first).facing;
        let able = self.charge_reach(p, f.units, march, facing, f.hex, f.left, &mut |hex, facing, left| {
            self.strikes(p, side, march, facing, hex, left, f.must_serve)
                && p.markers.iter().any(|m| {
                    let target = self.target_of(*m);
                    m.hex == hex && self.map.distance(f.hex, target) >= 2 && self.line_of_sight(p, f.hex, target)
                })
        });
        if able { Ok(()) } else { Err(No(rule::R10_1a, "No Charge marker is within reach and sight through its front.")) }
    }

    fn charge_can_strike(&self, p: &Position, f: &Act, hex: Hex, facing: Dir, left: u8) -> bool {
        let Some(first) = f.units.first() else { return false };
        let (side, march) = (self.side_of(first), p.unit(first).march);
        self.charge_reach(p, f.units, march, facing, hex, left, &mut |h, d, l| self.strikes(p, side, march, d, h, l, false))
    }

    /// What a charging force may do.
    pub(crate) fn check_charging(&self, p: &Position, f: &Act, action: Action) -> Result<(), No> {
        let Some(first) = f.units.first() else { return Err(No(rule::R10, "Nobody is left to charge.")) };
        let (side, march, facing) = (self.side_of(first), p.unit(first).march, p.unit(first).facing);
        match action {
            Action::Step { dir, cross: false } => {
                if f.through {
                    return Err(No(rule::R10_2_3, "It can only go on through the square."));
                }
                if !hexmap::is_front(facing, dir) {
                    return Err(No(rule::R10_1_2, "A charge moves only through front hexes."));
                }
                let Some(cost) = self.charge_step(p, f.units, march, facing, f.hex, dir) else {
                    return Err(No(rule::R10_1_1, "The path of a charge must be clear, or a road in March."));
                };
                if cost > f.left {
                    return Err(No(rule::R10_1a, "The charge has no more movement points."));
                }
                let to = self.map.neighbour(f.hex, dir);
                let turned = if march { dir } else { facing };
                if !self.charge_can_strike(p, f, to, turned, f.left - cost) {
                    return Err(No(rule::R10_1a, "That way leads to no Charge marker."));
                }
                Ok(())
            }
            Action::Through { out } => self.check_through(p, f, out).map(|_| ()),
            Action::Assault | Action::CallOff => {
                if f.through || !self.strikes(p, side, march, facing, f.hex, f.left, false) {
                    return Err(No(rule::R10_1a, "There is no Charge marker with a target here."));
                }
                Ok(())
            }
            Action::Rotate { hex, dir } => self.check_rotate(p, hex, dir),
            Action::EndCharge => {
                let stuck = !f.through && !self.charge_can_strike(p, f, f.hex, facing, f.left);
                if f.fired || stuck {
                    Ok(())
                } else {
                    Err(No(rule::R10_2_2, "A charge is called off in the marker hex, by a cohesion check."))
                }
            }
            _ => Err(No(rule::R10_1_2, "A charging force only charges.")),
        }
    }

    /// Through the hex of an unbeaten square into a marker hex beyond it (10.2.3).
    fn check_through(&self, p: &Position, f: &Act, out: Dir) -> Result<u8, No> {
        const NONE: &str = "It may not ride through here.";
        let refuse = No(rule::R10_2_3, NONE);
        let first = f.units.first().ok_or(refuse)?;
        let (side, facing) = (self.side_of(first), p.unit(first).facing);
        let at = p.marker_at(f.hex).filter(|_| f.through).ok_or(refuse)?;
        let dir = p.markers[at].dir;
        let square = self.map.neighbour(f.hex, dir);
        let to = if square.is_none() { Hex::NONE } else { self.map.neighbour(square, out) };
        if to.is_none() || !hexmap::is_front(facing, out) || p.unit(first).march {
            return Err(refuse);
        }
        let clear = |h: Hex, d: Dir| self.charge_mask[h.index()] >> d & 1 != 0;
        if !clear(f.hex, dir) || !clear(square, out) || p.holds(self, enemy(side), to) {
            return Err(No(rule::R10_1_1, "The path of a charge must be clear."));
        }
        if !self.own_marker(p, side, to) || self.check_stacking(p, to, f.units).is_err() {
            return Err(No(rule::R10_2, "It must reach another Charge marker."));
        }
        let cost = self.cost_across(Class::Cavalry, f.hex, dir) + self.cost_across(Class::Cavalry, square, out);
        if cost > f.left || !self.strikes(p, side, false, facing, to, f.left - cost, false) {
            return Err(No(rule::R10_2, "It must reach another Charge marker."));
        }
        Ok(cost)
    }

    pub(crate) fn ride_through(&self, p: &mut Position, f: Act, out: Dir, log: &mut Log) {
        let mut f = f;
        let cost = self.check_through(p, &f, out).unwrap_or(f.left);
        let dir = p.marker_at(f.hex).map_or(0, |at| p.markers[at].dir);
        let to = self.map.neighbour(self.map.neighbour(f.hex, dir), out);
        f.left -= cost;
        f.hex = to;
        f.dir = out;
        f.through = false;
        f.entered += 2;
        f.stage = ActStage::Entered;
        p.set_top(Frame::Act(f));
        log.say(|| self.at(self.of_units(p, "charge", rule::R10_2_3, f.units).text(" rides through the square to "), to).text("."));
        self.move_units(p, f.units, to, false, log);
    }

    // ---- striking, calling off, going on -----------------------------------------------------

    /// Assault or charge from the marker hex in which the force stands.
    pub(crate) fn begin_assault(&self, p: &mut Position, f: Act, log: &mut Log) {
        let mut f = f;
        let Some(at) = p.marker_at(f.hex) else { return };
        let marker = p.markers[at];
        let target = self.target_of(marker);
        let charge = f.mode == Mode::Charge;
        let cost = f.units.iter().map(|u| self.contact_cost(u, f.hex, marker.dir)).max().unwrap_or(0);
        f.left = f.left.saturating_sub(cost.min(255) as u8);
        f.stage = ActStage::Fought;
        f.fired = true;
        p.set_top(Frame::Act(f));
        p.state.markers[at].served = true;
        for unit in f.units {
            p.unit_mut(unit).did = Did::Attacked;
        }
        let kind = if charge { CombatKind::Charge } else { CombatKind::Assault };
        self.begin_combat(p, kind, f.units, f.hex, target, false, log);
    }

    #[allow(clippy::too_many_arguments)]
    pub(crate) fn begin_combat(&self, p: &mut Position, kind: CombatKind, attackers: UnitSet, from: Hex, target: Hex, last: bool, log: &mut Log) {
        // the attacker turns to a target that is not in front of him
        if let (Some(dir), Some(first)) = (self.map.direction(from, target), attackers.first()) {
            if !hexmap::is_front(p.unit(first).facing, dir) && !self.all_round(from) {
                p.face_hex(from, dir);
            }
        }
        log.say(|| {
            let (word, rule) = match kind {
                CombatKind::Assault => (" assaults ", rule::R11_1_1),
                CombatKind::Charge => (" charges into ", rule::R10_1_2),
                CombatKind::Counterattack => (" counterattacks ", rule::R12_2_3),
                CombatKind::Countercharge => (" countercharges ", rule::R10_4),
            };
            self.at(self.of_units(p, "combat", rule, attackers).text(word), target).text(".")
        });
        p.returned.combat = Fought::Nothing;
        p.push(Frame::Combat(Combat {
            kind,
            attackers,
            defenders: UnitSet::EMPTY,
            from,
            target,
            stage: CombatStage::Start,
            lead: [NOBODY; 2],
            square: false,
            row: 0,
            column: 0,
            lead_levels: [0; 2],
            sum_levels: [0; 2],
            arms: 0,
            checked: false,
            winner: Fought::Nothing,
            guns: UnitSet::EMPTY,
            last,
        }));
    }

    /// After a fight of the acting force: an assault is over, a charge may go on (10.2).
    pub(crate) fn after_combat(&self, p: &mut Position, f: Act) {
        let mut f = f;
        let Some(first) = f.units.first() else {
            f.stage = if f.mode == Mode::Charge { ActStage::ChargeOver } else { ActStage::Finished };
            return p.set_top(Frame::Act(f));
        };
        f.hex = p.unit(first).hex;
        if f.mode != Mode::Charge {
            f.stage = ActStage::Finished;
            return p.set_top(Frame::Act(f));
        }
        let steady = f.units.iter().all(|u| p.unit(u).status == 0);
        f.through = steady && p.returned.combat == Fought::Draw && p.returned.square;
        let goes_on = if f.through {
            (0..6).any(|out| self.check_through(p, &f, out).is_ok())
        } else {
            steady
                && p.returned.combat == Fought::Attacker
                && self.charge_can_strike(p, &f, f.hex, p.unit(first).facing, f.left)
        };
        f.stage = if goes_on { ActStage::Choose } else { ActStage::ChargeOver };
        p.set_top(Frame::Act(f));
    }

    pub(crate) fn begin_call_off(&self, p: &mut Position, f: Act) {
        let mut f = f;
        f.stage = ActStage::CallingOff;
        p.set_top(Frame::Act(f));
        self.push_check(p, f.units, CheckKind::CallOff, 0, Hex::NONE);
    }

    pub(crate) fn after_call_off(&self, p: &mut Position, f: Act, log: &mut Log) {
        let mut f = f;
        if p.returned.failed.is_empty() {
            log.say(|| self.of_units(p, "charge", rule::R10_2_2, f.units).text(" calls off the charge."));
            self.serve_marker(p, f.hex);
            for unit in f.units {
                p.unit_mut(unit).did = Did::Attacked;
            }
            f.stage = ActStage::ChargeOver;
            return p.set_top(Frame::Act(f));
        }
        self.begin_assault(p, f, log);
    }

    // ---- exhaustion (10.3, 10.4.1) -------------------------------------------------------------

    /// The charge is over: those who made it are exhausted and may move again.
    pub(crate) fn end_charge(&self, p: &mut Position, f: Act, log: &mut Log) {
        let mut f = f;
        f.stage = ActStage::CounterOver;
        let riders = f.members;
        self.settle(p, f.units);
        f.units = UnitSet::EMPTY;
        p.set_top(Frame::Act(f));
        self.exhaust(p, riders, false, log);
    }

    pub(crate) fn exhaust(&self, p: &mut Position, riders: UnitSet, quiet: bool, log: &mut Log) {
        let mut riders: UnitSet = riders.iter().filter(|u| p.unit(*u).place == Place::Map).collect();
        if riders.is_empty() {
            return;
        }
        for unit in riders {
            p.unit_mut(unit).exhausted = true;
        }
        log.say(|| self.of_units(p, "exhausted", rule::R10_3, riders).text(" is exhausted."));
        while let Some(first) = riders.first() {
            let force = self.force_of(p, riders, first);
            riders = riders.without(force);
            let mut act = self.new_act(force, p.unit(first).hex, Mode::Exhausted, 0, false);
            act.quiet = quiet;
            p.push(Frame::Act(act));
        }
    }

    pub(crate) fn end_countercharges(&self, p: &mut Position, f: Act) {
        let mut f = f;
        let riders = f.counter;
        f.counter = UnitSet::EMPTY;
        f.stage = ActStage::Finished;
        p.set_top(Frame::Act(f));
        // they were marked exhausted when they struck; now they may move (10.4.1: the charger first)
        let mut riders: UnitSet = riders.iter().filter(|u| p.unit(*u).place == Place::Map).collect();
        while let Some(first) = riders.first() {
            let force = self.force_of(p, riders, first);
            riders = riders.without(force);
            let mut act = self.new_act(force, p.unit(first).hex, Mode::Exhausted, 0, false);
            act.quiet = true;
            p.push(Frame::Act(act));
        }
    }
}
