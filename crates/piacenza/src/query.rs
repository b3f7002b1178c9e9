//! Questions about a unit, a commander, a wing, a formation or a hex: what it is worth, what it can do now, or which
//! rule forbids it. Where a piece could get to is in `reach`. Only the wings committed and the objectives are hidden
//! (6), and nothing here tells of them.

mod reach;

pub(crate) use reach::stack_named;

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Activation, FireStage, Frame, MarchStage, Segment, Wait};
use crate::model::{FormationId, LeaderId, Rank, UnitId, WingId};
use crate::position::{Place, Position, enemy};
use crate::rule;
use hexmap::Hex;
use kernel::{Game, No, Question, Reason, Refusal, Seat, Show, Viewer, agree, why_wait};

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Unit(UnitId),
    Leader(LeaderId),
    Formation(FormationId),
    Wing(WingId),
    Hex(Hex),
}

impl Battle {
    pub(crate) fn reasons(&self, asked: Question<Position>) -> Result<Vec<Reason>, Refusal> {
        let Question { position: p, viewer, subject } = asked;
        let (mut list, more) = match self.subject(subject)? {
            Subject::Unit(unit) => (self.unit_reasons(p, viewer, unit), self.unit_rules(p, unit)),
            Subject::Leader(leader) => (self.leader_reasons(p, viewer, leader), self.leader_rules(p, leader)),
            Subject::Formation(formation) => (self.formation_reasons(p, formation), Vec::new()),
            Subject::Wing(wing) => (self.wing_reasons(p, wing), Vec::new()),
            Subject::Hex(hex) => (self.hex_reasons(p, viewer, hex), self.hex_rules(p, hex)),
        };
        for fact in more {
            if !list.contains(&fact) {
                list.push(fact);
            }
        }
        Ok(list)
    }

    /// What an id or the number of a hex names.
    pub(crate) fn subject(&self, name: &str) -> Result<Subject, Refusal> {
        let name = name.trim();
        let wing = || self.army.wings.find(|w| w.id == name).map(Subject::Wing);
        let formation = || self.army.formations.find(|f| f.id == name).map(Subject::Formation);
        let hex = self.map.find(name).map(Subject::Hex);
        hex.or_else(|| self.unit_named(name).map(Subject::Unit))
            .or_else(|| self.leader_named(name).map(Subject::Leader))
            .or_else(formation)
            .or_else(wing)
            .ok_or_else(|| {
                Refusal::plain(format!("There is no unit, commander, formation, wing or hex called {name}."))
            })
    }

    /// Why a side has nothing to decide now.
    fn why_wait(&self, p: &Position, side: u8) -> Option<Reason> {
        why_wait(self, p, Seat(side), rule::R3_1c, No(rule::R3_0n, "The game is over."))
    }

    // ---- units -------------------------------------------------------------------------------

    fn unit_reasons(&self, p: &Position, viewer: Viewer, unit: UnitId) -> Vec<Reason> {
        let u = p.unit(unit);
        match u.place {
            Place::Lost => return vec![Reason::new(rule::R9_2_9a, "It is eliminated.")],
            Place::Away => {
                let words = if self.dragoons(unit) == crate::model::Dragoons::None {
                    "It takes no part in this scenario, or is not on the map yet."
                } else {
                    "It is not on the map: these dragoons are in their other form, or take no part."
                };
                return vec![Reason::new(rule::R2_2_2f, words)];
            }
            Place::Map => {}
        }
        let mut list = Vec::new();
        if viewer.owns(self.side_of(unit)) {
            list.extend(self.unit_now(p, unit));
        }
        list.extend(self.unit_state(p, unit));
        list.extend(self.unit_facts(p, unit));
        list
    }

    /// What a unit can do now, or what forbids it.
    fn unit_now(&self, p: &Position, unit: UnitId) -> Vec<Reason> {
        let side = self.side_of(unit);
        if let Some(wait) = self.why_wait(p, side) {
            return vec![wait];
        }
        let mut legal = Vec::new();
        self.legal(p, Seat(side), &mut legal);
        let own: Vec<Action> = legal.into_iter().filter(|action| self.concerns(p, *action, unit)).collect();
        if !own.is_empty() {
            let rule = self.choice(p, Seat(side), own[0]).rule;
            return vec![Reason::new(rule, format!("It can do this now: {}.", self.gathered(p, unit, &own)))];
        }
        match p.now() {
            Some(Frame::Selection(_)) => vec![Reason::new(rule::R3_0c, "Wings are chosen first.")],
            Some(frame) => match self.why_not_now(p, frame, unit) {
                Some(no) => vec![no],
                None => vec![Reason::new(rule::R3_1a, "Something else must be decided first.")],
            },
            None => Vec::new(),
        }
    }

    /// The rule that keeps a unit from what its side decides about now.
    fn why_not_now(&self, p: &Position, frame: Frame, unit: UnitId) -> Option<Reason> {
        let (side, formation, wing) = (self.side_of(unit), self.formation_of(unit), self.wing_of(unit));
        let active = p.activation().map(|a| a.wing);
        if active.is_some_and(|active| active != wing) {
            let name = self.wing_name(active?);
            let word = if p.used.has(wing) { "has had its activation" } else { "comes later" };
            return Some(Reason::new(
                rule::R3_1c,
                format!("The {name} is active; the wing of this unit {word}."),
            ));
        }
        let refused = |action: Action| self.check_now(p, side, action).err().map(Reason::from);
        match frame {
            Frame::Activation(f) => self.why_not_in_segment(p, f, unit),
            Frame::March(f) if f.formation != formation => {
                let name = self.formation_name(f.formation);
                Some(Reason::new(rule::R3_1b, format!("{name} is in hand: its movement ends first.")))
            }
            Frame::March(f) if f.stage == MarchStage::Draw => refused(Action::Assign(unit, p.unit(unit).hex)),
            Frame::March(_) => refused(Action::Take(unit, UnitId::NOBODY)),
            Frame::Move(m) if !m.who().has(unit) => {
                Some(Reason::new(rule::R5_0a, "Another unit is in hand: its movement ends first."))
            }
            Frame::Fire(f) if f.formation != formation && side == self.army.formations[f.formation].side => {
                let name = self.formation_name(f.formation);
                Some(Reason::new(rule::R3_1b, format!("{name} is fighting: its combat ends first.")))
            }
            Frame::Fire(f) => match f.stage {
                FireStage::Targets => {
                    let foe = enemy(side);
                    let near = self.touching(p.unit(unit).hex).find(|(_, hex)| p.holds(self, foe, *hex));
                    refused(Action::Shoot(unit, near.map_or(Hex::NONE, |(_, hex)| hex)))
                }
                FireStage::Again => refused(Action::Again(unit)),
                FireStage::Answers | FireStage::AnswersAgain => {
                    let hex = p.unit(unit).hex;
                    let shot = p.shots.iter().find(|s| s.offensive && s.target == hex);
                    match shot {
                        Some(shot) => refused(Action::Answer(unit, shot.firer)),
                        None => Some(Reason::new(rule::R9_1c, "Nobody fires at it: it does not answer.")),
                    }
                }
                _ => Some(Reason::new(rule::R9_2_1b, "It has no Melee or Charge marker.")),
            },
            Frame::Reorganize(_) => refused(Action::Rally(unit)),
            _ => None,
        }
    }

    fn why_not_in_segment(&self, p: &Position, f: Activation, unit: UnitId) -> Option<Reason> {
        let (side, formation) = (self.side_of(unit), self.formation_of(unit));
        let refused = |action: Action| self.check_now(p, side, action).err().map(Reason::from);
        match f.segment {
            Segment::Billebaude => refused(Action::Rally(unit)),
            Segment::Bombardment if !self.is_gun(unit) => {
                Some(Reason::new(rule::R3_1a, "This is the Bombardment segment: only batteries act."))
            }
            Segment::Bombardment => {
                let u = p.unit(unit);
                Some(match (u.failed, u.fired, self.commanded(p, unit)) {
                    (true, ..) => Reason::new(rule::R8_4b, "Its guns have failed for the day."),
                    (_, true, _) => Reason::new(rule::R5_1a, "It has fired or moved this turn."),
                    (_, _, false) => Reason::new(rule::R8_1a, "It is out of command."),
                    _ => Reason::new(
                        rule::R8_1c,
                        "No enemy is in its cone of fire, within range and in sight.",
                    ),
                })
            }
            Segment::Movement | Segment::Combat => refused(Action::Formation(formation)),
            Segment::Commanders => {
                Some(Reason::new(rule::R4_0e, "The wing is done; only its commanders move."))
            }
            Segment::Check | Segment::Rout => None,
        }
    }

    /// Whether an action that is offered is one of this unit.
    fn concerns(&self, p: &Position, action: Action, unit: UnitId) -> bool {
        match action {
            Action::Place(u, _)
            | Action::Convert(u)
            | Action::Face(u, _)
            | Action::Rally(u)
            | Action::Assign(u, _)
            | Action::Melee(u, _)
            | Action::Charge(u, _)
            | Action::Bombard(u, _)
            | Action::Shoot(u, _)
            | Action::Answer(u, _)
            | Action::Again(u)
            | Action::Resolve(u)
            | Action::Choose(u) => u == unit,
            Action::Take(a, b) => a == unit || b == unit,
            Action::Formation(formation) => formation == self.formation_of(unit),
            Action::Step(_) | Action::Retreat(_) => self.subject_of_top(p).units.has(unit),
            _ => false,
        }
    }

    /// An action as people say it of the unit that it is about.
    fn spoken(&self, notation: &str, about: UnitId) -> String {
        let mut words = notation.split(' ');
        let verb = match words.next().unwrap_or_default() {
            "take" | "formation" => "move",
            "step" => "go to",
            "assign" => "stand in the Line in",
            "place" => "stand in",
            "face" => "turn to",
            "convert" => "mount or dismount",
            "rally" => "roll",
            "fire" => "fire at",
            "again" => "fire again",
            "resolve" => "attack",
            "retreat" => "fall back to",
            "choose" => "be chosen",
            verb => verb,
        };
        let known = |word: &str| match self.unit_named(word) {
            Some(unit) if unit == about => None,
            Some(unit) => Some(self.unit_name(unit).to_owned()),
            None if self.army.formations.iter().any(|f| f.id == word) => None,
            None => Some(word.to_owned()),
        };
        let mut said = vec![verb.to_owned()];
        said.extend(words.filter_map(known));
        if verb == "move" && said.len() > 1 {
            said.insert(1, "with".into());
        }
        said.join(" ")
    }

    /// Actions in a line: what is the same but for the last word is gathered.
    fn gathered(&self, p: &Position, about: UnitId, actions: &[Action]) -> String {
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for action in actions {
            let text = self.spoken(&self.write(p, *action), about);
            let (head, last) = match text.rsplit_once(' ') {
                Some((head, last)) => (head.to_owned(), last.to_owned()),
                None => (text, String::new()),
            };
            match groups.iter_mut().find(|(known, _)| *known == head) {
                Some((_, tails)) => tails.push(last),
                None => groups.push((head, vec![last])),
            }
        }
        let words = groups.iter().map(|(head, tails)| {
            let more = if tails.len() > 8 { format!(" and {} more", tails.len() - 8) } else { String::new() };
            format!("{head} {}{more}", tails[..tails.len().min(8)].join(", ")).trim().to_owned()
        });
        words.collect::<Vec<_>>().join("; ")
    }

    // ---- commanders --------------------------------------------------------------------------

    fn leader_reasons(&self, p: &Position, viewer: Viewer, leader: LeaderId) -> Vec<Reason> {
        let (def, l) = (&self.army.leaders[leader], p.leader(leader));
        let mut list = match l.place {
            Place::Lost => return vec![Reason::new(rule::R4_6c, format!("{} is lost.", def.name))],
            Place::Away if def.rank == Rank::Bearer => {
                return vec![Reason::new(
                    rule::R4_6_1a,
                    "The standard comes when its Wing Commander gives way to his staff.",
                )];
            }
            Place::Away => return vec![Reason::new(rule::R2_2_1, "He takes no part in this scenario.")],
            Place::Map => self.leader_facts(p, leader),
        };
        if !viewer.owns(def.side) {
            return list;
        }
        if let Some(wait) = self.why_wait(p, def.side) {
            list.push(wait);
            return list;
        }
        let mut legal = Vec::new();
        self.legal(p, Seat(def.side), &mut legal);
        let rides = legal.iter().filter(|a| matches!(a, Action::Ride(l, _) if *l == leader)).count();
        list.push(if rides > 0 {
            Reason::new(rule::R4_0d, agree(&format!("He can ride now, to {rides} [hex|hexes]."), rides != 1))
        } else {
            match def.rank {
                Rank::Chief if l.moved || l.stays > 0 => {
                    Reason::new(rule::R4_0b, "He has moved and must stay where he is.")
                }
                Rank::Chief => {
                    Reason::new(rule::R4_0c, "He moves when a wing of his army has finished its activation.")
                }
                Rank::Wing | Rank::Bearer => {
                    Reason::new(rule::R4_0e, "He moves at the end of his wing's activation.")
                }
                Rank::Formation => Reason::new(rule::R4_0f, "He moves when his formation has moved."),
            }
        });
        list
    }

    // ---- hexes -------------------------------------------------------------------------------

    fn hex_reasons(&self, p: &Position, viewer: Viewer, hex: Hex) -> Vec<Reason> {
        let mut list = self.hex_facts(p, hex);
        if let Wait::Decide(mask) = p.wait
            && (0..2u8).any(|side| mask >> side & 1 != 0 && viewer.owns(side))
        {
            list.extend(self.hex_for_decider(p, hex));
        }
        list
    }

    /// Why what is in hand cannot go there, or that it can.
    fn hex_for_decider(&self, p: &Position, hex: Hex) -> Option<Reason> {
        match p.now()? {
            Frame::Move(m) if m.hex != hex => {
                let Some(dir) = self.map.direction(m.hex, hex) else {
                    return Some(Reason::new(
                        rule::R5_0a,
                        "It is not beside the unit in hand: units move hex by hex.",
                    ));
                };
                let march = p.march()?;
                Some(match self.check_step(p, &m, dir, &self.bounds(p, &march, &m)) {
                    Ok(cost) => {
                        let points = f32::from(cost) / 2.0;
                        Reason::new(rule::R5_0b, format!("The unit in hand can go here for {points} MP."))
                    }
                    Err(no) => no.into(),
                })
            }
            Frame::Retreat(f) => {
                let dirs = self.ways_back(p, &f).dirs;
                let can = dirs.iter().any(|dir| self.map.neighbour(p.unit(f.unit).hex, *dir) == hex);
                let words =
                    if can { "The retreat can go here." } else { "The retreat priorities do not lead here." };
                Some(Reason::new(if f.rout { rule::R11_3a } else { rule::R9_2_8b }, words))
            }
            Frame::March(f) if f.stage == MarchStage::Draw => {
                let mut legal = Vec::new();
                self.legal_places(p, &f, &mut legal);
                let who: Vec<&str> = legal
                    .iter()
                    .filter_map(|action| match action {
                        Action::Assign(unit, place) if *place == hex => Some(self.unit_name(*unit)),
                        _ => None,
                    })
                    .collect();
                Some(if who.is_empty() {
                    Reason::new(rule::R5_5d, "No unit can take a place of the Line here.")
                } else {
                    Reason::new(rule::R5_6e, format!("A place of the Line for {}.", who.join(", ")))
                })
            }
            _ => None,
        }
    }
}
