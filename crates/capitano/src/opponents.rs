//! The computer players, as the server asks for them.

use kernel::{Seat, Table};
use players::{Computer, Level};
use server::think::{Advice, Opponent, Opponents};
use server::wire::Weighed;

/// All of them.
pub struct Staff;

impl Opponents for Staff {
    fn levels(&self) -> Vec<String> {
        Level::ALL.iter().map(ToString::to_string).collect()
    }

    fn sit(&self, table: &dyn Table, level: &str, seed: u64) -> Option<Box<dyn Opponent>> {
        let computer = players::computer(table, level.parse().ok()?, seed)?;
        Some(Box::new(Seated(computer)))
    }
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
        Some(Advice { action: advice.action, reason: advice.reason, candidates: candidates.collect() })
    }
}
