//! A position on its way: what the names in a set-up stand for, and the lists in it.

use super::{Found, entries, side_named, words};
use crate::game::Game;
use crate::id::Id;
use serde_json::Value;

/// What takes the object of a set-up into a position, with all that is wrong so far.
pub trait Builder: Sized {
    type Hex: Copy;

    fn errors(&mut self) -> &mut Vec<String>;
    /// Ids and names of the sides, in order.
    fn sides(&self) -> Vec<(&str, &str)>;
    fn hex_numbered(&self, number: &str) -> Option<Self::Hex>;

    fn wrong(&mut self, message: impl Into<String>) {
        self.errors().push(message.into());
    }

    fn side(&mut self, at: &str, name: &str) -> Option<u8> {
        let side = side_named(self.sides().into_iter(), at, name);
        side.map_err(|why| self.wrong(why)).ok()
    }

    fn hex(&mut self, at: &str, number: &str) -> Option<Self::Hex> {
        let found = self.hex_numbered(number);
        if found.is_none() {
            self.wrong(format!("{at}: there is no hex {number} on this map"));
        }
        found
    }

    /// The hexes of a list that may be missing.
    fn hexes(&mut self, value: Option<&Value>, at: &str) -> Vec<Self::Hex> {
        self.names(value, at, |builder, number| builder.hex(at, number))
    }

    /// What the words of a list that may be missing stand for, as far as they stand for something.
    fn names<T>(
        &mut self,
        value: Option<&Value>,
        at: &str,
        find: impl Fn(&mut Self, &str) -> Option<T>,
    ) -> Vec<T> {
        let Some(value) = value else { return Vec::new() };
        let names = words(value, at, self.errors());
        names.into_iter().filter_map(|name| find(self, name)).collect()
    }

    /// The entries of a list that may be missing.
    fn list<'v>(&mut self, value: Option<&'v Value>, at: &str) -> &'v [Value] {
        match value.map(Value::as_array) {
            None => &[],
            Some(Some(list)) => list,
            Some(None) => {
                self.wrong(format!("{at}: a list is expected"));
                &[]
            }
        }
    }

    /// What a name stands for; `none` is what is wrong where it stands for nothing.
    fn found<I: Id>(&mut self, at: &str, found: Found, none: &str) -> Option<I> {
        match found {
            Found::One(index) => return Some(I::at(index)),
            Found::None => self.wrong(format!("{at}: {none}")),
            Found::Many(ids) => self.wrong(format!("{at}: this may be {ids}")),
        }
        None
    }

    /// Takes in what an object says of pieces, each with its field and what is said of it.
    fn pieces<I: Id>(
        &mut self,
        setup: &Value,
        kind: Kind,
        find: impl Fn(&Self, &str) -> Found,
        mut take: impl FnMut(&mut Self, I, &Value, &str),
    ) {
        let mut named: Vec<I> = Vec::new();
        for (name, value) in entries(setup.get(kind.field), kind.field, self.errors()) {
            let at = format!("{}.{name}", kind.field);
            let found = find(self, name);
            let Some(piece) = self.found(&at, found, kind.none) else { continue };
            if named.contains(&piece) {
                self.wrong(format!("{at}: the {} is listed twice", kind.word));
                continue;
            }
            named.push(piece);
            take(self, piece, value, &at);
        }
    }

    /// Takes in numbers by what they are said of: `"mood": {"benedek": 1}`.
    fn numbers<T>(
        &mut self,
        setup: &Value,
        field: &str,
        [low, high]: [i64; 2],
        find: impl Fn(&mut Self, &str, &str) -> Option<T>,
        take: impl Fn(&mut Self, T, i64),
    ) {
        for (name, value) in entries(setup.get(field), field, self.errors()) {
            let at = format!("{field}.{name}");
            let Some(of) = find(self, &at, name) else { continue };
            match value.as_i64() {
                Some(number) if (low..=high).contains(&number) => take(self, of, number),
                _ => self.wrong(format!("{at}: a number from {low} to {high} is expected")),
            }
        }
    }
}

/// How pieces are listed: under which field, what one is called, and what is wrong with a name that is none's.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub field: &'static str,
    pub word: &'static str,
    pub none: &'static str,
}

/// A position that has been built, run on to where it waits and audited; or all that is wrong.
pub fn finished<G: Game>(
    game: &G,
    mut position: G::Position,
    errors: Vec<String>,
    run: impl FnOnce(&mut G::Position),
) -> Result<G::Position, Vec<String>> {
    if !errors.is_empty() {
        return Err(errors);
    }
    run(&mut position);
    game.audit(&position).map_err(|why| vec![why])?;
    Ok(position)
}
