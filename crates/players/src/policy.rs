//! A rule of thumb for both seats: what to do in a position that is taken for the truth. Players that see
//! only a part of it follow a policy in a position that they imagine; search plays whole games with it.

use crate::player::{Guess, Player, Sight, Thoughts};
use kernel::{Game, Lot, Seat};

pub trait Policy<G: Game>: Send {
    /// One of the legal actions.
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        seat: Seat,
        legal: &[G::Action],
        lot: &mut Lot,
    ) -> G::Action;

    /// Why it chose as it did the last time, in a sentence.
    fn reason(&self) -> String {
        String::new()
    }
}

/// A player that follows a policy.
pub struct Officer<G: Game, P> {
    pub policy: P,
    legal: Vec<G::Action>,
}

impl<G: Game, P> Officer<G, P> {
    pub fn new(policy: P) -> Officer<G, P> {
        Officer { policy, legal: Vec::new() }
    }
}

impl<G: Guess, P: Policy<G>> Player<G> for Officer<G, P> {
    fn act(&mut self, sight: &Sight<G>, lot: &mut Lot) -> G::Action {
        sight.legal(&mut self.legal);
        if let [only] = self.legal[..] {
            return only;
        }
        let position = sight.guess(lot);
        self.policy.choose(sight.game(), &position, sight.seat(), &self.legal, lot)
    }

    fn thoughts(&self) -> Thoughts<G::Action> {
        Thoughts { reason: self.policy.reason(), candidates: Vec::new() }
    }
}
