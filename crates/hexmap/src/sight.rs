//! Lines of sight that terrain and levels leave open, computed once per map.

use crate::{Between, Hex, MAX_LINE, Map};

/// Which hexes see each other, as bits.
///
/// An intervening hex blocks if its terrain does or if it stands higher than both ends. Where the
/// line runs along a hexside, the two hexes beside it block only together. What the map does not
/// have blocks nothing.
#[derive(Clone, Debug)]
pub struct Sight {
    words_per_hex: usize,
    bits: Vec<u64>,
    /// Does the terrain of the hex block?
    blocks: Vec<bool>,
}

impl Sight {
    /// Lines up to `range` hexes.
    ///
    /// # Panics
    /// If `range` is above [`MAX_LINE`].
    pub fn new(map: &Map, range: u8, blocks: impl Fn(Hex) -> bool) -> Sight {
        assert!(range <= MAX_LINE, "sight is computed up to {MAX_LINE} hexes");
        let words_per_hex = map.len().div_ceil(64);
        let mut sight = Sight {
            words_per_hex,
            bits: vec![0; words_per_hex * map.len()],
            blocks: map.hexes().map(blocks).collect(),
        };
        for a in map.hexes() {
            for b in map.within(a, range).filter(|b| *b >= a) {
                if sight.is_open(map, a, b, |_| false) {
                    sight.set(a, b);
                    sight.set(b, a);
                }
            }
        }
        sight
    }

    /// Do the two see each other? A hex sees itself and its neighbours; nothing is seen beyond the
    /// range.
    #[inline]
    pub fn clear(&self, a: Hex, b: Hex) -> bool {
        let word = self.bits[a.index() * self.words_per_hex + b.index() / 64];
        word >> (b.index() % 64) & 1 != 0
    }

    /// The same with pieces on the map: `occupied` hexes block as terrain does, and together with
    /// it where the line runs along a hexside.
    pub fn clear_past(&self, map: &Map, a: Hex, b: Hex, occupied: impl Fn(Hex) -> bool) -> bool {
        self.clear(a, b) && self.is_open(map, a, b, occupied)
    }

    fn is_open(&self, map: &Map, a: Hex, b: Hex, occupied: impl Fn(Hex) -> bool) -> bool {
        let height = map.level(a).max(map.level(b));
        let blocks =
            |h: Hex| !h.is_none() && (self.blocks[h.index()] || map.level(h) > height || occupied(h));
        !map.line(a, b).any(|between| match between {
            Between::One(h) => blocks(h),
            Between::Pair(left, right) => blocks(left) && blocks(right),
        })
    }

    fn set(&mut self, a: Hex, b: Hex) {
        self.bits[a.index() * self.words_per_hex + b.index() / 64] |= 1 << (b.index() % 64);
    }
}
