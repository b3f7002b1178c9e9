//! 11.4: reorganization.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{EndTurn, Frame, Train, TrainKind};
use crate::model::UnitId;
use crate::position::{Order, Position, UnitSet};
use crate::rule;
use crate::words::{Asked, Offer};
use kernel::{Log, No, Procedure, Roster, Seat, Viewer};

kernel::frames! {
    of Battle;

    /// A side reorganizes its units (11.4).
    pub struct Reorganize {
        pub side: u8,
        pub todo: UnitSet,
    }
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
                self.say(p, "reorganized", rule::R11_4b).unit(unit).text(words).event()
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

impl Battle {
    pub(crate) fn begin_reorganization(&self, p: &mut Position, log: &mut Log) {
        log.say(|| self.say(p, "phase", rule::R3_0k).text("Reorganization.").event());
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
}
