//! How fair a scenario is, and on which of its values that hangs: the same seeds are played with the
//! values as they are and with one of them changed, so that the differences are those of pairs.

use crate::field::{Detail, Field, Played};
use crate::interval::{Score, Z};
use crate::run::{Job, run};
use crate::seed::game_seed;
use crate::text;
use kernel::Knob;
use players::Level;
use serde::Serialize;

/// The scenario with one value changed.
pub struct Variant {
    pub knob: Knob,
    pub value: String,
    pub field: Box<dyn Field>,
}

/// Plays every seed on the scenario as it is and then on each variant, all seats at one level.
pub fn play(
    field: &dyn Field,
    variants: &[Variant],
    level: Level,
    (seeds, seed): (u64, u64),
    job: &Job,
) -> Result<Vec<Option<Played>>, String> {
    let total = seeds as usize * (variants.len() + 1);
    run(job, vec![None; total], |number| {
        let (on, number) = (number / seeds as usize, number % seeds as usize);
        let field = if on == 0 { field } else { &*variants[on - 1].field };
        field.play(&[level, level], game_seed(seed, number as u64), Detail::End)
    })
}

/// What a level makes of the scenario.
#[derive(Clone, Debug, Serialize)]
pub struct BalanceReport {
    pub level: String,
    pub games: usize,
    /// Games that did not end: a bug of the rules.
    pub stuck: usize,
    pub by_side: Vec<Score>,
    /// The side whose share the changes are about.
    pub side: String,
    /// What moves it most first.
    pub changes: Vec<Change>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Change {
    pub id: String,
    pub kind: String,
    pub label: String,
    pub provenance: String,
    pub from: String,
    pub to: String,
    /// Pairs of games that both ended.
    pub pairs: u64,
    /// Pairs that ended in the same position: the change made no difference to them.
    pub alike: u64,
    /// The side's share with the changed value.
    pub share: f64,
    /// By how much the share moves, from -1 to 1, with its 95 % interval.
    pub moves: f64,
    pub low: f64,
    pub high: f64,
    /// Whether the interval leaves out 0.
    pub clear: bool,
}

impl BalanceReport {
    pub fn new(
        field: &dyn Field,
        variants: &[Variant],
        level: Level,
        seeds: u64,
        done: &[Option<Played>],
    ) -> BalanceReport {
        let seats = field.seats();
        let chunk = |on: usize| &done[on * seeds as usize..][..seeds as usize];
        let score = |game: &Option<Played>, seat: usize| game.as_ref().and_then(|game| game.score(seat));
        let base = chunk(0);
        let by_side =
            |seat: usize| Score::of(seats[seat].as_str(), base.iter().filter_map(|game| score(game, seat)));
        let change = |(at, variant): (usize, &Variant)| {
            let both = || base.iter().zip(chunk(at + 1));
            let pairs: Vec<(f64, f64)> =
                both().filter_map(|(own, changed)| Some((score(own, 0)?, score(changed, 0)?))).collect();
            let hash = |game: &Option<Played>| Some(game.as_ref()?.hash);
            let alike = both().filter(|(own, changed)| own.is_some() && hash(own) == hash(changed)).count();
            Change::new(variant, &pairs, alike as u64)
        };
        let mut changes: Vec<Change> = variants.iter().enumerate().map(change).collect();
        changes.sort_by(|a, b| b.moves.abs().total_cmp(&a.moves.abs()));
        let played = || done.iter().flatten();
        BalanceReport {
            level: level.to_string(),
            games: played().count(),
            stuck: played().filter(|game| game.stuck.is_some()).count(),
            by_side: (0..seats.len()).map(by_side).collect(),
            side: seats[0].clone(),
            changes,
        }
    }

    pub fn lines(&self) -> Vec<String> {
        let mut lines = text::scores(&format!("{} on both sides", self.level), &self.by_side);
        if self.stuck > 0 {
            lines.push(format!("  games that did not end: {}; the figures are for the others", self.stuck));
        }
        if self.changes.is_empty() {
            return lines;
        }
        lines.push(String::new());
        lines.push(format!(
            "What moves the share of {} (percentage points; * where the interval leaves out 0)",
            self.side
        ));
        let mut rows = vec![
            ["", "from", "to", "source", "alike", "share", "moves", "95 %", "", ""]
                .map(str::to_owned)
                .to_vec(),
        ];
        for change in &self.changes {
            let points = |share: f64| format!("{:+.1}", 100.0 * share);
            rows.push(vec![
                change.label.clone(),
                change.from.clone(),
                change.to.clone(),
                change.provenance.clone(),
                text::percent(change.alike as f64 / change.pairs.max(1) as f64),
                text::percent(change.share),
                points(change.moves),
                points(change.low),
                format!("to {}", points(change.high)),
                if change.clear { "*" } else { "" }.to_owned(),
            ]);
        }
        lines.extend(text::table(&rows));
        lines
    }
}

impl Change {
    /// Of pairs of points: with the value as it is, and changed.
    fn new(variant: &Variant, pairs: &[(f64, f64)], alike: u64) -> Change {
        let n = pairs.len() as f64;
        let (moves, mut half) = paired(pairs);
        if half == 0.0 && alike < pairs.len() as u64 {
            // none of n pairs differs in who wins: with 95 % fewer than three in n do
            half = (3.0 / n).min(1.0);
        }
        let Knob { id, kind, label, provenance, value, .. } = &variant.knob;
        Change {
            id: id.clone(),
            kind: (*kind).to_owned(),
            label: label.clone(),
            provenance: (*provenance).to_owned(),
            from: value.clone(),
            to: variant.value.clone(),
            pairs: pairs.len() as u64,
            alike,
            share: pairs.iter().map(|(_, changed)| changed).sum::<f64>() / n.max(1.0),
            moves,
            low: (moves - half).max(-1.0),
            high: (moves + half).min(1.0),
            clear: moves.abs() > half,
        }
    }
}

/// The mean of the differences and half its 95 % interval.
fn paired(pairs: &[(f64, f64)]) -> (f64, f64) {
    let n = pairs.len() as f64;
    if pairs.len() < 2 {
        return (pairs.first().map_or(0.0, |(own, changed)| changed - own), 1.0);
    }
    let differences = pairs.iter().map(|(own, changed)| changed - own);
    let mean = differences.clone().sum::<f64>() / n;
    let squares: f64 = differences.map(|difference| (difference - mean).powi(2)).sum();
    (mean, Z * (squares / (n * (n - 1.0))).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_those_of_pairs() {
        let pairs = [(0.0, 1.0), (1.0, 1.0), (0.0, 0.0), (1.0, 1.0)];
        let (mean, half) = paired(&pairs);
        assert!((mean - 0.25).abs() < 1e-12);
        // differences 1, 0, 0, 0: variance 1/4, error of the mean 1/4
        assert!((half - Z * 0.25).abs() < 1e-12, "{half}");
        assert_eq!(paired(&[(1.0, 0.0)]), (-1.0, 1.0));
        assert_eq!(paired(&[]), (0.0, 1.0));
    }
}
