//! A section in which both seats take many steps at once in secret, from end to end: by requests and live connections, stored,
//! taken up again, exported and imported. The game is the kernel's skirmish by night, which no server ships.

use crate::common::{Host, How, Lots, Player, on_both, play_one, tokens};
use serde_json::{Value, json};
use server::Database;
use server::client::{Client, Live, hello};
use std::sync::atomic::Ordering::Relaxed;

on_both!(
    each_learns_of_the_other_whether_it_is_ready,
    each_takes_back_its_own,
    what_is_asked_for_and_granted_leaves_the_others_steps_alone,
    a_game_by_night_is_kept_exported_and_imported,
);

const RED: usize = 0;
const BLUE: usize = 1;

/// A table by night with a clock, and everybody at it.
struct Camp {
    host: Host,
    /// Red and Blue.
    players: [Player; 2],
    browsers: [Client; 2],
    spectator: Player,
}

/// All that somebody can ask for, but for what time it is.
async fn all_of(player: &mut Player, browser: &mut Client) -> Value {
    let mut state = player.state().await;
    state["clock"].as_object_mut().expect("a clock").remove("now");
    let mut replay = player.get("/api/replay?from=0").await.json();
    for state in replay["states"].as_array_mut().expect("states") {
        if let Some(clock) = state["clock"].as_object_mut() {
            clock.remove("now");
        }
    }
    let mine = browser.get("/api/mine", None).await.expect("an answer").json();
    let why = player.get("/api/why?subject=r1").await.json();
    json!([state, replay, mine, why])
}

impl Camp {
    async fn begin(database: &Database) -> Camp {
        let host = Host::start_with(database, How { skirmish: true, ..How::default() }).await;
        let terms = json!({ "clock": { "days": 2.0, "reserve_days": 3.0 }, "forced": false });
        let wish = json!({ "scenario": "ford/night", "seats": "link", "side": 0, "terms": terms });
        let mut browsers = [host.client(), host.client()];
        let made = browsers[0].post("/api/tables", None, &wish).await.expect("an answer");
        let links = tokens(&made);
        let joined = browsers[1].post("/api/join", Some(&links[1]), &json!({})).await.expect("an answer");
        let guest = joined.json()["token"].as_str().expect("a token").to_string();
        let players = [Player::new(&host, &links[0]), Player::new(&host, &guest)];
        let spectator = Player::new(&host, &links[2]);
        Camp { host, players, browsers, spectator }
    }

    /// What the other side and who looks on can learn.
    async fn seen_besides(&mut self, seat: usize) -> [Value; 2] {
        let other = 1 - seat;
        let theirs = all_of(&mut self.players[other], &mut self.browsers[other]).await;
        // Who looks on has no games of his own.
        let nobody = &mut self.host.client();
        [theirs, all_of(&mut self.spectator, nobody).await]
    }

    /// Time goes on, and a seat does something of which nobody else learns anything.
    async fn in_secret(&mut self, seat: usize, deed: &str) {
        let before = self.seen_besides(seat).await;
        self.host.now.fetch_add(60_000, Relaxed);
        self.does(seat, deed).await;
        assert_eq!(self.seen_besides(seat).await, before, "{deed}");
    }

    async fn does(&mut self, seat: usize, deed: &str) {
        let player = &mut self.players[seat];
        match deed {
            "undo" => {
                let undone = player.undo().await;
                assert_eq!(undone.status, 200, "{}", undone.json());
            }
            action => drop(player.act(action).await),
        }
    }

    /// The guard of a side, as that side sees it, and how much it can take back.
    async fn guard(&mut self, seat: usize) -> (Option<String>, u64) {
        let state = self.players[seat].state().await;
        let pieces = state["scene"]["pieces"].as_array().expect("pieces");
        let guard = pieces.iter().find(|piece| piece["kind"] == "guard");
        (
            guard.map(|piece| piece["id"].as_str().expect("an id").into()),
            state["undo"].as_u64().expect("undo"),
        )
    }

    async fn deciding(&mut self) -> Value {
        self.spectator.state().await["status"]["decide"].clone()
    }
}

async fn each_learns_of_the_other_whether_it_is_ready(database: Database) {
    let mut camp = Camp::begin(&database).await;
    let mut lives = Vec::new();
    let all = [&camp.players[RED], &camp.players[BLUE], &camp.spectator];
    for token in all.map(|player| player.token.clone()) {
        let mut live = Live::open(camp.host.address, &hello(&token)).await.expect("a connection");
        assert!(live.next_json().await.get("state").is_some(), "the first is the whole");
        lives.push(live);
    }
    let on = camp.players[BLUE].number().await;
    for (seat, deed) in [
        (RED, "guard r1"),
        (RED, "guard r3"),
        (BLUE, "guard b1"),
        (RED, "undo"),
        (BLUE, "guard b2"),
        (RED, "guard r2"),
        (BLUE, "undo"),
    ] {
        camp.in_secret(seat, deed).await;
    }
    // Blue has counted its own three deeds, and what Red did meanwhile has not made its number old.
    assert_eq!(camp.players[BLUE].number().await, on + 3);
    let stale = camp.players[BLUE].number().await;
    camp.in_secret(RED, "guard r1").await;
    let id = camp.players[BLUE].id();
    let act = json!({ "on": stale, "id": id, "action": "guard b3" });
    assert_eq!(camp.players[BLUE].post("/api/act", act).await.status, 200);
    // Both decide until one is ready: that is told, and no more, and it may still be taken back.
    assert_eq!(camp.deciding().await, json!([0, 1]));
    camp.does(RED, "ready").await;
    assert_eq!(camp.deciding().await, json!([1]));
    let lines = |state: &Value| -> Vec<String> {
        let told = |item: &Value| Some(item["what"]["told"]["text"].as_str()?.to_owned());
        state["feed"].as_array().expect("a feed").iter().filter_map(told).collect()
    };
    assert_eq!(lines(&camp.spectator.state().await), ["Red is ready."]);
    assert_eq!(lines(&camp.players[BLUE].state().await).last().map(String::as_str), Some("Red is ready."),);
    camp.does(RED, "undo").await;
    assert_eq!(camp.deciding().await, json!([0, 1]));
    camp.in_secret(RED, "guard r3").await;
    camp.does(BLUE, "ready").await;
    camp.does(RED, "ready").await;
    assert_ne!(camp.deciding().await, json!([0, 1]));
    // What was pushed to who looks on: that Red was ready, that it was not, that Blue was, and the end of the section.
    for player in &mut camp.players {
        assert_eq!(player.does("/api/chat", json!({ "text": "enough" })).await.status, 200);
    }
    let mut pushed = Vec::new();
    loop {
        let message = lives[2].next_json().await;
        if message["update"]["feed"].to_string().contains("enough") {
            break;
        }
        // Who is connected comes by itself.
        if message["update"].get("status").is_some() {
            pushed.push(message["update"]["status"]["decide"].clone());
        }
    }
    assert_eq!(pushed[..3], [json!([1]), json!([0, 1]), json!([0])]);
    assert_eq!(pushed.len(), 4, "{pushed:?}");
    camp.host.stop().await;
}

async fn each_takes_back_its_own(database: Database) {
    let mut camp = Camp::begin(&database).await;
    for (seat, deed) in [(RED, "guard r1"), (BLUE, "guard b1"), (RED, "guard r2"), (BLUE, "guard b3")] {
        camp.in_secret(seat, deed).await;
    }
    camp.in_secret(RED, "undo").await;
    assert_eq!(camp.guard(RED).await, (Some("r1".into()), 1));
    assert_eq!(camp.guard(BLUE).await, (Some("b3".into()), 2));
    camp.in_secret(RED, "undo").await;
    assert_eq!(camp.guard(RED).await, (None, 0));
    assert_eq!(camp.players[RED].undo().await.status, 403, "there is nothing left of its own");
    assert_eq!(camp.guard(BLUE).await, (Some("b3".into()), 2));
    // The same after the server was started again.
    let Camp { host, players, browsers, spectator } = camp;
    host.stop().await;
    let host = Host::start_with(&database, How { skirmish: true, ..How::default() }).await;
    let players = [players[RED].at(&host), players[BLUE].at(&host)];
    let cookies = browsers.map(|browser| browser.cookie);
    let mut browsers = [host.client(), host.client()];
    for (browser, cookie) in browsers.iter_mut().zip(cookies) {
        browser.cookie = cookie;
    }
    let spectator = spectator.at(&host);
    let mut camp = Camp { host, players, browsers, spectator };
    assert_eq!(camp.guard(BLUE).await, (Some("b3".into()), 2));
    camp.in_secret(BLUE, "undo").await;
    camp.in_secret(RED, "guard r3").await;
    assert_eq!(camp.guard(BLUE).await, (Some("b1".into()), 1));
    assert_eq!(camp.guard(RED).await, (Some("r3".into()), 1));
    camp.host.stop().await;
}

async fn what_is_asked_for_and_granted_leaves_the_others_steps_alone(database: Database) {
    let mut camp = Camp::begin(&database).await;
    for (seat, deed) in [(RED, "guard r1"), (RED, "guard r2"), (BLUE, "guard b1"), (BLUE, "guard b2")] {
        camp.in_secret(seat, deed).await;
    }
    let [red, blue] = &mut camp.players;
    assert_eq!(red.does("/api/take-back", json!({ "what": "ask" })).await.status, 200);
    let granted = blue.does("/api/take-back", json!({ "what": "grant" })).await;
    assert_eq!(granted.status, 200, "{}", granted.json());
    assert_eq!(camp.guard(RED).await, (Some("r1".into()), 1));
    assert_eq!(camp.guard(BLUE).await, (Some("b2".into()), 2));
    camp.host.stop().await;
}

async fn a_game_by_night_is_kept_exported_and_imported(database: Database) {
    let mut camp = Camp::begin(&database).await;
    for (seat, deed) in
        [(BLUE, "guard b2"), (RED, "guard r1"), (RED, "guard r2"), (BLUE, "guard b1"), (RED, "undo")]
    {
        camp.in_secret(seat, deed).await;
    }
    let refused = camp.players[BLUE].get("/api/record").await;
    assert_eq!((refused.status, camp.players[BLUE].get("/api/chances").await.status), (403, 403));
    camp.does(RED, "ready").await;
    camp.does(BLUE, "ready").await;
    let mut lots = Lots::new(7);
    let [red, blue] = &mut camp.players;
    while play_one(&mut [&mut *red, &mut *blue], &mut lots).await {}
    let state = red.state().await;
    assert!(state["table"]["result"].is_object(), "{state}");
    let record = String::from_utf8(red.get("/api/record").await.body).expect("text");
    let chances = red.get("/api/chances").await.json();
    let fallen = record.lines().filter(|line| line.starts_with("* ") || line.starts_with("= ")).count();
    assert_eq!(chances.as_array().expect("a list").len(), fallen);
    assert!(record.contains("\n= ") && chances[1]["draw"]["candidates"].is_array(), "{chances}");
    // The steps of both stand in the record in their order, and what was taken back does not.
    let camped = record.split("\n--\n").nth(1).expect("steps").lines().take(5).collect::<Vec<_>>();
    assert_eq!(camped, ["1 guard b2", "0 guard r1", "1 guard b1", "0 ready", "1 ready"]);

    let wish = json!({ "seats": "screen", "record": record });
    let imported = camp.host.client().post("/api/import", None, &wish).await.expect("an answer");
    let mut again = Player::new(&camp.host, &tokens(&imported)[0]);
    again.seat = Some(0);
    let there = again.state().await;
    assert_eq!((&there["scene"], &there["table"]["result"]), (&state["scene"], &state["table"]["result"]));
    // Read again from the store it is the same game.
    let (red, token) = (camp.players[RED].token.clone(), again.token);
    camp.host.stop().await;
    let host = Host::start_with(&database, How { skirmish: true, ..How::default() }).await;
    let mut red = Player::new(&host, &red);
    let kept = red.state().await;
    for section in ["number", "scene", "feed", "status", "undo"] {
        assert_eq!(kept[section], state[section], "{section}");
    }
    assert_eq!(String::from_utf8(red.get("/api/record").await.body).expect("text"), record);
    assert_eq!(red.get("/api/chances").await.json(), chances);
    let mut again = Player::new(&host, &token);
    again.seat = Some(0);
    assert_eq!(again.state().await["scene"], state["scene"]);
    host.stop().await;
}
