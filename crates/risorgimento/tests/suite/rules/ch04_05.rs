//! Chapters 4 and 5: the sequence of play, and command.

use super::case::*;
use kernel::Seat;
use risorgimento::position::Ammo;
use risorgimento::rule;

/// Out of everybody's way, so that both sides have a formation to try.
const FAR: &str = "5-aosta 1205 S; darvillars 1205";

// ---- 4.A: initiative -----------------------------------------------------------------------------

#[test]
fn r4_a_the_higher_total_has_the_initiative() {
    let mut g = game(&format!("phase initiative; benedek 0510; 33-gyulai 0510; {FAR}"));
    assert_eq!(g.roll_due(), "initiative");
    // 2 for Carlo Alberto, 3 for Radetzky
    g.play("* 5 3; * 1 5").said(rule::R4_A, "Piedmont has the initiative.");
    assert_eq!(g.decider(), Some(Seat(0)));
    let mut g = game(&format!("phase initiative; benedek 0510; 33-gyulai 0510; {FAR}"));
    g.play("* 5 3; * 4 4").said(rule::R4_A, "Austria has the initiative.");
    assert_eq!(g.decider(), Some(Seat(1)));
}

#[test]
fn r4_a_both_roll_again_on_a_tie() {
    let mut g = game(&format!("phase initiative; benedek 0510; 33-gyulai 0510; {FAR}"));
    g.play("* 5 3; * 4 3").said(rule::R4_A, "A tie: both roll again.");
    assert_eq!(g.roll_due(), "initiative");
    g.play("* 6 6; * 1 1").said(rule::R4_A, "Piedmont has the initiative.");
}

// ---- 4.B: formations act -------------------------------------------------------------------------

#[test]
fn r4_b_1_out_of_command_units_are_marked_at_the_start() {
    let mut g = game(&format!("phase initiative; benedek 0510; 33-gyulai 0510; 4-grenzer 0503; {FAR}"));
    g.play("* 1 1; * 6 6").said(rule::R4_B_1, "Out of command: 4 Grenzer.");
    assert!(g.unit("4-grenzer").out_of_command && !g.unit("33-gyulai").out_of_command);
}

#[test]
fn r4_b_1_the_status_holds_for_the_whole_turn() {
    let mut g = game(&format!(
        "activate benedek forces; benedek 0510; 33-gyulai 0510; 4-grenzer 0503 out-of-command; {FAR}"
    ));
    // he rides up to it: it stays out of command until the next turn
    g.play("act benedek; step 0509; step 0508; step 0507; step 0506; stop");
    g.refused("act 4-grenzer").because(rule::R5_1);
}

#[test]
fn r4_b_2d_the_sides_alternate_and_a_failure_counts() {
    let mut g =
        game(&format!("turn 2; side austria; initiative austria; benedek 0510; 33-gyulai 0510; {FAR}"));
    g.play("activate benedek; * 5");
    assert_eq!(g.decider(), Some(Seat(0)));
    g.refused("done").because(rule::R4_B_2d);
    g.play("activate 1div; * 5");
    assert_eq!(g.decider(), Some(Seat(1)));
    // a formation may be tried again, now one easier
    g.play("activate benedek; * 5; done");
    assert!(g.log().contains("Benedek brigade is activated: 4"));
    assert_eq!(g.decider(), Some(Seat(0)));
}

#[test]
fn r4_b_2e_three_passes_in_sequence_end_the_phase() {
    let text = format!("turn 2; side austria; initiative austria; benedek 0510; 33-gyulai 0510; {FAR}");
    let mut g = game(&text);
    g.play("pass; pass");
    g.offers("activate benedek");
    g.play("pass").said(rule::R4_B_2e, "No more activations this turn.");
    assert!(!g.p.formations.iter().any(|f| f.activated));
    // an attempt between them begins the count anew
    let mut g = game(&text);
    g.play("pass; pass; activate benedek; * 5; pass; pass").never_said("No more activations");
    assert_eq!(g.decider(), Some(Seat(0)));
}

/// Ruling R10: a side that has nothing to try passes by itself.
#[test]
fn r4_b_2e_a_side_with_nothing_left_passes() {
    let mut g = game(&format!(
        "turn 2; side austria; initiative austria; activated 1div; benedek 0510; 33-gyulai 0510; {FAR}"
    ));
    g.play("pass").said(rule::R4_B_2e, "Piedmont has no formation left to try and passes.");
    assert_eq!(g.decider(), Some(Seat(1)));
    g.play("pass").said(rule::R4_B_2e, "No more activations this turn.");
    // and when neither can try anything the phase is over at once
    let mut g = game(&format!(
        "turn 2; side austria; initiative austria; activated 1div; benedek 0510; 33-gyulai 0510; {FAR}"
    ));
    g.play("activate benedek; * 1; done").said(rule::R4_B_2e, "No more activations this turn.");
}

#[test]
fn r4_b_2f_only_units_in_command_act() {
    let mut g = game(&format!(
        "activate benedek forces; benedek 0510; 33-gyulai 0510 N; 4-grenzer 0503 N out-of-command; {FAR}"
    ));
    g.refused("act 4-grenzer").because(rule::R5_1);
    g.play("move 33-gyulai 0509");
    let g = game(&format!(
        "side austria; benedek 0510; 33-gyulai 0510 N; 4-grenzer 0503 N out-of-command; {FAR}"
    ));
    g.told("au-benedek", rule::R4_B_2f, "1 of its units is out of command");
}

#[test]
fn r4_b_2_a_markers_are_declared_before_any_action() {
    let text = format!(
        "activate benedek; benedek 0510; 33-gyulai 0509 N; 21-paumgarten 0511 N; 17-acqui 0507 S; diferrere 0504; {FAR}"
    );
    let mut g = game(&text);
    g.refused("act 33-gyulai").because(rule::R4_B_2_a);
    g.play("mark assault 0508>0507; done; move 21-paumgarten 0512");
    g.refused("mark assault 0608>0507").because(rule::R4_B_2_a);
}

#[test]
fn r4_b_2_b_one_action_for_each_force() {
    let mut g = game(&format!(
        "activate benedek forces; benedek 0510; 33-gyulai 0510 N; 21-paumgarten 0511 N; {FAR}"
    ));
    g.play("move 33-gyulai 0509");
    g.refused("act 33-gyulai").because(rule::R7_2);
    // turning or forming square is an action too
    g.play("act 21-paumgarten; form square");
    g.refused("act 21-paumgarten").because(rule::R7_2);
    covers(&[rule::R4_B_2_b]);
}

#[test]
fn r4_b_2_b_who_may_fire_as_an_action() {
    let text = "activate strassoldo forces; strassoldo 0510; 17-hohenlohe 0508 N; 3-horse-art 0510 N; 10-jager 0609 N
         17-acqui 0507 S; 11-casale 0608 S; diferrere 0504; marker assault 0508>0507; marker assault 0609>0608";
    let mut g = game(text);
    g.play("act 17-hohenlohe");
    g.refused("fire at 0507").because(rule::R9_2_3b);
    let mut g = game(text);
    g.play("act 10-jager; fire at 0608; * 1 1").said(rule::R9_3, "fires at");
    // guns that have moved do not fire
    let mut g = game(text);
    g.play("act 3-horse-art; limber; step 0511; unlimber; stop");
    g.refused("act 3-horse-art").because(rule::R7_2);
}

#[test]
fn r4_b_2_c_at_the_end_forces_recover_and_markers_go() {
    let mut g = game(&format!(
        "activate benedek; benedek 0510; 33-gyulai 0509 N; 21-paumgarten 0511 N disorganized; 4-grenzer 0512 N shaken
         17-acqui 0507 S; diferrere 0504; {FAR}"
    ));
    g.play("mark assault 0508>0507; done; act 33-gyulai; step 0508; react none; assault; * 1 1");
    while g.decider().is_some() && !g.legal().contains(&"done".to_string()) {
        let first = g.legal()[0].clone();
        g.play(&first);
    }
    assert_eq!(g.p.markers.len(), 1);
    g.play("done");
    assert!(g.p.markers.is_empty());
    assert_eq!((g.unit("21-paumgarten").status, g.unit("4-grenzer").status), (1, 0));
    covers(&[rule::R4_B_2_c]);
}

// ---- 4.C: formations that were not activated -------------------------------------------------------

#[test]
fn r4_c_forces_in_a_zone_withdraw_and_the_initiative_side_goes_second() {
    let mut g = game(
        "phase nonactivated; initiative austria; benedek 0510; 33-gyulai 0508 N; 21-paumgarten 0511 N disordered
         17-acqui 0507 S; diferrere 0504",
    );
    // Piedmont first; when it has gone the Austrians stand in no zone any more
    assert_eq!(g.decider(), Some(Seat(0)));
    g.refused("done").because(rule::R4_C);
    g.play("withdraw 17-acqui; retreat 0506; face S");
    assert_eq!(g.hex("33-gyulai"), "0508");
    assert_eq!(g.hex("17-acqui"), "0506");
    // the others recover
    assert_eq!(g.unit("21-paumgarten").status, 0);
    g.said(rule::R13_3_1, "recovers");
}

#[test]
fn r4_c_an_activated_formation_may_stay_in_contact() {
    let g = game(
        "phase nonactivated; initiative austria; activated benedek 2div; benedek 0510; 33-gyulai 0508 N
         17-acqui 0507 S; diferrere 0504",
    );
    assert_eq!((g.hex("33-gyulai"), g.hex("17-acqui")), ("0508", "0507"));
    assert_eq!(g.roll_due(), "initiative");
    covers(&[rule::R4_C]);
}

/// Section 16, case 5: in a farmhouse nobody is in a zone.
#[test]
fn r4_c_a_force_in_a_farmhouse_stays() {
    let g = game(
        "phase nonactivated; initiative piedmont; activated benedek; benedek 1513; 33-gyulai 1413 N; 17-acqui 1412 S; diferrere 1205",
    );
    assert_eq!(g.hex("17-acqui"), "1412");
    assert_eq!(g.roll_due(), "initiative");
    covers(&[rule::R4_C]);
}

/// Section 16, case 23: units out of command belong to phase D, activated or not.
#[test]
fn r4_c_units_out_of_command_wait_for_their_phase() {
    let mut g = game(
        "phase nonactivated; initiative austria; activated benedek; benedek 0510; 33-gyulai 0508 N
         17-acqui 0507 S out-of-command; napoli 0608 S; diferrere 0504; 4-grenzer 0609 N",
    );
    assert_eq!(g.legal(), ["withdraw napoli"]);
    g.refused("withdraw 17-acqui").because(rule::R8_8_1);
    let first = g.legal()[0].clone();
    g.play(&first);
}

// ---- 4.D: units out of command ---------------------------------------------------------------------

#[test]
fn r4_d_units_out_of_command_in_a_zone_withdraw() {
    let mut g = game(
        "phase outofcommand; initiative austria; activated benedek; benedek 0510; 33-gyulai 0508 N
         17-acqui 0507 S out-of-command; diferrere 0501",
    );
    g.refused("act 17-acqui").because(rule::R4_D);
    g.play("withdraw 17-acqui; retreat 0506; face S");
    assert_eq!(g.hex("17-acqui"), "0506");
}

#[test]
fn r4_d_the_initiative_side_moves_second() {
    let mut g = game(
        "phase outofcommand; initiative piedmont; benedek 0510; 33-gyulai 0516 N out-of-command
         17-acqui 1207 S out-of-command; diferrere 1201",
    );
    assert_eq!(g.decider(), Some(Seat(1)));
    g.play("done");
    assert_eq!(g.decider(), Some(Seat(0)));
}

#[test]
fn r4_d_they_recover_at_the_end() {
    let mut g = game(
        "phase outofcommand; initiative piedmont; benedek 0503; 33-gyulai 0509 N disorganized out-of-command
         4-grenzer 0510 N shaken out-of-command; 21-paumgarten 0511 N shaken out-of-command; 17-acqui 1207 S; diferrere 1201",
    );
    // one stays, one moves half its allowance, one farther
    g.play("move 4-grenzer 0509 0508; move 21-paumgarten 0510 0610 0609; done");
    assert_eq!(
        (g.unit("33-gyulai").status, g.unit("4-grenzer").status, g.unit("21-paumgarten").status),
        (1, 0, 1)
    );
}

/// Ruling R4: overall commanders that have not moved move here, formation commanders do not.
#[test]
fn r4_d_overall_commanders_may_move() {
    let mut g = game(&format!(
        "phase outofcommand; initiative piedmont; benedek 0510; 33-gyulai 0510 N; radetzky 0512; {FAR}"
    ));
    g.refused("act benedek").because(rule::R4_D);
    g.play("act radetzky; step 0511; stop");
    assert_eq!(g.leader_hex("radetzky"), "0511");
}

// ---- 4.E: the end of the turn ------------------------------------------------------------------------

#[test]
fn r4_e_ammunition_markers_go_and_the_turn_advances() {
    let mut g = game(&format!(
        "turn 2; side austria; initiative austria; benedek 0510; 33-gyulai 0510 N low-ammo; 1-art 0511 N out-of-ammo; {FAR}"
    ));
    assert_eq!(g.unit("au-1-art").ammo, Ammo::Out);
    g.play("pass; pass; pass").said(rule::R4_E, "End of turn 2");
    assert_eq!((g.unit("33-gyulai").ammo, g.unit("au-1-art").ammo), (Ammo::Full, Ammo::Full));
    assert_eq!(g.p.turn, 3);
    assert_eq!(g.roll_due(), "initiative");
}

/// Section 16, case 2: failures are forgotten at the end of the turn.
#[test]
fn r4_e_failed_attempts_end_with_the_turn() {
    let mut g = game(&format!(
        "turn 2; side austria; initiative austria; failed benedek 2; benedek 0510; 33-gyulai 0510 N; {FAR}"
    ));
    g.play("pass; pass; pass; * 1 1; * 6 6; activate benedek; * 5").said(rule::R6_1_2, "does not move: 5");
    assert_eq!(g.modifier("failed attempts"), None);
}

// ---- 5: command ----------------------------------------------------------------------------------------

/// Whether 33 Gyulai is in command after the command step.
fn in_command(rest: &str) -> bool {
    let mut g = game(&format!("phase initiative; {rest}; {FAR}"));
    g.play("* 1 1; * 6 6");
    !g.unit("33-gyulai").out_of_command
}

#[test]
fn r5_1_units_out_of_range_act_only_in_their_phase() {
    let mut g = game(&format!("phase initiative; benedek 0504; 4-grenzer 0504 N; 33-gyulai 0510 N; {FAR}"));
    g.play("* 1 1; * 6 6; activate benedek; * 1");
    g.refused("act 33-gyulai").because(rule::R5_1);
    g.play("done; pass; pass; move 33-gyulai 0509 0508");
    assert_eq!(g.hex("33-gyulai"), "0508");
}

#[test]
fn r5_1_without_a_commander_on_the_map_all_are_out_of_command() {
    assert!(!in_command("benedek column; 33-gyulai 1618 N"));
}

#[test]
fn r5_1_1_they_must_end_nearer_to_their_commander() {
    let text = format!(
        "phase outofcommand; initiative piedmont; benedek 0510; 33-gyulai 0516 N out-of-command; {FAR}"
    );
    let mut g = game(&text);
    g.play("act 33-gyulai");
    g.refused("face S").because(rule::R5_1_1);
    // a detour is allowed (section 16, case 24): sideways first, but not to stay as far
    g.play("step 0417");
    g.refused("stop").because(rule::R5_1_1);
    g.play("step 0416");
    g.refused("stop").because(rule::R5_1_1);
    let mut g = game(&text);
    g.play("act 33-gyulai; step 0515; * 1 1; stop");
    assert_eq!(g.hex("33-gyulai"), "0515");
    // farther than it could come back it may not go
    let mut g = game(&text);
    g.play("act 33-gyulai; step 0517");
    g.refused("step 0518").because(rule::R5_1_1);
}

#[test]
fn r5_1_1_never_into_a_zone() {
    let mut g = game(
        "phase outofcommand; initiative piedmont; activated ris; benedek 0508; 33-gyulai 0513 N out-of-command
         1-guardie 0711 S; ve-savoia 0911",
    );
    g.play("act 33-gyulai; step 0512");
    g.refused("step 0612").because(rule::R3_1_2a);
    g.play("step 0511; stop");
}

#[test]
fn r5_1_1_in_a_zone_they_must_withdraw() {
    let mut g = game(
        "phase outofcommand; initiative piedmont; activated ris; benedek 0504; 33-gyulai 0510 N out-of-command
         1-guardie 0509 S; ve-savoia 0909",
    );
    assert_eq!(g.legal(), ["withdraw 33-gyulai"]);
    g.play("withdraw 33-gyulai");
    g.refused("retreat 0610").because(rule::R11_3b);
    g.play("retreat 0511; face N").said(rule::R8_8, "withdraws");
    covers(&[rule::R5_1_1]);
}

#[test]
fn r5_2_the_range_is_four_hexes() {
    assert!(in_command("benedek 0304; 33-gyulai 0304 N"));
    assert!(in_command("benedek 0304; 33-gyulai 0308 N"));
    assert!(!in_command("benedek 0304; 33-gyulai 0309 N"));
    let g = game(&format!("side austria; benedek 0304; 33-gyulai 0309 N; {FAR}"));
    g.told("33-gyulai", rule::R5_2, "Benedek is 5 hexes away, his range is 4.");
}

#[test]
fn r5_2_1_road_hexes_count_half() {
    // the Catapane road: seven road hexes and one beside it, then eight and one
    assert!(in_command("benedek 0112; 33-gyulai 0912 N"), "eight road hexes are four");
    assert!(in_command("benedek 0112; 33-gyulai 0711 N"), "six road hexes and a clear one");
    assert!(!in_command("benedek 0112; 33-gyulai 1013 N"), "nine road hexes are four and a half");
    // the hex of the commander does not count, the hex of the unit does
    assert!(in_command("benedek 0812; 33-gyulai 0808 N"));
    assert!(in_command("benedek 0808; 33-gyulai 0812 N"));
    assert!(in_command("benedek 0807; 33-gyulai 0812 N") != in_command("benedek 0812; 33-gyulai 0807 N"));
    let g = game(&format!("side austria; benedek 0112; 33-gyulai 0912 N; {FAR}"));
    g.told("33-gyulai", rule::R5_2_1, "on the map it is 8 hexes");
}

#[test]
fn r5_2_2_not_through_a_zone_without_a_friend() {
    // the Piedmontese stand across the only short way
    let wall = "1-guardie 0306 S; 2-guardie 0506 S; ve-savoia 0905";
    assert!(in_command("benedek 0404; 33-gyulai 0408 N"));
    assert!(!in_command(&format!("benedek 0404; 33-gyulai 0408 N; {wall}")));
    // a friend in the hexes between opens it, and a wall in March is none
    assert!(in_command(&format!(
        "benedek 0404; 33-gyulai 0408 N; {wall}; 4-grenzer 0405 N; 21-paumgarten 0406 N; i-3-grenzer 0407 N"
    )));
    assert!(in_command(
        "benedek 0404; 33-gyulai 0408 N; 1-guardie 0306 S march; 2-guardie 0506 S march; ve-savoia 0905"
    ));
    // zones on every way cut a unit off altogether
    let g = game(
        "side austria; benedek 0106; 33-gyulai 0101 S; 1-guardie 0103 N; 2-guardie 0301 N; ve-savoia 0905",
    );
    g.told("33-gyulai", rule::R5_2_2, "cut it off from Benedek");
    // the unit itself stands in its own hex: a zone there does not matter
    assert!(in_command("benedek 0404; 33-gyulai 0407 N; 1-guardie 0408 N; ve-savoia 0905"));
}

#[test]
fn r5_2_2_not_across_the_river() {
    // 2013 and 2016 lie on both sides of a bend of the Mincio: orders go round by 1913
    let hex = |n: &str| battle().map.find(n).expect("a hex of the map");
    assert_eq!(battle().map.distance(hex("2013"), hex("2016")), 3);
    let g = game(&format!("side austria; benedek 2013; 33-gyulai 2016 N; {FAR}"));
    g.told("33-gyulai", rule::R5_2, "Benedek is 3.5 hexes away");
    // a stream does not stop orders
    assert!(in_command("benedek 0314; 33-gyulai 0317 N"));
}

/// Ruling R57: where the enemy bars the entry hex a commander enters beside it, as his column does.
#[test]
fn r5_1_a_commander_can_follow_his_column_onto_the_map() {
    let mut g =
        game("activate benedek forces; benedek column; 33-gyulai column; 5-aosta 1618 S; darvillars 1205");
    g.play("act benedek");
    assert_eq!(g.legal(), ["enter 1519", "enter 1719"]);
    g.refused("enter 1619").because(rule::R15_1a);
    g.play("enter 1719; stop");
    assert_eq!(g.leader_hex("benedek"), "1719");
    // onto his own units he may ride, zone or not
    let mut g =
        game("activate benedek forces; benedek column; 33-gyulai 1619 N; 5-aosta 1618 S; darvillars 1205");
    g.play("act benedek");
    assert_eq!(g.legal(), ["enter 1619"]);
}

/// Section 16, case 27 and 15.2 meet the alternation: with its share used up Piedmont passes.
#[test]
fn r4_b_2e_piedmont_passes_when_it_may_activate_no_more() {
    let mut g = game(
        "turn 1; side piedmont; initiative piedmont; benedek 0510; 33-gyulai 0510; 5-aosta 1205 S; darvillars 1205; 17-acqui 1203 S; diferrere 1203",
    );
    g.play("activate 1div; * 1; done; activate benedek; * 5");
    g.said(rule::R4_B_2e, "Piedmont has no formation left to try and passes.");
    assert_eq!(g.decider(), Some(Seat(1)));
}
