//! Labels of rows and columns of the charts: the same where the charts are shown and where an event
//! names the cell that decided.

use crate::model::Charts;
use dataset::chart::row_between;

/// The row of a Training Die Roll that fails whatever the modifiers (11.4).
pub const NATURAL: &str = "reorganization, natural";

/// The row of a modified Training Die Roll (5.11).
pub fn training_row(roll: i32) -> String {
    row_between(roll, 0, 9)
}

/// The row for the natural roll that never reorganizes.
pub fn natural_row(charts: &Charts) -> String {
    format!("{NATURAL} {}", charts.reorganization_fails_on)
}
