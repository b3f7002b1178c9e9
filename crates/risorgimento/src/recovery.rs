//! Chapter 13.3: recovery at the end of an activation and of the phases after them.

use crate::action::Action;
use crate::battle::Battle;
use crate::model::{Arm, UnitId};
use crate::position::{Did, Position, Side, UnitSet, enemy};
use crate::rule;
use crate::words::{Asked, Offer};
use kernel::{Citation, Log, Procedure, Procedures, Roster, Seat, Viewer};

kernel::frames! {
    of Battle;

    /// Cavalry that may recover levels or from exhaustion, not both (13.3b).
    pub struct Recover {
        pub units: UnitSet,
        pub side: Side,
    }
}

impl Battle {
    /// Levels that a unit wins back: rested 2, moved at most half its allowance 1 (13.3a, 13.3.1).
    fn recovery_levels(&self, p: &Position, unit: UnitId, late: bool) -> u8 {
        let u = p.unit(unit);
        let in_zone = p.zone(enemy(self.side_of(unit)), u.hex);
        match u.did {
            Did::Nothing if late || !in_zone => self.charts.recovery_resting,
            Did::Moved if !in_zone && u.spent <= self.printed[unit].ma * 2 => self.charts.recovery_half_move,
            _ => 0,
        }
    }

    fn regain(&self, p: &mut Position, unit: UnitId, levels: u8, rule: Citation, log: &mut Log) {
        let u = p.unit_mut(unit);
        let won = levels.min(u.status);
        if won == 0 {
            return;
        }
        u.status -= won;
        let now = if u.status == 0 { "in good order" } else { crate::fog::STATUS[u.status as usize] };
        log.say(|| self.say(p, "recovery", rule, "{} recovers and is now {}.").unit(unit).with(now));
    }

    fn rest(&self, p: &mut Position, unit: UnitId, log: &mut Log) {
        let u = p.unit_mut(unit);
        u.exhausted = false;
        u.exhausted_on = 0;
        log.say(|| self.say(p, "recovery", rule::R10_3_1, "{} is no longer exhausted.").unit(unit));
    }

    /// Recovers all that needs no choice; cavalry that could do either is asked (13.3b).
    pub(crate) fn recover(&self, p: &mut Position, units: UnitSet, late: bool, log: &mut Log) {
        let mut asked = UnitSet::EMPTY;
        for unit in self.told_order(p, units, log) {
            let u = p.unit(unit);
            // a whole turn's rest: not in the turn that exhausted it, nor after moving in reaction (R19)
            let rested = u.did == Did::Nothing && !u.stirred && u.exhausted_on < p.turn;
            let may_rest = self.arm(unit) == Arm::Cavalry && u.exhausted && rested;
            let levels = self.recovery_levels(p, unit, late);
            if may_rest && levels > 0 && u.status > 0 {
                asked.insert(unit);
            } else if may_rest {
                self.rest(p, unit, log);
            } else {
                self.regain(p, unit, levels, if late { rule::R13_3_1 } else { rule::R13_3a }, log);
            }
        }
        if let Some(first) = asked.first() {
            p.push(Recover { units: asked, side: self.side_of(first) });
        }
    }
}

impl Procedure<Recover> for Battle {
    const CITES: Citation = rule::R13_3b;

    fn ask(&self, p: &Position, &Recover { units, .. }: &Recover, viewer: Viewer) -> Asked {
        let name = self.names_to(p, viewer, units);
        let you = format!("{name}: recover status levels, or recover from exhaustion?");
        let they = format!("chooses how {name} [recovers|recover].");
        Asked::heard("recover", rule::R13_3b, you, they)
            .at(self.hexes_of(p, units))
            .of(units)
            .standing(format!("recovery of {}", self.own(units)))
    }

    fn options(&self, _: &Position, &Recover { units, .. }: &Recover, _: Seat, out: &mut Vec<Action>) {
        out.extend(
            units.iter().flat_map(|unit| [Action::RecoverLevels(unit), Action::RecoverExhaustion(unit)]),
        );
    }

    fn offer(&self, p: &Position, _: &Recover, seat: Seat, action: Action) -> Offer {
        let (unit, rule, verb) = match action {
            Action::RecoverLevels(unit) => (unit, rule::R13_3b, "recovers status levels"),
            Action::RecoverExhaustion(unit) => (unit, rule::R10_3_1, "recovers from exhaustion"),
            _ => return self.common_offer(p, seat, action),
        };
        self.offer_to_unit(p, rule, unit, verb)
    }

    fn play(&self, p: &mut Position, f: Recover, _: Seat, action: Action, log: &mut Log) {
        let Recover { mut units, side } = f;
        match action {
            Action::RecoverLevels(unit) => {
                // it did nothing, so it is the full recovery
                self.regain(p, unit, self.charts.recovery_resting, rule::R13_3b, log);
                units.remove(unit);
            }
            Action::RecoverExhaustion(unit) => {
                self.rest(p, unit, log);
                units.remove(unit);
            }
            _ => {}
        }
        p.set_top(Recover { units, side });
    }

    fn run(&self, p: &mut Position, f: Recover, _: &mut Log) {
        if f.units.is_empty() { p.pop() } else { p.decide(f.side) }
    }
}
