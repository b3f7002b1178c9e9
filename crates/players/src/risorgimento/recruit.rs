//! The recruit: a few simple maxims. Forward to what is to be won, or to whoever comes near; fire whenever
//! there is somebody to fire at; attack whoever has fewer men; the commander after his units. No thought of
//! what may come back, of supports, of cohesion or of what comes next. And now and then he does the first
//! thing that comes to his mind.

use super::ground::Ground;
use super::temper::Temper;
use super::{answers, moving};
use crate::policy::Policy;
use ::risorgimento::action::Reaction;
use ::risorgimento::battle::class;
use ::risorgimento::flow::{Act, Activation, ActivationStage, Frame, Mode, Ride};
use ::risorgimento::model::UnitId;
use ::risorgimento::position::{Marker, MarkerKind, Place, Position, UnitSet, enemy};
use ::risorgimento::{Action, Battle};
use hexmap::Hex;
use kernel::{Lot, Seat};
use std::sync::Arc;

pub struct Recruit {
    ground: Arc<Ground>,
}

/// How often out of a hundred he does not think at all.
const RASH: u32 = 12;
/// Enemies so near draw him.
const NEAR: u8 = 4;

impl Recruit {
    pub fn new(b: &Battle) -> Recruit {
        Recruit { ground: Ground::of(b) }
    }
}

impl Policy<Battle> for Recruit {
    fn choose(&mut self, b: &Battle, p: &Position, seat: Seat, legal: &[Action], lot: &mut Lot) -> Action {
        let setting_up = matches!(p.top(), Frame::Setup(_));
        if !setting_up
            && lot.below(100) < RASH
            && let Some(any) = lot.one_of(legal)
        {
            return *any;
        }
        match p.top() {
            Frame::Setup(_) => answers::set_up(b, p, legal, lot),
            Frame::Alternation(_) => formation(legal, lot),
            Frame::Activation(f) if f.stage == ActivationStage::Declare => declare(b, p, f, legal),
            Frame::Activation(_) | Frame::Late(_) => next_force(p, legal, lot),
            Frame::Act(f) => act(b, p, seat.0, &f, legal),
            Frame::Ride(f) => ride(b, p, f, legal),
            Frame::React(_) => react(legal),
            _ => answers::other(b, &self.ground, p, seat.0, &Temper::of(b, seat.0), legal),
        }
    }
}

/// Any formation; he passes when there is none.
fn formation(legal: &[Action], lot: &mut Lot) -> Action {
    let tries: Vec<Action> = legal.iter().copied().filter(|a| matches!(a, Action::Attempt(_))).collect();
    *lot.one_of(&tries).unwrap_or(&legal[0])
}

fn strength(b: &Battle, p: &Position, units: UnitSet) -> u32 {
    units.iter().filter(|u| !b.is_gun(*u)).map(|u| u32::from(b.sp(p, u))).sum()
}

/// One attack at a time, on the target that has fewest men against ours, and only if it has fewer.
fn declare(b: &Battle, p: &Position, f: Activation, legal: &[Action]) -> Action {
    let own: UnitSet = b.army.formations[f.formation]
        .units
        .iter()
        .copied()
        .filter(|u| p.unit(*u).place == Place::Map && !p.unit(*u).acted && !p.unit(*u).out_of_command)
        .collect();
    let odds = |mark: &Action| {
        let Action::Mark { kind, hex, dir } = *mark else { return None };
        let marker = Marker { kind, hex, dir, served: false };
        // whoever is the strongest of those who could
        let best = own
            .iter()
            .map(|u| {
                let stack: UnitSet =
                    own.iter().filter(|v| p.unit(*v).hex == p.unit(u).hex && b.arm(*v) == b.arm(u)).collect();
                strength(b, p, b.units_that_serve(p, stack, marker))
            })
            .max()?;
        let foe = strength(b, p, p.in_hex(b.target_of(marker)));
        Some((best * 100 / (foe + 1), *mark))
    };
    let best = legal.iter().filter_map(odds).max_by_key(|(ratio, _)| *ratio);
    match best {
        Some((ratio, mark)) if (ratio > 100 && p.markers.is_empty()) || !legal.contains(&Action::Done) => {
            mark
        }
        _ if legal.contains(&Action::Done) => Action::Done,
        _ => legal[0],
    }
}

/// Whoever comes to mind; commanders last.
fn next_force(p: &Position, legal: &[Action], lot: &mut Lot) -> Action {
    let waiting = p.markers.iter().any(|m| !m.served);
    let fresh = |units: UnitSet| units.iter().all(|u| !p.unit(u).acted);
    let forces: Vec<Action> =
        legal.iter().copied().filter(|a| matches!(a, Action::Select(units) if fresh(*units))).collect();
    // together rather than one by one where an attack waits
    let most = forces.iter().map(|a| if let Action::Select(units) = a { units.count() } else { 0 }).max();
    let wanted: Vec<Action> = forces
        .into_iter()
        .filter(|a| !waiting || matches!(a, Action::Select(units) if Some(units.count()) == most))
        .collect();
    if let Some(force) = lot.one_of(&wanted) {
        return *force;
    }
    let leader = legal.iter().find(|a| matches!(a, Action::SelectLeader(_)));
    *leader.or(legal.iter().find(|a| **a == Action::Done)).unwrap_or(&legal[0])
}

/// The nearest place that the enemy holds, or an enemy who has come near.
fn goal(b: &Battle, p: &Position, side: u8, from: Hex, unit: UnitId) -> Option<Hex> {
    let ways = b.way_from(class(b.arm(unit)), false, from);
    let held = b
        .watched
        .iter()
        .enumerate()
        .filter(|(i, _)| b.holder(p, *i) != side)
        .map(|(_, hex)| *hex)
        .min_by_key(|hex| ways[hex.index()]);
    let enemies = p
        .units
        .pairs()
        .filter(|(id, u)| u.place == Place::Map && b.side_of(*id) != side)
        .map(|(_, u)| u.hex)
        .filter(|hex| b.map.distance(from, *hex) <= NEAR)
        .min_by_key(|hex| b.map.distance(from, *hex));
    held.or(enemies)
}

fn act(b: &Battle, p: &Position, side: u8, f: &Act, legal: &[Action]) -> Action {
    let has = |action: Action| legal.contains(&action);
    for blow in [Action::Assault, Action::Charge] {
        if has(blow) {
            return blow;
        }
    }
    if !f.fired
        && let Some(fire) = legal.iter().find(|a| matches!(a, Action::Fire { .. }))
    {
        return *fire;
    }
    let first = f.units.first().unwrap_or(UnitId::at(0));
    let marker =
        p.markers.iter().enumerate().find(|(i, m)| {
            !m.served && (f.serves | f.aims) >> i & 1 != 0 && p.unit(first).place == Place::Map
        });
    if let Some((_, marker)) = marker {
        if f.hex == marker.hex && has(Action::Turn(marker.dir)) {
            return Action::Turn(marker.dir);
        }
        let march = p.unit(first).march && f.mode != Mode::Charge;
        if (marker.kind == MarkerKind::Assault || f.mode == Mode::Charge)
            && let Some(step) = moving::step(b, f, legal, marker.hex, march)
        {
            return step;
        }
    }
    let from = if f.hex.is_none() { b.watched.first().copied().unwrap_or(Hex::NONE) } else { f.hex };
    let near = !f.hex.is_none()
        && b.map.neighbours(f.hex).iter().any(|h| !h.is_none() && p.holds(b, enemy(side), *h));
    // guns stay behind the others
    let held_back = b.is_gun(first) && !f.hex.is_none() && !p.unit(first).march;
    if !near
        && !held_back
        && let Some(to) = goal(b, p, side, from, first)
        && let Some(step) = moving::step(b, f, legal, to, p.unit(first).march)
    {
        return step;
    }
    if !f.hex.is_none() && p.unit(first).march {
        for ready in [Action::March(false), Action::Limber(false)] {
            if has(ready) {
                return ready;
            }
        }
    }
    for ending in [Action::Stop, Action::EndCharge, Action::CallOff] {
        if has(ending) {
            return ending;
        }
    }
    *legal.iter().find(|a| matches!(a, Action::Step { .. } | Action::Enter { .. })).unwrap_or(&legal[0])
}

/// The commander goes where most of his men are.
fn ride(b: &Battle, p: &Position, f: Ride, legal: &[Action]) -> Action {
    let def = &b.army.leaders[f.leader];
    let wards = def.formation.map_or(&[][..], |formation| &b.army.formations[formation].units[..]);
    let far = |hex: Hex| -> u32 {
        let on_map = wards.iter().filter(|u| p.unit(**u).place == Place::Map);
        on_map.map(|u| u32::from(b.map.distance(hex, p.unit(*u).hex))).sum()
    };
    moving::ride(b, p.leaders[f.leader].hex, legal, far)
}

/// Fire at whoever comes, a square against horsemen; nothing else.
fn react(legal: &[Action]) -> Action {
    let wanted = |what: Reaction| {
        legal
            .iter()
            .copied()
            .find(move |a| matches!(a, Action::React { what: offered, .. } if *offered == what))
    };
    wanted(Reaction::Fire).or(wanted(Reaction::Square)).unwrap_or(Action::NoReaction)
}
