//! Where a force should go, and the steps that lead there.

use super::fields::Fields;
use super::fights;
use super::temper::Temper;
use ::risorgimento::battle::class;
use ::risorgimento::flow::Act;
use ::risorgimento::model::{Arm, UnitId};
use ::risorgimento::position::{Place, Position, UnitSet};
use ::risorgimento::{Action, Battle};
use hexmap::Hex;

/// A place to go to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errand {
    pub hex: Hex,
    /// In March, or with limbered guns.
    pub march: bool,
    /// How much better that is than to stay.
    pub gain: f32,
}

/// Whether a hex has room for these units besides those that are there.
fn room(b: &Battle, p: &Position, units: UnitSet, hex: Hex) -> bool {
    let there = p.in_hex(hex).without(units);
    let limit = b.charts.stacking_limit;
    b.stacking_of(there) + b.stacking_of(units) <= limit
}

/// What it is worth to have these units in a hex.
pub fn score(b: &Battle, p: &Position, f: &Fields, temper: &Temper, units: UnitSet, hex: Hex) -> f32 {
    let Some(first) = units.first() else { return 0.0 };
    let at = hex.index();
    let arm = b.arm(first);
    let own: f32 =
        if arm == Arm::Artillery { 0.0 } else { units.iter().map(|u| fights::power(b, p, u)).sum() };
    let counted = p.unit(first).place == Place::Map && arm != Arm::Artillery;
    // who is in disorder already does not stand another blow
    let worn = units.iter().map(|u| p.unit(u).status).max().unwrap_or(0);
    let danger = f.danger(b, hex, own, counted) * (1.0 + temper.worn * f32::from(worn));
    let friends = p.holds(b, f.side, hex) && !p.in_hex(hex).without(units).is_empty();
    let mut score = -temper.danger * danger;
    let cover = 1.0 + 0.3 * f32::from(b.terrain(hex).fire_shift).min(0.0);
    score -= temper.guns * f.guns[at] * cover.max(0.2) * units.count() as f32;
    if temper.goal_pull > 0.0 && !temper.goal.is_none() {
        let way = b.way_to(class(Arm::Infantry), false, temper.goal)[at];
        score -= temper.goal_pull * f32::from(way) / 16.0;
    }
    if arm == Arm::Artillery {
        score += gun_score(b, p, f, hex, first);
        score += 0.4 * (temper.prize * f.prize[at] + temper.guard * f.guard[at]);
        // guns need somebody with them, or before them
        let strength: f32 = units.iter().map(|u| f32::from(b.sp(p, u)) + 1.0).sum();
        score -= temper.battery * strength * f.exposure(hex) * left_to_ride_over(b, p, f.side, units, hex);
        if p.zone(f.enemy(), hex) && !friends {
            score -= 3.0;
        }
    } else {
        let late = 0.7 + 0.6 * f32::from(p.turn) / f32::from(b.scenario.turns);
        score += temper.prize * f.prize[at] * late;
        score += temper.guard * f.guard[at];
        if f.town.contains(&hex) && f.keeps(units) {
            score += temper.keep;
        }
        if f.battery[at] > 0.0 && !escorted(b, p, units, hex) {
            score += temper.escort * f.battery[at];
        }
        if f.worth[at] > 0.0 && b.controls(p, f.enemy(), hex) {
            score += temper.take * f.worth[at] * late;
        }
        if p.zone(f.enemy(), hex) {
            // who ends beside the enemy must fight him or leave
            let near: f32 = b
                .map
                .neighbours(hex)
                .iter()
                .filter(|h| !h.is_none() && p.holds(b, f.enemy(), **h))
                .flat_map(|h| p.in_hex(*h))
                .map(|u| fights::power(b, p, u))
                .sum();
            score -= temper.zone * (0.3 + (near / (own + 1.0)).min(2.0));
        }
        if f.blow[at] > 0.0 {
            score += 0.25 * f32::from(-b.terrain(hex).assault_drm).max(0.0);
        }
        if friends && b.stacking_of(p.in_hex(hex).with(units)) > b.charts.stacking_limit * 3 / 4 {
            score -= 0.3;
        }
    }
    score - temper.command * out_of_range(b, p, first, hex)
}

/// Whether others than these who can fight stand in the hex.
fn escorted(b: &Battle, p: &Position, units: UnitSet, hex: Hex) -> bool {
    p.in_hex(hex).without(units).iter().any(|u| !b.is_gun(u))
}

/// How easily guns are ridden over in a hex: they are lost without a fight where they stand by themselves.
pub fn left_to_ride_over(b: &Battle, p: &Position, side: u8, guns: UnitSet, hex: Hex) -> f32 {
    let holds = |hex: Hex| !hex.is_none() && p.holds(b, side, hex) && escorted(b, p, guns, hex);
    if holds(hex) {
        0.1
    } else if b.map.neighbours(hex).iter().any(|h| holds(*h)) {
        0.5
    } else {
        1.0
    }
}

/// Where a unit begins its next move, and what it has for it, in quarters: who waits in a column off the map, or is
/// due next turn (15.1), comes in by its road.
pub fn start_of(b: &Battle, p: &Position, unit: UnitId) -> Option<(Hex, u8)> {
    let ma = b.army.units[unit].ma.saturating_mul(4);
    let corps = || b.scenario.corps.iter().flat_map(|corps| &corps.entries);
    let entry = match p.unit(unit).place {
        Place::Map => return Some((p.unit(unit).hex, ma)),
        Place::Column => b.scenario.entries.iter().chain(corps()).find(|e| e.units.contains(&unit))?,
        Place::Later => {
            b.scenario.entries.iter().find(|e| e.turn == p.turn + 1 && e.units.contains(&unit))?
        }
        _ => return None,
    };
    Some((entry.hex, ma.saturating_sub(2)))
}

/// Whether a unit gets to a hex in so many moves, by road too, if nobody stands in its way.
pub fn gets_to(b: &Battle, p: &Position, unit: UnitId, hex: Hex, moves: u8) -> bool {
    start_of(b, p, unit).is_some_and(|(from, left)| {
        b.way_from(class(b.arm(unit)), true, from)[hex.index()] <= left.saturating_mul(moves)
    })
}

/// How far beyond its commander's range a hex is, from 0 to 1.
fn out_of_range(b: &Battle, p: &Position, unit: UnitId, hex: Hex) -> f32 {
    let leader = p.leaders[b.leader_of(b.formation_of(unit))];
    if leader.place != Place::Map {
        return 0.0;
    }
    let range = f32::from(b.charts.command_range) / f32::from(b.charts.command_cost_other);
    let far = f32::from(b.map.distance(leader.hex, hex));
    // he comes after them
    ((far - range - 1.0) * 0.25).clamp(0.0, 1.0)
}

/// What guns can do from a hex.
fn gun_score(b: &Battle, p: &Position, f: &Fields, hex: Hex, gun: UnitId) -> f32 {
    let sp = f32::from(b.sp(p, gun));
    let mut best: f32 = 0.0;
    let mut near: f32 = 9.0;
    for (id, unit) in p.units.pairs() {
        if unit.place != Place::Map || b.side_of(id) == f.side {
            continue;
        }
        let distance = b.map.distance(hex, unit.hex);
        near = near.min(f32::from(distance));
        if (1..=4).contains(&distance) && (distance == 1 || b.line_of_sight(p, hex, unit.hex)) {
            let (num, den) = b.charts.artillery_factor[usize::from(distance) - 1];
            let cover = 1.0 + 0.3 * f32::from(b.terrain(unit.hex).fire_shift).min(0.0);
            best = best.max(sp * f32::from(num) / f32::from(den) * cover.max(0.2));
        }
    }
    0.25 * best - 0.1 * (near - 2.0).abs()
}

/// The best place that a force can get to with these movement points (in quarters).
pub fn errand(b: &Battle, p: &Position, f: &Fields, temper: &Temper, units: UnitSet, left: u8) -> Errand {
    let first = units.first().expect("a force has units");
    let unit = p.unit(first);
    let from = unit.hex;
    let arm = b.arm(first);
    let stay = score(b, p, f, temper, units, from) + rest(p, temper, units);
    let mut best = Errand { hex: from, march: unit.march, gain: 0.0 };
    let left = u16::from(left);
    let ways: [(bool, u16, f32); 2] = if arm == Arm::Artillery {
        let limber = if unit.march { 0 } else { u16::from(b.charts.limber_cost) };
        [(true, limber, 0.0), (true, 255, 0.0)]
    } else if unit.march {
        [(true, 0, 0.4), (false, 0, 0.0)]
    } else {
        [(false, 0, 0.0), (true, 0, 0.4)]
    };
    for (march, change, malus) in ways {
        let way = b.way_from(class(arm), march, from);
        for hex in b.map.hexes() {
            let cost = u16::from(way[hex.index()]);
            if hex == from || cost.saturating_add(change) > left || p.holds(b, f.enemy(), hex) {
                continue;
            }
            if !room(b, p, units, hex) {
                continue;
            }
            let mut gain = score(b, p, f, temper, units, hex) - stay - 0.01 * f32::from(cost);
            // a column that the enemy can reach is lost
            if march && arm != Arm::Artillery {
                gain -= malus * (f.blow[hex.index()] * 0.2).min(4.0);
            }
            // guns that limber do not fire
            if arm == Arm::Artillery {
                gain -= 0.8;
            }
            if gain > best.gain {
                best = Errand { hex, march, gain };
            }
        }
    }
    best
}

/// Who stays may recover (13.3).
fn rest(p: &Position, temper: &Temper, units: UnitSet) -> f32 {
    units.iter().map(|u| f32::from(p.unit(u).status) * temper.rest).sum()
}

/// The next step towards a hex, if one of the legal ones leads nearer.
pub fn step(b: &Battle, act: &Act, legal: &[Action], to: Hex, march: bool) -> Option<Action> {
    let first = act.units.first().filter(|_| !to.is_none())?;
    let way = b.way_to(class(b.arm(first)), march, to);
    let here = if act.hex.is_none() { u8::MAX } else { way[act.hex.index()] };
    let mut best: Option<(u8, bool, Action)> = None;
    for action in legal {
        let (next, cross) = match action {
            Action::Step { dir, cross } => (b.map.neighbour(act.hex, *dir), *cross),
            Action::Enter { hex, cross } => (*hex, *cross),
            _ => continue,
        };
        let ahead = way[next.index()];
        if ahead < here && best.is_none_or(|(least, beside, _)| (ahead, cross) < (least, beside)) {
            best = Some((ahead, cross, *action));
        }
    }
    best.map(|(_, _, action)| action)
}

/// The next step of a commander from where he is: nearer by this measure, or no farther.
pub fn ride(b: &Battle, from: Hex, legal: &[Action], far: impl Fn(Hex) -> u32) -> Action {
    let next = legal
        .iter()
        .filter_map(|action| match action {
            Action::Step { dir, .. } => Some((far(b.map.neighbour(from, *dir)), *action)),
            Action::Enter { hex, .. } => Some((far(*hex), *action)),
            _ => None,
        })
        .min_by_key(|(far, _)| *far);
    match next {
        Some((ahead, action)) if from.is_none() || ahead < far(from) => action,
        _ if legal.contains(&Action::Stop) => Action::Stop,
        Some((_, action)) => action,
        None => legal[0],
    }
}

/// The facing that looks at most of the enemy's strength.
pub fn facing(b: &Battle, p: &Position, hex: Hex, side: u8) -> Option<u8> {
    let mut pull = [0.0f32; 6];
    for (id, unit) in p.units.pairs() {
        if unit.place != Place::Map || b.side_of(id) == side || unit.hex == hex {
            continue;
        }
        let distance = b.map.distance(hex, unit.hex);
        if distance > 6 {
            continue;
        }
        let (dir, other) = b.map.exit_sides(hex, unit.hex);
        let weight = fights::power(b, p, id) / f32::from(distance * distance);
        for dir in [Some(dir), other].into_iter().flatten() {
            for facing in 0..6u8 {
                if hexmap::is_front(facing, dir) {
                    pull[facing as usize] += if facing == dir { 1.2 * weight } else { weight };
                }
            }
        }
    }
    let best = (0..6u8).max_by(|a, b| pull[*a as usize].total_cmp(&pull[*b as usize]))?;
    (pull[best as usize] > 0.0).then_some(best)
}
