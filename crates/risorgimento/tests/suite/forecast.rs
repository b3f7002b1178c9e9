//! Looking a fight ahead: the chances add up, agree with thousands of rolls and with the odds that are
//! shown, and tell a seat nothing that it cannot know.

use kernel::{Answer, Fate, Forecast, Foresee, Game, Log, Lot, Need, Seat, Show, Viewer, forecast};
use risorgimento::position::Position;
use risorgimento::{Battle, Options, data, handmade};
use std::collections::BTreeMap;

const ASSAULT: &str =
    "activate benedek forces; benedek 1012; 33-gyulai 1011 N; 2-guardie 1009 S; marker assault 1010>1009";
const FIRE: &str = "activate benedek forces; benedek 1012; 1-art 1010 N; 2-guardie 1009 S";
const CHARGE: &str = "activate strassoldo forces; strassoldo 1014; 5-hussars 1012 N; 2-guardie 1009 S; \
                      marker charge 1010>1009";

fn battle() -> Battle {
    let model = data::load(&data::untuned(), "goito", "battle").expect("they are sound");
    Battle::new(model, Options::default())
}

fn foresee(battle: &Battle, p: &Position, line: &[&str], prefer: &[&str]) -> Forecast {
    forecast(battle, p, Viewer::Everything, line, prefer).unwrap_or_else(|refusal| panic!("{refusal:?}"))
}

fn shares(forecast: &Forecast, title: &str) -> BTreeMap<String, f64> {
    let table = forecast.tables.iter().find(|table| table.title == title);
    let table = table.unwrap_or_else(|| panic!("no table `{title}` in {:?}", forecast.tables));
    table.lines.iter().map(|line| (line.result.clone(), line.low)).collect()
}

/// One game of the line with rolled dice; decisions are answered as the forecast says that it does.
fn rolled(
    battle: &Battle,
    start: &Position,
    line: &[&str],
    prefer: &[&str],
    lot: &mut Lot,
) -> (String, Vec<Fate>) {
    let mut p = start.clone();
    let (mut next, mut depth, mut verdict) = (0, 0, String::new());
    loop {
        let over = next > 0 && battle.settled(&p, depth);
        let mut log = Log::on();
        match battle.need(&p) {
            Need::Over(_) => break,
            _ if over && next == line.len() => break,
            Need::Chance(request) => {
                let mut faces = Vec::new();
                request.by_lot(lot, &mut faces);
                battle.roll(&mut p, &faces, &mut log);
            }
            Need::Decide(seats) => {
                let seat = seats.iter().next().expect("somebody decides");
                let mut legal = Vec::new();
                battle.legal(&p, seat, &mut legal);
                let due = line.get(next).and_then(|text| battle.read(&p, seat, text).ok());
                let action = match due.filter(|action| legal.contains(action)) {
                    Some(action) => {
                        (next, depth) = (next + 1, battle.depth(&p));
                        action
                    }
                    None if over => break,
                    None => {
                        let kinds: Vec<&str> =
                            legal.iter().map(|action| battle.choice(&p, seat, *action).kind).collect();
                        let habits = ["react-none", "go-on", "done", "stop", "end-charge"];
                        let wanted = prefer.iter().chain(&habits);
                        let at = wanted.filter_map(|k| kinds.iter().position(|kind| kind == k)).next();
                        legal[at.unwrap_or(0)]
                    }
                };
                battle.apply(&mut p, seat, action, &mut log);
            }
        }
        for event in log.events.iter().filter(|event| event.kind == "winner") {
            verdict += &event.tell(battle.seats(), Viewer::Everything).expect("all hear of it").text;
        }
    }
    (verdict, battle.fates(start, &p, Viewer::Everything))
}

/// Compares every figure with what comes of many rolls.
fn agrees(text: &str, line: &[&str], prefer: &[&str], distinct: usize) -> Forecast {
    const ROLLS: usize = 6000;
    let battle = battle();
    let start = handmade::position(&battle, text);
    let foreseen = foresee(&battle, &start, line, prefer);
    let total: f64 = foreseen.outcomes.iter().map(|outcome| outcome.chance).sum();
    assert!((total - 1.0).abs() < 1e-9, "{total}");
    for table in &foreseen.tables {
        let total: f64 = table.lines.iter().map(|line| line.low).sum();
        assert!((total - 1.0).abs() < 1e-9, "{}: {total}", table.title);
    }
    assert!(foreseen.outcomes.len() >= distinct, "only {} outcomes", foreseen.outcomes.len());
    let mut lot = Lot::of("forecast", 1);
    let mut seen: BTreeMap<Vec<Fate>, usize> = BTreeMap::new();
    let mut wins = 0;
    for _ in 0..ROLLS {
        let (verdict, fates) = rolled(&battle, &start, line, prefer, &mut lot);
        wins += usize::from(verdict.contains("attacker wins"));
        *seen.entry(fates).or_default() += 1;
    }
    let near = |chance: f64, count: usize, what: &str| {
        let share = count as f64 / ROLLS as f64;
        // four standard errors: about one in sixteen thousand fails by chance, and the seed is fixed
        let error = 4.0 * (chance * (1.0 - chance) / ROLLS as f64).sqrt() + 1e-9;
        assert!((share - chance).abs() <= error, "{what}: {chance} foreseen, {share} rolled");
    };
    let mut chances: BTreeMap<&Vec<Fate>, f64> = BTreeMap::new();
    for outcome in &foreseen.outcomes {
        *chances.entry(&outcome.fates).or_default() += outcome.chance;
    }
    for (fates, count) in &seen {
        assert!(chances.contains_key(fates), "{count} times: {fates:?}");
    }
    for (fates, chance) in &chances {
        // where few are to be expected the normal error says nothing
        if chance * ROLLS as f64 > 10.0 {
            near(*chance, seen.get(*fates).copied().unwrap_or(0), &format!("{fates:?}"));
        }
    }
    let won: f64 =
        foreseen.outcomes.iter().filter(|o| o.result.contains("attacker wins")).map(|o| o.chance).sum();
    near(won, wins, "the attacker wins");
    foreseen
}

#[test]
fn fire_is_foreseen_as_it_is_rolled() {
    let foreseen = agrees(FIRE, &["act 1-art", "fire at 1009"], &[], 3);
    // the figures of the charts (see odds.rs): 53 % for at least a level
    let kept = shares(&foreseen, "Piedmont: levels lost")["0"];
    assert_eq!(((1.0 - kept) * 100.0).round(), 53.0);
}

#[test]
fn an_assault_through_reaction_fire_is_foreseen_as_it_is_rolled() {
    let line = ["act 33-gyulai", "step 1010", "assault"];
    let foreseen = agrees(ASSAULT, &line, &["react-fire"], 10);
    assert!(foreseen.answers.iter().any(|a| a.answer == "react-fire"), "{:?}", foreseen.answers);
    let quiet = agrees(ASSAULT, &line, &[], 10);
    let wins = |forecast: &Forecast| shares(forecast, "How it ends")["The attacker wins."];
    assert!(wins(&quiet) > wins(&foreseen), "fire costs the attacker something");
    // who wins stands in the hex
    assert!(shares(&quiet, "Who stands in 1009 afterwards")["Austria"] > 0.2);
}

#[test]
fn a_charge_is_foreseen_as_it_is_rolled() {
    agrees(CHARGE, &["act 5-hussars", "charge", "step 1011", "step 1010", "assault"], &[], 5);
    agrees(CHARGE, &["act 5-hussars", "charge", "step 1011", "step 1010", "assault"], &["react-square"], 5);
}

#[test]
fn it_agrees_with_the_odds_that_are_shown() {
    let battle = battle();
    let text = ASSAULT.replace("33-gyulai 1011", "33-gyulai 1010");
    let mut p = handmade::position(&battle, &text);
    let act = battle.read(&p, Seat(1), "act 33-gyulai").expect("it makes sense");
    battle.act(&mut p, Seat(1), act, &mut Log::off()).expect("it is legal");
    let assault = battle.read(&p, Seat(1), "assault").expect("it makes sense");
    let odds = battle.explain(&p, Viewer::Everything, assault).expect("it has odds");
    let ends = shares(&foresee(&battle, &p, &["assault"], &[]), "How it ends");
    for (line, result) in
        [("the attacker wins", "The attacker wins."), ("the defender wins", "The defender wins.")]
    {
        let shown = odds.lines.iter().find(|l| l.result == line).expect("the line is there").low;
        assert!((ends[result] - shown).abs() < 1e-9, "{result}: {ends:?} and {shown}");
    }
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let battle = battle();
    let p = handmade::position(&battle, ASSAULT);
    let ask =
        |viewer, line: &[&str]| forecast(&battle, &p, viewer, line, &[]).map(|_| ()).map_err(|r| r.message);
    assert!(ask(Viewer::Everything, &[]).unwrap_err().contains("at least one"));
    assert!(ask(Viewer::Seat(Seat(0)), &["act 33-gyulai"]).unwrap_err().contains("other side"));
    assert!(ask(Viewer::Everything, &["assault"]).is_err());
    assert!(ask(Viewer::Everything, &["dance"]).is_err());
    assert_eq!(ask(Viewer::Seat(Seat(1)), &["act 33-gyulai", "step 1010", "assault"]), Ok(()));
}

/// A battery fires at a unit that lies face down: which it is does not show in the answer.
#[test]
fn a_forecast_tells_nothing_that_lies_face_down() {
    let battle = battle();
    let ask = |target: &str| {
        let text = format!("activate benedek forces; benedek 1012; 1-art 1010 N; {target}; darvillars 0101");
        let p = handmade::position(&battle, &text);
        let seat = Viewer::Seat(Seat(1));
        forecast(&battle, &p, seat, &["act 1-art", "fire at 1007"], &[]).expect("it can be asked")
    };
    let first = ask("7-cuneo 1007 S; 8-cuneo 0301 S");
    assert_eq!(first, ask("8-cuneo 1007 S; 7-cuneo 0301 S"));
    assert_eq!(first, ask("8-cuneo 1007 S -2; 7-cuneo 0301 S"));
}
