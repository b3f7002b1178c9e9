//! `capitano rules`: the rules in our own words, where they and the values that they use come from,
//! and where each is implemented and tested.

use crate::cli::RulesArgs;
use crate::failure::Failure;
use crate::games::{Entry, Games};
use crate::paint::{terminal_size, wrap};
use crate::text;
use dataset::{Provenance, Provenances};
use kernel::{Rule, RuleKind};
use serde::Serialize;
use std::collections::BTreeMap;
use std::process::ExitCode;

/// Where each rule is cited: its id, then the places, true for those in tests.
pub type Coverage = &'static [(&'static str, &'static [(&'static str, bool)])];

pub mod goito {
    include!(concat!(env!("OUT_DIR"), "/coverage_goito.rs"));
}

pub mod custoza {
    include!(concat!(env!("OUT_DIR"), "/coverage_custoza.rs"));
}

pub mod piacenza {
    include!(concat!(env!("OUT_DIR"), "/coverage_piacenza.rs"));
}

#[derive(Serialize)]
struct Shown {
    rule: String,
    title: &'static str,
    kind: RuleKind,
    obligation: &'static str,
    provenance: &'static str,
    rulings: &'static [&'static str],
    rests_on: Vec<RestsOn>,
    implemented: Vec<&'static str>,
    tested: Vec<&'static str>,
}

/// Values that a rule uses, and how many of them come from where.
#[derive(Serialize)]
struct RestsOn {
    values: &'static str,
    counts: BTreeMap<&'static str, usize>,
}

impl Shown {
    fn new(rule: &'static Rule, coverage: Coverage, provenances: &Provenances) -> Shown {
        let rests_on = |values: &&'static str| {
            let counts = provenances.count(values).into_iter();
            RestsOn { values, counts: counts.map(|(from, count)| (from.name(), count)).collect() }
        };
        let places = coverage.iter().find(|(id, _)| *id == rule.id).map_or(&[][..], |(_, places)| places);
        let of = |test: bool| places.iter().filter(|p| p.1 == test).map(|p| p.0).collect();
        Shown {
            rule: format!("{} {}", rule.game, rule.id),
            title: rule.title,
            kind: rule.kind,
            obligation: rule.obligation,
            provenance: rule.provenance,
            rulings: rule.rulings,
            rests_on: rule.rests_on.iter().map(rests_on).collect(),
            implemented: of(false),
            tested: of(true),
        }
    }

    /// Something that a program can do: the rest describes components or is commentary.
    fn binds(&self) -> bool {
        !matches!(self.kind, RuleKind::Components | RuleKind::Notes)
    }

    fn lacks(&self) -> Option<&'static str> {
        match (self.implemented.is_empty(), self.tested.is_empty()) {
            (true, true) => Some("no code, no test"),
            (true, false) => Some("no code"),
            (false, true) => Some("no test"),
            (false, false) => None,
        }
    }
}

pub fn run(args: &RulesArgs, games: &Games) -> Result<ExitCode, Failure> {
    let entry = games.game(&args.game)?;
    if args.coverage {
        return coverage(args, entry);
    }
    let Some(id) = &args.rule else {
        let all = shown(entry)?;
        if args.json {
            text::print_json(&all)?;
        } else {
            let lines: Vec<String> = all.iter().map(|r| format!("{:<16} {}", r.rule, r.title)).collect();
            text::print_lines(&lines)?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let found = describe_all(find(entry.module.rules(), id), entry)?;
    if found.is_empty() {
        return Err(Failure::new(format!(
            "{} has no rule {id} (`capitano rules {}` lists them)",
            args.game, args.game
        )));
    }
    if args.json {
        text::print_json(&found)?;
    } else {
        let width = terminal_size().0.min(100);
        let lines: Vec<String> = found.iter().flat_map(|rule| describe(rule, width)).collect();
        text::print_lines(&lines)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn shown(entry: &Entry) -> Result<Vec<Shown>, Failure> {
    describe_all(entry.module.rules(), entry)
}

fn describe_all(
    rules: impl IntoIterator<Item = &'static Rule>,
    entry: &Entry,
) -> Result<Vec<Shown>, Failure> {
    let provenances = (entry.values)()?;
    Ok(rules.into_iter().map(|rule| Shown::new(rule, entry.coverage, &provenances)).collect())
}

/// The rule of an id and those below it: 9.4 finds 9.4.1 too. The game may stand before the id.
pub fn find(all: &'static [Rule], id: &str) -> Vec<&'static Rule> {
    let below = |rule: &&Rule| {
        let id = id.trim();
        let id = id.strip_prefix(rule.game).map_or(id, str::trim);
        let rest = rule.id.strip_prefix(id).filter(|_| !id.is_empty());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(|c: char| !c.is_ascii_digit()))
    };
    all.iter().filter(below).collect()
}

/// A rule's own words for the terminal: title, kind, what it asks.
pub fn in_words(rule: &Rule, width: usize) -> Vec<String> {
    let mut lines = vec![format!("{} {}  {} ({})", rule.game, rule.id, rule.title, kind(rule.kind))];
    let mut add = |text: &str| {
        lines.extend(wrap(text, width.saturating_sub(2)).iter().map(|line| format!("  {line}")));
    };
    add(rule.obligation);
    add(&from(rule.provenance, rule.rulings));
    lines
}

fn describe(rule: &Shown, width: usize) -> Vec<String> {
    let mut lines = vec![format!("{}  {} ({})", rule.rule, rule.title, kind(rule.kind))];
    lines.extend(wrap(rule.obligation, width.saturating_sub(2)).iter().map(|line| format!("  {line}")));
    lines.extend(wrap(&origin(rule), width.saturating_sub(2)).iter().map(|line| format!("  {line}")));
    for (word, places) in [("implemented", &rule.implemented), ("tested", &rule.tested)] {
        match places.as_slice() {
            [] if rule.binds() => lines.push(format!("  {word}: nowhere")),
            [] => {}
            places => {
                let text = format!("{word}: {}", places.join(", "));
                lines.extend(wrap(&text, width.saturating_sub(2)).iter().map(|line| format!("  {line}")));
            }
        }
    }
    lines.push(String::new());
    lines
}

/// Where a rule comes from, and the rulings that it is played by.
fn from(provenance: &str, rulings: &[&str]) -> String {
    match rulings {
        [] => format!("provenance: {provenance}"),
        rulings => format!("provenance: {provenance}; rulings (docs/rulings.md): {}", rulings.join(", ")),
    }
}

/// Where a rule comes from, the rulings that it is played by, and where its values come from.
fn origin(rule: &Shown) -> String {
    let mut text = from(rule.provenance, rule.rulings);
    let counted = |rests_on: &RestsOn| {
        // What is ours or the owner's comes first: it is what a reader looks for.
        let order = [Provenance::Owner, Provenance::Reconstructed, Provenance::Derived, Provenance::Printed];
        let counts = order.iter().filter_map(|from| {
            let count = rests_on.counts.get(from.name())?;
            Some(format!("{from}: {count}"))
        });
        format!("{} ({})", rests_on.values, counts.collect::<Vec<_>>().join(", "))
    };
    if !rule.rests_on.is_empty() {
        let values: Vec<String> = rule.rests_on.iter().map(counted).collect();
        text += &format!("; the values it uses: {}", values.join(", "));
    }
    text
}

fn kind(kind: RuleKind) -> &'static str {
    match kind {
        RuleKind::Core => "core",
        RuleKind::Advanced => "advanced",
        RuleKind::Optional => "optional",
        RuleKind::Scenario => "scenario",
        RuleKind::Components => "components",
        RuleKind::Notes => "notes",
    }
}

#[derive(Serialize)]
struct Gap<'a> {
    rule: &'a str,
    title: &'a str,
    kind: RuleKind,
    lacks: &'static str,
}

fn coverage(args: &RulesArgs, entry: &Entry) -> Result<ExitCode, Failure> {
    let all = shown(entry)?;
    let binding: Vec<&Shown> = all.iter().filter(|r| r.binds()).collect();
    let gaps: Vec<Gap> = binding
        .iter()
        .filter_map(|r| r.lacks().map(|lacks| Gap { rule: &r.rule, title: r.title, kind: r.kind, lacks }))
        .collect();
    if args.json {
        text::print_json(&serde_json::json!({ "rules": binding.len(), "gaps": gaps }))?;
    } else {
        let mut lines: Vec<String> = gaps
            .iter()
            .map(|g| format!("{:<16} {:<17} {} ({})", g.rule, g.lacks, g.title, kind(g.kind)))
            .collect();
        let covered = binding.len() - gaps.len();
        lines.push(format!("{covered} of {} rules have code and a test", binding.len()));
        text::print_lines(&lines)?;
    }
    Ok(if gaps.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg(test)]
mod tests {
    use super::*;

    static RULES: [Rule; 5] = [
        rule("9.4", RuleKind::Core),
        rule("9.4.1", RuleKind::Core),
        rule("9.41", RuleKind::Core),
        rule("1.3b", RuleKind::Notes),
        rule("16.1", RuleKind::Optional),
    ];

    const fn rule(id: &'static str, kind: RuleKind) -> Rule {
        Rule {
            game: "goito",
            id,
            title: "T",
            kind,
            obligation: "O.",
            provenance: "derived",
            rests_on: &["risorgimento/charts.toml#mood_track", "risorgimento/charts.toml#fire_drm"],
            rulings: &["R3", "D2"],
        }
    }

    const COVERAGE: Coverage =
        &[("9.4", &[("src/a.rs:1", false), ("tests/a.rs:2", true)]), ("9.4.1", &[("src/a.rs:3", false)])];

    fn all() -> Vec<Shown> {
        let files = risorgimento::data::files();
        let values = risorgimento::data::provenance(&files, "goito").expect("every value says");
        RULES.iter().map(|r| Shown::new(r, COVERAGE, &values)).collect()
    }

    #[test]
    fn a_rule_says_where_it_and_its_values_come_from() {
        assert_eq!(
            origin(&all()[0]),
            "provenance: derived; rulings (docs/rulings.md): R3, D2; the values it uses: \
             risorgimento/charts.toml#mood_track (reconstructed: 3, derived: 1, printed: 4), \
             risorgimento/charts.toml#fire_drm (reconstructed: 6)"
        );
    }

    #[test]
    fn an_id_finds_its_paragraphs_and_no_others() {
        let ids = |id: &str| find(&RULES, id).iter().map(|r| r.id).collect::<Vec<_>>();
        assert_eq!(ids("9.4"), ["9.4", "9.4.1"]);
        assert_eq!(ids("goito 9.4.1"), ["9.4.1"]);
        assert_eq!(ids("1.3"), ["1.3b"]);
        assert_eq!(ids("7"), [""; 0]);
        assert_eq!(ids(""), [""; 0]);
    }

    #[test]
    fn a_gap_is_a_binding_rule_without_code_or_test() {
        let all = all();
        let lacks: Vec<_> = all.iter().filter(|r| r.binds()).map(Shown::lacks).collect();
        assert_eq!(lacks, [None, Some("no test"), Some("no code, no test"), Some("no code, no test")]);
    }
}
