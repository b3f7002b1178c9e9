//! Reads the files of `data/` into a [`Model`]: the charts, the armies, the map and the scenario, with
//! every check that files can fail. An owner's files laid over ours ([`Files::laid_over`]) go through
//! the same checks.

mod army;
pub(crate) mod charts;
mod hash;
mod knobs;
pub mod labels;
mod phrases;
mod provenance;
mod scenario;
mod shown;
pub(crate) mod terrain;

pub use knobs::{knobs, turned};
pub use phrases::phrases;
pub use provenance::provenance;
pub use scenario::VERTICES;
pub use shown::charts_shown;

use crate::embedded;
use crate::model::{Charts, Model, ScenarioDef};
use crate::position::MAX_HEXES;
use army::Roster;
use dataset::{
    Files, GameEntry, Node, Problem, Reader, Row, ScenarioEntry, check_rules, distinct, read_tree, take,
};
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
    let base = base(files, &mut problems);
    let read = base.as_ref().and_then(|base| base.scenario(files, scenario, &mut problems));
    distinct(&mut problems);
    match (base, read) {
        (Some(base), Some(scenario)) if problems.is_empty() => Ok(base.model(scenario)),
        _ => Err(problems),
    }
}

/// All that is wrong with the files, of every scenario.
pub fn check(files: &Files) -> Vec<Problem> {
    let mut problems = Vec::new();
    let base = base(files, &mut problems);
    for scenario in take(scenarios(files), &mut problems).unwrap_or_default() {
        base.as_ref().and_then(|base| base.scenario(files, &scenario.id, &mut problems));
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

/// What all scenarios share.
struct Base {
    map: Map,
    charts: Charts,
    /// `charts.toml`.
    tables: Node,
    roster: Roster,
    setup: Vec<Row>,
}

/// The same, or None where a file has nothing to go on with.
fn base(files: &Files, problems: &mut Vec<Problem>) -> Option<Base> {
    let entry = take(game(files), problems);
    let own = take(read_tree(files, "piacenza/game.toml"), problems);
    let map = take(Map::load(files, MAP), problems);
    let tables = take(read_tree(files, "piacenza/charts.toml"), problems);
    let ground = take(read_tree(files, "piacenza/terrain.toml"), problems);
    let setup = take(scenario::rows(files), problems);
    let (entry, own, map, tables, ground) = (entry?, own?, map?, tables?, ground?);
    let mut charts = Charts::read(&mut Reader::new(&tables, problems));
    let on = Named { map: &map, files, folder: MAP };
    on.check_room(MAX_HEXES, problems);
    terrain::read(&ground, &on, &mut charts, problems);
    let game = army::Game { entry: &entry, tree: &own, tables: &tables };
    let roster = army::read(files, &game, &map, problems)?;
    Some(Base { map, charts, tables, roster, setup: setup? })
}

impl Base {
    fn scenario(&self, files: &Files, id: &str, problems: &mut Vec<Problem>) -> Option<ScenarioDef> {
        let tree = take(scenario::tree(files, id), problems)?;
        let on = Named { map: &self.map, files, folder: MAP };
        let place = scenario::Place { on, charts: &self.charts, tables: &self.tables };
        Some(scenario::read(id, &tree, &self.setup, &place, &self.roster, problems))
    }

    fn model(self, scenario: ScenarioDef) -> Model {
        let Base { map, charts, roster, .. } = self;
        let (game, data_hash) = (GAME.to_owned(), String::new());
        let mut model = Model { game, map, army: roster.army, charts, scenario, data_hash };
        model.data_hash = hash::of(&model);
        model
    }
}
