//! Chapter 13: cohesion. The check and its effects, rout, giving up one's action, recovery.

use super::case::*;
use kernel::Seat;
use risorgimento::rule;

const PIEDMONT: Seat = Seat(0);
const AUSTRIA: Seat = Seat(1);

/// 10 Jaeger fires at 0508 from 0509 without effect; then the target reacts.
fn jaeger_fire(others: &str) -> Case {
    let mut g = strassoldo_acts(&format!("10-jager 0509 N; marker assault 0509>0508; {others}"));
    g.play("act 10-jager; fire at 0508; * 1 1");
    g
}

// ---- 13 and 13.1: the check ------------------------------------------------------------------------

#[test]
fn r13_the_status_lowers_the_cohesion_value() {
    let cases = [
        ("", "8 against 9"),
        ("shaken", "8 against 8"),
        ("disordered", "8 against 7"),
        ("disorganized", "8 against 6"),
    ];
    for (status, words) in cases {
        let mut g = gyulai_comes(&format!("5-aosta 0508 N {status}"));
        g.play("react face S 0508 infantry; * 4 4");
        g.said(rule::R12_2_1, words);
    }
    let g = gyulai_comes("5-aosta 0508 N disordered");
    g.told("5-aosta", rule::R13, "lowers its cohesion");
}

#[test]
fn r13_1a_equal_or_less_passes() {
    let mut g = gyulai_comes("5-aosta 0508 N");
    g.play("react face S 0508 infantry");
    assert_eq!(g.roll_due(), "cohesion check");
    g.play("* 4 5");
    assert_eq!(g.unit("5-aosta").status, 0);
    let mut g = gyulai_comes("5-aosta 0508 N");
    g.play("react face S 0508 infantry; * 5 5");
    assert_eq!(g.unit("5-aosta").status, 1);
    covers(&[rule::R13_1a]);
}

#[test]
fn r13_1a_modifiers_of_state() {
    // out of command, half of 7 strength points lost
    let mut g = gyulai_comes("5-aosta 0508 N out-of-command -4");
    g.play("react face S 0508 infantry; * 3 3");
    g.said(rule::R12_2_1, "8 against 9");
    assert_eq!((g.modifier("out of command"), g.modifier("half its strength")), (Some(1), Some(1)));
    let mut g = gyulai_comes("5-aosta 0508 N -3");
    g.play("react face S 0508 infantry; * 3 3");
    assert_eq!(g.modifier("half its strength"), None);
    let mut g = gyulai_comes("aosta-cav 0508 N exhausted");
    g.play("react face S 0508 cavalry; * 3 3");
    assert_eq!(g.modifier("exhausted"), Some(1));
    let mut g = jaeger_fire("5-aosta 0508 S march");
    g.play("react face N 0508 infantry; * 3 3");
    assert_eq!(g.modifier("in March"), Some(1));
    covers(&[rule::R13_1a]);
}

#[test]
fn r13_1a_modifiers_of_the_cause() {
    // 10 Jaeger: 3 points, one column up for rifles, one for the rear, +1 for its cohesion: 6 reads 7, cc1
    let mut g = strassoldo_acts("10-jager 0509 N; marker assault 0509>0508; 5-aosta 0508 N");
    g.play("act 10-jager; fire at 0508; * 3 3; * 3 3");
    g.said(rule::R13_1_1, "passes its cohesion check (8 against 9)");
    assert_eq!((g.modifier("result"), g.modifier("from the rear")), (Some(1), Some(1)));
    // a reaction is not caused from anywhere: no rear
    let mut g = jaeger_fire("5-aosta 0508 N");
    g.play("react face S 0508 infantry; * 3 3");
    g.said(rule::R12_2_1, "(6 against 9)");
    // behind walls there is no rear, and cover
    let mut g = game(
        "activate strassoldo forces; strassoldo 1415; 10-jager 1413 N; marker assault 1413>1412
         5-aosta 1412 N; darvillars 1408",
    );
    g.play("act 10-jager; fire at 1412; * 4 4; * 3 3");
    assert_eq!((g.modifier("cover of buildings"), g.modifier("from the rear")), (Some(-1), None));
    covers(&[rule::R13_1a]);
}

/// The worked example: Disordered infantry of cohesion 9, charged, rolls 9.
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

/// Ruling: the check of the charged is none of cavalry, of a square or of guns.
#[test]
fn r13_1b_only_infantry_not_in_square_checks_when_charged() {
    for defender in ["aosta-cav 0508 S", "5-aosta 0508 S square"] {
        let mut g = strassoldo_acts(&format!("5-hussars 0511 N; marker charge 0509>0508; {defender}"));
        g.play("act 5-hussars; charge; step 0510; step 0509; react none");
        if g.decider() == Some(PIEDMONT) {
            g.play("done");
        }
        g.play("assault");
        assert_eq!(g.roll_due(), "assault");
    }
    covers(&[rule::R13_1b]);
}

#[test]
fn r13_1_1_one_roll_for_the_force_and_each_unit_for_itself() {
    let mut g = gyulai_comes("5-aosta 0508 N; toscana 0508 N disordered; 1-2-bers 0508 N");
    g.play("react face S 0508 infantry; * 5 5");
    g.said(rule::R12_2_1, "5 Aosta fails its cohesion check (10 against 9) and loses 1 status level.");
    g.said(rule::R12_2_1, "Toscana fails its cohesion check (10 against 6) and loses 2 status levels.");
    g.said(rule::R12_2_1, "1/2 Bersaglieri passes its cohesion check (10 against 10).");
    assert_eq!((g.unit("5-aosta").status, g.hex("toscana"), g.unit("1-2-bers").status), (1, "", 0));
}

/// A check ordered by a result is rolled for each force of the stack.
#[test]
fn r13_1_1_each_force_of_a_stack_rolls() {
    let mut g = gyulai_comes("5-aosta 0508 S; pi-8-art 0508 S");
    // 6 against 7 points: -1; 8 - 1 = 7: cc1 and cc2
    g.play("react none; done; assault; * 4 4; * 1 1; * 6 6; * 1 1");
    g.said(rule::R13_1_1, "5 Aosta passes its cohesion check (4 against 9)");
    g.said(rule::R13_1_1, "8 art fails its cohesion check (14 against 10) and loses 2 status levels");
    g.said(rule::R13_1_1, "33 Gyulai passes its cohesion check (3 against 9)");
}

#[test]
fn r13_1_2_effects_by_the_excess() {
    let loses = |text: &str, roll: &str, words: &str| {
        let mut g = gyulai_comes(text);
        g.play(&format!("react face S 0508 infantry; {roll}"));
        g.said(rule::R12_2_1, words);
    };
    loses("5-aosta 0508 N", "* 5 5", "(10 against 9) and loses 1 status level.");
    loses("5-aosta 0508 N", "* 6 6", "(12 against 9) and loses 1 status level.");
    loses("7-cuneo 0508 N", "* 6 6", "(12 against 8) and loses 2 status levels.");
    loses("5-aosta 0508 N disorganized", "* 6 6", "(12 against 6) and loses 2 status levels.");
    loses("7-cuneo 0508 N disorganized", "* 6 6", "(12 against 5) and loses 3 status levels.");
    loses(
        "7-cuneo 0508 N disorganized out-of-command -3",
        "* 6 6",
        "(14 against 5) and loses 3 status levels.",
    );
    let mut g = jaeger_fire("7-cuneo 0508 S disorganized out-of-command -3 march");
    g.play("react face N 0508 infantry; * 6 6");
    g.said(rule::R12_2_1, "(15 against 5) and loses 4 status levels.");
}

#[test]
fn r13_1_2_losses_add_up() {
    let mut g = gyulai_comes("5-aosta 0508 N shaken");
    g.play("react face S 0508 infantry; * 5 5");
    g.said(rule::R13_1_2, "5 Aosta is disordered.");
    let mut g = gyulai_comes("5-aosta 0508 N");
    g.play("react face S 0508 infantry; * 5 5");
    g.said(rule::R2_5, "5 Aosta is shaken.");
}

// ---- 13.1.3: failing in one's own action -----------------------------------------------------------

/// 5 Aosta's fire orders a check with +1, which the mover fails.
fn gyulai_shaken() -> Case {
    let mut g = gyulai_comes("5-aosta 0508 S");
    g.play("react fire 5-aosta; * 4 4; * 5 5");
    g.said(rule::R13_1_1, "33 Gyulai fails its cohesion check (11 against 9)");
    g
}

#[test]
fn r13_1_3_it_may_stop_and_withdraws_one_hex() {
    let mut g = gyulai_shaken();
    assert_eq!(g.decider(), Some(AUSTRIA));
    g.refused("stop").because(rule::R13_1_3);
    g.play("halt 33-gyulai");
    g.said(rule::R13_1_3, "33 Gyulai gives up its action and withdraws.");
    g.offers("retreat 0510").offers("retreat 0610").offers("retreat 0410").offers_not("retreat 0609");
    g.play("retreat 0510");
    assert_eq!((g.hex("33-gyulai"), g.unit("33-gyulai").facing), ("0510", 0), "it keeps its facing");
    g.refused("act 33-gyulai").because(rule::R7_2);
    // its marker is released with it
    g.offers("done");
}

#[test]
fn r13_1_3_or_it_goes_on() {
    let mut g = gyulai_shaken();
    g.play("go on");
    assert_eq!(g.unit("33-gyulai").status, 1);
    g.offers("assault");
}

#[test]
fn r13_1_3_those_who_passed_go_on() {
    let mut g = benedek_acts("33-gyulai+4-grenzer 0510 N; 5-aosta 0508 S; marker assault 0509>0508");
    // massed target: 6 reads 7, cc1; 8 + 1: only the Grenzer of cohesion 8 fail
    g.play("act 33-gyulai+4-grenzer; step 0509; react fire 5-aosta; * 3 3; * 4 4");
    g.offers("halt 4-grenzer").offers_not("halt 33-gyulai");
    g.play("halt 4-grenzer; retreat 0510; assault");
    g.said(rule::R11_1_1, "33 Gyulai assaults 5 Aosta in 0508.");
    assert_eq!(g.hex("4-grenzer"), "0510");
}

/// Outside every zone too: after wading a stream.
#[test]
fn r13_1_3_after_a_stream_outside_every_zone() {
    let mut g =
        game("activate benedek forces; benedek 0317; 33-gyulai 0315 N; 5-aosta 0305 S; darvillars 0303");
    g.play("act 33-gyulai; step 0314; * 6 6");
    g.said(rule::R14_1c, "33 Gyulai fails its cohesion check");
    g.play("halt 33-gyulai");
    // not nearer to the enemy, and not back through the water while other hexes cost less
    g.offers_not("retreat 0313").offers_not("retreat 0315").offers("retreat 0415");
    g.play("retreat 0415");
    assert_eq!(g.hex("33-gyulai"), "0415");
}

/// Guns limber to withdraw.
#[test]
fn r13_1_3_guns_that_lose_a_duel_may_give_up() {
    let mut g = benedek_acts("1-art 0510 N; pi-8-art 0508 S");
    // 8 art at two hexes: 5 points, -1 for guns as a target, +1 for its cohesion: 7 is cc1
    g.play("act 1-art; fire at 0508 guns; * 1 1; react fire 8-art; * 3 4; * 5 5");
    g.said(rule::R13_1_1, "1 art. fails its cohesion check (11 against 9)");
    g.play("halt 1-art; retreat 0511");
    assert!(g.unit("au-1-art").march);
    assert_eq!(g.hex("au-1-art"), "0511");
}

/// Ruling: who gives up a charge is exhausted and does not move again.
#[test]
fn r13_1_3_giving_up_a_charge() {
    let mut g = strassoldo_acts("5-hussars 0511 N; 5-aosta 0508 S; marker charge 0509>0508");
    g.play("act 5-hussars; charge; step 0510; step 0509; react fire 5-aosta; * 4 4; * 5 5; halt 5-hussars; retreat 0510");
    let hussars = g.unit("5-hussars");
    assert!(hussars.exhausted);
    assert_eq!(g.hex("5-hussars"), "0510");
    g.offers("done").offers_not("step 0511");
}

/// Ruling: where there is no hex to go to the choice is not open.
#[test]
fn r13_1_3_not_without_a_hex_to_withdraw_to() {
    let mut g = game(
        "activate benedek forces; benedek 0105; 33-gyulai 0102 N; 5-aosta 0201 SW; 6-aosta 0202 SW; darvillars 0501
         marker assault 0101>0201; marker assault 0102>0202",
    );
    g.play("act 33-gyulai; step 0101; react fire 5-aosta; * 4 4; * 5 5");
    g.said(rule::R13_1_1, "33 Gyulai fails its cohesion check");
    g.play("react none");
    g.offers("assault").offers_not("halt 33-gyulai");
    covers(&[rule::R13_1_3]);
}

/// Ruling: the checks of a combat are settled by the combat, that of calling off a charge by the charge.
#[test]
fn r13_1_3_not_in_a_combat() {
    let mut g = gyulai_comes("5-aosta 0508 S");
    // 8 - 1 = 7: cc1 for the attacker, who fails: no question
    g.play("react none; assault; * 4 4; * 1 1; * 5 5");
    g.said(rule::R13_1_1, "33 Gyulai fails its cohesion check");
    g.never_said("gives up");
    g.offers_not("go on");
    let mut g = strassoldo_acts("5-hussars 0511 N; aosta-cav 0508 S; marker charge 0509>0508");
    g.play("act 5-hussars; charge; step 0510; step 0509; react none; call off; * 6 6");
    g.said(rule::R10_2_2, "5 Hussars fails its cohesion check");
    assert_eq!(g.roll_due(), "assault");
    covers(&[rule::R13_1_3]);
}

// ---- 13.2: rout ------------------------------------------------------------------------------------

#[test]
fn r13_2_the_fourth_level_is_rout() {
    let mut g = gyulai_comes("5-aosta 0508 N disorganized");
    g.play("react face S 0508 infantry; * 3 4");
    g.said(rule::R13_2, "5 Aosta routs and is gone.");
    assert_eq!(g.hex("5-aosta"), "");
    assert_eq!(g.unit("5-aosta").place, risorgimento::position::Place::Lost);
    g.told("5-aosta", rule::R13_2, "lost");
    // whoever is gone has no zone and no more reactions
    assert_eq!(g.decider(), Some(AUSTRIA));
}

// ---- 13.3: recovery --------------------------------------------------------------------------------

#[test]
fn r13_3a_rest_two_levels_half_a_move_one() {
    let mut g = game(
        "activate benedek forces; benedek 0613; darvillars 0301; 5-aosta 0303 S
         33-gyulai 0510 N disorganized; 21-paumgarten 0710 N disordered; 4-grenzer 0511 N shaken; 1-art 0512 N shaken",
    );
    // two of five points for Paumgarten, three for the Grenzer
    g.play("move 21-paumgarten 0711 0712; move 4-grenzer 0611 0612 0613; turn 1-art NE; done");
    g.said(rule::R13_3a, "33 Gyulai recovers");
    assert_eq!(g.unit("33-gyulai").status, 1, "it rested");
    assert_eq!(g.unit("21-paumgarten").status, 1, "at most half its allowance");
    assert_eq!(g.unit("4-grenzer").status, 1, "more than half: nothing");
    assert_eq!(g.unit("au-1-art").status, 0, "turning is movement at no cost");
}

#[test]
fn r13_3a_nothing_in_a_zone_and_nothing_after_a_fight() {
    // in the corner of the map 33 Gyulai can neither leave nor attack
    let mut g = game(
        "activate benedek forces; benedek 0513; darvillars 0401; 33-gyulai 0101 N disordered
         5-aosta 0201 S; 6-aosta 0103 N; 1-art 0508 N shaken; 11-casale 0506 S",
    );
    g.play("act 1-art; fire at 0506; * 1 1; react none; stop; done");
    assert_eq!(g.unit("33-gyulai").status, 2);
    assert_eq!(g.unit("au-1-art").status, 1);
    covers(&[rule::R13_3a]);
}

/// R87: who is beaten back on his way has done more than move half his allowance.
#[test]
fn r13_3a_nothing_for_who_is_beaten_back_on_his_way() {
    let come = || benedek_acts("33-gyulai 0510 N disordered; marker assault 0509>0508; 5-aosta 0508 S");
    let mut g = come();
    g.play("act 33-gyulai; step 0509; react counterattack 5-aosta; * 1 1; * 2 6; * 1 1");
    g.said(rule::R11_2_6, "The attacker wins");
    let status = g.unit("33-gyulai").status;
    g.play("retreat 0510; retreat 0511; face N; face S; done");
    assert_eq!(g.hex("33-gyulai"), "0511");
    assert_eq!(g.unit("33-gyulai").status, status, "one point of five, and no recovery\n{}", g.log());
}

/// R87: the hex that a unit withdraws after giving up counts as movement (R18): two of its points and one more
/// are more than half of five.
#[test]
fn r13_3a_the_withdrawal_of_who_gives_up_counts_as_movement() {
    let halt = |start: &str, way: &str| {
        let mut g =
            benedek_acts(&format!("33-gyulai {start} N shaken; marker assault 0509>0508; 5-aosta 0508 S"));
        // 7 in the column of the regiment's fire: a check, which fails by one
        g.play(&format!(
            "act 33-gyulai; {way}; react fire 5-aosta; * 3 5; * 5 5; halt 33-gyulai; retreat 0510; done"
        ));
        assert_eq!(g.hex("33-gyulai"), "0510");
        g.said(rule::R13_1_3, "gives up its action");
        g.unit("33-gyulai").status
    };
    assert_eq!(halt("0510", "step 0509"), 1, "two points of five: one level back");
    assert_eq!(halt("0511", "step 0510; step 0509"), 2, "three points of five: nothing");
}

#[test]
fn r13_3b_cavalry_chooses_between_levels_and_breath() {
    let text = "activate strassoldo forces; strassoldo 0513; darvillars 0303; 5-aosta 0305 S; 5-hussars 0511 N shaken exhausted";
    let mut g = game(text);
    g.play("done");
    assert_eq!(g.decider(), Some(AUSTRIA));
    g.offers("recover levels 5-hussars").offers("recover exhaustion 5-hussars");
    g.refused("pass").because(rule::R13_3b);
    g.play("recover levels 5-hussars");
    g.said(rule::R13_3b, "5 Hussars recovers");
    let hussars = g.unit("5-hussars");
    assert!(hussars.status == 0 && hussars.exhausted);
    let mut g = game(text);
    g.play("done; recover exhaustion 5-hussars");
    let hussars = g.unit("5-hussars");
    assert!(hussars.status == 1 && !hussars.exhausted);
}

#[test]
fn r13_3b_cavalry_that_moved_stays_exhausted() {
    let mut g = game(
        "activate strassoldo forces; strassoldo 0513; darvillars 0303; 5-aosta 0305 S; 5-hussars 0511 N shaken exhausted",
    );
    g.play("move 5-hussars 0512; done");
    let hussars = g.unit("5-hussars");
    assert!(hussars.status == 0 && hussars.exhausted, "one level for half a move, no breath");
    covers(&[rule::R13_3b]);
}

#[test]
fn r13_3_1_in_the_phase_of_formations_that_were_not_activated() {
    let mut g = game(
        "phase nonactivated; initiative austria; darvillars 0503; benedek 0513
         5-aosta 0508 S disordered; 6-aosta 0505 S disorganized; aosta-cav 0405 S exhausted
         33-gyulai 0509 N shaken",
    );
    assert_eq!(g.decider(), Some(PIEDMONT), "in a zone it must withdraw first");
    g.play("withdraw 5-aosta; retreat 0507; face S");
    g.said(rule::R13_3_1, "5 Aosta recovers");
    assert_eq!(g.unit("5-aosta").status, 1, "one hex is less than half its allowance");
    assert_eq!(g.unit("6-aosta").status, 1, "it did not move: two levels");
    assert!(!g.unit("aosta-cav").exhausted);
    assert_eq!(g.unit("33-gyulai").status, 0, "nobody is near it any more");
}

#[test]
fn r13_3_1_in_the_phase_of_units_out_of_command() {
    let mut g = game(
        "phase outofcommand; initiative austria; darvillars 0503; benedek 0513
         5-aosta 0509 S shaken out-of-command; 6-aosta 0909 S disordered out-of-command; 33-gyulai 0519 N",
    );
    g.play("move 5-aosta 0508 0507 0506; done");
    assert_eq!(g.unit("5-aosta").status, 1, "three of five points are more than half");
    assert_eq!(g.unit("6-aosta").status, 0, "it stayed where it was");
    covers(&[rule::R13_3_1]);
}
