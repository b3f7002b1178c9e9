//! Positions that come from outside: everything in them is checked before the rules touch it. First each field by itself,
//! then what frames and pieces must have to do with each other, at last that the game waits for what the rules wait
//! for there.

use crate::battle::Battle;
use crate::flow::{
    Bombard, BombardStage, Combat, CombatStage, Fire, Frame, Mode, Move, Reappear, Refuse, Reorganize,
    SelectionStage, Volley, VolleyStage, Wait,
};
use crate::model::{FormationId, LeaderId, UnitId, Victory, WingId};
use crate::position::{
    Ending, FormationSet, LeaderSet, NOBODY, Place, Position, Shot, Slot, State, UnitSet, WingSet,
};
use kernel::Log;
use kernel::sound::{self, Field, among, as_many, below, holds, known, known_or_nobody, one_side, within};
use std::fmt::Display;

type Sound = Result<(), String>;

impl Battle {
    /// Takes a position that comes from outside, or says what is wrong with it.
    pub(crate) fn take_in(&self, p: &mut Position) -> Sound {
        let state = |p: &Position| self.sound_state(&p.state);
        let run = |p: &mut Position| self.proceed(p, &mut Log::off());
        sound::take_in(self, p, state, |p| &mut p.state.wait, [Wait::Run, Wait::Over], run)
    }

    fn sound_state(&self, s: &State) -> Sound {
        let (first, last) = (self.scenario.first_turn, self.scenario.last_turn);
        within("turn", s.turn, first.into(), last.into())?;
        let wings: WingSet = self.scenario.wings.iter().flatten().copied().collect();
        among("used", s.used, wings)?;
        for (side, wing) in s.chosen.iter().enumerate() {
            let own = *wing == WingId::NOBODY || self.scenario.wings[side].contains(wing);
            holds(format_args!("chosen[{side}]"), own, "it is no wing of this side")?;
        }
        let (objectives, chosen) = match &self.scenario.victory {
            Victory::Objectives { hexes, chosen, .. } => (hexes.len(), u32::from(*chosen)),
            _ => (0, 0),
        };
        within("objectives", s.objectives, 0, (1i64 << objectives) - 1)?;
        // A position written by hand may do without them.
        holds("objectives", s.objectives.count_ones() <= chosen, "so many are not chosen")?;
        holds("revealed", s.revealed & !s.objectives == 0, "it was not chosen")?;
        for (side, points) in s.trophies.iter().enumerate() {
            within(format_args!("trophies[{side}]"), *points, 0, 200)?;
        }
        holds("held", s.held == NOBODY || s.held < 2, "it is no side")?;
        as_many("units", s.units.len(), self.army.units.len())?;
        as_many("leaders", s.leaders.len(), self.army.leaders.len())?;
        for (i, u) in s.units.iter().enumerate() {
            let at = |field: &'static str| Field("units", i, field);
            self.map.check_place(at("hex"), u.hex, u.place == Place::Map)?;
            below(at("facing"), u.facing, 6)?;
            self.map.check_hex_or_none(at("began"), u.began)?;
            let def = &self.army.units[UnitId::at(i)];
            holds(at("reduced"), !u.reduced || def.steps > 1, "it has no back")?;
            if let Some(dir) = u.attack.dir() {
                below(at("attack"), dir, 6)?;
                holds(at("attack"), u.place == Place::Map, "it is not on the map")?;
                let target = self.map.neighbour(u.hex, dir);
                holds(at("attack"), !target.is_none(), "it points off the map")?;
            }
        }
        for (i, leader) in s.leaders.iter().enumerate() {
            let at = |field: &'static str| Field("leaders", i, field);
            self.map.check_place(at("hex"), leader.hex, leader.place == Place::Map)?;
            within(at("stays"), leader.stays, 0, 30)?;
        }
        for (i, hex) in s.smoke.iter().enumerate() {
            self.map.check_hex(format_args!("smoke[{i}]"), *hex)?;
            let order = i == 0 || s.smoke[i - 1] < *hex;
            holds(format_args!("smoke[{i}]"), order, "the hexes stand in their order, each once")?;
        }
        for (i, (unit, hex)) in s.line.iter().enumerate() {
            self.sound_unit(s, format_args!("line[{i}]"), *unit)?;
            self.map.check_hex(format_args!("line[{i}]"), *hex)?;
        }
        for (i, shot) in s.shots.iter().enumerate() {
            self.sound_shot(s, i, shot)?;
        }
        for (i, hit) in s.hits.iter().enumerate() {
            let at = |field: &'static str| Field("hits", i, field);
            known(at("unit"), hit.unit, s.units.len())?;
            within(at("worst"), hit.worst, 0, 5)?;
            self.map.check_hex(at("from"), hit.from)?;
        }
        let back = &s.returned;
        for (at, units) in [("driven", back.driven), ("shaken", back.shaken), ("bled", back.bled)] {
            among(format_args!("returned.{at}"), units, self.all_units())?;
        }
        let over = s.wait == Wait::Over;
        holds("ending", s.ending.is_some() == over, "a game has an ending when it is over, and not before")?;
        if let Some(Ending::Places(side) | Ending::Points(side)) = s.ending {
            below("ending", side, 2)?;
        }
        holds("stack", over || !s.stack.is_empty(), "something goes on until the game is over")?;
        self.sound_stack(s)
    }

    fn all_units(&self) -> UnitSet {
        self.army.units.ids().collect()
    }

    fn sound_shot(&self, s: &State, i: usize, shot: &Shot) -> Sound {
        let at = |field: &'static str| Field("shots", i, field);
        known(at("firer"), shot.firer, s.units.len())?;
        self.map.check_hex(at("from"), shot.from)?;
        self.map.check_hex(at("target"), shot.target)?;
        known_or_nobody(at("at"), shot.at, self.army.units.len())?;
        known_or_nobody(at("victim"), shot.victim, self.army.units.len())
    }

    // ---- frames ------------------------------------------------------------------------------

    fn sound_stack(&self, s: &State) -> Sound {
        for (i, frame) in s.stack.iter().enumerate() {
            let below = i.checked_sub(1).map(|i| &s.stack[i]);
            holds(format_args!("stack[{i}]"), stands_on(frame, below), "it cannot stand here")?;
            self.sound_frame(s, i, frame)?;
        }
        Ok(())
    }

    fn sound_frame(&self, s: &State, i: usize, frame: &Frame) -> Sound {
        let at = |field: &'static str| Field("stack", i, field);
        match frame {
            Frame::Objectives(_) => {
                let chosen = matches!(self.scenario.victory, Victory::Objectives { .. });
                holds(format_args!("stack[{i}]"), chosen, "no objectives are chosen here")
            }
            Frame::Setup(f) => {
                below(at("side"), f.side, 2)?;
                self.sound_units(s, at("units"), f.units)?;
                self.sound_leaders(s, at("leaders"), f.leaders)
            }
            Frame::Selection(f) => {
                for roll in f.rolls {
                    holds(at("rolls"), roll == NOBODY || roll < 10, "no die shows that")?;
                }
                let committed = s.chosen.iter().all(|wing| *wing != WingId::NOBODY);
                let rolled = matches!(f.stage, SelectionStage::Roll | SelectionStage::Order);
                holds(
                    at("stage"),
                    committed || !rolled,
                    "both sides have committed a wing before they roll",
                )?;
                let known = matches!(f.stage, SelectionStage::First | SelectionStage::Second);
                holds(at("first"), f.first < 2 || f.first == NOBODY && !known, "it is no side")
            }
            Frame::Activation(f) => {
                let taking_part = self.scenario.wings.iter().flatten().any(|wing| *wing == f.wing);
                holds(at("wing"), taking_part, "it is no wing of this battle")?;
                let own: FormationSet = self.army.wings[f.wing].formations.iter().copied().collect();
                among(at("todo"), f.todo, own)?;
                self.sound_units(s, at("units"), f.units)?;
                let theirs = f.units.iter().all(|u| self.wing_of(u) == f.wing);
                holds(at("units"), theirs, "it is of another wing")
            }
            Frame::March(f) => {
                self.sound_formation(s, i, f.formation)?;
                for (field, units) in [("commanded", f.commanded), ("routed", f.routed)] {
                    self.sound_units(s, at(field), units)?;
                }
                among(at("direct"), f.direct, self.all_units())?;
                among(at("converted"), f.converted, self.all_units())
            }
            Frame::Move(f) => self.sound_move(s, i, f),
            Frame::Train(f) => self.sound_unit(s, at("unit"), f.unit),
            Frame::Bombard(f) => self.sound_bombard(s, i, f),
            Frame::Fire(f) => self.sound_fire(s, i, f),
            Frame::Volley(f) => self.sound_volley(s, i, f),
            Frame::Suffer(f) => {
                known(at("unit"), f.unit, s.units.len())?;
                within(at("worst"), f.worst, 0, 5)?;
                self.map.check_hex(at("away"), f.away)
            }
            Frame::Retreat(f) => {
                known(at("unit"), f.unit, s.units.len())?;
                within(at("left"), f.left, 0, 12)?;
                self.map.check_hex_or_none(at("away"), f.away)?;
                holds(at("away"), f.rout || !f.away.is_none(), "it gets away from somewhere")?;
                self.sound_leaders(s, at("leaders"), f.leaders)
            }
            Frame::Escort(f) => {
                self.sound_unit(s, at("unit"), f.unit)?;
                self.map.check_hex(at("hex"), f.hex)?;
                self.sound_leaders(s, at("todo"), f.todo)?;
                self.sound_leaders(s, at("follow"), f.follow)
            }
            Frame::Reappear(Reappear { leader }) => known(at("leader"), *leader, s.leaders.len()),
            Frame::Refuse(Refuse { units, from }) => {
                self.sound_units(s, at("units"), *units)?;
                self.map.check_hex(at("from"), *from)
            }
            Frame::Combat(f) => self.sound_combat(s, i, f),
            Frame::Reorganize(Reorganize { side, todo }) => {
                below(at("side"), *side, 2)?;
                self.sound_units(s, at("todo"), *todo)
            }
            Frame::EndTurn(_) => Ok(()),
        }
    }

    /// A formation of the wing at work.
    fn sound_formation(&self, s: &State, i: usize, formation: FormationId) -> Sound {
        let at = Field("stack", i, "formation");
        known(at, formation, self.army.formations.len())?;
        let wing = s.stack[..i].iter().find_map(|frame| match frame {
            Frame::Activation(f) => Some(f.wing),
            _ => None,
        });
        let own = wing.is_some_and(|wing| self.army.wings[wing].formations.contains(&formation));
        holds(at, own, "it is not of the wing at work")
    }

    fn sound_move(&self, s: &State, i: usize, f: &Move) -> Sound {
        let at = |field: &'static str| Field("stack", i, field);
        for Slot(unit) in f.units.iter().filter(|slot| slot.0 != UnitId::NOBODY) {
            self.sound_unit(s, at("units"), *unit)?;
        }
        let one = f.units[0].0 == UnitId::NOBODY || f.units[0] != f.units[1];
        holds(at("units"), one, "twice the same unit")?;
        one_side(at("units"), f.who(), |u| self.side_of(u))?;
        self.map.check_hex(at("hex"), f.hex)?;
        self.map.check_hex(at("start"), f.start)?;
        self.map.check_hex_or_none(at("goal"), f.goal)?;
        holds(at("goal"), f.mode != Mode::Line || !f.goal.is_none(), "a unit of a Line has a place in it")?;
        below(at("dir"), f.dir, 6)?;
        self.sound_units(s, at("rolling"), f.rolling)?;
        among(at("failed"), f.failed, self.all_units())
    }

    fn sound_bombard(&self, s: &State, i: usize, f: &Bombard) -> Sound {
        let at = |field: &'static str| Field("stack", i, field);
        self.sound_unit(s, at("gun"), f.gun)?;
        holds(at("gun"), self.is_gun(f.gun), "it is no battery")?;
        self.map.check_hex(at("target"), f.target)?;
        match f.stage {
            BombardStage::RicochetShot { unit } => self.sound_unit(s, at("unit"), unit),
            _ => Ok(()),
        }
    }

    fn sound_fire(&self, s: &State, i: usize, f: &Fire) -> Sound {
        let at = |field: &'static str| Field("stack", i, field);
        self.sound_formation(s, i, f.formation)?;
        for (field, units) in
            [("commanded", f.commanded), ("trying", f.trying), ("passed", f.passed), ("failed", f.failed)]
        {
            self.sound_units(s, at(field), units)?;
        }
        Ok(())
    }

    fn sound_volley(&self, s: &State, i: usize, f: &Volley) -> Sound {
        let at = Field("stack", i, "next");
        match f.stage {
            VolleyStage::Roll => within(at, f.next, 0, s.shots.len() as i64),
            VolleyStage::Victim => below(at, f.next, s.shots.len()),
            VolleyStage::Suffer => within(at, f.next, 0, s.hits.len() as i64),
        }
    }

    fn sound_combat(&self, s: &State, i: usize, f: &Combat) -> Sound {
        let at = |field: &'static str| Field("stack", i, field);
        known(at("attacker"), f.attacker, s.units.len())?;
        known_or_nobody(at("defender"), f.defender, self.army.units.len())?;
        if f.defender != UnitId::NOBODY {
            let foes = self.side_of(f.attacker) != self.side_of(f.defender);
            holds(at("defender"), foes, "it is of the attacker's side")?;
        }
        self.map.check_hex(at("from"), f.from)?;
        self.map.check_hex(at("target"), f.target)?;
        let met = matches!(f.stage, CombatStage::Trained | CombatStage::Roll);
        holds(at("defender"), !met || f.defender != UnitId::NOBODY, "nobody defends")?;
        f.hits.iter().try_for_each(|(_, worst)| within(at("hits"), *worst, 0, 5))
    }

    /// A unit that is on the map.
    fn sound_unit(&self, s: &State, at: impl Display, unit: UnitId) -> Sound {
        known(&at, unit, s.units.len())?;
        holds(at, s.units[unit].place == Place::Map, "it is not on the map")
    }

    fn sound_units(&self, s: &State, at: impl Display, units: UnitSet) -> Sound {
        units.iter().try_for_each(|unit| self.sound_unit(s, &at, unit))
    }

    fn sound_leaders(&self, s: &State, at: impl Display, leaders: LeaderSet) -> Sound {
        leaders.iter().try_for_each(|leader: LeaderId| {
            known(&at, leader, s.leaders.len())?;
            holds(&at, s.leaders[leader].place == Place::Map, "the commander is not on the map")
        })
    }
}

/// Whether a procedure can begin within another.
fn stands_on(frame: &Frame, below: Option<&Frame>) -> bool {
    let Some(below) = below else {
        return matches!(
            frame,
            Frame::Setup(_) | Frame::Selection(_) | Frame::Reorganize(_) | Frame::EndTurn(_)
        );
    };
    match frame {
        Frame::Setup(_) | Frame::Selection(_) | Frame::Reorganize(_) | Frame::EndTurn(_) => false,
        Frame::Objectives(_) => matches!(below, Frame::Setup(_)),
        Frame::Activation(_) => matches!(below, Frame::Selection(_)),
        Frame::March(_) | Frame::Bombard(_) | Frame::Fire(_) => matches!(below, Frame::Activation(_)),
        Frame::Move(_) => matches!(below, Frame::March(_)),
        Frame::Refuse(_) => matches!(below, Frame::Move(_)),
        Frame::Combat(_) => matches!(below, Frame::Fire(_)),
        Frame::Escort(_) => matches!(below, Frame::Retreat(_)),
        Frame::Train(_) | Frame::Volley(_) | Frame::Suffer(_) | Frame::Retreat(_) | Frame::Reappear(_) => {
            true
        }
    }
}
