//! Chapter 5 without the Line: costs, artillery, Engagement Zones, free movement, units out of command,
//! cavalry that makes way, the Training Die Roll.

use super::case::*;
use kernel::Show;
use piacenza::flow::Segment;
use piacenza::model::{Class, UnitKind};
use piacenza::position::{Attack, Order, Place};
use piacenza::rule;

fn engaged(g: &Case, side: u8, hex: &str) -> bool {
    g.p.engaged(side, g.game.map.find(hex).expect("a hex of the map"))
}

// ---- 5.0: costs ------------------------------------------------------------------------------------

#[test]
fn r5_0a_one_formation_one_unit_after_the_other() {
    let mut g =
        left_wing_moves("douchez 4622; reina-inf 4622; castilla-inf 4623; lombardia-inf 4625; aramburu 4625");
    g.play("formation fs-lw-douchez");
    g.refused("take lombardia-inf").because(rule::R5_0a);
    g.play("take reina-inf; step 4621");
    g.refused("take castilla-inf").because(rule::R5_0a);
    g.play("done");
    g.refused("take reina-inf").because(rule::R5_0a);
    g.play("take castilla-inf; step 4624; done");
    assert_eq!((g.hex("reina-inf"), g.hex("castilla-inf")), ("4621", "4624"));
}

/// PR76: two cavalry units, or infantry with a battery, may go together at the pace of the slower.
#[test]
fn r5_0a_a_stack_moves_as_one() {
    let mut g = left_wing_moves(
        "camposanto 4622; carabineros-cav+sagunto-dr-1 4622; douchez 4624; reina-inf+fs-lw-art-1 4624
         castilla-inf 4625",
    );
    g.play("formation fs-lw-camposanto; take carabineros-cav sagunto-dr-1");
    assert_eq!(g.left(), 5.0);
    g.play("step 4621; step 4620; done");
    assert_eq!((g.hex("carabineros-cav"), g.hex("sagunto-dr-1")), ("4620", "4620"));
    g.finish_formation();
    g.play("formation fs-lw-douchez; take reina-inf fs-lw-art-1");
    assert_eq!(g.left(), 2.0);
    g.play("step 4623");
    assert_eq!((g.hex("reina-inf"), g.hex("fs-lw-art-1")), ("4623", "4623"));
    g.refused("take castilla-inf").because(rule::R5_0a);
}

/// PR86.
#[test]
fn r5_0a_nobody_moves_into_an_enemy_unit() {
    let mut g = left_wing_moves("camposanto 4622; carabineros-cav 4622; micheletti-1 4623; au-ce-art-1 4621");
    g.play("formation fs-lw-camposanto; take carabineros-cav");
    g.refused("step 4621").because(rule::R9_2_1a);
}

#[test]
fn r5_0b_hexes_cost_by_the_chart() {
    let mut g = left_wing_moves("douchez 4923; reina-inf 4924; castilla-inf 4923");
    g.play("formation fs-lw-douchez; take reina-inf");
    assert_eq!(g.left(), 3.0);
    g.play("step 4925; step 4926");
    assert_eq!(g.left(), 1.0);
    g.refused("step 5027").because(rule::R5_0b);
    g.play("step 4927");
    assert_eq!(g.hex("reina-inf"), "4927", "its points are spent and its movement is over");
    // guns go into woods along a road only
    let mut g =
        game("activate fs-lw movement; felipe 4720; de-gages 4720; fs-lw-art-1 4919; fs-lw-art-2 4920");
    g.play("formation fs-lw-artillery; take fs-lw-art-2");
    g.refused("step 5020").because(rule::R5_0b);
    g.play("done; take fs-lw-art-1; step 5020");
    assert_eq!(g.left(), 1.5);
}

/// Corner case 35: half a point for a road hex outside Engagement Zones, a whole one inside.
#[test]
fn r5_0b_roads() {
    let text = "activate fs-lw movement; felipe 4013; de-gages 4013; douchez 4113; castilla-inf 4012
                reina-inf 4013";
    let mut g = game(text);
    g.play("formation fs-lw-douchez; take reina-inf; step 4113; step 4114; step 4215; step 4315; step 4416");
    assert_eq!(g.left(), 0.5);
    g.play("step 4417");
    assert_eq!(g.hex("reina-inf"), "4417");
    // a stack of cavalry on the way inside the zone of Daun
    let mut g = game(
        "activate fs-lw movement; felipe 4013; de-gages 4013; camposanto 4013; carabineros-cav 4013
         micheletti-1 4012; daun-ir 4212",
    );
    g.play("formation fs-lw-camposanto; take carabineros-cav; step 4113");
    assert!(engaged(&g, 1, "4113"));
    assert_eq!(g.left(), 4.0);
}

#[test]
fn r5_0c_a_full_hex_is_not_even_passed() {
    let mut g = left_wing_moves(
        "douchez 4622; reina-inf 4622; castilla-inf 4623; carabineros-cav+sagunto-dr-1 4621
         camposanto 4620; sagunto-dr-2 4620",
    );
    g.play("formation fs-lw-douchez; take reina-inf");
    g.refused("step 4623").because(rule::R5_0c);
    g.refused("step 4621").because(rule::R5_0c);
    g.play("done");
    g.finish_formation();
    g.play("formation fs-lw-camposanto; take sagunto-dr-2");
    g.refused("step 4621").because(rule::R5_0c);
}

#[test]
fn r5_0d_one_point_from_work_to_work() {
    let mut g = game(
        "activate fs-lw movement; felipe 4014; de-gages 4014; douchez 3913; reina-inf 3913
         castilla-inf 3912",
    );
    g.told("3913", rule::R5_0d, "3914");
    g.play("formation fs-lw-douchez; take reina-inf; step 3914");
    assert_eq!(g.left(), 2.0);
    // a redoubt is a work of another kind and takes the two points that are left (PR100)
    g.play("step 3915");
    assert!(g.unit("reina-inf").moved);
    g.play("take castilla-inf; step 3913");
    assert_eq!(g.left(), 1.0, "two points from the open");
    // for everybody and everywhere: what a work costs goes by the one before it
    let b = g.game;
    let (mut same, mut other) = (0, 0);
    for hex in b.map.hexes().filter(|hex| b.terrain(*hex).fortified) {
        for dir in 0..6 {
            let to = b.map.neighbour(hex, dir);
            if to.is_none() || !b.terrain(to).fortified || b.map.road(hex, dir) != 0 {
                continue;
            }
            for class in [Class::Infantry, Class::Cavalry, Class::Artillery] {
                let entry = b.terrain(to).cost[class as usize].expect("works can be entered");
                let cross = b.side(hex, dir).cost[class as usize].expect("no wall between works");
                let alike = b.map.terrain(hex) == b.map.terrain(to);
                *(if alike { &mut same } else { &mut other }) += 1;
                assert_eq!(b.step_costs(class, hex, dir), cross + if alike { 2 } else { entry });
            }
        }
    }
    assert!(same > 0 && other > 0);
}

#[test]
fn r5_0e_a_stream_costs_only_where_it_is_crossed() {
    let mut g = left_wing_moves("douchez 4522; reina-inf 4521; castilla-inf 4522");
    g.play("formation fs-lw-douchez; take reina-inf; step 4421");
    assert_eq!(g.left(), 1.0);
    g.play("step 4420");
    assert_eq!(g.hex("reina-inf"), "4420", "along the bank it costs nothing more");
    // a road crosses it for nothing
    let mut g = game(
        "activate fs-lw movement; felipe 4416; de-gages 4416; douchez 4417; reina-inf 4417
         castilla-inf 4416",
    );
    g.play("formation fs-lw-douchez; take reina-inf; step 4517");
    assert_eq!(g.left(), 2.5);
    covers(&[rule::R5_0e]);
}

// ---- 5.1: artillery --------------------------------------------------------------------------------

#[test]
fn r5_1a_a_battery_that_moved_does_not_bombard() {
    let mut g = left_wing_moves("fs-lw-art-1 4623 NE; starhemberg-ir 4821");
    g.play("formation fs-lw-artillery; take fs-lw-art-1; step 4622; done");
    g.said(rule::R5_1a, "has moved and fires no more this turn");
    assert!(g.unit("fs-lw-art-1").fired);
    assert_eq!(g.p.activation().map(|a| a.segment), Some(Segment::Commanders), "no battery can bombard");
}

/// Corner case 34, PR30.
#[test]
fn r5_1b_turning_costs_nothing_and_is_no_movement() {
    let mut g = left_wing_moves("fs-lw-art-1 4622 SW; fs-lw-art-2 4625; starhemberg-ir 4821");
    g.play("formation fs-lw-artillery; face fs-lw-art-1 NE");
    g.said(rule::R5_1b, "faces between NE and SE");
    assert!(!g.unit("fs-lw-art-1").fired);
    g.refused("face fs-lw-art-1 N").because(rule::R5_1b);
    g.refused("take fs-lw-art-1").because(rule::R5_0a);
    g.play("done");
    g.offers("bombard fs-lw-art-1 4821");
    // after a move it is turned without further cost
    let mut g = left_wing_moves("fs-lw-art-1 4622 SW");
    g.play("formation fs-lw-artillery; take fs-lw-art-1");
    g.refused("face fs-lw-art-1 N").because(rule::R5_1b);
    g.play("step 4621; step 4620; face fs-lw-art-1 N");
    assert_eq!((g.hex("fs-lw-art-1"), g.unit("fs-lw-art-1").facing), ("4620", 0));
}

// ---- 5.2: the Engagement Zone ----------------------------------------------------------------------

#[test]
fn r5_2a_infantry_in_good_order_three_hexes_around() {
    let g = left_wing_moves("daun-ir 4722");
    g.told("daun-ir", rule::R5_2a, "reaches 3 hexes");
    assert!(engaged(&g, 1, "4719") && engaged(&g, 1, "4722") && !engaged(&g, 1, "4718"));
    g.told("4719", rule::R5_2a, "In an Engagement Zone: Austria");
    // PR15: with Feu de Billebaude too, in Cover too; not Disordered, not routed; no other arm
    assert!(engaged(&left_wing_moves("daun-ir 4722 billebaude"), 1, "4719"));
    assert!(engaged(&left_wing_moves("daun-ir 5027"), 1, "5024"));
    assert!(engaged(&left_wing_moves("ballayra-dr-foot 4722"), 1, "4719"));
    for text in ["daun-ir 4722 disordered", "daun-ir 4722 routed", "palffy-cuir-1 4722", "au-ce-art-1 4722"] {
        assert!(!engaged(&left_wing_moves(text), 1, "4721"), "{text}");
    }
    // units and ground do not interrupt it
    let g = left_wing_moves("daun-ir 4722; reina-inf 4721; castilla-inf 4720");
    assert!(engaged(&g, 1, "4719"));
}

/// Corner case 29.
#[test]
fn r5_2b_not_into_the_city() {
    let g = left_wing_moves("daun-ir 3411");
    assert!(!engaged(&g, 1, "3410") && engaged(&g, 1, "3511"));
    g.told("3410", rule::R5_2b, "No Engagement Zone reaches into the city");
}

// ---- 5.3, 5.4: free movement -----------------------------------------------------------------------

#[test]
fn r5_3a_infantry_is_free_outside_engagement_zones() {
    let mut g = left_wing_moves("douchez 4525; reina-inf 4525; castilla-inf 4526; daun-ir 4922");
    g.told("reina-inf", rule::R5_3a, "moves freely outside");
    g.play("formation fs-lw-douchez; take reina-inf; step 4524; step 4523; step 4522");
    assert_eq!(g.hex("reina-inf"), "4522", "along the zone, not into it");
}

/// The Line of two stands in 4623 and 4624, inside the zone of Daun in 4922.
fn line_stands(more: &str) -> Case {
    left_wing_moves(&format!(
        "douchez 4624; guardias-valonas 4623; guardias-espanolas 4624; daun-ir 4922\n{more}"
    ))
}

#[test]
fn r5_3b_into_the_zone_only_towards_the_nearest_place_in_line() {
    let mut g = line_stands("reina-inf 4626");
    g.play("formation fs-lw-douchez; take reina-inf");
    // 4625 prolongs the Line: that is outside the zone and its place
    g.play("step 4625; done");
    // the nearest place beside a Line in 4722 and 4723 is 4724: 4624 is on the way, 4623 is not
    let mut g = left_wing_moves(
        "douchez 4722; guardias-espanolas 4722; guardias-valonas 4723; reina-inf 4523; castilla-inf 4522
         daun-ir 4922",
    );
    g.play("formation fs-lw-douchez; take reina-inf");
    g.refused("step 4623").because(rule::R5_3b);
    g.play("step 4624");
    assert_eq!(g.hex("reina-inf"), "4624");
}

#[test]
fn r5_3c_cavalry_artillery_and_commanders_are_free() {
    let mut g = left_wing_moves(
        "camposanto 4623; carabineros-cav 4622; micheletti-1 4624; fs-lw-art-1 4624; daun-ir 4922",
    );
    g.told("carabineros-cav", rule::R5_3c, "moves freely");
    g.told("fs-lw-art-1", rule::R5_3c, "moves freely");
    g.play("formation fs-lw-camposanto; take carabineros-cav; step 4721; step 4720; done");
    assert_eq!(g.hex("carabineros-cav"), "4720");
    g.offers("ride fs-fc-camposanto 4721");
    g.play("ride camposanto 4721; formation fs-lw-artillery; take fs-lw-art-1; step 4723");
    assert_eq!(g.hex("fs-lw-art-1"), "4723");
}

#[test]
fn r5_4_one_hex_can_always_be_made() {
    // a ditch costs a battery three of its two points
    let mut g = game("activate fs-lw movement; felipe 4408; de-gages 4408; fs-lw-art-1 4411 NE");
    g.play("formation fs-lw-artillery; take fs-lw-art-1; step 4412");
    g.said(rule::R5_4, "goes to 4412");
    assert_eq!(g.hex("fs-lw-art-1"), "4412");
    // but only as its first and only step
    let mut g =
        game("activate fs-lw movement; felipe 4408; de-gages 4408; fs-lw-art-1 4410 NE; fs-lw-art-2 4405");
    g.play("formation fs-lw-artillery; take fs-lw-art-1; step 4411");
    g.refused("step 4412").because(rule::R5_0b);
}

// ---- 5.9: out of command ---------------------------------------------------------------------------

#[test]
fn r5_9a_back_to_its_mates() {
    let mut g = left_wing_moves("douchez 4622; reina-inf 4622; castilla-inf 4626");
    g.play("formation fs-lw-douchez; take reina-inf");
    g.refused("step 4621").because(rule::R5_9a);
    g.refused("step 4721").because(rule::R5_9a);
    g.play("step 4623; step 4624");
    assert_eq!(g.hex("reina-inf"), "4624");
}

#[test]
fn r5_9a_back_to_its_commander_or_away_from_the_enemy() {
    // Camposanto is nine hexes from De Gages: out of command
    let mut g = left_wing_moves("camposanto 4618; carabineros-cav 4622; sagunto-dr-1 4623; daun-ir 4630");
    g.play("formation fs-lw-camposanto; take carabineros-cav");
    g.refused("step 4721").because(rule::R5_9a);
    g.play("step 4621; step 4620");
    assert_eq!(g.hex("carabineros-cav"), "4620");
    // two hexes from him: away from the nearest enemy
    let mut g = left_wing_moves("camposanto 4618; carabineros-cav 4620; sagunto-dr-1 4619; daun-ir 4626");
    g.play("formation fs-lw-camposanto; take carabineros-cav");
    g.refused("step 4621").because(rule::R5_9a);
    g.play("step 4719");
    // from all that are nearest, not from one of them
    let mut g = left_wing_moves(
        "camposanto 4618; carabineros-cav 4620; sagunto-dr-1 4619; daun-ir 4626; haganbach-ir 4614",
    );
    g.play("formation fs-lw-camposanto");
    g.refused("take carabineros-cav").because(rule::R5_9a);
}

#[test]
fn r5_9a_without_a_formation_commander_to_the_superior() {
    let mut g =
        left_wing_moves("camposanto lost; carabineros-cav 4618; sagunto-dr-1 4617; palffy-cuir-1 4612");
    g.play("formation fs-lw-camposanto; take carabineros-cav");
    // nine hexes from De Gages, whose range is eight
    g.refused("step 4617").because(rule::R5_9a);
    g.refused("step 4518").because(rule::R5_9a);
    g.play("step 4619; done");
    // a battery out of reach likewise
    let mut g = left_wing_moves("fs-lw-art-1 4617 NE; palffy-cuir-1 4612");
    g.play("formation fs-lw-artillery; take fs-lw-art-1");
    g.refused("step 4616").because(rule::R5_9a);
    g.play("step 4618");
}

#[test]
fn r5_9b_infantry_in_the_zone_goes_back_into_the_line_first() {
    let text =
        "douchez lost; guardias-espanolas 4622; castilla-inf 4623; guardias-valonas 4624; daun-ir 4922";
    let g = left_wing_moves(text);
    g.told("castilla-inf", rule::R5_9b, "back into the Line first");
    // one that is out of it has its place at the end of the Line
    let mut g = left_wing_moves(&format!("{text}; reina-inf 4724"));
    g.play("formation fs-lw-douchez");
    g.refused("take castilla-inf").because(rule::R5_9b);
    g.play("take reina-inf");
    g.refused("step 4723").because(rule::R5_9b);
    let places: Vec<String> = g.legal().into_iter().filter(|a| a.starts_with("step")).collect();
    assert!(!places.is_empty(), "{}", g.waits());
}

#[test]
fn r5_9c_never_into_a_zone_of_control() {
    let mut g =
        left_wing_moves("camposanto 4825; carabineros-cav 4621; micheletti-1 4825; daun-ir 4523 disordered");
    g.told("carabineros-cav", rule::R5_9c, "enters no enemy zone of control");
    g.play("formation fs-lw-camposanto; take carabineros-cav; step 4622");
    g.refused("step 4623").because(rule::R7_1d);
    covers(&[rule::R5_9c]);
}

#[test]
fn r5_9d_no_combat_of_its_own_but_an_answer_to_fire() {
    let mut g = left_wing_moves("camposanto 4626; carabineros-cav 4621; micheletti-1 4626; au-ce-art-1 4620");
    g.told("carabineros-cav", rule::R5_9d, "It starts no combat");
    g.play("formation fs-lw-camposanto; take carabineros-cav");
    g.refused("melee carabineros-cav 4620").because(rule::R9_2_1c);
    // fired at, infantry out of command answers
    let mut g = game(
        "activate au-ce combat; liechtenstein 4627; browne 4627; kheul 4623; daun-ir 4622; haganbach-ir 4623
                      reina-inf 4621",
    );
    g.play("fire daun-ir 4621");
    assert_eq!(g.decider(), Some(FRANCO_SPANISH));
    g.offers("answer fs-reina-inf au-daun-ir");
    // light infantry even fires on its own (9.2.6)
    let g = game("activate fs-lw combat; felipe 4627; de-gages 4627; micheletti-1 4621; daun-ir 4622");
    g.offers("fire fs-micheletti-1 4622");
    let g = game("activate fs-lw combat; felipe 4627; de-gages 4627; reina-inf 4621; daun-ir 4622");
    assert_eq!(g.p.activation().map(|a| a.segment), Some(Segment::Commanders));
}

// ---- 5.10: cavalry makes way -----------------------------------------------------------------------

#[test]
fn r5_10a_cavalry_makes_way_for_infantry() {
    let mut g = left_wing_moves("douchez 4620; reina-inf 4621; castilla-inf 4620; palffy-cuir-1 4722");
    g.play("formation fs-lw-douchez; take reina-inf; step 4622");
    g.said(rule::R5_10a, "Palffy Cuirassiers I makes way for the infantry");
    g.fall_back().never_said("fires in reaction");
    let hex = g.hex("palffy-cuir-1");
    assert!(
        g.game.map.distance(g.game.map.find("4622").unwrap(), g.game.map.find(hex).unwrap()) == 2,
        "{hex}"
    );
    // corner case 8: out of woods it has no zone and stays
    let mut g = game(
        "activate fs-lw movement; felipe 4920; de-gages 4920; douchez 5024; reina-inf 5023
         castilla-inf 5024; palffy-cuir-1 5121",
    );
    g.play("formation fs-lw-douchez; take reina-inf; step 5022; done");
    assert_eq!(g.hex("palffy-cuir-1"), "5121");
    // cavalry does not make it leave
    let mut g =
        left_wing_moves("camposanto 4620; carabineros-cav 4621; micheletti-1 4620; palffy-cuir-1 4722");
    g.play("formation fs-lw-camposanto; take carabineros-cav; step 4622");
    assert_eq!(g.hex("palffy-cuir-1"), "4722");
}

#[test]
fn r5_10b_the_infantry_goes_on() {
    let mut g = left_wing_moves("douchez 4620; reina-inf 4621; castilla-inf 4620; palffy-cuir-1 4722");
    g.play("formation fs-lw-douchez; take reina-inf; step 4622");
    g.fall_back().said(rule::R5_10b, "is free");
    assert_eq!(g.left(), 2.0);
    g.play("step 4722");
    assert_eq!(g.hex("reina-inf"), "4722");
}

/// Corner case 9: the attacker is not Disordered.
#[test]
fn r5_10c_even_if_an_attack_was_declared() {
    let mut g =
        left_wing_moves("camposanto 4624; carabineros-cav 4622; micheletti-1 4624; palffy-cuir-1 4722");
    g.play("formation fs-lw-camposanto; take carabineros-cav; melee carabineros-cav 4722");
    assert!(matches!(g.unit("carabineros-cav").attack, Attack::Melee(_)));
    g.play("take micheletti-1; step 4623");
    g.said(rule::R5_10c, "had been told to attack it");
    g.fall_back().said(rule::R5_10a, "makes way");
    g.play("done; ride camposanto 4624; done");
    g.said(rule::R9_0b, "is off");
    assert_eq!(g.unit("carabineros-cav").order, Order::Good);
}

#[test]
fn r5_10d_commanders_go_along_without_a_roll() {
    let mut g = left_wing_moves(
        "douchez 4620; reina-inf 4621; castilla-inf 4620; palffy-cuir-1 4722; serbelloni 4722",
    );
    g.play("formation fs-lw-douchez; take reina-inf; step 4622");
    g.said(rule::R5_10d, "Serbelloni goes with");
    g.fall_back().never_said("Serbelloni rolls");
    assert_eq!(g.leader_hex("serbelloni"), g.hex("palffy-cuir-1"));
    // of two units he picks one, and they may go different ways
    for (choice, with) in
        [("follow fc-serbelloni", "palffy-cuir-1"), ("relocate fc-serbelloni 4722", "palffy-cuir-2")]
    {
        let mut g = left_wing_moves(
            "douchez 4620; reina-inf 4621; castilla-inf 4620; palffy-cuir-1+palffy-cuir-2 4722
             serbelloni 4722",
        );
        g.play("formation fs-lw-douchez; take reina-inf; step 4622");
        assert_eq!(g.decider(), Some(AUSTRIAN));
        g.play(choice);
        while g.decider() == Some(AUSTRIAN) {
            let ways = g.legal();
            let (first, last) = (ways[0].clone(), ways[ways.len() - 1].clone());
            g.play(if g.hex("palffy-cuir-1") == "4722" { &first } else { &last });
        }
        assert_eq!(g.leader_hex("serbelloni"), g.hex(with));
        assert_ne!(g.hex("palffy-cuir-1"), "4722");
        assert_ne!(g.hex("palffy-cuir-2"), "4722");
        g.never_said("Serbelloni rolls");
    }
}

// ---- 5.11: the Training Die Roll -------------------------------------------------------------------

#[test]
fn r5_11_training_levels() {
    for unit in battle().army.units.iter().filter(|u| u.kind != UnitKind::Artillery) {
        let line = match unit.kind {
            UnitKind::Grenadier => 1,
            UnitKind::Infantry | UnitKind::LightInfantry => 0,
            _ => 2,
        };
        // by nation: infantry, grenadiers, cavalry and dragoons on horse or foot
        let level = match unit.nation.as_str() {
            "austria" => [7, 8, 8][line],
            "france" => [7, 8, 7][line],
            _ => [6, 7, 7][line],
        };
        assert_eq!(unit.training, level, "{}", unit.id);
    }
}

#[test]
fn r5_11_equal_passes() {
    let text = "turn 2; phase reorganization; felipe 4627; de-gages 4627; douchez 4627; castilla-inf 4623
                reina-inf 4622 disordered";
    let mut g = game(text);
    assert_eq!(g.game.choices(&g.p, kernel::Viewer::Everything).len(), 0, "the roll is due at once");
    g.play("* 6");
    assert_eq!(g.unit("reina-inf").order, Order::Good);
    let mut g = game(text);
    g.play("* 7");
    assert_eq!(g.unit("reina-inf").order, Order::Disordered);
    covers(&[rule::R5_11]);
}

#[test]
fn r5_11_modifiers() {
    // light infantry -1, in an enemy zone of control +1, smoke beside it +1
    let mut g = game(
        "activate fs-lw; felipe 4627; de-gages 4627; camposanto 4627
                      micheletti-1 4622 billebaude; micheletti-2 4623
                      daun-ir 4722; smoke 4621",
    );
    g.play("rally micheletti-1; * 5");
    assert_eq!(g.modifier("light infantry"), Some(-1));
    assert_eq!(g.modifier("in an enemy zone"), Some(1));
    assert_eq!(g.modifier("smoke"), Some(1));
    g.said(rule::R9_1_2d, "rolls 5 +1");
    assert!(!g.unit("micheletti-1").billebaude, "5 and 1 are 6");
    // PR6: several markers add up to two
    let mut g = game(
        "activate fs-lw; felipe 4627; de-gages 4627; douchez 4627; reina-inf 4622 billebaude
                      castilla-inf 4623
                      smoke 4621 4622 4623",
    );
    g.play("rally reina-inf; * 5");
    assert_eq!(g.modifier("smoke"), Some(2));
    assert!(g.unit("reina-inf").billebaude, "5 and 2 are 7");
    assert_eq!(g.unit("reina-inf").place, Place::Map);
}
