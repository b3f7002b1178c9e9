//! Chapter 10: cavalry. Villadarias' horse rides from 4524 over 4624 to 4724, beside 4824.

use super::case::*;
use super::fights::*;
use piacenza::position::{Attack, Order, Place};
use piacenza::rule;

/// Villadarias is about to move against whoever is listed.
fn ride(others: &str) -> Case {
    let mut g =
        movement("fs-rs", &format!("calatrava-cav 4524; alcantara-cav 4523; fc-villadarias 4522; {others}"));
    g.play("formation fs-rs-villadarias");
    g
}

/// Calatrava is in 4724 and resolves the attack that is listed, Alcantara is near.
fn attack(marker: &str, others: &str) -> Case {
    let mut g = combat(
        "fs-rs",
        &format!(
            "calatrava-cav 4724; alcantara-cav 4623; fc-villadarias 4522; {marker} calatrava-cav>4824; {others}"
        ),
    );
    g.play("resolve calatrava-cav");
    g
}

const CUIRASSIERS: &str = "palffy-cuir-1 4824; dessewffy-hus 5025; fc-serbelloni 5226";

// ---- 10.0, 10.1 --------------------------------------------------------------------------------------

#[test]
fn r10_0_dragoons_on_foot_fight_as_infantry() {
    let mut g = combat("fs-lw", "sagunto-dr-foot 4724; micheletti-1 4723; fc-camposanto 4720; warasdin 4824");
    g.play("fire sagunto-dr-foot 4824; done; done; * 9");
    assert!(lost(&g, "warasdin"));
    let mut g = combat(
        "fs-lw",
        "sagunto-dr-1+sagunto-dr-2 4724; micheletti-1 4723; fc-camposanto 4720; warasdin 4824",
    );
    g.refused("fire sagunto-dr-1 4824").because(rule::R10_0);
}

#[test]
fn r10_1a_one_against_one() {
    let mut g = attack("melee", "palffy-cuir-1+palffy-cuir-2 4824; fc-serbelloni 5226");
    // the owner of the two says who meets them (PR79)
    assert_eq!(g.decider(), Some(AUSTRIAN));
    g.offers("choose au-palffy-cuir-1");
    g.play("choose palffy-cuir-2; * 5");
    g.said(rule::R9_2_4, "Calatrava Cav. against Palffy Cuirassiers II: 2 to 2 (1:1), rolls 5: DR.");
    fall_back(&mut g);
    assert_eq!(order(&g, "palffy-cuir-2"), Order::Disordered);
    // the other one has to go too, unhurt (PR80)
    assert_eq!(order(&g, "palffy-cuir-1"), Order::Good);
    assert_ne!(g.hex("palffy-cuir-1"), "4824");
    g.said(rule::R9_2_1e, "goes with it");
    covers(&[rule::R10_1a]);
}

#[test]
fn r10_1b_no_commander_needs_to_be_beside_it() {
    let mut g = movement(
        "fs-rs",
        &format!("calatrava-cav 4624; alcantara-cav 4623; fc-villadarias 4622; {CUIRASSIERS}"),
    );
    g.play("formation fs-rs-villadarias; take calatrava-cav; step 4724");
    let seat = kernel::Seat(0);
    let mut legal = Vec::new();
    kernel::Game::legal(g.game, &g.p, seat, &mut legal);
    let offered = legal.iter().map(|a| kernel::Show::choice(g.game, &g.p, seat, *a));
    let melee = offered.into_iter().find(|c| c.kind == "melee").expect("it is offered");
    assert_eq!(melee.rule, rule::R10_1b);
    g.play("melee calatrava-cav 4824");
    assert!(matches!(g.unit("calatrava-cav").attack, Attack::Melee(_)));
}

#[test]
fn r10_1c_it_is_disordered_after_its_attack() {
    // it wins and is Disordered all the same
    let mut g = attack("melee", CUIRASSIERS);
    g.play("* 5");
    fall_back(&mut g);
    g.said(rule::R10_1c, "Calatrava Cav. is spent by its attack.");
    assert_eq!((order(&g, "calatrava-cav"), g.hex("calatrava-cav")), (Order::Disordered, "4724"));
    // it loses: one Disorder, no roll for a rout on top (PR36)
    let mut g = attack("melee", CUIRASSIERS);
    g.play("* 4");
    fall_back(&mut g);
    assert_eq!(order(&g, "calatrava-cav"), Order::Disordered);
    assert_ne!(g.hex("calatrava-cav"), "4724");
    // Disordered by the defensive volley it may rout: one roll against 7 with +2, the enemy's zone is gone with him
    for (face, routs) in [(5, false), (6, true)] {
        let mut g = attack("melee", "traun-ir 4824; clerici-ir 4924; fc-barnklau 5226");
        // Traun stands (0), fires (Extended at horse: 3 is D); 9 on 1:1 drives it off
        g.play("* 0; * 3; * 9");
        fall_back(&mut g);
        assert_eq!(g.roll_due(), "training");
        g.play(&format!("* {face}"));
        fall_back(&mut g);
        assert_eq!(order(&g, "calatrava-cav") == Order::Routed, routs, "{face}");
    }
}

#[test]
fn r10_1d_cavalry_does_not_pursue() {
    let mut g = attack("melee", CUIRASSIERS);
    g.play("* 5");
    fall_back(&mut g);
    g.said(rule::R10_1d, "Calatrava Cav. does not pursue.");
    assert_eq!(g.hex("calatrava-cav"), "4724");
}

// ---- 10.2: Melee of cavalry --------------------------------------------------------------------------

#[test]
fn r10_2a_only_in_clear_terrain_or_a_ditch() {
    let mut g =
        movement("fs-rs", "calatrava-cav 4931; alcantara-cav 4930; fc-villadarias 4930; daun-ir 4933");
    // a unit in a farmhouse exerts no zone: cavalry comes up without a roll (corner case 6)
    g.play("formation fs-rs-villadarias; take calatrava-cav; step 4932");
    g.refused("melee calatrava-cav 4933").because(rule::R10_2a);
    // the ditch of 4412
    let mut g = game(
        "activate fs-rs movement; cic-felipe 4209; cic-liechtenstein 4615
         calatrava-cav 4312; alcantara-cav 4212; fc-villadarias 4212; palffy-cuir-1 4412",
    );
    g.play("formation fs-rs-villadarias; take calatrava-cav");
    g.offers("melee fs-calatrava-cav 4412");
}

#[test]
fn r10_2b_guns_alone_are_ridden_over() {
    let g = attack("melee", "ce-art-2 4824 SW; fc-kheul 5226; daun-ir 5226");
    g.said(rule::R10_2b, "Artillery CE 2 is eliminated.");
    assert!(lost(&g, "ce-art-2"));
    assert_eq!((order(&g, "calatrava-cav"), g.hex("calatrava-cav")), (Order::Disordered, "4724"));
    // with infantry they share its fate: it stands, fails, and is driven off
    let mut g = attack("melee", "traun-ir+au-rw-art-1 4824; clerici-ir 4924; fc-barnklau 5226");
    g.play("* 9; * 9");
    fall_back(&mut g);
    assert!(lost(&g, "au-rw-art-1"));
    // or does not stand at all
    let mut g = ride("traun-ir 4824 disordered; au-rw-art-1 4824; clerici-ir 5024; fc-barnklau 5226");
    g.play("take calatrava-cav; step 4624; step 4724; * 0; melee calatrava-cav 4824");
    fall_back(&mut g);
    g.said(rule::R10_2b, "Artillery RW 1 is eliminated.");
}

#[test]
fn r10_2c_infantry_that_does_not_stand_runs_at_once() {
    // Disordered: two hexes, no shot, and the cavalry is not Disordered (PR37)
    let mut g = ride("traun-ir 4824 disordered; clerici-ir 5226; fc-barnklau 5226");
    g.play("take calatrava-cav; step 4624; step 4724; * 0; melee calatrava-cav 4824");
    fall_back(&mut g);
    let from = g.game.map.find("4824").expect("a hex");
    assert_eq!(g.game.map.distance(g.unit("traun-ir").hex, from), 2);
    assert_eq!(order(&g, "traun-ir"), Order::Disordered, "it keeps its state");
    assert_eq!((g.unit("calatrava-cav").attack, order(&g, "calatrava-cav")), (Attack::None, Order::Good));
    // it has a point of its five left, and no zone holds it
    g.offers("step 4824");
    // out of command: its commander is not on the map
    let mut g = ride("traun-ir 4824; clerici-ir 5226");
    g.play("take calatrava-cav; step 4624; step 4724; * 0; melee calatrava-cav 4824");
    fall_back(&mut g);
    g.said(rule::R10_2c, "Traun Inf. does not stand against the cavalry.");
    assert_eq!(g.game.map.distance(g.unit("traun-ir").hex, from), 2);
    // routed: three
    let mut g = ride("traun-ir 4824 routed; clerici-ir 5226; fc-barnklau 5226");
    g.play("take calatrava-cav; step 4624; step 4724; melee calatrava-cav 4824");
    fall_back(&mut g);
    g.said(rule::R11_2b, "Traun Inf. does not stand against the cavalry.");
    assert_eq!(g.game.map.distance(g.unit("traun-ir").hex, from), 3);
}

#[test]
fn r10_2d_infantry_rolls_to_stand() {
    // training 7, in the zone of control of the cavalry +1
    let mut g = attack("melee", "traun-ir 4824; clerici-ir 4924; fc-barnklau 5226");
    assert_eq!(g.roll_due(), "training");
    g.play("* 6");
    assert_eq!(g.roll_due(), "fire", "it passes and fires");
    g.play("* 0; * 4");
    g.said(rule::R9_2_4, "2 to 2 (1:1), rolls 4: AR.");
    let mut g = attack("melee", "traun-ir 4824; clerici-ir 4924; fc-barnklau 5226");
    g.play("* 7; * 4");
    g.never_said("fires at");
    g.said(rule::R9_2_4, "2 to 2 (3:2), rolls 4: DR.");
    assert!(g.events.iter().flat_map(|e| &e.modifiers).any(|m| m.rule == rule::R10_2d && m.value == 1));
    // marked with Billebaude it stands but does not fire
    let mut g = attack("melee", "traun-ir 4824 billebaude; clerici-ir 4924; fc-barnklau 5226");
    g.play("* 0");
    assert_eq!(g.roll_due(), "melee");
}

#[test]
fn r10_2e_more_than_disorder_ends_the_attack() {
    let volley = |face: u8| {
        let mut g = attack("melee", "traun-ir 4824; clerici-ir 4924; fc-barnklau 5226");
        g.play(&format!("* 0; * {face}"));
        fall_back(&mut g);
        g
    };
    // Extended: 3 is Disorder, and the Melee goes on
    let mut g = volley(3);
    assert_eq!(g.roll_due(), "melee");
    g.play("* 9");
    // 6 is D1: broken off
    let g = volley(6);
    g.said(rule::R10_2e, "The attack is broken off.");
    assert_eq!(order(&g, "calatrava-cav"), Order::Disordered);
    assert_ne!(g.hex("calatrava-cav"), "4724");
    // 9 is a step: broken off too, and it is Disordered by its attack (PR36)
    let g = volley(9);
    g.said(rule::R10_2e, "The attack is broken off.");
    assert!(g.unit("calatrava-cav").reduced);
    assert_eq!((order(&g, "calatrava-cav"), g.hex("calatrava-cav")), (Order::Disordered, "4724"));
}

/// PR80: results of fire leave the other squadrons of the hex where they are.
#[test]
fn r10_2e_fire_drives_off_its_victim_alone() {
    let mut g = combat(
        "fs-rs",
        "calatrava-cav+alcantara-cav 4724; fc-villadarias 4522; melee calatrava-cav>4824
         traun-ir 4824; clerici-ir 4924; fc-barnklau 5226",
    );
    g.play("resolve calatrava-cav; * 0; * 6");
    fall_back(&mut g);
    assert_ne!(g.hex("calatrava-cav"), "4724");
    assert_eq!(g.hex("alcantara-cav"), "4724");
    covers(&[rule::R10_2e]);
}

// ---- 10.3: the Charge --------------------------------------------------------------------------------

#[test]
fn r10_3a_cavalry_against_cavalry_on_clear_ground() {
    let mut g = ride(CUIRASSIERS);
    g.play("take calatrava-cav; step 4624; step 4724");
    g.offers("charge fs-calatrava-cav 4824");
    g.play("charge calatrava-cav 4824");
    g.said(rule::R10_3a, "Calatrava Cav. is to charge 4824.");
    // not infantry
    let mut g = ride("traun-ir 4824; clerici-ir 4924; fc-barnklau 5226");
    g.play("take calatrava-cav; step 4624; step 4724; * 0");
    g.refused("charge calatrava-cav 4824").because(rule::R10_3a);
    // nor into a ditch, though a Melee would be possible
    let mut g = game(
        "activate fs-rs movement; cic-felipe 4209; cic-liechtenstein 4615
         calatrava-cav 4313; alcantara-cav 4212; fc-villadarias 4212; palffy-cuir-1 4412",
    );
    g.play("formation fs-rs-villadarias; take calatrava-cav; step 4312");
    g.refused("charge calatrava-cav 4412").because(rule::R10_3a);
    g.offers("melee fs-calatrava-cav 4412");
}

/// PR78: mounted cavalry may stand in Cover, out of reach of other cavalry.
#[test]
fn r10_2a_cavalry_in_cover_is_safe_from_cavalry() {
    let mut g =
        movement("fs-rs", "calatrava-cav 4930; alcantara-cav 4929; fc-villadarias 4929; palffy-cuir-1 4933");
    g.play("formation fs-rs-villadarias; take calatrava-cav; step 4931; step 4932");
    g.refused("melee calatrava-cav 4933").because(rule::R10_2a);
    g.refused("charge calatrava-cav 4933").because(rule::R2_1_1e);
}

#[test]
fn r10_3b_a_column_for_charge_and_countercharge() {
    let mut g = attack("charge", CUIRASSIERS);
    g.play("* 4");
    g.said(rule::R9_2_4, "Calatrava Cav. against Palffy Cuirassiers I: 2 to 2 (3:2), rolls 4: DR.");
    assert_eq!(g.roll_due(), "melee");
    g.play("* 4");
    g.said(rule::R10_3_1a, "Palffy Cuirassiers I countercharges Calatrava Cav.: 2 to 2 (3:2), rolls 4: DR.");
    assert!(g.events.iter().flat_map(|e| &e.modifiers).filter(|m| m.rule == rule::R10_3b).count() == 2);
}

#[test]
fn r10_3c_not_across_a_stream_nor_from_where_it_stood() {
    // adjacent before it moved
    let mut g = movement(
        "fs-rs",
        &format!("calatrava-cav 4724; alcantara-cav 4623; fc-villadarias 4522; {CUIRASSIERS}"),
    );
    g.play("formation fs-rs-villadarias; take calatrava-cav");
    g.refused("charge calatrava-cav 4824").because(rule::R10_3c);
    g.offers("melee fs-calatrava-cav 4824");
    // the stream between 5222 and 5322
    let mut g =
        movement("fs-rs", "calatrava-cav 5022; alcantara-cav 5023; fc-villadarias 5023; palffy-cuir-1 5322");
    g.play("formation fs-rs-villadarias; take calatrava-cav; step 5122; step 5222");
    g.refused("charge calatrava-cav 5322").because(rule::R10_3c);
    g.offers("melee fs-calatrava-cav 5322");
}

/// PR99: the start of Movement is that of the segment, for both.
#[test]
fn r10_3c_adjacent_when_the_segment_began() {
    let text = "guyenne-inf 4622; auxerrois-inf 4621; fc-larnage 4622; palffy-cuir-1 4824";
    // the cuirassiers make way for infantry; the horse that stood beside them follows, and the other comes up
    let mut g = movement("fs-rw", &format!("lobkowitz-cav-1 4825; lobkowitz-cav-2 4626; {text}"));
    g.play("formation fs-rw-larnage; take guyenne-inf; step 4722; step 4723; done");
    assert_eq!(g.hex("palffy-cuir-1"), "4923");
    g.play("take lobkowitz-cav-1; step 4924");
    g.refused("charge lobkowitz-cav-1 4923").because(rule::R10_3c);
    g.offers("melee fs-lobkowitz-cav-1 4923");
    g.play("done; take lobkowitz-cav-2; step 4625; step 4724; step 4824");
    g.offers("charge fs-lobkowitz-cav-2 4923");
    // they are driven up to horse that stood farther away: it charges without a step
    let mut g = movement("fs-rw", &format!("lobkowitz-cav-1 5024; lobkowitz-cav-2 4925; {text}"));
    g.play("formation fs-rw-larnage; take guyenne-inf; step 4722; step 4723; retreat 4923; done");
    g.play("take lobkowitz-cav-1");
    g.offers("charge fs-lobkowitz-cav-1 4923");
    // with one who was adjacent in the hex the other is safe too
    let mut g =
        movement("fs-rw", &format!("lobkowitz-cav-1 4825; lobkowitz-cav-2 4626; palffy-cuir-2 4923; {text}"));
    g.play("formation fs-rw-larnage; take guyenne-inf; step 4722; step 4723; done");
    assert_eq!(g.hex("palffy-cuir-1"), g.hex("palffy-cuir-2"));
    g.play("take lobkowitz-cav-1; step 4924");
    g.refused("charge lobkowitz-cav-1 4923").because(rule::R10_3c);
}

// ---- 10.3.1: the Countercharge -----------------------------------------------------------------------

/// PR90: also if the charge tells it to retreat; steps are lost first and count in the odds.
#[test]
fn r10_3_1a_every_charged_cavalry_countercharges() {
    // D1: the cuirassiers lose a step, and come back with one
    let mut g = attack("charge", CUIRASSIERS);
    g.play("* 7");
    assert!(g.unit("palffy-cuir-1").reduced);
    assert_eq!((g.hex("palffy-cuir-1"), order(&g, "palffy-cuir-1")), ("4824", Order::Good), "the rest waits");
    g.play("* 0");
    g.said(rule::R10_3_1a, "1 to 2 (2:3), rolls 0: A1.");
    // the step of the countercharge is their last
    assert!(lost(&g, "palffy-cuir-1"));
    // after AR as well
    let mut g = attack("charge", CUIRASSIERS);
    g.play("* 3; * 3");
    g.said(rule::R10_3_1a, "2 to 2 (3:2), rolls 3: AR.");
    fall_back(&mut g);
    // not if the charge has destroyed one of the two
    let mut g = attack(
        "charge",
        "frisia-dr 4525; palffy-cuir-1 4824 reduced; fc-serbelloni 5226; dessewffy-hus 5226",
    );
    g.play("* 9");
    assert!(lost(&g, "palffy-cuir-1"));
    g.never_said("countercharges");
    assert_eq!(order(&g, "calatrava-cav"), Order::Disordered);
}

#[test]
fn r10_3_1b_one_retreat_each_the_charged_last() {
    // charge DR, countercharge AR: the cuirassiers have two retreats and go one hex
    let mut g = attack("charge", CUIRASSIERS);
    g.play("* 4; * 3");
    fall_back(&mut g);
    let from = g.game.map.find("4824").expect("a hex");
    assert_eq!(g.game.map.distance(g.unit("palffy-cuir-1").hex, from), 1);
    assert_eq!(
        (order(&g, "palffy-cuir-1"), order(&g, "calatrava-cav")),
        (Order::Disordered, Order::Disordered)
    );
    assert_eq!(g.hex("calatrava-cav"), "4724", "it was never told to retreat");
    g.said(rule::R10_3_1b, "Palffy Cuirassiers I comes back from its countercharge.");
    // charge DR, countercharge DR: both retreat, the charger first
    let mut g = attack("charge", CUIRASSIERS);
    g.play("* 4; * 4");
    assert_eq!(g.decider(), Some(FRANCO_SPANISH));
    fall_back(&mut g);
    assert_ne!(g.hex("calatrava-cav"), "4724");
    assert_ne!(g.hex("palffy-cuir-1"), "4824");
}

#[test]
fn r10_4_another_cavalry_on_the_flank() {
    let odds = |mate: &str, marker: &str| {
        let mut g = combat(
            "fs-rs",
            &format!(
                "calatrava-cav 4724; alcantara-cav {mate}; fc-villadarias 4522; {marker} calatrava-cav>4824; {CUIRASSIERS}"
            ),
        );
        g.play("resolve calatrava-cav; * 9");
        g.log()
    };
    assert!(odds("4623", "melee").contains("(1:1)"));
    assert!(odds("4923", "melee").contains("(3:2)"));
    assert!(odds("4923", "charge").contains("(2:1)"), "besides other columns");
    assert!(odds("4723", "melee").contains("(1:1)"), "it touches the attacker");
    // the countercharge has it too: Dessewffy touches 4724 but not 4824
    let mut g = attack("charge", "palffy-cuir-1 4824; dessewffy-hus 4624; fc-serbelloni 5226");
    g.play("* 3; * 5");
    g.said(rule::R10_3_1a, "2 to 2 (2:1)");
    covers(&[rule::R10_4]);
}

// ---- 10.5: dragoons ----------------------------------------------------------------------------------

#[test]
fn r10_5a_two_mounted_points_are_one_on_foot() {
    let camposanto = |pieces: &str| {
        let mut g = movement("fs-lw", &format!("{pieces}; micheletti-1 4723; fc-camposanto 4723"));
        g.play("formation fs-lw-camposanto");
        g
    };
    let mut g = camposanto("sagunto-dr-1+sagunto-dr-2 4724");
    g.play("convert sagunto-dr-1");
    assert_eq!((g.hex("sagunto-dr-foot"), g.unit("sagunto-dr-foot").reduced), ("4724", false));
    assert_eq!(g.unit("sagunto-dr-1").place, Place::Away);
    g.said(rule::R10_5a, "dismount in 4724");
    // once in a movement; the new counter moves
    g.refused("convert sagunto-dr-foot").because(rule::R10_5a);
    g.offers("take fs-sagunto-dr-foot");
    // three or two points are one on foot, a lone full counter too; a lone reduced one is too weak (PR52)
    let mut g = camposanto("sagunto-dr-1 4724; sagunto-dr-2 4724 reduced");
    g.play("convert sagunto-dr-1");
    assert!(g.unit("sagunto-dr-foot").reduced);
    let mut g = camposanto("sagunto-dr-1 4724; sagunto-dr-2 lost");
    g.play("convert sagunto-dr-1");
    assert!(g.unit("sagunto-dr-foot").reduced);
    let mut g = camposanto("sagunto-dr-1 4724 reduced; sagunto-dr-2 lost");
    g.refused("convert sagunto-dr-1").because(rule::R10_5a);
    // both in one hex, and in order
    let mut g = camposanto("sagunto-dr-1 4724; sagunto-dr-2 4725");
    g.refused("convert sagunto-dr-1").because(rule::R10_5a);
    let mut g = camposanto("sagunto-dr-1 4724 disordered; sagunto-dr-2 4724");
    g.refused("convert sagunto-dr-1").because(rule::R10_5a);
    // and back
    let mut g = camposanto("sagunto-dr-foot 4724");
    g.play("convert sagunto-dr-foot");
    assert_eq!((g.hex("sagunto-dr-1"), g.hex("sagunto-dr-2")), ("4724", "4724"));
    let mut g = camposanto("sagunto-dr-foot 4724 reduced");
    g.play("convert sagunto-dr-foot");
    assert!(g.unit("sagunto-dr-1").reduced && g.unit("sagunto-dr-2").reduced);
}

/// PR52: what has been eliminated does not come back with its twin, nor do its points go.
#[test]
fn r10_5a_an_eliminated_counter_does_not_mount() {
    let pieces = "micheletti-1 4723; fc-camposanto 4723; sagunto-dr-2 lost";
    let mut g = movement("fs-lw", &format!("sagunto-dr-foot 4724 reduced; {pieces}"));
    let points = g.game.points(&g.p, 1);
    g.play("formation fs-lw-camposanto; convert sagunto-dr-foot");
    g.said(rule::R10_5a, "Sagunto Dragoons I mount in 4724");
    let (first, second) = (g.unit("sagunto-dr-1"), g.unit("sagunto-dr-2"));
    assert_eq!((first.place, first.reduced), (Place::Map, false), "one point on foot is two on horseback");
    assert_eq!((second.place, g.hex("sagunto-dr-2")), (Place::Lost, ""));
    assert_eq!(g.game.points(&g.p, 1), points);
    // there and back again, in two movements
    let mut g = movement("fs-lw", &format!("sagunto-dr-1 4724; {pieces}"));
    g.play("formation fs-lw-camposanto; convert sagunto-dr-1");
    assert_eq!((g.hex("sagunto-dr-foot"), g.unit("sagunto-dr-2").place), ("4724", Place::Lost));
    // where nobody is left of the mounted counters there is nothing to mount
    let mut g = movement("fs-lw", &format!("sagunto-dr-foot 4724 reduced; sagunto-dr-1 lost; {pieces}"));
    g.play("formation fs-lw-camposanto");
    g.refused("convert sagunto-dr-foot").because(rule::R10_5a);
}

#[test]
fn r10_5b_mounted_in_an_engagement_zone_only_stacked() {
    // Traun in 4924 makes one of three hexes
    let others = "micheletti-1 4423; fc-camposanto 4423; traun-ir 4924; fc-barnklau 5226";
    let mut g = movement("fs-lw", &format!("sagunto-dr-1 4524; sagunto-dr-2 4523; {others}"));
    g.play("formation fs-lw-camposanto; take sagunto-dr-1; step 4624");
    g.refused("done").because(rule::R10_5b);
    g.play("step 4523; done");
    // together they may
    let mut g = movement("fs-lw", &format!("sagunto-dr-1+sagunto-dr-2 4524; {others}"));
    g.play("formation fs-lw-camposanto; take sagunto-dr-1 sagunto-dr-2; step 4624; done");
    assert_eq!(g.hex("sagunto-dr-2"), "4624");
    // and dismount when they move next
    let mut g = movement("fs-lw", &format!("sagunto-dr-1+sagunto-dr-2 4624; {others}"));
    g.play("formation fs-lw-camposanto");
    assert_eq!(g.hex("sagunto-dr-foot"), "4624");
}

/// Dragoons on foot may mount to get out of an Engagement Zone.
#[test]
fn r10_5b_who_mounts_in_a_zone_rides() {
    let mut g = movement(
        "fs-lw",
        "sagunto-dr-foot 4624; micheletti-1 4423; fc-camposanto 4524; traun-ir 4924; fc-barnklau 5226",
    );
    g.play("formation fs-lw-camposanto; convert sagunto-dr-foot");
    g.offers("take fs-sagunto-dr-1 fs-sagunto-dr-2");
    covers(&[rule::R10_5b]);
}

#[test]
fn r10_5c_they_do_not_charge_nor_go_up_to_infantry() {
    let mut g = ride(&format!("frisia-dr 4524; {CUIRASSIERS}"));
    g.play("take frisia-dr; step 4624; step 4724");
    g.refused("charge frisia-dr 4824").because(rule::R10_5c);
    g.offers("melee fs-frisia-dr 4824");
    // stacked with other cavalry in an Engagement Zone they still do not enter the zone of control
    let mut g = movement(
        "fs-rs",
        "frisia-dr+calatrava-cav 4624; alcantara-cav 4623; fc-villadarias 4522; traun-ir 4824; fc-barnklau 5226",
    );
    g.play("formation fs-rs-villadarias; take calatrava-cav frisia-dr");
    g.refused("step 4724").because(rule::R10_5c);
    // charged they countercharge
    let mut g = combat(
        "fs-rs",
        "calatrava-cav 4724; alcantara-cav 4623; fc-villadarias 4522; charge calatrava-cav>4824; kohary-dr 4824; fc-ballayra 5226",
    );
    g.play("resolve calatrava-cav; * 3; * 5");
    g.said(rule::R10_3_1a, "Kohary Dragoons countercharges Calatrava Cav.");
}

#[test]
fn r10_5d_dragoons_train_as_cavalry() {
    let mut g = game(
        "activate fs-lw billebaude; cic-felipe 4521; sagunto-dr-foot 4724 billebaude; micheletti-1 4723; fc-camposanto 4720",
    );
    // Spanish cavalry 7, infantry 6
    g.play("rally sagunto-dr-foot; * 7");
    assert!(!g.unit("sagunto-dr-foot").billebaude);
    g.said(rule::R9_1_2d, "passed (training 7)");
    assert!(g.events.iter().flat_map(|e| &e.modifiers).any(|m| m.rule == rule::R10_5d));
}

// ---- chances -----------------------------------------------------------------------------------------

/// In percent over both rolls: the charger driven off or lost, the charged, both; lost outright; and a hundred times
/// the mean loss in strength points.
fn charge_chances(others: &str) -> ([u32; 3], [u32; 2], [u32; 2]) {
    let (mut gone, mut dead, mut losses) = ([0; 3], [0; 2], [0; 2]);
    for first in 0..10 {
        for second in 0..10 {
            let mut g = attack("charge", others);
            let before = [strength(&g, "calatrava-cav"), strength(&g, "palffy-cuir-1")];
            g.play(&format!("* {first}"));
            if matches!(kernel::Game::need(g.game, &g.p), kernel::Need::Chance(_)) {
                g.play(&format!("* {second}"));
            }
            fall_back(&mut g);
            let away = [g.hex("calatrava-cav") != "4724", g.hex("palffy-cuir-1") != "4824"];
            gone[0] += u32::from(away[0]);
            gone[1] += u32::from(away[1]);
            gone[2] += u32::from(away[0] && away[1]);
            for (i, unit) in ["calatrava-cav", "palffy-cuir-1"].into_iter().enumerate() {
                dead[i] += u32::from(lost(&g, unit));
                losses[i] += before[i] - strength(&g, unit);
            }
        }
    }
    (gone, dead, losses)
}

fn strength(g: &Case, unit: &str) -> u32 {
    if lost(g, unit) { 0 } else { g.game.sp(&g.p, g.unit_id(unit)).into() }
}

#[test]
fn chances_of_a_charge_with_its_countercharge() {
    assert_eq!(charge_chances(CUIRASSIERS), ([66, 74, 40], [11, 16], [41, 52]), "2 SP on 2 SP");
    let flank = format!("montesa-cav 4923; {CUIRASSIERS}");
    assert_eq!(charge_chances(&flank), ([60, 80, 40], [10, 19], [38, 64]), "with a flank for the charger");
    let weak = "palffy-cuir-1 4824 reduced; dessewffy-hus 5025; fc-serbelloni 5226";
    assert_eq!(charge_chances(weak), ([32, 92, 24], [0, 65], [5, 65]), "2 SP on 1 SP");
}
