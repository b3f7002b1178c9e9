//! 4.0: commanders ride.

use crate::action::Action;
use crate::battle::{Battle, NO};
use crate::flow::{Activation, March};
use crate::model::{Class, FormationId, LeaderId, Rank};
use crate::position::{MAX_LEADERS, Place, Position, enemy};
use crate::rule;
use crate::words::Offer;
use arrayvec::ArrayVec;
use hexmap::{Dir, Hex, ReachBuf, reach, seek, with_buffer};
use kernel::{Log, No, Roster};

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

impl Battle {
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
            self.say(p, "ride", rule, "{} rides to {}.").leader(leader).hex(hex)
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

    pub(crate) fn offer_ride(&self, p: &Position, leader: LeaderId, hex: Hex) -> Offer {
        let name = self.commander_name(leader);
        let offer = if p.leader(leader).hex == hex {
            Offer::new(rule::R4_0f, format!("{name} stays."))
        } else {
            Offer::new(rule::R4_0d, format!("{name} rides to {}.", self.hex_name(hex)))
        };
        offer.at(hex).led_by(leader)
    }
}
