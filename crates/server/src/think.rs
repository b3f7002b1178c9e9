//! Where computer players think: on a few threads of their own, shared out fairly among those who ask, and never
//! two thoughts about the same game at once. Who plays which game is told by whoever knows the games.

use crate::metrics::METRICS;
use crate::wire::Weighed;
use kernel::{Choice, Seat, Table};
use std::collections::HashMap;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
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
    /// The course that the action belongs to, from it on as far as it can be foreseen.
    pub steps: Vec<Choice>,
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

/// Who asks for a thought: thinking is shared out among them. None if nobody does, as after a restart.
pub type Asker = Option<IpAddr>;

/// A thought that is to be had.
pub struct Errand {
    /// The game that it is about.
    pub table: i64,
    pub asker: Asker,
    /// Whether somebody looks on, whenever that is asked.
    pub watched: Box<dyn Fn() -> bool + Send>,
}

pub struct Thinkers {
    desk: Arc<Desk>,
}

struct Desk {
    opened: Instant,
    state: Mutex<State>,
    more: Condvar,
}

struct State {
    queue: Queue<Thought>,
    closed: bool,
}

/// What waits, and whose turn it is. Games that somebody looks at come before others; among those, whoever has
/// had the least thinking comes first; and what he asked first. Times are in microseconds.
struct Queue<T> {
    threads: usize,
    /// In the order of asking.
    waiting: Vec<(Errand, T)>,
    /// Games that are being thought about, and whether somebody looked at them when that began.
    busy: HashMap<i64, bool>,
    /// When a thought ended about a game that somebody looked at.
    looked_at: Option<u64>,
    /// When a thought began about one that nobody looked at.
    unseen: Option<u64>,
    /// The thinking that each has had.
    had: HashMap<Asker, u64>,
    /// What the last whose turn it was had had: who is new begins there, and nobody saves up his share.
    level: u64,
}

/// What a thought counts for as long as it goes on.
const TYPICAL: u64 = 200_000;
/// Askers that are remembered.
const MOST_ASKERS: usize = 10_000;
/// A computer makes many moves one after the other. So the last free thread is kept for somebody who looks on, as
/// long as his next thought may come at once; but what nobody looks at does not wait for ever.
const KEPT: u64 = 1_000_000;
const LONGEST_WAIT: u64 = 10_000_000;

/// Whose turn it is.
enum Turn<T> {
    Now(i64, Asker, T),
    /// Nobody's yet; after so many microseconds somebody's.
    After(u64),
    Nobodys,
}

impl<T> Queue<T> {
    fn new(threads: usize) -> Queue<T> {
        Queue {
            threads,
            waiting: Vec::new(),
            busy: HashMap::new(),
            looked_at: None,
            unseen: None,
            had: HashMap::new(),
            level: 0,
        }
    }

    fn had(&self, asker: Asker) -> u64 {
        self.had.get(&asker).copied().unwrap_or(0).max(self.level)
    }

    /// The next thought about a game that nobody thinks about.
    fn next(&mut self, now: u64) -> Turn<T> {
        let free = self.waiting.iter().enumerate();
        let free = free.filter(|(_, (errand, _))| !self.busy.contains_key(&errand.table));
        let first = free
            .map(|(at, (errand, _))| (!(errand.watched)(), self.had(errand.asker), at))
            .min_by_key(|&turn| turn);
        let Some((unseen, had, at)) = first else { return Turn::Nobodys };
        if unseen {
            let wait = self.kept(now);
            if wait > 0 {
                return Turn::After(wait);
            }
            self.unseen = Some(now);
        }
        let (Errand { table, asker, .. }, thought) = self.waiting.remove(at);
        self.level = had;
        self.had.insert(asker, self.level + TYPICAL);
        self.busy.insert(table, !unseen);
        Turn::Now(table, asker, thought)
    }

    /// How long the thread that asks is kept for somebody who looks on.
    fn kept(&self, now: u64) -> u64 {
        let unseen = self.busy.values().filter(|looked_at| !**looked_at).count();
        if unseen + 1 < self.threads {
            return 0;
        }
        let left =
            |since: Option<u64>, long: u64| since.map_or(0, |since| (since + long).saturating_sub(now));
        left(self.looked_at, KEPT).min(left(self.unseen, LONGEST_WAIT))
    }

    /// A thought has been had, and took so long.
    fn done(&mut self, table: i64, asker: Asker, took: u64, now: u64) {
        if self.busy.remove(&table) == Some(true) {
            self.looked_at = Some(now);
        }
        if let Some(had) = self.had.get_mut(&asker) {
            *had = had.saturating_sub(TYPICAL).saturating_add(took);
        }
        if self.had.len() > MOST_ASKERS {
            let level = self.level;
            self.had.retain(|_, had| *had > level);
        }
    }
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, State> {
        // What the lock holds is whole between any two statements.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> u64 {
        micros(self.opened.elapsed())
    }

    /// The next thought; None when all is over.
    fn next(&self) -> Option<(i64, Asker, Thought)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            state = match state.queue.next(self.now()) {
                Turn::Now(table, asker, thought) => return Some((table, asker, thought)),
                Turn::After(micros) => {
                    let waited = self.more.wait_timeout(state, Duration::from_micros(micros));
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                Turn::Nobodys => self.more.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn work(&self) {
        while let Some((table, asker, thought)) = self.next() {
            METRICS.thoughts_waiting.add(-1);
            let begun = Instant::now();
            // Who waits for a thought that fails hears that there is none.
            if catch_unwind(AssertUnwindSafe(thought)).is_err() {
                tracing::error!("a computer player failed");
            }
            let took = begun.elapsed();
            METRICS.thoughts.add(1);
            METRICS.thinking_time.observe(took);
            self.lock().queue.done(table, asker, micros(took), self.now());
            self.more.notify_all();
        }
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl Thinkers {
    pub fn start(threads: usize) -> Result<Thinkers, String> {
        let threads = threads.max(1);
        let state = Mutex::new(State { queue: Queue::new(threads), closed: false });
        let desk = Arc::new(Desk { opened: Instant::now(), state, more: Condvar::new() });
        for number in 0..threads {
            let desk = Arc::clone(&desk);
            let thread = std::thread::Builder::new().name(format!("thinker {number}"));
            thread.spawn(move || desk.work()).map_err(|error| format!("cannot start threads: {error}"))?;
        }
        Ok(Thinkers { desk })
    }

    /// As many as there are processors, but one: that one stays with the people.
    pub fn usual() -> usize {
        std::thread::available_parallelism().map_or(1, |cores| cores.get() - 1).max(1)
    }

    /// How many thoughts wait for their turn.
    pub fn waiting(&self) -> usize {
        self.desk.lock().queue.waiting.len()
    }

    /// How many of them somebody asked for.
    pub fn waiting_of(&self, asker: Asker) -> usize {
        self.desk.lock().queue.waiting.iter().filter(|(errand, _)| errand.asker == asker).count()
    }

    /// Thinks something through about a game; None if that failed or the server ends.
    pub async fn think<R: Send + 'static>(
        &self,
        errand: Errand,
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
        self.desk.lock().queue.waiting.push((errand, thought));
        // One that keeps itself for somebody who looks on might be the only one that hears.
        self.desk.more.notify_all();
        answered.await.ok()
    }

    /// Ends the threads, each after what it is about.
    pub fn close(&self) {
        let mut state = self.desk.lock();
        state.closed = true;
        METRICS.thoughts_waiting.add(-(state.queue.waiting.len() as i64));
        state.queue.waiting.clear();
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

    const ADA: Asker = Some(IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1)));
    const BOB: Asker = Some(IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2)));

    fn errand(table: i64, asker: Asker, watched: bool) -> Errand {
        Errand { table, asker, watched: Box::new(move || watched) }
    }

    /// Whose thoughts are had, one after the other, each of them a second long.
    fn order(queue: &mut Queue<()>, now: &mut u64, count: usize) -> Vec<(i64, Asker)> {
        let mut had = Vec::new();
        while had.len() < count {
            match queue.next(*now) {
                Turn::Now(table, asker, ()) => {
                    *now += 1_000_000;
                    queue.done(table, asker, 1_000_000, *now);
                    had.push((table, asker));
                }
                Turn::After(wait) => *now += wait,
                Turn::Nobodys => break,
            }
        }
        had
    }

    fn whose(queue: &mut Queue<()>) -> Asker {
        let Turn::Now(_, asker, ()) = queue.next(0) else { panic!("it is nobody's turn") };
        asker
    }

    /// Another client has made 400 games that nobody looks at: a person's game is next, as often as it asks.
    #[test]
    fn games_that_nobody_looks_at_wait() {
        let (mut queue, mut now) = (Queue::new(1), 0);
        queue.waiting.extend((0..400).map(|table| (errand(table, ADA, false), ())));
        assert_eq!(order(&mut queue, &mut now, 2), [(0, ADA), (1, ADA)]);
        for table in 1000..1010 {
            queue.waiting.push((errand(table, BOB, true), ()));
            assert_eq!(order(&mut queue, &mut now, 1), [(table, BOB)]);
        }
        assert_eq!(order(&mut queue, &mut now, 1), [(2, ADA)]);
        // Once somebody looks at one of them, it is.
        let seen = Arc::new(std::sync::atomic::AtomicBool::new(false));
        let sees = Arc::clone(&seen);
        queue
            .waiting
            .push((Errand { table: 7000, asker: ADA, watched: Box::new(move || sees.load(SeqCst)) }, ()));
        assert_eq!(order(&mut queue, &mut now, 1), [(3, ADA)]);
        seen.store(true, SeqCst);
        assert_eq!(order(&mut queue, &mut now, 1), [(7000, ADA)]);
    }

    /// A computer's activation is many thoughts, one soon after the other: the one thread that there is waits a
    /// moment for the next of them instead of beginning something long that nobody looks at.
    #[test]
    fn the_next_thought_of_who_looks_on_is_waited_for() {
        let second = 1_000_000;
        let mut queue = Queue::new(1);
        queue.waiting.extend((0..400).map(|table| (errand(table, ADA, false), ())));
        queue.waiting.push((errand(1000, BOB, true), ()));
        let mut now = 20 * second;
        queue.unseen = Some(now);
        for _ in 0..20 {
            assert!(matches!(queue.next(now), Turn::Now(1000, BOB, ())));
            now += second / 10;
            queue.done(1000, BOB, second / 10, now);
            assert!(matches!(queue.next(now), Turn::After(wait) if wait == second));
            queue.waiting.push((errand(1000, BOB, true), ()));
            now += second / 10;
        }
        // He stops to think himself: a second later the others go on.
        queue.waiting.pop();
        assert!(matches!(queue.next(now), Turn::After(_)));
        assert!(matches!(queue.next(now + second), Turn::Now(0, ADA, ())));
        queue.done(0, ADA, second, now + 2 * second);
        // Nor do they wait for ever if he never stops.
        queue.looked_at = Some(now + 11 * second);
        assert!(matches!(queue.next(now + 10 * second), Turn::After(wait) if wait == second));
        assert!(matches!(queue.next(now + 11 * second), Turn::Now(1, ADA, ())));
        // With a second thread, one of them is nobody's to keep.
        let mut queue = Queue::new(2);
        queue.waiting.extend((0..3).map(|table| (errand(table, ADA, false), ())));
        (queue.looked_at, queue.unseen) = (Some(now), Some(now));
        assert!(matches!(queue.next(now), Turn::Now(0, ADA, ())));
        assert!(matches!(queue.next(now), Turn::After(_)));
    }

    /// Who looks at 400 games of his own has no more than his share.
    #[test]
    fn thinking_is_shared_out_among_those_who_ask() {
        let (mut queue, mut now) = (Queue::new(1), 0);
        queue.waiting.extend((0..400).map(|table| (errand(table, ADA, true), ())));
        assert_eq!(order(&mut queue, &mut now, 100).len(), 100);
        // Who comes new begins like the others: he is next or the one after.
        queue.waiting.extend((1000..1010).map(|table| (errand(table, BOB, true), ())));
        let turns = order(&mut queue, &mut now, 12);
        for two in turns.chunks(2) {
            assert!(two.iter().any(|(_, asker)| *asker == ADA) && two.iter().any(|(_, asker)| *asker == BOB));
        }
        // Who was away has not saved up anything.
        assert_eq!(order(&mut queue, &mut now, 500).len(), 400 + 10 - 100 - 12);
        queue.waiting.extend((0..50).map(|table| (errand(table, ADA, true), ())));
        assert_eq!(order(&mut queue, &mut now, 20).len(), 20);
        queue.waiting.extend((1000..1050).map(|table| (errand(table, BOB, true), ())));
        let turns = order(&mut queue, &mut now, 20);
        assert_eq!(turns.iter().filter(|(_, asker)| *asker == BOB).count(), 10);
    }

    /// A thought that goes on counts already: with two threads nobody has both while another waits.
    #[test]
    fn running_thoughts_count() {
        let mut queue = Queue::new(2);
        queue.waiting.extend((0..10).map(|table| (errand(table, ADA, true), ())));
        queue.waiting.push((errand(1000, BOB, true), ()));
        let running = [whose(&mut queue), whose(&mut queue)];
        assert_eq!(running, [ADA, BOB]);
        assert_eq!(whose(&mut queue), ADA);
        // Nobody thinks twice at once about the same game.
        queue.waiting.insert(0, (errand(1000, BOB, true), ()));
        assert_eq!(whose(&mut queue), ADA);
    }

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
                thinkers.think(errand(table, None, true), thought).await
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
        assert_eq!(thinkers.think(errand(1, None, true), || panic!("no idea")).await, None::<()>);
        assert_eq!(thinkers.think(errand(1, None, true), || 7).await, Some(7));
        thinkers.close();
        assert_eq!(thinkers.waiting(), 0);
    }
}
