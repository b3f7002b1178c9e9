//! The one task that writes. What waits while a transaction is being committed goes into the next
//! one together, so that many games share the cost of a commit.

use super::log::Log;
use super::row::{NewTable, Row};
use super::{CHANNEL, Pool, Trouble, on};
use crate::metrics::METRICS;
use crate::secret::random;
use crate::wire::HUMAN;
use sqlx::{Database, Postgres, QueryBuilder, Sqlite};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

/// Why a write did not happen. Nothing of it is stored then.
#[derive(Debug)]
pub enum WriteError {
    /// Another server has written the next row of this game.
    Conflict,
    Failed(String),
}

impl std::fmt::Display for WriteError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            WriteError::Conflict => f.write_str("another server has written to this game"),
            WriteError::Failed(message) => f.write_str(message),
        }
    }
}

impl From<sqlx::Error> for WriteError {
    fn from(error: sqlx::Error) -> WriteError {
        match error.as_database_error() {
            Some(database) if database.is_unique_violation() => WriteError::Conflict,
            _ => WriteError::Failed(Trouble::from(&error).to_string()),
        }
    }
}

type Answer = oneshot::Sender<Result<(), WriteError>>;

enum Job {
    Append {
        table: i64,
        rows: Vec<Row>,
        answer: Answer,
    },
    Create {
        new: Box<NewTable>,
        answer: Answer,
    },
    /// Writes something of no meaning, to see whether that is possible.
    Try {
        answer: Answer,
    },
    Finish {
        answer: Answer,
    },
}

#[derive(Clone)]
pub struct Writer {
    jobs: mpsc::Sender<Job>,
    health: Arc<Mutex<Health>>,
}

/// How the last write went.
struct Health {
    at: Instant,
    failed: Option<String>,
}

/// So long after a write that went well nothing is tried out; one that failed is tried again sooner.
const FRESH: Duration = Duration::from_secs(10);
const FRESH_FAILURE: Duration = Duration::from_millis(500);

impl Health {
    fn note(health: &Mutex<Health>, failed: Option<&str>) {
        let mut health = health.lock().unwrap_or_else(PoisonError::into_inner);
        *health = Health { at: Instant::now(), failed: failed.map(Into::into) };
    }

    /// How the last write went, if that is not long ago.
    fn fresh(health: &Mutex<Health>) -> Option<Result<(), String>> {
        let health = health.lock().unwrap_or_else(PoisonError::into_inner);
        let (fresh, known) = match &health.failed {
            None => (FRESH, Ok(())),
            Some(why) => (FRESH_FAILURE, Err(why.clone())),
        };
        (health.at.elapsed() < fresh).then_some(known)
    }
}

/// Requests in one transaction.
const MOST_JOBS: usize = 256;
/// Rows in one statement: SQLite allows 32,766 parameters, a row has ten.
const MOST_ROWS: usize = 2000;

impl Writer {
    pub(super) fn start(pool: Pool, log: Option<Log>) -> Writer {
        let (jobs, inbox) = mpsc::channel(1024);
        // The database has just been opened, and that writes.
        let health = Arc::new(Mutex::new(Health { at: Instant::now(), failed: None }));
        tokio::spawn(run(pool, log, inbox, Arc::clone(&health)));
        Writer { jobs, health }
    }

    /// Whether writing is possible; if not, why.
    pub(super) async fn health(&self) -> Result<(), String> {
        if let Some(known) = Health::fresh(&self.health) {
            return known;
        }
        self.ask(|answer| Job::Try { answer }).await.map_err(|error| error.to_string())
    }

    pub(super) async fn append(&self, table: i64, rows: Vec<Row>) -> Result<(), WriteError> {
        self.ask(|answer| Job::Append { table, rows, answer }).await
    }

    pub(super) async fn create(&self, new: NewTable) -> Result<(), WriteError> {
        self.ask(|answer| Job::Create { new: Box::new(new), answer }).await
    }

    /// Answers when everything before it has been written; later writes are refused.
    pub(super) async fn finish(&self) {
        // An error only says that it has ended already.
        let _ = self.ask(|answer| Job::Finish { answer }).await;
    }

    async fn ask(&self, job: impl FnOnce(Answer) -> Job) -> Result<(), WriteError> {
        let gone = || WriteError::Failed("the server is shutting down".into());
        let (answer, answered) = oneshot::channel();
        self.jobs.send(job(answer)).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}

/// The rows of one request, and who waits for them.
struct Group {
    table: i64,
    rows: Vec<Row>,
    answer: Answer,
}

/// Where nothing is written for so long, the log of SQLite is looked after.
const REST: Duration = Duration::from_secs(2);

async fn run(pool: Pool, mut log: Option<Log>, mut inbox: mpsc::Receiver<Job>, health: Arc<Mutex<Health>>) {
    let mut waiting = Vec::new();
    loop {
        match timeout(REST, inbox.recv_many(&mut waiting, MOST_JOBS)).await {
            Ok(0) => return,
            Ok(_) => gather(&mut inbox, &mut waiting).await,
            Err(_) => {
                if let Some(log) = &mut log {
                    log.rest().await;
                }
                continue;
            }
        }
        // Between two transactions is the time to carry the log over: nobody else writes.
        let full = match &mut log {
            Some(log) => log.look_after().await.err(),
            None => None,
        };
        if let Some(why) = full {
            Health::note(&health, Some(&why));
            for job in waiting.drain(..) {
                refuse(job, &why, &mut inbox);
            }
            continue;
        }
        let mut groups: Vec<Group> = Vec::new();
        let mut count = 0;
        for job in waiting.drain(..) {
            match job {
                Job::Append { table, rows, answer } if rows.iter().any(|row| row.link().is_some()) => {
                    let seated = seat(&pool, table, &rows).await;
                    note(&health, &seated);
                    let _ = answer.send(seated);
                }
                Job::Append { table, rows, answer } => {
                    if count + rows.len() > MOST_ROWS {
                        commit(&pool, std::mem::take(&mut groups), &health).await;
                        count = 0;
                    }
                    count += rows.len();
                    groups.push(Group { table, rows, answer });
                }
                Job::Create { new, answer } => {
                    let made = create(&pool, &new).await;
                    note(&health, &made);
                    // Nobody may be waiting any more: the game is made all the same.
                    let _ = answer.send(made);
                }
                Job::Try { answer } => {
                    let tried = try_out(&pool).await;
                    note(&health, &tried);
                    let _ = answer.send(tried);
                }
                Job::Finish { answer } => {
                    inbox.close();
                    commit(&pool, std::mem::take(&mut groups), &health).await;
                    let _ = answer.send(Ok(()));
                }
            }
        }
        commit(&pool, groups, &health).await;
    }
}

/// That another server was quicker says that the database is well.
fn note(health: &Mutex<Health>, written: &Result<(), WriteError>) {
    match written {
        Ok(()) | Err(WriteError::Conflict) => Health::note(health, None),
        Err(WriteError::Failed(why)) => {
            METRICS.failed_writes.add(1);
            tracing::error!("cannot write: {why}");
            Health::note(health, Some(why));
        }
    }
}

/// A write like any other, of a row that means nothing.
async fn try_out(pool: &Pool) -> Result<(), WriteError> {
    const STEPS: &str = "INSERT INTO steps SELECT * FROM steps WHERE 1 = 0";
    const PUT: &str = "INSERT INTO settings (name, value) VALUES ('tried out', $1) \
                       ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    on!(write *pool, pool => sqlx::query(STEPS).execute(pool).await.map(drop))?;
    let new = random::<8>();
    on!(write *pool, pool => sqlx::query(PUT).bind(&new[..]).execute(pool).await.map(drop))?;
    Ok(())
}

/// Nothing can be written.
fn refuse(job: Job, why: &str, inbox: &mut mpsc::Receiver<Job>) {
    let (answer, result) = match job {
        Job::Append { answer, .. } | Job::Create { answer, .. } | Job::Try { answer } => {
            METRICS.failed_writes.add(1);
            (answer, Err(WriteError::Failed(why.into())))
        }
        Job::Finish { answer } => {
            inbox.close();
            (answer, Ok(()))
        }
    };
    // Who waited may have gone.
    let _ = answer.send(result);
}

/// Who is about to ask is let through first: a commit costs the same for one as for many. Where nobody
/// is, nothing waits.
async fn gather(inbox: &mut mpsc::Receiver<Job>, waiting: &mut Vec<Job>) {
    let mut idle = 0;
    while idle < 2 && waiting.len() < MOST_JOBS {
        tokio::task::yield_now().await;
        match inbox.try_recv() {
            Ok(job) => {
                waiting.push(job);
                idle = 0;
            }
            Err(_) => idle += 1,
        }
    }
}

/// Commits several requests at once; if that fails, each for itself, so that one that cannot be
/// written does no harm to the others.
async fn commit(pool: &Pool, groups: Vec<Group>, health: &Mutex<Health>) {
    if groups.is_empty() {
        return;
    }
    let begun = Instant::now();
    let all: Vec<(i64, &Row)> =
        groups.iter().flat_map(|group| group.rows.iter().map(|row| (group.table, row))).collect();
    let rows = all.len();
    let together = insert(pool, &all).await;
    METRICS.commits.add(1);
    METRICS.rows.add(rows as u64);
    METRICS.commit_time.observe(begun.elapsed());
    let alone = groups.len() == 1;
    let mut failed = None;
    if let Err(error) = together {
        failed = Some(WriteError::from(error));
    }
    for group in groups {
        let result = match (&failed, alone) {
            (None, _) => Ok(()),
            (Some(_), true) => Err(failed.take().expect("it is the only one")),
            (Some(_), false) => {
                let rows: Vec<(i64, &Row)> = group.rows.iter().map(|row| (group.table, row)).collect();
                insert(pool, &rows).await.map_err(WriteError::from)
            }
        };
        note(health, &result);
        // Who waited may have gone: the rows are stored all the same.
        let _ = group.answer.send(result);
    }
}

/// One statement, and so one transaction: all rows or none.
async fn insert(pool: &Pool, rows: &[(i64, &Row)]) -> Result<(), sqlx::Error> {
    match pool {
        Pool::Sqlite { write, .. } => sqlite_insert(rows).build().execute(write).await.map(drop),
        Pool::Postgres(pool) => postgres_insert(rows).build().fetch_all(pool).await.map(drop),
    }
}

fn sqlite_insert(rows: &[(i64, &Row)]) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new(INSERT);
    values(&mut query, rows);
    query
}

fn postgres_insert(rows: &[(i64, &Row)]) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("WITH put AS (");
    query.push(INSERT);
    values(&mut query, rows);
    query.push(" RETURNING table_id, seq) SELECT pg_notify(");
    query.push_bind(CHANNEL);
    query.push(", table_id || ' ' || max(seq)) FROM put GROUP BY table_id");
    query
}

/// Rows by which somebody sits down, with the link that he gets: of two who want the same seat one has both, the
/// other neither.
async fn seat(pool: &Pool, table: i64, rows: &[Row]) -> Result<(), WriteError> {
    const LINK: &str = "INSERT INTO tokens (hash, table_id, who) VALUES ($1, $2, $3)";
    let all: Vec<(i64, &Row)> = rows.iter().map(|row| (table, row)).collect();
    macro_rules! within {
        ($pool:expr, $insert:ident) => {{
            let mut transaction = $pool.begin().await?;
            $insert(&all).build().execute(&mut *transaction).await?;
            for (hash, who) in rows.iter().filter_map(Row::link) {
                let link = sqlx::query(LINK).bind(hash.to_vec()).bind(table).bind(who.0);
                link.execute(&mut *transaction).await?;
            }
            transaction.commit().await?;
        }};
    }
    match pool {
        Pool::Sqlite { write, .. } => within!(write, sqlite_insert),
        Pool::Postgres(pool) => within!(pool, postgres_insert),
    }
    METRICS.commits.add(1);
    METRICS.rows.add(rows.len() as u64);
    Ok(())
}

const INSERT: &str = "INSERT INTO steps (table_id, seq, at, ran, kind, seat, body, who, request, stopped) ";

fn values<'a, D>(query: &mut QueryBuilder<D>, rows: &[(i64, &'a Row)])
where
    D: Database,
    i64: sqlx::Encode<'a, D> + sqlx::Type<D>,
    Option<i64>: sqlx::Encode<'a, D> + sqlx::Type<D>,
    &'a str: sqlx::Encode<'a, D> + sqlx::Type<D>,
    String: sqlx::Encode<'a, D> + sqlx::Type<D>,
    Option<&'a str>: sqlx::Encode<'a, D> + sqlx::Type<D>,
{
    query.push_values(rows, |mut b, (table, row)| {
        let (kind, seat, body) = row.deed.stored();
        b.push_bind(*table)
            .push_bind(row.seq)
            .push_bind(row.at)
            .push_bind(row.ran)
            .push_bind(kind)
            .push_bind(seat)
            .push_bind(body)
            .push_bind(row.who.0)
            .push_bind(row.request.as_deref())
            .push_bind(row.stopped.as_deref());
    });
}

async fn create(pool: &Pool, new: &NewTable) -> Result<(), WriteError> {
    let head = serde_json::to_string(&new.head).map_err(|error| WriteError::Failed(error.to_string()))?;
    macro_rules! within {
        ($pool:expr) => {{
            let mut transaction = $pool.begin().await?;
            sqlx::query("INSERT INTO tables (id, made, head) VALUES ($1, $2, $3)")
                .bind(new.id)
                .bind(new.at)
                .bind(&head)
                .execute(&mut *transaction)
                .await?;
            for (hash, who) in &new.tokens {
                sqlx::query("INSERT INTO tokens (hash, table_id, who) VALUES ($1, $2, $3)")
                    .bind(&hash[..])
                    .bind(new.id)
                    .bind(who.0)
                    .execute(&mut *transaction)
                    .await?;
            }
            if new.head.players.iter().any(|player| player != HUMAN) {
                sqlx::query("INSERT INTO computers (table_id) VALUES ($1)")
                    .bind(new.id)
                    .execute(&mut *transaction)
                    .await?;
            }
            for rows in new.rows.chunks(MOST_ROWS) {
                let rows: Vec<(i64, &Row)> = rows.iter().map(|row| (new.id, row)).collect();
                let mut query = QueryBuilder::new(INSERT);
                values(&mut query, &rows);
                query.build().execute(&mut *transaction).await?;
            }
            transaction.commit().await
        }};
    }
    let made: Result<(), sqlx::Error> = async { on!(write *pool, pool => within!(pool)) }.await;
    Ok(made?)
}
