//! The shared charts (`risorgimento/charts.toml` with a game's overrides), checked for holes.

use super::SwitchBoard;
use crate::model::*;
use dataset::{Node, Problem, Reader};

/// Higher than any modified roll or excess: "or more" in the files.
const OR_MORE: i32 = 99;

/// The charts; terrain, hexsides and roads are left empty.
pub fn read(tree: &Node, switches: &SwitchBoard, problems: &mut Vec<Problem>) -> Charts {
    let r = &mut Reader::new(tree, problems);
    let artillery_range = r.within("general.artillery_range_hexes", 1, 9);
    let mood_min = r.within("mood_track.min", -20, 0);
    let mood_max = r.within("mood_track.max", 0, 20);
    Charts {
        stacking_limit: r.within("general.stacking_limit", 1, 20),
        march_road_stacking_limit: r.within("general.march_road_stacking_limit", 1, 20),
        command_range: r.parts("general.command_range_hexes", PER_POINT),
        command_cost_road: r.parts("general.command_range_cost_road", PER_POINT),
        command_cost_other: r.parts("general.command_range_cost_other", PER_POINT),
        artillery_range,
        infantry_range: r.within("general.infantry_range_hexes", 1, 9),
        limber_cost: r.parts("general.limber_cost_mp", PER_POINT),
        unlimber_cost: r.parts("general.unlimber_cost_mp", PER_POINT),
        horse_unlimber_cost: r.parts("general.horse_artillery_unlimber_cost_mp", PER_POINT),
        attacker_retreat_hexes: r.within("general.attacker_retreat_hexes", 1, 9),
        defender_retreat_hexes: r.within("general.defender_retreat_hexes", 1, 9),
        passes_that_end_phase: r.within("general.passes_in_sequence_that_end_phase", 1, 9),
        drm_per_failure: r.get("activation.drm_per_previous_failure_this_turn"),
        drm_near_overall_commander: r.get("activation.drm_commander_in_range_of_overall_commander"),
        mood_min,
        mood_max,
        mood_won: r.get("mood_track.per_assault_or_charge_won"),
        mood_lost: r.get("mood_track.per_assault_or_charge_lost"),
        initiative: initiative(r, i32::from(mood_min), i32::from(mood_max)),
        status_cv: status(r),
        rout_level: r.within("unit_status.rout_after_levels", 4, 4),
        check: check_modifiers(r, switches),
        check_effects: check_effects(r),
        fire: fire_table(r),
        artillery_factor: artillery_factors(r, artillery_range),
        fire_shifts: FireShifts {
            light_infantry_firing: r.get("fire_column_shifts.light_infantry_firing"),
            line_infantry_firing: r.get("fire_column_shifts.line_infantry_firing"),
            mixed_infantry_firing: r.get("fire_column_shifts.mixed_infantry_firing"),
            firing_force_in_square: r.get("fire_column_shifts.firing_force_in_square"),
            target_in_square: r.get("fire_column_shifts.target_in_square"),
            through_target_rear_hex: r.get("fire_column_shifts.through_target_rear_hex"),
        },
        fire_drm: FireDrm {
            massed_target: r.get("fire_drm.massed_target"),
            massed_target_min_stacking: r.within("fire_drm.massed_target_min_stacking", 1, 20),
            target_in_march_or_limbered: r.get("fire_drm.target_in_march_or_limbered"),
            target_unlimbered_artillery: r.get("fire_drm.target_unlimbered_artillery"),
            light_infantry_moved_before_firing: r.get("fire_drm.light_infantry_moved_before_firing"),
        },
        cvm: cvm(r),
        out_of_ammo_up_to: out_of_ammo(r),
        assault: assault_table(r),
        ratio: ratio(r),
        assault_drm: assault_modifiers(r),
        recovery_resting: recovery(r, "resting"),
        recovery_half_move: recovery(r, "half_move"),
        terrain: Vec::new(),
        hexsides: Vec::new(),
        road_cost: Vec::new(),
    }
}

/// Rows must follow each other without a gap or an overlap and cover every modified roll.
fn initiative(r: &mut Reader, mood_min: i32, mood_max: i32) -> Vec<InitiativeRow> {
    let mut rows = Vec::new();
    let mut next: Option<i32> = None;
    let lowest = 1 + mood_min;
    let highest = 6 + mood_max;
    for node in r.rows("initiative_table.rows") {
        let mut row = r.of(node);
        let (min, max): (i32, i32) = (row.get("min"), row.get("max"));
        follows(&mut row, "min", min, next, lowest);
        if max < min {
            row.problem("max", format!("the row ends at {max} before it begins at {min}"));
        }
        next = Some(max + 1);
        let words = ["fall_back", "holds", "cautious", "own_judgement", "attack", "furious_attack"];
        let conduct = row.word("id", &words);
        let limit = row.word("marker_limit_kind", &["none", "normal"]);
        rows.push(InitiativeRow {
            min: min.clamp(-OR_MORE, OR_MORE) as i8,
            max: max.clamp(-OR_MORE, OR_MORE) as i8,
            conduct: match conduct.as_str() {
                "fall_back" => Conduct::FallBack,
                "holds" => Conduct::Holds,
                "cautious" => Conduct::Cautious,
                "attack" => Conduct::Attack,
                "furious_attack" => Conduct::FuriousAttack,
                _ => Conduct::OwnJudgement,
            },
            name: row.get("name"),
            effect: row.get("effect"),
            markers_allowed: limit == "normal",
            marker_limit_bonus: row.within("marker_limit_bonus", 0, 9),
            min_markers_if_possible: row.get_or("min_markers_if_possible", 0),
            fire_allowed: row.get("fire_allowed"),
            assault_drm: row.get_or("assault_drm", 0),
        });
    }
    if next.is_some_and(|next| next <= highest) {
        r.problem("initiative_table.rows", format!("no row for a modified roll of {highest}"));
    }
    rows
}

/// A row that begins at `at` must follow the one before; the first must begin at `lowest` or below.
fn follows(row: &mut Reader, path: &str, at: i32, next: Option<i32>, lowest: i32) {
    match next {
        None if at > lowest => row.problem(path, format!("no row for {lowest}")),
        Some(next) if at > next => row.problem(path, format!("a gap: no row for {next}")),
        Some(next) if at < next => row.problem(path, format!("an overlap: {at} has a row already")),
        _ => {}
    }
}

fn status(r: &mut Reader) -> [i8; 4] {
    let mut modifiers = [0; 4];
    let names = ["good_order", "shaken", "disordered", "disorganized", "routed"];
    let rows = r.rows("unit_status.levels");
    if rows.len() != names.len() {
        r.problem("unit_status.levels", format!("{} levels where there are 5", rows.len()));
    }
    for (level, (node, name)) in rows.into_iter().zip(names).enumerate() {
        let mut row = r.of(node);
        row.word("id", &[name]);
        row.within("level", level, level);
        if let Some(modifier) = modifiers.get_mut(level) {
            *modifier = row.within("cv_modifier", -9, 0);
        }
    }
    modifiers
}

fn check_modifiers(r: &mut Reader, switches: &SwitchBoard) -> CheckModifiers {
    let mut drm = |id: &str| r.get(&format!("cohesion_check_modifiers.rows.{id}.drm"));
    CheckModifiers {
        charged_infantry_not_in_square: drm("charged_infantry_not_in_square"),
        reaction_form_square: drm("reaction_form_square"),
        reaction_withdrawal_extra: switches.reaction_withdrawal_extra_drm,
        in_march_or_limbered: drm("in_march_or_limbered"),
        from_the_rear: drm("from_the_rear"),
        out_of_command: drm("out_of_command"),
        half_strength: drm("half_strength"),
        exhausted_cavalry: drm("exhausted_cavalry"),
        built_up_cover: drm("built_up_cover"),
    }
}

fn check_effects(r: &mut Reader) -> Vec<u8> {
    let mut effects = vec![0];
    let mut next = None;
    for node in r.rows("cohesion_check_effects.rows") {
        let mut row = r.of(node);
        let (min, max): (i32, i32) = (row.get("over_min"), row.get("over_max"));
        follows(&mut row, "over_min", min, next.or(Some(1)), 1);
        let levels = row.within("levels_lost", 1, 4);
        next = Some(max + 1);
        let end = if max >= OR_MORE { min } else { max };
        effects.extend((min..=end).map(|_| levels));
    }
    if next.is_some_and(|next| next <= OR_MORE) {
        r.problem("cohesion_check_effects.rows", format!("the last row must end at {OR_MORE}"));
    }
    effects
}

fn fire_table(r: &mut Reader) -> FireTable {
    let (column_names, column_min_sp) = r.columns("fire_table");
    let (row_low, nodes) = r.rolls("fire_table");
    let mut rows = Vec::new();
    for node in nodes {
        let mut row = r.of(node);
        let cells = row.cells(column_names.len());
        rows.push(cells.into_iter().map(|cell| result(&mut row.of(cell), "")).collect());
    }
    FireTable { column_names, column_min_sp, row_low, rows }
}

/// A result of the Fire or the Assault Table: `-`, `cc#` or `nS#`.
fn result(r: &mut Reader, path: &str) -> Cell {
    let text: String = r.get(path);
    let cell = match text.split_once('S') {
        _ if text == "-" => Some(Cell::Nothing),
        Some((sp, levels)) => {
            sp.parse().ok().zip(levels.parse().ok()).map(|(sp, levels)| Cell::Loss { sp, levels })
        }
        None => text.strip_prefix("cc").and_then(|n| n.parse().ok()).map(Cell::Check),
    };
    cell.unwrap_or_else(|| {
        r.problem(path, format!("`{text}` is not a result: -, cc# or nS#"));
        Cell::Nothing
    })
}

fn artillery_factors(r: &mut Reader, range: u8) -> Vec<(u8, u8)> {
    let mut factors = Vec::new();
    for hexes in 1..=range {
        let path = format!("fire_strength.artillery_factor_by_range.{hexes}");
        let (numerator, denominator): (u8, u8) = r.get(&path);
        if r.node.at(&path).is_some() && (numerator == 0 || denominator == 0) {
            r.problem(&path, "a factor is two numbers above 0");
        }
        factors.push((numerator, denominator));
    }
    factors
}

fn cvm(r: &mut Reader) -> Vec<(i8, i8)> {
    let mut rows = Vec::new();
    let mut last: Option<i32> = None;
    for node in r.rows("cvm_fire_table.rows") {
        let mut row = r.of(node);
        let (min, max): (i32, i32) = (row.get("ccv_min"), row.get("ccv_max"));
        match last {
            None if max < OR_MORE => {
                row.problem("ccv_max", format!("the first row must begin at {OR_MORE}"));
            }
            Some(last) if max != last - 1 => {
                row.problem("ccv_max", format!("this row must follow at {}", last - 1));
            }
            _ => {}
        }
        last = Some(min);
        rows.push((min.clamp(-OR_MORE, OR_MORE) as i8, row.get("drm")));
    }
    if last.is_some_and(|last| last > -OR_MORE) {
        r.problem("cvm_fire_table.rows", format!("the last row must end at -{OR_MORE}"));
    }
    rows
}

fn out_of_ammo(r: &mut Reader) -> u8 {
    let faces: Vec<u8> = r.get("ammunition.out_of_ammo_on");
    let highest = faces.len() as u8;
    if faces != (1..=highest).collect::<Vec<u8>>() || highest > 6 {
        r.problem("ammunition.out_of_ammo_on", "the faces must be 1 and those that follow it");
    }
    highest
}

fn assault_table(r: &mut Reader) -> AssaultTable {
    let differences: Vec<i8> = r.get("assault_table.columns_ccv_difference");
    if differences.windows(2).any(|pair| pair[1] != pair[0] + 1) {
        r.problem("assault_table.columns_ccv_difference", "the differences must rise one by one");
    }
    let (row_low, nodes) = r.rolls("assault_table");
    let mut rows = Vec::new();
    for node in nodes {
        let mut row = r.of(node);
        let cells = row.cells(differences.len());
        rows.push(cells.into_iter().map(|cell| assault_cell(&mut row.of(cell))).collect());
    }
    AssaultTable { first_difference: differences.first().copied().unwrap_or(0), row_low, rows }
}

fn assault_cell(r: &mut Reader) -> AssaultCell {
    let colour = match r.word("0", &["R", "B", "G", "W"]).as_str() {
        "R" => Colour::Red,
        "B" => Colour::Blue,
        "G" => Colour::Grey,
        _ => Colour::White,
    };
    AssaultCell { colour, attacker: result(r, "1"), defender: result(r, "2") }
}

fn ratio(r: &mut Reader) -> Vec<RatioRow> {
    let mut rows: Vec<RatioRow> = Vec::new();
    for node in r.rows("strength_ratio_assault_modifiers.rows") {
        let mut row = r.of(node);
        let next = RatioRow {
            name: row.get("ratio"),
            num: row.get("threshold_num"),
            den: row.within("threshold_den", 1, 20),
            drm: row.get("drm"),
        };
        if let Some(last) = rows.last() {
            let product = |a: u8, b: u8| u16::from(a) * u16::from(b);
            if product(next.num, last.den) >= product(last.num, next.den) {
                let message = format!("{} must be lower than {} before it", next.name, last.name);
                row.problem("threshold_num", message);
            }
        }
        rows.push(next);
    }
    if rows.last().is_some_and(|last| last.num != 0) {
        let message = "the last row must have the threshold 0, for all that is worse";
        r.problem("strength_ratio_assault_modifiers.rows", message);
    }
    rows
}

fn assault_modifiers(r: &mut Reader) -> AssaultModifiers {
    let mut drm = |id: &str| r.get(&format!("other_assault_modifiers.{id}"));
    AssaultModifiers {
        charge_against_force_not_in_square: drm("charge_against_force_not_in_square"),
        charge_against_square: drm("charge_against_square"),
        infantry_assault_against_square: drm("infantry_assault_against_square"),
        cavalry_assault_not_charging: drm("cavalry_assault_not_charging"),
        infantry_assault_against_cavalry: drm("infantry_assault_against_cavalry"),
        from_defender_rear_hex: drm("from_defender_rear_hex"),
        defender_in_march_or_limbered: drm("defender_in_march_or_limbered"),
        attacker_in_march: drm("attacker_in_march"),
        attacker_out_of_ammo: drm("attacker_out_of_ammo"),
        defender_out_of_ammo: drm("defender_out_of_ammo"),
        defender_cavalry_exhausted: drm("defender_cavalry_exhausted"),
        furious_attack: drm("furious_attack"),
    }
}

/// Levels regained; after the own activation and in the later phases they are the same (G 13.3).
fn recovery(r: &mut Reader, condition: &str) -> u8 {
    let after_activation = r.within(&format!("recovery.rows.activation_{condition}.levels"), 0, 4);
    let later_path = format!("recovery.rows.later_{condition}.levels");
    let later: u8 = r.within(&later_path, 0, 4);
    if later != after_activation {
        r.problem(&later_path, format!("must be {after_activation} as after an activation"));
    }
    after_activation
}
