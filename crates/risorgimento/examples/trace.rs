use kernel::playout::{RandomStep, playout_seed, random_game_from};
use kernel::{Game, Log, Viewer};
use risorgimento::{Battle, Options, data};
fn main() {
    let args: Vec<u64> = std::env::args().skip(1).filter_map(|s| s.parse().ok()).collect();
    let (n, from, to) = (args[0], args[1], args[2]);
    let model = data::load(&data::files(), "goito", "battle").unwrap();
    let battle = Battle::new(model, Options::default());
    let mut step = 0;
    random_game_from(&battle, battle.start(), playout_seed(n), |p, what| {
        step += 1;
        if step < from || step > to {
            return;
        }
        let mut q = p.clone();
        let mut log = Log::on();
        match what {
            RandomStep::Act(s, a) => {
                println!("{step} [{}] {}", s.0, battle.notation(p, a));
                battle.apply(&mut q, s, a, &mut log);
            }
            RandomStep::Roll(f) => {
                println!("{step} roll {f:?}");
                battle.roll(&mut q, f, &mut log);
            }
        }
        for e in &log.events {
            if let Some(t) = e.tell(battle.seats(), Viewer::Everything) {
                println!(
                    "      {} ({}) {}",
                    t.text,
                    t.rule,
                    t.modifiers
                        .iter()
                        .map(|m| format!("{} {:+}", m.label, m.value))
                        .collect::<Vec<_>>()
                        .join(", ")
                );
            }
        }
    });
}
