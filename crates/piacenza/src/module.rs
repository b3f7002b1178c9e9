//! Piacenza, 1746 as a module for front ends: its scenarios, and a table for each.

use crate::battle::Battle;
use crate::data;
use crate::model::Model;
use crate::rule;
use dataset::{Files, Problem};
use hexmap::{Hex, Map};
use kernel::{Card, Chart, Contents, Heading, Knob, OverFiles, Phrases, Rule, ScenarioInfo, SeatColours};

/// Piacenza over one state of the data, which has been checked.
pub struct Piacenza(Contents<Files, Model>);

/// Piacenza with the data that the program is built with.
pub fn piacenza() -> Piacenza {
    piacenza_with(data::files()).expect("the shipped data is sound: tests load all of it")
}

/// Piacenza over other files, such as ours with an owner's laid over them.
pub fn piacenza_with(files: Files) -> Result<Piacenza, Vec<Problem>> {
    let problems = data::check(&files);
    if !problems.is_empty() {
        return Err(problems);
    }
    let entry = data::game(&files)?;
    let ids = data::scenarios(&files)?;
    let models: Vec<Model> =
        ids.iter().map(|scenario| data::load(&files, &scenario.id)).collect::<Result<_, _>>()?;
    let card = Card {
        year: entry.year,
        map: models.first().map_or("", |model: &Model| model.map.id()).into(),
        colours: entry.sides.iter().map(|side| SeatColours::new(&side.paper, &side.ink)).collect(),
        place: entry.place,
        length: entry.length,
        complexity: entry.complexity,
    };
    Ok(Piacenza(Contents::new(files, &entry.title, &entry.about, card, models)))
}

impl Piacenza {
    /// The files that it is played with.
    pub fn files(&self) -> &Files {
        &self.0.files
    }

    /// The map of a scenario (`piacenza/campaign`).
    pub fn map(&self, scenario: &str) -> Option<&Map> {
        self.model(scenario).map(|model| &model.map)
    }

    /// Whether any unit can ever stand in a hex of the map.
    pub fn enterable(&self, map: &Map, hex: Hex) -> bool {
        let charts = self.0.models.first().map(|model| &model.charts);
        let terrain = usize::from(map.terrain(hex));
        charts.is_some_and(|c| c.terrain.get(terrain).is_some_and(|t| t.cost.iter().any(Option::is_some)))
    }

    /// The charts, armies and map of a scenario.
    pub fn model(&self, scenario: &str) -> Option<&Model> {
        self.model_of(scenario)
    }

    /// A scenario (`piacenza/campaign`), ready to be played, and what a record says of it.
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

impl OverFiles for Piacenza {
    const ID: &'static str = data::GAME;
    const RULES_EDITION: u32 = RULES_EDITION;
    type Files = Files;
    type Problem = Problem;
    type Model = Model;
    type Game = Battle;

    fn over(files: Files) -> Result<Piacenza, Vec<Problem>> {
        piacenza_with(files)
    }

    fn contents(&self) -> &Contents<Files, Model> {
        &self.0
    }

    fn all_rules() -> &'static [Rule] {
        &rule::RULES
    }

    fn info(model: &Model) -> ScenarioInfo {
        ScenarioInfo {
            id: model.scenario.id.clone(),
            title: model.scenario.title.clone(),
            note: model.scenario.note.clone(),
            seats: model.army.sides.iter().map(|side| side.name.clone()).collect(),
            colours: Vec::new(),
            options: Vec::new(),
        }
    }

    fn hash(model: &Model) -> &str {
        &model.data_hash
    }

    fn game(model: &Model, _options: &kernel::Options) -> Battle {
        Battle::new(model.clone())
    }

    fn charts_of(files: &Files) -> Result<Vec<Chart>, Vec<Problem>> {
        data::charts_shown(files)
    }

    fn phrases_of(files: &Files, language: &str) -> Option<Result<Phrases, Vec<Problem>>> {
        data::phrases(files, language)
    }

    fn knobs_of(files: &Files, model: &Model) -> Result<Vec<Knob>, Vec<Problem>> {
        data::knobs(files, model)
    }

    fn files_turned(files: &Files, knob: &str, value: &str) -> Result<Files, Vec<Problem>> {
        data::turned(files, knob, value)
    }

    fn files_superseded(hash: &str) -> Option<Files> {
        data::superseded(hash)
    }
}
