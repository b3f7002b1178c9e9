//! Chapter 7: actions, Assault and Charge markers, the matching of forces to them, the duty to use them.

use super::case::*;
use hexmap::Hex;
use kernel::{Game, Seat};
use risorgimento::model::{UnitDef, UnitId};
use risorgimento::position::{Did, MAX_UNITS, MarkerKind, Place};
use risorgimento::{Action, Battle, Options, data, handmade, rule};

/// Benedek's regiments two hexes south of Aosta at 0909.
const LINE: &str =
    "benedek 0913; 33-gyulai 0911; 21-paumgarten 1011; 5-aosta 0909 S; darvillars 0905; ve-savoia 0905";

fn declare(more: &str) -> Case {
    game(&format!("activate benedek; {LINE}\n{more}"))
}

/// Markers lie on the map; forces act.
fn forces(text: &str) -> Case {
    game(&format!("activate benedek forces; {text}\n darvillars 0905; ve-savoia 0905; diferrere 0905"))
}

/// Plays on without reactions until the activation asks for a force or the force in hand may go on.
fn finish(g: &mut Case) {
    for _ in 0..40 {
        let legal = g.legal();
        let Some(seat) = g.decider() else { return };
        let has = |verb: &str| legal.iter().any(|a| a.starts_with(verb));
        if has("react none") {
            g.play("react none");
        } else if seat == Seat(0) && has("done") {
            g.play("done");
        } else if seat == Seat(1) && ["act ", "done", "stop", "step "].into_iter().any(has) {
            return;
        } else {
            g.play(&legal[0]);
        }
    }
    panic!("it does not end: {}", g.waits());
}

// ---- 7: one action for each force ---------------------------------------------------------------

#[test]
fn r7a_a_force_acts_once_in_the_activation() {
    let mut g = forces("benedek 0913; 33-gyulai 0911; 5-aosta 0901");
    g.play("act 33-gyulai; step 0910; stop");
    g.offers_not("act 33-gyulai");
    g.refused("act 33-gyulai").because(rule::R7_2);
    covers(&[rule::R7a]);
}

/// Units of one hex may act one by one: each of them is a force.
#[test]
fn r7a_single_units_count_as_forces() {
    let mut g = forces("benedek 0913; 33-gyulai+4-grenzer 0911; 5-aosta 0901");
    g.offers("act 33-gyulai").offers("act 4-grenzer").offers("act 4-grenzer+33-gyulai");
    g.play("act 4-grenzer; step 0910; stop; act 33-gyulai; step 0912; stop");
    assert_eq!((g.hex("4-grenzer"), g.hex("33-gyulai")), ("0910", "0912"));
}

#[test]
fn r7a_kinds_do_not_act_together() {
    let mut g = forces("benedek 0913; 33-gyulai+1-art 0911; 5-aosta 0901");
    g.refused("act 33-gyulai+1-art").because(rule::R2_3a);
}

#[test]
fn r7b_an_action_is_completed_before_the_next() {
    let mut g = forces("benedek 0913; 33-gyulai 0911; 4-grenzer 0912; 5-aosta 0901");
    g.play("act 33-gyulai; step 0910");
    g.offers_not("act 4-grenzer");
    g.refused("act 4-grenzer").because(rule::R7_2);
    g.play("stop; act 4-grenzer");
}

#[test]
fn r7b_the_activation_asks_for_forces() {
    let mut g = forces("benedek 0913; 33-gyulai 0911; 5-aosta 0901");
    g.refused("assault").because(rule::R7b);
    g.refused("pass").because(rule::R7b);
}

// ---- 7.1: declaring ---------------------------------------------------------------------------

#[test]
fn r7_1a_markers_are_declared_first() {
    let mut g = declare("");
    g.refused("act 33-gyulai").because(rule::R4_B_2_a);
    g.play("mark assault 0910>0909");
    g.said(rule::R7_1a, "Assault declared from 0910 against 0909");
    g.play("done; act 21-paumgarten; step 1012; stop");
    g.refused("mark assault 1010>0909").because(rule::R4_B_2_a);
}

#[test]
fn r7_1a_a_marker_points_at_enemy_units() {
    let mut g = declare("carlo-alberto 0907");
    g.refused("mark assault 0911>0910").because(rule::R7_1a);
    // a commander alone is no target
    g.refused("mark assault 0908>0907").because(rule::R7_1a);
    // the enemy's own hex is no place to attack from
    let mut h = declare("6-aosta 0908 S");
    h.refused("mark assault 0908>0909").because(rule::R7_1a);
}

#[test]
fn r7_1a_nothing_to_declare_nothing_asked() {
    let g = game("activate benedek; benedek 0913; 33-gyulai 0918; 5-aosta 0901; darvillars 0901");
    g.offers("act 33-gyulai").offers("done");
}

#[test]
fn r7_1b_who_enters_a_zone_must_attack() {
    let mut g = forces("benedek 0913; 33-gyulai 0911; 5-aosta 0909 S; marker assault 0910>0909");
    g.play("act 33-gyulai; step 0910; react none");
    g.offers("assault").offers_not("stop");
    g.refused("stop").because(rule::R7_1b);
}

/// The same for a second force that is not needed for the marker: it is bound as well, and does not walk
/// out again (R83).
#[test]
fn r7_1b_also_for_a_force_that_is_not_needed() {
    let mut g =
        forces("benedek 0913; 33-gyulai 0911; 4-grenzer 0911; 5-aosta 0909 S; marker assault 0910>0909");
    g.play("act 4-grenzer; step 0910; react none");
    g.refused("stop").because(rule::R7_1b);
    g.refused("step 0911").because(rule::R7_1b);
    assert!(!g.legal().iter().any(|a| a.starts_with("step")), "{:?}", g.legal());
    g.play("assault");
}

/// R83: who is bound may go on to another marker from which it can attack, and nowhere else.
#[test]
fn r7_1b_who_is_bound_goes_on_only_to_another_marker() {
    let mut g = forces(
        "benedek 0913; 33-gyulai 0911; 21-paumgarten 0912; 5-aosta 0909 S
         marker assault 0910>0909; marker assault 1010>0909",
    );
    g.play("act 33-gyulai; step 0910; react none");
    g.refused("step 0911").because(rule::R7_1b);
    g.play("step 1010; react none");
    g.refused("step 1011").because(rule::R7_1b);
    g.offers("assault").offers("step 0910").offers_not("stop");
    g.play("assault");
    assert!(!g.p.markers[0].served, "the marker that it passed waits for another force");
}

/// Bound also where the second marker lies in no zone: before a column in March that has none.
#[test]
fn r7_1b_the_bond_lasts_outside_the_zone() {
    let mut g = forces(
        "benedek 0913; 33-gyulai 0911; 21-paumgarten 0912; 5-aosta 0909 S; 6-aosta 1111 S march
         marker assault 0910>0909; marker assault 1011>1111",
    );
    g.play("act 33-gyulai; step 0910; react none");
    g.offers("step 1011");
    g.play("step 1011; react none");
    g.refused("stop").because(rule::R7_1b);
    g.refused("step 1012").because(rule::R7_1b);
    g.play("assault");
}

/// R83: a force enters a zone only on a marker that it could serve. Infantry has nothing to do on a Charge
/// marker, nor has exhausted cavalry.
#[test]
fn r7_1b_nobody_enters_on_a_marker_that_is_not_for_him() {
    let horse = |state: &str, served: &str| {
        game(&format!(
            "activate strassoldo forces; strassoldo 0913; 5-hussars 0912 N {state}; 17-hohenlohe 1011
             5-aosta 0909 S; darvillars 0905; marker charge 0910>0909 {served}"
        ))
    };
    let mut g = horse("", "");
    g.play("act 17-hohenlohe").offers_not("step 0910");
    g.refused("step 0910").because(rule::R7_1b);
    let mut g = horse("exhausted", "");
    g.play("act 5-hussars; step 0911").offers_not("step 0910");
    g.refused("step 0910").because(rule::R7_1b);
    // cavalry that moves as anybody else does not charge any more: it may not even go there
    let mut g = horse("", "served");
    g.play("act 5-hussars; step 0911");
    g.refused("step 0910").because(rule::R7_1b);
}

/// R83: its target falls back before it, and nobody else is pointed at: it may stay in the zone of another
/// force, or leave it.
#[test]
fn r7_1b_who_can_attack_nobody_any_more_is_released() {
    let come = || {
        let mut g =
            forces("benedek 0913; 33-gyulai 0911; 17-acqui 0909 S; 7-cuneo 1010 S; marker assault 0910>0909");
        g.play("act 33-gyulai; step 0910; react withdraw 17-acqui; * 1 1");
        finish(&mut g);
        g
    };
    let mut g = come();
    g.offers("stop").offers("step 0911").offers("rotate 0910>1010");
    g.play("stop");
    assert_eq!(g.hex("33-gyulai"), "0910");
    let mut g = come();
    g.play("step 0911; react none; stop; done");
    // a marker that is turned to another enemy binds it again
    let mut g = come();
    g.play("rotate 0910>1010");
    g.refused("step 0911").because(rule::R7_1b);
    g.refused("stop").because(rule::R7_1b);
}

/// R83: exhausted cavalry attacks nobody in its move, so that no marker lets it into a zone (10.3).
#[test]
fn r7_1b_no_marker_is_for_the_move_after_a_charge() {
    let mut g = game(
        "activate strassoldo forces; strassoldo 0914; 5-hussars 0912 N; 17-hohenlohe 1013; 5-aosta 0909 S; darvillars 0905
         marker charge 0910>0909; marker assault 1010>0909",
    );
    g.play("act 5-hussars; charge; step 0911; step 0910; react none; call off; * 1 1");
    g.refused("step 1010").because(rule::R10_3);
    g.play("step 0911");
}

#[test]
fn r7_1b_zones_are_entered_only_at_markers() {
    let mut g = forces("benedek 0913; 33-gyulai 0911; 5-aosta 0909 S");
    g.play("act 33-gyulai");
    g.refused("step 0910").because(rule::R3_1_2a);
}

/// Corner case 18: riflemen who enter the marker's hex and fire have attacked.
#[test]
fn r7_1b_fire_by_riflemen_is_an_attack() {
    let mut g = game(
        "activate wohlgemuth forces; wohlgemuth 0913; 4-kjager 0911; 5-aosta 0909 S; darvillars 0905
         marker assault 0910>0909",
    );
    g.refused("done").because(rule::R7_1_4);
    g.play("act 4-kjager; step 0910; react none; fire at 0909; * 1 1; react none");
    assert!(g.p.markers[0].served);
    g.play("done");
}

// ---- 7.1.1: how many --------------------------------------------------------------------------

/// Clam-Gallas has a Command Value of 3 and four battalions beside the enemy.
const CLAM: &str = "clam 0913; 7-prohaska 0911; 18-reisinger 0911; gren-danthon 1011; i-8-grenzer 1011
    5-aosta 0909 S; darvillars 0905";
const THREE: &str = "mark assault 0910>0909; mark assault 1010>0909; mark assault 0810>0909";

#[test]
fn r7_1_1a_no_more_markers_than_the_command_value() {
    let mut g = game(&format!("activate clam; {CLAM}"));
    g.play(THREE);
    g.offers_not("mark assault 0809>0909");
    g.refused("mark assault 0809>0909").because(rule::R7_1_1a);
}

#[test]
fn r7_1_1b_one_more_near_the_overall_commander() {
    let mut g = game(&format!("activate clam; {CLAM}; radetzky 0915"));
    g.play(THREE);
    assert!(!g.leader("radetzky").shown, "three are Clam-Gallas's own");
    g.play("mark assault 0809>0909");
    g.said(rule::R7_1_1b, "0809 against 0909");
    assert!(g.leader("radetzky").shown, "the fourth gives him away");
    g.refused("mark assault 1009>0909").because(rule::R7_1_1b);
}

#[test]
fn r7_1_1b_not_when_he_is_far_away() {
    let mut g = game(&format!("activate clam; {CLAM}; radetzky 0919"));
    g.play(THREE);
    g.refused("mark assault 0809>0909").because(rule::R7_1_1a);
}

/// It is judged at the declaration, not at the roll (R74), and a furious attack adds its own.
#[test]
fn r7_1_1b_with_a_furious_attack() {
    let mut g = game(&format!("activate clam furious_attack; {CLAM}; 5-hussars 0101; radetzky 0915"));
    g.play(THREE).play("mark assault 0809>0909");
    assert!(!g.leader("radetzky").shown, "the fourth is the commander's fury");
}

// ---- 7.1.2: both kinds ------------------------------------------------------------------------

const HORSE: &str =
    "strassoldo 0913; 17-hohenlohe+10-jager 1011; 5-hussars 0912 N; 5-aosta 0909 S; darvillars 0905";

#[test]
fn r7_1_2_one_marker_in_a_hex() {
    let mut g = game(&format!("activate strassoldo; {HORSE}"));
    g.play("mark assault 0910>0909");
    g.refused("mark charge 0910>0909").because(rule::R7_1_2);
    g.refused("mark assault 0910>0909").because(rule::R7_1_2);
}

#[test]
fn r7_1_2_both_kinds_against_one_target_from_different_hexes() {
    let mut g = game(&format!("activate strassoldo; {HORSE}"));
    g.play("mark assault 1010>0909");
    g.offers("mark charge 0910>0909");
    g.play("mark charge 0910>0909");
    assert_eq!(g.p.markers.len(), 2);
    assert_eq!(g.p.markers[1].kind, MarkerKind::Charge);
    g.said(rule::R7_1a, "Charge declared from 0910 against 0909");
}

#[test]
fn r7_1_2_a_charge_marker_is_not_for_assaults() {
    let mut g = game(
        "activate strassoldo forces; strassoldo 0913; 5-hussars 0912 N; 17-hohenlohe 0911; 5-aosta 0909 S; darvillars 0905
         marker charge 0910>0909",
    );
    g.play("act 17-hohenlohe");
    g.refused("step 0910").because(rule::R7_1b);
    // in the hex of such a marker from the start, its target in March
    let mut h = game(
        "activate strassoldo forces; strassoldo 0913; 5-hussars 0912 N; 17-hohenlohe 0910; 5-aosta 0909 S march
         darvillars 0905; marker charge 0910>0909",
    );
    h.play("act 17-hohenlohe");
    h.refused("assault").because(rule::R7_1_2);
    h.play("face S; stop");
}

// ---- 7.1.3: a force for each marker ---------------------------------------------------------------

#[test]
fn r7_1_3_each_marker_needs_its_own_force() {
    let mut g =
        game("activate benedek; benedek 0913; 33-gyulai 0911; 1-art 0912; 5-aosta 0909 S; darvillars 0905");
    g.play("mark assault 0910>0909");
    g.refused("mark assault 1010>0909").because(rule::R7_1_3);
}

/// Two units of one hex can go apart, so they are two forces.
#[test]
fn r7_1_3_units_of_one_hex_are_different_forces() {
    let mut g =
        game("activate benedek; benedek 0913; 33-gyulai+4-grenzer 0911; 5-aosta 0909 S; darvillars 0905");
    g.play("mark assault 0910>0909; mark assault 1010>0909");
    assert_eq!(g.p.markers.len(), 2);
}

/// The first marker could have either force; it is given to the one that the second does not need.
#[test]
fn r7_1_3_the_matching_is_found_whatever_the_order() {
    // only the grenzers at 0911 reach 0910; both they and the regiment reach 0810
    let text = "activate benedek; benedek 0813; 4-grenzer 0911; 33-gyulai 0813 march; 5-aosta 0909 S; darvillars 0905";
    for order in
        ["mark assault 0810>0909; mark assault 0910>0909", "mark assault 0910>0909; mark assault 0810>0909"]
    {
        let mut g = game(text);
        g.play(order);
        assert_eq!(g.p.markers.len(), 2);
    }
}

#[test]
fn r7_1_3_several_forces_may_share_a_marker() {
    let mut g =
        forces("benedek 0913; 33-gyulai 0911; 4-grenzer 0912; 17-acqui 0909 S; marker assault 0910>0909");
    g.play("act 33-gyulai; step 0910; react none; assault; * 1 1");
    finish(&mut g);
    assert!(g.p.markers[0].served);
    // driven back or not, the second force may use the same marker
    assert_eq!(g.unit("33-gyulai").did, Did::Attacked);
    g.play("act 4-grenzer; step 0911; step 0910; react none; assault");
    assert_eq!(g.roll_due(), "assault");
}

/// A target hex must be within the allowance, the way leading through the marker's hex (7.1.3, 11.1).
#[test]
fn r7_1_3_the_force_must_be_able_to_get_there() {
    // five points over open ground: four steps to 0306 and the fifth into 0305
    let far = |hex: &str| {
        format!("activate benedek; benedek 0311; 33-gyulai {hex}; 5-aosta 0305 S; darvillars 0301")
    };
    game(&far("0310")).offers("mark assault 0306>0305");
    let mut g = game(&far("0311"));
    g.refused("mark assault 0306>0305").because(rule::R11_1);
}

/// A road helps only in March: for a deployed regiment the village costs two points, not half a one (11.1).
#[test]
fn r7_1_3_roads_are_for_units_in_march() {
    let mut g = forces("benedek 1513; 33-gyulai+4-grenzer 1513; 11-casale 2011; marker assault 1911>2011");
    // four of its five points would bring it to the lane at 1911, and one would be left: not enough
    g.play("act 33-gyulai; step 1613; step 1712; step 1812");
    g.refused("step 1911").because(rule::R7_1b);
    // together they are needed, but units that go together do not march
    let mut h = forces("benedek 1513; 33-gyulai+4-grenzer 1513; 11-casale 2011; marker assault 1911>2011");
    h.refused("act 33-gyulai+4-grenzer").because(rule::R7_1_4);
}

#[test]
fn r7_1_3_artillery_serves_no_marker() {
    let mut g = game("activate benedek; benedek 0913; 1-art 0911; 5-aosta 0909 S; darvillars 0905");
    g.offers("act 1-art");
    g.refused("mark assault 0910>0909").because(rule::R11_1);
}

/// Units out of command do not act, so they are no force for a marker.
#[test]
fn r7_1_3_units_out_of_command_serve_no_marker() {
    let mut g = game(
        "activate benedek; benedek 0918; 33-gyulai 0911 out-of-command; 21-paumgarten 0918; 5-aosta 0909 S; darvillars 0905",
    );
    g.refused("mark assault 0910>0909").because(rule::R11_1);
}

#[test]
fn r7_1_3_exhausted_cavalry_serves_no_charge() {
    let mut g = game(&format!("activate strassoldo; {HORSE}").replace("0912 N", "0912 N exhausted"));
    g.refused("mark charge 0910>0909").because(rule::R10_1a);
    g.offers("mark assault 0910>0909");
}

/// The way to a marker may lead through the hex of another (R83).
#[test]
fn r7_1_3_the_way_may_lead_through_another_marker() {
    // a wall of zones: 0909 and 0911 leave only marked hexes between column 08 and 10
    let mut g = declare("6-aosta 0809 S");
    g.play("mark assault 0910>0909");
    g.offers("mark assault 0810>0809");
}

// ---- 7.1.4: markers must be used -------------------------------------------------------------------

#[test]
fn r7_1_4_a_marker_must_be_used() {
    let mut g = forces("benedek 0310; 33-gyulai 0310; 5-aosta 0305 S; marker assault 0306>0305");
    g.offers_not("done");
    g.refused("done").because(rule::R7_1_4);
    g.play("act 33-gyulai");
    g.refused("step 0311").because(rule::R7_1_4);
    g.refused("form square").because(rule::R7_1_4);
    g.play("face NE");
    g.refused("stop").because(rule::R7_1_4);
}

#[test]
fn r7_1_4_a_force_that_is_not_needed_is_free() {
    let mut g =
        forces("benedek 0310; 33-gyulai 0310; 21-paumgarten 0309; 5-aosta 0305 S; marker assault 0306>0305");
    g.play("act 21-paumgarten; step 0209; stop");
    // now the other is needed
    g.play("act 33-gyulai");
    g.refused("step 0311").because(rule::R7_1_4);
}

/// One force can serve either of two markers, and nobody else can: it must serve one of them.
#[test]
fn r7_1_4_too_few_forces_for_the_markers_still_serve_what_they_can() {
    let mut g = forces(
        "benedek 0310; 33-gyulai 0310; 5-aosta 0305 S; marker assault 0306>0305; marker assault 0406>0305",
    );
    g.refused("done").because(rule::R7_1_4);
    g.play("act 33-gyulai");
    g.refused("step 0311").because(rule::R7_1_4);
    g.play("step 0309; step 0308; step 0307; step 0306; react none; assault");
}

#[test]
fn r7_1_4_units_needed_at_different_markers_do_not_go_together() {
    let mut g = forces(
        "benedek 0913; 33-gyulai+4-grenzer 0911; 5-aosta 0909 S; marker assault 0910>0909; marker assault 1010>0909",
    );
    g.offers_not("act 4-grenzer+33-gyulai");
    g.refused("act 4-grenzer+33-gyulai").because(rule::R7_1_3);
    g.offers("act 33-gyulai").offers("act 4-grenzer");
}

/// The rifle battalion (6 points) reaches the marker, the regiment with it (5) does not.
#[test]
fn r7_1_4_a_slow_companion_is_no_excuse() {
    let mut g = game(
        "activate strassoldo forces; strassoldo 0311; 17-hohenlohe+10-jager 0311; 5-aosta 0305 S; darvillars 0301
         marker assault 0306>0305",
    );
    g.offers_not("act 17-hohenlohe+10-jager");
    g.refused("act 17-hohenlohe+10-jager").because(rule::R7_1_4);
    g.offers("act 10-jager").offers("act 17-hohenlohe");
}

/// A charge never turns, so the cavalry that is needed for it may not turn first and be too late.
#[test]
fn r7_1_4_cavalry_needed_for_a_charge_does_not_turn_away() {
    let mut g = game(
        "activate strassoldo forces; strassoldo 0913; 5-hussars 0912 N; 5-aosta 0909 S; darvillars 0905
         marker charge 0910>0909",
    );
    g.refused("done").because(rule::R7_1_4);
    g.play("act 5-hussars");
    g.refused("face S").because(rule::R7_1_4);
    g.refused("step 0913").because(rule::R7_1_4);
    g.play("charge; step 0911; step 0910");
}

/// The target falls back before the attack: the force is free again and may go on (8.8.3, 12.2.6).
#[test]
fn r7_1_4_a_force_whose_target_has_gone_moves_as_it_likes() {
    let mut g = forces("benedek 0913; 33-gyulai 0911; 5-aosta 0909 S; marker assault 0910>0909");
    g.play("act 33-gyulai; step 0910; react withdraw 5-aosta; * 1 1");
    finish(&mut g);
    assert_eq!(g.hex("5-aosta"), "0908");
    g.offers("step 0911");
    g.play("step 0810; stop; done");
    assert_eq!(g.hex("33-gyulai"), "0810");
}

/// A marker whose target was shot away or fell back binds nobody.
#[test]
fn r7_1_4_an_empty_target_releases_the_marker() {
    let mut g = forces("benedek 0913; 33-gyulai 0911; 5-aosta 0905 S; marker assault 0910>0909");
    g.offers("done");
    g.play("done");
}

#[test]
fn r7_1_4_a_marker_that_nobody_can_reach_any_more_is_released() {
    let g = forces("benedek 0913; 33-gyulai 0918; 5-aosta 0909 S; marker assault 0910>0909");
    g.offers("done");
}

#[test]
fn r7_1_4_calling_off_a_charge_fulfils_it() {
    let mut g = game(
        "activate strassoldo forces; strassoldo 0913; 5-hussars 0912 N; 5-aosta 0909 S; darvillars 0905
         marker charge 0910>0909",
    );
    g.play("act 5-hussars; charge; step 0911; step 0910; react none; call off; * 1 1");
    assert!(g.p.markers[0].served, "R48");
}

// ---- 7.1.5: turning a marker --------------------------------------------------------------------

const TURN: &str = "benedek 0913; 33-gyulai 0911; 21-paumgarten 0912; marker assault 0910>0909";

#[test]
fn r7_1_5_a_marker_with_an_empty_target_may_be_turned() {
    let mut g = forces(&format!("{TURN}; 5-aosta 1010 S"));
    g.offers("rotate 0910>1010");
    g.play("rotate 0910>1010");
    g.said(rule::R7_1_5, "is turned to 1010");
    // it is a declared marker again
    g.refused("done").because(rule::R7_1_4);
    g.play("act 33-gyulai; step 0910; react none; assault");
}

#[test]
fn r7_1_5_not_while_the_target_stands() {
    let mut g = forces(&format!("{TURN}; 5-aosta 0909 S; 6-aosta 1010 S"));
    g.refused("rotate 0910>1010").because(rule::R7_1_5);
}

#[test]
fn r7_1_5_by_one_hexside_only() {
    let mut g = forces(&format!("{TURN}; 5-aosta 1011 S"));
    g.offers_not("rotate 0910>1011");
    g.refused("rotate 0910>1011").because(rule::R7_1_5);
}

#[test]
fn r7_1_5_only_towards_an_enemy() {
    let mut g = forces(&format!("{TURN}; 5-aosta 1010 S"));
    g.refused("rotate 0910>0810").because(rule::R7_1_5);
    g.refused("rotate 1011>1010").because(rule::R7_1_5);
}

/// After a success the same marker serves another force against the next enemy.
#[test]
fn r7_1_5_also_after_a_success() {
    let mut g = forces(&format!("{TURN}; 17-acqui 0909 S; 7-cuneo 1010 S"));
    g.play("act 33-gyulai; step 0910; react none; assault; * 6 6");
    finish(&mut g);
    assert_eq!(g.hex("33-gyulai"), "0909", "the winner stands where the target was");
    assert!(g.p.markers[0].served);
    g.play("rotate 0910>1010");
    g.said(rule::R7_1_5, "is turned to 1010");
    assert!(!g.p.markers[0].served, "it waits for another force");
    g.play("act 21-paumgarten; step 0911");
}

/// In the middle of an action too: the target falls back before the force, which turns its marker.
#[test]
fn r7_1_5_at_once_while_a_force_is_acting() {
    let mut g = forces(&format!("{TURN}; 17-acqui 0909 S; 7-cuneo 0810 S march"));
    g.play("act 33-gyulai; step 0910; react withdraw 17-acqui; * 1 1");
    finish(&mut g);
    g.offers("rotate 0910>0810");
    g.play("rotate 0910>0810; assault");
}

// ---- 7.2 -----------------------------------------------------------------------------------------

#[test]
fn r7_2_move_or_fire_not_both() {
    let mut g = forces("benedek 0913; 1-art 0911 N; 5-aosta 0907 S");
    g.play("act 1-art; fire at 0907; * 1 1; react none");
    g.refused("limber").because(rule::R9_2_2);
    finish(&mut g);
    let mut h = forces("benedek 0913; 1-art 0911 N march; 5-aosta 0907 S");
    h.play("act 1-art; unlimber");
    h.refused("fire at 0907").because(rule::R9_2_2);
}

/// Light infantry alone moves and fires in one action.
#[test]
fn r7_2_light_infantry_moves_and_fires() {
    let text = "activate strassoldo forces; strassoldo 0913; 10-jager 0911; 17-hohenlohe 0911; 5-aosta 0909 S; darvillars 0905
         marker assault 0910>0909";
    let mut g = game(text);
    g.play("act 10-jager; step 0910; react none; fire at 0909");
    assert_eq!(g.roll_due(), "fire");
    let mut h = game(text);
    h.play("act 17-hohenlohe; step 0910; react none");
    h.refused("fire at 0909").because(rule::R9_2_3b);
}

/// Something must be done in an action: it is not used up by looking.
#[test]
fn r7_2_an_action_does_something() {
    let mut g = forces("benedek 0913; 33-gyulai 0911; 5-aosta 0901");
    g.play("act 33-gyulai");
    g.refused("stop").because(rule::R7_2);
}

/// Gyulai could serve either marker, Paumgarten only the nearer one: Gyulai must take the farther.
#[test]
fn r7_1_4_a_force_leaves_the_marker_that_another_can_serve() {
    let mut g = game(
        "activate benedek forces
         33-gyulai 1515 N; 21-paumgarten 1417 N; benedek 1517
         5-aosta 1513 S; darvillars 1410
         marker assault 1514>1513; marker assault 1613>1513",
    );
    // from the nearer marker it may not attack, and so it does not enter a zone there
    g.play("act 33-gyulai");
    g.refused("step 1514").because(rule::R7_1_4);
    g.play("step 1615; step 1614; step 1613; react none");
    g.offers("assault");
}

/// R83, 7.1.4: nobody else is left for the marker once a force that fills its hex stands there. That it was
/// not needed when it set out is no excuse.
#[test]
fn r7_1_4_the_last_force_in_a_declared_hex_attacks() {
    // no zone: the enemy is in March
    let text =
        "benedek 0913; 33-gyulai 0911; 21-paumgarten 0912; 5-aosta 0909 S march; marker assault 0910>0909";
    let mut g = forces(text);
    g.play("act 33-gyulai; step 0910");
    g.refused("stop").because(rule::R7_1_4);
    g.offers("assault").offers_not("stop");
    // it may walk on: then the other regiment can come
    g.play("step 0810; stop");
    g.refused("done").because(rule::R7_1_4);
    // a battalion leaves room for the regiment, and may stop
    let mut h = forces(&text.replace("33-gyulai", "4-grenzer"));
    h.play("act 4-grenzer; step 0910; stop");
    h.refused("done").because(rule::R7_1_4);
}

/// The one that is left cannot serve two markers: the force in the declared hex attacks all the same.
#[test]
fn r7_1_4_who_is_needed_elsewhere_serves_no_second_marker() {
    // the regiment would fit in beside two battalions, but not beside three; it does not get to 0709
    let text = "activate clam forces; clam 0913; gren-danthon+i-8-grenzer 0911; 7-prohaska 0913
        4-grenzer+i-3-grenzer 0910; 5-aosta 0909 S march; 6-aosta 0708 S march; darvillars 0905
        marker assault 0910>0909";
    let mut g = game(text);
    g.play("act gren-danthon; step 0910; stop");
    let mut g = game(&format!("{text}; marker assault 0709>0708"));
    g.play("act gren-danthon; step 0910");
    g.refused("stop").because(rule::R7_1_4);
}

/// Riflemen who have no points left for the target hex could still fire: they do not turn away from it.
#[test]
fn r7_1_4_riflemen_in_a_declared_hex_do_not_turn_away() {
    let mut g = game(
        "activate strassoldo forces; strassoldo 0512; 10-jager 0515 N; 5-aosta 0508 S march; darvillars 0503
         marker assault 0509>0508",
    );
    g.play("act 10-jager; step 0514; step 0513; step 0512; step 0511; step 0510; step 0509");
    g.refused("stop").because(rule::R7_1_4);
    g.refused("face S").because(rule::R7_1_4);
    g.play("fire at 0508");
}

/// Sixty enemies far apart stand beside more hexes than 256: each of them can carry a marker.
#[test]
fn r7_1_no_place_for_a_marker_is_left_out() {
    let mut model = data::load(&data::untuned(), "goito", "battle").expect("sound data");
    let army = &mut model.army;
    let own = army.formations.find(|f| f.id == "au-benedek").expect("a brigade");
    while army.units.len() < MAX_UNITS {
        let copy = UnitDef { id: format!("pi-{}", army.units.len()), ..army.units[UnitId::at(0)].clone() };
        army.units.push(copy);
    }
    for unit in &mut army.units {
        // who is not of the brigade is an enemy of it, and it gets everywhere
        unit.side = u8::from(unit.formation == own);
        unit.ma = 60;
    }
    let battle = Battle::new(model, Options::default());
    let mut p = handmade::position(&battle, "activate benedek; benedek 0913; 33-gyulai 0911; 5-aosta 0909 S");
    let enemies =
        p.units.ids().filter(|unit| battle.side_of(*unit) == 0 && p.unit(*unit).place == Place::Later);
    let enemies: Vec<UnitId> = enemies.collect();
    for unit in enemies {
        let stand: Vec<Hex> = p.units.iter().filter(|u| u.place == Place::Map).map(|u| u.hex).collect();
        let far = |hex: &Hex| stand.iter().all(|other| battle.map.distance(*hex, *other) > 2);
        let Some(hex) = battle.map.hexes().find(far) else { break };
        battle.put(&mut p, unit, hex);
        // in March it casts no zone that would bar the way
        battle.set_march(&mut p, unit, true);
    }
    let mut legal = Vec::new();
    battle.legal(&p, Seat(1), &mut legal);
    let mut hexes: Vec<Hex> = legal
        .iter()
        .filter_map(|action| match action {
            Action::Mark { hex, .. } => Some(*hex),
            _ => None,
        })
        .collect();
    hexes.dedup();
    assert!(hexes.len() > 256, "{} hexes", hexes.len());
}
