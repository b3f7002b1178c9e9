//! Computer players for tables of any game: actions as text, for the terminal and the server.

use crate::level::Level;
use crate::player::{Player, Sight, Staffed};
use kernel::{Lot, Seat, Session, Table};
use serde::Serialize;

/// A player of one seat at one table.
pub trait Computer: Send {
    /// What it does now, in notation; None if its seat is not asked or the table is of another game.
    fn act(&mut self, table: &dyn Table, seat: Seat) -> Option<String>;
    /// The same with its reasons.
    fn advise(&mut self, table: &dyn Table, seat: Seat) -> Option<Advice>;
}

/// What a player would do, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    pub action: String,
    /// In a sentence; empty where there is nothing to say.
    pub reason: String,
    /// What was weighed, the best first.
    pub candidates: Vec<Weighed>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Weighed {
    pub action: String,
    pub words: String,
    /// The chance of winning that was found for it, 0 to 1.
    pub value: f64,
    pub playouts: u32,
}

/// A computer player for a seat of this table; None if no player of this level knows its game. The same
/// seed gives the same play.
pub fn computer(table: &dyn Table, level: Level, seed: u64) -> Option<Box<dyn Computer>> {
    at_table::<::risorgimento::Battle>(table, level, seed)
        .or_else(|| at_table::<::piacenza::Battle>(table, level, seed))
        .or_else(|| anywhere(level, seed))
}

/// What a game without officers has: any legal action needs no knowledge of it.
pub const ANYWHERE: &[Level] = &[Level::Random];

fn anywhere(level: Level, seed: u64) -> Option<Box<dyn Computer>> {
    let lot = Lot::of("capitano computer 1\n", seed);
    ANYWHERE.contains(&level).then(|| Box::new(Anyone { lot }) as Box<dyn Computer>)
}

/// The random player of a game that it does not know.
struct Anyone {
    lot: Lot,
}

impl Computer for Anyone {
    fn act(&mut self, table: &dyn Table, seat: Seat) -> Option<String> {
        let choices = table.legal(Some(seat)).ok()?;
        Some(self.lot.one_of(&choices)?.action.clone())
    }

    fn advise(&mut self, table: &dyn Table, seat: Seat) -> Option<Advice> {
        let action = self.act(table, seat)?;
        Some(Advice { action, reason: String::new(), candidates: Vec::new() })
    }
}

fn at_table<G: Staffed>(table: &dyn Table, level: Level, seed: u64) -> Option<Box<dyn Computer>> {
    let session = table.as_any().downcast_ref::<Session<G>>()?;
    let player = session.game().player(level);
    Some(Box::new(Seated { player, lot: Lot::of("capitano computer 1\n", seed) }))
}

struct Seated<G: Staffed> {
    player: Box<dyn Player<G>>,
    lot: Lot,
}

impl<G: Staffed> Seated<G> {
    fn think<'a>(&mut self, table: &'a dyn Table, seat: Seat) -> Option<(&'a Session<G>, G::Action)> {
        let session = table.as_any().downcast_ref::<Session<G>>()?;
        let sight = Sight::new(session.game(), session.position(), seat);
        if !sight.decides() {
            return None;
        }
        let action = self.player.act(&sight, &mut self.lot);
        Some((session, action))
    }
}

impl<G: Staffed> Computer for Seated<G> {
    fn act(&mut self, table: &dyn Table, seat: Seat) -> Option<String> {
        let (session, action) = self.think(table, seat)?;
        Some(session.game().notation(session.position(), action))
    }

    fn advise(&mut self, table: &dyn Table, seat: Seat) -> Option<Advice> {
        let (session, action) = self.think(table, seat)?;
        let write = |action| session.game().notation(session.position(), action);
        let thoughts = self.player.thoughts();
        let candidates = thoughts.candidates.into_iter().map(|candidate| Weighed {
            action: write(candidate.action),
            words: candidate.words,
            value: candidate.value,
            playouts: candidate.playouts,
        });
        Some(Advice { action: write(action), reason: thoughts.reason, candidates: candidates.collect() })
    }
}
