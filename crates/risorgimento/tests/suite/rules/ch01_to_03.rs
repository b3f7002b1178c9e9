//! Chapters 1 to 3: turns, the map, counters, forces, zones of reaction and facing.

use super::case::*;
use risorgimento::model::UnitKind;
use risorgimento::rule;

/// Whether the hex is in a zone of reaction of the side (0 Piedmont, 1 Austria).
fn zone(g: &Case, side: u8, hex: &str) -> bool {
    g.p.zone(side, g.game.map.find(hex).expect("a hex of the map"))
}

fn controls(g: &Case, side: u8, hex: &str) -> bool {
    g.game.controls(&g.p, side, g.game.map.find(hex).expect("a hex of the map"))
}

// ---- 1: introduction -------------------------------------------------------------------------

#[test]
fn r1_2_a_turn_is_an_hour() {
    let mut g = game(
        "turn 2; side austria; initiative austria; benedek 0510; 33-gyulai 0510; 5-aosta 0503; darvillars 0503",
    );
    g.play("pass; pass; pass").said(rule::R1_2, "Turn 3, 14.00.");
    let mut g = from_the_start();
    g.play("place standard").said(rule::R1_2, "Turn 1, 12.00.");
}

#[test]
fn r1_3a_the_map_is_a_hex_grid() {
    let g = game("side austria; benedek 0510; 33-gyulai 0510");
    // even columns stand half a hex higher than odd ones
    g.told("1412", rule::R1_3a, "1411, 1511, 1512, 1413, 1312, 1311");
    g.told("1513", rule::R1_3a, "1512, 1613, 1614, 1514, 1414, 1413");
    let hex = |n| g.game.map.find(n).expect("a hex of the map");
    assert_eq!(g.game.map.distance(hex("1412"), hex("1412")), 0);
    assert_eq!(g.game.map.distance(hex("1412"), hex("1713")), 3);
}

#[test]
fn r1_3b_who_passed_last_controls_a_hex() {
    let mut g =
        game("activate benedek forces; benedek 1319; 33-gyulai 1318 N; 5-aosta 1205; darvillars 1205");
    assert!(controls(&g, 0, "1317"));
    g.play("move 33-gyulai 1317 1316").said(rule::R1_3b, "Austria takes ");
    assert!(controls(&g, 1, "1317"), "control stays when the units have gone on");
    g.play("done");
    assert!(controls(&g, 1, "1317"));
}

#[test]
fn r1_3b_commanders_take_no_control() {
    let mut g =
        game("activate benedek forces; benedek 1319; 33-gyulai 1319 N; 5-aosta 1205; darvillars 1205");
    g.play("act benedek; step 1318; step 1317; stop").never_said("takes");
    assert!(controls(&g, 0, "1317"));
}

// ---- 2: counters -----------------------------------------------------------------------------

#[test]
fn r2_1a_the_type_gives_the_movement_allowance() {
    for unit in &battle().army.units {
        let fits = match unit.kind {
            UnitKind::LineInfantry => unit.ma == 5,
            UnitKind::LightInfantry => unit.ma == 6,
            UnitKind::FieldArtillery => unit.ma == 4 || unit.ma == 6,
            UnitKind::HorseArtillery => unit.ma == 8,
            UnitKind::Cavalry => unit.ma > 6,
            UnitKind::BridgeTrain | UnitKind::Fortress => false,
        };
        assert!(fits, "{} of {} movement points", unit.id, unit.ma);
    }
    let g = game("side austria; benedek 0510; 33-gyulai 0510; 1-art 0510");
    g.told("33-gyulai", rule::R2_1a, "Line infantry of Benedek brigade.");
    g.told("au-1-art", rule::R2_1a, "Field artillery of Benedek brigade.");
}

#[test]
fn r2_1_1_strength_points_count_in_an_assault() {
    let fight = |lost: &str| {
        let mut g = game(&format!(
            "activate benedek forces
             33-gyulai 0508 N; benedek 0508
             17-acqui 0507 S {lost}; diferrere 0504
             marker assault 0508>0507"
        ));
        g.play("act 33-gyulai; assault; * 1 1");
        g.modifier("strength")
    };
    // 6 to 3 is 2-1, 6 to 2 is 3-1, 6 to 1 is more than 4-1
    assert_eq!((fight(""), fight("-1"), fight("-2")), (Some(2), Some(3), Some(4)));
    covers(&[rule::R2_1_1]);
    game("side austria; benedek 0510; 33-gyulai 0510 -2").told(
        "33-gyulai",
        rule::R2_1_1,
        "4 of 6 strength points.",
    );
}

#[test]
fn r2_1_2_cohesion_is_printed_and_falls_with_the_status() {
    let g = game("side austria; benedek 0510; 33-gyulai 0510 shaken; 4-grenzer 0510 disorganized");
    g.told("33-gyulai", rule::R2_1_2, "Cohesion 9; shaken makes it 8.");
    g.told("4-grenzer", rule::R2_1_2, "Cohesion 8; disorganized makes it 5.");
}

#[test]
fn r2_1_3_a_unit_moves_as_far_as_its_allowance() {
    let mut g =
        game("activate benedek forces; benedek 0311; 4-grenzer 0311 N; 5-aosta 1205; darvillars 1205");
    g.told("4-grenzer", rule::R2_1_3, "5 movement points.");
    g.play("act 4-grenzer; step 0310; step 0309; step 0308; step 0307; step 0306");
    g.refused("step 0305").because(rule::R8a);
    g.play("stop");
    assert_eq!(g.hex("4-grenzer"), "0306");
}

#[test]
fn r2_2_two_kinds_of_commanders_and_moods() {
    let g = game("side austria; benedek 0510; radetzky 0511; 33-gyulai 0510");
    g.told("benedek", rule::R2_2, "Benedek is in 0510.");
    assert_eq!(g.mood("benedek"), 0);
    let overall: Vec<&str> =
        g.game.army.leaders.iter().filter(|l| l.formation.is_none()).map(|l| l.name.as_str()).collect();
    assert_eq!(overall, ["Carlo Alberto", "Radetzky"]);
    for (i, formation) in g.game.army.formations.pairs() {
        assert_eq!(g.game.army.leaders[formation.leader].formation, Some(i));
        assert_eq!(g.p.formations[i].mood, 0);
    }
}

const ASSAULT: &str = "activate benedek forces
     33-gyulai 0508 N; 17-acqui 0507 S
     marker assault 0508>0507";

#[test]
fn r2_2_1a_commanders_do_not_count_in_combat() {
    let fight = |where_they_are: &str| {
        let mut g = game(&format!("{ASSAULT}; {where_they_are}"));
        g.play("act 33-gyulai; assault; * 3 4");
        let fought: Vec<_> =
            g.events.iter().filter(|e| !e.modifiers.is_empty()).map(|e| e.modifiers.clone()).collect();
        assert!(!fought.is_empty());
        fought
    };
    let away = fight("benedek 0511; diferrere 0504");
    let present = fight("benedek 0508; radetzky 0508; diferrere 0507; carlo-alberto 0507");
    assert_eq!(away, present);
    covers(&[rule::R2_2_1a]);
}

#[test]
fn r2_2_1a_a_commander_retreats_with_his_units_and_may_advance() {
    let mut g = game(&format!("{ASSAULT}; benedek 0508; diferrere 0507"));
    g.play("act 33-gyulai; assault; * 6 6; retreat 0506; retreat 0505; face S");
    assert_eq!((g.hex("17-acqui"), g.leader_hex("diferrere")), ("0505", "0505"));
    g.offers("follow benedek").offers("stay benedek");
    g.refused("done").because(rule::R2_2_1a);
    g.play("follow benedek");
    assert_eq!((g.hex("33-gyulai"), g.leader_hex("benedek")), ("0507", "0507"));
}

#[test]
fn r2_2_1a_a_commander_may_let_the_others_advance() {
    let mut g = game(&format!("{ASSAULT}; benedek 0508; diferrere 0504"));
    g.play("act 33-gyulai; assault; * 6 6; retreat 0506; retreat 0505; face S; stay benedek");
    assert_eq!((g.hex("33-gyulai"), g.leader_hex("benedek")), ("0507", "0508"));
}

#[test]
fn r2_2_1a_a_commander_chooses_whom_to_follow_when_a_stack_splits() {
    let mut g = game(
        "activate benedek forces
         33-gyulai 0508 N; benedek 0508; 17-acqui+napoli 0507 S; diferrere 0507
         marker assault 0508>0507",
    );
    g.play("act 33-gyulai; assault; * 6 6; lose 1 from 17-acqui; retreat napoli 0607");
    g.offers("follow diferrere").offers("stay diferrere");
    g.play("follow diferrere");
    assert_eq!(g.leader_hex("diferrere"), "0607");
}

#[test]
fn r2_2_1b_a_commander_alone_rides_to_the_nearest_unit_of_his_formation() {
    let mut g = game(
        "activate benedek forces; benedek 0510; 33-gyulai 0508 N
         diferrere 0507; 17-acqui 0504; 5-aosta 0506 S march; darvillars 0506",
    );
    // nearer units of another formation do not help him
    g.play("act 33-gyulai; step 0507").said(rule::R2_2_1b, "rides off");
    assert_eq!(g.leader_hex("diferrere"), "0504");
}

#[test]
fn r2_2_1b_his_owner_chooses_among_equally_near_units() {
    let mut g = game(
        "activate benedek forces; benedek 0510; 33-gyulai 0508 N
         diferrere 0507; 17-acqui 0505; napoli 0707",
    );
    g.play("act 33-gyulai; step 0507");
    assert_eq!(g.legal(), ["relocate 0505", "relocate 0707"]);
    g.refused("relocate 0506").because(rule::R2_2_1b);
    g.play("relocate 0707");
    assert_eq!(g.leader_hex("diferrere"), "0707");
}

#[test]
fn r2_2_1b_an_overall_commander_rides_to_any_unit_of_his_side() {
    let mut g = game(
        "activate benedek forces; benedek 0510; 33-gyulai 0508 N
         carlo-alberto 0507; 17-acqui 0502; 5-aosta 0504 S; diferrere 0502; darvillars 0504",
    );
    g.play("act 33-gyulai; step 0507").said(rule::R2_2_1b, "rides off");
    assert_eq!(g.leader_hex("carlo-alberto"), "0504");
}

#[test]
fn r2_2_1c_without_units_he_rides_past_any_enemy() {
    let mut g = game(
        "activate benedek forces; benedek 0510; 33-gyulai 0508 N; 21-paumgarten 0505 S
         diferrere 0507; 5-aosta 1205; darvillars 1205",
    );
    g.play("act 33-gyulai; step 0507");
    // in a zone of reaction, but not onto an enemy nor beyond eight points
    g.offers("relocate 0504").offers("relocate 0506").offers("relocate 0501");
    g.offers_not("relocate 0505").offers_not("relocate 1401");
    g.play("relocate 0501").said(rule::R2_2_1c, "rides off");
    assert_eq!(g.leader_hex("diferrere"), "0501");
}

#[test]
fn r2_2_2_the_command_value_is_the_highest_roll_that_activates() {
    let text = "side austria; benedek 0510; 33-gyulai 0510; 5-aosta 1205; darvillars 1205";
    let mut g = game(text);
    g.told("benedek", rule::R2_2_2, "Command Value 4");
    g.play("activate benedek; * 4").said(rule::R6_1_1, "is activated: 4 against a Command Value of 4");
    let mut g = game(text);
    g.play("activate benedek; * 5").said(rule::R6_1_2, "does not move: 5 against a Command Value of 4");
}

#[test]
fn r2_2_3_the_command_rating_helps_initiative_and_activation() {
    let mut g = game(
        "phase initiative; benedek 0510; 33-gyulai 0510; 5-aosta 1205; darvillars 1205; radetzky 0512; carlo-alberto 1205",
    );
    g.told("radetzky", rule::R2_2_3, "Command Rating 3");
    g.play("* 3 3").said(rule::R4_A, "Piedmont rolls 3 + 3 and 2 for the overall commander: 8.");
    assert_eq!(g.modifier("Command Rating"), Some(2));
    g.play("* 3 3").said(rule::R4_A, "Austria has the initiative.");
    g.play("activate benedek; * 5").said(rule::R6_1_1, "is activated: 4");
    // three hexes are in range, four are not
    for (hex, drm) in [("0507", Some(-1)), ("0506", None)] {
        let mut g = game(&format!(
            "side austria; radetzky 0510; benedek {hex}; 33-gyulai {hex}; 5-aosta 1205; darvillars 1205"
        ));
        g.play("activate benedek; * 3");
        assert_eq!(g.modifier("overall commander"), drm, "{hex}");
    }
}

#[test]
fn r2_3a_kinds_of_units_never_mix_in_a_force() {
    let mut g = game(
        "activate strassoldo forces; strassoldo 0510; 17-hohenlohe+3-horse-art 0510 N; 10-jager+5-hussars 0509 N
         5-aosta 1205; darvillars 1205",
    );
    g.refused("act 17-hohenlohe+3-horse-art").because(rule::R2_3a);
    g.refused("act 10-jager+5-hussars").because(rule::R2_3a);
    g.refused("act 17-hohenlohe+10-jager").because(rule::R2_3a);
}

#[test]
fn r2_3a_line_and_light_infantry_are_one_type() {
    let mut g = game(
        "activate strassoldo forces; strassoldo 0510; 17-hohenlohe+10-jager 0510 N; 5-aosta 1205; darvillars 1205",
    );
    g.told("10-jager", rule::R2_3a, "17 Hohenlohe and 10 Jäger");
    g.play("move 17-hohenlohe+10-jager 0509 0508");
    assert_eq!((g.hex("17-hohenlohe"), g.hex("10-jager")), ("0508", "0508"));
}

#[test]
fn r2_3b_several_forces_share_a_hex() {
    let mut g = game(
        "activate strassoldo forces; strassoldo 0510; 17-hohenlohe+3-horse-art 0510 N; 5-aosta 1205; darvillars 1205",
    );
    g.told("0510", rule::R2_3b, "Several forces share the hex.");
    g.play("move 17-hohenlohe 0509");
    assert_eq!((g.hex("17-hohenlohe"), g.hex("3-horse-art")), ("0509", "0510"));
    g.play("act 3-horse-art; limber; step 0509; stop");
    assert_eq!(g.hex("3-horse-art"), "0509");
}

#[test]
fn r2_3_1_a_single_unit_is_a_force() {
    let mut g = game(
        "activate benedek forces; benedek 0510; 33-gyulai 0510 N; 4-grenzer 0510 N; 21-paumgarten 0511 N; 5-aosta 1205; darvillars 1205",
    );
    g.told("21-paumgarten", rule::R2_3_1, "it is a force by itself");
    // of two units in a hex one may act alone, then the other
    g.offers("act 33-gyulai").offers("act 4-grenzer").offers("act 4-grenzer+33-gyulai");
    g.play("move 33-gyulai 0509; move 4-grenzer 0610");
    assert_eq!((g.hex("33-gyulai"), g.hex("4-grenzer")), ("0509", "0610"));
}

#[test]
fn r2_4_only_the_activated_formation_acts() {
    let mut g = game(
        "activate benedek forces; benedek 0510; wohlgemuth 0510; 33-gyulai 0510 N; 45-sigmund 0509 N
         5-aosta 1205; darvillars 1205",
    );
    g.refused("act 45-sigmund").because(rule::R2_4);
    g.refused("act wohlgemuth").because(rule::R8_5);
    g.play("move 33-gyulai 0610");
}

#[test]
fn r2_5_status_levels_and_rout() {
    // wading costs cavalry a level: from disorganized that is rout, and the unit is gone at once
    let wade = |status: &str| {
        let mut g = game(&format!(
            "activate strassoldo forces; strassoldo 0216; 5-hussars 0315 N {status}; 5-aosta 1205; darvillars 1205"
        ));
        g.play("act 5-hussars; step 0314");
        g
    };
    wade("").said(rule::R2_5, "is shaken");
    for (status, after) in [("", 1), ("shaken", 2), ("disordered", 3)] {
        assert_eq!(wade(status).unit("5-hussars").status, after);
    }
    let g = wade("disorganized");
    g.said(rule::R13_2, "routs");
    assert_eq!(g.hex("5-hussars"), "");
}

// ---- 3: zones of reaction ----------------------------------------------------------------------

#[test]
fn r3a_the_zone_covers_the_six_hexes_around() {
    let g = game("side austria; benedek 0510; 33-gyulai 0508 N; 5-aosta 1205; darvillars 1205");
    // whatever the facing
    for hex in ["0507", "0608", "0609", "0509", "0409", "0408"] {
        assert!(zone(&g, 1, hex), "{hex}");
        assert!(!zone(&g, 0, hex), "{hex}");
    }
    assert!(!zone(&g, 1, "0508") && !zone(&g, 1, "0506"));
    g.told("0507", rule::R3a, "In a zone of reaction of Austria.");
}

#[test]
fn r3a_not_into_villages_and_farmhouses() {
    let g = game(
        "side austria; benedek 1513; 33-gyulai 1413 N; 21-paumgarten 2010 S; 5-aosta 1205; darvillars 1205",
    );
    // Motella is a farmhouse, Goito a village
    assert!(!zone(&g, 1, "1412") && zone(&g, 1, "1313"));
    assert!(!zone(&g, 1, "2011") && zone(&g, 1, "1910"));
    // a farm is clear ground
    assert!(zone(
        &game("side austria; benedek 1513; 33-gyulai 1512 N; 5-aosta 1205; darvillars 1205"),
        1,
        "1511"
    ));
}

/// Section 16, case 6.
#[test]
fn r3a_a_defender_in_a_farmhouse_has_a_zone_around_it() {
    let g = game("side austria; benedek 1513; 33-gyulai 1412 N; 5-aosta 1205; darvillars 1205");
    for hex in ["1411", "1511", "1512", "1413", "1312", "1311"] {
        assert!(zone(&g, 1, hex), "{hex}");
    }
}

#[test]
fn r3a_only_where_the_unit_could_move() {
    let zones = |unit: &str, at: &str, hex: &str| {
        let g = game(&format!("side austria; strassoldo 0512; {unit} {at} N; 5-aosta 1205; darvillars 1205"));
        zone(&g, 1, hex)
    };
    // nobody goes into the river; guns do not cross the stream but by a bridge
    assert!(!zones("17-hohenlohe", "2013", "2014"));
    assert!(zones("17-hohenlohe", "0315", "0314") && zones("5-hussars", "0315", "0314"));
    assert!(!zones("3-horse-art", "0315", "0314") && zones("3-horse-art", "0315", "0316"));
    assert!(zones("3-horse-art", "1617", "1616"), "over the bridge");
}

#[test]
fn r3b_no_zone_in_march() {
    let g = game(
        "side austria; benedek 0510; 33-gyulai 0508 N march; 1-art 0512 N limbered; 5-aosta 1205; darvillars 1205",
    );
    assert!(!zone(&g, 1, "0507") && !zone(&g, 1, "0511"));
    g.told("33-gyulai", rule::R3b, "no zone of reaction");
}

/// Section 16, case 7.
#[test]
fn r3b_one_may_walk_past_units_in_march() {
    let mut g = game(
        "activate benedek forces; benedek 0510; 33-gyulai 0509 N; 5-aosta 0507 S march; darvillars 1205",
    );
    g.play("act 33-gyulai; step 0508; step 0608; stop").never_said("react");
    let mut g = game(
        "activate benedek forces; benedek 0510; 33-gyulai 0509 N; 5-aosta 0507 S march; darvillars 1205",
    );
    g.play("act 33-gyulai; step 0508");
    g.refused("assault").because(rule::R7_1a);
}

#[test]
fn r3_1_units_in_a_hex_share_one_facing() {
    let mut g = game(
        "activate benedek forces; benedek 0510; 33-gyulai 0510 N; 4-grenzer 0508 SE; 5-aosta 1205; darvillars 1205",
    );
    g.play("act 33-gyulai; step 0509; step 0508");
    assert_eq!(g.unit("33-gyulai").facing, g.unit("4-grenzer").facing);
    g.refused("face N").because(rule::R8_2b);
    g.play("stop");
    assert_eq!(g.unit("33-gyulai").facing, 2);
    // who turns in his hex turns all of it
    g.play("turn 4-grenzer N");
    assert_eq!((g.unit("33-gyulai").facing, g.unit("4-grenzer").facing), (0, 0));
    covers(&[rule::R3_1]);
}

#[test]
fn r3_1_1_three_front_and_three_rear_hexes() {
    let g = game(
        "side austria; benedek 0510; 33-gyulai 0508 N; 4-grenzer 1412 N; 21-paumgarten 0512 SE square; 5-aosta 1205; darvillars 1205",
    );
    g.told("33-gyulai", rule::R3_1_1, "It faces N; front hexes: 0507, 0608, 0408.");
    g.told("4-grenzer", rule::R3_1_1, "All hexes around it are front hexes.");
    g.told("21-paumgarten", rule::R3_1_1, "All hexes around it are front hexes.");
}

/// Section 16, case 3: an enemy behind is not fired at.
#[test]
fn r3_1_1_fire_only_through_front_hexes() {
    let enters = |facing: &str, hex: &str| {
        let mut g = game(&format!(
            "activate benedek forces; benedek 1312; 33-gyulai 1311 N; 1-2-bers {hex} {facing}; darvillars 1205
             marker assault 1310>{hex}"
        ));
        g.play("act 33-gyulai; step 1310");
        g
    };
    enters("S", "1309").offers("react fire 1309 infantry");
    // Segrada is a farmhouse: no rear. On open ground there is one
    enters("N", "1309").offers("react fire 1309 infantry");
    enters("S", "1410").offers("react fire 1410 infantry");
    enters("NE", "1410").offers_not("react fire 1410 infantry").offers("react face S 1410 infantry");
}

#[test]
fn r3_1_2a_a_zone_is_entered_only_where_a_marker_lies() {
    let text = "activate benedek forces; benedek 0510; 33-gyulai 0509 N; 1-art 0509 N limbered; 5-aosta 0507 S; darvillars 1205";
    let mut g = game(text);
    g.play("act 33-gyulai");
    g.refused("step 0508").because(rule::R3_1_2a);
    let mut g = game(&format!("{text}; marker assault 0508>0507"));
    g.play("act 33-gyulai; step 0508");
    assert_eq!(g.hex("33-gyulai"), "0508");
    // artillery cannot attack from there: it never enters one
    let mut g = game(&format!("{text}; marker assault 0508>0507"));
    g.play("act 1-art");
    g.refused("step 0508").because(rule::R3_1_2a);
}

#[test]
fn r3_1_2a_also_from_zone_to_zone() {
    let mut g =
        game("activate benedek forces; benedek 0510; 33-gyulai 0508 N; 5-aosta 0507 S; darvillars 1205");
    g.play("act 33-gyulai");
    g.refused("step 0608").because(rule::R3_1_2a);
    g.offers("step 0509");
}

/// Section 16, case 5.
#[test]
fn r3_1_2a_a_farmhouse_beside_the_enemy_needs_no_marker() {
    let mut g =
        game("activate benedek forces; benedek 1513; 33-gyulai 1413 N; 5-aosta 1411 S; darvillars 1205");
    g.play("act 33-gyulai; step 1412; stop");
    assert_eq!(g.hex("33-gyulai"), "1412");
    // nor must it attack or leave next time
    let mut g =
        game("activate benedek forces; benedek 1513; 33-gyulai 1412 N; 5-aosta 1411 S; darvillars 1205");
    g.play("done");
}

#[test]
fn r3_1_2b_commanders_enter_a_zone_only_to_their_units() {
    let mut g =
        game("activate benedek forces; benedek 0509; 33-gyulai 0408 N; 5-aosta 0507 S; darvillars 1205");
    g.play("act benedek");
    g.refused("step 0508").because(rule::R3_1_2b);
    g.play("step 0409; step 0408");
    assert_eq!(g.leader_hex("benedek"), "0408");
    g.refused("step 0407").because(rule::R3_1_2b);
}

#[test]
fn r3_1_2b_a_commander_shut_in_has_nowhere_to_go() {
    let mut g = game(
        "activate benedek forces; benedek 0508; 33-gyulai 0508 N; 5-aosta 0506 S; 6-aosta 0509 N; 7-cuneo 0610 N
         8-cuneo 0410 N; 11-casale 0707 S; 17-acqui 0307 S; darvillars 1205; diferrere 1205",
    );
    g.refused("act benedek").because(rule::R3_1_2b);
}

#[test]
fn r3_2_a_force_that_starts_in_a_zone_attacks_or_leaves() {
    let text = "activate benedek forces; benedek 0510; 33-gyulai 0508 N; 5-aosta 0507 S; darvillars 1205";
    let mut g = game(text);
    g.refused("done").because(rule::R3_2);
    g.play("act 33-gyulai; face NE");
    g.refused("stop").because(rule::R3_2);
    let mut g = game(text);
    g.play("act 33-gyulai");
    g.refused("form square").because(rule::R3_2);
    g.play("step 0509; react none; stop; done");
    assert_eq!(g.hex("33-gyulai"), "0509");
    // with a marker in its hex it may attack
    let mut g = game(&format!("{text}; marker assault 0508>0507"));
    g.play("act 33-gyulai; assault; * 3 4");
}

#[test]
fn r3_2_guns_attack_by_firing() {
    let mut g = game("activate benedek forces; benedek 0510; 1-art 0508 N; 5-aosta 0507 S; darvillars 1205");
    g.refused("done").because(rule::R3_2);
    g.play("act 1-art; fire at 0507; * 1 1");
    assert!(g.log().contains("fires at"));
}

/// Ruling R31: where nothing is possible nothing is asked.
#[test]
fn r3_2_a_force_that_can_do_neither_stays() {
    let mut g = game(
        "activate benedek forces; benedek 0508; 33-gyulai 0508 N; 5-aosta 0506 S; 6-aosta 0509 N; 7-cuneo 0610 N
         8-cuneo 0410 N; 11-casale 0707 S; 17-acqui 0307 S; darvillars 1205; diferrere 1205",
    );
    g.play("done");
    assert_eq!(g.hex("33-gyulai"), "0508");
}
