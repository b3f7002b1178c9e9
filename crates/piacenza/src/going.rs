//! 5.6: the units of a declared Line go to their places, in an order in which all of them can.

use crate::battle::Battle;
use crate::flow::{March, MarchStage};
use crate::line::Places;
use crate::model::UnitId;
use crate::position::{MAX_LINE_UNITS, Position, UnitSet};
use crate::rule;
use crate::walker::Walker;
use arrayvec::ArrayVec;
use hexmap::{Hex, with_buffer};
use kernel::Refusal;

/// Units of a Line and their places, in the order in which they go.
pub type Going = ArrayVec<(UnitId, Hex), MAX_LINE_UNITS>;

impl Battle {
    /// A unit of the declared Line that has to go to its place before the formation has moved, and that place: a mate
    /// has gone, nobody was stopped on his way, they stand in no Line as they are, and it can get there now (5.6).
    pub(crate) fn must_go(&self, p: &Position, f: &March) -> Option<(UnitId, Hex)> {
        if !self.any_gone(p) || !self.is_unbroken(p, f) {
            return None;
        }
        let next = self.waiting(p).find(|(unit, _)| self.can_go(p, f, *unit))?;
        let places: Places = p.line.iter().map(|(unit, _)| p.unit(*unit).hex).collect();
        (!self.is_line(p, f.formation, &places)).then_some(next)
    }

    /// Whether nobody of the declared Line was stopped on his way, or lost. Nobody stops short of his own will, so that
    /// who has moved and is not in his place was stopped.
    fn is_unbroken(&self, p: &Position, f: &March) -> bool {
        let stopped = |(unit, place): &(UnitId, Hex)| {
            let u = p.unit(*unit);
            u.moved && u.hex != *place || !self.can_line(p, *unit)
        };
        !f.broken && !p.line.iter().any(stopped)
    }

    /// Whether a unit of the declared Line has left its hex.
    fn any_gone(&self, p: &Position) -> bool {
        p.line.iter().any(|(unit, _)| p.unit(*unit).hex != p.unit(*unit).began)
    }

    /// Units of the declared Line that have not gone to their places.
    fn waiting<'a>(&self, p: &'a Position) -> impl Iterator<Item = (UnitId, Hex)> + 'a {
        p.line.iter().copied().filter(|(unit, place)| !p.unit(*unit).moved && p.unit(*unit).hex != *place)
    }

    /// Whether the others can no longer come to stand in Line once this unit of it is in its place: somebody else goes
    /// first. If they cannot come to stand in Line at all, the first does not go, and the others are not bound.
    pub(crate) fn breaks_off(&self, p: &Position, f: &March, unit: UnitId) -> bool {
        let waiting: Going = self.waiting(p).collect();
        let Some(first) = waiting.iter().find(|(u, _)| *u == unit) else { return false };
        if waiting.len() < 2 || !self.is_unbroken(p, f) {
            return false;
        }
        let stands = |first: Option<&(UnitId, Hex)>| {
            let mut q = p.clone();
            if let Some((unit, place)) = first {
                self.put(&mut q, *unit, *place);
            }
            self.send(&mut q, &waiting);
            let places: Places = p.line.iter().map(|(u, _)| q.unit(*u).hex).collect();
            self.is_line(&q, f.formation, &places)
        };
        !stands(Some(first)) && (!self.any_gone(p) || stands(None))
    }

    /// Sends units of a Line to their places, each as soon as it has a way, the first named first, and tells who goes.
    pub(crate) fn send(&self, p: &mut Position, line: &[(UnitId, Hex)]) -> Going {
        let mut left: Going = line.iter().copied().filter(|(unit, hex)| p.unit(*unit).hex != *hex).collect();
        let mut order = Going::new();
        while let Some(next) = left.iter().position(|(unit, hex)| self.has_way(p, *unit, *hex)) {
            let (unit, hex) = left.remove(next);
            self.put(p, unit, hex);
            order.push((unit, hex));
        }
        order
    }

    /// Whether a unit that has not moved could get to its place as the map stands.
    fn has_way(&self, p: &Position, unit: UnitId, place: Hex) -> bool {
        let (from, points) = (p.unit(unit).hex, self.line_points(p, unit));
        if self.map.distance(from, place) > points {
            return false;
        }
        let walker = Walker::new(self, UnitSet::one(unit), UnitSet::EMPTY);
        with_buffer(|buffer| {
            walker.reach(self, p, from, points, buffer);
            buffer.cost(place).is_some()
        })
    }

    /// Whether a hex is the place of a unit of the declared Line that has yet to come, and would be full.
    pub(crate) fn is_kept(&self, p: &Position, units: UnitSet, hex: Hex) -> bool {
        let kept = |(unit, place)| place == hex && !self.legal_stack(units.with(UnitSet::one(unit)));
        !p.line.is_empty() && self.waiting(p).any(kept)
    }

    /// Why a formation whose Line is under way cannot end its movement, with the unit that has yet to go.
    pub(crate) fn refuse_end(&self, p: &Position, f: &March) -> Option<Refusal> {
        let (unit, place) = self.must_go(p, f).filter(|_| f.stage != MarchStage::Draw)?;
        let (name, hex) = (self.unit_name(unit), self.map.number(place));
        let words = format!("{name} goes to its place in the Line, {hex}: a mate has gone.");
        Some(Refusal::new(rule::R5_6b, words))
    }
}
