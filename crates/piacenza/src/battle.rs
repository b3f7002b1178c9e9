//! A battle: one scenario with its map, armies, charts and options, and the tables that are worked
//! out from them once. Nothing here changes while it is played.

use crate::model::{
    Arm, Army, Charts, Class, Edge, FormationId, Halves, HexsideDef, Model, ScenarioDef, SetupArea,
    TerrainDef, UnitDef, UnitId, UnitKind, WingId,
};
use crate::position::{MAX_HEXES, MAX_LEADERS, MAX_UNITS};
use crate::rule;
use dataset::SideBrief;
use hexmap::{Between, Dir, Hex, Map, Sight, least_costs, opposite};
use kernel::{ById, Citation};
use std::sync::atomic::{AtomicU64, Ordering};

/// May not be entered or crossed, in the cost tables.
pub const NO: Halves = Halves::MAX;

gamebox::printed! {
    /// What is printed on a counter, side by side: the rules look at it all the time.
    pub(crate) struct Printed of UnitDef {
        side: u8,
        wing: WingId,
        formation: FormationId,
        kind: UnitKind,
        arm: Arm,
        sp: [u8; 2],
        steps: u8,
        ma: u8,
        training: u8,
    }
}

pub struct Battle {
    pub game: String,
    pub map: Map,
    pub army: Army,
    pub charts: Charts,
    pub scenario: ScenarioDef,
    /// What the sides are told before they play.
    pub(crate) briefs: Vec<SideBrief>,
    pub data_hash: String,
    /// Tells battles apart that were made from different values.
    pub(crate) serial: u64,
    pub(crate) seat_names: [&'static str; 2],
    pub(crate) printed: ById<UnitId, Vec<Printed>>,
    /// Whether the hex is in the part of the map that is played on and can be entered at all.
    pub(crate) playable: Vec<bool>,
    /// Cost of a step through a side, by class, a road not counted: `[hex * 6 + dir]`.
    pub(crate) step_cost: [Vec<Halves>; 4],
    /// What it costs a commander outside Engagement Zones, along a road where there is one, into hexes that
    /// are played on.
    pub(crate) ride_cost: Vec<Halves>,
    /// Sides crossed by a road that can be followed.
    pub(crate) road_mask: Vec<u8>,
    /// Sides through which a unit in the hex exerts its zone of control (7.0).
    pub(crate) zoc_mask: Vec<u8>,
    /// Sides without a wall, to hexes of the map: those behind are adjacent for fire and Melee.
    pub(crate) open_mask: Vec<u8>,
    /// Sides that carry a stream and no road.
    pub(crate) stream_mask: Vec<u8>,
    /// Hexes within the Engagement Zone of a unit in the hex, itself included, cities left out.
    engaged: Vec<Hex>,
    engaged_from: Vec<u32>,
    /// By side and class (infantry, cavalry): what the way to the friendly edge costs, in halves.
    pub(crate) to_edge: [[Vec<u16>; 2]; 2],
    pub(crate) sight: Sight,
    /// Pairs of hexes whose line of sight crosses a wall.
    walled: Vec<(Hex, Hex)>,
    /// Hexes of the map that a Commander in Chief may stop in (4.0).
    named: Vec<bool>,
    /// The row of each hex, as printed.
    pub(crate) rows: Vec<u8>,
    /// By area of the set-up and hex: pieces can be placed there.
    pub(crate) setup_hexes: Vec<Vec<bool>>,
}

static SERIAL: AtomicU64 = AtomicU64::new(0);

impl Battle {
    pub fn new(model: Model) -> Battle {
        let Model { game, map, army, charts, scenario, briefs, data_hash } = model;
        assert!(map.len() <= MAX_HEXES, "the map has more hexes than a position holds");
        assert!(army.units.len() <= MAX_UNITS && army.leaders.len() <= MAX_LEADERS, "too many pieces");
        let terrain = |hex: Hex| &charts.terrain[map.terrain(hex) as usize];
        let side = |hex: Hex, dir: Dir| &charts.hexsides[map.side(hex, dir) as usize];
        let walls = |hex: Hex, dir: Dir| side(hex, dir).cost[0].is_none();
        // Along a road even those who may not enter otherwise can go, except where nobody can.
        let road = |hex: Hex, dir: Dir, to: Hex| {
            let passable = terrain(to).cost[3].is_some() && terrain(hex).cost[3].is_some();
            map.road(hex, dir) != 0 && !walls(hex, dir) && passable
        };
        let step_cost: [Vec<Halves>; 4] = [0, 1, 2, 3].map(|class| {
            map.by_step(NO, |hex, dir, to| {
                let (from, into) = (terrain(hex), terrain(to));
                match (into.cost[class], side(hex, dir).cost[class]) {
                    _ if from.road_only || into.road_only => NO,
                    // 5.0: one point from work to work of the same kind (PR100)
                    (Some(_), Some(cross)) if from.fortified && map.terrain(hex) == map.terrain(to) => {
                        2 + cross
                    }
                    (Some(enter), Some(cross)) => enter + cross,
                    _ => NO,
                }
            })
        });
        let open_mask = map.masks(|hex, dir, _| !walls(hex, dir));
        let road_mask = map.masks(road);
        // 7.0: not out of Cover or Woods, except from work to work; not where one cannot go
        let zoc_mask = map.masks(|hex, dir, to| {
            let passable = step_cost[0][hex.index() * 6 + dir as usize] != NO || road(hex, dir, to);
            passable && (terrain(hex).zoc_out || terrain(hex).fortified && terrain(to).fortified)
        });
        let stream_mask = map.masks(|hex, dir, to| side(hex, dir).stream && !road(hex, dir, to));
        let enterable = |hex: Hex| terrain(hex).cost[0].is_some();
        let mut playable: Vec<bool> = map.hexes().map(enterable).collect();
        if !scenario.area.is_empty() {
            for hex in map.hexes().filter(|hex| !scenario.area.contains(hex)) {
                playable[hex.index()] = false;
            }
        }
        let ride_cost = map.by_step(NO, |hex, dir, to| match () {
            () if !playable[to.index()] => NO,
            () if road(hex, dir, to) => charts.road[0],
            () => step_cost[Class::Commander as usize][hex.index() * 6 + dir as usize],
        });
        let mut engaged = Vec::new();
        let mut engaged_from = vec![0];
        for hex in map.hexes() {
            engaged.extend(map.within(hex, charts.engagement).filter(|h| !terrain(*h).city));
            engaged_from.push(engaged.len() as u32);
        }
        let to_edge = std::array::from_fn(|s| {
            let edge = army.sides[s].edge;
            let goals = || map.hexes().filter(|hex| enterable(*hex) && on_edge(&map, &charts, edge, *hex));
            [Class::Infantry, Class::Cavalry].map(|class| {
                // backwards: the step from the farther hex into the nearer one
                least_costs(&map, goals(), u16::MAX - 1, |_, dir, far| {
                    let (at, back) = (far.index(), opposite(dir));
                    let by_road = road_mask[at] >> back & 1 != 0;
                    let step = if by_road { 1 } else { step_cost[class as usize][at * 6 + back as usize] };
                    (step != NO).then_some(step.into())
                })
            })
        });
        let sight = Sight::new(&map, charts.range, |hex| terrain(hex).blocks_sight);
        // Walls block every longer line, and a gate as well: through it one sees no farther than the next hex.
        let seen = map.masks(|hex, dir, _| !side(hex, dir).blocks_sight);
        let mut walled = Vec::new();
        for a in map.hexes() {
            for b in map.within(a, charts.range).filter(|b| *b > a && map.distance(a, *b) > 1) {
                if crosses_wall(&map, &seen, a, b) {
                    walled.push((a, b));
                }
            }
        }
        let printed = army.units.iter().map(Printed::from).collect();
        let named = map.hexes().map(|h| playable[h.index()] && map.has_feature(h, "named")).collect();
        let rows = map.hexes().map(|h| map.number(h)[2..].parse().unwrap_or(0)).collect();
        let in_area = |area: &SetupArea| {
            let mut inside = vec![false; map.len()];
            for hex in area.hexes.iter().filter(|hex| playable[hex.index()]) {
                inside[hex.index()] = true;
            }
            inside
        };
        let setup_hexes = scenario.setup.iter().map(in_area).collect();
        let seat_names = [kernel::intern(&army.sides[0].name), kernel::intern(&army.sides[1].name)];
        Battle {
            game,
            army,
            scenario,
            briefs,
            data_hash,
            serial: SERIAL.fetch_add(1, Ordering::Relaxed),
            seat_names,
            printed,
            playable,
            step_cost,
            ride_cost,
            road_mask,
            zoc_mask,
            open_mask,
            stream_mask,
            engaged,
            engaged_from,
            to_edge,
            sight,
            walled,
            named,
            rows,
            setup_hexes,
            map,
            charts,
        }
    }

    /// The rule that gives the forces and the area of the scenario.
    pub fn scenario_forces(&self) -> Citation {
        match self.scenario.id.as_str() {
            "san-lazzaro" => rule::RS1a,
            "centre" => rule::RS2a,
            "gossolengo" => rule::RS3a,
            _ => rule::RS4,
        }
    }
    /// The rule by which every Formation Commander is in command, if the scenario has one.
    pub fn scenario_command(&self) -> Option<Citation> {
        let always = self.scenario.formations_commanded;
        always.then(|| if self.scenario.id.as_str() == "gossolengo" { rule::RS3c } else { rule::RS1c })
    }
    /// Tells battles apart that were made from different values.
    pub fn serial(&self) -> u64 {
        self.serial
    }
    pub fn terrain(&self, hex: Hex) -> &TerrainDef {
        &self.charts.terrain[self.map.terrain(hex) as usize]
    }
    pub fn side(&self, hex: Hex, dir: Dir) -> &HexsideDef {
        &self.charts.hexsides[self.map.side(hex, dir) as usize]
    }
    pub fn playable(&self, hex: Hex) -> bool {
        !hex.is_none() && self.playable[hex.index()]
    }
    pub(crate) fn road(&self, hex: Hex, dir: Dir) -> bool {
        self.road_mask[hex.index()] >> dir & 1 != 0
    }
    pub(crate) fn stream(&self, hex: Hex, dir: Dir) -> bool {
        self.stream_mask[hex.index()] >> dir & 1 != 0
    }
    /// Adjacent with no wall between.
    pub(crate) fn touch(&self, a: Hex, b: Hex) -> bool {
        let dir = self.map.neighbours(a).iter().position(|near| *near == b);
        dir.is_some_and(|dir| self.open_mask[a.index()] >> dir & 1 != 0)
    }
    /// Neighbours on the map with no wall between.
    pub(crate) fn touching(&self, hex: Hex) -> impl Iterator<Item = (Dir, Hex)> {
        let mask = self.open_mask[hex.index()];
        let near = *self.map.neighbours(hex);
        (0..6u8).filter(move |dir| mask >> dir & 1 != 0).map(move |dir| (dir, near[dir as usize]))
    }
    pub(crate) fn engaged_from(&self, hex: Hex) -> &[Hex] {
        let at = hex.index();
        &self.engaged[self.engaged_from[at] as usize..self.engaged_from[at + 1] as usize]
    }
    /// What a step costs without looking at who is there: along a road where there is one.
    pub(crate) fn cost(&self, class: Class, hex: Hex, dir: Dir, engaged: bool) -> Halves {
        if self.road(hex, dir) {
            self.charts.road[engaged as usize]
        } else {
            self.step_cost[class as usize][hex.index() * 6 + dir as usize]
        }
    }
    /// What a step costs on an empty map, along a road where there is one.
    pub fn step_costs(&self, class: Class, hex: Hex, dir: Dir) -> Halves {
        self.cost(class, hex, dir, false)
    }
    pub(crate) fn is_named(&self, hex: Hex) -> bool {
        self.named[hex.index()]
    }
    /// Whether the line between two hexes that are not adjacent passes through a wall or a gate.
    pub(crate) fn walled(&self, a: Hex, b: Hex) -> bool {
        self.walled.binary_search(&(a.min(b), a.max(b))).is_ok()
    }
    /// Hexes of the friendly edge: who must go on from there leaves the map (11.3, PR69).
    pub(crate) fn on_edge(&self, side: u8, hex: Hex) -> bool {
        on_edge(&self.map, &self.charts, self.army.sides[side as usize].edge, hex)
    }
}

fn on_edge(map: &Map, charts: &Charts, edge: Edge, hex: Hex) -> bool {
    let (name, outer) = match edge {
        Edge::West => ("edge-west", [4, 5]),
        Edge::East => ("edge-east", [1, 2]),
    };
    if let Some(area) = map.area(name) {
        return area.hexes.contains(&hex);
    }
    let prohibited = |h: Hex| h.is_none() || charts.terrain[map.terrain(h) as usize].cost[0].is_none();
    outer.iter().all(|dir| prohibited(map.neighbour(hex, *dir)))
}

/// Whether every way along the line of sight passes through a wall (PR66).
fn crosses_wall(map: &Map, open: &[u8], a: Hex, b: Hex) -> bool {
    let passes = |from: Hex, to: Hex| {
        from == to || map.direction(from, to).is_none_or(|dir| open[from.index()] >> dir & 1 != 0)
    };
    let mut reached = vec![a];
    let ends = map.line(a, b).map(|between| match between {
        Between::One(h) => vec![h],
        Between::Pair(left, right) => [left, right].into_iter().filter(|h| !h.is_none()).collect(),
    });
    for hexes in ends.chain([vec![b]]) {
        reached = hexes.into_iter().filter(|to| reached.iter().any(|from| passes(*from, *to))).collect();
    }
    reached.is_empty()
}
