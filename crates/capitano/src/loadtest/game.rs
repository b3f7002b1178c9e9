//! One game of the load test: its moves by HTTP, the pushes of both sides by live connections.

use super::failed;
use crate::failure::Failure;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::Deserialize;
use serde_json::json;
use server::client::{Client, Live, hello};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// What all games count together. Times are in microseconds.
#[derive(Default)]
pub struct Shared {
    pub moves: AtomicUsize,
    /// Actions that were refused because there was too much to do.
    pub shed: AtomicUsize,
    pub answers: Mutex<Vec<u32>>,
    pub pushed: Mutex<Vec<u32>>,
}

impl Shared {
    /// Begins anew; gives the times of answers and pushes so far.
    pub fn clear(&self) -> (Vec<u32>, Vec<u32>) {
        self.moves.store(0, Relaxed);
        self.shed.store(0, Relaxed);
        (std::mem::take(&mut *lock(&self.answers)), std::mem::take(&mut *lock(&self.pushed)))
    }
}

/// The scenario that is played.
const SCENARIO: &str = "goito/battle";
/// What sets it up.
const SETUP: &str = "place standard";
/// Games differ, and are the same at each run.
static GAMES: AtomicU64 = AtomicU64::new(0);

pub struct Playing {
    address: SocketAddr,
    client: Client,
    tokens: [String; 2],
    sides: [Listening; 2],
    /// When the last action was sent.
    sent: Arc<Mutex<Instant>>,
    random: ChaCha8Rng,
    requests: u64,
    shared: Arc<Shared>,
}

/// A side's live connection, read beside the playing.
struct Listening {
    seen: Arc<Mutex<Seen>>,
    news: Arc<Notify>,
    reading: JoinHandle<()>,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

/// What a side knows: just what is needed to choose.
#[derive(Default)]
struct Seen {
    number: u32,
    choices: Vec<String>,
    decide: Vec<u8>,
    over: bool,
    closed: bool,
}

/// The fields of a state or an update that are needed here.
#[derive(Deserialize)]
struct Told {
    number: u32,
    #[serde(default)]
    choices: Option<Vec<Choice>>,
    #[serde(default)]
    status: Option<Status>,
}

#[derive(Deserialize)]
struct Choice {
    action: String,
}

#[derive(Deserialize)]
struct Status {
    decide: Vec<u8>,
    #[serde(default)]
    outcome: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Message {
    State(Told),
    Update(Told),
    Error(serde::de::IgnoredAny),
}

#[derive(Deserialize)]
struct Acted {
    update: Number,
}

#[derive(Deserialize)]
struct Number {
    number: u32,
}

#[derive(Deserialize)]
struct Created {
    links: Vec<Link>,
}

#[derive(Deserialize)]
struct Link {
    token: String,
}

impl Seen {
    fn hear(&mut self, told: Told) {
        self.number = told.number;
        if let Some(choices) = told.choices {
            self.choices = choices.into_iter().map(|choice| choice.action).collect();
        }
        if let Some(status) = told.status {
            self.over = status.outcome.is_some();
            self.decide = status.decide;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Listening {
    async fn open(
        address: SocketAddr,
        token: &str,
        sent: &Arc<Mutex<Instant>>,
        shared: &Arc<Shared>,
    ) -> Result<Listening, Failure> {
        let mut live = Live::open(address, &hello(token)).await.map_err(failed)?;
        let seen = Arc::new(Mutex::new(Seen::default()));
        let news = Arc::new(Notify::new());
        let (own_seen, own_news) = (Arc::clone(&seen), Arc::clone(&news));
        let (sent, shared) = (Arc::clone(sent), Arc::clone(shared));
        let reading = tokio::spawn(async move {
            while let Some(text) = live.next().await {
                let Ok(message) = serde_json::from_str(&text) else { break };
                let (Message::State(told) | Message::Update(told)) = message else { break };
                let mut seen = lock(&own_seen);
                if told.number > seen.number && seen.number > 0 {
                    lock(&shared.pushed).push(micros(lock(&sent).elapsed()));
                }
                seen.hear(told);
                drop(seen);
                own_news.notify_one();
            }
            lock(&own_seen).closed = true;
            own_news.notify_one();
        });
        Ok(Listening { seen, news, reading })
    }

    /// Waits until this holds of what the side knows.
    async fn until(&self, holds: impl Fn(&Seen) -> bool) -> Result<(), Failure> {
        loop {
            {
                let seen = lock(&self.seen);
                if seen.closed {
                    return Err(failed("a live connection was closed"));
                }
                if holds(&seen) {
                    return Ok(());
                }
            }
            self.news.notified().await;
        }
    }
}

fn micros(time: Duration) -> u32 {
    u32::try_from(time.as_micros()).unwrap_or(u32::MAX)
}

impl Playing {
    /// A new game with both sides at it, set up.
    pub async fn begin(address: SocketAddr, shared: &Arc<Shared>) -> Result<Playing, Failure> {
        let mut client = Client::new(address).map_err(failed)?;
        let wish = json!({ "scenario": SCENARIO, "seats": "link", "side": 0 });
        let answer = client.post("/api/tables", None, &wish).await.map_err(failed)?;
        let created: Created = serde_json::from_slice(&answer.body).map_err(failed)?;
        let [first, second, ..] = &created.links[..] else { return Err(failed("no links")) };
        let answer = client.post("/api/join", Some(&second.token), &json!({})).await.map_err(failed)?;
        let guest: Link = serde_json::from_slice(&answer.body).map_err(failed)?;
        let tokens = [first.token.clone(), guest.token];
        let sent = Arc::new(Mutex::new(Instant::now()));
        let sides = [
            Listening::open(address, &tokens[0], &sent, shared).await?,
            Listening::open(address, &tokens[1], &sent, shared).await?,
        ];
        let random = ChaCha8Rng::seed_from_u64(GAMES.fetch_add(1, Relaxed));
        let shared = Arc::clone(shared);
        let mut playing = Playing { address, client, tokens, sides, sent, random, requests: 0, shared };
        playing.sides[0].until(|seen| seen.number > 0).await?;
        playing.act(0, SETUP).await?;
        Ok(playing)
    }

    /// The tokens of a game that stays open.
    pub fn leave(self) -> [String; 2] {
        self.tokens.clone()
    }

    pub async fn play(&mut self, moves: usize) -> Result<(), Failure> {
        for _ in 0..moves {
            self.play_one().await?;
        }
        Ok(())
    }

    pub async fn play_until(&mut self, until: Instant) -> Result<(), Failure> {
        while Instant::now() < until {
            if lock(&self.sides[0].seen).over {
                *self = Box::pin(Playing::begin(self.address, &self.shared)).await?;
            }
            self.play_one().await?;
        }
        Ok(())
    }

    /// Any choice of who must decide, each as likely as the other.
    async fn play_one(&mut self) -> Result<(), Failure> {
        let Some(seat) = lock(&self.sides[0].seen).decide.first().copied() else { return Ok(()) };
        let lot = self.random.next_u32() as usize;
        let choice = {
            let seen = lock(&self.sides[usize::from(seat)].seen);
            let count = seen.choices.len();
            let choice = (count > 0).then(|| seen.choices[lot % count].clone());
            choice.ok_or_else(|| failed("a side must decide but has no choice"))?
        };
        self.act(seat, &choice).await
    }

    /// One action: sent, answered, and seen by both sides.
    async fn act(&mut self, seat: u8, action: &str) -> Result<(), Failure> {
        let seat = usize::from(seat);
        self.requests += 1;
        let body = json!({
            "on": lock(&self.sides[seat].seen).number,
            "id": format!("load-{}", self.requests),
            "action": action,
        });
        let answer = loop {
            let sent = Instant::now();
            *lock(&self.sent) = sent;
            let answer =
                self.client.post("/api/act", Some(&self.tokens[seat]), &body).await.map_err(failed)?;
            if answer.status != 503 {
                lock(&self.shared.answers).push(micros(sent.elapsed()));
                break answer;
            }
            // The same again, with the same id, when the server says so.
            self.shared.shed.fetch_add(1, Relaxed);
            let seconds = answer.header("retry-after").and_then(|after| after.parse().ok()).unwrap_or(1);
            tokio::time::sleep(Duration::from_secs(seconds)).await;
        };
        if answer.status != 200 {
            let why = answer.json()["error"].to_string();
            return Err(failed(format!("`{action}` was answered with {}: {why}", answer.status)));
        }
        let acted: Acted = serde_json::from_slice(&answer.body).map_err(failed)?;
        self.sides[seat].until(|seen| seen.number >= acted.update.number).await?;
        // What is hidden from the other side is not pushed to it; whose decision it is always is.
        let decide = lock(&self.sides[seat].seen).decide.clone();
        self.sides[1 - seat].until(|seen| seen.decide == decide).await?;
        self.shared.moves.fetch_add(1, Relaxed);
        Ok(())
    }
}
