//! Two players against each other: which games they play, and the figures that come of them.

use crate::field::{Detail, Field, Played};
use crate::interval::{Elo, Score};
use crate::run::{Job, run};
use crate::seed::game_seed;
use crate::spread::{Band, Spread, bins};
use crate::{kept, text};
use kernel::{Gauge, Options, Text};
use players::Level;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// What is played.
#[derive(Clone, Debug)]
pub struct Arena {
    pub scenario: String,
    pub options: Options,
    /// The content hash of the data.
    pub data: String,
    /// Of the seats in order, in the games that are not swapped.
    pub players: [Level; 2],
    /// How many seeds; with `swap` each is played twice.
    pub seeds: u64,
    pub seed: u64,
    pub swap: bool,
}

impl Arena {
    pub fn games(&self) -> usize {
        self.seeds as usize * if self.swap { 2 } else { 1 }
    }

    /// The seed of a game, and whether the players have changed sides in it.
    fn fixture(&self, number: usize) -> (u64, bool) {
        match self.swap {
            true => (game_seed(self.seed, number as u64 / 2), number % 2 == 1),
            false => (game_seed(self.seed, number as u64), false),
        }
    }

    /// The player (0 or 1) of a seat in a game.
    fn player(&self, number: usize, seat: usize) -> usize {
        if self.fixture(number).1 { 1 - seat } else { seat }
    }

    /// What must be the same for a run to go on. How many games are wanted may change.
    fn settings(&self) -> Value {
        json!({
            "program": env!("CARGO_PKG_VERSION"),
            "scenario": self.scenario,
            "options": self.options,
            "data": self.data,
            "players": self.players.map(|level| level.to_string()),
            "seed": self.seed,
            "swap": self.swap,
        })
    }

    /// What an earlier run has done, if there was one.
    pub fn resume(&self, path: Option<&Path>) -> Result<Vec<Option<Played>>, String> {
        match path {
            Some(path) => kept::read(path, &self.settings(), self.games()),
            None => Ok(vec![None; self.games()]),
        }
    }

    /// Writes what is done.
    pub fn keep(&self, path: &Path, done: &[Option<Played>]) -> Result<(), String> {
        kept::write(path, &self.settings(), done)
    }

    pub fn play(
        &self,
        field: &dyn Field,
        job: &Job,
        done: Vec<Option<Played>>,
    ) -> Result<Vec<Option<Played>>, String> {
        run(job, done, |number| {
            let (seed, swapped) = self.fixture(number);
            let [a, b] = self.players;
            field.play(&if swapped { [b, a] } else { [a, b] }, seed, Detail::All)
        })
    }
}

/// The figures.
#[derive(Clone, Debug, Serialize)]
pub struct ArenaReport {
    pub scenario: String,
    pub options: Options,
    pub data: String,
    pub players: Vec<String>,
    pub seats: Vec<String>,
    pub seed: u64,
    pub swap: bool,
    /// How many games were asked for, and how many of them are done.
    pub wanted: usize,
    pub games: usize,
    /// Games that did not end: a bug of the rules.
    pub stuck: usize,
    pub by_player: Vec<Score>,
    pub by_side: Vec<Score>,
    /// Each player on each side.
    pub by_both: Vec<Score>,
    /// Of the first player over the second.
    pub elo: Elo,
    /// How games ended; the wins of each are the games that ended so.
    pub results: Vec<Score>,
    pub lengths: Vec<Spread>,
    /// How many games took how many turns.
    pub turns: Vec<(u16, u64)>,
    /// How many games took how many actions: from this number up to the next.
    pub actions: Vec<(i64, u64)>,
    /// What the gauges showed at the end.
    pub ends: Vec<Spread>,
    /// What they showed at the end of each turn. A game that is over keeps its last figures.
    pub series: Vec<Series>,
    /// Fights in a game on average, by hex.
    pub fights: Vec<(Text, f64)>,
    /// A hash over all last positions: two runs that agree in it played the same games.
    pub digest: String,
}

/// A gauge over the turns.
#[derive(Clone, Debug, Serialize)]
pub struct Series {
    #[serde(flatten)]
    pub gauge: Gauge,
    pub turns: Vec<Band>,
}

impl ArenaReport {
    pub fn new(arena: &Arena, field: &dyn Field, done: &[Option<Played>]) -> ArenaReport {
        let (seats, gauges) = (field.seats(), field.gauges());
        let played: Vec<(usize, &Played)> =
            done.iter().enumerate().filter_map(|(number, game)| Some((number, game.as_ref()?))).collect();
        let ended: Vec<(usize, &Played)> =
            played.iter().copied().filter(|(_, game)| game.stuck.is_none()).collect();
        let players = names(arena.players);
        let points = |wanted: &dyn Fn(usize, usize) -> bool| -> Vec<f64> {
            let pairs =
                ended.iter().flat_map(|(number, game)| (0..2).map(move |seat| (*number, *game, seat)));
            let chosen = pairs.filter(|(number, _, seat)| wanted(arena.player(*number, *seat), *seat));
            chosen.filter_map(|(_, game, seat)| game.score(seat)).collect()
        };
        let score =
            |what: &str, wanted: &dyn Fn(usize, usize) -> bool| Score::of(what, points(wanted).into_iter());
        let by_player: Vec<Score> = (0..2).map(|own| score(&players[own], &|p, _| p == own)).collect();
        let by_side: Vec<Score> = (0..2).map(|own| score(&seats[own], &|_, s| s == own)).collect();
        let mut by_both = Vec::new();
        for (own, name) in players.iter().enumerate() {
            for (side, seat) in seats.iter().enumerate() {
                let both = score(&format!("{name} as {seat}"), &|p, s| p == own && s == side);
                by_both.extend((both.games > 0).then_some(both));
            }
        }
        let mut results: BTreeMap<String, u64> = BTreeMap::new();
        let mut turns: BTreeMap<u16, u64> = BTreeMap::new();
        let mut fights: BTreeMap<&Text, u64> = BTreeMap::new();
        for (_, game) in &ended {
            let result = match game.winner {
                Some(winner) => format!("{}, {}", seats[usize::from(winner)], game.how),
                None => game.how.clone(),
            };
            *results.entry(result).or_default() += 1;
            *turns.entry(game.turns).or_default() += 1;
            for (hex, count) in &game.fights {
                *fights.entry(hex).or_default() += u64::from(*count);
            }
        }
        let count = ended.len() as u64;
        let length = |what: &str, of: &dyn Fn(&Played) -> i64| {
            Spread::of(what, ended.iter().map(|(_, game)| of(game)))
        };
        let decisions = |game: &Played| game.decisions.iter().map(|n| i64::from(*n)).sum();
        let lengths = vec![
            length("turns", &|game| game.turns.into()),
            length("actions", &|game| game.actions.into()),
            length("decisions", &decisions),
            length("rolls", &|game| game.rolls.into()),
        ];
        let bytes: Vec<u8> = played.iter().flat_map(|(_, game)| game.hash.to_le_bytes()).collect();
        ArenaReport {
            scenario: arena.scenario.clone(),
            options: arena.options.clone(),
            data: arena.data.clone(),
            players: arena.players.map(|level| level.to_string()).to_vec(),
            seed: arena.seed,
            swap: arena.swap,
            wanted: arena.games(),
            games: played.len(),
            stuck: played.len() - ended.len(),
            elo: Elo::of(&by_player[0]),
            by_player,
            by_side,
            by_both,
            results: results.into_iter().map(|(what, games)| Score::new(what, games, 0, count)).collect(),
            lengths,
            turns: turns.first_key_value().map_or_else(Vec::new, |(first, _)| {
                let last = turns.keys().next_back().unwrap_or(first);
                (*first..=*last).map(|turn| (turn, turns.get(&turn).copied().unwrap_or(0))).collect()
            }),
            actions: bins(ended.iter().map(|(_, game)| i64::from(game.actions)).collect()),
            ends: ends(&seats, &gauges, &ended),
            series: series(&gauges, &ended),
            fights: fights
                .into_iter()
                .map(|(hex, total)| (hex.clone(), total as f64 / count.max(1) as f64))
                .collect(),
            digest: format!("{:016x}", kernel::hash_bytes(&bytes)),
            seats,
        }
    }

    pub fn lines(&self) -> Vec<String> {
        let options: Vec<String> = self.options.iter().map(|(id, value)| format!("{id}={value}")).collect();
        let mut lines = vec![format!(
            "{} ({}), {} games{}, {}, seed {}",
            self.scenario,
            options.join(", "),
            self.games,
            if self.swap { ", each seed with both sides" } else { "" },
            self.players.join(" against "),
            self.seed
        )];
        if self.games < self.wanted {
            lines.push(format!("stopped: {} of {} games were finished", self.games, self.wanted));
        }
        if self.stuck > 0 {
            lines.push(format!("games that did not end: {}; the figures are for the others", self.stuck));
        }
        lines.extend(text::scores("By player", &self.by_player));
        lines.extend(text::scores("By side", &self.by_side));
        lines.extend(text::scores("By player and side", &self.by_both));
        lines.extend(text::shares("Results", &self.results));
        let points =
            |value: Option<f64>| value.map_or_else(|| "unbounded".to_owned(), |v| format!("{v:+.0}"));
        lines.push(String::new());
        lines.push(format!(
            "Elo of {} over {}: {} ({} to {})",
            self.by_player[0].what,
            self.by_player[1].what,
            points(self.elo.difference),
            points(self.elo.low),
            points(self.elo.high)
        ));
        lines.extend(text::spreads("Length", &self.lengths));
        lines.extend(text::spreads("At the end", &self.ends));
        lines.push(String::new());
        lines.push(format!("digest {}", self.digest));
        lines
    }
}

/// The names of two players, also where they are the same.
fn names(players: [Level; 2]) -> [String; 2] {
    let [a, b] = players.map(|level| level.to_string());
    if a == b { [format!("first {a}"), format!("second {b}")] } else { [a, b] }
}

/// What a gauge is called in a table.
fn gauge_name(seats: &[String], gauge: &Gauge) -> String {
    let seat = seats.get(usize::from(gauge.seat.0)).map_or("?", String::as_str);
    match gauge.part.as_str() {
        "" => format!("{seat}, {}", lower(&gauge.title)),
        part => format!("{seat}, {} ({part})", lower(&gauge.title)),
    }
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Every gauge at the end, and the sum of each group that has several parts.
fn ends(seats: &[String], gauges: &[Gauge], ended: &[(usize, &Played)]) -> Vec<Spread> {
    let last = |game: &Played, at: usize| game.series.last().and_then(|row| row.get(at)).copied();
    let mut list = Vec::new();
    for (at, gauge) in gauges.iter().enumerate() {
        let values = ended.iter().filter_map(|(_, game)| last(game, at));
        list.push(Spread::of(gauge_name(seats, gauge), values));
        let same = |other: &Gauge| other.group == gauge.group && other.seat == gauge.seat;
        let parts: Vec<usize> = (0..gauges.len()).filter(|i| same(&gauges[*i])).collect();
        if parts.len() > 1 && parts.last() == Some(&at) {
            let whole = Gauge { part: Text::default(), ..gauge.clone() };
            let sums = ended.iter().map(|(_, game)| parts.iter().filter_map(|at| last(game, *at)).sum());
            list.push(Spread::of(gauge_name(seats, &whole), sums));
        }
    }
    list
}

fn series(gauges: &[Gauge], ended: &[(usize, &Played)]) -> Vec<Series> {
    let turns = ended.iter().map(|(_, game)| game.series.len()).max().unwrap_or(0);
    let band = |gauge: usize, turn: usize| {
        let rows = ended.iter().filter_map(|(_, game)| game.series.get(turn).or(game.series.last()));
        Band::of(rows.filter_map(|row| row.get(gauge)).copied().collect())
    };
    let of = |(at, gauge): (usize, &Gauge)| Series {
        gauge: gauge.clone(),
        turns: (0..turns).filter_map(|turn| band(at, turn)).collect(),
    };
    gauges.iter().enumerate().map(of).collect()
}
