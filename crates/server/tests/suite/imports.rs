//! Games from outside have no more than games have, and one client does not bring many at once.

use crate::common::{Host, Lots, Player, on_both, play_one, sqlite};
use serde_json::{Value, json};
use server::Database;
use server::client::{Answer, connect};
use std::net::{IpAddr, Ipv4Addr};
use tokio::io::AsyncWriteExt;

on_both!(what_no_game_has_is_refused);

async fn import(host: &Host, wish: &Value) -> Answer {
    host.client().post("/api/import", None, wish).await.expect("an answer")
}

async fn what_no_game_has_is_refused(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, mut bob, _) = host.set_up(json!({ "fog": "off" })).await;
    let mut lots = Lots::new(3);
    for _ in 0..10 {
        play_one(&mut [&mut ada, &mut bob], &mut lots).await;
    }
    let position = ada.get("/api/position").await.json();
    let record = String::from_utf8(ada.get("/api/record").await.body).expect("text");
    let with = |field: &str, value: Value| {
        let mut wish = json!({ "seats": "screen", "position": position });
        wish["position"]["position"][field] = value;
        wish
    };
    let long = record.replacen("\n--\n", &format!("\n--\n{}", "0 pass\n".repeat(11_000)), 1);
    let nested = (0..40).fold(json!(1), |inside, _| json!([inside]));
    let many: Vec<Value> = vec![json!({}); 30_000];
    for (what, wish, status) in [
        ("a field that there is not", json!({ "seats": "screen", "position": position, "more": 1 }), 400),
        (
            "a field beside the position",
            json!({ "seats": "screen", "position": { "scenario": "goito/battle", "more": 1, "position": position["position"] } }),
            400,
        ),
        ("too deep", with("more", nested), 413),
        ("too many values", with("more", json!(many)), 413),
        ("too many bytes", with("more", json!("x".repeat(300_000))), 413),
        ("too many steps", json!({ "seats": "screen", "record": long }), 413),
        (
            "a setup with a field that there is not",
            json!({ "seats": "screen", "setup": { "scenario": "goito/battle", "more": 1 } }),
            400,
        ),
    ] {
        let answer = import(&host, &wish).await;
        assert_eq!(answer.status, status, "{what}: {}", answer.json());
    }
    for wish in
        [json!({ "seats": "screen", "position": position }), json!({ "seats": "screen", "record": record })]
    {
        let mut both = Player::new(&host, &crate::common::tokens(&import(&host, &wish).await)[0]);
        both.seat = Some(0);
        assert_eq!(both.state().await["scene"], ada.state().await["scene"]);
    }
    host.stop().await;
}

/// While one import of a client is on its way, his next waits, and those of others do not.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_has_one_import_at_a_time() {
    let host = Host::start(&sqlite()).await;
    let wish = json!({ "seats": "screen", "setup": { "scenario": "goito/battle" } });
    assert_eq!(import(&host, &wish).await.status, 200);
    let half = "POST /api/import HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{";
    let mut stream = connect(None, host.address).await.expect("a connection");
    stream.write_all(half.as_bytes()).await.expect("sent");
    // Until the server has seen it.
    let refused = loop {
        let answer = import(&host, &wish).await;
        if answer.status != 200 {
            break answer;
        }
    };
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("1")));
    let mut other = host.client().from(IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2)));
    let answer = other.post("/api/import", None, &wish).await.expect("an answer");
    assert_eq!(answer.status, 200, "{}", answer.json());
    drop(stream);
    while import(&host, &wish).await.status != 200 {}
    host.stop().await;
}
