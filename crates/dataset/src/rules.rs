//! The list of a rulebook's paragraphs (`rules.csv`).

use crate::{Files, Problem, Provenances, read_csv, take};
use std::collections::BTreeSet;

const COLUMNS: [&str; 7] = ["id", "title", "kind", "obligation", "provenance", "rests_on", "rulings"];
const KINDS: [&str; 6] = ["core", "advanced", "optional", "scenario", "components", "notes"];

/// What is wrong with the list of rules; `values` are None where they could not be read, which is said
/// elsewhere.
pub fn check_rules(files: &Files, game: &str, values: Option<&Provenances>, problems: &mut Vec<Problem>) {
    let Some(rows) = take(read_csv(files, &format!("{game}/rules.csv"), &COLUMNS), problems) else {
        return;
    };
    let mut ids = BTreeSet::new();
    for row in &rows {
        if !ids.insert(row.get("id")) {
            problems.push(row.problem(format!("rule {} is listed twice", row.get("id"))));
        }
        if !KINDS.contains(&row.get("kind")) {
            problems.push(row.problem(format!("unknown kind `{}`", row.get("kind"))));
        }
        if row.get("title").is_empty() || row.get("obligation").is_empty() {
            problems.push(row.problem("a rule needs a title and an obligation"));
        }
        let provenance = row.get("provenance");
        if !["printed", "derived", "reconstructed"].contains(&provenance) {
            let message = format!("`{provenance}` is none of printed, derived, reconstructed");
            problems.push(row.problem(message));
        }
        for source in row.get("rests_on").split_whitespace() {
            let (file, part) = source.split_once('#').unwrap_or((source, ""));
            if files.get(file).is_none() {
                problems.push(row.problem(format!("there is no file `{file}`")));
            } else if !part.is_empty() && values.is_some_and(|values| values.count(source).is_empty()) {
                problems.push(row.problem(format!("`{file}` holds no value `{part}`")));
            }
        }
    }
}
