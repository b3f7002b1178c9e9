//! The first three worked examples of the rulebook.

use super::case::*;
use piacenza::position::Order;
use piacenza::rule;

/// The French choose De Croix, the Austrians Botta; 5 against 7; Botta lets De Croix go first and must then
/// activate second.
#[test]
fn x1_wing_selection() {
    let wing = |g: &Case| g.p.activation().map(|a| g.game.army.wings[a.wing].id.clone());
    let mut g = game("turn 2; standard");
    g.play("0: wing fs-ce; 1: wing au-rs; * 5; * 7");
    assert_eq!(g.decider(), Some(AUSTRIAN));
    g.play("second");
    assert_eq!(wing(&g).as_deref(), Some("fs-ce"));
    g.finish();
    assert_eq!(wing(&g).as_deref(), Some("au-rs"), "no other wing, no new roll");
    covers(&[rule::RX1, rule::R3_0d, rule::R3_0f]);
}

/// Larnage's five regiments go from Vallera southwards into the Engagement Zone of Lucchesi's Grenadiers. The
/// four hexes south of Vallera are a ditch; Larnage stands beside the second, third and fourth unit.
fn towards_vallera() -> Case {
    let mut g = game(
        "activate fs-rw movement; felipe 1320; mirepoix 1320; larnage 1421
         guyenne-inf 1419; auxerrois-inf 1420; montmorin-inf 1421; vivarais-inf 1422; gatinais-inf 1423
         grenadiers-lw-1 1821; grenadiers-lw-2 1823; rochefocauld-cav-1 1920; lucchesi 1920",
    );
    g.play("formation fs-rw-larnage; draw; assign guyenne-inf 1519; assign gatinais-inf 1523");
    g.play("assign auxerrois-inf 1520; assign montmorin-inf 1521; assign vivarais-inf 1522; done");
    g
}

#[test]
fn x2_line_movement() {
    let mut g = towards_vallera();
    g.said(rule::R5_6e, "Line: ");
    // A goes to Vallera without a roll
    g.play("take guyenne-inf; step 1519");
    assert_eq!(g.hex("guyenne-inf"), "1519");
    // B: 9, less 1 for Larnage beside it, is 8: failed
    g.play("take auxerrois-inf; step 1520; * 9");
    assert_eq!(g.modifier("Sergeants"), Some(-1));
    g.said(rule::R5_7a, "rolls 9 -1 to keep its alignment: 8, failed (training 7)");
    // C and D: 5 and 8, both less 1: passed
    g.play("take montmorin-inf; step 1521; * 5");
    g.play("take vivarais-inf; step 1522; * 8");
    g.said(rule::R5_7a, "rolls 8 -1 to keep its alignment: 7, passed (training 7)");
    // E: 8 without a commander near: failed
    g.play("take gatinais-inf; step 1523; * 8");
    g.said(rule::R5_7a, "rolls 8 to keep its alignment: failed (training 7)");
    let places = ["guyenne-inf", "auxerrois-inf", "montmorin-inf", "vivarais-inf", "gatinais-inf"];
    let places: Vec<&str> = places.into_iter().map(|unit| g.hex(unit)).collect();
    assert_eq!(places, ["1519", "1420", "1521", "1522", "1423"], "the Line is broken");
    covers(&[rule::RX2, rule::R5_7a, rule::R5_7c]);
}

/// Austrian cavalry comes up to Spanish infantry: 5 and 2 are 7 against 8.
#[test]
fn x3_cavalry_engagement() {
    let mut g = game(
        "activate au-rw movement; liechtenstein 4926; pallavicini 4926; serbelloni 4919
         palffy-cuir-1 4821; palffy-cuir-2 4820; wallis-ir 4825; marulli-ir 4826
         douchez 4524; reina-inf 4622; castilla-inf 4623; guardias-valonas 4624",
    );
    g.play("formation au-rw-serbelloni; take palffy-cuir-1; step 4721");
    // 4721 is beside Reina
    assert_eq!(g.roll_due(), "training");
    g.play("* 5");
    g.said(rule::R7_1b, "rolls 5 +2 to go up to infantry: 7, passed (training 8)");
    assert_eq!((g.hex("palffy-cuir-1"), g.unit("palffy-cuir-1").order), ("4721", Order::Good));
    covers(&[rule::RX3]);
}

/// Then the Spaniards: X, Y and Z are in the Engagement Zone of the Austrian infantry and move in Line only.
#[test]
fn x3_the_spanish_line() {
    let spaniards = || {
        let mut g = left_wing_moves(
            "douchez 4524; reina-inf 4622; castilla-inf 4623; guardias-valonas 4624; guardias-espanolas 4422
             palffy-cuir-1 4721; wallis-ir 4825; marulli-ir 4824",
        );
        g.play("formation fs-lw-douchez");
        g
    }; // a permitted movement: all three one hex along a line; the cavalry does not fire at who leaves it
    let mut g = spaniards();
    g.play("draw; assign reina-inf 4522; assign guardias-valonas 4524; assign castilla-inf 4523; done");
    g.play("take reina-inf; step 4522; take castilla-inf; step 4523; take guardias-valonas; step 4524");
    assert_eq!(
        (g.hex("reina-inf"), g.hex("castilla-inf"), g.hex("guardias-valonas")),
        ("4522", "4523", "4524")
    );
    g.never_said("in reaction");
    // if the others do not move, X cannot
    let mut g = spaniards();
    g.refused("take reina-inf").because(rule::R5_6c);
    // but it can fire at the cavalry
    g.finish_formation();
    assert!(g.legal().iter().any(|a| a == "fire fs-reina-inf 4721"), "{}", g.waits());
    // units behind are free, and in the zone they line up with their formation
    let mut g = spaniards();
    g.told("guardias-espanolas", rule::R5_3a, "moves freely");
    g.play("take guardias-espanolas");
    g.offers("step 4421");
    covers(&[rule::RX3, rule::R5_6a, rule::R5_8a]);
}
