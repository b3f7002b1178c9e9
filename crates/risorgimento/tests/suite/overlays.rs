//! What can be laid over the board: each shows what its rule says, and only what the viewer knows.

use kernel::{Answer, Class, Game, Overlay, OverlaySubject, Refusal, Seat, Show, Viewer};
use risorgimento::handmade::position;
use risorgimento::{Battle, Position, goito};
use std::collections::BTreeSet;
use std::sync::LazyLock;

static BATTLE: LazyLock<Battle> =
    LazyLock::new(|| goito().battle("goito/battle", &Default::default()).expect("the scenario exists").0);

const PIEDMONT: Viewer = Viewer::Seat(Seat(0));
const AUSTRIA: Viewer = Viewer::Seat(Seat(1));

fn lay(p: &Position, viewer: Viewer, id: &str, subject: &str) -> Result<Overlay, Refusal> {
    BATTLE.overlay(p, viewer, id, subject)
}

fn of(p: &Position, viewer: Viewer, id: &str, subject: &str) -> Overlay {
    lay(p, viewer, id, subject).unwrap_or_else(|no| panic!("{id} {subject}: {}", no.message))
}

fn refused(p: &Position, viewer: Viewer, id: &str, subject: &str) -> String {
    lay(p, viewer, id, subject).expect_err("it is refused").message
}

fn class(overlay: &Overlay, hex: &str) -> Option<Class> {
    overlay.hexes.iter().find(|h| h.hex == hex).map(|h| h.class)
}

fn label(overlay: &Overlay, hex: &str) -> String {
    let found = overlay.hexes.iter().find(|h| h.hex == hex);
    found.and_then(|h| h.label.clone()).map_or(String::new(), |label| label.to_string())
}

#[test]
fn each_has_its_own_name_and_key_and_explains_what_it_marks() {
    let infos = BATTLE.overlays();
    let ids: BTreeSet<&str> = infos.iter().map(|info| info.id).collect();
    let keys: BTreeSet<char> = infos.iter().map(|info| info.key).collect();
    assert_eq!((ids.len(), keys.len()), (infos.len(), infos.len()));
    let p = position(&*BATTLE, "side austria; 33-gyulai 1307 N; 1-art 1410 N; 5-aosta 1207 S; benedek 1308");
    for info in infos {
        let subject = match info.subject {
            OverlaySubject::None => "",
            OverlaySubject::Hex => "1307",
            OverlaySubject::Unit => "33-gyulai",
        };
        let overlay = of(&p, AUSTRIA, info.id, subject);
        let explained: BTreeSet<Class> = overlay.legend.iter().map(|line| line.class).collect();
        let used = overlay.hexes.iter().map(|h| h.class).chain(overlay.lines.iter().map(|l| l.class));
        let used: BTreeSet<Class> = used.collect();
        assert!(used.is_subset(&explained), "{}: {used:?} of {explained:?}", info.id);
        assert!(!used.is_empty(), "{} shows nothing", info.id);
        assert_eq!(overlay.rule, info.rule);
        let hexes: BTreeSet<&str> = overlay.hexes.iter().map(|h| h.hex.as_str()).collect();
        assert_eq!(hexes.len(), overlay.hexes.len(), "{} marks a hex twice", info.id);
        assert!(hexes.iter().all(|hex| BATTLE.map.find(hex).is_some()));
    }
    assert_eq!(refused(&p, AUSTRIA, "weather", ""), "There is no overlay `weather`.");
}

#[test]
fn zones_are_those_of_the_rules() {
    let p = position(&*BATTLE, "side austria; 33-gyulai 1307 N; 5-aosta 1205 S; 6-aosta 1505 S march");
    let zones = of(&p, AUSTRIA, "zones", "");
    for hex in BATTLE.map.hexes() {
        let expected = match (p.zone(0, hex), p.zone(1, hex)) {
            (true, true) => Some(Class::Both),
            (true, false) => Some(Class::A),
            (false, true) => Some(Class::B),
            (false, false) => None,
        };
        assert_eq!(class(&zones, BATTLE.map.number(hex)), expected);
    }
    assert_eq!(class(&zones, "1206"), Some(Class::A));
    assert_eq!(class(&zones, "1308"), Some(Class::B));
    assert_eq!(class(&zones, "1504"), None, "nobody in March has a zone (3b)");
    assert_eq!(zones, of(&p, Viewer::Public, "zones", ""), "zones lie open");
}

#[test]
fn command_reaches_as_far_as_the_commander_is_known() {
    let p = position(
        &*BATTLE,
        "side austria; benedek 1410; 33-gyulai 1411; 21-paumgarten 1417; 5-aosta 0505; darvillars 0506",
    );
    let own = of(&p, AUSTRIA, "command", "");
    assert_eq!((class(&own, "1411"), class(&own, "1417")), (Some(Class::B), None));
    assert_eq!(class(&own, "0506"), None, "D'Arvillars lies face down");
    assert_eq!(class(&of(&p, PIEDMONT, "command", ""), "0506"), Some(Class::A));
    assert!(of(&p, Viewer::Public, "command", "").hexes.is_empty());
    let all = of(&p, Viewer::Everything, "command", "");
    assert!(class(&all, "0506") == Some(Class::A) && class(&all, "1411") == Some(Class::B));

    for name in ["33-gyulai", "benedek", "au-benedek", "au-21-paumgarten"] {
        let one = of(&p, AUSTRIA, "command-of", name);
        assert_eq!(one.title, "Command range of Benedek, Benedek brigade");
        assert_eq!((class(&one, "1411"), class(&one, "1417")), (Some(Class::Good), Some(Class::Bad)));
        assert_eq!(class(&one, "1409"), Some(Class::Near));
        assert_eq!(label(&one, "1410"), "0");
        assert_eq!(one.lines.len(), 2);
        let within = one.hexes.iter().filter_map(|h| h.label.as_ref()?.parse::<f32>().ok());
        assert!(within.into_iter().all(|cost| cost <= 4.0));
    }
    assert!(refused(&p, PIEDMONT, "command-of", "au-benedek").contains("You do not know where"));
    assert!(refused(&p, PIEDMONT, "command-of", "au-33-gyulai").contains("You do not know where"));
    assert!(refused(&p, AUSTRIA, "command-of", "radetzky").contains("leads no formation"));
    assert!(refused(&p, AUSTRIA, "command-of", "wohlgemuth").contains("not on the map"));
}

#[test]
fn sight_is_barred_by_buildings_and_units() {
    let p = position(&*BATTLE, "side austria; 33-gyulai 0610 N; 21-paumgarten 0608 N");
    let sight = of(&p, AUSTRIA, "sight", "0610");
    assert_eq!((class(&sight, "0609"), label(&sight, "0609").as_str()), (Some(Class::Near), "× 2"));
    assert_eq!((class(&sight, "0608"), label(&sight, "0608").as_str()), (Some(Class::Far), "× 1½"));
    assert_eq!(class(&sight, "0607"), Some(Class::Blocked), "behind a unit");
    assert_eq!(class(&sight, "0604"), None, "beyond the range of artillery");
    assert_eq!(class(&sight, "0610"), None);
    let empty = position(&*BATTLE, "side austria; 33-gyulai 1616 N");
    for h in of(&empty, AUSTRIA, "sight", "0610").hexes {
        let (a, b) = (BATTLE.map.find("0610").unwrap(), BATTLE.map.find(&h.hex).unwrap());
        let bars = |between| match between {
            hexmap::Between::One(h) => BATTLE.terrain(h).blocks_los,
            hexmap::Between::Pair(x, y) => {
                [x, y].iter().all(|h| !h.is_none() && BATTLE.terrain(*h).blocks_los)
            }
        };
        let barred = BATTLE.map.line(a, b).any(bars);
        assert_eq!(h.class == Class::Blocked, barred, "{}", h.hex);
    }
    assert!(refused(&p, AUSTRIA, "sight", "9999").contains("no hex 9999"));
}

#[test]
fn a_field_of_fire_lies_before_the_front() {
    let p = position(
        &*BATTLE,
        "side austria; 1-art 0610 N; 33-gyulai 0710 N; 5-aosta 0608 S; aosta-cav 0605 S; benedek 0612",
    );
    let guns = of(&p, AUSTRIA, "fire", "1-art");
    assert_eq!((class(&guns, "0608"), label(&guns, "0608").as_str()), (Some(Class::Good), "× 1½"));
    assert_eq!(class(&guns, "0609"), Some(Class::Near));
    assert_eq!(class(&guns, "0611"), Some(Class::Far), "behind it");
    assert_eq!(class(&guns, "0605"), Some(Class::Blocked), "behind the target");
    assert_eq!(guns.lines.len(), 1);
    let foot = of(&p, AUSTRIA, "fire", "33-gyulai");
    assert_eq!(foot.hexes.len(), 6, "infantry fires at its neighbours only (9.1.1)");
    assert!(refused(&p, PIEDMONT, "fire", "aosta-cav").contains("does not fire"));
    assert!(refused(&p, PIEDMONT, "fire", "au-1-art").contains("You do not know where"));
    assert!(refused(&p, AUSTRIA, "fire", "0608").contains("not a unit"));
}

#[test]
fn the_reach_of_a_unit_shows_its_cost_and_what_happens_on_the_way() {
    let p = position(&*BATTLE, "side austria; 33-gyulai 0611 N; 5-aosta 0608 S; benedek 0612");
    let overlay = of(&p, AUSTRIA, "reach", "33-gyulai");
    let reach = BATTLE.reach(&p, AUSTRIA, "33-gyulai").expect("it can move");
    assert_eq!(overlay.hexes.len(), reach.hexes.len());
    for to in &reach.hexes {
        let expected = if to.reactions.is_empty() { Class::Near } else { Class::Bad };
        assert_eq!(class(&overlay, &to.hex), Some(expected));
        assert_eq!(label(&overlay, &to.hex), to.cost.to_string());
    }
    assert!(refused(&p, PIEDMONT, "reach", "au-33-gyulai").contains("You do not know where"));
}

#[test]
fn with_nobody_named_the_force_in_hand_is_meant() {
    let mut p = position(&*BATTLE, "activate benedek forces; 33-gyulai 0611 N; 5-aosta 0605 S; benedek 0612");
    let action = BATTLE.read(&p, Seat(1), "act 33-gyulai").expect("an action");
    BATTLE.act(&mut p, Seat(1), action, &mut kernel::Log::off()).expect("a legal action");
    assert_eq!(of(&p, AUSTRIA, "reach", ""), of(&p, AUSTRIA, "reach", "33-gyulai"));
    assert!(lay(&p, PIEDMONT, "reach", "").is_err(), "the other side is not told who is in hand");
}

#[test]
fn objectives_show_their_holders() {
    let p = position(&*BATTLE, "side austria; 33-gyulai 1616 N; control austria 1317");
    let overlay = of(&p, Viewer::Public, "objectives", "");
    assert_eq!((class(&overlay, "1317"), label(&overlay, "1317").as_str()), (Some(Class::B), "Mussolina"));
    assert_eq!((class(&overlay, "2011"), label(&overlay, "2011").as_str()), (Some(Class::A), "decisive"));
    assert_eq!(overlay.hexes.len(), BATTLE.view(&p, Viewer::Public).control.len());
}

#[test]
fn heights_mark_what_bars_the_sight() {
    let p = BATTLE.start();
    let overlay = of(&p, Viewer::Public, "heights", "");
    let bars = BATTLE.map.hexes().filter(|h| BATTLE.terrain(*h).blocks_los).count();
    assert_eq!(overlay.hexes.len(), bars);
    assert!(overlay.legend.iter().any(|line| line.text == "The whole field lies on one level"));
}
