//! What front ends are told of a game besides its scenarios: its title and card, its charts, and what it says in
//! another language.

use dataset::{Files, GameEntry, Problem, Sheet, Translation};
use kernel::{Card, Chart, Citation, Front, Phrasebook, Phrases, Rule, SeatColours};

/// What a game is called and what a list of games shows of it, with the id of its map.
pub fn front(files: &Files, game: &str, map: &str) -> Result<Front, Vec<Problem>> {
    let entry = GameEntry::read(files, game)?;
    let colours = entry.sides.iter().map(|side| SeatColours::new(&side.paper, &side.ink)).collect();
    let GameEntry { title, about, year, place, length, complexity, .. } = entry;
    Ok(Front { title, about, card: Card { year, place, length, complexity, map: map.into(), colours } })
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
