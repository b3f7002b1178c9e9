//! Chapters 6 and 7: stacking, zones of control, reaction fire.

use super::case::*;
use piacenza::handmade;
use piacenza::position::Order;
use piacenza::rule;

fn zoc(g: &Case, side: u8, hex: &str) -> bool {
    g.p.zoc(side, g.game.map.find(hex).expect("a hex of the map"))
}

// ---- 6.0: stacking ---------------------------------------------------------------------------------

#[test]
fn r6_0a_who_may_share_a_hex() {
    let fits = |units: &str| handmade::read(battle(), &format!("{units} 4622")).is_ok();
    for units in
        ["reina-inf", "reina-inf+fs-lw-art-1", "carabineros-cav+sagunto-dr-1", "sagunto-dr-foot+fs-lw-art-1"]
    {
        assert!(fits(units), "{units}");
    }
    for units in [
        "reina-inf+castilla-inf",
        "reina-inf+carabineros-cav",
        "carabineros-cav+fs-lw-art-1",
        "fs-lw-art-1+fs-lw-art-2",
        "carabineros-cav+sagunto-dr-1+sagunto-dr-2",
        "reina-inf+sagunto-dr-foot",
    ] {
        assert!(!fits(units), "{units}");
    }
    // two that do not move together
    let mut g = left_wing_moves("douchez 4622; reina-inf+fs-lw-art-1 4622; castilla-inf 4623");
    g.play("formation fs-lw-douchez");
    g.refused("take reina-inf castilla-inf").because(rule::R6_0a);
    // the horses of dragoons on foot find no room beside a battery
    let mut g = left_wing_moves("camposanto 4622; sagunto-dr-foot+fs-lw-art-1 4622; micheletti-1 4623");
    g.play("formation fs-lw-camposanto");
    g.refused("convert sagunto-dr-foot").because(rule::R6_0a);
}

#[test]
fn r6_0b_limits_hold_always_but_in_a_retreat() {
    // a place in the Line that another unit keeps
    let mut g = left_wing_moves("douchez 4622; reina-inf 4622; castilla-inf 4623; guardias-valonas 4624");
    g.play("formation fs-lw-douchez; draw; assign reina-inf 4624; assign castilla-inf 4623");
    g.refused("done").because(rule::R6_0b);
    // which it leaves
    g.play("drop; draw; assign reina-inf 4624; assign guardias-valonas 4625; done");
    g.said(rule::R5_6e, "Line: ");
}

/// A unit that falls back passes over friends to the first hex with room.
#[test]
fn r6_0b_a_retreat_goes_over_friends() {
    // Starhemberg in 4722 is driven back; all hexes behind it are full of infantry
    let mut g = game(
        "activate fs-lw combat; felipe 4627; de-gages 4627; douchez 4622; guardias-valonas 4622
         guardias-espanolas 4623
         starhemberg-ir 4722; roth-ir 4822; vettes-ir 4823; palffy-ir 4721; andlau-ir 4723",
    );
    g.play("fire guardias-valonas 4722; done; done; * 4").fall_back();
    let hex = g.hex("starhemberg-ir").to_owned();
    assert!(!["4722", "4822", "4823"].contains(&hex.as_str()), "{hex}");
    g.said(rule::R9_2_8d, "falls back to 482");
}

#[test]
fn r6_0c_commanders_do_not_count() {
    let g = left_wing_moves("reina-inf+fs-lw-art-1 4622; douchez+aramburu+wirtz+camposanto 4622");
    g.told("4622", rule::R6_0c, "Commanders here: 4");
    let g = game(
        "activate fs-lw commanders; felipe 4627; de-gages 4627; reina-inf+fs-lw-art-1 4622
         douchez+aramburu 4622",
    );
    g.offers("ride fs-wc-de-gages 4622");
}

// ---- 7.0: zones of control -------------------------------------------------------------------------

#[test]
fn r7_0a_infantry_and_cavalry_have_one() {
    for unit in ["daun-ir", "palffy-cuir-1", "warasdin", "ballayra-dr-foot"] {
        let g = left_wing_moves(&format!("{unit} 4722"));
        g.told(unit, rule::R7_0a, "4721, 4822, 4823, 4723, 4623, 4622");
        assert!(zoc(&g, 1, "4622") && !zoc(&g, 1, "4722") && !zoc(&g, 1, "4621"));
        g.told("4622", rule::R7_0a, "In a zone of control: Austria");
    }
    // Disordered units and those that fire at will keep it; routed ones, guns, commanders have none
    assert!(zoc(&left_wing_moves("daun-ir 4722 disordered"), 1, "4622"));
    assert!(zoc(&left_wing_moves("daun-ir 4722 billebaude"), 1, "4622"));
    for text in ["daun-ir 4722 routed", "au-ce-art-1 4722", "kheul 4722"] {
        assert!(!zoc(&left_wing_moves(text), 1, "4622"), "{text}");
    }
}

/// Corner cases 6 and 7.
#[test]
fn r7_0b_none_out_of_woods_or_cover() {
    for hex in ["5027", "4013", "3526", "5121"] {
        let g = left_wing_moves(&format!("daun-ir {hex}"));
        g.told("daun-ir", rule::R7_0b, "none");
    }
    // but from work to work, both ways
    let g = left_wing_moves("daun-ir 3914");
    g.told("daun-ir", rule::R7_0b, "only among works: 3913, 3915");
    assert!(zoc(&g, 1, "3913") && zoc(&g, 1, "3915") && !zoc(&g, 1, "4014"));
    let g = left_wing_moves("daun-ir 3913");
    assert!(zoc(&g, 1, "3914"));
    // so nobody beside it is troubled by it, though its Engagement Zone remains
    let g = left_wing_moves("daun-ir 5027; reina-inf 5026");
    assert!(!zoc(&g, 1, "5026"));
    assert!(g.p.engaged(1, g.game.map.find("5026").unwrap()));
}

#[test]
fn r7_0c_not_where_nobody_can_go() {
    // through the walls, into the river
    let g = left_wing_moves("daun-ir 3411");
    g.told("daun-ir", rule::R7_0c, "3410");
    let g = left_wing_moves("daun-ir 3405");
    assert!(!zoc(&g, 1, "3404"));
    g.told("daun-ir", rule::R7_0c, "3404");
    // through a gate    let g = left_wing_moves("daun-ir 3610");
    assert!(!zoc(&g, 1, "3509"), "3610 is an entrenchment and gives none");
    let g = left_wing_moves("reina-inf 3509");
    assert!(!zoc(&g, 0, "3609") && zoc(&g, 0, "3610"), "out of the city through its gate only");
}

// ---- 7.1: what they do -----------------------------------------------------------------------------

#[test]
fn r7_1a_who_enters_one_stops() {
    let mut g =
        left_wing_moves("camposanto 4620; carabineros-cav 4621; micheletti-1 4620; palffy-cuir-1 4722");
    g.play("formation fs-lw-camposanto; take carabineros-cav; step 4622");
    g.refused("step 4522").because(rule::R7_1a);
    // it need not attack
    g.offers("melee fs-carabineros-cav 4722").offers("done");
}

#[test]
fn r7_1b_cavalry_rolls_before_it_goes_up_to_infantry() {
    let text = "camposanto 4619; carabineros-cav 4621; micheletti-1 4619; daun-ir 4722";
    let mut g = left_wing_moves(text);
    g.play("formation fs-lw-camposanto; take carabineros-cav; step 4622");
    assert_eq!(g.roll_due(), "training");
    // Spanish cavalry 7: 5 and 2 pass
    g.play("* 5");
    assert_eq!(g.modifier("cavalry enters"), Some(2));
    assert_eq!((g.hex("carabineros-cav"), g.unit("carabineros-cav").order), ("4622", Order::Good));
    let mut g = left_wing_moves(text);
    g.play("formation fs-lw-camposanto; take carabineros-cav; step 4622; * 6");
    g.said(rule::R7_1b, "failed");
    assert_eq!((g.hex("carabineros-cav"), g.unit("carabineros-cav").order), ("4621", Order::Disordered));
    assert!(g.unit("carabineros-cav").moved);
    // PR82: Disordered already it simply stays so
    let mut g = left_wing_moves(&text.replace("cav 4621", "cav 4621 disordered"));
    g.play("formation fs-lw-camposanto; take carabineros-cav; step 4622; * 6");
    assert_eq!(g.unit("carabineros-cav").order, Order::Disordered);
    // no roll for the zone of cavalry; none beside infantry in Cover
    let mut g = left_wing_moves(&text.replace("daun-ir", "palffy-cuir-1"));
    g.play("formation fs-lw-camposanto; take carabineros-cav; step 4622");
    assert_eq!(g.hex("carabineros-cav"), "4622");
    let mut g = left_wing_moves("camposanto 5024; carabineros-cav 5025; micheletti-1 5024; daun-ir 5027");
    g.play("formation fs-lw-camposanto; take carabineros-cav; step 5026");
    assert_eq!(g.hex("carabineros-cav"), "5026");
}

/// PR76: of a stack each unit rolls, and who passes may go on without the other.
#[test]
fn r7_1b_each_unit_of_a_stack_rolls() {
    let mut g = game(
        "activate fs-rs movement; felipe 4627; castelar 4627; villadarias 4619
                      calatrava-cav+alcantara-cav 4621; montesa-cav 4620; daun-ir 4722",
    );
    g.play("formation fs-rs-villadarias; take calatrava-cav alcantara-cav; step 4622; * 6; * 5");
    assert_eq!((g.hex("calatrava-cav"), g.hex("alcantara-cav")), ("4621", "4622"));
    assert_eq!(g.unit("calatrava-cav").order, Order::Disordered);
}

#[test]
fn r7_1c_retreats_go_through_them_and_nobody_reacts() {
    // Starhemberg falls back east; Lombardia beyond has a zone over every hex behind it
    let mut g = game(
        "activate fs-lw combat; felipe 4627; de-gages 4627; douchez 4622; guardias-valonas 4622
         guardias-espanolas 4623
         starhemberg-ir 4722; lombardia-inf 4922; corona-inf 4920; irlanda-inf 4924",
    );
    g.play("fire guardias-valonas 4722; done; done; * 4").fall_back();
    g.said(rule::R7_1c, "falls back to 482");
    g.never_said("in reaction");
}

#[test]
fn r7_1d_never_out_of_command() {
    let mut g =
        left_wing_moves("camposanto 4825; carabineros-cav 4621; micheletti-1 4825; daun-ir 4523 disordered");
    g.play("formation fs-lw-camposanto; take carabineros-cav; step 4622");
    g.refused("step 4623").because(rule::R7_1d);
}

/// Corner case 10.
#[test]
fn r7_1e_not_from_one_into_another() {
    let text = "camposanto 4620; carabineros-cav 4622; micheletti-1 4620; palffy-cuir-1 4722";
    let mut g = left_wing_moves(text);
    g.play("formation fs-lw-camposanto; take carabineros-cav");
    g.refused("step 4623").because(rule::R7_1e);
    g.refused("step 4721").because(rule::R7_1e);
    // by way of a free hex it can
    g.play("step 4522; step 4523; step 4623");
    assert_eq!(g.hex("carabineros-cav"), "4623");
}

/// Carabineros leave the zone of Daun in 4722; Sergeants and smoke play no part.
fn leaving(more: &str) -> Case {
    let mut g = left_wing_moves(&format!("camposanto 4619; carabineros-cav 4622; micheletti-1 4620\n{more}"));
    g.play("formation fs-lw-camposanto; take carabineros-cav; step 4621");
    g
}

#[test]
fn r7_1f_leaving_one_draws_fire_from_each_infantry() {
    // PR22: every one that has it over the hex, once
    let mut g = leaving("daun-ir 4722; roth-ir 4623");
    g.said(rule::R7_1f, "leaves an infantry zone of control under fire");
    g.play("* 0; * 0");
    assert_eq!(g.hex("carabineros-cav"), "4621");
    assert_eq!(g.left(), 4.0, "no points for leaving");
    assert_eq!(g.log().matches("fires in reaction").count(), 2);
    // not from cavalry, from Disordered, routed or marked infantry, from infantry in Cover
    for more in
        ["palffy-cuir-1 4722", "daun-ir 4722 disordered", "daun-ir 4722 billebaude", "daun-ir 4722 routed"]
    {
        let g = leaving(more);
        g.never_said("in reaction");
        assert_eq!(g.hex("carabineros-cav"), "4621", "{more}");
    }
    let mut g = left_wing_moves("camposanto 5024; carabineros-cav 5026; micheletti-1 5024; daun-ir 5027");
    g.play("formation fs-lw-camposanto; take carabineros-cav; step 5025");
    g.never_said("in reaction");
    // guns draw it as well, commanders do not
    let mut g = left_wing_moves("fs-lw-art-1 4622; daun-ir 4722");
    g.play("formation fs-lw-artillery; take fs-lw-art-1; step 4621");
    g.said(rule::R7_1f, "leaves an infantry zone");
    let mut g = game("activate fs-lw commanders; felipe 4627; de-gages 4622; reina-inf 4622; daun-ir 4722");
    g.play("ride de-gages 4621");
    g.never_said("in reaction");
}

#[test]
fn r7_1g_one_more_on_training_rolls() {
    let mut g = game(
        "activate fs-lw; felipe 4627; de-gages 4627; douchez 4627; reina-inf 4622 billebaude
         castilla-inf 4623; daun-ir 4722",
    );
    g.play("rally reina-inf; * 6");
    assert_eq!(g.modifier("in an enemy zone of control"), Some(1));
    assert!(g.unit("reina-inf").billebaude, "6 and 1 are more than 6");
    covers(&[rule::R7_1g]);
}

#[test]
fn r7_1h_they_do_not_block_command() {
    let g = left_wing_moves("douchez 4623; reina-inf 4622; daun-ir 4722; haganbach-ir 4725; roth-ir 4525");
    g.told("douchez", rule::R7_1h, "do not break the line");
    assert!(g.game.formation_commanded(&g.p, g.game.formation_of(g.unit_id("reina-inf"))));
}

#[test]
fn r7_1i_commanders_and_guns_only_where_friends_are() {
    let mut g = left_wing_moves(
        "fs-lw-art-1 4621; fs-lw-art-2 4624; reina-inf 4623; douchez 4623; daun-ir 4722 disordered",
    );
    g.play("formation fs-lw-artillery; take fs-lw-art-1");
    g.refused("step 4622").because(rule::R7_1i);
    // Reina is in 4623
    g.play("done; take fs-lw-art-2; step 4623");
    assert_eq!(g.hex("fs-lw-art-2"), "4623");
    // PR77: with its infantry it goes in
    let mut g = left_wing_moves(
        "douchez 4620; reina-inf+fs-lw-art-1 4621; castilla-inf 4620; daun-ir 4722 disordered",
    );
    g.play("formation fs-lw-douchez; take reina-inf fs-lw-art-1; step 4622");
    assert_eq!(g.hex("fs-lw-art-1"), "4622");
    let g = game("activate fs-lw commanders; felipe 4627; de-gages 4621; reina-inf 4623; daun-ir 4722");
    g.offers("ride fs-wc-de-gages 4623").offers_not("ride fs-wc-de-gages 4622");
}

// ---- 7.2: reaction fire ----------------------------------------------------------------------------

#[test]
fn r7_2a_minus_three_and_all_the_usual() {
    let mut g = leaving("daun-ir 4722");
    g.play("* 9");
    assert_eq!(g.modifier("reaction fire"), Some(-3));
    assert_eq!(g.modifier("not side by side"), Some(-2));
    // -5 in all, but never below -4: the 9 is a 5, on three strength points D
    g.said(rule::R7_2a, "fires in reaction at");
    assert_eq!(g.modifier("never below"), Some(1));
    let mut g = leaving("daun-ir 4722; haganbach-ir 4723");
    g.play("* 5");
    assert_eq!(g.modifier("not side by side"), None);
}

/// PR21.
#[test]
fn r7_2b_the_effects_first_then_it_leaves() {
    // D on cavalry: it goes on
    let mut g = leaving("daun-ir 4722; haganbach-ir 4723; kheul 4723");
    g.play("* 6");
    g.said(rule::R7_2b, "gets away");
    assert_eq!((g.hex("carabineros-cav"), g.unit("carabineros-cav").order), ("4621", Order::Disordered));
    assert_eq!(g.left(), 4.0);
    // D1 or more: it retreats instead of the step, and its movement is over
    let mut g = leaving("daun-ir 4722; haganbach-ir 4723; kheul 4723");
    g.play("* 8").fall_back();
    assert!(g.unit("carabineros-cav").moved);
    assert_ne!(g.hex("carabineros-cav"), "4622");
    g.never_said("gets away");
    // D on infantry: one hex, and then it stays
    let mut g = left_wing_moves(
        "douchez 4619; reina-inf 4622 reduced; castilla-inf 4620; daun-ir 4722; haganbach-ir 4723
         lombardia-inf 5121",
    );
    g.play(
        "formation fs-lw-douchez; draw; assign reina-inf 4620; assign castilla-inf 4619; done
            take castilla-inf; step 4619; take reina-inf; step 4621; * 6",
    );
    assert_eq!((g.hex("reina-inf"), g.unit("reina-inf").order), ("4621", Order::Disordered));
    assert!(g.unit("reina-inf").moved);
}
