//! What comes from outside, broken by lot: positions, set-ups, records, texts. Whatever it is, it is refused with a reason
//! or played; nothing may panic. The same is done by the fuzz targets for as long as one likes.

use super::asking::all_pieces;
use super::walking::{Walk, play, walk};
use super::{variants, viewers};
use crate::dice::Dice;
use crate::guard::BEYOND_CHECKS;
use crate::lot::Lot;
use crate::module::{Checked, FromFiles, Module};
use crate::record::{Options, Record};
use crate::table::Table;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// What became of broken things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Broken {
    pub tried: u32,
    /// Accepted, and played on.
    pub taken: u32,
    /// Refused by nothing but the last guard: a check is missing.
    pub unchecked: u32,
}

impl Broken {
    /// That so many were tried and so many taken, and that the checks were enough.
    ///
    /// # Panics
    /// If not.
    pub fn at_least(self, tried: u32, taken: u32) {
        assert!(self.tried >= tried && self.taken >= taken, "{self:?}");
        assert_eq!(self.unchecked, 0, "a check is missing: {self:?}");
    }

    fn count(&mut self, what: Outcome, told: &Told<impl Fn() -> String>) {
        if what == Outcome::Unchecked {
            eprintln!("only the guard has stopped {}", told.0());
        }
        self.tried += 1;
        self.taken += u32::from(what == Outcome::Taken);
        self.unchecked += u32::from(what == Outcome::Unchecked);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Refused,
    Taken,
    Unchecked,
}

/// Numbers at which counts, directions and words end.
const NUMBERS: [i64; 22] =
    [-129, -128, -1, 0, 1, 2, 3, 5, 6, 7, 9, 15, 16, 31, 63, 64, 127, 128, 250, 254, 255, 65535];

/// What is put into broken things: values that stand somewhere, by the name of the field in which they do.
#[derive(Clone, Debug, Default)]
pub struct Pool(BTreeMap<String, Vec<Value>>);

/// Values of one field that are kept.
const KEPT: usize = 200;

impl Pool {
    pub fn of(values: &[Value]) -> Pool {
        let mut pool = Pool::default();
        values.iter().for_each(|value| pool.collect("", value));
        pool
    }

    fn collect(&mut self, key: &str, value: &Value) {
        let kept = self.0.entry(key.to_owned()).or_default();
        if kept.len() < KEPT && !kept.contains(value) {
            kept.push(value.clone());
        }
        match value {
            Value::Object(fields) => fields.iter().for_each(|(key, inner)| self.collect(key, inner)),
            // What stands in a list is told from the list itself.
            Value::Array(list) => list.iter().for_each(|inner| self.collect(&format!("{key}[]"), inner)),
            _ => {}
        }
    }

    /// A value that stands in the same field elsewhere.
    fn draw(&self, path: &str, lot: &mut Lot) -> Option<Value> {
        let mut key = String::new();
        for part in path.split('/') {
            match part.parse::<usize>() {
                Ok(_) => key += "[]",
                Err(_) => key = part.to_owned(),
            }
        }
        lot.one_of(self.0.get(&key)?).cloned()
    }
}

/// Changes a value in one to three places; what is put in comes from nowhere, from elsewhere in it, or out of the pool.
pub fn break_value(value: &mut Value, pool: &Pool, lot: &mut Lot) {
    for _ in 0..=lot.below(3) {
        let path = path_into(value, lot);
        let put = match lot.below(8) {
            0..=4 => pool.draw(&path, lot),
            5 => {
                let elsewhere = path_into(value, lot);
                value.pointer(&elsewhere).cloned()
            }
            _ => None,
        };
        let Some(node) = value.pointer_mut(&path) else { continue };
        match put {
            Some(other) => *node = other,
            None => break_node(node, lot),
        }
    }
}

/// The way to some node: at each fork one of the branches, so that what stands alone is hit as often as one of many.
fn path_into(value: &Value, lot: &mut Lot) -> String {
    let mut path = String::new();
    let mut at = value;
    loop {
        let stop = lot.below(10) == 0;
        match at {
            Value::Object(fields) if !fields.is_empty() && !stop => {
                let (key, inner) = fields
                    .iter()
                    .nth(lot.below(fields.len() as u32) as usize)
                    .expect("it is below the count");
                path = format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"));
                at = inner;
            }
            Value::Array(list) if !list.is_empty() && !stop => {
                let index = lot.below(list.len() as u32) as usize;
                path = format!("{path}/{index}");
                at = &list[index];
            }
            _ => return path,
        }
    }
}

fn break_node(node: &mut Value, lot: &mut Lot) {
    let number = |lot: &mut Lot| NUMBERS[lot.below(NUMBERS.len() as u32) as usize];
    if lot.below(12) == 0 {
        *node = match lot.below(8) {
            0 => Value::Null,
            1 => json!([]),
            2 => json!({}),
            3 => json!("Nothing"),
            4 => json!(number(lot)),
            5 => json!(1.5),
            6 => json!(u64::MAX),
            _ => json!(true),
        };
        return;
    }
    match node {
        Value::Null => *node = json!(number(lot)),
        Value::Bool(flag) => *flag = !*flag,
        Value::Number(old) => {
            let old = old.as_i64().unwrap_or(0);
            *node = match lot.below(3) {
                0 => json!(old.wrapping_add(1)),
                1 => json!(old.wrapping_sub(1)),
                _ => json!(number(lot)),
            };
        }
        Value::String(text) => *text = break_text(text, &[], lot),
        Value::Array(list) => break_list(list, lot, json!(0)),
        Value::Object(fields) => break_fields(fields, lot),
    }
}

fn break_list<T: Clone>(list: &mut Vec<T>, lot: &mut Lot, other: T) {
    let length = list.len() as u32;
    if length == 0 {
        return list.push(other);
    }
    let at = lot.below(length) as usize;
    match lot.below(6) {
        0 => drop(list.remove(at)),
        1 => list.insert(at, list[at].clone()),
        2 => list.swap(at, lot.below(length) as usize),
        3 => list.truncate(at),
        4 => list.push(list[at].clone()),
        _ => list[at] = other,
    }
}

fn break_fields(fields: &mut Map<String, Value>, lot: &mut Lot) {
    let keys: Vec<String> = fields.keys().cloned().collect();
    let Some(key) = lot.one_of(&keys) else {
        fields.insert("more".into(), json!(1));
        return;
    };
    match lot.below(4) {
        0 => drop(fields.remove(key)),
        1 => drop(fields.insert(format!("{key}s"), json!(1))),
        2 => {
            let value = fields.remove(key).unwrap_or_default();
            fields.insert(break_text(key, &[], lot), value);
        }
        _ => {
            if let (Some(one), Some(other)) = (fields.get(key).cloned(), lot.one_of(&keys)) {
                fields.insert(other.clone(), one);
            }
        }
    }
}

/// Texts that mean something somewhere.
const WORDS: [&str; 24] = [
    "",
    " ",
    "0",
    "-1",
    "9",
    "250",
    "99999999999999999999",
    "1.5",
    "*",
    "--",
    "#",
    ";",
    "+",
    "@3",
    "given",
    "none",
    "0000",
    "1412",
    "\u{0}",
    "é",
    "\"",
    "{",
    "hash 0123456789abcdef",
    "option fog on",
];

/// Changes a text in one to three places: letters, words, or lines of it or of another.
pub fn break_text(text: &str, others: &[String], lot: &mut Lot) -> String {
    let mut text = text.to_owned();
    for _ in 0..=lot.below(3) {
        text = break_once(&text, others, lot);
    }
    text
}

fn break_once(text: &str, others: &[String], lot: &mut Lot) -> String {
    let word = |lot: &mut Lot| WORDS[lot.below(WORDS.len() as u32) as usize].to_owned();
    match lot.below(4) {
        0 if text.contains('\n') => {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let other = lot.one_of(others).and_then(|other| {
                let lines: Vec<&str> = other.lines().collect();
                lot.one_of(&lines).map(ToString::to_string)
            });
            let other = other.unwrap_or_else(|| word(lot));
            break_list(&mut lines, lot, other);
            lines.join("\n") + "\n"
        }
        1 | 2 if text.contains(' ') || text.contains(',') => {
            let mark = if text.contains(' ') && lot.below(4) != 0 { ' ' } else { ',' };
            let mut words: Vec<String> = text.split(mark).map(str::to_owned).collect();
            let other = word(lot);
            break_list(&mut words, lot, other);
            words.join(&mark.to_string())
        }
        _ => {
            let mut letters: Vec<char> = text.chars().collect();
            let any = ['0', '9', 'x', ' ', '\n', ',', '-', '.', '"', '{', ']', '=', 'é', '\u{7f}'];
            let other = any[lot.below(any.len() as u32) as usize];
            break_list(&mut letters, lot, other);
            letters.into_iter().collect()
        }
    }
}

/// Loads a position at a table like this one. What is taken is looked at by everybody, asked about, and played on.
pub fn load_broken(like: &dyn Table, position: &Value, lot: &mut Lot) -> Outcome {
    let mut table = like.anew();
    match table.load_position(position) {
        Ok(()) => {
            go_on(&mut *table, lot);
            Outcome::Taken
        }
        Err(errors) => refused(&errors),
    }
}

/// The same with a set-up.
pub fn set_up_broken(like: &dyn Table, setup: &Value, lot: &mut Lot) -> Outcome {
    let mut table = like.anew();
    match table.load_setup(setup) {
        Ok(()) => {
            go_on(&mut *table, lot);
            Outcome::Taken
        }
        Err(errors) => refused(&errors),
    }
}

/// Reads and replays a record of any game.
pub fn replay_broken(module: &dyn Module, text: &str, lot: &mut Lot) -> Outcome {
    let Ok(record) = text.parse::<Record>() else { return Outcome::Refused };
    let _ = record.to_string();
    match module.replay(&record) {
        Ok(mut table) => {
            go_on(&mut *table, lot);
            Outcome::Taken
        }
        Err(error) => refused(&[error.message]),
    }
}

fn refused(errors: &[String]) -> Outcome {
    assert!(
        !errors.is_empty() && errors.iter().all(|error| !error.is_empty()),
        "it is refused for no reason"
    );
    let unchecked = errors.iter().any(|error| error.contains(BEYOND_CHECKS));
    if unchecked { Outcome::Unchecked } else { Outcome::Refused }
}

/// Steps that are played after something broken was taken.
const ON: usize = 12;

fn go_on(table: &mut dyn Table, lot: &mut Lot) {
    table.set_dice(Dice::seeded(lot.below(1000).into()));
    for step in 0..ON {
        if step % 4 == 0 {
            look_around(table, lot);
        }
        if table.outcome().is_some() {
            break;
        }
        // Who must decide can: otherwise it should not have been taken.
        play(table, lot).unwrap_or_else(|why| panic!("a position was taken that leads nowhere: {why}"));
    }
    let _ = table.save();
}

/// Everybody looks at the board and asks about a piece of it.
fn look_around(table: &dyn Table, lot: &mut Lot) {
    for viewer in viewers(table.info().seats.len()) {
        let scene = table.scene(viewer);
        table.status(viewer);
        let pieces: Vec<_> = all_pieces(&scene).collect();
        if let Some(piece) = lot.one_of(&pieces) {
            let _ = (table.why(viewer, &piece.id), table.reach(viewer, &piece.id));
            if let Some(hex) = &piece.hex {
                let _ = table.why(viewer, hex);
            }
        }
    }
}

/// Loads a position that is sound, then with one value changed after the other: each time it is refused with these words.
/// A path names the value; a field that is not there is added, and so is what comes after the end of a list.
///
/// # Panics
/// If a position is taken, or refused with other words.
pub fn refuses(like: &dyn Table, sound: &Value, changes: &[(&str, Value, &str)]) {
    like.anew().load_position(sound).unwrap_or_else(|errors| panic!("nothing is wrong with it: {errors:?}"));
    for (path, value, words) in changes {
        let mut wrong = sound.clone();
        let (parent, key) = path.rsplit_once('/').expect("a path begins with a slash");
        match wrong.pointer_mut(parent).expect("it is there") {
            Value::Array(list) => {
                let index: usize = key.parse().expect("a number");
                if index < list.len() { list[index] = value.clone() } else { list.push(value.clone()) }
            }
            other => other[key] = value.clone(),
        }
        let why = like.anew().load_position(&wrong).err().unwrap_or_default().join("; ");
        assert!(why.contains(words), "{path} {value}: {why}");
    }
}

/// Positions along a random game of each scenario, broken so often each, loaded and played on.
///
/// # Panics
/// If a game cannot be played; and if anything that is broken brings the rules down.
pub fn break_positions(module: &dyn Module, moments: u32, times: u32, more: &[(&str, &[&str])]) -> Broken {
    let mut broken = Broken::default();
    for (scenario, options) in variants(module) {
        let mut collected = Collector { positions: Vec::new() };
        if let Err(why) = walk(module, &scenario, &options, 1, moments, &mut collected) {
            panic!("{scenario}: {why}");
        }
        let mut positions = collected.positions;
        let table = module.open(&scenario, &options).expect("it was opened before");
        for setup in more.iter().filter(|(id, _)| *id == scenario).flat_map(|(_, setups)| setups.iter()) {
            let mut set_up = table.anew();
            set_up.load_setup(&json!(setup)).unwrap_or_else(|errors| panic!("{setup}: {errors:?}"));
            positions.push(set_up.position());
        }
        let pool = Pool::of(&positions);
        let mut lot = Lot::of("capitano breaking positions 1\n", 1);
        for (number, sound) in positions.iter().enumerate() {
            for time in 0..times {
                let mut position = sound.clone();
                break_value(&mut position, &pool, &mut lot);
                let name = format!("{scenario} {options:?}, position {number}, time {time}");
                let told = Told(|| format!("{name}:{}", changes(sound, &position, "")));
                broken.count(load_broken(&*table, &position, &mut lot), &told);
            }
        }
    }
    broken
}

struct Collector {
    positions: Vec<Value>,
}

impl Walk for Collector {
    fn look(&mut self, table: Box<dyn Table>, _: usize, now: bool) -> Result<Box<dyn Table>, String> {
        if now {
            self.positions.push(table.position());
        }
        Ok(table)
    }
}

/// Set-ups of a scenario, as JSON and as texts, broken so often each, and played on.
///
/// # Panics
/// If a set-up cannot be loaded as it is; and if anything that is broken brings the rules down.
pub fn break_setups(module: &dyn Module, scenario: &str, setups: &[Value], times: u32) -> Broken {
    let mut broken = Broken::default();
    let table = module.open(scenario, &Options::new()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let pool = Pool::of(setups);
    let mut lot = Lot::of("capitano breaking set-ups 1\n", 1);
    for (number, setup) in setups.iter().enumerate() {
        table.anew().load_setup(setup).unwrap_or_else(|errors| panic!("{setup}: {errors:?}"));
        for time in 0..times {
            let mut setup = setup.clone();
            match &mut setup {
                Value::String(text) => {
                    let others: Vec<String> =
                        setups.iter().filter_map(|s| s.as_str().map(Into::into)).collect();
                    *text = break_text(text, &others, &mut lot);
                }
                other => break_value(other, &pool, &mut lot),
            }
            let told = Told(|| format!("{scenario}, set-up {number}, time {time}: {setup}"));
            broken.count(set_up_broken(&*table, &setup, &mut lot), &told);
        }
    }
    broken
}

/// Records of the first steps of a random game of each scenario, broken so often each, read and replayed.
///
/// # Panics
/// If a game cannot be played; and if anything that is broken brings the rules down.
pub fn break_records(module: &dyn Module, steps: usize, times: u32) -> Broken {
    let mut broken = Broken::default();
    for (scenario, options) in variants(module) {
        let mut lot = Lot::of("capitano breaking records 1\n", 1);
        let mut table = module.open(&scenario, &options).expect("a scenario of its own");
        table.set_dice(Dice::seeded(1));
        for _ in 0..steps {
            if table.outcome().is_some() || play(&mut *table, &mut lot).is_err() {
                break;
            }
        }
        let text = table.record().to_string();
        let others = [text.clone()];
        for time in 0..times {
            let changed = break_text(&text, &others, &mut lot);
            let told = Told(|| {
                format!("{scenario} {options:?}, record, time {time}: {}", difference(&text, &changed))
            });
            broken.count(replay_broken(module, &changed, &mut lot), &told);
        }
    }
    broken
}

/// Files of a game, given by name and text, one of them broken each time; `with` gives them with this one in its
/// place. What is wrong with them is said, or the game is played to its end in every scenario.
///
/// # Panics
/// If a game gets stuck, or if anything that is broken brings the rules down.
pub fn break_files<G: FromFiles>(
    files: &[(&str, &str)],
    times: u32,
    with: impl Fn(&str, String) -> G::Files,
) -> Broken {
    let mut broken = Broken::default();
    let mut lot = Lot::of("capitano breaking files 1\n", 1);
    for time in 0..times {
        let (name, text) = files[lot.below(files.len() as u32) as usize];
        let changed = break_text(text, &[], &mut lot);
        let told = difference(text, &changed);
        let told = Told(|| format!("{name}, time {time}: {told}"));
        let outcome = match Checked::<G>::over(with(name, changed)) {
            Ok(module) => {
                for scenario in module.scenarios() {
                    let game =
                        module.play_random(&scenario.id, &Options::new(), time.into()).expect("it opens");
                    assert_eq!(game.stuck, None, "{} gets stuck", scenario.id);
                }
                Outcome::Taken
            }
            Err(problems) => refused(&problems.iter().map(ToString::to_string).collect::<Vec<_>>()),
        };
        broken.count(outcome, &told);
    }
    broken
}

/// Where two texts begin to differ.
fn difference(one: &str, other: &str) -> String {
    let at = one.lines().zip(other.lines()).position(|(one, other)| one != other).unwrap_or(0);
    let line = |text: &str| text.lines().nth(at).unwrap_or_default().to_owned();
    format!("line {}: `{}` instead of `{}`", at + 1, line(other), line(one))
}

/// Tells what was broken if it brings something down.
struct Told<F: Fn() -> String>(F);

impl<F: Fn() -> String> Drop for Told<F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.0());
        }
    }
}

/// What was changed in a value, path by path.
fn changes(one: &Value, other: &Value, path: &str) -> String {
    match (one, other) {
        _ if one == other => String::new(),
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            let field =
                |fields: &Map<String, Value>, key: &String| fields.get(key).cloned().unwrap_or_default();
            keys.map(|key| changes(&field(a, key), &field(b, key), &format!("{path}/{key}"))).collect()
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let pairs = a.iter().zip(b).enumerate();
            pairs.map(|(i, (a, b))| changes(a, b, &format!("{path}/{i}"))).collect()
        }
        _ => format!("\n  {path}: {other} instead of {one}"),
    }
}
