//! The shipped data is whole and says what the rulebook says.

use dataset::Problem;
use piacenza::data;

fn list(problems: &[Problem]) -> String {
    problems.iter().map(|p| format!("{p}\n")).collect()
}

#[test]
fn shipped_data_is_whole() {
    let problems = data::check(&data::files());
    assert!(problems.is_empty(), "{}", list(&problems));
    for scenario in ["san-lazzaro", "centre", "gossolengo", "campaign"] {
        let model = data::load(&data::files(), scenario).expect("sound");
        assert_eq!(model.game, "piacenza");
    }
}
