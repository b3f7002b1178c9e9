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
    charts.terrain.extend(on.terrains(chart, problems, hex));
    charts.hexsides.push(plain_side());
    charts.hexsides.extend(on.features(chart, problems, side));
}

fn hex(row: &Node, problems: &mut Vec<Problem>) -> TerrainDef {
    let mut r = Reader::new(row, problems);
    TerrainDef {
        id: r.get("id"),
        cover: r.within("cover", 0, 2),
        cost: costs(&mut r),
        by_road: r.get("by_road"),
        road_only: r.get("road_only"),
        fire: r.get("fire"),
        melee_infantry: r.get("melee_infantry"),
        melee_cavalry: r.get("melee_cavalry"),
        training: unless_no(&mut r, "training", |r, key| r.get(key)),
        blocks_sight: r.get("blocks_sight"),
        zoc_out: r.get("zoc_out"),
        fortified: r.get("fortified"),
        infantry_melee: r.get("infantry_melee"),
        cavalry_melee: r.get("cavalry_melee"),
        charge: r.get("charge"),
        city: r.get("city"),
    }
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

fn side(row: &Node, problems: &mut Vec<Problem>) -> HexsideDef {
    let mut r = Reader::new(row, problems);
    HexsideDef {
        id: r.get("id"),
        cost: costs(&mut r),
        melee: r.get("melee"),
        training: unless_no(&mut r, "training", |r, key| r.get(key)),
        charge: r.get("charge"),
        blocks_sight: r.get("blocks_sight"),
        stream: r.get("stream"),
    }
}

/// By `Class`.
fn costs(r: &mut Reader) -> [Option<Halves>; 4] {
    ["inf", "cav", "art", "cmd"].map(|class| unless_no(r, class, |r, key| r.parts(key, PER_POINT)))
}

/// A value where "no" says that there is none.
fn unless_no<T>(r: &mut Reader, key: &str, read: impl Fn(&mut Reader, &str) -> T) -> Option<T> {
    match r.node.at(key).map(|node| &node.value) {
        Some(Value::Text(text)) if text == "no" => None,
        _ => Some(read(r, key)),
    }
}
