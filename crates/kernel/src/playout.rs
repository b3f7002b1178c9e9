//! Whole games by random legal play, as fast as the rules go: no events, no text, no record. For
//! `simulate`, benchmarks and tests.
//!
//! The generator is ChaCha8 with the playout's 32-byte seed as its key, nonce 0, read in 32-bit
//! words, least significant byte first. A number below `n` comes from the next word `w` as the
//! upper half of the 64-bit product `w * n`; a word whose lower half is below `2^32 mod n` is left
//! out, so that every number is equally likely. A decision takes one number below the count of the
//! legal actions (of the seat with the lowest number, if several owe one) and plays the action
//! with that index; a die takes one below its sides, plus 1. A playout by a small number `k` has the
//! seed SHA-256 of `"capitano playout 1\n"`, 8 (in eight bytes) and `k` (in eight bytes).

use crate::event::Log;
use crate::game::{Game, Need, Outcome};
use crate::hash::digest;
use crate::seat::Seat;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::Serialize;
use std::sync::Arc;

/// No game of ours comes near it: one that does goes round in circles.
const MOST_STEPS: u32 = 10_000_000;

/// A random game, with its last position.
#[derive(Clone, Debug, PartialEq)]
pub struct RandomGame<P> {
    /// What kept it from ending is our bug, in words.
    pub outcome: Result<Outcome, String>,
    pub actions: u32,
    pub rolls: u32,
    pub position: P,
}

/// One step of a random game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RandomStep<'a, A> {
    Act(Seat, A),
    Roll(&'a [u8]),
}

/// Plays a game at random from its start.
pub fn random_game<G: Game>(game: &G, seed: [u8; 32]) -> RandomGame<G::Position> {
    random_game_from(game, game.start(), seed, |_, _| {})
}

/// Plays at random from a position on; `watch` sees every step with the position before it.
pub fn random_game_from<G: Game>(
    game: &G,
    mut position: G::Position,
    seed: [u8; 32],
    mut watch: impl FnMut(&G::Position, RandomStep<G::Action>),
) -> RandomGame<G::Position> {
    let mut generator = Generator::new(seed);
    let mut legal = Vec::new();
    let mut faces = Vec::new();
    let mut log = Log::off();
    let (mut actions, mut rolls) = (0, 0);
    let outcome = loop {
        match game.need(&position) {
            Need::Over(outcome) => break Ok(outcome),
            Need::Roll(request) => {
                faces.clear();
                faces.extend((0..request.dice).map(|_| generator.die(request.sides)));
                watch(&position, RandomStep::Roll(&faces));
                game.roll(&mut position, &faces, &mut log);
                rolls += 1;
            }
            Need::Decide(seats) => {
                let Some(seat) = seats.iter().next() else {
                    break Err(format!("nobody must decide after {actions} actions"));
                };
                game.legal(&position, seat, &mut legal);
                if legal.is_empty() {
                    let phase = game.phase(&position).phase;
                    break Err(format!(
                        "seat {} has no legal action after {actions} actions ({phase})",
                        seat.0
                    ));
                }
                let action = legal[generator.below(legal.len() as u32) as usize];
                watch(&position, RandomStep::Act(seat, action));
                game.apply(&mut position, seat, action, &mut log);
                actions += 1;
            }
        }
        if actions + rolls >= MOST_STEPS {
            break Err(format!("not over after {MOST_STEPS} steps"));
        }
    };
    RandomGame { outcome, actions, rolls, position }
}

/// The generator of random play.
struct Generator(ChaCha8Rng);

impl Generator {
    fn new(seed: [u8; 32]) -> Generator {
        Generator(ChaCha8Rng::from_seed(seed))
    }
    #[inline]
    fn below(&mut self, count: u32) -> u32 {
        let rejected = count.wrapping_neg() % count;
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(count);
            if product as u32 >= rejected {
                return (product >> 32) as u32;
            }
        }
    }
    #[inline]
    fn die(&mut self, sides: u8) -> u8 {
        self.below(sides.into()) as u8 + 1
    }
}

/// What is left of a random game, as plain data.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Playout {
    pub seed: u64,
    /// None for a draw.
    pub winner: Option<Seat>,
    /// "decisive victory", "draw" …; empty if it got stuck.
    pub how: &'static str,
    pub actions: u32,
    pub rolls: u32,
    /// The turn in which it ended.
    pub turn: u16,
    /// What the game counts at its end: losses, points …
    pub tally: Vec<(Seat, String, i64)>,
    /// The stable hash of the last position.
    pub hash: u64,
    /// What kept it from ending: always a bug of the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stuck: Option<String>,
}

/// Plays random games of one scenario, whatever the game is. May be shared by threads.
pub trait Runner: Send + Sync {
    fn random_game(&self, seed: u64) -> Playout;
}

/// The runner of any game.
pub struct RandomRunner<G>(pub Arc<G>);

impl<G: Game> Runner for RandomRunner<G> {
    fn random_game(&self, seed: u64) -> Playout {
        let game = &*self.0;
        let played = random_game(game, playout_seed(seed));
        let (winner, how, stuck) = match played.outcome {
            Ok(outcome) => (outcome.winner, outcome.how, None),
            Err(why) => (None, "", Some(why)),
        };
        Playout {
            seed,
            winner,
            how,
            actions: played.actions,
            rolls: played.rolls,
            turn: game.phase(&played.position).turn,
            tally: game.tally(&played.position),
            hash: game.hash(&played.position),
            stuck,
        }
    }
}

/// The seed of the playout with this number.
pub fn playout_seed(number: u64) -> [u8; 32] {
    digest("capitano playout 1\n", &[&number.to_le_bytes()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_fair_and_stay_the_same() {
        let mut generator = Generator::new(playout_seed(1));
        let first: Vec<u32> = (0..8).map(|_| generator.below(100)).collect();
        assert_eq!(first, [56, 84, 27, 5, 39, 71, 76, 54]);
        let mut seen = [0u32; 7];
        for _ in 0..6000 {
            seen[usize::from(generator.die(6))] += 1;
        }
        assert_eq!(seen[0], 0);
        assert!(seen[1..].iter().all(|n| n.abs_diff(1000) < 150), "{seen:?}");
        assert_eq!(generator.below(1), 0);
        // A count for which every fourth word must be left out: else half the numbers would be
        // multiples of three.
        let multiples = (0..6000).filter(|_| generator.below(3 << 30).is_multiple_of(3)).count();
        assert!(multiples.abs_diff(2000) < 200, "{multiples}");
    }
}
