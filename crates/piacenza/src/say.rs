//! Small parts of the sentences that events are made of.

use crate::battle::Battle;
use crate::model::LeaderId;
use crate::position::Position;
use hexmap::Hex;

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
