//! Another language for what a game says: English patterns and what they are in that language. The
//! game itself speaks English alone; whoever shows its sentences translates them with this. The
//! page has the same translator (`web/src/lib/phrasebook.ts`), and one table of cases is run
//! against both.
//!
//! A pattern is a sentence with `{1}`, `{2}` … for what differs from time to time. A text is looked
//! up as it stands; then the patterns are tried, those with most letters of their own first. What
//! fills a place is translated in the same way, and stays as it is where nothing fits, as names do.
//! In the translation the places may stand in any order; `{1=}` is what fills the place as it is,
//! for actions in notation; `{1:è|sono}` is the first word if one thing fills the place and the
//! second if several do.

use crate::event::Span;
use crate::{Text, agreement, capital, wire};
use std::cmp::Reverse;
use std::collections::HashMap;

/// A pattern in both languages.
struct Entry {
    english: String,
    /// What stands before, between and behind the places, and which places they are.
    literals: Vec<String>,
    slots: Vec<u8>,
    says: Vec<Piece>,
}

enum Piece {
    Literal(String),
    Slot(u8),
    /// What fills the place, not translated.
    AsItIs(u8),
    /// One word for one thing, another for several.
    Number(u8, String, String),
}

#[derive(Default)]
pub struct Phrasebook {
    exact: HashMap<String, String>,
    /// Those with places, in the order in which they are tried.
    entries: Vec<Entry>,
    /// By the first letter of a text: the patterns that can begin so.
    by_first: HashMap<char, Vec<usize>>,
    /// Patterns that begin with a place.
    open: Vec<usize>,
}

/// How a text was translated.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Trace<'b> {
    /// The phrases that were used.
    pub phrases: Vec<&'b str>,
    /// Parts that nothing fits: names, numbers, and what is missing in the book.
    pub untranslated: Vec<String>,
}

enum Found<'b, 't> {
    Phrase(&'b str),
    Nothing(&'t str),
}

/// What stands for a unit or a hex while a told sentence is translated: no text of a game has
/// letters of this range.
const NAMED: u32 = 0xE000;

impl Phrasebook {
    /// Why no phrasebook can be made of some phrases, each in both its forms (`agreement`): the number of each
    /// that is wrong, and what.
    pub fn wrong(phrases: &[(&str, &str)]) -> Vec<(usize, String)> {
        let forms: Vec<(usize, String, &str)> = phrases
            .iter()
            .enumerate()
            .flat_map(|(number, (english, says))| {
                agreement::forms(english).into_iter().map(move |form| (number, form, *says))
            })
            .collect();
        let wrong = Phrasebook::new(forms.iter().map(|(_, english, says)| (english.as_str(), *says))).err();
        wrong.unwrap_or_default().into_iter().map(|(form, why)| (forms[form].0, why)).collect()
    }

    /// A book of these phrases. What is wrong is told with the number of the phrase, from 0.
    pub fn new<'a>(
        phrases: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Phrasebook, Vec<(usize, String)>> {
        let mut book = Phrasebook::default();
        let mut wrong = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::new();
        for (number, (english, says)) in phrases.into_iter().enumerate() {
            if let Some(before) = known.insert(english, number) {
                wrong.push((number, format!("`{english}` is already phrase {before}")));
                continue;
            }
            match read(english, says) {
                Ok(entry) if entry.slots.is_empty() => {
                    book.exact.insert(english.into(), says.into());
                }
                Ok(entry) => book.entries.push(entry),
                Err(message) => wrong.push((number, message)),
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        // the sort keeps the order of those with the same number of letters
        book.entries.sort_by_key(|entry| Reverse(entry.letters()));
        let first = |entry: &Entry| entry.literals[0].chars().next();
        for entry in &book.entries {
            if let Some(letter) = first(entry) {
                book.by_first.entry(letter).or_default();
            }
        }
        for (index, entry) in book.entries.iter().enumerate() {
            match first(entry) {
                Some(letter) => book.by_first.entry(letter).or_default().push(index),
                None => {
                    book.open.push(index);
                    book.by_first.values_mut().for_each(|list| list.push(index));
                }
            }
        }
        Ok(book)
    }

    /// The text in the other language; as it is where nothing fits.
    pub fn translate(&self, text: &str) -> String {
        let said = self.look_up(text, &mut |_| {});
        // what begins with a capital letter does so in every language, whatever word comes first there
        if text.starts_with(char::is_uppercase) { capital(&said) } else { said }
    }

    /// What is found on the way to a translation, for who looks after the book.
    pub fn trace(&self, text: &str) -> Trace<'_> {
        let mut trace = Trace::default();
        self.look_up(text, &mut |found| match found {
            Found::Phrase(english) => trace.phrases.push(english),
            Found::Nothing(part) => trace.untranslated.push(part.to_string()),
        });
        trace
    }

    /// A told sentence; its units and hexes keep what they name, wherever they come to stand.
    pub fn tell(&self, spans: &[Span]) -> Vec<Span> {
        let said = self.translate(&with_marks(spans));
        let mut told = Vec::new();
        let mut plain = String::new();
        for letter in said.chars() {
            let named = (letter as u32).checked_sub(NAMED).and_then(|index| spans.get(index as usize));
            match named {
                None => plain.push(letter),
                Some(span) => {
                    close(&mut plain, &mut told);
                    told.push(span.clone());
                }
            }
        }
        close(&mut plain, &mut told);
        told
    }

    /// As [`Phrasebook::trace`], of a told sentence.
    pub fn trace_told(&self, spans: &[Span]) -> Trace<'_> {
        let mut trace = self.trace(&with_marks(spans));
        trace.untranslated.retain(|part| !part.chars().all(|c| c as u32 >= NAMED));
        trace
    }

    fn look_up<'b>(&'b self, text: &str, tell: &mut dyn FnMut(Found<'b, '_>)) -> String {
        if let Some((english, says)) = self.exact.get_key_value(text) {
            tell(Found::Phrase(english));
            return says.clone();
        }
        let Some(first) = text.chars().next() else { return String::new() };
        for index in self.by_first.get(&first).unwrap_or(&self.open) {
            let entry = &self.entries[*index];
            if let Some(fills) = entry.fits(text) {
                tell(Found::Phrase(&entry.english));
                return entry.fill(&fills, |part| self.look_up(part, tell));
            }
        }
        tell(Found::Nothing(text));
        text.into()
    }
}

/// The sentence with a letter of its own for each unit and hex.
fn with_marks(spans: &[Span]) -> String {
    let mut text = String::new();
    for (index, span) in (NAMED..).zip(spans) {
        if span.unit.is_some() || span.hex.is_some() {
            text.extend(char::from_u32(index));
        } else {
            text.push_str(&span.text);
        }
    }
    text
}

fn close(plain: &mut String, told: &mut Vec<Span>) {
    if !plain.is_empty() {
        told.push(Span { text: Text::new(&*plain), ..Span::default() });
        plain.clear();
    }
}

impl Entry {
    fn letters(&self) -> usize {
        self.literals.iter().map(|literal| literal.chars().count()).sum()
    }

    /// What fills the places, in the order of the pattern. Each place takes at least a letter, and no
    /// more than it must: that finds a way if there is any, since the last literal ends the text.
    fn fits<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        let (first, rest) = self.literals.split_first()?;
        let (last, between) = rest.split_last()?;
        let mut text = text.strip_prefix(first.as_str())?.strip_suffix(last.as_str())?;
        let mut fills = Vec::with_capacity(self.slots.len());
        for literal in between {
            let skip = text.chars().next()?.len_utf8();
            let at = skip + text[skip..].find(literal.as_str())?;
            fills.push(&text[..at]);
            text = &text[at + literal.len()..];
        }
        if text.is_empty() {
            return None;
        }
        fills.push(text);
        Some(fills)
    }

    fn fill(&self, fills: &[&str], mut translate: impl FnMut(&str) -> String) -> String {
        let of = |slot: u8| self.slots.iter().position(|s| *s == slot).map_or("", |at| fills[at]);
        let mut said = String::new();
        for piece in &self.says {
            match piece {
                Piece::Literal(text) => said.push_str(text),
                Piece::Slot(slot) => said.push_str(&translate(of(*slot))),
                Piece::AsItIs(slot) => said.push_str(of(*slot)),
                Piece::Number(slot, one, several) => {
                    said.push_str(if is_several(of(*slot)) { several } else { one });
                }
            }
        }
        said
    }
}

/// Several things: "a and b", or a number that is not one.
fn is_several(fill: &str) -> bool {
    let number = fill.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    fill.contains(" and ") || number && fill != "1"
}

// ---- reading patterns -------------------------------------------------------------------------

fn read(english: &str, says: &str) -> Result<Entry, String> {
    let mut literals = vec![String::new()];
    let mut slots: Vec<u8> = Vec::new();
    for piece in pieces(english)? {
        match piece {
            Piece::Literal(text) => literals.last_mut().expect("there is one from the start").push_str(&text),
            Piece::Slot(slot) if slots.contains(&slot) => {
                return Err(format!("`{english}` has the place {{{slot}}} twice"));
            }
            Piece::Slot(slot) => {
                if !slots.is_empty() && literals.last().is_some_and(String::is_empty) {
                    return Err(format!("`{english}` has nothing between two places"));
                }
                slots.push(slot);
                literals.push(String::new());
            }
            Piece::AsItIs(_) | Piece::Number(..) => {
                return Err(format!("`{english}` can only have places such as {{1}}"));
            }
        }
    }
    if literals.iter().all(String::is_empty) {
        return Err("a phrase has no words of its own".into());
    }
    let says = pieces(says)?;
    let mut used: Vec<u8> = Vec::new();
    for piece in &says {
        match piece {
            Piece::Slot(slot) | Piece::AsItIs(slot) | Piece::Number(slot, ..) if !slots.contains(slot) => {
                return Err(format!("`{english}` has no place {{{slot}}}"));
            }
            Piece::Slot(slot) | Piece::AsItIs(slot) => used.push(*slot),
            Piece::Literal(_) | Piece::Number(..) => {}
        }
    }
    if let Some(slot) = slots.iter().find(|slot| !used.contains(slot)) {
        return Err(format!("the place {{{slot}}} of `{english}` is not used"));
    }
    if says.is_empty() {
        return Err(format!("`{english}` is not translated"));
    }
    Ok(Entry { english: english.into(), literals, slots, says })
}

fn pieces(pattern: &str) -> Result<Vec<Piece>, String> {
    let mut list = Vec::new();
    let mut rest = pattern;
    while let Some((before, behind)) = rest.split_once('{') {
        if !before.is_empty() {
            list.push(Piece::Literal(before.into()));
        }
        let bad = || format!("a place of `{pattern}` cannot be read");
        let (place, after) = behind.split_once('}').ok_or_else(bad)?;
        let (slot, words) = place.split_once(':').map_or((place, None), |(slot, words)| (slot, Some(words)));
        let as_it_is = slot.strip_suffix('=');
        let slot: u8 = as_it_is.unwrap_or(slot).parse().map_err(|_| bad())?;
        list.push(match words {
            None if as_it_is.is_some() => Piece::AsItIs(slot),
            None => Piece::Slot(slot),
            Some(words) => {
                let (one, several) = words.split_once('|').ok_or_else(bad)?;
                Piece::Number(slot, one.into(), several.into())
            }
        });
        rest = after;
    }
    if !rest.is_empty() {
        list.push(Piece::Literal(rest.into()));
    }
    Ok(list)
}

impl wire::Phrases {
    /// The translator.
    pub fn book(&self) -> Result<Phrasebook, Vec<(usize, String)>> {
        Phrasebook::new(self.phrases.iter().map(|(english, says)| (english.as_str(), says.as_str())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// The cases that the page's translator is held to as well.
    const CASES: &str = include_str!("../../../web/tests/unit/phrasebook.json");

    fn text(value: &Value) -> &str {
        value.as_str().expect("a text")
    }

    fn list(value: &Value) -> &[Value] {
        value.as_array().expect("a list")
    }

    fn spans(value: &Value) -> Vec<Span> {
        let name = |span: &Value, key: &str| span.get(key).map(|name| Text::new(text(name)));
        let span =
            |s: &Value| Span { text: text(&s["text"]).into(), unit: name(s, "unit"), hex: name(s, "hex") };
        list(value).iter().map(span).collect()
    }

    #[test]
    fn both_translators_agree_on_the_cases() {
        let cases: Value = serde_json::from_str(CASES).expect("the cases are JSON");
        let phrases: Vec<(&str, &str)> =
            list(&cases["phrases"]).iter().map(|pair| (text(&pair[0]), text(&pair[1]))).collect();
        let book = Phrasebook::new(phrases).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        for case in list(&cases["texts"]) {
            assert_eq!(book.translate(text(&case[0])), text(&case[1]));
        }
        for case in list(&cases["told"]) {
            assert_eq!(book.tell(&spans(&case[0])), spans(&case[1]));
        }
    }

    #[test]
    fn a_wrong_phrase_is_told_with_its_number() {
        let wrong = |english, says| {
            let book = Phrasebook::new([("Pass", "Passa"), (english, says)]);
            let list = book.err().unwrap_or_default();
            assert_eq!(list.iter().map(|w| w.0).collect::<Vec<_>>(), [1], "{english}");
            list[0].1.clone()
        };
        assert!(wrong("Pass", "Passo").contains("already"));
        assert!(wrong("{1} of {2}", "{1}").contains("{2} of `{1} of {2}` is not used"));
        assert!(wrong("{1} moves", "{2} muove").contains("has no place {2}"));
        assert!(wrong("{1}{2} moves", "{1}{2} muove").contains("nothing between"));
        assert!(wrong("{1} to {1}", "{1}").contains("twice"));
        assert!(wrong("{1}", "{1}").contains("no words of its own"));
        assert!(wrong("moves", "").contains("not translated"));
        assert!(wrong("{x} moves", "muove").contains("cannot be read"));
    }

    #[test]
    fn what_nothing_fits_is_told() {
        let book = Phrasebook::new([("{1} and {2}", "{1} e {2}"), ("a piece", "un pezzo")]);
        let book = book.unwrap_or_default();
        let trace = book.trace("Guard and a piece");
        assert_eq!(
            (trace.phrases, trace.untranslated),
            (vec!["{1} and {2}", "a piece"], vec!["Guard".into()])
        );
        let spans = [
            Span { text: "Guard".into(), unit: Some("r1".into()), hex: None },
            Span { text: " and friends".into(), ..Span::default() },
        ];
        assert_eq!(book.trace_told(&spans).untranslated, ["friends"]);
    }
}
