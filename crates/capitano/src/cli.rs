//! The command line: every command with its options. What they do stands in a module each.

use crate::paint::When;
use clap::builder::TypedValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use players::Level;
use std::path::PathBuf;

/// Board wargames of Italy's wars, with every rule enforced and explained.
#[derive(Debug, Parser)]
#[command(name = "capitano", version, disable_help_subcommand = true)]
#[command(after_help = "Without a command it does what `capitano serve` does: the games in the browser.")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// A folder with your own charts, units or map, laid over ours (goito/units.csv and so on)
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play in the browser: starts the server and opens the page
    Serve(ServeArgs),
    /// List the games with their scenarios and options
    Games(GamesArgs),
    /// Play a game in the terminal
    Play(PlayArgs),
    /// Speak the engine protocol on standard input and output, for bots and other front ends
    Engine,
    /// Play a record again, print its log and check where it ends
    Replay(ReplayArgs),
    /// Show the exact odds of a fight or a check, with every modifier and its rule
    Explain(ExplainArgs),
    /// Show everything that can come of a fight, with exact chances: losses, who holds the hex, every unit's state
    Odds(OddsArgs),
    /// Look up the rules, and where each is implemented and tested
    Rules(RulesArgs),
    /// Check the data files; errors name file and line
    Check(CheckArgs),
    /// Draw a map as a picture
    Map(MapArgs),
    /// Play many games to the end and report who wins
    Simulate(SimulateArgs),
    /// Play two computer players against each other many times: wins, Elo, lengths, losses, a report with plots
    Arena(ArenaArgs),
    /// Rate computer players by a round robin
    Rate(RateArgs),
    /// Measure how fair a scenario is, and which of its values change that
    Balance(BalanceArgs),
    /// Measure the server: moves a second, times and memory, on this machine only
    Loadtest(LoadtestArgs),
    /// Check a record's dice against the seed that was committed to
    Verify(VerifyArgs),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DurabilityChoice {
    /// A move, once answered, survives a crash of the program
    #[default]
    Process,
    /// It survives a crash of the machine as well; every commit waits for the disk
    Full,
}

#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The port; without it 1848, or any if that is taken
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// The address to listen on; 0.0.0.0 lets other machines in
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    pub host: String,
    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,
    /// Where the games are kept: postgres://… or sqlite:FILE; without it, a file in the folder
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,
    /// The folder of the database file; without it, the system's folder for data
    #[arg(long, value_name = "DIR", conflicts_with = "database")]
    pub folder: Option<PathBuf>,
    /// What a move, once answered, survives
    #[arg(long, value_enum, default_value_t)]
    pub durability: DurabilityChoice,
    /// Requests a second that one client may make; 0 for no limit
    #[arg(long, default_value_t = 100.0, value_name = "N")]
    pub rate: f64,
    /// Connections that one address may have; 0 for no limit. Behind a proxy, live connections of one client
    #[arg(long, default_value_t = 256, value_name = "N")]
    pub connections: usize,
    /// A proxy in front says in X-Forwarded-For who is asking
    #[arg(long)]
    pub behind_proxy: bool,
    /// The bearer token that opens /metrics; without it only this machine is answered, and nobody behind a
    /// proxy
    #[arg(long, value_name = "TOKEN")]
    pub metrics_token: Option<String>,
    /// Megabytes that games in memory may take; the others are rebuilt when they are needed
    #[arg(long, default_value_t = server::MEMORY >> 20, value_name = "MB")]
    pub memory: usize,
    /// Threads on which computer players think; without it, one less than there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub thinkers: Option<u16>,
    /// For tests: every game has the dice of this number
    #[arg(long, hide = true, value_name = "NUMBER")]
    pub fixed_chance: Option<u64>,
}

impl Default for ServeArgs {
    /// What `capitano` alone does.
    fn default() -> ServeArgs {
        #[derive(Parser)]
        struct Alone {
            #[command(flatten)]
            args: ServeArgs,
        }
        Alone::parse_from(["capitano"]).args
    }
}

#[derive(Debug, Args)]
pub struct GamesArgs {
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

/// What opens a scenario, the same for `play` and `simulate`.
#[derive(Debug, Args)]
pub struct ScenarioArgs {
    /// Game and scenario, as in goito/battle (`capitano games` lists them)
    pub scenario: String,
    /// An option of the scenario, as in fog=on; may be given several times
    #[arg(long = "option", short = 'o', value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub options: Vec<(String, String)>,
}

fn name_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("write it as name=value".to_owned()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Player {
    /// You, at this terminal
    Hand,
    /// Any legal action, each as likely as any other
    Random,
}

/// Who plays a seat in the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Hand,
    Computer(Level),
}

fn by(text: &str) -> Result<By, String> {
    match text {
        "hand" => Ok(By::Hand),
        level => {
            level.parse().map(By::Computer).map_err(|why| format!("{why} To play it yourself, write `hand`."))
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DiceChoice {
    /// The program rolls, from a seed that can be checked afterwards
    #[default]
    Seeded,
    /// You roll your own dice and type the faces
    Hand,
}

#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Game and scenario, as in goito/battle (`capitano games` lists them); not needed with --load, nor
    /// with a --setup that names it
    #[arg(required_unless_present_any = ["load", "setup"])]
    pub scenario: Option<String>,
    /// An option of the scenario, as in fog=on; may be given several times
    #[arg(long = "option", short = 'o', value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub options: Vec<(String, String)>,
    /// Who plays each seat, in order: hand (you), or a computer: random, recruit, sergeant, captain
    #[arg(long, value_delimiter = ',', value_name = "PLAYER,PLAYER", value_parser = by)]
    pub players: Vec<By>,
    /// You play this seat (its name or number), the random player the others
    #[arg(long = "as", value_name = "SEAT", conflicts_with = "players")]
    pub seat: Option<String>,
    /// The seed of the dice and of the computers; without it, a new one each time
    #[arg(long)]
    pub seed: Option<u64>,
    /// Who rolls
    #[arg(long, value_enum, default_value_t)]
    pub dice: DiceChoice,
    /// Go on with a saved game, a record, a saved position or a set-up file
    #[arg(long, value_name = "FILE", conflicts_with = "options")]
    pub load: Option<PathBuf>,
    /// Begin from a position written by hand, as JSON or as a short text (see docs/protocol.md)
    #[arg(long, value_name = "FILE", conflicts_with = "load")]
    pub setup: Option<PathBuf>,
    /// Save the game to this file after each of your decisions
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// When to use colour
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: When,
    /// Do not draw the map before each decision
    #[arg(long)]
    pub no_map: bool,
    /// Ask even where there is only one choice
    #[arg(long)]
    pub ask_always: bool,
}

#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// The record
    pub file: PathBuf,
    /// Stop after this many steps (actions and rolls)
    #[arg(long, value_name = "N")]
    pub to: Option<usize>,
    /// Print every event with its rule, not only the summary
    #[arg(long)]
    pub log: bool,
    /// Show only what this seat saw (its name or number)
    #[arg(long, value_name = "SEAT")]
    pub view: Option<String>,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("from").required(true))]
pub struct ExplainArgs {
    /// The action in notation, as in "fire 1-art at 1217"; without it, the actions that have odds are listed
    pub action: Option<String>,
    /// At the end of this record
    #[arg(long, value_name = "FILE", group = "from")]
    pub record: Option<PathBuf>,
    /// At the start of this set-up file
    #[arg(long, value_name = "FILE", group = "from")]
    pub setup: Option<PathBuf>,
    /// At this saved position
    #[arg(long, value_name = "FILE", group = "from")]
    pub position: Option<PathBuf>,
    /// At the start of this scenario
    #[arg(long, value_name = "GAME/SCENARIO", group = "from")]
    pub scenario: Option<String>,
    /// After this many steps of the record (actions and rolls)
    #[arg(long, value_name = "N", requires = "record")]
    pub step: Option<usize>,
    /// From what this seat can know (its name or number); without it, from the truth
    #[arg(long = "as", value_name = "SEAT")]
    pub seat: Option<String>,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct RulesArgs {
    /// The game, as in goito
    pub game: String,
    /// A rule, as in 9.4.1, or the beginning of several, as in 9.4
    pub rule: Option<String>,
    /// List the rules that no code or no test cites; exit code 1 if there are any
    #[arg(long, conflicts_with = "rule")]
    pub coverage: bool,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct MapArgs {
    /// The game, as in goito
    pub game: String,
    /// Write the map as SVG to this file (- for standard output)
    #[arg(long, value_name = "FILE", required_unless_present = "board")]
    pub svg: Option<PathBuf>,
    /// The language of what stands on the map: en or it
    #[arg(long, default_value = "en")]
    pub language: String,
    /// Write where each hex lies in the drawing, and what it is, as JSON to this file (- for standard output)
    #[arg(long, value_name = "FILE")]
    pub board: Option<PathBuf>,
    /// Leave out the hex numbers
    #[arg(long)]
    pub no_numbers: bool,
    /// Leave out the grid
    #[arg(long)]
    pub no_grid: bool,
    /// Leave out the panel beside the map
    #[arg(long)]
    pub no_panel: bool,
}

#[derive(Debug, Args)]
pub struct SimulateArgs {
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Who plays each seat, in order
    #[arg(long, value_delimiter = ',', value_name = "PLAYER,PLAYER", default_value = "random,random")]
    pub players: Vec<Player>,
    /// The seed; the same seed gives the same games, whatever the number of threads
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many threads; without it, one for each processor
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Write the record of every game into this folder
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

/// A computer player by its name.
fn level(text: &str) -> Result<Level, String> {
    text.parse()
}

#[derive(Debug, Args)]
pub struct ArenaArgs {
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// The players of the first and of the second seat: random, recruit, sergeant, captain, or captain:N with
    /// N playouts for a plan
    #[arg(long, value_delimiter = ',', value_name = "A,B", value_parser = level, required = true)]
    pub players: Vec<Level>,
    /// How many seeds to play
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// The seed; the same seed gives the same figures, whatever the number of threads
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Play each seed twice, the second time with the sides exchanged
    #[arg(long)]
    pub swap: bool,
    /// How many threads; without it, one for each processor
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Save what is done in this file, and go on from it if it exists
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Write a report with plots to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct RateArgs {
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// The players: random, recruit, sergeant, captain, or captain:N with N playouts for a plan
    #[arg(long, value_delimiter = ',', value_name = "A,B,…", value_parser = level, required = true)]
    pub players: Vec<Level>,
    /// How many seeds each pair plays; each is played twice, so that the players change sides
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// The seed; the same seed gives the same figures, whatever the number of threads
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many threads; without it, one for each processor
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Source {
    /// The rulebook states it
    Printed,
    /// It follows from a rule or a worked example
    Derived,
    /// Ours: the component that held it is not in the rulebook
    Reconstructed,
    /// From your own files (--data)
    Owner,
}

#[derive(Debug, Args)]
pub struct BalanceArgs {
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// Who plays both sides; several are measured one after the other
    #[arg(long, value_delimiter = ',', value_name = "LEVEL,…", value_parser = level, default_value = "sergeant")]
    pub level: Vec<Level>,
    /// How many games to play with each set of values
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// The seed; the same games are played with each set of values
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Only values from this source
    #[arg(long, value_enum, value_name = "SOURCE")]
    pub only: Option<Source>,
    /// Only values of these sorts: strength, command, switch, chart, scenario
    #[arg(long, value_delimiter = ',', value_name = "SORT,…")]
    pub kind: Vec<String>,
    /// Only values whose path or name contains this
    #[arg(long, value_name = "WORDS")]
    pub knob: Option<String>,
    /// Only the sides, no changed values
    #[arg(long, conflicts_with_all = ["only", "kind", "knob", "list"])]
    pub sides_only: bool,
    /// List the values that would be changed, and play nothing
    #[arg(long)]
    pub list: bool,
    /// How many threads; without it, one for each processor
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("at"))]
pub struct OddsArgs {
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// The actions in notation, as in "act 33-gyulai; step 1010; assault"
    pub line: String,
    /// From this position in the short text of set-ups, as in "activate benedek forces; 33-gyulai 1011 N"
    #[arg(long, value_name = "TEXT", group = "at")]
    pub text: Option<String>,
    /// From the start of this set-up file
    #[arg(long, value_name = "FILE", group = "at")]
    pub setup: Option<PathBuf>,
    /// From this saved position
    #[arg(long, value_name = "FILE", group = "at")]
    pub position: Option<PathBuf>,
    /// From the end of this record
    #[arg(long, value_name = "FILE", group = "at")]
    pub record: Option<PathBuf>,
    /// After this many steps of the record (actions and rolls)
    #[arg(long, value_name = "N", requires = "record")]
    pub step: Option<usize>,
    /// How to answer decisions on the way, by the kind of choice, as in react-fire; of several, the first
    /// that is offered. Without it nobody reacts
    #[arg(long, value_delimiter = ',', value_name = "KIND,…")]
    pub answer: Vec<String>,
    /// From what this seat can know (its name or number); without it, from the truth
    #[arg(long = "as", value_name = "SEAT")]
    pub seat: Option<String>,
    /// Print every outcome, not only the likeliest
    #[arg(long)]
    pub all: bool,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct LoadtestArgs {
    /// Games played at once
    #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u16).range(1..=5_000).map(usize::from))]
    pub games: usize,
    /// How many seconds they are played
    #[arg(long, default_value_t = 10.0, value_parser = seconds)]
    pub seconds: f64,
    /// Games opened beforehand, to see how much memory they take
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u16).range(0..=10_000).map(usize::from))]
    pub open: usize,
    /// Moves in each of them
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(0..=1_000).map(usize::from))]
    pub opening: usize,
    /// Live connections opened beforehand, to see how much memory they take
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u16).range(0..=5_000).map(usize::from))]
    pub connections: usize,
    /// Instead, have one client besiege a server with its usual limits while another plays (Linux)
    #[arg(long)]
    pub siege: bool,
    /// Keep the server on this core (with taskset)
    #[arg(long, value_name = "CORE")]
    pub core: Option<u16>,
    /// A PostgreSQL database; without it, SQLite in a temporary folder
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,
    /// Every commit waits for the disk
    #[arg(long)]
    pub full: bool,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.1..=120.0).contains(&seconds) => Ok(seconds),
        _ => Err("it must be from 0.1 to 120 seconds".to_owned()),
    }
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The record of a game that is over, with the seed revealed. The exit code is 0 if the commitment proves all of it,
    /// 3 if nothing is wrong but not everything is proved (rolls by hand, dice that are not bound to what was played,
    /// another edition of the rules), 1 if something is wrong
    pub file: PathBuf,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}
