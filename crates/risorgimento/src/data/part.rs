//! Who takes part in a scenario of a game that has armies of several years: its formations, Overall Commanders and loose
//! units become the army, with ids of their own.

use super::army::Roster;
use crate::model::{Army, FormationId, LeaderId, Size, UnitId};
use crate::position::{MAX_FORMATIONS, MAX_LEADERS, MAX_UNITS};
use dataset::{Node, Problem, Reader, Row};
use kernel::ById;

/// The year of a scenario; None in a game that has one battle.
pub fn year(tree: &Node, problems: &mut Vec<Problem>) -> Option<u16> {
    tree.at("year").map(|_| Reader::new(tree, problems).get("year"))
}

/// The army of a scenario: `formations` with all their units and commanders but those who are `absent`, the Overall
/// `commanders`, and the `sizes` that formations have here.
pub fn taking_part(whole: Roster, year: u16, tree: &Node, problems: &mut Vec<Problem>) -> Roster {
    let known = |row: &Row| row.get("year") == year.to_string();
    if !whole.formation_rows.iter().any(known) {
        Reader::new(tree, problems).problem("year", format!("there are no formations of {year}"));
        return whole;
    }
    let formations = named(tree, "formations", "formation", &whole.formation_rows, year, problems);
    let absent = absent(tree, &whole, &formations, problems);
    let mut commanders = Vec::new();
    if tree.at("commanders").is_some() {
        commanders = named(tree, "commanders", "Overall Commander", &whole.leader_rows, year, problems);
        for id in &commanders {
            let row = whole.leader_rows.iter().find(|row| row.get("id") == id);
            if row.is_some_and(|row| row.get("kind") != "overall") {
                let message = format!("`{id}` commands a formation and comes with it");
                Reader::new(tree, problems).problem("commanders", message);
            }
        }
    }
    let has = |list: &[String], id: &str| list.iter().any(|listed| listed == id);
    let comes = |row: &Row| {
        let with_formation = has(&formations, row.get("formation")) && !has(&absent, row.get("id"));
        with_formation || has(&commanders, row.get("id"))
    };
    let mut roster = only(whole, |row| has(&formations, row.get("id")), comes);
    sizes(tree, &mut roster.army, problems);
    roster
}

/// A list of ids of rows, each of the year.
fn named(
    tree: &Node,
    path: &str,
    what: &str,
    rows: &[Row],
    year: u16,
    problems: &mut Vec<Problem>,
) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for item in Reader::new(tree, problems).rows(path) {
        let id: String = Reader::new(item, problems).get("");
        match rows.iter().find(|row| row.get("id") == id) {
            None => problems.push(item.problem(format!("there is no {what} `{id}`"))),
            Some(row) if row.get("year") != year.to_string() => {
                let message = format!("`{id}` is of {}, not of {year}", row.get("year"));
                problems.push(item.problem(message));
            }
            Some(_) if ids.contains(&id) => problems.push(item.problem(format!("`{id}` is named twice"))),
            Some(_) => ids.push(id),
        }
    }
    ids
}

/// Units that stay away though their formation takes part.
fn absent(tree: &Node, whole: &Roster, formations: &[String], problems: &mut Vec<Problem>) -> Vec<String> {
    let absent: Vec<String> = Reader::new(tree, problems).get_or("absent", Vec::new());
    for id in &absent {
        let row = whole.unit_rows.iter().find(|row| row.get("id") == id);
        let of_them = |row: &Row| formations.iter().any(|formation| formation == row.get("formation"));
        if !row.is_some_and(of_them) {
            let message = format!("`{id}` is no unit of the formations that take part");
            Reader::new(tree, problems).problem("absent", message);
        }
    }
    absent
}

/// What is left of an army when only some formations and some units and commanders are kept, with ids without gaps.
fn only(whole: Roster, stays: impl Fn(&Row) -> bool, comes: impl Fn(&Row) -> bool) -> Roster {
    let places = |rows: &[Row], kept: &dyn Fn(&Row) -> bool| -> Vec<Option<usize>> {
        let mut next = 0..;
        rows.iter().map(|row| if kept(row) { next.next() } else { None }).collect()
    };
    let formations = places(&whole.formation_rows, &stays);
    let leaders = places(&whole.leader_rows, &comes);
    let units = places(&whole.unit_rows, &comes);
    let leader_at = |id: LeaderId| leaders.get(id.index()).copied().flatten().map(LeaderId::at);
    let unit_at = |id: UnitId| units.get(id.index()).copied().flatten().map(UnitId::at);
    let formation_at = |id: FormationId| formations[id.index()].map(FormationId::at);

    let Army { sides, units: all_units, leaders: all_leaders, formations: all_formations } = whole.army;
    let mut army =
        Army { sides, units: ById::default(), leaders: ById::default(), formations: ById::default() };
    for (id, formation) in all_formations.pairs().filter(|(id, _)| formation_at(*id).is_some()) {
        let mut formation = formation.clone();
        debug_assert_eq!(formation_at(id), Some(FormationId::at(army.formations.len())));
        formation.leader = leader_at(formation.leader).unwrap_or(LeaderId::NOBODY);
        formation.units = formation.units.iter().filter_map(|unit| unit_at(*unit)).collect();
        army.formations.push(formation);
    }
    for (_, leader) in all_leaders.pairs().filter(|(id, _)| leader_at(*id).is_some()) {
        let mut leader = leader.clone();
        leader.formation = leader.formation.and_then(formation_at);
        army.leaders.push(leader);
    }
    for (_, unit) in all_units.pairs().filter(|(id, _)| unit_at(*id).is_some()) {
        let mut unit = unit.clone();
        unit.formation = formation_at(unit.formation).unwrap_or(FormationId::NOBODY);
        army.units.push(unit);
    }
    let kept = |rows: Vec<Row>, places: &[Option<usize>]| -> Vec<Row> {
        rows.into_iter().zip(places).filter(|(_, place)| place.is_some()).map(|(row, _)| row).collect()
    };
    Roster {
        army,
        unit_rows: kept(whole.unit_rows, &units),
        leader_rows: kept(whole.leader_rows, &leaders),
        formation_rows: kept(whole.formation_rows, &formations),
    }
}

/// Formations that count as larger or smaller in the scenario than their names say.
fn sizes(tree: &Node, army: &mut Army, problems: &mut Vec<Problem>) {
    for (id, node) in tree.at("sizes").map_or(Vec::new(), Node::entries) {
        if dataset::sheet::is_provenance(id) {
            continue;
        }
        let size: Option<Size> = node.read().map_err(|problem| problems.push(problem)).ok();
        match army.formations.called(id) {
            Some(at) if army.formations[at].size.is_some() => {
                army.formations[at].size = size.or(army.formations[at].size);
            }
            Some(_) => problems.push(node.problem(format!("`{id}` has no size"))),
            None => problems.push(node.problem(format!("`{id}` does not take part"))),
        }
    }
}

/// Who takes part must find room in a position.
pub fn check_room(tree: &Node, army: &Army, problems: &mut Vec<Problem>) {
    let room = [
        ("units", army.units.len(), MAX_UNITS),
        ("commanders", army.leaders.len(), MAX_LEADERS),
        ("formations", army.formations.len(), MAX_FORMATIONS),
    ];
    for (what, count, most) in room.into_iter().filter(|(_, count, most)| count > most) {
        let message = format!("{count} {what} take part where {most} are allowed");
        Reader::new(tree, problems).problem("formations", message);
    }
}
