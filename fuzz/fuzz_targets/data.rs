//! A byte that names a data file, then its text: refused with what is wrong, or a random game is played over it.
#![no_main]

use dataset::Files;
use kernel::{Module, Options};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static FILES: LazyLock<[Files; 2]> = LazyLock::new(|| [risorgimento::data::files(), piacenza::data::files()]);

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let paths: Vec<(usize, &str)> =
        (0..2).flat_map(|game| FILES[game].paths().map(move |path| (game, path))).collect();
    let (game, path) = paths[usize::from(*first) % paths.len()];
    let mut files = FILES[game].clone();
    files.insert(path, text);
    let module: Box<dyn Module> = if game == 0 {
        let Ok(module) = risorgimento::goito_with(files) else { return };
        Box::new(module)
    } else {
        let Ok(module) = piacenza::piacenza_with(files) else { return };
        Box::new(module)
    };
    for scenario in module.scenarios() {
        let game = module.play_random(&scenario.id, &Options::new(), 1).expect("a scenario of its own");
        assert_eq!(game.stuck, None);
    }
});
