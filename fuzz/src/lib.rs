//! What the fuzz targets share: the games, opened once, and lots out of what the fuzzer gives.

use kernel::{Lot, Module, Options, Table};
use std::sync::LazyLock;

pub static MODULES: LazyLock<[Box<dyn Module>; 2]> =
    LazyLock::new(|| [Box::new(risorgimento::goito()), Box::new(piacenza::piacenza())]);

/// Every scenario of every game.
pub fn scenarios() -> Vec<(usize, String)> {
    let of = |(game, module): (usize, &Box<dyn Module>)| {
        module.scenarios().into_iter().map(move |scenario| (game, scenario.id))
    };
    MODULES.iter().enumerate().flat_map(of).collect()
}

/// A table of the scenario that the first byte names, what follows that byte, and lots drawn out of all of it.
pub fn begin(data: &[u8]) -> Option<(Box<dyn Table>, &str, Lot)> {
    static ALL: LazyLock<Vec<(usize, String)>> = LazyLock::new(scenarios);
    let (first, rest) = data.split_first()?;
    let (game, id) = &ALL[usize::from(*first) % ALL.len()];
    let table = MODULES[*game].open(id, &Options::new()).ok()?;
    Some((table, std::str::from_utf8(rest).ok()?, lots(data)))
}

pub fn lots(data: &[u8]) -> Lot {
    Lot::of("fuzz", kernel::hash_bytes(data))
}
