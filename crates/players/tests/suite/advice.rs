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

/// Follows the advice of an officer for each seat. Gives how often a piece went back to where it had been in the same phase, by its
/// own side's doing, and how many steps were taken.
fn followed(module: &dyn Module, scenario: &str, kept: bool, seed: u64, steps: u32) -> (u32, u32, u32) {
    use std::collections::BTreeMap;
    let mut table = module.open(scenario, &Options::new()).expect("a scenario");
    table.set_dice(kernel::Dice::seeded(seed));
    let level: Level = "sergeant".parse().expect("a level");
    let mut officers = [0, 1].map(|seat| computer(&*table, level, seed + seat).expect("he knows the game"));
    let (mut back, mut taken, mut foreseen) = (0, 0, 0);
    let mut phase = None;
    let mut been: BTreeMap<kernel::Text, Vec<kernel::Text>> = BTreeMap::new();
    let mut plan: Vec<kernel::Choice> = Vec::new();
    while taken < steps && table.outcome().is_none() {
        if table.roll_due() {
            continue;
        }
        let seat = table.status(Viewer::Everything).decide[0];
        let own = |table: &dyn kernel::Table| -> BTreeMap<kernel::Text, kernel::Text> {
            let scene = table.scene(Viewer::Everything);
            let own = scene.pieces.iter().filter(|piece| piece.seat == seat.0);
            own.filter_map(|piece| Some((piece.id.clone(), piece.hex.clone()?))).collect()
        };
        let now = table.scene(Viewer::Everything).phase;
        if phase.as_ref() != Some(&now) {
            phase = Some(now);
            been.clear();
        }
        let before = own(&*table);
        for (piece, hex) in &before {
            let hexes = been.entry(piece.clone()).or_default();
            if !hexes.contains(hex) {
                hexes.push(hex.clone());
            }
        }
        let officer = &mut officers[usize::from(seat.0)];
        let action = if kept {
            let advice = officer.advise(&*table, seat).expect("he is asked");
            assert_eq!(advice.steps[0].action, advice.action);
            // The step that is shown is the choice that is offered, not another one that is written alike.
            let offered = table.legal(Some(seat)).expect("he decides");
            assert!(offered.contains(&advice.steps[0]), "{scenario}: {}", advice.steps[0].sentence);
            // What was foreseen and is seen is what comes next.
            foreseen += u32::from(plan.get(1).is_some_and(|next| next.action == advice.action));
            plan = advice.steps;
            advice.action
        } else {
            officer.act(&*table, seat).expect("he is asked")
        };
        let chosen =
            table.legal(Some(seat)).expect("he decides").into_iter().find(|choice| choice.action == action);
        // Who is beaten back has a cause.
        let beaten = chosen.is_some_and(|choice| choice.kind == "retreat");
        table.act(Some(seat), &action, Viewer::Everything).expect("it is legal");
        let after = own(&*table);
        let went_back = after
            .iter()
            .filter(|(piece, hex)| before.get(*piece).is_some_and(|there| there != *hex))
            .filter(|(piece, hex)| been.get(*piece).is_some_and(|hexes| hexes.contains(hex)));
        back += if beaten { 0 } else { went_back.count() as u32 };
        taken += 1;
    }
    (back, taken, foreseen)
}

/// Whoever follows hints through whole activations sees nobody go to and fro: a hint belongs to a course that is kept.
#[test]
fn advice_that_is_followed_leads_nobody_to_and_fro() {
    let games: [(Box<dyn Module>, &str); 2] = [
        (Box::new(risorgimento::goito()), "goito/quick"),
        (Box::new(piacenza::piacenza()), "piacenza/gossolengo"),
    ];
    let mut dithers = 0;
    for (module, scenario) in &games {
        for seed in 1..=3 {
            let (back, taken, foreseen) = followed(&**module, scenario, true, seed, 400);
            println!("{scenario}, seed {seed}: {back} back in {taken} steps, {foreseen} of them foreseen");
            assert!(taken > 50 && foreseen * 4 > taken, "{scenario}: {foreseen} of {taken} were foreseen");
            assert_eq!(back, 0, "{scenario}, seed {seed}");
            dithers += followed(&**module, scenario, false, seed, 400).0;
        }
    }
    assert!(dithers > 0, "who thinks afresh at each step goes to and fro in some of these games");
}
