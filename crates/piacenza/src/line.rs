//! 5.5 to 5.8: the Line. When a set of places is one, how a Line is declared, and the places by which a unit
//! comes back into it.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Frame, March, MarchStage};
use crate::model::{FormationId, Halves, UnitId};
use crate::position::{MAX_LINE_UNITS, Order, Position, UnitSet, enemy};
use crate::rule;
use crate::walker::Walker;
use arrayvec::ArrayVec;
use hexmap::{Hex, with_buffer};
use kernel::{Log, No};

/// The places of a Line.
pub type Places = ArrayVec<Hex, MAX_LINE_UNITS>;

/// Units of a Line and their places, in the order in which they go.
pub type Going = ArrayVec<(UnitId, Hex), MAX_LINE_UNITS>;

impl Battle {
    /// Whether these places make a Line with the two as its ends: each is crossed by the line between their
    /// centres or has a side on it, and none is more than two hexes from the one before, with an open hex
    /// between (5.5).
    pub(crate) fn is_line_between(
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
    fn in_step(&self, p: &Position, formation: FormationId, a: Hex, b: Hex, moving: UnitSet) -> bool {
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
    fn present_line(&self, p: &Position, formation: FormationId) -> (Places, UnitSet) {
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

    // ---- declaring -----------------------------------------------------------------------

    /// Units that may take a place in the Line of this march.
    pub(crate) fn line_units(&self, p: &Position, f: &March) -> UnitSet {
        let units = self.units_of(p, f.formation).and(f.commanded);
        units.iter().filter(|u| self.can_line(p, *u) && !p.unit(*u).moved).take(MAX_LINE_UNITS).collect()
    }

    /// Those of them who can leave their hexes: who fires at will has his place where he stands (9.1.2).
    pub(crate) fn line_movers(&self, p: &Position, units: UnitSet) -> UnitSet {
        units.iter().filter(|u| !p.unit(*u).billebaude).collect()
    }

    /// The movement points with which a unit goes to its place in a Line.
    pub(crate) fn line_points(&self, p: &Position, unit: UnitId) -> Halves {
        if p.unit(unit).billebaude { 0 } else { self.printed[unit].ma }
    }

    /// Calls `each` with every hex that a unit can get to for a Line, its own included, with the cost; mates
    /// who may move out of the way do not count (9.2).
    pub(crate) fn each_place(&self, p: &Position, f: &March, unit: UnitId, mut each: impl FnMut(Hex, u16)) {
        let mut mates = self.line_movers(p, self.line_units(p, f));
        mates.insert(unit);
        let walker = Walker::new(self, UnitSet::one(unit), mates);
        let from = p.unit(unit).hex;
        with_buffer(|buffer| {
            walker.reach(self, p, from, self.line_points(p, unit), buffer);
            for hex in buffer.reached() {
                let there = p.in_hex(*hex).without(mates);
                if there.iter().all(|u| self.is_gun(u)) {
                    each(*hex, buffer.cost(*hex).unwrap_or(0));
                }
            }
        });
    }

    /// Whether a formation can draw any Line at all.
    pub(crate) fn can_draw(&self, p: &Position, f: &March) -> bool {
        let units = self.line_units(p, f);
        if units.count() < 2 || !p.line.is_empty() || self.line_movers(p, units).is_empty() {
            return false;
        }
        // those who stand together can stay together
        let together = units.iter().any(|a| {
            let hex = p.unit(a).hex;
            units.iter().any(|b| b > a && self.in_step(p, f.formation, hex, p.unit(b).hex, units))
        });
        together || {
            let mut legal = Vec::new();
            self.legal_places(p, f, &mut legal);
            !legal.is_empty()
        }
    }

    /// Every unit and place that can be added to the Line that is being drawn.
    pub(crate) fn legal_places(&self, p: &Position, f: &March, out: &mut Vec<Action>) {
        let units = self.line_units(p, f);
        let assigned: UnitSet = p.line.iter().map(|(u, _)| *u).collect();
        let free = units.without(assigned);
        if p.line.is_empty() {
            let mut reached: Vec<(UnitId, Hex)> = Vec::new();
            for unit in units {
                self.each_place(p, f, unit, |hex, _| reached.push((unit, hex)));
            }
            // another unit can come up beside it
            let near = |unit: UnitId, hex: Hex| {
                reached.iter().any(|(other, place)| {
                    *other != unit
                        && self.map.distance(*place, hex) <= 2
                        && self.in_step(p, f.formation, *place, hex, units)
                })
            };
            out.extend(reached.iter().filter(|(u, h)| near(*u, *h)).map(|(u, h)| Action::Assign(*u, *h)));
            return;
        }
        for unit in free {
            self.each_place(p, f, unit, |hex, _| {
                if self.fits_line(p, f, hex, free.count() as u8) {
                    out.push(Action::Assign(unit, hex));
                }
            });
        }
    }

    /// Whether a place can be the second end, or lies on the line between the two ends.
    fn fits_line(&self, p: &Position, f: &March, hex: Hex, free: u8) -> bool {
        if p.line.iter().any(|(_, place)| *place == hex) {
            return false;
        }
        match p.line[..] {
            [(_, end)] => {
                let distance = self.map.distance(end, hex);
                // while others are to come, one of them may stand between
                distance <= 2 * free
                    && (free > 1 || self.in_step(p, f.formation, end, hex, self.line_units(p, f)))
            }
            [(_, a), (_, b), ..] => self.map.on_line(a, b, hex),
            [] => true,
        }
    }

    pub(crate) fn check_assign(&self, p: &Position, f: &March, unit: UnitId, hex: Hex) -> Result<(), No> {
        if self.printed.get(unit).is_none() || self.formation_of(unit) != f.formation || !p.on_map(unit) {
            return Err(No(rule::R5_5a, "A Line is made of units of one formation."));
        }
        if !self.is_infantry(unit) {
            return Err(No(rule::R5_5e, "Only infantry stands in Line."));
        }
        if !self.line_units(p, f).has(unit) {
            return Err(No(rule::R5_6a, "Only infantry in command and in good order can be in a Line."));
        }
        if p.line.iter().any(|(u, _)| *u == unit) {
            return Err(No(rule::R5_6e, "It already has a place."));
        }
        let mut legal = Vec::new();
        self.legal_places(p, f, &mut legal);
        if legal.contains(&Action::Assign(unit, hex)) {
            return Ok(());
        }
        let mut reached = false;
        self.each_place(p, f, unit, |h, _| reached |= h == hex);
        Err(if reached {
            No(
                rule::R5_5d,
                "The place does not lie on the line between the ends, or is too far from its neighbours.",
            )
        } else if p.unit(unit).billebaude {
            No(rule::R9_1_2e, "It fires at will: its place in a Line is where it stands.")
        } else {
            No(rule::R5_6e, "It cannot get there.")
        })
    }

    /// Whether what has been drawn is a Line that can stand: no place is kept by a unit that does not leave it.
    pub(crate) fn check_drawn(&self, p: &Position, f: &March) -> Result<(), No> {
        if p.line.len() < 2 {
            return Err(No(rule::R5_5a, "A Line is at least two units."));
        }
        let units = self.line_units(p, f);
        for (unit, hex) in &p.line {
            let mut others = p.in_hex(*hex);
            others.remove(*unit);
            let stays =
                |u: UnitId| self.is_infantry(u) && !p.line.iter().any(|(v, place)| *v == u && place != hex);
            if others.iter().any(stays) {
                return Err(No(rule::R6_0b, "Another unit stands there and has no other place in the Line."));
            }
        }
        let places: Places = p.line.iter().map(|(_, hex)| *hex).collect();
        if !self.is_line_between(p, f.formation, &places, (places[0], places[1]), units) {
            return Err(if self.spaced(&places) {
                No(rule::R5_5c, "Enemies or another formation stand in the gap between two units.")
            } else {
                No(rule::R5_5b, "There is a gap of more than one hex.")
            });
        }
        let line = &p.line;
        if self.bound_units(p, f).iter().any(|unit| self.place_with(p, f, line, unit).is_some()) {
            return Err(No(
                rule::R5_6b,
                "It leaves behind a unit of the present Line that stands in an Engagement Zone and can keep up.",
            ));
        }
        Ok(())
    }

    /// Units that the Line of this march takes in if they find a place in it: they are part of the Line that stands
    /// now, in an Engagement Zone, and nobody goes forward from there alone (5.6).
    pub(crate) fn bound_units(&self, p: &Position, f: &March) -> UnitSet {
        let foe = enemy(self.army.formations[f.formation].side);
        let (_, members) = self.present_line(p, f.formation);
        let members = members.and(self.line_units(p, f));
        members.iter().filter(|u| p.engaged(foe, p.unit(*u).hex)).collect()
    }

    /// Those of them who have no place in the Line that is drawn, as soon as it is one, and could have one.
    pub(crate) fn left_behind(&self, p: &Position, f: &March) -> UnitSet {
        if p.line.len() < 2 {
            return UnitSet::EMPTY;
        }
        let bound = self.bound_units(p, f);
        bound.iter().filter(|unit| self.place_with(p, f, &p.line, *unit).is_some()).collect()
    }

    /// Where a unit that has no place in a Line could stand so that it is still one: the cheapest such place that
    /// nobody keeps.
    pub(crate) fn place_with(
        &self,
        p: &Position,
        f: &March,
        line: &[(UnitId, Hex)],
        unit: UnitId,
    ) -> Option<Hex> {
        if line.len() >= MAX_LINE_UNITS || line.iter().any(|(u, _)| *u == unit) {
            return None;
        }
        let mut places: Places = line.iter().map(|(_, hex)| *hex).collect();
        places.push(Hex::NONE);
        let last = places.len() - 1;
        let mut fits = |hex: Hex| {
            let near = |(_, place): &(UnitId, Hex)| (1..=2).contains(&self.map.distance(*place, hex));
            let kept = |u: UnitId| {
                u != unit && self.is_infantry(u) && !line.iter().any(|(v, place)| *v == u && *place != hex)
            };
            if !line.iter().any(near) || p.in_hex(hex).iter().any(kept) {
                return false;
            }
            places[last] = hex;
            !places[..last].contains(&hex) && self.is_line(p, f.formation, &places)
        };
        // to stay is the easiest
        let here = p.unit(unit).hex;
        if fits(here) {
            return Some(here);
        }
        let mut best: Option<(u16, Hex)> = None;
        self.each_place(p, f, unit, |hex, cost| {
            if hex != here && best.is_none_or(|least| (cost, hex) < least) && fits(hex) {
                best = Some((cost, hex));
            }
        });
        best.map(|(_, hex)| hex)
    }

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

    /// Whether no place of a Line, its ends first, is more than two hexes from the next.
    fn spaced(&self, places: &[Hex]) -> bool {
        let mut ordered: Places = places.iter().copied().collect();
        ordered.sort_by_key(|hex| (self.map.along(places[0], places[1], *hex), *hex));
        ordered.windows(2).all(|pair| self.map.distance(pair[0], pair[1]) <= 2)
    }

    pub(crate) fn draw(&self, p: &mut Position, f: March) {
        p.state.line.clear();
        p.set_top(Frame::March(March { stage: MarchStage::Draw, ..f }));
    }

    pub(crate) fn apply_draw(&self, p: &mut Position, f: March, action: Action, log: &mut Log) {
        match action {
            Action::Assign(unit, hex) => p.state.line.push((unit, hex)),
            Action::Drop => {
                p.state.line.clear();
                p.set_top(Frame::March(March { stage: MarchStage::Prepare, ..f }));
            }
            _ => {
                log.say(|| {
                    let mut event = self.say("line", rule::R5_6e).text("Line: ");
                    for (i, (unit, hex)) in p.line.iter().enumerate() {
                        event = if i == 0 { event } else { event.text(", ") };
                        event = event.unit(*unit).text(" in ").hex(*hex);
                    }
                    event.text(".").event()
                });
                p.set_top(Frame::March(March { stage: MarchStage::Units, ..f }));
            }
        }
    }
}
