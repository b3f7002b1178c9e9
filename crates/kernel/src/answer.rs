//! Answers to what a player asks beyond what he is shown: why not, where to, how likely, what lies where.

use crate::Text;
use crate::agreement::agree;
use crate::game::{Game, Need, No, Refusal, Viewer};
use crate::odds::Odds;
use crate::overlay::{Overlay, OverlayInfo};
use crate::proposal::Proposal;
use crate::rule::Citation;
use crate::seat::Seat;
use crate::show::{Choice, Show};
use serde::Serialize;

/// Answers to what a player asks beyond that: why not, where to, how likely, what if.
pub trait Answer: Show {
    /// Why a unit or a hex offers nothing to the viewer now. Unless a game knows better: it is not
    /// the viewer's, or no choice that the viewer has is about it.
    fn why(&self, position: &Self::Position, viewer: Viewer, subject: &str) -> Result<Vec<Reason>, Refusal> {
        let pieces = self.view(position, viewer).pieces.into_iter();
        let named: Vec<_> =
            pieces.filter(|piece| piece.id == subject || piece.hex.as_deref() == Some(subject)).collect();
        if named.is_empty() {
            return Err(Refusal::plain(format!("There is no `{subject}` on the board.")));
        }
        let about = |choice: &Choice| {
            choice.hex.as_deref() == Some(subject)
                || named.iter().any(|piece| choice.units.contains(&piece.id))
        };
        let sentence = if !named.iter().any(|piece| viewer.owns(piece.seat)) {
            "It is not your piece.".into()
        } else if self.choices(position, viewer).iter().any(about) {
            return Ok(Vec::new());
        } else {
            format!("It has no part in the present question: {}", self.prompt(position, viewer).sentence)
        };
        Ok(vec![Reason { rule: self.prompt(position, viewer).rule, sentence }])
    }
    /// Where a unit can get to. Unless a game looks further: by one action of the viewer.
    fn reach(&self, position: &Self::Position, viewer: Viewer, unit: &str) -> Result<Reach, Refusal> {
        let mut pieces = self.view(position, viewer).pieces.into_iter();
        let from = pieces.find(|piece| piece.id == unit).and_then(|piece| piece.hex.clone());
        let from = from.ok_or_else(|| Refusal::plain(format!("There is no `{unit}` on the board.")))?;
        let mut choices = self.choices(position, viewer);
        choices.retain(|choice| choice.units.iter().any(|name| name == unit));
        let hexes = choices.into_iter().filter_map(|choice| Some((choice.hex?, choice.action)));
        let hexes = hexes.map(|(hex, action)| ReachHex {
            path: vec![hex.clone()],
            hex,
            cost: 1.0,
            mode: "in one step",
            action,
            ready: false,
            reactions: Vec::new(),
        });
        Ok(Reach { unit: unit.into(), from, allowance: 1.0, hexes: hexes.collect() })
    }
    /// Exact odds of an action, over what the viewer can know.
    fn explain(
        &self,
        position: &Self::Position,
        viewer: Viewer,
        action: Self::Action,
    ) -> Result<Odds, Refusal>;
    /// What can be laid over the board.
    fn overlays(&self) -> &'static [OverlayInfo] {
        &[]
    }
    /// An overlay as far as the viewer may know; `subject` is empty where it needs none.
    fn overlay(
        &self,
        position: &Self::Position,
        viewer: Viewer,
        id: &str,
        subject: &str,
    ) -> Result<Overlay, Refusal> {
        let _ = (position, viewer, subject);
        Err(Refusal::plain(format!("There is no overlay `{id}`.")))
    }
    /// What could be done with several pieces at once, the best first; `subject` names the pieces, or is
    /// empty for all that are in hand.
    fn proposals(
        &self,
        position: &Self::Position,
        viewer: Viewer,
        subject: &str,
    ) -> Result<Vec<Proposal>, Refusal> {
        let _ = (position, viewer, subject);
        Ok(Vec::new())
    }
}

/// What a viewer asks about something.
#[derive(Debug)]
pub struct Question<'a, P> {
    pub position: &'a P,
    pub viewer: Viewer,
    /// A piece, a hex, a group of pieces, as the viewer names it.
    pub subject: &'a str,
}

/// An answer to "why can this not act here?"
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Reason {
    pub rule: Citation,
    pub sentence: String,
}

impl Reason {
    pub fn new(rule: Citation, sentence: impl Into<String>) -> Reason {
        Reason { rule, sentence: sentence.into() }
    }
}

/// Reasons as they are gathered.
pub trait Reasons {
    fn add(&mut self, rule: Citation, sentence: impl Into<String>);
    fn when(&mut self, holds: bool, rule: Citation, sentence: impl Into<String>) {
        if holds {
            self.add(rule, sentence);
        }
    }
    /// Of one thing or of several: `{n} [hex|hexes] away`.
    fn add_of(&mut self, rule: Citation, several: bool, sentence: &str) {
        self.add(rule, agree(sentence, several));
    }
    /// A list after what it is, if there is anything in it.
    fn listed(&mut self, rule: Citation, what: &str, list: &str) {
        if !list.is_empty() {
            self.add(rule, format!("{what} {list}."));
        }
    }
}

impl Reasons for Vec<Reason> {
    fn add(&mut self, rule: Citation, sentence: impl Into<String>) {
        self.push(Reason::new(rule, sentence));
    }
}

/// Why a seat has nothing to decide now: another does, under the rule `other`; a roll is due; or the game is over.
pub fn why_wait<G: Game>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    other: Citation,
    over: No,
) -> Option<Reason> {
    match game.need(position) {
        Need::Decide(seats) if seats.has(seat) => None,
        Need::Decide(seats) => {
            let decider = seats.iter().next().map_or("", |seat| game.seats()[usize::from(seat.0)]);
            Some(Reason::new(other, format!("{decider} decides now.")))
        }
        Need::Chance(chance) => {
            Some(Reason::new(chance.rule, format!("A roll is due first: {}.", chance.what)))
        }
        Need::Over(_) => Some(over.into()),
    }
}

impl From<No> for Reason {
    fn from(no: No) -> Reason {
        Reason { rule: no.0, sentence: no.1.into() }
    }
}

/// Where a unit can get to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Reach {
    pub unit: String,
    pub from: Text,
    /// In points; quarters exist.
    pub allowance: f32,
    pub hexes: Vec<ReachHex>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReachHex {
    pub hex: Text,
    pub cost: f32,
    /// How it gets there: "in March", "deployed" …
    pub mode: &'static str,
    /// The hexes of a cheapest path, the first one left out.
    pub path: Vec<Text>,
    /// The action or macro that plays the whole way.
    pub action: String,
    /// Whether that action can be begun now. A table says so; the game need not.
    pub ready: bool,
    /// What the move would cause on the way: "5-art may fire (12.1b)", as far as the seat knows.
    pub reactions: Vec<String>,
}
