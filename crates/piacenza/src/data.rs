//! Reads the files of `data/` into a [`Model`]: the charts, the armies, the map and the scenario, with
//! every check that files can fail. An owner's files laid over ours ([`Files::laid_over`]) go through
//! the same checks.

mod army;
mod charts;
mod hash;
pub mod labels;
mod phrases;
mod provenance;
mod scenario;
mod shown;
mod terrain;

pub use phrases::phrases;
pub use provenance::provenance;
pub use scenario::VERTICES;
pub use shown::charts_shown;

use crate::embedded;
use crate::model::Model;
use dataset::{Files, GameEntry, Problem, ScenarioEntry, check_rules, distinct, read_tree, take};
use hexmap::{Map, Named};

/// The name of the game and of its folder.
pub const GAME: &str = "piacenza";
const MAP: &str = "piacenza/map";

/// The files as they were when the program was built.
pub fn files() -> Files {
    Files::embedded(embedded::FILES)
}

/// Everything that a scenario is played with, or all that is wrong with the files.
pub fn load(files: &Files, scenario: &str) -> Result<Model, Vec<Problem>> {
    let mut problems = Vec::new();
    let model = load_into(files, scenario, &mut problems);
    distinct(&mut problems);
    match model {
        Some(model) if problems.is_empty() => Ok(model),
        _ => Err(problems),
    }
}

/// All that is wrong with the files, of every scenario.
pub fn check(files: &Files) -> Vec<Problem> {
    let mut problems = Vec::new();
    for scenario in take(scenarios(files), &mut problems).unwrap_or_default() {
        load_into(files, &scenario.id, &mut problems);
    }
    let values = take(provenance(files), &mut problems);
    check_rules(files, GAME, values.as_ref(), &mut problems);
    phrases(files, "it").and_then(|read| take(read, &mut problems));
    distinct(&mut problems);
    problems
}

/// The title of the game and its sides.
pub fn game(files: &Files) -> Result<GameEntry, Vec<Problem>> {
    GameEntry::read(files, GAME)
}

/// The scenarios in the order of their file.
pub fn scenarios(files: &Files) -> Result<Vec<ScenarioEntry>, Vec<Problem>> {
    ScenarioEntry::list(files, GAME)
}

/// The paths of the files that the game is read from, as they lie below `data/`. To keep a state of the
/// data for older records, copy these below `data/superseded/piacenza/<hash>/` (see the page there) before
/// changing a value.
pub fn needed() -> Vec<&'static str> {
    let paths = embedded::FILES.iter().map(|(path, _)| *path);
    // no record depends on what is said in another language
    paths.filter(|path| path.starts_with("piacenza/") && !path.contains("/italian")).collect()
}

/// The files of an older state of the data, by the hash that a record names.
pub fn superseded(hash: &str) -> Option<Files> {
    Files::superseded(embedded::FILES, hash)
}

fn load_into(files: &Files, id: &str, problems: &mut Vec<Problem>) -> Option<Model> {
    let before = problems.len();
    let entry = take(game(files), problems);
    let own = take(read_tree(files, "piacenza/game.toml"), problems);
    let map = take(Map::load(files, MAP), problems);
    let tables = take(read_tree(files, "piacenza/charts.toml"), problems);
    let ground = take(read_tree(files, "piacenza/terrain.toml"), problems);
    let tree = take(scenario::tree(files, id), problems);
    let rows = take(scenario::rows(files), problems);
    let (entry, own, map, tables, ground) = (entry?, own?, map?, tables?, ground?);

    let on = Named { map: &map, files, folder: MAP };
    let mut charts = charts::read(&tables, problems);
    terrain::read(&ground, &on, &mut charts, problems);
    let game = army::Game { entry: &entry, tree: &own, tables: &tables };
    let roster = army::read(files, &game, &map, problems)?;
    let (tree, rows) = (tree?, rows?);
    let place = scenario::Place { on, charts: &charts, tables: &tables };
    let scenario = scenario::read(id, &tree, &rows, &place, &roster, problems);
    if problems.len() > before {
        return None;
    }
    let (game, data_hash) = (GAME.to_owned(), String::new());
    let mut model = Model { game, map, army: roster.army, charts, scenario, data_hash };
    model.data_hash = hash::of(&model);
    Some(model)
}
