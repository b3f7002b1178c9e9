//! A database that is damaged, full or away: what is wrong is said, to who asks for a game and at `/health`.

use crate::common::{Host, How, execute, on_both, sqlite};
use serde_json::json;
use server::Database;
use server::client::{Live, hello};
use std::time::Duration;

on_both!(
    a_repeated_request_is_answered_from_memory,
    damage_is_called_damage,
    a_store_that_cannot_write_is_told_of,
);

/// The answer is still there, so that neither the database is asked nor the game gone through again.
async fn a_repeated_request_is_answered_from_memory(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, mut bob, _) = host.game(json!({})).await;
    let act = json!({ "on": 1, "id": "once", "action": "place standard" });
    let first = ada.post("/api/act", act.clone()).await;
    assert_eq!(first.status, 200, "{}", first.json());
    let said = ada.post("/api/chat", json!({ "id": "word", "text": "your turn" })).await;
    let answered = bob.post("/api/chat", json!({ "id": "word", "text": "so it is" })).await;
    execute(&database, "ALTER TABLE steps RENAME TO away").await;
    assert_eq!(ada.post("/api/act", act).await.body, first.body);
    assert_eq!(ada.post("/api/chat", json!({ "id": "word", "text": "your turn" })).await.body, said.body);
    assert_eq!(bob.post("/api/chat", json!({ "id": "word", "text": "so it is" })).await.body, answered.body);
    execute(&database, "ALTER TABLE away RENAME TO steps").await;
    host.stop().await;
}

async fn damage_is_called_damage(database: Database) {
    let host = Host::start(&database).await;
    let (ada, _, _) = host.set_up(json!({})).await;
    host.stop().await;
    for (damage, said) in [
        ("UPDATE steps SET kind = 'dance' WHERE seq = 20", "row 20"),
        ("UPDATE steps SET kind = 'roll', body = 'seven' WHERE seq = 15", "row 15"),
        ("DELETE FROM steps WHERE seq = 10", "row 10 is missing"),
    ] {
        execute(&database, damage).await;
        let host = Host::start(&database).await;
        let mut ada = ada.at(&host);
        let state = ada.state().await;
        let closed = state["table"]["closed"].as_str().unwrap_or_default();
        assert!(closed.contains("damaged") && closed.contains(said), "{damage}: {closed}");
        assert!(state["feed_len"].as_u64() > Some(0), "what is sound is shown");
        assert_eq!(ada.try_act("place standard").await.status, 410);
        host.stop().await;
    }
    for damage in ["UPDATE tables SET head = '{}'", "DELETE FROM tables"] {
        execute(&database, damage).await;
        let host = Host::start(&database).await;
        let answer = ada.at(&host).get("/api/table").await;
        let error = &answer.json()["error"];
        assert_eq!((answer.status, &error["code"]), (500, &json!("damaged")), "{damage}: {error}");
        host.stop().await;
    }
}

async fn a_store_that_cannot_write_is_told_of(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, _, _) = host.game(json!({})).await;
    let health = async || host.client().get("/health", None).await.expect("an answer");
    assert_eq!(health().await.json(), json!({ "status": "ok" }));
    execute(&database, "ALTER TABLE steps RENAME TO away").await;
    let answer = ada.post("/api/act", json!({ "on": 1, "id": "a", "action": "place standard" })).await;
    let message = answer.json()["error"]["message"].as_str().unwrap_or_default().to_string();
    assert_eq!((answer.status, answer.header("retry-after")), (503, Some("1")));
    assert!(message.contains("cannot be stored") && message.contains("steps"), "{message}");
    // Reading fails as well, and is not called writing.
    let answer = ada.get("/api/table").await;
    let message = answer.json()["error"]["message"].as_str().unwrap_or_default().to_string();
    assert_eq!(answer.status, 503);
    assert!(message.starts_with("The database is not working just now"), "{message}");
    let unwell = health().await;
    let why = unwell.json()["why"].as_str().unwrap_or_default().to_string();
    assert_eq!((unwell.status, unwell.json()["status"].clone()), (503, json!("unwell")));
    assert!(why.contains("cannot be written to") && why.contains("steps"), "{why}");
    execute(&database, "ALTER TABLE away RENAME TO steps").await;
    // Nobody plays, and yet it is noticed that all is well again.
    while health().await.status != 200 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(ada.try_act("place standard").await.status, 200);
    host.stop().await;
}

/// Otherwise one connection could ask for whole states without end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn first_messages_count_in_the_rate_limit() {
    let host = Host::start_with(&sqlite(), How { rate: Some(4.0), ..How::default() }).await;
    let tokens = host.make(json!({ "scenario": "goito/battle", "seats": "screen" })).await;
    let mut live = Live::open(host.address, &hello(&tokens[0])).await.expect("a connection");
    for _ in 0..60 {
        if live.say(&hello(&tokens[0])).await.is_err() {
            break;
        }
    }
    loop {
        let message = live.next_json().await;
        assert!(!message.is_null(), "it was closed without a word");
        if let Some(error) = message.get("error") {
            assert_eq!(error["error"]["code"], "too-many");
            break;
        }
    }
    assert_eq!(live.next().await, None);
    host.stop().await;
}
