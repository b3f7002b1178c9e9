//! Goito 1848 as a module for front ends: its scenarios with their options, and a table for each.

use crate::battle::{Battle, Options};
use crate::data;
use crate::model::Model;
use crate::rule;
use dataset::{Files, Problem};
use hexmap::{Hex, Map};
use kernel::{
    Card, Chart, Contents, Heading, Knob, OptionInfo, OverFiles, Phrases, Rule, ScenarioInfo, SeatColours,
};

const GAME: &str = "goito";

/// Goito 1848 over one state of the data, which has been checked.
pub struct Goito(Contents<Files, Model>);

/// Goito with the data that the program is built with.
pub fn goito() -> Goito {
    goito_with(data::files()).expect("the shipped data is sound: tests load all of it")
}

/// Goito over other files, such as ours with an owner's laid over them.
pub fn goito_with(files: Files) -> Result<Goito, Vec<Problem>> {
    let problems = data::check(&files);
    if !problems.is_empty() {
        return Err(problems);
    }
    let entry = data::game(&files, GAME)?;
    let ids = data::scenarios(&files, GAME)?;
    let models: Vec<Model> =
        ids.iter().map(|scenario| data::load(&files, GAME, &scenario.id)).collect::<Result<_, _>>()?;
    let card = Card {
        year: entry.year,
        map: models.first().map_or("", |model: &Model| model.map.id()).into(),
        colours: entry.sides.iter().map(|side| SeatColours::new(&side.paper, &side.ink)).collect(),
        place: entry.place,
        length: entry.length,
        complexity: entry.complexity,
    };
    Ok(Goito(Contents::new(files, &entry.title, &entry.about, card, models)))
}

impl Goito {
    /// The files that it is played with.
    pub fn files(&self) -> &Files {
        &self.0.files
    }

    /// The map of a scenario (`goito/battle`).
    pub fn map(&self, scenario: &str) -> Option<&Map> {
        self.model(scenario).map(|model| &model.map)
    }

    /// Whether any unit can ever stand in a hex of the map.
    pub fn enterable(&self, map: &Map, hex: Hex) -> bool {
        let terrain = &map.terrain_names()[map.terrain(hex) as usize];
        let charts = self.0.models.first().map(|model| &model.charts);
        charts
            .is_some_and(|c| c.terrain.iter().any(|t| t.id == *terrain && t.cost.iter().any(Option::is_some)))
    }

    /// The charts, armies and map of a scenario.
    pub fn model(&self, scenario: &str) -> Option<&Model> {
        self.model_of(scenario)
    }

    /// A scenario (`goito/battle`) with its options, ready to be played, and what a record says of it.
    pub fn battle(
        &self,
        scenario: &str,
        options: &kernel::Options,
    ) -> Result<(Battle, Heading), Vec<String>> {
        self.begin(scenario, options)
    }
}

/// The edition of the rules as they stand here: one more whenever a rule is mended so that games played before may not
/// be followed any more. Records say by which edition they were played.
pub const RULES_EDITION: u32 = 2;

impl OverFiles for Goito {
    const ID: &'static str = GAME;
    const RULES_EDITION: u32 = RULES_EDITION;
    type Files = Files;
    type Problem = Problem;
    type Model = Model;
    type Game = Battle;

    fn over(files: Files) -> Result<Goito, Vec<Problem>> {
        goito_with(files)
    }

    fn contents(&self) -> &Contents<Files, Model> {
        &self.0
    }

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
        ScenarioInfo {
            id: model.scenario.id.clone(),
            title: model.scenario.title.clone(),
            note: model.scenario.note.clone(),
            seats: model.army.sides.iter().map(|side| side.name.clone()).collect(),
            colours: Vec::new(),
            options: vec![fog],
        }
    }

    fn hash(model: &Model) -> &str {
        &model.data_hash
    }

    fn game(model: &Model, options: &kernel::Options) -> Battle {
        let chosen = Options { fog: options.get("fog").is_none_or(|fog| fog == "on") };
        Battle::new(model.clone(), chosen)
    }

    fn charts_of(files: &Files) -> Result<Vec<Chart>, Vec<Problem>> {
        data::charts_shown(files, GAME)
    }

    fn phrases_of(files: &Files, language: &str) -> Option<Result<Phrases, Vec<Problem>>> {
        data::phrases(files, GAME, language)
    }

    fn knobs_of(files: &Files, model: &Model) -> Result<Vec<Knob>, Vec<Problem>> {
        data::knobs(files, model)
    }

    fn files_turned(files: &Files, knob: &str, value: &str) -> Result<Files, Vec<Problem>> {
        data::turned(files, GAME, knob, value)
    }

    fn files_superseded(hash: &str) -> Option<Files> {
        data::superseded(hash)
    }
}
