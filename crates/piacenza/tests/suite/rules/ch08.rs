//! Chapter 8: bombardment. Guns stand in 4824 and face east, to the corner between NE and SE, unless a test says
//! otherwise: their cone is 4923 and 4924, then 5023 to 5025, then 5122 to 5125.

use super::case::*;
use super::fights::*;
use piacenza::model::Effect;
use piacenza::position::Order;
use piacenza::rule;

// ---- 8.0, 8.1: who bombards what ---------------------------------------------------------------------

/// Battalion guns are in the strength of the infantry: a battery beside it adds nothing.
#[test]
fn r8_0_infantry_fires_with_its_own_strength() {
    let g = combat("fs-lw", "reina-inf+fs-lw-art-1 4724; fc-douchez 4720; daun-ir 4824");
    assert_eq!(reckon(&g, "reina-inf", "4824").strength, 2);
    covers(&[rule::R8_0]);
}

#[test]
fn r8_1a_batteries_of_the_wing_in_command_bombard() {
    let mut g = bombardment("fs-lw", "fs-lw-art-1 4824 NE; fs-rs-art-1 4823 NE; daun-ir 5024; fc-kheul 5024");
    g.offers("bombard fs-lw-art-1 5024");
    g.refused("bombard fs-rs-art-1 5024").because(rule::R8_1a);
    g.refused("bombard fs-lw-art-1 5023").because(rule::R8_1a);
    // beyond the range of the Commander in Chief, and no Wing Commander is there
    let g = game("activate fs-lw bombardment; cic-felipe 2214; fs-lw-art-1 4824 NE; daun-ir 5024");
    g.offers_not("bombard fs-lw-art-1 5024");
    // a battery that has moved or fired
    let g = bombardment("fs-lw", "fs-lw-art-1 4824 NE fired; daun-ir 5024");
    g.offers_not("bombard fs-lw-art-1 5024");
}

/// A battery without a target fires all the same if another one drives an enemy into its cone.
#[test]
fn r8_1a_a_target_may_come_into_sight_in_the_segment() {
    let mut g =
        bombardment("fs-lw", "fs-lw-art-1 4824 NE; fs-lw-art-2 5026 N; warasdin 4923; fc-gorani 5226");
    g.refused("bombard fs-lw-art-2 4923").because(rule::R8_1c);
    g.play("bombard fs-lw-art-1 4923; * 4; retreat 5024; done");
    g.offers("bombard fs-lw-art-2 5024");
    covers(&[rule::R8_1a]);
}

/// Corner case 34: a battery that only turned has not moved; one that moved is turned to its FIRED side.
#[test]
fn r8_1a_turning_is_no_movement() {
    let mut g = movement("fs-lw", "fs-lw-art-1 4824 SW; fs-lw-art-2 4624 NE; daun-ir 5024");
    g.play("formation fs-lw-artillery; face fs-lw-art-1 NE; take fs-lw-art-2; step 4724; done");
    g.offers("bombard fs-lw-art-1 5024");
    assert!(g.unit("fs-lw-art-2").fired);
    g.refused("bombard fs-lw-art-2 5024").because(rule::R8_1a);
}

#[test]
fn r8_1b_guns_that_are_fired_at_answer_once() {
    let mut g = combat(
        "fs-lw",
        "hibernia-inf 4724; burgos-inf 4723; fc-wirtz 4720; au-rw-art-1 4824 SW; traun-ir 4824",
    );
    g.play("fire hibernia-inf 4824; done");
    g.offers("answer au-rw-art-1 fs-hibernia-inf");
    g.play("answer au-rw-art-1 hibernia-inf; done; * 0; * 0");
    assert!(g.unit("au-rw-art-1").fired, "one volley, then it is turned");
    assert_eq!(g.smoke(), ["4824"]);
    // it has fired: no second answer, whatever the attacker does
    g.play("again hibernia-inf");
    g.offers_not("answer au-rw-art-1 fs-hibernia-inf");
    g.refused("answer au-rw-art-1 hibernia-inf").because(rule::R8_1b);
}

/// PR28: in the first volley or in the second, and without a roll.
#[test]
fn r8_1b_guns_may_keep_their_answer_for_the_second_volley() {
    let mut g = combat(
        "fs-lw",
        "hibernia-inf 4724; burgos-inf 4725; fc-wirtz 4720; au-rw-art-1 4824 SW; traun-ir 4824 billebaude",
    );
    g.play("fire hibernia-inf 4824; done; * 0; done; answer au-rw-art-1 hibernia-inf");
    assert_eq!(g.roll_due(), "bombardment");
    g.play("* 0");
    assert!(g.unit("au-rw-art-1").fired && g.smoke() == ["4824"]);
}

/// The battery is turned and smokes even if its target does not survive.
#[test]
fn r8_1b_a_battery_has_fired_even_if_its_target_is_gone() {
    let mut g = combat(
        "fs-lw",
        "hibernia-inf 4724; burgos-inf 4725; fc-wirtz 4720; au-rw-art-1 4824 SW; traun-ir 4824",
    );
    g.play("fire hibernia-inf 4824; answer au-rw-art-1 hibernia-inf; done; * 0; * 8");
    // grapeshot: 8 and 2 on the column 3-5 SP is a step, and Hibernia has one
    assert!(lost(&g, "hibernia-inf"));
    assert!(g.unit("au-rw-art-1").fired);
    assert_eq!(g.smoke(), ["4824"]);
}

/// Defensive fire needs no command, but the shooter must stand in the cone.
#[test]
fn r8_1b_defensive_fire_keeps_to_the_cone() {
    let mut g = combat("fs-lw", "hibernia-inf 4724; fc-wirtz 4724; au-rw-art-1 4824 NE; traun-ir 4824");
    g.play("fire hibernia-inf 4824");
    g.refused("answer au-rw-art-1 hibernia-inf").because(rule::R8_1c);
}

#[test]
fn r8_1c_three_hexes_in_the_cone() {
    let inside = ["4923", "4924", "5023", "5024", "5025", "5122", "5123", "5124", "5125"];
    for hex in inside {
        let g = bombardment("fs-lw", &format!("fs-lw-art-1 4824 NE; warasdin {hex}"));
        g.offers(&format!("bombard fs-lw-art-1 {hex}"));
    }
    let mut g = bombardment(
        "fs-lw",
        "fs-lw-art-1 4824 NE; warasdin 5024; traun-ir 4823; clerici-ir 5222; daun-ir 4724",
    );
    for hex in ["4823", "5222", "4724"] {
        g.refused(&format!("bombard fs-lw-art-1 {hex}")).because(rule::R8_1c);
    }
}

#[test]
fn r8_1d_the_column_of_the_batterys_strength() {
    // 3, 4, 5 SP in the second column, 6 in the third
    for gun in ["fs-lw-art-2", "fs-lw-art-1"] {
        let g = bombardment("fs-lw", &format!("{gun} 4824 NE; warasdin 5024"));
        assert_eq!(column(&g, gun, "5024"), "3-5 SP");
    }
    let g = bombardment("au-ce", "ce-art-1 4824 NE; hibernia-inf 5024");
    assert_eq!(column(&g, "ce-art-1", "5024"), "6+ SP");
    let mut g =
        bombardment("fs-lw", "fs-lw-art-1 4824 NE; warasdin 5024; fc-gorani 5126; au-schiavoni-1 5126");
    g.play("bombard fs-lw-art-1 5024; * 4");
    g.said(rule::R8_1d, "rolls 4: D.");
    assert_eq!(order(&g, "warasdin"), Order::Disordered);
}

#[test]
fn r8_1e_depth_does_not_go_past_the_first_column() {
    // five strength points against two: the first column
    let g = bombardment("au-ce", "ce-art-2 4824 NE; reina-inf 5024");
    assert_eq!(column(&g, "ce-art-2", "5024"), "1-2 SP");
    assert!(modifiers(&g, "ce-art-2", "5024").contains(&("depth: column".into(), -1)));
    // a ricochet is on the first column and stays there
    let aim = piacenza::shots::Aim {
        firer: g.unit_id("ce-art-2"),
        target: g.game.map.find("5024").expect("a hex"),
        reaction: false,
        ricochet: true,
    };
    assert_eq!((g.game.reckon(&g.p, aim).base, g.game.reckon(&g.p, aim).column), (0, 0));
    let list = g.game.shot_modifiers(&g.p, aim);
    assert!(list.iter().any(|m| m.rule == rule::R8_1e && m.value == 0));
}

#[test]
fn r8_1f_batteries_fire_one_by_one() {
    let mut g = bombardment("fs-lw", "fs-lw-art-1 4824 NE; fs-lw-art-2 4823 SE; daun-ir 5024; fc-kheul 5126");
    g.play("bombard fs-lw-art-1 5024; * 0");
    // the first battery decides about its second volley before another fires
    g.refused("bombard fs-lw-art-2 5024").because(rule::R8_1f);
    g.refused("bombard fs-lw-art-1 5023").because(rule::R8_1a);
    assert_eq!(reckon(&g, "fs-lw-art-2", "5024").strength, 3, "alone");
}

// ---- 8.1.1: lines of sight ---------------------------------------------------------------------------

#[test]
fn r8_1_1a_a_straight_line_from_two_hexes_on() {
    let g = bombardment("fs-lw", "fs-lw-art-1 4824 NE; warasdin 4924; daun-ir 5024");
    // at one hex nothing can be between; along the hexside beside 4924 the line to 5024 is open (4923 is empty)
    g.offers("bombard fs-lw-art-1 4924").offers("bombard fs-lw-art-1 5024");
    covers(&[rule::R8_1_1a]);
}

#[test]
fn r8_1_1b_units_and_cover_between_block() {
    // friend and enemy alike
    for between in ["warasdin 4923", "hibernia-inf 4923"] {
        let mut g =
            bombardment("fs-lw", &format!("fs-lw-art-1 4824 NE; {between}; daun-ir 5023; traun-ir 4924"));
        g.refused("bombard fs-lw-art-1 5023").because(rule::R8_1_1b);
    }
    // commanders do not
    let g = bombardment("fs-lw", "fs-lw-art-1 4824 NE; fc-kheul 4923; daun-ir 5023");
    g.offers("bombard fs-lw-art-1 5023");
    // the farmhouse of 4933
    let mut g = bombardment("fs-lw", "fs-lw-art-1 4932 SE; daun-ir 4934; warasdin 5033");
    g.refused("bombard fs-lw-art-1 4934").because(rule::R8_1_1b);
}

/// A wall between blocks, and so does a gate beyond the next hex: 2708 is in the city, 2609 before its gate.
#[test]
fn r8_1_1b_walls_and_gates_block() {
    let mut g = game(
        "activate fs-rs bombardment; cic-felipe 2809; fs-rs-art-1 2708 SW; traun-ir 2609; clerici-ir 2509",
    );
    g.offers("bombard fs-rs-art-1 2609");
    g.refused("bombard fs-rs-art-1 2509").because(rule::R2_1_1f);
}

#[test]
fn r8_1_1c_into_and_out_of_cover() {
    // the farmhouse blocks what lies behind it, but not shots at it or out of it
    let g = bombardment("fs-lw", "fs-lw-art-1 4931 SE; daun-ir 4933");
    g.offers("bombard fs-lw-art-1 4933");
    let g = bombardment("au-ce", "ce-art-2 4933 NW; hibernia-inf 4931");
    g.offers("bombard au-ce-art-2 4931");
    covers(&[rule::R8_1_1c]);
}

#[test]
fn r8_1_1d_along_a_hexside_one_open_hex_is_enough() {
    let g = bombardment("fs-lw", "fs-lw-art-1 4824 NE; warasdin 4923; daun-ir 5024");
    g.offers("bombard fs-lw-art-1 5024");
    let mut g = bombardment("fs-lw", "fs-lw-art-1 4824 NE; warasdin 4923; traun-ir 4924; daun-ir 5024");
    g.refused("bombard fs-lw-art-1 5024").because(rule::R8_1_1d);
}

// ---- 8.2: modifiers ----------------------------------------------------------------------------------

#[test]
fn r8_2a_terrain_and_range() {
    let at = |hex: &str| {
        let g = bombardment("fs-lw", &format!("fs-lw-art-1 4824 NE; warasdin {hex}"));
        reckon(&g, "fs-lw-art-1", hex).sum
    };
    assert_eq!((at("4924"), at("5024"), at("5124")), (2, 0, -1));
    // a farmhouse for guns and for muskets; range counts for guns alone
    let g = bombardment("fs-lw", "fs-lw-art-1 4931 SE; hibernia-inf 4932; burgos-inf 4832; daun-ir 4933");
    assert_eq!(modifiers(&g, "hibernia-inf", "4933")[0], ("Cover Level 1".into(), -2));
    assert_eq!(reckon(&g, "hibernia-inf", "4933").sum, -2);
    assert_eq!(reckon(&g, "fs-lw-art-1", "4933").sum, -2);
    covers(&[rule::R8_2a]);
}

#[test]
fn r8_2b_never_below_minus_four() {
    // a village (-3) at three hexes (-1) through smoke (-2)
    let g = bombardment("fs-lw", "fs-lw-art-1 3919 SE; daun-ir 3922; smoke 3919");
    assert_eq!(reckon(&g, "fs-lw-art-1", "3922").sum, -4);
    assert!(modifiers(&g, "fs-lw-art-1", "3922").contains(&("never below -4".into(), 2)));
    // the floor is of the sum, so that a flank is not swallowed: Cover 2, smoke and flank make -3 (PR3)
    let g = combat(
        "fs-lw",
        "reina-inf 3921; castilla-inf 3821; guardias-valonas 3923; fc-douchez 3719; daun-ir 3922; smoke 3921",
    );
    assert_eq!(reckon(&g, "reina-inf", "3922").sum, -3);
    covers(&[rule::R8_2b]);
}

#[test]
fn r8_2_1a_smoke_on_the_line_and_beside_it() {
    let with = |smoke: &str| {
        let g = bombardment("fs-lw", &format!("fs-lw-art-1 4824 NE; warasdin 5024; smoke {smoke}"));
        reckon(&g, "fs-lw-art-1", "5024").sum
    };
    // from inside, into, and through: the line runs between 4923 and 4924
    assert_eq!([with("4824"), with("5024"), with("4923"), with("4924")], [-2; 4]);
    // beside one of these hexes
    assert_eq!([with("4823"), with("5123"), with("5025"), with("4922")], [-1; 4]);
    assert_eq!([with("4822"), with("5223"), with("5026")], [0; 3]);
    // muskets: just the two hexes
    let g = combat("fs-lw", "reina-inf 4724; castilla-inf 4723; fc-douchez 4720; daun-ir 4824; smoke 4825");
    assert_eq!(reckon(&g, "reina-inf", "4824").sum, -1);
    covers(&[rule::R8_2_1a]);
}

#[test]
fn r8_2_1b_smoke_comes_with_the_first_barrage_and_with_billebaude() {
    let mut g = bombardment("fs-lw", "fs-lw-art-1 4824 NE; daun-ir 5024; fc-kheul 5126");
    g.play("bombard fs-lw-art-1 5024; * 0");
    assert_eq!(g.smoke(), ["4824"]);
    // Spanish infantry (6) fails its roll for a second volley
    let mut g =
        combat("fs-lw", "reina-inf 4724; castilla-inf 4723; fc-douchez 4720; daun-ir 4824; fc-kheul 5126");
    g.play("fire reina-inf 4824; done; answer daun-ir reina-inf; * 0; * 0; again reina-inf; done; * 6");
    assert!(g.unit("reina-inf").billebaude);
    assert_eq!(g.smoke(), ["4724"]);
    g.said(rule::R8_2_1b, "Smoke lies over 4724.");
}

/// PR5: one marker in a hex is enough.
#[test]
fn r8_2_1b_no_second_marker_in_a_hex() {
    let mut g = bombardment("fs-lw", "fs-lw-art-1 4824 NE; daun-ir 5024; fc-kheul 5126; smoke 4824");
    g.play("bombard fs-lw-art-1 5024; * 0");
    assert_eq!(g.smoke(), ["4824"]);
    g.never_said("Smoke lies over");
}

#[test]
fn r8_2_1c_smoke_adds_up_to_minus_two() {
    let with = |smoke: &str| {
        let g = bombardment("fs-lw", &format!("fs-lw-art-1 4824 NE; warasdin 5024; smoke {smoke}"));
        (reckon(&g, "fs-lw-art-1", "5024").sum, modifiers(&g, "fs-lw-art-1", "5024"))
    };
    assert_eq!(with("4823 5025").0, -2, "two beside the line");
    assert_eq!(with("4824 5024 4923").0, -2, "never more");
    let g = bombardment("fs-lw", "fs-lw-art-1 4824 NE; warasdin 5024; smoke 4823 5025");
    let aim = piacenza::shots::Aim {
        firer: g.unit_id("fs-lw-art-1"),
        target: g.game.map.find("5024").expect("a hex"),
        reaction: false,
        ricochet: false,
    };
    assert!(g.game.shot_modifiers(&g.p, aim).iter().any(|m| m.rule == rule::R8_2_1c));
}

#[test]
fn r8_2_1d_smoke_lifts_at_the_end_of_the_turn() {
    let mut g = phase("reorganization", "reina-inf 4724 disordered; fc-douchez 4720; smoke 4824 4825");
    g.play("* 9");
    assert!(g.smoke().is_empty());
    g.said(rule::R8_2_1d, "The smoke lifts.");
}

#[test]
fn r8_2_1e_smoke_and_training() {
    let roll = |smoke: &str| {
        let g =
            phase("selection", &format!("reina-inf 4724; castilla-inf 4723; fc-douchez 4720; smoke {smoke}"));
        let train = piacenza::flow::Train {
            unit: g.unit_id("reina-inf"),
            kind: piacenza::flow::TrainKind::SecondVolley,
        };
        g.game.training_modifier(&g.p, train)
    };
    assert_eq!((roll("4724"), roll("4725"), roll("4726")), (2, 1, 0));
    // at most +2 (PR6)
    assert_eq!((roll("4723 4725"), roll("4724 4723 4725")), (2, 2));
    covers(&[rule::R8_2_1e]);
}

// ---- 8.3, 8.4: two volleys and failure ---------------------------------------------------------------

#[test]
fn r8_3a_two_volleys_one_after_the_other() {
    let mut g = bombardment(
        "fs-lw",
        "fs-lw-art-1 4824 NE; fs-lw-art-2 4823 SE; daun-ir 5024; haganbach-ir 5124; fc-kheul 5126",
    );
    g.play("bombard fs-lw-art-1 5024; * 0");
    // the other battery waits; the second volley may have another target
    g.offers("bombard fs-lw-art-1 5024").offers("done");
    g.refused("face fs-lw-art-1 S").because(rule::R8_3a);
    g.play("bombard fs-lw-art-1 5024; * 0; * 5");
    g.offers("bombard fs-lw-art-2 5024");
    g.offers_not("bombard fs-lw-art-1 5024");
    g.refused("bombard fs-lw-art-1 5024").because(rule::R8_1a);
}

#[test]
fn r8_3b_the_second_volley_fires_through_its_own_smoke() {
    let mut g = bombardment("fs-lw", "fs-lw-art-1 4824 NE; daun-ir 5024; fc-kheul 5126");
    assert_eq!(reckon(&g, "fs-lw-art-1", "5024").sum, 0);
    g.play("bombard fs-lw-art-1 5024; * 0");
    g.said(rule::R8_3b, "Smoke lies over 4824.");
    assert_eq!(reckon(&g, "fs-lw-art-1", "5024").sum, -2);
    g.play("bombard fs-lw-art-1 5024; * 6");
    g.said(rule::R8_1d, "rolls 6 -2: NE.");
}

#[test]
fn r8_3c_after_the_second_volley_it_is_fired() {
    let mut g = bombardment("fs-lw", "fs-lw-art-1 4824 NE; daun-ir 5024; fc-kheul 5126");
    g.play("bombard fs-lw-art-1 5024; * 0; bombard fs-lw-art-1 5024; * 0");
    assert!(!g.unit("fs-lw-art-1").fired, "its failure is rolled for first");
    g.play("* 5");
    assert!(g.unit("fs-lw-art-1").fired && !g.unit("fs-lw-art-1").failed);
    g.said(rule::R8_3c, "has fired");
}

#[test]
fn r8_4a_it_may_stop_after_one_volley() {
    let mut g = bombardment("fs-lw", "fs-lw-art-1 4824 NE; daun-ir 5024; fc-kheul 5126");
    g.play("bombard fs-lw-art-1 5024; * 0; done");
    assert!(g.unit("fs-lw-art-1").fired && !g.unit("fs-lw-art-1").failed);
    g.said(rule::R8_4a, "has fired");
    g.never_said("fail");
}

#[test]
fn r8_4b_guns_fail_on_nought_and_one() {
    for (face, fails) in [(0, true), (1, true), (2, false), (9, false)] {
        let mut g = bombardment("fs-lw", "fs-lw-art-1 4824 NE; daun-ir 5024; fc-kheul 5126");
        g.play("bombard fs-lw-art-1 5024; * 0; bombard fs-lw-art-1 5024; * 0");
        assert_eq!(g.roll_due(), "cannon failure");
        g.play(&format!("* {face}"));
        assert_eq!(g.unit("fs-lw-art-1").failed, fails, "{face}");
        g.said(rule::R8_4b, if fails { "its guns fail for the day" } else { "its guns hold" });
    }
    // for the day: the end of the turn turns back those that only fired (PR29)
    let mut g =
        phase("reorganization", "fs-lw-art-1 4824 failed; fs-lw-art-2 4823 fired; reina-inf 4724 disordered");
    g.play("* 9");
    assert!(g.unit("fs-lw-art-1").fired && !g.unit("fs-lw-art-2").fired);
    let g = bombardment("fs-lw", "fs-lw-art-1 4824 NE failed; daun-ir 5024");
    g.offers_not("bombard fs-lw-art-1 5024");
}

// ---- 8.5: results ------------------------------------------------------------------------------------

#[test]
fn r8_5_results_of_the_table() {
    let g = bombardment("au-ce", "ce-art-1 4824 NE; hibernia-inf 5024");
    use Effect::*;
    assert_eq!(
        effects(&g, "ce-art-1", "5024"),
        [
            Nothing,
            Nothing,
            Nothing,
            Disorder(0),
            Disorder(0),
            Disorder(1),
            Disorder(1),
            Disorder(2),
            Disorder(3),
            Ricochet
        ]
    );
    // grapeshot reaches the rows of the dead
    let g = bombardment("au-ce", "ce-art-1 4824 NE; hibernia-inf 4924");
    assert_eq!(effects(&g, "ce-art-1", "4924")[7..], [Rout, StepRout, Eliminated]);
    covers(&[rule::R8_5]);
}

/// Corner cases 16 and 17: a single step is the end of a unit that has no other.
#[test]
fn r8_5_a_step_eliminates_a_single_step_unit() {
    // 8 and 2 for grapeshot
    let mut g = bombardment("fs-lw", "fs-lw-art-1 4824 NE; warasdin 4924; schiavoni-1 4925; fc-gorani 5126");
    g.play("bombard fs-lw-art-1 4924; * 8");
    assert!(lost(&g, "warasdin"));
}

#[test]
fn r8_5_1a_the_owner_picks_of_two_cavalry() {
    let mut g = bombardment(
        "fs-lw",
        "fs-lw-art-1 4824 NE; palffy-cuir-1+palffy-cuir-2 5024; fc-serbelloni 5126; au-dessewffy-hus 5125",
    );
    g.play("bombard fs-lw-art-1 5024; * 4");
    assert_eq!(g.decider(), Some(AUSTRIAN));
    g.offers("choose au-palffy-cuir-1").offers("choose au-palffy-cuir-2");
    g.refused("choose dessewffy-hus").because(rule::R8_5_1a);
    g.play("choose palffy-cuir-2");
    assert_eq!((order(&g, "palffy-cuir-1"), order(&g, "palffy-cuir-2")), (Order::Good, Order::Disordered));
}

#[test]
fn r8_5_1b_infantry_shields_guns() {
    let mut g = bombardment(
        "fs-lw",
        "fs-lw-art-1 4824 NE; warasdin+au-rw-art-1 4924; schiavoni-1 4925; fc-gorani 5126",
    );
    g.play("bombard fs-lw-art-1 4924; * 8");
    assert!(lost(&g, "warasdin") && !lost(&g, "au-rw-art-1"));
    g.said(rule::R8_5_1b, "shields Artillery RW 1");
}

#[test]
fn r8_5_1c_guns_alone_die_of_all_but_disorder() {
    for (face, dies) in [(3, false), (4, false), (5, false), (6, true), (9, true)] {
        let mut g =
            bombardment("fs-lw", "fs-lw-art-1 4824 NE; au-rw-art-1 5024; traun-ir 5225; fc-barnklau 5226");
        g.play(&format!("bombard fs-lw-art-1 5024; * {face}"));
        assert_eq!(lost(&g, "au-rw-art-1"), dies, "{face}");
        assert_eq!(order(&g, "au-rw-art-1"), Order::Good);
        if dies {
            g.said(rule::R8_5_1c, "is eliminated");
        }
    }
}

/// PR33: guns whose infantry is driven off by bombardment stay.
#[test]
fn r8_5_1c_guns_stay_when_fire_drives_off_their_infantry() {
    let mut g = bombardment(
        "fs-lw",
        "fs-lw-art-1 4824 NE; warasdin+au-rw-art-1 5024; schiavoni-1 5126; fc-gorani 5226",
    );
    g.play("bombard fs-lw-art-1 5024; * 6");
    fall_back(&mut g);
    assert_eq!(order(&g, "warasdin"), Order::Disordered);
    assert_ne!(g.hex("warasdin"), "5024");
    assert_eq!(g.hex("au-rw-art-1"), "5024");
}

// ---- 8.5.2: ricochets --------------------------------------------------------------------------------

#[test]
fn r8_5_2a_the_ball_goes_on_into_the_hex_behind() {
    // the line 4824 to 5023 goes on to the hex NE of it, 5122
    let mut g = bombardment(
        "fs-lw",
        "fs-lw-art-1 4824 NE; warasdin 5023; traun-ir 5122; clerici-ir 5222; fc-barnklau 5226",
    );
    g.play("bombard fs-lw-art-1 5023; * 9");
    assert_eq!(order(&g, "warasdin"), Order::Routed, "it runs first");
    assert_eq!(g.roll_due(), "ricochet");
    // column 1-2 SP at three hexes: 6 and -1 is Disorder; Traun rolls for its ranks
    g.play("* 6; * 9");
    g.said(rule::R8_5_2a, "ricochets into 5122 with 4 SP (1-2 SP), rolls 6 -1: D.");
    assert_eq!(order(&g, "traun-ir"), Order::Disordered);
}

#[test]
fn r8_5_2a_first_another_unit_of_the_same_hex() {
    let mut g = bombardment(
        "fs-lw",
        "fs-lw-art-1 4824 NE; palffy-cuir-1+palffy-cuir-2 5023; clerici-ir 5122; fc-serbelloni 5226",
    );
    g.play("bombard fs-lw-art-1 5023; * 9; choose palffy-cuir-1");
    fall_back(&mut g);
    g.play("* 5");
    g.said(rule::R8_5_2a, "ricochets into 5023");
    assert_eq!((order(&g, "palffy-cuir-1"), order(&g, "palffy-cuir-2")), (Order::Routed, Order::Disordered));
    // a battery that its infantry has left is such a unit; a retreat is its end
    let mut g = bombardment(
        "fs-lw",
        "fs-lw-art-1 4824 NE; warasdin+au-rw-art-1 5023; clerici-ir 5122; fc-gorani 5226",
    );
    g.play("bombard fs-lw-art-1 5023; * 9");
    fall_back(&mut g);
    g.play("* 7");
    assert!(lost(&g, "au-rw-art-1"));
}

/// After the second volley and all that it did, the guns may fail.
#[test]
fn r8_4b_failure_comes_last() {
    let mut g = bombardment(
        "fs-lw",
        "fs-lw-art-1 4824 NE; palffy-cuir-1 4923; palffy-cuir-2 5023; dessewffy-hus 5122; fc-serbelloni 5226",
    );
    // grapeshot routs the nearer squadron, and does not ricochet
    g.play("bombard fs-lw-art-1 4923; * 7");
    fall_back(&mut g);
    g.never_said("ricochets");
    // smoke takes two off: 7 is a retreat, which is made before the guns are rolled for
    g.play("bombard fs-lw-art-1 5023; * 9");
    fall_back(&mut g);
    assert_eq!(g.roll_due(), "cannon failure");
    g.play("* 0");
    assert!(g.unit("fs-lw-art-1").failed);
}

/// Where the line runs along a hexside the owner chooses between the hexes behind.
#[test]
fn r8_5_2a_the_owner_chooses_who_is_struck() {
    let mut g = bombardment(
        "fs-lw",
        "fs-lw-art-1 4824 NE; warasdin 5024; clerici-ir 5123; traun-ir 5124; fc-barnklau 5226",
    );
    g.play("bombard fs-lw-art-1 5024; * 9");
    fall_back(&mut g);
    assert_eq!(g.decider(), Some(AUSTRIAN));
    g.refused("choose warasdin").because(rule::R8_5_2a);
    g.play("choose traun-ir; * 4");
    g.said(rule::R8_5_2a, "ricochets into 5124");
}

#[test]
fn r8_5_2a_nobody_behind_no_ricochet() {
    let mut g = bombardment("fs-lw", "fs-lw-art-1 4824 NE; warasdin 5023; traun-ir 5123; fc-gorani 5226");
    g.play("bombard fs-lw-art-1 5023; * 9");
    g.never_said("ricochets");
}

#[test]
fn r8_5_2b_a_ricochet_brings_no_other() {
    let g = bombardment("au-ce", "ce-art-1 4824 NE; hibernia-inf 5024");
    let firer = g.unit_id("ce-art-1");
    let target = g.game.map.find("5024").expect("a hex");
    for face in 0..10 {
        let aim = piacenza::shots::Aim { firer, target, reaction: false, ricochet: true };
        assert_ne!(g.game.shot_effect(&g.p, aim, face), Effect::Ricochet);
    }
    covers(&[rule::R8_5_2b]);
}

/// Corner case 15.
#[test]
fn r8_5_2c_grapeshot_does_not_ricochet() {
    let mut g = bombardment("fs-lw", "fs-lw-art-1 4824 NE; warasdin 4923; clerici-ir 5023; fc-gorani 5226");
    g.play("bombard fs-lw-art-1 4923; * 7");
    assert_eq!(order(&g, "warasdin"), Order::Routed);
    g.said(rule::R8_1d, "rolls 7 +2: R.");
    g.never_said("ricochets");
    assert!(g.events.iter().flat_map(|e| &e.modifiers).any(|m| m.rule == rule::R8_5_2c));
}

// ---- 8.5.3: changing of ranks ------------------------------------------------------------------------

#[test]
fn r8_5_3a_three_or_less_voids_disorder_and_retreat() {
    for (face, stands) in [(0, true), (3, true), (4, false), (9, false)] {
        // Daun has three SP: column 1-2, 8 is D1
        let mut g =
            bombardment("fs-lw", "fs-lw-art-1 4824 NE; daun-ir 5024; haganbach-ir 5025; fc-kheul 5226");
        g.play("bombard fs-lw-art-1 5024; * 8");
        assert_eq!(g.roll_due(), "changing of ranks");
        g.play(&format!("* {face}"));
        fall_back(&mut g);
        assert_eq!(g.hex("daun-ir") == "5024", stands, "{face}");
        assert_eq!(order(&g, "daun-ir") == Order::Good, stands);
        assert_eq!(g.unit("daun-ir").changed, stands);
    }
}

/// Corner case 5: one SP is too few, and so is what a lost step leaves.
#[test]
fn r8_5_3a_infantry_of_two_strength_points_in_good_order() {
    let no_roll = |pieces: &str, target: &str, face: u8| {
        let mut g = bombardment("fs-lw", &format!("fs-lw-art-1 4824 NE; {pieces}; fc-kheul 5226"));
        g.play(&format!("bombard fs-lw-art-1 {target}; * {face}"));
        g.never_said("change ranks");
    };
    no_roll("warasdin 5024", "5024", 4);
    no_roll("traun-ir 5024 reduced", "5024", 4);
    no_roll("palffy-cuir-1 5024", "5024", 4);
    let g =
        phase("selection", "traun-ir 5024 disordered; daun-ir 5023 changed; warasdin 5124; marulli-ir 5125");
    let why = |unit: &str| g.game.check_ranks(&g.p, g.unit_id(unit)).err().map(|no| no.0);
    assert_eq!(why("warasdin"), Some(rule::R8_5_3a));
    assert_eq!(why("traun-ir"), Some(rule::R11_1f));
    assert_eq!(why("daun-ir"), Some(rule::R8_5_3c));
    assert_eq!(why("marulli-ir"), None);
}

#[test]
fn r8_5_3b_commanders_and_grenadiers_help() {
    let sum = |pieces: &str| {
        let g = phase("selection", &format!("reina-inf 4724; {pieces}"));
        g.game.ranks_modifier(&g.p, g.unit_id("reina-inf"))
    };
    assert_eq!(sum("fc-douchez 4721"), 0);
    assert_eq!(sum("fc-douchez 4725"), -1);
    assert_eq!(sum("fc-douchez 4724; guardias-valonas 4723"), -2);
    assert_eq!(sum("fc-douchez 4721; guardias-valonas 4723 disordered"), 0, "Grenadiers in good order");
    // of any formation (PR23); commanders only of its own
    assert_eq!(sum("fs-gd-lorraines-inf 4723; fc-aramburu 4724"), -1);
    // the guards help themselves; below nought is a success too
    let mut g =
        bombardment("au-ce", "ce-art-1 4824 NE; guardias-valonas 5024; reina-inf 5023; fc-douchez 5024");
    g.play("bombard ce-art-1 5024; * 5; * 0");
    g.said(rule::R8_5_3a, "rolls 0 -2 to change ranks: it changes ranks and stands.");
    covers(&[rule::R8_5_3b]);
}

/// Corner case 18.
#[test]
fn r8_5_3c_one_success_in_a_turn() {
    let pieces = "fs-lw-art-1 4824 NE; haganbach-ir 5025; fc-kheul 5226";
    let mut g = bombardment("fs-lw", &format!("{pieces}; daun-ir 5024 changed"));
    g.play("bombard fs-lw-art-1 5024; * 5");
    g.said(rule::R8_5_3c, "has changed ranks");
    assert_eq!(order(&g, "daun-ir"), Order::Disordered);
    // a failure does not count: the second volley finds it Disordered, but a first success bars the second
    let mut g = bombardment("fs-lw", &format!("{pieces}; daun-ir 5024"));
    g.play("bombard fs-lw-art-1 5024; * 5; * 2; bombard fs-lw-art-1 5024; * 8");
    assert_eq!(order(&g, "daun-ir"), Order::Disordered);
    // the marker goes at the end of the turn
    let mut g = phase("reorganization", "daun-ir 5024 changed; traun-ir 5023 disordered; fc-kheul 5226");
    g.play("* 9");
    assert!(!g.unit("daun-ir").changed);
}

#[test]
fn r8_5_4_depth_counts_infantry_of_two_strength_points() {
    let target = |pieces: &str| {
        let g = bombardment("fs-lw", &format!("fs-lw-art-1 4824 NE; {pieces}"));
        (column(&g, "fs-lw-art-1", "5024"), modifiers(&g, "fs-lw-art-1", "5024"))
    };
    assert_eq!(target("traun-ir 5024").0, "1-2 SP");
    assert_eq!(target("warasdin 5024").0, "3-5 SP");
    // corner case 5, and PR2: horse and guns are never deep
    assert_eq!(target("traun-ir 5024 reduced").0, "3-5 SP");
    assert_eq!(target("daun-ir 5024 reduced").0, "1-2 SP", "two are left");
    assert_eq!(target("palffy-cuir-1+palffy-cuir-2 5024").0, "3-5 SP");
    assert_eq!(target("au-rw-art-1 5024").0, "3-5 SP");
    covers(&[rule::R8_5_4]);
}
