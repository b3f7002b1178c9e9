use kernel::playout::{playout_seed, random_game};
use risorgimento::{Battle, Options, data};
fn main() {
    let n: u64 = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(500);
    let model = data::load(&data::files(), "goito", "battle").unwrap();
    let battle = Battle::new(model, Options::default());
    let t = std::time::Instant::now();
    let (mut a, mut r) = (0u64, 0u64);
    for i in 0..n {
        let g = random_game(&battle, playout_seed(i));
        a += g.actions as u64;
        r += g.rolls as u64;
    }
    let s = t.elapsed().as_secs_f64();
    println!(
        "{n} games, {a} actions, {r} rolls, {:.1} games/s, {:.0} steps/s, position {} bytes",
        n as f64 / s,
        (a + r) as f64 / s,
        std::mem::size_of::<risorgimento::Position>()
    );
}
