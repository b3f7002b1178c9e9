//! The shipped data is whole and says what the rulebook says; an owner's files lie over it; the hash
//! is of values. What can be wrong with a file stands in `data/wrong.rs`.

mod custoza;
mod custoza_campaigns;
mod custoza_hexes;
mod custoza_wrong;
mod wrong;

use dataset::trial::{self, list, owners};
use dataset::{Files, Problem, Provenance};
use hexmap::{ReachBuf, traced_range};
use kernel::{Game, Seat, Show, Viewer};
use risorgimento::handmade::position;
use risorgimento::model::{Arm, Cell, Colour, Conduct, Model, UnitId};
use risorgimento::rule;
use risorgimento::{Battle, Options, data};

const CHARTS: &str = "risorgimento/charts.toml";
const SWITCHES: &str = "risorgimento/switches.toml";
const UNITS: &str = "goito/units.csv";
const LEADERS: &str = "goito/leaders.csv";
const TERRAIN: &str = "goito/terrain.toml";
const SCENARIOS: &str = "goito/scenarios.toml";

const HEX_OF_MINE: &str = "hex,level\n0101,0\n";

fn battle() -> Model {
    data::load(&data::files(), "goito", "battle").expect("the shipped data is whole")
}

fn changed(path: &str, old: &str, new: &str) -> Files {
    trial::changed(data::files(), path, old, new)
}

fn overlaid(pairs: &[(&str, &str)]) -> Files {
    trial::overlaid(data::files(), pairs)
}

// ---------------------------------------------------------------- the shipped data

#[test]
fn shipped_data_is_whole() {
    let problems = data::check(&data::files());
    assert!(problems.is_empty(), "{}", list(&problems));
    let scenarios = dataset::ScenarioEntry::list(&data::files(), "goito").expect("scenarios");
    let ids: Vec<&str> = scenarios.iter().map(|s| s.id.as_str()).collect();
    assert_eq!(ids, ["battle", "quick"]);
    let game = dataset::GameEntry::read(&data::files(), "goito").expect("game");
    assert_eq!((game.title.as_str(), game.sides[1].name.as_str()), ("Goito 1848", "Austria"));
}

#[test]
fn strengths_of_the_two_armies() {
    let model = battle();
    let corps = model.scenario.corps.as_ref().expect("the battle has II Corps");
    let late: Vec<UnitId> = corps.entries.iter().flat_map(|e| e.units.clone()).collect();
    let sum = |side: u8, arm: Arm, second: bool| -> u32 {
        let units = model.army.units.pairs();
        units
            .filter(|(i, u)| u.side == side && u.arm == arm && late.contains(i) == second)
            .map(|(_, u)| u32::from(u.sp))
            .sum()
    };
    let arms = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];
    assert_eq!(arms.map(|arm| sum(0, arm, false)), [51, 16, 16]);
    assert_eq!(arms.map(|arm| sum(1, arm, false)), [51, 6, 13]);
    assert_eq!(arms.map(|arm| sum(1, arm, true)), [26, 0, 9]);
    assert_eq!(model.army.units.len(), 46);
    assert_eq!(model.army.formations.len(), 10);
}

#[test]
fn the_battle_as_the_scenario_says() {
    let model = battle();
    let scenario = &model.scenario;
    assert_eq!((scenario.turns, scenario.first_hour, scenario.turn_minutes), (8, 12, 60));
    assert_eq!((scenario.capped_side, scenario.first_holder), (Some(0), 0));
    assert_eq!(scenario.victory.objectives.len(), 18);
    assert_eq!((scenario.victory.tactical_count, scenario.victory.corps_tactical_count), (6, 9));
    let numbers = |hexes: &[hexmap::Hex]| -> Vec<String> {
        hexes.iter().map(|h| model.map.number(*h).to_owned()).collect()
    };
    assert_eq!(numbers(&scenario.victory.decisive), ["2011", "2012"]);
    assert_eq!(numbers(&scenario.victory.corps_decisive), ["2011", "2012", "1502"]);
    let turns: Vec<u8> = scenario.entries.iter().map(|e| e.turn).collect();
    assert_eq!(turns, [1, 2, 3, 4]);
    let entry = &scenario.entries[0];
    assert_eq!(numbers(&[entry.hex]), ["1619"]);
    assert_eq!(numbers(&entry.edge), ["1519", "1719", "1419", "1819", "1319", "1919"]);
    assert_eq!((entry.units.len(), entry.leaders.len()), (4, 2));
    let corps = scenario.corps.as_ref().expect("the battle has II Corps");
    assert_eq!((corps.first_roll_turn, corps.arrives_on, corps.entries.len()), (4, 1, 3));
    assert_eq!(numbers(&[corps.entries[2].hex]), ["0112"]);
    let sizes: Vec<usize> = scenario.setup.iter().map(|a| a.units.len() + a.leaders.len()).collect();
    assert_eq!(sizes, [5, 5, 8, 6]);
    assert_eq!(scenario.standard.len(), 24);
}

#[test]
fn the_quick_game_is_the_battle_cut_short() {
    let quick = data::load(&data::files(), "goito", "quick").expect("quick").scenario;
    let battle = battle().scenario;
    assert_eq!((quick.turns, quick.victory.tactical_count), (5, 5));
    assert!(quick.corps.is_none());
    assert_eq!(quick.setup.len(), battle.setup.len());
    assert_eq!(quick.entries.len(), battle.entries.len());
    assert_eq!(quick.victory.corps_decisive, quick.victory.decisive);
}

#[test]
fn everyone_is_in_command_in_the_standard_set_up() {
    let model = battle();
    let place = |id: &str| {
        let found = model.scenario.standard.iter().find(|p| p.id == id);
        found.map(|p| p.hex).expect("every piece has a place")
    };
    let mut buffer = ReachBuf::default();
    let mut trace = |from: hexmap::Hex, range: u8| {
        let (road, other) = (model.charts.command_cost_road, model.charts.command_cost_other);
        let (road, other) = (u16::from(road), u16::from(other));
        traced_range(&model.map, from, u16::from(range), &mut buffer, road, other, |_, _, _| true);
        buffer.reached().to_vec()
    };
    for formation in model.army.formations.iter().filter(|f| f.side == 0) {
        let leader = &model.army.leaders[formation.leader];
        let reached = trace(place(&leader.id), model.charts.command_range);
        for unit in &formation.units {
            let unit = &model.army.units[*unit];
            assert!(reached.contains(&place(&unit.id)), "{} is out of command", unit.name);
        }
    }
    let king = model.army.leaders.iter().find(|l| l.id == "pi-oc-carlo-alberto").expect("the king");
    let near = trace(place(&king.id), king.command_rating * 4);
    assert!(near.contains(&place("pi-fc-darvillars")));
}

// ---------------------------------------------------------------- charts as values

#[test]
fn ratios_are_rounded_in_favour_of_the_defender() {
    let rows = battle().charts.ratio;
    let name = |attacker: u16, defender: u16| {
        let fits =
            |r: &&risorgimento::model::RatioRow| attacker * u16::from(r.den) >= defender * u16::from(r.num);
        rows.iter().find(fits).map(|r| (r.name.as_str(), r.drm)).expect("the last row always fits")
    };
    assert_eq!(name(11, 5), ("2-1", 0), "{}", rule::R11_2_2);
    assert_eq!(name(5, 7), ("1-1.5", -3), "{}", rule::R11_2_2);
    assert_eq!(name(11, 3), ("3-1", 1));
    assert_eq!(name(1, 9), ("1-4", -6));
}

#[test]
fn tables_have_their_cells() {
    let charts = battle().charts;
    assert_eq!((charts.fire.row_low, charts.fire.rows.len()), (2, 12));
    assert_eq!(charts.fire.rows[0], [[Cell::Nothing; 6].as_slice(), &[Cell::Check(0)]].concat());
    assert_eq!(charts.fire.rows[11][6], Cell::Loss { sp: 3, levels: 2 });
    assert_eq!((charts.assault.row_low, charts.assault.columns.first), (1, -4));
    assert_eq!(charts.assault.rows.len(), 14);
    let cell = charts.assault.rows[3][5];
    assert_eq!((cell.colour, cell.attacker), (Colour::Grey, Cell::Loss { sp: 0, levels: 1 }));
    assert_eq!(*charts.check_effects, [0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4]);
    assert_eq!(charts.status_cv, [0, -1, -2, -3]);
    assert_eq!(charts.cvm, [(10, 1), (8, 0), (6, -1), (-99, -2)]);
    assert_eq!(*charts.artillery_factor, [(2, 1), (3, 2), (1, 1), (1, 2), (1, 3)]);
    let conduct = |roll: i8| {
        let row = charts.initiative.iter().find(|r| r.min <= roll && roll <= r.max);
        row.map(|r| r.conduct)
    };
    assert_eq!(conduct(-2), Some(Conduct::FallBack));
    assert_eq!(conduct(5), Some(Conduct::OwnJudgement));
    assert_eq!(conduct(9), Some(Conduct::FuriousAttack));
}

#[test]
fn terrain_follows_the_names_of_the_map() {
    let model = battle();
    let names: Vec<&str> = model.charts.terrain.iter().map(|t| t.id.as_str()).collect();
    assert_eq!(names, model.map.terrain_names());
    let names: Vec<&str> = model.charts.hexsides.iter().map(|t| t.id.as_str()).collect();
    assert_eq!(names, model.map.side_names());
    let bridge = model.charts.hexsides.iter().find(|s| s.bridge).expect("a bridge");
    assert_eq!((bridge.cost, bridge.stream), ([Some(4), Some(8), None], true));
    let cost = |name: &str| model.charts.road_cost[usize::from(model.map.road_named(name).expect(name))];
    assert_eq!((cost("major"), cost("minor")), (2, 3));
    let river = &model.charts.terrain[usize::from(model.map.terrain_named("river").expect("river"))];
    assert_eq!(river.cost, [None; 3]);
}

#[test]
fn a_citation_prints_its_game_and_paragraph() {
    assert_eq!(rule::R9_4_1.to_string(), "goito 9.4.1");
    assert_eq!(rule::R4_B_2_a.0.id, "4.B.2.a");
    assert_eq!(rule::RULES.len(), 211);
}

// ---------------------------------------------------------------- an owner's files

#[test]
fn an_owner_changes_a_value_of_a_unit() {
    let files = overlaid(&[(UNITS, "id,sp,cv\npi-5-aosta,8,10\n")]);
    assert!(data::check(&files).is_empty());
    let model = data::load(&files, "goito", "battle").expect("loads");
    let unit = &model.army.units[UnitId::at(0)];
    assert_eq!((unit.sp, unit.cv, unit.ma), (8, 10, 5));
    let sources = ["ma", "range", "stacking", "sp", "cv"].map(|value| unit.sources.of(value));
    assert_eq!(sources, ["printed", "printed", "reconstructed", "owner", "owner"]);
    assert_eq!(model.army.units.len(), 46);
    let provenances = data::provenance(&files, "goito").expect("every value says");
    assert_eq!(provenances.unit("pi-5-aosta", "sp"), Some(Provenance::Owner));
    assert_eq!(provenances.unit("pi-5-aosta", "ma"), Some(Provenance::Printed));
}

#[test]
fn an_owner_changes_a_chart() {
    let files = overlaid(&[(CHARTS, "[fire_drm]\nmassed_target = 2\n")]);
    let model = data::load(&files, "goito", "battle").expect("loads");
    assert_eq!(model.charts.fire_drm.massed_target, 2);
    assert_eq!(model.charts.fire_drm.target_unlimbered_artillery, -1);
    let provenances = data::provenance(&files, "goito").expect("every value says");
    assert_eq!(provenances.get("fire_drm.massed_target"), Some(Provenance::Owner));
    let beside = provenances.get("fire_drm.target_unlimbered_artillery");
    assert_eq!(beside, Some(Provenance::Reconstructed));
}

/// The rules have no name of their own for a corps that may come, and no word for what is fought for.
#[test]
fn the_corps_and_the_objectives_are_called_what_the_scenario_calls_them() {
    let words = "[battle.corps]\nname = \"V Corps\"\n[battle.victory]\ncalled = \"hills and mills\"\nbriefly = \"hills\"\n";
    let files = overlaid(&[(SCENARIOS, words)]);
    let provenances = data::provenance(&files, "goito").expect("every value says");
    assert_eq!(provenances.get("scenarios.battle.corps.name"), Some(Provenance::Owner));
    let charts = data::charts_shown(&files, "goito").expect("they are shown");
    assert!(charts.iter().any(|chart| chart.title == "Arrival of V Corps"));
    let battle = Battle::new(data::load(&files, "goito", "battle").expect("loads"), Options { fog: true });
    let end = position(&battle, "turn 4\nphase end\nstandard");
    let prompt = battle.prompt(&end, Viewer::Seat(Seat(1)));
    let asked =
        "Do you ask for V Corps? It is now or never; with it Cerlongo and more hills are needed to win.";
    assert_eq!(prompt.sentence, asked);
    let mut legal = Vec::new();
    battle.legal(&end, Seat(1), &mut legal);
    let offered: Vec<String> =
        legal.iter().map(|action| battle.choice(&end, Seat(1), *action).sentence).collect();
    assert_eq!(offered, ["Ask for V Corps", "Do without V Corps"]);
    let scene = battle.view(&end, Viewer::Public);
    for track in ["V Corps", "Hills and mills held by Austria"] {
        assert!(scene.tracks.iter().any(|shown| shown.name == track), "{track}");
    }
    let said = serde_json::to_string(&(&scene, &charts)).expect("plain values");
    assert!(!said.contains("II Corps comes") && !said.contains("armhouses and farms"));
}

#[test]
fn an_owner_stays_on_top_of_the_overrides_of_a_game() {
    let mut ours = data::files();
    let text = "[fire_drm]\nmassed_target = 3\ntarget_in_march_or_limbered = 4\nprovenance = \"derived\"\n";
    ours.insert("goito/overrides.toml", text);
    let provenances = data::provenance(&ours, "goito").expect("every value says");
    assert_eq!(provenances.get("fire_drm.massed_target"), Some(Provenance::Derived));
    let mine = owners(&[(CHARTS, "[fire_drm]\nmassed_target = 2\n")]);
    let files = ours.laid_over(mine).expect("fits");
    let drm = data::load(&files, "goito", "battle").expect("loads").charts.fire_drm;
    assert_eq!((drm.massed_target, drm.target_in_march_or_limbered), (2, 4));
}

#[test]
fn an_owner_changes_the_map() {
    let files = overlaid(&[
        ("goito/map/hexes.csv", "hex,terrain\n0104,farm\n"),
        ("goito/map/hexsides.csv", "hex_a,hex_b,feature\n0113,0114,-\n"),
    ]);
    let model = data::load(&files, "goito", "battle").expect("loads");
    let map = &model.map;
    let hex = |number: &str| map.find(number).expect(number);
    assert_eq!(map.terrain(hex("0104")), map.terrain_named("farm").expect("farm"));
    assert_eq!(map.provenance(hex("0104")), Provenance::Owner);
    let d = map.direction(hex("0113"), hex("0114")).expect("adjacent");
    assert_eq!(map.side(hex("0113"), d), 0);
}

#[test]
fn what_an_owner_gets_wrong_is_in_his_own_file() {
    let lay = |path: &str, text: &str| data::files().laid_over(owners(&[(path, text)]));
    let first = |problems: Vec<Problem>| problems[0].to_string();
    let unknown = lay(CHARTS, "# mine\n[fire_drm]\nmassed = 2\n").expect_err("unknown key");
    assert_eq!(first(unknown), "mine/risorgimento/charts.toml:3: unknown key `fire_drm.massed`");
    let column = lay(UNITS, "id,strength\npi-5-aosta,8\n").expect_err("unknown column");
    assert_eq!(first(column), "mine/goito/units.csv:1: unknown column `strength`");
    let file = lay("goito/unit.csv", "id\n").expect_err("unknown file");
    assert_eq!(
        first(file),
        "mine/goito/unit.csv:0: there is no `goito/unit.csv` for this file to be laid over"
    );
    let value = data::check(&overlaid(&[(UNITS, "id,sp\n\npi-5-aosta,88\n")]));
    assert_eq!(first(value), "mine/goito/units.csv:3: sp: 88 is not between 1 and 20");
    let value = data::check(&overlaid(&[(CHARTS, "[general]\n\nstacking_limit = \"five\"\n")]));
    assert_eq!((value[0].file.as_str(), value[0].line), ("mine/risorgimento/charts.toml", 3));
}

// ---------------------------------------------------------------- the hash, superseded data

#[test]
fn the_hash_is_of_values() {
    let hash = |files: &Files| data::load(files, "goito", "battle").expect("loads").data_hash;
    let ours = hash(&data::files());
    assert_eq!(ours.len(), 16);
    for (path, old, new) in [
        (CHARTS, "# G 6.3.1", "# see G 6.3.1"),
        (CHARTS, "effect = \"No markers.", "effect = \"Not one marker."),
        (UNITS, "about 2100", "about 2150"),
        (UNITS, "ma range printed; sp cv stacking reconstructed", "ma range sp cv stacking printed"),
        (SCENARIOS, "note = \"The whole battle", "note = \"All of the battle"),
        (SCENARIOS, "name = \"II Corps\"", "name = \"III Corps\""),
        (SCENARIOS, "called = \"farmhouses and farms\"", "called = \"villages\""),
        (TERRAIN, "provenance = \"derived\"", "provenance = \"printed\""),
        ("goito/map/places.csv", "Goito,2011", "Goito (Corte),2011"),
    ] {
        assert_eq!(hash(&changed(path, old, new)), ours, "{path}: {new}");
    }
    for (path, old, new) in [
        (CHARTS, "stacking_limit = 5", "stacking_limit = 6"),
        (UNITS, "infantry,7,9,5,3,1", "infantry,8,9,5,3,1"),
        (LEADERS, "D'Arvillars,3", "D'Arvillars,4"),
        (SCENARIOS, "turns = 8", "turns = 9"),
        (TERRAIN, "major = 0.5", "major = 0.25"),
        (SWITCHES, "mood_decay_per_turn = 0", "mood_decay_per_turn = 1"),
        ("goito/map/hexes.csv", "0104,clear", "0104,farm"),
        ("goito/map/hexsides.csv", "0113,0114,stream", "0113,0114,bridge"),
        ("goito/map/roads.csv", "minor,Cagliara", "major,Cagliara"),
    ] {
        assert_ne!(hash(&changed(path, old, new)), ours, "{path}: {new}");
    }
    assert_ne!(hash(&overlaid(&[(UNITS, "id,sp\npi-5-aosta,8\n")])), ours);
    let quick = data::load(&data::files(), "goito", "quick").expect("loads").data_hash;
    assert_ne!(quick, ours);
}

#[test]
fn superseded_data_is_found_by_its_hash() {
    let current = data::files();
    let mut texts: Vec<(String, String)> = Vec::new();
    for path in data::needed("goito") {
        let text = current.get(path).expect("a needed file is embedded");
        texts.push((format!("superseded/goito/00aa/{path}"), text.replace("turns = 8", "turns = 7")));
    }
    // what only explains the game is always that of today
    for path in current.paths().filter(|path| dataset::is_words(path)) {
        texts.push((path.to_owned(), current.get(path).expect("it is there").to_owned()));
    }
    texts.push(("superseded/goito/00aa/also.txt".to_owned(), "00bb\n00cc\n".to_owned()));
    let pairs: Vec<(&str, &str)> = texts.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    for hash in ["00aa", "00cc"] {
        let files = Files::superseded(&pairs, hash).expect(hash);
        let model = data::load(&files, "goito", "battle").expect("loads");
        assert_eq!(model.scenario.turns, 7);
    }
    assert!(Files::superseded(&pairs, "00dd").is_none());
    assert!(data::superseded("00aa").is_none());
}

#[test]
fn provenance_is_counted_by_source() {
    use Provenance::{Derived, Owner, Printed, Reconstructed};
    let text = "[fire_drm]\nmassed_target = 2\n[mood_track]\nmin = -4\n";
    let files =
        overlaid(&[(CHARTS, text), (UNITS, "id,sp\npi-5-aosta,8\n"), ("goito/map/hexes.csv", HEX_OF_MINE)]);
    let values = data::provenance(&files, "goito").expect("every value says");
    for (source, expect) in [
        (
            "risorgimento/charts.toml#mood_track",
            &[(Printed, 4), (Derived, 1), (Reconstructed, 2), (Owner, 1)][..],
        ),
        ("risorgimento/charts.toml#fire_drm", &[(Reconstructed, 5), (Owner, 1)]),
        ("risorgimento/charts.toml#fire", &[]),
        ("goito/units.csv#*.sp", &[(Reconstructed, 45), (Owner, 1)]),
        ("goito/units.csv#pi-5-aosta", &[(Printed, 2), (Reconstructed, 2), (Owner, 1)]),
        ("goito/terrain.toml#hex.*.blocks_los", &[(Printed, 4), (Derived, 1)]),
        ("goito/map/hexes.csv", &[(Derived, 21), (Reconstructed, 403), (Owner, 1)]),
        ("goito/map/hexes.csv#0101", &[(Owner, 1)]),
        ("goito/game.toml", &[]),
    ] {
        assert_eq!(values.count(source), expect, "{source}");
    }
}

#[test]
fn provenance_is_found_by_path() {
    let provenances = data::provenance(&data::files(), "goito").expect("every value says");
    for (path, expect) in [
        ("general.stacking_limit", Provenance::Printed),
        ("mood_track.min", Provenance::Reconstructed),
        ("mood_track.draw", Provenance::Derived),
        ("unit_status.levels.disorganized.cv_modifier", Provenance::Reconstructed),
        ("unit_status.levels.disorganized.may_form_square", Provenance::Printed),
        ("cohesion_check_modifiers.rows.charged_infantry_not_in_square.drm", Provenance::Derived),
        ("terrain.hex.village.fire_shift", Provenance::Reconstructed),
        ("terrain.hex.village.blocks_los", Provenance::Printed),
        ("scenarios.battle.turns", Provenance::Reconstructed),
        ("scenarios.battle.first_hour", Provenance::Printed),
        ("switches.initiative", Provenance::Printed),
        ("leaders.au-fc-benedek.command_value", Provenance::Reconstructed),
        ("leaders.au-fc-benedek.ma", Provenance::Printed),
    ] {
        assert_eq!(provenances.get(path), Some(expect), "{path}");
    }
    assert_eq!(provenances.get("general.nothing"), None);
    let listed = provenances.list().iter().find(|l| l.path == "units.au-38.sp");
    assert_eq!(listed.map(|l| l.value.as_str()), Some("4"));
}

/// Colours of seats and formations are given, and text on a counter can be read.
#[test]
fn a_game_says_how_it_looks() {
    use kernel::Module;
    let listed = risorgimento::goito().listed();
    assert_eq!((listed.id, listed.card.year, listed.card.map.as_str()), ("goito", 1848, "goito"));
    assert!(!listed.card.place.is_empty() && !listed.card.length.is_empty());
    assert!((1..=5).contains(&listed.card.complexity));
    assert_eq!(listed.card.colours.len(), 2);
    for seat in &listed.card.colours {
        let contrast = trial::contrast(&seat.paper, &seat.ink);
        assert!(contrast > 7.0, "{seat:?}: {contrast}");
    }
    let model = data::load(&data::files(), "goito", "battle").expect("sound");
    let mut paints = std::collections::BTreeSet::new();
    for formation in &model.army.formations {
        trial::channels(&formation.paint);
        assert!(paints.insert(&formation.paint), "{} has the colour of another", formation.id);
    }
}
