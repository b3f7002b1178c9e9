//! What comes from outside: positions, set-ups, records and data files that people or programs have changed. They are
//! refused with a reason, or played; nothing brings the rules down.

use dataset::trial::{replaced, texts};
use kernel::conformance::{break_files, break_positions, break_records, break_setups, refuses};
use kernel::hash::hash_of;
use kernel::{Module, Options, Table};
use piacenza::model::UnitId;
use piacenza::module::Rules;
use piacenza::position::Slot;
use piacenza::{data, piacenza};
use serde_json::{Value, json};

const FIGHT: &str = "turn 3
    activate fs-lw combat
    used au-rw fs-ce
    guardias-valonas 4622 reduced disordered billebaude
    fs-lw-art-1 4723 SE fired; reina-inf 4723 changed
    carabineros-cav+sagunto-dr-1 4724
    dauphin-dr-foot 4725; au-lw-art-1 lost
    fc-douchez 4724 staff moved; felipe 4725 stays=2; wc-browne lost
    daun-ir 4823; smoke 4820 4821 4820; melee reina-inf>4823
    trophies austrian 6";

fn table() -> Box<dyn Table> {
    piacenza().open("piacenza/campaign", &Options::new()).expect("it is a scenario of the game")
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
        ("/turn", json!(250), "turn: 250 is not from"),
        ("/used", json!([15]), "used: 15 has no place in it"),
        ("/used", json!([3, 3]), "used: invalid value: integer `3`"),
        ("/used", json!([16]), "used: invalid value: integer `16`"),
        ("/chosen/0", json!(77), "chosen[0]: it is no wing of this side"),
        ("/objectives", json!(255), "objectives: so many are not chosen"),
        ("/held", json!(3), "held: it is no side"),
        ("/units/3/facing", json!(9), "units[3].facing: there is no 9"),
        ("/units/3/hex", json!(9999), "units[3].hex: "),
        ("/units/3/attack", json!({ "melee": 6 }), "units[3].attack: there is no 6"),
        ("/units/3/wings", json!(2), "units[3].wings: unknown field `wings`"),
        ("/moon", json!(2), "moon: unknown field `moon`"),
        ("/leaders/0/stays", json!(99), "leaders[0].stays: 99 is not"),
        ("/smoke/0", json!(9999), "smoke[0]: there is no 9999"),
        ("/smoke", json!([5, 5]), "smoke[1]: the hexes stand in their order"),
        ("/line", json!([[127, 3]]), "line[0]: there is no 127"),
        ("/returned/driven", json!([127]), "returned.driven: 127 has no place in it"),
        ("/ending", json!("automatic"), "ending: a game has an ending when it is over"),
        ("/stack", json!([]), "stack: something goes on until the game is over"),
        ("/stack/0", json!("Objectives"), "stack[0]: it cannot stand here"),
        ("/stack/1/Activation/wing", json!(40), "stack[1].wing: it is no wing of this battle"),
        ("/stack/2/Fire/formation", json!(31), "stack[2].formation: "),
        ("/stack/2/Fire/trying", json!([127]), "stack[2].trying: 127 has no place in it"),
        ("/stack/2/Fire/moon", json!(1), "moon: unknown field"),
        ("/wait", json!("Run"), "wait: a position waits"),
        ("/wait", json!({ "Decide": 2 }), "wait: the rules do not wait for this here"),
        ("/wait", json!({ "Decide": 255 }), "wait: the rules do not wait for this here"),
        ("/wait", json!({ "Roll": { "what": "Fire", "by": 9 } }), "wait: the rules do not wait"),
    ];
    refuses(&*table(), &sound, &changes);
}

/// A procedure without fields once stood in a position by its name alone, and may still.
#[test]
fn positions_of_old_are_read() {
    let end = "turn 9; phase end; objectives 3526 3438 2834 4814; reina-inf 3526";
    let cases = [(table().position(), "/stack/1", "Objectives"), (position(end), "/stack/0", "EndTurn")];
    for (now, path, name) in cases {
        assert_eq!(now.pointer(path), Some(&json!({ name: {} })));
        let mut old = now.clone();
        *old.pointer_mut(path).expect("it stands there") = json!(name);
        let mut table = table();
        table.load_position(&old).expect("it is sound");
        assert_eq!(table.position(), now);
        refuses(&*table, &now, &[(path, json!("Setup"), "`Setup` has fields")]);
    }
}

#[test]
fn a_slot_is_written_and_hashed_as_its_unit() {
    let units = [UnitId::at(7), UnitId::NOBODY];
    let slots = units.map(Slot);
    assert_eq!(json!(slots), json!(units));
    assert_eq!(serde_json::from_value::<[Slot; 2]>(json!(units)).ok(), Some(slots));
    assert_eq!(hash_of(&slots), hash_of(&units));
    assert_eq!(hash_of(&slots[0]), hash_of(&units[0]));
}

#[test]
fn broken_positions_are_refused_or_played() {
    break_positions(&piacenza(), 24, 70, &[("piacenza/campaign", &[FIGHT])]).at_least(5_000, 2_000);
}

#[test]
fn broken_set_ups_are_refused_or_played() {
    let setups = [
        json!(FIGHT),
        json!(
            "activate fs-lw billebaude\nfelipe 4622; de-gages 4622; fc-douchez 4622\nreina-inf 4623 billebaude"
        ),
        json!({
            "turn": 3, "activate": { "wing": "fs-lw", "segment": "movement" }, "used": ["au-rw"],
            "units": {
                "guardias-valonas": { "hex": "4622", "reduced": true, "order": "disordered" },
                "fs-lw-art-1": { "hex": "4723", "facing": "SE", "fired": true }, "au-lw-art-1": "lost"
            },
            "leaders": { "douchez": { "hex": "4724", "staff": true, "moved": true }, "browne": "lost" },
            "smoke": ["4820"], "objectives": ["3526", "3438", "2834", "4814"], "only_listed": true
        }),
        json!({ "turn": 2, "phase": "end", "trophies": { "austrian": 6 } }),
    ];
    break_setups(&piacenza(), "piacenza/campaign", &setups, 500).at_least(2_000, 200);
}

#[test]
fn broken_records_are_refused_or_played() {
    break_records(&piacenza(), 60, 250).at_least(1_000, 20);
}

/// Whatever an owner writes into his files, it is refused, or it can be played.
#[test]
fn broken_data_is_refused_or_played() {
    let files = data::files();
    break_files::<Rules>(&texts(&files), 120, |path, text| replaced(&files, path, text)).at_least(120, 12);
}
