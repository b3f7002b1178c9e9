//! The baseline: any legal action.

use crate::player::{Guess, Player, Sight};
use kernel::Lot;

pub struct Random<A> {
    legal: Vec<A>,
}

impl<A> Default for Random<A> {
    fn default() -> Random<A> {
        Random { legal: Vec::new() }
    }
}

impl<G: Guess> Player<G> for Random<G::Action> {
    fn act(&mut self, sight: &Sight<G>, lot: &mut Lot) -> G::Action {
        sight.legal(&mut self.legal);
        *lot.one_of(&self.legal).expect("who must decide has a legal action")
    }
}
