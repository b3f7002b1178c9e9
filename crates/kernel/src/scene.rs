//! What a viewer sees, described as data: counters, markers, tracks and boxes. A page or a
//! terminal draws it without knowing the game.

use crate::game::Phase;
use serde::Serialize;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scene {
    /// The map's id, to fetch its drawing.
    pub map: String,
    pub phase: Phase,
    pub pieces: Vec<Piece>,
    pub markers: Vec<Marker>,
    pub control: Vec<Control>,
    pub tracks: Vec<Track>,
    /// Pieces that are in no hex: entry columns, casualties.
    pub boxes: Vec<Bin>,
    pub formations: Vec<Formation>,
}

/// A counter.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Piece {
    /// The unit's id, or an anonymous one such as `1412#2` for a piece that lies face down to the viewer.
    pub id: String,
    pub name: String,
    pub seat: u8,
    /// `infantry`, `cavalry`, `artillery`, `commander` …
    pub kind: String,
    pub formation: Option<String>,
    pub hex: Option<String>,
    /// The direction it points to, 0 to 5 clockwise from the first direction of the map.
    pub facing: Option<u8>,
    pub face_up: bool,
    /// Stacking value.
    pub size: u8,
    pub values: Vec<Figure>,
    /// Marks on top: `march`, `square`, `shaken`, `low ammo` …
    pub badges: Vec<String>,
}

/// A printed value and what it is now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    pub label: &'static str,
    pub now: i32,
    pub printed: i32,
    pub provenance: String,
}

/// A marker in a hex, perhaps pointing at another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Marker {
    pub kind: String,
    pub seat: u8,
    pub hex: String,
    pub target: Option<String>,
}

/// Who holds an objective.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Control {
    pub hex: String,
    pub name: String,
    pub seat: Option<u8>,
    pub worth: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Track {
    pub name: String,
    pub from: i32,
    pub to: i32,
    pub markers: Vec<TrackMarker>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrackMarker {
    pub label: String,
    pub at: i32,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bin {
    pub name: String,
    pub seat: Option<u8>,
    pub pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Formation {
    pub id: String,
    pub name: String,
    pub seat: u8,
    pub commander: String,
    /// Facts in words: `activated`, `2 failed attempts`, `mood +1`, `3 out of command`.
    pub facts: Vec<String>,
}
