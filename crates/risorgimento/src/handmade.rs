//! Positions written by hand: set-up files for players, and small positions for tests.
//!
//! As a file it is JSON. Everything may be left out; what is left out is as the scenario has it: the
//! standard set-up on the map, the columns that are due by then waiting at the edge.
//!
//! ```json
//! {
//!   "turn": 3, "phase": "activation", "side": "austria", "initiative": "austria",
//!   "activate": "benedek",
//!   "units": {
//!     "33-gyulai": {"hex": "1614", "facing": "N", "status": "shaken", "lost": 2, "march": true},
//!     "5-aosta": "1412", "au-8-art": "column", "45-sigmund": "lost", "4-kjager": "later"
//!   },
//!   "leaders": {"benedek": {"hex": "1617"}, "radetzky": "1619"},
//!   "markers": [{"kind": "assault", "hex": "1614", "target": "1513"}],
//!   "mood": {"benedek": 1}, "activated": ["wohlgemuth"], "failed": {"benedek": 1},
//!   "control": {"austria": ["1116"]}, "corps": "asked", "only_listed": true
//! }
//! ```
//!
//! - `turn`: a number. `phase`: `setup`, `initiative`, `activation` (the sides try formations in turn,
//!   the default), `nonactivated`, `outofcommand`, `end` (of the turn).
//! - `initiative`: the side that won it. `side`: the side to act.
//! - `activate`: starts inside the activation of this formation; or an object with `formation`,
//!   `conduct` (a row of the Initiative Table: `fall_back`, `holds`, `cautious`, `own_judgement`,
//!   `attack`, `furious_attack`) and `stage` (`declare`, or `forces` once markers lie on the map).
//! - `units`, by id, with or without the prefix of the side: a hex number, a place (`column`, `later`,
//!   `lost`, `setup`), or an object with `hex` or `place`, `facing`, `status` (`good order`, `shaken`,
//!   `disordered`, `disorganized`), `lost` (strength points), `march` (`limbered` means the same),
//!   `square`, `exhausted`, `ammo` (`full`, `low`, `out`), `out_of_command`, `acted`, `did` (`nothing`,
//!   `moved`, `attacked`) and `spent` (movement points). Without `facing` a unit looks where the others
//!   in its hex look, else Piedmont south and Austria north.
//! - `leaders`: a hex number, a place, or an object with `hex` or `place`, `shown` and `moved`.
//! - `markers` of the formation that is activated; `served` is the one that has been used.
//! - `control`: hexes whose control matters. A unit in such a hex controls it anyway.
//! - `corps`: `undecided`, `notasked`, `asked`, or `{"arrives": 5}`.
//! - `only_listed`: pieces that are not named are taken off the map (`later`).
//! - `command_step`: works out who is out of command where a unit does not say; on unless `only_listed`.
//!
//! Every mistake is reported, with the field in which it stands.
//!
//! A set-up may also be a short text: a line (or a part between semicolons) for each piece, `#` for
//! comments. Only what is listed is on the map. Mistakes are reported with their line.
//!
//! ```text
//! turn 3
//! activate benedek                  # or: activate benedek attack forces
//! 33-gyulai 1614 N shaken -2 march
//! 21-paumgarten+4-grenzer 1615      # several units alike
//! 5-aosta 1412 S square
//! au-8-art column
//! benedek 1617
//! marker assault 1614>1513          # or: marker charge 1614>1513 served
//! control austria 1116 1317
//! mood benedek +1; failed benedek 1; activated wohlgemuth
//! ```
//!
//! Further lines: `phase P`, `side S`, `initiative S`, `corps asked`, `corps arrives 5`, `standard`
//! (what is not listed stands as in the scenario), `command` (the command step is made). Words after a
//! unit: a direction, a status, `-N`, `march` or `limbered`, `square`, `exhausted`, `low-ammo`,
//! `out-of-ammo`, `out-of-command`, `acted`, `moved`, `attacked`, `spent=2.5`; after a commander:
//! `shown`, `moved`.

mod fields;
mod text;

use crate::battle::{Battle, class};
use crate::flow::{
    Activation, ActivationStage, Alternation, EndTurn, Frame, Initiative, Late, LatePhase, LateStage, Setup,
    SetupStage,
};
use crate::model::{Conduct, Entry, FormationId, LeaderId, UnitId};
use crate::notation::short;
use crate::position::{Corps, Leader, Marker, MarkerKind, Place, Position, UnitSet, enemy};
use crate::rule;
use fields::UnitWords;
use hexmap::{Dir, Hex};
use kernel::handwritten::{Builder as _, Fields, Found, Kind, entries, words};
use kernel::{Game as _, Log};
use serde_json::Value;

pub use kernel::handwritten::{position, read};

impl Battle {
    /// The standard set-up as actions, for the macro `place standard`.
    pub(crate) fn standard_setup(&self, side: u8) -> Vec<String> {
        let mut steps = Vec::new();
        let mut taken: Vec<Hex> = Vec::new();
        for place in &self.scenario.standard {
            let unit = self.army.units.pairs().find(|(_, unit)| unit.id == place.id);
            let leader = self.army.leaders.iter().find(|leader| leader.id == place.id);
            let owner = unit.map(|(_, unit)| unit.side).or(leader.map(|leader| leader.side));
            if owner != Some(side) {
                continue;
            }
            steps.push(format!("place {} {}", short(&place.id), self.map.number(place.hex)));
            let Some((unit, _)) = unit else { continue };
            if !self.scenario.start_of(unit).march {
                steps.push(if place.march { "in march" } else { "ready" }.to_string());
            }
            if !taken.contains(&place.hex) {
                taken.push(place.hex);
                steps.push(format!("face {}", self.map.dir_names()[place.facing as usize]));
            }
        }
        if self.sets_up_last(side) {
            steps.push("done".to_string());
        }
        steps
    }

    /// The direction in which a side looks where nothing else is said: the side that is set up as its
    /// standard set-up does, the other towards it.
    fn usual_facing(&self, side: u8) -> Dir {
        let standard = self.scenario.standard.first().map_or(3, |s| s.facing);
        let set_up = self.scenario.setup.first().map_or(0, |a| a.side);
        if side == set_up { standard } else { (standard + 3) % 6 }
    }
}

kernel::builder! {
    /// A position on its way, with all that is wrong so far.
    struct Builder of Battle, Position: empty_position, run_on, text::statement;
}

/// Where the game stands.
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Setup,
    Initiative,
    Activation,
    Late(LatePhase),
    End,
}

const PHASES: &[(&str, Phase)] = &[
    ("setup", Phase::Setup),
    ("initiative", Phase::Initiative),
    ("activation", Phase::Activation),
    ("nonactivated", Phase::Late(LatePhase::NonActivated)),
    ("outofcommand", Phase::Late(LatePhase::OutOfCommand)),
    ("end", Phase::End),
];

const MARKERS: &[(&str, MarkerKind)] = &[("assault", MarkerKind::Assault), ("charge", MarkerKind::Charge)];

const UNITS: Kind = Kind { field: "units", word: "unit", none: "there is no such unit" };
const LEADERS: Kind = Kind { field: "leaders", word: "commander", none: "there is no such commander" };

const FIELDS: &str = "turn phase side initiative activate units leaders markers mood activated failed control corps only_listed \
                      command_step";

impl Builder<'_> {
    fn build(&mut self, setup: &Value) {
        let mut fields = Fields::new(setup, "", FIELDS, &mut self.errors);
        let turns = self.battle.scenario.turns;
        let turn = fields.number("turn", 1, turns.into()).unwrap_or(1) as u8;
        let phase = fields.kind("phase", "a phase", PHASES).unwrap_or(Phase::Activation);
        let side = fields.word("side").map(str::to_owned);
        let initiative = fields.word("initiative").map(str::to_owned);
        let only_listed = fields.flag("only_listed").unwrap_or(false);
        let command_step = fields.flag("command_step").unwrap_or(!only_listed);
        if phase == Phase::Setup && turn != 1 {
            fields.wrong("turn", "the set-up comes before the first turn".into());
        }
        self.p.turn = turn;
        let side = side.and_then(|name| self.side("side", &name));
        let initiative = initiative.and_then(|name| self.side("initiative", &name));
        let activate = setup.get("activate").and_then(|value| self.activate(value));

        self.corps(setup.get("corps"));
        if only_listed {
            self.clear();
        } else {
            self.as_in_the_scenario(phase);
        }
        let stated = self.units(setup);
        self.leaders(setup);
        self.facings();
        self.crowds();
        self.battle.rebuild(&mut self.p);
        self.control(setup.get("control"));
        self.formations(setup);

        let acting = activate.map(|a| self.battle.army.formations[a.formation].side);
        let first = initiative.or(side).or(acting).unwrap_or(self.battle.scenario.victory.attacker);
        self.p.initiative = first;
        self.p.to_act = match (side, acting) {
            (Some(side), _) => side,
            (None, Some(acting)) => enemy(acting),
            (None, None) => first,
        };
        if command_step && !matches!(phase, Phase::Setup | Phase::Initiative | Phase::End) {
            self.command(stated);
        }
        if activate.is_some() && phase != Phase::Activation {
            self.wrong("activate: formations are activated in the phase `activation`");
        }
        self.frames(phase, side);
        if let Some(activation) = activate {
            self.begin(activation, setup.get("markers").is_some());
        }
        self.markers(setup.get("markers"), acting);
        self.battle.show_overall_commanders(&mut self.p);
    }

    // ---- names -----------------------------------------------------------------------------

    fn formation(&mut self, at: &str, name: &str) -> Option<FormationId> {
        let battle = self.battle;
        self.row(at, ("formation", name), &battle.army.formations, short)
    }

    /// A hex in which a piece is; one without a number is in none.
    fn hex_of(&mut self, at: &str, number: Option<&str>) -> Option<Hex> {
        number.map_or(Some(Hex::NONE), |number| self.hex(at, number))
    }

    // ---- what is not listed ----------------------------------------------------------------

    fn clear(&mut self) {
        for unit in &mut self.p.state.units {
            unit.place = Place::Later;
        }
        for leader in &mut self.p.state.leaders {
            leader.place = Place::Later;
        }
    }

    fn as_in_the_scenario(&mut self, phase: Phase) {
        let scenario = &self.battle.scenario;
        if phase == Phase::Setup {
            return;
        }
        for place in &scenario.standard {
            if let Some(unit) = self.battle.army.units.find(|u| u.id == place.id) {
                let unit = &mut self.p.state.units[unit];
                (unit.place, unit.hex) = (Place::Map, place.hex);
                (unit.facing, unit.march) = (place.facing, place.march);
            }
            if let Some(leader) = self.battle.army.leaders.find(|l| l.id == place.id) {
                let leader = &mut self.p.state.leaders[leader];
                (leader.place, leader.hex) = (Place::Map, place.hex);
            }
        }
        let turn = self.p.turn;
        let mut due: Vec<&Entry> = scenario.entries.iter().filter(|e| e.turn <= turn).collect();
        if let (Some(corps), Corps::Arrives(first)) = (&scenario.corps, self.p.corps) {
            due.extend(corps.entries.iter().filter(|e| first + e.turn - 1 <= turn));
        }
        for entry in due {
            for unit in &entry.units {
                self.p.unit_mut(*unit).place = Place::Column;
            }
            for leader in &entry.leaders {
                self.p.state.leaders[*leader].place = Place::Column;
            }
        }
    }

    // ---- pieces ----------------------------------------------------------------------------

    /// Units by their entries; hands back those that say whether they are in command.
    fn units(&mut self, setup: &Value) -> UnitSet {
        let mut stated = UnitSet::EMPTY;
        let find = |builder: &Self, name: &str| builder.battle.army.units.found(name, short);
        self.pieces(setup, UNITS, find, |builder, unit, value, at| {
            let words = UnitWords::read(builder.battle, unit, value, at, &mut builder.errors);
            if words.out_of_command.is_some() {
                stated.insert(unit);
            }
            builder.unit(unit, &words, at);
        });
        stated
    }

    fn unit(&mut self, unit: UnitId, words: &UnitWords, at: &str) {
        let battle = self.battle;
        let def = &battle.army.units[unit];
        let Some(hex) = self.hex_of(at, words.hex.as_deref()) else { return };
        // in March also where only a road leads, as on a bridge (C 22.1)
        let stands = |hex: Hex| {
            battle.terrain(hex).cost[class(def.arm) as usize].is_some()
                || words.unit.march && battle.passable[hex.index()]
        };
        if !hex.is_none() && !stands(hex) {
            self.wrong(format!("{at}: no unit of its kind can stand in {}", battle.map.number(hex)));
        }
        let u = self.p.unit_mut(unit);
        *u = words.unit;
        (u.hex, u.facing) = (hex, words.facing.unwrap_or(fields::ASK_FACING));
    }

    fn leaders(&mut self, setup: &Value) {
        let find = |builder: &Self, name: &str| Found::one(builder.battle.army.leaders.of_any(name, short));
        self.pieces(setup, LEADERS, find, |builder, leader: LeaderId, value, at| {
            let (words, number) = fields::leader(value, at, &mut builder.errors);
            let Some(hex) = builder.hex_of(at, number.as_deref()) else { return };
            if !hex.is_none() && !builder.battle.passable[hex.index()] {
                builder.wrong(format!("{at}: nobody can be in {}", builder.battle.map.number(hex)));
            }
            builder.p.state.leaders[leader] = Leader { hex, ..words };
        });
    }

    /// Units without a facing of their own look where the others in the hex look.
    fn facings(&mut self) {
        for unit in self.p.units.ids() {
            let u = self.p.units[unit];
            if u.facing != fields::ASK_FACING {
                continue;
            }
            let others = self.p.units.iter().filter(|v| v.place == Place::Map && v.hex == u.hex);
            let facing = others.map(|v| v.facing).find(|f| *f != fields::ASK_FACING);
            let usual = self.battle.usual_facing(self.battle.army.units[unit].side);
            self.p.state.units[unit].facing = match u.place {
                Place::Map => facing.unwrap_or(usual),
                _ => 0,
            };
        }
    }

    /// Who may share a hex (3.1, 6.3.1).
    fn crowds(&mut self) {
        let battle = self.battle;
        for hex in battle.map.hexes() {
            let here: UnitSet = self
                .p
                .units
                .ids()
                .filter(|u| self.p.unit(*u).place == Place::Map && self.p.unit(*u).hex == hex)
                .collect();
            let Some(first) = here.first() else { continue };
            let number = battle.map.number(hex);
            let leaders: Vec<u8> = self.p.leaders_in(hex).map(|l| battle.army.leaders[l].side).collect();
            if !self.one_side(number, here.iter().map(|u| battle.side_of(u)).chain(leaders)) {
                continue;
            }
            let stacking = battle.stacking_of(here);
            let limit = battle.charts.stacking_limit;
            if stacking > limit {
                let rule = battle.number_of(rule::R6_3_1);
                let message = format!("{stacking} stacking points where {limit} have room");
                self.wrong(format!("hex {number}: {message} ({rule})"));
            }
            let facing = self.p.unit(first).facing;
            if here.iter().any(|u| self.p.unit(u).facing != facing) {
                let rule = battle.number_of(rule::R3_1);
                self.wrong(format!("hex {number}: its units face different ways ({rule})"));
            }
        }
    }

    // ---- the rest --------------------------------------------------------------------------

    fn corps(&mut self, value: Option<&Value>) {
        let Some(corps) = &self.battle.scenario.corps else {
            if value.is_some() {
                self.wrong("corps: no corps can be asked for in this scenario");
            }
            return;
        };
        let arrives = value.and_then(|v| v.get("arrives")).and_then(Value::as_u64);
        self.p.corps = match (value, value.and_then(Value::as_str)) {
            (None, _) if self.p.turn > corps.first_roll_turn => Corps::NotAsked,
            (None, _) | (_, Some("undecided")) => Corps::Undecided,
            (_, Some("notasked")) => Corps::NotAsked,
            (_, Some("asked")) => Corps::Asked,
            _ => match arrives {
                Some(turn) if (2..=u64::from(self.battle.scenario.turns)).contains(&turn) => {
                    Corps::Arrives(turn as u8)
                }
                _ => {
                    return self
                        .wrong("corps: `undecided`, `notasked`, `asked` or {\"arrives\": turn} is expected");
                }
            },
        };
    }

    fn control(&mut self, value: Option<&Value>) {
        let mut stated: Vec<(Hex, u8)> = Vec::new();
        for (name, value) in entries(value, "control", &mut self.errors) {
            let at = format!("control.{name}");
            let side = self.side(&at, name);
            for number in words(value, &at, &mut self.errors) {
                let (Some(hex), Some(side)) = (self.hex(&at, number), side) else { continue };
                let Some(i) = self.battle.watched.iter().position(|h| *h == hex) else {
                    self.wrong(format!("{at}: control of {number} does not matter"));
                    continue;
                };
                if stated.iter().any(|(h, s)| *h == hex && *s != side) {
                    self.wrong(format!("{at}: {number} is given to both sides"));
                }
                stated.push((hex, side));
                self.set_control(i, side);
            }
        }
        for i in 0..self.battle.watched.len() {
            let hex = self.battle.watched[i];
            let Some(unit) = self.p.in_hex(hex).first() else { continue };
            let side = self.battle.side_of(unit);
            if stated.iter().any(|(h, s)| *h == hex && *s != side) {
                let (number, name) =
                    (self.battle.map.number(hex), &self.battle.army.sides[side as usize].name);
                let rule = self.battle.number_of(rule::R1_3b);
                self.wrong(format!("control: {name} has units in {number} and controls it ({rule})"));
            }
            self.set_control(i, side);
        }
    }

    fn set_control(&mut self, watched: usize, side: u8) {
        let bit = 1u64 << watched;
        self.p.state.control = if side == 1 { self.p.control | bit } else { self.p.control & !bit };
    }

    fn formations(&mut self, setup: &Value) {
        let charts = &self.battle.charts;
        let (low, high) = (i64::from(charts.mood_min), i64::from(charts.mood_max));
        self.numbers(setup, "mood", [low, high], Self::formation, |builder, formation, mood| {
            builder.p.state.formations[formation].mood = mood as i8;
        });
        self.numbers(setup, "failed", [0, 9], Self::formation, |builder, formation, failed| {
            builder.p.state.formations[formation].failed = failed as u8;
        });
        let find = |builder: &mut Self, name: &str| builder.formation("activated", name);
        for formation in self.names(setup.get("activated"), "activated", find) {
            self.activated(formation);
        }
    }

    fn activated(&mut self, formation: FormationId) {
        let def = &self.battle.army.formations[formation];
        let state = &mut self.p.state;
        if !state.formations[formation].activated {
            state.formations[formation].activated = true;
            state.activations[def.side as usize] += 1;
        }
        // he is turned face up by his activation (8.7c)
        state.leaders[def.leader].shown = true;
    }

    /// The command step for the units that do not say whether they are in command.
    fn command(&mut self, stated: UnitSet) {
        let before = self.p.state.units.clone();
        self.battle.command_step(&mut self.p, &mut Log::off());
        for unit in stated {
            self.p.unit_mut(unit).out_of_command = before[unit].out_of_command;
        }
    }

    // ---- where the game stands -------------------------------------------------------------

    fn frames(&mut self, phase: Phase, side: Option<u8>) {
        let late = side.unwrap_or(enemy(self.p.initiative));
        self.p.push(match phase {
            Phase::Setup => Frame::Setup(Setup { unit: UnitId::NOBODY, stage: SetupStage::Place }),
            Phase::Initiative => Frame::Initiative(Initiative { totals: [0; 2], next: 0 }),
            Phase::Activation => Frame::Alternation(Alternation {}),
            Phase::Late(phase) => Frame::Late(Late { phase, side: late, stage: LateStage::Start }),
            Phase::End => Frame::EndTurn(EndTurn::Victory),
        });
    }

    fn activate(&mut self, value: &Value) -> Option<Activation> {
        if let Some(name) = value.as_str() {
            let formation = self.formation("activate", name)?;
            return Some(Activation {
                formation,
                conduct: Conduct::Normal,
                stage: ActivationStage::Recovery,
            });
        }
        let mut fields = Fields::new(value, "activate", "formation conduct stage", &mut self.errors);
        let conduct = match fields.word("conduct") {
            None => Conduct::Normal,
            Some(word) => match serde_json::from_value(Value::from(word)) {
                Ok(conduct) => conduct,
                Err(_) => {
                    fields.wrong("conduct", format!("`{word}` is not a row of the Initiative Table"));
                    Conduct::Normal
                }
            },
        };
        let stages = [("declare", ActivationStage::Declare), ("forces", ActivationStage::Forces)];
        // without one it is filled in by `begin`
        let stage = fields.kind("stage", "a stage", &stages).unwrap_or(ActivationStage::Recovery);
        let Some(name) = fields.word("formation") else {
            self.wrong("activate: a formation is expected");
            return None;
        };
        let formation = self.formation("activate.formation", name)?;
        Some(Activation { formation, conduct, stage })
    }

    fn begin(&mut self, activation: Activation, marked: bool) {
        let mut activation = activation;
        self.activated(activation.formation);
        let def = &self.battle.army.formations[activation.formation];
        let foe = enemy(def.side);
        for unit in def.units.iter().copied() {
            let u = *self.p.unit(unit);
            self.p.unit_mut(unit).began_in_zone = u.place == Place::Map && self.p.zone(foe, u.hex);
        }
        if activation.stage == ActivationStage::Recovery {
            let row = self.battle.initiative_row(activation.conduct);
            let may_mark = row.is_none_or(|r| r.markers_allowed) && !marked;
            activation.stage = if may_mark { ActivationStage::Declare } else { ActivationStage::Forces };
        }
        self.p.push(activation);
    }

    fn markers(&mut self, value: Option<&Value>, acting: Option<u8>) {
        let list = self.list(value, "markers");
        if acting.is_none() && !list.is_empty() {
            return self.wrong("markers: only an activated formation has markers; name it with `activate`");
        }
        for (i, value) in list.iter().enumerate() {
            let at = format!("markers.{i}");
            let mut fields = Fields::new(value, &at, "kind hex target served", &mut self.errors);
            let kind = fields.one_of("kind", MARKERS);
            let served = fields.is("served");
            let (hex, target) = (fields.needed("hex"), fields.needed("target"));
            let (Some(kind), Some(hex), Some(target)) = (kind, hex, target) else { continue };
            let (Some(hex), Some(target)) = (self.hex(&at, hex), self.hex(&at, target)) else { continue };
            let Some(dir) = self.battle.map.direction(hex, target) else {
                self.wrong(format!("{at}: the two hexes are not neighbours"));
                continue;
            };
            if self.p.marker_at(hex).is_some() {
                self.wrong(format!("{at}: there is a marker in this hex already"));
            } else if self.p.markers.is_full() {
                self.wrong(format!("{at}: no formation has so many markers"));
            } else {
                self.p.state.markers.push(Marker { kind, hex, dir, served });
            }
        }
    }
}
