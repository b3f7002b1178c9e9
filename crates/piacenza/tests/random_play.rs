//! Random legal play from the start to the end: no panic, no dead end, and every position on the way
//! keeps the rules that always hold.

use kernel::Game;
use kernel::playout::{RandomStep, playout_seed, random_game_from};
use piacenza::{Battle, data};

fn battle(scenario: &str) -> Battle {
    Battle::new(data::load(&data::files(), scenario).expect("the shipped data is sound"))
}

fn play(battle: &Battle, number: u64) -> u64 {
    let mut broken = None;
    let mut step = 0;
    let played = random_game_from(battle, battle.start(), playout_seed(number), |position, what| {
        step += 1;
        if broken.is_some() {
            return;
        }
        if let Err(why) = battle.audit(position) {
            let next = match what {
                RandomStep::Act(_, action) => battle.notation(position, action),
                RandomStep::Roll(faces) => format!("roll {faces:?}"),
            };
            broken = Some(format!("game {number}, step {step}, before {next}: {why}\n{:?}", position.stack));
        }
    });
    assert_eq!(broken, None);
    assert!(played.outcome.is_ok(), "game {number}: {:?}\n{:?}", played.outcome, played.position.stack);
    u64::from(played.actions + played.rolls)
}

fn play_all(scenario: &str, games: u64) {
    let battle = &battle(scenario);
    let steps: u64 = std::thread::scope(|scope| {
        let halves = [0, 1]
            .map(|half| scope.spawn(move || (0..games / 2).map(|i| play(battle, 2 * i + half)).sum::<u64>()));
        halves.into_iter().map(|half| half.join().expect("no game breaks a rule")).sum()
    });
    assert!(steps > games * 50, "{games} games of {steps} steps in all are no games");
    println!("{scenario}: {} steps a game", steps / games);
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
