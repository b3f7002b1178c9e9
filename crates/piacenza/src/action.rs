//! Actions: one small step each. How they are written: `notation.rs`.

use crate::model::{FormationId, LeaderId, UnitId, WingId};
use hexmap::{Dir, Hex};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Choose an objective, by its number in the scenario (13.0).
    Objective(u8),
    /// Set-up: another hex for a unit or a commander.
    Place(UnitId, Hex),
    PlaceLeader(LeaderId, Hex),
    /// Set-up: place the pieces freely.
    Rearrange,
    /// Dragoons mount or dismount (10.5).
    Convert(UnitId),
    /// Turn a battery to the vertex between a direction and the next (2.2.3).
    Face(UnitId, Dir),
    /// Commit a wing (3.0).
    Wing(WingId),
    /// Who rolled higher goes first, or lets the other go and shows his marker or not.
    GoFirst,
    GoSecond {
        show: bool,
    },
    /// Roll to remove Feu de Billebaude, or to reorganize.
    Rally(UnitId),
    /// Take a formation in hand, for movement or for combat.
    Formation(FormationId),
    /// Begin to draw a Line; then a place for each of its units (5.6).
    Draw,
    Assign(UnitId, Hex),
    /// Give up the Line that is being drawn.
    Drop,
    /// Take a unit, and one stacked with it, in hand to move.
    Take(UnitId, UnitId),
    Step(Dir),
    /// A unit in hand declares a Melee or a Charge (9.2.1, 10.3).
    Melee(UnitId, Dir),
    Charge(UnitId, Dir),
    /// A commander moves (4.0).
    Ride(LeaderId, Hex),
    Bombard(UnitId, Hex),
    /// Fire at a hex; answer a unit that fired; fire a second volley (9.1).
    Shoot(UnitId, Hex),
    Answer(UnitId, UnitId),
    Again(UnitId),
    /// The next Melee or Charge to be resolved: that of this unit.
    Resolve(UnitId),
    /// The unit of a stack that suffers, defends, is struck by a ricochet.
    Choose(UnitId),
    Retreat(Dir),
    /// A commander goes with the unit that retreats, or to another unit (4.7, 4.6).
    Follow(LeaderId),
    Relocate(LeaderId, Hex),
    Done,
}
