//! Random legal play from the start to the end: no panic, no dead end, and every position on the way
//! keeps the rules that always hold.

use kernel::Game;
use kernel::playout::{playout_seed, random_game_from};
use piacenza::position::{Place, UnitSet};
use piacenza::{Battle, data};

fn battle(scenario: &str) -> Battle {
    Battle::new(data::load(&data::files(), scenario).expect("the shipped data is sound"))
}

fn play_all(scenario: &str, games: u64) {
    let steps = kernel::conformance::play_audited(&battle(scenario), games);
    assert!(steps > games * 50, "{games} games of {steps} steps in all are no games");
}

#[test]
fn five_hundred_random_games_of_san_lazzaro() {
    play_all("san-lazzaro", 500);
}

#[test]
fn five_hundred_random_games_of_the_centre() {
    play_all("centre", 500);
}

#[test]
fn five_hundred_random_games_of_gossolengo() {
    play_all("gossolengo", 500);
}

#[test]
fn fifty_random_games_of_the_campaign() {
    play_all("campaign", 50);
}

/// What any game must keep: notation reads back, `act` takes exactly what `legal` lists, a position
/// survives being written down, telling the events changes nothing.
#[test]
fn every_decision_of_a_few_games_conforms() {
    for scenario in ["san-lazzaro", "centre", "gossolengo"] {
        let battle = battle(scenario);
        for number in 0..3 {
            if let Err(why) = kernel::conformance::check(&battle, number) {
                panic!("{scenario}: {why}");
            }
        }
    }
}

/// 10.5: dragoons change their form as often as they like, but what has been eliminated stays so.
#[test]
fn nobody_comes_back_from_the_dead() {
    let battle = battle("campaign");
    for number in 0..30 {
        let mut lost = UnitSet::EMPTY;
        random_game_from(&battle, battle.start(), playout_seed(number), |p, _| {
            let now: UnitSet = p.units.ids().filter(|u| p.unit(*u).place == Place::Lost).collect();
            assert!(lost.without(now).is_empty(), "game {number}: {:?} came back", lost.without(now));
            lost = now;
        });
    }
}

/// Positions, saved games, records and moves taken back, at random moments of every scenario.
#[test]
fn a_game_laid_aside_at_any_moment_goes_on_as_it_was() {
    assert!(kernel::conformance::keep_all(&piacenza::piacenza(), 5) > 12);
}

/// Whatever anybody asks of any piece or hex, an answer or a refusal comes.
#[test]
fn every_question_is_answered_along_random_games() {
    let battle = battle("campaign");
    let hexes: Vec<_> = battle.map.hexes().map(|hex| battle.map.number(hex).into()).collect();
    let asked = kernel::conformance::ask_all(&piacenza::piacenza(), &hexes, 6, 20);
    assert!(asked.answered > asked.questions / 4 && asked.questions > 50_000, "{asked:?}");
}

#[test]
fn sentences_are_for_people() {
    kernel::conformance::speak_plainly(&piacenza::piacenza(), 12);
}
