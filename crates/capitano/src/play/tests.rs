//! Playing over the small game, driven by lines as somebody would type them.

use super::*;
use crate::fake;
use kernel::Options;

struct Typed {
    text: String,
    table: Box<dyn Table>,
}

/// Plays with what is typed until it ends.
fn typed(fog: bool, players: [By; 2], lines: &str, save: Option<PathBuf>) -> Typed {
    let games = fake::games();
    let options = Options::from([("fog".to_owned(), if fog { "on" } else { "off" }.to_owned())]);
    let table = games.table("ford/dawn", &options).expect("the scenario is there");
    typed_at(&games, table, players, lines, save)
}

fn typed_at(
    games: &Games,
    mut table: Box<dyn Table>,
    players: [By; 2],
    lines: &str,
    save: Option<PathBuf>,
) -> Typed {
    let entry = games.of_scenario("ford/dawn").expect("the scenario is there");
    if !table.dice().can_roll() {
        table.set_dice(Dice::seeded(3));
    }
    table.set_auto(true, Viewer::Public);
    let mut play = Play {
        screen: Screen::new(entry, vec!["Red".into(), "Blue".into()], &[], Depth::None, (100, 40), true),
        secrets: table.info().options["fog"] == "on",
        table,
        entry,
        players: players.to_vec(),
        lot: kernel::playout::random_lot(3),
        seed: 3,
        computers: HashMap::new(),
        advisers: HashMap::new(),
        heard: vec![0; 2],
        clears: false,
        echoes: true,
        last: None,
        secret_seats: 0,
        secret_choice: false,
        save,
        input: lines.as_bytes(),
        out: Vec::new(),
    };
    assert!(play.go_on().is_ok());
    Typed { text: String::from_utf8(play.out).expect("it is text"), table: play.table }
}

const HANDS: [By; 2] = [By::Hand, By::Hand];

#[test]
fn a_whole_game_is_played_by_hand() {
    let played = typed(false, HANDS, "\n1\n\nplan 2\n\nadvance\n2\n3\npass\npass\npass\npass\n", None);
    assert!(played.table.outcome().is_some(), "{}", played.text);
    assert!(played.text.contains("Red: Which plan? (ford 1)"));
    assert!(played.text.contains("· Red advances to 1411 (ford 2)"));
    assert!(played.text.contains("The game is over."), "{}", played.text);
}

#[test]
fn the_map_shows_the_patrols_and_where_the_choices_point() {
    let played = typed(false, HANDS, "\n1\n\n1\n\n", None);
    assert!(played.text.contains("R×4    ↓"), "{}", played.text);
    assert!(played.text.contains("‹2›"), "the shot points at the other patrol's hex");
}

#[test]
fn questions_change_nothing() {
    let asked = "why red\nwhy green\nreach red\nodds 2\nodds shoot\nodds 3\nrule 2\nrule 9\nunits\nunits 1410\nunits 0101\n\
                 formations\ntracks\nlog\nlegend\nall\nmap\noverview\nmap 0101\nmap 9999\nscroll n\nscroll\n?\n\n99\n0\nfly\n";
    let played = typed(false, HANDS, &format!("\n1\n\n1\n\n{asked}quit\n"), None);
    let plain = typed(false, HANDS, "\n1\n\n1\n\nquit\n", None);
    assert_eq!(played.table.hash(), plain.table.hash());
    for expected in [
        "It has gone two steps. (ford 2)",
        "There is no `green`.",
        "red in 1410 has 2 points.",
        "hit    33.33%  ██████████",
        "This needs no dice.",
        "ford 2.1  Shot (core)",
        "There is no rule 9.",
        "red patrol",
        "You can see nothing there.",
        "1412 the ford: nobody  1",
        "There is no hex 9999 on the map.",
        "For⚐",
        "storm: advance twice and shoot",
        "There are 3 choices.",
        "`fly` means nothing here.",
    ] {
        assert!(played.text.contains(expected), "{expected} is missing in {}", played.text);
    }
}

#[test]
fn taking_back_stops_at_the_dice() {
    let played = typed(false, HANDS, "\n1\n\n1\n\nadvance\nundo\nstorm\nundo\nquit\n", None);
    assert!(played.text.contains("Taken back."));
    assert!(played.text.contains("Stopped before `pass`"));
    assert!(played.text.contains("Nothing can be taken back"));
}

#[test]
fn a_curtain_falls_where_there_are_secrets() {
    let open = typed(false, HANDS, "\n1\n\n1\n\npass\npass\nquit\n", None);
    // The secret plans of both, and the first open decision after them.
    assert_eq!(open.text.matches("Hand over to").count(), 3, "{}", open.text);
    let fog = typed(true, HANDS, "\n1\n\n1\n\npass\n\npass\n\nquit\n", None);
    assert_eq!(fog.text.matches("Hand over to").count(), 5, "{}", fog.text);
    let (red, blue) = fog.text.split_once("Hand over to Blue").expect("it falls");
    assert!(red.contains("R×4") && !red.contains("B×4"));
    assert!(blue.contains("B×4"));
}

#[test]
fn the_random_player_needs_nobody() {
    let played = typed(true, [By::Computer(Level::Random), By::Computer(Level::Random)], "", None);
    assert!(played.table.outcome().is_some());
    let again = typed(true, [By::Computer(Level::Random), By::Computer(Level::Random)], "", None);
    assert_eq!(played.table.record().to_string(), again.table.record().to_string());
    let one = typed(true, [By::Hand, By::Computer(Level::Random)], "1\npass\npass\npass\n", None);
    assert!(one.table.outcome().is_some(), "{}", one.text);
    assert!(!one.text.contains("Hand over"));
    assert!(!one.text.contains("B×4"), "the other side lies face down");
}

#[test]
fn a_game_is_saved_and_gone_on_with() {
    let folder = std::env::temp_dir().join(format!("capitano-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let path = folder.join("game.json");
    let first = typed(false, HANDS, "\n1\n\n1\n\nstorm\n", Some(path.clone()));
    assert!(first.text.contains("capitano play --load"), "the end of the input saves too");
    let games = fake::games();
    let source = load::read(&path).expect("it was saved");
    let table = load::open(&games, &source).expect("it can be loaded");
    assert_eq!(table.hash(), first.table.hash());
    assert_eq!(table.dice().used(), 1, "the dice go on where they were");
    let second = typed_at(&games, table, HANDS, "storm\nsave\nsave /no/such/folder/x\nquit\n", None);
    assert!(second.text.contains("Name a file: save FILE."));
    assert!(second.text.contains("cannot write /no/such/folder/x"));
    std::fs::remove_dir_all(folder).expect("it was made above");
}

#[test]
fn faces_are_typed_where_the_dice_are_ones_own() {
    let games = fake::games();
    let mut table = games.table("ford/dawn", &Options::new()).expect("the scenario is there");
    table.set_dice(Dice::ByHand);
    for seat in [0, 1] {
        table.act(Some(Seat(seat)), "plan 1", Viewer::Public).expect("it is legal");
    }
    table.act(None, "shoot", Viewer::Public).expect("it is legal");
    let mut play = Play {
        screen: Screen::new(
            games.of_scenario("ford/dawn").expect("there"),
            vec!["Red".into(), "Blue".into()],
            &[],
            Depth::None,
            (80, 24),
            false,
        ),
        secrets: false,
        table,
        entry: games.of_scenario("ford/dawn").expect("there"),
        players: HANDS.to_vec(),
        lot: kernel::playout::random_lot(1),
        seed: 1,
        computers: HashMap::new(),
        advisers: HashMap::new(),
        heard: vec![0; 2],
        clears: false,
        echoes: true,
        last: Some(Seat(1)),
        secret_seats: 0,
        secret_choice: false,
        save: None,
        input: &b"x\n7\n\n5\nquit\n"[..],
        out: Vec::new(),
    };
    assert!(play.go_on().is_ok());
    let text = String::from_utf8(play.out).expect("it is text");
    for expected in
        ["Red rolls 1d6: a shot (ford 2.1)", "Type the faces", "A die with 6 sides has no 7.", "hits. [5]"]
    {
        assert!(text.contains(expected), "{expected} is missing in {text}");
    }
}

#[test]
fn boxes_are_listed_and_tracks_are_read_in_halves() {
    use kernel::scene::{Bin, Track, TrackMarker};
    let games = fake::games();
    let entry = games.of_scenario("ford/dawn").expect("the scenario is there");
    let screen = Screen::new(entry, vec!["Red".into(), "Blue".into()], &[], Depth::None, (100, 40), true);
    let mut scene = games.table("ford/dawn", &Options::new()).expect("it is there").scene(Viewer::Everything);
    let pieces = std::mem::take(&mut scene.pieces);
    let bin = |id: &str, name: &str, pieces| Bin {
        id: id.into(),
        name: name.into(),
        seat: None,
        lost: false,
        pieces,
    };
    scene.boxes = vec![bin("reserve", "Reserve", pieces), bin("lost", "Losses", Vec::new())];
    let marker = TrackMarker::new("Red", 5);
    scene.tracks = vec![Track { halves: true, ..Track::new("Supply", 0, 12, vec![marker]) }];
    let listed = screen.units(&scene, None);
    assert_eq!((listed[0].as_str(), listed.last().map(String::as_str)), ("Reserve:", Some("Losses: empty")));
    assert_eq!(screen.units(&scene, Some("reserve")).len(), 3);
    assert_eq!(screen.tracks(&scene)[0], "  Supply (0 to 6): Red 2½");
}
