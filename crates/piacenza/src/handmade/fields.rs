//! What the entries of a hand-written set-up say of pieces, with what is wrong in each.

use crate::battle::Battle;
use crate::model::UnitId;
use crate::position::{Leader, Order, Place, Unit};
use hexmap::Dir;
use kernel::handwritten::Places;
use serde_json::Value;

pub(super) const PLACES: Places<Place> = Places {
    names: &[("lost", Place::Lost), ("away", Place::Away)],
    on_map: Place::Map,
    elsewhere: Place::Away,
};
pub(super) const ORDERS: &[(&str, Order)] =
    &[("good", Order::Good), ("disordered", Order::Disordered), ("routed", Order::Routed)];
const UNIT: &str = "hex place facing order reduced billebaude changed fired failed";

/// What an entry says of a unit, with its hex as it is written.
pub(super) fn unit(
    battle: &Battle,
    unit: UnitId,
    value: &Value,
    at: &str,
    errors: &mut Vec<String>,
) -> (Unit, Option<String>) {
    let def = &battle.army.units[unit];
    let gun = battle.is_gun(unit);
    let mut u = Unit { facing: if gun { usual_facing(def.side) } else { 0 }, ..Unit::default() };
    let (hex, place) = PLACES.read(value, at, UNIT, errors, |fields, _| {
        u.order = fields.among("order", ORDERS).unwrap_or(Order::Good);
        u.reduced = fields.is("reduced");
        u.billebaude = fields.is("billebaude");
        u.changed = fields.is("changed");
        u.failed = fields.is("failed");
        // what has failed has fired (8.4)
        u.fired = fields.is("fired") || u.failed;
        let foot = battle.is_infantry(unit);
        let facing = fields.dir("facing", &battle.map.dir_names());
        fields.check([
            ("reduced", u.reduced && def.steps < 2, "the unit has one step (2.2.2)"),
            (
                "billebaude",
                (u.billebaude || u.changed) && !foot,
                "only infantry fires in volleys and changes ranks",
            ),
            ("failed", u.failed && !gun, "only batteries fail (8.4)"),
            ("order", gun && u.order != Order::Good, "artillery is never Disordered or Routed (11.1)"),
            ("facing", facing.is_some() && !gun, "only batteries have a facing (2.2.3)"),
        ]);
        u.facing = facing.unwrap_or(u.facing);
    });
    u.place = place;
    (u, hex)
}

/// What an entry says of a commander, with his hex as it is written.
pub(super) fn leader(value: &Value, at: &str, errors: &mut Vec<String>) -> (Leader, Option<String>) {
    let mut l = Leader::default();
    let (hex, place) = PLACES.read(value, at, "hex place staff moved stays", errors, |fields, _| {
        l.staff = fields.is("staff");
        l.moved = fields.is("moved");
        l.stays = fields.number("stays", 0, 9).unwrap_or(0) as u8;
    });
    l.place = place;
    (l, hex)
}

/// Where a battery of a side faces if nothing else is said: away from its own edge.
fn usual_facing(side: u8) -> Dir {
    if side == 0 { 1 } else { 4 }
}
