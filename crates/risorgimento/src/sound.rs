//! Positions that come from outside: everything in them is checked before the rules touch it. First each field by itself,
//! then what frames and pieces must have to do with each other, at last that the game waits for what the rules wait
//! for there.

use crate::battle::Battle;
use crate::flow::{
    Act, ActStage, Combat, CombatStage, EndTurn, FireStage, Frame, Mode, Retreat, SetupStage, Wait,
};
use crate::model::UnitId;
use crate::position::{AnyUnits, Corps, Place, State};
use kernel::sound::{self, Field, among, as_many, below, holds, known, one_side, within};

type Sound = Result<(), String>;

impl Battle {
    pub(crate) fn sound_state(&self, s: &State) -> Sound {
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
        among("returned.failed", s.returned.failed, self.army.units.ids().collect())?;
        let over = s.wait == Wait::Over;
        holds("ending", s.ending.is_some() == over, "a game has an ending when it is over, and not before")?;
        holds(
            "stack",
            s.stack.is_empty() == over,
            "something goes on until the game is over, and not after",
        )?;
        self.sound_stack(s)
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

    /// What the types of its fields do not say.
    fn sound_frame(&self, s: &State, i: usize, frame: &Frame) -> Sound {
        let mut shown = *frame;
        sound::fields(self, s, i, |fields| shown.names(fields))?;
        let at = |field: &'static str| Field("stack", i, field);
        match frame {
            Frame::Setup(f) if f.stage != SetupStage::Place => {
                known(at("unit"), f.unit, s.units.len())?;
                holds(at("unit"), s.units[f.unit].place == Place::Map, "it is not on the map")
            }
            Frame::Initiative(f) => f.totals.iter().try_for_each(|total| within(at("totals"), *total, 0, 60)),
            Frame::Act(f) => self.sound_act(s, i, f),
            Frame::Ride(f) => {
                let in_play = matches!(s.leaders[f.leader].place, Place::Map | Place::Column);
                holds(at("leader"), in_play, "the commander is not in play")?;
                let most = u32::from(self.army.leaders[f.leader].ma) * 4;
                within(at("left"), f.left, 0, most.into())
            }
            Frame::React(f) => {
                within(at("todo"), f.todo, 0, (1 << 21) - 1)?;
                let own = f.concerned.with(f.units).iter().all(|u| self.side_of(u) == f.side);
                holds(at("concerned"), own, "it is not of the side that reacts")?;
                let foes = f.cause.iter().all(|u| self.side_of(u) != f.side);
                holds(at("cause"), foes, "nobody reacts to his own side")
            }
            Frame::Check(f) => within(at("drm"), f.drm, -20, 20),
            Frame::Losses(f) => {
                within(at("sp"), f.sp, 0, 20)?;
                within(at("levels"), f.levels, 0, 4)
            }
            Frame::Fire(f) => {
                among(at("low"), f.low, f.firers)?;
                holds(at("low"), f.low.is_empty() || f.stage == FireStage::Ammunition, "they have rolled")
            }
            Frame::Combat(f) => self.sound_combat(i, f),
            Frame::Retreat(f) => self.sound_retreat(i, f),
            Frame::Relocate(f) => {
                let on_map = s.leaders[f.leader].place == Place::Map;
                holds(at("leader"), on_map, "the commander is not on the map")
            }
            Frame::EndTurn(EndTurn::AskCorps | EndTurn::RollCorps) => {
                holds(format_args!("stack[{i}]"), self.scenario.corps.is_some(), "no corps can come")
            }
            _ => Ok(()),
        }
    }

    fn sound_act(&self, s: &State, i: usize, f: &Act) -> Sound {
        let at = |field: &'static str| Field("stack", i, field);
        let places = if f.hex.is_none() { &[Place::Column] } else { ON_MAP };
        let in_places = |units: AnyUnits, places: &[Place]| {
            units.iter().all(|unit| places.contains(&s.units[unit].place))
        };
        holds(at("units"), in_places(f.units, places), "somebody is not where this happens")?;
        let began = in_places(f.members, &[Place::Column, Place::Map, Place::Overrun]);
        holds(at("members"), began, "somebody is not where this happens")?;
        among(at("units"), f.units, f.members)?;
        one_side(at("members"), f.members, |u| self.side_of(u))?;
        holds(at("hex"), f.hex.is_none() <= f.start.is_none(), "it has left the map")?;
        // Whoever has died on the way is a member no more, and the points are still those of all.
        let most = self.printed.iter().map(|unit| u32::from(unit.ma) * 4).max().unwrap_or(0);
        within(at("left"), f.left, 0, most.into())?;
        let markers = (1u16 << s.markers.len()) - 1;
        within(at("aims"), u16::from(f.aims) & !markers, 0, 0)?;
        let waits = matches!(f.stage, ActStage::Choose | ActStage::Fired);
        let alone = f.hex.is_none() || f.units.iter().all(|u| s.units[u].hex == f.hex);
        let inner = i + 1 < s.stack.len();
        holds(at("hex"), alone || inner || !waits, "its units are elsewhere")?;
        let charge = f.mode != Mode::Charge || !f.hex.is_none();
        holds(at("mode"), charge, "nobody charges off the map")
    }

    fn sound_combat(&self, i: usize, f: &Combat) -> Sound {
        let at = |field: &'static str| Field("stack", i, field);
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

    fn sound_retreat(&self, i: usize, f: &Retreat) -> Sound {
        let at = |field: &'static str| Field("stack", i, field);
        within(at("left"), f.left, 0, 8)?;
        below(at("steps"), f.steps, f.visited.len())?;
        for (step, hex) in f.visited.iter().enumerate() {
            let visited = step <= usize::from(f.steps);
            self.map.check_place(at("visited"), *hex, visited)?;
        }
        within(at("zone_dirs"), f.zone_dirs, 0, 63)
    }
}

const ON_MAP: &[Place] = &[Place::Map, Place::Overrun];
