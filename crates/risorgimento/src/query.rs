//! Questions about a piece, a formation or a hex: why it offers nothing now, under which rule, or
//! what it can do. What is answered never goes beyond what the asker may know (8.7). Where a piece
//! could get to is in `reach`.

mod reach;

use crate::action::{Action, Reaction};
use crate::battle::Battle;
use crate::flow::{Act, Activation, ActivationStage, Frame, Ride, Wait};
use crate::fog::STATUS;
use crate::model::{FormationId, LeaderId, UnitId};
use crate::movement::points;
use crate::notation::{arm_name, short};
use crate::position::{Ammo, Corps, Did, Place, Position, UnitSet, enemy};
use crate::rule;
use hexmap::Hex;
use kernel::{
    Game, Log, No, Procedure, Question, Reason, Reasons, Refusal, Roster, Seat, Text, Viewer, agree, listed,
    why_wait,
};

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Unit(UnitId),
    Leader(LeaderId),
    Formation(FormationId),
    Hex(Hex),
}

impl Battle {
    pub(crate) fn reasons(&self, asked: Question<Position>) -> Result<Vec<Reason>, Refusal> {
        let Question { position: p, viewer, subject } = asked;
        match self.named(viewer, subject)? {
            Subject::Unit(unit) if !self.knows(p, viewer, unit) => Err(unknown("unit")),
            Subject::Unit(unit) if viewer.owns(self.side_of(unit)) => Ok(self.unit_reasons(p, unit)),
            Subject::Unit(unit) => Ok(vec![self.enemy_unit(p, unit)]),
            Subject::Leader(leader) if !viewer.may_see(self.leader_seen_by(p, leader)) => {
                Err(unknown("commander"))
            }
            Subject::Leader(leader) => Ok(self.leader_reasons(p, viewer, leader)),
            Subject::Formation(formation) => Ok(self.formation_reasons(p, viewer, formation)),
            Subject::Hex(hex) => Ok(self.hex_reasons(p, viewer, hex)),
        }
    }

    /// A unit, commander or formation of the viewer's side first, then of the other; or a hex.
    pub(crate) fn named(&self, viewer: Viewer, name: &str) -> Result<Subject, Refusal> {
        let name = name.trim();
        if let Some(hex) = self.map.find(name) {
            return Ok(Subject::Hex(hex));
        }
        let own = match viewer {
            Viewer::Seat(seat) => seat.0,
            Viewer::Public | Viewer::Everything => 0,
        };
        for side in [own, enemy(own)] {
            if let Some(unit) = self.find_unit(Seat(side), name) {
                return Ok(Subject::Unit(unit));
            }
            if let Some(leader) = self.find_leader(Seat(side), name) {
                return Ok(Subject::Leader(leader));
            }
        }
        let formation = self.army.formations.of_any(name, short);
        match formation {
            Some(formation) => Ok(Subject::Formation(formation)),
            None => {
                Err(Refusal::plain(format!("There is no unit, commander, formation or hex called {name}.")))
            }
        }
    }

    fn side_name(&self, side: u8) -> &'static str {
        self.seat_names[side as usize]
    }

    // ---- units -------------------------------------------------------------------------------

    fn unit_reasons(&self, p: &Position, unit: UnitId) -> Vec<Reason> {
        if let Some(away) = self.why_off_map(p, unit) {
            return vec![away];
        }
        let mut list = self.unit_now(p, unit);
        self.unit_state(p, unit, &mut list);
        list.extend(self.unit_facts(p, unit));
        list
    }

    /// Why a unit is in no hex; a column is where it can act from.
    fn why_off_map(&self, p: &Position, unit: UnitId) -> Option<Reason> {
        Some(match p.unit(unit).place {
            Place::Map | Place::Column => return None,
            Place::Setup => Reason::new(rule::R15, "It waits to be placed before the first turn."),
            Place::Overrun => Reason::new(rule::R11_4_1, "It is overrun and waits for the fight over it."),
            Place::Lost if self.sp(p, unit) == 0 => {
                Reason::new(rule::R9_4_1, "It has no strength left and is lost.")
            }
            Place::Lost => Reason::new(rule::R13_2, "It routed or surrendered and is lost."),
            Place::Later => self.why_later(p, unit),
        })
    }

    fn why_later(&self, p: &Position, unit: UnitId) -> Reason {
        let enters = self.scenario.entries.iter().find(|e| e.units.contains(&unit));
        if let Some(entry) = enters {
            return Reason::new(
                rule::R15_1a,
                format!("It is due on turn {} at {}.", entry.turn, self.hex_words(entry.hex)),
            );
        }
        let with_corps =
            self.scenario.corps.iter().flat_map(|c| &c.entries).find(|e| e.units.contains(&unit));
        match (with_corps, p.corps) {
            (Some(entry), Corps::Arrives(first)) => Reason::new(
                rule::R16_1_1,
                format!("It is due on turn {} at {}.", first + entry.turn - 1, self.hex_words(entry.hex)),
            ),
            (Some(_), Corps::NotAsked) => {
                Reason::new(rule::R16_1_3, "The corps was not asked for and does not come.")
            }
            (Some(_), _) => Reason::new(rule::R16_1_1, "It comes with the corps, if that comes at all."),
            (None, _) => Reason::new(rule::R15, "It takes no part in this scenario."),
        }
    }

    /// What the flow allows or forbids to a unit now.
    fn unit_now(&self, p: &Position, unit: UnitId) -> Vec<Reason> {
        let side = self.side_of(unit);
        let formation = self.formation_of(unit);
        if let Some(wait) = self.why_wait(p, side) {
            let mut list = vec![wait];
            list.extend(self.why_not_activated(p, formation, unit));
            return list;
        }
        match p.top() {
            Frame::Alternation(_) => self.why_not_activated(p, formation, unit),
            Frame::Activation(f) => self.in_activation(p, f, unit),
            Frame::Act(f) if f.units.has(unit) => self.in_hand_can(p, &f),
            Frame::Act(_) | Frame::Ride(_) => {
                vec![Reason::new(rule::R7a, "Another force is in hand: its action ends first.")]
            }
            frame => {
                let mut legal = Vec::new();
                self.legal(p, Seat(side), &mut legal);
                let mine: Vec<Action> =
                    legal.into_iter().filter(|a| self.concerns(p, frame, *a, unit)).collect();
                if mine.is_empty() {
                    vec![Reason::new(rule::R7b, "Something else must be decided first.")]
                } else {
                    vec![Reason::new(
                        rule::R12_2,
                        format!("It can do this now: {}.", self.gathered(p, &mine)),
                    )]
                }
            }
        }
    }

    /// Why the side has nothing to decide now.
    fn why_wait(&self, p: &Position, side: u8) -> Option<Reason> {
        why_wait(self, p, Seat(side), rule::R4_B_2d, No(rule::R16a, "The battle is over."))
    }

    /// Outside its formation's activation: what keeps the formation from acting, or how it could.
    fn why_not_activated(&self, p: &Position, formation: FormationId, unit: UnitId) -> Vec<Reason> {
        let mut list = Vec::new();
        let side = self.side_of(unit);
        let def = &self.army.formations[formation];
        if p.activation().is_some_and(|a| a.formation == formation) {
            return list;
        }
        if p.unit(unit).out_of_command {
            list.add(rule::R5_1, "It is out of command: it acts only in the phase for such units.");
        }
        match self.check_attempt(p, side, formation) {
            Err(no) => list.push(no.into()),
            Ok(()) => {
                let failed = p.formations[formation].failed;
                let again = if failed > 0 {
                    agree(&format!(" It has failed {failed} [time|times] this turn."), failed != 1)
                        .into_owned()
                } else {
                    String::new()
                };
                list.add(
                    rule::R6_1,
                    format!("{} is not activated: you can try in your turn.{again}", def.name),
                );
            }
        }
        list
    }

    fn in_activation(&self, p: &Position, f: Activation, unit: UnitId) -> Vec<Reason> {
        let formation = self.formation_of(unit);
        if formation != f.formation {
            let active = &self.army.formations[f.formation].name;
            let mut list =
                vec![Reason::new(rule::R2_4, format!("{active} is activated: only its units act."))];
            list.extend(self.why_not_activated(p, formation, unit));
            return list;
        }
        if f.stage == ActivationStage::Declare {
            return vec![Reason::new(
                rule::R4_B_2_a,
                "Markers are declared first; say done when all are placed.",
            )];
        }
        if let Err(no) = self.check_select(p, f, UnitSet::one(unit)) {
            // a battery may be bound to fire with the others of its hex
            let hex = p.unit(unit).hex;
            let together = if hex.is_none() { UnitSet::EMPTY } else { self.batteries(p, hex, formation) };
            let joint = together.has(unit) && self.check_select(p, f, together).is_ok();
            return if joint {
                vec![Reason::new(
                    rule::R9_2,
                    format!("It can act with the others in its hex: {}.", self.units_text(together)),
                )]
            } else {
                vec![no.into()]
            };
        }
        let mut q = p.clone();
        let select = Action::Select(UnitSet::one(unit));
        self.apply(&mut q, Seat(self.side_of(unit)), select, &mut Log::off());
        match q.top() {
            Frame::Act(act) if act.units.has(unit) => self.in_hand_can(&q, &act),
            _ => vec![Reason::new(rule::R7_2, "It can act.")],
        }
    }

    /// What a force in hand can do, and why not what it might want to.
    fn in_hand_can(&self, p: &Position, f: &Act) -> Vec<Reason> {
        let side = f.members.first().map_or(0, |u| self.side_of(u));
        let mut legal = Vec::new();
        self.legal(p, Seat(side), &mut legal);
        let mut list =
            vec![Reason::new(rule::R7_2, format!("It can do this now: {}.", self.gathered(p, &legal)))];
        let mut wishes = vec![Action::Assault];
        if f.units.iter().all(|u| self.arm(u) == crate::model::Arm::Cavalry) {
            wishes.push(Action::Charge);
        }
        if f.units.iter().all(|u| self.arm(u) == crate::model::Arm::Infantry) {
            wishes.push(Action::Square(true));
        }
        wishes.push(Action::Stop);
        for wish in wishes.into_iter().filter(|w| !legal.contains(w)) {
            if let Err(No(rule, words)) = self.check(p, f, Seat(side), wish) {
                let not = match wish {
                    Action::Assault => "It cannot assault",
                    Action::Charge => "It cannot charge",
                    Action::Square(_) => "It cannot form square",
                    _ => "It cannot stop here",
                };
                list.add(rule, format!("{not}: {words}"));
            }
        }
        list
    }

    /// Whether an offered action is one of this unit.
    fn concerns(&self, p: &Position, frame: Frame, action: Action, unit: UnitId) -> bool {
        match action {
            Action::React { hex, arm, .. } => p.unit(unit).hex == hex && self.arm(unit) == arm,
            Action::Extra { unit: u, .. }
            | Action::Lose(u)
            | Action::Lead(u)
            | Action::Halt(u)
            | Action::RecoverLevels(u)
            | Action::RecoverExhaustion(u)
            | Action::Retreat { unit: Some(u), .. } => u == unit,
            Action::Retreat { unit: None, .. } => matches!(frame, Frame::Retreat(r) if r.units.has(unit)),
            Action::Select(units) | Action::Withdraw(units) => units.has(unit),
            Action::Place { unit: u, .. } => u == unit,
            _ => false,
        }
    }

    /// What can be done, in words and in one line: hexes of steps and directions of turns gathered.
    fn gathered(&self, p: &Position, actions: &[Action]) -> String {
        let (mut words, mut steps, mut turns): (Vec<String>, Vec<String>, Vec<String>) = Default::default();
        for action in actions {
            let text = self.write(p, *action);
            let said = match action {
                Action::Step { cross: false, .. } => {
                    steps.push(text.trim_start_matches("step ").to_string());
                    continue;
                }
                Action::Step { cross: true, .. } | Action::Rotate { .. } => continue,
                Action::Turn(_) => {
                    turns.push(text.trim_start_matches("face ").to_string());
                    continue;
                }
                Action::March(true) => "take up March Movement".into(),
                Action::March(false) => "deploy".into(),
                Action::CallOff => "call it off".into(),
                Action::EndCharge => "end the charge".into(),
                Action::Stop => "stop here".into(),
                Action::React { what, .. } => match what {
                    Reaction::Face(dir) => format!("face {} in reaction", self.map.dir_name(*dir)),
                    Reaction::Fire => "fire in reaction".into(),
                    Reaction::Counterattack => "counterattack".into(),
                    Reaction::Countercharge => "countercharge".into(),
                    Reaction::Square => "form square in reaction".into(),
                    Reaction::Withdraw => "withdraw in reaction".into(),
                    Reaction::Reform => "change its order in reaction".into(),
                },
                Action::Lose(_) => "lose a strength point".into(),
                Action::Retreat { dir, .. } => {
                    let from = self.subject_of_top(p).hex;
                    format!("fall back to {}", self.map.word_beside(from, *dir))
                }
                _ => self.with_names(&text),
            };
            words.push(said);
        }
        if !turns.is_empty() {
            words.insert(0, format!("face {}", turns.join(", ")));
        }
        if !steps.is_empty() {
            words.insert(0, format!("go to {}", steps.join(", ")));
        }
        if words.is_empty() { "nothing".into() } else { words.join("; ") }
    }

    /// Notation with the names of pieces instead of their ids.
    fn with_names(&self, text: &str) -> String {
        let name = |id: &str| {
            let unit = self.army.units.iter().find(|unit| short(&unit.id) == id).map(|unit| &unit.name);
            let leader = || self.army.leaders.iter().find(|leader| short(&leader.id) == id).map(|l| &l.name);
            unit.or_else(leader).map_or_else(|| id.to_owned(), Clone::clone)
        };
        let word =
            |word: &str| if word.contains('+') { listed(word.split('+').map(name)) } else { name(word) };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }

    /// States that bind a unit whatever is going on.
    fn unit_state(&self, p: &Position, unit: UnitId, list: &mut Vec<Reason>) {
        let u = p.unit(unit);
        list.when(u.place == Place::Column, rule::R15_1b, "It is off the map, in the entry column.");
        list.when(u.square, rule::R8_6_1, "It is in square: it cannot move or attack.");
        list.when(self.is_gun(unit) && u.march, rule::R8_4a, "It is limbered: it cannot fire.");
        list.when(
            self.is_gun(unit) && !u.march && u.place == Place::Map,
            rule::R8_4a,
            "It is unlimbered: it must limber to move.",
        );
        list.when(
            !self.is_gun(unit) && u.march,
            rule::R8_3_5,
            "It is in March Movement: it has no zone of reaction.",
        );
        list.when(u.ammo == Ammo::Out, rule::R9_4_3b, "It is out of ammunition: it cannot fire.");
        list.when(u.ammo == Ammo::Low, rule::R9_4_3a, "It is low on ammunition: it rolls before it fires.");
        list.when(u.exhausted, rule::R10_3, "It is exhausted: it cannot charge.");
        list.when(
            u.exhausted && (u.stirred || u.exhausted_on == p.turn),
            rule::R10_3_1,
            "It cannot recover from exhaustion this turn: that takes a whole turn without moving.",
        );
        list.when(u.status > 0, rule::R13, "Its status lowers its cohesion value.");
        list.when(u.status == 3, rule::R8_6_3, "It is disorganized: it cannot form square.");
        list.when(u.out_of_command, rule::R5_1, "It is out of command.");
        list.when(u.did == Did::Attacked, rule::R13_3a, "It has fought: it does not recover.");
    }

    /// A face-up unit of the other side: what lies open.
    fn enemy_unit(&self, p: &Position, unit: UnitId) -> Reason {
        let def = &self.army.units[unit];
        let u = p.unit(unit);
        if u.place == Place::Lost {
            return Reason::new(
                rule::R13_2,
                format!("{} of {} is lost.", def.name, self.side_name(def.side)),
            );
        }
        let status = STATUS[u.status as usize];
        let place =
            if u.hex.is_none() { "off the map".into() } else { format!("in {}", self.hex_words(u.hex)) };
        Reason::new(
            rule::R8_7a,
            format!(
                "{} of {} is {place}, {status}. It is not yours to move.",
                def.name,
                self.side_name(def.side)
            ),
        )
    }

    // ---- commanders and formations -------------------------------------------------------------

    fn leader_reasons(&self, p: &Position, viewer: Viewer, leader: LeaderId) -> Vec<Reason> {
        let def = &self.army.leaders[leader];
        let l = p.leaders[leader];
        let place = match l.place {
            Place::Map => format!("{} is in {}.", def.name, self.hex_words(l.hex)),
            Place::Column => format!("{} is off the map, in the entry column.", def.name),
            Place::Setup => format!("{} waits to be placed.", def.name),
            _ => format!("{} is not in play.", def.name),
        };
        let mut list = vec![Reason::new(rule::R2_2, place), self.leader_facts(leader)];
        if !viewer.owns(def.side) {
            return list;
        }
        if let Some(wait) = self.why_wait(p, def.side) {
            list.push(wait);
            return list;
        }
        let answer = match p.top() {
            Frame::Ride(f) if f.leader == leader => {
                let mut legal = Vec::new();
                self.legal(p, Seat(def.side), &mut legal);
                Reason::new(rule::R8_5, format!("He can do this now: {}.", self.gathered(p, &legal)))
            }
            Frame::Activation(f) if f.stage == ActivationStage::Forces => {
                match self.check_select_leader(p, f, leader) {
                    Ok(()) => Reason::new(rule::R8_5, "He can move."),
                    Err(no) => no.into(),
                }
            }
            Frame::Late(f) => match self.check(p, &f, Seat(def.side), Action::SelectLeader(leader)) {
                Ok(()) => Reason::new(rule::R8_5, "He can move."),
                Err(no) => no.into(),
            },
            Frame::Alternation(_) if def.formation.is_some() => {
                Reason::new(rule::R8_5, "He moves in the activation of his formation.")
            }
            Frame::Alternation(_) => {
                Reason::new(rule::R8_5, "He moves in the activation of a formation, or after all of them.")
            }
            _ => Reason::new(rule::R7b, "Something else must be decided first."),
        };
        list.push(answer);
        list
    }

    fn formation_reasons(&self, p: &Position, viewer: Viewer, formation: FormationId) -> Vec<Reason> {
        let def = &self.army.formations[formation];
        let state = p.formations[formation];
        let mut list = Vec::new();
        if p.activation().is_some_and(|a| a.formation == formation) {
            list.add(rule::R6_1, format!("{} is activated now.", def.name));
        } else if !viewer.owns(def.side) {
            let word = if state.activated { "has been activated" } else { "has not been activated" };
            list.add(rule::R6_1, format!("{} {word} this turn.", def.name));
        } else {
            list.extend(self.why_wait(p, def.side));
            list.push(match self.check_attempt(p, def.side, formation) {
                Err(no) => no.into(),
                Ok(()) => Reason::new(rule::R6_1, format!("You can try to activate {}.", def.name)),
            });
            let out = def.units.iter().filter(|u| p.unit(**u).out_of_command).count();
            if out > 0 {
                list.add_of(rule::R4_B_2f, out != 1, &format!("{out} of its units [is out of command and does|are out of command and do] not act in its activation."));
            }
        }
        if state.failed > 0 {
            let failed = format!("It has failed {} [time|times] this turn.", state.failed);
            list.add_of(rule::R6_1_2, state.failed != 1, &failed);
        }
        if state.mood != 0 {
            list.add(rule::R6_2_1a, format!("Its commander's mood is {:+}.", state.mood));
        }
        list
    }

    // ---- hexes -----------------------------------------------------------------------------------

    fn hex_reasons(&self, p: &Position, viewer: Viewer, hex: Hex) -> Vec<Reason> {
        let terrain = &self.map.terrain_names()[self.map.terrain(hex) as usize];
        let road = if self.map.has_road(hex) { ", with a road" } else { "" };
        let mut list = vec![Reason::new(
            rule::R14,
            format!("{}: {terrain}{road}, level {}.", self.hex_words(hex), self.map.level(hex)),
        )];
        list.extend(self.hex_facts(p, hex));
        let units = p.in_hex(hex);
        if let Some(first) = units.first() {
            let order = self.in_open_order(p, units);
            let names: Vec<String> = order.iter().map(|u| self.as_seen(p, viewer, *u)).collect();
            let stacking = self.stacking_of(units);
            list.add(
                rule::R6_3_1,
                format!(
                    "{}, {stacking} stacking points: {}.",
                    self.side_name(self.side_of(first)),
                    names.join("; ")
                ),
            );
        }
        list.extend(self.face_down_facts(p, viewer, hex));
        let mut leaders: Vec<Text> = p.leaders_in(hex).map(|l| self.leader_to(p, viewer, l)).collect();
        leaders.sort_unstable();
        if !leaders.is_empty() {
            list.add(rule::R2_2, format!("Commanders: {}.", leaders.join(", ")));
        }
        for side in 0..2 {
            if p.zone(side, hex) {
                list.add(rule::R3a, format!("In a zone of reaction of {}.", self.side_name(side)));
            }
        }
        if let Wait::Decide(side) = p.wait
            && viewer.owns(side)
        {
            list.extend(self.hex_for_decider(p, side, hex));
        }
        list
    }

    fn as_seen(&self, p: &Position, viewer: Viewer, unit: UnitId) -> String {
        let status = STATUS[p.unit(unit).status as usize];
        format!("{}, {status}", self.name_to(p, viewer, unit))
    }

    /// Why what is in hand cannot go there, or that it can.
    fn hex_for_decider(&self, p: &Position, side: u8, hex: Hex) -> Vec<Reason> {
        match p.top() {
            Frame::Act(f) if !f.hex.is_none() && f.hex != hex => vec![self.step_reason(p, &f, side, hex)],
            Frame::Act(f) if f.hex.is_none() => {
                vec![match self.check(p, &f, Seat(side), Action::Enter { hex, cross: false }) {
                    Ok(()) => Reason::new(rule::R15_1b, "The force in hand can enter here."),
                    Err(no) => no.into(),
                }]
            }
            Frame::Ride(f) => self.ride_reason(p, f, side, hex).into_iter().collect(),
            Frame::Activation(f) if f.stage == ActivationStage::Declare => self.marker_reasons(p, f, hex),
            Frame::Retreat(f) => {
                let mut legal = Vec::new();
                self.legal(p, Seat(side), &mut legal);
                let there = |a: &Action| matches!(a, Action::Retreat { dir, .. } if self.map.neighbour(f.hex, *dir) == hex);
                let can = legal.iter().any(there);
                let words =
                    if can { "The retreat can go here." } else { "The retreat priorities do not lead here." };
                vec![Reason::new(rule::R11_3b, words)]
            }
            _ => Vec::new(),
        }
    }

    fn step_reason(&self, p: &Position, f: &Act, side: u8, hex: Hex) -> Reason {
        let Some(dir) = self.map.direction(f.hex, hex) else {
            return Reason::new(rule::R8a, "It is not beside the force in hand: forces move hex by hex.");
        };
        let action = Action::Step { dir, cross: false };
        match self.check(p, f, Seat(side), action) {
            Err(no) => no.into(),
            Ok(()) => match self.check_step(p, f, dir, false) {
                Ok(cost) => Reason::new(
                    rule::R8a,
                    format!("The force in hand can step here for {} MP.", points(cost)),
                ),
                Err(_) => Reason::new(rule::R10_1_1, "The charge can go through here."),
            },
        }
    }

    fn ride_reason(&self, p: &Position, f: Ride, side: u8, hex: Hex) -> Option<Reason> {
        let here = p.leaders[f.leader].hex;
        if here.is_none() || here == hex {
            return None;
        }
        let Some(dir) = self.map.direction(here, hex) else {
            return Some(Reason::new(rule::R8_5, "It is not beside the commander in hand."));
        };
        Some(match self.check(p, &f, Seat(side), Action::Step { dir, cross: false }) {
            Ok(()) => Reason::new(rule::R8_5, "The commander in hand can ride here."),
            Err(no) => no.into(),
        })
    }

    /// Which markers could be declared in a hex, or why none.
    fn marker_reasons(&self, p: &Position, f: Activation, hex: Hex) -> Vec<Reason> {
        let mut legal = Vec::new();
        self.legal_marks(p, f, &mut legal);
        let here: Vec<String> = legal
            .iter()
            .filter(|a| matches!(a, Action::Mark { hex: h, .. } if *h == hex))
            .map(|a| self.with_names(&self.write(p, *a)))
            .collect();
        if !here.is_empty() {
            return vec![Reason::new(rule::R7_1a, format!("It can carry a marker: {}.", here.join("; ")))];
        }
        let kinds = [crate::position::MarkerKind::Assault, crate::position::MarkerKind::Charge];
        let foes = (0..6u8).filter(|d| {
            let n = self.map.neighbour(hex, *d);
            !n.is_none() && p.holds(self, enemy(self.army.formations[f.formation].side), n)
        });
        let mut list: Vec<Reason> = Vec::new();
        for (dir, kind) in foes.flat_map(|d| kinds.map(|k| (d, k))) {
            if let Err(no) = self.check_mark(p, f, kind, hex, dir) {
                let why = Reason::from(no);
                if !list.contains(&why) {
                    list.push(why);
                }
            }
        }
        list
    }

    /// A force as the other side names it: its arm and hex, which both can see.
    fn force_name(&self, p: &Position, unit: UnitId) -> String {
        format!("{} in {}", arm_name(self.arm(unit)), self.map.number(p.unit(unit).hex))
    }
}

pub(crate) fn unknown(what: &str) -> Refusal {
    Refusal::new(rule::R8_7a, format!("You do not know where that {what} is."))
}
