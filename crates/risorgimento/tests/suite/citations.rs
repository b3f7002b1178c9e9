//! Each game cites its own numbers, whoever asks for whatever.

use kernel::conformance::citations;
use kernel::{Heading, Session};
use risorgimento::rule::{self, custoza};
use risorgimento::{Battle, Options, data};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What is cited in a random game of Goito's short scenario, played under the name of a game.
fn cited_as(game: &str, number: u64) -> BTreeMap<String, usize> {
    let mut model = data::load(&data::files(), "goito", "quick").expect("the shipped data is sound");
    model.game = game.to_owned();
    let heading = Heading {
        game: game.into(),
        scenario: format!("{game}/quick"),
        options: kernel::Options::new(),
        data: model.data_hash.clone(),
        rules: 1,
    };
    let mut session = Session::new(Arc::new(Battle::new(model, Options::default())), heading);
    citations(&mut session, number, 250)
}

/// The ground, the armies and the goals are Goito's, so what is cited of them has no number in Custoza; all else has.
#[test]
fn at_a_table_of_custoza_nothing_cites_goito() {
    let goito_only: BTreeSet<String> =
        ["7.1.1b", "15.2", "16a", "16b", "16c"].iter().map(|id| format!("goito {id}")).collect();
    let (mut own, mut there) = (BTreeSet::new(), BTreeSet::new());
    for number in 0..2 {
        for rule in cited_as("custoza", number).into_keys() {
            assert!(
                rule.starts_with("custoza ") || goito_only.contains(&rule),
                "`{rule}` is cited in random game {number} of Custoza"
            );
            own.insert(rule);
        }
        there.extend(cited_as("goito", number).into_keys());
    }
    // The same games by their own name cite the same paragraphs by other numbers.
    assert!(there.iter().all(|rule| rule.starts_with("goito ")), "{there:?}");
    assert!(there.len() > 60 && own.len() > 50, "only {} and {}", there.len(), own.len());
    let concordance = rule::concordance("custoza").expect("it has one");
    let mapped: BTreeSet<String> = rule::RULES
        .iter()
        .map(kernel::Citation)
        .filter(|cited| there.contains(&cited.to_string()))
        .map(|cited| concordance.own(cited).to_string())
        .collect();
    assert_eq!(own, mapped);
}

/// What is said of a game beside its tables has its numbers too.
#[test]
fn rules_are_listed_by_game() {
    assert!(rule::of("goito").iter().all(|rule| rule.game == "goito"));
    assert!(rule::of("custoza").iter().all(|rule| rule.game == "custoza"));
    assert_eq!(rule::of("custoza").len(), custoza::RULES.len());
    assert!(rule::concordance("goito").is_none());
    assert_eq!(custoza::R16_8b.to_string(), "custoza 16.8b");
}
