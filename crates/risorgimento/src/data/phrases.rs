//! What the games say in Italian: `common/italian.csv` for what every game and the server say,
//! `risorgimento/italian.csv` for what the rules of these games say, `<game>/italian.csv` for one game's
//! own titles and notes, `<game>/italian-rules.csv` for its rules in our words.
//! Older states of the data have none of these.

use crate::rule;
use dataset::{Files, Problem, Row, read_csv};
use kernel::{Phrasebook, Phrases, RuleWords};
use std::collections::BTreeSet;

/// The language that we have.
const ITALIAN: &str = "it";

/// What a game says in another language; None for languages that we do not have.
pub fn phrases(files: &Files, game: &str, language: &str) -> Option<Result<Phrases, Vec<Problem>>> {
    (language == ITALIAN).then(|| italian(files, game))
}

fn italian(files: &Files, game: &str) -> Result<Phrases, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut rows: Vec<Row> = Vec::new();
    for folder in ["common", "risorgimento", game] {
        let path = format!("{folder}/italian.csv");
        rows.extend(optional(files, &path, &["english", "italian"], &mut problems));
    }
    let pairs = || rows.iter().map(|row| (row.get("english"), row.get("italian")));
    if let Err(wrong) = Phrasebook::new(pairs()) {
        problems.extend(wrong.into_iter().map(|(number, message)| rows[number].problem(message)));
    }
    let rules =
        optional(files, &format!("{game}/italian-rules.csv"), &["id", "title", "text"], &mut problems);
    check_rules(&rules, &mut problems);
    if !problems.is_empty() {
        return Err(problems);
    }
    let words = |row: &Row| RuleWords {
        id: row.get("id").into(),
        title: row.get("title").into(),
        text: row.get("text").into(),
    };
    Ok(Phrases {
        language: ITALIAN.into(),
        phrases: pairs().map(|(english, italian)| (english.into(), italian.into())).collect(),
        rules: rules.iter().map(words).collect(),
    })
}

fn optional(files: &Files, path: &str, columns: &[&str], problems: &mut Vec<Problem>) -> Vec<Row> {
    if files.get(path).is_none() {
        return Vec::new();
    }
    dataset::take(read_csv(files, path, columns), problems).unwrap_or_default()
}

/// Each rule once, and none that there is not. (That none is missing is for a test to find: a rule
/// without words is shown in English.)
fn check_rules(rows: &[Row], problems: &mut Vec<Problem>) {
    let known: BTreeSet<&str> = rule::RULES.iter().map(|rule| rule.id).collect();
    let mut seen = BTreeSet::new();
    for row in rows {
        let id = row.get("id");
        if !known.contains(id) {
            problems.push(row.problem(format!("there is no rule {id}")));
        } else if !seen.insert(id) {
            problems.push(row.problem(format!("rule {id} is listed twice")));
        }
        if row.get("title").is_empty() || row.get("text").is_empty() {
            problems.push(row.problem("a rule needs a title and a text"));
        }
    }
}
