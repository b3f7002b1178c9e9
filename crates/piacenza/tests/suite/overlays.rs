//! What can be laid over the board: each shows what its rule says.

use crate::field::*;
use kernel::{Answer, Class, Overlay, OverlaySubject, Seat, Show, Viewer};
use piacenza::position::Order;
use piacenza::{Battle, Position};
use std::collections::BTreeSet;
use std::sync::LazyLock;

static BATTLE: LazyLock<Battle> = LazyLock::new(|| battle("campaign"));

const N: u8 = 0;
const NE: u8 = 1;
const SE: u8 = 2;
const S: u8 = 3;

fn of(p: &Position, id: &str, subject: &str) -> Overlay {
    let laid = BATTLE.overlay(p, Viewer::Seat(Seat(0)), id, subject);
    laid.unwrap_or_else(|no| panic!("{id} {subject}: {}", no.message))
}

fn refused(p: &Position, id: &str, subject: &str) -> String {
    BATTLE.overlay(p, Viewer::Public, id, subject).expect_err("it is refused").message
}

fn class(overlay: &Overlay, hex: hexmap::Hex) -> Option<Class> {
    overlay.hexes.iter().find(|h| h.hex == BATTLE.map.number(hex)).map(|h| h.class)
}

fn label(overlay: &Overlay, hex: hexmap::Hex) -> String {
    let found = overlay.hexes.iter().find(|h| h.hex == BATTLE.map.number(hex));
    found.and_then(|h| h.label.clone()).map_or(String::new(), |label| label.to_string())
}

/// Two battalions and a battery of the left wing against one of the Austrians', with smoke between.
fn scene() -> (Position, hexmap::Hex) {
    let b = &*BATTLE;
    let mut p = empty(b);
    let at = open_ground(b, 5);
    put(b, &mut p, "fs-reina-inf", at);
    put(b, &mut p, "fs-castilla-inf", go(b, at, &[NE]));
    let gun = put(b, &mut p, "fs-lw-art-1", go(b, at, &[SE]));
    p.unit_mut(gun).facing = N;
    put(b, &mut p, "fs-carabineros-cav", go(b, at, &[S, S]));
    put(b, &mut p, "au-traun-ir", go(b, at, &[N, N, N]));
    lead(b, &mut p, "fs-fc-douchez", at);
    lead(b, &mut p, "fs-wc-de-gages", go(b, at, &[S]));
    lead(b, &mut p, "fs-cic-felipe", go(b, at, &[S]));
    p.add_smoke(go(b, at, &[N]));
    marches(b, &mut p, "fs-lw-douchez");
    (p, at)
}

#[test]
fn each_has_its_own_name_and_key_and_explains_what_it_marks() {
    let (p, at) = scene();
    let infos = BATTLE.overlays();
    let ids: BTreeSet<&str> = infos.iter().map(|info| info.id).collect();
    let keys: BTreeSet<char> = infos.iter().map(|info| info.key).collect();
    assert_eq!((ids.len(), keys.len()), (infos.len(), infos.len()));
    for info in infos {
        let subject = match info.subject {
            OverlaySubject::None => "",
            OverlaySubject::Hex => BATTLE.map.number(at),
            OverlaySubject::Unit => "fs-reina-inf",
        };
        let overlay = of(&p, info.id, subject);
        let explained: BTreeSet<Class> = overlay.legend.iter().map(|line| line.class).collect();
        let used = overlay.hexes.iter().map(|h| h.class).chain(overlay.lines.iter().map(|l| l.class));
        let used: BTreeSet<Class> = used.collect();
        assert!(used.is_subset(&explained), "{}: {used:?} of {explained:?}", info.id);
        assert!(!used.is_empty() || info.id == "ground", "{} shows nothing", info.id);
        let hexes: BTreeSet<&str> = overlay.hexes.iter().map(|h| h.hex.as_str()).collect();
        assert_eq!(hexes.len(), overlay.hexes.len(), "{} marks a hex twice", info.id);
        assert!(hexes.iter().all(|hex| BATTLE.map.find(hex).is_some()));
    }
    assert_eq!(refused(&p, "weather", ""), "There is no overlay `weather`.");
}

#[test]
fn zones_are_those_of_the_rules() {
    let (mut p, at) = scene();
    let b = &*BATTLE;
    let engagement = of(&p, "engagement", "");
    assert_eq!(class(&engagement, go(b, at, &[S, S, S])), Some(Class::A));
    assert_eq!(class(&engagement, at), Some(Class::Both), "Traun's zone reaches three hexes");
    assert_eq!(class(&engagement, go(b, at, &[N, N, N, N, N])), Some(Class::B));
    let zones = of(&p, "zones", "");
    assert_eq!(class(&zones, go(b, at, &[N])), Some(Class::A));
    assert_eq!(label(&zones, go(b, at, &[N])), "i");
    assert_eq!(label(&zones, go(b, at, &[S, S, S])), "c");
    let traun = unit(b, "au-traun-ir");
    b.change(&mut p, traun, |u| u.order = Order::Disordered);
    assert_eq!(
        class(&of(&p, "engagement", ""), at),
        Some(Class::A),
        "Disordered infantry has no Engagement Zone"
    );
    assert_eq!(class(&of(&p, "zones", ""), go(b, at, &[N, N])), Some(Class::B));
}

#[test]
fn command_shows_who_is_in_it_and_how_far_it_reaches() {
    let (mut p, at) = scene();
    let b = &*BATTLE;
    let command = of(&p, "command", "");
    assert_eq!(class(&command, at), Some(Class::Good));
    assert_eq!(class(&command, go(b, at, &[S, S])), Some(Class::Bad), "Camposanto is not there");
    assert!(!command.lines.is_empty());
    let range = of(&p, "command-of", "fs-wc-de-gages");
    assert!(range.title.contains("De Gages: 8"), "{}", range.title);
    let from = go(b, at, &[S]);
    for hex in b.map.hexes() {
        if class(&range, hex).is_some() {
            assert!(b.map.distance(from, hex) <= 8);
        }
    }
    assert_eq!(class(&range, at), Some(Class::Good));
    // beyond the range of his Wing Commander
    let far = b.map.ring(from, 12).find(|hex| b.playable(*hex)).expect("the map is large");
    lead(b, &mut p, "fs-fc-douchez", far);
    assert_eq!(class(&of(&p, "command-of", "fs-lw"), far), Some(Class::Bad));
    assert_eq!(class(&of(&p, "command", ""), at), Some(Class::Bad));
    assert!(refused(&p, "command-of", "au-traun-ir").contains("not on the map"));
}

#[test]
fn fields_of_fire_have_a_cone_a_range_and_a_line_of_sight() {
    let (p, at) = scene();
    let b = &*BATTLE;
    let gun = go(b, at, &[SE]);
    let fire = of(&p, "fire", "fs-lw-art-1");
    assert_eq!(fire.hexes.len(), 9, "two hexes of grapeshot, three and four behind");
    assert_eq!(class(&fire, go(b, gun, &[NE])), Some(Class::Near));
    assert_eq!(label(&fire, go(b, gun, &[NE])), "+2");
    // the battalions stand in the way
    assert_eq!(class(&fire, go(b, gun, &[N, N])), Some(Class::Blocked));
    assert_eq!(class(&fire, go(b, gun, &[NE, NE, NE])), Some(Class::Far));
    assert_eq!(class(&fire, go(b, gun, &[S])), None);
    let foot = of(&p, "fire", "fs-reina-inf");
    assert_eq!(foot.hexes.len(), 6);
    assert_eq!(refused(&p, "fire", "fs-carabineros-cav"), "Cavalry does not fire.");
    assert_eq!(class(&of(&p, "sight", b.map.number(at)), go(b, at, &[S, S])), Some(Class::Near));
}

#[test]
fn smoke_lines_and_ground() {
    let (mut p, at) = scene();
    let b = &*BATTLE;
    let smoke = of(&p, "smoke", "");
    assert_eq!(
        (class(&smoke, go(b, at, &[N])), label(&smoke, go(b, at, &[N]))),
        (Some(Class::Bad), "+2".into())
    );
    assert_eq!((class(&smoke, at), label(&smoke, at)), (Some(Class::Near), "+1".into()));
    let lines = of(&p, "lines", "");
    assert_eq!(lines.lines.len(), 1, "Reina and Castilla");
    assert_eq!(class(&lines, at), Some(Class::A));
    // infantry in an Engagement Zone that is in no Line
    let stray = go(b, at, &[N, N, NE, NE]);
    put(b, &mut p, "fs-guardias-espanolas", stray);
    assert_eq!(class(&of(&p, "lines", ""), stray), Some(Class::Bad));
    // cover and streams near the enemy
    let (cover, near) = beside(b, "entrenchment");
    put(b, &mut p, "au-wallis-ir", near);
    let ground = of(&p, "ground", "");
    assert_eq!(class(&ground, cover), Some(Class::A), "who comes against Austria rolls");
    for mark in &ground.hexes {
        let hex = b.map.find(&mark.hex).expect("on the map");
        assert!(b.terrain(hex).training.is_some());
    }
}

/// 5.6: who may not be left behind by the Line that is drawn is marked and named.
#[test]
fn the_line_that_is_drawn_shows_whom_it_leaves_behind() {
    let b = &*BATTLE;
    let mut p = empty(b);
    let at = open_ground(b, 5);
    for (name, dirs) in [("reina", vec![]), ("castilla", vec![S])] {
        put(b, &mut p, &format!("fs-{name}-inf"), go(b, at, &dirs));
    }
    let guard = put(b, &mut p, "fs-guardias-valonas", go(b, at, &[N]));
    lead(b, &mut p, "fs-fc-douchez", at);
    put(b, &mut p, "au-traun-ir", go(b, at, &[NE, NE, NE]));
    marches(b, &mut p, "fs-lw-douchez");
    act(b, &mut p, "draw");
    let number = |dirs: &[u8]| b.map.number(go(b, at, dirs)).to_owned();
    act(b, &mut p, &format!("assign fs-reina-inf {}", number(&[NE])));
    let behind = p.unit(guard).hex;
    assert_eq!(class(&of(&p, "lines", ""), behind), Some(Class::Bad), "no Line yet");
    act(b, &mut p, &format!("assign fs-castilla-inf {}", number(&[SE])));
    assert_eq!(class(&of(&p, "lines", ""), behind), Some(Class::Near));
    let asked = b.prompt(&p, Viewer::Seat(Seat(0)));
    assert!(asked.sentence.ends_with("the Line also has to take in Guardias Valonas."), "{}", asked.sentence);
}

#[test]
fn a_proposed_line_is_drawn() {
    let (p, _) = scene();
    let proposed = of(&p, "proposed", "fs-castilla-inf");
    let best = &BATTLE.proposals(&p, Viewer::Everything, "fs-lw-douchez").expect("it is in hand")[0];
    assert_eq!(proposed.title, best.title);
    assert_eq!(proposed.hexes.len(), best.places.len() + best.left_out.len());
    let reach = of(&p, "reach", "fs-carabineros-cav");
    assert!(reach.hexes.len() > 1 || reach.title.contains("carabineros"));
    assert_eq!(of(&p, "objectives", "").hexes.len(), 8);
}
