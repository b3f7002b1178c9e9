//! 4.6: commanders who are captured, their Staff, and where it comes back.

use crate::action::Action;
use crate::battle::Battle;
use crate::model::{LeaderId, Rank, UnitId};
use crate::position::{LeaderSet, Order, Place, Position, enemy};
use crate::rule;
use crate::words::Asked;
use hexmap::Hex;
use kernel::{Citation, Log, Procedure, Roster, Seat, Viewer};

kernel::frames! {
    of Battle;

    /// A captured commander comes back with a unit (4.6).
    pub struct Reappear {
        pub leader: LeaderId,
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
        log.say(|| self.say(p, "capture", why, "{} is captured.").leader(leader));
        let survivors = self.units_under(leader).any(|u| p.on_map(u));
        if def.rank == Rank::Bearer || p.leader(leader).staff || !survivors {
            return self.trophy(p, leader, log);
        }
        let hex = p.leader(leader).hex;
        self.flip_to_staff(p, leader, log);
        p.leader_mut(leader).hex = hex;
        p.push(Reappear { leader });
    }

    pub(crate) fn trophy(&self, p: &mut Position, leader: LeaderId, log: &mut Log) {
        let def = &self.army.leaders[leader];
        let points = match def.rank {
            Rank::Chief => self.charts.points.chief_staff,
            Rank::Wing => self.charts.points.wing_staff,
            Rank::Formation => self.charts.points.formation_staff,
            Rank::Bearer => self.charts.points.flag,
        };
        let rule = if def.rank == Rank::Bearer { rule::R4_6_1d } else { rule::R4_6c };
        log.say(|| {
            self.say(p, "trophy", rule, "{} is a trophy worth {} victory points.").leader(leader).with(points)
        });
        p.state.trophies[enemy(def.side) as usize] += points;
        let l = p.leader_mut(leader);
        l.place = Place::Lost;
        l.hex = Hex::NONE;
    }

    /// 4.6, 4.6.1: the Staff takes over; with that of a Wing Commander his standard comes into play.
    pub(crate) fn flip_to_staff(&self, p: &mut Position, leader: LeaderId, log: &mut Log) {
        log.say(|| self.say(p, "staff", rule::R4_6c, "The staff takes over from {}.").leader(leader));
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
            log.say(|| self.say(p, "bearer", rule::R4_6_1a, "{} comes into play.").leader(bearer));
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
        log.say(|| self.say(p, "staff", rule::R4_6c, "{} is with the troops in {}.").leader(leader).hex(hex));
    }

    /// 4.6a: the last unit of a hex is gone and enemies are in it, or PR84: a Formation Commander without any
    /// unit leaves play.
    pub(crate) fn unit_gone(&self, p: &mut Position, unit: UnitId, log: &mut Log) {
        let Some(leader) = self.formation_commander(self.formation_of(unit)) else { return };
        let left = self.units_under(leader).any(|u| p.on_map(u));
        if !left && self.leader_on_map(p, leader) {
            log.say(|| {
                self.say(p, "commander", rule::R4_4_1d, "{} has no troops left and leaves the field.")
                    .leader(leader)
            });
            let l = p.leader_mut(leader);
            l.place = Place::Lost;
            l.hex = Hex::NONE;
        }
    }
}
