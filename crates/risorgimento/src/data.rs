//! Reads the files of `data/` into a [`Model`]: the charts, the switches, the army, the map and the
//! scenario, with every check that files can fail. An owner's files laid over ours
//! ([`Files::laid_over`]) go through the same checks.

mod advanced;
mod army;
mod campaign;
pub(crate) mod charts;
mod knobs;
mod part;
mod provenance;
mod scenario;
mod shown;
pub(crate) mod terrain;

pub use knobs::{knobs, turned};
pub use provenance::provenance;
pub use shown::charts_shown;
pub(crate) use shown::factor_words;

use crate::embedded;
use crate::model::campaign::Campaign;
use crate::model::{Army, Charts, Model, ScenarioDef, Switches};
use crate::position::MAX_HEXES;
use crate::rule;
use army::Roster;
use dataset::{
    Explained, Files, GameEntry, Node, Problem, Provenances, Reader, ScenarioEntry, SideBrief, check_rules,
    distinct, is_words, read_tree, sound, take,
};
use hexmap::{Hex, Map, Named};
use kernel::Phrases;

/// What the games share.
const CHARTS: &str = "risorgimento/charts.toml";
const SWITCHES: &str = "risorgimento/switches.toml";

/// The games that this crate plays.
pub const GAMES: &[&str] = &["goito"];

/// The files as they were when the program was built.
pub fn files() -> Files {
    Files::embedded(embedded::FILES)
}

/// Everything that a scenario is played with, or all that is wrong with the files.
pub fn load(files: &Files, game: &str, scenario: &str) -> Result<Model, Vec<Problem>> {
    sound(|problems| load_into(files, game, scenario, problems))
}

/// All that is wrong with the files of every game and scenario.
pub fn check(files: &Files) -> Vec<Problem> {
    let mut problems: Vec<Problem> = GAMES.iter().flat_map(|game| check_game(files, game)).collect();
    distinct(&mut problems);
    problems
}

/// All that is wrong with the files of one game and its scenarios.
pub fn check_game(files: &Files, game: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    let values = check_components(files, game, &mut problems);
    check_rules(files, game, values.as_ref(), &mut problems);
    take(explained(files, game), &mut problems);
    phrases(files, game, "it").and_then(|read| take(read, &mut problems));
    distinct(&mut problems);
    problems
}

/// What explains a game; the rulings on the system are shared, and Custoza has its own besides.
pub fn explained(files: &Files, game: &str) -> Result<Explained, Vec<Problem>> {
    let rulings: &[&str] = if game == "custoza" { &["risorgimento", "custoza"] } else { &["risorgimento"] };
    Explained::read(files, game, rulings)
}

/// All that is wrong with what was printed on cardboard: armies, charts, scenarios, map. Gives where the values come from.
pub fn check_components(files: &Files, game: &str, problems: &mut Vec<Problem>) -> Option<Provenances> {
    let scenarios = take(ScenarioEntry::list(files, game), problems).unwrap_or_default();
    let campaigns = take(campaigns(files, game), problems).unwrap_or_default();
    if let Some(base) = read_base(files, game, problems) {
        for scenario in &scenarios {
            read_scenario(&base, files, game, &scenario.id, problems);
        }
        for id in &campaigns {
            campaign::read(&base, files, game, id, problems);
        }
    }
    take(provenance(files, game), problems)
}

/// The campaigns of a game, in the order of their file.
pub fn campaigns(files: &Files, game: &str) -> Result<Vec<String>, Vec<Problem>> {
    campaign::list(files, game)
}

/// Everything that a campaign is played with, or all that is wrong with the files.
pub fn load_campaign(files: &Files, game: &str, id: &str) -> Result<Campaign, Vec<Problem>> {
    sound(|problems| {
        let before = problems.len();
        let base = read_base(files, game, problems)?;
        let (army, advanced, campaign) = campaign::read(&base, files, game, id, problems)?;
        if problems.len() > before {
            return None;
        }
        let Base { map, charts, switches, .. } = base;
        let played = without_words(&charts);
        let values = (game, &army, played, &switches, &advanced, &campaign, map.ground());
        let (game, data_hash) = (game.to_owned(), gamebox::hash_of(&values));
        Some(Campaign { game, map, army, switches, charts, advanced, campaign, data_hash })
    })
}

/// What a game says in another language; None for languages that we do not have.
pub fn phrases(files: &Files, game: &str, language: &str) -> Option<Result<Phrases, Vec<Problem>>> {
    gamebox::phrases(files, &["risorgimento", game], game, rule::of(game), language)
}

/// The paths of the files that a game is read from, as they lie below `data/`. To keep a state of
/// the data for older records, copy these below `data/superseded/<game>/<hash>/` (see the page
/// there) before changing a value.
pub fn needed(game: &str) -> Vec<&'static str> {
    let own = format!("{game}/");
    let paths = embedded::FILES.iter().map(|(path, _)| *path);
    let played = paths.filter(|path| path.starts_with(&own) || path.starts_with("risorgimento/"));
    // no record depends on what is explained or said in another language
    played.filter(|path| !path.contains("/italian") && !is_words(path)).collect()
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

/// What all scenarios and campaigns of a game are read with: its map, its charts, and everybody in its files.
struct Base {
    map: Map,
    charts: Charts,
    switches: Switches,
    whole: Roster,
}

fn read_base(files: &Files, game: &str, problems: &mut Vec<Problem>) -> Option<Base> {
    let entry = take(GameEntry::read(files, game), problems);
    let folder = format!("{game}/map");
    let map = take(Map::load(files, &folder), problems);
    let shared = take(read_shared_charts(files, game), problems);
    let chart = take(read_tree(files, &format!("{game}/terrain.toml")), problems);
    let switches =
        take(read_tree(files, SWITCHES), problems).and_then(|tree| read_switches(&tree, game, problems));
    let (entry, map, shared, chart, (switches, withdrawal_extra)) =
        (entry?, map?, shared?, chart?, switches?);

    let mut charts = Charts::read(&mut Reader::new(&shared, problems));
    charts.check.reaction_withdrawal_extra = withdrawal_extra;
    let on = Named { map: &map, files, folder: &folder };
    on.check_room(MAX_HEXES, problems);
    terrain::read(&chart, &on, &mut charts, problems);
    let whole = army::read(files, game, &entry, &charts, &map, problems)?;
    Some(Base { map, charts, switches, whole })
}

/// Who takes part in a scenario, the scenario, and what its sides are told.
fn read_scenario(
    base: &Base,
    files: &Files,
    game: &str,
    id: &str,
    problems: &mut Vec<Problem>,
) -> Option<(Army, ScenarioDef, Vec<SideBrief>)> {
    let tree = take(ScenarioEntry::tree(files, game, id), problems)?;
    let mut roster = base.whole.clone();
    if let Some(year) = part::year(&tree, problems) {
        roster = part::taking_part(roster, year, &tree, problems);
        part::check_room(&tree, &roster.army, problems);
    }
    let folder = format!("{game}/map");
    let place = Place { on: Named { map: &base.map, files, folder: &folder }, charts: &base.charts };
    let scenario = scenario::read(id, &tree, &place, &roster, problems);
    let sides = roster.army.sides.iter().map(|side| side.id.as_str());
    let briefs = SideBrief::read(files, game, &scenario.id, sides, problems);
    Some((roster.army, scenario, briefs))
}

fn load_into(files: &Files, game_id: &str, scenario: &str, problems: &mut Vec<Problem>) -> Option<Model> {
    let before = problems.len();
    let base = read_base(files, game_id, problems)?;
    let (army, scenario, briefs) = read_scenario(&base, files, game_id, scenario, problems)?;
    if problems.len() > before {
        return None;
    }
    let Base { map, charts, switches, .. } = base;
    let game = game_id.to_owned();
    let mut model = Model { game, map, army, charts, switches, scenario, briefs, data_hash: String::new() };
    model.data_hash = hash(&model);
    Some(model)
}

/// What a scenario or a campaign plays on.
struct Place<'a> {
    on: Named<'a>,
    charts: &'a Charts,
}

/// The hash of what a game is played with; what only people read does not count.
fn hash(model: &Model) -> String {
    let mut scenario = model.scenario.clone();
    scenario.note.clear();
    let (charts, ground) = (without_words(&model.charts), model.map.ground());
    gamebox::hash_of(&(&model.game, &model.army, charts, &model.switches, scenario, ground))
}

/// The charts as the rules look at them.
fn without_words(charts: &Charts) -> Charts {
    let mut charts = charts.clone();
    charts.initiative.iter_mut().for_each(|row| row.effect.clear());
    charts
}

/// The shared charts with the game's own numbers, and an owner's on top of both.
fn read_shared_charts(files: &Files, game: &str) -> Result<Node, Vec<Problem>> {
    let mut charts = read_tree(files, CHARTS)?;
    let overrides = format!("{game}/overrides.toml");
    if files.get(&overrides).is_some() {
        charts.lay_below_owner(read_tree(files, &overrides)?)?;
    }
    Ok(charts)
}

/// May any unit stand in a hex?
fn passable(charts: &Charts, map: &Map, hex: Hex) -> bool {
    let terrain = charts.terrain.get(usize::from(map.terrain(hex)));
    terrain.is_some_and(|terrain| terrain.cost.iter().any(Option::is_some))
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
