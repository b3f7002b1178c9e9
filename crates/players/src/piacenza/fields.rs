//! The ways to the places that count as they are now: around the enemy, and through his zones at a price.

use super::ground::FAR;
use ::piacenza::Battle;
use ::piacenza::battle::NO;
use ::piacenza::model::{Class, FormationId};
use ::piacenza::position::{Position, WingSet, enemy};
use hexmap::{Hex, opposite, reach, with_buffer};
use kernel::ById;

/// What it costs more, in halves, to go through a hex that the enemy holds, or past his muskets.
const HELD: [u16; 2] = [10, 40];
const ZONE: [u16; 2] = [2, 6];
/// And through mates of other formations, who are in the way.
const MATES: u16 = 5;
/// How much farther, in hexes, a place seems for each formation that makes for it already.
const CROWD: f32 = 1.5;
/// And how much nearer the one that it has made for so far.
const FAITH: f32 = 5.0;
/// And how much farther one that it can hardly reach before the end.
const LATE: f32 = 12.0;
/// Hexes in a turn.
const STRIDE: [f32; 2] = [2.5, 4.5];

/// For each place that counts, by class (infantry, cavalry): the way there from each hex, in halves.
#[derive(Clone, Default)]
pub struct Fields {
    ways: Vec<[Box<[u16]>; 2]>,
    /// The place that each formation makes for.
    aims: ById<FormationId, Vec<u8>>,
    /// The moment that it is good for.
    moment: Option<(u8, WingSet, u8, FormationId)>,
}

impl Fields {
    /// Works the ways out anew if another wing is at work, and for the arms of the formation in hand if that is
    /// another.
    pub fn refresh(&mut self, b: &Battle, p: &Position, side: u8, goals: impl FnOnce() -> Vec<(usize, f32)>) {
        let formation = p.march().map_or(FormationId::NOBODY, |march| march.formation);
        let moment = Some((p.turn, p.used, side, formation));
        if self.moment == moment {
            return;
        }
        let begun = self.moment.is_some_and(|(turn, used, by, _)| (turn, used, by) == (p.turn, p.used, side));
        self.moment = moment;
        let own = b.army.formations.get(formation).map_or(&[][..], |f| &f.units[..]);
        let own = own.iter().filter(|u| p.on_map(**u));
        let horse = own.clone().any(|u| b.is_cavalry(*u));
        let foot = own.clone().any(|u| !b.is_cavalry(*u));
        let places = b.objectives();
        if self.ways.len() != places.len() {
            let far = || vec![FAR; b.map.len()].into_boxed_slice();
            self.ways = places.iter().map(|_| [far(), far()]).collect();
        }
        for (goal, place) in places.iter().enumerate() {
            for (class, wanted) in [(Class::Infantry, foot), (Class::Cavalry, horse)] {
                if wanted || !begun {
                    fill(
                        b,
                        p,
                        side,
                        formation,
                        class,
                        *place,
                        &mut self.ways[goal][usize::from(class == Class::Cavalry)],
                    );
                }
            }
        }
        if !begun {
            self.share_out(b, p, side, &goals());
        }
    }

    /// Shares the places out among the formations, the nearest first.
    fn share_out(&mut self, b: &Battle, p: &Position, side: u8, goals: &[(usize, f32)]) {
        let before = std::mem::replace(&mut self.aims, ById::new(vec![u8::MAX; b.army.formations.len()]));
        let mut formations: Vec<(f32, FormationId)> = Vec::new();
        let left = f32::from(b.scenario.last_turn + 1 - p.turn.min(b.scenario.last_turn));
        let mean = |fields: &Fields, formation: FormationId, goal: usize| {
            let units = b.army.formations[formation].units.iter();
            let units = units.filter(|u| p.on_map(**u) && b.side_of(**u) == side && !b.is_gun(**u));
            let (mut sum, mut count) = (0.0, 0.0);
            for unit in units {
                let horse = b.is_cavalry(*unit);
                let way = fields.way(goal, horse, p.unit(*unit).hex).min(150.0);
                sum += way + if way > left * STRIDE[usize::from(horse)] { LATE } else { 0.0 };
                count += 1.0;
            }
            if count > 0.0 { Some(sum / count) } else { None }
        };
        for formation in b.army.formations.ids() {
            let near = goals.iter().filter_map(|(goal, _)| mean(self, formation, *goal));
            if let Some(least) = near.min_by(f32::total_cmp) {
                formations.push((least, formation));
            }
        }
        formations.sort_by(|x, y| x.0.total_cmp(&y.0));
        let mut taken = vec![0.0; b.objectives().len()];
        for (_, formation) in formations {
            let far = |goal: usize, weight: f32| {
                let faithful = before.get(formation) == Some(&(goal as u8));
                mean(self, formation, goal).unwrap_or(300.0) / weight + CROWD * taken[goal]
                    - if faithful { FAITH } else { 0.0 }
            };
            let best = goals.iter().min_by(|x, y| far(x.0, x.1).total_cmp(&far(y.0, y.1)));
            if let Some((goal, _)) = best {
                taken[*goal] += 1.0;
                self.aims[formation] = *goal as u8;
            }
        }
    }

    /// The place that a formation makes for.
    pub fn aim(&self, formation: FormationId) -> Option<usize> {
        self.aims.get(formation).filter(|goal| **goal != u8::MAX).map(|goal| usize::from(*goal))
    }

    /// The way to a place, in hexes of clear ground.
    pub fn way(&self, goal: usize, horse: bool, hex: Hex) -> f32 {
        self.ways
            .get(goal)
            .map_or(f32::from(FAR) / 2.0, |ways| f32::from(ways[usize::from(horse)][hex.index()]) / 2.0)
    }
}

/// The way to a place from each hex, in halves.
fn fill(
    b: &Battle,
    p: &Position,
    side: u8,
    formation: FormationId,
    class: Class,
    goal: Hex,
    ways: &mut [u16],
) {
    let (arm, foe) = (usize::from(class == Class::Cavalry), enemy(side));
    with_buffer(|buffer| {
        // backwards: the step from the farther hex into the nearer one
        reach(&b.map, goal, FAR - 1, buffer, |near, dir, far| {
            if !b.playable(far) {
                return None;
            }
            let cost = b.step_costs(class, far, opposite(dir));
            if cost == NO {
                return None;
            }
            let mut cost = u16::from(cost);
            if let Some(unit) = p.in_hex(near).first() {
                if b.side_of(unit) == foe {
                    // horse does not ride into houses that are held
                    cost += if near == goal && arm == 0 { ZONE[0] } else { HELD[arm] };
                } else if b.formation_of(unit) != formation && !b.is_gun(unit) {
                    cost += MATES;
                }
            }
            if p.infantry_zoc(foe, near) {
                cost += ZONE[arm];
            }
            Some(cost)
        });
        ways.fill(FAR);
        for hex in buffer.reached() {
            ways[hex.index()] = buffer.cost(*hex).unwrap_or(FAR);
        }
    });
}
