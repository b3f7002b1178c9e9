//! Who wins a combat, who retreats and who advances (11.2.6 to 11.2.10).

use super::{Combat, CombatKind, CombatStage};
use crate::battle::{Battle, NO};
use crate::commander::Follow;
use crate::flow::Fought;
use crate::model::{Colour, UnitId, UnitKind};
use crate::position::{Place, Position, UnitSet};
use crate::retreat::{Retreat, RetreatKind};
use crate::rule;
use hexmap::Hex;
use kernel::{Log, Roster};

impl Battle {
    pub(super) fn decide_winner(&self, p: &mut Position, f: Combat, log: &mut Log) {
        let mut f = f;
        let men = f.defenders.iter().any(|u| !self.is_gun(u));
        let by_levels =
            match (f.lead_levels[0].cmp(&f.lead_levels[1])).then(f.sum_levels[0].cmp(&f.sum_levels[1])) {
                std::cmp::Ordering::Less => Fought::Attacker,
                std::cmp::Ordering::Greater => Fought::Defender,
                std::cmp::Ordering::Equal => Fought::Draw,
            };
        f.winner = match (f.attackers.is_empty(), !men) {
            // a side that is wiped out loses whatever the table says (R69)
            (true, true) => Fought::Draw,
            (true, false) => Fought::Defender,
            (false, true) => Fought::Attacker,
            (false, false) => match self.combat_cell(&f).colour {
                Colour::Red => Fought::Defender,
                Colour::Blue => Fought::Attacker,
                Colour::Grey => Fought::Draw,
                Colour::White => by_levels,
            },
        };
        log.say(|| {
            let (text, rule) = match f.winner {
                Fought::Attacker => ("The attacker wins.", rule::R11_2_6),
                Fought::Defender => ("The defender wins.", rule::R11_2_6),
                _ => ("A draw: both stay where they are.", rule::R11_2_9b),
            };
            self.say(p, "winner", rule, text)
        });
        self.settle_moods(p, &f, log);
        match f.winner {
            Fought::Attacker => {
                if !men && !f.defenders.is_empty() {
                    f.stage = CombatStage::LoneGuns;
                    return p.set_top(f);
                }
                f.guns = f.defenders.iter().filter(|u| self.kind(*u) == UnitKind::FieldArtillery).collect();
                f.stage = CombatStage::Advance;
                p.set_top(f);
                if !f.defenders.is_empty() {
                    let retreat = Retreat {
                        away: f.from,
                        left: self.charts.defender_retreat_hexes,
                        fought: f.attackers,
                        last: f.last,
                        ..self.new_retreat(p, RetreatKind::Defender, f.defenders)
                    };
                    self.begin_retreat(p, retreat, log);
                }
            }
            Fought::Defender => {
                f.stage = CombatStage::AttackerExtras;
                p.set_top(f);
                if !f.attackers.is_empty() {
                    let retreat = Retreat {
                        away: f.target,
                        left: self.charts.attacker_retreat_hexes,
                        fought: f.defenders,
                        // a countercharge causes no reactions by the active side (12.2.4)
                        last: f.last || f.kind == CombatKind::Countercharge,
                        ..self.new_retreat(p, RetreatKind::Attacker, f.attackers)
                    };
                    self.begin_retreat(p, retreat, log);
                }
            }
            _ => {
                f.stage = CombatStage::AttackerExtras;
                p.set_top(f);
            }
        }
    }

    /// The moods of the formations whose leading units fought (6.2.1).
    pub(super) fn settle_moods(&self, p: &mut Position, f: &Combat, log: &mut Log) {
        let (won, lost) = match f.winner {
            Fought::Attacker => (f.lead[0], f.lead[1]),
            Fought::Defender => (f.lead[1], f.lead[0]),
            Fought::Draw | Fought::Nothing => return,
        };
        for (unit, change) in [(won, self.charts.mood_won), (lost, self.charts.mood_lost)] {
            if unit != UnitId::NOBODY {
                self.change_mood(p, self.formation_of(unit), change, log);
            }
        }
    }

    /// The winner must advance (11.1.2).
    pub(super) fn advance(&self, p: &mut Position, f: Combat, log: &mut Log) {
        let mut f = f;
        let here: UnitSet = f.attackers.iter().filter(|u| p.unit(*u).hex == f.from).collect();
        let room = self.check_stacking(p, f.target, here.with(self.overrun_in(p, f.target))).is_ok();
        if here.is_empty() || p.occupied(f.target) || !room {
            f.stage = CombatStage::Guns;
            return p.set_top(f);
        }
        f.stage = CombatStage::Wade;
        p.set_top(f);
        if f.kind.is_reaction() {
            // whoever was on his way himself does not go on with it from another hex
            p.leave_action(here);
        }
        self.advance_into(p, here, f.from, f.target, log);
    }

    pub(super) fn advance_into(
        &self,
        p: &mut Position,
        units: UnitSet,
        from: Hex,
        target: Hex,
        log: &mut Log,
    ) {
        let Some(first) = units.first() else { return };
        let side = self.side_of(first);
        log.say(|| {
            self.say(p, "advance", rule::R11_2_10, "{} [advances|advance] to {}.").units(units).hex(target)
        });
        let leaders = self.leaders_here(p, side, from);
        let dir = self.map.direction(from, target).unwrap_or(0);
        let by_bridge = units.iter().all(|u| p.unit(u).march) && self.cost_by_road(from, dir) != NO;
        if self.is_stream(from, dir) && !by_bridge {
            // the check waits below what happens on arrival
            self.wade(p, units, log);
        }
        let units: UnitSet = units.iter().filter(|u| p.unit(*u).place == Place::Map).collect();
        if !leaders.is_empty() && !units.is_empty() {
            p.push(Follow { leaders, to: target });
        }
        self.move_units(p, units, target, true, log);
    }

    /// What comes when the attacker stands in the hex he has won.
    pub(super) fn after_advance(&self, p: &Position, f: &Combat) -> CombatStage {
        // in a counterattack the guns in the hex are the attacker's own
        let guns = f.guns.iter().any(|u| p.unit(u).place == Place::Overrun);
        if guns { CombatStage::LoneGunsReactions } else { CombatStage::Reactions }
    }
}
