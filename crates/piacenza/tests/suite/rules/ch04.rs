//! Chapter 4: commanders, the chain of command, capture.

use super::case::*;
use piacenza::flow::Segment;
use piacenza::position::Place;
use piacenza::rule;

/// The left wing's activation ends: commanders may move.
fn commanders(pieces: &str) -> Case {
    game(&format!("activate fs-lw commanders; felipe 4627; de-gages 4627\n{pieces}"))
}

// ---- 4.0: how commanders move ----------------------------------------------------------------------

#[test]
fn r4_0a_a_chief_rides_to_named_places_only() {
    let mut g = commanders("reina-inf 4626; daun-ir 5026");
    g.refused("ride felipe 4626").because(rule::R4_0a);
    g.refused("ride felipe 3108").because(rule::R4_0a);
    // any distance
    g.offers("ride fs-cic-felipe 4618").offers("ride fs-cic-felipe 1519").offers("ride fs-cic-felipe 4535");
    // Muradello is in a zone of control (7.1i)
    g.offers_not("ride fs-cic-felipe 5027");
    g.play("ride felipe 1519");
    g.said(rule::R4_0a, "rides to Vallera 1519");
    assert_eq!(g.leader_hex("felipe"), "1519");
}

#[test]
fn r4_0b_then_he_stays_for_two_turns() {
    let mut g = commanders("reina-inf 4626");
    g.play("ride felipe 1519");
    assert_eq!(g.leader("felipe").stays, 3, "this turn and two more");
    for (turn, stays, rides) in [(4, 2, false), (5, 1, false), (6, 0, true)] {
        let g = game(&format!("turn {}; phase end; felipe 1519 stays={}", turn - 1, stays + 1));
        assert_eq!((g.p.turn, g.leader("felipe").stays), (turn, stays));
        let mut g = game(&format!(
            "turn {turn}; activate fs-lw commanders; de-gages 4627; reina-inf 4626; felipe 1519 stays={stays}"
        ));
        if rides {
            g.offers("ride fs-cic-felipe 4618");
        } else {
            g.refused("ride felipe 4618").because(rule::R4_0b);
        }
    }
}

#[test]
fn r4_0c_after_any_wing_but_once_in_a_turn() {
    let mut g = commanders("reina-inf 4626");
    g.play("ride felipe 4618");
    g.refused("ride felipe 4535").because(rule::R4_0c);
    // at the end of another wing's activation too
    let g = game("activate fs-rs commanders; felipe 4627; castelar 4627; murcia-inf 4626");
    g.offers("ride fs-cic-felipe 4618");
    let g = game("activate fs-rs commanders; felipe 4627 moved; castelar 4627; murcia-inf 4626");
    g.offers_not("ride fs-cic-felipe 4618").offers("ride fs-wc-castelar 4626");
}

#[test]
fn r4_0d_six_points_for_the_others() {
    let mut g = commanders("reina-inf 4626");
    g.offers("ride fs-wc-de-gages 4621");
    g.refused("ride de-gages 4620").because(rule::R4_0d);
    // twelve hexes of road
    let g = game("activate fs-lw commanders; felipe 4627; de-gages 4013; reina-inf 4626");
    g.offers("ride fs-wc-de-gages 5020").offers_not("ride fs-wc-de-gages 5120");
    // in an Engagement Zone of the enemy a road hex costs a whole point
    let g = game("activate fs-lw commanders; felipe 4627; de-gages 4013; reina-inf 4626; daun-ir 4412");
    g.offers("ride fs-wc-de-gages 4718").offers_not("ride fs-wc-de-gages 5020");
}

#[test]
fn r4_0e_a_wing_commander_moves_when_his_wing_has_acted() {
    let mut g = left_wing_moves("douchez 4622; reina-inf 4622; castilla-inf 4623");
    g.refused("ride de-gages 4626").because(rule::R3_1b);
    g.play("done");
    g.offers("ride fs-wc-de-gages 4626");
    g.play("ride de-gages 4626");
    g.said(rule::R4_0e, "De Gages rides to 4626");
    g.refused("ride de-gages 4627").because(rule::R4_0e);
    // nobody else's Wing Commander, and no Formation Commander
    let mut g = commanders("reina-inf 4626; de-croix 4627; douchez 4626");
    g.refused("ride de-croix 4626").because(rule::R4_0e);
    g.refused("ride douchez 4627").because(rule::R4_0e);
}

#[test]
fn r4_0f_a_formation_commander_moves_when_his_units_have_moved() {
    let mut g = left_wing_moves("douchez 4625; reina-inf 4622; castilla-inf 4623");
    g.play("formation fs-lw-douchez");
    g.refused("ride douchez 4622").because(rule::R5_0a);
    g.play("take reina-inf; step 4621; done; done");
    g.refused("ride douchez 4625").because(rule::R4_0f);
    g.offers("ride fs-fc-douchez 4621").offers("ride fs-fc-douchez 4620").offers("ride fs-fc-douchez 4624");
    g.play("ride douchez 4621");
    g.said(rule::R4_0f, "Douchez rides to 4621");
}

// ---- 4.1: command range ----------------------------------------------------------------------------

#[test]
fn r4_1a_the_superiors_hex_counts_the_subordinates_does_not() {
    let g = game("activate fs-lw movement; felipe 2426; de-gages 4626; reina-inf 4622");
    g.told("felipe", rule::R4_1a, "Command Range 22");
    g.told("de-gages", rule::R4_2a, "In command: 22 hexes from Infante Don Felipe, whose range is 22.");
    let g = game("activate fs-lw movement; felipe 2426; de-gages 4726; reina-inf 4622");
    g.told("de-gages", rule::R4_1d, "Infante Don Felipe is 23 hexes away");
    // and with him those whom he reaches
    let g = game("activate fs-lw movement; felipe 2426; de-gages 4726; douchez 4722; reina-inf 4622");
    g.told("douchez", rule::R4_2a, "Out of command: so is De Gages.");
    // the Staff reaches less far
    let g = game("activate fs-lw movement; felipe 2426 staff; de-gages 4626; reina-inf 4622");
    g.told("de-gages", rule::R4_1d, "his range is 18");
}

#[test]
fn r4_1b_who_is_whose_superior() {
    let g = left_wing_moves("douchez 4622; larnage 4624; mirepoix 4626");
    g.told("de-gages", rule::R4_1b, "His superior is Infante Don Felipe.");
    g.told("douchez", rule::R4_1b, "His superior is De Gages.");
    g.told("larnage", rule::R4_1b, "His superior is Mirepoix.");
    // PR8: the chief only once the Wing Commander is gone
    let g = game("activate fs-lw movement; felipe 4627; de-gages lost; douchez 4622");
    g.told("douchez", rule::R4_1b, "His superior is Infante Don Felipe.");
}

#[test]
fn r4_1c_enemies_break_the_command_line() {
    let ring = "daun-ir 4621; haganbach-ir 4623; andlau-ir 4721; forgatsch-ir 4722; vettes-ir 4521";
    let g = left_wing_moves(&format!("douchez 4622; {ring}"));
    g.told("douchez", rule::R4_3a, "In command: 5 hexes");
    let g = left_wing_moves(&format!("douchez 4622; {ring}; roth-ir 4522"));
    g.told("douchez", rule::R4_1c, "break his line");
    // PR10: the line goes around, and then it is longer than his range of eight
    let wall = "daun-ir 4622; haganbach-ir 4721; andlau-ir 4521; forgatsch-ir 4821; vettes-ir 4421";
    let g = left_wing_moves("douchez 4619");
    g.told("douchez", rule::R4_3a, "In command: 8 hexes");
    let g = left_wing_moves(&format!("douchez 4619; {wall}"));
    g.told("douchez", rule::R4_1c, "break his line");
    // enemy commanders alone do not
    let g = left_wing_moves(
        "douchez 4622; kheul 4623; browne 4722; linden 4721; botta 4621; nadasdy 4521; marini 4522",
    );
    g.told("douchez", rule::R4_3a, "In command");
}

#[test]
fn r4_1d_beyond_the_range_is_out_of_command() {
    let g = left_wing_moves("douchez 4618; reina-inf 4622");
    g.told("douchez", rule::R4_1d, "De Gages is 9 hexes away, his range is 8");
    assert!(!g.game.formation_commanded(&g.p, g.game.formation_of(g.unit_id("reina-inf"))));
}

// ---- 4.2: the Commander in Chief -------------------------------------------------------------------

#[test]
fn r4_2a_the_chief_keeps_wing_commanders_in_command() {
    let g = left_wing_moves("reina-inf 4622");
    g.told("de-gages", rule::R4_2a, "In command");
    // PR41: with the chief gone a Wing Commander rolls up to 4
    let text = "activate fs-lw; felipe lost; de-gages 4627; douchez 4622; reina-inf 4622; castilla-inf 4623";
    let mut g = game(text);
    assert_eq!(g.roll_due(), "command without a Commander in Chief");
    g.play("* 4");
    g.said(rule::R4_2a, "he acts on his own");
    g.offers("formation fs-lw-douchez");
    let mut g = game(text);
    g.play("* 5");
    g.said(rule::R3_0i, "is out of command");
}

#[test]
fn r4_2b_he_does_not_help_to_reorganize() {
    let mut g =
        game("turn 2; phase reorganization; felipe 4622; reina-inf 4622 disordered; castilla-inf 4623");
    g.told("felipe", rule::R4_2b, "Always in command");
    g.play("* 5");
    assert_eq!(g.modifier("Sergeants"), None);
}

// ---- 4.3: Wing Commanders --------------------------------------------------------------------------

#[test]
fn r4_3a_formation_commanders_within_his_range() {
    let g = left_wing_moves("douchez 4619");
    g.told("douchez", rule::R4_3a, "In command: 8 hexes from De Gages, whose range is 8.");
    let g = left_wing_moves("douchez 4618");
    g.told("douchez", rule::R4_1d, "Out of command");
    // the chief's range once he is gone
    let g = game("activate fs-lw movement; felipe 4627; de-gages lost; douchez 4610");
    g.told("douchez", rule::R4_3a, "In command: 17 hexes from Infante Don Felipe, whose range is 22.");
}

#[test]
fn r4_3b_out_of_command_he_cannot_be_activated() {
    let g = left_wing_moves("");
    g.told("de-gages", rule::R4_3b, "if he is out of command, it does not");
    let mut g = game(
        "turn 2; used fs-ce fs-rw fs-rs au-lw au-ce au-rw; felipe 2015; de-gages 4522; reina-inf 4522
                      liechtenstein 5627; botta 5626",
    );
    g.play("* 9; * 0; first");
    g.said(rule::R3_0i, "De Gages is out of command");
    g.refused("formation fs-lw-douchez").because(rule::R4_0e);
}

/// PR64: even where it is the smaller one.
#[test]
fn r4_3c_his_fire_bonus_supersedes() {
    let bonus = |text: &str, unit: &str| {
        let g = game(&format!("activate fs-lw combat\n{text}"));
        let found = g.game.fire_bonus(&g.p, g.unit_id(unit));
        found.map(|(leader, bonus)| (g.game.army.leaders[leader].name.clone(), bonus))
    };
    let text = "reina-inf 4622; castilla-inf 4623; douchez 4622";
    assert_eq!(bonus(text, "reina-inf"), Some(("Douchez".into(), 1)));
    assert_eq!(bonus(&format!("{text}; de-gages 4621"), "reina-inf"), Some(("De Gages".into(), 2)));
    assert_eq!(bonus(&format!("{text}; de-gages 4620"), "reina-inf"), Some(("Douchez".into(), 1)));
    let text = "saboya-inf 4622; petit-bois 4622; de-croix 4623 staff";
    assert_eq!(bonus(text, "saboya-inf"), Some(("De Croix".into(), 0)), "corner case 28");
    // not for another wing
    assert_eq!(bonus("saboya-inf 4622; de-gages 4622", "saboya-inf"), None);
    let g = left_wing_moves("");
    g.told("de-gages", rule::R4_3c, "Fire Bonus 2");
}

#[test]
fn r4_3d_he_does_not_help_to_reorganize() {
    let mut g =
        game("turn 2; phase reorganization; de-gages 4622; reina-inf 4622 disordered; castilla-inf 4623");
    g.told("de-gages", rule::R4_3d, "does not help");
    g.play("* 5");
    assert_eq!(g.modifier("Sergeants"), None);
}

// ---- 4.4: Formation Commanders ---------------------------------------------------------------------

#[test]
fn r4_4a_his_sergeants_and_his_fire_bonus() {
    let text = "turn 2; phase reorganization; felipe 4627; de-gages 4627; reina-inf 4622 disordered
                castilla-inf 4623";
    let mut g = game(&format!("{text}; douchez 4621"));
    g.told("douchez", rule::R4_4a, "Fire Bonus 1, Sergeants' Factor 1.");
    g.play("* 7");
    assert_eq!(g.modifier("Sergeants"), Some(-1));
    g.said(rule::R11_4b, "in good order again");
    let mut g = game(&format!("{text}; douchez 4620"));
    g.play("* 7");
    assert_eq!(g.modifier("Sergeants"), None, "he is not beside it");
    // another formation's commander does not help; a Staff has less
    let mut g = game(&format!("{text}; douchez 4621 staff; aramburu 4622"));
    g.play("* 7");
    assert_eq!(g.modifier("Sergeants"), None);
}

/// PR83: if he cannot get to his units he goes as near as he can.
#[test]
fn r4_4b_he_ends_with_or_beside_a_unit_of_his() {
    let mut g = left_wing_moves("douchez 4637; reina-inf 4622; castilla-inf 4623");
    g.play("formation fs-lw-douchez; done");
    let rides = g.legal();
    assert!(rides.iter().all(|a| a.starts_with("ride fs-fc-douchez")), "{rides:?}");
    g.offers("ride fs-fc-douchez 4629").offers_not("ride fs-fc-douchez 4637");
    g.play("ride douchez 4629");
    // at the set-up, too
    let mut g = Case::from_the_start(gossolengo());
    g.play("rearrange");
    let stood = g.leader_hex("lucchesi").to_owned();
    let far = g.legal().into_iter().filter(|a| a.starts_with("place au-fc-lucchesi")).count();
    assert!(far > 0 && !stood.is_empty());
    let b = g.game;
    let units: Vec<_> = g.p.units.iter().filter(|u| u.place == Place::Map).map(|u| u.hex).collect();
    let area = b.scenario.setup.iter().find(|a| a.id == "lucchesi").expect("his area");
    let lonely = area.hexes.iter().find(|h| units.iter().all(|u| b.map.distance(*u, **h) > 1));
    let lonely = b.map.number(*lonely.expect("the area is large")).to_owned();
    g.refused(&format!("place fc-lucchesi {lonely}")).because(rule::R4_4b);
}

// ---- 4.4.1: units in command -----------------------------------------------------------------------

#[test]
fn r4_4_1a_a_mate_within_two_hexes() {
    let g = left_wing_moves("douchez 4622; reina-inf 4622; castilla-inf 4624");
    g.told("reina-inf", rule::R4_4_1c, "In command");
    let mut g = left_wing_moves("douchez 4622; reina-inf 4622; castilla-inf 4625");
    g.told("reina-inf", rule::R4_4_1a, "no unrouted mate of its formation within two hexes");
    g.play("formation fs-lw-douchez; take reina-inf");
    g.refused("step 4621").because(rule::R5_9a);
    // a mate of any arm; a routed one does not count (PR12)
    let g = left_wing_moves("camposanto 4622; micheletti-1 4622; carabineros-cav 4624");
    g.told("micheletti-1", rule::R4_4_1c, "In command");
    let g = left_wing_moves("douchez 4622; reina-inf 4622; castilla-inf 4624 routed");
    g.told("reina-inf", rule::R4_4_1a, "no unrouted mate");
    // units of other formations are no mates
    let g = left_wing_moves("douchez 4625; reina-inf 4622; lombardia-inf 4623; castilla-inf 4625");
    g.told("reina-inf", rule::R4_4_1a, "no unrouted mate");
}

/// PR11.
#[test]
fn r4_4_1a_the_last_unit_needs_its_commander_within_two_hexes() {
    let g = left_wing_moves("douchez 4624; reina-inf 4622");
    assert!(g.game.commanded(&g.p, g.unit_id("reina-inf")));
    let g = left_wing_moves("douchez 4625; reina-inf 4622");
    assert!(!g.game.commanded(&g.p, g.unit_id("reina-inf")));
}

#[test]
fn r4_4_1b_no_enemy_between_two_mates() {
    let g = left_wing_moves("douchez 4622; reina-inf 4622; castilla-inf 4624; daun-ir 4623");
    g.told("reina-inf", rule::R4_4_1b, "enemies stand between");
    // PR14: of two hexes between them one may be open
    let g = left_wing_moves("douchez 4622; reina-inf 4622; castilla-inf 4723; daun-ir 4722");
    g.told("reina-inf", rule::R4_4_1c, "In command");
    let g =
        left_wing_moves("douchez 4622; reina-inf 4622; castilla-inf 4723; daun-ir 4722; haganbach-ir 4623");
    g.told("reina-inf", rule::R4_4_1b, "enemies stand between");
    // friends and enemy zones of control between them do not matter
    let g =
        left_wing_moves("douchez 4622; reina-inf 4622; castilla-inf 4624; lombardia-inf 4623; daun-ir 4723");
    g.told("reina-inf", rule::R4_4_1c, "In command");
}

#[test]
fn r4_4_1c_the_commander_may_be_far_away() {
    let g = left_wing_moves("douchez 4619; reina-inf 4634; castilla-inf 4635");
    g.told("reina-inf", rule::R4_4_1c, "however far away its commander is");
}

#[test]
fn r4_4_1d_without_a_commander_in_command_all_are_out() {
    for douchez in ["douchez lost", "douchez 4618"] {
        let mut g = game(&format!(
            "activate fs-lw combat; felipe 4627; de-gages 4627; {douchez}
             reina-inf 4622; castilla-inf 4623; starhemberg-ir 4722"
        ));
        g.told("reina-inf", rule::R4_4_1d, "its Formation Commander is gone or out of command");
        g.told("reina-inf", rule::R5_9d, "It starts no combat");
        let segment = g.p.activation().map(|a| a.segment);
        assert_eq!(segment, Some(Segment::Commanders), "nobody may fire");
        g.finish();
    }
}

/// Corner case 31: a unit may lose command between movement and combat.
#[test]
fn r4_4_1e_command_is_checked_before_movement_and_before_combat() {
    let text = "douchez 4622; reina-inf 4622; castilla-inf 4623; starhemberg-ir 4722 disordered";
    let mut g = left_wing_moves(text);
    g.told("reina-inf", rule::R4_4_1e, "before movement, combat and reorganization");
    g.play("done");
    g.offers("fire fs-reina-inf 4722");
    let mut g = left_wing_moves(text);
    g.play("formation fs-lw-douchez; take castilla-inf; step 4624; step 4625; step 4626; done");
    g.finish_formation();
    assert_eq!(g.p.activation().map(|a| a.segment), Some(Segment::Commanders), "no mate is near any more");
}

// ---- 4.5: commanders out of command ----------------------------------------------------------------

#[test]
fn r4_5a_he_gives_no_command_but_acts() {
    let mut g = left_wing_moves("douchez 4618; reina-inf 4619; castilla-inf 4620");
    g.told("douchez", rule::R4_5a, "gives no command");
    // his units are out of command, he himself rides as he likes
    g.told("reina-inf", rule::R4_4_1d, "Out of command");
    g.play("formation fs-lw-douchez");
    g.offers("ride fs-fc-douchez 4621");
    // and he helps in rolls
    let mut g = game(
        "turn 2; phase reorganization; felipe 4627; de-gages 4627; douchez 4618
                      reina-inf 4619 disordered; castilla-inf 4620",
    );
    g.play("* 9");
    assert_eq!((g.modifier("Sergeants"), g.modifier("out of command")), (Some(-1), Some(2)));
}

#[test]
fn r4_5b_when_commanders_are_checked() {
    let g = left_wing_moves("douchez 4622; reina-inf 4622; castilla-inf 4623");
    g.told("douchez", rule::R4_5b, "before they move, fight and reorganize");
    // the Wing Commander at his activation: see 3.0i; riding away afterwards costs his units their command
    let mut g = game(
        "turn 2; phase reorganization; felipe 4627; de-gages 4612; douchez 4622
                      reina-inf 4622 disordered; castilla-inf 4623",
    );
    g.play("* 9");
    assert_eq!(g.modifier("out of command"), Some(2));
}

// ---- 4.6: capture ----------------------------------------------------------------------------------

#[test]
fn r4_6a_captured_after_a_melee() {
    let mut g = game(
        "activate fs-lw combat; felipe 4927; de-gages 4927; douchez 4928; guardias-valonas 4927
         melee guardias-valonas>5027; grenadiers-rs 5027; linden 5027; roth-ir 5623",
    );
    // no fire; their volley misses; 3 to 1 with Grenadiers, 9 less 1 for the farmhouse
    g.play("done; resolve guardias-valonas; * 0; * 9");
    assert_eq!((g.hex("guardias-valonas"), g.unit("grenadiers-rs").place), ("5027", Place::Lost));
    g.said(rule::R4_6a, "Linden is captured");
    assert_eq!((g.leader_hex("linden"), g.leader("linden").staff), ("5623", true));
}

#[test]
fn r4_6b_captured_when_a_unit_comes_upon_him_alone() {
    let mut g =
        left_wing_moves("camposanto 4622; carabineros-cav 4622; micheletti-1 4623; kheul 4722; daun-ir 5622");
    g.play("formation fs-lw-camposanto; take carabineros-cav; step 4722");
    g.said(rule::R4_6b, "Kheul is captured");
    assert_eq!((g.leader_hex("kheul"), g.leader("kheul").staff), ("5622", true));
    assert_eq!(g.p.trophies, [0, 0]);
    // it goes on moving
    g.play("step 4822");
    // with a unit in his hex nobody can enter
    let mut g = left_wing_moves(
        "camposanto 4622; carabineros-cav 4622; micheletti-1 4623; kheul 4722; au-ce-art-1 4722",
    );
    g.play("formation fs-lw-camposanto; take carabineros-cav");
    g.refused("step 4722").because(rule::R9_2_1a);
}

#[test]
fn r4_6c_a_staff_is_a_trophy() {
    let capture = |pieces: &str| {
        let mut g =
            left_wing_moves(&format!("camposanto 4622; carabineros-cav 4622; micheletti-1 4623; {pieces}"));
        g.play("formation fs-lw-camposanto; take carabineros-cav; step 4722");
        g
    };
    let g = capture("kheul 4722 staff; daun-ir 5622");
    g.said(rule::R4_6c, "is a trophy worth 3 victory points");
    assert_eq!((g.p.trophies, g.leader("kheul").place), ([3, 0], Place::Lost));
    assert_eq!(capture("browne 4722 staff; daun-ir 5622").p.trophies, [5, 0]);
    assert_eq!(capture("liechtenstein 4722 staff; daun-ir 5622").p.trophies, [5, 0]);
    // PR85: with troops of his own choice, not with routed ones if there are others
    let mut g = capture("kheul 4722; daun-ir 5622; haganbach-ir 5624");
    assert_eq!(g.decider(), Some(AUSTRIAN));
    g.offers("relocate au-fc-kheul 5622").offers("relocate au-fc-kheul 5624");
    g.refused("relocate fc-kheul 5623").because(rule::R4_6c);
    g.play("relocate fc-kheul 5624");
    assert_eq!(g.leader_hex("kheul"), "5624");
    let g = capture("kheul 4722; daun-ir 5622; haganbach-ir 5624 routed");
    assert_eq!(g.leader_hex("kheul"), "5622");
    // without any troops a trophy at once
    assert_eq!(capture("kheul 4722; roth-ir 5622").p.trophies, [3, 0]);
}

// ---- 4.6.1: the standard ---------------------------------------------------------------------------

#[test]
fn r4_6_1a_the_standard_enters_with_the_staff() {
    let mut g = left_wing_moves(
        "camposanto 4622; carabineros-cav 4622; micheletti-1 4623; browne 4722; daun-ir 5622",
    );
    assert_eq!(g.leader("au-sb-ce").place, Place::Away);
    g.play("formation fs-lw-camposanto; take carabineros-cav; step 4722");
    g.said(rule::R4_6_1a, "Standard of Browne comes into play");
    assert_eq!((g.leader_hex("browne"), g.leader_hex("au-sb-ce")), ("5622", "5622"));
    // six points, at the end of the wing's activation
    let g =
        game("activate au-ce commanders; liechtenstein 4627; browne 4627 staff; au-sb-ce 4627; daun-ir 4626");
    g.offers("ride au-sb-ce 4621").offers_not("ride au-sb-ce 4620");
}

#[test]
fn r4_6_1b_the_standard_passes_command_on() {
    // Browne's Staff reaches seven hexes; Kheul is eleven away from it
    let text = "activate au-ce movement; liechtenstein 4627; browne 4627 staff; kheul 4616; daun-ir 4616
                haganbach-ir 4617";
    let g = game(text);
    g.told("kheul", rule::R4_1d, "his range is 7");
    let g = game(&format!("{text}; au-sb-ce 4622"));
    g.told("au-sb-ce", rule::R4_6_1b, "He passes on the Staff's command, range 7.");
    g.told("kheul", rule::R4_6_1b, "In command through the standard");
    // PR40: not when he is beyond the Staff's reach
    let g = game(&format!("{text}; au-sb-ce 4619"));
    g.told("au-sb-ce", rule::R4_6_1b, "does not pass on");
    g.told("kheul", rule::R4_1d, "Out of command");
}

#[test]
fn r4_6_1c_the_standard_helps_in_training_rolls() {
    let mut g =
        game("turn 2; phase reorganization; fs-sb-lw 4622; reina-inf 4622 disordered; castilla-inf 4623");
    g.told("fs-sb-lw", rule::R4_6_1c, "Sergeants' Factor 1, no bonus in combat");
    assert_eq!(g.game.fire_bonus(&g.p, g.unit_id("reina-inf")), None);
    g.play("* 6");
    assert_eq!(g.modifier("Sergeants"), Some(-1));
    // PR24: the best of several counts, they do not add up; and only for its own wing
    let mut g = game(
        "turn 2; phase reorganization; fs-sb-lw 4622; douchez 4622; reina-inf 4622 disordered
         castilla-inf 4623",
    );
    g.play("* 6");
    assert_eq!(g.modifier("Sergeants"), Some(-1));
    let mut g =
        game("turn 2; phase reorganization; au-sb-ce 4622; reina-inf 4623 disordered; castilla-inf 4624");
    g.play("* 6");
    assert_eq!(g.modifier("Sergeants"), None);
}

#[test]
fn r4_6_1d_a_captured_standard_is_worth_five() {
    let mut g = left_wing_moves(
        "camposanto 4622; carabineros-cav 4622; micheletti-1 4623; au-sb-ce 4722; daun-ir 5622",
    );
    g.play("formation fs-lw-camposanto; take carabineros-cav; step 4722");
    g.said(rule::R4_6_1d, "is a trophy worth 5 victory points");
    assert_eq!((g.p.trophies, g.leader("au-sb-ce").place), ([5, 0], Place::Lost));
}

// ---- 4.7: commanders in a retreat ------------------------------------------------------------------

/// Two guard regiments fire at a battalion of one strength point in 4722 and drive it back one hex.
fn driven_back(pieces: &str) -> Case {
    let mut g = game(&format!(
        "activate fs-lw combat; felipe 4627; de-gages 4627; douchez 4622
         guardias-valonas 4622; guardias-espanolas 4623; starhemberg-ir 4722\n{pieces}"
    ));
    // 3 and 1 for Douchez, Intense: a 4 is D1
    g.play("fire guardias-valonas 4722; done; done; * 4");
    g
}

#[test]
fn r4_7a_a_commander_in_a_retreating_stack_rolls() {
    let mut g = driven_back("linden 4722; roth-ir 5022");
    assert_eq!(g.roll_due(), "fate of the commander");
    g.play("* 2");
    g.said(rule::R4_7a, "Linden rolls 2: lost");
    assert!(g.leader("linden").staff);
    let mut g = driven_back("linden 4722; roth-ir 5022");
    g.play("* 3");
    g.said(rule::R4_7a, "Linden rolls 3: unharmed");
    assert!(!g.leader("linden").staff);
    // a Staff is captured
    let mut g = driven_back("linden 4722 staff; roth-ir 5022");
    g.play("* 2");
    assert_eq!((g.p.trophies, g.leader("linden").place), ([3, 0], Place::Lost));
    // PR42: with a unit that stays in the hex he stays without a roll
    let mut g = driven_back("linden 4722; au-rs-art-1 4722; roth-ir 5022");
    g.fall_back();
    g.never_said("Linden rolls");
    assert_eq!((g.leader_hex("linden"), g.hex("starhemberg-ir") != "4722"), ("4722", true));
}

#[test]
fn r4_7b_with_the_unit_or_to_the_nearest_other_one() {
    let mut g = driven_back("linden 4722; roth-ir 5022; vettes-ir 5222");
    g.play("* 9");
    assert_eq!(g.decider(), Some(AUSTRIAN));
    g.offers("follow au-fc-linden").offers("relocate au-fc-linden 5022");
    g.refused("relocate fc-linden 5222").because(rule::R4_7b);
    g.play("relocate fc-linden 5022");
    g.said(rule::R4_7b, "Linden goes to the troops in 5022");
    let mut g = driven_back("linden 4722; roth-ir 5022");
    g.play("* 9; follow fc-linden");
    g.fall_back();
    assert_eq!(g.leader_hex("linden"), g.hex("starhemberg-ir"));
    // no other unit: with it
    let mut g = driven_back("linden 4722");
    g.play("* 9");
    g.said(rule::R4_7b, "Linden goes with");
}

/// 4.6.1, PR40: the standard of a Wing Commander who is lost on the way goes with his Staff.
#[test]
fn r4_7a_the_standard_goes_with_the_staff() {
    let mut g = driven_back("botta 4722; roth-ir 5022");
    g.play("* 0");
    g.said(rule::R4_6_1a, "Standard of Botta comes into play");
    g.play("relocate wc-botta 5022");
    assert_eq!((g.leader_hex("botta"), g.leader_hex("au-sb-rs")), ("5022", "5022"));
    let mut g = driven_back("botta 4722; roth-ir 5022");
    g.play("* 0; follow wc-botta");
    g.fall_back();
    let there = g.hex("starhemberg-ir").to_owned();
    assert_ne!(there, "4722");
    assert_eq!((g.leader_hex("botta"), g.leader_hex("au-sb-rs")), (there.as_str(), there.as_str()));
}

/// PR42: a commander whose troops are shot down stays where he is, alone; PR84: one without any unit left
/// leaves the field, and nobody scores for him.
#[test]
fn r4_7_troops_that_are_destroyed_leave_him_behind() {
    let shot_down = |more: &str| {
        let mut g = game(&format!(
            "activate fs-lw combat; felipe 4627; de-gages 4627; douchez 4622; linden 4722
             guardias-valonas 4622; guardias-espanolas 4623; starhemberg-ir 4722\n{more}"
        ));
        // Intense against one strength point: an 8 is a step, its only one
        g.play("fire guardias-valonas 4722; done; done; * 8");
        assert_eq!(g.unit("starhemberg-ir").place, Place::Lost);
        g.never_said("Linden rolls");
        g
    };
    let g = shot_down("roth-ir 5022");
    assert_eq!((g.leader_hex("linden"), g.leader("linden").staff), ("4722", false));
    let g = shot_down("");
    g.said(rule::R4_4_1d, "has no troops left and leaves the field");
    assert_eq!((g.leader("linden").place, g.p.trophies), (Place::Lost, [0, 0]));
}
