//! Goito 1848 as a module for front ends: its scenarios with their options, and a table for each.

use crate::battle::{Battle, Options};
use crate::data;
use crate::model::Model;
use crate::rule;
use dataset::{Files, Problem};
use hexmap::{Hex, Map};
use kernel::{Checked, FromFiles, OptionInfo, Reading, Rule, ScenarioInfo};

const GAME: &str = "goito";

/// The edition of the rules as they stand here: one more whenever a rule is mended so that games played before may not
/// be followed any more. Records say by which edition they were played.
pub const RULES_EDITION: u32 = 2;

/// Goito 1848 over one state of the data, which has been checked.
pub type Goito = Checked<Rules>;

/// Goito with the data that the program is built with.
pub fn goito() -> Goito {
    goito_with(data::files()).expect("the shipped data is sound: tests load all of it")
}

/// Goito over other files, such as ours with an owner's laid over them.
pub fn goito_with(files: Files) -> Result<Goito, Vec<Problem>> {
    Goito::over(files)
}

/// Whether any unit can ever stand in a hex of the map.
pub fn enterable(goito: &Goito, map: &Map, hex: Hex) -> bool {
    let terrain = &map.terrain_names()[map.terrain(hex) as usize];
    let charts = goito.models().first().map(|model| &model.charts);
    charts.is_some_and(|c| c.terrain.iter().any(|t| t.id == *terrain && t.cost.iter().any(Option::is_some)))
}

/// The rules of Goito over its files.
pub enum Rules {}

impl FromFiles for Rules {
    const ID: &'static str = GAME;
    const RULES_EDITION: u32 = RULES_EDITION;
    type Files = Files;
    type Problem = Problem;
    type Model = Model;
    type Game = Battle;

    const READING: Reading<Files, Model, Problem> = Reading {
        check: data::check,
        models: |files| gamebox::models(files, GAME, |id| data::load(files, GAME, id)),
        front: |files, models| gamebox::front(files, GAME, models.first().map_or("", |model| model.map.id())),
        reference: |files| gamebox::reference(files, GAME, "risorgimento"),
        charts: |files| data::charts_shown(files, GAME),
        phrases: |files, language| data::phrases(files, GAME, language),
        knobs: data::knobs,
        turned: |files, knob, value| data::turned(files, GAME, knob, value),
        superseded: data::superseded,
    };

    fn all_rules() -> &'static [Rule] {
        &rule::RULES
    }

    fn info(model: &Model) -> ScenarioInfo {
        let fog = OptionInfo {
            id: "fog".into(),
            title: "Fog of war: units that no enemy stands next to lie face down".into(),
            values: vec!["on".into(), "off".into()],
            default: "on".into(),
            rule: Some(rule::R8_7a.to_string()),
        };
        let (scenario, sides) = (&model.scenario, model.army.sides.iter().map(|side| &*side.name));
        ScenarioInfo::new(&scenario.id, &scenario.title, &scenario.note, sides, vec![fog])
    }

    fn hash(model: &Model) -> &str {
        &model.data_hash
    }

    fn game(model: &Model, options: &kernel::Options) -> Battle {
        let chosen = Options { fog: options.get("fog").is_none_or(|fog| fog == "on") };
        Battle::new(model.clone(), chosen)
    }
}
