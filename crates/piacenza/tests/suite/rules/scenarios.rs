//! The learning scenarios and the campaign: forces, areas, lengths, victory, command.

use super::case::*;
use kernel::{Game, Need, Show};
use piacenza::model::UnitId;
use piacenza::position::{Ending, Place};
use piacenza::{Battle, rule};

fn on_map(battle: &Battle, side: u8) -> (usize, usize) {
    let p = battle.start();
    let units = p.units.ids().filter(|u| p.on_map(*u) && battle.side_of(*u) == side).count();
    let leaders = p.leaders.iter().zip(&battle.army.leaders);
    (units, leaders.filter(|(l, def)| l.place == Place::Map && def.side == side).count())
}

#[track_caller]
fn winner(g: &Case) -> (Option<kernel::Seat>, kernel::Citation) {
    match g.game.need(&g.p) {
        Need::Over(outcome) => (outcome.winner, outcome.rule),
        other => panic!("it is not over: {other:?}"),
    }
}

// ---- San Lazzaro -------------------------------------------------------------------------------------

#[test]
fn s1a_the_left_wing_against_pallavicini_and_kheul() {
    let b = san_lazzaro();
    assert_eq!(on_map(b, 0), (19, 4), "De Gages' wing, its four Formation Commanders, no others");
    assert_eq!(on_map(b, 1), (18, 5), "Pallavicini's wing, Daun, Haganbach and a battery");
    let g = Case::from_the_start(b);
    assert_eq!((g.hex("daun-ir"), g.hex("traun-ir"), g.hex("reina-inf")), ("3916", "4112", "3511"));
    assert_eq!(g.game.prompt(&g.p, kernel::Viewer::Everything).rule, rule::RS1a);
    // rows 1 to 17 are played on
    let mut g =
        game_of(b, "activate fs-lw movement; carabineros-cav 3617; micheletti-1 3616; fc-camposanto 3616");
    g.play("formation fs-lw-camposanto; take carabineros-cav");
    g.refused("step 3618").because(rule::RS1a);
    g.offers("step 3717");
}

/// PR51: whoever falls back out of the area is lost.
#[test]
fn s1a_out_of_the_area_is_out_of_the_game() {
    // fire from the north at row 17: south of it is no field, and the hexes beside are held by the attackers
    let mut g = game_of(
        san_lazzaro(),
        "activate fs-lw combat; hibernia-inf 4216; burgos-inf 4215; fc-wirtz 3710; warasdin 4217; schiavoni-1 4410; fc-gorani 4410
         lombardia-inf 4317; corona-inf 4117; fc-aramburu 3710",
    );
    g.play("fire hibernia-inf 4217; done; * 7");
    assert_eq!(g.unit("warasdin").place, Place::Lost, "{}", g.log());
    covers(&[rule::RS1a]);
}

#[test]
fn s1b_five_turns_and_two_places() {
    let b = san_lazzaro();
    assert_eq!((b.scenario.first_turn, b.scenario.last_turn), (1, 5));
    let end = |turn: u8, pieces: &str| game_of(b, &format!("turn {turn}; phase end; {pieces}"));
    for place in ["4013", "4814"] {
        let g = end(5, &format!("reina-inf {place}"));
        assert_eq!(winner(&g), (Some(FRANCO_SPANISH), rule::RS1b));
    }
    assert_eq!(winner(&end(5, "reina-inf 4013 routed")), (Some(AUSTRIAN), rule::RS1b));
    assert_eq!(winner(&end(5, "reina-inf 4012; traun-ir 4013")).0, Some(AUSTRIAN));
    assert_eq!(end(4, "reina-inf 4013").p.turn, 5, "not before the end");
}

#[test]
fn s1c_all_formation_commanders_are_in_command() {
    // no chief and no Wing Commander is there, and Douchez is far from everybody
    let g = game_of(
        san_lazzaro(),
        "activate fs-lw combat; reina-inf 3912; castilla-inf 3812; fc-douchez 3511; clerici-ir 3913",
    );
    g.offers("fire fs-reina-inf 3913");
    assert!(g.game.commanded(&g.p, g.unit_id("reina-inf")));
    // a mate within two hexes is still needed, guns are always in command
    let g = game_of(
        san_lazzaro(),
        "activate fs-lw movement; reina-inf 3912; castilla-inf 3511; fc-douchez 3511; fs-lw-art-1 3512",
    );
    assert!(
        !g.game.commanded(&g.p, g.unit_id("reina-inf")) && g.game.commanded(&g.p, g.unit_id("fs-lw-art-1"))
    );
    let mut legal = Vec::new();
    g.game.legal(&g.p, FRANCO_SPANISH, &mut legal);
    assert_eq!(g.game.choice(&g.p, FRANCO_SPANISH, legal[0]).rule, rule::RS1c);
}

/// PR50: De Gages, Pallavicini, and then Browne alone; corner case 33 is below.
#[test]
fn s1a_the_first_turn_begins_with_the_left_wing() {
    let mut g = Case::from_the_start(san_lazzaro());
    g.play("done; done");
    assert_eq!(g.p.activation().map(|a| g.game.army.wings[a.wing].id.as_str()), Some("fs-lw"));
    g.said(rule::R3_0g, "begins");
}

// ---- the centre --------------------------------------------------------------------------------------

#[test]
fn s2a_forces_and_areas() {
    let b = centre();
    assert_eq!(on_map(b, 0), (17, 4), "three formations, their commanders and De Croix");
    assert_eq!(on_map(b, 1), (8, 4), "Andlau, Forgtasch, Linden's five and a battery; two FCs, two WCs");
    let mut g = Case::from_the_start(b);
    // the Austrian sets up first
    assert_eq!(g.decider(), Some(AUSTRIAN));
    g.play("rearrange");
    g.refused("place andlau-ir 3315").because(rule::R3_0a);
    g.play("place andlau-ir 3618");
    assert_eq!(g.hex("andlau-ir"), "3618");
    // Linden's units stand south of all of Piccolomini's; Forgtasch is in row 20
    g.refused("place roth-ir 3720").because(rule::RS2a);
    g.play("done; done");
    assert_eq!(g.decider(), Some(FRANCO_SPANISH));
    // Wing Commanders are always in command (PR49)
    assert!(g.game.scenario.wings_commanded && !g.game.scenario.formations_commanded);
    // corner case 33: no wing is given, pairs by roll from the first turn on
    g.play("done");
    assert_eq!(g.decider(), Some(AUSTRIAN), "the French have but one wing");
    g.play("wing au-ce; * 3; * 7; second");
    assert_eq!(g.p.activation().map(|a| g.game.army.wings[a.wing].id.as_str()), Some("fs-ce"));
}

#[test]
fn s2b_turns_four_to_eight_and_two_places() {
    let b = centre();
    assert_eq!((b.scenario.first_turn, b.scenario.last_turn), (4, 8));
    let end = |turn: u8, pieces: &str| game_of(b, &format!("turn {turn}; phase end; {pieces}"));
    for place in ["3223", "3526"] {
        assert_eq!(winner(&end(8, &format!("saboya-inf {place}"))), (Some(FRANCO_SPANISH), rule::RS2b));
    }
    assert_eq!(winner(&end(8, "saboya-inf 3224")), (Some(AUSTRIAN), rule::RS2b));
    assert_eq!(end(7, "saboya-inf 3223").p.turn, 8);
}

// ---- Gossolengo --------------------------------------------------------------------------------------

#[test]
fn s3a_larnage_against_lucchesi() {
    let b = gossolengo();
    assert_eq!(on_map(b, 0), (7, 1));
    assert_eq!(on_map(b, 1), (7, 1));
    let mut g = Case::from_the_start(b);
    assert_eq!(g.decider(), Some(AUSTRIAN));
    assert_eq!(g.game.prompt(&g.p, kernel::Viewer::Everything).rule, rule::RS3a);
    g.play("rearrange");
    // south, at least two hexes away; north, at least three
    g.refused("place tripps-cav-1 0828").because(rule::R3_0a);
    g.play("place tripps-cav-1 0928; done; done; rearrange");
    assert_eq!(g.decider(), Some(FRANCO_SPANISH));
    g.refused("place guyenne-inf 0825").because(rule::R3_0a);
    g.play("place guyenne-inf 0824; done; done");
    // five hexes around Gossolengo
    let far = |hex: &str| !b.playable(b.map.find(hex).expect("a hex"));
    assert!(far("0821") && far("0833") && !far("0822") && !far("0832"));
}

#[test]
fn s3b_who_holds_or_last_held_gossolengo() {
    let b = gossolengo();
    assert_eq!((b.scenario.first_turn, b.scenario.last_turn), (6, 8));
    let end = |pieces: &str| game_of(b, &format!("turn 8; phase end; {pieces}"));
    assert_eq!(winner(&end("guyenne-inf 0827")), (Some(FRANCO_SPANISH), rule::RS3b));
    assert_eq!(winner(&end("tripps-cav-1 0827; held franco-spanish")).0, Some(AUSTRIAN), "who is there now");
    assert_eq!(winner(&end("guyenne-inf 0826; held austrian")).0, Some(AUSTRIAN), "who was there last");
    assert_eq!(winner(&end("guyenne-inf 0827 routed; held austrian")).0, Some(AUSTRIAN));
    let nobody = end("guyenne-inf 0826");
    assert_eq!((winner(&nobody).0, nobody.p.ending), (None, Some(Ending::Draw)));
    // riding through is being there
    let mut g =
        game_of(b, "turn 8; activate au-lw movement; tripps-cav-1 0828; tripps-cav-2 0829; fc-lucchesi 0829");
    g.play("formation au-lw-lucchesi; take tripps-cav-1; step 0827; step 0826; done");
    assert_eq!(g.p.held, 1);
}

#[test]
fn s3c_both_commanders_are_in_command() {
    let b = gossolengo();
    let g = game_of(b, "activate fs-rw movement; guyenne-inf 0823; auxerrois-inf 0923; fc-larnage 0832");
    assert!(g.game.commanded(&g.p, g.unit_id("guyenne-inf")));
    let mut legal = Vec::new();
    g.game.legal(&g.p, FRANCO_SPANISH, &mut legal);
    assert_eq!(g.game.choice(&g.p, FRANCO_SPANISH, legal[0]).rule, rule::RS3c);
    // no infantry of the enemy: the French move freely wherever they go
    let g = game_of(
        b,
        "activate fs-rw movement; guyenne-inf 0825; auxerrois-inf 0925; fc-larnage 0825; tripps-cav-1 0829",
    );
    assert!(b.map.hexes().all(|hex| !g.p.engaged(1, hex)));
}

// ---- the campaign ------------------------------------------------------------------------------------

#[test]
fn s4_all_units_and_twelve_turns() {
    let b = battle();
    assert_eq!((b.scenario.first_turn, b.scenario.last_turn), (1, 12));
    // dragoons begin mounted: all units but their foot counters; all commanders but the standards
    let foot = b.army.units.iter().filter(|u| u.id.ends_with("-foot")).count();
    let (fs, au) = (on_map(b, 0), on_map(b, 1));
    assert_eq!(fs.0 + au.0, b.army.units.len() - foot);
    assert_eq!(fs.1 + au.1, b.army.leaders.len() - 8);
    let mut g = Case::from_the_start(b);
    g.play("objective 3526; objective 3438; objective 2834; objective 4814");
    assert_eq!(g.game.prompt(&g.p, kernel::Viewer::Everything).rule, rule::RS4);
    // nobody's infantry begins in an Engagement Zone, and every wing is in command
    for wing in b.army.wings.ids() {
        assert!(b.wing_commanded(&g.p, wing), "{}", b.army.wings[wing].id);
    }
    for formation in b.army.formations.ids() {
        assert!(b.formation_commanded(&g.p, formation), "{}", b.army.formations[formation].id);
    }
    let engaged =
        |u: UnitId| g.p.on_map(u) && b.is_infantry(u) && g.p.engaged(1 - b.side_of(u), g.p.unit(u).hex);
    assert!(!g.p.units.ids().any(engaged));
}
