//! Positions written by hand: what they say, what is filled in, and what is wrong with bad ones.

use kernel::{Game, Module, Need, Seat, SeatSet, Session, Show};
use risorgimento::flow::{ActivationStage, Frame};
use risorgimento::handmade::{position, read};
use risorgimento::model::Conduct;
use risorgimento::position::{Ammo, Corps, Did, Place, Position, Unit};
use risorgimento::{Battle, goito};
use serde_json::json;
use std::sync::{Arc, LazyLock};

static BATTLE: LazyLock<Battle> = LazyLock::new(|| battle_of("goito/battle"));

fn battle_of(scenario: &str) -> Battle {
    goito().battle(scenario, &Default::default()).expect("the scenario exists").0
}

fn battle() -> &'static Battle {
    &BATTLE
}

fn unit(battle: &Battle, p: &Position, id: &str) -> Unit {
    let unit = battle.army.units.find(|u| u.id == id).expect("a unit of the army");
    p.units[unit]
}

fn errors(setup: serde_json::Value) -> Vec<String> {
    battle().setup(&setup).expect_err("something is wrong with it")
}

#[test]
fn a_short_text_says_all_of_a_unit() {
    let b = battle();
    let p = position(
        b,
        "turn 3
         initiative piedmont; side austria
         33-gyulai 1614 NE shaken -2 march      # in the farmhouse
         au-8-art column
         pi-5-art 1412 S limbered low-ammo acted
         nizza-cav 1410 exhausted out-of-command moved spent=2.5
         4-grenzer+21-paumgarten 1617 disordered
         benedek 1617 shown; radetzky column
         control austria 1116 1317
         mood benedek +1; failed benedek 2; activated wohlgemuth",
    );
    let gyulai = unit(b, &p, "au-33-gyulai");
    assert_eq!(b.map.number(gyulai.hex), "1614");
    assert_eq!((gyulai.facing, gyulai.status, gyulai.lost, gyulai.march), (1, 1, 2, true));
    assert_eq!(unit(b, &p, "au-8-art").place, Place::Column);
    let battery = unit(b, &p, "pi-5-art");
    assert_eq!((battery.march, battery.ammo, battery.acted), (true, Ammo::Low, true));
    let nizza = unit(b, &p, "pi-nizza-cav");
    assert!(nizza.exhausted && nizza.out_of_command);
    assert_eq!((nizza.did, nizza.spent, nizza.facing), (Did::Moved, 10, 3));
    for id in ["au-4-grenzer", "au-21-paumgarten"] {
        let grenzer = unit(b, &p, id);
        assert_eq!((b.map.number(grenzer.hex), grenzer.status, grenzer.facing), ("1617", 2, 0));
    }
    assert_eq!(unit(b, &p, "pi-5-aosta").place, Place::Later, "only what is listed is there");
    let benedek = b.army.leaders.find(|l| l.id == "au-fc-benedek").unwrap();
    assert!(p.leaders[benedek].shown && p.leaders[benedek].place == Place::Map);
    let formation = b.army.formations.find(|f| f.id == "au-benedek").unwrap();
    assert_eq!((p.formations[formation].mood, p.formations[formation].failed), (1, 2));
    assert_eq!((p.turn, p.initiative, p.activations), (3, 0, [0, 1]));
    assert_eq!(b.objectives_held(&p, 1), 3, "two that it is given and the one it stands in");
    assert_eq!(b.need(&p), Need::Decide(SeatSet::only(Seat(1))));
}

#[test]
fn an_activation_begins_with_its_markers_or_without() {
    let b = battle();
    let text = "33-gyulai 1307 N; 5-aosta 1207 S; benedek 1308";
    let p = position(b, &format!("{text}; activate benedek"));
    assert!(
        matches!(p.top(), Frame::Activation(a) if a.stage == ActivationStage::Declare && a.conduct == Conduct::Normal)
    );
    assert!(unit(b, &p, "au-33-gyulai").began_in_zone);
    assert!(!unit(b, &p, "pi-5-aosta").began_in_zone);
    assert_eq!((p.activations, p.to_act), ([0, 1], 0));

    let p = position(b, &format!("{text}; activate benedek; marker assault 1307>1207"));
    assert!(matches!(p.top(), Frame::Activation(a) if a.stage == ActivationStage::Forces));
    assert_eq!((p.markers.len(), p.markers[0].dir, p.markers[0].served), (1, 5, false));

    let p = position(b, &format!("{text}; activate benedek attack forces; marker assault 1307>1207 served"));
    assert!(matches!(p.top(), Frame::Activation(a) if a.conduct == Conduct::Attack));
    assert!(p.markers[0].served);
}

#[test]
fn what_is_left_out_is_as_in_the_scenario() {
    let b = battle();
    let p = b.setup(&json!({"turn": 2, "units": {"33-gyulai": {"hex": "1614"}}})).unwrap();
    assert_eq!(b.map.number(unit(b, &p, "pi-7-cuneo").hex), "1412");
    assert_eq!(unit(b, &p, "au-21-paumgarten").place, Place::Column, "due on turn 1");
    assert_eq!(unit(b, &p, "au-45-sigmund").place, Place::Column, "due on turn 2");
    assert_eq!(unit(b, &p, "au-17-hohenlohe").place, Place::Later, "due on turn 3");
    assert!(unit(b, &p, "au-33-gyulai").out_of_command, "its commander is still in the column");
    assert!(!unit(b, &p, "pi-7-cuneo").out_of_command);
    assert_eq!(p.corps, Corps::Undecided);
    assert_eq!(b.objectives_held(&p, 1), 1);

    let p = b.setup(&json!({"turn": 6, "corps": {"arrives": 6}})).unwrap();
    assert_eq!(unit(b, &p, "au-9-jager").place, Place::Column);
    assert_eq!(unit(b, &p, "au-38").place, Place::Later);
    assert_eq!(b.setup(&json!({"turn": 6})).unwrap().corps, Corps::NotAsked);
}

#[test]
fn every_phase_can_be_begun() {
    let b = battle();
    let decides = |p: &Position, side: u8| assert_eq!(b.need(p), Need::Decide(SeatSet::only(Seat(side))));
    let units = "33-gyulai 1614 N; 5-aosta 1512 S; benedek 1615; darvillars 1410";
    decides(&b.setup(&json!({"phase": "setup"})).unwrap(), 0);
    let roll = position(b, &format!("phase initiative; {units}"));
    assert!(matches!(b.need(&roll), Need::Chance(r) if r.dice().count() == 2));
    decides(&position(b, &format!("side piedmont; {units}")), 0);
    decides(&position(b, &format!("phase nonactivated; initiative austria; {units}; 6-aosta 1513")), 0);
    let straggler = "45-sigmund 1618 N out-of-command; wohlgemuth 1612";
    let p = position(b, &format!("phase outofcommand; initiative piedmont; {straggler}"));
    decides(&p, 1);
    let end = position(b, &format!("turn 4; phase end; {units}"));
    assert!(matches!(end.top(), Frame::EndTurn(_)), "II Corps may be asked for");
    let over = position(b, "turn 2; phase end; 33-gyulai 2011; 21-paumgarten 2012");
    assert!(matches!(b.need(&over), Need::Over(o) if o.how == "decisive victory"));
}

#[test]
fn the_standard_set_up_is_placed_by_one_phrase() {
    for scenario in ["goito/battle", "goito/quick"] {
        let (battle, heading) = goito().battle(scenario, &Default::default()).unwrap();
        let mut session = Session::new(Arc::new(battle), heading);
        let played = session.act(Some(Seat(0)), "place standard").unwrap();
        assert_eq!(played.stopped, None);
        assert!(matches!(session.need(), Need::Chance(r) if r.what == "initiative"));
        let by_hand =
            session.game().setup(&json!({"phase": "initiative", "initiative": "piedmont"})).unwrap();
        assert_eq!(session.position().state.units, by_hand.state.units);
        assert_eq!(session.position().state.leaders, by_hand.state.leaders);
    }
}

/// Once all are placed there is nothing left but to begin, which is played unasked: the phrase does not ask for it again.
#[test]
fn the_standard_set_up_does_not_stumble_over_what_is_played_unasked() {
    let (battle, heading) = goito().battle("goito/battle", &Default::default()).unwrap();
    let mut session = Session::new(Arc::new(battle), heading);
    session.set_forced(true);
    session.set_dice(kernel::Dice::seeded(3));
    let stopped = session.act_with(Some(Seat(0)), "place standard", &mut |session| {
        while session.play_only() || session.roll_due() {}
    });
    assert_eq!(stopped.unwrap(), None);
    assert!(matches!(session.need(), Need::Decide(_)));
}

#[test]
fn a_set_up_of_a_record_is_replayed() {
    let mut table = goito().open("goito/quick", &Default::default()).unwrap();
    table.load_setup(&json!({"turn": 4, "side": "piedmont"})).unwrap();
    table.act(None, "pass", kernel::Viewer::Everything).unwrap();
    let record = table.record();
    let again = goito().replay(&record).unwrap();
    assert_eq!(again.hash(), table.hash());
    let mut strange = record;
    strange.heading.data = "0000000000000000".into();
    let error = goito().replay(&strange).err().expect("no such data");
    assert!(
        error.message.contains("the data 0000000000000000 that it was played with are not known"),
        "{}",
        error.message
    );
}

#[test]
fn each_mistake_is_named_where_it_stands() {
    let cases = [
        (json!([1]), "a set-up is an object or a text"),
        (json!({"turns": 3}), "turns: there is no such field"),
        (json!({"turn": 9}), "turn: a number from 1 to 8"),
        (json!({"turn": 2, "phase": "setup"}), "turn: the set-up comes before the first turn"),
        (json!({"phase": "tea"}), "phase: `tea` is not a phase"),
        (json!({"side": "france"}), "side: `france` is not a side"),
        (json!({"initiative": 1}), "initiative: a word is expected"),
        (json!({"only_listed": "yes"}), "only_listed: true or false"),
        (json!({"activate": "old-guard"}), "activate: there is no formation `old-guard`"),
        (json!({"activate": {"stage": "forces"}}), "activate: a formation is expected"),
        (
            json!({"activate": {"formation": "benedek", "conduct": "panic"}}),
            "activate.conduct: `panic` is not a row",
        ),
        (
            json!({"activate": {"formation": "benedek", "stage": "late"}}),
            "activate.stage: `late` is not a stage",
        ),
        (json!({"activate": "benedek", "phase": "end"}), "activate: formations are activated in the phase"),
        (json!({"units": []}), "units: an object is expected"),
        (json!({"units": {"9-aosta": "1412"}}), "units.9-aosta: there is no such unit"),
        (json!({"units": {"8-art": "1412"}}), "units.8-art: this may be pi-8-art or au-8-art"),
        (json!({"units": {"5-aosta": "1208", "pi-5-aosta": "1207"}}), "listed twice"),
        (json!({"units": {"5-aosta": "9912"}}), "units.5-aosta: there is no hex 9912"),
        (json!({"units": {"5-aosta": "2112"}}), "units.5-aosta: no unit of its kind can stand in 2112"),
        (json!({"units": {"5-aosta": 7}}), "units.5-aosta: an object is expected"),
        (json!({"units": {"5-aosta": {"facing": "N"}}}), "units.5-aosta.hex: a hex or a place"),
        (
            json!({"units": {"5-aosta": {"hex": "1208", "place": "lost"}}}),
            "units.5-aosta.place: a piece in a hex",
        ),
        (json!({"units": {"5-aosta": {"place": "tent"}}}), "units.5-aosta.place: `tent` is none of"),
        (
            json!({"units": {"5-aosta": {"hex": "1208", "facing": "E"}}}),
            "units.5-aosta.facing: `E` is not a direction",
        ),
        (
            json!({"units": {"5-aosta": {"hex": "1208", "status": "sad"}}}),
            "units.5-aosta.status: `sad` is none of",
        ),
        (
            json!({"units": {"5-aosta": {"hex": "1208", "lost": 7}}}),
            "units.5-aosta.lost: a number from 0 to 6",
        ),
        (
            json!({"units": {"5-aosta": {"hex": "1208", "tired": true}}}),
            "units.5-aosta.tired: there is no such field",
        ),
        (
            json!({"units": {"5-aosta": {"hex": "1208", "ammo": "some"}}}),
            "units.5-aosta.ammo: `some` is none of",
        ),
        (
            json!({"units": {"5-aosta": {"hex": "1208", "spent": 0.3}}}),
            "units.5-aosta.spent: movement points",
        ),
        (
            json!({"units": {"5-aosta": {"hex": "1208", "exhausted": true}}}),
            "units.5-aosta.exhausted: only cavalry",
        ),
        (
            json!({"units": {"5-aosta": {"hex": "1207", "square": true, "march": true}}}),
            "units.5-aosta.square: a unit in March",
        ),
        (
            json!({"units": {"nizza-cav": {"hex": "1810", "square": true}}}),
            "units.nizza-cav.square: only infantry",
        ),
        (
            json!({"units": {"nizza-cav": {"hex": "1810", "ammo": "low"}}}),
            "units.nizza-cav.ammo: cavalry does not fire",
        ),
        (
            json!({"units": {"5-aosta": {"place": "column", "status": "shaken"}}}),
            "units.5-aosta.status: this applies to units on the map",
        ),
        (json!({"units": {"33-gyulai": "1412"}}), "hex 1412: both sides are in it"),
        (json!({"leaders": {"benedek": "1412"}}), "hex 1412: both sides are in it"),
        (json!({"units": {"6-aosta": "1208"}}), "hex 1208: 7 stacking points where 5 have room"),
        (
            json!({"units": {"8-cuneo": {"hex": "1412", "facing": "N"}}}),
            "hex 1412: its units face different ways",
        ),
        (json!({"leaders": {"napoleon": "1208"}}), "leaders.napoleon: there is no such commander"),
        (json!({"leaders": {"benedek": "2112"}}), "leaders.benedek: nobody can be in 2112"),
        (json!({"leaders": {"benedek": "9999"}}), "leaders.benedek: there is no hex 9999"),
        (json!({"leaders": {"benedek": "1617", "au-fc-benedek": "1618"}}), "listed twice"),
        (
            json!({"leaders": {"benedek": {"hex": "1617", "lost": 1}}}),
            "leaders.benedek.lost: there is no such field",
        ),
        (json!({"markers": {}}), "markers: a list is expected"),
        (
            json!({"markers": [{"kind": "assault", "hex": "1614", "target": "1513"}]}),
            "markers: only an activated formation",
        ),
        (
            json!({"activate": "benedek", "markers": [{"kind": "siege", "hex": "1614", "target": "1513"}]}),
            "markers.0.kind: `siege`",
        ),
        (
            json!({"activate": "benedek", "markers": [{"kind": "charge", "hex": "1614"}]}),
            "markers.0.target: this is required",
        ),
        (
            json!({"activate": "benedek", "markers": [{"kind": "charge", "hex": "1614", "target": "1312"}]}),
            "markers.0: the two hexes are not neighbours",
        ),
        (
            json!({"activate": "benedek", "markers": [{"kind": "assault", "hex": "1614", "target": "1513"}, {"kind": "assault", "hex": "1614", "target": "1613"}]}),
            "markers.1: there is a marker in this hex already",
        ),
        (json!({"mood": {"benedek": 9}}), "mood.benedek: a number from"),
        (json!({"mood": {"nobody": 1}}), "mood.nobody: there is no formation"),
        (json!({"failed": {"benedek": -1}}), "failed.benedek: a number from 0"),
        (json!({"activated": "benedek"}), "activated: a list of words"),
        (json!({"activated": ["nobody"]}), "activated: there is no formation `nobody`"),
        (json!({"control": {"france": ["1116"]}}), "control.france: `france` is not a side"),
        (json!({"control": {"austria": ["1208"]}}), "control.austria: control of 1208 does not matter"),
        (json!({"control": {"austria": ["1412"]}}), "control: Piedmont has units in 1412"),
        (json!({"control": {"austria": ["1116"], "piedmont": ["1116"]}}), "1116 is given to both sides"),
        (json!({"corps": "lost"}), "corps: `undecided`"),
    ];
    for (setup, expected) in cases {
        let found = errors(setup.clone());
        assert!(found.iter().any(|e| e.contains(expected)), "{setup}: {expected} is not in {found:?}");
    }
    let found = battle_of("goito/quick").setup(&json!({"corps": "asked"})).unwrap_err();
    assert_eq!(found, ["corps: no corps can be asked for in this scenario"]);
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let found = errors(json!({
        "turn": 0, "phase": "tea", "frogs": 1,
        "units": {"5-aosta": "9912", "9-aosta": "1412", "nizza-cav": {"hex": "1810", "square": true}},
        "control": {"austria": ["1208"]},
    }));
    assert_eq!(found.len(), 7, "{found:#?}");
}

#[test]
fn a_bad_text_says_which_line() {
    let b = battle();
    let found = read(b, "turn two\n33-gyulai 1614 sideways\nbenedek 1614 N\nmarker assault 1614\nlonely\n5-aosta 1208; 5-aosta 1207").unwrap_err();
    assert_eq!(
        found,
        [
            "line 1: `two` is not a number",
            "line 2: `sideways` does not apply to units",
            "line 3: `N` does not apply to commanders",
            "line 4: a marker is written 1614>1513",
            "line 5: `lonely` alone says nothing",
            "line 6: `5-aosta` is listed twice",
        ]
    );
    assert!(read(b, "{\"turn\": }").unwrap_err()[0].contains("line 1"));
}

/// What is wrong with the sense of a text is found on its line too.
#[test]
fn a_text_that_says_something_impossible_says_where() {
    let text = "turn 9
phase tea
side france; initiative austria
# nobody has heard of these
9-aosta 1412
5-aosta+6-aosta 1208 -9

nizza-cav 1810 square
33-gyulai 1614; benedek 9999
7-cuneo 1614
mood nobody 1; failed benedek 12
control austria 1208
activated nobody
activate benedek panic
marker assault 1614>1312
marker siege 1614>1613
corps tomorrow";
    let found = read(battle(), text).unwrap_err();
    for expected in [
        "line 1: turn: a number from 1 to 8",
        "line 2: phase: `tea` is not a phase",
        "line 3: side: `france` is not a side",
        "line 5: units.9-aosta: there is no such unit",
        "line 6: units.5-aosta.lost: a number",
        "line 6: units.6-aosta.lost: a number",
        "line 8: units.nizza-cav.square: only infantry",
        "line 9: leaders.benedek: there is no hex 9999",
        "line 10: hex 1614: both sides are in it",
        "line 11: mood.nobody: there is no formation",
        "line 11: failed.benedek: a number from 0",
        "line 12: control.austria: control of 1208 does not matter",
        "line 13: activated: there is no formation `nobody`",
        "line 14: activate.conduct: `panic` is not a row",
        "line 15: markers.0: the two hexes are not neighbours",
        "line 16: markers.1.kind: `siege`",
        "line 17: corps: `undecided`",
    ] {
        assert!(found.iter().any(|e| e.starts_with(expected)), "{expected} is not in {found:#?}");
    }
    assert!(found.iter().all(|e| e.starts_with("line ")), "{found:#?}");
}

#[test]
fn a_game_begins_from_a_text_and_its_record_holds_it() {
    let mut table = goito().open("goito/battle", &Default::default()).unwrap();
    let text = "turn 4; side piedmont\n5-aosta 1208 S\ndarvillars 1208\n33-gyulai 1614\nbenedek 1617";
    table.load_setup(&text.into()).unwrap();
    assert_eq!(table.status(kernel::Viewer::Everything).turn, 4);
    let record: kernel::Record = table.record().to_string().parse().unwrap();
    assert_eq!(goito().replay(&record).unwrap().hash(), table.hash());
    let before = table.hash();
    let errors = table.load_setup(&"turn 4\n5-aosta 9912".into()).unwrap_err();
    assert_eq!(errors, ["line 2: units.5-aosta: there is no hex 9912 on this map"]);
    assert_eq!(table.hash(), before, "what is wrong changes nothing");
}

#[test]
fn a_module_offers_its_scenarios_and_options() {
    let module = goito();
    let scenarios = module.scenarios();
    let ids: Vec<&str> = scenarios.iter().map(|s| s.id.as_str()).collect();
    assert_eq!(ids, ["goito/battle", "goito/quick"]);
    assert_eq!(scenarios[0].seats, ["Piedmont", "Austria"]);
    assert_eq!(scenarios[0].options[0].rule.as_deref(), Some("goito 8.7a"));
    assert!(module.model("goito/quick").is_some_and(|model| model.map.find("2011").is_some()));
    assert!(module.model("goito/night").is_none());
    let table = module.open("goito/battle", &[("fog".to_string(), "off".to_string())].into()).unwrap();
    let info = table.info();
    assert_eq!((info.scenario.as_str(), info.options["fog"].as_str()), ("goito/battle", "off"));
    assert_eq!(info.data, module.model("goito/battle").unwrap().data_hash);
    assert!(module.open("goito/night", &Default::default()).is_err());
    assert!(module.open("goito/battle", &[("fog".to_string(), "thick".to_string())].into()).is_err());
    let played = module.play_random("goito/quick", &Default::default(), 1).unwrap();
    assert_eq!(played.stuck, None);
}
