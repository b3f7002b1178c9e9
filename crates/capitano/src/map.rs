//! `capitano map`: the map drawn from the data as a picture.

use crate::cli::MapArgs;
use crate::failure::Failure;
use crate::games::Games;
use crate::{files, text};
use std::path::Path;
use std::process::ExitCode;

pub fn run(args: &MapArgs, games: &Games) -> Result<ExitCode, Failure> {
    let entry = games.game(&args.game)?;
    let style = atlas::Style {
        grid: !args.no_grid,
        numbers: !args.no_numbers,
        panel: !args.no_panel,
        ..atlas::Style::paper()
    };
    let svg = atlas::draw(&entry.map, &style, &entry.panels);
    if args.svg == Path::new("-") {
        text::print(&svg)?;
    } else {
        files::write(&args.svg, &svg)?;
    }
    Ok(ExitCode::SUCCESS)
}
