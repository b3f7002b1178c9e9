//! Sets of small numbers, a bit for each: units, commanders, formations. Flat, ordered, cheap to copy.
//!
//! In JSON a set is the list of its numbers, from the lowest up: the word itself is too wide for a number of JSON as
//! soon as it has more than 64 bits. A word that does fit, as positions had it once, is read as well.

use serde::de::{DeserializeOwned, Error, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

/// A whole number that serves as a row of bits.
pub trait Word:
    Copy + Debug + Default + Ord + Hash + Serialize + DeserializeOwned + TryFrom<u128> + 'static
{
    const BITS: usize;
    const NONE: Self;
    fn one(bit: u8) -> Self;
    fn has(self, bit: u8) -> bool;
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn and_not(self, other: Self) -> Self;
    fn less_one(self) -> Self;
    fn count(self) -> u32;
    fn lowest(self) -> u8;
}

macro_rules! word {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const BITS: usize = <$word>::BITS as usize;
            const NONE: $word = 0;
            #[inline]
            fn one(bit: u8) -> $word {
                1 << bit
            }
            #[inline]
            fn has(self, bit: u8) -> bool {
                self >> bit & 1 != 0
            }
            #[inline]
            fn or(self, other: $word) -> $word {
                self | other
            }
            #[inline]
            fn and(self, other: $word) -> $word {
                self & other
            }
            #[inline]
            fn and_not(self, other: $word) -> $word {
                self & !other
            }
            #[inline]
            fn less_one(self) -> $word {
                self - 1
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8
            }
        }
    )*};
}
word!(u16, u32, u64, u128);

/// A set of numbers below the width of the word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits<W>(pub W);

impl<W: Word> Serialize for Bits<W> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if s.is_human_readable() { s.collect_seq(self.iter()) } else { self.0.serialize(s) }
    }
}

impl<'de, W: Word> Deserialize<'de> for Bits<W> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Bits<W>, D::Error> {
        if d.is_human_readable() {
            d.deserialize_any(Written(PhantomData))
        } else {
            W::deserialize(d).map(Bits)
        }
    }
}

/// Reads a set as people may read it: a list, or the word as a number.
struct Written<W>(PhantomData<W>);

impl<'de, W: Word> Visitor<'de> for Written<W> {
    type Value = Bits<W>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "a list of different numbers below {}", W::BITS)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Bits<W>, A::Error> {
        let mut set = Bits::EMPTY;
        while let Some(item) = list.next_element::<u8>()? {
            if usize::from(item) >= W::BITS || set.has(item) {
                return Err(Error::invalid_value(Unexpected::Unsigned(item.into()), &self));
            }
            set.insert(item);
        }
        Ok(set)
    }

    fn visit_u64<E: Error>(self, word: u64) -> Result<Bits<W>, E> {
        W::try_from(word.into()).map(Bits).map_err(|_| E::invalid_value(Unexpected::Unsigned(word), &self))
    }
}

impl<W: Word> Bits<W> {
    pub const EMPTY: Bits<W> = Bits(W::NONE);

    #[inline]
    pub fn one(item: u8) -> Bits<W> {
        Bits(W::one(item))
    }
    /// Numbers beyond the word (a "nobody") are in no set.
    #[inline]
    pub fn has(self, item: u8) -> bool {
        usize::from(item) < W::BITS && self.0.has(item)
    }
    #[inline]
    pub fn insert(&mut self, item: u8) {
        self.0 = self.0.or(W::one(item));
    }
    #[inline]
    pub fn remove(&mut self, item: u8) {
        self.0 = self.0.and_not(W::one(item));
    }
    #[inline]
    pub fn with(self, other: Bits<W>) -> Bits<W> {
        Bits(self.0.or(other.0))
    }
    #[inline]
    pub fn without(self, other: Bits<W>) -> Bits<W> {
        Bits(self.0.and_not(other.0))
    }
    #[inline]
    pub fn and(self, other: Bits<W>) -> Bits<W> {
        Bits(self.0.and(other.0))
    }
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == W::NONE
    }
    #[inline]
    pub fn count(self) -> u32 {
        self.0.count()
    }
    #[inline]
    pub fn first(self) -> Option<u8> {
        (!self.is_empty()).then(|| self.0.lowest())
    }
    /// The one member of the set, if it holds exactly one.
    #[inline]
    pub fn single(self) -> Option<u8> {
        if self.count() == 1 { self.first() } else { None }
    }
    #[inline]
    pub fn iter(self) -> BitsIter<W> {
        BitsIter(self.0)
    }
    /// Every subset but the empty one, in a stable order.
    pub fn subsets(self) -> impl Iterator<Item = Bits<W>> {
        let whole = self.0;
        let mut next = Some(whole).filter(|w| *w != W::NONE);
        std::iter::from_fn(move || {
            let now = next?;
            let smaller = now.less_one().and(whole);
            next = Some(smaller).filter(|s| *s != W::NONE);
            Some(Bits(now))
        })
    }
}

impl<W: Word> FromIterator<u8> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = u8>>(items: I) -> Bits<W> {
        let mut set = Bits::EMPTY;
        for item in items {
            set.insert(item);
        }
        set
    }
}

#[derive(Clone, Copy, Debug)]
pub struct BitsIter<W>(W);

impl<W: Word> Iterator for BitsIter<W> {
    type Item = u8;
    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == W::NONE {
            return None;
        }
        let item = self.0.lowest();
        self.0 = self.0.and(self.0.less_one());
        Some(item)
    }
}

impl<W: Word> IntoIterator for Bits<W> {
    type Item = u8;
    type IntoIter = BitsIter<W>;
    fn into_iter(self) -> BitsIter<W> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let mut set: Bits<u128> = [3, 70, 127].into_iter().collect();
        assert!(set.has(70) && !set.has(71) && !set.has(u8::MAX));
        set.remove(70);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 127]);
        assert_eq!((set.count(), set.first(), set.single()), (2, Some(3), None));
        assert_eq!(set.subsets().count(), 3);
        assert_eq!(Bits::<u64>::EMPTY.first(), None);
    }

    #[test]
    fn a_set_is_a_list_in_json_and_old_words_are_read() {
        let set: Bits<u128> = [3, 70, 127].into_iter().collect();
        let value = serde_json::to_value(set).expect("it is plain data");
        assert_eq!(value, serde_json::json!([3, 70, 127]));
        assert_eq!(serde_json::from_value::<Bits<u128>>(value).ok(), Some(set));
        let read = |text: &str| serde_json::from_str::<Bits<u16>>(text).map_err(|error| error.to_string());
        assert_eq!(read("9"), Ok([0, 3].into_iter().collect()));
        assert_eq!(read("[]"), Ok(Bits::EMPTY));
        for wrong in ["65536", "[16]", "[3,3]", "[-1]", "-1", "1.5", "null", "\"3\"", "[[3]]", "{}"] {
            let why = read(wrong).expect_err(wrong);
            assert!(why.contains("different numbers below 16") || why.contains("u8"), "{wrong}: {why}");
        }
    }
}
