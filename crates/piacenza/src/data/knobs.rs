//! Values that can be changed by a step (`gamebox::knobs`): what can be turned besides scenarios and charts, strengths of
//! whole wings too.

use super::shown::declared;
use super::{CHARTS, GAME, load, provenance};
use crate::model::Model;
use dataset::{Files, Problem, plain_path, read_tree};
use gamebox::{Sort, of_piece};
use kernel::Knob;

/// The goals and the length of a scenario, below its id.
const GOALS: &[&str] = &["last_turn", "victory.chosen", "victory.win", "victory.draw", "victory.automatic"];

/// The knobs of a scenario.
pub fn knobs(files: &Files, model: &Model) -> Result<Vec<Knob>, Vec<Problem>> {
    // first the wings as a whole: by how much each of their units is stronger
    let wings = model.scenario.wings.iter().flatten().map(|wing| &model.army.wings[*wing]);
    let mut list: Vec<Knob> = wings
        .map(|wing| Knob {
            id: format!("wings.{}.sp", wing.id),
            kind: Sort::Strength.word(),
            label: format!("Strength of every unit of the {} ({})", wing.name, side(model, wing.side)),
            provenance: "reconstructed",
            value: "0".into(),
            others: vec!["-1".into(), "1".into()],
        })
        .collect();
    let charts: Vec<String> = declared().iter().flat_map(|chart| chart.knobs()).collect();
    let own = |steps: &[&str]| own(steps, model);
    list.extend(gamebox::knobs(&provenance(files)?, &model.scenario.id, GOALS, &charts, own));
    Ok(list)
}

fn own(steps: &[&str], model: &Model) -> Option<(Sort, String)> {
    match *steps {
        ["units", id, value @ ("sp" | "back")] => {
            let at = model.army.units.called(id)?;
            let unit = &model.army.units[at];
            let placed = model.scenario.units.iter().any(|placed| placed.piece == at);
            let what = if value == "sp" { "Strength" } else { "Reduced strength" };
            placed.then(|| (Sort::Strength, of_piece(what, unit, side(model, unit.side))))
        }
        ["leaders", id, value] if value != "ma" => {
            let at = model.army.leaders.called(id)?;
            let leader = &model.army.leaders[at];
            let placed = model.scenario.leaders.iter().any(|placed| placed.piece == at);
            let label = || of_piece(&plain_path(&[value]), leader, side(model, leader.side));
            placed.then(|| (Sort::Command(0), label()))
        }
        ["terrain", "hex" | "hexside", _, "inf" | "cav" | "art" | "cmd"] | ["terrain", "road", _] => {
            Some((Sort::Cost, plain_path(steps)))
        }
        _ => None,
    }
}

fn side(model: &Model, side: u8) -> &str {
    &model.army.sides[usize::from(side)].name
}

/// The files with another value laid over them.
pub fn turned(files: &Files, knob: &str, value: &str) -> Result<Files, Vec<Problem>> {
    let Some(wing) = knob.strip_prefix("wings.").and_then(|rest| rest.strip_suffix(".sp")) else {
        return gamebox::turned(files, GAME, knob, value, CHARTS, || read_tree(files, CHARTS));
    };
    let mut over = Files::below("changed");
    over.insert("piacenza/units.csv", stronger(files, wing, value)?);
    files.clone().laid_over(over)
}

/// The units of a wing, each stronger by so much on both sides of the counter; nobody falls below one.
fn stronger(files: &Files, wing: &str, by: &str) -> Result<String, Vec<Problem>> {
    let army = load(files, "campaign")?.army;
    let wrong = |message: String| vec![Problem::new("piacenza/wings.csv", 1, message)];
    let Some(wing) = army.wings.called(wing) else {
        return Err(wrong(format!("there is no wing `{wing}`")));
    };
    let by: i8 = by.parse().map_err(|_| wrong(format!("`{by}` is not a whole number")))?;
    let mut lines = String::from("id,sp,back\n");
    for unit in army.units.iter().filter(|unit| unit.wing == wing) {
        let [front, back] = unit.sp;
        let sp = front.saturating_add_signed(by).max(1);
        // who has no back gets none
        let back = if back == 0 { 0 } else { back.saturating_add_signed(by).min(sp - 1) };
        lines += &format!("{},{sp},{back}\n", unit.id);
    }
    Ok(lines)
}
