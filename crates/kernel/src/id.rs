//! Numbers that name things, each kind of thing by a type of its own, so that a unit is never taken for a leader;
//! and lists that are looked up by them. In JSON, and to a hash, an id is its number and a list is a list.

use arrayvec::ArrayVec;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// The number of one of many things of a kind. [`ids!`](crate::ids) makes them.
pub trait Id: Copy + Debug + Ord + Hash + Serialize + DeserializeOwned + 'static {
    /// The highest number: none of the things.
    const NOBODY: Self;
    fn at(index: usize) -> Self;
    fn index(self) -> usize;
}

/// What an id can be kept in.
#[doc(hidden)]
pub trait Number: Sized {
    /// Feeds the numbers of a row of ids to a hash.
    fn hash_all<H: Hasher>(numbers: impl ExactSizeIterator<Item = Self>, state: &mut H);
}

impl Number for u8 {
    /// All at once, as a row of bare bytes would be: the hashes of positions hang on it.
    fn hash_all<H: Hasher>(numbers: impl ExactSizeIterator<Item = u8>, state: &mut H) {
        let mut few = [0; 16];
        match few.get_mut(..numbers.len()) {
            Some(bytes) => {
                bytes.iter_mut().zip(numbers).for_each(|(byte, number)| *byte = number);
                state.write(bytes);
            }
            None => state.write(&numbers.collect::<Vec<u8>>()),
        }
    }
}

impl Number for u16 {
    /// One by one: the bytes of a number do not lie in the same order on every machine.
    fn hash_all<H: Hasher>(numbers: impl ExactSizeIterator<Item = u16>, state: &mut H) {
        numbers.for_each(|number| state.write_u16(number));
    }
}

/// Defines ids: `ids! { /// Index into … pub struct UnitId(u8); }`. A kind of which there may be 255 or more has a `u16`.
#[macro_export]
macro_rules! ids {
    ($($(#[$about:meta])* $see:vis struct $Id:ident($Number:ty);)*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(transparent)]
        #[repr(transparent)]
        $see struct $Id($Number);

        #[allow(dead_code)]
        impl $Id {
            /// None of them.
            $see const NOBODY: $Id = $Id(<$Number>::MAX);

            #[inline]
            $see const fn at(index: usize) -> $Id {
                debug_assert!(index <= <$Number>::MAX as usize, "more of them than have numbers");
                $Id(index as $Number)
            }
            #[inline]
            $see const fn index(self) -> usize {
                self.0 as usize
            }
            #[inline]
            $see const fn is_nobody(self) -> bool {
                self.0 == <$Number>::MAX
            }
        }

        impl std::hash::Hash for $Id {
            #[inline]
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                self.0.hash(state);
            }
            #[inline]
            fn hash_slice<H: std::hash::Hasher>(ids: &[$Id], state: &mut H) {
                $crate::id::Number::hash_all(ids.iter().map(|id| id.0), state);
            }
        }

        impl $crate::Id for $Id {
            const NOBODY: $Id = $Id::NOBODY;
            #[inline]
            fn at(index: usize) -> $Id {
                $Id::at(index)
            }
            #[inline]
            fn index(self) -> usize {
                self.index()
            }
        }

        /// As the number that stands for it outside of the rules, in the stacks of a map.
        impl From<$Id> for u16 {
            #[inline]
            fn from(id: $Id) -> u16 {
                id.0.into()
            }
        }

        impl From<u16> for $Id {
            #[inline]
            fn from(number: u16) -> $Id {
                $Id::at(number.into())
            }
        }

        impl std::fmt::Display for $Id {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                std::fmt::Display::fmt(&self.0, f)
            }
        }
    )*};
}

/// What a list of rows can be kept in.
pub trait Rows {
    type Row;
    fn rows(&self) -> &[Self::Row];
    fn rows_mut(&mut self) -> &mut [Self::Row];
}

impl<T> Rows for Vec<T> {
    type Row = T;
    #[inline]
    fn rows(&self) -> &[T] {
        self
    }
    #[inline]
    fn rows_mut(&mut self) -> &mut [T] {
        self
    }
}

impl<T, const N: usize> Rows for [T; N] {
    type Row = T;
    #[inline]
    fn rows(&self) -> &[T] {
        self
    }
    #[inline]
    fn rows_mut(&mut self) -> &mut [T] {
        self
    }
}

impl<T, const N: usize> Rows for ArrayVec<T, N> {
    type Row = T;
    #[inline]
    fn rows(&self) -> &[T] {
        self
    }
    #[inline]
    fn rows_mut(&mut self) -> &mut [T] {
        self
    }
}

/// A list with a row for each of the things that the ids name: a `Vec`, an array, an `ArrayVec`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ById<I, R> {
    rows: R,
    id: PhantomData<I>,
}

impl<I, R> ById<I, R> {
    pub const fn new(rows: R) -> ById<I, R> {
        ById { rows, id: PhantomData }
    }
}

impl<I: Id, R: Rows> ById<I, R> {
    /// All ids that have a row.
    #[inline]
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + Clone + use<I, R> {
        (0..self.rows.rows().len()).map(I::at)
    }
    /// The rows, each with its id.
    #[inline]
    pub fn pairs(&self) -> impl DoubleEndedIterator<Item = (I, &R::Row)> + ExactSizeIterator + Clone {
        self.rows.rows().iter().enumerate().map(|(index, row)| (I::at(index), row))
    }
    /// The first whose row passes the test.
    pub fn find(&self, test: impl FnMut(&R::Row) -> bool) -> Option<I> {
        self.rows.rows().iter().position(test).map(I::at)
    }
    pub fn get(&self, id: I) -> Option<&R::Row> {
        self.rows.rows().get(id.index())
    }
    pub fn get_mut(&mut self, id: I) -> Option<&mut R::Row> {
        self.rows.rows_mut().get_mut(id.index())
    }
}

impl<I: Id, R: Rows> Index<I> for ById<I, R> {
    type Output = R::Row;
    #[inline]
    fn index(&self, id: I) -> &R::Row {
        &self.rows.rows()[id.index()]
    }
}

impl<I: Id, R: Rows> IndexMut<I> for ById<I, R> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut R::Row {
        &mut self.rows.rows_mut()[id.index()]
    }
}

impl<I, R: Default> Default for ById<I, R> {
    fn default() -> ById<I, R> {
        ById::new(R::default())
    }
}

impl<I, T, R: FromIterator<T>> FromIterator<T> for ById<I, R> {
    fn from_iter<A: IntoIterator<Item = T>>(rows: A) -> ById<I, R> {
        ById::new(rows.into_iter().collect())
    }
}

impl<'a, I, R> IntoIterator for &'a ById<I, R>
where
    &'a R: IntoIterator,
{
    type Item = <&'a R as IntoIterator>::Item;
    type IntoIter = <&'a R as IntoIterator>::IntoIter;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        (&self.rows).into_iter()
    }
}

impl<'a, I, R> IntoIterator for &'a mut ById<I, R>
where
    &'a mut R: IntoIterator,
{
    type Item = <&'a mut R as IntoIterator>::Item;
    type IntoIter = <&'a mut R as IntoIterator>::IntoIter;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        (&mut self.rows).into_iter()
    }
}

impl<I, R> Deref for ById<I, R> {
    type Target = R;
    #[inline]
    fn deref(&self) -> &R {
        &self.rows
    }
}

impl<I, R> DerefMut for ById<I, R> {
    #[inline]
    fn deref_mut(&mut self) -> &mut R {
        &mut self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::hash_of;

    ids! {
        /// Index into a list of this test.
        pub(crate) struct UnitId(u8);
        pub(crate) struct PieceId(u16);
    }

    #[test]
    fn a_list_is_looked_up_by_its_ids_alone() {
        let mut names: ById<UnitId, Vec<&str>> = ["a", "b", "c"].into_iter().collect();
        let b = names.find(|name| *name == "b").expect("it stands there");
        assert_eq!((b, b.index(), names[b]), (UnitId::at(1), 1, "b"));
        names[b] = "d";
        assert_eq!(names.ids().map(|id| names[id]).collect::<Vec<_>>(), ["a", "d", "c"]);
        assert_eq!(names.pairs().last(), Some((UnitId::at(2), &"c")));
        assert_eq!(
            (names.get(b), names.get(UnitId::at(3)), names.get(UnitId::NOBODY)),
            (Some(&"d"), None, None)
        );
        assert_eq!(PieceId::at(300).index(), 300);
        assert!(UnitId::at(255).is_nobody() && !PieceId::at(255).is_nobody());
    }

    #[test]
    fn ids_and_lists_are_written_and_hashed_as_their_numbers() {
        let ids: ById<UnitId, [UnitId; 2]> = ById::new([UnitId::at(7), UnitId::NOBODY]);
        assert_eq!(serde_json::to_string(&ids).expect("it is plain data"), "[7,255]");
        assert_eq!(serde_json::from_str::<ById<UnitId, [UnitId; 2]>>("[7,255]").ok(), Some(ids));
        assert_eq!(hash_of(&UnitId::at(7)), hash_of(&7u8));
        assert_eq!(hash_of(&PieceId::at(7)), hash_of(&7u16));
        let few = [1u8, 2, 255];
        assert_eq!(hash_of(&few.map(|n| UnitId::at(n.into()))), hash_of(&few));
        let many: Vec<u8> = (0..100).collect();
        assert_eq!(
            hash_of(&many.iter().map(|n| UnitId::at((*n).into())).collect::<Vec<_>>()),
            hash_of(&many)
        );
        let numbers: ById<UnitId, Vec<i8>> = ById::new(vec![1, -2]);
        assert_eq!(hash_of(&numbers), hash_of(&vec![1i8, -2]));
    }
}
