//! The hash of a model: of its values, not of comments, notes or provenance, so that a record names
//! what it was played with and a better comment changes nothing.

use crate::model::Model;
use hexmap::Map;
use serde::Serialize;

/// A hex as far as the rules look at it: number, terrain, level, sides and roads by direction.
#[derive(Serialize)]
struct Ground<'a> {
    hex: &'a str,
    terrain: &'a str,
    level: i8,
    sides: [&'a str; 6],
    roads: [&'a str; 6],
}

pub fn of(model: &Model) -> String {
    let mut scenario = model.scenario.clone();
    scenario.note.clear();
    let mut charts = model.charts.clone();
    for row in &mut charts.initiative {
        row.effect.clear();
    }
    let ground: Vec<Ground> = model.map.hexes().map(|hex| ground(&model.map, hex)).collect();
    let values = (&model.game, &model.army, charts, &model.switches, scenario, ground);
    let text = serde_json::to_vec(&values).expect("plain structures always serialize");
    dataset::content_hash(&text)
}

fn ground(map: &Map, hex: hexmap::Hex) -> Ground<'_> {
    let side = |d: usize| map.side_names()[usize::from(map.side(hex, d as u8))].as_str();
    let road = |d: usize| map.road_names()[usize::from(map.road(hex, d as u8))].as_str();
    Ground {
        hex: map.number(hex),
        terrain: &map.terrain_names()[usize::from(map.terrain(hex))],
        level: map.level(hex),
        sides: std::array::from_fn(side),
        roads: std::array::from_fn(road),
    }
}
