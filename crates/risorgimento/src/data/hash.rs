//! The hash of a model: of its values, not of comments, notes or provenance, so that a record names
//! what it was played with and a better comment changes nothing.

use crate::model::Model;

pub fn of(model: &Model) -> String {
    let mut scenario = model.scenario.clone();
    scenario.note.clear();
    let mut charts = model.charts.clone();
    for row in &mut charts.initiative {
        row.effect.clear();
    }
    let values = (&model.game, &model.army, charts, &model.switches, scenario, model.map.ground());
    let text = serde_json::to_vec(&values).expect("plain structures always serialize");
    dataset::content_hash(&text)
}
