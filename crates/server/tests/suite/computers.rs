//! Seats that computers hold: they play by themselves, slow nobody down, and tell nobody what they think.

use crate::common::{
    Host, How, LEVELS, Lots, Player, SCENARIO, START, on_both, postgres, sqlite, store, until,
};
use kernel::What;
use serde_json::{Value, json};
use server::Database;
use server::client::{Live, hello};
use server::secret::Token;
use server::store::{Deed, Row};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

on_both!(
    a_computer_plays_its_seat,
    computers_play_to_the_end,
    after_a_restart_it_goes_on,
    hints_are_given_to_who_must_decide,
    who_made_the_game_sets_the_pace,
    computers_consent_to_take_backs,
    a_computer_takes_the_seat_of_who_is_late,
);

fn wish(players: [&str; 2]) -> Value {
    json!({ "scenario": SCENARIO, "seats": "link", "players": players, "name": "Ada" })
}

async fn rows(database: &Database, token: &str) -> Vec<Row> {
    let store = store(database).await;
    let token = Token::read(token).expect("a token");
    let (table, _) = store.token(&token.hash()).await.expect("an answer").expect("the table");
    store.rows(table, 0).await.expect("rows")
}

fn decides(state: &Value, seat: u8) -> bool {
    state["status"]["decide"].as_array().expect("seats").contains(&seat.into())
}

fn over(state: &Value) -> bool {
    !state["table"]["result"].is_null()
}

async fn a_computer_plays_its_seat(database: Database) {
    let host = Host::start(&database).await;
    let catalogue = host.client().get("/api/catalogue", None).await.expect("an answer").json();
    let games = catalogue["games"].as_array().expect("games");
    assert_eq!(games.iter().map(|game| &game["id"]).collect::<Vec<_>>(), ["goito", "piacenza"]);
    assert_eq!((&games[0]["players"], &games[0]["hints"]), (&json!(LEVELS), &json!(true)));
    assert_eq!((&games[1]["players"], &games[1]["hints"]), (&json!(["random"]), &json!(false)));
    let made = host.client().post("/api/tables", None, &wish(["human", "recruit"])).await.expect("an answer");
    let roles: Vec<Value> =
        made.json()["links"].as_array().expect("links").iter().map(|l| l["role"].clone()).collect();
    assert_eq!(roles, ["seat", "spectator"], "a computer needs no link");
    let token = made.json()["yours"].as_str().expect("a token").to_string();
    let mut ada = Player::new(&host, &token);
    let state = ada.state().await;
    assert_eq!(state["table"]["seat"], 0, "the maker gets the seat that is left");
    assert_eq!(state["table"]["seats"][0]["player"], "human");
    assert_eq!(
        (&state["table"]["seats"][1]["player"], &state["table"]["seats"][1]["joined"]),
        (&json!("recruit"), &json!(true))
    );
    let joined =
        state["feed"].as_array().expect("a feed").iter().filter(|item| item["what"]["kind"] == "joined");
    assert_eq!(joined.filter(|item| item["what"]["player"] == "recruit").count(), 1);
    ada.act("place standard").await;
    let mut lots = Lots::new(3);
    for _ in 0..25 {
        let state = until(&mut ada, "ada's turn", |state| decides(state, 0) || over(state)).await;
        if over(&state) {
            break;
        }
        let choices = state["choices"].as_array().expect("choices");
        let action = choices[lots.below(choices.len())]["action"].as_str().expect("an action").to_string();
        // It may be asked at the same time, where both owe a choice.
        let answer = ada.try_act(&action).await;
        assert!(answer.status == 200 || answer.json()["error"]["code"] == "stale", "{}", answer.json());
    }
    let rows = rows(&database, &token).await;
    let by_computer =
        |row: &&Row| matches!(&row.deed, Deed::Step(What::Act { seat, automatic: false, .. }) if seat.0 == 1);
    let acts: Vec<&Row> = rows.iter().filter(by_computer).collect();
    assert!(acts.len() > 5, "{} acts", acts.len());
    assert!(acts.iter().filter_map(|row| row.request.as_deref()).all(|id| id.starts_with("computer-")));
    // Nobody else speaks for it.
    assert_eq!(ada.get("/api/table?as=1").await.status, 403);
    let (on, id) = (ada.number().await, ada.id());
    let act = json!({ "on": on, "id": id, "action": "pass", "as": 1 });
    assert_eq!(ada.post("/api/act", act).await.status, 403);
    let mine = ada.get("/api/mine").await;
    assert_eq!(mine.status, 200);
    host.stop().await;
}

async fn computers_play_to_the_end(database: Database) {
    let host = Host::start_with(&database, How { thinkers: 2, ..How::default() }).await;
    let mut watchers = Vec::new();
    for players in [["sergeant", "random"], ["random", "random"]] {
        let tokens = host.make(wish(players)).await;
        let (owner, spectator) = (Player::new(&host, &tokens[0]), Player::new(&host, &tokens[1]));
        watchers.push((owner, spectator, tokens[0].clone()));
    }
    for (owner, spectator, token) in &mut watchers {
        let state = until(owner, "the end", over).await;
        assert_eq!(state["table"]["result"], spectator.state().await["table"]["result"]);
        assert_eq!(state["table"]["role"], "spectator");
        let record = owner.get("/api/record").await;
        let record: kernel::Record = String::from_utf8_lossy(&record.body).parse().expect("a record");
        assert!(record.steps.len() > 300);
        let rows = rows(&database, token).await;
        assert!(rows.iter().zip(1..).all(|(row, seq)| row.seq == seq));
    }
    // What is over is not looked for after a restart.
    let store = store(&database).await;
    for _ in 0..200 {
        if store.with_computers().await.expect("an answer").is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(store.with_computers().await.expect("an answer"), Vec::<i64>::new());
    host.stop().await;
}

async fn after_a_restart_it_goes_on(database: Database) {
    let host = Host::start_with(&database, How { gap: Duration::from_secs(100), ..How::default() }).await;
    let watched = host.make(wish(["random", "random"])).await;
    let mut owner = Player::new(&host, &watched[0]);
    until(&mut owner, "the first step", |state| state["number"].as_u64() > Some(1)).await;
    let played = host.make(wish(["brooder", "human"])).await;
    let mut ada = Player::new(&host, &played[0]);
    assert!(decides(&ada.state().await, 0));
    let before = [rows(&database, &watched[0]).await.len(), rows(&database, &played[0]).await.len()];
    host.stop().await;
    assert!(before[0] < 10);
    // Nobody asks for anything, and both games go on.
    let host = Host::start_with(&database, How { thinkers: 2, ..How::default() }).await;
    host.brooding.store(false, Relaxed);
    for _ in 0..2000 {
        let now = [rows(&database, &watched[0]).await.len(), rows(&database, &played[0]).await.len()];
        if now[0] > before[0] + 20 && now[1] > before[1] {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(rows(&database, &watched[0]).await.len() > before[0] + 20);
    assert!(rows(&database, &played[0]).await.len() > before[1]);
    until(&mut ada.at(&host), "ada's turn", |state| decides(state, 1)).await;
    host.stop().await;
}

async fn hints_are_given_to_who_must_decide(database: Database) {
    let host = Host::start(&database).await;
    let tokens = host.make(wish(["human", "recruit"])).await;
    let (mut ada, mut spectator) = (Player::new(&host, &tokens[0]), Player::new(&host, &tokens[1]));
    assert_eq!(ada.state().await["table"]["terms"]["hints"], true);
    ada.act("place standard").await;
    let before = until(&mut ada, "ada's turn", |state| decides(state, 0)).await;
    let stored = rows(&database, &ada.token).await.len();
    let heard = spectator.state().await;
    let hint = ada.post("/api/hint", json!({})).await;
    assert_eq!(hint.status, 200, "{}", hint.json());
    let hint = hint.json();
    let choices = before["choices"].as_array().expect("choices");
    let advised = choices.iter().find(|choice| choice["action"] == hint["action"]).expect("a legal action");
    assert_eq!(hint["number"], before["number"]);
    assert!(!hint["candidates"].as_array().expect("candidates").is_empty(), "{hint}");
    assert!(hint["reason"].as_str().is_some_and(|reason| reason.ends_with('.')), "{hint}");
    assert_eq!(hint.get("odds").is_some(), advised["odds"] == true);
    // It changes nothing and nobody hears of it.
    assert_eq!(ada.state().await, before);
    assert_eq!(spectator.state().await, heard);
    assert_eq!(rows(&database, &ada.token).await.len(), stored);
    assert_eq!(spectator.post("/api/hint", json!({})).await.status, 403);
    ada.act(hint["action"].as_str().expect("an action")).await;
    // Not while the computer must decide.
    let tokens = host.make(wish(["brooder", "human"])).await;
    let mut bob = Player::new(&host, &tokens[0]);
    assert!(decides(&bob.state().await, 0));
    let refused = bob.post("/api/hint", json!({})).await;
    assert_eq!(
        (refused.status, refused.json()["error"]["message"].clone()),
        (403, json!("It is not your decision."))
    );
    // What is heard of a computer that thinks is nothing, until it has acted.
    let waiting = bob.state().await;
    let mut live = Live::open(host.address, &hello(&bob.token)).await.expect("a connection");
    live.next_json().await;
    // Who is connected is news for all.
    while tokio::time::timeout(Duration::from_millis(200), live.next_json()).await.is_ok() {}
    let heard = tokio::time::timeout(Duration::from_millis(200), live.next_json()).await;
    assert!(heard.is_err(), "{heard:?}");
    let mut still = bob.state().await;
    still["table"]["seats"][1]["connected"] = false.into();
    assert_eq!(still, waiting);
    host.brooding.store(false, Relaxed);
    until(&mut bob, "bob's turn", |state| decides(state, 1)).await;
    // Between people by links only if they agreed.
    let (mut carl, _, _) = host.set_up(json!({})).await;
    let refused = carl.post("/api/hint", json!({})).await;
    assert_eq!(
        (refused.status, refused.json()["error"]["message"].clone()),
        (403, json!("This game was made without hints."))
    );
    let agreed = json!({ "scenario": SCENARIO, "seats": "link", "side": 0, "terms": { "hints": true } });
    let mut dora = Player::new(&host, &host.make(agreed).await[0]);
    assert_eq!(dora.post("/api/hint", json!({})).await.status, 200);
    // At one screen, from whichever side must decide.
    let screen = host.make(json!({ "scenario": SCENARIO, "seats": "screen" })).await;
    let mut both = Player::new(&host, &screen[0]);
    both.seat = Some(0);
    assert_eq!(both.post("/api/hint", json!({})).await.status, 200);
    both.seat = Some(1);
    assert_eq!(both.post("/api/hint", json!({})).await.status, 403);
    host.stop().await;
}

async fn who_made_the_game_sets_the_pace(database: Database) {
    let host = Host::start_with(&database, How { gap: Duration::from_millis(5), ..How::default() }).await;
    let tokens = host.make(wish(["random", "random"])).await;
    let (mut owner, mut spectator) = (Player::new(&host, &tokens[0]), Player::new(&host, &tokens[1]));
    let state = owner.state().await;
    assert_eq!(
        (&state["owner"], &state["table"]["pace"]),
        (&json!(true), &json!({ "paused": false, "speed": "normal" }))
    );
    assert_eq!(spectator.state().await.get("owner"), None);
    for paused in [true, false] {
        assert_eq!(spectator.does("/api/pace", json!({ "paused": paused })).await.status, 403);
    }
    let mut live = Live::open(host.address, &hello(&spectator.token)).await.expect("a connection");
    live.next_json().await;
    assert_eq!(owner.does("/api/pace", json!({ "paused": true })).await.status, 200);
    loop {
        let message = live.next_json().await;
        if message["update"]["table"]["pace"]["paused"] == true {
            break;
        }
    }
    let number = owner.number().await;
    tokio::time::sleep(Duration::from_millis(120)).await;
    let state = owner.state().await;
    assert_eq!((&state["number"], &state["table"]["pace"]["paused"]), (&json!(number), &json!(true)));
    assert_eq!(owner.does("/api/pace", json!({ "speed": "fast", "paused": false })).await.status, 200);
    until(&mut spectator, "it goes on", |state| state["number"].as_u64() > Some(number)).await;
    assert_eq!(spectator.state().await["table"]["pace"], json!({ "paused": false, "speed": "fast" }));
    assert_eq!(owner.does("/api/pace", json!({ "speed": "warp" })).await.status, 400);
    assert_eq!(owner.try_act("pass").await.status, 403);
    // Where people play, nobody sets it.
    let mut ada = Player::new(&host, &host.make(wish(["human", "random"])).await[0]);
    assert_eq!(ada.state().await["table"]["pace"], Value::Null);
    assert_eq!(ada.does("/api/pace", json!({ "paused": true })).await.status, 403);
    host.stop().await;
}

async fn computers_consent_to_take_backs(database: Database) {
    let host = Host::start(&database).await;
    let tokens = host.make(wish(["human", "random"])).await;
    let mut ada = Player::new(&host, &tokens[0]);
    let begun = ada.state().await;
    ada.act("place standard").await;
    until(&mut ada, "ada's turn", |state| decides(state, 0)).await;
    assert_eq!(ada.does("/api/take-back", json!({ "what": "ask" })).await.status, 200);
    let state = ada.state().await;
    assert_eq!((&state["status"]["phase"], &state["asks"]), (&begun["status"]["phase"], &Value::Null));
    assert!(decides(&state, 0), "back to the last piece that was placed");
    let strict = json!({ "scenario": SCENARIO, "seats": "link", "players": ["human", "random"], "terms": { "take_backs": false } });
    let mut bob = Player::new(&host, &host.make(strict).await[0]);
    bob.act("place standard").await;
    assert_eq!(bob.does("/api/take-back", json!({ "what": "ask" })).await.status, 403);
    host.stop().await;
}

async fn a_computer_takes_the_seat_of_who_is_late(database: Database) {
    const DAY: i64 = 86_400_000;
    let host = Host::start(&database).await;
    let terms = json!({ "clock": { "days": 1.0, "reserve_days": 0.0 }, "forced": false });
    let tokens = host.make(json!({ "scenario": SCENARIO, "seats": "link", "side": 0, "terms": terms })).await;
    let (mut ada, mut bob) = (Player::new(&host, &tokens[0]), Player::new(&host, &tokens[1]));
    bob.join(json!({ "name": "Bob" })).await;
    // Ada must set up and does not come.
    assert_eq!(bob.does("/api/claim", json!({ "what": "computer" })).await.status, 403);
    host.now.store(START + 2 * DAY, Relaxed);
    let unknown = json!({ "what": "computer", "level": "general" });
    assert_eq!(bob.does("/api/claim", unknown).await.status, 400);
    assert_eq!(bob.does("/api/claim", json!({ "what": "computer", "level": "random" })).await.status, 200);
    let state = until(&mut bob, "the set-up", |state| decides(state, 1)).await;
    assert_eq!(
        state["table"]["seats"][0],
        json!({ "side": state["table"]["seats"][0]["side"], "name": null, "player": "random", "joined": true, "connected": false })
    );
    assert_eq!(state["table"]["terms"]["hints"], true);
    assert_eq!(ada.try_act("pass").await.status, 403);
    assert_eq!(bob.does("/api/claim", json!({ "what": "win" })).await.status, 403, "it is not late any more");
    assert_eq!(store(&database).await.with_computers().await.expect("an answer").len(), 1);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wishes_that_make_no_sense_are_refused() {
    let host = Host::start(&sqlite()).await;
    for (wrong, why) in [
        (json!({ "players": ["human"] }), "Name a player for each seat, or none."),
        (
            json!({ "players": ["human", "general"] }),
            "This game has no such computer player. It has: brooder, random, recruit, sergeant, captain:8.",
        ),
        (
            json!({ "players": ["human", "recruit"], "scenario": "piacenza/gossolengo" }),
            "This game has no such computer player. It has: random.",
        ),
        (
            json!({ "players": ["human", "random"], "seats": "screen" }),
            "At one screen people play every seat; computers play only in games with links.",
        ),
        (json!({ "players": ["human", "random"], "side": 1 }), "There is no such side."),
    ] {
        let mut wish = json!({ "scenario": SCENARIO, "seats": "link" });
        for (key, value) in wrong.as_object().expect("an object") {
            wish[key] = value.clone();
        }
        let answer = host.client().post("/api/tables", None, &wish).await.expect("an answer");
        assert_eq!((answer.status, answer.json()["error"]["message"].clone()), (400, json!(why)), "{wish}");
    }
    host.stop().await;
}

/// While every thread is lost in thought, people play on: all their moves are answered before the first thought has ended
/// and while the others wait. Then each game gets its turn.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_do_not_wait_for_thinkers() {
    let host = Host::start_with(&sqlite(), How { thinkers: 1, ..How::default() }).await;
    let mut games = Vec::new();
    for _ in 0..4 {
        games.push(Player::new(&host, &host.make(wish(["brooder", "human"])).await[0]));
    }
    let begun = || host.sat.lock().expect("the list").len();
    while begun() < 1 || (host.thoughts_waiting)() < 3 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let (mut ada, mut bob, _) = host.set_up(json!({})).await;
    let mut lots = Lots::new(5);
    for _ in 0..40 {
        assert!(crate::common::play_one(&mut [&mut ada, &mut bob], &mut lots).await);
    }
    assert_eq!((begun(), (host.thoughts_waiting)()), (1, 3), "the first thought has not ended");
    let metrics = host.client().get("/metrics", None).await.expect("an answer");
    let metrics = String::from_utf8_lossy(&metrics.body).into_owned();
    assert!(metrics.lines().any(|line| line.starts_with("capitano_thoughts_waiting ")), "{metrics}");
    for game in &mut games {
        assert!(decides(&game.state().await, 0), "all of them still brood");
    }
    host.brooding.store(false, Relaxed);
    for game in &mut games {
        until(game, "the people's turn", |state| decides(state, 1)).await;
    }
    assert_eq!(begun(), 4);
    host.stop().await;
}

/// One client has made many games, before another made one that he looks at: that one is thought about next.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_is_looked_at_comes_before_another_clients_many() {
    const OTHER: std::net::IpAddr = std::net::IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 2));
    let host = Host::start_with(&sqlite(), How { thinkers: 1, ..How::default() }).await;
    let waits = async |count: usize| {
        while (host.thoughts_waiting)() < count {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    // The only thread is lost in thought while all the others ask.
    host.make(wish(["brooder", "human"])).await;
    while host.sat.lock().expect("the list").is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let mut many = Vec::new();
    for _ in 0..20 {
        many.push(Player::new(&host, &host.make(wish(["random", "human"])).await[0]));
    }
    waits(20).await;
    // The same client looks at two of his own; another one makes one, and looks at it.
    let mut live = Vec::new();
    for game in &many[..2] {
        live.push(Live::open(host.address, &hello(&game.token)).await.expect("a connection"));
    }
    let made = host.client().from(OTHER).post("/api/tables", None, &wish(["recruit", "human"])).await;
    let token = crate::common::tokens(&made.expect("an answer")).remove(0);
    live.push(Live::open_from(Some(OTHER), host.address, &hello(&token)).await.expect("a connection"));
    for live in &mut live {
        live.next_json().await;
    }
    waits(21).await;
    host.brooding.store(false, Relaxed);
    for game in &mut many {
        until(game, "the person's turn", |state| decides(state, 1)).await;
    }
    let order = host.sat.lock().expect("the list").clone();
    assert_eq!(order[..2], ["brooder", "recruit"]);
    assert_eq!(order.iter().filter(|level| *level == "random").count(), 20);
    host.stop().await;
}

/// Two servers have the same game of computers in memory: it is played once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_play_a_game_once() {
    let database = postgres().await;
    let (here, there) = (Host::start(&database).await, Host::start(&database).await);
    let tokens = here.make(wish(["random", "random"])).await;
    let mut owner = Player::new(&here, &tokens[0]);
    let mut abroad = owner.at(&there);
    // Both are asked for it while it runs.
    loop {
        abroad.state().await;
        if over(&owner.state().await) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    until(&mut abroad, "the end", over).await;
    let rows = rows(&database, &tokens[0]).await;
    assert!(rows.len() > 300 && rows.iter().zip(1..).all(|(row, seq)| row.seq == seq));
    here.stop().await;
    there.stop().await;
}
