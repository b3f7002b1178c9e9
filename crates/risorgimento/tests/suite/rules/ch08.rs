//! Chapter 8: movement, March, artillery, commanders, squares, fog of war, withdrawal.

use super::case::*;
use kernel::{Answer, Game, Seat, Show, Viewer};
use risorgimento::rule;

const PIEDMONT: Seat = Seat(0);
const AUSTRIA: Seat = Seat(1);

/// Directions as they are counted, clockwise from north.
const N: u8 = 0;
const NE: u8 = 1;
const S: u8 = 3;

/// The piece in a hex as a seat sees it: name, whether it is face up, and the marks on it.
#[track_caller]
fn seen(g: &Case, seat: Seat, hex: &str) -> kernel::scene::Piece {
    let scene = g.game.view(&g.p, Viewer::Seat(seat));
    let found = scene.pieces.into_iter().find(|piece| piece.hex.as_deref() == Some(hex));
    found.unwrap_or_else(|| panic!("nothing is seen in {hex}")).as_ref().clone()
}

/// What a seat has been told so far.
fn told(g: &Case, seat: Seat) -> String {
    let lines = g.events.iter().filter_map(|e| e.tell(g.game.seats(), Viewer::Seat(seat)));
    lines.map(|t| t.text + "\n").collect()
}

// ---- 8: movement points --------------------------------------------------------------------

#[test]
fn r8a_terrain_costs_movement_points() {
    let mut g = game("activate benedek forces; 33-gyulai 0209 N; benedek 0211");
    g.play("act 33-gyulai; step 0208; step 0207");
    g.said(rule::R8a, "33 Gyulai moves from 0209 to 0208 (1 MP).");
    assert_eq!(g.unit("33-gyulai").spent, 8, "two points in quarters");

    // cavalry pays 3 for a village and 2 for a farmhouse
    let mut g = game("activate strassoldo forces; 5-hussars 1501 S; strassoldo 1601");
    g.play("act 5-hussars; step 1502");
    g.said(rule::R8a, "moves from 1501 to 1502 (3 MP).");
}

#[test]
fn r8a_a_force_moves_as_its_slowest_unit() {
    let mut g = game("activate strassoldo forces; 17-hohenlohe+10-jager 0211 N; strassoldo 0212");
    g.play("act 10-jager+17-hohenlohe; step 0210; step 0209; step 0208; step 0207; step 0206");
    g.refused("step 0205").because(rule::R8a);

    // alone the light infantry has a point more
    let mut g = game("activate strassoldo forces; 17-hohenlohe+10-jager 0211 N; strassoldo 0212");
    g.play("move 10-jager 0210 0209 0208 0207 0206 0205");
    assert_eq!((g.hex("10-jager"), g.hex("17-hohenlohe")), ("0205", "0211"));
}

#[test]
fn r8b_no_force_enters_an_enemy_hex() {
    let mut g = game("activate benedek forces; 33-gyulai 0208 N; benedek 0211; 5-aosta 0207 S march");
    g.play("act 33-gyulai");
    g.refused("step 0207").because(rule::R8b);
    // nor leaves the map
    let mut g = game("activate benedek forces; 33-gyulai 0101 N; benedek 0211");
    g.play("act 33-gyulai");
    g.refused("step N").because(rule::R8b);
}

#[test]
fn r8_1_one_hex_can_always_be_entered() {
    // limbering leaves 2 points, the village costs 3
    let mut g = game("activate benedek forces; 1-art 1603 N; benedek 1605");
    g.play("act 1-art; limber; step 1502");
    g.said(rule::R8_1, "moves from 1603 to 1502");
    g.refused("step 1501").because(rule::R8a);
    g.refused("unlimber").because(rule::R8_4b);
    g.play("stop");
    assert_eq!(g.hex("1-art"), "1502");
}

#[test]
fn r8_1_but_only_as_the_whole_move() {
    let mut g = game("activate benedek forces; 1-art 1605 N limbered; benedek 1606");
    g.play("act 1-art; step 1604; step 1603");
    g.refused("step 1502").because(rule::R8a);
}

#[test]
fn r8_1_and_never_over_impassable_ground() {
    let mut g = game("activate benedek forces; 33-gyulai 2013 S; 1-art 1516 S limbered; benedek 2012");
    g.play("act 33-gyulai");
    g.refused("step 2014").because(rule::R14_1a);
    let mut g = game("activate benedek forces; 1-art 1516 S limbered; benedek 1515");
    g.play("act 1-art");
    g.refused("step 1517").because(rule::R14_1a);
}

#[test]
fn r8_1_no_excuse_for_entering_a_zone() {
    // the village costs more than is left, and so would the hex next to the enemy
    let mut g = game(
        "activate benedek forces; 1-art 0210 N; benedek 0211
         5-aosta 0208 S; darvillars 0205",
    );
    g.play("act 1-art; limber");
    g.refused("step 0209").because(rule::R3_1_2a);
}

// ---- 8.2: facing -----------------------------------------------------------------------------

#[test]
fn r8_2a_facing_is_free_while_moving_and_in_place() {
    let mut g = game("activate benedek forces; 33-gyulai+4-grenzer 0209 N; benedek 0211");
    g.play("turn 33-gyulai NE");
    g.said(rule::R8_2a, "faces NE");
    assert_eq!(g.unit("33-gyulai").facing, NE);
    assert_eq!(g.unit("4-grenzer").facing, NE, "the units of a hex share one facing");
    assert_eq!(g.unit("33-gyulai").spent, 0);

    g.play("act 4-grenzer; face S; step 0208; face N; stop");
    assert_eq!((g.unit("4-grenzer").facing, g.unit("33-gyulai").facing), (N, S));
    assert_eq!(g.unit("4-grenzer").spent, 4);
}

#[test]
fn r8_2b_who_joins_friends_takes_their_facing() {
    let mut g = game("activate benedek forces; 33-gyulai 0210 N; 4-grenzer 0209 S; benedek 0211");
    g.play("act 33-gyulai; step 0209");
    assert_eq!(g.unit("33-gyulai").facing, S);
    g.refused("face N").because(rule::R8_2b);
    // on the way through it may turn again in the next hex
    g.play("step 0208; face N; stop");
    assert_eq!((g.unit("33-gyulai").facing, g.unit("4-grenzer").facing), (N, S));
}

/// The note under 8.2: who turns to the enemy before it leaves his zone is not shot in the back.
#[test]
fn r8_2_note_turning_first_hides_the_rear() {
    let text = "activate benedek forces; 33-gyulai 0208 S; benedek 0212; 5-aosta 0207 S; darvillars 0204";
    let mut g = game(text);
    g.play("act 33-gyulai; step 0209; react fire 5-aosta; * 1 1");
    assert_eq!(g.modifier("rear"), Some(1), "its back is turned to the enemy");
    let mut g = game(text);
    g.play("act 33-gyulai; face N; step 0209; react fire 5-aosta; * 1 1");
    assert_eq!(g.modifier("rear"), None);
    assert_eq!(g.hex("33-gyulai"), "0209", "the fire comes before the step, the step is then made");
}

// ---- 8.3: March Movement ----------------------------------------------------------------------

#[test]
fn r8_3a_road_cost_in_march_whatever_the_ground() {
    let mut g = game("activate benedek forces; 33-gyulai 1619 N march; benedek 1618");
    g.play("act 33-gyulai; step 1618; step 1617; step 1616");
    g.said(rule::R8_3a, "moves from 1618 to 1617 (0.5 MP, by road).");
    g.said(rule::R8_3a, "moves from 1617 to 1616 (0.5 MP, by road).");
    assert_eq!(g.unit("33-gyulai").spent, 6, "the bridge costs what the road costs, without a check");

    // a minor road, then the village hexes of Goito at the cost of the major road
    let mut g =
        game("activate benedek forces; 33-gyulai 1911 NE march; 4-grenzer 1912 N march; benedek 1912");
    g.play("move 33-gyulai 2011");
    g.said(rule::R8_3a, "moves from 1911 to 2011 (0.75 MP, by road).");
    g.play("move 4-grenzer 2012");
    g.said(rule::R8_3a, "moves from 1912 to 2012 (0.5 MP, by road).");
}

#[test]
fn r8_3a_only_in_march() {
    let mut g = game("activate benedek forces; 33-gyulai 1617 N; benedek 1618");
    g.play("act 33-gyulai; step 1616");
    g.said(rule::R8a, "moves from 1617 to 1616 (2 MP).");
    assert_eq!(g.roll_due(), "cohesion check");
}

#[test]
fn r8_3a_the_owner_may_leave_the_road_aside() {
    let mut g = game("activate benedek forces; 33-gyulai 1619 N march; benedek 1618");
    g.play("act 33-gyulai; step 1618 cross-country");
    g.said(rule::R8_3_1, "moves from 1619 to 1618 (1 MP).");
    g.refused("step 1718 cross-country").because(rule::R8_3a);
}

#[test]
fn r8_3b_march_begins_and_ends_at_the_beginning_of_a_move() {
    let mut g = game("activate benedek forces; 33-gyulai 0209 N; 21-paumgarten 0409 N march; benedek 0211");
    g.play("act 33-gyulai; march");
    g.said(rule::R8_3b, "goes into March Movement.");
    assert!(g.unit("33-gyulai").march);
    g.play("step 0208");
    g.refused("leave march").because(rule::R8_3b);
    g.play("stop; act 21-paumgarten; leave march");
    g.said(rule::R8_3b, "leaves March Movement.");
    assert!(!g.unit("21-paumgarten").march);
    g.play("step 0408");
    g.refused("march").because(rule::R8_3b);
}

#[test]
fn r8_3b_exhausted_cavalry_may_march_in_its_last_move() {
    let mut g = game(
        "activate strassoldo forces; 5-hussars 1606 N; strassoldo 1607
         5-aosta 1603 S disorganized; darvillars 1601; marker charge 1604>1603",
    );
    // the target routs at the charge check
    g.play("act 5-hussars; charge; step 1605; step 1604; react none; assault; * 6 6");
    g.said(rule::R10_3, "5 Hussars is exhausted.");
    g.play("march");
    g.said(rule::R8_3b, "5 Hussars goes into March Movement.");
}

#[test]
fn r8_3c_march_is_unit_by_unit() {
    let mut g = game("activate benedek forces; 33-gyulai+4-grenzer 0209 N march; benedek 0211");
    g.play("act 4-grenzer+33-gyulai");
    g.refused("march").because(rule::R8_3c);
    // moving together they have left March
    g.play("step 0208; stop");
    assert!(!g.unit("33-gyulai").march && !g.unit("4-grenzer").march);
}

#[test]
fn r8_3_1_march_off_the_road() {
    let mut g = game("activate benedek forces; 33-gyulai 0209 S; benedek 0211");
    g.play("act 33-gyulai; march; step 0208");
    g.said(rule::R8_3_1, "moves from 0209 to 0208 (1 MP).");
    assert_eq!(g.unit("33-gyulai").facing, S, "off the road it need not face its way");
    g.play("face N; stop");
    assert_eq!(g.unit("33-gyulai").facing, N);
}

/// The first example of 8.3.2.
#[test]
fn r8_3_2_a_regiment_shares_no_road_hex() {
    let mut g = game("activate benedek forces; 33-gyulai 1619 N march; 4-grenzer 1618 N; benedek 1616");
    g.play("act 33-gyulai; step 1618");
    g.said(rule::R8_3_1, "moves from 1619 to 1618 (1 MP).");
    // the next hex is empty
    g.play("step 1617");
    g.said(rule::R8_3a, "moves from 1618 to 1617 (0.5 MP, by road).");
}

/// The second example of 8.3.2.
#[test]
fn r8_3_2_a_battery_shares_a_road_hex_with_two_points() {
    let mut g = game(
        "activate benedek forces; 1-art 1619 N limbered; 18-reisinger 1618 N; 33-gyulai 1617 N; benedek 1616",
    );
    g.play("act 1-art; step 1618");
    g.said(rule::R8_3a, "moves from 1619 to 1618 (0.5 MP, by road).");
    g.play("step 1617");
    g.said(rule::R8_3_1, "moves from 1618 to 1617 (1 MP).");
}

#[test]
fn r8_3_2_the_bridge_is_closed_by_a_crowd_behind_it() {
    let mut g = game("activate benedek forces; 1-art 1617 N limbered; 33-gyulai 1616 N; benedek 1618");
    g.play("act 1-art");
    g.refused("step 1616").because(rule::R8_3_2);
}

#[test]
fn r8_3_2_march_passes_through_full_hexes_but_does_not_end_there() {
    let text = "activate benedek forces; 4-grenzer 1619 N march
                33-gyulai 1618 N; 18-reisinger 1618 N; 21-paumgarten 1519 N; benedek 1616";
    let mut g = game(text);
    g.play("act 4-grenzer; step 1618");
    g.refused("stop").because(rule::R6_3_1);
    g.play("step 1617; stop");
    assert_eq!(g.hex("4-grenzer"), "1617");
    // deployed it may not even pass
    let mut g = game(text);
    g.play("act 4-grenzer; leave march");
    g.refused("step 1618").because(rule::R6_3_1);
}

#[test]
fn r8_3_3a_on_a_road_it_faces_along_it() {
    let mut g = game("activate benedek forces; 33-gyulai 1617 S march; benedek 1618");
    g.play("act 33-gyulai; step 1616");
    g.said(rule::R8_3_3a, "faces N along the road");
    g.play("step 1715");
    assert_eq!(g.unit("33-gyulai").facing, NE);
}

#[test]
fn r8_3_3b_no_turn_in_the_last_road_hex() {
    let mut g = game("activate benedek forces; 33-gyulai 1617 N march; benedek 1618");
    g.play("act 33-gyulai; step 1616");
    g.refused("face S").because(rule::R8_3_3b);
    // it turns just before it leaves: any neighbour can be entered
    g.offers("step 1617").offers("step 1515");
    g.play("stop");
    assert_eq!(g.unit("33-gyulai").facing, N);
}

#[test]
fn r8_3_4_march_units_assault() {
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N march; benedek 0211
         5-aosta 0207 S; darvillars 0204; marker assault 0208>0207",
    );
    g.play("act 33-gyulai; step 0208; react none; assault; * 1 1");
    g.said(rule::R11_1_1, "33 Gyulai assaults 5 Aosta in 0207");
    let march = g.events.iter().flat_map(|e| &e.modifiers).find(|m| m.label == "attacker in March");
    assert_eq!(march.map(|m| (m.value, m.rule)), Some((-1, rule::R8_3_4)));
}

#[test]
fn r8_3_4_march_units_charge_along_a_road() {
    let mut g = game(
        "activate strassoldo forces; 5-hussars 1619 N march; strassoldo 1518
         5-aosta 1616 S; darvillars 1614; marker charge 1617>1616",
    );
    g.play("act 5-hussars; charge; step 1618; step 1617; react none; assault");
    g.said(rule::R10_1_2, "5 Hussars charges into 5 Aosta in 1616");
    covers(&[rule::R8_3_4]);
    // deployed it would need clear ground, which the stream is not
    let mut g = game(
        "activate strassoldo forces; 5-hussars 1619 N; strassoldo 1518
         5-aosta 1616 S; darvillars 1614; marker charge 1617>1616",
    );
    g.play("act 5-hussars");
    g.refused("charge").because(rule::R10_1a);
    // needed at the marker, it must go into March for that
    g.offers("march");
    g.play("march; charge");
}

#[test]
fn r8_3_5_march_units_have_no_zone() {
    let text = |state: &str| {
        format!(
            "activate benedek forces; 33-gyulai 0209 N; benedek 0211; 5-aosta 0207 S {state}; darvillars 0204"
        )
    };
    let mut g = game(&text("march"));
    g.play("act 33-gyulai; step 0208; step 0308; stop");
    let why = g.game.why(&g.p, Viewer::Seat(PIEDMONT), "5-aosta").expect("its owner may ask");
    assert!(why.iter().any(|r| r.rule == rule::R8_3_5));
    let mut g = game(&text(""));
    g.play("act 33-gyulai");
    g.refused("step 0208").because(rule::R3_1_2a);
}

#[test]
fn r8_3_6_march_is_left_in_reaction_to_fire() {
    let mut g =
        game("activate benedek forces; 1-art 0210 N; benedek 0211; 5-aosta 0207 S march; darvillars 0204");
    g.play("act 1-art; fire at 0207; * 1 1; react none; leave march 5-aosta");
    g.said(rule::R8_3_6, "5 Aosta leaves March Movement.");
    assert!(!g.unit("5-aosta").march);
}

#[test]
fn r8_3_6_march_is_left_after_a_combat() {
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N march; benedek 0211
         5-aosta 0207 S; darvillars 0204; marker assault 0208>0207",
    );
    // white result, both pass: a draw
    g.play("act 33-gyulai; step 0208; react none; assault; * 4 4; * 1 1; * 1 1; leave march 33-gyulai");
    g.said(rule::R8_3_6, "33 Gyulai leaves March Movement.");
}

#[test]
fn r8_3_6_not_in_reaction_to_a_passing_enemy() {
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N; benedek 0211
         5-aosta 0207 S march; 6-aosta 0307 S; darvillars 0204; marker assault 0208>0307",
    );
    g.play("act 33-gyulai; step 0208");
    g.offers_not("react fire 0207 infantry");
    g.play("react none");
    // the force in March was not concerned: the next to decide is the mover
    assert_eq!(g.decider(), Some(AUSTRIA));
}

// ---- 8.4: artillery ---------------------------------------------------------------------------

#[test]
fn r8_4a_guns_limber_to_move_and_do_not_fire_limbered() {
    let mut g = game("activate benedek forces; 1-art 0210 N; benedek 0211; 5-aosta 0207 S; darvillars 0204");
    g.play("act 1-art");
    g.refused("step 0211").because(rule::R8_4a);
    g.refused("march").because(rule::R8_4a);
    g.play("limber");
    assert!(g.unit("1-art").march);
    g.refused("fire at 0207").because(rule::R8_4a);
    g.play("step 0211");
    // limbered for all effects in March: no zone, and limbering is for the beginning of a move
    g.refused("limber").because(rule::R8_4a);
}

#[test]
fn r8_4a_limbered_guns_have_no_zone() {
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N; benedek 0211; pi-8-art 0207 S limbered; darvillars 0204",
    );
    g.play("act 33-gyulai; step 0208; stop");
    assert_eq!(g.hex("33-gyulai"), "0208");
}

#[test]
fn r8_4b_limbering_and_unlimbering_cost_two_points() {
    let mut g = game("activate benedek forces; 1-art 0210 N; benedek 0211");
    g.play("act 1-art; limber");
    g.said(rule::R8_4b, "1 art. limbers.");
    assert_eq!(g.unit("1-art").spent, 8);
    g.play("step 0209; step 0208");
    g.refused("step 0207").because(rule::R8a);
    g.refused("unlimber").because(rule::R8_4b);

    let mut g = game("activate benedek forces; 1-art 0210 N limbered; benedek 0211");
    g.play("act 1-art; step 0209; step 0208; unlimber");
    g.said(rule::R8_4b, "1 art. unlimbers.");
    assert!(!g.unit("1-art").march);
    g.refused("step 0207").because(rule::R8_4a);
    // it has moved and does not fire, but it may still be turned
    g.play("face S; stop");
    assert_eq!(g.unit("1-art").facing, S);
}

#[test]
fn r8_4b_or_it_is_done_in_reaction() {
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N; benedek 0211
         pi-8-art 0207 S; darvillars 0204; marker assault 0208>0207",
    );
    g.play("act 33-gyulai; step 0208; react fire pi-8-art; * 1 1; limber pi-8-art");
    g.said(rule::R12b, "8 art limbers.");
    assert!(g.unit("pi-8-art").march);
}

#[test]
fn r8_4_1_horse_artillery_unlimbers_free_at_the_end() {
    let mut g = game("activate strassoldo forces; 3-horse-art 0211 N limbered; strassoldo 0212");
    g.play("act 3-horse-art; step 0210; step 0209; step 0208; step 0207; step 0206; step 0205; step 0204; step 0203");
    g.refused("step 0202").because(rule::R8a);
    g.play("unlimber");
    // face down: the rule that would tell its kind to the enemy is not cited
    g.said(rule::R8_4b, "unlimbers");
    covers(&[rule::R8_4_1]);
    assert!(!g.unit("3-horse-art").march);
    assert_eq!(g.unit("3-horse-art").spent, 32);

    // not having moved it pays like the others
    let mut g = game("activate strassoldo forces; 3-horse-art 0211 N limbered; strassoldo 0212");
    g.play("act 3-horse-art; unlimber; stop");
    g.said(rule::R8_4b, "unlimbers.");
    assert_eq!(g.unit("3-horse-art").spent, 8);
}

// ---- 8.5: commanders ---------------------------------------------------------------------------

#[test]
fn r8_5_commanders_have_eight_points_at_infantry_costs() {
    let mut g = game("activate benedek forces; 33-gyulai 0211 N; benedek 0211");
    g.play(
        "act benedek; step 0210; step 0209; step 0208; step 0207; step 0206; step 0205; step 0204; step 0203",
    );
    g.said(rule::R8_5, "Benedek rides to 0203");
    // nothing is left: his ride is over, and he has but one
    g.refused("act benedek").because(rule::R8_5);

    // a stream is waded at the infantry's cost, without a check (4 hexes of 1 and 2 points for the stream)
    let mut g = game("activate benedek forces; 33-gyulai 1519 N; benedek 1518");
    g.play("act benedek; step 1517; step 1516; step 1515; step 1514; step 1513; step 1512; step 1511");
    assert_eq!(g.leader_hex("benedek"), "1511");
    g.refused("act benedek").because(rule::R8_5);
}

#[test]
fn r8_5_commanders_ride_along_roads_at_road_cost() {
    let mut g = game("activate benedek forces; 33-gyulai 1519 N; benedek 1619");
    g.play(
        "act benedek; step 1618; step 1617; step 1616; step 1715; step 1714; step 1814; step 1913; step 1912
         step 2012; step 2011; step 1910; step 1909; step 1809; step 1808; step 1707; step 1706",
    );
    assert_eq!(g.leader_hex("benedek"), "1706");
    g.refused("act benedek").because(rule::R8_5);
}

#[test]
fn r8_5_commanders_do_not_cross_the_river_nor_enter_bare_zones() {
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N; 4-grenzer 0308 N; benedek 0210; 5-aosta 0307 S; darvillars 0204",
    );
    g.play("act benedek");
    g.play("step 0209");
    g.refused("step 0208").because(rule::R3_1_2b);
    g.play("step 0308; stop");
    assert_eq!(g.leader_hex("benedek"), "0308");
    let mut g = game("activate benedek forces; 33-gyulai 2013 N; benedek 2013");
    g.play("act benedek");
    g.refused("step 2014").because(rule::R14_1a);
}

// ---- 8.6: squares --------------------------------------------------------------------------------

#[test]
fn r8_6_forming_square_is_a_whole_action() {
    let mut g =
        game("activate benedek forces; 33-gyulai 0209 N; 4-grenzer 0409 N; 1-art 0509 N; benedek 0211");
    g.play("act 33-gyulai; form square");
    g.said(rule::R8_6, "33 Gyulai forms square.");
    assert!(g.unit("33-gyulai").square && g.unit("33-gyulai").acted);
    g.refused("act 33-gyulai").because(rule::R7_2);
    g.play("act 4-grenzer; step 0408");
    g.refused("form square").because(rule::R8_6);
    g.play("stop; act 1-art");
    g.refused("form square").because(rule::R8_6);
}

#[test]
fn r8_6_light_infantry_too_but_no_cavalry() {
    let mut g = game("activate strassoldo forces; 10-jager 0209 N; 5-hussars 0409 N; strassoldo 0211");
    g.play("act 10-jager; form square");
    assert!(g.unit("10-jager").square);
    g.play("act 5-hussars");
    g.refused("form square").because(rule::R8_6);
}

#[test]
fn r8_6_1_a_square_cannot_move() {
    let mut g = game("activate benedek forces; 33-gyulai 0209 N square; benedek 0211");
    g.play("act 33-gyulai");
    g.refused("step 0208").because(rule::R8_6_1);
    g.refused("face S").because(rule::R8_6_1);
    g.refused("march").because(rule::R8_6_1);
    // it is left freely at the start of the activation
    g.play("leave square; step 0208; stop");
    assert_eq!(g.hex("33-gyulai"), "0208");
    assert!(!g.unit("33-gyulai").square);
}

/// A force in hand that had to form square before the marker can neither attack nor go on: it may stop.
#[test]
fn r8_6_1_a_square_at_a_marker_is_released() {
    let mut g = gyulai_comes("5-aosta 0508 S");
    g.play("react none");
    g.refused("stop").because(rule::R7_1b);
    let gyulai = g.game.army.units.find(|u| u.id == "au-33-gyulai").expect("he is there");
    g.p.units[gyulai].square = true;
    g.refused("assault").because(rule::R8_6_1);
    g.play("stop");
    assert_eq!(g.hex("33-gyulai"), "0509");
}

#[test]
fn r8_6_2_square_in_reaction() {
    let mut g = game(
        "activate strassoldo forces; 5-hussars 0210 N; strassoldo 0212
         5-aosta 0207 S; aosta-cav 0107 S; darvillars 0204; marker charge 0208>0207",
    );
    g.play("act 5-hussars; charge; step 0209; step 0208");
    g.refused("react square 0107 cavalry").because(rule::R12_2_5a);
    g.play("react square 5-aosta; * 5 5");
    g.said(rule::R8_6_2, "5 Aosta tries to form square.");
    g.said(rule::R12_2_5a, "5 Aosta forms square.");
    assert!(g.unit("5-aosta").square, "10 less 1 is not above 9");
}

#[test]
fn r8_6_3_disorganized_units_form_no_square() {
    let mut g = game("activate benedek forces; 33-gyulai 0209 N disorganized; benedek 0211");
    g.play("act 33-gyulai");
    g.refused("form square").because(rule::R8_6_3);
    let mut g = game(
        "activate strassoldo forces; 5-hussars 0210 N; strassoldo 0212
         5-aosta 0207 S disorganized; darvillars 0204; marker charge 0208>0207",
    );
    g.play("act 5-hussars; charge; step 0209; step 0208");
    g.refused("react square 5-aosta").because(rule::R8_6_3);
}

// ---- 8.7: fog of war -------------------------------------------------------------------------------

#[test]
fn r8_7a_face_down_shows_type_stacking_and_formation() {
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N -2; benedek 0211
         5-aosta 0206 S; darvillars 0204; marker assault 0207>0206",
    );
    let piece = seen(&g, PIEDMONT, "0209");
    assert!(!piece.face_up && piece.values.is_empty());
    assert_eq!(
        (piece.kind.as_str(), piece.size, piece.formation.as_deref()),
        ("infantry", 3, Some("benedek"))
    );
    assert!(!piece.id.contains("gyulai") && !piece.name.contains("Gyulai"));
    assert!(seen(&g, AUSTRIA, "0209").face_up, "its owner knows it");

    g.play("act 33-gyulai; step 0208");
    assert!(!told(&g, PIEDMONT).contains("Gyulai"));
    assert!(told(&g, PIEDMONT).contains("face-down infantry (3) of Benedek brigade moves from 0209 to 0208"));
    g.play("step 0207");
    g.said(rule::R8_7a, "come into view");
    let piece = seen(&g, PIEDMONT, "0207");
    assert!(piece.face_up);
    assert_eq!(piece.values.iter().find(|v| v.label == "SP").map(|v| (v.now, v.printed)), Some((4, 6)));
    assert!(seen(&g, AUSTRIA, "0206").face_up, "both sides of the contact are seen");
}

#[test]
fn r8_7a_face_down_again_when_the_contact_ends() {
    let mut g =
        game("activate benedek forces; 33-gyulai 0208 N; benedek 0211; 5-aosta 0207 S; darvillars 0204");
    assert!(seen(&g, PIEDMONT, "0208").face_up);
    g.play("act 33-gyulai; step 0209; react none; stop");
    assert!(!seen(&g, PIEDMONT, "0209").face_up && !seen(&g, AUSTRIA, "0207").face_up);
}

#[test]
fn r8_7a_strength_of_a_face_down_battery_stays_secret() {
    let mut g = game("activate benedek forces; 1-art 0210 N; benedek 0211; 5-aosta 0207 S; darvillars 0204");
    g.play("act 1-art; fire at 0207; * 1 1");
    assert!(told(&g, AUSTRIA).contains("strength 3"));
    assert!(!told(&g, PIEDMONT).contains("strength") && !told(&g, PIEDMONT).contains("1 art."));
}

#[test]
fn r8_7b_markers_on_units_are_open() {
    let g = game(
        "activate benedek forces; benedek 0211; 33-gyulai 0209 N shaken low-ammo -1; 1-art 0409 N limbered
         4-grenzer 0509 N square out-of-command; 5-aosta 0203 S; darvillars 0202",
    );
    let badges = seen(&g, PIEDMONT, "0209").badges;
    assert!(badges.contains(&"shaken".into()) && badges.contains(&"low ammo".into()));
    assert!(seen(&g, PIEDMONT, "0409").badges.contains(&"limbered".into()));
    let badges = seen(&g, PIEDMONT, "0509").badges;
    assert!(badges.contains(&"square".into()) && badges.contains(&"out of command".into()));
    // lost strength points lie under the counter
    assert!(seen(&g, PIEDMONT, "0209").values.is_empty());
    let why = g.game.why(&g.p, Viewer::Seat(PIEDMONT), "0209").expect("a hex may be asked for");
    assert!(why.iter().any(|r| r.rule == rule::R8_7b && r.sentence.contains("shaken, low ammo")));
}

#[test]
fn r8_7c_commanders_are_face_down_until_activated() {
    let mut g =
        game("side austria; benedek 0211; 33-gyulai 0209 N; 5-aosta 0203 S; darvillars 0202; radetzky 0611");
    assert!(!seen(&g, PIEDMONT, "0211").face_up);
    assert!(seen(&g, AUSTRIA, "0211").face_up);
    // a failed attempt does not show him
    g.play("activate benedek; * 5");
    assert!(!g.leader("benedek").shown);
    g.play("pass; activate benedek; * 1");
    g.said(rule::R8_7c, "Benedek is turned face up.");
    assert!(seen(&g, PIEDMONT, "0211").face_up);
}

#[test]
fn r8_7c_an_overall_commander_is_seen_by_an_enemy_beside_him() {
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N; benedek 0211; carlo-alberto 0206; 5-aosta 0203 S; darvillars 0202",
    );
    assert!(!g.leader("carlo-alberto").shown);
    g.play("act 33-gyulai; step 0208; step 0207");
    g.said(rule::R8_7c, "Carlo Alberto is turned face up.");
}

#[test]
fn r8_7_1_every_enemy_counter_may_be_inspected() {
    // all three counters of the stack are seen from their backs
    let g = game(
        "activate benedek forces; benedek 0211; 33-gyulai+4-grenzer+1-art 0209 N; 5-aosta 0203 S; darvillars 0202",
    );
    let scene = g.game.view(&g.p, Viewer::Seat(PIEDMONT));
    let mut backs: Vec<_> = scene
        .pieces
        .iter()
        .filter(|c| c.hex.as_deref() == Some("0209"))
        .map(|c| (c.kind.clone(), c.size))
        .collect();
    backs.sort();
    assert_eq!(backs, [("artillery".into(), 1), ("infantry".into(), 1), ("infantry".into(), 3)]);
    let why = g.game.why(&g.p, Viewer::Seat(PIEDMONT), "0209").expect("a hex may be asked for");
    assert_eq!(why.iter().filter(|r| r.rule == rule::R8_7_1).count(), 3);
}

// ---- 8.8: withdrawal --------------------------------------------------------------------------------

#[test]
fn r8_8_withdrawal_goes_on_until_out_of_every_zone() {
    // 0209 is in the zone of the second enemy: the force goes on to 0210 or beside it
    let mut g = game(
        "phase nonactivated; initiative piedmont; 33-gyulai 0208 N; benedek 0211
         5-aosta 0207 S; darvillars 0204",
    );
    g.play("withdraw 33-gyulai");
    g.said(rule::R8_8, "33 Gyulai withdraws.");
    assert_eq!(g.decider(), Some(AUSTRIA));
    g.play("retreat 0209");
    g.said(rule::R8_8, "33 Gyulai falls back to 0209.");
    assert_eq!(g.unit("33-gyulai").facing, N, "it keeps its front while it withdraws");
    g.play("face N");
    assert_eq!((g.hex("33-gyulai"), g.unit("33-gyulai").facing), ("0209", N));
}

#[test]
fn r8_8_no_movement_points_are_needed() {
    // over the stream and through the bridge's hex: a retreat counts no points
    let mut g = game(
        "phase nonactivated; initiative piedmont; 33-gyulai 0208 N disorganized; benedek 0211
         5-aosta 0207 S; 6-aosta 0108 S; 7-cuneo 0308 S; darvillars 0204",
    );
    g.play("withdraw 33-gyulai; retreat 0209");
    // 0209 lies in two zones: on it goes
    g.play("react none");
    g.said(rule::R8_8, "falls back to 0210");
    assert_eq!(g.hex("33-gyulai"), "0210");
}

#[test]
fn r8_8_1_only_in_the_two_late_phases() {
    // in its own activation a force cannot choose to withdraw
    let mut g =
        game("activate benedek forces; 33-gyulai 0208 N; benedek 0211; 5-aosta 0207 S; darvillars 0204");
    g.refused("withdraw 33-gyulai").because(rule::R8_8_1);
    // out of command units withdraw in their own phase
    let mut g = game(
        "phase outofcommand; initiative piedmont; 33-gyulai 0208 N out-of-command; 4-grenzer 0509 N out-of-command; benedek 0211
         5-aosta 0207 S; darvillars 0204",
    );
    g.refused("withdraw 4-grenzer").because(rule::R8_8_1);
    g.refused("act 4-grenzer").because(rule::R4_D);
    g.play("withdraw 33-gyulai; retreat 0209; face N");
    assert_eq!(g.hex("33-gyulai"), "0209");
}

#[test]
fn r8_8_2_a_failed_check_costs_levels_but_does_not_stop_it() {
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N; benedek 0211
         5-aosta 0207 SE; darvillars 0203; marker assault 0208>0207",
    );
    // 12 against 9: one level, and the move is made all the same
    g.play("act 33-gyulai; step 0208; react withdraw 5-aosta; * 6 6; retreat 0206");
    g.said(rule::R12_2_6, "fails its cohesion check");
    g.said(rule::R8_8_2, "5 Aosta falls back to 0206.");
    let unit = g.unit("5-aosta");
    assert_eq!((unit.status, unit.facing, g.hex("5-aosta")), (1, 2, "0206"), "one level lost, facing kept");
}

#[test]
fn r8_8_3_the_active_force_goes_on() {
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N; benedek 0211
         5-aosta 0207 S; darvillars 0203; marker assault 0208>0207",
    );
    g.play("act 33-gyulai; step 0208; react withdraw 5-aosta; * 1 1; retreat 0206");
    g.said(rule::R8_8_3, "33 Gyulai can go on");
    assert_eq!(g.decider(), Some(AUSTRIA));
    // three of five points are left, but the next hex is in the zone of who withdrew
    g.refused("step 0207").because(rule::R3_1_2a);
    g.play("step 0308; stop");
    assert_eq!(g.hex("33-gyulai"), "0308");
}

#[test]
fn r8_8_4_withdrawal_is_one_of_the_reactions() {
    let mut g = game(
        "activate benedek forces; 33-gyulai 0209 N; benedek 0211
         5-aosta+pi-8-art 0207 S; darvillars 0203; marker assault 0208>0207",
    );
    g.play("act 33-gyulai; step 0208");
    g.offers("react withdraw 0207 infantry");
    g.refused("react withdraw pi-8-art").because(rule::R12_2_6);
    g.play("react withdraw 5-aosta");
    g.said(rule::R8_8_4, "5 Aosta withdraws before the enemy.");
}

// ---- duties that a change must not shake off --------------------------------------------------------

/// 3.2 binds who begins in a zone; a force that the enemy came to may do as it likes.
#[test]
fn r8_2a_who_did_not_begin_in_a_zone_may_turn_and_stay() {
    let mut g =
        game("activate benedek forces; 33-gyulai 0208 N; benedek 0211; 5-aosta 0207 S; darvillars 0204");
    g.play("act 33-gyulai; face NE");
    g.refused("stop").because(rule::R3_2);
    let mut g = game(
        "activate benedek forces; 21-paumgarten 0308 N; 33-gyulai 0209 N; benedek 0211
         5-aosta 0207 S; darvillars 0204; marker assault 0208>0207",
    );
    // a counterattack wins and the enemy advances beside the second regiment
    g.play("act 21-paumgarten; step 0208; react counterattack 5-aosta; * 1 1; * 6 5");
    g.play("retreat 0308; retreat 0309; face N; face S");
    assert_eq!(g.hex("5-aosta"), "0208");
    g.play("act 33-gyulai; face NE; stop");
    assert_eq!(g.hex("33-gyulai"), "0209");
}

/// A battery in a zone fires at who is beside it or drives off; it does not turn away from that.
#[test]
fn r8_4a_guns_in_a_zone_fire_near_or_leave() {
    let text = "activate benedek forces; 1-art 0208 N; benedek 0211; 5-aosta 0207 S; 6-aosta 0405 S; darvillars 0204";
    let mut g = game(text);
    g.play("act 1-art");
    g.refused("fire at 0405").because(rule::R3_2);
    g.offers("fire at 0207").offers("limber");
    g.play("face S");
    g.refused("stop").because(rule::R3_2);
    g.play("limber; step 0209; react none; stop");
    assert_eq!(g.hex("1-art"), "0209");
}
