//! The engine protocol over Goito: whole exchanges by every verb, checked against
//! docs/protocol.schema.json.

use crate::common::schema::Schema;
use crate::common::{Folder, run_with};
use serde_json::{Value, json};

/// Asks all at once, checks requests and answers against the schema, and gives the answers.
fn exchange(requests: &[Value]) -> Vec<Value> {
    let schema = Schema::of_the_protocol();
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    let ran = run_with(&["engine"], (lines.join("\n") + "\n").as_bytes()).ok();
    let answers: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("an answer is JSON")).collect();
    assert_eq!(answers.len(), requests.len());
    for (request, answer) in requests.iter().zip(&answers) {
        schema.check("response", answer).unwrap();
        assert_eq!(answer["id"], request["id"]);
        if let Some(ok) = answer.get("ok") {
            schema.check("request", request).unwrap();
            let verb = request["do"].as_str().expect("it was carried out");
            schema
                .check(&format!("answers/properties/{verb}"), ok)
                .unwrap_or_else(|e| panic!("{request}: {e}"));
        }
    }
    answers
}

/// Plays by choosing legal actions until `enough` says so; the requests that it took.
fn play(begin: &[Value], steps: usize) -> Vec<Value> {
    let mut requests = begin.to_vec();
    for step in 0..steps {
        let mut asked = requests.clone();
        asked.push(json!({"do":"status"}));
        asked.push(json!({"do":"legal"}));
        let answers = exchange(&asked);
        let [.., status, legal] = answers.as_slice() else { unreachable!("two were asked") };
        if !status["ok"]["outcome"].is_null() {
            break;
        }
        if !status["ok"]["chance"].is_null() {
            requests.push(json!({"id":step,"do":"roll"}));
            continue;
        }
        let actions = legal["ok"]["actions"].as_array().expect("somebody must decide");
        let action = &actions[step * 7 % actions.len()]["action"];
        requests.push(json!({"id":step,"do":"act","action":action}));
    }
    requests
}

fn new() -> Value {
    json!({"id":"n","do":"new","scenario":"goito/battle","seed":7})
}

#[test]
fn the_schema_knows_every_verb_and_code() {
    let schema = Schema::of_the_protocol();
    let doc = include_str!("../../../../docs/protocol.md");
    for verb in schema.verbs() {
        assert!(doc.contains(&format!("| `{verb}` |")), "docs/protocol.md does not explain {verb}");
        schema.check(&format!("answers/properties/{verb}"), &Value::Null).unwrap_err();
    }
    for code in schema.codes().as_array().expect("a list") {
        let code = code.as_str().expect("a word");
        assert!(doc.contains(&format!("| `{code}` |")), "docs/protocol.md does not explain {code}");
    }
}

#[test]
fn the_schema_refuses_what_is_not_foreseen() {
    let schema = Schema::of_the_protocol();
    for (part, value) in [
        ("request", json!({"do":"undo","much":true})),
        ("request", json!({"do":"dance"})),
        ("request", json!({"do":"act"})),
        ("response", json!({"id":1})),
        ("response", json!({"id":1,"ok":{},"error":{"code":"io","message":""}})),
        ("response", json!({"id":1,"error":{"code":"odd","message":""}})),
        ("seat", json!(-1)),
    ] {
        assert!(schema.check(part, &value).is_err(), "{value}");
    }
}

#[test]
fn a_game_is_played_by_requests() {
    let requests = play(&[new()], 25);
    let mut asked = requests.clone();
    for request in [
        json!({"id":1,"do":"view","seat":"Piedmont"}),
        json!({"id":2,"do":"view","seat":1}),
        json!({"id":3,"do":"view","seat":"public"}),
        json!({"id":4,"do":"status","seat":"Austria"}),
        json!({"id":5,"do":"position"}),
        json!({"id":6,"do":"record"}),
        json!({"id":7,"do":"auto","rolls":true}),
        json!({"id":8,"do":"undo"}),
        json!({"id":9,"do":"games"}),
    ] {
        asked.push(request);
    }
    let answers = exchange(&asked);
    for (request, answer) in asked.iter().zip(&answers) {
        assert!(answer["error"].is_null(), "{request} gives {answer}");
    }
    let again = exchange(&asked);
    assert_eq!(answers, again, "the same requests and the same seed give the same answers");
}

#[test]
fn every_unit_and_hex_can_be_asked_about() {
    let mut asked = play(&[new()], 12);
    let begun = asked.len();
    let mut view = asked.clone();
    view.push(json!({"do":"view","seat":0}));
    let scene = exchange(&view).pop().expect("an answer")["ok"]["scene"].clone();
    let pieces = scene["pieces"].as_array().expect("a list");
    for piece in pieces.iter().take(12) {
        asked.push(json!({"id":1,"do":"why","unit":piece["id"],"seat":0}));
        asked.push(json!({"id":2,"do":"reach","unit":piece["id"],"seat":0}));
    }
    asked.push(json!({"id":3,"do":"why","hex":"1412"}));
    asked.push(json!({"id":4,"do":"why","hex":"9999"}));
    asked.push(json!({"id":5,"do":"reach","unit":"nobody"}));
    let answers = exchange(&asked);
    let [.., hex, nowhere, nobody] = answers.as_slice() else { unreachable!("three were asked last") };
    assert!(hex["error"].is_null(), "{hex}");
    assert_eq!(nowhere["error"]["code"], "not-found");
    assert_eq!(nobody["error"]["code"], "not-found");
    assert!(answers[begun..].iter().filter(|a| a["error"].is_null()).count() > 1);
}

#[test]
fn every_overlay_is_laid_and_the_charts_are_given() {
    let setup = json!({
        "scenario": "goito/quick", "turn": 2, "side": "austria",
        "units": {"33-gyulai": {"hex": "1616", "facing": "N"}}, "leaders": {"benedek": {"hex": "1617"}}
    });
    let begin = json!({"id":0,"do":"load","setup":setup,"seed":1});
    let info = exchange(std::slice::from_ref(&begin))[0]["ok"]["info"].clone();
    let overlays = info["overlays"].as_array().expect("a list").clone();
    assert!(overlays.len() >= 8, "{overlays:?}");
    let mut asked = vec![begin];
    for overlay in &overlays {
        let subject = match overlay["subject"].as_str() {
            Some("hex") => "1412",
            Some("unit") => "33-gyulai",
            _ => "",
        };
        asked.push(json!({"id":1,"do":"overlay","kind":overlay["id"],"subject":subject,"seat":"Austria"}));
    }
    asked.push(json!({"id":2,"do":"overlay","kind":"weather"}));
    asked.push(json!({"id":3,"do":"charts","game":"goito"}));
    asked.push(json!({"id":4,"do":"charts","game":"waterloo"}));
    let answers = exchange(&asked);
    let [.., weather, charts, waterloo] = answers.as_slice() else { unreachable!("three were asked last") };
    for (request, answer) in asked[1..=overlays.len()].iter().zip(&answers[1..]) {
        assert!(answer["error"].is_null(), "{request} gives {answer}");
        assert!(!answer["ok"]["hexes"].as_array().expect("a list").is_empty(), "{request}");
    }
    assert_eq!(weather["error"]["code"], "not-found");
    assert!(charts["ok"]["charts"].as_array().is_some_and(|charts| charts.len() > 20));
    assert_eq!(waterloo["error"]["code"], "not-found");
}

#[test]
fn positions_and_records_are_loaded_again() {
    let mut asked = play(&[new()], 15);
    asked.push(json!({"id":1,"do":"position"}));
    asked.push(json!({"id":2,"do":"record"}));
    let mut answers = exchange(&asked);
    let record = answers.pop().expect("an answer")["ok"].clone();
    let position = answers.pop().expect("an answer")["ok"].clone();
    let folder = Folder::new("engine-load");
    let path = folder.write("game.record", record["record"].as_str().expect("a text"));
    let position_path = folder.write("position.json", position.to_string());
    let answers = exchange(&[
        json!({"id":1,"do":"load","position":position}),
        json!({"id":2,"do":"position"}),
        json!({"id":3,"do":"load","record":record}),
        json!({"id":4,"do":"position"}),
        json!({"id":5,"do":"load","record":path}),
        json!({"id":6,"do":"record"}),
        json!({"id":7,"do":"load","position":position_path}),
        json!({"id":8,"do":"position"}),
        json!({"id":9,"do":"load","record":folder.file("missing")}),
        json!({"id":10,"do":"position"}),
        json!({"id":11,"do":"load","setup":{"scenario":"goito/quick","turn":2,"side":"austria"},"seed":1}),
        json!({"id":12,"do":"explain","action":"activate benedek","seat":"Austria"}),
        json!({"id":13,"do":"act","action":"activate benedek"}),
    ]);
    for i in [1, 3, 7, 9] {
        assert_eq!(answers[i]["ok"], position, "{}", answers[i - 1]);
    }
    assert_eq!(answers[5]["ok"], record);
    assert_eq!(answers[8]["error"]["code"], "io");
    assert_eq!((&answers[10]["ok"]["turn"], &answers[10]["ok"]["decide"]), (&json!(2), &json!([1])));
    assert!(
        answers[11]["error"].is_null() && !answers[12]["ok"]["status"]["chance"].is_null(),
        "{answers:?}"
    );
}

#[test]
fn a_set_up_may_be_a_short_text() {
    let text = "scenario goito/battle\noption fog=off  # as JSON has it in `options`\nturn 3; side austria\n\
                33-gyulai 1614 N shaken -2\nbenedek 1617\n5-aosta 1412 S; darvillars 1408\n";
    let folder = Folder::new("engine-text");
    let answers = exchange(&[
        json!({"id":1,"do":"load","setup":text,"seed":1}),
        json!({"id":2,"do":"position"}),
        json!({"id":3,"do":"load","setup":folder.write("setup.txt", text),"seed":1}),
        json!({"id":4,"do":"position"}),
        json!({"id":5,"do":"record"}),
        json!({"id":6,"do":"load","setup":text.replace("5-aosta 1412", "5-aosta 9912")}),
        json!({"id":7,"do":"load","setup":folder.write("bad.txt", text.replace("shaken", "sleepy"))}),
        json!({"id":8,"do":"load","setup":text.replace("fog=off", "fog")}),
        json!({"id":9,"do":"load","setup":text.replace("scenario", "#")}),
        json!({"id":10,"do":"position"}),
    ]);
    assert_eq!((&answers[0]["ok"]["turn"], &answers[0]["ok"]["decide"]), (&json!(3), &json!([1])));
    assert_eq!(answers[0]["ok"]["info"]["options"]["fog"], "off");
    assert_eq!(answers[1]["ok"], answers[3]["ok"]);
    let errors: Vec<&str> =
        answers[5..9].iter().map(|answer| answer["error"]["message"].as_str().expect("refused")).collect();
    assert_eq!(errors[0], "line 6: units.5-aosta: there is no hex 9912 on this map");
    assert!(errors[1].ends_with("line 4: `sleepy` does not apply to units"), "{}", errors[1]);
    assert_eq!(errors[2], "line 2: write it as `option fog=off`");
    assert!(errors[3].contains("names its `scenario`"), "{}", errors[3]);
    assert!(answers[5..9].iter().all(|answer| answer["error"]["code"] == "bad-request"));
    assert_eq!(answers[9]["ok"], answers[1]["ok"], "what is wrong leaves the game as it was");
    // a record that began from a text can be played again
    let again =
        exchange(&[json!({"id":1,"do":"load","record":answers[4]["ok"]}), json!({"id":2,"do":"position"})]);
    assert_eq!(again[1]["ok"], answers[1]["ok"]);
}

#[test]
fn what_is_wrong_is_refused_by_code_and_the_game_goes_on() {
    let answers = exchange(&[
        json!({"id":1,"do":"status"}),
        new(),
        json!({"id":2,"do":"act","action":"fly to Mantua"}),
        json!({"id":3,"do":"act","action":"pass","seat":7}),
        json!({"id":4,"do":"roll","dice":[9, 9, 9]}),
        json!({"id":5,"do":"dance"}),
        json!({"id":6,"do":"status","colour":"red"}),
        json!({"id":7,"do":"new","scenario":"goito/siege"}),
        json!({"id":8,"do":"new","scenario":"goito/battle","options":{"cheating":"on"}}),
        json!({"id":9,"do":"load","setup":{"scenario":"goito/battle","units":7}}),
        json!({"id":10,"do":"status"}),
    ]);
    let codes: Vec<&str> = answers.iter().map(|a| a["error"]["code"].as_str().unwrap_or("ok")).collect();
    let expected =
        ["no-game", "ok", "illegal", "not-found", "illegal", "unknown-verb", "bad-request", "not-found"];
    assert_eq!(codes[..8], expected);
    assert_eq!(codes[8..], ["bad-request", "bad-request", "ok"]);
    assert_eq!(answers[1]["ok"]["prompt"], answers[10]["ok"]["prompt"]);
}

#[test]
fn a_seat_cannot_play_for_the_other() {
    let status = &exchange(&[new()])[0]["ok"];
    let decides = status["decide"][0].as_u64().expect("somebody decides first");
    let other = 1 - decides;
    let answers = exchange(&[
        new(),
        json!({"id":1,"do":"legal","seat":other}),
        json!({"id":2,"do":"legal","seat":decides}),
    ]);
    assert_eq!(answers[1]["error"]["code"], "not-your-decision");
    assert!(!answers[2]["ok"]["actions"].as_array().expect("a list").is_empty());
}

#[test]
fn lines_that_are_no_requests_are_answered() {
    let mut input = b"nonsense\n\xff\xff\n\n[1]\n".to_vec();
    input.extend(std::iter::repeat_n(b' ', 17 * 1024 * 1024));
    input.extend_from_slice(b"\n{\"id\":1,\"do\":\"games\"}\n");
    let ran = run_with(&["engine"], &input).ok();
    let answers: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("an answer is JSON")).collect();
    assert_eq!(answers.len(), 5);
    assert!(answers[..4].iter().all(|answer| answer["error"]["code"] == "parse"), "{answers:?}");
    assert_eq!(answers[4]["id"], 1);
    assert!(!answers[4]["ok"].is_null());
}

#[test]
fn computers_advise_who_must_decide() {
    let asked = [
        new(),
        json!({"id":1,"do":"auto","rolls":true}),
        json!({"id":2,"do":"advise","level":"recruit"}),
        json!({"id":3,"do":"act","action":"place standard"}),
        json!({"id":4,"do":"legal"}),
        json!({"id":5,"do":"advise","level":"captain:16"}),
        json!({"id":6,"do":"advise","level":"captain:16","seed":2}),
        json!({"id":7,"do":"advise","level":"general"}),
        json!({"id":8,"do":"advise","level":"random","seat":"Nowhere"}),
        json!({"id":9,"do":"advise","level":"random","seat":0}),
        json!({"id":10,"do":"advise","level":"random","seat":1}),
    ];
    let answers = exchange(&asked);
    let actions: Vec<&Value> = answers[4]["ok"]["actions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|choice| &choice["action"])
        .collect();
    for advice in &answers[5..7] {
        assert!(actions.contains(&&advice["ok"]["action"]), "{advice}");
        assert!(advice["ok"]["candidates"].as_array().is_some_and(|list| list.len() > 1), "{advice}");
    }
    assert_eq!(answers[7]["error"]["code"], "bad-request");
    assert_eq!(answers[8]["error"]["code"], "not-found");
    let refused = answers[9..].iter().filter(|answer| answer["error"]["code"] == "not-your-decision").count();
    assert_eq!(refused, 1, "one of the two must decide");
    assert_eq!(answers, exchange(&asked), "the same questions get the same advice");
}
