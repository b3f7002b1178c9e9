//! `capitano loadtest`: how fast the server is and how much memory it takes, measured from outside on
//! this machine: a server of its own in a temporary folder, games that are played at random by HTTP, and
//! live connections of both sides.

mod game;
mod process;
mod siege;

use crate::cli::LoadtestArgs;
use crate::failure::Failure;
use crate::text;
use game::{Playing, Shared};
use process::Process;
use serde::Serialize;
use server::client::{Client, Live, hello};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// What was measured.
#[derive(Debug, Serialize)]
struct Figures {
    database: String,
    games: usize,
    seconds: f64,
    moves: usize,
    pushes: usize,
    moves_per_second: f64,
    /// Actions that the server refused because it had too much to do: they were sent again.
    shed: usize,
    /// From sending an action that was let in to its answer, which comes after the commit.
    answer_p50_ms: f64,
    answer_p99_ms: f64,
    /// From sending an action until a side has got the push.
    pushed_p50_ms: f64,
    pushed_p99_ms: f64,
    rows_per_commit: f64,
    /// Processor time of the server for a move, in microseconds.
    processor_us_per_move: f64,
    open_games: usize,
    idle_mb: f64,
    open_games_mb: f64,
    /// What the server counts for the games in memory, and how many they are.
    counted_mb: f64,
    in_memory: f64,
    connections: usize,
    kb_per_connection: f64,
    after_mb: f64,
}

fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::new(format!("the load test failed: {error}"))
}

pub fn run(args: &LoadtestArgs) -> Result<ExitCode, Failure> {
    // Both ends of every connection are on this machine.
    server::raised_descriptors();
    if args.siege {
        siege::run(&Process::start(args)?, args.json)?;
        return Ok(ExitCode::SUCCESS);
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(format!("cannot start threads: {error}")))?;
    let process = Process::start(args)?;
    let figures = runtime.block_on(measure(args, &process))?;
    if args.json {
        text::print_json(&figures)?;
    } else {
        text::print_lines(&figures.lines())?;
    }
    Ok(ExitCode::SUCCESS)
}

async fn measure(args: &LoadtestArgs, process: &Process) -> Result<Figures, Failure> {
    let address = process.address;
    // The first game builds what all others share.
    let aside = Arc::new(Shared::default());
    Playing::begin(address, &aside).await?.play(3).await?;
    let idle_mb = process.megabytes()?;

    let mut open = Vec::with_capacity(args.open);
    for _ in 0..args.open {
        let mut playing = Playing::begin(address, &aside).await?;
        playing.play(args.opening).await?;
        open.push(playing.leave());
    }
    let open_games_mb = process.megabytes()?;
    let counts = process.metrics().await?;
    let count = |name: &str| counts.get(name).copied().unwrap_or(0.0);
    let (counted_mb, in_memory) =
        (count("capitano_bytes_in_memory") / f64::from(1 << 20), count("capitano_tables_in_memory"));

    let mut connections = Vec::with_capacity(args.connections);
    let mut tokens = open.iter().flatten().cycle();
    if args.open > 0 {
        for _ in 0..args.connections {
            let Some(token) = tokens.next() else { break };
            let mut live = Live::open(address, &hello(token)).await.map_err(failed)?;
            live.next().await.ok_or_else(|| failed("a live connection was closed"))?;
            connections.push(live);
        }
    }
    let connected_mb = process.megabytes()?;
    let kept = connections.len();
    drop(connections);

    let before = process.metrics().await?;
    let shared = Arc::new(Shared::default());
    let mut players = Vec::with_capacity(args.games);
    for _ in 0..args.games {
        players.push(Playing::begin(address, &shared).await?);
    }
    // Setting them up is not what is measured.
    shared.clear();
    let used = process.processor_seconds()?;
    let begun = Instant::now();
    let until = begun + Duration::from_secs_f64(args.seconds);
    let tasks: Vec<_> = players
        .into_iter()
        .map(|mut playing| tokio::spawn(async move { playing.play_until(until).await }))
        .collect();
    for task in tasks {
        task.await.map_err(failed)??;
    }
    let seconds = begun.elapsed().as_secs_f64();
    let used = process.processor_seconds()? - used;
    let after = process.metrics().await?;
    let change = |name: &str| after.get(name).unwrap_or(&0.0) - before.get(name).unwrap_or(&0.0);
    let moves = shared.moves.load(Relaxed);
    let (mut answers, mut pushed) = shared.clear();
    answers.sort_unstable();
    pushed.sort_unstable();
    Ok(Figures {
        database: if args.database.is_some() { "PostgreSQL" } else { "SQLite" }.into(),
        games: args.games,
        seconds,
        moves,
        pushes: pushed.len(),
        shed: shared.shed.load(Relaxed),
        moves_per_second: moves as f64 / seconds,
        answer_p50_ms: quantile(&answers, 0.5),
        answer_p99_ms: quantile(&answers, 0.99),
        pushed_p50_ms: quantile(&pushed, 0.5),
        pushed_p99_ms: quantile(&pushed, 0.99),
        rows_per_commit: change("capitano_rows_total") / change("capitano_commits_total").max(1.0),
        processor_us_per_move: used * 1e6 / moves.max(1) as f64,
        open_games: args.open,
        idle_mb,
        open_games_mb,
        counted_mb,
        in_memory,
        connections: kept,
        kb_per_connection: (connected_mb - open_games_mb) * 1024.0 / kept.max(1) as f64,
        after_mb: process.megabytes()?,
    })
}

/// In milliseconds, of sorted times in microseconds.
fn quantile(times: &[u32], part: f64) -> f64 {
    if times.is_empty() {
        return 0.0;
    }
    let at = ((times.len() - 1) as f64 * part).round() as usize;
    f64::from(times[at]) / 1000.0
}

impl Figures {
    fn lines(&self) -> Vec<String> {
        vec![
            format!("{} games at once, {:.1} s, {}", self.games, self.seconds, self.database),
            format!(
                "  moves           {:>9.0} a second ({} in all, with {} pushes)",
                self.moves_per_second, self.moves, self.pushes
            ),
            format!(
                "  answered        {:>9.2} ms for half of them, {:.2} ms for all but 1 %",
                self.answer_p50_ms, self.answer_p99_ms
            ),
            format!(
                "  pushed          {:>9.2} ms for half of them, {:.2} ms for all but 1 %",
                self.pushed_p50_ms, self.pushed_p99_ms
            ),
            format!("  refused         {:>9} times and sent again", self.shed),
            format!("  rows a commit   {:>9.1}", self.rows_per_commit),
            format!(
                "  processor       {:>9.0} µs of the server's time for a move",
                self.processor_us_per_move
            ),
            format!("memory of the server: {:.1} MB at the start", self.idle_mb),
            format!("  {:.1} MB with {} open games", self.open_games_mb, self.open_games),
            format!("  {:.1} MB counted for {} of them in memory", self.counted_mb, self.in_memory),
            format!("  {:.1} kB for each of {} live connections", self.kb_per_connection, self.connections),
            format!("  {:.1} MB at the end", self.after_mb),
        ]
    }
}

/// The text of a page, for figures.
async fn fetch(address: std::net::SocketAddr, path: &str) -> Result<String, Failure> {
    let mut client = Client::new(address).map_err(failed)?;
    let answer = client.get(path, None).await.map_err(failed)?;
    String::from_utf8(answer.body).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::quantile;

    #[test]
    fn quantiles_are_of_the_sorted_times() {
        let times: Vec<u32> = (1..=100).map(|i| i * 1000).collect();
        assert_eq!(quantile(&times, 0.5), 51.0);
        assert_eq!(quantile(&times, 0.99), 99.0);
        assert_eq!(quantile(&[], 0.5), 0.0);
    }
}
