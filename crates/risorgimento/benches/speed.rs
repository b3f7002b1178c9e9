//! What the rules cost: `cargo bench -p risorgimento`.

use bench::Work;
use kernel::playout::{playout_seed, random_game};
use kernel::{Answer, Game, Seat, Show, Viewer};
use risorgimento::handmade::position;
use risorgimento::{Action, Battle, Options, Position, data};
use std::hint::black_box;

const WORKS: &[Work<Battle>] = &[
    Work { name: "games", what: "random game", work: games, often: 300, seldom: 4 },
    Work { name: "copy", what: "copy of a position", work: copy, often: 200_000, seldom: 2_000 },
    Work {
        name: "legal-declare",
        what: "legal() while markers are declared",
        work: legal_declare,
        often: 20_000,
        seldom: 200,
    },
    Work {
        name: "legal-forces",
        what: "legal() between two forces",
        work: legal_forces,
        often: 20_000,
        seldom: 200,
    },
    Work {
        name: "legal-step",
        what: "legal() of a force on the move",
        work: legal_step,
        often: 100_000,
        seldom: 1_000,
    },
    Work {
        name: "legal-react",
        what: "legal() of a reaction",
        work: legal_react,
        often: 100_000,
        seldom: 1_000,
    },
    Work {
        name: "legal-setup",
        what: "legal() of the set-up",
        work: legal_setup,
        often: 20_000,
        seldom: 200,
    },
    Work { name: "view", what: "scene of a seat", work: view, often: 20_000, seldom: 200 },
    Work { name: "prompt", what: "prompt of a seat", work: prompt, often: 50_000, seldom: 500 },
    Work {
        name: "choices",
        what: "choices of a force on the move",
        work: choices,
        often: 20_000,
        seldom: 200,
    },
    Work {
        name: "overlays",
        what: "zones, command and objectives laid over",
        work: overlays,
        often: 5_000,
        seldom: 50,
    },
    Work { name: "tables", what: "static tables of the map", work: tables, often: 20, seldom: 2 },
    Work { name: "data", what: "reading and checking all data", work: read_data, often: 20, seldom: 2 },
];

fn battle() -> Battle {
    Battle::new(data::load(&data::files(), "goito", "battle").expect("sound data"), Options::default())
}

fn games(battle: &Battle, count: u32) -> u64 {
    (0..count)
        .map(|i| random_game(battle, playout_seed(i.into())))
        .map(|g| u64::from(g.actions + g.rolls))
        .sum()
}

fn copy(battle: &Battle, count: u32) -> u64 {
    let from = contact(battle);
    (0..count).map(|_| black_box(black_box(&from).clone()).turn as u64).sum()
}

fn legal(battle: &Battle, p: &Position, seat: Seat, count: u32) -> u64 {
    let mut out: Vec<Action> = Vec::new();
    battle.legal(p, seat, &mut out);
    assert!(out.len() > 1, "a workload without a choice measures nothing");
    (0..count)
        .map(|_| {
            battle.legal(black_box(p), seat, &mut out);
            out.len() as u64
        })
        .sum()
}

/// Two brigades in contact south of Goito.
fn contact(battle: &Battle) -> Position {
    position(battle, CONTACT)
}

const CONTACT: &str = "turn 3
    activate benedek
    33-gyulai 1615 N; 21-paumgarten 1715 N; 4-grenzer 1714 N; au-1-art 1616 N; benedek 1616; radetzky 1617
    4-kjager 1814 N; 45-sigmund 1815 N; i-3-grenzer 1815 N; au-8-art 1716 N; wohlgemuth 1716
    5-aosta 1613 S; 6-aosta 1512 S; pi-8-art 1512; aosta-cav 1411 S; 7-cuneo 1412 S; 8-cuneo 1713 S; darvillars 1412
    17-acqui 2012 S; 11-casale 1912 S; pi-5-art 1912; nizza-cav 1811 S; diferrere 2012; carlo-alberto 1411";

/// Two positions by turns: the answer for the last one is kept.
fn legal_declare(battle: &Battle, count: u32) -> u64 {
    let two = [contact(battle), position(battle, &CONTACT.replace("turn 3", "turn 4"))];
    let mut out: Vec<Action> = Vec::new();
    (0..count)
        .map(|i| {
            battle.legal(black_box(&two[i as usize % 2]), Seat(1), &mut out);
            out.len() as u64
        })
        .sum()
}

fn legal_forces(battle: &Battle, count: u32) -> u64 {
    let p = position(
        battle,
        &CONTACT.replace("activate benedek", "activate benedek forces; marker assault 1614>1613"),
    );
    legal(battle, &p, Seat(1), count)
}

fn played(battle: &Battle, text: &str, steps: &[&str]) -> Position {
    let mut p = position(battle, text);
    for step in steps {
        let action = battle.read(&p, Seat(1), step).expect("a sound action");
        battle.act(&mut p, Seat(1), action, &mut kernel::Log::off()).expect("a legal action");
    }
    p
}

fn legal_step(battle: &Battle, count: u32) -> u64 {
    let text = CONTACT.replace("activate benedek", "activate benedek forces; marker assault 1614>1613");
    legal(battle, &played(battle, &text, &["act 21-paumgarten"]), Seat(1), count)
}

fn legal_react(battle: &Battle, count: u32) -> u64 {
    let text = "activate benedek forces; 33-gyulai 1515 N; benedek 1517; marker assault 1514>1513
        5-aosta 1513 S; pi-8-art 1513; darvillars 1410";
    legal(battle, &played(battle, text, &["act 33-gyulai", "step 1514"]), Seat(0), count)
}

fn legal_setup(battle: &Battle, count: u32) -> u64 {
    legal(battle, &battle.start(), Seat(0), count)
}

/// The whole army on the map: what a server makes for both seats at every move.
fn view(battle: &Battle, count: u32) -> u64 {
    let p = contact(battle);
    let seat = |i: u32| Viewer::Seat(Seat((i % 2) as u8));
    (0..count).map(|i| black_box(battle.view(black_box(&p), seat(i))).pieces.len() as u64).sum()
}

fn on_the_move(battle: &Battle) -> Position {
    let text = CONTACT.replace("activate benedek", "activate benedek forces; marker assault 1614>1613");
    played(battle, &text, &["act 21-paumgarten"])
}

fn prompt(battle: &Battle, count: u32) -> u64 {
    let p = on_the_move(battle);
    let seat = |i: u32| Viewer::Seat(Seat((i % 2) as u8));
    (0..count).map(|i| black_box(battle.prompt(black_box(&p), seat(i))).sentence.len() as u64).sum()
}

fn choices(battle: &Battle, count: u32) -> u64 {
    let p = on_the_move(battle);
    let mut legal = Vec::new();
    (0..count)
        .map(|_| {
            battle.legal(black_box(&p), Seat(1), &mut legal);
            legal.iter().map(|a| black_box(battle.choice(&p, Seat(1), *a)).sentence.len() as u64).sum::<u64>()
        })
        .sum()
}

fn overlays(battle: &Battle, count: u32) -> u64 {
    let p = contact(battle);
    let hexes = |id: &str| {
        let overlay = battle.overlay(black_box(&p), Viewer::Seat(Seat(1)), id, "");
        overlay.expect("it needs no subject").hexes.len() as u64
    };
    (0..count).map(|_| ["zones", "command", "objectives"].map(hexes).iter().sum::<u64>()).sum()
}

fn tables(_: &Battle, count: u32) -> u64 {
    let model = data::load(&data::files(), "goito", "battle").expect("sound data");
    (0..count).map(|_| Battle::new(black_box(model.clone()), Options::default()).watched.len() as u64).sum()
}

fn read_data(_: &Battle, count: u32) -> u64 {
    (0..count).map(|_| data::check(&black_box(data::files())).len() as u64).sum()
}

fn main() {
    println!("position: {} bytes", std::mem::size_of::<Position>());
    bench::run(&battle(), WORKS, |took| {
        let a_second = |done: f64| done / took.seconds;
        (took.name == "games").then(|| {
            format!(
                "{:.0} games and {:.0} steps a second on one core",
                a_second(took.often.into()),
                a_second(took.done as f64)
            )
        })
    });
}
