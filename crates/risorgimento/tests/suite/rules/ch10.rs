//! Chapter 10: charge, continuation, calling off, exhaustion, countercharge.

use super::case::*;
use risorgimento::flow::Frame;
use risorgimento::rule;

/// The hussars charge a regiment straight ahead of them: three hexes, two of them empty.
const CHARGE: &str = "activate strassoldo forces
    5-hussars 0411 N; strassoldo 0512
    5-aosta 0408 S; darvillars 0402
    marker charge 0409>0408";

/// Into the marker hex, where nobody reacts.
const RIDE: &str = "act 5-hussars; charge; step 0410; step 0409; react none";

#[test]
fn r10_cavalry_that_is_not_exhausted_charges() {
    let mut g = game(CHARGE);
    g.play("act 5-hussars; charge").said(rule::R10, "5 Hussars charges");

    let mut g = game(
        "activate strassoldo forces
         5-hussars 0411 N exhausted; 17-hohenlohe 0310 N; strassoldo 0512
         5-aosta 0408 S; marker charge 0409>0408",
    );
    g.play("act 5-hussars").refused("charge").because(rule::R10);
    let mut g = game(
        "activate strassoldo forces; 17-hohenlohe 0411 N; strassoldo 0512; 5-aosta 0408 S; marker charge 0409>0408",
    );
    g.play("act 17-hohenlohe").refused("charge").because(rule::R10);
}

#[test]
fn r10_1a_the_target_is_within_the_allowance() {
    // eight hexes and the target: nine points, all that the hussars have
    let mut g = game("activate strassoldo; 5-hussars 0411 N; strassoldo 0512; 5-aosta 0402 S");
    g.offers("mark charge 0403>0402");
    // savoia has eight
    let mut h =
        game("activate ris; savoia-cav 0411 N; ve-savoia 0512; 17-hohenlohe 0402 S; 10-jager 0611 N march");
    h.refused("mark charge 0403>0402").because(rule::R10_1a);
    g.play("mark charge 0403>0402").said(rule::R7_1a, "Charge declared from 0403 against 0402");
}

#[test]
fn r10_1a_the_target_is_in_sight() {
    let place = |friend: &str| {
        game(&format!(
            "activate strassoldo; 5-hussars 0411 N; 10-jager {friend} N; strassoldo 0512; 5-aosta 0408 S"
        ))
    };
    place("0411").offers("mark charge 0409>0408");
    // a friend in between leaves ways round him, but no line of sight
    place("0410").refused("mark charge 0409>0408").because(rule::R10_1a);
}

#[test]
fn r10_1a_the_path_leads_through_the_charging_hex() {
    let mut g = game(CHARGE);
    g.play("act 5-hussars; charge");
    g.refused("assault").because(rule::R10_1a);
    // the other way round, no path through the front comes back to the marker
    let mut g = game(
        "activate strassoldo forces; 5-hussars 0411 N; strassoldo 0512; 5-aosta 0509 S march; marker charge 0510>0509",
    );
    g.play("act 5-hussars; charge").offers("step 0510");
    g.refused("step 0310").because(rule::R10_1a);
}

/// A charge begins against a target that meets the conditions, not against one that was never in sight.
#[test]
fn r10_1a_the_first_target_is_one_that_could_be_aimed_at() {
    let mut g = game(
        "activate strassoldo forces; 5-hussars 0409 N; strassoldo 0512
         5-aosta 0508 S march; 6-aosta 0406 S
         marker charge 0409>0508; marker charge 0407>0406",
    );
    g.play("act 5-hussars; charge");
    g.offers("step 0408");
    g.refused("assault").because(rule::R10_1a);
}

#[test]
fn r10_1b_a_hex_lies_between_the_charger_and_his_target() {
    game("activate strassoldo; 5-hussars 0410 N; strassoldo 0512; 5-aosta 0408 S")
        .offers("mark charge 0409>0408");
    // beside the target: the cavalry assaults instead (corner case 19)
    let g = game("activate strassoldo; 5-hussars 0409 N; strassoldo 0512; 5-aosta 0408 S");
    g.offers_not("mark charge 0409>0408").offers("mark assault 0409>0408");
    let mut g = game(
        "activate strassoldo forces; 5-hussars 0409 N; strassoldo 0512; 5-aosta 0408 S; marker charge 0409>0408",
    );
    g.play("act 5-hussars").refused("charge").because(rule::R10_1b);
}

#[test]
fn r10_1_1_the_path_is_clear() {
    // the farmhouse of Catapane lies in front of the hussars, beside their way
    let mut g = game(
        "activate strassoldo forces; 5-hussars 0413 NE; strassoldo 0415
         5-aosta 0711 SW; marker charge 0612>0711",
    );
    g.play("act 5-hussars; charge").refused("step 0412").because(rule::R10_1_1);
    g.offers("step 0512");
}

#[test]
fn r10_1_1_the_target_is_in_the_open_and_a_farm_is_open() {
    game("activate strassoldo; 5-hussars 0511 S; strassoldo 0510; 5-aosta 0514 N")
        .offers("mark charge 0513>0514");
    let mut g = game("activate strassoldo; 5-hussars 0409 S; strassoldo 0408; 5-aosta 0412 N");
    g.refused("mark charge 0411>0412").because(rule::R10_1a);
    g.offers("mark assault 0411>0412");
}

#[test]
fn r10_1_1_nobody_charges_over_a_stream() {
    // the Caldone runs between 0415 and 0416
    let mut g = game("activate strassoldo; 5-hussars 0418 N; strassoldo 0419; 5-aosta 0415 S");
    g.refused("mark charge 0416>0415").because(rule::R10_1a);
}

#[test]
fn r10_1_1_in_march_a_charge_follows_the_road_into_any_ground() {
    let mut g = game(
        "activate strassoldo forces; 5-hussars 0712 NW march; strassoldo 0813
         5-aosta 0412 S; marker charge 0512>0412",
    );
    g.play("act 5-hussars; charge; step 0612; step 0512; react none; assault; * 1 1; * 3 3");
    g.said(rule::R10_1_2, "charges into 5 Aosta in 0412");
    assert_eq!(g.modifier("attacker in March"), Some(-1));
    assert_eq!(g.modifier("terrain of the defender"), Some(-1));
}

#[test]
fn r10_1_1_in_march_a_charge_may_leave_the_road_over_clear_ground() {
    // by the road from 0812 to 0612, then across the fields
    let mut g = game(
        "activate strassoldo forces; 5-hussars 0812 NW march; strassoldo 0913
         5-aosta 0510 SE; marker charge 0511>0510",
    );
    g.play("act 5-hussars; charge; step 0712; step 0612; step 0511; react none");
    g.offers("assault");
}

#[test]
fn r10_1_2_the_charger_keeps_his_facing_and_moves_through_his_front() {
    let mut g = game(CHARGE);
    g.play("act 5-hussars; charge");
    g.refused("face NE").because(rule::R10_1_2);
    g.refused("step 0412").because(rule::R10_1_2);
    g.refused("stop").because(rule::R10_1_2);
    // a charge is all of the action
    let free = CHARGE.replace("0409>0408", "0409>0408 served");
    let mut g = game(&free);
    g.play("act 5-hussars; step 0410").refused("charge").because(rule::R10_1_2);
    let mut g = game(&free);
    g.play("act 5-hussars; face NE").refused("charge").because(rule::R10_1_2);
}

/// R83b: in March the road does not turn a charge about inside a farmhouse, where it has front all round.
#[test]
fn r10_1_2_a_charge_in_march_does_not_ride_back() {
    // south-east of the hussars, who face the farmhouse of Catapane and the way through it
    let behind = "activate strassoldo forces; 5-hussars 0612 NW march; strassoldo 0613
        6-aosta 0812 N march; darvillars 0402; marker charge 0712>0812";
    let mut g = game(behind);
    g.play("act 5-hussars").refused("charge").because(rule::R10_1a);
    g.offers_not("charge");
    // with another target ahead: it may not go back from the farmhouse
    let mut g = game(&format!("{behind}; 5-aosta 0411 S; marker charge 0412>0411"));
    g.play("act 5-hussars; charge; step 0512; step 0412");
    g.refused("step 0512").because(rule::R10_1_2);
    g.offers("assault").offers_not("step 0512").offers_not("end charge");
}

/// R83b: who begins in a farmhouse rides out of it where he likes; later the facing counts with which he came.
#[test]
fn r10_1_2_a_charge_out_of_a_farmhouse_takes_any_road() {
    for facing in ["NW", "SE"] {
        let mut g = game(&format!(
            "activate strassoldo forces; 5-hussars 0412 {facing} march; strassoldo 0413
             6-aosta 0712 N march; darvillars 0402; marker charge 0612>0712"
        ));
        g.play("act 5-hussars; charge; step 0512; step 0612");
        g.offers("assault");
    }
}

/// R83: a charge that has entered a zone on a marker goes on to another marker or strikes; it does not ride
/// out of the zone.
#[test]
fn r10_1_2_a_charge_is_bound_by_the_zone_that_it_enters() {
    let mut g =
        game(&format!("{CHARGE}; 7-cuneo 0310 NE; marker charge 0411>0310").replace("0411 N", "0412 N"));
    g.play("act 5-hussars; charge; step 0411; react none");
    g.refused("step 0410").because(rule::R10_1_1);
    g.offers("assault").offers_not("end charge");
}

#[test]
fn r10_1_2_it_causes_reactions_and_is_then_fought_like_an_assault() {
    let mut g = game(CHARGE);
    g.play("act 5-hussars; charge; step 0410; step 0409");
    g.offers("react fire 0408 infantry").offers("react square 0408 infantry");
    g.play("react fire 5-aosta; * 1 1; assault; * 1 1; * 5 6");
    g.said(rule::R10_1_2, "5 Hussars charges into 5 Aosta in 0408");
    g.said(rule::R11_2_6, "The attacker wins");
    assert_eq!(g.modifier("charge"), Some(1));
    // it advances without a new facing
    g.play("retreat 0407; retreat 0406; face S");
    assert_eq!((g.hex("5-hussars"), g.unit("5-hussars").facing), ("0408", 0));
}

/// Two enemies, one behind the other, each with a marker before it.
const TWO: &str = "activate strassoldo forces
    5-hussars 0411 N; strassoldo 0512
    5-aosta 0408 S disorganized; 6-aosta 0405 S; darvillars 0402
    marker charge 0409>0408; marker charge 0406>0405";

#[test]
fn r10_2_a_charge_that_wins_in_good_order_goes_on() {
    let mut g = game(TWO);
    // the charged regiment breaks before it is struck
    g.play(RIDE).play("assault; * 6 6");
    g.said(rule::R13_2, "5 Aosta routs");
    g.offers("step 0407").offers("end charge");
    g.play("step 0407; step 0406; react none; assault; * 1 1; * 5 6");
    g.said(rule::R10_1_2, "charges into 6 Aosta in 0405");
}

/// Nobody is left when the charge strikes: it counts as won (ruling R72).
#[test]
fn r10_2_a_target_that_breaks_before_the_fight_is_a_fight_won() {
    let mut g = game(TWO);
    g.play(RIDE).play("assault; * 6 6");
    g.said(rule::R11_1_2, "Nobody is left in 0408");
    assert_eq!((g.mood("strassoldo"), g.mood("1div")), (1, -1));
    assert_eq!(g.hex("5-hussars"), "0408");
}

/// Corner case 20: the charge wins, but it costs the cavalry a level.
#[test]
fn r10_2_a_level_lost_in_the_fight_ends_the_charge() {
    let mut g = game(TWO);
    g.play(RIDE).play("assault; * 1 1; * 2 2; * 6 6; * 6 6");
    g.said(rule::R11_2_6, "The attacker wins");
    g.said(rule::R10_2_1, "cannot go on");
    g.said(rule::R10_3, "is exhausted");
    assert!(g.unit("5-hussars").status > 0 && g.unit("5-hussars").exhausted);
}

/// Corner case 21: a draw ends a charge unless it was against a Square.
#[test]
fn r10_2_a_draw_against_troops_not_in_square_ends_the_charge() {
    let mut g = game(&TWO.replace(" disorganized", ""));
    // 7: both check, both hold
    g.play(RIDE).play("assault; * 1 1; * 3 4; * 1 1; * 1 1");
    g.said(rule::R11_2_9b, "A draw");
    g.said(rule::R10_2_1, "cannot go on");
    assert!(g.unit("5-hussars").exhausted);
}

#[test]
fn r10_2_1_it_may_stop_after_a_fight_but_not_on_its_way_to_the_next() {
    let mut g = game(TWO);
    g.play(RIDE).play("assault; * 6 6; step 0407");
    g.refused("end charge").because(rule::R10_2_1);
    g.play("step 0406; react none").refused("end charge").because(rule::R10_2_1);
    g.offers("assault").offers("call off");

    let mut g = game(TWO);
    g.play(RIDE).play("assault; * 6 6; end charge");
    g.said(rule::R10_3, "5 Hussars is exhausted");
}

#[test]
fn r10_2_1_it_ends_when_the_points_are_spent() {
    // two to the marker, one for the target, five on: one too few for the next target
    let far = TWO.replace("6-aosta 0405", "6-aosta 0401").replace("0406>0405", "0402>0401");
    let mut g = game(&far.replace("0411", "0412"));
    g.play("act 5-hussars; charge; step 0411; step 0410; step 0409; react none; assault; * 6 6");
    g.said(rule::R10_2_1, "cannot go on");
    assert!(g.unit("5-hussars").exhausted);
}

#[test]
fn r10_2_1_it_ends_when_a_fight_is_lost() {
    let mut g = game(&TWO.replace(" disorganized", ""));
    g.play(RIDE).play("assault; * 1 1; * 1 1");
    g.said(rule::R11_2_6, "The defender wins");
    g.play("retreat 0410; face N").said(rule::R10_3, "is exhausted");
}

#[test]
fn r10_2_2_a_charge_is_called_off_in_the_marker_hex_by_a_check() {
    let mut g = game(CHARGE);
    g.play("act 5-hussars; charge").refused("call off").because(rule::R10_1a);
    g.refused("end charge").because(rule::R10_2_2);
    g.play("step 0410; step 0409; react none").refused("end charge").because(rule::R10_2_2);
    g.play("call off; * 4 5");
    g.said(rule::R10_2_2, "calls off the charge").said(rule::R10_3, "is exhausted");
    g.never_said("charges into");
    // the marker is served (ruling R48)
    assert!(g.p.markers[0].served);
}

#[test]
fn r10_2_2_who_fails_to_call_off_loses_levels_and_fights() {
    let mut g = game(CHARGE);
    g.play(RIDE).play("call off; * 5 5");
    g.said(rule::R10_2_2, "fails its cohesion check (10 against 9) and loses 1 status level");
    g.said(rule::R10_1_2, "charges into 5 Aosta in 0408");
    assert_eq!((g.unit("5-hussars").status, g.roll_due()), (1, "cohesion check"));
}

/// The target withdraws before the charge, and the marker is turned to another (7.1.5).
#[test]
fn r10_1_2_a_marker_whose_target_is_gone_is_turned_in_the_charge() {
    let mut g = game(&format!("{CHARGE}; 6-aosta 0508 SW march"));
    g.play("act 5-hussars; charge; step 0410; step 0409; react withdraw 5-aosta; * 1 1; retreat 0407");
    g.offers_not("assault").offers("end charge").offers("rotate 0409>0508");
    g.play("rotate 0409>0508; assault; * 1 1; * 5 6");
    g.said(rule::R10_1_2, "charges into 6 Aosta in 0508");
}

/// A regiment in square, and another behind it.
const SQUARE: &str = "activate strassoldo forces
    5-hussars 0411 N; strassoldo 0512
    5-aosta 0408 S square; 6-aosta 0406 S; darvillars 0402
    marker charge 0409>0408; marker charge 0407>0406";

/// The hussars charge the square, which stays one before and after the fight.
fn charge_the_square(dice: &str) -> Case {
    let mut g = game(SQUARE);
    g.play(RIDE).play(&format!("done; assault; {dice}; done"));
    g
}

#[test]
fn r10_2_3_after_a_tie_with_a_square_the_charge_rides_through_it() {
    // 10 - 3 for the square - 1 for the ratio: uncertain, and both hold
    let mut g = charge_the_square("* 5 5; * 1 1; * 1 1");
    assert_eq!(g.modifier("charge against a square"), Some(-3));
    g.said(rule::R11_2_9b, "A draw");
    g.offers("ride through N").offers("end charge").offers_not("assault");
    g.refused("step 0410").because(rule::R10_2_3);
    g.refused("ride through NE").because(rule::R10_2);
    g.refused("ride through S").because(rule::R10_1_2);
    g.play("ride through N");
    g.said(rule::R10_2_3, "rides through the square to 0407");
    // the square it passed and the regiment it comes to react
    g.offers("react fire 0408 infantry").offers("react fire 0406 infantry");
    g.play("react none; done; assault; * 1 1; * 5 6");
    g.said(rule::R10_1_2, "charges into 6 Aosta in 0406");
}

/// The hex of the square was paid when the charge struck it.
#[test]
fn r10_2_3_the_square_is_paid_for_once() {
    let mut g = charge_the_square("* 5 5; * 1 1; * 1 1");
    g.play("ride through N; react none; done");
    let Frame::Act(act) = g.p.top() else { panic!("{}", g.waits()) };
    // two steps, the contact and the step out, in quarters
    assert_eq!(act.left, (9 - 4) * 4);
}

/// Those whose zone the riders leave react before they go (12.1c).
#[test]
fn r10_2_3_riding_through_leaves_other_zones() {
    let mut g = game(&format!("{SQUARE}; 7-cuneo 0309 NE; marker charge 0410>0309"));
    g.play("act 5-hussars; charge; step 0410; react none; step 0409; react none; done; assault; * 5 5; * 1 1; * 1 1; done");
    g.play("ride through N");
    g.offers("react fire 0309 infantry").offers_not("react fire 0408 infantry");
    g.play("react none");
    g.said(rule::R10_2_3, "rides through the square to 0407");
}

#[test]
fn r10_2_3_not_with_a_level_lost_and_not_after_a_defeat() {
    // 9 - 4: grey, and both lose a level
    let g = charge_the_square("* 4 5");
    g.said(rule::R11_2_9b, "A draw").said(rule::R10_2_1, "cannot go on");
    assert!(g.unit("5-hussars").exhausted);
    // 6 - 4: red
    let g = charge_the_square("* 3 3; retreat 0410; face N");
    g.said(rule::R11_2_6, "The defender wins");
    assert!(g.unit("5-aosta").square && g.unit("5-hussars").exhausted);
}

/// Beaten, the square breaks up and the charge goes on like any other.
#[test]
fn r10_2_a_square_that_is_beaten_is_like_any_other_force() {
    // 12 - 4 with a difference of three: blue
    let mut g = game(&SQUARE.replace("5-aosta 0408 S square", "5-aosta 0408 S square disorganized"));
    g.play(RIDE).play("done; assault; * 6 6");
    g.said(rule::R13_2, "5 Aosta routs");
    assert_eq!(g.hex("5-hussars"), "0408");
}

#[test]
fn r10_3_after_a_charge_the_cavalry_is_exhausted_and_moves_out_of_the_zones() {
    let mut g = game(CHARGE);
    g.play(RIDE).play("call off; * 1 1");
    g.said(rule::R10_3, "5 Hussars is exhausted");
    // it stands in the zone of the regiment: it may neither stay nor attack
    g.refused("stop").because(rule::R10_3);
    g.refused("assault").because(rule::R10_3);
    g.refused("charge").because(rule::R10);
    // its move causes reactions like any other
    g.play("step 0410");
    g.offers("react fire 0408 infantry");
    g.play("react none; step 0411; step 0412; step 0413; stop");
    assert_eq!(g.hex("5-hussars"), "0413");
}

#[test]
fn r10_3_exhausted_movement_has_the_full_allowance_again() {
    let mut g = game(CHARGE);
    g.play(RIDE).play("call off; * 1 1; step 0410; react none");
    // eight of nine points are left, and this is the north of the stream
    g.play("step 0310; step 0210; step 0110; step 0109; step 0108; step 0107; step 0106; step 0105");
    assert_eq!(g.hex("5-hussars"), "0105");
    g.refused("step 0104").because(rule::R8a);
}

#[test]
fn r10_3_where_it_stands_clear_it_may_stay() {
    let mut g = game(TWO);
    g.play(RIDE).play("assault; * 6 6; end charge; stop");
    assert_eq!(g.hex("5-hussars"), "0408");
}

#[test]
fn r10_3_1_exhaustion_is_slept_off_by_not_moving() {
    let place = "activate strassoldo forces; 5-hussars 0411 N exhausted; strassoldo 0512; 5-aosta 0402 S";
    let mut g = game(place);
    g.play("done");
    g.said(rule::R10_3_1, "no longer exhausted");
    let mut g = game(place);
    g.play("act 5-hussars; step 0410; stop; done");
    g.never_said("no longer exhausted");
    assert!(g.unit("5-hussars").exhausted);
    // a charge has just been made: not in the same activation
    let mut g = game(CHARGE);
    g.play(RIDE).play("call off; * 1 1; step 0410; react none; stop; done");
    assert!(g.unit("5-hussars").exhausted);
}

/// Three passes end the activations; nobody moves in the phases that follow.
fn end_the_turn(g: &mut Case) {
    for _ in 0..40 {
        let legal = g.legal();
        match g.decider() {
            None => return,
            Some(_) if legal.contains(&"pass".to_string()) => g.play("pass"),
            Some(_) if legal.iter().any(|a| a.starts_with("recover exhaustion")) => {
                g.play(legal.iter().find(|a| a.starts_with("recover exhaustion")).expect("it is there"))
            }
            Some(_) => g.play("done"),
        };
    }
    panic!("it does not end: {}", g.waits());
}

/// R19: one whole turn of rest. A countercharge in turn 2 tires until a phase of turn 3.
#[test]
fn r10_3_1_not_in_the_turn_that_exhausted_it() {
    let mut g = game(&format!("turn 2; {HORSE}"));
    g.play("act 5-hussars; charge; step 0410; step 0409; react countercharge savoia-cav; * 1 1; * 5 6");
    g.play("retreat 0410; retreat 0411; face N; step 0412; stop; step 0408; stop; done");
    end_the_turn(&mut g);
    g.never_said("no longer exhausted");
    assert!(g.unit("savoia-cav").exhausted && g.unit("5-hussars").exhausted);
    assert_eq!((g.p.turn, g.roll_due()), (3, "initiative"));
    g.play("* 6 6; * 1 1");
    end_the_turn(&mut g);
    g.said(rule::R10_3_1, "Savoia cav. is no longer exhausted");
    assert!(!g.unit("savoia-cav").exhausted && !g.unit("5-hussars").exhausted);
}

/// R19: moves made in reaction count, whatever their kind; who only stands his ground rests.
#[test]
fn r10_3_1_not_after_a_move_in_reaction() {
    // 2 + 3 with a difference of two: the attacker falls back and leaves the cavalry alone
    let beaten = "assault; * 1 1; retreat 0510; face N";
    for (reaction, then, rests) in [
        ("react withdraw savoia-cav; * 1 1; retreat 0507", "stop", false),
        ("react face SW 0508 cavalry; * 1 1", beaten, false),
        ("react counterattack savoia-cav; * 1 1; * 3 4; * 1 1; * 1 1", beaten, false),
        ("react none", beaten, true),
    ] {
        let mut g = benedek_acts(
            "33-gyulai 0510 N disordered; marker assault 0509>0508; savoia-cav 0508 S exhausted; ve-savoia 0504",
        );
        g.play("act 33-gyulai; step 0509").play(reaction).play(then).play("done");
        assert_eq!(g.unit("savoia-cav").stirred, !rests, "{reaction}");
        end_the_turn(&mut g);
        assert_eq!(g.unit("savoia-cav").exhausted, !rests, "{reaction}\n{}", g.log());
    }
}

/// Cavalry against cavalry.
const HORSE: &str = "activate strassoldo forces
    5-hussars 0411 N; strassoldo 0512
    savoia-cav 0408 S; ve-savoia 0402
    marker charge 0409>0408";

#[test]
fn r10_4_cavalry_countercharges_in_reaction() {
    let mut g = game(HORSE);
    g.play("act 5-hussars; charge; step 0410; step 0409");
    g.play("react countercharge savoia-cav; * 4 5; * 5 6");
    g.said(rule::R10_4, "Savoia cav. countercharges 5 Hussars in 0409");
    assert_eq!(g.modifier("charge"), Some(1));
    // 11: the hussars lose, two hexes
    g.said(rule::R11_2_6, "The attacker wins");
    g.play("retreat 0410; retreat 0411; face N");
    assert_eq!(g.hex("savoia-cav"), "0409");
}

#[test]
fn r10_4_not_when_exhausted() {
    let mut g = game(&HORSE.replace("savoia-cav 0408 S", "savoia-cav 0408 S exhausted"));
    g.play("act 5-hussars; charge; step 0410; step 0409");
    g.refused("react countercharge savoia-cav").because(rule::R10_4);
    // but it may counterattack (ruling R65)
    g.offers("react counterattack 0408 cavalry");
}

/// Corner case 22, and the order of the two moves.
#[test]
fn r10_4_1_both_are_exhausted_and_the_charger_moves_first() {
    let mut g = game(HORSE);
    g.play("act 5-hussars; charge; step 0410; step 0409; react countercharge savoia-cav; * 1 1; * 5 6");
    g.play("retreat 0410; retreat 0411; face N");
    g.said(rule::R10_4_1, "Savoia cav. is exhausted").said(rule::R10_3, "5 Hussars is exhausted");
    let austria = g.decider();
    g.play("step 0412; stop");
    assert_ne!(g.decider(), austria, "now the countercharging side moves");
    g.play("step 0408; stop");
    assert_eq!((g.hex("5-hussars"), g.hex("savoia-cav")), ("0412", "0408"));
    assert!(g.unit("5-hussars").exhausted && g.unit("savoia-cav").exhausted);
}

/// A countercharge on troops that were not charging exhausts the countercharger alone (ruling R47).
#[test]
fn r10_4_1_alone_against_an_assault() {
    let mut g = game(
        "activate strassoldo forces; 17-hohenlohe 0410 N; strassoldo 0512; savoia-cav 0408 S; marker assault 0409>0408",
    );
    g.play("act 17-hohenlohe; step 0409; react countercharge savoia-cav; * 1 1; * 1 1; * 3 4; * 1 1; * 1 1");
    g.said(rule::R13_1b, "17 Hohenlohe passes");
    g.said(rule::R11_2_9b, "A draw").said(rule::R10_3, "Savoia cav. is exhausted");
    // it must leave the zone of the regiment, and nobody reacts to that (12.2.4)
    g.play("step 0407; stop");
    g.offers_not("assault");
}

/// The failed check only prevents the countercharge (corner case 11).
#[test]
fn r10_4_a_failed_check_costs_nothing() {
    let mut g = game(HORSE);
    g.play("act 5-hussars; charge; step 0410; step 0409; react countercharge savoia-cav; * 6 6");
    g.never_said("countercharges");
    assert_eq!((g.unit("savoia-cav").status, g.unit("savoia-cav").exhausted), (0, false));
    g.offers("assault");
}
