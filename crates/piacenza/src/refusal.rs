//! 5.10: cavalry that makes way for infantry.

use crate::battle::Battle;
use crate::position::{Order, Position, UnitSet, enemy};
use crate::rule;
use hexmap::Hex;
use kernel::{Log, Procedure, Roster};

kernel::frames! {
    of Battle;

    /// Cavalry that must make way for infantry (5.10).
    pub struct Refuse {
        pub units: UnitSet,
        pub from: Hex,
    }
}

impl Procedure<Refuse> for Battle {
    const FIGHT: bool = true;

    fn run(&self, p: &mut Position, Refuse { units, from }: Refuse, log: &mut Log) {
        let Some(unit) = units.first() else {
            p.pop();
            let side = p.in_hex(from).first().map_or(0, |u| self.side_of(u));
            if !p.zoc(enemy(side), from) {
                log.say(|| {
                    self.say(p, "refusal", rule::R5_10b, "The way of the infantry in {} is free.").hex(from)
                });
            }
            return;
        };
        let left = units.but(unit);
        p.set_top(Refuse { units: left, from });
        log.say(|| self.say(p, "refusal", rule::R5_10a, "{} makes way for the infantry.").unit(unit));
        let hex = p.unit(unit).hex;
        let foe = enemy(self.side_of(unit));
        let aimed = p.units.ids().find(|u| self.side_of(*u) == foe && self.attacked_hex(p, *u) == Some(hex));
        if let Some(attacker) = aimed {
            log.say(|| self.say(p, "refusal", rule::R5_10c, "{} had been told to attack it.").unit(attacker));
        }
        self.retreat(p, unit, 1, from);
    }
}

impl Battle {
    /// Infantry has come into a hex: cavalry whose zone it is makes way.
    pub(crate) fn refusing(&self, p: &Position, side: u8, hex: Hex) -> UnitSet {
        let foe = enemy(side);
        let mut units = UnitSet::EMPTY;
        if !p.cavalry_zoc(foe, hex) {
            return units;
        }
        for (dir, near) in self.touching(hex) {
            let back = hexmap::opposite(dir);
            if p.holds(self, foe, near) && self.zoc_mask[near.index()] >> back & 1 != 0 {
                let there = p.in_hex(near).iter();
                units = units.with(
                    there.filter(|u| self.is_cavalry(*u) && p.unit(*u).order != Order::Routed).collect(),
                );
            }
        }
        units
    }
}
