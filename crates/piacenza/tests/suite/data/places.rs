//! The scenarios: who stands where, on which part of the map, and what they must do.

use super::{SCENARIO_IDS, SPECIAL, leader, model, numbers, unit};
use dataset::read_csv;
use hexmap::Hex;
use piacenza::data;
use piacenza::model::*;
use std::collections::BTreeMap;

#[test]
fn the_map_is_as_big_as_it_says() {
    let map = model("campaign").map;
    let terrain = |name: &str| {
        let terrain = map.terrain_named(name).expect(name);
        map.hexes().filter(|hex| map.terrain(*hex) == terrain).count()
    };
    assert_eq!((map.len(), terrain("river"), terrain("bridge")), (2400, 166, 1));
    let counts = [
        ("clear", 1977),
        ("woods", 105),
        ("farmhouse", 27),
        ("village", 14),
        ("chateau", 2),
        ("entrenchment", 28),
        ("redoubt", 13),
        ("ditch", 29),
        ("city", 38),
    ];
    for (name, count) in counts {
        assert_eq!(terrain(name), count, "{name}");
    }
    let scenery = map.area("unreachable").expect("an area").hexes.len();
    assert_eq!((scenery, map.len() - terrain("river") - scenery), (236, 1998));
    let sides = |name: &str| {
        let feature = map.side_named(name).expect(name);
        map.sides().iter().filter(|side| side.feature == feature).count()
    };
    assert_eq!(["stream", "wall", "gate"].map(sides), [448, 42, 4]);
    assert_eq!(map.roads().len(), 21);
}

#[test]
fn the_parts_of_the_map_that_are_played_on() {
    let sizes = SCENARIO_IDS.map(|id| model(id).scenario.area.len());
    assert_eq!(sizes, [708, 1010, 73, 0]);
    let model = model("gossolengo");
    let gossolengo = model.map.find("0827").expect("Gossolengo");
    assert!(model.scenario.area.iter().all(|hex| model.map.distance(gossolengo, *hex) <= 5));
}

#[test]
fn turns_and_hours() {
    let turns = SCENARIO_IDS.map(|id| model(id).scenario).map(|s| (s.first_turn, s.last_turn));
    assert_eq!(turns, [(1, 5), (4, 8), (6, 8), (1, 12)]);
    let hours = model("centre").scenario.hours;
    let at = |turn: usize| hours[turn - 1].as_str();
    assert_eq!([at(1), at(4), at(6), at(9), at(12)], ["6-7 am", "10 am", "12 noon", "3 pm", "6-7 pm"]);
    assert_eq!(hours.len(), 12);
}

#[test]
fn wings_that_take_part() {
    for (id, [fs, au], opening) in [
        ("san-lazzaro", ["fs-lw", "au-rw au-ce"], Some("fs-lw au-rw")),
        ("centre", ["fs-ce", "au-ce au-rs"], None),
        ("gossolengo", ["fs-rw", "au-lw"], None),
        ("campaign", ["fs-lw fs-ce fs-rw fs-rs", "au-lw au-ce au-rw au-rs"], Some("fs-lw au-rw")),
    ] {
        let model = model(id);
        let names = |wings: &[WingId]| {
            let ids: Vec<&str> = wings.iter().map(|w| model.army.wings[*w].id.as_str()).collect();
            ids.join(" ")
        };
        assert_eq!(model.scenario.wings.each_ref().map(|wings| names(wings)), [fs, au], "{id}");
        assert_eq!(model.scenario.opening.map(|wings| names(&wings)).as_deref(), opening, "{id}");
        assert_eq!(model.scenario.setup_first, 1, "{id}");
    }
    let commanded =
        SCENARIO_IDS.map(|id| model(id).scenario).map(|s| (s.formations_commanded, s.wings_commanded));
    assert_eq!(commanded, [(true, true), (false, true), (true, true), (false, false)]);
}

#[test]
fn what_victory_is() {
    let goals = |id: &str| {
        let model = model(id);
        match &model.scenario.victory {
            Victory::Occupy(hexes) => format!("occupy {}", numbers(&model, hexes).join(" ")),
            Victory::LastHeld(hex) => format!("last held {}", model.map.number(*hex)),
            Victory::Objectives { hexes, chosen, win, draw, automatic } => {
                let hexes = numbers(&model, hexes).join(" ");
                format!("{chosen} of {hexes}: {win} win, {draw} draw, automatic {automatic}")
            }
        }
    };
    let expect = [
        "occupy 4013 4814",
        "occupy 3223 3526",
        "last held 0827",
        "4 of 3526 3438 2834 4814 3922 4618 3223 4013: 3 win, 2 draw, automatic 9",
    ];
    assert_eq!(SCENARIO_IDS.map(goals), expect);
    let map = model("campaign").map;
    let names = |hexes: &str| {
        hexes.split(' ').map(|n| map.place(map.find(n).expect(n)).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(
        names("4013 4814 3223 3526 0827"),
        ["San Lazzaro", "Le Mose", "San Bonico", "Castellaro", "Gossolengo"]
    );
}

#[test]
fn areas_to_set_up_in() {
    for (id, expect) in [
        ("san-lazzaro", &[][..]),
        (
            "centre",
            &[
                ("piccolomini", 1, 15, 2, 1, None),
                ("linden", 1, 338, 6, 1, Some(0)),
                ("petit-bois", 0, 19, 6, 1, None),
                ("de-mailly", 0, 37, 5, 1, None),
                ("senecterre", 0, 19, 6, 1, None),
                ("browne", 1, 15, 0, 1, None),
                ("botta", 1, 338, 0, 1, None),
                ("de-croix", 0, 63, 0, 1, None),
            ],
        ),
        ("gossolengo", &[("lucchesi", 1, 35, 7, 1, None), ("larnage", 0, 23, 7, 1, None)]),
        ("campaign", &[]),
    ] {
        let model = model(id);
        let row =
            |a: &SetupArea| (a.id.clone(), a.side, a.hexes.len(), a.units.len(), a.leaders.len(), a.south_of);
        let found: Vec<_> = model.scenario.setup.iter().map(row).collect();
        let expect: Vec<_> = expect.iter().map(|e| (e.0.to_owned(), e.1, e.2, e.3, e.4, e.5)).collect();
        assert_eq!(found, expect, "{id}");
    }
    // as the words of the rulebook have it
    let model = model("centre");
    for (id, around, distance) in [
        ("piccolomini", "3620", 2),
        ("petit-bois", "3315", 2),
        ("de-mailly", "2915", 3),
        ("senecterre", "3318", 2),
    ] {
        let area = model.scenario.setup.iter().find(|area| area.id == id).expect(id);
        let centre = model.map.find(around).expect(around);
        assert!(area.hexes.iter().all(|hex| model.map.distance(centre, *hex) <= distance), "{id}");
    }
}

/// Who stands in which hex, batteries with the vertex that they face.
fn standing(scenario: &str) -> BTreeMap<String, Vec<String>> {
    let model = model(scenario);
    let mut hexes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut put =
        |hex: Hex, name: String| hexes.entry(model.map.number(hex).to_owned()).or_default().push(name);
    for placed in &model.scenario.units {
        let unit = &model.army.units[placed.piece];
        let facing = if unit.arm == Arm::Artillery { format!("@{}", placed.facing) } else { String::new() };
        put(placed.hex, format!("{}{facing}", unit.id));
    }
    for placed in &model.scenario.leaders {
        put(placed.hex, model.army.leaders[placed.piece].id.clone());
    }
    hexes.values_mut().for_each(|names| names.sort());
    hexes
}

#[test]
fn everybody_stands_where_he_should() {
    for (scenario, expect) in
        [("san-lazzaro", SAN_LAZZARO), ("centre", CENTRE), ("gossolengo", GOSSOLENGO), ("campaign", CAMPAIGN)]
    {
        let found = standing(scenario);
        let lines: Vec<String> =
            found.iter().map(|(hex, names)| format!("{hex} {}", names.join(" "))).collect();
        assert_eq!(lines, expect.trim().lines().collect::<Vec<_>>(), "{scenario}");
    }
}

#[test]
fn scenario_one_is_set_up_as_the_campaign() {
    let campaign = standing("campaign");
    for (hex, names) in standing("san-lazzaro") {
        assert!(names.iter().all(|name| campaign[&hex].contains(name)), "{hex}: {names:?}");
    }
}

/// All of the campaign begin in command as far as distance goes, and nobody inside an Engagement Zone.
#[test]
fn the_campaign_begins_in_good_order() {
    let model = model("campaign");
    let (army, map) = (&model.army, &model.map);
    let hex_of = |leader: LeaderId| {
        let placed = model.scenario.leaders.iter().find(|placed| placed.piece == leader);
        placed.expect("every commander is placed").hex
    };
    for wing in &army.wings {
        let (chief, commander) = (army.sides[usize::from(wing.side)].chief, wing.commander);
        let range = |leader: LeaderId| army.leaders[leader].range[0];
        assert!(map.distance(hex_of(chief), hex_of(commander)) <= range(chief), "{}", wing.id);
        for formation in wing.formations.iter().filter_map(|f| army.formations[*f].leader) {
            assert!(map.distance(hex_of(commander), hex_of(formation)) <= range(commander), "{}", wing.id);
        }
    }
    let side = |side: u8| {
        let own = move |placed: &&Placement<UnitId>| army.units[placed.piece].side == side;
        model.scenario.units.iter().filter(own)
    };
    let nearest = side(0).flat_map(|a| side(1).map(|b| map.distance(a.hex, b.hex))).min();
    assert_eq!(nearest, Some(4));
    assert_eq!(hex_of(army.sides[0].chief), map.find("2915").expect("Monte Cucco"));
}

/// Places of the map that rules and scenarios name have the terrain that these need.
#[test]
fn places_of_the_worked_examples() {
    let model = model("campaign");
    let terrain = |number: &str| {
        model.charts.terrain[usize::from(model.map.terrain(model.map.find(number).expect(number)))].clone()
    };
    let area = |id: &str| numbers(&model, &model.map.area(id).expect(id).hexes);
    assert_eq!(area("fire-example").iter().map(|n| terrain(n).cover).collect::<Vec<_>>(), [1, 1, 2]);
    let line: Vec<String> = area("line-example").iter().map(|n| terrain(n).id).collect();
    assert_eq!(line[0], "clear");
    assert!(line[1..].iter().all(|id| id == "ditch"), "{line:?}");
    // a Commander in Chief stands in a place with a name (4.0)
    for hex in ["2915", "3526"] {
        assert!(model.map.has_feature(model.map.find(hex).expect(hex), "named"));
    }
    let rows = read_csv(&data::files(), SPECIAL, &["id"]).expect("sound");
    assert_eq!(rows.len(), model.map.areas().len());
    assert_eq!(unit(&model, "fs-guardias-espanolas").sp[0], 3);
    assert_eq!(leader(&model, "fs-fc-larnage").sergeants, [1, 0]);
}

const SAN_LAZZARO: &str = "
3510 fs-castilla-inf
3511 fs-reina-inf
3512 fs-guardias-valonas
3606 fs-sagunto-dr-1 fs-sagunto-dr-2
3607 fs-lombardia-inf
3608 fs-corona-inf fs-fc-aramburu
3609 fs-fc-wirtz fs-wirtz-inf
3610 fs-reding-inf
3611 fs-fc-douchez fs-guardias-espanolas fs-lw-art-1@1
3706 fs-carabineros-cav
3707 fs-irlanda-inf
3708 fs-guadalajara-inf
3709 fs-hibernia-inf fs-lw-art-2@1
3710 fs-burgos-inf
3807 fs-fc-camposanto fs-micheletti-1
3906 fs-micheletti-2
3913 au-clerici-ir
3915 au-ce-art-2@4 au-haganbach-ir
3916 au-daun-ir au-fc-kheul
4013 au-fc-barnklau au-pallavicini-ir
4112 au-rw-art-2@4 au-traun-ir
4212 au-marulli-ir au-rw-art-1@4
4311 au-fc-novati au-wallis-ir
4314 au-fc-serbelloni au-palffy-cuir-1 au-palffy-cuir-2
4410 au-schiavoni-1
4414 au-dessewffy-hus
4415 au-savoyen-dr-1 au-savoyen-dr-2
4509 au-fc-gorani au-schiavoni-2
4609 au-warasdin
";

const CENTRE: &str = "
2915 fs-vieufville-cav
2916 fs-descras-cav
2917 fs-gantes-vol
3016 fs-fc-de-mailly fs-foix-inf
3017 fs-perigord-inf
3217 fs-agenois-inf
3218 fs-gd-lorraines-inf
3223 au-grenadiers-rs
3314 fs-flandes-inf
3315 fs-giacomone-inf
3316 fs-saboya-inf fs-wc-de-croix
3317 fs-tournaisis-inf
3318 fs-fc-senecterre
3319 fs-provence-inf
3415 fs-besler-inf fs-fc-petit-bois
3416 fs-africa-inf
3418 fs-la-reine-inf
3419 fs-de-vigier-inf
3422 au-fc-linden au-palffy-ir au-rs-art-1@5
3515 fs-asturias-inf
3521 au-vettes-ir
3526 au-starhemberg-ir
3619 au-andlau-ir
3620 au-fc-piccolomini au-forgatsch-ir
3623 au-wc-botta
3626 au-roth-ir
3720 au-wc-browne
";

const GOSSOLENGO: &str = "
0730 au-baranyai-cav-1 au-baranyai-cav-2
0829 au-fc-lucchesi au-rochefocauld-cav-1 au-rochefocauld-cav-2
0924 fs-guyenne-inf
0930 au-tripps-cav-1 au-tripps-cav-2
1024 fs-lobkowitz-cav-1 fs-lobkowitz-cav-2
1025 fs-auxerrois-inf
1029 au-bartholotti-cav
1125 fs-fc-larnage fs-montmorin-inf
1225 fs-vivarais-inf
1226 fs-gatinais-inf
";

const CAMPAIGN: &str = "
0826 au-grenadiers-lw-2
0827 au-grenadiers-lw-1
0927 au-rochefocauld-cav-1 au-rochefocauld-cav-2
1028 au-bartholotti-cav au-fc-lucchesi
1126 au-baranyai-cav-1 au-baranyai-cav-2
1127 au-tripps-cav-1 au-tripps-cav-2
1128 au-berlichingen-cuir-1 au-berlichingen-cuir-2
1226 au-havor-hus
1323 au-wc-nadasdy
1413 fs-guyenne-inf
1420 au-esterhazy-ir
1513 fs-auxerrois-inf fs-fc-larnage
1519 au-karlstadt
1520 au-fc-marini
1521 au-gyulay-ir au-lw-art-1@5
1613 fs-lobkowitz-cav-1 fs-lobkowitz-cav-2
1614 fs-montmorin-inf
1712 fs-rw-art-1@3
1713 fs-vivarais-inf
1812 fs-dauphin-dr-1 fs-dauphin-dr-2
1813 fs-wc-mirepoix
1814 fs-gatinais-inf
1911 fs-fc-montal fs-languedoc-dr-1 fs-languedoc-dr-2
2012 fs-pavia-dr-1 fs-pavia-dr-2
2014 fs-sevilla-inf
2112 fs-reina-cav
2113 fs-fc-pignatelli fs-soria-inf
2214 fs-navarra-inf
2510 fs-calatrava-cav
2511 fs-alcantara-cav fs-fc-villadarias
2512 fs-frisia-dr
2611 fs-montesa-cav
2811 fs-wc-castelar
2814 fs-vieufville-cav
2816 fs-gantes-vol
2910 fs-parma-fus
2914 fs-descras-cav
2915 fs-cic-felipe fs-fc-de-mailly fs-perigord-inf
3010 fs-leon-inf fs-rs-art-1@2
3014 fs-tournaisis-inf
3015 fs-foix-inf
3110 fs-fc-seve fs-murcia-inf
3113 fs-agenois-inf
3114 fs-la-reine-inf
3115 fs-de-vigier-inf fs-fc-senecterre
3116 fs-gd-lorraines-inf
3210 fs-toledo-inf
3214 fs-wc-de-croix
3215 fs-provence-inf
3223 au-starhemberg-ir
3314 fs-giacomone-inf
3315 fs-saboya-inf
3322 au-vettes-ir
3324 au-grenadiers-rs
3413 fs-besler-inf
3414 fs-africa-inf fs-fc-petit-bois
3422 au-fc-linden au-palffy-ir au-rs-art-1@5
3510 fs-castilla-inf
3511 fs-reina-inf
3512 fs-guardias-valonas
3513 fs-flandes-inf
3514 fs-asturias-inf
3521 au-roth-ir
3526 au-cic-liechtenstein
3606 fs-sagunto-dr-1 fs-sagunto-dr-2
3607 fs-lombardia-inf
3608 fs-corona-inf fs-fc-aramburu
3609 fs-fc-wirtz fs-wirtz-inf
3610 fs-reding-inf
3611 fs-fc-douchez fs-guardias-espanolas fs-lw-art-1@1
3706 fs-carabineros-cav
3707 fs-irlanda-inf
3708 fs-guadalajara-inf
3709 fs-hibernia-inf fs-lw-art-2@1
3710 fs-burgos-inf fs-wc-de-gages
3717 au-piccolomini-ir
3718 au-ce-art-1@4 au-fc-piccolomini au-forgatsch-ir
3719 au-andlau-ir
3807 fs-fc-camposanto fs-micheletti-1
3821 au-wc-botta
3906 fs-micheletti-2
3913 au-clerici-ir
3915 au-ce-art-2@4 au-haganbach-ir
3916 au-daun-ir au-fc-kheul
3918 au-wc-browne
4013 au-fc-barnklau au-pallavicini-ir
4017 au-ballayra-dr-1 au-ballayra-dr-2 au-fc-ballayra
4018 au-kohary-dr
4020 au-sprecher-ir
4112 au-rw-art-2@4 au-traun-ir
4119 au-konigsegg-ir
4212 au-marulli-ir au-rw-art-1@4
4213 au-wc-pallavicini
4220 au-colloredo-ir au-fc-voghtern
4221 au-miglio-cuir
4311 au-fc-novati au-wallis-ir
4314 au-fc-serbelloni au-palffy-cuir-1 au-palffy-cuir-2
4320 au-platz-ir
4410 au-schiavoni-1
4414 au-dessewffy-hus
4415 au-savoyen-dr-1 au-savoyen-dr-2
4509 au-fc-gorani au-schiavoni-2
4609 au-warasdin
";
