//! Which cell of a chart decides: what events and odds name is what the charts show (`data::charts_shown`).

use crate::battle::Battle;
use crate::data::labels;
use crate::flow::{Train, TrainKind};
use crate::model::UnitId;
use kernel::{Lookup, format_text};

impl Battle {
    /// The cell of the Fire or the Bombardment Table for a modified roll.
    pub(crate) fn shot_lookup(&self, firer: UnitId, roll: i8, column: u8) -> Lookup {
        let table = self.shot_table(firer);
        let chart = if self.is_gun(firer) { "bombardment_table" } else { "fire_table" };
        let row = labels::shot_row(table, roll.into());
        Lookup::new(chart, row, table.column_names[column as usize].as_str())
    }

    /// The cell of the Melee Table for a modified roll.
    pub(crate) fn melee_lookup(&self, roll: i8, column: u8) -> Lookup {
        let table = &self.charts.melee;
        let row = labels::melee_row(table, roll.into());
        Lookup::new("melee_table", row, table.column_names[column as usize].as_str())
    }

    /// The cell of a Training Die Roll with this sum of modifiers.
    pub(crate) fn training_lookup(&self, f: Train, face: u8, sum: i8) -> Lookup {
        let natural = f.kind == TrainKind::Reorganization && face == self.charts.reorganization_fails_on;
        let row = if natural {
            labels::natural_row(&self.charts)
        } else {
            labels::training_row(face as i32 + i32::from(sum))
        };
        Lookup::new("training_roll", row, format_text!("{}", self.printed[f.unit].training))
    }
}
