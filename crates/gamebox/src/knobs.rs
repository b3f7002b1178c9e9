//! Values that can be changed by a step, to see how much of a game hangs on them: strengths and values of commanders,
//! switches, modifiers of the charts, what the ground costs, the length and the goals of a scenario. A change is laid over
//! the files as an owner's would be, so that it passes the same checks.

use dataset::{Files, Node, Problem, Provenances, path_fits, plain_path, read_tree, with_value};
use kernel::Knob;
use kernel::roster::Row;

/// What sort of knob a value is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sort {
    Strength,
    /// A value of a commander, which does not fall below this.
    Command(i64),
    Switch,
    Scenario,
    Chart,
    /// In movement points, which go by halves.
    Cost,
}

impl Sort {
    pub fn word(self) -> &'static str {
        match self {
            Sort::Strength => "strength",
            Sort::Command(_) => "command",
            Sort::Switch => "switch",
            Sort::Scenario => "scenario",
            Sort::Chart => "chart",
            Sort::Cost => "cost",
        }
    }

    /// One step away.
    fn others(self, value: &str) -> Vec<String> {
        match self {
            Sort::Strength | Sort::Scenario => Knob::one_step(value, Some(1)),
            Sort::Command(least) => Knob::one_step(value, Some(least)),
            Sort::Switch | Sort::Chart => Knob::one_step(value, None),
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

/// The knobs of a scenario among the values of a game, in their order. `goals` are the values below the scenario's id that
/// are its goals and its length, `charts` patterns of the values of the charts; `own` knows by the steps of a path what
/// else can be turned, and what it is called. Whether a change is sound shows when it is made.
pub fn knobs(
    values: &Provenances,
    scenario: &str,
    goals: &[&str],
    charts: &[String],
    own: impl Fn(&[&str]) -> Option<(Sort, String)>,
) -> Vec<Knob> {
    let sort = |path: &str| {
        let steps: Vec<&str> = path.split('.').collect();
        match steps[..] {
            ["scenarios", id, ..] => {
                let turned = id == scenario && goals.contains(&steps[2..].join(".").as_str());
                turned.then(|| (Sort::Scenario, format!("Scenario: {}", plain_path(&steps[2..]))))
            }
            _ => own(&steps).or_else(|| {
                let kept: Vec<&str> = steps.iter().copied().filter(|step| *step != "rows").collect();
                let chart = charts.iter().any(|pattern| path_fits(pattern, path));
                chart.then(|| (Sort::Chart, plain_path(&kept)))
            }),
        }
    };
    let knob = |listed: &dataset::Listed| {
        let (sort, label) = sort(&listed.path)?;
        let (id, kind, value) = (listed.path.clone(), sort.word(), listed.value.clone());
        let (provenance, others) = (listed.provenance.name(), sort.others(&value));
        (!others.is_empty()).then_some(Knob { id, kind, label, provenance, value, others })
    };
    values.list().iter().filter_map(knob).collect()
}

/// What a value of a piece is called; `side` is the name of its side.
pub fn of_piece(what: &str, piece: &impl Row, side: &str) -> String {
    format!("{what} of {} ({side})", piece.name())
}

/// The files of a game with another value laid over them: of a unit, a leader, the ground, a scenario, or of the charts,
/// which stand in the file of this name as `charts` reads it.
pub fn turned(
    files: &Files,
    game: &str,
    knob: &str,
    value: &str,
    file: &str,
    charts: impl FnOnce() -> Result<Node, Vec<Problem>>,
) -> Result<Files, Vec<Problem>> {
    let mut over = Files::below("changed");
    let (word, rest) = knob.split_once('.').unwrap_or((knob, ""));
    match word {
        "units" | "leaders" => {
            let (id, column) = rest.rsplit_once('.').unwrap_or((rest, ""));
            over.insert(&format!("{game}/{word}.csv"), format!("id,{column}\n{id},{value}\n"));
        }
        "terrain" | "scenarios" => {
            let file = format!("{game}/{word}.toml");
            over.insert(&file, with_value(&read_tree(files, &file)?, rest, value)?);
        }
        _ => over.insert(file, with_value(&charts()?, knob, value)?),
    }
    files.clone().laid_over(over)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_go_by_halves_and_are_never_nothing() {
        assert_eq!(half_step("1"), ["0.5", "1.5"]);
        assert_eq!(half_step("0.5"), ["1"]);
        assert_eq!(half_step("2.5"), ["2", "3"]);
        assert!(half_step("0.25").is_empty() && half_step("no").is_empty());
        assert_eq!(Sort::Command(0).others("1"), ["0", "2"]);
        assert_eq!(Sort::Strength.others("1"), ["2"]);
    }
}
