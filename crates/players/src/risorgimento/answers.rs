//! Answers to what happens: reactions, losses, retreats, recovery, and the set-up.

use super::fields::Fields;
use super::fights;
use super::ground::Ground;
use super::temper::Temper;
use ::risorgimento::action::{Extra, Reaction};
use ::risorgimento::flow::{Act, CombatKind, Frame, Mode, React};
use ::risorgimento::model::{Arm, UnitId};
use ::risorgimento::position::{Place, Position, UnitSet};
use ::risorgimento::{Action, Battle};
use hexmap::Hex;
use kernel::Lot;

/// The reaction that should bring most, and what that is.
pub fn react(b: &Battle, p: &Position, f: &React, temper: &Temper, legal: &[Action]) -> (Action, f32) {
    let mut best = (Action::NoReaction, 0.0);
    for action in legal {
        let Action::React { hex, arm, what } = *action else { continue };
        let units: UnitSet = p.in_hex(hex).iter().filter(|u| b.arm(*u) == arm).collect();
        let value = reaction_value(b, p, f, temper, units, hex, what);
        if value > best.1 {
            best = (*action, value);
        }
    }
    best
}

fn reaction_value(
    b: &Battle,
    p: &Position,
    f: &React,
    temper: &Temper,
    units: UnitSet,
    hex: Hex,
    what: Reaction,
) -> f32 {
    let Some(cause) = f.cause.first() else { return 0.0 };
    let from = f.cause_hex;
    let charging = p.stack.iter().any(|frame| matches!(frame, Frame::Act(Act { mode: Mode::Charge, .. })));
    let riders = b.arm(cause) == Arm::Cavalry;
    // the blow that is coming, if one is
    let coming = |defended: Hex| {
        let kind = if charging { CombatKind::Charge } else { CombatKind::Assault };
        fights::assault(b, p, kind, f.cause, from, defended)
    };
    match what {
        Reaction::Fire => fights::fire(b, p, units, f.cause, from, false) + 0.05,
        Reaction::Counterattack | Reaction::Countercharge => {
            let kind = match what {
                Reaction::Countercharge => CombatKind::Countercharge,
                _ => CombatKind::Counterattack,
            };
            let fc = fights::assault(b, p, kind, units, hex, from);
            fc.foe - fc.own + (fc.win - fc.lose) * temper.victory - 0.6
        }
        Reaction::Square => match (riders, charging) {
            (true, true) => 1.5,
            (true, false) => 0.3,
            (false, _) => -1.0,
        },
        Reaction::Withdraw => {
            let objective = if b.watched.contains(&hex) { 2.0 } else { 0.0 };
            let fc = coming(hex);
            let marked = p.markers.iter().any(|m| !m.served && b.target_of(*m) == hex);
            let likely = if marked || charging { 1.0 } else { 0.3 };
            likely * (fc.foe - fc.own + (fc.win - fc.lose) * temper.victory) - 1.2 - objective
        }
        Reaction::Reform => {
            // nothing else can be done in answer then
            let exits = units.iter().filter_map(|u| Some((u, b.exit_of(p, u)?)));
            0.35 * exits.map(|(u, what)| extra_value(b, p, f.side, u, what)).fold(0.0, f32::max)
        }
        Reaction::Face(dir) => {
            let Some(first) = units.first() else { return 0.0 };
            let (side, _) = b.map.exit_sides(hex, from);
            let now = b.is_rear(p, first, from);
            let then = !hexmap::is_front(dir, side);
            if now && !then && !b.all_round(hex) { if dir == side { 0.45 } else { 0.4 } } else { -1.0 }
        }
    }
}

/// Everything that is no plan: what must be lost, where to fall back to, who follows.
pub fn other(
    b: &Battle,
    ground: &Ground,
    p: &Position,
    side: u8,
    temper: &Temper,
    legal: &[Action],
) -> Action {
    let falls_back = legal.iter().any(|action| matches!(action, Action::Retreat { .. }));
    let fields = falls_back.then(|| Fields::new(b, ground, p, side, temper));
    let value = |action: &Action| -> f32 {
        match *action {
            Action::Lose(unit) => {
                // the strongest bears it best, and nobody is lost for good while others can bear it
                let sp = f32::from(b.sp(p, unit));
                if sp <= 1.0 { -20.0 } else { sp - 0.5 * f32::from(b.ccv(p, unit)) }
            }
            Action::Lead(unit) => fights::power(b, p, unit),
            Action::Retreat { dir, .. } => {
                fields.as_ref().map_or(0.0, |fields| retreat_value(b, p, fields, temper, dir))
            }
            Action::Turn(dir) => turn_value(b, p, side, dir),
            Action::Halt(_) => 0.5,
            Action::GoOn => 0.0,
            Action::Follow(_) => 1.0,
            Action::Stay(_) => 0.0,
            Action::Relocate(hex) if p.zone(1 - side, hex) => -1.0,
            Action::RecoverLevels(unit) => 1.0 + f32::from(p.unit(unit).status),
            Action::RecoverExhaustion(_) => 1.5,
            Action::Extra { unit, what } => extra_value(b, p, side, unit, what),
            Action::AskCorps(false) => 1.0,
            Action::Shift { hex, dir, .. } => shift_value(b, p, hex, dir),
            Action::NoReaction | Action::Done => 0.1,
            _ => 0.0,
        }
    };
    // of equals the first
    *legal.iter().rev().max_by(|x, y| value(x).total_cmp(&value(y))).unwrap_or(&legal[0])
}

fn retreat_value(b: &Battle, p: &Position, fields: &Fields, temper: &Temper, dir: u8) -> f32 {
    let Frame::Retreat(f) = p.top() else { return 0.0 };
    let to = b.map.neighbour(f.hex, dir);
    if to.is_none() {
        return -9.0;
    }
    let own: f32 = f.units.iter().map(|u| fights::power(b, p, u)).sum();
    let mut value =
        -temper.danger * fields.danger(b, to, own, true) + temper.guard * fields.guard[to.index()];
    value += 0.2 * temper.prize * fields.prize[to.index()];
    if p.zone(fields.enemy(), to) {
        value -= 2.0;
    }
    value + 0.3 * f32::from(-b.terrain(to).assault_drm).max(0.0)
}

fn turn_value(b: &Battle, p: &Position, side: u8, dir: u8) -> f32 {
    let hex = match p.top() {
        Frame::Combat(f) => f.attackers.first().map(|u| p.unit(u).hex),
        Frame::Retreat(f) => Some(f.hex),
        _ => None,
    };
    let wanted = hex.and_then(|hex| super::moving::facing(b, p, hex, side));
    if wanted == Some(dir) { 1.0 } else { -0.5 }
}

/// A marker is moved to where the enemy before it is weakest.
fn shift_value(b: &Battle, p: &Position, hex: Hex, dir: u8) -> f32 {
    let target = b.map.neighbour(hex, dir);
    let strength: f32 = p.in_hex(target).iter().map(|u| fights::power(b, p, u)).sum();
    0.2 + 1.0 / (1.0 + strength)
}

/// Columns deploy and guns unlimber where the enemy is near.
fn extra_value(b: &Battle, p: &Position, side: u8, unit: UnitId, what: Extra) -> f32 {
    let hex = p.unit(unit).hex;
    let enemies = p.units.pairs().filter(|(id, u)| u.place == Place::Map && b.side_of(*id) != side);
    let near = enemies.clone().map(|(_, u)| b.map.distance(hex, u.hex)).min().unwrap_or(99);
    let riders =
        enemies.filter(|(id, u)| b.arm(*id) == Arm::Cavalry && b.map.distance(hex, u.hex) <= 4).count();
    match what {
        Extra::LeaveMarch => {
            if near <= 3 {
                1.0
            } else {
                -1.0
            }
        }
        Extra::LeaveSquare => {
            if riders == 0 {
                1.0
            } else {
                -1.0
            }
        }
        Extra::Unlimber => {
            if (2..=3).contains(&near) {
                1.0
            } else {
                -1.0
            }
        }
        Extra::Limber => {
            if near <= 1 {
                0.5
            } else {
                -1.0
            }
        }
    }
}

/// The standard set-up, with somebody now and then a little beside it.
pub fn set_up(b: &Battle, p: &Position, legal: &[Action], lot: &mut Lot) -> Action {
    let standard = |id: &str| b.scenario.standard.iter().find(|place| place.id == id);
    if let Some(Frame::Setup(f)) = p.stack.last()
        && let Some(unit) = b.army.units.get(f.unit)
        && let Some(place) = standard(&unit.id)
    {
        for action in [Action::Order { march: place.march }, Action::Turn(place.facing)] {
            if legal.contains(&action) {
                return action;
            }
        }
    }
    let wanted = legal.iter().find(|action| match action {
        Action::Place { unit, hex } => standard(&b.army.units[*unit].id).is_some_and(|s| s.hex == *hex),
        Action::PlaceLeader { leader, hex } => {
            standard(&b.army.leaders[*leader].id).is_some_and(|s| s.hex == *hex)
        }
        _ => false,
    });
    match wanted {
        Some(action) => *action,
        None => *lot.one_of(legal).unwrap_or(&legal[0]),
    }
}
