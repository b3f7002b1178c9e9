//! Draws the map of a game from its files, whether it is offered yet or not:
//! `cargo run --release -p atlas --example sheet -- data custoza custoza.svg [it]`.

use atlas::{Panels, Style};
use dataset::{Files, Problem, map_words};
use hexmap::Map;
use std::{env, fs, process};

#[path = "../../capitano/src/panels.rs"]
mod panels;

const PARTS: [&str; 6] = ["grid.toml", "hexes.csv", "hexsides.csv", "roads.csv", "places.csv", "special.csv"];

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [data, game, out, language @ ..] = &arguments[..] else { stop("sheet DATA GAME OUT [it]") };
    let folder = format!("{game}/map");
    let mut files = Files::new();
    for part in
        PARTS.map(|part| format!("{folder}/{part}")).into_iter().chain([format!("{game}/italian-map.csv")])
    {
        match fs::read_to_string(format!("{data}/{part}")) {
            Ok(text) => files.insert(&part, text),
            Err(error) => stop(&format!("{part}: {error}")),
        }
    }
    let map = Map::load(&files, &folder).unwrap_or_else(|problems| found(&problems));
    let words = map_words(&files, game).unwrap_or_else(|problems| found(&problems));
    let known = |text: &str| words.get(text).filter(|_| !language.is_empty()).cloned();
    let say = |text: &str| known(text).unwrap_or_else(|| text.to_owned());
    let panels = match game.as_str() {
        "goito" => panels::goito(),
        "piacenza" => panels::piacenza(),
        "custoza" => panels::custoza(),
        _ => Panels::default(),
    };
    let drawing = atlas::draw_said(&map, &Style::paper(), &panels, &say);
    fs::write(out, drawing).unwrap_or_else(|error| stop(&format!("{out}: {error}")));
}

fn found(problems: &[Problem]) -> ! {
    problems.iter().for_each(|problem| eprintln!("{problem}"));
    process::exit(1)
}

fn stop(message: &str) -> ! {
    eprintln!("{message}");
    process::exit(2)
}
