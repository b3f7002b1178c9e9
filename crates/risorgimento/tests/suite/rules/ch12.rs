//! Chapter 12: reactions. What triggers them, in which order, every kind of reaction, what follows
//! from them, and what is free afterwards.

use super::case::*;
use kernel::{Citation, Seat, Show, Viewer};
use risorgimento::rule;

const PIEDMONT: Seat = Seat(0);
const AUSTRIA: Seat = Seat(1);

/// The rule under which the waiting player is asked.
fn asked(g: &Case) -> Citation {
    g.game.prompt(&g.p, Viewer::Everything).rule
}

// ---- 12: in general ------------------------------------------------------------------------------

#[test]
fn r12a_the_enemy_is_asked_before_the_mover_goes_on() {
    let mut g = gyulai_comes("5-aosta 0508 S");
    assert_eq!(g.decider(), Some(PIEDMONT));
    g.offers("react none").offers("react fire 0508 infantry");
    g.play("react none");
    assert_eq!(g.decider(), Some(AUSTRIA));
    g.offers("assault");
    covers(&[rule::R12a]);
}

#[test]
fn r12b_guns_whose_zone_was_entered_may_limber_when_it_is_over() {
    let mut g = gyulai_comes("pi-8-art 0508 S");
    g.refused("limber 8-art").because(rule::R12_1_3);
    g.play("react fire 8-art; * 1 1");
    g.refused("unlimber 8-art").because(rule::R12b);
    g.play("limber 8-art");
    g.said(rule::R12b, "8 art limbers.");
    assert!(g.unit("pi-8-art").march);
    assert_eq!(g.decider(), Some(AUSTRIA), "once for each unit");
}

#[test]
fn r12b_only_those_whom_it_concerned() {
    let mut g = gyulai_comes("pi-8-art 0508 S; 6-art 0506 S");
    g.play("react none");
    g.offers("limber 8-art").offers_not("limber 6-art").offers("done");
    g.refused("limber 6-art").because(rule::R12b);
    g.play("done");
    assert!(!g.unit("pi-8-art").march);
}

#[test]
fn r12b_march_is_left_after_fire() {
    let mut g = strassoldo_acts("10-jager 0509 N; 5-aosta 0508 S march");
    g.play("act 10-jager; fire at 0508; * 1 1; react none; leave march 5-aosta");
    g.said(rule::R8_3_6, "5 Aosta leaves March Movement.");
    assert!(!g.unit("5-aosta").march);
}

/// A force keeps what is free to it wherever its reaction took it.
#[test]
fn r12b_guns_that_withdrew_may_unlimber_where_they_are_now() {
    let mut g = strassoldo_acts("10-jager 0509 N; pi-8-art 0508 S limbered");
    g.play("act 10-jager; fire at 0508 guns; * 1 1; react withdraw 8-art; * 1 1; retreat 0507");
    assert_eq!(g.hex("pi-8-art"), "0507");
    g.play("unlimber 8-art");
    assert!(!g.unit("pi-8-art").march);
}

#[test]
fn r12c_units_in_march_do_not_react_to_movement() {
    let mut g = benedek_acts("33-gyulai 0510 N; 5-aosta 0508 S march");
    g.play("act 33-gyulai; step 0509");
    assert_eq!(g.decider(), Some(AUSTRIA), "a unit in March has no zone");
    let mut g = gyulai_comes("5-aosta 0508 S march; pi-8-art 0508 S");
    g.refused("react fire 5-aosta").because(rule::R12c);
    g.offers("react fire 0508 artillery");
}

// ---- 12.1: events --------------------------------------------------------------------------------

#[test]
fn r12_1a_after_fire_is_resolved_the_target_reacts() {
    let mut g = strassoldo_acts("10-jager 0509 N; 5-aosta 0508 S; pi-8-art 0508 S; marker assault 0509>0508");
    g.play("act 10-jager; fire at 0508; * 1 1");
    assert_eq!(asked(&g), rule::R12_1a);
    g.refused("react fire 8-art").because(rule::R12_1a);
    g.play("react fire 5-aosta; * 1 1");
    g.said(rule::R12_2_2, "5 Aosta fires at 10 Jäger");
    // reaction fire is no event of its own: the riflemen do not answer it, their action is over
    assert_eq!(g.decider(), Some(AUSTRIA));
    g.offers("done");
}

/// Ruling: fired at, a force in March may make any reaction, with the modifiers of March.
#[test]
fn r12_1a_a_force_in_march_reacts_to_fire() {
    let mut g = strassoldo_acts("10-jager 0509 N; 5-aosta 0508 S march");
    g.play("act 10-jager; fire at 0508; * 1 1; react square 5-aosta; * 4 5");
    assert_eq!(g.modifier("in March or limbered"), Some(1));
    assert_eq!(g.modifier("forming square"), Some(-1));
    let aosta = g.unit("5-aosta");
    assert!(aosta.square && !aosta.march, "a square ends March");
}

/// Ruling: infantry and cavalry in one target hex are hit together and react each for itself.
#[test]
fn r12_1a_each_arm_of_the_target_reacts() {
    let mut g =
        strassoldo_acts("10-jager 0509 N; aosta-cav 0508 S; 7-cuneo 0508 S; marker assault 0509>0508");
    g.play("act 10-jager; fire at 0508; * 1 1; react fire 7-cuneo; * 1 1");
    g.offers("react countercharge 0508 cavalry").offers_not("react fire 0508 infantry");
}

#[test]
fn r12_1b_after_the_enemy_has_entered_the_zone() {
    let mut g = gyulai_comes("5-aosta 0508 S");
    assert_eq!(asked(&g), rule::R12_1b);
    assert_eq!(g.hex("33-gyulai"), "0509", "it is there already");
    g.refused("react fire 0503 infantry").because(rule::R12_1b);
}

/// Corner case: no zone reaches into a Farmhouse, so to step into one is no event.
#[test]
fn r12_1b_no_zone_in_a_farmhouse() {
    let mut g =
        game("activate benedek forces; benedek 1415; 33-gyulai 1413 N; 5-aosta 1411 S; darvillars 1408");
    g.play("act 33-gyulai; step 1412");
    assert_eq!(g.decider(), Some(AUSTRIA));
}

/// Corner case: the zone is all round though fire is not.
#[test]
fn r12_1b_the_zone_is_all_round() {
    let mut g = gyulai_comes("5-aosta 0508 N");
    assert_eq!(asked(&g), rule::R12_1b);
    g.refused("react fire 5-aosta").because(rule::R9b);
    for way in ["counterattack", "square", "withdraw", "face S"] {
        g.offers(&format!("react {way} 0508 infantry"));
    }
    covers(&[rule::R12_2]);
}

#[test]
fn r12_1c_before_the_enemy_leaves_the_zone() {
    let mut g = benedek_acts("33-gyulai 0509 N; 5-aosta 0508 S");
    g.play("act 33-gyulai; step 0510");
    assert_eq!(asked(&g), rule::R12_1c);
    assert_eq!(g.hex("33-gyulai"), "0509", "it has not left yet");
    g.play("react fire 5-aosta; * 1 1");
    g.said(rule::R12_2_2, "5 Aosta fires at 33 Gyulai in 0509.");
    assert_eq!(g.hex("33-gyulai"), "0510");
}

/// Corner case: the force is hit with its old facing, so turning first hides its rear.
#[test]
fn r12_1c_turning_first_hides_the_rear() {
    let text = "activate benedek forces; benedek 0513; 33-gyulai 0509 S; 5-aosta 0508 S; darvillars 0503";
    let mut g = game(text);
    g.play("act 33-gyulai; step 0510; react fire 5-aosta; * 1 1");
    assert_eq!(g.modifier("rear"), Some(1));
    let mut g = game(text);
    g.play("act 33-gyulai; face N; step 0510; react fire 5-aosta; * 1 1");
    assert_eq!(g.modifier("rear"), None);
}

/// A force whose mover is shot or driven away before the step has nothing more to do with it.
#[test]
fn r12_1c_a_mover_that_gives_up_does_not_make_the_step() {
    let mut g = benedek_acts("33-gyulai 0509 N; 5-aosta 0508 S");
    g.play("act 33-gyulai; step 0510; react fire 5-aosta; * 4 4; * 6 5; halt 33-gyulai; retreat 0610");
    assert_eq!(g.hex("33-gyulai"), "0610");
}

#[test]
fn r12_1d_one_reaction_from_zone_to_zone_of_the_same_force() {
    let mut g = benedek_acts("33-gyulai 0509 N; 5-aosta 0508 S; marker assault 0609>0508");
    g.play("act 33-gyulai; step 0609");
    assert_eq!(g.hex("33-gyulai"), "0609", "nobody is asked before the step");
    assert_eq!(asked(&g), rule::R12_1d);
    g.refused("react fire 0503 infantry").because(rule::R12_1d);
    g.play("react fire 5-aosta; * 1 1");
    assert_eq!(g.decider(), Some(AUSTRIA), "one time only");
}

/// Leaving one force's zone and going on in that of another: both react, each at its moment.
#[test]
fn r12_1d_other_forces_react_to_leaving_and_entering() {
    let mut g = benedek_acts(
        "33-gyulai 0509 N; 5-aosta 0508 S; 6-aosta 0409 SE; 7-cuneo 0708 SW; marker assault 0609>0508",
    );
    g.play("act 33-gyulai; step 0609");
    assert_eq!((asked(&g), g.hex("33-gyulai")), (rule::R12_1c, "0509"));
    g.offers("react fire 0409 infantry").offers_not("react fire 0508 infantry");
    g.play("react none");
    assert_eq!((asked(&g), g.hex("33-gyulai")), (rule::R12_1b, "0609"));
    g.offers("react fire 0508 infantry")
        .offers("react fire 0708 infantry")
        .offers_not("react fire 0409 infantry");
}

#[test]
fn r12_1e_after_an_advance_into_the_zone() {
    let mut g = gyulai_comes("7-cuneo 0508 S disorganized; 5-aosta 0408 SE");
    g.play("react none; assault; * 6 6");
    g.said(rule::R13_2, "7 Cuneo (-) routs");
    g.play("face N");
    assert_eq!((asked(&g), g.hex("33-gyulai")), (rule::R12_1e, "0508"));
    g.play("react fire 5-aosta; * 1 1");
    g.said(rule::R12_2_2, "5 Aosta fires at 33 Gyulai in 0508.");
}

/// 7 Cuneo is beaten in 0508 and falls back between two Austrian forces to 0507.
fn cuneo_falls_back() -> Case {
    let mut g = gyulai_comes("7-cuneo 0508 S; 21-paumgarten 0607 S; 4-grenzer 0407 S");
    g.play("react none; assault; * 5 5; retreat 0507");
    g
}

/// Falling back into a zone is an event for either side; those who fought stay out of it.
#[test]
fn r11_3_6_the_active_side_reacts_to_a_force_that_falls_back() {
    let mut g = cuneo_falls_back();
    assert_eq!(g.decider(), Some(AUSTRIA));
    assert_eq!(asked(&g), rule::R11_3_6);
    g.refused("react fire 33-gyulai").because(rule::R11_3_6);
    g.play("react fire 21-paumgarten; * 1 1");
    g.said(rule::R12_2_2, "21 Paumgarten fires at 7 Cuneo (-) in 0507.");
    g.offers("react fire 0407 infantry");
    g.play("react none");
    // its second hex is in the same zones: another step, another event
    assert_eq!((g.hex("7-cuneo"), asked(&g)), ("0506", rule::R11_3_6));
    g.offers("react counterattack 0407 infantry").offers("react counterattack 0607 infantry");
}

/// Ruling: a counterattack ends the retreat where it is, and its combat decides.
#[test]
fn r11_3_6_a_counterattack_ends_the_retreat() {
    let mut g = cuneo_falls_back();
    // 1.5-1: a 3 is white, and the counterattacker loses two levels
    g.play("react counterattack 21-paumgarten; * 3 3; * 1 1; * 1 1; * 6 6");
    g.said(rule::R12_2_3, "21 Paumgarten counterattacks 7 Cuneo (-) in 0507.");
    g.said(rule::R11_2_6, "The defender wins.");
    assert_eq!(g.hex("7-cuneo"), "0507", "it stays");
}

/// Ruling: fire at a stack that falls back hits one force of it, the guns only where they are alone.
#[test]
fn r11_3_6_fire_at_a_stack_that_falls_back() {
    let mut g = gyulai_comes("7-cuneo 0508 S; 6-art 0508 S; 21-paumgarten 0607 S; 4-grenzer 0407 S");
    g.play("react none; done; assault; * 5 5; retreat 0507; react fire 21-paumgarten; * 5 5");
    g.said(rule::R12_1_1, "6 art in the same hex is not fired at.");
    assert_eq!((g.unit("7-cuneo").status, g.unit("6-art").status), (2, 1));
}

/// Ruling: withdrawing into a zone is an event in the later phases too.
#[test]
fn r11_3_6_in_the_phase_of_formations_that_were_not_activated() {
    let mut g = game(
        "phase nonactivated; initiative austria; darvillars 0503; benedek 0513
         7-cuneo 0508 S; 33-gyulai 0509 N; 21-paumgarten 0607 S; 4-grenzer 0407 S",
    );
    g.play("withdraw 7-cuneo; retreat 0507");
    assert_eq!((asked(&g), g.decider()), (rule::R11_3_6, Some(AUSTRIA)));
    g.play("react fire 21-paumgarten; * 1 1; react none");
    g.said(rule::R12_2_2, "21 Paumgarten fires at 7 Cuneo (-) in 0507.");
}

#[test]
fn r12_1_1_only_the_force_that_caused_it_is_hit() {
    let mut g = benedek_acts("33-gyulai 0509 N; 4-grenzer 0510 N; 5-aosta 0508 S; marker assault 0509>0508");
    g.play("act 4-grenzer; step 0509; react fire 5-aosta; * 5 5");
    g.said(rule::R12_1_1, "33 Gyulai in the same hex is not fired at.");
    g.said(rule::R12_2_2, "5 Aosta fires at 4 Grenzer in 0509.");
    assert_eq!(g.modifier("massed target"), Some(1), "the whole hex is counted");
    let (grenzer, gyulai) = (g.unit("4-grenzer"), g.unit("33-gyulai"));
    assert_eq!((grenzer.lost, grenzer.status), (1, 1));
    assert_eq!((gyulai.lost, gyulai.status), (0, 0));
    covers(&[rule::R12_2_2]);
}

#[test]
fn r12_1_1_a_counterattack_strikes_the_whole_hex() {
    let mut g = benedek_acts("33-gyulai 0509 N; 4-grenzer 0510 N; 5-aosta 0508 S; marker assault 0509>0508");
    // 7 against 9 strength points: 1-1.5; 11 - 1 = 10: cc0 for the attacker, 0S1 for all in the hex
    g.play("act 4-grenzer; step 0509; react counterattack 5-aosta; * 1 1; * 5 6; * 1 1");
    assert_eq!((g.unit("4-grenzer").status, g.unit("33-gyulai").status), (1, 1));
}

#[test]
fn r12_1_2_one_reaction_for_each_force_and_event() {
    let mut g = gyulai_comes("5-aosta 0508 S; pi-8-art 0508 S");
    g.play("react fire 8-art; * 1 1");
    g.refused("react face N 0508 artillery").because(rule::R12_1_2);
    g.play("react counterattack 5-aosta; * 6 6");
    assert!(g.decider() == Some(PIEDMONT), "only the guns are asked whether they limber");
    g.offers("limber 8-art").offers_not("react fire 0508 infantry");
}

#[test]
fn r12_1_3_each_is_resolved_before_the_next_in_the_order_of_the_owner() {
    let mut g = gyulai_comes("5-aosta 0508 S; 6-aosta 0409 SE");
    g.offers("react fire 0508 infantry").offers("react fire 0409 infantry");
    g.refused("pass").because(rule::R12_1_3);
    g.play("react fire 6-aosta");
    assert_eq!(g.roll_due(), "fire");
    g.play("* 1 1; react fire 5-aosta; * 1 1");
    assert_eq!(g.decider(), Some(AUSTRIA));
}

/// A mover that is driven back by the first reaction is out of the others' reach.
#[test]
fn r12_1_3_nobody_reacts_to_a_force_that_is_gone() {
    let mut g = gyulai_comes("5-aosta 0508 S; 6-aosta 0409 SE");
    g.play("react counterattack 5-aosta; * 1 1; * 6 6");
    g.said(rule::R11_2_6, "The attacker wins.");
    g.play("retreat 0510; retreat 0511; face N; face S");
    assert_eq!(g.hex("5-aosta"), "0509");
    assert_eq!(g.decider(), Some(AUSTRIA));
    g.offers_not("assault").offers("done");
}

// ---- 12.2: what a force may do -------------------------------------------------------------------

#[test]
fn r12_2_each_arm_has_its_own_reactions() {
    let mut g = gyulai_comes("5-aosta 0508 S; pi-8-art 0508 S; aosta-cav 0409 SE");
    g.refused("react fire 0409 cavalry").because(rule::R9_2_3b);
    g.refused("react square 0409 cavalry").because(rule::R12_2_5a);
    g.refused("react square 0508 artillery").because(rule::R12_2_5a);
    g.refused("react counterattack 0508 artillery").because(rule::R12_2_3);
    g.refused("react countercharge 0508 infantry").because(rule::R12_2_3);
    g.refused("react withdraw 0508 artillery").because(rule::R12_2_6);
    for way in [
        "fire 0508 infantry",
        "counterattack 0508 infantry",
        "square 0508 infantry",
        "withdraw 0508 infantry",
    ] {
        g.offers(&format!("react {way}"));
    }
    for way in ["countercharge 0409 cavalry", "counterattack 0409 cavalry", "withdraw 0409 cavalry"] {
        g.offers(&format!("react {way}"));
    }
    covers(&[rule::R12_2]);
}

#[test]
fn r12_2_1_turning_costs_a_check() {
    let mut g = gyulai_comes("5-aosta 0508 N; pi-8-art 0508 N");
    g.refused("react face N 0508 infantry").because(rule::R12_2_1);
    g.play("react face S 0508 infantry");
    assert_eq!(g.unit("5-aosta").facing, 3, "it turns before it checks");
    g.play("* 5 5");
    g.said(rule::R12_2_1, "fails its cohesion check (10 against 9) and loses 1 status level");
    assert_eq!(g.unit("5-aosta").status, 1);
    // ruling: the whole hex turns with it, for nothing
    assert_eq!((g.unit("pi-8-art").facing, g.unit("pi-8-art").status), (3, 0));
    g.offers("react fire 0508 artillery");
}

#[test]
fn r12_2_1_a_passed_check_costs_nothing() {
    let mut g = gyulai_comes("5-aosta 0508 N");
    g.play("react face SE 0508 infantry; * 4 5");
    g.said(rule::R12_2_1, "passes its cohesion check (9 against 9)");
    assert_eq!(g.unit("5-aosta").status, 0);
}

#[test]
fn r12_2_2_fire_at_the_active_force_in_range() {
    let mut g = benedek_acts("1-art 0511 N; 5-aosta 0508 S; pi-8-art 0508 S");
    g.play("act 1-art; fire at 0508; * 1 1");
    g.refused("react fire 5-aosta").because(rule::R9_1_1);
    let mut g = benedek_acts("1-art 0511 N; pi-8-art 0508 S");
    g.play("act 1-art; fire at 0508 guns; * 1 1; react fire 8-art; * 1 1");
    g.said(rule::R9_1_2, "8 art fires at 1 art. in 0511.");
    covers(&[rule::R12_2_2]);
}

#[test]
fn r12_2_2_no_fire_without_ammunition() {
    let mut g = gyulai_comes("5-aosta 0508 S out-of-ammo");
    g.refused("react fire 5-aosta").because(rule::R9_4_3b);
}

#[test]
fn r12_2_3_a_failed_check_only_prevents_it() {
    let mut g = gyulai_comes("5-aosta 0508 S");
    g.play("react counterattack 5-aosta; * 6 6");
    g.said(rule::R12_2_3, "fails its cohesion check (12 against 9).");
    g.never_said("counterattacks");
    assert_eq!(g.unit("5-aosta").status, 0);
    assert_eq!(g.decider(), Some(AUSTRIA));
}

#[test]
fn r12_2_3_the_part_that_passed_goes_alone() {
    let mut g = gyulai_comes("5-aosta 0508 S; 7-cuneo 0508 S");
    g.play("react counterattack 5-aosta; * 4 5");
    g.said(rule::R12_2_3, "7 Cuneo (-) fails its cohesion check (9 against 8).");
    g.said(rule::R12_2_3, "5 Aosta counterattacks 33 Gyulai in 0509.");
    // even strength, a draw on 5: Cuneo is no part of it
    g.play("* 2 3");
    assert_eq!((g.unit("5-aosta").status, g.unit("7-cuneo").status, g.unit("33-gyulai").status), (1, 0, 1));
    // ruling: after a draw the active force goes on with its action
    g.offers("assault");
}

/// Ruling: infantry counterattacks in any direction; the hex turns to its target.
#[test]
fn r12_2_3_infantry_counterattacks_to_its_rear() {
    let mut g = gyulai_comes("5-aosta 0508 N");
    g.play("react counterattack 5-aosta; * 1 1");
    assert_eq!(g.unit("5-aosta").facing, 3);
}

/// Ruling: the beaten counterattacker falls back one hex and the active force goes on.
#[test]
fn r12_2_3_a_beaten_counterattacker_falls_back_one_hex() {
    let mut g = gyulai_comes("5-aosta 0508 S");
    // 1S1 for the attacker on a 3
    g.play("react counterattack 5-aosta; * 1 1; * 1 2; retreat 0507; face S");
    assert_eq!((g.hex("5-aosta"), g.unit("5-aosta").lost), ("0507", 1));
    assert_eq!(g.decider(), Some(AUSTRIA));
    g.offers("stop");
}

#[test]
fn r12_2_3_only_beside_the_enemy() {
    let mut g = benedek_acts("1-art 0511 N; aosta-cav 0508 S");
    g.play("act 1-art; fire at 0508; * 1 1");
    g.refused("react counterattack aosta-cav").because(rule::R12_2_3);
    g.refused("react countercharge aosta-cav").because(rule::R12_2_3);
}

#[test]
fn r12_2_4_a_countercharge_ends_in_its_target_hex() {
    let mut g = gyulai_comes("aosta-cav 0508 S; 4-grenzer 0610 N");
    g.play("react countercharge aosta-cav; * 3 3");
    g.said(rule::R10_4, "Aosta cav countercharges 33 Gyulai in 0509.");
    // the infantry is charged: it checks; then 11 with no modifier left over: 1S1 and blue
    g.play("* 1 1; * 5 6; retreat 0510; retreat 0511; face N");
    assert_eq!(g.hex("aosta-cav"), "0509");
    g.said(rule::R10_3, "Aosta cav is exhausted.");
    // it stands in the zone of 4 Grenzer, who may react neither to the advance nor to what follows
    assert_eq!(g.decider(), Some(PIEDMONT));
    g.play("step 0508; stop");
    assert_eq!(g.hex("aosta-cav"), "0508");
    assert_eq!(g.decider(), Some(AUSTRIA));
    covers(&[rule::R12_2_4]);
}

#[test]
fn r12_2_4_only_into_a_front_hex_over_clear_ground() {
    let mut g = gyulai_comes("aosta-cav 0508 N");
    g.refused("react countercharge aosta-cav").because(rule::R12_2_4);
    g.offers("react counterattack 0508 cavalry");
    let mut g = gyulai_comes("aosta-cav 0508 S exhausted");
    g.refused("react countercharge aosta-cav").because(rule::R10_4);
    g.offers("react counterattack 0508 cavalry");
    // 1412 is a farmhouse: fire comes out of it, no charge goes in
    let mut g = game(
        "activate strassoldo forces; strassoldo 1415; 10-jager 1412 N; aosta-cav 1411 S march; darvillars 1408",
    );
    g.play("act 10-jager; fire at 1411; * 1 1");
    g.refused("react countercharge aosta-cav").because(rule::R10_1_1);
    g.offers("react counterattack 1411 cavalry");
}

/// In a farmhouse the front is all round (3.1.1), so a countercharge leaves it on any side.
#[test]
fn r12_2_4_out_of_a_farmhouse_on_any_side() {
    let place = "activate benedek forces; benedek 1415; 33-gyulai 1414 N; darvillars 1408
                 aosta-cav 1412 N; marker assault 1413>1412";
    let mut g = game(place);
    g.play("act 33-gyulai; step 1413").offers("react countercharge 1412 cavalry");
    g.play("react countercharge aosta-cav; * 3 3");
    g.said(rule::R10_4, "Aosta cav countercharges 33 Gyulai in 1413.");
    // on clear ground the same cavalry would have the enemy behind it
    let mut g = gyulai_comes("aosta-cav 0508 N");
    g.refused("react countercharge aosta-cav").because(rule::R12_2_4);
    covers(&[rule::R3_1_1]);
}

/// A countercharge against a charge: both are exhausted, and the charging force moves first.
#[test]
fn r12_2_4_charge_and_countercharge_exhaust_both() {
    let mut g = strassoldo_acts("5-hussars 0511 N; aosta-cav 0508 S; marker charge 0509>0508");
    g.play("act 5-hussars; charge; step 0510; step 0509; react countercharge aosta-cav; * 3 3");
    // a draw on 5: the charge goes on
    g.play("* 2 3");
    g.said(rule::R10_4_1, "Aosta cav is exhausted.");
    assert_eq!(g.decider(), Some(AUSTRIA));
    // 1.5-1, a charge, against exhausted cavalry: 6 + 3 = 9
    g.play("assault; * 3 3; * 1 1; retreat 0507; retreat 0506; face S");
    g.said(rule::R10_3, "5 Hussars is exhausted.");
    assert_eq!(g.decider(), Some(AUSTRIA), "the charging force moves first");
    g.play("stop");
    assert_eq!(g.decider(), Some(PIEDMONT));
    g.play("stop");
    assert!(g.unit("5-hussars").exhausted && g.unit("aosta-cav").exhausted);
    covers(&[rule::R12_2_4]);
}

/// A countercharge that is wiped out leaves nobody to be exhausted, and the charge goes on.
#[test]
fn r12_2_4_a_countercharge_that_is_wiped_out() {
    let mut g = strassoldo_acts("5-hussars 0511 N; aosta-cav 0508 S disorganized; marker charge 0509>0508");
    g.play("act 5-hussars; charge; step 0510; step 0509; react countercharge aosta-cav; * 1 1; * 1 1");
    g.said(rule::R13_2, "Aosta cav routs");
    g.never_said("exhausted");
    assert_eq!(g.decider(), Some(AUSTRIA));
}

/// Nothing that a countercharge leads to is an event for the active side, a lost one's retreat included.
#[test]
fn r12_2_4_no_reaction_to_the_retreat_of_a_countercharge() {
    let mut g = gyulai_comes("aosta-cav 0508 S; 21-paumgarten 0607 S; 4-grenzer 0407 S");
    g.play("react countercharge aosta-cav; * 3 3; * 1 1; * 1 1; retreat 0507");
    assert_eq!(g.decider(), Some(PIEDMONT), "it chooses its facing: nobody reacted");
}

#[test]
fn r12_2_5a_square_with_the_guns_inside() {
    let mut g = gyulai_comes("5-aosta 0508 N; pi-8-art 0508 N");
    g.refused("react fire 8-art").because(rule::R9b);
    g.play("react square 5-aosta; * 5 5");
    assert_eq!(g.modifier("forming square"), Some(-1));
    g.said(rule::R12_2_5a, "5 Aosta forms square.");
    assert!(g.unit("5-aosta").square);
    // inside the square the guns have no rear, and do not turn
    g.refused("react face S 0508 artillery").because(rule::R12_2_1);
    g.play("react fire 8-art; * 1 1");
    g.said(rule::R12_2_2, "8 art fires at 33 Gyulai");
}

/// Guns inside a square stay there unlimbered, and fire as it does: one column less.
#[test]
fn r12_2_5a_guns_inside_a_square_do_not_limber_and_fire_with_its_modifier() {
    let place = "activate 1div forces; darvillars 0505; 5-aosta 0508 S square; pi-8-art 0508 S
                 33-gyulai 0510 N; benedek 0512";
    let mut g = game(place);
    g.play("act 8-art").offers_not("limber");
    g.refused("limber").because(rule::R8_6_1);
    g.play("fire at 0510; * 1 1");
    assert_eq!(g.modifier("firing from a square"), Some(-1));
    // without the square they do both
    let mut g = game(&place.replace(" square", ""));
    g.play("act 8-art").offers("limber");
    g.play("fire at 0510; * 1 1");
    assert_eq!(g.modifier("firing from a square"), None);
    // in reaction it is the same modifier
    let mut g = gyulai_comes("5-aosta 0508 N square; pi-8-art 0508 N");
    g.play("react fire 8-art; * 1 1");
    assert_eq!(g.modifier("firing from a square"), Some(-1));
}

#[test]
fn r12_2_5a_a_failed_check_costs_levels_and_the_square() {
    let mut g = gyulai_comes("5-aosta 0508 S; 7-cuneo 0508 S");
    g.play("react square 5-aosta; * 5 5");
    g.said(rule::R12_2_5a, "7 Cuneo (-) fails its cohesion check (9 against 8) and loses 1 status level");
    let (aosta, cuneo) = (g.unit("5-aosta"), g.unit("7-cuneo"));
    assert_eq!((aosta.status, cuneo.status), (0, 1));
    assert!(!aosta.square && !cuneo.square, "one failure prevents it for all");
}

/// Corner case: failing the square may leave a force that can never form one.
#[test]
fn r12_2_5a_disorganized_units_cannot_form_square() {
    let mut g = gyulai_comes("5-aosta 0508 S disordered");
    g.play("react square 5-aosta; * 5 5");
    assert_eq!(g.unit("5-aosta").status, 3);
    g.play("assault");
    let mut g = gyulai_comes("5-aosta 0508 S disorganized");
    g.refused("react square 5-aosta").because(rule::R8_6_3);
}

#[test]
fn r12_2_5b_square_is_left_as_a_further_reaction() {
    let mut g = gyulai_comes("5-aosta 0508 S square");
    g.refused("react withdraw 5-aosta").because(rule::R8_6_1);
    g.refused("react counterattack 5-aosta").because(rule::R8_6_1);
    g.refused("react face N 0508 infantry").because(rule::R12_2_1);
    g.refused("react square 5-aosta").because(rule::R12_2_5a);
    g.play("react fire 5-aosta; * 1 1; leave square 5-aosta");
    g.said(rule::R12_2_5b, "5 Aosta leaves square.");
    assert!(!g.unit("5-aosta").square);
}

#[test]
fn r12_2_5b_square_is_left_at_the_start_of_the_activation() {
    let mut g =
        game("activate 1div forces; 5-aosta 0508 S square; darvillars 0505; 33-gyulai 0513 N; benedek 0515");
    g.play("act 5-aosta");
    g.refused("step 0509").because(rule::R8_6_1);
    g.play("leave square; step 0509");
    g.refused("leave square").because(rule::R12_2_5b);
    g.said(rule::R12_2_5b, "5 Aosta leaves square.");
}

/// The printed example: active force MA 5, reacting force MA 6, modifier -1.
#[test]
fn r12_2_6_withdrawal_worked_example() {
    let mut g = gyulai_comes("1-2-bers 0508 SE");
    g.play("react withdraw 1-2-bers; * 5 5");
    assert_eq!(g.modifier("difference of movement allowances"), Some(-1));
    g.said(rule::R12_2_6, "passes its cohesion check (9 against 10)");
    g.offers("retreat 0507").offers("retreat 0408").offers("retreat 0608").offers_not("retreat 0409");
    g.play("retreat 0507");
    assert_eq!((g.hex("1-2-bers"), g.unit("1-2-bers").facing), ("0507", 2), "it keeps its facing");
    // the active force may go on
    assert_eq!(g.decider(), Some(AUSTRIA));
    g.offers("step 0510").offers("stop");
}

#[test]
fn r12_2_6_failure_costs_levels_and_does_not_prevent_it() {
    let mut g = gyulai_comes("7-cuneo 0508 S");
    g.play("react withdraw 7-cuneo; * 6 6; retreat 0507");
    g.said(rule::R12_2_6, "fails its cohesion check (12 against 8) and loses 2 status levels");
    assert_eq!((g.hex("7-cuneo"), g.unit("7-cuneo").status), ("0507", 2));
}

#[test]
fn r12_2_6_who_routs_does_not_withdraw() {
    let mut g = gyulai_comes("7-cuneo 0508 S disordered; toscana 0508 S");
    g.play("react withdraw 7-cuneo; * 6 6");
    g.said(rule::R13_2, "7 Cuneo (-) routs");
    g.play("retreat 0507");
    assert_eq!((g.hex("7-cuneo"), g.hex("toscana")), ("", "0507"));
}

/// The difference counts in whole: cavalry before infantry gets away easily, infantry before cavalry not.
#[test]
fn r12_2_6_the_faster_force_gets_away() {
    let mut g = gyulai_comes("aosta-cav 0508 S");
    g.play("react withdraw aosta-cav; * 1 1");
    assert_eq!(g.modifier("difference of movement allowances"), Some(-3));
    let mut g = strassoldo_acts("5-hussars 0511 N; 5-aosta 0508 S; marker charge 0509>0508");
    g.play("act 5-hussars; charge; step 0510; step 0509; react withdraw 5-aosta; * 1 1");
    assert_eq!(g.modifier("difference of movement allowances"), Some(4));
}

/// A withdrawal into a zone is a falling back like any other: those of the active side react.
#[test]
fn r12_2_6_withdrawing_into_a_zone() {
    let mut g = gyulai_comes("7-cuneo 0508 S; 21-paumgarten 0607 S; 4-grenzer 0407 S");
    g.play("react withdraw 7-cuneo; * 1 1; retreat 0507");
    assert_eq!((asked(&g), g.decider()), (rule::R11_3_6, Some(AUSTRIA)));
    g.play("react fire 4-grenzer; * 1 1; react none");
    assert_eq!(g.hex("7-cuneo"), "0507");
}

/// Ruling: where no hex is farther from the enemy this reaction is not open.
#[test]
fn r12_2_6_no_hex_to_withdraw_to() {
    // 0101 is the corner of the map: 0201 is held, 0102 is where the enemy comes
    let mut g = game(
        "activate benedek forces; benedek 0105; 33-gyulai 0103 N; 21-paumgarten 0201 N; 5-aosta 0101 S; darvillars 0401
         marker assault 0102>0101",
    );
    g.play("act 33-gyulai; step 0102");
    g.refused("react withdraw 5-aosta").because(rule::R12_2_6);
}

// ---- what only Custoza's text allows ---------------------------------------------------------------

/// In Goito changing order is free besides a reaction, and no reaction of its own.
#[test]
fn r12b_changing_order_is_no_reaction_of_its_own() {
    let mut g = gyulai_comes("pi-8-art 0508 S");
    g.offers_not("react reform 0508 artillery");
    g.refused("react reform 8-art").because(rule::R12b);
}

/// In Goito a marker stays where it is, whatever the enemy does before it.
#[test]
fn r12_2_6_no_marker_follows_who_withdraws() {
    let mut g = gyulai_comes("1-2-bers 0508 S; 5-aosta 0506 S");
    g.play("react withdraw 1-2-bers; * 1 1; retreat 0507");
    assert!(g.legal().iter().all(|action| !action.starts_with("shift")), "{:?}", g.legal());
    assert_eq!(g.p.markers.len(), 1);
}
