//! What looks ahead and what counts: forecasts of fights, statistics over many games.

use crate::answer::Answer;
use crate::event::{Event, Told};
use crate::forecast::{Fate, Foresight};
use crate::game::Viewer;
use crate::gauge::{self, Counter, Gauge};
use crate::seat::Seat;
use crate::show::Show;

/// What looks ahead and what counts: forecasts of fights, statistics over many games.
pub trait Foresee: Show {
    /// What can be counted for each seat in every position.
    fn counters(&self) -> &'static [Counter<Self>] {
        &[]
    }
    /// What the game tells of each seat in a line: losses, points …
    fn tally(&self, position: &Self::Position) -> Vec<(Seat, String, i64)> {
        gauge::tally(self, self.counters(), position)
    }
    /// What is counted, for plots over many games.
    fn gauges(&self) -> Vec<Gauge> {
        gauge::gauges(self, self.counters())
    }
    /// What each of `gauges` shows, in their order.
    fn gauge_values(&self, position: &Self::Position) -> Vec<i64> {
        gauge::values(self, self.counters(), position)
    }
    /// The kinds of events with which a fight begins; the hexes that they name are where it is.
    fn fights(&self) -> &'static [&'static str] {
        &[]
    }
    /// The kinds of events with which something new begins: what was told of a fight before them is all that came of it.
    fn afresh(&self) -> &'static [&'static str] {
        &[]
    }
    /// An event as the viewer is told of it, with what it begins.
    fn told(&self, event: &Event, viewer: Viewer) -> Option<Told> {
        let mut told = event.tell(self.seats(), viewer)?;
        told.fight = self.fights().contains(&event.kind);
        told.fresh |= self.afresh().contains(&event.kind);
        Some(told)
    }

    /// How fights are looked ahead; None where they are not (`forecast`).
    fn foresight(&self) -> Option<&'static Foresight> {
        None
    }
    /// How many procedures are nested in each other.
    fn depth(&self, position: &Self::Position) -> usize {
        let _ = position;
        0
    }
    /// Whether the fight that an action began at this depth is over: what is asked now has no part in it.
    fn settled(&self, position: &Self::Position, depth: usize) -> bool {
        let _ = (position, depth);
        true
    }
    /// Whether of the roll that is due only the sum of the dice counts.
    fn only_the_sum_counts(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }
    /// The units that lost something between two positions, in a stable order, called what the viewer
    /// may call them in the first.
    fn fates(&self, before: &Self::Position, after: &Self::Position, viewer: Viewer) -> Vec<Fate> {
        let _ = (before, after, viewer);
        Vec::new()
    }
    /// The position with anything that the viewer cannot know put in the place of what he does not: two
    /// that look the same to him give the same. None where a game cannot do that.
    fn known(&self, position: &Self::Position, viewer: Viewer) -> Option<Self::Position> {
        (viewer == Viewer::Everything || !self.secrets()).then(|| position.clone())
    }
}

/// A game with all that front ends, players and the lab ask of it.
pub trait Playable: Answer + Foresee {}
impl<G: Answer + Foresee> Playable for G {}
