//! What the computer players cost in Goito: `cargo bench -p players`.

use bench::Work;
use kernel::Game;
use kernel::{Lot, Need, Seat};
use players::risorgimento::Sergeant;
use players::search::{Tactics, playout};
use players::{Guess, Level, Policy, Staffed, play};
use risorgimento::flow::{ActivationStage, Frame};
use risorgimento::{Action, Battle, Options, Position, data};
use std::hint::black_box;

const WORKS: &[Work<Subject>] = &[
    Work { name: "sergeants", what: "game of two sergeants", work: sergeants, often: 60, seldom: 2 },
    Work {
        name: "activation",
        what: "activation led by a sergeant",
        work: activation,
        often: 400,
        seldom: 20,
    },
    Work { name: "playout", what: "playout of a plan", work: playouts, often: 1_000, seldom: 50 },
    Work { name: "plans", what: "list of plans for an activation", work: plans, often: 400, seldom: 20 },
    Work { name: "guess", what: "position as it might be", work: guess, often: 20_000, seldom: 500 },
    Work { name: "value", what: "evaluation of a position", work: value, often: 20_000, seldom: 500 },
];

/// A battle, and a position in the midst of it where an attack can be declared.
struct Subject {
    battle: Battle,
    position: Position,
    seat: Seat,
    legal: Vec<Action>,
}

fn subject() -> Subject {
    let model = data::load(&data::files(), "goito", "battle").expect("sound data");
    let battle = Battle::new(model, Options::default());
    let mut players: Vec<_> = (0..2).map(|_| battle.player(Level::Sergeant)).collect();
    let mut found: Option<Position> = None;
    play(&battle, &mut players, 1, false, |moment| {
        let p = moment.position;
        let declares = matches!(p.now(), Some(Frame::Activation(f)) if f.stage == ActivationStage::Declare);
        if found.is_none() && p.turn == 5 && declares && matches!(battle.need(p), Need::Decide(_)) {
            found = Some(p.clone());
        }
    });
    let position = found.expect("somebody is activated on turn 5");
    let Need::Decide(seats) = battle.need(&position) else { unreachable!("it was looked for") };
    let seat = seats.iter().next().expect("somebody decides");
    let mut legal = Vec::new();
    battle.legal(&position, seat, &mut legal);
    Subject { battle, position, seat, legal }
}

fn sergeants(s: &Subject, count: u32) -> u64 {
    (0..u64::from(count))
        .map(|seed| {
            let mut players: Vec<_> = (0..2).map(|_| s.battle.player(Level::Sergeant)).collect();
            u64::from(play(&s.battle, &mut players, seed, false, |_| {}).actions)
        })
        .sum()
}

fn activation(s: &Subject, count: u32) -> u64 {
    let of = |p: &Position| p.activation().map(|a| a.formation);
    let mut lot = Lot::of("bench", 1);
    let mut steps = 0;
    for _ in 0..count {
        let mut officer = Sergeant::new(&s.battle);
        let mut p = s.position.clone();
        let mut legal = Vec::new();
        let mut log = kernel::Log::off();
        while of(&p) == of(&s.position) {
            match s.battle.need(&p) {
                Need::Over(_) => break,
                Need::Chance(request) => {
                    let mut faces = Vec::new();
                    request.by_lot(&mut lot, &mut faces);
                    s.battle.roll(&mut p, &faces, &mut log);
                }
                Need::Decide(seats) => {
                    let seat = seats.iter().next().expect("somebody decides");
                    s.battle.legal(&p, seat, &mut legal);
                    let action = officer.choose(&s.battle, &p, seat, &legal, &mut lot);
                    s.battle.apply(&mut p, seat, action, &mut log);
                }
            }
            steps += 1;
        }
    }
    steps
}

fn playouts(s: &Subject, count: u32) -> u64 {
    let mut lot = Lot::of("bench", 1);
    let plans = s.battle.plans(&s.position, s.seat, &s.legal, &mut lot);
    (0..count as usize)
        .map(|i| {
            let plan = &plans[i % plans.len().min(8)];
            (playout(&s.battle, &s.position, s.seat, plan, None, &mut lot) * 100.0) as u64
        })
        .sum()
}

fn plans(s: &Subject, count: u32) -> u64 {
    let mut lot = Lot::of("bench", 1);
    (0..count).map(|_| s.battle.plans(black_box(&s.position), s.seat, &s.legal, &mut lot).len() as u64).sum()
}

fn guess(s: &Subject, count: u32) -> u64 {
    let mut lot = Lot::of("bench", 1);
    (0..count).map(|_| s.battle.guess(black_box(&s.position), s.seat, &mut lot).turn as u64).sum()
}

fn value(s: &Subject, count: u32) -> u64 {
    (0..count).map(|_| (s.battle.value(black_box(&s.position), s.seat) * 100.0) as u64).sum()
}

fn main() {
    bench::run(&subject(), WORKS, |took| {
        let a_second = f64::from(took.often) / took.seconds;
        match took.name {
            "sergeants" => Some(format!("{a_second:.0} games a second on one core")),
            "playout" => Some(format!("{a_second:.0} playouts a second on one core")),
            _ => None,
        }
    });
}
