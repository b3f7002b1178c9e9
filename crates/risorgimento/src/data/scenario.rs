//! A scenario (`scenarios.toml`): who is set up where, who enters when, and what victory is.

use super::Place;
use super::army::Roster;
use crate::model::*;
use crate::position::MAX_WATCHED;
use dataset::{Node, Problem, Reader};
use hexmap::{Area, Hex};
use kernel::roster::Piece;
use std::collections::BTreeMap;

/// How far from its entry hex a column may look for a free hex of the same edge (R57).
const EDGE_DISTANCE: u8 = 3;

pub fn read(
    id: &str,
    tree: &Node,
    place: &Place,
    roster: &Roster,
    problems: &mut Vec<Problem>,
) -> ScenarioDef {
    let mut lists = Lists::new(roster.army.pieces());
    let turns = Reader::new(tree, problems).within("turns", 1, 99);
    let seat = |id: &str| roster.army.seat(id);
    let setup = lists.areas(tree, &place.on, seat, |hex| passable(place, hex), problems);
    let entries = entries(tree, turns, place, roster, &mut lists, problems);
    let corps = tree.at("corps").map(|node| OptionalCorps {
        name: Reader::new(node, problems).get("name"),
        side: side(node, "side", roster, problems),
        first_roll_turn: Reader::new(node, problems).within("first_roll_turn", 1, turns),
        arrives_on: Reader::new(node, problems).within("arrives_on", 1, 6),
        entries: self::entries(node, turns, place, roster, &mut lists, problems),
    });
    all_used(tree, roster, &lists, problems);
    let starts = starts(tree, roster, &setup, problems);
    let standard = standard(tree, place, roster, (&setup, &starts), problems);
    let first_holder = side(tree, "first_holder", roster, problems);
    let victory = victory(tree, (corps.is_some(), first_holder), place, roster, problems);
    let capped_side = tree.at("capped_side").map(|_| side(tree, "capped_side", roster, problems));
    let initiative = tree.at("initiative").map(|_| side(tree, "initiative", roster, problems));
    let setup_order = setup_order(tree, roster, &setup, problems);
    let ground = ground(tree, place, &setup, &victory, problems);
    let year = super::part::year(tree, problems).unwrap_or(0);
    let mut r = Reader::new(tree, problems);
    let first_turn: u8 = if tree.at("first_turn").is_some() { r.within("first_turn", 1, 99) } else { 1 };
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
        year,
        turns_before: first_turn.saturating_sub(1),
        ground,
        initiative,
        setup_order,
        starts,
    }
}

/// How units begin that do not begin as their owner likes: the lists `march` and `shaken` and the table `lost` of their
/// set-up areas.
fn starts(tree: &Node, roster: &Roster, setup: &[SetupArea], problems: &mut Vec<Problem>) -> Vec<Start> {
    let mut starts: Vec<Start> = Vec::new();
    for (area, (_, node)) in setup.iter().zip(tree.tables("setup")) {
        let mut begins = |id: &str, at: &Node, problems: &mut Vec<Problem>, how: &dyn Fn(&mut Start)| {
            let unit = roster.army.units.called(id).filter(|unit| area.units.contains(unit));
            let Some(unit) = unit else {
                problems.push(at.problem(format!("`{id}` is no unit of this area")));
                return;
            };
            let known = starts.iter().position(|start| start.unit == unit);
            let index = known.unwrap_or_else(|| {
                starts.push(Start { unit, march: false, lost: 0, status: 0 });
                starts.len() - 1
            });
            how(&mut starts[index]);
        };
        for (list, how) in [("march", as_marching as fn(&mut Start)), ("shaken", as_shaken)] {
            for item in node.at(list).map_or(Vec::new(), Node::items) {
                let id: String = Reader::new(item, problems).get("");
                begins(&id, item, problems, &how);
            }
        }
        for (id, item) in node.at("lost").map_or(Vec::new(), Node::entries) {
            let sp = roster.army.units.called(id).map_or(1, |unit| roster.army.units[unit].sp);
            let lost: u8 = Reader::new(item, problems).within("", 1, sp.saturating_sub(1));
            begins(id, item, problems, &|start| start.lost = lost);
        }
    }
    starts.sort_by_key(|start| start.unit);
    starts
}

fn as_marching(start: &mut Start) {
    start.march = true;
}

fn as_shaken(start: &mut Start) {
    start.status = 1;
}

/// The sides in the order in which they set up, both of them; none where only one sets up.
fn setup_order(tree: &Node, roster: &Roster, setup: &[SetupArea], problems: &mut Vec<Problem>) -> Vec<u8> {
    let mut r = Reader::new(tree, problems);
    let names: Vec<String> = r.get_or("setup_order", Vec::new());
    let order: Vec<u8> = names.iter().filter_map(|id| roster.army.seat(id)).collect();
    let mut sides: Vec<u8> = setup.iter().map(|area| area.side).collect();
    sides.sort();
    sides.dedup();
    let mut sorted = order.clone();
    sorted.sort();
    if order.len() != names.len() || (sorted != sides && !(names.is_empty() && sides.len() < 2)) {
        r.problem("setup_order", "setup_order: it names each side that sets up once");
    }
    order
}

/// The hexes that are played on, in their order; whoever is set up and whatever is fought for is there.
fn ground(
    tree: &Node,
    place: &Place,
    setup: &[SetupArea],
    victory: &Victory,
    problems: &mut Vec<Problem>,
) -> Vec<Hex> {
    if tree.at("ground").is_none() {
        return Vec::new();
    }
    let mut ground = place.on.hexes(tree, "ground", "area", |_| true, problems);
    ground.sort();
    let outside = |hex: &Hex| ground.binary_search(hex).is_err();
    let mut note = |node: &Node, path: &str, hexes: &[Hex]| {
        for hex in hexes.iter().filter(|hex| outside(hex)) {
            let message = format!("{} is outside of the ground that is played on", place.on.map.number(*hex));
            Reader::new(node, problems).problem(path, message);
        }
    };
    for (area, (_, node)) in setup.iter().zip(tree.tables("setup")) {
        note(node, "area", &area.hexes);
    }
    note(tree, "victory.objectives", &victory.watched());
    ground
}

type Lists<'a> = gamebox::Lists<'a, UnitId, LeaderId, UnitDef, LeaderDef>;

/// The columns that enter, each a table below `entries`.
fn entries(
    tree: &Node,
    turns: u8,
    place: &Place,
    roster: &Roster,
    lists: &mut Lists,
    problems: &mut Vec<Problem>,
) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (id, node) in tree.tables("entries") {
        let open = |hex| passable(place, hex);
        let (hex, edge) = place.on.entry(node, "entry", EDGE_DISTANCE, open, problems);
        let (units, leaders) = lists.read(node, id, None, problems);
        let mut r = Reader::new(node, problems);
        let turn = r.within("turn", 1, turns);
        let name: String = r.get("formation");
        let formation = roster.army.formations.called(&name);
        if formation.is_none() {
            r.problem("formation", format!("there is no formation `{name}`"));
        }
        for unit in units.iter().map(|unit| &roster.army.units[*unit]) {
            if formation.is_some_and(|formation| unit.formation != formation) {
                r.problem("pieces", format!("`{}` is not of the formation `{name}`", unit.id));
            }
        }
        let formation = formation.unwrap_or(FormationId::at(0));
        entries.push(Entry { turn, formation, hex, edge, units, leaders });
    }
    entries
}

/// Every unit and commander has a place, those of absent formations none.
fn all_used(tree: &Node, roster: &Roster, lists: &Lists, problems: &mut Vec<Problem>) {
    let absent: Vec<String> = Reader::new(tree, problems).get_or("absent", Vec::new());
    // with armies of several years, `part` has left out whoever stays away
    let whole_army = tree.at("year").is_none();
    for id in absent.iter().filter(|_| whole_army) {
        if roster.army.formations.called(id).is_none() {
            let message = format!("there is no formation `{id}`");
            Reader::new(tree, problems).problem("absent", message);
        }
    }
    for row in roster.unit_rows.iter().chain(&roster.leader_rows) {
        let id = row.get("id");
        let is_absent = absent.iter().any(|a| a == row.get("formation"));
        match lists.place_of(id) {
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
    (setup, starts): (&[SetupArea], &[Start]),
    problems: &mut Vec<Problem>,
) -> Vec<StandardPlace> {
    let mut places = Vec::new();
    // by hex: stacking points, facing, side, and the area that lets only one unit stand there
    let mut stacks: BTreeMap<Hex, (u8, u8, u8, bool)> = BTreeMap::new();
    let Some(table) = tree.at("standard") else {
        Reader::new(tree, problems).problem("standard", "`standard` is missing");
        return places;
    };
    let pieces = roster.army.pieces();
    for (id, node) in table.tables("") {
        let mut r = Reader::new(node, problems);
        let march: bool = r.get("march");
        let (hex, facing) = (place.on.hex(&mut r, "hex"), place.on.dir(&mut r, "facing"));
        let (Some(hex), Some(facing)) = (hex, facing) else { continue };
        let number = place.on.map.number(hex);
        let piece = pieces.named(id);
        let area = setup.iter().find(|area| piece.is_some_and(|piece| area.has(piece)));
        match area {
            None => r.problem("", format!("`{id}` is in no set-up area")),
            Some(area) if !area.hexes.contains(&hex) => {
                r.problem("hex", format!("{number} is not {}", area.name));
            }
            Some(_) => {}
        }
        if let Some(Piece::Unit(unit)) = piece {
            let must = starts.iter().any(|start| start.unit == unit && start.march);
            if must && !march {
                r.problem("march", format!("`{id}` must begin in March Movement"));
            }
            let unit = &roster.army.units[unit];
            let alone = area.is_some_and(|area| area.one_a_hex);
            let stack = stacks.entry(hex).or_insert((0, facing, unit.side, false));
            if stack.0 > 0 && (alone || stack.3) {
                r.problem("hex", format!("{number} takes one unit, and `{id}` is the second"));
            }
            if stack.2 != unit.side {
                r.problem("hex", format!("{number} holds units of both sides with `{id}`"));
            }
            stack.3 |= alone;
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
    for id in setup.iter().flat_map(|area| area.pieces()).map(|piece| pieces.row(piece).id()) {
        if table.at(id).is_none() {
            problems.push(table.problem(format!("`{id}` has no place")));
        }
    }
    places
}

fn victory(
    tree: &Node,
    (corps, first_holder): (bool, u8),
    place: &Place,
    roster: &Roster,
    problems: &mut Vec<Problem>,
) -> Victory {
    let Some(node) = tree.at("victory") else {
        Reader::new(tree, problems).problem("victory", "`victory` is missing");
        return Victory::default();
    };
    let objectives = hexes(node, "objectives", &["objective"], place, problems);
    if Reader::new(node, problems).get_or("majority", false) {
        return majority(node, objectives, first_holder, problems);
    }
    let decisive = hexes(node, "decisive", &["decisive"], place, problems);
    let count = u8::try_from(objectives.len()).unwrap_or(u8::MAX);
    let mut r = Reader::new(node, problems);
    let (called, briefly) = (r.get("called"), r.get("briefly"));
    let tactical_count = r.within("tactical_count", 1, count);
    // Without an optional corps its conditions are those of the scenario.
    let corps_tactical_count =
        if corps { r.within("corps_tactical_count", 1, count) } else { tactical_count };
    let corps_decisive =
        if corps { hexes(node, "corps_decisive", &["decisive"], place, problems) } else { decisive.clone() };
    let attacker = side(node, "attacker", roster, problems);
    let victory = Victory {
        majority: false,
        attacker,
        decisive,
        called,
        briefly,
        objectives,
        tactical_count,
        corps_decisive,
        corps_tactical_count,
    };
    check_watched(node, &victory, problems);
    victory
}

/// Whoever holds more of the objectives wins (C 23); he who does not hold them at the start must take them.
fn majority(node: &Node, objectives: Vec<Hex>, first_holder: u8, problems: &mut Vec<Problem>) -> Victory {
    let mut r = Reader::new(node, problems);
    let (called, briefly) = (r.get("called"), r.get("briefly"));
    let most = u8::try_from(objectives.len() / 2 + 1).unwrap_or(u8::MAX);
    let victory = Victory {
        majority: true,
        attacker: gamebox::enemy(first_holder),
        called,
        briefly,
        objectives,
        tactical_count: most,
        corps_tactical_count: most,
        ..Victory::default()
    };
    check_watched(node, &victory, problems);
    victory
}

/// The hexes whose control matters must find room in a position.
fn check_watched(node: &Node, victory: &Victory, problems: &mut Vec<Problem>) {
    let watched = victory.watched().len();
    if watched > MAX_WATCHED {
        let message = format!("{watched} hexes are watched where {MAX_WATCHED} are allowed");
        Reader::new(node, problems).problem("objectives", message);
    }
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
    super::passable(place.charts, place.on.map, hex)
}

fn side(node: &Node, path: &str, roster: &Roster, problems: &mut Vec<Problem>) -> u8 {
    Reader::new(node, problems).side(path, |id| roster.army.seat(id))
}
