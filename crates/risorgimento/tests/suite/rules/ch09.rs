//! Chapter 9: fire. Who fires at what, range and line of sight, the roll, its results, ammunition.

use super::case::*;
use kernel::Seat;
use risorgimento::position::Ammo;
use risorgimento::rule;

const PIEDMONT: Seat = Seat(0);
const AUSTRIA: Seat = Seat(1);

// ---- 9: who fires, and where ---------------------------------------------------------------------

#[test]
fn r9a_guns_and_light_infantry_fire_as_an_action() {
    let mut g = game(
        "activate strassoldo forces; 3-horse-art 0210 N; 10-jager 0608 N; strassoldo 0211
         5-aosta 0207 S; 6-aosta 0607 S march; darvillars 0204",
    );
    g.play("act 3-horse-art; fire at 0207; * 1 1; react none; stop");
    g.said(rule::R9_3, "3 art. a cavallo fires at 5 Aosta in 0207.");
    // the enemy is in March: the riflemen stand in no zone and need no marker
    g.play("act 10-jager; fire at 0607; * 1 1");
    g.said(rule::R9_3, "10 Jäger fires at 6 Aosta in 0607.");
    covers(&[rule::R9a]);
}

#[test]
fn r9a_line_infantry_fires_only_in_reaction() {
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N; benedek 0211
         5-aosta 0207 S; darvillars 0204; marker assault 0208>0207",
    );
    g.play("act 33-gyulai; step 0208; react fire 5-aosta; * 1 1");
    g.said(rule::R12_2_2, "5 Aosta fires at 33 Gyulai in 0208.");
    g.refused("fire at 0207").because(rule::R9_2_3b);
    covers(&[rule::R9a]);
}

#[test]
fn r9b_fire_goes_through_the_front_only() {
    let mut g = game("activate benedek forces; 1-art 0210 S; benedek 0211; 5-aosta 0207 S; darvillars 0204");
    g.play("act 1-art");
    g.refused("fire at 0207").because(rule::R9b);
    g.play("face N; fire at 0207; * 1 1");
    g.said(rule::R9_3, "1 art. fires at 5 Aosta");
}

/// Ruling: a line through the corner between a front and a rear hexside is front.
#[test]
fn r9b_a_line_through_the_corner_of_front_and_rear_is_front() {
    let mut g = game("activate benedek forces; 1-art 0208 N; benedek 0211; 5-aosta 0408 S; darvillars 0204");
    g.play("act 1-art; fire at 0408; * 1 1");
    assert_eq!(g.modifier("rear"), None, "it arrives at such a corner too");
}

#[test]
fn r9b_no_rear_in_a_farmhouse_nor_in_square() {
    let mut g = game("activate benedek forces; 1-art 1412 S; benedek 1413; 5-aosta 1410 S; darvillars 1408");
    g.play("act 1-art; fire at 1410; * 1 1");
    g.said(rule::R9_3, "1 art. fires at 5 Aosta in 1410.");
}

/// Corner case 3: the mover must be in a front hex of the force that fires in reaction.
#[test]
fn r9b_reaction_fire_too_needs_the_front() {
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N; benedek 0211
         5-aosta 0207 N; darvillars 0204; marker assault 0208>0207",
    );
    g.play("act 33-gyulai; step 0208");
    g.refused("react fire 5-aosta").because(rule::R9b);
}

#[test]
fn r9c_the_guns_of_a_hex_or_the_rest() {
    let text =
        "activate benedek forces; 1-art 0210 N; benedek 0211; 5-aosta+pi-8-art 0207 S; darvillars 0204";
    let mut g = game(text);
    g.play("act 1-art");
    g.offers("fire at 0207").offers("fire at 0207 guns");
    g.play("fire at 0207 guns; * 6 6");
    // 12, less 1 for guns as target, 1 more for four stacking points: row 12, column 3
    g.said(rule::R9_4, "1S1");
    assert_eq!((g.unit("pi-8-art").lost, g.unit("5-aosta").lost), (1, 0));
    assert_eq!((g.unit("pi-8-art").status, g.unit("5-aosta").status), (1, 0));

    let mut g = game(text);
    g.play("act 1-art");
    g.refused("fire at 0206").because(rule::R9c);
    let mut g = game("activate benedek forces; 1-art 0210 N; benedek 0211; 5-aosta 0207 S; darvillars 0204");
    g.play("act 1-art");
    g.refused("fire at 0207 guns").because(rule::R9c);
}

/// Ruling: infantry and cavalry of a hex are one target.
#[test]
fn r9c_infantry_and_cavalry_are_hit_together() {
    let mut g = game(
        "activate benedek forces; 1-art 0210 N; benedek 0211; 7-cuneo+aosta-cav 0207 S; darvillars 0204",
    );
    g.play("act 1-art; fire at 0207; * 5 5");
    // 10 and 1 for the massed target
    g.said(rule::R9_4, "0S1");
    assert_eq!((g.unit("7-cuneo").status, g.unit("aosta-cav").status), (1, 1));
}

// ---- 9.1: range -----------------------------------------------------------------------------------

#[test]
fn r9_1_five_hexes_with_strength_by_range() {
    // three strength points: times 2, 3/2, 1, 1/2, 1/3, rounded up
    for (target, strength) in [("0209", 6), ("0208", 5), ("0207", 3), ("0206", 2), ("0205", 1)] {
        let mut g = game(&format!(
            "activate benedek forces; 1-art 0210 N; benedek 0211; 5-aosta {target} S march; darvillars 0204"
        ));
        g.play(&format!("act 1-art; fire at {target}; * 1 1"));
        g.said(rule::R9_3, &format!("strength {strength},"));
    }
    let mut g = game("activate benedek forces; 1-art 0210 N; benedek 0211; 5-aosta 0204 S; darvillars 0203");
    g.play("act 1-art");
    g.refused("fire at 0204").because(rule::R9_1);
    covers(&[rule::R9_1]);
}

#[test]
fn r9_1_1_infantry_reaches_one_hex() {
    let mut g =
        game("activate strassoldo forces; 10-jager 0209 N; strassoldo 0211; 5-aosta 0207 S; darvillars 0204");
    g.play("act 10-jager");
    g.refused("fire at 0207").because(rule::R9_1_1);
    // the line in reaction: shot at from afar it cannot answer
    let mut g = game("activate benedek forces; 1-art 0210 N; benedek 0211; 5-aosta 0207 S; darvillars 0204");
    g.play("act 1-art; fire at 0207; * 1 1");
    g.refused("react fire 5-aosta").because(rule::R9_1_1);
}

#[test]
fn r9_1_2_counterbattery() {
    let mut g = game("activate benedek forces; 1-art 0210 N; benedek 0211; pi-8-art 0207 S; darvillars 0204");
    g.play("act 1-art; fire at 0207 guns; * 1 1; react fire pi-8-art; * 1 1");
    g.said(rule::R9_1_2, "8 art fires at 1 art. in 0210.");
    // the guns may still limber, then the firing side goes on: no answer to the answer
    g.play("done");
    assert_eq!(g.decider(), Some(AUSTRIA));
    g.offers("stop").offers_not("react fire 0210 artillery");
}

#[test]
fn r9_1_2_only_who_was_the_target_and_only_through_the_front() {
    let mut g =
        game("activate benedek forces; 1-art 0210 N; benedek 0211; 5-aosta+pi-8-art 0207 S; darvillars 0204");
    g.play("act 1-art; fire at 0207; * 1 1");
    g.refused("react fire pi-8-art").because(rule::R12_1a);
    let mut g = game("activate benedek forces; 1-art 0210 N; benedek 0211; pi-8-art 0207 N; darvillars 0204");
    g.play("act 1-art; fire at 0207 guns; * 1 1");
    g.refused("react fire pi-8-art").because(rule::R9b);
}

// ---- 9.2: forces ------------------------------------------------------------------------------------

#[test]
fn r9_2_batteries_of_a_formation_fire_as_one() {
    let mut g = game(
        "turn 4; activate 1div forces; pi-8-art+6-art 0206 S; darvillars 0204
         33-gyulai 0209 N; benedek 0211",
    );
    g.play("act 6-art");
    g.refused("fire at 0209").because(rule::R9_2);
    let mut g = game(
        "turn 4; activate 1div forces; pi-8-art+6-art+pi-5-art 0206 S; darvillars 0204
         33-gyulai 0209 N; benedek 0211",
    );
    g.play("act 6-art+pi-8-art; fire at 0209; * 1 1");
    // the battery of the other division does not join in
    g.said(rule::R9_3, "strength 6,");
    assert_eq!((g.unit("pi-6-art").ammo, g.unit("pi-5-art").ammo), (Ammo::Low, Ammo::Full));
}

#[test]
fn r9_2_in_reaction_all_of_the_hex_fire_together() {
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N; benedek 0211
         7-cuneo+2-2-bers 0207 S; darvillars 0204; marker assault 0208>0207",
    );
    g.play("act 33-gyulai; step 0208; react fire 7-cuneo; * 1 1");
    // two divisions, line and light: 5 and 1 points, no shift for a mixed force
    g.said(rule::R9_3, "strength 6,");
    assert_eq!(g.modifier("line infantry"), None);
    assert_eq!((g.unit("7-cuneo").ammo, g.unit("2-2-bers").ammo), (Ammo::Low, Ammo::Low));
}

#[test]
fn r9_2_horse_and_field_artillery_are_one_kind() {
    // in reaction: the horse artillery of the reserve with a field battery
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N; benedek 0211
         pi-8-art+pi-horse-art 0207 S; darvillars 0204; marker assault 0208>0207",
    );
    g.play("act 33-gyulai; step 0208; react fire pi-8-art; * 1 1");
    g.said(rule::R9_3, "strength 20,");
}

#[test]
fn r9_2_1_different_forces_fire_apart() {
    let mut g = game(
        "activate strassoldo forces; 3-horse-art+10-jager 0208 N; strassoldo 0211
         5-aosta 0207 S march; 6-aosta 0307 S march; darvillars 0204",
    );
    g.refused("act 10-jager+3-horse-art").because(rule::R2_3a);
    g.play("act 3-horse-art; fire at 0207; * 1 1; react none; done; stop");
    g.said(rule::R9_2_1, "3 art. a cavallo fires at 5 Aosta");
    g.play("act 10-jager; fire at 0307; * 1 1");
    g.said(rule::R9_2_1, "10 Jäger fires at 6 Aosta");
}

#[test]
fn r9_2_2_guns_turn_before_or_after_their_fire() {
    let place = |facing: &str| {
        let text = format!("1-art 0210 {facing}; 21-paumgarten 0212; benedek 0211; 5-aosta 0207 S");
        game(&format!("activate benedek forces; {text}; darvillars 0204"))
    };
    let mut g = place("N");
    g.play("act 1-art; fire at 0207; * 1 1; react none");
    g.refused("limber").because(rule::R9_2_2);
    g.play("face NE");
    assert_eq!(g.unit("1-art").facing, 1);
    // turned to its target, it has had its turn: the action is over with the fire
    let mut h = place("S");
    h.play("act 1-art; face N; fire at 0207; * 1 1; react none");
    h.offers_not("face NE").offers("act 21-paumgarten");
    assert_eq!(h.unit("1-art").facing, 0);
}

#[test]
fn r9_2_2_light_infantry_turns_before_but_not_after() {
    let mut g = game(
        "activate strassoldo forces; 10-jager 0208 S; strassoldo 0211; 5-aosta 0207 S march; darvillars 0204",
    );
    g.play("act 10-jager; face N; fire at 0207; * 1 1; react none; done");
    // its action is over
    g.refused("act 10-jager").because(rule::R7_2);
}

#[test]
fn r9_2_2_guns_that_moved_do_not_fire() {
    let mut g = game(
        "activate strassoldo forces; 3-horse-art 0211 N limbered; strassoldo 0212; 5-aosta 0207 S; darvillars 0204",
    );
    g.play("act 3-horse-art; step 0210; unlimber");
    g.refused("fire at 0207").because(rule::R9_2_2);
    // nor those that have just unlimbered
    let mut g = game(
        "activate strassoldo forces; 3-horse-art 0211 N limbered; strassoldo 0212; 5-aosta 0207 S; darvillars 0204",
    );
    g.play("act 3-horse-art; unlimber");
    g.refused("fire at 0207").because(rule::R9_2_2);
}

#[test]
fn r9_2_3a_light_infantry_moves_and_fires_in_a_marker_hex() {
    let text = "activate strassoldo forces; 10-jager 0209 N; strassoldo 0211
                5-aosta 0207 S; darvillars 0204; marker assault 0208>0207";
    let mut g = game(text);
    g.play("act 10-jager; step 0208; react none");
    g.offers("assault").offers("fire at 0207");
    g.play("fire at 0207; * 1 1; react none");
    assert_eq!(g.modifier("moved"), Some(-1));
    // it fired and does not assault as well; its marker is served
    g.refused("act 10-jager").because(rule::R7_2);
    g.play("done");
}

#[test]
fn r9_2_3a_nowhere_else() {
    // 0208 lies in no zone, the enemy being in March: it moves there freely but does not fire
    let mut g = game(
        "activate strassoldo forces; 10-jager 0209 N; strassoldo 0211; 5-aosta 0207 S march; darvillars 0204",
    );
    g.play("act 10-jager; step 0208");
    g.refused("fire at 0207").because(rule::R9_2_3a);
    // and only where the marker points
    let mut g = game(
        "activate strassoldo forces; 10-jager 0209 N; strassoldo 0211
         5-aosta 0207 S; 6-aosta 0307 S; darvillars 0204; marker assault 0208>0207",
    );
    g.play("act 10-jager; step 0208; react none");
    g.refused("fire at 0307").because(rule::R9_2_3a);
}

#[test]
fn r9_2_3a_firing_needs_no_points_for_the_target_hex() {
    // six steps bring it to the marker: nothing is left for an assault, and it may still fire
    let mut g = game(
        "activate strassoldo forces; 10-jager 0214 N; 17-hohenlohe 0209 N; strassoldo 0215
         5-aosta 0207 S; darvillars 0204; marker assault 0208>0207",
    );
    g.play("act 10-jager; step 0213; step 0212; step 0211; step 0210; step 0209; step 0208; react none");
    g.refused("assault").because(rule::R11_1);
    g.refused("stop").because(rule::R7_1b);
    g.play("fire at 0207; * 1 1");
}

#[test]
fn r9_2_3a_in_a_zone_only_with_a_marker() {
    let mut g =
        game("activate strassoldo forces; 10-jager 0208 N; strassoldo 0211; 5-aosta 0207 S; darvillars 0204");
    g.play("act 10-jager");
    g.refused("fire at 0207").because(rule::R7_1b);
    let mut g = game(
        "activate strassoldo forces; 10-jager 0208 N; strassoldo 0211; 5-aosta 0207 S; darvillars 0204
         marker assault 0208>0207",
    );
    g.play("act 10-jager; fire at 0207; * 1 1");
    assert_eq!(g.modifier("moved"), None);
}

/// Ruling: a mixed force neither fires as an action nor moves and fires.
#[test]
fn r9_2_3a_not_together_with_the_line() {
    let mut g = game(
        "activate strassoldo forces; 10-jager+17-hohenlohe 0209 N; strassoldo 0211
         5-aosta 0207 S; darvillars 0204; marker assault 0208>0207",
    );
    g.play("act 17-hohenlohe+10-jager; step 0208; react none");
    g.refused("fire at 0207").because(rule::R9_2_3b);
}

#[test]
fn r9_2_3b_cavalry_never_fires() {
    let mut g = game(
        "activate strassoldo forces; 5-hussars 0208 N; strassoldo 0211; 5-aosta 0207 S march; darvillars 0204",
    );
    g.play("act 5-hussars");
    g.refused("fire at 0207").because(rule::R9_2_3b);
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N; benedek 0211
         aosta-cav 0207 S; darvillars 0204; marker assault 0208>0207",
    );
    g.play("act 33-gyulai; step 0208");
    g.refused("react fire aosta-cav").because(rule::R9_2_3b);
}

#[test]
fn r9_2_4_a_hex_is_fired_at_any_number_of_times() {
    let mut g = game(
        "activate strassoldo forces; 3-horse-art 0210 N; 10-jager 0209 N; strassoldo 0211
         5-aosta 0206 S; darvillars 0204; marker assault 0207>0206",
    );
    g.play("act 10-jager; step 0208; step 0207; react none; fire at 0206; * 1 1; react none");
    // the friends now stand in the way of the guns: they fire from elsewhere
    g.play("act 3-horse-art");
    g.refused("fire at 0206").because(rule::R9_4_4b);
    let mut g = game(
        "activate strassoldo forces; 3-horse-art 0408 NW; 10-jager 0208 N; strassoldo 0211
         5-aosta 0206 S; darvillars 0204; marker assault 0207>0206",
    );
    g.play("act 10-jager; step 0207; react none; fire at 0206; * 1 1; react none");
    g.play("act 3-horse-art; fire at 0206; * 1 1; react none; stop");
    covers(&[rule::R9_2_4]);
}

// ---- 9.3: the roll ------------------------------------------------------------------------------------

/// Column shifts and roll modifiers of one fire: `(label, value)` in order.
fn modifiers(g: &Case) -> Vec<(String, i32)> {
    let last = g.events.iter().rev().find(|e| e.kind == "fire-result").expect("a fire was rolled");
    last.modifiers.iter().map(|m| (m.label.clone(), m.value)).collect()
}

fn pair(label: &str, value: i32) -> (String, i32) {
    (label.to_string(), value)
}

#[test]
fn r9_3_strength_column_and_roll() {
    // 3 points at 3 hexes: column 3; 7 and nothing else: cc0, which 9 passes
    let mut g = game("activate benedek forces; 1-art 0210 N; benedek 0211; 5-aosta 0207 S; darvillars 0204");
    g.play("act 1-art; fire at 0207; * 3 4");
    g.said(rule::R9_3, "Fire: 3 + 4, +0, strength 3, column 3: cc0.");
    assert_eq!(modifiers(&g), []);
    g.play("* 4 5");
    g.said(rule::R13_1_1, "5 Aosta passes its cohesion check (9 against 9)");
}

#[test]
fn r9_3_light_shoots_better_and_the_line_worse() {
    let mut g = game(
        "activate strassoldo forces; 10-jager 0209 N; strassoldo 0211
         5-aosta 0207 S; darvillars 0204; marker assault 0208>0207",
    );
    g.play("act 10-jager; step 0208; react fire 5-aosta; * 1 1");
    // seven points of the line: column 6-8, one to the left
    g.said(rule::R9_3, "strength 7, column 4-5");
    assert_eq!(modifiers(&g), [pair("line infantry (column)", -1)]);
    g.play("fire at 0207; * 1 1");
    // cohesion 10: one better; moved: one worse
    g.said(rule::R9_3, "Fire: 1 + 1, +0, strength 3, column 4-5");
    assert_eq!(
        modifiers(&g),
        [
            pair("light infantry (column)", 1),
            pair("moved before firing", -1),
            pair("cohesion of the firing force", 1)
        ]
    );
}

#[test]
fn r9_3_current_cohesion_of_the_firer_counts() {
    for (status, drm) in [("", None), ("disordered", Some(-1)), ("disorganized", Some(-1))] {
        let mut g = game(&format!(
            "activate benedek forces; 1-art 0210 N {status}; benedek 0211; 5-aosta 0207 S; darvillars 0204"
        ));
        g.play("act 1-art; fire at 0207; * 1 1");
        assert_eq!(g.modifier("cohesion"), drm, "{status}");
    }
}

#[test]
fn r9_3_squares_columns_and_rears() {
    // a square as target two columns better, without a rear
    let mut g =
        game("activate benedek forces; 1-art 0210 N; benedek 0211; 5-aosta 0207 N square; darvillars 0204");
    g.play("act 1-art; fire at 0207; * 1 1");
    assert_eq!(modifiers(&g), [pair("target in square (column)", 2)]);
    // in March, from behind
    let mut g =
        game("activate benedek forces; 1-art 0210 N; benedek 0211; 5-aosta 0207 N march; darvillars 0204");
    g.play("act 1-art; fire at 0207; * 1 1");
    assert_eq!(
        modifiers(&g),
        [pair("through a rear hex of the target (column)", 1), pair("target in March or limbered", 1)]
    );
    // unlimbered guns are a small target
    let mut g = game("activate benedek forces; 1-art 0210 N; benedek 0211; pi-8-art 0207 S; darvillars 0204");
    g.play("act 1-art; fire at 0207 guns; * 1 1");
    assert_eq!(modifiers(&g), [pair("artillery as target", -1)]);
    // a square fires one column worse
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N; benedek 0211
         5-aosta 0207 S square; darvillars 0204; marker assault 0208>0207",
    );
    g.play("act 33-gyulai; step 0208; react fire 5-aosta; * 1 1");
    assert_eq!(
        modifiers(&g),
        [pair("line infantry (column)", -1), pair("firing from a square (column)", -1)]
    );
}

#[test]
fn r9_3_terrain_shifts_columns_past_the_edge_into_the_roll() {
    // one point at five hexes on a village: two columns to the left of the first
    let mut g = game("activate benedek forces; 1-art 1507 N; benedek 1508; 5-aosta 1502 S; darvillars 1501");
    g.play("act 1-art; fire at 1502; * 1 1");
    g.said(rule::R9_3, "Fire: 1 + 1, -2, strength 1, column 1");
    assert_eq!(modifiers(&g), [pair("terrain of the target (column)", -2)]);
}

/// Corner case 17: the whole hex makes a massed target, also for fire at one of its forces.
#[test]
fn r9_3_massed_target_counts_the_whole_hex() {
    let mut g =
        game("activate benedek forces; 1-art 0210 N; benedek 0211; 5-aosta+pi-8-art 0207 S; darvillars 0204");
    g.play("act 1-art; fire at 0207; * 1 1");
    assert_eq!(g.modifier("massed target"), Some(1));
    // a commander does not count
    let mut g = game("activate benedek forces; 1-art 0210 N; benedek 0211; 5-aosta 0207 S; darvillars 0207");
    g.play("act 1-art; fire at 0207; * 1 1");
    assert_eq!(g.modifier("massed target"), None);
}

// ---- 9.4: results ----------------------------------------------------------------------------------------

/// The example under 9.4.2: 1S2 takes a point and two levels.
#[test]
fn r9_4_worked_example_1s2() {
    let mut g = game("activate benedek forces; 1-art 0208 N; benedek 0211; 5-aosta 0207 S; darvillars 0204");
    g.play("act 1-art; fire at 0207; * 6 6");
    g.said(rule::R9_4, "strength 6, column 6-8: 1S2.");
    g.said(rule::R9_4_1, "5 Aosta loses a strength point.");
    g.said(rule::R2_5, "5 Aosta is disordered.");
    assert_eq!((g.unit("5-aosta").lost, g.unit("5-aosta").status), (1, 2));
}

#[test]
fn r9_4_1_first_point_from_the_biggest_unit_then_as_the_owner_likes() {
    let mut g = game(
        "turn 4; activate ris forces; pi-horse-art 0207 S; ve-savoia 0204
         33-gyulai+4-grenzer 0208 N; benedek 0211",
    );
    // 14 points; 10 and 1 for a massed target and 1 for cohesion 10: 2S2
    g.play("act pi-horse-art; fire at 0208; * 5 5");
    g.said(rule::R9_4, "2S2");
    g.said(rule::R9_4_1, "33 Gyulai loses a strength point.");
    assert_eq!(g.decider(), Some(AUSTRIA));
    g.offers("lose 1 from 33-gyulai").offers("lose 1 from 4-grenzer");
    g.play("lose 1 from 4-grenzer");
    assert_eq!((g.unit("33-gyulai").lost, g.unit("4-grenzer").lost), (1, 1));
    assert_eq!((g.unit("33-gyulai").status, g.unit("4-grenzer").status), (2, 2));
}

#[test]
fn r9_4_1_of_equals_the_owner_chooses() {
    let mut g = game(
        "turn 4; activate ris forces; pi-horse-art 0206 S; ve-savoia 0204
         4-grenzer+i-3-grenzer 0209 N; 33-gyulai 0210 N; benedek 0211",
    );
    // seven points at three hexes: column 6-8; 10 and 1: 1S1
    g.play("act pi-horse-art; fire at 0209; * 5 5");
    g.said(rule::R9_4, "1S1");
    g.refused("lose 1 from 33-gyulai").because(rule::R9_4_1);
    g.play("lose 1 from i-3-grenzer");
    assert_eq!((g.unit("4-grenzer").lost, g.unit("i-3-grenzer").lost), (0, 1));
    // corner case 15: one point in all, one level for each
    assert_eq!((g.unit("4-grenzer").status, g.unit("i-3-grenzer").status), (1, 1));
}

#[test]
fn r9_4_1_only_the_target_force_is_hit() {
    let mut g =
        game("activate benedek forces; 1-art 0208 N; benedek 0211; 5-aosta+pi-8-art 0207 S; darvillars 0204");
    g.play("act 1-art; fire at 0207; * 6 5");
    assert_eq!((g.unit("pi-8-art").lost, g.unit("pi-8-art").status), (0, 0));
    assert_eq!((g.unit("5-aosta").lost, g.unit("5-aosta").status), (1, 2));
}

#[test]
fn r9_4_1_a_unit_without_strength_is_gone() {
    let mut g = game("activate benedek forces; 1-art 0208 N; benedek 0211; 1-2-bers 0207 S; darvillars 0204");
    g.play("act 1-art; fire at 0207; * 6 6");
    g.said(rule::R9_4_1, "1/2 Bersaglieri has no strength left and is removed.");
    assert_eq!(g.hex("1-2-bers"), "");
}

#[test]
fn r9_4_2_every_unit_of_the_force_loses_the_levels_at_once() {
    let mut g = game(
        "activate benedek forces; 1-art 0210 N; benedek 0211; 7-cuneo+1-2-bers 0207 S shaken; darvillars 0204",
    );
    g.play("act 1-art; fire at 0207; * 5 5");
    g.said(rule::R9_4, "0S1");
    g.said(rule::R9_4_2, "1 status level for each unit.");
    assert_eq!((g.unit("7-cuneo").status, g.unit("1-2-bers").status), (2, 2));
}

#[test]
fn r9_4_2_the_fourth_level_routs_before_any_reaction() {
    let mut g = game(
        "activate benedek forces; 1-art 0210 N; benedek 0211; 7-cuneo 0207 S disorganized; darvillars 0204",
    );
    g.play("act 1-art; fire at 0207; * 5 5");
    g.said(rule::R13_2, "7 Cuneo (-) routs");
    assert_eq!(g.decider(), Some(AUSTRIA), "nobody is left to react");
}

// ---- 9.4.3: ammunition --------------------------------------------------------------------------------------

#[test]
fn r9_4_3a_low_after_the_first_fire_then_a_roll() {
    let text = |ammo: &str| {
        format!("activate benedek forces; 1-art 0210 N {ammo}; benedek 0211; 5-aosta 0207 S; darvillars 0204")
    };
    let mut g = game(&text(""));
    g.play("act 1-art; fire at 0207");
    assert_eq!(g.roll_due(), "fire");
    g.play("* 1 1");
    assert_eq!(g.unit("1-art").ammo, Ammo::Low);

    let mut g = game(&text("low-ammo"));
    g.play("act 1-art; fire at 0207");
    assert_eq!(g.roll_due(), "ammunition");
    g.play("* 3; * 1 1");
    g.said(rule::R9_4_3a, "ammunition holds out");
    assert_eq!(g.unit("1-art").ammo, Ammo::Low);

    let mut g = game(&text("low-ammo"));
    g.play("act 1-art; fire at 0207; * 2");
    g.said(rule::R9_4_3a, "is out of ammunition");
    g.said(rule::R9_4_3b, "Nobody is left to fire.");
    assert_eq!(g.unit("1-art").ammo, Ammo::Out);
    assert_eq!(g.decider(), Some(AUSTRIA), "nothing was fired: no reaction");
}

/// Corner case 25: one unit drops out, the others of the force fire.
#[test]
fn r9_4_3a_ammunition_is_counted_by_unit() {
    let mut g = game(
        "turn 4; activate 1div forces; pi-8-art 0206 S low-ammo; 6-art 0206 S; darvillars 0204
         33-gyulai 0209 N; benedek 0211",
    );
    g.play("act 6-art+pi-8-art; fire at 0209; * 1; * 1 1");
    g.said(rule::R9_3, "strength 3,");
    assert_eq!((g.unit("pi-8-art").ammo, g.unit("pi-6-art").ammo), (Ammo::Out, Ammo::Low));
}

#[test]
fn r9_4_3a_reaction_fire_counts_too() {
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N; 21-paumgarten 0109 N; benedek 0211
         5-aosta 0207 S; darvillars 0204; marker assault 0208>0207; marker assault 0107>0207",
    );
    g.play("act 33-gyulai; step 0208; react fire 5-aosta; * 1 1");
    assert_eq!(g.unit("5-aosta").ammo, Ammo::Low);
    // the fight leaves all in place: a white result that both pass
    g.play("assault; * 4 3; * 1 1; * 1 1");
    g.play("act 21-paumgarten; step 0108; step 0107; react fire 5-aosta");
    assert_eq!(g.roll_due(), "ammunition");
}

#[test]
fn r9_4_3b_out_of_ammo_neither_fires_nor_fights_well() {
    let mut g = game(
        "activate benedek forces; 1-art 0210 N out-of-ammo; benedek 0211; 5-aosta 0207 S; darvillars 0204",
    );
    g.play("act 1-art");
    g.refused("fire at 0207").because(rule::R9_4_3b);
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N out-of-ammo; benedek 0211
         5-aosta 0207 S out-of-ammo; darvillars 0204; marker assault 0208>0207",
    );
    g.play("act 33-gyulai; step 0208");
    g.refused("react fire 5-aosta").because(rule::R9_4_3b);
    g.play("react none; assault; * 4 3");
    assert_eq!(g.modifier("attacker out of ammunition"), Some(-1));
    assert_eq!(g.modifier("defender out of ammunition"), Some(1));
}

#[test]
fn r9_4_3b_markers_go_at_the_end_of_the_turn() {
    let mut g = game(
        "turn 2; initiative piedmont; phase outofcommand
         33-gyulai 0209 N out-of-ammo; 1-art 0210 N low-ammo; benedek 0211; 5-aosta 0203 S; darvillars 0202",
    );
    for _ in 0..20 {
        if g.p.turn == 3 {
            break;
        }
        g.play("done");
    }
    assert_eq!(g.p.turn, 3);
    assert_eq!((g.unit("33-gyulai").ammo, g.unit("1-art").ammo), (Ammo::Full, Ammo::Full));
    covers(&[rule::R9_4_3b]);
}

// ---- 9.4.4: line of sight -----------------------------------------------------------------------------------

#[test]
fn r9_4_4a_beyond_one_hex_a_line_of_sight_is_needed() {
    // a farm beside the battery bars the hexes behind it, not itself
    let mut g = game(
        "activate benedek forces; 1-art 1512 N; benedek 1513; 5-aosta 1510 S; 6-aosta 1511 S march; darvillars 1508",
    );
    g.play("act 1-art");
    g.refused("fire at 1510").because(rule::R9_4_4b);
    g.offers("fire at 1511");
    covers(&[rule::R9_4_4a]);
}

#[test]
fn r9_4_4b_units_of_either_side_and_buildings_bar_the_line() {
    for between in ["4-grenzer 0208 N", "6-aosta 0208 S"] {
        let mut g = game(&format!(
            "activate benedek forces; 1-art 0210 N; {between}; benedek 0211; 5-aosta 0207 S; darvillars 0204"
        ));
        g.play("act 1-art");
        g.refused("fire at 0207").because(rule::R9_4_4b);
    }
    // corner case 29: a commander alone bars nothing
    let mut g = game("activate benedek forces; 1-art 0210 N; benedek 0208; 5-aosta 0207 S; darvillars 0204");
    g.play("act 1-art");
    g.offers("fire at 0207");
    // village, farmhouse, farm
    for (guns, target) in [("1503", "1501"), ("1413", "1411"), ("1512", "1510")] {
        let mut g = game(&format!(
            "activate benedek forces; 1-art {guns} N; benedek 1515; 5-aosta {target} S; darvillars 1601"
        ));
        g.play("act 1-art");
        g.refused(&format!("fire at {target}")).because(rule::R9_4_4b);
    }
}

#[test]
fn r9_4_4c_from_and_into_a_blocking_hex() {
    // out of the farmhouse of Motella, and into the farm of Bondi
    let mut g = game("activate benedek forces; 1-art 1412 N; benedek 1413; 5-aosta 1409 S; darvillars 1408");
    g.play("act 1-art");
    g.offers("fire at 1409");
    let mut g = game("activate benedek forces; 1-art 1513 N; benedek 1514; 5-aosta 1511 S; darvillars 1508");
    g.play("act 1-art");
    g.offers("fire at 1511");
    covers(&[rule::R9_4_4c]);
}

#[test]
fn r9_4_4c_along_a_hexside_both_hexes_must_block() {
    // from 0208 to 0306 the line runs between 0207 and 0307
    let mut g = game(
        "activate benedek forces; 1-art 0208 N; 4-grenzer 0207 N; benedek 0211; 5-aosta 0306 S march; darvillars 0204",
    );
    g.play("act 1-art");
    g.offers("fire at 0306");
    let mut g = game(
        "activate benedek forces; 1-art 0208 N; 4-grenzer 0207 N; 33-gyulai 0307 N; benedek 0211; 5-aosta 0306 S march; darvillars 0204",
    );
    g.play("act 1-art");
    g.refused("fire at 0306").because(rule::R9_4_4c);
}

#[test]
fn r9_4_4a_reaction_fire_at_a_distance_follows_the_same_line() {
    let mut g = game("activate benedek forces; 1-art 0210 N; benedek 0211; pi-8-art 0207 S; darvillars 0204");
    g.play("act 1-art; fire at 0207 guns; * 1 1");
    g.offers("react fire 0207 artillery");
    assert_eq!(g.decider(), Some(PIEDMONT));
}
