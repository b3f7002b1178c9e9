//! Values that can be turned: which there are, and that a change goes where it should.

use kernel::{Knob, Module, Options};
use risorgimento::model::UNREAD;
use risorgimento::{Goito, goito};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn hash(module: &dyn Module) -> String {
    module.open("goito/battle", &Options::new()).expect("the scenario is there").info().data
}

fn knob(goito: &Goito, id: &str) -> Knob {
    let found = goito.knobs("goito/battle").into_iter().find(|knob| knob.id == id);
    found.unwrap_or_else(|| panic!("there is no knob `{id}`"))
}

#[test]
fn strengths_commands_switches_charts_and_goals_can_be_turned() {
    let goito = goito();
    let aosta = knob(&goito, "units.pi-5-aosta.sp");
    assert_eq!((aosta.kind, aosta.value.as_str(), aosta.provenance), ("strength", "7", "reconstructed"));
    assert_eq!(aosta.others, ["6", "8"]);
    assert_eq!(knob(&goito, "units.pi-1-2-bers.sp").others, ["2"], "nobody has no strength");
    assert_eq!(knob(&goito, "leaders.pi-fc-darvillars.command_value").kind, "command");
    assert_eq!(knob(&goito, "switches.river_blocks_command").others, ["false"]);
    assert_eq!(knob(&goito, "fire_drm.massed_target").label, "Fire drm: massed target");
    assert_eq!(knob(&goito, "scenarios.battle.turns").others, ["7", "9"]);
    let quick = goito.knobs("goito/quick");
    assert!(quick.iter().any(|knob| knob.id == "scenarios.quick.victory.tactical_count"));
    assert!(!quick.iter().any(|knob| knob.id == "units.au-48.sp"), "II Corps takes no part");
}

/// A switch is a knob if, and only if, a rule reads it.
#[test]
fn only_switches_that_rules_read_can_be_turned() {
    let goito = goito();
    let model = risorgimento::data::load(&risorgimento::data::files(), "goito", "battle").expect("sound");
    let switches = serde_json::to_value(&model.switches).expect("plain values");
    let sources = sources(concat!(env!("CARGO_MANIFEST_DIR"), "/src").as_ref());
    let read = |field: &str| sources.contains(&format!("switches.{field}"));
    let fields: Vec<&String> = switches.as_object().expect("named values").keys().collect();
    let unread: BTreeSet<&str> = fields.iter().filter(|field| !read(field)).map(|field| key(field)).collect();
    assert_eq!(unread, UNREAD.iter().copied().collect());
    assert!(fields.len() > unread.len(), "some are read");
    for key in UNREAD {
        let id = format!("switches.{key}");
        assert!(!goito.knobs("goito/battle").iter().any(|knob| knob.id == id), "{id}");
    }
}

/// All sources below a folder.
fn sources(folder: &Path) -> String {
    let paths =
        fs::read_dir(folder).expect("the sources are there").map(|entry| entry.expect("an entry").path());
    let text =
        |path: &Path| if path.is_dir() { sources(path) } else { fs::read_to_string(path).expect("a text") };
    paths.map(|path| text(&path)).collect()
}

/// How the file calls a switch that has another name among the values.
fn key(field: &str) -> &str {
    match field {
        "markers_by_command_value" => "assault_marker_limit",
        "initiative_rolled" => "initiative",
        field => field,
    }
}

#[test]
fn a_turned_value_is_in_the_data() {
    let goito = goito();
    let own = hash(&goito);
    for (id, value) in [
        ("units.pi-5-aosta.sp", "8"),
        ("leaders.au-fc-clam.command_value", "5"),
        ("switches.river_blocks_command", "false"),
        ("fire_drm.massed_target", "2"),
        ("cohesion_check_modifiers.rows.out_of_command.drm", "2"),
        ("strength_ratio_assault_modifiers.rows.0.drm", "5"),
        ("terrain.hex.village.fire_shift", "-3"),
        ("scenarios.battle.turns", "9"),
    ] {
        let turned = goito.turned(id, value).unwrap_or_else(|errors| panic!("{id}: {errors:?}"));
        let new = turned.knobs("goito/battle").into_iter().find(|knob| knob.id == id).expect("it is there");
        assert_eq!((new.value.as_str(), new.provenance), (value, "owner"), "{id}");
        assert_ne!(hash(&*turned), own, "{id}");
        let back = turned.turned(id, &knob(&goito, id).value).expect("it can be turned back");
        assert_eq!(hash(&*back), own, "{id}");
    }
    assert!(goito.turned("units.pi-5-aosta.sp", "many").is_err());
    assert!(goito.turned("units.nobody.sp", "3").is_err());
    assert!(goito.turned("fire_drm.rain", "3").is_err());
}
