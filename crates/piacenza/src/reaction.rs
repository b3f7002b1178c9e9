//! 7.1f and 7.2: who leaves a zone of control of infantry is fired at.

use crate::battle::Battle;
use crate::flow::{Move, MoveStage, VolleyKind};
use crate::model::UnitId;
use crate::position::{Order, Position, Shot, Slot, UnitSet, enemy};
use crate::rule;
use arrayvec::ArrayVec;
use hexmap::{Dir, Hex, opposite};
use kernel::{Log, Roster};

impl Battle {
    /// Those who passed go; the others stay where they are, their movement over. Leaving a zone of control of
    /// infantry draws fire (7.1f).
    pub(crate) fn leave(&self, p: &mut Position, mut m: Move, log: &mut Log) {
        for unit in m.failed {
            p.unit_mut(unit).moved = true;
        }
        // a battery does not go on without its infantry into a zone of control; it simply stays with it
        let guns_stay = m.failed.iter().any(|u| self.is_infantry(u));
        for Slot(unit) in &mut m.units {
            if *unit != UnitId::NOBODY && (m.failed.has(*unit) || guns_stay) {
                if self.is_gun(*unit) && m.stepped {
                    self.gun_has_moved(p, *unit, log);
                    p.unit_mut(*unit).moved = true;
                }
                *unit = UnitId::NOBODY;
            }
        }
        m.failed = UnitSet::EMPTY;
        if m.who().is_empty() {
            return p.pop();
        }
        m.stage = MoveStage::React;
        p.set_top(m);
        p.state.returned.driven = UnitSet::EMPTY;
        p.state.returned.shaken = UnitSet::EMPTY;
        let Some(lead) = m.lead() else { return };
        let foe = enemy(self.side_of(lead));
        if !p.infantry_zoc(foe, m.hex) {
            return;
        }
        p.state.shots.clear();
        for firer in self.reaction_firers(p, enemy(foe), m.hex) {
            let at = m.who().single().unwrap_or(UnitId::NOBODY);
            let shot = Shot { offensive: false, ..self.shot(p, firer, m.hex, at) };
            p.state.shots.push(shot);
        }
        if !p.shots.is_empty() {
            log.say(|| {
                self.say(p, "leaves", rule::R7_1f, "{} leaves an infantry zone of control under fire.")
                    .unit(lead)
            });
            self.volley(p, VolleyKind::Reaction);
        }
    }

    /// Enemy infantry that fires at a unit of the side which leaves a hex of its zone of control (7.2).
    pub(crate) fn reaction_firers(&self, p: &Position, side: u8, hex: Hex) -> ArrayVec<UnitId, 6> {
        let foe = enemy(side);
        let mut firers = ArrayVec::new();
        if !p.infantry_zoc(foe, hex) {
            return firers;
        }
        for (dir, near) in self.touching(hex) {
            if !p.holds(self, foe, near) || self.zoc_mask[near.index()] >> opposite(dir) & 1 == 0 {
                continue;
            }
            // stacking: one infantry unit in a hex
            let ready = |unit: &UnitId| {
                let u = p.unit(*unit);
                self.is_infantry(*unit) && u.order == Order::Good && !u.billebaude
            };
            firers.extend(p.in_hex(near).iter().find(ready));
        }
        firers
    }

    /// PR21: who was driven off moves no further; infantry that was Disordered makes this step and stops.
    pub(crate) fn after_reaction(&self, p: &mut Position, mut m: Move, log: &mut Log) {
        let under_fire = !p.shots.is_empty();
        p.state.shots.clear();
        let (driven, shaken) = (p.returned.driven, p.returned.shaken);
        for Slot(unit) in &mut m.units {
            if *unit != UnitId::NOBODY
                && (driven.has(*unit) || !p.on_map(*unit) || p.unit(*unit).hex != m.hex)
            {
                if p.on_map(*unit) {
                    p.unit_mut(*unit).moved = true;
                }
                *unit = UnitId::NOBODY;
            }
        }
        if m.who().is_empty() {
            p.set_top(m);
            return p.pop();
        }
        m.halted |= m.who().iter().any(|u| shaken.has(u) && self.is_infantry(u));
        m.stage = MoveStage::Enter;
        p.set_top(m);
        if under_fire && let Some(lead) = m.lead() {
            log.say(|| self.say(p, "leaves", rule::R7_2b, "{} gets away.").unit(lead));
        }
    }

    /// Whether dice are rolled before a step: for training, or by infantry whose zone of control is left.
    pub(crate) fn step_rolls(&self, p: &Position, m: &Move, dir: Dir) -> bool {
        m.who().iter().any(|unit| self.roll_before(p, unit, m.hex, dir).is_some())
            || m.who()
                .first()
                .is_some_and(|lead| !self.reaction_firers(p, self.side_of(lead), m.hex).is_empty())
    }
}
