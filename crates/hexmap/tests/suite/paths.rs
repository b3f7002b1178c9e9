//! Reach, traced ranges and sight against versions that try everything.

use crate::sheets::{Sheet, sheets};
use hexmap::{Between, Hex, Map, ReachBuf, Sight, reach, reach_towards, seek, traced_range};
use proptest::prelude::*;

/// Bellman and Ford: improve every step until nothing improves.
fn slow_reach(
    map: &Map,
    start: Hex,
    budget: u16,
    cost: impl Fn(Hex, u8, Hex) -> Option<u16>,
) -> Vec<Option<u16>> {
    let mut costs: Vec<Option<u16>> = vec![None; map.len()];
    costs[start.index()] = Some(0);
    loop {
        let mut better = false;
        for from in map.hexes() {
            for d in 0..6 {
                let to = map.neighbour(from, d);
                if to.is_none() {
                    continue;
                }
                let (Some(spent), Some(step)) = (costs[from.index()], cost(from, d, to)) else {
                    continue;
                };
                let total = spent.saturating_add(step);
                if total <= budget && costs[to.index()].is_none_or(|known| total < known) {
                    costs[to.index()] = Some(total);
                    better = true;
                }
            }
        }
        if !better {
            return costs;
        }
    }
}

/// A cost that depends on everything it may depend on; some steps are free, some forbidden.
fn some_cost(salt: u64) -> impl Fn(Hex, u8, Hex) -> Option<u16> + Copy {
    move |from, d, to| {
        let mixed = (u64::from(from.0) << 20 ^ u64::from(to.0) << 4 ^ u64::from(d) ^ salt)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            >> 56;
        match mixed % 16 {
            0..3 => None,
            3 => Some(0),
            n => Some(n as u16),
        }
    }
}

/// The rule in its own words: go through what lies between, and take a pair as one.
fn slow_clear(map: &Map, range: u8, a: Hex, b: Hex, blocks: impl Fn(Hex) -> bool) -> bool {
    if map.distance(a, b) > range {
        return false;
    }
    let stops =
        |h: Hex| !h.is_none() && (blocks(h) || (map.level(h) > map.level(a) && map.level(h) > map.level(b)));
    map.line(a, b).all(|between| match between {
        Between::One(h) => !stops(h),
        Between::Pair(l, r) => !stops(l) || !stops(r),
    })
}

fn pick(map: &Map, at: prop::sample::Index) -> Hex {
    Hex(at.index(map.len()) as u16)
}

proptest! {
    #![proptest_config(crate::the_same_every_time())]

    #[test]
    fn reach_finds_least_costs_and_ways_that_cost_as_much(
        sheet in sheets(12),
        starts in prop::collection::vec((any::<prop::sample::Index>(), 0u16..60, any::<u64>()), 1..4),
    ) {
        let map = sheet.map();
        // One buffer for all: what the last search left must not matter.
        let mut buf = ReachBuf::new();
        for (start, budget, salt) in starts {
            let start = pick(&map, start);
            let cost = some_cost(salt);
            reach(&map, start, budget, &mut buf, cost);
            let want = slow_reach(&map, start, budget, cost);
            for h in map.hexes() {
                prop_assert_eq!(buf.cost(h), want[h.index()]);
                let path = buf.path(h);
                if buf.cost(h).is_none() {
                    prop_assert!(path.is_empty());
                    prop_assert_eq!(buf.came_from(h), None);
                    continue;
                }
                prop_assert_eq!((path[0], path[path.len() - 1]), (start, h));
                let along: Option<u16> = path
                    .windows(2)
                    .map(|step| cost(step[0], map.direction(step[0], step[1])?, step[1]))
                    .sum();
                prop_assert_eq!(along, buf.cost(h));
            }
            prop_assert_eq!(buf.reached()[0], start);
            prop_assert!(buf.reached().is_sorted_by_key(|h| buf.cost(*h)));
            let mut reached = buf.reached().to_vec();
            reached.sort();
            let all: Vec<Hex> = map.hexes().filter(|h| want[h.index()].is_some()).collect();
            prop_assert_eq!(reached, all);
        }
    }

    #[test]
    fn seeking_finds_the_nearest_goal_that_there_is(
        sheet in sheets(12),
        searches in prop::collection::vec((any::<prop::sample::Index>(), 0u16..60, any::<u64>()), 1..5),
        every in 3u16..40,
    ) {
        let map = sheet.map();
        let mut buf = ReachBuf::new();
        for (start, budget, salt) in searches {
            let start = pick(&map, start);
            let cost = some_cost(salt);
            let goals: Vec<Hex> = map.hexes().filter(|h| *h != start && (h.0 ^ salt as u16).is_multiple_of(every)).collect();
            let all = slow_reach(&map, start, budget, cost);
            let nearest = goals.iter().filter_map(|h| all[h.index()]).min();
            // the true rest of the way is the best bound, nothing at all the worst
            let back = |from: Hex| {
                let rest = slow_reach(&map, from, u16::MAX / 2, cost);
                goals.iter().filter_map(|h| rest[h.index()]).min()
            };
            let exact: Vec<Option<u16>> = map.hexes().map(back).collect();
            let is_goal = |h: Hex, _: u16| goals.contains(&h);
            let blind = seek(&map, start, budget, &mut buf, cost, |_| Some(0), is_goal);
            prop_assert_eq!(blind.and_then(|h| all[h.index()]), nearest);
            let guided = seek(&map, start, budget, &mut buf, cost, |h| exact[h.index()], is_goal);
            prop_assert_eq!(guided.and_then(|h| all[h.index()]), nearest);
            prop_assert_eq!(guided.and_then(|h| buf.cost(h)), nearest);

            // a search towards the goals finds what each of them costs
            reach_towards(&map, start, budget, &mut buf, cost, |h, spent| {
                exact[h.index()].is_some_and(|rest| spent + rest <= budget)
            });
            if let Some(nearest) = nearest {
                let found = goals.iter().filter_map(|h| buf.cost(*h)).min();
                prop_assert_eq!(found, Some(nearest));
            }
        }
    }

    #[test]
    fn a_traced_range_counts_the_hexes_entered(
        sheet in sheets(10),
        start in any::<prop::sample::Index>(),
        limit in 0u16..40,
        road in 0u16..5,
        other in 0u16..9,
        wall in 1u16..9,
    ) {
        let map = sheet.map_with_roads();
        let start = pick(&map, start);
        let mut buf = ReachBuf::new();
        let passable = |from: Hex, _: u8, to: Hex| (from.0 ^ to.0) % 9 != wall;
        traced_range(&map, start, limit, &mut buf, road, other, passable);
        let want = slow_reach(&map, start, limit, |from, d, to| {
            let has_road = (0..6).any(|d| map.road(to, d) != 0);
            passable(from, d, to).then_some(if has_road { road } else { other })
        });
        for h in map.hexes() {
            prop_assert_eq!(buf.cost(h), want[h.index()]);
        }
    }

    #[test]
    fn sight_follows_the_lines(sheet in sheets(11), range in 0u8..=9, salt in any::<u16>()) {
        let map = sheet.map();
        let woods = map.terrain_named("woods").unwrap_or(u8::MAX);
        let blocks = |h: Hex| map.terrain(h) == woods;
        let occupied = |h: Hex| (h.0 ^ salt).is_multiple_of(3);
        let sight = Sight::new(&map, range, blocks);
        for a in map.hexes() {
            for b in map.hexes() {
                prop_assert_eq!(sight.clear(a, b), slow_clear(&map, range, a, b, blocks));
                prop_assert_eq!(
                    sight.clear_past(&map, a, b, occupied),
                    slow_clear(&map, range, a, b, |h| blocks(h) || occupied(h))
                );
                if map.distance(a, b) <= range.min(1) {
                    prop_assert!(sight.clear(a, b));
                }
            }
        }
    }
}

#[test]
fn open_ground_costs_the_distance() {
    let map = Sheet::goito().map();
    let start = map.find("1210").unwrap();
    let mut buf = ReachBuf::new();
    reach(&map, start, 20, &mut buf, |_, _, _| Some(4));
    assert_eq!(buf.reached().len(), 91);
    for h in map.hexes() {
        let distance = map.distance(start, h);
        let want = (distance <= 5).then_some(4 * u16::from(distance));
        assert_eq!(buf.cost(h), want);
    }
    assert_eq!(buf.came_from(start), None);
    assert_eq!(buf.path(start), [start]);
}

#[test]
fn costs_near_the_top_of_the_scale_do_not_wrap() {
    let map = Sheet::goito().map();
    let start = map.find("0101").unwrap();
    let mut buf = ReachBuf::new();
    reach(&map, start, u16::MAX, &mut buf, |_, _, _| Some(u16::MAX));
    assert_eq!(buf.reached().len(), 4);
    assert_eq!(buf.cost(map.find("0102").unwrap()), Some(u16::MAX));
}

#[test]
fn a_buffer_goes_from_map_to_map() {
    let large = Sheet::goito().map();
    let small = Sheet { columns: [1, 2], rows: [1, 2], ..Sheet::goito() }.map();
    let mut buf = ReachBuf::new();
    for (map, count) in [(&small, 4), (&large, 456), (&small, 4)] {
        reach(map, Hex(0), 200, &mut buf, |_, _, _| Some(1));
        assert_eq!(buf.reached().len(), count);
    }
    // The last search was on the small map: what the large one had is forgotten.
    assert_eq!(buf.cost(Hex(400)), None);
}

#[test]
fn a_pair_blocks_sight_only_together() {
    let map = Sheet::goito().map();
    let hex = |number| map.find(number).unwrap();
    let (a, b) = (hex("1005"), hex("1205"));
    let (left, right) = (hex("1104"), hex("1105"));
    let sight = Sight::new(&map, 9, |h| h == left);
    assert!(sight.clear(a, b));
    assert!(sight.clear_past(&map, a, b, |h| h == left));
    // Terrain on one side and a piece on the other close the line.
    assert!(!sight.clear_past(&map, a, b, |h| h == right));
    let sight = Sight::new(&map, 9, |h| h == left || h == right);
    assert!(!sight.clear(a, b));
    // Straight through.
    assert!(!sight.clear(hex("1103"), hex("1106")));
    assert!(sight.clear(left, hex("1103")) && sight.clear(left, right));
}

#[test]
fn only_ground_above_both_ends_blocks_sight() {
    let mut files = Sheet::goito().files();
    let hexes = Sheet::goito().hexes_csv();
    let hexes = hexes.replace("1005,clear,0", "1005,clear,2");
    let hexes = hexes.replace("1007,clear,0", "1007,clear,1");
    files.insert("sheet/hexes.csv", hexes);
    let map = Map::load(&files, "sheet").unwrap();
    let sight = Sight::new(&map, 9, |_| false);
    let clear = |a, b| sight.clear(map.find(a).unwrap(), map.find(b).unwrap());
    assert!(clear("1005", "1009"));
    assert!(!clear("1006", "1009"));
    assert!(clear("1007", "1009") && clear("1007", "1006"));
    assert!(!clear("1007", "1003"));
}
