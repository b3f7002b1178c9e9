//! What a position is worth: the chance of a side to win, judged without playing on.

use super::ground::Ground;
use ::piacenza::Battle;
use ::piacenza::model::{UnitId, Victory};
use ::piacenza::position::{NOBODY, Order, Position};
use hexmap::Hex;

/// How many things are looked at.
pub const FEATURES: usize = 12;

/// Weights from games between sergeants (`cargo run -p players --example fit`): who takes ground that another
/// holds, and who fights for one place. The campaign is judged as the former.
const TAKING: [f32; FEATURES] =
    [0.41, 1.19, -0.54, 2.97, -0.64, -0.37, -2.18, -0.63, 0.22, 0.96, -0.07, -0.15];
const MEETING: [f32; FEATURES] = [0.36, -0.29, 0.39, 1.25, -0.37, 0.48, -1.22, 0.22, 1.27, 0.72, 0.20, -1.22];

/// Strength that a side can use: steady troops whole, Disordered ones by half, routed ones hardly.
fn usable(b: &Battle, p: &Position, unit: UnitId) -> f32 {
    let sp = f32::from(b.sp(p, unit)) * if b.is_gun(unit) { 0.4 } else { 1.0 };
    let u = p.unit(unit);
    sp * match u.order {
        Order::Good if u.billebaude => 0.8,
        Order::Good => 1.0,
        Order::Disordered => 0.65,
        Order::Routed => 0.25,
    }
}

/// What a place looks like: the strength of each side in it, beside it, within three hexes, and how much could get
/// there in time.
#[derive(Clone, Copy, Default)]
struct Scene {
    inside: f32,
    beside: f32,
    near: f32,
    coming: f32,
}

fn look(b: &Battle, p: &Position, ground: &Ground, goal: usize, hex: Hex, left: f32) -> [Scene; 2] {
    let mut scenes = [Scene::default(); 2];
    for unit in p.units.ids().filter(|u| p.on_map(*u) && !b.is_gun(*u)) {
        let u = p.unit(unit);
        if u.order == Order::Routed {
            continue;
        }
        let scene = &mut scenes[b.side_of(unit) as usize];
        let strength = usable(b, p, unit);
        match b.map.distance(u.hex, hex) {
            0 => scene.inside += strength,
            1 => scene.beside += strength,
            2..=3 => scene.near += strength,
            _ => {
                let way = ground.way(goal, b.is_cavalry(unit), u.hex);
                let stride = if b.is_cavalry(unit) { 4.0 } else { 2.0 };
                if way / stride <= left {
                    scene.coming += strength / (1.0 + 0.2 * way);
                }
            }
        }
    }
    scenes
}

/// What counts, from the view of side 0.
pub fn features(b: &Battle, p: &Position) -> [f32; FEATURES] {
    let ground = Ground::of(b);
    let left = f32::from(b.scenario.last_turn - p.turn.min(b.scenario.last_turn)) + 1.0;
    // activations that are still to come in this turn, by side
    let to_act = [0u8, 1].map(|side| b.wings_left(p, side).count() as f32);
    let last = 1.0 / left;
    let mut strengths = [0.0, 0.0];
    for unit in p.units.ids().filter(|u| p.on_map(*u)) {
        strengths[b.side_of(unit) as usize] += usable(b, p, unit);
    }
    let total = (strengths[0] + strengths[1]).max(1.0);
    let balance = (strengths[0] - strengths[1]) / total * 4.0;
    // the place that looks best for side 0
    let places = b.objectives().iter().enumerate().filter(|(i, _)| {
        !matches!(b.scenario.victory, Victory::Objectives { .. }) || p.objectives >> i & 1 != 0
    });
    let mut best: Option<(f32, bool, [Scene; 2])> = None;
    let mut held_places = 0.0;
    for (i, hex) in places {
        let scenes = look(b, p, &ground, i, *hex, left);
        let held = b.occupies(p, 0, *hex);
        held_places += f32::from(u8::from(held));
        let [own, other] = scenes;
        let good = if held { 6.0 } else { 0.0 } + own.beside + 0.5 * own.near + own.coming
            - other.inside
            - other.beside
            - 0.5 * other.near
            - other.coming;
        if best.is_none_or(|(most, ..)| good > most) {
            best = Some((good, held, scenes));
        }
    }
    let (_, mut held, [own, other]) = best.unwrap_or((0.0, false, [Scene::default(); 2]));
    if let Victory::LastHeld(hex) = &b.scenario.victory {
        let holder = (0..2).find(|s| b.occupies(p, *s, *hex)).unwrap_or(p.held);
        held = holder == 0;
        if holder == NOBODY {
            held_places = 0.5;
        }
    }
    let held = f32::from(u8::from(held));
    [
        1.0,
        balance,
        held,
        held * last,
        (own.beside - other.beside) / 4.0,
        (own.near - other.near) / 8.0,
        last,
        (own.coming - other.coming) / 4.0,
        (own.inside - other.inside) / 2.0,
        last * (own.beside + own.inside - other.beside - other.inside) / 4.0,
        held_places,
        last * (to_act[0] - to_act[1]),
    ]
}

/// The chance of a side to win, 0 to 1.
pub fn value(b: &Battle, p: &Position, side: u8) -> f64 {
    let weights = match &b.scenario.victory {
        Victory::LastHeld(_) => MEETING,
        Victory::Occupy(_) | Victory::Objectives { .. } => TAKING,
    };
    let sum: f32 = features(b, p).iter().zip(weights).map(|(feature, weight)| feature * weight).sum();
    let chance = f64::from(1.0 / (1.0 + (-sum).exp()));
    if side == 0 { chance } else { 1.0 - chance }
}
