//! What a player asks of counters and ground first, each with its rule, before what follows from the rules.

use crate::battle::{Battle, NO};
use crate::model::{Arm, Class, FormationId, LeaderId, Rank, UnitId, WingId};
use crate::position::{Attack, Order, Place, Position, enemy};
use crate::rule;
use crate::words::points;
use hexmap::Hex;
use kernel::{Reason, Reasons, agree};

impl Battle {
    /// Where a unit stands and what helps it there.
    pub(crate) fn unit_facts(&self, p: &Position, unit: UnitId) -> Vec<Reason> {
        let (def, u) = (&self.army.units[unit], p.unit(unit));
        let mut list = vec![Reason::new(rule::R2_1, format!("In {}.", self.hex_name(u.hex)))];
        if def.training > 0 {
            list.add(rule::R5_11, format!("Training {}: rolls up to that succeed.", def.training));
        }
        let sergeants = self.sergeants(p, unit);
        if sergeants > 0 {
            list.add(rule::R4_4a, format!("A Sergeants' Factor of {sergeants} is beside it."));
        }
        if self.is_infantry(unit)
            && let Some((leader, bonus)) = self.fire_bonus(p, unit)
        {
            let name = self.leader_name(p, leader);
            list.add(rule::R9_1_4a, format!("{name} gives it a Fire Bonus of {bonus}."));
        }
        let foe = enemy(def.side);
        list.when(p.engaged(foe, u.hex), rule::R5_2a, "It stands in an Engagement Zone of the enemy.");
        list.when(p.zoc(foe, u.hex), rule::R7_0a, "It stands in a zone of control of the enemy.");
        if self.is_infantry(unit) {
            let words = if self.in_line(p, unit) {
                "It stands in the Line of its formation."
            } else if self.can_line(p, unit) {
                "It stands in no Line of its formation."
            } else {
                "In its present state it cannot be in a Line."
            };
            list.add(rule::R5_5a, words);
            let (_, march) = self.march_of(p, self.formation_of(unit));
            if self.bound_units(p, &march).has(unit) {
                let words = "A Line with a place for it takes it in: nobody goes forward alone from a Line that stands in an \
                     Engagement Zone.";
                list.add(rule::R5_6b, words);
            }
            let waits = |entry: &&(UnitId, Hex)| entry.0 == unit && !u.moved && entry.1 != u.hex;
            if p.march().is_some_and(|f| self.must_go(p, &f).is_some())
                && let Some((_, place)) = p.line.iter().find(waits)
            {
                let hex = self.map.number(*place);
                list.add(
                    rule::R5_6b,
                    format!("A mate has gone: it goes to its place in the Line, {hex}, if it can."),
                );
            }
        }
        if self.check_ranks(p, unit).is_ok() {
            let most = self.charts.ranks_up_to as i8 - self.ranks_modifier(p, unit);
            let faces = (most + 1).clamp(0, 10);
            list.add(rule::R8_5_3a, format!("Against a Disorder it would change ranks: {faces} of 10."));
        }
        list
    }

    /// States that bind a unit whatever is going on.
    pub(crate) fn unit_state(&self, p: &Position, unit: UnitId) -> Vec<Reason> {
        let u = p.unit(unit);
        let mut list = Vec::new();
        let foot = self.is_infantry(unit);
        list.when(
            u.order == Order::Disordered && foot,
            rule::R11_1b,
            "It is Disordered: it does not move, is in no Line and has no Engagement Zone.",
        );
        list.when(
            u.order == Order::Disordered && !foot,
            rule::R11_1a,
            "It is Disordered: it neither melees nor charges.",
        );
        list.when(u.order == Order::Routed, rule::R11_2a, "It is routed: it only flees.");
        list.when(u.billebaude, rule::R9_1_2e, "Feu de Billebaude: it neither moves nor fires nor attacks.");
        list.when(u.changed, rule::R8_5_3c, "It has changed ranks this turn.");
        list.when(u.failed, rule::R8_4b, "Its guns have failed for the day.");
        list.when(self.is_gun(unit) && u.fired && !u.failed, rule::R5_1a, "It has fired or moved this turn.");
        list.when(foot && u.fired, rule::R9_2_3b, "It has fired this turn: it does not melee.");
        if let Attack::Melee(_) | Attack::Charge(_) = u.attack
            && let Some(hex) = self.attacked_hex(p, unit)
        {
            let word = if matches!(u.attack, Attack::Charge(_)) { "charge" } else { "melee" };
            list.add(rule::R9_2_1b, format!("It is to {word} {}.", self.hex_name(hex)));
        }
        list
    }

    /// Why nobody of a formation is in command.
    pub(crate) fn why_formation_uncommanded(&self, p: &Position, formation: FormationId) -> Vec<Reason> {
        let def = &self.army.formations[formation];
        let mut list = Vec::new();
        if !self.wing_commanded(p, def.wing) {
            list.add(rule::R4_2a, "Its Wing Commander is beyond the range of the Commander in Chief.");
            return list;
        }
        match def.leader {
            Some(leader) if !self.leader_on_map(p, leader) => {
                list.add(rule::R4_4_1d, "Its Formation Commander is not on the map.");
            }
            Some(leader) => {
                let name = self.leader_name(p, leader);
                list.add(rule::R4_3a, format!("{name} is beyond the range of his Wing Commander."));
            }
            None => {}
        }
        list
    }

    // ---- commanders, formations, wings -------------------------------------------------------

    pub(crate) fn leader_facts(&self, p: &Position, leader: LeaderId) -> Vec<Reason> {
        let (def, l) = (&self.army.leaders[leader], p.leader(leader));
        let rank = def.rank.title();
        let name = self.leader_name(p, leader);
        let mut list =
            vec![Reason::new(rule::R2_2_1, format!("{rank}: {name}, in {}.", self.hex_name(l.hex)))];
        list.when(l.staff, rule::R4_6c, "He was lost; his staff commands.");
        match (def.rank, def.wing, def.formation) {
            (Rank::Chief, ..) if l.stays > 0 => {
                let words = format!("He stays where he is for {} [turn|turns].", l.stays);
                list.add_of(rule::R4_0b, l.stays != 1, &words);
            }
            // where he has a superior, how far that one is says it all
            (Rank::Wing, Some(wing), _) if self.superior(p, leader).is_none() => {
                list.push(self.wing_command(p, wing));
            }
            (Rank::Formation, _, Some(formation)) if self.superior(p, leader).is_none() => {
                let commanded = self.formation_commanded(p, formation);
                let word = if commanded { "He is in command." } else { "He is out of command." };
                list.add(rule::R4_3a, word);
                if !commanded {
                    list.extend(self.why_formation_uncommanded(p, formation));
                }
            }
            _ => {}
        }
        list
    }

    fn wing_command(&self, p: &Position, wing: WingId) -> Reason {
        let def = &self.army.wings[wing];
        if self.scenario.wings_commanded || self.scenario.formations_commanded {
            return Reason::new(rule::R4_2a, "In this scenario every Wing Commander is in command.");
        }
        let chief = self.chief(def.side);
        if p.leader(chief).place == Place::Lost && self.leader_on_map(p, def.commander) {
            let faces = self.charts.no_chief_up_to + 1;
            let words = format!("Without a Commander in Chief he acts on his own: {faces} of 10.");
            return Reason::new(rule::R4_2a, words);
        }
        if self.wing_commanded(p, wing) {
            let range = self.range_of(p, chief);
            Reason::new(rule::R4_2a, format!("In command: within {range} hexes of the Commander in Chief."))
        } else {
            Reason::new(rule::R3_0i, "Out of command: the wing does not activate and only defends.")
        }
    }

    pub(crate) fn formation_reasons(&self, p: &Position, formation: FormationId) -> Vec<Reason> {
        let def = &self.army.formations[formation];
        let units = self.units_of(p, formation);
        let strength: u32 = units.iter().map(|u| u32::from(self.sp(p, u))).sum();
        let wing = &self.army.wings[def.wing].name;
        let count = units.count();
        let words = format!("{} of the {wing}: {count} [unit|units] on the map, {strength} SP.", def.name);
        let mut list = vec![Reason::new(rule::R2_2_2a, agree(&words, count != 1))];
        if self.formation_commanded(p, formation) {
            list.add(rule::R4_3a, "It is in command.");
            let strays: Vec<&str> =
                units.iter().filter(|u| !self.supported(p, *u)).map(|u| self.unit_name(u)).collect();
            if !strays.is_empty() {
                list.add(rule::R4_4_1a, format!("Out of command on their own: {}.", strays.join(", ")));
            }
        } else {
            list.add(rule::R4_4_1d, "It is out of command.");
            list.extend(self.why_formation_uncommanded(p, formation));
        }
        let (places, members) = self.standing_line(p, formation);
        if places.len() > 1 {
            let names: Vec<&str> = members.iter().map(|u| self.unit_name(u)).collect();
            list.add(rule::R5_5a, format!("It stands in a Line: {}.", names.join(", ")));
        } else if units.iter().any(|u| self.is_infantry(u)) {
            list.add(rule::R5_5a, "It stands in no Line.");
        }
        if let Some(a) = p.activation().filter(|a| a.wing == def.wing) {
            let words = if a.todo.has(formation) {
                "It has not had its part in this segment."
            } else {
                "It has had its part in this segment, or has none."
            };
            list.add(rule::R3_1b, words);
        }
        list
    }

    pub(crate) fn wing_reasons(&self, p: &Position, wing: WingId) -> Vec<Reason> {
        let def = &self.army.wings[wing];
        let units = self.units_of_wing(p, wing);
        let strength: u32 = units.iter().map(|u| u32::from(self.sp(p, u))).sum();
        let count = units.count();
        let words = format!("{}: {count} [unit|units] on the map, {strength} SP.", self.wing_name(wing));
        let mut list = vec![Reason::new(rule::R2_2_1, agree(&words, count != 1)), self.wing_command(p, wing)];
        let state = if p.activation().is_some_and(|a| a.wing == wing) {
            "It is active."
        } else if !self.scenario.wings[def.side as usize].contains(&wing) {
            "It takes no part in this scenario."
        } else if p.used.has(wing) {
            "It has had its activation this turn."
        } else {
            "It has not been activated this turn."
        };
        list.add(rule::R3_0c, state);
        for formation in &def.formations {
            if !self.units_of(p, *formation).is_empty() {
                let word =
                    if self.formation_commanded(p, *formation) { "in command" } else { "out of command" };
                list.add(rule::R4_3a, format!("{}: {word}.", self.formation_name(*formation)));
            }
        }
        list
    }

    // ---- ground ------------------------------------------------------------------------------

    pub(crate) fn hex_facts(&self, p: &Position, hex: Hex) -> Vec<Reason> {
        let terrain = self.terrain(hex);
        let road = if self.map.has_road(hex) { ", with a road" } else { "" };
        let cover =
            if terrain.cover > 0 { format!(", Cover Level {}", terrain.cover) } else { String::new() };
        let mut list =
            vec![Reason::new(rule::R2_1, format!("{}: {}{cover}{road}.", self.hex_name(hex), terrain.id))];
        if !self.playable(hex) {
            list.add(rule::R2_1_1g, "It cannot be entered, or lies outside the area in play.");
        }
        let classes = [
            (Class::Infantry, "infantry"),
            (Class::Cavalry, "cavalry"),
            (Class::Artillery, "artillery"),
            (Class::Commander, "commanders"),
        ];
        let costs: Vec<String> = classes
            .iter()
            .map(|(class, name)| match terrain.cost[*class as usize] {
                Some(cost) => format!("{name} {}", points(cost)),
                None => format!("{name} not"),
            })
            .collect();
        list.add(rule::R5_0b, format!("To enter, in movement points: {}.", costs.join(", ")));
        if terrain.fire != 0 {
            list.add(rule::R8_2a, format!("{:+} for shots at units in it.", terrain.fire));
        }
        if terrain.melee_infantry != 0 || terrain.melee_cavalry != 0 {
            let (foot, horse) = (terrain.melee_infantry, terrain.melee_cavalry);
            list.add(
                rule::R9_2_5,
                format!("Melee against it: {foot:+} for infantry, {horse:+} for cavalry."),
            );
        }
        if let Some(modifier) = terrain.training {
            let words = format!("Infantry that enters it in an Engagement Zone rolls, with {modifier:+}.");
            list.add(rule::R5_7a, words);
        }
        list.when(!terrain.zoc_out, rule::R7_0b, "Units in it have no zone of control.");
        list.when(terrain.blocks_sight, rule::R8_1_1b, "It blocks the line of sight.");
        list.extend(self.side_facts(hex));
        self.presence(p, hex, &mut list);
        list
    }

    /// Roads from a hex, and where nobody can go.
    fn side_facts(&self, hex: Hex) -> Vec<Reason> {
        let names = self.map.dir_names();
        let beside = |with: &dyn Fn(u8) -> bool| -> Vec<&'static str> {
            (0..6u8).filter(|dir| with(*dir)).map(|dir| names[dir as usize]).collect()
        };
        let mut list = Vec::new();
        let roads = beside(&|dir| self.road(hex, dir));
        if !roads.is_empty() {
            list.add(rule::R5_7b, format!("Roads to the {}.", roads.join(", ")));
        }
        let shut = beside(&|dir| {
            let near = self.map.neighbour(hex, dir);
            !near.is_none()
                && self.playable(near)
                && !self.road(hex, dir)
                && self.step_cost[Class::Infantry as usize][hex.index() * 6 + dir as usize] == NO
        });
        if !shut.is_empty() && self.playable(hex) {
            list.add(rule::R7_0c, format!("Infantry cannot go {} from here.", shut.join(", ")));
        }
        list
    }

    /// Who stands in a hex, whose zones reach it, smoke, what it counts.
    fn presence(&self, p: &Position, hex: Hex, list: &mut Vec<Reason>) {
        let units = p.in_hex(hex);
        if let Some(first) = units.first() {
            let names: Vec<String> = units
                .iter()
                .map(|u| {
                    let order = match p.unit(u).order {
                        Order::Good => "",
                        Order::Disordered => ", Disordered",
                        Order::Routed => ", routed",
                    };
                    format!("{} ({} SP{order})", self.unit_name(u), self.sp(p, u))
                })
                .collect();
            let side = self.seat_names[self.side_of(first) as usize];
            list.add(rule::R6_0a, format!("{side}: {}.", names.join(", ")));
            if units.iter().any(|u| self.arm(u) == Arm::Infantry && self.sp(p, u) >= self.charts.depth_min_sp)
            {
                list.add(rule::R8_5_4, "The infantry stands in depth: a column less for shots at it.");
            }
        }
        for side in 0..2u8 {
            let name = self.seat_names[side as usize];
            let arms = match (p.infantry_zoc(side, hex), p.cavalry_zoc(side, hex)) {
                (true, true) => "infantry and cavalry",
                (true, false) => "infantry",
                (false, true) => "cavalry",
                (false, false) => continue,
            };
            list.add(rule::R7_0a, format!("The zone of control of {name} is that of {arms}."));
        }
        list.when(p.smoke.contains(&hex), rule::R8_2_1a, "Smoke lies over it.");
        let sum = self.smoke_here(p, hex);
        if sum != 0 {
            list.add(rule::R8_2_1e, format!("Smoke: {sum:+} to Training Die Rolls here."));
        }
        if self.objectives().contains(&hex) {
            let (_, rule) = self.ending_words(crate::position::Ending::Places(0));
            list.add(rule, "It is one of the places that count for victory.");
        }
    }
}
