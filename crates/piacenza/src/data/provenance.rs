//! Where each value of the game comes from.

use super::{MAP, army, scenario};
use dataset::{Files, Problem, Provenances, Source, take};

/// The values of the game with their provenance; a value that does not say is a problem. Paths of the
/// charts have no word before them (`fire_modifiers.flank`), the others begin with the names of their
/// files: `terrain.hex.village.fire`, `scenarios.campaign.last_turn`, `units.fs-corona-inf.sp`,
/// `leaders.au-wc-browne.range`, `setup.campaign.au-wc-browne`, `map.hexes.4013`.
pub fn provenance(files: &Files) -> Result<Provenances, Vec<Problem>> {
    let mut all = Provenances::default();
    let mut problems = Vec::new();
    for (word, name) in [("", "charts"), ("terrain", "terrain"), ("scenarios", "scenarios")] {
        all.add_file(files, Source { word, file: &format!("piacenza/{name}.toml") }, &mut problems);
    }
    let source = Source { word: "units", file: "piacenza/units.csv" };
    all.add_rows(source, army::unit_rows(files), |_| army::UNIT_VALUES, &mut problems);
    let source = Source { word: "leaders", file: "piacenza/leaders.csv" };
    all.add_rows(source, army::leader_rows(files), army::leader_values, &mut problems);
    let source = Source { word: "setup", file: "piacenza/setup.csv" };
    for row in take(scenario::rows(files), &mut problems).unwrap_or_default() {
        let part = format!("{}.{}", row.get("scenario"), row.get("id"));
        all.add_row(source, &part, row.get("hex"), &row, &mut problems);
    }
    all.add_map(files, MAP, &mut problems);
    all.finished(problems)
}
