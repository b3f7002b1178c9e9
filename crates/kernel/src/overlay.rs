//! What can be laid over the board for a viewer: zones, ranges, fields of fire. A game says which
//! there are; a page draws any of them by its classes, without knowing what they mean.

use crate::answer::ReachHex;
use crate::game::Refusal;
use crate::rule::Citation;
use crate::{Text, format_text};
use serde::Serialize;

/// An overlay that a game offers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OverlayInfo {
    pub id: &'static str,
    pub title: &'static str,
    pub rule: Citation,
    pub subject: OverlaySubject,
    /// The key that shows it.
    pub key: char,
}

impl OverlayInfo {
    pub const fn new(
        id: &'static str,
        title: &'static str,
        rule: Citation,
        subject: OverlaySubject,
        key: char,
    ) -> OverlayInfo {
        OverlayInfo { id, title, rule, subject, key }
    }

    /// The overlay of this id among those of a game.
    pub fn find<'a>(all: &'a [OverlayInfo], id: &str) -> Result<&'a OverlayInfo, Refusal> {
        let found = all.iter().find(|info| info.id == id);
        found.ok_or_else(|| Refusal::plain(format!("There is no overlay `{id}`.")))
    }

    /// The hex that an overlay is asked about, as the map finds it.
    pub fn hex<H>(found: Option<H>, subject: &str) -> Result<H, Refusal> {
        found.ok_or_else(|| Refusal::plain(format!("There is no hex {subject} on this map.")))
    }

    /// It, with nothing in it yet.
    pub fn empty(&self) -> Overlay {
        Overlay::new(self.title, self.rule)
    }
}

/// What an overlay must be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum OverlaySubject {
    None,
    Hex,
    Unit,
}

/// An overlay as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Overlay {
    pub title: String,
    pub rule: Citation,
    pub legend: Vec<LegendLine>,
    pub hexes: Vec<OverlayHex>,
    pub lines: Vec<OverlayLine>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LegendLine {
    pub class: Class,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OverlayHex {
    pub hex: Text,
    pub class: Class,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub label: Option<Text>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OverlayLine {
    pub from: Text,
    pub to: Text,
    pub class: Class,
}

/// How a hex or a line is drawn: a fixed list, so that every front end can draw every overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Class {
    /// Of the first seat.
    A,
    /// Of the second seat.
    B,
    Both,
    Good,
    Bad,
    Near,
    Far,
    Blocked,
}

impl Class {
    /// What belongs to a seat of a game of two.
    pub fn of_seat(seat: u8) -> Class {
        if seat == 0 { Class::A } else { Class::B }
    }
    /// What belongs to the first seat, the second, both; None if it is nobody's.
    pub fn of_seats(first: bool, second: bool) -> Option<Class> {
        match (first, second) {
            (true, true) => Some(Class::Both),
            (true, false) => Some(Class::A),
            (false, true) => Some(Class::B),
            (false, false) => None,
        }
    }
}

impl Overlay {
    pub fn new(title: impl Into<String>, rule: Citation) -> Overlay {
        Overlay { title: title.into(), rule, legend: Vec::new(), hexes: Vec::new(), lines: Vec::new() }
    }
    pub fn explain(&mut self, class: Class, text: impl Into<String>) {
        self.legend.push(LegendLine { class, text: text.into() });
    }
    pub fn mark(&mut self, hex: impl Into<Text>, class: Class, label: Option<Text>) {
        self.hexes.push(OverlayHex { hex: hex.into(), class, label });
    }
    /// What belongs to each of two sides, by their names.
    pub fn explain_sides(&mut self, names: &[&str], words: impl Fn(&str) -> String) {
        for (seat, name) in (0..).zip(names) {
            self.explain(Class::of_seat(seat), words(name));
        }
    }
    /// Hexes that belong to the first side, the second, or both, with a label; those that are nobody's are left out.
    pub fn mark_sides<'a>(&mut self, hexes: impl Iterator<Item = (&'a str, [bool; 2], Option<Text>)>) {
        for (hex, [first, second], label) in hexes {
            if let Some(class) = Class::of_seats(first, second) {
                self.mark(hex, class, label);
            }
        }
    }
    /// A hex as it is seen from another: what is good or bad there has a line to it.
    pub fn mark_from(&mut self, from: &str, hex: &str, class: Class, label: Option<Text>) {
        if matches!(class, Class::Good | Class::Bad) && from != hex {
            self.line(from, hex, class);
        }
        self.mark(hex, class, label);
    }
    /// Where a piece can get to, with the cost; where something happens on the way, it is bad.
    pub fn mark_reach(&mut self, hexes: Vec<ReachHex>) {
        for there in hexes {
            let class = if there.reactions.is_empty() { Class::Near } else { Class::Bad };
            self.mark(there.hex, class, Some(format_text!("{}", there.cost)));
        }
    }
    pub fn line(&mut self, from: impl Into<Text>, to: impl Into<Text>, class: Class) {
        self.lines.push(OverlayLine { from: from.into(), to: to.into(), class });
    }
}
