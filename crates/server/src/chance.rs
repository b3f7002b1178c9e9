//! Where chance in games comes from: the system, or for tests a number that gives the same games every time. Secrets
//! (tokens, cookies, salts of passwords) never come from here.

use crate::secret::random;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

#[derive(Clone, Default)]
pub struct Chance(Option<Arc<Fixed>>);

struct Fixed {
    number: u64,
    drawn: AtomicU64,
}

impl Chance {
    /// The same chance for the same number, drawn in the same order.
    pub fn fixed(number: u64) -> Chance {
        Chance(Some(Arc::new(Fixed { number, drawn: AtomicU64::new(0) })))
    }

    /// For the dice: seeds, and what is added to them.
    pub fn draw(&self) -> [u8; 32] {
        let Some(fixed) = &self.0 else { return random() };
        let drawn = fixed.drawn.fetch_add(1, Relaxed);
        let parts = [fixed.number.to_le_bytes(), drawn.to_le_bytes()].concat();
        Sha256::digest(parts).into()
    }

    /// For a computer that sits down: threads do that in no fixed order.
    pub fn seed(&self) -> u64 {
        self.0.as_ref().map_or_else(|| u64::from_le_bytes(random()), |fixed| fixed.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_chance_comes_again() {
        let draws = |chance: Chance| [chance.draw(), chance.draw()];
        assert_eq!(draws(Chance::fixed(3)), draws(Chance::fixed(3)));
        assert_ne!(draws(Chance::fixed(3)), draws(Chance::fixed(4)));
        assert_eq!(Chance::fixed(3).seed(), 3);
        let [one, two] = draws(Chance::default());
        assert_ne!(one, two);
    }
}
