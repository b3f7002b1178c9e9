//! Playing: acting on a position, once each, in order, and by who may.

use crate::common::{Host, How, Lots, Player, SCENARIO, execute, on_both, play_one, sqlite, tokens};
use kernel::Record;
use serde_json::{Value, json};
use server::Database;

on_both!(
    a_stale_action_changes_nothing,
    a_repeated_request_is_answered_as_the_first_time,
    only_who_sits_there_acts,
    games_are_rebuilt_as_they_were,
    what_cannot_be_stored_is_not_played,
    a_game_to_its_end_with_its_dice,
    games_go_out_and_come_in,
    one_screen_holds_both_seats,
    standing_answers_are_given_unasked,
    old_games_are_shown_and_no_more,
);

async fn a_stale_action_changes_nothing(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, _, _) = host.game(json!({})).await;
    let before = ada.state().await;
    let action = before["choices"][0]["action"].clone();
    for on in [0, 2, 99, u32::MAX] {
        let answer =
            ada.post("/api/act", json!({ "on": on, "id": format!("x{on}"), "action": action })).await;
        assert_eq!(answer.status, 409);
        assert_eq!(answer.json()["error"]["code"], "stale");
        assert_eq!(answer.json()["state"], before, "the present state comes with it");
    }
    let illegal = ada.try_act("assault 1-art").await;
    assert_eq!((illegal.status, &illegal.json()["error"]["code"]), (422, &json!("illegal")));
    assert_eq!(ada.state().await, before);
    host.stop().await;
}

async fn a_repeated_request_is_answered_as_the_first_time(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, mut bob, _) = host.game(json!({})).await;
    let first = json!({ "on": 1, "id": "once", "action": "place standard" });
    let answer = ada.post("/api/act", first.clone()).await;
    assert_eq!(answer.status, 200);
    let after = ada.state().await;
    assert_eq!(ada.post("/api/act", first.clone()).await.body, answer.body);
    let chat = json!({ "id": "word", "text": "good luck" });
    let said = bob.post("/api/chat", chat.clone()).await;
    assert_eq!(said.status, 200);
    let later = ada.state().await;
    assert_eq!(ada.post("/api/act", first.clone()).await.body, answer.body, "even after others have acted");
    assert_eq!(bob.post("/api/chat", chat.clone()).await.body, said.body);
    assert_ne!(after, later);
    assert_eq!(ada.state().await, later);
    host.stop().await;
    let host = Host::start(&database).await;
    assert_eq!(
        ada.at(&host).post("/api/act", first.clone()).await.body,
        answer.body,
        "even by another server"
    );
    assert_eq!(bob.at(&host).post("/api/chat", chat).await.body, said.body);
    // Ids are each link's own.
    let same_id = json!({ "id": "once", "text": "me too" });
    assert_eq!(bob.at(&host).post("/api/chat", same_id).await.status, 200);
    host.stop().await;
}

async fn only_who_sits_there_acts(database: Database) {
    let host = Host::start(&database).await;
    let wish = json!({ "scenario": SCENARIO, "seats": "link", "side": 0 });
    let tokens = host.make(wish).await;
    let (mut ada, mut bob, mut eve) =
        (Player::new(&host, &tokens[0]), Player::new(&host, &tokens[1]), Player::new(&host, &tokens[2]));
    let before = ada.state().await;
    // The other seat has not been taken, and it is not its decision.
    let body = json!({ "on": 1, "id": "early", "action": "place standard" });
    assert_eq!(bob.post("/api/act", body).await.status, 403);
    bob.join(json!({})).await;
    assert_eq!(bob.try_act("place standard").await.status, 422);
    // A link for one seat does not speak for the other.
    let body = json!({ "on": 1, "id": "a", "action": "place standard", "as": 0 });
    assert_eq!(bob.post("/api/act", body).await.status, 403);
    assert_eq!(bob.get("/api/table?as=0").await.status, 403);
    // Spectators look on.
    assert_eq!(eve.try_act("place standard").await.status, 403);
    assert_eq!(eve.does("/api/chat", json!({ "text": "hello" })).await.status, 403);
    assert_eq!(eve.does("/api/resign", json!({})).await.status, 403);
    let now = ada.state().await;
    assert_eq!((&now["number"], &now["scene"]), (&before["number"], &before["scene"]));
    // Unknown, malformed and foreign links are answered alike.
    let answers = [None, Some(""), Some("x"), Some("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"), Some("ü")];
    let mut bodies = Vec::new();
    for token in answers {
        let answer = host.client().get("/api/table", token).await.expect("an answer");
        assert_eq!(answer.status, 404);
        bodies.push(answer.body);
    }
    bodies.dedup();
    assert_eq!(bodies.len(), 1);
    host.stop().await;
}

/// Memory is only a cache: a server without any, and one that was started anew, show the same.
async fn games_are_rebuilt_as_they_were(database: Database) {
    let host = Host::start_with(&database, How { memory: 0, ..How::default() }).await;
    let (mut ada, mut bob, spectator) = host.set_up(json!({})).await;
    let (mut other, _, _) = host.game(json!({})).await;
    let mut lots = Lots::new(4);
    for _ in 0..40 {
        assert!(play_one(&mut [&mut ada, &mut bob], &mut lots).await);
        // Another game, so that the first one goes out of memory.
        other.state().await;
    }
    ada.does("/api/chat", json!({ "text": "that was bold" })).await;
    let mut eve = Player::new(&host, &spectator);
    let states = [ada.state().await, bob.state().await, eve.state().await];
    host.stop().await;
    let host = Host::start(&database).await;
    for (player, state) in [&mut ada, &mut bob, &mut eve].into_iter().zip(states) {
        assert_eq!(player.at(&host).state().await, state);
    }
    host.stop().await;
}

async fn what_cannot_be_stored_is_not_played(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, _, _) = host.game(json!({})).await;
    let before = ada.state().await;
    let body = json!({ "on": 1, "id": "a", "action": "place standard" });
    execute(&database, "ALTER TABLE steps RENAME TO away").await;
    let answer = ada.post("/api/act", body.clone()).await;
    assert_eq!((answer.status, &answer.json()["error"]["code"]), (503, &json!("unavailable")));
    assert_eq!(ada.get("/api/table").await.status, 503, "what memory held is gone with it");
    execute(&database, "ALTER TABLE away RENAME TO steps").await;
    assert_eq!(ada.state().await, before);
    assert_eq!(ada.post("/api/act", body).await.status, 200);
    assert_ne!(ada.state().await, before);
    host.stop().await;
}

/// Random play to the end, then the record: its dice are what was committed to, mixed with what the
/// players added.
async fn a_game_to_its_end_with_its_dice(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, mut bob, spectator) = host.set_up(json!({})).await;
    let commitment = ada.state().await["table"]["commitment"].as_str().expect("a commitment").to_string();
    assert_eq!(ada.get("/api/record").await.status, 403, "there are secrets");
    assert_eq!(ada.get("/api/position").await.status, 403);
    let replay = ada.get("/api/replay?count=500").await.json();
    assert_eq!((&replay["open"], &replay["total"]), (&json!(false), &ada.state().await["number"]));
    let mut lots = Lots::new(11);
    for _ in 0..60 {
        play_one(&mut [&mut ada, &mut bob], &mut lots).await;
    }
    let rolls = |state: &Value| state["feed"].to_string().matches("\"dice\":[").count();
    assert!(rolls(&ada.state().await) > 0, "dice were rolled");
    assert_eq!(bob.does("/api/resign", json!({})).await.status, 200);
    let state = ada.state().await;
    assert_eq!(state["table"]["result"], json!({ "winner": 0, "how": "resignation" }));
    assert_eq!((&state["status"]["decide"], &state["choices"]), (&json!([]), &json!([])));
    // The fog lifts: all see the same.
    assert_eq!(state["scene"], bob.state().await["scene"]);
    assert_eq!(ada.try_act("done").await.status, 410);
    assert_eq!(bob.does("/api/resign", json!({})).await.status, 410);
    for player in [&mut ada, &mut bob, &mut Player::new(&host, &spectator)] {
        let text = String::from_utf8(player.get("/api/record").await.body).expect("text");
        assert!(text.contains(&format!("commitment {commitment}\nseed ")), "{text}");
        let parts = format!("entropy {}\nentropy {}\n", "a".repeat(64), "b".repeat(64));
        assert!(text.contains(&parts), "{text}");
        let record: Record = text.parse().expect("a record");
        // Reading checks the commitment, replaying every roll.
        kernel::Module::replay(&risorgimento::goito(), &record).expect("the dice are the generator's");
        let changed = text.replace(&"b".repeat(64), &"c".repeat(64));
        let record: Record = changed.parse().expect("a record");
        assert!(kernel::Module::replay(&risorgimento::goito(), &record).is_err(), "other parts, other dice");
    }
    let replay = ada.get("/api/replay?from=1&count=500").await.json();
    assert_eq!(replay["open"], true);
    let states = replay["states"].as_array().expect("states");
    assert_eq!(states[0]["number"], 1);
    assert!(states.windows(2).all(|two| two[1]["from"] == two[0]["number"]));
    let part = ada.get("/api/replay?from=30&count=5").await.json();
    assert_eq!(part["states"].as_array().expect("states").len(), 5);
    assert_eq!(part["states"][0]["number"], 30);
    host.stop().await;
}

async fn games_go_out_and_come_in(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, mut bob, _) = host.set_up(json!({ "fog": "off" })).await;
    let mut lots = Lots::new(5);
    for _ in 0..20 {
        play_one(&mut [&mut ada, &mut bob], &mut lots).await;
    }
    let scene = ada.state().await["scene"].clone();
    let record = String::from_utf8(ada.get("/api/record").await.body).expect("text");
    assert!(!record.contains("\nseed "), "the seed is secret until the end");
    let position = ada.get("/api/position").await.json();
    for from in [json!({ "record": record }), json!({ "position": position })] {
        let [mut both, mut other] = imported(&host, from).await;
        assert_eq!(both.state().await["scene"], scene);
        for _ in 0..5 {
            play_one(&mut [&mut both, &mut other], &mut lots).await;
        }
        assert_eq!(both.does("/api/resign", json!({})).await.status, 200);
        let own = String::from_utf8(both.get("/api/record").await.body).expect("text");
        assert!(own.contains("\nbound "), "{own}");
        own.parse::<kernel::Record>().expect("its dice are bound to where it began");
    }
    let older = record.replace("\nrules 2\n", "\n");
    assert_ne!(older, record);
    let mut hash = older.lines().rfind(|line| line.starts_with("hash ")).expect("a hash").to_owned();
    hash.push('\n');
    let other_hash = |text: &str| text.replace(&hash, "hash 0123456789abcdef\n");
    for (changed, words) in [
        (
            older.replacen("\n0 place", "\n0 plaice", 1),
            "The record: it was played by edition 1 of the rules, this program plays edition 2, and the two part after 0 of its ",
        ),
        (other_hash(&record), "The record ends at 0123456789abcdef, the rules at "),
    ] {
        let wish = json!({ "seats": "screen", "record": changed });
        let answer = host.client().post("/api/import", None, &wish).await.expect("an answer");
        let message = answer.json()["error"]["message"].as_str().unwrap_or_default().to_owned();
        assert!(answer.status == 400 && message.starts_with(words), "{message}");
    }
    // What the present rules follow comes in, whatever position the hash was of.
    let [mut both, _] = imported(&host, json!({ "record": other_hash(&older) })).await;
    assert_eq!(both.state().await["scene"], scene);
    let setup = json!({ "scenario": SCENARIO, "options": { "fog": "off" } });
    let wrong = [
        json!({ "seats": "screen" }),
        json!({ "seats": "screen", "record": record, "position": position }),
        json!({ "seats": "screen", "record": record.replace("place", "plaice") }),
        json!({ "seats": "screen", "record": record.replace("goito/battle", "goito/none") }),
        json!({ "seats": "screen", "record": "capitano record 1" }),
        json!({ "seats": "screen", "position": { "scenario": SCENARIO, "position": 7 } }),
        json!({ "seats": "screen", "position": { "scenario": SCENARIO, "data": "0", "position": position["position"] } }),
        json!({ "seats": "screen", "setup": { "scenario": SCENARIO, "turn": "noon" } }),
        json!({ "seats": "screen", "setup": [setup] }),
    ];
    for wish in wrong {
        let answer = host.client().post("/api/import", None, &wish).await.expect("an answer");
        assert_eq!(
            answer.status,
            400,
            "{}: {}",
            wish.to_string().chars().take(200).collect::<String>(),
            answer.json()
        );
    }
    host.stop().await;
}

/// Comes in at one screen, as it is: a choice that is the only one is not played at once.
async fn imported(host: &Host, mut wish: Value) -> [Player; 2] {
    wish["seats"] = "screen".into();
    wish["terms"] = json!({ "forced": false });
    let answer = host.client().post("/api/import", None, &wish).await.expect("an answer");
    at_one_screen(host, &tokens(&answer)[0])
}

fn at_one_screen(host: &Host, token: &str) -> [Player; 2] {
    [0, 1].map(|seat| {
        let mut player = Player::new(host, token);
        player.seat = Some(seat);
        player
    })
}

/// Games of every scenario, given up somewhere on the way, so that their secrets lie open: position and record give the
/// same board again, and the game goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_any_scenario_goes_out_and_comes_in() {
    let host = Host::start(&sqlite()).await;
    let mut lots = Lots::new(1746);
    let ids = [("goito", "battle quick"), ("piacenza", "san-lazzaro centre gossolengo campaign")];
    for (game, scenario) in ids.iter().flat_map(|(game, ids)| ids.split(' ').map(move |id| (game, id))) {
        let id = format!("{game}/{scenario}");
        let made =
            host.make(json!({ "scenario": id, "seats": "screen", "terms": { "forced": false } })).await;
        let [mut one, mut other] = at_one_screen(&host, &made[0]);
        let steps = 20 + lots.below(60);
        let mut played = 0;
        while played < steps && play_one(&mut [&mut one, &mut other], &mut lots).await {
            played += 1;
        }
        // As the seat sees it: after the end nothing is hidden.
        let scene = one.state().await["scene"].clone();
        let resigned = one.does("/api/resign", json!({})).await.status;
        assert!(resigned == 200 || played < steps, "{id}");
        let answer = one.get("/api/position").await;
        assert_eq!(answer.status, 200, "{id}: {}", String::from_utf8_lossy(&answer.body));
        let record = String::from_utf8(one.get("/api/record").await.body).expect("text");
        for from in [json!({ "position": answer.json() }), json!({ "record": record })] {
            let [mut one, mut other] = imported(&host, from).await;
            assert_eq!(one.state().await["scene"], scene, "{id}");
            for _ in 0..5 {
                play_one(&mut [&mut one, &mut other], &mut lots).await;
            }
        }
    }
    host.stop().await;
}

async fn one_screen_holds_both_seats(database: Database) {
    let host = Host::start(&database).await;
    let tokens = host
        .make(json!({ "scenario": SCENARIO, "seats": "screen", "terms": { "spectators": "none" } }))
        .await;
    assert_eq!(tokens.len(), 1);
    let mut first = Player::new(&host, &tokens[0]);
    first.seat = Some(0);
    let mut second = first.at(&host);
    second.seat = Some(1);
    first.act("place standard").await;
    let state = second.state().await;
    assert_eq!((&state["table"]["role"], &state["table"]["seat"]), (&json!("both"), &json!(1)));
    assert_eq!(state["table"]["seats"][0]["joined"], true);
    assert_eq!(first.get("/api/table?as=2").await.status, 400, "two seats are said");
    second.seat = Some(2);
    assert_eq!(second.get("/api/table").await.status, 403);
    host.stop().await;
}

async fn standing_answers_are_given_unasked(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, mut bob, _) = host.set_up(json!({})).await;
    let mut lots = Lots::new(3);
    // Play until somebody is asked something that can be answered once for all.
    let (seat, key, action) = loop {
        let mut found = None;
        for (seat, player) in [&mut ada, &mut bob].into_iter().enumerate() {
            let state = player.state().await;
            let declines =
                state["choices"].as_array().expect("choices").iter().find(|c| c["declines"] == true);
            if let (Some(key), Some(choice)) = (state["status"]["prompt"]["standing"].as_str(), declines) {
                let action = choice["action"].as_str().expect("an action").to_string();
                found = Some((seat, key.to_string(), action));
            }
        }
        if let Some(found) = found {
            break found;
        }
        assert!(play_one(&mut [&mut ada, &mut bob], &mut lots).await, "no such question came");
    };
    let (asked, other) = if seat == 0 { (&mut ada, &mut bob) } else { (&mut bob, &mut ada) };
    let before = asked.state().await;
    let answer = asked.does("/api/standing", json!({ "key": key, "action": action })).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    let after = asked.state().await;
    assert_eq!(after["standing"], json!({ &key: action }));
    assert_ne!(after["status"]["prompt"], before["status"]["prompt"], "it was answered at once");
    assert_eq!(other.state().await["standing"], json!({}), "nobody else hears of it");
    asked.does("/api/standing", json!({ "key": key, "action": null })).await;
    assert_eq!(asked.state().await["standing"], json!({}));
    host.stop().await;
}

/// A game that the rules do not follow any more is shown as far as they do.
async fn old_games_are_shown_and_no_more(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, _, _) = host.set_up(json!({})).await;
    let lines = ada.state().await["feed_len"].clone();
    host.stop().await;
    execute(&database, "UPDATE steps SET body = 'fly away' WHERE seq = 20").await;
    let host = Host::start(&database).await;
    let mut ada = ada.at(&host);
    let state = ada.state().await;
    assert!(
        state["table"]["closed"].as_str().is_some_and(|word| word.contains("cannot be continued")),
        "{state}"
    );
    assert!(state["feed_len"].as_u64() < lines.as_u64());
    assert_eq!(state["choices"], json!([]));
    assert_eq!(ada.try_act("place standard").await.status, 410);
    assert_eq!(ada.get("/api/replay").await.status, 200);
    assert_eq!(ada.get("/api/record").await.status, 200);
    host.stop().await;
    execute(&database, "UPDATE tables SET head = REPLACE(head, '\"rules\":2', '\"rules\":1')").await;
    let host = Host::start(&database).await;
    let state = ada.at(&host).state().await;
    let word = state["table"]["closed"].as_str().unwrap_or_default();
    let editions =
        "begun by edition 1 of the rules, and this program plays edition 2: it cannot be continued";
    assert!(word.contains(editions), "{word}");
    host.stop().await;
    execute(&database, "UPDATE tables SET head = REPLACE(head, '\"data\":\"', '\"data\":\"0')").await;
    let host = Host::start(&database).await;
    let state = ada.at(&host).state().await;
    assert!(state["table"]["closed"].as_str().is_some(), "{state}");
    assert_eq!(state["clock"], Value::Null);
    host.stop().await;
}
