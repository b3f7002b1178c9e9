//! A server of its own for each test, and players who speak to it.

use kernel::{Seat, Table};
use serde_json::{Value, json};
use server::client::{Answer, Client};
use server::store::Store;
use server::think::{Advice, Opponent, Opponents};
use server::wire::Weighed;
use server::{Chance, Config, Database, Durability, MapOffer, Offer, Paces, Patience, Server, Shelf};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;
use tokio::sync::oneshot;

/// Runs each of these functions on both databases.
macro_rules! on_both {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name($crate::common::sqlite()).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name($crate::common::postgres().await).await;
            })*
        }
    };
}
pub(crate) use on_both;

pub const SCENARIO: &str = "goito/battle";

static COUNT: AtomicU64 = AtomicU64::new(0);

/// A database of its own in the folder of this test run.
pub fn sqlite() -> Database {
    let folder = std::env::temp_dir().join(format!("capitano-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    Database::Sqlite(folder.join(format!("{}.db", COUNT.fetch_add(1, Relaxed))))
}

/// A database of its own in the PostgreSQL of this test run.
pub async fn postgres() -> Database {
    static CLUSTER: OnceLock<String> = OnceLock::new();
    let cluster = CLUSTER.get_or_init(|| {
        let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/postgres");
        let started = Command::new(script).arg("start").arg(std::process::id().to_string()).output();
        let started = started.expect("bash runs the script");
        assert!(started.status.success(), "{}", String::from_utf8_lossy(&started.stderr));
        String::from_utf8(started.stdout).expect("an address").trim().to_string()
    });
    let name = format!("test{}", COUNT.fetch_add(1, Relaxed));
    let pool = sqlx::PgPool::connect(cluster).await.expect("PostgreSQL answers");
    sqlx::query(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}")))
        .execute(&pool)
        .await
        .expect("a new database");
    pool.close().await;
    Database::Postgres(cluster.replace("/postgres?", &format!("/{name}?")))
}

/// The games, with maps that nobody draws; with the kernel's skirmish if it is asked for.
pub fn shelf(skirmish: bool) -> Arc<Shelf> {
    let offer = |module: Box<dyn kernel::Module>| Offer {
        map: MapOffer {
            id: module.id().into(),
            board: "{}".into(),
            draw: Box::new(|language| {
                let words = [("en", "<svg/>"), ("it", "<svg lang=\"it\"/>")];
                words.iter().find(|(known, _)| *known == language).map(|(_, drawing)| (*drawing).into())
            }),
        },
        module,
        superseded: Box::new(|_| None),
    };
    let mut offers = vec![offer(Box::new(risorgimento::goito())), offer(Box::new(piacenza::piacenza()))];
    if skirmish {
        offers.push(offer(Box::new(crate::skirmish::game::Skirmish)));
    }
    Shelf::new(offers)
}

/// The players of the project, and a brooder: it thinks as hard as it can until it is told to stop.
struct Staff {
    brooding: Arc<AtomicBool>,
    sat: Arc<Mutex<Vec<String>>>,
}

/// The best of them comes last; a captain who thinks little is good enough here.
pub const LEVELS: [&str; 5] = ["brooder", "random", "recruit", "sergeant", "captain:8"];

impl Opponents for Staff {
    fn levels(&self, game: &str) -> Vec<String> {
        let levels: &[&str] = if game == "goito" { &LEVELS } else { &["random"] };
        levels.iter().map(ToString::to_string).collect()
    }
    fn adviser(&self, game: &str) -> Option<String> {
        self.levels(game).pop().filter(|level| level != "random")
    }
    fn sit(&self, table: &dyn Table, level: &str, seed: u64) -> Option<Box<dyn Opponent>> {
        self.sat.lock().expect("the list").push(level.to_string());
        if level == "brooder" {
            return Some(Box::new(Brooder(Arc::clone(&self.brooding))));
        }
        let player = players::computer(table, level.parse().ok()?, seed)?;
        Some(Box::new(Staffer(player)))
    }
}

struct Brooder(Arc<AtomicBool>);

impl Opponent for Brooder {
    fn act(&mut self, table: &dyn Table, seat: Seat) -> Option<String> {
        while self.0.load(Relaxed) {
            std::hint::spin_loop();
        }
        Some(table.legal(Some(seat)).ok()?.first()?.action.clone())
    }
    fn advise(&mut self, _: &dyn Table, _: Seat) -> Option<Advice> {
        None
    }
}

struct Staffer(Box<dyn players::Computer>);

impl Opponent for Staffer {
    fn act(&mut self, table: &dyn Table, seat: Seat) -> Option<String> {
        self.0.act(table, seat)
    }
    fn advise(&mut self, table: &dyn Table, seat: Seat) -> Option<Advice> {
        let players::Advice { action, reason, candidates, steps } = self.0.advise(table, seat)?;
        let candidates = candidates.into_iter().map(|c| Weighed {
            action: c.action,
            words: c.words,
            value: c.value,
            playouts: c.playouts,
        });
        Some(Advice { action, reason, candidates: candidates.collect(), steps })
    }
}

/// A server that runs, and its clock.
pub struct Host {
    pub address: SocketAddr,
    pub now: Arc<AtomicI64>,
    /// While it is true, brooders brood.
    pub brooding: Arc<AtomicBool>,
    /// What the clock on the wall is ahead of the time that goes on evenly.
    pub ahead: Arc<AtomicI64>,
    /// The levels of the computers that began to think, in this order.
    pub sat: Arc<Mutex<Vec<String>>>,
    /// How many thoughts wait.
    pub thoughts_waiting: Box<dyn Fn() -> usize + Send + Sync>,
    stop: Option<oneshot::Sender<()>>,
    task: tokio::task::JoinHandle<()>,
}

/// How a test's server differs from others.
#[derive(Clone, Copy)]
pub struct How {
    pub rate: Option<f64>,
    pub memory: usize,
    pub thinkers: usize,
    /// The least time between the steps of computers, at any speed.
    pub gap: Duration,
    /// What the clock on the wall says when the server starts.
    pub start: i64,
    pub behind_proxy: bool,
    pub metrics_token: Option<&'static str>,
    pub connections: Option<usize>,
    pub patience: Patience,
    /// Whether the kernel's skirmish is on offer too.
    pub skirmish: bool,
}

impl Default for How {
    fn default() -> How {
        How {
            rate: None,
            memory: 64 << 20,
            thinkers: 1,
            gap: Duration::ZERO,
            start: START,
            behind_proxy: false,
            metrics_token: None,
            connections: Config::new(sqlite()).connections,
            patience: Patience::default(),
            skirmish: false,
        }
    }
}

pub const START: i64 = 1_800_000_000_000;
/// What the seeds of games are drawn from: the same in every run.
pub const CHANCE: u64 = 1848;

impl Host {
    pub async fn start(database: &Database) -> Host {
        Host::start_with(database, How::default()).await
    }

    pub async fn start_with(database: &Database, how: How) -> Host {
        let (now, ahead) = (Arc::new(AtomicI64::new(how.start)), Arc::new(AtomicI64::new(0)));
        let (wall, steady, jumped) = (Arc::clone(&now), Arc::clone(&now), Arc::clone(&ahead));
        let (brooding, sat) = (Arc::new(AtomicBool::new(true)), Arc::default());
        let config = Config {
            rate: how.rate,
            memory: how.memory,
            opponents: Arc::new(Staff { brooding: Arc::clone(&brooding), sat: Arc::clone(&sat) }),
            thinkers: how.thinkers,
            paces: Paces { slow: how.gap, normal: how.gap, fast: how.gap },
            now: Arc::new(move || wall.load(Relaxed) + jumped.load(Relaxed)),
            ticks: Arc::new(move || steady.load(Relaxed)),
            behind_proxy: how.behind_proxy,
            metrics_token: how.metrics_token.map(Into::into),
            chance: Chance::fixed(CHANCE),
            connections: how.connections,
            patience: how.patience,
            ..Config::new(database.clone())
        };
        let server = Server::open(shelf(how.skirmish), config).await.expect("the server opens");
        let thoughts_waiting = Box::new(server.thoughts_waiting());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(server.serve(listener, async move {
            let _ = stopped.await;
        }));
        Host { address, now, ahead, brooding, sat, thoughts_waiting, stop: Some(stop), task }
    }

    /// Ends the server as a signal would.
    pub async fn stop(mut self) {
        drop(self.stop.take());
        self.brooding.store(false, Relaxed);
        self.task.await.expect("the server ends well");
    }

    pub fn client(&self) -> Client {
        Client::new(self.address).expect("this machine")
    }

    pub async fn make(&self, wish: Value) -> Vec<String> {
        let answer = self.client().post("/api/tables", None, &wish).await.expect("an answer");
        tokens(&answer)
    }

    /// A game by links with both sides at it: the tokens of the seats and of spectators.
    pub async fn game(&self, options: Value) -> (Player, Player, String) {
        let wish = json!({ "scenario": SCENARIO, "options": options, "seats": "link", "side": 0,
            "name": "Ada", "part": true, "terms": { "forced": false } });
        let tokens = self.make(wish).await;
        let mut players = (Player::new(self, &tokens[0]), Player::new(self, &tokens[1]));
        let part = players.0.post("/api/part", json!({ "entropy": "a".repeat(64) })).await;
        assert_eq!(part.status, 200, "{}", part.json());
        let join = json!({ "name": "Bob", "entropy": "b".repeat(64) });
        players.1.join(join).await;
        (players.0, players.1, tokens[2].clone())
    }

    /// The same, set up as the standard is.
    pub async fn set_up(&self, options: Value) -> (Player, Player, String) {
        let (mut first, second, spectator) = self.game(options).await;
        first.act("place standard").await;
        (first, second, spectator)
    }
}

pub fn tokens(answer: &Answer) -> Vec<String> {
    assert_eq!(answer.status, 200, "{}", answer.json());
    let links = answer.json()["links"].clone();
    let token = |link: &Value| link["token"].as_str().expect("a token").to_string();
    links.as_array().expect("links").iter().map(token).collect()
}

/// Who holds a link.
pub struct Player {
    pub client: Client,
    pub token: String,
    /// The seat that speaks, where a link holds several.
    pub seat: Option<u8>,
}

impl Player {
    pub fn new(host: &Host, token: &str) -> Player {
        Player { client: host.client(), token: token.into(), seat: None }
    }

    /// The same player at another server.
    pub fn at(&self, host: &Host) -> Player {
        Player { client: host.client(), token: self.token.clone(), seat: self.seat }
    }

    /// An id that no request of this test run has.
    pub fn id(&mut self) -> String {
        format!("id-{}", COUNT.fetch_add(1, Relaxed))
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        let path = match self.seat {
            Some(seat) => format!("{path}{}as={seat}", if path.contains('?') { "&" } else { "?" }),
            None => path.to_string(),
        };
        self.client.get(&path, Some(&self.token)).await.expect("an answer")
    }

    pub async fn post(&mut self, path: &str, mut body: Value) -> Answer {
        if let (Some(seat), false) = (self.seat, path == "/api/join") {
            body["as"] = seat.into();
        }
        self.client.post(path, Some(&self.token), &body).await.expect("an answer")
    }

    /// Takes the seat of an invitation, and goes on with the link that it gives.
    pub async fn join(&mut self, body: Value) {
        let answer = self.post("/api/join", body).await;
        assert_eq!(answer.status, 200, "{}", answer.json());
        self.token = answer.json()["token"].as_str().expect("a token").to_string();
    }

    pub async fn state(&mut self) -> Value {
        let answer = self.get("/api/table").await;
        assert_eq!(answer.status, 200, "{}", answer.json());
        answer.json()
    }

    pub async fn number(&mut self) -> u64 {
        self.state().await["number"].as_u64().expect("a number")
    }

    /// Tries an action on the present position.
    pub async fn try_act(&mut self, action: &str) -> Answer {
        let (on, id) = (self.number().await, self.id());
        self.post("/api/act", json!({ "on": on, "id": id, "action": action })).await
    }

    pub async fn act(&mut self, action: &str) -> Value {
        let answer = self.try_act(action).await;
        assert_eq!(answer.status, 200, "{action}: {}", answer.json());
        answer.json()
    }

    pub async fn undo(&mut self) -> Answer {
        let (on, id) = (self.number().await, self.id());
        self.post("/api/undo", json!({ "on": on, "id": id })).await
    }

    /// Something that a seat does besides acting.
    pub async fn does(&mut self, path: &str, mut body: Value) -> Answer {
        body["id"] = self.id().into();
        self.post(path, body).await
    }
}

/// Waits until a player's state is as it should be.
pub async fn until(player: &mut Player, what: &str, is: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..6000 {
        let state = player.state().await;
        if is(&state) {
            return state;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it does not come to this: {what}");
}

/// A random number generator that is the same everywhere. A test that fails tells its seed.
pub struct Lots {
    seed: u64,
    state: u64,
}

impl Lots {
    pub fn new(seed: u64) -> Lots {
        Lots { seed, state: seed }
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % bound.max(1)
    }
}

impl Drop for Lots {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("lots were drawn with seed {}, the dice of games with {CHANCE}", self.seed);
        }
    }
}

/// Plays any legal action of whoever must decide; false if nobody must.
pub async fn play_one(players: &mut [&mut Player; 2], lots: &mut Lots) -> bool {
    let state = players[0].state().await;
    let Some(seat) = state["status"]["decide"][0].as_u64() else { return false };
    let player = &mut players[seat as usize];
    let state = player.state().await;
    let choices = state["choices"].as_array().expect("choices");
    let action = choices[lots.below(choices.len())]["action"].as_str().expect("an action").to_string();
    player.act(&action).await;
    true
}

/// The store of a database, to look into it.
pub async fn store(database: &Database) -> Store {
    Store::open(database, Durability::Process).await.expect("the store opens")
}

/// Runs a statement on a database, beside the server.
pub async fn execute(database: &Database, sql: &'static str) {
    match database {
        Database::Sqlite(file) => {
            let pool =
                sqlx::SqlitePool::connect(&format!("sqlite:{}", file.display())).await.expect("a pool");
            sqlx::query(sql).execute(&pool).await.expect(sql);
            pool.close().await;
        }
        Database::Postgres(url) => {
            let pool = sqlx::PgPool::connect(url).await.expect("a pool");
            sqlx::query(sql).execute(&pool).await.expect(sql);
            pool.close().await;
        }
    }
}
