//! Artillery in a combat (11.4): guns that fall back with others, and guns alone.

use super::{Combat, CombatStage};
use crate::battle::Battle;
use crate::flow::Fought;
use crate::model::UnitId;
use crate::position::{Place, Position, UnitSet};
use crate::rule;
use hexmap::Hex;
use kernel::{Log, Roster};

impl Battle {
    /// Guns that fell back with others lose half of their strength, rounded up (11.4.2).
    pub(super) fn guns_fall_back(&self, p: &mut Position, f: &mut Combat, log: &mut Log) {
        for unit in f.guns {
            let lost = self.sp(p, unit).div_ceil(2);
            p.unit_mut(unit).lost += lost;
            log.say(|| {
                let words = match lost {
                    1 => "{} loses {} strength point in the retreat.",
                    _ => "{} loses {} strength points in the retreat.",
                };
                self.say(p, "loss", rule::R11_4_2, words).unit(unit).with(lost)
            });
            if self.sp(p, unit) == 0 {
                log.say(|| {
                    self.say(p, "eliminated", rule::R11_4_2, "{} has no strength left and is removed.")
                        .unit(unit)
                });
                self.take_off(p, unit);
                f.defenders.remove(unit);
            }
        }
    }

    pub(crate) fn overrun_in(&self, p: &Position, hex: Hex) -> UnitSet {
        p.units.ids().filter(|u| p.unit(*u).place == Place::Overrun && p.unit(*u).hex == hex).collect()
    }

    /// Guns alone: the attacker rides in among them, then others may react (11.4.1).
    pub(super) fn overrun(&self, p: &mut Position, f: Combat, log: &mut Log) {
        let mut f = f;
        f.guns = p.in_hex(f.target);
        f.stage = CombatStage::Wade;
        f.lead[1] = f.guns.first().unwrap_or(UnitId::NOBODY);
        log.say(|| {
            self.say(p, "overrun", rule::R11_4_1, "{} [stands alone and is overrun unless it is saved|stand alone and are overrun unless they are saved].").units(f.guns)
        });
        for gun in f.guns {
            self.set_aside(p, gun);
        }
        p.set_top(f);
        self.advance_into(p, f.attackers, f.from, f.target, log);
    }

    pub(super) fn fate_of_guns(&self, p: &mut Position, f: &mut Combat, log: &mut Log) {
        let taken = f.attackers.iter().any(|u| p.unit(u).hex == f.target);
        let guns = self.overrun_in(p, f.target);
        if taken {
            f.winner = Fought::Attacker;
            log.say(|| self.say(p, "eliminated", rule::R11_4_1, "{} [is|are] lost.").units(guns));
            for gun in guns {
                self.take_off(p, gun);
            }
            f.defenders = f.defenders.without(guns);
            // counted once even where the guns' escort fell first
            if f.row == 0 && f.column == 0 {
                self.settle_moods(p, f, log);
            }
        } else {
            f.winner = Fought::Defender;
            for gun in guns {
                self.put(p, gun, f.target);
                self.settle(p, UnitSet::one(gun));
            }
            log.say(|| self.say(p, "saved", rule::R11_4_1, "{} [is|are] saved.").units(guns));
        }
        f.guns = UnitSet::EMPTY;
    }
}
