//! Chapter 6: formations, their activation, loose cannons, mood, stacking.

use super::case::*;
use kernel::{Seat, Show};
use risorgimento::flow::Frame;
use risorgimento::model::Conduct;
use risorgimento::position::Place;
use risorgimento::rule;

const PIEDMONT: Option<Seat> = Some(Seat(0));
const AUSTRIA: Option<Seat> = Some(Seat(1));

/// Two Austrian brigades and a Piedmontese division far from each other, Austria to act.
const FAR_APART: &str = "side austria; initiative austria
    33-gyulai+4-grenzer 0910; benedek 0911; 45-sigmund 1010; wohlgemuth 1010
    5-aosta 0902; darvillars 0901";

fn far_apart(more: &str) -> Case {
    game(&format!("{FAR_APART}\n{more}"))
}

/// Plays the first thing offered until the activation asks for a new force.
fn finish(g: &mut Case) {
    for _ in 0..40 {
        if g.decider().is_none() || g.legal().iter().any(|a| a == "done") {
            return;
        }
        let first = g.legal()[0].clone();
        g.play(&first);
    }
    panic!("it does not end: {}", g.waits());
}

/// Benedek's brigade acts and the enemy is far away.
fn nobody_near(pieces: &str) -> Case {
    game(&format!("activate benedek forces; 5-aosta 0901; darvillars 0901\n{pieces}"))
}

fn conduct(g: &Case) -> Option<Conduct> {
    g.p.stack.iter().find_map(|f| if let Frame::Activation(a) = f { Some(a.conduct) } else { None })
}

// ---- 6, 6.1: formations and attempts ------------------------------------------------------------

#[test]
fn r6_a_formation_has_a_leader_units_and_a_mood() {
    let g = from_the_start();
    for formation in &g.game.army.formations {
        assert!(!formation.units.is_empty(), "{} has units", formation.name);
        let leader = &g.game.army.leaders[formation.leader];
        assert_eq!(leader.side, formation.side, "{} has a commander of its side", formation.name);
    }
    assert_eq!(g.p.formations.len(), g.game.army.formations.len(), "a mood for each");
}

#[test]
fn r6_a_formation_without_units_in_play_is_not_attempted() {
    let mut g = far_apart("");
    g.offers("activate benedek").offers_not("activate clam");
    g.refused("activate clam").because(rule::R6);
}

#[test]
fn r6_a_formation_in_the_entry_column_can_be_attempted() {
    let mut g = game(
        "side austria; initiative austria; 33-gyulai column; benedek column; 5-aosta 0902; darvillars 0901",
    );
    g.play("activate benedek; * 4");
    g.said(rule::R6_1_1, "Benedek brigade is activated");
}

#[test]
fn r6_1_a_formation_is_activated_once_per_turn() {
    let mut g = far_apart("");
    g.play("activate benedek; * 1; done; pass");
    assert_eq!(g.decider(), AUSTRIA);
    g.offers_not("activate benedek").offers("activate wohlgemuth");
    g.refused("activate benedek").because(rule::R6_1);
}

#[test]
fn r6_1_only_own_formations() {
    let mut g = far_apart("");
    g.offers_not("activate 1div");
    g.refused("activate 1div").because(rule::R6_1);
}

#[test]
fn r6_1_units_of_other_formations_do_not_act() {
    let mut g = far_apart("");
    g.play("activate benedek; * 1");
    g.offers("act 33-gyulai").offers_not("act 45-sigmund");
    g.refused("act 45-sigmund").because(rule::R2_4);
}

#[test]
fn r6_1_1_equal_to_the_command_value_activates() {
    let mut g = far_apart("");
    g.play("activate benedek; * 4");
    g.said(rule::R6_1_1, "4 against a Command Value of 4");
    assert_eq!(conduct(&g), Some(Conduct::Normal));
    assert!(g.leader("fc-benedek").shown, "an activated commander is face up");
}

#[test]
fn r6_1_1_above_the_command_value_fails_and_the_other_side_is_next() {
    let mut g = far_apart("");
    g.play("activate benedek; * 5");
    g.said(rule::R6_1_2, "5 against a Command Value of 4");
    assert_eq!(conduct(&g), None);
    assert_eq!(g.decider(), PIEDMONT);
}

#[test]
fn r6_1_2_each_failure_gives_one_more_off_the_next_roll() {
    let mut g = far_apart("");
    g.play("pass; activate 1div; * 5; pass; activate 1div; * 5");
    assert_eq!(g.modifier("failed attempt"), Some(-1));
    g.said(rule::R6_1_2, "4 against a Command Value of 3");
    g.play("pass; activate 1div; * 5");
    assert_eq!(g.modifier("failed attempt"), Some(-2));
    assert_eq!(conduct(&g), Some(Conduct::Normal));
}

/// The worked example of 6.1.2: three failures make -3.
#[test]
fn r6_1_2_worked_example() {
    let mut g = far_apart("failed benedek 3");
    g.play("activate benedek; * 5");
    assert_eq!(g.modifier("failed attempt"), Some(-3));
    g.said(rule::R6_1_1, "2 against a Command Value of 4");
}

#[test]
fn r6_1_2_a_failure_counts_for_that_commander_alone() {
    let mut g = far_apart("failed benedek 2");
    g.play("activate wohlgemuth; * 5");
    assert_eq!(g.modifier("failed attempt"), None);
    g.said(rule::R6_1_2, "5 against a Command Value of 4");
}

/// Corner case 2: the failures are forgotten at the end of the turn.
#[test]
fn r6_1_2_failures_vanish_with_the_turn() {
    let mut g = far_apart("turn 2; phase end; failed benedek 3; activated wohlgemuth");
    assert_eq!(g.p.turn, 3);
    g.play("* 1 1; * 6 6; activate benedek; * 5");
    assert_eq!(g.modifier("failed attempt"), None);
    g.said(rule::R6_1_2, "5 against a Command Value of 4");
}

#[test]
fn r6_1_3_attempts_are_repeated_until_one_succeeds() {
    let mut g = far_apart("");
    g.play("activate benedek; * 5; pass");
    g.offers("activate benedek");
    let again = g.game.read(&g.p, Seat(1), "activate benedek").expect("a formation");
    assert_eq!(g.game.choice(&g.p, Seat(1), again).rule, rule::R6_1_3);
    g.play("activate benedek; * 5");
    g.said(rule::R6_1_1, "Benedek brigade is activated");
}

#[test]
fn r6_1_3_a_six_ends_the_attempts() {
    let mut g = far_apart("failed benedek 1");
    g.play("activate benedek; * 6; * 4; done; pass");
    g.offers_not("activate benedek");
    g.refused("activate benedek").because(rule::R6_1);
}

#[test]
fn r6_1_4_in_range_of_the_overall_commander() {
    let mut g = far_apart("radetzky 0914");
    g.play("activate benedek; * 5");
    assert_eq!(g.modifier("overall commander"), Some(-1));
    g.said(rule::R6_1_1, "4 against a Command Value of 4");
    assert!(g.leader("radetzky").shown, "his modifier gives him away");
    assert!(g.events.iter().flat_map(|e| &e.modifiers).any(|m| m.rule == rule::R6_1_4));
}

/// Radetzky's rating is 3: four hexes of open ground are too far.
#[test]
fn r6_1_4_out_of_his_range() {
    let mut g = game(
        "side austria; initiative austria; 33-gyulai 0909; benedek 0909; radetzky 0905; 5-aosta 0919; darvillars 0919",
    );
    g.play("activate benedek; * 5");
    assert_eq!(g.modifier("overall commander"), None);
    g.said(rule::R6_1_2, "5 against a Command Value of 4");
    assert!(!g.leader("radetzky").shown);
}

/// A zone of reaction without a friend in it cuts the range (5.2.2): the enemy at 0909 bars column 09.
#[test]
fn r6_1_4_his_range_does_not_run_through_enemy_zones() {
    let cut =
        "side austria; initiative austria; 33-gyulai 0911; benedek 0911; radetzky 0908; darvillars 0101";
    let mut open = game(&format!("{cut}; 5-aosta 0101"));
    open.play("activate benedek; * 1");
    assert_eq!(open.modifier("overall commander"), Some(-1));
    let mut closed = game(&format!("{cut}; 5-aosta 0909 S"));
    closed.play("activate benedek; * 1");
    assert_eq!(closed.modifier("overall commander"), None);
}

#[test]
fn r6_1_4_adds_to_the_failures() {
    let mut g = far_apart("radetzky 0911; failed benedek 2");
    g.play("activate benedek; * 5");
    g.said(rule::R6_1_1, "2 against a Command Value of 4");
}

// ---- 6.2: loose cannon ------------------------------------------------------------------------

/// Corner case 1: the natural 6 is looked at first, even where the modified roll would do.
#[test]
fn r6_2_a_natural_six_comes_before_success() {
    let mut g = far_apart("radetzky 0911; failed benedek 3");
    g.play("activate benedek; * 6");
    g.said(rule::R6_2, "a natural 6");
    assert_eq!(g.roll_due(), "loose cannon");
}

#[test]
fn r6_2_only_the_unmodified_die_counts() {
    let mut g = far_apart("failed benedek 1");
    g.play("activate benedek; * 5");
    assert_eq!(conduct(&g), Some(Conduct::Normal), "5 is no 6");
}

#[test]
fn r6_2_every_row_of_the_initiative_table() {
    let rows = [
        (1, -1, Conduct::FallBack),
        (1, -3, Conduct::FallBack),
        (1, 0, Conduct::Holds),
        (2, 0, Conduct::Cautious),
        (3, 0, Conduct::Cautious),
        (4, 0, Conduct::OwnJudgement),
        (5, 0, Conduct::OwnJudgement),
        (6, 0, Conduct::Attack),
        (6, 1, Conduct::FuriousAttack),
        (6, 3, Conduct::FuriousAttack),
        (3, 3, Conduct::Attack),
        (6, -3, Conduct::Cautious),
    ];
    for (die, mood, row) in rows {
        let mut g = far_apart(&format!("mood benedek {mood:+}"));
        g.play(&format!("activate benedek; * 6; * {die}"));
        assert_eq!(conduct(&g), Some(row), "{die} with mood {mood}");
        g.said(rule::R6_2, &format!("with mood {mood:+} makes {}", die + mood));
    }
}

fn loose(row: &str, more: &str) -> Case {
    let benedek = if more.contains(" column") { "column" } else { "0911" };
    game(&format!("activate benedek {row}; benedek {benedek}\n{more}"))
}

#[test]
fn r6_2_falls_back_forces_in_a_zone_withdraw() {
    let mut g = loose("fall_back", "33-gyulai 0910; 5-aosta 0909 S; darvillars 0907");
    g.offers_not("act 33-gyulai").offers_not("done").offers("withdraw 33-gyulai");
    g.refused("act 33-gyulai").because(rule::R6_2);
    g.refused("done").because(rule::R6_2);
    g.play("withdraw 33-gyulai");
    g.play("retreat 0911");
    finish(&mut g);
    assert_eq!(g.hex("33-gyulai"), "0911");
    g.offers("done");
}

#[test]
fn r6_2_falls_back_forces_near_the_enemy_must_go() {
    let mut g = loose("fall_back", "33-gyulai 0910; 5-aosta 0906 S; darvillars 0905");
    g.refused("done").because(rule::R6_2);
    g.play("act 33-gyulai; face S");
    g.refused("stop").because(rule::R6_2);
    g.play("step 0811");
    assert_eq!(g.hex("33-gyulai"), "0811");
    g.play("stop; done");
}

/// Six hexes away is far enough to stand, but it may not come nearer.
#[test]
fn r6_2_falls_back_forces_farther_away_may_stand_but_not_come_nearer() {
    let mut g = loose("fall_back", "33-gyulai 0911; 5-aosta 0905 S; darvillars 0904");
    g.offers("done");
    g.play("act 33-gyulai");
    g.play("step 0910");
    g.refused("stop").because(rule::R6_2);
    g.play("step 1011; stop");
    assert_eq!(g.hex("33-gyulai"), "1011");
}

#[test]
fn r6_2_falls_back_no_markers_and_no_fire() {
    let mut g = loose("fall_back", "1-art 0910 N; 5-aosta 0907 S; darvillars 0905");
    g.refused("mark assault 0908>0907").because(rule::R6_2);
    g.play("act 1-art");
    g.refused("fire at 0907").because(rule::R6_2);
    g.offers("limber");
}

/// Enemies stand four hexes away on all sides: nowhere is farther from the nearest, so it may stay.
#[test]
fn r6_2_falls_back_only_where_it_can() {
    let ring = "5-aosta 0906; 6-aosta 0914; 7-cuneo 1308; 8-cuneo 1312; 11-casale 0508; 1-guardie 0512";
    let mut g = loose("fall_back", &format!("33-gyulai 0910; {ring}; darvillars 0101"));
    g.offers("done");
    g.play("act 33-gyulai; face S; stop; done");
}

#[test]
fn r6_2_falls_back_the_column_stays_outside() {
    let mut g = loose("fall_back", "33-gyulai column; 5-aosta 0905; darvillars 0905");
    g.refused("act 33-gyulai").because(rule::R6_2);
    g.refused("act benedek").because(rule::R6_2);
    g.offers("done");
}

#[test]
fn r6_2_holds_nobody_leaves_his_hex() {
    let mut g = loose("holds", "33-gyulai 0910; 1-art 0910; 5-aosta 0905 S; darvillars 0904");
    g.refused("act benedek").because(rule::R6_2);
    g.play("act 33-gyulai");
    g.refused("step 0909").because(rule::R6_2);
    g.offers("form square");
    g.offers("march");
    g.play("face NE; stop");
    g.play("act 1-art");
    g.offers("limber");
    g.play("fire at 0905; * 1 1; react none");
    finish(&mut g);
    g.play("done");
}

#[test]
fn r6_2_holds_but_forces_in_a_zone_withdraw() {
    let mut g = loose("holds", "33-gyulai 0910; 5-aosta 0909 S; darvillars 0907");
    g.refused("act 33-gyulai").because(rule::R6_2);
    g.refused("done").because(rule::R6_2);
    g.play("withdraw 33-gyulai");
    g.play("retreat 0911");
    finish(&mut g);
    assert_eq!(g.hex("33-gyulai"), "0911");
}

#[test]
fn r6_2_holds_the_column_stays_outside() {
    let mut g = loose("holds", "33-gyulai column; 5-aosta 0905; darvillars 0905");
    g.refused("act 33-gyulai").because(rule::R6_2);
}

#[test]
fn r6_2_holds_riflemen_may_fire_where_they_stand() {
    // a farmhouse lies outside every zone of reaction (3), so the riflemen need not withdraw
    let mut g =
        game("activate wohlgemuth holds; wohlgemuth 0805; 4-kjager 0806 S; 5-aosta 0807 N; darvillars 0810");
    g.play("act 4-kjager; fire at 0807; * 3 3");
    g.said(rule::R9_3, "");
}

#[test]
fn r6_2_cautious_without_markers() {
    let mut g = loose("cautious", "33-gyulai 0911; 5-aosta 0908 S; darvillars 0907");
    g.refused("mark assault 0909>0908").because(rule::R6_2);
    g.play("act 33-gyulai; step 0910");
    g.refused("step 0909").because(rule::R3_1_2a);
    g.play("stop");
}

#[test]
fn r6_2_cautious_who_starts_in_a_zone_leaves_it() {
    let mut g = loose("cautious", "33-gyulai 0910; 5-aosta 0909 S; darvillars 0907");
    g.refused("done").because(rule::R3_2);
    g.play("act 33-gyulai; step 0911; react none; stop; done");
}

#[test]
fn r6_2_cautious_the_column_enters() {
    let mut g = loose("cautious", "33-gyulai column; 5-aosta 0905; darvillars 0905");
    g.play("act 33-gyulai; enter 1619; stop");
    assert_eq!(g.hex("33-gyulai"), "1619");
}

#[test]
fn r6_2_own_judgement_is_a_normal_activation() {
    let mut g = loose("own_judgement", "33-gyulai 0911; 5-aosta 0909 S; darvillars 0907");
    g.offers("mark assault 0910>0909").offers("done");
    g.play("mark assault 0910>0909; act 33-gyulai; step 0910; react none; assault; * 6 6");
    assert_eq!(g.modifier("furious"), None);
}

#[test]
fn r6_2_attacks_a_marker_must_be_placed_if_one_can_be() {
    let mut g = loose("attack", "33-gyulai 0911; 4-grenzer 0912; 5-aosta 0909 S; darvillars 0907");
    g.offers_not("done");
    g.refused("done").because(rule::R6_2);
    g.play("mark assault 0910>0909");
    g.offers("done");
    g.play("done");
    // who does not attack does not go back
    g.play("act 4-grenzer; step 0913");
    g.refused("stop").because(rule::R6_2);
    g.play("step 1013; step 1012; stop");
}

#[test]
fn r6_2_attacks_no_marker_where_none_can_be_placed() {
    let g = loose("attack", "33-gyulai 0918; 5-aosta 0903 S; darvillars 0903");
    g.offers("done").offers("act 33-gyulai");
}

/// Who must leave a zone may go farther from the enemy than he was.
#[test]
fn r6_2_attacks_but_a_zone_may_be_left() {
    let mut g = loose("attack", "33-gyulai 0910; 21-paumgarten 1010; 5-aosta 0909 S; darvillars 0907");
    g.play("mark assault 1010>0909; done; act 33-gyulai; step 0911; react none; stop");
    assert_eq!(g.hex("33-gyulai"), "0911");
}

#[test]
fn r6_2_attacks_furiously_two_markers_and_a_better_roll() {
    let around = "33-gyulai 0911; 21-paumgarten 1011; 5-aosta 0909 S; darvillars 0907";
    let mut g = loose("furious_attack", around);
    g.play("mark assault 0910>0909");
    g.refused("done").because(rule::R6_2);
    g.play("mark assault 1010>0909; act 33-gyulai; step 0910; react none; assault; * 6 6");
    assert_eq!(g.modifier("furious"), Some(1));
}

#[test]
fn r6_2_attacks_furiously_one_force_alone_cannot_serve_two_markers() {
    let mut g = loose("furious_attack", "33-gyulai 0911; 5-aosta 0909 S; darvillars 0907");
    g.play("mark assault 0910>0909");
    g.refused("mark assault 1010>0909").because(rule::R7_1_3);
    g.offers("act 33-gyulai");
}

/// The furious row adds a marker to the limit: Clam-Gallas (3) may place four.
#[test]
fn r6_2_attacks_furiously_one_marker_more() {
    let place =
        "clam 0913; 7-prohaska 0911; 18-reisinger 0911; gren-danthon 1011; i-8-grenzer 1011; 5-hussars 0101
        5-aosta 0909 S; darvillars 0907";
    let three = "mark assault 0910>0909; mark assault 1010>0909; mark assault 0810>0909";
    let mut g = game(&format!("activate clam furious_attack; {place}"));
    g.play(three).play("mark assault 0809>0909");
    g.refused("mark assault 1009>0909").because(rule::R7_1_1a);
    let mut h = game(&format!("activate clam attack; {place}"));
    h.play(three);
    h.refused("mark assault 0809>0909").because(rule::R7_1_1a);
}

// ---- 6.2.1: mood -----------------------------------------------------------------------------

#[test]
fn r6_2_1b_mood_starts_at_zero() {
    let mut g = from_the_start();
    assert!(g.p.formations.iter().all(|f| f.mood == 0));
    g.play("place standard");
    g.said(rule::R6_2_1b, "mood");
}

const ASSAULT: &str = "activate benedek forces; benedek 0912; 33-gyulai 0911; marker assault 0910>0909
    darvillars 0905; diferrere 0905; ve-savoia 0905";

fn assault(more: &str, dice: &str) -> Case {
    let mut g = game(&format!("{ASSAULT}\n{more}"));
    g.play("act 33-gyulai; step 0910; react none; assault");
    g.play(dice);
    finish(&mut g);
    g
}

#[test]
fn r6_2_1a_an_assault_won() {
    let g = assault("17-acqui 0909 S", "* 6 6");
    g.said(rule::R6_2_1a, "Mood of Benedek brigade: +1");
    assert_eq!((g.mood("benedek"), g.mood("2div")), (1, -1));
}

#[test]
fn r6_2_1a_an_assault_lost() {
    let g = assault("1-guardie 0909 S", "* 1 1");
    assert_eq!((g.mood("benedek"), g.mood("ris")), (-1, 1));
}

/// After a draw nobody has fallen back: CV 9 against 9, one to one, a grey 5.
#[test]
fn r6_2_1a_a_draw_changes_nothing() {
    let g = assault("2-guardie 0909 S", "* 2 3");
    assert_eq!((g.mood("benedek"), g.mood("ris")), (0, 0));
    g.never_said("Mood");
}

#[test]
fn r6_2_1a_a_counterattack_counts_too() {
    let mut g = game(&format!("{ASSAULT}; 1-guardie 0909 S"));
    g.play("act 33-gyulai; step 0910; react counterattack 0909 infantry; * 1 1; * 6 6");
    finish(&mut g);
    assert_eq!((g.mood("benedek"), g.mood("ris")), (-1, 1));
}

#[test]
fn r6_2_1a_the_track_ends_at_three() {
    let g = assault("17-acqui 0909 S; mood benedek +3; mood 2div -3", "* 6 6");
    assert_eq!((g.mood("benedek"), g.mood("2div")), (3, -3));
}

/// The mood of the defending stack is that of the formation of its leading unit (R39).
#[test]
fn r6_2_1a_a_mixed_stack_has_the_mood_of_its_leading_unit() {
    let g = assault("17-acqui 0909 S; 1-2-bers 0909 S", "* 6 6");
    assert_eq!((g.mood("2div"), g.mood("1div")), (-1, 0));
}

/// Guns alone that are overrun count as a combat (R38).
#[test]
fn r6_2_1a_guns_overrun() {
    let mut g = game(&format!("{ASSAULT}; pi-5-art 0909 S"));
    g.play("act 33-gyulai; step 0910; react none; done; assault");
    finish(&mut g);
    assert_eq!(g.unit("pi-5-art").place, Place::Lost);
    assert_eq!((g.mood("benedek"), g.mood("2div")), (1, -1));
}

// ---- 6.3: stacking ---------------------------------------------------------------------------

/// The examples of 6.3: a regiment counts 3; a unit keeps its value whatever it has lost (corner case 35).
#[test]
fn r6_3_the_value_of_a_unit_is_fixed() {
    let g = nobody_near("benedek 0911; 33-gyulai 0910 -5; 1-art 0910");
    let value = |id: &str| g.game.army.units.iter().find(|u| u.id == id).map(|u| u.stacking);
    assert_eq!(value("au-33-gyulai"), Some(3));
    assert_eq!(value("pi-7-cuneo"), Some(2));
    assert_eq!(value("au-1-art"), Some(1));
    let hex = g.unit("33-gyulai").hex;
    assert_eq!(g.p.cache.stack[hex.index()], 4, "a regiment that lost five points still counts three");
    covers(&[rule::R6_3]);
}

#[test]
fn r6_3_1_five_points_and_no_more() {
    let mut g = nobody_near("benedek 0913; 33-gyulai 0910; 1-art 0910; 4-grenzer 0911; 21-paumgarten 0912");
    g.play("act 21-paumgarten");
    g.play("step 0911");
    g.refused("step 0910").because(rule::R6_3_1);
    g.play("stop; act 4-grenzer; step 0910; stop");
    assert_eq!(g.hex("4-grenzer"), "0910", "3 + 1 + 1 is five");
}

/// Commanders do not count.
#[test]
fn r6_3_1_commanders_take_no_room() {
    let mut g = nobody_near("benedek 0910; radetzky 0910; 33-gyulai 0910; 1-art 0910; 4-grenzer 0911");
    g.play("act 4-grenzer; step 0910; stop");
}

/// The limit holds at all times, so deployed units do not even pass; units in March do (6.3.1, 8.3.2).
#[test]
fn r6_3_1_units_in_march_pass_through_a_full_hex() {
    let full = "activate benedek forces; benedek 0910; 33-gyulai 0909; 4-grenzer 0909; 21-paumgarten 0910
         5-aosta 0901; darvillars 0901";
    let mut g = game(full);
    g.play("act 21-paumgarten");
    g.refused("step 0909").because(rule::R6_3_1);
    g.play("march; step 0909");
    g.refused("stop").because(rule::R6_3_1);
    g.play("step 0908; stop");
}

#[test]
fn r6_3_1_holds_in_the_set_up() {
    let mut g = from_the_start();
    g.play("place 5-aosta 1106 ready S");
    g.refused("place 6-aosta 1106").because(rule::R6_3_1);
    g.offers_not("place 6-aosta 1106").offers("place 8-art 1106");
}
