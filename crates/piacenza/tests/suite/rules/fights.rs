//! Ground and pieces for fights. Around 4824 lie three hexes of open fields in every direction, without roads or
//! streams; 4933 is a farmhouse (Cover Level 1) in the open. The Commanders in Chief stand far enough off to give
//! command and nothing else; a Formation Commander who is not beside anybody does the same.

use super::case::*;
use piacenza::model::Effect;
use piacenza::position::Order;
use piacenza::shots::{Aim, Reckoning};

const CHIEFS: &str = "cic-felipe 4521; cic-liechtenstein 5226";

/// The Combat segment of a wing.
pub fn combat(wing: &str, pieces: &str) -> Case {
    game(&format!("activate {wing} combat; {CHIEFS}\n{pieces}"))
}

/// The Bombardment segment of a wing.
pub fn bombardment(wing: &str, pieces: &str) -> Case {
    game(&format!("activate {wing} bombardment; {CHIEFS}\n{pieces}"))
}

/// The Movement segment of a wing.
pub fn movement(wing: &str, pieces: &str) -> Case {
    game(&format!("activate {wing} movement; {CHIEFS}\n{pieces}"))
}

/// A phase in which no wing acts.
pub fn phase(phase: &str, pieces: &str) -> Case {
    game(&format!("phase {phase}; {CHIEFS}\n{pieces}"))
}

fn aim(g: &Case, firer: &str, target: &str) -> Aim {
    let target = g.game.map.find(target).expect("a hex of the map");
    Aim { firer: g.unit_id(firer), target, reaction: false, ricochet: false }
}

/// How a shot is reckoned.
pub fn reckon(g: &Case, firer: &str, target: &str) -> Reckoning {
    g.game.reckon(&g.p, aim(g, firer, target))
}

/// The modifiers of a shot, with their labels.
pub fn modifiers(g: &Case, firer: &str, target: &str) -> Vec<(String, i32)> {
    let list = g.game.shot_modifiers(&g.p, aim(g, firer, target));
    list.into_iter().map(|m| (m.label, m.value)).collect()
}

/// The name of the column that a shot is rolled on.
pub fn column(g: &Case, firer: &str, target: &str) -> String {
    let column = reckon(g, firer, target).column;
    g.game.shot_table(g.unit_id(firer)).columns.names[column as usize].to_string()
}

/// What each of the ten faces does.
pub fn effects(g: &Case, firer: &str, target: &str) -> [Effect; 10] {
    std::array::from_fn(|face| g.game.shot_effect(&g.p, aim(g, firer, target), face as u8))
}

/// In percent: no effect, Disorder, Disorder with a retreat, a step, and all that routs or destroys.
pub fn chances(g: &Case, firer: &str, target: &str) -> [u32; 5] {
    let mut found = [0; 5];
    for effect in effects(g, firer, target) {
        found[match effect {
            Effect::Nothing => 0,
            Effect::Disorder(0) => 1,
            Effect::Disorder(_) => 2,
            Effect::Step => 3,
            _ => 4,
        }] += 10;
    }
    found
}

pub fn order(g: &Case, unit: &str) -> Order {
    g.unit(unit).order
}

/// Whether a unit is off the map for good.
pub fn lost(g: &Case, unit: &str) -> bool {
    g.unit(unit).place == piacenza::position::Place::Lost
}

/// Takes the first way of every retreat and flight whose way is free to choose.
pub fn fall_back(g: &mut Case) {
    while let Some(way) = g.legal().first().filter(|way| way.starts_with("retreat ")).cloned() {
        g.play(&way);
    }
}
