//! What officers of Goito do in positions written by hand.

use kernel::{Game, Log, Lot, Need, Seat};
use players::risorgimento::town_is_open;
use players::search::{Question, Tactics, playout};
use players::{Level, Sight, Staffed};
use risorgimento::handmade::position;
use risorgimento::model::{FormationId, UnitId};
use risorgimento::position::{Place, Position};
use risorgimento::{Action, Battle, Options, data};
use std::sync::LazyLock;

static BATTLE: LazyLock<Battle> = LazyLock::new(|| {
    let model = data::load(&data::files(), "goito", "battle").expect("sound data");
    Battle::new(model, Options { fog: true })
});

const PIEDMONT: Seat = Seat(0);
const AUSTRIA: Seat = Seat(1);

fn formation(id: &str) -> FormationId {
    BATTLE.army.formations.find(|f| f.id.ends_with(id)).expect("a formation")
}

fn unit(id: &str) -> UnitId {
    BATTLE.army.units.find(|u| u.id.ends_with(id)).expect("a unit")
}

fn legal(p: &Position, seat: Seat) -> Vec<Action> {
    let mut legal = Vec::new();
    BATTLE.legal(p, seat, &mut legal);
    legal
}

fn after(p: &Position, seat: Seat, action: Action) -> Position {
    let mut p = p.clone();
    BATTLE.apply(&mut p, seat, action, &mut Log::off());
    p
}

/// Plays on with sergeants on both sides until nobody is activated any more.
fn led(p: &Position, seed: u64) -> Position {
    let mut p = p.clone();
    let mut players: Vec<_> = (0..2).map(|_| BATTLE.player(Level::Sergeant)).collect();
    let mut lot = Lot::of("led", seed);
    let mut log = Log::off();
    while p.activation().is_some() {
        match BATTLE.need(&p) {
            Need::Over(_) => break,
            Need::Chance(roll) => {
                let mut faces = Vec::new();
                roll.by_lot(&mut lot, &mut faces);
                BATTLE.roll(&mut p, &faces, &mut log);
            }
            Need::Decide(seats) => {
                let seat = seats.iter().next().expect("somebody decides");
                let action = players[usize::from(seat.0)].act(&Sight::new(&*BATTLE, &p, seat), &mut lot);
                BATTLE.apply(&mut p, seat, action, &mut log);
            }
        }
    }
    p
}

// ---- formation and plan -------------------------------------------------------------------------

const BESIDE_A_FARM: &str = "turn 8; side austria; initiative piedmont
    33-gyulai 1715; 21-paumgarten 1517; benedek 1716
    17-hohenlohe 1617; strassoldo 1617
    5-aosta 1108; darvillars 1108; 1-guardie 1309; ve-savoia 1309
    control austria 1116 1317 1517 1817 1614";

/// Each formation is weighed with several ways to lead it, and passing besides.
#[test]
fn formation_and_plan_are_weighed_together() {
    let b = &*BATTLE;
    let p = position(b, BESIDE_A_FARM);
    let plans = b.plans(&p, AUSTRIA, &legal(&p, AUSTRIA), &mut Lot::of("plans", 1));
    for id in ["benedek", "strassoldo"] {
        let attempt = Action::Attempt(formation(id));
        let ways: Vec<_> = plans.iter().filter(|plan| b.opening(plan) == Some(attempt)).collect();
        assert!(ways.len() >= 8, "{id}: {} ways", ways.len());
        assert!(ways.iter().any(|way| way.temper != ways[0].temper));
    }
    assert_eq!(plans.iter().filter(|plan| b.opening(plan) == Some(Action::Pass)).count(), 1);
    // the likeliest way of every formation, and passing, come before all the rest
    let first: Vec<_> = plans[..3].iter().map(|plan| b.opening(plan)).collect();
    assert!(first.contains(&Some(Action::Pass)), "{first:?}");
}

/// A plan lasts from the choice of the formation to the end of its activation, and is looked at once more when the
/// formation has obeyed.
#[test]
fn a_plan_is_followed_through_the_activation() {
    let b = &*BATTLE;
    let then = position(b, BESIDE_A_FARM);
    let mut now = after(&then, AUSTRIA, Action::Attempt(formation("benedek")));
    b.roll(&mut now, &[1], &mut Log::off());
    assert!(now.activation().is_some());
    assert!(!b.is_over(&then, &now));
    assert_eq!(b.question(&now, AUSTRIA, &legal(&now, AUSTRIA)), Question::Refine);
    // it does not outlive a failure, nor the activation
    let mut failed = after(&then, AUSTRIA, Action::Attempt(formation("benedek")));
    b.roll(&mut failed, &[5], &mut Log::off());
    assert!(failed.activation().is_none() && b.is_over(&then, &failed));
    let done = led(&now, 1);
    assert!(b.is_over(&then, &done) && b.is_over(&now, &done));
    // nor does the enemy's activation pass for one's own
    let mut theirs =
        after(&after(&then, AUSTRIA, Action::Pass), PIEDMONT, Action::Attempt(formation("1div")));
    b.roll(&mut theirs, &[1], &mut Log::off());
    assert!(theirs.activation().is_some() && b.is_over(&then, &theirs));
}

/// On the last turn, after the enemy has passed, a pass that he answers with another ends the phase and the day: it is
/// worth that, and not what would come if he were to go on.
#[test]
fn passing_is_worth_what_comes_if_the_enemy_passes_too() {
    let b = &*BATTLE;
    let mut p = position(b, &BESIDE_A_FARM.replace("side austria", "side piedmont"));
    p = after(&p, PIEDMONT, Action::Pass);
    let legal = legal(&p, AUSTRIA);
    let plans = b.plans(&p, AUSTRIA, &legal, &mut Lot::of("plans", 1));
    let pass = plans.iter().find(|plan| b.opening(plan) == Some(Action::Pass)).expect("passing is legal");
    let answer = b.counter(pass).expect("a pass can be answered");
    assert_eq!(answer, Action::Pass);
    for seed in 0..8 {
        let value = playout(b, &p, AUSTRIA, pass, Some(answer), &mut Lot::of("playout", seed));
        assert_eq!(value, 0.0, "five farms are not enough");
    }
    for seed in 0..6 {
        let mut captain = b.player("captain:60".parse().expect("a level"));
        let action = captain.act(&Sight::new(b, &p, AUSTRIA), &mut Lot::of("act", seed));
        assert!(matches!(action, Action::Attempt(_)), "seed {seed}: {action:?}");
    }
}

/// The captain of measurements acts wherever he can.
#[test]
fn who_is_forbidden_to_pass_does_not() {
    let b = &*BATTLE;
    // nothing to be won any more, and nothing near
    let p = position(
        b,
        "turn 8; side piedmont; 5-aosta 1106; darvillars 1106; 33-gyulai 0119; benedek 0119; activated benedek",
    );
    assert!(legal(&p, PIEDMONT).contains(&Action::Pass));
    for seed in 0..4 {
        let mut captain = b.player("captain:10:nopass".parse().expect("a level"));
        let action = captain.act(&Sight::new(b, &p, PIEDMONT), &mut Lot::of("act", seed));
        assert!(matches!(action, Action::Attempt(_)), "{action:?}");
    }
}

// ---- batteries ----------------------------------------------------------------------------------

/// Whether a battery has infantry or cavalry of its side in its hex or beside it, or is out of reach of the riders.
fn is_looked_after(p: &Position, battery: UnitId, riders: UnitId) -> bool {
    let b = &*BATTLE;
    let guns = p.unit(battery);
    assert_eq!(guns.place, Place::Map, "it is lost");
    let escorted = p.units.pairs().any(|(id, u)| {
        u.place == Place::Map
            && b.side_of(id) == b.side_of(battery)
            && !b.is_gun(id)
            && b.map.distance(u.hex, guns.hex) <= 1
    });
    let far = b.map.distance(p.unit(riders).hex, guns.hex) > b.army.units[riders].ma;
    escorted || far
}

/// A battery by itself before cavalry is escorted, or it is driven off.
#[test]
fn a_battery_alone_before_cavalry_is_escorted_or_retired() {
    let b = &*BATTLE;
    // with infantry near it, and with none
    for infantry in ["5-aosta 1108; 6-aosta 1209;", ""] {
        let text = format!(
            "turn 4; activate 1div; pi-8-art 1211 S; {infantry} darvillars 1108; 5-hussars 1218; strassoldo 1219; 17-hohenlohe 1219"
        );
        let p = position(b, &text);
        assert!(!is_looked_after(&p, unit("pi-8-art"), unit("5-hussars")));
        for seed in 0..4 {
            let end = led(&p, seed);
            assert!(is_looked_after(&end, unit("pi-8-art"), unit("5-hussars")), "{infantry} seed {seed}");
        }
    }
}

// ---- the town -----------------------------------------------------------------------------------

/// A column on the Sacca road could be in both hexes of Goito in one march: somebody goes there.
#[test]
fn a_town_open_to_a_column_is_covered() {
    let b = &*BATTLE;
    let p = position(
        b,
        "turn 3; activate 2div; 11-casale 1909 S; 17-acqui 1810 S; diferrere 1909; 33-gyulai 1618 N march; benedek 1619",
    );
    assert!(town_is_open(b, &p));
    for seed in 0..4 {
        assert!(!town_is_open(b, &led(&p, seed)), "seed {seed}");
    }
}

/// Who alone keeps the town does not leave it for a farm or a fight while a column can get there.
#[test]
fn who_alone_keeps_the_town_stays() {
    let b = &*BATTLE;
    let p = position(
        b,
        "turn 3; activate 2div; 11-casale 2012 S; diferrere 2011; 33-gyulai 1715 N march; benedek 1717
         4-grenzer 1814 N disorganized -2; control austria 1814 1713",
    );
    assert!(!town_is_open(b, &p));
    for seed in 0..4 {
        assert!(!town_is_open(b, &led(&p, seed)), "seed {seed}");
    }
}

/// A column that waits off the map comes by the same road.
#[test]
fn a_column_off_the_map_opens_the_town_too() {
    let b = &*BATTLE;
    let p = position(b, "turn 2; 4-kjager column; wohlgemuth column; 11-casale 1809; diferrere 1809");
    assert!(town_is_open(b, &p));
    let p = position(b, "turn 2; 4-kjager column; wohlgemuth column; 11-casale 2011; diferrere 1809");
    assert!(!town_is_open(b, &p));
}
