//! 4.7: commanders of a hex that its last unit leaves.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Frame, Retreat, RollKind};
use crate::model::{LeaderId, Rank, UnitId};
use crate::position::{LeaderSet, Position};
use crate::rule;
use crate::words::{Asked, Offer};
use hexmap::Hex;
use kernel::{Citation, Log, Procedure, Roster, Seat, Viewer};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// Commanders of a hex that its last unit leaves (4.7).
    pub struct Escort {
        pub unit: UnitId,
        pub hex: Hex,
        pub todo: LeaderSet,
        /// Who goes with the unit.
        pub follow: LeaderSet,
        pub stage: EscortStage,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EscortStage {
    Roll,
    Choose,
    /// The unit makes way for infantry: nobody rolls, and of two units each commander picks one (5.10).
    Along,
}

impl Procedure<Escort> for Battle {
    const CITES: Citation = rule::R4_7b;
    const FIGHT: bool = true;

    fn ask(&self, _: &Position, f: &Escort, _: Viewer) -> Asked {
        let leader = f.todo.first().map_or("", |l| self.commander_name(l));
        let (rule, other) = match f.stage {
            EscortStage::Along => (rule::R5_10d, "with the other one"),
            _ => (rule::R4_7b, "to the nearest other troops"),
        };
        Asked::new("escort", rule, format!("{leader}: with the unit, or {other}?")).at([f.hex]).by(f.unit)
    }

    fn options(&self, p: &Position, &f: &Escort, _: Seat, out: &mut Vec<Action>) {
        if let Some(leader) = f.todo.first() {
            out.push(Action::Follow(leader));
            out.extend(self.relocations(p, f, leader).into_iter().map(|hex| Action::Relocate(leader, hex)));
        }
    }

    fn offer(&self, p: &Position, _: &Escort, _: Seat, action: Action) -> Offer {
        let Action::Follow(leader) = action else { return self.usual_offer(p, action) };
        let words = format!("{} goes with the unit.", self.commander_name(leader));
        Offer::new(rule::R4_7b, words).at(p.leader(leader).hex).led_by(leader)
    }

    fn play(&self, p: &mut Position, f: Escort, _: Seat, action: Action, log: &mut Log) {
        match action {
            Action::Follow(leader) => self.follow(p, f, leader, log),
            Action::Relocate(leader, hex) => {
                let along = f.stage == EscortStage::Along;
                let stage = if along { f.stage } else { EscortStage::Roll };
                if let (Some(bearer), false) = (self.new_standard(p, &f, leader), along) {
                    p.leader_mut(bearer).hex = hex;
                }
                p.set_top(Escort { todo: f.todo.but(leader), stage, ..f });
                p.leader_mut(leader).hex = hex;
                log.say(|| {
                    let rule = if along { rule::R5_10d } else { rule::R4_7b };
                    self.say(p, "commander", rule, "{} goes to the troops in {}.").leader(leader).hex(hex)
                });
            }
            _ => {}
        }
    }

    fn rolled(&self, p: &mut Position, f: Escort, faces: &[u8], log: &mut Log) {
        let face = faces[0];
        let Some(leader) = f.todo.first() else { return };
        let harmed = face <= self.charts.staff_up_to;
        log.say(|| {
            self.say(p, "commander", rule::R4_7a, "{} rolls {}: {}.")
                .leader(leader)
                .fill(&[&face, &if harmed { "lost" } else { "unharmed" }])
                .dice(faces)
        });
        if !harmed {
            return p.set_top(Escort { stage: EscortStage::Choose, ..f });
        }
        let bearer = self.army.leaders[leader].rank == Rank::Bearer;
        if bearer || p.leader(leader).staff {
            p.set_top(Escort { todo: f.todo.but(leader), ..f });
            self.trophy(p, leader, log);
        } else {
            self.flip_to_staff(p, leader, log);
            p.set_top(Escort { stage: EscortStage::Choose, ..f });
        }
    }

    fn run(&self, p: &mut Position, f: Escort, log: &mut Log) {
        let side = self.side_of(f.unit);
        let Some(leader) = f.todo.first() else {
            p.pop();
            // the retreat below takes them along
            if let Frame::Retreat(r) = p.top() {
                p.set_top(Retreat { leaders: f.follow, ..r });
            }
            return;
        };
        match f.stage {
            EscortStage::Roll => p.roll(RollKind::Commander, side),
            EscortStage::Along | EscortStage::Choose => {
                if self.relocations(p, f, leader).is_empty() {
                    self.follow(p, f, leader, log);
                } else {
                    p.decide(side);
                }
            }
        }
    }
}

impl Battle {
    /// Before a unit leaves its hex for good: commanders who would be left without troops.
    pub(crate) fn escorts(&self, p: &Position, unit: UnitId) -> LeaderSet {
        let (side, hex) = (self.side_of(unit), p.unit(unit).hex);
        let others = p.in_hex(hex).but(unit);
        if !others.is_empty() {
            return LeaderSet::EMPTY;
        }
        p.leaders_in(hex).filter(|l| self.army.leaders[*l].side == side).collect()
    }

    /// The closest other units of a commander who does not go with the retreating one (4.7b).
    pub(crate) fn relocations(&self, p: &Position, f: Escort, leader: LeaderId) -> Vec<Hex> {
        if f.stage == EscortStage::Along {
            // 5.10d: he may wait for the other cavalry unit of the hex
            let mut others = p.in_hex(f.hex);
            others.remove(f.unit);
            return if others.is_empty() { Vec::new() } else { vec![f.hex] };
        }
        let units = self.units_under(leader).filter(|u| *u != f.unit && p.on_map(*u));
        let mut hexes: Vec<Hex> = units.map(|u| p.unit(u).hex).filter(|hex| *hex != f.hex).collect();
        hexes.sort();
        hexes.dedup();
        let nearest = hexes.iter().map(|hex| self.map.distance(f.hex, *hex)).min();
        hexes.retain(|hex| Some(self.map.distance(f.hex, *hex)) == nearest);
        hexes
    }

    pub(crate) fn offer_relocation(&self, leader: LeaderId, hex: Hex) -> Offer {
        let words = format!("{} goes to the troops in {}.", self.commander_name(leader), self.hex_name(hex));
        Offer::new(rule::R4_7b, words).at(hex).led_by(leader)
    }

    /// The standard that has just come into play with the Staff goes with him (4.6.1).
    fn new_standard(&self, p: &Position, f: &Escort, leader: LeaderId) -> Option<LeaderId> {
        let def = &self.army.leaders[leader];
        if def.rank != Rank::Wing {
            return None;
        }
        let bearer = self.army.wings[def.wing?].bearer;
        let there = self.leader_on_map(p, bearer) && p.leader(bearer).hex == f.hex;
        (there && !f.todo.has(bearer) && !f.follow.has(bearer)).then_some(bearer)
    }

    /// Commanders with cavalry that makes way for infantry: they go along, without a roll (5.10d).
    pub(crate) fn refusal_escort(&self, p: &mut Position, unit: UnitId) {
        let (side, hex) = (self.side_of(unit), p.unit(unit).hex);
        let todo: LeaderSet = p.leaders_in(hex).filter(|l| self.army.leaders[*l].side == side).collect();
        if !todo.is_empty() {
            let follow = LeaderSet::EMPTY;
            p.push(Escort { unit, hex, todo, follow, stage: EscortStage::Along });
        }
    }

    fn follow(&self, p: &mut Position, f: Escort, leader: LeaderId, log: &mut Log) {
        let (mut todo, mut follow) = (f.todo, f.follow);
        todo.remove(leader);
        follow.insert(leader);
        if let Some(bearer) = self.new_standard(p, &f, leader) {
            follow.insert(bearer);
        }
        let stage = if f.stage == EscortStage::Along { f.stage } else { EscortStage::Roll };
        log.say(|| {
            let rule = if f.stage == EscortStage::Along { rule::R5_10d } else { rule::R4_7b };
            self.say(p, "commander", rule, "{} goes with {}.").leader(leader).unit(f.unit)
        });
        p.set_top(Escort { todo, follow, stage, ..f });
    }
}
