//! Which cell of a chart decides: the labels of rows and columns, the same for the charts as they
//! are shown (`data::charts_shown`) and for what events and odds say of a roll.

use crate::battle::Battle;
use crate::flow::{Check, Combat, Fire};
use crate::model::{AssaultTable, Charts, FireTable, FormationId, InitiativeRow, UnitId};
use crate::position::Position;
use kernel::{Lookup, Text, format_text, row_between};

/// Columns of charts with one number in a row.
pub(crate) const DRM: &str = "DRM";
pub(crate) const RESULT: &str = "result";
pub(crate) const LEVELS: &str = "levels lost";
pub(crate) const CONDUCT: &str = "conduct";
/// The row of the activation chart for an unmodified six (6.2).
pub(crate) const NATURAL_SIX: &str = "natural 6";
/// The last row but that one of the activation chart, and its last column.
pub(crate) const MOST_ACTIVATION: i32 = 6;

fn rows_from(low: i8, rows: usize) -> (i32, i32) {
    (low.into(), i32::from(low) + rows as i32 - 1)
}

pub(crate) fn fire_row(table: &FireTable, roll: i32) -> Text {
    let (low, high) = rows_from(table.row_low, table.rows.len());
    row_between(roll, low, high)
}

pub(crate) fn assault_row(table: &AssaultTable, roll: i32) -> Text {
    let (low, high) = rows_from(table.row_low, table.rows.len());
    row_between(roll, low, high)
}

pub(crate) fn assault_column(table: &AssaultTable, column: usize) -> Text {
    let last = table.rows.first().map_or(0, Vec::len) - 1;
    match i32::from(table.first_difference) + column as i32 {
        difference if column == 0 => format_text!("{difference:+} or less"),
        difference if column == last => format_text!("{difference:+} or more"),
        0 => Text::new_static("0"),
        difference => format_text!("{difference:+}"),
    }
}

pub(crate) fn activation_row(total: i32) -> Text {
    row_between(total, 1, MOST_ACTIVATION)
}

/// A row from a number to another, where 99 and beyond mean that it has no end.
pub(crate) fn span_row(min: i32, max: i32) -> Text {
    match (min, max) {
        (..=-99, _) => format_text!("{max} or less"),
        (_, 99..) => format_text!("{min} or more"),
        _ if min == max => format_text!("{min}"),
        _ => format_text!("{min} to {max}"),
    }
}

pub(crate) fn initiative_label(row: &InitiativeRow) -> Text {
    span_row(row.min.into(), row.max.into())
}

/// By how much a check was over the Cohesion Value.
pub(crate) fn over_row(charts: &Charts, over: i32) -> Text {
    row_between(over, 0, charts.check_effects.len() as i32 - 1)
}

/// The range of artillery.
pub(crate) fn range_row(charts: &Charts, range: u8) -> Text {
    format_text!("{}", range.clamp(1, charts.artillery_factor.len() as u8))
}

impl Battle {
    pub(crate) fn fire_lookup(&self, column: u8, roll: i32) -> Lookup {
        let table = &self.charts.fire;
        let column = table.column_names[column as usize].as_str();
        Lookup::new("fire_table", fire_row(table, roll), column)
    }

    /// The factor of artillery at its range, where it is artillery that fires.
    pub(crate) fn range_lookup(&self, f: &Fire) -> Option<Lookup> {
        let guns = f.firers.first().is_some_and(|unit| self.is_gun(unit));
        let range = self.map.distance(f.from, f.target_hex);
        guns.then(|| Lookup::new("fire_strength", range_row(&self.charts, range), "factor"))
    }

    pub(crate) fn assault_lookup(&self, column: u8, roll: i32) -> Lookup {
        let table = &self.charts.assault;
        Lookup::new("assault_table", assault_row(table, roll), assault_column(table, column.into()))
    }

    pub(crate) fn ratio_lookup(&self, ratio: usize) -> Lookup {
        Lookup::new("strength_ratio_assault_modifiers", self.charts.ratio[ratio].name.as_str(), DRM)
    }

    pub(crate) fn check_lookup(&self, over: i32) -> Lookup {
        Lookup::new("cohesion_check_effects", over_row(&self.charts, over), LEVELS)
    }

    pub(crate) fn ammunition_lookup(&self, face: u8) -> Lookup {
        Lookup::new("ammunition", format_text!("{face}"), RESULT)
    }

    pub(crate) fn corps_lookup(&self, face: u8) -> Lookup {
        Lookup::new("corps", format_text!("{face}"), RESULT)
    }

    /// A roll for activation: the row of its total, or that of the natural six.
    pub(crate) fn activation_lookup(&self, formation: FormationId, face: u8, total: i32) -> Lookup {
        let leader = self.leader_of(formation);
        let row = if face == 6 { Text::new_static(NATURAL_SIX) } else { activation_row(total) };
        Lookup::new("activation", row, format_text!("{}", self.army.leaders[leader].command_value))
    }

    pub(crate) fn initiative_lookup(&self, row: &InitiativeRow) -> Lookup {
        Lookup::new("initiative_table", initiative_label(row), CONDUCT)
    }

    // ---- before the roll -------------------------------------------------------------------

    /// The cells that a fire can hit.
    pub(crate) fn fire_lookups(&self, p: &Position, f: &Fire) -> Vec<Lookup> {
        let sum = self.fire_sum(p, f);
        let cells = (2..=12).map(|roll| self.fire_lookup(sum.column, roll + i32::from(sum.drm)));
        cells.chain(self.range_lookup(f)).collect()
    }

    /// The cells that a combat can hit.
    pub(crate) fn combat_lookups(&self, p: &Position, f: &Combat) -> Vec<Lookup> {
        let (drm, column) = self.combat_sum(p, f);
        let (ratio, _) = self.ratio_drm(self.strength(p, f.attackers), self.strength(p, f.defenders));
        let cells = (2..=12).map(|roll| self.assault_lookup(column, roll + i32::from(drm)));
        cells.chain([self.ratio_lookup(ratio)]).collect()
    }

    /// The cells that a unit's cohesion check can hit.
    pub(crate) fn check_lookups(&self, p: &Position, f: &Check, unit: UnitId) -> Vec<Lookup> {
        let over = i32::from(self.check_drm(p, f, unit)) - i32::from(self.ccv(p, unit));
        (2..=12).map(|roll| self.check_lookup(roll + over)).collect()
    }

    /// The cells that an attempt to activate can hit, the second die of a loose cannon included.
    pub(crate) fn attempt_lookups(&self, p: &Position, formation: FormationId) -> Vec<Lookup> {
        let drm: i32 = self.activation_modifiers(p, formation).iter().map(|m| m.value).sum();
        let mood = p.formations[formation].mood;
        let first = (1..=6).map(|face| self.activation_lookup(formation, face, i32::from(face) + drm));
        let rows = &self.charts.initiative;
        let second =
            rows.iter().filter(|row| (1..=6).any(|face| (row.min..=row.max).contains(&(face + mood))));
        first.chain(second.map(|row| self.initiative_lookup(row))).collect()
    }
}
