//! What came of many games: winners with 95 % intervals, lengths, and what the game counts.

use kernel::{Options, Playout, ScenarioInfo, Seat};
use lab::spread::Spread;
use lab::wilson;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
pub struct Report {
    scenario: String,
    options: Options,
    players: Vec<&'static str>,
    seed: u64,
    games: usize,
    /// Games that did not end: a bug of the rules.
    stuck: usize,
    winners: Vec<Share>,
    results: Vec<Share>,
    lengths: Vec<Spread>,
    tally: Vec<Spread>,
    /// A hash over all last positions: two runs that agree in it played the same games.
    digest: String,
}

/// How often something happened, with a 95 % interval for how often it would.
#[derive(Debug, PartialEq, Serialize)]
struct Share {
    what: String,
    games: usize,
    share: f64,
    low: f64,
    high: f64,
}

impl Report {
    pub fn new(info: &ScenarioInfo, options: &Options, seed: u64, playouts: &[Playout]) -> Report {
        let name = |seat: Seat| info.seats.get(usize::from(seat.0)).map_or("?", String::as_str);
        let ended = || playouts.iter().filter(|p| p.stuck.is_none());
        let mut winners: BTreeMap<Option<Seat>, usize> =
            (0..info.seats.len()).map(|seat| (Some(Seat(seat as u8)), 0)).collect();
        let mut results: BTreeMap<(Option<Seat>, &str), usize> = BTreeMap::new();
        for playout in ended() {
            *winners.entry(playout.winner).or_default() += 1;
            *results.entry((playout.winner, playout.how)).or_default() += 1;
        }
        let count = ended().count();
        let winner = |seat: &Option<Seat>| seat.map_or("nobody", name).to_owned();
        let result = |(seat, how): &(Option<Seat>, &str)| match seat {
            Some(seat) => format!("{}, {how}", name(*seat)),
            None => (*how).to_owned(),
        };
        let lengths = vec![
            Spread::of("turns", ended().map(|p| i64::from(p.turn))),
            Spread::of("actions", ended().map(|p| i64::from(p.actions))),
            Spread::of("rolls", ended().map(|p| i64::from(p.rolls))),
        ];
        let mut tally: BTreeMap<(Seat, &str), Vec<i64>> = BTreeMap::new();
        for playout in ended() {
            for (seat, what, value) in &playout.tally {
                tally.entry((*seat, what)).or_default().push(*value);
            }
        }
        Report {
            scenario: info.id.clone(),
            options: options.clone(),
            players: vec!["random"; info.seats.len()],
            seed,
            games: playouts.len(),
            stuck: playouts.len() - count,
            winners: winners.iter().map(|(seat, games)| share(winner(seat), *games, count)).collect(),
            results: results.iter().map(|(key, games)| share(result(key), *games, count)).collect(),
            lengths,
            tally: tally
                .iter()
                .map(|((seat, what), values)| {
                    Spread::of(format!("{}, {what}", name(*seat)), values.iter().copied())
                })
                .collect(),
            digest: digest(playouts),
        }
    }

    pub fn lines(&self) -> Vec<String> {
        let options: Vec<String> = self.options.iter().map(|(id, value)| format!("{id}={value}")).collect();
        let mut lines = vec![format!(
            "{} ({}), {} games, {}, seed {}",
            self.scenario,
            options.join(", "),
            self.games,
            self.players.join(" against "),
            self.seed
        )];
        if self.stuck > 0 {
            lines.push(format!("games that did not end: {}; the figures are for the others", self.stuck));
        }
        for (title, shares) in [("Winners", &self.winners), ("Results", &self.results)] {
            lines.push(String::new());
            lines.push(format!("{title} (share, and its 95 % interval)"));
            let width = shares.iter().map(|s| s.what.chars().count()).max().unwrap_or(0);
            for s in shares {
                let pad = " ".repeat(width - s.what.chars().count());
                let percent = |v: f64| 100.0 * v;
                lines.push(format!(
                    "  {}{pad}  {:>7}  {:>6.2} %  {:>6.2} to {:.2}",
                    s.what,
                    s.games,
                    percent(s.share),
                    percent(s.low),
                    percent(s.high)
                ));
            }
        }
        for (title, spreads) in [("Length", &self.lengths), ("At the end", &self.tally)] {
            if spreads.is_empty() {
                continue;
            }
            lines.push(String::new());
            lines.push(format!("{title} (mean, least to most)"));
            let width = spreads.iter().map(|s| s.what.chars().count()).max().unwrap_or(0);
            for s in spreads {
                let pad = " ".repeat(width - s.what.chars().count());
                lines.push(format!(
                    "  {}{pad}  {:>9.2} ± {:.2}  {} to {}",
                    s.what, s.mean, s.plus_minus, s.least, s.most
                ));
            }
        }
        lines.push(String::new());
        lines.push(format!("digest {}", self.digest));
        lines
    }
}

fn share(what: String, games: usize, of: usize) -> Share {
    let (low, high) = wilson(games as f64, of as f64);
    Share { what, games, share: if of == 0 { 0.0 } else { games as f64 / of as f64 }, low, high }
}

fn digest(playouts: &[Playout]) -> String {
    let bytes: Vec<u8> = playouts.iter().flat_map(|p| p.hash.to_le_bytes()).collect();
    format!("{:016x}", kernel::hash_bytes(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_wilson() {
        let s = share("x".into(), 5, 10);
        assert!((s.low - 0.2366).abs() < 1e-4 && (s.high - 0.7634).abs() < 1e-4, "{s:?}");
        let none = share("x".into(), 0, 10);
        assert!(none.low.abs() < 1e-12 && (none.high - 0.2775).abs() < 1e-4, "{none:?}");
        assert_eq!(share("x".into(), 0, 0).high, 1.0);
    }

    #[test]
    fn a_spread_has_mean_and_ends() {
        let s = Spread::of("x", [2, 4, 9].into_iter());
        assert_eq!((s.mean, s.least, s.most), (5.0, 2, 9));
        assert!((s.plus_minus - lab::interval::Z * (13.0f64 / 3.0).sqrt()).abs() < 1e-9, "{s:?}");
        assert_eq!(Spread::of("x", [7].into_iter()).plus_minus, 0.0);
        assert_eq!(Spread::of("x", [].into_iter()).mean, 0.0);
    }
}
