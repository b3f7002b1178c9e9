//! What the program proposes to do with several pieces at once: who goes where, what that takes, and the
//! macro that plays it.

use crate::Text;
use crate::rule::Citation;
use crate::show::Choice;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Proposal {
    pub title: String,
    pub rule: Citation,
    /// The action or macro that plays it.
    pub action: String,
    /// What is to be played after it, in an order in which nobody is in the way.
    pub then: Vec<String>,
    /// In the order in which they stand.
    pub places: Vec<Placed>,
    /// Pieces that were asked for and find no place.
    pub left_out: Vec<Text>,
    /// The chance that everybody gets to his place.
    pub chance: f64,
    /// By how many hexes the pieces come nearer to the enemy, on average.
    pub nearer: f32,
    pub notes: Vec<String>,
}

impl Proposal {
    /// The same as a choice among others, of the kind `propose`; its action is a macro.
    pub fn choice(&self) -> Choice {
        let sentence = if self.chance < 1.0 {
            format!("{}; chance that all get there: {:.0}%.", self.title, self.chance * 100.0)
        } else {
            format!("{}.", self.title)
        };
        let mut choice = Choice::new("propose", self.action.clone(), sentence, self.rule);
        choice.units = self.places.iter().map(|place| place.unit.clone()).collect();
        choice
    }
}

/// A piece and its place.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Placed {
    pub unit: Text,
    pub from: Text,
    pub hex: Text,
    pub cost: f32,
    /// The hexes of the way, the first one left out.
    pub path: Vec<Text>,
    /// The chance that it passes the rolls on its way; 1 if there are none.
    pub chance: f64,
    /// The rolls on its way, in words.
    pub rolls: Vec<String>,
    /// Another of the pieces stands beside it.
    pub supported: bool,
}
