//! Commanders: their movement (8.5), what becomes of them when units fall back or advance, and when
//! an enemy enters their hex (2.2.1).

use crate::action::Action;
use crate::battle::{Battle, NO};
use crate::flow::Frame;
use crate::model::{Class, LeaderId, UnitId};
use crate::movement::points;
use crate::position::{LeaderSet, Place, Position, enemy};
use crate::rule;
use crate::words::{Asked, Offer, Subject};
use arrayvec::ArrayVec;
use hexmap::with_buffer;
use hexmap::{Dir, Hex};
use kernel::{Citation, Log, No, Procedure, Procedures, Roster, Seat, Viewer};

kernel::frames! {
    of Battle;

    /// A commander on his way (8.5).
    pub struct Ride {
        pub leader: LeaderId,
        pub left: u8,
        pub entered: u8,
    }

    /// Commanders who may go with the units of their hex (2.2.1a).
    pub struct Follow {
        pub leaders: LeaderSet,
        pub to: Hex,
    }

    /// A commander alone whose hex an enemy has entered (2.2.1b).
    pub struct Relocate {
        pub leader: LeaderId,
    }
}

// ---- riding (8.5) --------------------------------------------------------------------------------

impl Procedure<Ride> for Battle {
    fn ask(&self, p: &Position, f: &Ride, viewer: Viewer) -> Asked {
        let (hex, name) = (p.leaders[f.leader].hex, self.leader_to(p, viewer, f.leader));
        let (at, left) = (self.hex_words(hex), points(f.left));
        let you = format!("{name} in {at}: {left} MP left. Where does he ride?");
        Asked::heard("ride", rule::R8_5, you, format!("moves {name} from {at}.")).at([hex]).led_by(f.leader)
    }

    fn subject(&self, p: &Position, f: &Ride) -> Subject {
        Subject { hex: p.leaders[f.leader].hex }
    }

    fn options(&self, p: &Position, &f: &Ride, _: Seat, out: &mut Vec<Action>) {
        if p.leaders[f.leader].place == Place::Column {
            out.extend(
                self.ride_entries(p, f.leader).into_iter().map(|hex| Action::Enter { hex, cross: false }),
            );
            return;
        }
        let steps = (0..6).filter(|d| self.check_ride_step(p, f, *d).is_ok());
        out.extend(steps.map(|dir| Action::Step { dir, cross: false }));
        if f.entered > 0 {
            out.push(Action::Stop);
        }
    }

    fn check(&self, p: &Position, &f: &Ride, _: Seat, action: Action) -> Result<(), No> {
        match action {
            Action::Step { dir, cross: false } => self.check_ride_step(p, f, dir).map(|_| ()),
            Action::Enter { hex, cross: false } => self.check_ride_enter(p, f, hex),
            Action::Stop if f.entered > 0 => Ok(()),
            Action::Stop => Err(No(rule::R8_5, "He has not moved yet.")),
            _ => Err(No(rule::R8_5, "A commander can only move.")),
        }
    }

    fn offer(&self, p: &Position, f: &Ride, seat: Seat, action: Action) -> Offer {
        let (name, from) = (self.commander_name(f.leader), p.leaders[f.leader].hex);
        let offer = match action {
            Action::Step { dir, .. } => {
                let to = self.map.neighbour(from, dir);
                let cost = points(self.ride_cost(from, dir));
                let text = format!("{name} rides to {} for {cost} MP", self.hex_words(to));
                Offer::new(rule::R8_5, text).at(to)
            }
            Action::Enter { hex, .. } => {
                Offer::new(rule::R15_1a, format!("{name} enters at {}", self.hex_words(hex))).at(hex)
            }
            Action::Stop => {
                Offer::new(rule::R8_5, format!("{name} stays in {}", self.hex_words(from))).at(from)
            }
            _ => self.common_offer(p, seat, action),
        };
        offer.led_by(f.leader)
    }

    fn play(&self, p: &mut Position, mut f: Ride, _: Seat, action: Action, log: &mut Log) {
        match action {
            Action::Step { dir, .. } => {
                let from = p.leaders[f.leader].hex;
                f.left -= self.ride_cost(from, dir);
                self.place_leader(p, f.leader, self.map.neighbour(from, dir), log);
            }
            Action::Enter { hex, .. } => {
                let road = (0..6).map(|d| self.cost_by_road(hex, d)).min().unwrap_or(NO);
                f.left = f.left.saturating_sub(road.min(4));
                self.place_leader(p, f.leader, hex, log);
            }
            _ => return p.pop(),
        }
        f.entered += 1;
        p.set_top(f);
    }

    fn run(&self, p: &mut Position, f: Ride, _: &mut Log) {
        let side = self.army.leaders[f.leader].side;
        let mut options = Vec::new();
        self.options(p, &f, Seat(side), &mut options);
        if options.as_slice() == [Action::Stop] {
            p.pop();
        } else {
            p.decide(side);
        }
    }
}

impl Battle {
    fn ride_cost(&self, hex: Hex, dir: Dir) -> u8 {
        self.cost_across(Class::Infantry, hex, dir).min(self.cost_by_road(hex, dir))
    }

    pub(crate) fn check_ride(&self, p: &Position, side: u8, leader: LeaderId) -> Result<(), No> {
        let def = &self.army.leaders[leader];
        let l = p.leaders[leader];
        No::when(def.side != side, rule::R8_5, "That commander is not yours.")?;
        No::when(l.moved, rule::R8_5, "This commander has already moved this turn.")?;
        let ride = Ride { leader, left: def.ma * 4, entered: 0 };
        let able = match l.place {
            Place::Map => (0..6).any(|d| self.check_ride_step(p, ride, d).is_ok()),
            Place::Column => !self.ride_entries(p, leader).is_empty(),
            _ => return Err(No(rule::R8_5, "This commander is not in play.")),
        };
        if able { Ok(()) } else { Err(No(rule::R3_1_2b, "He has nowhere to go.")) }
    }

    /// A commander is taken in hand; by which rule depends on the phase.
    pub(crate) fn offer_ride(&self, p: &Position, rule: Citation, leader: LeaderId) -> Offer {
        let hex = p.leaders[leader].hex;
        let text = format!("Move {} from {}", self.commander_name(leader), self.hex_words(hex));
        Offer::new(rule, text).at(hex).led_by(leader)
    }

    fn check_ride_into(&self, p: &Position, side: u8, to: Hex) -> Result<(), No> {
        let foe = enemy(side);
        No::when(p.holds(self, foe, to), rule::R8b, "Enemy units are in that hex.")?;
        let words = "A commander enters an enemy zone of reaction only where there are friendly units.";
        No::when(p.zone(foe, to) && !p.holds(self, side, to), rule::R3_1_2b, words)
    }

    fn check_ride_step(&self, p: &Position, ride: Ride, dir: Dir) -> Result<u8, No> {
        let l = p.leaders[ride.leader];
        let to = if l.hex.is_none() { Hex::NONE } else { self.map.neighbour(l.hex, dir) };
        No::when(to.is_none(), rule::R8b, "There is no hex there.")?;
        self.check_ride_into(p, self.army.leaders[ride.leader].side, to)?;
        let cost = self.ride_cost(l.hex, dir);
        if cost == NO {
            return Err(self.impassable(to));
        }
        No::when(cost > ride.left, rule::R8_5, "Not enough movement points are left.")?;
        Ok(cost)
    }

    /// Where he may enter, like his column (15.1, ruling R57).
    fn ride_entries(&self, p: &Position, leader: LeaderId) -> ArrayVec<Hex, 8> {
        let Some(entry) = self.entries().find(|e| e.leaders.contains(&leader)) else {
            return ArrayVec::new();
        };
        let side = self.army.leaders[leader].side;
        self.ways_in(entry, |hex| self.check_ride_into(p, side, hex).is_ok())
    }

    fn check_ride_enter(&self, p: &Position, ride: Ride, hex: Hex) -> Result<(), No> {
        if p.leaders[ride.leader].place != Place::Column || !self.ride_entries(p, ride.leader).contains(&hex)
        {
            return Err(No(rule::R15_1a, "That is not where he enters."));
        }
        Ok(())
    }

    pub(crate) fn begin_ride(&self, p: &mut Position, leader: LeaderId, log: &mut Log) {
        p.state.leaders[leader].moved = true;
        log.say(|| self.say(p, "ride", rule::R8_5, "{} sets out.").leader(leader));
        p.push(Ride { leader, left: self.army.leaders[leader].ma * 4, entered: 0 });
    }

    pub(crate) fn place_leader(&self, p: &mut Position, leader: LeaderId, hex: Hex, log: &mut Log) {
        let l = &mut p.state.leaders[leader];
        l.place = Place::Map;
        l.hex = hex;
        log.say(|| self.say(p, "ride", rule::R8_5, "{} rides to {}.").leader(leader).hex(hex));
        self.show_overall_commanders(p);
    }
}

// ---- following units (2.2.1a) -----------------------------------------------------------------

impl Procedure<Follow> for Battle {
    const CITES: Citation = rule::R2_2_1a;
    const FIGHT: bool = true;

    fn ask(&self, p: &Position, &Follow { leaders, to }: &Follow, viewer: Viewer) -> Asked {
        let leader = leaders.first().expect("somebody is asked for");
        let (name, there) = (self.leader_to(p, viewer, leader), self.hex_words(to));
        let you = format!("Does {name} follow to {there}?");
        let they = format!("decides whether {name} follows to {there}.");
        let key = format!("following by {}", self.army.leaders[leader].name);
        Asked::heard("follow", rule::R2_2_1a, you, they)
            .at([p.leaders[leader].hex, to])
            .standing(key)
            .led_by(leader)
    }

    fn options(&self, _: &Position, &Follow { leaders, .. }: &Follow, _: Seat, out: &mut Vec<Action>) {
        out.extend(leaders.first().into_iter().flat_map(|l| [Action::Follow(l), Action::Stay(l)]));
    }

    fn offer(&self, p: &Position, f: &Follow, seat: Seat, action: Action) -> Offer {
        let (leader, verb, hex) = match action {
            Action::Follow(leader) => (leader, "follows to", f.to),
            Action::Stay(leader) => (leader, "stays in", p.leaders[leader].hex),
            _ => return self.common_offer(p, seat, action),
        };
        let text = format!("{} {verb} {}", self.commander_name(leader), self.hex_words(hex));
        Offer::new(rule::R2_2_1a, text).at(hex).led_by(leader)
    }

    fn play(&self, p: &mut Position, f: Follow, _: Seat, action: Action, log: &mut Log) {
        let Follow { leaders, to } = f;
        let Some(leader) = leaders.first() else { return };
        p.set_top(Follow { leaders: leaders.without(LeaderSet::one(leader)), to });
        if action == Action::Follow(leader) {
            self.place_leader(p, leader, to, log);
            // he goes on with those he follows
            for frame in p.state.stack.iter_mut().rev() {
                if let Frame::Retreat(r) = frame {
                    r.leaders.insert(leader);
                    break;
                }
            }
        }
    }

    fn run(&self, p: &mut Position, f: Follow, _: &mut Log) {
        match f.leaders.first() {
            None => p.pop(),
            Some(leader) => p.decide(self.army.leaders[leader].side),
        }
    }
}

impl Battle {
    /// Commanders of the side in a hex, as a set.
    pub(crate) fn leaders_here(&self, p: &Position, side: u8, hex: Hex) -> LeaderSet {
        p.leaders_in(hex).filter(|l| self.army.leaders[*l].side == side).collect()
    }
}

// ---- a commander alone whose hex is entered (2.2.1b, 2.2.1c) --------------------------------

impl Procedure<Relocate> for Battle {
    const CITES: Citation = rule::R2_2_1b;
    const FIGHT: bool = true;

    fn ask(&self, p: &Position, &Relocate { leader }: &Relocate, viewer: Viewer) -> Asked {
        let (hex, name) = (p.leaders[leader].hex, self.leader_to(p, viewer, leader));
        let at = self.hex_words(hex);
        let you = format!("The enemy is in {at}: where does {name} ride to?");
        let they = format!("chooses where {name} rides to from {at}.");
        Asked::heard("relocate", rule::R2_2_1b, you, they).at([hex]).led_by(leader)
    }

    fn options(&self, p: &Position, f: &Relocate, _: Seat, out: &mut Vec<Action>) {
        out.extend(self.relocations(p, f.leader).into_iter().map(Action::Relocate));
    }

    fn offer(&self, p: &Position, f: &Relocate, seat: Seat, action: Action) -> Offer {
        let Action::Relocate(hex) = action else { return self.common_offer(p, seat, action) };
        let text = format!("{} rides to {}", self.commander_name(f.leader), self.hex_words(hex));
        Offer::new(rule::R2_2_1b, text).at(hex).led_by(f.leader)
    }

    fn play(&self, p: &mut Position, f: Relocate, _: Seat, action: Action, log: &mut Log) {
        if let Action::Relocate(hex) = action {
            p.pop();
            self.escape(p, f.leader, hex, log);
        }
    }

    fn run(&self, p: &mut Position, Relocate { leader }: Relocate, log: &mut Log) {
        let options = self.relocations(p, leader);
        match options.len() {
            // nowhere within his ride: he leaves the field for the rear of his side's column
            0 => {
                p.state.leaders[leader].hex = Hex::NONE;
                p.state.leaders[leader].place = Place::Column;
                p.pop();
            }
            1 => {
                p.pop();
                self.escape(p, leader, options[0], log);
            }
            _ => p.decide(self.army.leaders[leader].side),
        }
    }
}

impl Battle {
    /// Whether a unit is under the commander: of his formation, or of his army if he commands it all.
    fn follows(&self, leader: LeaderId, unit: UnitId) -> bool {
        let (def, unit) = (&self.army.leaders[leader], &self.army.units[unit]);
        unit.side == def.side && def.formation.is_none_or(|f| f == unit.formation)
    }

    /// Where he may go: the nearest units of his own, or, without any, a ride that ignores the enemy.
    fn relocations(&self, p: &Position, leader: LeaderId) -> Vec<Hex> {
        let def = &self.army.leaders[leader];
        let from = p.leaders[leader].hex;
        let mut hexes = Vec::new();
        let mut best = u8::MAX;
        for (unit, u) in p.units.pairs() {
            if u.place != Place::Map || !self.follows(leader, unit) {
                continue;
            }
            let distance = self.map.distance(from, u.hex);
            if distance < best {
                best = distance;
                hexes.clear();
            }
            if distance == best && !hexes.contains(&u.hex) {
                hexes.push(u.hex);
            }
        }
        if hexes.is_empty() {
            let foe = enemy(def.side);
            with_buffer(|buffer| {
                hexmap::reach(&self.map, from, def.ma as u16 * 4, buffer, |a, dir, _| {
                    let cost = self.ride_cost(a, dir);
                    (cost != NO).then_some(cost as u16)
                });
                hexes.extend(buffer.reached().iter().copied().filter(|h| !p.holds(self, foe, *h)));
            });
        }
        hexes.sort_unstable();
        hexes
    }

    fn escape(&self, p: &mut Position, leader: LeaderId, hex: Hex, log: &mut Log) {
        let joins = p.units.ids().any(|u| p.unit(u).place == Place::Map && self.follows(leader, u));
        let rule = if joins { rule::R2_2_1b } else { rule::R2_2_1c };
        log.say(|| self.say(p, "escape", rule, "{} rides off before the enemy.").leader(leader));
        self.place_leader(p, leader, hex, log);
    }
}
