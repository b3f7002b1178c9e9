//! What follows from a battle's map and charts alone: the ways to the places that count, and what a shot is
//! worth on average.

use ::piacenza::Battle;
use ::piacenza::battle::NO;
use ::piacenza::model::{Class, Effect, ShotTable};
use hexmap::{Hex, ReachBuf, opposite, reach};
use std::sync::{Arc, Mutex};

/// Far from everything.
pub const FAR: u16 = 600;

pub struct Ground {
    /// For each place that counts, by class (infantry, cavalry): what the way there costs, in halves.
    pub ways: Vec<[Box<[u16]>; 2]>,
    /// By column and sum of modifiers (from -4): what a shot is worth.
    fire: Vec<[f32; 16]>,
    bombardment: Vec<[f32; 16]>,
}

/// What an effect is worth, in steps of a unit.
pub fn worth(effect: Effect) -> f32 {
    match effect {
        Effect::Nothing => 0.0,
        Effect::Disorder(0) => 0.3,
        Effect::Disorder(hexes) => 0.4 + 0.05 * f32::from(hexes),
        Effect::Step => 1.0,
        Effect::Rout => 1.1,
        Effect::Ricochet => 1.3,
        Effect::StepRout => 1.9,
        Effect::Eliminated => 2.2,
    }
}

fn averages(table: &ShotTable) -> Vec<[f32; 16]> {
    (0..table.columns.least.len() as u8)
        .map(|column| {
            std::array::from_fn(|i| {
                let sum = i as i8 - 4;
                (0..10).map(|face| worth(table.cell(face + sum, column))).sum::<f32>() / 10.0
            })
        })
        .collect()
}

impl Ground {
    /// Worked out once for each battle and then shared.
    pub fn of(b: &Battle) -> Arc<Ground> {
        static KNOWN: Mutex<Vec<(u64, Arc<Ground>)>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some((_, ground)) = known.iter().find(|(serial, _)| *serial == b.serial()) {
            return ground.clone();
        }
        let ground = Arc::new(Ground::new(b));
        if known.len() >= 16 {
            known.remove(0);
        }
        known.push((b.serial(), ground.clone()));
        ground
    }

    fn new(b: &Battle) -> Ground {
        let ways = b.objectives().iter().map(|goal| {
            [Class::Infantry, Class::Cavalry].map(|class| {
                let mut buffer = ReachBuf::new();
                // backwards: the step from the farther hex into the nearer one
                reach(&b.map, *goal, FAR - 1, &mut buffer, |_, dir, far| {
                    if !b.playable(far) {
                        return None;
                    }
                    let cost = b.step_costs(class, far, opposite(dir));
                    (cost != NO).then_some(cost.into())
                });
                b.map.hexes().map(|hex| buffer.cost(hex).unwrap_or(FAR)).collect()
            })
        });
        Ground {
            ways: ways.collect(),
            fire: averages(&b.charts.fire),
            bombardment: averages(&b.charts.bombardment),
        }
    }

    /// What infantry fire of a strength is worth against a hex.
    pub fn fire(&self, b: &Battle, strength: u8, deep: bool, sum: i8) -> f32 {
        let column = b.charts.fire.columns.of(strength).saturating_sub(deep as u8);
        self.fire[column as usize][(sum.max(-4) + 4).min(15) as usize]
    }

    pub fn bombardment(&self, b: &Battle, strength: u8, deep: bool, sum: i8) -> f32 {
        let column = b.charts.bombardment.columns.of(strength).saturating_sub(deep as u8);
        self.bombardment[column as usize][(sum.max(-4) + 4).min(15) as usize]
    }

    /// The way to a place, in hexes of clear ground.
    pub fn way(&self, goal: usize, horse: bool, hex: Hex) -> f32 {
        f32::from(self.ways[goal][horse as usize][hex.index()]) / 2.0
    }
}
