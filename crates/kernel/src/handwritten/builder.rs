//! A position on its way: what the names in a set-up stand for, and the lists in it.

use super::{Found, entries, side_named, words};
use crate::game::Game;
use crate::id::{ById, Id};
use crate::roster::Row;
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

    /// A formation, a wing, by its id; `short` is how ids are listed where it is none of them, and may be written too.
    fn row<I: Id, R: Row>(
        &mut self,
        at: &str,
        (what, name): (&str, &str),
        rows: &ById<I, Vec<R>>,
        short: impl Fn(&str) -> &str,
    ) -> Option<I> {
        let found = rows.of_any(name, &short);
        if found.is_none() {
            let ids: Vec<&str> = rows.iter().map(|row| short(row.id())).collect();
            self.wrong(format!("{at}: there is no {what} `{name}`: {}", ids.join(", ")));
        }
        found
    }

    /// The sides of those who are in a hex: one, or that is wrong.
    fn one_side(&mut self, number: &str, sides: impl IntoIterator<Item = u8>) -> bool {
        let mut sides = sides.into_iter();
        let first = sides.next();
        let one = sides.all(|side| Some(side) == first);
        if !one {
            self.wrong(format!("hex {number}: both sides are in it"));
        }
        one
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

/// Defines what takes the object of a set-up into a position (`struct Builder of Battle, Position;`): the battle, the position on
/// its way, and all that is wrong so far; and `Battle::read_setup`. The first method of the battle in the list gives the position to
/// begin with, the second runs it on to where it waits; `statement` takes a line of the short text.
#[macro_export]
macro_rules! builder {
    ($(#[$about:meta])* struct $Builder:ident of $Battle:ident, $Position:ident: $begin:ident, $run:ident, $statement:path;) => {
        $(#[$about])*
        struct $Builder<'a> {
            battle: &'a $Battle,
            p: $Position,
            errors: Vec<String>,
        }

        impl $crate::handwritten::Builder for $Builder<'_> {
            type Hex = <$Battle as $crate::Roster>::Spot;

            fn errors(&mut self) -> &mut Vec<String> {
                &mut self.errors
            }
            fn sides(&self) -> Vec<(&str, &str)> {
                self.battle.army.sides.iter().map(|s| (s.id.as_str(), s.name.as_str())).collect()
            }
            fn hex_numbered(&self, number: &str) -> Option<Self::Hex> {
                self.battle.map.find(number)
            }
        }

        impl $Battle {
            /// The position of a set-up: an object, or the short text.
            pub(crate) fn read_setup(&self, setup: &::serde_json::Value) -> Result<$Position, Vec<String>> {
                let statement =
                    |words: &[&str], setup: &mut $crate::handwritten::Object| $statement(self, words, setup);
                $crate::handwritten::read_setup(setup, statement, |setup| {
                    let mut builder = $Builder { battle: self, p: self.$begin(), errors: Vec::new() };
                    builder.build(setup);
                    let run = |p: &mut $Position| self.$run(p, &mut $crate::Log::off());
                    $crate::handwritten::finished(self, builder.p, builder.errors, run)
                })
            }
        }
    };
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
