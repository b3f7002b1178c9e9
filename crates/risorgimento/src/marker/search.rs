//! Which markers could be declared: the hexes beside enemies, and the units that could get there in time and attack
//! out of them (7.1.3).

use super::service::matching_with;
use crate::action::Action;
use crate::activation::Activation;
use crate::battle::{Battle, class};
use crate::model::{Arm, Quarters, UnitId};
use crate::movement::{OverMarkers, Walker};
use crate::position::{MAX_HEXES, MAX_UNITS, Marker, MarkerKind, Place, Position, UnitSet, enemy};
use arrayvec::ArrayVec;
use hexmap::{Dir, Hex, Way, with_buffer};

/// Hexes beside enemies: six for each unit of an army, and no more than there are. All of them have room.
pub(crate) const MAX_PLACES: usize = if 6 * MAX_UNITS < MAX_HEXES { 6 * MAX_UNITS } else { MAX_HEXES };

/// A hex that could carry a marker, with the units that could assault and charge out of it through each
/// side.
struct Candidate {
    hex: Hex,
    dirs: u8,
    able: [UnitSet; 6],
    charging: [UnitSet; 6],
}

impl Candidate {
    /// The sides through which the unit is not yet known to be able to assault.
    fn open_to(&self, unit: UnitId) -> impl Iterator<Item = Dir> {
        (0..6u8).filter(move |d| self.dirs >> d & 1 != 0 && !self.able[*d as usize].has(unit))
    }
}

impl Battle {
    /// Whether any enemy stands so near that a marker could make sense: a cheap look before the searches.
    pub(super) fn enemy_within_reach(&self, p: &Position, side: u8, free: UnitSet) -> bool {
        free.iter().filter(|u| !self.is_gun(*u)).any(|unit| {
            let most = self.printed[unit].ma as u16 * 4 / self.least_step[1] + 2;
            let from = if p.unit(unit).place == Place::Map {
                p.unit(unit).hex
            } else {
                self.entry_of(unit).map_or(Hex::NONE, |e| e.hex)
            };
            !from.is_none() && self.nearest_enemy(p, side, from) as u16 <= most
        })
    }

    pub(super) fn find_marks(&self, p: &Position, frame: Activation, out: &mut Vec<Action>) {
        if p.markers.len() as u8 >= self.marker_limit(p, frame) {
            return;
        }
        let side = self.army.formations[frame.formation].side;
        let free = self.unacted(p, frame.formation);
        if free.iter().all(|u| self.is_gun(u)) {
            return;
        }
        let mut groups: ArrayVec<(UnitId, UnitSet), MAX_UNITS> = ArrayVec::new();
        let mut asked = UnitSet::EMPTY;
        for unit in free.iter().filter(|u| !self.is_gun(*u)) {
            if !asked.has(unit) {
                let twins: UnitSet = free.iter().filter(|v| self.same_ways(p, *v, unit)).collect();
                asked = asked.with(twins);
                groups.push((unit, twins));
            }
        }
        let mut places = self.places(p, side, &groups);
        if places.is_empty() {
            return;
        }
        let old = self.servers(p, free, &p.markers);
        for (unit, twins) in groups {
            self.find_ways(p, unit, twins, &mut places);
        }
        for unit in free.iter().filter(|u| self.arm(*u) == Arm::Cavalry) {
            self.find_charges(p, unit, &mut places);
        }
        for place in &places {
            for dir in (0..6u8).filter(|d| place.dirs >> d & 1 != 0) {
                let able = [
                    (MarkerKind::Assault, place.able[dir as usize]),
                    (MarkerKind::Charge, place.charging[dir as usize]),
                ];
                for (kind, units) in able {
                    if !units.is_empty() && matching_with(&old, units) {
                        out.push(Action::Mark { kind, hex: place.hex, dir });
                    }
                }
            }
        }
    }

    /// The hexes beside enemies that could carry a marker, as far as one of the groups could get there if
    /// nobody stood in its way, in the order of the map.
    fn places(&self, p: &Position, side: u8, groups: &[(UnitId, UnitSet)]) -> Vec<Candidate> {
        const { assert!(MAX_HEXES.is_multiple_of(64), "a bit for each hex") };
        let mut near = [0u64; MAX_HEXES / 64];
        for foe in p.units.ids().filter(|u| self.printed[*u].side != side) {
            if p.unit(foe).place == Place::Map {
                for hex in self.map.neighbours(p.unit(foe).hex).iter().filter(|h| !h.is_none()) {
                    near[hex.index() / 64] |= 1 << (hex.index() % 64);
                }
            }
        }
        let mut in_reach = [0u64; MAX_HEXES / 64];
        for (unit, _) in groups {
            let limit = self.ma_of(UnitSet::one(*unit)) as u16;
            let class = class(self.arm(*unit));
            for (start, paid) in self.starts(p, *unit, true) {
                let least = self.way_from(class, true, start);
                for (word, bits) in near.iter().enumerate() {
                    for at in bits_of(*bits & !in_reach[word]) {
                        if paid + u16::from(least[word * 64 + at as usize]) <= limit {
                            in_reach[word] |= 1 << at;
                        }
                    }
                }
            }
        }
        let mut places = Vec::new();
        for (word, bits) in in_reach.iter().enumerate() {
            for at in bits_of(*bits) {
                let hex = Hex((word * 64) as u16 + at);
                let dirs = (0..6u8)
                    .filter(|d| self.check_marker_place(p, side, hex, *d).is_ok())
                    .fold(0, |m, d| m | 1 << d);
                if dirs != 0 {
                    let nobody = [UnitSet::EMPTY; 6];
                    places.push(Candidate { hex, dirs, able: nobody, charging: nobody });
                }
            }
        }
        places
    }

    // ---- assaults ----------------------------------------------------------------------------

    /// Two units that would find the same ways: same place, arm, allowance and state.
    pub(super) fn same_ways(&self, p: &Position, a: UnitId, b: UnitId) -> bool {
        let (ua, ub) = (p.unit(a), p.unit(b));
        let (da, db) = (&self.army.units[a], &self.army.units[b]);
        ua.hex == ub.hex
            && ua.place == ub.place
            && ua.march == ub.march
            && ua.square == ub.square
            && da.arm == db.arm
            && da.ma == db.ma
            && da.stacking == db.stacking
    }

    /// Cost of the target hex for a force that comes out of the marker hex; by road only in March (8.3a).
    pub(crate) fn contact_cost(&self, unit: UnitId, hex: Hex, dir: Dir, march: bool) -> u16 {
        let class = class(self.arm(unit));
        let cross = self.cost_across(class, hex, dir);
        if march { cross.min(self.cost_by_road(hex, dir)) as u16 } else { cross as u16 }
    }

    /// Where a unit begins and what it has paid by then: its hex, or the hexes where it may enter.
    fn starts(&self, p: &Position, unit: UnitId, march: bool) -> ArrayVec<(Hex, u16), 9> {
        let u = p.unit(unit);
        if u.place == Place::Map {
            return [(u.hex, 0)].into_iter().collect();
        }
        let mut hexes: ArrayVec<Hex, 9> = self.entry_hexes(p, unit).into_iter().collect();
        // the entry hex itself could carry a marker where a zone of reaction bars it (R57)
        let foe = enemy(self.side_of(unit));
        hexes.extend(
            self.entry_of(unit).map(|e| e.hex).filter(|h| !hexes.contains(h) && !p.holds(self, foe, *h)),
        );
        hexes.into_iter().map(|h| (h, self.entry_cost(p, unit, h, march) as u16)).collect()
    }

    /// A step on the way to a marker. Who enters a zone is bound: from there he goes on only over markers
    /// (R83), which `over_markers` looks for.
    fn way(&self, p: &Position, w: &Walker, a: Hex, dir: Dir, b: Hex) -> Option<u16> {
        if self.binds(p, w, a) {
            return None;
        }
        self.passage(p, w, false, a, dir, b).map(|c| c as u16)
    }

    /// What a force that is bound on markers pays in all to get on to a hex that carries one, or would.
    fn onward(&self, p: &Position, w: &Walker, bound: &OverMarkers, to: Hex) -> Option<u16> {
        let steps = bound.iter().filter_map(|(h, cost)| {
            let step = self.passage(p, w, false, *h, self.map.direction(*h, to)?, to)?;
            Some(cost + u16::from(step))
        });
        steps.min()
    }

    /// Whether a force on its way is bound in a hex.
    fn binds(&self, p: &Position, w: &Walker, hex: Hex) -> bool {
        hex != w.home && p.zone(w.foe, hex)
    }

    /// Finds the places out of which a unit, and its twins, could assault: deployed, then in March for
    /// those that are left. None is looked for that is too far in any case.
    fn find_ways(&self, p: &Position, unit: UnitId, twins: UnitSet, places: &mut [Candidate]) {
        let units = UnitSet::one(unit);
        let home = p.unit(unit).hex;
        let limit = self.ma_of(units) as u16;
        for march in [false, true] {
            let walker = self.walker(p, units, march);
            for (start, paid) in self.starts(p, unit, march) {
                let Some(budget) = limit.checked_sub(paid) else { continue };
                let in_time = |place: &Candidate, dir: u8, cost: u16| {
                    cost + self.contact_cost(unit, place.hex, dir, march) <= budget
                };
                let least = self.way_from(walker.class, march, start);
                let mut open: ArrayVec<usize, MAX_PLACES> = ArrayVec::new();
                let mut ways: ArrayVec<Way, MAX_PLACES> = ArrayVec::new();
                for (at, place) in places.iter().enumerate() {
                    let cost = u16::from(least[place.hex.index()]);
                    if cost <= budget
                        && place.open_to(unit).any(|dir| in_time(place, dir, cost))
                        && (place.hex == home || self.check_stacking(p, place.hex, units).is_ok())
                    {
                        open.push(at);
                        ways.push(self.way_to(walker.class, march, place.hex));
                    }
                }
                if open.is_empty() {
                    continue;
                }
                // in its place: a long list to move about
                let mut bounds: ArrayVec<&[Quarters], MAX_PLACES> = ArrayVec::new();
                bounds.extend(ways.iter().map(|way| &**way));
                with_buffer(|buffer| {
                    hexmap::reach_towards(
                        &self.map,
                        start,
                        budget,
                        buffer,
                        |a, dir, b| self.way(p, &walker, a, dir, b),
                        |h, cost| bounds.iter().any(|way| cost + u16::from(way[h.index()]) <= budget),
                    );
                    let bound = self.over_markers(p, &walker, units, budget, |h| {
                        buffer.cost(h).filter(|_| self.binds(p, &walker, h))
                    });
                    for at in &open {
                        let place = &mut places[*at];
                        let onward = self.onward(p, &walker, &bound, place.hex);
                        let Some(cost) = buffer.cost(place.hex).into_iter().chain(onward).min() else {
                            continue;
                        };
                        for dir in 0..6u8 {
                            if place.dirs >> dir & 1 != 0 && in_time(place, dir, cost) {
                                place.able[dir as usize] = place.able[dir as usize].with(twins);
                            }
                        }
                    }
                });
            }
        }
    }

    /// Whether units that go together, or one, could assault out of the marker hex.
    pub(crate) fn could_assault(&self, p: &Position, units: UnitSet, marker: Marker) -> bool {
        let Some(first) = units.first().filter(|_| units.iter().all(|u| !self.is_gun(u))) else {
            return false;
        };
        let u = p.unit(first);
        let limit = self.ma_of(units) as u16;
        let there = u.place == Place::Map && u.hex == marker.hex;
        if !there && self.check_stacking(p, marker.hex, units).is_err() {
            return false;
        }
        [false, true].into_iter().filter(|march| !march || units.count() == 1).any(|march| {
            let contact =
                units.iter().map(|u| self.contact_cost(u, marker.hex, marker.dir, march)).max().unwrap_or(0);
            if there {
                return contact <= limit;
            }
            let walker = self.walker(p, units, march);
            let way = self.way_to(walker.class, march, marker.hex);
            let far = |h: Hex| way[h.index()] as u16 + contact;
            self.starts(p, first, march).iter().any(|(start, paid)| {
                let budget = match limit.checked_sub(*paid) {
                    Some(budget) if far(*start) <= budget => budget - contact,
                    _ => return false,
                };
                let arrives = |h: Hex, cost: u16| {
                    if h == marker.hex || !self.binds(p, &walker, h) {
                        return h == marker.hex;
                    }
                    let paid = |a: Hex| (a == h).then_some(cost);
                    let bound = self.over_markers(p, &walker, units, budget, paid);
                    self.onward(p, &walker, &bound, marker.hex).is_some_and(|cost| cost <= budget)
                };
                with_buffer(|buffer| {
                    arrives(*start, 0)
                        || hexmap::seek(
                            &self.map,
                            *start,
                            budget,
                            buffer,
                            |a, dir, b| self.way(p, &walker, a, dir, b),
                            |h| Some(way[h.index()].into()),
                            arrives,
                        )
                        .is_some()
                })
            })
        })
    }

    // ---- charges -----------------------------------------------------------------------------

    /// Finds the places through which a cavalry unit could charge.
    fn find_charges(&self, p: &Position, unit: UnitId, places: &mut [Candidate]) {
        let marker = |hex: Hex, dir: Dir| Marker { kind: MarkerKind::Charge, hex, dir, served: false };
        let sees = |place: &Candidate, dir: Dir| {
            place.dirs >> dir & 1 != 0 && self.charge_in_sight(p, unit, marker(place.hex, dir))
        };
        let mut in_sight: ArrayVec<(u16, u8), MAX_PLACES> = ArrayVec::new();
        let mut hexes: ArrayVec<Hex, MAX_PLACES> = ArrayVec::new();
        for (at, place) in places.iter().enumerate() {
            let dirs = (0..6u8).filter(|d| sees(place, *d)).fold(0, |m, d| m | 1 << d);
            if dirs != 0 {
                in_sight.push((at as u16, dirs));
                hexes.push(place.hex);
            }
        }
        if hexes.is_empty() {
            return;
        }
        let field = self.charge_field(p, unit, &hexes);
        for (at, dirs) in in_sight {
            let place = &mut places[at as usize];
            for dir in (0..6u8).filter(|d| dirs >> d & 1 != 0) {
                if self.charge_leads_to(p, &field, marker(place.hex, dir)) {
                    place.charging[dir as usize].insert(unit);
                }
            }
        }
    }
}

/// The places of the bits that are set, the lowest first.
fn bits_of(mut bits: u64) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let at = (bits != 0).then(|| bits.trailing_zeros() as u16)?;
        bits &= bits - 1;
        Some(at)
    })
}
