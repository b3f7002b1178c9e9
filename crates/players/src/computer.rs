//! Computer players for tables of any game: actions as text, for the terminal and the server.

use crate::course::Course;
use crate::level::Level;
use crate::player::{Player, Sight, Staffed};
use kernel::{Choice, Lot, Seat, Session, Table};
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
    /// The course that the action belongs to, from it on as far as it can be foreseen.
    #[serde(skip)]
    pub steps: Vec<Choice>,
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
        Some(Advice { action, reason: String::new(), candidates: Vec::new(), steps: Vec::new() })
    }
}

fn at_table<G: Staffed>(table: &dyn Table, level: Level, seed: u64) -> Option<Box<dyn Computer>> {
    let session = table.as_any().downcast_ref::<Session<G>>()?;
    let player = session.game().player(level);
    Some(Box::new(Seated { player, lot: Lot::of("capitano computer 1\n", seed), course: None }))
}

struct Seated<G: Staffed> {
    player: Box<dyn Player<G>>,
    lot: Lot,
    /// What was advised, and how it goes on.
    course: Option<Course<G::Action>>,
}

/// The table's game, if this seat must decide in it.
fn asked<G: Staffed>(table: &dyn Table, seat: Seat) -> Option<&Session<G>> {
    let session = table.as_any().downcast_ref::<Session<G>>()?;
    Sight::new(session.game(), session.position(), seat).decides().then_some(session)
}

impl<G: Staffed> Computer for Seated<G> {
    fn act(&mut self, table: &dyn Table, seat: Seat) -> Option<String> {
        let session = asked::<G>(table, seat)?;
        let sight = Sight::new(session.game(), session.position(), seat);
        let action = self.player.act(&sight, &mut self.lot);
        Some(session.game().notation(session.position(), action))
    }

    fn advise(&mut self, table: &dyn Table, seat: Seat) -> Option<Advice> {
        let session = asked::<G>(table, seat)?;
        let (game, position) = (session.game(), session.position());
        let goes_on = self.course.as_mut().and_then(|course| course.goes_on(game, position, seat));
        let (action, steps) = match goes_on {
            Some(next) => next,
            None => {
                let (old, player) = (self.course.take(), &mut *self.player);
                let course = Course::begin(old, player, game, position, seat, &mut self.lot);
                let next = (course.first(), course.choices());
                self.course = Some(course);
                next
            }
        };
        let course = self.course.as_ref()?;
        let (reason, candidates) = (course.reason.clone(), course.candidates.clone());
        Some(Advice { action: game.notation(position, action), reason, candidates, steps })
    }
}
