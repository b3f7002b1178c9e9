//! Plays sergeants of other tempers against the ordinary one: `tune 400 bold=1.0,zone=0.5 …`.

use kernel::{Game, Lot};
use players::risorgimento::{Sergeant, Temper};
use players::{Officer, Player, play};
use risorgimento::{Battle, Options, data};

fn temper(text: &str) -> Temper {
    let mut t = Temper::default();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').expect("name=value");
        let value: f32 = value.parse().expect("a number");
        let slot = t.knobs().into_iter().find(|(knob, _)| *knob == name).expect("a knob").1;
        *slot = value;
    }
    t
}

/// Plays `new` against `old`, from both sides; wins of `new` by side, wins of Piedmont, losses.
fn contest(battle: &Battle, new: Temper, old: Temper, games: u64, seed: u64) -> [f64; 5] {
    let parts: Vec<[f64; 5]> = std::thread::scope(|scope| {
        let part = |t: u64| {
            let mut sum = [0.0; 5];
            for g in (0..games).filter(|g| g / 2 % 2 == t) {
                let us = (g % 2) as usize;
                let mut players: Vec<Box<dyn Player<Battle>>> = (0..2)
                    .map(|seat| {
                        let temper = if seat == us { new } else { old };
                        Box::new(Officer::new(Sergeant::new(battle, temper))) as Box<dyn Player<Battle>>
                    })
                    .collect();
                let bout = play(battle, &mut players, seed + g / 2, false, |_| {});
                let winner = bout.outcome.expect("it ends").winner.expect("somebody wins").0;
                let tally = battle.tally(&bout.position);
                if usize::from(winner) == us {
                    sum[us] += 1.0;
                }
                sum[2] += f64::from(1 - winner);
                sum[3] += tally[0].2 as f64;
                sum[4] += tally[3].2 as f64;
            }
            sum
        };
        let handles: Vec<_> = (0..2).map(|t| scope.spawn(move || part(t))).collect();
        handles.into_iter().map(|h| h.join().expect("no panic")).collect()
    });
    std::array::from_fn(|i| parts.iter().map(|p| p[i]).sum())
}

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).expect("games");
    let model = data::load(&data::files(), "goito", "battle").expect("sound data");
    let battle = Battle::new(model, Options::default());
    let texts: Vec<String> = std::env::args().skip(2).collect();
    if texts.first().is_some_and(|text| text == "climb") {
        return climb(&battle, games);
    }
    for text in texts {
        let sum = contest(&battle, temper(&text), Temper::default(), games, 0);
        let (n, half) = (games as f64, games as f64 / 2.0);
        println!(
            "{text:40} {:5.1} %  as Piedmont {:5.1}, as Austria {:5.1}; Piedmont {:5.1} %; lost {:.0} and {:.0}",
            (sum[0] + sum[1]) / n * 100.0,
            sum[0] / half * 100.0,
            sum[1] / half * 100.0,
            sum[2] / n * 100.0,
            sum[3] / n,
            sum[4] / n
        );
    }
}

/// Changes two or three knobs at a time and keeps what wins, for ever.
fn climb(battle: &Battle, games: u64) {
    let mut best = Temper::default();
    let mut lot = Lot::of("climb", games);
    for round in 0.. {
        let mut new = best;
        let mut words = Vec::new();
        for _ in 0..2 + lot.below(2) {
            let knobs = new.knobs();
            let at = lot.below(knobs.len() as u32) as usize;
            let factor = [0.6, 0.75, 1.33, 1.7][lot.below(4) as usize];
            *knobs[at].1 *= factor;
            words.push(format!("{}={:.2}", knobs[at].0, knobs[at].1));
        }
        let seed = 10_000 * (round + 1);
        let mut sum = contest(battle, new, best, games, seed);
        let mut share = (sum[0] + sum[1]) / games as f64;
        if share > 0.53 {
            sum = contest(battle, new, best, 2 * games, seed + 5000);
            share = (share + 2.0 * (sum[0] + sum[1]) / (2 * games) as f64) / 3.0;
            if share > 0.525 {
                best = new;
                let all: Vec<String> =
                    best.knobs().iter().map(|(name, value)| format!("{name}: {value:.3}")).collect();
                println!(
                    "{round} {:.1} % {} Piedmont {:.0} %\n   {}",
                    share * 100.0,
                    words.join(" "),
                    sum[2] / (2 * games) as f64 * 100.0,
                    all.join(", ")
                );
            }
        }
    }
}
