//! Random legal play of the small scenarios from the set-up to the end.

use risorgimento::flow::Setup;
use risorgimento::position::Place;
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

/// However the first pieces are placed, there is room for the last of both sides: who stands alone in a hex finds one (23).
#[test]
fn nobody_is_left_over_when_the_set_up_ends() {
    use kernel::playout::{playout_seed, random_game_from};
    for scenario in SMALL {
        let battle = battle(scenario);
        for number in 0..100 {
            let mut begun = 0;
            random_game_from(&battle, kernel::Game::start(&battle), playout_seed(number), |p, _| {
                if p.within::<Setup>().is_none() {
                    begun += 1;
                    let left = p.state.units.pairs().filter(|(_, u)| u.place == Place::Setup).count();
                    assert_eq!(left, 0, "{scenario}, game {number}");
                }
            });
            assert!(begun > 0, "{scenario}, game {number}: no turn was played");
        }
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

/// Positions, saved games, records and moves taken back, at random moments of every scenario with every option.
#[test]
fn a_game_laid_aside_at_any_moment_goes_on_as_it_was() {
    assert!(kernel::conformance::keep_all(&risorgimento::custoza(), 2) >= 6);
}

/// Whatever anybody asks of any piece or hex, an answer or a refusal comes.
#[test]
fn every_question_is_answered_along_random_games() {
    let battle = battle("tione-valley");
    let hexes: Vec<_> = battle.map.hexes().step_by(9).map(|hex| battle.map.number(hex).into()).collect();
    let asked = kernel::conformance::ask_all(&risorgimento::custoza(), &hexes, 2, 5);
    assert!(asked.answered > asked.questions / 4 && asked.questions > 5_000, "{asked:?}");
}

#[test]
fn sentences_are_for_people() {
    kernel::conformance::speak_plainly(&risorgimento::custoza(), 6);
}

/// Positions that people or programs have changed are refused with a reason, or played.
#[test]
fn broken_positions_bring_nothing_down() {
    kernel::conformance::break_positions(&risorgimento::custoza(), 4, 40, &[]).at_least(700, 150);
}
