//! Whoever is asked, wherever a random game stands: an officer advises the seat that must decide, and nobody else.

use kernel::conformance::along;
use kernel::{Module, Options, Seat, Viewer};
use players::{Level, computer};

fn asked_along(module: &dyn Module, scenario: &str, levels: &[&str], moments: u32) {
    let mut advised = 0;
    let along = along(module, scenario, &Options::new(), 1, moments, &mut |table, step| {
        let decide = table.status(Viewer::Everything).decide;
        for seat in [0, 1].map(Seat) {
            for level in levels {
                let place = format!("{scenario}, random game 1, step {step}, {level} for seat {}", seat.0);
                let level: Level = level.parse().expect("a level");
                let mut officer = computer(table, level, 3).expect("he knows the game");
                let advice = officer.advise(table, seat);
                assert_eq!(advice.is_some(), decide.contains(&seat), "{place}");
                let Some(advice) = advice else { continue };
                let legal = table.legal(Some(seat)).expect("it decides");
                let offered = legal.iter().any(|choice| choice.action == advice.action);
                assert!(offered, "{place}: {}", advice.action);
                advised += 1;
            }
        }
    });
    along.unwrap_or_else(|why| panic!("{scenario}: {why}"));
    assert!(advised > 0, "nobody was asked in {scenario}");
}

#[test]
fn an_officer_advises_at_any_moment_of_a_random_game() {
    let modules: [Box<dyn Module>; 2] = [Box::new(risorgimento::goito()), Box::new(piacenza::piacenza())];
    for module in &modules {
        for scenario in module.scenarios() {
            asked_along(&**module, &scenario.id, &["random", "recruit", "sergeant"], 30);
            asked_along(&**module, &scenario.id, &["captain:2"], 4);
        }
    }
}
