//! The chances of what rolls lead to, walked in the flow of the game itself: odds that are made so cannot
//! differ from what happens.

use crate::event::Log;
use crate::forecast::throws;
use crate::foresee::Foresee;
use crate::game::{Need, Refusal};
use crate::seat::Seat;
use std::collections::BTreeMap;

/// More positions than this are not looked at.
const MOST_POSITIONS: usize = 60_000;
/// As many decisions between two rolls are answered at most.
const MOST_DECISIONS: usize = 1000;

/// Every position in which what was begun is `over`, with its chance. Each roll on the way is branched over;
/// each decision is answered by `choose`, the place of one of the legal actions. Positions that are reached by
/// several rolls are looked at once.
pub fn ends<G: Foresee>(
    game: &G,
    start: G::Position,
    over: impl Fn(&G::Position) -> bool,
    mut choose: impl FnMut(&G::Position, Seat, &[G::Action]) -> usize,
) -> Result<Vec<(G::Position, f64)>, Refusal> {
    let mut ends: BTreeMap<u64, (G::Position, f64)> = BTreeMap::new();
    let mut open = vec![(start, 1.0)];
    let mut legal = Vec::new();
    let mut looked_at = 0;
    while !open.is_empty() {
        let mut grown: BTreeMap<u64, (G::Position, f64)> = BTreeMap::new();
        for (mut position, chance) in open {
            looked_at += 1;
            if looked_at > MOST_POSITIONS {
                return Err(Refusal::plain("Too much can happen on the way."));
            }
            let mut decisions = 0;
            let left_to = loop {
                if over(&position) {
                    break None;
                }
                match game.need(&position) {
                    Need::Over(_) => break None,
                    Need::Chance(left_to) => break Some(left_to),
                    Need::Decide(seats) => {
                        let seat =
                            seats.iter().next().ok_or_else(|| Refusal::plain("No decision is due."))?;
                        game.legal(&position, seat, &mut legal);
                        let action = legal[choose(&position, seat, &legal)];
                        game.apply(&mut position, seat, action, &mut Log::off());
                    }
                }
                decisions += 1;
                if decisions > MOST_DECISIONS {
                    return Err(Refusal::plain("The answers go round in circles."));
                }
            };
            let Some(left_to) = left_to else {
                add(&mut ends, game.hash(&position), position, chance);
                continue;
            };
            for (faces, share) in throws(game, &position, left_to)? {
                let mut then = position.clone();
                game.roll(&mut then, &faces, &mut Log::off());
                add(&mut grown, game.hash(&then), then, chance * share);
            }
        }
        open = grown.into_values().collect();
    }
    Ok(ends.into_values().collect())
}

fn add<P>(list: &mut BTreeMap<u64, (P, f64)>, key: u64, position: P, chance: f64) {
    list.entry(key).or_insert((position, 0.0)).1 += chance;
}
