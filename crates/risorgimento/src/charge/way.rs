//! The ways that a charge can take (10.1): through front hexes, over clear ground or along a road in March.

use crate::battle::{Battle, NO};
use crate::marker::MAX_PLACES;
use crate::model::{Arm, Class, Quarters, UnitId};
use crate::movement::{Act, Bond};
use crate::position::{MAX_MARKERS, Marker, MarkerKind, Place, Position, UnitSet, enemy};
use arrayvec::ArrayVec;
use hexmap::{Dir, Hex, Way, with_buffer};
use std::cell::RefCell;

/// A charge somewhere on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Saddle {
    pub(super) hex: Hex,
    pub(super) facing: Dir,
    /// It came into this hex in the charge: it did not begin here.
    pub(super) came: bool,
    /// It is in an enemy zone of reaction that it has entered on a marker (R83).
    pub(super) bound: bool,
}

/// A step of a charge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stride {
    pub(crate) cost: u8,
    pub(super) facing: Dir,
    pub(crate) road: bool,
}

/// Where a unit could charge to: the points left there, and one; in March for each facing.
pub(crate) struct ChargeField {
    pub(crate) unit: UnitId,
    deployed: Vec<u8>,
    march: Vec<u8>,
}

/// What the way to each hex that is aimed at costs at the least: a charge is not looked for where none of
/// them can be reached.
type Aims<'a> = ArrayVec<Way<'a>, MAX_MARKERS>;

/// What a search in March works with: by points left the facings to go on from, each with its place in a
/// list of hexes that know the one before them.
type Scratch = (Vec<Vec<(Dir, u16)>>, Vec<(Hex, u16)>);

/// No hex before this one.
const START: u16 = u16::MAX;

/// A charge that is looked ahead: who rides, from where, with how many points, to which hexes.
pub(super) struct Charge<'a> {
    pub(super) units: UnitSet,
    pub(super) start: Saddle,
    pub(super) left: u8,
    pub(super) aims: &'a [&'a [Quarters]],
}

/// Whether the way that ends at a place of the list leads through a hex.
fn passes(way: &[(Hex, u16)], end: u16, hex: Hex) -> bool {
    let mut at = end;
    while at != START {
        let (here, before) = way[at as usize];
        if here == hex {
            return true;
        }
        at = before;
    }
    false
}

/// Whether some hex that is aimed at could be reached with the points left.
fn leads_on(aims: &[&[Quarters]], hex: Hex, left: u8) -> bool {
    aims.iter().any(|way| way[hex.index()] <= left)
}

impl Battle {
    /// Whether a direction lies in front: everywhere in a Village or Farmhouse (3.1.1).
    pub(crate) fn ahead(&self, facing: Dir, hex: Hex, dir: Dir) -> bool {
        self.all_round(hex) || hexmap::is_front(facing, dir)
    }

    /// One step of a charge as ground and friends allow it: through the front, over clear ground or
    /// along a road in March (10.1.1, 10.1.2). Its cost and the facing after it: the charger keeps his,
    /// but on a road he faces the way he marches (8.3.3a). The road does not turn him about where he
    /// came in, even where he has front all round (R83b).
    pub(super) fn charge_ground(
        &self,
        p: &Position,
        units: UnitSet,
        march: bool,
        from: Saddle,
        dir: Dir,
    ) -> Option<Stride> {
        let Saddle { hex: a, facing, came, .. } = from;
        let b = self.map.neighbour(a, dir);
        if b.is_none() || !self.ahead(facing, a, dir) || p.holds(self, enemy(self.side_of(units.first()?)), b)
        {
            return None;
        }
        let onward = !came || hexmap::is_front(facing, dir);
        if march && onward && self.cost_by_road(a, dir) != NO && self.road_free(p, b, units) {
            return Some(Stride { cost: self.cost_by_road(a, dir), facing: dir, road: true });
        }
        let open = self.charge_mask[a.index()] >> dir & 1 != 0 && self.check_stacking(p, b, units).is_ok();
        open.then(|| Stride { cost: self.cost_across(Class::Cavalry, a, dir), facing, road: false })
    }

    /// The same where zones of reaction count too: they are entered only where a marker lies (3.1.2), and
    /// left only for another one (R83).
    pub(super) fn charge_step(
        &self,
        p: &Position,
        units: UnitSet,
        march: bool,
        from: Saddle,
        dir: Dir,
    ) -> Option<Stride> {
        let step = self.charge_ground(p, units, march, from, dir)?;
        let (b, side) = (self.map.neighbour(from.hex, dir), self.side_of(units.first()?));
        let free = !from.bound && !p.zone(enemy(side), b);
        (free || self.own_marker(p, side, b)).then_some(step)
    }

    /// What a step of the force in hand in its charge is, if it can be made.
    pub(crate) fn stride(&self, p: &Position, f: &Act, dir: Dir) -> Option<Stride> {
        let u = p.unit(f.units.first()?);
        self.charge_step(p, f.units, u.march, self.saddle_of(f, u.facing), dir)
    }

    /// Where a charge stands that came into a hex on its way.
    pub(super) fn saddle(&self, p: &Position, side: u8, hex: Hex, facing: Dir) -> Saddle {
        Saddle { hex, facing, came: true, bound: p.zone(enemy(side), hex) }
    }

    /// Where a force stands that charges or is about to.
    pub(super) fn saddle_of(&self, f: &Act, facing: Dir) -> Saddle {
        Saddle { hex: f.hex, facing, came: f.fired || f.entered > 0, bound: f.bond == Bond::Bound }
    }

    /// The cost of the final contact, under the same limits.
    pub(super) fn charge_contact(&self, march: bool, facing: Dir, a: Hex, dir: Dir) -> Option<u8> {
        if !self.ahead(facing, a, dir) {
            None
        } else if march && self.cost_by_road(a, dir) != NO {
            Some(self.cost_by_road(a, dir))
        } else {
            (self.charge_mask[a.index()] >> dir & 1 != 0).then(|| self.cost_across(Class::Cavalry, a, dir))
        }
    }

    /// Visits the hexes that a charge can reach on its way to one of the aims, until `visit` says so. True
    /// if it did.
    pub(super) fn charge_reach(
        &self,
        p: &Position,
        charge: &Charge,
        march: bool,
        visit: &mut dyn FnMut(Hex, Dir, u8) -> bool,
    ) -> bool {
        if march {
            return self.charge_march(p, charge, &mut vec![0; self.map.len() * 6], visit);
        }
        let Charge { units, start, left, aims } = *charge;
        let Some(side) = units.first().map(|u| self.side_of(u)) else { return false };
        let facing = start.facing;
        with_buffer(|buffer| {
            hexmap::reach_towards(
                &self.map,
                start.hex,
                left as u16,
                buffer,
                |a, dir, _| {
                    let from = if a == start.hex { start } else { self.saddle(p, side, a, facing) };
                    self.charge_step(p, units, false, from, dir).map(|stride| stride.cost as u16)
                },
                |h, cost| leads_on(aims, h, left - cost as u8),
            );
            buffer.reached().iter().any(|h| {
                let rest = left - buffer.cost(*h).map_or(0, |c| c as u8);
                visit(*h, facing, rest)
            })
        })
    }

    /// In March the facing changes with the road: `seen` holds the points left, and one, with which
    /// each hex was reached in each facing. The cheapest ways come first, so each is gone on from once.
    /// No way leads through a hex twice (R83b), nor through those of the charge so far.
    fn charge_march(
        &self,
        p: &Position,
        charge: &Charge,
        seen: &mut [u8],
        visit: &mut dyn FnMut(Hex, Dir, u8) -> bool,
    ) -> bool {
        thread_local! {
            static SCRATCH: RefCell<Scratch> = const { RefCell::new((Vec::new(), Vec::new())) };
        }
        let Charge { units, start, left, aims } = *charge;
        let Some(side) = units.first().map(|u| self.side_of(u)) else { return false };
        let ridden: &[Hex] = if start.came { &p.ridden } else { &[] };
        let (mut queue, mut way) = SCRATCH.take();
        queue.iter_mut().for_each(Vec::clear);
        queue.resize_with((left as usize + 1).max(queue.len()), Vec::new);
        way.clear();
        way.push((start.hex, START));
        seen[start.hex.index() * 6 + start.facing as usize] = left + 1;
        queue[left as usize].push((start.facing, 0));
        let mut found = false;
        'points: for rest in (0..=left).rev() {
            let mut next = 0;
            while let Some(&(facing, at)) = queue[rest as usize].get(next) {
                next += 1;
                let hex = way[at as usize].0;
                if seen[hex.index() * 6 + facing as usize] != rest + 1 {
                    continue;
                }
                if visit(hex, facing, rest) {
                    found = true;
                    break 'points;
                }
                let from = if at == 0 { start } else { self.saddle(p, side, hex, facing) };
                for dir in 0..6u8 {
                    let Some(Stride { cost, facing: turned, .. }) =
                        self.charge_step(p, units, true, from, dir)
                    else {
                        continue;
                    };
                    let to = self.map.neighbour(hex, dir);
                    let best = &mut seen[to.index() * 6 + turned as usize];
                    if cost <= rest
                        && *best < rest - cost + 1
                        && leads_on(aims, to, rest - cost)
                        && !ridden.contains(&to)
                        && !passes(&way, at, to)
                    {
                        *best = rest - cost + 1;
                        queue[(rest - cost) as usize].push((turned, way.len() as u16));
                        way.push((to, at));
                    }
                }
            }
        }
        SCRATCH.set((queue, way));
        found
    }

    /// Whether a unit could charge a target through the marker hex as things stand (10.1, R82).
    pub(crate) fn could_charge(&self, p: &Position, unit: UnitId, marker: Marker) -> bool {
        self.charge_in_sight(p, unit, marker)
            && self.charge_leads_to(p, &self.charge_field(p, unit, &[marker.hex]), marker)
    }

    /// What of it needs no search: the arm, a hex between, the distance and the line of sight.
    pub(crate) fn charge_in_sight(&self, p: &Position, unit: UnitId, marker: Marker) -> bool {
        let u = p.unit(unit);
        if self.arm(unit) != Arm::Cavalry || u.exhausted || u.place != Place::Map {
            return false;
        }
        let target = self.target_of(marker);
        let ma = self.printed[unit].ma as u16 * 4;
        let distance = self.map.distance(u.hex, target);
        (2..=9).contains(&distance)
            && u16::from(self.charge_way(marker.hex)[u.hex.index()]) <= ma
            && self.line_of_sight(p, u.hex, target)
    }

    /// Where a unit could charge to from where it stands, deployed and in March, on its way to hexes that
    /// carry a marker or could.
    pub(crate) fn charge_field(&self, p: &Position, unit: UnitId, places: &[Hex]) -> ChargeField {
        let mut ways: ArrayVec<Way, MAX_PLACES> = ArrayVec::new();
        ways.extend(places.iter().map(|hex| self.charge_way(*hex)));
        // in their place: these are long lists to move about
        let mut aims: ArrayVec<&[Quarters], MAX_PLACES> = ArrayVec::new();
        aims.extend(ways.iter().map(|way| &**way));
        let u = p.unit(unit);
        let hexes = self.map.len();
        let mut field = ChargeField { unit, deployed: vec![0; hexes], march: vec![0; hexes * 6] };
        let start = Saddle { hex: u.hex, facing: u.facing, came: false, bound: false };
        let left = self.printed[unit].ma * 4;
        let charge = Charge { units: UnitSet::one(unit), start, left, aims: &aims };
        self.charge_reach(p, &charge, false, &mut |hex, _, left| {
            field.deployed[hex.index()] = left + 1;
            false
        });
        self.charge_march(p, &charge, &mut field.march, &mut |_, _, _| false);
        field
    }

    /// What a charge to a hex costs at the least.
    fn charge_way(&self, to: Hex) -> Way<'_> {
        self.way_to(Class::Cavalry, true, to)
    }

    /// The ways to the Charge markers on the map.
    pub(super) fn charge_markers(&self, p: &Position) -> Aims<'_> {
        let charges = p.markers.iter().filter(|m| m.kind == MarkerKind::Charge);
        charges.map(|m| self.charge_way(m.hex)).collect()
    }

    /// Whether one of these ways leads through the marker hex into the target. The marker need not lie
    /// on the map yet: its hex may be entered all the same.
    pub(crate) fn charge_leads_to(&self, p: &Position, field: &ChargeField, marker: Marker) -> bool {
        let units = UnitSet::one(field.unit);
        let strikes = |march: bool, facing: Dir, left: u8| {
            self.charge_contact(march, facing, marker.hex, marker.dir).is_some_and(|c| c <= left)
        };
        let from = |hex: Hex, march: bool, facing: Dir, left: u8| {
            if hex == marker.hex {
                return strikes(march, facing, left);
            }
            let Some(dir) = self.map.direction(hex, marker.hex) else { return false };
            let from = Saddle { hex, facing, came: hex != p.unit(field.unit).hex, bound: false };
            match self.charge_ground(p, units, march, from, dir) {
                Some(on) if on.cost <= left => strikes(march, on.facing, left - on.cost),
                _ => false,
            }
        };
        let near = self.map.neighbours(marker.hex).iter().filter(|h| !h.is_none());
        near.chain([&marker.hex]).any(|hex| {
            let i = hex.index();
            let deployed = field.deployed[i];
            (deployed > 0 && from(*hex, false, p.unit(field.unit).facing, deployed - 1))
                || (0..6u8).any(|facing| {
                    let left = field.march[i * 6 + facing as usize];
                    left > 0 && from(*hex, true, facing, left - 1)
                })
        })
    }
}
