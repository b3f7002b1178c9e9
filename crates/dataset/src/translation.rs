//! What a game says in Italian: `<folder>/italian.csv` for phrases, `<game>/italian-rules.csv` for its
//! rules in our words, `<game>/italian-map.csv` for what stands on its map. Files that are not there say nothing, since older states of the data have none.

use crate::{Files, Problem, Row, read_csv, take};
use std::collections::{BTreeMap, BTreeSet};

/// Phrases and rules in another language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Translation {
    /// English patterns and what is said instead.
    pub phrases: Vec<(String, String)>,
    /// Id, title and text of each rule.
    pub rules: Vec<[String; 3]>,
}

impl Translation {
    /// Reads the phrases of the folders, in their order, and the words for the rules of a game, of which
    /// `known` are all. `wrong` finds what no phrasebook can be made of: the number of a phrase and why.
    pub fn read(
        files: &Files,
        folders: &[&str],
        game: &str,
        known: &[&str],
        wrong: impl Fn(&[(&str, &str)]) -> Vec<(usize, String)>,
    ) -> Result<Translation, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut rows: Vec<Row> = Vec::new();
        for folder in folders {
            let path = format!("{folder}/italian.csv");
            rows.extend(optional(files, &path, &["english", "italian"], &mut problems));
        }
        let pairs: Vec<(&str, &str)> =
            rows.iter().map(|row| (row.get("english"), row.get("italian"))).collect();
        problems.extend(wrong(&pairs).into_iter().map(|(number, why)| rows[number].problem(why)));
        let path = format!("{game}/italian-rules.csv");
        let rules = optional(files, &path, &["id", "title", "text"], &mut problems);
        check_rules(&rules, known, &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        let owned = |(english, italian): &(&str, &str)| ((*english).to_owned(), (*italian).to_owned());
        let words = |row: &Row| ["id", "title", "text"].map(|column| row.get(column).to_owned());
        Ok(Translation {
            phrases: pairs.iter().map(owned).collect(),
            rules: rules.iter().map(words).collect(),
        })
    }
}

/// What stands on the map of a game, in English and in Italian: names and texts as they are, no patterns.
pub fn map_words(files: &Files, game: &str) -> Result<BTreeMap<String, String>, Vec<Problem>> {
    let mut problems = Vec::new();
    let path = format!("{game}/italian-map.csv");
    let mut words = BTreeMap::new();
    for row in optional(files, &path, &["english", "italian"], &mut problems) {
        let (english, italian) = (row.get("english"), row.get("italian"));
        if english.is_empty() || italian.is_empty() {
            problems.push(row.problem("a text or its translation is missing"));
        } else if words.insert(english.to_owned(), italian.to_owned()).is_some() {
            problems.push(row.problem_in("english", format!("`{english}` stands there twice")));
        }
    }
    if problems.is_empty() { Ok(words) } else { Err(problems) }
}

fn optional(files: &Files, path: &str, columns: &[&str], problems: &mut Vec<Problem>) -> Vec<Row> {
    if files.get(path).is_none() {
        return Vec::new();
    }
    take(read_csv(files, path, columns), problems).unwrap_or_default()
}

/// Each rule once, and none that there is not. (That none is missing is for a test to find: a rule
/// without words is shown in English.)
fn check_rules(rows: &[Row], known: &[&str], problems: &mut Vec<Problem>) {
    let mut seen = BTreeSet::new();
    for row in rows {
        let id = row.get("id");
        if !known.contains(&id) {
            problems.push(row.problem(format!("there is no rule {id}")));
        } else if !seen.insert(id) {
            problems.push(row.problem(format!("rule {id} is listed twice")));
        }
        if row.get("title").is_empty() || row.get("text").is_empty() {
            problems.push(row.problem("a rule needs a title and a text"));
        }
    }
}
