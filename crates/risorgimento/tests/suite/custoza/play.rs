//! Random legal play of the small scenarios from the set-up to the end.

use risorgimento::{Battle, Options, data};

pub const SMALL: [&str; 3] = ["tione-valley", "morning-clash", "tail-strike"];

fn battle(scenario: &str) -> Battle {
    let model = data::load(&data::files(), "custoza", scenario).expect("the shipped data is sound");
    Battle::new(model, Options::default())
}

#[test]
fn random_games_of_the_small_scenarios_end_and_keep_the_rules() {
    for scenario in SMALL {
        let steps = kernel::conformance::play_audited(&battle(scenario), 300);
        assert!(steps > 300 * 100, "{scenario}: {steps} steps in all are no games");
    }
}

#[test]
fn every_decision_of_a_few_games_conforms() {
    for scenario in SMALL {
        let battle = battle(scenario);
        for number in 0..2 {
            if let Err(why) = kernel::conformance::check(&battle, number) {
                panic!("{scenario}: {why}");
            }
        }
    }
}
