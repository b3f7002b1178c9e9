//! Chapter 10: charges. Paths, continuing, calling off, exhaustion and the movement after it.

use crate::action::Action;
use crate::assault::{Combat, CombatKind};
use crate::battle::{Battle, NO};
use crate::cohesion::CheckKind;
use crate::flow::{Fought, Frame};
use crate::marker::MAX_PLACES;
use crate::model::{Arm, Class, Quarters, UnitId};
use crate::movement::{Act, ActStage, Bond, Mode};
use crate::position::{Did, MAX_HEXES, MAX_MARKERS, Marker, MarkerKind, Place, Position, UnitSet, enemy};
use crate::rule;
use crate::words::Offer;
use arrayvec::ArrayVec;
use hexmap::with_buffer;
use hexmap::{Dir, Hex};
use kernel::Log;
use kernel::No;
use std::cell::RefCell;

/// A charge somewhere on its way.
#[derive(Clone, Copy, Debug)]
struct Saddle {
    hex: Hex,
    facing: Dir,
    /// It came into this hex in the charge: it did not begin here.
    came: bool,
    /// It is in an enemy zone of reaction that it has entered on a marker (R83).
    bound: bool,
}

/// A step of a charge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stride {
    pub(crate) cost: u8,
    facing: Dir,
    pub(crate) road: bool,
}

/// Where a unit could charge to: the points left there, and one; in March for each facing.
pub(crate) struct ChargeField {
    pub(crate) unit: UnitId,
    deployed: [u8; MAX_HEXES],
    march: [u8; MAX_HEXES * 6],
}

/// What the way to each hex that is aimed at costs at the least: a charge is not looked for where none of
/// them can be reached.
type Aims<'a> = ArrayVec<&'a [Quarters], MAX_MARKERS>;

/// What a search in March works with: by points left the facings to go on from, each with its place in a
/// list of hexes that know the one before them.
type Scratch = (Vec<Vec<(Dir, u16)>>, Vec<(Hex, u16)>);

/// No hex before this one.
const START: u16 = u16::MAX;

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
    fn charge_ground(
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
    fn charge_step(
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
    fn saddle(&self, p: &Position, side: u8, hex: Hex, facing: Dir) -> Saddle {
        Saddle { hex, facing, came: true, bound: p.zone(enemy(side), hex) }
    }

    /// Where a force stands that charges or is about to.
    fn saddle_of(&self, f: &Act, facing: Dir) -> Saddle {
        Saddle { hex: f.hex, facing, came: f.fired || f.entered > 0, bound: f.bond == Bond::Bound }
    }

    /// The cost of the final contact, under the same limits.
    fn charge_contact(&self, march: bool, facing: Dir, a: Hex, dir: Dir) -> Option<u8> {
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
    #[allow(clippy::too_many_arguments)]
    fn charge_reach(
        &self,
        p: &Position,
        units: UnitSet,
        march: bool,
        start: Saddle,
        left: u8,
        aims: &[&[Quarters]],
        visit: &mut dyn FnMut(Hex, Dir, u8) -> bool,
    ) -> bool {
        if march {
            return self.charge_march(p, units, start, left, aims, &mut [0; MAX_HEXES * 6], visit);
        }
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
    #[allow(clippy::too_many_arguments)]
    fn charge_march(
        &self,
        p: &Position,
        units: UnitSet,
        start: Saddle,
        left: u8,
        aims: &[&[Quarters]],
        seen: &mut [u8; MAX_HEXES * 6],
        visit: &mut dyn FnMut(Hex, Dir, u8) -> bool,
    ) -> bool {
        thread_local! {
            static SCRATCH: RefCell<Scratch> = const { RefCell::new((Vec::new(), Vec::new())) };
        }
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

    /// Whether one of the markers that are aimed at can be charged from this hex.
    fn strikes(&self, p: &Position, f: &Act, hex: Hex, facing: Dir, left: u8) -> bool {
        let Some(first) = f.units.first() else { return false };
        let (side, march) = (self.side_of(first), p.unit(first).march);
        // after the first fight any marker will do (10.2)
        let aims = if f.fired { u8::MAX } else { f.aims };
        p.markers.iter().enumerate().any(|(i, m)| {
            m.hex == hex
                && aims >> i & 1 != 0
                && m.kind == MarkerKind::Charge
                && self.has_target(p, side, *m)
                && self.charge_contact(march, facing, hex, m.dir).is_some_and(|c| c <= left)
        })
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
        let aims: ArrayVec<&[Quarters], MAX_PLACES> =
            places.iter().map(|hex| self.charge_way(*hex)).collect();
        let u = p.unit(unit);
        let units = UnitSet::one(unit);
        let ma = self.printed[unit].ma * 4;
        let mut field = ChargeField { unit, deployed: [0; MAX_HEXES], march: [0; MAX_HEXES * 6] };
        let start = Saddle { hex: u.hex, facing: u.facing, came: false, bound: false };
        self.charge_reach(p, units, false, start, ma, &aims, &mut |hex, _, left| {
            field.deployed[hex.index()] = left + 1;
            false
        });
        self.charge_march(p, units, start, ma, &aims, &mut field.march, &mut |_, _, _| false);
        field
    }

    /// What a charge to a hex costs at the least.
    fn charge_way(&self, to: Hex) -> &[Quarters] {
        self.way_to(Class::Cavalry, true, to)
    }

    /// The ways to the Charge markers on the map.
    fn charge_markers(&self, p: &Position) -> Aims<'_> {
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

    /// The Charge markers that the force can charge from where it stands, a bit each: a hex between, in
    /// sight and within reach (10.1). Without `between` those that are too near.
    fn charge_aims(&self, p: &Position, f: &Act, between: bool) -> u8 {
        let Some(first) = f.units.first() else { return 0 };
        let (side, march, facing) = (self.side_of(first), p.unit(first).march, p.unit(first).facing);
        if !p.markers.iter().any(|m| m.kind == MarkerKind::Charge) {
            return 0;
        }
        let mut aims = 0u8;
        self.charge_reach(
            p,
            f.units,
            march,
            self.saddle_of(f, facing),
            f.left,
            &self.charge_markers(p),
            &mut |hex, facing, left| {
                if let Some(at) = p.marker_at(hex) {
                    let m = p.markers[at];
                    let target = self.target_of(m);
                    let fits = m.kind == MarkerKind::Charge
                        && !f.must_leave_marker(at, m)
                        && self.has_target(p, side, m)
                        && self.charge_contact(march, facing, hex, m.dir).is_some_and(|c| c <= left)
                        && (self.map.distance(f.hex, target) >= 2) == between
                        && (!between || self.line_of_sight(p, f.hex, target));
                    aims |= (fits as u8) << at;
                }
                false
            },
        );
        aims
    }

    pub(crate) fn begin_charge(&self, p: &mut Position, f: Act, log: &mut Log) {
        log.say(|| self.of_units(p, "charge", rule::R10, f.units).text(" [charges|charge]."));
        p.set_top(Frame::Act(Act { mode: Mode::Charge, aims: self.charge_aims(p, &f, true), ..f }));
        p.state.ridden.clear();
        p.ride(f.hex);
    }

    pub(crate) fn check_charge_start(&self, p: &Position, f: &Act) -> Result<(), No> {
        let Some(first) = f.units.first() else { return Err(No(rule::R10, "Nobody is left to charge.")) };
        if self.arm(first) != Arm::Cavalry {
            return Err(No(rule::R10, "Only cavalry charges."));
        }
        if f.units.iter().any(|u| p.unit(u).exhausted) {
            return Err(No(rule::R10, "Exhausted cavalry cannot charge."));
        }
        if f.entered > 0 || f.turned || f.mode != Mode::Ordinary || f.hex.is_none() {
            return Err(No(rule::R10_1_2, "A charge is a whole action, without a change of facing."));
        }
        if self.charge_aims(p, f, true) != 0 {
            Ok(())
        } else if self.charge_aims(p, f, false) != 0 {
            Err(No(rule::R10_1b, "There is no hex between the force and its target."))
        } else {
            Err(No(rule::R10_1a, "No Charge marker is within reach and in sight through its front."))
        }
    }

    fn charge_can_strike(&self, p: &Position, f: &Act, from: Saddle, left: u8) -> bool {
        let Some(first) = f.units.first() else { return false };
        let march = p.unit(first).march;
        let aims = self.charge_markers(p);
        self.charge_reach(p, f.units, march, from, left, &aims, &mut |h, d, l| self.strikes(p, f, h, d, l))
    }

    /// What a charging force may do.
    pub(crate) fn check_charging(&self, p: &Position, f: &Act, action: Action) -> Result<(), No> {
        let Some(first) = f.units.first() else { return Err(No(rule::R10, "Nobody is left to charge.")) };
        let (march, facing) = (p.unit(first).march, p.unit(first).facing);
        match action {
            Action::Step { dir, cross: false } => {
                if f.through {
                    return Err(No(rule::R10_2_3, "It can only go on through the square."));
                }
                if !self.ahead(facing, f.hex, dir) {
                    return Err(No(rule::R10_1_2, "A charge moves only through front hexes."));
                }
                let from = self.saddle_of(f, facing);
                let to = self.map.neighbour(f.hex, dir);
                if p.ridden.contains(&to) {
                    return Err(No(rule::R10_1_2, "A charge does not ride back: it enters no hex twice."));
                }
                let Some(on) = self.charge_step(p, f.units, march, from, dir) else {
                    if march && !hexmap::is_front(facing, dir) && self.cost_by_road(f.hex, dir) != NO {
                        return Err(No(rule::R10_1_2, "A charge does not turn about on the road."));
                    }
                    return Err(No(rule::R10_1_1, "The path of a charge must be clear, or a road in March."));
                };
                if on.cost > f.left {
                    return Err(No(rule::R10_1a, "The charge has no more movement points."));
                }
                let there = self.saddle(p, self.side_of(first), to, on.facing);
                if !self.charge_can_strike(p, f, there, f.left - on.cost) {
                    return Err(No(rule::R10_1a, "That way leads to no Charge marker."));
                }
                Ok(())
            }
            Action::Through { out } => self.check_through(p, f, out).map(|_| ()),
            Action::Assault | Action::CallOff => {
                if f.through || !self.strikes(p, f, f.hex, facing, f.left) {
                    return Err(No(rule::R10_1a, "There is no Charge marker with a target here."));
                }
                Ok(())
            }
            Action::Rotate { hex, dir } => self.check_rotate(p, hex, dir),
            Action::EndCharge => {
                // no way on, and nobody to strike from here
                let stuck = || {
                    let step = |dir: Dir| Action::Step { dir, cross: false };
                    !f.through
                        && !self.strikes(p, f, f.hex, facing, f.left)
                        && (0..6).all(|dir| self.check_charging(p, f, step(dir)).is_err())
                };
                if (f.fired && f.entered == 0) || stuck() {
                    Ok(())
                } else if f.fired {
                    Err(No(
                        rule::R10_2_1,
                        "It has set out for the next target: it fights, or calls off the charge with a cohesion check.",
                    ))
                } else {
                    Err(No(rule::R10_2_2, "A charge is called off in the marker hex, with a cohesion check."))
                }
            }
            _ => Err(No(rule::R10_1_2, "A charging force can do nothing but charge.")),
        }
    }

    /// What a force that charges, or is about to, can do with its charge.
    pub(crate) fn offer_charge(&self, f: &Act, action: Action) -> Offer {
        let name = self.own(f.units);
        let offer = match action {
            // the ride begins; the odds are those of the strike at its end
            Action::Charge => Offer::new(rule::R10, format!("{name} [begins|begin] a charge")),
            Action::CallOff => {
                let text = format!("{name} [tries|try] to call off the charge (cohesion check)");
                Offer::new(rule::R10_2_2, text).with_odds()
            }
            Action::Through { out } => {
                let out = self.dir_name(out);
                let text = format!("{name} [rides|ride] on through the square and out to the {out}");
                Offer::new(rule::R10_2_3, text)
            }
            _ => Offer::new(rule::R10_3, format!("{name} [ends its|end their] charge")),
        };
        offer.at(f.hex).by(f.units)
    }

    /// Through the hex of an unbeaten square and on to another marker (10.2.3): the hex beyond and what it
    /// costs. The square's own hex was paid when the charge struck.
    fn check_through(&self, p: &Position, f: &Act, out: Dir) -> Result<(Hex, u8), No> {
        let refuse = No(rule::R10_2_3, "It may not ride through here.");
        let first = f.units.first().ok_or(refuse)?;
        let (side, march, facing) = (self.side_of(first), p.unit(first).march, p.unit(first).facing);
        let at = p.marker_at(f.hex).filter(|_| f.through).ok_or(refuse)?;
        let square = self.target_of(p.markers[at]);
        if !self.ahead(facing, square, out) {
            return Err(No(rule::R10_1_2, "A charge moves only through front hexes."));
        }
        let from = Saddle { hex: square, facing, came: true, bound: false };
        let Some(Stride { cost, facing: turned, .. }) = self.charge_ground(p, f.units, march, from, out)
        else {
            return Err(No(rule::R10_1_1, "The path of a charge must be clear, or a road in March."));
        };
        let to = self.map.neighbour(square, out);
        let entered = !p.zone(enemy(side), to) || self.own_marker(p, side, to);
        let beyond = self.saddle(p, side, to, turned);
        if !entered
            || p.ridden.contains(&to)
            || cost > f.left
            || !self.charge_can_strike(p, f, beyond, f.left - cost)
        {
            return Err(No(rule::R10_2, "It must reach another Charge marker."));
        }
        Ok((to, cost))
    }

    /// It sets out through the square; those whose zone it leaves react first (12.1c).
    pub(crate) fn ride_through(&self, p: &mut Position, f: Act, out: Dir) {
        let f = Act { dir: out, stage: ActStage::Leaving, ..f };
        p.set_top(Frame::Act(f));
        if let Ok((to, _)) = self.check_through(p, &f, out) {
            self.push_reactions_to_leaving(p, &f, to);
        }
    }

    /// It comes out beyond the square, where reactions are due again.
    pub(crate) fn come_through(&self, p: &mut Position, f: Act, log: &mut Log) {
        let mut f = f;
        let Ok((to, cost)) = self.check_through(p, &f, f.dir) else {
            return p.set_top(Frame::Act(Act { stage: ActStage::Choose, ..f }));
        };
        f.left -= cost;
        f.bond = self.bond_in(p, &f, to);
        f.hex = to;
        f.through = false;
        p.ride(to);
        f.entered += 1;
        f.stage = ActStage::Entered;
        p.set_top(Frame::Act(f));
        log.say(|| {
            self.at(
                self.of_units(p, "charge", rule::R10_2_3, f.units)
                    .text(" [rides|ride] through the square to "),
                to,
            )
            .text(".")
        });
        self.move_units(p, f.units, to, false, log);
    }

    // ---- striking, calling off, going on -----------------------------------------------------

    pub(crate) fn offer_strike(&self, p: &Position, f: &Act) -> Offer {
        let target = p.marker_at(f.hex).map_or(Hex::NONE, |m| self.target_of(p.markers[m]));
        let (name, at) = (self.own(f.units), self.hex_words(target));
        let (rule, text) = match f.mode {
            Mode::Charge => (rule::R10_1_2, format!("Charge into {at} with {name}")),
            _ => (rule::R11_1, format!("Assault {at} with {name}")),
        };
        Offer::new(rule, text).at(target).by(f.units).with_odds()
    }

    /// Assault or charge from the marker hex in which the force stands.
    pub(crate) fn begin_assault(&self, p: &mut Position, f: Act, log: &mut Log) {
        let mut f = f;
        let Some(at) = p.marker_at(f.hex) else { return };
        let marker = p.markers[at];
        let target = self.target_of(marker);
        let charge = f.mode == Mode::Charge;
        if let (true, Some(first)) = (charge, f.units.first()) {
            let u = p.unit(first);
            f.left -= self.charge_contact(u.march, u.facing, f.hex, marker.dir).unwrap_or(0).min(f.left);
        }
        f.stage = ActStage::Fought;
        f.fired = true;
        p.set_top(Frame::Act(f));
        p.state.markers[at].served = true;
        for unit in f.units {
            p.unit_mut(unit).did = Did::Attacked;
        }
        let kind = if charge { CombatKind::Charge } else { CombatKind::Assault };
        self.begin_combat(p, Combat::new(kind, f.units, f.hex, target), log);
    }

    /// After a fight of the acting force: an assault is over, a charge may go on (10.2).
    pub(crate) fn after_combat(&self, p: &mut Position, f: Act, log: &mut Log) {
        let mut f = f;
        let Some(first) = f.units.first() else {
            f.stage = if f.mode == Mode::Charge { ActStage::ChargeOver } else { ActStage::Finished };
            return p.set_top(Frame::Act(f));
        };
        f.hex = p.unit(first).hex;
        f.entered = 0;
        f.bond = Bond::Free;
        if f.mode != Mode::Charge {
            f.stage = ActStage::Finished;
            return p.set_top(Frame::Act(f));
        }
        p.ride(f.hex);
        let steady = f.units.iter().all(|u| p.unit(u).status == 0);
        f.through = steady && p.returned.combat == Fought::Draw && p.returned.square;
        let goes_on = if f.through {
            (0..6).any(|out| self.check_through(p, &f, out).is_ok())
        } else {
            steady
                && p.returned.combat == Fought::Attacker
                && self.charge_can_strike(p, &f, self.saddle_of(&f, p.unit(first).facing), f.left)
        };
        if !goes_on {
            log.say(|| {
                self.of_units(p, "charge", rule::R10_2_1, f.units).text(" cannot go on with the charge.")
            });
        }
        f.stage = if goes_on { ActStage::Choose } else { ActStage::ChargeOver };
        p.set_top(Frame::Act(f));
    }

    pub(crate) fn begin_call_off(&self, p: &mut Position, f: Act) {
        let mut f = f;
        f.stage = ActStage::CallingOff;
        p.set_top(Frame::Act(f));
        self.push_check(p, f.units, CheckKind::CallOff, 0, Hex::NONE);
    }

    pub(crate) fn after_call_off(&self, p: &mut Position, f: Act, log: &mut Log) {
        let mut f = f;
        if p.returned.failed.is_empty() {
            log.say(|| {
                self.of_units(p, "charge", rule::R10_2_2, f.units).text(" [calls|call] off the charge.")
            });
            self.serve_marker(p, f.hex);
            for unit in f.units {
                p.unit_mut(unit).did = Did::Attacked;
            }
            f.stage = ActStage::ChargeOver;
            return p.set_top(Frame::Act(f));
        }
        self.begin_assault(p, f, log);
    }

    // ---- exhaustion (10.3, 10.4.1) -------------------------------------------------------------

    /// The charge is over: those who made it are exhausted and may move again.
    pub(crate) fn end_charge(&self, p: &mut Position, f: Act, log: &mut Log) {
        let mut f = f;
        f.stage = ActStage::CounterOver;
        let riders = f.members;
        self.settle(p, f.units);
        f.units = UnitSet::EMPTY;
        p.set_top(Frame::Act(f));
        p.state.ridden.clear();
        self.exhaust(p, riders, false, log);
    }

    pub(crate) fn exhaust(&self, p: &mut Position, riders: UnitSet, quiet: bool, log: &mut Log) {
        let mut riders: UnitSet = riders.iter().filter(|u| p.unit(*u).place == Place::Map).collect();
        if riders.is_empty() {
            return;
        }
        self.tire(p, riders);
        log.say(|| self.of_units(p, "exhausted", rule::R10_3, riders).text(" [is|are] exhausted."));
        while let Some(first) = riders.first() {
            let force = self.force_of(p, riders, first);
            riders = riders.without(force);
            let mut act = self.new_act(force, p.unit(first).hex, Mode::Exhausted, 0, false);
            act.quiet = quiet;
            p.push(Frame::Act(act));
        }
    }

    pub(crate) fn end_countercharges(&self, p: &mut Position, f: Act) {
        let mut f = f;
        let riders = f.counter;
        f.counter = UnitSet::EMPTY;
        f.stage = ActStage::Finished;
        p.set_top(Frame::Act(f));
        // they were marked exhausted when they struck; now they may move (10.4.1: the charger first)
        let mut riders: UnitSet = riders.iter().filter(|u| p.unit(*u).place == Place::Map).collect();
        while let Some(first) = riders.first() {
            let force = self.force_of(p, riders, first);
            riders = riders.without(force);
            let mut act = self.new_act(force, p.unit(first).hex, Mode::Exhausted, 0, false);
            act.quiet = true;
            p.push(Frame::Act(act));
        }
    }
}
