//! Chapter 4: the sequence of play. Initiative, the phases of formations that were not activated and of units
//! out of command, the end of the turn. The alternation of attempts is in `activation`, the recovery with which
//! each phase ends in `recovery`.

use crate::action::Action;
use crate::activation::Alternation;
use crate::battle::Battle;
use crate::flow::{Frame, RollKind, Wait};
use crate::model::{Entry, UnitId};
use crate::position::{Ammo, Corps, Did, Ending, Place, Position, Side, UnitSet, enemy};
use crate::rule;
use crate::words::{Asked, Offer};
use hexmap::Hex;
use kernel::pieces::{Names, Visitor};
use kernel::{Citation, Log, Modifier, No, Phase, Procedure, Procedures, Roster, Seat, Text, Viewer, listed};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// Both sides roll for the initiative, side 0 first (4.A).
    pub struct Initiative {
        pub totals: [u8; 2],
        pub next: Side,
    }

    /// Phases C and D for one side after the other.
    pub struct Late {
        pub phase: LatePhase,
        pub side: Side,
        pub stage: LateStage,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LatePhase {
    NonActivated,
    OutOfCommand,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LateStage {
    Start,
    Withdraw,
    Move,
    Recover,
    Over,
}

/// The end of a turn (4.E): a frame that is nothing but its stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EndTurn {
    Victory,
    AskCorps,
    RollCorps,
    Next,
}

impl Names<Battle> for EndTurn {
    fn names(&mut self, _: &mut impl Visitor<Battle>) {}
}

impl Battle {
    // ---- the start of a turn and initiative (4.A) ------------------------------------------

    pub(crate) fn begin_turn(&self, p: &mut Position, log: &mut Log) {
        log.say(|| {
            let turn = self.scenario.turn_box(p.turn);
            self.say(p, "turn", rule::R1_2, "Turn {}, {}.").with(turn).with(self.hour(p.turn))
        });
        p.activations = [0; 2];
        p.passes = 0;
        for formation in &mut p.state.formations {
            formation.activated = false;
            formation.failed = 0;
            formation.entered = 0;
        }
        for leader in &mut p.state.leaders {
            leader.moved = false;
        }
        for unit in &mut p.state.units {
            unit.acted = false;
            unit.did = Did::Nothing;
            unit.spent = 0;
            unit.stirred = false;
        }
        self.reinforcements(p, log);
        let Some(side) = self.scenario.initiative.filter(|_| !self.switches.initiative_rolled) else {
            return p.push(Initiative { totals: [0; 2], next: 0 });
        };
        log.say(|| {
            let words = "{} has the initiative throughout the scenario.";
            self.say(p, "initiative", self.initiative_rule(), words).seat(side)
        });
        p.push(Alternation {});
        self.begin_activations(p, side, log);
    }

    /// The side with the initiative begins; who is out of command is marked.
    fn begin_activations(&self, p: &mut Position, initiative: u8, log: &mut Log) {
        p.initiative = initiative;
        p.to_act = initiative;
        self.command_step(p, log);
    }

    pub fn hour(&self, turn: u8) -> String {
        let minutes =
            self.scenario.first_hour as u32 * 60 + (turn as u32 - 1) * self.scenario.turn_minutes as u32;
        format!("{}.{:02}", minutes / 60, minutes % 60)
    }

    /// Turn and phase in a line.
    pub(crate) fn phase_words(&self, p: &Position) -> Phase {
        let side = |side: u8| self.seat_names[side as usize];
        let phase = match p.stack.first() {
            _ if p.wait == Wait::Over => Text::new_static("the battle is over"),
            None => Text::new_static("the battle is over"),
            Some(Frame::Setup(f)) => format!("{} sets up", side(self.setup_side(p, f))).into(),
            Some(Frame::Initiative(_)) => Text::new_static("initiative"),
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
        let [turn, turns] = [p.turn, self.scenario.turns].map(|turn| self.scenario.turn_box(turn).into());
        let step = Text::new_static(self.step_of_play(p));
        Phase { turn, turns, time: self.hour(p.turn).into(), phase, step }
    }

    /// The step of the sequence of play, as `sequence.csv` calls it. Whether markers are declared or forces act is for the
    /// active side alone to know: others read both as the activations.
    fn step_of_play(&self, p: &Position) -> &'static str {
        match p.stack.first() {
            _ if p.wait == Wait::Over => "end",
            None => "end",
            Some(Frame::Setup(_)) => "setup",
            Some(Frame::Initiative(_)) => "initiative",
            Some(Frame::Late(f)) => match f.phase {
                LatePhase::NonActivated => "not-activated",
                LatePhase::OutOfCommand => "out-of-command",
            },
            Some(Frame::EndTurn(_)) => "end",
            Some(_) if p.activation().is_some() => "activations",
            Some(_) => "attempt",
        }
    }

    /// Columns that are due form up off the map (15.1a, 16.1.1).
    fn reinforcements(&self, p: &mut Position, log: &mut Log) {
        let due: Vec<&Entry> = self.scenario.entries.iter().filter(|e| e.turn == p.turn).collect();
        let mut all = due;
        if let (Some(corps), Corps::Arrives(first)) = (&self.scenario.corps, p.corps) {
            all.extend(corps.entries.iter().filter(|e| p.turn >= first && p.turn - first + 1 == e.turn));
        }
        for entry in all {
            for unit in &entry.units {
                let u = p.unit_mut(*unit);
                if u.place == Place::Later {
                    u.place = Place::Column;
                }
            }
            for leader in &entry.leaders {
                let l = &mut p.state.leaders[*leader];
                if l.place == Place::Later {
                    l.place = Place::Column;
                }
            }
            log.say(|| {
                let formation = &self.army.formations[entry.formation];
                let mut of_corps = self.scenario.corps.iter().flat_map(|c| &c.entries);
                let corps = of_corps.any(|e| e.formation == entry.formation);
                let rule = if corps { rule::R16_1_1b } else { rule::R15_1a };
                self.say(p, "reinforcements", rule, "{} can enter at {}.")
                    .with(&formation.name)
                    .hex(entry.hex)
            });
        }
    }
}

impl Procedure<Initiative> for Battle {
    fn rolled(&self, p: &mut Position, Initiative { totals, next }: Initiative, faces: &[u8], log: &mut Log) {
        let rating = self
            .army
            .leaders
            .pairs()
            .filter(|(_, l)| l.formation.is_none() && l.side == next)
            .filter(|(i, _)| {
                !self.switches.initiative_rating_only_if_commander_on_map || p.leaders[*i].place == Place::Map
            })
            .map(|(_, l)| l.command_rating)
            .max()
            .unwrap_or(0);
        let total = faces[0] + faces[1] + rating;
        log.say(|| {
            self.say(p, "initiative", rule::R4_A, "{} rolls {} + {} and {} for the overall commander: {}.")
                .seat(next)
                .fill(&[&faces[0], &faces[1], &rating, &total])
                .dice(faces)
                .modifiers(vec![Modifier::new("Command Rating", rating, rule::R2_2_3)])
                .total(total)
        });
        let mut totals = totals;
        totals[next as usize] = total;
        if next == 0 {
            p.set_top(Initiative { totals, next: 1 });
            return;
        }
        if totals[0] == totals[1] {
            log.say(|| self.say(p, "initiative", rule::R4_A, "A tie: both roll again."));
            p.set_top(Initiative { totals: [0; 2], next: 0 });
            return;
        }
        let first = (totals[1] > totals[0]) as u8;
        log.say(|| self.say(p, "initiative", rule::R4_A, "{} has the initiative.").seat(first));
        self.begin_activations(p, first, log);
        p.set_top(Alternation {});
    }

    fn run(&self, p: &mut Position, f: Initiative, _: &mut Log) {
        p.roll(2, RollKind::Initiative, f.next);
    }
}

// ---- phases C and D ----------------------------------------------------------------------

impl Procedure<Late> for Battle {
    fn ask(&self, p: &Position, &f: &Late, _: Viewer) -> Asked {
        let rule = f.phase.rule();
        match f.stage {
            LateStage::Withdraw => {
                let bound = self.must_withdraw(p, f);
                let you = "Forces in an enemy zone of reaction must withdraw: which one next?";
                let they = "withdraws its forces from enemy zones of reaction.";
                Asked::heard("withdraw", rule, you, they).at(self.hexes_of(p, bound)).of(bound)
            }
            _ => {
                let units = self.late_units(p, f);
                let you = "Units out of command may move towards their commanders: which force next?";
                let they = "may move its units out of command.";
                Asked::heard("stragglers", rule, you, they)
                    .at(self.hexes_of(p, units))
                    .of(units)
                    .standing("moves of units out of command".into())
            }
        }
    }

    fn options(&self, p: &Position, &frame: &Late, _: Seat, out: &mut Vec<Action>) {
        match frame.stage {
            LateStage::Withdraw => {
                let mut bound = self.must_withdraw(p, frame);
                while let Some(first) = bound.first() {
                    let force = self.force_of(p, bound, first);
                    out.push(Action::Withdraw(force));
                    bound = bound.without(force);
                }
            }
            _ => {
                let mut free = self.late_units(p, frame);
                while let Some(first) = free.first() {
                    let force = self.force_of(p, free, first);
                    free = free.without(force);
                    let able = force.iter().filter(|u| !p.unit(*u).acted).collect::<UnitSet>();
                    for units in able.subsets() {
                        if self.check_straggle(p, frame, units).is_ok() {
                            out.push(Action::Select(units));
                        }
                    }
                }
                for leader in p.leaders.ids() {
                    let overall = self.army.leaders[leader].formation.is_none();
                    if overall && self.check_ride(p, frame.side, leader).is_ok() {
                        out.push(Action::SelectLeader(leader));
                    }
                }
                out.push(Action::Done);
            }
        }
    }

    fn check(&self, p: &Position, &frame: &Late, _: Seat, action: Action) -> Result<(), No> {
        match (frame.stage, action) {
            (LateStage::Withdraw, Action::Withdraw(units)) => {
                let bound = self.must_withdraw(p, frame);
                match units.first() {
                    Some(first) if self.force_of(p, bound, first) == units => Ok(()),
                    _ => Err(No(rule::R8_8_1, "Only forces in an enemy zone of reaction withdraw now.")),
                }
            }
            (LateStage::Withdraw, _) => {
                Err(No(frame.phase.rule(), "Forces in an enemy zone of reaction must withdraw first."))
            }
            (LateStage::Move, Action::Done) => Ok(()),
            (LateStage::Move, Action::Select(units)) => self.check_straggle(p, frame, units),
            (LateStage::Move, Action::SelectLeader(leader)) => {
                let words = "Only overall commanders may still move in this phase.";
                No::when(self.army.leaders[leader].formation.is_some(), rule::R4_D, words)?;
                self.check_ride(p, frame.side, leader)
            }
            _ => Err(No(rule::R4_D, "That cannot be done in this phase.")),
        }
    }

    fn offer(&self, p: &Position, _: &Late, seat: Seat, action: Action) -> Offer {
        match action {
            Action::Select(units) => {
                let hex = units.first().map_or(Hex::NONE, |u| p.unit(u).hex);
                let text =
                    format!("Move {} in {} towards the commander", self.own(units), self.hex_words(hex));
                Offer::new(rule::R5_1_1, text).at(hex).by(units)
            }
            Action::SelectLeader(leader) => self.offer_ride(p, rule::R4_D, leader),
            Action::Done => Offer::new(rule::R4_D, "Move no more units out of command"),
            _ => self.common_offer(p, seat, action),
        }
    }

    fn play(&self, p: &mut Position, frame: Late, _: Seat, action: Action, log: &mut Log) {
        match action {
            Action::Withdraw(units) => self.begin_withdrawal(p, units, log),
            Action::Select(units) => self.begin_straggle(p, units, log),
            Action::SelectLeader(leader) => self.begin_ride(p, leader, log),
            _ => p.set_top(Late { stage: LateStage::Recover, ..frame }),
        }
    }

    fn run(&self, p: &mut Position, mut frame: Late, log: &mut Log) {
        match frame.stage {
            LateStage::Start => {
                for unit in self.late_units(p, frame) {
                    let u = p.unit_mut(unit);
                    u.acted = false;
                    u.did = Did::Nothing;
                    u.spent = 0;
                }
                frame.stage = LateStage::Withdraw;
            }
            LateStage::Withdraw => {
                let bound = self.must_withdraw(p, frame);
                if !bound.is_empty() {
                    return p.decide(frame.side);
                }
                frame.stage = match frame.phase {
                    LatePhase::NonActivated => LateStage::Recover,
                    LatePhase::OutOfCommand => LateStage::Move,
                };
            }
            LateStage::Move => {
                let mut options = Vec::new();
                self.options(p, &frame, Seat(frame.side), &mut options);
                if options.len() > 1 {
                    return p.decide(frame.side);
                }
                frame.stage = LateStage::Recover;
            }
            LateStage::Recover => {
                frame.stage = LateStage::Over;
                p.set_top(frame);
                let units = self.late_units(p, frame);
                self.recover(p, units, true, log);
                return;
            }
            LateStage::Over => {
                let next = if frame.side != p.initiative {
                    Frame::Late(Late { side: p.initiative, stage: LateStage::Start, ..frame })
                } else if frame.phase == LatePhase::NonActivated {
                    let side = enemy(p.initiative);
                    Frame::Late(Late { phase: LatePhase::OutOfCommand, side, stage: LateStage::Start })
                } else {
                    Frame::EndTurn(EndTurn::Victory)
                };
                p.set_top(next);
                return;
            }
        }
        p.set_top(frame);
    }
}

impl LatePhase {
    fn rule(self) -> Citation {
        match self {
            LatePhase::NonActivated => rule::R4_C,
            LatePhase::OutOfCommand => rule::R4_D,
        }
    }
}

impl Battle {
    /// Whether the unit belongs to this phase of this side.
    fn in_late_phase(&self, p: &Position, frame: Late, unit: UnitId) -> bool {
        let def = &self.army.units[unit];
        let u = p.unit(unit);
        def.side == frame.side
            && u.place == Place::Map
            && match frame.phase {
                LatePhase::NonActivated => !u.out_of_command && !p.formations[def.formation].activated,
                LatePhase::OutOfCommand => u.out_of_command,
            }
    }

    pub(crate) fn late_units(&self, p: &Position, frame: Late) -> UnitSet {
        p.units.ids().filter(|u| self.in_late_phase(p, frame, *u)).collect()
    }

    /// Forces that must withdraw now (5.1.1, 8.8.1), by hex and arm.
    pub(crate) fn must_withdraw(&self, p: &Position, frame: Late) -> UnitSet {
        let foe = enemy(frame.side);
        self.late_units(p, frame)
            .iter()
            .filter(|u| p.zone(foe, p.unit(*u).hex) && !p.unit(*u).acted)
            .collect()
    }

    /// The units of a set that stand with a unit and are of its arm.
    pub(crate) fn force_of(&self, p: &Position, set: UnitSet, unit: UnitId) -> UnitSet {
        let (hex, arm) = (p.unit(unit).hex, self.arm(unit));
        set.iter().filter(|u| p.unit(*u).hex == hex && self.arm(*u) == arm).collect()
    }
}

// ---- the end of the turn (4.E) ---------------------------------------------------------------

impl Procedure<EndTurn> for Battle {
    const CITES: Citation = rule::R16_1_3;

    fn ask(&self, _: &Position, _: &EndTurn, _: Viewer) -> Asked {
        let (corps, victory) = (self.corps_name, &self.scenario.victory);
        let more = victory.corps_decisive.iter().filter(|hex| !victory.decisive.contains(hex));
        let places = listed(more.map(|hex| self.map.place(*hex)));
        let you = format!(
            "Do you ask for {corps}? It is now or never; with it {places} and more {} are needed to win.",
            victory.briefly
        );
        Asked::heard("corps", rule::R16_1_3, you, format!("decides whether to ask for {corps}."))
    }

    fn options(&self, _: &Position, stage: &EndTurn, _: Seat, out: &mut Vec<Action>) {
        if *stage == EndTurn::AskCorps {
            out.extend([Action::AskCorps(true), Action::AskCorps(false)]);
        }
    }

    fn offer(&self, p: &Position, _: &EndTurn, seat: Seat, action: Action) -> Offer {
        match action {
            Action::AskCorps(true) => Offer::new(rule::R16_1_3, format!("Ask for {}", self.corps_name)),
            Action::AskCorps(false) => Offer::new(rule::R16_1_3, format!("Do without {}", self.corps_name)),
            _ => self.common_offer(p, seat, action),
        }
    }

    fn play(&self, p: &mut Position, _: EndTurn, _: Seat, action: Action, log: &mut Log) {
        let ask = action == Action::AskCorps(true);
        p.corps = if ask { Corps::Asked } else { Corps::NotAsked };
        log.say(|| {
            let not = "{} is not asked for; it will never come.";
            let words = if ask { "{} is asked for." } else { not };
            self.say(p, "corps", rule::R16_1_3, words).with(self.corps_name)
        });
    }

    fn rolled(&self, p: &mut Position, _: EndTurn, faces: &[u8], log: &mut Log) {
        let arrives_on = self.scenario.corps.as_ref().map_or(0, |c| c.arrives_on);
        let comes = faces[0] == arrives_on;
        if comes {
            p.corps = Corps::Arrives(p.turn + 1);
        }
        log.say(|| {
            let words = match comes {
                true => "A {}: {} comes from the next turn on.",
                false => "A {}: no word from {}.",
            };
            self.say(p, "corps", rule::R16_1_1, words)
                .fill(&[&faces[0], &self.corps_name])
                .dice(faces)
                .lookup(self.corps_lookup(faces[0]))
        });
        p.set_top(EndTurn::Next);
    }

    fn run(&self, p: &mut Position, stage: EndTurn, log: &mut Log) {
        match stage {
            EndTurn::Victory => {
                for unit in &mut p.state.units {
                    unit.ammo = Ammo::Full;
                    unit.out_of_command = false;
                }
                log.say(|| {
                    let turn = self.scenario.turn_box(p.turn);
                    self.say(p, "phase", rule::R4_E, "End of turn {}: ammunition is brought up.").with(turn)
                });
                self.check_victory(p, log);
                if p.ending.is_some() {
                    p.pop();
                    p.wait = Wait::Over;
                    return;
                }
                p.set_top(EndTurn::AskCorps);
            }
            EndTurn::AskCorps => match (&self.scenario.corps, p.corps) {
                (Some(corps), Corps::Undecided) if p.turn == corps.first_roll_turn => p.decide(corps.side),
                (Some(_), Corps::Asked) => p.set_top(EndTurn::RollCorps),
                _ => p.set_top(EndTurn::Next),
            },
            EndTurn::RollCorps => {
                let side = self.scenario.corps.as_ref().map_or(0, |c| c.side);
                p.roll(1, RollKind::Corps, side);
            }
            EndTurn::Next => {
                p.turn += 1;
                p.pop();
                self.begin_turn(p, log);
            }
        }
    }
}

impl Battle {
    /// What dice are rolled for, and by which rule.
    pub(crate) fn roll_words(&self, what: RollKind) -> (&'static str, Citation) {
        match what.words() {
            (_, rule) if what == RollKind::Corps => (self.corps_name, rule),
            words => words,
        }
    }

    pub(crate) fn outcome_words(&self, ending: Ending) -> (&'static str, Citation) {
        match ending {
            Ending::Majority(_) => ("victory", self.majority_rule()),
            Ending::Draw => ("a draw", self.majority_rule()),
            Ending::Decisive => ("decisive victory", rule::R16a),
            Ending::Tactical => ("tactical victory", rule::R16b),
            Ending::Held => ("victory", rule::R16c),
        }
    }
}
