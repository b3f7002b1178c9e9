//! `capitano odds`: all that can come of a fight, exactly, from a position or a set-up.

use crate::cli::OddsArgs;
use crate::explain::{refused, seat};
use crate::failure::Failure;
use crate::games::Games;
use crate::load::{self, Setup, Source};
use crate::paint::{Depth, When, terminal_size};
use crate::replay;
use crate::show::Page;
use crate::text;
use kernel::{Options, Table, Viewer};
use std::process::ExitCode;

/// As many outcomes are printed unless all are asked for.
const MOST: usize = 12;

pub fn run(args: &OddsArgs, games: &Games) -> Result<ExitCode, Failure> {
    let table = table(args, games)?;
    let viewer = match &args.seat {
        Some(name) => Viewer::Seat(seat(&*table, name)?),
        None => Viewer::Everything,
    };
    let line: Vec<&str> = args.line.split(';').map(str::trim).filter(|part| !part.is_empty()).collect();
    let prefer: Vec<&str> = args.answer.iter().map(String::as_str).collect();
    let mut forecast = table.forecast(viewer, &line, &prefer).map_err(|refusal| refused(&refusal))?;
    if args.json {
        text::print_json(&forecast)?;
    } else {
        let page = Page::new(terminal_size().0, Depth::of_stdout(When::Auto));
        if !args.all {
            forecast.shorten(MOST);
        }
        text::print_lines(&page.forecast(&forecast, &table.info().seats))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn table(args: &OddsArgs, games: &Games) -> Result<Box<dyn Table>, Failure> {
    let scenario = &args.scenario.scenario;
    let options: Options = args.scenario.options.iter().cloned().collect();
    games.of_scenario(scenario)?;
    let setup = match (&args.text, &args.setup) {
        (Some(words), _) => Some(Setup::from_text(words)?),
        (None, Some(path)) => Some(load::read_setup(path)?),
        (None, None) => None,
    };
    if let Some(mut setup) = setup {
        let named = setup.scenario.get_or_insert_with(|| scenario.clone());
        same(named, scenario)?;
        setup.options.extend(options);
        return load::open(games, &Source::Setup(setup));
    }
    let Some(path) = args.position.as_ref().or(args.record.as_ref()) else {
        return games.table(scenario, &options);
    };
    let mut source = load::read(path)?;
    if let (Source::Record(record), Some(step)) = (&mut source, args.step) {
        replay::cut(record, step)?;
    }
    let table = load::open(games, &source)
        .map_err(|failure| Failure::new(format!("{}: {failure}", path.display())))?;
    same(&table.info().scenario, scenario)?;
    Ok(table)
}

fn same(named: &str, asked: &str) -> Result<(), Failure> {
    if named == asked {
        return Ok(());
    }
    Err(Failure::new(format!("the position is of {named}, and {asked} was asked for")))
}
