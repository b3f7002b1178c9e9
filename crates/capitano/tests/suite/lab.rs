//! Arenas, ratings, balance and forecasts on the command line.

use crate::common::{Folder, run};
use serde_json::Value;
use std::process::{Command, Stdio};

const QUICK: &[&str] = &["arena", "goito/quick", "--players", "random,random", "--seed", "4"];

fn arena(more: &[&str]) -> crate::common::Ran {
    run(&[QUICK, more].concat())
}

#[test]
fn an_arena_has_the_same_figures_with_any_number_of_threads_and_in_two_goes() {
    let folder = Folder::new("arena");
    let file = folder.file("kept");
    let one = arena(&["--games", "6", "--swap", "--threads", "1"]).ok();
    assert!(one.out.contains("first random") && one.out.contains("Elo of") && one.out.contains("digest"));
    assert_eq!(one.out, arena(&["--games", "6", "--swap", "--threads", "2"]).ok().out);
    arena(&["--games", "2", "--swap", "--resume", &file]).ok();
    assert_eq!(one.out, arena(&["--games", "6", "--swap", "--resume", &file]).ok().out);
    let again = arena(&["--games", "6", "--swap", "--resume", &file]).ok();
    assert_eq!(one.out, again.out);

    let refused = arena(&["--games", "6", "--resume", &file]);
    assert!(
        refused.code == 1 && refused.err.contains("other settings: swap is true there"),
        "{}",
        refused.err
    );
    let nowhere = folder.file("nowhere/kept");
    let refused = arena(&["--games", "2", "--resume", &nowhere]);
    assert!(refused.code == 1 && refused.err.contains("cannot write"), "{}", refused.err);
    let damaged = folder.write("damaged", "nothing\nof use\n");
    let refused = arena(&["--games", "2", "--resume", &damaged]);
    assert!(refused.code == 1 && refused.err.contains("not a file of an unfinished run"), "{}", refused.err);
}

#[test]
fn json_and_the_report_hold_the_figures() {
    let folder = Folder::new("report");
    let file = folder.file("report.html");
    let json = arena(&["--games", "4", "--json", "--html", &file]).ok().json();
    assert_eq!((json["games"].as_u64(), json["stuck"].as_u64()), (Some(4), Some(0)));
    let shares = |key: &str| -> f64 {
        json[key].as_array().expect("a list").iter().filter_map(|score| score["share"].as_f64()).sum()
    };
    assert!((shares("by_player") - 1.0).abs() < 1e-9 && (shares("by_side") - 1.0).abs() < 1e-9);
    let parts: Vec<&str> =
        json["series"].as_array().expect("a list").iter().filter_map(|s| s["part"].as_str()).collect();
    assert!(parts.contains(&"artillery"), "{parts:?}");
    assert!(!json["fights"].as_array().expect("a list").is_empty());

    let page = std::fs::read_to_string(&file).expect("the report is there");
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let tree = roxmltree::Document::parse_with_options(&page, options).expect("it is XML");
    let sections = tree.descendants().filter(|node| node.tag_name().name() == "section").count();
    assert!(sections >= 7, "{sections} sections");
    assert!(page.contains("Strength points lost: Piedmont") && page.contains("Objectives held"));
    assert!(!page.contains("<script") && !page.contains("src="));
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done() {
    let folder = Folder::new("interrupt");
    let file = folder.file("kept");
    let args = ["--games", "100000", "--resume", &file];
    let child = Command::new(env!("CARGO_BIN_EXE_capitano"))
        .args([QUICK, &args].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // the file is there as soon as games are played
    for _ in 0..600 {
        if std::path::Path::new(&file).exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    std::thread::sleep(std::time::Duration::from_millis(500));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let output = child.wait_with_output().expect("the program ends");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(130), "{out}{err}");
    assert!(out.contains("of 100000 games were finished") && err.contains("stopping"), "{out}{err}");
    let kept = std::fs::read_to_string(&file).expect("it was kept");
    let done = kept.lines().count() - 2;
    assert!(done > 0 && out.contains(&format!("stopped: {done} of")), "{done}: {out}");
}

#[test]
fn players_are_rated() {
    let args = ["rate", "goito/quick", "--players", "random,recruit", "--games", "2", "--json"];
    let json = run(&args).ok().json();
    assert_eq!(json["ratings"].as_array().map(Vec::len), Some(2));
    assert_eq!(json["games"].as_u64(), Some(4));
    let wrong = run(&["rate", "goito/quick", "--players", "random,random"]);
    assert!(wrong.code == 2 && wrong.err.contains("random twice"), "{}", wrong.err);
    let wrong = run(&["rate", "goito/quick", "--players", "general,random"]);
    assert!(wrong.code == 2 && wrong.err.contains("There is no player `general`"), "{}", wrong.err);
}

#[test]
fn values_are_changed_one_at_a_time() {
    let balance = |more: &[&str]| {
        run(&[&["balance", "goito/quick", "--level", "random", "--games", "2"], more].concat())
    };
    let knob = ["--knob", "command_value", "--kind", "command", "--only", "reconstructed"];
    let listed = balance(&[&knob[..], &["--list", "--json"]].concat()).ok().json();
    let listed = listed.as_array().expect("a list").clone();
    assert!(listed.len() > 5 && listed.iter().all(|knob| knob["provenance"] == "reconstructed"));
    let one = balance(&["--knob", "leaders.pi-fc-darvillars.command_value", "--json"]).ok().json();
    let changes = one["levels"][0]["changes"].as_array().expect("a list").clone();
    let to: Vec<&Value> = changes.iter().map(|change| &change["to"]).collect();
    assert_eq!(to.len(), 2, "{one}");
    assert_eq!(one["levels"][0]["games"].as_u64(), Some(6));
    let sides = balance(&["--sides-only"]).ok().out;
    assert!(sides.contains("Piedmont") && !sides.contains("moves"), "{sides}");
    // what only people read moves nothing
    let idle = balance(&["--knob", "men_per_sp"]).ok().out;
    assert!(idle.contains("nothing in this game reads it"), "{idle}");
    let wrong = balance(&["--kind", "weather"]);
    assert!(wrong.code == 2 && wrong.err.contains("the sorts are: chart, command"), "{}", wrong.err);
}

#[test]
fn a_fight_is_looked_ahead() {
    let text =
        "activate benedek forces; benedek 1012; 33-gyulai 1011 N; 2-guardie 1009 S; marker assault 1010>1009";
    let odds =
        |line: &str, more: &[&str]| run(&[&["odds", "goito/battle", line, "--text", text], more].concat());
    let line = "act 33-gyulai; step 1010; assault";
    let told = odds(line, &["--answer", "react-fire"]).ok().out;
    for words in
        ["How it ends", "Who stands in 1009", "Austria: levels lost (mean", "react-fire", "others (--all"]
    {
        assert!(told.contains(words), "no `{words}` in {told}");
    }
    let json = odds(line, &["--json"]).ok().json();
    let total: f64 =
        json["outcomes"].as_array().expect("a list").iter().filter_map(|o| o["chance"].as_f64()).sum();
    assert!((total - 1.0).abs() < 1e-9);
    assert!(odds(line, &["--as", "austria"]).ok().out.contains("How it ends"));
    let refused = odds("assault", &[]);
    assert!(refused.code == 1 && !refused.err.is_empty());
    let other = run(&["odds", "goito/quick", line, "--text", &format!("scenario goito/battle; {text}")]);
    assert!(other.code == 1 && other.err.contains("the position is of goito/battle"), "{}", other.err);
}
