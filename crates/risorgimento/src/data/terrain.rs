//! The Terrain Effects Chart of a game (`terrain.toml`), put in the order of the map's names.

use crate::model::{Charts, HexsideDef, PER_POINT, Quarters, TerrainDef};
use dataset::{Node, Problem, Reader, Value};
use hexmap::Named;

/// Fills `terrain`, `hexsides` and `road_cost` of the charts.
pub fn read(chart: &Node, on: &Named, charts: &mut Charts, problems: &mut Vec<Problem>) {
    let mut r = Reader::new(chart, problems);
    r.each_once("hex");
    r.each_once("hexside");
    charts.terrain.extend(
        on.terrains(chart, problems, |row, problems| TerrainDef::read(&mut Reader::new(row, problems))),
    );
    charts.hexsides.push(plain_side());
    charts.hexsides.extend(on.features(chart, problems, |row, problems| side(chart, row, problems)));
    charts.road_cost.push(0);
    for name in on.map.road_names().iter().skip(1) {
        let path = format!("road.{name}");
        if chart.at(&path).is_some() {
            charts.road_cost.push(Reader::new(chart, problems).parts(&path, PER_POINT));
        } else {
            problems.push(on.undescribed("roads", "class", name, chart));
        }
    }
}

/// A hexside with nothing on it.
fn plain_side() -> HexsideDef {
    HexsideDef {
        id: String::new(),
        cost: [Some(0); 3],
        assault_drm: 0,
        charge_ok: true,
        blocks_command: false,
        stream: false,
        bridge: false,
    }
}

fn side(chart: &Node, row: &Node, problems: &mut Vec<Problem>) -> HexsideDef {
    let mut r = Reader::new(row, problems);
    // A bridge costs what lies under it for all who do not follow the road.
    let bridge = row.at("over").is_some();
    let cost = if bridge {
        let over: String = r.get("over");
        match chart.at(&format!("hexside.{over}")) {
            Some(below) => costs(&mut r.of(below)),
            None => {
                r.problem("over", format!("there is no hexside `{over}`"));
                [None; 3]
            }
        }
    } else {
        costs(&mut r)
    };
    HexsideDef {
        id: r.get("id"),
        cost,
        assault_drm: r.get("assault_drm"),
        charge_ok: r.get("charge_ok"),
        blocks_command: r.get("blocks_command"),
        stream: r.get("wading"),
        bridge,
    }
}

pub fn costs(r: &mut Reader) -> [Option<Quarters>; 3] {
    ["inf", "cav", "art"].map(|class| match r.node.at(class).map(|node| &node.value) {
        Some(Value::Text(text)) if text == "no" => None,
        _ => Some(r.parts(class, PER_POINT)),
    })
}
