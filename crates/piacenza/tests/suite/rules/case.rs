//! How a rule is tested: a small position in a few lines, actions in notation, scripted dice, and what
//! must have been said and be true afterwards.
//!
//! ```text
//! let mut g = game("activate fs-rw movement
//!                   cic-felipe 1519; wc-mirepoix 1519; fc-larnage 1520
//!                   guyenne-inf 1519; grenadiers-lw-1 1921");
//! g.play("formation fs-rw-larnage; take guyenne-inf; step 1619; * 3");
//! g.said(rule::R5_11, "rolls 3");
//! g.refused("step 1719").because(rule::R5_3a);
//! ```

use kernel::trial;
pub use kernel::trial::covers;
use piacenza::flow::Frame;
use piacenza::handmade::position;
use piacenza::model::{LeaderId, UnitId};
use piacenza::position::{Leader, Unit};
use piacenza::{Battle, data};
use std::sync::OnceLock;

pub const FRANCO_SPANISH: kernel::Seat = kernel::Seat(0);
pub const AUSTRIAN: kernel::Seat = kernel::Seat(1);

/// The battle that most tests play on: all of it.
pub fn battle() -> &'static Battle {
    static BATTLE: OnceLock<Battle> = OnceLock::new();
    BATTLE.get_or_init(|| of("campaign"))
}

/// Scenario 1, on a part of the map; commanders are not needed.
pub fn san_lazzaro() -> &'static Battle {
    static BATTLE: OnceLock<Battle> = OnceLock::new();
    BATTLE.get_or_init(|| of("san-lazzaro"))
}

/// Scenario 2; only Formation Commanders are needed.
pub fn centre() -> &'static Battle {
    static BATTLE: OnceLock<Battle> = OnceLock::new();
    BATTLE.get_or_init(|| of("centre"))
}

/// Scenario 3, foot against horse.
pub fn gossolengo() -> &'static Battle {
    static BATTLE: OnceLock<Battle> = OnceLock::new();
    BATTLE.get_or_init(|| of("gossolengo"))
}

pub fn of(scenario: &str) -> Battle {
    Battle::new(data::load(&data::files(), scenario).expect("they are sound"))
}

pub type Case = trial::Case<Battle>;

/// A position of the whole battle to play on from, written as `piacenza::handmade` reads it.
pub fn game(text: &str) -> Case {
    game_of(battle(), text)
}

/// The same in another scenario.
pub fn game_of(battle: &'static Battle, text: &str) -> Case {
    Case::new(battle, position(battle, text))
}

/// What tests look up in a position of this game.
pub trait Pieces {
    fn unit_id(&self, id: &str) -> UnitId;
    fn leader_id(&self, id: &str) -> LeaderId;
    fn unit(&self, id: &str) -> Unit;
    /// The printed number of the hex where a unit is; empty if it is nowhere.
    fn hex(&self, id: &str) -> &str;
    fn leader(&self, id: &str) -> Leader;
    /// Where a commander is.
    fn leader_hex(&self, id: &str) -> &str;
    /// The hexes with smoke.
    fn smoke(&self) -> Vec<&str>;
    /// Movement points that the unit in hand has left.
    fn left(&self) -> f32;
    /// Says done, or whatever comes last, and rolls nines, until this wing's activation is over.
    fn finish(&mut self);
    /// The same until the formation in hand has moved.
    fn finish_formation(&mut self);
    /// Where several hexes are as good for a retreat, the first of them.
    fn fall_back(&mut self) -> &mut Self;
}

impl Pieces for Case {
    #[track_caller]
    fn unit_id(&self, id: &str) -> UnitId {
        self.game.unit_named(id).unwrap_or_else(|| panic!("no single unit {id}"))
    }

    #[track_caller]
    fn leader_id(&self, id: &str) -> LeaderId {
        self.game.leader_named(id).unwrap_or_else(|| panic!("no single commander {id}"))
    }

    #[track_caller]
    fn unit(&self, id: &str) -> Unit {
        *self.p.unit(self.unit_id(id))
    }

    #[track_caller]
    fn hex(&self, id: &str) -> &str {
        let hex = self.unit(id).hex;
        if hex.is_none() { "" } else { self.game.map.number(hex) }
    }

    #[track_caller]
    fn leader(&self, id: &str) -> Leader {
        *self.p.leader(self.leader_id(id))
    }

    #[track_caller]
    fn leader_hex(&self, id: &str) -> &str {
        let hex = self.leader(id).hex;
        if hex.is_none() { "" } else { self.game.map.number(hex) }
    }

    fn smoke(&self) -> Vec<&str> {
        self.p.smoke.iter().map(|hex| self.game.map.number(*hex)).collect()
    }

    #[track_caller]
    fn left(&self) -> f32 {
        match self.p.now() {
            Some(Frame::Move(m)) => f32::from(m.left) / 2.0,
            _ => panic!("no unit is in hand: {}", self.waits()),
        }
    }

    #[track_caller]
    fn finish(&mut self) {
        let wing = self.p.activation().map(|a| a.wing);
        assert!(wing.is_some(), "no wing is activated: {}", self.waits());
        while self.p.activation().map(|a| a.wing) == wing {
            go_on(self);
        }
    }

    #[track_caller]
    fn finish_formation(&mut self) {
        assert!(self.p.march().is_some(), "no formation is in hand: {}", self.waits());
        while self.p.march().is_some() {
            go_on(self);
        }
    }

    #[track_caller]
    fn fall_back(&mut self) -> &mut Case {
        while let Some(way) = self.legal().iter().find(|a| a.starts_with("retreat")) {
            self.play(way);
        }
        self
    }
}

#[track_caller]
fn go_on(g: &mut Case) {
    let legal = g.legal();
    match legal.iter().find(|a| *a == "done").or(legal.last()) {
        Some(action) => g.play(&action.clone()),
        None => g.play("* 9"),
    };
}

/// The Franco-Spanish left wing moves; the Infante and De Gages are in 4627.
pub fn left_wing_moves(pieces: &str) -> Case {
    game(&format!("activate fs-lw movement; felipe 4627; de-gages 4627\n{pieces}"))
}
