//! Players see what their seat can see, and no more.

#[path = "../../risorgimento/tests/view/disguise.rs"]
#[allow(dead_code)]
mod disguise;

use disguise::disguises;
use kernel::{Game, Log, Lot, Need, Seat, Viewer};
use players::{Guess, Level, Player, Sight, Staffed};
use risorgimento::{Battle, Options, Position, data};
use std::sync::LazyLock;

static BATTLE: LazyLock<Battle> = LazyLock::new(|| {
    let model = data::load(&data::files(), "goito", "battle").expect("sound data");
    Battle::new(model, Options { fog: true })
});

/// Positions along a game between sergeants in which a seat must decide.
fn along_games(games: u64, every: u32, mut look: impl FnMut(&Position, Seat, u32)) {
    let b = &*BATTLE;
    for seed in 0..games {
        let mut players: Vec<Box<dyn Player<Battle>>> = (0..2).map(|_| b.player(Level::Sergeant)).collect();
        let mut lot = Lot::of("along", seed);
        let mut position = b.start();
        let mut log = Log::off();
        for step in seed as u32.. {
            match b.need(&position) {
                Need::Over(_) => break,
                Need::Roll(roll) => {
                    let mut faces = Vec::new();
                    roll.throw(&mut lot, &mut faces);
                    b.roll(&mut position, &faces, &mut log);
                }
                Need::Decide(seats) => {
                    let seat = seats.iter().next().expect("somebody decides");
                    if step % every == 0 {
                        look(&position, seat, step);
                    }
                    let player = &mut players[usize::from(seat.0)];
                    let action = player.act(&Sight::new(b, &position, seat), &mut lot);
                    b.apply(&mut position, seat, action, &mut log);
                }
            }
        }
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
