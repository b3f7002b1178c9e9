//! Chapter 7.1: Assault and Charge markers. Declaring, the matching of forces to markers, the duty to
//! use them, turning them.

use crate::action::Action;
use crate::activation::Activation;
use crate::battle::Battle;
use crate::model::{Arm, FormationId, Quarters, UnitId};
use crate::movement::{Act, OverMarkers, Walker};
use crate::position::{
    MAX_HEXES, MAX_MARKERS, MAX_UNITS, Marker, MarkerKind, Place, Position, State, UnitSet, enemy,
};
use crate::rule;
use crate::words::Offer;
use arrayvec::ArrayVec;
use hexmap::with_buffer;
use hexmap::{Dir, Hex};
use kernel::No;
use kernel::{ById, Event, Log};
use std::cell::RefCell;

/// For each marker the units that could serve it.
type Servers = ArrayVec<UnitSet, MAX_MARKERS>;

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
    /// How many markers a formation may place (7.1.1), with the row of a furious attack.
    pub(crate) fn marker_limit(&self, p: &Position, frame: Activation) -> u8 {
        let mut limit = self.own_markers(frame);
        if self.near_overall_commander(p, frame.formation).is_some() {
            limit += self.switches.marker_bonus_near_overall_commander;
        }
        limit.min(MAX_MARKERS as u8)
    }

    /// The markers that a commander places without the help of his Overall Commander.
    fn own_markers(&self, frame: Activation) -> u8 {
        let command = self.army.leaders[self.leader_of(frame.formation)].command_value;
        command + self.initiative_row(frame.conduct).map_or(0, |r| r.marker_limit_bonus)
    }

    pub fn target_of(&self, marker: Marker) -> Hex {
        self.map.neighbour(marker.hex, marker.dir)
    }

    /// Whether an enemy combat unit stands in the target hex.
    pub(crate) fn has_target(&self, p: &Position, side: u8, marker: Marker) -> bool {
        let target = self.target_of(marker);
        !target.is_none() && p.holds(self, enemy(side), target)
    }

    fn check_marker_place(&self, p: &Position, side: u8, hex: Hex, dir: Dir) -> Result<(), No> {
        let target = self.map.neighbour(hex, dir);
        if target.is_none() || !p.holds(self, enemy(side), target) {
            return Err(No(rule::R7_1a, "A marker points at a hex with enemy combat units."));
        }
        if p.holds(self, enemy(side), hex) || self.terrain(hex).cost[0].is_none() {
            return Err(No(rule::R7_1a, "The attack cannot be made from this hex."));
        }
        if p.marker_at(hex).is_some() {
            return Err(No(rule::R7_1_2, "There is a marker in this hex already."));
        }
        Ok(())
    }

    pub(crate) fn check_mark(
        &self,
        p: &Position,
        frame: Activation,
        kind: MarkerKind,
        hex: Hex,
        dir: Dir,
    ) -> Result<(), No> {
        let side = self.army.formations[frame.formation].side;
        self.check_marker_place(p, side, hex, dir)?;
        if p.markers.len() as u8 >= self.marker_limit(p, frame) {
            return Err(if p.markers.len() as u8 > self.own_markers(frame) {
                No(rule::R7_1_1b, "No more markers, even with the extra one near the overall commander.")
            } else {
                No(rule::R7_1_1a, "The commander may place no more markers.")
            });
        }
        let free = self.unacted(p, frame.formation);
        let mut servers = self.servers(p, free, &p.markers);
        let marker = Marker { kind, hex, dir, served: false };
        let new = self.units_that_serve(p, free, marker);
        if new.is_empty() {
            return Err(match kind {
                MarkerKind::Assault => No(rule::R11_1, "No force could reach this hex and enter the target."),
                MarkerKind::Charge => {
                    No(rule::R10_1a, "No cavalry could charge this target through this hex.")
                }
            });
        }
        servers.push(new);
        if !matching(&servers) {
            return Err(No(rule::R7_1_3, "Each marker needs a different force that could reach it."));
        }
        Ok(())
    }

    pub(crate) fn offer_mark(&self, kind: MarkerKind, hex: Hex, dir: Dir) -> Offer {
        let kind = match kind {
            MarkerKind::Assault => "an Assault",
            MarkerKind::Charge => "a Charge",
        };
        let (at, target) = (self.hex_words(hex), self.hex_words(self.map.neighbour(hex, dir)));
        Offer::new(rule::R7_1a, format!("Place {kind} marker in {at} against {target}")).at(hex)
    }

    pub(crate) fn legal_marks(&self, p: &Position, frame: Activation, out: &mut Vec<Action>) {
        self.with_marks(p, frame, |marks| out.extend_from_slice(marks));
    }

    /// Whether any marker could be placed.
    pub(crate) fn can_mark(&self, p: &Position, frame: Activation) -> bool {
        self.with_marks(p, frame, |marks| !marks.is_empty())
    }

    /// The markers that could be placed. The flow asks whether there are any just before the player asks
    /// which: the last answer is kept for that.
    fn with_marks<T>(&self, p: &Position, frame: Activation, read: impl FnOnce(&[Action]) -> T) -> T {
        thread_local! {
            static LAST: RefCell<(u64, Option<State>, Vec<Action>)> =
                const { RefCell::new((u64::MAX, None, Vec::new())) };
        }
        let side = self.army.formations[frame.formation].side;
        if !self.enemy_within_reach(p, side, self.unacted(p, frame.formation)) {
            return read(&[]);
        }
        LAST.with_borrow_mut(|(serial, known, marks)| {
            if *serial != self.serial || known.as_ref() != Some(&p.state) {
                marks.clear();
                self.find_marks(p, frame, marks);
                *serial = self.serial;
                *known = Some(p.state.clone());
            }
            read(marks)
        })
    }

    fn find_marks(&self, p: &Position, frame: Activation, out: &mut Vec<Action>) {
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
    fn places(
        &self,
        p: &Position,
        side: u8,
        groups: &[(UnitId, UnitSet)],
    ) -> ArrayVec<Candidate, MAX_PLACES> {
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
            let class = crate::battle::class(self.arm(*unit));
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
        let mut places = ArrayVec::new();
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

    /// Whether any enemy stands so near that a marker could make sense: a cheap look before the searches.
    fn enemy_within_reach(&self, p: &Position, side: u8, free: UnitSet) -> bool {
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

    /// Rows "attacks" and "attacks furiously" ask for one or two markers where they can be placed.
    pub(crate) fn check_end_of_declaration(&self, p: &Position, frame: Activation) -> Result<(), No> {
        let needed = self.initiative_row(frame.conduct).map_or(0, |r| r.min_markers_if_possible);
        if (p.markers.len() as u8) < needed && self.can_mark(p, frame) {
            return Err(No(rule::R6_2, "The commander attacks: one more marker must be placed."));
        }
        Ok(())
    }

    pub(crate) fn place_marker(
        &self,
        p: &mut Position,
        frame: Activation,
        kind: MarkerKind,
        hex: Hex,
        dir: Dir,
        log: &mut Log,
    ) {
        // the marker more than his own shows the Overall Commander (R84)
        let bonus = p.markers.len() as u8 >= self.own_markers(frame);
        if bonus && let Some(overall) = self.near_overall_commander(p, frame.formation) {
            p.state.leaders[overall].shown = true;
        }
        p.state.markers.push(Marker { kind, hex, dir, served: false });
        log.say(|| {
            let word =
                if kind == MarkerKind::Assault { "Assault declared from " } else { "Charge declared from " };
            let rule = if bonus { rule::R7_1_1b } else { rule::R7_1a };
            let event = self.at(Event::new("marker", rule).text(word), hex).text(" against ");
            let end = if bonus { ", the extra one near the overall commander." } else { "." };
            self.at(event, self.map.neighbour(hex, dir)).text(end)
        });
    }

    // ---- who could serve a marker ----------------------------------------------------------

    /// Two units that would find the same ways: same place, arm, allowance and state.
    fn same_ways(&self, p: &Position, a: UnitId, b: UnitId) -> bool {
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
        let class = crate::battle::class(self.arm(unit));
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
                let mut open: ArrayVec<(usize, &[Quarters]), MAX_PLACES> = ArrayVec::new();
                for (at, place) in places.iter().enumerate() {
                    let cost = u16::from(least[place.hex.index()]);
                    if cost <= budget
                        && place.open_to(unit).any(|dir| in_time(place, dir, cost))
                        && (place.hex == home || self.check_stacking(p, place.hex, units).is_ok())
                    {
                        open.push((at, self.way_to(walker.class, march, place.hex)));
                    }
                }
                if open.is_empty() {
                    continue;
                }
                with_buffer(|buffer| {
                    hexmap::reach_towards(
                        &self.map,
                        start,
                        budget,
                        buffer,
                        |a, dir, b| self.way(p, &walker, a, dir, b),
                        |h, cost| open.iter().any(|(_, way)| cost + u16::from(way[h.index()]) <= budget),
                    );
                    let bound = self.over_markers(p, &walker, units, budget, |h| {
                        buffer.cost(h).filter(|_| self.binds(p, &walker, h))
                    });
                    for (at, _) in &open {
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

    fn servers(&self, p: &Position, units: UnitSet, markers: &[Marker]) -> Servers {
        markers.iter().map(|m| self.units_that_serve(p, units, *m)).collect()
    }

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

    /// Whether these units are needed to serve what the others cannot (7.1.4).
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

    pub(crate) fn are_needed(&self, p: &Position, formation: FormationId, units: UnitSet) -> bool {
        self.needed(p, formation, units) > 0
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
        if f.must_serve && !self.finishable(p, f, f.hex, f.left, f.entered) {
            return Err(No(
                rule::R7_1_4,
                "It reaches the marker where it is needed only if it changes into or out of March first.",
            ));
        }
        Ok(())
    }

    // ---- turning a marker (7.1.5) ------------------------------------------------------------

    pub(crate) fn check_rotate(&self, p: &Position, hex: Hex, dir: Dir) -> Result<(), No> {
        let Some(at) = p.marker_at(hex) else {
            return Err(No(rule::R7_1_5, "There is no marker in this hex."));
        };
        let marker = p.markers[at];
        let side = match p.activation() {
            Some(a) => self.army.formations[a.formation].side,
            None => return Err(No(rule::R7_1_5, "Markers are turned during an activation.")),
        };
        if self.has_target(p, side, marker) {
            return Err(No(rule::R7_1_5, "A marker is turned only when its target hex has become empty."));
        }
        if dir != (marker.dir + 1) % 6 && dir != (marker.dir + 5) % 6 {
            return Err(No(rule::R7_1_5, "A marker is turned by one hexside."));
        }
        if !self.has_target(p, side, Marker { dir, ..marker }) {
            return Err(No(rule::R7_1_5, "There is no enemy in that hex."));
        }
        Ok(())
    }

    pub(crate) fn legal_rotations(&self, p: &Position, out: &mut Vec<Action>) {
        for marker in &p.markers {
            for dir in [(marker.dir + 1) % 6, (marker.dir + 5) % 6] {
                if self.check_rotate(p, marker.hex, dir).is_ok() {
                    out.push(Action::Rotate { hex: marker.hex, dir });
                }
            }
        }
    }

    pub(crate) fn offer_rotation(&self, hex: Hex, dir: Dir) -> Offer {
        let (at, target) = (self.hex_words(hex), self.hex_words(self.map.neighbour(hex, dir)));
        Offer::new(rule::R7_1_5, format!("Turn the marker in {at} towards {target}")).at(hex)
    }

    pub(crate) fn rotate_marker(&self, p: &mut Position, hex: Hex, dir: Dir, log: &mut Log) {
        if let Some(at) = p.marker_at(hex) {
            p.state.markers[at].dir = dir;
            p.state.markers[at].served = false;
        }
        log.say(|| {
            let event = self
                .at(Event::new("marker", rule::R7_1_5).text("The marker in "), hex)
                .text(" is turned to ");
            self.at(event, self.map.neighbour(hex, dir)).text(".")
        });
    }

    pub(crate) fn serve_marker(&self, p: &mut Position, hex: Hex) {
        if let Some(at) = p.marker_at(hex) {
            p.state.markers[at].served = true;
        }
    }

    /// Whether a marker of the side's activated formation lies in the hex.
    pub(crate) fn own_marker(&self, p: &Position, side: u8, hex: Hex) -> bool {
        p.marker_at(hex).is_some()
            && p.activation().is_some_and(|a| self.army.formations[a.formation].side == side)
    }

    /// Whether a marker calls for units of this kind: on a Charge marker for cavalry that can charge (10).
    pub(crate) fn fits_marker(&self, p: &Position, kind: MarkerKind, unit: UnitId) -> bool {
        match kind {
            MarkerKind::Assault => !self.is_gun(unit),
            MarkerKind::Charge => self.arm(unit) == Arm::Cavalry && !p.unit(unit).exhausted,
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

/// Whether every marker can have a unit of its own (7.1.3).
fn matching(servers: &Servers) -> bool {
    most_served(servers) == servers.len()
}

fn matching_with(old: &Servers, new: UnitSet) -> bool {
    let mut all = old.clone();
    all.push(new);
    matching(&all)
}
