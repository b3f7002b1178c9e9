//! `capitano explain`: the exact odds of a fight or a check, where a record, a set-up or a
//! scenario stands.

use crate::cli::ExplainArgs;
use crate::failure::Failure;
use crate::games::Games;
use crate::load::{self, Source};
use crate::paint::{Depth, When, terminal_size};
use crate::replay;
use crate::show::Page;
use crate::text;
use kernel::{Options, Refusal, Seat, Table, Viewer};
use std::process::ExitCode;

pub fn run(args: &ExplainArgs, games: &Games) -> Result<ExitCode, Failure> {
    let table = table(args, games)?;
    let viewer = match &args.seat {
        Some(name) => Viewer::Seat(seat(&*table, name)?),
        None => Viewer::Everything,
    };
    let page = Page::new(terminal_size().0, Depth::of_stdout(When::Auto));
    let Some(action) = &args.action else {
        return list(args, &*table, viewer);
    };
    let odds = table.explain(viewer, action).map_err(|refusal| refused(&refusal))?;
    if args.json {
        text::print_json(&odds)?;
    } else {
        text::print_lines(&page.odds(&odds))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn table(args: &ExplainArgs, games: &Games) -> Result<Box<dyn Table>, Failure> {
    if let Some(scenario) = &args.scenario {
        return games.table(scenario, &Options::new());
    }
    if let Some(path) = &args.setup {
        return load::open_setup(games, path, &load::read_setup(path)?);
    }
    // The command line asks for exactly one of the four.
    let path = args.record.as_ref().or(args.position.as_ref());
    let path =
        path.ok_or_else(|| Failure::usage("name a --record, a --setup, a --position or a --scenario"))?;
    let mut source = load::read(path)?;
    if let (Source::Record(record), Some(step)) = (&mut source, args.step) {
        replay::cut(record, step)?;
    }
    load::open(games, &source).map_err(|failure| Failure::new(format!("{}: {failure}", path.display())))
}

/// A seat by its name or its number.
pub fn seat(table: &dyn Table, name: &str) -> Result<Seat, Failure> {
    table.seat(name).ok_or_else(|| {
        Failure::new(format!("there is no seat `{name}`; there are: {}", table.info().seats.join(", ")))
    })
}

pub fn refused(refusal: &Refusal) -> Failure {
    match refusal.rule {
        Some(rule) => Failure::new(format!("{} ({rule})", refusal.message)),
        None => Failure::new(refusal.message.clone()),
    }
}

/// The actions whose odds can be asked for here.
fn list(args: &ExplainArgs, table: &dyn Table, viewer: Viewer) -> Result<ExitCode, Failure> {
    let seat = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public | Viewer::Everything => table.status(viewer).decide.first().copied(),
    };
    let mut choices = table.legal(seat).map_err(|refusal| refused(&refusal))?;
    choices.retain(|choice| choice.odds);
    if args.json {
        text::print_json(&choices)?;
    } else if choices.is_empty() {
        text::print("No action has odds here.\n")?;
    } else {
        let lines: Vec<String> =
            choices.iter().map(|c| format!("{}  {} ({})", c.action, c.sentence, c.rule)).collect();
        text::print_lines(&lines)?;
    }
    Ok(ExitCode::SUCCESS)
}
