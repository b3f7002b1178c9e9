//! Random legal play from the start to the end: no panic, no dead end, and every position on the way
//! keeps the rules that always hold.

use risorgimento::{Battle, Options, data};

fn battle(scenario: &str) -> Battle {
    let model = data::load(&data::files(), "goito", scenario).expect("the shipped data is sound");
    Battle::new(model, Options::default())
}

fn play_all(scenario: &str, games: u64) {
    let steps = kernel::conformance::play_audited(&battle(scenario), games);
    assert!(steps > games * 100, "{games} games of {steps} steps in all are no games");
}

#[test]
fn two_thousand_random_games_end_and_keep_the_rules() {
    play_all("battle", 2000);
}

#[test]
fn the_quick_scenario_ends_and_keeps_the_rules() {
    play_all("quick", 200);
}

/// What any game must keep: notation reads back, `act` takes exactly what `legal` lists, a position
/// survives being written down, telling the events changes nothing.
#[test]
fn every_decision_of_a_few_games_conforms() {
    let battle = battle("battle");
    for number in 0..6 {
        if let Err(why) = kernel::conformance::check(&battle, number) {
            panic!("{why}");
        }
    }
}

/// Positions, saved games, records and moves taken back, at random moments of every scenario with every option.
#[test]
fn a_game_laid_aside_at_any_moment_goes_on_as_it_was() {
    assert!(kernel::conformance::keep_all(&risorgimento::goito(), 3) >= 8);
}

/// Whatever anybody asks of any piece or hex, an answer or a refusal comes.
#[test]
fn every_question_is_answered_along_random_games() {
    let battle = battle("battle");
    let hexes: Vec<_> = battle.map.hexes().map(|hex| battle.map.number(hex).into()).collect();
    let asked = kernel::conformance::ask_all(&risorgimento::goito(), &hexes, 6, 20);
    assert!(asked.answered > asked.questions / 4 && asked.questions > 50_000, "{asked:?}");
}

#[test]
fn sentences_are_for_people() {
    kernel::conformance::speak_plainly(&risorgimento::goito(), 12);
}
