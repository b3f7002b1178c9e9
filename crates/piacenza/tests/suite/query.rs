//! Questions: what a piece or a hex is and can do, or which rule forbids it; where it could get to; and the macros
//! that play a whole way, a Line, a volley.

use crate::field::*;
use hexmap::Hex;
use kernel::{Answer, Game, Heading, Log, Need, Reach, Seat, Session, Show, StopKind, Viewer};
use piacenza::flow::{Frame, MarchStage, Reorganize};
use piacenza::position::Order;
use piacenza::{Battle, Position};
use std::sync::Arc;

const N: u8 = 0;
const NE: u8 = 1;
const SE: u8 = 2;
const S: u8 = 3;
const NW: u8 = 5;

/// The answer as `rule: sentence` lines.
fn why(b: &Battle, p: &Position, viewer: Viewer, subject: &str) -> Vec<String> {
    let reasons = b.why(p, viewer, subject).unwrap_or_else(|e| panic!("{subject}: {e:?}"));
    reasons.iter().map(|r| format!("{}: {}", r.rule.0.id, r.sentence)).collect()
}

fn check(b: &Battle, p: &Position, subject: &str, expected: &[&str]) {
    let lines = why(b, p, Viewer::Everything, subject);
    for words in expected {
        assert!(lines.iter().any(|line| line.contains(words)), "`{words}` is not in {lines:#?}");
    }
}

fn reach(b: &Battle, p: &Position, unit: &str) -> Reach {
    b.reach(p, Viewer::Everything, unit).unwrap_or_else(|e| panic!("{unit}: {e:?}"))
}

/// Four battalions of Douchez in the open, three of Barnklau six hexes to the north.
fn field(b: &Battle) -> (Position, Hex) {
    let mut p = empty(b);
    let at = open_ground(b, 4);
    put(b, &mut p, "fs-reina-inf", at);
    put(b, &mut p, "fs-castilla-inf", go(b, at, &[NE]));
    lead(b, &mut p, "fs-fc-douchez", at);
    lead(b, &mut p, "fs-wc-de-gages", at);
    lead(b, &mut p, "fs-cic-felipe", at);
    (p, at)
}

#[test]
fn a_unit_tells_its_strength_its_command_and_what_it_can_do() {
    let b = battle("campaign");
    let (mut p, at) = field(&b);
    marches(&b, &mut p, "fs-lw-douchez");
    check(
        &b,
        &p,
        "fs-reina-inf",
        &[
            "2.2.2c: Strength 2, 3 movement points.",
            "5.11: Training 6",
            "4.4.1c: In command, however far away its commander is.",
            "It can do this now: move.",
            "9.1.4a: De Gages gives it a Fire Bonus of 2.",
            "5.5a: It stands in the Line",
        ],
    );
    let enemy = why(&b, &p, Viewer::Seat(Seat(1)), "fs-reina-inf");
    assert!(enemy.iter().all(|line| !line.contains("It can")), "{enemy:#?}");

    let reina = unit(&b, "fs-reina-inf");
    b.change(&mut p, reina, |u| u.order = Order::Disordered);
    check(
        &b,
        &p,
        "fs-reina-inf",
        &["11.1b: Disordered infantry stays until it is reorganized", "11.1b: It is Disordered"],
    );
    check(&b, &p, "fs-castilla-inf", &["4.4.1c: In command"]);
    b.change(&mut p, reina, |u| u.order = Order::Routed);
    check(&b, &p, "fs-castilla-inf", &["4.4.1a: Out of command: no unrouted mate"]);
    check(&b, &p, "au-traun-ir", &["It takes no part"]);
    check(&b, &p, "fs-lw-douchez", &["4.3a: It is in command.", "5.5a: It stands in no Line."]);
    check(&b, &p, "fs-lw", &["4.2a: In command: within 22 hexes", "3.0c: It is active."]);
    check(&b, &p, "fs-fc-douchez", &["4.4a: Fire Bonus 1, Sergeants' Factor 1.", "4.3a: In command: "]);
    check(&b, &p, b.map.number(at), &["2.1: ", "clear", "6.0a: Franco-Spanish: Reina Inf. (2 SP, routed)"]);
    assert!(b.why(&p, Viewer::Everything, "nobody").is_err());
}

#[test]
fn a_unit_that_cannot_act_is_told_the_rule() {
    let b = battle("campaign");
    let (mut p, at) = field(&b);
    put(&b, &mut p, "fs-lombardia-inf", go(&b, at, &[S]));
    put(&b, &mut p, "fs-saboya-inf", go(&b, at, &[S, S]));
    put(&b, &mut p, "au-traun-ir", go(&b, at, &[N, N, N, N, N]));
    marches(&b, &mut p, "fs-lw-douchez");
    check(&b, &p, "fs-lombardia-inf", &["3.1b: Douchez is in hand"]);
    check(&b, &p, "fs-saboya-inf", &["3.1c: The Left Wing (De Gages) is active"]);
    check(&b, &p, "au-traun-ir", &["3.1c: Franco-Spanish decides now."]);
    act(&b, &mut p, "take fs-reina-inf");
    check(&b, &p, "fs-castilla-inf", &["5.0a: Another unit is in hand"]);
    check(&b, &p, b.map.number(go(&b, at, &[N])), &["5.0b: The unit in hand can go here for 1 MP."]);
    check(&b, &p, b.map.number(go(&b, at, &[N, N])), &["5.0a: It is not beside the unit in hand"]);
    check(&b, &p, b.map.number(go(&b, at, &[S])), &["5.0c: The hex is full"]);
}

#[test]
fn nobody_is_asked_in_vain_during_a_whole_game() {
    let b = battle("centre");
    let mut count = 0;
    kernel::playout::random_game_from(&b, b.start(), kernel::playout::playout_seed(3), |p, _| {
        count += 1;
        if count % 7 != 0 {
            return;
        }
        for def in &b.army.units {
            assert!(!why(&b, p, Viewer::Everything, &def.id).is_empty(), "{}", def.id);
            let _ = b.reach(p, Viewer::Everything, &def.id);
        }
        for def in &b.army.leaders {
            assert!(!why(&b, p, Viewer::Seat(Seat(0)), &def.id).is_empty(), "{}", def.id);
            let _ = b.reach(p, Viewer::Everything, &def.id);
        }
        let hex = b.map.hexes().nth(count % b.map.len()).expect("it is on the map");
        assert!(!why(&b, p, Viewer::Public, b.map.number(hex)).is_empty());
    });
    assert!(count > 100);
}

// ---- reach -----------------------------------------------------------------------------------------

#[test]
fn what_is_reached_can_be_played_for_the_cost_that_is_told() {
    let b = battle("campaign");
    let (mut p, at) = field(&b);
    // an enemy whose Engagement Zone bars a part of the field
    put(&b, &mut p, "au-traun-ir", go(&b, at, &[N, N, N, N, N]));
    marches(&b, &mut p, "fs-lw-douchez");
    let reach = reach(&b, &p, "fs-reina-inf");
    assert_eq!((reach.allowance, reach.from.as_str()), (3.0, b.map.number(at)));
    assert!(reach.hexes.len() > 6);
    for there in &reach.hexes {
        let mut q = p.clone();
        act(&b, &mut q, "take fs-reina-inf");
        for hex in &there.path {
            act(&b, &mut q, &format!("step {hex}"));
        }
        let hex = q.unit(unit(&b, "fs-reina-inf")).hex;
        assert_eq!(b.map.number(hex), there.hex);
        if let Some(Frame::Move(m)) = q.now() {
            assert_eq!(f32::from(m.left) / 2.0, (reach.allowance - there.cost).max(0.0), "{there:?}");
        }
        assert!(there.action.starts_with("move fs-reina-inf "));
    }
}

#[test]
fn rolls_and_reaction_fire_on_the_way_are_told() {
    let b = battle("campaign");
    let mut p = empty(&b);
    let at = open_ground(&b, 4);
    // cavalry that goes up to infantry rolls; what leaves its zone is fired at
    put(&b, &mut p, "fs-carabineros-cav", go(&b, at, &[S, S]));
    put(&b, &mut p, "fs-sagunto-dr-1", go(&b, at, &[S, S]));
    put(&b, &mut p, "au-traun-ir", go(&b, at, &[N]));
    lead(&b, &mut p, "fs-fc-camposanto", go(&b, at, &[S, S]));
    marches(&b, &mut p, "fs-lw-camposanto");
    let far = reach(&b, &p, "fs-carabineros-cav");
    let near = far.hexes.iter().find(|h| h.hex == b.map.number(at)).expect("it gets there");
    assert!(
        near.reactions.iter().any(|r| r.contains("rolls to go up to infantry") && r.contains("(7.1b)")),
        "{near:?}"
    );
    let horse = unit(&b, "fs-carabineros-cav");
    b.put(&mut p, horse, at);
    let back = reach(&b, &p, "fs-carabineros-cav");
    assert!(
        back.hexes
            .iter()
            .all(|h| h.reactions.iter().any(|r| r.contains("Traun") && r.contains("fires in reaction"))),
        "{back:?}"
    );
}

// ---- macros ----------------------------------------------------------------------------------------

fn session(b: Battle, p: &Position) -> Session<Battle> {
    let heading =
        Heading { game: "piacenza".into(), scenario: "piacenza/campaign".into(), ..Heading::default() };
    let mut session = Session::new(Arc::new(b), heading);
    session.load_position(&serde_json::to_value(p).expect("plain data")).expect("it is sound");
    session
}

#[test]
fn a_whole_way_is_one_phrase_and_ends_only_that_unit() {
    let b = battle("campaign");
    let (mut p, at) = field(&b);
    marches(&b, &mut p, "fs-lw-douchez");
    let (one, two) = (go(&b, at, &[NW]), go(&b, at, &[NW, NW]));
    let steps = b.expand(&p, Seat(0), &format!("move fs-reina-inf {}", b.map.number(two)));
    let steps = steps.expect("it is a phrase");
    assert_eq!(steps.len(), 4, "{steps:?}");
    assert_eq!((steps[0].as_str(), steps[3].as_str()), ("take fs-reina-inf", "stop fs-reina-inf"));
    let text = format!("move fs-reina-inf {} {}", b.map.number(one), b.map.number(two));
    let mut session = session(b, &p);
    session.act(None, &text).unwrap_or_else(|e| panic!("{e:?}"));
    let q = session.position();
    let b = session.game();
    assert_eq!(q.unit(unit(b, "fs-reina-inf")).hex, two);
    assert!(q.unit(unit(b, "fs-reina-inf")).moved);
    assert!(matches!(q.now(), Some(Frame::March(f)) if f.stage == MarchStage::Units), "{:?}", q.stack);
    assert!(b.read(q, Seat(0), "stop fs-reina-inf").is_err(), "it is not in hand");
}

#[test]
fn a_line_is_drawn_whatever_the_order_of_the_words() {
    let b = battle("campaign");
    let (mut p, at) = field(&b);
    put(&b, &mut p, "fs-guardias-espanolas", go(&b, at, &[SE]));
    marches(&b, &mut p, "fs-lw-douchez");
    let places = [go(&b, at, &[N]), go(&b, at, &[N, NE]), go(&b, at, &[N, SE, NE])];
    let number = |hex: Hex| b.map.number(hex).to_owned();
    // a column of places along one hexrow: the middle one is named first
    let row = [go(&b, at, &[N]), go(&b, at, &[N, NE]), go(&b, at, &[N, NE, NE])];
    let text = format!(
        "line fs-castilla-inf {} fs-reina-inf {} fs-guardias-espanolas {}",
        number(row[1]),
        number(row[0]),
        number(row[2])
    );
    let steps = b.expand(&p, Seat(0), &text).expect("it is a phrase");
    assert_eq!(steps.first().map(String::as_str), Some("draw"));
    assert_eq!(steps.last().map(String::as_str), Some("done"));
    assert!(steps[3].contains("fs-castilla-inf"), "the one between comes last: {steps:?}");
    let mut session = session(b, &p);
    let played = session.act(None, &text).unwrap_or_else(|e| panic!("{e:?}"));
    assert!(played.stopped.is_none(), "{:?}", played.stopped);
    assert_eq!(session.position().line.len(), 3);
    assert!(matches!(session.position().now(), Some(Frame::March(f)) if f.stage == MarchStage::Units));
    // a crooked one is refused by the rules, not by the phrase
    let b = session.game();
    let crooked = format!(
        "line fs-castilla-inf {} fs-reina-inf {} fs-guardias-espanolas {}",
        b.map.number(places[0]),
        b.map.number(places[1]),
        b.map.number(go(b, at, &[S]))
    );
    assert!(b.expand(&p, Seat(0), &crooked).is_some());
    let mut again = Session::new(Arc::new(battle("campaign")), session.heading().clone());
    again.load_position(&serde_json::to_value(&p).expect("plain data")).expect("it is sound");
    let stopped = again.act(None, &crooked).expect("its first steps can be played").stopped;
    assert!(stopped.is_some_and(|stop| stop.kind == StopKind::Refused));
}

#[test]
fn a_volley_is_one_phrase() {
    let b = battle("campaign");
    let (mut p, at) = field(&b);
    let target = go(&b, at, &[N]);
    put(&b, &mut p, "au-traun-ir", target);
    fires(&b, &mut p, "fs-lw-douchez");
    let hex = b.map.number(target).to_owned();
    assert!(b.expand(&p, Seat(0), &format!("fire fs-reina-inf {hex}")).is_none(), "that is an action");
    let both = format!("fire fs-reina-inf {hex}, fs-castilla-inf {hex}; done");
    // when all have their targets nothing is left to close
    assert_eq!(b.expand(&p, Seat(0), &both).expect("it is a phrase").len(), 2);
    let one = format!("fire fs-reina-inf {hex}; done");
    assert_eq!(
        b.expand(&p, Seat(0), &one).expect("it is a phrase"),
        [format!("fire fs-reina-inf {hex}"), "done".into()]
    );
    let mut session = session(b, &p);
    session.act(None, &both).unwrap_or_else(|e| panic!("{e:?}"));
    assert!(matches!(session.need(), Need::Decide(seats) if seats.has(Seat(1))), "Austria answers");
}

#[test]
fn all_units_reorganize_at_a_word() {
    let b = battle("campaign");
    let (mut p, _) = field(&b);
    let units = ["fs-reina-inf", "fs-castilla-inf"].map(|id| unit(&b, id));
    for unit in units {
        b.change(&mut p, unit, |u| u.order = Order::Disordered);
    }
    p.state.stack.clear();
    p.push(Frame::Reorganize(Reorganize { side: 0, todo: units.into_iter().collect() }));
    p.decide(0);
    let steps = b.expand(&p, Seat(0), "reorganize all").expect("it is a phrase");
    assert_eq!(steps, ["rally fs-reina-inf"], "the last one rolls unasked");
    act(&b, &mut p, &steps[0]);
    b.roll(&mut p, &[0], &mut Log::off());
    assert!(rolling(&p), "now the other rolls");
    assert!(b.phrases().len() >= 4);
}
