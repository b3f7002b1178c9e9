//! Chapter 10: charges. Riding, striking, continuing, calling off, exhaustion and the movement after it. The ways that a
//! charge can take are in `way`.

mod way;

use crate::action::Action;
use crate::assault::{Combat, CombatKind};
use crate::battle::{Battle, NO};
use crate::cohesion::CheckKind;
use crate::flow::Fought;
use crate::model::Arm;
use crate::movement::{Act, ActStage, Bond, Mode};
use crate::position::{Did, MarkerKind, Place, Position, UnitSet, enemy};
use crate::rule;
use crate::words::Offer;
use hexmap::{Dir, Hex, lists};
use kernel::{Log, No, Roster};
use way::{Charge, Saddle, Stride};

impl Battle {
    // ---- beginning (10.1) --------------------------------------------------------------------

    pub(crate) fn check_charge_start(&self, p: &Position, f: &Act) -> Result<(), No> {
        let Some(first) = f.units.first() else { return Err(No(rule::R10, "Nobody is left to charge.")) };
        No::when(self.arm(first) != Arm::Cavalry, rule::R10, "Only cavalry charges.")?;
        No::when(f.units.iter().any(|u| p.unit(u).exhausted), rule::R10, "Exhausted cavalry cannot charge.")?;
        if f.entered > 0 || f.turned || f.mode != Mode::Ordinary || f.hex.is_none() {
            return Err(No(rule::R10_1_2, "A charge is a whole action, without a change of facing."));
        }
        if self.charge_aims(p, f, true) != 0 {
            Ok(())
        } else if self.charge_aims(p, f, false) != 0 {
            Err(No(rule::R10_1b, "There is no hex between the force and its target."))
        } else {
            Err(No(rule::R10_1a, "No Charge marker is within reach and in sight through its front."))
        }
    }

    /// The Charge markers that the force can charge from where it stands, a bit each: a hex between, in
    /// sight and within reach (10.1). Without `between` those that are too near.
    fn charge_aims(&self, p: &Position, f: &Act, between: bool) -> u8 {
        let Some(first) = f.units.first() else { return 0 };
        let (side, march, facing) = (self.side_of(first), p.unit(first).march, p.unit(first).facing);
        if !p.markers.iter().any(|m| m.kind == MarkerKind::Charge) {
            return 0;
        }
        let mut aims = 0u8;
        let ways = self.charge_markers(p);
        let markers = lists(&ways);
        let start = self.saddle_of(f, facing);
        let charge = Charge { units: f.units, start, left: f.left, aims: &markers };
        self.charge_reach(p, &charge, march, &mut |hex, facing, left| {
            if let Some(at) = p.marker_at(hex) {
                let m = p.markers[at];
                let target = self.target_of(m);
                let fits = m.kind == MarkerKind::Charge
                    && !f.must_leave_marker(at, m)
                    && self.has_target(p, side, m)
                    && self.charge_contact(march, facing, hex, m.dir).is_some_and(|c| c <= left)
                    && (self.map.distance(f.hex, target) >= 2) == between
                    && (!between || self.line_of_sight(p, f.hex, target));
                aims |= (fits as u8) << at;
            }
            false
        });
        aims
    }

    pub(crate) fn begin_charge(&self, p: &mut Position, f: Act, log: &mut Log) {
        log.say(|| self.say(p, "charge", rule::R10, "{} [charges|charge].").units(f.units));
        p.set_top(Act { mode: Mode::Charge, aims: self.charge_aims(p, &f, true), ..f });
        p.state.ridden.clear();
        p.ride(f.hex);
    }

    // ---- riding ------------------------------------------------------------------------------

    /// What a charging force may do.
    pub(crate) fn check_charging(&self, p: &Position, f: &Act, action: Action) -> Result<(), No> {
        let Some(first) = f.units.first() else { return Err(No(rule::R10, "Nobody is left to charge.")) };
        let (march, facing) = (p.unit(first).march, p.unit(first).facing);
        match action {
            Action::Step { dir, cross: false } => {
                No::when(f.through, rule::R10_2_3, "It can only go on through the square.")?;
                let words = "A charge moves only through front hexes.";
                No::when(!self.ahead(facing, f.hex, dir), rule::R10_1_2, words)?;
                let from = self.saddle_of(f, facing);
                let to = self.map.neighbour(f.hex, dir);
                let words = "A charge does not ride back: it enters no hex twice.";
                No::when(p.ridden.contains(&to), rule::R10_1_2, words)?;
                let Some(on) = self.charge_step(p, f.units, march, from, dir) else {
                    if march && !hexmap::is_front(facing, dir) && self.cost_by_road(f.hex, dir) != NO {
                        return Err(No(rule::R10_1_2, "A charge does not turn about on the road."));
                    }
                    return Err(No(rule::R10_1_1, "The path of a charge must be clear, or a road in March."));
                };
                No::when(on.cost > f.left, rule::R10_1a, "The charge has no more movement points.")?;
                let there = self.saddle(p, self.side_of(first), to, on.facing);
                let words = "That way leads to no Charge marker.";
                No::when(!self.charge_can_strike(p, f, there, f.left - on.cost), rule::R10_1a, words)
            }
            Action::Through { out } => self.check_through(p, f, out).map(|_| ()),
            Action::Assault | Action::CallOff => {
                let words = "There is no Charge marker with a target here.";
                No::when(f.through || !self.strikes(p, f, f.hex, facing, f.left), rule::R10_1a, words)
            }
            Action::Rotate { hex, dir } => self.check_rotate(p, hex, dir),
            Action::EndCharge => {
                // no way on, and nobody to strike from here
                let stuck = || {
                    let step = |dir: Dir| Action::Step { dir, cross: false };
                    !f.through
                        && !self.strikes(p, f, f.hex, facing, f.left)
                        && (0..6).all(|dir| self.check_charging(p, f, step(dir)).is_err())
                };
                if (f.fired && f.entered == 0) || stuck() {
                    Ok(())
                } else if f.fired {
                    Err(No(
                        rule::R10_2_1,
                        "It has set out for the next target: it fights, or calls off the charge with a cohesion check.",
                    ))
                } else {
                    Err(No(rule::R10_2_2, "A charge is called off in the marker hex, with a cohesion check."))
                }
            }
            _ => Err(No(rule::R10_1_2, "A charging force can do nothing but charge.")),
        }
    }

    /// Whether one of the markers that are aimed at can be charged from this hex.
    fn strikes(&self, p: &Position, f: &Act, hex: Hex, facing: Dir, left: u8) -> bool {
        let Some(first) = f.units.first() else { return false };
        let (side, march) = (self.side_of(first), p.unit(first).march);
        // after the first fight any marker will do (10.2)
        let aims = if f.fired { u8::MAX } else { f.aims };
        p.markers.iter().enumerate().any(|(i, m)| {
            m.hex == hex
                && aims >> i & 1 != 0
                && m.kind == MarkerKind::Charge
                && self.has_target(p, side, *m)
                && self.charge_contact(march, facing, hex, m.dir).is_some_and(|c| c <= left)
        })
    }

    fn charge_can_strike(&self, p: &Position, f: &Act, from: Saddle, left: u8) -> bool {
        let Some(first) = f.units.first() else { return false };
        let march = p.unit(first).march;
        let ways = self.charge_markers(p);
        let aims = lists(&ways);
        let charge = Charge { units: f.units, start: from, left, aims: &aims };
        self.charge_reach(p, &charge, march, &mut |h, d, l| self.strikes(p, f, h, d, l))
    }

    /// What a force that charges, or is about to, can do with its charge.
    pub(crate) fn offer_charge(&self, f: &Act, action: Action) -> Offer {
        let name = self.own(f.units);
        let offer = match action {
            // the ride begins; the odds are those of the strike at its end
            Action::Charge => Offer::new(rule::R10, format!("{name} [begins|begin] a charge")),
            Action::CallOff => {
                let text = format!("{name} [tries|try] to call off the charge (cohesion check)");
                Offer::new(rule::R10_2_2, text).with_forecast()
            }
            Action::Through { out } => {
                let out = self.map.dir_name(out);
                let text = format!("{name} [rides|ride] on through the square and out to the {out}");
                Offer::new(rule::R10_2_3, text)
            }
            _ => Offer::new(rule::R10_3, format!("{name} [ends its|end their] charge")),
        };
        offer.at(f.hex).by(f.units)
    }

    /// Through the hex of an unbeaten square and on to another marker (10.2.3): the hex beyond and what it
    /// costs. The square's own hex was paid when the charge struck.
    fn check_through(&self, p: &Position, f: &Act, out: Dir) -> Result<(Hex, u8), No> {
        let refuse = No(rule::R10_2_3, "It may not ride through here.");
        let first = f.units.first().ok_or(refuse)?;
        let (side, march, facing) = (self.side_of(first), p.unit(first).march, p.unit(first).facing);
        let at = p.marker_at(f.hex).filter(|_| f.through).ok_or(refuse)?;
        let square = self.target_of(p.markers[at]);
        let words = "A charge moves only through front hexes.";
        No::when(!self.ahead(facing, square, out), rule::R10_1_2, words)?;
        let from = Saddle { hex: square, facing, came: true, bound: false };
        let Some(Stride { cost, facing: turned, .. }) = self.charge_ground(p, f.units, march, from, out)
        else {
            return Err(No(rule::R10_1_1, "The path of a charge must be clear, or a road in March."));
        };
        let to = self.map.neighbour(square, out);
        let entered = !p.zone(enemy(side), to) || self.own_marker(p, side, to);
        let beyond = self.saddle(p, side, to, turned);
        if !entered
            || p.ridden.contains(&to)
            || cost > f.left
            || !self.charge_can_strike(p, f, beyond, f.left - cost)
        {
            return Err(No(rule::R10_2, "It must reach another Charge marker."));
        }
        Ok((to, cost))
    }

    /// It sets out through the square; those whose zone it leaves react first (12.1c).
    pub(crate) fn ride_through(&self, p: &mut Position, f: Act, out: Dir) {
        let f = Act { dir: out, stage: ActStage::Leaving, ..f };
        p.set_top(f);
        if let Ok((to, _)) = self.check_through(p, &f, out) {
            self.push_reactions_to_leaving(p, &f, to);
        }
    }

    /// It comes out beyond the square, where reactions are due again.
    pub(crate) fn come_through(&self, p: &mut Position, f: Act, log: &mut Log) {
        let mut f = f;
        let Ok((to, cost)) = self.check_through(p, &f, f.dir) else {
            return p.set_top(Act { stage: ActStage::Choose, ..f });
        };
        f.left -= cost;
        f.bond = self.bond_in(p, &f, to);
        f.hex = to;
        f.through = false;
        p.ride(to);
        f.entered += 1;
        f.stage = ActStage::Entered;
        p.set_top(f);
        log.say(|| {
            self.say(p, "charge", rule::R10_2_3, "{} [rides|ride] through the square to {}.")
                .units(f.units)
                .hex(to)
        });
        self.move_units(p, f.units, to, false, log);
    }

    // ---- striking, calling off, going on -----------------------------------------------------

    pub(crate) fn offer_strike(&self, p: &Position, f: &Act) -> Offer {
        let target = p.marker_at(f.hex).map_or(Hex::NONE, |m| self.target_of(p.markers[m]));
        let (name, at) = (self.own(f.units), self.hex_words(target));
        let (rule, text) = match f.mode {
            Mode::Charge => (rule::R10_1_2, format!("Charge into {at} with {name}")),
            _ => (rule::R11_1, format!("Assault {at} with {name}")),
        };
        Offer::new(rule, text).at(target).by(f.units).with_forecast()
    }

    /// Assault or charge from the marker hex in which the force stands.
    pub(crate) fn begin_assault(&self, p: &mut Position, f: Act, log: &mut Log) {
        let mut f = f;
        let Some(at) = p.marker_at(f.hex) else { return };
        let marker = p.markers[at];
        let target = self.target_of(marker);
        let charge = f.mode == Mode::Charge;
        if let (true, Some(first)) = (charge, f.units.first()) {
            let u = p.unit(first);
            f.left -= self.charge_contact(u.march, u.facing, f.hex, marker.dir).unwrap_or(0).min(f.left);
        }
        f.stage = ActStage::Fought;
        f.fired = true;
        p.set_top(f);
        p.state.markers[at].served = true;
        for unit in f.units {
            p.unit_mut(unit).did = Did::Attacked;
        }
        let kind = if charge { CombatKind::Charge } else { CombatKind::Assault };
        self.begin_combat(p, Combat::new(kind, f.units, f.hex, target), log);
    }

    /// After a fight of the acting force: an assault is over, a charge may go on (10.2).
    pub(crate) fn after_combat(&self, p: &mut Position, f: Act, log: &mut Log) {
        let mut f = f;
        let Some(first) = f.units.first() else {
            f.stage = if f.mode == Mode::Charge { ActStage::ChargeOver } else { ActStage::Finished };
            return p.set_top(f);
        };
        f.hex = p.unit(first).hex;
        f.entered = 0;
        f.bond = Bond::Free;
        if f.mode != Mode::Charge {
            f.stage = ActStage::Finished;
            return p.set_top(f);
        }
        p.ride(f.hex);
        let steady = f.units.iter().all(|u| p.unit(u).status == 0);
        f.through = steady && p.returned.combat == Fought::Draw && p.returned.square;
        let goes_on = if f.through {
            (0..6).any(|out| self.check_through(p, &f, out).is_ok())
        } else {
            steady
                && p.returned.combat == Fought::Attacker
                && self.charge_can_strike(p, &f, self.saddle_of(&f, p.unit(first).facing), f.left)
        };
        if !goes_on {
            log.say(|| {
                self.say(p, "charge", rule::R10_2_1, "{} cannot go on with the charge.").units(f.units)
            });
        }
        f.stage = if goes_on { ActStage::Choose } else { ActStage::ChargeOver };
        p.set_top(f);
    }

    pub(crate) fn begin_call_off(&self, p: &mut Position, f: Act) {
        let mut f = f;
        f.stage = ActStage::CallingOff;
        p.set_top(f);
        self.push_check(p, f.units, CheckKind::CallOff, 0, Hex::NONE);
    }

    pub(crate) fn after_call_off(&self, p: &mut Position, f: Act, log: &mut Log) {
        let mut f = f;
        if p.returned.failed.is_empty() {
            log.say(|| {
                self.say(p, "charge", rule::R10_2_2, "{} [calls|call] off the charge.").units(f.units)
            });
            self.serve_marker(p, f.hex);
            for unit in f.units {
                p.unit_mut(unit).did = Did::Attacked;
            }
            f.stage = ActStage::ChargeOver;
            return p.set_top(f);
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
        p.set_top(f);
        p.state.ridden.clear();
        self.exhaust(p, riders, false, log);
    }

    pub(crate) fn exhaust(&self, p: &mut Position, riders: UnitSet, quiet: bool, log: &mut Log) {
        let mut riders: UnitSet = riders.iter().filter(|u| p.unit(*u).place == Place::Map).collect();
        if riders.is_empty() {
            return;
        }
        self.tire(p, riders);
        log.say(|| self.say(p, "exhausted", rule::R10_3, "{} [is|are] exhausted.").units(riders));
        while let Some(first) = riders.first() {
            let force = self.force_of(p, riders, first);
            riders = riders.without(force);
            let mut act = self.new_act(force, p.unit(first).hex, Mode::Exhausted, 0, false);
            act.quiet = quiet;
            p.push(act);
        }
    }

    pub(crate) fn end_countercharges(&self, p: &mut Position, f: Act) {
        let mut f = f;
        let riders = f.counter;
        f.counter = UnitSet::EMPTY;
        f.stage = ActStage::Finished;
        p.set_top(f);
        // they were marked exhausted when they struck; now they may move (10.4.1: the charger first)
        let mut riders: UnitSet = riders.iter().filter(|u| p.unit(*u).place == Place::Map).collect();
        while let Some(first) = riders.first() {
            let force = self.force_of(p, riders, first);
            riders = riders.without(force);
            let mut act = self.new_act(force, p.unit(first).hex, Mode::Exhausted, 0, false);
            act.quiet = true;
            p.push(act);
        }
    }
}
