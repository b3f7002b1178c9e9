//! Who stands where at the start of a scenario, and that he may stand there.

use super::Theatre;
use crate::data::army::{Piece, Roster};
use crate::model::*;
use dataset::{Node, Problem, Reader, Row};
use gamebox::Placements;
use hexmap::Hex;

/// The vertices that a battery can face, by the number of the direction before each, clockwise.
pub const VERTICES: [&str; 6] = ["NNE", "E", "SSE", "SSW", "W", "NNW"];

/// The area of the map that no way leads to: beyond the Trebbia, and the islands.
const SCENERY: &str = "unreachable";

pub struct Placing<'a> {
    scenario: &'a str,
    theatre: &'a Theatre<'a>,
    pub roster: &'a Roster,
    /// Empty for the whole map.
    area: &'a [Hex],
    wings: &'a [Vec<WingId>; 2],
    absent: Vec<Piece>,
    pub placed: Placements<UnitId, LeaderId>,
}

impl<'a> Placing<'a> {
    pub fn new(
        scenario: &'a str,
        theatre: &'a Theatre<'a>,
        roster: &'a Roster,
        area: &'a [Hex],
        wings: &'a [Vec<WingId>; 2],
    ) -> Placing<'a> {
        let placed = Placements { units: Vec::new(), leaders: Vec::new() };
        Placing { scenario, theatre, roster, area, wings, absent: Vec::new(), placed }
    }

    /// The pieces that stay away though their wing takes part: named alone or with their formation.
    pub fn absent(&mut self, tree: &Node, problems: &mut Vec<Problem>) {
        let names: Vec<String> = Reader::new(tree, problems).get("absent");
        for name in names {
            if let Some(piece) = self.roster.piece(&name) {
                self.absent.push(piece);
            } else if let Some(formation) = self.roster.army.formations.called(&name) {
                let formation = &self.roster.army.formations[formation];
                self.absent.extend(formation.units.iter().map(|unit| Piece::Unit(*unit)));
                self.absent.extend(formation.leader.map(Piece::Leader));
            } else {
                let message = format!("there is no unit, commander or formation `{name}`");
                Reader::new(tree, problems).problem("absent", message);
            }
        }
    }

    /// Reads the rows of the scenario and checks that everybody has a hex in which he may stand.
    pub fn place(&mut self, rows: &[Row], problems: &mut Vec<Problem>) {
        let own: Vec<&Row> = rows.iter().filter(|row| row.get("scenario") == self.scenario).collect();
        self.placed = Placements::read(
            own.iter().copied(),
            (self.roster.army.pieces(), self.theatre.on.map),
            |piece| self.out_of_play(piece),
            |row, piece, problems| facing(row, self.class(piece), problems),
            |placed, piece, hex| self.barred(placed, piece, hex),
            problems,
        );
        self.all_placed(problems);
        self.pairs_together(&own, problems);
    }

    fn class(&self, piece: Piece) -> Class {
        match piece {
            Piece::Unit(unit) => self.roster.unit(unit).arm.into(),
            Piece::Leader(_) => Class::Commander,
        }
    }

    /// Why a piece is not on the map at the start.
    fn out_of_play(&self, piece: Piece) -> Option<String> {
        let wing = match piece {
            Piece::Unit(unit) if self.roster.unit(unit).kind == UnitKind::DragoonFoot => {
                return Some("begins mounted: its owner chooses".to_owned());
            }
            Piece::Leader(leader) if self.roster.leader(leader).rank == Rank::Bearer => {
                return Some("comes when his commander is lost (4.6.1)".to_owned());
            }
            Piece::Unit(unit) => Some(self.roster.unit(unit).wing),
            Piece::Leader(leader) => self.roster.leader(leader).wing,
        };
        if self.absent.contains(&piece) {
            return Some("has a hex though it is absent".to_owned());
        }
        let away = |wing: &WingId| !self.wings.iter().flatten().any(|other| other == wing);
        let wing = wing.filter(away)?;
        Some(format!("is of `{}`, which takes no part", self.roster.army.wings[wing].id))
    }

    /// Why a piece may not stand in a hex: terrain, the area, or who is there (6.0).
    fn barred(&self, placed: &Placements<UnitId, LeaderId>, piece: Piece, hex: Hex) -> Option<String> {
        if !self.theatre.passable(hex, self.class(piece)) {
            return Some("may not be entered".to_owned());
        }
        if self.theatre.on.map.area(SCENERY).is_some_and(|scenery| scenery.hexes.contains(&hex)) {
            return Some("is out of reach of everybody".to_owned());
        }
        if !self.area.is_empty() && !self.area.contains(&hex) {
            return Some("is not in the area of the scenario".to_owned());
        }
        let pieces = self.roster.army.pieces();
        let there: Vec<Piece> = placed.all().filter(|(_, at)| *at == hex).map(|(other, _)| other).collect();
        if there.iter().any(|other| pieces.row(*other).side() != pieces.row(piece).side()) {
            return Some("holds pieces of both sides".to_owned());
        }
        let Piece::Unit(unit) = piece else { return None };
        let of_arm = |piece: &Piece, arm: Arm| match piece {
            Piece::Unit(unit) => self.roster.unit(*unit).arm == arm,
            Piece::Leader(_) => false,
        };
        let count = |arm: Arm| there.iter().filter(|piece| of_arm(piece, arm)).count();
        let (foot, horse, guns) = (count(Arm::Infantry), count(Arm::Cavalry), count(Arm::Artillery));
        let free = match self.roster.unit(unit).arm {
            Arm::Infantry => foot == 0 && horse == 0,
            Arm::Artillery => guns == 0 && horse == 0,
            Arm::Cavalry => horse < 2 && foot + guns == 0,
        };
        (!free).then(|| "is full: one infantry and one battery, or two cavalry (6.0)".to_owned())
    }

    /// Every piece of the wings that take part has a hex, and both Commanders in Chief.
    fn all_placed(&self, problems: &mut Vec<Problem>) {
        for piece in self.roster.army.pieces().all() {
            if self.placed.hex(piece).is_none() && self.out_of_play(piece).is_none() {
                let row = self.roster.row(piece);
                let message = format!("`{}` has no hex in `{}`", row.get("id"), self.scenario);
                problems.push(row.problem(message));
            }
        }
    }

    /// The two counters of a dragoon unit begin in one hex, so that they can dismount (10.5).
    fn pairs_together(&self, rows: &[&Row], problems: &mut Vec<Problem>) {
        for placed in &self.placed.units {
            let unit = self.roster.unit(placed.piece);
            let Dragoons::Mounted { mate, .. } = unit.dragoons else { continue };
            if self.placed.hex(Piece::Unit(mate)) != Some(placed.hex) {
                let mate = &self.roster.unit(mate).id;
                let message = format!("`{}` and `{mate}` are a pair and begin in one hex", unit.id);
                let own = rows.iter().find(|row| row.get("id") == unit.id);
                problems.extend(own.map(|row| row.problem_in("hex", message)));
            }
        }
    }

    /// Where a scenario has set-up areas, everybody is in one of them and stands in it.
    pub fn within_areas(&self, areas: &[SetupArea], tables: &[(&str, &Node)], problems: &mut Vec<Problem>) {
        let with_tables: Vec<_> =
            areas.iter().map(|area| &area.area).zip(tables.iter().map(|t| t.1)).collect();
        let on = (self.roster.army.pieces(), self.theatre.on.map);
        let inside = |hex: Hex| self.area.is_empty() || self.area.contains(&hex);
        let listed = (self.scenario, |piece| self.roster.row(piece));
        self.placed.check_areas(&with_tables, on, inside, listed, problems);
        for (area, (_, node)) in areas.iter().zip(tables) {
            self.south_of(area, areas, &mut Reader::new(node, problems));
        }
    }

    /// All pieces of the area in a row south of all units of the other (scenario 2).
    fn south_of(&self, area: &SetupArea, areas: &[SetupArea], r: &mut Reader) {
        let Some(other) = area.south_of.and_then(|other| areas.get(usize::from(other))) else { return };
        let map = self.theatre.on.map;
        let row = |hex: Hex| map.grid().position(map.number(hex)).map(|(_, row)| row);
        let units = other.units.iter().filter_map(|unit| self.placed.hex(Piece::Unit(*unit)));
        let lowest = units.filter_map(row).max();
        for piece in area.pieces() {
            if self.placed.hex(piece).and_then(row).is_some_and(|row| Some(row) <= lowest) {
                let id = self.roster.row(piece).get("id");
                r.problem("pieces", format!("`{id}` is not south of the units of `{}`", other.id));
            }
        }
    }
}

/// Batteries face a vertex (2.2.3), others nothing.
fn facing(row: &Row, class: Class, problems: &mut Vec<Problem>) -> u8 {
    let word = row.get("facing");
    if class != Class::Artillery {
        if !word.is_empty() {
            problems.push(row.problem_in("facing", "only batteries face somewhere (2.2.3)"));
        }
        return 0;
    }
    let found = VERTICES.iter().position(|vertex| *vertex == word);
    found.map_or_else(
        || {
            let message = format!("facing: `{word}` is none of {}", VERTICES.join(", "));
            problems.push(row.problem_in("facing", message));
            0
        },
        |vertex| vertex as u8,
    )
}
