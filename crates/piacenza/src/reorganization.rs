//! 11.4: reorganization.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{EndTurn, Train, TrainKind};
use crate::model::UnitId;
use crate::position::{Order, Position, Side, UnitSet};
use crate::rule;
use crate::words::{Asked, Offer};
use kernel::{Log, No, Procedure, Roster, Seat, Viewer};

kernel::frames! {
    of Battle;

    /// A side reorganizes its units (11.4).
    pub struct Reorganize {
        pub side: Side,
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

    fn check(&self, _: &Position, f: &Reorganize, _: Seat, action: Action) -> Result<(), No> {
        match action {
            Action::Rally(unit) if f.todo.has(unit) => Ok(()),
            _ => Err(No(rule::R11_4a, "Name the next of your Disordered and Routed units.")),
        }
    }

    fn offer(&self, p: &Position, _: &Reorganize, _: Seat, action: Action) -> Offer {
        let Action::Rally(unit) = action else { return self.usual_offer(p, action) };
        self.offer_training(p, Train { unit, kind: TrainKind::Reorganization })
    }

    fn play(&self, p: &mut Position, f: Reorganize, _: Seat, action: Action, _: &mut Log) {
        if let Action::Rally(unit) = action {
            self.reorganize(p, f, unit);
        }
    }

    fn run(&self, p: &mut Position, f: Reorganize, log: &mut Log) {
        if let Some(unit) = std::mem::take(&mut p.state.returned.driven).single()
            && p.returned.passed
        {
            let order = if p.unit(unit).order == Order::Routed { Order::Disordered } else { Order::Good };
            self.change(p, unit, |u| u.order = order);
            log.say(|| {
                let words = match order {
                    Order::Good => "{} is in good order again.",
                    _ => "{} is Disordered, no longer routed.",
                };
                self.say(p, "reorganized", rule::R11_4b, words).unit(unit)
            });
        }
        match (f.todo.is_empty(), f.todo.single()) {
            (false, Some(unit)) => self.reorganize(p, f, unit),
            (false, None) => p.decide(f.side),
            (true, _) if f.side == 0 => p.set_top(Reorganize { side: 1, todo: self.shaken_units(p, 1) }),
            (true, _) => p.set_top(EndTurn {}),
        }
    }
}

impl Battle {
    pub(crate) fn begin_reorganization(&self, p: &mut Position, log: &mut Log) {
        log.say(|| self.say(p, "phase", rule::R3_0k, "Reorganization."));
        p.state.returned.driven = UnitSet::EMPTY;
        p.set_top(Reorganize { side: 0, todo: self.shaken_units(p, 0) });
    }

    pub(crate) fn shaken_units(&self, p: &Position, side: u8) -> UnitSet {
        let units = p.units.ids().filter(|u| self.side_of(*u) == side && p.on_map(*u));
        units.filter(|u| p.unit(*u).order != Order::Good).collect()
    }

    fn reorganize(&self, p: &mut Position, f: Reorganize, unit: UnitId) {
        p.set_top(Reorganize { todo: f.todo.but(unit), ..f });
        p.state.returned.driven = UnitSet::one(unit);
        self.train(p, unit, TrainKind::Reorganization);
    }
}
