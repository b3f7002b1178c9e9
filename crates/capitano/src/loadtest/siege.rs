//! A siege: one client does to the server what should keep others from playing, and another one plays. The
//! besieger comes from 127.0.0.1, the player from 127.0.0.2; the server has its usual limits.

use super::process::Process;
use super::{failed, quantile};
use crate::failure::Failure;
use crate::text;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::Serialize;
use serde_json::{Value, json};
use server::client::{Client, Live, connect, hello};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;

const PLAYER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
const HALF_OPEN: usize = 1100;
const LIVE: usize = 1000;
const IMPORTS: usize = 34;
/// Bytes of the larger imports; the smaller ones are as large as imports may be.
const LARGE: usize = 3_900_000;
const ALLOWED: usize = 250_000;
const CAPTAINS: usize = 400;
/// Moves of the player in each part, and answers that he gets from a captain.
const MOVES: usize = 60;
const ANSWERS: usize = 12;

/// What was measured. Times are in milliseconds.
#[derive(Debug, Serialize)]
struct Figures {
    alone: Times,
    /// Beside half-open requests and live connections.
    crowd: Times,
    live_kept: usize,
    /// Beside imports that are too large, and such as are just not.
    imports: Times,
    imports_refused: usize,
    health: Times,
    mb_before_imports: f64,
    mb_most: f64,
    /// From a move until the captain has answered it, alone and beside other captains' games.
    captain_alone: Times,
    captain: Times,
    captains: usize,
}

#[derive(Debug, Serialize)]
struct Times {
    half: f64,
    all_but_1_percent: f64,
    longest: f64,
}

impl Times {
    fn of(mut micros: Vec<u32>) -> Times {
        micros.sort_unstable();
        Times {
            half: quantile(&micros, 0.5),
            all_but_1_percent: quantile(&micros, 0.99),
            longest: quantile(&micros, 1.0),
        }
    }

    fn line(&self) -> String {
        format!("{:.1} ms for half of them, {:.1} ms for the longest", self.half, self.longest)
    }
}

impl Figures {
    fn lines(&self) -> Vec<String> {
        vec![
            format!("moves alone: {}", self.alone.line()),
            format!("moves beside {HALF_OPEN} half-open requests and {LIVE} live connections:"),
            format!("  {}; {} live connections were kept", self.crowd.line(), self.live_kept),
            format!(
                "moves beside {IMPORTS} imports of {} MB and {IMPORTS} of {} kB, all at once:",
                LARGE as f64 / 1e6,
                ALLOWED / 1000
            ),
            format!("  {}; {} imports were refused", self.imports.line(), self.imports_refused),
            format!("  /health: {}", self.health.line()),
            format!("  memory: {:.0} MB before, {:.0} MB at most", self.mb_before_imports, self.mb_most),
            format!("answers of a captain alone: {}", self.captain_alone.line()),
            format!("answers of a captain beside {} games of captains:", self.captains),
            format!("  {}", self.captain.line()),
        ]
    }
}

pub fn run(process: &Process, as_json: bool) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(format!("cannot start threads: {error}")))?;
    let figures = runtime.block_on(besiege(process))?;
    if as_json { text::print_json(&figures) } else { text::print_lines(&figures.lines()) }
}

async fn besiege(process: &Process) -> Result<Figures, Failure> {
    let address = process.address;
    let mut player = Player::begin(address, None).await?;
    player.play(10).await?;
    let alone = player.play(MOVES).await?;

    let token = make(&mut Client::new(address).map_err(failed)?, &json!({})).await?;
    let mut kept = Vec::new();
    for i in 0..HALF_OPEN {
        if let Ok(mut stream) = connect(None, address).await {
            let words = if i % 2 == 0 { HALF } else { &HALF[..40] };
            // The server may have closed it already.
            let _ = stream.write_all(words.as_bytes()).await;
            kept.push(stream);
        }
    }
    let mut live = Vec::new();
    for _ in 0..LIVE {
        if let Ok(mut one) = Live::open(address, &hello(&token)).await
            && one.next().await.is_some()
        {
            live.push(one);
        }
    }
    let crowd = player.play(MOVES).await?;
    let live_kept = live.len();
    drop((kept, live));

    let mb_before_imports = process.megabytes()?;
    let over = Arc::new(AtomicBool::new(false));
    let health = tokio::spawn(watch_health(address, Arc::clone(&over)));
    let mut importing = Vec::new();
    for i in 0..2 * IMPORTS {
        let body = junk(if i % 2 == 0 { LARGE } else { ALLOWED });
        importing.push(tokio::spawn(async move { import(address, &body).await }));
    }
    let imports = player.play(MOVES).await?;
    let mut imports_refused = 0;
    for task in importing {
        imports_refused += usize::from(task.await.map_err(failed)?);
    }
    over.store(true, Relaxed);
    let health = health.await.map_err(failed)??;
    let mb_most = process.most_megabytes()?;

    let mut against = Player::begin(address, Some("captain")).await?;
    let captain_alone = against.be_answered(ANSWERS).await?;
    let mut besieger = Client::new(address).map_err(failed)?;
    for _ in 0..CAPTAINS {
        make(&mut besieger, &json!({ "players": ["captain", "captain"] })).await?;
    }
    let mut against = Player::begin(address, Some("captain")).await?;
    let captain = against.be_answered(ANSWERS).await?;
    Ok(Figures {
        alone: Times::of(alone),
        crowd: Times::of(crowd),
        live_kept,
        imports: Times::of(imports),
        imports_refused,
        health: Times::of(health),
        mb_before_imports,
        mb_most,
        captain_alone: Times::of(captain_alone),
        captain: Times::of(captain),
        captains: CAPTAINS,
    })
}

/// Head and beginning of a request that never comes to its end.
const HALF: &str =
    "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{";

/// A position with so many bytes of something that is no part of it.
fn junk(bytes: usize) -> Vec<u8> {
    let mut text = String::with_capacity(bytes + 200);
    text += "{\"seats\":\"screen\",\"position\":{\"scenario\":\"goito/battle\",\"position\":{\"junk\":[";
    text += &"{},".repeat(bytes / 3);
    text += "{}]}}}";
    text.into_bytes()
}

/// Whether an import was refused, or broken off.
async fn import(address: SocketAddr, body: &[u8]) -> bool {
    let Ok(mut client) = Client::new(address) else { return true };
    let sent = client.send("POST", "/api/import", None, Some(("application/json", body))).await;
    sent.map_or(true, |answer| answer.status != 200)
}

async fn watch_health(address: SocketAddr, over: Arc<AtomicBool>) -> Result<Vec<u32>, Failure> {
    let mut client = Client::new(address).map_err(failed)?.from(PLAYER);
    let mut times = Vec::new();
    while !over.load(Relaxed) {
        let begun = Instant::now();
        client.get("/health", None).await.map_err(failed)?;
        times.push(micros(begun));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(times)
}

fn micros(begun: Instant) -> u32 {
    u32::try_from(begun.elapsed().as_micros()).unwrap_or(u32::MAX)
}

/// Makes a game, as soon as the server lets this client, and gives the link of who made it.
async fn make(client: &mut Client, more: &Value) -> Result<String, Failure> {
    let mut wish = json!({ "scenario": "goito/battle", "seats": "link" });
    if let (Value::Object(wish), Value::Object(more)) = (&mut wish, more) {
        wish.extend(more.clone());
    }
    loop {
        let made = client.post("/api/tables", None, &wish).await.map_err(failed)?;
        match (made.status, made.json()["yours"].as_str()) {
            (200, Some(token)) => return Ok(token.to_string()),
            (429 | 503, _) => tokio::time::sleep(Duration::from_millis(200)).await,
            _ => return Err(failed(made.json()["error"].clone())),
        }
    }
}

/// Who plays while others besiege: both seats at one screen, or one against a computer.
struct Player {
    client: Client,
    token: String,
    /// His live connection.
    live: Live,
    seats: &'static [u8],
    random: ChaCha8Rng,
    requests: u64,
}

impl Player {
    async fn begin(address: SocketAddr, computer: Option<&str>) -> Result<Player, Failure> {
        let mut client = Client::new(address).map_err(failed)?.from(PLAYER);
        let (wish, seats): (Value, &[u8]) = match computer {
            Some(level) => (json!({ "players": ["human", level] }), &[0]),
            None => (json!({ "seats": "screen" }), &[0, 1]),
        };
        let token = make(&mut client, &wish).await?;
        let live = Live::open_from(Some(PLAYER), address, &hello(&token)).await.map_err(failed)?;
        let random = ChaCha8Rng::seed_from_u64(1848);
        let mut player = Player { client, token, live, seats, random, requests: 0 };
        let state = player.state(0).await?;
        player.act(0, &state, "place standard").await?;
        Ok(player)
    }

    async fn state(&mut self, seat: u8) -> Result<Value, Failure> {
        let path = if self.seats.len() > 1 { format!("/api/table?as={seat}") } else { "/api/table".into() };
        Ok(self.client.get(&path, Some(&self.token)).await.map_err(failed)?.json())
    }

    async fn act(&mut self, seat: u8, state: &Value, action: &str) -> Result<(), Failure> {
        self.requests += 1;
        let mut body =
            json!({ "on": state["number"], "id": format!("r{}", self.requests), "action": action });
        if self.seats.len() > 1 {
            body["as"] = seat.into();
        }
        let answer = self.client.post("/api/act", Some(&self.token), &body).await.map_err(failed)?;
        // Where both owe a choice, the other one may have been quicker.
        if answer.status != 200 && answer.status != 409 {
            return Err(failed(answer.json()["error"].clone()));
        }
        Ok(())
    }

    /// Any choice of who must decide; false if nobody of these seats must.
    async fn step(&mut self) -> Result<bool, Failure> {
        let state = self.state(self.seats[0]).await?;
        let decides =
            |seat: &&u8| state["status"]["decide"].as_array().is_some_and(|all| all.contains(&json!(seat)));
        let Some(seat) = self.seats.iter().find(decides).copied() else { return Ok(false) };
        let state = if seat == self.seats[0] { state } else { self.state(seat).await? };
        let choices = state["choices"].as_array().map_or(&[][..], Vec::as_slice);
        let lot = self.random.next_u32() as usize % choices.len().max(1);
        let action = choices.get(lot).and_then(|choice| choice["action"].as_str());
        let action = action.ok_or_else(|| failed("somebody must decide but has no choice"))?.to_string();
        self.act(seat, &state, &action).await?;
        Ok(true)
    }

    /// Plays on and gives the time of each move: looking, and acting.
    async fn play(&mut self, moves: usize) -> Result<Vec<u32>, Failure> {
        let mut times = Vec::with_capacity(moves);
        for _ in 0..moves {
            let begun = Instant::now();
            self.step().await?;
            times.push(micros(begun));
        }
        Ok(times)
    }

    /// Plays until the computer has answered so often, and gives the time of each answer.
    async fn be_answered(&mut self, answers: usize) -> Result<Vec<u32>, Failure> {
        let mut times = Vec::with_capacity(answers);
        while times.len() < answers {
            let begun = Instant::now();
            if self.step().await? {
                continue;
            }
            // His turn comes by a push.
            loop {
                let status = &self.state(0).await?["status"];
                if status["outcome"].is_object() {
                    return Ok(times);
                }
                if status["decide"].as_array().is_some_and(|all| all.contains(&json!(0))) {
                    break;
                }
                self.live.next().await.ok_or_else(|| failed("a live connection was closed"))?;
            }
            times.push(micros(begun));
        }
        Ok(times)
    }
}
