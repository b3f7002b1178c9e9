//! Where each value of the game comes from.

use super::{MAP, army, scenario};
use dataset::{Files, Problem, Provenances, Source, read_tree, take};

/// The values of the game with their provenance; a value that does not say is a problem. Paths of the
/// charts have no word before them (`fire_modifiers.flank`), the others begin with the names of their
/// files: `terrain.hex.village.fire`, `scenarios.campaign.last_turn`, `units.fs-corona-inf.sp`,
/// `leaders.au-wc-browne.range`, `setup.campaign.au-wc-browne`, `map.hexes.4013`.
pub fn provenance(files: &Files) -> Result<Provenances, Vec<Problem>> {
    let mut all = Provenances::default();
    let problems = &mut Vec::new();
    for (word, name) in [("", "charts"), ("terrain", "terrain"), ("scenarios", "scenarios")] {
        let file = format!("piacenza/{name}.toml");
        if let Some(tree) = take(read_tree(files, &file), problems) {
            all.add_tree(Source { word, file: &file }, &tree, problems);
        }
    }
    let rows = take(army::unit_rows(files), problems).unwrap_or_default();
    let source = Source { word: "units", file: "piacenza/units.csv" };
    all.add_rows(source, &rows, |_| army::UNIT_VALUES, problems);
    let rows = take(army::leader_rows(files), problems).unwrap_or_default();
    let source = Source { word: "leaders", file: "piacenza/leaders.csv" };
    all.add_rows(source, &rows, army::leader_values, problems);
    let source = Source { word: "setup", file: "piacenza/setup.csv" };
    for row in take(scenario::rows(files), problems).unwrap_or_default() {
        let part = format!("{}.{}", row.get("scenario"), row.get("id"));
        all.add_row(source, &part, row.get("hex"), &row, problems);
    }
    all.add_map(files, MAP, problems);
    if problems.is_empty() { Ok(all) } else { Err(std::mem::take(problems)) }
}
