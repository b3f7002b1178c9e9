//! Chapters 1 and 2: the map, the ground, the counters, the die.

use super::case::*;
use kernel::{Game, Need};
use piacenza::flow::Segment;
use piacenza::model::{Arm, Rank, UnitKind};
use piacenza::position::Place;
use piacenza::rule;

#[test]
fn r1_0_two_sides() {
    assert_eq!(battle().seats(), ["Franco-Spanish", "Austria"]);
    covers(&[rule::R1_0]);
}

// ---- 2.1: the map ----------------------------------------------------------------------------------

#[test]
fn r2_1_every_hex_has_one_terrain() {
    let b = battle();
    assert_eq!(b.map.len(), 2400);
    let known: Vec<&str> = b.charts.terrain.iter().map(|t| t.id.as_str()).collect();
    assert!(b.map.hexes().all(|hex| known.contains(&b.terrain(hex).id.as_str())));
    covers(&[rule::R2_1]);
}

#[test]
fn r2_1a_half_hexes_are_not_entered() {
    let mut g = game(
        "activate fs-lw movement; felipe 4639; de-gages 4639; douchez 4640
                      reina-inf 4640; castilla-inf 4740",
    );
    g.play("formation fs-lw-douchez; take reina-inf");
    g.refused("step S").because(rule::R2_1a);
}

#[test]
fn r2_1_1a_crops_and_farmsteads_are_clear() {
    let g = left_wing_moves("");
    for feature in ["meadow", "wheat", "provender", "farmstead"] {
        let mut hexes = g.game.map.hexes().filter(|hex| g.game.map.has_feature(*hex, feature));
        let one = hexes.next().expect("there are such hexes");
        g.told(g.game.map.number(one), rule::R2_1_1a, "Clear");
        assert!(hexes.all(|hex| g.game.terrain(hex).id == "clear"), "{feature}");
    }
}

#[test]
fn r2_1_1b_a_stream_lies_on_a_hexside() {
    let mut g = left_wing_moves("douchez 4522; reina-inf 4521; castilla-inf 4522");
    g.told("4521", rule::R2_1_1b, "Stream towards 4421.");
    // into the same hex it costs more over the stream than beside it
    g.play("formation fs-lw-douchez; take reina-inf; step 4421");
    assert_eq!(g.left(), 1.0);
    let mut g = left_wing_moves("douchez 4522; reina-inf 4422; castilla-inf 4522");
    g.play("formation fs-lw-douchez; take reina-inf; step 4521");
    assert_eq!(g.left(), 2.0, "no stream between 4422 and 4521");
}

#[test]
fn r2_1_1c_cover_level_1() {
    let g = left_wing_moves("");
    for hex in ["2316", "5027", "3913", "4310"] {
        g.told(hex, rule::R2_1_1c, "Cover Level 1");
    }
}

#[test]
fn r2_1_1d_cover_level_2() {
    let g = left_wing_moves("");
    for hex in ["4212", "3526", "4013", "0827"] {
        g.told(hex, rule::R2_1_1d, "Cover Level 2");
    }
}

#[test]
fn r2_1_1e_who_is_in_cover_is_the_defender() {
    // infantry in the farmhouse 5027 beside Disordered infantry in the open
    let mut g = left_wing_moves(
        "douchez 5027; guardias-valonas 5027; guardias-espanolas 5028; daun-ir 4927 disordered",
    );
    g.told("5027", rule::R2_1_1e, "defends");
    g.play("formation fs-lw-douchez; take guardias-valonas");
    g.refused("melee guardias-valonas 4927").because(rule::R2_1_1e);
    // cavalry that comes into it charges nobody
    let mut g =
        left_wing_moves("camposanto 5127; carabineros-cav 5128; micheletti-1 5129; palffy-cuir-1 4927");
    g.play("formation fs-lw-camposanto; take carabineros-cav; step 5127; step 5027");
    g.refused("charge carabineros-cav 4927").because(rule::R2_1_1e);
}

#[test]
fn r2_1_1f_walls_stop_movement_and_combat() {
    let text = "felipe 3408; de-gages 3408; douchez 3409; reina-inf 3410; castilla-inf 3409
                fs-lw-art-1 3410 S";
    let mut g = game(&format!("activate fs-lw movement\n{text}"));
    g.told("3410", rule::R2_1_1f, "3411");
    g.play("formation fs-lw-douchez; take reina-inf");
    g.refused("step 3411").because(rule::R2_1_1f);
    // no fire, no zone of control through them
    let g = game(&format!("activate fs-lw bombardment\n{text}; daun-ir 3411; haganbach-ir 3412"));
    let segment = g.p.activation().map(|a| a.segment);
    assert_eq!(segment, Some(Segment::Commanders), "nothing to bombard, nothing to fire at");
    g.told("daun-ir", rule::R7_0c, "3410");
    let hex = g.game.map.find("3410").unwrap();
    assert!(!g.p.zoc(1, hex));
    // through a gate one goes
    let mut g = game(
        "activate fs-lw movement; felipe 3408; de-gages 3408; douchez 3509
                      reina-inf 3509; castilla-inf 3508",
    );
    g.play("formation fs-lw-douchez; take reina-inf; step 3610");
    assert_eq!(g.hex("reina-inf"), "3610");
}

#[test]
fn r2_1_1g_rivers_are_crossed_on_the_bridge_only() {
    let mut g = game(
        "activate fs-lw movement; felipe 3305; de-gages 3305; douchez 3305
                      reina-inf 3305; castilla-inf 3405",
    );
    g.told("3404", rule::R2_1_1g, "Nobody enters");
    g.play("formation fs-lw-douchez; take castilla-inf");
    g.refused("step 3404").because(rule::R2_1_1g);
    // onto the bridge from the side of it
    g.refused("step 3304").because(rule::R5_0b);
    g.play("done; take reina-inf; step 3304; step 3303");
    assert_eq!(g.hex("reina-inf"), "3303");
    // the Trebbia nowhere
    let b = battle();
    let trebbia = |hex: &hexmap::Hex| b.map.has_feature(*hex, "trebbia") && b.terrain(*hex).id == "river";
    let river: Vec<_> = b.map.hexes().filter(trebbia).collect();
    assert!(river.len() > 50 && river.into_iter().all(|hex| !b.playable(hex)));
}

// ---- 2.2: the counters -----------------------------------------------------------------------------

#[test]
fn r2_2_1_four_wings_and_three_ranks() {
    let army = &battle().army;
    for side in 0..2u8 {
        let ranks = |rank| army.leaders.iter().filter(|l| l.side == side && l.rank == rank).count();
        assert_eq!(army.wings.iter().filter(|w| w.side == side).count(), 4);
        assert_eq!((ranks(Rank::Chief), ranks(Rank::Wing), ranks(Rank::Bearer)), (1, 4, 4));
        let formations = army.formations.iter().filter(|f| f.side == side && f.leader.is_some()).count();
        assert_eq!(ranks(Rank::Formation), formations);
    }
    let g = left_wing_moves("douchez 4626");
    g.told("felipe", rule::R2_2_1, "Commander in Chief");
    g.told("de-gages", rule::R2_2_1, "Wing Commander");
    g.told("douchez", rule::R2_2_1, "Formation Commander");
}

#[test]
fn r2_2_2a_units_belong_to_a_formation_and_a_wing() {
    let g = left_wing_moves("reina-inf 4622");
    g.told("reina-inf", rule::R2_2_2a, "Infantry of Douchez, Left Wing");
    g.told("carabineros-cav", rule::R2_2_2a, "Heavy cavalry of Camposanto");
    g.told("fs-lw-art-1", rule::R2_2_2a, "Artillery of Left Wing artillery");
}

#[test]
fn r2_2_2b_two_steps_and_one() {
    let g = left_wing_moves("reina-inf 4622; castilla-inf 4623 reduced; hibernia-inf 4624");
    g.told("reina-inf", rule::R2_2_2b, "Two steps; when reduced, its strength is 1.");
    g.told("castilla-inf", rule::R2_2_2b, "One of two steps is lost.");
    g.told("hibernia-inf", rule::R2_2_2b, "One step.");
    let sp = |id: &str| g.game.sp(&g.p, g.unit_id(id));
    assert_eq!((sp("reina-inf"), sp("castilla-inf"), sp("hibernia-inf")), (2, 1, 1));
    for unit in &g.game.army.units {
        assert_eq!(unit.steps, 1 + (unit.sp[1] > 0) as u8, "{}", unit.id);
        assert!(unit.sp[1] < unit.sp[0], "{}", unit.id);
    }
}

#[test]
fn r2_2_2c_infantry_shows_strength_and_movement() {
    let g = left_wing_moves("");
    g.told("daun-ir", rule::R2_2_2c, "Strength 3, 3 movement points.");
    // Grenadiers and guards are one class (PR65)
    for id in ["guardias-valonas", "gd-lorraines-inf", "grenadiers-rs"] {
        assert!(g.game.is_grenadier(g.unit_id(id)), "{id}");
    }
}

#[test]
fn r2_2_2d_light_troops() {
    let g = left_wing_moves("");
    for id in [
        "gantes-vol",
        "micheletti-1",
        "micheletti-2",
        "parma-fus",
        "schiavoni-1",
        "schiavoni-2",
        "warasdin",
        "havor-hus",
        "dessewffy-hus",
    ] {
        g.told(id, rule::R2_2_2d, "Light troops");
    }
    assert!(!g.game.army.units[g.unit_id("daun-ir")].light);
}

#[test]
fn r2_2_2e_heavy_cavalry_five_points_light_six() {
    for unit in battle().army.units.iter().filter(|u| u.arm == Arm::Cavalry) {
        let ma = if unit.kind == UnitKind::HeavyCavalry { 5 } else { 6 };
        assert_eq!(unit.ma, ma, "{}", unit.id);
    }
    let g = left_wing_moves("");
    g.told("carabineros-cav", rule::R2_2_2e, "5 movement points");
}

#[test]
fn r2_2_2f_some_dragoons_have_no_foot_counter() {
    let mut g = game(
        "activate au-ce movement; liechtenstein 4627; browne 4627; ballayra 4622
                      ballayra-dr-1+ballayra-dr-2 4622; kohary-dr 4623",
    );
    g.play("formation au-ce-ballayra");
    g.told("ballayra-dr-1", rule::R2_2_2f, "Two mounted counters, or one on foot");
    g.refused("convert kohary-dr").because(rule::R2_2_2f);
    g.play("convert ballayra-dr-1");
    assert_eq!(g.hex("ballayra-dr-foot"), "4622");
    assert_eq!(g.unit("ballayra-dr-1").place, Place::Away);
    assert_eq!(g.unit("ballayra-dr-2").place, Place::Away);
}

#[test]
fn r2_2_2g_dragoons_are_mounted_or_on_foot_at_the_start() {
    let mut g = Case::from_the_start(san_lazzaro());
    assert_eq!(g.decider(), Some(AUSTRIAN));
    let action = g.game.read(&g.p, AUSTRIAN, "convert au-savoyen-dr-1").expect("it can be read");
    assert_eq!(g.game.choice(&g.p, AUSTRIAN, action).rule, rule::R2_2_2g);
    let hex = g.hex("savoyen-dr-1").to_owned();
    g.play("convert savoyen-dr-1");
    assert_eq!(g.hex("savoyen-dr-foot"), hex);
    // and back, before play begins
    g.play("convert savoyen-dr-foot");
    assert_eq!((g.hex("savoyen-dr-1"), g.hex("savoyen-dr-2")), (hex.as_str(), hex.as_str()));
    g.play("done; convert sagunto-dr-2");
    assert_eq!(g.unit("sagunto-dr-foot").place, Place::Map);
}

#[test]
fn r2_2_2h_artillery_bombards_and_nothing_else() {
    let mut g = left_wing_moves("fs-lw-art-1 4621 NE; au-ce-art-1 4722; au-ce-art-2 4521");
    g.told("fs-lw-art-1", rule::R2_2_2h, "Strength 4, 2 movement points.");
    g.play("formation fs-lw-artillery; take fs-lw-art-1; step 4622");
    g.refused("melee fs-lw-art-1 4722").because(rule::R9_2_1a);
    // it lends its strength to nobody: infantry with a battery in its hex fires with its own two points
    let mut g = game(
        "activate fs-lw combat; felipe 4627; de-gages 4627; douchez 4627
                      reina-inf+fs-lw-art-2 4622; castilla-inf 4623; starhemberg-ir 4722",
    );
    g.play("fire reina-inf 4722; done; done; * 0");
    g.said(rule::R9_1_1a, "with 2 SP");
}

#[test]
fn r2_2_2i_artillery_answers_to_its_wing_commander() {
    let g = game(
        "activate fs-lw movement; felipe 4627; de-gages 4627
                  fs-lw-art-1 4620; fs-lw-art-2 4618",
    );
    // De Gages commands eight hexes far; no Formation Commander is there
    g.told("fs-lw-art-1", rule::R2_2_2i, "In command of De Gages");
    g.told("fs-lw-art-2", rule::R2_2_2i, "Out of command of De Gages");
}

// ---- 2.2.3: facing ---------------------------------------------------------------------------------

#[test]
fn r2_2_3a_a_battery_faces_a_vertex() {
    let text = "activate fs-lw bombardment; felipe 4627; de-gages 4627; fs-lw-art-1 4622 NE";
    // the vertex between NE and SE: 4721 and 4722 are its front
    let mut g = game(&format!("{text}; starhemberg-ir 4721; vettes-ir 4722; roth-ir 4623"));
    g.told("fs-lw-art-1", rule::R2_2_3a, "4721, 4722");
    g.offers("bombard fs-lw-art-1 4721").offers("bombard fs-lw-art-1 4722");
    g.refused("bombard fs-lw-art-1 4623").because(rule::R8_1c);
}

#[test]
fn r2_2_3b_others_have_no_facing() {
    let mut g = left_wing_moves("douchez 4622; reina-inf 4622; castilla-inf 4623");
    g.play("formation fs-lw-douchez");
    g.refused("face reina-inf N").because(rule::R2_2_3b);
    let mut g = Case::from_the_start(san_lazzaro());
    g.refused("face daun-ir N").because(rule::R2_2_3b);
}

// ---- 2.3 to 2.6 ------------------------------------------------------------------------------------

#[test]
fn r2_3_the_charts_can_be_looked_up() {
    let shown = piacenza::data::charts_shown(&piacenza::data::files()).expect("they are sound");
    let titles: Vec<&str> = shown.iter().map(|c| c.title.as_ref()).collect();
    for title in ["Fire Table", "Bombardment Table", "Melee Table"] {
        assert!(titles.contains(&title), "{title}: {titles:?}");
    }
    covers(&[rule::R2_3]);
}

#[test]
fn r2_4_a_turn_is_an_hour_or_two() {
    assert_eq!(battle().scenario.hours.iter().filter(|h| h.contains('-')).count(), 2);
    covers(&[rule::R2_4]);
}

#[test]
fn r2_5_twelve_turns_from_six_in_the_morning() {
    let b = battle();
    assert_eq!((b.scenario.first_turn, b.scenario.last_turn), (1, 12));
    let hours: Vec<&str> = [1, 2, 6, 9, 12].into_iter().map(|turn| b.hour(turn)).collect();
    assert!(hours[0].starts_with("6-7 am") && hours[4].starts_with("6-7 pm"), "{hours:?}");
    assert!(hours[3].starts_with("3 pm"), "{hours:?}");
    let g = game("turn 12; standard");
    let phase = g.game.phase(&g.p);
    assert_eq!((phase.turn, phase.turns), (12, 12));
    covers(&[rule::R2_5]);
}

#[test]
fn r2_6_zero_is_zero() {
    let mut g = game("turn 2; phase reorganization; reina-inf 4622 routed");
    let Need::Chance(request) = g.game.need(&g.p) else { panic!("{}", g.waits()) };
    assert_eq!(request.dice().collect::<Vec<_>>(), [kernel::Die { sides: 10, lowest: 0 }]);
    // a Spaniard without a commander, routed: 0 and 4 are within his 6
    g.play("* 0");
    g.said(rule::R11_4b, "Disordered, no longer routed");
    covers(&[rule::R2_6]);
}
