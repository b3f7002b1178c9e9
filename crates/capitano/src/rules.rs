//! `capitano rules`: the rules in our own words, and where each is implemented and tested.

use crate::cli::RulesArgs;
use crate::failure::Failure;
use crate::games::{Entry, Games};
use crate::paint::{terminal_size, wrap};
use crate::text;
use kernel::{Rule, RuleKind};
use serde::Serialize;
use std::process::ExitCode;

/// Where each rule is cited: its id, then the places, true for those in tests.
pub type Coverage = &'static [(&'static str, &'static [(&'static str, bool)])];

pub mod goito {
    include!(concat!(env!("OUT_DIR"), "/coverage_goito.rs"));
}

#[derive(Serialize)]
struct Shown {
    rule: String,
    title: &'static str,
    kind: RuleKind,
    obligation: &'static str,
    implemented: Vec<&'static str>,
    tested: Vec<&'static str>,
}

impl Shown {
    fn new(rule: &'static Rule, coverage: Coverage) -> Shown {
        let places = coverage.iter().find(|(id, _)| *id == rule.id).map_or(&[][..], |(_, places)| places);
        let of = |test: bool| places.iter().filter(|p| p.1 == test).map(|p| p.0).collect();
        Shown {
            rule: format!("{} {}", rule.game, rule.id),
            title: rule.title,
            kind: rule.kind,
            obligation: rule.obligation,
            implemented: of(false),
            tested: of(true),
        }
    }

    /// Something that a program can do: the rest describes components or is commentary.
    fn binds(&self) -> bool {
        matches!(self.kind, RuleKind::Core | RuleKind::Optional | RuleKind::Scenario)
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
        let all = shown(entry);
        if args.json {
            text::print_json(&all)?;
        } else {
            let lines: Vec<String> = all.iter().map(|r| format!("{:<16} {}", r.rule, r.title)).collect();
            text::print_lines(&lines)?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let found: Vec<Shown> =
        find(entry.module.rules(), id).into_iter().map(|rule| Shown::new(rule, entry.coverage)).collect();
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

fn shown(entry: &Entry) -> Vec<Shown> {
    entry.module.rules().iter().map(|rule| Shown::new(rule, entry.coverage)).collect()
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
    lines.extend(wrap(rule.obligation, width.saturating_sub(2)).iter().map(|line| format!("  {line}")));
    lines
}

fn describe(rule: &Shown, width: usize) -> Vec<String> {
    let mut lines = vec![format!("{}  {} ({})", rule.rule, rule.title, kind(rule.kind))];
    lines.extend(wrap(rule.obligation, width.saturating_sub(2)).iter().map(|line| format!("  {line}")));
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

fn kind(kind: RuleKind) -> &'static str {
    match kind {
        RuleKind::Core => "core",
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
    let all = shown(entry);
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
        Rule { game: "goito", id, title: "T", kind, obligation: "O." }
    }

    const COVERAGE: Coverage =
        &[("9.4", &[("src/a.rs:1", false), ("tests/a.rs:2", true)]), ("9.4.1", &[("src/a.rs:3", false)])];

    fn all() -> Vec<Shown> {
        RULES.iter().map(|r| Shown::new(r, COVERAGE)).collect()
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
