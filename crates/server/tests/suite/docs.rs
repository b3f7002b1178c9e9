//! The document of the interface and the interface are the same.

use crate::common::{Host, sqlite};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn document() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    serde_json::from_str(&std::fs::read_to_string(path).expect("the document")).expect("JSON")
}

#[test]
fn every_route_is_described_and_the_other_way_round() {
    let document = document();
    let described: BTreeSet<(String, String)> = document["paths"]
        .as_object()
        .expect("paths")
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().expect("methods").keys().map(|method| (method.clone(), path.clone()))
        })
        .collect();
    let routes: BTreeSet<(String, String)> =
        server::api::ROUTES.iter().map(|(method, path)| (method.to_string(), path.to_string())).collect();
    assert_eq!(described, routes);
}

#[test]
fn references_lead_somewhere() {
    fn walk(value: &Value, document: &Value, seen: &mut usize) {
        match value {
            Value::Object(fields) => {
                if let Some(Value::String(reference)) = fields.get("$ref") {
                    let path = reference.strip_prefix('#').expect("a reference inside the document");
                    assert!(document.pointer(path).is_some(), "{reference}");
                    *seen += 1;
                }
                fields.values().for_each(|value| walk(value, document, seen));
            }
            Value::Array(list) => list.iter().for_each(|value| walk(value, document, seen)),
            _ => {}
        }
    }
    let document = document();
    let mut seen = 0;
    walk(&document, &document, &mut seen);
    assert!(seen > 40);
}

/// Every route answers as one that exists: not with the answer for addresses that are none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_route_is_there() {
    let host = Host::start(&sqlite()).await;
    let nothing = host.client().get("/api/nothing", None).await.expect("an answer");
    assert_eq!(nothing.status, 404);
    for (method, path) in server::api::ROUTES {
        let path = path.replace("{map}", "goito").replace("{game}", "goito").replace("{language}", "it");
        let body = (*method == "post").then_some(("application/json", &b"{}"[..]));
        let answer = host.client().send(&method.to_uppercase(), &path, None, body).await.expect("an answer");
        assert_ne!(answer.body, nothing.body, "{method} {path}");
        assert_ne!(answer.status, 405, "{method} {path}");
        assert!(answer.status < 500, "{method} {path}");
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    }
    let wrong = host.client().send("DELETE", "/api/act", None, None).await.expect("an answer");
    assert_eq!((wrong.status, wrong.json()["error"]["code"].clone()), (405, json!("bad-request")));
    let metrics = host.client().get("/metrics", None).await.expect("an answer");
    assert!(String::from_utf8_lossy(&metrics.body).contains("capitano_moves_total "));
    assert_eq!(
        host.client().get("/health", None).await.expect("an answer").json(),
        json!({ "status": "ok" })
    );
    for page in ["/", "/table", "/index.html"] {
        let answer = host.client().get(page, None).await.expect("an answer");
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("text/html; charset=utf-8")));
        let etag = answer.header("etag").expect("an etag").to_string();
        assert!(etag.starts_with('"'));
    }
    assert_eq!(host.client().get("/nothing.js", None).await.expect("an answer").status, 404);
    host.stop().await;
}

/// What a game says in another language is sent as it is kept, and only again if it has changed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_speaks_other_languages() {
    let host = Host::start(&sqlite()).await;
    let path = "/api/games/goito/phrases/it";
    let answer = host.client().get(path, None).await.expect("an answer");
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/json")));
    assert_eq!(answer.header("cache-control"), Some("no-cache"));
    assert!(answer.header("etag").is_some_and(|etag| etag.starts_with('"')));
    let phrases = answer.json();
    let pairs = phrases["phrases"].as_array().expect("phrases");
    assert!(pairs.contains(&json!(["Pass", "Passa"])));
    assert!(phrases["rules"].as_array().is_some_and(|rules| rules.len() > 200));
    for nothing in ["/api/games/goito/phrases/xx", "/api/games/nothing/phrases/it"] {
        assert_eq!(host.client().get(nothing, None).await.expect("an answer").status, 404, "{nothing}");
    }
    host.stop().await;
}

/// The drawing of a map comes in the language that is asked for, in English where the map has no words in it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_map_is_drawn_in_other_languages() {
    let host = Host::start(&sqlite()).await;
    for (query, drawing) in [
        ("", "<svg/>"),
        ("?language=en", "<svg/>"),
        ("?language=it", "<svg lang=\"it\"/>"),
        ("?language=xx", "<svg/>"),
    ] {
        let path = format!("/api/maps/goito/drawing.svg{query}");
        let answer = host.client().get(&path, None).await.expect("an answer");
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("image/svg+xml")), "{query}");
        assert_eq!(answer.header("cache-control"), Some("no-cache"), "{query}");
        assert_eq!(String::from_utf8_lossy(&answer.body), drawing, "{query}");
    }
    host.stop().await;
}
