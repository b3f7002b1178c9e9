//! How much is done at once. Beyond what the machine can do in a short time new work is refused at once, with a
//! word that it may be tried again, instead of letting everybody wait longer and longer.
//!
//! The bound finds itself: where answers come quickly it grows, where they take too long it shrinks.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What an answer should not take longer than, even when all are busy.
const GOAL: Duration = Duration::from_millis(400);
/// Requests that are in work at once, at least and at most.
const LEAST: f64 = 16.0;
const MOST: f64 = 512.0;
const FIRST: f64 = 128.0;
/// How much the bound shrinks by slow answers, once in the time that they take, and grows by as many quick ones
/// as it allows at once.
const SHRINK: f64 = 0.75;
const GROW: f64 = 8.0;

pub struct Work {
    state: Mutex<State>,
}

struct State {
    inside: usize,
    bound: f64,
    shrunk: Option<Instant>,
}

/// A request in work. Dropping it is its end.
pub struct InWork {
    work: Arc<Work>,
    begun: Instant,
}

impl State {
    fn enter(&mut self) -> bool {
        let room = (self.inside as f64) < self.bound;
        self.inside += usize::from(room);
        room
    }

    fn leave(&mut self, begun: Instant, now: Instant) {
        // Only a bound that is made use of can be too small.
        let used = self.inside as f64 * 2.0 > self.bound;
        self.inside -= 1;
        if now.duration_since(begun) <= GOAL {
            if used {
                self.bound = (self.bound + GROW / self.bound).min(MOST);
            }
        } else if self.shrunk.is_none_or(|at| begun > at) {
            // Those who began before the last time say nothing new.
            self.bound = (self.bound * SHRINK).max(LEAST);
            self.shrunk = Some(now);
        }
    }
}

impl Work {
    pub fn new() -> Arc<Work> {
        Arc::new(Work { state: Mutex::new(State { inside: 0, bound: FIRST, shrunk: None }) })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // What the lock holds is whole between any two statements.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// None if there is too much in work.
    pub fn enter(self: &Arc<Self>) -> Option<InWork> {
        self.lock().enter().then(|| InWork { work: Arc::clone(self), begun: Instant::now() })
    }

    /// The same for what counts; what does not is always let in.
    pub fn enter_if(self: &Arc<Self>, counts: bool) -> Option<Option<InWork>> {
        if counts { self.enter().map(Some) } else { Some(None) }
    }
}

impl Drop for InWork {
    fn drop(&mut self) {
        self.work.lock().leave(self.begun, Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine that answers one request after the other, each in the same time, and clients who ask at once
    /// when they are answered or refused: gives the bound and the longest wait of the last answers.
    fn play(each: Duration, clients: usize) -> (f64, Duration) {
        let mut state = State { inside: 0, bound: FIRST, shrunk: None };
        let mut now = Instant::now();
        let mut queue = std::collections::VecDeque::new();
        let mut longest = Duration::ZERO;
        for answered in 0..20_000 {
            while queue.len() < clients && state.enter() {
                queue.push_back(now);
            }
            now += each;
            let begun = queue.pop_front().expect("somebody is let in");
            if answered > 15_000 {
                longest = longest.max(now - begun);
            }
            state.leave(begun, now);
        }
        assert_eq!(state.inside, queue.len());
        (state.bound, longest)
    }

    #[test]
    fn nobody_waits_long_however_many_ask() {
        for micros in [100, 1_000, 5_000, 20_000] {
            let (bound, longest) = play(Duration::from_micros(micros), 5_000);
            assert!(longest < GOAL * 3 / 2, "{micros}: {longest:?}");
            assert!(bound >= LEAST);
        }
        let (bound, _) = play(Duration::from_micros(100), 5_000);
        assert_eq!(bound, MOST, "a quick machine takes in as many as it may");
    }

    #[test]
    fn beyond_the_bound_is_refused_and_then_there_is_room_again() {
        let work = Work::new();
        let inside: Vec<InWork> = std::iter::from_fn(|| work.enter()).collect();
        assert_eq!(inside.len(), FIRST as usize);
        assert!(work.enter().is_none());
        drop(inside);
        assert!(work.enter().is_some());
    }
}
