//! The game in words: what is asked of whom, and turn and phase. Whoever looks reads only names that he
//! may know (8.7). The choices are in `words/offer.rs`.

mod offer;

use crate::battle::Battle;
use crate::flow::{
    Act, ActStage, ActivationStage, CombatStage, Frame, LatePhase, LateStage, Mode, React, RetreatKind,
    RetreatStage, SetupStage, Trigger, Wait,
};
use crate::model::{Conduct, LeaderId, UnitId};
use crate::movement::points;
use crate::position::{MAX_UNITS, Place, Position, UnitSet};
use crate::reaction::trigger_rule;
use crate::rule;
use arrayvec::ArrayVec;
use hexmap::Hex;
use kernel::{Citation, Log, Phase, Prompt, Viewer};

/// A question as its seat reads it, and what the others read meanwhile.
struct Asked {
    you: String,
    /// After the name of the seat: "places its pieces".
    they: String,
    rule: Citation,
    hexes: Vec<Hex>,
    units: UnitSet,
    leader: Option<LeaderId>,
}

impl Asked {
    fn new(rule: Citation, you: impl Into<String>, they: impl Into<String>) -> Asked {
        Asked {
            you: you.into(),
            they: they.into(),
            rule,
            hexes: Vec::new(),
            units: UnitSet::EMPTY,
            leader: None,
        }
    }
    fn at(mut self, hexes: impl IntoIterator<Item = Hex>) -> Asked {
        self.hexes.extend(hexes);
        self
    }
    fn of(mut self, units: UnitSet) -> Asked {
        self.units = units;
        self
    }
}

// ---- names ------------------------------------------------------------------------------------

impl Battle {
    /// A hex by its number, with the name of the place that is in it.
    pub(crate) fn hex_words(&self, hex: Hex) -> String {
        if hex.is_none() {
            return "the column".into();
        }
        let number = self.map.number(hex);
        match self.map.places().iter().find(|place| place.hex == hex) {
            Some(place) => format!("{} ({number})", place.name),
            None => number.into(),
        }
    }

    /// Units in an order that tells nothing of who lies face down: units with the same back, state and
    /// hex may stand in any order.
    pub(crate) fn in_open_order(&self, p: &Position, units: UnitSet) -> Vec<UnitId> {
        let mut list: Vec<UnitId> = units.iter().collect();
        list.sort_by_key(|unit| {
            let (u, def) = (p.unit(*unit), &self.army.units[*unit as usize]);
            let back = (def.side, def.formation, def.arm as u8, u8::MAX - def.stacking);
            let marks = (u.status, u.march, u.square, u.exhausted, u.ammo as u8);
            (u.hex, back, marks, u.out_of_command, u.acted, u.facing)
        });
        list
    }

    /// The order in which units are told of, where the order makes no other difference: `in_open_order`
    /// if anybody listens.
    pub(crate) fn told_order(&self, p: &Position, units: UnitSet, log: &Log) -> ArrayVec<UnitId, MAX_UNITS> {
        if log.is_on() && units.count() > 1 {
            self.in_open_order(p, units).into_iter().collect()
        } else {
            units.iter().collect()
        }
    }

    /// A unit as the viewer may call it.
    pub(crate) fn name_to(&self, p: &Position, viewer: Viewer, unit: UnitId) -> String {
        if self.knows(p, viewer, unit) {
            self.army.units[unit as usize].name.clone()
        } else {
            self.back(unit)
        }
    }

    pub(crate) fn names_to(&self, p: &Position, viewer: Viewer, units: UnitSet) -> String {
        let units = self.in_open_order(p, units);
        listed(units.iter().map(|u| self.name_to(p, viewer, *u)))
    }

    pub(crate) fn leader_to(&self, p: &Position, viewer: Viewer, leader: LeaderId) -> String {
        if viewer.may_see(self.leader_seen_by(p, leader)) {
            self.army.leaders[leader as usize].name.clone()
        } else {
            "a face-down commander".into()
        }
    }

    fn formation_name(&self, formation: u8) -> &str {
        &self.army.formations[formation as usize].name
    }
}

/// "a", "a and b", "a, b and c".
fn listed(names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = names.collect();
    match names.pop() {
        None => "nobody".into(),
        Some(only) if names.is_empty() => only,
        Some(last) => format!("{} and {last}", names.join(", ")),
    }
}

fn plural(count: u32, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

// ---- turn and phase ---------------------------------------------------------------------------

impl Battle {
    pub(crate) fn phase_words(&self, p: &Position) -> Phase {
        let side = |side: u8| self.seat_names[side as usize];
        let phase = match p.stack.first() {
            _ if p.wait == Wait::Over => "the battle is over".into(),
            None => "the battle is over".into(),
            Some(Frame::Setup(_)) => format!("{} sets up", side(self.placing_side())),
            Some(Frame::Initiative { .. }) => "initiative".into(),
            Some(Frame::Late(f)) => match f.phase {
                LatePhase::NonActivated => format!("formations not activated, {}", side(f.side)),
                LatePhase::OutOfCommand => format!("units out of command, {}", side(f.side)),
            },
            Some(Frame::EndTurn(_)) => "end of the turn".into(),
            Some(_) => match p.activation() {
                Some(a) => format!("activation of {}", self.formation_name(a.formation)),
                None => "activations".into(),
            },
        };
        Phase { turn: p.turn.into(), turns: self.scenario.turns.into(), time: self.hour(p.turn), phase }
    }

    fn placing_side(&self) -> u8 {
        self.scenario.setup.first().map_or(0, |area| area.side)
    }
}

// ---- prompts ----------------------------------------------------------------------------------

impl Battle {
    pub(crate) fn ask(&self, p: &Position, viewer: Viewer) -> Prompt {
        match p.wait {
            Wait::Decide(side) => {
                let asked = self.question(p, viewer);
                let name = self.seat_names[side as usize];
                let sentence = match viewer {
                    Viewer::Seat(seat) if seat.0 == side => asked.you.clone(),
                    Viewer::Everything => format!("{name}: {}", asked.you),
                    _ => format!("{name} {}", asked.they),
                };
                self.prompt_of(p, viewer, sentence, &asked)
            }
            Wait::Roll { dice, what, by } => {
                let (what, rule) = what.words();
                let name = self.seat_names[by as usize];
                let dice = if dice == 1 { "a die".into() } else { format!("{dice} dice") };
                let sentence = format!("{name} rolls {dice}: {what}.");
                let asked = self.rolled_for(p, rule);
                self.prompt_of(p, viewer, sentence, &asked)
            }
            Wait::Over | Wait::Run => {
                let ending = p.ending.unwrap_or(crate::position::Ending::Held);
                let (how, rule) = Battle::outcome_words(ending);
                let winner = self.seat_names[self.winner(ending) as usize];
                let asked = Asked::new(rule, "", "");
                self.prompt_of(p, viewer, format!("The battle is over: {how} of {winner}."), &asked)
            }
        }
    }

    fn prompt_of(&self, p: &Position, viewer: Viewer, sentence: String, asked: &Asked) -> Prompt {
        let mut hexes: Vec<Hex> = asked.hexes.iter().copied().filter(|h| !h.is_none()).collect();
        let mut known = Vec::new();
        for hex in std::mem::take(&mut hexes) {
            if !hexes.contains(&hex) {
                hexes.push(hex);
            }
        }
        for unit in self.in_open_order(p, asked.units) {
            if self.knows(p, viewer, unit) {
                known.push(self.army.units[unit as usize].id.clone());
            }
        }
        if let Some(leader) = asked.leader
            && viewer.may_see(self.leader_seen_by(p, leader))
        {
            known.push(self.army.leaders[leader as usize].id.clone());
        }
        Prompt {
            sentence,
            rule: asked.rule,
            hexes: hexes.iter().map(|h| self.map.number(*h).to_string()).collect(),
            units: known,
        }
    }

    /// Where a roll is made, and for whom.
    fn rolled_for(&self, p: &Position, rule: Citation) -> Asked {
        let asked = Asked::new(rule, "", "");
        match p.top() {
            Frame::Check(f) => asked.at(self.hexes_of(p, f.units)).of(f.units),
            Frame::Fire(f) => asked.at([f.from, f.target_hex]).of(f.firers.with(f.target)),
            Frame::Combat(f) => asked.at([f.from, f.target]).of(f.attackers.with(f.defenders)),
            _ => asked,
        }
    }

    fn hexes_of(&self, p: &Position, units: UnitSet) -> Vec<Hex> {
        self.in_open_order(p, units).iter().map(|u| p.unit(*u).hex).collect()
    }

    /// What is asked now, with the names that the viewer may read.
    fn question(&self, p: &Position, viewer: Viewer) -> Asked {
        let who = |units: UnitSet| self.names_to(p, viewer, units);
        let at = |hex: Hex| self.hex_words(hex);
        match p.top() {
            Frame::Setup(f) => self.asked_in_setup(p, viewer, f.unit, f.stage),
            Frame::Alternation => Asked::new(
                rule::R4_B_2d,
                "Which formation do you try to activate? Or do you pass?",
                "tries to activate a formation or passes.",
            ),
            Frame::Activation(f) => {
                let name = self.formation_name(f.formation);
                let conduct = self.conduct_words(f.conduct);
                let (rule, you) = match f.stage {
                    ActivationStage::Declare => {
                        let (laid, limit) = (p.markers.len(), self.marker_limit(p, f));
                        let text = format!(
                            "{name}: place Assault and Charge markers ({laid} of at most {limit}), or go on.{conduct}"
                        );
                        (rule::R4_B_2_a, text)
                    }
                    _ => (
                        rule::R4_B_2_b,
                        format!("{name}: which force acts next? Or is the activation over?{conduct}"),
                    ),
                };
                // both stages alike: whether markers could be placed at all is for its owner to know
                let units = self.unacted(p, f.formation);
                let on_map = units.iter().filter(|u| p.unit(*u).place == Place::Map).collect();
                Asked::new(rule, you, format!("leads {name}.")).at(self.hexes_of(p, on_map))
            }
            Frame::Act(f) => self.asked_of_force(p, viewer, &f),
            Frame::Ride(f) => {
                let (hex, name) = (p.leaders[f.leader as usize].hex, self.leader_to(p, viewer, f.leader));
                let you = format!("{name} in {}: {} MP left. Where does he ride?", at(hex), points(f.left));
                let they = format!("moves {name} from {}.", at(hex));
                Asked { leader: Some(f.leader), ..Asked::new(rule::R8_5, you, they).at([hex]) }
            }
            Frame::React(f) => self.asked_for_reaction(p, viewer, &f),
            Frame::Extras(f) => {
                let hexes = self.hexes_of(p, f.units);
                let you = format!("{} may leave March or Square, limber or unlimber.", who(f.units));
                Asked::new(rule::R12b, you, "may leave March or Square, limber or unlimber.")
                    .at(hexes)
                    .of(f.units)
            }
            Frame::Losses(f) => {
                let hexes = self.hexes_of(p, f.units);
                let hex = hexes.first().copied().unwrap_or(Hex::NONE);
                let you = format!(
                    "{} to lose in {}: from which unit?",
                    plural(f.sp.into(), "strength point"),
                    at(hex)
                );
                let rule = if f.assault { rule::R11_2_8 } else { rule::R9_4_1 };
                Asked::new(rule, you, format!("assigns losses in {}.", at(hex))).at(hexes).of(f.units)
            }
            Frame::Combat(f) => {
                let (units, role) = match f.stage {
                    CombatStage::LeadDefender => (f.defenders, "defence"),
                    _ => (f.attackers, "attack"),
                };
                let asked = match f.stage {
                    CombatStage::Face => Asked::new(
                        rule::R11_2_10,
                        format!("{} has advanced to {}: which way does it face?", who(units), at(f.target)),
                        format!("chooses the facing in {}.", at(f.target)),
                    ),
                    _ => Asked::new(
                        rule::R11_2_4,
                        format!("Which unit leads the {role}?"),
                        format!("chooses the unit that leads the {role}."),
                    ),
                };
                asked.at([f.from, f.target]).of(units)
            }
            Frame::Retreat(f) => {
                let (verb, rule) = match f.kind {
                    RetreatKind::Attacker | RetreatKind::Defender => ("retreat", rule::R11_3b),
                    RetreatKind::Withdrawal => ("withdraw", rule::R8_8),
                    RetreatKind::Reaction => ("withdraw", rule::R12_2_6),
                    RetreatKind::Halt => ("withdraw", rule::R13_1_3),
                };
                let name = who(f.units);
                let asked = match f.stage {
                    RetreatStage::Face => Asked::new(
                        rule::R11_3_5,
                        format!("{name} in {}: which way does it face?", at(f.hex)),
                        format!("chooses the facing of {name} in {}.", at(f.hex)),
                    ),
                    _ => Asked::new(
                        rule,
                        format!("{name} must {verb} from {}: where to?", at(f.hex)),
                        format!("chooses where {name} {verb}s to from {}.", at(f.hex)),
                    ),
                };
                asked.at([f.hex, f.away]).of(f.units)
            }
            Frame::Halt { units, .. } => {
                let name = who(units);
                let you =
                    format!("{name} has failed a check: does it give up its action and withdraw, or go on?");
                let they = format!("decides whether {name} goes on.");
                Asked::new(rule::R13_1_3, you, they).at(self.hexes_of(p, units)).of(units)
            }
            Frame::Follow { leaders, to } => {
                let leader = leaders.trailing_zeros() as LeaderId;
                let name = self.leader_to(p, viewer, leader);
                let you = format!("Does {name} follow to {}?", at(to));
                let they = format!("decides whether {name} follows to {}.", at(to));
                let hex = p.leaders[leader as usize].hex;
                Asked { leader: Some(leader), ..Asked::new(rule::R2_2_1a, you, they).at([hex, to]) }
            }
            Frame::Relocate { leader } => {
                let (hex, name) = (p.leaders[leader as usize].hex, self.leader_to(p, viewer, leader));
                let you = format!("The enemy is in {}: where does {name} ride to?", at(hex));
                let they = format!("chooses where {name} rides to from {}.", at(hex));
                Asked { leader: Some(leader), ..Asked::new(rule::R2_2_1b, you, they).at([hex]) }
            }
            Frame::Recover { units, .. } => {
                let name = who(units);
                let you = format!("{name}: recovery of status levels, or from exhaustion?");
                let they = format!("chooses how {name} recovers.");
                Asked::new(rule::R13_3b, you, they).at(self.hexes_of(p, units)).of(units)
            }
            Frame::Late(f) => {
                let rule = match f.phase {
                    LatePhase::NonActivated => rule::R4_C,
                    LatePhase::OutOfCommand => rule::R4_D,
                };
                match f.stage {
                    LateStage::Withdraw => {
                        let bound = self.must_withdraw(p, f);
                        let you = "Forces in an enemy zone of reaction must withdraw: which one next?";
                        let they = "withdraws its forces from enemy zones of reaction.";
                        Asked::new(rule, you, they).at(self.hexes_of(p, bound)).of(bound)
                    }
                    _ => {
                        let units = self.late_units(p, f);
                        let you = "Units out of command may move towards their commanders: which force next?";
                        let they = "may move its units out of command.";
                        Asked::new(rule, you, they).at(self.hexes_of(p, units)).of(units)
                    }
                }
            }
            Frame::EndTurn(_) => Asked::new(
                rule::R16_1_3,
                "Do you ask for II Corps? It is now or never; with it Cerlongo and more farms are needed to win.",
                "decides whether to ask for II Corps.",
            ),
            Frame::Initiative { .. }
            | Frame::Attempt { .. }
            | Frame::LooseCannon { .. }
            | Frame::Check(_)
            | Frame::Fire(_) => Asked::new(rule::R7b, "Roll the dice.", "waits for the dice."),
        }
    }

    fn conduct_words(&self, conduct: Conduct) -> String {
        match self.initiative_row(conduct) {
            Some(row) if conduct != Conduct::Normal => format!(" {}: {}", row.name, row.effect),
            _ => String::new(),
        }
    }

    fn asked_in_setup(&self, p: &Position, viewer: Viewer, unit: UnitId, stage: SetupStage) -> Asked {
        let they = "sets up its army.";
        match stage {
            SetupStage::Place => {
                let units = p.units.iter().filter(|u| u.place == Place::Setup).count();
                let leaders = p.leaders.iter().filter(|l| l.place == Place::Setup).count();
                let you = match units + leaders {
                    0 => "All pieces are placed: say done to begin.".to_string(),
                    left => format!("Place your pieces ({left} left); `place standard` places all of them."),
                };
                Asked::new(rule::R15, you, they)
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
                Asked::new(rule::R15, you, they).at([hex]).of(UnitSet::one(unit))
            }
        }
    }

    fn asked_of_force(&self, p: &Position, viewer: Viewer, f: &Act) -> Asked {
        let name = self.names_to(p, viewer, f.units);
        let hex = self.hex_words(f.hex);
        let left = points(f.left);
        let (rule, you) = match (f.mode, f.stage) {
            (Mode::Charge, _) => {
                (rule::R10_1_2, format!("{name} charges, {left} MP left in {hex}: how does it go on?"))
            }
            (_, ActStage::Fired) => (rule::R9_2_2, format!("{name} in {hex} has fired: does it turn?")),
            (Mode::Exhausted, _) => {
                (rule::R10_3, format!("{name} in {hex} is exhausted and may move away: {left} MP left."))
            }
            (Mode::Straggling, _) => {
                (rule::R5_1_1, format!("{name} in {hex} moves towards its commander: {left} MP left."))
            }
            (Mode::Ordinary, _) if f.hex.is_none() => {
                (rule::R15_1b, format!("{name} enters the map: {left} MP left. How?"))
            }
            (Mode::Ordinary, _) => (rule::R7_2, format!("{name} in {hex}: {left} MP left. What does it do?")),
        };
        let they = match f.hex.is_none() {
            true => format!("brings {name} onto the map."),
            false => format!("acts with {name} in {hex}."),
        };
        let marker = p.marker_at(f.hex).filter(|_| !f.hex.is_none());
        let target = marker.map(|at| self.target_of(p.markers[at]));
        Asked::new(rule, you, they).at([f.hex]).at(target).of(f.units)
    }

    fn asked_for_reaction(&self, p: &Position, viewer: Viewer, f: &React) -> Asked {
        let name = self.names_to(p, viewer, f.cause);
        let hex = self.hex_words(f.hex);
        let event = match f.trigger {
            Trigger::Fired => format!("{name} has fired at your units in {hex}"),
            Trigger::Enters => format!("{name} has come to {hex}"),
            Trigger::Leaves => format!("{name} is about to leave {hex}"),
            Trigger::Within => format!("{name} moves on in your zone of reaction to {hex}"),
            Trigger::Advances => format!("{name} has advanced to {hex}"),
            Trigger::FallsBack => format!("{name} falls back through {hex}"),
        };
        let forces = (0..21u8).filter(|bit| f.todo >> bit & 1 != 0);
        let forces: Vec<(Hex, UnitSet)> = forces.map(|bit| self.reacting_force(p, f, bit)).collect();
        let units = forces.iter().fold(UnitSet::EMPTY, |all, (_, units)| all.with(*units));
        Asked::new(
            trigger_rule(f.trigger),
            format!("{event}. How do you react?"),
            format!("may react to {name} in {hex}."),
        )
        .at([f.hex, f.cause_hex])
        .at(forces.iter().filter(|(_, units)| !units.is_empty()).map(|(hex, _)| *hex))
        .of(units)
    }
}
