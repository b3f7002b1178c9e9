//! The data of Custoza is whole and says what the booklet says. What can be wrong with its files stands in
//! `custoza_wrong.rs`, the hexes that the booklet names in `custoza_hexes.rs`, the campaigns in `custoza_campaigns.rs`.

use dataset::{Files, Problem};
use hexmap::{Hex, Map, ReachBuf, traced_range};
use risorgimento::data;
use risorgimento::model::{Arm, FormationKind, Model, Size, UnitKind};

pub const SMALL: [&str; 3] = ["tione-valley", "morning-clash", "tail-strike"];

/// The shipped files; scenarios whose briefings are not written get one.
pub fn files() -> Files {
    let mut files = data::files();
    if files.get("custoza/briefing.toml").is_none() {
        let brief = "who = \"a side\"\nhints = [\"one\", \"two\", \"three\"]\n";
        let tables = SMALL.iter().flat_map(|id| ["italy", "austria"].map(|side| format!("[{id}.{side}]\n{brief}")));
        files.insert("custoza/briefing.toml", tables.collect::<String>());
    }
    files
}

/// All that is wrong with the components.
pub fn check(files: &Files) -> Vec<Problem> {
    let mut problems = Vec::new();
    data::check_components(files, "custoza", &mut problems);
    problems
}

pub fn load(scenario: &str) -> Model {
    data::load(&files(), "custoza", scenario).unwrap_or_else(|p| panic!("{}", dataset::trial::list(&p)))
}

pub fn numbers(map: &Map, hexes: &[Hex]) -> Vec<String> {
    hexes.iter().map(|hex| map.number(*hex).to_owned()).collect()
}

#[test]
fn the_components_are_whole() {
    let problems = check(&files());
    assert!(problems.is_empty(), "{}", dataset::trial::list(&problems));
    let scenarios = dataset::ScenarioEntry::list(&files(), "custoza").expect("scenarios");
    let ids: Vec<&str> = scenarios.iter().map(|s| s.id.as_str()).collect();
    assert_eq!(ids, SMALL);
}
