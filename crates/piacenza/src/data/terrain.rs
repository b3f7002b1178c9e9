//! The Terrain Effects Chart (`terrain.toml`), put in the order of the map's names.

use crate::model::{Charts, Halves, HexsideDef, TerrainDef};
use dataset::{Node, Problem, Reader};
use hexmap::Named;

/// Halves of a point.
const PER_POINT: u8 = 2;

/// Fills `terrain`, `hexsides` and `road` of the charts.
pub fn read(chart: &Node, on: &Named, charts: &mut Charts, problems: &mut Vec<Problem>) {
    let mut r = Reader::new(chart, problems);
    charts.road = ["outside", "inside"].map(|key| r.parts(&format!("road.{key}"), PER_POINT));
    charts.terrain = on.terrains(chart, problems, TerrainDef::read);
    charts.hexsides = vec![plain_side()];
    charts.hexsides.extend(on.features(chart, problems, HexsideDef::read));
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
    r.unless_no("training", |r, path| r.get(path))
}

/// By `Class`.
pub fn costs(r: &mut Reader) -> [Option<Halves>; 4] {
    r.costs(["inf", "cav", "art", "cmd"], PER_POINT)
}
