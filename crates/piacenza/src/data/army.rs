//! Wings, formations, commanders and units (`wings.csv`, `formations.csv`, `leaders.csv`, `units.csv`).

use crate::model::*;
use dataset::{Files, GameEntry, Node, Problem, Reader, Row, Sources, one_word_each, read_rows, take};
use hexmap::Map;
use std::collections::BTreeMap;

/// The values of a unit that say where they come from.
pub const UNIT_VALUES: &[&str] = &["sp", "back", "ma"];

/// What the armies are read with besides their own files.
pub struct Game<'a> {
    pub entry: &'a GameEntry,
    /// `game.toml`.
    pub tree: &'a Node,
    /// `charts.toml`.
    pub tables: &'a Node,
}

/// A unit or a commander.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    Unit(UnitId),
    Leader(LeaderId),
}

/// The armies and the rows that they were read from, in the same order.
pub struct Roster {
    pub army: Army,
    pub unit_rows: Vec<Row>,
    pub leader_rows: Vec<Row>,
}

impl Roster {
    pub fn piece(&self, id: &str) -> Option<Piece> {
        let unit = self.army.units.iter().position(|unit| unit.id == id);
        let leader = || self.army.leaders.iter().position(|leader| leader.id == id);
        match unit {
            Some(unit) => Some(Piece::Unit(unit as UnitId)),
            None => leader().map(|leader| Piece::Leader(leader as LeaderId)),
        }
    }

    pub fn wing(&self, id: &str) -> Option<WingId> {
        self.army.wings.iter().position(|wing| wing.id == id).map(|at| at as WingId)
    }

    pub fn formation(&self, id: &str) -> Option<FormationId> {
        self.army.formations.iter().position(|formation| formation.id == id).map(|at| at as FormationId)
    }

    pub fn side(&self, id: &str) -> Option<u8> {
        self.army.sides.iter().position(|side| side.id == id).map(|at| at as u8)
    }

    pub fn unit(&self, unit: UnitId) -> &UnitDef {
        &self.army.units[usize::from(unit)]
    }

    pub fn leader(&self, leader: LeaderId) -> &LeaderDef {
        &self.army.leaders[usize::from(leader)]
    }

    /// The row that a piece was read from.
    pub fn row(&self, piece: Piece) -> &Row {
        match piece {
            Piece::Unit(unit) => &self.unit_rows[usize::from(unit)],
            Piece::Leader(leader) => &self.leader_rows[usize::from(leader)],
        }
    }
}

/// The armies, or None where a file could not be read or has nothing to go on with.
pub fn read(files: &Files, game: &Game, map: &Map, problems: &mut Vec<Problem>) -> Option<Roster> {
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
        sides: sides(game, map, problems),
        wings: wings(&wing_rows, game.entry, problems),
        formations: Vec::new(),
        units: Vec::new(),
        leaders: Vec::new(),
    };
    let mut roster = Roster { army, unit_rows, leader_rows };
    for row in &formation_rows {
        let formation = formation(&roster, row, game.entry, problems);
        roster.army.formations.push(formation);
    }
    // what comes next points at wings and formations, which must be those of the files
    if problems.len() > before {
        return None;
    }
    leaders(&mut roster, problems);
    units(&mut roster, &levels(game.tables, problems), problems);
    dragoons(&mut roster, problems);
    compose(&mut roster, &wing_rows, &formation_rows, problems);
    commanded(&mut roster, files, &wing_rows, &formation_rows, problems);
    Some(roster)
}

pub fn wing_rows(files: &Files) -> Result<Vec<Row>, Vec<Problem>> {
    read_rows(files, "piacenza/wings.csv", &["id", "side", "name", "colour"])
}

pub fn formation_rows(files: &Files) -> Result<Vec<Row>, Vec<Problem>> {
    read_rows(files, "piacenza/formations.csv", &["id", "wing", "name", "kind", "colour"])
}

pub fn leader_rows(files: &Files) -> Result<Vec<Row>, Vec<Problem>> {
    let columns = [
        "id",
        "side",
        "rank",
        "wing",
        "formation",
        "name",
        "range",
        "fire_bonus",
        "sergeants",
        "staff_range",
        "staff_fire_bonus",
        "staff_sergeants",
        "ma",
        "note",
        "provenance",
    ];
    read_rows(files, "piacenza/leaders.csv", &columns)
}

pub fn unit_rows(files: &Files) -> Result<Vec<Row>, Vec<Problem>> {
    let columns = [
        "id",
        "side",
        "nation",
        "formation",
        "name",
        "type",
        "sp",
        "back",
        "ma",
        "pair",
        "note",
        "provenance",
    ];
    read_rows(files, "piacenza/units.csv", &columns)
}

// ---------------------------------------------------------------- sides, wings, formations

/// The sides; their chiefs are found later.
fn sides(game: &Game, map: &Map, problems: &mut Vec<Problem>) -> [SideDef; 2] {
    [0, 1].map(|seat: usize| {
        let path = format!("sides.{seat}.edge");
        let mut r = Reader::new(game.tree, problems);
        let word = r.word(&path, &["west", "east"]);
        let known = map.area(&format!("edge-{word}")).is_some_and(|area| area.kind == "edge");
        if !word.is_empty() && !known {
            r.problem(&path, format!("the map has no edge `edge-{word}`"));
        }
        let edge = if word == "east" { Edge::East } else { Edge::West };
        let side = &game.entry.sides[seat];
        SideDef { id: side.id.clone(), name: side.name.clone(), chief: 0, edge }
    })
}

fn wings(rows: &[Row], entry: &GameEntry, problems: &mut Vec<Problem>) -> Vec<WingDef> {
    let wing = |row: &Row| WingDef {
        id: row.get("id").to_owned(),
        name: row.get("name").to_owned(),
        side: side(entry.seat(row.get("side")), row, problems),
        colour: row.get("colour").to_owned(),
        paint: entry.paint(row.get("colour")).to_owned(),
        commander: 0,
        bearer: 0,
        formations: Vec::new(),
    };
    rows.iter().map(wing).collect()
}

fn side(found: Option<u8>, row: &Row, problems: &mut Vec<Problem>) -> u8 {
    found.unwrap_or_else(|| {
        problems.push(row.problem_in("side", format!("unknown side `{}`", row.get("side"))));
        0
    })
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
        side: roster.army.wings.get(usize::from(wing)).map_or(0, |wing| wing.side),
        wing,
        colour: row.get("colour").to_owned(),
        paint: entry.paint(row.get("colour")).to_owned(),
        leader: None,
        units: Vec::new(),
    }
}

/// The wing that a row names.
fn wing(roster: &Roster, row: &Row, problems: &mut Vec<Problem>) -> WingId {
    let name = row.get("wing");
    roster.wing(name).unwrap_or_else(|| {
        problems.push(row.problem_in("wing", format!("there is no wing `{name}`")));
        0
    })
}

/// The formation that a row names, of the row's side.
fn formation_of(roster: &Roster, row: &Row, side: u8, problems: &mut Vec<Problem>) -> Option<FormationId> {
    let name = row.get("formation");
    let found = roster.formation(name);
    match found {
        None if name.is_empty() => problems.push(row.problem_in("formation", "a formation is needed")),
        None => {
            problems.push(row.problem_in("formation", format!("there is no formation `{name}`")));
        }
        Some(found) if roster.army.formations[usize::from(found)].side != side => {
            let message = format!("the formation `{name}` is of the other side");
            problems.push(row.problem_in("formation", message));
        }
        Some(_) => {}
    }
    found
}

/// Which formations and units make what: the artillery of a wing comes last.
fn compose(roster: &mut Roster, wing_rows: &[Row], formation_rows: &[Row], problems: &mut Vec<Problem>) {
    let army = &mut roster.army;
    for (at, unit) in army.units.iter().enumerate() {
        army.formations[usize::from(unit.formation)].units.push(at as UnitId);
    }
    for kind in ["formation", "artillery"] {
        for (at, row) in formation_rows.iter().enumerate().filter(|(_, row)| row.get("kind") == kind) {
            let formation = &army.formations[at];
            army.wings[usize::from(formation.wing)].formations.push(at as FormationId);
            let guns = |unit: &UnitId| army.units[usize::from(*unit)].arm == Arm::Artillery;
            let others = formation.units.iter().find(|unit| guns(unit) != (kind == "artillery"));
            if let Some(unit) = others {
                let message = format!(
                    "batteries, and nothing else, are in the artillery of a wing, not in `{}`",
                    formation.id
                );
                problems.push(roster.unit_rows[usize::from(*unit)].problem_in("formation", message));
            }
            if formation.units.is_empty() {
                problems.push(row.problem(format!("`{}` has no units", formation.id)));
            }
        }
    }
    for (wing, row) in army.wings.iter().zip(wing_rows) {
        let guns =
            |formation: &&FormationId| formation_rows[usize::from(**formation)].get("kind") == "artillery";
        let count = wing.formations.iter().filter(guns).count();
        if wing.formations.len() == count {
            problems.push(row.problem(format!("`{}` has no formation", wing.id)));
        }
        if count > 1 {
            problems.push(row.problem(format!("`{}` has its artillery twice", wing.id)));
        }
    }
}

// ---------------------------------------------------------------- commanders

/// The values of a commander that say where they come from, by rank.
pub fn leader_values(row: &Row) -> &'static [&'static str] {
    match row.get("rank") {
        "chief" => &["range", "staff_range", "ma"],
        "wing" => &["range", "fire_bonus", "staff_range", "staff_fire_bonus", "ma"],
        "bearer" => &["sergeants", "ma"],
        _ => &["fire_bonus", "sergeants", "staff_fire_bonus", "staff_sergeants", "ma"],
    }
}

fn leaders(roster: &mut Roster, problems: &mut Vec<Problem>) {
    for at in 0..roster.leader_rows.len() {
        let leader = leader(roster, &roster.leader_rows[at], problems);
        roster.army.leaders.push(leader);
    }
}

fn leader(roster: &Roster, row: &Row, problems: &mut Vec<Problem>) -> LeaderDef {
    let side = side(roster.side(row.get("side")), row, problems);
    let rank = match row.get("rank") {
        "chief" => Rank::Chief,
        "wing" => Rank::Wing,
        "bearer" => Rank::Bearer,
        other => {
            if other != "formation" {
                let message = format!("`{other}` is none of chief, wing, bearer, formation");
                problems.push(row.problem_in("rank", message));
            }
            Rank::Formation
        }
    };
    let (wing, formation) = post(roster, row, rank, side, problems);
    let [range, fire_bonus, sergeants] =
        ["range", "fire_bonus", "sergeants"].map(|value| both_sides(row, value, problems));
    LeaderDef {
        id: row.get("id").to_owned(),
        name: row.get("name").to_owned(),
        side,
        rank,
        wing,
        formation,
        range,
        fire_bonus,
        sergeants,
        ma: allowance(row, rank, problems),
        sources: Sources::noted(row, leader_values(row), problems),
    }
}

/// What a commander commands.
fn post(
    roster: &Roster,
    row: &Row,
    rank: Rank,
    side: u8,
    problems: &mut Vec<Problem>,
) -> (Option<WingId>, Option<FormationId>) {
    if rank == Rank::Chief && !row.get("wing").is_empty() {
        problems.push(row.problem_in("wing", "a Commander in Chief has no wing of his own"));
    }
    if rank != Rank::Formation && !row.get("formation").is_empty() {
        problems.push(row.problem_in("formation", "only a Formation Commander has a formation"));
    }
    if rank == Rank::Chief {
        return (None, None);
    }
    let wing = wing(roster, row, problems);
    if roster.army.wings[usize::from(wing)].side != side {
        let message = format!("the wing `{}` is of the other side", row.get("wing"));
        problems.push(row.problem_in("wing", message));
    }
    if rank != Rank::Formation {
        return (Some(wing), None);
    }
    let formation = formation_of(roster, row, side, problems);
    if let Some(found) = formation
        && roster.army.formations[usize::from(found)].wing != wing
    {
        let message = format!("`{}` is not of the wing `{}`", row.get("formation"), row.get("wing"));
        problems.push(row.problem_in("wing", message));
    }
    (Some(wing), formation)
}

/// A value of the front and of the Staff side. What a rank does not have is an empty cell; a Standard
/// Bearer has one side only, whose values stand for both.
fn both_sides(row: &Row, value: &'static str, problems: &mut Vec<Problem>) -> [u8; 2] {
    let known = leader_values(row);
    let staff = format!("staff_{value}");
    let mut read = |column: &str| {
        if known.contains(&column) {
            return row.within(column, 0, 60, problems);
        }
        if !row.get(column).is_empty() {
            let message = format!("{column}: a commander of this rank has none");
            problems.push(row.problem_in(column, message));
        }
        0
    };
    let (front, back) = (read(value), read(&staff));
    if known.contains(&staff.as_str()) { [front, back] } else { [front; 2] }
}

/// 4.0: a Commander in Chief goes as far as he likes.
fn allowance(row: &Row, rank: Rank, problems: &mut Vec<Problem>) -> u8 {
    match (rank, row.get("ma")) {
        (Rank::Chief, "unlimited") => 0,
        (Rank::Chief, other) => {
            let message = format!("ma: `{other}`: that of a Commander in Chief is unlimited");
            problems.push(row.problem_in("ma", message));
            0
        }
        _ => row.within("ma", 1, 20, problems),
    }
}

/// Each army, wing and formation has its commander, and one only.
fn commanded(
    roster: &mut Roster,
    files: &Files,
    wing_rows: &[Row],
    formation_rows: &[Row],
    problems: &mut Vec<Problem>,
) {
    let Army { sides, wings, formations, leaders, .. } = &mut roster.army;
    let posts = Posts { leaders, rows: &roster.leader_rows };
    for (seat, side) in sides.iter_mut().enumerate() {
        let message = format!("`{}` has no Commander in Chief", side.id);
        let lacking = Problem::new(&files.name("piacenza/leaders.csv"), 0, message);
        let here = |leader: &LeaderDef| leader.rank == Rank::Chief && usize::from(leader.side) == seat;
        side.chief = posts.holder(&side.id, here, lacking, problems).unwrap_or(0);
    }
    for (at, (wing, row)) in wings.iter_mut().zip(wing_rows).enumerate() {
        let mut of_rank = |rank: Rank, word: &str| {
            let lacking = row.problem(format!("`{}` has no {word}", wing.id));
            let here = |leader: &LeaderDef| leader.rank == rank && leader.wing == Some(at as WingId);
            posts.holder(&wing.id, here, lacking, problems).unwrap_or(0)
        };
        let commander = of_rank(Rank::Wing, "Wing Commander");
        let bearer = of_rank(Rank::Bearer, "Standard Bearer");
        (wing.commander, wing.bearer) = (commander, bearer);
    }
    for (at, (formation, row)) in formations.iter_mut().zip(formation_rows).enumerate() {
        let here = |leader: &LeaderDef| leader.formation == Some(at as FormationId);
        if row.get("kind") == "formation" {
            let lacking = row.problem(format!("`{}` has no commander", formation.id));
            formation.leader = posts.holder(&formation.id, here, lacking, problems);
        } else if let Some(leader) = leaders.iter().position(here) {
            let message = "the artillery of a wing has no commander of its own";
            problems.push(roster.leader_rows[leader].problem_in("formation", message));
        }
    }
}

struct Posts<'a> {
    leaders: &'a [LeaderDef],
    rows: &'a [Row],
}

impl Posts<'_> {
    /// The one commander who is `here`.
    fn holder(
        &self,
        name: &str,
        here: impl Fn(&LeaderDef) -> bool,
        lacking: Problem,
        problems: &mut Vec<Problem>,
    ) -> Option<LeaderId> {
        let mut found = (0..self.leaders.len()).filter(|at| here(&self.leaders[*at]));
        let first = found.next();
        for at in found {
            problems.push(self.rows[at].problem(format!("`{name}` has a commander of this rank already")));
        }
        if first.is_none() {
            problems.push(lacking);
        }
        first.map(|at| at as LeaderId)
    }
}

// ---------------------------------------------------------------- units

/// Training levels by nation: infantry, grenadiers, cavalry (5.11).
type Levels<'a> = BTreeMap<&'a str, [u8; 3]>;

fn levels<'a>(tables: &'a Node, problems: &mut Vec<Problem>) -> Levels<'a> {
    let nations = tables.at("training").map_or(Vec::new(), Node::entries);
    let nations = nations.into_iter().filter(|(nation, _)| *nation != "provenance");
    nations
        .map(|(nation, node)| {
            let mut r = Reader::new(node, problems);
            (nation, ["infantry", "grenadiers", "cavalry"].map(|class| r.within(class, 1, 9)))
        })
        .collect()
}

fn units(roster: &mut Roster, levels: &Levels, problems: &mut Vec<Problem>) {
    for at in 0..roster.unit_rows.len() {
        let unit = unit(roster, &roster.unit_rows[at], levels, problems);
        roster.army.units.push(unit);
    }
}

fn unit(roster: &Roster, row: &Row, levels: &Levels, problems: &mut Vec<Problem>) -> UnitDef {
    let side = side(roster.side(row.get("side")), row, problems);
    let kind = kind(row, problems);
    let formation = formation_of(roster, row, side, problems).unwrap_or(0);
    let nation = row.get("nation");
    let level = levels.get(nation).copied().unwrap_or_else(|| {
        problems.push(row.problem_in("nation", format!("`{nation}` has no training levels")));
        [0; 3]
    });
    let sp: u8 = row.within("sp", 1, 20, problems);
    let back = row.within("back", 0, sp.saturating_sub(1), problems);
    UnitDef {
        id: row.get("id").to_owned(),
        name: row.get("name").to_owned(),
        side,
        nation: nation.to_owned(),
        wing: roster.army.formations[usize::from(formation)].wing,
        formation,
        kind,
        arm: kind.arm(),
        sp: [sp, back],
        steps: if back > 0 { 2 } else { 1 },
        ma: row.within("ma", 1, 20, problems),
        training: training(kind, level),
        light: matches!(kind, UnitKind::LightInfantry | UnitKind::LightCavalry),
        dragoons: Dragoons::None,
        note: row.get("note").to_owned(),
        sources: Sources::noted(row, UNIT_VALUES, problems),
    }
}

fn kind(row: &Row, problems: &mut Vec<Problem>) -> UnitKind {
    match row.get("type") {
        "infantry" => UnitKind::Infantry,
        "light-infantry" => UnitKind::LightInfantry,
        "grenadier" => UnitKind::Grenadier,
        "heavy-cavalry" => UnitKind::HeavyCavalry,
        "light-cavalry" => UnitKind::LightCavalry,
        "dragoon" => UnitKind::Dragoon,
        "dragoon-foot" => UnitKind::DragoonFoot,
        "artillery" => UnitKind::Artillery,
        other => {
            problems.push(row.problem_in("type", format!("unknown type `{other}`")));
            UnitKind::Infantry
        }
    }
}

/// 5.11; dragoons are cavalry in this, mounted or not (10.5).
fn training(kind: UnitKind, [infantry, grenadiers, cavalry]: [u8; 3]) -> u8 {
    match kind {
        UnitKind::Infantry | UnitKind::LightInfantry => infantry,
        UnitKind::Grenadier => grenadiers,
        UnitKind::HeavyCavalry | UnitKind::LightCavalry | UnitKind::Dragoon | UnitKind::DragoonFoot => {
            cavalry
        }
        UnitKind::Artillery => 0,
    }
}

/// Dragoons on foot name the two mounted counters that they are made of, and those name them (10.5).
fn dragoons(roster: &mut Roster, problems: &mut Vec<Problem>) {
    for at in 0..roster.army.units.len() {
        let row = &roster.unit_rows[at];
        let pair: Vec<&str> = row.get("pair").split_whitespace().collect();
        match (roster.army.units[at].kind, &pair[..]) {
            (UnitKind::Dragoon, []) => {}
            (UnitKind::Dragoon, [foot]) => {
                let named = roster.unit_rows.iter().find(|other| other.get("id") == *foot);
                let back = named.is_some_and(|other| {
                    other.get("type") == "dragoon-foot"
                        && other.get("pair").split_whitespace().any(|id| id == row.get("id"))
                });
                if !back {
                    let message = format!("pair: `{foot}` is not this unit on foot");
                    problems.push(row.problem_in("pair", message));
                }
            }
            (UnitKind::DragoonFoot, [first, second]) => match mounted(roster, at, [first, second]) {
                Ok(mounted) => dismount(&mut roster.army.units, at as UnitId, mounted),
                Err(message) => problems.push(row.problem_in("pair", format!("pair: {message}"))),
            },
            (UnitKind::DragoonFoot, _) => {
                problems.push(row.problem_in("pair", "pair: dragoons on foot need two mounted counters"));
            }
            (_, []) => {}
            _ => problems.push(row.problem_in("pair", "pair: only dragoons come in pairs")),
        }
    }
}

/// The mounted counters of dragoons on foot, if they fit: of the same formation, and two SP mounted are
/// one on foot (10.5).
fn mounted(roster: &Roster, foot: usize, ids: [&str; 2]) -> Result<[UnitId; 2], String> {
    let own = &roster.army.units[foot];
    let mut found = [0; 2];
    for (slot, id) in found.iter_mut().zip(ids) {
        let Some(Piece::Unit(unit)) = roster.piece(id) else {
            return Err(format!("there is no unit `{id}`"));
        };
        let other = roster.unit(unit);
        let named = roster.unit_rows[usize::from(unit)].get("pair") == own.id;
        if other.kind != UnitKind::Dragoon || !named {
            return Err(format!("`{id}` is not this unit mounted"));
        }
        if other.formation != own.formation || other.nation != own.nation {
            return Err(format!("`{id}` is of another formation or nation"));
        }
        *slot = unit;
    }
    if found[0] == found[1] {
        return Err("two counters are needed".to_owned());
    }
    let strength: u8 = found.iter().map(|unit| roster.unit(*unit).sp[0]).sum();
    if strength != 2 * own.sp[0] {
        return Err(format!("{strength} SP mounted are not {} on foot", own.sp[0]));
    }
    Ok(found)
}

fn dismount(units: &mut [UnitDef], foot: UnitId, mounted: [UnitId; 2]) {
    units[usize::from(foot)].dragoons = Dragoons::Foot { mounted };
    for [own, mate] in [mounted, [mounted[1], mounted[0]]] {
        units[usize::from(own)].dragoons = Dragoons::Mounted { mate, foot };
    }
}
