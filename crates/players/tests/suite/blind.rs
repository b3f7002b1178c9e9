//! Players see what their seat can see, and no more.

#[path = "../../../risorgimento/tests/suite/view/disguise.rs"]
#[allow(dead_code)]
mod disguise;
#[path = "../../../piacenza/tests/suite/view/disguise.rs"]
#[allow(dead_code)]
mod secrets;

use disguise::disguises;
use kernel::{Game, Log, Lot, Need, Seat, Show, Viewer};
use players::{Guess, Level, Player, Sight, Staffed};
use risorgimento::{Battle, Options, Position, data};
use std::sync::LazyLock;

static BATTLE: LazyLock<Battle> = LazyLock::new(|| {
    let model = data::load(&data::files(), "goito", "battle").expect("sound data");
    Battle::new(model, Options { fog: true })
});

/// Positions along a game between players of a level in which a seat must decide.
fn along<G: Staffed>(b: &G, level: Level, seed: u64, mut look: impl FnMut(&G::Position, Seat, u32)) {
    let mut players: Vec<Box<dyn Player<G>>> = (0..2).map(|_| b.player(level)).collect();
    let mut lot = Lot::of("along", seed);
    let mut position = b.start();
    let mut log = Log::off();
    for step in seed as u32.. {
        match b.need(&position) {
            Need::Over(_) => break,
            Need::Chance(roll) => {
                let mut faces = Vec::new();
                roll.by_lot(&mut lot, &mut faces);
                b.roll(&mut position, &faces, &mut log);
            }
            Need::Decide(seats) => {
                let seat = seats.iter().next().expect("somebody decides");
                look(&position, seat, step);
                let player = &mut players[usize::from(seat.0)];
                let action = player.act(&Sight::new(b, &position, seat), &mut lot);
                b.apply(&mut position, seat, action, &mut log);
            }
        }
    }
}

/// Positions along games of Goito between sergeants.
fn along_games(games: u64, every: u32, mut look: impl FnMut(&Position, Seat, u32)) {
    for seed in 0..games {
        along(&*BATTLE, Level::Sergeant, seed, |position, seat, step| {
            if step % every == 0 {
                look(position, seat, step);
            }
        });
    }
}

/// A guess looks like the truth to who makes it: the same board, the same prompt, the same choices; and it
/// is a sound position.
#[test]
fn a_guess_cannot_be_told_from_the_truth() {
    let b = &*BATTLE;
    let (mut looked, mut other) = (0, 0);
    along_games(4, 13, |truth, seat, step| {
        let guess = b.guess(truth, seat, &mut Lot::of("guess", step.into()));
        b.audit(&guess).unwrap_or_else(|error| panic!("{error}"));
        let viewer = Viewer::Seat(seat);
        assert!(b.view(truth, viewer) == b.view(&guess, viewer), "{:?}", truth.stack);
        assert_eq!(b.prompt(truth, viewer), b.prompt(&guess, viewer), "{:?}", truth.stack);
        let (mut now, mut then) = (Vec::new(), Vec::new());
        b.legal(truth, seat, &mut now);
        b.legal(&guess, seat, &mut then);
        assert_eq!(now, then, "{:?}", truth.stack);
        looked += 1;
        other += u32::from(*truth != guess);
    });
    assert!(looked > 200 && other > 50, "{looked} positions, {other} guesses that are not the truth");
}

/// Two truths that differ only in what a seat cannot see give the same guess.
#[test]
fn a_guess_follows_from_what_is_seen() {
    let b = &*BATTLE;
    let mut compared = 0;
    along_games(4, 7, |truth, _, step| {
        for d in disguises(b, truth, step.into()) {
            let seat = Seat(1 - d.side);
            let mine = b.guess(truth, seat, &mut Lot::of("guess", 1));
            let theirs = b.guess(&d.position, seat, &mut Lot::of("guess", 1));
            assert!(mine == theirs, "{} at {:?}", d.what, truth.stack);
            compared += 1;
        }
    });
    assert!(compared > 300, "only {compared} disguises");
}

/// In two worlds that differ only in what it cannot see, and with the same lots, a player acts the same.
#[test]
fn players_act_the_same_in_worlds_that_look_the_same() {
    let b = &*BATTLE;
    let levels: Vec<Level> =
        ["random", "recruit", "sergeant", "captain:6"].map(|l| l.parse().expect("a level")).into();
    let mut compared = [0; 4];
    along_games(4, 17, |truth, seat, step| {
        for d in disguises(b, truth, step.into()).filter(|d| d.side != seat.0) {
            for (level, compared) in levels.iter().zip(&mut compared) {
                // a captain takes his time: he is asked less often
                if matches!(level, Level::Captain(_)) && *compared >= 60 {
                    continue;
                }
                let act = |world: &Position| {
                    let mut player = b.player(*level);
                    player.act(&Sight::new(b, world, seat), &mut Lot::of("act", step.into()))
                };
                assert_eq!(act(truth), act(&d.position), "{level}: {} at {:?}", d.what, truth.stack);
                *compared += 1;
            }
        }
    });
    assert!(compared.iter().all(|n| *n >= 60), "{compared:?}");
}

// ---- Piacenza -----------------------------------------------------------------------------------

static CAMPAIGN: LazyLock<piacenza::Battle> = LazyLock::new(|| {
    let model = piacenza::data::load(&piacenza::data::files(), "campaign").expect("sound data");
    piacenza::Battle::new(model)
});

/// Positions of Piacenza with something hidden from a seat that must decide, and disguises of it. Both seats may be
/// choosing: each of them is looked at.
fn along_secrets(
    level: Level,
    seed: u64,
    every: u32,
    mut look: impl FnMut(&piacenza::Position, Seat, u32, &secrets::Disguise),
) {
    let b = &*CAMPAIGN;
    along(b, level, seed, |truth, _, step| {
        let Need::Decide(seats) = b.need(truth) else { return };
        // there are few moments in which a wing lies face down
        let selection = matches!(truth.now(), Some(piacenza::flow::Frame::Selection(_)));
        if step % every != 0 && !selection {
            return;
        }
        for seat in seats.iter() {
            for d in secrets::disguises(b, truth, step.into()).filter(|d| d.side != seat.0) {
                look(truth, seat, step, &d);
            }
        }
    });
}

/// A guess at what the enemy of Piacenza has chosen looks like the truth and follows from what is seen alone.
#[test]
fn a_guess_at_wings_and_objectives_follows_from_what_is_seen() {
    let b = &*CAMPAIGN;
    let mut compared = 0;
    for seed in 0..2 {
        along_secrets(Level::Recruit, seed, 29, |truth, seat, step, d| {
            let guess = |world| b.guess(world, seat, &mut Lot::of("guess", step.into()));
            let mine = guess(truth);
            assert!(mine == guess(&d.position), "{} at {:?}", d.what, truth.stack);
            b.audit(&mine).unwrap_or_else(|error| panic!("{error}"));
            let viewer = Viewer::Seat(seat);
            assert!(b.view(truth, viewer) == b.view(&mine, viewer), "{:?}", truth.stack);
            assert_eq!(b.prompt(truth, viewer), b.prompt(&mine, viewer), "{:?}", truth.stack);
            let (mut now, mut then) = (Vec::new(), Vec::new());
            b.legal(truth, seat, &mut now);
            b.legal(&mine, seat, &mut then);
            assert_eq!(now, then, "{:?}", truth.stack);
            compared += 1;
        });
    }
    assert!(compared > 40, "only {compared} disguises");
}

/// The same test as for Goito: whatever the enemy has chosen in secret, a player who cannot know it acts the same.
#[test]
fn players_of_piacenza_do_not_act_on_what_the_enemy_chose_in_secret() {
    let b = &*CAMPAIGN;
    let levels: Vec<Level> =
        ["random", "recruit", "sergeant", "captain:2"].map(|l| l.parse().expect("a level")).into();
    let mut compared = [0; 4];
    for seed in 0..2 {
        along_secrets(Level::Recruit, seed, 43, |truth, seat, step, d| {
            for (level, compared) in levels.iter().zip(&mut compared) {
                // a captain takes his time: he is asked less often
                if matches!(level, Level::Captain(_)) && *compared >= 24 {
                    continue;
                }
                let act = |world: &piacenza::Position| {
                    let mut player = b.player(*level);
                    player.act(&Sight::new(b, world, seat), &mut Lot::of("act", step.into()))
                };
                assert_eq!(act(truth), act(&d.position), "{level}: {} at {:?}", d.what, truth.stack);
                *compared += 1;
            }
        });
    }
    assert!(compared.iter().all(|n| *n >= 24), "{compared:?}");
}
