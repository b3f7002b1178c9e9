//! Lines that the program proposes: each can be played as it stands, and tells what it takes.

use crate::field::*;
use hexmap::Hex;
use kernel::{Answer, Game, Log, Need, Proposal, Seat, Show, Viewer};
use piacenza::flow::{Frame, MarchStage};
use piacenza::position::Order;
use piacenza::{Battle, Position};

const N: u8 = 0;
const NE: u8 = 1;
const SE: u8 = 2;
const S: u8 = 3;

fn proposals(b: &Battle, p: &Position, subject: &str) -> Vec<Proposal> {
    b.proposals(p, Viewer::Seat(Seat(0)), subject).unwrap_or_else(|e| panic!("{e:?}"))
}

/// Plays the macro step by step, as a session would.
fn play(b: &Battle, p: &Position, proposal: &Proposal) -> Position {
    let mut q = p.clone();
    let steps = b.expand(p, Seat(0), &proposal.action).expect("it is a phrase");
    for step in steps {
        let action = b.read(&q, Seat(0), &step).unwrap_or_else(|e| panic!("{step}: {e:?}"));
        b.act(&mut q, Seat(0), action, &mut Log::off())
            .unwrap_or_else(|e| panic!("{step} of {}: {e:?}", proposal.action));
    }
    q
}

/// Petit Bois' six battalions in two rows, an enemy line to the north.
fn field(b: &Battle, enemy: bool) -> (Position, Hex) {
    let mut p = empty(b);
    let at = open_ground(b, 5);
    let units = ["saboya", "africa", "asturias", "giacomone", "besler", "flandes"];
    let places = [vec![], vec![NE], vec![NE, SE], vec![S], vec![S, NE], vec![S, NE, SE]];
    for (name, dirs) in units.iter().zip(&places) {
        put(b, &mut p, &format!("fs-{name}-inf"), go(b, at, dirs));
    }
    lead(b, &mut p, "fs-fc-petit-bois", at);
    lead(b, &mut p, "fs-wc-de-croix", at);
    if enemy {
        put(b, &mut p, "au-andlau-ir", go(b, at, &[N, N, N, N, N]));
        put(b, &mut p, "au-forgatsch-ir", go(b, at, &[N, N, N, N, N, NE]));
    }
    marches(b, &mut p, "fs-ce-petit-bois");
    (p, at)
}

#[test]
fn every_proposed_line_can_be_played() {
    let b = battle("campaign");
    for enemy in [false, true] {
        let (p, _) = field(&b, enemy);
        let list = proposals(&b, &p, "");
        assert!(list.len() >= 3, "{list:#?}");
        for proposal in &list {
            let q = play(&b, &p, proposal);
            assert!(matches!(q.now(), Some(Frame::March(f)) if f.stage == MarchStage::Units));
            assert_eq!(q.line.len(), proposal.places.len());
            for place in &proposal.places {
                let unit = unit(&b, &place.unit);
                let declared = q.line.iter().find(|(u, _)| *u == unit).map(|(_, hex)| b.map.number(*hex));
                assert_eq!(declared, Some(place.hex.as_str()));
                assert_eq!(place.path.is_empty(), place.from == place.hex);
                assert!(place.path.last().is_none_or(|hex| *hex == place.hex));
            }
            assert_eq!(proposal.places.len() + proposal.left_out.len(), 6);
        }
        let best = &list[0];
        assert!(best.places.len() == 6, "all six fit in the open: {best:#?}");
        assert!(best.places.iter().all(|place| place.supported));
        if enemy {
            assert!(best.nearer > 0.0, "{best:#?}");
        }
        let lines: std::collections::BTreeSet<&str> = list.iter().map(|line| line.action.as_str()).collect();
        assert_eq!(lines.len(), list.len(), "each is another");
    }
}

#[test]
fn a_proposal_is_a_choice_that_its_macro_plays() {
    let b = battle("campaign");
    let (p, _) = field(&b, true);
    for proposal in proposals(&b, &p, "") {
        let choice = proposal.choice();
        assert_eq!((choice.kind, &choice.action), ("propose", &proposal.action));
        assert_eq!(choice.units.len(), proposal.places.len());
        assert!(choice.sentence.starts_with(&proposal.title));
    }
}

#[test]
fn units_can_get_to_the_places_one_after_the_other() {
    let b = battle("campaign");
    let (p, _) = field(&b, true);
    let best = &proposals(&b, &p, "")[0];
    let mut q = play(&b, &p, best);
    assert!(!best.then.is_empty());
    for text in &best.then {
        for step in b.expand(&q, Seat(0), text).unwrap_or_else(|| panic!("{text}")) {
            while let Need::Chance(_) = b.need(&q) {
                b.roll(&mut q, &[0], &mut Log::off());
            }
            act(&b, &mut q, &step);
        }
    }
    for place in &best.places {
        assert_eq!(b.map.number(q.unit(unit(&b, &place.unit)).hex), place.hex, "{best:#?}");
    }
}

#[test]
fn only_who_is_named_and_able_is_placed() {
    let b = battle("campaign");
    let (mut p, _) = field(&b, true);
    let three = "fs-saboya-inf fs-africa-inf+fs-asturias-inf";
    for proposal in proposals(&b, &p, three) {
        assert!(proposal.places.len() <= 3);
        assert!(proposal.places.iter().all(|place| three.contains(place.unit.as_str())));
        play(&b, &p, &proposal);
    }
    let africa = unit(&b, "fs-africa-inf");
    b.change(&mut p, africa, |u| u.order = Order::Disordered);
    let list = proposals(&b, &p, "fs-ce-petit-bois");
    assert!(list[0].left_out.iter().any(|id| id == "fs-africa-inf"), "{list:#?}");
    for proposal in &list {
        play(&b, &p, proposal);
    }
    let mixed =
        b.proposals(&p, Viewer::Everything, "fs-saboya-inf au-andlau-ir").expect_err("two formations");
    assert_eq!(mixed.rule.map(|rule| rule.0.id), Some("5.5a"));
    let alone = proposals(&b, &p, "fs-africa-inf fs-saboya-inf");
    assert!(alone.is_empty(), "one unit is no Line");
}

/// 5.6: whoever is asked for, nobody of the Line that stands in an Engagement Zone is left behind; who fires at
/// will has his place where he stands.
#[test]
fn a_proposed_line_leaves_nobody_behind() {
    let b = battle("campaign");
    let mut p = empty(&b);
    let at = open_ground(&b, 5);
    let row = [vec![], vec![S], vec![S, S], vec![S, S, S]];
    for (name, dirs) in ["saboya", "africa", "asturias", "giacomone"].iter().zip(&row) {
        put(&b, &mut p, &format!("fs-{name}-inf"), go(&b, at, dirs));
    }
    lead(&b, &mut p, "fs-fc-petit-bois", at);
    put(&b, &mut p, "au-andlau-ir", go(&b, at, &[NE, NE, SE]));
    put(&b, &mut p, "au-forgatsch-ir", go(&b, at, &[NE, SE, SE, S]));
    marches(&b, &mut p, "fs-ce-petit-bois");
    let list = proposals(&b, &p, "fs-saboya-inf fs-africa-inf");
    assert!(!list.is_empty());
    for proposal in &list {
        play(&b, &p, proposal);
        assert_eq!(proposal.places.len(), 4, "{proposal:#?}");
        assert!(proposal.notes.iter().any(|note| note.contains("5.6b")), "{proposal:#?}");
    }
    let africa = unit(&b, "fs-africa-inf");
    b.change(&mut p, africa, |u| u.billebaude = true);
    let list = proposals(&b, &p, "");
    assert!(!list.is_empty());
    let here = b.map.number(p.unit(africa).hex).to_owned();
    for proposal in &list {
        play(&b, &p, proposal);
        let place = proposal.places.iter().find(|place| place.unit == "fs-africa-inf");
        assert!(place.is_none_or(|place| place.hex == here), "{proposal:#?}");
    }
}

/// 9.1.3: the horse of the formation counts as beside a place as well as another unit of the Line.
#[test]
fn horse_beside_a_place_supports_it() {
    let b = battle("campaign");
    let mut p = empty(&b);
    let at = open_ground(&b, 5);
    // one of them fires at will and stays; the horse stands in the gap
    let fixed = put(&b, &mut p, "fs-micheletti-1", at);
    b.change(&mut p, fixed, |u| u.billebaude = true);
    put(&b, &mut p, "fs-micheletti-2", go(&b, at, &[S, S]));
    let horse = put(&b, &mut p, "fs-carabineros-cav", go(&b, at, &[S]));
    lead(&b, &mut p, "fs-fc-camposanto", at);
    marches(&b, &mut p, "fs-lw-camposanto");
    let apart = |p: &Position| {
        let list = proposals(&b, p, "");
        let hex = |i: usize, line: &Proposal| b.map.find(&line.places[i].hex).expect("a hex");
        let line = list.into_iter().find(|line| b.map.distance(hex(0, line), hex(1, line)) == 2);
        line.expect("a Line with a gap").places.iter().all(|place| place.supported)
    };
    assert!(apart(&p));
    b.change(&mut p, horse, |u| u.order = Order::Routed);
    assert!(!apart(&p));
}

#[test]
fn rolls_on_the_way_are_told_with_their_chances() {
    let b = battle("campaign");
    let mut p = empty(&b);
    // beside an entrenchment that lies in an enemy Engagement Zone
    let (cover, at) = beside(&b, "entrenchment");
    let near: Vec<Hex> =
        b.map.within(at, 1).filter(|hex| b.playable(*hex) && *hex != cover && *hex != at).collect();
    put(&b, &mut p, "fs-saboya-inf", at);
    put(&b, &mut p, "fs-africa-inf", near[0]);
    lead(&b, &mut p, "fs-fc-petit-bois", near[0]);
    let foe = b.map.ring(cover, 3).find(|hex| b.playable(*hex) && b.map.distance(*hex, at) == 4);
    put(&b, &mut p, "au-andlau-ir", foe.expect("there is room"));
    marches(&b, &mut p, "fs-ce-petit-bois");
    let list = proposals(&b, &p, "");
    let rolling = list.iter().find(|line| line.chance < 1.0).unwrap_or_else(|| panic!("{list:#?}"));
    let place = rolling.places.iter().find(|place| !place.rolls.is_empty()).expect("somebody rolls");
    assert!(place.rolls[0].contains("of 10"), "{place:?}");
    let product: f64 = rolling.places.iter().map(|place| place.chance).product();
    assert!((product - rolling.chance).abs() < 1e-9);
}

/// Wherever random play comes to a Line, the proposals hold.
#[test]
fn proposals_hold_in_whole_games() {
    let mut seen = 0;
    for scenario in ["san-lazzaro", "centre"] {
        let b = battle(scenario);
        for number in 0..4 {
            kernel::playout::random_game_from(
                &b,
                b.start(),
                kernel::playout::playout_seed(number),
                |p, _| {
                    let Some(Frame::March(f)) = p.now() else { return };
                    if f.stage != MarchStage::Prepare || !matches!(b.need(p), Need::Decide(_)) {
                        return;
                    }
                    let seat = decider(&b, p);
                    for proposal in b.proposals(p, Viewer::Seat(seat), "").expect("a formation is in hand") {
                        seen += 1;
                        let mut q = p.clone();
                        for step in b.expand(p, seat, &proposal.action).expect("it is a phrase") {
                            let action = b.read(&q, seat, &step).expect("it makes sense");
                            b.act(&mut q, seat, action, &mut Log::off())
                                .unwrap_or_else(|e| panic!("{step} of {}: {e:?}", proposal.action));
                        }
                    }
                },
            );
        }
    }
    assert!(seen > 200, "only {seen} proposals");
}

#[test]
fn a_formation_that_is_not_in_hand_is_proposed_for_as_well() {
    let b = battle("campaign");
    let (mut p, _) = field(&b, true);
    p.state.stack.pop();
    if let Some(Frame::Activation(f)) = p.state.stack.last_mut() {
        f.todo.insert(formation(&b, "fs-ce-petit-bois"));
    }
    let list = proposals(&b, &p, "fs-saboya-inf");
    assert!(!list.is_empty());
    let q = play(&b, &p, &list[0]);
    assert_eq!(q.line.len(), list[0].places.len());
    assert!(b.proposals(&p, Viewer::Everything, "").is_err(), "nobody is in hand");
}

/// Not a test of speed, which depends on the machine: it tells the time for who wants to know.
#[test]
fn six_units_take_no_time() {
    let b = battle("campaign");
    let mut p = empty(&b);
    let at = open_ground(&b, 5);
    // the largest formation
    let petit_bois = formation(&b, "fs-ce-petit-bois");
    let units = b.army.formations[petit_bois].units.clone();
    for (place, unit) in b.map.within(at, 2).zip(&units) {
        b.put(&mut p, *unit, place);
    }
    put(&b, &mut p, "au-andlau-ir", go(&b, at, &[N, N, N, N, N, N]));
    marches(&b, &mut p, "fs-ce-petit-bois");
    let count = 200;
    let start = std::time::Instant::now();
    for _ in 0..count {
        assert!(!proposals(&b, &p, "").is_empty());
    }
    println!("{} units: {:?} each", units.len(), start.elapsed() / count);
}
