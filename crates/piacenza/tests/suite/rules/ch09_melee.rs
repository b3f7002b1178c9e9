//! 9.2: Melee of infantry, what comes of it, retreats and advances. The farmhouse 4933 is stormed from 4932, with a
//! mate in 4833 to make a Line; retreats are tried around 4824.

use super::case::*;
use super::fights::*;
use piacenza::position::{Attack, Order, Place};
use piacenza::rule;

/// Reina and Castilla before the farmhouse, Douchez beside them, about to move.
fn before(others: &str) -> Case {
    movement("fs-lw", &format!("reina-inf 4932; castilla-inf 4833; fc-douchez 4832; {others}"))
}

/// Reina assaults the farmhouse in the Combat segment; the fire of its formation is over.
fn assault(others: &str) -> Case {
    let mut g = combat(
        "fs-lw",
        &format!("reina-inf 4932; castilla-inf 4833; fc-douchez 4731; melee reina-inf>4933; {others}"),
    );
    g.play("done; resolve reina-inf");
    g
}

const DAUN: &str = "daun-ir 4933; haganbach-ir 5034; fc-kheul 5226";

#[test]
fn r9_0b_declared_in_movement_resolved_in_combat() {
    let mut g = before(DAUN);
    g.play("formation fs-lw-douchez; take reina-inf; melee reina-inf 4933");
    assert!(matches!(g.unit("reina-inf").attack, Attack::Melee(_)));
    g.said(rule::R9_2_1b, "Reina Inf. is to melee 4933.");
    g.never_said("assaults");
    g.play("ride fc-douchez 4832; done");
    g.offers("resolve fs-reina-inf");
    g.play("resolve reina-inf; * 0; * 9");
    g.said(rule::R9_2_3d, "Reina Inf. assaults 4933.");
}

/// PR58: without its target, or if the attacker has lost its order, the attack is off.
#[test]
fn r9_0b_an_attack_whose_target_is_gone_is_off() {
    let mut g = combat(
        "fs-lw",
        "reina-inf 4932; guardias-valonas 4833; fc-douchez 4833; warasdin 4933; melee reina-inf>4933",
    );
    // the guards' fire drives it off: Intense, 9 and -2 for the farmhouse is D3
    g.play("fire guardias-valonas 4933; done; done; * 9");
    fall_back(&mut g);
    g.said(rule::R9_0b, "The attack of Reina Inf. is off.");
    assert_eq!((g.hex("reina-inf"), g.unit("reina-inf").attack), ("4932", Attack::None));
    g.never_said("enters");
}

#[test]
fn r9_0c_a_declared_attack_may_be_given_up() {
    let mut g = combat(
        "fs-lw",
        &format!("reina-inf 4932; castilla-inf 4833; fc-douchez 4731; melee reina-inf>4933; {DAUN}"),
    );
    g.play("done");
    g.offers("resolve fs-reina-inf").offers("done");
    g.play("done");
    assert_eq!(g.unit("reina-inf").attack, Attack::None);
    covers(&[rule::R9_0c]);
}

// ---- 9.2.1, 9.2.2: declaring -------------------------------------------------------------------------

/// Corner cases 11 and 12.
#[test]
fn r9_2_1a_infantry_never_melees_cavalry() {
    let mut g = before("palffy-cuir-1 4933");
    g.play("formation fs-lw-douchez; take reina-inf");
    g.refused("melee reina-inf 4933").because(rule::R9_2_1a);
    g.refused("melee reina-inf 4931").because(rule::R9_2_1a);
    // guns neither melee nor charge
    let mut g =
        movement("fs-lw", "fs-lw-art-1+reina-inf 4932; castilla-inf 4833; fc-douchez 4832; daun-ir 4933");
    g.play("formation fs-lw-douchez; take reina-inf fs-lw-art-1");
    g.refused("melee fs-lw-art-1 4933").because(rule::R9_2_1a);
    g.offers("melee fs-reina-inf 4933");
}

#[test]
fn r9_2_1b_declaring_costs_the_way_into_the_hex() {
    // guns alone in the open exert nothing: the infantry moves freely, three points
    let mut g = movement("fs-lw", "reina-inf 4624; castilla-inf 4524; fc-douchez 4624; au-rw-art-1 4924 NE");
    g.play("formation fs-lw-douchez; take reina-inf; step 4724; step 4824; melee reina-inf 4924");
    assert!(matches!(g.unit("reina-inf").attack, Attack::Melee(_)));
    // a farmhouse costs two, and one is left
    let mut g = movement("fs-lw", "reina-inf 4930; castilla-inf 4830; fc-douchez 4930; au-rw-art-1 4933 SE");
    g.play("formation fs-lw-douchez; take reina-inf; step 4931; step 4932");
    g.refused("melee reina-inf 4933").because(rule::R9_2_1b);
}

#[test]
fn r9_2_1c_only_units_in_command_declare() {
    let mut g = movement("fs-lw", "reina-inf 4724; castilla-inf 4720; fc-douchez 4724; au-rw-art-1 4824 NE");
    g.play("formation fs-lw-douchez; take reina-inf");
    g.refused("melee reina-inf 4824").because(rule::R9_2_1c);
    // attacked, they defend themselves as usual: Daun's formation has no commander
    let mut g = assault("daun-ir 4933");
    assert_eq!(g.roll_due(), "fire");
    g.play("* 0; * 0");
    g.said(rule::R9_2_4, "2 to 3");
}

#[test]
fn r9_2_1d_a_hex_is_attacked_once() {
    let mut g = before(&format!("{DAUN}; guardias-espanolas 4629"));
    g.play("formation fs-lw-douchez; take reina-inf; melee reina-inf 4933");
    g.refused("take castilla-inf").because(rule::R9_2_1d);
}

/// Corner case 20: a gun dies with the retreat of its infantry in a Melee.
#[test]
fn r9_2_1e_guns_are_lost_with_their_infantry() {
    // roll 9, -1 for the farmhouse: D-results of 2:3
    let mut g = assault("daun-ir+ce-art-2 4933; haganbach-ir 5034; fc-kheul 5226");
    g.play("* 0; * 8");
    fall_back(&mut g);
    g.said(rule::R9_2_1e, "Artillery CE 2 is eliminated.");
    assert!(lost(&g, "ce-art-2"));
    // the attacker's guns too
    let mut g = combat(
        "fs-lw",
        &format!(
            "reina-inf+fs-lw-art-1 4932; castilla-inf 4833; fc-douchez 4731; melee reina-inf>4933; {DAUN}"
        ),
    );
    g.play("done; resolve reina-inf; * 0; * 5");
    fall_back(&mut g);
    assert!(lost(&g, "fs-lw-art-1") && order(&g, "reina-inf") == Order::Disordered);
}

/// 4.7: a commander in the hex is not taken for one who stays with the guns.
#[test]
fn r9_2_1e_commanders_do_not_stay_with_guns_that_are_lost() {
    let mut g = assault("daun-ir+ce-art-2 4933; haganbach-ir 5034; fc-kheul 4933");
    g.play("* 0; * 8");
    assert_eq!(g.roll_due(), "fate of the commander");
    g.play("* 9; follow fc-kheul");
    fall_back(&mut g);
    assert_eq!(g.leader_hex("fc-kheul"), g.hex("daun-ir"));
    covers(&[rule::R9_2_1e]);
}

/// Corner case 13.
#[test]
fn r9_2_2_the_commander_must_be_there_when_the_movement_begins() {
    let mut g = movement("fs-lw", &format!("reina-inf 4932; castilla-inf 4833; fc-douchez 4731; {DAUN}"));
    g.play("formation fs-lw-douchez");
    g.refused("take reina-inf").because(rule::R9_2_2);
    // beside the other one he helps only that one
    let mut g = movement("fs-lw", &format!("reina-inf 4932; castilla-inf 4833; fc-douchez 4834; {DAUN}"));
    g.play("formation fs-lw-douchez");
    g.refused("take reina-inf").because(rule::R9_2_2);
    g.play("take castilla-inf");
    g.offers("melee fs-castilla-inf 4933");
}

// ---- 9.2.3: infantry Melee ---------------------------------------------------------------------------

#[test]
fn r9_2_3a_cover_the_city_and_lone_guns() {
    // in the open only fire is left
    let mut g = movement("fs-lw", "reina-inf 4724; castilla-inf 4723; fc-douchez 4724; daun-ir 4824");
    g.play("formation fs-lw-douchez");
    g.refused("take reina-inf").because(rule::R9_2_3a);
    let mut g = movement(
        "fs-lw",
        "reina-inf 4724; castilla-inf 4723; fc-douchez 4724; au-rw-art-1 4824 NE; daun-ir 4926",
    );
    g.play("formation fs-lw-douchez; take reina-inf");
    g.offers("melee fs-reina-inf 4824");
    // Cover Level 2, and the city through a gate
    let mut g = movement("fs-lw", "reina-inf 3921; castilla-inf 3822; fc-douchez 3921; daun-ir 3922");
    g.play("formation fs-lw-douchez; take reina-inf");
    g.offers("melee fs-reina-inf 3922");
    let mut g = game(
        "activate au-rw movement; cic-liechtenstein 3913; cic-felipe 3208
         traun-ir 3610; clerici-ir 3710; fc-barnklau 3610; hibernia-inf 3509",
    );
    g.play("formation au-rw-barnklau; take traun-ir");
    g.offers("melee au-traun-ir 3509");
}

/// PR89: from one Cover hex into another.
#[test]
fn r9_2_3a_from_cover_into_cover() {
    let mut g = movement("fs-lw", "reina-inf 3914; castilla-inf 3815; fc-douchez 3914; traun-ir 3913");
    g.play("formation fs-lw-douchez; take reina-inf");
    g.offers("melee fs-reina-inf 3913");
    covers(&[rule::R9_2_3a]);
}

/// PR56: for the turn; only fire of its own will counts.
#[test]
fn r9_2_3b_who_has_fired_does_not_melee() {
    let mut g =
        movement("fs-lw", &format!("reina-inf 4932 fired; castilla-inf 4833; fc-douchez 4832; {DAUN}"));
    g.play("formation fs-lw-douchez");
    g.refused("take reina-inf").because(rule::R9_2_3b);
    // an answer is no fire of its own will
    let mut g =
        combat("au-ce", "daun-ir 4824; haganbach-ir 4823; fc-kheul 5226; reina-inf 4724; castilla-inf 4725");
    g.play("fire daun-ir 4724; answer reina-inf daun-ir; * 0; * 0");
    assert!(!g.unit("reina-inf").fired && g.unit("daun-ir").fired);
}

#[test]
fn r9_2_3c_the_defenders_fire_first() {
    // guns that face away have nothing to say
    let g = assault("daun-ir+ce-art-2 4933; haganbach-ir 5034; fc-kheul 5226");
    assert_eq!(g.roll_due(), "fire");
    let mut g = assault("daun-ir 4933; ce-art-2 4933 NW; haganbach-ir 5034; fc-kheul 5226");
    assert_eq!(g.decider(), Some(AUSTRIAN));
    g.refused("answer daun-ir reina-inf").because(rule::R9_2_3c);
    g.play("answer ce-art-2 reina-inf; * 0; * 0");
    assert!(g.unit("ce-art-2").fired, "one volley");
    assert_eq!(g.smoke(), ["4933"]);
    assert_eq!(g.roll_due(), "melee", "the attacker does not fire");
    // marked with Billebaude the infantry does not fire, but it fights (9.1.2e)
    let mut g = assault("daun-ir 4933 billebaude; haganbach-ir 5034; fc-kheul 5226");
    assert_eq!(g.roll_due(), "melee");
    g.play("* 0");
    covers(&[rule::R9_1_2e]);
}

#[test]
fn r9_2_3d_only_an_attacker_who_is_still_there_fights() {
    // Daun fires with 3 SP at 2 SP: Normal; 8 is D1, and Reina does not change ranks
    let mut g = assault("daun-ir 4933; haganbach-ir 5033; fc-kheul 5226");
    g.play("* 8; * 9");
    fall_back(&mut g);
    g.said(rule::R9_2_3d, "The attack is broken off.");
    assert_ne!(g.hex("reina-inf"), "4932");
    g.never_said("2 to 3");
    // PR34: Disorder alone does not stop it, nor does a step
    let mut g = assault("daun-ir 4933; haganbach-ir 5033; fc-kheul 5226");
    g.play("* 5; * 9; * 9");
    fall_back(&mut g);
    g.said(rule::R9_2_4, "2 to 3 (2:3), rolls 9 -1: DR.");
    let mut g = assault("daun-ir 4933; haganbach-ir 5033; fc-kheul 5226");
    g.play("* 9; * 9");
    g.said(rule::R9_2_4, "1 to 3 (1:3), rolls 9 -1: DR.");
    covers(&[rule::R9_2_3d]);
}

/// Artillery does not count in the odds.
#[test]
fn r9_2_3d_guns_do_not_count() {
    let mut g = assault("daun-ir+ce-art-2 4933; haganbach-ir 5034; fc-kheul 5226");
    g.play("* 0; * 0");
    g.said(rule::R9_2_4, "2 to 3 (2:3)");
}

/// Corner case 26.
#[test]
fn r9_2_3e_guns_alone_are_taken_after_their_fire() {
    let text = "reina-inf 4724; castilla-inf 4725; fc-douchez 4720; ce-art-2 4824 SW; daun-ir 5026; melee reina-inf>4824";
    let mut g = combat("fs-lw", text);
    g.play("done; resolve reina-inf; answer ce-art-2 reina-inf; * 0");
    g.said(rule::R9_2_3e, "Artillery CE 2 is eliminated.");
    assert_eq!(g.hex("reina-inf"), "4824", "and the hex is entered");
    // unless the fire drives the attacker off: grapeshot at two SP, 8 and 2 is a step, 5 and 2 D1
    let mut g = combat("fs-lw", text);
    g.play("done; resolve reina-inf; answer ce-art-2 reina-inf; * 5; * 9");
    fall_back(&mut g);
    assert!(!lost(&g, "ce-art-2"));
    assert_ne!(g.hex("reina-inf"), "4824");
}

/// 9.8: a routed defender does not fight; it runs and the attacker comes in.
#[test]
fn r11_2b_routed_infantry_runs_from_an_assault() {
    let mut g = assault("daun-ir 4933 routed; haganbach-ir 5034; fc-kheul 5226");
    fall_back(&mut g);
    g.said(rule::R11_2b, "Daun Inf. does not fight.");
    assert_eq!(g.hex("reina-inf"), "4933");
    let ran = g.game.map.distance(g.unit("daun-ir").hex, g.game.map.find("4933").expect("a hex"));
    assert_eq!(ran, 3);
}

// ---- 9.2.4 to 9.2.7 ----------------------------------------------------------------------------------

#[test]
fn r9_2_4_odds_rounded_down_shifts_and_terrain() {
    let mut g = assault("daun-ir 4933; fc-kheul 5226");
    g.play("* 0; * 5");
    g.said(rule::R9_2_4, "Reina Inf. against Daun Inf.: 2 to 3 (2:3), rolls 5 -1: AR.");
    // four to three is 1:1, and a Grenadier class attacker has a column more
    let storm = |attacker: &str, defender: &str| {
        let mut g = combat(
            "fs-lw",
            &format!(
                "{attacker} 4932; castilla-inf 4833; fc-douchez 4731; melee {attacker}>4933; {defender} 4933"
            ),
        );
        g.play(&format!("done; resolve {attacker}; * 0; * 4"));
        g
    };
    storm("guardias-valonas", "traun-ir").said(rule::R9_2_4, "3 to 2 (2:1), rolls 4 -1: DR.");
    storm("guardias-valonas", "daun-ir").said(rule::R9_2_4, "3 to 3 (3:2), rolls 4 -1: AR.");
    storm("reina-inf", "traun-ir").said(rule::R9_2_4, "2 to 2 (1:1), rolls 4 -1: AR.");
    storm("reina-inf", "warasdin").said(rule::R9_2_4, "2 to 1 (2:1), rolls 4 -1: DR.");
    // below 1:3 it is 1:3
    storm("reina-inf", "roth-ir").said(rule::R9_2_4, "2 to 4 (1:2), rolls 4 -1: AR.");
}

/// A stream, a ditch for cavalry, the city.
#[test]
fn r9_2_4_die_modifiers_of_the_ground() {
    let mut g = combat(
        "fs-rs",
        "calatrava-cav 5222; alcantara-cav 5121; fc-villadarias 5121; melee calatrava-cav>5322; palffy-cuir-1 5322",
    );
    g.play("resolve calatrava-cav; * 5");
    g.said(rule::R9_2_4, "rolls 5 -1: AR.");
    let mut g = game(
        "activate fs-rs combat; cic-felipe 4209; calatrava-cav 4312; alcantara-cav 4212; fc-villadarias 4212
         melee calatrava-cav>4412; palffy-cuir-1 4412",
    );
    g.play("resolve calatrava-cav; * 5");
    g.said(rule::R9_2_4, "rolls 5 -1: AR.");
    let mut g = game(
        "activate au-rw combat; cic-liechtenstein 3913; traun-ir 3610; clerici-ir 3710; fc-barnklau 3813
         melee traun-ir>3509; toledo-inf 3509; fc-seve 3208",
    );
    g.play("done; resolve traun-ir; * 0; * 5");
    g.said(rule::R9_2_4, "2 to 1 (2:1), rolls 5 -2: DR.");
}

/// Of the ten faces, so many are good for the attacker, column by column.
#[test]
fn r9_2_4_chances_of_the_table() {
    let b = battle();
    let good = |column: u8| (0..10).filter(|face| !b.charts.melee.cell(*face, column).attacker).count();
    assert_eq!((0..8).map(good).collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn r9_2_5_cover_level_two() {
    let mut g = combat(
        "fs-lw",
        "reina-inf 3921; castilla-inf 3822; fc-douchez 3819; melee reina-inf>3922; traun-ir 3922; clerici-ir 3924",
    );
    g.play("done; resolve reina-inf; * 0; * 6");
    g.said(rule::R9_2_4, "2 to 2 (1:1), rolls 6 -2: AR.");
    assert!(g.events.iter().flat_map(|e| &e.modifiers).any(|m| m.rule == rule::R9_2_5 && m.value == -2));
}

#[test]
fn r9_2_6a_light_infantry_trains_better() {
    let sum = |unit: &str| {
        let g = phase("selection", &format!("{unit} 4724; fc-gorani 4720"));
        let kind = piacenza::flow::TrainKind::SecondDisorder;
        g.game.training_modifier(&g.p, piacenza::flow::Train { unit: g.unit_id(unit), kind })
    };
    assert_eq!((sum("traun-ir"), sum("warasdin")), (2, 1));
    // the L of cavalry is no light infantry (PR54)
    assert_eq!(sum("dessewffy-hus"), 2);
    covers(&[rule::R9_2_6a]);
}

/// Corner case 21.
#[test]
fn r9_2_6b_light_infantry_falls_back_in_order() {
    let mut g = assault("schiavoni-1 4933; schiavoni-2 5034; fc-gorani 5226");
    g.play("* 0; * 7");
    fall_back(&mut g);
    g.said(rule::R9_2_6b, "Schiavoni I keeps its order.");
    assert_eq!(order(&g, "schiavoni-1"), Order::Good);
    assert_ne!(g.hex("schiavoni-1"), "4933");
    // it loses steps like others, and as attacker too
    let mut g = assault("schiavoni-1 4933; schiavoni-2 5034; fc-gorani 5226");
    g.play("* 0; * 9");
    fall_back(&mut g);
    assert!(g.unit("schiavoni-1").reduced && order(&g, "schiavoni-1") == Order::Good);
    let mut g = combat(
        "fs-lw",
        "micheletti-1 4932; micheletti-2 4833; fc-camposanto 4731; melee micheletti-1>4933; warasdin 4933",
    );
    g.play("done; resolve micheletti-1; * 0; * 4");
    fall_back(&mut g);
    assert_eq!((order(&g, "micheletti-1"), g.hex("micheletti-1") == "4932"), (Order::Good, false));
}

#[test]
fn r9_2_6c_out_of_command_it_fires_but_does_not_melee() {
    let mut g =
        movement("fs-lw", "micheletti-1 4724; micheletti-2 4720; fc-camposanto 4724; au-rw-art-1 4824 NE");
    g.play("formation fs-lw-camposanto; take micheletti-1");
    g.refused("melee micheletti-1 4824").because(rule::R9_2_6c);
    let g = combat("fs-lw", "micheletti-1 4724; micheletti-2 4720; fc-camposanto 4724; warasdin 4824");
    g.offers("fire fs-micheletti-1 4824");
    // Disordered it needs command like everybody (11.1d): the dragoons have a mate beside them, it has none
    let mut g = combat(
        "fs-lw",
        "micheletti-1 4724 disordered; micheletti-2 4920; fc-camposanto 4920; sagunto-dr-foot 4921; warasdin 4824; schiavoni-1 4922",
    );
    g.refused("fire micheletti-1 4824").because(rule::R11_1d);
}

#[test]
fn r9_2_7_results_of_the_melee() {
    // R: Disorder and one hex; the attacker loses
    let mut g = assault("daun-ir 4933; fc-kheul 5226");
    g.play("* 0; * 5");
    fall_back(&mut g);
    assert_eq!((order(&g, "reina-inf"), g.unit("reina-inf").reduced), (Order::Disordered, false));
    assert_eq!((order(&g, "daun-ir"), g.hex("daun-ir")), (Order::Good, "4933"));
    // 1: a step besides
    let mut g = assault("daun-ir 4933; fc-kheul 5226");
    g.play("* 0; * 2");
    fall_back(&mut g);
    assert_eq!((order(&g, "reina-inf"), g.unit("reina-inf").reduced), (Order::Disordered, true));
    // E
    let mut g = assault("daun-ir 4933; fc-kheul 5226");
    g.play("* 0; * 0");
    assert!(lost(&g, "reina-inf"));
    // a defender that is Disordered already may rout (11.1e): +2, +1 for the zone of control, and +2 for the smoke
    // of its own fire
    let mut g = assault("daun-ir 4933 disordered; haganbach-ir 5034; fc-kheul 5226");
    g.play("* 0; * 9");
    assert_eq!(g.roll_due(), "training");
    g.play("* 3");
    fall_back(&mut g);
    assert_eq!(order(&g, "daun-ir"), Order::Routed);
    // corner case 19: if it passes nothing happens, and nobody enters
    let mut g = assault("daun-ir 4933 disordered; haganbach-ir 5034; fc-kheul 5226");
    g.play("* 0; * 9; * 2");
    assert_eq!(
        (order(&g, "daun-ir"), g.hex("daun-ir"), g.hex("reina-inf")),
        (Order::Disordered, "4933", "4932")
    );
    covers(&[rule::R9_2_7]);
}

// ---- 9.2.8: retreats ---------------------------------------------------------------------------------

/// Hibernia and Burgos fire from 4724 and 4725 at Warasdin in 4824: a retreat of one hex, away from 4724. Farther
/// are 4823, 4923 and 4924; the east is the Austrian edge.
fn driven(others: &str) -> Case {
    let mut g = combat(
        "fs-lw",
        &format!("hibernia-inf 4724; burgos-inf 4725; fc-wirtz 4720; warasdin 4824; {others}"),
    );
    fire_with_hibernia(&mut g, 7);
    g
}

fn fire_with_hibernia(g: &mut Case, face: u8) {
    if g.legal().contains(&"formation fs-lw-wirtz".to_string()) {
        g.play("formation fs-lw-wirtz");
    }
    g.play("fire hibernia-inf 4824");
    while g.decider().is_some() {
        g.play("done");
    }
    g.play(&format!("* {face}"));
}

fn ways(g: &Case) -> Vec<String> {
    g.legal().iter().filter_map(|a| a.strip_prefix("retreat ").map(str::to_string)).collect()
}

#[test]
fn r9_2_8a_away_from_the_enemy() {
    let mut g = driven("fc-gorani 5226");
    assert_eq!(ways(&g), ["4923", "4924"]);
    g.refused("retreat 4825").because(rule::R9_2_8b);
    g.refused("retreat 4723").because(rule::R9_2_8b);
    g.refused("done").because(rule::R9_2_8a);
    g.play("retreat 4923");
    g.said(rule::R9_2_8a, "Warasdin Croats falls back to 4923.");
}

#[test]
fn r9_2_8b_free_hexes_out_of_zones_then_the_friendly_edge() {
    // a hex where it may stack and out of zones, though it lies farther from its edge
    let mut g = driven("traun-ir 4923; clerici-ir 4924; fc-barnklau 5226");
    fall_back(&mut g);
    assert_eq!(g.hex("warasdin"), "4823");
    // overstacked before a zone of control: 4823 and 4923 are in the zone of Lombardia
    let mut g = driven("lombardia-inf 4922; clerici-ir 4924; fc-barnklau 5226");
    assert!(g.p.zoc(0, g.game.map.find("4823").expect("a hex")));
    fall_back(&mut g);
    g.said(rule::R9_2_8d, "Warasdin Croats falls back to 4924.");
    // a zone of control where nothing else is left
    let mut g = driven("lombardia-inf 4922; corona-inf 5024; clerici-ir 5226");
    assert_eq!(ways(&g), ["4923", "4924"]);
    g.play("retreat 4923");
    // the Franco-Spanish edge is the west
    let mut g = combat(
        "au-rw",
        "schiavoni-1 4924; schiavoni-2 4925; fc-gorani 5226; hibernia-inf 4824; fc-wirtz 4520",
    );
    g.play("fire schiavoni-1 4824; done; * 7");
    assert_eq!(ways(&g), ["4724", "4723"]);
    covers(&[rule::R9_2_8b]);
}

#[test]
fn r9_2_8c_nobody_fires_in_reaction() {
    // out of the zones of both regiments, into that of a third
    let mut g = driven("lombardia-inf 4922; corona-inf 5024; clerici-ir 5226");
    g.play("retreat 4923");
    g.never_said("in reaction");
    // cavalry that makes way for infantry is asked under this rule
    let mut g = movement("fs-lw", "reina-inf 4624; castilla-inf 4625; fc-douchez 4624; palffy-cuir-1 4824");
    g.play("formation fs-lw-douchez; take reina-inf; step 4724");
    assert_eq!(kernel::Show::prompt(g.game, &g.p, kernel::Viewer::Seat(AUSTRIAN)).rule, rule::R9_2_8c);
    fall_back(&mut g);
    g.never_said("in reaction");
}

#[test]
fn r9_2_8d_over_friends_to_the_first_free_hex() {
    let mut g = driven("traun-ir 4923; clerici-ir 4924; pallavicini-ir 4823; fc-barnklau 5226");
    g.play("retreat 4924");
    g.said(rule::R9_2_8d, "falls back to 4924");
    // it goes on until it stands legally; both units are unhurt
    fall_back(&mut g);
    assert!(!["4823", "4923", "4924"].contains(&g.hex("warasdin")));
    assert_eq!(order(&g, "clerici-ir"), Order::Good);
}

/// PR97: a unit that has gone its hex and found it full looks on for room, but not to and fro among full hexes. From
/// 4924 the enemy bars what leads away; 4923 and 4925 are as far from him as 4924.
#[test]
fn r9_2_8d_who_looks_for_room_does_not_turn_round() {
    let full = "pallavicini-ir 4823; traun-ir 4923; clerici-ir 4924; fc-barnklau 5226; schiavoni-1 5226
                castilla-inf 4822; guardias-valonas 4922; lombardia-inf 5023; corona-inf 5024; irlanda-inf 5025";
    // a free hex beside it serves though it does not lead away
    let mut g = driven(full);
    g.play("retreat 4924");
    assert_eq!((g.hex("warasdin"), lost(&g, "warasdin")), ("4925", false));
    // if that is full as well, nothing leads on
    let mut g = driven(&format!("{full}; haganbach-ir 4925"));
    g.play("retreat 4924");
    assert!(lost(&g, "warasdin"));
    g.said(rule::R9_2_8e, "Warasdin Croats is cut off and surrenders.");
    g.never_said("falls back to 4923").never_said("falls back to 4925");
    assert_eq!((order(&g, "clerici-ir"), g.hex("clerici-ir")), (Order::Good, "4924"));
    // over full hexes that lead away it goes as far as it must
    let far = full.replace("corona-inf 5024", "daun-ir 5024").replace("irlanda-inf 5025", "irlanda-inf 5122");
    let mut g = driven(&format!("{far}; haganbach-ir 4925; roth-ir 5025"));
    fall_back(&mut g);
    assert!(!lost(&g, "warasdin"));
    g.said(rule::R9_2_8d, "Warasdin Croats falls back to 5025.");
}

#[test]
fn r9_2_8e_without_a_way_it_surrenders() {
    let g = driven(
        "castilla-inf 4723; guardias-valonas 4823; lombardia-inf 4923; corona-inf 4924; irlanda-inf 4825",
    );
    assert!(lost(&g, "warasdin"));
    g.said(rule::R9_2_8e, "Warasdin Croats is cut off and surrenders.");
}

/// A commander who went with the last unit of his formation is taken with it, once.
#[test]
fn r9_2_8e_a_commander_surrenders_with_his_troops() {
    let mut g = driven(
        "castilla-inf 4723; guardias-valonas 4823; lombardia-inf 4923; corona-inf 4924; irlanda-inf 4825; fc-gorani 4824",
    );
    assert_eq!(g.roll_due(), "fate of the commander");
    g.play("* 9");
    assert!(lost(&g, "warasdin"));
    assert_eq!((g.leader("fc-gorani").place, g.p.trophies), (Place::Lost, [3, 0]));
    g.never_said("leaves the field");
}

#[test]
fn r9_2_8f_two_units_of_a_hex_go_different_ways() {
    let mut g = movement(
        "fs-lw",
        "reina-inf 4624; castilla-inf 4625; fc-douchez 4624; palffy-cuir-1+palffy-cuir-2 4824",
    );
    g.play("formation fs-lw-douchez; take reina-inf; step 4724; retreat 4923; retreat 4924");
    let mut hexes = [g.hex("palffy-cuir-1"), g.hex("palffy-cuir-2")];
    hexes.sort();
    assert_eq!(hexes, ["4923", "4924"]);
    // the rule is named while both are on their way: cavalry rides at two that do not stand
    let mut g = movement(
        "fs-rs",
        "calatrava-cav 4524; alcantara-cav 4523; fc-villadarias 4522; palffy-cuir-1+palffy-cuir-2 4824 disordered",
    );
    g.play("formation fs-rs-villadarias; take calatrava-cav; step 4624; step 4724; melee calatrava-cav 4824");
    assert_eq!(kernel::Show::prompt(g.game, &g.p, kernel::Viewer::Seat(AUSTRIAN)).rule, rule::R9_2_8f);
}

// ---- 9.2.9 -------------------------------------------------------------------------------------------

#[test]
fn r9_2_9a_steps() {
    // the first turns a unit of two steps
    let mut g =
        combat("fs-lw", "hibernia-inf 4724; burgos-inf 4725; fc-wirtz 4720; traun-ir 4824; clerici-ir 5226");
    fire_with_hibernia(&mut g, 9);
    assert!(g.unit("traun-ir").reduced);
    g.said(rule::R9_2_9a, "Traun Inf. loses a step.");
    // the second removes it, and so does the first of a single-step unit
    let mut g = combat(
        "fs-lw",
        "hibernia-inf 4724; burgos-inf 4725; fc-wirtz 4720; traun-ir 4824 reduced; clerici-ir 5226",
    );
    fire_with_hibernia(&mut g, 9);
    assert!(lost(&g, "traun-ir"));
    g.said(rule::R9_2_9a, "Traun Inf. is eliminated.");
}

#[test]
fn r9_2_9b_the_winner_enters_the_defender_does_not() {
    let mut g = assault("daun-ir 4933; haganbach-ir 5226; fc-kheul 5226");
    g.play("* 0; * 8");
    fall_back(&mut g);
    g.said(rule::R9_2_9b, "Reina Inf. enters 4933.");
    assert_eq!(g.hex("reina-inf"), "4933");
    // no roll for alignment, and no reaction
    g.never_said("alignment");
    // a commander who is left behind is taken (4.6)
    let mut g = assault("daun-ir 4933 reduced; haganbach-ir 5226; fc-kheul 4933");
    g.play("* 0; * 9");
    assert!(lost(&g, "daun-ir") && g.leader("fc-kheul").staff);
    assert_eq!((g.hex("reina-inf"), g.leader_hex("fc-kheul")), ("4933", "5226"));
    let mut g = assault("daun-ir 4933; haganbach-ir 5226; fc-kheul 5226");
    g.play("* 0; * 5");
    fall_back(&mut g);
    assert_eq!(g.hex("daun-ir"), "4933", "the defender stays");
}
