//! What is left to chance: dice that are thrown together, or one of several things that is drawn. The position asks for it,
//! whoever drives the game answers: with the faces in order, or with the place of what was drawn, counted from 0.
//!
//! Somebody may know less of it than others: what it is about, how many things there are to draw from, what came.

mod ends;

pub use ends::ends;

use crate::Text;
use crate::game::{Refusal, Viewer};
use crate::lot::Lot;
use crate::rule::Citation;
use crate::seat::{Seat, SeatSet};
use serde::Serialize;
use std::fmt;

/// A kind of die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Die {
    pub sides: u8,
    /// The lowest face: 1, or 0 on dice that are read from zero.
    pub lowest: u8,
}

impl Die {
    pub const COMMON: Die = Die { sides: 6, lowest: 1 };
    /// Ten sides, read from 0 to 9.
    pub const TEN: Die = Die { sides: 10, lowest: 0 };
    /// Ten sides, read from 1 to 10; where the face says 0 it is a ten.
    pub const TEN_HIGH: Die = Die { sides: 10, lowest: 1 };

    pub fn is_common(&self) -> bool {
        *self == Die::COMMON
    }
    /// The faces that it has.
    pub fn faces(&self) -> std::ops::Range<u8> {
        self.lowest..self.lowest + self.sides
    }
    /// A face as somebody reads it off the die.
    fn read(&self, face: u8) -> Option<u8> {
        let face = if *self == Die::TEN_HIGH && face == 0 { 10 } else { face };
        self.faces().contains(&face).then_some(face)
    }
}

/// How many kinds of dice are thrown together at most.
const KINDS: usize = 3;

/// Dice that are thrown together, kind by kind in a fixed order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw([(u8, Die); KINDS]);

impl Throw {
    pub const fn of(count: u8, die: Die) -> Throw {
        let none = (0, die);
        Throw([(count, die), none, none])
    }
    /// The same with others behind them.
    pub const fn and(mut self, count: u8, die: Die) -> Throw {
        let mut place = 1;
        while self.0[place].0 != 0 {
            place += 1;
        }
        self.0[place] = (count, die);
        self
    }
    fn kinds(self) -> impl Iterator<Item = (u8, Die)> {
        self.0.into_iter().filter(|(count, _)| *count > 0)
    }
    /// Every die in order.
    pub fn dice(self) -> impl Iterator<Item = Die> {
        self.kinds().flat_map(|(count, die)| std::iter::repeat_n(die, count.into()))
    }
    pub fn count(self) -> usize {
        self.kinds().map(|(count, _)| usize::from(count)).sum()
    }
}

/// "2d6 and 1d10".
impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, (count, die)) in self.kinds().enumerate() {
            write!(f, "{}{count}d{}", if i == 0 { "" } else { " and " }, die.sides)?;
        }
        Ok(())
    }
}

/// What chance is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lots {
    Throw(Throw),
    /// One of so many things, each as likely as another. `Game::candidates` names them.
    Draw(u8),
}

/// What the position leaves to chance now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    pub lots: Lots,
    /// What it is for, in words that those may read who know of it.
    pub what: &'static str,
    pub rule: Citation,
    pub by: Seat,
    pub known: Known,
}

/// Who may know what of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// What it is for, and the rule.
    pub subject: SeatSet,
    /// How many things there are to draw from, and which they are.
    pub candidates: SeatSet,
    /// What came. What follows from it is told by events.
    pub outcome: SeatSet,
}

impl Known {
    pub const TO_ALL: Known =
        Known { subject: SeatSet::ALL, candidates: SeatSet::ALL, outcome: SeatSet::ALL };

    /// Everything only to some, who the others know are busy with something.
    pub const fn only_to(seats: SeatSet) -> Known {
        Known { subject: seats, candidates: seats, outcome: seats }
    }
}

/// Something that may be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Candidate {
    /// A word without blanks, not a number: records and whoever draws by hand name it so. Two that are alike have the same.
    pub id: Text,
    pub name: Text,
}

impl Candidate {
    pub fn new(id: impl Into<Text>, name: impl Into<Text>) -> Candidate {
        Candidate { id: id.into(), name: name.into() }
    }
    /// Whether records can name it.
    pub fn is_sound(&self) -> bool {
        let special = self.id == "given" || self.id.starts_with('@');
        !self.id.is_empty() && !special && !self.id.contains(char::is_whitespace) && !self.name.is_empty()
    }
}

impl Chance {
    /// Dice that everybody sees.
    pub const fn throw(throw: Throw, what: &'static str, rule: Citation, by: Seat) -> Chance {
        Chance { lots: Lots::Throw(throw), what, rule, by, known: Known::TO_ALL }
    }
    /// One of several things, for everybody to see.
    pub const fn draw(candidates: u8, what: &'static str, rule: Citation, by: Seat) -> Chance {
        Chance { lots: Lots::Draw(candidates), what, rule, by, known: Known::TO_ALL }
    }
    pub const fn known(mut self, known: Known) -> Chance {
        self.known = known;
        self
    }
    /// Each thing that the generator is asked for: a die, or one of so many counted from 0.
    pub fn dice(&self) -> impl Iterator<Item = Die> + use<> {
        match self.lots {
            Lots::Throw(throw) => throw,
            Lots::Draw(count) => Throw::of(1, Die { sides: count, lowest: 0 }),
        }
        .dice()
    }
    /// The dice, where it is a throw.
    pub fn thrown(&self) -> Option<Throw> {
        match self.lots {
            Lots::Throw(throw) => Some(throw),
            Lots::Draw(_) => None,
        }
    }
    /// Answers it by lot.
    pub fn by_lot(&self, lot: &mut Lot, out: &mut Vec<u8>) {
        out.clear();
        out.extend(self.dice().map(|die| lot.die(die.sides) - 1 + die.lowest));
    }
    /// "A roll of 2d6 is due first: fire."
    pub fn due(&self) -> String {
        match self.lots {
            Lots::Throw(throw) => format!("A roll of {throw} is due first: {}.", self.what),
            Lots::Draw(_) => format!("A draw is due first: {}.", self.what),
        }
    }
    /// Faces that somebody gives, as the dice have them.
    pub fn read_faces(&self, faces: &[u8]) -> Result<Vec<u8>, Refusal> {
        let no = |message: String| Err(Refusal::new(self.rule, message));
        let Lots::Throw(throw) = self.lots else {
            return no(format!("Something is drawn now, no dice are rolled: {}.", self.what));
        };
        if faces.len() != throw.count() {
            return no(format!("{} dice are due, not {}.", throw.count(), faces.len()));
        }
        let mut read = Vec::with_capacity(faces.len());
        for (face, die) in faces.iter().zip(throw.dice()) {
            match die.read(*face) {
                Some(face) => read.push(face),
                None => {
                    let Die { sides, lowest } = die;
                    let from = if lowest == 1 { String::new() } else { format!(" from {lowest} on") };
                    return no(format!("A die with {sides} sides{from} has no {face}."));
                }
            }
        }
        Ok(read)
    }
    /// The place of a candidate that somebody names.
    pub fn read_drawn(&self, drawn: &str, candidates: &[Candidate]) -> Result<u8, Refusal> {
        let Lots::Draw(_) = self.lots else {
            return Err(Refusal::new(
                self.rule,
                format!("Dice are rolled now, nothing is drawn: {}.", self.what),
            ));
        };
        let named =
            |candidate: &&Candidate| candidate.id == drawn || candidate.name.eq_ignore_ascii_case(drawn);
        let place = (0..).zip(candidates).find(|(_, candidate)| named(candidate)).map(|(place, _)| place);
        place.ok_or_else(|| {
            let mut all: Vec<&str> = candidates.iter().map(|candidate| candidate.id.as_str()).collect();
            all.dedup();
            Refusal::new(self.rule, format!("`{drawn}` cannot be drawn now: there are {}.", all.join(", ")))
        })
    }

    /// As a viewer may know it.
    pub fn told(&self, viewer: Viewer, candidates: impl FnOnce() -> Vec<Candidate>) -> ChanceTold {
        let subject = viewer.may_see(self.known.subject);
        let draw = match self.lots {
            Lots::Throw(_) => None,
            Lots::Draw(_) if !viewer.may_see(self.known.candidates) => {
                Some(DrawTold { candidates: Vec::new() })
            }
            Lots::Draw(_) => Some(DrawTold { candidates: candidates() }),
        };
        ChanceTold {
            dice: self.thrown().into_iter().flat_map(Throw::dice).collect(),
            draw,
            what: subject.then_some(self.what),
            rule: subject.then_some(self.rule),
            by: self.by,
        }
    }
}

/// What is left to chance now, as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ChanceTold {
    /// The dice that are thrown, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Die>>", optional))]
    pub dice: Vec<Die>,
    /// If something is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub draw: Option<DrawTold>,
    /// What it is for; left out for whoever may not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub what: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rule: Option<Citation>,
    pub by: Seat,
}

impl ChanceTold {
    /// "2d6", "one of 5".
    pub fn lots(&self) -> String {
        match &self.draw {
            Some(DrawTold { candidates }) if candidates.is_empty() => "one of several".into(),
            Some(DrawTold { candidates }) => format!("one of {}", candidates.len()),
            None => {
                let mut parts: Vec<(usize, Die)> = Vec::new();
                for die in &self.dice {
                    match parts.last_mut() {
                        Some((count, last)) if last == die => *count += 1,
                        _ => parts.push((1, *die)),
                    }
                }
                let parts: Vec<String> =
                    parts.iter().map(|(count, die)| format!("{count}d{}", die.sides)).collect();
                parts.join(" and ")
            }
        }
    }
    /// What it is for, in words.
    pub fn subject(&self) -> &'static str {
        self.what.unwrap_or("something that you may not know")
    }
}

/// Things to draw from, each as likely as another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DrawTold {
    /// Left out for whoever may not know how many there are and which.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Candidate>>", optional))]
    pub candidates: Vec<Candidate>,
}
