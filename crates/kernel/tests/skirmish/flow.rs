//! Decisions, rolls, macros, reactions that nest, and taking back.

use crate::game::*;
use crate::{close_quarters, open, set_up};
use kernel::*;
use serde_json::json;

fn acts(session: &mut Session<Ford>, script: &[(Seat, &str)]) {
    for (seat, text) in script {
        let played = session.act(Some(*seat), text);
        assert!(matches!(&played, Ok(p) if p.stopped.is_none()), "{text}: {played:?}");
    }
}

/// A roll of one die that the generator made under this number.
fn rolled(face: u8, number: u64) -> PlayedStep {
    let what = What::Roll { faces: vec![face], source: RollSource::Number(number) };
    PlayedStep { what, known_to: SeatSet::ALL }
}

fn decides(session: &Session<Ford>) -> Option<Seat> {
    match session.need() {
        Need::Decide(seats) => seats.single(),
        _ => None,
    }
}

#[test]
fn a_game_keeps_what_every_game_must() {
    for number in 0..200 {
        conformance::check(&DAY, number).unwrap();
    }
}

#[test]
fn every_scene_can_be_drawn() {
    assert!(conformance::draw_all(&DAY, 20).contains("fired"));
}

#[test]
fn reactions_nest_on_the_stack_and_unwind() {
    let mut session = close_quarters(&[1, 6, 4]);
    session.set_auto_rolls(true);
    acts(&mut session, &[(RED, "step r1 23")]);
    assert_eq!(session.position().top(), Frame::React(React { seat: BLUE, against: UnitId::at(0) }));
    // A miss: r1 fires back inside Blue's reaction.
    acts(&mut session, &[(BLUE, "fire b1")]);
    assert_eq!(session.position().top(), Frame::React(React { seat: RED, against: UnitId::at(3) }));
    assert_eq!(session.position().stack.len(), 3);
    // A hit: b1 must fall back or be lost, and comes next to r2.
    acts(&mut session, &[(RED, "fire r1")]);
    assert_eq!(session.position().top(), Frame::Hit(Hit { piece: UnitId::at(3) }));
    acts(&mut session, &[(BLUE, "back 14")]);
    assert_eq!(session.position().stack.len(), 4);
    assert_eq!(decides(&session), Some(RED));
    // r2 misses; b1 has fired already; so it is the first reaction's turn again, with b2.
    acts(&mut session, &[(RED, "fire r2")]);
    assert_eq!(session.position().top(), Frame::React(React { seat: BLUE, against: UnitId::at(0) }));
    assert_eq!(session.position().stack.len(), 2);
    acts(&mut session, &[(BLUE, "hold")]);
    assert_eq!(session.position().top(), Frame::Turn(Turn { seat: RED, steps: 1 }));
}

#[test]
fn a_lost_side_ends_the_game_in_the_middle_of_a_reaction() {
    let pieces = json!({"r1": {"at": 22}, "r2": {}, "r3": {}, "b1": {"at": 24}, "b2": {"at": 13}});
    let mut session = set_up(pieces, &[5]);
    session.set_auto_rolls(true);
    acts(&mut session, &[(RED, "step r1 23"), (BLUE, "fire b1"), (RED, "lose")]);
    let outcome = session.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.how, outcome.rule), (Some(BLUE), "victory", VICTORY));
    let refusal = session.act(Some(BLUE), "done").unwrap_err();
    assert_eq!(refusal, Refusal::new(VICTORY, "The game is over."));
    assert_eq!(session.roll(None).unwrap_err().message, "The game is over.");
}

#[test]
fn what_is_not_legal_is_refused_and_changes_nothing() {
    let mut session = close_quarters(&[]);
    for (seat, text, rule, message) in [
        (Some(RED), "step r1 24", Some(STEPS), "A step goes to"),
        (Some(RED), "step b1 14", Some(GUARDS), "This is not your piece"),
        (Some(RED), "fire r1", Some(STEPS), "This cannot be done now"),
        (Some(RED), "step r1", None, "`step` with these words"),
        (Some(RED), "step r1 99", None, "There is no square 99"),
        (Some(RED), "step r1 -3", None, "There is no square -3"),
        (Some(RED), "", None, "An action is expected"),
        (Some(RED), "done\ndone", None, "`done` with these words"),
        (Some(RED), "move r1", None, "`move r1` does not stand for any step"),
        (Some(RED), "move r1 42", Some(STEPS), "A step goes to"),
        (Some(RED), "move r1 x", None, "There is no square x"),
        (Some(BLUE), "done", None, "Blue has nothing to decide"),
        (Some(Seat(2)), "done", None, "There is no seat 2"),
        (Some(Seat(200)), "done", None, "There is no seat 200"),
    ] {
        let before = (session.position().clone(), session.steps(), session.events().len());
        let refusal = session.act(seat, text).unwrap_err();
        assert_eq!(refusal.rule, rule, "{text}");
        assert!(refusal.message.starts_with(message), "{text}: {}", refusal.message);
        assert_eq!((session.position().clone(), session.steps(), session.events().len()), before);
    }
    assert_eq!(session.roll(Some(&[3])).unwrap_err().message, "No roll is due: a seat must decide.");
}

#[test]
fn blanks_do_not_count() {
    let mut session = close_quarters(&[]);
    acts(&mut session, &[(RED, "  step   r1 12 ")]);
    assert_eq!(session.position().pieces[UnitId::at(0)].at, Some(12));
}

#[test]
fn rolls_must_fit() {
    let mut session = open(Dice::ByHand);
    acts(&mut session, &[(RED, "guard r1"), (BLUE, "guard b1")]);
    for (faces, message) in [
        (Some(&[][..]), "1 dice are due, not 0."),
        (Some(&[1, 2]), "1 dice are due, not 2."),
        (Some(&[0]), "A die with 6 sides has no 0."),
        (Some(&[7]), "A die with 6 sides has no 7."),
        (None, "Dice are rolled by hand in this game: type the faces."),
    ] {
        assert_eq!(session.roll(faces).unwrap_err(), Refusal::new(TURNS, message));
        assert_eq!(session.steps(), 2);
    }
    let refusal = session.act(None, "done").unwrap_err();
    assert_eq!(refusal.message, "A roll of 1d6 is due first: who begins.");
    session.roll(Some(&[2])).unwrap();
    assert_eq!(decides(&session), Some(BLUE));
}

#[test]
fn a_macro_says_where_it_stopped_and_why() {
    // To its end.
    let mut session = close_quarters(&[]);
    let played = session.act(None, "move r3 21 31").unwrap();
    assert_eq!((played.steps.len(), played.stopped), (2, None));

    // Another seat must decide.
    let mut session = close_quarters(&[]);
    let stop = session.act(None, "move r1 23 22").unwrap().stopped.unwrap();
    assert_eq!((stop.kind, stop.at.as_str(), stop.rest), (StopKind::Decision, "step r1 22", vec![]));

    // The second step is not allowed; the first one stays played.
    let mut session = close_quarters(&[]);
    let played = session.act(None, "move r1 12 13 14").unwrap();
    let stop = played.stopped.unwrap();
    assert_eq!((stop.kind, stop.at.as_str(), stop.rule), (StopKind::Refused, "step r1 13", Some(STEPS)));
    assert_eq!(stop.rest, ["step r1 14"]);
    assert_eq!(session.position().pieces[UnitId::at(0)].at, Some(12));
    let own = |text: &str| PlayedStep { what: What::act(RED, text), known_to: SeatSet::only(RED) };
    assert_eq!(played.steps, [own("step r1 12")]);
}

#[test]
fn a_macro_stops_at_a_roll_unless_the_dice_answer_at_once() {
    for auto in [false, true] {
        let mut session = open(Dice::scripted(&[2]));
        session.set_auto_rolls(auto);
        acts(&mut session, &[(RED, "guard r1")]);
        let played = session.act(Some(BLUE), "guard b1; step b1 23; step b1 24").unwrap();
        if auto {
            assert_eq!((played.steps.len(), played.stopped), (4, None));
        } else {
            let stop = played.stopped.unwrap();
            assert_eq!((stop.kind, stop.at.as_str()), (StopKind::Roll, "step b1 23"));
            assert_eq!((stop.rest.len(), stop.rule), (1, Some(TURNS)));
            assert_eq!(stop.why, "A roll of 1d6 is due first: who begins.");
        }
    }
}

#[test]
fn a_macro_stops_where_something_comes_to_light_and_at_the_end() {
    let mut session = set_up(json!({"turn": 3, "r3": {"at": 31, "guard": true}}), &[]);
    let played = session.act(None, "move r3 32 31").unwrap();
    let stop = played.stopped.unwrap();
    assert_eq!((stop.kind, stop.at.as_str()), (StopKind::Reveal, "step r3 31"));
    assert_eq!((stop.rest.len(), stop.rule, played.steps.len()), (0, Some(STEPS), 1));
    // The last step of a macro may reveal: there is nothing left to stop.
    acts(&mut session, &[(RED, "step r3 31; done")]);
    let stop = session.act(None, "done; done; done").unwrap().stopped.unwrap();
    assert_eq!((stop.kind, stop.at.as_str(), stop.rest), (StopKind::Over, "done", vec!["done".into()]));
}

#[test]
fn a_seat_takes_back_its_own_until_a_roll_a_reveal_or_another_seat() {
    let mut session = close_quarters(&[1]);
    acts(&mut session, &[(RED, "step r3 21")]);
    assert_eq!((session.undo_limit(RED), session.undo_limit(BLUE)), (1, 0));
    acts(&mut session, &[(RED, "step r1 23")]);
    assert_eq!(session.undo_limit(RED), 2);
    acts(&mut session, &[(BLUE, "hold")]);
    assert_eq!((session.undo_limit(RED), session.undo_limit(BLUE)), (0, 1));
    session.undo().unwrap();
    acts(&mut session, &[(BLUE, "fire b2")]);
    assert_eq!(session.undo_limit(BLUE), 1);
    session.roll(None).unwrap();
    assert_eq!((session.undo_limit(RED), session.undo_limit(BLUE)), (0, 0));

    let mut session = set_up(json!({}), &[]);
    acts(&mut session, &[(RED, "step r3 32")]);
    assert_eq!(session.undo_limit(RED), 0);
    acts(&mut session, &[(RED, "step r3 31")]);
    assert_eq!(session.undo_limit(RED), 1);
}

#[test]
fn taking_back_restores_position_and_log_and_the_dice_stay_as_they_fell() {
    let mut session = open(Dice::seeded(7));
    acts(&mut session, &[(RED, "guard r1")]);
    let (position, events) = (session.position().clone(), session.events().len());
    acts(&mut session, &[(BLUE, "guard b1")]);
    session.roll(None).unwrap();
    let taken = session.undo().unwrap();
    assert_eq!(taken.steps[0], rolled(5, 0));
    assert_eq!(taken.steps.len(), 2);
    assert_eq!((session.position().clone(), session.events().len()), (position, events));
    assert_eq!(session.dice().used(), 0);
    // Whatever is tried instead: the die that fell falls again.
    for action in ["guard b2", "guard b1"] {
        acts(&mut session, &[(BLUE, action)]);
        let played = session.roll(None).unwrap();
        assert_eq!(played.steps, [rolled(5, 0)]);
        session.undo().unwrap();
    }
    session.undo().unwrap();
    assert_eq!(session.undo().unwrap_err().message, "There is nothing to take back.");
    assert_eq!(session.position().clone(), DAY.start());
    assert_eq!(session.dice().used(), 0);
}

#[test]
fn an_only_choice_is_played_unasked_if_so_wished() {
    let mut session = close_quarters(&[]);
    session.set_forced(true);
    acts(&mut session, &[(RED, "step r3 21")]);
    let played = session.act(None, "step r2 12").unwrap();
    let done = What::Act { seat: RED, action: "done".into(), automatic: true };
    assert_eq!(played.steps.last().map(|step| &step.what), Some(&done));
    assert_eq!(decides(&session), Some(BLUE));
    // It goes back together with the step before it.
    assert_eq!(session.undo_limit(RED), 2);
    assert_eq!(session.undo().unwrap().steps.len(), 2);
    assert_eq!(session.position().top(), Frame::Turn(Turn { seat: RED, steps: 1 }));
}

#[test]
fn a_macro_leaves_out_what_was_the_only_choice_and_played_unasked() {
    let mut session = close_quarters(&[]);
    session.set_forced(true);
    let played = session.act(None, "step r3 21; step r2 12; done").unwrap();
    assert_eq!((played.steps.len(), played.stopped), (3, None));
    assert_eq!(decides(&session), Some(BLUE));
}

#[test]
fn an_only_choice_that_reveals_is_asked_for() {
    let mut session = set_up(json!({"turn": 3}), &[]);
    session.set_forced(true);
    acts(&mut session, &[(RED, "move r1 12 11")]);
    acts(&mut session, &[(BLUE, "move b3 43 44")]);
    // Red's last `done` was played unasked; Blue's shows the guards.
    assert_eq!(session.legal(None).unwrap(), (BLUE, vec![Action::Done]));
    acts(&mut session, &[(BLUE, "done")]);
    assert!(session.outcome().is_some());
}

#[test]
fn automatic_rolls_begin_with_the_one_that_is_due() {
    let mut session = open(Dice::seeded(7));
    acts(&mut session, &[(RED, "guard r1"), (BLUE, "guard b1")]);
    let played = session.set_auto_rolls(true);
    assert_eq!(played.steps, [rolled(5, 0)]);
    assert_eq!(decides(&session), Some(RED));
}

#[test]
fn an_empty_script_leaves_the_roll_due() {
    let mut session = open(Dice::scripted(&[]));
    session.set_auto_rolls(true);
    acts(&mut session, &[(RED, "guard r1"), (BLUE, "guard b1")]);
    assert!(matches!(session.need(), Need::Chance(_)));
    assert!(session.roll(None).unwrap_err().message.contains("needs 1"));
}
