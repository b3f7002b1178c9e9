//! The two times of a server. What the clock on the wall says is shown to people. How long the server has run
//! counts for the clocks of players: neither a wall clock that is set forward, nor a machine that sleeps, nor a
//! server that is down takes anybody's time.

use crate::store::Store;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

/// Milliseconds, since 1970 or since whenever. Tests have clocks of their own.
pub type Now = Arc<dyn Fn() -> i64 + Send + Sync>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// By the clock on the wall, in milliseconds since 1970.
    pub at: i64,
    /// How long the server has run, in milliseconds. It began with the wall clock's time of the first start.
    pub ran: i64,
}

pub struct Time {
    now: Now,
    ticks: Now,
    /// What `ticks` lack to the time that the server has run.
    offset: i64,
}

const RAN: &str = "time run";
/// How often it is written down; what a server that is killed loses at most.
const EVERY: Duration = Duration::from_secs(60);

impl Time {
    /// Goes on where the server stopped.
    pub async fn open(now: Now, ticks: Now, store: &Store) -> Result<Time, sqlx::Error> {
        let stored = store.latest(RAN).await?;
        let ran = stored.and_then(|bytes| Some(i64::from_be_bytes(bytes.try_into().ok()?)));
        let offset = ran.unwrap_or_else(|| now()) - ticks();
        Ok(Time { now, ticks, offset })
    }

    pub fn moment(&self) -> Moment {
        Moment { at: (self.now)(), ran: (self.ticks)() + self.offset }
    }

    /// Writes down how long the server has run. Where several share a database the furthest counts.
    pub async fn keep(&self, store: &Store) {
        let ran = self.moment().ran;
        if let Err(error) = store.put_greater(RAN, &ran.to_be_bytes()).await {
            tracing::warn!("the time that the server has run cannot be saved: {error}");
        }
    }

    pub async fn keep_going(self: Arc<Self>, store: Store) {
        loop {
            self.keep(&store).await;
            tokio::time::sleep(EVERY).await;
        }
    }
}

/// Milliseconds since 1970.
pub fn wall_time() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Milliseconds that go on evenly, whatever is done to the clock on the wall.
pub fn steady_ticks() -> Now {
    let begun = Instant::now();
    Arc::new(move || i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX))
}
