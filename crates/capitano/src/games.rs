//! The games that the program knows: each with its rules, its map, the panels beside the map, and
//! where its rules are cited. `capitano games` lists them.

use crate::cli::GamesArgs;
use crate::failure::Failure;
use crate::paint::{terminal_size, wrap};
use crate::rules::{self, Coverage};
use crate::{files, panels, text};
use dataset::{Files, Problem, Provenances};
use hexmap::{Hex, Map};
use kernel::{Listed, Module, Options, Record, Table};
use players::Level;
use serde::Serialize;
use server::{MapOffer, Offer, Shelf};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// The version of the engine protocol and of everything that is printed as JSON.
pub const PROTOCOL: u32 = kernel::wire::VERSION;

pub struct Games {
    entries: Vec<Entry>,
}

/// Reads where each value of a game comes from: only who asks pays for it.
type Values = Box<dyn Fn() -> Result<Provenances, Vec<Problem>> + Send + Sync>;
type Opened = Result<Box<dyn Module>, Vec<Problem>>;
/// Opens the game over data that a later version replaced, by the hash that records carry.
type Superseded = Box<dyn Fn(&str) -> Option<Opened> + Send + Sync>;
/// Where the computer players of a game meet; None for the table of another game.
type Meets = fn(&dyn Table) -> Option<Box<dyn lab::Field>>;

/// A game with what a front end needs besides its rules.
pub struct Entry {
    pub module: Box<dyn Module>,
    pub map: Map,
    pub panels: atlas::Panels,
    /// What stands on the map, in English and in Italian.
    pub words: BTreeMap<String, String>,
    /// By hex: whether anything can stand in it.
    pub playable: Vec<bool>,
    /// Pieces face corners of their hex, and not its sides.
    pub to_corners: bool,
    pub coverage: Coverage,
    /// Where the values come from that it is played with.
    pub values: Values,
    pub field: Meets,
    /// The levels of the computer players that know it, the weakest first.
    pub levels: &'static [Level],
    superseded: Superseded,
}

/// A game as its crate gives it.
struct Edition<M> {
    /// The folder of its map in the data.
    map: &'static str,
    open: fn(Files) -> Result<M, Vec<Problem>>,
    /// Whether anything can ever stand in a hex.
    enterable: fn(&M, &Map, Hex) -> bool,
    values: fn(&Files) -> Result<Provenances, Vec<Problem>>,
    superseded: fn(&str) -> Option<Files>,
    panels: atlas::Panels,
    to_corners: bool,
    coverage: Coverage,
    field: Meets,
    levels: &'static [Level],
}

impl<M: Module + 'static> Edition<M> {
    fn entry(self, files: &Files) -> Result<Entry, Failure> {
        let Edition { map, open, enterable, values, superseded, .. } = self;
        let own = files.clone();
        let map = Map::load(files, map)?;
        let module = open(files.clone())?;
        let words = dataset::map_words(files, module.id())?;
        Ok(Entry {
            playable: map.hexes().map(|hex| enterable(&module, &map, hex)).collect(),
            map,
            words,
            values: Box::new(move || values(&own)),
            module: Box::new(module),
            panels: self.panels,
            to_corners: self.to_corners,
            coverage: self.coverage,
            field: self.field,
            levels: self.levels,
            superseded: Box::new(move |hash| {
                let files = superseded(hash)?;
                Some(open(files).map(|module| Box::new(module) as Box<dyn Module>))
            }),
        })
    }
}

fn goito() -> Edition<risorgimento::Goito> {
    Edition {
        map: "goito/map",
        open: risorgimento::goito_with,
        enterable: risorgimento::enterable,
        values: |files| risorgimento::data::provenance(files, "goito"),
        superseded: risorgimento::data::superseded,
        panels: panels::goito(),
        to_corners: false,
        coverage: rules::goito::COVERAGE,
        field: lab::field::<risorgimento::Battle>,
        levels: &Level::ALL,
    }
}

fn custoza() -> Edition<risorgimento::Custoza> {
    Edition {
        map: "custoza/map",
        open: risorgimento::custoza_with,
        enterable: risorgimento::enterable,
        values: |files| risorgimento::data::provenance(files, "custoza"),
        superseded: risorgimento::data::superseded,
        panels: panels::custoza(),
        to_corners: false,
        coverage: rules::custoza::COVERAGE,
        field: lab::field::<risorgimento::Battle>,
        levels: &Level::ALL,
    }
}

fn piacenza() -> Edition<piacenza::Piacenza> {
    Edition {
        map: "piacenza/map",
        open: piacenza::piacenza_with,
        enterable: piacenza::enterable,
        values: piacenza::data::provenance,
        superseded: piacenza::data::superseded,
        panels: panels::piacenza(),
        to_corners: true,
        coverage: rules::piacenza::COVERAGE,
        field: lab::field::<piacenza::Battle>,
        levels: &Level::ALL,
    }
}

/// The files of all games as they were when the program was built.
pub fn ours() -> Files {
    Files::embedded(&[risorgimento::embedded::FILES, piacenza::embedded::FILES].concat())
}

/// All that is wrong with the files, of every game.
pub fn check(files: &Files) -> Vec<Problem> {
    let mut problems = risorgimento::data::check(files);
    problems.extend(piacenza::data::check(files));
    for game in ["goito", "custoza", "piacenza"] {
        problems.extend(dataset::map_words(files, game).err().unwrap_or_default());
    }
    dataset::distinct(&mut problems);
    problems
}

/// Our files, with an owner's laid over them.
pub fn data(owner: Option<&Path>) -> Result<Files, Failure> {
    match owner {
        Some(folder) => Ok(ours().laid_over(files::read_folder(folder)?)?),
        None => Ok(ours()),
    }
}

impl Games {
    pub fn open(owner: Option<&Path>) -> Result<Games, Failure> {
        let files = data(owner)?;
        Ok(Games {
            entries: vec![goito().entry(&files)?, custoza().entry(&files)?, piacenza().entry(&files)?],
        })
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// A game by its id.
    pub fn game(&self, id: &str) -> Result<&Entry, Failure> {
        self.entries.iter().find(|entry| entry.module.id() == id).ok_or_else(|| {
            let ids: Vec<&str> = self.entries.iter().map(|entry| entry.module.id()).collect();
            Failure::new(format!("there is no game `{id}`; there are: {}", ids.join(", ")))
        })
    }

    /// The game of a scenario, which is named as in `goito/battle`.
    pub fn of_scenario(&self, scenario: &str) -> Result<&Entry, Failure> {
        let entry = self.game(scenario.split('/').next().unwrap_or_default())?;
        let ids: Vec<String> = entry.module.scenarios().into_iter().map(|info| info.id).collect();
        if ids.iter().any(|id| id == scenario) {
            return Ok(entry);
        }
        Err(Failure::new(format!("there is no scenario `{scenario}`; there are: {}", ids.join(", "))))
    }

    /// A table at the beginning of a scenario.
    pub fn table(&self, scenario: &str, options: &Options) -> Result<Box<dyn Table>, Failure> {
        Ok(self.of_scenario(scenario)?.module.open(scenario, options)?)
    }

    /// A table at the end of a record, over the data with which it was played.
    pub fn replay(&self, record: &Record) -> Result<Box<dyn Table>, Failure> {
        let mut table = self.table_of(record)?;
        table.replay(record).map_err(|error| Failure::new(error.to_string()))?;
        Ok(table)
    }

    /// A table at the beginning of a record's scenario, over the data with which it was played.
    pub fn table_of(&self, record: &Record) -> Result<Box<dyn Table>, Failure> {
        let heading = &record.heading;
        let entry = self.of_scenario(&heading.scenario)?;
        let table = entry.module.open(&heading.scenario, &heading.options)?;
        let ours = table.info().data;
        if heading.data.is_empty() || heading.data == ours {
            return Ok(table);
        }
        match (entry.superseded)(&heading.data) {
            Some(module) => Ok(module?.open(&heading.scenario, &heading.options)?),
            None => Err(Failure::new(format!(
                "the record was played with data {}, and this program has {ours}; if it was played with your own files, \
                 name their folder with --data",
                heading.data
            ))),
        }
    }

    pub fn list(&self) -> Vec<Listed> {
        self.entries.iter().map(|entry| entry.module.listed()).collect()
    }

    /// The games as the server offers them.
    pub fn shelf(self) -> Arc<Shelf> {
        Shelf::new(self.entries.into_iter().map(Entry::offer).collect())
    }

    /// The games as JSON, as `capitano games --json` and the engine give them.
    pub fn listing(&self) -> Listing {
        Listing { version: PROTOCOL, games: self.list() }
    }

    #[cfg(test)]
    pub fn of(entries: Vec<Entry>) -> Games {
        Games { entries }
    }
}

impl Entry {
    /// Where everything lies on the drawing of the map.
    pub fn board(&self, style: &atlas::Style) -> atlas::Board {
        let mut board = atlas::board(&self.map, style, &self.panels, |hex| self.playable[hex.index()]);
        if self.to_corners {
            // A corner lies half a side further than the direction that it is named after.
            board.facings = board.facings.map(|degrees| degrees + 30.0);
        }
        board
    }

    /// The map as a picture, in a language; None if it has no words in that.
    pub fn draw(&self, style: &atlas::Style, language: &str) -> Option<String> {
        draw(&self.map, style, &self.panels, &self.words, language)
    }

    /// That a computer player of this level knows the game.
    pub fn knows(&self, level: Level) -> Result<(), Failure> {
        // Captains who think longer or shorter are captains.
        let kind = std::mem::discriminant(&level);
        if self.levels.iter().any(|known| std::mem::discriminant(known) == kind) {
            return Ok(());
        }
        let names: Vec<String> = self.levels.iter().map(ToString::to_string).collect();
        let (title, names) = (self.module.title(), names.join(", "));
        Err(Failure::usage(format!("no {level} knows {title}; its computer players are: {names}")))
    }

    fn offer(self) -> Offer {
        let style = atlas::Style::paper();
        let board = self.board(&style);
        let (map, panels, words, superseded) = (self.map, self.panels, self.words, self.superseded);
        Offer {
            map: MapOffer {
                id: map.id().to_string(),
                // Plain data of ours: that it cannot be written as JSON would be our bug.
                board: serde_json::to_string(&board).expect("a board can be written as JSON"),
                draw: Box::new(move |language| draw(&map, &style, &panels, &words, language)),
            },
            module: self.module,
            superseded: Box::new(move |hash| {
                let opened = superseded(hash)?;
                Some(opened.map_err(|problems| {
                    let list: Vec<String> = problems.iter().map(ToString::to_string).collect();
                    list.join("; ")
                }))
            }),
        }
    }

    #[cfg(test)]
    pub fn for_test(module: Box<dyn Module>, map: Map, coverage: Coverage) -> Entry {
        Entry {
            module,
            playable: vec![true; map.len()],
            map,
            panels: atlas::Panels::default(),
            words: BTreeMap::new(),
            coverage,
            values: Box::new(|| Ok(Provenances::default())),
            to_corners: false,
            field: |_| None,
            levels: players::ANYWHERE,
            superseded: Box::new(|hash| {
                let module = crate::fake::FordModule { data: "e0" };
                (hash == module.data).then(|| Ok(Box::new(module) as Box<dyn Module>))
            }),
        }
    }
}

fn draw(
    map: &Map,
    style: &atlas::Style,
    panels: &atlas::Panels,
    words: &BTreeMap<String, String>,
    language: &str,
) -> Option<String> {
    match language {
        "en" => Some(atlas::draw(map, style, panels)),
        "it" if !words.is_empty() => {
            let say = |text: &str| words.get(text).map_or(text, String::as_str).to_owned();
            Some(atlas::draw_said(map, style, panels, &say))
        }
        _ => None,
    }
}

#[derive(Serialize)]
pub struct Listing {
    version: u32,
    games: Vec<Listed>,
}

pub fn run(args: &GamesArgs, games: &Games) -> Result<ExitCode, Failure> {
    if args.json {
        text::print_json(&games.listing())?;
        return Ok(ExitCode::SUCCESS);
    }
    let width = terminal_size().0.min(100);
    let mut lines = Vec::new();
    for game in games.list() {
        lines.push(game.title.to_owned());
        lines.extend(indented(game.about, 2, width));
        for scenario in game.scenarios {
            lines.push(String::new());
            lines.push(format!("  {}  {} ({})", scenario.id, scenario.title, scenario.seats.join(", ")));
            lines.extend(indented(&scenario.note, 4, width));
            for option in scenario.options {
                let rule = option.rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
                let values = option.values.join("|");
                lines.push(format!(
                    "    --option {}={values}  {}{rule}; default {}",
                    option.id, option.title, option.default
                ));
            }
        }
    }
    text::print_lines(&lines)?;
    Ok(ExitCode::SUCCESS)
}

fn indented(words: &str, by: usize, width: usize) -> Vec<String> {
    wrap(words, width.saturating_sub(by)).iter().map(|line| format!("{}{line}", " ".repeat(by))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake;
    use kernel::{Seat, Viewer};

    /// Everything that stands on a map has Italian words, and no word waits for a text that is gone. Figures need none.
    #[test]
    fn maps_are_written_in_italian() {
        let games = Games::open(None).expect("our own games open");
        games.entries().iter().for_each(is_written_in_italian);
    }

    fn is_written_in_italian(entry: &Entry) {
        let texts = std::cell::RefCell::new(std::collections::BTreeSet::new());
        let say = |text: &str| {
            texts.borrow_mut().insert(text.to_owned());
            text.to_owned()
        };
        atlas::draw_said(&entry.map, &atlas::Style::paper(), &entry.panels, &say);
        let figure = |text: &String| text.chars().all(|c| !c.is_alphabetic() || "IVXL".contains(c));
        let texts: Vec<String> = texts.into_inner().into_iter().filter(|text| !figure(text)).collect();
        let words: Vec<String> = entry.words.keys().cloned().collect();
        assert_eq!(texts, words, "{}", entry.module.id());
        let italian = entry.draw(&atlas::Style::paper(), "it").expect("it has Italian words");
        assert!(italian.contains(">Strada maestra<") && !italian.contains(">Major road<"));
        assert!(entry.draw(&atlas::Style::paper(), "de").is_none());
    }

    #[test]
    fn a_record_is_played_again_over_the_data_of_its_time() {
        let games = fake::games();
        let mut table = games.table("ford/dawn", &Options::new()).expect("the scenario is there");
        table.act(Some(Seat(1)), "plan 2", Viewer::Public).expect("it is legal");
        let mut record = table.record();
        assert_eq!(games.replay(&record).expect("our data").info().data, "f0");
        record.heading.data = "e0".into();
        assert_eq!(games.replay(&record).expect("superseded data").info().data, "e0");
        record.heading.data = "d0".into();
        let failure = games.replay(&record).err().expect("nobody knows this data").to_string();
        assert!(failure.contains("d0") && failure.contains("f0") && failure.contains("--data"), "{failure}");
    }

    #[test]
    fn the_levels_that_are_listed_sit_at_every_table_and_no_others() {
        let games = Games::open(None).expect("our data is sound");
        for entry in games.entries() {
            let scenario = entry.module.scenarios()[0].id.clone();
            let table = entry.module.open(&scenario, &Options::new()).expect("the scenario is there");
            for level in Level::ALL {
                let sits = players::computer(&*table, level, 1);
                assert_eq!(sits.is_some(), entry.levels.contains(&level), "{level} at {scenario}");
                assert_eq!(entry.knows(level).is_ok(), sits.is_some(), "{level} at {scenario}");
            }
            let seat = table.status(Viewer::Everything).decide[0];
            let mut random = players::computer(&*table, Level::Random, 1).expect("it plays everything");
            let action = random.act(&*table, seat).expect("its seat is asked");
            let legal = table.legal(Some(seat)).expect("it is asked");
            assert!(legal.iter().any(|choice| choice.action == action), "{action}");
            // An adviser gives reasons: the random player has none.
            let adviser = crate::opponents::adviser(entry.levels);
            assert_eq!(adviser.is_some(), entry.levels.len() > 1);
        }
    }

    #[test]
    fn pieces_of_piacenza_face_corners() {
        let games = Games::open(None).expect("our data is sound");
        let facings = |game| games.game(game).expect("it is there").board(&atlas::Style::paper()).facings;
        assert_eq!(facings("goito")[0], 0.0);
        assert_eq!(facings("piacenza"), [30.0, 90.0, 150.0, 210.0, 270.0, 330.0]);
    }

    #[test]
    fn what_is_not_there_is_named_with_what_is() {
        let games = fake::games();
        let failure = games.game("fjord").err().expect("there is none").to_string();
        assert_eq!(failure, "there is no game `fjord`; there are: ford");
        let failure = games.of_scenario("ford/dusk").err().expect("there is none").to_string();
        assert_eq!(failure, "there is no scenario `ford/dusk`; there are: ford/dawn");
    }
}
