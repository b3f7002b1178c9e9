//! Before the first turn (1): each side secretly makes one of its pieces the guard. By night it may change its mind until both
//! are ready.

use super::*;

frames! { of Ford;
    /// These seats owe the choice of their guard.
    pub struct ChooseGuards {
        pub owed: SeatSet,
    }

    /// Both sides at once; these are not ready.
    pub struct Camp {
        pub busy: SeatSet,
    }
}

impl Ford {
    fn make_guard(&self, p: &mut Position, seat: Seat, guard: UnitId, log: &mut Log) {
        for id in pieces_of(seat) {
            p.state.pieces[id].guard = id == guard;
        }
        log.say(|| {
            let mut event = Event::new("guard", GUARDS).seat(seat).text(" makes ").text(name(guard));
            event.heard_by = SeatSet::only(seat);
            event.text(" its guard.")
        });
    }
}

impl Procedure<ChooseGuards> for Ford {
    const CITES: Citation = GUARDS;

    fn options(&self, _: &Position, _: &ChooseGuards, seat: Seat, out: &mut Vec<Action>) {
        out.extend(pieces_of(seat).map(Action::Guard));
    }
    fn check(&self, _: &Position, _: &ChooseGuards, seat: Seat, action: Action) -> Result<(), No> {
        match action {
            Action::Guard(id) => own(seat, id),
            _ => Err(NOT_NOW),
        }
    }
    fn offer(&self, _: &Position, _: &ChooseGuards, _: Seat, _: Action) -> Offer {
        Offer::say(GUARDS, "Make this piece the guard.")
    }
    fn play(&self, p: &mut Position, f: ChooseGuards, seat: Seat, action: Action, log: &mut Log) {
        if let Action::Guard(id) = action {
            self.make_guard(p, seat, id, log);
            p.set_top(Frame::ChooseGuards(ChooseGuards { owed: f.owed.without(seat) }));
        }
    }
    fn run(&self, p: &mut Position, f: ChooseGuards, log: &mut Log) {
        if f.owed.is_empty() {
            log.say(|| Event::new("guards", GUARDS).text("Both guards are chosen."));
            p.set_top(Frame::Begin(Begin {}));
        } else {
            p.state.wait = Wait::Decide(f.owed);
        }
    }
}

impl Procedure<Camp> for Ford {
    fn options(&self, p: &Position, _: &Camp, seat: Seat, out: &mut Vec<Action>) {
        out.extend(pieces_of(seat).filter(|id| !p.pieces[*id].guard).map(Action::Guard));
        if pieces_of(seat).any(|id| p.pieces[id].guard) {
            out.push(Action::Ready);
        }
    }
    fn check(&self, p: &Position, f: &Camp, seat: Seat, action: Action) -> Result<(), No> {
        let mut options = Vec::new();
        self.options(p, f, seat, &mut options);
        match action {
            Action::Guard(id) => own(seat, id)?,
            Action::Ready => {}
            _ => return Err(NOT_NOW),
        }
        if options.contains(&action) {
            Ok(())
        } else {
            Err(No(GUARDS, "First one of your pieces must be the guard."))
        }
    }
    fn offer(&self, _: &Position, _: &Camp, _: Seat, action: Action) -> Offer {
        let ready = action == Action::Ready;
        Offer::say(GUARDS, if ready { "Be ready." } else { "Make this piece the guard." })
    }
    fn play(&self, p: &mut Position, f: Camp, seat: Seat, action: Action, log: &mut Log) {
        match action {
            Action::Guard(id) => self.make_guard(p, seat, id, log),
            _ => {
                log.say(|| Event::new("ready", GUARDS).seat(seat).text(" is ready."));
                p.set_top(Frame::Camp(Camp { busy: f.busy.without(seat) }));
            }
        }
    }
    fn run(&self, p: &mut Position, f: Camp, log: &mut Log) {
        if f.busy.is_empty() {
            log.say(|| Event::new("camped", GUARDS).text("Both sides have camped."));
            p.set_top(Frame::Begin(Begin {}));
        } else {
            p.state.wait = Wait::Decide(f.busy);
        }
    }
}
