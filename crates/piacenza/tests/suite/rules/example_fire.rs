//! The rulebook's example of fire, modifier by modifier. Y and X hold the entrenchments 3913 and 3914, Z the
//! village 4013; A, B, C and D come up to them.

use super::case::*;
use super::fights::*;
use piacenza::rule;

/// A and B are the guards, C and D Reina and Castilla; X and Y the regiments of Kheul, Z is Traun.
fn example() -> Case {
    game(
        "activate fs-lw combat; cic-felipe 3709; cic-liechtenstein 4217
         guardias-espanolas 3815; guardias-valonas 3814; reina-inf 3813; castilla-inf 4012; fc-douchez 3814
         daun-ir 3914; haganbach-ir 3913; fc-kheul 3914; traun-ir 4013; fc-barnklau 4013",
    )
}

/// Strength, the column before and after the shift, the sum.
#[track_caller]
fn shot(g: &Case, firer: &str, target: &str, strength: u8, columns: [&str; 2], sum: i8) {
    let r = reckon(g, firer, target);
    let names = &g.game.shot_table(g.unit_id(firer)).columns.names;
    assert_eq!(r.strength, strength, "{firer}");
    assert_eq!([names[r.base as usize].as_str(), names[r.column as usize].as_str()], columns, "{firer}");
    assert_eq!(r.sum, sum, "{firer}: {:?}", modifiers(g, firer, target));
}

#[test]
fn x4_first_volley_of_the_attackers() {
    let g = example();
    // A and B, three SP and one for Douchez, at X of three SP in Cover Level 1
    shot(&g, "guardias-espanolas", "3914", 4, ["Intense", "Extended"], -2);
    shot(&g, "guardias-valonas", "3914", 4, ["Intense", "Extended"], -2);
    // C, two SP and one, at Y
    shot(&g, "reina-inf", "3913", 3, ["Extended", "Normal"], -2);
    // D, two SP without a commander or a mate, at Z of two SP in Cover Level 2: -5, but no less than -4
    shot(&g, "castilla-inf", "4013", 2, ["Extended", "Normal"], -4);
    assert_eq!(
        modifiers(&g, "castilla-inf", "4013"),
        [
            ("Cover Level 2".to_string(), -3),
            ("not side by side".to_string(), -2),
            ("never below -4".to_string(), 1),
            ("depth: column".to_string(), -1),
        ]
    );
    covers(&[rule::RX4]);
}

#[test]
fn x4_first_volley_of_the_defenders() {
    let mut g = example();
    g.play("fire guardias-espanolas 3914; fire guardias-valonas 3914; fire reina-inf 3913; fire castilla-inf 4013");
    // X must choose between A and B
    g.offers("answer au-daun-ir fs-guardias-espanolas").offers("answer au-daun-ir fs-guardias-valonas");
    g.offers_not("answer au-daun-ir fs-reina-inf");
    // X and Y: three SP and one for Kheul, no modifiers
    shot(&g, "daun-ir", "3814", 4, ["Intense", "Extended"], 0);
    shot(&g, "haganbach-ir", "3813", 4, ["Intense", "Extended"], 0);
    // Z: two SP and two for Barnklau, without a mate
    shot(&g, "traun-ir", "4012", 4, ["Intense", "Extended"], -2);
    g.play("answer daun-ir guardias-valonas; answer haganbach-ir reina-inf; answer traun-ir castilla-inf");
    // four shots of the attacker, three of the defender; with noughts nothing happens
    g.play("* 0; * 0; * 0; * 0; * 0; * 0; * 0");
    covers(&[rule::RX4]);
}

#[test]
fn x4_second_volley() {
    let mut g = example();
    g.play("fire guardias-espanolas 3914; fire guardias-valonas 3914; fire reina-inf 3913; fire castilla-inf 4013");
    g.play("answer daun-ir guardias-valonas; answer haganbach-ir reina-inf; answer traun-ir castilla-inf");
    g.play("* 0; * 0; * 0; * 0; * 0; * 0; * 0");
    // A, B and C fire again, D does not have to; then the Austrian answers with X alone
    g.play("again guardias-espanolas; again guardias-valonas; again reina-inf; done");
    g.play("answer daun-ir guardias-espanolas; done");
    // the rolls of A, B, C and X: the guards stand at 7, Reina at 6, Daun at 7, and their sergeants take one off
    g.play("* 8; * 9; * 7; * 9");
    let marked = |unit: &str| g.unit(unit).billebaude;
    assert!(!marked("guardias-espanolas") && marked("guardias-valonas"));
    assert!(!marked("reina-inf") && marked("daun-ir"));
    // the two that passed fire at their targets of the first volley
    g.said(rule::R9_1_2c, "Guardias Valonas fires at will");
    g.play("* 0; * 0");
    assert_eq!(g.smoke(), ["3814", "3914"]);
    covers(&[rule::RX4]);
}
