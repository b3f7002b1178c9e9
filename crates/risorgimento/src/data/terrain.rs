//! The Terrain Effects Chart of a game (`terrain.toml`), put in the order of the map's names.

use crate::model::{Charts, HexsideDef, PER_POINT, Quarters, TerrainDef};
use dataset::{Node, Problem, Reader};
use hexmap::Named;

/// Fills `terrain`, `hexsides` and `road_cost` of the charts.
pub fn read(chart: &Node, on: &Named, charts: &mut Charts, problems: &mut Vec<Problem>) {
    charts.terrain = on.terrains(chart, problems, TerrainDef::read);
    charts.hexsides = vec![plain_side()];
    charts.hexsides.extend(on.features(chart, problems, |row| side(chart, row)));
    charts.road_cost = vec![0];
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

fn side(chart: &Node, r: &mut Reader) -> HexsideDef {
    // A bridge costs what lies under it for all who do not follow the road.
    let bridge = r.node.at("over").is_some();
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
        costs(r)
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

/// By `Class`.
pub fn costs(r: &mut Reader) -> [Option<Quarters>; 3] {
    r.costs(["inf", "cav", "art"], PER_POINT)
}
