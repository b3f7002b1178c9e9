//! Exact odds of a fight or a check, as they are told. Where a viewer does not know everything, they are reckoned for each
//! thing that the position could be ([`Report`]) and told as a spread over those.

use crate::Text;
use crate::chart::Lookup;
use crate::event::Modifier;
use crate::rule::Citation;
use serde::Serialize;
use std::collections::BTreeMap;

/// Exact odds of a fight or a check.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Odds {
    pub title: String,
    pub rule: Citation,
    #[serde(serialize_with = "modifiers")]
    #[cfg_attr(feature = "ts", ts(as = "Vec<crate::event::ToldModifier>"))]
    pub modifiers: Vec<Modifier>,
    /// What all of them together do to the die, where that is one number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub sum: Option<i32>,
    /// Rows and columns looked up, results that need words.
    pub notes: Vec<String>,
    /// The cells of charts that the roll can hit, as far as the viewer knows them.
    pub lookups: Vec<Lookup>,
    pub lines: Vec<OddsLine>,
    /// The same for each who could do it, under his name, where that is decided later.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Case>>", optional))]
    pub cases: Vec<Case>,
}

/// What an action comes to if one of those does it who could.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Case {
    pub unit: Text,
    #[serde(serialize_with = "modifiers")]
    #[cfg_attr(feature = "ts", ts(as = "Vec<crate::event::ToldModifier>"))]
    pub modifiers: Vec<Modifier>,
    pub notes: Vec<String>,
    pub lines: Vec<OddsLine>,
}

/// One result. `low` and `high` differ where the seat does not know everything (fog of war).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OddsLine {
    pub result: String,
    pub low: f64,
    pub high: f64,
}

impl OddsLine {
    /// A result whose chance is known.
    pub fn new(result: impl Into<String>, chance: f64) -> OddsLine {
        OddsLine { result: result.into(), low: chance, high: chance }
    }
}

impl Odds {
    pub fn new(title: impl Into<String>, rule: Citation) -> Odds {
        Odds {
            title: title.into(),
            rule,
            modifiers: Vec::new(),
            sum: None,
            notes: Vec::new(),
            lookups: Vec::new(),
            lines: Vec::new(),
            cases: Vec::new(),
        }
    }

    /// Odds of what happens or does not, from its chance in each case that the viewer holds possible.
    pub fn of_two(
        title: impl Into<String>,
        rule: Citation,
        [happens, does_not]: [&str; 2],
        chances: impl IntoIterator<Item = f64>,
    ) -> Odds {
        let (mut low, mut high) = (1.0, 0.0);
        for chance in chances {
            low = chance.min(low);
            high = chance.max(high);
        }
        let lines = vec![
            OddsLine { result: happens.into(), low, high },
            OddsLine { result: does_not.into(), low: 1.0 - high, high: 1.0 - low },
        ];
        Odds { lines, ..Odds::new(title, rule) }
    }

    /// One answer out of all that the position could be: what is the same in every case stays as it is, the rest becomes a
    /// spread. There is at least one case, the position itself.
    pub fn over(cases: &[Report], rule: Citation) -> Odds {
        let mut odds = Odds::new(cases[0].title.as_str(), rule);
        let shared = |m: &Modifier| cases.iter().all(|case| case.modifiers.contains(m));
        odds.modifiers = cases[0].modifiers.iter().filter(|m| shared(m)).cloned().collect();
        let everywhere = |note: &&String| cases.iter().all(|case| case.notes.contains(note));
        odds.notes = cases[0].notes.iter().filter(everywhere).cloned().collect();
        let mut spread = |label: &str, values: Vec<f64>| {
            let digits = if label.ends_with("on average") { 2 } else { 0 };
            let (low, high) = range(&values);
            let (low, high) = (format!("{low:.digits$}"), format!("{high:.digits$}"));
            let label = format!("{}{}", label[..1].to_uppercase(), &label[1..]);
            odds.notes.push(match low == high {
                true => format!("{label}: {low}."),
                false => format!("{label}: {low} to {high}."),
            });
        };
        for (i, (label, _)) in cases[0].figures.iter().enumerate() {
            if cases[0].figures[..i].iter().all(|(other, _)| other != label) {
                let all = cases.iter().flat_map(|case| &case.figures);
                spread(label, all.filter(|(other, _)| other == label).map(|(_, value)| *value).collect());
            }
        }
        // modifiers that depend on what is hidden
        let mut open: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for m in cases.iter().flat_map(|case| &case.modifiers).filter(|m| !shared(m)) {
            open.entry(&m.label).or_default().push(f64::from(m.value));
        }
        for (label, mut values) in open {
            let lacking = cases.iter().any(|case| !case.modifiers.iter().any(|m| m.label == label));
            values.extend(lacking.then_some(0.0));
            spread(label, values);
        }
        let mut lines: BTreeMap<Rank, OddsLine> = BTreeMap::new();
        for (at, (label, _)) in cases.iter().flat_map(|case| &case.lines) {
            lines.entry(*at).or_insert_with(|| {
                let chances = cases.iter().map(|case| case.lines.get(at).map_or(0.0, |(_, chance)| *chance));
                let (low, high) = range(&chances.collect::<Vec<_>>());
                OddsLine { result: label.clone(), low, high }
            });
        }
        odds.lines = lines.into_values().collect();
        odds.lookups = cases.iter().flat_map(|case| &case.lookups).cloned().collect();
        odds.lookups.sort_unstable();
        odds.lookups.dedup();
        odds
    }
}

fn range(values: &[f64]) -> (f64, f64) {
    values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(*v), high.max(*v)))
}

/// Where a line stands among the others.
pub type Rank = (u8, i16);

/// The odds of one thing that the position could be.
#[derive(Default)]
pub struct Report {
    pub title: String,
    pub modifiers: Vec<Modifier>,
    /// Sentences; those are told that hold in every case.
    pub notes: Vec<String>,
    /// Numbers with their labels; what ends with "on average" is told with two digits.
    pub figures: Vec<(String, f64)>,
    /// The cells of charts that the roll can hit.
    pub lookups: Vec<Lookup>,
    /// In the order in which they are shown.
    lines: BTreeMap<Rank, (String, f64)>,
}

impl Report {
    /// With lines that are shown even if nothing leads to them.
    pub fn new(title: impl Into<String>, lines: &[(Rank, &str)]) -> Report {
        let mut case = Report { title: title.into(), ..Report::default() };
        lines.iter().for_each(|(at, label)| case.line(*at, label, 0.0));
        case
    }
    pub fn line(&mut self, at: Rank, label: &str, chance: f64) {
        self.lines.entry(at).or_insert_with(|| (label.to_string(), 0.0)).1 += chance;
    }
    /// A line that grows only if something holds, and stands there all the same.
    pub fn line_if(&mut self, holds: bool, at: Rank, label: &str, chance: f64) {
        self.line(at, label, if holds { chance } else { 0.0 });
    }
    pub fn figure(&mut self, label: impl Into<String>, value: f64) {
        self.figures.push((label.into(), value));
    }
}

/// Equal results together, in the order in which they come.
pub fn shares<T: PartialEq>(results: impl IntoIterator<Item = (T, f64)>) -> Vec<(T, f64)> {
    let mut list: Vec<(T, f64)> = Vec::new();
    for (result, chance) in results {
        match list.iter_mut().find(|(known, _)| *known == result) {
            Some((_, sum)) => *sum += chance,
            None => list.push((result, chance)),
        }
    }
    list
}

/// Each of them once, in the order in which they come.
pub fn distinct<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    shares(all.into_iter().map(|one| (one, 0.0))).into_iter().map(|(one, _)| one).collect()
}

/// "50%", "12.5%".
pub fn percent(chance: f64) -> String {
    let tenths = (chance * 1000.0).round();
    if tenths % 10.0 == 0.0 { format!("{}%", tenths / 10.0) } else { format!("{:.1}%", tenths / 10.0) }
}

/// "NE 50%, D 20%".
pub fn share_words<'a>(shares: impl IntoIterator<Item = (&'a str, f64)>) -> String {
    let words = shares.into_iter().map(|(word, chance)| format!("{word} {}", percent(chance)));
    words.collect::<Vec<_>>().join(", ")
}

fn modifiers<S: serde::Serializer>(list: &[Modifier], s: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct M<'a> {
        label: &'a str,
        value: i32,
        rule: Citation,
    }
    s.collect_seq(list.iter().map(|m| M { label: &m.label, value: m.value, rule: m.rule }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Rule, RuleKind};

    static RULE: Rule = Rule {
        game: "ford",
        id: "4",
        title: "Fire",
        kind: RuleKind::Core,
        obligation: "",
        provenance: "printed",
        rests_on: &[],
        rulings: &[],
    };

    /// A fight with a piece that is strong or weak; guns count only if it is weak.
    fn case(weak: bool) -> Report {
        let mut case = Report::new("Fire", &[((0, 0), "hit"), ((1, 0), "lost")]);
        case.modifiers.push(Modifier::new("cover", -1, Citation(&RULE)));
        if weak {
            case.modifiers.push(Modifier::new("guns", 2, Citation(&RULE)));
        }
        case.notes
            .extend(["Both roll.".to_string(), format!("It is {}.", if weak { "weak" } else { "strong" })]);
        case.figure("strength", if weak { 2.0 } else { 5.0 });
        case.figure("losses on average", 0.5);
        case.line((0, 0), "", if weak { 0.5 } else { 0.25 });
        case.line_if(weak, (1, 0), "", 0.125);
        case
    }

    #[test]
    fn what_is_hidden_becomes_a_spread() {
        let odds = Odds::over(&[case(false), case(true)], Citation(&RULE));
        let line = |result: &str, low, high| OddsLine { result: result.into(), low, high };
        assert_eq!(odds.lines, [line("hit", 0.25, 0.5), line("lost", 0.0, 0.125)]);
        assert_eq!(odds.modifiers.iter().map(|m| m.label.as_str()).collect::<Vec<_>>(), ["cover"]);
        let notes = ["Both roll.", "Strength: 2 to 5.", "Losses on average: 0.50.", "Guns: 0 to 2."];
        assert_eq!(odds.notes, notes);
    }

    #[test]
    fn shares_of_equal_results_are_told_together() {
        let shares = shares([("NE", 0.25), ("D", 0.5), ("NE", 0.25)]);
        assert_eq!(shares, [("NE", 0.5), ("D", 0.5)]);
        assert_eq!(share_words(shares), "NE 50%, D 50%");
        assert_eq!((percent(0.125), distinct([3, 1, 3])), ("12.5%".into(), vec![3, 1]));
    }
}
