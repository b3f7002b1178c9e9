//! Several servers on one PostgreSQL: the same games, played here and seen there.

use crate::common::{Host, Lots, Player, postgres, store, until};
use serde_json::{Value, json};
use server::client::{Live, hello};

/// Moves at one server are pushed to connections at the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_are_seen_at_the_other_server() {
    let database = postgres().await;
    let (here, there) = (Host::start(&database).await, Host::start(&database).await);
    let (mut ada, bob, _) = here.game(json!({})).await;
    let mut bob = bob.at(&there);
    let mut live = Live::open(there.address, &hello(&bob.token)).await.expect("a connection");
    let first = live.next_json().await;
    let mut number = first["state"]["number"].as_u64().expect("a number");
    let mut feed = first["state"]["feed_len"].as_u64().expect("a length");
    ada.act("place standard").await;
    let mut lots = Lots::new(2);
    for turn in 0..25 {
        if turn % 5 == 0 {
            ada.does("/api/chat", json!({ "text": "and now?" })).await;
        }
        // The decider is asked at his own server, which may have to catch up first.
        play_anywhere(&mut ada, &mut bob, &mut lots).await;
    }
    let state = bob.state().await;
    while number < state["number"].as_u64().expect("a number")
        || feed < state["feed_len"].as_u64().expect("a length")
    {
        let message = live.next_json().await;
        let told = message.get("update").or_else(|| message.get("state")).unwrap_or(&Value::Null);
        assert!(told["feed_from"].as_u64() <= Some(feed), "nothing is missed: {message}");
        number = told["number"].as_u64().expect("a number");
        feed = told["feed_from"].as_u64().expect("a number")
            + told["feed"].as_array().expect("a feed").len() as u64;
    }
    // Both servers have the same game.
    for _ in 0..500 {
        // The news of the last move may still be on its way.
        if ada.at(&there).state().await["scene"] == ada.state().await["scene"] {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!(ada.at(&there).state().await["scene"], ada.state().await["scene"]);
    here.stop().await;
    there.stop().await;
}

/// A move at whichever server, again if that had not heard of the last one.
async fn play_anywhere(ada: &mut Player, bob: &mut Player, lots: &mut Lots) {
    for _ in 0..200 {
        for player in [&mut *ada, &mut *bob] {
            let state = player.state().await;
            let seat = &state["table"]["seat"];
            let choices = state["choices"].as_array().expect("choices");
            if state["status"]["decide"][0] != *seat || choices.is_empty() {
                continue;
            }
            let action = choices[lots.below(choices.len())]["action"].clone();
            let id = player.id();
            let body = json!({ "on": state["number"], "id": id, "action": action });
            let answer = player.post("/api/act", body).await;
            if answer.status == 200 {
                return;
            }
            assert_eq!(answer.json()["error"]["code"], "stale", "{}", answer.json());
        }
    }
    panic!("neither server lets anybody move");
}

/// Both servers write to the same game at once: every request is done once, none is lost, and the rows
/// have no gaps.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn servers_that_write_at_once_do_no_harm() {
    let database = postgres().await;
    let (here, there) = (Host::start(&database).await, Host::start(&database).await);
    let (ada, bob, _) = here.game(json!({})).await;
    let talk = |player: Player, name: &'static str| {
        tokio::spawn(async move {
            let mut player = player;
            for i in 0..40 {
                let body = json!({ "id": format!("{name}{i}"), "text": format!("{name} {i}") });
                let answer = player.post("/api/chat", body).await;
                assert_eq!(answer.status, 200, "{}", answer.json());
            }
        })
    };
    let talking = [
        talk(ada.at(&here), "a"),
        talk(ada.at(&there), "b"),
        talk(bob.at(&here), "c"),
        talk(bob.at(&there), "d"),
    ];
    for task in talking {
        task.await.expect("they talk");
    }
    let token = server::secret::Token::read(&ada.token).expect("a token");
    let store = store(&database).await;
    let (table, _) = store.token(&token.hash()).await.expect("an answer").expect("the table");
    let rows = store.rows(table, 0).await.expect("rows");
    assert!(rows.iter().zip(1..).all(|(row, seq)| row.seq == seq));
    let said = rows.iter().filter(|row| matches!(row.deed, server::store::Deed::Chat { .. })).count();
    assert_eq!(said, 160);
    let told = |state: &Value| {
        state["feed"].as_array().expect("a feed").iter().filter(|i| i["what"]["kind"] == "chat").count()
    };
    for host in [&here, &there] {
        // The news of the last words may still be on its way.
        let state = until(&mut ada.at(host), "all that was said", |state| told(state) >= 160).await;
        assert_eq!(told(&state), 160);
    }
    here.stop().await;
    there.stop().await;
}
