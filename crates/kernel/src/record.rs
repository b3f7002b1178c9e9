//! A game as it was played, in text: what it was played with, every action and every roll. Lines
//! of one action each, so that two records can be compared, and replayed to the identical hash.
//!
//! ```text
//! capitano record 1
//! game goito
//! scenario goito/battle
//! option fog on
//! data 3f2a…                    the content hash of the data, an owner's overlay included
//! rules 2                       the edition of the rules that it was played by; 1 if it is not said
//! dice seeded                   or: scripted, by hand
//! commitment 91bc…              published before the game
//! seed 02d4…                    seed and salt stand there once the game is over
//! salt 77a0…
//! bound c03e…                   with it the salt shows that the lines above and the start were committed to
//! entropy 5e11…                 what a seat added to the seed after the commitment, a line each
//! seats Piedmont, Austria
//! start setup {"turn":3}        only if it did not begin as the scenario does; or: start position
//! --
//! 0 place pi-5-aosta 1106       a seat's number, then its action in notation
//! * 3 5                         a roll: the faces in order
//! again 1 3                     the rolls with the numbers 1 to 3 had been seen and were taken back here: they fall again
//! back 1 3                      in older records: they were taken back here, and their numbers are left out
//! * 2 2 @4                      the generator's roll number 4
//! * 6 1 given                   not from the seeded generator
//! = pi-bava @5                  what was drawn, by its id
//! --
//! result Austria, decisive victory
//! hash 0123456789abcdef         of the last position
//! ```
//!
//! Blank lines and lines that begin with `#` are left out. A roll of seeded dice without a number
//! has the number after the one before it.

use crate::dice::{Dice, RollSource, SeededDice};
use crate::module::parted;
use crate::seat::Seat;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// Options by their ids.
pub type Options = BTreeMap<String, String>;

/// What a game is played with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The rules module: `goito`.
    pub game: String,
    /// `goito/battle`.
    pub scenario: String,
    pub options: Options,
    /// The content hash of the data, an owner's overlay included.
    pub data: String,
    /// The edition of the rules.
    pub rules: u32,
}

/// The edition of rules that say nothing of editions.
pub const FIRST_RULES: u32 = 1;

impl Default for Heading {
    fn default() -> Heading {
        let (game, scenario, data) = (String::new(), String::new(), String::new());
        Heading { game, scenario, options: Options::new(), data, rules: FIRST_RULES }
    }
}

impl Heading {
    /// What is played, as text: the dice are bound to it, so that nobody says afterwards that it was something else.
    /// The edition of the rules is no part of it: a game may outlast one.
    pub fn terms(&self, start: Option<&Start>) -> String {
        let mut terms = format!("game {}\nscenario {}\n", self.game, self.scenario);
        for (option, value) in &self.options {
            terms += &format!("option {option} {value}\n");
        }
        terms += &format!("data {}\n", self.data);
        match start {
            Some(Start::Setup(value)) => terms += &format!("start setup {value}\n"),
            Some(Start::Position(value)) => terms += &format!("start position {value}\n"),
            None => {}
        }
        terms
    }
}

/// Where a game began, if not where its scenario begins.
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    Setup(Value),
    Position(Value),
}

/// The dice as a record tells of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordDice {
    Seeded {
        commitment: String,
        /// Seed and salt, once they are shown.
        revealed: Option<(String, String)>,
        /// What the salt was made of together with the terms of the game, where it was.
        bound: Option<String>,
        /// What the seats added to the seed.
        parts: Vec<String>,
    },
    Scripted,
    ByHand,
}

impl RecordDice {
    /// The dice with which a game goes on after this record.
    pub fn dice(&self) -> Dice {
        match self {
            RecordDice::Seeded { commitment, revealed, bound, parts } => revealed
                .as_ref()
                .and_then(|(seed, salt)| SeededDice::from_revealed(seed, salt, parts))
                .and_then(|dice| dice.bound_by(bound.as_deref()))
                .map_or_else(
                    || Dice::Sealed { commitment: commitment.clone(), parts: parts.clone(), used: 0 },
                    Dice::Seeded,
                ),
            RecordDice::Scripted => Dice::scripted(&[]),
            RecordDice::ByHand => Dice::ByHand,
        }
    }
}

/// One line of what happened.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its line in the text that it was read from; 0 if it was not read.
    pub line: usize,
    pub what: What,
}

/// Steps are the same if the same happened, wherever they stand in a text.
impl PartialEq for Step {
    fn eq(&self, other: &Step) -> bool {
        self.what == other.what
    }
}

/// A step of a game, as sessions, records and stores have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// `automatic` if it was the only choice and nobody was asked. A record does not say so.
    Act {
        seat: Seat,
        action: String,
        automatic: bool,
    },
    Roll {
        faces: Vec<u8>,
        source: RollSource,
    },
    /// What was drawn, by its id.
    Draw {
        drawn: String,
        source: RollSource,
    },
}

impl What {
    /// An action that a seat chose.
    pub fn act(seat: Seat, action: impl Into<String>) -> What {
        What::Act { seat, action: action.into(), automatic: false }
    }
    /// Where it comes from, if chance made it.
    pub fn source(&self) -> Option<RollSource> {
        match self {
            What::Act { .. } => None,
            What::Roll { source, .. } | What::Draw { source, .. } => Some(*source),
        }
    }
    /// The number of the generator under which it came.
    pub fn number(&self) -> Option<u64> {
        match self.source()? {
            RollSource::Number(number) => Some(number),
            RollSource::Given => None,
        }
    }
    /// The same as if somebody had given it.
    pub fn set_given(&mut self) {
        if let What::Roll { source, .. } | What::Draw { source, .. } = self {
            *source = RollSource::Given;
        }
    }
    /// Whether nobody was asked.
    pub fn is_automatic(&self) -> bool {
        matches!(self, What::Act { automatic: true, .. })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub heading: Heading,
    pub dice: RecordDice,
    pub seats: Vec<String>,
    pub start: Option<Start>,
    pub steps: Vec<Step>,
    /// Rolls that were taken back, in order.
    pub taken_back: Vec<TakenBack>,
    pub result: Option<String>,
    pub hash: Option<u64>,
}

/// Rolls of the generator that were taken back at one place of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakenBack {
    /// How many steps were played before.
    pub after: usize,
    pub first: u64,
    pub last: u64,
    /// Whether what is rolled next has these numbers again. In games of old their numbers were left out instead.
    pub again: bool,
}

impl TakenBack {
    /// The number of the next roll after it.
    pub(crate) fn next(&self) -> u64 {
        if self.again { self.first } else { self.last.saturating_add(1) }
    }
}

/// What is wrong with a record, and in which line (0 where it is about the whole).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    pub line: usize,
    pub message: String,
}

impl RecordError {
    pub fn new(line: usize, message: impl Into<String>) -> RecordError {
        RecordError { line, message: message.into() }
    }

    /// The same where a record was played by another edition of the rules than it was followed by.
    pub fn by_rules(mut self, there: &Heading, here: &Heading, played: usize, steps: usize) -> RecordError {
        if there.rules != here.rules {
            self.message = format!("{}: {}", parted(there.rules, here.rules, played, steps), self.message);
        }
        self
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.message),
            line => write!(f, "line {line}: {}", self.message),
        }
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// Numbers of the generator that are left out though nothing says that they were taken back: the line of the roll
    /// after them, the first and the last.
    pub fn left_out(&self) -> Vec<(usize, u64, u64)> {
        let mut left_out = Vec::new();
        let mut taken_back = self.taken_back.iter().peekable();
        let mut next = 0;
        for (played, step) in self.steps.iter().enumerate() {
            while let Some(back) = taken_back.next_if(|back| back.after <= played) {
                next = back.next();
            }
            if let Some(number) = step.what.number() {
                if number > next {
                    left_out.push((step.line, next, number - 1));
                }
                next = number + 1;
            }
        }
        left_out
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "capitano record 1")?;
        writeln!(f, "game {}", self.heading.game)?;
        writeln!(f, "scenario {}", self.heading.scenario)?;
        for (option, value) in &self.heading.options {
            writeln!(f, "option {option} {value}")?;
        }
        if !self.heading.data.is_empty() {
            writeln!(f, "data {}", self.heading.data)?;
        }
        if self.heading.rules != FIRST_RULES {
            writeln!(f, "rules {}", self.heading.rules)?;
        }
        match &self.dice {
            RecordDice::Seeded { commitment, revealed, bound, parts } => {
                writeln!(f, "dice seeded\ncommitment {commitment}")?;
                if let Some((seed, salt)) = revealed {
                    writeln!(f, "seed {seed}\nsalt {salt}")?;
                    if let Some(bound) = bound {
                        writeln!(f, "bound {bound}")?;
                    }
                }
                for part in parts {
                    writeln!(f, "entropy {part}")?;
                }
            }
            RecordDice::Scripted => writeln!(f, "dice scripted")?,
            RecordDice::ByHand => writeln!(f, "dice by hand")?,
        }
        writeln!(f, "seats {}", self.seats.join(", "))?;
        match &self.start {
            Some(Start::Setup(value)) => writeln!(f, "start setup {value}")?,
            Some(Start::Position(value)) => writeln!(f, "start position {value}")?,
            None => {}
        }
        writeln!(f, "--")?;
        let seeded = matches!(self.dice, RecordDice::Seeded { .. });
        let mut next = 0;
        let mut taken_back = self.taken_back.iter().peekable();
        let mut backs = |f: &mut fmt::Formatter, played: usize| -> fmt::Result {
            while let Some(back) = taken_back.next_if(|back| back.after <= played) {
                let word = if back.again { "again" } else { "back" };
                writeln!(f, "{word} {} {}", back.first, back.last)?;
            }
            Ok(())
        };
        for (played, step) in self.steps.iter().enumerate() {
            backs(f, played)?;
            match &step.what {
                What::Act { seat, action, .. } => {
                    writeln!(f, "{} {action}", seat.0)?;
                    continue;
                }
                What::Roll { faces, .. } => {
                    write!(f, "*")?;
                    for face in faces {
                        write!(f, " {face}")?;
                    }
                }
                What::Draw { drawn, .. } => write!(f, "= {drawn}")?,
            }
            match step.what.number() {
                Some(number) => {
                    if number != next {
                        write!(f, " @{number}")?;
                    }
                    next = number + 1;
                }
                None if seeded => write!(f, " given")?,
                None => {}
            }
            writeln!(f)?;
        }
        backs(f, self.steps.len())?;
        if self.result.is_some() || self.hash.is_some() {
            writeln!(f, "--")?;
        }
        if let Some(result) = &self.result {
            writeln!(f, "result {result}")?;
        }
        if let Some(hash) = self.hash {
            writeln!(f, "hash {hash:016x}")?;
        }
        Ok(())
    }
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(i, line)| (i + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let first = lines.next().unwrap_or((1, ""));
        if first.1 != "capitano record 1" {
            return Err(RecordError::new(first.0, "a record begins with `capitano record 1`"));
        }
        let mut reader = Reading::default();
        let mut part = 0;
        for (line, text) in lines {
            if text == "--" {
                if part == 2 {
                    return Err(RecordError::new(line, "a third `--`: a record has two at most"));
                }
                part += 1;
                continue;
            }
            match part {
                0 => reader.head(line, text)?,
                1 => reader.step(line, text)?,
                _ => reader.end(line, text)?,
            }
        }
        if part == 0 {
            return Err(RecordError::new(0, "no `--` after the head of the record"));
        }
        reader.finish()
    }
}

/// What has been read so far.
#[derive(Default)]
struct Reading {
    /// Words of the head that stand once, with their lines.
    words: BTreeMap<&'static str, (usize, String)>,
    options: Options,
    /// What the seats added to the seed, with the lines.
    parts: Vec<(usize, String)>,
    steps: Vec<Step>,
    taken_back: Vec<TakenBack>,
    /// The number of the generator's next roll.
    next: u64,
    hash: Option<u64>,
}

/// Words that may open a line of the head, besides `option`.
const HEAD: [&str; 10] =
    ["game", "scenario", "data", "rules", "dice", "commitment", "seed", "salt", "bound", "seats"];

impl Reading {
    fn head(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        if rest.is_empty() {
            return Err(RecordError::new(line, format!("nothing after `{word}`")));
        }
        if word == "option" {
            let (option, value) = rest
                .split_once(' ')
                .ok_or_else(|| RecordError::new(line, "an option needs its name and its value"))?;
            if self.options.insert(option.into(), value.trim().into()).is_some() {
                return Err(RecordError::new(line, format!("the option `{option}` occurs twice")));
            }
            return Ok(());
        }
        if word == "entropy" {
            if crate::hash::from_hex(rest).is_none() {
                return Err(RecordError::new(line, "entropy is 64 hex digits"));
            }
            self.parts.push((line, rest.into()));
            return Ok(());
        }
        let key = HEAD.iter().chain(&["start"]).find(|k| **k == word).ok_or_else(|| {
            RecordError::new(line, format!("`{word}` means nothing in the head of a record"))
        })?;
        if word == "dice" && !["seeded", "scripted", "by hand"].contains(&rest) {
            return Err(RecordError::new(line, format!("there are no such dice: `{rest}`")));
        }
        self.once(key, line, rest)
    }

    fn once(&mut self, key: &'static str, line: usize, rest: &str) -> Result<(), RecordError> {
        match self.words.insert(key, (line, rest.into())) {
            Some(_) => Err(RecordError::new(line, format!("`{key}` occurs twice"))),
            None => Ok(()),
        }
    }

    fn seeded(&self) -> bool {
        self.words.get("dice").is_some_and(|(_, kind)| kind == "seeded")
    }

    fn step(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        let (who, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        if who == "back" || who == "again" {
            return self.back(line, who, rest);
        }
        let what = if who == "*" || who == "=" {
            self.chance(line, who, rest)?
        } else {
            let seat = who.parse().ok().filter(|seat| *seat < 8).ok_or_else(|| {
                RecordError::new(
                    line,
                    format!("`{who}` is neither a seat's number nor `*`, `=`, `again` or `back`"),
                )
            })?;
            if rest.is_empty() {
                return Err(RecordError::new(line, "a seat's number with no action"));
            }
            What::act(Seat(seat), rest)
        };
        self.steps.push(Step { line, what });
        Ok(())
    }

    /// Rolls that were taken back: the next ones that the generator would have given.
    fn back(&mut self, line: usize, word: &str, rest: &str) -> Result<(), RecordError> {
        let numbers: Option<Vec<u64>> = rest.split_whitespace().map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some([first, last])
                if self.seeded() && *first == self.next && first <= last && *last < u64::MAX =>
            {
                let (after, again) = (self.steps.len(), word == "again");
                let back = TakenBack { after, first: *first, last: *last, again };
                self.next = back.next();
                self.taken_back.push(back);
                Ok(())
            }
            _ => {
                let next = self.next;
                let message =
                    format!("`{word}` names the first and the last roll taken back; the first is {next}");
                Err(RecordError::new(line, message))
            }
        }
    }

    /// A roll or a draw, with where it comes from.
    fn chance(&mut self, line: usize, mark: &str, rest: &str) -> Result<What, RecordError> {
        let mut words: Vec<&str> = rest.split_whitespace().collect();
        let mut source = if self.seeded() { RollSource::Number(self.next) } else { RollSource::Given };
        if let Some(last) = words.last().copied() {
            if last == "given" {
                source = RollSource::Given;
                words.pop();
            } else if let Some(number) = last.strip_prefix('@') {
                let number: u64 = number.parse().map_err(|_| {
                    RecordError::new(line, format!("`@{number}` is not the number of a roll"))
                })?;
                if !self.seeded() || number < self.next {
                    let message = format!("roll number {number} cannot come here");
                    return Err(RecordError::new(line, message));
                }
                source = RollSource::Number(number);
                words.pop();
            }
        }
        if let RollSource::Number(number) = source {
            self.next = number.saturating_add(1);
        }
        if mark == "=" {
            return match words[..] {
                [drawn] => Ok(What::Draw { drawn: drawn.into(), source }),
                _ => Err(RecordError::new(line, "a draw is `=` and the id of what was drawn")),
            };
        }
        let faces = words
            .iter()
            // some dice are read from nought: which faces there are shows when it is replayed
            .map(|word| word.parse().ok())
            .collect::<Option<Vec<u8>>>()
            .filter(|faces| !faces.is_empty())
            .ok_or_else(|| RecordError::new(line, "a roll is `*` and the faces of its dice"))?;
        Ok(What::Roll { faces, source })
    }

    fn end(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        match text.split_once(' ') {
            Some(("result", result)) => self.once("result", line, result.trim()),
            Some(("hash", hash)) => {
                let hash = hash.trim();
                self.once("hash", line, hash)?;
                if hash.len() != 16 || !hash.bytes().all(|b| b.is_ascii_hexdigit()) {
                    return Err(RecordError::new(line, "the hash is not 16 hex digits"));
                }
                self.hash = u64::from_str_radix(hash, 16).ok();
                Ok(())
            }
            _ => Err(RecordError::new(line, "only `result` and `hash` may come at the end")),
        }
    }

    fn finish(mut self) -> Result<Record, RecordError> {
        let rules = match self.words.remove("rules") {
            Some((line, text)) => {
                let edition = text.parse().ok().filter(|edition| *edition >= FIRST_RULES);
                edition.ok_or_else(|| {
                    RecordError::new(line, format!("`{text}` is not an edition of the rules"))
                })?
            }
            None => FIRST_RULES,
        };
        let start = self.start()?;
        let heading = Heading {
            game: self.need("game")?,
            scenario: self.need("scenario")?,
            options: std::mem::take(&mut self.options),
            data: self.words.remove("data").map_or_else(String::new, |(_, data)| data),
            rules,
        };
        let dice = self.dice(&heading.terms(start.as_ref()))?;
        let seats = self.need("seats")?.split(',').map(|name| name.trim().to_string()).collect();
        Ok(Record {
            heading,
            dice,
            seats,
            start,
            steps: self.steps,
            taken_back: self.taken_back,
            result: self.words.remove("result").map(|(_, result)| result),
            hash: self.hash,
        })
    }

    fn need(&mut self, key: &str) -> Result<String, RecordError> {
        match self.words.remove(key) {
            Some((_, rest)) => Ok(rest),
            None => Err(RecordError::new(0, format!("the head of the record has no `{key}`"))),
        }
    }

    fn dice(&mut self, terms: &str) -> Result<RecordDice, RecordError> {
        let kind = self.need("dice")?;
        if kind != "seeded" {
            if let Some(key) =
                ["commitment", "seed", "salt", "bound"].iter().find(|k| self.words.contains_key(**k))
            {
                let message = format!("`{key}` goes only with seeded dice");
                return Err(RecordError::new(self.words[key].0, message));
            }
            if let Some((line, _)) = self.parts.first() {
                return Err(RecordError::new(*line, "`entropy` goes only with seeded dice"));
            }
            let scripted = kind == "scripted";
            return Ok(if scripted { RecordDice::Scripted } else { RecordDice::ByHand });
        }
        let commitment = self.need("commitment")?;
        let parts: Vec<String> = self.parts.drain(..).map(|(_, part)| part).collect();
        let bound = self.words.remove("bound");
        if let (Some((line, _)), false) = (&bound, self.words.contains_key("seed")) {
            return Err(RecordError::new(*line, "`bound` goes only with the seed"));
        }
        let revealed = match (self.words.remove("seed"), self.words.remove("salt")) {
            (None, None) => None,
            (Some((line, seed)), Some((_, salt))) => {
                let dice = SeededDice::from_revealed(&seed, &salt, &parts)
                    .ok_or_else(|| RecordError::new(line, "the seed or the salt is not 64 hex digits"))?;
                if dice.commitment() != commitment {
                    let message = "seed and salt do not give the commitment of the record";
                    return Err(RecordError::new(line, message));
                }
                if let Some((line, nonce)) = &bound
                    && SeededDice::salt_of(nonce, terms).as_ref() != Some(&salt)
                {
                    let message = "the salt does not fit what is played: scenario, options, data or start are not those \
                                   that the dice were committed to";
                    return Err(RecordError::new(*line, message));
                }
                Some((seed, salt))
            }
            (Some((line, _)), None) | (None, Some((line, _))) => {
                return Err(RecordError::new(line, "seed and salt go together or not at all"));
            }
        };
        let bound = bound.map(|(_, nonce)| nonce);
        Ok(RecordDice::Seeded { commitment, revealed, bound, parts })
    }

    fn start(&mut self) -> Result<Option<Start>, RecordError> {
        let Some((line, rest)) = self.words.remove("start") else {
            return Ok(None);
        };
        let (kind, json) = rest.split_once(' ').unwrap_or((&rest, ""));
        let value = serde_json::from_str(json)
            .map_err(|error| RecordError::new(line, format!("the start is not JSON: {error}")))?;
        match kind {
            "setup" => Ok(Some(Start::Setup(value))),
            "position" => Ok(Some(Start::Position(value))),
            _ => Err(RecordError::new(line, "a start is a `setup` or a `position`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "capitano record 1
game goito
scenario goito/battle
option first piedmont and sardinia
option fog on
data 3f2a
dice seeded
commitment 91bc
seats Piedmont, Austria
start setup {\"turn\":3,\"units\":{\"a\":\"1106\"}}
--
0 place pi-5-aosta 1106
* 3 5
* 2 2 @4
* 6 1 given
* 1 1
1 pass
--
result Austria, decisive victory
hash 0123456789abcdef
";

    #[test]
    fn text_round_trip() {
        let record: Record = TEXT.parse().unwrap();
        assert_eq!(record.to_string(), TEXT);
        assert_eq!(record.heading.options["first"], "piedmont and sardinia");
        assert_eq!(record.steps[5].line, 17);
        let sources: Vec<_> = record.steps.iter().filter_map(|step| step.what.source()).collect();
        use RollSource::{Given, Number};
        assert_eq!(sources, [Number(0), Number(4), Given, Number(5)]);
        assert_eq!(record.hash, Some(0x0123_4567_89ab_cdef));
    }

    #[test]
    fn comments_and_blanks_are_left_out() {
        let loose = TEXT.replace("* 3 5\n", "\n  # a comment\n   *  3   5  \n").replace('\n', "\r\n");
        assert_eq!(loose.parse::<Record>().unwrap(), TEXT.parse::<Record>().unwrap());
    }

    #[test]
    fn a_die_may_show_nought() {
        let text = TEXT.replace("* 3 5\n", "* 0 5\n");
        let record: Record = text.parse().unwrap();
        assert_eq!(record.to_string(), text);
        assert!(
            record
                .steps
                .iter()
                .any(|step| matches!(&step.what, What::Roll { faces, .. } if faces[..] == [0, 5]))
        );
    }

    #[test]
    fn what_the_seats_added_stands_in_the_head() {
        let parts = format!("entropy {}\nentropy {}\n", "0f".repeat(32), "1e".repeat(32));
        let text = TEXT.replace("seats ", &format!("{parts}seats "));
        let record: Record = text.parse().unwrap();
        assert_eq!(record.to_string(), text);
        assert!(matches!(&record.dice, RecordDice::Seeded { parts, .. } if parts.len() == 2));
        let short = text.replace("entropy 1e", "entropy ");
        assert_eq!(short.parse::<Record>().unwrap_err().line, 10);
        let by_hand = text.replace("dice seeded\ncommitment 91bc", "dice by hand");
        let by_hand = by_hand.replace(" @4", "").replace(" given", "");
        assert!(by_hand.parse::<Record>().unwrap_err().message.contains("only with seeded dice"));
    }

    #[test]
    fn dice_without_a_generator() {
        for dice in ["scripted", "by hand"] {
            let text = TEXT
                .replace("dice seeded\ncommitment 91bc", &format!("dice {dice}"))
                .replace(" @4", "")
                .replace(" given", "");
            assert_eq!(text.parse::<Record>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn errors_name_the_line() {
        let seeded = SeededDice::from_u64(7);
        let (seed, salt) = seeded.revealed();
        for (from, to, expected) in [
            ("capitano record 1", "capitano record 2", "line 1: a record begins with"),
            ("game goito\n", "", "the head of the record has no `game`"),
            ("game goito", "game", "line 2: nothing after `game`"),
            ("data 3f2a", "date 3f2a", "line 6: `date` means nothing"),
            ("data 3f2a", "game custoza", "line 6: `game` occurs twice"),
            ("option fog on", "option first on", "line 5: the option `first` occurs twice"),
            ("option fog on", "option fog", "line 5: an option needs"),
            ("dice seeded", "dice loaded", "line 7: there are no such dice"),
            ("dice seeded", "dice scripted", "line 14: roll number 4 cannot"),
            ("commitment 91bc\n", "", "the head of the record has no `commitment`"),
            ("data 3f2a", "seed 12", "line 6: seed and salt go together"),
            ("data 3f2a", "seed 12\nsalt 12", "line 6: the seed or the salt is not"),
            ("data 3f2a", &format!("seed {seed}\nsalt {salt}"), "line 6: seed and salt do not give"),
            ("{\"turn\"", "{turn", "line 10: the start is not JSON"),
            ("start setup", "start middle", "line 10: a start is"),
            ("0 place pi", "9 place pi", "line 12: `9` is neither"),
            ("0 place pi-5-aosta 1106", "0", "line 12: a seat's number with no"),
            ("* 3 5", "* 3 x", "line 13: a roll is"),
            ("* 3 5", "*", "line 13: a roll is"),
            ("* 3 5", "* x", "line 13: a roll is"),
            ("* 2 2 @4", "* 2 2 @0", "line 14: roll number 0 cannot"),
            ("* 2 2 @4", "* 2 2 @-1", "line 14: `@-1` is not"),
            ("hash 0123", "hash 012", "line 20: the hash is not"),
            ("hash 0", "cash 0", "line 20: only `result` and `hash`"),
            ("hash 0", "--\nhash 0", "line 20: a third `--`"),
        ] {
            let text = TEXT.replacen(from, to, 1);
            assert_ne!(text, TEXT, "{from}");
            let error = text.parse::<Record>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{from} to {to}: {error}");
        }
        let by_hand = TEXT.replace("seeded", "by hand").replace(" @4", "");
        let error = by_hand.parse::<Record>().unwrap_err().to_string();
        assert!(error.starts_with("line 8: `commitment` goes only with seeded dice"), "{error}");
        assert!("".parse::<Record>().unwrap_err().to_string().starts_with("line 1"));
        let headless = TEXT.split("--").next().unwrap().parse::<Record>();
        assert!(headless.unwrap_err().to_string().starts_with("no `--`"));
    }
}
