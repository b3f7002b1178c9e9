//! A scenario (`scenarios.toml`): who is set up where, who enters when, and what victory is.

use super::army::Roster;
use crate::model::*;
use crate::position::MAX_WATCHED;
use dataset::{Files, Node, Problem, Reader, Value, read_tree};
use hexmap::{Area, Hex, Named};
use std::collections::BTreeMap;

/// How far from its entry hex a column may look for a free hex of the same edge (R57).
const EDGE_DISTANCE: u8 = 3;

/// What a scenario plays on.
pub struct Place<'a> {
    pub on: Named<'a>,
    pub charts: &'a Charts,
}

/// The table of a scenario, complete: one that is `like` another is laid over that.
pub fn tree(files: &Files, game: &str, id: &str) -> Result<Node, Vec<Problem>> {
    let all = read_tree(files, &format!("{game}/scenarios.toml"))?;
    let missing = |node: &Node, id: &str| vec![node.problem(format!("there is no scenario `{id}`"))];
    let own = all.at(id).filter(|node| matches!(node.value, Value::Table(_)));
    let mut own = own.ok_or_else(|| missing(&all, id))?.clone();
    let Some(like) = remove(&mut own, "like") else {
        return Ok(own);
    };
    let base: String = like.read().map_err(|p| vec![p])?;
    let mut whole = all.at(&base).ok_or_else(|| missing(&like, &base))?.clone();
    if whole.at("like").is_some() {
        return Err(vec![like.problem(format!("`{base}` is itself like another"))]);
    }
    if let Some(without) = remove(&mut own, "without") {
        for key in without.read::<Vec<String>>().map_err(|p| vec![p])? {
            if remove(&mut whole, &key).is_none() {
                return Err(vec![without.problem(format!("`{base}` has no `{key}` to leave out"))]);
            }
        }
    }
    whole.lay(own)?;
    Ok(whole)
}

fn remove(node: &mut Node, key: &str) -> Option<Node> {
    match &mut node.value {
        Value::Table(table) => table.remove(key),
        _ => None,
    }
}

pub fn read(
    id: &str,
    tree: &Node,
    place: &Place,
    roster: &Roster,
    problems: &mut Vec<Problem>,
) -> ScenarioDef {
    let mut pieces = Pieces { roster, taken: BTreeMap::new() };
    let turns = Reader::new(tree, problems).within("turns", 1, 99);
    let setup = setup(tree, place, &mut pieces, problems);
    let entries = entries(tree, "entries", turns, place, &mut pieces, problems);
    let corps = tree.at("corps").map(|node| OptionalCorps {
        side: side(node, "side", roster, problems),
        first_roll_turn: Reader::new(node, problems).within("first_roll_turn", 1, turns),
        arrives_on: Reader::new(node, problems).within("arrives_on", 1, 6),
        entries: self::entries(node, "entries", turns, place, &mut pieces, problems),
    });
    all_used(tree, &pieces, problems);
    let standard = standard(tree, place, roster, &setup, problems);
    let victory = victory(tree, corps.is_some(), place, roster, problems);
    let capped_side = tree.at("capped_side").map(|_| side(tree, "capped_side", roster, problems));
    let first_holder = side(tree, "first_holder", roster, problems);
    let mut r = Reader::new(tree, problems);
    ScenarioDef {
        id: id.to_owned(),
        title: r.get("title"),
        note: r.get("note"),
        turns,
        first_hour: r.within("first_hour", 0, 23),
        turn_minutes: r.within("turn_minutes", 1, 1440),
        setup,
        standard,
        entries,
        corps,
        capped_side,
        victory,
        first_holder,
    }
}

/// Units and commanders that have a place, with the place.
struct Pieces<'a> {
    roster: &'a Roster,
    taken: BTreeMap<String, String>,
}

impl Pieces<'_> {
    /// The units and commanders of a list; none may stand in two lists.
    fn read(&mut self, node: &Node, name: &str, problems: &mut Vec<Problem>) -> (Vec<UnitId>, Vec<LeaderId>) {
        let (mut units, mut leaders) = (Vec::new(), Vec::new());
        for item in Reader::new(node, problems).rows("pieces") {
            let id: String = Reader::new(item, problems).get("");
            if let Some(other) = self.taken.insert(id.clone(), name.to_owned()) {
                let message = format!("`{id}` has a place in `{other}` already");
                problems.push(item.problem(message));
            }
            if let Some(unit) = self.roster.unit(&id) {
                units.push(unit);
            } else if let Some(leader) = self.roster.leader(&id) {
                leaders.push(leader);
            } else {
                problems.push(item.problem(format!("there is no unit or commander `{id}`")));
            }
        }
        (units, leaders)
    }
}

fn setup(tree: &Node, place: &Place, pieces: &mut Pieces, problems: &mut Vec<Problem>) -> Vec<SetupArea> {
    let mut areas = Vec::new();
    for (id, node) in tree.at("setup").map_or(Vec::new(), Node::entries) {
        if !matches!(node.value, Value::Table(_)) {
            continue;
        }
        let hexes = match place.on.area(node, "area", &["setup"], problems) {
            Some(area) => usable(area, place, problems),
            None => Vec::new(),
        };
        let side = side(node, "side", pieces.roster, problems);
        let (units, leaders) = pieces.read(node, id, problems);
        own_side(node, side, &units, &leaders, pieces.roster, problems);
        let name = Reader::new(node, problems).get("name");
        areas.push(SetupArea { id: id.to_owned(), name, side, hexes, units, leaders });
    }
    areas
}

fn own_side(
    node: &Node,
    side: u8,
    units: &[UnitId],
    leaders: &[LeaderId],
    roster: &Roster,
    problems: &mut Vec<Problem>,
) {
    let units = units.iter().map(|unit| &roster.army.units[*unit]);
    let leaders = leaders.iter().map(|leader| &roster.army.leaders[*leader]);
    let pieces = units.map(|u| (&u.id, u.side)).chain(leaders.map(|l| (&l.id, l.side)));
    for (id, piece_side) in pieces {
        if piece_side != side {
            Reader::new(node, problems).problem("pieces", format!("`{id}` is of the other side"));
        }
    }
}

fn entries(
    tree: &Node,
    path: &str,
    turns: u8,
    place: &Place,
    pieces: &mut Pieces,
    problems: &mut Vec<Problem>,
) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (id, node) in tree.at(path).map_or(Vec::new(), Node::entries) {
        if !matches!(node.value, Value::Table(_)) {
            continue;
        }
        let (hex, edge) = entry_hex(node, place, problems);
        let (units, leaders) = pieces.read(node, id, problems);
        let mut r = Reader::new(node, problems);
        let turn = r.within("turn", 1, turns);
        let name: String = r.get("formation");
        let formation = pieces.roster.formation(&name);
        if formation.is_none() {
            r.problem("formation", format!("there is no formation `{name}`"));
        }
        for unit in &units {
            let unit = &pieces.roster.army.units[*unit];
            if formation.is_some() && Some(unit.formation) != formation {
                r.problem("pieces", format!("`{}` is not of the formation `{name}`", unit.id));
            }
        }
        let formation = formation.unwrap_or(FormationId::at(0));
        entries.push(Entry { turn, formation, hex, edge, units, leaders });
    }
    entries
}

/// The hex by which a column enters, and those of the same map edge that can stand in for it.
fn entry_hex(node: &Node, place: &Place, problems: &mut Vec<Problem>) -> (Hex, Vec<Hex>) {
    let Some(area) = place.on.area(node, "entry", &["entry"], problems) else {
        return (Hex::NONE, Vec::new());
    };
    let hexes = usable(area, place, problems);
    let [hex] = hexes[..] else {
        if hexes.len() == area.hexes.len() {
            problems.push(place.on.area_problem(area, "an entry is one hex"));
        }
        return (Hex::NONE, Vec::new());
    };
    let on_edge = |area: &&Area| area.kind == "map_edge" && area.hexes.contains(&hex);
    let edges: Vec<&Area> = place.on.map.areas().iter().filter(on_edge).collect();
    if edges.is_empty() {
        let message = format!("{} is on no edge of the map", place.on.map.number(hex));
        problems.push(place.on.area_problem(area, message));
    }
    let mut near: Vec<(u8, Hex)> = edges
        .iter()
        .flat_map(|edge| &edge.hexes)
        .map(|other| (place.on.map.distance(hex, *other), *other))
        .filter(|(distance, other)| (1..=EDGE_DISTANCE).contains(distance) && passable(place, *other))
        .collect();
    near.sort();
    near.dedup();
    (hex, near.into_iter().map(|(_, hex)| hex).collect())
}

/// Every unit and commander has a place, those of absent formations none.
fn all_used(tree: &Node, pieces: &Pieces, problems: &mut Vec<Problem>) {
    let absent: Vec<String> = Reader::new(tree, problems).get_or("absent", Vec::new());
    for id in &absent {
        if pieces.roster.formation(id).is_none() {
            let message = format!("there is no formation `{id}`");
            Reader::new(tree, problems).problem("absent", message);
        }
    }
    for row in pieces.roster.unit_rows.iter().chain(&pieces.roster.leader_rows) {
        let id = row.get("id");
        let is_absent = absent.iter().any(|a| a == row.get("formation"));
        match pieces.taken.get(id) {
            None if !is_absent => {
                problems.push(row.problem(format!("`{id}` is in no set-up area and no entry")));
            }
            Some(other) if is_absent => {
                let message = format!("`{id}` has a place in `{other}` though its formation is absent");
                problems.push(row.problem(message));
            }
            _ => {}
        }
    }
}

/// The set-up that is offered: every piece in its area, within stacking, one facing in a hex.
fn standard(
    tree: &Node,
    place: &Place,
    roster: &Roster,
    setup: &[SetupArea],
    problems: &mut Vec<Problem>,
) -> Vec<StandardPlace> {
    let mut places = Vec::new();
    let mut stacks: BTreeMap<Hex, (u8, u8)> = BTreeMap::new();
    let Some(table) = tree.at("standard") else {
        Reader::new(tree, problems).problem("standard", "`standard` is missing");
        return places;
    };
    for (id, node) in table.entries() {
        if !matches!(node.value, Value::Table(_)) {
            continue;
        }
        let (unit, leader) = (roster.unit(id), roster.leader(id));
        let mut r = Reader::new(node, problems);
        let (number, facing): (String, String) = (r.get("hex"), r.get("facing"));
        let march = r.get("march");
        let Some(hex) = place.on.map.find(&number) else {
            r.problem("hex", format!("there is no hex {number}"));
            continue;
        };
        let Some(facing) = place.on.map.dir_named(&facing) else {
            r.problem("facing", format!("`{facing}` is not a direction on this map"));
            continue;
        };
        let area = setup.iter().find(|area| {
            unit.is_some_and(|unit| area.units.contains(&unit))
                || leader.is_some_and(|leader| area.leaders.contains(&leader))
        });
        match area {
            None => r.problem("", format!("`{id}` is in no set-up area")),
            Some(area) if !area.hexes.contains(&hex) => {
                r.problem("hex", format!("{number} is not {}", area.name));
            }
            Some(_) => {}
        }
        if let Some(unit) = unit {
            let unit = &roster.army.units[unit];
            let stack = stacks.entry(hex).or_insert((0, facing));
            stack.0 += unit.stacking;
            if stack.0 > place.charts.stacking_limit {
                let message = format!("{number} holds {} stacking points with `{id}`", stack.0);
                r.problem("hex", message);
            }
            if stack.1 != facing {
                r.problem("facing", format!("the units in {number} must share one facing"));
            }
        }
        places.push(StandardPlace { id: id.to_owned(), hex, facing, march });
    }
    for area in setup {
        let units = area.units.iter().map(|unit| &roster.army.units[*unit].id);
        let leaders = area.leaders.iter().map(|l| &roster.army.leaders[*l].id);
        for id in units.chain(leaders) {
            if table.at(id).is_none() {
                problems.push(table.problem(format!("`{id}` has no place")));
            }
        }
    }
    places
}

fn victory(tree: &Node, corps: bool, place: &Place, roster: &Roster, problems: &mut Vec<Problem>) -> Victory {
    let Some(node) = tree.at("victory") else {
        Reader::new(tree, problems).problem("victory", "`victory` is missing");
        let (decisive, objectives, corps_decisive) = (Vec::new(), Vec::new(), Vec::new());
        let (tactical_count, corps_tactical_count) = (0, 0);
        return Victory {
            attacker: 0,
            decisive,
            objectives,
            tactical_count,
            corps_decisive,
            corps_tactical_count,
        };
    };
    let objectives = hexes(node, "objectives", &["objective"], place, problems);
    let decisive = hexes(node, "decisive", &["decisive"], place, problems);
    let count = u8::try_from(objectives.len()).unwrap_or(u8::MAX);
    let mut r = Reader::new(node, problems);
    let tactical_count = r.within("tactical_count", 1, count);
    // Without an optional corps its conditions are those of the scenario.
    let corps_tactical_count =
        if corps { r.within("corps_tactical_count", 1, count) } else { tactical_count };
    let corps_decisive =
        if corps { hexes(node, "corps_decisive", &["decisive"], place, problems) } else { decisive.clone() };
    let attacker = side(node, "attacker", roster, problems);
    let victory =
        Victory { attacker, decisive, objectives, tactical_count, corps_decisive, corps_tactical_count };
    let watched = victory.watched().len();
    if watched > MAX_WATCHED {
        let message = format!("{watched} hexes are watched where {MAX_WATCHED} are allowed");
        Reader::new(node, problems).problem("objectives", message);
    }
    victory
}

/// The hexes of the areas that a list names.
fn hexes(node: &Node, path: &str, kinds: &[&str], place: &Place, problems: &mut Vec<Problem>) -> Vec<Hex> {
    let mut hexes = Vec::new();
    for item in Reader::new(node, problems).rows(path) {
        if let Some(area) = place.on.area(item, "", kinds, problems) {
            hexes.extend(usable(area, place, problems));
        }
    }
    hexes
}

/// The hexes of an area; all must be on the map and passable.
fn usable(area: &Area, place: &Place, problems: &mut Vec<Problem>) -> Vec<Hex> {
    place.on.usable(area, |hex| passable(place, hex), problems)
}

/// May any unit stand there?
fn passable(place: &Place, hex: Hex) -> bool {
    let terrain = place.charts.terrain.get(usize::from(place.on.map.terrain(hex)));
    terrain.is_some_and(|terrain| terrain.cost.iter().any(Option::is_some))
}

fn side(node: &Node, path: &str, roster: &Roster, problems: &mut Vec<Problem>) -> u8 {
    Reader::new(node, problems).side(path, |id| roster.side(id))
}
