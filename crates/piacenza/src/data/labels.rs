//! Labels of rows and columns of the charts: the same where the charts are shown and where an event
//! names the cell that decided.

use crate::model::{Charts, MeleeTable, ShotTable};
use kernel::{Text, format_text, row_between};

/// The column of charts with one result in a row.
pub const RESULT: &str = "result";
/// The column of lists of values.
pub const VALUE: &str = "value";
/// The row of a Training Die Roll that fails whatever the modifiers (11.4).
pub const NATURAL: &str = "reorganization, natural";

/// The row of a modified roll of the Fire or the Bombardment Table.
pub fn shot_row(table: &ShotTable, roll: i32) -> Text {
    row(table.row_low, table.rows.len(), roll)
}

/// The row of a modified roll of the Melee Table.
pub fn melee_row(table: &MeleeTable, roll: i32) -> Text {
    row(table.row_low, table.rows.len(), roll)
}

/// The row of a modified Training Die Roll (5.11).
pub fn training_row(roll: i32) -> Text {
    row_between(roll, 0, 9)
}

/// The row for the natural roll that never reorganizes.
pub fn natural_row(charts: &Charts) -> Text {
    format_text!("{NATURAL} {}", charts.reorganization_fails_on)
}

/// The row of a roll against a number, modified or not.
pub fn face_row(roll: i32) -> Text {
    row_between(roll, 0, 9)
}

fn row(low: i8, rows: usize, roll: i32) -> Text {
    let low = i32::from(low);
    row_between(roll, low, low + rows as i32 - 1)
}
