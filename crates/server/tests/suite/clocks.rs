//! Games over days, with a clock that the test turns.

use crate::common::{Host, How, Player, SCENARIO, START, on_both};
use serde_json::{Value, json};
use server::Database;
use std::sync::atomic::Ordering::Relaxed;

on_both!(
    who_runs_out_of_time_waits_for_mercy,
    clocks_have_bounds,
    a_wall_clock_that_is_set_forward_takes_nothing,
    nobody_loses_time_while_the_server_is_down,
);

const DAY: i64 = 86_400_000;

async fn who_runs_out_of_time_waits_for_mercy(database: Database) {
    let host = Host::start(&database).await;
    let terms = json!({ "clock": { "days": 2.0, "reserve_days": 3.0 }, "forced": false });
    // The dice say who begins: a game in which the other side does. What the guest adds to them tells the tries apart.
    let mut tries = 0u64..50;
    let (mut ada, mut bob) = loop {
        let part = format!("{:064x}", tries.next().expect("each side begins now and then"));
        host.now.store(START, Relaxed);
        let wish = json!({ "scenario": SCENARIO, "seats": "link", "side": 0, "terms": terms });
        let tokens = host.make(wish).await;
        let (mut ada, mut bob) = (Player::new(&host, &tokens[0]), Player::new(&host, &tokens[1]));
        host.now.store(START + 50 * DAY, Relaxed);
        assert_eq!(ada.state().await["clock"]["deadlines"], json!([null, null]), "nobody waits yet");
        bob.join(json!({ "entropy": part })).await;
        let clock = ada.state().await["clock"].clone();
        assert_eq!(clock["deadlines"], json!([START + 55 * DAY, null]));
        // Three days for the first move: one of them out of the reserve.
        host.now.store(START + 53 * DAY, Relaxed);
        ada.act("place standard").await;
        if bob.state().await["status"]["decide"] == json!([1]) {
            break (ada, bob);
        }
    };
    let clock = bob.state().await["clock"].clone();
    assert_eq!(clock["reserves"], json!([2 * DAY, 3 * DAY]));
    assert_eq!(clock["deadlines"], json!([null, START + 58 * DAY]));
    for what in ["win", "wait"] {
        assert_eq!(ada.does("/api/claim", json!({ "what": what })).await.status, 403, "there is time left");
    }
    host.now.store(START + 58 * DAY + 1, Relaxed);
    assert_eq!(bob.does("/api/claim", json!({ "what": "win" })).await.status, 403, "not who is late");
    assert_eq!(ada.does("/api/claim", json!({ "what": "wait" })).await.status, 200);
    let clock = bob.state().await["clock"].clone();
    assert_eq!(clock["deadlines"], json!([null, START + 60 * DAY + 1]));
    assert_eq!(clock["reserves"][1], 0);
    // Another server counts the same.
    let start = host.now.load(Relaxed);
    host.stop().await;
    let host = Host::start_with(&database, How { start, ..How::default() }).await;
    let (mut ada, mut bob) = (ada.at(&host), bob.at(&host));
    host.now.store(START + 60 * DAY, Relaxed);
    assert_eq!(bob.state().await["clock"]["deadlines"], clock["deadlines"]);
    assert_eq!(ada.does("/api/claim", json!({ "what": "win" })).await.status, 403);
    host.now.store(START + 60 * DAY + 2, Relaxed);
    assert_eq!(ada.does("/api/claim", json!({ "what": "win" })).await.status, 200);
    let state = bob.state().await;
    assert_eq!(state["table"]["result"], json!({ "winner": 0, "how": "time" }));
    assert_eq!(state["clock"]["deadlines"], json!([null, null]));
    let last = state["feed"].as_array().and_then(|feed| feed.last()).expect("a feed");
    assert_eq!((&last["what"]["kind"], &last["what"]["what"]), (&json!("clock"), &json!("win")));
    assert_eq!(bob.try_act("place standard").await.status, 410);
    host.stop().await;
}

async fn clocks_have_bounds(database: Database) {
    let host = Host::start(&database).await;
    for (days, reserve) in
        [(json!(0), json!(1)), (json!(-1), json!(1)), (json!(1), json!(1e9)), (json!("1"), json!(1))]
    {
        let clock = json!({ "days": days, "reserve_days": reserve });
        let wish = json!({ "scenario": SCENARIO, "seats": "link", "terms": { "clock": clock } });
        let answer = host.client().post("/api/tables", None, &wish).await.expect("an answer");
        assert_eq!(answer.status, 400, "{wish}");
    }
    let wish = json!({ "scenario": SCENARIO, "seats": "screen" });
    let tokens = host.make(wish).await;
    let mut without = Player::new(&host, &tokens[0]);
    without.seat = Some(0);
    assert_eq!(without.state().await["clock"], Value::Null);
    assert_eq!(without.does("/api/claim", json!({ "what": "win" })).await.status, 403);
    host.stop().await;
}

/// A game with a day for each move and two in reserve, in which the first seat must decide.
async fn waiting_for_ada(host: &Host) -> (Player, Player) {
    let terms = json!({ "clock": { "days": 1.0, "reserve_days": 2.0 }, "forced": false });
    let tokens = host.make(json!({ "scenario": SCENARIO, "seats": "link", "side": 0, "terms": terms })).await;
    let (ada, mut bob) = (Player::new(host, &tokens[0]), Player::new(host, &tokens[1]));
    bob.join(json!({})).await;
    (ada, bob)
}

async fn a_wall_clock_that_is_set_forward_takes_nothing(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, mut bob) = waiting_for_ada(&host).await;
    host.now.fetch_add(DAY / 2, Relaxed);
    // Half a day has passed, and then the machine believes that it is a month later.
    host.ahead.store(30 * DAY, Relaxed);
    let clock = bob.state().await["clock"].clone();
    assert_eq!(clock["now"], START + 30 * DAY + DAY / 2);
    assert_eq!(clock["deadlines"], json!([START + 33 * DAY, null]), "as much is left as before");
    assert_eq!(bob.does("/api/claim", json!({ "what": "win" })).await.status, 403, "she has time left");
    ada.act("place standard").await;
    assert_eq!(ada.state().await["clock"]["reserves"], json!([2 * DAY, 2 * DAY]), "nobody's reserve is gone");
    // Set right again, and rebuilt from the rows by another server: the same.
    host.ahead.store(0, Relaxed);
    let start = host.now.load(Relaxed);
    host.stop().await;
    let host = Host::start_with(&database, How { start, ..How::default() }).await;
    assert_eq!(ada.at(&host).state().await["clock"]["reserves"], json!([2 * DAY, 2 * DAY]));
    host.stop().await;
}

async fn nobody_loses_time_while_the_server_is_down(database: Database) {
    let host = Host::start(&database).await;
    let (ada, bob) = waiting_for_ada(&host).await;
    host.now.fetch_add(DAY / 2, Relaxed);
    host.stop().await;
    let start = START + 100 * DAY;
    let host = Host::start_with(&database, How { start, ..How::default() }).await;
    let (mut ada, mut bob) = (ada.at(&host), bob.at(&host));
    assert_eq!(bob.state().await["clock"]["deadlines"], json!([start + 5 * DAY / 2, null]));
    assert_eq!(bob.does("/api/claim", json!({ "what": "win" })).await.status, 403, "she has time left");
    host.now.fetch_add(DAY, Relaxed);
    ada.act("place standard").await;
    assert_eq!(ada.state().await["clock"]["reserves"], json!([3 * DAY / 2, 2 * DAY]), "half a day too long");
    host.stop().await;
}
