//! What explains a game besides its rules: the sequence of play (`<game>/sequence.csv`), abbreviations and codes
//! (`<game>/glossary.csv`), and rulings (`rulings.csv`).

use crate::{Files, Problem, Row, read_csv, take};
use std::collections::BTreeSet;

const STEP: [&str; 6] = ["id", "within", "title", "text", "rules", "asks"];
const TERM: [&str; 5] = ["code", "name", "text", "charts", "rule"];
const RULING: [&str; 2] = ["id", "text"];

/// The columns of the three files, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explained {
    pub sequence: Vec<[String; 6]>,
    pub glossary: Vec<[String; 5]>,
    pub rulings: Vec<[String; 2]>,
}

impl Explained {
    /// Reads what explains a game, whose rulings stand in one folder or several. Rules that are named must be listed in
    /// `rules.csv`, and rulings that `rules.csv` names must be there.
    pub fn read(files: &Files, game: &str, rulings: &[&str]) -> Result<Explained, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut rows = |path: String, columns: &[&str]| {
            take(read_csv(files, &path, columns), &mut problems).unwrap_or_default()
        };
        let steps = rows(format!("{game}/sequence.csv"), &STEP);
        let terms = rows(format!("{game}/glossary.csv"), &TERM);
        let rulings = rulings.iter().flat_map(|folder| rows(format!("{folder}/rulings.csv"), &RULING));
        let rulings: Vec<Row> = rulings.collect();
        let rules = rows(format!("{game}/rules.csv"), &["id", "rulings"]);
        let known: BTreeSet<&str> = rules.iter().map(|row| row.get("id")).collect();
        let ruled: BTreeSet<&str> = rulings.iter().flat_map(|row| row.get("id").split(", ")).collect();
        let named = steps.iter().map(|row| (row, "rules")).chain(terms.iter().map(|row| (row, "rule")));
        for (row, column) in named {
            for id in row.get(column).split_whitespace().filter(|id| !known.contains(id)) {
                problems.push(row.problem_in(column, format!("there is no rule {id}")));
            }
        }
        for row in &steps {
            let within = row.get("within");
            if !within.is_empty() && !steps.iter().any(|step| step.get("id") == within) {
                problems.push(row.problem_in("within", format!("there is no step `{within}`")));
            }
            if row.get("rules").is_empty() {
                problems.push(row.problem_in("rules", "a step names its rules"));
            }
        }
        for row in &rules {
            for id in row.get("rulings").split_whitespace().filter(|id| !ruled.contains(id)) {
                problems.push(row.problem_in("rulings", format!("there is no ruling {id}")));
            }
        }
        once(&steps, &["id"], &["title", "text"], &mut problems);
        once(&terms, &["code", "charts"], &["name", "text"], &mut problems);
        once(&rulings, &["id"], &["text"], &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(Explained {
            sequence: steps.iter().map(|row| STEP.map(|column| row.get(column).to_owned())).collect(),
            glossary: terms.iter().map(|row| TERM.map(|column| row.get(column).to_owned())).collect(),
            rulings: rulings.iter().map(|row| RULING.map(|column| row.get(column).to_owned())).collect(),
        })
    }
}

/// No two rows are called the same, and none lacks its words.
fn once(rows: &[Row], key: &[&str], words: &[&str], problems: &mut Vec<Problem>) {
    let mut seen = BTreeSet::new();
    for row in rows {
        let name: Vec<&str> = key.iter().map(|column| row.get(column)).collect();
        if !seen.insert(name.clone()) {
            problems.push(row.problem(format!("`{}` is listed twice", name.join(" ").trim())));
        }
        if name[0].is_empty() || words.iter().any(|column| row.get(column).is_empty()) {
            problems.push(row.problem("a text is empty"));
        }
    }
}
