//! Who stands where at the start of a scenario, and that he may stand there.

use super::Place;
use crate::data::army::{Piece, Roster};
use crate::model::*;
use dataset::{Node, Problem, Reader, Row};
use hexmap::Hex;

/// The vertices that a battery can face, by the number of the direction before each, clockwise.
pub const VERTICES: [&str; 6] = ["NNE", "E", "SSE", "SSW", "W", "NNW"];

/// The area of the map that no way leads to: beyond the Trebbia, and the islands.
const SCENERY: &str = "unreachable";

pub struct Placing<'a> {
    scenario: &'a str,
    place: &'a Place<'a>,
    pub roster: &'a Roster,
    /// Empty for the whole map.
    area: &'a [Hex],
    wings: &'a [Vec<WingId>; 2],
    absent: Vec<Piece>,
    pub units: Vec<Placement<UnitId>>,
    pub leaders: Vec<Placement<LeaderId>>,
}

impl<'a> Placing<'a> {
    pub fn new(
        scenario: &'a str,
        place: &'a Place<'a>,
        roster: &'a Roster,
        area: &'a [Hex],
        wings: &'a [Vec<WingId>; 2],
    ) -> Placing<'a> {
        let (absent, units, leaders) = (Vec::new(), Vec::new(), Vec::new());
        Placing { scenario, place, roster, area, wings, absent, units, leaders }
    }

    /// The pieces that stay away though their wing takes part: named alone or with their formation.
    pub fn absent(&mut self, tree: &Node, problems: &mut Vec<Problem>) {
        let names: Vec<String> = Reader::new(tree, problems).get("absent");
        for name in names {
            if let Some(piece) = self.roster.piece(&name) {
                self.absent.push(piece);
            } else if let Some(formation) = self.roster.formation(&name) {
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
        for row in rows.iter().filter(|row| row.get("scenario") == self.scenario) {
            let id = row.get("id");
            let Some(piece) = self.roster.piece(id) else {
                problems.push(row.problem_in("id", format!("there is no unit or commander `{id}`")));
                continue;
            };
            if self.hex(piece).is_some() {
                problems.push(row.problem_in("id", format!("`{id}` has a hex already")));
                continue;
            }
            if let Some(reason) = self.out_of_play(piece) {
                problems.push(row.problem_in("id", format!("`{id}` {reason}")));
                continue;
            }
            let facing = facing(row, self.class(piece), problems);
            let number = row.get("hex");
            let Some(hex) = self.place.on.map.find(number) else {
                problems.push(row.problem_in("hex", format!("there is no hex {number}")));
                continue;
            };
            if let Some(reason) = self.barred(piece, hex) {
                problems.push(row.problem_in("hex", format!("{number} {reason}")));
            }
            match piece {
                Piece::Unit(piece) => self.units.push(Placement { piece, hex, facing }),
                Piece::Leader(piece) => self.leaders.push(Placement { piece, hex, facing }),
            }
        }
        self.all_placed(problems);
        self.pairs_together(rows, problems);
    }

    fn hex(&self, piece: Piece) -> Option<Hex> {
        match piece {
            Piece::Unit(unit) => self.units.iter().find(|placed| placed.piece == unit).map(|p| p.hex),
            Piece::Leader(leader) => self.leaders.iter().find(|placed| placed.piece == leader).map(|p| p.hex),
        }
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
    fn barred(&self, piece: Piece, hex: Hex) -> Option<String> {
        if !self.place.passable(hex, self.class(piece)) {
            return Some("may not be entered".to_owned());
        }
        if self.place.on.map.area(SCENERY).is_some_and(|scenery| scenery.hexes.contains(&hex)) {
            return Some("is out of reach of everybody".to_owned());
        }
        if !self.area.is_empty() && !self.area.contains(&hex) {
            return Some("is not in the area of the scenario".to_owned());
        }
        let side = match piece {
            Piece::Unit(unit) => self.roster.unit(unit).side,
            Piece::Leader(leader) => self.roster.leader(leader).side,
        };
        let units = self.units.iter().filter(|placed| placed.hex == hex);
        let there: Vec<&UnitDef> = units.map(|placed| self.roster.unit(placed.piece)).collect();
        let leaders = self.leaders.iter().filter(|placed| placed.hex == hex);
        let mut sides = there.iter().map(|u| u.side).chain(leaders.map(|l| self.roster.leader(l.piece).side));
        if sides.any(|other| other != side) {
            return Some("holds pieces of both sides".to_owned());
        }
        let Piece::Unit(unit) = piece else { return None };
        let count = |arm: Arm| there.iter().filter(|u| u.arm == arm).count();
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
        let units = (0..self.roster.army.units.len()).map(|unit| Piece::Unit(UnitId::at(unit)));
        let leaders = (0..self.roster.army.leaders.len()).map(|leader| Piece::Leader(LeaderId::at(leader)));
        for piece in units.chain(leaders) {
            if self.hex(piece).is_none() && self.out_of_play(piece).is_none() {
                let row = self.roster.row(piece);
                let message = format!("`{}` has no hex in `{}`", row.get("id"), self.scenario);
                problems.push(row.problem(message));
            }
        }
    }

    /// The two counters of a dragoon unit begin in one hex, so that they can dismount (10.5).
    fn pairs_together(&self, rows: &[Row], problems: &mut Vec<Problem>) {
        for placed in &self.units {
            let unit = self.roster.unit(placed.piece);
            let Dragoons::Mounted { mate, .. } = unit.dragoons else { continue };
            if self.hex(Piece::Unit(mate)) != Some(placed.hex) {
                let own = |row: &&Row| row.get("scenario") == self.scenario && row.get("id") == unit.id;
                let message = format!(
                    "`{}` and `{}` are a pair and begin in one hex",
                    unit.id,
                    self.roster.unit(mate).id
                );
                problems.extend(rows.iter().find(own).map(|row| row.problem_in("hex", message)));
            }
        }
    }

    /// Where a scenario has set-up areas, everybody is in one of them and stands in it.
    pub fn within_areas(&self, areas: &[SetupArea], tables: &[(&str, &Node)], problems: &mut Vec<Problem>) {
        if areas.is_empty() {
            return;
        }
        for (area, (_, node)) in areas.iter().zip(tables) {
            let mut r = Reader::new(node, problems);
            for hex in area.hexes.iter().filter(|hex| !self.area.is_empty() && !self.area.contains(hex)) {
                let number = self.place.on.map.number(*hex);
                r.problem("area", format!("{number} is not in the area of the scenario"));
            }
            for (id, hex) in self.pieces_of(area) {
                match hex {
                    None => r.problem("pieces", format!("`{id}` has no hex in setup.csv")),
                    Some(hex) if !area.hexes.contains(&hex) => {
                        let number = self.place.on.map.number(hex);
                        r.problem("pieces", format!("`{id}` stands in {number}, not {}", area.name));
                    }
                    Some(_) => {}
                }
            }
            self.south_of(area, areas, &mut r);
        }
        let free = |piece: Piece| {
            !areas.iter().any(|area| match piece {
                Piece::Unit(unit) => area.units.contains(&unit),
                Piece::Leader(leader) => area.leaders.contains(&leader),
            })
        };
        let units = self.units.iter().map(|placed| Piece::Unit(placed.piece));
        let leaders = self.leaders.iter().map(|placed| Piece::Leader(placed.piece));
        for piece in units.chain(leaders).filter(|piece| free(*piece)) {
            let row = self.roster.row(piece);
            let message = format!("`{}` is in no set-up area of `{}`", row.get("id"), self.scenario);
            problems.push(row.problem(message));
        }
    }

    /// The pieces of an area with their hexes.
    fn pieces_of(&self, area: &SetupArea) -> Vec<(&'a str, Option<Hex>)> {
        let units = area.units.iter().map(|unit| Piece::Unit(*unit));
        let leaders = area.leaders.iter().map(|leader| Piece::Leader(*leader));
        units.chain(leaders).map(|piece| (self.roster.row(piece).get("id"), self.hex(piece))).collect()
    }

    /// All pieces of the area in a row south of all units of the other (scenario 2).
    fn south_of(&self, area: &SetupArea, areas: &[SetupArea], r: &mut Reader) {
        let Some(other) = area.south_of.and_then(|other| areas.get(usize::from(other))) else { return };
        let row =
            |hex: Hex| self.place.on.map.grid().position(self.place.on.map.number(hex)).map(|(_, row)| row);
        let units = other.units.iter().filter_map(|unit| self.hex(Piece::Unit(*unit)));
        let lowest = units.filter_map(row).max();
        for (id, hex) in self.pieces_of(area) {
            if hex.and_then(row).is_some_and(|row| Some(row) <= lowest) {
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
