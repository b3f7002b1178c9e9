//! The computer players, as the server asks for them.

use crate::games::Games;
use kernel::{Seat, Table};
use players::{Computer, Level};
use server::think::{Advice, Opponent, Opponents};
use server::wire::Weighed;
use std::collections::HashMap;

/// All of them, by the games that they know.
pub struct Staff(HashMap<&'static str, &'static [Level]>);

impl Staff {
    pub fn of(games: &Games) -> Staff {
        Staff(games.entries().iter().map(|entry| (entry.module.id(), entry.levels)).collect())
    }

    fn known(&self, game: &str) -> &'static [Level] {
        self.0.get(game).copied().unwrap_or_default()
    }
}

impl Opponents for Staff {
    fn levels(&self, game: &str) -> Vec<String> {
        self.known(game).iter().map(ToString::to_string).collect()
    }

    fn adviser(&self, game: &str) -> Option<String> {
        adviser(self.known(game)).map(|level| level.to_string())
    }

    fn sit(&self, table: &dyn Table, level: &str, seed: u64) -> Option<Box<dyn Opponent>> {
        let computer = players::computer(table, level.parse().ok()?, seed)?;
        Some(Box::new(Seated(computer)))
    }
}

/// The best of some levels, if it has reasons for what it does.
pub fn adviser(levels: &[Level]) -> Option<Level> {
    levels.last().copied().filter(|level| *level != Level::Random)
}

struct Seated(Box<dyn Computer>);

impl Opponent for Seated {
    fn act(&mut self, table: &dyn Table, seat: Seat) -> Option<String> {
        self.0.act(table, seat)
    }

    fn advise(&mut self, table: &dyn Table, seat: Seat) -> Option<Advice> {
        let advice = self.0.advise(table, seat)?;
        let candidates = advice.candidates.into_iter().map(|weighed| Weighed {
            action: weighed.action,
            words: weighed.words,
            value: weighed.value,
            playouts: weighed.playouts,
        });
        let candidates = candidates.collect();
        let (reason, steps) = (advice.reason, advice.steps);
        Some(Advice { action: advice.action, reason, candidates, steps })
    }
}
