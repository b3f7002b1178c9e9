//! Actions, one small step each. How they are written is in `notation`.

use crate::model::{Arm, FormationId, LeaderId, UnitId};
use crate::position::{MarkerKind, UnitSet};
use hexmap::{Dir, Hex};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    // set-up (15)
    Place {
        unit: UnitId,
        hex: Hex,
    },
    PlaceLeader {
        leader: LeaderId,
        hex: Hex,
    },
    /// In March or limbered, or ready (set-up).
    Order {
        march: bool,
    },
    // activation (6, 7)
    Pass,
    Attempt(FormationId),
    Mark {
        kind: MarkerKind,
        hex: Hex,
        dir: Dir,
    },
    Rotate {
        hex: Hex,
        dir: Dir,
    },
    /// A marker moved by a hex after a reaction (C 11.5.3, 11.5.5).
    Shift {
        from: Hex,
        kind: MarkerKind,
        hex: Hex,
        dir: Dir,
    },
    Select(UnitSet),
    SelectLeader(LeaderId),
    Withdraw(UnitSet),
    Done,
    // a force that acts (8 to 11)
    March(bool),
    Limber(bool),
    Square(bool),
    Turn(Dir),
    Step {
        dir: Dir,
        cross: bool,
    },
    Enter {
        hex: Hex,
        cross: bool,
    },
    Fire {
        hex: Hex,
        guns: bool,
    },
    Assault,
    Charge,
    CallOff,
    EndCharge,
    /// Through a square that was not beaten, out of the side (10.2.3).
    Through {
        out: Dir,
    },
    Stop,
    // reactions (12)
    React {
        hex: Hex,
        arm: Arm,
        what: Reaction,
    },
    NoReaction,
    Extra {
        unit: UnitId,
        what: Extra,
    },
    // losses, retreats, checks
    Lose(UnitId),
    Lead(UnitId),
    Retreat {
        unit: Option<UnitId>,
        dir: Dir,
    },
    Halt(UnitId),
    GoOn,
    Follow(LeaderId),
    Stay(LeaderId),
    Relocate(Hex),
    RecoverLevels(UnitId),
    RecoverExhaustion(UnitId),
    // a corps that may come (16.1.3)
    AskCorps(bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reaction {
    Face(Dir),
    Fire,
    Counterattack,
    Countercharge,
    Square,
    Withdraw,
    /// Leaves March or Square, limbers or unlimbers, where that is a reaction like the others (C 11.5.6).
    Reform,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extra {
    LeaveMarch,
    LeaveSquare,
    Limber,
    Unlimber,
}

impl Action {
    /// The direction that it turns units to.
    pub(crate) fn facing(self) -> Option<Dir> {
        match self {
            Action::Turn(dir) | Action::React { what: Reaction::Face(dir), .. } => Some(dir),
            _ => None,
        }
    }
}
