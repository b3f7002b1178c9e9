//! A battle: one scenario with its map, armies, charts and options, and the tables that are worked
//! out from them once. Nothing here changes while it is played.

use crate::model::{
    Arm, Army, Charts, Class, FormationId, Model, Quarters, ScenarioDef, Switches, UnitDef, UnitId, UnitKind,
};
use dataset::SideBrief;
use hexmap::{Dir, Hex, Map, Sight, Way, Ways, opposite};
use kernel::ById;
use std::sync::atomic::{AtomicU64, Ordering};

/// Chosen when the game is created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Units out of contact lie face down (8.7).
    pub fog: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { fog: true }
    }
}

/// May not be entered or crossed, in the cost tables.
pub const NO: Quarters = Quarters::MAX;

/// The longest line of sight that is ever asked for: the longest charge.
const SIGHT_RANGE: u8 = 9;

gamebox::printed! {
    /// What is printed on a counter, in eight bytes.
    pub(crate) struct Printed of UnitDef {
        side: u8,
        formation: FormationId,
        kind: UnitKind,
        arm: Arm,
        sp: u8,
        cv: i8,
        ma: u8,
        stacking: u8,
    }
}

pub struct Battle {
    pub game: String,
    pub map: Map,
    pub army: Army,
    pub charts: Charts,
    pub switches: Switches,
    pub scenario: ScenarioDef,
    /// What the sides are told before they play.
    pub(crate) briefs: Vec<SideBrief>,
    pub data_hash: String,
    pub options: Options,
    /// Tells battles apart that were made from different values.
    pub(crate) serial: u64,
    pub(crate) seat_names: [&'static str; 2],
    /// The corps that may come; "" where none does.
    pub(crate) corps_name: &'static str,
    /// The printed values of the units side by side: the rules look at them all the time.
    pub(crate) printed: ById<UnitId, Vec<Printed>>,
    /// Cost of leaving a hex through a side cross-country, by class: `[hex * 6 + dir]`.
    pub(crate) step_cost: [Vec<Quarters>; 3],
    /// Cost along a road, NO where no road crosses the side.
    pub(crate) road_cost: Vec<Quarters>,
    /// By arm: the sides through which a unit in the hex casts its zone of reaction (3a, R7).
    pub(crate) zone_mask: [Vec<u8>; 3],
    /// Sides through which command is traced (5.2.2).
    pub(crate) command_mask: Vec<u8>,
    /// Sides that a charge may cross cross-country into the hex behind (10.1.1).
    pub(crate) charge_mask: Vec<u8>,
    /// Sides that are a stream to those who wade (14.1).
    pub(crate) stream_mask: Vec<u8>,
    /// Hexes in which a unit can be at all, if only on a bridge.
    pub(crate) passable: Vec<bool>,
    /// The least that a step costs any unit, deployed and in March, for bounds.
    pub(crate) least_step: [u16; 2],
    /// What ways to and from a hex cost at the least, by class and manner of moving.
    ways_to: Ways,
    ways_from: Ways,
    pub(crate) sight: Sight,
    /// Parts of scenes that were shown before.
    pub(crate) kept: crate::scene::Shown,
    /// Hexes whose control matters (16), in a fixed order.
    pub watched: Vec<Hex>,
}

static SERIAL: AtomicU64 = AtomicU64::new(0);

fn kind_of_way(class: Class, march: bool) -> usize {
    class as usize * 2 + march as usize
}

pub fn class(arm: Arm) -> Class {
    arm
}

impl Battle {
    pub fn new(model: Model, options: Options) -> Battle {
        let Model { game, map, army, charts, switches, scenario, briefs, data_hash } = model;
        assert!(map.len() <= crate::position::MAX_HEXES, "the map has more hexes than a position holds");
        assert!(army.units.len() <= crate::position::MAX_UNITS, "more units than a position holds");
        assert!(army.leaders.len() <= crate::position::MAX_LEADERS, "more commanders than a position holds");
        let terrain = |hex: Hex| &charts.terrain[map.terrain(hex) as usize];
        let on_ground: Vec<bool> = map.hexes().map(|hex| scenario.plays_on(hex)).collect();
        let open = |hex: Hex| on_ground[hex.index()];
        let side = |hex: Hex, dir: Dir| &charts.hexsides[map.side(hex, dir) as usize];
        let bridged = |hex: Hex| (0..6).any(|dir| map.road(hex, dir) != 0 && side(hex, dir).bridge);
        // a river hex is entered by the road over its bridge (C 22.1)
        let firm = |hex: Hex| {
            open(hex)
                && (terrain(hex).cost[0].is_some() || switches.river_crossable_at_bridge && bridged(hex))
        };
        let by_road = |hex: Hex, dir: Dir, to: Hex| map.road(hex, dir) != 0 && firm(to);
        let step_cost = [0, 1, 2].map(|class| {
            map.by_step(NO, |hex, dir, to| match (terrain(to).cost[class], side(hex, dir).cost[class]) {
                (Some(enter), Some(cross)) if open(to) => enter + cross,
                _ => NO,
            })
        });
        let road_cost = map.by_step(NO, |hex, dir, to| {
            if by_road(hex, dir, to) { charts.road_cost[map.road(hex, dir) as usize] } else { NO }
        });
        let zone_mask = [0, 1, 2].map(|class: usize| {
            map.masks(|hex, dir, to| {
                let across = step_cost[class][hex.index() * 6 + dir as usize] != NO;
                let could_move = across || by_road(hex, dir, to) && side(hex, dir).bridge;
                could_move && terrain(to).receives_zor
            })
        });
        let command_mask = map.masks(|hex, dir, to| {
            let blocked = side(hex, dir).blocks_command && switches.river_blocks_command;
            if terrain(to).cost[0].is_some() && terrain(hex).cost[0].is_some() {
                open(to) && !blocked
            } else {
                // over the bridge, and nowhere else (C 4.2)
                by_road(hex, dir, to)
            }
        });
        let charge_mask = map.masks(|hex, dir, to| {
            open(to) && terrain(to).charge_ok && side(hex, dir).charge_ok && !side(hex, dir).bridge
        });
        let stream_mask = map.masks(|hex, dir, _| side(hex, dir).stream);
        let sight = Sight::new(&map, SIGHT_RANGE, |hex| terrain(hex).blocks_los);
        let passable = map.hexes().map(firm).collect();
        let watched = scenario.victory.watched();
        let least = |costs: &[Quarters]| costs.iter().copied().min().unwrap_or(0) as u16;
        let ground = step_cost.iter().map(|c| least(c)).min().unwrap_or(0);
        let least_step = [ground, ground.min(least(&road_cost))];
        let printed = army.units.iter().map(Printed::from).collect();
        let seat_names = [kernel::intern(&army.sides[0].name), kernel::intern(&army.sides[1].name)];
        let corps_name = scenario.corps.as_ref().map_or("", |corps| kernel::intern(&corps.name));
        let (ways_to, ways_from) = (Ways::new(&map, 6), Ways::new(&map, 6));
        assert!(watched.len() <= crate::position::MAX_WATCHED, "more objectives than a position holds");
        Battle {
            game,
            map,
            army,
            charts,
            switches,
            scenario,
            briefs,
            data_hash,
            options,
            serial: SERIAL.fetch_add(1, Ordering::Relaxed),
            seat_names,
            corps_name,
            printed,
            step_cost,
            road_cost,
            zone_mask,
            command_mask,
            charge_mask,
            stream_mask,
            passable,
            least_step,
            ways_to,
            ways_from,
            sight,
            kept: crate::scene::Shown::default(),
            watched,
        }
    }

    /// Tells battles apart that were made from different values.
    pub fn serial(&self) -> u64 {
        self.serial
    }
    pub fn terrain(&self, hex: Hex) -> &crate::model::TerrainDef {
        &self.charts.terrain[self.map.terrain(hex) as usize]
    }
    pub fn side(&self, hex: Hex, dir: Dir) -> &crate::model::HexsideDef {
        &self.charts.hexsides[self.map.side(hex, dir) as usize]
    }
    pub(crate) fn cost_across(&self, class: Class, hex: Hex, dir: Dir) -> Quarters {
        self.step_cost[class as usize][hex.index() * 6 + dir as usize]
    }
    pub(crate) fn cost_by_road(&self, hex: Hex, dir: Dir) -> Quarters {
        self.road_cost[hex.index() * 6 + dir as usize]
    }
    /// From each hex, the least that the way to `target` can cost, as if nobody stood on the map; NO where
    /// it is too far for any unit. A bound from below that keeps searches narrow.
    pub fn way_to(&self, class: Class, march: bool, target: Hex) -> Way<'_> {
        // backwards: what counts is the step from the farther hex into the nearer one
        let step = |_, dir, far| self.least_step_cost(class, march, far, opposite(dir));
        self.ways_to.of(kind_of_way(class, march), target, || self.least_costs(target, step))
    }
    /// The same from `start` to each hex.
    pub fn way_from(&self, class: Class, march: bool, start: Hex) -> Way<'_> {
        let step = |hex, dir, _| self.least_step_cost(class, march, hex, dir);
        self.ways_from.of(kind_of_way(class, march), start, || self.least_costs(start, step))
    }
    fn least_step_cost(&self, class: Class, march: bool, hex: Hex, dir: Dir) -> Option<u16> {
        let cost = self.cost_across(class, hex, dir);
        let cost = if march { cost.min(self.cost_by_road(hex, dir)) } else { cost };
        (cost != NO).then_some(cost.into())
    }
    fn least_costs(&self, from: Hex, step: impl FnMut(Hex, Dir, Hex) -> Option<u16>) -> Box<[Quarters]> {
        let costs = hexmap::least_costs(&self.map, [from], (NO - 1).into(), step);
        costs.into_iter().map(|cost| cost.try_into().unwrap_or(NO)).collect()
    }
    pub(crate) fn is_stream(&self, hex: Hex, dir: Dir) -> bool {
        self.stream_mask[hex.index()] >> dir & 1 != 0
    }
    /// Whether units here have no rear hexes because of the terrain (3.1.1).
    pub fn all_round(&self, hex: Hex) -> bool {
        self.terrain(hex).all_round_front
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data;

    #[test]
    fn the_bounds_are_what_an_empty_map_costs() {
        let model = data::load(&data::files(), "goito", "battle").expect("sound data");
        let battle = Battle::new(model, Options::default());
        let hexes: Vec<Hex> = battle.map.hexes().collect();
        for (class, march) in [(Class::Infantry, false), (Class::Cavalry, true), (Class::Artillery, true)] {
            for target in hexes.iter().step_by(37) {
                let to = battle.way_to(class, march, *target);
                for start in hexes.iter().step_by(11) {
                    let least = to[start.index()];
                    assert_eq!(least, battle.way_from(class, march, *start)[target.index()]);
                    // no step gets nearer by more than it costs, and one of them by as much
                    let best = (0..6u8)
                        .filter_map(|dir| {
                            let next = battle.map.neighbour(*start, dir);
                            let cost = battle.least_step_cost(class, march, *start, dir)?;
                            Some(u16::from(to[next.index()]).saturating_add(cost))
                        })
                        .min();
                    let want = if start == target { 0 } else { best.unwrap_or(NO.into()).min(NO.into()) };
                    assert_eq!(u16::from(least), want, "{class:?} {march} {start:?} {target:?}");
                }
            }
        }
    }
}
