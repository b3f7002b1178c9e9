//! The charts (`charts.toml`), checked for holes.

use crate::model::*;
use dataset::{Grid, Node, Problem, Reader};

/// The names of the turns, from the first on.
pub fn hours(tree: &Node, problems: &mut Vec<Problem>) -> Vec<String> {
    Reader::new(tree, problems).get("turn_track.hours")
}

/// Range 1, 2, 3.
pub fn range_modifiers(r: &mut Reader) -> [i8; 3] {
    [1, 2, 3].map(|range| r.get(&format!("fire_modifiers.range_{range}")))
}

pub fn fire(r: &mut Reader) -> ShotTable {
    Grid::read(r, "fire_table", |cell| effect(cell, false))
}

/// Only guns ricochet.
pub fn bombardment(r: &mut Reader) -> ShotTable {
    Grid::read(r, "bombardment_table", |cell| effect(cell, true))
}

pub fn ricochet_column(r: &mut Reader) -> u8 {
    let columns = r.node.at("bombardment_table.columns").map_or(0, |columns| columns.items().len());
    r.within("bombardment_table.ricochet_column", 0, columns.saturating_sub(1) as u8)
}

/// Every result that a shot can have.
const EFFECTS: [Effect; 10] = [
    Effect::Nothing,
    Effect::Disorder(0),
    Effect::Disorder(1),
    Effect::Disorder(2),
    Effect::Disorder(3),
    Effect::Rout,
    Effect::Step,
    Effect::StepRout,
    Effect::Eliminated,
    Effect::Ricochet,
];

fn effect(r: &mut Reader, guns: bool) -> Effect {
    let word: String = r.get("");
    let allowed = EFFECTS.iter().filter(|effect| guns || **effect != Effect::Ricochet);
    let found = allowed.clone().find(|effect| effect.word() == word);
    found.copied().unwrap_or_else(|| {
        let words: Vec<&str> = allowed.map(|effect| effect.word()).collect();
        r.problem("", format!("`{word}` is not a result: {}", words.join(", ")));
        Effect::Nothing
    })
}

pub fn melee(r: &mut Reader) -> MeleeTable {
    Grid::read(r, "melee_table", melee_cell)
}

fn melee_cell(r: &mut Reader) -> MeleeCell {
    let word = r.word("", &["AR", "A1", "AE", "DR", "D1", "DE"]);
    let blow = match word.get(1..) {
        Some("1") => Blow::Step,
        Some("E") => Blow::Eliminated,
        _ => Blow::Retreat,
    };
    MeleeCell { attacker: word.starts_with('A'), blow }
}
