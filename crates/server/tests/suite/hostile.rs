//! Malformed and hostile requests: a clear refusal, nothing changed, no panic.

use crate::common::{Host, How, Lots, Player, SCENARIO, on_both, sqlite};
use serde_json::{Value, json};
use server::Database;
use server::client::Answer;

on_both!(broken_requests_change_nothing, fuzzed_requests_change_nothing);

const POSTS: &[&str] = &[
    "/api/act",
    "/api/undo",
    "/api/take-back",
    "/api/resign",
    "/api/chat",
    "/api/standing",
    "/api/claim",
    "/api/join",
];

fn refused(answer: &Answer, what: &str) {
    assert!((400..500).contains(&answer.status), "{what}: {} {}", answer.status, answer.json());
    let error = &answer.json()["error"];
    assert!(error["code"].is_string() && error["message"].as_str().is_some_and(|m| !m.is_empty()), "{what}");
}

async fn broken_requests_change_nothing(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, _, _) = host.game(json!({})).await;
    let before = ada.state().await;
    let deep = format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000));
    let large = format!("{{\"on\":1,\"id\":\"a\",\"action\":\"{}\"}}", "x".repeat(100_000));
    let bodies: &[&[u8]] = &[
        b"",
        b"{",
        b"null",
        b"[]",
        b"\"x\"",
        b"{}",
        b"{\"id\":\"\",\"on\":1,\"action\":\"x\",\"what\":\"ask\",\"text\":\"x\",\"key\":\"x\"}",
        b"{\"on\":1,\"id\":\"a\",\"action\":\"x\",\"extra\":1}",
        b"{\"on\":-1,\"id\":\"a\",\"action\":\"x\"}",
        b"{\"on\":1e99,\"id\":\"a\",\"action\":\"x\"}",
        b"{\"on\":1,\"id\":\"a\",\"id\":\"b\",\"action\":\"x\"}",
        b"{\"on\":1,\"id\":7,\"action\":[]}",
        b"{\"on\":1,\"id\":\"a\xff\",\"action\":\"x\"}",
        b"{\"on\":1,\"id\":\"a\",\"action\":\"\\u0000\"}",
        b"{\"on\":1,\"id\":\"a\",\"as\":9,\"action\":\"x\"}",
        deep.as_bytes(),
        large.as_bytes(),
    ];
    for path in POSTS.iter().filter(|path| **path != "/api/join") {
        for body in bodies {
            let answer =
                ada.client.send("POST", path, Some(&ada.token), Some(("application/json", body))).await;
            let answer = answer.expect("an answer");
            let shown = String::from_utf8_lossy(&body[..body.len().min(80)]).into_owned();
            refused(&answer, &format!("{path} {shown}"));
        }
        let good = json!({ "on": 1, "id": "a", "action": "place standard" }).to_string();
        for kind in ["text/plain", "application/x-www-form-urlencoded", ""] {
            let answer = ada.client.send("POST", path, Some(&ada.token), Some((kind, good.as_bytes()))).await;
            refused(&answer.expect("an answer"), path);
        }
    }
    let too_large =
        ada.client.send("POST", "/api/act", Some(&ada.token), Some(("application/json", large.as_bytes())));
    assert_eq!(too_large.await.expect("an answer").status, 413);
    for path in [
        "/api/why",
        "/api/why?subject=%00",
        "/api/why?subject=nobody",
        "/api/reach?unit=nobody",
        "/api/reach?unit=",
        "/api/odds?action=%F0%9F%8E%B2",
        "/api/forecast?action=%F0%9F%8E%B2",
        "/api/forecast",
        "/api/overlay?kind=none",
        "/api/overlay?kind=sight&subject=9999",
        "/api/table?as=1",
        "/api/table?as=x",
        "/api/table?as=-1",
        "/api/replay?from=x",
        "/api/replay?from=-1",
        "/api/maps/none",
        "/api/rules/..%2f..%2fetc",
        "/api/charts/",
        "/api/",
        "/../Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
    ] {
        refused(&ada.get(path).await, path);
    }
    for wish in [
        json!({ "scenario": "goito/none", "seats": "link" }),
        json!({ "scenario": "", "seats": "link" }),
        json!({ "scenario": SCENARIO, "seats": "sofa" }),
        json!({ "scenario": SCENARIO, "seats": "link", "side": 2 }),
        json!({ "scenario": SCENARIO, "seats": "link", "options": { "fog": "thick" } }),
        json!({ "scenario": SCENARIO, "seats": "link", "entropy": "xyz" }),
        json!({ "scenario": SCENARIO, "seats": "link", "entropy": "A".repeat(64) }),
        json!({ "scenario": SCENARIO, "seats": "link", "name": "x".repeat(41) }),
        json!({ "scenario": SCENARIO, "seats": "link", "name": "a\u{0}b" }),
        json!({ "scenario": SCENARIO, "seats": "link", "terms": { "spectators": "all" } }),
    ] {
        let answer = host.client().post("/api/tables", None, &wish).await.expect("an answer");
        refused(&answer, &wish.to_string());
    }
    for given in
        [json!({ "name": "", "password": "long enough" }), json!({ "name": "x", "password": "short" })]
    {
        let answer = host.client().post("/api/account", None, &given).await.expect("an answer");
        refused(&answer, &given.to_string());
    }
    assert_eq!(ada.state().await, before);
    host.stop().await;
}

/// Requests that are nearly right, changed at random.
async fn fuzzed_requests_change_nothing(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, mut bob, _) = host.game(json!({})).await;
    ada.act("place standard").await;
    let before = [ada.state().await, bob.state().await];
    let seeds = [
        json!({ "on": 1, "id": "fuzz", "action": "place standard" }),
        json!({ "id": "fuzz", "what": "grant" }),
        json!({ "id": "fuzz", "key": "fire", "action": "no" }),
        json!({ "id": "fuzz", "what": "win" }),
    ];
    let mut lots = Lots::new(99);
    for _ in 0..1500 {
        let path = POSTS[lots.below(POSTS.len() - 1)];
        let mut bytes = seeds[lots.below(seeds.len())].to_string().into_bytes();
        for _ in 0..=lots.below(6) {
            let at = lots.below(bytes.len());
            match lots.below(4) {
                0 => bytes[at] = lots.below(256) as u8,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b"{}[]\",:0-9e\\u"[lots.below(13)]),
                _ => bytes.truncate(at.max(1)),
            }
            if bytes.is_empty() {
                break;
            }
        }
        // Some changes leave a request right; those of this seat would do something.
        let read: Option<Value> = serde_json::from_slice(&bytes).ok();
        let harmless = matches!(path, "/api/act" | "/api/undo" | "/api/claim" | "/api/take-back");
        if read.is_some() && !harmless {
            continue;
        }
        let answer =
            bob.client.send("POST", path, Some(&ada.token), Some(("application/json", &bytes))).await;
        let answer = answer.expect("an answer");
        refused(&answer, &format!("{path} {}", String::from_utf8_lossy(&bytes)));
    }
    assert_eq!([ada.state().await, bob.state().await], before);
    host.stop().await;
}

/// Positions from outside that the rules would never reach.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fuzzed_imports_are_refused_or_playable() {
    let host = Host::start(&sqlite()).await;
    let (mut ada, mut bob, _) = host.set_up(json!({ "fog": "off" })).await;
    let mut lots = Lots::new(7);
    for _ in 0..15 {
        crate::common::play_one(&mut [&mut ada, &mut bob], &mut lots).await;
    }
    let position = ada.get("/api/position").await.json();
    let (mut taken, mut played) = (0, 0);
    for _ in 0..300 {
        let mut changed = position.clone();
        for _ in 0..=lots.below(3) {
            spoil(&mut changed["position"], &mut lots);
        }
        let wish = json!({ "seats": "screen", "position": changed });
        let answer = host.client().post("/api/import", None, &wish).await.expect("an answer");
        if answer.status != 200 {
            refused(&answer, "an import");
            continue;
        }
        taken += 1;
        let mut both = Player::new(&host, &crate::common::tokens(&answer)[0]);
        both.seat = Some(0);
        // Whatever comes of it is an answer.
        let state = both.get("/api/table").await;
        let state = state.json();
        if let Some(seat) = state["status"]["decide"][0].as_u64() {
            both.seat = Some(seat as u8);
            let state = both.get("/api/table").await.json();
            if let Some(action) = state["choices"][0]["action"].as_str() {
                let answer = both.try_act(action).await;
                played += usize::from(answer.status == 200);
            }
        }
    }
    assert!(taken > 0 && played > 0, "{taken} taken, {played} played");
    // The server is as well as before.
    assert_eq!(host.client().get("/health", None).await.expect("an answer").status, 200);
    ada.state().await;
    host.stop().await;
}

/// Changes one number, truth or text somewhere below.
fn spoil(value: &mut Value, lots: &mut Lots) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let at = lots.below(fields.len());
            if let Some(value) = fields.values_mut().nth(at) {
                spoil(value, lots);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let at = lots.below(list.len());
            match lots.below(8) {
                0 => drop(list.remove(at)),
                1 => list.push(list[at].clone()),
                _ => spoil(&mut list[at], lots),
            }
        }
        Value::Number(_) => *value = [0, 1, 3, 7, 60, 200, 255, 300, 65_535][lots.below(9)].into(),
        Value::Bool(truth) => *truth = !*truth,
        other => *other = [json!(null), json!("x"), json!(0)][lots.below(3)].clone(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_too_much_waits() {
    let host = Host::start_with(&sqlite(), How { rate: Some(2.0), ..How::default() }).await;
    let mut client = host.client();
    let mut last = client.get("/health", None).await.expect("an answer");
    for _ in 0..40 {
        last = client.get("/health", None).await.expect("an answer");
    }
    assert_eq!((last.status, last.header("retry-after")), (429, Some("1")));
    assert_eq!(last.json()["error"]["code"], "too-many");
    host.stop().await;
}

/// A page of another site can neither act nor listen.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_sites_are_shut_out() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let host = Host::start(&sqlite()).await;
    for request in [
        "POST /api/logout HTTP/1.1\r\nSec-Fetch-Site: cross-site\r\nContent-Length: 0\r\n".to_string(),
        "GET /api/live HTTP/1.1\r\nOrigin: https://elsewhere.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            .to_string(),
    ] {
        let mut stream = tokio::net::TcpStream::connect(host.address).await.expect("a connection");
        let request = format!("{request}Host: {}\r\n\r\n", host.address);
        stream.write_all(request.as_bytes()).await.expect("sent");
        let mut answer = vec![0; 200];
        let count = stream.read(&mut answer).await.expect("an answer");
        let answer = String::from_utf8_lossy(&answer[..count]).into_owned();
        assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    }
    host.stop().await;
}
