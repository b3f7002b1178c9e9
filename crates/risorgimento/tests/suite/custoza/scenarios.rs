//! Chapter 23 of Custoza: set-ups, initiative, area, length and victory of the small scenarios; and markers by size (6.2),
//! bridges (22.1).

use super::case::*;
use kernel::trial::covers;
use kernel::{Game, Need, Seat, Show};
use risorgimento::Battle;
use risorgimento::position::Ending;
use risorgimento::rule::{self, custoza};

const ITALY: Seat = Seat(0);
const AUSTRIA: Seat = Seat(1);

fn set_up(battle: &'static Battle) -> Case {
    let mut g = Case::from_the_start(battle);
    for seat in [g.decider(), g.decider().map(|seat| Seat(1 - seat.0))] {
        assert_eq!(g.decider(), seat, "one side after the other");
        let steps = battle.expand(&g.p, seat.expect("somebody sets up"), "place standard");
        g.play(&steps.expect("it has a standard set-up").join("; "));
    }
    g
}

/// The first turn of a scenario: who begins, and the box of the turn track.
fn begins(battle: &'static Battle, first: Seat) -> (Case, u16, u16) {
    let g = set_up(battle);
    assert_eq!(g.decider(), Some(first));
    let phase = battle.phase(&g.p);
    (g, phase.turn, phase.turns)
}

#[test]
fn r23_1_the_tione_valley_begins_as_it_is_laid_down() {
    assert_eq!(Case::from_the_start(tione_valley()).decider(), Some(ITALY), "Italy sets up first");
    let (g, turn, last) = begins(tione_valley(), AUSTRIA);
    g.said(custoza::R23_1_1, "has the initiative throughout the scenario.");
    assert_eq!((turn, last), (5, 7));
    assert_eq!(
        (g.unit("20-brescia").status, g.unit("5-bers").status, g.unit("19-brescia").status),
        (1, 1, 0)
    );
    assert_eq!((g.unit("art-3-6").lost, g.unit("art-iv-5").lost, g.unit("art-2-9").lost), (1, 1, 0));
    assert!(
        ["43-forli", "44-forli", "53-leopold", "21-jager", "art-iii-5"].iter().all(|id| g.unit(id).march)
    );
    assert!(!g.unit("29-pisa").march);
    covers(&[custoza::R23_1_2, custoza::R23_1_5, custoza::R23_0a, custoza::R23_0b]);
}

#[test]
fn r23_1_5_one_unit_in_each_of_two_hexes() {
    let mut g = Case::from_the_start(tione_valley());
    g.refused("place 43-forli 2814").because(custoza::R23_1_5);
    g.play("place 43-forli 2815; face N");
    assert!(g.unit("43-forli").march, "it is not asked about March");
    g.refused("place 44-forli 2815").because(custoza::R23_1_5);
    g.play("place cerale 2815; place 44-forli 2816");
    covers(&[custoza::R23_0c]);
}

/// Guns are set up as their owner wishes, and nowhere where they could not stand.
#[test]
fn r23_0b_guns_are_limbered_or_not_as_their_owner_wishes() {
    for (order, limbered) in [("in march", true), ("ready", false)] {
        let mut g = Case::from_the_start(tione_valley());
        g.play(&format!("place art-2-9 3318; {order}"));
        assert_eq!(g.unit("art-2-9").march, limbered);
    }
}

#[test]
fn r23_2_the_morning_clash_begins_as_it_is_laid_down() {
    assert_eq!(Case::from_the_start(morning_clash()).decider(), Some(ITALY));
    let (g, turn, last) = begins(morning_clash(), AUSTRIA);
    g.said(custoza::R23_2_1, "has the initiative throughout the scenario.");
    assert_eq!((turn, last), (5, 7));
    let italians = ["3-gdl", "4-gdl", "1-gds", "37-bers", "3-piemonte", "64-cagliari", "cav-alessandria"];
    assert!(italians.iter().all(|id| g.unit(id).march));
    assert!(g.unit("7-maroicic").march && !g.unit("63-ir").march);
    covers(&[custoza::R23_2_2, custoza::R23_2_5]);
}

#[test]
fn r23_3_the_tail_strike_begins_as_it_is_laid_down() {
    assert_eq!(Case::from_the_start(tail_strike()).decider(), Some(AUSTRIA), "Austria sets up first");
    let (g, turn, last) = begins(tail_strike(), ITALY);
    g.said(custoza::R23_3_1, "has the initiative throughout the scenario.");
    assert_eq!((turn, last), (11, 15));
    covers(&[custoza::R23_3_2, custoza::R23_3_5]);
}

// ---- the area -----------------------------------------------------------------------------------

#[test]
fn r23_1_3_nobody_goes_east_of_column_37() {
    let mut g = game(
        tione_valley(),
        "activate 1-div forces; cerale 3725; 29-pisa 3725 NE; rodich 3511; 50-baden 3115",
    );
    g.play("act 29-pisa");
    g.offers("step 3724");
    g.refused("step 3825").because(custoza::R23_1_3);
    let mut g = game(
        tione_valley(),
        "activate 1-div forces; cerale 3725; 29-pisa 3725 NE; rodich 3511; 50-baden 3115",
    );
    g.play("act cerale");
    g.refused("step 3825").because(custoza::R23_1_3);
}

#[test]
fn r23_2_3_columns_38_to_49() {
    let mut g =
        game(morning_clash(), "activate 3-div forces; brignone 3825; 3-gdl 3825 N; hartung 4419; 63-ir 4018");
    g.play("act 3-gdl");
    g.offers_not("step 3725");
    g.refused("step 3725").because(custoza::R23_2_3);
}

#[test]
fn r23_3_3_only_east_of_column_37() {
    let mut g = game(
        tail_strike(),
        "activate i-corpo forces; bava 3825; 5-aosta 3825 N; simbschen-com 4420; 57-haynau 4323",
    );
    g.play("act 5-aosta");
    g.refused("step 3725").because(custoza::R23_3_3);
}

// ---- victory ------------------------------------------------------------------------------------

/// How a scenario ends with these hexes in the hands of the side that does not begin with them.
fn ending(battle: &'static Battle, text: &str) -> (Option<Ending>, Option<Seat>) {
    let g = game(battle, text);
    let Need::Over(outcome) = battle.need(&g.p) else { return (g.p.ending, None) };
    (g.p.ending, outcome.winner)
}

#[test]
fn r23_1_4_four_of_seven_hexes_win() {
    let quiet = "turn 3; phase end; 29-pisa 2833; cerale 2833; 50-baden 3505; rodich 3505";
    let with = |hexes: &str| ending(tione_valley(), &format!("{quiet}; control austria {hexes}"));
    assert_eq!(with("2713 2913 2915 2617"), (Some(Ending::Majority(1)), Some(AUSTRIA)));
    assert_eq!(with("2713 2913 2915"), (Some(Ending::Majority(0)), Some(ITALY)));
    let early = format!("{}; control austria 2713 2913 2915 2617", quiet.replace("turn 3", "turn 2"));
    assert_eq!(ending(tione_valley(), &early).0, None, "only at the end of the last turn");
    covers(&[custoza::R23_1_4]);
}

#[test]
fn r23_2_4_custoza_counts_twice() {
    let quiet = "turn 3; phase end; 3-gdl 3830; brignone 3830; 63-ir 4005; hartung 4005";
    let with = |hexes: &str| ending(morning_clash(), &format!("{quiet}; control austria {hexes}")).1;
    assert_eq!(with("3923 3924 3922 4122"), Some(AUSTRIA));
    assert_eq!(with("4420 4422 4323"), Some(ITALY));
    covers(&[custoza::R23_2_4]);
}

#[test]
fn r23_3_4_four_of_eight_are_a_draw() {
    let quiet = "turn 5; phase end; 5-aosta 5029; bava 5029; 57-haynau 4005; simbschen-com 4005";
    let with = |hexes: &str| ending(tail_strike(), &format!("{quiet}; control italy {hexes}"));
    assert_eq!(with("4420 4422 4323 4122"), (Some(Ending::Draw), None));
    assert_eq!(with("4420 4422 4323 4122 4516"), (Some(Ending::Majority(0)), Some(ITALY)));
    assert_eq!(with("4913 4914 5014"), (Some(Ending::Majority(1)), Some(AUSTRIA)));
    covers(&[custoza::R23_3_4]);
}

// ---- 6.2: markers by size -----------------------------------------------------------------------

/// How many markers a formation places, all in different hexes around enemies that stand apart.
fn markers(battle: &'static Battle, text: &str) -> usize {
    let mut g = game(battle, text);
    while let Some(mark) = g.legal().into_iter().find(|action| action.starts_with("mark assault")) {
        g.play(&mark);
    }
    g.p.markers.len()
}

#[test]
fn r6_2_corps_division_brigade() {
    // a division of six units, with more targets than markers
    let division = "activate 1-div; cerale 2831; 29-pisa 2831 N; 30-pisa 2730 N; 43-forli 2930 N; 44-forli 2732 N; 18-bers 2932 N;
        17-hohenlohe 2829; 12-grenzer 2628; 36-degenfeld 3029; 37-jager 2631; rodich 3511";
    assert_eq!(markers(tione_valley(), division), 4);
    let corps = "activate v-corps; rodich 2831; 50-baden 2831 N; 75-crenneville 2730 N; 23-benedek 2930 N; 70-nagy 2732 N; 53-leopold 2932 N;
        54-gruber 2832 N; 21-jager 2832 N; 29-pisa 2829; 30-pisa 2628; 43-forli 3029; 44-forli 2631; cerale 3301";
    assert_eq!(markers(tione_valley(), corps), 6);
    covers(&[custoza::R6_2a, custoza::R6_2b, custoza::R6_2d]);
}

#[test]
fn r6_2c_a_brigade_has_two() {
    let brigade = "activate simbschen; simbschen-com 4830; 57-haynau 4830 N; 54-prinz-emil 4729 N; 2-12-grenzer 4929 N; 1-30-nugent 4731 N;
        1-guardia 4828; 2-guardia 4627; 7-cuneo 5028; ve-savoia 6001";
    assert_eq!(markers(tail_strike(), brigade), 2);
    covers(&[custoza::R6_2c]);
}

// ---- 22.1: bridges ------------------------------------------------------------------------------

/// The bridge of Borghetto in 2329 is crossed in March along the road and in no other way.
#[test]
fn r22_1_the_mincio_is_crossed_by_its_bridges() {
    let on = |pieces: &str| {
        game(
            tione_valley(),
            &format!("activate 1-div forces; cerale 2430; rodich 3511; 50-baden 3115; {pieces}"),
        )
    };
    let mut g = on("29-pisa 2430 NW");
    g.play("act 29-pisa");
    g.offers_not("step 2329");
    g.play("march");
    g.offers("step 2329");
    g.play("step 2329");
    g.offers_not("leave march").offers_not("form square");
    g.refused("leave march").because(rule::R8_3b);
    // at the beginning of a move on the bridge March could be left, if one could stand there otherwise (CR75)
    let mut g = on("29-pisa 2329 NW march");
    g.play("act 29-pisa");
    g.offers_not("leave march").offers_not("form square");
    g.refused("leave march").because(rule::R14_1a);
    // three stacking points are on it already
    let mut g = on("29-pisa 2430 NW march; 30-pisa 2329 NW march");
    g.play("act 29-pisa");
    g.offers_not("step 2329");
    covers(&[custoza::R22_1]);
}
