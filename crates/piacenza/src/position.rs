//! The position: the whole truth of a battle as one flat value, and the small set of functions that
//! change it. Beside the truth stand caches, who is in a hex, whose zone of control and whose
//! Engagement Zone cover it, kept up to date by those functions.

use crate::battle::Battle;
use crate::flow::{Frame, Returned, Wait};
use crate::model::{Arm, Dragoons, Effect, FormationId, LeaderId, UnitId, UnitKind, WingId};
use arrayvec::ArrayVec;
use hexmap::{Dir, Hex, Stacks};
use kernel::pieces::Forget;
use kernel::{ById, Set};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

// What a position has room for. Files that ask for more are refused when they are read.
pub const MAX_UNITS: usize = 128;
pub const MAX_LEADERS: usize = 48;
pub const MAX_FORMATIONS: usize = 32;
pub const MAX_WINGS: usize = 16;
pub const MAX_HEXES: usize = 2400;
pub const MAX_FRAMES: usize = 16;
pub const MAX_SMOKE: usize = 96;
pub const MAX_SHOTS: usize = 40;
/// Units of a formation: all of them can stand in its Line.
pub const MAX_LINE_UNITS: usize = 12;
/// Places of which some are objectives, a bit each in `State::objectives`.
pub const MAX_OBJECTIVES: usize = u8::BITS as usize;

/// No side, and no die yet.
pub const NOBODY: u8 = u8::MAX;

pub type UnitSet = Set<UnitId, u128>;
/// Units that need not be on the map.
pub type AnyUnits = UnitSet;
/// A unit that may be nobody.
pub type MaybeUnit = UnitId;
/// One of the two sides.
pub type Side = u8;
pub type LeaderSet = Set<LeaderId, u64>;
pub type FormationSet = Set<FormationId, u32>;
pub type WingSet = Set<WingId, u16>;
const _: () = assert!(MAX_UNITS <= UnitSet::WIDTH && MAX_LEADERS <= LeaderSet::WIDTH);
const _: () = assert!(MAX_FORMATIONS <= FormationSet::WIDTH && MAX_WINGS <= WingSet::WIDTH);

/// A place for a unit that is empty when the unit is gone. In JSON, and to a hash, it is the unit alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Slot(pub UnitId);

impl Hash for Slot {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
    fn hash_slice<H: Hasher>(slots: &[Slot], state: &mut H) {
        let units: ArrayVec<UnitId, MAX_UNITS> = slots.iter().map(|slot| slot.0).collect();
        UnitId::hash_slice(&units, state);
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// Not in this scenario, not in play yet, or the form that dragoons do not have now.
    #[default]
    Away,
    Map,
    /// Eliminated, surrendered, captured.
    Lost,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    #[default]
    Good,
    Disordered,
    Routed,
}

/// A Melee or Charge marker on the unit that means to attack, pointing at the hex attacked (9.2.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Attack {
    #[default]
    None,
    Melee(Dir),
    Charge(Dir),
}

impl Attack {
    pub fn dir(self) -> Option<Dir> {
        match self {
            Attack::None => None,
            Attack::Melee(dir) | Attack::Charge(dir) => Some(dir),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    pub place: Place,
    pub hex: Hex,
    /// On its back: a step is lost.
    pub reduced: bool,
    pub order: Order,
    /// Feu de Billebaude (9.1.2).
    pub billebaude: bool,
    /// Has changed ranks in this turn (8.5.3).
    pub changed: bool,
    /// A battery on its FIRED side; other units: has fired of its own will in this turn (9.2.3).
    pub fired: bool,
    /// A battery that will not fire again (8.4).
    pub failed: bool,
    /// A battery faces the vertex between this direction and the next (2.2.3).
    pub facing: Dir,
    pub attack: Attack,
    /// Has finished its movement of this activation.
    pub moved: bool,
    /// Where it stood when the Movement segment that is going on began (10.3); nowhere outside of one.
    pub began: Hex,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    pub place: Place,
    pub hex: Hex,
    /// On its Staff side (4.6).
    pub staff: bool,
    /// Has moved in this turn or activation.
    pub moved: bool,
    /// Turns that a Commander in Chief must still stay (4.0), the present one included.
    pub stays: u8,
}

/// One shot of a volley. An attacker aims at a hex, who answers at a unit that fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    pub firer: UnitId,
    pub from: Hex,
    pub target: Hex,
    /// The unit aimed at by an answer.
    pub at: UnitId,
    /// Fired by the side whose activation it is.
    pub offensive: bool,
    /// Takes part in the volley that is fired now.
    pub live: bool,
    pub effect: Effect,
    /// The unit of the hex that suffers it.
    pub victim: UnitId,
}

/// What one unit suffers of a volley (9.1, PR27).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hit {
    pub unit: UnitId,
    pub steps: u8,
    /// 0 nothing, 1 D, 2 D1, 3 D2, 4 D3, 5 Rout.
    pub worst: u8,
    /// Where the worst of it came from.
    pub from: Hex,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Places held, or held last, or too few of them.
    Places(u8),
    /// The conditional draw was decided by points (13.1).
    Points(u8),
    /// 13.2.
    Automatic,
    Draw,
}

/// The whole truth.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub turn: u8,
    /// Wings that have had their activation in this turn.
    pub used: WingSet,
    /// The wing that each side has committed; WingId::NOBODY for none.
    pub chosen: [WingId; 2],
    /// Whether it lies open.
    pub shown: [bool; 2],
    /// The objectives of side 0, a bit each (13.0), and those that it had to reveal.
    pub objectives: u8,
    pub revealed: u8,
    /// Points for captured commanders and flags, by the side that took them.
    pub trophies: [u8; 2],
    /// The side that was last in the place that counts (scenario 3).
    pub held: u8,
    pub units: ById<UnitId, ArrayVec<Unit, MAX_UNITS>>,
    pub leaders: ById<LeaderId, ArrayVec<Leader, MAX_LEADERS>>,
    /// Hexes with a Smoke marker, in order.
    pub smoke: ArrayVec<Hex, MAX_SMOKE>,
    /// The Line that the formation on the move has declared (5.6): unit and final hex; the ends first.
    pub line: ArrayVec<(UnitId, Hex), MAX_LINE_UNITS>,
    pub shots: ArrayVec<Shot, MAX_SHOTS>,
    pub hits: ArrayVec<Hit, MAX_SHOTS>,
    pub ending: Option<Ending>,
    pub stack: ArrayVec<Frame, MAX_FRAMES>,
    pub wait: Wait,
    pub returned: Returned,
}

/// What can be worked out from the truth, kept beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cache {
    pub here: Stacks<UnitId, MAX_HEXES, MAX_UNITS>,
    pub zones: Zones,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zones {
    /// How many units of each side cover the hex with their zone of control: infantry in the low four
    /// bits, cavalry in the high four.
    pub control: [[u8; MAX_HEXES]; 2],
    /// How many infantry units of each side cover the hex with their Engagement Zone.
    pub engagement: [[u8; MAX_HEXES]; 2],
}

impl Default for Zones {
    fn default() -> Zones {
        Zones { control: [[0; MAX_HEXES]; 2], engagement: [[0; MAX_HEXES]; 2] }
    }
}

kernel::position! {
    /// The truth, and what is kept beside it.
    pub struct Position { State, Cache, Frame }
}

pub use gamebox::enemy;

gamebox::on_map! {
    Position of Battle: UnitId is Unit in UnitSet at Map, LeaderId is Leader;
}

impl Battle {
    // ---- reading -------------------------------------------------------------------------

    pub fn is_infantry(&self, unit: UnitId) -> bool {
        self.arm(unit) == Arm::Infantry
    }
    pub fn is_cavalry(&self, unit: UnitId) -> bool {
        self.arm(unit) == Arm::Cavalry
    }
    pub fn is_light_infantry(&self, unit: UnitId) -> bool {
        self.kind(unit) == UnitKind::LightInfantry
    }
    pub fn is_grenadier(&self, unit: UnitId) -> bool {
        self.kind(unit) == UnitKind::Grenadier
    }
    pub fn is_mounted_dragoon(&self, unit: UnitId) -> bool {
        self.kind(unit) == UnitKind::Dragoon
    }
    pub fn dragoons(&self, unit: UnitId) -> Dragoons {
        self.army.units[unit].dragoons
    }
    pub fn wing_of(&self, unit: UnitId) -> WingId {
        self.printed[unit].wing
    }
    /// Strength of the side of the counter that is up.
    pub fn sp(&self, p: &Position, unit: UnitId) -> u8 {
        self.printed[unit].sp[p.unit(unit).reduced as usize]
    }
    /// Steps that it can still lose.
    pub fn steps_left(&self, p: &Position, unit: UnitId) -> u8 {
        self.printed[unit].steps - p.unit(unit).reduced as u8
    }
    /// Units of a side in a hex.
    pub fn own_in(&self, p: &Position, side: u8, hex: Hex) -> UnitSet {
        if p.holds(self, side, hex) { p.in_hex(hex) } else { UnitSet::EMPTY }
    }
    /// Whether the unit exerts a zone of control (7.0, 11.2).
    pub fn exerts_zoc(&self, u: &Unit, unit: UnitId) -> bool {
        u.place == Place::Map && u.order != Order::Routed && !self.is_gun(unit)
    }
    /// Whether the unit exerts an Engagement Zone (5.2).
    pub fn exerts_ez(&self, u: &Unit, unit: UnitId) -> bool {
        u.place == Place::Map && u.order == Order::Good && self.is_infantry(unit)
    }

    // ---- changing ------------------------------------------------------------------------

    fn zones_of(&self, p: &mut Position, unit: UnitId, add: bool) {
        let u = p.state.units[unit];
        let side = self.side_of(unit) as usize;
        if self.exerts_zoc(&u, unit) {
            let weight = if self.is_infantry(unit) { 1 } else { 16 };
            let mut mask = self.zoc_mask[u.hex.index()];
            let near = self.map.neighbours(u.hex);
            let zone = &mut p.cache.zones.control[side];
            while mask != 0 {
                let count = &mut zone[near[mask.trailing_zeros() as usize].index()];
                mask &= mask - 1;
                *count = if add { *count + weight } else { *count - weight };
            }
        }
        if self.exerts_ez(&u, unit) {
            let zone = &mut p.cache.zones.engagement[side];
            for hex in self.engaged_from(u.hex) {
                let count = &mut zone[hex.index()];
                *count = if add { *count + 1 } else { *count - 1 };
            }
        }
    }

    /// Changes a unit and what follows from it.
    pub fn change(&self, p: &mut Position, unit: UnitId, change: impl FnOnce(&mut Unit)) {
        let before = p.state.units[unit];
        let mut after = before;
        change(&mut after);
        let zoned = before.place != after.place || before.hex != after.hex || before.order != after.order;
        if !zoned {
            p.state.units[unit] = after;
            return;
        }
        self.zones_of(p, unit, false);
        if before.place == Place::Map {
            p.cache.here.take(unit, before.hex);
        }
        p.state.units[unit] = after;
        if after.place == Place::Map {
            p.cache.here.put(unit, after.hex);
        }
        self.zones_of(p, unit, true);
    }

    /// Puts a unit in a hex of the map, from wherever it was.
    pub fn put(&self, p: &mut Position, unit: UnitId, hex: Hex) {
        self.change(p, unit, |u| {
            u.place = Place::Map;
            u.hex = hex;
        });
    }

    /// Takes a unit off the map: lost, or put away because dragoons changed their form.
    pub fn take_off(&self, p: &mut Position, unit: UnitId, place: Place) {
        self.change(p, unit, |u| *u = Unit { place, reduced: u.reduced, ..Unit::default() });
        p.forget(unit);
    }

    /// Works the caches out from nothing.
    pub fn rebuild(&self, p: &mut Position) {
        p.cache = Cache::default();
        for unit in p.state.units.ids() {
            let u = p.state.units[unit];
            if u.place == Place::Map {
                p.cache.here.put(unit, u.hex);
                self.zones_of(p, unit, true);
            }
        }
    }
}

impl Position {
    /// Whether the hex is in a zone of control of the side.
    #[inline]
    pub fn zoc(&self, side: u8, hex: Hex) -> bool {
        self.cache.zones.control[side as usize][hex.index()] != 0
    }
    /// Whether it is in one of its infantry.
    #[inline]
    pub fn infantry_zoc(&self, side: u8, hex: Hex) -> bool {
        self.cache.zones.control[side as usize][hex.index()] & 15 != 0
    }
    #[inline]
    pub fn cavalry_zoc(&self, side: u8, hex: Hex) -> bool {
        self.cache.zones.control[side as usize][hex.index()] & 240 != 0
    }
    /// Whether the hex is in the Engagement Zone of the side.
    #[inline]
    pub fn engaged(&self, side: u8, hex: Hex) -> bool {
        self.cache.zones.engagement[side as usize][hex.index()] != 0
    }
    /// Puts a Smoke marker into a hex; one is enough (PR5).
    pub fn add_smoke(&mut self, hex: Hex) -> bool {
        match self.state.smoke.binary_search(&hex) {
            Ok(_) => false,
            Err(at) => {
                self.state.smoke.insert(at, hex);
                true
            }
        }
    }
    /// A unit that left takes no further part in what is going on.
    fn forget(&mut self, unit: UnitId) {
        let lined = self.state.line.iter().any(|(u, _)| *u == unit);
        for frame in &mut self.state.stack {
            frame.names(&mut Forget(UnitSet::one(unit)));
            if let Frame::March(f) = frame {
                f.broken |= lined;
            }
        }
        self.state.line.retain(|(u, _)| *u != unit);
    }
}
