//! What is counted for statistics: strength left by arm, units lost, places held, victory points.

use crate::battle::Battle;
use crate::model::{Arm, UnitId};
use crate::position::{Place, Position};
use kernel::{Gauge, Seat};

/// The kinds of events with which a fight begins.
pub(crate) const FIGHTS: &[&str] = &["fire", "reaction-fire", "bombardment", "melee"];

const ARMS: [(Arm, &str); 3] =
    [(Arm::Infantry, "infantry"), (Arm::Cavalry, "cavalry"), (Arm::Artillery, "artillery")];

impl Battle {
    pub(crate) fn list_gauges(&self) -> Vec<Gauge> {
        let of = |side: u8| {
            let seat = Seat(side);
            let strength = ARMS.map(|(_, arm)| Gauge::new("strength", "Strength points left", arm, seat));
            strength.into_iter().chain([
                Gauge::new("units", "Units lost", "", seat),
                Gauge::new("objectives", "Places held that count", "", seat),
                Gauge::new("points", "Victory points", "", seat),
            ])
        };
        (0..2).flat_map(of).collect()
    }

    pub(crate) fn read_gauges(&self, p: &Position) -> Vec<i64> {
        let mut list = Vec::new();
        for side in 0..2u8 {
            let mine = |unit: &UnitId| self.side_of(*unit) == side;
            let units = p.units.ids();
            for (arm, _) in ARMS {
                let there = units.clone().filter(mine).filter(|u| p.on_map(*u) && self.arm(*u) == arm);
                list.push(there.map(|u| i64::from(self.sp(p, u))).sum());
            }
            list.push(units.filter(mine).filter(|u| p.unit(*u).place == Place::Lost).count() as i64);
            list.push(self.objectives().iter().filter(|hex| self.occupies(p, side, **hex)).count() as i64);
            list.push(self.points(p, side).into());
        }
        list
    }
}
