//! Random legal play from the start to the end: no panic, no dead end, and every position on the way
//! keeps the rules that always hold.

use kernel::playout::{RandomStep, playout_seed, random_game_from};
use kernel::Game;
use risorgimento::{Battle, Options, data};

fn battle(scenario: &str) -> Battle {
    let model = data::load(&data::files(), "goito", scenario).expect("the shipped data is sound");
    Battle::new(model, Options::default())
}

fn play(battle: &Battle, number: u64) -> (u32, u32) {
    let mut broken = None;
    let mut step = 0;
    let played = random_game_from(battle, battle.start(), playout_seed(number), |position, what| {
        step += 1;
        if broken.is_none() {
            if let Err(why) = battle.audit(position) {
                let next = match what {
                    RandomStep::Act(_, action) => battle.notation(position, action),
                    RandomStep::Roll(faces) => format!("roll {faces:?}"),
                };
                broken = Some(format!("game {number}, step {step}, before {next}: {why}\n{:?}", position.stack));
            }
        }
    });
    assert_eq!(broken, None);
    assert!(played.outcome.is_ok(), "game {number}: {:?}\n{:?}", played.outcome, played.position.stack);
    (played.actions, played.rolls)
}

#[test]
fn two_thousand_random_games_end_and_keep_the_rules() {
    let battle = battle("battle");
    let mut total = 0u64;
    for number in 0..2000 {
        let (actions, rolls) = play(&battle, number);
        total += u64::from(actions + rolls);
    }
    println!("{total} steps");
}
