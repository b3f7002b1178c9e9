//! The Terrain Effects Chart (`terrain.toml`), put in the order of the map's names.

use crate::model::{Charts, Halves, HexsideDef, TerrainDef};
use dataset::{Node, Problem, Reader, Value};
use hexmap::Named;

/// Halves of a point.
const PER_POINT: u8 = 2;

/// Fills `terrain`, `hexsides` and `road` of the charts.
pub fn read(chart: &Node, on: &Named, charts: &mut Charts, problems: &mut Vec<Problem>) {
    let mut r = Reader::new(chart, problems);
    r.each_once("hex");
    r.each_once("hexside");
    charts.road = ["outside", "inside"].map(|key| r.parts(&format!("road.{key}"), PER_POINT));
    charts.terrain.extend(
        on.terrains(chart, problems, |row, problems| TerrainDef::read(&mut Reader::new(row, problems))),
    );
    charts.hexsides.push(plain_side());
    charts.hexsides.extend(
        on.features(chart, problems, |row, problems| HexsideDef::read(&mut Reader::new(row, problems))),
    );
}

/// A hexside with nothing on it.
fn plain_side() -> HexsideDef {
    HexsideDef {
        id: String::new(),
        cost: [Some(0); 4],
        melee: 0,
        training: None,
        charge: true,
        blocks_sight: false,
        stream: false,
    }
}

/// The modifier of the roll on entry; None where there is none.
pub fn training(r: &mut Reader) -> Option<i8> {
    unless_no(r, "training", |r, key| r.get(key))
}

/// By `Class`.
pub fn costs(r: &mut Reader) -> [Option<Halves>; 4] {
    ["inf", "cav", "art", "cmd"].map(|class| unless_no(r, class, |r, key| r.parts(key, PER_POINT)))
}

/// A value where "no" says that there is none.
fn unless_no<T>(r: &mut Reader, key: &str, read: impl Fn(&mut Reader, &str) -> T) -> Option<T> {
    match r.node.at(key).map(|node| &node.value) {
        Some(Value::Text(text)) if text == "no" => None,
        _ => Some(read(r, key)),
    }
}
