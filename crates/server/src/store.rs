//! The store: games as what happened, links, and who holds them. SQLite in one file, or PostgreSQL
//! with several servers on it. Everything is written by one task, many games' rows in one
//! transaction, and a write is answered when it is committed.

mod claim;
mod log;
mod row;
mod trouble;
mod writer;

pub use claim::Claim;
pub use row::{Beginning, Deed, Head, NewTable, Row, Who};
pub use trouble::Trouble;
pub use writer::{WriteError, Writer};

use log::{Bounds, Log};
use row::StoredRow;
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgListener, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use std::borrow::Cow;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use tokio::time::timeout;

/// How much an acknowledged move survives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// The death of the process.
    #[default]
    Process,
    /// The death of the machine.
    Full,
}

/// Where the games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    Sqlite(PathBuf),
    /// `postgres://…`
    Postgres(String),
}

#[derive(Clone)]
pub struct Store {
    pool: Pool,
    writer: Writer,
}

#[derive(Clone)]
pub(crate) enum Pool {
    Sqlite { read: SqlitePool, write: SqlitePool },
    Postgres(PgPool),
}

/// The same query on whichever database there is: SQLite understands `$1` as well.
macro_rules! on {
    (read $pool:expr, $on:ident => $query:expr) => {
        match &$pool {
            $crate::store::Pool::Sqlite { read: $on, .. } => $query,
            $crate::store::Pool::Postgres($on) => $query,
        }
    };
    (write $pool:expr, $on:ident => $query:expr) => {
        match &$pool {
            $crate::store::Pool::Sqlite { write: $on, .. } => $query,
            $crate::store::Pool::Postgres($on) => $query,
        }
    };
}
pub(crate) use on;

/// The rows of a game before the first that is damaged, and what is wrong with that one.
pub struct Sound {
    pub rows: Vec<Row>,
    pub damage: Option<String>,
}

/// A link that somebody holds, sealed.
pub struct Held {
    pub table: i64,
    pub who: Who,
    pub sealed: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// In small letters: names that differ only in case are the same.
    pub name: String,
    /// As it was typed.
    pub shown: String,
    pub holder: Vec<u8>,
    /// The password's Argon2id hash, in its usual text form.
    pub password: String,
    pub key_salt: Vec<u8>,
    pub wrapped_key: Vec<u8>,
}

const SQLITE: &[&str] = &[
    include_str!("../migrations/sqlite/0001_begin.sql"),
    include_str!("../migrations/sqlite/0002_computers.sql"),
    include_str!("../migrations/sqlite/0003_time.sql"),
    include_str!("../migrations/sqlite/0004_invitations.sql"),
];
const POSTGRES: &[&str] = &[
    include_str!("../migrations/postgres/0001_begin.sql"),
    include_str!("../migrations/postgres/0002_computers.sql"),
    include_str!("../migrations/postgres/0003_time.sql"),
    include_str!("../migrations/postgres/0004_invitations.sql"),
];

fn migrator(scripts: &'static [&'static str]) -> Migrator {
    let migration = |(i, sql): (usize, &'static str)| {
        let (name, sql) = (Cow::Borrowed("step"), sql.into_sql_str());
        Migration::new(i as i64 + 1, name, MigrationType::Simple, sql, false)
    };
    Migrator { migrations: scripts.iter().copied().enumerate().map(migration).collect(), ..Migrator::DEFAULT }
}

/// How long a healthy database may take to answer.
const ANSWER: Duration = Duration::from_secs(3);

/// The channel on which the servers of one PostgreSQL tell each other of new rows.
const CHANNEL: &str = "capitano_steps";

impl Store {
    pub async fn open(database: &Database, durability: Durability) -> Result<Store, sqlx::Error> {
        Store::open_with(database, durability, Bounds::default()).await
    }

    async fn open_with(
        database: &Database,
        durability: Durability,
        bounds: Bounds,
    ) -> Result<Store, sqlx::Error> {
        let mut log = None;
        let pool = match database {
            Database::Sqlite(file) => {
                let options = SqliteConnectOptions::new()
                    .filename(file)
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(match durability {
                        Durability::Process => SqliteSynchronous::Normal,
                        Durability::Full => SqliteSynchronous::Full,
                    })
                    .busy_timeout(log::BUSY)
                    // The log is carried over into the file by the writer alone, between its transactions.
                    .pragma("wal_autocheckpoint", "0")
                    .pragma("cache_size", "-1000");
                let pool = |count| {
                    SqlitePoolOptions::new()
                        .max_connections(count)
                        .test_before_acquire(false)
                        .acquire_timeout(Duration::from_secs(10))
                };
                let write = pool(1).connect_with(options.clone()).await?;
                migrator(SQLITE).run(&write).await?;
                log = Some(Log::new(write.clone(), file, bounds));
                Pool::Sqlite { read: pool(2).connect_with(options).await?, write }
            }
            Database::Postgres(address) => {
                let mut options = PgConnectOptions::from_str(address)?.application_name("capitano");
                if durability == Durability::Full {
                    options = options.options([("synchronous_commit", "on")]);
                }
                let pool = PgPoolOptions::new()
                    .max_connections(6)
                    .acquire_timeout(Duration::from_secs(10))
                    .connect_with(options)
                    .await?;
                migrator(POSTGRES).run(&pool).await?;
                Pool::Postgres(pool)
            }
        };
        Ok(Store { writer: Writer::start(pool.clone(), log), pool })
    }

    /// News of rows that other servers wrote; None where there is only one server.
    pub async fn listener(&self) -> Result<Option<PgListener>, sqlx::Error> {
        let Pool::Postgres(pool) = &self.pool else { return Ok(None) };
        let mut listener = PgListener::connect_with(pool).await?;
        listener.listen(CHANNEL).await?;
        Ok(Some(listener))
    }

    /// Whether the database answers and can be written to; if not, why. It is tried out, unless that was done
    /// just now.
    pub async fn health(&self) -> Result<(), String> {
        let ping = async {
            on!(read self.pool, pool => sqlx::query("SELECT 1").execute(pool).await.map(drop))
                .map_err(|error| format!("the database cannot be read: {}", Trouble::from(&error)))
        };
        match timeout(ANSWER, ping).await {
            Ok(read) => read?,
            Err(_) => return Err("the database does not answer".into()),
        }
        match timeout(ANSWER, self.writer.health()).await {
            Ok(written) => written.map_err(|why| format!("the database cannot be written to: {why}")),
            Err(_) => Err("the database has not written anything for a long time".into()),
        }
    }

    /// Finishes what is being written.
    pub async fn close(&self) {
        self.writer.finish().await;
        match &self.pool {
            Pool::Sqlite { read, write } => {
                read.close().await;
                // What the log holds is safe; an empty one only makes the next start quicker.
                let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(write).await;
                write.close().await;
            }
            Pool::Postgres(pool) => pool.close().await,
        }
    }

    /// Appends rows to a game: all of them or none.
    pub async fn append(&self, table: i64, rows: Vec<Row>) -> Result<(), WriteError> {
        self.writer.append(table, rows).await
    }

    pub async fn create(&self, new: NewTable) -> Result<(), WriteError> {
        self.writer.create(new).await
    }

    /// Who a token makes one, and at which table.
    pub async fn token(&self, hash: &[u8]) -> Result<Option<(i64, Who)>, sqlx::Error> {
        const SQL: &str = "SELECT table_id, who FROM tokens WHERE hash = $1";
        let found: Option<(i64, i64)> =
            on!(read self.pool, pool => sqlx::query_as(SQL).bind(hash).fetch_optional(pool).await)?;
        Ok(found.map(|(table, who)| (table, Who(who))))
    }

    pub async fn head(&self, table: i64) -> Result<Option<Head>, sqlx::Error> {
        const SQL: &str = "SELECT head FROM tables WHERE id = $1";
        let found: Option<(String,)> =
            on!(read self.pool, pool => sqlx::query_as(SQL).bind(table).fetch_optional(pool).await)?;
        found
            .map(|(head,)| serde_json::from_str(&head).map_err(|e| sqlx::Error::Decode(e.into())))
            .transpose()
    }

    /// The rows of a game after a number. A damaged one is an error.
    pub async fn rows(&self, table: i64, after: i64) -> Result<Vec<Row>, sqlx::Error> {
        let Sound { rows, damage } = self.sound_rows(table, after).await?;
        damage.map_or(Ok(rows), |why| Err(sqlx::Error::Decode(why.into())))
    }

    /// The rows of a game after a number, as far as none is damaged or missing.
    pub async fn sound_rows(&self, table: i64, after: i64) -> Result<Sound, sqlx::Error> {
        const SQL: &str = "SELECT seq, at, ran, kind, seat, body, who, request, stopped FROM steps \
                           WHERE table_id = $1 AND seq > $2 ORDER BY seq";
        let rows: Vec<StoredRow> = on!(read self.pool, pool => {
            sqlx::query_as(SQL).bind(table).bind(after).fetch_all(pool).await
        })?;
        let mut sound = Sound { rows: Vec::with_capacity(rows.len()), damage: None };
        for (stored, next) in rows.into_iter().zip(after + 1..) {
            let seq = stored.0;
            if seq != next {
                sound.damage = Some(format!("row {next} is missing"));
                break;
            }
            match Row::read(stored) {
                Ok(row) => sound.rows.push(row),
                Err(why) => {
                    sound.damage = Some(format!("row {seq}: {why}"));
                    break;
                }
            }
        }
        Ok(sound)
    }

    /// The number and the time of a game's last row.
    pub async fn last(&self, table: i64) -> Result<Option<(i64, i64)>, sqlx::Error> {
        const SQL: &str = "SELECT seq, at FROM steps WHERE table_id = $1 ORDER BY seq DESC LIMIT 1";
        on!(read self.pool, pool => sqlx::query_as(SQL).bind(table).fetch_optional(pool).await)
    }

    /// Whether other servers may write to the same games.
    pub fn is_shared(&self) -> bool {
        matches!(self.pool, Pool::Postgres(_))
    }

    /// Games that are not over and in which a computer holds a seat.
    pub async fn with_computers(&self) -> Result<Vec<i64>, sqlx::Error> {
        const SQL: &str = "SELECT table_id FROM computers ORDER BY table_id";
        let found: Vec<(i64,)> = on!(read self.pool, pool => sqlx::query_as(SQL).fetch_all(pool).await)?;
        Ok(found.into_iter().map(|(table,)| table).collect())
    }

    /// A computer has taken a seat in a game.
    pub async fn has_computers(&self, table: i64) -> Result<(), sqlx::Error> {
        const SQL: &str = "INSERT INTO computers (table_id) VALUES ($1) ON CONFLICT (table_id) DO NOTHING";
        on!(write self.pool, pool => sqlx::query(SQL).bind(table).execute(pool).await.map(drop))
    }

    /// A game in which computers played is over.
    pub async fn no_computers(&self, table: i64) -> Result<(), sqlx::Error> {
        const SQL: &str = "DELETE FROM computers WHERE table_id = $1";
        on!(write self.pool, pool => sqlx::query(SQL).bind(table).execute(pool).await.map(drop))
    }

    pub async fn hold(&self, holder: &[u8], held: &Held, at: i64) -> Result<(), sqlx::Error> {
        const SQL: &str = "INSERT INTO held (holder, table_id, who, sealed, at) VALUES ($1, $2, $3, $4, $5) \
                           ON CONFLICT (holder, table_id, who) DO UPDATE SET sealed = excluded.sealed";
        on!(write self.pool, pool => {
            sqlx::query(SQL)
                .bind(holder)
                .bind(held.table)
                .bind(held.who.0)
                .bind(&held.sealed)
                .bind(at)
                .execute(pool)
                .await
                .map(drop)
        })
    }

    /// The link to one place at a table that somebody holds, sealed.
    pub async fn held_link(
        &self,
        holder: &[u8],
        table: i64,
        who: Who,
    ) -> Result<Option<Vec<u8>>, sqlx::Error> {
        const SQL: &str = "SELECT sealed FROM held WHERE holder = $1 AND table_id = $2 AND who = $3";
        let found: Option<(Vec<u8>,)> = on!(read self.pool, pool => {
            sqlx::query_as(SQL).bind(holder).bind(table).bind(who.0).fetch_optional(pool).await
        })?;
        Ok(found.map(|(sealed,)| sealed))
    }

    /// What somebody holds, the latest first.
    pub async fn held(&self, holder: &[u8], limit: i64) -> Result<Vec<Held>, sqlx::Error> {
        const SQL: &str = "SELECT table_id, who, sealed FROM held WHERE holder = $1 \
                           ORDER BY at DESC LIMIT $2";
        let rows: Vec<(i64, i64, Vec<u8>)> = on!(read self.pool, pool => {
            sqlx::query_as(SQL).bind(holder).bind(limit).fetch_all(pool).await
        })?;
        Ok(rows.into_iter().map(|(table, who, sealed)| Held { table, who: Who(who), sealed }).collect())
    }

    /// Makes an account, or gives false if the name is taken.
    pub async fn make_account(&self, account: &Account, at: i64) -> Result<bool, sqlx::Error> {
        const SQL: &str = "INSERT INTO accounts (name, shown, holder, password, key_salt, wrapped_key, made) \
                           VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (name) DO NOTHING";
        let made = on!(write self.pool, pool => {
            sqlx::query(SQL)
                .bind(&account.name)
                .bind(&account.shown)
                .bind(&account.holder)
                .bind(&account.password)
                .bind(&account.key_salt)
                .bind(&account.wrapped_key)
                .bind(at)
                .execute(pool)
                .await
                .map(|done| done.rows_affected())
        })?;
        Ok(made == 1)
    }

    pub async fn account(&self, name: &str) -> Result<Option<Account>, sqlx::Error> {
        const SQL: &str = "SELECT name, shown, holder, password, key_salt, wrapped_key \
                           FROM accounts WHERE name = $1";
        type Stored = (String, String, Vec<u8>, String, Vec<u8>, Vec<u8>);
        let found: Option<Stored> =
            on!(read self.pool, pool => sqlx::query_as(SQL).bind(name).fetch_optional(pool).await)?;
        Ok(found.map(|(name, shown, holder, password, key_salt, wrapped_key)| Account {
            name,
            shown,
            holder,
            password,
            key_salt,
            wrapped_key,
        }))
    }

    /// A setting as it was written last.
    pub async fn latest(&self, name: &str) -> Result<Option<Vec<u8>>, sqlx::Error> {
        const SQL: &str = "SELECT value FROM settings WHERE name = $1";
        let found: Option<(Vec<u8>,)> =
            on!(read self.pool, pool => sqlx::query_as(SQL).bind(name).fetch_optional(pool).await)?;
        Ok(found.map(|(value,)| value))
    }

    /// Writes a setting, unless a greater value stands there, byte by byte.
    pub async fn put_greater(&self, name: &str, value: &[u8]) -> Result<(), sqlx::Error> {
        const SQL: &str = "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) \
                           DO UPDATE SET value = excluded.value WHERE settings.value < excluded.value";
        on!(write self.pool, pool => sqlx::query(SQL).bind(name).bind(value).execute(pool).await.map(drop))
    }

    /// A setting that is made once: the first value stays.
    pub async fn setting(&self, name: &str, new: &[u8]) -> Result<Vec<u8>, sqlx::Error> {
        const PUT: &str = "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
        const GET: &str = "SELECT value FROM settings WHERE name = $1";
        on!(write self.pool, pool => sqlx::query(PUT).bind(name).bind(new).execute(pool).await.map(drop))?;
        let (value,): (Vec<u8>,) =
            on!(write self.pool, pool => sqlx::query_as(GET).bind(name).fetch_one(pool).await)?;
        Ok(value)
    }
}
