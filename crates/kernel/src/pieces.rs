//! The pieces that a frame names, shown to a visitor by the types of its fields: so a frame need not say itself what
//! becomes of it when a unit is lost, or when one piece is put into the place of another.

use crate::id::Id;
use crate::set::{Set, Word};

/// The kinds of pieces that a game has. In every game their ids are called `UnitId` and `LeaderId`, sets of them `UnitSet`
/// and `LeaderSet`.
pub trait Cast {
    type Unit: Id;
    type Units: Word;
    type Leader: Id;
    type Leaders: Word;
}

/// Sets of the units and the leaders of a game.
pub type Units<C> = Set<<C as Cast>::Unit, <C as Cast>::Units>;
pub type Leaders<C> = Set<<C as Cast>::Leader, <C as Cast>::Leaders>;

/// Sees every piece that is named, and whatever else the type of a field tells of it.
pub trait Visitor<C: Cast> {
    /// The name of the field that is shown next.
    #[inline]
    fn field(&mut self, _: &'static str) {}
    fn units(&mut self, _: &mut Units<C>) {}
    /// Units that need not be where something happens. In every game such a field is of the type `AnyUnits`.
    fn any_units(&mut self, units: &mut Units<C>) {
        self.units(units);
    }
    /// Units that stay named when they are gone. In every game such a field is of the type `Noted`.
    fn noted(&mut self, _: Units<C>) {}
    /// A unit that stays named when it is gone: who led a fight.
    fn unit(&mut self, _: &mut C::Unit) {}
    /// The same where it may be nobody: a `MaybeUnit`.
    fn maybe_unit(&mut self, unit: &mut C::Unit) {
        self.unit(unit);
    }
    /// A place that is empty when its unit is gone. In every game such a field is called a `Slot`.
    fn slot(&mut self, _: &mut C::Unit) {}
    fn leaders(&mut self, _: &mut Leaders<C>) {}
    fn leader(&mut self, _: &mut C::Leader) {}
    /// The index of a formation: a `FormationId`.
    fn formation(&mut self, _: usize) {}
    /// The index of a hex: a `Hex`; or one that may be none, the highest: a `MaybeHex`.
    fn hex(&mut self, _: u16) {}
    fn maybe_hex(&mut self, _: u16) {}
    /// One of the six directions: a `Dir`.
    fn dir(&mut self, _: u8) {}
    /// One of the two sides: a `Side`.
    fn side(&mut self, _: u8) {}
}

/// Shows the pieces that it names, always in the same order.
pub trait Names<C: Cast> {
    fn names(&mut self, visitor: &mut impl Visitor<C>);
}

/// These units are gone from the map.
pub struct Forget<C: Cast>(pub Units<C>);

impl<C: Cast> Visitor<C> for Forget<C> {
    fn units(&mut self, set: &mut Units<C>) {
        *set = set.without(self.0);
    }
    fn slot(&mut self, slot: &mut C::Unit) {
        if *slot != C::Unit::NOBODY && self.0.has(*slot) {
            *slot = C::Unit::NOBODY;
        }
    }
}

/// Other units and leaders come into the places of those that are named.
pub struct Rename<U, L>(pub U, pub L);

impl<C: Cast, U: Fn(C::Unit) -> C::Unit, L: Fn(C::Leader) -> C::Leader> Visitor<C> for Rename<U, L> {
    fn units(&mut self, set: &mut Units<C>) {
        *set = set.iter().map(&self.0).collect();
    }
    fn unit(&mut self, one: &mut C::Unit) {
        if *one != C::Unit::NOBODY {
            *one = (self.0)(*one);
        }
    }
    fn slot(&mut self, slot: &mut C::Unit) {
        Visitor::<C>::unit(self, slot);
    }
    fn leaders(&mut self, set: &mut Leaders<C>) {
        *set = set.iter().map(&self.1).collect();
    }
    fn leader(&mut self, one: &mut C::Leader) {
        if *one != C::Leader::NOBODY {
            *one = (self.1)(*one);
        }
    }
}

/// The part that a unit has in what is going on: the same for two units that are treated alike.
pub struct PartOf<C: Cast> {
    unit: C::Unit,
    pub part: u32,
}

impl<C: Cast> PartOf<C> {
    pub fn new(unit: C::Unit) -> PartOf<C> {
        PartOf { unit, part: 0 }
    }
    fn add(&mut self, has: bool) {
        self.part = self.part << 1 | u32::from(has);
    }
}

impl<C: Cast> Visitor<C> for PartOf<C> {
    fn units(&mut self, set: &mut Units<C>) {
        self.add(set.has(self.unit));
    }
    fn unit(&mut self, one: &mut C::Unit) {
        self.add(*one == self.unit);
    }
    fn slot(&mut self, slot: &mut C::Unit) {
        self.add(*slot == self.unit);
    }
}

/// Whether a leader is named.
pub struct NamesLeader<C: Cast> {
    leader: C::Leader,
    pub named: bool,
}

impl<C: Cast> NamesLeader<C> {
    pub fn new(leader: C::Leader) -> NamesLeader<C> {
        NamesLeader { leader, named: false }
    }
}

impl<C: Cast> Visitor<C> for NamesLeader<C> {
    fn leaders(&mut self, set: &mut Leaders<C>) {
        self.named |= set.has(self.leader);
    }
    fn leader(&mut self, one: &mut C::Leader) {
        self.named |= *one == self.leader;
    }
}
