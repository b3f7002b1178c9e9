//! Chapter 15.1: brigades enter as a column through the edge of the map.

use crate::battle::{Battle, NO, class};
use crate::model::{Entry, LeaderId, Quarters, UnitId};
use crate::movement::{Act, ActStage, Mode, points};
use crate::position::{Did, MarkerKind, Place, Position, UnitSet, enemy};
use crate::rule;
use crate::words::Offer;
use arrayvec::ArrayVec;
use hexmap::Hex;
use kernel::No;
use kernel::{Log, Roster};

impl Battle {
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.scenario.entries.iter().chain(self.scenario.corps.iter().flat_map(|c| &c.entries))
    }

    pub(crate) fn entry_of(&self, unit: UnitId) -> Option<&Entry> {
        self.entries().find(|e| e.units.contains(&unit))
    }

    pub(crate) fn entry_of_leader(&self, leader: LeaderId) -> Option<Hex> {
        self.entries().find(|e| e.leaders.contains(&leader)).map(|e| e.hex)
    }

    /// Where a unit may enter: a marker opens the entry hex to who can attack from it (ruling R57).
    pub(crate) fn entry_hexes(&self, p: &Position, unit: UnitId) -> ArrayVec<Hex, 8> {
        let Some(entry) = self.entry_of(unit) else { return ArrayVec::new() };
        let foe = enemy(self.side_of(unit));
        self.ways_in(entry, |h| {
            let attacks = h == entry.hex
                && !self.is_gun(unit)
                && p.marker_at(h).is_some_and(|at| p.markers[at].kind == MarkerKind::Assault);
            !p.holds(self, foe, h) && (!p.zone(foe, h) || attacks)
        })
    }

    /// The entry hex, or, where it is not open, the nearest hexes of its edge that are (ruling R57).
    pub(crate) fn ways_in(&self, entry: &Entry, open: impl Fn(Hex) -> bool) -> ArrayVec<Hex, 8> {
        let mut hexes = ArrayVec::new();
        if open(entry.hex) {
            hexes.push(entry.hex);
            return hexes;
        }
        let mut best = u8::MAX;
        for hex in entry.edge.iter().copied().filter(|h| open(*h)) {
            let distance = self.map.distance(entry.hex, hex);
            if distance > best || hexes.is_full() {
                break;
            }
            best = distance;
            hexes.push(hex);
        }
        hexes
    }

    /// What entering costs: the hex itself, and a place in the column for each unit ahead (15.1b, R55).
    pub(crate) fn entry_cost(&self, p: &Position, unit: UnitId, hex: Hex, march: bool) -> Quarters {
        let ahead = p.formations[self.formation_of(unit)].entered;
        let ground = self.terrain(hex).cost[class(self.arm(unit)) as usize].unwrap_or(NO);
        let road = (0..6).map(|d| self.cost_by_road(hex, d)).min().unwrap_or(NO);
        let enter =
            if march && self.road_free(p, hex, UnitSet::one(unit)) { ground.min(road) } else { ground };
        let place = if march { road.min(4) } else { 4 };
        enter.saturating_add(place.saturating_mul(ahead))
    }

    pub(crate) fn check_can_enter(&self, p: &Position, unit: UnitId) -> Result<(), No> {
        let hexes = self.entry_hexes(p, unit);
        No::when(hexes.is_empty(), rule::R15_1a, "The enemy bars the way onto the map.")?;
        let units = UnitSet::one(unit);
        let act = self.new_act(units, Hex::NONE, Mode::Ordinary, 99, false);
        let march = p.unit(unit).march || self.is_gun(unit);
        let mut q = p.clone();
        for march in [march, !march] {
            if self.is_gun(unit) && !march {
                continue;
            }
            q.unit_mut(unit).march = march;
            if hexes.iter().any(|h| self.check_enter(&q, &act, *h, false).is_ok()) {
                return Ok(());
            }
        }
        Err(No(rule::R6_3_1, "The entry hex is full."))
    }

    pub(crate) fn check_enter(&self, p: &Position, f: &Act, hex: Hex, cross: bool) -> Result<Quarters, No> {
        let Some(unit) = f.units.first() else { return Err(No(rule::R15_1b, "Nobody is left to enter.")) };
        let words = "It is on the map already.";
        No::when(!f.hex.is_none() || p.unit(unit).place != Place::Column, rule::R15_1a, words)?;
        No::when(!self.entry_hexes(p, unit).contains(&hex), rule::R15_1a, "That is not where it enters.")?;
        let march = p.unit(unit).march;
        if cross && (!march || self.entry_cost(p, unit, hex, true) >= self.entry_cost(p, unit, hex, false)) {
            return Err(No(rule::R8_3a, "It would not use a road there anyway."));
        }
        let cost = self.entry_cost(p, unit, hex, march && !cross);
        if !march {
            self.check_stacking(p, hex, f.units)?;
        }
        let mut after = *f;
        after.hex = hex;
        after.start = hex;
        after.entered = 1;
        after.spent_out = cost >= f.left;
        after.bond = self.bond_in(p, f, hex);
        let left = f.left.saturating_sub(cost);
        let words = "It could neither go on from there nor stay there.";
        No::when(!self.finishable(p, &after, hex, left, 1), rule::R6_3_1, words)?;
        Ok(cost)
    }

    pub(crate) fn offer_enter(&self, p: &Position, f: &Act, hex: Hex, cross: bool) -> Offer {
        let unit = f.units.first().unwrap_or(UnitId::at(0));
        let cost = points(self.entry_cost(p, unit, hex, p.unit(unit).march && !cross));
        let way = if cross { " beside the road" } else { "" };
        let (name, place) = (self.own(f.units), self.hex_words(hex));
        Offer::new(rule::R15_1b, format!("{name} [enters|enter] at {place} for {cost} MP{way}"))
            .at(hex)
            .by(f.units)
    }

    pub(crate) fn enter(&self, p: &mut Position, f: Act, hex: Hex, cross: bool, log: &mut Log) {
        let mut f = f;
        let Some(unit) = f.units.first() else { return };
        let march = p.unit(unit).march;
        let cost = self.entry_cost(p, unit, hex, march && !cross);
        f.spent_out = cost >= f.left;
        f.bond = self.bond_in(p, &f, hex);
        f.left = f.left.saturating_sub(cost);
        f.hex = hex;
        f.start = hex;
        f.entered = 1;
        f.by_road = march && !cross;
        f.stage = ActStage::Entered;
        p.set_top(f);
        p.state.formations[self.formation_of(unit)].entered += 1;
        // it comes from the edge, facing into the map
        let inward = (0..6u8).find(|d| self.map.neighbour(hex, (d + 3) % 6).is_none()).unwrap_or(0);
        let u = p.unit_mut(unit);
        u.facing = inward;
        u.spent = cost;
        u.did = Did::Moved;
        self.move_units(p, f.units, hex, true, log);
        log.say(|| {
            self.say(p, "enter", rule::R15_1b, "{} [enters|enter] the map at {} ({} MP).")
                .units(f.units)
                .hex(hex)
                .with(points(cost))
        });
    }

    /// Units that wait in a column, for the view.
    pub fn column(&self, p: &Position, side: u8) -> UnitSet {
        p.units.ids().filter(|u| self.side_of(*u) == side && p.unit(*u).place == Place::Column).collect()
    }
}
