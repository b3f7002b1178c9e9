//! What the commands share that let computer players meet: the field, the progress bar, and stopping.

use crate::cli::ScenarioArgs;
use crate::failure::Failure;
use crate::games::{Entry, Games};
use indicatif::{ProgressBar, ProgressStyle};
use kernel::{Options, ScenarioInfo};
use lab::{Field, Job, Played};
use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// A scenario with its options, ready for players.
pub struct Meeting<'a> {
    pub entry: &'a Entry,
    pub info: ScenarioInfo,
    pub options: Options,
    /// The content hash of the data.
    pub data: String,
    pub field: Box<dyn Field>,
}

impl<'a> Meeting<'a> {
    pub fn open(args: &ScenarioArgs, games: &'a Games) -> Result<Meeting<'a>, Failure> {
        let chosen: Options = args.options.iter().cloned().collect();
        let entry = games.of_scenario(&args.scenario)?;
        let (info, options) = entry.module.choose(&args.scenario, &chosen)?;
        let table = entry.module.open(&args.scenario, &options)?;
        let field = (entry.field)(&*table).ok_or_else(|| {
            Failure::new(format!("only people and the random player play {}", args.scenario))
        })?;
        if info.seats.len() != 2 {
            return Err(Failure::new(format!("{} is not a game for two", args.scenario)));
        }
        Ok(Meeting { entry, info, options, data: table.info().data, field })
    }
}

/// Set once somebody wants to stop.
static STOP: AtomicBool = AtomicBool::new(false);

/// Ctrl-C stops after the games that are being played; a second one at once.
pub fn stop_on_interrupt() -> &'static AtomicBool {
    std::thread::spawn(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        // Without it Ctrl-C ends the program as it always does.
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_err() {
                return;
            }
            STOP.store(true, Ordering::Relaxed);
            eprintln!("stopping after the games in progress; press again to quit at once");
            if tokio::signal::ctrl_c().await.is_ok() {
                std::process::exit(INTERRUPTED.into());
            }
        });
    });
    &STOP
}

/// The exit code of programs that Ctrl-C ended.
const INTERRUPTED: u8 = 130;

/// Success, or that it was stopped.
pub fn code(whole: bool) -> ExitCode {
    if whole { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) }
}

/// A bar on a terminal, nothing elsewhere.
pub fn bar(games: usize) -> ProgressBar {
    let bar =
        if std::io::stderr().is_terminal() { ProgressBar::new(games as u64) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left") {
        bar.set_style(style);
    }
    bar
}

/// How games are played that need no file to go on from.
pub fn job<'a>(threads: Option<u16>, stop: &'a AtomicBool, tick: &'a (dyn Fn() + Sync)) -> Job<'a> {
    Job { threads: threads.map(usize::from), stop, tick, keep: None }
}

/// A game that did not end is a bug of the rules, and said after the figures.
pub fn all_ended(done: &[Option<Played>]) -> Result<(), Failure> {
    match done.iter().flatten().find_map(|played| played.stuck.as_ref()) {
        Some(why) => Err(Failure::new(format!("a game did not end: {why}"))),
        None => Ok(()),
    }
}
