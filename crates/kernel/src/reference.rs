//! What explains a game besides its rules: the sequence of play, what abbreviations and codes mean, and how it is played
//! where the rulebook leaves something open.

use crate::Text;
use serde::Serialize;

/// What explains a game: its sequence of play, its abbreviations and codes, its rulings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Reference {
    pub sequence: Vec<SequenceStep>,
    pub glossary: Vec<Term>,
    pub rulings: Vec<Ruling>,
}

/// A step of the sequence of play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SequenceStep {
    /// What [`crate::Phase::step`] calls it.
    pub id: Text,
    /// The step that it is a part of; empty if it is of none.
    pub within: Text,
    pub title: String,
    pub text: String,
    /// Its rules by their numbers, the first the one that it opens.
    pub rules: Vec<Text>,
    /// Kinds of questions by which who is asked knows that he is in it.
    pub asks: Vec<Text>,
}

/// An abbreviation or a result of a chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Term {
    /// As it stands in texts; `#` is any number.
    pub code: Text,
    pub name: String,
    /// `{1}`, `{2}` stand for its numbers.
    pub text: String,
    /// The charts in whose cells it means this; everywhere if there are none.
    pub charts: Vec<Text>,
    /// Its rule by its number; perhaps empty.
    pub rule: Text,
}

/// How something is played that the rulebook leaves open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Ruling {
    pub id: String,
    pub text: String,
}

impl Reference {
    /// From the columns of the files: id, within, title, text, rules, asks of each step; code, name, text, charts, rule of
    /// each term; id and text of each ruling. Lists are words.
    pub fn new(sequence: &[[String; 6]], glossary: &[[String; 5]], rulings: &[[String; 2]]) -> Reference {
        let words = |text: &String| text.split_whitespace().map(Text::new).collect::<Vec<Text>>();
        let step = |[id, within, title, text, rules, asks]: &[String; 6]| SequenceStep {
            id: id.into(),
            within: within.into(),
            title: title.clone(),
            text: text.clone(),
            rules: words(rules),
            asks: words(asks),
        };
        let term = |[code, name, text, charts, rule]: &[String; 5]| Term {
            code: code.into(),
            name: name.clone(),
            text: text.clone(),
            charts: words(charts),
            rule: rule.into(),
        };
        let ruling = |[id, text]: &[String; 2]| Ruling { id: id.clone(), text: text.clone() };
        Reference {
            sequence: sequence.iter().map(step).collect(),
            glossary: glossary.iter().map(term).collect(),
            rulings: rulings.iter().map(ruling).collect(),
        }
    }
}

impl Term {
    /// Whether a word of a chart's cell, or of any text if no chart is named, is this code.
    pub fn is(&self, word: &str, chart: Option<&str>) -> bool {
        let here =
            self.charts.is_empty() || chart.is_some_and(|chart| self.charts.iter().any(|c| c == chart));
        here && fits(&self.code, word)
    }
}

/// Whether a word is a code, `#` standing for one digit or more.
fn fits(code: &str, word: &str) -> bool {
    let Some((before, after)) = code.split_once('#') else { return code == word };
    let Some(rest) = word.strip_prefix(before) else { return false };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && fits(after, &rest[digits..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_fit_their_words() {
        for (code, word) in [("SP", "SP"), ("cc#", "cc12"), ("#S#", "0S1"), ("D#", "D3")] {
            assert!(fits(code, word), "{code} {word}");
        }
        for (code, word) in [("SP", "SPQ"), ("cc#", "cc"), ("#S#", "S1"), ("D#", "D"), ("D#", "D3a")] {
            assert!(!fits(code, word), "{code} {word}");
        }
        let term = Term {
            code: "R".into(),
            name: String::new(),
            text: String::new(),
            charts: vec!["a".into()],
            rule: "".into(),
        };
        assert!(term.is("R", Some("a")) && !term.is("R", Some("b")) && !term.is("R", None));
    }
}
