//! Where each value of a game comes from.

use super::{army, read_shared_charts};
use dataset::{Files, Problem, Provenances, Source, read_tree, take};

/// The values of a game with their provenance; a value that does not say is a problem. Paths of the
/// shared charts have no word before them, those of the switches begin with `switches`, the others with
/// the names of their files.
pub fn provenance(files: &Files, game: &str) -> Result<Provenances, Vec<Problem>> {
    let mut all = Provenances::default();
    let problems = &mut Vec::new();
    if let Some(charts) = take(read_shared_charts(files, game), problems) {
        all.add_tree(Source { word: "", file: "risorgimento/charts.toml" }, &charts, problems);
    }
    let source = Source { word: "switches", file: "risorgimento/switches.toml" };
    if let Some(switches) = take(read_tree(files, source.file), problems)
        && let Some(own) = switches.at(game)
    {
        all.add_tree(source, own, problems);
    }
    for word in ["terrain", "scenarios"] {
        let file = format!("{game}/{word}.toml");
        if let Some(tree) = take(read_tree(files, &file), problems) {
            all.add_tree(Source { word, file: &file }, &tree, problems);
        }
    }
    let (units, leaders) = (format!("{game}/units.csv"), format!("{game}/leaders.csv"));
    let rows = take(army::unit_rows(files, game), problems).unwrap_or_default();
    all.add_rows(Source { word: "units", file: &units }, &rows, |_| army::UNIT_VALUES, problems);
    let rows = take(army::leader_rows(files, game), problems).unwrap_or_default();
    all.add_rows(Source { word: "leaders", file: &leaders }, &rows, army::leader_values, problems);
    all.add_map(files, &format!("{game}/map"), problems);
    if problems.is_empty() { Ok(all) } else { Err(std::mem::take(problems)) }
}
