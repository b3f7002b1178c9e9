//! SQLite's log. What is committed stands in a log first and is carried over into the file from time to time.
//! The writer does that itself, between two transactions, so that no carrying over ever runs beside a write;
//! and it begins the log anew each time, so that readers who follow each other without a pause do not keep it
//! growing.

use sqlx::sqlite::{SqliteConnection, SqlitePool};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How large the log may become, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// From here on it is carried over.
    pub carry: u64,
    /// If it cannot be, because somebody reads on and on in an old state, nothing is written beyond this.
    pub most: u64,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { carry: 8 << 20, most: 256 << 20 }
    }
}

/// While nothing else is to be done, a smaller log is carried over as well.
const WORTH_IT: u64 = 1 << 20;
/// How long readers of an old state are waited for: all writing waits meanwhile.
const PATIENCE: Duration = Duration::from_millis(100);
/// How long locks of others are waited for otherwise.
pub const BUSY: Duration = Duration::from_secs(5);

pub struct Log {
    write: SqlitePool,
    file: PathBuf,
    bounds: Bounds,
    /// Where carrying over is tried again after it did not succeed.
    next: u64,
}

impl Log {
    pub fn new(write: SqlitePool, database: &Path, bounds: Bounds) -> Log {
        let mut file = database.as_os_str().to_owned();
        file.push("-wal");
        Log { write, file: file.into(), bounds, next: bounds.carry }
    }

    fn size(&self) -> u64 {
        // There is none before the first write.
        std::fs::metadata(&self.file).map_or(0, |log| log.len())
    }

    /// Before a transaction. An error says why nothing can be written.
    pub async fn look_after(&mut self) -> Result<(), String> {
        let size = self.size();
        if size < self.next {
            return Ok(());
        }
        self.carry_over(size).await;
        if self.size() < self.bounds.most {
            return Ok(());
        }
        Err("the log of the database is full: something has been reading the database for a long time".into())
    }

    /// While nothing is to be written.
    pub async fn rest(&mut self) {
        let size = self.size();
        if size > WORTH_IT.min(self.bounds.carry) {
            self.carry_over(size).await;
        }
    }

    async fn carry_over(&mut self, size: u64) {
        match self.carried_over().await {
            Ok(true) => self.next = self.bounds.carry,
            // A reader was in the way: again when the log has grown by as much.
            Ok(false) => self.next = (size + self.bounds.carry).min(self.bounds.most),
            Err(error) => {
                self.next = (size + self.bounds.carry).min(self.bounds.most);
                tracing::error!("the log of the database cannot be copied into it: {error}");
            }
        }
    }

    /// Whether all of the log is in the file, and the log empty.
    async fn carried_over(&self) -> Result<bool, sqlx::Error> {
        let mut connection = self.write.acquire().await?;
        wait_for(&mut connection, PATIENCE).await?;
        let carried = sqlx::query_as::<_, (i64, i64, i64)>("PRAGMA wal_checkpoint(TRUNCATE)")
            .fetch_one(&mut *connection)
            .await;
        wait_for(&mut connection, BUSY).await?;
        carried.map(|(busy, _, _)| busy == 0)
    }
}

async fn wait_for(connection: &mut SqliteConnection, time: Duration) -> Result<(), sqlx::Error> {
    let mut pragma = sqlx::QueryBuilder::new("PRAGMA busy_timeout = ");
    pragma.push(time.as_millis());
    pragma.build().persistent(false).execute(connection).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Database, Deed, Durability, Row, Store, Who, WriteError};
    use kernel::Seat;
    use sqlx::{Connection, SqliteConnection};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

    const CARRY: u64 = 200 << 10;
    const STEPS: i64 = 150;

    /// A store in a folder of its own, with a log of its own bounds.
    struct Trial {
        folder: PathBuf,
        store: Store,
    }

    impl Trial {
        async fn open(name: &str, most: u64) -> Trial {
            let folder = std::env::temp_dir().join(format!("capitano-log-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&folder);
            std::fs::create_dir_all(&folder).expect("a folder");
            let database = Database::Sqlite(folder.join("games.db"));
            let bounds = Bounds { carry: CARRY, most };
            let store = Store::open_with(&database, Durability::Process, bounds).await.expect("a store");
            Trial { folder, store }
        }

        fn size(&self) -> u64 {
            std::fs::metadata(self.folder.join("games.db-wal")).map_or(0, |log| log.len())
        }

        /// Forty rows of a thousand letters, for seven games in turn.
        async fn write(&self, step: i64) -> Result<(), WriteError> {
            let row = |i| Row {
                seq: step / 7 * 40 + i + 1,
                at: 0,
                ran: None,
                who: Who::NOBODY,
                request: None,
                stopped: None,
                deed: Deed::Chat { seat: Seat(0), text: "x".repeat(1000) },
            };
            self.store.append(1 + step % 7, (0..40).map(row).collect()).await
        }

        async fn end(self) {
            self.store.close().await;
            let _ = std::fs::remove_dir_all(self.folder);
        }
    }

    /// Readers that follow each other without a pause do not keep the log growing.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn the_log_stays_small_under_steady_writing_and_reading() {
        let trial = Trial::open("steady", 1 << 30).await;
        let (over, read) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let readers: Vec<_> = (0..2)
            .map(|_| {
                let (store, over, read) = (trial.store.clone(), Arc::clone(&over), Arc::clone(&read));
                tokio::spawn(async move {
                    while !over.load(Relaxed) {
                        read.fetch_add(store.rows(1, 0).await.expect("rows").len(), Relaxed);
                    }
                })
            })
            .collect();
        let mut largest = 0;
        for step in 0..STEPS {
            trial.write(step).await.expect("it is written");
            largest = largest.max(trial.size());
        }
        over.store(true, Relaxed);
        for reader in readers {
            reader.await.expect("it reads");
        }
        assert!(read.load(Relaxed) > 1000, "{} rows were read beside", read.load(Relaxed));
        // The texts alone are 6 MB.
        assert!(largest < 15 * CARRY, "the log had {largest} bytes");
        trial.end().await;
    }

    /// Somebody who reads on and on in an old state: the log ends at its bound, and goes on after him.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_reader_who_does_not_end_does_not_fill_the_disk() {
        let most = 5 * CARRY;
        let trial = Trial::open("long", most).await;
        trial.write(0).await.expect("it is written");
        let file = trial.folder.join("games.db");
        let mut reader =
            SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.expect("a connection");
        let count = "SELECT count(*) FROM steps";
        sqlx::query("BEGIN").execute(&mut reader).await.expect("it begins");
        let (before,): (i64,) = sqlx::query_as(count).fetch_one(&mut reader).await.expect("a count");
        let mut step = 1;
        let refused = loop {
            match trial.write(step).await {
                Ok(()) => step += 1,
                Err(error) => break error.to_string(),
            }
            assert!(step < 1000, "nothing ever stops it");
        };
        assert!(refused.contains("log of the database"), "{refused}");
        assert!(trial.size() < most + CARRY, "the log has {} bytes", trial.size());
        let (same,): (i64,) = sqlx::query_as(count).fetch_one(&mut reader).await.expect("a count");
        assert_eq!(before, same, "he still reads what was");
        reader.close().await.expect("it ends");
        trial.write(step).await.expect("it is written again");
        assert!(trial.size() < 2 * CARRY, "the log has {} bytes", trial.size());
        trial.end().await;
    }

    /// Before 3.51.3, carrying the log over beside another connection's write could lose what was written.
    #[tokio::test]
    async fn the_sqlite_inside_is_new_enough() {
        let mut memory = SqliteConnection::connect("sqlite::memory:").await.expect("a database");
        let (version,): (String,) =
            sqlx::query_as("SELECT sqlite_version()").fetch_one(&mut memory).await.expect("a version");
        let numbers: Vec<u32> = version.split('.').filter_map(|part| part.parse().ok()).collect();
        assert!(numbers >= vec![3, 51, 3], "{version}");
    }
}
