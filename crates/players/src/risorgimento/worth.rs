//! How good a position is: the chance of the attacking side to win, from a few features. Their weights
//! were fitted to the results of games between sergeants.

use super::fights;
use ::risorgimento::Battle;
use ::risorgimento::battle::class;
use ::risorgimento::model::Arm;
use ::risorgimento::position::{Corps, Place, Position};

pub const FEATURES: usize = 14;

/// What is looked at, from the attacker's side.
pub fn features(b: &Battle, p: &Position) -> [f32; FEATURES] {
    let v = &b.scenario.victory;
    let attacker = v.attacker;
    let corps = b.corps_in_play(p);
    let decisive = if corps { &v.corps_decisive } else { &v.decisive };
    let needed = if corps { v.corps_tactical_count } else { v.tactical_count };
    let time = f32::from(p.turn) / f32::from(b.scenario.turns);
    let held = f32::from(b.objectives_held(p, attacker)) - f32::from(needed);
    let taken = decisive.iter().filter(|h| b.controls(p, attacker, **h)).count() as f32
        / decisive.len().max(1) as f32;
    // strength on the map and on its way, and who can soon be where it matters
    let (mut on_map, mut coming, mut guns) = ([0.0f32; 2], 0.0f32, [0.0f32; 2]);
    let mut influence = [[0.0f32; 2]; 64];
    for (id, unit) in p.units.pairs() {
        let side = usize::from(b.side_of(id));
        match unit.place {
            Place::Map if b.is_gun(id) => guns[side] += f32::from(b.sp(p, id)),
            Place::Map => {
                let power = fights::power(b, p, id);
                on_map[side] += power;
                let way = b.way_from(class(b.arm(id)), false, unit.hex);
                let ma = f32::from(b.army.units[id].ma) * 4.0;
                for (i, hex) in b.watched.iter().enumerate() {
                    let cost = f32::from(way[hex.index()]);
                    influence[i][side] += power / (1.0 + (cost / ma) * (cost / ma) * 2.0);
                }
            }
            Place::Column | Place::Later if b.arm(id) != Arm::Artillery => {
                let asked = !matches!(p.corps, Corps::NotAsked | Corps::Undecided | Corps::Asked);
                let of_corps =
                    b.scenario.corps.iter().flat_map(|c| &c.entries).any(|e| e.units.contains(&id));
                if side == usize::from(attacker) && (!of_corps || asked) {
                    coming += fights::power(b, p, id);
                }
            }
            _ => {}
        }
    }
    let (us, them) = (usize::from(attacker), usize::from(1 - attacker));
    let (mut loose, mut shaky, mut near) = (0.0, 0.0, 0.0f32);
    for (i, hex) in b.watched.iter().enumerate() {
        let [mine, theirs] = [influence[i][us], influence[i][them]];
        let share = mine / (mine + theirs + 2.0);
        if v.objectives.contains(hex) {
            if b.holder(p, i) == attacker {
                shaky += 1.0 - share;
            } else {
                loose += share;
            }
        }
        if decisive.contains(hex) {
            near = near.max(share);
        }
    }
    let ratio = ((on_map[us] + 0.7 * coming + 1.0) / (on_map[them] + 1.0)).ln();
    let grip = if held >= 0.0 { 1.0 } else { 0.0 };
    [
        1.0,
        time,
        held / 4.0,
        held / 4.0 * time,
        held / 4.0 * time * time * time,
        grip * time,
        ratio,
        ratio * time,
        loose / 4.0,
        loose / 4.0 * time,
        shaky / 4.0,
        near,
        taken,
        (guns[us] - guns[them]) / 10.0,
    ]
}

/// Fitted by `fit` in the examples.
const WEIGHTS: [f32; FEATURES] =
    [0.89, -0.48, -0.10, 1.35, 2.44, 0.29, 1.58, 2.34, 0.70, 0.41, 0.0, -0.30, 2.29, 0.19];

/// The chance of a side to win.
pub fn value(b: &Battle, p: &Position, side: u8) -> f64 {
    let features = features(b, p);
    let sum: f32 = features.iter().zip(WEIGHTS).map(|(feature, weight)| feature * weight).sum();
    let attacker = 1.0 / (1.0 + f64::from(-sum).exp());
    if side == b.scenario.victory.attacker { attacker } else { 1.0 - attacker }
}
