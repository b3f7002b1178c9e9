//! The protocol over the small game: every verb, and everything that can be wrong with a request.

use super::*;
use crate::fake;

/// Asks and gives the answers; ids are checked on the way.
fn session(lines: &[&str]) -> Vec<Value> {
    let games = fake::games();
    let mut engine = Engine::new(&games);
    lines.iter().map(|line| engine.answer(line)).collect()
}

fn ask(engine: &mut Engine, request: Value) -> Value {
    let answer = engine.answer(&request.to_string());
    assert!(answer["error"].is_null(), "{request} gives {answer}");
    answer["ok"].clone()
}

fn refuse(engine: &mut Engine, request: Value) -> String {
    let answer = engine.answer(&request.to_string());
    answer["error"]["code"].as_str().unwrap_or_else(|| panic!("{request} gives {answer}")).to_owned()
}

fn begun(games: &Games) -> Engine<'_> {
    let mut engine = Engine::new(games);
    ask(&mut engine, json!({"do":"new","scenario":"ford/dawn","seed":7}));
    engine
}

fn planned(games: &Games) -> Engine<'_> {
    let mut engine = begun(games);
    ask(&mut engine, json!({"do":"act","action":"plan 1","seat":"Red"}));
    ask(&mut engine, json!({"do":"act","action":"plan 2","seat":1}));
    engine
}

#[test]
fn ids_are_echoed_whatever_they_are() {
    let answers =
        session(&[r#"{"id":1,"do":"games"}"#, r#"{"id":{"a":[]},"do":"dance"}"#, r#"{"do":"games"}"#]);
    assert_eq!(answers[0]["id"], json!(1));
    assert_eq!(answers[0]["ok"]["games"][0]["scenarios"][0]["id"], "ford/dawn");
    assert_eq!(answers[1]["id"], json!({"a":[]}));
    assert_eq!(answers[1]["error"]["code"], "unknown-verb");
    assert_eq!(answers[2]["id"], Value::Null);
}

#[test]
fn without_a_game_every_verb_about_one_says_so() {
    let games = fake::games();
    let mut engine = Engine::new(&games);
    for request in [
        json!({"do":"status"}),
        json!({"do":"legal"}),
        json!({"do":"why","hex":"1410"}),
        json!({"do":"reach","unit":"red"}),
        json!({"do":"act","action":"pass"}),
        json!({"do":"roll"}),
        json!({"do":"auto","rolls":true}),
        json!({"do":"view","seat":0}),
        json!({"do":"position"}),
        json!({"do":"explain","action":"shoot"}),
        json!({"do":"undo"}),
        json!({"do":"record"}),
    ] {
        assert_eq!(refuse(&mut engine, request), "no-game");
    }
}

#[test]
fn a_game_is_begun_with_its_options() {
    let games = fake::games();
    let mut engine = Engine::new(&games);
    let status = ask(&mut engine, json!({"do":"new","scenario":"ford/dawn","options":{"fog":true},"seed":7}));
    assert_eq!(status["info"]["options"]["fog"], "on");
    assert_eq!(status["decide"], json!([0, 1]));
    assert_eq!(refuse(&mut engine, json!({"do":"new","scenario":"ford/dusk"})), "not-found");
    assert_eq!(refuse(&mut engine, json!({"do":"new","scenario":"fjord/dawn"})), "not-found");
    assert_eq!(
        refuse(&mut engine, json!({"do":"new","scenario":"ford/dawn","options":{"fog":"thick"}})),
        "bad-request"
    );
    assert_eq!(ask(&mut engine, json!({"do":"status"}))["decide"], json!([0, 1]), "the game is unharmed");
}

#[test]
fn refusals_say_what_stands_in_the_way() {
    let games = fake::games();
    let mut engine = begun(&games);
    assert_eq!(refuse(&mut engine, json!({"do":"act","action":"plan 1"})), "bad-request");
    assert_eq!(refuse(&mut engine, json!({"do":"legal","seat":"Green"})), "not-found");
    let mut engine = planned(&games);
    assert_eq!(refuse(&mut engine, json!({"do":"act","action":"pass","seat":1})), "not-your-decision");
    assert_eq!(refuse(&mut engine, json!({"do":"act","action":"fly"})), "illegal");
    let refused = engine.answer(r#"{"do":"act","action":"plan 1"}"#);
    assert_eq!(refused["error"]["rule"], "ford 2");
    assert_eq!(refuse(&mut engine, json!({"do":"roll"})), "illegal");
    ask(&mut engine, json!({"do":"act","action":"shoot"}));
    assert_eq!(refuse(&mut engine, json!({"do":"act","action":"pass"})), "roll-due");
    assert_eq!(refuse(&mut engine, json!({"do":"roll","dice":[7]})), "illegal");
    assert_eq!(refuse(&mut engine, json!({"do":"roll","dice":[1, 1]})), "illegal");
    ask(&mut engine, json!({"do":"roll","dice":[6]}));
    for _ in 0..5 {
        ask(&mut engine, json!({"do":"act","action":"pass"}));
    }
    let status = ask(&mut engine, json!({"do":"status"}));
    assert_eq!((&status["outcome"]["winner"], &status["outcome"]["how"]), (&json!(0), &json!("victory")));
    assert_eq!(refuse(&mut engine, json!({"do":"act","action":"pass"})), "over");
    assert_eq!(refuse(&mut engine, json!({"do":"roll"})), "over");
}

#[test]
fn questions_are_answered() {
    let games = fake::games();
    let mut engine = planned(&games);
    let legal = ask(&mut engine, json!({"do":"legal"}));
    let actions: Vec<&str> =
        legal["actions"].as_array().unwrap().iter().filter_map(|c| c["action"].as_str()).collect();
    assert_eq!(actions, ["advance", "shoot", "pass"]);
    let why = ask(&mut engine, json!({"do":"why","unit":"red","seat":0}));
    assert_eq!(why["reasons"][0]["rule"], "ford 2");
    assert_eq!(refuse(&mut engine, json!({"do":"why","hex":"9999"})), "not-found");
    assert_eq!(refuse(&mut engine, json!({"do":"why","hex":"1410","unit":"red"})), "bad-request");
    assert_eq!(ask(&mut engine, json!({"do":"reach","unit":"red"}))["hexes"][0]["hex"], "1411");
    assert_eq!(refuse(&mut engine, json!({"do":"reach","unit":"green"})), "not-found");
    let odds = ask(&mut engine, json!({"do":"explain","action":"shoot","seat":"red"}));
    assert_eq!(odds["lines"][0]["result"], "hit");
    assert_eq!(refuse(&mut engine, json!({"do":"explain","action":"pass"})), "illegal");
}

#[test]
fn macros_stop_where_something_interrupts() {
    let games = fake::games();
    let mut engine = planned(&games);
    let report = ask(&mut engine, json!({"do":"act","action":"storm"}));
    assert_eq!(report["played"].as_array().unwrap().len(), 3);
    assert_eq!(report["stopped"]["kind"], "roll");
    assert_eq!(report["stopped"]["at"], "pass");
    assert_eq!(report["status"]["chance"]["rule"], "ford 2.1");
    let report = ask(&mut engine, json!({"do":"roll"}));
    assert_eq!(report["events"][0]["kind"], "shot");
}

#[test]
fn rolls_can_be_left_to_the_generator_and_taken_back() {
    let games = fake::games();
    let mut engine = planned(&games);
    ask(&mut engine, json!({"do":"auto","rolls":true}));
    let before = ask(&mut engine, json!({"do":"position"}));
    let report = ask(&mut engine, json!({"do":"act","action":"shoot"}));
    assert_eq!(report["played"].as_array().unwrap().len(), 2);
    ask(&mut engine, json!({"do":"undo"}));
    assert_eq!(ask(&mut engine, json!({"do":"position"})), before);
    for _ in 0..2 {
        ask(&mut engine, json!({"do":"undo"}));
    }
    assert_eq!(refuse(&mut engine, json!({"do":"undo"})), "illegal");
}

#[test]
fn a_view_holds_what_its_seat_may_see() {
    let games = fake::games();
    let mut engine = Engine::new(&games);
    ask(&mut engine, json!({"do":"new","scenario":"ford/dawn","options":{"fog":"on"}}));
    ask(&mut engine, json!({"do":"act","action":"plan 2","seat":0}));
    let red = ask(&mut engine, json!({"do":"view","seat":"Red"}));
    let blue = ask(&mut engine, json!({"do":"view","seat":"Blue"}));
    let public = ask(&mut engine, json!({"do":"view","seat":"public"}));
    assert_eq!(red["log"].as_array().unwrap().len(), 1);
    assert_eq!(blue["log"], json!([]));
    assert_eq!(red["scene"]["pieces"][1]["name"], "hidden");
    assert_eq!(blue["scene"]["pieces"][1]["name"], "blue patrol");
    assert_eq!(public["scene"]["pieces"][0]["name"], "hidden");
    assert_eq!(ask(&mut engine, json!({"do":"status","seat":"Blue"}))["number"], Value::Null);
}

#[test]
fn positions_records_and_set_ups_are_loaded_again() {
    let games = fake::games();
    let mut engine = planned(&games);
    ask(&mut engine, json!({"do":"act","action":"advance"}));
    let position = ask(&mut engine, json!({"do":"position"}));
    let record = ask(&mut engine, json!({"do":"record"}));
    let mut other = Engine::new(&games);
    ask(&mut other, json!({"do":"load","position":position}));
    assert_eq!(ask(&mut other, json!({"do":"position"})), position);
    ask(&mut other, json!({"do":"load","record":record}));
    assert_eq!(ask(&mut other, json!({"do":"position"})), position);
    ask(&mut other, json!({"do":"load","record":record["record"]}));
    assert_eq!(ask(&mut other, json!({"do":"record"})), record);
    let status = ask(&mut other, json!({"do":"load","setup":{"scenario":"ford/dawn","turn":2},"seed":1}));
    assert_eq!((&status["turn"], &status["decide"]), (&json!(2), &json!([0])));
    ask(&mut other, json!({"do":"act","action":"shoot"}));
    ask(&mut other, json!({"do":"roll"}));
}

#[test]
fn what_cannot_be_loaded_leaves_the_game_as_it_was() {
    let games = fake::games();
    let mut engine = planned(&games);
    let before = ask(&mut engine, json!({"do":"position"}));
    let broken = json!({"scenario":"ford/dawn","position":{"turn":1}});
    let passed = {
        let mut passed = before.clone();
        passed["position"]["at"] = json!([5, 0]);
        passed
    };
    let other_data = {
        let mut other = before.clone();
        other["data"] = json!("00");
        other
    };
    for (request, code) in [
        (json!({"do":"load"}), "bad-request"),
        (json!({"do":"load","setup":{},"position":{}}), "bad-request"),
        (json!({"do":"load","setup":{}}), "bad-request"),
        (json!({"do":"load","setup":{"scenario":"ford/dawn","turn":9}}), "bad-request"),
        (json!({"do":"load","setup":{"scenario":"ford/dawn","options":7}}), "bad-request"),
        (json!({"do":"load","setup":{"scenario":7}}), "bad-request"),
        (json!({"do":"load","setup":7}), "bad-request"),
        (json!({"do":"load","setup":"turn 2\nred 1410"}), "bad-request"),
        (json!({"do":"load","setup":"scenario ford/dawn\nscenario ford/dawn"}), "bad-request"),
        (json!({"do":"load","setup":"no/such/file"}), "io"),
        (json!({"do":"load","position":broken}), "bad-request"),
        (json!({"do":"load","position":passed}), "bad-request"),
        (json!({"do":"load","position":other_data}), "bad-request"),
        (json!({"do":"load","position":"no/such/file"}), "io"),
        (json!({"do":"load","record":"no/such/file"}), "io"),
        (json!({"do":"load","record":"capitano record 1\nnonsense"}), "bad-request"),
        (json!({"do":"load","record":7}), "bad-request"),
    ] {
        assert_eq!(refuse(&mut engine, request.clone()), code, "{request}");
    }
    assert_eq!(ask(&mut engine, json!({"do":"position"})), before);
}

#[test]
fn malformed_lines_are_answered_and_change_nothing() {
    let games = fake::games();
    let mut input = Vec::new();
    input.extend_from_slice(b"{\"id\":1,\"do\":\"new\",\"scenario\":\"ford/dawn\",\"seed\":7}\n");
    input.extend_from_slice(b"\n   \nnonsense\n\xff\xfe\xfd\n{\"id\":2,\"do\":\"act\"}\n");
    input.extend_from_slice(&vec![b'x'; LONGEST + 1]);
    input.extend_from_slice(b"\n{\"id\":3,\"do\":\"status\"}");
    let mut output = Vec::new();
    serve(&games, &input[..], &mut output).expect("a buffer takes everything");
    let answers: Vec<Value> =
        String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let codes: Vec<&Value> = answers.iter().map(|answer| &answer["error"]["code"]).collect();
    assert_eq!(
        codes,
        [
            &Value::Null,
            &json!("parse"),
            &json!("parse"),
            &json!("bad-request"),
            &json!("parse"),
            &Value::Null
        ]
    );
    assert_eq!(answers[3]["id"], 2);
    assert_eq!(answers[5]["ok"]["decide"], json!([0, 1]));
}

/// Plays a scenario through the protocol by lot, and at some steps gives the position, the record or the last move
/// back to it: the game goes on from there with the same questions.
fn keep(games: &Games, scenario: &str, steps: usize) {
    let mut lot = kernel::Lot::of("the engine keeps games", steps as u64);
    let mut engine = Engine::new(games);
    ask(&mut engine, json!({"do":"new","scenario":scenario,"seed":7}));
    // What loading gives besides how the game stands: lines of the log and steps, which a position has not.
    let stands = |engine: &mut Engine| {
        let mut status = ask(engine, json!({"do":"status"}));
        for word in ["log", "number"] {
            status.as_object_mut().expect("an object").remove(word);
        }
        let legal = match status["decide"].get(0) {
            Some(seat) => ask(engine, json!({"do":"legal","seat":seat})),
            None => Value::Null,
        };
        let views: Vec<Value> = [json!(0), json!(1), json!("public")]
            .map(|seat| ask(engine, json!({"do":"view","seat":seat}))["scene"].clone())
            .into();
        (status, legal, views)
    };
    for step in 0..steps {
        let status = ask(&mut engine, json!({"do":"status"}));
        if !status["outcome"].is_null() {
            break;
        }
        if lot.below(12) == 0 {
            let before = stands(&mut engine);
            let given = match lot.below(2) {
                0 => json!({"do":"load","position":ask(&mut engine, json!({"do":"position"})),"seed":step}),
                _ => json!({"do":"load","record":ask(&mut engine, json!({"do":"record"})),"seed":step}),
            };
            ask(&mut engine, given);
            assert_eq!(stands(&mut engine), before, "{scenario}, step {step}");
        }
        if !status["chance"].is_null() {
            ask(&mut engine, json!({"do":"roll"}));
            continue;
        }
        let seat = &status["decide"][0];
        let legal = ask(&mut engine, json!({"do":"legal","seat":seat}));
        let actions = legal["actions"].as_array().expect("a list");
        let action = &lot.one_of(actions).expect("who decides can do something")["action"];
        let acts = json!({"do":"act","action":action,"seat":seat});
        if lot.below(12) == 0 {
            let before = stands(&mut engine);
            ask(&mut engine, acts.clone());
            ask(&mut engine, json!({"do":"undo"}));
            assert_eq!(stands(&mut engine), before, "{scenario}, step {step}");
        }
        ask(&mut engine, acts);
    }
}

#[test]
fn a_game_of_any_scenario_is_kept_at_any_moment() {
    let games = Games::open(None).expect("our data is sound");
    for scenario in games.list().into_iter().flat_map(|game| game.scenarios) {
        keep(&games, &scenario.id, 150);
    }
}

/// Whatever a line says, it is answered, and the engine goes on.
#[test]
fn broken_lines_are_answered() {
    use kernel::conformance::{Pool, break_text, break_value};
    let games = Games::open(None).expect("our data is sound");
    let mut engine = Engine::new(&games);
    let mut lot = kernel::Lot::of("broken lines", 1);
    for scenario in ["goito/battle", "piacenza/gossolengo"] {
        let begin = json!({"do":"new","scenario":scenario,"seed":7});
        let setup = json!({"scenario":scenario,"turn":5});
        ask(&mut engine, begin.clone());
        for _ in 0..40 {
            let legal = engine.answer(&json!({"do":"legal"}).to_string());
            let act = match legal["ok"]["actions"].as_array().and_then(|actions| lot.one_of(actions)) {
                Some(choice) => json!({"do":"act","action":choice["action"]}),
                None => json!({"do":"roll"}),
            };
            engine.answer(&act.to_string());
        }
        let view = ask(&mut engine, json!({"do":"view","seat":0}));
        let piece = &view["scene"]["pieces"][3];
        let lines = [
            begin.clone(),
            json!({"do":"load","position":ask(&mut engine, json!({"do":"position"})),"seed":3}),
            json!({"do":"load","record":ask(&mut engine, json!({"do":"record"})),"seed":3}),
            json!({"do":"load","setup":setup,"seed":3}),
            json!({"do":"status","seat":0}),
            json!({"do":"legal","seat":1}),
            json!({"do":"why","unit":piece["id"],"seat":0}),
            json!({"do":"why","hex":piece["hex"]}),
            json!({"do":"reach","unit":piece["id"],"seat":"public"}),
            json!({"do":"overlay","kind":"zones","subject":piece["hex"],"seat":1}),
            json!({"do":"act","action":"move 33-gyulai 1613 1612","seat":1}),
            json!({"do":"explain","action":"assault","seat":0}),
            json!({"do":"roll","dice":[3,5]}),
            json!({"do":"auto","rolls":true}),
            json!({"do":"undo"}),
            json!({"do":"charts","game":"goito"}),
            json!({"do":"advise","level":"random","seat":0,"seed":3}),
        ];
        let pool = Pool::of(&lines);
        let mut answered = [0, 0];
        for time in 0..4000 {
            let mut line = lot.one_of(&lines).expect("there are lines").clone();
            // What the captain thinks is not for thousands of lines.
            let advice = line["do"] == "advise";
            let line = match lot.below(3) {
                0 if !advice => break_text(&line.to_string(), &[], &mut lot),
                _ => {
                    break_value(&mut line, &pool, &mut lot);
                    if line["do"] == "advise" && line["level"] != "random" {
                        continue;
                    }
                    line.to_string()
                }
            };
            let answer = engine.answer(&line);
            let refused = answer["error"]["code"].is_string();
            assert!(refused != answer["ok"].is_object(), "{scenario}, time {time}: {line} gives {answer}");
            answered[usize::from(refused)] += 1;
        }
        assert!(answered.iter().all(|count| *count > 400), "{answered:?}");
    }
}
