//! By night (7): a chit is drawn from a cup for each turn, and an owl makes a piece the scout of the side that begins, which nobody
//! else learns.

use super::*;

frames! { of Ford;
    /// A chit is drawn for the turn.
    pub struct Cup {}

    /// A side draws its scout.
    pub struct Scout {
        pub seat: Seat,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Chit {
    Moon,
    Mist,
    Owl,
}

/// What is in the cup at first.
pub const CHITS: [Chit; 4] = [Chit::Moon, Chit::Mist, Chit::Mist, Chit::Owl];

impl Chit {
    pub fn candidate(self) -> Candidate {
        let (id, name) = match self {
            Chit::Moon => ("moon", "the moon"),
            Chit::Mist => ("mist", "mist"),
            Chit::Owl => ("owl", "an owl"),
        };
        Candidate::new(id, name)
    }
}

/// Pieces of a side of which one may be its scout.
fn scouts(p: &Position, seat: Seat) -> impl Iterator<Item = UnitId> {
    pieces_of(seat).filter(|id| p.pieces[*id].at.is_some())
}

impl Ford {
    pub(super) fn draw_for_the_turn(&self, p: &mut Position) {
        if self.night {
            p.push(Frame::Cup(Cup {}));
        }
    }
}

impl Procedure<Cup> for Ford {
    fn run(&self, p: &mut Position, _: Cup, _: &mut Log) {
        p.wait_for_chance();
    }
    fn chance(&self, p: &Position, _: &Cup) -> Chance {
        Chance::draw(p.cup.len() as u8, "the chit of the turn", NIGHT, p.first)
    }
    fn drawn_from(&self, p: &Position, _: &Cup) -> Vec<Candidate> {
        p.cup.iter().map(|chit| chit.candidate()).collect()
    }
    fn rolled(&self, p: &mut Position, _: Cup, drawn: &[u8], log: &mut Log) {
        let chit = p.state.cup.remove(drawn[0].into());
        log.say(|| {
            let name = chit.candidate().name;
            let event = Event::new("chit", NIGHT).drawn(name.clone(), SeatSet::ALL);
            event.text("Out of the cup comes ").words(name).text(".")
        });
        p.pop();
        match chit {
            Chit::Moon => p.state.light = 1,
            Chit::Mist => p.state.light = -1,
            Chit::Owl => p.push(Frame::Scout(Scout { seat: p.first })),
        }
    }
}

impl Procedure<Scout> for Ford {
    fn run(&self, p: &mut Position, _: Scout, _: &mut Log) {
        p.wait_for_chance();
    }
    /// That an owl was drawn is known, but not whom it woke, nor how many it might have woken.
    fn chance(&self, p: &Position, f: &Scout) -> Chance {
        let (own, count) = (SeatSet::only(f.seat), scouts(p, f.seat).count() as u8);
        let known = Known { subject: SeatSet::ALL, candidates: own, outcome: own };
        Chance::draw(count, "the scout", NIGHT, f.seat).known(known)
    }
    fn drawn_from(&self, p: &Position, f: &Scout) -> Vec<Candidate> {
        scouts(p, f.seat).map(|id| Candidate::new(name(id), name(id))).collect()
    }
    fn rolled(&self, p: &mut Position, f: Scout, drawn: &[u8], log: &mut Log) {
        let scout = scouts(p, f.seat).nth(drawn[0].into());
        p.pop();
        if let Some(id) = scout {
            p.state.pieces[id].scout = true;
            log.say(|| {
                let mut event = Event::new("scout", NIGHT).text(name(id)).text(" wakes and scouts.");
                event.heard_by = SeatSet::only(f.seat);
                event
            });
        }
    }
}
