//! What a game counts for its seats, for plots and tables over many games: named once, read from any
//! position.

use crate::Text;
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
