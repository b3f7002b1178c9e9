//! Chapter 4: commanders on the move, captured, or caught up in a retreat.

use crate::action::Action;
use crate::battle::{Battle, NO};
use crate::flow::{Activation, Frame, March, Retreat, RollKind};
use crate::model::{Class, FormationId, LeaderId, Rank, UnitId};
use crate::position::{LeaderSet, MAX_LEADERS, Order, Place, Position, enemy};
use crate::rule;
use crate::words::{Asked, Offer, say};
use arrayvec::ArrayVec;
use hexmap::{Dir, Hex, ReachBuf, reach, seek, with_buffer};
use kernel::{Citation, Log, No, Procedure, Seat, Viewer};
use serde::{Deserialize, Serialize};

/// Further than any ride of a Commander in Chief, in halves.
const FAR: u16 = 400;

/// A commander on the move.
struct Rider {
    side: u8,
    budget: u16,
    /// Enemy commanders without troops: nobody rides over them.
    alone: ArrayVec<Hex, MAX_LEADERS>,
}

impl Rider {
    fn new(b: &Battle, p: &Position, leader: LeaderId) -> Rider {
        let def = &b.army.leaders[leader];
        let foe = enemy(def.side);
        let enemies = p.leaders.iter().zip(&b.army.leaders).filter(|(_, def)| def.side == foe);
        let alone = enemies
            .filter(|(l, _)| l.place == Place::Map && !p.occupied(l.hex))
            .map(|(l, _)| l.hex)
            .collect();
        let budget = if def.ma == 0 { FAR } else { u16::from(def.ma) * 2 };
        Rider { side: def.side, budget, alone }
    }

    /// What a step costs him, if he can make it.
    #[inline(always)]
    fn step(&self, b: &Battle, p: &Position, from: Hex, dir: Dir, to: Hex) -> Option<u16> {
        let foe = enemy(self.side);
        let cost = b.ride_cost[from.index() * 6 + dir as usize];
        let free = match p.first_in(to) {
            Some(unit) => b.side_of(unit) == self.side,
            // 7.1i
            None => !p.zoc(foe, to) && (self.alone.is_empty() || !self.alone.contains(&to)),
        };
        match (free, cost) {
            (false, _) | (_, NO) => None,
            (true, _) if p.engaged(foe, to) => Some(b.cost(Class::Commander, from, dir, true).into()),
            (true, cost) => Some(cost.into()),
        }
    }

    /// Where one step takes him.
    fn steps(&self, b: &Battle, p: &Position, from: Hex) -> impl Iterator<Item = Hex> {
        let near = b.map.neighbours(from).iter().copied().enumerate().filter(|(_, to)| !to.is_none());
        near.filter_map(move |(dir, to)| {
            self.step(b, p, from, dir as Dir, to).filter(|cost| *cost <= self.budget).map(|_| to)
        })
    }
}

kernel::frames! {
    of Battle;

    /// Commanders of a hex that its last unit leaves (4.7).
    pub struct Escort {
        pub unit: UnitId,
        pub hex: Hex,
        pub todo: LeaderSet,
        /// Who goes with the unit.
        pub follow: LeaderSet,
        pub stage: EscortStage,
    }

    /// A captured commander comes back with a unit (4.6).
    pub struct Reappear {
        pub leader: LeaderId,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EscortStage {
    Roll,
    Choose,
    /// The unit makes way for infantry: nobody rolls, and of two units each commander picks one (5.10).
    Along,
}

impl Procedure<Escort> for Battle {
    const CITES: Citation = rule::R4_7b;
    const FIGHT: bool = true;

    fn ask(&self, _: &Position, f: &Escort, _: Viewer) -> Asked {
        let leader = f.todo.first().map_or("", |l| self.commander_name(l));
        let (rule, other) = match f.stage {
            EscortStage::Along => (rule::R5_10d, "with the other one"),
            _ => (rule::R4_7b, "to the nearest other troops"),
        };
        Asked::new("escort", rule, format!("{leader}: with the unit, or {other}?")).at([f.hex]).by(f.unit)
    }

    fn options(&self, p: &Position, &f: &Escort, _: Seat, out: &mut Vec<Action>) {
        if let Some(leader) = f.todo.first() {
            out.push(Action::Follow(leader));
            out.extend(self.relocations(p, f, leader).into_iter().map(|hex| Action::Relocate(leader, hex)));
        }
    }

    fn offer(&self, p: &Position, _: &Escort, _: Seat, action: Action) -> Offer {
        let Action::Follow(leader) = action else { return self.usual_offer(p, action) };
        let words = format!("{} goes with the unit.", self.commander_name(leader));
        say(rule::R4_7b, words).at(p.leader(leader).hex).of(leader)
    }

    fn play(&self, p: &mut Position, f: Escort, _: Seat, action: Action, log: &mut Log) {
        match action {
            Action::Follow(leader) => self.follow(p, f, leader, log),
            Action::Relocate(leader, hex) => {
                let mut todo = f.todo;
                todo.remove(leader);
                let along = f.stage == EscortStage::Along;
                let stage = if along { f.stage } else { EscortStage::Roll };
                if let (Some(bearer), false) = (self.new_standard(p, &f, leader), along) {
                    p.leader_mut(bearer).hex = hex;
                }
                p.set_top(Frame::Escort(Escort { todo, stage, ..f }));
                p.leader_mut(leader).hex = hex;
                log.say(|| {
                    self.say("commander", if along { rule::R5_10d } else { rule::R4_7b })
                        .leader(p, leader)
                        .text(" goes to the troops in ")
                        .hex(hex)
                        .text(".")
                        .event()
                });
            }
            _ => {}
        }
    }

    fn rolled(&self, p: &mut Position, f: Escort, faces: &[u8], log: &mut Log) {
        let face = faces[0];
        let Some(leader) = f.todo.first() else { return };
        let harmed = face <= self.charts.staff_up_to;
        log.say(|| {
            self.say("commander", rule::R4_7a)
                .leader(p, leader)
                .words(format!(" rolls {face}: {}.", if harmed { "lost" } else { "unharmed" }))
                .dice(face)
                .event()
        });
        if !harmed {
            return p.set_top(Frame::Escort(Escort { stage: EscortStage::Choose, ..f }));
        }
        let bearer = self.army.leaders[leader].rank == Rank::Bearer;
        if bearer || p.leader(leader).staff {
            let mut todo = f.todo;
            todo.remove(leader);
            p.set_top(Frame::Escort(Escort { todo, ..f }));
            self.trophy(p, leader, log);
        } else {
            self.flip_to_staff(p, leader, log);
            p.set_top(Frame::Escort(Escort { stage: EscortStage::Choose, ..f }));
        }
    }

    fn run(&self, p: &mut Position, f: Escort, log: &mut Log) {
        let side = self.side_of(f.unit);
        let Some(leader) = f.todo.first() else {
            p.pop();
            // the retreat below takes them along
            if let Frame::Retreat(r) = p.top() {
                p.set_top(Frame::Retreat(Retreat { leaders: f.follow, ..r }));
            }
            return;
        };
        match f.stage {
            EscortStage::Roll => p.roll(RollKind::Commander, side),
            EscortStage::Along | EscortStage::Choose => {
                if self.relocations(p, f, leader).is_empty() {
                    self.follow(p, f, leader, log);
                } else {
                    p.decide(side);
                }
            }
        }
    }
}

impl Procedure<Reappear> for Battle {
    const CITES: Citation = rule::R4_6c;
    const FIGHT: bool = true;

    fn ask(&self, _: &Position, f: &Reappear, _: Viewer) -> Asked {
        let name = self.commander_name(f.leader);
        Asked::new("reappear", rule::R4_6c, format!("{name} was captured: with which troops is the staff?"))
    }

    fn options(&self, p: &Position, &Reappear { leader }: &Reappear, _: Seat, out: &mut Vec<Action>) {
        out.extend(self.returns(p, leader).into_iter().map(|hex| Action::Relocate(leader, hex)));
    }

    fn play(&self, p: &mut Position, Reappear { leader }: Reappear, _: Seat, action: Action, log: &mut Log) {
        if let Action::Relocate(_, hex) = action {
            self.reappear(p, leader, hex, log);
        }
    }

    fn run(&self, p: &mut Position, Reappear { leader }: Reappear, log: &mut Log) {
        let hexes = self.returns(p, leader);
        match hexes[..] {
            [] => {
                p.pop();
                self.trophy(p, leader, log);
            }
            [hex] => self.reappear(p, leader, hex, log),
            _ => p.decide(self.army.leaders[leader].side),
        }
    }
}

impl Battle {
    // ---- rides (4.0) ---------------------------------------------------------------------

    /// Looks for every hex that a commander can ride to, his own included.
    pub(crate) fn search_rides(&self, p: &Position, leader: LeaderId, then: impl FnOnce(&ReachBuf)) {
        let rider = Rider::new(self, p, leader);
        with_buffer(|buffer| {
            reach(&self.map, p.leader(leader).hex, rider.budget, buffer, |from, dir, to| {
                rider.step(self, p, from, dir, to)
            });
            then(buffer);
        });
    }

    /// Whether a commander can ride anywhere but to where he is: `rides`, without making the list.
    fn has_ride(&self, p: &Position, leader: LeaderId) -> bool {
        let rider = Rider::new(self, p, leader);
        let here = p.leader(leader).hex;
        if self.army.leaders[leader].rank == Rank::Chief {
            return with_buffer(|buffer| {
                let step = |from, dir, to| rider.step(self, p, from, dir, to);
                let named = |hex, _| self.is_named(hex);
                seek(&self.map, here, rider.budget, buffer, step, |_| Some(0), named).is_some()
            });
        }
        rider.steps(self, p, here).next().is_some()
    }

    /// Whether the ride at the end of a formation's movement leaves its commander a choice.
    pub(crate) fn has_ride_of_march(&self, p: &Position, f: March) -> bool {
        let Some(leader) = self.formation_commander(f.formation).filter(|l| self.leader_on_map(p, *l)) else {
            return false;
        };
        let here = p.leader(leader).hex;
        let own = self.hexes_of(p, f.formation);
        let far = self.far_from(&own, here);
        // one step is enough nearly always
        let rider = Rider::new(self, p, leader);
        rider.steps(self, p, here).any(|hex| self.far_from(&own, hex) <= far)
            || self.rides(p, leader)[..] != [here]
    }

    /// Where the units of a formation stand.
    pub(crate) fn hexes_of(&self, p: &Position, formation: FormationId) -> ArrayVec<Hex, 32> {
        self.units_of(p, formation).iter().take(32).map(|u| p.unit(u).hex).collect()
    }

    /// Nought with or beside one of the hexes, else the distance to the nearest; nothing if there are none.
    fn far_from(&self, own: &[Hex], hex: Hex) -> Option<u8> {
        let far = |at: &Hex| if self.beside(*at, hex) { 0 } else { self.map.distance(*at, hex).max(1) };
        own.iter().map(far).min()
    }

    fn each_ride(&self, p: &Position, leader: LeaderId, each: impl FnMut(Hex)) {
        self.search_rides(p, leader, |buffer| buffer.reached().iter().copied().for_each(each));
    }

    /// Where a commander may ride to now. A Formation Commander ends with or beside a unit of his, or as
    /// near as he can (4.4, PR83); a chief in a named place that is no town (4.0, PR61).
    pub(crate) fn rides(&self, p: &Position, leader: LeaderId) -> Vec<Hex> {
        let def = &self.army.leaders[leader];
        let mut hexes = Vec::new();
        match (def.rank, def.formation) {
            (Rank::Chief, _) => {
                let here = p.leader(leader).hex;
                self.each_ride(p, leader, |hex| {
                    if hex != here && self.is_named(hex) {
                        hexes.push(hex);
                    }
                });
            }
            (Rank::Formation, Some(formation)) => {
                let own = self.hexes_of(p, formation);
                let near = self.near(own.iter().copied());
                self.search_rides(p, leader, |buffer| {
                    let reached = buffer.reached();
                    hexes.extend(reached.iter().filter(|hex| near[hex.index()]));
                    if hexes.is_empty() {
                        let best = reached.iter().map(|hex| self.far_from(&own, *hex)).min();
                        hexes.extend(reached.iter().filter(|hex| best == Some(self.far_from(&own, **hex))));
                    }
                });
            }
            _ => self.each_ride(p, leader, |hex| hexes.push(hex)),
        }
        hexes
    }

    pub(crate) fn ride(&self, p: &mut Position, leader: LeaderId, hex: Hex, log: &mut Log) {
        let chief = self.army.leaders[leader].rank == Rank::Chief;
        log.say(|| {
            let rule = match self.army.leaders[leader].rank {
                Rank::Chief => rule::R4_0a,
                Rank::Formation => rule::R4_0f,
                _ => rule::R4_0e,
            };
            self.say("ride", rule).leader(p, leader).text(" rides to ").hex(hex).text(".").event()
        });
        let l = p.leader_mut(leader);
        l.hex = hex;
        l.moved = true;
        if chief {
            l.stays = self.charts.chief_stays + 1;
        }
    }

    /// The commanders who may move when a wing's activation ends.
    fn riders(&self, p: &Position, f: Activation) -> impl Iterator<Item = LeaderId> {
        let wing = &self.army.wings[f.wing];
        let chief = self.chief(wing.side);
        [wing.commander, wing.bearer, chief].into_iter().filter(move |leader| {
            let l = p.leader(*leader);
            l.place == Place::Map && !l.moved && l.stays == 0
        })
    }

    pub(crate) fn check_ride_of_wing(
        &self,
        p: &Position,
        f: Activation,
        leader: LeaderId,
        hex: Hex,
    ) -> Result<(), No> {
        if !self.riders(p, f).any(|l| l == leader) {
            let chief = leader == self.chief(self.army.wings[f.wing].side);
            return Err(if chief && p.leader(leader).moved {
                No(rule::R4_0c, "The Commander in Chief has moved this turn.")
            } else if chief {
                No(rule::R4_0b, "The Commander in Chief must still stay where he is.")
            } else {
                No(
                    rule::R4_0e,
                    "Only the Wing Commander, his standard and the Commander in Chief move now, once.",
                )
            });
        }
        if p.leader(leader).hex != hex && self.rides(p, leader).contains(&hex) {
            return Ok(());
        }
        Err(if self.army.leaders[leader].rank == Rank::Chief {
            No(rule::R4_0a, "A Commander in Chief rides to a named farmstead, farmhouse, chateau or village.")
        } else {
            No(rule::R4_0d, "He cannot get there with his movement points.")
        })
    }

    /// Whether anybody may still move when a wing's activation ends.
    pub(crate) fn has_rides_of_wing(&self, p: &Position, f: Activation) -> bool {
        self.riders(p, f).any(|leader| self.has_ride(p, leader))
    }

    pub(crate) fn legal_commanders(&self, p: &Position, f: Activation, out: &mut Vec<Action>) {
        for leader in self.riders(p, f) {
            let here = p.leader(leader).hex;
            let rides = self.rides(p, leader).into_iter().filter(|hex| *hex != here);
            out.extend(rides.map(|hex| Action::Ride(leader, hex)));
        }
        out.push(Action::Done);
    }

    /// The ride of a Formation Commander at the end of his formation's movement; None if he has none.
    pub(crate) fn rides_of_march(&self, p: &Position, f: March) -> Option<(LeaderId, Vec<Hex>)> {
        let leader = self.formation_commander(f.formation)?;
        if !self.leader_on_map(p, leader) {
            return None;
        }
        Some((leader, self.rides(p, leader)))
    }

    // ---- capture (4.6) -------------------------------------------------------------------

    /// An enemy combat unit has come into the hex: commanders alone there are captured.
    pub(crate) fn capture_in(
        &self,
        p: &mut Position,
        side: u8,
        hex: Hex,
        why: kernel::Citation,
        log: &mut Log,
    ) {
        let foe = enemy(side);
        let caught: LeaderSet = p.leaders_in(hex).filter(|l| self.army.leaders[*l].side == foe).collect();
        for leader in caught {
            self.capture(p, leader, why, log);
        }
    }

    /// Flips a commander to his Staff, who comes back with one of his units; a Staff or a standard is a
    /// trophy (4.6c).
    pub(crate) fn capture(&self, p: &mut Position, leader: LeaderId, why: kernel::Citation, log: &mut Log) {
        let def = &self.army.leaders[leader];
        log.say(|| self.say("capture", why).leader(p, leader).text(" is captured.").event());
        let survivors = self.units_under(leader).any(|u| p.on_map(u));
        if def.rank == Rank::Bearer || p.leader(leader).staff || !survivors {
            return self.trophy(p, leader, log);
        }
        let hex = p.leader(leader).hex;
        self.flip_to_staff(p, leader, log);
        p.leader_mut(leader).hex = hex;
        p.push(Frame::Reappear(Reappear { leader }));
    }

    fn trophy(&self, p: &mut Position, leader: LeaderId, log: &mut Log) {
        let def = &self.army.leaders[leader];
        let points = match def.rank {
            Rank::Chief => self.charts.points.chief_staff,
            Rank::Wing => self.charts.points.wing_staff,
            Rank::Formation => self.charts.points.formation_staff,
            Rank::Bearer => self.charts.points.flag,
        };
        let rule = if def.rank == Rank::Bearer { rule::R4_6_1d } else { rule::R4_6c };
        log.say(|| {
            self.say("trophy", rule)
                .leader(p, leader)
                .words(format!(" is a trophy worth {points} victory points."))
                .event()
        });
        p.state.trophies[enemy(def.side) as usize] += points;
        let l = p.leader_mut(leader);
        l.place = Place::Lost;
        l.hex = Hex::NONE;
    }

    /// 4.6, 4.6.1: the Staff takes over; with that of a Wing Commander his standard comes into play.
    fn flip_to_staff(&self, p: &mut Position, leader: LeaderId, log: &mut Log) {
        log.say(|| {
            self.say("staff", rule::R4_6c)
                .text("The staff takes over from ")
                .leader(p, leader)
                .text(".")
                .event()
        });
        p.leader_mut(leader).staff = true;
        let def = &self.army.leaders[leader];
        if def.rank != Rank::Wing {
            return;
        }
        let Some(wing) = def.wing else { return };
        let bearer = self.army.wings[wing].bearer;
        if p.leader(bearer).place == Place::Away {
            let hex = p.leader(leader).hex;
            let b = p.leader_mut(bearer);
            b.place = Place::Map;
            b.hex = hex;
            log.say(|| self.say("bearer", rule::R4_6_1a).leader(p, bearer).text(" comes into play.").event());
        }
    }

    /// Hexes of units with which a captured commander may come back: none that is routed if another is
    /// left (PR85).
    pub(crate) fn returns(&self, p: &Position, leader: LeaderId) -> Vec<Hex> {
        let all: Vec<UnitId> = self.units_under(leader).filter(|u| p.on_map(*u)).collect();
        let steady: Vec<UnitId> = all.iter().copied().filter(|u| p.unit(*u).order != Order::Routed).collect();
        let mut hexes: Vec<Hex> =
            if steady.is_empty() { all } else { steady }.iter().map(|u| p.unit(*u).hex).collect();
        hexes.sort();
        hexes.dedup();
        hexes
    }

    pub(crate) fn reappear(&self, p: &mut Position, leader: LeaderId, hex: Hex, log: &mut Log) {
        p.pop();
        let was = p.leader(leader).hex;
        p.leader_mut(leader).hex = hex;
        // the standard enters where the Staff is (4.6.1)
        let def = &self.army.leaders[leader];
        if let (Rank::Wing, Some(wing)) = (def.rank, def.wing) {
            let bearer = self.army.wings[wing].bearer;
            if self.leader_on_map(p, bearer) && p.leader(bearer).hex == was {
                p.leader_mut(bearer).hex = hex;
            }
        }
        log.say(|| {
            self.say("staff", rule::R4_6c)
                .leader(p, leader)
                .text(" is with the troops in ")
                .hex(hex)
                .text(".")
                .event()
        });
    }

    // ---- retreats (4.7) ------------------------------------------------------------------

    /// Before a unit leaves its hex for good: commanders who would be left without troops.
    pub(crate) fn escorts(&self, p: &Position, unit: UnitId) -> LeaderSet {
        let (side, hex) = (self.side_of(unit), p.unit(unit).hex);
        let mut others = p.in_hex(hex);
        others.remove(unit);
        if !others.is_empty() {
            return LeaderSet::EMPTY;
        }
        p.leaders_in(hex).filter(|l| self.army.leaders[*l].side == side).collect()
    }

    /// The closest other units of a commander who does not go with the retreating one (4.7b).
    pub(crate) fn relocations(&self, p: &Position, f: Escort, leader: LeaderId) -> Vec<Hex> {
        if f.stage == EscortStage::Along {
            // 5.10d: he may wait for the other cavalry unit of the hex
            let mut others = p.in_hex(f.hex);
            others.remove(f.unit);
            return if others.is_empty() { Vec::new() } else { vec![f.hex] };
        }
        let units = self.units_under(leader).filter(|u| *u != f.unit && p.on_map(*u));
        let mut hexes: Vec<Hex> = units.map(|u| p.unit(u).hex).filter(|hex| *hex != f.hex).collect();
        hexes.sort();
        hexes.dedup();
        let nearest = hexes.iter().map(|hex| self.map.distance(f.hex, *hex)).min();
        hexes.retain(|hex| Some(self.map.distance(f.hex, *hex)) == nearest);
        hexes
    }

    /// The standard that has just come into play with the Staff goes with him (4.6.1).
    fn new_standard(&self, p: &Position, f: &Escort, leader: LeaderId) -> Option<LeaderId> {
        let def = &self.army.leaders[leader];
        if def.rank != Rank::Wing {
            return None;
        }
        let bearer = self.army.wings[def.wing?].bearer;
        let there = self.leader_on_map(p, bearer) && p.leader(bearer).hex == f.hex;
        (there && !f.todo.has(bearer) && !f.follow.has(bearer)).then_some(bearer)
    }

    /// Commanders with cavalry that makes way for infantry: they go along, without a roll (5.10d).
    pub(crate) fn refusal_escort(&self, p: &mut Position, unit: UnitId) {
        let (side, hex) = (self.side_of(unit), p.unit(unit).hex);
        let todo: LeaderSet = p.leaders_in(hex).filter(|l| self.army.leaders[*l].side == side).collect();
        if !todo.is_empty() {
            let follow = LeaderSet::EMPTY;
            p.push(Frame::Escort(Escort { unit, hex, todo, follow, stage: EscortStage::Along }));
        }
    }

    fn follow(&self, p: &mut Position, f: Escort, leader: LeaderId, log: &mut Log) {
        let (mut todo, mut follow) = (f.todo, f.follow);
        todo.remove(leader);
        follow.insert(leader);
        if let Some(bearer) = self.new_standard(p, &f, leader) {
            follow.insert(bearer);
        }
        let stage = if f.stage == EscortStage::Along { f.stage } else { EscortStage::Roll };
        log.say(|| {
            let rule = if f.stage == EscortStage::Along { rule::R5_10d } else { rule::R4_7b };
            self.say("commander", rule).leader(p, leader).text(" goes with ").unit(f.unit).text(".").event()
        });
        p.set_top(Frame::Escort(Escort { todo, follow, stage, ..f }));
    }

    /// 4.6a: the last unit of a hex is gone and enemies are in it, or PR84: a Formation Commander without any
    /// unit leaves play.
    pub(crate) fn unit_gone(&self, p: &mut Position, unit: UnitId, log: &mut Log) {
        let Some(leader) = self.formation_commander(self.formation_of(unit)) else { return };
        let left = self.units_under(leader).any(|u| p.on_map(u));
        if !left && self.leader_on_map(p, leader) {
            log.say(|| {
                self.say("commander", rule::R4_4_1d)
                    .leader(p, leader)
                    .text(" has no troops left and leaves the field.")
                    .event()
            });
            let l = p.leader_mut(leader);
            l.place = Place::Lost;
            l.hex = Hex::NONE;
        }
    }

    pub(crate) fn offer_relocation(&self, leader: LeaderId, hex: Hex) -> Offer {
        let words = format!("{} goes to the troops in {}.", self.commander_name(leader), self.hex_name(hex));
        say(rule::R4_7b, words).at(hex).of(leader)
    }

    pub(crate) fn offer_ride(&self, p: &Position, leader: LeaderId, hex: Hex) -> Offer {
        let name = self.commander_name(leader);
        let offer = if p.leader(leader).hex == hex {
            say(rule::R4_0f, format!("{name} stays."))
        } else {
            say(rule::R4_0d, format!("{name} rides to {}.", self.hex_name(hex)))
        };
        offer.at(hex).of(leader)
    }
}
