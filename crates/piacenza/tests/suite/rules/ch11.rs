//! Chapter 11: Disorder, rout and reorganization.

use super::case::*;
use super::fights::*;
use piacenza::flow::{Train, TrainKind};
use piacenza::position::Order;
use piacenza::rule;

fn distance(g: &Case, unit: &str, hex: &str) -> u8 {
    g.game.map.distance(g.unit(unit).hex, g.game.map.find(hex).expect("a hex"))
}

// ---- 11.1: Disorder ----------------------------------------------------------------------------------

#[test]
fn r11_1a_disordered_units_do_not_attack() {
    let mut g = movement(
        "fs-rs",
        "calatrava-cav 4624 disordered; alcantara-cav 4623; fc-villadarias 4522; palffy-cuir-1 4824",
    );
    g.play("formation fs-rs-villadarias; take calatrava-cav; step 4724");
    g.offers_not("melee fs-calatrava-cav 4824");
    g.offers_not("charge fs-calatrava-cav 4824");
    let mut g = movement(
        "fs-rs",
        "calatrava-cav 4724 disordered; alcantara-cav 4623; fc-villadarias 4522; palffy-cuir-1 4824",
    );
    g.play("formation fs-rs-villadarias; take calatrava-cav");
    g.refused("melee calatrava-cav 4824").because(rule::R11_1a);
    g.refused("charge calatrava-cav 4824").because(rule::R11_1a);
}

/// Corner case 22: cavalry moves and keeps its zone of control.
#[test]
fn r11_1b_infantry_stays_and_has_no_engagement_zone() {
    let mut g = movement(
        "fs-lw",
        "reina-inf 4724 disordered; castilla-inf 4723; guardias-valonas 4722; fc-douchez 4720",
    );
    let hex = |g: &Case, number: &str| g.game.map.find(number).expect("a hex");
    assert!(!g.p.engaged(0, hex(&g, "4727")), "three hexes from Reina, four from Castilla");
    assert!(g.p.zoc(0, hex(&g, "4825")), "the zone of control stays");
    g.play("formation fs-lw-douchez");
    g.refused("take reina-inf").because(rule::R11_1b);
    let mut g = movement("fs-rs", "calatrava-cav 4724 disordered; alcantara-cav 4723; fc-villadarias 4720");
    assert!(g.p.zoc(0, hex(&g, "4825")));
    g.play("formation fs-rs-villadarias; take calatrava-cav; step 4824");
    // nor is it in a Line
    let mut g = movement(
        "fs-lw",
        "reina-inf 4724 disordered; castilla-inf 4723; guardias-valonas 4722; fc-douchez 4720; traun-ir 5024",
    );
    g.play("formation fs-lw-douchez; draw");
    g.refused("assign reina-inf 4724").because(rule::R5_6a);
    g.offers("assign fs-castilla-inf 4723");
    // guns are never Disordered (8.5.1c)
    let mut g = bombardment("fs-lw", "fs-lw-art-1 4824 NE; au-rw-art-1 5024; traun-ir 5226");
    g.play("bombard fs-lw-art-1 5024; * 4");
    assert_eq!(order(&g, "au-rw-art-1"), Order::Good);
    covers(&[rule::R11_1b]);
}

#[test]
fn r11_1c_attacked_by_cavalry_it_runs_two_hexes() {
    // cavalry as well as infantry, by a Charge as by a Melee
    for verb in ["melee", "charge"] {
        let mut g = movement(
            "fs-rs",
            "calatrava-cav 4624; alcantara-cav 4623; fc-villadarias 4522
             palffy-cuir-1 4824 disordered; dessewffy-hus 5226; fc-serbelloni 5226",
        );
        g.play(&format!(
            "formation fs-rs-villadarias; take calatrava-cav; step 4724; {verb} calatrava-cav 4824"
        ));
        fall_back(&mut g);
        g.said(rule::R11_1c, "Palffy Cuirassiers I does not stand against the cavalry.");
        assert_eq!(
            (distance(&g, "palffy-cuir-1", "4824"), order(&g, "palffy-cuir-1")),
            (2, Order::Disordered)
        );
    }
    // who has lost its order between the marker and the Melee runs then
    let mut g = combat(
        "fs-rs",
        "calatrava-cav 4724; alcantara-cav 4623; fc-villadarias 4522; melee calatrava-cav>4824; traun-ir 4824 disordered; clerici-ir 5226",
    );
    g.play("resolve calatrava-cav");
    fall_back(&mut g);
    assert_eq!((distance(&g, "traun-ir", "4824"), order(&g, "calatrava-cav")), (2, Order::Good));
}

/// Of two, the one that has lost its order runs and the other one is met.
#[test]
fn r11_1c_the_other_squadron_stands() {
    let mut g = combat(
        "fs-rs",
        "calatrava-cav 4724; alcantara-cav 4623; fc-villadarias 4522; melee calatrava-cav>4824
         palffy-cuir-1 4824 disordered; palffy-cuir-2 4824; fc-serbelloni 5226",
    );
    g.play("resolve calatrava-cav");
    fall_back(&mut g);
    assert_eq!(distance(&g, "palffy-cuir-1", "4824"), 2);
    assert_eq!((g.roll_due(), g.hex("palffy-cuir-2")), ("melee", "4824"));
    g.play("* 4");
    g.said(rule::R9_2_4, "2 to 2 (1:1), rolls 4: AR.");
}

/// Corner case 23.
#[test]
fn r11_1d_one_volley_and_then_billebaude() {
    let mut g = combat(
        "fs-lw",
        "reina-inf 4724 disordered; castilla-inf 4723; fc-douchez 4720; daun-ir 4824 disordered; haganbach-ir 4925; fc-kheul 5226",
    );
    g.play("fire reina-inf 4824; done; answer daun-ir reina-inf; * 0; * 0");
    // without a roll, both
    assert!(g.unit("reina-inf").billebaude && g.unit("daun-ir").billebaude);
    g.said(rule::R11_1d, "Reina Inf. fires at will");
    assert_eq!(g.smoke(), ["4724", "4824"]);
    g.never_said("second volley");
    // out of command it does not fire at all, not even in defence
    let mut g = combat(
        "fs-lw",
        "reina-inf 4724; castilla-inf 4723; fc-douchez 4720; daun-ir 4824 disordered; traun-ir 4823; haganbach-ir 5226",
    );
    g.play("fire reina-inf 4824; fire castilla-inf 4823");
    g.refused("answer daun-ir reina-inf").because(rule::R11_1d);
    // who is Disordered by the first volley has had its volley
    let mut g = combat(
        "fs-lw",
        "reina-inf 4724; castilla-inf 4723; fc-douchez 4720; daun-ir 4824; haganbach-ir 4825; fc-kheul 5226",
    );
    g.play("fire reina-inf 4824; fire castilla-inf 4824; answer daun-ir reina-inf; * 0; * 0; * 5; * 9");
    assert_eq!(order(&g, "reina-inf"), Order::Disordered);
    g.refused("again reina-inf").because(rule::R11_1d);
    assert!(!g.unit("reina-inf").billebaude, "it fired in good order");
}

/// Corner case 19.
#[test]
fn r11_1e_a_second_disorder_may_rout() {
    // Traun: 7; +2 and +1 for the zone of control
    for (face, routs) in [(4, false), (5, true)] {
        let mut g = combat(
            "fs-lw",
            "hibernia-inf 4724; burgos-inf 4725; fc-wirtz 4720; traun-ir 4824 disordered; clerici-ir 5226; fc-barnklau 5226",
        );
        g.play("fire hibernia-inf 4824; * 7");
        assert_eq!(g.roll_due(), "training");
        g.play(&format!("* {face}"));
        fall_back(&mut g);
        assert_eq!(order(&g, "traun-ir"), if routs { Order::Routed } else { Order::Disordered }, "{face}");
        assert_eq!(g.hex("traun-ir") == "4824", !routs, "no retreat if it passes");
        g.said(rule::R11_1e, "not to rout");
    }
    // one roll for a volley, whatever hits it
    let mut g = combat(
        "fs-lw",
        "guardias-valonas 4724; reina-inf 4723; fc-douchez 4720; traun-ir 4824 disordered; clerici-ir 5226; fc-barnklau 5226",
    );
    g.play("fire guardias-valonas 4824; fire reina-inf 4824; * 5; * 5; * 0");
    assert_eq!(order(&g, "traun-ir"), Order::Disordered);
    // a rout is taken without a roll
    let mut g = combat(
        "fs-lw",
        "guardias-valonas 4724; reina-inf 4723; fc-douchez 4724; warasdin 4824 disordered; schiavoni-1 5226; fc-gorani 5226",
    );
    g.play("fire guardias-valonas 4824; done; * 9");
    g.said(rule::R11_2a, "Warasdin Croats routs.");
}

#[test]
fn r11_1f_no_changing_of_ranks() {
    let mut g = combat(
        "fs-lw",
        "hibernia-inf 4724; burgos-inf 4725; fc-wirtz 4720; traun-ir 4824 disordered; clerici-ir 5226; fc-barnklau 5226",
    );
    g.play("fire hibernia-inf 4824; * 7");
    assert_eq!(g.roll_due(), "training", "not for its ranks");
    let why = g.game.check_ranks(&g.p, g.unit_id("traun-ir")).expect_err("it may not");
    assert_eq!(why.0, rule::R11_1f);
}

// ---- 11.2, 11.3: rout --------------------------------------------------------------------------------

#[test]
fn r11_2a_routed_units_only_run() {
    let mut g = combat(
        "fs-lw",
        "reina-inf 4724 routed; castilla-inf 4723; guardias-valonas 4722; fc-douchez 4720; traun-ir 4824",
    );
    g.refused("fire reina-inf 4824").because(rule::R11_2a);
    let hex = g.game.map.find("4825").expect("a hex");
    assert!(!g.p.zoc(0, hex) && !g.p.engaged(0, g.game.map.find("4727").expect("a hex")));
    // nor do they answer
    let mut g = combat(
        "fs-lw",
        "reina-inf 4724; castilla-inf 4723; fc-douchez 4720; traun-ir 4824 routed; clerici-ir 4823; fc-barnklau 5226",
    );
    g.play("fire reina-inf 4824; fire castilla-inf 4823");
    g.refused("answer traun-ir reina-inf").because(rule::R11_2a);
    // after its flight a routed unit moves no more in its activation
    let mut g = movement("fs-lw", "reina-inf 4724 routed; castilla-inf 4723; fc-douchez 4720");
    g.play("formation fs-lw-douchez");
    fall_back(&mut g);
    g.offers_not("take fs-reina-inf");
}

/// PR38: steps count, disorder does not; then it runs.
#[test]
fn r11_2b_fired_at_they_run_three_hexes() {
    for face in [0, 7, 9] {
        let mut g = combat(
            "fs-lw",
            "hibernia-inf 4724; burgos-inf 4725; fc-wirtz 4720; traun-ir 4824 routed; clerici-ir 5226; fc-barnklau 5226",
        );
        g.play(&format!("fire hibernia-inf 4824; * {face}"));
        fall_back(&mut g);
        assert_eq!(distance(&g, "traun-ir", "4824"), 3, "{face}");
        assert_eq!((order(&g, "traun-ir"), g.unit("traun-ir").reduced), (Order::Routed, face == 9));
    }
    let mut g =
        bombardment("fs-lw", "fs-lw-art-1 4824 NE; warasdin 5024 routed; schiavoni-1 5226; fc-gorani 5226");
    g.play("bombard fs-lw-art-1 5024; * 0");
    fall_back(&mut g);
    assert_eq!(distance(&g, "warasdin", "5024"), 3);
    covers(&[rule::R11_2b]);
}

#[test]
fn r11_3a_three_hexes_towards_the_friendly_edge() {
    // Austrians to the east, over friends, out of zones of control if they can
    let mut g = combat(
        "fs-lw",
        "guardias-valonas 4724; reina-inf 4723; fc-douchez 4724; warasdin 4824; schiavoni-1 5226; fc-gorani 5226",
    );
    g.play("fire guardias-valonas 4824; done; done; * 9");
    fall_back(&mut g);
    assert_eq!(distance(&g, "warasdin", "4824"), 3);
    assert!(g.hex("warasdin") > "5100", "{}", g.hex("warasdin"));
    g.said(rule::R11_3a, "Warasdin Croats flees to");
    // of ways that are equally short its owner chooses
    let mut g = bombardment("fs-lw", "fs-lw-art-1 4824 NE; palffy-cuir-1 5023; fc-serbelloni 5226");
    g.play("bombard fs-lw-art-1 5023; * 9");
    assert_eq!(g.decider(), Some(AUSTRIAN));
    g.refused("retreat NW").because(rule::R11_3a);
    // Franco-Spaniards to the west
    let mut g = combat(
        "au-rs",
        "roth-ir 4824; vettes-ir 4825; fc-linden 5226; hibernia-inf 4724; burgos-inf 4519; fc-wirtz 4519",
    );
    g.play("fire roth-ir 4724; done; done; * 9");
    fall_back(&mut g);
    assert_eq!(distance(&g, "hibernia-inf", "4724"), 3);
    assert!(g.hex("hibernia-inf") < "4500", "{}", g.hex("hibernia-inf"));
}

/// Corner case 32: a wing that is out of command does not activate, so its routed units stay.
#[test]
fn r11_3b_three_more_at_every_activation() {
    let mut g = movement("au-rw", "warasdin 4824 routed; schiavoni-1 5226; fc-gorani 5226");
    g.play("formation au-rw-gorani");
    fall_back(&mut g);
    g.said(rule::R11_3b, "Warasdin Croats runs on.");
    assert_eq!(distance(&g, "warasdin", "4824"), 3);
    // also if its formation is never taken in hand
    let mut g = movement("au-rw", "warasdin 4824 routed; schiavoni-1 5226; fc-gorani 5226");
    g.play("done");
    fall_back(&mut g);
    assert_eq!(distance(&g, "warasdin", "4824"), 3);
    let g = game(
        "activate au-rw; cic-liechtenstein 1832; wc-pallavicini 5026; warasdin 4824 routed; schiavoni-1 5226; fc-gorani 5226",
    );
    assert_eq!(g.hex("warasdin"), "4824");
}

#[test]
fn r11_3c_over_the_edge_or_without_a_way_it_is_lost() {
    let mut g = game(
        "activate au-rw movement; cic-liechtenstein 5816; warasdin 6016 routed; schiavoni-1 5816; fc-gorani 5816",
    );
    g.play("formation au-rw-gorani");
    fall_back(&mut g);
    assert!(lost(&g, "warasdin"));
    g.said(rule::R11_3c, "leaves the field and is eliminated");
    // PR69: the Trebbia is the western edge
    let mut g = game(
        "activate fs-rw movement; cic-felipe 0823; guyenne-inf 0722 routed; auxerrois-inf 0923; fc-larnage 0923",
    );
    g.play("formation fs-rw-larnage");
    assert!(lost(&g, "guyenne-inf"));
    // enemies all around
    let mut g = combat(
        "fs-lw",
        "guardias-valonas 4724; reina-inf 4723; fc-douchez 4724; castilla-inf 4825; lombardia-inf 4823; corona-inf 4923
         irlanda-inf 4924; fc-aramburu 4520; warasdin 4824; schiavoni-1 5226; fc-gorani 5226",
    );
    g.play("formation fs-lw-douchez; fire guardias-valonas 4824; done; done; * 9");
    assert!(lost(&g, "warasdin"));
    g.said(rule::R11_3c, "finds no way out and is eliminated");
    // it may cross friends
    let mut g = combat(
        "fs-lw",
        "guardias-valonas 4724; reina-inf 4723; fc-douchez 4724; warasdin 4824; schiavoni-1 4923; schiavoni-2 4924; fc-gorani 5226; traun-ir 4823; clerici-ir 4825",
    );
    g.play("fire guardias-valonas 4824; done; done; * 9");
    fall_back(&mut g);
    assert_eq!(order(&g, "warasdin"), Order::Routed);
    assert!(!lost(&g, "warasdin") && g.hex("warasdin") > "5000");
}

/// Flees with Warasdin from a hex until it is off the map, past these enemies; the hexes on its way.
fn flight(from: &str, enemies: &str) -> Vec<String> {
    let mut way = vec![from.to_string()];
    loop {
        let from = way.last().expect("where it begins");
        let mut g = game(&format!(
            "activate au-rw movement; cic-liechtenstein 5226; schiavoni-1 5226; fc-gorani 5226
             warasdin {from} routed; cic-felipe 4521; {enemies}"
        ));
        g.play("formation au-rw-gorani");
        fall_back(&mut g);
        let log = g.log();
        let fled = log.lines().filter_map(|line| line.strip_prefix("Warasdin Croats flees to "));
        way.extend(fled.map(|rest| rest[..4].to_string()));
        assert!(way.len() < 60, "it runs in circles: {way:?}");
        if lost(&g, "warasdin") {
            return way;
        }
    }
}

/// PR98: the cheapest way to the edge is reckoned past the enemy, so that nobody runs into a trap and out of it again.
#[test]
fn r11_3a_around_the_enemy_and_never_to_and_fro() {
    let columns = |way: &[String]| -> Vec<u8> { way.iter().map(|hex| hex[..2].parse().unwrap()).collect() };
    let free = flight("4824", "");
    assert!(columns(&free).is_sorted(), "always to the east: {free:?}");
    // a hollow that is open to the west alone: it begins by going there
    let hollow = "reina-inf 4823; castilla-inf 4923; lombardia-inf 4924; corona-inf 4825";
    let way = flight("4824", hollow);
    assert!(["4723", "4724"].contains(&&*way[1]), "{way:?}");
    // a wider one, whose ground is nearer to the edge than its mouth
    let wide = "reina-inf 4823; castilla-inf 4922; guadalajara-inf 5022; lombardia-inf 5023; corona-inf 5024
                irlanda-inf 4925; burgos-inf 4825; saboya-inf 5025; africa-inf 4822; asturias-inf 4721; giacomone-inf 4726";
    let deep = flight("4924", wide);
    for (way, enemies) in [(way, hollow), (deep, wide)] {
        let mut hexes = way.clone();
        hexes.sort();
        hexes.dedup();
        assert_eq!(hexes.len(), way.len(), "no hex twice: {way:?}");
        assert!(way.iter().all(|hex| !enemies.contains(&**hex)), "{way:?}");
        assert_eq!(columns(&way).last(), columns(&free).last(), "out at its edge: {way:?}");
    }
}

/// PR98: with free hexes around it, but the enemy on all ways to the edge.
#[test]
fn r11_3c_shut_in_at_a_distance_it_is_lost() {
    let ring = "reina-inf 4822; castilla-inf 4922; lombardia-inf 5023; corona-inf 5024; guadalajara-inf 5025; irlanda-inf 4925
                burgos-inf 4826; saboya-inf 4725; africa-inf 4625; asturias-inf 4624; giacomone-inf 4623; besler-inf 4722";
    let text = |ring: &str| {
        format!(
            "warasdin 4824 routed; schiavoni-1 5226; fc-gorani 5226; cic-felipe 4521; cic-liechtenstein 5226; {ring}"
        )
    };
    let mut g = game(&format!("activate au-rw movement; {}", text(ring)));
    g.play("formation au-rw-gorani");
    assert!(lost(&g, "warasdin"));
    g.said(rule::R11_3c, "Warasdin Croats finds no way out and is eliminated.");
    g.never_said("flees to");
    // through a gap, wherever it is
    for gap in ["5024", "4624"] {
        let open = ring.replace(gap, "4519");
        let mut g = game(&format!("activate au-rw movement; {}", text(&open)));
        g.play("formation au-rw-gorani");
        fall_back(&mut g);
        assert!(!lost(&g, "warasdin"), "{gap}");
        g.said(rule::R11_3a, &format!("flees to {gap}"));
    }
}

// ---- 11.4: reorganization ----------------------------------------------------------------------------

fn reorganization_sum(pieces: &str) -> i8 {
    let g = phase("reorganization", pieces);
    g.game.training_modifier(&g.p, Train { unit: g.unit_id("reina-inf"), kind: TrainKind::Reorganization })
}

#[test]
fn r11_4a_the_roll_and_its_modifiers() {
    let sum = reorganization_sum;
    let mates = "castilla-inf 4723 disordered; guardias-valonas 4722";
    assert_eq!(sum(&format!("reina-inf 4724 disordered; {mates}; fc-douchez 4720")), 0);
    assert_eq!(
        sum(&format!("reina-inf 4724 disordered; {mates}; fc-douchez 4724")),
        -1,
        "the Sergeants' Factor"
    );
    assert_eq!(sum(&format!("reina-inf 4724 disordered; {mates}")), 2, "out of command");
    assert_eq!(sum(&format!("reina-inf 4724 routed; {mates}; fc-douchez 4720")), 2);
    // a zone of control +2, instead of the usual +1
    assert_eq!(sum(&format!("reina-inf 4724 disordered; {mates}; fc-douchez 4720; traun-ir 4824")), 2);
    assert_eq!(sum(&format!("reina-inf 4724 disordered; {mates}; fc-douchez 4720; traun-ir 4824 routed")), 0);
    assert_eq!(sum(&format!("reina-inf 4724 disordered; {mates}; fc-douchez 4720; smoke 4724")), 2);
    // Wing Commanders and the chief do not help
    assert_eq!(sum(&format!("reina-inf 4724 disordered; {mates}; fc-douchez 4720; wc-de-gages 4724")), 0);
    // all of it
    assert_eq!(sum(&format!("reina-inf 4724 routed; {mates}; traun-ir 4824; smoke 4725")), 7);
    covers(&[rule::R11_4a]);
}

#[test]
fn r11_4b_success_recovers_one_level() {
    let mut g = phase("reorganization", "reina-inf 4724 disordered; castilla-inf 4723; fc-douchez 4720");
    g.play("* 6");
    assert_eq!(order(&g, "reina-inf"), Order::Good);
    g.said(rule::R11_4b, "Reina Inf. is in good order again.");
    let mut g = phase("reorganization", "reina-inf 4724 disordered; castilla-inf 4723; fc-douchez 4720");
    g.play("* 7");
    assert_eq!(order(&g, "reina-inf"), Order::Disordered, "it stays as it is (PR39)");
    let mut g = phase("reorganization", "reina-inf 4724 routed; castilla-inf 4723; fc-douchez 4720");
    g.play("* 4");
    assert_eq!(order(&g, "reina-inf"), Order::Disordered);
}

/// PR87: the Franco-Spaniards first, in the order that their owner likes; a unit that has recovered is a mate again.
#[test]
fn r11_4a_in_the_order_of_the_owner() {
    let mut g = phase(
        "reorganization",
        "reina-inf 4724 routed; castilla-inf 4723 disordered; fc-douchez 4720; traun-ir 5024 disordered; clerici-ir 5025; fc-barnklau 5226",
    );
    assert_eq!(g.decider(), Some(FRANCO_SPANISH));
    g.refused("rally traun-ir").because(rule::R11_4a);
    g.refused("done").because(rule::R11_4a);
    // Castilla's only mate is routed: out of command; after Reina has recovered it is not
    let sum = |g: &Case| {
        g.game.training_modifier(
            &g.p,
            Train { unit: g.unit_id("castilla-inf"), kind: TrainKind::Reorganization },
        )
    };
    assert_eq!(sum(&g), 2);
    g.play("rally reina-inf; * 0");
    assert_eq!(sum(&g), 0);
    g.play("* 6");
    assert_eq!(order(&g, "castilla-inf"), Order::Good);
    // then the Austrian
    g.play("* 7");
    assert_eq!(order(&g, "traun-ir"), Order::Good);
}

#[test]
fn r11_4c_a_nine_always_fails() {
    // the Guards stand at 7; with a factor of one, light infantry and all, 9 would be 7 or less
    let mut g = phase("reorganization", "schiavoni-1 4724 disordered; schiavoni-2 4723; fc-gorani 4724");
    // training 7, -1 and -1
    g.play("* 9");
    assert_eq!(order(&g, "schiavoni-1"), Order::Disordered);
    g.said(rule::R11_4c, "rolls 9 -2 to reorganize: 7, failed (training 7).");
}
