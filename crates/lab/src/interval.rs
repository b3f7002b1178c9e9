//! Shares of games with their 95 % intervals, and Elo differences.

use serde::Serialize;

/// The normal quantile of a 95 % interval.
pub const Z: f64 = 1.959_963_984_540_054;

/// How somebody fared. A draw counts half.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    pub what: String,
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

impl Score {
    pub fn new(what: impl Into<String>, wins: u64, draws: u64, games: u64) -> Score {
        let points = wins as f64 + draws as f64 / 2.0;
        let (low, high) = wilson(points, games as f64);
        let share = if games == 0 { 0.0 } else { points / games as f64 };
        Score { what: what.into(), games, wins, draws, share, low, high }
    }

    /// Of games by their points: 1, one half or 0.
    pub fn of(what: impl Into<String>, points: impl Iterator<Item = f64>) -> Score {
        let (mut wins, mut draws, mut games) = (0, 0, 0);
        for point in points {
            games += 1;
            wins += u64::from(point > 0.75);
            draws += u64::from((0.25..=0.75).contains(&point));
        }
        Score::new(what, wins, draws, games)
    }
}

/// Wilson's interval: right for few games and for shares near 0 and 1 too.
pub fn wilson(points: f64, games: f64) -> (f64, f64) {
    if games <= 0.0 {
        return (0.0, 1.0);
    }
    let p = points / games;
    let z2 = Z * Z / games;
    let middle = (p + z2 / 2.0) / (1.0 + z2);
    let half = Z * (p * (1.0 - p) / games + z2 / (4.0 * games)).sqrt() / (1.0 + z2);
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// The difference in Elo points that makes this share likely; None for 0 and 1, which no difference does.
pub fn elo(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| 400.0 * (share / (1.0 - share)).log10())
}

/// An Elo difference; an end is None where the games do not bound it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Elo {
    pub difference: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

impl Elo {
    pub fn of(score: &Score) -> Elo {
        // an interval that reaches 0 or 1 up to rounding has no bound there
        let end = |share: f64| elo(share).filter(|_| (1e-12..=1.0 - 1e-12).contains(&share));
        Elo { difference: elo(score.share), low: end(score.low), high: end(score.high) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_wilson() {
        let half = Score::new("x", 5, 0, 10);
        assert!((half.low - 0.2366).abs() < 1e-4 && (half.high - 0.7634).abs() < 1e-4, "{half:?}");
        let none = Score::new("x", 0, 0, 10);
        assert!(none.low.abs() < 1e-12 && (none.high - 0.2775).abs() < 1e-4, "{none:?}");
        assert_eq!(wilson(0.0, 0.0), (0.0, 1.0));
        let draws = Score::new("x", 0, 10, 10);
        assert_eq!((draws.share, draws.low, draws.high), (half.share, half.low, half.high));
        let counted = Score::of("x", [1.0, 0.5, 0.0, 1.0].into_iter());
        assert_eq!((counted.wins, counted.draws, counted.games, counted.share), (2, 1, 4, 0.625));
    }

    #[test]
    fn elo_of_known_shares() {
        assert_eq!(elo(0.5), Some(0.0));
        assert!((elo(0.75).expect("a number") - 190.85).abs() < 0.01);
        assert!((elo(10.0 / 11.0).expect("a number") - 400.0).abs() < 1e-9);
        assert_eq!((elo(0.0), elo(1.0)), (None, None));
        let all = Elo::of(&Score::new("x", 10, 0, 10));
        assert!(all.difference.is_none() && all.high.is_none());
        assert!(all.low.is_some_and(|low| low > 100.0), "{all:?}");
    }
}
