//! A battle: one scenario with its map, armies, charts and options, and the tables that are worked
//! out from them once. Nothing here changes while it is played.

use crate::model::{
    Arm, Army, Charts, Class, Edge, FormationId, Halves, HexsideDef, Model, ScenarioDef, SetupArea,
    TerrainDef, UnitId, UnitKind, WingId,
};
use crate::position::{MAX_HEXES, MAX_LEADERS, MAX_UNITS};
use crate::rule;
use hexmap::{Between, Dir, Hex, Map, Sight, opposite};
use kernel::{ById, Citation};
use std::sync::atomic::{AtomicU64, Ordering};

/// May not be entered or crossed, in the cost tables.
pub const NO: Halves = Halves::MAX;

/// What is printed on a counter, side by side: the rules look at it all the time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printed {
    pub side: u8,
    pub wing: WingId,
    pub formation: FormationId,
    pub kind: UnitKind,
    pub arm: Arm,
    pub sp: [u8; 2],
    pub steps: u8,
    /// In halves.
    pub ma: Halves,
    pub training: u8,
}

pub struct Battle {
    pub game: String,
    pub map: Map,
    pub army: Army,
    pub charts: Charts,
    pub scenario: ScenarioDef,
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
        let Model { game, map, army, charts, scenario, data_hash } = model;
        assert!(map.len() <= MAX_HEXES, "the map has more hexes than a position holds");
        assert!(army.units.len() <= MAX_UNITS && army.leaders.len() <= MAX_LEADERS, "too many pieces");
        let terrain = |hex: Hex| &charts.terrain[map.terrain(hex) as usize];
        let side = |hex: Hex, dir: Dir| &charts.hexsides[map.side(hex, dir) as usize];
        let size = map.len() * 6;
        let mut ground = Ground {
            step_cost: std::array::from_fn(|_| vec![NO; size]),
            road_mask: vec![0; map.len()],
            zoc_mask: vec![0; map.len()],
            open_mask: vec![0; map.len()],
            stream_mask: vec![0; map.len()],
        };
        for hex in map.hexes() {
            for dir in 0..6u8 {
                let to = map.neighbour(hex, dir);
                if !to.is_none() {
                    ground.look(
                        hex,
                        dir,
                        [terrain(hex), terrain(to)],
                        side(hex, dir),
                        map.road(hex, dir) != 0,
                    );
                    let at = hex.index() * 6 + dir as usize;
                    let works = terrain(hex).fortified && map.terrain(hex) == map.terrain(to);
                    for class in 0..4 {
                        let cost = &mut ground.step_cost[class][at];
                        if works && *cost != NO {
                            // 5.0: one point from work to work of the same kind (PR100)
                            *cost = 2 + side(hex, dir).cost[class].unwrap_or(0);
                        }
                    }
                }
            }
        }
        let enterable = |hex: Hex| terrain(hex).cost[0].is_some();
        let mut playable: Vec<bool> = map.hexes().map(enterable).collect();
        if !scenario.area.is_empty() {
            for hex in map.hexes().filter(|hex| !scenario.area.contains(hex)) {
                playable[hex.index()] = false;
            }
        }
        let ride = |at: usize| {
            let (hex, dir) = (Hex((at / 6) as u16), (at % 6) as Dir);
            let to = map.neighbour(hex, dir);
            match () {
                () if to.is_none() || !playable[to.index()] => NO,
                () if ground.road_mask[hex.index()] >> dir & 1 != 0 => charts.road[0],
                () => ground.step_cost[Class::Commander as usize][at],
            }
        };
        let ride_cost = (0..size).map(ride).collect();
        let mut engaged = Vec::new();
        let mut engaged_from = vec![0];
        for hex in map.hexes() {
            engaged.extend(map.within(hex, charts.engagement).filter(|h| !terrain(*h).city));
            engaged_from.push(engaged.len() as u32);
        }
        let to_edge = std::array::from_fn(|s| {
            let edge = army.sides[s].edge;
            let goal = |hex: Hex| enterable(hex) && on_edge(&map, &charts, edge, hex);
            [Class::Infantry, Class::Cavalry].map(|class| way_out(&map, &ground, class, goal))
        });
        let sight = Sight::new(&map, charts.range, |hex| terrain(hex).blocks_sight);
        // Walls block every longer line, and a gate as well: through it one sees no farther than the next hex.
        let sides = |hex: Hex| {
            (0..6u8).filter(|dir| !side(hex, *dir).blocks_sight).fold(0, |mask, dir| mask | 1 << dir)
        };
        let seen: Vec<u8> = map.hexes().map(sides).collect();
        let mut walled = Vec::new();
        for a in map.hexes() {
            for b in map.within(a, charts.range).filter(|b| *b > a && map.distance(a, *b) > 1) {
                if crosses_wall(&map, &seen, a, b) {
                    walled.push((a, b));
                }
            }
        }
        let printed = army
            .units
            .iter()
            .map(|u| Printed {
                side: u.side,
                wing: u.wing,
                formation: u.formation,
                kind: u.kind,
                arm: u.arm,
                sp: u.sp,
                steps: u.steps,
                ma: u.ma * 2,
                training: u.training,
            })
            .collect();
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
        let Ground { step_cost, road_mask, zoc_mask, open_mask, stream_mask } = ground;
        Battle {
            game,
            army,
            scenario,
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

/// The tables of sides while they are made.
struct Ground {
    step_cost: [Vec<Halves>; 4],
    road_mask: Vec<u8>,
    zoc_mask: Vec<u8>,
    open_mask: Vec<u8>,
    stream_mask: Vec<u8>,
}

impl Ground {
    fn look(&mut self, hex: Hex, dir: Dir, [from, to]: [&TerrainDef; 2], side: &HexsideDef, road: bool) {
        let (at, bit) = (hex.index(), 1u8 << dir);
        let walls = side.cost[0].is_none();
        if !walls {
            self.open_mask[at] |= bit;
        }
        // Along a road even those who may not enter otherwise can go, except where nobody can.
        let road = road && !walls && to.cost[3].is_some() && from.cost[3].is_some();
        if road {
            self.road_mask[at] |= bit;
        }
        let only_by_road = from.road_only || to.road_only;
        for class in 0..4 {
            if let (Some(enter), Some(cross), false) = (to.cost[class], side.cost[class], only_by_road) {
                self.step_cost[class][at * 6 + dir as usize] = enter + cross;
            }
        }
        let passable = self.step_cost[0][at * 6 + dir as usize] != NO || road;
        // 7.0: not out of Cover or Woods, except from work to work; not where one cannot go
        if passable && (from.zoc_out || from.fortified && to.fortified) {
            self.zoc_mask[at] |= bit;
        }
        if side.stream && !road {
            self.stream_mask[at] |= bit;
        }
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

/// What the way to the nearest of the goals costs, from every hex; `u16::MAX` where there is none.
fn way_out(map: &Map, ground: &Ground, class: Class, goal: impl Fn(Hex) -> bool) -> Vec<u16> {
    let mut cost = vec![u16::MAX; map.len()];
    let mut open: std::collections::BTreeSet<(u16, Hex)> =
        map.hexes().filter(|h| goal(*h)).map(|h| (0, h)).collect();
    for (_, hex) in &open {
        cost[hex.index()] = 0;
    }
    while let Some((so_far, hex)) = open.pop_first() {
        for dir in 0..6u8 {
            let far = map.neighbour(hex, dir);
            if far.is_none() {
                continue;
            }
            // backwards: the step from the farther hex into this one
            let at = far.index() * 6 + opposite(dir) as usize;
            let by_road = ground.road_mask[far.index()] >> opposite(dir) & 1 != 0;
            let step = if by_road { 1 } else { ground.step_cost[class as usize][at] };
            if step == NO {
                continue;
            }
            let new = so_far + u16::from(step);
            if new < cost[far.index()] {
                open.remove(&(cost[far.index()], far));
                cost[far.index()] = new;
                open.insert((new, far));
            }
        }
    }
    cost
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
