//! Things that are made again and again from the same few facts, kept for the next time: a scene is shown
//! after every move, and most of its pieces are as they were.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// What was made, by the facts that it was made from.
pub struct Kept<K, V> {
    list: Mutex<HashMap<K, Arc<V>, BuildHasherDefault<Quick>>>,
}

/// As many as this are kept; then it begins anew.
const MOST: usize = 4096;

impl<K, V> Default for Kept<K, V> {
    fn default() -> Kept<K, V> {
        Kept { list: Mutex::default() }
    }
}

impl<K: Hash + Eq, V> Kept<K, V> {
    /// The thing of these facts; `make` must depend on nothing else.
    pub fn get(&self, facts: K, make: impl FnOnce() -> V) -> Arc<V> {
        let mut list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = list.get(&facts) {
            return Arc::clone(kept);
        }
        let made = Arc::new(make());
        if list.len() >= MOST {
            list.clear();
        }
        list.insert(facts, Arc::clone(&made));
        made
    }
}

/// A quick hash for small facts of our own.
#[derive(Default)]
pub struct Quick(u64);

impl Quick {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Quick {
    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }
    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.add(word.into());
    }
    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.add(word.into());
    }
    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.add(word.into());
    }
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }
    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_facts_give_the_same_thing() {
        let kept: Kept<(u8, &str), String> = Kept::default();
        let first = kept.get((1, "a"), || "one".into());
        assert!(Arc::ptr_eq(&first, &kept.get((1, "a"), || panic!("it is there"))));
        assert_eq!(*kept.get((2, "a"), || "two".into()), "two");
        for i in 0..=MOST {
            assert_eq!(*kept.get((0, ["x", "y"][i % 2]), || "z".into()), "z");
        }
        let many: Kept<usize, usize> = Kept::default();
        assert!((0..3 * MOST).all(|i| *many.get(i, || i) == i));
        assert!(many.list.lock().is_ok_and(|list| list.len() <= MOST));
    }
}
