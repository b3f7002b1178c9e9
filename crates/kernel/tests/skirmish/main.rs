//! The kernel, proved on a small invented game.

mod flow;
mod game;
mod night;
mod records;
mod secrecy;
mod tables;
#[cfg(feature = "ts")]
mod types;

use game::{DAY, Ford};
use kernel::{Dice, Heading, Session};
use serde_json::Value;
use std::sync::Arc;

fn heading() -> Heading {
    Heading {
        game: "ford".into(),
        scenario: "ford/day".into(),
        options: [("fog".to_string(), "on".to_string())].into(),
        data: "0123abcd".into(),
        rules: 1,
    }
}

/// A game at its beginning.
fn open(dice: Dice) -> Session<Ford> {
    let mut session = Session::new(Arc::new(DAY), heading());
    session.set_dice(dice);
    session
}

/// A game from a set-up, in the first turn of Red.
fn set_up(setup: Value, dice: &[u8]) -> Session<Ford> {
    let mut session = open(Dice::scripted(dice));
    session.load_setup(&setup).expect("a good set-up");
    session
}

/// r1 in the middle, three blue pieces ahead of it, and r2 behind one of them.
fn close_quarters(dice: &[u8]) -> Session<Ford> {
    let pieces = serde_json::json!({
        "r1": {"at": 22}, "r2": {"at": 13}, "r3": {"at": 11, "guard": true},
        "b1": {"at": 24}, "b2": {"at": 33}, "b3": {"at": 44, "guard": true}
    });
    set_up(pieces, dice)
}

/// Chance in tests has a fixed seed.
fn the_same_every_time() -> proptest::test_runner::Config {
    use proptest::test_runner::{Config, RngSeed};
    Config { rng_seed: RngSeed::Fixed(1848), failure_persistence: None, ..Config::default() }
}
