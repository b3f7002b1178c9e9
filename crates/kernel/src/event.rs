//! What happened, with its rule. A game says an event once; what a seat hears of it is worked out
//! from the marks that the parts carry, so that a log never tells more than the seat may know.

use crate::Text;
use crate::agreement::agree;
use crate::chance::Die;
use crate::chart::Lookup;
use crate::game::Viewer;
use crate::rule::Citation;
use crate::scene::Shot;
use crate::seat::{Seat, SeatSet};
use serde::Serialize;

/// A piece of an event's sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    Text(&'static str),
    Words(String),
    Seat(Seat),
    /// A unit by its id. Seats outside `seen_by` read `unseen` instead of its name.
    Unit {
        name: Text,
        id: Text,
        seen_by: SeatSet,
        unseen: Text,
    },
    /// A printed hex number.
    Hex(Text),
    /// A number; seats outside `seen_by` read "?".
    Number {
        value: i32,
        seen_by: SeatSet,
    },
    /// Words that only some seats may read; the others read nothing.
    Secret {
        words: String,
        seen_by: SeatSet,
    },
}

/// A modifier of a roll, a column or a strength.
#[derive(Clone, Debug, PartialEq)]
pub struct Modifier {
    pub label: String,
    pub value: i32,
    pub rule: Citation,
    /// Seats that may read the value; the others do not hear of the modifier.
    pub seen_by: SeatSet,
}

impl Modifier {
    /// One that everybody may know.
    pub fn new(label: impl Into<String>, value: impl Into<i32>, rule: Citation) -> Modifier {
        Modifier { label: label.into(), value: value.into(), rule, seen_by: SeatSet::ALL }
    }
}

/// What is made of the modifiers of a roll as the rules go through them: their sum where it is rolled, a list of those
/// that change something where it is told.
pub trait Modify: Default {
    fn add(&mut self, label: &'static str, value: i8, rule: Citation);
    /// One that adds nothing but is worth telling.
    fn note(&mut self, label: &'static str, rule: Citation);
    #[inline]
    fn when(&mut self, holds: bool, label: &'static str, value: i8, rule: Citation) {
        if holds {
            self.add(label, value, rule);
        }
    }
    #[inline]
    fn of(all: impl FnOnce(&mut Self)) -> Self {
        let mut sum = Self::default();
        all(&mut sum);
        sum
    }
}

impl Modify for i8 {
    #[inline]
    fn add(&mut self, _: &'static str, value: i8, _: Citation) {
        *self += value;
    }
    #[inline]
    fn note(&mut self, _: &'static str, _: Citation) {}
}

impl Modify for Vec<Modifier> {
    fn add(&mut self, label: &'static str, value: i8, rule: Citation) {
        if value != 0 {
            self.push(Modifier::new(label, value, rule));
        }
    }
    fn note(&mut self, label: &'static str, rule: Citation) {
        self.push(Modifier::new(label, 0, rule));
    }
}

/// What is added to a die, behind its face: " +2", or nothing.
pub fn added(sum: i8) -> String {
    if sum == 0 { String::new() } else { format!(" {sum:+}") }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// A stable word for programs: `move`, `fire`, `check`, `retreat` …
    pub kind: &'static str,
    pub rule: Citation,
    pub parts: Vec<Part>,
    /// The faces rolled, if it was a roll.
    pub dice: Vec<u8>,
    /// Which dice they are; empty where all are the game's usual one.
    pub thrown: Vec<Die>,
    /// What was drawn, by its name, and the seats that may know.
    pub drawn: Option<(Text, SeatSet)>,
    /// Who rolled them, as the game asked for it.
    pub rolled_by: Option<Seat>,
    pub modifiers: Vec<Modifier>,
    /// What the dice come to with what is added to them, as the sentence and the chart read it, and the seats that
    /// may know.
    pub total: Option<(i32, SeatSet)>,
    /// The cell of a chart that decided, and the seats that may know which it was.
    pub lookup: Option<(Lookup, SeatSet)>,
    /// The shot that it tells the end of, and the seats that may know which it was.
    pub shot: Option<(Shot, SeatSet)>,
    /// Something new begins with it: shots and fights that were told of before are past.
    pub fresh: bool,
    /// Who hears of it at all.
    pub heard_by: SeatSet,
    /// Something hidden came to light: taking back stops here.
    pub reveals: bool,
}

impl Event {
    pub fn new(kind: &'static str, rule: Citation) -> Event {
        Event {
            kind,
            rule,
            parts: Vec::new(),
            dice: Vec::new(),
            thrown: Vec::new(),
            drawn: None,
            rolled_by: None,
            modifiers: Vec::new(),
            total: None,
            lookup: None,
            shot: None,
            fresh: false,
            heard_by: SeatSet::ALL,
            reveals: false,
        }
    }
    pub fn text(mut self, text: &'static str) -> Event {
        self.parts.push(Part::Text(text));
        self
    }
    pub fn words(mut self, words: impl Into<String>) -> Event {
        self.parts.push(Part::Words(words.into()));
        self
    }
    pub fn part(mut self, part: Part) -> Event {
        self.parts.push(part);
        self
    }
    /// Parts as a list: "a, b and c".
    pub fn list(mut self, parts: impl ExactSizeIterator<Item = Part>) -> Event {
        let last = parts.len().saturating_sub(1);
        for (i, part) in parts.enumerate() {
            if i > 0 {
                self = self.text(if i == last { " and " } else { ", " });
            }
            self = self.part(part);
        }
        self
    }
    pub fn seat(self, seat: Seat) -> Event {
        self.part(Part::Seat(seat))
    }
    pub fn hex(mut self, number: impl Into<Text>) -> Event {
        self.parts.push(Part::Hex(number.into()));
        self
    }
    pub fn dice(mut self, faces: &[u8]) -> Event {
        self.dice.extend_from_slice(faces);
        self
    }
    pub fn drawn(mut self, name: impl Into<Text>, seen_by: SeatSet) -> Event {
        self.drawn = Some((name.into(), seen_by));
        self
    }
    pub fn modifiers(mut self, modifiers: Vec<Modifier>) -> Event {
        self.modifiers = modifiers;
        self
    }
    pub fn total(mut self, total: impl Into<i32>, seen_by: SeatSet) -> Event {
        self.total = Some((total.into(), seen_by));
        self
    }
    pub fn reveals(mut self, reveals: bool) -> Event {
        self.reveals = reveals;
        self
    }
    pub fn lookup(mut self, lookup: Lookup, seen_by: SeatSet) -> Event {
        self.lookup = Some((lookup, seen_by));
        self
    }
    /// What came of a shot that was declared, if it was one: then nothing new begins.
    pub fn shot(mut self, shot: Option<Shot>, seen_by: SeatSet) -> Event {
        self.fresh &= shot.is_none();
        self.shot = shot.map(|shot| (shot, seen_by));
        self
    }
    pub fn fresh(mut self, fresh: bool) -> Event {
        self.fresh = fresh;
        self
    }
}

/// Where a game says its events. Switched off in playouts: then nothing is built at all.
#[derive(Debug, Default)]
pub struct Log {
    on: bool,
    pub events: Vec<Event>,
}

impl Log {
    pub fn on() -> Log {
        Log { on: true, events: Vec::new() }
    }
    pub fn off() -> Log {
        Log::default()
    }
    pub fn is_on(&self) -> bool {
        self.on
    }
    #[inline]
    pub fn say<E: Into<Event>>(&mut self, event: impl FnOnce() -> E) {
        if self.on {
            self.events.push(event().into());
        }
    }
}

/// An event as one viewer may read it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Told {
    pub kind: &'static str,
    pub rule: Citation,
    pub text: String,
    /// The same text in pieces, with what each of them names.
    pub spans: Vec<Span>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Text>>", optional))]
    pub hexes: Vec<Text>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Text>>", optional))]
    pub units: Vec<Text>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<u8>>", optional))]
    pub dice: Vec<u8>,
    /// Which dice they are; left out where all are the game's usual one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Die>>", optional))]
    pub thrown: Vec<Die>,
    /// What was drawn, by its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub drawn: Option<Text>,
    /// Who rolled the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rolled_by: Option<Seat>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<ToldModifier>>", optional))]
    pub modifiers: Vec<ToldModifier>,
    /// What the dice come to with what is added to them, where that is not what they show.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub total: Option<i32>,
    /// The cell of a chart that decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub lookup: Option<Lookup>,
    /// The shot that this is the end of: rolled for, or failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub shot: Option<Shot>,
    /// Something new begins with it: shots and fights that were told of before are past.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub fresh: bool,
    /// A fight begins with it, or a part of one; what is told after it, until something new begins, came of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub fight: bool,
}

/// A piece of a told text, perhaps the name of a unit or of a hex.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Span {
    pub text: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub unit: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub hex: Option<Text>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ToldModifier {
    pub label: String,
    pub value: i32,
    pub rule: Citation,
}

impl Event {
    /// What a viewer hears of the event: nothing, or the sentence with the names that he may read.
    pub fn tell(&self, seats: &[&'static str], viewer: Viewer) -> Option<Told> {
        if !viewer.may_see(self.heard_by) {
            return None;
        }
        let mut telling = Telling::default();
        for part in &self.parts {
            telling.count(part);
            match part {
                Part::Text(".") => telling.stop(),
                Part::Text(text) => telling.agreed(text),
                Part::Words(words) => telling.agreed(words),
                Part::Seat(seat) => telling.plain(seats[seat.0 as usize]),
                Part::Hex(number) => {
                    telling.name(Span { text: number.clone(), unit: None, hex: Some(number.clone()) });
                }
                Part::Unit { name, id, seen_by, unseen } => {
                    if viewer.may_see(*seen_by) {
                        telling.name(Span { text: name.clone(), unit: Some(id.clone()), hex: None });
                    } else {
                        telling.plain(unseen);
                    }
                }
                Part::Number { value, seen_by } => {
                    if viewer.may_see(*seen_by) {
                        telling.plain(&value.to_string());
                    } else {
                        telling.plain("?");
                    }
                }
                Part::Secret { words, seen_by } => {
                    if viewer.may_see(*seen_by) {
                        telling.agreed(words);
                    }
                }
            }
        }
        telling.close();
        let named = |get: fn(&Span) -> &Option<Text>| -> Vec<Text> {
            telling.spans.iter().filter_map(|span| get(span).clone()).collect()
        };
        let modifiers = self.modifiers.iter().filter(|m| viewer.may_see(m.seen_by));
        let lookup = self.lookup.iter().find(|(_, seen_by)| viewer.may_see(*seen_by));
        Some(Told {
            kind: self.kind,
            rule: self.rule,
            hexes: named(|span| &span.hex),
            units: named(|span| &span.unit),
            dice: self.dice.clone(),
            thrown: self.thrown.clone(),
            drawn: self
                .drawn
                .as_ref()
                .filter(|(_, seen_by)| viewer.may_see(*seen_by))
                .map(|(name, _)| name.clone()),
            rolled_by: self.rolled_by,
            modifiers: modifiers
                .map(|m| ToldModifier { label: m.label.clone(), value: m.value, rule: m.rule })
                .collect(),
            total: self
                .total
                .filter(|(total, seen_by)| viewer.may_see(*seen_by) && !self.shows(*total))
                .map(|(total, _)| total),
            lookup: lookup.map(|(lookup, _)| lookup.clone()),
            shot: self
                .shot
                .as_ref()
                .filter(|(_, seen_by)| viewer.may_see(*seen_by))
                .map(|(shot, _)| shot.clone()),
            fresh: self.fresh,
            fight: false,
            text: telling.text,
            spans: telling.spans,
        })
    }
}

impl Event {
    /// Whether the dice show this themselves.
    fn shows(&self, total: i32) -> bool {
        self.dice.iter().map(|face| i32::from(*face)).sum::<i32>() == total
    }
}

/// A sentence as it is put together: plain parts that follow each other become one span.
#[derive(Default)]
struct Telling {
    text: String,
    spans: Vec<Span>,
    /// Where in `text` the plain words begin that are in no span yet.
    plain: usize,
    /// The units in the list that was named last, and whether it may go on.
    named: u32,
    joined: bool,
}

impl Telling {
    fn plain(&mut self, words: &str) {
        self.text.push_str(words);
    }
    /// The end of the sentence. It takes the place of the full stop of a name that is shortened.
    fn stop(&mut self) {
        if self.text.ends_with('.') {
            self.text.pop();
            if let Some(span) = self.spans.last_mut().filter(|_| self.plain > self.text.len()) {
                span.text = Text::new(&span.text[..span.text.len() - 1]);
                self.plain = self.text.len();
            }
        }
        self.plain(".");
    }
    /// Words that agree in number with the units that were named last.
    fn agreed(&mut self, words: &str) {
        self.plain(&agree(words, self.named > 1));
    }
    /// Counts the units of a list: "a, b and c".
    fn count(&mut self, part: &Part) {
        if matches!(part, Part::Unit { .. }) {
            self.named = if self.joined { self.named + 1 } else { 1 };
        }
        self.joined = matches!(part, Part::Text(", " | " and "));
    }
    fn name(&mut self, span: Span) {
        self.close();
        self.text.push_str(&span.text);
        self.plain = self.text.len();
        self.spans.push(span);
    }
    fn close(&mut self) {
        if self.plain < self.text.len() {
            self.spans.push(Span { text: Text::new(&self.text[self.plain..]), ..Span::default() });
            self.plain = self.text.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Rule, RuleKind};

    static FIRE: Rule = Rule {
        game: "ford",
        id: "4",
        title: "Fire",
        kind: RuleKind::Core,
        obligation: "",
        provenance: "printed",
        rests_on: &[],
        rulings: &[],
    };

    /// Red's guard, face down, fires on a hex; only Red knows who it is and which column it used.
    fn event() -> Event {
        let red = SeatSet::only(Seat(0));
        Event::new("fire", Citation(&FIRE))
            .part(Part::Seat(Seat(0)))
            .text(": ")
            .part(Part::Unit {
                name: "Guard".into(),
                id: "r1".into(),
                seen_by: red,
                unseen: "a piece".into(),
            })
            .text(" fires on ")
            .hex("22")
            .part(Part::Secret { words: " at two to one".into(), seen_by: red })
            .text(".")
            .lookup(Lookup::new("fire", "7", "2-1"), red)
            .shot(Some(Shot { unit: "r1".into(), hex: "22".into(), ..Shot::default() }), red)
    }

    fn told(viewer: Viewer) -> Told {
        event().tell(&["Red", "Blue"], viewer).expect("all hear of it")
    }

    #[test]
    fn spans_make_the_text_and_name_what_the_viewer_may_know() {
        let plain = |text: &str| Span { text: text.into(), ..Span::default() };
        let hex = Span { text: "22".into(), unit: None, hex: Some("22".into()) };
        let own = told(Viewer::Seat(Seat(0)));
        assert_eq!(own.text, "Red: Guard fires on 22 at two to one.");
        let guard = Span { text: "Guard".into(), unit: Some("r1".into()), hex: None };
        let spans = [plain("Red: "), guard, plain(" fires on "), hex.clone(), plain(" at two to one.")];
        assert_eq!(own.spans, spans);
        assert_eq!((own.units, own.hexes), (vec!["r1".into()], vec!["22".into()]));
        let other = told(Viewer::Seat(Seat(1)));
        assert_eq!(other.spans, [plain("Red: a piece fires on "), hex, plain(".")]);
        assert!(other.units.is_empty());
    }

    #[test]
    fn a_name_that_is_shortened_gives_its_stop_to_the_sentence() {
        let seen_by = SeatSet::only(Seat(0));
        let unit = Part::Unit { name: "Nizza cav.".into(), id: "c".into(), seen_by, unseen: "horse".into() };
        let event = Event::new("fire", Citation(&FIRE)).text("Lost: ").part(unit).text(".");
        let told = |seat| event.tell(&["Red", "Blue"], Viewer::Seat(Seat(seat))).expect("all hear of it");
        let own = told(0);
        assert_eq!(own.text, "Lost: Nizza cav.");
        assert_eq!(own.spans.iter().map(|span| span.text.as_str()).collect::<String>(), own.text);
        assert_eq!(own.spans[1].unit, Some("c".into()));
        // who does not know the name reads a whole sentence all the same
        assert_eq!(told(1).text, "Lost: horse.");
        let words = Event::new("fire", Citation(&FIRE)).words("The 2nd Div.").text(".");
        assert_eq!(words.tell(&["Red", "Blue"], Viewer::Public).expect("all hear").text, "The 2nd Div.");
    }

    #[test]
    fn what_the_dice_come_to_is_told_where_they_do_not_show_it() {
        let red = SeatSet::only(Seat(0));
        let total =
            |event: Event, seat| event.tell(&["Red", "Blue"], Viewer::Seat(Seat(seat))).unwrap().total;
        let rolled = || event().dice(&[3, 1]);
        assert_eq!(total(rolled().total(6, SeatSet::ALL), 1), Some(6));
        assert_eq!(total(rolled().total(4, SeatSet::ALL), 1), None);
        assert_eq!([0, 1].map(|seat| total(rolled().total(6, red), seat)), [Some(6), None]);
    }

    #[test]
    fn a_verb_agrees_with_the_units_that_are_named() {
        let unit = |name: &str| Part::Unit {
            name: name.into(),
            id: name.into(),
            seen_by: SeatSet::ALL,
            unseen: "a piece".into(),
        };
        let told = |names: &[&str]| {
            let event = Event::new("fire", Citation(&FIRE)).list(names.iter().map(|name| unit(name)));
            let event = event.text(" [fires|fire] at ").part(unit("Guard")).words(", which [is|are] hit.");
            event.tell(&["Red", "Blue"], Viewer::Public).expect("all hear of it").text
        };
        assert_eq!(told(&["Foot"]), "Foot fires at Guard, which is hit.");
        assert_eq!(told(&["Foot", "Horse"]), "Foot and Horse fire at Guard, which is hit.");
        assert_eq!(told(&["Foot", "Guns", "Horse"]), "Foot, Guns and Horse fire at Guard, which is hit.");
    }

    #[test]
    fn the_cell_that_decided_is_told_to_who_may_know_it() {
        let cell = Some(Lookup::new("fire", "7", "2-1"));
        assert_eq!(
            (told(Viewer::Seat(Seat(0))).lookup, told(Viewer::Everything).lookup),
            (cell.clone(), cell)
        );
        assert_eq!((told(Viewer::Seat(Seat(1))).lookup, told(Viewer::Public).lookup), (None, None));
    }

    #[test]
    fn a_shot_is_named_to_who_may_know_it_and_begins_nothing_new() {
        assert_eq!(told(Viewer::Seat(Seat(0))).shot.map(|shot| shot.unit), Some("r1".into()));
        assert_eq!((told(Viewer::Seat(Seat(1))).shot, told(Viewer::Public).shot), (None, None));
        let fresh = || Event::new("move", Citation(&FIRE)).fresh(true);
        assert!(fresh().shot(None, SeatSet::ALL).fresh);
        assert!(!fresh().shot(Some(Shot::default()), SeatSet::ALL).fresh);
    }
}
