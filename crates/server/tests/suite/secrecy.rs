//! What a seat may not see never reaches it: games that differ only in what a seat cannot know are the
//! same to it, byte by byte, in states, updates, feeds, numbers and answers to questions.

use crate::common::{Host, Player, SCENARIO, START, sqlite, store};
use crate::disguise::disguises;
use kernel::{Game, Log, Need, Options, Seat, Session, Show, Viewer};
use risorgimento::position::{Place, Position};
use risorgimento::{Action, Battle};
use serde_json::json;
use server::secret::Token;
use server::store::{Beginning, Deed, Head, NewTable, Row, Store, Who};
use server::wire::{Seating, Terms};
use std::sync::Arc;

struct Twin {
    what: String,
    /// The seat to which both games must look the same.
    viewer: u8,
    position: Position,
    disguised: Position,
    /// An action of whoever decides, in either game, if it leads to no roll.
    action: Option<(u8, String, String)>,
}

/// Positions of random games, with disguises.
fn twins(battle: &Battle) -> Vec<Twin> {
    let mut twins = Vec::new();
    for seed in 0..6u64 {
        let mut lots = crate::common::Lots::new(seed * 77 + 1);
        let mut position = battle.start();
        let (mut legal, mut log) = (Vec::new(), Log::off());
        for step in 0..1500u64 {
            match battle.need(&position) {
                Need::Over(_) => break,
                Need::Chance(roll) => {
                    let faces: Vec<u8> =
                        roll.dice().map(|die| lots.below(die.sides.into()) as u8 + 1).collect();
                    battle.roll(&mut position, &faces, &mut log);
                }
                Need::Decide(seats) => {
                    let seat = seats.iter().next().expect("somebody decides");
                    battle.legal(&position, seat, &mut legal);
                    let action = legal[lots.below(legal.len())];
                    // Fights are rare: all of them are looked at, by who must decide.
                    let fights = legal.iter().any(|action| battle.choice(&position, seat, *action).fight);
                    if step % 97 == 60 || fights {
                        let disguises = disguises(battle, &position, step);
                        let disguises = disguises.filter(|d| !fights || d.side != seat.0);
                        twins.extend(disguises.map(|disguise| {
                            Twin {
                                what: format!("game {seed}, step {step}: {}", disguise.what),
                                viewer: 1 - disguise.side,
                                action: (step % 97 == 60)
                                    .then(|| same_action(battle, &position, seat, action, &disguise))
                                    .flatten(),
                                disguised: disguise.position.clone(),
                                position: position.clone(),
                            }
                        }));
                    }
                    battle.apply(&mut position, seat, action, &mut log);
                }
            }
        }
    }
    twins
}

fn same_action(
    battle: &Battle,
    position: &Position,
    seat: Seat,
    action: Action,
    disguise: &crate::disguise::Disguise,
) -> Option<(u8, String, String)> {
    let other = if seat.0 == disguise.side { disguise.action(action) } else { action };
    if seat.0 == disguise.side && !disguise.alike {
        return None;
    }
    let mut legal = Vec::new();
    battle.legal(&disguise.position, seat, &mut legal);
    if !legal.contains(&other) {
        return None;
    }
    // what turns face up in one of the two is no longer hidden: a king who is met is known (R84)
    let quiet = |from: &Position, action: Action| {
        let mut after = from.clone();
        battle.apply(&mut after, seat, action, &mut Log::off());
        !matches!(battle.need(&after), Need::Chance(_)) && !disguise.came_to_light(battle, &after)
    };
    (quiet(position, action) && quiet(&disguise.position, other))
        .then(|| (seat.0, battle.notation(position, action), battle.notation(&disguise.position, other)))
}

/// A table that begins at a position, with known dice and links. Gives the tokens of both seats.
async fn table(
    store: &Store,
    heading: &kernel::Heading,
    battle: &Arc<Battle>,
    position: &Position,
    id: i64,
) -> [Token; 2] {
    let mut session = Session::new(Arc::clone(battle), heading.clone());
    let value = serde_json::to_value(position).expect("a position is plain data");
    session.load_position(&value).expect("the position is sound");
    let tokens = [Token::random(), Token::random()];
    let join = |seat: u8| Row {
        seq: i64::from(seat) + 1,
        at: START,
        ran: None,
        who: Who::seat(Seat(seat)),
        request: Some("join".into()),
        stopped: None,
        deed: Deed::Join { seats: vec![seat], name: None, entropy: Some("0".repeat(64)), link: None },
    };
    let head = Head {
        scenario: heading.scenario.clone(),
        options: heading.options.clone(),
        data: heading.data.clone(),
        rules: 2,
        // The seal of bound dice is another for each start, and tells nothing of it.
        bound: false,
        version: "0".into(),
        terms: Terms { forced: false, ..Terms::default() },
        seating: Seating::Link,
        players: Vec::new(),
        seed: "1".repeat(64),
        salt: "2".repeat(64),
        start: Some(Beginning::Position(value)),
    };
    let links = vec![(tokens[0].hash(), Who::seat(Seat(0))), (tokens[1].hash(), Who::seat(Seat(1)))];
    let new = NewTable { id, at: START, head, tokens: links, rows: vec![join(0), join(1)] };
    store.create(new).await.expect("a table");
    tokens
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_cannot_tell_games_apart_that_differ_in_what_is_hidden() {
    let (battle, heading) = risorgimento::goito().battle(SCENARIO, &Options::new()).expect("the scenario");
    let battle = Arc::new(battle);
    let twins = twins(&battle);
    assert!(twins.len() > 100, "only {} twins", twins.len());
    assert!(twins.iter().filter(|twin| twin.action.is_some()).count() > 30);
    let database = sqlite();
    let host = Host::start(&database).await;
    let store = store(&database).await;
    let mut foreseen = 0;
    for (i, twin) in twins.iter().enumerate() {
        let here = table(&store, &heading, &battle, &twin.position, 2 * i as i64 + 1).await;
        let there = table(&store, &heading, &battle, &twin.disguised, 2 * i as i64 + 2).await;
        let seat = usize::from(twin.viewer);
        let mut pair = [Player::new(&host, &here[seat].text()), Player::new(&host, &there[seat].text())];
        let mut paths = vec!["/api/table".to_string(), "/api/replay".into()];
        let state = pair[0].state().await;
        for overlay in state["table"]["overlays"].as_array().expect("overlays") {
            if overlay["subject"] == "none" {
                paths.push(format!("/api/overlay?kind={}", overlay["id"].as_str().expect("an id")));
            }
        }
        let fights = state["choices"].as_array().expect("choices").iter().filter(|c| c["fight"] == true);
        let actions = fights.map(|choice| choice["action"].as_str().expect("an action").replace(' ', "%20"));
        let asked: Vec<String> = actions.take(2).map(|a| format!("/api/forecast?action={a}")).collect();
        foreseen += asked.len();
        same(&mut pair, &asked, twin).await;
        for path in &asked {
            let answer = pair[0].get(path).await;
            assert_eq!(answer.status, 200, "{path} of {}: {}", twin.what, answer.json());
            never_named(&battle, twin, &answer.json().to_string());
        }
        same(&mut pair, &paths, twin).await;
        never_named(&battle, twin, &state.to_string());
        let Some((actor, first, second)) = &twin.action else { continue };
        let actor = usize::from(*actor);
        let mut actors = [Player::new(&host, &here[actor].text()), Player::new(&host, &there[actor].text())];
        let answers = [actors[0].try_act(first).await, actors[1].try_act(second).await];
        assert_eq!(
            (answers[0].status, answers[1].status),
            (200, 200),
            "{}: {}",
            twin.what,
            answers[1].json()
        );
        if actor == seat {
            assert_eq!(answers[0].json(), answers[1].json(), "{}: {first}", twin.what);
        }
        same(&mut pair, &paths, twin).await;
        // Taking back tells no more than acting did.
        let undone = [actors[0].undo().await, actors[1].undo().await];
        assert_eq!(undone[0].status, undone[1].status, "{}: {first}", twin.what);
        same(&mut pair, &paths, twin).await;
        // Talking tells nothing of the rows between.
        for actor in &mut actors {
            let said = actor.post("/api/chat", json!({ "id": "c", "text": "hm" })).await;
            assert_eq!(said.status, 200);
        }
        same(&mut pair, &paths, twin).await;
    }
    assert!(foreseen > 30, "only {foreseen} fights");
    host.stop().await;
}

async fn same(pair: &mut [Player; 2], paths: &[String], twin: &Twin) {
    let [first, second] = pair;
    for path in paths {
        let answers = (first.get(path).await, second.get(path).await);
        assert_eq!(answers.0.status, answers.1.status, "{path} of {}", twin.what);
        if answers.0.body != answers.1.body {
            assert_eq!(answers.0.json(), answers.1.json(), "{path} of {}", twin.what);
        }
    }
}

/// No id of a piece that lies face down to the viewer stands in what he gets.
fn never_named(battle: &Battle, twin: &Twin, text: &str) {
    let p = &twin.position;
    for (unit, def) in battle.army.units.pairs() {
        let hidden = p.unit(unit).place == Place::Map && !battle.face_up(p, unit);
        if hidden && def.side != twin.viewer {
            assert!(!text.contains(&format!("\"{}\"", def.id)), "{} in {}", def.id, twin.what);
        }
    }
    assert!(battle.view(p, Viewer::Seat(Seat(twin.viewer))).pieces.len() > 10);
}
