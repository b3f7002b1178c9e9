//! What the larger games need of the kernel, tried by night: several kinds of dice in one throw, draws with names, and a section
//! in which both sides make their steps in secret.

use crate::game::*;
use crate::heading;
use kernel::*;
use serde_json::json;
use std::sync::Arc;

const BY_NIGHT: Ford = Ford { night: true };

fn open(dice: Dice) -> Session<Ford> {
    let mut session =
        Session::new(Arc::new(BY_NIGHT), Heading { scenario: "ford/night".into(), ..heading() });
    session.set_dice(dice);
    session
}

fn acts(session: &mut Session<Ford>, script: &[(Seat, &str)]) {
    for (seat, text) in script {
        session.act(Some(*seat), text).unwrap_or_else(|no| panic!("{text}: {}", no.message));
    }
}

/// Both sides have camped with their first pieces as guards.
fn camped(dice: Dice) -> Session<Ford> {
    let mut session = open(dice);
    acts(&mut session, &[(RED, "guard r1"), (BLUE, "guard b1"), (BLUE, "ready"), (RED, "ready")]);
    session
}

/// Everything that the table tells a viewer.
fn told(session: &Session<Ford>, viewer: Viewer) -> String {
    let table: &dyn Table = session;
    let undo = match viewer {
        Viewer::Seat(seat) => table.undo_limit(seat),
        Viewer::Public | Viewer::Everything => 0,
    };
    let all = (table.view(viewer), table.status(viewer), undo);
    serde_json::to_string(&all).unwrap()
}

#[test]
fn a_game_keeps_what_every_game_must() {
    for number in 0..200 {
        conformance::check(&BY_NIGHT, number).unwrap();
    }
}

#[test]
fn games_are_laid_aside_in_the_middle_of_everything() {
    for number in 0..40 {
        conformance::keep(&Skirmish, "ford/night", &Options::new(), number, 12).unwrap();
    }
}

#[test]
fn both_camp_at_once_and_each_takes_back_its_own() {
    let mut session = open(Dice::ByHand);
    acts(&mut session, &[(RED, "guard r1"), (BLUE, "guard b1"), (RED, "guard r2"), (BLUE, "ready")]);
    // What Blue has done since does not keep Red from taking back, and it stays.
    assert_eq!((session.undo_limit(RED), session.undo_limit(BLUE)), (2, 2));
    let undone = session.undo_by(RED).unwrap();
    assert_eq!((undone.places, undone.steps[0].what.clone()), (vec![2], What::act(RED, "guard r2")));
    assert!(session.position().pieces[UnitId::at(0)].guard && session.position().pieces[UnitId::at(3)].guard);
    let lines: Vec<String> = session.log(Viewer::Everything, 0).into_iter().map(|line| line.text).collect();
    assert_eq!(lines, ["Red makes r1 its guard.", "Blue makes b1 its guard.", "Blue is ready."]);
    // Nobody is ready for good before both are.
    session.undo_by(BLUE).unwrap();
    assert!(matches!(session.need(), Need::Decide(seats) if seats.has(RED) && seats.has(BLUE)));
    session.undo_by(RED).unwrap();
    assert_eq!((session.undo_limit(RED), session.undo_limit(BLUE)), (0, 1));
    assert!(session.act(Some(RED), "ready").unwrap_err().message.contains("must be the guard"));
    acts(&mut session, &[(RED, "guard r3"), (BLUE, "ready"), (RED, "ready")]);
    // Now the section is over.
    assert_eq!((session.undo_limit(RED), session.undo_limit(BLUE)), (1, 0));
    let record = session.record();
    let again = Session::replay(Arc::new(BY_NIGHT), &record).unwrap();
    assert_eq!(again.position(), session.position());
}

#[test]
fn what_one_does_in_secret_the_other_does_not_learn() {
    let played = |red: &[&str]| {
        let mut session = open(Dice::ByHand);
        acts(&mut session, &[(BLUE, "guard b1")]);
        for text in red {
            match *text {
                "undo" => drop(session.undo_by(RED).unwrap()),
                text => acts(&mut session, &[(RED, text)]),
            }
        }
        session
    };
    let lines =
        [&["guard r1"][..], &["guard r2", "guard r1", "undo"], &["guard r3", "guard r1", "ready", "undo"]];
    for viewer in [Viewer::Seat(BLUE), Viewer::Public] {
        for line in lines {
            assert_eq!(told(&played(&[]), viewer), told(&played(line), viewer), "{line:?}");
        }
    }
    // That the other is ready is told.
    let ready = played(&["guard r2", "ready"]);
    assert_ne!(told(&played(&[]), Viewer::Seat(BLUE)), told(&ready, Viewer::Seat(BLUE)));
    let other = played(&["guard r1", "ready"]);
    assert_eq!(told(&other, Viewer::Seat(BLUE)), told(&ready, Viewer::Seat(BLUE)));
}

#[test]
fn a_chit_is_drawn_by_the_generator_by_script_and_by_hand() {
    let mut seeded = camped(Dice::seeded(7));
    seeded.roll(None).unwrap();
    let drawn = seeded.roll(None).unwrap();
    assert!(matches!(drawn.steps[0].what, What::Draw { source: RollSource::Number(1), .. }), "{drawn:?}");

    let mut scripted = camped(Dice::scripted(&[1, 3, 2]));
    scripted.set_auto_rolls(true);
    // The die, the owl, and then the third piece of who begins.
    assert!(scripted.position().pieces[UnitId::at(2)].scout);
    assert_eq!(scripted.position().cup, [Chit::Moon, Chit::Mist, Chit::Mist]);

    let mut by_hand = camped(Dice::ByHand);
    by_hand.roll(Some(&[1])).unwrap();
    assert!(by_hand.roll(None).unwrap_err().message.contains("by hand"));
    assert!(by_hand.roll(Some(&[1])).unwrap_err().message.contains("no dice are rolled"));
    assert_eq!(
        by_hand.draw("sun").unwrap_err().message,
        "`sun` cannot be drawn now: there are moon, mist, owl."
    );
    assert!(by_hand.act(Some(RED), "done").unwrap_err().message.contains("A draw is due first"));
    by_hand.draw("An Owl").unwrap();
    by_hand.draw("r2").unwrap();
    assert!(by_hand.draw("r2").unwrap_err().message.contains("No roll is due"));
    let text = by_hand.record().to_string();
    assert!(text.contains("\n* 1\n= owl\n= r2\n"), "{text}");
    let read: Record = text.parse().unwrap();
    assert_eq!(read, by_hand.record());
    let again = Session::replay(Arc::new(BY_NIGHT), &read).unwrap();
    assert_eq!(again.position(), by_hand.position());
}

#[test]
fn a_record_with_draws_is_held_against_its_seed() {
    let mut session = camped(Dice::seeded(7));
    session.set_auto_rolls(true);
    while session.outcome().is_none() {
        let (seat, legal) = session.legal(None).unwrap();
        let text = BY_NIGHT.notation(session.position(), legal[0]);
        session.act(Some(seat), &text).unwrap();
    }
    let text = session.record().to_string();
    let replay = |text: &str| Session::replay(Arc::new(BY_NIGHT), &text.parse().unwrap());
    assert_eq!(replay(&text).unwrap().record().to_string(), text);
    let drawn = text.lines().find(|line| line.starts_with("= ")).unwrap();
    for (from, to, expected) in [
        (drawn, "= sun", "cannot be drawn now"),
        (drawn, "* 1", "no dice are rolled"),
        (drawn, if drawn == "= mist" { "= moon" } else { "= mist" }, "The generator gives"),
    ] {
        let error = replay(&text.replacen(from, to, 1)).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    }
    for line in ["=", "= moon mist", "= @1"] {
        let error = text.replacen(drawn, line, 1).parse::<Record>().unwrap_err();
        assert!(error.message.contains("a draw is `=`"), "{line}: {error}");
    }
}

/// Games by night with all that the page's own check of dice must read, as its tests have them. `BLESS=1` writes them anew.
#[test]
fn the_page_checks_the_dice_of_these_games() {
    let played = |number: u64| {
        let mut session = open(Dice::ByHand);
        let Dice::Seeded(dice) = Dice::seeded(number) else { unreachable!("seeded") };
        let dice = dice.bound_to(&session.terms()).mixed_with(vec![[5; 32], [6; 32]]);
        session.set_dice(Dice::Seeded(dice));
        session.set_auto_rolls(true);
        acts(&mut session, &[(RED, "guard r1"), (BLUE, "guard b1"), (BLUE, "ready"), (RED, "ready")]);
        // One decision is taken back, with the rolls after it.
        let mut taken_back = false;
        let mut lot = Lot::of("night", number);
        while session.outcome().is_none() {
            let (seat, legal) = session.legal(None).unwrap();
            // Who can fire does.
            let fires = legal.iter().find(|action| matches!(action, Action::Fire(_)));
            let action = fires.copied().unwrap_or_else(|| *lot.one_of(&legal).unwrap());
            let used = session.dice().used();
            session.act(Some(seat), &BY_NIGHT.notation(session.position(), action)).unwrap();
            if !taken_back && session.dice().used() > used && session.outcome().is_none() {
                session.undo().unwrap();
                taken_back = true;
            }
        }
        session
    };
    let games: Vec<_> = (1..=6)
        .map(|number| {
            let session = played(number);
            let (record, chances) = (session.record(), session.chances());
            let rolls = record.steps.iter().filter(|step| step.what.source().is_some());
            assert_eq!(rolls.count(), chances.len());
            json!({ "record": record.to_string(), "chances": chances })
        })
        .collect();
    let all = serde_json::to_string_pretty(&games).unwrap() + "\n";
    for part in ["\"sides\": 10", "\"candidates\"", "\\n= owl", "\\nagain ", "\\nbound "] {
        assert!(all.contains(part), "no {part}");
    }
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/tests/unit/night.json");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &all).unwrap();
    }
    let there = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(there == all, "web/tests/unit/night.json is stale: run this test with BLESS=1");
}

/// A forecast of the end of the camp names what may be drawn to whoever may know it.
#[test]
fn forecasts_name_what_may_be_drawn() {
    let mut session = open(Dice::ByHand);
    acts(&mut session, &[(RED, "guard r1"), (BLUE, "guard b1"), (BLUE, "ready")]);
    let drawn = |viewer| {
        let forecast = session.forecast(viewer, &["ready"], &[]).unwrap();
        let chance: f64 = forecast.outcomes.iter().map(|outcome| outcome.chance).sum();
        assert!((chance - 1.0).abs() < 1e-9);
        let names = |roll: &Reckoned| {
            let names: Vec<_> = roll.candidates.iter().map(|candidate| candidate.name.to_string()).collect();
            (roll.what, names.join(", "))
        };
        forecast.rolls.iter().map(names).collect::<Vec<_>>()
    };
    let all = |scouts: &str| {
        let cup = ("the chit of the turn", "the moon, mist, an owl".to_owned());
        vec![("who begins", String::new()), cup, ("the scout", scouts.to_owned())]
    };
    // Either side may begin and wake somebody, whose names only that side knows.
    assert_eq!(drawn(Viewer::Everything), all("r1, r2, r3, b1, b2, b3"));
    assert_eq!(drawn(Viewer::Seat(RED)), all("r1, r2, r3"));
    assert!(session.forecast(Viewer::Seat(BLUE), &["ready"], &[]).is_err());
}

#[test]
fn only_who_may_know_learns_how_many_there_are_and_what_came() {
    let mut session = camped(Dice::ByHand);
    session.roll(Some(&[1])).unwrap();
    let chance =
        |session: &Session<Ford>, viewer| serde_json::to_value(session.status(viewer).chance).unwrap();
    // The cup lies open.
    let cup = chance(&session, Viewer::Public);
    assert_eq!(cup["draw"]["candidates"].as_array().unwrap().len(), 4);
    assert_eq!(cup["draw"]["candidates"][0], json!({"id": "moon", "name": "the moon"}));
    let owl = Table::draw(&mut session, "owl", Viewer::Public).unwrap();
    assert_eq!(owl.events[0].drawn.as_deref(), Some("an owl"));
    assert_eq!(serde_json::to_value(&owl.played).unwrap(), json!([{"draw": {"drawn": "owl"}}]));
    let of_red = chance(&session, Viewer::Seat(RED));
    assert_eq!(of_red["draw"]["candidates"].as_array().unwrap().len(), 3);
    for viewer in [Viewer::Seat(BLUE), Viewer::Public] {
        assert_eq!(
            chance(&session, viewer),
            json!({"draw": {}, "what": "the scout", "rule": "night 5", "by": 0})
        );
    }
    let mut other = session.aside();
    let one = Table::draw(&mut session, "r1", Viewer::Seat(BLUE)).unwrap();
    let two = Table::draw(&mut other, "r3", Viewer::Seat(BLUE)).unwrap();
    assert_eq!((one.played, one.events.len()), (two.played, 0));
    assert_eq!(session.view(Viewer::Seat(BLUE)).scene, other.view(Viewer::Seat(BLUE)).scene);
    let own = session.log(Viewer::Seat(RED), 0).pop().unwrap();
    assert_eq!(own.text, "r1 wakes and scouts.");
}

/// r1 steps next to b1, which fires.
fn under_fire(dice: &[u8]) -> Session<Ford> {
    let mut session = open(Dice::scripted(dice));
    session.load_setup(&json!({"r1": {"at": 22}, "b1": {"at": 24}, "b2": {}, "b3": {}})).unwrap();
    acts(&mut session, &[(RED, "step r1 23"), (BLUE, "fire b1")]);
    session
}

/// The code cites the rules by day; whatever is said by night has the numbers of the night.
#[test]
fn a_second_game_cites_its_own_numbers() {
    fn by_night(said: &impl serde::Serialize) {
        let text = serde_json::to_string(said).unwrap();
        assert!(!text.contains("\"ford "), "{text}");
    }
    let mut session = camped(Dice::seeded(7));
    session.set_auto_rolls(true);
    let mut asked = 0;
    while session.outcome().is_none() {
        for viewer in [Viewer::Seat(RED), Viewer::Seat(BLUE), Viewer::Public, Viewer::Everything] {
            by_night(&(session.status(viewer), session.view(viewer).log));
            for name in NAMES {
                by_night(&(session.why(viewer, name).ok(), session.explain(viewer, "fire r1")));
                by_night(&(session.reach(viewer, name).err(), session.explain(viewer, "fire nobody").err()));
            }
        }
        let table: &mut dyn Table = &mut session;
        by_night(&table.act(None, "step r1 99", Viewer::Everything).unwrap_err());
        by_night(&table.act(None, "back 11", Viewer::Everything).err());
        let seat = table.status(Viewer::Everything).decide[0];
        let choices = table.legal(Some(seat)).unwrap();
        by_night(&choices);
        asked += 1;
        by_night(&table.act(Some(seat), &choices[asked % choices.len()].action, Viewer::Everything).unwrap());
    }
    by_night(&session.status(Viewer::Public));
    assert!(asked > 4);
    assert_eq!(session.outcome().unwrap().rule.to_string(), "night 9");
    // where a sentence names a paragraph itself
    assert_eq!([session.game().number_of(GUARDS), DAY.number_of(GUARDS)], ["2.1", "1"]);
}

#[test]
fn dice_of_two_kinds_are_read_together() {
    let due = under_fire(&[]).status(Viewer::Public).chance.unwrap();
    assert_eq!((due.lots().as_str(), due.subject()), ("2d6 and 1d10", "fire"));
    // 8 with two dice hits; a ten on the third takes the piece off, and is read off the die as a nought.
    let lost = |session: Session<Ford>| session.position().pieces[UnitId::at(0)].at.is_none();
    let hit = |faces: &[u8]| {
        let mut session = under_fire(&[]);
        let played = Table::roll(&mut session, Some(faces), Viewer::Public).unwrap();
        let event = played.events.into_iter().find(|told| !told.dice.is_empty()).unwrap();
        assert_eq!(event.thrown, [Die::COMMON, Die::COMMON, Die::TEN_HIGH]);
        lost(session)
    };
    assert!(!hit(&[4, 3, 0]) && !hit(&[4, 4, 9]) && hit(&[4, 4, 0]) && hit(&[6, 6, 10]));
    let mut scripted = under_fire(&[4, 4, 10]);
    scripted.roll(None).unwrap();
    assert!(lost(scripted));
    let refused = |faces: &[u8]| under_fire(&[]).roll(Some(faces)).unwrap_err().message;
    assert_eq!(refused(&[4, 4]), "3 dice are due, not 2.");
    assert_eq!(refused(&[4, 7, 1]), "A die with 6 sides has no 7.");
    assert_eq!(refused(&[4, 4, 11]), "A die with 10 sides has no 11.");
}

/// What can come of a throw and of a draw, walked in the rules themselves.
#[test]
fn chances_are_walked_over_dice_and_draws() {
    let session = under_fire(&[]);
    let ends = chance::ends(
        &BY_NIGHT,
        session.position().clone(),
        |p| !matches!(p.now(), Some(Frame::Shot(_))),
        |_, _, _| 0,
    );
    let gone: f64 = ends
        .unwrap()
        .into_iter()
        .filter_map(|(p, chance)| p.pieces[UnitId::at(0)].at.is_none().then_some(chance))
        .sum();
    assert!((gone - 15.0 / 36.0 / 10.0).abs() < 1e-12, "{gone}");

    let mut camp = camped(Dice::ByHand);
    camp.roll(Some(&[1])).unwrap();
    let over = |p: &Position| !matches!(p.now(), Some(Frame::Cup(_)));
    let ends = chance::ends(&BY_NIGHT, camp.position().clone(), over, |_, _, _| 0).unwrap();
    let owl = |p: &Position| !p.cup.contains(&Chit::Owl);
    let share: f64 = ends.iter().filter(|(p, _)| owl(p)).map(|(_, chance)| chance).sum();
    // Two chits of mist are alike: three things can come.
    assert_eq!((ends.len(), share), (3, 0.25));
}

/// And along random games, in whatever can be asked; by day the same games have the numbers of the day.
#[test]
fn random_games_cite_the_numbers_of_their_own_rulebook() {
    for (scenario, game, other) in [("ford/night", "night ", "ford "), ("ford/day", "ford ", "night ")] {
        let mut said = 0;
        for number in 0..5 {
            let mut table = Skirmish.open(scenario, &Options::new()).unwrap();
            let cited = conformance::citations(&mut *table, number, 2);
            assert!(cited.keys().all(|rule| rule.starts_with(game) && !rule.starts_with(other)), "{cited:?}");
            said += cited.len();
        }
        assert!(said > 20, "{scenario}: {said} rules");
    }
}
