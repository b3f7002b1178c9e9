//! 5.3 to 5.9: which steps a unit in hand may make: freely, in Line, back into it, or out of command.

use crate::battle::Battle;
use crate::flow::{March, Mode, Move};
use crate::model::{Halves, UnitId};
use crate::position::{Order, Position, UnitSet, enemy};
use crate::rule;
use crate::walker::Walker;
use arrayvec::ArrayVec;
use hexmap::{Dir, Hex, with_buffer};
use kernel::No;

/// What the next step of a unit is measured by.
pub(crate) struct Bounds {
    walker: Walker,
    /// Hexes to come nearer to.
    towards: ArrayVec<Hex, 64>,
    /// The nearest enemies, to get away from.
    away: ArrayVec<Hex, 64>,
    /// Out of command in an Engagement Zone: only back into the Line (5.9).
    line_first: bool,
    /// Infantry that moves freely stays out of Engagement Zones (5.3).
    shy: bool,
}

impl Battle {
    pub(crate) fn bounds(&self, p: &Position, f: &March, m: &Move) -> Bounds {
        let units = m.who();
        let mut walker = Walker::new(self, units, UnitSet::EMPTY);
        walker.stray = m.mode == Mode::Stray;
        let mut bounds =
            Bounds { walker, towards: ArrayVec::new(), away: ArrayVec::new(), line_first: false, shy: false };
        let Some(lead) = m.lead() else { return bounds };
        match m.mode {
            Mode::Free => {
                bounds.shy = self.is_infantry(lead);
                if bounds.shy && self.near_engagement(p, m) {
                    bounds.towards = self.realignments(p, lead);
                }
            }
            Mode::Realign => bounds.towards = self.realignments(p, lead),
            Mode::Line => {}
            Mode::Stray => self.stray_bounds(p, f, lead, &mut bounds),
        }
        bounds
    }

    /// Whether a neighbour of the hex lies in an Engagement Zone of the enemy.
    fn near_engagement(&self, p: &Position, m: &Move) -> bool {
        let Some(lead) = m.lead() else { return false };
        let foe = enemy(self.side_of(lead));
        self.map.neighbours(m.hex).iter().any(|h| !h.is_none() && p.engaged(foe, *h))
    }

    /// 5.9, 9.3: where a unit out of command goes.
    fn stray_bounds(&self, p: &Position, f: &March, unit: UnitId, bounds: &mut Bounds) {
        let (side, hex) = (self.side_of(unit), p.unit(unit).hex);
        if self.is_infantry(unit) && p.engaged(enemy(side), hex) {
            let places = self.realignments(p, unit);
            if !places.is_empty() || self.standing_line(p, f.formation).1.has(unit) {
                bounds.towards = places;
                bounds.line_first = true;
                return;
            }
        }
        let nearest = |hexes: &mut dyn Iterator<Item = Hex>| {
            let all: Vec<Hex> = hexes.collect();
            let least = all.iter().map(|h| self.map.distance(*h, hex)).min();
            all.into_iter()
                .filter(|h| Some(self.map.distance(*h, hex)) == least)
                .take(64)
                .collect::<ArrayVec<Hex, 64>>()
        };
        // a) isolated: to the nearest mate
        if !self.is_gun(unit) && self.formation_commanded(p, f.formation) {
            let mates = self.units_of(p, f.formation);
            let mut mates = mates
                .iter()
                .filter(|u| *u != unit && p.unit(*u).order != Order::Routed)
                .map(|u| p.unit(u).hex);
            bounds.towards = nearest(&mut mates);
            if bounds.towards.is_empty()
                && let Some(leader) = self.formation_commander(f.formation)
                && self.leader_on_map(p, leader)
            {
                bounds.towards.push(p.leader(leader).hex);
            }
            return;
        }
        // b) to the Formation Commander, c) without one to the wing's or the chief
        let wing = &self.army.wings[self.wing_of(unit)];
        let own = self.formation_commander(f.formation).filter(|l| self.leader_on_map(p, *l)).map(|l| (l, 2));
        let superior = [wing.commander, wing.bearer, self.chief(side)]
            .into_iter()
            .find(|l| self.leader_on_map(p, *l))
            .map(|l| (l, self.range_of(p, l).max(2)));
        if let Some((leader, range)) = own.or(superior)
            && self.map.distance(p.leader(leader).hex, hex) > range
        {
            bounds.towards.push(p.leader(leader).hex);
            return;
        }
        let foe = enemy(side);
        let mut enemies =
            p.units.ids().filter(|u| p.on_map(*u) && self.side_of(*u) == foe).map(|u| p.unit(u).hex);
        bounds.away = nearest(&mut enemies);
    }

    pub(crate) fn check_step(&self, p: &Position, m: &Move, dir: Dir, bounds: &Bounds) -> Result<Halves, No> {
        let Some(lead) = m.lead() else { return Err(No(rule::R5_0a, "Nobody is left to move.")) };
        No::when(m.halted, rule::R7_1a, "It has to stop here.")?;
        let foe = enemy(self.side_of(lead));
        let cost = bounds.walker.step(self, p, m.hex, dir, m.start)?;
        let to = self.map.neighbour(m.hex, dir);
        // 5.4: one hex can always be made by who moves freely
        let least = !m.stepped && m.mode == Mode::Free;
        No::when(cost > m.left && !least, rule::R5_0b, "It does not have enough movement points.")?;
        let nearer = || {
            bounds.towards.iter().any(|goal| self.map.distance(to, *goal) < self.map.distance(m.hex, *goal))
        };
        match m.mode {
            Mode::Free
                if bounds.shy
                    && p.engaged(foe, to)
                    && bounds.towards.is_empty()
                    && !self.in_line(p, lead) =>
            {
                let words = "No Line takes it in: alone it does not enter an Engagement Zone.";
                return Err(No(rule::R5_6f, words));
            }
            Mode::Free if bounds.shy && p.engaged(foe, to) && !nearer() => {
                let words = "It enters an Engagement Zone only towards its place in the Line.";
                return Err(No(rule::R5_3b, words));
            }
            Mode::Free if bounds.shy && p.engaged(foe, m.hex) && !nearer() => {
                return Err(No(rule::R5_8a, "It goes straight to its place in the Line."));
            }
            Mode::Realign if !nearer() => {
                return Err(if self.standing_line(p, self.formation_of(lead)).1.has(lead) {
                    No(rule::R5_6c, "It would break the Line of its formation.")
                } else {
                    No(rule::R5_6a, "In an Engagement Zone it stays, moves in a declared Line or realigns.")
                });
            }
            Mode::Line if m.hex == m.goal => {
                return Err(No(rule::R5_6e, "It is in its place in the Line."));
            }
            Mode::Line if !self.leads_to(p, m, to, m.left.saturating_sub(cost)) => {
                return Err(No(rule::R5_6e, "From there it cannot reach its place in the Line."));
            }
            _ if m.mode != Mode::Line && self.is_kept(p, m.who(), to) => {
                return Err(No(rule::R5_6e, "A unit of the declared Line has its place there."));
            }
            Mode::Stray if bounds.away.is_empty() && !nearer() => {
                let words = "Out of command in an Engagement Zone it goes back into the Line, or stays.";
                No::when(bounds.line_first, rule::R5_9b, words)?;
                let words = "Out of command it may only move back towards its mates or its commander.";
                return Err(No(rule::R5_9a, words));
            }
            Mode::Stray => {
                let comes_near = |foe: &Hex| self.map.distance(to, *foe) <= self.map.distance(m.hex, *foe);
                let words = "Out of command it may only move away from the enemy.";
                No::when(bounds.away.iter().any(comes_near), rule::R5_9a, words)?;
            }
            _ => {}
        }
        let stays = bounds.walker.dragoon && !self.can_end(p, m, to, m.left.saturating_sub(cost));
        let words = "Mounted dragoons do not end in an Engagement Zone unless stacked.";
        No::when(stays, rule::R10_5b, words)?;
        Ok(cost)
    }

    /// Whether the place in the Line can still be reached.
    fn leads_to(&self, p: &Position, m: &Move, from: Hex, left: Halves) -> bool {
        if from == m.goal {
            return true;
        }
        let walker = Walker::new(self, m.who(), UnitSet::EMPTY);
        if walker.stops(p, from) || self.map.distance(from, m.goal) > left {
            return false;
        }
        with_buffer(|buffer| {
            walker.reach(self, p, from, left, buffer);
            buffer.cost(m.goal).is_some()
        })
    }

    /// Whether mounted dragoons find a hex where they may end.
    fn can_end(&self, p: &Position, m: &Move, from: Hex, left: Halves) -> bool {
        let units = m.who();
        if self.may_end_in(p, units, from) {
            return true;
        }
        let walker = Walker::new(self, units, UnitSet::EMPTY);
        if walker.stops(p, from) {
            return false;
        }
        with_buffer(|buffer| {
            walker.reach(self, p, from, left, buffer);
            buffer
                .reached()
                .iter()
                .any(|hex| self.may_end_in(p, units, *hex) && !self.is_kept(p, units, *hex))
        })
    }
}
