//! Positions that come from outside: everything in them is checked before the rules touch it. First each field by itself,
//! then what frames and pieces must have to do with each other, at last that the game waits for what the rules wait
//! for there.

use crate::battle::Battle;
use crate::flow::{
    Act, ActStage, Attempt, Combat, CombatStage, EndTurn, Fire, FireStage, Follow, Frame, Halt, Initiative,
    LooseCannon, Mode, React, Recover, Relocate, Retreat, SetupStage, Wait,
};
use crate::model::{LeaderId, UnitId};
use crate::position::{Corps, LeaderSet, Place, Position, State, UnitSet};
use kernel::Log;
use kernel::sound::{self, Field, among, as_many, below, holds, known, known_or_nobody, one_side, within};
use std::fmt::Display;

type Sound = Result<(), String>;

impl Battle {
    /// Takes a position that comes from outside, or says what is wrong with it.
    pub(crate) fn take_in(&self, p: &mut Position) -> Sound {
        let state = |p: &Position| self.sound_state(&p.state);
        let run = |p: &mut Position| self.run_on(p, &mut Log::off());
        sound::take_in(self, p, state, |p| &mut p.state.wait, [Wait::Run, Wait::Over], run)
    }

    fn sound_state(&self, s: &State) -> Sound {
        let formations = self.army.formations.len();
        within("turn", s.turn, 1, self.scenario.turns.into())?;
        below("initiative", s.initiative, 2)?;
        below("to_act", s.to_act, 2)?;
        within("passes", s.passes, 0, self.charts.passes_that_end_phase.into())?;
        for (side, count) in s.activations.iter().enumerate() {
            within(format_args!("activations[{side}]"), *count, 0, formations as i64)?;
        }
        as_many("units", s.units.len(), self.army.units.len())?;
        as_many("leaders", s.leaders.len(), self.army.leaders.len())?;
        as_many("formations", s.formations.len(), formations)?;
        for (i, u) in s.units.iter().enumerate() {
            let at = |field: &'static str| Field("units", i, field);
            let def = &self.army.units[UnitId::at(i)];
            self.map.check_place(at("hex"), u.hex, matches!(u.place, Place::Map | Place::Overrun))?;
            below(at("facing"), u.facing, 6)?;
            let alive = matches!(u.place, Place::Map | Place::Overrun | Place::Column);
            within(at("lost"), u.lost, 0, i64::from(def.sp) - i64::from(alive))?;
            within(at("status"), u.status, 0, 3)?;
            within(at("exhausted_on"), u.exhausted_on, 0, s.turn.into())?;
        }
        for (i, leader) in s.leaders.iter().enumerate() {
            self.map.check_place(Field("leaders", i, "hex"), leader.hex, leader.place == Place::Map)?;
            holds(Field("leaders", i, "place"), leader.place != Place::Overrun, "only guns are overrun")?;
        }
        for (i, formation) in s.formations.iter().enumerate() {
            let at = |field: &'static str| Field("formations", i, field);
            let (least, most) = (self.charts.mood_min, self.charts.mood_max);
            within(at("mood"), formation.mood, least.into(), most.into())?;
            within(at("failed"), formation.failed, 0, 64)?;
            within(at("entered"), formation.entered, 0, 64)?;
        }
        for (i, marker) in s.markers.iter().enumerate() {
            let at = |field: &'static str| Field("markers", i, field);
            self.map.check_hex(at("hex"), marker.hex)?;
            below(at("dir"), marker.dir, 6)?;
            let behind = self.map.neighbour(marker.hex, marker.dir);
            holds(at("dir"), !behind.is_none(), "it points off the map")?;
            let twice = s.markers[..i].iter().any(|other| other.hex == marker.hex);
            holds(at("hex"), !twice, "there is another marker")?;
        }
        for (i, hex) in s.ridden.iter().enumerate() {
            self.map.check_hex(format_args!("ridden[{i}]"), *hex)?;
            holds(format_args!("ridden[{i}]"), !s.ridden[..i].contains(hex), "it stands there twice")?;
        }
        let unused = u64::MAX.checked_shl(self.watched.len() as u32).unwrap_or(0);
        let first = if self.scenario.first_holder == 1 { unused } else { 0 };
        holds("control", s.control & unused == first, "it names places that nobody watches")?;
        match (&self.scenario.corps, s.corps) {
            (None, corps) => holds("corps", corps == Corps::NotAsked, "no corps can come")?,
            (Some(_), Corps::Arrives(turn)) => within("corps", turn, 1, i64::from(self.scenario.turns) + 1)?,
            (Some(_), _) => {}
        }
        among("returned.failed", s.returned.failed, self.all_units())?;
        let over = s.wait == Wait::Over;
        holds("ending", s.ending.is_some() == over, "a game has an ending when it is over, and not before")?;
        holds(
            "stack",
            s.stack.is_empty() == over,
            "something goes on until the game is over, and not after",
        )?;
        self.sound_stack(s)
    }

    fn all_units(&self) -> UnitSet {
        self.army.units.ids().collect()
    }

    // ---- frames ------------------------------------------------------------------------------

    fn sound_stack(&self, s: &State) -> Sound {
        for (i, frame) in s.stack.iter().enumerate() {
            let base = matches!(
                frame,
                Frame::Setup(_)
                    | Frame::Initiative(_)
                    | Frame::Alternation(_)
                    | Frame::Late(_)
                    | Frame::EndTurn(_)
            );
            holds(format_args!("stack[{i}]"), base == (i == 0), "it cannot stand here")?;
            self.sound_frame(s, i, frame)?;
        }
        Ok(())
    }

    fn sound_frame(&self, s: &State, i: usize, frame: &Frame) -> Sound {
        let at = |field: &'static str| Field("stack", i, field);
        let formations = self.army.formations.len();
        let corps = self.scenario.corps.is_some();
        match frame {
            Frame::Setup(f) => match f.stage {
                SetupStage::Place => known_or_nobody(at("unit"), f.unit, self.army.units.len()),
                _ => {
                    known(at("unit"), f.unit, s.units.len())?;
                    holds(at("unit"), s.units[f.unit].place == Place::Map, "it is not on the map")
                }
            },
            Frame::Initiative(Initiative { totals, next }) => {
                below(at("next"), *next, 2)?;
                totals.iter().try_for_each(|total| within(at("totals"), *total, 0, 60))
            }
            Frame::Alternation(_) => Ok(()),
            Frame::Attempt(Attempt { formation }) | Frame::LooseCannon(LooseCannon { formation }) => {
                known(at("formation"), *formation, formations)
            }
            Frame::Activation(f) => known(at("formation"), f.formation, formations),
            Frame::Act(f) => self.sound_act(s, i, f),
            Frame::Ride(f) => {
                known(at("leader"), f.leader, s.leaders.len())?;
                let place = s.leaders[f.leader].place;
                let in_play = matches!(place, Place::Map | Place::Column);
                holds(at("leader"), in_play, "the commander is not in play")?;
                let most = u32::from(self.army.leaders[f.leader].ma) * 4;
                within(at("left"), f.left, 0, most.into())
            }
            Frame::React(f) => self.sound_react(s, i, f),
            Frame::Extras(f) => {
                below(at("side"), f.side, 2)?;
                self.sound_units(s, at("units"), f.units, ON_MAP)
            }
            Frame::Check(f) => {
                self.sound_units(s, at("units"), f.units, ON_MAP)?;
                one_side(at("units"), f.units, |u| self.side_of(u))?;
                within(at("drm"), f.drm, -20, 20)?;
                self.map.check_hex_or_none(at("from"), f.from)?;
                known_or_nobody(at("lead"), f.lead, self.army.units.len())
            }
            Frame::Losses(f) => {
                self.sound_units(s, at("units"), f.units, ON_MAP)?;
                one_side(at("units"), f.units, |u| self.side_of(u))?;
                within(at("sp"), f.sp, 0, 20)?;
                within(at("levels"), f.levels, 0, 4)?;
                known_or_nobody(at("lead"), f.lead, self.army.units.len())
            }
            Frame::Fire(f) => self.sound_fire(s, i, f),
            Frame::Combat(f) => self.sound_combat(s, i, f),
            Frame::Retreat(f) => self.sound_retreat(s, i, f),
            Frame::Halt(Halt { units, side }) | Frame::Recover(Recover { units, side }) => {
                below(at("side"), *side, 2)?;
                self.sound_units(s, at("units"), *units, ON_MAP)
            }
            Frame::Follow(Follow { leaders, to }) => {
                self.sound_leaders(s, at("leaders"), *leaders)?;
                self.map.check_hex(at("to"), *to)
            }
            Frame::Relocate(Relocate { leader }) => self.sound_leader(s, at("leader"), *leader),
            Frame::Late(f) => below(at("side"), f.side, 2),
            Frame::EndTurn(stage) => {
                let asked = matches!(stage, EndTurn::AskCorps | EndTurn::RollCorps);
                holds(format_args!("stack[{i}]"), corps || !asked, "no corps can come")
            }
        }
    }

    fn sound_act(&self, s: &State, i: usize, f: &Act) -> Sound {
        let at = |field: &'static str| Field("stack", i, field);
        let places = if f.hex.is_none() { &[Place::Column] } else { ON_MAP };
        self.sound_units(s, at("units"), f.units, places)?;
        self.sound_units(s, at("members"), f.members, &[Place::Column, Place::Map, Place::Overrun])?;
        among(at("units"), f.units, f.members)?;
        one_side(at("members"), f.members, |u| self.side_of(u))?;
        self.sound_units(s, at("counter"), f.counter, ON_MAP)?;
        self.map.check_hex_or_none(at("hex"), f.hex)?;
        self.map.check_hex_or_none(at("start"), f.start)?;
        holds(at("hex"), f.hex.is_none() <= f.start.is_none(), "it has left the map")?;
        // Whoever has died on the way is a member no more, and the points are still those of all.
        let most = self.printed.iter().map(|unit| u32::from(unit.ma) * 4).max().unwrap_or(0);
        within(at("left"), f.left, 0, most.into())?;
        below(at("dir"), f.dir, 6)?;
        let markers = (1u16 << s.markers.len()) - 1;
        within(at("aims"), u16::from(f.aims) & !markers, 0, 0)?;
        let waits = matches!(f.stage, ActStage::Choose | ActStage::Fired);
        let alone = f.hex.is_none() || f.units.iter().all(|u| s.units[u].hex == f.hex);
        let inner = i + 1 < s.stack.len();
        holds(at("hex"), alone || inner || !waits, "its units are elsewhere")?;
        let charge = f.mode != Mode::Charge || !f.hex.is_none();
        holds(at("mode"), charge, "nobody charges off the map")
    }

    fn sound_react(&self, s: &State, i: usize, f: &React) -> Sound {
        let at = |field: &'static str| Field("stack", i, field);
        below(at("side"), f.side, 2)?;
        self.map.check_hex(at("hex"), f.hex)?;
        self.map.check_hex(at("cause_hex"), f.cause_hex)?;
        within(at("todo"), f.todo, 0, (1 << 21) - 1)?;
        for (field, units) in [("cause", f.cause), ("concerned", f.concerned), ("units", f.units)] {
            self.sound_units(s, at(field), units, ON_MAP)?;
            one_side(at(field), units, |u| self.side_of(u))?;
        }
        let own = f.concerned.with(f.units).iter().all(|u| self.side_of(u) == f.side);
        holds(at("concerned"), own, "it is not of the side that reacts")?;
        let foes = f.cause.iter().all(|u| self.side_of(u) != f.side);
        holds(at("cause"), foes, "nobody reacts to his own side")
    }

    fn sound_fire(&self, s: &State, i: usize, f: &Fire) -> Sound {
        let at = |field: &'static str| Field("stack", i, field);
        for (field, units) in [("firers", f.firers), ("target", f.target)] {
            self.sound_units(s, at(field), units, ON_MAP)?;
            one_side(at(field), units, |u| self.side_of(u))?;
        }
        among(at("low"), f.low, f.firers)?;
        self.map.check_hex(at("from"), f.from)?;
        self.map.check_hex(at("target_hex"), f.target_hex)?;
        holds(at("low"), f.low.is_empty() || f.stage == FireStage::Ammunition, "they have rolled")
    }

    fn sound_combat(&self, s: &State, i: usize, f: &Combat) -> Sound {
        let at = |field: &'static str| Field("stack", i, field);
        for (field, units) in [("attackers", f.attackers), ("defenders", f.defenders), ("guns", f.guns)] {
            self.sound_units(s, at(field), units, ON_MAP)?;
            one_side(at(field), units, |u| self.side_of(u))?;
        }
        self.map.check_hex(at("from"), f.from)?;
        self.map.check_hex(at("target"), f.target)?;
        for lead in f.lead {
            known_or_nobody(at("lead"), lead, self.army.units.len())?;
        }
        let led = f.lead.iter().all(|lead| *lead != UnitId::NOBODY);
        let needs = matches!(f.stage, CombatStage::Roll);
        holds(at("lead"), led || !needs, "nobody leads")?;
        let table = &self.charts.assault.rows;
        below(at("row"), f.row, table.len())?;
        below(at("column"), f.column, table[0].len())?;
        within(at("arms"), f.arms, 0, 7)?;
        for levels in f.lead_levels.iter().chain(&f.sum_levels) {
            within(at("levels"), *levels, 0, 100)?;
        }
        Ok(())
    }

    fn sound_retreat(&self, s: &State, i: usize, f: &Retreat) -> Sound {
        let at = |field: &'static str| Field("stack", i, field);
        self.sound_units(s, at("units"), f.units, ON_MAP)?;
        one_side(at("units"), f.units, |u| self.side_of(u))?;
        among(at("fought"), f.fought, self.all_units())?;
        below(at("side"), f.side, 2)?;
        self.map.check_hex(at("hex"), f.hex)?;
        self.map.check_hex_or_none(at("away"), f.away)?;
        within(at("left"), f.left, 0, 8)?;
        below(at("steps"), f.steps, f.visited.len())?;
        for (step, hex) in f.visited.iter().enumerate() {
            let visited = step <= usize::from(f.steps);
            self.map.check_place(at("visited"), *hex, visited)?;
        }
        self.sound_leaders(s, at("leaders"), f.leaders)?;
        within(at("zone_dirs"), f.zone_dirs, 0, 63)?;
        below(at("dir"), f.dir, 6)
    }

    /// Units that are there and in one of these places.
    fn sound_units(&self, s: &State, at: impl Display, units: UnitSet, places: &[Place]) -> Sound {
        among(&at, units, self.all_units())?;
        let elsewhere = units.iter().find(|u| !places.contains(&s.units[*u].place));
        match elsewhere {
            None => Ok(()),
            Some(unit) => Err(format!("{at}: {} is not where this happens", self.army.units[unit].id)),
        }
    }

    fn sound_leader(&self, s: &State, at: impl Display, leader: LeaderId) -> Sound {
        known(&at, leader, s.leaders.len())?;
        holds(at, s.leaders[leader].place == Place::Map, "the commander is not on the map")
    }

    fn sound_leaders(&self, s: &State, at: impl Display, leaders: LeaderSet) -> Sound {
        leaders.iter().try_for_each(|l| self.sound_leader(s, &at, l))
    }
}

const ON_MAP: &[Place] = &[Place::Map, Place::Overrun];
