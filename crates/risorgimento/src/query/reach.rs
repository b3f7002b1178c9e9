//! Where a unit, the force in hand or a commander could get to in this activation, by the cheapest
//! way, and what would happen on it.

use super::{Subject, unknown};
use crate::battle::{Battle, NO};
use crate::flow::{Act, Alternation, Bond, Frame, Mode, Ride};
use crate::model::{Class, Conduct, LeaderId, UnitId};
use crate::position::{Place, Position, UnitSet, enemy};
use crate::rule;
use hexmap::with_buffer;
use hexmap::{Dir, Hex};
use kernel::{Game, Reach, ReachHex, Refusal, Viewer};

/// A way of moving: the position in it, the force, and what it is called.
struct Way {
    p: Position,
    act: Act,
    mode: &'static str,
    /// Quarters spent on limbering first.
    limbering: u16,
}

/// A hex that can be reached.
struct Found {
    hex: Hex,
    cost: u16,
    mode: &'static str,
    path: Vec<Hex>,
}

impl Battle {
    pub(crate) fn reach_of(&self, p: &Position, viewer: Viewer, unit: &str) -> Result<Reach, Refusal> {
        let mut units = UnitSet::EMPTY;
        for name in unit.split('+') {
            match self.named(viewer, name)? {
                Subject::Unit(unit) if self.knows(p, viewer, unit) => units.insert(unit),
                Subject::Unit(_) => return Err(unknown("unit")),
                Subject::Leader(leader) if viewer.may_see(self.leader_seen_by(p, leader)) => {
                    return self.ride_reach(p, leader);
                }
                Subject::Leader(_) => return Err(unknown("commander")),
                Subject::Formation(_) | Subject::Hex(_) => {
                    return Err(Refusal::plain(format!("{name} is neither a unit nor a commander.")));
                }
            }
        }
        self.force_reach(p, viewer, units)
    }

    // ---- forces --------------------------------------------------------------------------------

    fn force_reach(&self, p: &Position, viewer: Viewer, asked: UnitSet) -> Result<Reach, Refusal> {
        let first = asked.first().ok_or_else(|| Refusal::plain("A unit is expected."))?;
        // the duties of an enemy (which marker needs it, where its commander is) are not told
        let owner = viewer.owns(self.side_of(first));
        let in_hand = match p.now() {
            Some(Frame::Act(f)) if owner && asked.iter().all(|u| f.units.has(u)) => Some(f),
            _ => None,
        };
        let units = in_hand.map_or(asked, |f| f.units);
        let (place, hex, arm) = (p.unit(first).place, p.unit(first).hex, self.arm(first));
        if !matches!(place, Place::Map | Place::Column) {
            return Err(Refusal::plain("It is not in play."));
        }
        if units.iter().any(|u| p.unit(u).place != place || p.unit(u).hex != hex || self.arm(u) != arm) {
            return Err(Refusal::new(
                crate::rule::R2_3a,
                "The units of a force stand in one hex and are of one kind.",
            ));
        }
        let ways = self.ways_of(p, units, in_hand, owner);
        let mut found: Vec<Found> = Vec::new();
        for way in &ways {
            for new in self.search(way) {
                match found.iter_mut().find(|f| f.hex == new.hex) {
                    Some(old) if old.cost <= new.cost => {}
                    Some(old) => *old = new,
                    None => found.push(new),
                }
            }
        }
        found.sort_by_key(|f| (f.cost, f.hex));
        let hexes = found.into_iter().map(|f| {
            let reactions = self.on_the_way(p, units, hex, &f);
            let order = match f.mode {
                "deployed" => "deploy",
                "in March" => "march",
                _ => "limber",
            };
            self.reach_hex(f, &format!("{} {order}", self.units_text(units)), reactions)
        });
        let allowance = in_hand.map_or(self.ma_of(units), |f| f.left);
        Ok(Reach {
            unit: self.units_text(units),
            from: if hex.is_none() { "column".into() } else { self.map.number(hex).into() },
            allowance: f32::from(allowance) / 4.0,
            hexes: hexes.collect(),
        })
    }

    fn reach_hex(&self, f: Found, who: &str, reactions: Vec<String>) -> ReachHex {
        let path: Vec<&str> = f.path.iter().map(|h| self.map.number(*h)).collect();
        ReachHex {
            action: format!("go {who} {}", path.join(" ")),
            hex: self.map.number(f.hex).into(),
            cost: f32::from(f.cost) / 4.0,
            mode: f.mode,
            path: path.into_iter().map(Into::into).collect(),
            ready: false,
            reactions,
        }
    }

    /// Deployed and in March, as far as the force may still choose. A force that does not act now is
    /// looked at as if its formation had just been activated.
    fn ways_of(&self, p: &Position, units: UnitSet, in_hand: Option<Act>, owner: bool) -> Vec<Way> {
        let Some(first) = units.first() else { return Vec::new() };
        let mut q = p.clone();
        let act = match in_hand {
            Some(act) => act,
            None => {
                let formation = self.formation_of(first);
                let own = p.activation().filter(|a| owner && a.formation == formation);
                let (mut measure, mut needed, mut mode) = (99, false, Mode::Ordinary);
                match own {
                    Some(a) => {
                        needed = !p.unit(first).acted && self.are_needed(p, formation, units);
                        if a.conduct != Conduct::Normal && !p.unit(first).hex.is_none() {
                            measure = self.nearest_enemy(p, self.side_of(first), p.unit(first).hex);
                        }
                    }
                    None => {
                        // another formation's markers and orders do not bind it
                        q.state.stack.clear();
                        q.push(Alternation {});
                        q.state.markers.clear();
                    }
                }
                if owner && p.unit(first).out_of_command && p.unit(first).place == Place::Map {
                    mode = Mode::Straggling;
                    needed = false;
                    let leader = self.leader_of(self.formation_of(first));
                    let at = p.leaders[leader].hex;
                    let rally = if at.is_none() { self.entry_of_leader(leader) } else { Some(at) };
                    measure = rally.map_or(99, |h| self.map.distance(p.unit(first).hex, h));
                }
                self.new_act(units, p.unit(first).hex, mode, measure, needed)
            }
        };
        if act.mode == Mode::Charge
            || (act.mode == Mode::Ordinary && q.activation().is_some_and(|a| a.conduct == Conduct::Holds))
        {
            return Vec::new();
        }
        let fresh = act.entered == 0 && !act.changed && !act.turned && !act.fired;
        let gun = self.is_gun(first);
        let marching = units.iter().all(|u| p.unit(u).march);
        // leaving a square is a change: March cannot be entered after it (8.3b)
        let changes = fresh && !units.iter().any(|u| p.unit(u).square);
        let mut ways = Vec::new();
        for march in [false, true] {
            let change = march != marching;
            let several = march && units.count() > 1;
            if (gun && !march)
                || (several && !(gun && marching))
                || (change && !changes)
                || (change && act.mode == Mode::Exhausted)
            {
                continue;
            }
            if gun && units.count() > 1 {
                continue;
            }
            let mut q = q.clone();
            let mut act = act;
            for unit in units {
                if fresh {
                    q.unit_mut(unit).square = false;
                }
                if q.unit(unit).place == Place::Map {
                    self.set_march(&mut q, unit, march);
                } else {
                    q.unit_mut(unit).march = march;
                }
            }
            let mut limbering = 0;
            if gun && change && q.unit(first).place == Place::Map {
                if act.left < self.charts.limber_cost {
                    continue;
                }
                limbering = self.charts.limber_cost;
                act.left -= limbering;
            }
            let mode = match (gun, march) {
                (true, _) => "limbered",
                (false, true) => "in March",
                (false, false) => "deployed",
            };
            ways.push(Way { p: q, act, mode, limbering: u16::from(limbering) });
        }
        ways
    }

    /// Where it could lawfully end, as `check_step` would allow the steps.
    fn search(&self, way: &Way) -> Vec<Found> {
        let Way { p, act, mode, limbering } = way;
        let Some(first) = act.units.first() else { return Vec::new() };
        if act.spent_out || act.units.iter().any(|u| p.unit(u).square) {
            return Vec::new();
        }
        let foe = enemy(self.side_of(first));
        let march = act.units.iter().all(|u| p.unit(u).march);
        let lets_in = |b: Hex| act.mode == Mode::Ordinary && self.lets_in(p, act.units, b);
        // who has entered a zone is bound: he goes on only over markers, and attacks (R83)
        let binds = |h: Hex| if h == act.hex { act.bond == Bond::Bound } else { p.zone(foe, h) };
        let walker = self.walker(p, act.units, march);
        let step = |a: Hex, dir: Dir, b: Hex| {
            let open = !(binds(a) || p.zone(foe, b)) || lets_in(b);
            if open { self.passage(p, &walker, false, a, dir, b).map(u16::from) } else { None }
        };
        let lawful = |path: &[Hex], hex: Hex, left: u8| {
            let on_way = |h: &Hex| binds(*h);
            let bound = if binds(act.hex) { Some(0) } else { path.iter().position(on_way) };
            match bound {
                Some(at) => path[at..].iter().all(|h| lets_in(*h)) && self.attack_ok(p, act, hex, left),
                None => self.end_ok(p, act, hex) || self.attack_ok(p, act, hex, left),
            }
        };
        let starts: Vec<(Hex, u16)> = if act.hex.is_none() {
            let hexes = self.entry_hexes(p, first);
            let fits = |h: &Hex| march || self.check_stacking(p, *h, act.units).is_ok();
            hexes
                .into_iter()
                .filter(fits)
                .map(|h| (h, u16::from(self.entry_cost(p, first, h, march))))
                .collect()
        } else {
            vec![(act.hex, 0)]
        };
        let mut found: Vec<Found> = Vec::new();
        for (start, entry) in starts {
            let budget = u16::from(act.left).saturating_sub(entry);
            let mut more: Vec<Found> = with_buffer(|buffer| {
                hexmap::reach(&self.map, start, budget, buffer, step);
                let reached = buffer.reached().iter().map(|h| {
                    let cost = buffer.cost(*h).unwrap_or(0);
                    let skip = usize::from(!act.hex.is_none());
                    let path: Vec<Hex> = buffer.path(*h).into_iter().skip(skip).collect();
                    Found { hex: *h, cost: cost + entry + limbering, mode, path }
                });
                reached.collect()
            });
            more.retain(|f| {
                let spent = f.cost - limbering;
                let left = u16::from(act.left).saturating_sub(spent) as u8;
                f.hex != act.hex && lawful(&f.path, f.hex, left)
            });
            // one hex can always be entered (8.1)
            if act.entered == 0 && !act.hex.is_none() {
                for dir in 0..6u8 {
                    let to = self.map.neighbour(start, dir);
                    if to.is_none() || more.iter().any(|f| f.hex == to) {
                        continue;
                    }
                    if let Some(cost) = step(start, dir, to).filter(|c| *c > budget)
                        && self.end_ok(p, act, to)
                    {
                        more.push(Found { hex: to, cost: cost + limbering, mode, path: vec![to] });
                    }
                }
            }
            found.extend(more);
        }
        found
    }

    /// What the move would cause on the way: reactions and streams. Forces are told of as they lie on the map:
    /// the order of the army list would tell who lies face down (8.7).
    fn on_the_way(&self, p: &Position, units: UnitSet, from: Hex, f: &Found) -> Vec<String> {
        let mut list: Vec<String> = Vec::new();
        let mut add = |text: String| {
            if !list.contains(&text) {
                list.push(text);
            }
        };
        let Some(first) = units.first() else { return list };
        let foe = enemy(self.side_of(first));
        let mut a = from;
        for b in f.path.iter().copied() {
            if !a.is_none() {
                for unit in self.in_open_order(p, self.covering(p, foe, a).without(self.covering(p, foe, b)))
                {
                    add(format!(
                        "{} may react when it leaves {} ({})",
                        self.force_name(p, unit),
                        self.map.number(a),
                        self.number_of(rule::R12_1c)
                    ));
                }
                let dir = self.map.direction(a, b).unwrap_or(0);
                let by_road =
                    f.mode != "deployed" && self.cost_by_road(a, dir) < NO && self.road_free(p, b, units);
                if self.is_stream(a, dir) && !by_road && !self.is_gun(first) {
                    let rule = self.number_of(rule::R14_1c);
                    add(format!("wades the stream into {} ({rule})", self.map.number(b)));
                }
            }
            let before = if a.is_none() { UnitSet::EMPTY } else { self.covering(p, foe, a) };
            for unit in self.in_open_order(p, self.covering(p, foe, b)) {
                let on = before.has(unit);
                let (word, rule) = if on { ("moves on to", rule::R12_1d) } else { ("enters", rule::R12_1b) };
                add(format!(
                    "{} may react when it {word} {} ({})",
                    self.force_name(p, unit),
                    self.map.number(b),
                    self.number_of(rule)
                ));
            }
            a = b;
        }
        list
    }

    /// Units of a side whose zone of reaction covers the hex.
    fn covering(&self, p: &Position, side: u8, hex: Hex) -> UnitSet {
        let covers =
            |dir: Dir, unit: UnitId| self.side_of(unit) == side && self.covers(p, unit, (dir + 3) % 6);
        (0..6u8)
            .filter(|d| !self.map.neighbour(hex, *d).is_none())
            .flat_map(|d| p.in_hex(self.map.neighbour(hex, d)).iter().filter(move |u| covers(d, *u)))
            .collect()
    }

    // ---- commanders ------------------------------------------------------------------------------

    fn ride_reach(&self, p: &Position, leader: LeaderId) -> Result<Reach, Refusal> {
        let def = &self.army.leaders[leader];
        let l = p.leaders[leader];
        let ride = match p.now() {
            Some(Frame::Ride(f)) if f.leader == leader => f,
            _ => Ride { leader, left: def.ma * 4, entered: 0 },
        };
        let (start, paid) = match l.place {
            Place::Map => (l.hex, 0),
            Place::Column => {
                let hex = self
                    .entry_of_leader(leader)
                    .ok_or_else(|| Refusal::plain("He does not enter the map."))?;
                let road = (0..6).map(|d| self.cost_by_road(hex, d)).min().unwrap_or(NO);
                (hex, u16::from(road.min(4)))
            }
            _ => return Err(Refusal::plain("He is not in play.")),
        };
        let foe = enemy(def.side);
        let open = |h: Hex| !p.holds(self, foe, h) && (!p.zone(foe, h) || p.holds(self, def.side, h));
        let budget = u16::from(ride.left).saturating_sub(paid);
        let found: Vec<Found> = with_buffer(|buffer| {
            hexmap::reach(&self.map, start, budget, buffer, |a, dir, b| {
                let cost = self.cost_across(Class::Infantry, a, dir).min(self.cost_by_road(a, dir));
                (cost != NO && open(b)).then_some(u16::from(cost))
            });
            let hexes = buffer.reached().iter().filter(|h| **h != l.hex && (paid == 0 || open(start)));
            let skip = usize::from(paid == 0);
            hexes
                .map(|h| Found {
                    hex: *h,
                    cost: buffer.cost(*h).unwrap_or(0) + paid,
                    mode: "mounted",
                    path: buffer.path(*h).into_iter().skip(skip).collect(),
                })
                .collect()
        });
        Ok(Reach {
            unit: self.leader_id(leader).into(),
            from: if l.hex.is_none() { "column".into() } else { self.map.number(l.hex).into() },
            allowance: f32::from(ride.left) / 4.0,
            hexes: found.into_iter().map(|f| self.reach_hex(f, self.leader_id(leader), Vec::new())).collect(),
        })
    }
}
