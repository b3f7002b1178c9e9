//! Least-cost movement: where a piece can get to, at what cost and by which way; and ranges that
//! are traced by cost.

use crate::{Dir, Hex, Map};
use std::cell::RefCell;

/// Scratch for [`reach`] and [`seek`], to be used again and again: an entry counts only if its stamp is that of
/// the last search, so that nothing has to be wiped in between.
#[derive(Clone, Debug, Default)]
pub struct ReachBuf {
    entries: Vec<Entry>,
    generation: u32,
    /// Hexes to go on from, by cost.
    buckets: Buckets<Hex>,
    /// The same for [`seek`], by cost and the least that is still to come.
    open: Buckets<(Hex, u16)>,
    reached: Vec<Hex>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    generation: u32,
    cost: u16,
    from: Hex,
}

impl ReachBuf {
    pub fn new() -> ReachBuf {
        ReachBuf::default()
    }

    /// What was reached, the start first, in the order of cost.
    pub fn reached(&self) -> &[Hex] {
        &self.reached
    }

    /// The least cost of getting to a hex, None if it was not reached.
    #[inline]
    pub fn cost(&self, h: Hex) -> Option<u16> {
        self.entry(h).map(|entry| entry.cost)
    }

    /// The hex before this one on the way; None for the start and for what was not reached.
    pub fn came_from(&self, h: Hex) -> Option<Hex> {
        self.entry(h).map(|e| e.from).filter(|from| !from.is_none())
    }

    /// The way from the start to a hex, both included; empty if it was not reached.
    pub fn path(&self, h: Hex) -> Vec<Hex> {
        let mut path = Vec::new();
        if self.entry(h).is_some() {
            let way = std::iter::successors(Some(h), |h| self.came_from(*h));
            path.extend(way);
            path.reverse();
        }
        path
    }

    #[inline]
    fn entry(&self, h: Hex) -> Option<&Entry> {
        self.entries.get(h.index()).filter(|entry| entry.generation == self.generation)
    }

    /// Makes room for a map and forgets the last search.
    #[inline]
    fn begin(&mut self, hexes: usize) {
        // Stamps of long ago would come true again after the counter has gone round.
        if self.generation == u32::MAX {
            self.entries.clear();
            self.generation = 0;
        }
        self.generation += 1;
        if self.entries.len() < hexes {
            let never = Entry { generation: 0, cost: 0, from: Hex::NONE };
            self.entries.resize(hexes, never);
        }
        self.reached.clear();
    }
}

thread_local! {
    static BUFFER: RefCell<ReachBuf> = RefCell::new(ReachBuf::default());
}

/// Lends the thread's scratch memory for searches over the map.
pub fn with_buffer<T>(run: impl FnOnce(&mut ReachBuf) -> T) -> T {
    BUFFER.with(|cell| match cell.try_borrow_mut() {
        Ok(mut buffer) => run(&mut buffer),
        // a search inside a search takes memory of its own
        Err(_) => run(&mut ReachBuf::default()),
    })
}

/// Lists by cost.
#[derive(Clone, Debug)]
struct Buckets<T> {
    lists: Vec<Vec<T>>,
    /// How many of them the last search may have used: a short search after a long one leaves the others alone.
    used: usize,
}

impl<T> Default for Buckets<T> {
    fn default() -> Buckets<T> {
        Buckets { lists: Vec::new(), used: 0 }
    }
}

impl<T> Buckets<T> {
    /// Empty lists for costs up to a budget.
    fn up_to(&mut self, budget: u16) -> &mut [Vec<T>] {
        self.lists[..self.used].iter_mut().for_each(Vec::clear);
        self.used = usize::from(budget) + 1;
        if self.lists.len() < self.used {
            self.lists.resize_with(self.used, Vec::new);
        }
        &mut self.lists[..self.used]
    }
}

/// Finds the least cost of every hex that can be reached from `start` within `budget`, in quarters
/// of a point. `cost` says what a step costs, None if it is forbidden; it is not asked about steps
/// that cannot improve anything. Among ways of equal cost the first found stays, which depends on
/// nothing but the map and the costs.
pub fn reach(
    map: &Map,
    start: Hex,
    budget: u16,
    buf: &mut ReachBuf,
    cost: impl FnMut(Hex, Dir, Hex) -> Option<u16>,
) {
    reach_towards(map, start, budget, buf, cost, |_, _| true);
}

/// The same, but leaves out hexes that are not `promising` with their cost: where only some hexes
/// matter, a bound from below on the way to them keeps the search narrow.
pub fn reach_towards(
    map: &Map,
    start: Hex,
    budget: u16,
    buf: &mut ReachBuf,
    mut cost: impl FnMut(Hex, Dir, Hex) -> Option<u16>,
    mut promising: impl FnMut(Hex, u16) -> bool,
) {
    buf.begin(map.len());
    let ReachBuf { entries, generation, buckets, reached, .. } = buf;
    let buckets = buckets.up_to(budget);
    let generation = *generation;
    entries[start.index()] = Entry { generation, cost: 0, from: Hex::NONE };
    buckets[0].push(start);
    for spent in 0..=budget {
        let mut next = 0;
        // A step may cost nothing: the bucket can grow while it is worked off.
        while let Some(&from) = buckets[usize::from(spent)].get(next) {
            next += 1;
            // A cheaper way may have been found after the hex was put here.
            if entries[from.index()].cost != spent {
                continue;
            }
            reached.push(from);
            for (d, &to) in map.neighbours(from).iter().enumerate() {
                if to.is_none() {
                    continue;
                }
                let entry = &mut entries[to.index()];
                let new = entry.generation != generation;
                if !new && entry.cost <= spent {
                    continue;
                }
                let Some(total) = cost(from, d as Dir, to).and_then(|c| spent.checked_add(c)) else {
                    continue;
                };
                if total <= budget && (new || total < entry.cost) && promising(to, total) {
                    *entry = Entry { generation, cost: total, from };
                    buckets[usize::from(total)].push(to);
                }
            }
        }
    }
}

/// Looks for the nearest hex that `goal` accepts with its least cost, within `budget`. `rest` is a
/// bound from below on what the way from a hex to any goal still costs, None where there is none;
/// it may not fall by more than a step costs. With a good bound little but the way itself is
/// looked at. The start is not asked about.
pub fn seek(
    map: &Map,
    start: Hex,
    budget: u16,
    buf: &mut ReachBuf,
    mut cost: impl FnMut(Hex, Dir, Hex) -> Option<u16>,
    mut rest: impl FnMut(Hex) -> Option<u16>,
    mut goal: impl FnMut(Hex, u16) -> bool,
) -> Option<Hex> {
    let first = rest(start).filter(|rest| *rest <= budget)?;
    buf.begin(map.len());
    let ReachBuf { entries, generation, open, .. } = buf;
    let open = open.up_to(budget);
    let generation = *generation;
    entries[start.index()] = Entry { generation, cost: 0, from: Hex::NONE };
    open[usize::from(first)].push((start, 0));
    let mut total = usize::from(first);
    while total <= budget.into() {
        let Some((from, spent)) = open[total].pop() else {
            total += 1;
            continue;
        };
        // A cheaper way may have been found after the hex was put here.
        if entries[from.index()].cost != spent {
            continue;
        }
        if from != start && goal(from, spent) {
            return Some(from);
        }
        for (d, &to) in map.neighbours(from).iter().enumerate() {
            if to.is_none() {
                continue;
            }
            let entry = &mut entries[to.index()];
            let new = entry.generation != generation;
            if !new && entry.cost <= spent {
                continue;
            }
            let Some(paid) = cost(from, d as Dir, to).and_then(|c| spent.checked_add(c)) else { continue };
            if !new && entry.cost <= paid {
                continue;
            }
            let Some(whole) = rest(to).and_then(|rest| paid.checked_add(rest)) else { continue };
            if whole <= budget {
                *entry = Entry { generation, cost: paid, from };
                open[usize::from(whole)].push((to, paid));
            }
        }
    }
    None
}

/// Finds the hexes within a range that is traced by cost: a hex with a road counts `road_cost`,
/// another `other_cost`; the first hex does not count, the last one does. `passable` says whether
/// the trace may take a step.
pub fn traced_range(
    map: &Map,
    start: Hex,
    limit: u16,
    buf: &mut ReachBuf,
    road_cost: u16,
    other_cost: u16,
    passable: impl Fn(Hex, Dir, Hex) -> bool,
) {
    reach(map, start, limit, buf, |from, d, to| {
        let cost = if map.has_road(to) { road_cost } else { other_cost };
        passable(from, d, to).then_some(cost)
    });
}
