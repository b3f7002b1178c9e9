//! Ground that changes in play, over tables that do not: a bridge that was built, works, a fort that fell. What does not
//! change is worked out once for a map; what does stands in the position, a few places of it, and is asked first.

use crate::{Dir, Hex, Map};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// A hexside, the same from both of its hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hexside {
    hex: Hex,
    dir: Dir,
}

impl Hexside {
    /// The side of a hex in a direction. At the edge of the map it has only this hex.
    #[inline]
    pub fn of(map: &Map, hex: Hex, dir: Dir) -> Hexside {
        let other = map.neighbour(hex, dir);
        if other < hex { Hexside { hex: other, dir: crate::opposite(dir) } } else { Hexside { hex, dir } }
    }
    /// The hexes on both sides; the second is none at the edge of the map.
    pub fn hexes(self, map: &Map) -> [Hex; 2] {
        [self.hex, map.neighbour(self.hex, self.dir)]
    }
    /// Whether the map has it, and whether it is written as [`Hexside::of`] writes it: for what comes from outside.
    pub fn is_sound(self, map: &Map) -> bool {
        self.hex.index() < map.len() && self.dir < 6 && Hexside::of(map, self.hex, self.dir) == self
    }
}

/// What has changed at up to `N` places since the tables were made: places are hexes or hexsides. Flat and cheap to copy; equality
/// and hash look at the places in order, whatever the order in which they changed. In JSON it is a list of pairs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Changes<K, V, const N: usize> {
    list: ArrayVec<(K, V), N>,
}

impl<K, V, const N: usize> Default for Changes<K, V, N> {
    fn default() -> Self {
        Changes { list: ArrayVec::new() }
    }
}

impl<K: Copy + Ord, V: Copy, const N: usize> Changes<K, V, N> {
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    /// What a place has become, if it has changed.
    #[inline]
    pub fn get(&self, place: K) -> Option<V> {
        // Most maps never change: nothing is looked for then.
        if self.list.is_empty() {
            return None;
        }
        self.find(place).ok().map(|at| self.list[at].1)
    }
    /// What a place is now: what it has become, or else what the tables say.
    #[inline]
    pub fn over(&self, place: K, table: V) -> V {
        self.get(place).unwrap_or(table)
    }
    /// Changes a place. False if there is no room for another: then nothing happens.
    #[must_use]
    pub fn set(&mut self, place: K, value: V) -> bool {
        match self.find(place) {
            Ok(at) => self.list[at].1 = value,
            Err(at) => return self.list.try_insert(at, (place, value)).is_ok(),
        }
        true
    }
    /// A place is again what the tables say.
    pub fn clear(&mut self, place: K) {
        if let Ok(at) = self.find(place) {
            self.list.remove(at);
        }
    }
    /// Every place that has changed, in order.
    pub fn iter(&self) -> impl Iterator<Item = (K, V)> {
        self.list.iter().copied()
    }
    fn find(&self, place: K) -> Result<usize, usize> {
        self.list.binary_search_by(|(other, _)| other.cmp(&place))
    }
}

impl<'de, K, V, const N: usize> Deserialize<'de> for Changes<K, V, N>
where
    K: Copy + Ord + Deserialize<'de>,
    V: Copy + Deserialize<'de>,
{
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let list: Vec<(K, V)> = Deserialize::deserialize(from)?;
        if list.len() > N {
            return Err(D::Error::custom(format!("{} places have changed where {N} can", list.len())));
        }
        if list.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
            return Err(D::Error::custom("a place that has changed stands twice or out of order"));
        }
        Ok(Changes { list: list.into_iter().collect() })
    }
}
