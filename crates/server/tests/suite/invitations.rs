//! Invitations: whoever takes a seat gets a link that nobody else knows, and the invitation is spent.

use crate::common::{Host, Player, SCENARIO, execute, on_both, tokens};
use serde_json::{Value, json};
use server::Database;
use server::client::{Answer, Client, Live, hello};

on_both!(
    the_maker_does_not_have_his_guests_link,
    an_invitation_says_what_it_is_for,
    one_of_many_guests_gets_the_seat,
    a_lost_answer_is_asked_for_again,
    who_took_the_seat_finds_back,
    games_made_before_play_on,
);

/// A game that a browser has made: the maker's link, the invitation, and the spectators' link.
async fn made_by(browser: &mut Client) -> [String; 3] {
    let wish = json!({ "scenario": SCENARIO, "seats": "link", "side": 0, "name": "Ada" });
    let made = browser.post("/api/tables", None, &wish).await.expect("an answer");
    let roles: Vec<Value> =
        made.json()["links"].as_array().expect("links").iter().map(|l| l["role"].clone()).collect();
    assert_eq!(roles, ["seat", "invitation", "spectator"]);
    assert_eq!(made.json()["links"][1]["seat"], 1);
    tokens(&made).try_into().expect("three links")
}

async fn join(browser: &mut Client, invitation: &str, body: Value) -> Answer {
    browser.post("/api/join", Some(invitation), &body).await.expect("an answer")
}

fn token(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()["token"].as_str().expect("a token").to_string()
}

fn taken(answer: &Answer) {
    assert_eq!((answer.status, &answer.json()["error"]["code"]), (410, &json!("taken")));
    assert_eq!(answer.json()["error"]["message"], "This seat is taken.");
}

async fn mine(browser: &mut Client) -> Vec<String> {
    let list = browser.get("/api/mine", None).await.expect("an answer").json();
    let token = |mine: &Value| mine["token"].as_str().expect("a token").to_string();
    list.as_array().expect("a list").iter().map(token).collect()
}

async fn the_maker_does_not_have_his_guests_link(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, mut bob) = (host.client(), host.client());
    let [own, invitation, spectators] = made_by(&mut ada).await;
    let mut waits = Player::new(&host, &own);
    assert_eq!(waits.state().await["table"]["seats"][1]["joined"], false);
    let joined = join(&mut bob, &invitation, json!({ "name": "Bob" })).await;
    let guest = token(&joined);
    assert_ne!(guest, invitation);
    assert_eq!(joined.json()["state"]["table"]["seat"], 1);
    // The maker sees that it was taken, and by whom.
    let state = waits.state().await;
    assert_eq!(
        (&state["table"]["seats"][1]["joined"], &state["table"]["seats"][1]["name"]),
        (&json!(true), &json!("Bob"))
    );
    assert!(state["feed"].as_array().expect("a feed").iter().any(|item| item["what"]["kind"] == "joined"
        && item["what"]["seat"] == 1
        && item["what"]["name"] == "Bob"));
    // What he kept is worth nothing now, whatever he asks with it and whoever he is.
    let mut kept = Player { client: ada, token: invitation.clone(), seat: None };
    for path in [
        "/api/table",
        "/api/replay",
        "/api/why?subject=1613",
        "/api/record",
        "/api/position",
        "/api/invitation",
    ] {
        taken(&kept.get(path).await);
    }
    for (path, body) in [
        ("/api/act", json!({ "on": 1, "id": "a", "action": "place standard" })),
        ("/api/chat", json!({ "id": "b", "text": "hello" })),
        ("/api/resign", json!({ "id": "c" })),
        ("/api/hint", json!({})),
        ("/api/join", json!({})),
    ] {
        taken(&kept.post(path, body).await);
    }
    let mut live = Live::open(host.address, &hello(&invitation)).await.expect("a connection");
    assert_eq!(live.next_json().await["error"]["error"]["code"], "taken");
    assert_eq!(mine(&mut kept.client).await, [own.as_str()], "his list holds his own link alone");
    // The guest plays with his, the spectators look on with theirs, and another server knows both.
    let mut bob = Player::new(&host, &guest);
    assert_eq!(bob.does("/api/chat", json!({ "text": "hello" })).await.status, 200);
    assert_eq!(Player::new(&host, &spectators).state().await["table"]["role"], "spectator");
    host.stop().await;
    let host = Host::start(&database).await;
    assert_eq!(bob.at(&host).state().await["table"]["seat"], 1);
    taken(&Player::new(&host, &invitation).get("/api/table").await);
    host.stop().await;
}

async fn an_invitation_says_what_it_is_for(database: Database) {
    let host = Host::start(&database).await;
    let [own, invitation, _] = made_by(&mut host.client()).await;
    let mut guest = Player::new(&host, &invitation);
    let told = guest.get("/api/invitation").await.json();
    assert_eq!(
        (&told["scenario"], &told["seat"], &told["token"]),
        (&json!(SCENARIO), &json!(1), &Value::Null)
    );
    assert_eq!((&told["seats"][0]["name"], &told["terms"]["take_backs"]), (&json!("Ada"), &json!(true)));
    assert_eq!(
        told["commitment"].as_str().map(str::len),
        Some(64),
        "the server has fixed its part of the dice"
    );
    for path in ["/api/table", "/api/replay", "/api/overlay?kind=sight"] {
        let answer = guest.get(path).await;
        assert_eq!((answer.status, &answer.json()["error"]["code"]), (403, &json!("invitation")), "{path}");
    }
    let answer = Player::new(&host, &own).get("/api/invitation").await;
    assert_eq!(answer.status, 400, "a seat is no invitation");
    host.stop().await;
}

/// Guests who come at the same moment, by one server or by two: one of them sits down.
async fn one_of_many_guests_gets_the_seat(database: Database) {
    let hosts = match &database {
        Database::Sqlite(_) => vec![Host::start(&database).await],
        Database::Postgres(_) => vec![Host::start(&database).await, Host::start(&database).await],
    };
    for _ in 0..4 {
        let [own, invitation, _] = made_by(&mut hosts[0].client()).await;
        let guests = (0..8).map(|i| {
            let (mut client, invitation) = (hosts[i % hosts.len()].client(), invitation.clone());
            tokio::spawn(async move {
                let key = format!("{i:064x}");
                let first =
                    join(&mut client, &invitation, json!({ "name": format!("guest {i}"), "key": key })).await;
                // Asking again changes nothing for anybody.
                client.cookie = None;
                let again = join(&mut client, &invitation, json!({ "key": key })).await;
                assert_eq!((first.status, &first.json()["token"]), (again.status, &again.json()["token"]));
                first
            })
        });
        let mut seated = Vec::new();
        for guest in guests.collect::<Vec<_>>() {
            let answer = guest.await.expect("it ends");
            if answer.status == 200 { seated.push(token(&answer)) } else { taken(&answer) }
        }
        assert_eq!(seated.len(), 1);
        let state = Player::new(&hosts[0], &own).state().await;
        let joined =
            state["feed"].as_array().expect("a feed").iter().filter(|item| item["what"]["seat"] == 1);
        assert_eq!(joined.count(), 1);
        let theirs = Player::new(&hosts[0], &seated[0]).state().await;
        assert_eq!(theirs["table"]["seat"], 1);
    }
    for host in hosts {
        host.stop().await;
    }
}

/// The answer with the new link can be lost: with the key that only the guest knows it is given again.
async fn a_lost_answer_is_asked_for_again(database: Database) {
    let host = Host::start(&database).await;
    let [_, invitation, _] = made_by(&mut host.client()).await;
    for wrong in ["", "x", &"A".repeat(64), &"a".repeat(63)] {
        assert_eq!(
            join(&mut host.client(), &invitation, json!({ "key": wrong })).await.status,
            400,
            "{wrong}"
        );
    }
    let key = json!({ "key": "5".repeat(64) });
    let first = token(&join(&mut host.client(), &invitation, key.clone()).await);
    assert_eq!(token(&join(&mut host.client(), &invitation, key.clone()).await), first);
    for other in [json!({}), json!({ "key": "6".repeat(64) })] {
        taken(&join(&mut host.client(), &invitation, other).await);
    }
    host.stop().await;
    let host = Host::start(&database).await;
    assert_eq!(token(&join(&mut host.client(), &invitation, key).await), first, "even by another server");
    host.stop().await;
}

async fn who_took_the_seat_finds_back(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, mut bob) = (host.client(), host.client());
    let [own, invitation, _] = made_by(&mut ada).await;
    let guest = token(&join(&mut bob, &invitation, json!({ "name": "Bob" })).await);
    // The same browser opens the invitation again.
    let told = bob.get("/api/invitation", Some(&invitation)).await.expect("an answer").json();
    assert_eq!(told["token"], guest);
    assert_eq!(token(&join(&mut bob, &invitation, json!({})).await), guest);
    assert_eq!(mine(&mut bob).await, [guest.as_str()]);
    // From another device by his account.
    let account = json!({ "name": "Bob", "password": "correct horse" });
    bob.post("/api/account", None, &account).await.expect("an answer");
    let mut phone = host.client();
    taken(&phone.get("/api/invitation", Some(&invitation)).await.expect("an answer"));
    phone.post("/api/login", None, &account).await.expect("an answer");
    let told = phone.get("/api/invitation", Some(&invitation)).await.expect("an answer").json();
    assert_eq!(told["token"], guest);
    assert_eq!(mine(&mut phone).await, [guest]);
    // Not the maker, by his browser or by an account of his own.
    let account = json!({ "name": "Ada", "password": "battery staple" });
    taken(&ada.get("/api/invitation", Some(&invitation)).await.expect("an answer"));
    ada.post("/api/account", None, &account).await.expect("an answer");
    taken(&join(&mut ada, &invitation, json!({})).await);
    assert_eq!(mine(&mut ada).await, [own]);
    host.stop().await;
}

/// Before there were invitations a game had a link for each seat, which its maker knew. Where the guest had come they
/// stay as they are; where he had not, his link is an invitation now.
async fn games_made_before_play_on(database: Database) {
    let host = Host::start(&database).await;
    let (ada, bob, _) = host.set_up(json!({})).await;
    let [own, invitation, _] = made_by(&mut host.client()).await;
    host.stop().await;
    execute(&database, "UPDATE tokens SET who = who - 400 WHERE who >= 400").await;
    execute(&database, "DELETE FROM _sqlx_migrations WHERE version = 4").await;
    let host = Host::start(&database).await;
    assert_eq!(ada.at(&host).state().await["table"]["seat"], 0);
    assert_eq!(bob.at(&host).state().await["table"]["seat"], 1);
    assert_eq!(Player::new(&host, &own).state().await["table"]["seat"], 0);
    let mut guest = Player::new(&host, &invitation);
    assert_eq!(guest.get("/api/table").await.json()["error"]["code"], "invitation");
    guest.join(json!({})).await;
    assert_eq!(guest.state().await["table"]["seat"], 1);
    host.stop().await;
}
