//! Ratings of players whose strengths are known.

use super::{job, toy};
use lab::RateReport;
use players::Level;

#[test]
fn known_strengths_are_found_within_their_intervals() {
    let field = toy::field();
    let levels = [Level::Random, Level::Sergeant, Level::Recruit];
    let done = lab::rate::play(&*field, &levels, 2000, 3, &job(2)).expect("it can be played");
    assert_eq!(done.len(), lab::rate::games(3, 2000));
    let report = RateReport::new(("toy/lots", "0"), &*field, &levels, (2000, 3), &done);
    assert_eq!(report.games, 12_000);
    let names: Vec<&str> = report.ratings.iter().map(|rated| rated.player.as_str()).collect();
    assert_eq!(names, ["sergeant", "recruit", "random"]);
    // strengths 4, 2, 1: steps of 120 points
    let step = 400.0 * 2.0f64.log10();
    for (rated, rating) in report.ratings.iter().zip([step, 0.0, -step]) {
        assert!(rated.low < rating && rating < rated.high, "{rated:?}, not {rating}");
        assert!(rated.high - rated.low < 25.0, "{rated:?}");
        assert_eq!(rated.games, 8000);
    }
    assert!(!report.steadied && report.pairs.len() == 3);
    assert!((report.pairs[1].share - 0.8).abs() < 0.02, "{:?}", report.pairs);
    let again = lab::rate::play(&*field, &levels, 2000, 3, &job(1)).expect("it can be played");
    assert_eq!(again, done);
    assert!(report.lines().iter().any(|line| line.trim_start().starts_with("sergeant")));
}
