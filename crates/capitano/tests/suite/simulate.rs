//! Simulations: the same figures for the same seed, whatever the number of threads.

use crate::common::{Folder, run};

fn simulate(more: &[&str]) -> String {
    let mut args = vec!["simulate", "goito/battle", "--games", "12"];
    args.extend_from_slice(more);
    run(&args).ok().out
}

#[test]
fn threads_change_nothing_and_the_seed_does() {
    let one = simulate(&["--seed", "9", "--threads", "1"]);
    assert_eq!(one, simulate(&["--seed", "9", "--threads", "2"]));
    assert_eq!(one, simulate(&["--seed", "9"]));
    let digest = |text: &str| text.lines().last().map(str::to_owned);
    assert_ne!(digest(&one), digest(&simulate(&["--seed", "10"])));
}

#[test]
fn figures_add_up() {
    let json: serde_json::Value = serde_json::from_str(&simulate(&["--json"])).expect("it is JSON");
    let games = |list: &str| -> u64 {
        json[list].as_array().expect("a list").iter().filter_map(|share| share["games"].as_u64()).sum()
    };
    assert_eq!((json["games"].as_u64(), json["stuck"].as_u64()), (Some(12), Some(0)));
    assert_eq!((games("winners"), games("results")), (12, 12));
    for share in json["winners"].as_array().expect("a list") {
        let value = |key: &str| share[key].as_f64().expect("a number");
        assert!(value("low") <= value("share") && value("share") <= value("high"), "{share}");
    }
}

#[test]
fn records_lead_where_the_games_went() {
    let folder = Folder::new("simulate");
    let records = folder.file("records");
    run(&["simulate", "goito/quick", "--games", "3", "--seed", "2", "--records", &records]).ok();
    let files: Vec<_> = std::fs::read_dir(&records).expect("it was made").collect();
    assert_eq!(files.len(), 3);
    for file in files {
        let path = file.expect("it can be read").path().display().to_string();
        assert!(run(&["replay", &path]).ok().out.contains("as the record says"));
    }
}

#[test]
fn speed_is_not_among_the_figures() {
    let ran = run(&["simulate", "goito/battle", "--games", "2"]).ok();
    assert!(ran.err.contains("games and") && !ran.out.contains("a second"));
}
