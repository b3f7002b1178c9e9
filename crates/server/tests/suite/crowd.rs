//! Half-sent requests and too many connections: they end, and keep nobody else from playing.

use crate::common::{Host, How, Lots, Player, play_one, sqlite};
use serde_json::json;
use server::Patience;
use server::client::{Live, connect, hello};
use sqlx::Connection;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
/// Head and beginning of a request that never comes to its end.
const HALF: &str =
    "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{";
const UPGRADE: &str = "GET /api/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                       Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

async fn said(host: &Host, words: &str) -> TcpStream {
    let mut stream = connect(None, host.address).await.expect("a connection");
    stream.write_all(words.as_bytes()).await.expect("sent");
    stream
}

/// What comes until the server closes the connection.
async fn heard(mut stream: TcpStream) -> String {
    let mut all = Vec::new();
    // A connection that is broken off has ended as well.
    let _ = stream.read_to_end(&mut all).await;
    String::from_utf8_lossy(&all).into_owned()
}

/// Nobody can keep a connection by sending half of something.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_sent_by_halves_ends() {
    let short = Duration::from_millis(200);
    let patience = Patience { head: short, body: short, hello: short };
    let host = Host::start_with(&sqlite(), How { patience, ..How::default() }).await;
    let [nothing, head, body, silent] = [
        said(&host, "").await,
        said(&host, &HALF[..40]).await,
        said(&host, HALF).await,
        said(&host, &format!("{UPGRADE}\r\n")).await,
    ];
    assert_eq!(heard(nothing).await, "");
    heard(head).await;
    let refused = heard(body).await;
    assert!(refused.starts_with("HTTP/1.1 408") && refused.contains("did not come in time"), "{refused}");
    assert!(heard(silent).await.starts_with("HTTP/1.1 101"));
    // A head without end is not kept either.
    let endless = format!("GET /health HTTP/1.1\r\nHost: x\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    assert!(!heard(said(&host, &endless).await).await.contains("200 OK"));
    host.stop().await;
}

/// 1,100 half-open requests and 1,000 live connections of one client: another one plays.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_keeps_nobody_from_playing() {
    let host = Host::start(&sqlite()).await;
    let token = host.make(json!({ "scenario": "goito/quick", "seats": "screen" })).await.remove(0);
    let mut half = Vec::new();
    for i in 0..1100 {
        half.push(said(&host, if i % 2 == 0 { HALF } else { &HALF[..30] }).await);
    }
    let mut live = Vec::new();
    for _ in 0..1000 {
        // Most of them are turned away.
        if let Ok(mut one) = Live::open(host.address, &hello(&token)).await
            && one.next().await.is_some()
        {
            live.push(one);
        }
    }
    assert_eq!(live.len(), How::default().connections.expect("a bound"), "an address has so many");
    // The halves had to go for the live ones.
    for stream in half {
        heard(stream).await;
    }
    assert!(host.client().get("/health", None).await.is_err(), "this address has no room any more");
    let at = |token: &str| {
        let mut player = Player::new(&host, token);
        player.client = host.client().from(OTHER);
        player
    };
    let wish = json!({ "scenario": "goito/battle", "seats": "link", "side": 0 });
    let made = host.client().from(OTHER).post("/api/tables", None, &wish).await.expect("an answer");
    let tokens = crate::common::tokens(&made);
    let (mut ada, mut bob) = (at(&tokens[0]), at(&tokens[1]));
    bob.join(json!({})).await;
    let mut watching =
        Live::open_from(Some(OTHER), host.address, &hello(&ada.token)).await.expect("a connection");
    assert!(watching.next_json().await.get("state").is_some());
    ada.act("place standard").await;
    let mut lots = Lots::new(1);
    for _ in 0..5 {
        assert!(play_one(&mut [&mut ada, &mut bob], &mut lots).await);
    }
    assert!(watching.next_json().await.get("update").is_some());
    drop(live);
    host.stop().await;
}

/// The database is held up, and more is asked than can be done: beyond a bound everything new is refused at once,
/// while games are looked at as ever. Then what was let in is done.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_much_work_is_refused_at_once() {
    let database = sqlite();
    let host = Host::start(&database).await;
    let (ada, _, _) = host.game(json!({})).await;
    let (mut other, _, _) = host.game(json!({})).await;
    let server::Database::Sqlite(file) = &database else { panic!("it is SQLite") };
    let mut held = sqlx::SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.expect("one");
    sqlx::query("BEGIN IMMEDIATE").execute(&mut held).await.expect("it is held");
    let (answers, mut answered) = tokio::sync::mpsc::unbounded_channel();
    const ASKED: usize = 200;
    for i in 0..ASKED {
        let (mut ada, answers) = (ada.at(&host), answers.clone());
        tokio::spawn(async move {
            let chat = json!({ "id": format!("chat-{i}"), "text": "hello" });
            let _ = answers.send(ada.post("/api/chat", chat).await);
        });
    }
    // Nothing can be written, so that whatever is answered now was refused.
    let refused = answered.recv().await.expect("an answer");
    assert_eq!((refused.status, refused.header("retry-after")), (503, Some("1")));
    assert!(refused.json()["error"]["message"].as_str().is_some_and(|why| why.contains("too busy")));
    other.state().await;
    assert_eq!(host.client().get("/api/catalogue", None).await.expect("an answer").status, 200);
    sqlx::query("COMMIT").execute(&mut held).await.expect("it is free");
    let (mut done, mut not_done) = (0, 1);
    for _ in 1..ASKED {
        match answered.recv().await.expect("an answer").status {
            200 => done += 1,
            503 => not_done += 1,
            status => panic!("{status}"),
        }
    }
    assert!(done > 0 && not_done > 0, "{done} done, {not_done} refused");
    let said = ada.at(&host).state().await["feed"].to_string().matches("\"hello\"").count();
    assert_eq!(said, done, "what was answered was done, once");
    host.stop().await;
}

/// A proxy has all connections that it needs; who stands behind it has a bound of live ones.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_a_proxy_each_client_has_its_bound() {
    let how = How { behind_proxy: true, connections: Some(5), ..How::default() };
    let host = Host::start_with(&sqlite(), how).await;
    let mut statuses = Vec::new();
    let mut kept = Vec::new();
    for client in ["10.1.1.1"; 7].into_iter().chain(["10.1.1.2"]) {
        let mut stream = said(&host, &format!("{UPGRADE}X-Forwarded-For: {client}\r\n\r\n")).await;
        let mut line = [0; 12];
        stream.read_exact(&mut line).await.expect("an answer");
        statuses.push(String::from_utf8_lossy(&line[9..]).into_owned());
        kept.push(stream);
    }
    assert_eq!(statuses, ["101", "101", "101", "101", "101", "429", "429", "101"]);
    host.stop().await;
}
