//! What is counted for statistics: losses by arm, units lost, objectives held.

use crate::battle::Battle;
use crate::model::{Arm, UnitId};
use crate::position::{Place, Position};
use kernel::Counter;

/// The kinds of events with which a fight begins.
pub(crate) const FIGHTS: &[&str] = &["fire", "combat"];

/// The kinds with which something new begins: whatever was told of a fight before them is over.
pub(crate) const AFRESH: &[&str] = &[
    "act",
    "activation",
    "charge",
    "corps",
    "enter",
    "initiative",
    "limber",
    "loose-cannon",
    "march",
    "marker",
    "move",
    "pass",
    "phase",
    "react",
    "recovery",
    "reinforcements",
    "resume",
    "ride",
];

const LOST: &str = "Strength points lost";

pub(crate) static COUNTERS: [Counter<Battle>; 5] = [
    Counter::told("losses", LOST, "infantry", |b, p, side| b.strength_lost(p, side, Arm::Infantry)),
    Counter::told("losses", LOST, "cavalry", |b, p, side| b.strength_lost(p, side, Arm::Cavalry)),
    Counter::told("losses", LOST, "artillery", |b, p, side| b.strength_lost(p, side, Arm::Artillery)),
    Counter::told("units", "Units lost", "", |b, p, side| {
        b.of_side(p, side).filter(|u| p.units[*u].place == Place::Lost).count() as i64
    }),
    Counter::told("objectives", "Objectives held", "", |b, p, side| b.objectives_held(p, side).into()),
];

impl Battle {
    fn of_side(&self, p: &Position, side: u8) -> impl Iterator<Item = UnitId> {
        p.units.ids().filter(move |u| self.army.units[*u].side == side)
    }

    fn strength_lost(&self, p: &Position, side: u8, arm: Arm) -> i64 {
        let units = self.of_side(p, side).map(|u| (&self.army.units[u], &p.units[u]));
        let lost = units.filter(|(def, _)| def.arm == arm).map(|(def, u)| match u.place {
            Place::Lost => def.sp,
            _ => u.lost,
        });
        lost.map(i64::from).sum()
    }
}
