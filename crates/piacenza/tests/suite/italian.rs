//! What the game says in whole sentences is in the Italian phrasebook: the sources are searched for it.

#[path = "../../../risorgimento/tests/suite/italian/sources.rs"]
mod sources;

use kernel::{Module, Phrasebook};
use sources::{is_sentence, literals, lost};
use std::collections::BTreeSet;

/// Files that speak to who writes data or positions, not to players.
const SILENT: &[&str] = &["data", "handmade", "sound.rs"];

#[test]
fn every_sentence_in_the_sources_is_translated() {
    let phrases = piacenza::piacenza().phrases("it").expect("the game speaks Italian");
    let rules = literals("piacenza/src", SILENT);
    let lost = lost(&phrases, rules.iter().filter(|literal| is_sentence(&literal.text)));
    assert!(lost.is_empty(), "missing in the Italian phrasebook:\n{lost}");
}

#[test]
fn the_plans_of_the_players_are_translated() {
    let phrases = piacenza::piacenza().phrases("it").expect("the game speaks Italian");
    let players = literals("players/src/piacenza", &["temper.rs", "worth.rs"]);
    let plans = players.iter().filter(|literal| literal.text.contains(' '));
    let lost = lost(&phrases, plans);
    assert!(lost.is_empty(), "missing in the Italian phrasebook:\n{lost}");
}

/// What is the same in Italian: signs of the tables, and names.
fn is_same(part: &str) -> bool {
    const SIGNS: &[&str] =
        &["d10", "E", "R", "RR", "D", "NE", "AE", "AR", "DE", "DR", "DRM", "Austria", "Parma"];
    let word = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        // 1R, D2, A1, 1-2, 3:1, +2
        let sign = bare.chars().filter(|c| c.is_alphabetic()).count() <= 1 || SIGNS.contains(&bare);
        bare.is_empty() || sign && bare.len() <= 7
    };
    part.split([' ', '/', '|']).all(word)
}

#[test]
fn what_is_printed_is_translated() {
    let game = piacenza::piacenza();
    let phrases = game.phrases("it").expect("the game speaks Italian");
    let book: Phrasebook = phrases.book().expect("the files have been checked");
    let mut texts: Vec<String> = Vec::new();
    for chart in game.charts() {
        texts.extend([chart.title, chart.note, chart.corner.to_string()]);
        texts.extend(chart.columns.iter().map(ToString::to_string));
        for row in &chart.rows {
            texts.push(row.label.to_string());
            texts.extend(
                row.cells.iter().flat_map(|cell| [cell.text.to_string(), cell.provenance.to_string()]),
            );
        }
    }
    let listed = game.listed();
    texts.extend([listed.title, listed.about, &listed.card.place, &listed.card.length].map(String::from));
    for scenario in listed.scenarios {
        texts.extend([scenario.title, scenario.note]);
        texts.extend(scenario.seats.iter().map(ToString::to_string));
        texts.extend(scenario.options.iter().map(|option| option.title.to_string()));
    }
    for rule in game.rules() {
        texts.push(serde_json::to_value(rule.kind).expect("a word").as_str().expect("a word").to_string());
    }
    let mut missing = BTreeSet::new();
    for text in &texts {
        let parts = book.trace(text).untranslated;
        missing.extend(
            parts.into_iter().filter(|part| !is_same(part)).map(|part| format!("{part}  in  {text}")),
        );
    }
    let list: Vec<String> = missing.into_iter().collect();
    assert!(list.is_empty(), "missing in the Italian phrasebook:\n{}", list.join("\n"));
    let words: Vec<&str> = phrases.rules.iter().map(|rule| rule.id.as_str()).collect();
    let rules: Vec<&str> = game.rules().iter().map(|rule| rule.id).collect();
    assert_eq!(words, rules, "each rule has words in Italian, in the order of the rules");
}
