//! Units and commanders (`units.csv`, `leaders.csv`) and the formations that they make.

use crate::model::*;
use crate::notation::arm_name;
use crate::position::{MAX_LEADERS, MAX_UNITS};
use dataset::{Files, GameEntry, Problem, Row, Sources, one_word_each, read_rows, take};
use kernel::{ById, Text, format_text};

/// The values of a unit that say where they come from.
pub const UNIT_VALUES: &[&str] = &["sp", "cv", "ma", "stacking", "range"];

/// An army and the rows it was read from, in the same order.
pub struct Roster {
    pub army: Army,
    pub unit_rows: Vec<Row>,
    pub leader_rows: Vec<Row>,
}

/// The army, or None where a file could not be read at all.
pub fn read(
    files: &Files,
    game: &str,
    entry: &GameEntry,
    charts: &Charts,
    problems: &mut Vec<Problem>,
) -> Option<Roster> {
    let units = take(unit_rows(files, game), problems);
    let leaders = take(leader_rows(files, game), problems);
    let side =
        |seat: usize| SideDef { id: entry.sides[seat].id.clone(), name: entry.sides[seat].name.clone() };
    let mut roster = Roster {
        army: Army {
            sides: [side(0), side(1)],
            units: ById::default(),
            leaders: ById::default(),
            formations: ById::default(),
        },
        unit_rows: units?,
        leader_rows: leaders?,
    };
    one_word_each(roster.unit_rows.iter().chain(&roster.leader_rows), problems);
    for (index, row) in roster.leader_rows.clone().iter().enumerate() {
        let leader = leader(&mut roster.army, row, LeaderId::at(index), entry, problems);
        roster.army.leaders.push(leader);
    }
    for (index, row) in roster.unit_rows.clone().iter().enumerate() {
        let mut unit = unit(&roster.army, row, entry, charts, problems);
        if let Some(formation) = roster.army.formations.get_mut(unit.formation) {
            let arm = arm_name(unit.arm);
            unit.back = format_text!("face-down {arm} ({}) of {}", unit.stacking, formation.name);
            formation.units.push(UnitId::at(index));
        }
        roster.army.units.push(unit);
    }
    for formation in &roster.army.formations {
        if formation.units.is_empty() {
            let row = &roster.leader_rows[formation.leader.index()];
            let message = format!("the formation `{}` has no units", formation.id);
            problems.push(row.problem_in("formation", message));
        }
    }
    Some(roster)
}

pub fn unit_rows(files: &Files, game: &str) -> Result<Vec<Row>, Vec<Problem>> {
    let columns =
        "id side nation formation name type arm sp cv ma stacking range fires_as_action note provenance";
    read_rows(files, &format!("{game}/units.csv"), columns, MAX_UNITS)
}

pub fn leader_rows(files: &Files, game: &str) -> Result<Vec<Row>, Vec<Problem>> {
    let columns =
        "id side kind formation formation_name name command_value command_rating ma colour provenance";
    read_rows(files, &format!("{game}/leaders.csv"), columns, MAX_LEADERS)
}

fn leader(
    army: &mut Army,
    row: &Row,
    id: LeaderId,
    entry: &GameEntry,
    problems: &mut Vec<Problem>,
) -> LeaderDef {
    let side = entry.seat_of(row, problems);
    let mut formation = None;
    let (mut command_value, mut command_rating) = (0, 0);
    match row.get("kind") {
        "overall" => {
            command_rating = row.within("command_rating", 0, 9, problems);
            if !row.get("formation").is_empty() {
                let message = "an Overall Commander has no formation of his own";
                problems.push(row.problem_in("formation", message));
            }
        }
        "formation" => {
            command_value = row.within("command_value", 1, 6, problems);
            let name = row.get("formation");
            if name.is_empty() {
                problems.push(row.problem("a Formation Commander needs a formation"));
            } else if army.formations.called(name).is_some() {
                let message = format!("the formation `{name}` has a commander already");
                problems.push(row.problem_in("formation", message));
            } else {
                formation = Some(FormationId::at(army.formations.len()));
                army.formations.push(FormationDef {
                    id: name.to_owned(),
                    name: row.get("formation_name").to_owned(),
                    side,
                    colour: row.get("colour").to_owned(),
                    paint: entry.paint(row.get("colour")).to_owned(),
                    leader: id,
                    units: Vec::new(),
                });
            }
        }
        kind => {
            let message = format!("`{kind}` is neither overall nor formation");
            problems.push(row.problem_in("kind", message));
        }
    }
    LeaderDef {
        id: row.get("id").to_owned(),
        name: row.get("name").to_owned(),
        side,
        formation,
        command_value,
        command_rating,
        ma: row.within("ma", 1, 20, problems),
        sources: Sources::noted(row, leader_values(row), problems),
    }
}

/// The values of a commander that say where they come from.
pub fn leader_values(row: &Row) -> &'static [&'static str] {
    if row.get("kind") == "overall" { &["command_rating", "ma"] } else { &["command_value", "ma"] }
}

fn unit(army: &Army, row: &Row, entry: &GameEntry, charts: &Charts, problems: &mut Vec<Problem>) -> UnitDef {
    let side = entry.seat_of(row, problems);
    let (kind, arm) = kind(row, problems);
    let formation = row.named("formation", |name| army.formations.called(name), problems);
    if let Some(found) = formation {
        row.same_side("formation", side, army.formations[found].side, problems);
    }
    let range = match arm {
        Arm::Infantry => charts.infantry_range,
        Arm::Cavalry => 0,
        Arm::Artillery => charts.artillery_range,
    };
    UnitDef {
        id: row.get("id").to_owned(),
        name: row.get("name").to_owned(),
        side,
        nation: row.get("nation").to_owned(),
        formation: formation.unwrap_or(FormationId::at(0)),
        kind,
        arm,
        sp: row.within("sp", 1, 20, problems),
        cv: row.within("cv", 1, 12, problems),
        ma: row.within("ma", 1, 20, problems),
        stacking: row.within("stacking", 1, charts.stacking_limit, problems),
        range: row.within("range", range, range, problems),
        note: row.get("note").to_owned(),
        back: Text::default(),
        sources: Sources::noted(row, UNIT_VALUES, problems),
    }
}

fn kind(row: &Row, problems: &mut Vec<Problem>) -> (UnitKind, Arm) {
    let kind = row.word("type", UnitKind::LineInfantry, problems);
    let (arm, fires) = match kind {
        UnitKind::LineInfantry => (Arm::Infantry, "no"),
        UnitKind::LightInfantry => (Arm::Infantry, "yes"),
        UnitKind::Cavalry => (Arm::Cavalry, "no"),
        UnitKind::FieldArtillery | UnitKind::HorseArtillery => (Arm::Artillery, "yes"),
    };
    for (column, expected) in [("arm", arm_name(arm)), ("fires_as_action", fires)] {
        if row.get(column) != expected {
            let message = format!("{column}: `{}` must be `{expected}`", row.get(column));
            problems.push(row.problem_in(column, message));
        }
    }
    (kind, arm)
}
