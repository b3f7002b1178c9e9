//! `capitano`: the games in the browser and on the command line. The program is `main`; it stands in a library so that
//! the fuzz targets reach what they break.

mod arena;
mod balance;
mod check;
mod cli;
mod engine;
mod explain;
mod failure;
#[cfg(test)]
mod fake;
mod files;
mod games;
mod load;
mod loadtest;
mod map;
mod meeting;
mod odds;
mod opponents;
mod paint;
mod panels;
mod play;
mod rate;
mod replay;
mod rules;
mod serve;
mod show;
mod simulate;
mod text;
mod verify;

use clap::Parser;
use cli::{Cli, Command};
use failure::Failure;
use games::Games;
use std::process::ExitCode;
use std::sync::LazyLock;

/// The program.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(&cli) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("capitano: {failure}");
            failure.code()
        }
    }
}

/// What the engine answers to these lines, over our own data.
///
/// # Panics
/// If our data are not sound.
pub fn answers(lines: &[u8]) -> Vec<u8> {
    static GAMES: LazyLock<Games> = LazyLock::new(|| Games::open(None).expect("our data are sound"));
    let mut answers = Vec::new();
    engine::serve(&GAMES, lines, &mut answers).expect("memory can be written");
    answers
}

fn run(cli: &Cli) -> Result<ExitCode, Failure> {
    let alone;
    let command = match &cli.command {
        Some(command) => command,
        None => {
            alone = Command::Serve(cli::ServeArgs::default());
            &alone
        }
    };
    // `check` reports what is wrong with the data; the others cannot begin without it.
    if let Command::Check(args) = command {
        return check::run(args, cli.data.as_deref());
    }
    if let Command::Loadtest(args) = command {
        return loadtest::run(args);
    }
    let games = Games::open(cli.data.as_deref())?;
    match command {
        Command::Serve(args) => serve::run(args, games),
        Command::Games(args) => games::run(args, &games),
        Command::Play(args) => play::run(args, &games),
        Command::Engine => engine::run(&games),
        Command::Replay(args) => replay::run(args, &games),
        Command::Explain(args) => explain::run(args, &games),
        Command::Rules(args) => rules::run(args, &games),
        Command::Check(args) => check::run(args, cli.data.as_deref()),
        Command::Loadtest(args) => loadtest::run(args),
        Command::Map(args) => map::run(args, &games),
        Command::Arena(args) => arena::run(args, &games),
        Command::Rate(args) => rate::run(args, &games),
        Command::Balance(args) => balance::run(args, &games),
        Command::Odds(args) => odds::run(args, &games),
        Command::Simulate(args) => simulate::run(args, &games),
        Command::Verify(args) => verify::run(args, &games),
    }
}
