//! Hex maps as they were printed: hexes by number, terrain, levels, hexsides, roads, places; and
//! the geometry that rules ask for: neighbours, distance, lines, arcs, sight, reach.
//!
//! Coordinates are axial ([`hexx`]), by position on the printed sheet. Outside this crate a hex is
//! a [`Hex`], a dense index into flat arrays, so that every lookup is an array access.

mod arcs;
mod changes;
mod geometry;
mod grid;
mod ground;
mod load;
mod map;
mod named;
mod piles;
mod reach;
mod sight;
mod stacks;
mod ways;

pub use arcs::{Cone, in_cone, is_front};
pub use changes::{Changes, Hexside};
pub use geometry::{MAX_LINE, Orientation, opposite};
pub use grid::{Compass, Grid, Neighbours, NumberOrder, Parity, Reference, SheetSide};
pub use ground::Ground;
pub use load::Vocabulary;
pub use map::{Area, Between, Locality, Map, Road, SideFeature};
pub use named::Named;
pub use piles::Piles;
pub use reach::{ReachBuf, reach, reach_towards, seek, traced_range, with_buffer};
pub use sight::Sight;
pub use stacks::Stacks;
pub use ways::{Way, Ways, least_costs, lists};

use serde::{Deserialize, Serialize};

/// A hex of a map: its index in the order of `hexes.csv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hex(pub u16);

/// No hex.
impl Default for Hex {
    fn default() -> Hex {
        Hex::NONE
    }
}

impl Hex {
    /// No hex: beyond the edge, or a hex of the grid that the map does not have.
    pub const NONE: Hex = Hex(u16::MAX);

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn is_none(self) -> bool {
        self.0 == u16::MAX
    }
}

/// A hex that may be none.
pub type MaybeHex = Hex;

/// One of the six directions of the sheet, clockwise. Flat-top: 0 N (the top of the sheet), 1 NE,
/// 2 SE, 3 S, 4 SW, 5 NW. Pointy-top: 0 NE, 1 E, 2 SE, 3 SW, 4 W, 5 NW.
pub type Dir = u8;
