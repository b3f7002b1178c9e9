//! Positions of Custoza's small scenarios.

pub use crate::rules::case::{Case, Pieces};
use risorgimento::handmade::position;
use risorgimento::{Battle, Options, data};
use std::sync::OnceLock;

fn load(scenario: &str) -> Battle {
    let model = data::load(&data::files(), "custoza", scenario).expect("the shipped data is sound");
    Battle::new(model, Options::default())
}

pub fn tione_valley() -> &'static Battle {
    static BATTLE: OnceLock<Battle> = OnceLock::new();
    BATTLE.get_or_init(|| load("tione-valley"))
}

pub fn morning_clash() -> &'static Battle {
    static BATTLE: OnceLock<Battle> = OnceLock::new();
    BATTLE.get_or_init(|| load("morning-clash"))
}

pub fn tail_strike() -> &'static Battle {
    static BATTLE: OnceLock<Battle> = OnceLock::new();
    BATTLE.get_or_init(|| load("tail-strike"))
}

pub fn game(battle: &'static Battle, text: &str) -> Case {
    Case::new(battle, position(battle, text))
}

/// Cerale's division acts on the open ground of column 28: he is in 2833, Rodich far in the north.
pub fn cerale_acts(pieces: &str) -> Case {
    game(tione_valley(), &format!("activate 1-div forces; cerale 2833; rodich 3511\n{pieces}"))
}

/// 29 Pisa (MA 5) comes from 2832 to its Assault marker in 2831, beside whoever is in 2830.
pub fn pisa_comes(others: &str) -> Case {
    let mut g = cerale_acts(&format!("29-pisa 2832 N; marker assault 2831>2830; {others}"));
    g.play("act 29-pisa; step 2831");
    g
}
