//! What the seats see, read and hear: nobody learns which wing the other side has committed (3.0) and which
//! objectives it has noted (13.0), until that lies open.

mod disguise;

use crate::field;
use disguise::{Disguise, disguises, instead};
use kernel::playout::{RandomStep, playout_seed, random_game_from};
use kernel::secrecy::{self, Shown, Subjects, same, told};
use kernel::{Foresee, Game, Log, Module, Need, Options, Seat, Show, Table, Viewer};
use piacenza::flow::{Frame, SelectionStage};
use piacenza::model::WingId;
use piacenza::{Action, Battle, Position, piacenza};
use std::sync::LazyLock;

static CAMPAIGN: LazyLock<Battle> = LazyLock::new(|| field::battle("campaign"));
static CENTRE: LazyLock<Battle> = LazyLock::new(|| field::battle("centre"));

/// All that a viewer can learn, by looking, by asking and by trying. Some pieces of all, others each time.
fn shown(b: &Battle, p: &Position, viewer: Viewer, salt: usize) -> Shown {
    let some = |of: usize| move |(i, _): &(usize, &str)| (i + salt).is_multiple_of(of);
    let units = b.army.units.iter().map(|u| u.id.as_str()).enumerate().filter(some(41));
    let leaders = b.army.leaders.iter().map(|l| l.id.as_str()).enumerate().filter(some(23));
    let formations = b.army.formations.iter().map(|f| f.id.as_str()).enumerate().filter(some(17));
    let pieces: Vec<&str> = units.chain(leaders).chain(formations).map(|(_, id)| id).collect();
    let places: Vec<&str> = b.objectives().iter().map(|hex| b.map.number(*hex)).collect();
    let wings = b.army.wings.iter().map(|wing| wing.id.as_str());
    let asked: Vec<&str> = pieces.iter().chain(&places).copied().chain(wings.clone()).chain([""]).collect();
    let try_wings = wings.map(|wing| format!("wing {wing}"));
    let try_places = places.iter().map(|place| format!("objective {place}"));
    let tried: Vec<String> =
        try_wings.chain(try_places).chain(["first", "second", "done"].map(String::from)).collect();
    let tried: Vec<&str> = tried.iter().map(String::as_str).collect();
    let about = Subjects { hexes: &places, pieces: &pieces, asked: &asked, tried: &tried, fights: 2 };
    secrecy::shown(b, p, viewer, &about)
}

/// Plays the same step in both positions and compares what the viewers hear of it and see then.
fn compare_events(
    b: &Battle,
    p: &Position,
    d: &Disguise,
    what: RandomStep<Action>,
    viewers: &[Viewer],
) -> bool {
    let (mut p, mut q) = (p.clone(), d.position.clone());
    let logs = match secrecy::play_both(b, [&mut p, &mut q], what, |action| action) {
        Ok(logs) => logs,
        Err(seat) => {
            assert_eq!(seat.0, d.side, "the other side can do what it could before");
            return false;
        }
    };
    if d.came_to_light(&p) || d.came_to_light(&q) {
        return false;
    }
    for viewer in viewers {
        let shown = |p: &Position| shown(b, p, *viewer, 1);
        let what = || format!("{} after {what:?}\n{:?}", d.what, p.stack);
        secrecy::nothing_learnt(b, [&p, &q], [&logs[0], &logs[1]], *viewer, shown, what);
    }
    true
}

/// Exchange the wing that a side has committed or the objectives that it has noted: the other side, and those who
/// look on, see, read and hear the same, whatever they ask and try.
#[test]
fn nobody_learns_what_the_other_side_has_chosen() {
    let (mut seen, mut heard) = ([0; 2], 0);
    for (b, games, every) in [(&*CAMPAIGN, 3, 211), (&*CENTRE, 12, 11)] {
        for number in 0..games {
            let mut step = number;
            random_game_from(b, b.start(), playout_seed(1000 + number), |p, what| {
                step += 1;
                // there are few moments in which a wing lies face down
                let selection = matches!(p.now(), Some(Frame::Selection(_)));
                if !step.is_multiple_of(every) && !selection {
                    return;
                }
                for d in disguises(b, p, step) {
                    let viewers = [Viewer::Seat(Seat(1 - d.side)), Viewer::Public];
                    for viewer in viewers {
                        let salt = step as usize;
                        let (now, then) = (shown(b, p, viewer, salt), shown(b, &d.position, viewer, salt));
                        same(&now, &then, || format!("{} is seen by {viewer:?}\n{:?}", d.what, p.stack));
                        // what forecasts are made from
                        let (now, then) = (b.known(p, viewer), b.known(&d.position, viewer));
                        same(&now, &then, || format!("{} is known to {viewer:?}\n{:?}", d.what, p.stack));
                    }
                    assert_eq!(b.gauge_values(p), b.gauge_values(&d.position), "{}", d.what);
                    assert_eq!(b.tally(p), b.tally(&d.position), "{}", d.what);
                    seen[d.what.starts_with("objectives") as usize] += 1;
                    heard += usize::from(compare_events(b, p, &d, what, &viewers));
                }
            });
        }
    }
    assert!(seen.iter().all(|seen| *seen > 60), "only {seen:?} disguises were looked at");
    assert!(heard > 60, "only {heard} steps were listened to");
}

/// The same of the choice itself: whichever wing or objective is taken, the others hear the same.
#[test]
fn nobody_hears_what_is_being_chosen() {
    let mut compared = [0; 2];
    for (b, games) in [(&*CAMPAIGN, 8), (&*CENTRE, 20)] {
        for number in 0..games {
            random_game_from(b, b.start(), playout_seed(2000 + number), |p, what| {
                let RandomStep::Act(seat, action) = what else { return };
                let Some(other) = instead(b, p, seat.0, action) else { return };
                let (mut now, mut then) = (p.clone(), p.clone());
                let (mut heard, mut overheard) = (Log::on(), Log::on());
                b.apply(&mut now, seat, action, &mut heard);
                b.apply(&mut then, seat, other, &mut overheard);
                assert!(now != then && !heard.events.is_empty());
                for viewer in [Viewer::Seat(Seat(1 - seat.0)), Viewer::Public] {
                    let what = || format!("{action:?} or {other:?}, by {viewer:?}");
                    same(&told(b, &heard, viewer), &told(b, &overheard, viewer), what);
                    same(&shown(b, &now, viewer, 0), &shown(b, &then, viewer, 0), what);
                }
                let own = Viewer::Seat(seat);
                assert_ne!(told(b, &heard, own), told(b, &overheard, own), "he reads what he did");
                compared[matches!(action, Action::Objective(_)) as usize] += 1;
            });
        }
    }
    assert!(compared.iter().all(|n| *n >= 30), "{compared:?}");
}

/// The tests above mean something only if their disguises differ in what they hide.
#[test]
fn a_disguise_changes_what_its_owner_sees() {
    let b = &*CAMPAIGN;
    let mut kinds = [0; 2];
    random_game_from(b, b.start(), playout_seed(7), |p, _| {
        for d in disguises(b, p, 3) {
            let owner = Viewer::Seat(Seat(d.side));
            assert!(b.view(p, owner) != b.view(&d.position, owner), "{}", d.what);
            kinds[d.what.starts_with("objectives") as usize] += 1;
        }
    });
    assert!(kinds.iter().all(|n| *n > 0), "{kinds:?}");
}

/// While both choose, neither is told that the other has.
#[test]
fn nobody_is_told_who_still_thinks() {
    let b = &*CAMPAIGN;
    let mut looked = 0;
    random_game_from(b, b.start(), playout_seed(8), |p, what| {
        let RandomStep::Act(seat, action @ Action::Wing(_)) = what else { return };
        let Need::Decide(seats) = b.need(p) else { return };
        if seats.iter().count() == 2 {
            let mut q = p.clone();
            b.apply(&mut q, seat, action, &mut Log::off());
            let other = Viewer::Seat(Seat(1 - seat.0));
            assert_eq!(b.prompt(p, other), b.prompt(&q, other));
            assert_eq!(b.view(p, other), b.view(&q, other));
            assert_eq!(b.prompt(&q, Viewer::Seat(seat)).sentence, "Wings are being chosen.");
            looked += 1;
        }
    });
    assert!(looked > 3, "{looked}");
}

// ---- what lies open -----------------------------------------------------------------------------

/// A marker that was turned over is seen and was told to all (3.0e).
#[test]
fn a_wing_that_is_shown_is_seen_by_all() {
    let b = &*CAMPAIGN;
    let mut looked = 0;
    for number in 0..4 {
        random_game_from(b, b.start(), playout_seed(3000 + number), |p, what| {
            let mut q = p.clone();
            let mut log = Log::on();
            match what {
                RandomStep::Act(seat, action) => b.apply(&mut q, seat, action, &mut log),
                RandomStep::Roll(faces) => b.roll(&mut q, faces, &mut log),
            }
            let Some(Frame::Selection(f)) = q.now() else { return };
            for side in 0..2u8 {
                let wing = q.chosen[side as usize];
                if f.stage == SelectionStage::Commit || wing == WingId::NOBODY || !q.shown[side as usize] {
                    continue;
                }
                let name = &b.army.wings[wing].name;
                for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Public] {
                    let scene = b.view(&q, viewer);
                    let marked = format!("{name}, chosen");
                    let markers = scene.tracks.iter().flat_map(|track| &track.markers);
                    assert!(markers.into_iter().any(|m| m.label == marked.as_str()), "{viewer:?}: {marked}");
                    if !p.shown[side as usize] {
                        let lines = told(b, &log, viewer);
                        let hears = |line: &kernel::Told| {
                            line.text.contains("shows the marker") && line.text.contains(name.as_str())
                        };
                        assert!(lines.iter().any(hears), "{viewer:?}: {lines:?}");
                        looked += 1;
                    }
                }
            }
        });
    }
    assert!(looked > 12, "{looked}");
}

fn objectives_seen(b: &Battle, p: &Position, viewer: Viewer) -> u8 {
    let seen = b.view(p, viewer).control;
    let chosen = b.objectives().iter().enumerate().filter(|(_, hex)| {
        let number = b.map.number(**hex);
        seen.iter().any(|c| c.hex == number && c.worth == "chosen objective")
    });
    chosen.fold(0, |set, (i, _)| set | 1 << i)
}

/// Objectives are seen by their owner, by the others only once they are revealed (13.2) or the game is over.
#[test]
fn objectives_lie_open_when_they_are_revealed_and_at_the_end() {
    let b = &*CAMPAIGN;
    let others = [Viewer::Seat(Seat(1)), Viewer::Public];
    let mut revealed = 0;
    for number in 0..12 {
        let played = random_game_from(b, b.start(), playout_seed(4000 + number), |p, what| {
            if p.revealed == 0 && !matches!(p.now(), Some(Frame::Objectives(_) | Frame::EndTurn(_))) {
                return;
            }
            assert_eq!(objectives_seen(b, p, Viewer::Seat(Seat(0))), p.objectives);
            for viewer in others {
                assert_eq!(objectives_seen(b, p, viewer), p.revealed);
            }
            if let (Some(Frame::EndTurn(_)), RandomStep::Act(seat, action @ Action::Objective(i))) =
                (p.now(), what)
            {
                let mut log = Log::on();
                b.apply(&mut p.clone(), seat, action, &mut log);
                let place = b.map.number(b.objectives()[i as usize]);
                for viewer in others {
                    let lines = told(b, &log, viewer);
                    let hears = |line: &kernel::Told| line.kind == "objective" && line.text.contains(place);
                    assert!(lines.iter().any(hears), "{viewer:?}: {lines:?}");
                }
                revealed += 1;
            }
        });
        let end = &played.position;
        for viewer in others {
            assert_eq!(objectives_seen(b, end, viewer), end.objectives);
            // and what is known then is what is
            let known = b.known(end, viewer).expect("nothing is being chosen");
            assert_eq!(known.objectives, end.objectives);
            assert_eq!(b.view(&known, viewer), b.view(end, viewer));
        }
    }
    println!("{revealed} objectives were revealed on the way");
}

// ---- over the protocol --------------------------------------------------------------------------

/// The campaign at a table, with these objectives noted, on to the first free choice of wings.
fn table_with(objectives: &[&str]) -> Box<dyn Table> {
    let mut table = piacenza().open("piacenza/campaign", &Options::default()).expect("the scenario exists");
    let play = |table: &mut dyn Table, seat: Seat, action: &str| {
        let played = table.act(Some(seat), action, Viewer::Everything);
        played.unwrap_or_else(|no| panic!("{action}: {}", no.message));
    };
    for place in objectives {
        play(&mut *table, Seat(0), &format!("objective {place}"));
    }
    for step in 0..5000u32 {
        let status = table.status(Viewer::Everything);
        if status.prompt.kind == "wing" && status.decide.len() == 2 {
            return table;
        }
        if status.chance.is_some() {
            table.roll(Some(&[(step % 10) as u8]), Viewer::Everything).expect("a roll is due");
            continue;
        }
        let seat = status.decide[0];
        let last = table.legal(Some(seat)).expect("it is asked").pop().expect("there is a choice");
        play(&mut *table, seat, &last.action);
    }
    panic!("no wings are chosen");
}

/// Games that differ in what one side has chosen in secret, over the table that servers and engines use: all that the
/// other side gets out of it is the same.
#[test]
fn the_table_tells_the_other_side_nothing() {
    let places: Vec<&str> = CAMPAIGN.objectives().iter().map(|hex| CAMPAIGN.map.number(*hex)).collect();
    let wings: Vec<String> = {
        let choices = table_with(&places[..4]).legal(Some(Seat(0))).expect("it chooses");
        choices.into_iter().map(|choice| choice.action).collect()
    };
    assert!(wings.len() > 1);
    let game = |objectives: &[&str], wing: &str| {
        let mut table = table_with(objectives);
        let report = table.act(Some(Seat(0)), wing, Viewer::Seat(Seat(1))).expect("it is legal");
        (table, report)
    };
    let (one, heard) = game(&places[..4], &wings[0]);
    for wing in &wings {
        let (other, overheard) = game(&places[1..5], wing);
        same(&heard, &overheard, || format!("what is reported of {wing}"));
        for viewer in [Viewer::Seat(Seat(1)), Viewer::Public] {
            same(&one.status(viewer), &other.status(viewer), || format!("status: {wing}, {viewer:?}"));
            same(&one.view(viewer), &other.view(viewer), || format!("view: {wing}, {viewer:?}"));
            same(&one.log(viewer, 0), &other.log(viewer, 0), || format!("log: {wing}, {viewer:?}"));
        }
        same(&one.legal(Some(Seat(1))), &other.legal(Some(Seat(1))), || format!("choices: {wing}"));
        let own = Viewer::Seat(Seat(0));
        assert!(one.log(own, 0) != other.log(own, 0), "he reads what he did");
    }
}

/// Every mark on a counter has its sign, and every mark that is listed can be seen.
#[test]
fn every_mark_on_a_counter_has_a_sign() {
    let mut seen = kernel::conformance::draw_all(&*CAMPAIGN, 6);
    for (scenario, games) in [("gossolengo", 150), ("centre", 60), ("san-lazzaro", 60)] {
        seen.extend(kernel::conformance::draw_all(&field::battle(scenario), games));
    }
    let unseen: Vec<_> = CAMPAIGN.marks().iter().filter(|mark| !seen.contains(mark.word)).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
}

/// A declared shot stands in the scene, the same for everybody, until it is rolled for; then an event carries it.
#[test]
fn declared_shots_are_shown_until_they_are_rolled_for() {
    let (mut fired, mut again, mut failed, mut answers) = (0, 0, 0, 0);
    let setup = "activate fs-lw combat; cic-felipe 3709; cic-liechtenstein 4217
         guardias-espanolas 3815; guardias-valonas 3814; reina-inf 3813; castilla-inf 4012; fc-douchez 3814
         daun-ir 3914; haganbach-ir 3913; fc-kheul 3914; traun-ir 4013; fc-barnklau 4013";
    for number in 0..40 {
        let mut table = piacenza().open("piacenza/campaign", &Options::default()).expect("it exists");
        table.load_setup(&setup.into()).expect("it is sound");
        table.set_dice(kernel::Dice::seeded(number));
        let mut played: Vec<String> = Vec::new();
        let mut lot = number as usize;
        for _ in 0..60 {
            if table.outcome().is_some() {
                break;
            }
            let status = table.status(Viewer::Everything);
            let rolls = status.chance.is_some();
            let before = table.scene(Viewer::Everything).volley;
            for viewer in [Viewer::Public, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))] {
                assert_eq!(table.scene(viewer).volley, before);
            }
            for action in before.shots.iter().filter_map(|shot| shot.action.as_ref()) {
                assert!(played.iter().any(|done| *done == *action), "{action} was not declared");
                // while dice are due nothing else is reckoned
                if !rolls {
                    let odds = table.explain(Viewer::Public, action);
                    assert!(odds.is_ok_and(|odds| !odds.lines.is_empty()), "no odds of {action}");
                }
            }
            let report = if rolls {
                table.roll(None, Viewer::Public).expect("a roll is due")
            } else {
                let legal = table.legal(Some(status.decide[0])).expect("it is asked");
                lot = lot.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                // who can fire does
                let mut rather: Vec<_> =
                    legal.iter().filter(|c| matches!(c.kind, "fire" | "answer" | "again")).collect();
                if rather.is_empty() {
                    rather = legal.iter().collect();
                }
                let choice = rather[(lot >> 33) % rather.len()];
                played.push(choice.action.clone());
                table.act(Some(status.decide[0]), &choice.action, Viewer::Public).expect("it is legal")
            };
            for shot in report.events.iter().filter_map(|told| told.shot.as_ref()) {
                // it was declared, or it is an action's own roll
                let same = |other: &&kernel::scene::Shot| other.unit == shot.unit && other.hex == shot.hex;
                assert!(before.shots.iter().any(|other| same(&other)), "{shot:?} was not declared");
                fired += usize::from(!shot.failed);
                failed += usize::from(shot.failed);
                again += usize::from(shot.again && !shot.failed);
                answers += usize::from(shot.answers);
            }
        }
    }
    let counted = [fired, again, failed, answers];
    assert!(counted.iter().all(|count| *count > 10), "{counted:?}");
}
