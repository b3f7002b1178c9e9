//! 5.5 to 5.8: the Line, misalignment, realignment.

use super::case::*;
use piacenza::flow::MarchStage;
use piacenza::position::Place;
use piacenza::rule;

/// Whether these hexes are a Line of Douchez' formation in an otherwise given position.
fn is_line(pieces: &str, hexes: &str) -> bool {
    let g = left_wing_moves(pieces);
    let places: Vec<_> = hexes.split(' ').map(|h| g.game.map.find(h).expect("a hex")).collect();
    g.game.is_line(&g.p, g.game.formation_of(g.unit_id("reina-inf")), &places)
}

// ---- 5.5: what a Line is ---------------------------------------------------------------------------

#[test]
fn r5_5a_two_infantry_units_at_least() {
    assert!(is_line("", "4622 4623"));
    assert!(!is_line("", "4622"));
    let mut g = left_wing_moves("camposanto 4622; micheletti-1 4622; carabineros-cav 4623");
    g.play("formation fs-lw-camposanto");
    g.refused("draw").because(rule::R5_5a);
    let mut g = left_wing_moves("douchez 4622; reina-inf 4622; castilla-inf 4623");
    g.play("formation fs-lw-douchez; draw");
    g.refused("done").because(rule::R5_5a);
    g.refused("assign micheletti-1 4622").because(rule::R5_5a);
}

#[test]
fn r5_5b_neighbours_are_one_or_two_hexes_apart() {
    assert!(is_line("", "4622 4624"));
    assert!(!is_line("", "4622 4625"));
    assert!(is_line("", "4622 4624 4626"));
    assert!(!is_line("", "4622 4623 4626"));
    let mut g = left_wing_moves(
        "douchez 4622; reina-inf 4622; castilla-inf 4623; guardias-valonas 4624; guardias-espanolas 4625",
    );
    g.play(
        "formation fs-lw-douchez; draw; assign reina-inf 4622; assign guardias-espanolas 4626
            assign castilla-inf 4623",
    );
    g.refused("done").because(rule::R5_5b);
    g.play("assign guardias-valonas 4624; done");
    g.said(rule::R5_6e, "Line: ");
}

#[test]
fn r5_5c_the_gap_holds_no_enemy_and_no_other_formation() {
    assert!(!is_line("palffy-cuir-1 4623", "4622 4624"));
    assert!(!is_line("lombardia-inf 4623", "4622 4624"));
    // commanders and zones of control do not matter, mates neither
    assert!(is_line("aramburu 4623; daun-ir 4723", "4622 4624"));
    assert!(is_line("castilla-inf 4623", "4622 4624"));
    // PR14: one of two hexes between is enough
    assert!(is_line("lombardia-inf 4722", "4622 4723"));
    assert!(!is_line("lombardia-inf 4722; corona-inf 4623", "4622 4723"));
    let mut g = left_wing_moves(
        "douchez 4622; reina-inf 4622; castilla-inf 4624; lombardia-inf 4623; guardias-valonas 4621",
    );
    g.play(
        "formation fs-lw-douchez; draw; assign guardias-valonas 4621; assign castilla-inf 4624
            assign reina-inf 4622",
    );
    g.refused("done").because(rule::R5_5c);
}

#[test]
fn r5_5d_on_the_line_between_the_first_and_the_last() {
    // a column of hexes
    assert!(is_line("", "4622 4623 4624 4625"));
    // across the grain: either hex of the column between has a side on the line
    assert!(is_line("", "4622 4721 4822"));
    assert!(is_line("", "4622 4722 4822"));
    assert!(!is_line("", "4622 4723 4822"));
    assert!(!is_line("", "4622 4720 4822"));
    // along the other axes
    assert!(is_line("", "4622 4722 4823 4923"));
    assert!(is_line("", "4622 4721 4821 4920"));
    // a corner is not enough: the line from 4622 to 5025 only touches 4723
    let g = left_wing_moves("");
    let hex = |n: &str| g.game.map.find(n).expect("a hex");
    let on = |a: &str, b: &str, c: &str| g.game.map.on_line(hex(a), hex(b), hex(c));
    assert!(on("4622", "5025", "4722") && !on("4622", "5025", "4723"));
    assert!(on("4622", "4825", "4722") && on("4622", "4825", "4723"), "a whole side, and through the middle");
    let mut g = left_wing_moves("douchez 4622; reina-inf 4622; castilla-inf 4623; guardias-valonas 4624");
    g.play("formation fs-lw-douchez; draw; assign reina-inf 4622; assign guardias-valonas 4625");
    g.refused("assign castilla-inf 4723").because(rule::R5_5d);
    g.refused("assign castilla-inf 4522").because(rule::R5_5d);
    g.offers("assign fs-castilla-inf 4623").offers("assign fs-castilla-inf 4624");
}

#[test]
fn r5_5e_infantry_only_any_length() {
    let mut g =
        left_wing_moves("camposanto 4622; micheletti-1 4622; micheletti-2 4623; carabineros-cav 4624");
    g.play("formation fs-lw-camposanto; draw");
    g.refused("assign carabineros-cav 4624").because(rule::R5_5e);
    g.play("assign micheletti-1 4621; assign micheletti-2 4622; done");
    // six units of Petit Bois in eleven hexes
    let mut g = game(
        "activate fs-ce movement; felipe 4627; de-croix 4627; petit-bois 4622
                      saboya-inf 4619; africa-inf 4621; asturias-inf 4623; giacomone-inf 4625
                      besler-inf 4626; flandes-inf 4628",
    );
    g.play(
        "formation fs-ce-petit-bois; draw; assign saboya-inf 4619; assign flandes-inf 4629
            assign africa-inf 4621; assign asturias-inf 4623; assign giacomone-inf 4625
                      assign besler-inf 4627; done",
    );
    g.said(rule::R5_6e, "Saboya Inf. in 4619");
}

// ---- 5.6: moving in Line ---------------------------------------------------------------------------

/// Reina, Castilla and a guard regiment stand in 4622 to 4624, inside the zone of Daun in 4922.
fn in_the_zone(more: &str) -> Case {
    let mut g = left_wing_moves(&format!(
        "douchez 4623; reina-inf 4622; castilla-inf 4623; guardias-valonas 4624; daun-ir 4922\n{more}"
    ));
    g.play("formation fs-lw-douchez");
    g
}

#[test]
fn r5_6a_in_the_zone_infantry_moves_in_line_only() {
    // alone of its arm: nothing to form a Line with
    let mut g = left_wing_moves("camposanto 4622; micheletti-1 4622; carabineros-cav 4623; daun-ir 4922");
    g.told("micheletti-1", rule::R5_6a, "moves in Line only");
    g.play("formation fs-lw-camposanto");
    g.refused("take micheletti-1").because(rule::R5_6a);
    // Disordered infantry is in no Line
    let mut g = in_the_zone("guardias-espanolas 4621 disordered");
    g.play("draw");
    g.refused("assign guardias-espanolas 4621").because(rule::R5_6a);
    // staying is always allowed
    let mut g = in_the_zone("");
    g.play("done");
    assert_eq!(g.hex("reina-inf"), "4622");
}

#[test]
fn r5_6b_the_line_stands_at_the_end_in_any_direction() {
    let mut g = in_the_zone("");
    // away from the enemy
    g.play("draw; assign reina-inf 4422; assign guardias-valonas 4424; assign castilla-inf 4423; done");
    g.play("take reina-inf; step 4522");
    // it does not stop half-way
    g.refused("done").because(rule::R5_6b);
    g.play("step 4422; take castilla-inf; step 4523; step 4423; take guardias-valonas; step 4524; step 4424");
    assert_eq!(
        (g.hex("reina-inf"), g.hex("castilla-inf"), g.hex("guardias-valonas")),
        ("4422", "4423", "4424")
    );
}

#[test]
fn r5_6b_nobody_of_the_present_line_is_left_behind() {
    // Reina and Castilla would go forward and leave the guards, who could keep up
    let mut g = in_the_zone("");
    g.play("draw; assign reina-inf 4722; assign castilla-inf 4723");
    g.refused("done").because(rule::R5_6b);
    g.told("guardias-valonas", rule::R5_6b, "takes it in");
    g.play("drop; draw; assign reina-inf 4722; assign guardias-valonas 4724; assign castilla-inf 4723; done");
    // they may be taken in where they stand
    let mut g = in_the_zone("");
    g.play("draw; assign reina-inf 4722; assign guardias-valonas 4624; assign castilla-inf 4723; done");
    g.play("take reina-inf; step 4722");
    assert_eq!(g.hex("reina-inf"), "4722");
    // a Line that all of them can reach takes in all of them, wherever it goes
    let mut g = in_the_zone("");
    g.play("draw; assign castilla-inf 4523; assign guardias-valonas 4524");
    g.refused("done").because(rule::R5_6b);
    // who is in no zone may stay behind: the Austrians are farther north
    let mut g = left_wing_moves(
        "douchez 4623; reina-inf 4622; castilla-inf 4623; guardias-valonas 4624; daun-ir 4920",
    );
    g.play("formation fs-lw-douchez; draw; assign reina-inf 4721; assign castilla-inf 4722; done");
    // and who belongs to no Line: he realigns
    let mut g = in_the_zone("guardias-espanolas 4820");
    g.play("draw; assign reina-inf 4722; assign guardias-valonas 4724; assign castilla-inf 4723; done");
    // and who can reach no place that continues the Line: Disordered mates never can
    let mut g = in_the_zone("guardias-espanolas 4625 disordered");
    g.play("draw; assign reina-inf 4722; assign guardias-valonas 4724; assign castilla-inf 4723; done");
}

#[test]
fn r5_6c_no_unit_breaks_the_line() {
    let mut g = in_the_zone("");
    g.refused("take castilla-inf").because(rule::R5_6c);
    g.refused("take reina-inf").because(rule::R5_6c);
}

#[test]
fn r5_6d_one_line_for_a_formation() {
    let mut g = in_the_zone("");
    g.play("draw; assign reina-inf 4722; assign guardias-valonas 4724; assign castilla-inf 4723; done");
    g.refused("draw").because(rule::R5_6d);
    g.play("take reina-inf; step 4722");
    g.refused("draw").because(rule::R5_6d);
}

#[test]
fn r5_6e_the_declaration_comes_first_and_binds() {
    let mut g = in_the_zone("");
    g.play("draw");
    g.refused("take reina-inf").because(rule::R5_6e);
    g.refused("assign reina-inf 4626").because(rule::R5_6e);
    // a Line that is being drawn can still be given up
    g.play("assign reina-inf 4722; drop; draw; assign reina-inf 4722");
    g.refused("assign reina-inf 4723").because(rule::R5_6e);
    g.play("assign guardias-valonas 4724; assign castilla-inf 4723; done; take reina-inf; step 4722");
    assert_eq!(g.hex("reina-inf"), "4722");
    // nobody goes where the way back to his place is too long
    let mut g = in_the_zone("");
    g.play(
        "draw; assign reina-inf 4422; assign guardias-valonas 4424; assign castilla-inf 4423; done
            take reina-inf",
    );
    g.refused("step 4722").because(rule::R5_6e);
    // nothing is declared once somebody has moved
    let mut g = left_wing_moves("douchez 4626; reina-inf 4625; castilla-inf 4626; guardias-valonas 4627");
    g.play("formation fs-lw-douchez; take reina-inf; step 4525; done");
    g.refused("draw").because(rule::R5_6e);
}

// ---- 5.6, PR17: who goes when a mate has gone --------------------------------------------------------

/// The three of them have declared to go forward by a hex.
fn forward_all(more: &str) -> Case {
    let mut g = in_the_zone(more);
    g.play("draw; assign reina-inf 4722; assign guardias-valonas 4724; assign castilla-inf 4723; done");
    g
}

#[test]
fn r5_6b_nobody_goes_forward_alone_by_a_line_declared_for_all() {
    let mut g = forward_all("");
    g.play("take castilla-inf; step 4723");
    let refused = g.refused("done");
    refused.because(rule::R5_6b);
    assert_eq!(refused.0.message, "Reina Inf. goes to its place in the Line, 4722: a mate has gone.");
    g.offers_not("done");
    g.told("reina-inf", rule::R5_6b, "4722");
    // who is taken in hand goes: it does not say that it has moved by staying
    g.play("take reina-inf");
    g.refused("done").because(rule::R5_6b);
    g.offers_not("done");
    g.play("step 4722");
    assert_eq!(g.hex("reina-inf"), "4722");
    // two hexes to the rear each is waited for
    let mut g = in_the_zone("");
    g.play("draw; assign reina-inf 4422; assign guardias-valonas 4424; assign castilla-inf 4423; done");
    g.play("take reina-inf; step 4522; step 4422");
    g.refused("done").because(rule::R5_6b);
    g.play("take guardias-valonas; step 4524; step 4424");
    g.refused("done").because(rule::R5_6b);
    g.play("take castilla-inf; step 4523; step 4423");
    assert!(g.p.march().is_none_or(|f| f.stage == MarchStage::Commander), "{}", g.waits());
}

#[test]
fn r5_6b_where_nobody_has_gone_all_may_stay() {
    let mut g = forward_all("");
    g.play("done");
    assert_eq!(
        (g.hex("reina-inf"), g.hex("castilla-inf"), g.hex("guardias-valonas")),
        ("4622", "4623", "4624")
    );
    // the others of the formation make no difference
    let mut g = left_wing_moves(
        "camposanto 4622; micheletti-1 4622; micheletti-2 4623; carabineros-cav 4524; daun-ir 4922",
    );
    g.play("formation fs-lw-camposanto; draw; assign micheletti-1 4722; assign micheletti-2 4723; done");
    g.play("take carabineros-cav; step 4523; done; done");
    assert_eq!((g.hex("carabineros-cav"), g.hex("micheletti-1")), ("4523", "4622"));
}

#[test]
fn r5_6b_those_who_stand_in_line_all_the_same_may_stop() {
    let mut g = forward_all("");
    g.play("take castilla-inf; step 4723");
    g.refused("done").because(rule::R5_6b);
    // 4722 and 4723 are in Line with the guards in 4624
    g.play("take reina-inf; step 4722; done");
    assert_eq!(g.hex("guardias-valonas"), "4624");
}

#[test]
fn r5_6b_after_one_was_stopped_the_others_go_or_stay() {
    // west of the stream; the guards in the middle have crossed it and wait for the others
    let crossing = || {
        let mut g = left_wing_moves(
            "de-croix 4627; douchez 4422; reina-inf 4420; guardias-valonas 4421; castilla-inf 4422; daun-ir 4721",
        );
        g.play(
            "formation fs-lw-douchez; draw; assign reina-inf 4520; assign castilla-inf 4522
             assign guardias-valonas 4521; done; take guardias-valonas; step 4521; * 0",
        );
        g.refused("done").because(rule::R5_6b);
        // 5.7: who fails stops, and the Line has a hole
        g.play("take reina-inf; step 4520; * 9");
        g.said(rule::R5_7c, "Reina Inf. stops in 4420");
        g
    };
    let mut g = crossing();
    g.play("done");
    assert_eq!(g.hex("castilla-inf"), "4422");
    let mut g = crossing();
    g.play("take castilla-inf; step 4522");
    assert_eq!(g.hex("castilla-inf"), "4522");
}

/// Reina leaves the zone of control of two Austrians; the guards have gone ahead.
#[test]
fn r5_6b_after_one_was_shot_the_others_go_or_stay() {
    let leaving = |face: u8| {
        let mut g = left_wing_moves(
            "douchez 4624; reina-inf 4622 reduced; castilla-inf 4624; guardias-valonas 4623
             daun-ir 4521; haganbach-ir 4721; kheul 4521",
        );
        g.play(
            "formation fs-lw-douchez; draw; assign reina-inf 4523; assign castilla-inf 4525
             assign guardias-valonas 4524; done; take guardias-valonas; step 4523; step 4524",
        );
        g.refused("done").because(rule::R5_6b);
        g.play(&format!("take reina-inf; step 4623; * {face}; * {face}"));
        g
    };
    // not hit: it goes on, and so has Castilla to
    let mut g = leaving(0);
    g.play("step 4523");
    g.refused("done").because(rule::R5_6b);
    // driven off
    let mut g = leaving(9);
    g.said(rule::R9_2_8a, "falls back");
    g.offers("take fs-castilla-inf");
    g.play("done");
    assert_eq!(g.hex("castilla-inf"), "4624");
    // lost altogether, by whatever it may be
    let mut g = leaving(0);
    g.play("step 4523");
    g.refused("done").because(rule::R5_6b);
    let reina = g.unit_id("reina-inf");
    g.game.take_off(&mut g.p, reina, Place::Lost);
    g.offers("take fs-castilla-inf");
    g.play("done");
}

/// Reina and Castilla are to change places, which nobody can do; the guards go forward.
#[test]
fn r5_6b_who_cannot_go_is_not_waited_for() {
    let mut g = in_the_zone("");
    g.play("draw; assign castilla-inf 4622; assign guardias-valonas 4724; assign reina-inf 4623; done");
    g.refused("take reina-inf").because(rule::R5_0b);
    g.refused("take castilla-inf").because(rule::R5_0b);
    g.play("take guardias-valonas; step 4724");
    assert!(g.p.march().is_none_or(|f| f.stage == MarchStage::Commander), "{}", g.waits());
}

/// Reina has points for the straight way over 4723 only, which is where Castilla is to stand.
#[test]
fn r5_6b_nobody_goes_who_would_bar_a_mate() {
    let mut g = left_wing_moves("douchez 4822; reina-inf 4922; castilla-inf 4722; guardias-valonas 4822");
    g.play(
        "formation fs-lw-douchez; draw; assign reina-inf 4624; assign guardias-valonas 4822
         assign castilla-inf 4723; done",
    );
    g.refused("take castilla-inf").because(rule::R5_6b);
    g.offers("done").offers_not("take fs-castilla-inf");
    g.play("take reina-inf; step 4823; step 4723; step 4624");
    g.play("take castilla-inf; step 4723");
    assert_eq!((g.hex("reina-inf"), g.hex("castilla-inf")), ("4624", "4723"));
    // who stands in the way and does not move away keeps all of them where they are
    let mut g = left_wing_moves(
        "douchez 4822; reina-inf 4922; castilla-inf 4722; guardias-valonas 4822; lombardia-inf 4823",
    );
    g.play("formation fs-lw-douchez; draw");
    g.refused("assign reina-inf 4624").because(rule::R5_6e);
    let mut g = left_wing_moves(
        "douchez 4822; reina-inf 4922; castilla-inf 4722; guardias-valonas 4822; guardias-espanolas 4823",
    );
    g.play(
        "formation fs-lw-douchez; draw; assign reina-inf 4624; assign guardias-valonas 4822
         assign castilla-inf 4723; done",
    );
    g.refused("take castilla-inf").because(rule::R5_6b);
    g.offers("done");
    // and lets them go once it has
    g.play("take guardias-espanolas; step 4824; done; take reina-inf; step 4823; step 4723; step 4624");
    g.play("take castilla-inf; step 4723");
    assert_eq!((g.hex("reina-inf"), g.hex("castilla-inf")), ("4624", "4723"));
}

#[test]
fn r5_6e_nobody_takes_the_place_of_a_mate() {
    let mut g = left_wing_moves(
        "camposanto 4622; micheletti-1 4622; micheletti-2 4623; carabineros-cav 4523; daun-ir 4922",
    );
    g.play("formation fs-lw-camposanto; draw; assign micheletti-1 4422; assign micheletti-2 4423; done");
    g.play("take carabineros-cav");
    g.refused("step 4423").because(rule::R5_6e);
    g.play("step 4424");
    assert_eq!(g.hex("carabineros-cav"), "4424");
}

/// A declared unit attacks from its place, not on the way to it: the guns stand alone and hold nobody off.
#[test]
fn r5_8b_no_melee_before_its_place_in_the_line() {
    let mut g = left_wing_moves(
        "douchez 4622; reina-inf 4622; castilla-inf 4623; guardias-valonas 4624; au-lw-art-1 4721",
    );
    g.play("formation fs-lw-douchez; take reina-inf");
    g.offers("melee fs-reina-inf 4721");
    let mut g = left_wing_moves(
        "douchez 4622; reina-inf 4622; castilla-inf 4623; guardias-valonas 4624; au-lw-art-1 4721",
    );
    g.play("formation fs-lw-douchez; draw; assign reina-inf 4522; assign castilla-inf 4523; done; take reina-inf");
    g.refused("melee reina-inf 4721").because(rule::R5_8b);
}

#[test]
fn r5_6f_nobody_enters_the_zone_alone() {
    let mut g = left_wing_moves("camposanto 4522; micheletti-1 4522; carabineros-cav 4523; daun-ir 4922");
    g.play("formation fs-lw-camposanto; take micheletti-1");
    g.refused("step 4622").because(rule::R5_6f);
    // two of them can
    let mut g = left_wing_moves("camposanto 4522; micheletti-1 4522; micheletti-2 4524; daun-ir 4922");
    g.play("formation fs-lw-camposanto; draw; assign micheletti-1 4622; assign micheletti-2 4624; done");
    g.play("take micheletti-1; step 4622; take micheletti-2; step 4624");
    assert_eq!((g.hex("micheletti-1"), g.hex("micheletti-2")), ("4622", "4624"));
}

/// 9.1.2 forbids a unit that fires at will to move; nothing takes it out of its Line, and its mates move in Line
/// with it.
#[test]
fn r5_6a_who_fires_at_will_stands_in_line() {
    let mut g = left_wing_moves("douchez 4623; reina-inf 4622 billebaude; castilla-inf 4623; daun-ir 4922");
    g.told("reina-inf", rule::R5_5a, "It stands in the Line of its formation.");
    g.play("formation fs-lw-douchez; draw");
    g.refused("assign reina-inf 4722").because(rule::R9_1_2e);
    g.play("assign reina-inf 4622; assign castilla-inf 4723; done");
    g.refused("take reina-inf").because(rule::R9_1_2e);
    g.play("take castilla-inf; step 4723");
    assert_eq!((g.hex("reina-inf"), g.hex("castilla-inf")), ("4622", "4723"));
    // it keeps its hex
    let mut g = in_the_zone("guardias-espanolas 4621 billebaude");
    g.play("draw; assign guardias-espanolas 4621");
    g.refused("assign reina-inf 4621").because(rule::R5_6e);
    // where its hex continues the Line it is taken in, elsewhere it stays behind
    let mut g = in_the_zone("guardias-espanolas 4621 billebaude");
    g.play("draw; assign reina-inf 4622; assign guardias-valonas 4624; assign castilla-inf 4623");
    g.refused("done").because(rule::R5_6b);
    g.play("drop; draw; assign reina-inf 4422; assign guardias-valonas 4424; assign castilla-inf 4423; done");
    // those who all fire at will draw no Line
    let mut g = left_wing_moves(
        "camposanto 4622; micheletti-1 4622 billebaude; micheletti-2 4623 billebaude; carabineros-cav 4524
         daun-ir 4922",
    );
    g.play("formation fs-lw-camposanto");
    g.refused("draw").because(rule::R5_5a);
}

// ---- 5.7: misalignment -----------------------------------------------------------------------------

/// Reina and Castilla, west of a stream that runs between them and 4520 and 4521, inside the zone of
/// Daun; their Line lies beyond it.
fn across_the_stream(douchez: &str) -> Case {
    let mut g = left_wing_moves(&format!(
        "de-croix 4627; douchez {douchez}; reina-inf 4420; castilla-inf 4421; daun-ir 4721"
    ));
    g.play("formation fs-lw-douchez; draw; assign reina-inf 4520; assign castilla-inf 4521; done");
    g
}

#[test]
fn r5_7a_a_roll_before_cover_a_ditch_or_a_stream() {
    let mut g = across_the_stream("4420");
    g.play("take reina-inf; step 4520");
    assert_eq!(g.roll_due(), "training");
    assert_eq!(g.hex("reina-inf"), "4420", "before it crosses");
    // 7 less 1 for Douchez
    g.play("* 7");
    g.said(rule::R5_7a, "rolls 7 -1 to keep its alignment: 6, passed (training 6)");
    assert_eq!(g.hex("reina-inf"), "4520");
}

#[test]
fn r5_7a_the_worse_of_hex_and_hexside_counts() {
    // from 4111 into the redoubt 4212: one more on the die
    let mut g = game(
        "activate fs-lw movement; felipe 4014; de-gages 4014; douchez 4110; reina-inf 4111
         castilla-inf 4110; daun-ir 4413",
    );
    g.play(
        "formation fs-lw-douchez; draw; assign reina-inf 4212; assign castilla-inf 4110; done
            take reina-inf; step 4212; * 5",
    );
    assert_eq!(g.modifier("terrain"), Some(1));
    g.said(rule::R5_7a, "passed");
}

/// PR19: only infantry rolls, and only inside an enemy Engagement Zone.
#[test]
fn r5_7a_no_roll_outside_the_zone_nor_for_others() {
    let mut g = left_wing_moves("douchez 4420; reina-inf 4420; castilla-inf 4421");
    g.play("formation fs-lw-douchez; take reina-inf; step 4520");
    assert_eq!(g.hex("reina-inf"), "4520");
    let mut g = left_wing_moves(
        "camposanto 4420; carabineros-cav 4420; micheletti-1 4421; daun-ir 4721; fs-lw-art-1 4421",
    );
    g.play("formation fs-lw-camposanto; take carabineros-cav; step 4520; done");
    assert_eq!(g.hex("carabineros-cav"), "4520");
    // woods ask for none
    let mut g = game(
        "activate fs-lw movement; felipe 4920; de-gages 4920; douchez 4921; reina-inf 4920
         castilla-inf 4921; daun-ir 5223",
    );
    g.play(
        "formation fs-lw-douchez; draw; assign reina-inf 5020; assign castilla-inf 5021; done
            take reina-inf; step 5020",
    );
    assert_eq!(g.hex("reina-inf"), "5020");
}

/// Corner case 36: only if the hex is entered through the side that the road crosses.
#[test]
fn r5_7b_no_roll_along_a_road() {
    let text = "activate fs-lw movement; felipe 4414; de-gages 4414; douchez 4416; daun-ir 4618";
    let mut g = game(&format!("{text}; reina-inf 4417; castilla-inf 4416"));
    g.play(
        "formation fs-lw-douchez; draw; assign reina-inf 4517; assign castilla-inf 4416; done
            take reina-inf",
    );
    let (action, seat) =
        (kernel::Show::read(g.game, &g.p, FRANCO_SPANISH, "step 4517").unwrap(), FRANCO_SPANISH);
    assert_eq!(kernel::Show::choice(g.game, &g.p, seat, action).rule, rule::R5_7b);
    g.play("step 4517");
    assert_eq!(g.hex("reina-inf"), "4517");
    // beside the road the stream asks for a roll
    let mut g = game(&format!("{text}; reina-inf 4418; castilla-inf 4417"));
    g.play(
        "formation fs-lw-douchez; draw; assign reina-inf 4517; assign castilla-inf 4417; done
            take reina-inf; step 4517",
    );
    assert_eq!(g.roll_due(), "training");
}

#[test]
fn r5_7c_who_fails_stops_and_the_line_has_a_hole() {
    let mut g = across_the_stream("4423");
    g.play("take castilla-inf; step 4521; * 6");
    assert_eq!(g.hex("castilla-inf"), "4521");
    g.play("take reina-inf; step 4520; * 7");
    g.said(rule::R5_7c, "Reina Inf. stops in 4420");
    assert_eq!(g.hex("reina-inf"), "4420");
    // PR20: it has stopped, but it is in good order
    assert_eq!(g.unit("reina-inf").order, piacenza::position::Order::Good);
    assert!(g.unit("reina-inf").moved);
    g.refused("ride douchez 4410").because(rule::R4_0f);
}

// ---- 5.8: realignment ------------------------------------------------------------------------------

#[test]
fn r5_8a_straight_to_the_nearest_place_in_the_line() {
    // Reina stands before the Line of 4622 to 4624, all inside the zone
    let text =
        "douchez 4623; guardias-valonas 4622; castilla-inf 4623; guardias-espanolas 4624; daun-ir 4922";
    let mut g = left_wing_moves(&format!("{text}; reina-inf 4724"));
    g.play("formation fs-lw-douchez; take reina-inf");
    g.refused("step 4723").because(rule::R5_6a);
    g.refused("step 4824").because(rule::R5_6a);
    // 4625 is next to it and prolongs the Line
    g.play("step 4625");
    assert_eq!(g.hex("reina-inf"), "4625");
}

#[test]
fn r5_8a_a_free_unit_in_the_zone_keeps_straight_on() {
    // its place is beyond 4821; once inside the zone it does not turn back
    let mut g = left_wing_moves(
        "douchez 4820; guardias-espanolas 4820; guardias-valonas 4821; daun-ir 4922; reina-inf 4524
         castilla-inf 4523",
    );
    g.play("formation fs-lw-douchez; take reina-inf; step 4624");
    assert_eq!(g.hex("reina-inf"), "4624");
    g.refused("step 4524").because(rule::R5_8a);
}

/// PR44.
#[test]
fn r5_8b_it_may_come_up_to_the_enemy_but_not_melee() {
    let mut g = left_wing_moves(
        "douchez 4927; guardias-valonas 4927; guardias-espanolas 4928; reina-inf 4828; castilla-inf 4728
         daun-ir 5027",
    );
    g.play("formation fs-lw-douchez; take guardias-valonas");
    g.refused("melee guardias-valonas 5027").because(rule::R5_8b);
    // in the Line it may
    let mut g = left_wing_moves("douchez 4927; guardias-valonas 4927; guardias-espanolas 4928; daun-ir 5027");
    g.play("formation fs-lw-douchez; take guardias-valonas");
    g.offers("melee fs-guardias-valonas 5027");
}
