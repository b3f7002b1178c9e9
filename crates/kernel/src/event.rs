//! What happened, with its rule. A game says an event once; what a seat hears of it is worked out
//! from the marks that the parts carry, so that a log never tells more than the seat may know.

use crate::rule::Citation;
use crate::seat::{Seat, SeatSet};
use serde::Serialize;

/// A piece of an event's sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    Text(&'static str),
    Words(String),
    Seat(Seat),
    /// A unit by its id. Seats outside `seen_by` read `unseen` instead of its name.
    Unit {
        name: String,
        id: String,
        seen_by: SeatSet,
        unseen: String,
    },
    /// A printed hex number.
    Hex(String),
    /// A number; seats outside `seen_by` read "?".
    Number {
        value: i32,
        seen_by: SeatSet,
    },
    /// Words that only some seats may read; the others read nothing.
    Secret {
        words: String,
        seen_by: SeatSet,
    },
}

/// A modifier of a roll, a column or a strength.
#[derive(Clone, Debug, PartialEq)]
pub struct Modifier {
    pub label: String,
    pub value: i32,
    pub rule: Citation,
    /// Seats that may read the value; the others do not hear of the modifier.
    pub seen_by: SeatSet,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// A stable word for programs: `move`, `fire`, `check`, `retreat` …
    pub kind: &'static str,
    pub rule: Citation,
    pub parts: Vec<Part>,
    /// The faces rolled, if it was a roll.
    pub dice: Vec<u8>,
    pub modifiers: Vec<Modifier>,
    /// Who hears of it at all.
    pub heard_by: SeatSet,
    /// Something hidden came to light: taking back stops here.
    pub reveals: bool,
}

impl Event {
    pub fn new(kind: &'static str, rule: Citation) -> Event {
        Event {
            kind,
            rule,
            parts: Vec::new(),
            dice: Vec::new(),
            modifiers: Vec::new(),
            heard_by: SeatSet::ALL,
            reveals: false,
        }
    }
    pub fn text(mut self, text: &'static str) -> Event {
        self.parts.push(Part::Text(text));
        self
    }
    pub fn words(mut self, words: impl Into<String>) -> Event {
        self.parts.push(Part::Words(words.into()));
        self
    }
    pub fn part(mut self, part: Part) -> Event {
        self.parts.push(part);
        self
    }
    pub fn seat(self, seat: Seat) -> Event {
        self.part(Part::Seat(seat))
    }
    pub fn hex(mut self, number: impl Into<String>) -> Event {
        self.parts.push(Part::Hex(number.into()));
        self
    }
    pub fn dice(mut self, faces: &[u8]) -> Event {
        self.dice.extend_from_slice(faces);
        self
    }
    pub fn modifiers(mut self, modifiers: Vec<Modifier>) -> Event {
        self.modifiers = modifiers;
        self
    }
    pub fn reveals(mut self, reveals: bool) -> Event {
        self.reveals = reveals;
        self
    }
}

/// Where a game says its events. Switched off in playouts: then nothing is built at all.
#[derive(Debug, Default)]
pub struct Log {
    on: bool,
    pub events: Vec<Event>,
}

impl Log {
    pub fn on() -> Log {
        Log { on: true, events: Vec::new() }
    }
    pub fn off() -> Log {
        Log::default()
    }
    pub fn is_on(&self) -> bool {
        self.on
    }
    #[inline]
    pub fn say(&mut self, event: impl FnOnce() -> Event) {
        if self.on {
            self.events.push(event());
        }
    }
}

/// An event as one viewer may read it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Told {
    pub kind: &'static str,
    pub rule: Citation,
    pub text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<ToldModifier>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldModifier {
    pub label: String,
    pub value: i32,
    pub rule: Citation,
}
