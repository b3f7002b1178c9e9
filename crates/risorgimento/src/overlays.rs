//! What can be laid over the board: zones of reaction, command, sight and fire, objectives, heights,
//! and where a piece could get to. Each is made of what the viewer may know (8.7): positions, arms,
//! facings and march orders lie open, who lies face down does not.

use crate::battle::Battle;
use crate::data::factor_words;
use crate::flow::Frame;
use crate::model::{FormationId, LeaderId, UnitId};
use crate::movement::points;
use crate::position::{Place, Position};
use crate::query::{Subject, unknown};
use crate::rule;
use hexmap::Hex;
use kernel::{Class, Overlay, OverlayInfo, OverlaySubject, Question, Refusal, Text, Viewer, format_text};

pub(crate) static OVERLAYS: [OverlayInfo; 8] = [
    OverlayInfo::new("zones", "Zones of reaction", rule::R3a, OverlaySubject::None, 'z'),
    OverlayInfo::new("command", "Command ranges", rule::R5_2, OverlaySubject::None, 'c'),
    OverlayInfo::new("command-of", "Command range of a formation", rule::R5_2, OverlaySubject::Unit, 'g'),
    OverlayInfo::new("sight", "Line of sight from a hex", rule::R9_4_4a, OverlaySubject::Hex, 'l'),
    OverlayInfo::new("fire", "Field of fire of a unit", rule::R9b, OverlaySubject::Unit, 'f'),
    OverlayInfo::new("reach", "Movement range", rule::R8a, OverlaySubject::Unit, 'm'),
    OverlayInfo::new("objectives", "Objectives and who holds them", rule::R16a, OverlaySubject::None, 'o'),
    OverlayInfo::new(
        "heights",
        "Heights and what blocks the line of sight",
        rule::R14,
        OverlaySubject::None,
        'e',
    ),
];

impl Battle {
    pub(crate) fn laid_over(&self, asked: Question<Position>, id: &str) -> Result<Overlay, Refusal> {
        let info = OverlayInfo::find(&OVERLAYS, id)?;
        let (p, overlay) = (asked.position, info.empty());
        match info.id {
            "zones" => Ok(self.zones_over(p, overlay)),
            "command" => Ok(self.command_over(p, asked.viewer, overlay)),
            "command-of" => self.command_of_over(asked, overlay),
            "sight" => self.sight_over(p, asked.subject, overlay),
            "fire" => self.fire_over(asked, overlay),
            "reach" => self.reach_over(asked, overlay),
            "objectives" => Ok(self.objectives_over(p, overlay)),
            _ => Ok(self.heights_over(overlay)),
        }
    }

    // ---- zones of reaction (3) -----------------------------------------------------------------

    fn zones_over(&self, p: &Position, mut overlay: Overlay) -> Overlay {
        overlay.explain_sides(&self.seat_names, |name| format!("Zone of reaction of {name}"));
        overlay.explain(Class::Both, "In a zone of either side");
        let zones = |hex: Hex| [p.zone(0, hex), p.zone(1, hex)];
        overlay.mark_sides(self.map.hexes().map(|hex| (self.map.number(hex), zones(hex), None)));
        overlay
    }

    // ---- command (5) ---------------------------------------------------------------------------

    /// A commander on the map whom the viewer knows.
    fn seen_leader(&self, p: &Position, viewer: Viewer, leader: LeaderId) -> bool {
        p.leaders[leader].place == Place::Map && viewer.may_see(self.leader_seen_by(p, leader))
    }

    /// The range of every formation commander that the viewer knows.
    fn command_over(&self, p: &Position, viewer: Viewer, mut overlay: Overlay) -> Overlay {
        let mut covered = vec![[false; 2]; self.map.len()];
        for def in &self.army.formations {
            if self.seen_leader(p, viewer, def.leader) {
                let from = p.leaders[def.leader].hex;
                self.trace(p, def.side, from, self.charts.command_range, |reach| {
                    for hex in reach.reached() {
                        covered[hex.index()][def.side as usize] = true;
                    }
                });
            }
        }
        let range = points(self.charts.command_range);
        overlay
            .explain_sides(&self.seat_names, |name| format!("Within {range} hexes of a commander of {name}"));
        overlay.explain(Class::Both, "Within the range of commanders of both sides");
        overlay.mark_sides(self.map.hexes().map(|hex| (self.map.number(hex), covered[hex.index()], None)));
        overlay
    }

    /// The formation that a unit, a commander or a formation's own name stands for.
    fn formation_meant(&self, p: &Position, viewer: Viewer, subject: &str) -> Result<FormationId, Refusal> {
        match self.named(viewer, subject)? {
            Subject::Unit(unit) if self.knows(p, viewer, unit) => Ok(self.formation_of(unit)),
            Subject::Unit(_) => Err(unknown("unit")),
            Subject::Leader(leader) if !viewer.may_see(self.leader_seen_by(p, leader)) => {
                Err(unknown("commander"))
            }
            Subject::Leader(leader) => self.army.leaders[leader]
                .formation
                .ok_or_else(|| Refusal::new(rule::R2_2_3, "An Overall Commander leads no formation.")),
            Subject::Formation(formation) => Ok(formation),
            Subject::Hex(_) => Err(Refusal::plain(format!("{subject} is neither a unit nor a formation."))),
        }
    }

    /// How far the command of one formation reaches, and which of its units are beyond it.
    fn command_of_over(&self, asked: Question<Position>, mut overlay: Overlay) -> Result<Overlay, Refusal> {
        let Question { position: p, viewer, subject } = asked;
        let formation = self.formation_meant(p, viewer, subject)?;
        let def = &self.army.formations[formation];
        if !viewer.may_see(self.leader_seen_by(p, def.leader)) {
            return Err(unknown("commander"));
        }
        let leader = p.leaders[def.leader];
        let name = &self.army.leaders[def.leader].name;
        if leader.place != Place::Map {
            let words = format!("{name} is not on the map: nobody is in his range.");
            return Err(Refusal::new(rule::R5_2, words));
        }
        let from = self.map.number(leader.hex);
        overlay.title = format!("Command range of {name}, {}", def.name);
        overlay.explain(Class::Near, "In range, with the distance as command counts it");
        overlay.explain(Class::Good, "A unit of the formation in range");
        overlay.explain(Class::Bad, "A unit of the formation out of range");
        let stands =
            |hex: Hex| def.units.iter().any(|u| p.unit(*u).place == Place::Map && p.unit(*u).hex == hex);
        self.trace(p, def.side, leader.hex, self.charts.command_range, |reach| {
            for hex in self.map.hexes() {
                let cost = reach.cost(hex);
                let class = match (cost, stands(hex)) {
                    (Some(_), true) => Class::Good,
                    (None, true) => Class::Bad,
                    (Some(_), false) => Class::Near,
                    (None, false) => continue,
                };
                let label = cost.map(|cost| points(cost as u8).into());
                overlay.mark_from(from, self.map.number(hex), class, label);
            }
        });
        Ok(overlay)
    }

    // ---- sight and fire (9) ----------------------------------------------------------------------

    /// The factor of artillery at a distance, for a label.
    fn factor_at(&self, distance: u8) -> Text {
        let table = &self.charts.artillery_factor;
        let (numerator, denominator) = table[usize::from(distance.max(1) - 1).min(table.len() - 1)];
        factor_words(numerator, denominator).into()
    }

    fn sees(&self, p: &Position, a: Hex, b: Hex) -> bool {
        self.map.distance(a, b) <= 1 || self.line_of_sight(p, a, b)
    }

    fn sight_over(&self, p: &Position, subject: &str, mut overlay: Overlay) -> Result<Overlay, Refusal> {
        let from = OverlayInfo::hex(self.map.find(subject.trim()), subject)?;
        let (near, far) = (self.charts.infantry_range, self.charts.artillery_range);
        overlay.title = format!("Line of sight from {}", self.hex_words(from));
        overlay.explain(Class::Near, "In sight and in range of infantry and artillery");
        overlay.explain(Class::Far, "In sight of artillery, with the factor of its strength");
        overlay.explain(Class::Blocked, "In range, but units or buildings bar the line");
        for to in self.map.within(from, far).filter(|to| *to != from) {
            let distance = self.map.distance(from, to);
            let class = match self.sees(p, from, to) {
                false => Class::Blocked,
                true if distance <= near => Class::Near,
                true => Class::Far,
            };
            let label = (class != Class::Blocked).then(|| self.factor_at(distance));
            overlay.mark(self.map.number(to), class, label);
        }
        Ok(overlay)
    }

    /// A unit that the viewer knows, on the map.
    fn known_unit(&self, p: &Position, viewer: Viewer, subject: &str) -> Result<UnitId, Refusal> {
        match self.named(viewer, subject)? {
            Subject::Unit(unit) if !self.knows(p, viewer, unit) => Err(unknown("unit")),
            Subject::Unit(unit) if p.unit(unit).place != Place::Map => {
                Err(Refusal::plain("It is not on the map."))
            }
            Subject::Unit(unit) => Ok(unit),
            _ => Err(Refusal::plain(format!("{subject} is not a unit."))),
        }
    }

    /// Where a unit could fire to as it stands: front, range and sight.
    fn fire_over(&self, asked: Question<Position>, mut overlay: Overlay) -> Result<Overlay, Refusal> {
        let Question { position: p, viewer, subject } = asked;
        let unit = self.known_unit(p, viewer, subject)?;
        let (def, from) = (&self.army.units[unit], p.unit(unit).hex);
        let range = def.range;
        if range == 0 {
            return Err(Refusal::new(rule::R9a, format!("{} does not fire.", def.name)));
        }
        let gun = self.is_gun(unit);
        overlay.title = format!("Field of fire of {}", def.name);
        let words = if gun {
            "In its field of fire, with the factor of its strength"
        } else {
            "In its field of fire"
        };
        overlay.explain(Class::Near, words);
        overlay.explain(Class::Good, "An enemy in its field of fire");
        overlay.explain(Class::Far, "Behind its front");
        overlay.explain(Class::Blocked, "In range, but units or buildings bar the line");
        let foe = crate::position::enemy(def.side);
        for to in self.map.within(from, range).filter(|to| *to != from) {
            let class = match self.check_aim(p, unit, to) {
                Ok(()) if p.holds(self, foe, to) => Class::Good,
                Ok(()) => Class::Near,
                Err(no) if no.0 == rule::R9b => Class::Far,
                Err(_) => Class::Blocked,
            };
            let aimed = matches!(class, Class::Good | Class::Near);
            let label = (gun && aimed).then(|| self.factor_at(self.map.distance(from, to)));
            overlay.mark_from(self.map.number(from), self.map.number(to), class, label);
        }
        Ok(overlay)
    }

    // ---- movement (8) ----------------------------------------------------------------------------

    fn reach_over(&self, asked: Question<Position>, mut overlay: Overlay) -> Result<Overlay, Refusal> {
        let Question { position: p, viewer, subject } = asked;
        // with nobody named, the force or the commander in hand
        let in_hand = match p.now() {
            Some(Frame::Act(f)) => Some(self.units_text(f.units)),
            Some(Frame::Ride(f)) => Some(self.leader_id(f.leader).to_string()),
            _ => None,
        };
        let named = match (subject.trim(), in_hand) {
            ("", Some(force)) if self.owns_decision(p, viewer) => force,
            (subject, _) => subject.to_string(),
        };
        let reach = self.reach_of(p, viewer, &named)?;
        overlay.title = format!("Movement range of {} with {} points", reach.unit, reach.allowance);
        overlay.explain(Class::Near, "Within reach, with the cost");
        overlay.explain(Class::Bad, "Within reach, but something happens on the way");
        overlay.mark_reach(reach.hexes);
        Ok(overlay)
    }

    fn owns_decision(&self, p: &Position, viewer: Viewer) -> bool {
        matches!(p.wait, crate::flow::Wait::Decide(side) if viewer.owns(side))
    }

    // ---- the ground --------------------------------------------------------------------------------

    fn objectives_over(&self, p: &Position, mut overlay: Overlay) -> Overlay {
        overlay.explain_sides(&self.seat_names, |name| format!("Held by {name}"));
        for control in self.control_shown(p) {
            let Some(seat) = control.seat else { continue };
            let label = if control.worth == "decisive" { &control.worth } else { &control.name }.clone();
            overlay.mark(
                control.hex.clone(),
                Class::of_seat(seat),
                Some(label).filter(|label| !label.is_empty()),
            );
        }
        overlay
    }

    fn heights_over(&self, mut overlay: Overlay) -> Overlay {
        let levels = || self.map.hexes().map(|hex| self.map.level(hex));
        let (low, high) = (levels().min().unwrap_or(0), levels().max().unwrap_or(0));
        if low == high {
            overlay.explain(Class::Near, "The whole field lies on one level");
        } else {
            overlay.explain(Class::Near, format!("Above level {low}, with the level"));
        }
        overlay.explain(Class::Blocked, "Buildings that block the line of sight");
        for hex in self.map.hexes() {
            let level = self.map.level(hex);
            let label = (level > low).then(|| format_text!("{level}"));
            let class = match self.terrain(hex).blocks_los {
                true => Class::Blocked,
                false if level > low => Class::Near,
                false => continue,
            };
            overlay.mark(self.map.number(hex), class, label);
        }
        overlay
    }
}
