use crate::case::*;
use risorgimento::rule;

/// The worked example of 13.1: Disordered infantry of cohesion 9, charged, rolls 9.
#[test]
fn r13_1b_worked_example() {
    let mut g = game(
        "activate strassoldo forces
         5-hussars 1516 N; strassoldo 1517
         5-aosta 1513 S disordered; darvillars 1510
         marker charge 1514>1513",
    );
    g.play("act 5-hussars; charge; step 1515; step 1514; react none; assault; * 4 5");
    g.said(rule::R13_1b, "fails its cohesion check (11 against 7) and loses 2 status levels");
    g.said(rule::R13_2, "routs");
    assert_eq!(g.hex("5-aosta"), "");
}
