//! The armies: wings and formations (`wings.csv`, `formations.csv`), of the commanders and units that
//! `leaders` and `units` read.

mod leaders;
mod units;

pub use leaders::leader_values;

use crate::model::*;
use crate::position::{MAX_FORMATIONS, MAX_LEADERS, MAX_LINE_UNITS, MAX_UNITS, MAX_WINGS};
use dataset::{Files, GameEntry, Node, Problem, Reader, Row, one_word_each, read_rows, take};
use hexmap::Map;
use kernel::ById;

/// The values of a unit that say where they come from.
pub const UNIT_VALUES: &[&str] = &["sp", "back", "ma"];

/// What the armies are read with besides their own files.
pub struct Basis<'a> {
    pub entry: &'a GameEntry,
    /// `game.toml`.
    pub tree: &'a Node,
    /// `charts.toml`.
    pub tables: &'a Node,
}

pub type Piece = kernel::roster::Piece<UnitId, LeaderId>;

/// The armies and the rows that they were read from, in the same order.
pub struct Roster {
    pub army: Army,
    pub unit_rows: Vec<Row>,
    pub leader_rows: Vec<Row>,
}

impl Roster {
    pub fn piece(&self, id: &str) -> Option<Piece> {
        self.army.pieces().named(id)
    }

    pub fn unit(&self, unit: UnitId) -> &UnitDef {
        &self.army.units[unit]
    }

    pub fn leader(&self, leader: LeaderId) -> &LeaderDef {
        &self.army.leaders[leader]
    }

    /// The row that a piece was read from.
    pub fn row(&self, piece: Piece) -> &Row {
        match piece {
            Piece::Unit(unit) => &self.unit_rows[unit.index()],
            Piece::Leader(leader) => &self.leader_rows[leader.index()],
        }
    }
}

/// The armies, or None where a file could not be read or has nothing to go on with.
pub fn read(files: &Files, basis: &Basis, map: &Map, problems: &mut Vec<Problem>) -> Option<Roster> {
    let wing_rows = take(wing_rows(files), problems);
    let formation_rows = take(formation_rows(files), problems);
    let leader_rows = take(leader_rows(files), problems);
    let unit_rows = take(unit_rows(files), problems);
    let (wing_rows, formation_rows) = (wing_rows?, formation_rows?);
    let (leader_rows, unit_rows) = (leader_rows?, unit_rows?);
    one_word_each(unit_rows.iter().chain(&leader_rows), problems);
    one_word_each(wing_rows.iter().chain(&formation_rows), problems);

    let before = problems.len();
    let army = Army {
        sides: sides(basis, map, problems),
        wings: wings(&wing_rows, basis.entry, problems),
        formations: ById::default(),
        units: ById::default(),
        leaders: ById::default(),
    };
    let mut roster = Roster { army, unit_rows, leader_rows };
    for row in &formation_rows {
        let formation = formation(&roster, row, basis.entry, problems);
        roster.army.formations.push(formation);
    }
    // what comes next points at wings and formations, which must be those of the files
    if problems.len() > before {
        return None;
    }
    leaders::read(&mut roster, basis.entry, problems);
    let levels = units::levels(basis.tables, problems);
    units::read(&mut roster, basis.entry, &levels, problems);
    units::dragoons(&mut roster, problems);
    compose(&mut roster, &formation_rows, problems);
    composed(&roster, &wing_rows, &formation_rows, problems);
    leaders::commanded(&mut roster, files, &wing_rows, &formation_rows, problems);
    Some(roster)
}

pub fn wing_rows(files: &Files) -> Result<Vec<Row>, Vec<Problem>> {
    read_rows(files, "piacenza/wings.csv", "id side name colour", MAX_WINGS)
}

pub fn formation_rows(files: &Files) -> Result<Vec<Row>, Vec<Problem>> {
    read_rows(files, "piacenza/formations.csv", "id wing name kind colour", MAX_FORMATIONS)
}

pub fn leader_rows(files: &Files) -> Result<Vec<Row>, Vec<Problem>> {
    let columns = "id side rank wing formation name range fire_bonus sergeants \
                   staff_range staff_fire_bonus staff_sergeants ma note provenance";
    read_rows(files, "piacenza/leaders.csv", columns, MAX_LEADERS)
}

pub fn unit_rows(files: &Files) -> Result<Vec<Row>, Vec<Problem>> {
    let columns = "id side nation formation name type sp back ma pair note provenance";
    read_rows(files, "piacenza/units.csv", columns, MAX_UNITS)
}

/// The sides; their chiefs are found later.
fn sides(basis: &Basis, map: &Map, problems: &mut Vec<Problem>) -> [SideDef; 2] {
    [0, 1].map(|seat: usize| {
        let path = format!("sides.{seat}.edge");
        let mut r = Reader::new(basis.tree, problems);
        let word = r.word(&path, &["west", "east"]);
        let known = map.area(&format!("edge-{word}")).is_some_and(|area| area.kind == "edge");
        if !word.is_empty() && !known {
            r.problem(&path, format!("the map has no edge `edge-{word}`"));
        }
        let edge = if word == "east" { Edge::East } else { Edge::West };
        let side = &basis.entry.sides[seat];
        SideDef { id: side.id.clone(), name: side.name.clone(), chief: LeaderId::at(0), edge }
    })
}

fn wings(rows: &[Row], entry: &GameEntry, problems: &mut Vec<Problem>) -> ById<WingId, Vec<WingDef>> {
    let wing = |row: &Row| WingDef {
        id: row.get("id").to_owned(),
        name: row.get("name").to_owned(),
        side: entry.seat_of(row, problems),
        colour: row.get("colour").to_owned(),
        paint: entry.paint(row.get("colour")).to_owned(),
        commander: LeaderId::at(0),
        bearer: LeaderId::at(0),
        formations: Vec::new(),
    };
    rows.iter().map(wing).collect()
}

fn formation(roster: &Roster, row: &Row, entry: &GameEntry, problems: &mut Vec<Problem>) -> FormationDef {
    let wing = wing(roster, row, problems);
    if !["formation", "artillery"].contains(&row.get("kind")) {
        let message = format!("`{}` is neither formation nor artillery", row.get("kind"));
        problems.push(row.problem_in("kind", message));
    }
    FormationDef {
        id: row.get("id").to_owned(),
        name: row.get("name").to_owned(),
        side: roster.army.wings.get(wing).map_or(0, |wing| wing.side),
        wing,
        colour: row.get("colour").to_owned(),
        paint: entry.paint(row.get("colour")).to_owned(),
        leader: None,
        units: Vec::new(),
    }
}

/// The wing that a row names.
fn wing(roster: &Roster, row: &Row, problems: &mut Vec<Problem>) -> WingId {
    row.named("wing", |name| roster.army.wings.called(name), problems).unwrap_or(WingId::at(0))
}

/// The formation that a row names, of the row's side.
fn formation_of(roster: &Roster, row: &Row, side: u8, problems: &mut Vec<Problem>) -> Option<FormationId> {
    let found = row.named("formation", |name| roster.army.formations.called(name), problems)?;
    row.same_side("formation", side, roster.army.formations[found].side, problems);
    Some(found)
}

/// Which formations and units make what: the artillery of a wing comes last.
fn compose(roster: &mut Roster, formation_rows: &[Row], problems: &mut Vec<Problem>) {
    let Army { wings, formations, units, .. } = &mut roster.army;
    for (id, unit) in units.pairs() {
        formations[unit.formation].units.push(id);
        let guns = is_artillery(&formation_rows[unit.formation.index()]);
        if (unit.arm == Arm::Artillery) != guns {
            let message = "batteries, and nothing else, are in the artillery of a wing";
            problems.push(roster.unit_rows[id.index()].problem_in("formation", message));
        }
    }
    for last in [false, true] {
        for (id, formation) in formations.pairs() {
            if is_artillery(&formation_rows[id.index()]) == last {
                wings[formation.wing].formations.push(id);
            }
        }
    }
}

fn is_artillery(formation: &Row) -> bool {
    formation.get("kind") == "artillery"
}

/// No formation is empty, no wing without one, and its artillery is one group.
fn composed(roster: &Roster, wing_rows: &[Row], formation_rows: &[Row], problems: &mut Vec<Problem>) {
    for (formation, row) in roster.army.formations.iter().zip(formation_rows) {
        if formation.units.is_empty() {
            problems.push(row.problem(format!("`{}` has no units", formation.id)));
        }
        let count = formation.units.len();
        if count > MAX_LINE_UNITS {
            let message = format!("`{}` has {count} units where {MAX_LINE_UNITS} are allowed", formation.id);
            problems.push(row.problem(message));
        }
    }
    for (wing, row) in roster.army.wings.iter().zip(wing_rows) {
        let rows = wing.formations.iter().map(|formation| &formation_rows[formation.index()]);
        let groups = rows.filter(|row| is_artillery(row)).count();
        if wing.formations.len() == groups {
            problems.push(row.problem(format!("`{}` has no formation", wing.id)));
        }
        if groups > 1 {
            problems.push(row.problem(format!("`{}` has its artillery twice", wing.id)));
        }
    }
}
