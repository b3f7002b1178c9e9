//! What games share that read positions written by hand: an object field by field, with everything
//! that is wrong in it, and short texts that are turned into such objects line by line.

mod builder;

pub use builder::{Builder, Kind, finished};

use crate::id::Id;
use crate::show::Show;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

// ---- objects -------------------------------------------------------------------------------------

/// A JSON object, read field by field.
pub struct Fields<'a, 'e> {
    value: &'a Value,
    /// Where it stands: `units.33-gyulai`; empty for the whole.
    at: String,
    errors: &'e mut Vec<String>,
}

impl<'a, 'e> Fields<'a, 'e> {
    /// `known` are the names of its fields, one after the other.
    pub fn new(value: &'a Value, at: &str, known: &str, errors: &'e mut Vec<String>) -> Fields<'a, 'e> {
        let known: Vec<&str> = known.split_whitespace().collect();
        let mut fields = Fields { value, at: at.to_owned(), errors };
        match value.as_object() {
            None if at.is_empty() => fields.errors.push("a set-up is an object or a text".into()),
            None => fields.errors.push(format!("{at}: an object is expected")),
            Some(object) => {
                for key in object.keys().filter(|k| !known.contains(&k.as_str())) {
                    fields.wrong(key, format!("there is no such field; there are: {}", known.join(", ")));
                }
            }
        }
        fields
    }

    pub fn is_object(&self) -> bool {
        self.value.is_object()
    }

    pub fn get(&self, field: &str) -> Option<&'a Value> {
        self.value.get(field)
    }

    pub fn wrong(&mut self, field: &str, message: String) {
        let dot = if self.at.is_empty() { "" } else { "." };
        self.errors.push(format!("{}{dot}{field}: {message}", self.at));
    }

    pub fn word(&mut self, field: &str) -> Option<&'a str> {
        let value = self.value.get(field)?;
        if value.as_str().is_none() {
            self.wrong(field, "a word is expected, in quotes".into());
        }
        value.as_str()
    }

    pub fn needed(&mut self, field: &str) -> Option<&'a str> {
        if self.value.get(field).is_none() {
            self.wrong(field, "this is required".into());
        }
        self.word(field)
    }

    pub fn flag(&mut self, field: &str) -> Option<bool> {
        let value = self.value.get(field)?;
        if value.as_bool().is_none() {
            self.wrong(field, "true or false is expected".into());
        }
        value.as_bool()
    }

    pub fn number(&mut self, field: &str, low: i64, high: i64) -> Option<i64> {
        let value = self.value.get(field)?;
        let number = value.as_i64().filter(|n| (low..=high).contains(n));
        if number.is_none() {
            self.wrong(field, format!("a number from {low} to {high} is expected"));
        }
        number
    }

    /// A word of a list.
    pub fn among<T: Copy>(&mut self, field: &str, list: &[(&str, T)]) -> Option<T> {
        let word = self.word(field)?;
        let found = list.iter().find(|(name, _)| *name == word);
        if found.is_none() {
            let names: Vec<&str> = list.iter().map(|(name, _)| *name).collect();
            self.wrong(field, format!("`{word}` is none of {}", names.join(", ")));
        }
        found.map(|(_, value)| *value)
    }

    /// The same where something else is said of a word that is none of them: that it is not `what`.
    pub fn kind<T: Copy>(&mut self, field: &str, what: &str, list: &[(&str, T)]) -> Option<T> {
        let word = self.word(field)?;
        let found = list.iter().find(|(name, _)| *name == word);
        if found.is_none() {
            let names: Vec<&str> = list.iter().map(|(name, _)| *name).collect();
            self.wrong(field, format!("`{word}` is not {what}: {}", names.join(", ")));
        }
        found.map(|(_, value)| *value)
    }

    /// A word of a list that must be said.
    pub fn one_of<T: Copy>(&mut self, field: &str, list: &[(&str, T)]) -> Option<T> {
        self.needed(field)?;
        self.among(field, list)
    }

    /// A direction, by its place among their names.
    pub fn dir(&mut self, field: &str, names: &[&str]) -> Option<u8> {
        let places: Vec<(&str, u8)> = names.iter().copied().zip(0..).collect();
        self.kind(field, "a direction", &places)
    }

    /// Says what is wrong of those fields of which something is.
    pub fn check<'w>(&mut self, wrong: impl IntoIterator<Item = (&'w str, bool, &'w str)>) {
        for (field, _, why) in wrong.into_iter().filter(|(_, wrong, _)| *wrong) {
            self.wrong(field, why.into());
        }
    }

    /// Whether something is said to be so.
    pub fn is(&mut self, field: &str) -> bool {
        self.flag(field).unwrap_or(false)
    }

    fn place<T: Copy>(&mut self, places: &Places<T>) -> (Option<String>, T) {
        let hex = self.word("hex").map(str::to_owned);
        let place = self.among("place", places.names);
        match (hex, place) {
            (Some(_), Some(_)) => {
                self.wrong("place", "a piece in a hex cannot also be somewhere else".into());
                (None, places.elsewhere)
            }
            (Some(hex), None) => (Some(hex), places.on_map),
            (None, Some(place)) => (None, place),
            (None, None) => {
                if self.value.is_object() {
                    self.wrong("hex", "a hex or a place is required".into());
                }
                (None, places.elsewhere)
            }
        }
    }
}

/// Where pieces can be.
pub struct Places<T: 'static> {
    /// The places that are no hex.
    pub names: &'static [(&'static str, T)],
    /// Where a piece with a hex is.
    pub on_map: T,
    /// Where one is of which neither is said, or both; and that is wrong.
    pub elsewhere: T,
}

impl<T: Copy> Places<T> {
    /// Hex and place of a piece: of a bare word, which is the number of a hex or a place, or of an object, of whose
    /// other fields `more` is told.
    pub fn read(
        &self,
        value: &Value,
        at: &str,
        known: &str,
        errors: &mut Vec<String>,
        more: impl FnOnce(&mut Fields, T),
    ) -> (Option<String>, T) {
        if let Some(word) = value.as_str() {
            return match self.names.iter().find(|(name, _)| *name == word) {
                Some((_, place)) => (None, *place),
                None => (Some(word.to_owned()), self.on_map),
            };
        }
        let mut fields = Fields::new(value, at, known, errors);
        let found = fields.place(self);
        more(&mut fields, found.1);
        found
    }

    /// What a text says of a piece: its place or its hex, then a field for each word; None for a word that does not
    /// apply to such pieces.
    pub fn said<'w>(
        &self,
        place: &str,
        words: &[&'w str],
        pieces: &str,
        field: impl Fn(&'w str) -> Result<Option<(&'w str, Value)>, String>,
    ) -> Result<Value, String> {
        let key = if self.names.iter().any(|(name, _)| *name == place) { "place" } else { "hex" };
        let mut object = Object::from_iter([(key.to_owned(), place.into())]);
        for word in words {
            let (key, value) = field(word)?.ok_or_else(|| format!("`{word}` does not apply to {pieces}"))?;
            set(&mut object, key, value);
        }
        Ok(Value::Object(object))
    }
}

/// A side by its id or its name; what is wrong if it is none.
fn side_named<'a>(
    sides: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    at: &str,
    name: &str,
) -> Result<u8, String> {
    let found = sides.clone().position(|(id, title)| id == name || title.eq_ignore_ascii_case(name));
    found.map(|seat| seat as u8).ok_or_else(|| {
        let ids: Vec<&str> = sides.map(|(id, _)| id).collect();
        format!("{at}: `{name}` is not a side: {}", ids.join(" or "))
    })
}

/// The entries of an object that may be missing.
pub fn entries<'a>(
    value: Option<&'a Value>,
    at: &str,
    errors: &mut Vec<String>,
) -> Vec<(&'a str, &'a Value)> {
    match value {
        None => Vec::new(),
        Some(Value::Object(object)) => object.iter().map(|(k, v)| (k.as_str(), v)).collect(),
        Some(_) => {
            errors.push(format!("{at}: an object is expected"));
            Vec::new()
        }
    }
}

/// A list of words.
pub fn words<'a>(value: &'a Value, at: &str, errors: &mut Vec<String>) -> Vec<&'a str> {
    let list = value.as_array().map(|list| list.iter().map(Value::as_str).collect::<Option<Vec<&str>>>());
    match list {
        Some(Some(words)) => words,
        _ => {
            errors.push(format!("{at}: a list of words is expected"));
            Vec::new()
        }
    }
}

/// What a name stands for in a list of ids.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    One(usize),
    None,
    /// The ids that it may be.
    Many(String),
}

impl Found {
    /// What was looked for in a list where it can be only one.
    pub fn one<I: Id>(found: Option<I>) -> Found {
        found.map_or(Found::None, |id| Found::One(id.index()))
    }
    /// The only one that it can be.
    pub fn only<I: Id>(self) -> Option<I> {
        match self {
            Found::One(at) => Some(I::at(at)),
            Found::None | Found::Many(_) => None,
        }
    }
}

/// The place of an id in a list, by the id itself or, where only one fits, by its short form.
pub fn named<'a>(
    ids: impl Iterator<Item = &'a str> + Clone,
    name: &str,
    short: impl Fn(&str) -> &str,
) -> Found {
    if let Some(at) = ids.clone().position(|id| id == name) {
        return Found::One(at);
    }
    let found: Vec<(usize, &str)> = ids.enumerate().filter(|(_, id)| short(id) == name).collect();
    match found[..] {
        [] => Found::None,
        [(at, _)] => Found::One(at),
        _ => Found::Many(found.iter().map(|(_, id)| *id).collect::<Vec<_>>().join(" or ")),
    }
}

// ---- texts ---------------------------------------------------------------------------------------

/// A set-up as an object on its way.
pub type Object = Map<String, Value>;

/// On which line of a text each field was said: `units.33-gyulai` and so on.
#[derive(Debug, Default)]
pub struct Lines(BTreeMap<String, usize>);

impl Lines {
    /// A message that begins with a field, with the line of the text before it.
    pub fn name(&self, error: String) -> String {
        let (field, _) = error.split_once(": ").unwrap_or((&error, ""));
        // `units.33-gyulai.lost` was said where `units.33-gyulai` was
        let mut shorter = field;
        loop {
            if let Some(line) = self.0.get(shorter) {
                return format!("line {line}: {error}");
            }
            match shorter.rfind('.') {
                Some(dot) => shorter = &shorter[..dot],
                None => return error,
            }
        }
    }
}

/// Takes a text into an object, statement by statement: one on each line, or between semicolons, `#`
/// for comments. A statement gives the fields under which it can be found wrong; what is wrong with
/// the words themselves is reported by line.
pub fn read_lines(
    text: &str,
    setup: &mut Object,
    statement: impl Fn(&[&str], &mut Object) -> Result<Vec<String>, String>,
) -> Result<Lines, Vec<String>> {
    let mut lines = Lines::default();
    let mut errors = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        for part in line.split(';') {
            let words: Vec<&str> = part.split_whitespace().collect();
            if words.is_empty() {
                continue;
            }
            match statement(&words, setup) {
                Ok(fields) => lines.0.extend(fields.into_iter().map(|field| (field, number + 1))),
                Err(why) => errors.push(format!("line {}: {why}", number + 1)),
            }
        }
    }
    if errors.is_empty() { Ok(lines) } else { Err(errors) }
}

/// Reads a set-up: an object, or a short text, which `statement` turns into one with only what is listed
/// in it. What is wrong with the object of a text is reported by line as well.
pub fn read_setup<P>(
    setup: &Value,
    statement: impl Fn(&[&str], &mut Object) -> Result<Vec<String>, String>,
    read: impl FnOnce(&Value) -> Result<P, Vec<String>>,
) -> Result<P, Vec<String>> {
    let Value::String(text) = setup else { return read(setup) };
    let mut object = Object::from_iter([("only_listed".to_owned(), true.into())]);
    let lines = read_lines(text, &mut object, statement)?;
    let named = |errors: Vec<String>| errors.into_iter().map(|error| lines.name(error)).collect();
    read(&Value::Object(object)).map_err(named)
}

/// What the statements of a game begin with that say one thing in the same way everywhere. Besides, `turn` has a
/// number, and `standard` leaves what is not listed where the scenario has it.
pub struct Statements {
    /// Stand alone: `command`, which is said in a field.
    pub flags: &'static [(&'static str, &'static str)],
    /// Have a word: `phase end`.
    pub words: &'static [&'static str],
    /// Have as many words as one likes: `used au-rw au-ce`.
    pub lists: &'static [&'static str],
    /// Have a number for a name: `mood benedek +1`.
    pub numbers: &'static [&'static str],
}

impl Statements {
    /// Takes such a statement into the set-up, and gives the fields under which it can be found wrong; None if it is
    /// another.
    fn read(&self, words: &[&str], setup: &mut Object) -> Result<Option<Vec<String>>, String> {
        match words {
            ["standard"] => set(setup, "only_listed", false.into()),
            [key] if self.flags.iter().any(|(word, _)| word == key) => {
                let fields = self.flags.iter().filter(|(word, _)| word == key);
                fields.for_each(|(_, field)| set(setup, field, true.into()));
            }
            ["turn", number] => {
                set(setup, "turn", whole(number)?);
                return Ok(Some(vec!["turn".to_owned()]));
            }
            [key, word] if self.words.contains(key) => {
                set(setup, key, (*word).into());
                return Ok(Some(vec![(*key).to_owned()]));
            }
            [key, name, number] if self.numbers.contains(key) => {
                insert(setup, key, name, whole(number)?)?;
                return Ok(Some(vec![format!("{key}.{name}")]));
            }
            [key, list @ ..] if self.lists.contains(key) => {
                extend(setup, key, list)?;
                return Ok(Some(vec![(*key).to_owned()]));
            }
            _ => return Ok(None),
        }
        Ok(Some(Vec::new()))
    }

    /// Takes any statement into the set-up: one that is alike everywhere, one of the game's `own`, or pieces
    /// (`one+two 1513 …`), who are told of with their place and the words after it.
    pub fn take(
        &self,
        words: &[&str],
        setup: &mut Object,
        own: impl FnOnce(&mut Object) -> Result<Option<Vec<String>>, String>,
        is_leader: impl Fn(&str) -> bool,
        leader: impl Fn(&str, &[&str]) -> Result<Value, String>,
        unit: impl Fn(&str, &[&str]) -> Result<Value, String>,
    ) -> Result<Vec<String>, String> {
        if let Some(fields) = self.read(words, setup)? {
            return Ok(fields);
        }
        if let Some(fields) = own(setup)? {
            return Ok(fields);
        }
        match words {
            [names, place, rest @ ..] => {
                let (leader, unit) = (|| leader(place, rest), || unit(place, rest));
                insert_pieces(setup, names, place, is_leader, leader, unit)
            }
            [word] => Err(format!("`{word}` alone says nothing")),
            [] => Ok(Vec::new()),
        }
    }
}

/// Takes pieces written `one+two 1513` into a set-up: what is said of each, under `leaders` or `units`. Gives
/// the fields under which they can be found wrong.
fn insert_pieces(
    setup: &mut Object,
    names: &str,
    place: &str,
    is_leader: impl Fn(&str) -> bool,
    leader: impl Fn() -> Result<Value, String>,
    unit: impl Fn() -> Result<Value, String>,
) -> Result<Vec<String>, String> {
    // what is wrong with a hex is wrong since its last piece came
    let mut fields = vec![format!("hex {place}")];
    for name in names.split('+') {
        let (key, value) = if is_leader(name) { ("leaders", leader()?) } else { ("units", unit()?) };
        fields.push(format!("{key}.{name}"));
        insert(setup, key, name, value)?;
    }
    Ok(fields)
}

pub fn whole(number: &str) -> Result<Value, String> {
    number.parse::<i64>().map(Value::from).map_err(|_| format!("`{number}` is not a number"))
}

pub fn set(object: &mut Object, key: &str, value: Value) {
    object.insert(key.to_owned(), value);
}

/// The object at a key, which is made if it is not there.
pub fn object<'a>(setup: &'a mut Object, key: &str) -> Result<&'a mut Object, String> {
    let value = setup.entry(key).or_insert_with(|| json!({}));
    value.as_object_mut().ok_or_else(|| format!("{key} is given twice, in two ways"))
}

pub fn insert(setup: &mut Object, key: &str, name: &str, value: Value) -> Result<(), String> {
    match object(setup, key)?.insert(name.to_owned(), value) {
        None => Ok(()),
        Some(_) => Err(format!("`{name}` is listed twice")),
    }
}

/// Adds to the list at a key; gives the fields under which what was added can be found wrong.
pub fn push(setup: &mut Object, key: &str, value: Value) -> Vec<String> {
    let list = setup.entry(key).or_insert_with(|| json!([]));
    let Some(list) = list.as_array_mut() else { return Vec::new() };
    list.push(value);
    vec![key.to_owned(), format!("{key}.{}", list.len() - 1)]
}

pub fn extend(setup: &mut Object, key: &str, words: &[&str]) -> Result<(), String> {
    let list = setup.entry(key).or_insert_with(|| json!([]));
    let list = list.as_array_mut().ok_or_else(|| format!("{key} is given twice, in two ways"))?;
    list.extend(words.iter().map(|w| Value::from(*w)));
    Ok(())
}

// ---- positions -----------------------------------------------------------------------------------

/// A position from a short text or from JSON. For tests: it panics with everything that is wrong.
#[track_caller]
pub fn position<G: Show>(game: &G, text: &str) -> G::Position {
    match read(game, text) {
        Ok(position) => position,
        Err(errors) => panic!("{}\nin\n{text}", errors.join("\n")),
    }
}

/// A position from a short text or from JSON (which begins with a brace), or all that is wrong.
pub fn read<G: Show>(game: &G, text: &str) -> Result<G::Position, Vec<String>> {
    game.setup(&value_of(text)?)
}

/// A set-up as it was handed over: JSON if it begins with a brace, else the short text.
pub fn value_of(text: &str) -> Result<Value, Vec<String>> {
    if text.trim_start().starts_with('{') {
        serde_json::from_str(text).map_err(|e| vec![e.to_string()])
    } else {
        Ok(text.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_stand_on_lines_and_between_semicolons() {
        let mut setup = Object::new();
        let read = |words: &[&str], setup: &mut Object| {
            insert(setup, "units", words[0], words[1].into())?;
            Ok(vec![format!("units.{}", words[0])])
        };
        let lines = read_lines("a 1 # first\n\n b 2; c 3", &mut setup, read).expect("it is sound");
        assert_eq!(Value::Object(setup.clone()), json!({ "units": { "a": "1", "b": "2", "c": "3" } }));
        assert_eq!(lines.name("units.c.hex: there is none".into()), "line 3: units.c.hex: there is none");
        assert_eq!(lines.name("phase: unknown".into()), "phase: unknown");
        let errors = read_lines("d 1\na 2", &mut setup, read).expect_err("a is there already");
        assert_eq!(errors, ["line 2: `a` is listed twice"]);
    }

    #[test]
    fn short_names_must_fit_one_id() {
        let ids = ["au-8-art", "pi-8-art", "pi-5-art"];
        fn short(id: &str) -> &str {
            id.split_once('-').map_or(id, |(_, rest)| rest)
        }
        let find = |name: &str| named(ids.iter().copied(), name, short);
        assert_eq!(find("pi-8-art"), Found::One(1));
        assert_eq!(find("5-art"), Found::One(2));
        assert_eq!(find("8-art"), Found::Many("au-8-art or pi-8-art".into()));
        assert_eq!(find("9-art"), Found::None);
    }

    #[test]
    fn pieces_stand_in_hexes_and_in_places() {
        let places = Places { names: &[("lost", 1)], on_map: 0, elsewhere: 2 };
        let bare = |word: &str| places.read(&word.into(), "units.a", "", &mut Vec::new(), |_, _| ());
        assert_eq!(bare("lost"), (None, 1));
        assert_eq!(bare("0101"), (Some("0101".into()), 0));
        let mut setup = Object::new();
        let mut insert = |names: &str, place: &str| {
            let said = || places.said(place, &[], "pieces", |_| Ok(None));
            insert_pieces(&mut setup, names, place, |name| name == "general", said, said)
        };
        let fields = insert("a+general", "0101").expect("both are new");
        assert_eq!(fields, ["hex 0101", "units.a", "leaders.general"]);
        insert("b", "lost").expect("it is new");
        assert_eq!(insert("b", "lost"), Err("`b` is listed twice".into()));
        let units = json!({ "a": { "hex": "0101" }, "b": { "place": "lost" } });
        assert_eq!(setup.get("units"), Some(&units));
    }

    #[test]
    fn statements_are_alike_the_games_own_or_of_pieces() {
        let all = Statements {
            flags: &[("command", "command_step")],
            words: &["phase"],
            lists: &["used"],
            numbers: &["mood"],
        };
        let places = Places { names: &[("lost", 1)], on_map: 0, elsewhere: 2 };
        let said = |place: &str, words: &[&str]| {
            places.said(place, words, "units", |word| Ok((word == "moved").then_some((word, true.into()))))
        };
        let mut setup = Object::new();
        let mut take = |text: &str| {
            let words: Vec<&str> = text.split(' ').collect();
            let own = |setup: &mut Object| match words[..] {
                ["marker", hex] => Ok(Some(push(setup, "markers", hex.into()))),
                _ => Ok(None),
            };
            all.take(&words, &mut setup, own, |name| name == "general", said, said)
        };
        let fields = |list: &[&str]| Ok(list.iter().map(|field| (*field).to_owned()).collect());
        for (text, expected) in [
            ("standard", fields(&[])),
            ("command", fields(&[])),
            ("turn 3", fields(&["turn"])),
            ("phase end", fields(&["phase"])),
            ("used one two", fields(&["used"])),
            ("used three", fields(&["used"])),
            ("mood general 2", fields(&["mood.general"])),
            ("marker 0101", fields(&["markers", "markers.0"])),
            ("a+general 0101 moved", fields(&["hex 0101", "units.a", "leaders.general"])),
            ("turn late", Err("`late` is not a number".into())),
            ("b 0101 asleep", Err("`asleep` does not apply to units".into())),
            ("turn", Err("`turn` alone says nothing".into())),
        ] {
            assert_eq!(take(text), expected, "{text}");
        }
        let piece = json!({ "hex": "0101", "moved": true });
        let expected = json!({
            "only_listed": false, "command_step": true, "turn": 3, "phase": "end", "used": ["one", "two", "three"],
            "mood": { "general": 2 }, "markers": ["0101"], "units": { "a": piece }, "leaders": { "general": piece },
        });
        assert_eq!(Value::Object(setup), expected);
    }

    #[test]
    fn a_side_has_an_id_and_a_name() {
        let find =
            |name: &str| side_named([("au", "Austrian"), ("pi", "Piedmontese")].into_iter(), "held", name);
        assert_eq!((find("pi"), find("austrian")), (Ok(1), Ok(0)));
        assert_eq!(find("fr"), Err("held: `fr` is not a side: au or pi".into()));
    }

    #[test]
    fn a_set_up_is_an_object_or_a_text() {
        let statement = |words: &[&str], setup: &mut Object| {
            set(setup, words[0], words[1].into());
            Ok(vec![words[0].to_owned()])
        };
        let read = |setup: &Value| match setup["turn"].as_str() {
            Some("9") => Err(vec!["turn: too late".into()]),
            _ => Ok(setup.clone()),
        };
        assert_eq!(
            read_setup(&"turn 3".into(), statement, read),
            Ok(json!({ "only_listed": true, "turn": "3" }))
        );
        assert_eq!(
            read_setup(&"\nturn 9".into(), statement, read),
            Err(vec!["line 2: turn: too late".into()])
        );
        assert_eq!(read_setup(&json!({ "turn": "9" }), statement, read), Err(vec!["turn: too late".into()]));
    }

    #[test]
    fn what_is_wrong_in_a_field_is_said_with_its_name() {
        let value = json!({ "turn": 30, "phase": 3, "place": "lost", "hex": "0101", "other": true });
        let mut errors = Vec::new();
        let mut fields = Fields::new(&value, "", "turn phase place hex", &mut errors);
        assert_eq!(fields.number("turn", 1, 12), None);
        assert_eq!(fields.word("phase"), None);
        assert_eq!(fields.place(&Places { names: &[("lost", 1)], on_map: 0, elsewhere: 2 }), (None, 2));
        assert_eq!(fields.needed("side"), None);
        let starts: Vec<&str> = errors.iter().filter_map(|e| e.split(':').next()).collect();
        assert_eq!(starts, ["other", "turn", "phase", "place", "side"]);
    }
}
