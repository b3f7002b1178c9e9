//! Values that can be turned: which there are, and that a change goes where it should.

use kernel::{Knob, Module, Options};
use risorgimento::{Goito, goito};

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
    assert_eq!(knob(&goito, "switches.assault_marker_limit").others, ["formation_size"]);
    assert_eq!(knob(&goito, "fire_drm.massed_target").label, "Fire drm: massed target");
    assert_eq!(knob(&goito, "scenarios.battle.turns").others, ["7", "9"]);
    let quick = goito.knobs("goito/quick");
    assert!(quick.iter().any(|knob| knob.id == "scenarios.quick.victory.tactical_count"));
    assert!(!quick.iter().any(|knob| knob.id == "units.au-48.sp"), "II Corps takes no part");
}

#[test]
fn a_turned_value_is_in_the_data() {
    let goito = goito();
    let own = hash(&goito);
    for (id, value) in [
        ("units.pi-5-aosta.sp", "8"),
        ("leaders.au-fc-clam.command_value", "5"),
        ("switches.river_blocks_command", "false"),
        ("switches.assault_marker_limit", "formation_size"),
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
