//! The start: objectives (13.0), where pieces stand, dragoons on foot or mounted (2.2.2), facings.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Frame, Returned, Selection, Setup, Wait};
use crate::model::{Arm, Dragoons, LeaderId, SetupArea, UnitId, Victory};
use crate::position::*;
use crate::rule;
use arrayvec::ArrayVec;
use hexmap::Hex;
use kernel::{Log, No};

impl Battle {
    /// The pieces where the scenario places them, before anything is decided.
    pub(crate) fn pieces_placed(&self) -> Position {
        let units = self.army.units.iter().map(|_| Unit::new()).collect();
        let away = Leader { place: Place::Away, hex: Hex::NONE, staff: false, moved: false, stays: 0 };
        let state = State {
            turn: self.scenario.first_turn,
            used: WingSet::EMPTY,
            chosen: [NOBODY; 2],
            shown: [false; 2],
            objectives: 0,
            revealed: 0,
            trophies: [0; 2],
            held: NOBODY,
            units,
            leaders: self.army.leaders.iter().map(|_| away).collect(),
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
            *p.leader_mut(placed.piece) = Leader { place: Place::Map, hex: placed.hex, ..away };
        }
        p
    }

    pub(crate) fn first_position(&self) -> Position {
        let mut p = self.pieces_placed();
        let first = self.scenario.setup_first;
        p.push(Frame::Setup(Setup::new(first)));
        if matches!(self.scenario.victory, Victory::Objectives { .. }) {
            p.push(Frame::Objectives);
        }
        self.run(&mut p, &mut Log::off());
        p
    }

    // ---- objectives ----------------------------------------------------------------------

    pub(crate) fn run_objectives(&self, p: &mut Position, _log: &mut Log) {
        let Victory::Objectives { chosen, .. } = &self.scenario.victory else { return p.pop() };
        if p.objectives.count_ones() as u8 >= *chosen { p.pop() } else { p.decide(0) }
    }

    pub(crate) fn check_objective(&self, p: &Position, index: u8) -> Result<(), No> {
        let Victory::Objectives { hexes, .. } = &self.scenario.victory else {
            return Err(No(rule::R13_0a, "No objectives are chosen in this scenario."));
        };
        if index as usize >= hexes.len() {
            return Err(No(rule::R13_0a, "There is no such objective."));
        }
        if p.objectives >> index & 1 != 0 {
            return Err(No(rule::R13_0a, "This objective is chosen already."));
        }
        Ok(())
    }

    pub(crate) fn legal_objectives(&self, p: &Position, out: &mut Vec<Action>) {
        out.extend((0..8).filter(|i| self.check_objective(p, *i).is_ok()).map(Action::Objective));
    }

    pub(crate) fn apply_objective(&self, p: &mut Position, index: u8, log: &mut Log) {
        p.state.objectives |= 1 << index;
        log.say(|| {
            let Victory::Objectives { hexes, .. } = &self.scenario.victory else {
                unreachable!("only such scenarios have objectives")
            };
            let mut event = self
                .say("objective", rule::R13_0a)
                .seat(0)
                .text(" notes ")
                .hex(hexes[index as usize])
                .text(" as an objective.")
                .event();
            event.heard_by = kernel::SeatSet::only(kernel::Seat(0));
            event
        });
    }

    // ---- pieces --------------------------------------------------------------------------

    pub(crate) fn run_setup(&self, p: &mut Position, f: Setup) {
        let mut legal = Vec::new();
        self.legal_setup(p, f, &mut legal);
        if legal.len() > 1 || f.free {
            p.decide(f.side);
        } else {
            self.end_setup(p, f.side);
        }
    }

    fn end_setup(&self, p: &mut Position, side: u8) {
        if side == self.scenario.setup_first {
            p.set_top(Frame::Setup(Setup::new(enemy(side))));
        } else {
            p.set_top(Frame::Selection(Selection::new()));
        }
    }

    fn area_of_unit(&self, unit: UnitId) -> Option<&SetupArea> {
        self.scenario.setup.iter().find(|area| area.units.contains(&unit))
    }

    pub(crate) fn check_setup(&self, p: &Position, f: Setup, action: Action) -> Result<(), No> {
        let side = f.side;
        let known = |unit: UnitId| {
            let own = (unit as usize) < self.printed.len() && p.on_map(unit) && self.side_of(unit) == side;
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
                if f.units.has(unit) {
                    return Err(No(rule::R3_0a, "It has been placed."));
                }
                self.check_place(p, unit, hex)
            }
            Action::PlaceLeader(leader, hex) if f.free => {
                if f.leaders.has(leader) {
                    return Err(No(rule::R3_0a, "He has been placed."));
                }
                self.check_place_leader(p, side, leader, hex)
            }
            Action::Place(..) | Action::PlaceLeader(..) => {
                Err(No(rule::R3_0a, "Say first that you place the pieces."))
            }
            _ if f.free => Err(No(rule::R3_0a, "The pieces are placed first.")),
            Action::Face(unit, dir) => {
                known(unit)?;
                if !self.is_gun(unit) {
                    return Err(No(rule::R2_2_3b, "Only batteries have a facing."));
                }
                if dir > 5 || p.unit(unit).facing == dir {
                    return Err(No(rule::R2_2_3a, "The battery faces there already."));
                }
                Ok(())
            }
            Action::Convert(unit) => {
                known(unit)?;
                self.check_convert(p, unit)
            }
            _ => Err(No(rule::R3_0a, "The armies are set up first.")),
        }
    }

    fn check_place(&self, p: &Position, unit: UnitId, hex: Hex) -> Result<(), No> {
        let Some(area) = self.area_of_unit(unit) else {
            return Err(No(rule::R3_0a, "Its hex is fixed by the set-up."));
        };
        if !area.hexes.contains(&hex) || !self.playable(hex) {
            return Err(No(rule::R3_0a, "The hex is not in the area of this unit."));
        }
        if p.unit(unit).hex == hex {
            return Err(No(rule::R3_0a, "It stands there already."));
        }
        if self.step_in_prohibited(unit, hex) {
            return Err(No(rule::R3_0a, "It may not stand in such terrain."));
        }
        if !self.can_stack(p, UnitSet::one(unit), hex) {
            return Err(No(rule::R6_0a, "The hex is full."));
        }
        // Scenario 2: Linden stands south of all of Piccolomini's units.
        let index = self.scenario.setup.iter().position(|a| a.id == area.id).unwrap_or(0);
        let row = |hex: Hex| self.map.number(hex)[2..].parse::<u8>().unwrap_or(0);
        let bound = area.south_of.map(|of| &self.scenario.setup[of as usize]);
        let north_ok = bound.is_none_or(|of| of.units.iter().all(|u| row(p.unit(*u).hex) < row(hex)));
        let mut others = self.scenario.setup.iter().filter(|a| a.south_of == Some(index as u8));
        let south_ok = others.all(|a| a.units.iter().all(|u| row(p.unit(*u).hex) > row(hex)));
        if !north_ok || !south_ok {
            return Err(No(rule::RS2a, "Linden's units stand south of all of Piccolomini's."));
        }
        Ok(())
    }

    /// Whether a unit cannot stand there though others can: guns in woods.
    fn step_in_prohibited(&self, unit: UnitId, hex: Hex) -> bool {
        let class = crate::model::Class::from(self.arm(unit));
        self.terrain(hex).cost[class as usize].is_none()
    }

    fn check_place_leader(&self, p: &Position, side: u8, leader: LeaderId, hex: Hex) -> Result<(), No> {
        let def = &self.army.leaders[leader as usize];
        if def.side != side || p.leader(leader).place != Place::Map {
            return Err(No(rule::R3_0a, "He is not yours to place."));
        }
        let Some(area) = self.scenario.setup.iter().find(|area| area.leaders.contains(&leader)) else {
            return Err(No(rule::R3_0a, "His hex is fixed by the set-up."));
        };
        if !area.hexes.contains(&hex) || !self.playable(hex) || p.leader(leader).hex == hex {
            return Err(No(rule::R3_0a, "The hex is not in his area, or he is there already."));
        }
        let beside = |u: UnitId| p.on_map(u) && self.beside(p.unit(u).hex, hex);
        if !self.units_under(leader).any(beside) {
            return Err(No(rule::R4_4b, "A commander stands with or beside one of his units."));
        }
        if p.holds(self, enemy(side), hex) {
            return Err(No(rule::R3_0a, "The enemy is there."));
        }
        Ok(())
    }

    pub(crate) fn legal_setup(&self, p: &Position, f: Setup, out: &mut Vec<Action>) {
        let side = f.side;
        let areas = || self.scenario.setup.iter().filter(|area| area.side == side);
        if f.free {
            for area in areas() {
                for unit in area.units.iter().filter(|u| p.on_map(**u) && !f.units.has(**u)) {
                    let hexes = area.hexes.iter().filter(|hex| self.check_place(p, *unit, **hex).is_ok());
                    out.extend(hexes.map(|hex| Action::Place(*unit, *hex)));
                }
                for leader in area.leaders.iter().filter(|l| !f.leaders.has(**l)) {
                    let fits = |hex: &&Hex| self.check_place_leader(p, side, *leader, **hex).is_ok();
                    out.extend(area.hexes.iter().filter(fits).map(|hex| Action::PlaceLeader(*leader, *hex)));
                }
            }
            return out.push(Action::Done);
        }
        if areas().next().is_some() {
            out.push(Action::Rearrange);
        }
        for unit in (0..p.units.len() as u8).filter(|u| self.side_of(*u) == side && p.on_map(*u)) {
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

    pub(crate) fn apply_setup(&self, p: &mut Position, mut f: Setup, action: Action, log: &mut Log) {
        match action {
            Action::Rearrange => p.set_top(Frame::Setup(Setup { free: true, ..f })),
            Action::Place(unit, hex) => {
                f.units.insert(unit);
                p.set_top(Frame::Setup(f));
                self.put(p, unit, hex);
                log.say(|| {
                    self.say("place", rule::R3_0a).unit(unit).text(" stands in ").hex(hex).text(".").event()
                });
            }
            Action::PlaceLeader(leader, hex) => {
                f.leaders.insert(leader);
                p.set_top(Frame::Setup(f));
                p.leader_mut(leader).hex = hex;
                log.say(|| {
                    self.say("place", rule::R3_0a)
                        .leader(p, leader)
                        .text(" stands in ")
                        .hex(hex)
                        .text(".")
                        .event()
                });
            }
            Action::Face(unit, dir) => self.face(p, unit, dir, log),
            Action::Convert(unit) => self.convert(p, unit, log),
            _ if f.free => p.set_top(Frame::Setup(Setup::new(f.side))),
            _ => {
                log.say(|| self.say("setup", rule::R3_0a).seat(f.side).text(" has set up.").event());
                self.end_setup(p, f.side);
            }
        }
    }

    /// Turns a battery; it costs nothing and is no movement (5.1).
    pub(crate) fn face(&self, p: &mut Position, unit: UnitId, dir: u8, log: &mut Log) {
        p.unit_mut(unit).facing = dir;
        log.say(|| {
            let names = self.map.dir_names();
            let next = names[(dir as usize + 1) % 6];
            self.say("face", rule::R5_1b)
                .unit(unit)
                .words(format!(" faces between {} and {next}.", names[dir as usize]))
                .event()
        });
    }
}
