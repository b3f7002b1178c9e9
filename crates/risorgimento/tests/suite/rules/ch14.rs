//! Chapter 14: terrain.

use super::case::*;
use risorgimento::rule;

const FAR: &str = "5-aosta 1205 S; darvillars 1205";

#[test]
fn r14_the_kinds_of_terrain() {
    let g = game(&format!("side austria; benedek 0510; 33-gyulai 0510; {FAR}"));
    for (hex, terrain) in [
        ("0510", "clear"),
        ("2012", "village"),
        ("1412", "farmhouse"),
        ("1511", "farm"),
        ("2111", "river"),
        ("1617", "with a road"),
    ] {
        g.told(hex, rule::R14, terrain);
    }
    g.told("0315", rule::R14_1c, "Stream towards 0314, 0415.");
}

/// Points left after one step from the south, in quarters.
fn left_after(unit: &str, leader: &str, formation: &str, from: &str, to: &str) -> String {
    let mut g = game(&format!("activate {formation} forces; {leader} {from}; {unit} {from} N; {FAR}"));
    let limber = if unit.ends_with("art") { "limber;" } else { "" };
    g.play(&format!("act {unit}; {limber} step {to}"));
    let line =
        g.log().lines().find(|l| l.contains(" MP)") || l.contains(" MP,")).unwrap_or_default().to_string();
    line.split('(').nth(1).unwrap_or_default().split(" MP").next().unwrap_or_default().to_string()
}

#[test]
fn r14_what_a_hex_costs() {
    let of = |unit: &str, from: &str, to: &str| left_after(unit, "strassoldo", "strassoldo", from, to);
    // infantry, cavalry, artillery
    for (from, to, costs) in [
        ("0510", "0509", ["1", "1", "1"]),
        ("1413", "1412", ["1", "2", "2"]),
        ("2013", "2012", ["2", "3", "3"]),
        ("1512", "1511", ["1", "1", "1"]),
    ] {
        let units = ["17-hohenlohe", "5-hussars", "3-horse-art"];
        // off the road: guns are always in March, so they pay it where one leads
        for (unit, cost) in units.iter().zip(costs).take(if to == "0509" || to == "2012" { 3 } else { 2 }) {
            assert_eq!(of(unit, from, to), cost, "{unit} {from} to {to}");
        }
    }
    covers(&[rule::R14]);
}

#[test]
fn r14_1a_nobody_crosses_the_mincio() {
    let mut g = game(&format!("activate benedek forces; benedek 2012; 33-gyulai 2012 N; {FAR}"));
    g.play("act 33-gyulai");
    // the bridge of Goito is on the map, and of no use
    g.refused("step 2111").because(rule::R14_1a);
    g.refused("step 2112").because(rule::R14_1a);
    let mut g = game(&format!("activate benedek forces; benedek 2012; 33-gyulai 2012 N march; {FAR}"));
    g.play("act 33-gyulai");
    g.refused("step 2111").because(rule::R14_1a);
    let mut g = game(&format!("activate benedek forces; benedek 2012; 33-gyulai 2012 N; {FAR}"));
    g.play("act benedek");
    g.refused("step 2111").because(rule::R14_1a);
    g.told("2111", rule::R14_1a, "Nobody enters it");
}

#[test]
fn r14_1b_over_the_bridge_in_march() {
    let text =
        |state: &str| format!("activate benedek forces; benedek 1618; 33-gyulai 1617 N {state}; {FAR}");
    let mut g = game(&text("march"));
    g.told("1617", rule::R14_1b, "1616");
    g.play("act 33-gyulai; step 1616; stop").said(rule::R8_3a, "(0.5 MP, by road)");
    g.never_said("cohesion check");
    // deployed, it wades beside the bridge
    let mut g = game(&text(""));
    g.play("act 33-gyulai; step 1616").said(rule::R8a, "(2 MP)");
    assert_eq!(g.roll_due(), "cohesion check");
}

#[test]
fn r14_1b_a_full_bridge_is_no_bridge() {
    // three stacking points beyond the bridge and three of its own: the road is not free (8.3.2)
    let mut g = game(&format!(
        "activate benedek forces; benedek 1618; 33-gyulai 1617 N march; 1-art 1617 N limbered; 21-paumgarten 1616 N; {FAR}"
    ));
    g.play("act 1-art");
    g.refused("step 1616").because(rule::R8_3_2);
    let mut g = game(&format!(
        "activate benedek forces; benedek 1618; 33-gyulai 1617 N march; 4-grenzer 1616 N; {FAR}"
    ));
    g.play("act 33-gyulai; step 1616");
    assert_eq!(g.roll_due(), "cohesion check");
}

#[test]
fn r14_1b_artillery_needs_the_bridge() {
    let mut g = game(&format!("activate benedek forces; benedek 1618; 1-art 1617 N; {FAR}"));
    g.play("act 1-art; limber; step 1616; stop");
    assert_eq!(g.hex("au-1-art"), "1616");
    let mut g = game(&format!("activate benedek forces; benedek 0316; 1-art 0315 N limbered; {FAR}"));
    g.play("act 1-art");
    g.refused("step 0314").because(rule::R14_1a);
}

#[test]
fn r14_1c_infantry_wades_with_a_check() {
    let text = format!("activate benedek forces; benedek 0316; 33-gyulai 0315 N; {FAR}");
    let mut g = game(&text);
    g.play("act 33-gyulai; step 0314").said(rule::R8a, "(2 MP)");
    assert_eq!(g.roll_due(), "cohesion check");
    g.play("* 4 5");
    assert_eq!((g.unit("33-gyulai").status, g.hex("33-gyulai")), (0, "0314"));
    g.play("step 0313; stop");
    // 12 against 9: a level is lost, and it may give up its action
    let mut g = game(&text);
    g.play("act 33-gyulai; step 0314; * 6 6").said(rule::R2_5, "is shaken");
    g.offers("halt 33-gyulai").offers("go on");
    g.play("go on; step 0313; stop");
    covers(&[rule::R14_1c]);
}

#[test]
fn r14_1c_one_roll_for_the_force() {
    let mut g = game(&format!("activate benedek forces; benedek 0316; 33-gyulai+4-grenzer 0315 N; {FAR}"));
    g.play("act 4-grenzer+33-gyulai; step 0314; * 3 6");
    // 9 passes with cohesion 9, fails with 8
    assert_eq!((g.unit("33-gyulai").status, g.unit("4-grenzer").status), (0, 1));
}

#[test]
fn r14_1d_cavalry_wades_and_loses_a_level() {
    let mut g = game(&format!("activate strassoldo forces; strassoldo 0316; 5-hussars 0315 N; {FAR}"));
    g.play("act 5-hussars; step 0314").said(rule::R8a, "(3 MP)").said(rule::R14_1d, "wades the stream");
    assert_eq!(g.unit("5-hussars").status, 1);
    g.play("step 0313; stop");
}

/// Ruling R45: a retreat over the stream costs the same.
#[test]
fn r14_1d_also_in_retreat() {
    let mut g = game(
        "activate ris forces; 1-guardie 0313 S; ve-savoia 0313; 2-guardie 0514 S; 5-hussars 0314 N; strassoldo 0317
         marker assault 0313>0314",
    );
    g.play("act 1-guardie; assault; * 6 6");
    g.play("retreat 0315").said(rule::R14_1d, "wades the stream");
}

#[test]
fn r14_1_commanders_wade_without_a_check() {
    let mut g = game(&format!("activate benedek forces; benedek 0315; 33-gyulai 0315 N; {FAR}"));
    g.play("act benedek; step 0314; step 0313; step 0312; step 0311; step 0310; step 0309; step 0308");
    // two points for the first step, then one each
    assert_eq!(g.leader_hex("benedek"), "0308");
    g.refused("act benedek").because(rule::R8_5);
    covers(&[rule::R14_1c, rule::R14_1a]);
}

#[test]
fn r14_2_villages_and_farmhouses_help_the_defender() {
    let assault = |from: &str, hex: &str| {
        let mut g = game(&format!(
            "activate benedek forces; 33-gyulai {from} N; benedek {from}; 17-acqui {hex} S; diferrere 1205; marker assault {from}>{hex}"
        ));
        g.play("act 33-gyulai; assault; * 3 4");
        g.events.iter().flat_map(|e| &e.modifiers).find(|m| m.rule == rule::R14_2).map(|m| m.value)
    };
    assert_eq!(assault("0508", "0507"), None);
    assert_eq!(assault("1413", "1412"), Some(-1));
    assert_eq!(assault("1912", "2012"), Some(-2));
    assert_eq!(assault("1512", "1511"), None, "a farm is clear");
    let fire = |from: &str, hex: &str| {
        let mut g = game(&format!(
            "activate benedek forces; 1-art {from} N; benedek {from}; 17-acqui {hex} S; diferrere 1205"
        ));
        g.play(&format!("act 1-art; fire at {hex}; * 3 4"));
        g.events.iter().flat_map(|e| &e.modifiers).find(|m| m.rule == rule::R14_2).map(|m| m.value)
    };
    assert_eq!(fire("1414", "1412"), Some(-1));
    assert_eq!(fire("1811", "2011"), Some(-2));
    assert_eq!(fire("0510", "0508"), None);
}

#[test]
fn r14_2_no_zone_reaches_in_and_nobody_inside_has_a_rear() {
    let g = game("side austria; benedek 1513; 33-gyulai 1413 N; 17-acqui 1412 N; diferrere 1205");
    let hex = g.game.map.find("1412").expect("a hex of the map");
    assert!(!g.p.zone(1, hex));
    g.told("17-acqui", rule::R3_1_1, "All hexes around it are front hexes.");
    g.told("1412", rule::R14_2, "Assault -1, fire -1 columns against it");
}

#[test]
fn r14_3_roads_speed_march() {
    let mut g = game(&format!("activate benedek forces; benedek 1619; 33-gyulai 1619 N march; {FAR}"));
    // half a point on the major road, three quarters on a minor one, and only in March
    g.play("act 33-gyulai; step 1618").said(rule::R8_3a, "(0.5 MP, by road)");
    g.play("step 1617; step 1517").said(rule::R8_3a, "(0.75 MP, by road)");
    g.play("stop");
    let mut g = game(&format!("activate benedek forces; benedek 1619; 33-gyulai 1619 N; {FAR}"));
    g.play("act 33-gyulai; step 1618").said(rule::R8a, "(1 MP)");
    g.told("1617", rule::R14_3, "Road to 1616, 1716, 1618, 1517.");
}

#[test]
fn r14_3_roads_extend_command() {
    let mut g = game(&format!("phase initiative; benedek 1619; 33-gyulai 2011 N; 4-grenzer 1811 N; {FAR}"));
    g.play("* 1 1; * 6 6");
    // up the Sacca road: 2011 is ten road hexes away, too far; but eight would do
    assert!(g.unit("33-gyulai").out_of_command);
    let mut g = game(&format!("phase initiative; benedek 1619; 33-gyulai 1912 N; {FAR}"));
    g.play("* 1 1; * 6 6");
    assert!(!g.unit("33-gyulai").out_of_command);
    covers(&[rule::R14_3]);
}

#[test]
fn r14_4_farms_block_the_line_of_sight_and_nothing_else() {
    let fire = |target: &str| {
        let mut g = game(&format!(
            "activate benedek forces; 1-art 1513 N; benedek 1513; 17-acqui {target} S; diferrere 1205"
        ));
        g.play("act 1-art");
        g
    };
    // Bondi, 1511, stands between
    fire("1510").refused("fire at 1510").because(rule::R9_4_4b);
    fire("1511").offers("fire at 1511");
    let g = fire("1610");
    g.told("1511", rule::R14_4, "blocks the line of sight");
}

#[test]
fn r14_4_a_charge_may_go_over_a_farm() {
    let mut g = game(
        "activate strassoldo forces; 5-hussars 1513 N; strassoldo 1513; 17-acqui 1510 S; diferrere 1205
         marker charge 1511>1510",
    );
    g.play("act 5-hussars");
    // the farm hides what is behind it, but it can be ridden over
    g.refused("charge").because(rule::R10_1a);
    let mut g = game(
        "activate strassoldo forces; 5-hussars 1514 N; strassoldo 1514; 17-acqui 1511 S; diferrere 1205
         marker charge 1512>1511",
    );
    g.play("act 5-hussars; charge; step 1513; step 1512");
    assert_eq!(g.hex("5-hussars"), "1512");
    covers(&[rule::R14_4]);
}
