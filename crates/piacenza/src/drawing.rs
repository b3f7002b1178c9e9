//! 5.6: a Line is drawn, place by place, and declared.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{March, MarchStage};
use crate::line::Places;
use crate::model::{Halves, UnitId};
use crate::position::{MAX_LINE_UNITS, Position, UnitSet, enemy};
use crate::rule;
use crate::walker::Walker;
use crate::words::{Asked, Offer};
use hexmap::{Hex, with_buffer};
use kernel::{Log, No, Roster};

impl Battle {
    pub(crate) fn ask_drawing(&self, p: &Position, f: &March) -> Asked {
        let name = self.formation_name(f.formation);
        let behind = self.left_behind(p, f);
        let words = match p.line.len() {
            0 => "one end of the Line".into(),
            1 => "the other end of the Line".into(),
            _ if behind.is_empty() => "more places between the ends, or declare it".into(),
            _ => format!("the Line also has to take in {}", self.own(behind)),
        };
        let rule = if behind.is_empty() { rule::R5_6e } else { rule::R5_6b };
        Asked::new("draw", rule, format!("{name}: {words}."))
    }

    pub(crate) fn draw_options(&self, p: &Position, f: &March, out: &mut Vec<Action>) {
        self.legal_places(p, f, out);
        if self.check_drawn(p, f).is_ok() {
            out.push(Action::Done);
        }
        out.push(Action::Drop);
    }

    pub(crate) fn check_drawing(&self, p: &Position, f: &March, action: Action) -> Result<(), No> {
        match action {
            Action::Assign(unit, hex) => self.check_assign(p, f, unit, hex),
            Action::Drop => Ok(()),
            Action::Done => self.check_drawn(p, f),
            _ => Err(No(rule::R5_6e, "First the Line must be finished or given up.")),
        }
    }

    pub(crate) fn offer_drawing(&self, action: Action) -> Offer {
        match action {
            Action::Assign(unit, hex) => {
                let words = format!("{} takes its place in {}.", self.unit_name(unit), self.hex_name(hex));
                Offer::new(rule::R5_6e, words).at(hex).by([unit])
            }
            Action::Drop => Offer::new(rule::R5_6e, "Give up this Line."),
            _ => Offer::new(rule::R5_6e, "Declare this Line."),
        }
    }

    pub(crate) fn play_drawing(&self, p: &mut Position, f: March, action: Action, log: &mut Log) {
        match action {
            Action::Assign(unit, hex) => p.state.line.push((unit, hex)),
            Action::Drop => {
                p.state.line.clear();
                p.set_top(March { stage: MarchStage::Prepare, ..f });
            }
            _ => {
                log.say(|| {
                    let mut say = self.say(p, "line", rule::R5_6e, "Line: ");
                    for (i, (unit, hex)) in p.line.iter().enumerate() {
                        say = say.and(if i == 0 { "{} in {}" } else { ", {} in {}" }).unit(*unit).hex(*hex);
                    }
                    say.and(".")
                });
                p.set_top(March { stage: MarchStage::Units, ..f });
            }
        }
    }

    pub(crate) fn draw(&self, p: &mut Position, f: March) {
        p.state.line.clear();
        p.set_top(March { stage: MarchStage::Draw, ..f });
    }

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
        if p.unit(unit).billebaude { 0 } else { self.printed[unit].ma * 2 }
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

    fn check_assign(&self, p: &Position, f: &March, unit: UnitId, hex: Hex) -> Result<(), No> {
        if self.printed.get(unit).is_none() || self.formation_of(unit) != f.formation || !p.on_map(unit) {
            return Err(No(rule::R5_5a, "A Line is made of units of one formation."));
        }
        No::when(!self.is_infantry(unit), rule::R5_5e, "Only infantry stands in Line.")?;
        let words = "Only infantry in command and in good order can be in a Line.";
        No::when(!self.line_units(p, f).has(unit), rule::R5_6a, words)?;
        No::when(p.line.iter().any(|(u, _)| *u == unit), rule::R5_6e, "It already has a place.")?;
        let mut legal = Vec::new();
        self.legal_places(p, f, &mut legal);
        if legal.contains(&Action::Assign(unit, hex)) {
            return Ok(());
        }
        let mut reached = false;
        self.each_place(p, f, unit, |h, _| reached |= h == hex);
        Err(if reached {
            let words =
                "The place does not lie on the line between the ends, or is too far from its neighbours.";
            No(rule::R5_5d, words)
        } else if p.unit(unit).billebaude {
            No(rule::R9_1_2e, "It fires at will: its place in a Line is where it stands.")
        } else {
            No(rule::R5_6e, "It cannot get there.")
        })
    }

    /// Whether what has been drawn is a Line that can stand: no place is kept by a unit that does not leave it.
    fn check_drawn(&self, p: &Position, f: &March) -> Result<(), No> {
        No::when(p.line.len() < 2, rule::R5_5a, "A Line is at least two units.")?;
        let units = self.line_units(p, f);
        for (unit, hex) in &p.line {
            let mut others = p.in_hex(*hex);
            others.remove(*unit);
            let stays =
                |u: UnitId| self.is_infantry(u) && !p.line.iter().any(|(v, place)| *v == u && place != hex);
            let words = "Another unit stands there and has no other place in the Line.";
            No::when(others.iter().any(stays), rule::R6_0b, words)?;
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
        let behind = self.bound_units(p, f).iter().any(|unit| self.place_with(p, f, line, unit).is_some());
        let words =
            "It leaves behind a unit of the present Line that stands in an Engagement Zone and can keep up.";
        No::when(behind, rule::R5_6b, words)?;
        Ok(())
    }

    /// Whether no place of a Line, its ends first, is more than two hexes from the next.
    fn spaced(&self, places: &[Hex]) -> bool {
        let mut ordered: Places = places.iter().copied().collect();
        ordered.sort_by_key(|hex| (self.map.along(places[0], places[1], *hex), *hex));
        ordered.windows(2).all(|pair| self.map.distance(pair[0], pair[1]) <= 2)
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
}
