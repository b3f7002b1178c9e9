//! Chapter 4: who is in command.

use crate::battle::{Battle, NO};
use crate::model::{Class, FormationId, LeaderId, Rank, UnitId, WingId};
use crate::position::{MAX_HEXES, Order, Place, Position, UnitSet, enemy};
use arrayvec::ArrayVec;
use hexmap::Hex;

/// Hexes at one distance from a commander: never more than this within the longest range.
const RING: usize = 256;

impl Battle {
    pub fn chief(&self, side: u8) -> LeaderId {
        self.army.sides[side as usize].chief
    }
    pub fn wing_commander(&self, wing: WingId) -> LeaderId {
        self.army.wings[wing].commander
    }
    pub fn formation_commander(&self, formation: FormationId) -> Option<LeaderId> {
        self.army.formations[formation].leader
    }
    /// Command Range of the side of the counter that is up.
    pub fn range_of(&self, p: &Position, leader: LeaderId) -> u8 {
        self.army.leaders[leader].range[p.leader(leader).staff as usize]
    }
    pub(crate) fn leader_on_map(&self, p: &Position, leader: LeaderId) -> bool {
        p.leader(leader).place == Place::Map
    }

    /// Whether a command line of at most `range` hexes can be drawn: not through enemy units or where
    /// nobody can go; zones of control do not matter (4.1, 7.1h, PR10).
    pub(crate) fn command_line(&self, p: &Position, side: u8, from: Hex, to: Hex, range: u8) -> bool {
        if self.map.distance(from, to) > range {
            return false;
        }
        let foe = enemy(side);
        let open = |a: Hex, dir: u8, b: Hex| {
            self.playable(b)
                && (self.road(a, dir)
                    || self.step_cost[Class::Commander as usize][a.index() * 6 + dir as usize] != NO)
                && !p.holds(self, foe, b)
        };
        // The straight way is free nearly always.
        let mut at = from;
        while at != to {
            let far = self.map.distance(at, to);
            let next = (0..6u8).map(|dir| (dir, self.map.neighbour(at, dir))).find(|(dir, next)| {
                !next.is_none() && self.map.distance(*next, to) < far && open(at, *dir, *next)
            });
            match next {
                Some((_, next)) => at = next,
                None => break,
            }
        }
        if at == to {
            return true;
        }
        let mut seen = [0u64; MAX_HEXES.div_ceil(64)];
        seen[from.index() / 64] |= 1 << (from.index() % 64);
        let mut ring: ArrayVec<Hex, RING> = ArrayVec::new();
        ring.push(from);
        for steps in 1..=range {
            let mut next_ring: ArrayVec<Hex, RING> = ArrayVec::new();
            for hex in &ring {
                for dir in 0..6u8 {
                    let next = self.map.neighbour(*hex, dir);
                    if next.is_none() || seen[next.index() / 64] >> (next.index() % 64) & 1 != 0 {
                        continue;
                    }
                    if steps + self.map.distance(next, to) > range || !open(*hex, dir, next) {
                        continue;
                    }
                    if next == to {
                        return true;
                    }
                    seen[next.index() / 64] |= 1 << (next.index() % 64);
                    if next_ring.try_push(next).is_err() {
                        break;
                    }
                }
            }
            ring = next_ring;
        }
        false
    }

    /// 4.2: whether the Wing Commander is in command. Without a chief that is rolled for when he
    /// activates (PR41), and a wing that has lost its commander answers to the chief (4.3).
    pub fn wing_commanded(&self, p: &Position, wing: WingId) -> bool {
        let side = self.army.wings[wing].side;
        let (commander, chief) = (self.wing_commander(wing), self.chief(side));
        if self.scenario.wings_commanded || self.scenario.formations_commanded {
            return true;
        }
        if !self.leader_on_map(p, commander) || !self.leader_on_map(p, chief) {
            return true;
        }
        let (from, to) = (p.leader(commander).hex, p.leader(chief).hex);
        self.command_line(p, side, from, to, self.range_of(p, chief))
    }

    /// 4.3, 4.6.1: whether a hex lies within the range of the wing's commander or of his standard.
    fn within_wing_range(&self, p: &Position, wing: WingId, hex: Hex) -> bool {
        let def = &self.army.wings[wing];
        let (commander, bearer) = (def.commander, def.bearer);
        if !self.leader_on_map(p, commander) {
            let chief = self.chief(def.side);
            return self.leader_on_map(p, chief)
                && self.command_line(p, def.side, hex, p.leader(chief).hex, self.range_of(p, chief));
        }
        let range = self.range_of(p, commander);
        let at = p.leader(commander).hex;
        if self.command_line(p, def.side, hex, at, range) {
            return true;
        }
        self.leader_on_map(p, bearer)
            && self.command_line(p, def.side, p.leader(bearer).hex, at, range)
            && self.command_line(p, def.side, hex, p.leader(bearer).hex, range)
    }

    /// 4.3: whether the Formation Commander is on the map and in command.
    pub fn formation_commanded(&self, p: &Position, formation: FormationId) -> bool {
        let def = &self.army.formations[formation];
        let Some(leader) = def.leader else { return self.wing_commanded(p, def.wing) };
        if !self.leader_on_map(p, leader) {
            return false;
        }
        if self.scenario.formations_commanded {
            return true;
        }
        self.wing_commanded(p, def.wing) && self.within_wing_range(p, def.wing, p.leader(leader).hex)
    }

    /// 4.4.1, PR13: whether a unit is in command.
    pub fn commanded(&self, p: &Position, unit: UnitId) -> bool {
        self.formation_commanded(p, self.formation_of(unit)) && self.supported(p, unit)
    }

    /// The units of a formation that are in command now.
    pub fn commanded_of(&self, p: &Position, formation: FormationId) -> UnitSet {
        if !self.formation_commanded(p, formation) {
            return UnitSet::EMPTY;
        }
        let units = self.army.formations[formation].units.iter().copied();
        units.filter(|u| p.on_map(*u) && self.supported(p, *u)).collect()
    }

    /// What a unit needs besides a commander in command: a mate within two hexes, a battery its Wing
    /// Commander's range.
    pub(crate) fn supported(&self, p: &Position, unit: UnitId) -> bool {
        let hex = p.unit(unit).hex;
        if self.is_gun(unit) {
            return self.scenario.formations_commanded || self.within_wing_range(p, self.wing_of(unit), hex);
        }
        let side = self.side_of(unit);
        let formation = &self.army.formations[self.formation_of(unit)];
        let mut alone = true;
        for mate in formation.units.iter().copied().filter(|m| *m != unit && p.on_map(*m)) {
            alone = false;
            let u = p.unit(mate);
            if u.order != Order::Routed && self.linked(p, side, hex, u.hex, None) {
                return true;
            }
        }
        // PR11
        alone
            && formation.leader.is_some_and(|leader| {
                self.leader_on_map(p, leader) && self.map.distance(p.leader(leader).hex, hex) <= 2
            })
    }

    /// Whether two hexes are adjacent or have a hex between them that is open: passable and without
    /// enemies (4.4.1, PR14); for a Line also without units of other formations (5.5).
    pub(crate) fn linked(
        &self,
        p: &Position,
        side: u8,
        a: Hex,
        b: Hex,
        line_of: Option<FormationId>,
    ) -> bool {
        let distance = self.map.distance(a, b);
        if distance > 2 {
            return false;
        }
        if distance == 0 || self.touch(a, b) {
            return true;
        }
        self.touching(a).any(|(_, between)| {
            self.playable(between)
                && self.touch(between, b)
                && !p.holds(self, enemy(side), between)
                && line_of.is_none_or(|formation| {
                    p.in_hex(between).iter().all(|u| self.formation_of(u) == formation)
                })
        })
    }

    /// Stacked with or adjacent to a hex.
    pub(crate) fn beside(&self, a: Hex, b: Hex) -> bool {
        a == b || self.touch(a, b)
    }

    /// By hex: one of these or beside one.
    pub(crate) fn near(&self, hexes: impl Iterator<Item = Hex>) -> [bool; MAX_HEXES] {
        let mut near = [false; MAX_HEXES];
        for hex in hexes {
            near[hex.index()] = true;
            self.touching(hex).for_each(|(_, beside)| near[beside.index()] = true);
        }
        near
    }

    /// The best Sergeants' Factor of the commanders beside a unit (4.4, 4.6.1, PR24).
    pub fn sergeants(&self, p: &Position, unit: UnitId) -> u8 {
        let hex = p.unit(unit).hex;
        let mut best = 0;
        let own = self.formation_commander(self.formation_of(unit));
        let bearer = self.army.wings[self.wing_of(unit)].bearer;
        for leader in own.into_iter().chain([bearer]) {
            let l = p.leader(leader);
            if l.place == Place::Map && self.beside(l.hex, hex) {
                best = best.max(self.army.leaders[leader].sergeants[l.staff as usize]);
            }
        }
        best
    }

    /// The Fire Bonus for a unit and who gives it: the Wing Commander's, if he is there, supersedes that of
    /// the Formation Commander (9.1.4, PR64).
    pub fn fire_bonus(&self, p: &Position, unit: UnitId) -> Option<(LeaderId, u8)> {
        let hex = p.unit(unit).hex;
        let wing = self.wing_commander(self.wing_of(unit));
        let own = self.formation_commander(self.formation_of(unit));
        [Some(wing), own].into_iter().flatten().find_map(|leader| {
            let l = p.leader(leader);
            let there = l.place == Place::Map && self.beside(l.hex, hex);
            there.then(|| (leader, self.army.leaders[leader].fire_bonus[l.staff as usize]))
        })
    }

    /// The units that a commander belongs to: his formation, his wing, the whole army.
    pub(crate) fn units_under(&self, leader: LeaderId) -> impl Iterator<Item = UnitId> {
        let def = &self.army.leaders[leader];
        let (side, rank, wing, formation) = (def.side, def.rank, def.wing, def.formation);
        self.printed.ids().filter(move |unit| {
            let u = &self.printed[*unit];
            u.side == side
                && match rank {
                    Rank::Chief => true,
                    Rank::Wing | Rank::Bearer => Some(u.wing) == wing,
                    Rank::Formation => Some(u.formation) == formation,
                }
        })
    }
}
