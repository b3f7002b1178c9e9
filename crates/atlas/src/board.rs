//! A map as a board: where each hex lies in the drawing, and what it is, for whoever puts counters
//! on it or asks which hex was touched.

use crate::geom::Rect;
use crate::sheet::Sheet;
use crate::{HEX_SIZE, Panels, Style, Track, hex_centre, panel, panel_layout, view_box};
use hexmap::{Hex, Map, Orientation};
use serde::Serialize;

/// A map in the coordinates of its drawing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Board {
    /// The map's id.
    pub map: String,
    pub title: String,
    pub drawing: Drawing,
    pub hex: HexShape,
    /// The six directions in degrees, clockwise from the top of the sheet.
    pub facings: [f64; 6],
    pub hexes: Vec<BoardHex>,
    /// The tracks that are printed beside the map, for markers to be laid on.
    pub tracks: Vec<BoardTrack>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BoardTrack {
    pub id: String,
    /// What the first box counts; the others follow by one.
    pub from: i32,
    /// Left, top, width, height of each box.
    pub boxes: Vec<[f64; 4]>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Drawing {
    pub width: f64,
    pub height: f64,
    /// Left, top, width, height.
    pub view_box: [f64; 4],
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HexShape {
    /// From the centre to a corner.
    pub size: f64,
    pub flat_top: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BoardHex {
    /// The printed number.
    pub id: String,
    pub x: f64,
    pub y: f64,
    /// Whether anything can stand in it.
    pub playable: bool,
    pub terrain: String,
    pub level: i8,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub place: Option<String>,
    /// What else is in it: a road, a ford …
    pub features: Vec<String>,
}

/// The board of a map as it is drawn with a style and panels; `playable` says in which hexes
/// something can stand.
pub fn board(map: &Map, style: &Style, panels: &Panels, playable: impl Fn(Hex) -> bool) -> Board {
    let view_box = view_box(map, style, panels).map(rounded);
    let flat_top = map.orientation() == Orientation::FlatTop;
    let first = if flat_top { 0.0 } else { 30.0 };
    let hex = |hex: Hex| {
        let (x, y) = hex_centre(map, hex);
        let named = map.places().iter().find(|place| place.hex == hex && place.kind != "entry");
        let mut features = map.features(hex).to_vec();
        if map.has_road(hex) {
            features.push(format!("{} road", map.road_names()[usize::from(map.best_road(hex))]));
        }
        BoardHex {
            id: map.number(hex).into(),
            x: rounded(x),
            y: rounded(y),
            playable: playable(hex),
            terrain: map.terrain_names()[usize::from(map.terrain(hex))].clone(),
            level: map.level(hex),
            place: named.map(|place| place.name.clone()),
            features,
        }
    };
    Board {
        map: map.id().into(),
        title: panels.title.clone(),
        drawing: Drawing { width: view_box[2], height: view_box[3], view_box },
        hex: HexShape { size: HEX_SIZE, flat_top },
        facings: std::array::from_fn(|dir| first + 60.0 * dir as f64),
        hexes: map.hexes().map(hex).collect(),
        tracks: tracks(map, style, panels),
    }
}

fn tracks(map: &Map, style: &Style, panels: &Panels) -> Vec<BoardTrack> {
    let sheet = Sheet::new(map);
    let Some(layout) = panel_layout(&sheet, style, panels) else {
        return Vec::new();
    };
    let of = |(track, boxes): (&Track, Vec<Rect>)| BoardTrack {
        id: track.id.clone(),
        from: track.from,
        boxes: boxes.iter().map(|r| [r.x0, r.y0, r.width(), r.height()].map(rounded)).collect(),
    };
    panel::spaces(panels, &layout).into_iter().map(of).collect()
}

/// A hundredth of a unit is finer than any screen.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
