//! Who serves which marker: each marker needs a unit of its own (7.1.3), and must be used as long as somebody can
//! use it (7.1.4).

use crate::battle::Battle;
use crate::model::{FormationId, UnitId};
use crate::movement::Act;
use crate::position::{MAX_MARKERS, MAX_UNITS, Marker, MarkerKind, Position, UnitSet};
use crate::rule;
use arrayvec::ArrayVec;
use hexmap::Hex;
use kernel::{ById, No};

/// For each marker the units that could serve it.
pub(super) type Servers = ArrayVec<UnitSet, MAX_MARKERS>;

impl Battle {
    pub fn units_that_serve(&self, p: &Position, units: UnitSet, marker: Marker) -> UnitSet {
        let mut able = UnitSet::EMPTY;
        let mut asked = UnitSet::EMPTY;
        for unit in units {
            if asked.has(unit) {
                continue;
            }
            let twins: UnitSet = units.iter().filter(|v| self.same_ways(p, unit, *v)).collect();
            asked = asked.with(twins);
            match marker.kind {
                MarkerKind::Assault => {
                    if self.could_assault(p, UnitSet::one(unit), marker) {
                        able = able.with(twins);
                    }
                }
                MarkerKind::Charge => {
                    able = able.with(twins.iter().filter(|u| self.could_charge(p, *u, marker)).collect());
                }
            }
        }
        able
    }

    pub(super) fn servers(&self, p: &Position, units: UnitSet, markers: &[Marker]) -> Servers {
        markers.iter().map(|m| self.units_that_serve(p, units, *m)).collect()
    }

    /// Whether one marker more, that some units could serve, leaves each marker a unit of its own (7.1.3).
    pub(super) fn can_all_be_served(&self, p: &Position, units: UnitSet, new: UnitSet) -> bool {
        matching_with(&self.servers(p, units, &p.markers), new)
    }

    pub(crate) fn serve_marker(&self, p: &mut Position, hex: Hex) {
        if let Some(at) = p.marker_at(hex) {
            p.state.markers[at].served = true;
        }
    }

    // ---- the duty to use them (7.1.4) --------------------------------------------------------

    /// Markers still to be served (7.1.4).
    fn unserved(&self, p: &Position, side: u8) -> ArrayVec<Marker, MAX_MARKERS> {
        p.markers.iter().copied().filter(|m| !m.served && self.has_target(p, side, *m)).collect()
    }

    pub(crate) fn open_markers(&self, p: &Position, formation: FormationId, free: UnitSet) -> bool {
        let side = self.army.formations[formation].side;
        self.unserved(p, side).iter().any(|m| !self.units_that_serve(p, free, *m).is_empty())
    }

    /// How many open markers could be served no longer if these units did something else (7.1.4).
    fn needed(&self, p: &Position, formation: FormationId, units: UnitSet) -> usize {
        let side = self.army.formations[formation].side;
        let open = self.unserved(p, side);
        if open.is_empty() || units.iter().all(|u| self.is_gun(u)) {
            return 0;
        }
        let all = self.servers(p, self.unacted(p, formation), &open);
        let others: Servers = all.iter().map(|s| s.without(units)).collect();
        most_served(&all) - most_served(&others)
    }

    /// Whether these units are needed to serve what the others cannot.
    pub(crate) fn are_needed(&self, p: &Position, formation: FormationId, units: UnitSet) -> bool {
        self.needed(p, formation, units) > 0
    }

    /// The markers that a needed force may serve: with the others left to the rest, as many are served
    /// as possible. A bit for each marker on the map.
    pub(crate) fn markers_to_serve(&self, p: &Position, formation: FormationId, units: UnitSet) -> u8 {
        let side = self.army.formations[formation].side;
        let open = |m: &Marker| !m.served && self.has_target(p, side, *m);
        let places: ArrayVec<usize, MAX_MARKERS> =
            (0..p.markers.len()).filter(|at| open(&p.markers[*at])).collect();
        let markers: ArrayVec<Marker, MAX_MARKERS> = places.iter().map(|at| p.markers[*at]).collect();
        let all = self.servers(p, self.unacted(p, formation), &markers);
        let others: Servers = all.iter().map(|s| s.without(units)).collect();
        let most = most_served(&others);
        let mut mask = 0;
        for (i, at) in places.iter().enumerate() {
            let mut rest = others.clone();
            rest.remove(i);
            if !all[i].and(units).is_empty() && most_served(&rest) == most {
                mask |= 1 << at;
            }
        }
        mask
    }

    /// Whether others who have not acted yet can serve this marker too, and leave no other unserved for it.
    pub(crate) fn others_serve(&self, p: &Position, formation: FormationId, at: usize) -> bool {
        let side = self.army.formations[formation].side;
        let open = self.unserved(p, side);
        let Some(own) = open.iter().position(|m| m.hex == p.markers[at].hex) else { return true };
        let mut servers = self.servers(p, self.unacted(p, formation), &open);
        let most = most_served(&servers);
        servers.remove(own);
        most > most_served(&servers)
    }

    /// Units that go together serve one marker: they may not keep each other from what they are needed for.
    pub(crate) fn check_together(
        &self,
        p: &Position,
        formation: FormationId,
        units: UnitSet,
    ) -> Result<(), No> {
        match self.needed(p, formation, units) {
            0 => Ok(()),
            1 => {
                let side = self.army.formations[formation].side;
                let serves = |m: &Marker| match m.kind {
                    MarkerKind::Assault => self.could_assault(p, units, *m),
                    MarkerKind::Charge => units.iter().all(|u| self.could_charge(p, u, *m)),
                };
                if self.unserved(p, side).iter().any(serves) {
                    Ok(())
                } else {
                    Err(No(
                        rule::R7_1_4,
                        "Together they could not reach the marker where one of them is needed.",
                    ))
                }
            }
            _ => Err(No(rule::R7_1_3, "These units are needed at different markers.")),
        }
    }

    /// March is not entered after turning: who reaches his marker only so goes into March first.
    pub(crate) fn check_turn_of_needed(&self, p: &Position, f: &Act) -> Result<(), No> {
        let words = "It reaches the marker where it is needed only if it changes into or out of March first.";
        No::when(f.must_serve && !self.finishable(p, f, f.hex, f.left, f.entered), rule::R7_1_4, words)
    }
}

/// How many markers can have a unit of their own.
fn most_served(servers: &Servers) -> usize {
    /// The marker that each unit serves.
    type Taken = ById<UnitId, [u8; MAX_UNITS]>;
    fn assign(servers: &Servers, marker: usize, taken: &mut Taken, seen: &mut UnitSet) -> bool {
        for unit in servers[marker] {
            if seen.has(unit) {
                continue;
            }
            seen.insert(unit);
            let holder = taken[unit];
            if holder == u8::MAX || assign(servers, holder as usize, taken, seen) {
                taken[unit] = marker as u8;
                return true;
            }
        }
        false
    }
    let mut taken = Taken::new([u8::MAX; MAX_UNITS]);
    (0..servers.len()).filter(|m| assign(servers, *m, &mut taken, &mut UnitSet::EMPTY.clone())).count()
}

/// Whether every marker, and one more, can have a unit of its own (7.1.3).
pub(super) fn matching_with(old: &Servers, new: UnitSet) -> bool {
    let mut all = old.clone();
    all.push(new);
    most_served(&all) == all.len()
}
