//! What the seats see and read: scenes, prompts, choices and events; and that nobody learns which unit
//! lies face down (8.7).

mod disguise;

use disguise::{Disguise, disguises};
use kernel::playout::{RandomStep, playout_seed, random_game_from};
use kernel::scene::Piece;
use kernel::secrecy::{self, Shown, Subjects, same};
use kernel::{Answer, Choice, Foresee, Game, Log, Need, Scene, Seat, Show, Viewer};
use risorgimento::flow::Frame;
use risorgimento::handmade::position;
use risorgimento::position::Position;
use risorgimento::{Action, Battle, goito};
use serde_json::json;
use std::sync::LazyLock;

fn battle_with(fog: &str) -> Battle {
    let options = [("fog".to_string(), fog.to_string())].into();
    goito().battle("goito/battle", &options).expect("the scenario exists").0
}

static FOG: LazyLock<Battle> = LazyLock::new(|| battle_with("on"));
static CLEAR: LazyLock<Battle> = LazyLock::new(|| battle_with("off"));

const PIEDMONT: Viewer = Viewer::Seat(Seat(0));
const AUSTRIA: Viewer = Viewer::Seat(Seat(1));

const SMALL: &str = "
    turn 3; side austria
    33-gyulai 1614 N shaken -2; 4-grenzer 1614
    21-paumgarten 1616 N -1; 1-art 1616 limbered low-ammo
    benedek 1615; radetzky 1616 shown
    8-cuneo 1513 S; 7-cuneo 1411 S square out-of-command; 6-art 1411
    darvillars 1411
    au-8-art column; 4-kjager column; wohlgemuth column
    45-sigmund lost
    control austria 1317; mood benedek +1; failed benedek 2; activated wohlgemuth";

fn piece<'a>(scene: &'a Scene, id: &str) -> &'a Piece {
    let mut all = scene.pieces.iter().chain(scene.boxes.iter().flat_map(|b| &b.pieces));
    all.find(|p| p.id == id).unwrap_or_else(|| panic!("{id} is not in sight"))
}

#[test]
fn a_seat_sees_its_own_units_and_those_in_contact() {
    let p = position(&*FOG, SMALL);
    let scene = FOG.view(&p, AUSTRIA);
    let gyulai = piece(&scene, "au-33-gyulai");
    assert_eq!((gyulai.hex.as_deref(), gyulai.facing, gyulai.size), (Some("1614"), Some(0), 3));
    assert_eq!(gyulai.badges, ["shaken"]);
    let values: Vec<_> =
        gyulai.values.iter().map(|v| (v.label, v.now, v.printed, v.provenance.as_str())).collect();
    assert_eq!(
        values,
        [("SP", 4, 6, "reconstructed"), ("CV", 8, 9, "reconstructed"), ("MA", 5, 5, "printed")]
    );
    assert_eq!(piece(&scene, "au-1-art").badges, ["limbered", "low ammo", "face down"]);
    assert_eq!(piece(&scene, "au-4-kjager").badges, ["light infantry", "face down"]);
    assert!(piece(&scene, "pi-8-cuneo").face_up, "it stands next to Gyulai");
    let square = piece(&scene, "1411#1");
    assert_eq!(
        (square.name.as_str(), square.kind.as_str()),
        ("face-down infantry (2) of 1 divisione", "infantry")
    );
    assert_eq!((square.formation.as_deref(), square.size, square.face_up), (Some("1div"), 2, false));
    assert_eq!(square.badges, ["square", "out of command"], "markers lie on top");
    assert!(square.values.is_empty());
    assert_eq!(piece(&scene, "1411#2").kind, "artillery");
    let commander = piece(&scene, "1411#commander1");
    assert_eq!((commander.kind.as_str(), commander.formation.as_deref()), ("commander", None));
    assert!(commander.values.is_empty());
}

#[test]
fn the_other_seat_sees_backs_and_no_losses() {
    let p = position(&*FOG, SMALL);
    let scene = FOG.view(&p, PIEDMONT);
    assert!(piece(&scene, "au-33-gyulai").face_up);
    let hidden = piece(&scene, "1616#1");
    assert_eq!(hidden.name, "face-down infantry (3) of Benedek brigade");
    assert_eq!(piece(&scene, "au-oc-radetzky").values[0].label, "Command Rating");
    assert_eq!(piece(&scene, "column-wohlgemuth#1").size, 1, "who waits in the column is a back too");
    assert_eq!(piece(&scene, "au-45-sigmund").values[0].now, 0, "losses lie open");
    let text = serde_json::to_string(&scene).unwrap();
    for secret in ["21-paumgarten", "21 Paumgarten", "4-kjager", "au-fc-benedek"] {
        assert!(!text.contains(secret), "{secret}");
    }
}

#[test]
fn spectators_see_what_both_know_and_nobody_else_sees_more() {
    let p = position(&*FOG, SMALL);
    let known = |viewer| {
        let scene = FOG.view(&p, viewer);
        let ids = scene.pieces.iter().filter(|p| p.face_up).map(|p| p.id.clone());
        ids.collect::<std::collections::BTreeSet<_>>()
    };
    let (piedmont, austria) = (known(PIEDMONT), known(AUSTRIA));
    let both: std::collections::BTreeSet<_> = piedmont.intersection(&austria).cloned().collect();
    assert_eq!(known(Viewer::Public), both);
    assert_eq!(known(Viewer::Everything), piedmont.union(&austria).cloned().collect());
    let open = position(&*CLEAR, SMALL);
    let scene = CLEAR.view(&open, PIEDMONT);
    assert!(scene.pieces.iter().all(|p| p.face_up));
    assert!(scene.pieces.iter().all(|p| !p.badges.contains(&"face down".into())));
}

#[test]
fn control_tracks_boxes_and_formations_are_open() {
    let p = position(&*FOG, SMALL);
    let scene = FOG.view(&p, Viewer::Public);
    assert_eq!((scene.map.as_str(), scene.phase.turn, scene.phase.time.as_str()), ("goito", 3, "14.00"));
    assert_eq!(scene.phase.phase, "activations");
    let control = |hex: &str| {
        let c = scene.control.iter().find(|c| c.hex == hex).unwrap();
        (c.name.clone(), c.seat, c.worth.clone())
    };
    assert_eq!(scene.control.len(), 20, "18 farmhouses and farms, two hexes of Goito");
    assert_eq!(control("1317"), ("Mussolina".into(), Some(1), "objective".into()));
    assert_eq!(control("2011"), ("Goito".into(), Some(0), "decisive".into()));
    let track = |name: &str| serde_json::to_value(scene.tracks.iter().find(|t| t.name == name)).unwrap();
    assert_eq!(
        track("Turn"),
        json!({"name": "Turn", "from": 1, "to": 8, "printed": "turns", "markers": [{"label": "14.00", "at": 3}]})
    );
    let held = track("Farmhouses and farms held by Austria");
    assert_eq!(
        held["markers"],
        json!([{"label": "Austria", "at": 2}, {"label": "tactical victory", "at": 6}])
    );
    assert!(
        track("Mood")["markers"].as_array().unwrap().contains(&json!({"label": "Benedek brigade", "at": 1}))
    );
    assert_eq!(track("II Corps")["markers"][0]["at"], 4);
    assert_eq!(track("Activations of Piedmont this turn")["to"], 3);
    let facts = |id: &str| scene.formations.iter().find(|f| f.id == id).unwrap().facts.join(", ");
    assert_eq!(facts("benedek"), "command value 4, 2 failed attempts, mood +1, 4 of 4 units on the map");
    assert_eq!(
        facts("wohlgemuth"),
        "command value 4, activated, 0 of 4 units on the map, 2 in the column, 1 lost"
    );
    assert!(facts("1div").ends_with("1 out of command"));
    let names: Vec<&str> = scene.boxes.iter().map(|b| b.name.as_str()).collect();
    assert!(names.contains(&"Column of Wohlgemuth brigade at Sacca road edge (1619)"), "{names:?}");
    assert!(names.contains(&"Losses of Austria"));

    let p = position(
        &*FOG,
        "activate benedek; 33-gyulai 1307 N; 5-aosta 1207 S; marker assault 1307>1207 served",
    );
    let markers = serde_json::to_value(FOG.view(&p, PIEDMONT).markers).unwrap();
    let used = json!({"kind": "assault, used", "look": "arrow", "seat": 1, "hex": "1307", "target": "1207", "used": true});
    assert_eq!(markers, json!([used]));
    assert_eq!(FOG.phase(&p).phase, "activation of Benedek brigade");
}

// ---- choices and prompts ------------------------------------------------------------------------

fn choices(b: &Battle, p: &Position) -> Vec<(String, String, String, bool)> {
    let Need::Decide(seats) = b.need(p) else { return Vec::new() };
    let seat = seats.iter().next().unwrap();
    let mut legal = Vec::new();
    b.legal(p, seat, &mut legal);
    let offered = legal.iter().map(|a| b.choice(p, seat, *a));
    offered.map(|c| (c.action, c.sentence, c.rule.to_string(), c.odds)).collect()
}

fn play(b: &Battle, p: &mut Position, steps: &[&str]) {
    for step in steps {
        match b.need(p) {
            Need::Chance(_) => {
                let faces: Vec<u8> = step.split_whitespace().map(|f| f.parse().unwrap()).collect();
                b.roll(p, &faces, &mut Log::off());
            }
            _ => {
                let Need::Decide(seats) = b.need(p) else { panic!("the game is over before {step}") };
                let seat = seats.iter().next().unwrap();
                let action = b.read(p, seat, step).unwrap_or_else(|no| panic!("{step}: {}", no.message));
                b.act(p, seat, action, &mut Log::off()).unwrap_or_else(|no| panic!("{step}: {}", no.message));
            }
        }
    }
}

#[test]
fn choices_are_plain_sentences_with_their_rules() {
    let mut p = position(
        &*FOG,
        "activate benedek; marker assault 1307>1207
         33-gyulai 1308 N; 1-art 1510 N; 5-aosta 1207 S; aosta-cav 1507 S; benedek 1309",
    );
    let has = |p: &Position, action: &str, sentence: &str, rule: &str, odds: bool| {
        let list = choices(&FOG, p);
        let found =
            list.iter().find(|c| c.0 == action).unwrap_or_else(|| panic!("{action} is not in {list:#?}"));
        assert_eq!((found.1.as_str(), found.2.as_str(), found.3), (sentence, rule, odds));
    };
    has(&p, "act 33-gyulai", "Act with 33 Gyulai in 1308", "goito 7.2", false);
    has(&p, "act 1-art", "Act with 1 art. in 1510", "goito 7.2", false);
    has(&p, "act benedek", "Move Benedek from Segrada (1309)", "goito 8.5", false);
    assert!(!choices(&FOG, &p).iter().any(|c| c.0 == "done"), "the marker must be used");
    play(&FOG, &mut p, &["act 1-art"]);
    let target = "1 art. fires at the troops in 1507: face-down cavalry (3) of 1 divisione";
    has(&p, "fire at 1507", target, "goito 9.3", true);
    has(&p, "limber", "1 art. limbers", "goito 8.4b", false);
    play(&FOG, &mut p, &["face NE", "stop", "act 33-gyulai"]);
    has(&p, "step 1307", "33 Gyulai steps to 1307 for 1 MP", "goito 8a", false);
    assert_eq!(FOG.prompt(&p, AUSTRIA).sentence, "33 Gyulai in 1308: 5 MP left. What does it do?");
    assert_eq!(
        FOG.prompt(&p, PIEDMONT).sentence,
        "Austria acts with face-down infantry (3) of Benedek brigade in 1308."
    );
    assert_eq!(
        FOG.prompt(&p, Viewer::Everything).sentence,
        "Austria: 33 Gyulai in 1308: 5 MP left. What does it do?"
    );
    play(&FOG, &mut p, &["step 1307"]);
    let prompt = FOG.prompt(&p, PIEDMONT);
    assert_eq!(prompt.sentence, "33 Gyulai has come to 1307. How do you react?");
    assert_eq!((prompt.rule.to_string().as_str(), prompt.units), ("goito 12.1b", vec!["pi-5-aosta".into()]));
    assert_eq!(prompt.hexes, ["1307", "1207"]);
    assert_eq!(FOG.prompt(&p, AUSTRIA).sentence, "Piedmont may react to 33 Gyulai in 1307.");
    has(
        &p,
        "react fire 1207 infantry",
        "React: 5 Aosta in 1207 fires at the enemy in 1307",
        "goito 12.2.2",
        true,
    );
    play(&FOG, &mut p, &["react none"]);
    has(&p, "assault", "Assault 1207 with 33 Gyulai", "goito 11.1", true);
    play(&FOG, &mut p, &["assault"]);
    let roll = FOG.prompt(&p, PIEDMONT);
    assert_eq!(
        (roll.sentence.as_str(), roll.hexes),
        ("Austria rolls 2 dice: assault.", vec!["1307".into(), "1207".into()])
    );
}

/// Beside the road a charge in March pays for the ground.
#[test]
fn a_charge_in_march_says_what_a_step_costs() {
    let mut p = position(
        &*FOG,
        "activate strassoldo forces; 5-hussars 0812 NW march; strassoldo 0913; 5-aosta 0510 SE; marker charge 0511>0510",
    );
    play(&FOG, &mut p, &["act 5-hussars", "charge"]);
    let said = |p: &Position, action: &str| {
        let list = choices(&FOG, p);
        list.into_iter().find(|c| c.0 == action).unwrap_or_else(|| panic!("{action} is not offered")).1
    };
    assert_eq!(said(&p, "step 0712"), "5 Hussars charges on to 0712 for 0.75 MP by the road");
    play(&FOG, &mut p, &["step 0712", "step 0612"]);
    assert_eq!(said(&p, "step 0511"), "5 Hussars charges on to 0511 for 1 MP");
}

#[test]
fn attempts_say_what_the_die_must_show() {
    let p = position(
        &*FOG,
        "turn 2; side austria; 33-gyulai 1616; benedek 1616; 45-sigmund 1619; failed wohlgemuth 3",
    );
    let list = choices(&FOG, &p);
    assert_eq!(
        list[0].1,
        "Try to activate Benedek brigade: on a 1 to 4; on a 6 its commander acts on his own"
    );
    assert_eq!(
        list[1].1,
        "Try again to activate Wohlgemuth brigade: on a 1 to 5; on a 6 its commander acts on his own"
    );
    assert_eq!(list[2].1, "Pass");
}

/// The reaction of the test above: who is asked may answer it in advance, nobody else reads the key.
#[test]
fn reactions_can_be_answered_in_advance() {
    let text = "activate benedek forces; marker assault 1307>1207
        33-gyulai 1308 N; 5-aosta 1207 S; benedek 1309";
    let mut p = position(&*FOG, text);
    play(&FOG, &mut p, &["act 33-gyulai", "step 1307"]);
    let asked = FOG.prompt(&p, PIEDMONT);
    assert_eq!(
        (asked.kind, asked.standing.as_deref()),
        ("react", Some("reaction to an approach by 5 Aosta"))
    );
    let others = [AUSTRIA, Viewer::Public].map(|viewer| FOG.prompt(&p, viewer));
    assert!(others.iter().all(|prompt| prompt.kind == "wait" && prompt.standing.is_none()));
    let Need::Decide(seats) = FOG.need(&p) else { panic!("a reaction is due") };
    let seat = seats.iter().next().unwrap();
    let mut legal = Vec::new();
    FOG.legal(&p, seat, &mut legal);
    let offered: Vec<Choice> = legal.iter().map(|a| FOG.choice(&p, seat, *a)).collect();
    let declining: Vec<&str> = offered.iter().filter(|c| c.declines).map(|c| c.action.as_str()).collect();
    assert_eq!(declining, ["react none"]);
    let fire = offered.iter().find(|c| c.kind == "react-fire").expect("it can fire");
    assert_eq!(fire.group.as_deref(), Some("5 Aosta in 1207"));
}

/// Whatever comes up in random games: the questions of chapter 12 and the others that are answered by
/// yes or no have a key, the same for the same question, and one choice that declines where there is a no.
#[test]
fn questions_that_come_again_have_a_key() {
    let b = &*FOG;
    let mut keys: std::collections::BTreeMap<&'static str, std::collections::BTreeSet<String>> =
        Default::default();
    let mut kinds = std::collections::BTreeSet::new();
    for number in 0..45 {
        random_game_from(b, b.start(), playout_seed(2000 + number), |p, what| {
            let RandomStep::Act(seat, _) = what else { return };
            let prompt = b.prompt(p, Viewer::Seat(seat));
            let mut legal = Vec::new();
            b.legal(p, seat, &mut legal);
            let offered: Vec<Choice> = legal.iter().map(|a| b.choice(p, seat, *a)).collect();
            kinds.extend(offered.iter().map(|c| c.kind));
            let declining = offered.iter().filter(|c| c.declines).count();
            assert!(declining <= 1, "{}: {offered:#?}", prompt.sentence);
            let yes_or_no = ["react", "extras", "halt", "follow", "stragglers"].contains(&prompt.kind);
            assert!(!yes_or_no || declining == 1, "{}: {offered:#?}", prompt.sentence);
            assert_eq!(
                prompt.standing.is_some(),
                yes_or_no || prompt.kind == "recover",
                "{}",
                prompt.sentence
            );
            keys.entry(prompt.kind).or_default().extend(prompt.standing);
        });
    }
    for kind in ["react", "extras", "halt", "follow", "recover", "stragglers"] {
        assert!(keys.get(kind).is_some_and(|keys| !keys.is_empty()), "{kind} did not come up");
    }
    assert!(keys["react"].iter().any(|key| key.starts_with("reaction to a charge by ")));
    let asked = [
        "setup", "activate", "markers", "forces", "act", "charge", "ride", "losses", "lead", "facing",
        "retreat", "withdraw",
    ];
    assert!(asked.iter().all(|kind| keys.contains_key(kind)), "{:?}", keys.keys());
    assert!(kinds.len() > 25, "{kinds:?}");
}

/// Without fog of war nobody has a secret: all see and hear the same.
#[test]
fn without_fog_everything_lies_open() {
    assert!(FOG.secrets() && !CLEAR.secrets());
    for number in 0..2 {
        if let Err(why) = kernel::conformance::check(&*CLEAR, number) {
            panic!("{why}");
        }
    }
}

/// Whatever comes up in random games: every choice reads back as itself, names its own units and hexes
/// of the map, and neither choices nor prompts name a unit that their reader does not know.
#[test]
fn every_choice_reads_back_and_names_nothing_hidden() {
    let b = &*FOG;
    let mut looked = 0;
    for number in 0..12 {
        let mut step = 0;
        random_game_from(b, b.start(), playout_seed(number), |p, what| {
            step += 1;
            let RandomStep::Act(seat, _) = what else { return };
            if step % 11 != 0 {
                return;
            }
            looked += 1;
            let mut legal = Vec::new();
            b.legal(p, seat, &mut legal);
            let mut said = vec![b.prompt(p, Viewer::Seat(seat)).sentence];
            for action in legal {
                let choice = b.choice(p, seat, action);
                assert_eq!(b.read(p, seat, &choice.action), Ok(action), "{}", choice.action);
                assert_eq!(choice.action, b.notation(p, action));
                assert!(choice.hex.as_deref().is_none_or(|h| b.map.find(h).is_some()), "{choice:?}");
                for id in &choice.units {
                    let unit = b.army.units.iter().find(|u| u.id == *id).map(|u| u.side);
                    let leader = b.army.leaders.iter().find(|l| l.id == *id).map(|l| l.side);
                    assert_eq!(unit.or(leader), Some(seat.0), "{choice:?}");
                }
                said.push(choice.sentence);
            }
            let other = Seat(1 - seat.0);
            let overheard = b.prompt(p, Viewer::Seat(other)).sentence;
            for (unit, def) in b.army.units.pairs() {
                // "38" is found in hex numbers, "3 art. a cavallo" in the name of another unit
                let found_in = |name: &str| name != def.name && name.contains(&def.name);
                let ambiguous = def.name.len() < 4 || b.army.units.iter().any(|u| found_in(&u.name));
                if b.face_up(p, unit) || ambiguous {
                    continue;
                }
                let reads = if def.side == seat.0 { std::slice::from_ref(&overheard) } else { &said[..] };
                for text in reads {
                    assert!(!text.contains(&def.name), "{text} names {}", def.name);
                }
            }
        });
    }
    assert!(looked > 500, "{looked}");
}

// ---- secrecy ------------------------------------------------------------------------------------

/// All that a viewer can learn, by looking, by asking and by trying: overlays, why and where to of some pieces of
/// either side, known or not, of the units that act now, and of hexes; the odds of what he is offered.
fn shown(b: &Battle, p: &Position, viewer: Viewer) -> Shown {
    let some = |of: usize| move |(i, _): &(usize, &str)| (i + p.stack.len()) % of == 0;
    let units = b.army.units.iter().map(|u| u.id.as_str()).enumerate().filter(some(23));
    let leaders = b.army.leaders.iter().map(|l| l.id.as_str()).enumerate().filter(some(5));
    let formations = b.army.formations.iter().map(|f| f.id.as_str()).enumerate().filter(some(5));
    let pieces: Vec<&str> = units.chain(leaders).chain(formations).map(|(_, id)| id).collect();
    let active = p.activation().map(|a| &b.army.formations[a.formation]);
    let acting = active.filter(|f| viewer == Viewer::Seat(Seat(f.side)));
    let acting = acting.iter().flat_map(|f| &f.units).map(|u| b.army.units[*u].id.as_str());
    // every second hex in which units stand
    let stands = |hex: &hexmap::Hex| hex.0 % 2 == p.stack.len() as u16 % 2 && p.occupied(*hex);
    let hexes: Vec<_> = b.map.hexes().filter(stands).collect();
    let hexes: Vec<&str> = hexes.iter().map(|hex| b.map.number(*hex)).collect();
    let asked: Vec<&str> = pieces.iter().copied().chain(acting).chain(hexes).chain(["1412"]).collect();
    let about = Subjects {
        hexes: &["1412", "1614"],
        pieces: &pieces,
        asked: &asked,
        fights: 3,
        ..Subjects::default()
    };
    secrecy::shown(b, p, viewer, &about)
}

/// Plays the same step in both positions and compares what the viewers hear of it.
fn compare_events(
    b: &Battle,
    p: &Position,
    d: &Disguise,
    what: RandomStep<Action>,
    viewers: &[Viewer],
) -> bool {
    let (mut p, mut q) = (p.clone(), d.position.clone());
    match what {
        RandomStep::Roll(_) if d.depends_on_dice(&p) => return false,
        RandomStep::Act(seat, _) if seat.0 == d.side && !d.alike => return false,
        _ => {}
    }
    let logs = match secrecy::play_both(b, [&mut p, &mut q], what, |action| d.action(action)) {
        Ok(logs) => logs,
        Err(seat) => {
            assert_eq!(seat.0, d.side, "the other side can do what it could before");
            return false;
        }
    };
    // what came into view is no secret any more
    if d.came_to_light(b, &p) || d.came_to_light(b, &q) {
        return false;
    }
    for viewer in viewers {
        let shown = |p: &Position| shown(b, p, *viewer);
        let what = || format!("{} after {what:?}\n{:?}", d.what, p.stack);
        secrecy::nothing_learnt(b, [&p, &q], [&logs[0], &logs[1]], *viewer, shown, what);
    }
    true
}

/// Exchange two units that lie face down with the same back, or two face-down commanders, or the
/// losses under a face-down unit: the other side, and those who look on, see, read and hear the same.
#[test]
fn nobody_learns_who_lies_face_down() {
    let b = &*FOG;
    let (mut seen, mut heard) = (0, 0);
    for number in 0..20 {
        let mut step = number;
        random_game_from(b, b.start(), playout_seed(1000 + number), |p, what| {
            step += 1;
            // ways lead past what lies face down where markers let a force into its zone
            let marked = !p.markers.is_empty() && matches!(p.now(), Some(Frame::Activation(_)));
            if step % if marked { 3 } else { 19 } != 0 {
                return;
            }
            for d in disguises(b, p, step) {
                let viewers = [Viewer::Seat(Seat(1 - d.side)), Viewer::Public];
                for viewer in viewers {
                    let (now, then) = (shown(b, p, viewer), shown(b, &d.position, viewer));
                    same(&now, &then, || format!("{} is seen by {viewer:?}\n{:?}", d.what, p.stack));
                    // what forecasts are made from
                    let (now, then) = (b.known(p, viewer), b.known(&d.position, viewer));
                    same(&now, &then, || format!("{} is known to {viewer:?}\n{:?}", d.what, p.stack));
                }
                seen += 1;
                heard += usize::from(compare_events(b, p, &d, what, &viewers));
            }
        });
    }
    assert!(seen > 800, "only {seen} disguises were looked at");
    assert!(heard > 300, "only {heard} steps were listened to");
}

/// The order of a list tells nothing either: whoever of two regiments lies face down on the left, what the way past
/// them may cause is told from one hex to the next, as it is seen.
#[test]
fn no_order_tells_who_lies_face_down() {
    let b = &*FOG;
    let place = |left: &str, right: &str| {
        position(
            b,
            &format!(
                "activate benedek forces; benedek 0914; 33-gyulai 0912 N; darvillars 0905
                 {left} 0810 S; {right} 1010 S; marker assault 0910>0810"
            ),
        )
    };
    let (p, q) = (place("5-aosta", "6-aosta"), place("6-aosta", "5-aosta"));
    let reach = b.reach(&p, AUSTRIA, "33-gyulai").expect("it can move");
    let there = reach.hexes.iter().find(|hex| hex.hex == "0910").expect("it can get to its marker");
    assert_eq!(there.reactions.len(), 2, "{:?}", there.reactions);
    same(&shown(b, &p, AUSTRIA), &shown(b, &q, AUSTRIA), || "two regiments".into());
    let asked = ["33-gyulai", "0910", "0810", "1010", "benedek"];
    let about = Subjects { hexes: &asked, pieces: &asked, asked: &asked, ..Subjects::default() };
    let all = |p: &Position| secrecy::shown(b, p, AUSTRIA, &about);
    same(&all(&p), &all(&q), || "two regiments".into());
}

/// The test above means something only if its disguises differ in what they hide.
#[test]
fn a_disguise_changes_what_its_owner_sees() {
    let b = &*FOG;
    let p = position(
        b,
        "side austria; 5-aosta 1206 S -2; 6-aosta 1208 S; darvillars 1206; carlo-alberto 1208; 33-gyulai 1616",
    );
    let all: Vec<Disguise> = disguises(b, &p, 5).collect();
    assert!(
        all.len() >= 3,
        "units, losses and commanders: {:?}",
        all.iter().map(|d| &d.what).collect::<Vec<_>>()
    );
    for d in all {
        let (owner, other) = (Viewer::Seat(Seat(d.side)), Viewer::Seat(Seat(1 - d.side)));
        assert!(shown(b, &p, owner) != shown(b, &d.position, owner), "{}", d.what);
        same(&shown(b, &p, other), &shown(b, &d.position, other), || d.what.clone());
    }
}

/// Parts of scenes are kept for the next time: they look as if they had been made anew.
#[test]
fn kept_scenes_are_as_new_ones() {
    let (mut legal, mut log) = (Vec::new(), Log::off());
    for (seed, used) in [(1, battle_with("on")), (2, battle_with("off"))] {
        let mut p = used.start();
        let mut random: u64 = seed;
        let mut lot = |bound: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % bound
        };
        for step in 0..1200 {
            match used.need(&p) {
                Need::Over(_) => break,
                Need::Chance(roll) => {
                    let faces: Vec<u8> = roll.dice().map(|die| lot(die.sides.into()) as u8 + 1).collect();
                    used.roll(&mut p, &faces, &mut log);
                }
                Need::Decide(seats) => {
                    let seat = seats.iter().next().expect("somebody decides");
                    used.legal(&p, seat, &mut legal);
                    let action = legal[lot(legal.len())];
                    used.apply(&mut p, seat, action, &mut log);
                }
            }
            let fresh = (step % 60 == 0).then(|| battle_with(if seed == 1 { "on" } else { "off" }));
            for viewer in [PIEDMONT, AUSTRIA, Viewer::Public, Viewer::Everything] {
                let shown = used.view(&p, viewer);
                if let Some(fresh) = &fresh {
                    assert_eq!(shown, fresh.view(&p, viewer), "step {step} of game {seed}");
                }
            }
        }
    }
}

/// Every mark on a counter has its sign, and every mark that is listed can be seen.
#[test]
fn every_mark_on_a_counter_has_a_sign() {
    let seen = kernel::conformance::draw_all(&*FOG, 30);
    let unseen: Vec<_> = FOG.marks().iter().filter(|mark| !seen.contains(mark.word)).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
}
