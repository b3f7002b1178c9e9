//! What is said when something happens: the sentence as a pattern, then the pieces in its places.

use crate::chart::Lookup;
use crate::event::{Event, Modifier, Part};
use crate::pieces::Units;
use crate::roster::Roster;
use crate::scene::Shot;
use crate::seat::{Seat, SeatSet};
use std::fmt::Display;

/// An event on its way. Its sentence has a place, `{}`, for each piece that it names:
///
/// ```text
/// log.say(|| self.say(p, "advance", rule::R9_2_9b, "{} enters {}.").unit(winner).hex(target));
/// ```
pub struct Say<'a, G: Roster> {
    game: &'a G,
    p: &'a G::Position,
    event: Event,
    /// What is still to be said.
    rest: &'static str,
}

impl<'a, G: Roster> Say<'a, G> {
    pub fn new(game: &'a G, p: &'a G::Position, event: Event, sentence: &'static str) -> Say<'a, G> {
        Say { game, p, event, rest: sentence }
    }

    fn then(mut self, fill: impl FnOnce(&G, &G::Position, Event) -> Event) -> Self {
        let (before, after) = self.rest.split_once("{}").expect("the sentence has a place for it");
        if !before.is_empty() {
            self.event = self.event.text(before);
        }
        self.event = fill(self.game, self.p, self.event);
        self.rest = after;
        self
    }

    // ---- what stands in the next place

    pub fn unit(self, unit: G::Unit) -> Self {
        self.then(|game, p, event| event.part(game.unit_part(p, unit)))
    }
    pub fn units(self, units: Units<G>) -> Self {
        self.then(|game, p, event| game.and_units(p, event, units))
    }
    pub fn leader(self, leader: G::Leader) -> Self {
        self.then(|game, p, event| event.part(game.leader_part(p, leader)))
    }
    pub fn seat(self, side: u8) -> Self {
        self.then(|_, _, event| event.seat(Seat(side)))
    }
    pub fn hex(self, spot: G::Spot) -> Self {
        self.then(|game, _, event| game.and_spot(event, spot))
    }
    /// A number, a name, words.
    pub fn with(self, words: impl Display) -> Self {
        self.then(|_, _, event| event.words(words.to_string()))
    }
    /// What stands in the next places, one after the other.
    pub fn fill(self, words: &[&dyn Display]) -> Self {
        words.iter().fold(self, |say, words| say.with(words))
    }
    /// What only some seats may read.
    pub fn secret(self, words: impl Display, seen_by: SeatSet) -> Self {
        self.then(|_, _, event| event.part(Part::Secret { words: words.to_string(), seen_by }))
    }

    // ---- what goes with it

    /// Another sentence after this one.
    pub fn and(mut self, sentence: &'static str) -> Self {
        if !self.rest.is_empty() {
            self.event = self.event.text(self.rest);
        }
        self.rest = sentence;
        self
    }
    pub fn dice(self, faces: &[u8]) -> Self {
        self.so(|event| event.dice(faces))
    }
    pub fn modifiers(self, modifiers: Vec<Modifier>) -> Self {
        self.so(|event| event.modifiers(modifiers))
    }
    /// Modifiers of which only some seats may know.
    pub fn modifiers_to(self, modifiers: Vec<Modifier>, seen_by: SeatSet) -> Self {
        self.modifiers(modifiers.into_iter().map(|modifier| Modifier { seen_by, ..modifier }).collect())
    }
    /// What the dice come to with everything that is added to them.
    pub fn total(self, total: impl Into<i32>) -> Self {
        self.total_to(total, SeatSet::ALL)
    }
    pub fn total_to(self, total: impl Into<i32>, seen_by: SeatSet) -> Self {
        self.so(|event| event.total(total, seen_by))
    }
    pub fn lookup(self, lookup: impl Into<Lookup>) -> Self {
        self.lookup_to(lookup, SeatSet::ALL)
    }
    pub fn lookup_to(self, lookup: impl Into<Lookup>, seen_by: SeatSet) -> Self {
        self.so(|event| event.lookup(lookup.into(), seen_by))
    }
    pub fn shot(self, shot: Option<Shot>) -> Self {
        self.so(|event| event.shot(shot, SeatSet::ALL))
    }
    pub fn fresh(self, fresh: bool) -> Self {
        self.so(|event| event.fresh(fresh))
    }
    /// Something hidden came to light.
    pub fn reveals(self) -> Self {
        self.so(|event| event.reveals(true))
    }
    /// Nobody else hears of it.
    pub fn only_to(self, side: u8) -> Self {
        self.so(|event| Event { heard_by: SeatSet::only(Seat(side)), ..event })
    }

    fn so(mut self, with: impl FnOnce(Event) -> Event) -> Self {
        self.event = with(self.event);
        self
    }
}

impl<G: Roster> From<Say<'_, G>> for Event {
    fn from(say: Say<'_, G>) -> Event {
        debug_assert!(!say.rest.contains("{}"), "every place of the sentence is filled");
        say.and("").event
    }
}
