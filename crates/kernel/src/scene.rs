//! What a viewer sees, described as data: counters, markers, tracks and boxes. A page or a
//! terminal draws it without knowing the game.

use crate::Text;
use crate::show::Phase;
use serde::Serialize;
use std::sync::Arc;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Scene {
    /// The map's id, to fetch its drawing.
    pub map: Text,
    pub phase: Phase,
    pub pieces: Vec<Arc<Piece>>,
    pub markers: Vec<Marker>,
    pub control: Vec<Arc<Control>>,
    pub tracks: Vec<Track>,
    /// Pieces that are in no hex: entry columns, casualties.
    pub boxes: Vec<Bin>,
    pub formations: Vec<Arc<Formation>>,
    pub volley: Volley,
}

/// Shots that are declared and not rolled for yet, in the order in which they will be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Volley {
    /// What a player should know of it, in words; perhaps empty.
    pub note: Text,
    pub shots: Vec<Shot>,
}

/// How a mark on counters looks. A game sends all of its marks once; a piece names them by their words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MarkInfo {
    /// As `Piece::badges` has it.
    pub word: &'static str,
    /// A character or two that lie on the counter; empty where the tone says all.
    pub sign: &'static str,
    pub tone: Tone,
}

impl MarkInfo {
    pub const fn new(word: &'static str, sign: &'static str, tone: Tone) -> MarkInfo {
        MarkInfo { word, sign, tone }
    }
}

/// What a mark does to the look of a counter: a fixed list, so that every front end can draw every mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Tone {
    Bad,
    Worse,
    /// Neither good nor bad.
    Calm,
    /// It has done something that it does once.
    Done,
    /// No sign: the whole counter is pale.
    Spent,
    /// No sign: a corner is turned down, for the counter lies face down to others.
    Folded,
    /// No sign: it is told in words only.
    Words,
}

impl Tone {
    /// Whether a sign lies on the counter.
    pub fn has_sign(self) -> bool {
        matches!(self, Tone::Bad | Tone::Worse | Tone::Calm | Tone::Done)
    }
}

/// A shot as it was declared. Events that tell what was rolled for it carry the same (`Event::shot`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Shot {
    /// Who fires, by its id and its name.
    pub unit: Text,
    pub name: Text,
    /// The hex that it is fired at.
    pub hex: Text,
    /// At whom, where somebody was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub at: Option<ShotAt>,
    /// It answers one that was fired at it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub answers: bool,
    /// Another shot of the same piece at the same target as before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub again: bool,
    /// It was to be fired and is not: a roll for it failed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub failed: bool,
    /// The action by whose name its odds can be asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub action: Option<Text>,
}

/// The piece that a shot is fired at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ShotAt {
    pub unit: Text,
    pub name: Text,
}

/// A counter. (That it is `Eq` lets two that are the same one be equal without being compared.)
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Piece {
    /// The unit's id, or an anonymous one such as `1412#2` for a piece that lies face down to the viewer.
    pub id: Text,
    pub name: Text,
    pub seat: u8,
    /// `infantry`, `cavalry`, `artillery`, `commander`, `standard` have symbols; others show their first letters.
    pub kind: Text,
    /// A commander's rank: so many stars stand on his counter. One where it is not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub stars: Option<u8>,
    pub formation: Option<Text>,
    pub hex: Option<Text>,
    /// The direction it points to, 0 to 5 clockwise from the first direction of the map.
    pub facing: Option<u8>,
    pub face_up: bool,
    /// Stacking value.
    pub size: u8,
    pub values: Vec<Figure>,
    /// Marks on top: `march`, `square`, `shaken`, `low ammo` … How they look is said once ([`MarkInfo`]).
    pub badges: Vec<Text>,
}

/// A printed value and what it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Figure {
    pub label: &'static str,
    pub now: i32,
    pub printed: i32,
    pub provenance: Text,
}

impl Figure {
    pub fn new(
        label: &'static str,
        now: impl Into<i32>,
        printed: impl Into<i32>,
        provenance: &'static str,
    ) -> Figure {
        let provenance = Text::new_static(provenance);
        Figure { label, now: now.into(), printed: printed.into(), provenance }
    }
}

/// A marker in a hex, perhaps pointing at another.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Marker {
    pub kind: Text,
    pub look: Look,
    pub seat: u8,
    pub hex: Text,
    pub target: Option<Text>,
    /// It has served and lies there pale.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub used: bool,
    /// A number that stands on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub count: Option<u16>,
}

impl Marker {
    pub fn new(kind: impl Into<Text>, look: Look, seat: u8, hex: impl Into<Text>) -> Marker {
        Marker { kind: kind.into(), look, seat, hex: hex.into(), target: None, used: false, count: None }
    }
    pub fn at(mut self, target: Option<Text>) -> Marker {
        self.target = target;
        self
    }
}

/// How a marker is drawn: a fixed list, so that every front end can draw every marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Look {
    /// An arrow to its target with the first letter of its kind; without a target, a disc with that letter.
    Arrow,
    /// A thin arrow to its target.
    Aim,
    /// A cloud behind the counters.
    Cloud,
    /// A link of a chain through all markers of its kind and seat; its target is where the piece comes from that goes there.
    Chain,
}

/// Who holds an objective.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Control {
    pub hex: Text,
    pub name: Text,
    pub seat: Option<u8>,
    /// What it is worth, in words.
    pub worth: Text,
    #[serde(skip_serializing_if = "Stake::is_open")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Stake>", optional))]
    pub stake: Stake,
}

/// Whether an objective counts, as far as the viewer may know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Stake {
    /// It does, and that is no secret.
    #[default]
    Open,
    /// It may.
    Maybe,
    /// It does: it was chosen in secret.
    Chosen,
}

impl Stake {
    pub fn is_open(&self) -> bool {
        *self == Stake::Open
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Track {
    pub name: Text,
    pub from: i32,
    pub to: i32,
    /// Spaces are halves: `from`, `to` and where markers stand are twice what they mean.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub halves: bool,
    /// The id of the track that is printed on the sheet of the map, if it is there: its markers lie on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub printed: Option<Text>,
    pub markers: Vec<TrackMarker>,
}

impl Track {
    pub fn new(name: impl Into<Text>, from: i32, to: i32, markers: Vec<TrackMarker>) -> Track {
        Track { name: name.into(), from, to, halves: false, printed: None, markers }
    }

    /// It is printed on the sheet of the map, under this id.
    pub fn printed(mut self, id: impl Into<Text>) -> Track {
        self.printed = Some(id.into());
        self
    }

    /// A place on the track in words: `3`, or `2½` where it is counted in halves.
    pub fn words(&self, at: i32) -> String {
        match (self.halves, at) {
            (false, _) => at.to_string(),
            (true, -1) => "-½".into(),
            (true, 1) => "½".into(),
            (true, _) => format!("{}{}", at / 2, if at % 2 == 0 { "" } else { "½" }),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TrackMarker {
    pub label: Text,
    pub at: i32,
    /// Where it lies on the printed track, if that is counted in another way.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub space: Option<i32>,
}

impl TrackMarker {
    pub fn new(label: impl Into<Text>, at: i32) -> TrackMarker {
        TrackMarker { label: label.into(), at, space: None }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Bin {
    /// No other box of the scene has it; choices point at a box by it (`Choice::place`).
    pub id: Text,
    pub name: Text,
    pub seat: Option<u8>,
    /// Whether what lies in it is lost: out of the game, not waiting to come.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub lost: bool,
    pub pieces: Vec<Arc<Piece>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Formation {
    pub id: Text,
    pub name: Text,
    pub seat: u8,
    pub commander: Text,
    /// A CSS colour for its counters.
    pub colour: Text,
    /// Facts in words: `activated`, `2 failed attempts`, `mood +1`, `3 out of command`.
    pub facts: Vec<Text>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_on_a_track_are_told_in_halves_where_it_is_counted_so() {
        let whole = Track::new("Turn", 1, 12, Vec::new());
        assert_eq!([3, -1].map(|at| whole.words(at)), ["3", "-1"]);
        let halves = Track { halves: true, ..whole };
        let words = [0, 1, 4, 5, -1, -3, -4].map(|at| halves.words(at));
        assert_eq!(words, ["0", "½", "2", "2½", "-½", "-1½", "-2"]);
    }
}
