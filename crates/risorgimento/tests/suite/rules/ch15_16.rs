//! Chapters 15 and 16: set-up, entry, the Piedmontese cap, victory, II Corps.

use super::case::*;
use kernel::{Game, Need, Seat};
use risorgimento::position::{Corps, Ending, Place};
use risorgimento::{Options, rule};
use std::sync::OnceLock;

fn number(g: &Case, hex: hexmap::Hex) -> &str {
    g.game.map.number(hex)
}

/// Passes and gives up everything until the turn is over.
fn idle(g: &mut Case) {
    let turn = g.p.turn;
    for _ in 0..60 {
        if g.p.turn != turn || g.decider().is_none() {
            return;
        }
        let legal = g.legal();
        let quiet = ["pass", "done"].into_iter().find(|q| legal.iter().any(|a| a == q));
        let Some(quiet) = quiet else { return };
        g.play(quiet);
    }
    panic!("the turn does not end: {}", g.waits());
}

// ---- 15: set-up -------------------------------------------------------------------------------

#[test]
fn r15_each_piece_has_its_area() {
    let g = from_the_start();
    let areas: [(&str, &[&str], u8, &[&str]); 4] = [
        (
            "Valle di Burato",
            &["1106"],
            2,
            &["pi-5-aosta", "pi-6-aosta", "pi-aosta-cav", "pi-8-art", "pi-oc-carlo-alberto"],
        ),
        (
            "Motella",
            &["1412"],
            2,
            &["pi-7-cuneo", "pi-8-cuneo", "pi-1-2-bers", "pi-6-art", "pi-fc-darvillars"],
        ),
        (
            "Goito",
            &["2011", "2012"],
            3,
            &[
                "pi-17-acqui",
                "pi-11-casale",
                "pi-2-2-bers",
                "pi-napoli",
                "pi-toscana",
                "pi-nizza-cav",
                "pi-5-art",
                "pi-fc-diferrere",
            ],
        ),
        (
            "Segrada",
            &["1309"],
            3,
            &[
                "pi-1-guardie",
                "pi-2-guardie",
                "pi-savoia-cav",
                "pi-genova-cav",
                "pi-horse-art",
                "pi-fc-ve-savoia",
            ],
        ),
    ];
    let map = &g.game.map;
    for ((name, anchors, within, pieces), area) in areas.into_iter().zip(&g.game.scenario.setup) {
        let near = |h: hexmap::Hex| {
            anchors.iter().any(|a| map.distance(map.find(a).expect("on the map"), h) <= within)
        };
        assert!(area.hexes.iter().all(|h| near(*h)), "{name}: all within {within}");
        for hex in map.hexes().filter(|h| near(*h)) {
            let ground = g.game.terrain(hex);
            assert_eq!(area.hexes.contains(&hex), ground.cost[0].is_some(), "{name}: {}", map.number(hex));
        }
        for id in pieces {
            let unit = area.units.iter().any(|u| g.game.army.units[*u].id == *id);
            let leader = area.leaders.iter().any(|l| g.game.army.leaders[*l].id == *id);
            assert!(unit || leader, "{id} is set up near {name}");
        }
        assert_eq!(area.units.len() + area.leaders.len(), pieces.len());
    }
}

#[test]
fn r15_within_the_stated_distance() {
    let mut g = from_the_start();
    assert_eq!(g.decider(), Some(Seat(0)));
    // two hexes from Valle di Burato 1106 is 1108; 1109 is three
    g.refused("place 5-aosta 1109").because(rule::R15);
    g.refused("place carlo-alberto 1109").because(rule::R15);
    g.play("place 5-aosta 1108; ready; face S; place carlo-alberto 1108");
    g.said(rule::R15, "is placed in 1108");
    assert_eq!(g.hex("5-aosta"), "1108");
    g.refused("place 5-aosta 1107").because(rule::R15);
    g.refused("place carlo-alberto 1107").because(rule::R15);
}

#[test]
fn r15_nothing_else_before_all_stand() {
    let mut g = from_the_start();
    g.refused("done").because(rule::R15);
    g.refused("pass").because(rule::R15);
    g.play("place 5-aosta 1108");
    g.refused("place 6-aosta 1107").because(rule::R15);
    g.play("ready; face S");
}

/// Infantry in March, guns limbered or not, the facing free; who joins takes the facing of the hex (R58).
#[test]
fn r15_state_and_facing_are_free() {
    let mut g = from_the_start();
    g.play("place 5-aosta 1108; in march; face NE; place pi-8-art 1108; in march");
    assert!(g.unit("5-aosta").march && g.unit("pi-8-art").march);
    assert_eq!(g.unit("5-aosta").facing, g.unit("pi-8-art").facing);
    g.play("place 6-aosta 1107; ready; face NW");
    assert!(!g.unit("6-aosta").march);
}

#[test]
fn r15_the_standard_set_up_is_legal_and_starts_the_first_turn() {
    let mut g = from_the_start();
    g.play("place standard");
    assert_eq!(g.roll_due(), "initiative");
    assert_eq!((g.p.turn, g.hex("7-cuneo"), g.leader_hex("carlo-alberto")), (1, "1412", "1208"));
    assert!(g.p.units.iter().all(|u| u.place != Place::Setup));
    g.said(rule::R15, "The set-up is finished");
}

#[test]
fn r15_everything_is_piedmontese_at_first() {
    let g = from_the_start();
    assert_eq!(g.game.objectives_held(&g.p, 0), 18);
    assert_eq!(g.game.objectives_held(&g.p, 1), 0);
}

// ---- 15.1: entry ------------------------------------------------------------------------------

#[test]
fn r15_1a_a_brigade_on_each_of_the_first_four_turns() {
    let mut g = from_the_start();
    g.play("place standard");
    let due = ["Benedek", "Wohlgemuth", "Strassoldo", "Clam-Gallas"];
    let first = ["33-gyulai", "45-sigmund", "17-hohenlohe", "7-prohaska"];
    for (turn, name) in due.into_iter().enumerate() {
        assert_eq!(g.p.turn as usize, turn + 1);
        g.said(rule::R15_1a, &format!("{name} brigade can enter at 1619"));
        for (i, unit) in first.into_iter().enumerate() {
            let place = if i <= turn { Place::Column } else { Place::Later };
            assert_eq!(g.unit(unit).place, place, "{unit} on turn {}", turn + 1);
        }
        if turn < 3 {
            g.play("* 1 1; * 6 6");
            idle(&mut g);
        }
    }
    assert_eq!(g.unit("5-hussars").place, Place::Column, "the reserve regiment comes with Strassoldo");
}

#[test]
fn r15_1a_a_column_that_was_not_activated_waits() {
    let mut g = game(
        "turn 1; side austria; initiative austria; 33-gyulai column; benedek column; 5-aosta 0902; darvillars 0901",
    );
    idle(&mut g);
    assert_eq!(g.p.turn, 2);
    assert_eq!(g.unit("33-gyulai").place, Place::Column);
    g.play("* 1 1; * 6 6");
    g.offers("activate benedek");
}

const COLUMN: &str =
    "activate benedek forces; 33-gyulai+21-paumgarten+4-grenzer+1-art column; benedek column; radetzky column
    5-aosta 0902; darvillars 0901";

#[test]
fn r15_1a_they_enter_at_the_sacca_road() {
    let mut g = game(COLUMN);
    g.play("act 33-gyulai");
    g.offers("enter 1619").offers_not("enter 1519").offers_not("stop");
    g.refused("enter 1519").because(rule::R15_1a);
    g.refused("step N").because(rule::R15_1b);
    g.play("enter 1619; step 1618; stop");
    g.said(rule::R15_1b, "enters the map at 1619 (1 MP)");
    g.refused("act 33-gyulai").because(rule::R7_2);
}

#[test]
fn r15_1b_one_after_the_other() {
    let mut g = game(COLUMN);
    g.refused("act 33-gyulai+21-paumgarten").because(rule::R15_1b);
}

/// Deployed, each place in the column costs one point more.
#[test]
fn r15_1b_a_point_for_each_place_after_the_first() {
    let mut g = game(COLUMN);
    g.play("act 33-gyulai; enter 1619; step 1618; step 1617; stop");
    g.said(rule::R15_1b, "at 1619 (1 MP)");
    g.play("act 21-paumgarten; enter 1619; step 1618; stop");
    g.said(rule::R15_1b, "at 1619 (2 MP)");
    g.play("act 4-grenzer; enter 1619");
    g.said(rule::R15_1b, "at 1619 (3 MP)");
    // five points: three are gone
    g.play("step 1719; step 1718");
    g.refused("step 1717").because(rule::R8a);
}

/// In March along the major road it is half a point for the hex and for each place.
#[test]
fn r15_1b_less_in_march() {
    let mut g = game(COLUMN);
    g.play("act 33-gyulai; march; enter 1619");
    g.said(rule::R15_1b, "at 1619 (0.5 MP)");
    g.play("step 1618; step 1617; step 1616; step 1715; stop; act 21-paumgarten; march; enter 1619");
    g.said(rule::R15_1b, "at 1619 (1 MP)");
}

/// Some march, others do not.
#[test]
fn r15_1b_a_mixture() {
    let mut g = game(COLUMN);
    g.play("act 33-gyulai; march; enter 1619; step 1618; step 1617; stop; act 21-paumgarten; enter 1619");
    g.said(rule::R15_1b, "at 1619 (2 MP)");
}

#[test]
fn r15_1b_guns_come_limbered() {
    let mut g = game(COLUMN);
    g.play("act 1-art");
    g.offers_not("march");
    g.play("enter 1619; step 1618");
    assert!(g.unit("au-1-art").march);
    g.said(rule::R15_1b, "at 1619 (0.5 MP)");
}

/// A unit whose allowance is used up by its place still comes in, to the first hex (R55, 8.1).
#[test]
fn r15_1b_the_last_of_a_long_column_still_enters() {
    let mut g = game(
        "activate clam forces; 7-prohaska+18-reisinger+gren-danthon+i-8-grenzer+au-2-art column; clam column
         5-aosta 0902; darvillars 0901",
    );
    g.play("act au-2-art; enter 1619; step 1618; step 1617; stop");
    g.play("act 7-prohaska; enter 1619; step 1618; stop; act 18-reisinger; enter 1619; step 1519; stop");
    g.play("act gren-danthon; enter 1619; step 1719; stop; act i-8-grenzer; enter 1619");
    g.said(rule::R15_1b, "at 1619 (5 MP)");
    g.refused("step 1618").because(rule::R8a);
    g.play("stop");
    assert_eq!(g.hex("i-8-grenzer"), "1619");
}

#[test]
fn r15_1b_a_full_entry_hex_bars_the_way() {
    let mut g = game(
        "activate benedek forces; 33-gyulai+1-art 1619; 21-paumgarten+4-grenzer column; benedek 1619; 5-aosta 0902; darvillars 0901",
    );
    // a battalion finds room; a regiment deployed does not, but marching it passes through
    g.play("act 21-paumgarten");
    g.refused("enter 1619").because(rule::R6_3_1);
    g.play("march; enter 1619");
    g.refused("stop").because(rule::R6_3_1);
    g.play("step 1618; stop");
}

#[test]
fn r15_1_commanders_enter_and_delay_nobody() {
    let mut g = game(COLUMN);
    g.play(
        "act radetzky; enter 1619; step 1618; stop; act benedek; enter 1619; stop; act 33-gyulai; enter 1619",
    );
    g.said(rule::R15_1b, "at 1619 (1 MP)");
    assert_eq!((g.leader_hex("radetzky"), g.leader_hex("benedek")), ("1618", "1619"));
    covers(&[rule::R15_1a]);
}

/// The enemy stands on the entry hex: the column comes in at the nearest free hex of the edge (R57).
#[test]
fn r15_1a_an_entry_hex_held_by_the_enemy() {
    let mut g = game(
        "activate benedek forces; 33-gyulai column; benedek column; 5-aosta 1619 N march; darvillars 0901",
    );
    g.play("act 33-gyulai");
    let at: Vec<String> = g.legal().into_iter().filter(|a| a.starts_with("enter")).collect();
    assert_eq!(at, ["enter 1519", "enter 1719"]);
}

/// In a zone of reaction the entry hex is used only with a marker on it; one may be declared there.
#[test]
fn r15_1a_an_entry_hex_in_a_zone() {
    let text = "33-gyulai+1-art column; benedek column; 5-aosta 1618 S; darvillars 0901";
    let mut g = game(&format!("activate benedek; {text}"));
    g.offers("mark assault 1619>1618");
    g.play("mark assault 1619>1618; act 33-gyulai; enter 1619; react none; assault");
    assert_eq!(g.roll_due(), "assault");
    // without a marker: beside the zone
    let mut h = game(&format!("activate benedek forces; {text}"));
    h.play("act 33-gyulai");
    h.offers_not("enter 1619");
    h.refused("enter 1619").because(rule::R15_1a);
    let at: Vec<String> = h.legal().into_iter().filter(|a| a.starts_with("enter")).collect();
    assert!(!at.is_empty(), "{}", h.waits());
}

/// Off the map nobody is fired at and nobody has a zone (R68).
#[test]
fn r15_1_the_column_is_out_of_the_battle() {
    let g = game("activate 1div; pi-8-art 1617 S; darvillars 1615; 33-gyulai column; benedek column");
    assert!(g.legal().iter().all(|a| !a.starts_with("mark")));
    assert!(g.unit("33-gyulai").hex.is_none());
}

// ---- 15.2: the Piedmontese cap -----------------------------------------------------------------

const ARMY: &str =
    "side piedmont; initiative piedmont; 5-aosta 0902; darvillars 0901; 11-casale 0704; diferrere 0703
    1-guardie 1104; ve-savoia 1103; 33-gyulai 0918; benedek 0918; 45-sigmund 1018; wohlgemuth 1018";

/// The worked example of 15.2: one formation on the first turn, two on the second.
#[test]
fn r15_2_as_many_as_the_number_of_the_turn() {
    let mut g = game(&format!("turn 1; {ARMY}"));
    g.play("activate 1div; * 1; done");
    // nothing more for Piedmont: it passes by itself
    assert_eq!(g.decider(), Some(Seat(1)));
    g.play("activate benedek; * 5");
    assert_eq!(g.decider(), Some(Seat(1)), "Piedmont has passed");
    let mut h = game(&format!("turn 2; {ARMY}"));
    h.play("activate 1div; * 1; done; pass; activate 2div; * 1; done; activate benedek; * 5");
    assert_eq!(h.decider(), Some(Seat(1)));
    let mut i = game(&format!("turn 3; {ARMY}"));
    i.play("activate 1div; * 1; done; pass; activate 2div; * 1; done; pass; activate ris; * 1; done");
}

#[test]
fn r15_2_refused_beyond_the_cap() {
    let mut g = game(&format!("turn 1; {ARMY}"));
    g.p.activations[0] = 1;
    g.refused("activate 2div").because(rule::R15_2);
}

/// Corner case 27: attempts do not count, only activations.
#[test]
fn r15_2_failed_attempts_do_not_count() {
    let mut g = game(&format!("turn 1; {ARMY}"));
    g.play("activate 1div; * 5; pass");
    g.offers("activate 1div").offers("activate 2div").offers("activate ris");
    g.play("activate 2div; * 2");
    g.said(rule::R6_1_1, "2 divisione is activated");
}

#[test]
fn r15_2_the_austrians_have_no_cap() {
    let mut g = game(
        &format!("turn 1; {ARMY}")
            .replace("side piedmont; initiative piedmont", "side austria; initiative austria"),
    );
    g.play("activate benedek; * 1; done; pass; activate wohlgemuth; * 1; done");
    g.said(rule::R6_1_1, "Wohlgemuth brigade is activated");
}

#[test]
fn r15_2_1_a_loose_cannon_counts() {
    let mut g = game(&format!("turn 1; {ARMY}"));
    g.play("activate 1div; * 6; * 4; done");
    g.said(rule::R15_2_1, "1 of 1");
    g.play("activate benedek; * 5");
    assert_eq!(g.decider(), Some(Seat(1)), "Piedmont may activate no more");
}

#[test]
fn r15_2_1_nothing_is_said_of_the_austrians() {
    let mut g =
        game("side austria; initiative austria; 33-gyulai 0918; benedek 0918; 5-aosta 0902; darvillars 0901");
    g.play("activate benedek; * 6");
    g.never_said("counts as activated");
}

// ---- 16: victory --------------------------------------------------------------------------------

const QUIET: &str = "phase end; 33-gyulai 0918; benedek 0918; 5-aosta 0902; darvillars 0901";
const SIX: &str = "control austria 1116 1317 1517 1817 1614 1713";
const NINE: &str = "control austria 1116 1317 1517 1817 1614 1713 1814 1113 0914";

fn ending(text: &str) -> (Case, Option<Ending>) {
    let g = game(text);
    let ending = g.p.ending;
    (g, ending)
}

#[test]
fn r16a_goito_decides_at_the_end_of_any_turn() {
    let (g, how) = ending(&format!("turn 2; {QUIET}; control austria 2011 2012"));
    assert_eq!(how, Some(Ending::Decisive));
    assert!(matches!(g.game.need(&g.p), Need::Over(_)));
    assert_eq!(g.game.winner(Ending::Decisive), Some(1));
    covers(&[rule::R16a]);
}

#[test]
fn r16a_both_hexes_of_goito_are_needed() {
    let (g, how) = ending(&format!("turn 2; {QUIET}; control austria 2011"));
    assert_eq!((how, g.p.turn), (None, 3));
}

#[test]
fn r16a_not_before_the_end_of_the_turn() {
    let mut g = game(
        "turn 2; side austria; initiative austria; control austria 2011 2012; 33-gyulai 0918; benedek 0918; 5-aosta 0902; darvillars 0901",
    );
    assert_eq!(g.p.ending, None);
    idle(&mut g);
    assert_eq!(g.p.ending, Some(Ending::Decisive));
    g.said(rule::R16a, "decisive victory");
}

#[test]
fn r16b_six_farms_at_the_end_of_the_battle() {
    assert_eq!(ending(&format!("turn 8; {QUIET}; {SIX}")).1, Some(Ending::Tactical));
    assert_eq!(ending(&format!("turn 8; {QUIET}; {}", SIX.replace(" 1713", ""))).1, Some(Ending::Held));
    // corner case 28: farms count only at the end of the last turn
    assert_eq!(ending(&format!("turn 7; {QUIET}; {NINE}")).1, None);
}

#[test]
fn r16b_it_is_said_with_its_rule() {
    let mut g = game(&format!(
        "turn 8; side austria; initiative austria; {SIX}; 33-gyulai 0918; benedek 0918; 5-aosta 0902; darvillars 0901"
    ));
    idle(&mut g);
    g.said(rule::R16b, "tactical victory");
    g.said(rule::R16b, "6 of 18");
}

#[test]
fn r16c_otherwise_piedmont_wins() {
    let mut g = game(
        "turn 8; side austria; initiative austria; 33-gyulai 0918; benedek 0918; 5-aosta 0902; darvillars 0901",
    );
    idle(&mut g);
    assert_eq!(g.p.ending, Some(Ending::Held));
    assert_eq!(g.game.winner(Ending::Held), Some(0));
    g.said(rule::R16c, "victory");
}

/// Control stays with the last who passed through (1.3); commanders take nothing (R8).
#[test]
fn r16_control_by_passing_through() {
    let mut g = game("activate benedek forces; 33-gyulai 1514; benedek 1514; 5-aosta 0902; darvillars 0901");
    let held = |g: &Case| g.game.objectives_held(&g.p, 1);
    g.play("act benedek; step 1614; step 1514; stop");
    assert_eq!(held(&g), 0);
    g.play("act 33-gyulai; step 1614; step 1514; stop");
    assert_eq!(held(&g), 1);
    g.said(rule::R1_3b, "takes 1614");
}

#[test]
fn r16_eighteen_farmhouses_and_farms() {
    let g = from_the_start();
    let mut all: Vec<&str> = g.game.scenario.victory.objectives.iter().map(|h| number(&g, *h)).collect();
    all.sort_unstable();
    assert_eq!(all.len(), 18);
    assert!(!all.contains(&"2011") && !all.contains(&"1502"), "villages are no farms");
}

// ---- 16.1: II Corps ------------------------------------------------------------------------------

fn asked() -> Case {
    game(&format!("turn 4; {QUIET}"))
}

#[test]
fn r16_1_3_the_choice_at_the_end_of_turn_four() {
    let mut g = asked();
    assert_eq!(g.decider(), Some(Seat(1)));
    assert_eq!(g.legal(), ["ask for corps", "do not ask"]);
    g.play("do not ask");
    g.said(rule::R16_1_3, "never come");
    assert_eq!((g.p.turn, g.p.corps), (5, Corps::NotAsked));
}

#[test]
fn r16_1_3_not_asked_is_for_good() {
    let g = game(&format!("turn 5; corps notasked; {QUIET}"));
    assert_eq!((g.p.turn, g.roll_due()), (6, "initiative"));
}

#[test]
fn r16_1_3_not_before_turn_four() {
    let g = game(&format!("turn 3; {QUIET}"));
    assert_eq!((g.p.turn, g.p.corps), (4, Corps::Undecided));
}

#[test]
fn r16_1_1_a_one_brings_it() {
    let mut g = asked();
    g.play("ask for corps");
    assert_eq!(g.roll_due(), "II Corps");
    g.play("* 1");
    g.said(rule::R16_1_1, "II Corps comes from the next turn on");
    assert_eq!((g.p.turn, g.p.corps), (5, Corps::Arrives(5)));
    assert_eq!(g.unit("9-jager").place, Place::Column);
}

#[test]
fn r16_1_1_otherwise_again_at_the_end_of_each_turn() {
    let mut g = asked();
    g.play("ask for corps; * 2");
    g.said(rule::R16_1_1, "no word from II Corps");
    assert_eq!((g.p.turn, g.p.corps), (5, Corps::Asked));
    g.play("* 1 1; * 6 6");
    idle(&mut g);
    assert_eq!(g.roll_due(), "II Corps", "no second question");
    g.play("* 6");
    assert_eq!((g.p.turn, g.p.corps), (6, Corps::Asked));
}

#[test]
fn r16_1_1b_the_brigades_come_one_a_turn_in_order() {
    let mut g = asked();
    g.play("ask for corps; * 1");
    let due = [("Liechtenstein", "9-jager"), ("Thurn-Taxis", "2-kjager"), ("Giulay", "11-jager")];
    for (i, (name, unit)) in due.into_iter().enumerate() {
        assert_eq!(g.p.turn as usize, 5 + i);
        g.said(rule::R16_1_1b, &format!("{name} brigade"));
        assert_eq!(g.unit(unit).place, Place::Column);
        if let Some((_, later)) = due.get(i + 1) {
            assert_eq!(g.unit(later).place, Place::Later);
        }
        g.play("* 1 1; * 6 6");
        idle(&mut g);
    }
    let of = |formation: &str| {
        let def = g.game.army.formations.iter().find(|f| f.id == formation).expect("a formation");
        def.units.iter().map(|u| g.game.army.units[*u].id.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(of("au-liechtenstein"), ["au-9-jager", "au-52-fkarl", "au-2-horse-art"]);
    assert_eq!(of("au-thurn-taxis"), ["au-2-kjager", "au-38", "au-4-art"]);
    assert_eq!(of("au-giulay"), ["au-11-jager", "au-48", "au-5-art"]);
}

#[test]
fn r16_1_1_it_enters_at_the_catapane_road() {
    let mut g = game(
        "turn 5; corps arrives 5; activate liechtenstein forces; 9-jager+52-fkarl column; liechtenstein column
         5-aosta 0902; darvillars 0901",
    );
    g.play("act 52-fkarl; march; enter 0112");
    // the lane is a minor road
    g.said(rule::R15_1b, "at 0112 (0.75 MP)");
    g.play("step 0212; stop; act 9-jager; march; enter 0112");
    g.said(rule::R15_1b, "at 0112 (1.5 MP)");
}

#[test]
fn r16_1_2_goito_alone_no_longer_decides() {
    let (_, how) = ending(&format!("turn 6; corps arrives 5; {QUIET}; control austria 2011 2012"));
    assert_eq!(how, None);
    let (_, how) = ending(&format!("turn 6; corps arrives 5; {QUIET}; control austria 2011 2012 1502"));
    assert_eq!(how, Some(Ending::Decisive));
}

#[test]
fn r16_1_2_nine_farms_for_a_tactical_victory() {
    assert_eq!(ending(&format!("turn 8; corps arrives 5; {QUIET}; {SIX}")).1, Some(Ending::Held));
    assert_eq!(ending(&format!("turn 8; corps arrives 5; {QUIET}; {NINE}")).1, Some(Ending::Tactical));
    let mut g = game(&format!(
        "turn 8; corps arrives 5; side austria; initiative austria; {NINE}; 33-gyulai 0918; benedek 0918; 5-aosta 0902; darvillars 0901"
    ));
    idle(&mut g);
    g.said(rule::R16_1_2, "9 of 18");
}

/// Asking changes nothing; the corps is in play from the turn on which it can first enter (R59).
#[test]
fn r16_1_2_only_once_it_is_in_play() {
    assert_eq!(
        ending(&format!("turn 6; corps asked; {QUIET}; control austria 2011 2012")).1,
        Some(Ending::Decisive)
    );
    let g = game(&format!("turn 6; corps arrives 7; {QUIET}"));
    assert!(g.game.corps_in_play(&g.p), "turn 7 has begun");
    assert_eq!(
        ending(&format!("turn 6; corps arrives 7; {QUIET}; control austria 2011 2012")).1,
        Some(Ending::Decisive)
    );
}

/// The shorter game has no II Corps, ends after turn 5 and asks for five farms.
#[test]
fn r16_the_quick_scenario() {
    static QUICK: OnceLock<risorgimento::Battle> = OnceLock::new();
    let battle = QUICK.get_or_init(|| of("quick", Options::default()));
    let at = |text: &str| risorgimento::handmade::position(battle, text);
    assert_eq!(at(&format!("turn 4; {QUIET}")).turn, 5, "no question at the end of turn 4");
    let five = "control austria 1116 1317 1517 1817 1614";
    assert_eq!(at(&format!("turn 5; {QUIET}; {five}")).ending, Some(Ending::Tactical));
    assert_eq!(at(&format!("turn 5; {QUIET}; {}", five.replace(" 1614", ""))).ending, Some(Ending::Held));
}
