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
}

/// A counter. (That it is `Eq` lets two that are the same one be equal without being compared.)
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Piece {
    /// The unit's id, or an anonymous one such as `1412#2` for a piece that lies face down to the viewer.
    pub id: Text,
    pub name: Text,
    pub seat: u8,
    /// `infantry`, `cavalry`, `artillery`, `commander` …
    pub kind: Text,
    pub formation: Option<Text>,
    pub hex: Option<Text>,
    /// The direction it points to, 0 to 5 clockwise from the first direction of the map.
    pub facing: Option<u8>,
    pub face_up: bool,
    /// Stacking value.
    pub size: u8,
    pub values: Vec<Figure>,
    /// Marks on top: `march`, `square`, `shaken`, `low ammo` …
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

/// A marker in a hex, perhaps pointing at another.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Marker {
    pub kind: Text,
    pub seat: u8,
    pub hex: Text,
    pub target: Option<Text>,
}

/// Who holds an objective.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Control {
    pub hex: Text,
    pub name: Text,
    pub seat: Option<u8>,
    pub worth: Text,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Track {
    pub name: Text,
    pub from: i32,
    pub to: i32,
    pub markers: Vec<TrackMarker>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TrackMarker {
    pub label: Text,
    pub at: i32,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Bin {
    pub name: Text,
    pub seat: Option<u8>,
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
