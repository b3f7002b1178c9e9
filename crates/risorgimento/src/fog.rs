//! Chapter 8.7: fog of war. Who can see what, what lies open of a counter that is face down, and how an event names a
//! unit to each seat.

use crate::battle::Battle;
use crate::flow::Frame;
use crate::model::{LeaderId, UnitId};
use crate::position::{Ammo, Did, LeaderSet, MAX_FRAMES, Place, Position, Unit, UnitSet, enemy};
use crate::rule;
use arrayvec::ArrayVec;
use hexmap::{Dir, Hex};
use kernel::{Event, Log, Reason, Reasons, Roster, Seat, SeatSet, Text, Viewer};

pub const STATUS: [&str; 4] = ["good order", "shaken", "disordered", "disorganized"];

/// What the map shows of a unit to both sides: where it is, and the marks that lie on its counter (8.7b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Marks {
    pub place: Place,
    pub hex: Hex,
    pub facing: Dir,
    pub status: u8,
    pub march: bool,
    pub square: bool,
    pub exhausted: bool,
    pub ammo: Ammo,
    pub out_of_command: bool,
    pub acted: bool,
}

/// What nothing shows any more and both sides have watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deeds {
    did: Did,
    spent: u8,
    stirred: bool,
    exhausted_on: u8,
    began_in_zone: bool,
}

impl Unit {
    /// What lies open of it. Its losses do not: they lie under the counter.
    pub fn open(&self) -> (Marks, Deeds) {
        let Unit {
            place,
            hex,
            facing,
            lost: _,
            status,
            march,
            square,
            exhausted,
            exhausted_on,
            ammo,
            out_of_command,
            acted,
            did,
            spent,
            stirred,
            began_in_zone,
        } = *self;
        (
            Marks { place, hex, facing, status, march, square, exhausted, ammo, out_of_command, acted },
            Deeds { did, spent, stirred, exhausted_on, began_in_zone },
        )
    }

    pub(crate) fn marks(&self) -> Marks {
        self.open().0
    }
}

impl Marks {
    /// How many bits `packed` has.
    pub(crate) const BITS: u32 = 12;

    /// Everything but the place and the hex as one number, in the order in which it counts.
    pub(crate) fn packed(self) -> u64 {
        let Marks { place: _, hex: _, facing, status, march, square, exhausted, ammo, out_of_command, acted } =
            self;
        let flags = |list: &[bool]| list.iter().fold(0, |all, flag| all << 1 | u64::from(*flag));
        let mut bits = u64::from(status);
        bits = bits << 3 | flags(&[march, square, exhausted]);
        bits = bits << 2 | ammo as u64;
        bits = bits << 2 | flags(&[out_of_command, acted]);
        bits << 3 | u64::from(facing)
    }
}

/// All that a watcher knows of a unit besides its back: two with the same back that are equal in it can be exchanged, and
/// nobody sees it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Known {
    open: (Marks, Deeds),
    /// It has just failed a check.
    failed: bool,
    /// Its part in each procedure that is going on.
    parts: ArrayVec<u32, MAX_FRAMES>,
}

impl Position {
    pub fn known_of(&self, unit: UnitId) -> Known {
        Known {
            open: self.unit(unit).open(),
            failed: self.returned.failed.has(unit),
            parts: self.stack.iter().map(|frame| frame.part_of(unit)).collect(),
        }
    }

    /// The same of a face-down commander.
    pub fn known_of_leader(&self, leader: LeaderId) -> (Hex, bool, bool) {
        let busy = self.stack.iter().any(|frame| frame.names_leader(leader));
        (self.leaders[leader].hex, self.leaders[leader].moved, busy)
    }
}

impl Battle {
    /// The units of the enemy that lie face down to a side, wherever they are in play.
    pub fn hidden_from(&self, p: &Position, side: u8) -> UnitSet {
        let hidden = |unit: &UnitId| match p.unit(*unit).place {
            Place::Map => !self.face_up(p, *unit),
            Place::Column | Place::Setup => true,
            Place::Later | Place::Overrun | Place::Lost => false,
        };
        p.units.ids().filter(|unit| self.side_of(*unit) != side).filter(hidden).collect()
    }

    /// The commanders of the enemy that lie face down on the map to a side.
    pub fn leaders_hidden_from(&self, p: &Position, side: u8) -> LeaderSet {
        let hidden = |l: &LeaderId| p.leaders[*l].place == Place::Map && !p.leaders[*l].shown;
        p.leaders.ids().filter(|l| self.army.leaders[*l].side != side).filter(hidden).collect()
    }

    /// A unit next to an enemy combat unit is face up, any other is face down (8.7a). Lost units lie open.
    pub fn face_up(&self, p: &Position, unit: UnitId) -> bool {
        if !self.options.fog {
            return true;
        }
        match p.unit(unit).place {
            // guns that are overrun have the enemy among them
            Place::Lost | Place::Overrun => true,
            Place::Map => {
                let (foe, hex) = (enemy(self.side_of(unit)), p.unit(unit).hex);
                let near = self.map.neighbours(hex);
                near.iter().any(|h| !h.is_none() && p.holds(self, foe, *h)) || self.overrun_near(p, foe, hex)
            }
            _ => false,
        }
    }

    /// Whether guns of the side that are overrun, and so in no stack, lie in the hex or beside it.
    fn overrun_near(&self, p: &Position, side: u8, hex: Hex) -> bool {
        let overrun = |u: UnitId| self.side_of(u) == side && p.unit(u).place == Place::Overrun;
        p.stack.iter().any(|frame| match frame {
            Frame::Combat(f) => self.map.distance(hex, f.target) <= 1 && f.guns.iter().any(overrun),
            _ => false,
        })
    }

    /// Seats that know which unit it is.
    pub fn seen_by(&self, p: &Position, unit: UnitId) -> SeatSet {
        if self.face_up(p, unit) { SeatSet::ALL } else { self.seen_face_down(unit) }
    }

    /// Its owner may look at it whenever he likes.
    pub(crate) fn seen_face_down(&self, unit: UnitId) -> SeatSet {
        SeatSet::only(Seat(self.side_of(unit)))
    }

    pub fn knows(&self, p: &Position, viewer: Viewer, unit: UnitId) -> bool {
        viewer.may_see(self.seen_by(p, unit))
    }

    pub fn leader_seen_by(&self, p: &Position, leader: LeaderId) -> SeatSet {
        let def = &self.army.leaders[leader];
        if !self.options.fog || p.leaders[leader].shown {
            SeatSet::ALL
        } else {
            SeatSet::only(Seat(def.side))
        }
    }

    /// What lies on the back of a counter: type, stacking value, formation (2.1c).
    pub fn back(&self, unit: UnitId) -> &Text {
        &self.army.units[unit].back
    }

    /// What a viewer may look at where counters lie face down to him: their backs, and the markers on
    /// top of them (8.7b, 8.7.1).
    pub(crate) fn face_down_facts(&self, p: &Position, viewer: Viewer, hex: Hex) -> Vec<Reason> {
        let hidden = p.in_hex(hex).iter().filter(|u| !self.knows(p, viewer, *u)).collect();
        let mut list = Vec::new();
        for unit in self.in_open_order(p, hidden) {
            let back = self.back(unit);
            let marks = self.badges(p, unit, false);
            if !marks.is_empty() {
                list.add(rule::R8_7b, format!("Markers on {back}: {}.", marks.join(", ")));
            }
            list.add(rule::R8_7_1, format!("Only the back is visible: {back}."));
        }
        list
    }

    pub(crate) fn at(&self, event: Event, hex: Hex) -> Event {
        if hex.is_none() { event.text("the column") } else { event.hex(self.map.number(hex)) }
    }

    /// An Overall Commander is shown for good once an enemy unit is next to him (ruling R84).
    pub(crate) fn show_overall_commanders(&self, p: &mut Position) {
        for (i, def) in self.army.leaders.pairs() {
            let leader = p.state.leaders[i];
            if def.formation.is_none() && !leader.shown && leader.place == Place::Map {
                let foe = enemy(def.side);
                let near =
                    self.map.neighbours(leader.hex).iter().any(|h| !h.is_none() && p.holds(self, foe, *h));
                p.state.leaders[i].shown = near;
            }
        }
    }

    /// Which pieces both seats can see: units, then commanders.
    pub(crate) fn face_up_sets(&self, p: &Position) -> (UnitSet, LeaderSet) {
        let units = p.units.ids().filter(|u| self.face_up(p, *u)).collect();
        let leaders = p.leaders.pairs().filter(|(_, l)| l.shown).map(|(id, _)| id).collect();
        (units, leaders)
    }

    /// Says what has come into view since `before`; taking back stops there.
    pub(crate) fn say_reveals(&self, p: &Position, before: (UnitSet, LeaderSet), log: &mut Log) {
        if !self.options.fog || !log.is_on() {
            return;
        }
        let now = self.face_up_sets(p);
        let units: UnitSet =
            now.0.without(before.0).iter().filter(|u| p.unit(*u).place == Place::Map).collect();
        if !units.is_empty() {
            log.say(|| {
                self.say(p, "reveal", rule::R8_7a, "{} [comes|come] into view.").units(units).reveals()
            });
        }
        for leader in now.1.without(before.1) {
            log.say(|| self.say(p, "reveal", rule::R8_7c, "{} is turned face up.").leader(leader).reveals());
        }
    }
}
