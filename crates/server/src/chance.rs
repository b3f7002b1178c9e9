//! Where chance in games comes from: the system, or for tests a number that gives every game the same seed, whatever games
//! were made before. Secrets (tokens, cookies, salts of passwords) never come from here.

use crate::secret::random;
use sha2::{Digest, Sha256};

#[derive(Clone, Copy, Default)]
pub struct Chance(Option<u64>);

impl Chance {
    /// The same chance for every game.
    pub fn fixed(number: u64) -> Chance {
        Chance(Some(number))
    }

    /// For the dice: seeds, and what is added to them.
    pub fn draw(&self) -> [u8; 32] {
        self.0.map_or_else(random, |number| Sha256::digest(number.to_le_bytes()).into())
    }

    /// For a computer that sits down.
    pub fn seed(&self) -> u64 {
        self.0.unwrap_or_else(|| u64::from_le_bytes(random()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_chance_comes_again() {
        let fixed = Chance::fixed(3);
        assert_eq!((fixed.draw(), fixed.seed()), (Chance::fixed(3).draw(), 3));
        assert_ne!(fixed.draw(), Chance::fixed(4).draw());
        assert_ne!(Chance::default().draw(), Chance::default().draw());
    }
}
