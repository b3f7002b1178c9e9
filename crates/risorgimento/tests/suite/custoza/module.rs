//! Custoza as front ends get it.

use kernel::Module;
use risorgimento::rule::custoza;
use risorgimento::{custoza as game, goito};

#[test]
fn custoza_is_a_game_of_its_own_beside_goito() {
    let (custoza, goito) = (game(), goito());
    assert_eq!((custoza.id(), custoza.rules_edition()), ("custoza", 2));
    assert_eq!(custoza.title(), "Custoza, Fields of Doom");
    assert_eq!((goito.id(), goito.rules_edition()), ("goito", 2));
    assert_eq!(custoza.rules().len(), custoza::RULES.len());
    assert!(custoza.scenarios().iter().all(|scenario| scenario.id.starts_with("custoza/")));
    assert_ne!(custoza.card().map, goito.card().map);
    assert!(custoza.reference().rulings.iter().any(|ruling| ruling.id == "CR51"));
    assert!(goito.reference().rulings.iter().all(|ruling| !ruling.id.starts_with("CR")));
}

/// What is said beside the tables: options and charts.
#[test]
fn options_and_charts_have_the_numbers_of_the_game() {
    let (custoza, goito) = (game(), goito());
    for scenario in custoza.scenarios() {
        let rules: Vec<_> = scenario.options.iter().filter_map(|option| option.rule.as_deref()).collect();
        assert_eq!(rules, ["custoza G8.7a"], "{}", scenario.id);
    }
    let charts = custoza.charts();
    assert!(charts.len() > 10, "only {} charts", charts.len());
    for chart in &charts {
        assert_eq!(chart.rule.0.game, "custoza", "{}", chart.id);
    }
    assert!(goito.charts().iter().all(|chart| chart.rule.0.game == "goito"));
}

/// Abbreviations and results of the charts have a meaning.
#[test]
fn no_code_of_the_charts_is_left_unexplained() {
    let custoza = game();
    kernel::conformance::check_glossary(&custoza.charts(), &custoza.reference().glossary);
}
