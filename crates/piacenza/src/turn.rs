//! Chapter 12: the end of a turn, and the objective that may have to be shown then (13.2).

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::Selection;
use crate::position::{Position, WingSet};
use crate::rule;
use crate::words::{Asked, Offer};
use kernel::{Log, No, Procedure, Roster, Seat, Viewer};

kernel::frames! {
    of Battle;

    /// The turn ends (12.0).
    pub struct EndTurn {}
}

impl Procedure<EndTurn> for Battle {
    fn ask(&self, _: &Position, _: &EndTurn, _: Viewer) -> Asked {
        Asked::new("objectives", rule::R13_2, "Which of the objectives that you hold do you show?")
    }

    fn options(&self, p: &Position, _: &EndTurn, _: Seat, out: &mut Vec<Action>) {
        out.extend(self.showable(p).map(Action::Objective));
    }

    fn check(&self, p: &Position, _: &EndTurn, _: Seat, action: Action) -> Result<(), No> {
        match action {
            Action::Objective(i) if self.showable(p).any(|j| j == i) => Ok(()),
            _ => Err(No(rule::R13_2, "Show one of your objectives that you hold.")),
        }
    }

    fn offer(&self, p: &Position, _: &EndTurn, _: Seat, action: Action) -> Offer {
        let Action::Objective(index) = action else { return self.usual_offer(p, action) };
        let hex = self.objectives()[index as usize];
        Offer::new(rule::R13_2, format!("Show that you hold {}.", self.hex_name(hex))).at(hex)
    }

    /// 13.2: one occupied objective is shown; the others stay secret.
    fn play(&self, p: &mut Position, _: EndTurn, _: Seat, action: Action, log: &mut Log) {
        let Action::Objective(index) = action else { return };
        p.state.revealed |= 1 << index;
        log.say(|| {
            self.say(p, "objective", rule::R13_2, "{} reveals an objective that it holds: {}.")
                .seat(0)
                .hex(self.objectives()[index as usize])
                .reveals()
        });
    }

    /// B.2, B.3: markers go, batteries are ready again, the turn advances (12.0).
    fn run(&self, p: &mut Position, _: EndTurn, log: &mut Log) {
        // 13.2: he picks the objective that he shows; asked even if it is the only one, for who waits must not
        // learn how many he could show
        if self.showable(p).next().is_some() {
            return p.decide(0);
        }
        log.say(|| self.say(p, "turn", rule::R12_0, "The turn of {} is over.").with(self.hour(p.turn)));
        if p.units.iter().any(|u| u.changed) {
            log.say(|| self.say(p, "markers", rule::R3_0l, "Smoke and Changing markers are removed."));
        } else if !p.smoke.is_empty() {
            log.say(|| self.say(p, "markers", rule::R8_2_1d, "The smoke lifts."));
        }
        p.state.smoke.clear();
        for unit in &mut p.state.units {
            unit.changed = false;
            unit.fired = unit.failed;
            unit.moved = false;
        }
        for leader in &mut p.state.leaders {
            leader.moved = false;
            leader.stays = leader.stays.saturating_sub(1);
        }
        p.state.used = WingSet::EMPTY;
        if self.check_victory(p, log) {
            return;
        }
        p.state.turn += 1;
        log.say(|| {
            let hour = self.hour(p.turn);
            self.say(p, "turn", rule::R3_0m, "Turn {}, {}.").with(p.turn).with(hour)
        });
        p.set_top(Selection::new());
    }
}

impl Battle {
    pub fn hour(&self, turn: u8) -> &str {
        self.scenario.hours.get(usize::from(turn) - 1).map_or("", String::as_str)
    }
}
