//! Chapter 5: command. Who is in command, and the range of commanders.

use crate::battle::Battle;
use crate::model::{FormationId, LeaderId, Quarters, UnitId};
use crate::position::{Place, Position, UnitSet, enemy};
use crate::rule;
use hexmap::{Hex, ReachBuf, with_buffer};
use kernel::{Log, Roster};

impl Battle {
    /// Traces a range from a commander (excluded) to hexes (included): half a hex through road hexes
    /// (5.2.1), never through a zone without a friend in it or across the river (5.2.2).
    pub fn trace<T>(
        &self,
        p: &Position,
        side: u8,
        from: Hex,
        limit: Quarters,
        read: impl FnOnce(&ReachBuf) -> T,
    ) -> T {
        let foe = enemy(side);
        with_buffer(|buffer| {
            hexmap::reach(&self.map, from, limit as u16, buffer, |a, dir, b| {
                if self.command_mask[a.index()] >> dir & 1 == 0 || p.holds(self, foe, b) {
                    return None;
                }
                if p.zone(foe, b) && !p.occupied(b) {
                    return None;
                }
                let cost = if self.map.has_road(b) {
                    self.charts.command_cost_road
                } else {
                    self.charts.command_cost_other
                };
                Some(cost as u16)
            });
            read(buffer)
        })
    }

    /// Step B.1: sets the command status of every unit for the whole turn (5.1, ruling R1).
    pub(crate) fn command_step(&self, p: &mut Position, log: &mut Log) {
        for formation in self.army.formations.ids() {
            let def = &self.army.formations[formation];
            let leader = p.leaders[def.leader];
            let on_map = |unit: &&UnitId| p.unit(**unit).place == Place::Map;
            let out: UnitSet = if leader.place == Place::Map {
                self.trace(p, def.side, leader.hex, self.charts.command_range, |reach| {
                    def.units
                        .iter()
                        .filter(on_map)
                        .filter(|u| reach.cost(p.unit(**u).hex).is_none())
                        .copied()
                        .collect()
                })
            } else {
                def.units.iter().filter(on_map).copied().collect()
            };
            for unit in &def.units {
                p.unit_mut(*unit).out_of_command = out.has(*unit);
            }
        }
        if log.is_on() {
            let out = p.units.ids().filter(|u| p.unit(*u).out_of_command).collect::<UnitSet>();
            if !out.is_empty() {
                log.say(|| self.say(p, "command", rule::R4_B_1, "Out of command: {}.").units(out));
            }
        }
    }

    /// Whether a formation's commander is within the range of his Overall Commander (6.1.4, ruling R3).
    pub fn near_overall_commander(&self, p: &Position, formation: FormationId) -> Option<LeaderId> {
        let def = &self.army.formations[formation];
        let leader = p.leaders[def.leader];
        if leader.place != Place::Map {
            return None;
        }
        self.army.leaders.ids().find(|o| {
            let overall = &self.army.leaders[*o];
            let state = p.leaders[*o];
            overall.formation.is_none()
                && overall.side == def.side
                && state.place == Place::Map
                && (state.hex == leader.hex
                    || self.trace(p, def.side, state.hex, overall.command_rating * 4, |r| {
                        r.cost(leader.hex).is_some()
                    }))
        })
    }
}
