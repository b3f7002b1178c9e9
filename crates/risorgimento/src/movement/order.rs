//! The order of a force: March (8.3), limbering (8.4) and squares (8.6).

use super::{Act, ActStage, Mode, moved};
use crate::action::Action;
use crate::battle::Battle;
use crate::model::{Arm, Quarters, UnitId, UnitKind};
use crate::position::{Place, Position};
use crate::rule;
use crate::words::Offer;
use kernel::{Log, No, Roster};

impl Battle {
    pub(super) fn offer_order(&self, f: &Act, action: Action) -> Offer {
        let name = self.own(f.units);
        let (rule, text) = match action {
            Action::March(on) => {
                let verb = if on { "[goes|go] into" } else { "[leaves|leave]" };
                (rule::R8_3b, format!("{name} {verb} March Movement"))
            }
            Action::Limber(on) => {
                let verb = if on { "[limbers|limber]" } else { "[unlimbers|unlimber]" };
                (rule::R8_4b, format!("{name} {verb}"))
            }
            Action::Square(true) => {
                (rule::R8_6, format!("{name} [forms square and ends its|form square and end their] action"))
            }
            _ => (rule::R12_2_5b, format!("{name} [leaves|leave] square")),
        };
        Offer::new(rule, text).at(f.hex).by(f.units)
    }

    // ---- March (8.3) -------------------------------------------------------------------------

    pub(super) fn check_march(&self, p: &Position, f: &Act, first: UnitId, on: bool) -> Result<(), No> {
        let u = p.unit(first);
        if self.is_gun(first) {
            return Err(No(rule::R8_4a, "Artillery limbers and unlimbers instead."));
        }
        if f.units.count() > 1 {
            return Err(No(rule::R8_3c, "Units in March Movement move one at a time."));
        }
        if !f.is_fresh() {
            return Err(No(rule::R8_3b, "March is entered or left at the beginning of a move."));
        }
        if u.march == on {
            return Err(No(rule::R8_3b, "It is in that order already."));
        }
        if u.square {
            return Err(No(rule::R8_6_1, "A square cannot march."));
        }
        let possible = if f.hex.is_none() {
            self.still_possible(p, f, on)
        } else {
            self.keeps_duty(p, f, f, |q| self.set_march(q, first, on))
        };
        if possible { Ok(()) } else { Err(No(rule::R8_3b, "It could not complete its move that way.")) }
    }

    pub(super) fn change_march(&self, p: &mut Position, f: &mut Act, on: bool, log: &mut Log) {
        for unit in f.units {
            if p.unit(unit).place == Place::Map {
                self.set_march(p, unit, on)
            } else {
                p.unit_mut(unit).march = on
            }
        }
        f.changed = true;
        moved(p, f.units);
        log.say(|| {
            self.of_units(p, "march", rule::R8_3b, f.units).text(if on {
                " [goes|go] into March Movement."
            } else {
                " [leaves|leave] March Movement."
            })
        });
    }

    // ---- limbering (8.4) ---------------------------------------------------------------------

    /// Horse artillery unlimbers for nothing at the end of a move (8.4.1).
    fn limber_cost(&self, f: &Act, unit: UnitId, on: bool) -> Quarters {
        match (on, self.kind(unit)) {
            (true, _) => self.charts.limber_cost,
            (false, UnitKind::HorseArtillery) if f.entered > 0 => self.charts.horse_unlimber_cost,
            (false, _) => self.charts.unlimber_cost,
        }
    }

    pub(super) fn check_limber(&self, p: &Position, f: &Act, first: UnitId, on: bool) -> Result<(), No> {
        if !self.is_gun(first) || f.units.count() > 1 {
            return Err(No(rule::R8_4a, "One battery limbers or unlimbers at a time."));
        }
        if p.unit(first).march == on || f.hex.is_none() {
            return Err(No(rule::R8_4a, "It is in that order already, or still in the column."));
        }
        let cost = self.limber_cost(f, first, on);
        if on && self.in_square(p, first) {
            return Err(No(rule::R8_6_1, "Guns inside a square stay there while it stands."));
        }
        if on && (f.entered > 0 || f.changed) {
            return Err(No(rule::R8_4a, "Guns are limbered at the beginning of a move."));
        }
        if cost > f.left || (f.spent_out && cost > 0) {
            return Err(No(rule::R8_4b, "Not enough movement points are left."));
        }
        let limbered = Act { left: f.left - cost, changed: true, ..*f };
        if on && !self.keeps_duty(p, f, &limbered, |q| self.set_march(q, first, true)) {
            return Err(match f.mode {
                Mode::Straggling => No(rule::R5_1_1, "It could not get nearer to its commander."),
                _ => No(rule::R3_2, "It could not leave the enemy zone of reaction: it must fire."),
            });
        }
        if !on && f.entered == 0 && f.changed {
            return Err(No(rule::R8_4a, "It has just been limbered."));
        }
        // standing unlimbered is the end of the move: it must be a lawful one
        if !on && !self.end_ok(p, f, f.hex) && self.finishable(p, f, f.hex, f.left, f.entered) {
            return Err(No(rule::R8_4a, "It cannot end its move here."));
        }
        Ok(())
    }

    pub(super) fn change_limber(&self, p: &mut Position, f: &mut Act, on: bool, log: &mut Log) {
        let free = !on && f.entered > 0 && f.units.iter().all(|u| self.kind(u) == UnitKind::HorseArtillery);
        let cost = f.units.first().map_or(0, |unit| self.limber_cost(f, unit, on));
        f.left -= cost;
        for unit in f.units {
            self.set_march(p, unit, on);
            p.unit_mut(unit).spent += cost;
        }
        f.changed = true;
        moved(p, f.units);
        log.say(|| {
            let (rule, word) = match (on, free) {
                (true, _) => (rule::R8_4b, " [limbers|limber]."),
                (false, false) => (rule::R8_4b, " [unlimbers|unlimber]."),
                // only horse artillery does it for nothing: not to be told of a face-down battery
                (false, true) if f.units.iter().all(|u| self.face_up(p, u)) => {
                    (rule::R8_4_1, " [unlimbers at the end of its|unlimber at the end of their] move.")
                }
                (false, true) => (rule::R8_4b, " [unlimbers|unlimber]."),
            };
            self.of_units(p, "limber", rule, f.units).text(word)
        });
    }

    // ---- squares (8.6) -----------------------------------------------------------------------

    pub(super) fn check_form_square(&self, p: &Position, f: &Act, first: UnitId) -> Result<(), No> {
        if self.arm(first) != Arm::Infantry {
            return Err(No(rule::R8_6, "Only infantry forms square."));
        }
        if !f.is_fresh() || f.hex.is_none() || f.mode != Mode::Ordinary {
            return Err(No(rule::R8_6, "Forming square is a whole action."));
        }
        if f.units.iter().any(|u| p.unit(u).status == 3) {
            return Err(No(rule::R8_6_3, "Disorganized units cannot form square."));
        }
        if f.units.iter().all(|u| p.unit(u).square) {
            return Err(No(rule::R8_6, "It is in square already."));
        }
        if f.must_serve || self.attack_is_due(p, f) {
            return Err(No(rule::R7_1_4, "It is needed at a declared marker."));
        }
        if !self.end_ok(p, f, f.hex) && self.finishable(p, f, f.hex, f.left, 0) {
            return Err(No(rule::R3_2, "This force must attack or leave the enemy zone of reaction."));
        }
        Ok(())
    }

    pub(super) fn check_leave_square(&self, p: &Position, f: &Act) -> Result<(), No> {
        if f.is_fresh() && f.units.iter().any(|u| p.unit(u).square) {
            Ok(())
        } else {
            Err(No(rule::R12_2_5b, "Square is left at the start of the activation."))
        }
    }

    pub(super) fn change_square(&self, p: &mut Position, f: &mut Act, on: bool, log: &mut Log) {
        for unit in f.units {
            self.set_march(p, unit, false);
            p.unit_mut(unit).square = on;
        }
        f.changed = true;
        moved(p, f.units);
        log.say(|| {
            let rule = if on { rule::R8_6 } else { rule::R12_2_5b };
            self.of_units(p, "square", rule, f.units).text(if on {
                " [forms|form] square."
            } else {
                " [leaves|leave] square."
            })
        });
        if on {
            f.stage = ActStage::Finished;
        }
    }
}
