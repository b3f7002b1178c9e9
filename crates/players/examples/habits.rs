//! What officers do, in figures: `habits captain:160 sergeant 20` plays 20 seeds, each from both sides (once if both
//! players are the same: the other game would be no other), and
//! tells who wins, how often each passes and tries a formation, how many of his batteries stand by themselves
//! in their hex when a turn ends and how many with nobody beside them either, how often the town that decides lies open then, and how long a
//! question takes. Further words change data before: `… 20 0 goito/leaders.csv "Arvillars,2" "Arvillars,3"` starts
//! at seed 0 and writes a 3 for a 2. `habits tell captain captain 3` tells the game of seed 3 turn by turn.

use kernel::{Game, Lot, Need, Viewer};
use players::{Level, Player, Sight, Staffed, Thoughts, play};
use risorgimento::flow::{Frame, Initiative};
use risorgimento::model::Arm;
use risorgimento::position::{Place, Position};
use risorgimento::{Action, Battle, Options, data};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let tell = args.first().is_some_and(|word| word == "tell");
    if tell {
        args.remove(0);
    }
    let [one, two, number, rest @ ..] = &args[..] else {
        panic!("habits [tell] LEVEL LEVEL NUMBER [FIRST-SEED [FILE BEFORE AFTER]…]")
    };
    let levels = [one, two].map(|level| level.parse::<Level>().unwrap_or_else(|why| panic!("{why}")));
    let number: u64 = number.parse().expect("how many games, or which one");
    let first: u64 = rest.first().map_or(0, |seed| seed.parse().expect("the first seed"));
    let mut files = data::files();
    for change in rest.get(1..).unwrap_or_default().chunks(3) {
        let [path, before, after] = change else { panic!("FILE BEFORE AFTER") };
        let text = files.get(path).expect("a file of data/").to_owned();
        assert!(text.contains(before.as_str()), "{path} has no {before}");
        files.insert(path, text.replace(before.as_str(), after));
    }
    let model = data::load(&files, "goito", "battle").expect("sound data");
    let battle = Battle::new(model, Options::default());
    if tell { told(&battle, levels, number) } else { counted(&battle, levels, number, first) }
}

/// What one player did in all games.
#[derive(Clone, Copy, Default)]
struct Habits {
    points: [f64; 2],
    games: [u32; 2],
    passes: u32,
    tries: u32,
    batteries: u32,
    by_themselves: u32,
    alone: u32,
    overrun: u32,
    ends: u32,
    open: u32,
    thought: Duration,
    longest: Duration,
    activations: u32,
}

/// A player whose doings are counted.
struct Watched {
    player: Box<dyn Player<Battle>>,
    habits: Arc<Mutex<Habits>>,
}

impl Player<Battle> for Watched {
    fn act(&mut self, sight: &Sight<Battle>, lot: &mut Lot) -> Action {
        let before = worked();
        let action = self.player.act(sight, lot);
        let took = worked().saturating_sub(before);
        let mut habits = self.habits.lock().expect("nobody panicked");
        habits.thought += took;
        habits.longest = habits.longest.max(took);
        match action {
            Action::Pass => habits.passes += 1,
            Action::Attempt(_) => habits.tries += 1,
            _ => {}
        }
        action
    }

    fn thoughts(&self) -> Thoughts<Action> {
        self.player.thoughts()
    }
}

/// How long this thread has been working: what else the machine does is left out where the system tells.
fn worked() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = stat.as_deref().and_then(|s| s.split(' ').next()).and_then(|n| n.parse().ok());
    nanos.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn counted(battle: &Battle, levels: [Level; 2], seeds: u64, first: u64) {
    let all = [0, 1].map(|_| Arc::new(Mutex::new(Habits::default())));
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    let sides = if levels[0] == levels[1] { 1 } else { 2 };
                    if game >= sides * seeds {
                        break;
                    }
                    one_game(battle, levels, first + game / sides, (game % sides) as usize, &all);
                    let [one, two] = [0, 1].map(|i| *all[i].lock().expect("nobody panicked"));
                    let won: f64 = one.points.iter().sum();
                    let played: u32 = one.games.iter().sum();
                    let piedmont = one.points[0] + two.points[0];
                    eprintln!("{won} of {played}; Piedmont {piedmont}");
                }
            });
        }
    });
    for (level, habits) in levels.iter().zip(&all) {
        let h = *habits.lock().expect("nobody panicked");
        let games: u32 = h.games.iter().sum();
        let won: f64 = h.points.iter().sum();
        let (low, high) = wilson(won, games.into());
        let percent = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
        println!(
            "{level}: {won} of {games} games, {:.1} % ({low:.1} to {high:.1}); as Piedmont {} of {}, as Austria {} of {}",
            100.0 * won / f64::from(games.max(1)),
            h.points[0],
            h.games[0],
            h.points[1],
            h.games[1]
        );
        println!(
            "  passes {}, tries {} ({:.0} % passes); activations {}",
            h.passes,
            h.tries,
            percent(h.passes, h.passes + h.tries),
            h.activations
        );
        println!(
            "  batteries at the ends of turns {}: {:.0} % by themselves in their hex, {:.0} % with nobody beside \
             them; ridden over {:.2} a game",
            h.batteries,
            percent(h.by_themselves, h.batteries),
            percent(h.alone, h.batteries),
            f64::from(h.overrun) / f64::from(games.max(1))
        );
        println!("  town open to a column {} of {} ends of turns", h.open, h.ends);
        println!(
            "  thought {:.2} s an activation or try, {:.2} s the longest question",
            h.thought.as_secs_f64() / f64::from((h.tries).max(1)),
            h.longest.as_secs_f64()
        );
    }
}

fn one_game(battle: &Battle, levels: [Level; 2], seed: u64, swapped: usize, all: &[Arc<Mutex<Habits>>; 2]) {
    // who sits in each seat
    let sits = [swapped, 1 - swapped];
    let mut players: Vec<Box<dyn Player<Battle>>> = sits
        .iter()
        .map(|i| {
            let player = battle.player(levels[*i]);
            Box::new(Watched { player, habits: Arc::clone(&all[*i]) }) as Box<dyn Player<Battle>>
        })
        .collect();
    let mut turn = 1;
    let mut last: Option<Position> = None;
    let bout = play(battle, &mut players, seed, false, |moment| {
        let p = moment.position;
        if let Some(before) = &last {
            for (id, now) in p.units.pairs() {
                if battle.is_gun(id) && now.place == Place::Overrun && before.unit(id).place == Place::Map {
                    all[sits[usize::from(battle.side_of(id))]].lock().expect("nobody panicked").overrun += 1;
                }
            }
            for (id, formation) in p.formations.pairs() {
                if formation.activated && !before.formations[id].activated && p.turn == before.turn {
                    let side = battle.army.formations[id].side;
                    all[sits[usize::from(side)]].lock().expect("nobody panicked").activations += 1;
                }
            }
        }
        if p.turn != turn {
            turn = p.turn;
            for side in 0..2u8 {
                let [stand, by_themselves, alone] = batteries(battle, p, side);
                let mut habits = all[sits[usize::from(side)]].lock().expect("nobody panicked");
                habits.batteries += stand;
                habits.by_themselves += by_themselves;
                habits.alone += alone;
                if side != battle.scenario.victory.attacker {
                    habits.ends += 1;
                    habits.open += u32::from(players::risorgimento::town_is_open(battle, p));
                }
            }
        }
        last = Some(p.clone());
    });
    let outcome = bout.outcome.unwrap_or_else(|why| panic!("{why}"));
    for (seat, i) in sits.iter().enumerate() {
        let mut habits = all[*i].lock().expect("nobody panicked");
        habits.games[seat] += 1;
        habits.points[seat] += match outcome.winner {
            Some(winner) => f64::from(u8::from(usize::from(winner.0) == seat)),
            None => 0.5,
        };
    }
}

/// Batteries on the map; those without infantry or cavalry of theirs in their hex; those with none beside it
/// either.
fn batteries(b: &Battle, p: &Position, side: u8) -> [u32; 3] {
    let mut count = [0; 3];
    for (id, unit) in p.units.pairs() {
        if unit.place != Place::Map || b.side_of(id) != side || !b.is_gun(id) {
            continue;
        }
        let others = p.units.pairs().filter(|(other, u)| {
            u.place == Place::Map && b.side_of(*other) == side && b.arm(*other) != Arm::Artillery
        });
        let nearest = others.map(|(_, u)| b.map.distance(unit.hex, u.hex)).min().unwrap_or(u8::MAX);
        count[0] += 1;
        count[1] += u32::from(nearest > 0);
        count[2] += u32::from(nearest > 1);
    }
    count
}

fn wilson(points: f64, games: f64) -> (f64, f64) {
    let (z, share) = (1.96, points / games.max(1.0));
    let middle = (share + z * z / (2.0 * games)) / (1.0 + z * z / games);
    let half =
        z / (1.0 + z * z / games) * (share * (1.0 - share) / games + z * z / (4.0 * games * games)).sqrt();
    (100.0 * (middle - half), 100.0 * (middle + half))
}

/// A game as both sides see it, with the thoughts of the players.
fn told(battle: &Battle, levels: [Level; 2], seed: u64) {
    struct Loud {
        player: Box<dyn Player<Battle>>,
    }
    impl Player<Battle> for Loud {
        fn act(&mut self, sight: &Sight<Battle>, lot: &mut Lot) -> Action {
            let action = self.player.act(sight, lot);
            let thoughts = self.player.thoughts();
            if !thoughts.candidates.is_empty() {
                println!("      [{}] {}", sight.seat().0, thoughts.reason);
                for c in thoughts.candidates.iter().take(6) {
                    println!("          {:.3} ({}) {}", c.value, c.playouts, c.words);
                }
            }
            action
        }
    }
    let mut players: Vec<Box<dyn Player<Battle>>> = levels
        .iter()
        .map(|level| Box::new(Loud { player: battle.player(*level) }) as Box<dyn Player<Battle>>)
        .collect();
    let bout = play(battle, &mut players, seed, true, |moment| {
        for event in &moment.log.events {
            if let Some(told) = event.tell(&["Piedmont", "Austria"], Viewer::Everything) {
                println!("{}", told.text);
            }
        }
        if matches!(moment.position.now(), Some(Frame::Initiative(Initiative { next: 0, .. })))
            && let Need::Chance(_) = battle.need(moment.position)
        {
            (0..2).for_each(|side| println!("== {}", order_of_battle(battle, moment.position, side)));
        }
    });
    println!("{:?}", bout.outcome);
}

fn order_of_battle(b: &Battle, p: &Position, side: u8) -> String {
    let units = p.units.pairs().filter(|(id, u)| b.side_of(*id) == side && u.place == Place::Map);
    let told = units.map(|(id, u)| {
        let march = if u.march { " in March" } else { "" };
        let name = &b.army.units[id].name;
        format!("{name} {} ({} SP, status {}{march})", b.map.number(u.hex), b.sp(p, id), u.status)
    });
    told.collect::<Vec<_>>().join("; ")
}
