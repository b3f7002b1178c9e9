use players::{Level, Staffed, play};
use risorgimento::{Battle, Options, data};
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (a, b): (Level, Level) = (args[1].parse().unwrap(), args[2].parse().unwrap());
    let games: u64 = args[3].parse().unwrap();
    let model = data::load(&data::files(), "goito", "battle").expect("sound data");
    let battle = Battle::new(model, Options::default());
    let begin = Instant::now();
    let threads = 2;
    let results: Vec<Vec<(u8, u8, &str, u32, Vec<i64>)>> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|t| {
                let battle = &battle;
                scope.spawn(move || {
                    let mut list = Vec::new();
                    for g in (0..games).filter(|g| g % threads == t) {
                        let swap = g % 2 == 1;
                        let levels = if swap { [b, a] } else { [a, b] };
                        let mut players: Vec<_> = levels.iter().map(|l| battle.player(*l)).collect();
                        let bout = play(battle, &mut players, g / 2, false, |_| {});
                        let outcome = bout.outcome.unwrap();
                        let winner = outcome.winner.unwrap().0;
                        let tally = kernel::Game::tally(battle, &bout.position).iter().map(|t| t.2).collect();
                        let who = if swap { 1 - winner } else { winner };
                        list.push((winner, who, outcome.how, bout.actions, tally));
                    }
                    list
                })
            })
            .collect();
        handles.into_iter().map(|h| h.join().unwrap()).collect()
    });
    let all: Vec<_> = results.into_iter().flatten().collect();
    let n = all.len() as f64;
    let share = |test: &dyn Fn(&(u8, u8, &str, u32, Vec<i64>)) -> bool| {
        all.iter().filter(|r| test(r)).count() as f64 / n * 100.0
    };
    println!("{a} beats {b}: {:.1} %   Piedmont wins {:.1} %", share(&|r| r.1 == 0), share(&|r| r.0 == 0));
    println!(
        "  {a} as Piedmont {:.1} %, as Austria {:.1} %",
        2.0 * share(&|r| r.1 == 0 && r.0 == 0),
        2.0 * share(&|r| r.1 == 0 && r.0 == 1)
    );
    println!(
        "  decisive {:.1} %, tactical {:.1} %",
        share(&|r| r.2.starts_with("decisive")),
        share(&|r| r.2.starts_with("tactical"))
    );
    println!("  actions {:.0}", all.iter().map(|r| f64::from(r.3)).sum::<f64>() / n);
    for i in 0..all[0].4.len() {
        print!("  {:.1}", all.iter().map(|r| r.4[i] as f64).sum::<f64>() / n);
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!("\n  {:.1} games a second on {threads} threads ({seconds:.1} s)", n / seconds);
}
