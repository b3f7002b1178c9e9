//! What the game says in whole sentences is in the Italian phrasebook: the sources are searched for it.

#[path = "../../../risorgimento/tests/suite/italian/sources.rs"]
mod sources;

use kernel::Module;
use sources::{is_sentence, literals, lost};

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
