//! Whether a position that comes from outside can be played on: what checks of single fields share. Each error begins with
//! the path of its field.

use crate::game::Game;
use crate::id::Id;
use crate::pieces::{Leaders, Units, Visitor};
use crate::roster::{Roster, Row};
use crate::set::{Set, Word};
use std::fmt::{self, Display};

/// The path of a field of something in a list.
#[derive(Clone, Copy, Debug)]
pub struct Field(pub &'static str, pub usize, pub &'static str);

impl Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Field(list, index, field) = self;
        write!(f, "{list}[{index}].{field}")
    }
}

/// A number of a range.
pub fn within(at: impl Display, number: impl Into<i64>, least: i64, most: i64) -> Result<(), String> {
    let number = number.into();
    if (least..=most).contains(&number) {
        return Ok(());
    }
    Err(format!("{at}: {number} is not from {least} to {most}"))
}

/// The number of one of so many things.
pub fn below(at: impl Display, number: impl Into<i64>, count: usize) -> Result<(), String> {
    let number = number.into();
    match usize::try_from(number) {
        Ok(index) if index < count => Ok(()),
        _ => Err(format!("{at}: there is no {number}")),
    }
}

/// The id of one of so many things.
pub fn known<I: Id>(at: impl Display, id: I, count: usize) -> Result<(), String> {
    below(at, id.index() as i64, count)
}

/// The same where it may be nobody.
pub fn known_or_nobody<I: Id>(at: impl Display, id: I, count: usize) -> Result<(), String> {
    if id == I::NOBODY { Ok(()) } else { known(at, id, count) }
}

/// A set out of another.
pub fn among<I: Id, W: Word>(at: impl Display, set: Set<I, W>, all: Set<I, W>) -> Result<(), String> {
    match set.without(all).first() {
        None => Ok(()),
        Some(other) => Err(format!("{at}: {} has no place in it", other.index())),
    }
}

/// Pieces of one side.
pub fn one_side<I: Id, W: Word>(
    at: impl Display,
    pieces: Set<I, W>,
    side_of: impl Fn(I) -> u8,
) -> Result<(), String> {
    let one = pieces.first().is_none_or(|first| pieces.iter().all(|piece| side_of(piece) == side_of(first)));
    holds(at, one, "units of both sides")
}

/// A list of the length that it must have.
pub fn as_many(at: impl Display, count: usize, expected: usize) -> Result<(), String> {
    if count == expected {
        Ok(())
    } else {
        Err(format!("{at}: {count} of them, and there must be {expected}"))
    }
}

/// Something that holds, or the reason why it must.
pub fn holds(at: impl Display, whether: bool, why: &str) -> Result<(), String> {
    if whether { Ok(()) } else { Err(format!("{at}: {why}")) }
}

/// What checks of frames must know of a game and its truth `S`, besides its rows.
pub trait Known<S>: Roster {
    /// How many hexes the map has.
    fn hexes(&self) -> usize;
    fn formations(&self) -> usize;
    /// Whether a unit is where something can happen to it, and whether a leader is.
    fn unit_there(&self, state: &S, unit: Self::Unit) -> bool;
    fn leader_there(&self, state: &S, leader: Self::Leader) -> bool;
}

/// Checks every field of a frame by its type, as far as that says what may stand in it; `names` shows them. `at` is the place of
/// the frame on the stack.
pub fn fields<S, G: Known<S>>(
    game: &G,
    state: &S,
    at: usize,
    names: impl FnOnce(&mut Fields<S, G>),
) -> Result<(), String> {
    let mut fields = Fields { game, state, at, field: "", wrong: Ok(()) };
    names(&mut fields);
    fields.wrong
}

/// The fields of a frame, as they are checked; the first that is wrong stays so.
pub struct Fields<'a, S, G> {
    game: &'a G,
    state: &'a S,
    at: usize,
    field: &'static str,
    wrong: Result<(), String>,
}

impl<S, G: Known<S>> Fields<'_, S, G> {
    fn check(&mut self, check: impl FnOnce(Field, &G, &S) -> Result<(), String>) {
        if self.wrong.is_ok() {
            self.wrong = check(Field("stack", self.at, self.field), self.game, self.state);
        }
    }
}

impl<S, G: Known<S>> Visitor<G> for Fields<'_, S, G> {
    fn field(&mut self, name: &'static str) {
        self.field = name;
    }
    /// They are there, and of one side.
    fn units(&mut self, units: &mut Units<G>) {
        self.any_units(units);
        self.check(|at, game, state| {
            let there = units.iter().all(|unit| game.unit_there(state, unit));
            holds(at, there, "somebody is not where this happens")?;
            one_side(at, *units, |unit| game.unit_rows()[unit].side())
        });
    }
    fn any_units(&mut self, units: &mut Units<G>) {
        self.noted(*units);
    }
    fn noted(&mut self, units: Units<G>) {
        self.check(|at, game, _| among(at, units, game.unit_rows().ids().collect()));
    }
    fn unit(&mut self, unit: &mut G::Unit) {
        self.check(|at, game, _| known(at, *unit, game.unit_rows().len()));
    }
    fn maybe_unit(&mut self, unit: &mut G::Unit) {
        self.check(|at, game, _| known_or_nobody(at, *unit, game.unit_rows().len()));
    }
    /// He is there.
    fn slot(&mut self, unit: &mut G::Unit) {
        self.maybe_unit(unit);
        let there = |game: &G, state: &S| *unit == G::Unit::NOBODY || game.unit_there(state, *unit);
        self.check(|at, game, state| holds(at, there(game, state), "it is not where this happens"));
    }
    /// They are there.
    fn leaders(&mut self, leaders: &mut Leaders<G>) {
        self.check(|at, game, state| {
            among(at, *leaders, game.leader_rows().ids().collect())?;
            let there = leaders.iter().all(|leader| game.leader_there(state, leader));
            holds(at, there, "the commander is not where this happens")
        });
    }
    fn leader(&mut self, leader: &mut G::Leader) {
        self.check(|at, game, _| known(at, *leader, game.leader_rows().len()));
    }
    fn formation(&mut self, formation: usize) {
        self.check(|at, game, _| below(at, formation as i64, game.formations()));
    }
    fn hex(&mut self, hex: u16) {
        self.check(|at, game, _| below(at, hex, game.hexes()));
    }
    fn maybe_hex(&mut self, hex: u16) {
        if hex != u16::MAX {
            self.hex(hex);
        }
    }
    fn dir(&mut self, dir: u8) {
        self.check(|at, _, _| below(at, dir, 6));
    }
    fn side(&mut self, side: u8) {
        self.check(|at, _, _| below(at, side, 2));
    }
}

/// Takes a position that comes from outside, or says what is wrong with it: `state` checks each field and what they
/// have to do with each other; then the caches are made, the audit holds, and at last the game waits for what the rules
/// wait for there. `wait` is where a position says that, `running` and `over` what it says while its flow runs and when
/// it is over; `run` goes on until something else is said.
pub fn take_in<G: Game, W: PartialEq>(
    game: &G,
    position: &mut G::Position,
    state: impl FnOnce(&G::Position) -> Result<(), String>,
    wait: impl Fn(&mut G::Position) -> &mut W,
    [running, over]: [W; 2],
    run: impl FnOnce(&mut G::Position),
) -> Result<(), String> {
    state(position)?;
    game.restore(position);
    game.audit(position)?;
    let waits_for = wait(position);
    let words = "a position waits for somebody, for dice, or for nothing any more";
    holds("wait", *waits_for != running, words)?;
    if *waits_for == over {
        return Ok(());
    }
    waits(position, |again| {
        *wait(again) = running;
        run(again);
    })
}

/// A position waits for what the rules wait for there: run on from it, they stop at once and leave it as it is.
fn waits<P: Clone + PartialEq>(position: &P, run: impl FnOnce(&mut P)) -> Result<(), String> {
    let mut again = position.clone();
    run(&mut again);
    holds("wait", again == *position, "the rules do not wait for this here")
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::ids! {
        struct UnitId(u8);
    }

    #[test]
    fn what_is_wrong_begins_with_its_field() {
        assert_eq!(within("turn", 3, 1, 8), Ok(()));
        assert_eq!(within("turn", 250, 1, 8), Err("turn: 250 is not from 1 to 8".into()));
        assert_eq!(below(Field("units", 4, "facing"), 9, 6), Err("units[4].facing: there is no 9".into()));
        assert_eq!(below("leader", -1, 6), Err("leader: there is no -1".into()));
        let unit = UnitId::at;
        let set: Set<UnitId, u16> = [unit(1), unit(3)].into_iter().collect();
        assert_eq!(among("used", set, set), Ok(()));
        assert_eq!(among("used", set, Set::one(unit(1))), Err("used: 3 has no place in it".into()));
        assert_eq!(known("lead", unit(5), 6), Ok(()));
        assert_eq!(known("lead", UnitId::NOBODY, 6), Err("lead: there is no 255".into()));
        assert_eq!(known_or_nobody("lead", UnitId::NOBODY, 6), Ok(()));
        assert_eq!(known_or_nobody("lead", unit(254), 6), Err("lead: there is no 254".into()));
        let side = |of: usize| move |unit: UnitId| (unit.index() / of) as u8;
        assert_eq!(one_side("units", set, side(4)), Ok(()));
        assert_eq!(one_side("units", set, side(2)), Err("units: units of both sides".into()));
        assert_eq!(as_many("units", 2, 3), Err("units: 2 of them, and there must be 3".into()));
        assert_eq!(waits(&3, |_| ()), Ok(()));
        assert!(waits(&3, |position| *position += 1).is_err_and(|why| why.starts_with("wait: ")));
        assert_eq!(holds("wait", false, "nobody waits"), Err("wait: nobody waits".into()));
    }
}
