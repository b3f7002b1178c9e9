//! Two players meet: threads, stops and files change nothing.

use super::{arena, job, play, toy};
use kernel::{Foresee, Module, Options};
use lab::{ArenaReport, Job, Played, field};
use players::Level;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

const RECRUITS: [Level; 2] = [Level::Recruit, Level::Random];

/// A file of one test, removed at its end.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> File {
        File(std::env::temp_dir().join(format!("capitano-lab-{}-{name}", std::process::id())))
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // What is left over lies among the system's temporary files.
        let _ = std::fs::remove_file(&self.0);
    }
}

fn json(report: &ArenaReport) -> String {
    serde_json::to_string(report).expect("a report can be written as JSON")
}

#[test]
fn known_strengths_win_as_often_as_they_should() {
    let field = toy::field();
    let arena = arena(RECRUITS, 3000, true);
    let done = play(&arena, &*field, 2);
    let report = ArenaReport::new(&arena, &*field, &done);
    assert_eq!((report.games, report.wanted, report.stuck), (6000, 6000, 0));
    // two balls to one
    let recruit = &report.by_player[0];
    assert!((recruit.share - 2.0 / 3.0).abs() < 0.02, "{recruit:?}");
    assert!(recruit.low < 2.0 / 3.0 && 2.0 / 3.0 < recruit.high, "{recruit:?}");
    let elo = report.elo.difference.expect("a number");
    assert!((elo - 400.0 * 2.0f64.log10()).abs() < 15.0, "{elo}");
    // the sides are fair, and everybody sat on both
    assert!(report.by_side.iter().all(|side| side.low < 0.5 && side.high > 0.5), "{:?}", report.by_side);
    assert!(report.by_both.len() == 4 && report.by_both.iter().all(|score| score.games == 3000));
    assert_eq!(report.turns, [(3, 6000)]);
    assert_eq!(report.fights, [("11".into(), 3.0)]);
    // six choices among three in each game
    assert_eq!(report.lengths[2].mean, 6.0, "{:?}", report.lengths);
    // turns lost add up to three, and grow by one a turn
    assert!((report.ends.iter().map(|end| end.mean).sum::<f64>() - 3.0).abs() < 1e-9);
    let first: f64 = report.series.iter().map(|series| series.turns[0].mean).sum();
    assert!((first - 1.0).abs() < 1e-9 && report.series.iter().all(|series| series.turns.len() == 3));
    assert!(report.lines().iter().any(|line| line.contains("Elo of recruit over random: +")));
}

#[test]
fn threads_do_not_matter() {
    let goito = risorgimento::goito();
    let table = goito.open("goito/quick", &Options::new()).expect("the scenario is there");
    let field = field::<risorgimento::Battle>(&*table).expect("it is Goito");
    let arena = arena([Level::Random, Level::Random], 6, true);
    let one = play(&arena, &*field, 1);
    let two = play(&arena, &*field, 2);
    assert_eq!(one, two);
    let report = ArenaReport::new(&arena, &*field, &one);
    assert_eq!(json(&report), json(&ArenaReport::new(&arena, &*field, &two)));
    assert!(report.series.iter().any(|series| series.gauge.part == "cavalry"), "losses are told by arm");
    assert!(!report.fights.is_empty());
    for (at, game) in one.iter().flatten().enumerate() {
        assert_eq!(game.series.len(), usize::from(game.turns), "game {at}");
    }
}

#[test]
fn stopping_and_going_on_is_as_good_as_one_go() {
    let field = toy::field();
    let file = File::new("stop");
    let arena = arena(RECRUITS, 200, true);
    let whole = play(&arena, &*field, 2);
    let (stop, count) = (AtomicBool::new(false), AtomicUsize::new(0));
    let tick = || {
        if count.fetch_add(1, Ordering::Relaxed) == 50 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let keep = |done: &[Option<Played>]| arena.keep(&file.0, done);
    let job = Job { threads: Some(2), stop: &stop, tick: &tick, keep: Some(&keep) };
    let nothing = arena.resume(Some(&file.0)).expect("there is no file yet");
    let part = arena.play(&*field, &job, nothing).expect("it can be played");
    let done = part.iter().flatten().count();
    assert!((51..400).contains(&done), "{done}");
    let report = ArenaReport::new(&arena, &*field, &part);
    assert!(report.lines().iter().any(|line| line.contains(&format!("{done} of 400 games"))));

    let kept = arena.resume(Some(&file.0)).expect("the file is whole");
    assert_eq!(kept, part);
    stop.store(false, Ordering::Relaxed);
    let rest = arena.play(&*field, &job, kept).expect("it can be played");
    assert_eq!(rest, whole);
    let figures = |done: &[Option<Played>]| json(&ArenaReport::new(&arena, &*field, done));
    assert_eq!(figures(&rest), figures(&whole));
    assert_eq!(count.load(Ordering::Relaxed), 400, "no game was played twice");
    // more games go on from there
    let more = super::arena(RECRUITS, 250, true);
    assert_eq!(more.resume(Some(&file.0)).expect("more may be asked for")[..400], whole);
}

#[test]
fn wrong_files_are_refused() {
    let field = toy::field();
    let file = File::new("wrong");
    let own = arena(RECRUITS, 5, false);
    own.keep(&file.0, &play(&own, &*field, 1)).expect("it can be written");
    let refusal = |arena: &lab::Arena| arena.resume(Some(&file.0)).expect_err("it is not of this arena");
    let other = lab::Arena { seed: 8, ..own.clone() };
    assert!(refusal(&other).contains("seed is 7 there and 8 here"), "{}", refusal(&other));
    let other = lab::Arena { players: [Level::Random, Level::Recruit], ..own.clone() };
    assert!(refusal(&other).contains("players is [\"recruit\",\"random\"] there"), "{}", refusal(&other));
    let other = lab::Arena { data: "1".into(), ..own.clone() };
    assert!(refusal(&other).contains("data is"), "{}", refusal(&other));
    assert!(refusal(&lab::Arena { seeds: 3, ..own.clone() }).contains("only 3 were asked for"));

    let text = std::fs::read_to_string(&file.0).expect("it was written");
    let with = |text: &str| {
        std::fs::write(&file.0, text).expect("it can be written");
        refusal(&own)
    };
    assert!(with(&text.replacen("\"actions\":6", "\"actions\":7", 1)).contains("damaged (it was changed)"));
    let cut: String = text.lines().take(3).map(|line| format!("{line}\n")).collect();
    assert!(with(&cut).contains("damaged"), "its end is gone");
    assert!(with(&text[..text.len() - 20]).contains("damaged"));
    assert!(with("").contains("damaged") || with("").contains("not a file"));
    assert!(with("{}\n{}\n").contains("not a file of an unfinished run"));
    assert!(with(&text.replace("capitano arena 1", "capitano arena 9")).contains("another version"));
    std::fs::write(&file.0, &text).expect("it can be written");
    assert!(own.resume(Some(&file.0)).is_ok());
}

#[test]
fn what_cannot_be_kept_stops_the_run() {
    let field = toy::field();
    let arena = arena(RECRUITS, 5, false);
    let keep = |_: &[Option<Played>]| Err("the disk is full".to_owned());
    let job = Job { keep: Some(&keep), ..job(1) };
    let result = arena.play(&*field, &job, vec![None; 5]);
    assert_eq!(result.map(|_| ()), Err("the disk is full".to_owned()));
}

/// The gauges of Goito agree with what `simulate` counts.
#[test]
fn gauges_and_tally_agree() {
    let goito = risorgimento::goito();
    let (battle, _) = goito.battle("goito/quick", &Options::new()).expect("the scenario is there");
    let position = kernel::random_game(&battle, kernel::playout::playout_seed(3)).position;
    let (gauges, values) = (battle.gauges(), battle.gauge_values(&position));
    assert_eq!(gauges.len(), values.len());
    let names = [("losses", "strength points lost"), ("units", "units lost"), ("objectives", "objectives")];
    for (seat, what, count) in battle.tally(&position) {
        let (group, _) = names.iter().find(|(_, name)| what.starts_with(name)).expect("it is a gauge too");
        let own = gauges.iter().zip(&values).filter(|(g, _)| g.seat == seat && g.group == *group);
        assert_eq!(own.map(|(_, value)| value).sum::<i64>(), count, "{what}");
    }
}
