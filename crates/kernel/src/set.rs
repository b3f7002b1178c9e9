//! Sets of ids, a bit for each: units, commanders, formations. Flat, ordered, cheap to copy, and of any fixed size.
//!
//! In JSON a set is the list of its numbers, from the lowest up: the word itself is too wide for a number of JSON as
//! soon as it has more than 64 bits. A word that does fit, as positions had it once, is read as well.

use crate::id::Id;
use serde::de::{DeserializeOwned, Error, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// A row of bits. To a position's hash a row is as long as what is in it, at least 64 bits: a set may grow wider and old
/// records still replay. Only a `u128` is always two words.
pub trait Word: Copy + Debug + Default + Ord + Hash + Serialize + DeserializeOwned + 'static {
    const BITS: usize;
    const NONE: Self;
    fn one(bit: usize) -> Self;
    fn has(self, bit: usize) -> bool;
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn and_not(self, other: Self) -> Self;
    fn less_one(self) -> Self;
    fn count(self) -> u32;
    /// The lowest bit, if there is one.
    fn lowest(self) -> Option<usize>;
    /// Takes the lowest bit out.
    fn pop(&mut self) -> Option<usize>;
    /// The bits of a number, if there is room for them.
    fn of(number: u64) -> Option<Self>;
}

macro_rules! word {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const BITS: usize = <$word>::BITS as usize;
            const NONE: $word = 0;
            #[inline]
            fn one(bit: usize) -> $word {
                1 << bit
            }
            #[inline]
            fn has(self, bit: usize) -> bool {
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
            fn lowest(self) -> Option<usize> {
                (self != 0).then_some(self.trailing_zeros() as usize)
            }
            #[inline]
            fn pop(&mut self) -> Option<usize> {
                let bit = self.lowest()?;
                *self &= *self - 1;
                Some(bit)
            }
            fn of(number: u64) -> Option<$word> {
                number.try_into().ok()
            }
        }
    )*};
}
word!(u16, u32, u64, u128);

/// A word of 64 bits for each of `N`, the lowest first: for games with more pieces than 128.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Wide<N> {
        Wide([0; N])
    }
}

/// As the whole number that it is.
impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Wide<N>) -> std::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Wide<N>) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Word by word, for the bytes of a word do not lie in the same order on every machine, and up to the last that is not empty.
impl<const N: usize> Hash for Wide<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let last = self.0.iter().rposition(|word| *word != 0).unwrap_or(0);
        self.0.iter().take(last + 1).for_each(|word| state.write_u64(*word));
    }
}

impl<const N: usize> Serialize for Wide<N> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.0)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Wide<N> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Wide<N>, D::Error> {
        let words = Vec::<u64>::deserialize(d)?;
        let count = words.len();
        words
            .try_into()
            .map(Wide)
            .map_err(|_| D::Error::invalid_length(count, &"as many words as the set has"))
    }
}

impl<const N: usize> Wide<N> {
    #[inline]
    fn each(self, other: Wide<N>, join: impl Fn(u64, u64) -> u64) -> Wide<N> {
        Wide(std::array::from_fn(|i| join(self.0[i], other.0[i])))
    }
}

impl<const N: usize> Word for Wide<N> {
    const BITS: usize = N * 64;
    const NONE: Wide<N> = Wide([0; N]);
    #[inline]
    fn one(bit: usize) -> Wide<N> {
        let mut word = Wide::NONE;
        word.0[bit / 64] = 1 << (bit % 64);
        word
    }
    #[inline]
    fn has(self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 != 0
    }
    #[inline]
    fn or(self, other: Wide<N>) -> Wide<N> {
        self.each(other, |a, b| a | b)
    }
    #[inline]
    fn and(self, other: Wide<N>) -> Wide<N> {
        self.each(other, |a, b| a & b)
    }
    #[inline]
    fn and_not(self, other: Wide<N>) -> Wide<N> {
        self.each(other, |a, b| a & !b)
    }
    fn less_one(mut self) -> Wide<N> {
        for word in &mut self.0 {
            let (less, borrowed) = word.overflowing_sub(1);
            *word = less;
            if !borrowed {
                break;
            }
        }
        self
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline]
    fn lowest(self) -> Option<usize> {
        let mut words = self.0.iter().enumerate();
        words.find_map(|(at, word)| Some(at * 64 + word.lowest()?))
    }
    #[inline]
    fn pop(&mut self) -> Option<usize> {
        let mut words = self.0.iter_mut().enumerate();
        words.find_map(|(at, word)| Some(at * 64 + word.pop()?))
    }
    fn of(number: u64) -> Option<Wide<N>> {
        let mut word = Wide::NONE;
        *word.0.first_mut()? = number;
        Some(word)
    }
}

/// A set of the things that `I` names, with numbers below the width of the word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set<I, W> {
    word: W,
    of: PhantomData<I>,
}

impl<I, W: Word> Default for Set<I, W> {
    fn default() -> Set<I, W> {
        Set::EMPTY
    }
}

impl<I: Id, W: Word> Debug for Set<I, W> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<I: Id, W: Word> Serialize for Set<I, W> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if s.is_human_readable() { s.collect_seq(self.iter()) } else { self.word.serialize(s) }
    }
}

impl<'de, I: Id, W: Word> Deserialize<'de> for Set<I, W> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Set<I, W>, D::Error> {
        if d.is_human_readable() {
            d.deserialize_any(Written(PhantomData))
        } else {
            W::deserialize(d).map(Set::of)
        }
    }
}

/// Reads a set as people may read it: a list, or the word as a number.
struct Written<I, W>(PhantomData<(I, W)>);

impl<'de, I: Id, W: Word> Visitor<'de> for Written<I, W> {
    type Value = Set<I, W>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "a list of different numbers below {}", W::BITS)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Set<I, W>, A::Error> {
        let mut set = Set::EMPTY;
        while let Some(item) = list.next_element::<I>()? {
            if item.index() >= W::BITS || set.has(item) {
                return Err(Error::invalid_value(Unexpected::Unsigned(item.index() as u64), &self));
            }
            set.insert(item);
        }
        Ok(set)
    }

    fn visit_u64<E: Error>(self, word: u64) -> Result<Set<I, W>, E> {
        W::of(word).map(Set::of).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(word), &self))
    }
}

impl<I, W: Word> Set<I, W> {
    pub const EMPTY: Set<I, W> = Set::of(W::NONE);
    /// Only numbers below this can be in it.
    pub const WIDTH: usize = W::BITS;
}

impl<I, W> Set<I, W> {
    /// The set whose bits these are.
    #[inline]
    pub const fn of(word: W) -> Set<I, W> {
        Set { word, of: PhantomData }
    }
}

impl<I: Id, W: Word> Set<I, W> {
    #[inline]
    pub fn one(item: I) -> Set<I, W> {
        Set::of(W::one(item.index()))
    }
    /// Numbers beyond the word (a "nobody") are in no set.
    #[inline]
    pub fn has(self, item: I) -> bool {
        item.index() < W::BITS && self.word.has(item.index())
    }
    #[inline]
    pub fn insert(&mut self, item: I) {
        self.word = self.word.or(W::one(item.index()));
    }
    #[inline]
    pub fn remove(&mut self, item: I) {
        self.word = self.word.and_not(W::one(item.index()));
    }
    /// All but one.
    #[inline]
    pub fn but(self, item: I) -> Set<I, W> {
        Set::of(self.word.and_not(W::one(item.index())))
    }
    #[inline]
    pub fn with(self, other: Set<I, W>) -> Set<I, W> {
        Set::of(self.word.or(other.word))
    }
    #[inline]
    pub fn without(self, other: Set<I, W>) -> Set<I, W> {
        Set::of(self.word.and_not(other.word))
    }
    #[inline]
    pub fn and(self, other: Set<I, W>) -> Set<I, W> {
        Set::of(self.word.and(other.word))
    }
    #[inline]
    pub fn is_empty(self) -> bool {
        self.word == W::NONE
    }
    #[inline]
    pub fn count(self) -> u32 {
        self.word.count()
    }
    #[inline]
    pub fn first(self) -> Option<I> {
        self.word.lowest().map(I::at)
    }
    /// The one member of the set, if it holds exactly one.
    #[inline]
    pub fn single(self) -> Option<I> {
        if self.count() == 1 { self.first() } else { None }
    }
    #[inline]
    pub fn iter(self) -> SetIter<I, W> {
        SetIter(self)
    }
    /// Every subset but the empty one, in a stable order.
    pub fn subsets(self) -> impl Iterator<Item = Set<I, W>> {
        let whole = self.word;
        let mut next = Some(whole).filter(|w| *w != W::NONE);
        std::iter::from_fn(move || {
            let now = next?;
            let smaller = now.less_one().and(whole);
            next = Some(smaller).filter(|s| *s != W::NONE);
            Some(Set::of(now))
        })
    }
}

impl<I: Id, W: Word> FromIterator<I> for Set<I, W> {
    fn from_iter<A: IntoIterator<Item = I>>(items: A) -> Set<I, W> {
        let mut set = Set::EMPTY;
        for item in items {
            set.insert(item);
        }
        set
    }
}

#[derive(Clone, Copy, Debug)]
pub struct SetIter<I: Id, W: Word>(Set<I, W>);

impl<I: Id, W: Word> Iterator for SetIter<I, W> {
    type Item = I;
    #[inline]
    fn next(&mut self) -> Option<I> {
        self.0.word.pop().map(I::at)
    }
}

impl<I: Id, W: Word> IntoIterator for Set<I, W> {
    type Item = I;
    type IntoIter = SetIter<I, W>;
    fn into_iter(self) -> SetIter<I, W> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::hash_of;

    crate::ids! {
        struct UnitId(u8);
        struct PieceId(u16);
    }

    fn set<I: Id, W: Word>(numbers: &[usize]) -> Set<I, W> {
        numbers.iter().map(|number| I::at(*number)).collect()
    }

    /// What every width does alike, with numbers that it has room for, the lowest first.
    fn holds_what_was_put_in<I: Id, W: Word>(low: usize, middle: usize, high: usize) {
        let mut held: Set<I, W> = set(&[high, low, middle]);
        let indices = |set: Set<I, W>| set.iter().map(I::index).collect::<Vec<_>>();
        assert!(held.has(I::at(middle)) && !held.has(I::at(middle + 1)) && !held.has(I::NOBODY));
        assert_eq!(indices(held), [low, middle, high]);
        assert_eq!(held.subsets().count(), 7);
        assert!(held.subsets().all(|part| part.without(held).is_empty() && !part.is_empty()));
        held.remove(I::at(middle));
        assert_eq!(indices(held), [low, high]);
        assert_eq!((held.count(), held.first(), held.single()), (2, Some(I::at(low)), None));
        assert_eq!(held.subsets().map(indices).collect::<Vec<_>>(), [vec![low, high], vec![high], vec![low]]);
        assert_eq!(held.and(Set::one(I::at(high))).single(), Some(I::at(high)));
        assert!(held.without(held).is_empty() && held.with(Set::EMPTY) == held);
        assert_eq!(Set::<I, W>::EMPTY.first(), None);
        assert!(Set::<I, W>::one(I::at(low)) < Set::one(I::at(high)));
        let written = serde_json::to_value(held).expect("it is plain data");
        assert_eq!(written, serde_json::json!([low, high]));
        assert_eq!(serde_json::from_value::<Set<I, W>>(written).ok(), Some(held));
    }

    #[test]
    fn a_set_of_any_width_holds_what_was_put_in() {
        holds_what_was_put_in::<UnitId, u16>(0, 7, 15);
        holds_what_was_put_in::<UnitId, u32>(3, 16, 31);
        holds_what_was_put_in::<UnitId, u64>(3, 32, 63);
        holds_what_was_put_in::<UnitId, u128>(3, 70, 127);
        holds_what_was_put_in::<UnitId, Wide<3>>(0, 64, 191);
        holds_what_was_put_in::<UnitId, Wide<3>>(63, 127, 182);
        holds_what_was_put_in::<PieceId, Wide<4>>(65, 128, 255);
        holds_what_was_put_in::<PieceId, Wide<4>>(130, 131, 254);
        holds_what_was_put_in::<PieceId, Wide<20>>(130, 600, 1279);
    }

    #[test]
    fn a_wide_set_does_what_narrow_ones_do_side_by_side() {
        // a fixed walk through all numbers below 256
        let steps = (0..600usize).map(|i| i * 97 % 256);
        let mut wide: Set<PieceId, Wide<4>> = Set::EMPTY;
        let mut parts = [Set::<PieceId, u64>::EMPTY; 4];
        for (i, number) in steps.enumerate() {
            let (id, part) = (PieceId::at(number), PieceId::at(number % 64));
            if i % 3 == 2 {
                wide.remove(id);
                parts[number / 64].remove(part);
            } else {
                wide.insert(id);
                parts[number / 64].insert(part);
            }
            assert_eq!(wide.count(), parts.iter().map(|part| part.count()).sum::<u32>());
        }
        let side_by_side = (0..4).flat_map(|i| parts[i].iter().map(move |part| i * 64 + part.index()));
        assert!(wide.iter().map(PieceId::index).eq(side_by_side));
    }

    #[test]
    fn a_set_is_hashed_as_its_word() {
        assert_eq!(hash_of(&set::<UnitId, u64>(&[0, 3])), hash_of(&9u64));
        assert_eq!(hash_of(&set::<UnitId, u16>(&[0, 3])), hash_of(&9u64), "a narrow set may grow");
        assert_eq!(hash_of(&set::<UnitId, u128>(&[0, 64])), hash_of(&((1u128 << 64) + 1)));
        assert_eq!(hash_of(&set::<UnitId, Wide<2>>(&[0, 64])), hash_of(&((1u128 << 64) + 1)));
        assert_eq!(
            hash_of(&set::<UnitId, Wide<3>>(&[0, 3])),
            hash_of(&9u64),
            "a wide one is as long as what is in it"
        );
        assert_ne!(hash_of(&set::<UnitId, Wide<3>>(&[0, 64])), hash_of(&set::<UnitId, Wide<3>>(&[0, 128])));
    }

    #[test]
    fn a_set_is_a_list_in_json_and_old_words_are_read() {
        let read =
            |text: &str| serde_json::from_str::<Set<UnitId, u16>>(text).map_err(|error| error.to_string());
        assert_eq!(read("9"), Ok(set(&[0, 3])));
        assert_eq!(read("[]"), Ok(Set::EMPTY));
        for wrong in ["65536", "[16]", "[3,3]", "[-1]", "-1", "1.5", "null", "\"3\"", "[[3]]", "{}"] {
            let why = read(wrong).expect_err(wrong);
            assert!(why.contains("different numbers below 16") || why.contains("u8"), "{wrong}: {why}");
        }
        let read = |text: &str| serde_json::from_str::<Set<PieceId, Wide<3>>>(text).ok();
        assert_eq!(read("[191,0]"), Some(set(&[0, 191])));
        assert_eq!((read("[192]"), read("[4,4]"), read("9")), (None, None, Some(set(&[0, 3]))));
    }

    #[test]
    fn a_wide_set_takes_no_more_room_than_its_bits() {
        assert_eq!(size_of::<Set<UnitId, Wide<3>>>(), 24);
        assert_eq!(size_of::<Set<UnitId, Wide<4>>>(), 32);
        const NONE: Set<UnitId, Wide<4>> = Set::EMPTY;
        assert!(NONE.is_empty());
    }
}
