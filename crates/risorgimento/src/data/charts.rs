//! The shared charts (`risorgimento/charts.toml` with a game's overrides), checked for holes.

use crate::lookup::{FACTOR, LEVELS};
use crate::model::*;
use crate::position::MAX_MARKERS;
use dataset::Reader;
use dataset::chart::OR_MORE;
use dataset::sheet::number;
use dataset::{Grid, Scale};

/// Markers by the size of a formation, the largest first.
pub fn markers_by_size(r: &mut Reader) -> [u8; 3] {
    ["corps", "division", "brigade"].map(|size| {
        let path = format!("assault_markers.custoza.{size}");
        r.within(&path, 1, MAX_MARKERS as u8)
    })
}

/// Rows must follow each other without a gap or an overlap and cover every modified roll.
pub fn initiative(r: &mut Reader) -> Vec<InitiativeRow> {
    let [lowest, highest] =
        [("mood_track.min", 1), ("mood_track.max", 6)].map(|(mood, face)| face + number(r.node, mood));
    let spans = r.spans("initiative_table.rows", ["min", "max"], lowest, true);
    if spans.last().is_some_and(|last| last.1 < highest) {
        r.problem("initiative_table.rows", format!("no row for a modified roll of {highest}"));
    }
    spans.into_iter().map(|(_, _, node)| InitiativeRow::read(&mut r.of(node))).collect()
}

/// An end of a row, which [`Reader::spans`] has looked at.
pub fn bounded(r: &mut Reader, key: &str) -> i8 {
    number(r.node, key).clamp(-OR_MORE, OR_MORE) as i8
}

/// A row of the table; an ordinary activation is none.
pub fn conduct(r: &mut Reader) -> Conduct {
    let conduct = r.get("id");
    if conduct == Conduct::Normal {
        r.problem("id", "an ordinary activation has no row");
    }
    conduct
}

pub fn status(r: &mut Reader) -> [i8; 4] {
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

pub fn check_effects(r: &mut Reader) -> Scale<u8> {
    let list = "cohesion_check_effects.rows";
    let spans = r.spans(list, ["over_min", "over_max"], 1, false);
    if spans.last().is_some_and(|last| last.1 < OR_MORE) {
        r.problem(list, format!("the last row must end at {OR_MORE}"));
    }
    let mut effects = vec![0];
    for (min, max, node) in spans {
        let levels = r.of(node).within("levels_lost", 1, 4);
        let end = if max >= OR_MORE { min } else { max };
        effects.extend((min..=end).map(|_| levels));
    }
    Scale::new("cohesion_check_effects", LEVELS, 0, effects)
}

pub fn fire(r: &mut Reader) -> FireTable {
    Grid::read(r, "fire_table", |cell| result(cell, ""))
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

pub fn artillery_factors(r: &mut Reader) -> Scale<(u8, u8)> {
    let mut factors = Vec::new();
    for hexes in 1..=number(r.node, "general.artillery_range_hexes").min(9) {
        let path = format!("fire_strength.artillery_factor_by_range.{hexes}");
        let (numerator, denominator): (u8, u8) = r.get(&path);
        if r.node.at(&path).is_some() && (numerator == 0 || denominator == 0) {
            r.problem(&path, "a factor is two numbers above 0");
        }
        factors.push((numerator, denominator));
    }
    Scale::new("fire_strength", FACTOR, 1, factors).closed()
}

pub fn cvm(r: &mut Reader) -> Vec<(i8, i8)> {
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

pub fn out_of_ammo(r: &mut Reader) -> u8 {
    let faces: Vec<u8> = r.get("ammunition.out_of_ammo_on");
    let highest = faces.len() as u8;
    if faces != (1..=highest).collect::<Vec<u8>>() || highest > 6 {
        r.problem("ammunition.out_of_ammo_on", "the faces must be 1 and those that follow it");
    }
    highest
}

pub fn assault(r: &mut Reader) -> AssaultTable {
    Grid::read(r, "assault_table", assault_cell)
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

pub fn ratio(r: &mut Reader) -> Vec<RatioRow> {
    let mut rows: Vec<RatioRow> = Vec::new();
    for node in r.rows("strength_ratio_assault_modifiers.rows") {
        let mut row = r.of(node);
        let next = RatioRow::read(&mut row);
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

/// Levels regained; after the own activation and in the later phases they are the same (G 13.3).
pub fn recovery(r: &mut Reader, condition: &str) -> u8 {
    let after_activation = r.within(&format!("recovery.rows.activation_{condition}.levels"), 0, 4);
    let later_path = format!("recovery.rows.later_{condition}.levels");
    let later: u8 = r.within(&later_path, 0, 4);
    if later != after_activation {
        r.problem(&later_path, format!("must be {after_activation} as after an activation"));
    }
    after_activation
}
