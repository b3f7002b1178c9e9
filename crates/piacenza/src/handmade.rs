//! Positions written by hand: set-up files for players, and small positions for tests.
//!
//! A short text has a line (or a part between semicolons) for each piece, `#` for comments. Only what
//! is listed is on the map. Mistakes are reported with their line.
//!
//! ```text
//! turn 3
//! activate fs-lw combat                   # check, billebaude, movement, bombardment, combat, commanders
//! used au-rw au-ce                        # wings that have had their activation
//! guardias-valonas 1614 reduced disordered
//! lw-art-1 1615 NE fired                  # facing the vertex between NE and the next direction
//! calatrava-cav+alcantara-cav 1617        # several units alike
//! sagunto-dr-foot 1618                    # dragoons on foot, by their own id
//! fc-douchez 1617 staff moved; cic-felipe 1519 stays=2
//! kohary-dr lost; wc-browne lost
//! smoke 1613 1612; melee guardias-valonas>1613; charge calatrava-cav>1616
//! objectives 1519 2313 2218 2626
//! held austrian; trophies austrian 6
//! ```
//!
//! Further lines: `phase P` (`selection`, the default; `reorganization`; `end`, of the turn),
//! `standard` (what is not listed stands as in the scenario). An activation without a segment begins
//! with the check of the Wing Commander's command. Words after a unit: a direction (batteries only),
//! `reduced`, `disordered`, `routed`, `billebaude`, `changed` (ranks, in this turn), `fired`,
//! `failed`; after a commander: `staff`, `moved`, `stays=N`.
//! Ids may be given without the prefix of the side, those of commanders also without that of their
//! rank, where that is plain.
//!
//! The same as JSON, where what is left out stands as in the scenario unless `only_listed` is true:
//!
//! ```json
//! {
//!   "turn": 3, "activate": {"wing": "fs-lw", "segment": "combat"}, "used": ["au-rw"],
//!   "units": {
//!     "guardias-valonas": {"hex": "1614", "reduced": true, "order": "disordered"},
//!     "lw-art-1": {"hex": "1615", "facing": "NE", "fired": true}, "kohary-dr": "lost"
//!   },
//!   "leaders": {"fc-douchez": {"hex": "1617", "staff": true}, "cic-felipe": "1519"},
//!   "smoke": ["1613"], "attacks": [{"kind": "melee", "unit": "guardias-valonas", "target": "1613"}],
//!   "objectives": ["1519", "2313", "2218", "2626"], "held": "austrian", "trophies": {"austrian": 6},
//!   "only_listed": true
//! }
//! ```
//!
//! Where objectives are chosen and none are named, they are the first of the scenario's list.

mod fields;
mod text;

use crate::battle::Battle;
use crate::flow::{Activation, EndTurn, Frame, Reorganize, Segment, Selection};
use crate::model::{LeaderId, UnitId, Victory, WingId};
use crate::position::{Attack, FormationSet, Place, Position, Unit, UnitSet, enemy};
use hexmap::Hex;
use kernel::handwritten::{Builder as _, Fields, Kind};
use serde_json::Value;

pub use kernel::handwritten::{position, read};

const NONE: &str = "there is no such unit or commander";
const UNITS: Kind = Kind { field: "units", word: "unit", none: NONE };
const LEADERS: Kind = Kind { field: "leaders", word: "commander", none: NONE };
const SEGMENTS: &[(&str, Segment)] = &[
    ("check", Segment::Check),
    ("billebaude", Segment::Billebaude),
    ("movement", Segment::Movement),
    ("bombardment", Segment::Bombardment),
    ("combat", Segment::Combat),
    ("commanders", Segment::Commanders),
];

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Selection,
    Reorganization,
    End,
}
const PHASES: &[(&str, Phase)] =
    &[("selection", Phase::Selection), ("reorganization", Phase::Reorganization), ("end", Phase::End)];

kernel::builder! {
    /// A position on its way, with all that is wrong so far.
    struct Builder of Battle, Position: pieces_placed, proceed, text::statement;
}

const FIELDS: &str =
    "turn phase activate used units leaders smoke attacks objectives held trophies only_listed";

impl Builder<'_> {
    fn build(&mut self, setup: &Value) {
        let (first, last) = (self.battle.scenario.first_turn, self.battle.scenario.last_turn);
        let mut fields = Fields::new(setup, "", FIELDS, &mut self.errors);
        let turn = fields.number("turn", first.into(), last.into()).unwrap_or(first.into()) as u8;
        let phase = fields.among("phase", PHASES).unwrap_or(Phase::Selection);
        let only_listed = fields.flag("only_listed").unwrap_or(false);
        let held = fields.word("held").map(str::to_owned);
        self.p.state.turn = turn;
        if only_listed {
            self.clear();
        }
        self.units(setup);
        self.leaders(setup);
        self.crowds();
        self.battle.rebuild(&mut self.p);
        if let Some(side) = held.and_then(|name| self.side("held", &name)) {
            self.p.state.held = side;
        }
        self.numbers(setup, "trophies", [0, 200], Self::side, |builder, side, points| {
            builder.p.state.trophies[side as usize] = points as u8;
        });
        self.objectives(setup.get("objectives"));
        for hex in self.hexes(setup.get("smoke"), "smoke") {
            if self.p.smoke.is_full() {
                self.wrong("smoke: there is no room for so much");
                break;
            }
            self.p.add_smoke(hex);
        }
        let wing = |builder: &mut Self, name: &str| builder.wing("used", name);
        for wing in self.names(setup.get("used"), "used", wing) {
            self.p.state.used.insert(wing);
        }
        self.p.state.stack.clear();
        self.p.push(match phase {
            Phase::Selection => Frame::Selection(Selection::new()),
            Phase::Reorganization => {
                Frame::Reorganize(Reorganize { side: 0, todo: self.battle.shaken_units(&self.p, 0) })
            }
            Phase::End => Frame::EndTurn(EndTurn {}),
        });
        if let Some(value) = setup.get("activate") {
            if phase != Phase::Selection {
                self.wrong("activate: wings are activated in the phase `selection`");
            }
            self.activate(value);
        }
        self.attacks(setup.get("attacks"));
    }

    // ---- names -----------------------------------------------------------------------------

    fn wing(&mut self, at: &str, name: &str) -> Option<WingId> {
        let battle = self.battle;
        let found = self.row(at, ("wing", name), &battle.army.wings, |id| id);
        if found.is_some_and(|wing| !battle.scenario.wings.iter().any(|wings| wings.contains(&wing))) {
            self.wrong(format!("{at}: {name} takes no part in this scenario"));
        }
        found
    }

    /// A hex in which a piece can be.
    fn room(&mut self, at: &str, number: &str) -> Option<Hex> {
        let hex = self.hex(at, number)?;
        if !self.battle.playable(hex) {
            self.wrong(format!("{at}: nobody can be in {number}"));
            return None;
        }
        Some(hex)
    }

    // ---- pieces ----------------------------------------------------------------------------

    fn clear(&mut self) {
        for unit in &mut self.p.state.units {
            *unit = Unit::default();
        }
        for leader in &mut self.p.state.leaders {
            (leader.place, leader.hex) = (Place::Away, Hex::NONE);
        }
    }

    fn units(&mut self, setup: &Value) {
        let find = |builder: &Self, name: &str| builder.battle.unit_found(name);
        self.pieces(setup, UNITS, find, |builder, unit, value, at| {
            if let Some(u) = builder.unit(unit, value, at) {
                builder.p.state.units[unit] = u;
            }
        });
    }

    fn unit(&mut self, unit: UnitId, value: &Value, at: &str) -> Option<Unit> {
        let battle = self.battle;
        let (mut u, hex) = fields::unit(battle, unit, value, at, &mut self.errors);
        let Some(number) = hex else {
            // only the step that it has lost is remembered
            return Some(Unit { place: u.place, reduced: u.reduced, ..Unit::default() });
        };
        u.hex = self.room(at, &number)?;
        let class = crate::model::Class::from(battle.arm(unit));
        if battle.terrain(u.hex).cost[class as usize].is_none() && !battle.map.has_road(u.hex) {
            self.wrong(format!("{at}: no unit of its kind can stand in {number}"));
        }
        Some(u)
    }

    fn leaders(&mut self, setup: &Value) {
        let find = |builder: &Self, name: &str| builder.battle.leader_found(name);
        self.pieces(setup, LEADERS, find, |builder, leader: LeaderId, value, at| {
            let (mut l, hex) = fields::leader(value, at, &mut builder.errors);
            if let Some(number) = hex {
                let Some(hex) = builder.room(at, &number) else { return };
                l.hex = hex;
            }
            *builder.p.leader_mut(leader) = l;
        });
    }

    /// Who may share a hex (6.0), and dragoons in both forms at once (10.5).
    fn crowds(&mut self) {
        let battle = self.battle;
        for hex in battle.map.hexes() {
            let here: UnitSet =
                self.p.units.ids().filter(|u| self.p.on_map(*u) && self.p.unit(*u).hex == hex).collect();
            if here.is_empty() {
                continue;
            }
            let number = battle.map.number(hex);
            let leaders: Vec<u8> = self.p.leaders_in(hex).map(|l| battle.army.leaders[l].side).collect();
            let one_side = self.one_side(number, here.iter().map(|u| battle.side_of(u)).chain(leaders));
            if one_side && !battle.legal_stack(here) {
                self.wrong(format!("hex {number}: more units than may stand together (6.0)"));
            }
        }
        for (unit, def) in battle.army.units.pairs() {
            if let crate::model::Dragoons::Foot { mounted } = def.dragoons
                && self.p.on_map(unit)
                && mounted.iter().any(|m| self.p.on_map(*m))
            {
                self.wrong(format!("units.{}: they are mounted too (10.5)", def.id));
            }
        }
    }

    // ---- the rest --------------------------------------------------------------------------

    fn objectives(&mut self, value: Option<&Value>) {
        let Victory::Objectives { hexes, chosen, .. } = &self.battle.scenario.victory else {
            if value.is_some() {
                self.wrong("objectives: none are chosen in this scenario");
            }
            return;
        };
        if value.is_none() {
            self.p.state.objectives = ((1u16 << chosen) - 1) as u8;
            return;
        }
        for hex in self.hexes(value, "objectives") {
            match hexes.iter().position(|h| *h == hex) {
                Some(index) => self.p.state.objectives |= 1 << index,
                None => {
                    let numbers: Vec<&str> = hexes.iter().map(|h| self.battle.map.number(*h)).collect();
                    let number = self.battle.map.number(hex);
                    self.wrong(format!("objectives: {number} is none of {}", numbers.join(", ")));
                }
            }
        }
        if self.errors.is_empty() && self.p.objectives.count_ones() != u32::from(*chosen) {
            self.wrong(format!("objectives: {chosen} are chosen (13.0)"));
        }
    }

    fn activate(&mut self, value: &Value) {
        let mut segment = Segment::Check;
        let name = match value.as_str() {
            Some(name) => Some(name),
            None => {
                let mut fields = Fields::new(value, "activate", "wing segment", &mut self.errors);
                segment = fields.among("segment", SEGMENTS).unwrap_or(segment);
                fields.needed("wing")
            }
        };
        let Some(wing) = name.and_then(|name| self.wing("activate", name)) else { return };
        let battle = self.battle;
        self.p.state.used.insert(wing);
        let units = battle.units_of_wing(&self.p, wing);
        let (todo, nobody) = (FormationSet::EMPTY, UnitSet::EMPTY);
        // a segment whose predecessor has nothing to do any more is the next one, made ready by the flow
        let (segment, units) = match segment {
            Segment::Billebaude => {
                (Segment::Billebaude, units.iter().filter(|u| self.p.unit(*u).billebaude).collect())
            }
            Segment::Movement => (Segment::Billebaude, nobody),
            Segment::Bombardment => (Segment::Rout, nobody),
            Segment::Combat => (Segment::Bombardment, nobody),
            other => (other, nobody),
        };
        self.p.push(Activation { wing, segment, todo, units });
    }

    /// Melee and Charge markers (9.2.1).
    fn attacks(&mut self, value: Option<&Value>) {
        let list = self.list(value, "attacks");
        for (i, value) in list.iter().enumerate() {
            let at = format!("attacks.{i}");
            let mut fields = Fields::new(value, &at, "kind unit target", &mut self.errors);
            let kind = fields.one_of("kind", &[("melee", false), ("charge", true)]);
            let (unit, target) = (fields.needed("unit"), fields.needed("target"));
            let (Some(charge), Some(unit), Some(target)) = (kind, unit, target) else { continue };
            let Some(unit) = self.found::<UnitId>(&at, self.battle.unit_found(unit), NONE) else { continue };
            let Some(target) = self.hex(&at, target) else { continue };
            let from = self.p.unit(unit).hex;
            let dir = if from.is_none() { None } else { self.battle.map.direction(from, target) };
            let Some(dir) = dir else {
                self.wrong(format!("{at}: the unit is not next to that hex"));
                continue;
            };
            if !self.p.holds(self.battle, enemy(self.battle.side_of(unit)), target) {
                self.wrong(format!("{at}: no enemy is in that hex"));
            }
            self.p.unit_mut(unit).attack = if charge { Attack::Charge(dir) } else { Attack::Melee(dir) };
        }
        let acting = self.p.activation().map(|a| a.wing);
        let others = self
            .p
            .units
            .ids()
            .any(|u| self.p.unit(u).attack != Attack::None && Some(self.battle.wing_of(u)) != acting);
        if others {
            self.wrong("attacks: only units of the wing that is activated attack");
        }
    }
}
