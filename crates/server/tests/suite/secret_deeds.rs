//! How often a player acts in secret is secret too: it shows neither in lists of games, nor in what is pushed,
//! nor in questions that end, nor in the figures of the server.

use crate::common::{Host, How, Lots, Player, SCENARIO, on_both, sqlite};
use serde_json::{Value, json};
use server::Database;
use server::client::{Client, Live, hello};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

on_both!(deeds_that_tell_nothing_leave_no_trace, a_question_does_not_end_by_a_secret_deed);

/// A game with a clock, and the browsers of both players.
async fn game(host: &Host, scenario: &str) -> ([Player; 2], [Client; 2]) {
    let terms = json!({ "clock": { "days": 2.0, "reserve_days": 3.0 }, "forced": false });
    let wish = json!({ "scenario": scenario, "seats": "link", "side": 0, "terms": terms });
    let mut browsers = [host.client(), host.client()];
    let made = browsers[0].post("/api/tables", None, &wish).await.expect("an answer");
    let tokens = crate::common::tokens(&made);
    let joined = browsers[1].post("/api/join", Some(&tokens[1]), &json!({})).await.expect("an answer");
    let guest = joined.json()["token"].as_str().expect("a token").to_string();
    ([Player::new(host, &tokens[0]), Player::new(host, &guest)], browsers)
}

/// Whether a pushed message says anything besides what time it is.
fn says_something(message: &Value) -> bool {
    let update = message.get("update").unwrap_or_else(|| panic!("{message}"));
    update["from"] != update["number"]
        || update["feed"].as_array().is_some_and(|feed| !feed.is_empty())
        || ["status", "asks", "table", "standing"].iter().any(|section| update.get(section).is_some())
}

fn all_are_there(state: &Value) -> bool {
    state["table"]["seats"].as_array().expect("seats").iter().all(|seat| seat["connected"] == true)
}

async fn deeds_that_tell_nothing_leave_no_trace(database: Database) {
    let host = Host::start(&database).await;
    for (scenario, least) in [(SCENARIO, 5), ("piacenza/campaign", 3)] {
        let secret = play_in_secret(&host, scenario).await;
        assert!(secret >= least, "only {secret} deeds were secret in {scenario}");
    }
    host.stop().await;
}

/// Plays by chance and looks at it from the other side. Gives how many deeds that side did not hear of.
async fn play_in_secret(host: &Host, scenario: &str) -> u32 {
    let (mut players, mut browsers) = game(host, scenario).await;
    let mut lives = Vec::new();
    for player in &players {
        lives.push(Live::open(host.address, &hello(&player.token)).await.expect("a connection"));
    }
    // who has come is marked a moment after the connection stands, and would be taken for news of a deed
    while !all_are_there(&players[0].state().await) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let mut lots = Lots::new(4);
    let mut secret = 0;
    for _ in 0..80 {
        let state = players[0].state().await;
        let Some(actor) = state["status"]["decide"][0].as_u64().map(|seat| seat as usize) else { break };
        let other = 1 - actor;
        let mine = browsers[other].get("/api/mine", None).await.expect("an answer").json();
        let before = players[other].state().await;
        host.now.fetch_add(60_000, Relaxed);
        let state = players[actor].state().await;
        let choices = state["choices"].as_array().expect("choices");
        let action = choices[lots.below(choices.len())]["action"].as_str().expect("an action").to_string();
        players[actor].act(&action).await;
        let mut after = players[other].state().await;
        let own = browsers[actor].get("/api/mine", None).await.expect("an answer").json();
        assert_eq!(own[0]["updated"], host.now.load(Relaxed), "his own deed is news for who does it");
        if (&before["number"], &before["feed_len"]) != (&after["number"], &after["feed_len"]) {
            continue;
        }
        secret += 1;
        after["clock"]["now"] = before["clock"]["now"].clone();
        assert_eq!(after, before, "{action}");
        let now = browsers[other].get("/api/mine", None).await.expect("an answer").json();
        assert_eq!(now, mine, "{action}");
    }
    for (player, live) in players.iter_mut().zip(&mut lives) {
        let said = player.does("/api/chat", json!({ "text": "enough" })).await;
        assert_eq!(said.status, 200);
        assert!(live.next_json().await.get("state").is_some(), "the first is the whole");
        loop {
            let message = live.next_json().await;
            assert!(says_something(&message), "{message}");
            if message["update"]["feed"].to_string().contains("enough") {
                break;
            }
        }
    }
    secret
}

async fn a_question_does_not_end_by_a_secret_deed(database: Database) {
    let host = Host::start(&database).await;
    let ([mut ada, mut bob], _) = game(&host, SCENARIO).await;
    let mut lots = Lots::new(4);
    let (mut hidden, mut open) = (0, 0);
    while hidden == 0 || open == 0 {
        let state = ada.state().await;
        assert_eq!(state["status"]["decide"], json!([0]), "she sets up");
        if state["asks"] == Value::Null && state["undo"] != 0 {
            assert_eq!(ada.does("/api/take-back", json!({ "what": "ask" })).await.status, 200);
        }
        let before = bob.state().await;
        let asks = &before["asks"];
        let choices = state["choices"].as_array().expect("choices");
        let action = choices[lots.below(choices.len())]["action"].as_str().expect("an action").to_string();
        ada.act(&action).await;
        let after = bob.state().await;
        if after["feed_len"] == before["feed_len"] {
            assert_eq!(after["asks"], *asks, "{action}");
            hidden += i32::from(*asks == 0 && after["number"] == before["number"]);
        } else if *asks == 0 {
            assert_eq!(after["asks"], Value::Null, "{action}: the game has gone on");
            open += 1;
        }
    }
    host.stop().await;
}

/// `/metrics` counts every row and every push.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_figures_of_the_server_are_not_for_everybody() {
    async fn ask(host: &Host, token: Option<&str>, header: &str) -> u16 {
        let mut client = host.client();
        // The small client sends what stands in its cookie as it is: another header behind it.
        client.cookie = Some(format!("a=b{header}"));
        client.get("/metrics", token).await.expect("an answer").status
    }
    let host = Host::start(&sqlite()).await;
    assert_eq!(ask(&host, None, "").await, 200, "on this machine");
    for mark in [
        "X-Forwarded-For: 192.0.2.1",
        "Forwarded: for=192.0.2.1",
        "Via: 1.1 somewhere",
        "X-Real-IP: 192.0.2.1",
    ] {
        assert_eq!(ask(&host, None, &format!("\r\n{mark}")).await, 403, "{mark}");
    }
    host.stop().await;
    let host = Host::start_with(&sqlite(), How { behind_proxy: true, ..How::default() }).await;
    assert_eq!(ask(&host, None, "").await, 403, "behind a proxy everybody comes from this machine");
    host.stop().await;
    for behind_proxy in [false, true] {
        let how = How { behind_proxy, metrics_token: Some("figures"), ..How::default() };
        let host = Host::start_with(&sqlite(), how).await;
        assert_eq!(ask(&host, Some("figures"), "\r\nX-Forwarded-For: 192.0.2.1").await, 200);
        for wrong in [None, Some(""), Some("figure"), Some("Figures")] {
            assert_eq!(ask(&host, wrong, "").await, 403, "{wrong:?}");
        }
        host.stop().await;
    }
}
