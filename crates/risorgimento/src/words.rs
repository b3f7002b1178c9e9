//! The game in words: what is asked of whom, and turn and phase. Whoever looks reads only names that he
//! may know (8.7). The choices are in `words/offer.rs`.

mod offer;

use crate::action::short;
use crate::battle::Battle;
use crate::flow::{
    Act, ActStage, ActivationStage, CombatStage, Frame, LatePhase, LateStage, Mode, React, RetreatKind,
    RetreatStage, SetupStage, Trigger, Wait,
};
use crate::model::{Conduct, FormationId, LeaderId, UnitId};
use crate::movement::points;
use crate::position::{MAX_UNITS, Place, Position, UnitSet};
use crate::reaction::trigger_rule;
use crate::rule;
use arrayvec::ArrayVec;
use hexmap::Hex;
use kernel::{Citation, Log, Phase, Prompt, Text, Viewer, agree};

/// A question as its seat reads it, and what the others read meanwhile.
struct Asked {
    /// A stable word for what is asked.
    kind: &'static str,
    /// The key of a question that may be answered once for all times.
    standing: Option<String>,
    you: String,
    /// After the name of the seat: "places its pieces".
    they: String,
    rule: Citation,
    hexes: Vec<Hex>,
    units: UnitSet,
    leader: Option<LeaderId>,
}

impl Asked {
    fn new(kind: &'static str, rule: Citation, you: impl Into<String>, they: impl Into<String>) -> Asked {
        Asked {
            kind,
            standing: None,
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
    /// Verbs agree with the units that are asked about.
    fn agree(&mut self) {
        let several = self.units.count() > 1;
        for text in [&mut self.you, &mut self.they] {
            *text = agree(text, several).into_owned();
        }
    }
    /// May be answered in advance under this key.
    fn standing(mut self, key: String) -> Asked {
        self.standing = Some(key);
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
        // what lies open of a unit as one number, in the order in which it counts
        let open = |unit: UnitId| {
            let (u, def) = (p.unit(unit), self.printed[unit]);
            let mut key = u64::from(u.hex.0);
            let mut add = |bits: u32, value: u8| key = key << bits | u64::from(value);
            add(1, def.side);
            add(4, def.formation.index() as u8);
            add(2, def.arm as u8);
            add(8, u8::MAX - def.stacking);
            add(2, u.status);
            add(1, u.march.into());
            add(1, u.square.into());
            add(1, u.exhausted.into());
            add(2, u.ammo as u8);
            add(1, u.out_of_command.into());
            add(1, u.acted.into());
            add(3, u.facing);
            (key, unit)
        };
        let mut list: ArrayVec<(u64, UnitId), MAX_UNITS> = units.iter().map(open).collect();
        list.sort_unstable();
        list.into_iter().map(|(_, unit)| unit).collect()
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
            self.army.units[unit].name.clone()
        } else {
            self.back(unit).to_string()
        }
    }

    pub(crate) fn names_to(&self, p: &Position, viewer: Viewer, units: UnitSet) -> String {
        let units = self.in_open_order(p, units);
        listed(units.iter().map(|u| self.name_to(p, viewer, *u)))
    }

    pub(crate) fn leader_to(&self, p: &Position, viewer: Viewer, leader: LeaderId) -> String {
        if viewer.may_see(self.leader_seen_by(p, leader)) {
            self.army.leaders[leader].name.clone()
        } else {
            "a face-down commander".into()
        }
    }

    fn formation_name(&self, formation: FormationId) -> &str {
        &self.army.formations[formation].name
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
            _ if p.wait == Wait::Over => Text::new_static("the battle is over"),
            None => Text::new_static("the battle is over"),
            Some(Frame::Setup(_)) => format!("{} sets up", side(self.placing_side())).into(),
            Some(Frame::Initiative { .. }) => Text::new_static("initiative"),
            Some(Frame::Late(f)) => match f.phase {
                LatePhase::NonActivated => format!("formations not activated, {}", side(f.side)).into(),
                LatePhase::OutOfCommand => format!("units out of command, {}", side(f.side)).into(),
            },
            Some(Frame::EndTurn(_)) => Text::new_static("end of the turn"),
            Some(_) => match p.activation() {
                Some(a) => format!("activation of {}", self.formation_name(a.formation)).into(),
                None => Text::new_static("activations"),
            },
        };
        let (turn, turns) = (p.turn.into(), self.scenario.turns.into());
        Phase { turn, turns, time: self.hour(p.turn).into(), phase }
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
                let mut asked = self.question(p, viewer);
                asked.agree();
                let name = self.seat_names[side as usize];
                let sentence = match viewer {
                    Viewer::Seat(seat) if seat.0 == side => std::mem::take(&mut asked.you),
                    Viewer::Everything => format!("{name}: {}", asked.you),
                    _ => {
                        // what sort of question it is may be a secret of who is asked
                        (asked.kind, asked.standing) = ("wait", None);
                        format!("{name} {}", asked.they)
                    }
                };
                self.prompt_of(p, viewer, sentence, asked)
            }
            Wait::Roll { dice, what, by } => {
                let (what, rule) = what.words();
                let name = self.seat_names[by as usize];
                let dice = if dice == 1 { "a die".into() } else { format!("{dice} dice") };
                let sentence = format!("{name} rolls {dice}: {what}.");
                let asked = self.rolled_for(p, rule);
                self.prompt_of(p, viewer, sentence, asked)
            }
            Wait::Over | Wait::Run => {
                let ending = p.ending.unwrap_or(crate::position::Ending::Held);
                let (how, rule) = Battle::outcome_words(ending);
                let winner = self.seat_names[self.winner(ending) as usize];
                let asked = Asked::new("over", rule, "", "");
                self.prompt_of(p, viewer, format!("The battle is over: {how} of {winner}."), asked)
            }
        }
    }

    fn prompt_of(&self, p: &Position, viewer: Viewer, sentence: String, asked: Asked) -> Prompt {
        let mut hexes: Vec<Text> = Vec::new();
        let mut known: Vec<Text> = Vec::new();
        for (i, hex) in asked.hexes.iter().enumerate() {
            if !hex.is_none() && !asked.hexes[..i].contains(hex) {
                hexes.push(self.map.number(*hex).into());
            }
        }
        for unit in self.in_open_order(p, asked.units) {
            if self.knows(p, viewer, unit) {
                known.push(self.army.units[unit].id.as_str().into());
            }
        }
        if let Some(leader) = asked.leader
            && viewer.may_see(self.leader_seen_by(p, leader))
        {
            known.push(self.army.leaders[leader].id.as_str().into());
        }
        let mut prompt = Prompt::new(asked.kind, sentence, asked.rule);
        prompt.still = asked.kind == "retreat";
        Prompt { standing: asked.standing, hexes, units: known, ..prompt }
    }

    /// Where a roll is made, and for whom.
    fn rolled_for(&self, p: &Position, rule: Citation) -> Asked {
        let asked = Asked::new("roll", rule, "", "");
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
                "activate",
                rule::R4_B_2d,
                "Which formation do you try to activate? Or do you pass?",
                "tries to activate a formation or passes.",
            ),
            Frame::Activation(f) => {
                let name = self.formation_name(f.formation);
                let conduct = self.conduct_words(f.conduct);
                let (kind, rule, you) = match f.stage {
                    ActivationStage::Declare => {
                        let (laid, limit) = (p.markers.len(), self.marker_limit(p, f));
                        let text = format!(
                            "{name}: place Assault and Charge markers ({laid} of at most {limit}), or go on.{conduct}"
                        );
                        ("markers", rule::R4_B_2_a, text)
                    }
                    _ => (
                        "forces",
                        rule::R4_B_2_b,
                        format!("{name}: which force acts next? Or is the activation over?{conduct}"),
                    ),
                };
                // both stages alike: whether markers could be placed at all is for its owner to know
                let units = self.unacted(p, f.formation);
                let on_map = units.iter().filter(|u| p.unit(*u).place == Place::Map).collect();
                Asked::new(kind, rule, you, format!("leads {name}.")).at(self.hexes_of(p, on_map))
            }
            Frame::Act(f) => self.asked_of_force(p, viewer, &f),
            Frame::Ride(f) => {
                let (hex, name) = (p.leaders[f.leader].hex, self.leader_to(p, viewer, f.leader));
                let you = format!("{name} in {}: {} MP left. Where does he ride?", at(hex), points(f.left));
                let they = format!("moves {name} from {}.", at(hex));
                Asked { leader: Some(f.leader), ..Asked::new("ride", rule::R8_5, you, they).at([hex]) }
            }
            Frame::React(f) => self.asked_for_reaction(p, viewer, &f),
            Frame::Extras(f) => {
                let hexes = self.hexes_of(p, f.units);
                let you = format!("{} may leave March or Square, limber or unlimber.", who(f.units));
                Asked::new("extras", rule::R12b, you, "may leave March or Square, limber or unlimber.")
                    .at(hexes)
                    .of(f.units)
                    .standing(format!("changes of {}", self.units_text(f.units)))
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
                Asked::new("losses", rule, you, format!("assigns losses in {}.", at(hex)))
                    .at(hexes)
                    .of(f.units)
            }
            Frame::Combat(f) => {
                let defends = f.stage == CombatStage::LeadDefender;
                let units = if defends { f.defenders } else { f.attackers };
                let asked = match f.stage {
                    CombatStage::Face => Asked::new(
                        "facing",
                        rule::R11_2_10,
                        format!(
                            "{} [has|have] advanced to {}: which way [does it|do they] face?",
                            who(units),
                            at(f.target)
                        ),
                        format!("chooses the facing in {}.", at(f.target)),
                    ),
                    _ if defends => Asked::new(
                        "lead",
                        rule::R11_2_4,
                        "Which unit leads the defence?",
                        "chooses the unit that leads the defence.",
                    ),
                    _ => Asked::new(
                        "lead",
                        rule::R11_2_4,
                        "Which unit leads the attack?",
                        "chooses the unit that leads the attack.",
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
                        "facing",
                        rule::R11_3_5,
                        format!("{name} in {}: which way [does it|do they] face?", at(f.hex)),
                        format!("chooses the facing of {name} in {}.", at(f.hex)),
                    ),
                    _ => Asked::new(
                        "retreat",
                        rule,
                        format!("{name} must {verb} from {}: where to?", at(f.hex)),
                        format!("chooses where {name} [{verb}s|{verb}] to from {}.", at(f.hex)),
                    ),
                };
                asked.at([f.hex, f.away]).of(f.units)
            }
            Frame::Halt { units, .. } => {
                let name = who(units);
                let you = format!(
                    "{name} [has failed a check: does it give up its|have failed a check: do they give up their] action and withdraw, or go on?"
                );
                let they = format!("decides whether {name} [goes|go] on.");
                Asked::new("halt", rule::R13_1_3, you, they)
                    .at(self.hexes_of(p, units))
                    .of(units)
                    .standing(format!("giving up after a failed check by {}", self.units_text(units)))
            }
            Frame::Follow { leaders, to } => {
                let leader = leaders.first().expect("somebody is asked for");
                let name = self.leader_to(p, viewer, leader);
                let you = format!("Does {name} follow to {}?", at(to));
                let they = format!("decides whether {name} follows to {}.", at(to));
                let hex = p.leaders[leader].hex;
                let key = format!("following by {}", short(&self.army.leaders[leader].id));
                let asked = Asked::new("follow", rule::R2_2_1a, you, they).at([hex, to]).standing(key);
                Asked { leader: Some(leader), ..asked }
            }
            Frame::Relocate { leader } => {
                let (hex, name) = (p.leaders[leader].hex, self.leader_to(p, viewer, leader));
                let you = format!("The enemy is in {}: where does {name} ride to?", at(hex));
                let they = format!("chooses where {name} rides to from {}.", at(hex));
                Asked { leader: Some(leader), ..Asked::new("relocate", rule::R2_2_1b, you, they).at([hex]) }
            }
            Frame::Recover { units, .. } => {
                let name = who(units);
                let you = format!("{name}: recover status levels, or recover from exhaustion?");
                let they = format!("chooses how {name} [recovers|recover].");
                Asked::new("recover", rule::R13_3b, you, they)
                    .at(self.hexes_of(p, units))
                    .of(units)
                    .standing(format!("recovery of {}", self.units_text(units)))
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
                        Asked::new("withdraw", rule, you, they).at(self.hexes_of(p, bound)).of(bound)
                    }
                    _ => {
                        let units = self.late_units(p, f);
                        let you = "Units out of command may move towards their commanders: which force next?";
                        let they = "may move its units out of command.";
                        Asked::new("stragglers", rule, you, they)
                            .at(self.hexes_of(p, units))
                            .of(units)
                            .standing("moves of units out of command".into())
                    }
                }
            }
            Frame::EndTurn(_) => Asked::new(
                "corps",
                rule::R16_1_3,
                "Do you ask for II Corps? It is now or never; with it Cerlongo and more farms are needed to win.",
                "decides whether to ask for II Corps.",
            ),
            Frame::Initiative { .. }
            | Frame::Attempt { .. }
            | Frame::LooseCannon { .. }
            | Frame::Check(_)
            | Frame::Fire(_) => Asked::new("roll", rule::R7b, "Roll the dice.", "waits for the dice."),
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
                    left => format!("Place your pieces ({left} left); `place standard` places them all."),
                };
                Asked::new("setup", rule::R15, you, they)
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
                Asked::new(kind, rule::R15, you, they).at([hex]).of(UnitSet::one(unit))
            }
        }
    }

    fn asked_of_force(&self, p: &Position, viewer: Viewer, f: &Act) -> Asked {
        let name = self.names_to(p, viewer, f.units);
        let hex = self.hex_words(f.hex);
        let left = points(f.left);
        let (rule, you) = match (f.mode, f.stage) {
            (Mode::Charge, _) => (
                rule::R10_1_2,
                format!("{name} [charges|charge], {left} MP left in {hex}: how [does it|do they] go on?"),
            ),
            (_, ActStage::Fired) => {
                (rule::R9_2_2, format!("{name} in {hex} [has fired: does it|have fired: do they] turn?"))
            }
            (Mode::Exhausted, _) => (
                rule::R10_3,
                format!("{name} in {hex} [is|are] exhausted and may move away: {left} MP left."),
            ),
            (Mode::Straggling, _) => (
                rule::R5_1_1,
                format!("{name} in {hex} [moves towards its|move towards their] commander: {left} MP left."),
            ),
            (Mode::Ordinary, _) if f.hex.is_none() => {
                (rule::R15_1b, format!("{name} [enters|enter] the map: {left} MP left. How?"))
            }
            (Mode::Ordinary, _) => {
                (rule::R7_2, format!("{name} in {hex}: {left} MP left. What [does it|do they] do?"))
            }
        };
        let they = match f.hex.is_none() {
            true => format!("brings {name} onto the map."),
            false => format!("acts with {name} in {hex}."),
        };
        let marker = p.marker_at(f.hex).filter(|_| !f.hex.is_none());
        let target = marker.map(|at| self.target_of(p.markers[at]));
        let kind = if f.mode == Mode::Charge { "charge" } else { "act" };
        Asked::new(kind, rule, you, they).at([f.hex]).at(target).of(f.units)
    }

    fn asked_for_reaction(&self, p: &Position, viewer: Viewer, f: &React) -> Asked {
        let name = self.names_to(p, viewer, f.cause);
        let hex = self.hex_words(f.hex);
        let event = match f.trigger {
            Trigger::Fired => format!("{name} [has|have] fired at your units in {hex}"),
            Trigger::Enters => format!("{name} [has|have] come to {hex}"),
            Trigger::Leaves => format!("{name} [is|are] about to leave {hex}"),
            Trigger::Within => format!("{name} [moves|move] on in your zone of reaction to {hex}"),
            Trigger::Advances => format!("{name} [has|have] advanced to {hex}"),
            Trigger::FallsBack => format!("{name} [falls|fall] back through {hex}"),
        };
        let forces = (0..21u8).filter(|bit| f.todo >> bit & 1 != 0);
        let forces: Vec<(Hex, UnitSet)> = forces.map(|bit| self.reacting_force(p, f, bit)).collect();
        let units = forces.iter().fold(UnitSet::EMPTY, |all, (_, units)| all.with(*units));
        Asked::new(
            "react",
            trigger_rule(f.trigger),
            format!("{}. How do you react?", agree(&event, f.cause.count() > 1)),
            format!("may react to {name} in {hex}."),
        )
        .at([f.hex, f.cause_hex])
        .at(forces.iter().filter(|(_, units)| !units.is_empty()).map(|(hex, _)| *hex))
        .of(units)
        .standing(format!("reaction to {} by {}", self.cause_words(p, f), self.units_text(units)))
    }

    /// What a reaction answers, for the key of a standing answer: a charge is another matter than a
    /// force that comes near.
    fn cause_words(&self, p: &Position, f: &React) -> &'static str {
        let charge =
            |frame: &Frame| matches!(frame, Frame::Act(a) if a.mode == Mode::Charge && a.units == f.cause);
        match f.trigger {
            _ if p.stack.iter().any(charge) => "a charge",
            Trigger::Fired => "fire",
            Trigger::Enters => "an approach",
            Trigger::Leaves => "a departure",
            Trigger::Within => "a move in the zone",
            Trigger::Advances => "an advance",
            Trigger::FallsBack => "a retreat",
        }
    }
}
