//! Lines that the program proposes (5.5, 5.6): every straight front through places that the chosen units can reach, who
//! goes where by the least movement, what has to be rolled for, and the macro that declares it.

use crate::battle::Battle;
use crate::flow::{March, MarchStage, Train, TrainKind};
use crate::going::Going;
use crate::line::Places;
use crate::model::{FormationId, UnitId};
use crate::position::{MAX_LINE_UNITS, Order, Position, UnitSet, enemy};
use crate::query::Subject;
use crate::rule;
use crate::walker::Walker;
use arrayvec::ArrayVec;
use hexmap::{Between, Dir, Hex, MAX_LINE, with_buffer};
use kernel::matching::Row;
use kernel::{Placed, Proposal, Refusal, Roster, Text};

/// As many Lines are proposed at most, and so many of them at one distance from the enemy.
const MOST: usize = 8;
const MOST_AT_DISTANCE: usize = 3;
/// As many fronts at one distance from the enemy are looked at closely, until so many of them hold.
const TRIED_AT_DISTANCE: u8 = 20;
const FRONTS_AT_DISTANCE: u8 = 5;
/// A Line of so many units has at most so many gaps more than none.
const GAPS: u8 = 3;
/// Places from end to end, with a gap after each but the last.
const MOST_PLACES: usize = 2 * MAX_LINE_UNITS;
/// Cost of leaving a unit out of the Line, and of a gap in it, in halves of movement points.
const LEFT_OUT: u32 = 1000;
const GAP: u32 = 6;
const UNREACHED: u8 = u8::MAX;

/// What each unit can reach.
struct Field {
    units: ArrayVec<UnitId, MAX_LINE_UNITS>,
    /// Those who are not left behind (5.6).
    bound: UnitSet,
    /// By hex and unit: the cost, and the direction of the last step.
    cost: Vec<[u8; MAX_LINE_UNITS]>,
    last: Vec<[Dir; MAX_LINE_UNITS]>,
    /// By hex: who can take it as his place, a bit each, and how far from the nearest enemy it is.
    who: Vec<u16>,
    far: Vec<u8>,
    /// Places that anybody can take.
    places: Vec<Hex>,
}

/// A Line that holds.
struct Drawn {
    /// From end to end: which of the units, and where.
    places: ArrayVec<(u8, Hex), MAX_LINE_UNITS>,
    gaps: u8,
    cost: u32,
    /// Hexes nearer to the enemy, of all units together.
    nearer: i32,
    chance: f64,
    score: f64,
}

impl Battle {
    /// Ranked Lines for the units that are named, or for all of the formation that is in hand or is named.
    pub(crate) fn propose(&self, p: &Position, subject: &str) -> Result<Vec<Proposal>, Refusal> {
        let (formation, chosen) = self.units_meant(p, subject)?;
        let (mut q, f) = self.march_of(p, formation);
        if !matches!(f.stage, MarchStage::Prepare | MarchStage::Draw) {
            return Err(Refusal::new(rule::R5_6e, "A Line is declared before the first unit moves."));
        }
        q.state.line.clear();
        let able = self.line_units(&q, &f);
        // whoever is asked for, a Line takes in those who stand in the present one (5.6)
        let bound = self.bound_units(&q, &f);
        let added = if able.and(chosen).count() > 1 { bound.without(chosen) } else { UnitSet::EMPTY };
        let chosen = chosen.with(added);
        let units = able.and(chosen);
        if units.count() < 2 || self.line_movers(&q, units).is_empty() {
            return Ok(Vec::new());
        }
        let field = self.field(&q, units, able, bound);
        let mut drawn = self.fronts(&q, &f, &field);
        drawn.sort_by(|a, b| b.score.total_cmp(&a.score));
        let mut list: Vec<Drawn> = Vec::new();
        for line in drawn {
            let level = |line: &Drawn| line.nearer.div_euclid(line.places.len().max(1) as i32);
            let same = list.iter().filter(|other| level(other) == level(&line)).count();
            if same < MOST_AT_DISTANCE && !list.iter().any(|other| other.places == line.places) {
                list.push(line);
            }
            if list.len() == MOST {
                break;
            }
        }
        Ok(list.iter().map(|line| self.proposal(&mut q, &field, (chosen, added), line)).collect())
    }

    fn units_meant(&self, p: &Position, subject: &str) -> Result<(FormationId, UnitSet), Refusal> {
        let mut units = UnitSet::EMPTY;
        for word in subject.split([' ', '+', ',']).filter(|word| !word.is_empty()) {
            match self.subject(word)? {
                Subject::Unit(unit) => units.insert(unit),
                Subject::Formation(formation) => units = units.with(self.units_of(p, formation)),
                _ => return Err(Refusal::plain(format!("{word} is neither a unit nor a formation."))),
            }
        }
        let Some(first) = units.first() else {
            let march = p.march().ok_or_else(|| Refusal::new(rule::R5_0a, "No formation is in hand."))?;
            return Ok((march.formation, self.infantry_of(p, march.formation)));
        };
        let formation = self.formation_of(first);
        if units.iter().any(|u| self.formation_of(u) != formation) {
            return Err(Refusal::new(rule::R5_5a, "A Line is made of units of one formation."));
        }
        // a single unit stands for its formation
        let all = units.single().is_some();
        let infantry = self.infantry_of(p, formation);
        Ok((formation, if all { infantry } else { infantry.and(units) }))
    }

    fn infantry_of(&self, p: &Position, formation: FormationId) -> UnitSet {
        self.units_of(p, formation).iter().filter(|u| self.is_infantry(*u)).collect()
    }

    fn field(&self, p: &Position, units: UnitSet, able: UnitSet, bound: UnitSet) -> Field {
        let (movers, mates) = (self.line_movers(p, units), self.line_movers(p, able));
        let list: ArrayVec<UnitId, MAX_LINE_UNITS> = units.iter().collect();
        let side = list.first().map_or(0, |u| self.side_of(*u));
        let foes: Vec<Hex> = p
            .units
            .ids()
            .filter(|u| p.on_map(*u) && self.side_of(*u) != side && p.unit(*u).order != Order::Routed)
            .map(|u| p.unit(u).hex)
            .collect();
        let hexes = self.map.len();
        let mut field = Field {
            cost: vec![[UNREACHED; MAX_LINE_UNITS]; hexes],
            last: vec![[0; MAX_LINE_UNITS]; hexes],
            who: vec![0; hexes],
            far: vec![0; hexes],
            places: Vec::with_capacity(128),
            units: list,
            bound,
        };
        for (i, unit) in field.units.iter().enumerate() {
            let one = UnitSet::one(*unit);
            let walker = Walker::new(self, one, mates.with(one));
            with_buffer(|buffer| {
                walker.reach(self, p, p.unit(*unit).hex, self.line_points(p, *unit), buffer);
                for hex in buffer.reached() {
                    let from = buffer.came_from(*hex).and_then(|from| self.map.direction(from, *hex));
                    field.last[hex.index()][i] = from.unwrap_or(0);
                    // who is not asked, or fires at will, stays where he is
                    if !p.in_hex(*hex).without(movers).without(one).iter().all(|u| self.is_gun(u)) {
                        continue;
                    }
                    let at = hex.index();
                    if field.who[at] == 0 {
                        let far = foes.iter().map(|foe| self.map.distance(*foe, *hex)).min();
                        field.far[at] = far.unwrap_or(0);
                        field.places.push(*hex);
                    }
                    field.who[at] |= 1 << i;
                    field.cost[at][i] = buffer.cost(*hex).map_or(UNREACHED, |cost| cost.min(254) as u8);
                }
            });
        }
        field
    }

    /// Every front that holds as many units as any, with its best Line.
    fn fronts(&self, p: &Position, f: &March, field: &Field) -> Vec<Drawn> {
        let most = field.units.len() as u8;
        // a shorter Line only where no longer one can be drawn
        for count in (2..=most).rev() {
            let found = self.fronts_of(p, f, field, count);
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    fn fronts_of(&self, p: &Position, f: &March, field: &Field, count: u8) -> Vec<Drawn> {
        let longest = (count - 1 + GAPS).min(2 * (count - 1)).min(MAX_LINE);
        // pairs of ends by length, the shortest first
        let mut pairs: [Vec<(Hex, Hex)>; GAPS as usize + 1] = Default::default();
        for (i, a) in field.places.iter().enumerate() {
            for b in &field.places[i + 1..] {
                let length = self.map.distance(*a, *b);
                if length + 1 >= count && length <= longest {
                    pairs[usize::from(length + 1 - count)].push((*a, *b));
                }
            }
        }
        // how many fronts have been looked at, and how many of them hold, by the distances of their ends from the enemy
        // added up
        let mut tried = [(0u8, 0u8); 256];
        let mut drawn = Vec::new();
        for ends in pairs.into_iter().flatten() {
            let far = field.far[ends.0.index()].saturating_add(field.far[ends.1.index()]);
            let level = &mut tried[usize::from(far)];
            if level.0 >= TRIED_AT_DISTANCE
                || level.1 >= FRONTS_AT_DISTANCE
                || !self.holds_so_many(field, ends, count)
            {
                continue;
            }
            level.0 += 1;
            if let Some(line) = self.match_units(p, f, field, ends)
                && line.places.len() >= count as usize
            {
                level.1 += 1;
                drawn.push(line);
            }
        }
        drawn
    }

    /// The places of a front in order; where the line runs along a hexside, either hex beside it.
    fn places_of(&self, ends: (Hex, Hex)) -> ArrayVec<[Hex; 2], MOST_PLACES> {
        let (a, b) = ends;
        let mut places: ArrayVec<[Hex; 2], MOST_PLACES> = ArrayVec::new();
        places.push([a, Hex::NONE]);
        for between in self.map.line(a, b).take(MOST_PLACES - 2) {
            places.push(match between {
                Between::One(hex) => [hex, Hex::NONE],
                Between::Pair(left, right) => [left, right],
            });
        }
        places.push([b, Hex::NONE]);
        places
    }

    /// Whether so many of the units can reach any place of the front at all.
    fn holds_so_many(&self, field: &Field, ends: (Hex, Hex), count: u8) -> bool {
        let hexes = self.places_of(ends);
        let hexes = hexes.iter().flatten().filter(|hex| !hex.is_none());
        let reached = hexes.fold(0u16, |reached, hex| reached | field.who[hex.index()]);
        reached.count_ones() >= u32::from(count)
    }

    /// Matches units to places by the least movement. They keep their order along the front: whoever crosses another
    /// goes a longer way.
    fn match_units(&self, p: &Position, f: &March, field: &Field, ends: (Hex, Hex)) -> Option<Drawn> {
        let places = self.places_of(ends);
        let (a, b) = ends;
        let mut order: ArrayVec<u8, MAX_LINE_UNITS> = (0..field.units.len() as u8).collect();
        order.sort_by_key(|i| (self.map.along(a, b, p.unit(field.units[*i as usize]).hex), *i));
        let mates: UnitSet = field.units.iter().copied().collect();
        let cheapest = |at: usize, unit: u8| -> (u8, Hex) {
            let cost = |hex: Hex| {
                if hex.is_none() { UNREACHED } else { field.cost[hex.index()][unit as usize] }
            };
            let [left, right] = places[at];
            if cost(right) < cost(left) { (cost(right), right) } else { (cost(left), left) }
        };
        let foe = enemy(self.army.formations[f.formation].side);
        let open = |hex: Hex| {
            !hex.is_none()
                && self.playable(hex)
                && !p.holds(self, foe, hex)
                && p.in_hex(hex).without(mates).iter().all(|u| self.formation_of(u) == f.formation)
        };
        let row = Row {
            pieces: order.len(),
            places: places.len(),
            cost: |i: usize, at: usize| match cheapest(at, order[i]) {
                (UNREACHED, _) => None,
                (cost, _) => Some(cost.into()),
            },
            may_be_empty: |at: usize| places[at].iter().any(|hex| open(*hex)),
            left_out: LEFT_OUT,
            gap: GAP,
        };
        let placed = row.fill::<{ MAX_LINE_UNITS + 1 }, { MOST_PLACES + 1 }>()?;
        let gaps = (places.len() - placed.len()) as u8;
        let mut drawn = Drawn { places: ArrayVec::new(), gaps, cost: 0, nearer: 0, chance: 1.0, score: 0.0 };
        for (i, at) in placed {
            let (cost, hex) = cheapest(at, order[i]);
            drawn.cost += u32::from(cost);
            drawn.places.push((order[i], hex));
        }
        self.stands(p, f, field, ends, &drawn).then(|| self.judge(p, field, drawn))
    }

    /// Whether the rules take it for a Line, nobody keeps a place of it who does not leave it, and nobody is left
    /// behind who could be in it.
    fn stands(&self, p: &Position, f: &March, field: &Field, ends: (Hex, Hex), drawn: &Drawn) -> bool {
        let placed: UnitSet = drawn.places.iter().map(|(i, _)| field.units[*i as usize]).collect();
        let free = drawn.places.iter().all(|(i, hex)| {
            let mut others = p.in_hex(*hex);
            others.remove(field.units[*i as usize]);
            others.iter().all(|u| self.is_gun(u) || placed.has(u))
        });
        let places: Places = drawn.places.iter().map(|(_, hex)| *hex).collect();
        let line: ArrayVec<(UnitId, Hex), MAX_LINE_UNITS> =
            drawn.places.iter().map(|(i, hex)| (field.units[*i as usize], *hex)).collect();
        let behind = field.bound.without(placed);
        free && places.len() > 1
            && self.is_line_between(p, f.formation, &places, ends, self.line_units(p, f))
            && behind.iter().all(|unit| self.place_with(p, f, &line, unit).is_none())
            && self.order_of_going(p, &line).is_some()
    }

    fn judge(&self, p: &Position, field: &Field, mut drawn: Drawn) -> Drawn {
        let far = |hex: Hex| i32::from(field.far[hex.index()]);
        for (i, hex) in &drawn.places {
            drawn.nearer += far(p.unit(field.units[*i as usize]).hex) - far(*hex);
            drawn.chance *= self.way_chance(p, field, *i, *hex);
        }
        let count = drawn.places.len() as f64;
        let alone =
            drawn.places.iter().filter(|(_, hex)| !self.has_neighbour(p, field, &drawn, *hex)).count();
        drawn.score = 1000.0 * count + 60.0 * f64::from(drawn.nearer) / count + 200.0 * drawn.chance
            - 2.0 * f64::from(drawn.cost)
            - 15.0 * f64::from(drawn.gaps)
            - 30.0 * alone as f64;
        drawn
    }

    /// Another unit of the Line stands beside the place, or one of the formation that is not in it (9.1.3).
    fn has_neighbour(&self, p: &Position, field: &Field, drawn: &Drawn, hex: Hex) -> bool {
        let formation = self.formation_of(field.units[0]);
        let placed = |u: UnitId| drawn.places.iter().any(|(i, _)| field.units[*i as usize] == u);
        let stays = |near: Hex| p.in_hex(near).iter().any(|u| self.supports(p, formation, u) && !placed(u));
        drawn.places.iter().any(|(_, other)| self.touch(hex, *other))
            || self.touching(hex).any(|(_, near)| stays(near))
    }

    /// The way of a unit to its place, the hex where it stands first.
    fn way_of(&self, p: &Position, field: &Field, i: u8, hex: Hex) -> ArrayVec<Hex, 64> {
        let start = p.unit(field.units[i as usize]).hex;
        let mut way: ArrayVec<Hex, 64> = ArrayVec::new();
        let mut at = hex;
        way.push(at);
        while at != start && !way.is_full() {
            at = self.map.neighbour(at, hexmap::opposite(field.last[at.index()][i as usize]));
            way.push(at);
        }
        way.reverse();
        way
    }

    /// Calls `each` with every step of a unit's way before which it rolls, and with what.
    fn each_roll(
        &self,
        p: &Position,
        field: &Field,
        i: u8,
        hex: Hex,
        mut each: impl FnMut(Hex, Hex, TrainKind),
    ) {
        let unit = field.units[i as usize];
        let way = self.way_of(p, field, i, hex);
        for pair in way.windows(2) {
            let Some(dir) = self.map.direction(pair[0], pair[1]) else { continue };
            if let Some(kind) = self.roll_before(p, unit, pair[0], dir) {
                each(pair[0], pair[1], kind);
            }
        }
    }

    /// A first look at the chance of a way: modifiers are those of where the unit stands now.
    fn way_chance(&self, p: &Position, field: &Field, i: u8, hex: Hex) -> f64 {
        let unit = field.units[i as usize];
        let mut chance = 1.0;
        self.each_roll(p, field, i, hex, |_, _, kind| {
            chance *= f64::from(self.training_chance(p, Train { unit, kind })) / 10.0;
        });
        chance
    }

    /// The proposal as it is told. `p` is scratch: units are set down on their way to see what their rolls need there;
    /// the enemy's zones, all that matters to them, stay as they are.
    fn proposal(
        &self,
        p: &mut Position,
        field: &Field,
        (chosen, added): (UnitSet, UnitSet),
        drawn: &Drawn,
    ) -> Proposal {
        let number = |hex: Hex| Text::new(self.map.number(hex));
        let id = |unit: UnitId| Text::new(&self.army.units[unit].id);
        let mut places = Vec::with_capacity(drawn.places.len());
        let mut notes = Vec::new();
        let mut all = 1.0;
        for (i, hex) in &drawn.places {
            let unit = field.units[*i as usize];
            let from = p.unit(unit).hex;
            let mut steps: ArrayVec<(Hex, Hex, TrainKind), 64> = ArrayVec::new();
            self.each_roll(p, field, *i, *hex, |a, b, kind| steps.push((a, b, kind)));
            let (mut rolls, mut chance) = (Vec::new(), 1.0);
            for (at, to, kind) in steps {
                p.unit_mut(unit).hex = at;
                let faces = self.training_chance(p, Train { unit, kind });
                chance *= f64::from(faces) / 10.0;
                rolls.push(format!("Training roll before {}: {faces} of 10", self.map.number(to)));
            }
            p.unit_mut(unit).hex = from;
            all *= chance;
            let supported = self.has_neighbour(p, field, drawn, *hex);
            if !supported {
                notes.push(format!("{} has nobody beside it ({}).", self.unit_name(unit), rule::R9_1_3.0.id));
            }
            places.push(Placed {
                unit: id(unit),
                from: number(from),
                hex: number(*hex),
                cost: f32::from(field.cost[hex.index()][*i as usize]) / 2.0,
                path: self.way_of(p, field, *i, *hex).iter().skip(1).map(|hex| number(*hex)).collect(),
                chance,
                rolls,
                supported,
            });
        }
        let placed: UnitSet = drawn.places.iter().map(|(i, _)| field.units[*i as usize]).collect();
        let left_out: Vec<Text> = chosen.without(placed).iter().map(id).collect();
        if !left_out.is_empty() {
            notes.push(format!("No place for {}.", self.own(chosen.without(placed))));
        }
        if !added.and(placed).is_empty() {
            let names = self.own(added.and(placed));
            notes.push(format!("Taken in from the present Line: {names} ({}).", rule::R5_6b.0.id));
        }
        let count = drawn.places.len();
        let nearer = drawn.nearer as f32 / count.max(1) as f32;
        let (first, last) = (&places[0].hex, &places[count - 1].hex);
        let words: Vec<String> = places.iter().map(|place| format!("{} {}", place.unit, place.hex)).collect();
        // who goes farthest to the front goes first: the others come up behind
        let mut order: ArrayVec<(u8, Hex), MAX_LINE_UNITS> = drawn.places.clone();
        order.retain(|(i, hex)| p.unit(field.units[*i as usize]).hex != *hex);
        order.sort_by_key(|(i, hex)| {
            (field.far[hex.index()], std::cmp::Reverse(field.cost[hex.index()][*i as usize]), *i)
        });
        let order: Going = order.iter().map(|(i, hex)| (field.units[*i as usize], *hex)).collect();
        // unless one would be in the way of another
        let order = self.order_of_going(p, &order).unwrap_or(order);
        let moves = order.iter().map(|(unit, hex)| format!("move {} {}", id(*unit), number(*hex))).collect();
        let way = match nearer {
            near if near > 0.05 => format!("{near:.1} hexes nearer to the enemy"),
            near if near < -0.05 => format!("{:.1} hexes farther from the enemy", -near),
            _ => "as far from the enemy as now".into(),
        };
        Proposal {
            title: format!("{count} units from {first} to {last}, {way}"),
            rule: rule::R5_6e,
            action: format!("line {}", words.join(" ")),
            then: moves,
            places,
            left_out,
            chance: all,
            nearer,
            notes,
        }
    }
}
