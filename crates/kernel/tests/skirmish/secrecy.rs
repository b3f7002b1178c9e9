//! What a seat cannot know, it cannot find out: not from views, prompts, logs, statuses, odds,
//! reasons or reports.

use crate::game::*;
use crate::{close_quarters, open};
use kernel::*;
use proptest::prelude::*;

/// Everything that a viewer can ask for.
fn all_answers(session: &Session<Ford>, viewer: Viewer) -> String {
    let table: &dyn Table = session;
    let mut answers = vec![
        serde_json::to_string(&table.view(viewer)).unwrap(),
        serde_json::to_string(&table.status(viewer)).unwrap(),
        format!("{:?}", table.info()),
    ];
    for name in NAMES {
        answers.push(format!("{:?}", table.why(viewer, name)));
        answers.push(format!("{:?}", table.reach(viewer, name)));
        answers.push(format!("{:?}", table.explain(viewer, &format!("fire {name}"))));
    }
    if let Viewer::Seat(seat) = viewer {
        answers.push(format!("{:?}", table.legal(Some(seat))));
        answers.push(format!("{}", table.undo_limit(seat)));
    }
    answers.join("\n")
}

#[test]
fn a_commitment_is_not_seen_by_the_other_seat() {
    let answers = |guard: Option<&str>, viewer| {
        let mut session = open(Dice::ByHand);
        if let Some(guard) = guard {
            session.act(Some(RED), guard).unwrap();
        }
        let view = serde_json::to_string(&session.view(viewer)).unwrap();
        (view, all_answers(&session, viewer))
    };
    let blue = Viewer::Seat(BLUE);
    // The view does not even tell that Red has chosen; the status does: Red owes nothing any more.
    assert_eq!(answers(None, blue).0, answers(Some("guard r1"), blue).0);
    for viewer in [blue, Viewer::Public] {
        assert_eq!(answers(Some("guard r1"), viewer), answers(Some("guard r2"), viewer));
    }
    let red = Viewer::Seat(RED);
    assert_ne!(answers(Some("guard r1"), red).0, answers(Some("guard r2"), red).0);
}

#[test]
fn both_commit_in_any_order_and_only_once() {
    let commit = |order: [(Seat, &str); 2]| {
        let mut session = open(Dice::ByHand);
        assert!(session.act(None, "guard r1").unwrap_err().message.contains("say whose"));
        for (seat, text) in order {
            session.act(Some(seat), text).unwrap();
            assert!(session.act(Some(seat), text).is_err());
        }
        session.position().clone()
    };
    let (red, blue) = ((RED, "guard r2"), (BLUE, "guard b3"));
    assert_eq!(commit([red, blue]), commit([blue, red]));
}

#[test]
fn the_report_of_an_action_tells_each_viewer_its_own() {
    let report = |viewer| open(Dice::ByHand).act_as(RED, "guard r2", viewer);
    let own = report(Viewer::Seat(RED));
    assert_eq!((own.played.len(), own.events.len()), (1, 1));
    assert_eq!(own.events[0].text, "Red makes r2 its guard.");
    assert_eq!(own.status.number, None);
    let other = report(Viewer::Seat(BLUE));
    assert_eq!((other.played.len(), other.events.len(), other.status.log), (0, 0, 0));
    assert_eq!(report(Viewer::Everything).status.number, Some(1));
}

trait ActAs {
    fn act_as(self, seat: Seat, action: &str, viewer: Viewer) -> Report;
}
impl ActAs for Session<Ford> {
    fn act_as(mut self, seat: Seat, action: &str, viewer: Viewer) -> Report {
        Table::act(&mut self, Some(seat), action, viewer).unwrap()
    }
}

#[test]
fn odds_spread_over_what_the_seat_cannot_know() {
    let mut session = close_quarters(&[]);
    session.act(None, "step r1 23").unwrap();
    let hit = |viewer| {
        let odds = session.explain(viewer, "fire b1").unwrap();
        (odds.lines[0].low, odds.lines[0].high)
    };
    // 5 or 6; only 6 if r1 were the guard; and from 3 on if b1 were.
    assert_eq!(hit(Viewer::Everything), (2.0 / 6.0, 2.0 / 6.0));
    assert_eq!(hit(Viewer::Seat(BLUE)), (1.0 / 6.0, 2.0 / 6.0));
    assert_eq!(hit(Viewer::Seat(RED)), (2.0 / 6.0, 4.0 / 6.0));
    assert_eq!(hit(Viewer::Public), (1.0 / 6.0, 4.0 / 6.0));
}

/// Plays the same actions and the same faces in two worlds that differ in Blue's guard.
/// `step` sees both after each, until a world shows more than the other.
fn two_worlds(choices: &[u8], guards: [&str; 2]) -> [Session<Ford>; 2] {
    let mut worlds = guards.map(|guard| {
        let mut session = open(Dice::ByHand);
        session.act(Some(RED), "guard r1").unwrap();
        session.act(Some(BLUE), guard).unwrap();
        session
    });
    for choice in choices {
        let before = worlds.each_ref().map(|world| (world.steps(), world.position().clone()));
        for world in &mut worlds {
            match world.need() {
                Need::Chance(_) => drop(world.roll(Some(&[choice % 6 + 1])).unwrap()),
                Need::Decide(_) => {
                    let (seat, legal) = world.legal(None).unwrap();
                    let action = legal[usize::from(*choice) % legal.len()];
                    let text = DAY.notation(world.position(), action);
                    world.act(Some(seat), &text).unwrap();
                }
                Need::Over(_) => {}
            }
        }
        // Shown for what it is, a piece makes the worlds differ for everybody: stop before it.
        let shown = |world: &Session<Ford>| {
            let blue = world.position().pieces.iter().skip(3);
            blue.map(|piece| (piece.face_up, piece.face_up && piece.guard)).collect::<Vec<_>>()
        };
        if shown(&worlds[0]) != shown(&worlds[1]) {
            for (world, (steps, position)) in worlds.iter_mut().zip(before) {
                while world.steps() > steps {
                    world.undo().unwrap();
                }
                // Taking back goes action by action, so it may have gone further than the roll.
                if world.steps() == steps {
                    assert_eq!(*world.position(), position);
                }
            }
            break;
        }
    }
    worlds
}

proptest! {
    #![proptest_config(crate::the_same_every_time())]

    #[test]
    fn worlds_that_differ_in_secrets_look_the_same(choices in prop::collection::vec(any::<u8>(), 0..60), pair in 0usize..3) {
        let guards = [["guard b1", "guard b2"], ["guard b2", "guard b3"], ["guard b3", "guard b1"]];
        let [one, other] = two_worlds(&choices, guards[pair]);
        prop_assert_ne!(one.position(), other.position());
        for viewer in [Viewer::Seat(RED), Viewer::Public] {
            prop_assert_eq!(all_answers(&one, viewer), all_answers(&other, viewer));
        }
        prop_assert_ne!(one.view(Viewer::Seat(BLUE)), other.view(Viewer::Seat(BLUE)));
    }
}
