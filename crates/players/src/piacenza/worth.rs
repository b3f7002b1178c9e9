//! What a position is worth: the chance of a side to win, judged without playing on.

use super::eye::Eye;
use super::ground::Ground;
use super::temper::Temper;
use ::piacenza::Battle;
use ::piacenza::model::{UnitId, Victory};
use ::piacenza::position::{NOBODY, Order, Place, Position};

/// Strength that a side can use: steady troops whole, Disordered ones by half, routed ones hardly.
fn strength(b: &Battle, p: &Position, side: u8) -> f32 {
    let mut sum = 0.0;
    for unit in (0..p.units.len() as UnitId).filter(|u| b.side_of(*u) == side && p.on_map(*u)) {
        let sp = f32::from(b.sp(p, unit)) * if b.is_gun(unit) { 0.4 } else { 1.0 };
        let u = p.unit(unit);
        sum += sp
            * match u.order {
                Order::Good if u.billebaude => 0.8,
                Order::Good => 1.0,
                Order::Disordered => 0.65,
                Order::Routed => 0.25,
            };
    }
    sum
}

/// What it began with.
fn at_the_start(b: &Battle, side: u8) -> f32 {
    let placed = b.scenario.units.iter().filter(|placed| b.side_of(placed.piece) == side);
    placed.map(|placed| f32::from(b.army.units[placed.piece as usize].sp[0])).sum::<f32>().max(1.0)
}

/// How well a side can get to a place before the end: the strength that is near enough, each by how near.
fn grip(eye: &Eye, goal: usize, left: f32) -> f32 {
    let (b, p) = (eye.b, eye.p);
    let mut sum = 0.0;
    for unit in
        (0..p.units.len() as UnitId).filter(|u| b.side_of(*u) == eye.side && p.on_map(*u) && !b.is_gun(*u))
    {
        let u = p.unit(unit);
        if u.order == Order::Routed {
            continue;
        }
        let way = eye.ground.way(goal, b.is_cavalry(unit), u.hex);
        let stride = if b.is_cavalry(unit) { 4.0 } else { 2.0 };
        let late = way / stride - left;
        let near = 1.0 / (1.0 + 0.25 * way) * if late > 0.0 { 0.3 } else { 1.0 };
        sum += near * f32::from(b.sp(p, unit)) * if u.order == Order::Good { 1.0 } else { 0.6 };
    }
    sum
}

/// The chance of a side to win, 0 to 1.
pub fn value(b: &Battle, p: &Position, side: u8) -> f64 {
    let ground = Ground::of(b);
    let eyes = [0, 1].map(|side| Eye::new(b, p, &ground, side, Temper::of(b, side)));
    let left = f32::from(b.scenario.last_turn - p.turn.min(b.scenario.last_turn)) + 1.0;
    let kept = |side: u8| strength(b, p, side) / at_the_start(b, side);
    // from the view of side 0
    let mut sum = 2.5 * (kept(0) - kept(1));
    let last = 1.0 / left.sqrt();
    match &b.scenario.victory {
        Victory::LastHeld(hex) => {
            let holder = (0..2).find(|s| b.occupies(p, *s, *hex)).unwrap_or(p.held);
            if holder != NOBODY {
                sum += (1.0 - 2.0 * f32::from(holder)) * (0.8 + 1.6 * last);
            }
            sum += 0.35 * (grip(&eyes[0], 0, left) - grip(&eyes[1], 0, left));
        }
        Victory::Occupy(hexes) => {
            let mut best = f32::MIN;
            for (i, hex) in hexes.iter().enumerate() {
                let held = if b.occupies(p, 0, *hex) { 1.0 + 2.5 * last } else { 0.0 };
                let grips = 0.35 * (grip(&eyes[0], i, left) - 0.8 * grip(&eyes[1], i, left));
                best = best.max(held + grips.max(-2.0));
            }
            sum += best - 1.2 * last;
        }
        Victory::Objectives { hexes, .. } => {
            for (i, hex) in hexes.iter().enumerate() {
                if p.objectives >> i & 1 != 0 {
                    let held = if b.occupies(p, 0, *hex) { 0.4 + 0.8 * last } else { 0.0 };
                    sum += held + 0.06 * (grip(&eyes[0], i, left) - grip(&eyes[1], i, left)).clamp(-6.0, 6.0)
                        - 0.35 * last;
                }
            }
        }
    }
    let lost = |side: u8| {
        let gone =
            (0..p.units.len() as UnitId).filter(|u| b.side_of(*u) == side && p.unit(*u).place == Place::Lost);
        gone.count() as f32
    };
    sum += 0.1 * (lost(1) - lost(0));
    let chance = f64::from(1.0 / (1.0 + (-sum).exp()));
    if side == 0 { chance } else { 1.0 - chance }
}
