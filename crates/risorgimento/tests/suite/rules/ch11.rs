//! Chapter 11: assault, combat resolution, retreat, artillery in combat.

use super::case::*;
use kernel::{Seat, Show, Viewer};
use risorgimento::rule;

/// A regiment of six points assaults one of seven: 1-1.5, so -1; both have cohesion 9.
const ASSAULT: &str = "activate strassoldo forces
    17-hohenlohe 0410 N; strassoldo 0512
    5-aosta 0408 S; darvillars 0402
    marker assault 0409>0408";

/// Into the marker hex; then the fight, for which the other side changes nothing.
fn strike(place: &str) -> Case {
    let mut g = game(place);
    g.play("act 17-hohenlohe; step 0409");
    for answer in ["react none", "done"] {
        if g.legal().iter().any(|a| a == answer) {
            g.play(answer);
        }
    }
    g.play("assault");
    g
}

/// The assault, rolled at once.
fn fight(place: &str, dice: &str) -> Case {
    let mut g = strike(place);
    g.play(&format!("* {dice}"));
    g
}

/// Whether a modifier of this rule has been counted.
fn counted(g: &Case, rule: kernel::Citation) -> bool {
    g.events.iter().flat_map(|e| &e.modifiers).any(|m| m.rule == rule)
}

// ---- 11 and 11.1 ------------------------------------------------------------------------------

#[test]
fn r11a_infantry_and_cavalry_that_does_not_charge_assault() {
    let mut g = game(
        "activate strassoldo forces; 5-hussars 0410 N; strassoldo 0512; 5-aosta 0408 S; marker assault 0409>0408",
    );
    g.play("act 5-hussars; step 0409; react none; assault; * 3 4");
    g.said(rule::R11_1_1, "5 Hussars assaults 5 Aosta in 0408");
    assert_eq!(g.modifier("cavalry that does not charge"), Some(-1));
    g.never_said("charges into");
    assert!(!g.unit("5-hussars").exhausted);
    // guns do not
    let mut g = game(
        "activate strassoldo forces; 3-horse-art 0409 N; 17-hohenlohe 0411 N; strassoldo 0512; 5-aosta 0408 S
         marker assault 0409>0408",
    );
    g.play("act 3-horse-art").refused("assault").because(rule::R11a);
}

#[test]
fn r11b_light_infantry_that_moves_and_fires_has_done_its_duty_and_cannot_assault() {
    let mut g = game(&ASSAULT.replace("17-hohenlohe", "10-jager"));
    g.play("act 10-jager; step 0409; react none; fire at 0408; * 1 1; react none");
    assert!(g.p.markers[0].served);
    g.refused("act 10-jager").because(rule::R7_2);
    g.offers("done");
    g.said(rule::R11b, "10 Jäger fires instead of assaulting");
}

#[test]
fn r11_1_the_target_is_within_the_allowance_through_the_assaulting_hex() {
    // five points: four hexes and the target
    game("activate strassoldo; 17-hohenlohe 0411 N; strassoldo 0512; 5-aosta 0406 S")
        .offers("mark assault 0407>0406");
    let mut g =
        game("activate strassoldo; 17-hohenlohe 0411 N; strassoldo 0512; 5-aosta 0405 S; 7-cuneo 0611 S");
    g.refused("mark assault 0406>0405").because(rule::R11_1);
    // from a hex without a marker nobody assaults
    let mut g = game(ASSAULT);
    g.play("act 17-hohenlohe").refused("assault").because(rule::R7_1a);
}

#[test]
fn r11_1_1_a_force_attacks_and_the_whole_stack_defends() {
    // the riflemen in the marker hex do not take part, all of the enemy's hex does
    let g = fight(
        "activate strassoldo forces; 17-hohenlohe 0410 N; 10-jager 0409 N; strassoldo 0512
         5-aosta+7-cuneo 0408 S; marker assault 0409>0408",
        "3 4",
    );
    g.said(rule::R11_1_1, "17 Hohenlohe assaults 5 Aosta and 7 Cuneo (-) in 0408");
    g.said(rule::R11_2_1, "6 strength points against 12: 1-2");
}

#[test]
fn r11_1_1_reactions_come_before_the_combat() {
    let mut g = game(ASSAULT);
    g.play("act 17-hohenlohe; step 0409");
    g.offers("react fire 0408 infantry").offers("react counterattack 0408 infantry");
    g.play("react fire 5-aosta; * 1 1");
    g.offers("assault");
}

#[test]
fn r11_1_2_the_winner_must_advance_and_others_react() {
    let mut g = fight(&format!("{ASSAULT}; 6-aosta 0507 SW"), "6 6");
    g.said(rule::R11_2_6, "The attacker wins");
    g.play("retreat 0307; retreat 0306; face S");
    g.said(rule::R11_2_10, "17 Hohenlohe advances to 0408");
    assert_eq!(g.hex("17-hohenlohe"), "0408");
    // then it turns, and the regiment beside it reacts to the advance
    g.play("face N");
    g.offers("react fire 0507 infantry");
}

// ---- 11.2: the combat -------------------------------------------------------------------------

#[test]
fn r11_2_1_the_ratio_leaves_out_artillery() {
    let g = fight(&ASSAULT.replace("5-aosta 0408 S", "5-aosta+pi-8-art 0408 S"), "3 4");
    g.said(rule::R11_2_1, "6 strength points against 7");
    g.said(rule::R11_4, "8 art adds no strength");
}

/// The examples of the rulebook: 11:5 is 2-1, 5:7 is 1-1.5, 11:3 is 3-1.
#[test]
fn r11_2_2_worked_examples_of_rounding() {
    let eleven = |defender: &str| {
        let mut g = game(&format!(
            "activate 1div forces; 5-aosta 0407 S -1; 7-cuneo 0407 S; darvillars 0402
             {defender} 0409 N; marker assault 0408>0409"
        ));
        g.play("act 5-aosta+7-cuneo; step 0408; react none; assault; * 1 2");
        g
    };
    eleven("45-sigmund").said(rule::R11_2_1, "11 strength points against 5: 2-1");
    eleven("10-jager").said(rule::R11_2_1, "11 strength points against 3: 3-1");
    assert_eq!(eleven("45-sigmund").modifier("strength ratio"), Some(2));
    assert_eq!(eleven("10-jager").modifier("strength ratio"), Some(3));
    let mut g =
        game("activate clam forces; 7-prohaska 0410 N; clam 0512; 5-aosta 0408 S; marker assault 0409>0408");
    g.play("act 7-prohaska; step 0409; react none; assault; * 3 4");
    g.said(rule::R11_2_1, "5 strength points against 7: 1-1.5");
    assert_eq!(g.modifier("strength ratio"), Some(-1));
    assert!(counted(&g, rule::R11_2_2));
}

#[test]
fn r11_2_3_other_modifiers_are_added() {
    // from behind, against troops in March without ammunition: 7 - 1 + 2 + 2 + 1
    let g = fight(&ASSAULT.replace("5-aosta 0408 S", "5-aosta 0408 N march out-of-ammo"), "3 4");
    assert_eq!(g.modifier("rear"), Some(2));
    assert_eq!(g.modifier("defender in March"), Some(2));
    assert_eq!(g.modifier("defender out of ammunition"), Some(1));
    assert!(counted(&g, rule::R11_2_3));
    g.said(rule::R11_2_5, "3 + 4 +4 = 11");
}

#[test]
fn r11_2_3_squares_cavalry_and_cover() {
    let g = fight(&ASSAULT.replace("5-aosta 0408 S", "5-aosta 0408 S square"), "3 4");
    assert_eq!(g.modifier("infantry against a square"), Some(2));
    let g = fight(&ASSAULT.replace("5-aosta 0408 S", "aosta-cav 0408 S exhausted"), "3 4");
    assert_eq!(g.modifier("infantry against cavalry"), Some(1));
    assert_eq!(g.modifier("defending cavalry exhausted"), Some(1));
    // out of the farmhouse of Catapane nobody is caught from behind
    let mut g = game(
        "activate strassoldo forces; 17-hohenlohe 0414 N; strassoldo 0415; 5-aosta 0412 N; marker assault 0413>0412",
    );
    g.play("act 17-hohenlohe; step 0413; react none; assault; * 3 4");
    assert_eq!(g.modifier("terrain of the defender"), Some(-1));
    assert_eq!(g.modifier("rear"), None);
}

#[test]
fn r11_2_3_over_a_stream() {
    // the Caldone runs between 0415 and 0416
    let mut g = game(
        "activate strassoldo forces; 17-hohenlohe 0416 N; strassoldo 0418; 5-aosta 0415 S; marker assault 0416>0415",
    );
    g.play("act 17-hohenlohe; assault; * 3 4");
    assert_eq!(g.modifier("across the hexside"), Some(-1));
}

#[test]
fn r11_2_4_the_column_is_the_difference_of_the_biggest_units() {
    // the riflemen have 10, but the regiment leads: 9, Shaken 8, against 9
    let mut g = game(
        "activate strassoldo forces; 17-hohenlohe 0410 N shaken; 10-jager 0410 N; strassoldo 0512
         5-aosta 0408 S; marker assault 0409>0408",
    );
    g.play("act 17-hohenlohe+10-jager; step 0409; react none; assault; * 3 4");
    g.said(rule::R11_2_5, "cohesion difference of -1");
    let g = fight(&ASSAULT.replace("5-aosta 0408 S", "5-aosta 0408 S disordered"), "3 4");
    g.said(rule::R11_2_5, "cohesion difference of +2");
}

/// Where nothing tells the biggest units apart and it matters, their owner names the one that leads.
#[test]
fn r11_2_4_the_owner_chooses_among_equals() {
    let g = fight(
        "activate strassoldo forces; 17-hohenlohe 0410 N; strassoldo 0512
         napoli 0408 S; toscana 0408 S; 2-2-bers 0408 S; marker assault 0409>0408",
        "3 4",
    );
    // Naples leads by its strength and cohesion
    g.said(rule::R11_2_5, "cohesion difference of +0");
    let mut g = game(
        "activate wohlgemuth forces; 45-sigmund 0410 N; wohlgemuth 0512
         1-2-bers 0408 S; 2-2-bers 0408 S; marker assault 0409>0408",
    );
    // two half battalions of different divisions
    g.play("act 45-sigmund; step 0409; react none; assault");
    g.offers("lead 1-2-bers").offers("lead 2-2-bers");
    g.refused("lead napoli").because(rule::R11_2_4);
    g.play("lead 2-2-bers; * 6 6; lose 1 from 1-2-bers");
    assert_eq!((g.mood("2div"), g.mood("1div")), (-1, 0));
}

#[test]
fn r11_2_5_two_dice_and_the_modifiers_give_the_result() {
    let g = fight(ASSAULT, "4 5");
    g.said(
        rule::R11_2_5,
        "4 + 5 -1 = 8 at 1-1.5 with a cohesion difference of +0: cc1 for the attacker, cc3 for the defender",
    );
    assert_eq!(g.roll_due(), "cohesion check");
}

#[test]
fn r11_2_6_red_blue_and_grey() {
    // 5 - 1: red. The attacker loses a level, the defender holds his check
    let mut g = fight(ASSAULT, "2 3");
    g.play("* 1 1").said(rule::R11_2_6, "The defender wins");
    // 6 - 1: grey
    let g = fight(ASSAULT, "3 3");
    g.said(rule::R11_2_9b, "A draw");
    // 11 - 1: blue
    let mut g = fight(ASSAULT, "5 6");
    g.play("* 6 6").said(rule::R11_2_6, "The attacker wins");
    assert!(g.unit("17-hohenlohe").status > 0, "whatever it cost him");
}

#[test]
fn r11_2_6_white_goes_to_the_side_that_loses_fewer_levels() {
    // 8 - 1: cc1/cc2
    let mut g = fight(ASSAULT, "4 4");
    g.play("* 5 5; * 1 1").said(rule::R11_2_6, "The attacker wins");
    let mut g = fight(ASSAULT, "4 4");
    g.play("* 1 1; * 6 6").said(rule::R11_2_6, "The defender wins");
    // the defender loses one level, the attacker two
    let mut g = fight(ASSAULT, "4 4");
    g.play("* 4 5; * 6 6").said(rule::R11_2_6, "The defender wins");
    // both none, corner case 14
    let mut g = fight(ASSAULT, "4 4");
    g.play("* 1 1; * 1 1").said(rule::R11_2_9b, "A draw");
    // both one
    let mut g = fight(ASSAULT, "4 4");
    g.play("* 4 4; * 4 5").said(rule::R11_2_9b, "A draw");
    assert_eq!((g.unit("5-aosta").status, g.unit("17-hohenlohe").status), (1, 1));
}

/// Where the leading units lose alike, the levels of all decide (ruling R85).
#[test]
fn r11_2_6_white_between_equal_leaders_goes_by_the_sum() {
    let mut g = game(
        "activate strassoldo forces; 17-hohenlohe+10-jager 0410 N; strassoldo 0512
         5-aosta+7-cuneo 0408 S; marker assault 0409>0408",
    );
    // 9 to 12 is 1-1.5; 8 - 1: cc1/cc2. Two regiments of the defender fail, one of the attacker
    g.play("act 17-hohenlohe+10-jager; step 0409; react none; assault; * 4 4; * 4 4; * 4 5");
    let levels = ["5-aosta", "7-cuneo", "17-hohenlohe", "10-jager"].map(|u| g.unit(u).status);
    assert_eq!(levels, [1, 1, 1, 0]);
    g.said(rule::R11_2_6, "The attacker wins");
}

/// An attacker who is gone has lost, and nobody advances (ruling R69).
#[test]
fn r11_2_6_a_side_that_is_wiped_out_loses() {
    let g = fight(&ASSAULT.replace("17-hohenlohe 0410 N", "17-hohenlohe 0410 N disorganized"), "1 2");
    g.said(rule::R13_2, "17 Hohenlohe routs").said(rule::R11_2_6, "The defender wins");
    g.never_said("advances");
    assert_eq!((g.mood("strassoldo"), g.mood("1div")), (-1, 1));
}

#[test]
fn r11_2_7_left_is_the_attackers_right_the_defenders_and_he_comes_first() {
    let mut g = fight(ASSAULT, "5 6");
    // 10: cc0/0S1
    g.play("* 1 1");
    let log = g.log();
    let (defender, attacker) = (log.find("The defender takes 0S1"), log.find("The attacker takes cc0"));
    assert!(defender.is_some() && defender < attacker, "{log}");
    g.said(rule::R11_2_7, "The attacker takes cc0");
    assert_eq!(g.unit("5-aosta").status, 1);
}

/// Corner case 13: the defender is gone, and the attacker still takes his result.
#[test]
fn r11_2_7_the_attacker_takes_his_result_even_when_the_defender_is_gone() {
    let mut g = fight(&ASSAULT.replace("5-aosta 0408 S", "5-aosta 0408 S disorganized"), "3 4");
    // 6 with a difference of three: cc1/0S1
    g.said(rule::R13_2, "5 Aosta routs");
    assert_eq!(g.roll_due(), "cohesion check");
    g.play("* 6 6");
    assert!(g.unit("17-hohenlohe").status > 0);
    assert_eq!(g.hex("17-hohenlohe"), "0408");
}

/// Corner case 15: one strength point in all, one level on each.
#[test]
fn r11_2_8_one_point_in_all_and_one_level_on_each() {
    // 6 to 8 is 1-1.5; 11 in the column of +1: -/1S2
    let g =
        fight(&ASSAULT.replace("5-aosta 0408 S", "11-casale 0408 S; napoli 0408 S; pi-5-art 0408 S"), "6 6");
    g.said(rule::R11_2_8, "11 Casale loses a strength point");
    for unit in ["11-casale", "napoli", "pi-5-art"] {
        assert_eq!(g.unit(unit).status, 2, "{unit}\n{}", g.log());
    }
    assert_eq!((g.unit("11-casale").lost, g.unit("napoli").lost, g.unit("pi-5-art").lost), (1, 0, 0));
}

/// The last point too is lost under the rule of the fight, not under that of fire.
#[test]
fn r11_2_8_the_last_point_is_lost_in_the_assault() {
    let g = fight(&ASSAULT.replace("5-aosta 0408 S", "1-2-bers 0408 S"), "6 6");
    g.said(rule::R11_2_8, "1/2 Bersaglieri loses a strength point");
    g.said(rule::R11_2_8, "1/2 Bersaglieri has no strength left");
    assert_eq!(g.hex("1-2-bers"), "");
}

/// Corner case 36: the guns of three batteries are the biggest unit, but the battalion leads.
#[test]
fn r11_2_8_the_first_point_may_come_from_the_guns() {
    let g = fight(&ASSAULT.replace("5-aosta 0408 S", "napoli 0408 S; pi-horse-art 0408 S"), "4 4");
    // 6 to 2 is 3-1: 11, cohesion 9 to 9
    g.said(rule::R11_2_1, "6 strength points against 2: 3-1");
    g.said(rule::R11_2_5, "cohesion difference of +0");
    g.said(rule::R11_2_8, "1+2+3 art. a cavallo loses a strength point");
}

#[test]
fn r11_2_8_further_points_are_the_owners_choice() {
    let mut h = game(
        "activate strassoldo forces; 17-hohenlohe 0410 N; 10-jager 0410 N; strassoldo 0512
         17-acqui 0408 N; napoli 0408 N; toscana 0408 N; marker assault 0409>0408",
    );
    h.play("act 17-hohenlohe+10-jager; step 0409; react none; assault; * 6 6");
    h.said(rule::R11_2_8, "17 Acqui (-) loses a strength point");
    h.offers("lose 1 from 17-acqui").offers("lose 1 from napoli").offers("lose 1 from toscana");
    h.play("lose 1 from toscana");
    assert_eq!((h.unit("17-acqui").lost, h.unit("toscana").lost), (1, 1));
}

#[test]
fn r11_2_9a_the_beaten_attacker_falls_back_one_hex() {
    // 3 - 1: 1S2/-
    let mut g = fight(ASSAULT, "1 2");
    g.said(rule::R11_2_9a, "17 Hohenlohe must retreat");
    g.play("retreat 0410; face N");
    assert_eq!((g.hex("17-hohenlohe"), g.hex("5-aosta")), ("0410", "0408"));
}

#[test]
fn r11_2_9a_the_beaten_defender_falls_back_two() {
    let mut g = fight(ASSAULT, "6 6");
    g.said(rule::R11_2_9a, "5 Aosta must retreat");
    g.play("retreat 0407; retreat 0406");
    assert_eq!(g.hex("5-aosta"), "0406");
}

#[test]
fn r11_2_9b_in_a_draw_all_stay() {
    let g = fight(ASSAULT, "3 3");
    g.said(rule::R11_2_9b, "both stay where they are");
    assert_eq!((g.hex("17-hohenlohe"), g.hex("5-aosta")), ("0409", "0408"));
    assert_eq!((g.mood("strassoldo"), g.mood("1div")), (0, 0));
}

#[test]
fn r11_2_10_the_attacker_advances_and_turns_the_defender_never_does() {
    let mut g = fight(ASSAULT, "6 6");
    g.play("retreat 0407; retreat 0406; face S");
    g.offers("face S").offers("face N");
    g.play("face SE").said(rule::R11_2_10, "faces SE");
    assert_eq!((g.hex("17-hohenlohe"), g.unit("17-hohenlohe").facing), ("0408", 2));
    let mut g = fight(ASSAULT, "1 2");
    g.play("retreat 0410; face N");
    g.never_said("advances");
}

#[test]
fn r11_2_11_after_a_combat_both_may_leave_march() {
    let mut g = fight(&ASSAULT.replace("5-aosta 0408 S", "5-aosta 0408 S march"), "2 2");
    // 4 - 1 + 2: grey
    g.said(rule::R11_2_9b, "A draw");
    g.said(rule::R11_2_11, "5 Aosta may leave March Movement");
    g.play("leave march 5-aosta");
    assert!(!g.unit("5-aosta").march);
    // the attacker in March comes first
    let mut g = game(
        "activate strassoldo forces; 17-hohenlohe 0410 N march; strassoldo 0512; 5-aosta 0408 S march
         marker assault 0409>0408",
    );
    g.play("act 17-hohenlohe; step 0409; assault; * 2 3");
    g.said(rule::R11_2_9b, "A draw");
    g.play("leave march 17-hohenlohe; done");
    assert_eq!((g.unit("17-hohenlohe").march, g.unit("5-aosta").march), (false, true));
}

// ---- 11.3: retreat ----------------------------------------------------------------------------

#[test]
fn r11_3a_the_attacker_falls_back_into_a_rear_hex() {
    let mut g = fight(ASSAULT, "1 2");
    g.refused("retreat 0308").because(rule::R11_3a);
    g.refused("retreat 0508").because(rule::R11_3a);
    g.offers("retreat 0410").offers("retreat 0309").offers("retreat 0509");
}

#[test]
fn r11_3a_two_hexes_lie_between_the_defender_and_the_marker() {
    let mut g = fight(ASSAULT, "6 6");
    // a hex to the side leads nowhere far enough
    g.refused("retreat 0308").because(rule::R11_3a);
    g.play("retreat 0307");
    g.refused("retreat 0208").because(rule::R11_3a);
    g.offers("retreat 0306").offers("retreat 0207");
}

/// Corner case 37: he takes the longer way round another marker of the formation.
#[test]
fn r11_3a_the_defender_keeps_off_the_other_markers_too() {
    let mut g = fight(&format!("{ASSAULT}; 7-cuneo 0206 S; marker assault 0207>0206"), "6 6");
    // 0306 and 0206 would be too near to the other marker
    g.refused("retreat 0307").because(rule::R11_3a);
    g.play("retreat 0507");
    assert_eq!(g.hex("5-aosta"), "0507");
}

#[test]
fn r11_3b_no_enemy_zone_comes_first() {
    // the zone of the riflemen covers 0507
    let mut g = fight(&format!("{ASSAULT}; 10-jager 0608 N"), "6 6");
    g.refused("retreat 0507").because(rule::R11_3b);
    g.offers("retreat 0407").offers("retreat 0307");
    // where one hex is left, there is nothing to choose
    let g = fight(&format!("{ASSAULT}; 10-jager 0506 S"), "6 6");
    assert_eq!(g.hex("5-aosta"), "0307");
}

#[test]
fn r11_3b_then_room_then_the_lowest_cost() {
    // six points would be in 0407
    let mut g = fight(&format!("{ASSAULT}; 6-aosta 0407 S"), "6 6");
    g.refused("retreat 0407").because(rule::R11_3b);
    g.offers("retreat 0307").offers("retreat 0507");
    // cavalry pays two for a farmhouse, one for open ground beside it
    let mut g = game(
        "activate strassoldo forces; 17-hohenlohe 0416 N; strassoldo 0418; aosta-cav 0414 S; darvillars 0402
         marker assault 0415>0414",
    );
    g.play("act 17-hohenlohe; step 0415; * 1 1; react none; assault; * 6 6; retreat 0413");
    g.refused("retreat 0412").because(rule::R11_3b);
    g.offers("retreat 0312").offers("retreat 0512");
}

#[test]
fn r11_3_1_not_through_enemies_or_markers_or_the_same_hex() {
    // the beaten attacker has another marker of his formation behind him
    let mut g = fight(&format!("{ASSAULT}; 7-cuneo 0209 S march; marker assault 0309>0209"), "1 2");
    g.refused("retreat 0309").because(rule::R11_3_1);
    g.refused("retreat 0408").because(rule::R11_3_1);
    g.offers("retreat 0410").offers("retreat 0509");
    let mut g = fight(ASSAULT, "6 6");
    g.refused("retreat 0409").because(rule::R11_3_1);
    g.play("retreat 0407").refused("retreat 0408").because(rule::R11_3_1);
}

#[test]
fn r11_3_2_who_finds_no_room_goes_on_and_shakes_those_he_passes() {
    // everything three hexes from the marker is full
    let wall = "6-aosta 0406 S; 1-guardie 0306 S; 2-guardie 0506 S; 11-casale 0206 S; aosta-cav 0606 S; nizza-cav 0207 S; savoia-cav 0607 S";
    let mut g = fight(&format!("{ASSAULT}; {wall}"), "6 6");
    g.play("retreat 0407; retreat 0406; retreat 0405");
    g.said(rule::R11_3_2, "6 Aosta");
    assert_eq!((g.hex("5-aosta"), g.unit("6-aosta").status), ("0405", 1));
    assert_eq!(g.unit("1-guardie").status, 0);
}

#[test]
fn r11_3_3_who_cannot_retreat_surrenders() {
    let ring = "4-grenzer 0407 S march; 21-paumgarten 0307 S march; 33-gyulai 0507 S march";
    let g = fight(&format!("{ASSAULT}; {ring}"), "6 6");
    g.said(rule::R11_3_3, "5 Aosta cannot retreat and surrenders");
    assert_eq!(g.hex("5-aosta"), "");
    assert_eq!(g.hex("17-hohenlohe"), "0408");
}

#[test]
fn r11_3_4_a_force_may_split_and_the_commander_chooses() {
    let place = ASSAULT.replace("5-aosta 0408 S; darvillars 0402", "5-aosta+7-cuneo 0408 N; darvillars 0408");
    let mut g = fight(&place, "6 6");
    g.offers("retreat 0407").offers("retreat 5-aosta 0407").offers("retreat 7-cuneo 0507");
    covers(&[rule::R11_3_4]);
    g.play("retreat 5-aosta 0407");
    g.offers("follow darvillars").offers("stay darvillars");
    g.play("stay darvillars; retreat 0406; face S; retreat 0507; retreat 0506; face S");
    assert_eq!((g.hex("5-aosta"), g.hex("7-cuneo"), g.leader_hex("darvillars")), ("0406", "0506", "0506"));
}

/// Corner case 30: for the infantry the farmhouse of Catapane costs no more than open ground, for the cavalry it does.
#[test]
fn r11_3_4_a_mixed_stack_splits_rather_than_break_the_priorities() {
    let mut g = game(
        "activate strassoldo forces; 17-hohenlohe 0415 N; strassoldo 0418
         17-acqui+aosta-cav 0414 S; marker assault 0415>0414",
    );
    g.play("act 17-hohenlohe; assault; * 6 6; retreat 0413");
    g.offers("retreat 0312").offers("retreat 0512").offers("retreat 17-acqui 0412");
    g.refused("retreat 0412").because(rule::R11_3b);
    g.refused("retreat aosta-cav 0412").because(rule::R11_3b);
    g.play("retreat 17-acqui 0412; face S; retreat 0512; face S");
    assert_eq!((g.hex("17-acqui"), g.hex("aosta-cav")), ("0412", "0512"));
}

#[test]
fn r11_3_5_facing_is_free_at_the_end_and_that_of_the_way_before() {
    let mut g = fight(ASSAULT, "6 6");
    g.play("retreat 0507");
    assert_eq!(g.unit("5-aosta").facing, 1, "it runs to the north-east");
    g.refused("face S").because(rule::R11_3_5);
    g.play("retreat 0506");
    assert_eq!(g.unit("5-aosta").facing, 0);
    g.play("face SE").said(rule::R11_3_5, "5 Aosta faces SE");
    assert_eq!(g.unit("5-aosta").facing, 2);
}

#[test]
fn r11_3_6_a_retreat_into_a_zone_is_met_by_others() {
    // riflemen on both sides of the way: every hex north is in a zone
    let place = format!("{ASSAULT}; 10-jager 0305 S; 9-jager 0206 SE; 4-kjager 0606 SW");
    let mut g = fight(&place, "6 6");
    g.play("retreat 0407");
    assert_eq!(g.hex("5-aosta"), "0407");
    g.play("retreat 0306");
    g.offers("react fire 0305 infantry").offers("react counterattack 0206 infantry");
    // but not by those of the combat, nor by those who are elsewhere
    g.refused("react fire 17-hohenlohe").because(rule::R11_3_6);
    g.refused("react fire 4-kjager").because(rule::R11_3_6);
    // fire does not stop the retreat
    g.play("react fire 10-jager; * 1 1; react none");
    assert_eq!(g.hex("5-aosta"), "0306");
}

/// A counterattack ends the retreat where it meets it (ruling R33).
#[test]
fn r11_3_6_a_counterattack_ends_the_retreat() {
    let place = format!("{ASSAULT}; 10-jager 0305 S; 9-jager 0206 SE; 4-kjager 0606 SW");
    let mut g = fight(&place, "6 6");
    g.play("retreat 0407; retreat 0306; react counterattack 9-jager; * 1 1");
    g.said(rule::R12_2_3, "9 Jäger counterattacks 5 Aosta in 0306");
    g.play("* 1 1");
    g.said(rule::R11_2_6, "The defender wins");
    assert_eq!(g.hex("5-aosta"), "0306");
}

/// Cavalry that wins over a stream wades it, loses a level, and here its last: nobody is left to follow.
#[test]
fn r2_2_1a_a_commander_does_not_follow_an_advance_that_routs_in_the_stream() {
    let place = "activate strassoldo forces; 5-hussars 0416 N disorganized; strassoldo 0416
                 5-aosta 0415 S disorganized; darvillars 0410; marker assault 0416>0415";
    let mut g = game(place);
    g.play("act 5-hussars; assault; * 6 6; * 1 1");
    g.said(rule::R11_2_10, "5 Hussars advances to 0415");
    g.said(rule::R14_1d, "5 Hussars wades the stream").said(rule::R13_2, "5 Hussars routs");
    assert_eq!((g.hex("5-hussars"), g.leader_hex("strassoldo")), ("", "0416"));
    g.never_said("follows");
    // with a level to spare he is asked
    let mut g = game(&place.replace("0416 N disorganized", "0416 N shaken"));
    g.play("act 5-hussars; assault; * 6 6");
    g.said(rule::R14_1d, "5 Hussars wades the stream").offers("follow strassoldo");
    covers(&[rule::R2_2_1a]);
}

// ---- 11.4: artillery --------------------------------------------------------------------------

#[test]
fn r11_4_guns_add_nothing_and_do_not_decide_but_suffer() {
    let mut g = fight(&ASSAULT.replace("5-aosta 0408 S", "5-aosta+pi-8-art 0408 S"), "4 4");
    // cc1/cc2: the infantry holds, the guns fail, the attacker holds
    g.said(rule::R11_4, "8 art adds no strength");
    g.play("* 1 1; * 6 6; * 1 1");
    assert!(g.unit("pi-8-art").status > 0);
    g.said(rule::R11_2_9b, "A draw");
}

#[test]
fn r11_4_1_guns_alone_are_lost_without_a_roll() {
    let mut g = game(&ASSAULT.replace("5-aosta 0408 S", "pi-8-art 0408 S"));
    g.play("act 17-hohenlohe; step 0409; react none; done; assault");
    g.said(rule::R11_4_1, "8 art stands alone");
    g.play("face N");
    g.said(rule::R11_4_1, "8 art is lost");
    g.never_said("strength points against");
    assert_eq!((g.hex("17-hohenlohe"), g.unit("17-hohenlohe").facing), ("0408", 0));
    assert_eq!((g.mood("strassoldo"), g.mood("1div")), (1, -1));
}

/// 8.7a: the enemy is among the guns, and they still lie in the hex: both see each other.
#[test]
fn r11_4_1_who_rides_over_guns_is_seen_by_their_owner() {
    let mut g = game(&ASSAULT.replace("5-aosta 0408 S", "pi-8-art 0408 S"));
    g.play("act 17-hohenlohe; step 0409; react none; done; assault");
    let index = |id: &str| g.game.army.units.find(|u| u.id == id).expect("it is there");
    assert_eq!(g.hex("17-hohenlohe"), "0408");
    assert!(g.game.face_up(&g.p, index("au-17-hohenlohe")), "it stands among the guns");
    let scene = g.game.view(&g.p, Viewer::Seat(Seat(0)));
    assert!(scene.pieces.iter().any(|p| p.id == "au-17-hohenlohe"), "{:?}", scene.pieces);
    g.play("face N");
    assert!(!g.game.face_up(&g.p, index("au-17-hohenlohe")), "the guns are gone and nobody is near");
}

#[test]
fn r11_4_1_guns_are_saved_when_the_attacker_is_thrown_out() {
    let mut g = game(&ASSAULT.replace("5-aosta 0408 S", "pi-8-art 0408 S; 5-aosta 0407 S"));
    g.play("act 17-hohenlohe; step 0409; react none; done; assault; face N");
    g.play("react counterattack 5-aosta; * 1 1; * 6 6");
    g.said(rule::R12_2_3, "5 Aosta counterattacks 17 Hohenlohe in 0408");
    // its own marker bars the way back (11.3.1)
    g.refused("retreat 0409").because(rule::R11_3_1);
    g.play("retreat 0308; retreat 0309; face N; face S");
    g.said(rule::R11_4_1, "8 art is saved");
    assert_eq!((g.hex("pi-8-art"), g.hex("5-aosta"), g.hex("17-hohenlohe")), ("0408", "0408", "0309"));
    assert_eq!((g.mood("strassoldo"), g.mood("1div")), (-1, 1));
}

/// No zone of reaction reaches into a village (3a), and still those beside the guns save them.
#[test]
fn r11_4_1_neighbours_save_guns_in_a_village() {
    let mut g = game(
        "activate strassoldo forces; 17-hohenlohe 1913 N; strassoldo 1914; marker assault 2013>2012
         pi-8-art 2012 S; 11-casale 2011 S; diferrere 2009",
    );
    g.play("act 17-hohenlohe; step 2013; react none; done; assault; face N");
    g.said(rule::R11_4_1, "8 art stands alone").offers("react fire 2011 infantry");
    g.play("react counterattack 11-casale; * 1 1; * 6 6; * 1 1");
    g.play("retreat 1913; face N; face S");
    g.said(rule::R12_2_3, "11 Casale counterattacks 17 Hohenlohe in 2012");
    g.said(rule::R11_4_1, "8 art is saved");
    assert_eq!(g.hex("pi-8-art"), "2012");
    assert_eq!((g.mood("strassoldo"), g.mood("2div")), (-1, 1));
}

/// When the escort breaks in the fight, its guns stand alone (ruling R26).
#[test]
fn r11_4_1_guns_whose_escort_is_gone_stand_alone() {
    let place = ASSAULT.replace("5-aosta 0408 S", "5-aosta 0408 S disorganized; pi-8-art 0408 S");
    // 6 with a difference of three: cc1/0S1
    let mut g = fight(&place, "3 4");
    g.play("* 1 1");
    g.said(rule::R13_2, "5 Aosta routs").said(rule::R11_4_1, "8 art stands alone");
    g.play("face N").said(rule::R11_4_1, "8 art is lost");
    assert_eq!((g.mood("strassoldo"), g.mood("1div")), (1, -1));
}

/// Corner case 16: the guns lose their half when the reactions against the attacker are over.
#[test]
fn r11_4_2_the_half_is_lost_after_the_reactions() {
    let place = ASSAULT.replace("5-aosta 0408 S", "5-aosta+pi-8-art 0408 S; 6-aosta 0507 SW");
    let mut g = fight(&place, "6 6");
    g.play("retreat 0407; retreat 0406; face S; face N");
    g.never_said("in the retreat");
    g.play("react fire 6-aosta; * 1 1");
    g.said(rule::R11_4_2, "8 art loses 2 strength points in the retreat");
}

/// Field guns lose half of what they have, rounded up; horse artillery nothing.
#[test]
fn r11_4_2_guns_that_fall_back_limber_and_lose_half() {
    let mut g = fight(&ASSAULT.replace("5-aosta 0408 S", "5-aosta+pi-8-art 0408 S"), "6 6");
    g.play("retreat 0407; retreat 0406; face S; face N");
    g.said(rule::R11_4_2, "8 art loses 2 strength points in the retreat");
    assert!(g.unit("pi-8-art").lost == 2 && g.hex("pi-8-art") == "0406", "{}", g.log());
    let mut g = fight(&ASSAULT.replace("5-aosta 0408 S", "napoli 0408 S; pi-horse-art 0408 S"), "4 4");
    g.play("retreat 0407; retreat 0406; face S; face N");
    g.never_said("in the retreat");
    assert_eq!(g.unit("pi-horse-art").lost, 1);
}
