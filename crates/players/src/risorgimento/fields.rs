//! The battlefield as one side sees it: for every hex what threatens it, who is near to help, and what is
//! to be won there.

use super::fights;
use super::ground::Ground;
use super::temper::Temper;
use ::risorgimento::Battle;
use ::risorgimento::battle::class;
use ::risorgimento::position::{MAX_HEXES, Place, Position, enemy};
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
}

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
        };
        let hexes = b.map.len();
        for (id, unit) in (0u8..).zip(p.units.iter()) {
            if unit.place != Place::Map {
                continue;
            }
            let ours = b.side_of(id) == side;
            let power = fights::power(b, p, id);
            if b.is_gun(id) {
                if !ours {
                    f.add_guns(b, ground, unit.hex, f32::from(b.sp(p, id)));
                }
                continue;
            }
            let ma = b.army.units[id as usize].ma.saturating_mul(4);
            let twice = ma.saturating_mul(2);
            let way = &b.way_from(class(b.arm(id)), false, unit.hex)[..hexes];
            let field = if ours { &mut f.aid } else { &mut f.blow };
            // without branches: this is the hottest loop of all
            let (near, far) = (power * (1.0 - temper.far), power * temper.far);
            for (at, cost) in field[..hexes].iter_mut().zip(way) {
                *at += if *cost <= ma { near } else { 0.0 } + if *cost <= twice { far } else { 0.0 };
            }
        }
        f.add_prizes(b, ground, p, temper);
        f
    }

    fn add_guns(&mut self, b: &Battle, ground: &Ground, hex: Hex, sp: f32) {
        for (to, distance) in ground.near(hex) {
            let (num, den) = b.charts.artillery_factor[usize::from(*distance) - 1];
            self.guns[to.index()] += sp * f32::from(num) / f32::from(den);
        }
    }

    fn add_prizes(&mut self, b: &Battle, ground: &Ground, p: &Position, temper: &Temper) {
        let v = &b.scenario.victory;
        let corps = b.corps_in_play(p);
        let decisive = if corps { &v.corps_decisive } else { &v.decisive };
        let needed = if corps { v.corps_tactical_count } else { v.tactical_count };
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
