//! What never changes about a battlefield and is asked all the time: who is near whom, and how strongly
//! a place draws from afar. Worked out once for each battle.

use ::risorgimento::Battle;
use ::risorgimento::model::Class;
use hexmap::Hex;
use std::sync::{Arc, Mutex, PoisonError};

pub struct Ground {
    /// For each hex those within four of it, with their distances.
    near: Vec<Vec<(Hex, u8)>>,
    /// For each watched hex, how strongly it draws those who want it, by hex.
    pub pull: Vec<Vec<f32>>,
    /// The same for those who guard it.
    pub watch: Vec<Vec<f32>>,
}

/// In quarters: what infantry goes in a turn, about.
const DAY: f32 = 16.0;
/// Battles whose ground is kept.
const MOST: usize = 16;

impl Ground {
    pub fn of(b: &Battle) -> Arc<Ground> {
        static KNOWN: Mutex<Vec<(u64, Arc<Ground>)>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, ground)) = known.iter().find(|(serial, _)| *serial == b.serial()) {
            return Arc::clone(ground);
        }
        let ground = Arc::new(Ground::new(b));
        if known.len() >= MOST {
            known.remove(0);
        }
        known.push((b.serial(), Arc::clone(&ground)));
        ground
    }

    fn new(b: &Battle) -> Ground {
        let near = |hex: Hex| {
            let with_distance = b.map.hexes().map(|to| (to, b.map.distance(hex, to)));
            with_distance.filter(|(_, distance)| (1..=4).contains(distance)).collect()
        };
        let by_days = |target: &Hex, value: &dyn Fn(f32) -> f32| -> Vec<f32> {
            let way = b.way_to(Class::Infantry, false, *target);
            way.iter().map(|cost| value(f32::from(*cost) / DAY)).collect()
        };
        // near ones draw more, but something draws everywhere
        let pull = |days: f32| 1.0 / (1.0 + days * days) + 0.1 * (1.0 - days * 0.1).max(0.0);
        let watch = |days: f32| if days < 1.2 { (1.0 - 0.75 * days).max(0.1) } else { 0.0 };
        Ground {
            near: b.map.hexes().map(near).collect(),
            pull: b.watched.iter().map(|hex| by_days(hex, &pull)).collect(),
            watch: b.watched.iter().map(|hex| by_days(hex, &watch)).collect(),
        }
    }

    pub fn near(&self, hex: Hex) -> &[(Hex, u8)] {
        &self.near[hex.index()]
    }
}
