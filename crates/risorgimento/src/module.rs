//! The games of this crate as modules for front ends: their scenarios with their options, and a table for each.

use crate::battle::{Battle, Options};
use crate::data;
use crate::model::Model;
use crate::rule;
use dataset::{Files, Problem};
use hexmap::{Hex, Map};
use kernel::{Checked, Cites, FromFiles, OptionInfo, Reading, Rule, ScenarioInfo};
use std::marker::PhantomData;

/// Goito 1848 over one state of the data, which has been checked.
pub type Goito = Checked<Rules<OfGoito>>;

/// Custoza, Fields of Doom.
pub type Custoza = Checked<Rules<OfCustoza>>;

/// Goito with the data that the program is built with.
pub fn goito() -> Goito {
    goito_with(data::files()).expect("the shipped data is sound: tests load all of it")
}

/// Goito over other files, such as ours with an owner's laid over them.
pub fn goito_with(files: Files) -> Result<Goito, Vec<Problem>> {
    Goito::over(files)
}

/// Custoza with the data that the program is built with.
pub fn custoza() -> Custoza {
    custoza_with(data::files()).expect("the shipped data is sound: tests load all of it")
}

/// Custoza over other files, such as ours with an owner's laid over them.
pub fn custoza_with(files: Files) -> Result<Custoza, Vec<Problem>> {
    Custoza::over(files)
}

/// Whether any unit can ever stand in a hex of the map.
pub fn enterable<T: Title>(game: &Checked<Rules<T>>, map: &Map, hex: Hex) -> bool {
    let terrain = &map.terrain_names()[map.terrain(hex) as usize];
    let charts = game.models().first().map(|model| &model.charts);
    charts.is_some_and(|c| c.terrain.iter().any(|t| t.id == *terrain && t.cost.iter().any(Option::is_some)))
}

/// What is a game's own among those that share the rules.
pub trait Title: 'static {
    const ID: &'static str;
    /// The edition of the rules as they stand here: one more whenever a rule is mended so that games played before may not
    /// be followed any more. Records say by which edition they were played.
    const RULES_EDITION: u32;
}

pub enum OfGoito {}

impl Title for OfGoito {
    const ID: &'static str = "goito";
    const RULES_EDITION: u32 = 2;
}

pub enum OfCustoza {}

impl Title for OfCustoza {
    const ID: &'static str = "custoza";
    const RULES_EDITION: u32 = 2;
}

/// The edition of Goito's rules.
pub const RULES_EDITION: u32 = OfGoito::RULES_EDITION;

/// The rules of a game over its files.
pub struct Rules<T>(PhantomData<T>);

impl<T: Title> FromFiles for Rules<T> {
    const ID: &'static str = T::ID;
    const RULES_EDITION: u32 = T::RULES_EDITION;
    type Files = Files;
    type Problem = Problem;
    type Model = Model;
    type Game = Battle;

    const READING: Reading<Files, Model, Problem> = Reading {
        check: |files| data::check_game(files, T::ID),
        models: |files| gamebox::models(files, T::ID, |id| data::load(files, T::ID, id)),
        front: |files, models| {
            gamebox::front(files, T::ID, models.first().map_or("", |model| model.map.id()))
        },
        reference: |files| gamebox::reference(files, T::ID, data::rulings_of(T::ID)),
        charts: |files| Ok(own_numbers(T::ID, data::charts_shown(files, T::ID)?)),
        phrases: |files, language| data::phrases(files, T::ID, language),
        knobs: data::knobs,
        turned: |files, knob, value| data::turned(files, T::ID, knob, value),
        superseded: data::superseded,
    };

    fn all_rules() -> &'static [Rule] {
        rule::of(T::ID)
    }

    fn info(model: &Model) -> ScenarioInfo {
        let fog = OptionInfo {
            id: "fog".into(),
            title: "Fog of war: units that no enemy stands next to lie face down".into(),
            values: vec!["on".into(), "off".into()],
            default: "on".into(),
            rule: Some(own_numbers(T::ID, rule::R8_7a).to_string()),
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

/// What cites rules, with the numbers that they have in the game.
fn own_numbers<C: Cites>(game: &str, mut said: C) -> C {
    if let Some(concordance) = rule::concordance(game) {
        concordance.renumber(&mut said);
    }
    said
}
