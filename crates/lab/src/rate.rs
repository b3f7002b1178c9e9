//! Everybody against everybody, on both sides equally, and the ratings that come of it.

use crate::field::{Detail, Field, Played};
use crate::interval::Score;
use crate::rating::Crosstable;
use crate::run::{Job, run};
use crate::seed::game_seed;
use crate::text;
use players::Level;
use serde::Serialize;

/// A game between two of the players: first and second seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fixture {
    seed: u64,
    seats: [usize; 2],
}

/// Each pair with each seed and both sides.
fn fixtures(players: usize, seeds: u64, seed: u64) -> Vec<Fixture> {
    let mut list = Vec::new();
    for number in 0..seeds {
        let seed = game_seed(seed, number);
        for a in 0..players {
            for b in 0..a {
                list.extend([[b, a], [a, b]].map(|seats| Fixture { seed, seats }));
            }
        }
    }
    list
}

/// How many games a round robin has.
pub fn games(players: usize, seeds: u64) -> usize {
    players * players.saturating_sub(1) * seeds as usize
}

/// Plays a round robin. None of a game that was not played because the run was stopped.
pub fn play(
    field: &dyn Field,
    levels: &[Level],
    seeds: u64,
    seed: u64,
    job: &Job,
) -> Result<Vec<Option<Played>>, String> {
    let list = fixtures(levels.len(), seeds, seed);
    run(job, vec![None; list.len()], |number| {
        let Fixture { seed, seats } = list[number];
        field.play(&seats.map(|player| levels[player]), seed, Detail::End)
    })
}

#[derive(Clone, Debug, Serialize)]
pub struct RateReport {
    pub scenario: String,
    pub data: String,
    pub seats: Vec<String>,
    pub seed: u64,
    pub wanted: usize,
    pub games: usize,
    /// Games that did not end: a bug of the rules.
    pub stuck: usize,
    /// The best first.
    pub ratings: Vec<Rated>,
    pub by_side: Vec<Score>,
    /// Each player against each other, in the order of the ratings.
    pub pairs: Vec<Score>,
    /// A drawn game was added between all who met, since without it somebody's rating has no bound.
    pub steadied: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rated {
    pub player: String,
    /// In Elo points; the mean of all players is 0.
    pub rating: f64,
    pub low: f64,
    pub high: f64,
    pub games: u64,
    /// The share of points.
    pub share: f64,
}

impl RateReport {
    pub fn new(
        (scenario, data): (&str, &str),
        field: &dyn Field,
        levels: &[Level],
        (seeds, seed): (u64, u64),
        done: &[Option<Played>],
    ) -> RateReport {
        let list = fixtures(levels.len(), seeds, seed);
        let seats = field.seats();
        let mut table = Crosstable::new(levels.len());
        let mut met: Vec<(usize, usize, f64)> = Vec::new();
        let (mut games, mut stuck) = (0, 0);
        for (fixture, played) in list.iter().zip(done) {
            let Some(played) = played else { continue };
            games += 1;
            let Some(points) = played.score(0) else {
                stuck += 1;
                continue;
            };
            let [a, b] = fixture.seats;
            table.add(a, b, points);
            met.push((a, b, points));
        }
        let rated = table.rate();
        let mut order: Vec<usize> = (0..levels.len()).collect();
        order.sort_by(|a, b| rated.ratings[*b].total_cmp(&rated.ratings[*a]));
        let of = |player: &usize| Rated {
            player: levels[*player].to_string(),
            rating: rated.ratings[*player],
            low: rated.ratings[*player] - rated.plus_minus[*player],
            high: rated.ratings[*player] + rated.plus_minus[*player],
            games: table.games_of(*player) as u64,
            share: table.points_of(*player) / table.games_of(*player).max(1.0),
        };
        let mut pairs = Vec::new();
        for (at, a) in order.iter().enumerate() {
            for b in &order[at + 1..] {
                let points = met.iter().filter_map(|(first, second, points)| match (first, second) {
                    (x, y) if x == a && y == b => Some(*points),
                    (x, y) if x == b && y == a => Some(1.0 - points),
                    _ => None,
                });
                pairs.push(Score::of(format!("{} against {}", levels[*a], levels[*b]), points));
            }
        }
        let side = |points: &dyn Fn(f64) -> f64, name: &str| {
            Score::of(name, met.iter().map(|(_, _, first)| points(*first)))
        };
        RateReport {
            scenario: scenario.to_owned(),
            data: data.to_owned(),
            by_side: vec![side(&|p| p, &seats[0]), side(&|p| 1.0 - p, &seats[1])],
            seats,
            seed,
            wanted: list.len(),
            games,
            stuck,
            ratings: order.iter().map(of).collect(),
            pairs,
            steadied: rated.steadied,
        }
    }

    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("{}, {} games, seed {}", self.scenario, self.games, self.seed)];
        if self.games < self.wanted {
            lines.push(format!("stopped: {} of {} games were finished", self.games, self.wanted));
        }
        if self.stuck > 0 {
            lines.push(format!("games that did not end: {}; the figures are for the others", self.stuck));
        }
        lines.push(String::new());
        lines.push("Ratings in Elo points around their mean".to_owned());
        let mut rows = vec![["", "rating", "95 %", "", "games", "share"].map(str::to_owned).to_vec()];
        for rated in &self.ratings {
            rows.push(vec![
                rated.player.clone(),
                format!("{:+.0}", rated.rating),
                format!("{:+.0}", rated.low),
                format!("to {:+.0}", rated.high),
                rated.games.to_string(),
                text::percent(rated.share),
            ]);
        }
        lines.extend(text::table(&rows));
        if self.steadied {
            lines.push(
                "  Somebody won or lost everything: a drawn game was added to each pair to hold the ratings."
                    .to_owned(),
            );
        }
        lines.extend(text::scores("Pairs", &self.pairs));
        lines.extend(text::scores("By side", &self.by_side));
        lines
    }
}
