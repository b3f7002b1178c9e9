//! Rules as they are cited: one entry for each paragraph of a rulebook, in our own words.
//! A rules crate generates its entries and a constant for each from `data/<game>/rules.csv`, so
//! that a citation of a rule that does not exist does not compile.

use serde::{Serialize, Serializer};
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum RuleKind {
    /// Always in force.
    Core,
    /// In force in the scenarios of the advanced game.
    Advanced,
    /// In force where an option is chosen.
    Optional,
    /// Part of a scenario.
    Scenario,
    /// Describes the printed components.
    Components,
    /// Introduction, design notes, examples.
    Notes,
}

/// A paragraph of a rulebook.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    pub game: &'static str,
    pub id: &'static str,
    pub title: &'static str,
    pub kind: RuleKind,
    pub obligation: &'static str,
    /// Where it comes from: `printed`, `derived` or `reconstructed`, as values say it.
    pub provenance: &'static str,
    /// The values that it uses: a file of `data/`, and behind a `#` the part of it.
    pub rests_on: &'static [&'static str],
    /// The rulings by which it is played where the text leaves something open.
    pub rulings: &'static [&'static str],
}

/// A citation of a rule. Prints as `goito 9.4.1`.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub struct Citation(pub &'static Rule);

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.0.game, self.0.id)
    }
}

impl fmt::Debug for Citation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Citation {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}
