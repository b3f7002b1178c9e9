//! Chapter 4: the sequence of play. Initiative, the alternation of attempts, the phases of formations
//! that were not activated and of units out of command, the end of the turn; and recovery (13.3), which
//! happens at the end of each.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{EndTurn, Frame, Late, LatePhase, LateStage, RollKind, Wait};
use crate::model::{Arm, Entry, UnitId};
use crate::position::{Ammo, Corps, Did, Ending, Place, Position, UnitSet, enemy};
use crate::rule;
use kernel::No;
use kernel::{Citation, Event, Log, Modifier, Part, Seat, SeatSet};

impl Battle {
    // ---- the start of a turn and initiative (4.A) ------------------------------------------

    pub(crate) fn begin_turn(&self, p: &mut Position, log: &mut Log) {
        log.say(|| Event::new("turn", rule::R1_2).words(format!("Turn {}, {}.", p.turn, self.hour(p.turn))));
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
        p.push(Frame::Initiative { totals: [0; 2], next: 0 });
    }

    pub fn hour(&self, turn: u8) -> String {
        let minutes =
            self.scenario.first_hour as u32 * 60 + (turn as u32 - 1) * self.scenario.turn_minutes as u32;
        format!("{}.{:02}", minutes / 60, minutes % 60)
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
                self.at(
                    Event::new("reinforcements", rule).words(format!("{} can enter at ", formation.name)),
                    entry.hex,
                )
                .text(".")
            });
        }
    }

    pub(crate) fn roll_initiative(
        &self,
        p: &mut Position,
        totals: [u8; 2],
        next: u8,
        faces: &[u8],
        log: &mut Log,
    ) {
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
            Event::new("initiative", rule::R4_A)
                .part(Part::Seat(Seat(next)))
                .words(format!(
                    " rolls {} + {} and {} for the overall commander: {total}.",
                    faces[0], faces[1], rating
                ))
                .dice(faces)
                .modifiers(vec![Modifier {
                    label: "Command Rating".into(),
                    value: rating as i32,
                    rule: rule::R2_2_3,
                    seen_by: SeatSet::ALL,
                }])
        });
        let mut totals = totals;
        totals[next as usize] = total;
        if next == 0 {
            p.set_top(Frame::Initiative { totals, next: 1 });
            return;
        }
        if totals[0] == totals[1] {
            log.say(|| Event::new("initiative", rule::R4_A).text("A tie: both roll again."));
            p.set_top(Frame::Initiative { totals: [0; 2], next: 0 });
            return;
        }
        p.initiative = (totals[1] > totals[0]) as u8;
        p.to_act = p.initiative;
        log.say(|| {
            Event::new("initiative", rule::R4_A)
                .part(Part::Seat(Seat(p.initiative)))
                .text(" has the initiative.")
        });
        self.command_step(p, log);
        p.set_top(Frame::Alternation);
    }

    // ---- the alternation of attempts (4.B.2) -----------------------------------------------

    pub(crate) fn run_alternation(&self, p: &mut Position, log: &mut Log) {
        let nothing = |side: u8| self.army.formations.ids().all(|f| self.check_attempt(p, side, f).is_err());
        if p.passes >= self.charts.passes_that_end_phase || (nothing(0) && nothing(1)) {
            let side = enemy(p.initiative);
            log.say(|| Event::new("phase", rule::R4_B_2e).text("No more activations this turn."));
            p.set_top(Frame::Late(Late { phase: LatePhase::NonActivated, side, stage: LateStage::Start }));
        } else if nothing(p.to_act) {
            // a side with nothing to attempt passes (R10)
            let side = p.to_act;
            log.say(|| {
                Event::new("pass", rule::R4_B_2e)
                    .part(Part::Seat(Seat(side)))
                    .text(" has no formation left to try and passes.")
            });
            p.passes += 1;
            p.to_act = enemy(side);
        } else {
            let side = p.to_act;
            p.decide(side);
        }
    }

    // ---- phases C and D ----------------------------------------------------------------------

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

    pub(crate) fn run_late(&self, p: &mut Position, frame: Late, log: &mut Log) {
        let mut frame = frame;
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
                self.legal_late(p, frame, &mut options);
                if options.len() > 1 {
                    return p.decide(frame.side);
                }
                frame.stage = LateStage::Recover;
            }
            LateStage::Recover => {
                frame.stage = LateStage::Over;
                p.set_top(Frame::Late(frame));
                self.recover_late(p, frame, log);
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
        p.set_top(Frame::Late(frame));
    }

    pub(crate) fn check_late(&self, p: &Position, frame: Late, action: Action) -> Result<(), No> {
        match (frame.stage, action) {
            (LateStage::Withdraw, Action::Withdraw(units)) => {
                let bound = self.must_withdraw(p, frame);
                match units.first() {
                    Some(first) if self.force_of(p, bound, first) == units => Ok(()),
                    _ => Err(No(rule::R8_8_1, "Only forces in an enemy zone of reaction withdraw now.")),
                }
            }
            (LateStage::Withdraw, _) => {
                let rule = if frame.phase == LatePhase::NonActivated { rule::R4_C } else { rule::R4_D };
                Err(No(rule, "Forces in an enemy zone of reaction must withdraw first."))
            }
            (LateStage::Move, Action::Done) => Ok(()),
            (LateStage::Move, Action::Select(units)) => self.check_straggle(p, frame, units),
            (LateStage::Move, Action::SelectLeader(leader)) => {
                if self.army.leaders[leader].formation.is_some() {
                    return Err(No(rule::R4_D, "Only overall commanders may still move in this phase."));
                }
                self.check_ride(p, frame.side, leader)
            }
            _ => Err(No(rule::R4_D, "That cannot be done in this phase.")),
        }
    }

    pub(crate) fn legal_late(&self, p: &Position, frame: Late, out: &mut Vec<Action>) {
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

    pub(crate) fn apply_late(&self, p: &mut Position, frame: Late, action: Action, log: &mut Log) {
        match action {
            Action::Withdraw(units) => self.begin_withdrawal(p, units, log),
            Action::Select(units) => self.begin_straggle(p, units, log),
            Action::SelectLeader(leader) => self.begin_ride(p, leader, log),
            _ => p.set_top(Frame::Late(Late { stage: LateStage::Recover, ..frame })),
        }
    }

    // ---- recovery (13.3) -----------------------------------------------------------------------

    /// Levels that a unit wins back: rested 2, moved at most half its allowance 1 (13.3a, 13.3.1).
    fn recovery_levels(&self, p: &Position, unit: UnitId, late: bool) -> u8 {
        let u = p.unit(unit);
        let in_zone = p.zone(enemy(self.side_of(unit)), u.hex);
        match u.did {
            Did::Nothing if late || !in_zone => self.charts.recovery_resting,
            Did::Moved if !in_zone && u.spent <= self.printed[unit].ma * 2 => self.charts.recovery_half_move,
            _ => 0,
        }
    }

    fn regain(&self, p: &mut Position, unit: UnitId, levels: u8, rule: Citation, log: &mut Log) {
        let u = p.unit_mut(unit);
        let won = levels.min(u.status);
        if won == 0 {
            return;
        }
        u.status -= won;
        let now = if u.status == 0 { "in good order" } else { crate::fog::STATUS[u.status as usize] };
        log.say(|| {
            self.of_units(p, "recovery", rule, UnitSet::one(unit))
                .words(format!(" recovers and is now {now}."))
        });
    }

    fn rest(&self, p: &mut Position, unit: UnitId, log: &mut Log) {
        let u = p.unit_mut(unit);
        u.exhausted = false;
        u.exhausted_on = 0;
        log.say(|| {
            self.of_units(p, "recovery", rule::R10_3_1, UnitSet::one(unit)).text(" is no longer exhausted.")
        });
    }

    /// Recovers all that needs no choice; cavalry that could do either is asked (13.3b).
    pub(crate) fn recover(&self, p: &mut Position, units: UnitSet, late: bool, log: &mut Log) {
        let mut asked = UnitSet::EMPTY;
        for unit in self.told_order(p, units, log) {
            let u = p.unit(unit);
            // a whole turn's rest: not in the turn that exhausted it, nor after moving in reaction (R19)
            let rested = u.did == Did::Nothing && !u.stirred && u.exhausted_on < p.turn;
            let may_rest = self.arm(unit) == Arm::Cavalry && u.exhausted && rested;
            let levels = self.recovery_levels(p, unit, late);
            if may_rest && levels > 0 && u.status > 0 {
                asked.insert(unit);
            } else if may_rest {
                self.rest(p, unit, log);
            } else {
                self.regain(p, unit, levels, if late { rule::R13_3_1 } else { rule::R13_3a }, log);
            }
        }
        if let Some(first) = asked.first() {
            p.push(Frame::Recover { units: asked, side: self.side_of(first) });
        }
    }

    fn recover_late(&self, p: &mut Position, frame: Late, log: &mut Log) {
        let units = self.late_units(p, frame);
        self.recover(p, units, true, log);
    }

    pub(crate) fn run_recover(&self, p: &mut Position, units: UnitSet, side: u8, _log: &mut Log) {
        if units.is_empty() { p.pop() } else { p.decide(side) }
    }

    pub(crate) fn legal_recover(&self, units: UnitSet, out: &mut Vec<Action>) {
        out.extend(
            units.iter().flat_map(|unit| [Action::RecoverLevels(unit), Action::RecoverExhaustion(unit)]),
        );
    }

    pub(crate) fn apply_recover(
        &self,
        p: &mut Position,
        units: UnitSet,
        side: u8,
        action: Action,
        log: &mut Log,
    ) {
        let mut units = units;
        match action {
            Action::RecoverLevels(unit) => {
                // it did nothing, so it is the full recovery
                self.regain(p, unit, self.charts.recovery_resting, rule::R13_3b, log);
                units.remove(unit);
            }
            Action::RecoverExhaustion(unit) => {
                self.rest(p, unit, log);
                units.remove(unit);
            }
            _ => {}
        }
        p.set_top(Frame::Recover { units, side });
    }

    // ---- the end of the turn (4.E) ---------------------------------------------------------------

    pub(crate) fn run_end_turn(&self, p: &mut Position, stage: EndTurn, log: &mut Log) {
        match stage {
            EndTurn::Victory => {
                for unit in &mut p.state.units {
                    unit.ammo = Ammo::Full;
                    unit.out_of_command = false;
                }
                log.say(|| {
                    Event::new("phase", rule::R4_E)
                        .words(format!("End of turn {}: ammunition is brought up.", p.turn))
                });
                self.check_victory(p, log);
                if p.ending.is_some() {
                    p.pop();
                    p.wait = Wait::Over;
                    return;
                }
                p.set_top(Frame::EndTurn(EndTurn::AskCorps));
            }
            EndTurn::AskCorps => match (&self.scenario.corps, p.corps) {
                (Some(corps), Corps::Undecided) if p.turn == corps.first_roll_turn => p.decide(corps.side),
                (Some(_), Corps::Asked) => p.set_top(Frame::EndTurn(EndTurn::RollCorps)),
                _ => p.set_top(Frame::EndTurn(EndTurn::Next)),
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

    pub(crate) fn apply_ask_corps(&self, p: &mut Position, ask: bool, log: &mut Log) {
        p.corps = if ask { Corps::Asked } else { Corps::NotAsked };
        log.say(|| {
            Event::new("corps", rule::R16_1_3).text(if ask {
                "II Corps is asked for."
            } else {
                "II Corps is not asked for; it will never come."
            })
        });
    }

    pub(crate) fn roll_corps(&self, p: &mut Position, faces: &[u8], log: &mut Log) {
        let arrives_on = self.scenario.corps.as_ref().map_or(0, |c| c.arrives_on);
        let comes = faces[0] == arrives_on;
        if comes {
            p.corps = Corps::Arrives(p.turn + 1);
        }
        log.say(|| {
            Event::new("corps", rule::R16_1_1)
                .words(if comes {
                    format!("A {}: II Corps comes from the next turn on.", faces[0])
                } else {
                    format!("A {}: no word from II Corps.", faces[0])
                })
                .dice(faces)
                .lookup(self.corps_lookup(faces[0]), SeatSet::ALL)
        });
        p.set_top(Frame::EndTurn(EndTurn::Next));
    }

    pub(crate) fn outcome_words(ending: Ending) -> (&'static str, kernel::Citation) {
        match ending {
            Ending::Decisive => ("decisive victory", rule::R16a),
            Ending::Tactical => ("tactical victory", rule::R16b),
            Ending::Held => ("victory", rule::R16c),
        }
    }
}
