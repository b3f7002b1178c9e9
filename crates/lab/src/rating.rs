//! Ratings out of the games of several players: the strengths of Bradley and Terry under which what
//! happened was most likely, in Elo points, with intervals from the information that the games hold.

use crate::interval::Z;

/// Points of one player against another, and the games between them.
#[derive(Clone, Debug)]
pub struct Crosstable {
    points: Vec<Vec<f64>>,
    games: Vec<Vec<f64>>,
}

/// Ratings in Elo points; their mean is 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    pub ratings: Vec<f64>,
    /// Half the 95 % interval of each.
    pub plus_minus: Vec<f64>,
    /// A drawn game was added between all who met, since without it somebody's rating has no bound.
    pub steadied: bool,
}

const ELO: f64 = 400.0 / std::f64::consts::LN_10;

impl Crosstable {
    pub fn new(players: usize) -> Crosstable {
        let empty = vec![vec![0.0; players]; players];
        Crosstable { points: empty.clone(), games: empty }
    }

    /// A game in which `a` made so many points (1, one half or 0).
    pub fn add(&mut self, a: usize, b: usize, points: f64) {
        self.points[a][b] += points;
        self.points[b][a] += 1.0 - points;
        self.games[a][b] += 1.0;
        self.games[b][a] += 1.0;
    }

    pub fn len(&self) -> usize {
        self.points.len()
    }

    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    pub fn points_of(&self, player: usize) -> f64 {
        self.points[player].iter().sum()
    }

    pub fn games_of(&self, player: usize) -> f64 {
        self.games[player].iter().sum()
    }

    /// The most likely ratings.
    pub fn rate(&self) -> Ratings {
        let steadied = !self.bounded();
        let mut table = self.clone();
        if steadied {
            for a in 0..self.len() {
                for b in 0..a {
                    if self.games[a][b] > 0.0 {
                        table.add(a, b, 0.5);
                    }
                }
            }
        }
        let strengths = table.strengths();
        let logs: Vec<f64> = strengths.iter().map(|strength| strength.ln()).collect();
        let mean = logs.iter().sum::<f64>() / logs.len().max(1) as f64;
        let errors = table.errors(&strengths);
        Ratings {
            ratings: logs.iter().map(|log| ELO * (log - mean)).collect(),
            plus_minus: errors.iter().map(|error| Z * ELO * error).collect(),
            steadied,
        }
    }

    /// Whether everybody made points against somebody who made points against … everybody else: only
    /// then has each rating a bound on both sides.
    fn bounded(&self) -> bool {
        let reached = |from_winner: bool| {
            let mut seen = vec![false; self.len()];
            let mut todo = vec![0];
            while let Some(player) = todo.pop() {
                if std::mem::replace(&mut seen[player], true) {
                    continue;
                }
                let beats = |a: usize, b: usize| self.points[a][b] > 0.0;
                let next = (0..self.len())
                    .filter(|other| if from_winner { beats(player, *other) } else { beats(*other, player) });
                todo.extend(next);
            }
            seen.iter().all(|seen| *seen)
        };
        self.is_empty() || reached(true) && reached(false)
    }

    /// By the fixed point that Zermelo found: each strength is the points divided by what a point weighs.
    fn strengths(&self) -> Vec<f64> {
        let mut strengths = vec![1.0f64; self.len()];
        for _ in 0..100_000 {
            let mut moved = 0.0f64;
            for a in 0..self.len() {
                let weight: f64 = (0..self.len())
                    .filter(|b| *b != a)
                    .map(|b| self.games[a][b] / (strengths[a] + strengths[b]))
                    .sum();
                if weight > 0.0 {
                    let new = self.points_of(a) / weight;
                    moved = moved.max((new / strengths[a]).ln().abs());
                    strengths[a] = new;
                }
            }
            if moved < 1e-12 {
                break;
            }
        }
        strengths
    }

    /// Standard errors of the logarithms: the inverse of the information matrix, in which only
    /// differences count, so that their mean is held at 0.
    fn errors(&self, strengths: &[f64]) -> Vec<f64> {
        let n = self.len();
        let mut matrix = vec![vec![1.0 / n as f64; n]; n];
        for a in 0..n {
            for b in 0..n {
                if a != b {
                    let sum = strengths[a] + strengths[b];
                    let held = self.games[a][b] * strengths[a] * strengths[b] / (sum * sum);
                    matrix[a][b] -= held;
                    matrix[a][a] += held;
                }
            }
        }
        match inverse(matrix) {
            Some(inverse) => (0..n).map(|a| (inverse[a][a] - 1.0 / n as f64).max(0.0).sqrt()).collect(),
            None => vec![f64::INFINITY; n],
        }
    }
}

/// By Gauss and Jordan; None where there is no inverse.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|column| if column == at { 1.0 } else { 0.0 }));
    }
    for column in 0..n {
        let best =
            (column..n).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))?;
        matrix.swap(column, best);
        let pivot = matrix[column][column];
        if pivot.abs() < 1e-12 {
            return None;
        }
        matrix[column].iter_mut().for_each(|value| *value /= pivot);
        let own = matrix[column].clone();
        for (at, row) in matrix.iter_mut().enumerate() {
            let factor = row[column];
            if at != column && factor != 0.0 {
                row.iter_mut().zip(&own).for_each(|(value, own)| *value -= factor * own);
            }
        }
    }
    Some(matrix.into_iter().map(|row| row[n..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(results: &[(usize, usize, u32, u32)], players: usize) -> Crosstable {
        let mut table = Crosstable::new(players);
        for (a, b, wins, losses) in results {
            (0..*wins).for_each(|_| table.add(*a, *b, 1.0));
            (0..*losses).for_each(|_| table.add(*a, *b, 0.0));
        }
        table
    }

    #[test]
    fn two_players_differ_by_the_elo_of_their_score() {
        let rated = table(&[(0, 1, 75, 25)], 2).rate();
        let difference = rated.ratings[0] - rated.ratings[1];
        assert!((difference - 190.848).abs() < 0.01 && !rated.steadied, "{rated:?}");
        // the error of the log odds is 1/sqrt(n p q); each of two players has half of the difference
        let error = 1.0 / (100.0f64 * 0.75 * 0.25).sqrt();
        assert!((rated.plus_minus[0] - Z * ELO * error / 2.0).abs() < 1e-6, "{rated:?}");
    }

    #[test]
    fn strengths_that_fit_exactly_are_found() {
        // strengths 1, 2, 4: two to one, two to one, four to one
        let rated = table(&[(1, 0, 200, 100), (2, 1, 200, 100), (2, 0, 240, 60)], 3).rate();
        let step = 400.0 * 2.0f64.log10();
        assert!((rated.ratings[1] - rated.ratings[0] - step).abs() < 1e-6, "{rated:?}");
        assert!((rated.ratings[2] - rated.ratings[1] - step).abs() < 1e-6, "{rated:?}");
        assert!(rated.ratings.iter().sum::<f64>().abs() < 1e-9);
    }

    #[test]
    fn who_wins_always_is_held_by_a_drawn_game() {
        let rated = table(&[(0, 1, 10, 0)], 2).rate();
        assert!(rated.steadied && rated.ratings[0].is_finite() && rated.ratings[0] > 100.0, "{rated:?}");
    }
}
