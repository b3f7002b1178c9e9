//! The flow: nested procedures as an explicit stack of frames. The top frame runs until it needs a
//! decision or a roll; what it hands back to the frame below stands in `Returned`. Each procedure stands in the
//! chapter of its rule; `Frame` is the list of them all.

use crate::battle::Battle;
use crate::model::{LeaderId, UnitId};
use crate::position::{Position, UnitSet};
use crate::rule;
use kernel::Log;
use kernel::pieces::{Forget, NamesLeader, PartOf, Rename};
use serde::{Deserialize, Serialize};

pub use crate::activation::{Activation, ActivationStage, Alternation, Attempt, LooseCannon};
pub use crate::assault::{Combat, CombatKind, CombatStage};
pub use crate::cohesion::{Check, CheckKind, Halt, Losses};
pub use crate::commander::{Follow, Relocate, Ride};
pub use crate::fire::{Fire, FireStage};
pub use crate::marker::{After, Shift};
pub use crate::movement::{Act, ActStage, Bond, Mode};
pub use crate::reaction::{Extras, React, ReactStage, Trigger};
pub use crate::recovery::Recover;
pub use crate::retreat::{Retreat, RetreatKind, RetreatStage};
pub use crate::setup::{Setup, SetupStage};
pub use crate::turn::{EndTurn, Initiative, Late, LatePhase, LateStage};

kernel::procedures! {
    /// What is going on, each with its own state.
    pub enum Frame of Battle {
        Setup,
        Initiative,
        Alternation,
        Attempt,
        LooseCannon,
        Activation,
        Act,
        Ride,
        React,
        Extras,
        Check,
        Losses,
        Fire,
        Combat,
        Retreat,
        Halt,
        Follow,
        Relocate,
        Recover,
        Late,
        EndTurn,
        Shift,
    }
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Wait {
    /// Nothing: the flow is running.
    Run,
    Decide(u8),
    Roll {
        dice: u8,
        what: RollKind,
        by: u8,
    },
    Over,
}

kernel::rolls! {
    /// What dice are rolled for.
    pub enum RollKind {
        Initiative: "initiative", rule::R4_A;
        Activation: "activation", rule::R6_1_1;
        LooseCannon: "loose cannon", rule::R6_2;
        Ammunition: "ammunition", rule::R9_4_3a;
        Fire: "fire", rule::R9_3;
        Assault: "assault", rule::R11_2_5;
        Check: "cohesion check", rule::R13_1a;
        /// Told with the name of the corps (`Battle::roll_words`).
        Corps: "a corps that may come", rule::R16_1_1;
    }
}

/// What a finished procedure tells the one below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Returned {
    /// Units that failed a cohesion check.
    pub failed: UnitSet,
    /// Status levels that the named unit, and all but the artillery, lost (ruling R85).
    pub lead_levels: u8,
    pub sum_levels: u8,
    pub combat: Fought,
    /// The defender of that combat stood in Square.
    pub square: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fought {
    #[default]
    Nothing,
    Attacker,
    Defender,
    Draw,
}

impl Frame {
    /// The part that a unit has in it: the same for two units that it treats alike.
    pub fn part_of(&self, unit: UnitId) -> u32 {
        let mut part = PartOf::new(unit);
        let mut frame = *self;
        frame.names(&mut part);
        part.part
    }

    /// Whether it is about a commander.
    pub fn names_leader(&self, leader: LeaderId) -> bool {
        let mut named = NamesLeader::new(leader);
        let mut frame = *self;
        frame.names(&mut named);
        named.named
    }
}

impl Position {
    /// Units that left take no further part in what is going on: their action, their retreat.
    pub fn forget(&mut self, units: UnitSet) {
        for frame in &mut self.state.stack {
            frame.names(&mut Forget(units));
        }
    }

    /// Puts other units and commanders into the places of those that the game is busy with.
    pub fn rename(&mut self, unit: &impl Fn(UnitId) -> UnitId, leader: &impl Fn(LeaderId) -> LeaderId) {
        for frame in &mut self.state.stack {
            frame.names(&mut Rename(unit, leader));
        }
        self.state.returned.failed = self.state.returned.failed.iter().map(unit).collect();
    }

    /// The activation that is going on, if one is.
    pub fn activation(&self) -> Option<Activation> {
        self.within()
    }
    /// Units that fall back or fight elsewhere no longer act with their force.
    pub fn leave_action(&mut self, units: UnitSet) {
        for frame in &mut self.state.stack {
            match frame {
                Frame::Act(f) => f.units = f.units.without(units),
                Frame::React(f) => f.cause = f.cause.without(units),
                _ => {}
            }
        }
    }
    pub fn decide(&mut self, side: u8) {
        self.state.wait = Wait::Decide(side);
    }
    pub fn roll(&mut self, dice: u8, what: RollKind, by: u8) {
        self.state.wait = Wait::Roll { dice, what, by };
    }
}

impl Battle {
    /// Runs until a decision, a roll or the end.
    pub(crate) fn run_on(&self, p: &mut Position, log: &mut Log) {
        while p.state.wait == Wait::Run {
            self.run_top(p, log);
        }
    }
}
