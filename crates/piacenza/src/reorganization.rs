//! 11.4 and 12: reorganization and the end of the turn.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Frame, Selection, Train, TrainKind};
use crate::model::UnitId;
use crate::position::{Order, Position, UnitSet, WingSet};
use crate::rule;
use crate::words::{Asked, Offer, say};
use kernel::{Log, No, Procedure, Seat, Viewer};

kernel::frames! {
    of Battle;

    /// A side reorganizes its units (11.4).
    pub struct Reorganize {
        pub side: u8,
        pub todo: UnitSet,
    }

    /// The turn ends (12.0).
    pub struct EndTurn {}
}

impl Procedure<Reorganize> for Battle {
    fn ask(&self, _: &Position, _: &Reorganize, _: Viewer) -> Asked {
        Asked::new("reorganize", rule::R11_4a, "Reorganization: which unit rolls next?")
    }

    fn options(&self, _: &Position, f: &Reorganize, _: Seat, out: &mut Vec<Action>) {
        out.extend(f.todo.iter().map(Action::Rally));
    }

    fn check(
        &self,
        _: &Position,
        &Reorganize { todo, .. }: &Reorganize,
        _: Seat,
        action: Action,
    ) -> Result<(), No> {
        match action {
            Action::Rally(unit) if todo.has(unit) => Ok(()),
            _ => Err(No(rule::R11_4a, "Name the next of your Disordered and Routed units.")),
        }
    }

    fn offer(&self, p: &Position, _: &Reorganize, _: Seat, action: Action) -> Offer {
        let Action::Rally(unit) = action else { return self.usual_offer(p, action) };
        self.offer_training(p, Train { unit, kind: TrainKind::Reorganization })
    }

    fn play(
        &self,
        p: &mut Position,
        Reorganize { side, todo }: Reorganize,
        _: Seat,
        action: Action,
        _: &mut Log,
    ) {
        if let Action::Rally(unit) = action {
            self.reorganize(p, side, todo, unit);
        }
    }

    fn run(&self, p: &mut Position, Reorganize { side, todo }: Reorganize, log: &mut Log) {
        if let Some(unit) = std::mem::take(&mut p.state.returned.driven).single()
            && p.returned.passed
        {
            let order = if p.unit(unit).order == Order::Routed { Order::Disordered } else { Order::Good };
            self.change(p, unit, |u| u.order = order);
            log.say(|| {
                let words = if order == Order::Good {
                    " is in good order again."
                } else {
                    " is Disordered, no longer routed."
                };
                self.say("reorganized", rule::R11_4b).unit(unit).text(words).event()
            });
        }
        match (todo.is_empty(), todo.single()) {
            (false, Some(unit)) => self.reorganize(p, side, todo, unit),
            (false, None) => p.decide(side),
            (true, _) if side == 0 => {
                p.set_top(Frame::Reorganize(Reorganize { side: 1, todo: self.shaken_units(p, 1) }))
            }
            (true, _) => p.set_top(Frame::EndTurn(EndTurn {})),
        }
    }
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
        say(rule::R13_2, format!("Show that you hold {}.", self.hex_name(hex))).at(hex)
    }

    fn play(&self, p: &mut Position, _: EndTurn, _: Seat, action: Action, log: &mut Log) {
        if let Action::Objective(index) = action {
            self.reveal(p, index, log);
        }
    }

    /// B.2, B.3: markers go, batteries are ready again, the turn advances (12.0).
    fn run(&self, p: &mut Position, _: EndTurn, log: &mut Log) {
        // 13.2: he picks the objective that he shows; asked even if it is the only one, for who waits must not
        // learn how many he could show
        if self.showable(p).next().is_some() {
            return p.decide(0);
        }
        log.say(|| {
            self.say("turn", rule::R12_0).words(format!("The turn of {} is over.", self.hour(p.turn))).event()
        });
        if p.units.iter().any(|u| u.changed) {
            log.say(|| {
                self.say("markers", rule::R3_0l).text("Smoke and Changing markers are removed.").event()
            });
        } else if !p.smoke.is_empty() {
            log.say(|| self.say("markers", rule::R8_2_1d).text("The smoke lifts.").event());
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
            self.say("turn", rule::R3_0m).words(format!("Turn {}, {hour}.", p.turn)).event()
        });
        p.set_top(Frame::Selection(Selection::new()));
    }
}

impl Battle {
    pub(crate) fn begin_reorganization(&self, p: &mut Position, log: &mut Log) {
        log.say(|| self.say("phase", rule::R3_0k).text("Reorganization.").event());
        p.state.returned.driven = UnitSet::EMPTY;
        p.set_top(Frame::Reorganize(Reorganize { side: 0, todo: self.shaken_units(p, 0) }));
    }

    pub(crate) fn shaken_units(&self, p: &Position, side: u8) -> UnitSet {
        let units = p.units.ids().filter(|u| self.side_of(*u) == side && p.on_map(*u));
        units.filter(|u| p.unit(*u).order != Order::Good).collect()
    }

    fn reorganize(&self, p: &mut Position, side: u8, mut todo: UnitSet, unit: UnitId) {
        todo.remove(unit);
        p.set_top(Frame::Reorganize(Reorganize { side, todo }));
        p.state.returned.driven = UnitSet::one(unit);
        self.train(p, unit, TrainKind::Reorganization);
    }

    pub fn hour(&self, turn: u8) -> &str {
        self.scenario.hours.get(usize::from(turn) - 1).map_or("", String::as_str)
    }
}
