//! The battlefield as one side sees it: for every hex what threatens it, who is near to help, and what is
//! to be won there.

use super::ground::Ground;
use super::temper::Temper;
use super::{fights, moving};
use ::risorgimento::Battle;
use ::risorgimento::battle::class;
use ::risorgimento::position::{MAX_HEXES, Place, Position, UnitSet, enemy};
use arrayvec::ArrayVec;
use hexmap::Hex;

#[derive(Clone)]
pub struct Fields {
    pub side: u8,
    /// Strength that the enemy can bring against the hex soon.
    pub blow: [f32; MAX_HEXES],
    /// What the enemy's guns would do there.
    pub guns: [f32; MAX_HEXES],
    /// Strength of ours that is near.
    pub aid: [f32; MAX_HEXES],
    /// What lies in the hands of the enemy, from near and far.
    pub prize: [f32; MAX_HEXES],
    /// What of ours is in danger and needs somebody in or beside it.
    pub guard: [f32; MAX_HEXES],
    /// What a hex is worth to who takes it.
    pub worth: [f32; MAX_HEXES],
    /// Strength points of our batteries there, as far as the enemy can come at them.
    pub battery: [f32; MAX_HEXES],
    /// What of ours decides the day and can be marched to by the enemy. He needs all of it, so that it is
    /// enough to keep one of the hexes.
    pub town: ArrayVec<Hex, 4>,
    /// Who stands there and can hold it.
    pub keepers: UnitSet,
}

/// What the strength of those counts who can come only in March: columns fight badly.
const COLUMN: f32 = 0.15;
/// How strongly a town that lies open draws from afar.
const OPEN: f32 = 2.0;
/// Strength that is sure to ride over guns.
const SURE: f32 = 8.0;

impl Fields {
    pub fn new(b: &Battle, ground: &Ground, p: &Position, side: u8, temper: &Temper) -> Fields {
        let mut f = Fields {
            side,
            blow: [0.0; MAX_HEXES],
            guns: [0.0; MAX_HEXES],
            aid: [0.0; MAX_HEXES],
            prize: [0.0; MAX_HEXES],
            guard: [0.0; MAX_HEXES],
            worth: [0.0; MAX_HEXES],
            battery: [0.0; MAX_HEXES],
            town: ArrayVec::new(),
            keepers: UnitSet::EMPTY,
        };
        let hexes = b.map.len();
        for (id, unit) in p.units.pairs() {
            let ours = b.side_of(id) == side;
            if unit.place != Place::Map {
                continue;
            }
            let power = fights::power(b, p, id);
            if b.is_gun(id) {
                if !ours {
                    f.add_guns(b, ground, unit.hex, f32::from(b.sp(p, id)));
                }
                continue;
            }
            let ma = b.army.units[id].ma.saturating_mul(4);
            let twice = ma.saturating_mul(2);
            let way = &b.way_from(class(b.arm(id)), false, unit.hex)[..hexes];
            let (near, far) = (power * (1.0 - temper.far), power * temper.far);
            // without branches: these are the hottest loops of all
            if ours {
                for (at, cost) in f.aid[..hexes].iter_mut().zip(way) {
                    *at += if *cost <= ma { near } else { 0.0 } + if *cost <= twice { far } else { 0.0 };
                }
            } else {
                let roads = &b.way_from(class(b.arm(id)), true, unit.hex)[..hexes];
                let column = near * COLUMN;
                for ((at, cost), road) in f.blow[..hexes].iter_mut().zip(way).zip(roads) {
                    let by_road = if *road <= ma { column } else { 0.0 };
                    *at += if *cost <= ma { near } else { by_road } + if *cost <= twice { far } else { 0.0 };
                }
            }
        }
        f.add_batteries(b, p);
        f.add_town(b, p);
        f.add_prizes(b, ground, p, temper);
        f
    }

    fn add_guns(&mut self, b: &Battle, ground: &Ground, hex: Hex, sp: f32) {
        for (to, distance) in ground.near(hex) {
            let (num, den) = b.charts.artillery_factor[usize::from(*distance) - 1];
            self.guns[to.index()] += sp * f32::from(num) / f32::from(den);
        }
    }

    fn add_batteries(&mut self, b: &Battle, p: &Position) {
        for (id, unit) in p.units.pairs() {
            if unit.place == Place::Map && b.is_gun(id) && b.side_of(id) == self.side {
                self.battery[unit.hex.index()] += (f32::from(b.sp(p, id)) + 1.0) * self.exposure(unit.hex);
            }
        }
    }

    /// How likely guns that stand there by themselves are ridden over.
    pub fn exposure(&self, hex: Hex) -> f32 {
        (self.blow[hex.index()] / SURE).min(1.0)
    }

    fn add_town(&mut self, b: &Battle, p: &Position) {
        let attacker = b.scenario.victory.attacker;
        if self.side == attacker {
            return;
        }
        for hex in decisive(b, p) {
            // he comes nearer before we act again
            if b.controls(p, self.side, *hex) && can_be_marched_to(b, p, attacker, *hex, 2) {
                self.town.push(*hex);
                let there = p.in_hex(*hex).iter().filter(|u| b.side_of(*u) == self.side && !b.is_gun(*u));
                self.keepers = self.keepers.with(there.collect());
            }
        }
        // one hex that nobody can get to is kept by that
        if self.town.len() < decisive(b, p).iter().filter(|h| b.controls(p, self.side, **h)).count() {
            self.town.clear();
        }
    }

    /// Whether the town would lie open without these units.
    pub fn keeps(&self, units: UnitSet) -> bool {
        !self.town.is_empty() && self.keepers.without(units).is_empty()
    }

    fn add_prizes(&mut self, b: &Battle, ground: &Ground, p: &Position, temper: &Temper) {
        let v = &b.scenario.victory;
        let decisive = decisive(b, p);
        let needed = if b.corps_in_play(p) { v.corps_tactical_count } else { v.tactical_count };
        let held = b.objectives_held(p, v.attacker);
        // beyond what is needed a few more make sure
        let farm = if held >= needed + 2 { 0.6 } else { 1.0 };
        let lacking = decisive.iter().filter(|h| !b.controls(p, v.attacker, **h)).count().max(1) as f32;
        let hexes = b.map.len();
        for (i, hex) in b.watched.iter().enumerate() {
            let mut worth = 0.0;
            if v.objectives.contains(hex) {
                worth += farm;
            }
            if decisive.contains(hex) {
                worth += temper.decisive / lacking;
            }
            if worth == 0.0 {
                continue;
            }
            self.worth[hex.index()] = worth;
            if b.holder(p, i) == self.side {
                let garrison: f32 = p.in_hex(*hex).iter().map(|u| fights::power(b, p, u)).sum();
                let blow = self.blow[hex.index()];
                let threat = worth * blow / (blow + 0.5 * garrison + 4.0);
                for (at, watch) in self.guard[..hexes].iter_mut().zip(&ground.watch[i][..hexes]) {
                    *at += threat * watch;
                }
                if self.keepers.is_empty() && self.town.contains(hex) {
                    for (at, pull) in self.guard[..hexes].iter_mut().zip(&ground.pull[i][..hexes]) {
                        *at += OPEN * pull;
                    }
                }
            } else {
                for (at, pull) in self.prize[..hexes].iter_mut().zip(&ground.pull[i][..hexes]) {
                    let pull = worth * pull;
                    *at = if *at > pull { *at } else { pull } + 0.1 * pull;
                }
            }
        }
    }

    /// What threatens, against what stands ready, with this much strength of ours in the hex.
    pub fn danger(&self, b: &Battle, hex: Hex, own: f32, counted: bool) -> f32 {
        let cover = 1.0 + 0.2 * f32::from(-b.terrain(hex).assault_drm).max(0.0);
        let others = self.aid[hex.index()] - if counted { own } else { 0.0 };
        (self.blow[hex.index()] - own * cover - 0.5 * others.max(0.0)).max(0.0)
    }

    pub fn enemy(&self) -> u8 {
        enemy(self.side)
    }
}

/// Whether the attacker could have all that decides the day by one activation of each of his formations: what
/// he does not hold is kept by nobody, and one of his columns can get there by road (8.3).
pub fn town_is_open(b: &Battle, p: &Position) -> bool {
    let attacker = b.scenario.victory.attacker;
    let all = decisive(b, p);
    let nearly = |hex: &Hex| {
        b.controls(p, attacker, *hex)
            || (!is_kept(b, p, 1 - attacker, *hex) && can_be_marched_to(b, p, attacker, *hex, 1))
    };
    !all.is_empty() && all.iter().all(nearly)
}

/// The hexes that decide the day by themselves.
pub fn decisive<'a>(b: &'a Battle, p: &Position) -> &'a [Hex] {
    let v = &b.scenario.victory;
    if b.corps_in_play(p) { &v.corps_decisive } else { &v.decisive }
}

/// Whether somebody of the side stands in the hex who can hold it.
fn is_kept(b: &Battle, p: &Position, side: u8, hex: Hex) -> bool {
    p.holds(b, side, hex) && p.in_hex(hex).iter().any(|unit| !b.is_gun(unit))
}

/// Whether a unit of the side gets to the hex in so many moves if nobody stands in its way.
fn can_be_marched_to(b: &Battle, p: &Position, side: u8, hex: Hex, moves: u8) -> bool {
    p.units
        .ids()
        .any(|unit| b.side_of(unit) == side && !b.is_gun(unit) && moving::gets_to(b, p, unit, hex, moves))
}
