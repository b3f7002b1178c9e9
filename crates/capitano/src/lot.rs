//! Drawing lots for the random player: the generator that `kernel::playout` documents, so that a
//! game played step by step at a table is the very game that the fast path plays.

use kernel::playout::playout_seed;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

pub struct Lot(ChaCha8Rng);

impl Lot {
    pub fn new(seed: u64) -> Lot {
        Lot(ChaCha8Rng::from_seed(playout_seed(seed)))
    }

    /// A number below `count`, each as likely as the other.
    pub fn below(&mut self, count: u32) -> u32 {
        let rejected = count.wrapping_neg() % count;
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(count);
            if product as u32 >= rejected {
                return (product >> 32) as u32;
            }
        }
    }

    /// One of several things.
    pub fn one_of<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        let count = u32::try_from(things.len()).ok().filter(|count| *count > 0)?;
        things.get(self.below(count) as usize)
    }

    pub fn die(&mut self, sides: u8) -> u8 {
        self.below(sides.into()) as u8 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_fast_path() {
        let mut lot = Lot::new(1);
        let first: Vec<u32> = (0..8).map(|_| lot.below(100)).collect();
        assert_eq!(first, [56, 84, 27, 5, 39, 71, 76, 54]);
        assert_eq!(lot.one_of::<u8>(&[]), None);
    }
}
