//! The paragraphs of the rulebooks as constants, made from `data/<game>/rules.csv`: rule 9.4.1 of Goito is
//! `rule::R9_4_1`, rule 16.8b of Custoza `rule::custoza::R16_8b`.
//!
//! Code that both games play cites Goito's number; at tables of Custoza the number that Custoza has for the paragraph is
//! shown (`data/custoza/concordance.csv`). Only what Custoza alone plays cites `custoza`.

// The names keep the spelling of the rulebook's numbers, such as 4.B.2.a.
#![allow(non_upper_case_globals)]

use crate::embedded;
use dataset::{Files, read_csv};
use kernel::{Concordance, Rule};
use std::sync::LazyLock;

include!(concat!(env!("OUT_DIR"), "/rules_goito.rs"));

/// The paragraphs of Custoza's rulebook. Those that begin with `G` stand on pages that are lost, and are Goito's.
pub mod custoza {
    include!(concat!(env!("OUT_DIR"), "/rules_custoza.rs"));
}

/// The rules of a game.
pub fn of(game: &str) -> &'static [Rule] {
    match game {
        "custoza" => &custoza::RULES,
        _ => &RULES,
    }
}

/// The numbers that the paragraphs cited by shared code have in a game; None where the code cites its own.
pub fn concordance(game: &str) -> Option<&'static Concordance> {
    match game {
        "custoza" => Some(&CUSTOZA),
        _ => None,
    }
}

static CUSTOZA: LazyLock<Concordance> = LazyLock::new(|| {
    let pairs = pairs();
    let mapped = pairs.iter().filter(|(_, own)| own != NONE).map(|(cited, own)| (&**cited, &**own));
    Concordance::new(&RULES, &custoza::RULES, mapped).expect("the concordance is sound: tests read all of it")
});

const TABLE: &str = "custoza/concordance.csv";
/// Stands for a paragraph that Custoza does not have.
const NONE: &str = "-";

/// Goito's number and Custoza's for each row of the concordance.
fn pairs() -> Vec<(String, String)> {
    let rows = read_csv(&Files::embedded(embedded::FILES), TABLE, &["goito", "custoza"]);
    let rows = rows.expect("the concordance is sound: tests read all of it");
    rows.iter().map(|row| (row.get("goito").to_owned(), row.get("custoza").to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::RuleKind;

    /// Whatever shared code can cite has a number in Custoza, or is explicitly not part of it.
    #[test]
    fn each_rule_of_goito_is_mapped_or_explicitly_not() {
        let pairs = pairs();
        let listed: Vec<&str> = pairs.iter().map(|(cited, _)| cited.as_str()).collect();
        let rules: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
        assert_eq!(listed, rules, "a row for each rule, in their order");
        let concordance = concordance("custoza").expect("Custoza has one");
        for (rule, (_, own)) in RULES.iter().zip(&pairs) {
            let cited = concordance.own(kernel::Citation(rule)).to_string();
            let expected = if own == NONE { format!("goito {}", rule.id) } else { format!("custoza {own}") };
            assert_eq!(cited, expected);
        }
        let without: Vec<&str> = pairs.iter().filter(|(_, own)| own == NONE).map(|(id, _)| &**id).collect();
        let goito_only =
            ["1.1", "2", "7.1.1b", "15.2", "16a", "16b", "16c", "16.1.1", "16.1.1b", "16.1.2", "16.1.3"];
        assert_eq!(without, goito_only);
    }

    /// The pages that are lost are carried over whole: each row that begins with `G` is some row of Goito.
    #[test]
    fn what_is_carried_over_is_said_to_be_reconstructed() {
        let pairs = pairs();
        for rule in custoza::RULES.iter().filter(|rule| rule.id.starts_with('G')) {
            let from = pairs.iter().find(|(_, own)| own == rule.id).map(|(cited, _)| cited.as_str());
            assert_eq!(from, rule.id.strip_prefix('G'));
            assert_eq!(rule.provenance, "reconstructed", "{}", rule.id);
        }
        let lost = ["17.", "18.", "19.", "20.", "21.", "22.1", "22.2", "22.3.1"];
        for rule in custoza::RULES.iter().filter(|rule| lost.iter().any(|page| rule.id.starts_with(page))) {
            assert_eq!(rule.kind, RuleKind::Advanced, "{}", rule.id);
            assert_ne!(rule.provenance, "printed", "{}", rule.id);
        }
    }
}
