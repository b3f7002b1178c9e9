//! Chapter 6: stacking.

use crate::battle::Battle;
use crate::model::Arm;
use crate::position::{Position, UnitSet};
use hexmap::Hex;

impl Battle {
    /// One infantry unit with one battery, or two cavalry units.
    pub(crate) fn legal_stack(&self, units: UnitSet) -> bool {
        let (mut foot, mut horse, mut guns) = (0, 0, 0);
        for unit in units {
            match self.arm(unit) {
                Arm::Infantry => foot += 1,
                Arm::Cavalry => horse += 1,
                Arm::Artillery => guns += 1,
            }
        }
        if horse > 0 { horse <= 2 && foot + guns == 0 } else { foot <= 1 && guns <= 1 }
    }

    pub(crate) fn can_stack(&self, p: &Position, units: UnitSet, hex: Hex) -> bool {
        self.legal_stack(p.in_hex(hex).with(units))
    }

    pub(crate) fn can_stack_without(&self, p: &Position, units: UnitSet, hex: Hex, gone: UnitSet) -> bool {
        if !p.occupied(hex) {
            return true;
        }
        self.legal_stack(p.in_hex(hex).without(gone).with(units))
    }

    pub(crate) fn stands_legally(&self, p: &Position, hex: Hex) -> bool {
        self.legal_stack(p.in_hex(hex))
    }
}
