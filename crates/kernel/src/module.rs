//! What a rules crate offers to front ends: its scenarios with their options, its rules, and a
//! table for each scenario.

use crate::Text;
use crate::chart::Chart;
use crate::foresee::Playable;
use crate::playout::{Playout, RandomRunner, Runner};
use crate::record::{FIRST_RULES, Heading, Options, Record, RecordError};
use crate::reference::Reference;
use crate::rule::Rule;
use crate::seat::intern;
use crate::session::Session;
use crate::table::Table;
use crate::wire::Phrases;
use serde::Serialize;
use std::sync::Arc;

/// One game with its scenarios, over its data (an owner's overlay included). Object-safe.
pub trait Module: Send + Sync {
    /// `goito`: the first part of its scenarios' ids.
    fn id(&self) -> &'static str;
    fn title(&self) -> &'static str;
    /// The edition of the rules as they are written here. It grows when a rule is mended so that games which were
    /// played before may not be followed any more; records say by which they were played.
    fn rules_edition(&self) -> u32 {
        FIRST_RULES
    }
    /// A sentence or two about the battle and the game.
    fn about(&self) -> &'static str;
    fn scenarios(&self) -> Vec<ScenarioInfo>;
    fn rules(&self) -> &'static [Rule];
    /// What a list of games shows besides.
    fn card(&self) -> Card {
        Card::default()
    }
    /// The charts, with where each value comes from.
    fn charts(&self) -> Vec<Chart> {
        Vec::new()
    }
    /// Its sequence of play, its abbreviations and codes, its rulings.
    fn reference(&self) -> Reference {
        Reference::default()
    }
    /// What it says in another language (`it`), if it speaks that.
    fn phrases(&self, language: &str) -> Option<Phrases> {
        let _ = language;
        None
    }
    fn listed(&self) -> Listed {
        Listed {
            id: self.id(),
            title: self.title(),
            about: self.about(),
            card: self.card(),
            scenarios: self.scenarios(),
        }
    }
    /// A table at the beginning of a scenario, or an error for each thing that is wrong. Options
    /// that are left out take their defaults.
    fn open(&self, scenario: &str, options: &Options) -> Result<Box<dyn Table>, Vec<String>>;
    /// Random games of a scenario.
    fn runner(&self, scenario: &str, options: &Options) -> Result<Box<dyn Runner>, Vec<String>>;

    fn play_random(&self, scenario: &str, options: &Options, seed: u64) -> Result<Playout, Vec<String>> {
        Ok(self.runner(scenario, options)?.random_game(seed))
    }

    /// The values of a scenario that can be changed by a step, to see how much they decide.
    fn knobs(&self, scenario: &str) -> Vec<Knob> {
        let _ = scenario;
        Vec::new()
    }
    /// The same game with another value for a knob, checked as an owner's own data are.
    fn turned(&self, knob: &str, value: &str) -> Result<Box<dyn Module>, Vec<String>> {
        let _ = value;
        Err(vec![format!("{} has no value `{knob}` that can be changed.", self.id())])
    }

    /// The table at the end of a record.
    fn replay(&self, record: &Record) -> Result<Box<dyn Table>, RecordError> {
        let mut table = self
            .open(&record.heading.scenario, &record.heading.options)
            .map_err(|errors| RecordError::new(0, errors.join("; ")))?;
        table.replay(record)?;
        Ok(table)
    }

    /// A scenario by its id, and the options chosen for it with the defaults filled in.
    fn choose(&self, scenario: &str, options: &Options) -> Result<(ScenarioInfo, Options), Vec<String>> {
        let mut all = self.scenarios();
        match all.iter().position(|info| info.id == scenario) {
            Some(index) => {
                let info = all.swap_remove(index);
                let options = info.complete(options)?;
                Ok((info, options))
            }
            None => {
                let ids: Vec<_> = all.into_iter().map(|info| info.id).collect();
                Err(vec![format!("There is no scenario `{scenario}`. There are: {}.", ids.join(", "))])
            }
        }
    }
}

/// What is said of a game that was played by another edition of the rules and cannot be followed to its end.
pub fn parted(there: u32, here: u32, played: usize, steps: usize) -> String {
    format!(
        "it was played by edition {there} of the rules, this program plays edition {here}, and the two part after \
         {played} of its {steps} steps"
    )
}

/// What a rules crate says of a game that is read from files; what front ends ask of a `Module` follows from it
/// ([`Checked`]).
pub trait FromFiles: Sized + 'static {
    /// `goito`: the first part of its scenarios' ids.
    const ID: &'static str;
    /// The edition of the rules ([`Module::rules_edition`]).
    const RULES_EDITION: u32;
    type Files: Send + Sync;
    type Problem: ToString;
    /// What a scenario is played with.
    type Model: Send + Sync;
    type Game: Playable;
    /// How its files are read.
    const READING: Reading<Self::Files, Self::Model, Self::Problem>;

    fn all_rules() -> &'static [Rule];
    /// A scenario as a list shows it, its id without the game's.
    fn info(model: &Self::Model) -> ScenarioInfo;
    /// The content hash of what a scenario is played with.
    fn hash(model: &Self::Model) -> &str;
    /// A scenario ready to be played, with all its options.
    fn game(model: &Self::Model, options: &Options) -> Self::Game;
}

/// What was read, or all that is wrong with it.
pub type Read<T, P> = Result<T, Vec<P>>;

/// What files say of a game, or all that is wrong with them.
pub struct Reading<F, M, P> {
    /// All that is wrong with the files, of every scenario.
    pub check: fn(&F) -> Vec<P>,
    /// What every scenario is played with, in their order.
    pub models: fn(&F) -> Read<Vec<M>, P>,
    pub front: fn(&F, &[M]) -> Read<Front, P>,
    pub charts: fn(&F) -> Read<Vec<Chart>, P>,
    pub reference: fn(&F) -> Read<Reference, P>,
    /// What it says in another language; None for languages that it does not speak.
    pub phrases: fn(&F, &str) -> Option<Read<Phrases, P>>,
    pub knobs: fn(&F, &M) -> Read<Vec<Knob>, P>,
    /// The files with another value for a knob.
    pub turned: fn(&F, &str, &str) -> Read<F, P>,
    /// The files of an older state of the data, by the hash that a record names.
    pub superseded: fn(&str) -> Option<F>,
}

/// What a game is called, and what a list of games shows of it.
pub struct Front {
    pub title: String,
    pub about: String,
    pub card: Card,
}

/// A game over one state of its files, which has been read and checked once.
pub struct Checked<G: FromFiles> {
    files: G::Files,
    title: &'static str,
    about: &'static str,
    card: Card,
    models: Vec<G::Model>,
}

impl<G: FromFiles> Checked<G> {
    /// The game over these files, or all that is wrong with them.
    pub fn over(files: G::Files) -> Result<Checked<G>, Vec<G::Problem>> {
        let problems = (G::READING.check)(&files);
        if !problems.is_empty() {
            return Err(problems);
        }
        let models = (G::READING.models)(&files)?;
        let Front { title, about, card } = (G::READING.front)(&files, &models)?;
        Ok(Checked { files, title: intern(&title), about: intern(&about), card, models })
    }

    /// The files that it is played with.
    pub fn files(&self) -> &G::Files {
        &self.files
    }

    /// What the scenarios are played with, in their order.
    pub fn models(&self) -> &[G::Model] {
        &self.models
    }

    /// What the scenario of this id (`goito/battle`) is played with: charts, armies, map.
    pub fn model(&self, scenario: &str) -> Option<&G::Model> {
        let id = scenario.strip_prefix(G::ID)?.strip_prefix('/')?;
        self.models.iter().find(|model| G::info(model).id == id)
    }

    /// A scenario (`goito/battle`) with its options, ready to be played, and what a record says of it.
    pub fn battle(&self, scenario: &str, options: &Options) -> Result<(G::Game, Heading), Vec<String>> {
        let (info, options) = self.choose(scenario, options)?;
        let none = || vec![format!("There is no scenario `{scenario}`.")];
        let model = self.model(&info.id).ok_or_else(none)?;
        let game = G::game(model, &options);
        let data = G::hash(model).to_owned();
        let rules = G::RULES_EDITION;
        Ok((game, Heading { game: G::ID.into(), scenario: info.id, options, data, rules }))
    }
}

/// Files have been checked before a module is made of them.
const CHECKED: &str = "the files have been checked";

fn words<P: ToString>(problems: Vec<P>) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

fn boxed<G: FromFiles>(read: Result<Checked<G>, Vec<G::Problem>>) -> Result<Box<dyn Module>, Vec<String>> {
    read.map(|module| Box::new(module) as Box<dyn Module>).map_err(words)
}

impl<G: FromFiles> Module for Checked<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn rules_edition(&self) -> u32 {
        G::RULES_EDITION
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        let info = |model: &G::Model| {
            let info = G::info(model);
            ScenarioInfo { id: format!("{}/{}", G::ID, info.id), ..info }
        };
        self.models.iter().map(info).collect()
    }

    fn rules(&self) -> &'static [Rule] {
        G::all_rules()
    }

    fn card(&self) -> Card {
        self.card.clone()
    }

    fn charts(&self) -> Vec<Chart> {
        (G::READING.charts)(&self.files).map_err(words).expect(CHECKED)
    }

    fn reference(&self) -> Reference {
        (G::READING.reference)(&self.files).map_err(words).expect(CHECKED)
    }

    fn phrases(&self, language: &str) -> Option<Phrases> {
        let read = (G::READING.phrases)(&self.files, language)?;
        Some(read.map_err(words).expect(CHECKED))
    }

    fn open(&self, scenario: &str, options: &Options) -> Result<Box<dyn Table>, Vec<String>> {
        let (game, heading) = self.battle(scenario, options)?;
        Ok(Box::new(Session::new(Arc::new(game), heading)))
    }

    fn runner(&self, scenario: &str, options: &Options) -> Result<Box<dyn Runner>, Vec<String>> {
        let (game, _) = self.battle(scenario, options)?;
        Ok(Box::new(RandomRunner(Arc::new(game))))
    }

    fn knobs(&self, scenario: &str) -> Vec<Knob> {
        let Some(model) = self.model(scenario) else { return Vec::new() };
        (G::READING.knobs)(&self.files, model).map_err(words).expect(CHECKED)
    }

    fn turned(&self, knob: &str, value: &str) -> Result<Box<dyn Module>, Vec<String>> {
        boxed((G::READING.turned)(&self.files, knob, value).and_then(Checked::<G>::over))
    }

    /// Over the data with which the record was played, even if it has been replaced since.
    fn replay(&self, record: &Record) -> Result<Box<dyn Table>, RecordError> {
        let model = self.model(&record.heading.scenario);
        let older = |hash: &str| Some(boxed(Checked::<G>::over((G::READING.superseded)(hash)?)));
        replay_over(self, record, model.map(G::hash), older)
    }
}

/// The table at the end of a record, over the data with which it was played even if that has been replaced
/// since. `current` is the hash of the data that the module has for the scenario; `older` finds the module of
/// another hash, None if nothing is known of it.
fn replay_over(
    module: &dyn Module,
    record: &Record,
    current: Option<&str>,
    older: impl FnOnce(&str) -> Option<Result<Box<dyn Module>, Vec<String>>>,
) -> Result<Box<dyn Table>, RecordError> {
    let Heading { scenario, options, data, .. } = &record.heading;
    let wrong = |message: String| RecordError::new(0, message);
    let all = |errors: Vec<String>| wrong(errors.join("; "));
    let ours = current.is_none_or(|hash| hash == data) || data.is_empty();
    let mut table = if ours {
        module.open(scenario, options)
    } else {
        let unknown = || wrong(format!("the data {data} that it was played with are not known"));
        older(data).ok_or_else(unknown)?.map_err(all)?.open(scenario, options)
    }
    .map_err(all)?;
    table.replay(record)?;
    Ok(table)
}

/// A value of a game's data that can be changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Knob {
    /// The path of the value: `units.pi-5-aosta.sp`.
    pub id: String,
    /// What sort of value it is: `strength`, `command`, `switch` …
    pub kind: &'static str,
    pub label: String,
    /// `printed`, `derived`, `reconstructed` or `owner`.
    pub provenance: &'static str,
    pub value: String,
    /// One step away.
    pub others: Vec<String>,
}

impl Knob {
    /// A whole number one step up and down, but not below the least; a flag the other way; nothing for words.
    pub fn one_step(value: &str, least: Option<i64>) -> Vec<String> {
        match (value.parse::<i64>(), value) {
            (Ok(number), _) => {
                let near = [number - 1, number + 1].into_iter();
                near.filter(|n| least.is_none_or(|least| *n >= least)).map(|n| n.to_string()).collect()
            }
            (_, "true") => vec!["false".to_owned()],
            (_, "false") => vec!["true".to_owned()],
            _ => Vec::new(),
        }
    }
}

/// A game as a list of games shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Listed {
    pub id: &'static str,
    pub title: &'static str,
    pub about: &'static str,
    #[serde(flatten)]
    pub card: Card,
    pub scenarios: Vec<ScenarioInfo>,
}

/// Where and when it was, how long it takes, and how it looks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Card {
    pub year: u16,
    pub place: String,
    /// How long a game takes, in words.
    pub length: String,
    /// From 1, easy, to 5.
    pub complexity: u8,
    /// The id of its map.
    pub map: String,
    /// Of the seats in order.
    pub colours: Vec<SeatColours>,
}

/// CSS colours of a seat's counters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatColours {
    pub paper: Text,
    pub ink: Text,
}

impl SeatColours {
    pub fn new(paper: &str, ink: &str) -> SeatColours {
        SeatColours { paper: paper.into(), ink: ink.into() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ScenarioInfo {
    /// `goito/battle`.
    pub id: String,
    pub title: String,
    /// What it is about, how long it is.
    pub note: String,
    pub seats: Vec<String>,
    /// Of the seats in order, where they are not those of the game's card.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<SeatColours>>", optional))]
    pub colours: Vec<SeatColours>,
    pub options: Vec<OptionInfo>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OptionInfo {
    pub id: String,
    pub title: String,
    pub values: Vec<String>,
    pub default: String,
    /// The rule that it turns on, as it is cited.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rule: Option<String>,
}

impl ScenarioInfo {
    pub fn new<'a>(
        id: &str,
        title: &str,
        note: &str,
        seats: impl Iterator<Item = &'a str>,
        options: Vec<OptionInfo>,
    ) -> ScenarioInfo {
        let seats = seats.map(str::to_owned).collect();
        let colours = Vec::new();
        ScenarioInfo { id: id.into(), title: title.into(), note: note.into(), seats, colours, options }
    }

    /// The options with the defaults filled in, or an error for each that does not exist.
    pub fn complete(&self, chosen: &Options) -> Result<Options, Vec<String>> {
        let mut errors = Vec::new();
        let mut complete: Options =
            self.options.iter().map(|option| (option.id.clone(), option.default.clone())).collect();
        for (id, value) in chosen {
            match self.options.iter().find(|option| option.id == *id) {
                None => errors.push(format!("{} has no option `{id}`.", self.id)),
                Some(option) if !option.values.contains(value) => errors.push(format!(
                    "The option `{id}` cannot be `{value}`: it is one of {}.",
                    option.values.join(", ")
                )),
                Some(_) => {
                    complete.insert(id.clone(), value.clone());
                }
            }
        }
        if errors.is_empty() { Ok(complete) } else { Err(errors) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_completed_or_refused() {
        let info = ScenarioInfo {
            id: "ford/day".into(),
            title: "Day".into(),
            note: String::new(),
            seats: vec!["Red".into(), "Blue".into()],
            colours: Vec::new(),
            options: vec![OptionInfo {
                id: "fog".into(),
                title: "Fog of war".into(),
                values: vec!["off".into(), "on".into()],
                default: "off".into(),
                rule: None,
            }],
        };
        let options = |id: &str, value: &str| Options::from([(id.into(), value.into())]);
        assert_eq!(info.complete(&Options::new()), Ok(options("fog", "off")));
        assert_eq!(info.complete(&options("fog", "on")), Ok(options("fog", "on")));
        assert!(info.complete(&options("fog", "dense")).unwrap_err()[0].contains("one of off, on"));
        assert!(info.complete(&options("frog", "on")).unwrap_err()[0].contains("no option `frog`"));
    }
}
