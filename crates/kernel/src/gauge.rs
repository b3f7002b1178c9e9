//! What a game counts for its seats, for plots and tables over many games: named once, read from any
//! position.

use crate::Text;
use crate::game::Game;
use crate::seat::Seat;
use serde::{Deserialize, Serialize};

/// Something that is counted for a seat. Gauges of a group are plotted together and can be added up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gauge {
    /// A stable word for programs: `losses`, `objectives` …
    pub group: Text,
    /// What the group counts, as the title of a plot: "Strength points lost".
    pub title: Text,
    /// Which part of the group this is: "cavalry". Empty where it is the whole.
    pub part: Text,
    pub seat: Seat,
}

impl Gauge {
    pub fn new(group: &'static str, title: &'static str, part: &'static str, seat: Seat) -> Gauge {
        let text = Text::new_static;
        Gauge { group: text(group), title: text(title), part: text(part), seat }
    }
}

/// Something that a game counts for each of its seats, and how: its gauges and what they show follow from a list of these.
pub struct Counter<G: Game + ?Sized> {
    group: &'static str,
    title: &'static str,
    part: &'static str,
    count: fn(&G, &G::Position, u8) -> i64,
    told: bool,
}

impl<G: Game + ?Sized> Counter<G> {
    /// `part` is empty where it is the whole of the group.
    pub const fn new(
        group: &'static str,
        title: &'static str,
        part: &'static str,
        count: fn(&G, &G::Position, u8) -> i64,
    ) -> Counter<G> {
        Counter { group, title, part, count, told: false }
    }

    /// The same, told of a game in a line, the parts of its group together.
    pub const fn told(
        group: &'static str,
        title: &'static str,
        part: &'static str,
        count: fn(&G, &G::Position, u8) -> i64,
    ) -> Counter<G> {
        Counter { told: true, ..Counter::new(group, title, part, count) }
    }
}

fn seats<G: Game + ?Sized>(game: &G) -> impl Iterator<Item = u8> + use<G> {
    0..game.seats().len() as u8
}

pub(crate) fn gauges<G: Game + ?Sized>(game: &G, counters: &[Counter<G>]) -> Vec<Gauge> {
    let of = |seat: u8| counters.iter().map(move |c| Gauge::new(c.group, c.title, c.part, Seat(seat)));
    seats(game).flat_map(of).collect()
}

pub(crate) fn values<G: Game + ?Sized>(
    game: &G,
    counters: &[Counter<G>],
    position: &G::Position,
) -> Vec<i64> {
    let of = |seat: u8| counters.iter().map(move |c| (c.count)(game, position, seat));
    seats(game).flat_map(of).collect()
}

/// What is told of a game, under the titles of the groups.
pub(crate) fn tally<G: Game + ?Sized>(
    game: &G,
    counters: &[Counter<G>],
    position: &G::Position,
) -> Vec<(Seat, String, i64)> {
    let mut list: Vec<(Seat, String, i64)> = Vec::new();
    for seat in seats(game) {
        for counter in counters.iter().filter(|counter| counter.told) {
            let count = (counter.count)(game, position, seat);
            let title = counter.title.to_lowercase();
            match list.last_mut() {
                Some((last, group, sum)) if *last == Seat(seat) && *group == title => *sum += count,
                _ => list.push((Seat(seat), title, count)),
            }
        }
    }
    list
}
