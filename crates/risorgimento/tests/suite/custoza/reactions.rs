//! Chapter 11 of Custoza, where its text is not Goito's: who counterattacks, what becomes of markers, and that a force makes
//! one reaction to one event.

use super::case::*;
use kernel::Seat;
use kernel::trial::covers;
use risorgimento::rule::{self, custoza};

const ITALY: Seat = Seat(0);
const AUSTRIA: Seat = Seat(1);

// ---- 11.5.3: cavalry only, and the marker -------------------------------------------------------

#[test]
fn r11_5_3a_infantry_does_not_counterattack() {
    let mut g = pisa_comes("17-hohenlohe 2830 S");
    g.offers_not("react counterattack 2830 infantry");
    g.refused("react counterattack 17-hohenlohe").because(rule::R12_2_3);
    let g = pisa_comes("1-12-uhlans 2830 S");
    g.offers("react counterattack 2830 cavalry").offers("react countercharge 2830 cavalry");
    covers(&[custoza::R11_5_3a]);
}

#[test]
fn r11_5_3b_the_marker_is_moved_after_a_counterattack() {
    let weak = "29-pisa 2832 N shaken -4; marker assault 2831>2830; 1-12-uhlans 2830 S";
    let mut g = cerale_acts(weak);
    g.play("act 29-pisa; step 2831; react counterattack 1-12-uhlans; * 1 1; * 6 6; retreat 2832; retreat 2833; face N; face S");
    assert_eq!(g.hex("1-12-uhlans"), "2831", "they stand where the marker lies");
    assert_eq!(g.decider(), Some(ITALY));
    g.offers("shift assault 2831 2832>2831").offers("shift charge 2831 2832>2831").offers("done");
    g.refused("shift assault 2831 2833>2832").because(custoza::R11_5_3b);
    g.refused("shift assault 2832 2832>2831").because(custoza::R11_5_3b);
    g.refused("shift assault 2831 2731>2732").because(rule::R7_1a);
    g.play("shift charge 2831 2832>2831");
    g.said(custoza::R11_5_3b, "The marker in 2831 is moved to 2832: a Charge against 2831.");
    assert_eq!(g.p.markers.len(), 1);
}

#[test]
fn r11_5_3b_a_marker_that_was_not_taken_stays() {
    let mut g = pisa_comes("1-12-uhlans 2830 S");
    // the uhlans lose
    g.play("react counterattack 1-12-uhlans; * 1 1; * 1 1");
    assert!(g.legal().iter().all(|action| !action.starts_with("shift")), "{:?}", g.legal());
}

// ---- 11.5.5: withdrawal -------------------------------------------------------------------------

#[test]
fn r11_5_5a_a_withdrawal_is_four_points_harder() {
    // the active force has 5 MP, the Jäger 6: 5 - 6 + 4
    let mut g = pisa_comes("37-jager 2830 S");
    g.play("react withdraw 37-jager; * 1 1");
    assert_eq!(g.modifier("movement allowances"), Some(3));
    covers(&[custoza::R11_5_5a]);
}

#[test]
fn r11_5_5c_the_marker_follows_who_withdraws() {
    let mut g = pisa_comes("37-jager 2830 S; 17-hohenlohe 2828 S");
    g.play("react withdraw 37-jager; * 1 1; retreat 2829");
    assert_eq!(g.hex("37-jager"), "2829");
    assert_eq!(g.decider(), Some(ITALY));
    g.offers("shift assault 2831 2830>2829").offers("done");
    g.refused("shift charge 2831 2830>2829").because(custoza::R11_5_5c);
    g.refused("shift assault 2831 2730>2729").because(custoza::R11_5_5c);
    g.play("shift assault 2831 2830>2829");
    g.said(custoza::R11_5_5c, "The marker in 2831 is moved to 2830: an Assault against 2829.");
    // and goes on with what is left
    g.play("step 2830; react none");
    g.offers("assault");
}

#[test]
fn r11_5_5c_not_if_others_stay_in_the_hex() {
    let mut g = pisa_comes("37-jager 2830 S; 1-12-uhlans 2830 S");
    g.play("react withdraw 37-jager; * 1 1; retreat 2829");
    assert_eq!(g.decider(), Some(AUSTRIA), "the uhlans may still react, and no marker moves");
    g.play("react none");
    assert!(g.legal().iter().all(|action| !action.starts_with("shift")), "{:?}", g.legal());
}

// ---- 11.5.6: changing order is a reaction of its own ----------------------------------------------

#[test]
fn r11_5_6_guns_limber_instead_of_firing() {
    let mut g = pisa_comes("art-iv-5 2830 S");
    g.offers("react reform 2830 artillery").offers("react fire 2830 artillery");
    g.play("react reform art-iv-5");
    g.said(rule::R12b, "limbers.");
    assert!(g.unit("art-iv-5").march);
    assert_eq!(g.decider(), Some(ITALY), "nothing is free besides");
    covers(&[custoza::R11_5_6]);
}

#[test]
fn r11_5_6_who_fires_does_nothing_else() {
    let mut g = pisa_comes("art-iv-5 2830 S");
    g.play("react fire art-iv-5; * 1 1");
    assert_eq!(g.decider(), Some(ITALY));
    assert!(!g.unit("art-iv-5").march);
}

/// It is done when the event is over: until then others react as things stood.
#[test]
fn r11_5_6_order_is_changed_when_all_have_reacted() {
    let mut g = pisa_comes("art-iv-5 2830 S; 17-hohenlohe 2830 S");
    g.play("react reform art-iv-5");
    assert!(!g.unit("art-iv-5").march, "not yet");
    g.refused("react fire art-iv-5").because(rule::R12_1_2);
    g.play("react fire 17-hohenlohe; * 1 1");
    assert!(g.unit("art-iv-5").march);
}

#[test]
fn r11_5_6_march_is_left_after_fire() {
    let mut g = cerale_acts("18-bers 2831 N; 17-hohenlohe 2830 S march; marker assault 2831>2830");
    g.play("act 18-bers; fire at 2830; * 1 1");
    g.offers("react reform 2830 infantry");
    g.play("react reform 17-hohenlohe");
    g.said(rule::R8_3_6, "leaves March Movement.");
    assert!(!g.unit("17-hohenlohe").march);
    // who has no order to change cannot
    let mut g = pisa_comes("17-hohenlohe 2830 S");
    g.refused("react reform 17-hohenlohe").because(custoza::R11_5_6);
}
