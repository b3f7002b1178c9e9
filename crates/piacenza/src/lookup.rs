//! Which cell of a chart decides: what events and odds name is what the charts show (`data::charts_shown`).

use crate::battle::Battle;
use crate::data::labels;
use crate::flow::{Train, TrainKind};
use crate::model::UnitId;
use kernel::{Lookup, format_text};

impl Battle {
    /// The cell of the Fire or the Bombardment Table for a modified roll.
    pub(crate) fn shot_lookup(&self, firer: UnitId, roll: i8, column: u8) -> Lookup {
        self.shot_table(firer).lookup(roll.into(), column).into()
    }

    /// The cell of the Melee Table for a modified roll.
    pub(crate) fn melee_lookup(&self, roll: i8, column: u8) -> Lookup {
        self.charts.melee.lookup(roll.into(), column).into()
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
