//! What counters and ground say by themselves, each with its rule: the answer to a question about a
//! piece or a hex. Everything on the map is open to both sides, so everybody may ask.

mod now;

use crate::battle::Battle;
use crate::model::{Class, Dragoons, LeaderId, Rank, UnitId, UnitKind};
use crate::position::{Order, Place, Position, enemy};
use crate::rule;
use hexmap::Hex;
use kernel::{Reason, Reasons, agree};

impl Battle {
    // ---- units -----------------------------------------------------------------------------

    pub(crate) fn unit_rules(&self, p: &Position, unit: UnitId) -> Vec<Reason> {
        let def = &self.army.units[unit];
        let u = p.unit(unit);
        let (formation, wing) = (&self.army.formations[def.formation].name, &self.army.wings[def.wing].name);
        let kind = match def.kind {
            UnitKind::Infantry => "Infantry",
            UnitKind::LightInfantry => "Light infantry",
            UnitKind::Grenadier => "Grenadiers",
            UnitKind::HeavyCavalry => "Heavy cavalry",
            UnitKind::LightCavalry => "Light cavalry",
            UnitKind::Dragoon => "Mounted dragoons",
            UnitKind::DragoonFoot => "Dragoons on foot",
            UnitKind::Artillery => "Artillery",
        };
        let mut list = vec![Reason::new(rule::R2_2_2a, format!("{kind} of {formation}, {wing}."))];
        let values = format!("Strength {}, {} movement points.", self.sp(p, unit), def.ma);
        list.push(match def.arm {
            crate::model::Arm::Infantry => Reason::new(rule::R2_2_2c, values),
            crate::model::Arm::Cavalry => Reason::new(rule::R2_2_2e, values),
            crate::model::Arm::Artillery => {
                let words = "It bombards and does nothing else, and adds its strength to nobody's.";
                Reason::new(rule::R2_2_2h, format!("{values} {words}"))
            }
        });
        list.push(match (def.steps, u.reduced) {
            (1, _) => Reason::new(rule::R2_2_2b, "One step."),
            (_, false) => {
                Reason::new(rule::R2_2_2b, format!("Two steps; when reduced, its strength is {}.", def.sp[1]))
            }
            (_, true) => Reason::new(rule::R2_2_2b, "One of two steps is lost."),
        });
        list.when(def.light, rule::R2_2_2d, "Light troops.");
        if let Dragoons::Mounted { .. } | Dragoons::Foot { .. } = def.dragoons {
            list.add(rule::R2_2_2f, "Two mounted counters, or one on foot.");
        }
        match u.place {
            Place::Map => {}
            Place::Lost => return list,
            Place::Away => {
                list.add(rule::R3_0a, "It is not on the map.");
                return list;
            }
        }
        if self.is_gun(unit) {
            let front = self.map.numbers_beside(u.hex, |dir| dir == u.facing || dir == (u.facing + 1) % 6);
            list.add(rule::R2_2_3a, format!("Its front: {front}."));
        }
        self.command_rules(p, unit, &mut list);
        self.movement_facts(p, unit, &mut list);
        self.zone_facts(p, unit, &mut list);
        list
    }

    /// Whether a unit is in command, and why not.
    fn command_rules(&self, p: &Position, unit: UnitId, list: &mut Vec<Reason>) {
        let (formation, hex, side) = (self.formation_of(unit), p.unit(unit).hex, self.side_of(unit));
        let commanded = self.commanded(p, unit);
        if self.is_gun(unit) {
            let words = if commanded { "In command of" } else { "Out of command of" };
            let name = self.leader_name(p, self.wing_commander(self.wing_of(unit)));
            return list.add(rule::R2_2_2i, format!("{words} {name}: guns answer to their Wing."));
        }
        if commanded {
            list.add(rule::R4_4_1c, "In command, however far away its commander is.");
        } else if !self.formation_commanded(p, formation) {
            let words = "Out of command: its Formation Commander is gone or out of command himself.";
            list.add(rule::R4_4_1d, words);
            list.extend(self.why_formation_uncommanded(p, formation));
        } else {
            let near = |u: &UnitId| {
                *u != unit && p.unit(*u).order != Order::Routed && self.map.distance(p.unit(*u).hex, hex) <= 2
            };
            list.push(if self.units_of(p, formation).iter().any(|u| near(&u)) {
                Reason::new(rule::R4_4_1b, "Out of command: enemies stand between it and the nearest mate.")
            } else {
                Reason::new(
                    rule::R4_4_1a,
                    "Out of command: no unrouted mate of its formation within two hexes.",
                )
            });
        }
        list.add(rule::R4_4_1e, "This is checked before movement, combat and reorganization.");
        if !commanded {
            list.add(rule::R5_9d, "It starts no combat, but answers fire.");
            if p.engaged(enemy(side), hex) && self.is_infantry(unit) {
                let words = "In an Engagement Zone it goes back into the Line first, if there is one.";
                list.add(rule::R5_9b, words);
            }
            list.add(rule::R5_9c, "It enters no enemy zone of control.");
        }
    }

    fn movement_facts(&self, p: &Position, unit: UnitId, list: &mut Vec<Reason>) {
        let (u, side) = (p.unit(unit), self.side_of(unit));
        if !self.commanded(p, unit) || u.order == Order::Routed {
            return;
        }
        list.push(if !self.is_infantry(unit) {
            Reason::new(rule::R5_3c, "It moves freely.")
        } else if p.engaged(enemy(side), u.hex) {
            Reason::new(rule::R5_6a, "In an Engagement Zone it moves in Line only.")
        } else {
            Reason::new(rule::R5_3a, "It moves freely outside Engagement Zones.")
        });
    }

    fn zone_facts(&self, p: &Position, unit: UnitId, list: &mut Vec<Reason>) {
        let u = p.unit(unit);
        if self.exerts_ez(u, unit) {
            list.add(rule::R5_2a, format!("Its Engagement Zone reaches {} hexes.", self.charts.engagement));
        }
        let mask = if self.exerts_zoc(u, unit) { self.zoc_mask[u.hex.index()] } else { 0 };
        let hexes = self.map.numbers_beside(u.hex, |dir| mask >> dir & 1 != 0);
        let terrain = self.terrain(u.hex);
        list.push(if !self.exerts_zoc(u, unit) {
            Reason::new(rule::R7_0a, "It has no zone of control.")
        } else if !terrain.zoc_out {
            let words = if hexes.is_empty() { "none".into() } else { format!("only among works: {hexes}") };
            Reason::new(rule::R7_0b, format!("From here it has a zone of control: {words}."))
        } else {
            Reason::new(rule::R7_0a, format!("Its zone of control: {hexes}."))
        });
        let barred =
            self.map.numbers_beside(u.hex, |dir| terrain.zoc_out && mask != 0 && mask >> dir & 1 == 0);
        if !barred.is_empty() {
            list.add(rule::R7_0c, format!("No zone of control where nobody can go: {barred}."));
        }
    }

    // ---- commanders ------------------------------------------------------------------------

    pub(crate) fn leader_rules(&self, p: &Position, leader: LeaderId) -> Vec<Reason> {
        let def = &self.army.leaders[leader];
        let l = p.leader(leader);
        let back = l.staff as usize;
        let rank = def.rank.title();
        let mut list = Vec::new();
        if l.place != Place::Map {
            list.add(rule::R2_2_1, format!("{rank}."));
        }
        match def.rank {
            Rank::Chief => {
                list.add(rule::R4_1a, format!("Command Range {}.", def.range[back]));
                list.add(rule::R4_2b, "Always in command; he does not help to reorganize.");
            }
            Rank::Wing => {
                list.add(rule::R4_1a, format!("Command Range {}.", def.range[back]));
                let words = "for units of his wing beside him, instead of their own commander's";
                list.add(rule::R4_3c, format!("Fire Bonus {} {words}.", def.fire_bonus[back]));
                list.add(rule::R4_3d, "He does not help to reorganize.");
            }
            Rank::Formation => list.add(
                rule::R4_4a,
                format!("Fire Bonus {}, Sergeants' Factor {}.", def.fire_bonus[back], def.sergeants[back]),
            ),
            Rank::Bearer => {
                let words = format!("Sergeants' Factor {}, no bonus in combat.", def.sergeants[back]);
                list.add(rule::R4_6_1c, words);
            }
        }
        if l.place == Place::Map {
            self.chain_facts(p, leader, &mut list);
        }
        list
    }

    /// Who commands a commander, if he is on the map.
    pub(crate) fn superior(&self, p: &Position, leader: LeaderId) -> Option<LeaderId> {
        let def = &self.army.leaders[leader];
        let (of_wing, chief) = (self.wing_commander(def.wing?), self.chief(def.side));
        let superior = match def.rank {
            Rank::Formation if self.leader_on_map(p, of_wing) => of_wing,
            Rank::Formation | Rank::Wing => chief,
            Rank::Bearer | Rank::Chief => of_wing,
        };
        self.leader_on_map(p, superior).then_some(superior)
    }

    /// Where a commander stands in the chain of command.
    fn chain_facts(&self, p: &Position, leader: LeaderId, list: &mut Vec<Reason>) {
        let def = &self.army.leaders[leader];
        let (Some(wing), Some(superior)) = (def.wing, self.superior(p, leader)) else { return };
        let here = p.leader(leader).hex;
        let in_command = match def.formation {
            Some(formation) => self.formation_commanded(p, formation),
            None => self.wing_commanded(p, wing),
        };
        let name = self.leader_name(p, superior);
        list.add(rule::R4_1b, format!("His superior is {name}."));
        let (there, range) = (p.leader(superior).hex, self.range_of(p, superior));
        let far = self.map.distance(here, there);
        let line = self.command_line(p, def.side, here, there, range);
        if def.rank == Rank::Bearer {
            let words = if line {
                format!("He passes on the Staff's command, range {range}.")
            } else {
                format!("Out of its reach he does not pass on the Staff's command, range {range}.")
            };
            return list.add(rule::R4_6_1b, words);
        }
        let rule = if def.rank == Rank::Wing { rule::R4_2a } else { rule::R4_3a };
        if in_command && !line && def.rank == Rank::Formation {
            list.add(rule::R4_6_1b, "In command through the standard of his wing.");
        } else if in_command {
            list.add_of(
                rule,
                far != 1,
                &format!("In command: {far} [hex|hexes] from {name}, whose range is {range}."),
            );
            if p.zoc(enemy(def.side), here) {
                list.add(rule::R7_1h, "Enemy zones of control do not break the line.");
            }
        } else {
            list.push(if far <= range && line {
                Reason::new(rule::R4_2a, format!("Out of command: so is {name}."))
            } else if far <= range {
                Reason::new(rule::R4_1c, "Enemies or ground that nobody can pass break his line.")
            } else {
                Reason::new(
                    rule::R4_1d,
                    agree(
                        &format!("Out of command: {name} is {far} [hex|hexes] away, his range is {range}."),
                        far != 1,
                    ),
                )
            });
            list.add(rule::R4_5a, "He gives no command, but moves and helps as usual.");
        }
        list.push(match def.rank {
            Rank::Wing => {
                let words = "Checked when his wing is to activate; if he is out of command, it does not.";
                Reason::new(rule::R4_3b, words)
            }
            _ => Reason::new(rule::R4_5b, "Checked with his units, before they move, fight and reorganize."),
        });
    }

    // ---- ground ----------------------------------------------------------------------------

    pub(crate) fn hex_rules(&self, p: &Position, hex: Hex) -> Vec<Reason> {
        let terrain = self.terrain(hex);
        let mut list = Vec::new();
        list.push(match terrain.cover {
            _ if terrain.cost[0].is_none() => Reason::new(rule::R2_1_1g, "Nobody enters it."),
            1 => Reason::new(rule::R2_1_1c, "Cover Level 1."),
            2 => Reason::new(rule::R2_1_1d, "Cover Level 2."),
            _ if terrain.id == "clear" => Reason::new(rule::R2_1_1a, "Clear, whatever grows on it."),
            _ => Reason::new(rule::R2_1, format!("Terrain: {}.", terrain.id)),
        });
        list.when(terrain.cover > 0, rule::R2_1_1e, "Whoever is in it defends: attacks come from outside.");
        let beside = |with: &dyn Fn(u8) -> bool| self.map.numbers_beside(hex, with);
        list.listed(rule::R2_1_1b, "Stream towards", &beside(&|dir| self.side(hex, dir).stream));
        let wall = |dir: u8| self.side(hex, dir).cost[Class::Infantry as usize].is_none();
        list.listed(rule::R2_1_1f, "Walls towards", &beside(&wall));
        let works = |dir: u8| {
            terrain.fortified && self.map.terrain(hex) == self.map.terrain(self.map.neighbour(hex, dir))
        };
        list.listed(rule::R5_0d, "One point from work to work of the same kind:", &beside(&works));
        list.when(terrain.city, rule::R5_2b, "No Engagement Zone reaches into the city.");
        for side in 0..2u8 {
            let name = &self.army.sides[side as usize].name;
            if p.engaged(side, hex) {
                list.add(rule::R5_2a, format!("In an Engagement Zone: {name}."));
            }
            if p.zoc(side, hex) {
                list.add(rule::R7_0a, format!("In a zone of control: {name}."));
            }
        }
        let commanders = p.leaders_in(hex).count();
        if commanders > 0 {
            list.add(rule::R6_0c, format!("Commanders here: {commanders}; they do not count for stacking."));
        }
        list
    }
}
