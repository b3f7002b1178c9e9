//! Fits the weights of the evaluation to the results of games between sergeants: logistic regression by
//! gradient steps over positions taken along the games.

use players::risorgimento::{FEATURES, features};
use players::{Level, Staffed, play};
use risorgimento::{Battle, Options, data};

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(400);
    let model = data::load(&data::files(), "goito", "battle").expect("sound data");
    let battle = Battle::new(model, Options::default());
    let attacker = battle.scenario.victory.attacker;
    let samples: Vec<([f32; FEATURES], f32)> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..2)
            .map(|t| {
                let battle = &battle;
                scope.spawn(move || {
                    let mut list = Vec::new();
                    for seed in (0..games).filter(|g| g % 2 == t) {
                        let mut players: Vec<_> = (0..2).map(|_| battle.player(Level::Sergeant)).collect();
                        let (mut taken, mut steps) = (Vec::new(), 0);
                        let bout = play(battle, &mut players, 1_000_000 + seed, false, |moment| {
                            steps += 1;
                            if steps % 40 == 0 && moment.position.turn > 0 {
                                taken.push(features(battle, moment.position));
                            }
                        });
                        let won = bout.outcome.is_ok_and(|o| o.winner.is_some_and(|w| w.0 == attacker));
                        list.extend(taken.into_iter().map(|f| (f, f32::from(u8::from(won)))));
                    }
                    list
                })
            })
            .collect();
        handles.into_iter().flat_map(|h| h.join().expect("no panic")).collect()
    });
    let won = samples.iter().map(|s| s.1).sum::<f32>() / samples.len() as f32;
    println!("{} samples, the attacker won {:.1} %", samples.len(), won * 100.0);
    let mut weights = [0.0f32; FEATURES];
    let mut squares = [1e-6f32; FEATURES];
    for epoch in 0..400 {
        let mut gradient = [0.0f32; FEATURES];
        let mut loss = 0.0;
        for (features, won) in &samples {
            let sum: f32 = features.iter().zip(&weights).map(|(f, w)| f * w).sum();
            let p = 1.0 / (1.0 + (-sum).exp());
            loss -= if *won > 0.5 { p.max(1e-6).ln() } else { (1.0 - p).max(1e-6).ln() };
            for (g, f) in gradient.iter_mut().zip(features) {
                *g += (p - won) * f;
            }
        }
        for i in 0..FEATURES {
            let g = gradient[i] / samples.len() as f32 + 0.0005 * weights[i];
            squares[i] = 0.9 * squares[i] + 0.1 * g * g;
            weights[i] -= 0.05 * g / (squares[i].sqrt() + 1e-4);
        }
        if epoch % 100 == 99 {
            println!("loss {:.4}", loss / samples.len() as f32);
        }
    }
    let words: Vec<String> = weights.iter().map(|w| format!("{w:.2}")).collect();
    println!("[{}]", words.join(", "));
}
