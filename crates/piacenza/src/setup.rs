//! The start: where pieces stand, dragoons on foot or mounted (2.2.2), facings.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Objectives, Returned, Selection, Wait};
use crate::model::{Arm, Dragoons, LeaderId, SetupArea, UnitId, Victory, WingId};
use crate::position::*;
use crate::rule;
use crate::words::{Asked, Offer};
use arrayvec::ArrayVec;
use hexmap::Hex;
use kernel::{Log, No, Procedure, Roster, Seat, Viewer};

kernel::frames! {
    of Battle;

    /// A side sets up.
    pub struct Setup {
        pub side: Side,
        /// Pieces are being placed freely; these have been.
        pub free: bool,
        pub units: UnitSet,
        pub leaders: LeaderSet,
    }
}

impl Setup {
    pub fn new(side: u8) -> Setup {
        Setup { side, free: false, units: UnitSet::EMPTY, leaders: LeaderSet::EMPTY }
    }
}

impl Procedure<Setup> for Battle {
    fn ask(&self, _: &Position, f: &Setup, _: Viewer) -> Asked {
        if f.free {
            return Asked::new("place", rule::R3_0a, "Place your pieces in their areas, each once.");
        }
        let free = self.scenario.setup.iter().any(|area| area.side == f.side);
        let words = if free {
            "Set up: place freely, mount or dismount, turn guns; then say that the army stands."
        } else {
            "Set up: mount or dismount, turn guns; then say that the army stands."
        };
        Asked::new("setup", self.scenario_forces(), words)
    }

    fn options(&self, p: &Position, &f: &Setup, _: Seat, out: &mut Vec<Action>) {
        let side = f.side;
        let areas = || self.scenario.setup.iter().filter(|area| area.side == side);
        if f.free {
            for area in areas() {
                for unit in area.units.iter().filter(|u| p.on_map(**u) && !f.units.has(**u)) {
                    let Some(room) = self.room_of_unit(p, *unit) else { continue };
                    let fits = |hex: &&Hex| self.check_place_in(p, &room, *unit, **hex).is_ok();
                    let hexes = area.hexes.iter().filter(fits);
                    out.extend(hexes.map(|hex| Action::Place(*unit, *hex)));
                }
                for leader in area.leaders.iter().filter(|l| !f.leaders.has(**l)) {
                    let Ok(room) = self.room_of_leader(p, side, *leader) else { continue };
                    let near =
                        self.near(self.units_under(*leader).filter(|u| p.on_map(*u)).map(|u| p.unit(u).hex));
                    let fits = |hex: &&Hex| {
                        let beside = || near[hex.index()];
                        self.check_leader_in(p, &room, *leader, **hex, beside).is_ok()
                    };
                    out.extend(area.hexes.iter().filter(fits).map(|hex| Action::PlaceLeader(*leader, *hex)));
                }
            }
            return out.push(Action::Done);
        }
        if areas().next().is_some() {
            out.push(Action::Rearrange);
        }
        for unit in p.units.ids().filter(|u| self.side_of(*u) == side && p.on_map(*u)) {
            if self.arm(unit) == Arm::Artillery {
                let faces = (0..6).filter(|dir| *dir != p.unit(unit).facing);
                out.extend(faces.map(|dir| Action::Face(unit, dir)));
            }
            if self.dragoons(unit) != Dragoons::None && self.check_convert(p, unit).is_ok() {
                out.push(Action::Convert(unit));
            }
        }
        out.push(Action::Done);
    }

    fn check(&self, p: &Position, &f: &Setup, _: Seat, action: Action) -> Result<(), No> {
        let side = f.side;
        let known = |unit: UnitId| {
            let own = self.printed.get(unit).is_some() && p.on_map(unit) && self.side_of(unit) == side;
            if own { Ok(()) } else { Err(No(rule::R3_0a, "It is not yours.")) }
        };
        match action {
            Action::Done => Ok(()),
            Action::Rearrange if self.scenario.setup.iter().any(|area| area.side == side) && !f.free => {
                Ok(())
            }
            Action::Rearrange => Err(No(rule::R3_0a, "The hexes are fixed by the set-up.")),
            Action::Place(unit, hex) if f.free => {
                known(unit)?;
                No::when(f.units.has(unit), rule::R3_0a, "It has been placed.")?;
                self.check_place(p, unit, hex)
            }
            Action::PlaceLeader(leader, hex) if f.free => {
                No::when(f.leaders.has(leader), rule::R3_0a, "He has been placed.")?;
                self.check_place_leader(p, side, leader, hex)
            }
            Action::Place(..) | Action::PlaceLeader(..) => {
                Err(No(rule::R3_0a, "First choose to place the pieces yourself."))
            }
            _ if f.free => Err(No(rule::R3_0a, "First the pieces must be placed.")),
            Action::Face(unit, dir) => {
                known(unit)?;
                No::when(!self.is_gun(unit), rule::R2_2_3b, "Only batteries have a facing.")?;
                let words = "The battery already faces that way.";
                No::when(dir > 5 || p.unit(unit).facing == dir, rule::R2_2_3a, words)
            }
            Action::Convert(unit) => {
                known(unit)?;
                self.check_convert(p, unit)
            }
            _ => Err(No(rule::R3_0a, "First the armies must be set up.")),
        }
    }

    fn offer(&self, p: &Position, f: &Setup, _: Seat, action: Action) -> Offer {
        match action {
            Action::Place(unit, hex) => {
                let words = format!("Place {} in {}.", self.unit_name(unit), self.hex_name(hex));
                Offer::new(rule::R3_0a, words).at(hex).by([unit])
            }
            Action::PlaceLeader(leader, hex) => {
                let words = format!("Place {} in {}.", self.commander_name(leader), self.hex_name(hex));
                Offer::new(rule::R3_0a, words).at(hex).led_by(leader)
            }
            Action::Rearrange => Offer::new(rule::R3_0a, "Place the pieces yourself."),
            Action::Convert(unit) => self.offer_conversion(p, unit, rule::R2_2_2g),
            Action::Done if f.free => Offer::new(rule::R3_0a, "The pieces stand where they should."),
            Action::Done => Offer::new(rule::R3_0a, "The army stands as it is."),
            _ => self.usual_offer(p, action),
        }
    }

    fn play(&self, p: &mut Position, mut f: Setup, _: Seat, action: Action, log: &mut Log) {
        match action {
            Action::Rearrange => p.set_top(Setup { free: true, ..f }),
            Action::Place(unit, hex) => {
                f.units.insert(unit);
                p.set_top(f);
                self.put(p, unit, hex);
                log.say(|| self.say(p, "place", rule::R3_0a, "{} stands in {}.").unit(unit).hex(hex));
            }
            Action::PlaceLeader(leader, hex) => {
                f.leaders.insert(leader);
                p.set_top(f);
                p.leader_mut(leader).hex = hex;
                log.say(|| self.say(p, "place", rule::R3_0a, "{} stands in {}.").leader(leader).hex(hex));
            }
            Action::Face(unit, dir) => self.face(p, unit, dir, log),
            Action::Convert(unit) => self.convert(p, unit, log),
            _ if f.free => p.set_top(Setup::new(f.side)),
            _ => {
                log.say(|| self.say(p, "setup", rule::R3_0a, "{} has set up.").seat(f.side));
                self.end_setup(p, f.side);
            }
        }
    }

    fn run(&self, p: &mut Position, f: Setup, _: &mut Log) {
        // pieces are placed until he says that it is enough
        if f.free {
            return p.decide(f.side);
        }
        let mut options = Vec::new();
        self.options(p, &f, Seat(f.side), &mut options);
        if options.len() > 1 { p.decide(f.side) } else { self.end_setup(p, f.side) }
    }
}

/// Where a piece may be placed.
struct Room<'a> {
    area: &'a SetupArea,
    /// By hex: in the area, and can be entered.
    hexes: &'a [bool],
    /// Its row is at least the first and below the second.
    rows: (u8, u8),
}

impl Room<'_> {
    fn has(&self, hex: Hex) -> bool {
        self.hexes.get(hex.index()).copied().unwrap_or(false)
    }
}

impl Battle {
    /// The pieces where the scenario places them, before anything is decided.
    pub(crate) fn pieces_placed(&self) -> Position {
        let units = self.army.units.iter().map(|_| Unit::default()).collect();
        let state = State {
            turn: self.scenario.first_turn,
            used: WingSet::EMPTY,
            chosen: [WingId::NOBODY; 2],
            shown: [false; 2],
            objectives: 0,
            revealed: 0,
            trophies: [0; 2],
            held: NOBODY,
            units,
            leaders: self.army.leaders.iter().map(|_| Leader::default()).collect(),
            smoke: ArrayVec::new(),
            line: ArrayVec::new(),
            shots: ArrayVec::new(),
            hits: ArrayVec::new(),
            ending: None,
            stack: ArrayVec::new(),
            wait: Wait::Run,
            returned: Returned::default(),
        };
        let mut p = Position { state, cache: Cache::default() };
        for placed in &self.scenario.units {
            self.put(&mut p, placed.piece, placed.hex);
            p.unit_mut(placed.piece).facing = placed.facing;
        }
        for placed in &self.scenario.leaders {
            *p.leader_mut(placed.piece) = Leader { place: Place::Map, hex: placed.hex, ..Leader::default() };
        }
        p
    }

    pub(crate) fn first_position(&self) -> Position {
        let mut p = self.pieces_placed();
        let first = self.scenario.setup_first;
        p.push(Setup::new(first));
        if matches!(self.scenario.victory, Victory::Objectives { .. }) {
            p.push(Objectives {});
        }
        self.proceed(&mut p, &mut Log::off());
        p
    }

    fn end_setup(&self, p: &mut Position, side: u8) {
        if side == self.scenario.setup_first {
            p.set_top(Setup::new(enemy(side)));
        } else {
            p.set_top(Selection::new());
        }
    }

    /// Where a piece may be placed: the area of the first line that names it.
    fn area_of(&self, named: impl Fn(&SetupArea) -> bool) -> Option<Room<'_>> {
        let index = self.scenario.setup.iter().position(named)?;
        Some(Room { area: &self.scenario.setup[index], hexes: &self.setup_hexes[index], rows: (0, u8::MAX) })
    }

    fn room_of_unit(&self, p: &Position, unit: UnitId) -> Option<Room<'_>> {
        let mut room = self.area_of(|area| area.units.contains(&unit))?;
        // Scenario 2: Linden stands south of all of Piccolomini's units.
        let setup = &self.scenario.setup;
        let row = |u: &UnitId| self.rows[p.unit(*u).hex.index()];
        if let Some(of) = room.area.south_of {
            room.rows.0 = setup[of as usize].units.iter().map(row).max().map_or(0, |row| row + 1);
        }
        let bound = |a: &&SetupArea| a.south_of.is_some_and(|of| setup[of as usize].id == room.area.id);
        room.rows.1 = setup.iter().filter(bound).flat_map(|a| &a.units).map(row).min().unwrap_or(u8::MAX);
        Some(room)
    }

    fn check_place(&self, p: &Position, unit: UnitId, hex: Hex) -> Result<(), No> {
        let Some(room) = self.room_of_unit(p, unit) else {
            return Err(No(rule::R3_0a, "Its hex is fixed by the set-up."));
        };
        self.check_place_in(p, &room, unit, hex)
    }

    fn check_place_in(&self, p: &Position, room: &Room, unit: UnitId, hex: Hex) -> Result<(), No> {
        No::when(!room.has(hex), rule::R3_0a, "The hex is not in the area of this unit.")?;
        No::when(p.unit(unit).hex == hex, rule::R3_0a, "It stands there already.")?;
        No::when(self.step_in_prohibited(unit, hex), rule::R3_0a, "It may not stand in such terrain.")?;
        let words = "The hex is full.";
        No::when(p.occupied(hex) && !self.can_stack(p, UnitSet::one(unit), hex), rule::R6_0a, words)?;
        let row = self.rows[hex.index()];
        let words = "Linden's units stand south of all of Piccolomini's.";
        No::when(row < room.rows.0 || row >= room.rows.1, rule::RS2a, words)
    }

    /// Whether a unit cannot stand there though others can: guns in woods.
    fn step_in_prohibited(&self, unit: UnitId, hex: Hex) -> bool {
        let class = crate::model::Class::from(self.arm(unit));
        self.terrain(hex).cost[class as usize].is_none()
    }

    fn check_place_leader(&self, p: &Position, side: u8, leader: LeaderId, hex: Hex) -> Result<(), No> {
        let room = self.room_of_leader(p, side, leader)?;
        let beside = |u: UnitId| p.on_map(u) && self.beside(p.unit(u).hex, hex);
        self.check_leader_in(p, &room, leader, hex, || self.units_under(leader).any(beside))
    }

    fn room_of_leader(&self, p: &Position, side: u8, leader: LeaderId) -> Result<Room<'_>, No> {
        if self.army.leaders[leader].side != side || p.leader(leader).place != Place::Map {
            return Err(No(rule::R3_0a, "He is not yours to place."));
        }
        let room = self.area_of(|area| area.leaders.contains(&leader));
        room.ok_or(No(rule::R3_0a, "His hex is fixed by the set-up."))
    }

    fn check_leader_in(
        &self,
        p: &Position,
        room: &Room,
        leader: LeaderId,
        hex: Hex,
        with_his_units: impl Fn() -> bool,
    ) -> Result<(), No> {
        let words = "The hex is not in his area, or he is there already.";
        No::when(!room.has(hex) || p.leader(leader).hex == hex, rule::R3_0a, words)?;
        No::when(!with_his_units(), rule::R4_4b, "A commander stands with or beside one of his units.")?;
        No::when(p.holds(self, enemy(room.area.side), hex), rule::R3_0a, "The enemy is there.")
    }
}
