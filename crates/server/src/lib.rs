//! The server: games over HTTP and live connections, stored as what happened. What a seat may not see
//! never leaves this process towards it.

pub mod api;
mod chance;
#[cfg(feature = "client")]
pub mod client;
mod descriptors;
mod door;
mod guests;
pub mod hall;
mod heavy;
mod limits;
mod live;
mod metrics;
mod problem;
pub mod secret;
pub mod shelf;
pub mod store;
pub mod think;
mod time;
pub mod wire;
mod work;

pub use chance::Chance;
pub use descriptors::raised as raised_descriptors;
pub use door::Patience;
pub use hall::Paces;
pub use shelf::{MapOffer, Offer, Shelf};
pub use store::{Database, Durability};
pub use time::Now;

use api::{App, Imports};
use guests::{Crowd, Guests, Room};
use hall::{Computers, Hall};
use heavy::Heavy;
use limits::Limits;
use secret::{CookieKey, random};
use std::sync::Arc;
use std::time::Duration;
use store::{Claim, Store};
use think::{Nobody, Opponents, Thinkers};
use time::{Time, steady_ticks, wall_time};
use tokio::net::TcpListener;
use tokio::sync::watch;
use work::Work;

/// How a server is set up.
pub struct Config {
    pub database: Database,
    pub durability: Durability,
    /// Requests a second that one client may make; none for no limit.
    pub rate: Option<f64>,
    pub behind_proxy: bool,
    /// Connections that one address may have; none for no limit. Behind a proxy it is live connections of one
    /// client.
    pub connections: Option<usize>,
    pub patience: Patience,
    /// What `/metrics` is asked with; without it only this machine is answered, and nobody behind a proxy.
    pub metrics_token: Option<String>,
    /// Bytes that games in memory may take.
    pub memory: usize,
    /// The clock on the wall.
    pub now: Now,
    /// What goes on evenly, whatever is done to the clock on the wall.
    pub ticks: Now,
    /// Who plays for seats without a person.
    pub opponents: Arc<dyn Opponents>,
    /// Threads on which they think.
    pub thinkers: usize,
    pub paces: Paces,
    /// Fixed only in tests.
    pub chance: Chance,
}

impl Config {
    pub fn new(database: Database) -> Config {
        Config {
            database,
            durability: Durability::default(),
            rate: Some(100.0),
            behind_proxy: false,
            connections: Some(256),
            patience: Patience::default(),
            metrics_token: None,
            memory: MEMORY,
            now: Arc::new(wall_time),
            ticks: steady_ticks(),
            opponents: Arc::new(Nobody),
            thinkers: Thinkers::usual(),
            paces: Paces::default(),
            chance: Chance::default(),
        }
    }
}

/// Bytes for games in memory, if nothing else is said: some 500 that are being played fit in.
pub const MEMORY: usize = 256 << 20;
/// Connections in all, and descriptors that are left to other things.
const MOST_CONNECTIONS: usize = 10_000;
const SPARE: usize = 128;
/// Passwords that wait to be checked.
const MOST_PASSWORDS: usize = 32;

/// A server that is ready to answer.
pub struct Server {
    app: Arc<App>,
    closing: watch::Sender<bool>,
    background: Vec<tokio::task::JoinHandle<()>>,
    room: Room,
    /// No other server writes to the same file.
    _claim: Option<Claim>,
}

impl Server {
    pub async fn open(shelf: Arc<Shelf>, config: Config) -> Result<Server, String> {
        // A connection takes a descriptor, and so do the database and the files of the system.
        let all = descriptors::raised().saturating_sub(SPARE).clamp(64, MOST_CONNECTIONS);
        let each = config.connections.filter(|each| *each > 0);
        let room = Room { all, each: each.filter(|_| !config.behind_proxy) };
        let claim = config.database.claim()?;
        let store = Store::open(&config.database, config.durability)
            .await
            .map_err(|error| format!("the database cannot be opened: {error}"))?;
        let key = store.setting("cookie key", &random::<32>()).await;
        let key = key.map_err(|error| format!("the database cannot be read: {error}"))?;
        let time = Time::open(config.now, config.ticks, &store).await;
        let time = Arc::new(time.map_err(|error| format!("the database cannot be read: {error}"))?);
        let (closing, closed) = watch::channel(false);
        let computers = Computers {
            opponents: config.opponents,
            thinkers: Thinkers::start(config.thinkers)?,
            paces: config.paces,
            chance: config.chance,
        };
        let hall = Hall::new(shelf, store, time, config.memory, computers);
        let background = vec![
            tokio::spawn(news(Arc::clone(&hall))),
            tokio::spawn(Arc::clone(&hall.time).keep_going(hall.store.clone())),
            tokio::spawn(Arc::clone(&hall).go_on()),
        ];
        let app = App {
            hall,
            cookies: CookieKey::new(key),
            limits: Limits::new(config.rate),
            behind_proxy: config.behind_proxy,
            metrics_token: config.metrics_token,
            patience: config.patience,
            work: Work::new(),
            imports: Imports::new(),
            watchers: Crowd::new(each.filter(|_| config.behind_proxy)),
            passwords: Heavy::new(1, MOST_PASSWORDS),
            closing: closed,
        };
        Ok(Server { app: Arc::new(app), closing, background, room, _claim: claim })
    }

    /// How many thoughts of computer players wait, whenever that is asked.
    pub fn thoughts_waiting(&self) -> impl Fn() -> usize + Send + use<> {
        let hall = Arc::clone(&self.app.hall);
        move || hall.thoughts_waiting()
    }

    /// Answers until `stop` is over; then what is being written is finished.
    pub async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()> + Send + 'static) {
        let router = api::router(Arc::clone(&self.app));
        let closing = self.closing.clone();
        tokio::spawn(async move {
            stop.await;
            // Live connections are closed; they come again when the server is back.
            let _ = closing.send(true);
        });
        let guests = Guests::new(self.room);
        door::receive(listener, router, guests, self.app.patience, self.app.closing.clone()).await;
        for task in &self.background {
            task.abort();
        }
        self.app.hall.stop_computers();
        self.app.hall.time.keep(&self.app.hall.store).await;
        self.app.hall.store.close().await;
    }
}

/// Hears of what other servers on the same database write.
async fn news(hall: Arc<Hall>) {
    loop {
        let mut listener = match hall.store.listener().await {
            Ok(Some(listener)) => listener,
            Ok(None) => return,
            Err(error) => {
                tracing::error!("cannot listen to the database: {error}");
                tokio::time::sleep(Duration::from_secs(1)).await;
                continue;
            }
        };
        // What was said before the listening began.
        hall.catch_up_all().await;
        loop {
            match listener.try_recv().await {
                Ok(Some(notification)) => {
                    let mut words = notification.payload().split(' ').map(str::parse::<i64>);
                    if let (Some(Ok(table)), Some(Ok(seq))) = (words.next(), words.next())
                        && let Err(problem) = hall.catch_up(table, seq).await
                    {
                        tracing::error!("cannot catch up with a game: {}", problem.message);
                    }
                }
                // The connection was lost and is made anew: news may have been lost with it.
                Ok(None) => hall.catch_up_all().await,
                Err(error) => {
                    tracing::error!("cannot listen to the database: {error}");
                    break;
                }
            }
        }
    }
}
