//! The charts (`charts.toml`), checked for holes.

use crate::model::*;
use dataset::{Node, Problem, Reader};

/// The highest face of the die (2.6).
const HIGHEST: u8 = 9;

/// The charts; terrain, hexsides and roads are left empty.
pub fn read(tree: &Node, problems: &mut Vec<Problem>) -> Charts {
    let r = &mut Reader::new(tree, problems);
    let bombardment = shots(r, "bombardment_table", true);
    let columns = u8::try_from(bombardment.column_names.len()).unwrap_or(u8::MAX);
    Charts {
        depth_min_sp: r.within("general.depth_min_sp", 1, 20),
        engagement: r.within("general.engagement_zone", 1, 9),
        range: r.within("general.artillery_range", 3, 3),
        failure_up_to: r.within("general.failure_up_to", 0, HIGHEST),
        staff_up_to: r.within("general.staff_up_to", 0, HIGHEST),
        ranks_up_to: r.within("changing_of_ranks.up_to", 0, HIGHEST),
        ranks_min_sp: r.within("changing_of_ranks.min_sp", 1, 20),
        ranks_grenadiers: r.get("changing_of_ranks.grenadiers"),
        rout_hexes: r.within("general.rout_hexes", 1, 9),
        no_defence_hexes: r.within("general.no_defence_hexes", 1, 9),
        chief_stays: r.within("general.chief_stays", 0, 12),
        reorganization_fails_on: r.within("general.reorganization_fails_on", 0, HIGHEST),
        no_chief_up_to: r.within("general.no_chief_up_to", 0, HIGHEST),
        training: training_modifiers(r),
        fire: shots(r, "fire_table", false),
        ricochet_column: r.within("bombardment_table.ricochet_column", 0, columns.saturating_sub(1)),
        bombardment,
        fire_modifiers: fire_modifiers(r),
        melee: melee(r),
        melee_shifts: MeleeShifts {
            charge: r.get("melee_shifts.charge"),
            cavalry_flank: r.get("melee_shifts.cavalry_flank"),
            infantry_failed_training: r.get("melee_shifts.infantry_failed_training"),
            grenadier_assault: r.get("melee_shifts.grenadier_assault"),
        },
        terrain: Vec::new(),
        hexsides: Vec::new(),
        road: [0; 2],
        points: points(r),
    }
}

/// The names of the turns, from the first on.
pub fn hours(tree: &Node, problems: &mut Vec<Problem>) -> Vec<String> {
    Reader::new(tree, problems).get("turn_track.hours")
}

fn training_modifiers(r: &mut Reader) -> TrainingModifiers {
    let mut value = |key: &str| r.get(&format!("training_modifiers.{key}"));
    TrainingModifiers {
        light_infantry: value("light_infantry"),
        in_enemy_zoc: value("in_enemy_zoc"),
        smoke_in_hex: value("smoke_in_hex"),
        smoke_adjacent: value("smoke_adjacent"),
        smoke_most: value("smoke_most"),
        cavalry_enters_infantry_zoc: value("cavalry_enters_infantry_zoc"),
        second_disorder: value("second_disorder"),
        reorganization_out_of_command: value("reorganization_out_of_command"),
        reorganization_in_enemy_zoc: value("reorganization_in_enemy_zoc"),
        reorganization_routed: value("reorganization_routed"),
    }
}

fn fire_modifiers(r: &mut Reader) -> FireModifiers {
    let mut value = |key: &str| r.get(&format!("fire_modifiers.{key}"));
    FireModifiers {
        smoke_on_line: value("smoke_on_line"),
        smoke_beside_line: value("smoke_beside_line"),
        smoke_floor: value("smoke_floor"),
        not_side_by_side: value("not_side_by_side"),
        flank: value("flank"),
        reaction_fire: value("reaction_fire"),
        range: [value("range_1"), value("range_2"), value("range_3")],
        floor: value("floor"),
    }
}

fn points(r: &mut Reader) -> Points {
    let mut value = |key: &str| r.within(&format!("victory_points.{key}"), 0, 20);
    Points {
        flag: value("flag"),
        formation_staff: value("formation_staff"),
        wing_staff: value("wing_staff"),
        chief_staff: value("chief_staff"),
        routed: value("routed"),
        eliminated: value("eliminated"),
    }
}

/// The Fire or the Bombardment Table; only guns ricochet.
fn shots(r: &mut Reader, table: &str, guns: bool) -> ShotTable {
    let (column_names, column_min_sp) = r.columns(table);
    let (row_low, nodes) = r.rolls(table);
    let mut rows = Vec::new();
    for node in nodes {
        let mut row = r.of(node);
        let cells = row.cells(column_names.len());
        rows.push(cells.into_iter().map(|cell| effect(&mut row.of(cell), guns)).collect());
    }
    ShotTable { column_names, column_min_sp, row_low, rows }
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

fn melee(r: &mut Reader) -> MeleeTable {
    let column_names: Vec<String> = r.get("melee_table.columns");
    let ratios: Vec<(u8, u8)> = r.get("melee_table.ratios");
    if ratios.len() != column_names.len() {
        r.problem("melee_table.ratios", "one ratio for each column is needed");
    }
    let product = |a: u8, b: u8| u16::from(a) * u16::from(b);
    let rises = |pair: &[(u8, u8)]| product(pair[0].0, pair[1].1) < product(pair[1].0, pair[0].1);
    if ratios.iter().any(|(num, den)| *num == 0 || *den == 0) || !ratios.windows(2).all(rises) {
        r.problem("melee_table.ratios", "the ratios are two numbers above 0 each and must ascend");
    }
    let (row_low, nodes) = r.rolls("melee_table");
    let mut rows = Vec::new();
    for node in nodes {
        let mut row = r.of(node);
        let cells = row.cells(column_names.len());
        rows.push(cells.into_iter().map(|cell| melee_cell(&mut row.of(cell))).collect());
    }
    MeleeTable { column_names, ratios, row_low, rows }
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
