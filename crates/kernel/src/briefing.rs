//! What a player should know before he decides: who he is, how the game is won and how that stands, what he can do
//! now, what comes when, and some advice for his side. Made for a viewer, like everything that is shown.

use crate::Text;
use crate::game::Viewer;
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

/// What a game says for a briefing: goals and what can be done now by the side, by its number.
pub struct Told<'a> {
    /// Who a side is, and its hints.
    pub words: &'a dyn Fn(u8) -> Option<(String, Vec<String>)>,
    pub goals: &'a dyn Fn(u8) -> Vec<Goal>,
    pub now: &'a dyn Fn(u8) -> Vec<Point>,
    pub coming: Vec<Coming>,
}

impl Briefing {
    /// The briefing of a viewer in a game for so many seats.
    pub fn of(viewer: Viewer, seats: u8, told: Told) -> Briefing {
        let seat = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
        let sides = seat.map_or(0..seats, |seat| seat.0..seat.0 + 1);
        let (who, hints) = seat.and_then(|seat| (told.words)(seat.0)).unwrap_or_default();
        let now = seat.map_or(Vec::new(), |seat| (told.now)(seat.0));
        let mut coming = told.coming;
        coming.sort_by_key(|coming| coming.turn);
        Briefing { seat, who, goals: sides.flat_map(told.goals).collect(), now, coming, hints }
    }
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
