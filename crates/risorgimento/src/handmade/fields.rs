//! What the entries of a hand-written set-up say of pieces, with what is wrong in each.

use crate::battle::Battle;
use crate::fog::STATUS;
use crate::model::{Arm, UnitId};
use crate::position::{Ammo, Did, Leader, Place, Unit};
use hexmap::Dir;
use kernel::handwritten::{Fields, Places};
use serde_json::Value;

/// A facing that the others in the hex decide.
pub(super) const ASK_FACING: Dir = Dir::MAX;

pub(super) const PLACES: Places<Place> = Places {
    names: &[
        ("column", Place::Column),
        ("later", Place::Later),
        ("lost", Place::Lost),
        ("setup", Place::Setup),
    ],
    on_map: Place::Map,
    elsewhere: Place::Later,
};

/// What an entry says of a unit; its hex still as it is written.
pub(super) struct UnitWords {
    pub unit: Unit,
    pub hex: Option<String>,
    pub facing: Option<Dir>,
    pub out_of_command: Option<bool>,
}

const UNIT: &str =
    "hex place facing status lost march limbered square exhausted ammo out_of_command acted did spent";

impl UnitWords {
    pub fn read(
        battle: &Battle,
        unit: UnitId,
        value: &Value,
        at: &str,
        errors: &mut Vec<String>,
    ) -> UnitWords {
        let def = &battle.army.units[unit];
        let mut u = Unit::default();
        let (mut facing, mut out_of_command) = (None, None);
        let (hex, place) = PLACES.read(value, at, UNIT, errors, |fields, place| {
            facing = fields.dir("facing", &battle.map.dir_names());
            u.status = fields.among("status", &[0, 1, 2, 3].map(|i| (STATUS[i], i as u8))).unwrap_or(0);
            u.lost = fields.number("lost", 0, i64::from(def.sp) - 1).unwrap_or(0) as u8;
            u.march = fields.flag("march").or(fields.flag("limbered")).unwrap_or(false);
            u.square = fields.is("square");
            u.exhausted = fields.is("exhausted");
            u.ammo = fields
                .among("ammo", &[("full", Ammo::Full), ("low", Ammo::Low), ("out", Ammo::Out)])
                .unwrap_or(Ammo::Full);
            out_of_command = fields.flag("out_of_command");
            u.out_of_command = out_of_command.unwrap_or(false);
            u.acted = fields.is("acted");
            let did = [("nothing", Did::Nothing), ("moved", Did::Moved), ("attacked", Did::Attacked)];
            u.did = fields.among("did", &did).unwrap_or(Did::Nothing);
            u.spent = quarters(fields, "spent");
            fields.check([
                ("square", u.square && def.arm != Arm::Infantry, "only infantry forms square"),
                ("square", u.square && u.march, "a unit in March Movement is in no square"),
                ("exhausted", u.exhausted && def.arm != Arm::Cavalry, "only cavalry is exhausted"),
                ("ammo", u.ammo != Ammo::Full && def.arm == Arm::Cavalry, "cavalry does not fire (9)"),
            ]);
            let said = [
                ("facing", facing.is_some()),
                ("status", u.status > 0),
                ("square", u.square),
                ("exhausted", u.exhausted),
                ("ammo", u.ammo != Ammo::Full),
                ("out_of_command", u.out_of_command),
            ];
            let off_map = |set: bool| set && place != Place::Map;
            fields.check(said.map(|(field, set)| (field, off_map(set), "this applies to units on the map")));
        });
        u.place = place;
        UnitWords { unit: u, hex, facing, out_of_command }
    }
}

/// Movement points as quarters.
fn quarters(fields: &mut Fields<'_, '_>, field: &str) -> u8 {
    let Some(value) = fields.get(field) else { return 0 };
    let quarters = value.as_f64().map(|points| points * 4.0);
    match quarters.filter(|q| (0.0..=60.0).contains(q) && q.fract() == 0.0) {
        Some(quarters) => quarters as u8,
        None => {
            fields.wrong(field, "movement points in quarters are expected, at most 15".into());
            0
        }
    }
}

/// What an entry says of a commander, with his hex as it is written.
pub(super) fn leader(value: &Value, at: &str, errors: &mut Vec<String>) -> (Leader, Option<String>) {
    let mut leader = Leader::default();
    let (hex, place) = PLACES.read(value, at, "hex place shown moved", errors, |fields, _| {
        leader.shown = fields.is("shown");
        leader.moved = fields.is("moved");
    });
    leader.place = place;
    (leader, hex)
}
