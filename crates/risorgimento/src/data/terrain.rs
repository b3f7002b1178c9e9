//! The Terrain Effects Chart of a game (`terrain.toml`), put in the order of the map's names.

use super::reader::Reader;
use crate::model::{Charts, HexsideDef, Quarters, TerrainDef};
use dataset::{Files, Node, Problem, Value, read_csv};
use hexmap::Map;

/// Fills `terrain`, `hexsides` and `road_cost` of the charts.
pub fn read(
    chart: &Node,
    map: &Map,
    files: &Files,
    game: &str,
    charts: &mut Charts,
    problems: &mut Vec<Problem>,
) {
    twice(chart, "hex", problems);
    twice(chart, "hexside", problems);
    let on_map = |file: &str, column: &str, name: &str| {
        first_row(files, &format!("{game}/map/{file}.csv"), column, name, chart)
    };
    for name in map.terrain_names() {
        match chart.at(&format!("hex.{name}")) {
            Some(row) => charts.terrain.push(hex(row, problems)),
            None => problems.push(on_map("hexes", "terrain", name)),
        }
    }
    charts.hexsides.push(plain_side());
    for name in map.side_names().iter().skip(1) {
        match chart.at(&format!("hexside.{name}")) {
            Some(row) => charts.hexsides.push(side(chart, row, problems)),
            None => problems.push(on_map("hexsides", "feature", name)),
        }
    }
    charts.road_cost.push(0);
    for name in map.road_names().iter().skip(1) {
        let path = format!("road.{name}");
        if chart.at(&path).is_some() {
            charts.road_cost.push(Reader::new(chart, problems).quarters(&path));
        } else {
            problems.push(on_map("roads", "class", name));
        }
    }
}

/// A row of the chart for one id only.
fn twice(chart: &Node, list: &str, problems: &mut Vec<Problem>) {
    let rows = chart.at(list).map_or(Vec::new(), Node::items);
    for (i, row) in rows.iter().enumerate() {
        if rows[..i].iter().any(|other| other.text("id") == row.text("id")) {
            let message = format!("`{}` has a row already", row.text("id").unwrap_or_default());
            problems.push(row.problem(message));
        }
    }
}

/// Where the map first uses a name that the chart does not describe.
fn first_row(files: &Files, path: &str, column: &str, name: &str, chart: &Node) -> Problem {
    let message = format!("`{name}` has no row in {}", chart.file);
    let rows = read_csv(files, path, &[column]).unwrap_or_default();
    match rows.iter().find(|row| row.get(column) == name) {
        Some(row) => row.problem_in(column, message),
        None => chart.problem(message),
    }
}

fn hex(row: &Node, problems: &mut Vec<Problem>) -> TerrainDef {
    let mut r = Reader::new(row, problems);
    TerrainDef {
        id: r.get("id"),
        cost: costs(&mut r),
        fire_shift: r.get("fire_shift"),
        assault_drm: r.get("assault_drm"),
        blocks_los: r.get("blocks_los"),
        receives_zor: r.get("receives_zor"),
        all_round_front: r.get("all_round_front"),
        charge_ok: r.get("charge_ok"),
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

fn costs(r: &mut Reader) -> [Option<Quarters>; 3] {
    ["inf", "cav", "art"].map(|class| match r.node.at(class).map(|node| &node.value) {
        Some(Value::Text(text)) if text == "no" => None,
        _ => Some(r.quarters(class)),
    })
}
