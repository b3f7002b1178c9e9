//! Live connections: both sides get everything, once, and a client that was away misses nothing.

use crate::common::{Host, How, Lots, Player, on_both, play_one};
use serde_json::{Value, json};
use server::Database;
use server::client::{Live, hello};

on_both!(
    updates_make_the_state,
    who_comes_is_told_of_though_a_spectator_comes_at_once,
    who_was_away_misses_nothing,
    a_screen_looks_from_either_seat,
    connections_are_shown,
    wrong_first_messages_are_refused,
);

/// What a client makes of the messages, as the documents say.
#[derive(Default)]
struct Model {
    state: Value,
    feed: Vec<Value>,
}

impl Model {
    fn number(&self) -> u64 {
        self.state["number"].as_u64().unwrap_or(0)
    }

    fn hear(&mut self, message: Value) {
        if let Some(state) = message.get("state") {
            self.take_feed(state);
            self.state = state.clone();
            return;
        }
        let update = message.get("update").unwrap_or_else(|| panic!("{message}"));
        self.take_feed(update);
        assert!(update["from"].as_u64() == Some(self.number()), "{} at {}", update["from"], self.number());
        self.state["number"] = update["number"].clone();
        for section in ["status", "choices", "undo", "asks", "table", "standing", "clock"] {
            if let Some(new) = update.get(section) {
                self.state[section] = new.clone();
            }
        }
        if let Some(change) = update.get("scene") {
            apply(&mut self.state["scene"], change);
        }
    }

    /// Items come in order, and none twice.
    fn take_feed(&mut self, told: &Value) {
        let items = told["feed"].as_array().expect("a feed");
        assert_eq!(told["feed_from"].as_u64(), Some(self.feed.len() as u64), "missed or repeated");
        self.feed.extend(items.iter().cloned());
    }

    fn check(&self, state: &Value) {
        for section in ["number", "status", "scene", "choices", "undo", "asks", "table", "standing"] {
            assert_eq!(self.state[section], state[section], "{section}");
        }
        let all = state["feed"].as_array().expect("a feed");
        assert_eq!(self.feed[self.feed.len() - all.len()..], all[..]);
    }
}

fn apply(scene: &mut Value, change: &Value) {
    for section in ["phase", "markers", "control", "tracks", "boxes", "formations", "volley"] {
        if let Some(new) = change.get(section) {
            scene[section] = new.clone();
        }
    }
    let pieces = scene["pieces"].as_array_mut().expect("pieces");
    if let Some(gone) = change["gone"].as_array() {
        pieces.retain(|piece| !gone.contains(&piece["id"]));
    }
    for new in change["pieces"].as_array().unwrap_or(&Vec::new()) {
        match pieces.iter_mut().find(|piece| piece["id"] == new["id"]) {
            Some(old) => *old = new.clone(),
            None => pieces.push(new.clone()),
        }
    }
    if let Some(order) = change["order"].as_array() {
        pieces.sort_by_key(|piece| order.iter().position(|id| *id == piece["id"]));
    }
}

/// Hears until the position has this number.
async fn hear_until(live: &mut Live, model: &mut Model, number: u64) {
    while model.number() < number {
        model.hear(live.next_json().await);
    }
}

/// Through a random game, what a client makes of the updates is what the server shows to who comes new.
/// The game is read again to be followed for a spectator; those who watch are told all the same who has just come.
async fn who_comes_is_told_of_though_a_spectator_comes_at_once(database: Database) {
    let host = Host::start(&database).await;
    for _ in 0..30 {
        let (ada, bob, spectator) = host.game(json!({})).await;
        let mut lives = Vec::new();
        for token in [&ada.token, &bob.token, &spectator] {
            lives.push(Live::open(host.address, &hello(token)).await.expect("a connection"));
        }
        for live in &mut lives {
            let mut model = Model::default();
            let all = async {
                while model.state["table"]["seats"][0]["connected"] != true
                    || model.state["table"]["seats"][1]["connected"] != true
                {
                    model.hear(live.next_json().await);
                }
            };
            let heard = tokio::time::timeout(std::time::Duration::from_secs(20), all).await;
            heard.expect("everybody hears that both have come");
        }
    }
    host.stop().await;
}

async fn updates_make_the_state(database: Database) {
    // So little memory that games go out of it now and then.
    let host = Host::start_with(&database, How { memory: 60_000, ..How::default() }).await;
    let (mut ada, mut bob, spectator) = host.game(json!({})).await;
    let mut eve = Player::new(&host, &spectator);
    let mut lives = Vec::new();
    for token in [&ada.token, &bob.token, &spectator] {
        let mut live = Live::open(host.address, &hello(token)).await.expect("a connection");
        let mut model = Model::default();
        model.hear(live.next_json().await);
        lives.push((live, model));
    }
    // Until all have heard that all are there.
    for (live, model) in &mut lives {
        while model.state["table"]["seats"][0]["connected"] != true
            || model.state["table"]["seats"][1]["connected"] != true
        {
            model.hear(live.next_json().await);
        }
    }
    let (mut other, _, _) = host.game(json!({})).await;
    let mut lots = Lots::new(21);
    ada.act("place standard").await;
    for turn in 0..120 {
        if turn % 7 == 3 {
            let who = if turn % 2 == 0 { &mut ada } else { &mut bob };
            if who.state().await["undo"].as_u64() > Some(0) {
                assert_eq!(who.undo().await.status, 200);
            }
        }
        if turn % 10 == 0 {
            ada.does("/api/chat", json!({ "text": format!("turn {turn}") })).await;
            other.state().await;
        }
        if !play_one(&mut [&mut ada, &mut bob], &mut lots).await {
            break;
        }
        for (player, (live, model)) in [&mut ada, &mut bob, &mut eve].into_iter().zip(&mut lives) {
            let state = player.state().await;
            hear_until(live, model, state["number"].as_u64().expect("a number")).await;
            model.check(&state);
        }
    }
    host.stop().await;
}

async fn who_was_away_misses_nothing(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, mut bob, _) = host.set_up(json!({})).await;
    let mut model = Model::default();
    let mut live = Live::open(host.address, &hello(&bob.token)).await.expect("a connection");
    model.hear(live.next_json().await);
    let mut lots = Lots::new(8);
    let mut host = host;
    for round in 0..6 {
        drop(live);
        for _ in 0..round * 3 {
            play_one(&mut [&mut ada, &mut bob], &mut lots).await;
        }
        ada.does("/api/chat", json!({ "text": format!("round {round}") })).await;
        if round % 2 == 1 {
            // The server itself may have been away.
            host.stop().await;
            host = Host::start(&database).await;
            (ada, bob) = (ada.at(&host), bob.at(&host));
        }
        let again = json!({ "token": bob.token, "number": model.number(), "feed": model.feed.len() });
        live = Live::open(host.address, &again).await.expect("a connection");
        model.hear(live.next_json().await);
        let state = bob.state().await;
        assert_eq!(model.feed.len() as u64, state["feed_len"].as_u64().expect("a length"));
        for section in ["number", "status", "scene", "choices"] {
            assert_eq!(model.state[section], state[section], "{section}");
        }
    }
    host.stop().await;
}

async fn a_screen_looks_from_either_seat(database: Database) {
    let host = Host::start(&database).await;
    let tokens = host.make(json!({ "scenario": "goito/battle", "seats": "screen" })).await;
    let mut live = Live::open(host.address, &json!({ "token": tokens[0], "as": 1, "number": 0, "feed": 0 }))
        .await
        .expect("one");
    assert_eq!(live.next_json().await["state"]["table"]["seat"], 1);
    live.say(&json!({ "token": tokens[0], "as": 0, "number": 0, "feed": 0 })).await.expect("said");
    loop {
        let message = live.next_json().await;
        if message["state"]["table"]["seat"] == 0 {
            break;
        }
        assert!(message.get("update").is_some(), "{message}");
    }
    host.stop().await;
    assert_eq!(live.next().await, None, "the server closes what it leaves");
}

async fn connections_are_shown(database: Database) {
    let host = Host::start(&database).await;
    let (ada, bob, _) = host.game(json!({})).await;
    let mut first = Live::open(host.address, &hello(&ada.token)).await.expect("a connection");
    let state = first.next_json().await;
    assert_eq!(state["state"]["table"]["seats"][1]["connected"], false);
    let second = Live::open(host.address, &hello(&bob.token)).await.expect("a connection");
    let shown = |message: &Value| message["update"]["table"]["seats"][1]["connected"].clone();
    let mut message = first.next_json().await;
    while shown(&message) != true {
        message = first.next_json().await;
    }
    drop(second);
    while shown(&message) != false {
        message = first.next_json().await;
    }
    host.stop().await;
}

async fn wrong_first_messages_are_refused(database: Database) {
    let host = Host::start(&database).await;
    let (ada, _, _) = host.game(json!({})).await;
    for wrong in [
        json!({}),
        json!([]),
        json!({ "token": "x" }),
        json!({ "token": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }),
        json!({ "token": ada.token, "as": 1 }),
        json!({ "token": ada.token, "number": -1 }),
        json!({ "token": ada.token, "more": 1 }),
        json!({ "token": "x".repeat(3000) }),
    ] {
        let mut live = Live::open(host.address, &wrong).await.expect("a connection");
        let answer = live.next_json().await;
        assert!(answer["error"]["error"]["code"].is_string(), "{wrong}: {answer}");
        assert_eq!(live.next().await, None);
    }
    let mut live =
        Live::open(host.address, &json!({ "token": "x".repeat(100_000) })).await.expect("a connection");
    assert_eq!(live.next().await, None, "too large");
    host.stop().await;
}
