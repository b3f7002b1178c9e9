//! Values that can be changed by a step, to see how much of the game hangs on them: strengths of units and of whole
//! wings, values of commanders, modifiers of the charts, what the ground costs and gives, the length and the goals of
//! a scenario. A change is laid over the files as an owner's would be, so that it passes the same checks.

use super::shown::declared;
use super::{load, provenance};
use crate::model::Model;
use dataset::{Files, Problem, path_fits, plain_path, read_tree, with_value};
use kernel::Knob;

/// Costs in movement points, which go by halves.
const COSTS: &[&str] = &["terrain.hex.*", "terrain.hexside.*"];
const CLASSES: &[&str] = &["inf", "cav", "art", "cmd"];
const ROAD: &str = "terrain.road.*";

/// The goals and the length of a scenario, below its id.
const GOALS: &[&str] = &["last_turn", "victory.chosen", "victory.win", "victory.draw", "victory.automatic"];

/// What sort of knob a value is.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Strength,
    Command,
    Scenario,
    Chart,
    Cost,
}

impl Sort {
    fn word(self) -> &'static str {
        match self {
            Sort::Strength => "strength",
            Sort::Command => "command",
            Sort::Scenario => "scenario",
            Sort::Chart => "chart",
            Sort::Cost => "cost",
        }
    }

    /// One step away.
    fn others(self, value: &str) -> Vec<String> {
        match self {
            Sort::Strength | Sort::Scenario => Knob::one_step(value, Some(1)),
            Sort::Command => Knob::one_step(value, Some(0)),
            Sort::Chart => Knob::one_step(value, None),
            Sort::Cost => half_step(value),
        }
    }
}

/// Half a point less and half a point more; a cost is never nothing.
fn half_step(value: &str) -> Vec<String> {
    let (whole, part) = value.split_once('.').unwrap_or((value, "0"));
    let (Ok(whole), Some(half)) = (whole.parse::<u32>(), ["0", "5"].iter().position(|known| *known == part))
    else {
        return Vec::new();
    };
    let halves = 2 * whole + half as u32;
    let near = [halves.saturating_sub(1), halves + 1].into_iter().filter(|halves| *halves > 0);
    near.map(|halves| format!("{}{}", halves / 2, if halves % 2 == 1 { ".5" } else { "" })).collect()
}

/// The knobs of a scenario. Whether a change is sound shows when it is made.
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
    for listed in provenance(files)?.list() {
        let Some((sort, label)) = sort(&listed.path, model, &charts) else { continue };
        let others = sort.others(&listed.value);
        if !others.is_empty() {
            list.push(Knob {
                id: listed.path.clone(),
                kind: sort.word(),
                label,
                provenance: listed.provenance.name(),
                value: listed.value.clone(),
                others,
            });
        }
    }
    Ok(list)
}

/// What sort of knob a value is and what it is called; None if it is none.
fn sort(path: &str, model: &Model, charts: &[String]) -> Option<(Sort, String)> {
    let steps: Vec<&str> = path.split('.').collect();
    match steps[..] {
        ["units", id, value @ ("sp" | "back")] => {
            let at = model.army.units.find(|unit| unit.id == id)?;
            let unit = &model.army.units[at];
            let placed = model.scenario.units.iter().any(|placed| placed.piece == at);
            let what = if value == "sp" { "Strength" } else { "Reduced strength" };
            let label = || format!("{what} of {} ({})", unit.name, side(model, unit.side));
            placed.then(|| (Sort::Strength, label()))
        }
        ["leaders", id, value] if value != "ma" => {
            let at = model.army.leaders.find(|leader| leader.id == id)?;
            let leader = &model.army.leaders[at];
            let placed = model.scenario.leaders.iter().any(|placed| placed.piece == at);
            let label =
                || format!("{} of {} ({})", plain_path(&[value]), leader.name, side(model, leader.side));
            placed.then(|| (Sort::Command, label()))
        }
        ["scenarios", id, ..] => {
            let own = id == model.scenario.id && GOALS.contains(&steps[2..].join(".").as_str());
            own.then(|| (Sort::Scenario, format!("Scenario: {}", plain_path(&steps[2..]))))
        }
        _ => {
            let (above, last) = path.rsplit_once('.')?;
            let ground = CLASSES.contains(&last) && COSTS.iter().any(|pattern| path_fits(pattern, above));
            if ground || path_fits(ROAD, path) {
                return Some((Sort::Cost, plain_path(&steps)));
            }
            charts.iter().any(|pattern| path_fits(pattern, path)).then(|| (Sort::Chart, plain_path(&steps)))
        }
    }
}

fn side(model: &Model, side: u8) -> &str {
    &model.army.sides[usize::from(side)].name
}

/// The files with another value laid over them.
pub fn turned(files: &Files, knob: &str, value: &str) -> Result<Files, Vec<Problem>> {
    let mut over = Files::below("changed");
    let (word, rest) = knob.split_once('.').unwrap_or((knob, ""));
    let (id, column) = rest.rsplit_once('.').unwrap_or((rest, ""));
    match word {
        "wings" if column == "sp" => over.insert("piacenza/units.csv", stronger(files, id, value)?),
        "units" | "leaders" => {
            over.insert(&format!("piacenza/{word}.csv"), format!("id,{column}\n{id},{value}\n"));
        }
        "terrain" | "scenarios" => {
            let file = format!("piacenza/{word}.toml");
            over.insert(&file, with_value(&read_tree(files, &file)?, rest, value)?);
        }
        _ => {
            let file = "piacenza/charts.toml";
            over.insert(file, with_value(&read_tree(files, file)?, knob, value)?);
        }
    }
    files.clone().laid_over(over)
}

/// The units of a wing, each stronger by so much on both sides of the counter; nobody falls below one.
fn stronger(files: &Files, wing: &str, by: &str) -> Result<String, Vec<Problem>> {
    let army = load(files, "campaign")?.army;
    let wrong = |message: String| vec![Problem::new("piacenza/wings.csv", 1, message)];
    let Some(wing) = army.wings.find(|w| w.id == wing) else {
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
