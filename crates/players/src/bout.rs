//! Whole games between players, as fast as they think: no record, and events only for who wants them.
//!
//! The dice and each player have generators of their own, so that a player who draws more lots changes
//! nothing for the others.

use crate::player::{Player, Sight, Staffed};
use kernel::{Game, Log, Lot, Need, Outcome, Seat};

/// A game that was played to its end.
pub struct Bout<P> {
    /// What kept it from ending is our bug, in words.
    pub outcome: Result<Outcome, String>,
    pub actions: u32,
    pub rolls: u32,
    pub position: P,
}

/// A step of a game, for who watches.
pub struct Moment<'a, G: Game> {
    /// After the step.
    pub position: &'a G::Position,
    /// Empty unless events were asked for.
    pub log: &'a Log,
    /// Who acted; None for a roll.
    pub seat: Option<Seat>,
}

/// No game of ours comes near it.
const MOST_STEPS: u32 = 1_000_000;

/// Plays a game from its start. `events` tells whether the watcher needs them.
pub fn play<G: Staffed>(
    game: &G,
    players: &mut [Box<dyn Player<G>>],
    seed: u64,
    events: bool,
    mut watch: impl FnMut(Moment<G>),
) -> Bout<G::Position> {
    let mut dice = Lot::of("capitano dice 1\n", seed);
    let mut lots: Vec<Lot> = (0..players.len() as u64)
        .map(|seat| {
            Lot::of("capitano player 1\n", seed.wrapping_add(seat.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
        })
        .collect();
    let mut position = game.start();
    let (mut actions, mut rolls) = (0, 0);
    let mut faces = Vec::new();
    let outcome = loop {
        let mut log = if events { Log::on() } else { Log::off() };
        let seat = match game.need(&position) {
            Need::Over(outcome) => break Ok(outcome),
            Need::Chance(request) => {
                request.by_lot(&mut dice, &mut faces);
                game.roll(&mut position, &faces, &mut log);
                rolls += 1;
                None
            }
            Need::Decide(seats) => {
                let Some(seat) = seats.iter().next() else { break Err("nobody must decide".into()) };
                let index = usize::from(seat.0);
                let action = players[index].act(&Sight::new(game, &position, seat), &mut lots[index]);
                game.apply(&mut position, seat, action, &mut log);
                actions += 1;
                Some(seat)
            }
        };
        watch(Moment { position: &position, log: &log, seat });
        if actions + rolls >= MOST_STEPS {
            break Err(format!("not over after {MOST_STEPS} steps"));
        }
    };
    Bout { outcome, actions, rolls, position }
}
