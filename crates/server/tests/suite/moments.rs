//! Moments of a replay have numbers that mean the same to everybody, and tell nobody how often somebody acted unseen.

use crate::common::{Host, Lots, Player, on_both, play_one};
use serde_json::{Value, json};
use server::Database;

on_both!(a_moment_is_the_same_to_all);

/// The positions of a replay: moment, and what anybody may see of how the game stands.
async fn moments(player: &mut Player) -> Vec<(u64, Value)> {
    let replay = player.get("/api/replay?count=500").await.json();
    assert_eq!(replay["total"], replay["states"].as_array().expect("states").len(), "all of it came");
    let mut status = Value::Null;
    let mut all = Vec::new();
    for state in replay["states"].as_array().expect("states") {
        if state.get("status").is_some() {
            status = state["status"].clone();
        }
        let seen = json!([status["turn"], status["phase"], status["decide"], status["chance"]]);
        all.push((state["moment"].as_u64().expect("a moment"), seen));
    }
    all
}

async fn a_moment_is_the_same_to_all(database: Database) {
    let host = Host::start(&database).await;
    let (mut ada, mut bob, spectator) = host.set_up(json!({})).await;
    let mut eve = Player::new(&host, &spectator);
    let mut lots = Lots::new(3);
    for i in 0..70 {
        play_one(&mut [&mut ada, &mut bob], &mut lots).await;
        if i % 9 == 0 {
            // What is taken back has its moments too.
            let _ = ada.undo().await;
            let _ = bob.undo().await;
        }
    }
    let public = moments(&mut eve).await;
    let last = public.last().expect("it was played").0;
    assert!(public.iter().map(|(moment, _)| *moment).eq(1..=last), "a spectator sees each moment once");
    let replays = [moments(&mut ada).await, moments(&mut bob).await];
    for (seat, frames) in replays.iter().enumerate() {
        assert!(frames.is_sorted_by_key(|(moment, _)| moment));
        for (moment, seen) in &public {
            let first = frames.iter().find(|(other, _)| other == moment);
            let (_, own) = first.unwrap_or_else(|| panic!("seat {seat} has no moment {moment}"));
            assert_eq!(own, seen, "moment {moment} of seat {seat}");
        }
    }
    assert!(replays[0].len() > public.len() + 3, "she has acted unseen");
    // Whoever looks later, and whatever the server kept: the numbers are those of the rows.
    assert_eq!(ada.state().await["moment"], last);
    assert_eq!(bob.state().await["moment"], last);
    assert_eq!(ada.does("/api/resign", json!({})).await.status, 200);
    let open = moments(&mut bob).await;
    assert!(open.len() > replays[0].len(), "after the end everything lies open");
    for (moment, seen) in &public {
        let first = open.iter().find(|(other, _)| other == moment);
        assert_eq!(first.map(|(_, seen)| seen), Some(seen), "moment {moment} after the end");
    }
    host.stop().await;
}
