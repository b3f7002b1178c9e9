//! Chapter 3: the sequence of play.

use super::case::*;
use kernel::{Game, Need, Seat, Show, Viewer};
use piacenza::flow::{Frame, Segment};
use piacenza::position::Order;
use piacenza::rule;

/// What a seat reads of all that was said.
fn told(g: &Case, seat: Seat) -> String {
    let lines = g.events.iter().filter_map(|e| e.tell(g.game.seats(), Viewer::Seat(seat)));
    lines.map(|told| told.text + "\n").collect()
}

fn wing(g: &Case) -> &str {
    g.p.activation().map_or("", |a| &g.game.army.wings[a.wing].id)
}

fn phase(g: &Case) -> String {
    g.game.phase(&g.p).phase.to_string()
}

// ---- 3.0: set-up and the phases of a turn ----------------------------------------------------------

#[test]
fn r3_0a_the_armies_stand_as_the_set_up_says() {
    let mut g = Case::from_the_start(san_lazzaro());
    assert_eq!(phase(&g), "Set-up");
    g.refused("place daun-ir 3913").because(rule::R3_0a);
    g.refused("rearrange").because(rule::R3_0a);
    g.refused("place fc-kheul 3913").because(rule::R3_0a);
    // where a scenario gives areas, the owner places
    let mut g = Case::from_the_start(gossolengo());
    assert_eq!(g.decider(), Some(AUSTRIAN), "Austria sets up first");
    g.refused("place tripps-cav-1 0830").because(rule::R3_0a);
    g.play("rearrange");
    g.refused("place tripps-cav-1 0822").because(rule::R3_0a);
    let there = g.hex("tripps-cav-1").to_owned();
    let place = g.legal().into_iter().find(|a| a.starts_with("place au-tripps-cav-1")).expect("a free hex");
    g.play(&place);
    assert_ne!(g.hex("tripps-cav-1"), there);
    g.refused(&place).because(rule::R3_0a);
    g.play("done; done");
    assert_eq!(g.decider(), Some(FRANCO_SPANISH));
}

#[test]
fn r3_0b_wings_then_reorganization_then_the_next_turn() {
    let mut g = game_of(gossolengo(), "turn 6; guyenne-inf 0823 disordered; tripps-cav-1 0831");
    assert_eq!(phase(&g), "Wing Selection");
    g.play("* 5; * 7; first");
    assert_eq!(wing(&g), "au-lw");
    g.finish();
    assert_eq!(wing(&g), "fs-rw");
    g.finish();
    assert_eq!(phase(&g), "Reorganization");
    assert_eq!(g.p.turn, 6);
    g.play("* 9");
    assert_eq!((phase(&g).as_str(), g.p.turn), ("Wing Selection", 7));
    covers(&[rule::R3_0b]);
}

// ---- 3.0 A: wing selection -------------------------------------------------------------------------

#[test]
fn r3_0c_wings_are_chosen_in_secret_among_those_left() {
    let mut g = game("turn 2; used fs-lw; standard");
    g.refused("0: wing fs-lw").because(rule::R3_0c);
    g.refused("0: wing au-lw").because(rule::R3_0c);
    g.offers("0: wing fs-ce").offers("1: wing au-lw").offers_not("0: wing fs-lw");
    g.play("0: wing fs-ce");
    g.said(rule::R3_0c, "chooses a wing: the Centre (De Croix)");
    assert!(told(&g, FRANCO_SPANISH).contains("De Croix"));
    assert!(!told(&g, AUSTRIAN).contains("De Croix"), "the enemy does not know which");
    let (own, foe) = (Viewer::Seat(FRANCO_SPANISH), Viewer::Seat(AUSTRIAN));
    assert_ne!(g.game.view(&g.p, own), g.game.view(&g.p, foe));
    // another choice gives the enemy the same view
    let mut h = game("turn 2; used fs-lw; standard");
    h.play("0: wing fs-rw");
    assert_eq!(g.game.view(&g.p, foe), h.game.view(&h.p, foe));
}

#[test]
fn r3_0d_the_higher_roll_decides_and_the_lower_shows() {
    let mut g = game("turn 2; standard");
    g.play("0: wing fs-ce; 1: wing au-rs; * 5; * 7");
    assert_eq!(g.decider(), Some(AUSTRIAN));
    // corner case 2: the lower roller's wing is open before the other decides
    assert!(told(&g, AUSTRIAN).contains("the Centre (De Croix)"));
    assert!(!told(&g, FRANCO_SPANISH).contains("Botta"));
    g.offers("first").offers("second").offers("second show");
    g.play("first");
    g.said(rule::R3_0d, "activates first");
    assert_eq!(wing(&g), "au-rs");
}

#[test]
fn r3_0d_a_tie_is_rolled_again() {
    let mut g = game("turn 2; standard");
    g.play("0: wing fs-ce; 1: wing au-rs; * 4; * 4");
    g.said(rule::R3_0d, "both roll again");
    assert_eq!(g.roll_due(), "initiative");
    g.play("* 9; * 0; first");
    assert_eq!(wing(&g), "fs-ce");
}

#[test]
fn r3_0e_who_waits_need_not_show_his_marker() {
    let mut g = game("turn 2; standard");
    g.play("0: wing fs-ce; 1: wing au-rs; * 5; * 7; second");
    assert_eq!(wing(&g), "fs-ce");
    assert!(!told(&g, FRANCO_SPANISH).contains("Botta"), "hidden until it activates");
    g.finish();
    g.said(rule::R3_0e, "shows the marker: the Reserve (Botta)");
    let mut g = game("turn 2; standard");
    g.play("0: wing fs-ce; 1: wing au-rs; * 5; * 7; second show");
    assert!(told(&g, FRANCO_SPANISH).contains("Botta"), "or he shows it at once");
}

/// Corner case 1: who let the other go first activates the wing that he committed, no other.
#[test]
fn r3_0f_both_chosen_wings_activate() {
    let mut g = game("turn 2; standard");
    g.play("0: wing fs-ce; 1: wing au-rs; * 5; * 7; second");
    g.finish();
    assert_eq!(wing(&g), "au-rs");
    g.said(rule::R3_0f, "The Reserve (Botta) activates");
    g.finish();
    // only then is the next pair chosen
    g.offers("0: wing fs-lw").offers("1: wing au-lw").offers_not("0: wing fs-ce");
}

#[test]
fn r3_0g_the_first_pair_of_the_battle_is_fixed() {
    for battle in [battle(), san_lazzaro()] {
        let mut g = game_of(battle, "turn 1; standard");
        assert_eq!(wing(&g), "fs-lw", "no choice, no roll");
        g.finish();
        assert_eq!(wing(&g), "au-rw");
        g.said(rule::R3_0f, "The Right Wing (Pallavicini) activates");
    }
    // the announcement comes with the end of the set-up
    let mut g = Case::from_the_start(san_lazzaro());
    g.play("done; done");
    g.said(rule::R3_0g, "The Left Wing (De Gages) begins, the Right Wing (Pallavicini) follows");
    // corner case 33: only there
    let g = game_of(gossolengo(), "turn 6; standard");
    assert_eq!(g.roll_due(), "initiative");
    let g = game_of(centre(), "turn 4; standard");
    assert_eq!(g.decider(), Some(AUSTRIAN), "the French have one wing, Austria chooses one of two");
}

#[test]
fn r3_0h_command_is_checked_when_a_wing_activates() {
    let mut g = game(
        "turn 2; used fs-lw fs-rw fs-rs au-lw au-ce au-rw
                      felipe 4627; de-croix 4626; liechtenstein 5627; botta 5626",
    );
    g.play("* 9; * 0; first");
    g.said(rule::R3_0h, "De Croix is in command");
}

#[test]
fn r3_0i_a_wing_commander_out_of_command_is_spent() {
    // De Croix is 25 hexes from the Infante, whose range is 22
    let mut g = game(
        "turn 2; used fs-lw fs-rw fs-rs au-lw au-ce au-rw
         felipe 2015; de-croix 4522; petit-bois 4522; saboya-inf 4522; africa-inf 4523 routed
         liechtenstein 5627; botta 5626; roth-ir 4722",
    );
    // PR9: he may be chosen all the same
    g.play("* 9; * 0; first");
    g.said(rule::R3_0i, "is out of command: his wing only defends");
    assert!(matches!(g.p.activation(), Some(a) if a.segment == Segment::Commanders), "{}", g.waits());
    // PR70: he himself may ride; corner case 32: his routed units do not run on
    g.offers("ride fs-wc-de-croix 4422");
    assert_eq!((g.hex("africa-inf"), g.unit("africa-inf").order), ("4523", Order::Routed));
    g.play("done");
    assert_eq!(wing(&g), "au-rs");
}

#[test]
fn r3_0j_pairs_follow_until_every_wing_had_its_chance() {
    let mut g = game("turn 2; used fs-lw fs-ce fs-rw fs-rs au-lw; standard");
    assert_eq!(g.decider(), Some(AUSTRIAN));
    g.play("wing au-rw");
    // PR50: who is alone goes on without a roll
    g.said(rule::R3_0j, "goes on alone");
    assert_eq!(wing(&g), "au-rw");
    g.finish();
    g.play("wing au-ce");
    g.finish();
    assert_eq!(wing(&g), "au-rs", "the last marker is no choice");
}

// ---- 3.0 B and C: the end of the turn --------------------------------------------------------------

#[test]
fn r3_0k_reorganization_comes_when_all_wings_have_acted() {
    let mut g = game_of(gossolengo(), "turn 6; guyenne-inf 0823 disordered; tripps-cav-1 0831 disordered");
    g.play("* 5; * 7; first");
    g.finish();
    g.finish();
    g.said(rule::R3_0k, "Reorganization");
    assert_eq!(g.roll_due(), "training");
    g.play("* 0");
    // PR87: all Franco-Spanish units, then the Austrians
    assert_eq!((g.unit("guyenne-inf").order, g.unit("tripps-cav-1").order), (Order::Good, Order::Disordered));
    g.play("* 0");
    assert_eq!(g.unit("tripps-cav-1").order, Order::Good);
}

#[test]
fn r3_0l_smoke_and_changing_go_billebaude_stays() {
    let mut g = game(
        "turn 2; phase reorganization; smoke 4622 4623
         reina-inf 4622 billebaude changed; castilla-inf 4623 disordered
         fs-lw-art-1 4624 fired; fs-lw-art-2 4625 failed",
    );
    g.play("* 9");
    g.said(rule::R3_0l, "Smoke and Changing markers are removed");
    assert_eq!(g.p.turn, 3);
    assert!(g.smoke().is_empty());
    let reina = g.unit("reina-inf");
    assert!(reina.billebaude && !reina.changed);
    // PR29: batteries are ready again, but one that has failed stays silent for the day
    assert!(!g.unit("fs-lw-art-1").fired);
    assert!(g.unit("fs-lw-art-2").fired && g.unit("fs-lw-art-2").failed);
}

#[test]
fn r3_0m_the_turn_advances() {
    let mut g = game("turn 5; phase reorganization; castilla-inf 4623 disordered");
    g.play("* 9");
    g.said(rule::R3_0m, "Turn 6");
    assert_eq!(g.p.turn, 6);
    assert!(g.p.used.is_empty(), "every wing may act again");
}

#[test]
fn r3_0n_victory_is_looked_at_after_the_last_turn() {
    let mut g =
        game_of(san_lazzaro(), "turn 5; phase reorganization; reina-inf 4013; castilla-inf 4014 disordered");
    g.play("* 9");
    let Need::Over(outcome) = g.game.need(&g.p) else { panic!("{}", g.waits()) };
    assert_eq!(outcome.winner, Some(FRANCO_SPANISH), "a unit stands in San Lazzaro");
    assert_eq!(g.game.prompt(&g.p, Viewer::Everything).rule, rule::R3_0n);
    let mut g =
        game_of(san_lazzaro(), "turn 4; phase reorganization; reina-inf 4013; castilla-inf 4014 disordered");
    g.play("* 9");
    assert_eq!(g.p.turn, 5, "not before");
}

// ---- 3.1: the activation of a wing -----------------------------------------------------------------

#[test]
fn r3_1a_four_segments_one_after_the_other() {
    let mut g = game(
        "activate fs-lw; felipe 4627; de-gages 4627; douchez 4622; aramburu 4524
         reina-inf 4622 billebaude; castilla-inf 4623; lombardia-inf 4524; corona-inf 4525
         fs-lw-art-1 4621 NE; daun-ir 4722; haganbach-ir 4821",
    );
    let segment = |g: &Case| g.p.activation().expect("a wing is at work").segment;
    assert_eq!(segment(&g), Segment::Billebaude);
    g.refused("formation fs-lw-douchez").because(rule::R3_1a);
    // corner case 30: who clears it may move and fire in the same activation
    g.play("rally reina-inf; * 0");
    assert!(!g.unit("reina-inf").billebaude);
    assert_eq!(segment(&g), Segment::Movement);
    g.refused("bombard fs-lw-art-1 4821").because(rule::R3_1b);
    g.play("formation fs-lw-douchez");
    g.finish_formation();
    assert_eq!(segment(&g), Segment::Movement, "all formations finish a segment first");
    g.play("done");
    assert_eq!(segment(&g), Segment::Bombardment);
    g.refused("formation fs-lw-douchez").because(rule::R3_1a);
    g.play("done");
    assert_eq!(segment(&g), Segment::Combat);
    assert!(matches!(g.p.now(), Some(Frame::Fire(_))), "{}", g.waits());
    g.offers("fire fs-reina-inf 4722");
}

#[test]
fn r3_1b_formations_in_any_order_each_once() {
    let mut g = left_wing_moves(
        "douchez 4622; aramburu 4524; reina-inf 4622; castilla-inf 4623; lombardia-inf 4524; corona-inf 4525",
    );
    g.offers("formation fs-lw-douchez").offers("formation fs-lw-aramburu");
    g.play("formation fs-lw-aramburu");
    g.finish_formation();
    g.offers("formation fs-lw-douchez").offers_not("formation fs-lw-aramburu");
    g.refused("formation fs-lw-aramburu").because(rule::R3_1b);
}

#[test]
fn r3_1c_only_formations_of_the_active_wing_act() {
    let mut g = left_wing_moves("douchez 4622; reina-inf 4622; larnage 4524; guyenne-inf 4524; daun-ir 5022");
    g.refused("formation fs-rw-larnage").because(rule::R3_1c);
    g.refused("formation au-ce-kheul").because(rule::R3_1c);
    g.play("formation fs-lw-douchez");
    g.refused("take guyenne-inf").because(rule::R5_0a);
}
