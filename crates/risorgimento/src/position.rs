//! The position: the whole truth of a battle as one flat value, and the small set of functions that
//! change it. Beside the truth stand two caches, who is in a hex and whose zone of reaction covers it,
//! kept up to date by those functions.

use crate::battle::Battle;
use crate::flow::{Frame, Returned, Wait};
use crate::model::{Arm, FormationId, LeaderId, UnitId, UnitKind};
use arrayvec::ArrayVec;
use hexmap::{Dir, Hex, Stacks};
use kernel::{ById, Set};
use serde::{Deserialize, Serialize};

// What a position has room for. Files that ask for more are refused when they are read.
pub const MAX_UNITS: usize = 192;
pub const MAX_LEADERS: usize = 48;
/// Each has a commander of its own.
pub const MAX_FORMATIONS: usize = MAX_LEADERS;
pub const MAX_MARKERS: usize = 8;
pub const MAX_RIDDEN: usize = 48;
pub const MAX_HEXES: usize = 2048;
pub const MAX_FRAMES: usize = 20;
/// Hexes whose control matters, a bit each in `State::control`.
pub const MAX_WATCHED: usize = u64::BITS as usize;

pub type UnitSet = Set<UnitId, kernel::Wide<3>>;
/// Units that need not be on the map.
pub type AnyUnits = UnitSet;
/// A unit that may be nobody.
pub type MaybeUnit = UnitId;
/// One of the two sides.
pub type Side = u8;
pub type LeaderSet = Set<LeaderId, u64>;
const _: () = assert!(MAX_UNITS <= UnitSet::WIDTH && MAX_LEADERS <= LeaderSet::WIDTH);

/// Where a piece is when it is not in a hex, and whether it is in one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// To be placed by its owner before the first turn.
    Setup,
    /// Not due yet, or never coming.
    #[default]
    Later,
    /// In the entry column, off the map (15.1).
    Column,
    Map,
    /// Guns alone whose hex was entered: they live or die with the fight over them (11.4.1).
    Overrun,
    /// Routed, shot to pieces or surrendered.
    Lost,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ammo {
    #[default]
    Full,
    Low,
    Out,
}

/// What a unit has done since its activation, or the phase, began (13.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Did {
    #[default]
    Nothing,
    Moved,
    /// Fired, assaulted, charged, or was beaten back (R87).
    Attacked,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    pub place: Place,
    pub hex: Hex,
    pub facing: Dir,
    pub lost: u8,
    /// 0 Good Order, 1 Shaken, 2 Disordered, 3 Disorganized.
    pub status: u8,
    /// In March Movement; for artillery: limbered (8.4).
    pub march: bool,
    pub square: bool,
    pub exhausted: bool,
    /// The turn in which it was exhausted; 0 if it was so from the start.
    #[serde(default)]
    pub exhausted_on: u8,
    pub ammo: Ammo,
    pub out_of_command: bool,
    /// Has made its action of this turn (7.2).
    pub acted: bool,
    pub did: Did,
    /// Movement points paid, in quarters, for recovery.
    pub spent: u8,
    /// Has moved in this turn, in whatever way and in whosever activation (10.3.1, R19).
    #[serde(default)]
    pub stirred: bool,
    /// Began its activation in an enemy zone of reaction (3.2).
    pub began_in_zone: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    pub place: Place,
    pub hex: Hex,
    /// Face up for the rest of the game (8.7).
    pub shown: bool,
    /// Has moved in this turn.
    pub moved: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormationState {
    pub activated: bool,
    pub failed: u8,
    pub mood: i8,
    /// Units that entered in this turn's column before the next one (15.1).
    pub entered: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MarkerKind {
    Assault,
    Charge,
}

/// An Assault or Charge marker (7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marker {
    pub kind: MarkerKind,
    pub hex: Hex,
    /// The hexside it points through.
    pub dir: Dir,
    pub served: bool,
}

/// The corps that may come (16.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Corps {
    Undecided,
    NotAsked,
    Asked,
    /// Its first brigade may enter on this turn.
    Arrives(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    Decisive,
    Tactical,
    Held,
    /// Most of the objectives are in the hands of this side (C 23).
    Majority(u8),
    Draw,
}

/// The whole truth.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub turn: u8,
    /// The side that won the initiative.
    pub initiative: u8,
    /// The side whose turn it is to try a formation.
    pub to_act: u8,
    pub passes: u8,
    pub activations: [u8; 2],
    pub units: ById<UnitId, ArrayVec<Unit, MAX_UNITS>>,
    pub leaders: ById<LeaderId, ArrayVec<Leader, MAX_LEADERS>>,
    pub formations: ById<FormationId, ArrayVec<FormationState, MAX_FORMATIONS>>,
    pub markers: ArrayVec<Marker, MAX_MARKERS>,
    /// The hexes of the charge that is going on: it enters none of them again (10.1.2, R83b).
    #[serde(default)]
    pub ridden: ArrayVec<Hex, MAX_RIDDEN>,
    /// Bit i: side 1 controls the i-th hex of `Battle::watched` (1.3).
    pub control: u64,
    pub corps: Corps,
    pub ending: Option<Ending>,
    pub stack: ArrayVec<Frame, MAX_FRAMES>,
    pub wait: Wait,
    pub returned: Returned,
}

/// What can be worked out from the truth, kept beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    pub here: Stacks<UnitId, MAX_HEXES, MAX_UNITS>,
    /// Stacking points in each hex.
    pub stack: [u8; MAX_HEXES],
    /// How many units of each side cover the hex with their zone of reaction.
    pub zone: [[u8; MAX_HEXES]; 2],
}

impl Default for Cache {
    fn default() -> Cache {
        Cache { here: Stacks::default(), stack: [0; MAX_HEXES], zone: [[0; MAX_HEXES]; 2] }
    }
}

kernel::position! {
    /// The truth, and what is kept beside it.
    pub struct Position { State, Cache, Frame }
}

pub use gamebox::enemy;

gamebox::on_map! {
    Position of Battle: UnitId is Unit in UnitSet at Map | Overrun, LeaderId is Leader;
}

impl Battle {
    // ---- reading -------------------------------------------------------------------------

    pub fn is_light(&self, unit: UnitId) -> bool {
        self.kind(unit) == UnitKind::LightInfantry
    }
    pub fn stacking_of(&self, units: UnitSet) -> u8 {
        units.iter().map(|u| self.printed[u].stacking).sum()
    }
    /// Current Strength Points (2.1.1).
    pub fn sp(&self, p: &Position, unit: UnitId) -> u8 {
        self.printed[unit].sp - p.units[unit].lost
    }
    pub fn sp_of(&self, p: &Position, units: UnitSet) -> u32 {
        units.iter().map(|u| self.sp(p, u) as u32).sum()
    }
    /// Current Cohesion Value (13): the printed value changed by the status.
    pub fn ccv(&self, p: &Position, unit: UnitId) -> i8 {
        self.printed[unit].cv + self.charts.status_cv[p.units[unit].status as usize]
    }
    /// The movement allowance of a force is that of its slowest unit (8a), in quarters.
    pub fn ma_of(&self, units: UnitSet) -> u8 {
        units.iter().map(|u| self.printed[u].ma * 4).min().unwrap_or(0)
    }
    pub fn leader_of(&self, formation: FormationId) -> LeaderId {
        self.army.formations[formation].leader
    }

    // ---- changing ------------------------------------------------------------------------

    fn zone_of(&self, p: &mut Position, unit: UnitId, add: bool) {
        let u = p.state.units[unit];
        if u.place != Place::Map || u.march {
            return;
        }
        let def = self.printed[unit];
        let mut mask = self.zone_mask[def.arm as usize][u.hex.index()];
        let zone = &mut p.cache.zone[def.side as usize];
        let near = self.map.neighbours(u.hex);
        while mask != 0 {
            let dir = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            let count = &mut zone[near[dir].index()];
            if add {
                *count += 1;
            } else {
                *count -= 1;
            }
        }
    }

    fn unlink(&self, p: &mut Position, unit: UnitId) {
        let hex = p.state.units[unit].hex;
        p.cache.stack[hex.index()] -= self.printed[unit].stacking;
        p.cache.here.take(unit, hex);
    }

    fn link(&self, p: &mut Position, unit: UnitId) {
        let hex = p.state.units[unit].hex;
        p.cache.stack[hex.index()] += self.printed[unit].stacking;
        p.cache.here.put(unit, hex);
    }

    /// Puts a unit in a hex of the map, from wherever it was.
    pub fn put(&self, p: &mut Position, unit: UnitId, hex: Hex) {
        if p.units[unit].place == Place::Map {
            self.zone_of(p, unit, false);
            self.unlink(p, unit);
        }
        let u = &mut p.state.units[unit];
        u.place = Place::Map;
        u.hex = hex;
        self.link(p, unit);
        self.zone_of(p, unit, true);
    }

    /// Takes a unit off the map for good.
    pub fn take_off(&self, p: &mut Position, unit: UnitId) {
        if p.units[unit].place == Place::Map {
            self.zone_of(p, unit, false);
            self.unlink(p, unit);
        }
        let u = &mut p.state.units[unit];
        u.place = Place::Lost;
        u.hex = Hex::NONE;
        u.square = false;
        u.march = false;
        u.exhausted = false;
        u.exhausted_on = 0;
        u.ammo = Ammo::Full;
        u.out_of_command = false;
        u.began_in_zone = false;
        p.forget(UnitSet::one(unit));
    }

    /// A charge or countercharge has spent these units (10.3).
    pub fn tire(&self, p: &mut Position, units: UnitSet) {
        for unit in units {
            p.state.units[unit].exhausted_on = p.state.turn;
            p.state.units[unit].exhausted = true;
        }
    }

    /// Takes a unit off its hex for the moment, which it remembers (11.4.1).
    pub fn set_aside(&self, p: &mut Position, unit: UnitId) {
        self.zone_of(p, unit, false);
        self.unlink(p, unit);
        p.state.units[unit].place = Place::Overrun;
    }

    pub fn set_march(&self, p: &mut Position, unit: UnitId, march: bool) {
        if p.units[unit].march == march {
            return;
        }
        self.zone_of(p, unit, false);
        p.state.units[unit].march = march;
        self.zone_of(p, unit, true);
    }

    /// Works the caches out from nothing.
    pub fn rebuild(&self, p: &mut Position) {
        p.cache = Cache::default();
        for unit in p.state.units.ids() {
            if p.state.units[unit].place == Place::Map {
                self.link(p, unit);
                self.zone_of(p, unit, true);
            }
        }
    }
}

impl Position {
    /// Whether the hex is in a zone of reaction of the side.
    #[inline]
    pub fn zone(&self, side: u8, hex: Hex) -> bool {
        self.cache.zone[side as usize][hex.index()] != 0
    }
    /// These units have moved in this turn.
    pub fn stir(&mut self, units: UnitSet) {
        for unit in units {
            self.unit_mut(unit).stirred = true;
        }
    }
    pub fn marker_at(&self, hex: Hex) -> Option<usize> {
        self.state.markers.iter().position(|m| m.hex == hex)
    }
    /// A charge has come into a hex.
    pub fn ride(&mut self, hex: Hex) {
        if !self.state.ridden.contains(&hex) {
            // a longer way than any allowance pays for has no room, and no need of it
            let _ = self.state.ridden.try_push(hex);
        }
    }
    /// Turns every unit of a hex (ruling R80).
    pub fn face_hex(&mut self, hex: Hex, facing: Dir) {
        for unit in self.in_hex(hex) {
            self.unit_mut(unit).facing = facing;
        }
    }
}
