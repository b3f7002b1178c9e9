//! Any game as a `Module` and a `Table`, by way of trait objects.

use crate::game::*;
use crate::heading;
use kernel::*;
use serde_json::{Value, json};
use std::sync::Arc;

struct FordModule;

impl Module for FordModule {
    fn id(&self) -> &'static str {
        "ford"
    }
    fn title(&self) -> &'static str {
        "Skirmish at the Ford"
    }
    fn about(&self) -> &'static str {
        "Invented, to try the kernel."
    }
    fn scenarios(&self) -> Vec<ScenarioInfo> {
        vec![ScenarioInfo {
            id: "ford/day".into(),
            title: "By day".into(),
            note: "Three turns.".into(),
            seats: DAY.seats().iter().map(ToString::to_string).collect(),
            colours: Vec::new(),
            options: vec![OptionInfo {
                id: "fog".into(),
                title: "Pieces lie face down".into(),
                values: vec!["on".into()],
                default: "on".into(),
                rule: Some(GUARDS.to_string()),
            }],
        }]
    }
    fn rules(&self) -> &'static [Rule] {
        &RULES
    }
    fn open(&self, scenario: &str, options: &Options) -> Result<Box<dyn Table>, Vec<String>> {
        let (info, options) = self.choose(scenario, options)?;
        let heading = Heading { scenario: info.id, options, ..heading() };
        Ok(Box::new(Session::new(Arc::new(DAY), heading)))
    }
    fn runner(&self, scenario: &str, options: &Options) -> Result<Box<dyn Runner>, Vec<String>> {
        self.choose(scenario, options)?;
        Ok(Box::new(RandomRunner(Arc::new(DAY))))
    }
}

fn table() -> Box<dyn Table> {
    let mut table = FordModule.open("ford/day", &Options::new()).unwrap();
    table.set_dice(Dice::seeded(7));
    table
}

fn value(it: impl serde::Serialize) -> Value {
    serde_json::to_value(it).unwrap()
}

const ALL: Viewer = Viewer::Everything;

#[test]
fn a_module_opens_its_scenarios() {
    let errors = |scenario: &str, options: &[(&str, &str)]| {
        let options = options.iter().map(|(id, value)| (id.to_string(), value.to_string())).collect();
        FordModule.open(scenario, &options).err().unwrap()
    };
    assert_eq!(errors("ford/night", &[]), ["There is no scenario `ford/night`. There are: ford/day."]);
    assert_eq!(errors("ford/day", &[("fog", "off"), ("moon", "full")]).len(), 2);
    let playout = FordModule.play_random("ford/day", &Options::new(), 3).unwrap();
    assert_eq!(playout.seed, 3);
    assert!(playout.actions > 2 && playout.stuck.is_none());
    assert!(FordModule.play_random("ford/night", &Options::new(), 3).is_err());
}

#[test]
fn a_module_replays_records() {
    let mut table = table();
    table.act(Some(RED), "guard r1", ALL).unwrap();
    let again = FordModule.replay(&table.record()).unwrap();
    assert_eq!(again.hash(), table.hash());
    let mut other = table.record();
    other.heading.scenario = "ford/night".into();
    assert!(FordModule.replay(&other).is_err());
}

#[test]
fn the_wire() {
    let mut table = table();
    let info = value(table.info());
    assert_eq!(info["seats"], json!(["Red", "Blue"]));
    assert_eq!(info["options"], json!({"fog": "on"}));
    assert_eq!((&info["secrets"], &info["overlays"]), (&json!(true), &json!([])));
    assert!(table.overlay(ALL, "zones", "").is_err(), "the game offers none");
    assert_eq!(info["commitment"], json!(SeededDice::from_u64(7).commitment()));
    let status = value(table.status(ALL));
    assert_eq!(
        status,
        json!({
            "version": 2, "turn": 1, "turns": 3, "time": "6 o'clock",
            "phase": "before the first turn", "step": "", "decide": [0, 1],
            "prompt": {
                "kind": "choose", "sentence": "Make this piece the guard.", "rule": "ford 1",
                "hexes": [], "units": []
            },
            "log": 0, "number": 0
        })
    );
    let choice = &value(table.legal(Some(BLUE)).unwrap())[1];
    assert_eq!(
        *choice,
        json!({
            "kind": "guard", "action": "guard b2", "sentence": "Make this piece the guard.", "rule": "ford 1",
            "units": ["b2"], "odds": false
        })
    );
    let refusal = value(table.act(Some(RED), "guard b2", ALL).unwrap_err());
    assert_eq!(refusal, json!({"rule": "ford 1", "message": "This is not your piece."}));
    table.act(Some(RED), "guard r1", ALL).unwrap();
    let report = value(table.act(Some(BLUE), "guard b2", Viewer::Seat(BLUE)).unwrap());
    assert_eq!(report["played"], json!([{"act": {"seat": 1, "action": "guard b2"}}]));
    assert_eq!(report["events"].as_array().unwrap().len(), 2);
    let die = json!({"sides": 6, "lowest": 1});
    let due = json!({"dice": [die], "what": "who begins", "rule": "ford 2", "by": 0});
    assert_eq!(report["status"]["chance"], due);
    let report = value(table.roll(None, ALL).unwrap());
    assert_eq!(report["played"], json!([{"roll": {"faces": [5]}}]));
    assert_eq!(report["events"][0]["text"], "Red begins.");
    let report = value(table.act(None, "move r1 12 13 14", ALL).unwrap());
    assert_eq!(
        report["stopped"],
        json!({
            "at": "step r1 14", "rest": [], "kind": "refused",
            "why": "Both steps of this turn are made.", "rule": "ford 3"
        })
    );
    let report = value(table.undo(None, ALL).unwrap());
    assert_eq!(report["played"], json!([{"act": {"seat": 0, "action": "step r1 13"}}]));
    assert_eq!(report["status"]["number"], json!(4));
}

#[test]
fn questions() {
    let mut table = table();
    table.load_setup(&json!({"r1": {"at": 22}, "b1": {"at": 24}})).unwrap();
    assert_eq!(table.why(Viewer::Seat(BLUE), "r1").unwrap()[0].sentence, "It is not your piece.");
    assert_eq!(table.why(Viewer::Seat(RED), "r1").unwrap(), []);
    let reasons = table.why(Viewer::Seat(BLUE), "b1").unwrap();
    assert_eq!(reasons[0].sentence, "It has no part in the present question: Wait for Red.");
    assert!(table.why(ALL, "r7").is_err());
    let reach = table.reach(ALL, "r1").unwrap();
    let near = reach.hexes.iter().find(|there| there.hex == "23").unwrap();
    assert_eq!((reach.from.as_str(), near.path.as_slice()), ("22", ["23".into()].as_slice()));
    // who decides can begin to go; nobody is told so of another's pieces
    assert!(near.ready && table.reach(Viewer::Seat(RED), "r1").unwrap().hexes.iter().all(|way| way.ready));
    let hexes: Vec<_> = reach.hexes.iter().map(|there| there.hex.as_str()).collect();
    assert_eq!(hexes, ["23", "32", "12"]);
    assert_eq!(table.reach(Viewer::Seat(BLUE), "r1").unwrap().hexes, []);
    assert_eq!(table.explain(ALL, "done").unwrap_err().message, "Only fire has odds.");
    assert_eq!(
        table.explain(ALL, "dance").unwrap_err().message,
        "`dance` with these words is not an action in this game."
    );
    assert_eq!((table.seat("blue"), table.seat("1"), table.seat("2")), (Some(BLUE), Some(BLUE), None));
    assert_eq!(table.view(ALL).scene, DAY.view(&serde_json::from_value(table.position()).unwrap(), ALL));
}

#[test]
fn the_log_goes_on_where_it_was_left() {
    let mut table = table();
    for (seat, guard) in [(RED, "guard r1"), (BLUE, "guard b2")] {
        table.act(Some(seat), guard, ALL).unwrap();
    }
    let blue = Viewer::Seat(BLUE);
    let texts = |from| table.log(blue, from).into_iter().map(|told| told.text).collect::<Vec<_>>();
    assert_eq!(texts(0), ["Blue makes b2 its guard.", "Both guards are chosen."]);
    assert_eq!(texts(1), ["Both guards are chosen."]);
    assert_eq!(texts(table.status(blue).log), [""; 0]);
    assert_eq!(table.log(Viewer::Public, 0).len(), 1);
    assert_eq!(table.log(ALL, 0).len(), 3);
}

#[test]
fn a_whole_game_with_automatic_dice() {
    let mut table = table();
    table.set_auto(true, ALL);
    table.set_forced(true, ALL);
    while table.outcome().is_none() {
        let seat = table.status(ALL).decide[0];
        let choice = table.legal(Some(seat)).unwrap().remove(0);
        table.act(Some(seat), &choice.action, ALL).unwrap();
    }
    let status = table.status(Viewer::Public);
    assert!(status.outcome.is_some() && status.decide.is_empty() && status.chance.is_none());
    assert!(FordModule.replay(&table.record()).is_ok());
}
