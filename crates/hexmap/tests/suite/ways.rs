//! Lists of least costs that are kept: all of them of a small map, a bounded number of a large one, and always the same.

use crate::sheets::Sheet;
use hexmap::{Dir, Hex, Map, ReachBuf, Way, Ways, least_costs, reach};

const KINDS: usize = 6;
const MOST: u16 = 254;

/// What a step costs by the kind of moving; some steps are forbidden.
fn step(kind: usize) -> impl Fn(Hex, Dir, Hex) -> Option<u16> {
    move |from, dir, to| {
        let mixed = (usize::from(from.0) * 31 + usize::from(to.0) * 17 + usize::from(dir)) % 11;
        (mixed != 0).then_some((1 + mixed % (kind + 3)) as u16)
    }
}

fn made(map: &Map, kind: usize, from: Hex) -> Box<[u8]> {
    let costs = least_costs(map, [from], MOST, step(kind));
    costs.into_iter().map(|cost| cost.try_into().unwrap_or(u8::MAX)).collect()
}

fn large() -> Map {
    let map = Sheet { columns: [1, 52], rows: [1, 40], ..Sheet::goito() }.map();
    assert!(map.len() > 2_044);
    map
}

#[test]
fn the_least_costs_are_those_of_a_search() {
    let map = large();
    let mut buffer = ReachBuf::new();
    for (kind, start) in (0..KINDS).zip([0, 700, 1_300, 2_079, 41, 1_000].map(Hex)) {
        reach(&map, start, MOST, &mut buffer, step(kind));
        let costs = least_costs(&map, [start], MOST, step(kind));
        assert!(map.hexes().all(|hex| buffer.cost(hex).unwrap_or(u16::MAX) == costs[hex.index()]));
    }
    // from several starts: that of the nearest
    let starts = [3, 1_500, 800].map(Hex);
    let alone = starts.map(|start| least_costs(&map, [start], u16::MAX - 1, step(1)));
    let nearest = |at: usize| alone.iter().map(|costs| costs[at]).min().expect("there are three");
    let costs = least_costs(&map, starts, u16::MAX - 1, step(1));
    assert!((0..map.len()).all(|at| costs[at] == nearest(at)));
}

#[test]
fn a_large_map_keeps_no_more_than_it_may() {
    let map = large();
    assert!(map.len() * map.len() * KINDS > Ways::ROOM, "all of them would need too much");
    let ways = Ways::new(&map, KINDS);
    let mut asked = 0;
    for hex in map.hexes() {
        for kind in 0..KINDS {
            let list = ways.of(kind, hex, || vec![(asked % 251) as u8; map.len()].into());
            assert!(matches!(list, Way::Lately(_)));
            assert_eq!((list.len(), list[0]), (map.len(), (asked % 251) as u8));
            assert!(Ways::kept_lately() <= Ways::LATELY);
            asked += 1;
        }
    }
    assert!(asked > 4 * Ways::LATELY && Ways::kept_lately() > Ways::LATELY / 2);
    // what was asked for last is still there, and held lists stay what they are while others come
    let last = Hex(map.len() as u16 - 1);
    let held = ways.of(KINDS - 1, last, || unreachable!("it was asked for just now"));
    for hex in map.hexes() {
        ways.of(0, hex, || vec![7; map.len()].into());
    }
    assert_eq!(held[0], ((asked - 1) % 251) as u8);
}

#[test]
fn lists_are_the_same_in_every_thread_and_whenever_they_are_asked_for() {
    let map = large();
    let ways = [Ways::new(&map, KINDS), Ways::new(&map, KINDS)];
    let asked: Vec<(usize, Hex)> = (0..400).map(|i| (i % KINDS, Hex((i * 37 % 120 * 17) as u16))).collect();
    let hashed = |ways: &Ways| -> u64 {
        asked.iter().fold(0, |sum, (kind, hex)| {
            let list = ways.of(*kind, *hex, || made(&map, *kind, *hex));
            list.iter().fold(sum, |sum: u64, cost| sum.wrapping_mul(31).wrapping_add(u64::from(*cost)))
        })
    };
    let here = hashed(&ways[0]);
    let sums = std::thread::scope(|scope| {
        let one = scope.spawn(|| hashed(&ways[0]));
        let other = scope.spawn(|| hashed(&ways[1]));
        [one.join().expect("it is made"), other.join().expect("it is made")]
    });
    assert_eq!(sums, [here; 2]);
    assert_eq!(hashed(&ways[1]), here);
}

#[test]
fn a_small_map_keeps_all_of_them_for_good() {
    let map = Sheet::goito().map();
    let ways = Ways::new(&map, KINDS);
    for round in 0..2 {
        for hex in map.hexes() {
            let list =
                ways.of(3, hex, || if round == 0 { made(&map, 3, hex) } else { unreachable!("it is kept") });
            assert!(matches!(list, Way::Kept(_)) && list[hex.index()] == 0);
        }
    }
}
