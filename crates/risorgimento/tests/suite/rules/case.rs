//! How a rule is tested: a small position in a few lines, actions in notation, scripted dice, and what
//! must have been said and be true afterwards.
//!
//! ```text
//! let mut g = game("activate benedek forces
//!                   33-gyulai 1614 N; benedek 1617; 5-aosta 1512 S");
//! g.play("act 33-gyulai; step 1613; react fire 5-aosta; * 3 4");
//! g.said(rule::R12_2_2, "fires at");
//! g.refused("step 1612").because(rule::R8a);
//! ```

use kernel::trial;
pub use kernel::trial::covers;
use risorgimento::handmade::position;
use risorgimento::position::{Leader, Place, Unit};
use risorgimento::{Battle, Options, data};
use std::sync::OnceLock;

/// The battle that most tests play on, fog of war on.
pub fn battle() -> &'static Battle {
    static BATTLE: OnceLock<Battle> = OnceLock::new();
    BATTLE.get_or_init(|| of("battle", Options::default()))
}

/// A scenario with options.
pub fn of(scenario: &str, options: Options) -> Battle {
    Battle::new(data::load(&data::untuned(), "goito", scenario).expect("they are sound"), options)
}

pub type Case = trial::Case<Battle>;

/// A position to play on from, written as `risorgimento::handmade` reads it.
pub fn game(text: &str) -> Case {
    Case::new(battle(), position(battle(), text))
}

/// The scenario from its first decision.
pub fn from_the_start() -> Case {
    Case::from_the_start(battle())
}

/// What tests look up in a position of this game.
pub trait Pieces {
    fn unit(&self, id: &str) -> Unit;
    /// The printed number of the hex where a unit is; empty if it is nowhere.
    fn hex(&self, id: &str) -> &str;
    fn leader(&self, id: &str) -> Leader;
    /// Where a commander is.
    fn leader_hex(&self, id: &str) -> &str;
    fn mood(&self, formation: &str) -> i8;
}

impl Pieces for Case {
    #[track_caller]
    fn unit(&self, id: &str) -> Unit {
        let is = |full: &str| full == id || full.split_once('-').is_some_and(|(_, rest)| rest == id);
        let mut found = self.game.army.units.pairs().filter(|(_, u)| is(&u.id));
        let on_map = found.clone().find(|(i, _)| self.p.units[*i].place != Place::Later);
        let (i, _) = on_map.or_else(|| found.next()).unwrap_or_else(|| panic!("no unit {id}"));
        self.p.units[i]
    }

    #[track_caller]
    fn hex(&self, id: &str) -> &str {
        let hex = self.unit(id).hex;
        if hex.is_none() { "" } else { self.game.map.number(hex) }
    }

    #[track_caller]
    fn leader(&self, id: &str) -> Leader {
        let found = self.game.army.leaders.find(|l| l.id.ends_with(id));
        self.p.leaders[found.unwrap_or_else(|| panic!("no commander {id}"))]
    }

    #[track_caller]
    fn leader_hex(&self, id: &str) -> &str {
        let hex = self.leader(id).hex;
        if hex.is_none() { "" } else { self.game.map.number(hex) }
    }

    #[track_caller]
    fn mood(&self, formation: &str) -> i8 {
        let found = self.game.army.formations.find(|f| f.id.ends_with(formation));
        self.p.formations[found.unwrap_or_else(|| panic!("no formation {formation}"))].mood
    }
}

// ---- positions that several chapters play on, on open ground in column 05 ----------------------------

/// Benedek's brigade acts, its commander in 0513; D'Arvillars is in 0503.
pub fn benedek_acts(pieces: &str) -> Case {
    game(&format!("activate benedek forces; benedek 0513; darvillars 0503\n{pieces}"))
}

/// Strassoldo's brigade acts, its commander in 0513; D'Arvillars is in 0503.
pub fn strassoldo_acts(pieces: &str) -> Case {
    game(&format!("activate strassoldo forces; strassoldo 0513; darvillars 0503\n{pieces}"))
}

/// 33 Gyulai (MA 5, CV 9) comes from 0510 to its Assault marker in 0509, beside whoever is in 0508.
pub fn gyulai_comes(others: &str) -> Case {
    let mut g = benedek_acts(&format!("33-gyulai 0510 N; marker assault 0509>0508; {others}"));
    g.play("act 33-gyulai; step 0509");
    g
}
