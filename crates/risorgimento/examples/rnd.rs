use risorgimento::{Battle, Options, data};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let model = data::load(&data::files(), &args[1], &args[2]).expect("sound");
    let b = Battle::new(model, Options::default());
    let n: u64 = args[3].parse().unwrap();
    let begin = std::time::Instant::now();
    if args.len() > 4 {
        for number in 0..n { if let Err(why) = kernel::conformance::check(&b, number) { panic!("{why}"); } }
    } else {
        let steps = kernel::conformance::play_audited(&b, n);
        println!("{} steps {:?}", steps, begin.elapsed());
    }
    let begin = std::time::Instant::now();
    let mut steps = 0u64; let mut wins = [0; 3];
    for i in 0..n { let g = kernel::playout::random_game(&b, kernel::playout::playout_seed(i)); steps += u64::from(g.actions + g.rolls); wins[g.outcome.as_ref().unwrap().winner.map_or(2, |s| s.0 as usize)] += 1; }
    println!("{} steps {:?} {:?}", steps, begin.elapsed(), wins);
}
