//! One game of the load test: its moves by HTTP, the pushes of both sides by live connections.

use super::failed;
use crate::failure::Failure;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::Deserialize;
use serde_json::json;
use server::client::{Client, Live, hello};
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

/// What all games count together. Times are in microseconds.
#[derive(Default)]
pub struct Shared {
    pub moves: AtomicUsize,
    pub answers: Mutex<Vec<u32>>,
    pub pushed: Mutex<Vec<u32>>,
}

/// The scenario that is played.
const SCENARIO: &str = "goito/battle";
/// Games differ, and are the same at each run.
static GAMES: AtomicU64 = AtomicU64::new(0);

pub struct Playing {
    address: SocketAddr,
    client: Client,
    tokens: [String; 2],
    sides: [Side; 2],
    random: ChaCha8Rng,
    requests: u64,
}

struct Side {
    live: Live,
    seen: Seen,
}

/// What a side knows: just what is needed to choose.
#[derive(Default)]
struct Seen {
    number: u32,
    choices: Vec<String>,
    decide: Vec<u8>,
    over: bool,
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

impl Side {
    async fn hear(&mut self) -> Result<(), Failure> {
        let text = self.live.next().await.ok_or_else(|| failed("a live connection was closed"))?;
        let told = match serde_json::from_str(&text).map_err(failed)? {
            Message::State(told) | Message::Update(told) => told,
            Message::Error(_) => return Err(failed("a live connection was refused")),
        };
        self.seen.number = told.number;
        if let Some(choices) = told.choices {
            self.seen.choices = choices.into_iter().map(|choice| choice.action).collect();
        }
        if let Some(status) = told.status {
            self.seen.over = status.outcome.is_some();
            self.seen.decide = status.decide;
        }
        Ok(())
    }
}

impl Playing {
    /// A new game with both sides at it, set up.
    pub async fn begin(address: SocketAddr) -> Result<Playing, Failure> {
        let mut client = Client::new(address).map_err(failed)?;
        let wish = json!({ "scenario": SCENARIO, "seats": "link", "side": 0 });
        let answer = client.post("/api/tables", None, &wish).await.map_err(failed)?;
        let created: Created = serde_json::from_slice(&answer.body).map_err(failed)?;
        let [first, second, ..] = &created.links[..] else { return Err(failed("no links")) };
        let tokens = [first.token.clone(), second.token.clone()];
        client.post("/api/join", Some(&tokens[1]), &json!({})).await.map_err(failed)?;
        let sides = [side(address, &tokens[0]).await?, side(address, &tokens[1]).await?];
        let random = ChaCha8Rng::seed_from_u64(GAMES.fetch_add(1, Relaxed));
        let mut playing = Playing { address, client, tokens, sides, random, requests: 0 };
        for _ in 0..2 {
            playing.act("place standard", &Shared::default()).await?;
        }
        Ok(playing)
    }

    /// The tokens of a game that stays open.
    pub fn leave(self) -> [String; 2] {
        self.tokens
    }

    pub async fn play(&mut self, moves: usize, shared: &Shared) -> Result<(), Failure> {
        for _ in 0..moves {
            self.play_one(shared).await?;
        }
        Ok(())
    }

    pub async fn play_until(&mut self, until: Instant, shared: &Shared) -> Result<(), Failure> {
        while Instant::now() < until {
            if self.sides[0].seen.over {
                *self = Box::pin(Playing::begin(self.address)).await?;
            }
            self.play_one(shared).await?;
        }
        Ok(())
    }

    /// Any choice, each as likely as the other.
    async fn play_one(&mut self, shared: &Shared) -> Result<(), Failure> {
        let Some(seat) = self.decider() else { return Ok(()) };
        let choices = &self.sides[seat].seen.choices;
        if choices.is_empty() {
            return Err(failed("a side must decide and has no choice"));
        }
        let choice = choices[self.random.next_u32() as usize % choices.len()].clone();
        self.act(&choice, shared).await
    }

    fn decider(&self) -> Option<usize> {
        self.sides[0].seen.decide.first().map(|seat| usize::from(*seat))
    }

    /// One action: sent, answered, and seen by both sides.
    async fn act(&mut self, action: &str, shared: &Shared) -> Result<(), Failure> {
        let Some(seat) = self.decider() else { return Ok(()) };
        self.requests += 1;
        let body = json!({
            "on": self.sides[seat].seen.number,
            "id": format!("load-{}", self.requests),
            "action": action,
        });
        let sent = Instant::now();
        let answer = self.client.post("/api/act", Some(&self.tokens[seat]), &body).await.map_err(failed)?;
        let answered = sent.elapsed();
        if answer.status != 200 {
            let body = String::from_utf8_lossy(&answer.body);
            return Err(failed(format!("`{action}` was answered with {}: {body}", answer.status)));
        }
        let acted: Acted = serde_json::from_slice(&answer.body).map_err(failed)?;
        while self.sides[seat].seen.number < acted.update.number {
            self.sides[seat].hear().await?;
        }
        // Every move of this game is told to both sides.
        self.sides[1 - seat].hear().await?;
        let pushed = sent.elapsed();
        shared.moves.fetch_add(1, Relaxed);
        let micros = |time: std::time::Duration| u32::try_from(time.as_micros()).unwrap_or(u32::MAX);
        shared.answers.lock().map_err(failed)?.push(micros(answered));
        shared.pushed.lock().map_err(failed)?.push(micros(pushed));
        Ok(())
    }
}

async fn side(address: SocketAddr, token: &str) -> Result<Side, Failure> {
    let live = Live::open(address, &hello(token)).await.map_err(failed)?;
    let mut side = Side { live, seen: Seen::default() };
    side.hear().await?;
    Ok(side)
}
