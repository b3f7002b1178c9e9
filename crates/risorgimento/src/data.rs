//! Reads the files of `data/` into a [`Model`]: the charts, the switches, the army, the map and the
//! scenario, with every check that files can fail. An owner's files laid over ours
//! ([`Files::laid_over`]) go through the same checks.

mod army;
pub(crate) mod charts;
mod hash;
mod knobs;
mod phrases;
mod provenance;
mod scenario;
mod shown;
pub(crate) mod terrain;

pub use knobs::{knobs, turned};
pub use phrases::phrases;
pub use provenance::provenance;
pub use shown::charts_shown;
pub(crate) use shown::factor_words;

use crate::embedded;
use crate::model::{Charts, Model, Switches};
use crate::position::MAX_HEXES;
use dataset::{
    Files, GameEntry, Node, Problem, Reader, ScenarioEntry, check_rules, distinct, read_tree, take,
};
use hexmap::{Map, Named};

/// The games that this crate plays.
pub const GAMES: &[&str] = &["goito"];

/// The files as they were when the program was built.
pub fn files() -> Files {
    Files::embedded(embedded::FILES)
}

/// Everything that a scenario is played with, or all that is wrong with the files.
pub fn load(files: &Files, game: &str, scenario: &str) -> Result<Model, Vec<Problem>> {
    let mut problems = Vec::new();
    let model = load_into(files, game, scenario, &mut problems);
    distinct(&mut problems);
    match model {
        Some(model) if problems.is_empty() => Ok(model),
        _ => Err(problems),
    }
}

/// All that is wrong with the files of every game and scenario.
pub fn check(files: &Files) -> Vec<Problem> {
    let mut problems = Vec::new();
    for game in GAMES {
        match scenarios(files, game) {
            Ok(list) => {
                for scenario in list {
                    load_into(files, game, &scenario.id, &mut problems);
                }
            }
            Err(found) => problems.extend(found),
        }
        let values = take(provenance(files, game), &mut problems);
        check_rules(files, game, values.as_ref(), &mut problems);
        phrases(files, game, "it").and_then(|read| take(read, &mut problems));
    }
    distinct(&mut problems);
    problems
}

/// The title of a game and its sides.
pub fn game(files: &Files, game: &str) -> Result<GameEntry, Vec<Problem>> {
    GameEntry::read(files, game)
}

/// The scenarios of a game in the order of its file.
pub fn scenarios(files: &Files, game: &str) -> Result<Vec<ScenarioEntry>, Vec<Problem>> {
    ScenarioEntry::list(files, game)
}

/// The paths of the files that a game is read from, as they lie below `data/`. To keep a state of
/// the data for older records, copy these below `data/superseded/<game>/<hash>/` (see the page
/// there) before changing a value.
pub fn needed(game: &str) -> Vec<&'static str> {
    let own = format!("{game}/");
    let paths = embedded::FILES.iter().map(|(path, _)| *path);
    let played = paths.filter(|path| path.starts_with(&own) || path.starts_with("risorgimento/"));
    // no record depends on what is said in another language
    played.filter(|path| !path.contains("/italian")).collect()
}

/// The files of an older state of the data, by the hash that a record names.
pub fn superseded(hash: &str) -> Option<Files> {
    Files::superseded(embedded::FILES, hash)
}

/// The values as they were before Goito was tuned. The figures in the tests of the rules were worked out
/// with them, and no tuning shall touch those.
pub fn untuned() -> Files {
    superseded("8a1581ce60f49a22").expect("the first values are kept")
}

fn load_into(files: &Files, game_id: &str, scenario: &str, problems: &mut Vec<Problem>) -> Option<Model> {
    let before = problems.len();
    let entry = take(game(files, game_id), problems);
    let folder = format!("{game_id}/map");
    let map = take(Map::load(files, &folder), problems);
    let shared = take(read_shared_charts(files, game_id), problems);
    let chart = take(read_tree(files, &format!("{game_id}/terrain.toml")), problems);
    let switches = take(read_tree(files, "risorgimento/switches.toml"), problems)
        .and_then(|tree| read_switches(&tree, game_id, problems));
    let scenario_tree = take(scenario::tree(files, game_id, scenario), problems);
    let (entry, map, shared, chart) = (entry?, map?, shared?, chart?);
    let ((switches, withdrawal_extra), scenario_tree) = (switches?, scenario_tree?);

    let mut charts = Charts::read(&mut Reader::new(&shared, problems));
    charts.check.reaction_withdrawal_extra = withdrawal_extra;
    let on = Named { map: &map, files, folder: &folder };
    on.check_room(MAX_HEXES, problems);
    terrain::read(&chart, &on, &mut charts, problems);
    let roster = army::read(files, game_id, &entry, &charts, problems)?;
    let place = scenario::Place { on, charts: &charts };
    let scenario = scenario::read(scenario, &scenario_tree, &place, &roster, problems);
    if problems.len() > before {
        return None;
    }
    let mut model = Model {
        game: game_id.to_owned(),
        map,
        army: roster.army,
        charts,
        switches,
        scenario,
        data_hash: String::new(),
    };
    model.data_hash = hash::of(&model);
    Some(model)
}

/// The shared charts with the game's own numbers, and an owner's on top of both.
fn read_shared_charts(files: &Files, game: &str) -> Result<Node, Vec<Problem>> {
    let mut charts = read_tree(files, "risorgimento/charts.toml")?;
    let overrides = format!("{game}/overrides.toml");
    if files.get(&overrides).is_some() {
        charts.lay_below_owner(read_tree(files, &overrides)?)?;
    }
    Ok(charts)
}

/// The switches, and the one that is a number of a chart (D3).
fn read_switches(tree: &Node, game: &str, problems: &mut Vec<Problem>) -> Option<(Switches, i8)> {
    let Some(node) = tree.at(game) else {
        problems.push(tree.problem(format!("there are no switches for `{game}`")));
        return None;
    };
    let r = &mut Reader::new(node, problems);
    Some((Switches::read(r), r.get("reaction_withdrawal_extra_drm")))
}

/// Whether an arm may counterattack.
pub(crate) fn counterattack(r: &mut Reader, asked: &str) -> bool {
    let arms: Vec<String> = r.get("counterattack_unit_types");
    for arm in &arms {
        if !["infantry", "cavalry"].contains(&arm.as_str()) {
            r.problem("counterattack_unit_types", format!("`{arm}` cannot counterattack"));
        }
    }
    arms.iter().any(|arm| arm == asked)
}
