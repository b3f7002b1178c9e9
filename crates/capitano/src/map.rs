//! `capitano map`: the map drawn from the data as a picture, and its hexes as data.

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
    if let Some(path) = &args.svg {
        let drawing = entry.draw(&style, &args.language).ok_or_else(|| {
            Failure::usage(format!(
                "the map of {} is not written in `{}`; there are: en, it",
                args.game, args.language
            ))
        })?;
        put(path, &drawing)?;
    }
    if let Some(path) = &args.board {
        let board = entry.board(&style);
        // Plain data of ours: that it cannot be written as JSON would be our bug.
        let json = serde_json::to_string(&board).expect("a board can be written as JSON");
        put(path, &format!("{json}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn put(path: &Path, words: &str) -> Result<(), Failure> {
    if path == Path::new("-") { text::print(words) } else { files::write(path, words) }
}
