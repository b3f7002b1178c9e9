//! Chapter 15: the start of a scenario and the free set-up within the stated distances.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Returned, Wait};
use crate::model::{LeaderId, SetupArea, UnitId};
use crate::position::{
    Cache, Corps, FormationState, Leader, MaybeUnit, Place, Position, State, Unit, UnitSet, enemy,
};
use crate::rule;
use crate::words::{Asked, Offer};
use arrayvec::ArrayVec;
use hexmap::Hex;
use kernel::{ById, Log, No, Procedure, Procedures, Roster, Seat, Viewer};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// Free set-up (15).
    pub struct Setup {
        /// The unit just placed, whose state and facing are asked for.
        pub unit: MaybeUnit,
        pub stage: SetupStage,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SetupStage {
    Place,
    Order,
    Face,
}

impl Battle {
    /// Everything off the map, nothing decided yet.
    pub(crate) fn empty_position(&self) -> Position {
        let mut units: ById<UnitId, ArrayVec<Unit, { crate::position::MAX_UNITS }>> =
            self.army.units.iter().map(|_| Unit::default()).collect();
        let mut leaders: ById<LeaderId, ArrayVec<Leader, { crate::position::MAX_LEADERS }>> =
            self.army.leaders.iter().map(|_| Leader::default()).collect();
        for area in &self.scenario.setup {
            for unit in &area.units {
                let start = self.scenario.start_of(*unit);
                let state =
                    Unit { place: Place::Setup, lost: start.lost, status: start.status, ..Unit::default() };
                units[*unit] = state;
            }
            for leader in &area.leaders {
                leaders[*leader].place = Place::Setup;
            }
        }
        let control = if self.scenario.first_holder == 1 { u64::MAX } else { 0 };
        let state = State {
            turn: 1,
            initiative: 0,
            to_act: 0,
            passes: 0,
            activations: [0; 2],
            units,
            leaders,
            formations: self.army.formations.iter().map(|_| FormationState::default()).collect(),
            markers: ArrayVec::new(),
            ridden: ArrayVec::new(),
            control,
            corps: if self.scenario.corps.is_some() { Corps::Undecided } else { Corps::NotAsked },
            ending: None,
            stack: ArrayVec::new(),
            wait: Wait::Run,
            returned: Returned::default(),
        };
        Position { state, cache: Cache::default() }
    }

    pub(crate) fn first_position(&self) -> Position {
        let mut p = self.empty_position();
        p.push(Setup { unit: UnitId::NOBODY, stage: SetupStage::Place });
        self.run_on(&mut p, &mut Log::off());
        p
    }

    /// Whether every piece of the viewer still waits to be placed.
    pub(crate) fn nothing_placed(&self, p: &Position, viewer: Viewer) -> bool {
        let own = |area: &&SetupArea| match viewer {
            Viewer::Seat(seat) => area.side == seat.0,
            _ => true,
        };
        self.scenario.setup.iter().filter(own).all(|area| {
            area.units.iter().all(|unit| p.unit(*unit).place == Place::Setup)
                && area.leaders.iter().all(|leader| p.leaders[*leader].place == Place::Setup)
        })
    }

    /// The side that sets up: one after the other, where the scenario has an order (C 23).
    pub(crate) fn setup_side(&self, p: &Position, frame: &Setup) -> u8 {
        if frame.stage != SetupStage::Place {
            return self.side_of(frame.unit);
        }
        let order = &self.scenario.setup_order;
        let next = order.iter().find(|side| self.waits_to_be_placed(p, **side)).or(order.last());
        next.copied().unwrap_or_else(|| self.scenario.setup.first().map_or(0, |a| a.side))
    }

    /// Whether a side is the last to set up.
    pub(crate) fn sets_up_last(&self, side: u8) -> bool {
        self.scenario.setup_order.last().is_none_or(|last| *last == side)
    }

    /// Whether a piece of the side is still to be placed.
    fn waits_to_be_placed(&self, p: &Position, side: u8) -> bool {
        p.units.pairs().any(|(unit, u)| u.place == Place::Setup && self.side_of(unit) == side)
            || p.leaders.pairs().any(|(id, l)| l.place == Place::Setup && self.army.leaders[id].side == side)
    }

    fn area_of_unit(&self, unit: UnitId) -> Option<&SetupArea> {
        self.scenario.setup.iter().find(|a| a.units.contains(&unit))
    }
    fn area_of_leader(&self, leader: LeaderId) -> Option<&SetupArea> {
        self.scenario.setup.iter().find(|a| a.leaders.contains(&leader))
    }
}

impl Procedure<Setup> for Battle {
    fn ask(&self, p: &Position, frame: &Setup, viewer: Viewer) -> Asked {
        let (&Setup { unit, stage }, side) = (frame, self.setup_side(p, frame));
        let they = "sets up its army.";
        match stage {
            SetupStage::Place => {
                let units =
                    p.units.pairs().filter(|(id, u)| u.place == Place::Setup && self.side_of(*id) == side);
                let leaders = p
                    .leaders
                    .pairs()
                    .filter(|(id, l)| l.place == Place::Setup && self.army.leaders[*id].side == side);
                let (units, leaders) = (units.count(), leaders.count());
                let you = match units + leaders {
                    0 => "All pieces are placed: say done to begin.".to_string(),
                    left => format!("Place your pieces ({left} left)."),
                };
                Asked::heard("setup", self.setup_rule(), you, they)
            }
            SetupStage::Order | SetupStage::Face => {
                let hex = p.unit(unit).hex;
                let name = self.name_to(p, viewer, unit);
                let you = match (stage, self.is_gun(unit)) {
                    (SetupStage::Face, _) => {
                        format!("Which way does {name} in {} face?", self.hex_words(hex))
                    }
                    (_, true) => format!("Is {name} limbered or ready to fire?"),
                    (_, false) => format!("Is {name} in March Movement or deployed?"),
                };
                let kind = if stage == SetupStage::Face { "facing" } else { "order" };
                Asked::heard(kind, rule::R15, you, they).at([hex]).of(UnitSet::one(unit))
            }
        }
    }

    fn options(&self, p: &Position, frame: &Setup, _: Seat, out: &mut Vec<Action>) {
        match frame.stage {
            SetupStage::Place => {
                let side = self.setup_side(p, frame);
                for area in self.scenario.setup.iter().filter(|area| area.side == side) {
                    for unit in area.units.iter().copied().filter(|u| p.unit(*u).place == Place::Setup) {
                        let places =
                            area.hexes.iter().filter(|hex| self.check_placing(p, area, unit, **hex).is_ok());
                        out.extend(places.map(|hex| Action::Place { unit, hex: *hex }));
                    }
                    for leader in area.leaders.iter().copied() {
                        if p.leaders[leader].place == Place::Setup {
                            out.extend(
                                area.hexes.iter().map(|hex| Action::PlaceLeader { leader, hex: *hex }),
                            );
                        }
                    }
                }
                if out.is_empty() {
                    out.push(Action::Done);
                }
            }
            SetupStage::Order => out.extend([Action::Order { march: false }, Action::Order { march: true }]),
            SetupStage::Face => out.extend((0..6).map(Action::Turn)),
        }
    }

    fn check(&self, p: &Position, frame: &Setup, _: Seat, action: Action) -> Result<(), No> {
        match (frame.stage, action) {
            (SetupStage::Place, Action::Place { unit, hex }) => self.check_place(p, unit, hex),
            (SetupStage::Place, Action::PlaceLeader { leader, hex }) => {
                self.check_place_leader(p, leader, hex)
            }
            (SetupStage::Place, Action::Done) => {
                let waiting = [0, 1].into_iter().any(|side| self.waits_to_be_placed(p, side));
                if waiting { Err(No(rule::R15, "Some pieces are still to be placed.")) } else { Ok(()) }
            }
            (SetupStage::Order, Action::Order { .. }) => Ok(()),
            (SetupStage::Face, Action::Turn(_)) => Ok(()),
            _ => Err(No(rule::R15, "That cannot be done at this point of the set-up.")),
        }
    }

    fn offer(&self, p: &Position, f: &Setup, seat: Seat, action: Action) -> Offer {
        let placed = |name: &str, hex: Hex| {
            let text = format!("Place {name} in {}", self.hex_words(hex));
            Offer::new(rule::R15, text).at(hex).under(name)
        };
        match action {
            Action::Place { unit, hex } => placed(self.unit_name(unit), hex).by(UnitSet::one(unit)),
            Action::PlaceLeader { leader, hex } => placed(self.commander_name(leader), hex).led_by(leader),
            Action::Order { march } => {
                let (rule, text) = match (self.is_gun(f.unit), march) {
                    (true, true) => (rule::R8_4a, "Limbered"),
                    (true, false) => (rule::R8_4a, "Unlimbered, ready to fire"),
                    (false, true) => (rule::R8_3b, "In March Movement"),
                    (false, false) => (rule::R8_3b, "Deployed"),
                };
                Offer::new(rule, text).at(p.unit(f.unit).hex).by(UnitSet::one(f.unit))
            }
            Action::Turn(dir) => self.offer_turn(rule::R3_1, UnitSet::one(f.unit), p.unit(f.unit).hex, dir),
            Action::Done => Offer::new(rule::R15, "The set-up is finished"),
            _ => self.common_offer(p, seat, action),
        }
    }

    fn play(&self, p: &mut Position, frame: Setup, _: Seat, action: Action, log: &mut Log) {
        match action {
            Action::Place { unit, hex } => {
                let others = p.in_hex(hex);
                if let Some(friend) = others.first() {
                    p.unit_mut(unit).facing = p.unit(friend).facing;
                }
                self.put(p, unit, hex);
                log.say(|| self.say(p, "place", rule::R15, "{} is placed in {}.").unit(unit).hex(hex));
                p.set_top(Setup { unit, stage: SetupStage::Order });
                if self.scenario.start_of(unit).march {
                    self.order_placed(p, unit, true, log);
                }
            }
            Action::PlaceLeader { leader, hex } => {
                let l = &mut p.state.leaders[leader];
                l.place = Place::Map;
                l.hex = hex;
                log.say(|| self.say(p, "place", rule::R15, "{} is placed in {}.").leader(leader).hex(hex));
            }
            Action::Order { march } => self.order_placed(p, frame.unit, march, log),
            Action::Turn(dir) => {
                p.face_hex(p.unit(frame.unit).hex, dir);
                p.set_top(Setup { unit: UnitId::NOBODY, stage: SetupStage::Place });
            }
            _ => {
                log.say(|| self.say(p, "setup", rule::R15, "The set-up is finished."));
                log.say(|| self.say(p, "mood", rule::R6_2_1b, "The mood of every commander is 0."));
                p.pop();
                self.begin_turn(p, log);
            }
        }
    }

    fn run(&self, p: &mut Position, frame: Setup, _: &mut Log) {
        p.decide(self.setup_side(p, &frame));
    }
}

impl Battle {
    /// A unit just placed is in March or not; if it is alone in its hex, it is asked where it faces.
    fn order_placed(&self, p: &mut Position, unit: UnitId, march: bool, log: &mut Log) {
        self.set_march(p, unit, march);
        if march {
            log.say(|| {
                let words = if self.is_gun(unit) { "{} is limbered." } else { "{} is in March Movement." };
                self.say(p, "march", rule::R8_3b, words).unit(unit)
            });
        }
        let alone = p.in_hex(p.unit(unit).hex).count() == 1;
        p.set_top(Setup { unit, stage: if alone { SetupStage::Face } else { SetupStage::Place } });
    }

    /// Whether a unit has room in a hex of its area.
    fn check_room(&self, p: &Position, area: &SetupArea, unit: UnitId, hex: Hex) -> Result<(), No> {
        let taken = area.one_a_hex && !p.in_hex(hex).is_empty();
        No::when(taken, self.setup_rule(), "One unit is placed in each of these hexes.")?;
        No::when(p.holds(self, enemy(area.side), hex), self.setup_rule(), "Enemy units are in that hex.")?;
        let stands = self.terrain(hex).cost[self.arm(unit) as usize].is_some();
        No::when(!stands, rule::R14_1a, "It cannot stand in that terrain.")?;
        self.check_stacking(p, hex, UnitSet::one(unit))
    }

    /// Whether a unit may be placed there: it has room, and leaves it to those who need a hex for each of them (C 23).
    fn check_placing(&self, p: &Position, area: &SetupArea, unit: UnitId, hex: Hex) -> Result<(), No> {
        self.check_room(p, area, unit, hex)?;
        if p.in_hex(hex).is_empty() {
            let apart = self.scenario.setup.iter().filter(|a| a.one_a_hex && a.side == area.side);
            for others in apart.filter(|others| others.hexes.contains(&hex)) {
                let waits = |u: &&UnitId| **u != unit && p.unit(**u).place == Place::Setup;
                let waiting = others.units.iter().filter(waits).count();
                let free = others.hexes.iter().filter(|free| **free != hex && p.in_hex(**free).is_empty());
                let words = "That hex is needed for units that are placed one in each hex.";
                No::when(waiting > free.count(), self.setup_rule(), words)?;
            }
        }
        Ok(())
    }

    fn check_place(&self, p: &Position, unit: UnitId, hex: Hex) -> Result<(), No> {
        No::when(p.unit(unit).place != Place::Setup, rule::R15, "This unit is not waiting to be placed.")?;
        let area = self.area_of_unit(unit).ok_or(No(rule::R15, "This unit is not part of the set-up."))?;
        let words = "This hex is too far from the place where the unit is set up.";
        No::when(!area.hexes.contains(&hex), self.setup_rule(), words)?;
        self.check_placing(p, area, unit, hex)
    }

    fn check_place_leader(&self, p: &Position, leader: LeaderId, hex: Hex) -> Result<(), No> {
        let words = "This commander is not waiting to be placed.";
        No::when(p.leaders[leader].place != Place::Setup, rule::R15, words)?;
        let area =
            self.area_of_leader(leader).ok_or(No(rule::R15, "This commander is not part of the set-up."))?;
        let words = "This hex is too far from the place where the commander is set up.";
        No::when(!area.hexes.contains(&hex), rule::R15, words)
    }
}
