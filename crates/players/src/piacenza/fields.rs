//! The ways to the places that count as they are now: around the enemy, and through his zones at a price.

use super::ground::FAR;
use ::piacenza::Battle;
use ::piacenza::battle::NO;
use ::piacenza::model::{Class, FormationId};
use ::piacenza::position::{Position, enemy};
use hexmap::{Hex, opposite, reach, with_buffer};

/// What it costs more, in halves, to go through a hex that the enemy holds, or past his muskets.
const HELD: [u16; 2] = [10, 40];
const ZONE: [u16; 2] = [2, 6];

/// For each place that counts, by class (infantry, cavalry): the way there from each hex, in halves.
#[derive(Clone, Default)]
pub struct Fields {
    ways: Vec<[Box<[u16]>; 2]>,
    /// The moment that it is good for.
    moment: Option<(u8, u16, u8, FormationId)>,
}

impl Fields {
    /// Works the ways out anew if another formation is in hand.
    pub fn refresh(&mut self, b: &Battle, p: &Position, side: u8) {
        let formation = p.march().map_or(FormationId::MAX, |march| march.formation);
        let moment = Some((p.turn, p.used.0, side, formation));
        if self.moment == moment {
            return;
        }
        self.moment = moment;
        let foe = enemy(side);
        self.ways.clear();
        for goal in b.objectives() {
            self.ways.push([Class::Infantry, Class::Cavalry].map(|class| {
                let arm = usize::from(class == Class::Cavalry);
                with_buffer(|buffer| {
                    // backwards: the step from the farther hex into the nearer one
                    reach(&b.map, *goal, FAR - 1, buffer, |near, dir, far| {
                        if !b.playable(far) {
                            return None;
                        }
                        let cost = b.step_costs(class, far, opposite(dir));
                        if cost == NO {
                            return None;
                        }
                        let mut cost = u16::from(cost);
                        if p.holds(b, foe, near) {
                            // horse does not ride into houses that are held
                            cost += if near == *goal && arm == 0 { ZONE[0] } else { HELD[arm] };
                        } else if p.infantry_zoc(foe, near) {
                            cost += ZONE[arm];
                        }
                        Some(cost)
                    });
                    b.map.hexes().map(|hex| buffer.cost(hex).unwrap_or(FAR)).collect()
                })
            }));
        }
    }

    /// The way to a place, in hexes of clear ground.
    pub fn way(&self, goal: usize, horse: bool, hex: Hex) -> f32 {
        self.ways.get(goal).map_or(f32::from(FAR) / 2.0, |ways| {
            f32::from(ways[usize::from(horse)][hex.index()]) / 2.0
        })
    }
}
