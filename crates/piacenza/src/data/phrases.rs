//! What the game says in Italian: `common/italian.csv` for what every game and the server say,
//! `piacenza/italian.csv` for what its rules say, `piacenza/italian-rules.csv` for them in our words.

use super::GAME;
use crate::rule;
use dataset::{Files, Problem, Translation};
use kernel::{Phrasebook, Phrases};

/// The language that we have.
const ITALIAN: &str = "it";

/// What the game says in another language; None for languages that we do not have.
pub fn phrases(files: &Files, language: &str) -> Option<Result<Phrases, Vec<Problem>>> {
    (language == ITALIAN).then(|| italian(files))
}

fn italian(files: &Files) -> Result<Phrases, Vec<Problem>> {
    let known: Vec<&str> = rule::RULES.iter().map(|rule| rule.id).collect();
    let said = Translation::read(files, &["common", GAME], GAME, &known, Phrasebook::wrong)?;
    Ok(Phrases::new(ITALIAN, said.phrases, said.rules))
}
