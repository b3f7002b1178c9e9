//! What can be laid over the board: zones, fields of fire, command, smoke, Lines, difficult ground, movement. All of it
//! lies open to both sides.

use crate::battle::{Battle, NO};
use crate::flow::{Frame, MarchStage};
use crate::model::{Class as Mover, LeaderId, Rank};
use crate::position::{Order, Place, Position, enemy};
use crate::query::Subject;
use crate::rule;
use hexmap::{Cone, Dir, Hex, in_cone, reach, with_buffer};
use kernel::{Class, Overlay, OverlayInfo, OverlaySubject, Refusal, Text, format_text};

pub(crate) static OVERLAYS: [OverlayInfo; 12] = [
    OverlayInfo::new("engagement", "Engagement Zones", rule::R5_2a, OverlaySubject::None, 'e'),
    OverlayInfo::new("zones", "Zones of control", rule::R7_0a, OverlaySubject::None, 'z'),
    OverlayInfo::new("command", "Who is in command", rule::R4_4_1a, OverlaySubject::None, 'c'),
    OverlayInfo::new("command-of", "Command range of a commander", rule::R4_1a, OverlaySubject::Unit, 'g'),
    OverlayInfo::new("fire", "Field of fire of a unit", rule::R8_1c, OverlaySubject::Unit, 'f'),
    OverlayInfo::new("sight", "Line of sight from a hex", rule::R8_1_1a, OverlaySubject::Hex, 'l'),
    OverlayInfo::new("smoke", "Smoke and what it does to training", rule::R8_2_1e, OverlaySubject::None, 's'),
    OverlayInfo::new("lines", "Lines in which formations stand", rule::R5_5a, OverlaySubject::None, 'i'),
    OverlayInfo::new("ground", "Ground that breaks a Line", rule::R5_7a, OverlaySubject::None, 'd'),
    OverlayInfo::new("reach", "Movement range", rule::R5_0b, OverlaySubject::Unit, 'm'),
    OverlayInfo::new("proposed", "A Line proposed for a formation", rule::R5_6e, OverlaySubject::Unit, 'p'),
    OverlayInfo::new(
        "objectives",
        "Places that count and who holds them",
        rule::R13_0b,
        OverlaySubject::None,
        'o',
    ),
];

impl Battle {
    pub(crate) fn laid_over(&self, p: &Position, id: &str, subject: &str) -> Result<Overlay, Refusal> {
        let info = OverlayInfo::find(&OVERLAYS, id)?;
        let overlay = info.empty();
        match info.id {
            "engagement" => Ok(self.engagement_over(p, overlay)),
            "zones" => Ok(self.zones_over(p, overlay)),
            "command" => Ok(self.command_over(p, overlay)),
            "command-of" => self.range_over(p, subject, overlay),
            "fire" => self.fire_over(p, subject, overlay),
            "sight" => self.sight_over(p, subject, overlay),
            "smoke" => Ok(self.smoke_over(p, overlay)),
            "lines" => Ok(self.lines_over(p, overlay)),
            "ground" => Ok(self.ground_over(p, overlay)),
            "reach" => self.reach_over(p, subject, overlay),
            "proposed" => self.proposed_over(p, subject, overlay),
            _ => Ok(self.objectives_over(p, overlay)),
        }
    }

    fn text(&self, hex: Hex) -> Text {
        Text::new(self.map.number(hex))
    }

    /// The hexes that are played on.
    fn ground(&self) -> impl Iterator<Item = Hex> {
        self.map.hexes().filter(|hex| self.playable(*hex))
    }

    fn explain_sides(&self, overlay: &mut Overlay, what: &str) {
        overlay.explain_sides(&self.seat_names, |name| format!("{what}: {name}"));
        overlay.explain(Class::Both, format!("{what}: both sides"));
    }

    // ---- zones -------------------------------------------------------------------------------

    fn engagement_over(&self, p: &Position, mut overlay: Overlay) -> Overlay {
        self.explain_sides(&mut overlay, "Engagement Zone");
        let zones = |hex: Hex| (self.map.number(hex), [p.engaged(0, hex), p.engaged(1, hex)], None);
        overlay.mark_sides(self.ground().map(zones));
        overlay
    }

    /// Zones of control; the label says whether infantry (i) or cavalry (c) exerts them.
    fn zones_over(&self, p: &Position, mut overlay: Overlay) -> Overlay {
        self.explain_sides(&mut overlay, "Zone of control of infantry (i), cavalry (c)");
        overlay.mark_sides(self.ground().map(|hex| {
            let foot = p.infantry_zoc(0, hex) || p.infantry_zoc(1, hex);
            let horse = p.cavalry_zoc(0, hex) || p.cavalry_zoc(1, hex);
            let label = match (foot, horse) {
                (true, true) => "i c",
                (true, false) => "i",
                _ => "c",
            };
            let zones = [p.zoc(0, hex), p.zoc(1, hex)];
            (self.map.number(hex), zones, Some(Text::new_static(label)))
        }));
        overlay
    }

    // ---- command -----------------------------------------------------------------------------

    /// Every unit, in command or not, and the chain from Formation Commanders to their superiors.
    fn command_over(&self, p: &Position, mut overlay: Overlay) -> Overlay {
        overlay.explain(Class::Good, "In command");
        overlay.explain(Class::Bad, "Out of command");
        overlay.explain(Class::Near, "Some units of the hex are in command, some are not");
        for hex in self.map.hexes() {
            let units = p.in_hex(hex);
            if units.is_empty() {
                continue;
            }
            let commanded = units.iter().filter(|u| self.commanded(p, *u)).count() as u32;
            let class = match commanded {
                0 => Class::Bad,
                some if some == units.count() => Class::Good,
                _ => Class::Near,
            };
            overlay.mark(self.text(hex), class, None);
        }
        for (at, def) in self.army.formations.pairs() {
            let commander = self.wing_commander(def.wing);
            if let Some(leader) = def.leader
                && self.leader_on_map(p, leader)
                && self.leader_on_map(p, commander)
            {
                let class = if self.formation_commanded(p, at) { Class::Good } else { Class::Bad };
                overlay.line(self.text(p.leader(leader).hex), self.text(p.leader(commander).hex), class);
            }
        }
        for (at, def) in self.army.wings.pairs() {
            let (commander, chief) = (def.commander, self.chief(def.side));
            if self.leader_on_map(p, commander) && self.leader_on_map(p, chief) {
                let class = if self.wing_commanded(p, at) { Class::Good } else { Class::Bad };
                overlay.line(self.text(p.leader(commander).hex), self.text(p.leader(chief).hex), class);
            }
        }
        overlay
    }

    /// The commander that is meant: himself, or the Wing Commander of a unit, a formation or a wing.
    fn commander_meant(&self, subject: &str) -> Result<LeaderId, Refusal> {
        Ok(match self.subject(subject)? {
            Subject::Leader(leader) => match self.army.leaders[leader].formation {
                Some(formation) => self.wing_commander(self.army.formations[formation].wing),
                None => leader,
            },
            Subject::Unit(unit) => self.wing_commander(self.wing_of(unit)),
            Subject::Formation(f) => self.wing_commander(self.army.formations[f].wing),
            Subject::Wing(wing) => self.wing_commander(wing),
            Subject::Hex(_) => {
                return Err(Refusal::plain(format!("{subject} is neither a unit nor a commander.")));
            }
        })
    }

    /// How far the command of a Wing Commander or a Commander in Chief reaches, and who of his is in it.
    fn range_over(&self, p: &Position, subject: &str, mut overlay: Overlay) -> Result<Overlay, Refusal> {
        let leader = self.commander_meant(subject)?;
        let def = &self.army.leaders[leader];
        let l = p.leader(leader);
        if l.place != Place::Map {
            return Err(Refusal::new(rule::R4_1d, format!("{} is not on the map.", def.name)));
        }
        let range = if def.rank == Rank::Bearer {
            def.wing.map_or(0, |wing| self.range_of(p, self.wing_commander(wing)))
        } else {
            self.range_of(p, leader)
        };
        overlay.title = format!("Command range of {}: {range}", self.leader_name(p, leader));
        overlay.explain(Class::Near, "Within range");
        overlay.explain(Class::Good, "A commander or a battery of his in command");
        overlay.explain(Class::Bad, "A commander or a battery of his out of command");
        let mut marks: Vec<(Hex, Class)> = Vec::new();
        for (i, other) in self.army.leaders.pairs() {
            let commanded = match (def.rank, other.rank) {
                (Rank::Chief, Rank::Wing) if other.side == def.side => {
                    other.wing.is_some_and(|wing| self.wing_commanded(p, wing))
                }
                (Rank::Wing | Rank::Bearer, Rank::Formation) if other.wing == def.wing => {
                    other.formation.is_some_and(|formation| self.formation_commanded(p, formation))
                }
                _ => continue,
            };
            if self.leader_on_map(p, i) {
                marks.push((p.leader(i).hex, if commanded { Class::Good } else { Class::Bad }));
            }
        }
        if def.rank != Rank::Chief {
            let guns = p
                .units
                .ids()
                .filter(|u| p.on_map(*u) && self.is_gun(*u) && Some(self.wing_of(*u)) == def.wing);
            for gun in guns {
                let class = if self.commanded(p, gun) { Class::Good } else { Class::Bad };
                marks.push((p.unit(gun).hex, class));
            }
        }
        for hex in self.command_field(p, def.side, l.hex, range) {
            if !marks.iter().any(|(other, _)| *other == hex) {
                overlay.mark(self.text(hex), Class::Near, None);
            }
        }
        marks.sort_by_key(|(hex, class)| (*hex, *class != Class::Bad));
        marks.dedup_by_key(|(hex, _)| *hex);
        for (hex, class) in marks {
            overlay.mark_from(self.map.number(l.hex), self.map.number(hex), class, None);
        }
        Ok(overlay)
    }

    /// Hexes to which a command line of at most `range` hexes can be drawn (4.1).
    fn command_field(&self, p: &Position, side: u8, from: Hex, range: u8) -> Vec<Hex> {
        let foe = enemy(side);
        let open = |hex: Hex, dir: Dir, to: Hex| {
            let cost = self.step_cost[Mover::Commander as usize][hex.index() * 6 + dir as usize];
            let passable = cost != NO || self.road(hex, dir);
            (passable && self.playable(to) && !p.holds(self, foe, to)).then_some(1)
        };
        with_buffer(|buffer| {
            reach(&self.map, from, range.into(), buffer, open);
            buffer.reached().to_vec()
        })
    }

    // ---- fire --------------------------------------------------------------------------------

    fn fire_over(&self, p: &Position, subject: &str, mut overlay: Overlay) -> Result<Overlay, Refusal> {
        let Subject::Unit(unit) = self.subject(subject)? else {
            return Err(Refusal::plain(format!("{subject} is not a unit.")));
        };
        if !p.on_map(unit) {
            return Err(Refusal::plain("It is not on the map."));
        }
        let u = p.unit(unit);
        let foe = enemy(self.side_of(unit));
        overlay.title = format!("Field of fire of {}", self.unit_name(unit));
        if self.is_cavalry(unit) {
            return Err(Refusal::new(rule::R9_0a, "Cavalry does not fire."));
        }
        if self.is_infantry(unit) {
            overlay.rule = rule::R9_0a;
            overlay.explain(Class::Near, "Can be fired at");
            overlay.explain(Class::Good, "A target");
            for (_, hex) in self.touching(u.hex) {
                let class = if p.holds(self, foe, hex) { Class::Good } else { Class::Near };
                overlay.mark(self.text(hex), class, None);
            }
            return Ok(overlay);
        }
        overlay.explain(Class::Near, "Grapeshot");
        overlay.explain(Class::Far, "In range and in sight");
        overlay.explain(Class::Blocked, "In the cone of fire but not in sight");
        overlay.explain(Class::Good, "A target");
        for hex in self.map.within(u.hex, self.charts.range) {
            let range = self.map.distance(u.hex, hex);
            if range == 0 || !in_cone(&self.map, u.hex, Cone::Vertex(u.facing), hex) {
                continue;
            }
            let value = self.charts.fire_modifiers.range[usize::from(range.clamp(1, 3)) - 1];
            let class = match self.check_aim(p, unit, hex) {
                Err(_) => Class::Blocked,
                Ok(()) if p.holds(self, foe, hex) => Class::Good,
                Ok(()) if range == 1 => Class::Near,
                Ok(()) => Class::Far,
            };
            let label = (class != Class::Blocked).then(|| format_text!("{value:+}"));
            overlay.mark_from(self.map.number(u.hex), self.map.number(hex), class, label);
        }
        Ok(overlay)
    }

    fn sight_over(&self, p: &Position, subject: &str, mut overlay: Overlay) -> Result<Overlay, Refusal> {
        let from = OverlayInfo::hex(self.map.find(subject.trim()), subject)?;
        overlay.title = format!("Line of sight from {}", self.hex_name(from));
        overlay.explain(Class::Near, "Seen");
        overlay.explain(Class::Blocked, "Not seen");
        for hex in self.map.within(from, self.charts.range).filter(|hex| *hex != from) {
            let near = self.map.distance(from, hex) == 1;
            let open = !self.walled(from, hex)
                && if near {
                    self.touch(from, hex)
                } else {
                    self.sight.clear_past(&self.map, from, hex, |h| p.occupied(h))
                };
            overlay.mark(self.text(hex), if open { Class::Near } else { Class::Blocked }, None);
        }
        Ok(overlay)
    }

    /// Smoke markers, and what they add to Training Die Rolls in each hex.
    fn smoke_over(&self, p: &Position, mut overlay: Overlay) -> Overlay {
        overlay.explain(Class::Bad, "Smoke: shots that begin, end or pass here suffer most");
        overlay.explain(Class::Near, "Beside smoke: the label is added to Training Die Rolls");
        let mut hexes: Vec<Hex> = p.smoke.iter().flat_map(|smoke| self.map.within(*smoke, 1)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        for hex in hexes {
            let class = if p.smoke.contains(&hex) { Class::Bad } else { Class::Near };
            overlay.mark(self.text(hex), class, Some(format_text!("{:+}", self.smoke_here(p, hex))));
        }
        overlay
    }

    // ---- Lines -------------------------------------------------------------------------------

    fn lines_over(&self, p: &Position, mut overlay: Overlay) -> Overlay {
        overlay.explain_sides(&self.seat_names, |name| format!("In Line: {name}"));
        overlay.explain(Class::Bad, "Infantry in an Engagement Zone and in no Line");
        if let Some(Frame::March(f)) = p.now()
            && f.stage == MarchStage::Draw
        {
            overlay.explain(Class::Near, "The Line being drawn has to take it in");
            for unit in self.left_behind(p, &f) {
                overlay.mark(self.text(p.unit(unit).hex), Class::Near, None);
            }
        }
        for (at, def) in self.army.formations.pairs() {
            let (places, members) = self.standing_line(p, at);
            let class = Class::of_seat(def.side);
            if let Some((a, b)) = self.ends_of(&places) {
                let mut ordered = places.clone();
                ordered.sort_by_key(|hex| (self.map.along(a, b, *hex), *hex));
                for pair in ordered.windows(2) {
                    overlay.line(self.text(pair[0]), self.text(pair[1]), class);
                }
                for hex in ordered {
                    overlay.mark(self.text(hex), class, None);
                }
            }
            let strays = self.units_of(p, at).without(members);
            for unit in strays.iter().filter(|u| self.is_infantry(*u)) {
                let u = p.unit(unit);
                if p.engaged(enemy(def.side), u.hex) && u.order != Order::Routed {
                    overlay.mark(self.text(u.hex), Class::Bad, None);
                }
            }
        }
        // a place that is declared and still held by another unit would be marked twice
        let mut seen: Vec<Text> = Vec::new();
        overlay.hexes.retain(|mark| {
            let new = !seen.contains(&mark.hex);
            seen.push(mark.hex.clone());
            new
        });
        overlay
    }

    /// The two places that are farthest apart.
    pub(crate) fn ends_of(&self, places: &[Hex]) -> Option<(Hex, Hex)> {
        let pairs =
            places.iter().enumerate().flat_map(|(i, a)| places[i + 1..].iter().map(move |b| (*a, *b)));
        pairs.max_by_key(|(a, b)| (self.map.distance(*a, *b), std::cmp::Reverse((*a, *b))))
    }

    /// Hexes and streams before which infantry rolls, because they lie in an enemy Engagement Zone.
    fn ground_over(&self, p: &Position, mut overlay: Overlay) -> Overlay {
        overlay.explain_sides(&self.seat_names, |name| format!("Infantry of {name} rolls before it enters"));
        overlay.explain(Class::Both, "Infantry of either side rolls");
        overlay.explain(Class::Near, "A roll for the stream between two hexes");
        for hex in self.ground() {
            if let Some(modifier) = self.terrain(hex).training
                && let Some(class) = Class::of_seats(p.engaged(1, hex), p.engaged(0, hex))
            {
                overlay.mark(self.text(hex), class, Some(format_text!("{modifier:+}")));
            }
            for dir in 0..3u8 {
                let to = self.map.neighbour(hex, dir);
                let rolls = |from: Hex, to: Hex| p.engaged(0, to) || p.engaged(1, to) || from == to;
                if !to.is_none()
                    && self.playable(to)
                    && self.stream(hex, dir)
                    && self.side(hex, dir).training.is_some()
                    && (rolls(hex, to) || rolls(to, hex))
                {
                    overlay.line(self.text(hex), self.text(to), Class::Near);
                }
            }
        }
        overlay
    }

    fn proposed_over(&self, p: &Position, subject: &str, mut overlay: Overlay) -> Result<Overlay, Refusal> {
        let formation = match self.subject(subject)? {
            Subject::Unit(unit) => self.formation_of(unit),
            Subject::Formation(formation) => formation,
            _ => return Err(Refusal::plain(format!("{subject} is neither a unit nor a formation."))),
        };
        let id = &self.army.formations[formation].id;
        let best = self.propose(p, id)?.into_iter().next();
        let best = best.ok_or_else(|| Refusal::new(rule::R5_5a, "No two units can form a Line."))?;
        overlay.title = best.title;
        overlay.explain(Class::Good, "A place of the Line");
        overlay.explain(Class::Near, "A place that takes a Training Die Roll");
        overlay.explain(Class::Bad, "A unit that finds no place");
        for place in &best.places {
            let class = if place.rolls.is_empty() { Class::Good } else { Class::Near };
            if place.from != place.hex {
                overlay.line(place.from.clone(), place.hex.clone(), class);
            }
            let label = (place.chance < 1.0).then(|| format_text!("{:.0}%", place.chance * 100.0));
            overlay.mark(place.hex.clone(), class, label);
        }
        for id in &best.left_out {
            if let Some(unit) = self.unit_named(id) {
                let hex = self.text(p.unit(unit).hex);
                if !best.places.iter().any(|place| place.hex == hex) {
                    overlay.mark(hex, Class::Bad, None);
                }
            }
        }
        Ok(overlay)
    }

    // ---- movement, objectives ----------------------------------------------------------------

    fn reach_over(&self, p: &Position, subject: &str, mut overlay: Overlay) -> Result<Overlay, Refusal> {
        let reach = self.reach_of(p, subject)?;
        let name = |id: &str| match self.subject(id) {
            Ok(Subject::Unit(unit)) => self.unit_name(unit).to_owned(),
            Ok(Subject::Leader(leader)) => self.leader_name(p, leader),
            _ => id.to_owned(),
        };
        let names: Vec<String> = reach.unit.split('+').map(name).collect();
        overlay.title = format!("Movement range of {}", names.join(" and "));
        overlay.explain(Class::Near, "Can be reached, with the cost in movement points");
        overlay.explain(Class::Bad, "With a roll or under fire");
        overlay.explain(Class::Good, "Where it stands");
        overlay.mark(reach.from.clone(), Class::Good, None);
        overlay.mark_reach(reach.hexes);
        Ok(overlay)
    }

    fn objectives_over(&self, p: &Position, mut overlay: Overlay) -> Overlay {
        overlay.rule = self.ending_words(crate::position::Ending::Places(0)).1;
        overlay.explain_sides(&self.seat_names, |name| format!("Held by {name}"));
        overlay.explain(Class::Far, "Held by nobody");
        for hex in self.objectives() {
            let holder = (0..2u8).find(|side| self.occupies(p, *side, *hex));
            let place = self.map.place(*hex);
            let label = (!place.is_empty()).then(|| Text::new(place));
            overlay.mark(self.text(*hex), holder.map_or(Class::Far, Class::of_seat), label);
        }
        overlay
    }
}
