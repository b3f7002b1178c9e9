//! Goito played in the terminal, by lines as somebody would type them.

use crate::common::{Folder, run, run_with};

/// Both sides at one terminal, without secrets unless it is said otherwise.
fn play(more: &[&str], lines: &str) -> String {
    let mut args = vec!["play", "goito/battle", "--seed", "3"];
    if !more.contains(&"--option") {
        args.extend_from_slice(&["--option", "fog=off"]);
    }
    args.extend_from_slice(more);
    run_with(&args, lines.as_bytes()).ok().out
}

#[test]
fn the_first_question_is_asked_over_the_map() {
    let text = play(&[], "quit\n");
    assert!(text.contains("Turn 1 of 8"), "{text}");
    assert!(text.contains("╲______╱"), "the map is drawn");
    assert!(text.contains("(goito "), "the question cites its rule");
    assert!(text.contains("   1"), "choices are numbered");
    assert!(!text.contains('\x1b'), "no colour in a pipe");
    assert!(play(&["--color", "always"], "quit\n").contains("\x1b[0;"));
}

#[test]
fn first_choices_can_be_taken_for_a_while() {
    let text = play(&["--players", "hand,random", "--no-map"], &"1\n".repeat(40));
    assert!(text.matches("> ").count() >= 40, "{text}");
    assert!(!text.contains("contradict"));
}

#[test]
fn questions_are_answered_at_the_prompt() {
    let asked = "?\nlegend\nall\nunits\nformations\ntracks\nlog\nmap 1412\nscroll n 2\nwhy 1412\nrule 9\nundo\nnonsense\nquit\n";
    let text = play(&[], asked);
    for expected in ["choose number 3", "commander", "Motella", "goito 9", "Nothing can be taken back"] {
        assert!(text.contains(expected), "{expected} is missing in {text}");
    }
}

/// The signs are those of the game that is played.
#[test]
fn the_legend_is_of_this_game() {
    let legend = |scenario: &str| run_with(&["play", scenario, "--no-map"], b"\nlegend\nquit\n").ok().out;
    let (goito, piacenza) = (legend("goito/battle"), legend("piacenza/san-lazzaro"));
    for (own, other, signs) in [
        (&goito, &piacenza, ["∅ out of ammo", "» march", "✓ acted", "▫ farm"]),
        (&piacenza, &goito, ["B feu de billebaude", "∅ guns failed", "R routed", "◈ redoubt"]),
    ] {
        for sign in signs {
            assert!(own.contains(sign) && !other.contains(sign), "{sign} in {own}{other}");
        }
    }
}

#[test]
fn a_saved_game_goes_on() {
    let folder = Folder::new("play");
    let path = folder.file("game.json");
    let first = play(&["--save", &path, "--no-map"], "1\n1\n1\nquit\n");
    assert!(first.contains("Saved to"));
    let second = run_with(&["play", "--load", &path, "--no-map"], b"log\nquit\n").ok().out;
    assert!(second.contains("Turn 1 of 8"), "{second}");
    let record = folder.write("notes.txt", "capitano record 1\nnonsense");
    let ran = run(&["play", "--load", &record]);
    assert!(ran.code == 1 && ran.err.contains("line 2"), "{}", ran.err);
}

/// A game of Piacenza, whose sets hold more units than a number of JSON has bits, is saved after each decision.
#[test]
fn a_game_with_many_units_is_saved_too() {
    let folder = Folder::new("play-piacenza");
    for scenario in ["san-lazzaro", "centre", "gossolengo", "campaign"] {
        let path = folder.file(&format!("{scenario}.json"));
        let id = format!("piacenza/{scenario}");
        let args = ["play", &id, "--seed", "3", "--players", "hand,random", "--no-map", "--save", &path];
        let lines = "1\n".repeat(60) + "quit\n";
        assert!(run_with(&args, lines.as_bytes()).ok().out.contains("Saved to"));
        let on =
            run_with(&["play", "--load", &path, "--players", "hand,random", "--no-map"], lines.as_bytes());
        assert!(on.ok().out.matches("> ").count() >= 40, "{scenario} goes on");
    }
}

#[test]
fn the_random_player_plays_both_sides_to_the_end() {
    let text = play(&["--players", "random,random"], "");
    assert!(text.contains("The game is over."));
    assert_eq!(text, play(&["--players", "random,random"], ""), "the seed decides everything");
}

#[test]
fn with_fog_a_curtain_falls_between_two_players() {
    let text = play(&["--option", "fog=on", "--no-map"], "\nquit\n");
    assert!(text.contains("Hand over to"), "{text}");
}

#[test]
fn computers_play_and_give_hints() {
    let text = play(&["--players", "hand,sergeant", "--no-map"], "place standard\nhint\nquit\n");
    assert!(text.contains("The captain is thinking …"), "{text}");
    assert!(text.contains(", choice ") && text.contains(" %  "), "an action, and what was weighed: {text}");
    let watched = play(&["--players", "recruit,sergeant"], "");
    assert!(watched.contains("The game is over."));
    assert_eq!(watched, play(&["--players", "recruit,sergeant"], ""), "the seed decides everything");
    let wrong = run(&["play", "goito/battle", "--players", "hand,general"]);
    assert!(wrong.code == 2 && wrong.err.contains("sergeant"), "{}", wrong.err);
}
