//! Reads the files of `data/` into a [`Model`]: the charts, the armies, the map and the scenario, with
//! every check that files can fail. An owner's files laid over ours ([`Files::laid_over`]) go through
//! the same checks.

mod army;
pub(crate) mod charts;
mod knobs;
pub mod labels;
mod provenance;
mod scenario;
mod shown;
pub(crate) mod terrain;

pub use knobs::{knobs, turned};
pub use provenance::provenance;
pub use scenario::VERTICES;
pub use shown::charts_shown;

use crate::embedded;
use crate::model::{Charts, Model, ScenarioDef};
use crate::position::MAX_HEXES;
use crate::rule;
use army::Roster;
use dataset::{
    Explained, Files, GameEntry, Node, Problem, Reader, Row, ScenarioEntry, SideBrief, check_rules, decisive,
    distinct, read_tree, sound, take,
};
use hexmap::{Map, Named};
use kernel::Phrases;

/// The name of the game and of its folder.
pub const GAME: &str = "piacenza";
const MAP: &str = "piacenza/map";
const CHARTS: &str = "piacenza/charts.toml";

/// The files as they were when the program was built.
pub fn files() -> Files {
    Files::embedded(embedded::FILES)
}

/// Everything that a scenario is played with, or all that is wrong with the files.
pub fn load(files: &Files, scenario: &str) -> Result<Model, Vec<Problem>> {
    sound(|problems| {
        let base = base(files, problems)?;
        let (scenario, briefs) = base.scenario(files, scenario, problems)?;
        Some(base.model(scenario, briefs))
    })
}

/// All that is wrong with the files, of every scenario.
pub fn check(files: &Files) -> Vec<Problem> {
    let mut problems = Vec::new();
    let base = base(files, &mut problems);
    for scenario in take(ScenarioEntry::list(files, GAME), &mut problems).unwrap_or_default() {
        base.as_ref().and_then(|base| base.scenario(files, &scenario.id, &mut problems));
    }
    let values = take(provenance(files), &mut problems);
    check_rules(files, GAME, values.as_ref(), &mut problems);
    take(Explained::read(files, GAME, &[GAME]), &mut problems);
    phrases(files, "it").and_then(|read| take(read, &mut problems));
    distinct(&mut problems);
    problems
}

/// What the game says in another language; None for languages that we do not have.
pub fn phrases(files: &Files, language: &str) -> Option<Result<Phrases, Vec<Problem>>> {
    gamebox::phrases(files, &[GAME], GAME, &rule::RULES, language)
}

/// The paths of the files that the game is read from, as they lie below `data/`. To keep a state of the
/// data for older records, copy these below `data/superseded/piacenza/<hash>/` (see the page there) before
/// changing a value.
pub fn needed() -> Vec<&'static str> {
    decisive(embedded::FILES, &[GAME])
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
    let entry = take(GameEntry::read(files, GAME), problems);
    let own = take(read_tree(files, "piacenza/game.toml"), problems);
    let map = take(Map::load(files, MAP), problems);
    let tables = take(read_tree(files, CHARTS), problems);
    let ground = take(read_tree(files, "piacenza/terrain.toml"), problems);
    let setup = take(scenario::rows(files), problems);
    let (entry, own, map, tables, ground) = (entry?, own?, map?, tables?, ground?);
    let mut charts = Charts::read(&mut Reader::new(&tables, problems));
    let on = Named { map: &map, files, folder: MAP };
    on.check_room(MAX_HEXES, problems);
    terrain::read(&ground, &on, &mut charts, problems);
    let basis = army::Basis { entry: &entry, tree: &own, tables: &tables };
    let roster = army::read(files, &basis, &map, problems)?;
    Some(Base { map, charts, tables, roster, setup: setup? })
}

impl Base {
    /// A scenario, and what its sides are told.
    fn scenario(
        &self,
        files: &Files,
        id: &str,
        problems: &mut Vec<Problem>,
    ) -> Option<(ScenarioDef, Vec<SideBrief>)> {
        let tree = take(ScenarioEntry::tree(files, GAME, id), problems)?;
        let on = Named { map: &self.map, files, folder: MAP };
        let theatre = scenario::Theatre { on, charts: &self.charts, tables: &self.tables };
        let scenario = scenario::read(id, &tree, &self.setup, &theatre, &self.roster, problems);
        let sides = self.roster.army.sides.iter().map(|side| side.id.as_str());
        Some((scenario, SideBrief::read(files, GAME, id, sides, problems)))
    }

    fn model(self, scenario: ScenarioDef, briefs: Vec<SideBrief>) -> Model {
        let Base { map, charts, roster, .. } = self;
        let (game, data_hash) = (GAME.to_owned(), String::new());
        let mut model = Model { game, map, army: roster.army, charts, scenario, briefs, data_hash };
        model.data_hash = hash(&model);
        model
    }
}

/// The hash of what the game is played with; what only people read does not count.
fn hash(model: &Model) -> String {
    let mut scenario = model.scenario.clone();
    scenario.note.clear();
    gamebox::hash_of(&(&model.game, &model.army, &model.charts, scenario, model.map.ground()))
}
