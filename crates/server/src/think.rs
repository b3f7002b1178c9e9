//! Where computer players think: on a few threads of their own, in the order of asking, and never two
//! thoughts about the same game at once. Who plays which game is told by whoever knows the games.

use crate::metrics::METRICS;
use crate::wire::Weighed;
use kernel::{Seat, Table};
use std::collections::{HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::oneshot;

/// The computer players that there are.
pub trait Opponents: Send + Sync {
    /// The levels of those that know a game, the weakest first.
    fn levels(&self, game: &str) -> Vec<String>;
    /// The level that is asked for hints, if any of them has something to say.
    fn adviser(&self, game: &str) -> Option<String>;
    /// A player of this level for a seat of this table; None if nobody knows its game.
    fn sit(&self, table: &dyn Table, level: &str, seed: u64) -> Option<Box<dyn Opponent>>;
}

/// A computer that plays one seat of one game. It may remember what it planned.
pub trait Opponent: Send {
    /// What it does now, in notation; None if its seat is not asked.
    fn act(&mut self, table: &dyn Table, seat: Seat) -> Option<String>;
    /// The same with its reasons.
    fn advise(&mut self, table: &dyn Table, seat: Seat) -> Option<Advice>;
}

pub struct Advice {
    pub action: String,
    pub reason: String,
    pub candidates: Vec<Weighed>,
}

/// A server without computer players.
pub struct Nobody;

impl Opponents for Nobody {
    fn levels(&self, _: &str) -> Vec<String> {
        Vec::new()
    }
    fn adviser(&self, _: &str) -> Option<String> {
        None
    }
    fn sit(&self, _: &dyn Table, _: &str, _: u64) -> Option<Box<dyn Opponent>> {
        None
    }
}

type Thought = Box<dyn FnOnce() + Send>;

pub struct Thinkers {
    desk: Arc<Desk>,
}

struct Desk {
    state: Mutex<State>,
    more: Condvar,
}

#[derive(Default)]
struct State {
    /// What waits, with the game that it is about.
    waiting: VecDeque<(i64, Thought)>,
    /// Games that are being thought about.
    busy: HashSet<i64>,
    closed: bool,
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, State> {
        // What the lock holds is whole between any two statements.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next thought about a game that nobody thinks about; None when all is over.
    fn next(&self) -> Option<(i64, Thought)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            let free = state.waiting.iter().position(|(table, _)| !state.busy.contains(table));
            if let Some((table, thought)) = free.and_then(|at| state.waiting.remove(at)) {
                state.busy.insert(table);
                return Some((table, thought));
            }
            state = self.more.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self) {
        while let Some((table, thought)) = self.next() {
            METRICS.thoughts_waiting.add(-1);
            let begun = Instant::now();
            // Who waits for a thought that fails hears that there is none.
            if catch_unwind(AssertUnwindSafe(thought)).is_err() {
                tracing::error!("a computer player failed");
            }
            METRICS.thoughts.add(1);
            METRICS.thinking_time.observe(begun.elapsed());
            self.lock().busy.remove(&table);
            self.more.notify_all();
        }
    }
}

impl Thinkers {
    pub fn start(threads: usize) -> Result<Thinkers, String> {
        let desk = Arc::new(Desk { state: Mutex::default(), more: Condvar::new() });
        for number in 0..threads.max(1) {
            let desk = Arc::clone(&desk);
            let thread = std::thread::Builder::new().name(format!("thinker {number}"));
            thread.spawn(move || desk.work()).map_err(|error| format!("no threads: {error}"))?;
        }
        Ok(Thinkers { desk })
    }

    /// As many as there are processors, but one: that one stays with the people.
    pub fn usual() -> usize {
        std::thread::available_parallelism().map_or(1, |cores| cores.get() - 1).max(1)
    }

    /// How many thoughts wait for their turn.
    pub fn waiting(&self) -> usize {
        self.desk.lock().waiting.len()
    }

    /// Thinks something through about a game; None if that failed or the server ends.
    pub async fn think<R: Send + 'static>(
        &self,
        table: i64,
        thought: impl FnOnce() -> R + Send + 'static,
    ) -> Option<R> {
        let (answer, answered) = oneshot::channel();
        let thought: Thought = Box::new(move || {
            // Who asked may have gone: then nobody needs it.
            if !answer.is_closed() {
                let _ = answer.send(thought());
            }
        });
        METRICS.thoughts_waiting.add(1);
        self.desk.lock().waiting.push_back((table, thought));
        self.desk.more.notify_one();
        answered.await.ok()
    }

    /// Ends the threads, each after what it is about.
    pub fn close(&self) {
        let mut state = self.desk.lock();
        state.closed = true;
        METRICS.thoughts_waiting.add(-(state.waiting.len() as i64));
        state.waiting.clear();
        self.desk.more.notify_all();
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::time::Duration;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn games_take_turns_and_none_thinks_twice_at_once() {
        let thinkers = Arc::new(Thinkers::start(3).unwrap());
        let running: Arc<[AtomicUsize; 2]> = Arc::default();
        let order: Arc<Mutex<Vec<i64>>> = Arc::default();
        let mut asked = Vec::new();
        for number in 0..12 {
            let table = i64::from(number >= 8);
            let (thinkers, running, order) = (thinkers.clone(), running.clone(), order.clone());
            asked.push(tokio::spawn(async move {
                let thought = move || {
                    assert_eq!(running[table as usize].fetch_add(1, SeqCst), 0);
                    std::thread::sleep(Duration::from_millis(5));
                    running[table as usize].fetch_sub(1, SeqCst);
                    order.lock().unwrap().push(table);
                };
                thinkers.think(table, thought).await
            }));
        }
        for task in asked {
            assert_eq!(task.await.unwrap(), Some(()));
        }
        // The second game did not wait until the first had thought all its thoughts.
        let order = order.lock().unwrap();
        assert!(order[..11].contains(&1) && order[8..].contains(&0), "{order:?}");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_thought_that_fails_takes_nobody_with_it() {
        let thinkers = Thinkers::start(1).unwrap();
        assert_eq!(thinkers.think(1, || panic!("no idea")).await, None::<()>);
        assert_eq!(thinkers.think(1, || 7).await, Some(7));
        thinkers.close();
        assert_eq!(thinkers.waiting(), 0);
    }
}
