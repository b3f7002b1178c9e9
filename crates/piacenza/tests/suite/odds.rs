//! Odds: the figures of the tables, agreement with rolls thrown through the real flow, and every offered roll.

use crate::field::*;
use hexmap::Hex;
use kernel::{Answer, Foresee, Game, Log, Lot, Module, Need, Odds, Seat, Show, Viewer};
use piacenza::flow::Frame;
use piacenza::model::{Effect, UnitId, WingId};
use piacenza::position::{Order, Place};
use piacenza::shots::Aim;
use piacenza::{Action, Battle, Position};

/// North.
const N: u8 = 0;

fn explain(b: &Battle, p: &Position, action: Action) -> Odds {
    let odds = b.explain(p, Viewer::Everything, action).unwrap_or_else(|e| panic!("{action:?}: {e:?}"));
    let sum: f64 = odds.lines.iter().map(|line| line.low).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{}: {sum} of {:#?}", odds.title, odds.lines);
    odds
}

fn chance(odds: &Odds, of: impl Fn(&str) -> bool) -> f64 {
    odds.lines.iter().filter(|line| of(&line.result)).map(|line| line.low).sum()
}

fn shares(b: &Battle, p: &Position, firer: &str, target: Hex) -> [u32; 5] {
    let aim = Aim { firer: unit(b, firer), target, reaction: false, ricochet: false };
    let mut shares = [0; 5];
    for (effect, chance) in b.table_chances(p, aim) {
        let at = match effect {
            Effect::Nothing => 0,
            Effect::Disorder(0) => 1,
            Effect::Disorder(_) => 2,
            Effect::Step => 3,
            _ => 4,
        };
        shares[at] += (chance * 100.0).round() as u32;
    }
    shares
}

/// Two battalions side by side, the first with a bonus or not, and a target in front of it.
fn volley(b: &Battle, firer: [&str; 2], bonus: Option<&str>, target: &str, ground: &str) -> (Position, Hex) {
    let mut p = empty(b);
    let (from, hex) = if ground == "clear" {
        let from = open_ground(b, 4);
        (from, go(b, from, &[N]))
    } else {
        let (hex, from) = beside(b, ground);
        (from, hex)
    };
    put(b, &mut p, firer[0], from);
    put(b, &mut p, target, hex);
    let mate = b
        .map
        .neighbours(from)
        .iter()
        .copied()
        .find(|h| b.playable(*h) && !p.occupied(*h) && b.map.distance(*h, hex) == 2);
    put(b, &mut p, firer[1], mate.expect("there is room"));
    if let Some(leader) = bonus {
        lead(b, &mut p, leader, from);
    }
    (p, hex)
}

const SPANIARDS: [&str; 2] = ["fs-reina-inf", "fs-castilla-inf"];
const GUARDS: [&str; 2] = ["fs-guardias-espanolas", "fs-guardias-valonas"];

#[test]
fn one_volley_has_the_chances_of_the_table() {
    let b = battle("campaign");
    let small = ["fs-hibernia-inf", "fs-burgos-inf"];
    let cases = [
        (small, None, "au-warasdin", "clear", [50, 20, 20, 10, 0]),
        (SPANIARDS, Some("fs-fc-douchez"), "au-traun-ir", "clear", [50, 20, 20, 10, 0]),
        (GUARDS, Some("fs-fc-douchez"), "au-traun-ir", "clear", [30, 30, 30, 10, 0]),
        (GUARDS, Some("fs-fc-douchez"), "au-wallis-ir", "farmhouse", [50, 30, 20, 0, 0]),
        (GUARDS, Some("fs-fc-douchez"), "au-traun-ir", "redoubt", [60, 30, 10, 0, 0]),
        (["au-forgatsch-ir", "au-andlau-ir"], None, "fs-hibernia-inf", "clear", [20, 20, 40, 10, 10]),
    ];
    for (firer, bonus, target, ground, expected) in cases {
        let (p, hex) = volley(&b, firer, bonus, target, ground);
        assert_eq!(shares(&b, &p, firer[0], hex), expected, "{firer:?} at {target} in {ground}");
    }
    // another battalion beside the target that does not touch the firer
    let (mut p, hex) = volley(&b, GUARDS, Some("fs-fc-douchez"), "au-traun-ir", "clear");
    put(&b, &mut p, "fs-reina-inf", go(&b, hex, &[N]));
    assert_eq!(shares(&b, &p, GUARDS[0], hex), [10, 30, 30, 10, 20], "flank");
}

#[test]
fn bombardments_have_the_chances_of_the_table() {
    let b = battle("campaign");
    let cases = [
        ("au-ce-art-2", "fs-hibernia-inf", 2, [40, 20, 30, 0, 10]),
        ("au-ce-art-2", "fs-reina-inf", 2, [50, 20, 30, 0, 0]),
        ("au-ce-art-2", "fs-reina-inf", 1, [30, 20, 30, 10, 10]),
        ("au-ce-art-1", "fs-hibernia-inf", 1, [10, 20, 40, 0, 30]),
    ];
    for (gun, target, range, expected) in cases {
        let mut p = empty(&b);
        let from = open_ground(&b, 4);
        let hex = go(&b, from, &vec![N; range]);
        let gun_id = put(&b, &mut p, gun, from);
        put(&b, &mut p, target, hex);
        p.unit_mut(gun_id).facing = N;
        assert_eq!(shares(&b, &p, gun, hex), expected, "{gun} at {target}, range {range}");
        bombards(&b, &mut p, gun_id);
        let odds = explain(&b, &p, Action::Bombard(gun_id, hex));
        assert!(chance(&odds, |words| words == "no effect") * 100.0 >= f64::from(expected[0]) - 0.01);
        assert_eq!(odds.lookups.len(), 10);
    }
}

#[test]
fn a_shot_folds_the_changing_of_ranks_in() {
    let b = battle("campaign");
    let (mut p, hex) = volley(&b, GUARDS, Some("fs-fc-douchez"), "au-traun-ir", "clear");
    fires(&b, &mut p, "fs-lw-douchez");
    let odds = explain(&b, &p, Action::Shoot(unit(&b, GUARDS[0]), hex));
    // D to D3 come with 60%; 3 and less of ten faces void them
    assert!((chance(&odds, |words| words.contains("changes ranks")) - 0.6 * 0.4).abs() < 1e-9, "{odds:#?}");
    assert!((chance(&odds, |words| words == "loses a step") - 0.1).abs() < 1e-9);
    assert!((chance(&odds, |words| words == "no effect") - 0.3).abs() < 1e-9);
    assert!(odds.notes.iter().any(|note| note.contains("changes ranks against a Disorder: 4 of 10")));
    assert!(
        odds.notes
            .iter()
            .any(|note| note.contains("3 SP with a Fire Bonus of 1, column Extended, from Intense"))
    );
}

#[test]
fn what_is_looked_up_is_shown_in_the_charts() {
    let b = battle("campaign");
    let charts = piacenza::piacenza().charts();
    let (mut p, hex) = volley(&b, GUARDS, None, "au-traun-ir", "redoubt");
    fires(&b, &mut p, "fs-lw-douchez");
    let action = Action::Shoot(unit(&b, GUARDS[0]), hex);
    let odds = explain(&b, &p, action);
    assert!(!odds.lookups.is_empty());
    for lookup in &odds.lookups {
        assert!(lookup.cell(&charts).is_some(), "{lookup:?}");
    }
    // and so is what the log names
    let mut log = Log::on();
    b.act(&mut p, Seat(0), action, &mut log).expect("it may fire");
    for _ in 0..8 {
        match b.need(&p) {
            Need::Decide(_) => act(&b, &mut p, "done"),
            Need::Chance(_) => {
                b.roll(&mut p, &[7], &mut log);
                break;
            }
            Need::Over(_) => break,
        }
    }
    let named: Vec<_> = log.events.iter().filter_map(|event| event.lookup.clone()).collect();
    assert!(!named.is_empty());
    assert!(named.iter().all(|(lookup, _)| lookup.cell(&charts).is_some()), "{named:?}");
}

// ---- cavalry -----------------------------------------------------------------------------------

/// A charge in the open, ready to be resolved.
fn charge(b: &Battle, charger: &str, charged: &str, flank: bool) -> (Position, Action) {
    let mut p = empty(b);
    let from = open_ground(b, 4);
    let hex = go(b, from, &[N]);
    let unit = put(b, &mut p, charger, from);
    put(b, &mut p, charged, hex);
    if flank {
        put(b, &mut p, "fs-lobkowitz-cav-2", go(b, hex, &[N]));
    }
    p.unit_mut(unit).attack = piacenza::position::Attack::Charge(N);
    // another attack of the formation, so that there is a choice which comes first
    fires(b, &mut p, &b.army.formations[b.formation_of(unit)].id.clone());
    if let Some(Frame::Fire(f)) = p.state.stack.last_mut() {
        f.stage = piacenza::flow::FireStage::Melees;
    }
    (p, Action::Resolve(unit))
}

fn rounded(chance: f64) -> u32 {
    (chance * 100.0).round() as u32
}

#[test]
fn charges_have_the_chances_worked_out_for_the_table() {
    let b = battle("campaign");
    let cases = [
        ("fs-lobkowitz-cav-1", "au-palffy-cuir-1", false, [66, 74, 40, 11, 16], "0.41", "0.52"),
        ("fs-lobkowitz-cav-1", "au-palffy-cuir-1", true, [60, 80, 40, 10, 19], "0.38", "0.64"),
        ("au-palffy-cuir-1", "fs-descras-cav", false, [32, 92, 24, 0, 65], "0.05", "0.65"),
    ];
    for (charger, charged, flank, expected, own, other) in cases {
        let (p, action) = charge(&b, charger, charged, flank);
        let odds = explain(&b, &p, action);
        let attacker = |words: &str| words.contains("attacker") || words.starts_with("both are");
        let defender = |words: &str| words.contains("defender") || words.starts_with("both are");
        let both = |words: &str| attacker(words) && defender(words);
        let lost = |words: &str| words.contains("attacker is eliminated") || words == "both are eliminated";
        let taken = |words: &str| {
            words.contains("defender is eliminated")
                || words.contains("defender eliminated")
                || words == "both are eliminated"
        };
        let got = [
            rounded(chance(&odds, attacker)),
            rounded(chance(&odds, defender)),
            rounded(chance(&odds, both)),
            rounded(chance(&odds, lost)),
            rounded(chance(&odds, taken)),
        ];
        assert_eq!(got, expected, "{odds:#?}");
        let loss = format!("Mean loss: attacker {own} SP, defender {other} SP.");
        assert!(odds.notes.contains(&loss), "{loss} is not in {:#?}", odds.notes);
    }
}

#[test]
fn cavalry_against_infantry_rolls_on_the_columns_of_its_strength() {
    let b = battle("campaign");
    let mut p = empty(&b);
    let from = open_ground(&b, 4);
    let hex = go(&b, from, &[N]);
    let unit = put(&b, &mut p, "fs-lobkowitz-cav-1", from);
    put(&b, &mut p, "au-traun-ir", hex);
    put(&b, &mut p, "au-clerici-ir", go(&b, hex, &[N]));
    lead(&b, &mut p, "au-fc-barnklau", go(&b, hex, &[N]));
    lead(&b, &mut p, "au-wc-pallavicini", go(&b, hex, &[N]));
    p.unit_mut(unit).attack = piacenza::position::Attack::Melee(N);
    fires(&b, &mut p, "fs-rw-larnage");
    if let Some(Frame::Fire(f)) = p.state.stack.last_mut() {
        f.stage = piacenza::flow::FireStage::Melees;
    }
    let odds = explain(&b, &p, Action::Resolve(unit));
    let column = |words: &str| odds.notes.iter().any(|note| note.starts_with(words));
    assert!(column("2 to 2, column 1:1"), "{odds:#?}");
    assert!(column("If it fails: 2 to 2, column 3:2"), "{odds:#?}");
    assert!(column("Defensive volley: 2 SP with a Fire Bonus of 1"), "{odds:#?}");
}

// ---- simulation --------------------------------------------------------------------------------

const THROWS: u32 = 20_000;

/// Plays the action many times with random rolls; decisions are answered by the last choice (nothing more) unless
/// they are forced on somebody, as the odds take them.
fn simulate(
    b: &Battle,
    p: &Position,
    action: Action,
    over: impl Fn(&Position) -> bool,
    judge: impl Fn(&Position) -> usize,
    expected: &[f64],
) {
    let seat = decider(b, p);
    let mut lot = Lot::of("odds of piacenza", 1);
    let mut counts = vec![0u32; expected.len()];
    let mut legal = Vec::new();
    for _ in 0..THROWS {
        let mut q = p.clone();
        b.act(&mut q, seat, action, &mut Log::off()).unwrap_or_else(|e| panic!("{e:?}"));
        while !over(&q) {
            match b.need(&q) {
                Need::Decide(seats) => {
                    let seat = seats.iter().next().expect("somebody decides");
                    b.legal(&q, seat, &mut legal);
                    let fire = matches!(q.now(), Some(Frame::Fire(_)));
                    let action = if fire { legal[legal.len() - 1] } else { legal[0] };
                    b.apply(&mut q, seat, action, &mut Log::off());
                }
                Need::Chance(_) => b.roll(&mut q, &[lot.die(10) - 1], &mut Log::off()),
                Need::Over(_) => break,
            }
        }
        counts[judge(&q)] += 1;
    }
    for (count, chance) in counts.iter().zip(expected) {
        let share = f64::from(*count) / f64::from(THROWS);
        let spread = (chance * (1.0 - chance) / f64::from(THROWS)).sqrt();
        assert!((share - chance).abs() < 4.5 * spread + 1e-9, "{share} and not {chance}");
    }
}

fn fate(p: &Position, unit: UnitId) -> usize {
    let u = p.unit(unit);
    match (u.place, u.order, u.reduced) {
        (Place::Map, Order::Good, false) => 0,
        (Place::Map, Order::Good, true) => 1,
        (Place::Map, Order::Disordered, _) => 2,
        (Place::Map, Order::Routed, _) => 3,
        _ => 4,
    }
}

fn fates(odds: &Odds) -> [f64; 5] {
    let of = |which: usize| {
        chance(odds, |words| {
            let at = match words {
                "eliminated" => 4,
                words if words.contains("routs") => 3,
                words if words.contains("Disordered") => 2,
                words if words.contains("loses a step") => 1,
                _ => 0,
            };
            at == which
        })
    };
    [of(0), of(1), of(2), of(3), of(4)]
}

#[test]
fn simulated_shots_agree_with_the_odds() {
    let b = battle("campaign");
    let cases = [
        (GUARDS, "au-traun-ir", "clear", Order::Good),
        (GUARDS, "au-traun-ir", "clear", Order::Disordered),
        (GUARDS, "au-grenadiers-rs", "clear", Order::Good),
        (GUARDS, "au-palffy-cuir-1", "clear", Order::Good),
        (GUARDS, "au-wallis-ir", "redoubt", Order::Good),
    ];
    for (firer, target, ground, order) in cases {
        let (mut p, hex) = volley(&b, firer, Some("fs-fc-douchez"), target, ground);
        let victim = unit(&b, target);
        b.change(&mut p, victim, |u| u.order = order);
        // somebody has to be beside the target for Grenadiers and commanders to count
        lead(&b, &mut p, "au-fc-linden", hex);
        fires(&b, &mut p, "fs-lw-douchez");
        let action = Action::Shoot(unit(&b, firer[0]), hex);
        let mut expected = fates(&explain(&b, &p, action));
        if order == Order::Disordered {
            // who is Disordered already stays so
            expected[2] += expected[0] + expected[1];
            expected[0] = 0.0;
            expected[1] = 0.0;
        }
        let over = |p: &Position| p.shots.iter().all(|s| !s.live) && !rolling(p) && p.stack.len() <= 3;
        simulate(&b, &p, action, over, |q| fate(q, victim), &expected);
    }
}

#[test]
fn simulated_bombardments_agree_with_the_odds() {
    let b = battle("campaign");
    let mut p = empty(&b);
    let from = open_ground(&b, 4);
    let gun = put(&b, &mut p, "au-ce-art-1", from);
    let hex = go(&b, from, &[N, N]);
    let victim = put(&b, &mut p, "fs-hibernia-inf", hex);
    let behind = put(&b, &mut p, "fs-reina-inf", go(&b, hex, &[N]));
    p.unit_mut(gun).facing = N;
    bombards(&b, &mut p, gun);
    let action = Action::Bombard(gun, hex);
    let odds = explain(&b, &p, action);
    let of = |name: &str, words: &str| {
        chance(&odds, |line| line.split("; ").any(|part| part.starts_with(name) && part.contains(words)))
    };
    let over = |p: &Position| {
        !matches!(p.stack.get(2), Some(Frame::Bombard(f)) if f.stage != piacenza::flow::BombardStage::After)
            && !rolling(p)
            && p.stack.len() <= 3
    };
    let routs = of("Hibernia", "routs");
    simulate(&b, &p, action, over, |q| (fate(q, victim) == 3) as usize, &[1.0 - routs, routs]);
    let struck = of("Reina", "Disordered");
    assert!(struck > 0.0, "{odds:#?}");
    simulate(&b, &p, action, over, |q| (fate(q, behind) == 2) as usize, &[1.0 - struck, struck]);
}

#[test]
fn simulated_attacks_agree_with_the_odds() {
    let b = battle("campaign");
    // a charge
    let (p, action) = charge(&b, "fs-lobkowitz-cav-1", "au-palffy-cuir-1", false);
    attack_agrees(&b, &p, action, "au-palffy-cuir-1");
    // an assault on a farmhouse
    let mut p = empty(&b);
    let (hex, from) = beside(&b, "farmhouse");
    let attacker = put(&b, &mut p, "fs-guardias-espanolas", from);
    put(&b, &mut p, "au-traun-ir", hex);
    lead(&b, &mut p, "fs-fc-douchez", from);
    let dir = b.map.direction(from, hex).expect("they are neighbours");
    p.unit_mut(attacker).attack = piacenza::position::Attack::Melee(dir);
    fires(&b, &mut p, "fs-lw-douchez");
    if let Some(Frame::Fire(f)) = p.state.stack.last_mut() {
        f.stage = piacenza::flow::FireStage::Melees;
    }
    attack_agrees(&b, &p, Action::Resolve(attacker), "au-traun-ir");
}

fn attack_agrees(b: &Battle, p: &Position, action: Action, defender: &str) {
    let Action::Resolve(attacker) = action else { panic!("not an attack") };
    let defender = unit(b, defender);
    let odds = explain(b, p, action);
    let home = [p.unit(attacker).hex, p.unit(defender).hex];
    let out = |q: &Position, unit: UnitId, at: usize| {
        q.unit(unit).place != Place::Map || (q.unit(unit).hex != home[at] && q.unit(unit).hex != home[1])
    };
    let own = chance(&odds, |w| w.contains("attacker") || w.starts_with("both are"));
    let other = chance(&odds, |w| w.contains("defender") || w.starts_with("both are"));
    let over = |p: &Position| !p.stack.iter().any(|f| matches!(f, Frame::Combat(_))) && !rolling(p);
    simulate(b, p, action, over, |q| out(q, attacker, 0) as usize, &[1.0 - own, own]);
    simulate(b, p, action, over, |q| out(q, defender, 1) as usize, &[1.0 - other, other]);
}

/// How eager a side is for an action: random play hardly ever comes to blows.
fn eager(b: &Battle, p: &Position, action: Action) -> u32 {
    match action {
        Action::Done | Action::Drop | Action::Rearrange => 1,
        Action::Step(dir) => {
            let Some(Frame::Move(m)) = p.now() else { return 1 };
            let side = m.who().first().map_or(0, |u| b.side_of(u));
            let near = |hex: Hex| {
                let foes = p.units.ids().filter(|u| b.side_of(*u) != side && p.on_map(*u));
                foes.map(|u| b.map.distance(p.unit(u).hex, hex)).min().unwrap_or(0)
            };
            if near(b.map.neighbour(m.hex, dir)) < near(m.hex) { 60 } else { 2 }
        }
        Action::Ride(..) | Action::Convert(_) | Action::Face(..) => 1,
        Action::Take(..) => 10,
        _ => 40,
    }
}

/// Whatever is offered with odds has them, and nothing else has.
#[test]
fn every_roll_that_is_offered_is_explained() {
    let mut seen = std::collections::BTreeMap::new();
    for scenario in ["san-lazzaro", "centre", "gossolengo"] {
        let b = battle(scenario);
        for number in 0..6 {
            let mut lot = Lot::of(scenario, number);
            let mut p = b.start();
            let mut legal = Vec::new();
            loop {
                let seat = match b.need(&p) {
                    Need::Over(_) => break,
                    Need::Chance(_) => {
                        b.roll(&mut p, &[lot.die(10) - 1], &mut Log::off());
                        continue;
                    }
                    Need::Decide(seats) => seats.iter().next().expect("somebody decides"),
                };
                b.legal(&p, seat, &mut legal);
                for action in legal.iter().copied().take(40) {
                    let choice = b.choice(&p, seat, action);
                    let explained = b.explain(&p, Viewer::Seat(seat), action);
                    assert_eq!(
                        choice.odds,
                        explained.is_ok(),
                        "{scenario} {number}: {action:?} {explained:?}"
                    );
                    if let Ok(odds) = explained {
                        *seen.entry(choice.kind).or_insert(0) += 1;
                        let sum: f64 = odds.lines.iter().map(|line| line.low).sum();
                        assert!((sum - 1.0).abs() < 1e-9, "{odds:#?}");
                    }
                }
                let weights: Vec<u32> = legal.iter().map(|action| eager(&b, &p, *action)).collect();
                let mut at = lot.below(weights.iter().sum());
                let chosen = weights.iter().position(|weight| {
                    let here = at < *weight;
                    at = at.saturating_sub(*weight);
                    here
                });
                b.apply(&mut p, seat, legal[chosen.expect("one of them")], &mut Log::off());
            }
        }
    }
    println!("{seen:?}");
    for kind in ["again", "answer", "bombard", "fire", "melee", "rally", "step"] {
        assert!(seen.get(kind).is_some_and(|count| *count > 3), "{kind}: {seen:?}");
    }
}

#[test]
fn a_second_volley_may_end_in_feu_de_billebaude() {
    let b = battle("campaign");
    let (mut p, hex) = volley(&b, SPANIARDS, None, "au-traun-ir", "clear");
    fires(&b, &mut p, "fs-lw-douchez");
    act(&b, &mut p, &format!("fire fs-reina-inf {}", b.map.number(hex)));
    act(&b, &mut p, "done");
    while !matches!(p.now(), Some(Frame::Fire(f)) if f.stage == piacenza::flow::FireStage::Again) {
        match b.need(&p) {
            Need::Decide(_) => act(&b, &mut p, "done"),
            _ => b.roll(&mut p, &[0], &mut Log::off()),
        }
    }
    let odds = explain(&b, &p, Action::Again(unit(&b, "fs-reina-inf")));
    // Spanish infantry passes with 6, in a zone of control with 5: six faces of ten
    assert!((chance(&odds, |w| w.contains("Feu de Billebaude")) - 0.4).abs() < 1e-9, "{odds:#?}");
}

// ---- forecasts ---------------------------------------------------------------------------------

#[test]
fn a_forecast_goes_on_to_the_end_of_the_fight() {
    let b = battle("campaign");
    let (mut p, hex) = volley(&b, GUARDS, Some("fs-fc-douchez"), "au-traun-ir", "clear");
    fires(&b, &mut p, "fs-lw-douchez");
    let line = format!("fire {} {}", GUARDS[0], b.map.number(hex));
    let forecast = kernel::forecast(&b, &p, Viewer::Seat(Seat(0)), &[&line], &[]);
    let forecast = forecast.unwrap_or_else(|e| panic!("{e:?}"));
    let all: f64 = forecast.outcomes.iter().map(|outcome| outcome.chance).sum();
    assert!((all - 1.0).abs() < 1e-9);
    assert!(forecast.answers.iter().any(|answer| answer.answer == "answer"), "{:?}", forecast.answers);
    let own = forecast.outcomes.iter().filter(|o| o.fates.iter().any(|fate| fate.seat == 0));
    assert!(own.count() > 0, "the answer can hurt");
    // what the enemy suffers is what the odds of the shot say
    let odds = explain(&b, &p, Action::Shoot(unit(&b, GUARDS[0]), hex));
    let hurt: f64 = forecast
        .outcomes
        .iter()
        .filter(|o| o.fates.iter().any(|fate| fate.unit == "au-traun-ir"))
        .map(|o| o.chance)
        .sum();
    let unhurt = chance(&odds, |words| words == "no effect" || words.contains("changes ranks"));
    assert!((hurt - (1.0 - unhurt)).abs() < 1e-9, "{hurt} and {unhurt}");
}

#[test]
fn what_a_seat_cannot_know_makes_no_difference_to_its_forecasts() {
    let b = battle("campaign");
    let p = empty(&b);
    let mut q = p.clone();
    let mut r = p.clone();
    for (position, objectives) in [(&mut q, 0b1111), (&mut r, 0b1111_0000)] {
        position.push(Frame::EndTurn(piacenza::flow::EndTurn {}));
        position.state.objectives = objectives;
        position.state.chosen[0] = WingId::at(usize::from(objectives != 0b1111));
    }
    let austria = Viewer::Seat(Seat(1));
    assert_eq!(b.known(&q, austria), b.known(&r, austria));
    assert_ne!(b.known(&q, Viewer::Seat(Seat(0))), b.known(&r, Viewer::Seat(Seat(0))));
    assert_eq!(b.known(&p, austria), None, "wings are being chosen");
}

#[test]
fn gauges_count_what_they_say() {
    let b = battle("san-lazzaro");
    let p = b.start();
    let (gauges, values) = (b.gauges(), b.gauge_values(&p));
    assert_eq!(gauges.len(), values.len());
    let of = |group: &str, part: &str, seat: u8| {
        let at = gauges.iter().position(|g| g.group == group && g.part == part && g.seat == Seat(seat));
        values[at.expect("there is such a gauge")]
    };
    let printed = p
        .units
        .ids()
        .filter(|u| p.on_map(*u) && b.side_of(*u) == 0 && b.is_infantry(*u))
        .map(|u| i64::from(b.sp(&p, u)))
        .sum::<i64>();
    assert_eq!(of("strength", "infantry", 0), printed);
    assert_eq!((of("units", "", 0), of("points", "", 1)), (0, 0));
    assert!(b.fights().contains(&"melee"));
}
