//! Seats at the table and sets of them.

use serde::{Deserialize, Serialize};

/// A side of the game, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Seat(pub u8);

impl Seat {
    /// The other side, in a game of two.
    pub const fn other(self) -> Seat {
        Seat(1 - self.0)
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(pub u8);

impl SeatSet {
    pub const NONE: SeatSet = SeatSet(0);
    pub const ALL: SeatSet = SeatSet(u8::MAX);

    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }
    pub const fn has(self, seat: Seat) -> bool {
        seat.0 < 8 && self.0 & 1 << seat.0 != 0
    }
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).map(Seat).filter(move |s| self.has(*s))
    }
    /// The one seat of the set, if it holds exactly one.
    pub fn single(self) -> Option<Seat> {
        (self.0.count_ones() == 1).then(|| Seat(self.0.trailing_zeros() as u8))
    }
}

/// Names of seats live as long as the program: there are a handful of them.
pub fn intern(name: &str) -> &'static str {
    static NAMES: std::sync::Mutex<Vec<&'static str>> = std::sync::Mutex::new(Vec::new());
    let mut names = NAMES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(known) = names.iter().find(|n| **n == name) {
        return known;
    }
    let kept: &'static str = Box::leak(name.to_string().into_boxed_str());
    names.push(kept);
    kept
}
