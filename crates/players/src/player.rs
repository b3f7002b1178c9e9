//! What a player is: who looks at a game through the eyes of a seat, and answers with an action.

use crate::level::Level;
use kernel::{Game, Lot, Need, Playable, Seat};

/// A game in which a seat can imagine what it does not see.
pub trait Guess: Game {
    /// A position that the seat cannot tell from the truth. It must follow from what the seat can know and
    /// from the lots alone: two truths that look the same to the seat give the same guess.
    fn guess(&self, truth: &Self::Position, seat: Seat, lot: &mut Lot) -> Self::Position;
}

/// A game with computer players of every level.
pub trait Staffed: Guess + Playable {
    fn player(&self, level: Level) -> Box<dyn Player<Self>>;
}

/// A game as one seat may look at it: what it can do, and positions as they might be. The truth stays
/// inside.
pub struct Sight<'a, G: Game> {
    game: &'a G,
    truth: &'a G::Position,
    seat: Seat,
    /// What it is not to think of.
    barred: Vec<G::Action>,
}

impl<'a, G: Guess> Sight<'a, G> {
    /// For who drives the game.
    pub fn new(game: &'a G, truth: &'a G::Position, seat: Seat) -> Sight<'a, G> {
        Sight { game, truth, seat, barred: Vec::new() }
    }

    /// The same, without actions that are not to be thought of, as long as there are others.
    pub fn without(self, barred: Vec<G::Action>) -> Sight<'a, G> {
        Sight { barred, ..self }
    }

    pub fn game(&self) -> &'a G {
        self.game
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Whether the seat is asked.
    pub fn decides(&self) -> bool {
        matches!(self.game.need(self.truth), Need::Decide(seats) if seats.has(self.seat))
    }

    /// What the seat can do. That follows from what it can know.
    pub fn legal(&self, out: &mut Vec<G::Action>) {
        self.game.legal(self.truth, self.seat, out);
        if out.iter().any(|action| !self.barred.contains(action)) {
            out.retain(|action| !self.barred.contains(action));
        }
    }

    /// A position as it might be.
    pub fn guess(&self, lot: &mut Lot) -> G::Position {
        self.game.guess(self.truth, self.seat, lot)
    }
}

/// A computer player. It may remember what it planned; it plays one seat of one game.
pub trait Player<G: Guess>: Send {
    /// One of the seat's legal actions.
    fn act(&mut self, sight: &Sight<G>, lot: &mut Lot) -> G::Action;

    /// What it thought when it last acted.
    fn thoughts(&self) -> Thoughts<G::Action> {
        Thoughts { reason: String::new(), candidates: Vec::new() }
    }
}

/// Why an action was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Thoughts<A> {
    /// In a sentence; empty where there is nothing to say.
    pub reason: String,
    /// What was weighed, the best first.
    pub candidates: Vec<Candidate<A>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<A> {
    /// The action that it begins with.
    pub action: A,
    pub words: String,
    /// The chance of winning that was found for it, 0 to 1.
    pub value: f64,
    pub playouts: u32,
}
