//! A scenario (`scenarios.toml`, `setup.csv`): which wings take part, who stands where, and what victory
//! is.

mod placing;

use super::army::Roster;
use super::{GAME, charts};
use crate::model::*;
use crate::position::MAX_OBJECTIVES;
use dataset::{Files, Node, Problem, Reader, Row, ScenarioEntry, read_csv};
use gamebox::{Lists, Placements};
use hexmap::{Hex, Named};
use placing::Placing;

pub use placing::VERTICES;

/// What a scenario plays on.
pub struct Theatre<'a> {
    pub on: Named<'a>,
    pub charts: &'a Charts,
    /// `charts.toml`.
    pub tables: &'a Node,
}

impl Theatre<'_> {
    /// May pieces of a class stand in a hex?
    pub fn passable(&self, hex: Hex, class: Class) -> bool {
        let terrain = self.charts.terrain.get(usize::from(self.on.map.terrain(hex)));
        terrain.is_some_and(|terrain| {
            let on_road = terrain.by_road && self.on.map.best_road(hex) != 0;
            terrain.cost[class as usize].is_some() || on_road
        })
    }

    fn passable_by_any(&self, hex: Hex) -> bool {
        [Class::Infantry, Class::Cavalry, Class::Artillery, Class::Commander]
            .iter()
            .any(|class| self.passable(hex, *class))
    }

    /// The hexes of the area that a value names.
    fn hexes(&self, node: &Node, path: &str, kind: &str, problems: &mut Vec<Problem>) -> Vec<Hex> {
        self.on.hexes(node, path, kind, |hex| self.passable_by_any(hex), problems)
    }
}

/// Who stands where, in all scenarios.
pub fn rows(files: &Files) -> Result<Vec<Row>, Vec<Problem>> {
    let rows = read_csv(files, "piacenza/setup.csv", &["scenario", "id", "hex", "facing", "provenance"])?;
    let known = ScenarioEntry::list(files, GAME)?;
    let unknown = rows.iter().filter(|row| !known.iter().any(|entry| entry.id == row.get("scenario")));
    let problems: Vec<Problem> = unknown
        .map(|row| row.problem_in("scenario", format!("there is no scenario `{}`", row.get("scenario"))))
        .collect();
    if problems.is_empty() { Ok(rows) } else { Err(problems) }
}

pub fn read(
    id: &str,
    tree: &Node,
    rows: &[Row],
    theatre: &Theatre,
    roster: &Roster,
    problems: &mut Vec<Problem>,
) -> ScenarioDef {
    let hours = charts::hours(theatre.tables, problems);
    let turns = u8::try_from(hours.len()).unwrap_or(u8::MAX);
    let area = match tree.at("area") {
        Some(_) => theatre.hexes(tree, "area", "area", problems),
        None => Vec::new(),
    };
    let wings = wings(tree, roster, problems);
    let opening = opening(tree, roster, &wings, problems);
    let mut placing = Placing::new(id, theatre, roster, &area, &wings);
    placing.absent(tree, problems);
    placing.place(rows, problems);
    let setup = setup(tree, theatre, &placing, problems);
    let victory = victory(tree, theatre, &area, problems);
    let setup_first = side(tree, "setup_first", roster, problems);
    let Placements { units, leaders } = placing.placed;
    let mut r = Reader::new(tree, problems);
    let first_turn = r.within("first_turn", 1, turns);
    ScenarioDef {
        id: id.to_owned(),
        title: r.get("title"),
        note: r.get("note"),
        first_turn,
        last_turn: r.within("last_turn", first_turn, turns),
        hours,
        area,
        wings,
        opening,
        formations_commanded: r.get("formations_commanded"),
        wings_commanded: r.get("wings_commanded"),
        units,
        leaders,
        setup,
        setup_first,
        victory,
    }
}

/// The wings of each side that take part.
fn wings(tree: &Node, roster: &Roster, problems: &mut Vec<Problem>) -> [Vec<WingId>; 2] {
    let mut all = [Vec::new(), Vec::new()];
    for (own, side) in all.iter_mut().zip(&roster.army.sides) {
        for item in Reader::new(tree, problems).rows(&format!("wings.{}", side.id)) {
            let mut r = Reader::new(item, problems);
            let name: String = r.get("");
            match roster.army.wings.called(&name) {
                None => r.problem("", format!("there is no wing `{name}`")),
                Some(wing) if own.contains(&wing) => r.problem("", format!("`{name}` is named twice")),
                Some(wing) if roster.army.sides[usize::from(roster.army.wings[wing].side)].id != side.id => {
                    r.problem("", format!("`{name}` is of the other side"));
                }
                Some(wing) => own.push(wing),
            }
        }
    }
    all
}

/// The wings that begin the first turn without choice or roll (3.0): one of each side.
fn opening(
    tree: &Node,
    roster: &Roster,
    wings: &[Vec<WingId>; 2],
    problems: &mut Vec<Problem>,
) -> Option<[WingId; 2]> {
    tree.at("opening")?;
    let mut r = Reader::new(tree, problems);
    let names: Vec<String> = r.get("opening");
    let found: Vec<WingId> = names.iter().filter_map(|name| roster.army.wings.called(name)).collect();
    match found[..] {
        [first, second] if wings[0].contains(&first) && wings[1].contains(&second) => Some([first, second]),
        _ => {
            let message = "a wing of each side that takes part is needed, in the order of the sides";
            r.problem("opening", message);
            None
        }
    }
}

/// The areas in which owners may place their pieces otherwise.
fn setup(tree: &Node, theatre: &Theatre, placing: &Placing, problems: &mut Vec<Problem>) -> Vec<SetupArea> {
    let army = &placing.roster.army;
    let passable = |hex| theatre.passable_by_any(hex);
    let listed = Lists::new(army.pieces()).areas(tree, &theatre.on, |id| army.seat(id), passable, problems);
    let tables = tree.tables("setup");
    let ids: Vec<&str> = tables.iter().map(|(id, _)| *id).collect();
    let mut areas = Vec::new();
    for (area, (id, node)) in listed.into_iter().zip(&tables) {
        let south_of = node.at("south_of").and_then(|_| other_area(node, id, &ids, problems));
        areas.push(SetupArea { area, south_of });
    }
    placing.within_areas(&areas, &tables, problems);
    areas
}

/// The area of whose units the pieces of this one must stand south.
fn other_area(node: &Node, own: &str, ids: &[&str], problems: &mut Vec<Problem>) -> Option<u8> {
    let mut r = Reader::new(node, problems);
    let name: String = r.get("south_of");
    let found = ids.iter().position(|id| *id == name && *id != own);
    if found.is_none() {
        r.problem("south_of", format!("there is no other set-up area `{name}`"));
    }
    found.map(|at| at as u8)
}

fn victory(tree: &Node, theatre: &Theatre, area: &[Hex], problems: &mut Vec<Problem>) -> Victory {
    let hexes = theatre.hexes(tree, "victory.hexes", "objective", problems);
    let mut r = Reader::new(tree, problems);
    for hex in hexes.iter().filter(|hex| !area.is_empty() && !area.contains(hex)) {
        let message = format!("{} is not in the area of the scenario", theatre.on.map.number(*hex));
        r.problem("victory.hexes", message);
    }
    match r.word("victory.kind", &["occupy", "last-held", "objectives"]).as_str() {
        "last-held" => {
            if hexes.len() > 1 {
                r.problem("victory.hexes", "one hex is held last");
            }
            Victory::LastHeld(hexes.first().copied().unwrap_or(Hex::NONE))
        }
        "objectives" => {
            if hexes.len() > MAX_OBJECTIVES {
                let message = format!("{} hexes where {MAX_OBJECTIVES} are allowed", hexes.len());
                r.problem("victory.hexes", message);
            }
            let count = u8::try_from(hexes.len()).unwrap_or(u8::MAX);
            let chosen = r.within("victory.chosen", 1, count);
            let win = r.within("victory.win", 1, chosen);
            let draw = r.within("victory.draw", 0, win.saturating_sub(1));
            let (first, last) = (r.get("first_turn"), r.get("last_turn"));
            Victory::Objectives {
                hexes,
                chosen,
                win,
                draw,
                automatic: r.within("victory.automatic", first, last),
            }
        }
        _ => Victory::Occupy(hexes),
    }
}

fn side(node: &Node, path: &str, roster: &Roster, problems: &mut Vec<Problem>) -> u8 {
    Reader::new(node, problems).side(path, |id| roster.army.seat(id))
}
