//! Values that can be changed by a step, to see how much of the game hangs on them: strengths and
//! Command Values, switches, modifiers of the charts, the length and the goals of a scenario. A change
//! is laid over the files as an owner's would be, so that it passes the same checks.

use super::shown::declared;
use super::{provenance, read_shared_charts};
use crate::model::{LeaderId, Model, ScenarioDef, UNREAD, UnitId};
use dataset::{Files, Problem, path_fits, plain_path as plain, read_tree, with_value as change};
use kernel::Knob;

/// The goals and the length of a scenario, below its id.
const GOALS: &[&str] = &[
    "turns",
    "victory.tactical_count",
    "victory.corps_tactical_count",
    "corps.first_roll_turn",
    "corps.arrives_on",
];

/// The knobs of a scenario. Whether a change is sound shows when it is made.
pub fn knobs(files: &Files, model: &Model) -> Result<Vec<Knob>, Vec<Problem>> {
    let mut list = Vec::new();
    let charts: Vec<String> = declared().iter().flat_map(|chart| chart.knobs()).collect();
    for listed in provenance(files, &model.game)?.list() {
        let path = listed.path.as_str();
        let Some((kind, label)) = sort(path, model, &charts) else { continue };
        let least = matches!(kind, "strength" | "command" | "scenario").then_some(1);
        let value = listed.value.as_str();
        let others = Knob::one_step(value, least);
        if others.is_empty() {
            continue;
        }
        list.push(Knob {
            id: path.to_owned(),
            kind,
            label,
            provenance: listed.provenance.name(),
            value: value.to_owned(),
            others,
        });
    }
    Ok(list)
}

/// What sort of knob a value is and what it is called; None if it is none.
fn sort(path: &str, model: &Model, charts: &[String]) -> Option<(&'static str, String)> {
    let steps: Vec<&str> = path.split('.').collect();
    match steps[..] {
        ["units", id, "sp"] => {
            let at = model.army.units.find(|unit| unit.id == id)?;
            let unit = &model.army.units[at];
            let on_stage = takes_part(&model.scenario, |units, _| units.contains(&at));
            on_stage.then(|| ("strength", format!("Strength of {} ({})", unit.name, side(model, unit.side))))
        }
        ["leaders", id, value @ ("command_value" | "command_rating")] => {
            let at = model.army.leaders.find(|leader| leader.id == id)?;
            let leader = &model.army.leaders[at];
            let on_stage = takes_part(&model.scenario, |_, leaders| leaders.contains(&at));
            let what = if value == "command_value" { "Command Value" } else { "Command Rating" };
            on_stage.then(|| ("command", format!("{what} of {} ({})", leader.name, side(model, leader.side))))
        }
        ["switches", key] => {
            (!UNREAD.contains(&key)).then(|| ("switch", format!("Switch: {}", plain(&steps[1..]))))
        }
        ["scenarios", id, ..] => {
            let own = id == model.scenario.id && GOALS.contains(&steps[2..].join(".").as_str());
            own.then(|| ("scenario", format!("Scenario: {}", plain(&steps[2..]))))
        }
        _ => {
            let chart = charts.iter().any(|pattern| path_fits(pattern, path));
            let kept: Vec<&str> = steps.iter().copied().filter(|step| *step != "rows").collect();
            chart.then(|| ("chart", plain(&kept)))
        }
    }
}

/// Is somebody set up or can come in?
fn takes_part(scenario: &ScenarioDef, among: impl Fn(&[UnitId], &[LeaderId]) -> bool) -> bool {
    let corps = scenario.corps.iter().flat_map(|corps| &corps.entries);
    scenario.setup.iter().any(|area| among(&area.units, &area.leaders))
        || scenario.entries.iter().chain(corps).any(|entry| among(&entry.units, &entry.leaders))
}

fn side(model: &Model, side: u8) -> &str {
    &model.army.sides[usize::from(side)].name
}

/// The files with another value laid over them.
pub fn turned(files: &Files, game: &str, knob: &str, value: &str) -> Result<Files, Vec<Problem>> {
    let mut over = Files::below("changed");
    let (word, rest) = knob.split_once('.').unwrap_or((knob, ""));
    match word {
        "units" | "leaders" => {
            let (id, column) = rest.rsplit_once('.').unwrap_or((rest, ""));
            over.insert(&format!("{game}/{word}.csv"), format!("id,{column}\n{id},{value}\n"));
        }
        "switches" => {
            let file = "risorgimento/switches.toml";
            let path = format!("{game}.{rest}");
            over.insert(file, change(&read_tree(files, file)?, &path, value)?);
        }
        "terrain" | "scenarios" => {
            let file = format!("{game}/{word}.toml");
            over.insert(&file, change(&read_tree(files, &file)?, rest, value)?);
        }
        _ => {
            let file = "risorgimento/charts.toml";
            over.insert(file, change(&read_shared_charts(files, game)?, knob, value)?);
        }
    }
    files.clone().laid_over(over)
}
