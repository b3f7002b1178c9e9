//! `Game`: a pure, resumable state machine. It stops only where a seat must decide, where dice
//! must be rolled, or at the end. Generic, typed and fast, for players and the lab; `Table`
//! derives the face for everybody else from it.

use crate::chance::{Candidate, Chance};
use crate::concordance::Concordance;
use crate::event::Log;
use crate::hash::hash_bytes;
use crate::rule::Citation;
use crate::seat::{Seat, SeatSet};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use std::hash::Hash;

/// Why the game has stopped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Need {
    /// Each of these seats owes a decision (several only where choices are secret).
    Decide(SeatSet),
    /// Dice are due, or something is to be drawn.
    Chance(Chance),
    Over(Outcome),
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Outcome {
    /// None for a draw.
    pub winner: Option<Seat>,
    /// "decisive victory", "draw" …
    pub how: &'static str,
    pub rule: Citation,
}

impl Outcome {
    /// Whoever has most wins; if several have, it is a draw. What each seat has, in order.
    pub fn of_most(counts: &[i64], rule: Citation) -> Outcome {
        let most = counts.iter().max();
        let mut best = (0..).map(Seat).zip(counts).filter(|(_, count)| Some(*count) == most);
        match (best.next(), best.next()) {
            (Some((seat, _)), None) => Outcome { winner: Some(seat), how: "victory", rule },
            _ => Outcome { winner: None, how: "draw", rule },
        }
    }
}

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    Seat(Seat),
    /// What every seat knows: spectators.
    Public,
    /// The whole truth: both sides at one screen without fog, records, tests.
    Everything,
}

impl Viewer {
    /// Whether this viewer may read what `seen_by` may read.
    pub fn may_see(self, seen_by: SeatSet) -> bool {
        match self {
            Viewer::Seat(seat) => seen_by.has(seat),
            Viewer::Public => seen_by == SeatSet::ALL,
            Viewer::Everything => true,
        }
    }

    /// Whether this viewer may know what a seat keeps to itself: its plans, its duties, its choices.
    pub fn owns(self, seat: u8) -> bool {
        self == Viewer::Everything || self == Viewer::Seat(Seat(seat))
    }
}

/// Why something is not allowed: the rule and a sentence for the player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Refusal {
    pub rule: Option<Citation>,
    pub message: String,
}

impl Refusal {
    pub fn new(rule: Citation, message: impl Into<String>) -> Refusal {
        Refusal { rule: Some(rule), message: message.into() }
    }
    pub fn plain(message: impl Into<String>) -> Refusal {
        Refusal { rule: None, message: message.into() }
    }
}

/// A refusal that costs nothing to build, so that the checks run in playouts too: the rule and a fixed
/// sentence.
#[derive(Clone, Copy, Debug)]
pub struct No(pub Citation, pub &'static str);

impl No {
    /// What a rule forbids in a case: a line of a list that is gone through from the top.
    #[inline(always)]
    pub fn when(forbidden: bool, rule: Citation, words: &'static str) -> Result<(), No> {
        if forbidden { Err(No(rule, words)) } else { Ok(()) }
    }
}

impl From<No> for Refusal {
    fn from(no: No) -> Refusal {
        Refusal::new(no.0, no.1)
    }
}

/// A game of one scenario with its options and data: what does not change while it is played
/// stands in `self`, everything else in the position.
pub trait Game: Send + Sync + 'static {
    /// The whole truth, one plain value, cheap to copy.
    type Position: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// One small step.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;

    /// The names of the seats, in order.
    fn seats(&self) -> &[&'static str];
    /// The position before the first decision.
    fn start(&self) -> Self::Position;
    fn need(&self, position: &Self::Position) -> Need;
    /// Fills `out` (emptied first) with every legal action of the seat, in a stable order.
    fn legal(&self, position: &Self::Position, seat: Seat, out: &mut Vec<Self::Action>);
    /// Plays an action that `legal` lists. Others must go through `act`.
    fn apply(&self, position: &mut Self::Position, seat: Seat, action: Self::Action, log: &mut Log);
    /// Answers what is left to chance: with the faces in order, or with the place of what was drawn.
    fn roll(&self, position: &mut Self::Position, faces: &[u8], log: &mut Log);
    /// What can be drawn where something is: as many as `need` says, in a stable order.
    fn candidates(&self, position: &Self::Position) -> Vec<Candidate> {
        let _ = position;
        Vec::new()
    }
    /// The secret section that the game is in, if it is in one, by a number that no section right before or after it has.
    /// There the seats make many steps, each for itself: what one does has no bearing on what another can do, who only learns
    /// that it is ready or not yet. Each takes back its own as long as the section lasts.
    fn secret_section(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }
    /// The numbers that the paragraphs cited by code that is shared with another game have in this one; None where the code
    /// cites this game's own.
    fn concordance(&self) -> Option<&Concordance> {
        None
    }
    /// The number of a paragraph in this game, for sentences that name it within their text.
    fn number_of(&self, rule: Citation) -> &'static str {
        self.concordance().map_or(rule, |concordance| concordance.own(rule)).0.id
    }
    /// Why an action that `legal` does not list is not allowed.
    fn refuse(&self, position: &Self::Position, seat: Seat, action: Self::Action) -> Refusal;
    /// Whether this game, with its options, hides anything from anybody.
    fn secrets(&self) -> bool {
        true
    }

    /// A stable hash of the truth. Never shown to a seat. By way of JSON unless a game, to be
    /// searched fast, feeds a `StableHasher` itself.
    fn hash(&self, position: &Self::Position) -> u64 {
        // A position is plain data: that it cannot be written as JSON would be a bug of the game.
        hash_bytes(&serde_json::to_vec(position).expect("a position can be written as JSON"))
    }
    /// Rules that hold in every position (stacking, strengths …); a loaded position must keep them.
    fn audit(&self, position: &Self::Position) -> Result<(), String>;
    /// Fills in what `Position` leaves out when it is serialized.
    fn restore(&self, position: &mut Self::Position) {
        let _ = position;
    }

    /// The same for a position that comes from outside: all of it is checked first, and what is wrong is said with the
    /// path of its field. What is taken can be played on.
    fn admit(&self, position: &mut Self::Position) -> Result<(), String> {
        self.restore(position);
        self.audit(position)
    }

    /// Plays an action from anybody: exactly what `legal` lists is accepted.
    fn act(
        &self,
        position: &mut Self::Position,
        seat: Seat,
        action: Self::Action,
        log: &mut Log,
    ) -> Result<(), Refusal> {
        match self.need(position) {
            Need::Decide(seats) if seats.has(seat) => {}
            Need::Decide(_) => return Err(Refusal::plain("It is the other side's decision.")),
            Need::Chance(_) => return Err(Refusal::plain("A roll is due first.")),
            Need::Over(_) => return Err(Refusal::plain("The game is over.")),
        }
        let mut legal = Vec::new();
        self.legal(position, seat, &mut legal);
        if !legal.contains(&action) {
            return Err(self.refuse(position, seat, action));
        }
        self.apply(position, seat, action, log);
        Ok(())
    }
}
