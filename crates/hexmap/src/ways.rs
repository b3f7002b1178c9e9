//! What ways cost at the least: from some hexes to all others, and such lists kept for those who ask for them again.

use crate::{Dir, Hex, Map};
use arrayvec::ArrayVec;
use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// What the way out of the nearest of the `starts` costs at the least, for every hex; `u16::MAX` where there is none that costs
/// `most` or less. `step` says what a step costs, None if it is forbidden. Backwards, for ways into the starts, it is asked
/// about the step from the farther hex into the nearer one.
pub fn least_costs(
    map: &Map,
    starts: impl IntoIterator<Item = Hex>,
    most: u16,
    mut step: impl FnMut(Hex, Dir, Hex) -> Option<u16>,
) -> Vec<u16> {
    let mut costs = vec![u16::MAX; map.len()];
    // hexes to go on from, by cost
    let mut open: Vec<Vec<Hex>> = vec![starts.into_iter().collect()];
    open[0].iter().for_each(|start| costs[start.index()] = 0);
    let mut spent = 0;
    while spent < open.len() {
        let mut next = 0;
        // A step may cost nothing: the list can grow while it is worked off.
        while let Some(&from) = open[spent].get(next) {
            next += 1;
            // A cheaper way may have been found after the hex was put here.
            if usize::from(costs[from.index()]) != spent {
                continue;
            }
            for (dir, &to) in map.neighbours(from).iter().enumerate().filter(|(_, to)| !to.is_none()) {
                // no step makes a way cheaper that costs no more than this one
                if usize::from(costs[to.index()]) <= spent {
                    continue;
                }
                let Some(cost) = step(from, dir as Dir, to) else { continue };
                let total = spent + usize::from(cost);
                if total <= most.into() && total < costs[to.index()].into() {
                    costs[to.index()] = total as u16;
                    if open.len() <= total {
                        open.resize_with(total + 1, Vec::new);
                    }
                    open[total].push(to);
                }
            }
        }
        spent += 1;
    }
    costs
}

/// Lists of costs, one for each hex of a map and each kind of moving, made when they are asked for first. Where all of them
/// together have room in [`Ways::ROOM`] they are kept for good. Of a larger map each thread keeps those that it asked for
/// lately, [`Ways::LATELY`] of all maps together, and makes the others again: the list is the same either way.
pub struct Ways {
    /// Tells them apart in the memory of a thread.
    owner: u64,
    kinds: usize,
    /// A place for each list; none where they would need too much room.
    kept: Vec<OnceLock<Box<[u8]>>>,
}

/// A list of costs by hex.
pub enum Way<'a> {
    Kept(&'a [u8]),
    Lately(Rc<[u8]>),
}

impl Deref for Way<'_> {
    type Target = [u8];
    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Way::Kept(list) => list,
            Way::Lately(list) => list,
        }
    }
}

/// Several lists as slices, for loops that look at them all the time.
pub fn lists<'a, const N: usize>(ways: &'a ArrayVec<Way<'_>, N>) -> ArrayVec<&'a [u8], N> {
    ways.iter().map(|way| &**way).collect()
}

static OWNERS: AtomicU64 = AtomicU64::new(0);

impl Ways {
    /// Bytes that the lists of a map may take together if all of them are kept.
    pub const ROOM: usize = 8 << 20;
    /// Lists that a thread keeps of larger maps.
    pub const LATELY: usize = SETS * PLACES;

    /// No list yet; `kinds` of moving.
    pub fn new(map: &Map, kinds: usize) -> Ways {
        let lists = map.len() * kinds;
        let all = lists * map.len() <= Ways::ROOM;
        let kept = if all { (0..lists).map(|_| OnceLock::new()).collect() } else { Vec::new() };
        Ways { owner: OWNERS.fetch_add(1, Ordering::Relaxed), kinds, kept }
    }

    /// The list of a hex for a kind of moving.
    #[inline]
    pub fn of(&self, kind: usize, hex: Hex, make: impl FnOnce() -> Box<[u8]>) -> Way<'_> {
        let key = hex.index() * self.kinds + kind;
        match self.kept.get(key) {
            Some(place) => Way::Kept(place.get_or_init(make)),
            None => Way::Lately(lately(self.owner, key as u32, make)),
        }
    }

    /// How many lists this thread keeps of maps that are too large.
    pub fn kept_lately() -> usize {
        LATELY.with_borrow(|lately| lately.sets.iter().map(|set| set.len()).sum())
    }
}

/// A list can stand in one of so many places of its set; the one that was asked for longest ago gives way.
const SETS: usize = 512;
const PLACES: usize = 4;

struct Entry {
    owner: u64,
    key: u32,
    asked: u64,
    list: Rc<[u8]>,
}

#[derive(Default)]
struct Lately {
    /// Empty until the thread asks for the first time.
    sets: Vec<ArrayVec<Entry, PLACES>>,
    /// How often it has asked.
    asked: u64,
}

thread_local! {
    static LATELY: RefCell<Lately> = RefCell::new(Lately::default());
}

impl Lately {
    /// The places of a list, and the number of this asking.
    fn set(&mut self, owner: u64, key: u32) -> (&mut ArrayVec<Entry, PLACES>, u64) {
        if self.sets.is_empty() {
            self.sets.resize_with(SETS, ArrayVec::new);
        }
        self.asked += 1;
        let mixed = (owner << 32 ^ u64::from(key)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (&mut self.sets[(mixed >> 32) as usize % SETS], self.asked)
    }
}

fn lately(owner: u64, key: u32, make: impl FnOnce() -> Box<[u8]>) -> Rc<[u8]> {
    let found = LATELY.with_borrow_mut(|lately| {
        let (set, now) = lately.set(owner, key);
        let entry = set.iter_mut().find(|entry| entry.owner == owner && entry.key == key)?;
        entry.asked = now;
        Some(entry.list.clone())
    });
    found.unwrap_or_else(|| {
        // made outside of the memory: whoever makes it may ask for another
        let list: Rc<[u8]> = make().into();
        LATELY.with_borrow_mut(|lately| {
            let (set, asked) = lately.set(owner, key);
            if set.is_full()
                && let Some(oldest) = (0..PLACES).min_by_key(|at| set[*at].asked)
            {
                set.remove(oldest);
            }
            set.push(Entry { owner, key, asked, list: list.clone() });
        });
        list
    })
}
