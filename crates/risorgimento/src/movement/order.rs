//! The order of a force: March (8.3), limbering (8.4) and squares (8.6).

use super::{Act, ActStage, Mode, moved};
use crate::action::Action;
use crate::battle::Battle;
use crate::model::{Arm, Quarters, UnitId, UnitKind};
use crate::position::{Place, Position, UnitSet};
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

    /// Whether units can stand in their hex otherwise than in March, as they cannot on a bridge (C 22.1), nor guns in woods.
    pub(crate) fn check_deploys(&self, p: &Position, units: UnitSet) -> Result<(), No> {
        let stands = |unit: UnitId| {
            let hex = p.unit(unit).hex;
            hex.is_none() || self.terrain(hex).cost[self.arm(unit) as usize].is_some()
        };
        let words = "Here it can only be in March Movement on the road.";
        No::when(!units.iter().all(stands), rule::R14_1a, words)
    }

    pub(super) fn check_march(&self, p: &Position, f: &Act, first: UnitId, on: bool) -> Result<(), No> {
        let u = p.unit(first);
        No::when(self.is_gun(first), rule::R8_4a, "Artillery limbers and unlimbers instead.")?;
        No::when(f.units.count() > 1, rule::R8_3c, "Units in March Movement move one at a time.")?;
        No::when(!f.is_fresh(), rule::R8_3b, "March is entered or left at the beginning of a move.")?;
        No::when(u.march == on, rule::R8_3b, "It is in that order already.")?;
        No::when(u.square, rule::R8_6_1, "A square cannot march.")?;
        if !on {
            self.check_deploys(p, f.units)?;
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
            let words =
                if on { "{} [goes|go] into March Movement." } else { "{} [leaves|leave] March Movement." };
            self.say(p, "march", rule::R8_3b, words).units(f.units)
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
        let words = "One battery limbers or unlimbers at a time.";
        No::when(!self.is_gun(first) || f.units.count() > 1, rule::R8_4a, words)?;
        let words = "It is in that order already, or still in the column.";
        No::when(p.unit(first).march == on || f.hex.is_none(), rule::R8_4a, words)?;
        if !on {
            self.check_deploys(p, f.units)?;
        }
        let cost = self.limber_cost(f, first, on);
        let words = "Guns inside a square stay there while it stands.";
        No::when(on && self.in_square(p, first), rule::R8_6_1, words)?;
        let words = "Guns are limbered at the beginning of a move.";
        No::when(on && (f.entered > 0 || f.changed), rule::R8_4a, words)?;
        let words = "Not enough movement points are left.";
        No::when(cost > f.left || (f.spent_out && cost > 0), rule::R8_4b, words)?;
        let limbered = Act { left: f.left - cost, changed: true, ..*f };
        if on && !self.keeps_duty(p, f, &limbered, |q| self.set_march(q, first, true)) {
            return Err(match f.mode {
                Mode::Straggling => No(rule::R5_1_1, "It could not get nearer to its commander."),
                _ => No(rule::R3_2, "It could not leave the enemy zone of reaction: it must fire."),
            });
        }
        No::when(!on && f.entered == 0 && f.changed, rule::R8_4a, "It has just been limbered.")?;
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
                (true, _) => (rule::R8_4b, "{} [limbers|limber]."),
                (false, false) => (rule::R8_4b, "{} [unlimbers|unlimber]."),
                // only horse artillery does it for nothing: not to be told of a face-down battery
                (false, true) if f.units.iter().all(|u| self.face_up(p, u)) => {
                    (rule::R8_4_1, "{} [unlimbers at the end of its|unlimber at the end of their] move.")
                }
                (false, true) => (rule::R8_4b, "{} [unlimbers|unlimber]."),
            };
            self.say(p, "limber", rule, word).units(f.units)
        });
    }

    // ---- squares (8.6) -----------------------------------------------------------------------

    pub(super) fn check_form_square(&self, p: &Position, f: &Act, first: UnitId) -> Result<(), No> {
        No::when(self.arm(first) != Arm::Infantry, rule::R8_6, "Only infantry forms square.")?;
        let words = "Forming square is a whole action.";
        No::when(!f.is_fresh() || f.hex.is_none() || f.mode != Mode::Ordinary, rule::R8_6, words)?;
        let words = "Disorganized units cannot form square.";
        No::when(f.units.iter().any(|u| p.unit(u).status == 3), rule::R8_6_3, words)?;
        No::when(f.units.iter().all(|u| p.unit(u).square), rule::R8_6, "It is in square already.")?;
        self.check_deploys(p, f.units)?;
        let words = "It is needed at a declared marker.";
        No::when(f.must_serve || self.attack_is_due(p, f), rule::R7_1_4, words)?;
        let words = "This force must attack or leave the enemy zone of reaction.";
        No::when(!self.end_ok(p, f, f.hex) && self.finishable(p, f, f.hex, f.left, 0), rule::R3_2, words)
    }

    pub(super) fn check_leave_square(&self, p: &Position, f: &Act) -> Result<(), No> {
        let can = f.is_fresh() && f.units.iter().any(|u| p.unit(u).square);
        No::when(!can, rule::R12_2_5b, "Square is left at the start of the activation.")
    }

    pub(super) fn change_square(&self, p: &mut Position, f: &mut Act, on: bool, log: &mut Log) {
        for unit in f.units {
            self.set_march(p, unit, false);
            p.unit_mut(unit).square = on;
        }
        f.changed = true;
        moved(p, f.units);
        log.say(|| {
            let (rule, words) = match on {
                true => (rule::R8_6, "{} [forms|form] square."),
                false => (rule::R12_2_5b, "{} [leaves|leave] square."),
            };
            self.say(p, "square", rule, words).units(f.units)
        });
        if on {
            f.stage = ActStage::Finished;
        }
    }
}
