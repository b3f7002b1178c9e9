//! Values that can be changed by a step, to see how much of the game hangs on them: strengths and
//! Command Values, switches, modifiers of the charts, the length and the goals of a scenario. A change
//! is laid over the files as an owner's would be, so that it passes the same checks.

use super::{provenance, read_shared_charts};
use crate::model::{LeaderId, Model, ScenarioDef, UnitId};
use dataset::{Files, Node, Problem, Value, read_tree};
use kernel::Knob;

/// Numbers of the charts that are modifiers or amounts, by the beginning of their paths; `*` stands for
/// one step of a path.
const CHARTS: &[&str] = &[
    "general.*",
    "activation.*",
    "mood_track.*",
    "cohesion_check_modifiers.rows.*.drm",
    "cohesion_check_effects.rows.*.levels_lost",
    "fire_column_shifts.*",
    "fire_drm.*",
    "cvm_fire_table.rows.*.drm",
    "other_assault_modifiers.*",
    "strength_ratio_assault_modifiers.rows.*.drm",
    "recovery.rows.*.levels",
    "terrain.hex.*.fire_shift",
    "terrain.hex.*.assault_drm",
    "terrain.hexside.*.assault_drm",
];

/// Words among which a switch chooses.
const WORDS: &[(&str, [&str; 2])] = &[("switches.assault_marker_limit", ["command_value", "formation_size"])];

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
    for listed in provenance(files, &model.game)?.list() {
        let path = listed.path.as_str();
        let Some((kind, label)) = sort(path, model) else { continue };
        let others = match (listed.value.parse::<i64>(), listed.value.as_str()) {
            (Ok(number), _) if kind == "strength" || kind == "command" || kind == "scenario" => {
                [number - 1, number + 1].into_iter().filter(|n| *n > 0).map(|n| n.to_string()).collect()
            }
            (Ok(number), _) => vec![(number - 1).to_string(), (number + 1).to_string()],
            (_, "true") => vec!["false".to_owned()],
            (_, "false") => vec!["true".to_owned()],
            (_, word) => match WORDS.iter().find(|(name, _)| *name == path) {
                Some((_, words)) => {
                    words.iter().filter(|other| **other != word).map(ToString::to_string).collect()
                }
                None => continue,
            },
        };
        list.push(Knob {
            id: path.to_owned(),
            kind,
            label,
            provenance: listed.provenance.name(),
            value: listed.value.clone(),
            others,
        });
    }
    Ok(list)
}

/// What sort of knob a value is and what it is called; None if it is none.
fn sort(path: &str, model: &Model) -> Option<(&'static str, String)> {
    let steps: Vec<&str> = path.split('.').collect();
    match steps[..] {
        ["units", id, "sp"] => {
            let at = model.army.units.iter().position(|unit| unit.id == id)?;
            let unit = &model.army.units[at];
            let on_stage = takes_part(&model.scenario, |units, _| units.contains(&(at as u8)));
            on_stage.then(|| ("strength", format!("Strength of {} ({})", unit.name, side(model, unit.side))))
        }
        ["leaders", id, value @ ("command_value" | "command_rating")] => {
            let at = model.army.leaders.iter().position(|leader| leader.id == id)?;
            let leader = &model.army.leaders[at];
            let on_stage = takes_part(&model.scenario, |_, leaders| leaders.contains(&(at as u8)));
            let what = if value == "command_value" { "Command Value" } else { "Command Rating" };
            on_stage.then(|| ("command", format!("{what} of {} ({})", leader.name, side(model, leader.side))))
        }
        ["switches", ..] => Some(("switch", format!("Switch: {}", plain(&steps[1..])))),
        ["scenarios", id, ..] => {
            let own = id == model.scenario.id && GOALS.contains(&steps[2..].join(".").as_str());
            own.then(|| ("scenario", format!("Scenario: {}", plain(&steps[2..]))))
        }
        _ => {
            let chart = CHARTS.iter().any(|pattern| {
                let pattern: Vec<&str> = pattern.split('.').collect();
                pattern.len() == steps.len() && pattern.iter().zip(&steps).all(|(p, s)| *p == "*" || p == s)
            });
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

fn plain(steps: &[&str]) -> String {
    let words = steps.join(": ").replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
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

/// A file that changes one value of a tree. Lists can only be replaced whole, so that one that holds
/// the value is written again.
fn change(tree: &Node, path: &str, value: &str) -> Result<String, Vec<Problem>> {
    let steps: Vec<&str> = path.split('.').collect();
    let lacking = || vec![tree.problem(format!("there is no value `{path}`"))];
    let old = tree.at(path).ok_or_else(lacking)?;
    let new = match &old.value {
        Value::Text(_) => quoted(value),
        Value::Whole(_) | Value::Real(_) | Value::Flag(_) => value.to_owned(),
        Value::List(_) | Value::Table(_) => {
            return Err(vec![old.problem(format!("`{path}` is no single value"))]);
        }
    };
    for length in 1..steps.len() {
        let above = steps[..length].join(".");
        let node = tree.at(&above).ok_or_else(lacking)?;
        if matches!(node.value, Value::List(_)) {
            return Ok(format!("{above} = {}\n", written(node, &steps[length..], &new)));
        }
    }
    Ok(format!("{path} = {new}\n"))
}

/// A value as TOML in one line; the one at `path` below it is another.
fn written(node: &Node, path: &[&str], new: &str) -> String {
    match &node.value {
        _ if path == [""] => new.to_owned(),
        Value::Text(text) => quoted(text),
        Value::Whole(number) => number.to_string(),
        Value::Real(number) => format!("{number:?}"),
        Value::Flag(flag) => flag.to_string(),
        Value::List(list) => {
            let items = list.iter().enumerate().map(|(index, item)| {
                let step = item.text("id").map_or(index.to_string(), str::to_owned);
                written(item, below(path, &step), new)
            });
            format!("[{}]", items.collect::<Vec<_>>().join(", "))
        }
        Value::Table(_) => {
            let entries = node.entries();
            let pairs = entries
                .iter()
                .map(|(key, item)| format!("{} = {}", quoted(key), written(item, below(path, key), new)));
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
    }
}

/// What is left of the path below a step: `[""]` at its end, nothing where it leads elsewhere.
fn below<'a, 'b>(path: &'b [&'a str], step: &str) -> &'b [&'a str] {
    match path {
        [first] if *first == step => &[""],
        [first, rest @ ..] if *first == step => rest,
        _ => &[],
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
