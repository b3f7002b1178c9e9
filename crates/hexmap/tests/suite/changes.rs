//! Ground that changes over tables that do not.

use crate::loading::load;
use hexmap::{Changes, Dir, Hex, Hexside, ReachBuf, reach};

type Bridges = Changes<Hexside, bool, 3>;

#[test]
fn a_hexside_is_the_same_from_both_of_its_hexes() {
    let map = load();
    for hex in map.hexes() {
        for dir in 0..6 {
            let (side, other) = (Hexside::of(&map, hex, dir), map.neighbour(hex, dir));
            assert!(side.is_sound(&map));
            if !other.is_none() {
                assert_eq!(side, Hexside::of(&map, other, (dir + 3) % 6));
                let mut hexes = [hex, other];
                hexes.sort();
                assert_eq!(side.hexes(&map), hexes);
            }
        }
    }
}

#[test]
fn changes_are_the_same_in_whatever_order_they_came() {
    let (a, b, c) = (Hex(3), Hex(1), Hex(2));
    let made = |order: &[(Hex, u8)]| {
        let mut changes: Changes<Hex, u8, 3> = Changes::default();
        assert!(order.iter().all(|(hex, value)| changes.set(*hex, *value)));
        changes
    };
    let changes = made(&[(a, 1), (b, 2), (c, 3)]);
    assert_eq!(changes, made(&[(c, 9), (b, 2), (c, 3), (a, 1)]));
    assert_eq!((changes.get(b), changes.over(a, 7), changes.over(Hex(9), 7)), (Some(2), 1, 7));
    let mut full = changes.clone();
    assert!(!full.set(Hex(9), 1) && full == changes, "there is room for three");
    full.clear(b);
    assert!(full.get(b).is_none() && full.set(Hex(9), 1));
    let text = serde_json::to_string(&changes).expect("plain data");
    assert_eq!(text, "[[1,2],[2,3],[3,1]]");
    assert_eq!(serde_json::from_str::<Changes<Hex, u8, 3>>(&text).expect("as written"), changes);
    for wrong in ["[[2,1],[1,1]]", "[[1,1],[1,1]]", "[[1,1],[2,1],[3,1],[4,1]]", "[[1]]"] {
        assert!(serde_json::from_str::<Changes<Hex, u8, 3>>(wrong).is_err(), "{wrong}");
    }
}

/// A search asks the changes before the tables: a bridge opens a way that the tables close, and its fall closes it.
#[test]
fn a_bridge_opens_a_way() {
    let map = load();
    let start = map.hexes().next().expect("it has hexes");
    let dir = (0..6).find(|dir| !map.neighbour(start, *dir).is_none()).expect("it has a neighbour");
    let beyond = map.neighbour(start, dir);
    let mut bridges = Bridges::default();
    let cost = |bridges: &Bridges| {
        let mut buffer = ReachBuf::new();
        let open = |hex: Hex, dir: Dir| bridges.over(Hexside::of(&map, hex, dir), false);
        reach(&map, start, 2, &mut buffer, |hex, dir, _| open(hex, dir).then_some(1));
        buffer.cost(beyond)
    };
    assert_eq!(cost(&bridges), None);
    assert!(bridges.set(Hexside::of(&map, beyond, (dir + 3) % 6), true));
    assert_eq!(cost(&bridges), Some(1));
    bridges.clear(Hexside::of(&map, start, dir));
    assert!(bridges.is_empty() && cost(&bridges).is_none());
}
