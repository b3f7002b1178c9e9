//! Chapter 13: cohesion. Checks, their effects, status levels, rout, giving up after a failed check; and the
//! strength points that a result costs (9.4, 11.2.8).

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Frame, RollKind};
use crate::fog::STATUS;
use crate::model::{Arm, UnitId};
use crate::movement::Mode;
use crate::position::{MaybeUnit, Place, Position, Side, UnitSet};
use crate::rule;
use crate::words::{Asked, Offer, plural};
use hexmap::{Hex, MaybeHex};
use kernel::{Citation, Log, Modify, Procedure, Procedures, Roster, Seat, Viewer};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// A cohesion check of one force (13.1).
    pub struct Check {
        pub units: UnitSet,
        pub kind: CheckKind,
        pub drm: i8,
        /// Where the cause came from: rear hexes count.
        pub from: MaybeHex,
        pub lead: MaybeUnit,
    }

    /// Units that failed a check in their own action and may give it up (13.1.3, R32).
    pub struct Halt {
        pub units: UnitSet,
        pub side: Side,
    }

    /// Strength points to be taken by the owner, then levels (9.4, 11.2.8).
    pub struct Losses {
        pub units: UnitSet,
        pub sp: u8,
        pub levels: u8,
        pub first: bool,
        pub assault: bool,
        pub lead: MaybeUnit,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CheckKind {
    /// Ordered by a cc# result of fire or assault.
    Result,
    /// Infantry charged by cavalry.
    Charged,
    /// Wading a stream.
    Stream,
    /// Turning in reaction.
    Facing,
    /// Counterattack or countercharge.
    Counter,
    Square,
    Withdraw,
    CallOff,
}

impl CheckKind {
    fn rule(self) -> Citation {
        match self {
            CheckKind::Result => rule::R13_1_1,
            CheckKind::Charged => rule::R13_1b,
            CheckKind::Stream => rule::R14_1c,
            CheckKind::Facing => rule::R12_2_1,
            CheckKind::Counter => rule::R12_2_3,
            CheckKind::Square => rule::R12_2_5a,
            CheckKind::Withdraw => rule::R12_2_6,
            CheckKind::CallOff => rule::R10_2_2,
        }
    }
}

// ---- checks (13.1) ---------------------------------------------------------------------------

impl Procedure<Check> for Battle {
    const FIGHT: bool = true;

    fn ask_for_roll(&self, p: &Position, f: &Check, asked: Asked) -> Asked {
        asked.at(self.hexes_of(p, f.units)).of(f.units)
    }

    fn rolled(&self, p: &mut Position, f: Check, faces: &[u8], log: &mut Log) {
        let roll = (faces[0] + faces[1]) as i8;
        p.pop();
        let mut failed = UnitSet::EMPTY;
        let (mut lead_levels, mut sum_levels) = (0, 0);
        // failing to counterattack only prevents it (12.2.3)
        let costs = f.kind != CheckKind::Counter;
        for unit in self.told_order(p, f.units, log) {
            let total = roll + self.check_drm(p, &f, unit);
            let ccv = self.ccv(p, unit);
            let levels = self.check_levels(total - ccv);
            log.say(|| {
                let seen_by = self.seen_by(p, unit);
                let words = match levels {
                    0 => "{} passes its cohesion check{}.",
                    _ if !costs => "{} fails its cohesion check{}.",
                    1 => "{} fails its cohesion check{} and loses 1 status level.",
                    _ => "{} fails its cohesion check{} and loses {} status levels.",
                };
                let say = self.say(p, "check", f.kind.rule(), words).unit(unit);
                let say = say.secret(format_args!(" ({total} against {ccv})"), seen_by);
                let say = if levels > 1 && costs { say.with(levels) } else { say };
                say.dice(faces)
                    .modifiers_to(Vec::of(|m| self.check_modifiers(p, &f, unit, m)), seen_by)
                    .total_to(total, seen_by)
                    .lookup_to(self.check_lookup(i32::from(total) - i32::from(ccv)), seen_by)
            });
            if levels > 0 {
                failed.insert(unit);
                if costs {
                    if unit == f.lead {
                        lead_levels = levels;
                    }
                    if !self.is_gun(unit) {
                        sum_levels += levels;
                    }
                    self.worsen(p, UnitSet::one(unit), levels, log);
                }
            }
        }
        p.returned.failed = failed;
        p.returned.lead_levels = lead_levels;
        p.returned.sum_levels = sum_levels;
    }

    fn run(&self, p: &mut Position, f: Check, _: &mut Log) {
        match f.units.first() {
            Some(unit) => p.roll(2, RollKind::Check, self.side_of(unit)),
            None => p.pop(),
        }
    }
}

impl Battle {
    pub(crate) fn push_check(&self, p: &mut Position, units: UnitSet, kind: CheckKind, drm: i8, from: Hex) {
        self.begin_check(p, Check { units, kind, drm, from, lead: UnitId::NOBODY });
    }

    pub(crate) fn begin_check(&self, p: &mut Position, f: Check) {
        p.returned.failed = UnitSet::EMPTY;
        p.push(f);
    }

    /// Whether a unit stands in a square: guns in its hex are inside it (12.2.5).
    pub(crate) fn in_square(&self, p: &Position, unit: UnitId) -> bool {
        let u = p.unit(unit);
        u.square
            || (self.is_gun(unit)
                && u.place == Place::Map
                && p.in_hex(u.hex).iter().any(|v| p.unit(v).square))
    }

    /// Whether the hex lies behind a unit (3.1.1, R12, R81).
    pub fn is_rear(&self, p: &Position, unit: UnitId, from: Hex) -> bool {
        let u = p.unit(unit);
        if from.is_none() || from == u.hex || self.all_round(u.hex) || self.in_square(p, unit) {
            return false;
        }
        let (side, other) = self.map.exit_sides(u.hex, from);
        !hexmap::is_front(u.facing, side) && other.is_none_or(|o| !hexmap::is_front(u.facing, o))
    }

    /// Cohesion Check Modifiers of one unit.
    pub(crate) fn check_modifiers(&self, p: &Position, f: &Check, unit: UnitId, add: &mut impl Modify) {
        let (m, u) = (&self.charts.check, p.unit(unit));
        match f.kind {
            CheckKind::Result => add.add("result", f.drm, rule::R11_2_8),
            CheckKind::Charged => add.add("infantry charged", m.charged_infantry_not_in_square, rule::R13_1b),
            CheckKind::Square => {
                add.add("forming square in reaction", m.reaction_form_square, rule::R12_2_5a)
            }
            CheckKind::Withdraw => add.add("difference of movement allowances", f.drm, rule::R12_2_6),
            CheckKind::Stream | CheckKind::Facing | CheckKind::Counter | CheckKind::CallOff => {}
        }
        let fought = matches!(f.kind, CheckKind::Result | CheckKind::Charged);
        let march = u.march && f.kind != CheckKind::Stream;
        let exhausted = u.exhausted && self.arm(unit) == Arm::Cavalry;
        let half = u.lost * 2 >= self.printed[unit].sp;
        add.when(march, "in March or limbered", m.in_march_or_limbered, rule::R13_1a);
        add.when(fought && self.is_rear(p, unit, f.from), "from the rear", m.from_the_rear, rule::R13_1a);
        add.when(u.out_of_command, "out of command", m.out_of_command, rule::R13_1a);
        add.when(half, "half its strength lost", m.half_strength, rule::R13_1a);
        add.when(exhausted, "exhausted", m.exhausted_cavalry, rule::R13_1a);
        add.when(fought && self.all_round(u.hex), "cover of buildings", m.built_up_cover, rule::R13_1a);
    }

    pub(crate) fn check_drm(&self, p: &Position, f: &Check, unit: UnitId) -> i8 {
        i8::of(|sum| self.check_modifiers(p, f, unit, sum))
    }

    /// Levels lost by a modified roll (13.1.2).
    pub(crate) fn check_levels(&self, over: i8) -> u8 {
        self.charts.check_effects.at(over.into())
    }

    /// Status levels worsen; the fourth is rout (13.2).
    pub(crate) fn worsen(&self, p: &mut Position, units: UnitSet, levels: u8, log: &mut Log) {
        if levels == 0 {
            return;
        }
        for unit in self.told_order(p, units, log) {
            let before = p.unit(unit).status;
            let now = before + levels;
            if now >= self.charts.rout_level {
                log.say(|| self.say(p, "rout", rule::R13_2, "{} routs and is gone.").unit(unit));
                self.take_off(p, unit);
            } else {
                p.unit_mut(unit).status = now;
                log.say(|| {
                    // the first marker, or one worse than the last: losses add up
                    let rule = if before == 0 { rule::R2_5 } else { rule::R13_1_2 };
                    self.say(p, "status", rule, "{} is {}.").unit(unit).with(STATUS[now as usize])
                });
            }
        }
    }
}

// ---- failing a check in one's own action (13.1.3, R32) ---------------------------------------

impl Procedure<Halt> for Battle {
    const CITES: Citation = rule::R13_1_3;
    const FIGHT: bool = true;

    fn ask(&self, p: &Position, &Halt { units, .. }: &Halt, viewer: Viewer) -> Asked {
        let name = self.names_to(p, viewer, units);
        let you = format!(
            "{name} [has failed a check: does it give up its|have failed a check: do they give up their] action and withdraw, or go on?"
        );
        let they = format!("decides whether {name} [goes|go] on.");
        Asked::heard("halt", rule::R13_1_3, you, they)
            .at(self.hexes_of(p, units))
            .of(units)
            .standing(format!("giving up after a failed check by {}", self.own(units)))
    }

    fn options(&self, _: &Position, f: &Halt, _: Seat, out: &mut Vec<Action>) {
        out.extend(f.units.iter().map(Action::Halt));
        out.push(Action::GoOn);
    }

    fn offer(&self, p: &Position, _: &Halt, seat: Seat, action: Action) -> Offer {
        match action {
            Action::Halt(unit) => {
                self.offer_to_unit(p, rule::R13_1_3, unit, "gives up its action and withdraws")
            }
            Action::GoOn => Offer::new(rule::R13_1_3, "Go on with the action"),
            _ => self.common_offer(p, seat, action),
        }
    }

    fn play(&self, p: &mut Position, f: Halt, _: Seat, action: Action, log: &mut Log) {
        let Halt { units, side } = f;
        match action {
            Action::Halt(unit) => {
                let rest = units.but(unit);
                p.set_top(Halt { units: rest, side });
                self.give_up(p, unit);
                log.say(|| {
                    self.say(p, "halt", rule::R13_1_3, "{} gives up its action and withdraws.").unit(unit)
                });
                self.begin_halt_withdrawal(p, unit);
            }
            _ => p.pop(),
        }
    }

    fn run(&self, p: &mut Position, f: Halt, _: &mut Log) {
        let Halt { units, side } = f;
        let able: UnitSet = units.iter().filter(|u| self.can_halt(p, *u)).collect();
        if able.is_empty() {
            p.pop();
        } else {
            p.set_top(Halt { units: able, side });
            p.decide(side);
        }
    }
}

impl Battle {
    /// A unit that failed a check gives up its action (13.1.3). If it was charging the charge is over
    /// for it: it is exhausted, and does not move again.
    fn give_up(&self, p: &mut Position, unit: UnitId) {
        p.leave_action(UnitSet::one(unit));
        let mut charged = false;
        for frame in &mut p.state.stack {
            if let Frame::Act(f) = frame {
                charged |= f.mode == Mode::Charge && f.members.has(unit);
                f.members.remove(unit);
            }
        }
        if charged {
            self.tire(p, UnitSet::one(unit));
        }
    }
}

// ---- strength points (9.4, 11.2.8) -----------------------------------------------------------

impl Procedure<Losses> for Battle {
    const CITES: Citation = rule::R9_4_1;
    const FIGHT: bool = true;

    fn ask(&self, p: &Position, f: &Losses, _: Viewer) -> Asked {
        let hexes = self.hexes_of(p, f.units);
        let at = self.hex_words(hexes.first().copied().unwrap_or(Hex::NONE));
        let points = plural(f.sp.into(), "strength point");
        let you = format!("{points} to lose in {at}: from which unit?");
        Asked::heard("losses", f.rule(), you, format!("assigns losses in {at}.")).at(hexes).of(f.units)
    }

    fn options(&self, _: &Position, f: &Losses, _: Seat, out: &mut Vec<Action>) {
        out.extend(self.loss_candidates(f).iter().map(Action::Lose));
    }

    fn offer(&self, p: &Position, f: &Losses, seat: Seat, action: Action) -> Offer {
        let Action::Lose(unit) = action else { return self.common_offer(p, seat, action) };
        let verb = format!("loses a strength point ({} now)", self.sp(p, unit));
        self.offer_to_unit(p, f.rule(), unit, &verb)
    }

    fn play(&self, p: &mut Position, f: Losses, _: Seat, action: Action, log: &mut Log) {
        if let Action::Lose(unit) = action {
            self.lose(p, f, unit, log);
        }
    }

    fn run(&self, p: &mut Position, f: Losses, log: &mut Log) {
        if f.units.is_empty() {
            return p.pop();
        }
        if f.sp == 0 {
            p.pop();
            let lead_levels = if f.units.has(f.lead) { f.levels } else { 0 };
            let sum = f.levels as u32 * f.units.iter().filter(|u| !self.is_gun(*u)).count() as u32;
            p.returned.lead_levels = lead_levels;
            p.returned.sum_levels = sum as u8;
            return self.worsen(p, f.units, f.levels, log);
        }
        let candidates = self.loss_candidates(&f);
        match candidates.single() {
            Some(unit) => self.lose(p, f, unit, log),
            None => p.decide(self.side_of(candidates.first().unwrap_or(UnitId::at(0)))),
        }
    }
}

impl Losses {
    fn rule(&self) -> Citation {
        if self.assault { rule::R11_2_8 } else { rule::R9_4_1 }
    }
}

impl Battle {
    pub(crate) fn begin_losses(&self, p: &mut Position, f: Losses) {
        p.returned.lead_levels = 0;
        p.returned.sum_levels = 0;
        p.push(f);
    }

    /// Who may take the next point: the biggest unit first, then anybody (9.4.1, R23).
    fn loss_candidates(&self, f: &Losses) -> UnitSet {
        if !f.first {
            return f.units;
        }
        let biggest = f.units.iter().map(|u| self.printed[u].stacking).max().unwrap_or(0);
        f.units.iter().filter(|u| self.printed[*u].stacking == biggest).collect()
    }

    fn lose(&self, p: &mut Position, f: Losses, unit: UnitId, log: &mut Log) {
        p.set_top(Losses { sp: f.sp - 1, first: false, ..f });
        let rule = f.rule();
        log.say(|| self.say(p, "loss", rule, "{} loses a strength point.").unit(unit));
        p.unit_mut(unit).lost += 1;
        if self.sp(p, unit) == 0 {
            log.say(|| self.say(p, "eliminated", rule, "{} has no strength left and is removed.").unit(unit));
            self.take_off(p, unit);
        }
    }
}
