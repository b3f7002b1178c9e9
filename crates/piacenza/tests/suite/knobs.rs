//! Values that can be turned: which there are, and that a change goes where it should.

use kernel::{Knob, Module, Options};
use piacenza::{Piacenza, piacenza};

fn hash(module: &dyn Module) -> String {
    module.open("piacenza/campaign", &Options::new()).expect("the scenario is there").info().data
}

fn knob(piacenza: &Piacenza, id: &str) -> Knob {
    let found = piacenza.knobs("piacenza/campaign").into_iter().find(|knob| knob.id == id);
    found.unwrap_or_else(|| panic!("there is no knob `{id}`"))
}

#[test]
fn strengths_commands_ground_charts_and_goals_can_be_turned() {
    let piacenza = piacenza();
    let reina = knob(&piacenza, "units.fs-reina-inf.sp");
    assert_eq!((reina.kind, reina.label.as_str()), ("strength", "Strength of Reina Inf. (Franco-Spanish)"));
    assert_eq!(reina.others.len(), 2);
    let guns = knob(&piacenza, "units.fs-lw-art-1.sp");
    assert!(guns.others.iter().all(|other| *other != "0"), "nobody has no strength");
    assert_eq!(knob(&piacenza, "wings.au-rw.sp").others, ["-1", "1"]);
    assert_eq!(knob(&piacenza, "leaders.au-wc-browne.range").kind, "command");
    let road = knob(&piacenza, "terrain.road.outside");
    assert_eq!((road.kind, road.value.as_str(), road.others), ("cost", "0.5", vec!["1".to_owned()]));
    assert_eq!(knob(&piacenza, "terrain.hex.woods.fire").kind, "chart");
    assert_eq!(knob(&piacenza, "fire_modifiers.range_1").label, "Fire modifiers: range 1");
    let turns = knob(&piacenza, "scenarios.campaign.last_turn");
    assert_eq!((turns.kind, turns.others.len()), ("scenario", 2));
    assert_eq!(knob(&piacenza, "scenarios.campaign.victory.win").provenance, "printed");
    let small = piacenza.knobs("piacenza/gossolengo");
    assert!(small.iter().any(|knob| knob.id == "scenarios.gossolengo.last_turn"));
    assert!(!small.iter().any(|knob| knob.id == "scenarios.campaign.last_turn"));
    assert!(!small.iter().any(|knob| knob.id == "units.fs-reina-inf.sp"), "the left wing takes no part");
    assert!(!small.iter().any(|knob| knob.id == "wings.au-rw.sp"), "nor does the Austrian right");
    let mut ids: Vec<&str> = small.iter().map(|knob| knob.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), small.len(), "each is there once");
}

#[test]
fn a_turned_value_is_in_the_data() {
    let piacenza = piacenza();
    let own = hash(&piacenza);
    for id in [
        "units.fs-guardias-valonas.sp",
        "units.au-rw-art-1.sp",
        "leaders.au-wc-browne.range",
        "leaders.fs-fc-douchez.sergeants",
        "general.no_chief_up_to",
        "fire_modifiers.range_3",
        "bombardment_table.column_min_sp.2",
        "melee_shifts.grenadier_assault",
        "terrain.hex.woods.inf",
        "terrain.hexside.stream.art",
        "terrain.road.outside",
        "scenarios.campaign.victory.automatic",
    ] {
        let before = knob(&piacenza, id);
        let value = before.others.last().expect("it can be turned").as_str();
        let turned = piacenza.turned(id, value).unwrap_or_else(|errors| panic!("{id}: {errors:?}"));
        let new = turned.knobs("piacenza/campaign").into_iter().find(|knob| knob.id == id);
        let new = new.unwrap_or_else(|| panic!("{id} is there"));
        assert_eq!((new.value.as_str(), new.provenance), (value, "owner"), "{id}");
        assert_ne!(hash(&*turned), own, "{id}");
        let back = turned.turned(id, &before.value).unwrap_or_else(|errors| panic!("{id}: {errors:?}"));
        assert_eq!(hash(&*back), own, "{id}");
    }
}

#[test]
fn a_wing_is_turned_as_a_whole() {
    let piacenza = piacenza();
    let stronger = piacenza.turned("wings.au-rw.sp", "1").expect("it can be turned");
    let (before, after) = (piacenza.knobs("piacenza/campaign"), stronger.knobs("piacenza/campaign"));
    let campaign = piacenza.model("piacenza/campaign").expect("it is there");
    let mut looked = 0;
    for unit in &campaign.army.units {
        let id = format!("units.{}.sp", unit.id);
        let value = |knobs: &[Knob]| -> Option<i64> {
            knobs.iter().find(|knob| knob.id == id).map(|knob| knob.value.parse().expect("a number"))
        };
        // the form that dragoons do not begin in is on no list
        let Some(was) = value(&before) else { continue };
        let of_wing = campaign.army.wings[unit.wing].id == "au-rw";
        assert_eq!(value(&after), Some(was + i64::from(of_wing)), "{id}");
        looked += u32::from(of_wing);
    }
    assert!(looked > 8, "{looked}");
    let back = stronger.turned("wings.au-rw.sp", "-1").expect("it can be turned back");
    assert_eq!(hash(&*back), hash(&piacenza));
}

#[test]
fn what_is_wrong_is_named_with_its_file() {
    let piacenza = piacenza();
    for (id, value) in [
        ("units.fs-reina-inf.sp", "many"),
        ("units.nobody.sp", "3"),
        ("fire_modifiers.rain", "3"),
        ("wings.nobody.sp", "1"),
        ("wings.au-rw.sp", "many"),
        ("scenarios.campaign.last_turn", "90"),
    ] {
        let Err(errors) = piacenza.turned(id, value) else { panic!("{id} can be turned to {value}") };
        assert!(
            errors.iter().any(|error| error.contains(".csv") || error.contains(".toml")),
            "{id}: {errors:?}"
        );
    }
}
