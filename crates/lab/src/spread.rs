//! How a count spreads over many games.

use crate::interval::Z;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    pub what: String,
    pub mean: f64,
    /// Half the 95 % interval of the mean.
    pub plus_minus: f64,
    pub least: i64,
    pub most: i64,
}

impl Spread {
    pub fn of(what: impl Into<String>, values: impl Iterator<Item = i64>) -> Spread {
        // Sums of whole numbers: the same in whatever order they are added.
        let (mut count, mut sum, mut squares) = (0i128, 0i128, 0i128);
        let (mut least, mut most) = (i64::MAX, i64::MIN);
        for value in values {
            count += 1;
            sum += i128::from(value);
            squares += i128::from(value) * i128::from(value);
            least = least.min(value);
            most = most.max(value);
        }
        let what = what.into();
        if count == 0 {
            return Spread { what, mean: 0.0, plus_minus: 0.0, least: 0, most: 0 };
        }
        let n = count as f64;
        let variance = if count > 1 { (count * squares - sum * sum) as f64 / (n * (n - 1.0)) } else { 0.0 };
        Spread { what, mean: sum as f64 / n, plus_minus: Z * (variance / n).sqrt(), least, most }
    }
}

/// A mean, and where the middle eight tenths of the values lie.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Band {
    pub mean: f64,
    pub low: i64,
    pub high: i64,
}

impl Band {
    pub fn of(mut values: Vec<i64>) -> Option<Band> {
        values.sort_unstable();
        let last = values.len().checked_sub(1)?;
        let sum: i128 = values.iter().map(|value| i128::from(*value)).sum();
        let at = |tenth: usize| values[(last * tenth + 5) / 10];
        Some(Band { mean: sum as f64 / values.len() as f64, low: at(1), high: at(9) })
    }
}

/// Values counted in about a dozen bins of one width: where each begins, and how many are in it.
pub fn bins(values: Vec<i64>) -> Vec<(i64, u64)> {
    let (Some(least), Some(most)) = (values.iter().min(), values.iter().max()) else { return Vec::new() };
    let width = (nice((most - least) as f64 / 12.0).round() as i64).max(1);
    let (first, last) = (least.div_euclid(width), most.div_euclid(width));
    let count = |bin: i64| values.iter().filter(|value| value.div_euclid(width) == bin).count() as u64;
    (first..=last).map(|bin| (bin * width, count(bin))).collect()
}

/// The next of 1, 2, 5, 10 … that is no smaller.
pub fn nice(step: f64) -> f64 {
    let power = 10f64.powf(step.max(1e-9).log10().floor());
    // a little less, since a power of ten may come out a little too large
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    steps.into_iter().find(|nice| *nice >= step * 0.999).unwrap_or(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_has_mean_and_ends() {
        let spread = Spread::of("x", [2, 4, 9].into_iter());
        assert_eq!((spread.mean, spread.least, spread.most), (5.0, 2, 9));
        assert!((spread.plus_minus - Z * (13.0f64 / 3.0).sqrt()).abs() < 1e-9, "{spread:?}");
        assert_eq!(Spread::of("x", [7].into_iter()).plus_minus, 0.0);
        assert_eq!(Spread::of("x", [].into_iter()).mean, 0.0);
    }

    #[test]
    fn a_band_leaves_out_the_outermost_tenths() {
        let band = Band::of((0..=100).rev().collect()).expect("there are values");
        assert_eq!((band.mean, band.low, band.high), (50.0, 10, 90));
        assert_eq!(Band::of(vec![3]), Some(Band { mean: 3.0, low: 3, high: 3 }));
        assert_eq!(Band::of(Vec::new()), None);
    }

    #[test]
    fn bins_are_round_and_hold_everything() {
        assert_eq!(bins(vec![3, 4, 9]), [(3, 1), (4, 1), (5, 0), (6, 0), (7, 0), (8, 0), (9, 1)]);
        let wide = bins((0..1000).collect());
        assert_eq!((wide.len(), wide[0], wide[9]), (10, (0, 100), (900, 100)));
        assert!(bins(Vec::new()).is_empty());
        assert_eq!([0.3, 1.0, 3.0, 7.0, 12.0, 240.0].map(nice), [0.5, 1.0, 5.0, 10.0, 20.0, 500.0]);
    }
}
