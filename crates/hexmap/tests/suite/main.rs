//! Tests of the maps from outside: rulebook facts, loading errors, and properties held against
//! slow and obvious versions of the same thing.

mod changes;
mod facts;
mod geometry;
mod loading;
mod paths;
mod piles;
mod sheets;
mod ways;

/// Chance in tests has a fixed seed.
fn the_same_every_time() -> proptest::test_runner::Config {
    use proptest::test_runner::{Config, RngSeed};
    Config { rng_seed: RngSeed::Fixed(1848), failure_persistence: None, ..Config::default() }
}
