//! Odds: the figures worked out by hand for the charts, agreement with simulated rolls, and silence
//! about what a seat cannot know.

use kernel::playout::{RandomStep, playout_seed, random_game_from};
use kernel::{Answer, Game, Log, Need, Odds, Seat, Show, Viewer};
use risorgimento::action::{Action, Reaction};
use risorgimento::flow::{Frame, Wait};
use risorgimento::model::{Model, UnitId};
use risorgimento::position::{Place, Position, UnitSet};
use risorgimento::{Battle, Options, data, handmade};

fn model() -> Model {
    data::load(&data::untuned(), "goito", "battle").expect("they are sound")
}

fn battle() -> Battle {
    Battle::new(model(), Options::default())
}

/// The battle with other strengths and Cohesion Values, as a table row wants them.
fn battle_with(values: &[(&str, u8, i8)]) -> Battle {
    let mut model = model();
    for (id, sp, cv) in values {
        let unit = model.army.units.iter_mut().find(|u| u.id == *id).expect("the army has the unit");
        unit.sp = *sp;
        unit.cv = *cv;
    }
    // the figures leave out what cover does to checks and what the cohesion of a firer does to fire
    model.charts.check.built_up_cover = 0;
    model.charts.cvm.clear();
    Battle::new(model, Options::default())
}

fn decider(battle: &Battle, p: &Position) -> Seat {
    match battle.need(p) {
        Need::Decide(seats) => seats.iter().next().expect("somebody decides"),
        other => panic!("no decision is due: {other:?}"),
    }
}

fn play(battle: &Battle, p: &mut Position, actions: &[&str]) {
    for text in actions {
        let seat = decider(battle, p);
        let action = battle.read(p, seat, text).expect("the words make sense");
        battle.act(p, seat, action, &mut Log::off()).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    }
}

fn after(battle: &Battle, text: &str, actions: &[&str]) -> Position {
    let mut p = handmade::position(battle, text);
    play(battle, &mut p, actions);
    p
}

fn explain(battle: &Battle, p: &Position, action: &str) -> Odds {
    let action = battle.read(p, decider(battle, p), action).expect("the words make sense");
    battle.explain(p, Viewer::Everything, action).unwrap_or_else(|e| panic!("{e:?}"))
}

fn chance(odds: &Odds, result: &str) -> f64 {
    let line = odds.lines.iter().find(|l| l.result == result);
    let line = line.unwrap_or_else(|| panic!("no line `{result}` in {:?}", odds.lines));
    assert_eq!(line.low, line.high, "everything is known");
    line.low
}

/// The number at the end of a note.
fn figure(odds: &Odds, label: &str) -> f64 {
    let note = odds.notes.iter().find(|n| n.starts_with(label));
    let note = note.unwrap_or_else(|| panic!("no note `{label}` in {:?}", odds.notes));
    note.rsplit(": ").next().and_then(|n| n.trim_end_matches('.').parse().ok()).expect("a number")
}

fn percent(chance: f64) -> i64 {
    (chance * 100.0).round() as i64
}

// ---- assaults ----------------------------------------------------------------------------------

/// Attacker wins, defender wins, draw; levels lost by attacker and defender.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Fight {
    shares: [f64; 3],
    levels: [f64; 2],
}

impl Fight {
    fn add(&mut self, battle: &Battle, p: &Position, chance_of: f64, attacker: UnitId, before: u8) {
        let odds = explain(battle, p, "assault");
        for (at, result) in ["the attacker wins", "the defender wins", "a draw"].into_iter().enumerate() {
            self.shares[at] += chance_of * chance(&odds, result);
        }
        let lost = f64::from(p.units[attacker].status - before);
        self.levels[0] += chance_of * (lost + figure(&odds, "Status levels lost by the attacker"));
        self.levels[1] += chance_of * figure(&odds, "Status levels lost by the defender");
    }
    fn rounded(self) -> ([i64; 3], [f64; 2]) {
        (self.shares.map(percent), self.levels.map(|l| (l * 10.0).round() / 10.0))
    }
}

/// Lets the defender fire in reaction, branches over every roll, and sums up the assaults that follow.
fn through_reaction_fire(
    battle: &Battle,
    p: &Position,
    share: f64,
    attacker: UnitId,
    before: u8,
    sum: &mut Fight,
) {
    match battle.need(p) {
        Need::Chance(_) => {
            for roll in 2..=12u8 {
                let ways = 6 - (i32::from(roll) - 7).abs();
                let first = (roll - 1).min(6);
                let mut q = p.clone();
                battle.roll(&mut q, &[first, roll - first], &mut Log::off());
                through_reaction_fire(battle, &q, share * f64::from(ways) / 36.0, attacker, before, sum);
            }
        }
        Need::Decide(seats) => {
            let seat = seats.iter().next().expect("somebody decides");
            let mut legal = Vec::new();
            battle.legal(p, seat, &mut legal);
            if legal.contains(&Action::Assault) {
                return sum.add(battle, p, share, attacker, before);
            }
            let fire = |a: &&Action| matches!(a, Action::React { what: Reaction::Fire, .. });
            let idle = |a: &&Action| matches!(a, Action::GoOn | Action::Done | Action::NoReaction);
            let action = legal.iter().find(fire).or(legal.iter().find(idle)).expect("a choice of the kind");
            let mut q = p.clone();
            battle.apply(&mut q, seat, *action, &mut Log::off());
            through_reaction_fire(battle, &q, share, attacker, before, sum);
        }
        Need::Over(_) => panic!("the battle is not over"),
    }
}

fn unit(battle: &Battle, id: &str) -> UnitId {
    battle.army.units.find(|u| u.id == id).expect("the army has the unit")
}

/// 33 Gyulai steps up to the marker and assaults 2 Guardie; strengths and values as given.
fn assault(
    attacker: (u8, i8),
    defender: (u8, i8),
    target: &str,
    from: [&str; 2],
    state: &str,
) -> ([i64; 3], [f64; 2]) {
    let battle =
        battle_with(&[("au-33-gyulai", attacker.0, attacker.1), ("pi-2-guardie", defender.0, defender.1)]);
    let [start, marker] = from;
    let text = format!(
        "activate benedek forces; benedek {start}; 33-gyulai {start} N; 2-guardie {target} {state}; marker assault {marker}>{target}"
    );
    let p = after(&battle, &text, &["act 33-gyulai", &format!("step {marker}")]);
    let mut sum = Fight::default();
    through_reaction_fire(&battle, &p, 1.0, unit(&battle, "au-33-gyulai"), 0, &mut sum);
    sum.rounded()
}

#[test]
fn assaults_after_reaction_fire_have_the_figures_of_the_charts() {
    let open = ("1009", ["1011", "1010"]);
    let village = ("1502", ["1504", "1503"]);
    let farmhouse = ("1113", ["1115", "1114"]);
    let check = |name: &str,
                 strengths: (u8, u8),
                 values: (i8, i8),
                 ground: (&str, [&str; 2]),
                 state: &str,
                 expected: ([i64; 3], [f64; 2])| {
        let got = assault((strengths.0, values.0), (strengths.1, values.1), ground.0, ground.1, state);
        assert_eq!(got, expected, "{name}");
    };
    check("1-1", (7, 6), (9, 9), open, "S", ([37, 32, 31], [1.0, 0.6]));
    check("1.5-1", (6, 4), (9, 9), open, "S", ([52, 20, 28], [0.8, 0.8]));
    check("2-1", (6, 3), (9, 9), open, "S", ([67, 11, 22], [0.5, 0.9]));
    // a defender of 2 SP can be shot to pieces: the levels of such a result are nobody's any more
    check("3-1", (6, 2), (9, 9), open, "S", ([80, 5, 15], [0.3, 0.8]));
    check("1-1.5", (5, 6), (9, 9), open, "S", ([25, 43, 32], [1.2, 0.5]));
    check("1-1 against a village", (7, 6), (9, 9), village, "S", ([15, 56, 29], [1.3, 0.4]));
    check("2-1 against a village", (6, 3), (9, 9), village, "S", ([40, 28, 31], [0.8, 0.7]));
    check("1-1 against a farmhouse", (7, 6), (9, 9), farmhouse, "S", ([25, 43, 32], [1.2, 0.5]));
    check("1-1 against shaken", (7, 6), (9, 9), open, "S shaken", ([56, 19, 25], [0.9, 0.9]));
    // the figure, 74, 11 and 16, leaves out that a disordered unit which loses two levels is gone
    check("1-1 against disordered", (7, 6), (9, 9), open, "S disordered", ([75, 10, 15], [0.8, 1.1]));
    check("10 on 8", (7, 6), (10, 8), open, "S", ([73, 9, 18], [0.6, 1.0]));
    check("8 on 10", (7, 6), (8, 10), open, "S", ([11, 73, 16], [1.6, 0.2]));
    // from the rear nobody can fire in reaction: better still than with the fire that the figure has
    check("disordered, from the rear", (7, 6), (9, 9), open, "N disordered", ([96, 1, 3], [0.1, 1.4]));
}

#[test]
fn an_assault_at_one_to_one_without_reaction_fire() {
    let battle = battle();
    let text =
        "activate benedek forces; benedek 1012; 33-gyulai 1010 N; 2-guardie 1009 S; marker assault 1010>1009";
    let p = after(&battle, text, &["act 33-gyulai"]);
    let odds = explain(&battle, &p, "assault");
    let shares = ["the attacker wins", "the defender wins", "a draw"].map(|r| percent(chance(&odds, r)));
    assert_eq!(shares, [43, 25, 32]);
    assert_eq!(figure(&odds, "Status levels lost by the attacker"), 0.52);
    assert_eq!(figure(&odds, "Status levels lost by the defender"), 0.69);
    assert_eq!(odds.title, "Assault of 33 Gyulai on 2 Guardie in 1009");
    assert!(odds.modifiers.is_empty());
    assert!(odds.notes.contains(&"Strength 6 to 6: 1-1. +0 on the roll.".to_string()), "{:?}", odds.notes);
    // of the shipped values they say where these come from
    let shipped =
        Battle::new(data::load(&data::files(), "goito", "battle").expect("sound"), Options::default());
    let notes = explain(&shipped, &after(&shipped, text, &["act 33-gyulai"]), "assault").notes;
    assert!(notes.contains(&"Assault Table: reconstructed.".to_string()), "{notes:?}");
}

// ---- charges and squares -------------------------------------------------------------------------

/// 5 Hussars, with 5 SP so that one lost does not change the ratio, ride up to the marker.
fn charging(defender: &str, sp: u8, cv: i8, state: &str) -> (Battle, Position) {
    let battle = battle_with(&[("au-5-hussars", 5, 9), (defender, sp, cv)]);
    let text = format!(
        "activate strassoldo forces; strassoldo 1012; 5-hussars 1012 N; {defender} 1009 {state}; marker charge 1010>1009"
    );
    let p = after(&battle, &text, &["act 5-hussars", "charge", "step 1011", "step 1010"]);
    (battle, p)
}

fn charge(defender: &str, sp: u8, state: &str) -> [i64; 3] {
    let (battle, p) = charging(defender, sp, 9, state);
    let mut sum = Fight::default();
    through_reaction_fire(&battle, &p, 1.0, unit(&battle, "au-5-hussars"), 0, &mut sum);
    sum.rounded().0
}

#[test]
fn charges_have_the_figures_of_the_charts() {
    assert_eq!(charge("pi-2-guardie", 6, "S"), [46, 26, 28]);
    assert_eq!(charge("pi-2-guardie", 6, "S square"), [4, 79, 17]);
    assert_eq!(charge("pi-1-2-bers", 2, "S"), [83, 5, 12]);
    // the figure is 80, 5 and 14, as if the column could fire first: in March it cannot
    assert_eq!(charge("pi-2-guardie", 6, "S march"), [84, 4, 12]);
}

#[test]
fn forming_square_and_the_check_of_charged_infantry() {
    for (cv, state, square, steady) in
        [(8, "S", 83, 42), (9, "S", 92, 58), (10, "S", 97, 72), (9, "S disordered", 72, 28)]
    {
        let (battle, mut p) = charging("pi-2-guardie", 6, cv, state);
        let odds = explain(&battle, &p, "react square 1009 infantry");
        assert_eq!(percent(chance(&odds, "forms square")), square, "CV {cv} {state}");
        let total: f64 = odds.lines.iter().map(|l| l.low).sum();
        assert!((total - 1.0).abs() < 1e-9, "{:?}", odds.lines);
        play(&battle, &mut p, &["react none"]);
        let odds = explain(&battle, &p, "assault");
        assert_eq!(
            percent(chance(&odds, "the charged infantry passes its check")),
            steady,
            "CV {cv} {state}"
        );
    }
}

// ---- fire ----------------------------------------------------------------------------------------

fn fire_figures(odds: &Odds) -> (i64, f64) {
    let cells: f64 = odds.lines.iter().filter(|l| l.result.starts_with("result: ")).map(|l| l.low).sum();
    assert!((cells - 1.0).abs() < 1e-9, "{:?}", odds.lines);
    (
        percent(chance(odds, "the target loses at least one status level")),
        figure(odds, "Strength points lost"),
    )
}

#[test]
fn fire_has_the_figures_of_the_charts() {
    let battle = battle();
    let jager = "activate strassoldo forces; strassoldo 1012; 2-guardie 1009 S; marker assault 1010>1009;";
    let p = after(&battle, &format!("{jager} 10-jager 1010 N"), &["act 10-jager"]);
    assert_eq!(fire_figures(&explain(&battle, &p, "fire at 1009")), (53, 0.17), "Jaeger standing");
    let p = after(&battle, &format!("{jager} 10-jager 1011 N"), &["act 10-jager", "step 1010", "react none"]);
    let odds = explain(&battle, &p, "fire at 1009");
    assert_eq!(fire_figures(&odds), (40, 0.08), "Jaeger after moving");
    assert!(odds.modifiers.iter().any(|m| m.label == "moved before firing" && m.value == -1));

    let text =
        "activate 1div forces; darvillars 1012; 1-2-bers 1010 N; 33-gyulai 1009 S; marker assault 1010>1009";
    let p = after(&battle, text, &["act 1-2-bers"]);
    assert_eq!(fire_figures(&explain(&battle, &p, "fire at 1009")), (29, 0.03), "Bersaglieri");

    let text =
        "activate benedek forces; benedek 1012; 33-gyulai 1011 N; 2-guardie 1009 S; marker assault 1010>1009";
    let p = after(&battle, text, &["act 33-gyulai", "step 1010"]);
    assert_eq!(
        fire_figures(&explain(&battle, &p, "react fire 1009 infantry")),
        (40, 0.08),
        "line in reaction"
    );

    for (hex, expected) in [
        ("1009", (53, 0.17)),
        ("1008", (40, 0.08)),
        ("1007", (29, 0.03)),
        ("1006", (19, 0.0)),
        ("1005", (11, 0.0)),
    ] {
        let text = format!("activate benedek forces; benedek 1012; 1-art 1010 N; 2-guardie {hex} S");
        let p = after(&battle, &text, &["act 1-art"]);
        assert_eq!(
            fire_figures(&explain(&battle, &p, &format!("fire at {hex}"))),
            expected,
            "battery at {hex}"
        );
    }
    let p = after(
        &battle,
        "activate benedek forces; benedek 1012; 1-art 1010 N; 2-guardie 1008 S square",
        &["act 1-art"],
    );
    assert_eq!(fire_figures(&explain(&battle, &p, "fire at 1008")), (68, 0.31), "battery on a square");
    let p = after(
        &battle,
        "activate ris forces; ve-savoia 1012; horse-art 1010 N; 17-hohenlohe 1007 S",
        &["act horse-art"],
    );
    assert_eq!(fire_figures(&explain(&battle, &p, "fire at 1007")), (68, 0.31), "horse artillery");

    let p = after(
        &battle,
        "activate benedek forces; benedek 1506; 1-art 1504 N; 2-guardie 1502 S",
        &["act 1-art"],
    );
    assert_eq!(fire_figures(&explain(&battle, &p, "fire at 1502")), (14, 0.0), "battery on a village");
}

#[test]
fn a_battery_low_on_ammunition_may_not_fire_at_all() {
    let battle = battle();
    let p = after(
        &battle,
        "activate benedek forces; benedek 1012; 1-art 1010 N low-ammo; 2-guardie 1008 S",
        &["act 1-art"],
    );
    let odds = explain(&battle, &p, "fire at 1008");
    let out = f64::from(battle.charts.out_of_ammo_up_to) / 6.0;
    assert!((chance(&odds, "1 art. runs out of ammunition") - out).abs() < 1e-9);
    assert!((chance(&odds, "nobody is left with ammunition") - out).abs() < 1e-9);
}

#[test]
fn a_counterattack_needs_a_check_first() {
    let battle = battle();
    let text =
        "activate benedek forces; benedek 1012; 33-gyulai 1011 N; 2-guardie 1009 S; marker assault 1010>1009";
    let p = after(&battle, text, &["act 33-gyulai", "step 1010"]);
    let odds = explain(&battle, &p, "react counterattack 1009 infantry");
    // CV 9: ten or more fails
    assert!((chance(&odds, "the check fails: no attack") - 6.0 / 36.0).abs() < 1e-9);
    let total: f64 = odds.lines.iter().take(4).map(|l| l.low).sum();
    assert!((total - 1.0).abs() < 1e-9, "{:?}", odds.lines);
}

#[test]
fn guns_alone_are_taken() {
    let battle = battle();
    let text =
        "activate benedek forces; benedek 1012; 33-gyulai 1010 N; pi-5-art 1009 S; marker assault 1010>1009";
    let p = after(&battle, text, &["act 33-gyulai"]);
    let odds = explain(&battle, &p, "assault");
    assert_eq!(chance(&odds, "the attacker wins"), 1.0);
    assert_eq!(chance(&odds, "the defender is destroyed"), 1.0);
    assert!(odds.notes.iter().any(|n| n.contains("11.4.1")));
}

#[test]
fn an_attempt_succeeds_fails_or_lets_a_cannon_loose() {
    let battle = battle();
    let text = "side austria; benedek 1012; 33-gyulai 1010 N; 2-guardie 1006 S";
    let odds = explain(&battle, &handmade::position(&battle, text), "activate benedek");
    assert_eq!(
        ["is activated", "does not move", "loose cannon"].map(|r| percent(chance(&odds, r))),
        [67, 17, 17]
    );
    let odds = explain(
        &battle,
        &handmade::position(&battle, &format!("{text}; failed benedek 1; mood benedek +2")),
        "activate benedek",
    );
    assert_eq!(
        ["is activated", "does not move", "loose cannon"].map(|r| percent(chance(&odds, r))),
        [83, 0, 17]
    );
    assert!(odds.modifiers.iter().any(|m| m.value == -1));
    // 1d6 + 2: never cautious below 2, furious on 5 and 6
    assert_eq!(percent(chance(&odds, "loose cannon: Attacks furiously")), 6);
}

#[test]
fn a_step_has_no_odds() {
    let battle = battle();
    let p = after(&battle, "activate benedek forces; benedek 1012; 33-gyulai 1010 N", &["act 33-gyulai"]);
    let seat = decider(&battle, &p);
    let step = battle.read(&p, seat, "step 1009").expect("a step");
    let refusal = battle.explain(&p, Viewer::Everything, step).expect_err("nothing is rolled");
    assert!(refusal.message.contains("no odds"));
    let assault = battle.read(&p, seat, "assault").expect("an assault");
    let refusal = battle.explain(&p, Viewer::Everything, assault).expect_err("there is no marker");
    assert!(refusal.rule.is_some());
}

// ---- simulation ------------------------------------------------------------------------------------

/// A small generator with a fixed seed.
struct Dice(u64);

impl Dice {
    fn face(&mut self) -> u8 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % 6) as u8 + 1
    }
}

/// Plays the action again and again with real dice until `judge` has an answer, and compares how often
/// each result comes with its odds.
fn simulate(
    battle: &Battle,
    p: &Position,
    action: &str,
    judge: impl Fn(&Position, &[&str]) -> Option<String>,
    results: &[&str],
) {
    const GAMES: u32 = 20_000;
    let odds = explain(battle, p, action);
    let seat = decider(battle, p);
    let action = battle.read(p, seat, action).expect("the words make sense");
    let mut dice = Dice(1848);
    let mut counts = vec![0u32; results.len()];
    for _ in 0..GAMES {
        let mut q = p.clone();
        let mut log = Log::on();
        battle.apply(&mut q, seat, action, &mut log);
        let result = loop {
            let kinds: Vec<&str> = log.events.iter().map(|e| e.kind).collect();
            if let Some(result) = judge(&q, &kinds) {
                break result;
            }
            match battle.need(&q) {
                Need::Chance(request) => {
                    let faces: Vec<u8> = request.dice().map(|_| dice.face()).collect();
                    battle.roll(&mut q, &faces, &mut log);
                }
                Need::Decide(seats) => {
                    let seat = seats.iter().next().expect("somebody decides");
                    let mut legal = Vec::new();
                    battle.legal(&q, seat, &mut legal);
                    battle.apply(&mut q, seat, legal[0], &mut log);
                }
                Need::Over(_) => panic!("the battle is not over"),
            }
        };
        if let Some(at) = results.iter().position(|r| *r == result) {
            counts[at] += 1;
        }
    }
    for (result, count) in results.iter().zip(counts) {
        let (share, expected) = (f64::from(count) / f64::from(GAMES), chance(&odds, result));
        // four standard deviations
        let allowed = 4.0 * (expected * (1.0 - expected) / f64::from(GAMES)).sqrt() + 1e-9;
        assert!((share - expected).abs() <= allowed, "{result}: {share} of {GAMES}, odds {expected}");
    }
}

#[test]
fn simulated_assaults_agree_with_the_odds() {
    let battle = battle();
    // a stack with guns, attacked by two regiments: several checks for each result
    let text = "activate benedek forces; benedek 1012; 21-paumgarten+4-grenzer 1010 N; 8-cuneo+6-art+1-2-bers 1009 S; \
                marker assault 1010>1009";
    let p = after(&battle, text, &["act 21-paumgarten+4-grenzer"]);
    let mood = |p: &Position, id: &str| {
        let at = battle.army.formations.find(|f| f.id == id).expect("a formation");
        p.formations[at].mood
    };
    let judge = |q: &Position, kinds: &[&str]| {
        let decided = kinds.contains(&"winner");
        decided.then(|| match (mood(q, "au-benedek"), mood(q, "pi-1div")) {
            (1, _) => "the attacker wins".to_string(),
            (_, 1) => "the defender wins".to_string(),
            _ => "a draw".to_string(),
        })
    };
    simulate(&battle, &p, "assault", judge, &["the attacker wins", "the defender wins", "a draw"]);
}

#[test]
fn simulated_charges_agree_with_the_odds() {
    let (battle, mut p) = charging("pi-2-guardie", 6, 9, "S");
    play(&battle, &mut p, &["react none"]);
    let judge = |q: &Position, kinds: &[&str]| {
        let decided = kinds.contains(&"winner");
        decided.then(|| match q.formations.iter().map(|f| f.mood).collect::<Vec<_>>() {
            moods if moods.iter().all(|m| *m == 0) => "a draw".to_string(),
            moods if moods[battle.army.units[unit(&battle, "au-5-hussars")].formation.index()] == 1 => {
                "the attacker wins".to_string()
            }
            _ => "the defender wins".to_string(),
        })
    };
    simulate(&battle, &p, "assault", judge, &["the attacker wins", "the defender wins", "a draw"]);
}

#[test]
fn simulated_fire_agrees_with_the_odds() {
    let battle = battle();
    let p = after(
        &battle,
        "activate strassoldo forces; strassoldo 1012; 3-horse-art 1010 N low-ammo; 8-cuneo+1-2-bers 1008 S shaken",
        &["act 3-horse-art"],
    );
    let targets = ["pi-8-cuneo", "pi-1-2-bers"].map(|id| unit(&battle, id));
    let resolved = |kinds: &[&str], q: &Position| {
        kinds.contains(&"fire-result")
            && !q.stack.iter().any(|f| matches!(f, Frame::Fire(_) | Frame::Check(_) | Frame::Losses(_)))
    };
    let judge = |q: &Position, kinds: &[&str]| {
        let spared = !q.stack.iter().any(|f| matches!(f, Frame::Fire(_)));
        if !(resolved(kinds, q) || spared) {
            return None;
        }
        let hit = targets.iter().any(|u| q.units[*u].place == Place::Lost || q.units[*u].status > 1);
        Some(if hit { "the target loses at least one status level" } else { "" }.to_string())
    };
    simulate(&battle, &p, "fire at 1008", judge, &["the target loses at least one status level"]);
}

#[test]
fn simulated_squares_agree_with_the_odds() {
    let (battle, p) = charging("pi-2-guardie", 6, 8, "S shaken");
    let guard = unit(&battle, "pi-2-guardie");
    let judge = |q: &Position, kinds: &[&str]| {
        let rolled = kinds.contains(&"check");
        rolled.then(|| if q.units[guard].square { "forms square" } else { "fails" }.to_string())
    };
    simulate(&battle, &p, "react square 1009 infantry", judge, &["forms square"]);
}

// ---- fog of war ------------------------------------------------------------------------------------

#[test]
fn a_face_down_target_gives_a_spread_over_what_it_could_be() {
    let battle = battle();
    let seen = |guard: &str, other: &str, lost: &str| {
        let text = format!(
            "activate benedek forces; benedek 1012; 1-art 1010 N; {guard} 1008 S {lost}; {other} 0404 S"
        );
        let p = after(&battle, &text, &["act 1-art"]);
        let fire = battle.read(&p, Seat(1), "fire at 1008").expect("fire");
        (
            battle.explain(&p, Viewer::Seat(Seat(1)), fire).expect("odds"),
            battle.explain(&p, Viewer::Everything, fire).expect("odds"),
        )
    };
    let (odds, truth) = seen("2-guardie", "1-guardie", "");
    let line = |odds: &Odds| {
        odds.lines.iter().find(|l| l.result.starts_with("the target loses at least")).expect("a line").clone()
    };
    // 1 Guardie has CV 10, 2 Guardie CV 9
    assert!(line(&odds).low < line(&odds).high);
    assert!((line(&truth).low - line(&odds).high).abs() < 1e-9, "the truth is the weaker of the two");
    assert!(!odds.title.contains("Guardie") && truth.title.contains("2 Guardie"));
    assert!(odds.notes.iter().any(|n| n.contains("1 Guardie, 2 Guardie")), "{:?}", odds.notes);
    assert!(
        odds.notes.iter().any(|n| n.contains("Cohesion Value") && n.contains("9 to 10")),
        "{:?}",
        odds.notes
    );
    assert_eq!(odds, seen("1-guardie", "2-guardie", "").0);
    assert_eq!(odds, seen("2-guardie", "1-guardie", "-4").0);
}

#[test]
fn odds_are_for_the_side_that_decides() {
    let battle = battle();
    let p = handmade::position(&battle, "side austria; benedek 1012; 33-gyulai 1010 N; 2-guardie 1006 S");
    let attempt = battle.read(&p, Seat(1), "activate benedek").expect("an attempt");
    assert!(battle.explain(&p, Viewer::Seat(Seat(1)), attempt).is_ok());
    assert!(battle.explain(&p, Viewer::Seat(Seat(0)), attempt).is_err());
    assert!(battle.explain(&p, Viewer::Public, attempt).is_err());
}

/// Exchanges what two units are: each stands where the other stood, in the same state.
fn exchange(battle: &Battle, p: &Position, a: UnitId, b: UnitId) -> Option<Position> {
    let swap = |set: UnitSet| -> UnitSet {
        set.iter()
            .map(|u| {
                if u == a {
                    b
                } else if u == b {
                    a
                } else {
                    u
                }
            })
            .collect()
    };
    let mut q = p.clone();
    q.state.units.swap(a.index(), b.index());
    for unit in [a, b] {
        let sp = battle.army.units[unit].sp;
        let lost = &mut q.state.units[unit].lost;
        *lost = (*lost).min(sp - 1);
    }
    for frame in &mut q.state.stack {
        match frame {
            Frame::Act(f) => {
                (f.units, f.members, f.counter) = (swap(f.units), swap(f.members), swap(f.counter))
            }
            Frame::React(f) => (f.cause, f.units) = (swap(f.cause), swap(f.units)),
            Frame::Alternation(_) | Frame::Activation(_) => {}
            _ => return None,
        }
    }
    battle.restore(&mut q);
    Some(q)
}

#[test]
fn odds_do_not_depend_on_what_the_seat_cannot_know() {
    let battle = battle();
    let (mut compared, mut spread) = (0, 0);
    for number in 0..60 {
        random_game_from(&battle, battle.start(), playout_seed(number), |p, step| {
            let RandomStep::Act(seat, _) = step else { return };
            if !matches!(p.wait, Wait::Decide(_))
                || !matches!(p.stack.last(), Some(Frame::Act(_) | Frame::React(_)))
            {
                return;
            }
            let viewer = Viewer::Seat(seat);
            let mut legal = Vec::new();
            battle.legal(p, seat, &mut legal);
            legal.retain(|a| {
                matches!(
                    a,
                    Action::Fire { .. } | Action::React { what: Reaction::Fire | Reaction::Withdraw, .. }
                )
            });
            if legal.is_empty() {
                return;
            }
            let back = |u: UnitId| {
                let def = &battle.army.units[u];
                (def.side, def.formation, def.arm as u8, def.stacking)
            };
            let hidden = |u: &UnitId| p.units[*u].place == Place::Map && !battle.knows(p, viewer, *u);
            let units: Vec<UnitId> = p.units.ids().filter(hidden).collect();
            for (i, a) in units.iter().enumerate() {
                for b in units[i + 1..].iter().filter(|b| back(**b) == back(*a)) {
                    let Some(q) = exchange(&battle, p, *a, *b) else { continue };
                    for action in &legal {
                        let (first, second) =
                            (battle.explain(p, viewer, *action), battle.explain(&q, viewer, *action));
                        assert_eq!(first, second, "{}", battle.notation(p, *action));
                        compared += 1;
                        spread += u32::from(first.is_ok_and(|o| o.lines.iter().any(|l| l.low < l.high)));
                    }
                }
            }
        });
    }
    assert!(compared > 500, "{compared} comparisons");
    assert!(spread > 20, "{spread} of them with a spread");
}
