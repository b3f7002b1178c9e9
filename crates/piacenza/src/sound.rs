//! Positions that come from outside: everything in them is checked before the rules touch it. First each field by itself,
//! then what frames and pieces must have to do with each other, at last that the game waits for what the rules wait
//! for there.

use crate::battle::Battle;
use crate::flow::{
    Activation, BombardStage, Combat, CombatStage, Frame, Mode, Move, SelectionStage, VolleyStage, Wait,
};
use crate::model::{FormationId, UnitId, Victory, WingId};
use crate::position::{Ending, FormationSet, NOBODY, Place, Shot, State, UnitSet, WingSet};
use kernel::procedure::FrameOf;
use kernel::sound::{self, Field, among, as_many, below, holds, known, known_or_nobody, one_side, within};
use std::fmt::Display;

type Sound = Result<(), String>;

impl Battle {
    pub(crate) fn sound_state(&self, s: &State) -> Sound {
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

    /// What the types of its fields do not say.
    fn sound_frame(&self, s: &State, i: usize, frame: &Frame) -> Sound {
        let at = |field: &'static str| Field("stack", i, field);
        let mut shown = *frame;
        sound::fields(self, s, i, |fields| shown.names(fields))?;
        match frame {
            Frame::Objectives(_) => {
                let chosen = matches!(self.scenario.victory, Victory::Objectives { .. });
                holds(format_args!("stack[{i}]"), chosen, "no objectives are chosen here")
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
                let theirs = f.units.iter().all(|u| self.wing_of(u) == f.wing);
                holds(at("units"), theirs, "it is of another wing")
            }
            Frame::March(f) => self.sound_formation(s, i, f.formation),
            Frame::Move(f) => self.sound_move(i, f),
            Frame::Train(f) => self.sound_unit(s, at("unit"), f.unit),
            Frame::Bombard(f) => {
                self.sound_unit(s, at("gun"), f.gun)?;
                holds(at("gun"), self.is_gun(f.gun), "it is no battery")?;
                match f.stage {
                    BombardStage::RicochetShot { unit } => self.sound_unit(s, at("unit"), unit),
                    _ => Ok(()),
                }
            }
            Frame::Fire(f) => self.sound_formation(s, i, f.formation),
            Frame::Volley(f) => match f.stage {
                VolleyStage::Roll => within(at("next"), f.next, 0, s.shots.len() as i64),
                VolleyStage::Victim => below(at("next"), f.next, s.shots.len()),
                VolleyStage::Suffer => within(at("next"), f.next, 0, s.hits.len() as i64),
            },
            Frame::Suffer(f) => within(at("worst"), f.worst, 0, 5),
            Frame::Retreat(f) => {
                within(at("left"), f.left, 0, 12)?;
                holds(at("away"), f.rout || !f.away.is_none(), "it gets away from somewhere")
            }
            Frame::Escort(f) => self.sound_unit(s, at("unit"), f.unit),
            Frame::Combat(f) => self.sound_combat(i, f),
            _ => Ok(()),
        }
    }

    /// A formation of the wing at work.
    fn sound_formation(&self, s: &State, i: usize, formation: FormationId) -> Sound {
        let at_work = s.stack[..i].iter().find_map(Activation::of);
        let own = at_work.is_some_and(|f| self.army.wings[f.wing].formations.contains(&formation));
        holds(Field("stack", i, "formation"), own, "it is not of the wing at work")
    }

    fn sound_move(&self, i: usize, f: &Move) -> Sound {
        let at = |field: &'static str| Field("stack", i, field);
        let one = f.units[0].0 == UnitId::NOBODY || f.units[0] != f.units[1];
        holds(at("units"), one, "twice the same unit")?;
        one_side(at("units"), f.who(), |u| self.side_of(u))?;
        holds(at("goal"), f.mode != Mode::Line || !f.goal.is_none(), "a unit of a Line has a place in it")
    }

    fn sound_combat(&self, i: usize, f: &Combat) -> Sound {
        let at = |field: &'static str| Field("stack", i, field);
        if f.defender != UnitId::NOBODY {
            let foes = self.side_of(f.attacker) != self.side_of(f.defender);
            holds(at("defender"), foes, "it is of the attacker's side")?;
        }
        let met = matches!(f.stage, CombatStage::Trained | CombatStage::Roll);
        holds(at("defender"), !met || f.defender != UnitId::NOBODY, "nobody defends")?;
        f.hits.iter().try_for_each(|(_, worst)| within(at("hits"), *worst, 0, 5))
    }

    /// A unit that is on the map.
    fn sound_unit(&self, s: &State, at: impl Display, unit: UnitId) -> Sound {
        known(&at, unit, s.units.len())?;
        holds(at, s.units[unit].place == Place::Map, "it is not on the map")
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
