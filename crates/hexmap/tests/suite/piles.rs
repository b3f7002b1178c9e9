//! Stacks with an order, held against lists of lists.

use crate::the_same_every_time;
use hexmap::{Hex, Piles};
use proptest::collection::vec;
use proptest::prelude::*;

const HEXES: usize = 6;

/// What is done to a piece: taken, put under so many others of a hex, or its stack turned round.
#[derive(Clone, Debug)]
enum Deed {
    Take(u16),
    Put(u16, usize, usize),
    Turn(usize),
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        any::<u8>().prop_map(|piece| Deed::Take(piece.into())),
        (any::<u8>(), 0..HEXES, 0..8usize).prop_map(|(piece, hex, under)| Deed::Put(
            piece.into(),
            hex,
            under
        )),
        (0..HEXES).prop_map(Deed::Turn),
    ]
}

proptest! {
    #![proptest_config(the_same_every_time())]

    #[test]
    fn they_are_lists_from_the_top_down(deeds in vec(deed(), 0..300)) {
        let mut piles = Piles::<u16, HEXES, 256>::default();
        let mut lists: [Vec<u16>; HEXES] = Default::default();
        for deed in deeds {
            match deed {
                Deed::Take(piece) => {
                    piles.take(piece);
                    lists.iter_mut().for_each(|list| list.retain(|other| *other != piece));
                }
                Deed::Put(piece, hex, under) => {
                    piles.take(piece);
                    piles.put_under(piece, Hex(hex as u16), under);
                    lists.iter_mut().for_each(|list| list.retain(|other| *other != piece));
                    let under = under.min(lists[hex].len());
                    lists[hex].insert(under, piece);
                }
                Deed::Turn(hex) => {
                    lists[hex].reverse();
                    prop_assert!(piles.reorder(Hex(hex as u16), &lists[hex]));
                }
            }
            for (hex, list) in lists.iter().enumerate() {
                let hex = Hex(hex as u16);
                prop_assert!(piles.iter(hex).eq(list.iter().copied()));
                prop_assert_eq!((piles.top(hex), piles.is_empty(hex)), (list.first().copied(), list.is_empty()));
                for (depth, piece) in list.iter().enumerate() {
                    prop_assert_eq!((piles.depth(*piece), piles.hex_of(*piece)), (Some(depth), Some(hex)));
                }
            }
        }
        // made anew from what lies there, they are the same, whatever was done before
        let mut again = Piles::<u16, HEXES, 256>::default();
        for (hex, list) in lists.iter().enumerate() {
            list.iter().rev().for_each(|piece| again.put(*piece, Hex(hex as u16)));
        }
        prop_assert_eq!(&again, &piles);
        let written = serde_json::to_string(&piles).expect("it is plain data");
        prop_assert_eq!(serde_json::from_str::<Piles<u16, HEXES, 256>>(&written).ok(), Some(piles));
    }
}

#[test]
fn they_are_written_from_the_top_down() {
    type Three = Piles<u16, 3, 8>;
    let mut piles = Three::default();
    [4, 0, 7].into_iter().for_each(|piece| piles.put(piece, Hex(2)));
    assert_eq!(serde_json::to_string(&piles).expect("it is plain data"), "[[2,[7,0,4]]]");
    for wrong in ["[[3,[1]]]", "[[1,[1]],[1,[2]]]", "[[1,[1,1]]]", "[[0,[1]],[1,[1]]]", "[[0,[8]]]", "7"] {
        assert!(serde_json::from_str::<Three>(wrong).is_err(), "{wrong}");
    }
}
