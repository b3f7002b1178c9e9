//! Whole games between players.

use kernel::Game;
use players::Staffed;
use players::{Bout, Level, play};
use risorgimento::{Battle, Options, Position, data};

fn battle(scenario: &str, fog: bool) -> Battle {
    let model = data::load(&data::files(), "goito", scenario).expect("sound data");
    Battle::new(model, Options { fog })
}

fn bout(b: &Battle, levels: [&str; 2], seed: u64) -> Bout<Position> {
    let mut players: Vec<_> =
        levels.iter().map(|level| b.player(level.parse::<Level>().expect("a level"))).collect();
    play(b, &mut players, seed, false, |_| {})
}

#[test]
fn every_level_plays_to_the_end_on_either_side() {
    for (scenario, fog) in [("battle", true), ("quick", false)] {
        let b = battle(scenario, fog);
        for level in ["random", "recruit", "sergeant", "captain:2"] {
            for levels in [[level, "sergeant"], ["sergeant", level]] {
                let bout = bout(&b, levels, 7);
                assert!(bout.outcome.is_ok(), "{levels:?}: {:?}", bout.outcome);
                b.audit(&bout.position).unwrap_or_else(|error| panic!("{levels:?}: {error}"));
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let b = battle("quick", true);
    for levels in [["sergeant", "recruit"], ["captain:3", "sergeant"]] {
        let (one, two) = (bout(&b, levels, 3), bout(&b, levels, 3));
        assert_eq!(b.hash(&one.position), b.hash(&two.position));
        let other = bout(&b, levels, 4);
        assert_ne!(b.hash(&one.position), b.hash(&other.position));
    }
}

/// A floor that holds with room to spare: figures with intervals come from `capitano arena`.
#[test]
fn a_sergeant_beats_chance() {
    let b = battle("battle", true);
    let won = (0..12u64).filter(|game| {
        let seat = (game % 2) as u8;
        let levels = if seat == 0 { ["sergeant", "random"] } else { ["random", "sergeant"] };
        bout(&b, levels, *game)
            .outcome
            .is_ok_and(|outcome| outcome.winner.is_some_and(|winner| winner.0 == seat))
    });
    assert!(won.count() >= 11);
}
