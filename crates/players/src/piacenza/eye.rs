//! What a place is worth to a unit, seen with the eyes of a side.

use super::fields::Fields;
use super::ground::Ground;
use super::temper::Temper;
use ::piacenza::Battle;
use ::piacenza::battle::NO;
use ::piacenza::model::{Class, UnitId, Victory};
use ::piacenza::position::{Order, Position, UnitSet, enemy};
use hexmap::{Cone, Hex, in_cone};

pub struct Eye<'a> {
    pub b: &'a Battle,
    pub p: &'a Position,
    pub ground: &'a Ground,
    /// The ways as they are now; without them, those of the bare map.
    fields: Option<&'a Fields>,
    pub side: u8,
    pub temper: Temper,
    /// The places that count for this side: number and weight.
    pub goals: Vec<(usize, f32)>,
    /// Enemy batteries that could fire.
    guns: Vec<UnitId>,
    /// Where enemy units stand.
    enemies: Vec<Hex>,
    /// Grows as the turns run out.
    haste: f32,
    /// Who is to go and hold a place that nobody holds.
    posts: Vec<(UnitId, usize)>,
    /// Units with their Formation Commander beside them, if a formation is on the march (9.2.2).
    direct: UnitSet,
}

/// What it costs horse to stand beside steady foot.
pub const MUSKETS: f32 = 2.0;

/// Strength of a side within two hexes.
fn strength_near(b: &Battle, p: &Position, side: u8, hex: Hex) -> f32 {
    let near = b.map.within(hex, 2).filter(|h| p.holds(b, side, *h));
    let units = near.flat_map(|h| p.in_hex(h));
    units.filter(|u| !b.is_gun(*u) && p.unit(*u).order != Order::Routed).map(|u| f32::from(b.sp(p, u))).sum()
}

/// Whether a side has ground to take.
fn attacks(b: &Battle, side: u8) -> bool {
    side == 0 || matches!(b.scenario.victory, Victory::LastHeld(_))
}

/// Whether the enemy is in a place that a side has to hold.
pub fn lost_a_place(b: &Battle, p: &Position, side: u8) -> bool {
    !attacks(b, side) && b.objectives().iter().any(|hex| b.occupies(p, enemy(side), *hex))
}

/// The places that count for a side, with weights: who attacks goes for what he has not, and where fewer are in
/// his way.
pub fn goals(b: &Battle, p: &Position, side: u8) -> Vec<(usize, f32)> {
    let places = b.objectives().iter().enumerate().filter_map(|(i, hex)| {
        let chosen = !matches!(b.scenario.victory, Victory::Objectives { .. }) || p.objectives >> i & 1 != 0;
        let weight = match (attacks(b, side), b.occupies(p, side, *hex)) {
            (false, _) => 1.0,
            (true, true) => 0.6,
            (true, false) => 1.0 / (1.0 + 0.06 * strength_near(b, p, enemy(side), *hex)),
        };
        (chosen || side == 1).then_some((i, weight))
    });
    places.collect()
}

impl<'a> Eye<'a> {
    pub fn new(b: &'a Battle, p: &'a Position, ground: &'a Ground, side: u8, temper: Temper) -> Eye<'a> {
        let foe = enemy(side);
        let attacks = attacks(b, side);
        let goals = goals(b, p, side);
        let guns = p
            .units
            .ids()
            .filter(|u| b.side_of(*u) == foe && p.on_map(*u) && b.is_gun(*u) && !p.unit(*u).failed);
        let mut enemies: Vec<Hex> = p
            .units
            .ids()
            .filter(|u| p.on_map(*u) && b.side_of(*u) == foe && p.unit(*u).order != Order::Routed)
            .map(|u| p.unit(u).hex)
            .collect();
        enemies.dedup();
        let (first, last) = (f32::from(b.scenario.first_turn), f32::from(b.scenario.last_turn));
        let gone = (f32::from(p.turn) - first) / (last - first).max(1.0);
        let haste = if attacks { 1.0 + temper.haste * gone } else { 1.0 };
        let direct = p.march().map_or(UnitSet::EMPTY, |march| march.direct);
        let guns = guns.collect();
        Eye {
            b,
            p,
            ground,
            fields: None,
            side,
            temper,
            goals,
            guns,
            enemies,
            haste,
            posts: Vec::new(),
            direct,
        }
    }

    /// With the ways as they are now, and posts for who holds ground.
    pub fn with_fields(mut self, fields: &'a Fields) -> Eye<'a> {
        self.fields = Some(fields);
        let (b, p) = (self.b, self.p);
        if attacks(b, self.side) {
            return self;
        }
        for (goal, hex) in b.objectives().iter().enumerate() {
            if p.holds(b, self.side, *hex) {
                continue;
            }
            let fit = p.units.ids().filter(|u| {
                p.on_map(*u)
                    && b.side_of(*u) == self.side
                    && !b.is_gun(*u)
                    && p.unit(*u).order != Order::Routed
                    && !b.objectives().contains(&p.unit(*u).hex)
                    && !self.posts.iter().any(|(unit, _)| unit == u)
            });
            let turns = |u: UnitId| {
                let horse = b.is_cavalry(u);
                self.single_way(goal, horse, p.unit(u).hex) / if horse { 4.0 } else { 2.5 }
                    + if horse { 0.8 } else { 0.0 }
            };
            if let Some(unit) = fit.min_by(|x, y| turns(*x).total_cmp(&turns(*y))) {
                self.posts.push((unit, goal));
            }
        }
        self
    }

    fn single_way(&self, goal: usize, horse: bool, hex: Hex) -> f32 {
        match self.fields {
            Some(fields) => fields.way(goal, horse, hex),
            None => self.ground.way(goal, horse, hex),
        }
    }

    /// Distance to the nearest enemy unit.
    pub fn nearest_enemy(&self, hex: Hex) -> u8 {
        self.enemies.iter().map(|h| self.b.map.distance(*h, hex)).min().unwrap_or(99)
    }

    /// The way to the place that its formation makes for, or to a much nearer one.
    pub fn way(&self, unit: UnitId, hex: Hex) -> f32 {
        let horse = self.b.is_cavalry(unit);
        let aim = self.fields.and_then(|fields| fields.aim(self.b.formation_of(unit)));
        let ways = self.goals.iter().map(|(goal, weight)| {
            let other = if aim.is_some_and(|aim| aim != *goal) { self.temper.stray } else { 0.0 };
            self.single_way(*goal, horse, hex) / weight + other
        });
        ways.fold(f32::MAX, f32::min).min(300.0)
    }

    /// How much what is to be won draws a unit: horse takes no houses that are held (10.2), and there is more for it
    /// to do in the open.
    fn draws(&self, unit: UnitId) -> f32 {
        let (b, p, foe) = (self.b, self.p, enemy(self.side));
        let held = |goal: usize| b.occupies(p, foe, b.objectives()[goal]);
        let idle = !attacks(b, self.side) || self.goals.iter().all(|(goal, _)| held(*goal));
        if b.is_cavalry(unit) && idle { 0.4 } else { 1.0 }
    }

    /// What the enemy's fire is likely to do to a unit in a hex.
    pub fn danger(&self, unit: UnitId, hex: Hex) -> f32 {
        let (b, p, foe) = (self.b, self.p, enemy(self.side));
        let cover = b.terrain(hex).fire;
        let deep = b.is_infantry(unit) && b.sp(p, unit) >= b.charts.depth_min_sp;
        let mut sum = 0.0;
        for near in b.map.within(hex, 2) {
            if near == hex || !p.holds(b, foe, near) {
                continue;
            }
            let distance = b.map.distance(near, hex);
            for other in p.in_hex(near) {
                let u = p.unit(other);
                if !b.is_infantry(other) || u.order == Order::Routed || u.billebaude {
                    continue;
                }
                let strength = b.sp(p, other) + 1;
                let likely = match (distance, u.order) {
                    (1, Order::Good) => 1.0,
                    (1, _) => 0.6,
                    _ => 0.25,
                };
                sum += likely * self.ground.fire(b, strength, deep, cover);
            }
        }
        for gun in &self.guns {
            let g = p.unit(*gun);
            let range = b.map.distance(g.hex, hex);
            if range <= b.charts.range && range > 0 && in_cone(&b.map, g.hex, Cone::Vertex(g.facing), hex) {
                let modifier = cover + b.charts.fire_modifiers.range[range as usize - 1];
                sum += 0.7 * self.ground.bombardment(b, b.sp(p, *gun), deep, modifier);
            }
        }
        sum
    }

    /// What its own fire is likely to do from a hex.
    pub fn chance(&self, unit: UnitId, hex: Hex) -> f32 {
        let (b, p, foe) = (self.b, self.p, enemy(self.side));
        if !b.is_infantry(unit) {
            return 0.0;
        }
        let mut best: f32 = 0.0;
        for near in b.map.neighbours(hex) {
            if near.is_none() || !p.holds(b, foe, *near) {
                continue;
            }
            let there = p.in_hex(*near);
            let deep = there.iter().any(|u| b.is_infantry(u) && b.sp(p, u) >= b.charts.depth_min_sp);
            best = best.max(self.ground.fire(b, b.sp(p, unit) + 1, deep, b.terrain(*near).fire));
        }
        best
    }

    /// Mates beside a hex, and the formation's commander.
    fn company(&self, unit: UnitId, hex: Hex) -> f32 {
        let (b, p) = (self.b, self.p);
        let mut sum = 0.0;
        for near in b.map.neighbours(hex) {
            if near.is_none() {
                continue;
            }
            let mate = |u: UnitId| {
                u != unit && b.formation_of(u) == b.formation_of(unit) && p.unit(u).order == Order::Good
            };
            if p.in_hex(*near).iter().any(mate) {
                sum += 1.0;
            }
        }
        f32::min(sum, 2.0)
    }

    /// What a hex is worth to a unit that ends there with so many halves of points left.
    pub fn place(&self, unit: UnitId, hex: Hex, left: u16) -> f32 {
        let (b, p, t, foe) = (self.b, self.p, &self.temper, enemy(self.side));
        let near = self.nearest_enemy(hex);
        let pull = match self.posts.iter().find(|(u, _)| *u == unit) {
            Some((_, goal)) => t.guard * self.single_way(*goal, b.is_cavalry(unit), hex),
            None => t.pull * self.haste * self.draws(unit) * self.way(unit, hex),
        };
        let mut value = -pull - t.hunt * f32::from(near.clamp(1, 12));
        if b.objectives().contains(&hex) && self.goals.iter().any(|(i, _)| b.objectives()[*i] == hex) {
            value += t.prize;
        }
        let terrain = b.terrain(hex);
        if b.is_cavalry(unit) {
            // horse keeps away from muskets
            if p.infantry_zoc(foe, hex) {
                value -= MUSKETS;
            }
            value -= t.danger * self.danger(unit, hex);
            return value;
        }
        value -= t.danger * self.danger(unit, hex);
        value += t.chance * self.chance(unit, hex);
        value += t.mates * self.company(unit, hex);
        value += t.cover * f32::from(terrain.cover);
        value += self.prospect(unit, hex, left);
        value += self.siege(unit, hex);
        value
    }

    /// Whether the enemy's horse stands in a place that we want: foot may not storm it (9.2.3) and must shoot it out.
    pub fn must_be_shot_out(&self, hex: Hex) -> bool {
        let (b, p) = (self.b, self.p);
        self.goals.iter().any(|(i, _)| b.objectives()[*i] == hex)
            && p.holds(b, enemy(self.side), hex)
            && p.in_hex(hex).iter().any(|u| b.is_cavalry(u))
    }

    /// What it is worth to infantry to stand beside horse that must be shot out of a place, more so if a mate takes it
    /// from another side (9.1.8).
    fn siege(&self, unit: UnitId, hex: Hex) -> f32 {
        let (b, p) = (self.b, self.p);
        let near = b.map.neighbours(hex).iter().find(|near| !near.is_none() && self.must_be_shot_out(**near));
        let Some(place) = near else { return 0.0 };
        let mate = |u: UnitId| {
            u != unit && b.formation_of(u) == b.formation_of(unit) && p.unit(u).order == Order::Good
        };
        let flank = b.map.neighbours(*place).iter().any(|other| {
            !other.is_none() && b.map.distance(*other, hex) > 1 && p.in_hex(*other).iter().any(mate)
        });
        if flank { 1.2 } else { 0.8 }
    }

    /// What infantry could storm from a hex: at once if its commander is with it and it has the points to enter,
    /// else in the next turn.
    fn prospect(&self, unit: UnitId, hex: Hex, left: u16) -> f32 {
        let (b, p, foe) = (self.b, self.p, enemy(self.side));
        if !b.is_infantry(unit) || p.unit(unit).order != Order::Good {
            return 0.0;
        }
        let mut best: f32 = 0.0;
        for (dir, near) in b.map.neighbours(hex).iter().enumerate() {
            if near.is_none() || !p.holds(b, foe, *near) || !self.can_be_stormed(*near) {
                continue;
            }
            let cost = b.step_costs(Class::Infantry, hex, dir as u8);
            if cost == NO {
                continue;
            }
            let at_once = self.direct.has(unit) && u16::from(cost) <= left;
            let weight = if at_once { self.temper.storm } else { self.temper.ready };
            best = best.max(weight * self.attack(unit, hex, *near, false));
        }
        best
    }

    /// Whether somebody of ours is to attack a hex already: that is done once in an activation (9.2.1).
    pub fn is_attacked(&self, hex: Hex) -> bool {
        let (b, p) = (self.b, self.p);
        b.map.neighbours(hex).iter().filter(|near| !near.is_none()).any(|near| {
            p.in_hex(*near).iter().any(|u| {
                let dir = p.unit(u).attack.dir();
                b.side_of(u) == self.side && dir.is_some_and(|dir| b.map.neighbour(*near, dir) == hex)
            })
        })
    }

    /// Whether infantry may melee who is there (9.2.3).
    pub fn can_be_stormed(&self, hex: Hex) -> bool {
        let there = self.p.in_hex(hex);
        there.iter().all(|u| self.b.is_gun(u))
            || self.b.terrain(hex).infantry_melee && !there.iter().any(|u| self.b.is_cavalry(u))
    }
}
