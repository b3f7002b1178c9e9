//! Piacenza, 1746 as a module for front ends: its scenarios, and a table for each.

use crate::battle::Battle;
use crate::data;
use crate::model::Model;
use crate::rule;
use dataset::{Files, GameEntry, Problem, SideEntry};
use hexmap::{Hex, Map};
use kernel::{
    Card, Chart, Heading, Knob, Module, Phrases, RandomRunner, Record, RecordError, Rule, Runner,
    ScenarioInfo, SeatColours, Session, Table,
};
use std::sync::Arc;

/// Piacenza over one state of the data, which has been checked.
pub struct Piacenza {
    files: Files,
    title: &'static str,
    about: &'static str,
    entry: GameEntry,
    models: Vec<Model>,
}

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
    let models = data::scenarios(&files)?
        .iter()
        .map(|scenario| data::load(&files, &scenario.id))
        .collect::<Result<_, _>>()?;
    Ok(Piacenza {
        files,
        title: kernel::intern(&entry.title),
        about: kernel::intern(&entry.about),
        entry,
        models,
    })
}

impl Piacenza {
    /// The files that it is played with.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// The map of a scenario (`piacenza/campaign`).
    pub fn map(&self, scenario: &str) -> Option<&Map> {
        self.model(scenario).map(|model| &model.map)
    }

    /// Whether any unit can ever stand in a hex of the map.
    pub fn enterable(&self, map: &Map, hex: Hex) -> bool {
        let charts = self.models.first().map(|model| &model.charts);
        let terrain = usize::from(map.terrain(hex));
        charts.is_some_and(|c| c.terrain.get(terrain).is_some_and(|t| t.cost.iter().any(Option::is_some)))
    }

    /// The charts, armies and map of a scenario.
    pub fn model(&self, scenario: &str) -> Option<&Model> {
        let id = scenario.strip_prefix("piacenza/")?;
        self.models.iter().find(|model| model.scenario.id == id)
    }

    /// A scenario (`piacenza/campaign`), ready to be played, and what a record says of it.
    pub fn battle(
        &self,
        scenario: &str,
        options: &kernel::Options,
    ) -> Result<(Battle, Heading), Vec<String>> {
        let (info, options) = self.choose(scenario, options)?;
        let model =
            self.model(&info.id).ok_or_else(|| vec![format!("There is no scenario `{scenario}`.")])?;
        let heading =
            Heading { game: self.id().into(), scenario: info.id, options, data: model.data_hash.clone() };
        Ok((Battle::new(model.clone()), heading))
    }
}

impl Module for Piacenza {
    fn id(&self) -> &'static str {
        data::GAME
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        let info = |model: &Model| ScenarioInfo {
            id: format!("piacenza/{}", model.scenario.id),
            title: model.scenario.title.clone(),
            note: model.scenario.note.clone(),
            seats: model.army.sides.iter().map(|side| side.name.clone()).collect(),
            options: Vec::new(),
        };
        self.models.iter().map(info).collect()
    }

    fn rules(&self) -> &'static [Rule] {
        &rule::RULES
    }

    fn card(&self) -> Card {
        let entry = &self.entry;
        let colours = |side: &SideEntry| SeatColours {
            paper: side.paper.as_str().into(),
            ink: side.ink.as_str().into(),
        };
        Card {
            year: entry.year,
            place: entry.place.clone(),
            length: entry.length.clone(),
            complexity: entry.complexity,
            map: self.models.first().map_or("", |model| model.map.id()).into(),
            colours: entry.sides.iter().map(colours).collect(),
        }
    }

    fn charts(&self) -> Vec<Chart> {
        data::charts_shown(&self.files).expect("the files have been checked")
    }

    fn phrases(&self, language: &str) -> Option<Phrases> {
        data::phrases(&self.files, language).map(|read| read.expect("the files have been checked"))
    }

    fn open(&self, scenario: &str, options: &kernel::Options) -> Result<Box<dyn Table>, Vec<String>> {
        let (battle, heading) = self.battle(scenario, options)?;
        Ok(Box::new(Session::new(Arc::new(battle), heading)))
    }

    fn runner(&self, scenario: &str, options: &kernel::Options) -> Result<Box<dyn Runner>, Vec<String>> {
        let (battle, _) = self.battle(scenario, options)?;
        Ok(Box::new(RandomRunner(Arc::new(battle))))
    }

    fn knobs(&self, scenario: &str) -> Vec<Knob> {
        let model = self.model(scenario);
        model.map_or_else(Vec::new, |model| {
            data::knobs(&self.files, model).expect("the files have been checked")
        })
    }

    fn turned(&self, knob: &str, value: &str) -> Result<Box<dyn Module>, Vec<String>> {
        match data::turned(&self.files, knob, value).and_then(piacenza_with) {
            Ok(module) => Ok(Box::new(module)),
            Err(problems) => Err(problems.iter().map(ToString::to_string).collect()),
        }
    }

    /// Over the data with which the record was played, even if it has been replaced since.
    fn replay(&self, record: &Record) -> Result<Box<dyn Table>, RecordError> {
        let model = self.model(&record.heading.scenario);
        kernel::replay_over(self, record, model.map(|model| model.data_hash.as_str()), |hash| {
            let read = piacenza_with(data::superseded(hash)?);
            let opened = read.map(|module| Box::new(module) as Box<dyn Module>);
            Some(opened.map_err(|problems| problems.iter().map(ToString::to_string).collect()))
        })
    }
}
