//! `capitano replay`: plays a record again, prints what happened and checks where it ends.

use crate::cli::ReplayArgs;
use crate::explain::seat;
use crate::failure::Failure;
use crate::games::Games;
use crate::paint::{Depth, When, terminal_size};
use crate::show::Page;
use crate::{files, text};
use kernel::wire::Status;
use kernel::{Record, Told, Viewer};
use serde::Serialize;
use std::process::ExitCode;

#[derive(Serialize)]
struct Replayed {
    scenario: String,
    seats: Vec<String>,
    steps: usize,
    /// The hash of the last position; not for a seat's eyes.
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    status: Status,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    log: Vec<Told>,
}

pub fn run(args: &ReplayArgs, games: &Games) -> Result<ExitCode, Failure> {
    let name = args.file.display();
    let wrong = |message: String| Failure::new(format!("{name}: {message}"));
    let mut record: Record = files::read(&args.file)?.parse().map_err(|error| wrong(format!("{error}")))?;
    let whole = record.hash;
    if let Some(step) = args.to {
        cut(&mut record, step)?;
    }
    let table = games.replay(&record).map_err(|failure| wrong(failure.to_string()))?;
    let viewer = match &args.view {
        Some(name) => Viewer::Seat(seat(&*table, name)?),
        None => Viewer::Everything,
    };
    let status = table.status(viewer);
    let log = if args.log { table.log(viewer, 0) } else { Vec::new() };
    let info = table.info();
    let hash = (viewer == Viewer::Everything).then(|| format!("{:016x}", table.hash()));
    if args.json {
        let replayed = Replayed {
            scenario: info.scenario,
            seats: info.seats,
            steps: record.steps.len(),
            hash,
            status,
            log,
        };
        text::print_json(&replayed)?;
        return Ok(ExitCode::SUCCESS);
    }
    let page = Page::new(terminal_size().0, Depth::of_stdout(When::Auto));
    let mut lines: Vec<String> = log.iter().flat_map(|told| page.event(told)).collect();
    lines.push(format!(
        "{}: {} steps, {}",
        info.scenario,
        record.steps.len(),
        standing(&status, &info.seats)
    ));
    if let Some(hash) = hash {
        let checked = match (args.to, whole) {
            (Some(_), _) => "",
            (None, Some(_)) if record.heading.rules != info.rules => {
                ", not compared: the record was played under another edition of the rules"
            }
            (None, Some(_)) => ", as the record says",
            (None, None) => ", the record names none",
        };
        lines.push(format!("hash {hash}{checked}"));
    }
    text::print_lines(&lines)?;
    Ok(ExitCode::SUCCESS)
}

/// The record's first steps, without the end that they do not lead to.
pub fn cut(record: &mut Record, steps: usize) -> Result<(), Failure> {
    if steps > record.steps.len() {
        return Err(Failure::new(format!("the record has {} steps, not {steps}", record.steps.len())));
    }
    if steps < record.steps.len() {
        record.steps.truncate(steps);
        record.result = None;
        record.hash = None;
    }
    Ok(())
}

/// How the game stands, in a few words.
pub fn standing(status: &Status, seats: &[String]) -> String {
    let name = |seat: kernel::Seat| seats.get(usize::from(seat.0)).map_or("?", String::as_str);
    if let Some(outcome) = &status.outcome {
        return match outcome.winner {
            Some(seat) => format!("{}: {} ({})", name(seat), outcome.how, outcome.rule),
            None => format!("{} ({})", outcome.how, outcome.rule),
        };
    }
    let turn = format!("turn {} of {}, {}, {}", status.turn, status.turns, status.time, status.phase);
    match &status.chance {
        Some(chance) => {
            let due = if chance.draw.is_some() { "a draw" } else { "a roll" };
            let rule = chance.rule.map_or_else(String::new, |rule| format!(" ({rule})"));
            format!("{turn}; {due} is due: {}{rule}", chance.subject())
        }
        None => {
            let seats: Vec<&str> = status.decide.iter().map(|seat| name(*seat)).collect();
            format!("{turn}; {} to decide", seats.join(" and "))
        }
    }
}
