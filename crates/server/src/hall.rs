//! The hall with the tables: games in memory within bounds, who watches them, and the one way in
//! which a game goes on: checked, played, stored, and only then told.

mod build;
mod opponents;

pub use opponents::Paces;

use crate::chance::Chance;
use crate::heavy::Heavy;
use crate::live::{Face, Live, Request, seat_viewers, viewer_of};
use crate::metrics::METRICS;
use crate::problem::Problem;
use crate::secret::Token;
use crate::shelf::Shelf;
use crate::store::{Deed, Head, Row, Store, Who, WriteError};
use crate::think::{Asker, Opponents, Thinkers};
use crate::time::Time;
use crate::wire::Push;
use kernel::{Seat, Viewer};
use opponents::{Mind, Whose};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex as AsyncMutex, mpsc};
use tokio_tungstenite::tungstenite::{Bytes, Utf8Bytes};

pub struct Hall {
    pub shelf: Arc<Shelf>,
    pub store: Store,
    pub time: Arc<Time>,
    slots: Mutex<HashMap<i64, Arc<Slot>>>,
    tokens: Mutex<HashMap<[u8; 32], Pass>>,
    /// Bytes that games in memory take, and may take.
    bytes: AtomicUsize,
    budget: usize,
    tick: AtomicU64,
    /// Where whole games are gone through for an answer, and where games come into memory.
    heavy: Heavy,
    builders: Heavy,
    pub opponents: Arc<dyn Opponents>,
    thinkers: Thinkers,
    paces: Paces,
    pub chance: Chance,
    /// The computers stop: the server ends.
    closing: AtomicBool,
}

/// Who plays for seats without a person, and where he thinks.
pub struct Computers {
    pub opponents: Arc<dyn Opponents>,
    pub thinkers: Thinkers,
    pub paces: Paces,
    pub chance: Chance,
}

/// What a link gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    pub table: i64,
    pub who: Who,
}

/// A table's place: the game, if it is in memory, and who watches it.
struct Slot {
    id: i64,
    live: AsyncMutex<Option<Live>>,
    watchers: Mutex<Vec<Watcher>>,
    used: AtomicU64,
    bytes: AtomicUsize,
    /// The last row that has been told here.
    told: AtomicI64,
    /// Somebody plays for the computers of this game.
    thinking: AtomicBool,
    /// A hint is being thought about.
    hinting: AtomicBool,
    /// The last row is of another server, which thinks first.
    elsewhere: AtomicBool,
    /// Who came to it last to play: thinking about it is his share.
    asker: Mutex<Asker>,
    /// What its computers remember, as long as it is in memory.
    minds: Mutex<HashMap<Whose, Mind>>,
}

struct Watcher {
    id: u64,
    viewer: Viewer,
    sender: mpsc::Sender<Utf8Bytes>,
}

/// A live connection's place. Leaving is by dropping it.
pub struct Watching {
    hall: Arc<Hall>,
    slot: Arc<Slot>,
    id: u64,
    pub messages: mpsc::Receiver<Utf8Bytes>,
}

/// Messages that wait for a connection; one that falls further behind is closed and comes again.
const BACKLOG: usize = 64;
/// Links that are remembered.
const MOST_TOKENS: usize = 20_000;
/// Answers that wait while whole games are gone through, and games that wait to come into memory.
const MOST_HEAVY: usize = 32;
const MOST_BUILT: usize = 1000;
/// Attempts against other servers that write to the same game.
const ATTEMPTS: u32 = 16;

const NOT_HELD: &str = "This link does not hold this seat.";
const LOOKS_ON: &str = "This link is for watching only, or does not hold this seat.";

tokio::task_local! {
    /// The client whose request is being answered.
    pub static ASKER: Asker;
}

fn asker() -> Asker {
    // Computers and the server itself ask in nobody's name.
    ASKER.try_with(|asker| *asker).unwrap_or(None)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What the locks hold is whole between any two statements.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Slot {
    fn viewers(&self) -> Vec<Viewer> {
        let mut viewers: Vec<Viewer> = Vec::new();
        for watcher in lock(&self.watchers).iter() {
            if !viewers.contains(&watcher.viewer) {
                viewers.push(watcher.viewer);
            }
        }
        viewers
    }

    fn connected(&self, seats: usize) -> Vec<bool> {
        let watchers = lock(&self.watchers);
        seat_viewers(seats).iter().map(|viewer| watchers.iter().any(|w| w.viewer == *viewer)).collect()
    }

    /// Sends a message to all who look as this viewer. Who does not keep up is let go: he comes back
    /// and gets what he missed.
    fn push(&self, viewer: Viewer, message: &Utf8Bytes) {
        lock(&self.watchers).retain(|watcher| {
            if watcher.viewer != viewer {
                return true;
            }
            METRICS.pushes.add(1);
            let kept = watcher.sender.try_send(message.clone()).is_ok();
            METRICS.dropped.add(u64::from(!kept));
            kept
        });
    }
}

impl Hall {
    pub fn new(
        shelf: Arc<Shelf>,
        store: Store,
        time: Arc<Time>,
        budget: usize,
        computers: Computers,
    ) -> Arc<Hall> {
        Arc::new(Hall {
            shelf,
            store,
            time,
            slots: Mutex::default(),
            tokens: Mutex::default(),
            bytes: AtomicUsize::new(0),
            budget,
            tick: AtomicU64::new(0),
            heavy: Heavy::new(2, MOST_HEAVY),
            builders: Heavy::new(cores(), MOST_BUILT),
            opponents: computers.opponents,
            thinkers: computers.thinkers,
            paces: computers.paces,
            chance: computers.chance,
            closing: AtomicBool::new(false),
        })
    }

    /// What a token gives. Malformed, unknown and foreign ones give the same answer.
    pub async fn pass(&self, token: &str) -> Result<Pass, Problem> {
        let token = Token::read(token).ok_or_else(Problem::no_such_table)?;
        let hash = token.hash();
        if let Some(pass) = lock(&self.tokens).get(&hash) {
            return Ok(*pass);
        }
        let found = self.store.token(&hash).await?;
        let (table, who) = found.ok_or_else(Problem::no_such_table)?;
        let pass = Pass { table, who };
        let mut tokens = lock(&self.tokens);
        if tokens.len() >= MOST_TOKENS {
            tokens.clear();
        }
        tokens.insert(hash, pass);
        Ok(pass)
    }

    fn slot(&self, id: i64) -> Arc<Slot> {
        let mut slots = lock(&self.slots);
        let slot = slots.entry(id).or_insert_with(|| {
            Arc::new(Slot {
                id,
                live: AsyncMutex::default(),
                watchers: Mutex::default(),
                used: AtomicU64::new(0),
                bytes: AtomicUsize::new(0),
                told: AtomicI64::new(0),
                thinking: AtomicBool::new(false),
                hinting: AtomicBool::new(false),
                elsewhere: AtomicBool::new(false),
                asker: Mutex::default(),
                minds: Mutex::default(),
            })
        });
        slot.used.store(self.tick.fetch_add(1, Relaxed), Relaxed);
        Arc::clone(slot)
    }

    /// The slot of a table to which somebody comes with a link.
    fn visited(&self, pass: Pass) -> Arc<Slot> {
        let slot = self.slot(pass.table);
        if let (Some(asker), true) = (asker(), pass.who != Who::SPECTATOR) {
            *lock(&slot.asker) = Some(asker);
        }
        slot
    }

    /// Writes down how much a game takes, and puts out those that were not used for longest if all
    /// together take too much.
    fn settle(&self, slot: &Slot, live: Option<&Live>) {
        let bytes = live.map_or(0, Live::bytes);
        if let Some(live) = live {
            slot.told.store(live.seq(), Relaxed);
        }
        let before = self.weigh(slot, bytes);
        if self.bytes.load(Relaxed) <= self.budget || bytes <= before {
            return;
        }
        let mut slots = lock(&self.slots);
        let mut by_age: Vec<Arc<Slot>> = slots.values().cloned().collect();
        by_age.sort_by_key(|slot| slot.used.load(Relaxed));
        // A tenth more goes, so that this is not done at every move.
        let goal = self.budget - self.budget / 10;
        for old in by_age {
            if self.bytes.load(Relaxed) <= goal {
                break;
            }
            if old.id == slot.id {
                continue;
            }
            // One that is being played on stays.
            let Ok(mut live) = old.live.try_lock() else { continue };
            *live = None;
            lock(&old.minds).clear();
            METRICS.evicted.add(u64::from(self.weigh(&old, 0) > 0));
            if lock(&old.watchers).is_empty() && !old.thinking.load(Relaxed) {
                slots.remove(&old.id);
            }
        }
    }

    /// Writes down how much a game takes; gives what it took before.
    fn weigh(&self, slot: &Slot, bytes: usize) -> usize {
        let before = slot.bytes.swap(bytes, Relaxed);
        self.bytes.fetch_add(bytes, Relaxed);
        self.bytes.fetch_sub(before, Relaxed);
        METRICS.bytes_in_memory.add(bytes as i64 - before as i64);
        METRICS.tables_in_memory.add(i64::from(bytes > 0) - i64::from(before > 0));
        before
    }

    /// The game out of its place, in memory and with what this link's viewer sees; and who that is. `otherwise` says why a
    /// link lets nobody in.
    async fn entered(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        place: &mut Option<Live>,
        pass: Pass,
        seat: Option<u8>,
        otherwise: &str,
    ) -> Result<(Live, Viewer), Problem> {
        let live = self.loaded(slot, place.take(), None).await?;
        let viewer = viewer_of(pass.who, seat, live.seats(), live.head.terms.spectators);
        let Some(viewer) = viewer else {
            let problem = no_viewer(pass, &live, otherwise);
            *place = Some(live);
            return Err(problem);
        };
        Ok((self.loaded(slot, Some(live), Some(viewer)).await?, viewer))
    }

    /// Looks at a game as a viewer. What `look` does must not change the game.
    pub async fn look<R>(
        self: &Arc<Self>,
        pass: Pass,
        seat: Option<u8>,
        look: impl FnOnce(&mut Live, Viewer, &[bool]) -> Result<R, Problem>,
    ) -> Result<R, Problem> {
        let slot = self.visited(pass);
        let mut guard = slot.live.lock().await;
        let (mut live, viewer) = self.entered(&slot, &mut guard, pass, seat, NOT_HELD).await?;
        let connected = slot.connected(live.seats());
        let looked = catch_unwind(AssertUnwindSafe(|| look(&mut live, viewer, &connected)));
        self.stir(&slot, &live);
        self.settle(&slot, Some(&live));
        *guard = Some(live);
        looked.unwrap_or_else(|_| Err(Problem::internal()))
    }

    /// The state of a table as JSON.
    pub fn state(live: &mut Live, viewer: Viewer, connected: &[bool]) -> Box<RawValue> {
        Hall::state_for(live, viewer, connected, false)
    }

    /// The same for a link that may be the owner's.
    pub fn state_for(live: &mut Live, viewer: Viewer, connected: &[bool], owner: bool) -> Box<RawValue> {
        let old = live.take_face(viewer);
        let face = live.face(viewer, connected, old.as_ref());
        let state = live.state_for(viewer, &face, None, owner);
        // What connections have got stays what their next update is made against.
        if let Some(old) = old {
            live.keep_face(viewer, old);
        }
        state
    }

    /// Plays what a request asks: checks it by `check`, plays it, stores it, tells all who watch, and
    /// gives the answer.
    pub async fn perform(
        self: &Arc<Self>,
        pass: Pass,
        seat: Option<u8>,
        on: Option<u32>,
        id: String,
        mut check: impl FnMut(&Live, Seat) -> Result<Deed, Problem> + Send + 'static,
    ) -> Result<Bytes, Problem> {
        let looks_on = || Problem::forbidden(LOOKS_ON);
        if matches!(pass.who, Who::SPECTATOR | Who::OWNER) {
            return Err(looks_on());
        }
        let check = move |live: &Live, viewer: Viewer| match viewer {
            Viewer::Seat(actor) => check(live, actor),
            Viewer::Public | Viewer::Everything => Err(looks_on()),
        };
        self.order(pass, seat, on, id, check).await
    }

    /// The same for who need not hold a seat.
    pub async fn order(
        self: &Arc<Self>,
        pass: Pass,
        seat: Option<u8>,
        on: Option<u32>,
        id: String,
        check: impl FnMut(&Live, Viewer) -> Result<Deed, Problem> + Send + 'static,
    ) -> Result<Bytes, Problem> {
        Arc::clone(self).play(pass, seat, on, id, check).await
    }

    async fn play(
        self: Arc<Self>,
        pass: Pass,
        seat: Option<u8>,
        on: Option<u32>,
        id: String,
        mut check: impl FnMut(&Live, Viewer) -> Result<Deed, Problem>,
    ) -> Result<Bytes, Problem> {
        let begun = Instant::now();
        let slot = self.visited(pass);
        let mut guard = slot.live.lock().await;
        for attempt in 0..ATTEMPTS {
            pause(&id, attempt).await;
            let (mut live, viewer) = self.entered(&slot, &mut guard, pass, seat, LOOKS_ON).await?;
            if let Some(first) = live.answered(pass.who, &id) {
                METRICS.repeated.add(1);
                let kept = live.answer(pass.who, &id);
                let head = Arc::clone(&live.head);
                *guard = Some(live);
                // The game is free while an older answer is made again.
                drop(guard);
                if let Some(kept) = kept {
                    return Ok(kept);
                }
                return self.again(pass, head, viewer, first, &id).await;
            }
            let connected = slot.connected(live.seats());
            if on.is_some_and(|on| on != live.number(viewer)) {
                METRICS.stale.add(1);
                let state = Hall::state(&mut live, viewer, &connected);
                *guard = Some(live);
                return Err(Problem::stale(state));
            }
            let deed = match check(&live, viewer) {
                Ok(deed) => deed,
                Err(problem) => {
                    *guard = Some(live);
                    return Err(problem);
                }
            };
            // What was planned after something that is taken back is not remembered.
            if matches!(deed, Deed::Undo { .. } | Deed::TakeBack { .. }) {
                lock(&slot.minds).clear();
            }
            let request = Request { who: pass.who, id: id.clone(), when: self.time.moment(), deed };
            let before = faces(&mut live, &slot, viewer, &connected);
            // A game that panics in the middle of a move is not put back: it is rebuilt from the store.
            let performed = catch_unwind(AssertUnwindSafe(|| live.perform(&request)));
            let performed = match performed {
                Ok(Ok(performed)) => performed,
                Ok(Err(refusal)) => {
                    METRICS.refused.add(1);
                    for (viewer, face) in before {
                        live.keep_face(viewer, face);
                    }
                    *guard = Some(live);
                    return Err(Problem::illegal(refusal));
                }
                Err(_) => {
                    self.settle(&slot, None);
                    return Err(Problem::internal());
                }
            };
            let stopped = performed.rows.first().and_then(|row| row.stopped.clone());
            match self.store.append(pass.table, performed.rows).await {
                Ok(()) => {}
                Err(WriteError::Conflict) => {
                    // Another server was quicker: its rows first, then this request again. If an answer
                    // of the database was lost, the request is found among the rows.
                    METRICS.conflicts.add(1);
                    self.settle(&slot, None);
                    continue;
                }
                Err(error @ WriteError::Failed(_)) => {
                    self.settle(&slot, None);
                    return Err(Problem::not_stored(&error));
                }
            }
            METRICS.moves.add(1);
            let answer = acted(self.tell(&mut live, &slot, before, viewer, &connected), stopped);
            // Computers never ask twice.
            if live.computer_of(pass.who).is_none() {
                live.keep_answer(pass.who, &id, answer.clone());
            }
            slot.elsewhere.store(false, Relaxed);
            self.stir(&slot, &live);
            self.settle(&slot, Some(&live));
            *guard = Some(live);
            drop(guard);
            METRICS.act_time.observe(begun.elapsed());
            return Ok(answer);
        }
        Err(Problem::not_stored(&WriteError::Conflict))
    }

    /// Tells every viewer what has changed since his face before; gives the actor's update.
    fn tell(
        &self,
        live: &mut Live,
        slot: &Slot,
        before: Vec<(Viewer, Face)>,
        actor: Viewer,
        connected: &[bool],
    ) -> Utf8Bytes {
        let mut own = None;
        for (viewer, old) in before {
            let new = live.face(viewer, connected, Some(&old));
            let update = live.update_message(viewer, &old, &new);
            if let Some(update) = &update {
                slot.push(viewer, update);
            }
            if viewer == actor {
                own = update.or_else(|| Some(push(&Push::Update(&live.rest(viewer, &new, new.feed)))));
            }
            live.keep_face(viewer, new);
        }
        own.expect("the actor's face is always among them")
    }

    /// The first answer to a request that comes again, made out of the rows.
    async fn again(
        &self,
        pass: Pass,
        head: Arc<Head>,
        viewer: Viewer,
        first: i64,
        id: &str,
    ) -> Result<Bytes, Problem> {
        let rows = self.store.rows(pass.table, 0).await?;
        let mine = |row: &&Row| row.seq == first;
        let stopped = rows.iter().find(mine).and_then(|row| row.stopped.clone());
        let until =
            rows.iter().find(|row| row.seq > first && row.request.is_some()).map_or(i64::MAX, |row| row.seq);
        let asked = rows
            .iter()
            .find(mine)
            .is_some_and(|row| row.who == pass.who && row.request.as_deref() == Some(id));
        if !asked {
            return Err(Problem::conflict("This request id has already been used."));
        }
        let workshop = self.workshop();
        let replay = move || {
            let mut past = workshop.fresh(pass.table, head, &[viewer])?;
            let mut before = None;
            for row in rows.iter().take_while(|row| row.seq < until) {
                if row.seq == first {
                    before = Some(past.face(viewer, &[], None));
                }
                past.apply(row).map_err(Problem::gone)?;
            }
            let before = before.ok_or_else(Problem::internal)?;
            let after = past.face(viewer, &[], Some(&before));
            let update = past.update(viewer, &before, &after);
            Ok::<_, Problem>(update.unwrap_or_else(|| past.rest(viewer, &after, after.feed)))
        };
        let update = self.heavy.run(replay).await??;
        Ok(acted(push(&Push::Update(&update)), stopped))
    }

    /// A live connection: what the client lacks, and from now on everything new.
    pub async fn watch(
        self: &Arc<Self>,
        pass: Pass,
        seat: Option<u8>,
        number: u32,
        feed: usize,
    ) -> Result<(Utf8Bytes, Watching), Problem> {
        let slot = self.visited(pass);
        let mut guard = slot.live.lock().await;
        let (mut live, viewer) = self.entered(&slot, &mut guard, pass, seat, NOT_HELD).await?;
        let (sender, messages) = mpsc::channel(BACKLOG);
        let id = self.tick.fetch_add(1, Relaxed);
        let before = slot.connected(live.seats());
        lock(&slot.watchers).push(Watcher { id, viewer, sender });
        let connected = slot.connected(live.seats());
        let looked = catch_unwind(AssertUnwindSafe(|| {
            // Others who look from here have been sent the old face; for them the new one is the same
            // but for who is connected, which comes to all below.
            let old = live.take_face(viewer);
            let face = live.face(viewer, &connected, old.as_ref());
            let message = if number == face.number && feed > 0 {
                push(&Push::Update(&live.rest(viewer, &face, feed)))
            } else {
                let owner = pass.who == Who::OWNER;
                push(&Push::State(&live.state_for(viewer, &face, (feed > 0).then_some(feed), owner)))
            };
            live.keep_face(viewer, old.unwrap_or(face));
            message
        }));
        self.stir(&slot, &live);
        self.settle(&slot, Some(&live));
        *guard = Some(live);
        drop(guard);
        METRICS.connections.add(1);
        let watching = Watching { hall: Arc::clone(self), slot: Arc::clone(&slot), id, messages };
        if before != connected {
            self.refresh(slot);
        }
        Ok((looked.map_err(|_| Problem::internal())?, watching))
    }

    /// Tells those who watch of what changed without a row: who is connected.
    fn refresh(self: &Arc<Self>, slot: Arc<Slot>) {
        let hall = Arc::clone(self);
        tokio::spawn(async move {
            let mut guard = slot.live.lock().await;
            // Nobody has a face of a game that is not in memory; the next move brings the news.
            let Some(live) = guard.as_mut() else { return };
            let connected = slot.connected(live.seats());
            let watched = slot.viewers();
            for viewer in live.viewers() {
                // Whom nobody watches for needs no face.
                if !watched.contains(&viewer) {
                    live.take_face(viewer);
                }
            }
            for viewer in watched {
                if let Some(old) = live.take_face(viewer) {
                    let new = live.face(viewer, &connected, Some(&old));
                    if let Some(update) = live.update_message(viewer, &old, &new) {
                        slot.push(viewer, &update);
                    }
                    live.keep_face(viewer, new);
                }
            }
            hall.settle(&slot, Some(live));
        });
    }

    /// Another server has written rows up to `seq`: they are read, and told to those who watch here.
    pub async fn catch_up(self: &Arc<Self>, table: i64, seq: i64) -> Result<(), Problem> {
        let Some(slot) = lock(&self.slots).get(&table).cloned() else { return Ok(()) };
        // Most news is of rows that this server wrote itself.
        if slot.told.load(Relaxed) >= seq {
            return Ok(());
        }
        let mut guard = slot.live.lock().await;
        match guard.take() {
            Some(mut live) if live.seq() < seq => {
                let connected = slot.connected(live.seats());
                let rows = self.store.rows(table, live.seq()).await?;
                let before: Vec<(Viewer, Face)> = watched_faces(&mut live, &slot, None, &connected);
                let applied =
                    catch_unwind(AssertUnwindSafe(|| rows.iter().try_for_each(|row| live.apply(row))));
                if !matches!(applied, Ok(Ok(()))) {
                    self.settle(&slot, None);
                    return Ok(());
                }
                for (viewer, old) in before {
                    let new = live.face(viewer, &connected, Some(&old));
                    if let Some(update) = live.update_message(viewer, &old, &new) {
                        slot.push(viewer, &update);
                    }
                    live.keep_face(viewer, new);
                }
                slot.elsewhere.store(true, Relaxed);
                self.stir(&slot, &live);
                self.settle(&slot, Some(&live));
                *guard = Some(live);
            }
            Some(live) => *guard = Some(live),
            None if slot.viewers().is_empty() => {}
            None => {
                // Loading tells those who watch.
                let live = self.loaded(&slot, None, None).await?;
                self.settle(&slot, Some(&live));
                *guard = Some(live);
            }
        }
        Ok(())
    }

    /// All tables in memory are caught up: after news may have been lost.
    pub async fn catch_up_all(self: &Arc<Self>) {
        let tables: Vec<i64> = lock(&self.slots).keys().copied().collect();
        for table in tables {
            match self.store.last(table).await {
                Ok(Some((seq, _))) => {
                    if let Err(problem) = self.catch_up(table, seq).await {
                        tracing::error!("cannot catch up with a game: {}", problem.message);
                    }
                }
                Ok(None) => {}
                Err(error) => tracing::error!("cannot catch up with the games: {error}"),
            }
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        METRICS.connections.add(-1);
        lock(&self.slot.watchers).retain(|watcher| watcher.id != self.id);
        self.hall.refresh(Arc::clone(&self.slot));
    }
}

/// Why a link lets nobody look.
fn no_viewer(pass: Pass, live: &Live, otherwise: &str) -> Problem {
    match pass.who.invitation() {
        Some(seat) if live.has_joined(seat) => Problem::taken(),
        Some(_) => Problem::invitation(),
        None => Problem::forbidden(otherwise),
    }
}

/// Before another attempt: a moment that grows with their number, and that is another for every request, so
/// that two servers do not run into each other again and again.
async fn pause(request: &str, attempt: u32) {
    if attempt == 0 {
        return;
    }
    let mut hasher = DefaultHasher::new();
    (request, attempt).hash(&mut hasher);
    let most = 1 << attempt.min(6);
    tokio::time::sleep(Duration::from_micros(hasher.finish() % (most * 1000))).await;
}

/// What everybody who watches, and the actor, has been shown before a move.
fn faces(live: &mut Live, slot: &Slot, actor: Viewer, connected: &[bool]) -> Vec<(Viewer, Face)> {
    watched_faces(live, slot, Some(actor), connected)
}

fn watched_faces(
    live: &mut Live,
    slot: &Slot,
    actor: Option<Viewer>,
    connected: &[bool],
) -> Vec<(Viewer, Face)> {
    let mut viewers = slot.viewers();
    viewers.extend(actor.filter(|actor| !viewers.contains(actor)));
    // Faces of those who do not watch any more would grow old: they go.
    for viewer in live.viewers() {
        if !viewers.contains(&viewer) {
            live.take_face(viewer);
        }
    }
    let shown = viewers.into_iter().filter(|viewer| live.follows(*viewer)).collect::<Vec<_>>();
    shown
        .into_iter()
        .map(|viewer| {
            let face = live.take_face(viewer).unwrap_or_else(|| live.face(viewer, connected, None));
            (viewer, face)
        })
        .collect()
}

fn push(push: &Push) -> Utf8Bytes {
    serde_json::to_string(push).expect("plain data can be written as JSON").into()
}

/// The answer to an action: the message that his connections get, and where a macro stopped.
fn acted(update: Utf8Bytes, stopped: Option<String>) -> Bytes {
    match (stopped, update.strip_suffix('}')) {
        (Some(stopped), Some(update)) => format!("{update},\"stopped\":{stopped}}}").into(),
        _ => update.into(),
    }
}
