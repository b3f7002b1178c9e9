//! `capitano`: the games on the command line.

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
mod lot;
mod map;
mod paint;
mod panels;
mod play;
mod replay;
mod rules;
mod show;
mod simulate;
mod text;
mod verify;

use clap::{CommandFactory, Parser};
use cli::{Cli, Command};
use failure::Failure;
use games::Games;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(&cli) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("capitano: {failure}");
            failure.code()
        }
    }
}

fn run(cli: &Cli) -> Result<ExitCode, Failure> {
    let Some(command) = &cli.command else {
        text::print(&Cli::command().render_long_help().to_string())?;
        return Ok(ExitCode::SUCCESS);
    };
    // `check` reports what is wrong with the data; the others cannot begin without it.
    if let Command::Check(args) = command {
        return check::run(args, cli.data.as_deref());
    }
    let games = Games::open(cli.data.as_deref())?;
    match command {
        Command::Games(args) => games::run(args, &games),
        Command::Play(args) => play::run(args, &games),
        Command::Engine => engine::run(&games),
        Command::Replay(args) => replay::run(args, &games),
        Command::Explain(args) => explain::run(args, &games),
        Command::Rules(args) => rules::run(args, &games),
        Command::Check(args) => check::run(args, cli.data.as_deref()),
        Command::Map(args) => map::run(args, &games),
        Command::Simulate(args) => simulate::run(args, &games),
        Command::Verify(args) => verify::run(args, &games),
    }
}
