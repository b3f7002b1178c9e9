//! What who plans a move wants to know: where a unit in hand can get to and by which step, and where the
//! units of a formation could stand in a Line.

use crate::battle::Battle;
use crate::flow::{March, Mode, Move};
use crate::going::Going;
use crate::model::UnitId;
use crate::position::{Position, UnitSet, enemy};
use crate::walker::Walker;
use hexmap::{Dir, Hex, reach, with_buffer};

impl Battle {
    /// Calls `each` with every hex that the unit in hand could end in, the cost, and the first step of the
    /// way; its own hex comes first, with no step.
    pub fn each_destination(&self, p: &Position, m: &Move, mut each: impl FnMut(Hex, u16, Option<Dir>)) {
        let Some(lead) = m.who().first() else { return };
        each(m.hex, 0, None);
        if m.halted {
            return;
        }
        let foe = enemy(self.side_of(lead));
        let walker = Walker::new(self, m.who(), UnitSet::EMPTY);
        // infantry that moves freely stays out of Engagement Zones (5.3)
        let shy = m.mode == Mode::Free && self.is_infantry(lead);
        with_buffer(|buffer| {
            reach(&self.map, m.hex, m.left.into(), buffer, |at, dir, to| {
                if at != m.hex && walker.stops(p, at) || shy && p.engaged(foe, to) {
                    return None;
                }
                walker.step(self, p, at, dir, m.start).ok().map(u16::from)
            });
            for hex in &buffer.reached()[1..] {
                let mut first = *hex;
                while let Some(before) = buffer.came_from(first).filter(|before| *before != m.hex) {
                    first = before;
                }
                each(*hex, buffer.cost(*hex).unwrap_or(0), self.map.direction(m.hex, first));
            }
        });
    }

    /// Units that may take a place in the Line of this march (5.6).
    pub fn line_candidates(&self, p: &Position, f: &March) -> UnitSet {
        self.line_units(p, f)
    }

    /// Calls `each` with every place that a unit could take in a Line, its own included, and the cost.
    pub fn each_line_place(&self, p: &Position, f: &March, unit: UnitId, each: impl FnMut(Hex, u16)) {
        self.each_place(p, f, unit, each);
    }

    /// A unit of the Line in which the formation stands that this one would leave behind, and where it could stand in
    /// it; nobody if it can be declared so (5.6).
    pub fn left_behind_by(&self, p: &Position, f: &March, line: &[(UnitId, Hex)]) -> Option<(UnitId, Hex)> {
        let bound = self.bound_units(p, f);
        bound.iter().find_map(|unit| self.place_with(p, f, line, unit).map(|hex| (unit, hex)))
    }

    /// An order in which all units of a Line that do not stay can go to their places, if possible the one in which they
    /// are named; none if they would get in each other's way.
    pub fn order_of_going(&self, p: &Position, line: &[(UnitId, Hex)]) -> Option<Going> {
        let count = line.iter().filter(|(unit, hex)| p.unit(*unit).hex != *hex).count();
        let order = self.send(&mut p.clone(), line);
        (order.len() == count).then_some(order)
    }
}
