//! Records, saved games, and positions that stay the same for ever.

use crate::game::*;
use crate::{close_quarters, heading, open, set_up};
use kernel::*;
use proptest::prelude::*;
use serde_json::json;
use std::sync::Arc;

/// A session played by choices out of a list, taken as they come, with some taken back.
fn played(choices: &[u8], dice: Dice) -> Session<Ford> {
    let mut session = open(dice);
    for choice in choices {
        go_on(&mut session, *choice);
    }
    session
}

fn go_on(session: &mut Session<Ford>, choice: u8) {
    match session.need() {
        Need::Chance(_) => drop(session.roll(None).unwrap()),
        Need::Decide(seats) => {
            if choice > 245 && session.undo().is_ok() {
                return;
            }
            let seat = seats.iter().next().unwrap();
            let (_, legal) = session.legal(Some(seat)).unwrap();
            let action = legal[usize::from(choice) % legal.len()];
            let text = DAY.notation(session.position(), action);
            session.act(Some(seat), &text).unwrap();
        }
        Need::Over(_) => {}
    }
}

fn replay(record: &Record) -> Result<Session<Ford>, RecordError> {
    Session::replay(Arc::new(DAY), record)
}

proptest! {
    #![proptest_config(crate::the_same_every_time())]

    #[test]
    fn a_record_replays_to_the_same_position(choices in prop::collection::vec(any::<u8>(), 0..150), seed: u64) {
        let session = played(&choices, Dice::seeded(seed));
        let record = session.record();
        let read: Record = record.to_string().parse().unwrap();
        prop_assert_eq!(&read, &record);
        let again = replay(&read).unwrap();
        prop_assert_eq!(again.position(), session.position());
        prop_assert_eq!(again.events(), session.events());
        prop_assert_eq!(again.hash(), session.hash());
        prop_assert_eq!(again.record(), record);
    }

    #[test]
    fn a_saved_game_goes_on_as_if_nothing_had_happened(choices in prop::collection::vec(any::<u8>(), 0..60), seed: u64) {
        let mut session = played(&choices, Dice::seeded(seed));
        let text = serde_json::to_string(&session.save()).unwrap();
        let mut resumed = open(Dice::ByHand);
        resumed.resume(&serde_json::from_str(&text).unwrap()).unwrap();
        prop_assert_eq!(resumed.dice(), session.dice());
        if let Need::Chance(_) = session.need() {
            prop_assert_eq!(resumed.roll(None), session.roll(None));
        }
        prop_assert_eq!(resumed.undo(), session.undo());
        prop_assert_eq!(resumed.record(), session.record());
        prop_assert_eq!(resumed.position(), session.position());
    }
}

/// What a whole game looks like. If this changes, records that people keep no longer replay.
const WHOLE: &str = include_str!("whole.record");

#[test]
fn the_golden_game() {
    let choices: Vec<u8> = (0..200u32).map(|i| (i * 13 % 241) as u8).collect();
    let session = played(&choices, Dice::seeded(7));
    assert!(session.outcome().is_some());
    assert_eq!(session.record().to_string(), WHOLE);
    let again = replay(&WHOLE.parse().unwrap()).unwrap();
    assert_eq!(again.position(), session.position());
    assert_eq!(again.dice().used(), 8);
}

#[test]
fn the_golden_random_games() {
    let runner = RandomRunner(Arc::new(DAY));
    let games: Vec<_> = (0..300).map(|seed| runner.random_game(seed)).collect();
    assert!(games.iter().all(|game| game.stuck.is_none()));
    let won = |seat| games.iter().filter(|game| game.winner == seat).count();
    assert_eq!([won(Some(RED)), won(Some(BLUE)), won(None)], [27, 31, 242]);
    let mut all = StableHasher::new();
    for game in &games {
        all.write_u32(game.actions);
        all.write_u32(game.rolls);
        all.write_u16(game.turn);
        all.write_u64(game.hash);
    }
    assert_eq!(all.finish(), 16_604_288_632_844_973_235);
    assert_eq!(games[0].tally[0].0, RED);
    assert_eq!(games[0], runner.random_game(0));
}

#[test]
fn a_false_record_is_refused_with_its_line() {
    for (from, to, expected) in [
        ("\n* 5\n", "\n* 4\n", "line 14: The generator gives [5] for roll 0."),
        ("\n* 5\n", "\n* 4 given\n", "line 15:"),
        ("\n* 5\n", "\n* 5 5\n", "line 14: 1 dice are due, not 2. (ford 2)"),
        ("\n* 5\n", "\n", "line 14: A roll of 1d6 is due first: who begins. (ford 2)"),
        ("0 guard r1", "0 guard b1", "line 12: This is not your piece. (ford 1)"),
        ("0 guard r1", "1 guard r1", "line 12: This is not your piece. (ford 1)"),
        ("0 guard r1", "0 guards", "line 12: `guards` with these words is not an action in this game."),
        ("0 guard r1", "0 guard r1\n0 guard r1", "line 13: Red has nothing to decide now."),
        ("seats Red, Blue", "seats Blue, Red", "the seats of this game are Red, Blue"),
        ("result ", "result not ", "the record says `not "),
        ("\nhash ", "\nhash 0123456789abcdef\n# ", "the record ends at 0123456789abcdef"),
    ] {
        let text = WHOLE.replacen(from, to, 1);
        assert_ne!(text, WHOLE, "{from}");
        let error = match replay(&text.parse().unwrap()) {
            Ok(_) => panic!("{from} to {to}: accepted"),
            Err(error) => error.to_string(),
        };
        assert!(error.starts_with(expected), "{from} to {to}: {error}");
    }
}

#[test]
fn the_seed_is_told_only_at_the_end() {
    let whole = WHOLE.parse::<Record>().unwrap();
    assert!(matches!(whole.dice, RecordDice::Seeded { revealed: Some(_), .. }));
    let session = open(Dice::seeded(7));
    let seed = SeededDice::from_u64(7).revealed().0;
    let text = session.record().to_string();
    assert!(text.contains(&SeededDice::from_u64(7).commitment()) && !text.contains(&seed));
    // Without its seed a replayed game waits for faces, or for the dice of that commitment.
    let mut again = replay(&session.record()).unwrap();
    assert!(matches!(again.dice(), Dice::Sealed { used: 0, .. }));
    for (seat, text) in [(RED, "guard r1"), (BLUE, "guard b1")] {
        again.act(Some(seat), text).unwrap();
    }
    assert!(again.roll(None).unwrap_err().message.contains("kept elsewhere"));
    again.set_dice(Dice::seeded(7));
    again.roll(None).unwrap();
    assert_eq!(again.dice().used(), 1);
}

/// Dice that are bound to what is played: a record that says something else is not theirs.
#[test]
fn dice_are_bound_to_what_is_played() {
    let mut session = open(Dice::ByHand);
    session.set_dice(Dice::Seeded(SeededDice::from_u64(7).bound_to(&session.terms())));
    let choices: Vec<u8> = (0..200u32).map(|i| (i * 13 % 241) as u8).collect();
    for choice in choices {
        go_on(&mut session, choice);
    }
    let text = session.record().to_string();
    let read: Record = text.parse().unwrap();
    assert_eq!(read.to_string(), text);
    assert!(replay(&read).is_ok());
    for (from, to) in
        [("option fog on", "option fog off"), ("data 0123abcd", "data 0123"), ("ford/day", "ford/night")]
    {
        let error = text.replace(from, to).parse::<Record>().unwrap_err();
        assert!(error.line == 10 && error.message.contains("committed to"), "{from}: {error}");
    }
    let saved: SavedGame = serde_json::from_str(&serde_json::to_string(&session.save()).unwrap()).unwrap();
    let mut resumed = open(Dice::ByHand);
    resumed.resume(&saved).unwrap();
    assert_eq!(resumed.record().to_string(), text);
}

/// Rolls that were taken back fall again, and the record says that they had been seen.
#[test]
fn rolls_taken_back_stand_in_the_record() {
    let mut session = open(Dice::seeded(7));
    for text in ["guard r1", "guard b1"] {
        let seat = if text.ends_with("r1") { RED } else { BLUE };
        session.act(Some(seat), text).unwrap();
    }
    session.roll(None).unwrap();
    let first = session.record();
    assert!(first.taken_back.is_empty() && first.left_out().is_empty());
    for _ in 0..2 {
        session.undo().unwrap();
        assert_eq!(session.record().taken_back, [TakenBack { after: 1, first: 0, last: 0, again: true }]);
        session.act(Some(BLUE), "guard b1").unwrap();
        session.roll(None).unwrap();
    }
    let (text, once) = (session.record().to_string(), first.to_string());
    assert_eq!(text.replace("again 0 0\n", ""), once, "the same dice, and no more of them");
    assert!(text.contains("\n0 guard r1\nagain 0 0\n1 guard b1\n* "), "{text}");
    let read: Record = text.parse().unwrap();
    assert_eq!(read, session.record());
    assert!(read.left_out().is_empty());
    assert_eq!(replay(&read).unwrap().record().to_string(), text);
    for wrong in ["again", "again 0", "again 1 2", "again 0 1 2", "again 3 1", "again x y"] {
        let error = text.replace("again 0 0", wrong).parse::<Record>().unwrap_err();
        assert!(error.line == 11 && error.message.contains("the first is 0"), "{wrong}: {error}");
    }
    // Further back: what was taken back then stands there now.
    session.undo().unwrap();
    session.undo().unwrap();
    assert_eq!(session.record().taken_back, [TakenBack { after: 0, first: 0, last: 0, again: true }]);
}

/// Games of old left out the numbers of rolls that were taken back. Their records and their stored rows are followed, and go on
/// without falling behind what was rolled.
#[test]
fn numbers_that_games_of_old_left_out_stay_left_out() {
    let mut session = open(Dice::seeded(7));
    session.act(Some(RED), "guard r1").unwrap();
    session.act(Some(BLUE), "guard b1").unwrap();
    session.undo().unwrap();
    let dice = SeededDice::from_u64(7);
    session.act(Some(BLUE), "guard b1").unwrap();
    // The rolls 0 and 1 were taken back, and the next had the number 2.
    session.step(&What::Roll { faces: dice.faces(2, 1, 6), source: RollSource::Number(2) }).unwrap();
    let back = TakenBack { after: 0, first: 0, last: 1, again: false };
    assert_eq!((session.record().taken_back, session.dice().used()), (vec![back], 3));
    let text = session.record().to_string();
    assert!(text.contains("--\nback 0 1\n0 guard r1\n1 guard b1\n* ") && text.contains(" @2\n"), "{text}");
    let read: Record = text.parse().unwrap();
    assert!(read.left_out().is_empty());
    let silent: Record = text.replace("back 0 1\n", "").parse().unwrap();
    assert_eq!(silent.left_out(), [(12, 0, 1)]);
    for wrong in ["back", "back 0", "back 1 2", "back 0 1 2", "back 3 1", "back x y"] {
        let error = text.replace("back 0 1", wrong).parse::<Record>().unwrap_err();
        assert!(error.line == 10 && error.message.contains("the first is 0"), "{wrong}: {error}");
    }
    let mut again = replay(&read).unwrap();
    assert_eq!(again.record().to_string(), text);
    for session in [&mut session, &mut again] {
        session.undo().unwrap();
        assert_eq!(session.dice().used(), 2, "what fell last falls again");
        assert_eq!(session.record().taken_back[0], back);
    }
}

#[test]
fn a_record_of_another_edition_says_where_the_rules_part_from_it() {
    let newer = WHOLE.replacen("data 0123abcd\n", "data 0123abcd\nrules 9\n", 1);
    let read: Record = newer.parse().unwrap();
    assert_eq!((read.heading.rules, read.to_string()), (9, newer.clone()));
    let mut table = open(Dice::ByHand);
    Table::replay(&mut table, &read).expect("these rules lead to its end");
    assert_eq!(table.heading().rules, 1, "so it is a game of this edition");
    // A hash is of a position as its edition has it.
    let other_hash = |text: &str| {
        let hash = text.lines().find(|line| line.starts_with("hash ")).unwrap();
        text.replace(hash, "hash 0123456789abcdef").parse().unwrap()
    };
    assert!(Table::replay(&mut open(Dice::ByHand), &other_hash(&newer)).is_ok());
    assert!(Table::replay(&mut open(Dice::ByHand), &other_hash(WHOLE)).is_err());
    let steps = read.steps.len();
    for (from, to, followed) in [("0 guard r1", "0 guard b1", 0), ("result ", "result not ", steps)] {
        let error = Table::replay(&mut open(Dice::ByHand), &newer.replacen(from, to, 1).parse().unwrap())
            .unwrap_err();
        let said = format!(
            "it was played by edition 9 of the rules, this program plays edition 1, and the two part after \
             {followed} of its {steps} steps: "
        );
        assert!(error.message.starts_with(&said), "{error}");
        let own = Table::replay(&mut open(Dice::ByHand), &WHOLE.replacen(from, to, 1).parse().unwrap())
            .unwrap_err();
        assert!(!own.message.contains("edition"), "{own}");
    }
    for wrong in ["rules 0", "rules two", "rules -1"] {
        let error = newer.replace("rules 9", wrong).parse::<Record>().unwrap_err();
        assert!(error.message.contains("not an edition of the rules"), "{error}");
    }
}

#[test]
fn other_dice_in_the_middle_make_earlier_rolls_given_ones() {
    let mut session = played(&[0; 6], Dice::seeded(7));
    session.set_dice(Dice::seeded(8));
    let text = session.record().to_string();
    assert!(text.contains("* 5 given\n"), "{text}");
    assert!(replay(&text.parse().unwrap()).is_ok());
    // The same generator never rolls a number twice.
    let mut session = played(&[0; 6], Dice::seeded(7));
    session.set_dice(Dice::seeded(7));
    assert_eq!(session.dice().used(), 1);
}

#[test]
fn set_ups_and_positions_start_records_too() {
    let mut session = close_quarters(&[1, 2]);
    session.act(None, "step r1 23").unwrap();
    session.act(None, "fire b1").unwrap();
    session.roll(None).unwrap();
    let text = session.record().to_string();
    assert!(text.contains("\nstart setup {\"r1\":{\"at\":22},"), "{text}");
    assert_eq!(replay(&text.parse().unwrap()).unwrap().position(), session.position());

    let mut loaded = open(Dice::ByHand);
    loaded.load_position(&session.position_value()).unwrap();
    assert_eq!(loaded.position(), session.position());
    assert_eq!((loaded.steps(), loaded.events().len()), (0, 0));
    loaded.act(None, "hold").unwrap();
    let again = replay(&loaded.record().to_string().parse().unwrap()).unwrap();
    assert_eq!(again.position(), loaded.position());
}

#[test]
fn bad_set_ups_and_positions_are_refused_and_change_nothing() {
    let mut session = set_up(json!({"turn": 2}), &[]);
    let before = session.position().clone();
    let bad = json!({"turn": 9, "moon": 1, "r1": {"at": "here"}, "r9": {"at": 11}, "b1": {"on": 11}});
    assert_eq!(
        session.load_setup(&bad).unwrap_err(),
        [
            "`turn` cannot be 9",
            "`moon` cannot be 1",
            "`r1` cannot be {\"at\":\"here\"}",
            "`r9` cannot be {\"at\":11}",
            "`b1` cannot be {\"on\":11}",
        ]
    );
    // Well written, but against the rules.
    let two = json!({"r1": {"at": 22}, "r2": {"at": 22}});
    assert_eq!(session.load_setup(&two).unwrap_err(), ["r2 cannot stand where it is."]);
    let guards = json!({"b1": {"at": 24, "guard": true}, "b3": {"at": 44, "guard": true}});
    assert_eq!(session.load_setup(&guards).unwrap_err(), ["b3 cannot be a guard too."]);
    let outside = json!({"r1": {"at": 55}});
    assert_eq!(session.load_setup(&outside).unwrap_err(), ["r1 cannot stand where it is."]);
    let mut value = session.position_value();
    value["pieces"][1]["at"] = json!(11);
    assert_eq!(session.load_position(&value).unwrap_err(), ["r2 cannot stand where it is."]);
    value["pieces"] = json!("none");
    assert!(session.load_position(&value).unwrap_err()[0].starts_with("This is not a position"));
    assert_eq!(*session.position(), before);
}

#[test]
fn only_a_record_of_the_same_game_fits() {
    let record = played(&[0; 9], Dice::seeded(7)).record();
    for (change, expected) in [
        ("game ford", "the record is of the game `other`, but this is `ford`"),
        ("scenario ford/day", "the record is of the scenario `other`"),
        ("data 0123abcd", "the record is of the data `other`"),
        ("option fog on", "the record is of a game with the option fog other"),
    ] {
        let word = change.rsplit_once(' ').unwrap().0;
        let text = record.to_string().replace(change, &format!("{word} other"));
        let mut table = open(Dice::ByHand);
        let error = Table::replay(&mut table, &text.parse().unwrap()).unwrap_err();
        assert!(error.to_string().starts_with(expected), "{error}");
        assert_eq!(table.steps(), 0);
    }
    // Options at their defaults need not be named; the table keeps its own full heading.
    let text = record.to_string().replace("option fog on\n", "");
    let mut table = open(Dice::ByHand);
    Table::replay(&mut table, &text.parse().unwrap()).unwrap();
    assert_eq!(*table.heading(), heading());
}

#[test]
fn a_saved_game_must_be_of_one_piece() {
    let session = played(&[0; 9], Dice::seeded(7));
    let saved = session.save();
    let attempt = |saved: SavedGame| open(Dice::ByHand).resume(&saved).unwrap_err().to_string();
    let other = SavedGame { position: open(Dice::ByHand).position_value(), ..saved.clone() };
    assert!(attempt(other).contains("a different position"));
    let other = SavedGame { dice: Dice::seeded(8).state(), ..saved.clone() };
    assert!(attempt(other).contains("not the dice of the record"));
    let other = SavedGame { version: 99, ..saved };
    assert!(attempt(other).starts_with("saved by version 99"));
}
