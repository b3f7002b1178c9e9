//! Piacenza, 1746 as a module for front ends: its scenarios, and a table for each.

use crate::battle::Battle;
use crate::data;
use crate::model::Model;
use crate::rule;
use dataset::{Explained, Files, Problem, ScenarioEntry};
use hexmap::{Hex, Map};
use kernel::{Checked, FromFiles, Reading, Reference, Rule, ScenarioInfo};

/// The edition of the rules as they stand here: one more whenever a rule is mended so that games played before may not
/// be followed any more. Records say by which edition they were played.
pub const RULES_EDITION: u32 = 2;

/// Piacenza over one state of the data, which has been checked.
pub type Piacenza = Checked<Rules>;

/// Piacenza with the data that the program is built with.
pub fn piacenza() -> Piacenza {
    piacenza_with(data::files()).expect("the shipped data is sound: tests load all of it")
}

/// Piacenza over other files, such as ours with an owner's laid over them.
pub fn piacenza_with(files: Files) -> Result<Piacenza, Vec<Problem>> {
    Piacenza::over(files)
}

/// Whether any unit can ever stand in a hex of the map.
pub fn enterable(piacenza: &Piacenza, map: &Map, hex: Hex) -> bool {
    let charts = piacenza.models().first().map(|model| &model.charts);
    let terrain = usize::from(map.terrain(hex));
    charts.is_some_and(|c| c.terrain.get(terrain).is_some_and(|t| t.cost.iter().any(Option::is_some)))
}

/// The rules of Piacenza over its files.
pub enum Rules {}

impl FromFiles for Rules {
    const ID: &'static str = data::GAME;
    const RULES_EDITION: u32 = RULES_EDITION;
    type Files = Files;
    type Problem = Problem;
    type Model = Model;
    type Game = Battle;

    const READING: Reading<Files, Model, Problem> = Reading {
        check: data::check,
        models: |files| {
            let scenarios = ScenarioEntry::list(files, data::GAME)?;
            scenarios.iter().map(|scenario| data::load(files, &scenario.id)).collect()
        },
        front: |files, models| {
            gamebox::front(files, data::GAME, models.first().map_or("", |model| model.map.id()))
        },
        reference: |files| {
            let Explained { sequence, glossary, rulings } =
                Explained::read(files, data::GAME, &[data::GAME])?;
            Ok(Reference::new(&sequence, &glossary, &rulings))
        },
        charts: data::charts_shown,
        phrases: data::phrases,
        knobs: data::knobs,
        turned: data::turned,
        superseded: data::superseded,
    };

    fn all_rules() -> &'static [Rule] {
        &rule::RULES
    }

    fn info(model: &Model) -> ScenarioInfo {
        let (scenario, sides) = (&model.scenario, model.army.sides.iter().map(|side| &*side.name));
        ScenarioInfo::new(&scenario.id, &scenario.title, &scenario.note, sides, Vec::new())
    }

    fn hash(model: &Model) -> &str {
        &model.data_hash
    }

    fn game(model: &Model, _options: &kernel::Options) -> Battle {
        Battle::new(model.clone())
    }
}
