//! Where each value of a game comes from.

use super::{CHARTS, SWITCHES, army, read_shared_charts};
use dataset::{Files, Problem, Provenances, Source, read_tree, take};

/// The values of a game with their provenance; a value that does not say is a problem. Paths of the
/// shared charts have no word before them, those of the switches begin with `switches`, the others with
/// the names of their files.
pub fn provenance(files: &Files, game: &str) -> Result<Provenances, Vec<Problem>> {
    let mut all = Provenances::default();
    let mut problems = Vec::new();
    if let Some(charts) = take(read_shared_charts(files, game), &mut problems) {
        all.add_tree(Source { word: "", file: CHARTS }, &charts, &mut problems);
    }
    let switches = take(read_tree(files, SWITCHES), &mut problems);
    if let Some(own) = switches.as_ref().and_then(|switches| switches.at(game)) {
        all.add_tree(Source { word: "switches", file: SWITCHES }, own, &mut problems);
    }
    for word in ["terrain", "scenarios"] {
        all.add_file(files, Source { word, file: &format!("{game}/{word}.toml") }, &mut problems);
    }
    for word in ["charts", "campaigns"] {
        let file = format!("{game}/{word}.toml");
        if files.get(&file).is_some() {
            all.add_file(
                files,
                Source { word: if word == "charts" { "advanced" } else { word }, file: &file },
                &mut problems,
            );
        }
    }
    let source = Source { word: "units", file: &format!("{game}/units.csv") };
    all.add_rows(source, army::unit_rows(files, game), |_| army::UNIT_VALUES, &mut problems);
    let source = Source { word: "leaders", file: &format!("{game}/leaders.csv") };
    all.add_rows(source, army::leader_rows(files, game), army::leader_values, &mut problems);
    if army::has_years(files, game) {
        let source = Source { word: "formations", file: &format!("{game}/formations.csv") };
        all.add_rows(source, army::formation_rows(files, game), army::formation_values, &mut problems);
    }
    all.add_map(files, &format!("{game}/map"), &mut problems);
    all.finished(problems)
}
