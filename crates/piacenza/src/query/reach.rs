//! Where a unit or a commander could get to, by the cheapest way, and what would happen on it.

use super::Subject;
use crate::battle::Battle;
use crate::flow::{Frame, March, MarchStage, Mode, Move, Train, Wait};
use crate::model::{FormationId, LeaderId, UnitId};
use crate::position::{Place, Position, UnitSet};
use crate::rule;
use hexmap::Hex;
use kernel::{Reach, ReachHex, Refusal, Text};
use std::collections::BTreeSet;

/// A hex that can be reached.
pub(crate) struct Found {
    pub hex: Hex,
    /// In halves.
    pub cost: u16,
    pub path: Vec<Hex>,
    /// What is rolled for on the way, and who reacts.
    pub events: Vec<String>,
    /// That every Training Die Roll on the way is passed.
    pub chance: f64,
}

/// What is known of a hex during the search.
#[derive(Clone)]
struct Known {
    cost: u16,
    from: Hex,
    /// What the last step causes.
    events: Vec<String>,
    chance: f64,
    ends: bool,
}

impl Battle {
    pub(crate) fn reach_of(&self, p: &Position, name: &str) -> Result<Reach, Refusal> {
        let mut units = UnitSet::EMPTY;
        for part in name.split('+') {
            match self.subject(part)? {
                Subject::Unit(unit) => units.insert(unit),
                Subject::Leader(leader) => return self.ride_reach(p, leader),
                _ => return Err(Refusal::plain(format!("{part} is neither a unit nor a commander."))),
            }
        }
        let (q, m) = self.in_hand(p, units)?;
        let mode = match m.mode {
            Mode::Free => "freely",
            Mode::Line => "to its place in the Line",
            Mode::Realign => "to realign",
            Mode::Stray => "out of command",
        };
        let ids: Vec<&str> = m.who().iter().map(|u| self.army.units[u].id.as_str()).collect();
        let who = ids.join("+");
        let number = |hex: Hex| Text::new(self.map.number(hex));
        let hexes = self.ways(&q, &m).into_iter().map(|found| {
            let path: Vec<Text> = found.path.iter().map(|hex| number(*hex)).collect();
            let mut reactions = found.events;
            if found.chance < 1.0 {
                reactions.push(format!(
                    "Chance of getting there: {:.0}%, by its own rolls alone.",
                    found.chance * 100.0
                ));
            }
            ReachHex {
                hex: number(found.hex),
                cost: f32::from(found.cost) / 2.0,
                mode,
                action: format!("move {who} {}", path.join(" ")),
                path,
                ready: false,
                reactions,
            }
        });
        Ok(Reach {
            hexes: hexes.collect(),
            from: number(m.hex),
            allowance: f32::from(m.left) / 2.0,
            unit: who.clone(),
        })
    }

    /// The march in which a formation moves: the one that is going on, or as it would be if it were taken in hand
    /// now.
    pub(crate) fn march_of(&self, p: &Position, formation: FormationId) -> (Position, March) {
        let mut q = p.clone();
        let now = p.march().filter(|f| f.formation == formation);
        let march = now.unwrap_or_else(|| {
            q.state.line.clear();
            let units = self.units_of(p, formation);
            for unit in units {
                q.unit_mut(unit).moved = false;
            }
            let direct = units.iter().filter(|u| self.beside_commander(p, *u)).collect();
            let commanded = self.commanded_of(p, formation);
            March { commanded, direct, ..March::new(formation, MarchStage::Prepare) }
        });
        q.state.stack.clear();
        q.push(march);
        (q, march)
    }

    /// A unit, or two that move together, taken in hand.
    fn in_hand(&self, p: &Position, units: UnitSet) -> Result<(Position, Move), Refusal> {
        if let Some(Frame::Move(m)) = p.now()
            && units.iter().all(|u| m.who().has(u))
        {
            return Ok((p.clone(), m));
        }
        let first = units.first().ok_or_else(|| Refusal::plain("A unit is expected."))?;
        if units.iter().any(|u| !p.on_map(u)) {
            return Err(Refusal::plain("It is not on the map."));
        }
        let (mut q, march) = self.march_of(p, self.formation_of(first));
        let second = units.iter().find(|u| *u != first);
        // a battery goes with the infantry of its hex, not the other way round
        let (lead, with) = match second {
            Some(other) if self.is_gun(first) => (other, first),
            other => (first, other.unwrap_or(UnitId::NOBODY)),
        };
        let march = if self.formation_of(lead) == march.formation {
            march
        } else {
            let (other, march) = self.march_of(p, self.formation_of(lead));
            q = other;
            march
        };
        self.mode_of(&q, &march, lead)?;
        if with != UnitId::NOBODY {
            self.check_take(&q, &march, lead, with)?;
        }
        self.take_in_hand(&mut q, march, lead, with);
        q.state.wait = Wait::Decide(1 << self.side_of(lead));
        match q.now() {
            Some(Frame::Move(m)) => Ok((q, m)),
            _ => Err(Refusal::new(rule::R5_0a, "It does not move now.")),
        }
    }

    /// Every hex where what is in hand may end its movement, by the cheapest way, if all rolls are passed and nobody
    /// is hit by reaction fire.
    pub(crate) fn ways(&self, p: &Position, m: &Move) -> Vec<Found> {
        let (Some(march), Some(lead)) = (p.march(), m.who().first()) else { return Vec::new() };
        let (units, foe) = (m.who(), crate::position::enemy(self.side_of(lead)));
        let mut q = p.clone();
        let mut known: Vec<Option<Known>> = vec![None; self.map.len()];
        let start = Known { cost: 0, from: Hex::NONE, events: Vec::new(), chance: 1.0, ends: false };
        known[m.hex.index()] = Some(start);
        let mut open: BTreeSet<(u16, Hex)> = BTreeSet::from([(0, m.hex)]);
        while let Some((cost, hex)) = open.pop_first() {
            for unit in units {
                self.put(&mut q, unit, hex);
            }
            let moved = hex != m.hex;
            let held = if self.is_infantry(lead) { q.infantry_zoc(foe, hex) } else { q.zoc(foe, hex) };
            let left = u16::from(m.left).saturating_sub(cost) as u8;
            let (stepped, halted) = (m.stepped || moved, if moved { held } else { m.halted });
            let here = Move { hex, left, stepped, halted, ..*m };
            let ends = moved && (halted || self.check_stop(&q, &here).is_ok());
            if let Some(known) = &mut known[hex.index()] {
                known.ends = ends;
            }
            if halted {
                continue;
            }
            let bounds = self.bounds(&q, &march, &here);
            for dir in 0..6u8 {
                let Ok(step) = self.check_step(&q, &here, dir, &bounds) else { continue };
                let to = self.map.neighbour(hex, dir);
                let total = cost + u16::from(step);
                let old = known[to.index()].as_ref().map(|known| known.cost);
                if old.is_some_and(|old| old <= total) {
                    continue;
                }
                if let Some(old) = old {
                    open.remove(&(old, to));
                }
                let (events, chance) = self.step_events(&q, units, hex, to);
                known[to.index()] = Some(Known { cost: total, from: hex, events, chance, ends: false });
                open.insert((total, to));
            }
        }
        let mut found: Vec<Found> = Vec::new();
        for hex in self.map.hexes() {
            let Some(last) = known[hex.index()].as_ref().filter(|known| known.ends) else { continue };
            let (cost, mut chance) = (last.cost, 1.0);
            let (mut path, mut events, mut at) = (Vec::new(), Vec::new(), hex);
            while let Some(known) = known[at.index()].as_ref().filter(|known| !known.from.is_none()) {
                path.push(at);
                events.splice(0..0, known.events.iter().cloned());
                chance *= known.chance;
                at = known.from;
            }
            path.reverse();
            found.push(Found { hex, cost, path, events, chance });
        }
        found.sort_by_key(|found| (found.cost, found.hex));
        found
    }

    /// What a step causes, and the chance that the rolls before it are passed.
    fn step_events(&self, p: &Position, units: UnitSet, from: Hex, to: Hex) -> (Vec<String>, f64) {
        let (mut events, mut chance) = (Vec::new(), 1.0);
        let (Some(dir), Some(lead)) = (self.map.direction(from, to), units.first()) else {
            return (events, chance);
        };
        let side = self.side_of(lead);
        for unit in units {
            if let Some(kind) = self.roll_before(p, unit, from, dir) {
                let faces = self.training_chance(p, Train { unit, kind });
                chance *= f64::from(faces) / 10.0;
                let (purpose, rule) = kind.words();
                events.push(format!(
                    "{} rolls {purpose} before {}: {faces} of 10 ({})",
                    self.unit_name(unit),
                    self.map.number(to),
                    rule.0.id
                ));
            }
        }
        for firer in self.reaction_firers(p, side, from) {
            let (name, rule) = (self.unit_name(firer), rule::R7_2a.0.id);
            events
                .push(format!("{name} fires in reaction when it leaves {} ({rule})", self.map.number(from)));
        }
        if self.is_infantry(lead) {
            for horse in self.refusing(p, side, to) {
                let (name, rule) = (self.unit_name(horse), rule::R5_10a.0.id);
                events.push(format!("{name} makes way when it comes to {} ({rule})", self.map.number(to)));
            }
        }
        (events, chance)
    }

    /// The cheapest way of a unit to a hex.
    pub(crate) fn way_to(&self, p: &Position, units: UnitSet, hex: Hex) -> Option<Vec<Hex>> {
        let (q, m) = self.in_hand(p, units).ok()?;
        self.ways(&q, &m).into_iter().find(|found| found.hex == hex).map(|found| found.path)
    }

    fn ride_reach(&self, p: &Position, leader: LeaderId) -> Result<Reach, Refusal> {
        let def = &self.army.leaders[leader];
        let l = p.leader(leader);
        if l.place != Place::Map {
            return Err(Refusal::plain("He is not on the map."));
        }
        if l.stays > 0 {
            return Err(Refusal::new(rule::R4_0b, "He has moved and stays where he is for two turns."));
        }
        let may_stop = self.rides(p, leader);
        let number = |hex: Hex| Text::new(self.map.number(hex));
        let mut hexes = Vec::new();
        self.search_rides(p, leader, |buffer| {
            for hex in buffer.reached().iter().filter(|hex| may_stop.contains(hex) && **hex != l.hex) {
                hexes.push(ReachHex {
                    hex: number(*hex),
                    cost: f32::from(buffer.cost(*hex).unwrap_or(0)) / 2.0,
                    mode: "on horseback",
                    path: buffer.path(*hex).into_iter().skip(1).map(number).collect(),
                    action: format!("ride {} {}", def.id, self.map.number(*hex)),
                    ready: false,
                    reactions: Vec::new(),
                });
            }
        });
        Ok(Reach { unit: def.id.clone(), from: number(l.hex), allowance: def.ma.into(), hexes })
    }
}

/// The units that a word names: ids with a plus between them.
pub(crate) fn stack_named(battle: &Battle, word: &str) -> Option<UnitSet> {
    let mut units = UnitSet::EMPTY;
    for id in word.split('+') {
        let unit: UnitId = battle.unit_named(id)?;
        units.insert(unit);
    }
    Some(units)
}
