//! The data of Custoza is whole and says what the booklet says. What can be wrong with its files stands in
//! `custoza_wrong.rs`, the hexes that the booklet names in `custoza_hexes.rs`, the campaigns in `custoza_campaigns.rs`.

use dataset::{Files, Problem, Provenance};
use hexmap::{Hex, Map, ReachBuf, traced_range};
use risorgimento::data;
use risorgimento::model::{Arm, FormationKind, Model, Size, Start, UnitKind};
use std::collections::BTreeMap;

pub const SMALL: [&str; 3] = ["tione-valley", "morning-clash", "tail-strike"];

/// The shipped files; scenarios whose briefings are not written get one.
pub fn files() -> Files {
    let mut files = data::files();
    if files.get("custoza/briefing.toml").is_none() {
        let brief = "who = \"a side\"\nhints = [\"one\", \"two\", \"three\"]\n";
        let sides = |id: &&str| ["italy", "austria"].map(|side| format!("[{id}.{side}]\n{brief}"));
        files.insert("custoza/briefing.toml", SMALL.iter().flat_map(sides).collect::<String>());
    }
    files
}

/// All that is wrong with the components.
pub fn check(files: &Files) -> Vec<Problem> {
    let mut problems = Vec::new();
    data::check_components(files, "custoza", &mut problems);
    problems
}

pub fn load(scenario: &str) -> Model {
    data::load(&files(), "custoza", scenario).unwrap_or_else(|p| panic!("{}", dataset::trial::list(&p)))
}

pub fn numbers(map: &Map, hexes: &[Hex]) -> Vec<String> {
    hexes.iter().map(|hex| map.number(*hex).to_owned()).collect()
}

/// The ids of units by the scenario's own numbers.
fn ids(model: &Model, area: &risorgimento::model::SetupArea) -> Vec<String> {
    let pieces = model.army.pieces();
    area.pieces().map(|piece| pieces.row(piece).id().to_owned()).collect()
}

#[test]
fn the_components_are_whole() {
    let problems = check(&files());
    assert!(problems.is_empty(), "{}", dataset::trial::list(&problems));
    let scenarios = dataset::ScenarioEntry::list(&files(), "custoza").expect("scenarios");
    let ids: Vec<&str> = scenarios.iter().map(|s| s.id.as_str()).collect();
    assert_eq!(ids, SMALL);
}

#[test]
fn the_map_has_its_ground() {
    let map = load("tione-valley").map;
    assert_eq!(map.len(), 2044);
    assert_eq!(map.road_names(), ["", "major", "minor", "track"]);
    let count = |name: &str| {
        map.hexes().filter(|h| map.terrain_names()[usize::from(map.terrain(*h))] == name).count()
    };
    let grounds =
        ["clear", "broken", "woods", "marsh", "village", "farmhouse", "farm", "fortress", "lake", "river"];
    assert_eq!(grounds.map(count), [1051, 690, 64, 9, 29, 90, 47, 4, 21, 39]);
    let levels = [0, 1, 2, 3].map(|level| map.hexes().filter(|h| map.level(*h) == level).count());
    assert_eq!(levels.iter().sum::<usize>(), 2044);
    assert_eq!(levels[3], 6);
}

/// Between two hexes of different height there is a slope, and between two of one height none: the rules go by the sides,
/// the line of sight by the levels.
#[test]
fn slopes_lie_where_levels_change() {
    let map = load("tione-valley").map;
    let named = |h: Hex, d: u8| map.side_names()[usize::from(map.side(h, d))].as_str();
    let peschiera = map.find("1705").expect("Peschiera");
    let mut odd = Vec::new();
    for hex in map.hexes() {
        for dir in 0..6 {
            let to = map.neighbour(hex, dir);
            let water = |h: Hex| {
                matches!(map.terrain_names()[usize::from(map.terrain(h))].as_str(), "river" | "lake")
            };
            if to.is_none() || water(hex) || water(to) {
                continue;
            }
            let expected = match map.level(to) - map.level(hex) {
                0 => "",
                1 => "slope_up",
                -1 => "slope_down",
                step => panic!("{} to {} is a step of {step}", map.number(hex), map.number(to)),
            };
            let side = named(hex, dir);
            let on_slope = side.starts_with("slope");
            // 22.3.5: Peschiera is one level higher for the line of sight only
            let lifted = hex == peschiera || to == peschiera;
            if (on_slope || side.is_empty()) && side != expected && !lifted {
                odd.push((map.number(hex).to_owned(), map.number(to).to_owned()));
            }
            assert!(!(on_slope && lifted), "a slope at Peschiera");
        }
    }
    assert!(odd.is_empty(), "{odd:?}");
    assert_eq!(map.level(peschiera), 1);
    for dir in 0..6 {
        assert_eq!(map.level(map.neighbour(peschiera, dir)), 0);
    }
}

/// Nobody gets over the Mincio but by its bridges: without river and lake the map falls into two banks and Peschiera.
#[test]
fn the_mincio_parts_the_map() {
    let model = load("tione-valley");
    let map = &model.map;
    let water =
        |h: Hex| matches!(map.terrain_names()[usize::from(map.terrain(h))].as_str(), "river" | "lake");
    let peschiera = map.find("1705").expect("Peschiera");
    let mut bank: BTreeMap<Hex, u8> = BTreeMap::new();
    let mut parts = 0;
    for start in map.hexes().filter(|h| !water(*h) && *h != peschiera) {
        if bank.contains_key(&start) {
            continue;
        }
        parts += 1;
        let mut open = vec![start];
        while let Some(hex) = open.pop() {
            if bank.insert(hex, parts).is_none() {
                let near = (0..6).map(|dir| map.neighbour(hex, dir)).filter(|to| !to.is_none());
                open.extend(near.filter(|to| !water(*to) && *to != peschiera));
            }
        }
    }
    assert_eq!(parts, 2);
    let of = |number: &str| bank[&map.find(number).expect(number)];
    assert_eq!(of("1034"), of("1606"));
    assert_eq!(of("7004"), of("1805"));
    assert_ne!(of("1034"), of("7004"));
    for (area, side) in [("bank-west", "1034"), ("bank-east", "7004")] {
        let area = map.area(area).expect(area);
        let expected: Vec<Hex> = map.hexes().filter(|h| bank.get(h) == Some(&of(side))).collect();
        assert_eq!(area.hexes, expected, "{}", area.id);
    }
    // the ends of its bridges are the only sides by which a Mincio hex is left or entered
    let side = |a: &str, b: &str| {
        let (a, b) = (map.find(a).expect(a), map.find(b).expect(b));
        let dir = map.direction(a, b).expect("neighbours");
        (map.side_names()[usize::from(map.side(a, dir))].as_str(), map.road(a, dir) != 0)
    };
    for (a, b) in [("1621", "1721"), ("1721", "1822"), ("2229", "2329"), ("2329", "2430")] {
        assert_eq!(side(a, b), ("river_bridge", true), "{a} {b}");
    }
    for (a, b) in [("1606", "1705"), ("1705", "1805")] {
        assert_eq!(side(a, b), ("", true), "the bridge of Peschiera lies inside of the hex");
    }
    let bridges = map.hexes().filter(|h| water(*h) && map.best_road(*h) != 0);
    assert_eq!(numbers(map, &bridges.collect::<Vec<_>>()), ["1721", "2329"]);
    for hex in map.hexes().filter(|h| water(*h)) {
        for dir in 0..6 {
            let to = map.neighbour(hex, dir);
            let name = &map.side_names()[usize::from(map.side(hex, dir))];
            if !to.is_none() && !water(to) && name != "river_bridge" {
                let lake = map.terrain_names()[usize::from(map.terrain(hex))] == "lake";
                assert!(lake || name == "river", "{} {}", map.number(hex), map.number(to));
            }
        }
    }
}

/// Each set-up area "within n hexes" holds exactly the hexes that can be entered as near as that.
#[test]
fn set_up_areas_are_as_wide_as_the_booklet_says() {
    let model = load("tione-valley");
    let map = &model.map;
    let open = |h: Hex| model.charts.terrain[usize::from(map.terrain(h))].cost.iter().any(Option::is_some);
    let mut seen = 0;
    for area in map.areas().iter().filter(|area| area.kind == "setup") {
        let Some((head, radius)) = area.note.split_once(" (#") else { continue };
        let centre = head.rsplit(' ').next().and_then(|number| map.find(number)).expect(&area.note);
        let radius: u8 = radius[..1].parse().expect("a radius");
        let bank = match area.id.as_str() {
            "setup-late-2315" => "east",
            "setup-late-2115" => "west",
            _ => "",
        };
        let mut expected: Vec<Hex> = map.within(centre, radius).filter(|h| open(*h)).collect();
        expected.retain(|h| bank.is_empty() || map.region(*h) == bank);
        // what lies outside of the ground of the scenario (23.2.3) is not the map
        expected.retain(|h| !area.id.starts_with("setup-clash") || map.number(*h) < "5000");
        expected.sort();
        let mut hexes = area.hexes.clone();
        hexes.sort();
        assert_eq!(numbers(map, &hexes), numbers(map, &expected), "{}", area.id);
        seen += 1;
    }
    assert_eq!(seen, 33);
}

#[test]
fn two_armies_of_two_years() {
    let files = files();
    let rows = dataset::read_csv(&files, "custoza/units.csv", &["id"]).expect("units");
    assert_eq!(rows.len(), 243);
    assert_eq!(dataset::read_csv(&files, "custoza/leaders.csv", &["id"]).expect("leaders").len(), 33);
    let sum = |year: &str, side: &str, arm: &str| -> u32 {
        let of = |row: &&dataset::Row| {
            (row.get("year"), row.get("side"), row.get("arm")) == (year, side, arm)
                && row.get("type") != "fortress"
        };
        rows.iter().filter(of).map(|row| row.get("sp").parse::<u32>().expect("sp")).sum()
    };
    let arms = ["infantry", "cavalry", "artillery"];
    // the Bridge Train has a Strength Point besides the guns
    assert_eq!(arms.map(|arm| sum("1848", "austria", arm)), [145, 27, 51]);
    assert_eq!(arms.map(|arm| sum("1848", "italy", arm)), [152, 20, 33]);
    assert_eq!(arms.map(|arm| sum("1866", "austria", arm)), [224, 22, 63]);
    assert_eq!(arms.map(|arm| sum("1866", "italy", arm)), [313, 40, 76]);
}

#[test]
fn only_who_takes_part_makes_the_army() {
    let model = load("tione-valley");
    let army = &model.army;
    assert_eq!((army.units.len(), army.leaders.len(), army.formations.len()), (35, 4, 4));
    assert!(army.units.iter().all(|unit| unit.kind != UnitKind::Fortress && unit.formation.index() < 4));
    for (id, formation) in army.formations.pairs() {
        assert_eq!(formation.kind, FormationKind::Formation);
        assert_eq!(army.leaders[formation.leader].formation, Some(id));
        assert!(formation.units.iter().all(|unit| army.units[*unit].formation == id));
    }
    // 6.2 goes by the name of a formation (CR70)
    let size = |id: &str| army.formations.called(id).and_then(|at| army.formations[at].size);
    assert_eq!(size("ah66-res-div"), Some(Size::Division));
    assert_eq!(size("ah66-v-corps"), Some(Size::Corps));
    assert_eq!(size("it66-1-div"), Some(Size::Division));
    let strike = load("tail-strike").army;
    let bava = strike.formations.called("it48-i-corpo").expect("I Corpo");
    assert_eq!(strike.formations[bava].size, Some(Size::Corps));
    assert_eq!(strike.formations[bava].units.len(), 3);
    let simbschen = strike.formations.called("ah48-simbschen").expect("Simbschen");
    assert_eq!(strike.formations[simbschen].size, Some(Size::Brigade));
    assert_eq!((strike.units.len(), strike.leaders.len()), (15, 3));
}

#[test]
fn the_tione_valley_as_the_booklet_says() {
    let model = load("tione-valley");
    let scenario = &model.scenario;
    assert_eq!((scenario.year, scenario.turns), (1866, 3));
    assert_eq!([1, 3].map(|turn| scenario.turn_box(turn)), [5, 7]);
    assert_eq!((scenario.first_hour, scenario.turn_minutes), (8, 60));
    assert_eq!((scenario.initiative, scenario.first_holder), (Some(1), 0));
    assert_eq!(scenario.setup_order, [0, 1]);
    let on_ground = |number: &str| scenario.plays_on(model.map.find(number).expect(number));
    assert!(on_ground("1034") && on_ground("3701") && !on_ground("3801"));
    let objectives = numbers(&model.map, &scenario.victory.objectives);
    assert_eq!(objectives, ["2713", "2913", "2915", "2617", "3318", "3119", "3321"]);
    assert!(scenario.victory.majority && scenario.victory.decisive.is_empty());
    assert_eq!((scenario.victory.attacker, scenario.victory.tactical_count), (1, 4));
    let groups: Vec<(&str, usize, bool)> =
        scenario.setup.iter().map(|area| (area.id.as_str(), area.hexes.len(), area.one_a_hex)).collect();
    assert_eq!(
        groups,
        [
            ("pisa", 7, false),
            ("forli", 2, true),
            ("muraglie", 1, false),
            ("la-pernisa", 1, false),
            ("santa-lucia", 7, false),
            ("benko", 7, false),
            ("weimar", 7, false),
            ("piret", 7, false),
            ("bauer", 7, false),
            ("moering", 7, false)
        ]
    );
    let starts: BTreeMap<&str, (bool, u8, u8)> = scenario
        .starts
        .iter()
        .map(|Start { unit, march, lost, status }| {
            (model.army.units[*unit].id.as_str(), (*march, *lost, *status))
        })
        .collect();
    let expected: [(&str, (bool, u8, u8)); 10] = [
        ("it66-art-3-6", (false, 1, 0)),
        ("it66-43-forli", (true, 0, 0)),
        ("it66-44-forli", (true, 0, 0)),
        ("it66-20-brescia", (false, 0, 1)),
        ("it66-5-bers", (false, 0, 1)),
        ("ah66-art-iv-5", (false, 1, 0)),
        ("ah66-53-leopold", (true, 0, 0)),
        ("ah66-54-gruber", (true, 0, 0)),
        ("ah66-21-jager", (true, 0, 0)),
        ("ah66-art-iii-5", (true, 0, 0)),
    ];
    assert_eq!(starts, BTreeMap::from(expected));
    let piret = [
        "ah66-50-baden",
        "ah66-75-crenneville",
        "ah66-5-kjager",
        "ah66-1-12-uhlans",
        "ah66-art-i-5",
        "ah66-v-corps-art",
    ];
    assert_eq!(ids(&model, &scenario.setup[7]).len(), piret.len());
    assert!(piret.iter().all(|id| ids(&model, &scenario.setup[7]).iter().any(|own| own == id)));
}

#[test]
fn the_other_small_scenarios_as_the_booklet_says() {
    let clash = load("morning-clash");
    let scenario = &clash.scenario;
    assert_eq!([1, scenario.turns].map(|turn| scenario.turn_box(turn)), [5, 7]);
    assert_eq!(
        (scenario.initiative, scenario.first_holder, scenario.setup_order.as_slice()),
        (Some(1), 0, &[0, 1][..])
    );
    let objectives = numbers(&clash.map, &scenario.victory.objectives);
    assert_eq!(objectives, ["4420", "4422", "4323", "4122", "3922", "3923", "3924"]);
    let columns = |model: &Model| {
        let numbers = numbers(&model.map, &model.scenario.ground);
        let column = |number: &String| number[..2].to_owned();
        (numbers.iter().map(column).min(), numbers.iter().map(column).max())
    };
    assert_eq!(columns(&clash), (Some("38".into()), Some("49".into())));
    // everybody of Italy and the Kirschberg brigade is on the march
    let marching = scenario.starts.iter().filter(|start| start.march).count();
    assert_eq!(marching, clash.army.units.iter().filter(|unit| unit.side == 0).count() + 4);

    let strike = load("tail-strike");
    let scenario = &strike.scenario;
    assert_eq!((scenario.year, scenario.turns, scenario.first_hour), (1848, 5, 14));
    assert_eq!([1, 5].map(|turn| scenario.turn_box(turn)), [11, 15]);
    assert_eq!(
        (scenario.initiative, scenario.first_holder, scenario.setup_order.as_slice()),
        (Some(0), 1, &[1, 0][..])
    );
    let objectives = numbers(&strike.map, &scenario.victory.objectives);
    assert_eq!(objectives, ["4420", "4422", "4323", "4122", "4516", "4913", "4914", "5014"]);
    // eight hexes: five win, four each is a draw
    assert_eq!((scenario.victory.attacker, scenario.victory.tactical_count), (0, 5));
    assert_eq!(columns(&strike), (Some("38".into()), Some("70".into())));
    assert!(scenario.starts.is_empty());
}

#[test]
fn everyone_is_in_command_in_the_standard_set_ups() {
    for scenario in SMALL {
        let model = load(scenario);
        let place = |id: &str| {
            let found = model.scenario.standard.iter().find(|p| p.id == id);
            found.map(|p| p.hex).expect("every piece has a place")
        };
        let mut buffer = ReachBuf::default();
        for formation in &model.army.formations {
            let leader = &model.army.leaders[formation.leader];
            let (road, other) = (model.charts.command_cost_road, model.charts.command_cost_other);
            let range = u16::from(model.charts.command_range);
            let (road, other) = (u16::from(road), u16::from(other));
            traced_range(&model.map, place(&leader.id), range, &mut buffer, road, other, |_, _, _| true);
            for unit in formation.units.iter().map(|unit| &model.army.units[*unit]) {
                assert!(
                    buffer.reached().contains(&place(&unit.id)),
                    "{scenario}: {} is out of command",
                    unit.id
                );
            }
        }
    }
}

/// Who must begin in March Movement stands on a road in the set-ups that we offer.
#[test]
fn columns_stand_on_roads() {
    for scenario in SMALL {
        let model = load(scenario);
        for start in model.scenario.starts.iter().filter(|start| start.march) {
            let id = &model.army.units[start.unit].id;
            let place = model.scenario.standard.iter().find(|place| place.id == *id).expect("a place");
            assert!(place.march && model.map.best_road(place.hex) != 0, "{scenario}: {id}");
        }
    }
}

#[test]
fn fortresses_and_the_bridge_train_are_units_of_their_own_kind() {
    let campaign = data::load_campaign(&files(), "custoza", "1848-historical").expect("the campaign");
    let army = &campaign.army;
    let unit = |id: &str| &army.units[army.units.called(id).expect(id)];
    let train = unit("ah48-bridge-train");
    assert_eq!((train.kind, train.arm, train.range), (UnitKind::BridgeTrain, Arm::Artillery, 0));
    let reserve = &army.formations[train.formation];
    assert_eq!(
        (reserve.kind, reserve.size, reserve.leader.is_nobody()),
        (FormationKind::ReserveUnits, None, true)
    );
    let forts = [
        ("fort-peschiera-1848", "1705", 6),
        ("fort-osteria-al-bosco", "4604", 2),
        ("fort-salvi-1848", "1507", 2),
    ];
    for (id, hex, value) in forts {
        let fort = unit(id);
        assert_eq!(
            (fort.kind, fort.sp, fort.guns, fort.ma, fort.stacking),
            (UnitKind::Fortress, value, value, 0, 0)
        );
        assert_eq!(fort.post, campaign.map.find(hex));
        assert_eq!(army.formations[fort.formation].kind, FormationKind::Fortresses);
    }
}

#[test]
fn provenance_of_the_values_of_custoza() {
    use Provenance::{Derived, Printed, Reconstructed};
    let values = data::provenance(&files(), "custoza").expect("every value says");
    for (path, expect) in [
        ("units.it66-29-pisa.ma", Printed),
        ("units.it66-29-pisa.sp", Reconstructed),
        ("units.fort-osteria-al-bosco.sp", Printed),
        ("leaders.it66-la-marmora.command_rating", Printed),
        ("leaders.ah66-albrecht.command_rating", Reconstructed),
        ("formations.ah48-simbschen.size", Printed),
        ("formations.it66-ris-cav.size", Derived),
        ("terrain.hex.broken.cav", Reconstructed),
        ("terrain.hexside.river.blocks_command", Printed),
        ("scenarios.tione-valley.turns", Printed),
        ("scenarios.tione-valley.standard.it66-29-pisa.hex", Reconstructed),
        ("advanced.march.contact_range", Printed),
        ("advanced.fatigue.active", Reconstructed),
        ("campaigns.campaigns.1848-late.fatigue.it48-3-div", Printed),
        ("campaigns.campaigns.1848-late.control.rest", Reconstructed),
        ("switches.mood_decay_per_turn", Printed),
        ("map.hexes.1705", Printed),
        ("map.special.peschiera-group", Reconstructed),
    ] {
        assert_eq!(values.get(path), Some(expect), "{path}");
    }
}

/// What Custoza needs more than Goito does not touch what Goito's records are played with.
#[test]
fn the_hashes_of_goito_stay() {
    let hash = |files: &Files, scenario: &str| data::load(files, "goito", scenario).expect("loads").data_hash;
    assert_eq!(hash(&data::untuned(), "battle"), "8a1581ce60f49a22");
    let ours = data::files();
    assert_eq!([hash(&ours, "battle"), hash(&ours, "quick")], ["cb8f7555a7ad3ffd", "e0e8f849f77fd6c3"]);
}

#[test]
fn the_hash_of_custoza_is_of_values() {
    let hash = |files: &Files| data::load(files, "custoza", "tione-valley").expect("loads").data_hash;
    let ours = hash(&files());
    let changed = |path: &str, old: &str, new: &str| hash(&dataset::trial::changed(files(), path, old, new));
    let scenarios = "custoza/scenarios.toml";
    for (path, old, new) in [
        (scenarios, "first_turn = 5", "first_turn = 6"),
        (scenarios, "initiative = \"austria\"", "initiative = \"italy\""),
        (scenarios, "one_a_hex = true", "one_a_hex = false"),
        (scenarios, "lost = { it66-art-3-6 = 1 }", "lost = { it66-art-3-6 = 2 }"),
        (scenarios, "setup_order = [\"italy\", \"austria\"]", "setup_order = [\"austria\", \"italy\"]"),
        ("custoza/formations.csv", "V Corps,formation,corps", "V Corps,formation,division"),
        ("risorgimento/switches.toml", "exit_reactions_are_extra = false", "exit_reactions_are_extra = true"),
    ] {
        assert_ne!(changed(path, old, new), ours, "{path}: {new}");
    }
    for (path, old, new) in [
        ("custoza/campaigns.toml", "turn = 9", "turn = 10"),
        ("custoza/formations.csv", "6.2 goes by the name", "6.2 goes by its name"),
    ] {
        assert_eq!(changed(path, old, new), ours, "{path}: {new}");
    }
}
