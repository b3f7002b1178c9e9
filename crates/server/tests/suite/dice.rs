//! The dice: the server commits to its part before any player's comes, and nobody's part comes after a guest's.

use crate::common::{Host, Lots, Player, SCENARIO, on_both, play_one, store, tokens, until};
use kernel::{Record, RecordDice};
use serde_json::{Value, json};
use server::Database;
use server::client::Answer;
use server::secret::Token;

on_both!(
    a_part_in_the_same_request_is_refused,
    against_a_computer_nobody_draws_twice,
    who_waits_for_the_guest_adds_nothing,
    one_screen_adds_one_part,
    who_looks_on_at_computers_adds_a_part,
    who_adds_nothing_need_not_wait,
);

fn part(digit: &str) -> Value {
    json!({ "entropy": digit.repeat(64) })
}

fn made(answer: &Answer) -> (Vec<String>, String) {
    let tokens = tokens(answer);
    (tokens, answer.json()["commitment"].as_str().expect("a commitment").to_string())
}

async fn make(host: &Host, wish: Value) -> (Vec<String>, String) {
    made(&host.client().post("/api/tables", None, &wish).await.expect("an answer"))
}

/// The seed and the salt that follow from what stands in the database for the game of a link.
async fn drawn(database: &Database, token: &str) -> (String, String) {
    let store = store(database).await;
    let hash = Token::read(token).expect("a token").hash();
    let (table, _) = store.token(&hash).await.expect("an answer").expect("a game");
    let head = store.head(table).await.expect("an answer").expect("a head");
    head.dice().expect("seed and salt").revealed()
}

/// Ends the game and reads its record, which must replay with its dice.
async fn parts_at_the_end(player: &mut Player, commitment: &str) -> (Vec<String>, (String, String), usize) {
    assert_eq!(player.does("/api/resign", json!({})).await.status, 200);
    let text = String::from_utf8(player.get("/api/record").await.body).expect("text");
    let record: Record = text.parse().expect("a record");
    kernel::Module::replay(&risorgimento::goito(), &record).expect("the dice are the generator's");
    let rolls = text.lines().filter(|line| line.starts_with("* ")).count();
    let RecordDice::Seeded { commitment: committed, revealed, bound: Some(_), parts } = record.dice else {
        panic!("no seed")
    };
    assert_eq!(committed, commitment);
    (parts, revealed.expect("the seed is shown"), rolls)
}

/// What is added for who adds nothing.
fn derived((seed, salt): &(String, String), place: usize) -> String {
    kernel::SeededDice::from_revealed(seed, salt, &[]).expect("a seed").derived_part(place)
}

fn rolled(state: &Value) -> bool {
    state["feed"].to_string().contains("\"dice\":[")
}

/// The server would know the player's part before it draws its own.
async fn a_part_in_the_same_request_is_refused(database: Database) {
    let host = Host::start(&database).await;
    let setup = json!({ "scenario": SCENARIO });
    for entropy in [json!("a".repeat(64)), json!("x"), json!(7)] {
        for (path, mut wish) in [
            ("/api/tables", json!({ "scenario": SCENARIO, "seats": "screen" })),
            ("/api/tables", json!({ "scenario": SCENARIO, "seats": "link", "players": ["human", "random"] })),
            ("/api/import", json!({ "setup": setup, "seats": "screen" })),
        ] {
            wish["entropy"] = entropy.clone();
            let answer = host.client().post(path, None, &wish).await.expect("an answer");
            let message = answer.json()["error"]["message"].as_str().expect("a message").to_string();
            assert!(answer.status == 400 && message.contains("/api/part"), "{path}: {message}");
        }
    }
    host.stop().await;
}

async fn against_a_computer_nobody_draws_twice(database: Database) {
    let host = Host::start(&database).await;
    for seat in [0, 1] {
        let mut players = ["human", "human"];
        players[1 - seat] = "random";
        let wish = json!({ "scenario": SCENARIO, "seats": "link", "players": players, "part": true });
        let (links, commitment) = make(&host, wish).await;
        let mut ada = Player::new(&host, &links[0]);
        let seed = drawn(&database, &links[0]).await;
        let sealed = kernel::SeededDice::from_revealed(&seed.0, &seed.1, &[]).expect("a seed");
        assert_eq!(sealed.commitment(), commitment, "the server has fixed its part");
        // The set-up is made, and then the dice wait for her part.
        let state = if seat == 0 {
            ada.act("place standard").await;
            ada.state().await
        } else {
            until(&mut ada, "the set-up", |state| state["status"]["chance"] != Value::Null).await
        };
        assert_eq!(
            (&state["table"]["part_due"], &state["table"]["commitment"]),
            (&json!(true), &json!(commitment))
        );
        assert!(!rolled(&state) && state["status"]["decide"] == json!([]), "{state}");
        for wrong in [json!({}), json!({ "entropy": "x" }), json!({ "entropy": "A".repeat(64) })] {
            assert_eq!(ada.post("/api/part", wrong).await.status, 400);
        }
        let given = ada.post("/api/part", part("5")).await;
        assert_eq!((given.status, &given.json()["table"]["part_due"]), (200, &json!(false)));
        assert!(rolled(&given.json()), "now they roll");
        // It is given once; the same again changes nothing.
        assert_eq!(ada.post("/api/part", part("5")).await.status, 200);
        assert_eq!(ada.post("/api/part", part("6")).await.status, 409);
        let (parts, revealed, rolls) = parts_at_the_end(&mut ada, &commitment).await;
        assert_eq!(revealed, seed, "the seed is the one that stood there before her part came");
        assert!(rolls > 0);
        assert_eq!(parts[seat], "5".repeat(64));
        assert_eq!(parts[1 - seat], derived(&seed, 1 - seat), "the computer has no choice");
        let mut spectator = Player::new(&host, &links[1]);
        assert_eq!(spectator.post("/api/part", part("7")).await.status, 403);
    }
    host.stop().await;
}

/// A part that comes after the guest's could be chosen by who knows the seed and the guest's.
async fn who_waits_for_the_guest_adds_nothing(database: Database) {
    let host = Host::start(&database).await;
    for late in [false, true] {
        let wish = json!({ "scenario": SCENARIO, "seats": "link", "side": 0, "part": true });
        let (links, commitment) = make(&host, wish).await;
        let (mut ada, mut bob) = (Player::new(&host, &links[0]), Player::new(&host, &links[1]));
        assert_eq!(
            bob.get("/api/invitation").await.json()["commitment"],
            commitment,
            "the guest sees it before"
        );
        if !late {
            assert_eq!(ada.post("/api/part", part("1")).await.status, 200);
        }
        assert_eq!(bob.post("/api/join", part("x")).await.status, 400);
        bob.join(part("2")).await;
        assert_eq!(ada.state().await["table"]["part_due"], false);
        if late {
            assert_eq!(ada.post("/api/part", part("1")).await.status, 409);
        }
        assert_eq!(bob.post("/api/part", part("3")).await.status, 409);
        ada.act("place standard").await;
        assert!(rolled(&ada.state().await));
        let seed = drawn(&database, &links[0]).await;
        let (parts, ..) = parts_at_the_end(&mut ada, &commitment).await;
        let own = if late { derived(&seed, 0) } else { "1".repeat(64) };
        assert_eq!(parts, [own, "2".repeat(64)]);
    }
    host.stop().await;
}

async fn one_screen_adds_one_part(database: Database) {
    let host = Host::start(&database).await;
    let (links, commitment) =
        make(&host, json!({ "scenario": SCENARIO, "seats": "screen", "part": true })).await;
    let mut first = Player::new(&host, &links[0]);
    first.seat = Some(0);
    first.act("place standard").await;
    let state = first.state().await;
    assert!(!rolled(&state) && state["table"]["part_due"] == true);
    let given = first.client.post("/api/part", Some(&first.token), &part("4")).await.expect("an answer");
    assert_eq!(given.status, 200, "{}", given.json());
    assert!(rolled(&first.state().await));
    // Rebuilt from its rows it has the same dice.
    let before = first.state().await;
    host.stop().await;
    let host = Host::start(&database).await;
    let mut first = first.at(&host);
    assert_eq!(first.state().await, before);
    let mut second = first.at(&host);
    second.seat = Some(1);
    let mut lots = Lots::new(3);
    for _ in 0..20 {
        play_one(&mut [&mut first, &mut second], &mut lots).await;
    }
    assert_eq!(parts_at_the_end(&mut first, &commitment).await.0, ["4".repeat(64)]);
    host.stop().await;
}

async fn who_looks_on_at_computers_adds_a_part(database: Database) {
    let host = Host::start(&database).await;
    let wish =
        json!({ "scenario": "goito/quick", "seats": "link", "players": ["random", "random"], "part": true });
    let (links, commitment) = make(&host, wish).await;
    let mut owner = Player::new(&host, &links[0]);
    let state = until(&mut owner, "the set-up", |state| state["status"]["chance"] != Value::Null).await;
    assert!(!rolled(&state) && state["table"]["part_due"] == true);
    assert_eq!(Player::new(&host, &links[1]).post("/api/part", part("8")).await.status, 403);
    assert_eq!(owner.post("/api/part", part("8")).await.json()["owner"], true);
    until(&mut owner, "the end", |state| state["table"]["result"] != Value::Null).await;
    let text = String::from_utf8(owner.get("/api/record").await.body).expect("text");
    let seed = drawn(&database, &links[0]).await;
    let sealed = format!("commitment {commitment}\nseed {}\nsalt {}\nbound ", seed.0, seed.1);
    let parts = format!("entropy {}\nentropy {}\n", "8".repeat(64), derived(&seed, 1));
    assert!(text.contains(&sealed) && text.contains(&parts), "{text}");
    host.stop().await;
}

async fn who_adds_nothing_need_not_wait(database: Database) {
    let host = Host::start(&database).await;
    let wish = json!({ "scenario": SCENARIO, "seats": "link", "side": 0 });
    let (links, commitment) = make(&host, wish).await;
    let (mut ada, mut bob) = (Player::new(&host, &links[0]), Player::new(&host, &links[1]));
    assert_eq!(ada.state().await["table"]["part_due"], false);
    assert_eq!(ada.post("/api/part", part("1")).await.status, 409);
    bob.join(json!({})).await;
    ada.act("place standard").await;
    assert!(rolled(&ada.state().await));
    let seed = drawn(&database, &links[0]).await;
    assert_eq!(parts_at_the_end(&mut ada, &commitment).await.0, [derived(&seed, 0), derived(&seed, 1)]);
    host.stop().await;
}
