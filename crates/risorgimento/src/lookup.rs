//! Which cell of a chart decides: the labels of rows and columns, the same for the charts as they
//! are shown (`data::charts_shown`) and for what events and odds say of a roll.

use crate::battle::Battle;
use crate::flow::{Check, Combat, Fire};
use crate::model::{FormationId, InitiativeRow, UnitId};
use crate::position::Position;
use dataset::chart::{row_between, row_from};
use kernel::{Lookup, format_text};

/// Columns of charts with one number in a row.
pub(crate) const DRM: &str = "DRM";
pub(crate) const RESULT: &str = "result";
pub(crate) const LEVELS: &str = "levels lost";
pub(crate) const FACTOR: &str = "factor";
pub(crate) const CONDUCT: &str = "conduct";
/// The row of the activation chart for an unmodified six (6.2).
pub(crate) const NATURAL_SIX: &str = "natural 6";
/// The last row but that one of the activation chart, and its last column.
pub(crate) const MOST_ACTIVATION: i32 = 6;

pub(crate) fn activation_row(total: i32) -> String {
    row_between(total, 1, MOST_ACTIVATION)
}

impl Battle {
    pub(crate) fn fire_lookup(&self, column: u8, roll: i32) -> Lookup {
        self.charts.fire.lookup(roll, column).into()
    }

    /// The factor of artillery at its range, where it is artillery that fires.
    pub(crate) fn range_lookup(&self, f: &Fire) -> Option<Lookup> {
        let guns = f.firers.first().is_some_and(|unit| self.is_gun(unit));
        let range = self.map.distance(f.from, f.target_hex);
        guns.then(|| self.charts.artillery_factor.lookup(range.into()).into())
    }

    pub(crate) fn assault_lookup(&self, column: u8, roll: i32) -> Lookup {
        self.charts.assault.lookup(roll, column).into()
    }

    pub(crate) fn ratio_lookup(&self, ratio: usize) -> Lookup {
        Lookup::new("strength_ratio_assault_modifiers", self.charts.ratio[ratio].name.as_str(), DRM)
    }

    pub(crate) fn check_lookup(&self, over: i32) -> Lookup {
        self.charts.check_effects.lookup(over).into()
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
        let row = if face == 6 { NATURAL_SIX.to_owned() } else { activation_row(total) };
        Lookup::new("activation", row, format_text!("{}", self.army.leaders[leader].command_value))
    }

    pub(crate) fn initiative_lookup(&self, row: &InitiativeRow) -> Lookup {
        Lookup::new("initiative_table", row_from(row.min.into(), row.max.into()), CONDUCT)
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
