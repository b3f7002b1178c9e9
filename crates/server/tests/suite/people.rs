//! Names, accounts, and finding one's games again.

use crate::common::{Host, SCENARIO, on_both, tokens};
use serde_json::{Value, json};
use server::Database;

on_both!(
    a_browser_finds_its_games,
    an_account_finds_them_from_elsewhere,
    nothing_secret_is_stored_openly,
    no_other_site_logs_anybody_out,
);

async fn a_browser_finds_its_games(database: Database) {
    let host = Host::start(&database).await;
    let mut ada = host.client();
    assert_eq!(ada.get("/api/mine", None).await.expect("an answer").json(), json!([]));
    assert_eq!(
        ada.get("/api/me", None).await.expect("an answer").json(),
        json!({ "name": null, "account": null })
    );
    let wish = json!({ "scenario": SCENARIO, "seats": "link", "side": 1, "name": "Ada" });
    let answer = ada.post("/api/tables", None, &wish).await.expect("an answer");
    let cookie = answer.header("set-cookie").expect("a cookie").to_string();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let made = tokens(&answer);
    let mine = ada.get("/api/mine", None).await.expect("an answer").json();
    assert_eq!(mine[0]["token"], made[1]);
    assert_eq!(
        (&mine[0]["seat"], &mine[0]["opponent"], &mine[0]["over"]),
        (&json!(1), &Value::Null, &json!(false))
    );
    assert_eq!(ada.get("/api/me", None).await.expect("an answer").json()["name"], "Ada");
    let mut bob = host.client();
    bob.post("/api/join", Some(&made[0]), &json!({ "name": "Bob" })).await.expect("an answer");
    assert_eq!(bob.get("/api/mine", None).await.expect("an answer").json()[0]["opponent"], "Ada");
    let mine = ada.get("/api/mine", None).await.expect("an answer").json();
    assert_eq!(mine[0]["opponent"], "Bob");
    assert_eq!(bob.get("/api/mine", None).await.expect("an answer").json()[0]["your_move"], true);
    // A cookie of one's own making is none.
    let mut eve = host.client();
    eve.cookie = bob.cookie.as_ref().map(|cookie| format!("{}x", cookie));
    assert_eq!(eve.get("/api/mine", None).await.expect("an answer").json(), json!([]));
    host.stop().await;
}

async fn an_account_finds_them_from_elsewhere(database: Database) {
    let host = Host::start(&database).await;
    let mut here = host.client();
    let wish = json!({ "scenario": SCENARIO, "seats": "screen" });
    let made = tokens(&here.post("/api/tables", None, &wish).await.expect("an answer"));
    let account = json!({ "name": "Ada", "password": "correct horse" });
    let answer = here.post("/api/account", None, &account).await.expect("an answer");
    assert_eq!((answer.status, &answer.json()["account"]), (200, &json!("Ada")));
    assert_eq!(here.get("/api/mine", None).await.expect("an answer").json()[0]["token"], made[0]);
    let taken = json!({ "name": "ADA", "password": "battery staple" });
    assert_eq!(host.client().post("/api/account", None, &taken).await.expect("an answer").status, 409);
    let mut there = host.client();
    let wish = json!({ "scenario": SCENARIO, "seats": "screen" });
    let second = tokens(&there.post("/api/tables", None, &wish).await.expect("an answer"));
    for wrong in [
        json!({ "name": "Ada", "password": "wrong horse" }),
        json!({ "name": "Nobody", "password": "correct horse" }),
    ] {
        let answer = there.post("/api/login", None, &wrong).await.expect("an answer");
        assert_eq!(answer.status, 401);
        assert_eq!(answer.json()["error"]["message"], "The name or the password is wrong.");
    }
    assert_eq!(there.post("/api/login", None, &account).await.expect("an answer").status, 200);
    let mine = there.get("/api/mine", None).await.expect("an answer").json();
    let mut found: Vec<&str> =
        mine.as_array().expect("a list").iter().filter_map(|m| m["token"].as_str()).collect();
    let mut expected = [made[0].as_str(), second[0].as_str()];
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "the games of both browsers");
    there.send("POST", "/api/logout", None, None).await.expect("an answer");
    assert_eq!(there.get("/api/mine", None).await.expect("an answer").json(), json!([]));
    host.stop().await;
}

/// Neither tokens nor passwords stand in the database as they are.
async fn nothing_secret_is_stored_openly(database: Database) {
    let host = Host::start(&database).await;
    let mut ada = host.client();
    let account = json!({ "name": "Ada", "password": "correct horse" });
    ada.post("/api/account", None, &account).await.expect("an answer");
    let wish = json!({ "scenario": SCENARIO, "seats": "link", "side": 0 });
    let made = tokens(&ada.post("/api/tables", None, &wish).await.expect("an answer"));
    host.stop().await;
    let Database::Sqlite(file) = &database else { return };
    let bytes = std::fs::read(file).expect("the file");
    let holds = |needle: &[u8]| bytes.windows(needle.len()).any(|window| window == needle);
    assert!(holds(b"goito/battle") && holds(b"argon2id"));
    assert!(!holds(b"correct horse"));
    for token in made {
        assert!(!holds(token.as_bytes()));
        let raw = server::secret::Token::read(&token).expect("a token");
        assert!(holds(&raw.hash()));
    }
}

/// A form on another site can send a request without a body; older browsers say only where it is from.
async fn no_other_site_logs_anybody_out(database: Database) {
    let host = Host::start(&database).await;
    let mut ada = host.client();
    let account = json!({ "name": "Ada", "password": "correct horse" });
    ada.post("/api/account", None, &account).await.expect("an answer");
    let cookie = ada.cookie.clone().expect("a cookie");
    for origin in ["http://example.org", "null", "http://localhost:1"] {
        // The small client sends what stands in its cookie as it is: another header behind it.
        ada.cookie = Some(format!("{cookie}\r\nOrigin: {origin}"));
        let answer = ada.send("POST", "/api/logout", None, None).await.expect("an answer");
        assert_eq!((answer.status, answer.header("set-cookie")), (403, None), "{origin}");
    }
    ada.cookie = Some(format!("{cookie}\r\nOrigin: http://{}", host.address));
    let answer = ada.send("POST", "/api/logout", None, None).await.expect("an answer");
    assert_eq!((answer.status, answer.json()["account"].clone()), (200, Value::Null));
    host.stop().await;
}
