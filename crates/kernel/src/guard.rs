//! A last guard against positions from outside that break what the rules rely on in a way that no check knows: what they
//! bring down is caught while they are tried out, before anybody plays on from them.

use crate::chance::Lots;
use crate::event::Log;
use crate::foresee::Playable;
use crate::game::{Need, Viewer};
use crate::lot::Lot;
use crate::seat::Seat;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

/// What is said of a position that only the guard has stopped.
pub const BEYOND_CHECKS: &str = "The rules cannot make sense of this position.";

/// How far a position is played on to try it out.
const STEPS: u32 = 40;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Does something, and says nothing on standard error if it panics. None if it did.
pub fn caught<T>(work: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    let before = QUIET.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    QUIET.set(before);
    done.ok()
}

/// Asks a position what everybody would ask first, and plays on from it a little; the error says what is wrong.
pub fn try_out<G: Playable>(game: &G, position: &G::Position) -> Result<(), String> {
    let tried = caught(|| {
        standing(game, position)?;
        let seats = (0..game.seats().len()).map(|seat| Viewer::Seat(Seat(seat as u8)));
        for viewer in seats.chain([Viewer::Public, Viewer::Everything]) {
            game.view(position, viewer);
            game.prompt(position, viewer);
            game.choices(position, viewer);
        }
        game.phase(position);
        game.hash(position);
        play_on(game, position.clone())
    });
    tried.unwrap_or_else(|| Err(BEYOND_CHECKS.into()))
}

/// Whether somebody who can is asked, or a roll is due that can be made.
fn standing<G: Playable>(game: &G, position: &G::Position) -> Result<(), String> {
    let seats = game.seats().len();
    match game.need(position) {
        Need::Decide(deciding) => {
            if deciding.iter().next().is_none() {
                return Err("nobody is asked in this position, yet the game is not over".into());
            }
            let mut legal = Vec::new();
            for seat in deciding.iter() {
                if usize::from(seat.0) >= seats {
                    return Err(format!("seat {} is asked, but there is no such seat", seat.0));
                }
                game.legal(position, seat, &mut legal);
                if legal.is_empty() {
                    return Err(format!("{} is asked but can do nothing", game.seats()[usize::from(seat.0)]));
                }
            }
        }
        Need::Chance(chance) => {
            let dice = chance.dice().count();
            let named = match chance.lots {
                Lots::Throw(_) => true,
                Lots::Draw(count) => game.candidates(position).len() == usize::from(count),
            };
            if usize::from(chance.by.0) >= seats
                || dice == 0
                || !named
                || chance.dice().any(|die| die.sides == 0)
            {
                return Err("a roll is due that cannot be made".into());
            }
        }
        Need::Over(outcome) => {
            if outcome.winner.is_some_and(|seat| usize::from(seat.0) >= seats) {
                return Err("the winner is not one of the players".into());
            }
        }
    }
    Ok(())
}

fn play_on<G: Playable>(game: &G, mut position: G::Position) -> Result<(), String> {
    let mut lot = Lot::of("capitano trying out 1\n", 0);
    let (mut legal, mut faces, mut log) = (Vec::new(), Vec::new(), Log::on());
    for _ in 0..STEPS {
        standing(game, &position)?;
        match game.need(&position) {
            Need::Over(_) => break,
            Need::Chance(chance) => {
                chance.by_lot(&mut lot, &mut faces);
                game.roll(&mut position, &faces, &mut log);
            }
            Need::Decide(deciding) => {
                let Some(seat) = deciding.iter().next() else { break };
                game.legal(&position, seat, &mut legal);
                let Some(action) = lot.one_of(&legal) else { break };
                game.apply(&mut position, seat, *action, &mut log);
            }
        }
        log.events.clear();
    }
    Ok(())
}
