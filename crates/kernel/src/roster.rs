//! Who is who in a game: what its pieces are called, how a word of notation names them, and how they stand in what is
//! said, asked and offered. A game tells its rows and who may see what ([`Roster`]); the rest follows.

use crate::agreement::{agree, listed};
use crate::event::{Event, Part};
use crate::game::{Game, Refusal, Viewer};
use crate::handwritten::{Found, named};
use crate::id::{ById, Id};
use crate::notation::{Parser, Writer};
use crate::pieces::{Cast, Units};
use crate::rule::Citation;
use crate::say::Say;
use crate::seat::{Seat, SeatSet};
use crate::show::{Choice, Prompt};
use crate::{Set, Text};

// ---- rows ----------------------------------------------------------------------------------------

/// One of those who have a name: a unit, a leader, a formation. [`rows!`](crate::rows) makes them of a game's own types.
pub trait Row {
    /// As files and notation call it: the prefix of its side, then what tells it apart.
    fn id(&self) -> &str;
    fn name(&self) -> &str;
    fn side(&self) -> u8;
}

/// Takes types with the fields `id`, `name` and `side` for rows: `rows!(UnitDef, LeaderDef, FormationDef);`.
#[macro_export]
macro_rules! rows {
    ($($Row:ty),*) => {$(
        impl $crate::roster::Row for $Row {
            fn id(&self) -> &str {
                &self.id
            }
            fn name(&self) -> &str {
                &self.name
            }
            fn side(&self) -> u8 {
                self.side
            }
        }
    )*};
}

/// An id without the prefix of its side.
pub fn without_side(id: &str) -> &str {
    id.split_once('-').map_or(id, |(_, rest)| rest)
}

/// A unit or a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<U, L> {
    Unit(U),
    Leader(L),
}

/// The units and leaders of a game, by their rows.
pub struct Pieces<'a, U, L, A, B> {
    pub units: &'a ById<U, Vec<A>>,
    pub leaders: &'a ById<L, Vec<B>>,
}

impl<U, L, A, B> Clone for Pieces<'_, U, L, A, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<U, L, A, B> Copy for Pieces<'_, U, L, A, B> {}

impl<'a, U: Id, L: Id, A: Row, B: Row> Pieces<'a, U, L, A, B> {
    /// The piece of an id.
    pub fn named(&self, id: &str) -> Option<Piece<U, L>> {
        let leader = || self.leaders.called(id).map(Piece::Leader);
        self.units.called(id).map(Piece::Unit).or_else(leader)
    }
    pub fn row(&self, piece: Piece<U, L>) -> &'a dyn Row {
        match piece {
            Piece::Unit(unit) => &self.units[unit],
            Piece::Leader(leader) => &self.leaders[leader],
        }
    }
    /// All of them, units first.
    pub fn all(&self) -> impl Iterator<Item = Piece<U, L>> + use<U, L, A, B> {
        self.units.ids().map(Piece::Unit).chain(self.leaders.ids().map(Piece::Leader))
    }
}

impl<I: Id, R: Row> ById<I, Vec<R>> {
    /// By the id alone.
    pub fn called(&self, id: &str) -> Option<I> {
        self.find(|row| row.id() == id)
    }
    /// By the id; for a piece of this side, by its short form as well.
    pub fn of_side(&self, side: u8, name: &str, short: impl Fn(&str) -> &str) -> Option<I> {
        self.find(|row| row.id() == name || (row.side() == side && short(row.id()) == name))
    }
    /// By the id or its short form, whoever owns it.
    pub fn of_any(&self, name: &str, short: impl Fn(&str) -> &str) -> Option<I> {
        self.find(|row| row.id() == name || short(row.id()) == name)
    }
    /// By the id or, where only one fits, by its short form.
    pub fn found(&self, name: &str, short: impl Fn(&str) -> &str) -> Found {
        named(self.iter().map(Row::id), name, short)
    }
}

// ---- the roster ----------------------------------------------------------------------------------

/// Whose pieces are told of: their rows, where they can be, and who may see what.
pub trait Roster: Game + Cast {
    type UnitRow: Row;
    type LeaderRow: Row;
    /// Where something can be: a hex of the map, or none.
    type Spot: Copy + PartialEq;

    fn unit_rows(&self) -> &ById<Self::Unit, Vec<Self::UnitRow>>;
    fn leader_rows(&self) -> &ById<Self::Leader, Vec<Self::LeaderRow>>;
    /// The printed number of a spot, if it is on the map.
    fn number(&self, spot: Self::Spot) -> Option<&str>;
    /// Whether an event of this kind begins something new, so that fire told of before is past.
    fn begins(&self, kind: &str) -> bool {
        let _ = kind;
        false
    }
    /// The spot at the end of an event's sentence.
    fn and_spot(&self, event: Event, spot: Self::Spot) -> Event;

    /// Seats that know which unit it is.
    fn unit_seen_by(&self, _: &Self::Position, _: Self::Unit) -> SeatSet {
        SeatSet::ALL
    }
    fn leader_seen_by(&self, _: &Self::Position, _: Self::Leader) -> SeatSet {
        SeatSet::ALL
    }
    /// What the others read instead of its name.
    fn unseen_unit(&self, _: Self::Unit) -> Text {
        Text::default()
    }
    fn unseen_leader(&self, _: Self::Leader) -> Text {
        Text::default()
    }
    /// Units in the order in which they are told of: one that betrays nothing of those who are not seen.
    fn in_told_order(&self, _: &Self::Position, units: Units<Self>) -> Vec<Self::Unit> {
        units.iter().collect()
    }
    /// A leader as he is called now.
    fn leader_called(&self, _: &Self::Position, leader: Self::Leader) -> Text {
        self.commander_name(leader).into()
    }

    /// The short form of an id.
    fn short(id: &str) -> &str {
        without_side(id)
    }
    /// An id as notation writes it.
    fn written(id: &str) -> &str {
        Self::short(id)
    }
    /// The unit that a seat means.
    fn find_unit(&self, seat: Seat, word: &str) -> Option<Self::Unit> {
        self.unit_rows().of_side(seat.0, word, Self::short)
    }
    fn find_leader(&self, seat: Seat, word: &str) -> Option<Self::Leader> {
        self.leader_rows().of_side(seat.0, word, Self::short)
    }
    /// What is said where the seat means nobody.
    fn no_unit(word: &str) -> String {
        format!("You have no unit {word}.")
    }
    fn no_leader(word: &str) -> String {
        format!("You have no commander {word}.")
    }

    // ---- what follows: names

    fn id_of_unit(&self, unit: Self::Unit) -> Text {
        self.unit_rows()[unit].id().into()
    }
    fn id_of_leader(&self, leader: Self::Leader) -> Text {
        self.leader_rows()[leader].id().into()
    }
    fn unit_name(&self, unit: Self::Unit) -> &str {
        self.unit_rows()[unit].name()
    }
    fn commander_name(&self, leader: Self::Leader) -> &str {
        self.leader_rows()[leader].name()
    }
    /// Units of his own as their owner calls them.
    fn own(&self, units: Units<Self>) -> String {
        listed(units.iter().map(|unit| self.unit_name(unit)))
    }
    /// A unit as the viewer may call it.
    fn name_to(&self, p: &Self::Position, viewer: Viewer, unit: Self::Unit) -> Text {
        if viewer.may_see(self.unit_seen_by(p, unit)) {
            self.unit_name(unit).into()
        } else {
            self.unseen_unit(unit)
        }
    }
    fn names_to(&self, p: &Self::Position, viewer: Viewer, units: Units<Self>) -> String {
        listed(self.in_told_order(p, units).into_iter().map(|unit| self.name_to(p, viewer, unit)))
    }
    fn leader_to(&self, p: &Self::Position, viewer: Viewer, leader: Self::Leader) -> Text {
        if viewer.may_see(self.leader_seen_by(p, leader)) {
            self.leader_called(p, leader)
        } else {
            self.unseen_leader(leader)
        }
    }
    /// Units in notation.
    fn units_word(&self, units: Units<Self>) -> String {
        let words: Vec<&str> = units.iter().map(|unit| Self::written(self.unit_rows()[unit].id())).collect();
        words.join("+")
    }

    // ---- what follows: parts of events

    fn unit_part(&self, p: &Self::Position, unit: Self::Unit) -> Part {
        Part::Unit {
            name: self.unit_name(unit).into(),
            id: self.id_of_unit(unit),
            seen_by: self.unit_seen_by(p, unit),
            unseen: self.unseen_unit(unit),
        }
    }
    fn leader_part(&self, p: &Self::Position, leader: Self::Leader) -> Part {
        Part::Unit {
            name: self.leader_called(p, leader),
            id: self.id_of_leader(leader),
            seen_by: self.leader_seen_by(p, leader),
            unseen: self.unseen_leader(leader),
        }
    }
    fn and_units(&self, p: &Self::Position, event: Event, units: Units<Self>) -> Event {
        event.list(self.in_told_order(p, units).into_iter().map(|unit| self.unit_part(p, unit)))
    }
    /// An event: its sentence, with a place `{}` for each piece that is named then.
    fn say<'a>(
        &'a self,
        p: &'a Self::Position,
        kind: &'static str,
        rule: Citation,
        sentence: &'static str,
    ) -> Say<'a, Self>
    where
        Self: Sized,
    {
        Say::new(self, p, Event::new(kind, rule).fresh(self.begins(kind)), sentence)
    }
}

// ---- notation ------------------------------------------------------------------------------------

impl<G: Roster> Writer<'_, G> {
    pub fn unit(&self, unit: G::Unit) -> String {
        G::written(self.game.unit_rows()[unit].id()).into()
    }
    pub fn units(&self, units: Units<G>) -> String {
        self.game.units_word(units)
    }
    pub fn leader(&self, leader: G::Leader) -> String {
        G::written(self.game.leader_rows()[leader].id()).into()
    }
}

impl<G: Roster> Parser<'_, G> {
    pub fn unit(&self, word: &str) -> Result<G::Unit, Refusal> {
        self.game.find_unit(self.seat, word).ok_or_else(|| Refusal::plain(G::no_unit(word)))
    }
    pub fn units(&self, word: &str) -> Result<Units<G>, Refusal> {
        word.split('+').map(|name| self.unit(name)).collect()
    }
    pub fn leader(&self, word: &str) -> Result<G::Leader, Refusal> {
        self.game.find_leader(self.seat, word).ok_or_else(|| Refusal::plain(G::no_leader(word)))
    }
}

// ---- what is asked -------------------------------------------------------------------------------

/// A question as its seat reads it, and what the others read meanwhile.
pub struct Asked<C: Roster> {
    /// A stable word for what is asked.
    kind: &'static str,
    rule: Citation,
    you: String,
    they: Option<String>,
    /// The key of a question that may be answered once for all times.
    standing: Option<String>,
    spots: Vec<C::Spot>,
    units: Units<C>,
    leader: Option<C::Leader>,
}

impl<C: Roster> Asked<C> {
    pub fn new(kind: &'static str, rule: Citation, you: impl Into<String>) -> Asked<C> {
        Asked {
            kind,
            rule,
            you: you.into(),
            they: None,
            standing: None,
            spots: Vec::new(),
            units: Set::EMPTY,
            leader: None,
        }
    }
    /// A question of which the others hear: after the name of the seat, "places its pieces".
    pub fn heard(
        kind: &'static str,
        rule: Citation,
        you: impl Into<String>,
        they: impl Into<String>,
    ) -> Asked<C> {
        Asked::new(kind, rule, you).others_read(they)
    }
    /// What those read who are not asked.
    pub fn others_read(mut self, they: impl Into<String>) -> Asked<C> {
        self.they = Some(they.into());
        self
    }
    /// Where it is about.
    pub fn at(mut self, spots: impl IntoIterator<Item = C::Spot>) -> Asked<C> {
        self.spots.extend(spots);
        self
    }
    /// Verbs agree with the units that are asked about.
    pub fn of(mut self, units: Units<C>) -> Asked<C> {
        self.units = units;
        self
    }
    pub fn by(self, unit: C::Unit) -> Asked<C> {
        self.of(Set::one(unit))
    }
    pub fn led_by(mut self, leader: C::Leader) -> Asked<C> {
        self.leader = Some(leader);
        self
    }
    /// May be answered in advance under this key.
    pub fn standing(mut self, key: String) -> Asked<C> {
        self.standing = Some(key);
        self
    }
    /// As the others read it, if they read something of their own. What sort of question it is may be a secret of who is
    /// asked.
    pub fn to_others(mut self, say: impl FnOnce(Option<String>) -> String) -> Asked<C> {
        self.you = say(self.they.take());
        (self.kind, self.standing) = ("wait", None);
        self
    }
    /// The question to a viewer, with the pieces that he may know.
    pub fn prompt(self, game: &C, p: &C::Position, viewer: Viewer) -> Prompt {
        let mut prompt = Prompt::new(self.kind, agree(&self.you, self.units.count() > 1), self.rule);
        prompt.standing = self.standing;
        let first = |(i, spot): &(usize, &C::Spot)| !self.spots[..*i].contains(spot);
        let spots = self.spots.iter().enumerate().filter(first);
        prompt.hexes = spots.filter_map(|(_, spot)| game.number(*spot)).map(Text::new).collect();
        let units = game.in_told_order(p, self.units).into_iter();
        let known = units.filter(|unit| viewer.may_see(game.unit_seen_by(p, *unit)));
        let leader = self.leader.filter(|leader| viewer.may_see(game.leader_seen_by(p, *leader)));
        prompt.units = known.map(|unit| game.id_of_unit(unit)).collect();
        prompt.units.extend(leader.map(|leader| game.id_of_leader(leader)));
        prompt
    }
}

// ---- what is offered -----------------------------------------------------------------------------

/// A choice as it is put together.
pub struct Offer<C: Roster> {
    sentence: String,
    rule: Citation,
    spot: Option<C::Spot>,
    units: Vec<C::Unit>,
    target: Option<C::Spot>,
    could: Vec<C::Unit>,
    leader: Option<C::Leader>,
    heading: Option<Text>,
    odds: bool,
    fight: bool,
}

impl<C: Roster> Offer<C> {
    pub fn new(rule: Citation, sentence: impl Into<String>) -> Offer<C> {
        Offer {
            sentence: sentence.into(),
            rule,
            spot: None,
            units: Vec::new(),
            target: None,
            could: Vec::new(),
            leader: None,
            heading: None,
            odds: false,
            fight: false,
        }
    }
    pub fn at(mut self, spot: C::Spot) -> Offer<C> {
        self.spot = Some(spot);
        self
    }
    /// Who does it, as far as there is anybody. Verbs agree with them.
    pub fn by(mut self, units: impl IntoIterator<Item = C::Unit>) -> Offer<C> {
        self.units = units.into_iter().filter(|unit| *unit != C::Unit::NOBODY).collect();
        self
    }
    pub fn led_by(mut self, leader: C::Leader) -> Offer<C> {
        self.leader = Some(leader);
        self
    }
    /// An attack on a spot other than the one that it points at.
    pub fn against(mut self, spot: C::Spot) -> Offer<C> {
        self.target = Some(spot);
        self
    }
    /// Who could do it, where that is decided later.
    pub fn by_one_of(mut self, units: impl IntoIterator<Item = C::Unit>) -> Offer<C> {
        self.could = units.into_iter().collect();
        self
    }
    /// The heading under which a panel lists it, where it is not always the same.
    pub fn under(mut self, heading: impl Into<Text>) -> Offer<C> {
        self.heading = Some(heading.into());
        self
    }
    /// It leads to dice.
    pub fn with_odds(mut self) -> Offer<C> {
        self.odds = true;
        self
    }
    /// It begins a fight, or is part of one, of which can be told what comes.
    pub fn with_forecast(mut self) -> Offer<C> {
        self.fight = true;
        self.with_odds()
    }
    /// The choice: an action in notation, of this sort and heading.
    pub fn choice(self, game: &C, action: String, sort: (&'static str, Option<&'static str>)) -> Choice {
        let mut sentence = agree(&self.sentence, self.units.len() > 1).into_owned();
        // names end with a stop where they are shortened
        if sentence.ends_with("..") {
            sentence.pop();
        }
        let mut choice = Choice::new(sort.0, action, sentence, self.rule);
        choice.hex = self.spot.and_then(|spot| game.number(spot)).map(Text::new);
        choice.units = self.units.iter().map(|unit| game.id_of_unit(*unit)).collect();
        choice.units.extend(self.leader.map(|leader| game.id_of_leader(leader)));
        choice.target = self.target.and_then(|spot| game.number(spot)).map(Text::new);
        choice.could = self.could.iter().map(|unit| game.id_of_unit(*unit)).collect();
        choice.group = self.heading.or(sort.1.map(Text::new_static));
        (choice.odds, choice.fight) = (self.odds, self.fight);
        choice
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::ids! {
        struct UnitId(u8);
    }

    struct Piece {
        id: &'static str,
        name: &'static str,
        side: u8,
    }
    rows!(Piece);

    fn pieces() -> ById<UnitId, Vec<Piece>> {
        let piece = |id, name, side| Piece { id, name, side };
        ["re-foot", "re-horse", "bl-foot"]
            .into_iter()
            .zip(["1st Foot", "1st Horse", "2nd Foot"])
            .map(|(id, name)| piece(id, name, u8::from(id.starts_with("bl"))))
            .collect()
    }

    #[test]
    fn a_piece_goes_by_its_id_and_by_its_short_form_among_its_own() {
        let pieces = pieces();
        let of_side = |side, name: &str| pieces.of_side(side, name, without_side).map(UnitId::index);
        assert_eq!((of_side(0, "foot"), of_side(1, "foot")), (Some(0), Some(2)));
        assert_eq!((of_side(0, "bl-foot"), of_side(1, "horse")), (Some(2), None));
        let of_any = pieces.of_any("horse", without_side);
        assert_eq!(of_any.map(|unit| pieces[unit].name()), Some("1st Horse"));
    }

    #[test]
    fn a_short_form_that_several_have_names_none_of_them() {
        let pieces = pieces();
        let found = |name: &str| pieces.found(name, without_side);
        assert_eq!(found("foot"), Found::Many("re-foot or bl-foot".into()));
        assert_eq!(found("foot").only::<UnitId>(), None);
        assert_eq!(found("horse").only(), Some(UnitId::at(1)));
        assert_eq!(found("guns"), Found::None);
    }
}
