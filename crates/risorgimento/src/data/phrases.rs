//! What the games say in Italian: `common/italian.csv` for what every game and the server say,
//! `risorgimento/italian.csv` for what the rules of these games say, `<game>/italian.csv` for one game's
//! own titles and notes, `<game>/italian-rules.csv` for its rules in our words.

use crate::rule;
use dataset::{Files, Problem, Translation};
use kernel::{Phrasebook, Phrases};

/// The language that we have.
const ITALIAN: &str = "it";

/// What a game says in another language; None for languages that we do not have.
pub fn phrases(files: &Files, game: &str, language: &str) -> Option<Result<Phrases, Vec<Problem>>> {
    (language == ITALIAN).then(|| italian(files, game))
}

fn italian(files: &Files, game: &str) -> Result<Phrases, Vec<Problem>> {
    let known: Vec<&str> = rule::RULES.iter().map(|rule| rule.id).collect();
    let said = Translation::read(files, &["common", "risorgimento", game], game, &known, Phrasebook::wrong)?;
    Ok(Phrases::new(ITALIAN, said.phrases, said.rules))
}
