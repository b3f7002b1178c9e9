//! What comes from outside: positions, set-ups, records and data files that people or programs have changed. They are
//! refused with a reason, or played; nothing brings the rules down.

use dataset::trial::{replaced, texts};
use kernel::conformance::{break_files, break_positions, break_records, break_setups, refuses};
use kernel::{Module, Options, Table};
use risorgimento::flow::{Alternation, EndTurn, Frame, Initiative};
use risorgimento::module::{OfGoito, Rules};
use risorgimento::{data, goito};
use serde_json::{Value, json};

const FIGHT: &str = "turn 3
initiative piedmont; side austria
33-gyulai 1307 N; 5-aosta 1207 S -2; benedek 1308
4-grenzer+21-paumgarten 1508 shaken; nizza-cav 1410 exhausted; pi-5-art 1412 limbered low-ammo
au-8-art column; control austria 1116
activate benedek attack forces; marker assault 1307>1207";

fn table() -> Box<dyn Table> {
    goito().open("goito/battle", &Options::new()).expect("it is a scenario of the game")
}

/// The position of a set-up, as JSON.
fn position(setup: &str) -> Value {
    let mut table = table();
    table.load_setup(&setup.into()).expect("it is sound");
    table.position()
}

#[test]
fn a_position_is_checked_whole_before_it_is_taken() {
    let sound = position(FIGHT);
    let changes = [
        ("/turn", json!(250), "turn: 250 is not from 1 to 8"),
        ("/turn", json!(256), "turn: invalid value: integer `256`"),
        ("/turn", json!(0), "turn: 0 is not from 1 to 8"),
        ("/to_act", json!(2), "to_act: there is no 2"),
        ("/passes", json!(9), "passes: 9 is not from 0"),
        ("/units/3/facing", json!(9), "units[3].facing: there is no 9"),
        ("/units/3/status", json!(4), "units[3].status: 4 is not from 0 to 3"),
        ("/units/3/lost", json!(200), "units[3].lost: 200 is not"),
        ("/units/3/hex", json!(9999), "units[3].hex: "),
        ("/units/3/place", json!("nowhere"), "units[3].place: unknown variant"),
        ("/units/3/wings", json!(2), "units[3].wings: unknown field `wings`"),
        ("/moon", json!(2), "moon: unknown field `moon`"),
        ("/leaders/0/hex", json!(470), "leaders[0].hex: "),
        ("/formations/0/mood", json!(100), "formations[0].mood: 100 is not"),
        ("/markers/0/dir", json!(6), "markers[0].dir: there is no 6"),
        ("/markers/0/hex", json!(65535), "markers[0].hex: there is no 65535"),
        ("/corps", json!({ "arrives": 200 }), "corps: 200 is not"),
        ("/returned/failed", json!([63]), "returned.failed: 63 has no place in it"),
        ("/ending", json!("held"), "ending: a game has an ending when it is over"),
        ("/stack", json!([]), "stack: something goes on until the game is over"),
        ("/stack/0", json!({ "Relocate": { "leader": 0 } }), "stack[0]: it cannot stand here"),
        ("/stack/1/Activation/formation", json!(40), "stack[1].formation: there is no 40"),
        ("/stack/2", json!({ "Attempt": { "formation": 99 } }), "stack[2].formation: there is no 99"),
        ("/stack/2", json!({ "Ride": { "leader": 15, "left": 3, "entered": 0 } }), "stack[2].leader: "),
        (
            "/stack/2",
            json!({ "Relocate": { "leader": 0, "moon": 1 } }),
            "stack[2].Relocate.moon: unknown field",
        ),
        ("/wait", json!("Run"), "wait: a position waits"),
        ("/wait", json!({ "Decide": 0 }), "wait: the rules do not wait for this here"),
        ("/wait", json!({ "Decide": 9 }), "wait: the rules do not wait for this here"),
        ("/wait", json!({ "Roll": { "dice": 200, "what": "Fire", "by": 1 } }), "wait: the rules do not wait"),
    ];
    refuses(&*table(), &sound, &changes);
}

/// Sets were numbers once, a bit for each unit, and what the rules did not look at was not written.
#[test]
fn a_position_in_the_old_form_is_still_read() {
    let sound = position(FIGHT);
    let mut old = sound.clone();
    old["returned"]["failed"] = json!(0);
    let fields = old.as_object_mut().expect("an object");
    fields.remove("ridden");
    for unit in fields["units"].as_array_mut().expect("a list") {
        for new in ["exhausted_on", "stirred"] {
            unit.as_object_mut().expect("an object").remove(new);
        }
    }
    let mut table = table();
    table.load_position(&old).expect("it is the same position");
    assert_eq!(table.position(), sound);
}

/// A procedure without fields stood there by its name alone.
#[test]
fn a_procedure_in_the_old_form_is_still_read() {
    let sound = position(FIGHT);
    assert_eq!(sound["stack"][0], json!({ "Alternation": {} }));
    let mut old = sound.clone();
    old["stack"][0] = json!("Alternation");
    let mut table = table();
    table.load_position(&old).expect("it is the same position");
    assert_eq!(table.position(), sound);

    let read = |written: Value| serde_json::from_value::<Frame>(written);
    assert_eq!(read(json!("Alternation")).ok(), Some(Frame::Alternation(Alternation {})));
    assert_eq!(read(json!({ "EndTurn": "AskCorps" })).ok(), Some(Frame::EndTurn(EndTurn::AskCorps)));
    let initiative = Frame::Initiative(Initiative { totals: [7, 0], next: 1 });
    assert_eq!(read(json!({ "Initiative": { "totals": [7, 0], "next": 1 } })).ok(), Some(initiative));
    for wrong in [json!("Attempt"), json!("Dance"), json!({ "Alternation": {}, "Dance": {} }), json!(3)] {
        assert!(read(wrong.clone()).is_err(), "{wrong}");
    }
}

#[test]
fn broken_positions_are_refused_or_played() {
    break_positions(&goito(), 32, 55, &[("goito/battle", &[FIGHT])]).at_least(5_000, 2_000);
}

#[test]
fn broken_set_ups_are_refused_or_played() {
    let setups = [
        json!(FIGHT),
        json!("33-gyulai 1614 NE shaken -2 march\nradetzky column\nmood benedek +1; failed benedek 2"),
        json!({
            "turn": 3, "side": "austria", "activate": "benedek",
            "units": { "33-gyulai": { "hex": "1614", "facing": "N", "status": "shaken", "lost": 2 }, "5-aosta": "1207" },
            "leaders": { "benedek": "1617" },
            "markers": [{ "kind": "assault", "hex": "1614", "target": "1513" }],
        }),
        json!({ "turn": 6, "corps": { "arrives": 6 }, "units": { "5-aosta": { "place": "lost" } } }),
    ];
    break_setups(&goito(), "goito/battle", &setups, 500).at_least(2_000, 200);
}

#[test]
fn broken_records_are_refused_or_played() {
    break_records(&goito(), 60, 250).at_least(1_000, 20);
}

/// Whatever an owner writes into his files, it is refused, or it can be played.
#[test]
fn broken_data_is_refused_or_played() {
    let files = data::files();
    let texts: Vec<_> = texts(&files).into_iter().filter(|(path, _)| !path.starts_with("custoza/")).collect();
    let broken = |path: &str, text: String| replaced(&files, path, text);
    break_files::<Rules<OfGoito>>(&texts, 120, broken).at_least(120, 12);
}
