//! All that can come of a fight: for who must decide, over what he can know, and for nobody else.

use crate::common::{Host, Player, SCENARIO, sqlite, tokens};
use kernel::{Game, Log, Options, Seat, Show, Viewer, forecast};
use risorgimento::handmade;
use serde_json::{Value, json};

const ASSAULT: &str =
    "activate benedek forces; benedek 1012; 33-gyulai 1010 N; 2-guardie 1009 S; marker assault 1010>1009";

fn refused(answer: &server::client::Answer, status: u16, why: &str) {
    let message = answer.json()["error"]["message"].clone();
    assert_eq!((answer.status, message), (answer.status, json!(why)));
    assert_eq!(answer.status, status, "{why}");
}

fn whole(lines: &Value, chance: &str) {
    let chances =
        lines.as_array().expect("a list").iter().map(|line| line[chance].as_f64().expect("a share"));
    let total: f64 = chances.sum();
    assert!((total - 1.0).abs() < 1e-9, "{total}: {lines}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_must_decide_looks_a_fight_ahead() {
    let (battle, heading) = risorgimento::goito().battle(SCENARIO, &Options::new()).expect("the scenario");
    let mut position = handmade::position(&battle, ASSAULT);
    let act = battle.read(&position, Seat(1), "act 33-gyulai").expect("it makes sense");
    battle.act(&mut position, Seat(1), act, &mut Log::off()).expect("it is legal");
    let host = Host::start(&sqlite()).await;
    let saved = json!({ "scenario": SCENARIO, "options": heading.options, "data": heading.data, "position": position });
    let wish = json!({ "seats": "link", "side": 1, "position": saved });
    let links = tokens(&host.client().post("/api/import", None, &wish).await.expect("an answer"));
    let [mut piedmont, mut austria, mut spectator] = [0, 1, 2].map(|link| Player::new(&host, &links[link]));
    piedmont.join(json!({ "name": "Carlo" })).await;
    let before = austria.state().await;
    let offered = before["choices"].as_array().expect("choices").iter();
    let fights: Vec<&Value> = offered.filter(|c| c["fight"] == true).map(|c| &c["action"]).collect();
    assert_eq!(fights, [&json!("assault")], "{before}");

    for prefer in ["", "react-fire"] {
        let answer = austria.get(&format!("/api/forecast?action=assault&answer={prefer}")).await;
        assert_eq!(answer.status, 200, "{}", answer.json());
        let told = answer.json();
        // It is what the command line gives.
        let prefer: Vec<&str> = prefer.split(',').filter(|kind| !kind.is_empty()).collect();
        let ours = forecast(&battle, &position, Viewer::Seat(Seat(1)), &["assault"], &prefer);
        let mut ours = ours.expect("it can be asked");
        ours.shorten(40);
        assert_eq!(String::from_utf8_lossy(&answer.body), serde_json::to_string(&ours).expect("plain data"));
        for table in told["tables"].as_array().expect("tables") {
            whole(&table["lines"], "low");
        }
        let mut outcomes = told["outcomes"].clone();
        if told["left_out"].is_object() {
            outcomes.as_array_mut().expect("a list").push(told["left_out"].clone());
        }
        whole(&outcomes, "chance");
        let rolls = told["rolls"].as_array().expect("rolls");
        assert!(
            rolls.iter().any(|roll| roll["what"] == "assault" && roll["rule"] == "goito 11.2.5"),
            "{told}"
        );
    }

    let decision = "It is not your decision.";
    refused(&piedmont.get("/api/forecast?action=assault").await, 403, decision);
    let looks_on = "This link is for watching only, or does not hold this seat.";
    refused(&spectator.get("/api/forecast?action=assault").await, 403, looks_on);
    refused(
        &austria.get("/api/forecast?action=assault&as=0").await,
        403,
        "This link does not hold this seat.",
    );
    let quiet = "There is no fight in this: there is nothing to look ahead to.";
    let peaceful = before["choices"].as_array().expect("choices").iter().find(|c| c["fight"] != true);
    let peaceful = peaceful.and_then(|c| c["action"].as_str()).expect("it can do something else");
    let path = format!("/api/forecast?action={}", peaceful.replace(' ', "%20"));
    refused(&austria.get(&path).await, 422, quiet);
    for (query, status) in [
        ("action=dance", 422),
        ("action=fire%20at%201009", 422),
        ("action=", 422),
        ("", 400),
        (&*format!("action={}", "x".repeat(1001)), 400),
    ] {
        let answer = austria.get(&format!("/api/forecast?{query}")).await;
        assert_eq!(answer.status, status, "{query}: {}", answer.json());
        assert!(answer.json()["error"]["message"].as_str().is_some_and(|why| why.ends_with('.')), "{query}");
    }
    let mut stranger = Player::new(&host, &"x".repeat(links[0].len()));
    refused(&stranger.get("/api/forecast?action=assault").await, 404, "This link does not lead to a game.");
    assert_eq!(austria.state().await, before, "looking changes nothing");
    host.stop().await;
}
