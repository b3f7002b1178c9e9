//! Who begins, and the turns (2); steps (3).

use super::*;

frames! { of Ford;
    /// A die says who begins.
    pub struct Begin {}

    /// A side's turn.
    pub struct Turn {
        pub seat: Seat,
        pub steps: u8,
    }
}

impl Procedure<Begin> for Ford {
    fn run(&self, p: &mut Position, _: Begin, _: &mut Log) {
        p.wait_for_chance();
    }
    fn chance(&self, _: &Position, _: &Begin) -> Chance {
        Chance::throw(Throw::of(1, Die::COMMON), "who begins", TURNS, RED)
    }
    fn rolled(&self, p: &mut Position, _: Begin, faces: &[u8], log: &mut Log) {
        let first = if faces[0] % 2 == 1 { RED } else { BLUE };
        p.state.first = first;
        log.say(|| Event::new("begin", TURNS).seat(first).text(" begins.").dice(faces));
        p.set_top(Frame::Turn(Turn { seat: first, steps: 2 }));
        self.draw_for_the_turn(p);
    }
}

impl Procedure<Turn> for Ford {
    fn options(&self, p: &Position, f: &Turn, seat: Seat, out: &mut Vec<Action>) {
        for id in pieces_of(seat).filter(|_| f.steps > 0) {
            out.extend(p.ways(id).map(|to| Action::Step(id, to)));
        }
        out.push(Action::Done);
    }
    fn check(&self, p: &Position, f: &Turn, seat: Seat, action: Action) -> Result<(), No> {
        match action {
            Action::Done => Ok(()),
            Action::Step(id, to) => {
                own(seat, id)?;
                match f.steps {
                    0 => Err(No(STEPS, "Both steps of this turn are made.")),
                    _ if p.ways(id).all(|way| way != to) => {
                        Err(No(STEPS, "A step goes to an empty square next to the piece."))
                    }
                    _ => Ok(()),
                }
            }
            Action::Guard(id) | Action::Fire(id) => own(seat, id).and(Err(NOT_NOW)),
            _ => Err(NOT_NOW),
        }
    }
    fn offer(&self, _: &Position, _: &Turn, _: Seat, action: Action) -> Offer {
        Offer::say(STEPS, if action == Action::Done { "End the turn." } else { "Move one square." })
    }
    fn play(&self, p: &mut Position, f: Turn, seat: Seat, action: Action, log: &mut Log) {
        if let Action::Step(id, to) = action {
            log.say(|| {
                let event = Event::new("step", STEPS).seat(seat).text(" moves ").text(name(id)).text(" to ");
                event.hex(format_text!("{to}")).reveals(to == FORD && !p.pieces[id].face_up)
            });
            p.state.pieces[id].face_up |= to == FORD;
            p.set_top(Frame::Turn(Turn { steps: f.steps - 1, ..f }));
            p.arrive(id, to);
            return;
        }
        log.say(|| Event::new("done", STEPS).seat(seat).text(" ends its turn."));
        let over = seat != p.first;
        if over {
            p.state.turn += 1;
            p.state.pieces.iter_mut().for_each(|piece| piece.fired = false);
        }
        if p.turn > LAST_TURN {
            p.pop();
        } else {
            p.set_top(Frame::Turn(Turn { seat: seat.other(), steps: 2 }));
            if over {
                self.draw_for_the_turn(p);
            }
        }
    }
    fn run(&self, p: &mut Position, f: Turn, _: &mut Log) {
        p.decide(f.seat);
    }
}
