//! Each command as a user calls it: what it prints, what it refuses, its exit code.

use crate::common::{Folder, a_record, run, run_with};
use serde_json::{Value, json};

#[test]
fn help_for_everybody() {
    let alone = run(&["--help"]).ok();
    for command in [
        "serve", "games", "play", "engine", "replay", "explain", "rules", "check", "map", "simulate",
        "verify",
    ] {
        assert!(alone.out.contains(command), "{command} is not in the help");
        let help = run(&[command, "--help"]).ok();
        assert!(help.out.contains("Usage: capitano"), "{}", help.out);
    }
    assert!(run(&["--version"]).ok().out.starts_with("capitano "));
}

#[test]
fn wrong_usage_is_told_from_failure() {
    for args in [
        &["dance"][..],
        &["play"],
        &["games", "--loud"],
        &["simulate"],
        &["simulate", "goito/battle", "--games", "0"],
        &["simulate", "goito/battle", "--players", "random"],
        &["simulate", "goito/battle", "--players", "hand,random"],
        &["play", "goito/battle", "--option", "fog"],
        &["play", "goito/battle", "--players", "random,random,random"],
        &["explain", "pass"],
        &["explain", "pass", "--record", "a", "--setup", "b"],
        &["map", "goito"],
    ] {
        let ran = run(args);
        assert_eq!(ran.code, 2, "{args:?}: {}{}", ran.out, ran.err);
        assert!(!ran.err.is_empty());
    }
    for args in [
        &["rules", "waterloo"][..],
        &["rules", "goito", "99.99"],
        &["play", "goito/siege"],
        &["play", "waterloo/battle"],
        &["play", "goito/battle", "--option", "fog=dense"],
        &["play", "goito/battle", "--as", "Prussia"],
        &["play", "--load", "/no/such/file"],
        &["simulate", "goito/siege"],
        &["replay", "/no/such/file"],
        &["verify", "/no/such/file"],
        &["map", "goito", "--svg", "/no/such/folder/map.svg"],
        &["games", "--data", "/no/such/folder"],
        &["explain", "--setup", "/no/such/file", "pass"],
    ] {
        let ran = run(args);
        assert_eq!(ran.code, 1, "{args:?}: {}{}", ran.out, ran.err);
        assert!(ran.err.starts_with("capitano: "), "{args:?}: {}", ran.err);
    }
}

#[test]
fn games_are_listed() {
    let text = run(&["games"]).ok().out;
    assert!(text.contains("goito/battle") && text.contains("goito/quick"), "{text}");
    let json = run(&["games", "--json"]).ok().json();
    assert_eq!(json["games"][0]["id"], "goito");
    assert_eq!(json["games"][0]["scenarios"][0]["seats"].as_array().map(Vec::len), Some(2));
    let ids = |game: usize| {
        let scenarios = json["games"][game]["scenarios"].as_array().expect("scenarios");
        let id = |scenario: &Value| scenario["id"].as_str().map(str::to_owned);
        scenarios.iter().filter_map(id).collect::<Vec<String>>()
    };
    assert_eq!((&json["games"][1]["id"], &json["games"][2]["id"]), (&json!("custoza"), &json!("piacenza")));
    assert_eq!(ids(1), ["custoza/tione-valley", "custoza/morning-clash", "custoza/tail-strike"]);
    assert_eq!(
        ids(2),
        ["piacenza/san-lazzaro", "piacenza/centre", "piacenza/gossolengo", "piacenza/campaign"]
    );
}

#[test]
fn rules_are_shown_in_our_words() {
    let list = run(&["rules", "goito"]).ok().out;
    let id = list.lines().nth(5).and_then(|line| line.split_whitespace().nth(1)).expect("there are rules");
    let rule = run(&["rules", "goito", id]).ok().out;
    assert!(rule.starts_with(&format!("goito {id}")), "{rule}");
    let json = run(&["rules", "goito", id, "--json"]).ok().json();
    assert_eq!(json[0]["rule"], format!("goito {id}"));
    assert!(json[0]["obligation"].as_str().is_some_and(|words| !words.is_empty()));
}

#[test]
fn rules_say_where_they_and_their_values_come_from() {
    let rule = run(&["rules", "goito", "12.2.2"]).ok().out.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = "provenance: printed; rulings (docs/rulings.md): R51; the values it uses: \
                    risorgimento/charts.toml#fire_drm.massed_target (reconstructed: 1), ";
    assert!(rule.contains(expected), "{rule}");

    let folder = Folder::new("provenance");
    folder.write("risorgimento/charts.toml", "[fire_drm]\nmassed_target = 2\n");
    let path = folder.path().display().to_string();
    let json = run(&["rules", "goito", "12.2.2", "--json", "--data", &path]).ok().json();
    assert_eq!(json[0]["provenance"], "printed");
    assert_eq!(json[0]["rulings"], serde_json::json!(["R51"]));
    assert_eq!(json[0]["rests_on"][0]["values"], "risorgimento/charts.toml#fire_drm.massed_target");
    assert_eq!(json[0]["rests_on"][0]["counts"], serde_json::json!({ "owner": 1 }));
    let count = |json: &serde_json::Value, from: &str| json[0]["rests_on"][3]["counts"][from].clone();
    let json = run(&["rules", "goito", "9.3", "--json", "--data", &path]).ok().json();
    assert_eq!(json[0]["rests_on"][3]["values"], "risorgimento/charts.toml#fire_drm");
    assert_eq!((count(&json, "owner"), count(&json, "reconstructed")), (1.into(), 5.into()));
}

#[test]
fn coverage_fails_if_a_rule_has_no_code_or_no_test() {
    for game in ["goito", "piacenza"] {
        let ran = run(&["rules", game, "--coverage"]);
        let json = run(&["rules", game, "--coverage", "--json"]);
        let gaps = json.json()["gaps"].as_array().map(Vec::len).expect("a list");
        assert_eq!(ran.code, i32::from(gaps > 0));
        assert_eq!(json.code, ran.code);
        assert_eq!(ran.out.lines().count(), gaps + 1);
        assert!(ran.out.contains("rules have code and a test"));
    }
}

/// The lab plays Piacenza with its officers.
#[test]
fn officers_meet_in_piacenza() {
    let args = [
        "arena",
        "piacenza/gossolengo",
        "--players",
        "sergeant,random",
        "--games",
        "3",
        "--seed",
        "1",
        "--swap",
    ];
    let ran = run(&args);
    assert!(ran.code == 0 && ran.out.contains("sergeant against random"), "{}{}", ran.out, ran.err);
}

/// A whole game of Piacenza by random players, in the terminal and as a simulation.
#[test]
fn piacenza_is_played_to_its_end() {
    let args = ["play", "piacenza/gossolengo", "--players", "random,random", "--seed", "3"];
    let log = run(&args).ok().out;
    assert!(log.contains("(piacenza "), "events cite their rules: {log}");
    let json = run(&["simulate", "piacenza/gossolengo", "--games", "4", "--seed", "1", "--json"]).ok().json();
    assert_eq!(json["games"], 4);
}

/// The faces of a ten-sided die are 0 to 9.
#[test]
fn dice_of_ten_sides_are_rolled_by_hand() {
    let args = ["play", "piacenza/gossolengo", "--players", "random,random", "--seed", "3", "--dice", "hand"];
    let ran = run_with(&args, b"10\n0\n9\n");
    assert!(ran.out.contains("rolls 1d10 (faces 0 to 9): initiative"), "{}", ran.out);
    assert!(ran.out.contains("A die with 10 sides from 0 on has no 10."), "{}", ran.out);
}

/// An owner's folder may hold files of several games.
#[test]
fn an_owner_lays_files_over_several_games() {
    let folder = Folder::new("both-games");
    folder.write("risorgimento/charts.toml", "[fire_drm]\nmassed_target = 2\n");
    folder.write("piacenza/game.toml", "title = \"Placentia, 1746\"\n");
    let path = folder.path().display().to_string();
    let json = run(&["games", "--json", "--data", &path]).ok().json();
    assert_eq!(json["games"][2]["title"], "Placentia, 1746");
    let ran = run(&["check", "--data", &path]).ok();
    assert!(ran.out.contains("2 laid over them: nothing wrong"), "{}", ran.out);
}

#[test]
fn our_data_is_right() {
    let ran = run(&["check"]).ok();
    assert!(ran.out.contains("nothing wrong"), "{}", ran.out);
    assert_eq!(run(&["check", "--json"]).ok().json()["problems"], serde_json::json!([]));
}

#[test]
fn an_owners_files_are_laid_over_ours() {
    let folder = Folder::new("owner");
    folder.write("goito/units.csv", "id,sp\n");
    folder.write("README.md", "My own counters.");
    let path = folder.path().display().to_string();
    assert!(run(&["check", "--data", &path]).ok().out.contains("1 laid over"));
    run(&["games", "--data", &path]).ok();

    folder.write("goito/units.csv", "id,sp\nnobody,3\n");
    let ran = run(&["check", "--data", &path]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("goito/units.csv:2: "), "{}", ran.out);
    assert_eq!(run(&["games", "--data", &path]).code, 1);
    std::fs::remove_file(folder.path().join("goito/units.csv")).expect("it was written");

    for (name, bytes, expected) in [
        ("goito/cavalry.csv", &b"id\n"[..], "goito/cavalry.csv"),
        ("goito/terrain.toml", b"nonsense = 1\n", "goito/terrain.toml:1"),
        ("goito/units.CSV", b"id\n", "units.CSV: not a file that the games read"),
        ("goito/leaders.csv", b"id\n\xff\n", "leaders.csv:2: not UTF-8 text"),
    ] {
        folder.write(name, bytes);
        let ran = run(&["check", "--data", &path]);
        assert_eq!(ran.code, 1, "{name}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(expected) || ran.err.contains(expected), "{name}: {}{}", ran.out, ran.err);
        std::fs::remove_file(folder.path().join(name)).expect("it was written");
    }
}

#[test]
fn the_map_is_drawn() {
    let folder = Folder::new("map");
    let path = folder.file("map.svg");
    run(&["map", "goito", "--svg", &path]).ok();
    let svg = std::fs::read_to_string(&path).expect("it was written");
    assert!(svg.contains("<svg") && svg.contains("1412") && svg.contains("Cerlongo"));
    let board = run(&["map", "goito", "--board", "-", "--no-panel"]).ok().out;
    let board: serde_json::Value = serde_json::from_str(&board).expect("a board is JSON");
    assert_eq!((&board["map"], board["hexes"].as_array().map(Vec::len)), (&"goito".into(), Some(425)));
    let bare = run(&["map", "goito", "--svg", "-", "--no-numbers", "--no-panel", "--no-grid"]).ok().out;
    assert!(bare.contains("<svg") && bare.len() < svg.len());
}

#[test]
fn a_record_is_played_again() {
    let folder = Folder::new("replay");
    let record = a_record(&folder);
    let text = std::fs::read_to_string(&record).expect("it was written");
    let edition = format!("\nrules {}\n", risorgimento::module::RULES_EDITION);
    assert!(text.contains(&edition), "it names the edition of the rules");
    let short = run(&["replay", &record]).ok().out;
    assert!(short.contains("as the record says"), "{short}");
    let long = run(&["replay", &record, "--log"]).ok().out;
    assert!(long.lines().count() > 100);
    assert!(long.lines().filter(|line| line.contains("(goito ")).count() > 100, "events cite their rules");
    let part = run(&["replay", &record, "--to", "10", "--json"]).ok().json();
    assert_eq!(part["steps"], 10);
    let seat = run(&["replay", &record, "--view", "Austria", "--log", "--json"]).ok().json();
    assert!(seat["hash"].is_null(), "the hash is not for a seat's eyes");
    assert!(!seat["log"].as_array().expect("a list").is_empty());
    assert_eq!(run(&["replay", &record, "--to", "9999999"]).code, 1);
    assert_eq!(run(&["replay", &record, "--view", "Prussia"]).code, 1);

    let text = std::fs::read_to_string(&record).expect("it was written");
    let hash = text.lines().find(|line| line.starts_with("hash ")).expect("it ends with one");
    let ran = run(&["replay", &folder.write("forged", text.replace(hash, "hash 0123456789abcdef"))]);
    assert!(ran.code == 1 && ran.err.contains("0123456789abcdef"), "{}", ran.err);
    let data = text.lines().find(|line| line.starts_with("data ")).expect("it names its data");
    let ran = run(&["replay", &folder.write("other", text.replace(data, "data 00"))]);
    assert!(ran.code == 1 && ran.err.contains("--data"), "{}", ran.err);
    let ran = run(&["replay", &folder.write("broken", text.replacen("\n0 ", "\n0 fly ", 1))]);
    assert!(ran.code == 1 && ran.err.contains("line "), "{}", ran.err);
}

#[test]
fn dice_are_verified_against_their_seed() {
    let folder = Folder::new("verify");
    let saved = folder.file("game.json");
    run(&["play", "goito/quick", "--players", "random,random", "--seed", "4", "--save", &saved]).ok();
    let text = std::fs::read_to_string(&saved).expect("it was saved");
    let saved: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let record = saved["record"].as_str().expect("a text");
    let verified = |name: &str, text: &str| run(&["verify", &folder.write(name, text)]);
    let ran = verified("game.record", record).ok();
    assert!(ran.out.contains("The seed gives the commitment"), "{}", ran.out);
    assert!(ran.out.contains("those that the dice were committed to"), "{}", ran.out);

    let roll = record.lines().find(|line| line.starts_with("* ")).expect("dice were rolled");
    let face = roll.as_bytes()[2];
    let other = roll.replacen(face as char, if face == b'1' { "2" } else { "1" }, 1);
    let hash = record.lines().find(|line| line.starts_with("hash ")).expect("it names its hash");
    let bound = record.lines().find(|line| line.starts_with("bound ")).expect("its dice are bound");
    for (name, forged, why) in [
        ("roll", record.replacen(&format!("\n{roll}\n"), &format!("\n{other}\n"), 1), "line "),
        (
            "fog",
            record.replacen("option fog on", "option fog off", 1),
            "not those that the dice were committed to",
        ),
        (
            "scenario",
            record.replace("goito/quick", "goito/battle"),
            "not those that the dice were committed to",
        ),
        ("option", record.replacen("option fog on\n", "", 1), "not those that the dice were committed to"),
        ("hash", record.replace(&format!("{hash}\n"), ""), "it names no hash"),
        ("skipped", skipped(record), "missing, and nothing says that anything was taken back"),
    ] {
        assert_ne!(forged, record, "{name}");
        let ran = verified(name, &forged);
        assert!(ran.code == 1 && ran.err.contains(why), "{name}: {}{}", ran.out, ran.err);
    }
    let unbound = verified("unbound", &record.replace(&format!("{bound}\n"), ""));
    assert!(unbound.code == 3 && unbound.out.contains("nothing proves that its options"), "{}", unbound.out);
    let by_hand = run(&["verify", &a_record(&folder)]);
    assert!(by_hand.code == 3 && by_hand.out.contains("nothing proves them"), "{}", by_hand.out);
}

/// The record with a later number for its last roll, one that gives the same faces, as if those between had not pleased.
fn skipped(text: &str) -> String {
    let record: kernel::Record = text.parse().expect("a record");
    let kernel::Dice::Seeded(dice) = record.dice.dice() else { panic!("its seed is shown") };
    let mut rolls = 0;
    let mut last = None;
    for line in text.lines().filter(|line| line.starts_with("* ")) {
        rolls += 1;
        last = Some(line);
    }
    let last = last.expect("dice were rolled");
    let faces: Vec<u8> = last[2..].split(' ').map(|face| face.parse().expect("a face")).collect();
    let same = |number: &u64| dice.faces(*number, faces.len() as u8, 6) == faces;
    let number = (rolls..100_000).find(same).expect("every roll comes again");
    let at = text.rfind(&format!("\n{last}\n")).expect("it is there") + 1;
    format!("{}{last} @{number}{}", &text[..at], &text[at + last.len()..])
}

/// A game in which moves were taken back is proved too, and what was taken back is told.
#[test]
fn rolls_that_were_taken_back_are_told() {
    use kernel::{Dice, Lot, Module, Options, SeededDice, Viewer};
    let mut table = risorgimento::goito().open("goito/quick", &Options::new()).expect("a scenario");
    table.set_dice(Dice::Seeded(SeededDice::from_u64(5).bound_to(&table.terms())));
    let mut lot = Lot::of("taken back", 1);
    let mut undone = 0;
    while table.outcome().is_none() {
        let status = table.status(Viewer::Everything);
        if status.chance.is_some() {
            table.roll(None, Viewer::Everything).expect("the dice roll");
            if undone < 5 && lot.below(20) == 0 {
                table.undo(None, Viewer::Everything).expect("somebody has acted");
                undone += 1;
            }
            continue;
        }
        let legal = table.legal(None).expect("somebody decides");
        let action = &lot.one_of(&legal).expect("he can do something").action;
        table.act(None, action, Viewer::Everything).expect("it is legal");
    }
    let text = table.record().to_string();
    assert!(text.contains("\nagain "), "{undone}");
    let folder = Folder::new("taken-back");
    let ran = run(&["verify", &folder.write("game.record", &text)]).ok();
    assert!(ran.out.contains("Rolls taken back, as the record says"), "{}", ran.out);
    // What is rolled again has the numbers that it had: none is left out, whatever is said of it.
    let silent: String =
        text.lines().filter(|line| !line.starts_with("again ")).map(|l| format!("{l}\n")).collect();
    run(&["verify", &folder.write("silent.record", silent)]).ok();
}

/// A record of older rules is replayed where the present ones follow it; otherwise it is said where they part from it.
#[test]
fn a_record_of_older_rules_is_called_that() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../records/edition-1");
    for name in ["goito-quick-30-37c4229005103e46", "piacenza-san-lazzaro-1746-fa676a134723153d"] {
        for command in ["replay", "verify"] {
            let ran = run(&[command, &format!("{folder}/{name}.record")]);
            let said = "it was played by edition 1 of the rules, this program plays edition 2, and the two part after ";
            assert!(ran.code == 1 && ran.err.contains(said), "{}", ran.err);
        }
    }
    for name in ["goito-quick-30-17119159cb8a95a0", "piacenza-gossolengo-1746-0f25aff92ff4f52a"] {
        let file = format!("{folder}/{name}.record");
        let replayed = run(&["replay", &file]).ok().out;
        assert!(replayed.contains("another edition of the rules"), "{replayed}");
        let ran = run(&["verify", &file]);
        let said = "It was played by edition 1 of the rules. Those of this program follow it to its end";
        assert!(ran.code == 3 && ran.out.contains(said), "{}{}", ran.out, ran.err);
    }
}

#[test]
fn odds_are_explained_where_a_record_stands() {
    let folder = Folder::new("explain");
    let record = a_record(&folder);
    let steps = run(&["replay", &record, "--json"]).ok().json()["steps"].as_u64().expect("a number");
    // Somewhere in a whole game there is a fight to ask about.
    for step in (0..steps).step_by(3) {
        let step = step.to_string();
        let list = run(&["explain", "--record", &record, "--step", &step, "--json"]);
        let Some(choice) =
            (list.code == 0).then(|| list.json()[0].clone()).filter(|choice| !choice.is_null())
        else {
            continue;
        };
        let action = choice["action"].as_str().expect("a notation");
        let odds = run(&["explain", "--record", &record, "--step", &step, "--json", action]).ok().json();
        let lines = odds["lines"].as_array().expect("a list");
        for line in lines {
            let value = |key: &str| line[key].as_f64().expect("a number");
            assert!(0.0 <= value("low") && value("low") <= value("high") && value("high") <= 1.0, "{odds}");
        }
        assert!(lines.iter().any(|line| line["high"].as_f64() > Some(0.0)), "{odds}");
        let text = run(&["explain", "--record", &record, "--step", &step, action]).ok().out;
        assert!(text.contains('%') && text.contains("(goito "), "{text}");
        return;
    }
    panic!("no action of a whole game has odds");
}

#[test]
fn odds_are_explained_where_a_set_up_begins() {
    let folder = Folder::new("set-up");
    let good = r#"{"scenario":"goito/battle","options":{"fog":"off"},"turn":3,"side":"austria"}"#;
    let good = folder.write("good.json", good);
    assert!(run(&["explain", "--setup", &good]).ok().out.contains("activate benedek"));
    let text = run(&["explain", "--setup", &good, "activate benedek"]).ok().out;
    assert!(text.contains("Benedek") && text.contains("is activated"), "{text}");
    let over = run(&["explain", "--setup", &good, "activate nobody"]);
    assert_eq!(over.code, 1);
    let play = run_with(&["play", "--load", &good, "--no-map"], b"quit\n").ok().out;
    assert!(play.contains("Turn 3 of 8"), "{play}");
    for (text, expected) in [
        ("{\"turn\":3}", "names its `scenario`"),
        ("{\"scenario\":\"goito/battle\",\n\"turn\":}", "line 2"),
        ("{\"scenario\":\"goito/battle\",\"units\":{\"nobody\":\"1412\"}}", "nobody"),
        ("{\"scenario\":\"goito/battle\",\"turn\":99}", "turn"),
    ] {
        let ran = run(&["explain", "--setup", &folder.write("bad.json", text), "pass"]);
        assert!(ran.code == 1 && ran.err.contains(expected), "{text}: {}", ran.err);
    }
}

#[test]
fn a_set_up_may_be_a_short_text() {
    let folder = Folder::new("short-text");
    let body = "turn 3; side austria\n33-gyulai 1614 N; benedek 1617\n5-aosta 1412 S; darvillars 1408\n";
    let whole = folder.write("whole.txt", format!("scenario goito/battle; option fog=off\n{body}"));
    let bare = folder.write("bare.txt", body);
    for args in [
        &["play", "--setup", &whole, "--no-map"][..],
        &["play", "--load", &whole, "--no-map"],
        &["play", "goito/battle", "--setup", &whole, "--no-map"],
        &["play", "goito/battle", "--setup", &bare, "--option", "fog=off", "--no-map"],
    ] {
        let play = run_with(args, b"units 1614\nquit\n").ok().out;
        assert!(play.contains("Turn 3 of 8") && play.contains("33 Gyulai"), "{args:?}: {play}");
    }
    assert!(run(&["explain", "--setup", &whole, "activate benedek"]).ok().out.contains("is activated"));
    for (args, code, expected) in [
        (&["play", "--setup", &bare][..], 1, "names its `scenario`"),
        (&["explain", "--setup", &bare, "pass"], 1, "names its `scenario`"),
        (&["play", "goito/quick", "--setup", &whole], 2, "a set-up of goito/battle, not of goito/quick"),
        (&["play", "--setup", &whole, "--load", &whole], 2, "cannot be used with"),
        (&["play", "--load", &bare], 1, "a record begins with"),
        (&["play", "--setup", "/no/such/file"], 1, "/no/such/file"),
    ] {
        let ran = run(args);
        assert!(ran.code == code && ran.err.contains(expected), "{args:?}: {} {}", ran.code, ran.err);
    }
    for (text, expected) in [
        ("scenario goito/battle\nturn 99", "bad.txt: line 2: turn: a number from 1 to 8"),
        (
            "scenario goito/battle\n\n5-aosta 1412 sideways",
            "bad.txt: line 3: `sideways` does not apply to units",
        ),
        ("scenario goito/battle; scenario goito/quick", "bad.txt: line 1: the scenario is named twice"),
        ("scenario\nturn 1", "bad.txt: line 1: write it as `scenario goito/battle`"),
        (
            "scenario goito/battle\noption fog=on; option fog=off",
            "bad.txt: line 2: the option `fog` is set twice",
        ),
        ("scenario goito/battle\noption fog=dense", "cannot be `dense`"),
    ] {
        let ran = run(&["play", "--setup", &folder.write("bad.txt", text)]);
        assert!(ran.code == 1 && ran.err.contains(expected), "{text}: {}", ran.err);
    }
}

#[test]
fn an_engine_without_requests_says_nothing() {
    let ran = run_with(&["engine"], b"");
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
}
