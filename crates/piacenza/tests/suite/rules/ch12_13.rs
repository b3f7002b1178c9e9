//! Chapters 12 and 13: the end of a turn, objectives and victory. The objectives are Castellaro 3526, Turro 3438,
//! Gariga 2834, Le Mose 4814, Mucinasso 3922, Montale 4618, San Bonico 3223 and San Lazzaro 4013.

use super::case::*;
use super::fights::*;
use kernel::{Game, Need, Show, Viewer};
use piacenza::position::Ending;
use piacenza::rule;

/// The end of a turn, with pieces on the map.
fn end_of(turn: u8, pieces: &str) -> Case {
    game(&format!("turn {turn}; phase end; objectives 3526 3438 2834 4814; {pieces}"))
}

#[track_caller]
fn outcome(g: &Case) -> (Option<kernel::Seat>, &'static str, kernel::Citation) {
    match g.game.need(&g.p) {
        Need::Over(outcome) => (outcome.winner, outcome.how, outcome.rule),
        other => panic!("it is not over: {other:?}"),
    }
}

// ---- 12 ----------------------------------------------------------------------------------------------

/// Corner case 24.
#[test]
fn r12_0_the_turn_ends() {
    let mut g = phase(
        "reorganization",
        "reina-inf 4724 billebaude; castilla-inf 4723 disordered; fc-douchez 4720; fs-lw-art-1 4722 fired; smoke 4724",
    );
    assert_eq!(g.p.turn, 1);
    g.play("* 9");
    assert_eq!(g.p.turn, 2);
    g.said(rule::R12_0, "The turn of 6-7 am is over.");
    assert!(g.smoke().is_empty() && g.unit("reina-inf").billebaude && !g.unit("fs-lw-art-1").fired);
    assert!(g.p.used.is_empty(), "all wings may activate again");
}

// ---- 13.0 --------------------------------------------------------------------------------------------

#[test]
fn r13_0a_four_of_eight_in_secret() {
    let mut g = Case::from_the_start(battle());
    assert_eq!(g.decider(), Some(FRANCO_SPANISH));
    assert_eq!(g.legal().len(), 8);
    g.play("objective 3526");
    g.refused("objective 3526").because(rule::R13_0a);
    g.refused("done").because(rule::R13_0a);
    g.play("objective 4013; objective 4814; objective 3223");
    assert_eq!(g.decider(), Some(AUSTRIAN), "now the armies are set up");
    assert_eq!(g.p.objectives.count_ones(), 4);
    // the enemy hears nothing of it
    let heard = |viewer: Viewer| g.events.iter().filter(|e| e.tell(g.game.seats(), viewer).is_some()).count();
    assert_eq!(heard(Viewer::Seat(FRANCO_SPANISH)), 4);
    assert_eq!((heard(Viewer::Seat(AUSTRIAN)), heard(Viewer::Public)), (0, 0));
    // and his view is the same whatever was chosen
    let mut other = Case::from_the_start(battle());
    other.play("objective 3438; objective 2834; objective 3922; objective 4618");
    let view =
        |g: &Case, viewer: Viewer| serde_json::to_value(g.game.view(&g.p, viewer)).expect("it is data");
    assert_eq!(view(&g, Viewer::Seat(AUSTRIAN)), view(&other, Viewer::Seat(AUSTRIAN)));
    assert_ne!(view(&g, Viewer::Seat(FRANCO_SPANISH)), view(&other, Viewer::Seat(FRANCO_SPANISH)));
}

#[test]
fn r13_0b_three_win_two_draw_fewer_lose() {
    let three = end_of(12, "reina-inf 3526; castilla-inf 3438; lombardia-inf 2834");
    assert_eq!(outcome(&three), (Some(FRANCO_SPANISH), "victory", rule::R13_0b));
    assert_eq!(three.p.ending, Some(Ending::Places(0)));
    let one = end_of(12, "reina-inf 3526");
    assert_eq!(outcome(&one), (Some(AUSTRIAN), "victory", rule::R13_0b));
    let none = end_of(12, "reina-inf 4013");
    assert_eq!(outcome(&none).0, Some(AUSTRIAN), "San Lazzaro was not chosen (PR67)");
    // a routed unit holds nothing, a Disordered one or a battery does (PR46)
    let routed = end_of(12, "reina-inf 3526; castilla-inf 3438; lombardia-inf 2834 routed");
    assert_ne!(outcome(&routed).2, rule::R13_0b);
    let guns = end_of(12, "reina-inf 3526; castilla-inf 3438 disordered; fs-lw-art-1 2834");
    assert_eq!(outcome(&guns).0, Some(FRANCO_SPANISH));
    // the enemy in it, or nobody any more
    let lost = end_of(12, "reina-inf 3526; castilla-inf 3438; traun-ir 2834");
    assert_ne!(outcome(&lost).2, rule::R13_0b);
}

#[test]
fn r13_1_points_decide_a_conditional_draw() {
    let two = |pieces: &str| end_of(12, &format!("reina-inf 3526; castilla-inf 3438; {pieces}"));
    assert_eq!(outcome(&two("traun-ir 4814")), (None, "draw", rule::R13_1));
    // eliminated and routed units count one each
    assert_eq!(outcome(&two("traun-ir lost")), (Some(FRANCO_SPANISH), "victory by points", rule::R13_1));
    assert_eq!(outcome(&two("traun-ir lost; corona-inf 4714 routed")), (None, "draw", rule::R13_1));
    assert_eq!(outcome(&two("traun-ir lost; corona-inf 4714 routed; irlanda-inf lost")).0, Some(AUSTRIAN));
    // trophies: staffs and flags
    assert_eq!(outcome(&two("traun-ir lost; clerici-ir lost; trophies austrian 3")).0, Some(AUSTRIAN));
    assert_eq!(outcome(&two("daun-ir 4714; trophies franco-spanish 5; trophies austrian 5")).0, None);
    // each mounted counter is a unit, dragoons that changed their form are not lost (PR68)
    let g = two("sagunto-dr-1 lost; sagunto-dr-2 lost; au-savoyen-dr-foot lost");
    assert_eq!((g.game.points(&g.p, 0), g.game.points(&g.p, 1)), (1, 2));
}

#[test]
fn r13_2_without_an_objective_at_three_the_austrians_win() {
    let none = end_of(9, "reina-inf 4013; castilla-inf 3526 routed");
    assert_eq!(outcome(&none), (Some(AUSTRIAN), "automatic victory", rule::R13_2));
    // in no other turn
    assert_eq!(end_of(8, "reina-inf 4013").p.turn, 9);
    assert_eq!(end_of(10, "reina-inf 4013").p.turn, 11);
}

#[test]
fn r13_2_one_is_shown_the_others_stay_secret() {
    let mut g = end_of(9, "reina-inf 3526; castilla-inf 4814; lombardia-inf 4013");
    assert_eq!(g.decider(), Some(FRANCO_SPANISH));
    assert_eq!(g.legal(), ["objective 3526", "objective 4814"]);
    g.refused("objective 4013").because(rule::R13_2);
    g.refused("objective 3438").because(rule::R13_2);
    g.play("objective 4814");
    g.said(rule::R13_2, "reveals an objective that it holds");
    assert_eq!((g.p.turn, g.p.revealed.count_ones()), (10, 1));
    // he is asked though he could show but one: who waits learns nothing
    let mut g = end_of(9, "reina-inf 3526");
    assert_eq!(g.legal(), ["objective 3526"]);
    g.play("objective 3526");
    assert_eq!(g.p.turn, 10);
}
