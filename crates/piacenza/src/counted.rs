//! What is counted for statistics: strength left by arm, units lost, places held, victory points.

use crate::battle::Battle;
use crate::model::{Arm, UnitId};
use crate::position::{Place, Position};
use kernel::Counter;

/// The kinds of events with which a fight begins.
pub(crate) const FIGHTS: &[&str] = &["fire", "reaction-fire", "bombardment", "melee"];

const LEFT: &str = "Strength points left";

pub(crate) static COUNTERS: [Counter<Battle>; 6] = [
    Counter::new("strength", LEFT, "infantry", |b, p, side| b.strength_left(p, side, Arm::Infantry)),
    Counter::new("strength", LEFT, "cavalry", |b, p, side| b.strength_left(p, side, Arm::Cavalry)),
    Counter::new("strength", LEFT, "artillery", |b, p, side| b.strength_left(p, side, Arm::Artillery)),
    Counter::told("units", "Units lost", "", |b, p, side| {
        b.of_side(p, side).filter(|u| p.unit(*u).place == Place::Lost).count() as i64
    }),
    Counter::new("objectives", "Places held that count", "", |b, p, side| {
        b.objectives().iter().filter(|hex| b.occupies(p, side, **hex)).count() as i64
    }),
    Counter::told("points", "Victory points", "", |b, p, side| b.points(p, side).into()),
];

impl Battle {
    fn of_side(&self, p: &Position, side: u8) -> impl Iterator<Item = UnitId> {
        p.units.ids().filter(move |u| self.side_of(*u) == side)
    }

    fn strength_left(&self, p: &Position, side: u8, arm: Arm) -> i64 {
        let there = self.of_side(p, side).filter(|u| p.on_map(*u) && self.arm(*u) == arm);
        there.map(|u| i64::from(self.sp(p, u))).sum()
    }
}
