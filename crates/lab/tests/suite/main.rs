//! The lab, proved on a toy whose players have known strengths, and on Goito.

mod arenas;
mod balances;
mod rates;
mod reports;
mod toy;

use lab::{Arena, Field, Job, Played};
use players::Level;
use std::sync::atomic::AtomicBool;

static GO_ON: AtomicBool = AtomicBool::new(false);

fn job(threads: usize) -> Job<'static> {
    Job { threads: Some(threads), stop: &GO_ON, tick: &|| (), keep: None }
}

fn arena(players: [Level; 2], seeds: u64, swap: bool) -> Arena {
    Arena {
        scenario: "toy/lots".into(),
        options: [("fog".to_owned(), "on".to_owned())].into(),
        data: "0".into(),
        players,
        seeds,
        seed: 7,
        swap,
    }
}

fn play(arena: &Arena, field: &dyn Field, threads: usize) -> Vec<Option<Played>> {
    arena.play(field, &job(threads), vec![None; arena.games()]).expect("it can be played")
}
