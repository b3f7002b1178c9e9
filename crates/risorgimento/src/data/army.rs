//! Units and commanders (`units.csv`, `leaders.csv`) and the formations that they make (`formations.csv`, where a game has
//! armies of several years). Who of them takes part in a scenario stands in `part.rs`.

use crate::model::*;
use crate::notation::arm_name;
use crate::position::{MAX_LEADERS, MAX_UNITS};
use dataset::{Files, GameEntry, Problem, Row, Sources, one_word_each, read_rows, take};
use hexmap::{Hex, Map};
use kernel::{ById, Text, format_text};

/// The values of a unit that say where they come from.
pub const UNIT_VALUES: &[&str] = &["sp", "cv", "ma", "stacking", "range"];

/// Rows of one file for which there are numbers.
const MOST_ROWS: usize = 254;

/// An army and the rows it was read from, in the same order.
#[derive(Clone)]
pub struct Roster {
    pub army: Army,
    pub unit_rows: Vec<Row>,
    pub leader_rows: Vec<Row>,
    /// Of `formations.csv`; empty where commanders bring their formations with them.
    pub formation_rows: Vec<Row>,
}

/// Whether a game has armies of several years, which `formations.csv` divides.
pub fn has_years(files: &Files, game: &str) -> bool {
    files.get(&format!("{game}/formations.csv")).is_some()
}

/// Everybody who stands in the files, or None where one of them could not be read at all.
pub fn read(
    files: &Files,
    game: &str,
    entry: &GameEntry,
    charts: &Charts,
    map: &Map,
    problems: &mut Vec<Problem>,
) -> Option<Roster> {
    let units = take(unit_rows(files, game), problems);
    let leaders = take(leader_rows(files, game), problems);
    let formations =
        if has_years(files, game) { take(formation_rows(files, game), problems)? } else { Vec::new() };
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
        formation_rows: formations,
    };
    one_word_each(roster.unit_rows.iter().chain(&roster.leader_rows), problems);
    one_word_each(roster.formation_rows.iter(), problems);
    for row in &roster.formation_rows {
        roster.army.formations.push(formation(row, entry, problems));
    }
    for (index, row) in roster.leader_rows.clone().iter().enumerate() {
        let leader = leader(&mut roster, row, LeaderId::at(index), entry, problems);
        roster.army.leaders.push(leader);
    }
    for (index, row) in roster.unit_rows.clone().iter().enumerate() {
        let mut unit = unit(&roster, row, (entry, charts, map), problems);
        if let Some(formation) = roster.army.formations.get_mut(unit.formation) {
            let arm = arm_name(unit.arm);
            unit.back = format_text!("face-down {arm} ({}) of {}", unit.stacking, formation.name);
            formation.units.push(UnitId::at(index));
        }
        roster.army.units.push(unit);
    }
    for (index, formation) in roster.army.formations.iter().enumerate() {
        let commander = roster.leader_rows.get(formation.leader.index());
        let Some(row) = roster.formation_rows.get(index).or(commander) else { continue };
        let header = if roster.formation_rows.is_empty() { "formation" } else { "id" };
        if formation.units.is_empty() {
            problems.push(row.problem_in(header, format!("the formation `{}` has no units", formation.id)));
        }
        if formation.leader.is_nobody() && formation.kind == FormationKind::Formation {
            let message = format!("the formation `{}` has no commander", formation.id);
            problems.push(row.problem_in(header, message));
        }
    }
    Some(roster)
}

pub fn unit_rows(files: &Files, game: &str) -> Result<Vec<Row>, Vec<Problem>> {
    let columns =
        "id side nation formation name type arm sp cv ma stacking range fires_as_action note provenance";
    let path = format!("{game}/units.csv");
    if has_years(files, game) {
        return read_rows(files, &path, &format!("{columns} year brigade post"), MOST_ROWS);
    }
    read_rows(files, &path, columns, MAX_UNITS)
}

pub fn leader_rows(files: &Files, game: &str) -> Result<Vec<Row>, Vec<Problem>> {
    let columns = "id side kind formation name command_value command_rating ma provenance";
    let path = format!("{game}/leaders.csv");
    if has_years(files, game) {
        return read_rows(files, &path, &format!("{columns} year"), MOST_ROWS);
    }
    read_rows(files, &path, &format!("{columns} formation_name colour"), MAX_LEADERS)
}

pub fn formation_rows(files: &Files, game: &str) -> Result<Vec<Row>, Vec<Problem>> {
    let columns = "id year side name kind size colour corps provenance";
    read_rows(files, &format!("{game}/formations.csv"), columns, MOST_ROWS)
}

/// The values of a formation that say where they come from.
pub fn formation_values(row: &Row) -> &'static [&'static str] {
    if row.get("size").is_empty() { &[] } else { &["size"] }
}

/// A row of `formations.csv`; its commander and its units come from their own files.
fn formation(row: &Row, entry: &GameEntry, problems: &mut Vec<Problem>) -> FormationDef {
    let kind = row.word("kind", FormationKind::Formation, problems);
    let size = if kind == FormationKind::Formation || !row.get("size").is_empty() {
        Some(row.word("size", Size::Division, problems))
    } else {
        None
    };
    if size.is_some() && kind != FormationKind::Formation {
        problems.push(row.problem_in("size", "only a formation with a commander has a size"));
    }
    row.within("year", FIRST_YEAR, LAST_YEAR, problems);
    Sources::noted(row, formation_values(row), problems);
    FormationDef {
        id: row.get("id").to_owned(),
        name: row.get("name").to_owned(),
        side: entry.seat_of(row, problems),
        colour: row.get("colour").to_owned(),
        paint: entry.paint(row.get("colour")).to_owned(),
        leader: LeaderId::NOBODY,
        units: Vec::new(),
        kind,
        size,
        corps: row.get("corps").to_owned(),
    }
}

/// Armies of other centuries are no part of these games.
const FIRST_YEAR: u16 = 1800;
const LAST_YEAR: u16 = 1899;

/// A row is of the year of its formation.
fn same_year(row: &Row, formation: Option<&Row>, problems: &mut Vec<Problem>) {
    let Some(formation) = formation else { return };
    if row.get("year") != formation.get("year") {
        let message = format!(
            "year: {} where the formation `{}` is of {}",
            row.get("year"),
            formation.get("id"),
            formation.get("year")
        );
        problems.push(row.problem_in("year", message));
    }
}

fn leader(
    roster: &mut Roster,
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
            let same = |other: &Row| other.get("year") == row.get("year");
            if !roster.formation_rows.is_empty() && !roster.formation_rows.iter().any(same) {
                let message = format!("year: there are no formations of `{}`", row.get("year"));
                problems.push(row.problem_in("year", message));
            }
        }
        "formation" => {
            command_value = row.within("command_value", 1, 6, problems);
            formation = commanded(roster, row, (id, side), entry, problems);
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

/// The formation of a commander: one of `formations.csv`, or one that he brings with him.
fn commanded(
    roster: &mut Roster,
    row: &Row,
    (id, side): (LeaderId, u8),
    entry: &GameEntry,
    problems: &mut Vec<Problem>,
) -> Option<FormationId> {
    let name = row.get("formation");
    let known = roster.army.formations.called(name);
    if name.is_empty() {
        problems.push(row.problem("a Formation Commander needs a formation"));
        return None;
    }
    let taken = |at: FormationId| !roster.army.formations[at].leader.is_nobody();
    if known.is_some_and(taken) {
        let message = format!("the formation `{name}` has a commander already");
        problems.push(row.problem_in("formation", message));
        return None;
    }
    if roster.formation_rows.is_empty() {
        let at = FormationId::at(roster.army.formations.len());
        roster.army.formations.push(FormationDef {
            id: name.to_owned(),
            name: row.get("formation_name").to_owned(),
            side,
            colour: row.get("colour").to_owned(),
            paint: entry.paint(row.get("colour")).to_owned(),
            leader: id,
            units: Vec::new(),
            kind: FormationKind::Formation,
            size: None,
            corps: String::new(),
        });
        return Some(at);
    }
    let at = row.named("formation", |_| known, problems)?;
    same_year(row, roster.formation_rows.get(at.index()), problems);
    let formation = &mut roster.army.formations[at];
    row.same_side("formation", side, formation.side, problems);
    if formation.kind != FormationKind::Formation {
        problems.push(row.problem_in("formation", format!("`{name}` has no commander")));
        return None;
    }
    formation.leader = id;
    Some(at)
}

/// The values of a commander that say where they come from.
pub fn leader_values(row: &Row) -> &'static [&'static str] {
    if row.get("kind") == "overall" { &["command_rating", "ma"] } else { &["command_value", "ma"] }
}

fn unit(
    roster: &Roster,
    row: &Row,
    (entry, charts, map): (&GameEntry, &Charts, &Map),
    problems: &mut Vec<Problem>,
) -> UnitDef {
    let formations = &roster.army.formations;
    let side = entry.seat_of(row, problems);
    let (kind, arm) = kind(row, problems);
    let formation = row.named("formation", |name| formations.called(name), problems);
    if let Some(found) = formation {
        row.same_side("formation", side, formations[found].side, problems);
        same_year(row, roster.formation_rows.get(found.index()), problems);
        if (formations[found].kind == FormationKind::Fortresses) != (kind == UnitKind::Fortress) {
            let message = format!("`{}` is for fortresses, and they for it", formations[found].id);
            problems.push(row.problem_in("formation", message));
        }
    }
    let fortress = kind == UnitKind::Fortress;
    let range = match (kind, arm) {
        (UnitKind::BridgeTrain, _) | (_, Arm::Cavalry) => 0,
        (UnitKind::Fortress, _) | (_, Arm::Artillery) => charts.artillery_range,
        (_, Arm::Infantry) => charts.infantry_range,
    };
    let sp = row.within("sp", 1, 20, problems);
    let least = u8::from(!fortress);
    let most = |most: u8| if fortress { 0 } else { most };
    UnitDef {
        id: row.get("id").to_owned(),
        name: row.get("name").to_owned(),
        side,
        nation: row.get("nation").to_owned(),
        formation: formation.unwrap_or(FormationId::at(0)),
        kind,
        arm,
        sp,
        cv: row.within("cv", 1, 12, problems),
        ma: row.within("ma", least, most(20), problems),
        stacking: row.within("stacking", least, most(charts.stacking_limit), problems),
        range: row.within("range", range, range, problems),
        // C 22.3.1: a Combat Value is as many infantry as artillery SP
        guns: if fortress { sp } else { 0 },
        post: post(row, fortress, charts, map, problems),
        brigade: row.get("brigade").to_owned(),
        note: row.get("note").to_owned(),
        back: Text::default(),
        sources: Sources::noted(row, UNIT_VALUES, problems),
    }
}

/// The hex of a fortress, in which a unit can stand; others have none.
fn post(row: &Row, fortress: bool, charts: &Charts, map: &Map, problems: &mut Vec<Problem>) -> Option<Hex> {
    let number = row.get("post");
    if !fortress {
        if !number.is_empty() {
            problems.push(row.problem_in("post", "only a fortress has a hex of its own"));
        }
        return None;
    }
    let hex = map.find(number);
    match hex {
        None => problems.push(row.problem_in("post", format!("post: there is no hex `{number}`"))),
        Some(hex) if !super::passable(charts, map, hex) => {
            problems.push(row.problem_in("post", format!("post: {number} may not be entered")));
        }
        Some(_) => {}
    }
    hex
}

fn kind(row: &Row, problems: &mut Vec<Problem>) -> (UnitKind, Arm) {
    let kind = row.word("type", UnitKind::LineInfantry, problems);
    let (arm, fires) = match kind {
        UnitKind::LineInfantry => (Arm::Infantry, "no"),
        UnitKind::LightInfantry => (Arm::Infantry, "yes"),
        UnitKind::Cavalry => (Arm::Cavalry, "no"),
        UnitKind::FieldArtillery | UnitKind::HorseArtillery => (Arm::Artillery, "yes"),
        UnitKind::BridgeTrain => (Arm::Artillery, "no"),
        UnitKind::Fortress => (Arm::Infantry, "no"),
    };
    for (column, expected) in [("arm", arm_name(arm)), ("fires_as_action", fires)] {
        if row.get(column) != expected {
            let message = format!("{column}: `{}` must be `{expected}`", row.get(column));
            problems.push(row.problem_in(column, message));
        }
    }
    (kind, arm)
}
