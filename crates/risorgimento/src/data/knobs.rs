//! Values that can be changed by a step (`gamebox::knobs`): what can be turned in these games besides scenarios and charts.

use super::shown::declared;
use super::{CHARTS, SWITCHES, provenance, read_shared_charts};
use crate::model::{LeaderId, Model, ScenarioDef, UNREAD, UnitId};
use dataset::{Files, Problem, plain_path, read_tree, with_value};
use gamebox::{Sort, of_piece};
use kernel::Knob;

/// The goals and the length of a scenario, below its id.
const GOALS: &[&str] = &[
    "turns",
    "victory.tactical_count",
    "victory.corps_tactical_count",
    "corps.first_roll_turn",
    "corps.arrives_on",
];

/// The knobs of a scenario.
pub fn knobs(files: &Files, model: &Model) -> Result<Vec<Knob>, Vec<Problem>> {
    let charts: Vec<String> = declared().iter().flat_map(|chart| chart.knobs()).collect();
    let values = provenance(files, &model.game)?;
    Ok(gamebox::knobs(&values, &model.scenario.id, GOALS, &charts, |steps| own(steps, model)))
}

fn own(steps: &[&str], model: &Model) -> Option<(Sort, String)> {
    let side = |side: u8| model.army.sides[usize::from(side)].name.as_str();
    match *steps {
        ["units", id, "sp"] => {
            let at = model.army.units.called(id)?;
            let unit = &model.army.units[at];
            let on_stage = takes_part(&model.scenario, |units, _| units.contains(&at));
            on_stage.then(|| (Sort::Strength, of_piece("Strength", unit, side(unit.side))))
        }
        ["leaders", id, value @ ("command_value" | "command_rating")] => {
            let at = model.army.leaders.called(id)?;
            let leader = &model.army.leaders[at];
            let on_stage = takes_part(&model.scenario, |_, leaders| leaders.contains(&at));
            let what = if value == "command_value" { "Command Value" } else { "Command Rating" };
            on_stage.then(|| (Sort::Command(1), of_piece(what, leader, side(leader.side))))
        }
        ["switches", key] => {
            (!UNREAD.contains(&key)).then(|| (Sort::Switch, format!("Switch: {}", plain_path(&[key]))))
        }
        _ => None,
    }
}

/// Is somebody set up or can come in?
fn takes_part(scenario: &ScenarioDef, among: impl Fn(&[UnitId], &[LeaderId]) -> bool) -> bool {
    let corps = scenario.corps.iter().flat_map(|corps| &corps.entries);
    scenario.setup.iter().any(|area| among(&area.units, &area.leaders))
        || scenario.entries.iter().chain(corps).any(|entry| among(&entry.units, &entry.leaders))
}

/// The files with another value laid over them.
pub fn turned(files: &Files, game: &str, knob: &str, value: &str) -> Result<Files, Vec<Problem>> {
    let Some(switch) = knob.strip_prefix("switches.") else {
        return gamebox::turned(files, game, knob, value, CHARTS, || read_shared_charts(files, game));
    };
    let mut over = Files::below("changed");
    let path = format!("{game}.{switch}");
    over.insert(SWITCHES, with_value(&read_tree(files, SWITCHES)?, &path, value)?);
    files.clone().laid_over(over)
}
