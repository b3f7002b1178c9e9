//! Chapter 9: fire. Who may fire at what, ammunition, strength, column and roll, and the result.

use crate::action::Action;
use crate::battle::Battle;
use crate::cohesion::{CheckKind, Halt, Losses};
use crate::flow::{Frame, RollKind};
use crate::model::{Arm, Cell, FormationId, UnitId};
use crate::movement::{Act, ActStage, Mode};
use crate::position::{Ammo, Did, Marker, MarkerKind, Place, Position, UnitSet, enemy};
use crate::reaction::Trigger;
use crate::rule;
use crate::words::{Asked, Offer};
use hexmap::{Between, Hex};
use kernel::{Log, Modifier, Modify, No, Procedure, Roster, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

kernel::frames! {
    of Battle;

    pub struct Fire {
        pub firers: UnitSet,
        pub from: Hex,
        pub target: UnitSet,
        pub target_hex: Hex,
        pub moved: bool,
        /// Fire in reaction.
        pub reaction: bool,
        /// Causes no further reaction.
        pub last: bool,
        pub stage: FireStage,
        /// Units with Low Ammo that roll before they fire.
        pub low: UnitSet,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FireStage {
    Ammunition,
    Fire,
    Result,
    Over,
}

/// Strength, column and roll modifiers of a fire before the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FireSum {
    pub strength: u8,
    pub column: u8,
    pub drm: i8,
}

impl Battle {
    // ---- who fires (9, 9.2) ------------------------------------------------------------------

    /// Batteries of a formation in a hex that fire together as an action (9.2).
    pub(crate) fn batteries(&self, p: &Position, hex: Hex, formation: FormationId) -> UnitSet {
        p.in_hex(hex)
            .iter()
            .filter(|u| {
                let unit = p.unit(*u);
                self.is_gun(*u)
                    && self.formation_of(*u) == formation
                    && !unit.march
                    && unit.ammo != Ammo::Out
                    && !unit.out_of_command
            })
            .filter(|u| !p.unit(*u).acted || self.in_hand(p).has(*u))
            .collect()
    }

    /// Light infantry of a formation in a hex that fires together as an action (9.2, R14).
    fn riflemen(&self, p: &Position, hex: Hex, formation: FormationId) -> UnitSet {
        p.in_hex(hex)
            .iter()
            .filter(|u| {
                self.is_light(*u) && self.formation_of(*u) == formation && p.unit(*u).ammo != Ammo::Out
            })
            .filter(|u| !p.unit(*u).out_of_command && (!p.unit(*u).acted || self.in_hand(p).has(*u)))
            .collect()
    }

    /// The force that is acting now.
    fn in_hand(&self, p: &Position) -> UnitSet {
        match p.state.stack.last() {
            Some(Frame::Act(f)) => f.units,
            _ => UnitSet::EMPTY,
        }
    }

    /// A line of sight that neither ground nor units bar (9.4.4).
    pub fn line_of_sight(&self, p: &Position, a: Hex, b: Hex) -> bool {
        self.sight.clear_past(&self.map, a, b, |h| p.occupied(h))
    }

    /// Whether the firing hex may fire at the hex: front, range and line of sight (9b, 9.1, 9.4.4a).
    pub(crate) fn check_aim(&self, p: &Position, firer: UnitId, target: Hex) -> Result<(), No> {
        let from = p.unit(firer).hex;
        let range = if self.is_gun(firer) { self.charts.artillery_range } else { self.charts.infantry_range };
        let distance = self.map.distance(from, target);
        if distance > range {
            let rule = if self.is_gun(firer) { rule::R9_1 } else { rule::R9_1_1 };
            return Err(No(rule, "The target is out of range."));
        }
        let words = "Units fire only into or through their front hexes.";
        No::when(self.is_rear(p, firer, target), rule::R9b, words)?;
        if distance > 1 && !self.line_of_sight(p, from, target) {
            return Err(self.why_no_sight(p, from, target));
        }
        Ok(())
    }

    /// What bars a line of fire (9.4.4b, 9.4.4c).
    fn why_no_sight(&self, p: &Position, a: Hex, b: Hex) -> No {
        let bars = |h: Hex| !h.is_none() && (p.occupied(h) || self.terrain(h).blocks_los);
        let barred = self.map.line(a, b).find_map(|between| match between {
            Between::One(h) if bars(h) && p.occupied(h) => {
                Some(No(rule::R9_4_4b, "Units block the line of fire."))
            }
            Between::One(h) if bars(h) => Some(No(rule::R9_4_4b, "Buildings block the line of fire.")),
            Between::Pair(left, right) if bars(left) && bars(right) => {
                Some(No(rule::R9_4_4c, "The line of fire runs along a hexside and is blocked on both sides."))
            }
            _ => None,
        });
        barred.unwrap_or(No(rule::R9_4_4a, "There is no line of sight to the target."))
    }

    /// The target force in a hex: its artillery, or all the rest (9c, R50).
    pub fn target_force(&self, p: &Position, hex: Hex, guns: bool) -> UnitSet {
        p.in_hex(hex).iter().filter(|u| self.is_gun(*u) == guns).collect()
    }

    pub(crate) fn battery_has_target(&self, p: &Position, hex: Hex, side: u8) -> bool {
        p.units.pairs().any(|(i, u)| {
            u.place == Place::Map
                && self.printed[i].side != side
                && self.map.distance(hex, u.hex) <= self.charts.artillery_range
                && (self.map.distance(hex, u.hex) == 1 || self.line_of_sight(p, hex, u.hex))
        })
    }

    /// Guns in an enemy zone can fire at a neighbour, after turning if they have not turned yet (R31).
    pub(crate) fn guns_can_fire_near(&self, p: &Position, hex: Hex, units: UnitSet, turned: bool) -> bool {
        let Some(first) = units.first() else { return false };
        let foe = enemy(self.side_of(first));
        self.fire_allowed(self.conduct(p))
            && self.batteries(p, hex, self.formation_of(first)) == units
            && self.map.neighbours(hex).iter().any(|h| {
                !h.is_none() && p.holds(self, foe, *h) && (!turned || self.check_aim(p, first, *h).is_ok())
            })
    }

    /// Whether light infantry could fire out of an Assault marker hex, where it stands or would arrive
    /// (9.2.3a): it needs no points for the target hex as an assault does.
    pub(crate) fn rifles_could_fire(&self, p: &Position, f: &Act, hex: Hex) -> bool {
        let Some(first) = f.units.first().filter(|u| self.is_light(*u)) else { return false };
        let able = f.units.iter().all(|u| self.is_light(u) && p.unit(u).ammo != Ammo::Out);
        if !able || !self.fire_allowed(self.conduct(p)) {
            return false;
        }
        let Some(at) = p.marker_at(hex) else { return false };
        let m = p.markers[at];
        if m.kind != MarkerKind::Assault || !self.has_target(p, self.side_of(first), m) {
            return false;
        }
        if f.must_leave_marker(at, m) {
            return false;
        }
        if hex == f.hex {
            let whole = f.entered > 0 || f.units == self.riflemen(p, hex, self.formation_of(first));
            return whole
                && (!self.is_rear(p, first, self.target_of(m)) || self.check_facing(p, f, m.dir).is_ok());
        }
        // on arrival it turns as it likes, but for the facing of friends and of a road (8.2b, 8.3.3b)
        let facing = p.in_hex(hex).without(f.units).first().map(|friend| p.unit(friend).facing);
        self.all_round(hex)
            || match facing {
                Some(facing) => hexmap::is_front(facing, m.dir),
                None => f.units.iter().all(|u| !p.unit(u).march),
            }
    }

    // ---- fire as an action (9.2) -------------------------------------------------------------

    pub(crate) fn legal_fire_action(&self, p: &Position, f: &Act, out: &mut Vec<Action>) {
        let Some(first) = f.units.first() else { return };
        let guns = self.is_gun(first) && f.entered == 0 && !f.changed;
        if !guns && !f.units.iter().all(|u| self.is_light(u)) {
            return;
        }
        let side = self.side_of(first);
        let range = if self.is_gun(first) { self.charts.artillery_range } else { self.charts.infantry_range };
        let from = out.len();
        for (i, u) in p.units.pairs() {
            let near = u.place == Place::Map
                && self.printed[i].side != side
                && self.map.distance(f.hex, u.hex) <= range;
            let action = Action::Fire { hex: u.hex, guns: self.is_gun(i) };
            if near
                && !out[from..].contains(&action)
                && self.check_fire_action(p, f, u.hex, self.is_gun(i)).is_ok()
            {
                out.push(action);
            }
        }
        // by hex: the order of the army list would tell who lies face down
        out[from..].sort_by_key(|action| match action {
            Action::Fire { hex, guns } => (*hex, *guns),
            _ => (Hex::NONE, false),
        });
    }

    pub(crate) fn check_fire_action(&self, p: &Position, f: &Act, hex: Hex, guns: bool) -> Result<(), No> {
        let Some(first) = f.units.first() else { return Err(No(rule::R9a, "Nobody is left to fire.")) };
        let words = "It may not fire during this move.";
        No::when(f.hex.is_none() || f.mode != Mode::Ordinary, rule::R9a, words)?;
        let side = self.side_of(first);
        let formation = self.formation_of(first);
        let words = "The commander falls back without firing.";
        No::when(!self.fire_allowed(self.conduct(p)), rule::R6_2, words)?;
        let words = "It is out of ammunition.";
        No::when(f.units.iter().any(|u| p.unit(u).ammo == Ammo::Out), rule::R9_4_3b, words)?;
        if self.is_gun(first) {
            let words = "Limbered artillery cannot fire.";
            No::when(f.units.iter().any(|u| p.unit(u).march), rule::R8_4a, words)?;
            No::when(f.entered > 0 || f.changed, rule::R9_2_2, "Artillery that fires cannot move.")?;
            let words = "All batteries of the formation in the hex fire together.";
            No::when(f.units != self.batteries(p, f.hex, formation), rule::R9_2, words)?;
            // guns that began in a zone attack who is beside them or leave (3.2, R31)
            let bound = p.unit(first).began_in_zone && p.zone(enemy(side), f.hex);
            if bound && self.map.distance(f.hex, hex) > 1 && self.finishable(p, f, f.hex, f.left, 0) {
                return Err(No(
                    rule::R3_2,
                    "In an enemy zone of reaction guns must fire at an enemy beside them, or leave.",
                ));
            }
        } else {
            let words = "Only light infantry and artillery fire as an action.";
            No::when(!f.units.iter().all(|u| self.is_light(u)), rule::R9_2_3b, words)?;
            // who has moved fires alone: those who stand here have an action of their own
            let words = "All light infantry of the formation in the hex fires together.";
            No::when(f.entered == 0 && f.units != self.riflemen(p, f.hex, formation), rule::R9_2, words)?;
            let marker = p.marker_at(f.hex).map(|at| (at, p.markers[at]));
            let aimed = |m: &Marker| m.kind == MarkerKind::Assault && self.has_target(p, side, *m);
            match marker.filter(|(_, m)| aimed(m)) {
                Some((_, m)) if self.target_of(m) != hex => {
                    return Err(No(rule::R9_2_3a, "It fires at the hex that the marker points at."));
                }
                Some((at, m)) if f.must_leave_marker(at, m) => {
                    return Err(No(rule::R7_1_4, "Another marker still waits for this force."));
                }
                Some(_) => {}
                None if f.entered > 0 => {
                    return Err(No(
                        rule::R9_2_3a,
                        "Light infantry that moves may fire only from a hex with an Assault marker.",
                    ));
                }
                None if p.unit(first).began_in_zone && p.zone(enemy(side), f.hex) => {
                    return Err(No(
                        rule::R7_1b,
                        "In an enemy zone of reaction it fires only from a hex with an Assault marker.",
                    ));
                }
                None if f.must_serve => return Err(No(rule::R7_1_4, "It is needed at a declared marker.")),
                None => {}
            }
        }
        if !p.holds(self, enemy(side), hex) || self.target_force(p, hex, guns).is_empty() {
            return Err(No(rule::R9c, "There is no such target in the hex."));
        }
        f.units.iter().try_for_each(|u| self.check_aim(p, u, hex))
    }

    pub(crate) fn offer_fire(&self, p: &Position, f: &Act, seat: Seat, hex: Hex, guns: bool) -> Offer {
        let target = self.names_to(p, Viewer::Seat(seat), self.target_force(p, hex, guns));
        let (name, at) = (self.own(f.units), self.hex_words(hex));
        let text = match guns {
            true => format!("{name} [fires|fire] at the guns in {at}: {target}"),
            false => format!("{name} [fires|fire] at the troops in {at}: {target}"),
        };
        Offer::new(rule::R9_3, text).at(hex).by(f.units).with_forecast()
    }

    pub(crate) fn begin_fire_action(&self, p: &mut Position, f: Act, hex: Hex, guns: bool, log: &mut Log) {
        let mut f = f;
        f.fired = true;
        f.stage = ActStage::Fired;
        p.set_top(f);
        for unit in f.units {
            p.unit_mut(unit).did = Did::Attacked;
        }
        if !f.units.iter().all(|u| self.is_gun(u)) {
            if p.marker_at(f.hex).is_some() {
                log.say(|| {
                    self.say(p, "marker", rule::R11b, "{} [fires|fire] instead of assaulting.").units(f.units)
                });
            }
            self.serve_marker(p, f.hex);
        }
        let target = self.target_force(p, hex, guns);
        let fire = self.new_fire(p, f.units, target, hex);
        self.begin_fire(p, Fire { moved: f.entered > 0, ..fire }, log);
    }

    /// Fire that has not begun, as an action of units that have not moved.
    pub(crate) fn new_fire(&self, p: &Position, firers: UnitSet, target: UnitSet, target_hex: Hex) -> Fire {
        Fire {
            firers,
            from: firers.first().map_or(Hex::NONE, |u| p.unit(u).hex),
            target,
            target_hex,
            moved: false,
            reaction: false,
            last: false,
            stage: FireStage::Ammunition,
            low: firers.iter().filter(|u| p.unit(*u).ammo == Ammo::Low).collect(),
        }
    }

    pub(crate) fn begin_fire(&self, p: &mut Position, f: Fire, log: &mut Log) {
        log.say(|| {
            let guns = f.firers.iter().all(|u| self.is_gun(u));
            let others =
                p.in_hex(f.from).iter().any(|u| self.is_gun(u) != guns && self.arm(u) != Arm::Cavalry);
            let rule = match p.top() {
                // fire given back to fire (9.1.2)
                Frame::React(r) if r.trigger == Trigger::Fired && guns => rule::R9_1_2,
                _ if f.reaction => rule::R12_2_2,
                // guns and infantry of a hex never add their fire (9.2.1)
                _ if others => rule::R9_2_1,
                _ => rule::R9_3,
            };
            let say = self.say(p, "fire", rule, "{} [fires|fire] at {} in {}.");
            say.units(f.firers).units(f.target).hex(f.target_hex)
        });
        p.push(f);
    }
}

// ---- resolving (9.3) ---------------------------------------------------------------------

impl Procedure<Fire> for Battle {
    const FIGHT: bool = true;

    fn ask_for_roll(&self, _: &Position, f: &Fire, asked: Asked) -> Asked {
        asked.at([f.from, f.target_hex]).of(f.firers.with(f.target))
    }

    fn rolled(&self, p: &mut Position, f: Fire, faces: &[u8], log: &mut Log) {
        if f.low.is_empty() {
            self.roll_fire(p, f, faces, log);
        } else {
            self.roll_ammunition(p, f, faces, log);
        }
    }

    fn run(&self, p: &mut Position, mut f: Fire, _: &mut Log) {
        match f.stage {
            FireStage::Ammunition => {
                let Some(first) = f.firers.first() else { return p.pop() };
                if f.low.is_empty() {
                    f.stage = FireStage::Fire;
                    p.set_top(f);
                } else {
                    p.roll(f.low.count() as u8, RollKind::Ammunition, self.side_of(first));
                }
            }
            FireStage::Fire => match f.firers.first() {
                Some(first) if !f.target.is_empty() => p.roll(2, RollKind::Fire, self.side_of(first)),
                _ => p.pop(),
            },
            FireStage::Result => {
                f.stage = FireStage::Over;
                let failed = p.returned.failed.and(f.target);
                p.set_top(f);
                // an acting force shaken by reaction fire may give up (13.1.3)
                if f.reaction && !f.last && !failed.is_empty() && self.is_acting(p, failed) {
                    let side = self.side_of(failed.first().unwrap_or(UnitId::at(0)));
                    p.push(Halt { units: failed, side });
                }
            }
            FireStage::Over => {
                p.pop();
                if !f.reaction && !f.last && !f.target.is_empty() {
                    self.push_reactions_to_fire(p, f);
                }
            }
        }
    }
}

impl Battle {
    fn is_acting(&self, p: &Position, units: UnitSet) -> bool {
        p.state.stack.iter().any(|frame| matches!(frame, Frame::Act(a) if !a.units.and(units).is_empty()))
    }

    fn roll_ammunition(&self, p: &mut Position, f: Fire, faces: &[u8], log: &mut Log) {
        let mut f = f;
        for (unit, face) in self.in_open_order(p, f.low).into_iter().zip(faces) {
            let out = *face <= self.charts.out_of_ammo_up_to;
            if out {
                p.unit_mut(unit).ammo = Ammo::Out;
                f.firers.remove(unit);
            }
            log.say(|| {
                let words = match out {
                    true => "{} rolls {} and is out of ammunition.",
                    false => "{} rolls {}: its ammunition holds out.",
                };
                let say = self.say(p, "ammunition", rule::R9_4_3a, words).unit(unit).with(face);
                say.dice(&[*face]).lookup(self.ammunition_lookup(*face))
            });
        }
        f.low = UnitSet::EMPTY;
        f.stage = FireStage::Fire;
        p.set_top(f);
        if f.firers.is_empty() {
            log.say(|| self.say(p, "fire", rule::R9_4_3b, "Nobody is left to fire."));
        }
    }

    /// Firepower after the range factor, rounded up (9.1).
    pub(crate) fn firepower(&self, p: &Position, f: &Fire) -> u8 {
        let sp = self.sp_of(p, f.firers);
        let guns = f.firers.first().is_some_and(|u| self.is_gun(u));
        if !guns {
            return sp as u8;
        }
        let range = self.map.distance(f.from, f.target_hex);
        let (num, den) = self.charts.artillery_factor.at(range.into());
        (sp * num as u32).div_ceil(den as u32) as u8
    }

    /// What moves the column, for a force that this unit leads.
    fn fire_shifts(&self, p: &Position, f: &Fire, lead: UnitId, add: &mut impl Modify) {
        let shift = &self.charts.fire_shifts;
        let Some(target) = f.target.first() else { return };
        if self.arm(lead) == Arm::Infantry {
            let light = f.firers.iter().filter(|u| self.is_light(*u)).count() as u32;
            if light == f.firers.count() {
                add.add("light infantry", shift.light_infantry_firing, rule::R9_3);
            } else if light == 0 {
                add.add("line infantry", shift.line_infantry_firing, rule::R9_3);
            } else {
                add.add("light and line infantry", shift.mixed_infantry_firing, rule::R9_3);
            }
        }
        let from_square = f.firers.iter().any(|u| self.in_square(p, u));
        let in_square = p.in_hex(f.target_hex).iter().any(|u| p.unit(u).square);
        let rear = !in_square && self.is_rear(p, target, f.from);
        add.when(from_square, "firing from a square", shift.firing_force_in_square, rule::R9_3);
        add.when(in_square, "target in square", shift.target_in_square, rule::R9_3);
        add.when(rear, "through a rear hex of the target", shift.through_target_rear_hex, rule::R9_3);
        add.add("terrain of the target", self.terrain(f.target_hex).fire_shift, rule::R14_2);
    }

    /// What is added to the roll.
    fn fire_drms(&self, p: &Position, f: &Fire, lead: UnitId, add: &mut impl Modify) {
        let drm = &self.charts.fire_drm;
        if f.target.is_empty() {
            return;
        }
        let massed = self.stacking_of(p.in_hex(f.target_hex)) >= drm.massed_target_min_stacking;
        let march = f.target.iter().all(|u| p.unit(u).march);
        let guns = f.target.iter().all(|u| self.is_gun(u) && !p.unit(u).march);
        let moved = f.moved && self.arm(lead) == Arm::Infantry;
        add.when(massed, "massed target", drm.massed_target, rule::R12_2_2);
        add.when(march, "target in March or limbered", drm.target_in_march_or_limbered, rule::R9_3);
        add.when(guns, "artillery as target", drm.target_unlimbered_artillery, rule::R9_3);
        add.when(moved, "moved before firing", drm.light_infantry_moved_before_firing, rule::R9_2_3a);
        let ccv = self.ccv(p, lead);
        let cvm = self.charts.cvm.iter().find(|(least, _)| ccv >= *least).map_or(0, |(_, d)| *d);
        add.add("cohesion of the firing force", cvm, rule::R9_3);
    }

    pub(crate) fn fire_modifiers(&self, p: &Position, f: &Fire) -> Vec<Modifier> {
        let Some(lead) = self.leading(p, f.firers, false) else { return Vec::new() };
        let mut list = Vec::of(|list| self.fire_shifts(p, f, lead, list));
        list.iter_mut().for_each(|shift| shift.label += " (column)");
        self.fire_drms(p, f, lead, &mut list);
        list
    }

    pub fn fire_sum(&self, p: &Position, f: &Fire) -> FireSum {
        let strength = self.firepower(p, f);
        let table = &self.charts.fire;
        let base = table.columns.of(strength) as i8;
        let (mut shift, mut drm) = (0i8, 0i8);
        if let Some(lead) = self.leading(p, f.firers, false) {
            self.fire_shifts(p, f, lead, &mut shift);
            self.fire_drms(p, f, lead, &mut drm);
        }
        let column = table.column(base + shift);
        // shifts past the ends of the table become modifiers of the roll
        drm += base + shift - column as i8;
        FireSum { strength, column, drm }
    }

    pub fn fire_cell(&self, sum: FireSum, roll: i8) -> Cell {
        self.charts.fire.cell(roll + sum.drm, sum.column)
    }

    fn roll_fire(&self, p: &mut Position, f: Fire, faces: &[u8], log: &mut Log) {
        let mut f = f;
        let sum = self.fire_sum(p, &f);
        let roll = (faces[0] + faces[1]) as i8;
        let cell = self.fire_cell(sum, roll);
        log.say(|| {
            // the strength and the cohesion of a face-down firer are its owner's secret (8.7, R40)
            let seen_by =
                f.firers.iter().map(|u| self.seen_by(p, u)).fold(SeatSet::ALL, |a, b| SeatSet(a.0 & b.0));
            let FireSum { drm, strength, column } = sum;
            let name = &self.charts.fire.columns.names[column as usize];
            let rule = if matches!(cell, Cell::Loss { .. }) { rule::R9_4 } else { rule::R9_3 };
            self.say(p, "fire-result", rule, "Fire: {} + {}{}: {}.")
                .fill(&[&faces[0], &faces[1]])
                .secret(format_args!(", {drm:+}, strength {strength}, column {name}"), seen_by)
                .with(cell_text(cell))
                .dice(faces)
                .modifiers_to(self.fire_modifiers(p, &f), seen_by)
                .total_to(i32::from(roll) + i32::from(drm), seen_by)
                .lookup_to(self.fire_lookup(column, i32::from(roll) + i32::from(drm)), seen_by)
        });
        if let Cell::Loss { levels: levels @ 1.., .. } = cell {
            log.say(|| {
                let words = match levels {
                    1 => "{}: {} status level for each unit.",
                    _ => "{}: {} status levels for each unit.",
                };
                self.say(p, "fire-result", rule::R9_4_2, words).units(f.target).with(levels)
            });
        }
        for unit in f.firers {
            let u = p.unit_mut(unit);
            if u.ammo == Ammo::Full {
                u.ammo = Ammo::Low;
            }
        }
        f.stage = FireStage::Result;
        p.returned.failed = UnitSet::EMPTY;
        p.set_top(f);
        match cell {
            Cell::Nothing => {}
            Cell::Check(drm) => self.push_check(p, f.target, CheckKind::Result, drm, f.from),
            Cell::Loss { sp, levels } => {
                let (units, lead) = (f.target, UnitId::NOBODY);
                self.begin_losses(p, Losses { units, sp, levels, first: true, assault: false, lead });
            }
        }
    }

    fn push_reactions_to_fire(&self, p: &mut Position, f: Fire) {
        if p.activation().is_some() {
            self.push_reactions(p, Trigger::Fired, f.firers, f.target_hex, f.target, false);
        }
    }

    /// The leading unit of a force or stack: biggest, then strongest, then steadiest (R25, R26).
    pub fn leading(&self, p: &Position, units: UnitSet, skip_guns: bool) -> Option<UnitId> {
        units
            .iter()
            .filter(|u| !skip_guns || !self.is_gun(*u))
            .max_by_key(|u| (self.printed[*u].stacking, self.sp(p, *u), self.ccv(p, *u), Reverse(*u)))
    }
}

pub fn cell_text(cell: Cell) -> String {
    match cell {
        Cell::Nothing => "no effect".into(),
        Cell::Check(drm) => format!("cc{drm}"),
        Cell::Loss { sp, levels } => format!("{sp}S{levels}"),
    }
}
