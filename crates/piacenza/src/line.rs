//! 5.5 and 5.8: the Line: when a set of places is one, in which a formation stands, and the places by which a unit
//! comes back into it.

use crate::battle::Battle;
use crate::model::{FormationId, UnitId};
use crate::position::{MAX_LINE_UNITS, Order, Position, UnitSet, enemy};
use arrayvec::ArrayVec;
use hexmap::Hex;

/// The places of a Line.
pub type Places = ArrayVec<Hex, MAX_LINE_UNITS>;

impl Battle {
    /// Whether these places make a Line with the two as its ends: each is crossed by the line between their
    /// centres or has a side on it, and none is more than two hexes from the one before, with an open hex
    /// between (5.5), when these units have left where they stand.
    pub fn is_line_between(
        &self,
        p: &Position,
        formation: FormationId,
        places: &[Hex],
        ends: (Hex, Hex),
        moving: UnitSet,
    ) -> bool {
        let (a, b) = ends;
        if places.len() < 2
            || !places.iter().all(|hex| *hex == a || *hex == b || self.map.on_line(a, b, *hex))
        {
            return false;
        }
        let mut ordered: Places = places.iter().copied().collect();
        ordered.sort_by_key(|hex| (self.map.along(a, b, *hex), *hex));
        ordered.windows(2).all(|pair| self.in_step(p, formation, pair[0], pair[1], moving))
    }

    /// Two neighbours in a Line: adjacent, or with an open hex between them.
    pub(crate) fn in_step(
        &self,
        p: &Position,
        formation: FormationId,
        a: Hex,
        b: Hex,
        moving: UnitSet,
    ) -> bool {
        let distance = self.map.distance(a, b);
        if distance == 0 || distance > 2 {
            return false;
        }
        if self.touch(a, b) {
            return true;
        }
        let foe = enemy(self.army.formations[formation].side);
        self.touching(a).any(|(_, between)| {
            self.playable(between)
                && self.touch(between, b)
                && !p.holds(self, foe, between)
                && p.in_hex(between).without(moving).iter().all(|u| self.formation_of(u) == formation)
        })
    }

    /// The same with any two of the places as ends.
    pub fn is_line(&self, p: &Position, formation: FormationId, places: &[Hex]) -> bool {
        places.iter().enumerate().any(|(i, a)| {
            places[i + 1..]
                .iter()
                .any(|b| self.is_line_between(p, formation, places, (*a, *b), UnitSet::EMPTY))
        })
    }

    /// Infantry that can be in a Line: in good order (11.1b). Firing at will takes nobody out of it, it only
    /// nails him to his place (9.1.2).
    pub(crate) fn can_line(&self, p: &Position, unit: UnitId) -> bool {
        p.on_map(unit) && self.is_infantry(unit) && p.unit(unit).order == Order::Good
    }

    /// The largest Line in which a formation stands now; the declared one where it has been declared.
    pub(crate) fn standing_line(&self, p: &Position, formation: FormationId) -> (Places, UnitSet) {
        let declared = p.line.first().is_some_and(|(unit, _)| self.formation_of(*unit) == formation);
        if declared {
            return (p.line.iter().map(|(_, hex)| *hex).collect(), p.line.iter().map(|(u, _)| *u).collect());
        }
        self.present_line(p, formation)
    }

    /// The largest Line in which a formation stands now, whatever is declared.
    pub(crate) fn present_line(&self, p: &Position, formation: FormationId) -> (Places, UnitSet) {
        let units: ArrayVec<UnitId, MAX_LINE_UNITS> = self
            .units_of(p, formation)
            .iter()
            .filter(|u| self.can_line(p, *u))
            .take(MAX_LINE_UNITS)
            .collect();
        let mut best = (Places::new(), UnitSet::EMPTY);
        for (i, a) in units.iter().enumerate() {
            for b in &units[i + 1..] {
                let ends = (p.unit(*a).hex, p.unit(*b).hex);
                if ends.0 == ends.1 {
                    continue;
                }
                let on = |u: &&UnitId| {
                    let hex = p.unit(**u).hex;
                    hex == ends.0 || hex == ends.1 || self.map.on_line(ends.0, ends.1, hex)
                };
                let members: UnitSet = units.iter().filter(on).copied().collect();
                let places: Places = members.iter().map(|u| p.unit(u).hex).collect();
                if places.len() > best.0.len()
                    && self.is_line_between(p, formation, &places, ends, UnitSet::EMPTY)
                {
                    best = (places, members);
                }
            }
        }
        best
    }

    /// The nearest places that would bring a unit into the Line of its formation (5.8); none if there is no
    /// Line, or if the unit belongs to it.
    pub(crate) fn realignments(&self, p: &Position, unit: UnitId) -> ArrayVec<Hex, 64> {
        let mut found = ArrayVec::new();
        let formation = self.formation_of(unit);
        let (places, members) = self.standing_line(p, formation);
        if places.len() < 2 || members.has(unit) || places.len() == MAX_LINE_UNITS {
            return found;
        }
        let from = p.unit(unit).hex;
        let mut nearest = u8::MAX;
        let mut with: Places = places.clone();
        with.push(from);
        for place in &places {
            for hex in self.map.within(*place, 2) {
                let distance = self.map.distance(from, hex);
                if distance > nearest || places.contains(&hex) || found.contains(&hex) || !self.playable(hex)
                {
                    continue;
                }
                let mut others = UnitSet::one(unit);
                for (mate, _) in &p.line {
                    others.insert(*mate);
                }
                let free = p.in_hex(hex).without(others);
                let fits = free.iter().all(|u| self.side_of(u) == self.side_of(unit) && self.is_gun(u));
                let last = with.len() - 1;
                with[last] = hex;
                if !fits || !self.is_line(p, formation, &with) {
                    continue;
                }
                if distance < nearest {
                    nearest = distance;
                    found.clear();
                }
                let _ = found.try_push(hex);
            }
        }
        found
    }

    /// Whether a unit stands in the Line of its formation (PR44).
    pub(crate) fn in_line(&self, p: &Position, unit: UnitId) -> bool {
        let formation = self.formation_of(unit);
        let hex = p.unit(unit).hex;
        let (places, members) = self.standing_line(p, formation);
        if members.has(unit) {
            return p.line.iter().all(|(u, place)| *u != unit || *place == hex);
        }
        // it has realigned
        if places.len() < 2
            || places.len() == MAX_LINE_UNITS
            || places.contains(&hex)
            || !self.can_line(p, unit)
        {
            return false;
        }
        let mut with = places;
        with.push(hex);
        self.is_line(p, formation, &with)
    }
}
