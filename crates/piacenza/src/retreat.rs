//! 9.2.8: retreats; 11.3: the flight of routed units.

use crate::action::Action;
use crate::battle::{Battle, NO};
use crate::flow::{Escort, EscortStage, Frame};
use crate::model::{Class, UnitId};
use crate::position::{LeaderSet, Place, Position, UnitSet, enemy};
use crate::rule;
use crate::words::{Asked, Offer, Subject};
use arrayvec::ArrayVec;
use hexmap::{Dir, Hex, MaybeHex, reach, with_buffer};
use kernel::{Log, No, Procedure, Roster, Seat, Viewer};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// A retreat (9.2.8) or the flight of a routed unit (11.3).
    pub struct Retreat {
        pub unit: UnitId,
        pub left: u8,
        /// The hex to get away from; in a rout it does not matter.
        pub away: MaybeHex,
        pub rout: bool,
        /// Commanders who go along.
        pub leaders: LeaderSet,
        pub stage: RetreatStage,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RetreatStage {
    Start,
    Step,
}

impl Procedure<Retreat> for Battle {
    const FIGHT: bool = true;

    fn ask(&self, p: &Position, f: &Retreat, _: Viewer) -> Asked {
        // another unit of the hex is to go its own way; nobody fires at cavalry that makes way
        let others = p.stack.iter().filter(|frame| matches!(frame, Frame::Retreat(_))).count() > 1;
        let refuses = p.stack.iter().any(|frame| matches!(frame, Frame::Refuse(_)));
        let rule = match (others, refuses) {
            (true, _) => rule::R9_2_8f,
            (false, true) => rule::R9_2_8c,
            (false, false) => rule::R9_2_8b,
        };
        let words = format!("{} falls back: where to?", self.unit_name(f.unit));
        Asked::new("retreat", rule, words).at([p.unit(f.unit).hex]).by(f.unit)
    }

    fn subject(&self, p: &Position, f: &Retreat) -> Subject {
        Subject { hex: p.unit(f.unit).hex, units: UnitSet::one(f.unit) }
    }

    fn options(&self, p: &Position, f: &Retreat, _: Seat, out: &mut Vec<Action>) {
        out.extend(self.ways_back(p, f).dirs.iter().map(|dir| Action::Retreat(*dir)));
    }

    fn check(&self, p: &Position, f: &Retreat, _: Seat, action: Action) -> Result<(), No> {
        match action {
            Action::Retreat(dir) if self.ways_back(p, f).dirs.contains(&dir) => Ok(()),
            Action::Retreat(_) => {
                let words = "It falls back away from the enemy, to free hexes out of his zones, towards its own edge.";
                Err(No(if f.rout { rule::R11_3a } else { rule::R9_2_8b }, words))
            }
            _ => Err(No(rule::R9_2_8a, "The retreat is finished first.")),
        }
    }

    fn offer(&self, p: &Position, f: &Retreat, _: Seat, action: Action) -> Offer {
        let Action::Retreat(dir) = action else { return self.usual_offer(p, action) };
        let hex = self.map.neighbour(p.unit(f.unit).hex, dir);
        Offer::new(rule::R9_2_8b, format!("Fall back to {}.", self.hex_name(hex))).at(hex).by([f.unit])
    }

    fn play(&self, p: &mut Position, f: Retreat, _: Seat, action: Action, log: &mut Log) {
        if let Action::Retreat(dir) = action {
            self.step_back(p, f, dir, log);
        }
    }

    fn run(&self, p: &mut Position, f: Retreat, log: &mut Log) {
        if !p.on_map(f.unit) {
            return p.pop();
        }
        if f.stage == RetreatStage::Start {
            p.set_top(Retreat { stage: RetreatStage::Step, ..f });
            if let Some(Frame::Refuse(_)) = p.stack.iter().nth_back(1) {
                return self.refusal_escort(p, f.unit);
            }
            let todo = self.escorts(p, f.unit);
            if !todo.is_empty() {
                let (unit, hex) = (f.unit, p.unit(f.unit).hex);
                let follow = LeaderSet::EMPTY;
                p.push(Escort { unit, hex, todo, follow, stage: EscortStage::Roll });
            }
            return;
        }
        let hex = p.unit(f.unit).hex;
        let overfull = !self.stands_legally(p, hex);
        if f.left == 0 && !overfull {
            return p.pop();
        }
        let ways = self.ways_back(p, &f);
        if ways.leaves || ways.dirs.is_empty() {
            return self.lose_in_retreat(p, f, ways.leaves, log);
        }
        match ways.dirs[..] {
            [dir] => self.step_back(p, f, dir, log),
            _ => p.decide(self.side_of(f.unit)),
        }
    }
}

/// The directions that a unit may take next, and whether it has to leave the map.
pub(crate) struct Ways {
    pub dirs: ArrayVec<Dir, 6>,
    /// Its flight goes over the edge (11.3), or the only way leads out of the area that is played on (PR51).
    pub leaves: bool,
}

impl Battle {
    /// A retreat of so many hexes away from a hex.
    pub(crate) fn retreat(&self, p: &mut Position, unit: UnitId, hexes: u8, away: Hex) {
        self.start_retreat(p, unit, hexes, away, false);
    }

    /// A unit that has just routed, or is attacked while it is routed, flees three hexes (11.2, 11.3).
    pub(crate) fn flee(&self, p: &mut Position, unit: UnitId) {
        self.start_retreat(p, unit, self.charts.rout_hexes, Hex::NONE, true);
    }

    /// A routed unit runs on in its wing's activation (11.3b).
    pub(crate) fn rout_on(&self, p: &mut Position, unit: UnitId, log: &mut Log) {
        log.say(|| self.say(p, "rout", rule::R11_3b, "{} runs on.").unit(unit));
        p.unit_mut(unit).moved = true;
        self.flee(p, unit);
    }

    fn start_retreat(&self, p: &mut Position, unit: UnitId, left: u8, away: Hex, rout: bool) {
        // a unit that falls back attacks nobody any more
        p.unit_mut(unit).attack = crate::position::Attack::None;
        let leaders = LeaderSet::EMPTY;
        p.push(Retreat { unit, left, away, rout, leaders, stage: RetreatStage::Start });
    }

    fn lose_in_retreat(&self, p: &mut Position, f: Retreat, leaves: bool, log: &mut Log) {
        log.say(|| {
            let (rule, words) = match (leaves, f.rout) {
                (true, _) => (rule::R11_3c, "{} leaves the field and is eliminated."),
                (false, true) => (rule::R11_3c, "{} finds no way out and is eliminated."),
                (false, false) => (rule::R9_2_8e, "{} is cut off and surrenders."),
            };
            self.say(p, "eliminated", rule, words).unit(f.unit)
        });
        p.pop();
        self.take_off(p, f.unit, Place::Lost);
        // those who went with it share its fate (4.7)
        for leader in f.leaders {
            self.capture(p, leader, rule::R4_7b, log);
        }
        self.unit_gone(p, f.unit, log);
    }

    /// 9.4: the best hexes to fall back to. First those that lead away, or at least not nearer; of these the
    /// best class; of these those nearest to the friendly edge.
    pub(crate) fn ways_back(&self, p: &Position, f: &Retreat) -> Ways {
        let (hex, side) = (p.unit(f.unit).hex, self.side_of(f.unit));
        let foe = enemy(side);
        let class = Class::from(self.arm(f.unit));
        let horse = (class == Class::Cavalry) as usize;
        let to_edge = &self.to_edge[side as usize][horse];
        if f.rout && f.left > 0 && self.on_edge(side, hex) {
            return Ways { dirs: ArrayVec::new(), leaves: true };
        }
        let mut found: ArrayVec<(u8, u8, u16, Dir), 6> = ArrayVec::new();
        let mut out = false;
        let here = to_edge[hex.index()];
        let around = if f.rout && !self.way_is_open(p, side, class, to_edge, hex) {
            self.ways_around(p, side, class, hex)
        } else {
            ArrayVec::new()
        };
        for (dir, to) in self.touching(hex) {
            if !self.passable_in_flight(class, hex, dir) || p.holds(self, foe, to) {
                continue;
            }
            // where it leads: to the edge in a rout, away from the enemy in a retreat
            let lead = if f.rout {
                let nearer = to_edge[to.index()] < here && self.way_is_open(p, side, class, to_edge, to);
                !(nearer || around.contains(&dir)) as u8
            } else {
                match self.map.distance(to, f.away).cmp(&self.map.distance(hex, f.away)) {
                    std::cmp::Ordering::Greater => 0,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Less => continue,
                }
            };
            if !self.playable(to) {
                out |= lead == 0;
                continue;
            }
            let zoc = p.zoc(foe, to);
            let full = !self.can_stack(p, UnitSet::one(f.unit), to);
            let near = if f.rout { to_edge[to.index()] } else { self.columns_to_edge(side, to) };
            // PR97: who only looks for room does not turn round and round among full hexes
            // and a flight with a way to go goes nowhere but nearer (PR98)
            if lead != 0 && (f.left == 0 && full || f.rout && f.left > 0) {
                continue;
            }
            found.push((lead, (zoc as u8) << 1 | full as u8, near, dir));
        }
        let best = found.iter().map(|(lead, class, near, _)| (*lead, *class, *near)).min();
        let dirs: ArrayVec<Dir, 6> =
            found.iter().filter(|(l, c, n, _)| Some((*l, *c, *n)) == best).map(|(.., dir)| *dir).collect();
        // PR51: out of the area only if nothing inside leads away
        let leaves = out && best.is_none_or(|(lead, ..)| lead != 0);
        Ways { dirs, leaves }
    }

    /// Whether from a hex one can go on, always nearer to the edge by the cheapest way, past the enemy (PR98).
    fn way_is_open(&self, p: &Position, side: u8, class: Class, to_edge: &[u16], from: Hex) -> bool {
        let foe = enemy(side);
        let mut at = from;
        loop {
            if !self.playable(at) || self.on_edge(side, at) {
                return true;
            }
            let cost = to_edge[at.index()];
            let nearer = self.touching(at).filter(|(dir, next)| {
                to_edge[next.index()] < cost
                    && !p.holds(self, foe, *next)
                    && self.passable_in_flight(class, at, *dir)
            });
            match nearer.min_by_key(|(_, next)| to_edge[next.index()]) {
                Some((_, next)) => at = next,
                None => return false,
            }
        }
    }

    /// Where the enemy bars the cheapest way: the neighbours that are nearer by the cheapest way around him.
    fn ways_around(&self, p: &Position, side: u8, class: Class, hex: Hex) -> ArrayVec<Dir, 6> {
        let foe = enemy(side);
        let ends = |at: Hex| !self.playable(at) || self.on_edge(side, at);
        let step = |at: Hex, dir: Dir, to: Hex| {
            let open =
                self.passable_in_flight(class, at, dir) && !p.holds(self, foe, to) && self.touch(at, to);
            open.then(|| u16::from(self.cost(class, at, dir, false).min(NO - 1)).min(20))
        };
        let goal = with_buffer(|buffer| {
            reach(&self.map, hex, u16::MAX / 2, buffer, |at, dir, to| {
                if ends(at) && at != hex { None } else { step(at, dir, to) }
            });
            let ends = buffer.reached().iter().copied().filter(|at| *at != hex && ends(*at));
            ends.min_by_key(|at| (buffer.cost(*at).unwrap_or(u16::MAX), at.index()))
        });
        let Some(goal) = goal else { return ArrayVec::new() };
        with_buffer(|buffer| {
            // backwards from there
            reach(&self.map, goal, u16::MAX / 2, buffer, |near, dir, far| {
                let back = hexmap::opposite(dir);
                if ends(far) || p.holds(self, foe, far) && far != hex { None } else { step(far, back, near) }
            });
            let here = buffer.cost(hex).unwrap_or(u16::MAX);
            let nearer = |to: Hex| to == goal || buffer.cost(to).is_some_and(|cost| cost < here);
            let open = self.touching(hex).filter(|(dir, to)| nearer(*to) && step(hex, *dir, *to).is_some());
            open.map(|(dir, _)| dir).collect()
        })
    }

    /// Prohibited terrain stops flight as well (11.3).
    fn passable_in_flight(&self, class: Class, hex: Hex, dir: Dir) -> bool {
        self.road(hex, dir) || self.step_cost[class as usize][hex.index() * 6 + dir as usize] != NO
    }

    /// Columns to the friendly edge of the sheet.
    fn columns_to_edge(&self, side: u8, hex: Hex) -> u16 {
        let column: u16 = self.map.number(hex)[..2].parse().unwrap_or(0);
        match self.army.sides[side as usize].edge {
            crate::model::Edge::West => column,
            crate::model::Edge::East => 100 - column,
        }
    }

    pub(crate) fn step_back(&self, p: &mut Position, f: Retreat, dir: Dir, log: &mut Log) {
        let to = self.map.neighbour(p.unit(f.unit).hex, dir);
        // over friends (9.2.8d); into a zone of control nobody reacts to it either (7.1c)
        let rule = match f.rout {
            true => rule::R11_3a,
            false if !self.can_stack(p, UnitSet::one(f.unit), to) => rule::R9_2_8d,
            false if p.zoc(enemy(self.side_of(f.unit)), to) => rule::R7_1c,
            false => rule::R9_2_8a,
        };
        log.say(|| {
            let words = if f.rout { "{} flees to {}." } else { "{} falls back to {}." };
            self.say(p, "retreat", rule, words).unit(f.unit).hex(to)
        });
        self.put(p, f.unit, to);
        if self.is_gun(f.unit) {
            p.unit_mut(f.unit).fired = true;
        }
        for leader in f.leaders {
            p.leader_mut(leader).hex = to;
        }
        p.set_top(Retreat { left: f.left.saturating_sub(1), ..f });
        self.capture_in(p, self.side_of(f.unit), to, rule::R4_6b, log);
        self.note_holder(p, to);
    }
}
