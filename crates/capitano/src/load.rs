//! Files that a game can go on from: a record, a saved game, a saved position or a set-up. Which
//! one it is shows in the file itself.

use crate::failure::Failure;
use crate::files;
use crate::games::Games;
use kernel::{Dice, Options, Record, SavedGame, SeededDice, Table};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

pub enum Source {
    Record(Record),
    Saved(SavedGame),
    Position(SavedPosition),
    Setup(Setup),
}

/// A position with what is needed to load it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedPosition {
    pub scenario: String,
    #[serde(default)]
    pub options: Options,
    /// The content hash of the data that it was played with.
    #[serde(default)]
    pub data: String,
    pub position: Value,
}

/// A set-up names its scenario and options; the rest is for the game to read.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    pub scenario: String,
    pub options: Options,
    pub rest: Value,
}

impl SavedPosition {
    pub fn of(table: &dyn Table) -> SavedPosition {
        let info = table.info();
        SavedPosition {
            scenario: info.scenario,
            options: info.options,
            data: info.data,
            position: table.position(),
        }
    }

    pub fn from_value(value: Value) -> Result<SavedPosition, Failure> {
        serde_json::from_value(value).map_err(|error| Failure::new(format!("not a saved position: {error}")))
    }
}

impl Setup {
    pub fn from_value(value: Value) -> Result<Setup, Failure> {
        let Value::Object(mut fields) = value else {
            return Err(Failure::new("a set-up is a JSON object"));
        };
        let Some(Value::String(scenario)) = fields.remove("scenario") else {
            return Err(Failure::new("a set-up names its `scenario`, as in \"goito/battle\""));
        };
        let options = match fields.remove("options") {
            Some(options) => serde_json::from_value(options)
                .map_err(|error| Failure::new(format!("the `options` of the set-up: {error}")))?,
            None => Options::new(),
        };
        Ok(Setup { scenario, options, rest: Value::Object(fields) })
    }
}

/// Reads a file of any of the four kinds.
pub fn read(path: &Path) -> Result<Source, Failure> {
    let text = files::read(path)?;
    parse(&text).map_err(|failure| Failure::new(format!("{}: {failure}", path.display())))
}

pub fn parse(text: &str) -> Result<Source, Failure> {
    if !text.trim_start().starts_with('{') {
        let record = text.parse::<Record>().map_err(|error| Failure::new(error.to_string()))?;
        return Ok(Source::Record(record));
    }
    let value: Value = serde_json::from_str(text)
        .map_err(|error| Failure::new(format!("line {}: {error}", error.line())))?;
    if value.get("record").is_some() {
        let saved = serde_json::from_value(value)
            .map_err(|error| Failure::new(format!("not a saved game: {error}")))?;
        return Ok(Source::Saved(saved));
    }
    match value.get("position") {
        Some(_) => SavedPosition::from_value(value).map(Source::Position),
        None => Setup::from_value(value).map(Source::Setup),
    }
}

/// The table at which the source stands.
pub fn open(games: &Games, source: &Source) -> Result<Box<dyn Table>, Failure> {
    match source {
        Source::Record(record) => games.replay(record),
        Source::Saved(saved) => {
            let record = saved.record.parse::<Record>().map_err(|error| Failure::new(error.to_string()))?;
            let mut table = games.table_of(&record)?;
            table.resume(saved).map_err(|error| Failure::new(error.to_string()))?;
            Ok(table)
        }
        Source::Position(saved) => {
            let mut table = games.table(&saved.scenario, &saved.options)?;
            let ours = table.info().data;
            if !saved.data.is_empty() && saved.data != ours {
                let message =
                    format!("the position was saved with data {}, and this program has {ours}", saved.data);
                return Err(Failure::new(message));
            }
            table.load_position(&saved.position)?;
            Ok(table)
        }
        Source::Setup(setup) => {
            let mut table = games.table(&setup.scenario, &setup.options)?;
            table.load_setup(&setup.rest)?;
            Ok(table)
        }
    }
}

/// Seeded dice: of a number, or of a seed that nobody has chosen.
pub fn dice(seed: Option<u64>) -> Result<Dice, Failure> {
    if let Some(number) = seed {
        return Ok(Dice::seeded(number));
    }
    let (mut seed, mut salt) = ([0; 32], [0; 32]);
    getrandom::fill(&mut seed).and_then(|()| getrandom::fill(&mut salt)).map_err(|error| {
        Failure::new(format!("the system gives no random seed: {error}; name one with --seed"))
    })?;
    Ok(Dice::Seeded(SeededDice::new(seed, salt)))
}
