use kernel::Game;
use players::{Level, Staffed, play};
use risorgimento::{Battle, Options, data};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let games: u64 = args[2].parse().unwrap();
    let model = data::load(&data::files(), "goito", "battle").expect("sound data");
    let battle = Battle::new(model, Options::default());
    let levels: Vec<Level> = args[1].split(',').map(|l| l.parse().unwrap()).collect();
    let mut sums = vec![[0.0; 7]; 10];
    for seed in 0..games {
        let mut players: Vec<_> = levels.iter().map(|l| battle.player(*l)).collect();
        let mut turn = 1;
        play(&battle, &mut players, seed, false, |m| {
            if m.position.turn != turn || m.position.ending.is_some() {
                let t = battle.tally(m.position);
                let row = &mut sums[turn as usize];
                for (i, v) in t.iter().enumerate() {
                    row[i] += v.2 as f64;
                }
                row[6] += 1.0;
                turn = m.position.turn;
                if m.position.ending.is_some() {
                    turn = 9;
                }
            }
        });
    }
    println!("turn  P sp lost  units  farms | A sp lost units farms (games)");
    for (t, r) in sums.iter().enumerate().filter(|(_, r)| r[6] > 0.0) {
        let n = r[6];
        println!(
            "{t}  {:.1} {:.1} {:.1} | {:.1} {:.1} {:.1}  ({n})",
            r[0] / n,
            r[1] / n,
            r[2] / n,
            r[3] / n,
            r[4] / n,
            r[5] / n
        );
    }
    let total =
        |side: u8| battle.army.units.iter().filter(|u| u.side == side).map(|u| u32::from(u.sp)).sum::<u32>();
    println!("strength {} and {}", total(0), total(1));
}
