//! The flow: nested procedures as an explicit stack of frames. The top frame runs until it needs a
//! decision or a roll; what it hands back to the frame below stands in `Returned`.

pub use crate::activation::{Activation, Segment};
pub use crate::bombardment::{Bombard, BombardStage};
pub use crate::capture::Reappear;
pub use crate::effects::{Suffer, SufferStage};
pub use crate::escort::{Escort, EscortStage};
pub use crate::fire::{Fire, FireStage};
pub use crate::march::{March, MarchStage};
pub use crate::melee::{Combat, CombatKind, CombatStage};
pub use crate::movement::{Mode, Move, MoveStage};
pub use crate::refusal::Refuse;
pub use crate::reorganization::Reorganize;
pub use crate::retreat::{Retreat, RetreatStage};
pub use crate::selection::{Selection, SelectionStage};
pub use crate::setup::Setup;
pub use crate::training::{Train, TrainKind};
pub use crate::turn::EndTurn;
pub use crate::victory::Objectives;
pub use crate::volley::{Volley, VolleyKind, VolleyStage};

use crate::action::Action;
use crate::battle::Battle;
use crate::model::{LeaderId, UnitId};
use crate::position::{Position, UnitSet};
use crate::rule;
use crate::words::{Asked, Offer, Subject};
use kernel::pieces::Cast;
use kernel::{Citation, Log, Procedures, Seat};
use serde::{Deserialize, Serialize};

kernel::procedures! {
    /// A procedure that is going on. Each is told in the chapter of its rule.
    pub enum Frame of Battle {
        Objectives,
        Setup,
        Selection,
        Activation,
        March,
        Move,
        Train,
        Bombard,
        Fire,
        Volley,
        Suffer,
        Retreat,
        Escort,
        Reappear,
        Refuse,
        Combat,
        Reorganize,
        EndTurn,
    }
}

impl Cast for Battle {
    type Unit = UnitId;
    type Units = u128;
    type Leader = LeaderId;
    type Leaders = u64;
}

impl Procedures for Battle {
    type Asked = Asked;
    type Offer = Offer;
    type Subject = Subject;
    const RULE: Citation = rule::R3_1a;

    fn nothing_asked(&self) -> Asked {
        Asked::new("wait", rule::R3_0b, "")
    }

    fn common_offer(&self, p: &Position, _: Seat, action: Action) -> Offer {
        self.usual_offer(p, action)
    }
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Wait {
    /// Nothing: the flow is running.
    Run,
    /// The sides that decide, a bit each; both only where wings are chosen in secret.
    Decide(u8),
    Roll {
        what: RollKind,
        by: u8,
    },
    Over,
}

/// The die: its sides, its lowest face, which stays what it is, and the rule.
pub const DIE: (u8, u8, Citation) = (10, 0, rule::R2_6);

kernel::rolls! {
    /// What the die is rolled for.
    pub enum RollKind {
        Initiative: "initiative", rule::R3_0d;
        /// A Wing Commander without a chief (PR41).
        NoChief: "command without a Commander in Chief", rule::R4_2a;
        Training: "training", rule::R5_11;
        Fire: "fire", rule::R9_1_1a;
        Bombardment: "bombardment", rule::R8_1d;
        Ricochet: "ricochet", rule::R8_5_2a;
        Failure: "cannon failure", rule::R8_4b;
        Ranks: "changing of ranks", rule::R8_5_3a;
        Melee: "melee", rule::R9_2_4;
        Commander: "fate of the commander", rule::R4_7a;
    }
}

/// What a finished procedure tells the one below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Returned {
    /// A Training Die Roll was passed.
    pub passed: bool,
    /// Units that the volley just fired moved or stopped: they retreated or routed.
    pub driven: UnitSet,
    /// Units that it Disordered without driving them off, and those that lost a step.
    pub shaken: UnitSet,
    pub bled: UnitSet,
}

impl Position {
    /// The activation that is going on, if one is.
    pub fn activation(&self) -> Option<Activation> {
        self.within()
    }
    pub fn march(&self) -> Option<March> {
        self.within()
    }
    pub fn decide(&mut self, side: u8) {
        self.state.wait = Wait::Decide(1 << side);
    }
    pub fn roll(&mut self, what: RollKind, by: u8) {
        self.state.wait = Wait::Roll { what, by };
    }
}

impl Battle {
    /// Goes on until a decision, a roll or the end.
    pub(crate) fn proceed(&self, p: &mut Position, log: &mut Log) {
        while p.state.wait == Wait::Run {
            self.run_top(p, log);
        }
    }
}
