//! Taking back: freely as long as nothing was revealed, further by consent.

use crate::common::{Host, Lots, Player, SCENARIO, on_both, play_one};
use serde_json::{Value, json};
use server::Database;

on_both!(
    undo_is_free_until_others_decide,
    further_back_by_consent,
    at_one_screen_nobody_is_asked,
    dice_that_fell_stay,
);

async fn undo_is_free_until_others_decide(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, mut bob, _) = host.game(json!({})).await;
    let before = [ada.state().await, bob.state().await];
    assert_eq!(ada.undo().await.status, 403, "there is nothing yet");
    let action = before[0]["choices"][0]["action"].as_str().expect("an action").to_string();
    ada.act(&action).await;
    let after = ada.state().await;
    assert_eq!(after["undo"], 1);
    let heard = bob.state().await;
    assert_eq!(bob.undo().await.status, 403, "it is not his");
    let answer = ada.undo().await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    let update = &answer.json()["update"];
    assert_eq!(update["feed"][0]["what"]["kind"], "taken_back");
    let back = ada.state().await;
    assert_eq!((&back["scene"], &back["choices"]), (&before[0]["scene"], &before[0]["choices"]));
    assert!(back["number"].as_u64() > after["number"].as_u64(), "numbers only grow");
    // The other has heard of it only if he had heard of the action.
    let told = |state: &Value| state["feed_len"].as_u64().expect("a length");
    let (first, second) = (told(&heard) - told(&before[1]), told(&bob.state().await) - told(&heard));
    assert_eq!(first > 0, second > 0);
    assert_eq!(bob.state().await["scene"], before[1]["scene"]);
    for count in 1..=3 {
        let action = ada.state().await["choices"][0]["action"].as_str().expect("an action").to_string();
        ada.act(&action).await;
        assert_eq!(ada.state().await["undo"], count);
    }
    for count in (0..3).rev() {
        assert_eq!(ada.undo().await.status, 200);
        assert_eq!(ada.state().await["undo"], count);
    }
    // Dice are rolled after the set-up: that cannot be taken back freely.
    ada.act("place standard").await;
    assert_eq!(ada.state().await["undo"], 0);
    assert_eq!(ada.undo().await.status, 403);
    host.stop().await;
}

async fn further_back_by_consent(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, mut bob, spectator) = host.set_up(json!({})).await;
    assert_eq!(ada.does("/api/take-back", json!({ "what": "grant" })).await.status, 409, "nobody asks");
    assert_eq!(ada.does("/api/take-back", json!({ "what": "ask" })).await.status, 200);
    assert_eq!(bob.state().await["asks"], 0);
    assert_eq!(ada.does("/api/take-back", json!({ "what": "ask" })).await.status, 409, "once is enough");
    assert_eq!(ada.does("/api/take-back", json!({ "what": "grant" })).await.status, 403, "not by himself");
    let eve = &mut Player::new(&host, &spectator);
    assert_eq!(eve.does("/api/take-back", json!({ "what": "grant" })).await.status, 403);
    assert_eq!(bob.does("/api/take-back", json!({ "what": "refuse" })).await.status, 200);
    let refused = ada.state().await;
    assert_eq!(refused["asks"], Value::Null);
    assert_eq!(refused["scene"], { ada.state().await["scene"].clone() });
    ada.does("/api/take-back", json!({ "what": "ask" })).await;
    let number = bob.number().await;
    assert_eq!(bob.does("/api/take-back", json!({ "what": "grant" })).await.status, 200);
    let state = bob.state().await;
    assert_eq!(state["number"].as_u64(), Some(number + 1), "one row, one number");
    // Back to before her last decision, with all that came after it.
    assert_eq!(state["status"]["decide"], json!([0]));
    assert_eq!(state["asks"], Value::Null);
    assert!(state["feed"].to_string().contains("taken_back"));
    // An action makes a question void.
    assert_eq!(
        bob.does("/api/take-back", json!({ "what": "ask" })).await.status,
        403,
        "he has done nothing yet"
    );
    assert_eq!(ada.does("/api/take-back", json!({ "what": "ask" })).await.status, 200);
    assert!(play_one(&mut [&mut ada, &mut bob], &mut Lots::new(1)).await);
    assert_eq!(bob.state().await["asks"], Value::Null);
    host.stop().await;
}

async fn at_one_screen_nobody_is_asked(database: Database) {
    let host = Host::start(&database).await;
    let tokens = host.make(json!({ "scenario": SCENARIO, "seats": "screen" })).await;
    let mut first = Player::new(&host, &tokens[0]);
    first.seat = Some(0);
    first.act("place standard").await;
    assert_eq!(first.state().await["status"]["phase"], "activations");
    assert_eq!(first.does("/api/take-back", json!({ "what": "ask" })).await.status, 200);
    let state = first.state().await;
    assert_eq!((&state["asks"], &state["status"]["phase"]), (&Value::Null, &json!("Piedmont sets up")));
    let tokens =
        host.make(json!({ "scenario": SCENARIO, "seats": "screen", "terms": { "take_backs": false } })).await;
    let mut strict = Player::new(&host, &tokens[0]);
    strict.seat = Some(0);
    strict.act("place standard").await;
    assert_eq!(strict.does("/api/take-back", json!({ "what": "ask" })).await.status, 403);
    host.stop().await;
}

/// Nobody gets other dice by taking back and trying again.
async fn dice_that_fell_stay(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, mut bob, _) = host.set_up(json!({})).await;
    let mut lots = Lots::new(7);
    let dice = |state: &Value| -> Vec<Value> {
        let feed = state["feed"].as_array().expect("a feed").iter();
        feed.filter_map(|item| item["what"]["told"].get("dice")).cloned().collect()
    };
    let mut tried = 0;
    for _ in 0..60 {
        let state = ada.state().await;
        let Some(seat) = state["status"]["decide"][0].as_u64() else { break };
        let mut pair = [&mut ada, &mut bob];
        pair.rotate_left(seat as usize);
        let [actor, other] = pair;
        let choices = actor.state().await["choices"].as_array().expect("choices").clone();
        let action = choices[lots.below(choices.len())]["action"].as_str().expect("an action").to_string();
        let before = dice(&actor.state().await).len();
        actor.act(&action).await;
        let fell = dice(&actor.state().await)[before..].to_vec();
        if fell.is_empty() {
            continue;
        }
        assert_eq!(actor.does("/api/take-back", json!({ "what": "ask" })).await.status, 200);
        assert_eq!(other.does("/api/take-back", json!({ "what": "grant" })).await.status, 200);
        let before = dice(&actor.state().await).len();
        actor.act(&action).await;
        assert_eq!(dice(&actor.state().await)[before..], fell, "{action}");
        tried += 1;
        if tried == 3 {
            break;
        }
    }
    assert_eq!(tried, 3, "dice were rolled");
    host.stop().await;
}
