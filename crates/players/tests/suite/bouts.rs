//! Whole games between players.

use piacenza::model::UnitId;
use players::Staffed;
use players::{Bout, Level, play};

fn goito(scenario: &str, fog: bool) -> risorgimento::Battle {
    use risorgimento::{Battle, Options, data};
    let model = data::load(&data::files(), "goito", scenario).expect("sound data");
    Battle::new(model, Options { fog })
}

fn piacenza(scenario: &str) -> piacenza::Battle {
    use piacenza::{Battle, data};
    Battle::new(data::load(&data::files(), scenario).expect("sound data"))
}

fn bout<G: Staffed>(game: &G, levels: [&str; 2], seed: u64) -> Bout<G::Position> {
    let mut players: Vec<_> =
        levels.iter().map(|level| game.player(level.parse::<Level>().expect("a level"))).collect();
    play(game, &mut players, seed, false, |_| {})
}

fn every_level_plays<G: Staffed>(game: &G) {
    for level in ["random", "recruit", "sergeant", "captain:2"] {
        for levels in [[level, "sergeant"], ["sergeant", level]] {
            let bout = bout(game, levels, 7);
            assert!(bout.outcome.is_ok(), "{levels:?}: {:?}", bout.outcome);
            game.audit(&bout.position).unwrap_or_else(|error| panic!("{levels:?}: {error}"));
        }
    }
}

#[test]
fn every_level_plays_to_the_end_on_either_side() {
    every_level_plays(&goito("battle", true));
    every_level_plays(&goito("quick", false));
    for scenario in ["san-lazzaro", "centre", "gossolengo"] {
        every_level_plays(&piacenza(scenario));
    }
}

fn the_seed_decides<G: Staffed>(game: &G, captain: &str) {
    for levels in [["sergeant", "recruit"], [captain, "sergeant"]] {
        let (one, two) = (bout(game, levels, 3), bout(game, levels, 3));
        assert_eq!(game.hash(&one.position), game.hash(&two.position));
        let other = bout(game, levels, 4);
        assert_ne!(game.hash(&one.position), game.hash(&other.position));
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    the_seed_decides(&goito("quick", true), "captain:3");
    the_seed_decides(&piacenza("gossolengo"), "captain:12");
}

/// How many of twelve games a level wins against another, with both sides in turn.
fn wins<G: Staffed>(game: &G, level: &str, against: &str) -> usize {
    let won = (0..12u64).filter(|number| {
        let seat = (number % 2) as u8;
        let levels = if seat == 0 { [level, against] } else { [against, level] };
        bout(game, levels, *number)
            .outcome
            .is_ok_and(|outcome| outcome.winner.is_some_and(|winner| winner.0 == seat))
    });
    won.count()
}

/// Floors that hold with room to spare: figures with intervals come from `capitano arena`.
#[test]
fn a_sergeant_beats_chance() {
    assert!(wins(&goito("battle", true), "sergeant", "random") >= 11);
    for scenario in ["san-lazzaro", "centre", "gossolengo"] {
        assert!(wins(&piacenza(scenario), "sergeant", "random") >= 10, "{scenario}");
    }
}

/// The Lines that a sergeant has in mind can be declared: none is given up when it is drawn.
#[test]
fn a_line_that_is_begun_is_declared() {
    use piacenza::flow::MarchStage;
    for scenario in ["san-lazzaro", "centre"] {
        let game = piacenza(scenario);
        let (mut drawn, mut given_up) = (0, 0);
        for seed in 0..12 {
            let mut before = None;
            let mut players = vec![game.player(Level::Sergeant), game.player(Level::Sergeant)];
            play(&game, &mut players, seed, false, |moment| {
                let stage = moment.position.march().map(|march| march.stage);
                let drawing = before == Some(MarchStage::Draw);
                drawn += (stage == Some(MarchStage::Draw) && !drawing) as u32;
                given_up += (stage == Some(MarchStage::Prepare) && drawing) as u32;
                before = stage;
            });
        }
        assert!(drawn > 50, "{scenario}: only {drawn} Lines");
        assert_eq!(given_up, 0, "{scenario}: of {drawn}");
    }
}

/// And marched: all come to stand in Line unless one was stopped on his way (5.6).
#[test]
fn a_line_that_is_declared_is_marched() {
    use piacenza::flow::MarchStage;
    use piacenza::position::Order;
    for scenario in ["san-lazzaro", "centre"] {
        let game = piacenza(scenario);
        let (mut declared, mut stayed) = (0, 0);
        for seed in 0..12 {
            let mut moving = false;
            let mut players = vec![game.player(Level::Sergeant), game.player(Level::Sergeant)];
            play(&game, &mut players, seed, false, |moment| {
                let p = &moment.position;
                let march = p.march().filter(|_| !p.line.is_empty());
                if let Some(march) = march.filter(|march| march.stage == MarchStage::Commander && moving) {
                    let stopped = |(unit, place): &(UnitId, _)| {
                        let u = p.unit(*unit);
                        u.moved && u.hex != *place || u.order != Order::Good
                    };
                    let hexes: Vec<_> = p.line.iter().map(|(unit, _)| p.unit(*unit).hex).collect();
                    let nobody = p.line.iter().all(|(unit, _)| p.unit(*unit).hex == p.unit(*unit).began);
                    let whole = nobody
                        || march.broken
                        || p.line.iter().any(stopped)
                        || game.is_line(p, march.formation, &hexes);
                    assert!(whole, "{scenario} {seed}: {:?}", p.line);
                    (declared, stayed) = (declared + 1, stayed + nobody as u32);
                }
                moving = march.is_some_and(|march| march.stage == MarchStage::Units);
            });
        }
        assert!(declared > 50 && stayed * 20 < declared, "{scenario}: {stayed} of {declared} stay");
    }
}
