//! What counters and ground say by themselves, each with its rule: part of the answer to a question
//! about a piece or a hex. Only for those who may know: the owner of a unit, whoever sees a commander.

use crate::battle::{Battle, NO};
use crate::fog::STATUS;
use crate::model::{LeaderId, UnitId, UnitKind};
use crate::movement::points;
use crate::position::{Place, Position};
use crate::rule;
use hexmap::Hex;
use kernel::{Reason, Reasons, Roster, agree};

/// How far a way to the commander is looked for, in quarters: beyond every map.
const FAR: u8 = 200;

impl Battle {
    /// What is printed on a unit, what it is worth now, and where it stands to its commander.
    pub(crate) fn unit_facts(&self, p: &Position, unit: UnitId) -> Vec<Reason> {
        let def = &self.army.units[unit];
        let u = p.unit(unit);
        let kind = match def.kind {
            UnitKind::LineInfantry => "Line infantry",
            UnitKind::LightInfantry => "Light infantry",
            UnitKind::Cavalry => "Cavalry",
            UnitKind::FieldArtillery => "Field artillery",
            UnitKind::HorseArtillery => "Horse artillery",
            UnitKind::BridgeTrain => "Bridge train",
            UnitKind::Fortress => "Fortress",
        };
        let formation = &self.army.formations[def.formation].name;
        let mut list = vec![
            Reason::new(rule::R2_1a, format!("{kind} of {formation}.")),
            Reason::new(rule::R2_1_1, format!("{} of {} strength points.", self.sp(p, unit), def.sp)),
            Reason::new(
                rule::R2_1_2,
                format!("Cohesion {}; {} makes it {}.", def.cv, STATUS[u.status as usize], self.ccv(p, unit)),
            ),
            Reason::new(rule::R2_1_3, format!("{} movement points.", def.ma)),
            Reason::new(rule::R6_3, format!("{} stacking points.", def.stacking)),
        ];
        if u.place != Place::Map {
            return list;
        }
        let force = self.force_of(p, p.in_hex(u.hex), unit);
        if force.single().is_some() {
            list.add(rule::R2_3_1, "The only unit of its kind in the hex, it is a force by itself.");
        } else {
            list.add(rule::R2_3a, format!("One force in its hex: {}.", self.own(force)));
        }
        list.when(u.march, rule::R3b, "It is in March Movement: it has no zone of reaction.");
        list.push(if self.all_round(u.hex) || u.square {
            Reason::new(rule::R3_1_1, "All hexes around it are front hexes.")
        } else {
            let front = self.map.numbers_beside(u.hex, |d| hexmap::is_front(u.facing, d));
            let dir = self.map.dir_name(u.facing);
            let words = if front.is_empty() {
                format!("It faces {dir}: off the map.")
            } else {
                format!("It faces {dir}; front hexes: {front}.")
            };
            Reason::new(rule::R3_1_1, words)
        });
        list.extend(self.command_facts(p, unit));
        list
    }

    /// How far its commander is as command is traced now (5.2).
    fn command_facts(&self, p: &Position, unit: UnitId) -> Vec<Reason> {
        let leader = self.leader_of(self.formation_of(unit));
        let name = &self.army.leaders[leader].name;
        let from = p.leaders[leader].hex;
        if from.is_none() {
            return vec![Reason::new(
                rule::R5_2,
                format!("{name} is not on the map: nobody is in his range."),
            )];
        }
        let to = p.unit(unit).hex;
        let Some(cost) = self.trace(p, self.side_of(unit), from, FAR, |reach| reach.cost(to)) else {
            return vec![Reason::new(
                rule::R5_2_2,
                format!("Enemy zones of reaction or the river cut it off from {name}."),
            )];
        };
        let (cost, hexes) = (cost as u8, self.map.distance(from, to));
        let (away, range) = (points(cost), points(self.charts.command_range));
        let mut list = vec![Reason::new(
            rule::R5_2,
            agree(&format!("{name} is {away} [hex|hexes] away, his range is {range}."), away != "1"),
        )];
        if cost < hexes * self.charts.command_cost_other {
            list.add_of(
                rule::R5_2_1,
                hexes != 1,
                &format!("Road hexes count as half: on the map it is {hexes} [hex|hexes]."),
            );
        }
        list
    }

    /// What a commander's counter says.
    pub(crate) fn leader_facts(&self, leader: LeaderId) -> Reason {
        let def = &self.army.leaders[leader];
        if def.formation.is_some() {
            Reason::new(
                rule::R2_2_2,
                format!(
                    "Command Value {}: his formation is activated by a roll no higher than that.",
                    def.command_value
                ),
            )
        } else {
            let words = "added to the roll for initiative, and the range in which he helps activations";
            Reason::new(rule::R2_2_3, format!("Command Rating {}: {words}.", def.command_rating))
        }
    }

    /// What the ground of a hex means.
    pub(crate) fn hex_facts(&self, p: &Position, hex: Hex) -> Vec<Reason> {
        let terrain = self.terrain(hex);
        let mut list =
            vec![Reason::new(rule::R1_3a, format!("Beside it: {}.", self.map.numbers_beside(hex, |_| true)))];
        if terrain.cost[0].is_none() {
            list.add(rule::R14_1a, "Nobody enters it, not even by a bridge.");
        } else if terrain.all_round_front {
            let (assault, shift) = (terrain.assault_drm, terrain.fire_shift);
            let words = "no zone of reaction reaches in, and units inside have no rear";
            list.add(
                rule::R14_2,
                format!("Assault {assault:+}, fire {shift:+} columns against it; {words}."),
            );
        } else if terrain.blocks_los {
            list.add(rule::R14_4, "Clear ground, but it blocks the line of sight.");
        }
        list.when(p.occupied(hex), rule::R9_2_4, "Any number of forces may fire at it.");
        let beside = |with: &dyn Fn(u8) -> bool| self.map.numbers_beside(hex, with);
        let (bridge, stream) = (|dir| self.side(hex, dir).bridge, |dir| self.is_stream(hex, dir));
        list.listed(rule::R14_3, "Road to", &beside(&|dir| self.cost_by_road(hex, dir) != NO));
        list.listed(rule::R14_1b, "Bridge, for units in March, to", &beside(&bridge));
        list.listed(rule::R14_1c, "Stream towards", &beside(&|dir| stream(dir) && !bridge(dir)));
        let units = p.in_hex(hex);
        if let Some(first) = units.first()
            && self.force_of(p, units, first) != units
        {
            list.add(rule::R2_3b, "Several forces share the hex.");
        }
        list
    }
}
