//! What the rules cost: `cargo bench -p piacenza`.

use bench::Work;
use kernel::playout::{playout_seed, random_game};
use kernel::{Answer, Game, Seat, Show, Viewer};
use piacenza::handmade::position;
use piacenza::{Action, Battle, Position, data};
use std::hint::black_box;

/// The battles of all scenarios, in this order, and the campaign with a formation of eight battalions.
const SCENARIOS: [&str; 4] = ["san-lazzaro", "centre", "gossolengo", "campaign"];
const CAMPAIGN: usize = 3;

struct Battles {
    all: [Battle; 4],
    /// No formation has eight: two battalions of De Mailly's are Petit Bois' here.
    eight: Battle,
}

const WORKS: &[Work<Battles>] = &[
    Work { name: "san-lazzaro", what: "random game of San Lazzaro", work: games::<0>, often: 200, seldom: 4 },
    Work { name: "centre", what: "random game of the centre", work: games::<1>, often: 400, seldom: 40 },
    Work { name: "gossolengo", what: "random game of Gossolengo", work: games::<2>, often: 400, seldom: 40 },
    Work { name: "campaign", what: "random game of the campaign", work: games::<3>, often: 100, seldom: 10 },
    Work { name: "copy", what: "copy of a position", work: copy, often: 200_000, seldom: 2_000 },
    Work {
        name: "propose",
        what: "Lines proposed for eight units in the open",
        work: propose,
        often: 1_000,
        seldom: 10,
    },
    Work {
        name: "legal-march",
        what: "legal() of a formation in hand",
        work: legal_march,
        often: 5_000,
        seldom: 50,
    },
    Work {
        name: "legal-move",
        what: "legal() of a unit on the move",
        work: legal_move,
        often: 50_000,
        seldom: 500,
    },
    Work {
        name: "legal-line",
        what: "legal() while a Line is drawn",
        work: legal_line,
        often: 5_000,
        seldom: 50,
    },
    Work { name: "view", what: "scene of a seat", work: view, often: 5_000, seldom: 50 },
    Work { name: "prompt", what: "prompt of a seat", work: prompt, often: 50_000, seldom: 500 },
    Work { name: "tables", what: "static tables of the map", work: tables, often: 20, seldom: 2 },
    Work { name: "data", what: "reading and checking all data", work: read_data, often: 20, seldom: 2 },
];

fn model(scenario: &str) -> piacenza::model::Model {
    data::load(&data::files(), scenario).expect("sound data")
}

fn battles() -> Battles {
    let mut larger = model("campaign");
    let army = &mut larger.army;
    let find = |id: &str| army.formations.find(|f| f.id == id).expect("a formation of the army");
    let (from, to) = (find("fs-ce-de-mailly"), find("fs-ce-petit-bois"));
    for unit in ["fs-perigord-inf", "fs-foix-inf"] {
        let unit = army.units.find(|u| u.id == unit).expect("a battalion of De Mailly's");
        army.units[unit].formation = to;
        army.formations[from].units.retain(|u| *u != unit);
        army.formations[to].units.push(unit);
    }
    Battles { all: SCENARIOS.map(|scenario| Battle::new(model(scenario))), eight: Battle::new(larger) }
}

fn games<const SCENARIO: usize>(battles: &Battles, count: u32) -> u64 {
    let battle = &battles.all[SCENARIO];
    (0..count).map(|i| random_game(battle, playout_seed(i.into()))).map(|g| u64::from(g.actions)).sum()
}

fn copy(battles: &Battles, count: u32) -> u64 {
    let from = battles.all[CAMPAIGN].start();
    (0..count).map(|_| black_box(black_box(&from).clone()).turn as u64).sum()
}

/// Eight battalions in two rows, an enemy line six hexes to the north; the formation has marched off.
const OPEN: &str = "turn 3
    activate fs-ce movement
    saboya-inf 4726; africa-inf 4826; asturias-inf 4627; giacomone-inf 4926
    besler-inf 4727; flandes-inf 4827; perigord-inf 4628; foix-inf 4927
    fc-petit-bois 4727; wc-de-croix 4727; cic-felipe 4728
    andlau-ir 4720; forgatsch-ir 4820; wc-browne 4719";

fn played(battle: &Battle, text: &str, steps: &[&str]) -> Position {
    let mut p = position(battle, text);
    for step in steps {
        let action = battle.read(&p, Seat(0), step).expect("a sound action");
        battle.act(&mut p, Seat(0), action, &mut kernel::Log::off()).expect("a legal action");
    }
    p
}

fn propose(battles: &Battles, count: u32) -> u64 {
    let battle = &battles.eight;
    let p = played(battle, OPEN, &["formation fs-ce-petit-bois"]);
    let lines = |p: &Position| battle.proposals(p, Viewer::Seat(Seat(0)), "").expect("a formation in hand");
    assert!(lines(&p).iter().any(|line| line.places.len() == 8), "not all eight find a place");
    (0..count).map(|_| black_box(lines(black_box(&p))).len() as u64).sum()
}

fn legal(battle: &Battle, p: &Position, count: u32) -> u64 {
    let mut out: Vec<Action> = Vec::new();
    battle.legal(p, Seat(0), &mut out);
    assert!(out.len() > 1, "a workload without a choice measures nothing");
    (0..count)
        .map(|_| {
            battle.legal(black_box(p), Seat(0), &mut out);
            out.len() as u64
        })
        .sum()
}

fn legal_march(battles: &Battles, count: u32) -> u64 {
    legal(&battles.eight, &played(&battles.eight, OPEN, &["formation fs-ce-petit-bois"]), count)
}

fn legal_move(battles: &Battles, count: u32) -> u64 {
    let steps = ["formation fs-ce-petit-bois", "take fs-saboya-inf"];
    legal(&battles.eight, &played(&battles.eight, OPEN, &steps), count)
}

fn legal_line(battles: &Battles, count: u32) -> u64 {
    let steps = ["formation fs-ce-petit-bois", "draw"];
    legal(&battles.eight, &played(&battles.eight, OPEN, &steps), count)
}

/// Both armies on the map: what a server makes for both seats at every move.
fn view(battles: &Battles, count: u32) -> u64 {
    let battle = &battles.all[CAMPAIGN];
    let p = battle.start();
    let seat = |i: u32| Viewer::Seat(Seat((i % 2) as u8));
    (0..count).map(|i| black_box(battle.view(black_box(&p), seat(i))).pieces.len() as u64).sum()
}

fn prompt(battles: &Battles, count: u32) -> u64 {
    let steps = ["formation fs-ce-petit-bois", "take fs-saboya-inf"];
    let p = played(&battles.eight, OPEN, &steps);
    let seat = |i: u32| Viewer::Seat(Seat((i % 2) as u8));
    (0..count).map(|i| black_box(battles.eight.prompt(black_box(&p), seat(i))).sentence.len() as u64).sum()
}

fn tables(_: &Battles, count: u32) -> u64 {
    let model = model("campaign");
    (0..count).map(|_| Battle::new(black_box(model.clone())).serial()).sum()
}

fn read_data(_: &Battles, count: u32) -> u64 {
    (0..count).map(|_| data::check(&black_box(data::files())).len() as u64).sum()
}

fn main() {
    println!("position: {} bytes", std::mem::size_of::<Position>());
    bench::run(&battles(), WORKS, |took| {
        SCENARIOS.contains(&took.name).then(|| {
            format!(
                "{:.0} games and {:.0} actions a second on one core",
                f64::from(took.often) / took.seconds,
                took.done as f64 / took.seconds
            )
        })
    });
}
