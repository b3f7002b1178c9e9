//! Small parts of the sentences that events are made of.

use crate::battle::Battle;
use crate::model::LeaderId;
use crate::position::Position;
use hexmap::Hex;
use kernel::{Citation, Modifier, SeatSet};

impl Battle {
    /// The number of a hex, with the name of the place.
    pub fn hex_name(&self, hex: Hex) -> String {
        let place = self.map.place(hex);
        if place.is_empty() {
            self.map.number(hex).to_string()
        } else {
            format!("{place} ({})", self.map.number(hex))
        }
    }
    pub fn leader_name(&self, p: &Position, leader: LeaderId) -> String {
        let name = &self.army.leaders[leader].name;
        if p.leader(leader).staff { format!("the staff of {name}") } else { name.clone() }
    }
}

/// A modifier that everybody may know.
pub(crate) fn modifier(label: &str, value: i8, rule: Citation) -> Modifier {
    Modifier { label: label.to_string(), value: value.into(), rule, seen_by: SeatSet::ALL }
}

/// "+2", "-1", "0".
pub(crate) fn signed(value: i8) -> String {
    if value > 0 { format!("+{value}") } else { value.to_string() }
}
