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
    Record(Box<Record>),
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

/// A set-up names its scenario and options; the rest is for the game to read: an object, or a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// None where it is said elsewhere, as on the command line.
    pub scenario: Option<String>,
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
            return Err(Failure::new("a set-up is a JSON object or a text"));
        };
        let scenario = match fields.remove("scenario") {
            Some(Value::String(scenario)) => Some(scenario),
            Some(_) => {
                return Err(Failure::new("the `scenario` of a set-up is a string, such as \"goito/battle\""));
            }
            None => None,
        };
        let options = match fields.remove("options") {
            Some(options) => serde_json::from_value(options)
                .map_err(|error| Failure::new(format!("the `options` of the set-up: {error}")))?,
            None => Options::new(),
        };
        Ok(Setup { scenario, options, rest: Value::Object(fields) })
    }

    /// A set-up as a file holds it: JSON, which begins with a brace, or the short text. In that the
    /// statements `scenario goito/battle` and `option fog=off` are ours, and the rest is the game's;
    /// it keeps its lines, so that the game can name them.
    pub fn from_text(text: &str) -> Result<Setup, Failure> {
        if text.trim_start().starts_with('{') {
            return Setup::from_value(json(text)?);
        }
        let mut setup = Setup { scenario: None, options: Options::new(), rest: Value::Null };
        let mut errors = Vec::new();
        let mut rest = String::new();
        for (number, line) in text.lines().enumerate() {
            let kept: Vec<&str> =
                parts(line).filter(|part| !setup.take(part, number + 1, &mut errors)).collect();
            rest += &kept.join(";");
            rest.push('\n');
        }
        setup.rest = rest.into();
        if errors.is_empty() { Ok(setup) } else { Err(errors.into()) }
    }

    /// Takes a statement that is not the game's. False if it is.
    fn take(&mut self, part: &str, line: usize, errors: &mut Vec<String>) -> bool {
        let words: Vec<&str> = part.split_whitespace().collect();
        match words[..] {
            ["scenario", id] if self.scenario.is_none() => self.scenario = Some(id.to_owned()),
            ["scenario", _] => errors.push(format!("line {line}: the scenario is named twice")),
            ["scenario", ..] => errors.push(format!("line {line}: write it as `scenario goito/battle`")),
            ["option", option] => match option.split_once('=') {
                Some((name, value)) => {
                    if self.options.insert(name.to_owned(), value.to_owned()).is_some() {
                        errors.push(format!("line {line}: the option `{name}` is set twice"));
                    }
                }
                None => errors.push(format!("line {line}: write it as `option fog=off`")),
            },
            ["option", ..] => errors.push(format!("line {line}: write it as `option fog=off`")),
            _ => return false,
        }
        true
    }

    fn open(&self, games: &Games) -> Result<Box<dyn Table>, Failure> {
        let Some(scenario) = &self.scenario else {
            let message = "a set-up names its `scenario`: \"scenario\":\"goito/battle\" in JSON, a line \
                           `scenario goito/battle` in a text";
            return Err(Failure::new(message));
        };
        let mut table = games.table(scenario, &self.options)?;
        table.load_setup(&self.rest)?;
        Ok(table)
    }
}

/// The statements of a line of a set-up text, without its comment.
fn parts(line: &str) -> impl Iterator<Item = &str> {
    line.split('#').next().unwrap_or_default().split(';')
}

fn json(text: &str) -> Result<Value, Failure> {
    serde_json::from_str(text).map_err(|error| Failure::new(format!("line {}: {error}", error.line())))
}

/// Reads a set-up.
pub fn read_setup(path: &Path) -> Result<Setup, Failure> {
    let text = files::read(path)?;
    Setup::from_text(&text).map_err(|failure| named(path, &failure))
}

/// Opens a set-up that was read from a file.
pub fn open_setup(games: &Games, path: &Path, setup: &Setup) -> Result<Box<dyn Table>, Failure> {
    setup.open(games).map_err(|failure| named(path, &failure))
}

fn named(path: &Path, failure: &Failure) -> Failure {
    Failure::new(format!("{}: {failure}", path.display()))
}

/// Reads a file of any of the four kinds.
pub fn read(path: &Path) -> Result<Source, Failure> {
    let text = files::read(path)?;
    parse(&text).map_err(|failure| named(path, &failure))
}

pub fn parse(text: &str) -> Result<Source, Failure> {
    if !text.trim_start().starts_with('{') {
        if is_setup(text) {
            return Setup::from_text(text).map(Source::Setup);
        }
        let record = text.parse::<Record>().map_err(|error| Failure::new(error.to_string()))?;
        return Ok(Source::Record(Box::new(record)));
    }
    let value = json(text)?;
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

/// Records name their scenario too, but begin with what they are.
fn is_setup(text: &str) -> bool {
    let statements: Vec<&str> =
        text.lines().flat_map(parts).map(str::trim).filter(|part| !part.is_empty()).collect();
    let record = statements.first().is_some_and(|first| first.starts_with("capitano record"));
    !record && statements.iter().any(|part| part.starts_with("scenario "))
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
        Source::Setup(setup) => setup.open(games),
    }
}

/// Seeded dice for a table: of a number, or of a seed that nobody has chosen. Their commitment holds fast what is played.
pub fn dice(seed: Option<u64>, table: &dyn Table) -> Result<Dice, Failure> {
    let bound = |dice: SeededDice| Ok(Dice::Seeded(dice.bound_to(&table.terms())));
    if let Some(number) = seed {
        return bound(SeededDice::from_u64(number));
    }
    let (mut seed, mut salt) = ([0; 32], [0; 32]);
    getrandom::fill(&mut seed).and_then(|()| getrandom::fill(&mut salt)).map_err(|error| {
        Failure::new(format!("the system provides no random seed: {error}; name one with --seed"))
    })?;
    bound(SeededDice::new(seed, salt))
}
