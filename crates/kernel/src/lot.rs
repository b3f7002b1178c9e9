//! Drawing lots: the generator of random play and of computer players, the same on every machine.
//!
//! It is ChaCha8 with a 32-byte seed as its key, nonce 0, read in 32-bit words, least significant byte
//! first. A number below `n` comes from the next word `w` as the upper half of the 64-bit product
//! `w * n`; a word whose lower half is below `2^32 mod n` is left out, so that every number is equally
//! likely.

use crate::hash::digest;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

#[derive(Clone, Debug)]
pub struct Lot(ChaCha8Rng);

impl Lot {
    pub fn new(seed: [u8; 32]) -> Lot {
        Lot(ChaCha8Rng::from_seed(seed))
    }

    /// A generator for one of many purposes: the seed is SHA-256 of the purpose and a number.
    pub fn of(purpose: &str, number: u64) -> Lot {
        Lot::new(digest(purpose, &[&number.to_le_bytes()]))
    }

    /// A generator of its own, which nothing else draws from.
    pub fn split(&mut self) -> Lot {
        let mut seed = [0; 32];
        self.0.fill_bytes(&mut seed);
        Lot::new(seed)
    }

    /// A number below `count`, each as likely as the other.
    #[inline]
    pub fn below(&mut self, count: u32) -> u32 {
        let rejected = count.wrapping_neg() % count;
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(count);
            if product as u32 >= rejected {
                return (product >> 32) as u32;
            }
        }
    }

    #[inline]
    pub fn die(&mut self, sides: u8) -> u8 {
        self.below(sides.into()) as u8 + 1
    }

    /// One of several things.
    pub fn one_of<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        let count = u32::try_from(things.len()).ok().filter(|count| *count > 0)?;
        things.get(self.below(count) as usize)
    }

    /// Puts things into an order, each as likely as the other.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::playout_seed;

    #[test]
    fn numbers_are_fair_and_stay_the_same() {
        let mut lot = Lot::new(playout_seed(1));
        let first: Vec<u32> = (0..8).map(|_| lot.below(100)).collect();
        assert_eq!(first, [56, 84, 27, 5, 39, 71, 76, 54]);
        let mut seen = [0u32; 7];
        for _ in 0..6000 {
            seen[usize::from(lot.die(6))] += 1;
        }
        assert_eq!(seen[0], 0);
        assert!(seen[1..].iter().all(|n| n.abs_diff(1000) < 150), "{seen:?}");
        assert_eq!(lot.below(1), 0);
        assert_eq!(lot.one_of::<u8>(&[]), None);
        // A count for which every fourth word must be left out: else half the numbers would be
        // multiples of three.
        let multiples = (0..6000).filter(|_| lot.below(3 << 30).is_multiple_of(3)).count();
        assert!(multiples.abs_diff(2000) < 200, "{multiples}");
    }

    #[test]
    fn every_order_comes() {
        let mut lot = Lot::of("orders", 1);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut things = [1, 2, 3];
            lot.shuffle(&mut things);
            *seen.entry(things).or_insert(0u32) += 1;
        }
        assert!(seen.len() == 6 && seen.values().all(|n| n.abs_diff(1000) < 150), "{seen:?}");
        let (mut a, mut b) = (lot.split(), lot.split());
        assert_ne!(
            (0..4).map(|_| a.below(1000)).collect::<Vec<_>>(),
            (0..4).map(|_| b.below(1000)).collect::<Vec<_>>()
        );
    }
}
