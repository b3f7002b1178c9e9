//! What a player should know before he decides: who he is, how the game is won and how that stands, what he can do
//! now, what comes when, and some advice for his side. Made for a viewer, like everything that is shown.

use crate::Text;
use crate::rule::Citation;
use crate::seat::Seat;
use serde::Serialize;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Briefing {
    /// Whom it is for; None for who only watches: he is told how each side wins and what comes.
    pub seat: Option<Seat>,
    /// Who that is, in a sentence or two.
    pub who: String,
    pub goals: Vec<Goal>,
    /// What can be done this turn.
    pub now: Vec<Point>,
    /// What comes when, the earliest first.
    pub coming: Vec<Coming>,
    pub hints: Vec<String>,
}

/// A way to win, or what must be kept from the enemy.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Goal {
    /// Whose goal it is.
    pub seat: Seat,
    pub sentence: String,
    /// How it stands, as far as the viewer may know.
    pub stands: String,
    /// It would be reached if the game were judged now.
    pub met: bool,
    pub rule: Citation,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Point {
    pub sentence: String,
    pub rule: Citation,
}

impl Point {
    pub fn new(rule: Citation, sentence: impl Into<String>) -> Point {
        Point { sentence: sentence.into(), rule }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Coming {
    pub turn: u16,
    /// The hour or date of the turn.
    pub time: Text,
    pub sentence: String,
    pub rule: Citation,
}

impl Coming {
    pub fn new(turn: u8, time: impl Into<Text>, rule: Citation, sentence: impl Into<String>) -> Coming {
        Coming { turn: turn.into(), time: time.into(), sentence: sentence.into(), rule }
    }
}
