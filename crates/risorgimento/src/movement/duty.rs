//! What a step costs a force, where it may end its move, and whether a change would keep it from
//! what it has to do: attack, leave a zone, serve a marker, get nearer to its commander.

use super::{Act, Bond, Mode};
use crate::battle::{Battle, NO, class};
use crate::model::{Arm, Class, Conduct, Quarters, UnitId};
use crate::position::{MAX_MARKERS, MarkerKind, Place, Position, UnitSet, enemy};
use crate::rule;
use arrayvec::ArrayVec;
use hexmap::{Dir, Hex, Way, lists, with_buffer};
use kernel::No;

/// A force on its way, as far as the cost of its steps goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walker {
    pub(crate) foe: u8,
    pub(crate) class: Class,
    stacking: u8,
    /// Where its own points are counted already.
    pub(crate) home: Hex,
    march: bool,
}

impl Battle {
    // ---- what a step costs ---------------------------------------------------------------

    /// Stacking points in a hex with these units, which stand there already or come as one.
    pub(crate) fn stacking_with(&self, p: &Position, hex: Hex, units: UnitSet) -> u8 {
        let there = p.cache.stack[hex.index()];
        match units.first() {
            Some(first) if p.unit(first).hex != hex => there + self.stacking_of(units),
            _ => there,
        }
    }

    /// At most five stacking points in a hex (6.3.1).
    pub(crate) fn check_stacking(&self, p: &Position, hex: Hex, units: UnitSet) -> Result<(), No> {
        if self.stacking_with(p, hex, units) > self.charts.stacking_limit {
            Err(No(rule::R6_3_1, "More than five stacking points would be in the hex."))
        } else {
            Ok(())
        }
    }

    /// Whether a unit in March may use the road into a hex (8.3.2).
    pub(crate) fn road_free(&self, p: &Position, hex: Hex, units: UnitSet) -> bool {
        self.stacking_with(p, hex, units) <= self.charts.march_road_stacking_limit
    }

    /// What a search needs to know of a force, looked up once.
    pub(crate) fn walker(&self, p: &Position, units: UnitSet, march: bool) -> Walker {
        let first = units.first().unwrap_or(UnitId::at(0));
        Walker {
            foe: enemy(self.side_of(first)),
            class: class(self.arm(first)),
            stacking: self.stacking_of(units),
            home: p.unit(first).hex,
            march,
        }
    }

    /// The cost of a step for a force, if ground, enemies and stacking allow it at all.
    #[inline]
    pub(crate) fn passage(
        &self,
        p: &Position,
        w: &Walker,
        cross: bool,
        a: Hex,
        dir: Dir,
        b: Hex,
    ) -> Option<Quarters> {
        let mut cost = self.cost_across(w.class, a, dir);
        if p.holds(self, w.foe, b) {
            return None;
        }
        let there = p.cache.stack[b.index()];
        let stacking = if b == w.home { there } else { there + w.stacking };
        if w.march {
            if !cross {
                let road = self.cost_by_road(a, dir);
                if road < cost && stacking <= self.charts.march_road_stacking_limit {
                    cost = road;
                }
            }
        } else if stacking > self.charts.stacking_limit {
            return None;
        }
        if cost == NO { None } else { Some(cost) }
    }

    pub(super) fn force_marches(&self, p: &Position, units: UnitSet) -> bool {
        units.iter().all(|u| p.unit(u).march)
    }

    // ---- where a force may end ------------------------------------------------------------

    pub(crate) fn conduct(&self, p: &Position) -> Conduct {
        p.activation().map_or(Conduct::Normal, |a| a.conduct)
    }

    /// Whether the force may end its movement in this hex without attacking.
    pub(crate) fn end_ok(&self, p: &Position, f: &Act, hex: Hex) -> bool {
        let Some(first) = f.units.first() else { return true };
        let side = self.side_of(first);
        if f.bond == Bond::Bound {
            return false;
        }
        // the enemy came to a force that has not moved: only who begins there must attack or leave (3.2)
        let stayed =
            f.mode == Mode::Ordinary && f.entered == 0 && hex == f.start && !p.unit(first).began_in_zone;
        let released = f.bond == Bond::Released && hex == f.hex;
        let in_zone = p.zone(enemy(side), hex) && !stayed && !released;
        if f.must_serve || in_zone || self.check_stacking(p, hex, f.units).is_err() {
            return false;
        }
        match f.mode {
            Mode::Straggling => self.map.distance(hex, self.rally_hex(p, first)) < f.measure,
            Mode::Ordinary => {
                let conduct = self.conduct(p);
                // who must leave a zone may go where he can
                let leaves = matches!(conduct, Conduct::Attack | Conduct::FuriousAttack)
                    && p.unit(first).began_in_zone;
                leaves || self.conduct_allows_end(p, conduct, side, f.measure, hex)
            }
            // guns that were ridden over and may yet be saved need their room (11.4.1)
            Mode::Exhausted => {
                let guns = self.stacking_of(self.overrun_in(p, hex));
                self.stacking_with(p, hex, f.units) + guns <= self.charts.stacking_limit
            }
            _ => true,
        }
    }

    /// Whether the force could attack from this hex with so many points left (7.1b, 3.2).
    pub(crate) fn attack_ok(&self, p: &Position, f: &Act, hex: Hex, left: u8) -> bool {
        if f.mode != Mode::Ordinary {
            return false;
        }
        let Some(first) = f.units.first() else { return false };
        if self.is_gun(first) {
            let fresh = hex == f.start && f.entered == 0 && !f.fired && !f.changed;
            return fresh && self.guns_can_fire_near(p, hex, f.units, f.turned);
        }
        let charges = hex == f.hex
            && self.arm(first) == Arm::Cavalry
            && p.markers.iter().any(|m| m.kind == MarkerKind::Charge)
            && self.check_charge_start(p, f).is_ok();
        charges || self.check_assault_from(p, f, hex, left).is_ok() || self.rifles_could_fire(p, f, hex)
    }

    pub(crate) fn check_assault_from(&self, p: &Position, f: &Act, hex: Hex, left: u8) -> Result<(), No> {
        let first = f.units.first().ok_or(No(rule::R11a, "Nobody is left to assault."))?;
        No::when(f.units.iter().any(|u| p.unit(u).square), rule::R8_6_1, "A square cannot assault.")?;
        let side = self.side_of(first);
        let Some(at) = p.marker_at(hex) else {
            return Err(No(rule::R7_1a, "There is no marker of this activation in the hex."));
        };
        let marker = p.markers[at];
        No::when(marker.kind != MarkerKind::Assault, rule::R7_1_2, "A Charge marker calls for a charge.")?;
        let words = "Artillery cannot assault.";
        No::when(!f.units.iter().all(|u| self.fits_marker(p, marker.kind, u)), rule::R11a, words)?;
        No::when(!self.has_target(p, side, marker), rule::R11_1, "The target hex is empty.")?;
        let words = "Another marker still waits for this force.";
        No::when(f.must_leave_marker(at, marker), rule::R7_1_4, words)?;
        let cost = f
            .units
            .iter()
            .map(|u| self.contact_cost(u, hex, marker.dir, p.unit(u).march))
            .max()
            .unwrap_or(NO as u16);
        let words = "The target hex is beyond the force's movement allowance.";
        No::when(cost > left as u16, rule::R11_1, words)
    }

    /// Whether the force stands in a declared hex out of which it could attack now, and nobody else is left
    /// who could (7.1.4, R83).
    pub(crate) fn attack_is_due(&self, p: &Position, f: &Act) -> bool {
        let Some(at) = p.marker_at(f.hex).filter(|at| f.mode == Mode::Ordinary && !p.markers[*at].served)
        else {
            return false;
        };
        (self.check_assault_from(p, f, f.hex, f.left).is_ok() || self.rifles_could_fire(p, f, f.hex))
            && p.activation().is_some_and(|a| !self.others_serve(p, a.formation, at))
    }

    /// Whether from this hex the force can still come to a lawful end.
    pub(crate) fn finishable(&self, p: &Position, f: &Act, hex: Hex, left: u8, entered: u8) -> bool {
        if self.end_ok(p, f, hex) || self.attack_ok(p, f, hex, left) {
            return true;
        }
        if f.spent_out || f.units.iter().any(|u| self.in_square(p, u)) {
            return false;
        }
        let Some(first) = f.units.first() else { return true };
        let foe = enemy(self.side_of(first));
        let gun = self.is_gun(first);
        if f.bond == Bond::Bound {
            return self.attacks_over_markers(p, f, hex, left);
        }
        let march = self.force_marches(p, f.units);
        if gun && !march {
            // a battery that has not done anything but turn can still limber and drive off (8.4a)
            let limbers = hex == f.hex && entered == 0 && !f.changed && !f.fired && f.units.count() == 1;
            return limbers && self.limbered_possible(p, f);
        }
        if f.mode == Mode::Ordinary && self.conduct(p) == Conduct::Holds {
            return false;
        }
        let walker = self.walker(p, f.units, march);
        let enterable =
            |b: Hex| !p.zone(foe, b) || (f.mode == Mode::Ordinary && !gun && self.lets_in(p, f.units, b));
        if entered == 0 {
            for dir in 0..6u8 {
                let b = self.map.neighbour(hex, dir);
                if !b.is_none()
                    && enterable(b)
                    && self.passage(p, &walker, false, hex, dir, b).is_some()
                    && self.end_ok(p, f, b)
                {
                    return true;
                }
            }
        }
        // what is still to come at the least: to a marker that waits, or nearer to the commander
        let ways: ArrayVec<Way, MAX_MARKERS> = (p.markers.iter().enumerate())
            .filter(|(at, m)| f.must_serve && !f.must_leave_marker(*at, **m))
            .map(|(_, m)| self.way_to(walker.class, march, m.hex))
            .collect();
        let waiting = lists(&ways);
        let rally = if f.mode == Mode::Straggling { self.rally_hex(p, first) } else { Hex::NONE };
        let rest = |h: Hex| {
            if f.must_serve {
                waiting.iter().map(|way| way[h.index()]).min().filter(|rest| *rest != NO).map(u16::from)
            } else if rally.is_none() {
                Some(0)
            } else {
                let farther = (self.map.distance(h, rally) + 1).saturating_sub(f.measure);
                Some(u16::from(farther) * self.least_step[march as usize])
            }
        };
        // who enters a zone is bound: the way ends there, or goes on over markers (R83)
        let bound = |h: Hex| h != hex && p.zone(foe, h);
        let step = |a: Hex, dir: Dir, b: Hex| {
            let open = !bound(a) && enterable(b);
            if open { self.passage(p, &walker, false, a, dir, b).map(u16::from) } else { None }
        };
        let goal = |h: Hex, cost: u16| {
            let left = left - cost as u8;
            self.end_ok(p, f, h)
                || self.attack_ok(p, f, h, left)
                || (bound(h) && self.attacks_over_markers(p, f, h, left))
        };
        self.straight_on(hex, left as u16, step, rest, goal)
            || with_buffer(|buffer| {
                hexmap::seek(&self.map, hex, left as u16, buffer, step, rest, goal).is_some()
            })
    }

    /// Tries the way that gets nearer with each step for the least that this can cost: mostly nothing stands
    /// in it, and no search is needed.
    fn straight_on(
        &self,
        start: Hex,
        budget: u16,
        step: impl Fn(Hex, Dir, Hex) -> Option<u16>,
        rest: impl Fn(Hex) -> Option<u16>,
        goal: impl Fn(Hex, u16) -> bool,
    ) -> bool {
        let (mut at, mut spent) = (start, 0);
        loop {
            let far = match rest(at) {
                Some(far) if far > 0 && spent + far <= budget => far,
                _ => return false,
            };
            let nearer = (0..6u8).filter_map(|dir| {
                let to = self.map.neighbour(at, dir);
                let gain = if to.is_none() { 0 } else { far.saturating_sub(rest(to)?) };
                let cost = if gain > 0 { step(at, dir, to)? } else { return None };
                Some((cost - gain.min(cost), to, cost))
            });
            match nearer.min_by_key(|(detour, ..)| *detour) {
                Some((_, to, cost)) if spent + cost <= budget => (at, spent) = (to, spent + cost),
                _ => return false,
            }
            if goal(at, spent) {
                return true;
            }
        }
    }

    // ---- what must still be possible ---------------------------------------------------------

    /// Whether a force that must attack, leave or get somewhere could still do so after a change,
    /// if it can now.
    pub(super) fn keeps_duty(
        &self,
        p: &Position,
        f: &Act,
        after: &Act,
        change: impl FnOnce(&mut Position),
    ) -> bool {
        let due = self.attack_is_due(p, f);
        if !due && (self.end_ok(p, f, f.hex) || !self.finishable(p, f, f.hex, f.left, f.entered)) {
            return true;
        }
        let mut q = p.clone();
        change(&mut q);
        if due {
            self.attack_is_due(&q, after)
        } else {
            self.finishable(&q, after, f.hex, after.left, f.entered)
        }
    }

    pub(super) fn still_possible(&self, p: &Position, f: &Act, march: bool) -> bool {
        let mut q = p.clone();
        for unit in f.units {
            if q.unit(unit).place == Place::Map {
                self.set_march(&mut q, unit, march);
            } else {
                q.unit_mut(unit).march = march;
            }
        }
        if f.hex.is_none() {
            return f.units.first().is_some_and(|u| {
                self.entry_hexes(&q, u).iter().any(|h| self.check_enter(&q, f, *h, false).is_ok())
            });
        }
        self.finishable(&q, f, f.hex, f.left, f.entered)
    }

    pub(super) fn limbered_possible(&self, p: &Position, f: &Act) -> bool {
        let mut trial = *f;
        trial.left = f.left.saturating_sub(self.charts.limber_cost);
        self.still_possible(p, &trial, true)
    }

    /// Whether reactions have put every marker out of the reach of a force that was needed at one: it
    /// goes on as it likes (7.1.4, 8.8.3).
    pub(super) fn is_released(&self, p: &Position, f: &Act) -> bool {
        if f.mode == Mode::Charge || f.hex.is_none() || self.finishable(p, f, f.hex, f.left, f.entered) {
            return false;
        }
        let fresh = f.entered == 0 && !f.changed && !f.turned;
        let square = f.units.iter().any(|u| p.unit(u).square);
        let in_march = self.force_marches(p, f.units);
        !(fresh && (square || (f.units.count() == 1 && self.still_possible(p, f, !in_march))))
    }

    /// Whether a unit that began in an enemy zone could still attack or leave (3.2, R31).
    pub(crate) fn can_attack_or_leave(&self, p: &Position, unit: UnitId) -> bool {
        let units = UnitSet::one(unit);
        let hex = p.unit(unit).hex;
        let side = self.side_of(unit);
        let measure = self.nearest_enemy(p, side, hex);
        let act = self.new_act(units, hex, Mode::Ordinary, measure, false);
        if p.unit(unit).square {
            let mut q = p.clone();
            q.unit_mut(unit).square = false;
            return self.finishable(&q, &act, hex, act.left, 0);
        }
        if self.is_gun(unit) && !p.unit(unit).march {
            let batteries = self.batteries(p, hex, self.formation_of(unit));
            if batteries.has(unit) && self.guns_can_fire_near(p, hex, batteries, false) {
                return true;
            }
            let mut limbered = act;
            limbered.left = act.left.saturating_sub(self.charts.limber_cost);
            return self.still_possible(p, &limbered, true);
        }
        self.finishable(p, &act, hex, act.left, 0)
            || (self.arm(unit) != Arm::Artillery && self.still_possible(p, &act, !p.unit(unit).march))
    }

    pub(crate) fn can_end_farther(&self, p: &Position, unit: UnitId, near: u8) -> bool {
        let hex = p.unit(unit).hex;
        let act = self.new_act(UnitSet::one(unit), hex, Mode::Ordinary, near, false);
        if self.is_gun(unit) && !p.unit(unit).march {
            let mut limbered = act;
            limbered.left = act.left.saturating_sub(self.charts.limber_cost);
            return self.still_possible(p, &limbered, true);
        }
        if p.unit(unit).square {
            let mut q = p.clone();
            q.unit_mut(unit).square = false;
            return self.finishable(&q, &act, hex, act.left, 0);
        }
        self.finishable(p, &act, hex, act.left, 0)
            || (!self.is_gun(unit) && self.still_possible(p, &act, !p.unit(unit).march))
    }
}
