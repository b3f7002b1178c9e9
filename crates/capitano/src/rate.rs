//! `capitano rate`: a round robin of computer players, and their ratings.

use crate::cli::RateArgs;
use crate::failure::Failure;
use crate::games::Games;
use crate::meeting::{Meeting, all_ended, bar, code, job, stop_on_interrupt};
use crate::text;
use lab::RateReport;
use std::process::ExitCode;

pub fn run(args: &RateArgs, games: &Games) -> Result<ExitCode, Failure> {
    if args.players.len() < 2 {
        return Err(Failure::usage("--players names one player: a round robin needs at least two"));
    }
    if let Some(twice) = (1..args.players.len()).find(|at| args.players[..*at].contains(&args.players[*at])) {
        return Err(Failure::usage(format!("--players names {} twice", args.players[twice])));
    }
    let meeting = Meeting::open(&args.scenario, games)?;
    let (field, levels, seeds) = (&*meeting.field, &args.players[..], (args.games, args.seed));
    let bar = bar(lab::rate::games(levels.len(), args.games));
    let tick = || bar.inc(1);
    let job = job(args.threads, stop_on_interrupt(), &tick);
    let done = lab::rate::play(field, levels, args.games, args.seed, &job).map_err(Failure::new)?;
    bar.finish_and_clear();
    let report = RateReport::new((&meeting.info.id, &meeting.data), field, levels, seeds, &done);
    if args.json {
        text::print_json(&report)?;
    } else {
        text::print_lines(&report.lines())?;
    }
    all_ended(&done)?;
    Ok(code(report.games == report.wanted))
}
