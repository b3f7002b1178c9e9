//! What front ends are told of a game besides its scenarios: its title and card, its charts, and what it says in
//! another language.

use dataset::{Explained, Files, GameEntry, Problem, ScenarioEntry, Sheet, Translation};
use kernel::{Card, Chart, Citation, Front, Phrasebook, Phrases, Reference, Rule, SeatColours};

/// What a game is called and what a list of games shows of it, with the id of its map.
pub fn front(files: &Files, game: &str, map: &str) -> Result<Front, Vec<Problem>> {
    let entry = GameEntry::read(files, game)?;
    let colours = entry.sides.iter().map(|side| SeatColours::new(&side.paper, &side.ink)).collect();
    let GameEntry { title, about, year, place, length, complexity, .. } = entry;
    Ok(Front { title, about, card: Card { year, place, length, complexity, map: map.into(), colours } })
}

/// The scenarios of a game, each as `load` reads it by its id.
pub fn models<M>(
    files: &Files,
    game: &str,
    load: impl Fn(&str) -> Result<M, Vec<Problem>>,
) -> Result<Vec<M>, Vec<Problem>> {
    ScenarioEntry::list(files, game)?.iter().map(|scenario| load(&scenario.id)).collect()
}

/// What explains a game: the sequence of play, its terms, and its rulings, which stand in these folders.
pub fn reference(files: &Files, game: &str, rulings: &[&str]) -> Result<Reference, Vec<Problem>> {
    let Explained { sequence, glossary, rulings } = Explained::read(files, game, rulings)?;
    Ok(Reference::new(&sequence, &glossary, &rulings))
}

/// Tables of the files as charts.
pub fn charts(sheets: &[Sheet<Citation>]) -> Vec<Chart> {
    let chart = |s: &Sheet<Citation>| {
        Chart::new(&s.id, &s.title, s.rule, &s.corner, &s.columns).filled(&s.note, s.words())
    };
    sheets.iter().map(chart).collect()
}

/// The language that we have besides our own.
const ITALIAN: &str = "it";

/// What a game says in another language, None for languages that we do not have: `common/italian.csv` for what every
/// game and the server say, `<folder>/italian.csv` for what is said by the rules and by the game itself,
/// `<game>/italian-rules.csv` for its rules in our words.
pub fn phrases(
    files: &Files,
    folders: &[&str],
    game: &str,
    rules: &[Rule],
    language: &str,
) -> Option<Result<Phrases, Vec<Problem>>> {
    let read = || {
        let known: Vec<&str> = rules.iter().map(|rule| rule.id).collect();
        let folders = [&["common"], folders].concat();
        let said = Translation::read(files, &folders, game, &known, Phrasebook::wrong)?;
        Ok(Phrases::new(ITALIAN, said.phrases, said.rules))
    };
    (language == ITALIAN).then(read)
}
