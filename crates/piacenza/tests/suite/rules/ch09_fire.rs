//! 9.0 and 9.1: fire combat. The attackers stand in 4724 and 4723, side by side, and both touch 4824.

use super::case::*;
use super::fights::*;
use piacenza::model::Effect;
use piacenza::position::{Attack, Order};
use piacenza::rule;

/// Reina and Castilla, two SP each, against whoever is listed; their commander is out of earshot.
fn douchez(others: &str) -> Case {
    combat("fs-lw", &format!("reina-inf 4724; castilla-inf 4723; fc-douchez 4720; {others}"))
}

const DAUN: &str = "daun-ir 4824; haganbach-ir 4925; fc-kheul 5226";

// ---- 9.0 ---------------------------------------------------------------------------------------------

#[test]
fn r9_0a_infantry_and_dragoons_on_foot_fire_at_neighbours() {
    let mut g = combat(
        "fs-lw",
        "sagunto-dr-foot 4724; micheletti-1 4723; carabineros-cav 4725; fc-camposanto 4720
         warasdin 4824; schiavoni-1 4825; schiavoni-2 4926",
    );
    g.offers("fire fs-sagunto-dr-foot 4824").offers("fire fs-micheletti-1 4824");
    g.refused("fire carabineros-cav 4825").because(rule::R9_0a);
    g.refused("fire sagunto-dr-foot 4926").because(rule::R9_0a);
    g.refused("fire sagunto-dr-foot 4725").because(rule::R9_0a);
}

#[test]
fn r9_0c_nobody_must_attack() {
    let mut g = douchez(DAUN);
    g.play("done");
    g.never_said("fires at");
    assert!(!g.unit("reina-inf").fired);
    covers(&[rule::R9_0c]);
}

// ---- 9.1 ---------------------------------------------------------------------------------------------

#[test]
fn r9_1a_only_units_in_command_fire_on_their_own() {
    // Castilla is three hexes from the rest of its formation
    let mut g = combat(
        "fs-lw",
        &format!("reina-inf 4724; guardias-valonas 4624; castilla-inf 5024; fc-douchez 4720; {DAUN}"),
    );
    g.offers("fire fs-reina-inf 4824");
    g.refused("fire castilla-inf 4925").because(rule::R9_1a);
    // fired at, units out of command answer: Daun's commander is not on the map
    let mut g = douchez("daun-ir 4824; haganbach-ir 5226");
    g.play("fire reina-inf 4824; done");
    g.offers("answer au-daun-ir fs-reina-inf");
}

/// Corner case 31: command is looked at again before combat, so that a unit whose only mate has been driven off does
/// not fire.
#[test]
fn r9_1a_command_is_checked_when_the_formation_fights() {
    let g = combat("fs-lw", &format!("reina-inf 4724; castilla-inf 4721 routed; fc-douchez 4724; {DAUN}"));
    assert!(!g.game.commanded(&g.p, g.unit_id("reina-inf")));
    g.offers_not("fire fs-reina-inf 4824");
}

/// Both shots count though both units die of them.
#[test]
fn r9_1b_a_volley_is_simultaneous() {
    let mut g = combat(
        "fs-lw",
        "hibernia-inf 4724; burgos-inf 4725; fc-wirtz 4720; starhemberg-ir 4824; roth-ir 4825; fc-linden 5226",
    );
    g.play("fire hibernia-inf 4824; done; answer starhemberg-ir hibernia-inf; * 9; * 9");
    assert!(lost(&g, "hibernia-inf") && lost(&g, "starhemberg-ir"));
    g.said(rule::R9_1b, "The first volley.");
}

#[test]
fn r9_1b_two_volleys_each_with_its_answer() {
    let mut g = douchez(DAUN);
    g.play("fire reina-inf 4824; done; answer daun-ir reina-inf; * 0; * 0");
    g.play("again reina-inf; answer daun-ir reina-inf; * 0; * 0; * 0; * 0");
    g.said(rule::R9_1b, "The second volley.");
    // there is no third
    g.offers_not("again fs-reina-inf");
    assert!(g.unit("reina-inf").fired);
}

#[test]
fn r9_1c_who_was_fired_at_answers_who_fired() {
    let mut g = douchez(&format!("{DAUN}; traun-ir 4823; fc-barnklau 5226"));
    g.play("fire reina-inf 4824; done");
    assert_eq!(g.decider(), Some(AUSTRIAN));
    g.offers("answer au-daun-ir fs-reina-inf");
    g.refused("answer daun-ir castilla-inf").because(rule::R9_1c);
    g.refused("answer traun-ir reina-inf").because(rule::R9_1c);
    // he need not
    g.play("done; * 0");
    g.never_said("Daun Inf. fires at");
}

/// Corner case 14: guns answer though their infantry fires at will.
#[test]
fn r9_1c_guns_in_the_hex_answer_too() {
    let mut g = douchez("daun-ir 4824 billebaude; ce-art-2 4824 SW; fc-kheul 5226");
    g.play("fire reina-inf 4824; done");
    g.refused("answer daun-ir reina-inf").because(rule::R9_1_2e);
    g.play("answer ce-art-2 reina-inf; * 0");
    assert_eq!(g.roll_due(), "bombardment", "on its own table");
}

#[test]
fn r9_1d_the_second_volley_needs_a_roll() {
    // Spanish infantry, 6; in the zone of control of Daun, +1
    for (face, fires) in [(0, true), (5, true), (6, false)] {
        let mut g = douchez(DAUN);
        g.play("fire reina-inf 4824; done; done; * 0; again reina-inf; done");
        assert_eq!(g.roll_due(), "training");
        g.play(&format!("* {face}"));
        assert_eq!(g.unit("reina-inf").billebaude, !fires, "{face}");
        g.said(rule::R9_1d, "for a second volley");
        if fires {
            assert_eq!(g.roll_due(), "fire");
        }
    }
}

#[test]
fn r9_1e_no_fire_is_combined() {
    let mut g = douchez(DAUN);
    g.play("fire reina-inf 4824");
    g.refused("fire reina-inf 4824").because(rule::R9_1e);
    g.play("fire castilla-inf 4824; answer daun-ir castilla-inf");
    // Daun has its one answer, and each shot is rolled on its own
    g.play("* 0; * 0; * 0");
    g.said(rule::R9_1_1a, "Reina Inf. fires at 4824 with 2 SP");
    g.said(rule::R9_1_1a, "Castilla Inf. fires at 4824 with 2 SP");
    let mut g = douchez(&format!("{DAUN}; ce-art-2 4824 SW"));
    g.play("fire reina-inf 4824; fire castilla-inf 4824; answer daun-ir castilla-inf");
    g.refused("answer daun-ir reina-inf").because(rule::R9_1e);
}

/// Corner case 17: two steps of one volley are the end of a full unit.
#[test]
fn r9_1f_step_losses_add_up() {
    let mut g = combat(
        "fs-lw",
        "guardias-valonas 4724; guardias-espanolas 4723; fc-douchez 4720; traun-ir 4824; clerici-ir 5226",
    );
    g.play("fire guardias-valonas 4824; fire guardias-espanolas 4824; done; * 9; * 9");
    assert!(lost(&g, "traun-ir"));
    g.said(rule::R9_1f, "Traun Inf. takes the losses of all shots");
}

#[test]
fn r9_1f_only_the_worst_disorder_counts() {
    // D and D1 on Normal: one Disorder, one hex
    let mut g = combat(
        "fs-lw",
        "guardias-valonas 4724; guardias-espanolas 4723; fc-douchez 4720; traun-ir 4824; clerici-ir 5226",
    );
    g.play("fire guardias-valonas 4824; fire guardias-espanolas 4824; done; * 5; * 7");
    assert_eq!(g.roll_due(), "changing of ranks", "one roll for the volley");
    g.play("* 9");
    fall_back(&mut g);
    assert_eq!(order(&g, "traun-ir"), Order::Disordered);
    assert_eq!(g.game.map.distance(g.unit("traun-ir").hex, g.game.map.find("4824").expect("a hex")), 1);
    // a step and a Disorder: what is left, one SP, cannot change ranks (PR23)
    let mut g = combat(
        "fs-lw",
        "guardias-valonas 4724; guardias-espanolas 4723; fc-douchez 4720; traun-ir 4824; clerici-ir 5226",
    );
    g.play("fire guardias-valonas 4824; fire guardias-espanolas 4824; done; * 9; * 5");
    assert!(g.unit("traun-ir").reduced && order(&g, "traun-ir") == Order::Disordered);
    g.never_said("change ranks");
}

#[test]
fn r9_1g_all_targets_before_any_die() {
    let mut g = douchez(DAUN);
    g.play("fire reina-inf 4824");
    g.refused("answer daun-ir reina-inf").because(rule::R9_1g);
    g.play("fire castilla-inf 4824");
    g.refused("fire reina-inf 4824").because(rule::R9_1g);
    g.play("done");
    // the attacker's shots first
    assert_eq!(g.roll_due(), "fire");
    g.play("* 0; * 0");
    g.said(rule::R9_1g, "Reina Inf. aims at 4824.");
}

/// PR88: who fires gives up its Melee; firing defensively does not.
#[test]
fn r9_1h_fire_instead_of_melee() {
    let mut g = combat(
        "fs-lw",
        "reina-inf 4932; castilla-inf 4833; fc-douchez 4832; daun-ir 4933; haganbach-ir 5034; fc-kheul 5226
         melee reina-inf>4933",
    );
    g.play("fire reina-inf 4933; done; done; * 0; done; done");
    assert_eq!(g.unit("reina-inf").attack, Attack::None);
    g.said(rule::R9_1h, "Reina Inf. gives up its Melee.");
    g.never_said("assaults");
}

// ---- 9.1.1: columns ----------------------------------------------------------------------------------

#[test]
fn r9_1_1a_normal_extended_intense() {
    for (pieces, firer, name) in [
        ("hibernia-inf 4724; fc-wirtz 4720", "hibernia-inf", "Normal"),
        ("reina-inf 4724; fc-douchez 4720", "reina-inf", "Extended"),
        ("guardias-valonas 4724; fc-douchez 4720", "guardias-valonas", "Extended"),
        ("guardias-valonas 4724; fc-douchez 4725", "guardias-valonas", "Intense"),
    ] {
        let g = combat("fs-lw", &format!("{pieces}; warasdin 4824"));
        assert_eq!(column(&g, firer, "4824"), name);
    }
    let g = combat("au-rs", "roth-ir 4724; fc-linden 4720; hibernia-inf 4824");
    assert_eq!(column(&g, "roth-ir", "4824"), "Intense");
    covers(&[rule::R9_1_1a]);
}

/// Corner cases 3 and 4.
#[test]
fn r9_1_1b_depth_moves_one_column_but_not_past_the_first() {
    let g = combat("fs-lw", "hibernia-inf 4724; fc-wirtz 4720; traun-ir 4824");
    assert_eq!(column(&g, "hibernia-inf", "4824"), "Normal");
    let list = modifiers(&g, "hibernia-inf", "4824");
    assert!(list.contains(&("depth: column".into(), 0)));
    // the bonus counts before the shift: one and two are Extended, against two SP Normal
    let g = combat("fs-lw", "hibernia-inf 4724; wc-de-gages 4725; fc-wirtz 4720; warasdin 4824");
    assert_eq!(
        (reckon(&g, "hibernia-inf", "4824").strength, column(&g, "hibernia-inf", "4824")),
        (3, "Extended".into())
    );
    let g = combat("fs-lw", "hibernia-inf 4724; wc-de-gages 4725; fc-wirtz 4720; traun-ir 4824");
    assert_eq!(column(&g, "hibernia-inf", "4824"), "Normal");
    covers(&[rule::R9_1_1b]);
}

// ---- 9.1.2: the second volley ------------------------------------------------------------------------

#[test]
fn r9_1_2a_both_announce_before_anything_is_rolled() {
    let mut g = douchez(DAUN);
    g.play("fire reina-inf 4824; fire castilla-inf 4824; answer daun-ir reina-inf; * 0; * 0; * 0");
    assert_eq!(g.decider(), Some(FRANCO_SPANISH));
    g.play("again reina-inf");
    g.refused("again reina-inf").because(rule::R9_1_2a);
    g.refused("again guardias-valonas").because(rule::R9_1_2a);
    g.play("done");
    assert_eq!(g.decider(), Some(AUSTRIAN));
    // against any of those that fired at him, whether they fire again or not (PR59)
    g.offers("answer au-daun-ir fs-castilla-inf").offers("answer au-daun-ir fs-reina-inf");
    g.play("answer daun-ir castilla-inf");
    assert_eq!(g.roll_due(), "training");
    // the attacker's roll first: 6 and 1 fails against 6, Daun's 7 and 1 against 7
    g.play("* 6; * 7");
    assert!(g.unit("reina-inf").billebaude && g.unit("daun-ir").billebaude);
}

/// PR59: the defender may fire a second volley though the attacker does not.
#[test]
fn r9_1_2a_the_defender_may_go_on_alone() {
    let mut g = douchez(DAUN);
    g.play("fire reina-inf 4824; done; done; * 0; done");
    assert_eq!(g.decider(), Some(AUSTRIAN));
    g.play("answer daun-ir reina-inf; * 0; * 0");
    g.said(rule::R9_1_1a, "Daun Inf. fires at 4724");
}

#[test]
fn r9_1_2b_the_second_volley_goes_at_the_same_target() {
    let mut g = douchez("warasdin 4824; schiavoni-1 4823; schiavoni-2 5025; fc-gorani 5226");
    // Warasdin falls back, so Reina has nobody left to fire at
    g.play("fire reina-inf 4824; fire castilla-inf 4823; done; * 6; * 0");
    fall_back(&mut g);
    assert_ne!(g.hex("warasdin"), "4824");
    g.refused("again reina-inf").because(rule::R9_1_2b);
    g.play("again castilla-inf; done; * 0; * 1");
    g.said(rule::R9_1_1a, "Castilla Inf. fires at 4823");
}

#[test]
fn r9_1_2c_who_fails_fires_at_will_and_smokes() {
    let mut g = douchez(DAUN);
    g.play("fire reina-inf 4824; fire castilla-inf 4824; done; * 0; * 0; again reina-inf; again castilla-inf; done");
    // both roll with the smoke that was there before (PR7): none
    g.play("* 9; * 0");
    g.said(rule::R9_1_2c, "Reina Inf. fires at will");
    assert_eq!(g.smoke(), ["4724"]);
    // the smoke counts in the volley that follows: Castilla fires from beside it
    assert_eq!(g.roll_due(), "fire");
    assert_eq!(reckon(&g, "castilla-inf", "4824").sum, -1);
    g.play("* 0");
    assert!(!g.unit("castilla-inf").billebaude);
}

/// Corner case 30: the marker is rolled for before movement, so that the unit may move and fire again.
#[test]
fn r9_1_2d_the_marker_may_be_removed_at_the_next_activation() {
    let text = "activate fs-lw billebaude; cic-felipe 4521; cic-liechtenstein 5226
                reina-inf 4724 billebaude; castilla-inf 4725; fc-douchez 4720";
    let mut g = game(text);
    g.offers("rally fs-reina-inf").offers("done");
    g.refused("rally castilla-inf").because(rule::R9_1_2d);
    g.play("rally reina-inf; * 6");
    g.said(rule::R9_1_2d, "Reina Inf. ceases firing at will.");
    assert!(!g.unit("reina-inf").billebaude);
    g.play("formation fs-lw-douchez");
    g.offers("take fs-reina-inf");
    // once in an activation
    let mut g = game(text);
    g.play("rally reina-inf; * 7");
    assert!(g.unit("reina-inf").billebaude);
    g.offers_not("rally fs-reina-inf");
}

/// Only a roll of its own ends it: a unit that a fight has driven back, in which somebody passed a roll, goes on firing at
/// will when the next wing is activated.
#[test]
fn r9_1_2d_a_fight_before_the_activation_is_no_roll() {
    let mut g = combat(
        "fs-lw",
        "hibernia-inf 4724; burgos-inf 4725; fc-wirtz 4720; warasdin 4824 billebaude; schiavoni-1 4926; fc-gorani 5026; wc-pallavicini 5226",
    );
    // Hibernia passes its roll, and Warasdin is driven back by the second volley
    g.play("fire hibernia-inf 4824; * 0; again hibernia-inf; * 0; * 7");
    g.said(rule::R9_1d, "passed");
    fall_back(&mut g);
    assert!(g.hex("warasdin") != "4824" && g.unit("warasdin").billebaude);
    g.finish();
    // the dice let the Austrian begin
    g.play("0: wing fs-ce; 1: wing au-rw; * 0; * 9; first");
    g.never_said("ceases firing at will");
    assert!(g.unit("warasdin").billebaude);
    g.offers("rally au-warasdin");
    // its own roll then counts
    g.play("rally warasdin; * 0");
    assert!(!g.unit("warasdin").billebaude);
    g.said(rule::R9_1_2d, "Warasdin Croats ceases firing at will.");
}

/// Corner cases 24 and 25.
#[test]
fn r9_1_2e_while_marked_it_neither_moves_nor_fires() {
    let mut g = movement("fs-lw", "reina-inf 4724 billebaude; castilla-inf 4725; fc-douchez 4720");
    g.play("formation fs-lw-douchez");
    g.refused("take reina-inf").because(rule::R9_1_2e);
    let mut g =
        combat("fs-lw", &format!("reina-inf 4724 billebaude; castilla-inf 4723; fc-douchez 4720; {DAUN}"));
    g.refused("fire reina-inf 4824").because(rule::R9_1_2e);
    // it keeps its zones (PR60)
    assert!(g.p.zoc(0, g.game.map.find("4725").expect("a hex")));
    assert!(g.p.engaged(0, g.game.map.find("4727").expect("a hex")));
    // and the marker stays at the end of the turn, without the smoke
    let mut g = phase(
        "reorganization",
        "reina-inf 4724 billebaude; castilla-inf 4723 disordered; fc-douchez 4720; smoke 4724",
    );
    g.play("* 9");
    assert!(g.unit("reina-inf").billebaude && g.smoke().is_empty());
}

/// PR60: a rout takes the marker off, a retreat carries it along.
#[test]
fn r9_1_2e_forced_moves_and_the_marker() {
    let mut g = combat(
        "fs-lw",
        "guardias-valonas 4724; reina-inf 4723; fc-douchez 4724; warasdin 4824 billebaude; fc-gorani 5226",
    );
    g.play("fire guardias-valonas 4824; done; * 9");
    fall_back(&mut g);
    assert_eq!((order(&g, "warasdin"), g.unit("warasdin").billebaude), (Order::Routed, false));
    let mut g = douchez("warasdin 4824 billebaude; fc-gorani 5226");
    g.play("fire reina-inf 4824; done; * 6");
    fall_back(&mut g);
    assert_eq!((order(&g, "warasdin"), g.unit("warasdin").billebaude), (Order::Disordered, true));
}

// ---- 9.1.3 to 9.1.8 ----------------------------------------------------------------------------------

#[test]
fn r9_1_3_without_a_mate_beside_it() {
    let sum = |pieces: &str| {
        let g = combat("fs-lw", &format!("reina-inf 4724; fc-douchez 4720; daun-ir 4824; {pieces}"));
        reckon(&g, "reina-inf", "4824").sum
    };
    assert_eq!(sum("castilla-inf 4725"), 0, "the mate need not touch the target");
    assert_eq!(sum("castilla-inf 4726"), -2);
    assert_eq!(sum("lombardia-inf 4723"), -2, "of another formation");
    assert_eq!(sum("castilla-inf 4725 routed"), -2);
    assert_eq!(sum("castilla-inf 4725 disordered"), 0);
    // cavalry is such a mate as well (PR25) if it has not routed, a battery is none
    let beside = |pieces: &str| {
        let g = combat("fs-lw", &format!("micheletti-1 4724; fc-camposanto 4720; warasdin 4824; {pieces}"));
        reckon(&g, "micheletti-1", "4824").sum
    };
    assert_eq!(beside("carabineros-cav 4725"), 0);
    assert_eq!(beside("carabineros-cav 4725 disordered"), 0);
    assert_eq!(beside("carabineros-cav 4725 routed"), -2);
    assert_eq!(beside("carabineros-cav 4726"), -2);
    assert_eq!(beside("fs-lw-art-1 4725"), -2);
    // the same holds for who defends himself
    let g = combat("fs-lw", "micheletti-1 4724; carabineros-cav 4725; fc-camposanto 4720; warasdin 4824");
    assert_eq!(modifiers(&g, "warasdin", "4724")[0], ("not side by side".into(), -2));
    covers(&[rule::R9_1_3]);
}

#[test]
fn r9_1_4a_a_commander_beside_it_adds_his_bonus() {
    let strength = |at: &str| {
        let g = combat("fs-lw", &format!("reina-inf 4724; castilla-inf 4723; fc-douchez {at}; daun-ir 4824"));
        reckon(&g, "reina-inf", "4824").strength
    };
    assert_eq!((strength("4724"), strength("4725"), strength("4726")), (3, 3, 2));
    // his own formation only, and never a battery (PR74)
    let g = combat(
        "fs-lw",
        "reina-inf 4724; castilla-inf 4723; fc-douchez 4720; fc-aramburu 4724; fs-lw-art-1 4723 NE; daun-ir 4824",
    );
    assert_eq!(reckon(&g, "reina-inf", "4824").strength, 2);
    let g = combat(
        "fs-lw",
        "reina-inf 4724; fs-lw-art-1 4724 NE; wc-de-gages 4724; fc-douchez 4724; daun-ir 4824",
    );
    assert_eq!(reckon(&g, "fs-lw-art-1", "4824").strength, 4);
    let list = modifiers(&g, "reina-inf", "4824");
    assert!(list.contains(&("Fire Bonus: strength".into(), 2)));
    covers(&[rule::R9_1_4a]);
}

/// Corner case 28: even if it is the smaller one.
#[test]
fn r9_1_4b_the_wing_commander_supersedes() {
    let g = combat("au-rw", "traun-ir 4724; clerici-ir 4725; fc-barnklau 4724; hibernia-inf 4824");
    assert_eq!(reckon(&g, "traun-ir", "4824").strength, 4, "Barnklau adds two");
    let g = combat(
        "au-rw",
        "traun-ir 4724; clerici-ir 4725; fc-barnklau 4724; wc-pallavicini 4723; hibernia-inf 4824",
    );
    assert_eq!(reckon(&g, "traun-ir", "4824").strength, 3, "Pallavicini one, and he goes first");
    // a Wing Commander of another wing does nothing
    let g = combat(
        "au-rw",
        "traun-ir 4724; clerici-ir 4725; fc-barnklau 4724; wc-browne 4723; hibernia-inf 4824",
    );
    assert_eq!(reckon(&g, "traun-ir", "4824").strength, 4);
    covers(&[rule::R9_1_4b]);
}

#[test]
fn r9_1_5_results_of_the_table() {
    use Effect::*;
    let g = combat("au-rs", "roth-ir 4724; vettes-ir 4725; fc-linden 4720; hibernia-inf 4824");
    assert_eq!(
        effects(&g, "roth-ir", "4824"),
        [
            Nothing,
            Nothing,
            Disorder(0),
            Disorder(0),
            Disorder(1),
            Disorder(1),
            Disorder(2),
            Disorder(3),
            Step,
            Rout
        ]
    );
    // with a flank: rows ten and eleven
    let g =
        combat("au-rs", "roth-ir 4724; vettes-ir 4725; palffy-ir 4923; fc-linden 4720; hibernia-inf 4824");
    assert_eq!(effects(&g, "roth-ir", "4824")[8..], [StepRout, Eliminated]);
    covers(&[rule::R9_1_5]);
}

#[test]
fn r9_1_6_ranks_are_changed_under_fire_too() {
    let mut g = douchez(DAUN);
    g.play("fire reina-inf 4824; done; done; * 5; * 3");
    g.said(rule::R9_1_6, "it changes ranks and stands");
    assert_eq!(order(&g, "daun-ir"), Order::Good);
    // the attackers as well
    let mut g = douchez(DAUN);
    g.play("fire reina-inf 4824; done; answer daun-ir reina-inf; * 0; * 7; * 9");
    g.said(rule::R9_1_6, "Reina Inf. rolls 9 to change ranks: it is Disordered.");
}

#[test]
fn r9_1_7_depth_answers_fire_too() {
    let g = douchez("daun-ir 4824; warasdin 4823");
    assert_eq!(
        (column(&g, "reina-inf", "4824"), column(&g, "castilla-inf", "4823")),
        ("Normal".into(), "Extended".into())
    );
    assert!(modifiers(&g, "reina-inf", "4824").contains(&("depth: column".into(), -1)));
    let g = douchez("palffy-cuir-1+palffy-cuir-2 4824");
    assert_eq!(column(&g, "reina-inf", "4824"), "Extended", "cavalry is not deep (PR2)");
    covers(&[rule::R9_1_7]);
}

#[test]
fn r9_1_8_a_mate_on_the_flank_of_the_target() {
    let sum = |pieces: &str| {
        let g = combat(
            "fs-lw",
            &format!("reina-inf 4724; guardias-valonas 4725; fc-douchez 4720; daun-ir 4824; {pieces}"),
        );
        reckon(&g, "reina-inf", "4824").sum
    };
    assert_eq!(sum("castilla-inf 4923"), 2);
    assert_eq!(sum("castilla-inf 4723"), 0, "it touches the firer");
    assert_eq!(sum("castilla-inf 4923 routed"), 0);
    assert_eq!(sum("lombardia-inf 4923"), 0, "of another formation");
    // cavalry of the formation flanks as well (PR26), guns do not; the defender has the same
    let g = combat(
        "fs-lw",
        "micheletti-1 4724; micheletti-2 4725; carabineros-cav 4923; fc-camposanto 4720; warasdin 4824; schiavoni-1 4624; schiavoni-2 4925",
    );
    assert_eq!(reckon(&g, "micheletti-1", "4824").sum, 2);
    assert!(modifiers(&g, "warasdin", "4724").contains(&("flank".into(), 2)));
    covers(&[rule::R9_1_8]);
}

// ---- chances of one volley ---------------------------------------------------------------------------

/// In percent: nothing, Disorder, Disorder with a retreat, a step, rout or worse.
#[test]
fn chances_of_one_volley() {
    let fire =
        |wing: &str, pieces: &str, firer: &str, target: &str| chances(&combat(wing, pieces), firer, target);
    let at_one = fire("fs-lw", "hibernia-inf 4724; burgos-inf 4725; warasdin 4824", "hibernia-inf", "4824");
    assert_eq!(at_one, [50, 20, 20, 10, 0], "1 SP at 1 SP, open");
    let two = fire(
        "fs-lw",
        "reina-inf 4724; castilla-inf 4725; fc-douchez 4724; traun-ir 4824",
        "reina-inf",
        "4824",
    );
    assert_eq!(two, [50, 20, 20, 10, 0], "2 SP and 1 at 2 SP, open");
    let guards = "guardias-valonas 4724; reina-inf 4725; fc-douchez 4724; traun-ir 4824";
    assert_eq!(fire("fs-lw", guards, "guardias-valonas", "4824"), [30, 30, 30, 10, 0], "3 SP and 1 at 2 SP");
    let flank = format!("{guards}; castilla-inf 4923");
    assert_eq!(fire("fs-lw", &flank, "guardias-valonas", "4824"), [10, 30, 30, 10, 20], "with a flank");
    let farm = "guardias-valonas 4932; reina-inf 4832; fc-douchez 4932; daun-ir 4933";
    assert_eq!(fire("fs-lw", farm, "guardias-valonas", "4933"), [50, 30, 20, 0, 0], "at 3 SP in Cover 1");
    let village = "guardias-valonas 3921; reina-inf 3920; fc-douchez 3921; traun-ir 3922";
    assert_eq!(fire("fs-lw", village, "guardias-valonas", "3922"), [60, 30, 10, 0, 0], "at 2 SP in Cover 2");
    let four =
        fire("au-rs", "roth-ir 4724; vettes-ir 4725; fc-linden 4720; hibernia-inf 4824", "roth-ir", "4824");
    assert_eq!(four, [20, 20, 40, 10, 10], "4 SP at 1 SP, open");
    let battery = |gun: &str, target: &str, hex: &str| {
        let g = bombardment("au-ce", &format!("{gun} 4824 NE; {target} {hex}"));
        chances(&g, gun, hex)
    };
    assert_eq!(battery("au-ce-art-2", "hibernia-inf", "5024"), [40, 20, 30, 0, 10], "5 SP at 1 SP, range 2");
    assert_eq!(battery("au-ce-art-2", "reina-inf", "5024"), [50, 20, 30, 0, 0], "5 SP at 2 SP, range 2");
    assert_eq!(battery("au-ce-art-2", "reina-inf", "4924"), [30, 20, 30, 10, 10], "5 SP at 2 SP, grapeshot");
    assert_eq!(
        battery("au-ce-art-1", "hibernia-inf", "4924"),
        [10, 20, 40, 0, 30],
        "6 SP at 1 SP, grapeshot"
    );
}
