//! Questions: why a piece or a hex offers nothing, what it can do, and where it could get to.

use kernel::{Answer, Game, Log, Need, Reach, Seat, Show, Viewer};
use risorgimento::position::Position;
use risorgimento::{Battle, Options, data, handmade};

const PIEDMONT: Viewer = Viewer::Seat(Seat(0));
const AUSTRIA: Viewer = Viewer::Seat(Seat(1));

fn battle() -> Battle {
    let model = data::load(&data::untuned(), "goito", "battle").expect("they are sound");
    Battle::new(model, Options::default())
}

fn after(battle: &Battle, text: &str, actions: &[&str]) -> Position {
    let mut p = handmade::position(battle, text);
    for text in actions {
        let Need::Decide(seats) = battle.need(&p) else { panic!("no decision before {text}") };
        let seat = seats.iter().next().expect("somebody decides");
        let action = battle.read(&p, seat, text).expect("the words make sense");
        battle.act(&mut p, seat, action, &mut Log::off()).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    }
    p
}

/// The answer as `rule: sentence` lines.
fn why(battle: &Battle, p: &Position, viewer: Viewer, subject: &str) -> Vec<String> {
    let reasons = battle.why(p, viewer, subject).unwrap_or_else(|e| panic!("{subject}: {e:?}"));
    reasons.iter().map(|r| format!("{}: {}", r.rule.0.id, r.sentence)).collect()
}

/// One of the lines begins with the rule and says the words.
fn check(battle: &Battle, text: &str, actions: &[&str], viewer: Viewer, subject: &str, expected: &[&str]) {
    let p = after(battle, text, actions);
    let lines = why(battle, &p, viewer, subject);
    for words in expected {
        assert!(lines.iter().any(|l| l.contains(words)), "`{words}` is not in {lines:#?}");
    }
}

const FIELD: &str =
    "benedek 1012; wohlgemuth 1013; 33-gyulai 1010 N; 1-art 1011 N; 45-sigmund 1111 N; 2-guardie 1004 S";

#[test]
fn why_a_unit_cannot_act() {
    let b = battle();
    let active = format!("turn 2; activate benedek forces; {FIELD}");
    check(
        &b,
        &format!("side austria; {FIELD}"),
        &[],
        AUSTRIA,
        "33-gyulai",
        &["6.1: Benedek brigade is not activated"],
    );
    check(
        &b,
        &format!("side piedmont; {FIELD}"),
        &[],
        AUSTRIA,
        "33-gyulai",
        &["Piedmont decides now", "6.1: "],
    );
    check(
        &b,
        &active,
        &[],
        AUSTRIA,
        "45-sigmund",
        &["2.4: Benedek brigade is activated: only its units act"],
    );
    check(&b, &active, &["act 33-gyulai"], AUSTRIA, "1-art", &["7a: Another force is in hand"]);
    check(
        &b,
        &active,
        &["act 33-gyulai", "step 1009", "stop"],
        AUSTRIA,
        "33-gyulai",
        &["7.2: This unit has already acted"],
    );
    check(&b, &format!("{active}; 4-grenzer 0404 N out-of-command"), &[], AUSTRIA, "4-grenzer", &["5.1: "]);
    check(&b, &format!("{active}; 21-paumgarten lost"), &[], AUSTRIA, "21-paumgarten", &["13.2: "]);
    check(
        &b,
        &format!("{active}; 21-paumgarten later"),
        &[],
        AUSTRIA,
        "21-paumgarten",
        &["15.1a: It is due on turn 1"],
    );
    check(&b, &active, &[], AUSTRIA, "9-jager", &["16.1.1: It comes with the corps"]);
    check(
        &b,
        &format!("side austria; activated benedek; {FIELD}"),
        &[],
        AUSTRIA,
        "33-gyulai",
        &["6.1: This formation has already been activated"],
    );
    check(&b, &format!("{FIELD}; side piedmont; turn 1"), &[], PIEDMONT, "2-guardie", &["6.1: "]);
}

#[test]
fn what_a_unit_can_do() {
    let b = battle();
    let text = format!("turn 2; activate benedek forces; {FIELD}");
    check(
        &b,
        &text,
        &[],
        AUSTRIA,
        "33-gyulai",
        &["7.2: It can do this now: go to 1009", "form square", "7.1a: It cannot assault"],
    );
    check(&b, &text, &[], AUSTRIA, "au-33-gyulai", &["7.2: It can do this now: go to 1009"]);
    check(&b, &text, &[], AUSTRIA, "1-art", &["limber", "8.4a: It is unlimbered"]);
    let reacting =
        "activate benedek forces; benedek 1012; 33-gyulai 1011 N; 2-guardie 1009 S; marker assault 1010>1009";
    check(
        &b,
        reacting,
        &["act 33-gyulai", "step 1010"],
        PIEDMONT,
        "2-guardie",
        &["It can do this now: fire in reaction"],
    );
    let states = "activate benedek forces; benedek 1012; 33-gyulai 1010 N square; 1-art 1011 N limbered out-of-ammo; 2-guardie 1004 S";
    check(&b, states, &[], AUSTRIA, "33-gyulai", &["leave square", "8.6.1: It is in square"]);
    check(&b, states, &[], AUSTRIA, "1-art", &["8.4a: It is limbered", "9.4.3b: It is out of ammunition"]);
}

#[test]
fn commanders_and_formations() {
    let b = battle();
    let text = format!("turn 2; activate benedek forces; {FIELD}");
    check(&b, &text, &[], AUSTRIA, "benedek", &["2.2: ", "8.5: He can move"]);
    check(
        &b,
        &text,
        &[],
        AUSTRIA,
        "wohlgemuth",
        &["8.5: A formation commander moves in the activation of his formation"],
    );
    check(&b, &text, &["act benedek"], AUSTRIA, "benedek", &["8.5: He can do this now: go to "]);
    check(
        &b,
        &format!("side austria; failed wohlgemuth 2; {FIELD}"),
        &[],
        AUSTRIA,
        "au-wohlgemuth",
        &["6.1: ", "6.1.2: It has failed 2 times"],
    );
    check(&b, &format!("side austria; {FIELD}"), &[], AUSTRIA, "ris", &["has not been activated this turn"]);
}

#[test]
fn a_hex_and_what_is_in_it() {
    let b = battle();
    let text = "activate benedek forces; benedek 1012; 33-gyulai 1010 N; 2-guardie 1008 S; 1-guardie 1004 S";
    check(
        &b,
        text,
        &["act 33-gyulai"],
        AUSTRIA,
        "1009",
        &["14: 1009: clear", "3a: In a zone of reaction of Piedmont", "3.1.2a: "],
    );
    check(&b, text, &["act 33-gyulai"], AUSTRIA, "1011", &["8a: The force in hand can step here for 1 MP"]);
    check(&b, text, &["act 33-gyulai"], AUSTRIA, "1005", &["not beside the force"]);
    check(&b, text, &[], AUSTRIA, "1004", &["face-down infantry (3)"]);
    check(&b, text, &[], PIEDMONT, "1004", &["1 Guardie, good order"]);
    check(&b, text, &[], AUSTRIA, "2011", &["village"]);
    let declare = "activate benedek declare; benedek 1012; 33-gyulai 1011 N; 2-guardie 1009 S";
    check(&b, declare, &[], AUSTRIA, "1010", &["7.1a: It can carry a marker: mark assault 1010>1009"]);
    check(&b, declare, &[], AUSTRIA, "1008", &["11.1: "]);
}

#[test]
fn nothing_is_told_of_what_lies_face_down() {
    let b = battle();
    let ask =
        |text: &str, viewer: Viewer, subject: &str| b.why(&handmade::position(&b, text), viewer, subject);
    let one =
        "side austria; benedek 1012; 33-gyulai 1010 N; 2-guardie 1004 S; 1-guardie 0404 S; ve-savoia 0404";
    let other =
        "side austria; benedek 1012; 33-gyulai 1010 N; 1-guardie 1004 S -2; 2-guardie 0404 S; ve-savoia 0404";
    for subject in ["pi-2-guardie", "2-guardie", "pi-11-casale"] {
        let refusal = ask(one, AUSTRIA, subject).expect_err("face down or off the map");
        assert_eq!(refusal.message, "You do not know where that unit is.");
        assert_eq!(Err(refusal.clone()), ask(other, AUSTRIA, subject));
        assert_eq!(b.reach(&handmade::position(&b, one), AUSTRIA, subject), Err(refusal));
    }
    assert!(ask(one, AUSTRIA, "ve-savoia").expect_err("face down").message.contains("commander"));
    for subject in ["1004", "0404", "ris", "1003"] {
        for viewer in [AUSTRIA, Viewer::Public] {
            assert_eq!(ask(one, viewer, subject), ask(other, viewer, subject), "{subject}");
        }
    }
    // in contact it lies open
    let seen = "side austria; benedek 1012; 33-gyulai 1010 N; 2-guardie 1009 S";
    assert!(
        why(&b, &handmade::position(&b, seen), AUSTRIA, "2-guardie")[0]
            .contains("2 Guardie of Piedmont is in 1009")
    );
    assert!(ask(seen, AUSTRIA, "nobody").is_err());
}

// ---- reach -----------------------------------------------------------------------------------------

fn reach(battle: &Battle, p: &Position, viewer: Viewer, unit: &str) -> Reach {
    battle.reach(p, viewer, unit).unwrap_or_else(|e| panic!("{unit}: {e:?}"))
}

fn cost(reach: &Reach, hex: &str) -> Option<f32> {
    reach.hexes.iter().find(|h| h.hex == hex).map(|h| h.cost)
}

#[test]
fn where_infantry_can_go() {
    let b = battle();
    let p =
        handmade::position(&b, "activate benedek forces; benedek 0512; 33-gyulai 0510 N; 2-guardie 0506 S");
    let r = reach(&b, &p, AUSTRIA, "33-gyulai");
    assert_eq!((r.unit.as_str(), r.from.as_str(), r.allowance), ("33-gyulai", "0510", 5.0));
    let near = r.hexes.iter().find(|h| h.hex == "0508").expect("two hexes off");
    assert_eq!((near.cost, near.mode), (2.0, "deployed"));
    assert_eq!(near.path, ["0509", "0508"]);
    assert!(near.reactions.is_empty());
    // the zone of reaction around the enemy has no marker
    assert_eq!(cost(&r, "0507"), None);
    assert_eq!(cost(&r, "0510"), None, "it is there already");
}

#[test]
fn reactions_on_the_way_to_a_marker() {
    let b = battle();
    let p = handmade::position(
        &b,
        "activate benedek forces; benedek 0512; 33-gyulai 0510 N; 2-guardie 0506 S; marker assault 0507>0506",
    );
    let r = reach(&b, &p, AUSTRIA, "33-gyulai");
    let marker = r.hexes.iter().find(|h| h.hex == "0507").expect("the marker hex");
    assert_eq!(marker.reactions, ["infantry in 0506 may react when it enters 0507 (12.1b)"]);
    let p =
        handmade::position(&b, "activate benedek forces; benedek 0512; 33-gyulai 0507 N; 2-guardie 0506 S");
    let r = reach(&b, &p, AUSTRIA, "33-gyulai");
    let back = r.hexes.iter().find(|h| h.hex == "0508").expect("out of the zone");
    assert_eq!(back.reactions, ["infantry in 0506 may react when it leaves 0507 (12.1c)"]);
}

#[test]
fn roads_carry_only_what_marches() {
    let b = battle();
    let p = handmade::position(&b, "activate benedek forces; benedek 1619; 33-gyulai 1619 N; 1-art 1618 N");
    let r = reach(&b, &p, AUSTRIA, "33-gyulai");
    assert!(
        r.hexes.iter().any(|h| h.mode == "in March" && h.cost.fract() != 0.0),
        "the Sacca road is nearer in March"
    );
    assert!(r.hexes.iter().any(|h| h.mode == "deployed"));
    assert!(r.hexes.iter().all(|h| h.cost <= r.allowance));
    // a foot battery has 4 points and pays 2 of them for limbering
    let guns = reach(&b, &p, AUSTRIA, "1-art");
    assert!(
        guns.hexes.iter().all(|h| h.mode == "limbered" && h.cost > 2.0 && h.cost <= 4.0),
        "{:?}",
        guns.hexes
    );
}

#[test]
fn the_force_in_hand_goes_on_from_where_it_is() {
    let b = battle();
    let text = "activate benedek forces; benedek 0512; 33-gyulai+4-grenzer 0510 N";
    let p = after(&b, text, &["act 33-gyulai+4-grenzer", "step 0509"]);
    let r = reach(&b, &p, AUSTRIA, "33-gyulai");
    assert_eq!((r.from.as_str(), r.allowance), ("0509", 4.0));
    assert!(r.unit.contains("33-gyulai") && r.unit.contains("4-grenzer"));
    assert!(r.hexes.iter().all(|h| h.mode == "deployed"));
    assert_eq!(cost(&r, "0505"), Some(4.0));
    assert_eq!(cost(&r, "0504"), None);
}

#[test]
fn every_hex_of_the_reach_can_be_walked_to() {
    let b = battle();
    let text = "activate benedek forces; benedek 1112; 33-gyulai 1111 N; 4-grenzer 1110 N; 2-guardie 1107 S; 1-art 1210 N; \
                marker assault 1108>1107";
    let p = handmade::position(&b, text);
    let r = reach(&b, &p, AUSTRIA, "33-gyulai");
    assert!(r.hexes.len() > 30);
    for hex in r.hexes.iter().filter(|h| h.reactions.is_empty()) {
        let mut q = after(&b, text, &["act 33-gyulai"]);
        if hex.mode == "in March" {
            let march = b.read(&q, Seat(1), "march").expect("march");
            b.act(&mut q, Seat(1), march, &mut Log::off()).expect("it may march");
        }
        for step in &hex.path {
            let step = b.read(&q, Seat(1), &format!("step {step}")).expect("a step");
            b.act(&mut q, Seat(1), step, &mut Log::off()).unwrap_or_else(|e| panic!("to {}: {e:?}", hex.hex));
        }
        let stop = b.read(&q, Seat(1), "stop").expect("stop");
        b.act(&mut q, Seat(1), stop, &mut Log::off()).unwrap_or_else(|e| panic!("in {}: {e:?}", hex.hex));
    }
}

#[test]
fn a_unit_that_waits_is_looked_at_as_if_activated() {
    let b = battle();
    let p = handmade::position(&b, "side piedmont; benedek 0512; 33-gyulai 0510 N; 2-guardie 0506 S");
    assert_eq!(cost(&reach(&b, &p, AUSTRIA, "33-gyulai"), "0508"), Some(2.0));
    let column =
        handmade::position(&b, "turn 1; side austria; benedek column; 33-gyulai column; 2-guardie 0506 S");
    let r = reach(&b, &column, AUSTRIA, "33-gyulai");
    assert_eq!(r.from, "column");
    assert!(cost(&r, "1619").is_some_and(|c| c <= 1.0), "{:?}", r.hexes);
}

#[test]
fn an_enemy_in_contact_may_be_measured_but_not_his_duties() {
    let b = battle();
    let ask = |commander: &str| {
        let text =
            format!("side piedmont; benedek {commander}; 33-gyulai 0510 N out-of-command; 2-guardie 0509 S");
        b.reach(&handmade::position(&b, &text), PIEDMONT, "33-gyulai").expect("it is face up")
    };
    // where its commander is, and so where it must go, lies face down
    assert_eq!(ask("0517"), ask("0503"));
    assert!(cost(&ask("0517"), "0512").is_some());
}

#[test]
fn commanders_ride_eight_points_and_keep_off_the_enemy() {
    let b = battle();
    let p = handmade::position(&b, "side austria; benedek 0510; 33-gyulai 0510 N; 2-guardie 0507 S");
    let r = reach(&b, &p, AUSTRIA, "benedek");
    assert_eq!((r.allowance, r.from.as_str()), (8.0, "0510"));
    assert_eq!(cost(&r, "0508"), None, "a zone of reaction without friends");
    assert!(cost(&r, "0509").is_some());
    assert!(r.hexes.iter().all(|h| h.mode == "mounted"));
}

/// Every way that is shown can be played by its phrase, as far as nothing interrupts it.
#[test]
fn the_phrase_of_a_way_plays_it() {
    let b = battle();
    let texts = [
        format!("turn 2; activate benedek forces; {FIELD}"),
        "turn 2; activate benedek forces; benedek 1012; 33-gyulai 1010 N march; 1-art 1011 N limbered".into(),
        "turn 2; activate benedek forces; benedek 1012; 33-gyulai 1010 N square; 21-paumgarten 1009 N".into(),
    ];
    let mut played = 0;
    for text in &texts {
        let p = handmade::position(&b, text);
        for unit in ["33-gyulai", "1-art", "benedek"].into_iter().filter(|u| b.reach(&p, AUSTRIA, u).is_ok())
        {
            for taken in [false, true] {
                let mut from = p.clone();
                if taken {
                    from = after(&b, text, &[&format!("act {unit}")]);
                }
                let reach: Reach = b.reach(&from, AUSTRIA, unit).expect("it is in play");
                for way in reach.hexes.iter().step_by(5) {
                    let mut q = from.clone();
                    let steps = b.expand(&q, Seat(1), &way.action).expect("a phrase of the game");
                    for step in steps {
                        let action = b.read(&q, Seat(1), &step).unwrap_or_else(|e| panic!("{step}: {e:?}"));
                        b.act(&mut q, Seat(1), action, &mut Log::off())
                            .unwrap_or_else(|e| panic!("{text}: `{}`, step `{step}`: {e:?}", way.action));
                        if !matches!(b.need(&q), Need::Decide(seats) if seats.has(Seat(1))) {
                            break;
                        }
                    }
                    played += 1;
                }
            }
        }
    }
    assert!(played > 30, "{played} ways");
}

/// A unit that cannot leave the entry column of its activated brigade says why.
#[test]
fn why_a_unit_stays_in_the_column() {
    let b = battle();
    let column = "33-gyulai+1-art column; benedek column; 5-aosta 1612 S; darvillars 1511";
    for conduct in ["holds", "fall_back"] {
        let text = format!("activate benedek {conduct} forces; {column}");
        for unit in ["33-gyulai", "1-art"] {
            let expected = ["6.2: The commander does not bring", "15.1b: It is off the map"];
            check(&b, &text, &[], AUSTRIA, unit, &expected);
        }
    }
}
