//! Positions written by hand: what they say, what is filled in, and what is wrong with bad ones.

use kernel::{Game, Need, Seat, SeatSet, Show};
use piacenza::flow::{Frame, Segment};
use piacenza::handmade::{position, read};
use piacenza::position::{Attack, Order, Place, Position, Unit};
use piacenza::{Battle, data};
use serde_json::json;
use std::sync::LazyLock;

static BATTLE: LazyLock<Battle> = LazyLock::new(|| of("campaign"));

fn of(scenario: &str) -> Battle {
    Battle::new(data::load(&data::files(), scenario).expect("they are sound"))
}

fn unit(p: &Position, id: &str) -> Unit {
    *p.unit(BATTLE.unit_named(id).expect("a unit of the army"))
}

const TEXT: &str = "turn 3
    activate fs-lw combat
    used au-rw fs-ce
    guardias-valonas 4622 reduced disordered billebaude   # of the guards
    fs-lw-art-1 4723 SE fired; reina-inf 4723 changed
    carabineros-cav+sagunto-dr-1 4724
    dauphin-dr-foot 4725; au-lw-art-1 lost
    fc-douchez 4724 staff moved; felipe 4725 stays=2; wc-browne lost
    daun-ir 4823; smoke 4820 4821 4820; melee reina-inf>4823
    trophies austrian 6";

#[test]
fn a_short_text_says_all_of_a_piece() {
    let b = &*BATTLE;
    let p = position(b, TEXT);
    let guards = unit(&p, "fs-guardias-valonas");
    assert_eq!((b.map.number(guards.hex), guards.reduced), ("4622", true));
    assert_eq!((guards.order, guards.billebaude), (Order::Disordered, true));
    let guns = unit(&p, "fs-lw-art-1");
    assert_eq!((guns.facing, guns.fired, guns.failed), (2, true, false));
    assert!(unit(&p, "reina-inf").changed);
    assert_eq!(unit(&p, "carabineros-cav").hex, unit(&p, "sagunto-dr-1").hex);
    assert_eq!(unit(&p, "au-lw-art-1").place, Place::Lost);
    assert_eq!(unit(&p, "wallis-ir").place, Place::Away, "only what is listed is there");
    assert!(matches!(unit(&p, "reina-inf").attack, Attack::Melee(_)));
    let leader = |id: &str| *p.leader(b.leader_named(id).expect("a commander"));
    assert!(leader("fs-fc-douchez").staff && leader("douchez").moved);
    assert_eq!((leader("cic-felipe").stays, leader("browne").place), (2, Place::Lost));
    assert_eq!(p.smoke.len(), 2);
    assert_eq!((p.turn, p.trophies), (3, [0, 6]));
    assert_eq!(p.used.iter().count(), 3, "with the wing that is activated");
    assert_eq!(p.objectives, 0b1111, "the first four, where none are named");
    b.audit(&p).expect("it is sound");
}

#[test]
fn json_says_the_same_as_the_text() {
    let b = &*BATTLE;
    let setup = json!({
        "turn": 3, "activate": { "wing": "fs-lw", "segment": "combat" }, "used": ["au-rw", "fs-ce"],
        "only_listed": true,
        "units": {
            "guardias-valonas": { "hex": "4622", "reduced": true, "order": "disordered", "billebaude": true },
            "fs-lw-art-1": { "hex": "4723", "facing": "SE", "fired": true },
            "reina-inf": { "hex": "4723", "changed": true },
            "carabineros-cav": "4724", "sagunto-dr-1": "4724", "dauphin-dr-foot": "4725",
            "au-lw-art-1": "lost", "daun-ir": "4823"
        },
        "leaders": {
            "douchez": { "hex": "4724", "staff": true, "moved": true },
            "cic-felipe": { "hex": "4725", "stays": 2 }, "browne": "lost"
        },
        "smoke": ["4820", "4821"], "trophies": { "austrian": 6 },
        "attacks": [{ "kind": "melee", "unit": "reina-inf", "target": "4823" }]
    });
    assert!(b.setup(&setup).expect("it is sound") == position(b, TEXT));
}

#[test]
fn an_activation_begins_at_any_segment() {
    let b = &*BATTLE;
    let pieces = "felipe 4622; de-gages 4622; fc-douchez 4622; reina-inf 4623 billebaude
                  fs-lw-art-1 4624 NE; daun-ir 4823";
    let segment = |word: &str| {
        let p = position(b, &format!("activate fs-lw {word}\n{pieces}"));
        p.activation().expect("a wing is at work").segment
    };
    // the roll for Feu de Billebaude is the first thing to decide
    assert_eq!(segment("check"), Segment::Billebaude);
    assert_eq!(segment(""), Segment::Billebaude);
    assert_eq!(segment("movement"), Segment::Movement);
    assert_eq!(segment("bombardment"), Segment::Bombardment);
    assert_eq!(segment("commanders"), Segment::Commanders);
    let p = position(
        b,
        &format!("activate fs-lw combat\n{}", pieces.replace("4823", "4723").replace(" billebaude", "")),
    );
    assert!(matches!(p.top(), Frame::Fire(_)), "a single formation that can fight begins at once");
}

#[test]
fn phases_and_the_standard_set_up() {
    let b = &*BATTLE;
    let p = position(b, "turn 2; phase selection; standard");
    assert_eq!(b.need(&p), Need::Decide(SeatSet::only(Seat(0)).with(Seat(1))));
    assert!(p.units.iter().filter(|u| u.place == Place::Map).count() > 90);
    let p = position(b, "turn 2; phase reorganization; reina-inf 4623 disordered; daun-ir 4823 routed");
    assert!(matches!(p.top(), Frame::Train(_)), "one unit of a side needs no choice");
    let p = position(b, "turn 2; phase end; reina-inf 4623");
    assert_eq!(p.turn, 3);
    let b = of("gossolengo");
    let p = position(&b, "turn 8; phase end; held austrian");
    assert!(matches!(b.need(&p), Need::Over(outcome) if outcome.winner == Some(Seat(1))));
}

#[test]
fn each_mistake_is_named_where_it_stands() {
    let wrong = |text: &str| read(&*BATTLE, text).expect_err("something is wrong with it").join(" | ");
    assert!(wrong("turn 2\nreina 4623").contains("line 2: units.reina: there is no such"));
    assert!(wrong("lw-art-1 4623").contains("this may be fs-lw-art-1 or au-lw-art-1"));
    assert!(wrong("\n reina-inf 9999").contains("line 2: units.reina-inf: there is no hex 9999"));
    assert!(wrong("reina-inf 4623 tired").contains("line 1: `tired` does not apply to units"));
    assert!(wrong("fc-douchez 4623 tired").contains("line 1: `tired` does not apply to commanders"));
    assert!(wrong("reina-inf 4623\ndaun-ir 4623").contains("line 2: hex 4623: both sides"));
    assert!(wrong("reina-inf 4623\ncastilla-inf 4623").contains("line 2: hex 4623: more units"));
    assert!(wrong("hibernia-inf 4623 reduced").contains("units.hibernia-inf.reduced: the unit has one step"));
    assert!(wrong("fs-lw-art-1 4623 routed").contains("fs-lw-art-1.order"));
    assert!(wrong("reina-inf 4623 N").contains("reina-inf.facing: only batteries"));
    assert!(wrong("turn 13").contains("line 1: turn: a number from 1 to 12"));
    assert!(wrong("activate fs-xx movement").contains("line 1: activate: there is no wing `fs-xx`"));
    assert!(wrong("activate fs-lw firing").contains("line 1: `firing` is not a segment"));
    assert!(wrong("phase night").contains("line 1: phase: `night` is none of"));
    assert!(wrong("objectives 0101").contains("line 1: objectives: 0101 is none of"));
    assert!(
        wrong("reina-inf 4623; melee reina-inf>4625").contains("line 1: attacks.0: the unit is not next")
    );
    assert!(wrong("reina-inf 4623; reina-inf 4624").contains("line 1: `reina-inf` is listed twice"));
    assert!(wrong("reina-inf 4623; fs-reina-inf 4624").contains("listed twice"));
    assert!(wrong("sagunto-dr-foot 4623\nsagunto-dr-1 4624").contains("they are mounted too"));
    assert!(wrong("used fs-lw au-xx").contains("line 1: used: there is no wing"));
    assert!(wrong("{\"units\": []}").contains("units: an object is expected"));
    assert!(wrong("{\"unit\": {}}").contains("unit: there is no such field"));
    assert!(wrong("two words\nlonely").contains("line 2: `lonely` alone says nothing"));
}
