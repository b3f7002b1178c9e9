//! Whole games by random legal play, as fast as the rules go: no events, no text, no record. For
//! `simulate`, benchmarks and tests.
//!
//! The generator is `Lot` with the playout's seed. A decision takes one number below the count of the
//! legal actions (of the seat with the lowest number, if several owe one) and plays the action
//! with that index; a die takes one below its sides, plus 1, and so does a draw from so many. A playout by a small number `k` has the
//! seed SHA-256 of `"capitano playout 1\n"`, 8 (in eight bytes) and `k` (in eight bytes).

use crate::event::Log;
use crate::foresee::Foresee;
use crate::game::{Game, Need, Outcome};
use crate::hash::digest;
use crate::lot::Lot;
use crate::seat::Seat;
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
    /// Faces, or the place of what was drawn.
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
    let mut lot = Lot::new(seed);
    let mut legal = Vec::new();
    let mut faces = Vec::new();
    let mut log = Log::off();
    let (mut actions, mut rolls) = (0, 0);
    let outcome = loop {
        match game.need(&position) {
            Need::Over(outcome) => break Ok(outcome),
            Need::Chance(chance) => {
                chance.by_lot(&mut lot, &mut faces);
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
                    break Err(format!("seat {} has no legal action after {actions} actions", seat.0));
                }
                let action = legal[lot.below(legal.len() as u32) as usize];
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

impl<G: Foresee> Runner for RandomRunner<G> {
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

/// The lots of the playout with this number.
pub fn random_lot(number: u64) -> Lot {
    Lot::new(playout_seed(number))
}

/// The seed of the playout with this number.
pub fn playout_seed(number: u64) -> [u8; 32] {
    digest("capitano playout 1\n", &[&number.to_le_bytes()])
}
