//! What is counted for statistics: losses by arm, units lost, farmhouses and farms held.

use crate::battle::Battle;
use crate::model::{Arm, UnitId};
use crate::notation::arm_name;
use crate::position::{Place, Position};
use kernel::{Gauge, Seat};

/// The kinds of events with which a fight begins.
pub(crate) const FIGHTS: &[&str] = &["fire", "combat"];

const ARMS: [Arm; 3] = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];

impl Battle {
    pub(crate) fn list_gauges(&self) -> Vec<Gauge> {
        let of = |side: u8| {
            let seat = Seat(side);
            let losses = ARMS.map(|arm| Gauge::new("losses", "Strength points lost", arm_name(arm), seat));
            losses.into_iter().chain([
                Gauge::new("units", "Units lost", "", seat),
                Gauge::new("objectives", "Farmhouses and farms held", "", seat),
            ])
        };
        (0..2).flat_map(of).collect()
    }

    pub(crate) fn read_gauges(&self, p: &Position) -> Vec<i64> {
        let mut list = Vec::new();
        for side in 0..2u8 {
            let mine = |u: &UnitId| self.army.units[*u].side == side;
            let lost = |u: UnitId| p.units[u].place == Place::Lost;
            for arm in ARMS {
                let of_arm = |u: &UnitId| mine(u) && self.army.units[*u].arm == arm;
                let strength = |u: UnitId| if lost(u) { self.army.units[u].sp } else { p.units[u].lost };
                list.push(p.units.ids().filter(of_arm).map(|u| i64::from(strength(u))).sum());
            }
            list.push(p.units.ids().filter(mine).filter(|u| lost(*u)).count() as i64);
            list.push(i64::from(self.objectives_held(p, side)));
        }
        list
    }
}
