//! Chapter 6: formations, their activation, loose cannons and mood; and the frame of an activation
//! (4.B.2): declarations, then forces one after the other, then recovery.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Activation, ActivationStage, Frame, Wait};
use crate::model::{Conduct, FormationId, InitiativeRow};
use crate::position::{Did, Place, Position, UnitSet, enemy};
use crate::rule;
use kernel::No;
use kernel::{Event, Log, Modifier, SeatSet};

/// Forces nearer than this to an enemy must fall back (row "falls back" of the Initiative Table).
const FALL_BACK_WITHIN: u8 = 5;

impl Battle {
    // ---- attempts (6.1) --------------------------------------------------------------------

    pub(crate) fn check_attempt(&self, p: &Position, side: u8, formation: FormationId) -> Result<(), No> {
        let def = &self.army.formations[formation];
        if def.side != side {
            return Err(No(rule::R6_1, "That formation is not yours."));
        }
        if p.formations[formation].activated {
            return Err(No(rule::R6_1, "This formation has already been activated this turn."));
        }
        if self.capped(side) && p.activations[side as usize] >= p.turn {
            return Err(No(rule::R15_2, "No more formations may be activated than the turn number."));
        }
        let alive = def.units.iter().any(|u| matches!(p.unit(*u).place, Place::Map | Place::Column));
        if !alive {
            return Err(No(rule::R6, "This formation has no unit in play."));
        }
        Ok(())
    }

    /// Whether a side activates no more formations than the number of the turn (15.2).
    fn capped(&self, side: u8) -> bool {
        self.switches.activation_cap_by_turn && self.scenario.capped_side == Some(side)
    }

    pub(crate) fn legal_alternation(&self, p: &Position, side: u8, out: &mut Vec<Action>) {
        for formation in self.army.formations.ids() {
            if self.check_attempt(p, side, formation).is_ok() {
                out.push(Action::Attempt(formation));
            }
        }
        out.push(Action::Pass);
    }

    pub(crate) fn apply_alternation(&self, p: &mut Position, side: u8, action: Action, log: &mut Log) {
        match action {
            Action::Attempt(formation) => {
                p.passes = 0;
                p.push(Frame::Attempt { formation });
            }
            _ => {
                p.passes += 1;
                log.say(|| {
                    Event::new("pass", rule::R4_B_2e)
                        .part(kernel::Part::Seat(kernel::Seat(side)))
                        .text(" passes.")
                });
            }
        }
        p.to_act = enemy(side);
    }

    /// Modifiers of the activation roll (6.1.2, 6.1.4).
    pub(crate) fn activation_modifiers(&self, p: &Position, formation: FormationId) -> Vec<Modifier> {
        let mut list = Vec::new();
        let failed = p.formations[formation].failed as i32;
        if failed > 0 {
            list.push(Modifier {
                label: format!("{failed} failed attempts"),
                value: failed * self.charts.drm_per_failure as i32,
                rule: rule::R6_1_2,
                seen_by: SeatSet::ALL,
            });
        }
        if self.near_overall_commander(p, formation).is_some() {
            list.push(Modifier {
                label: "in range of the overall commander".into(),
                value: self.charts.drm_near_overall_commander as i32,
                rule: rule::R6_1_4,
                seen_by: SeatSet::ALL,
            });
        }
        list
    }

    pub(crate) fn roll_attempt(&self, p: &mut Position, formation: FormationId, faces: &[u8], log: &mut Log) {
        let def = &self.army.formations[formation];
        let failed = p.formations[formation].failed as i32;
        let overall = self.near_overall_commander(p, formation);
        let mut total = faces[0] as i32 + failed * self.charts.drm_per_failure as i32;
        if overall.is_some() {
            total += self.charts.drm_near_overall_commander as i32;
        }
        let command = self.army.leaders[def.leader].command_value;
        let modifiers = if log.is_on() { self.activation_modifiers(p, formation) } else { Vec::new() };
        // his modifier gives the Overall Commander away (R84); a natural 6 counts without it
        if let Some(overall) = overall.filter(|_| faces[0] != 6) {
            p.state.leaders[overall].shown = true;
        }
        if faces[0] == 6 {
            log.say(|| {
                Event::new("activation", rule::R6_2)
                    .words(format!("{}: a natural 6. The commander acts on his own.", def.name))
                    .dice(faces)
                    .lookup(self.activation_lookup(formation, faces[0], total), SeatSet::ALL)
            });
            self.mark_activated(p, formation);
            if self.capped(def.side) {
                let done = p.activations[def.side as usize];
                log.say(|| {
                    Event::new("activation", rule::R15_2_1)
                        .words(format!("It counts as activated: {done} of {} this turn.", p.turn))
                });
            }
            p.set_top(Frame::LooseCannon { formation });
        } else if total <= command as i32 {
            log.say(|| {
                Event::new("activation", rule::R6_1_1)
                    .words(format!(
                        "{} is activated: {total} against a Command Value of {command}.",
                        def.name
                    ))
                    .dice(faces)
                    .modifiers(modifiers)
                    .lookup(self.activation_lookup(formation, faces[0], total), SeatSet::ALL)
            });
            self.mark_activated(p, formation);
            p.pop();
            self.begin_activation(p, formation, Conduct::Normal);
        } else {
            p.state.formations[formation].failed += 1;
            log.say(|| {
                Event::new("activation", rule::R6_1_2)
                    .words(format!(
                        "{} does not move: {total} against a Command Value of {command}.",
                        def.name
                    ))
                    .dice(faces)
                    .modifiers(modifiers)
                    .lookup(self.activation_lookup(formation, faces[0], total), SeatSet::ALL)
            });
            p.pop();
        }
    }

    /// Counts the activation (15.2.1 counts a loose cannon too) and turns the commander face up (8.7c).
    fn mark_activated(&self, p: &mut Position, formation: FormationId) {
        let def = &self.army.formations[formation];
        p.state.formations[formation].activated = true;
        p.activations[def.side as usize] += 1;
        p.state.leaders[def.leader].shown = true;
    }

    pub(crate) fn roll_loose_cannon(
        &self,
        p: &mut Position,
        formation: FormationId,
        faces: &[u8],
        log: &mut Log,
    ) {
        let mood = p.formations[formation].mood;
        let total = faces[0] as i8 + mood;
        let row = self
            .charts
            .initiative
            .iter()
            .find(|r| (r.min..=r.max).contains(&total))
            .expect("the Initiative Table has no hole: checked when it is loaded");
        log.say(|| {
            Event::new("loose-cannon", rule::R6_2)
                .words(format!(
                    "{}: {} with mood {mood:+} makes {total}: {}.",
                    self.army.formations[formation].name, faces[0], row.name
                ))
                .dice(faces)
                .lookup(self.initiative_lookup(row), SeatSet::ALL)
        });
        p.pop();
        self.begin_activation(p, formation, row.conduct);
    }

    pub(crate) fn initiative_row(&self, conduct: Conduct) -> Option<&InitiativeRow> {
        self.charts.initiative.iter().find(|r| r.conduct == conduct)
    }

    /// Mood of a formation after a combat (6.2.1a).
    pub(crate) fn change_mood(&self, p: &mut Position, formation: FormationId, by: i8, log: &mut Log) {
        let mood = &mut p.state.formations[formation].mood;
        let now = (*mood + by).clamp(self.charts.mood_min, self.charts.mood_max);
        if now != *mood {
            *mood = now;
            log.say(|| {
                Event::new("mood", rule::R6_2_1a)
                    .words(format!("Mood of {}: {now:+}.", self.army.formations[formation].name))
            });
        }
    }

    // ---- an activation -------------------------------------------------------------------------

    fn begin_activation(&self, p: &mut Position, formation: FormationId, conduct: Conduct) {
        let foe = enemy(self.army.formations[formation].side);
        for unit in self.army.formations[formation].units.iter().copied() {
            let hex = p.unit(unit).hex;
            let zone = p.unit(unit).place == Place::Map && p.zone(foe, hex);
            let u = p.unit_mut(unit);
            u.acted = false;
            u.did = Did::Nothing;
            u.spent = 0;
            u.began_in_zone = zone;
        }
        let marking = self.initiative_row(conduct).is_none_or(|r| r.markers_allowed);
        let stage = if marking { ActivationStage::Declare } else { ActivationStage::Forces };
        p.push(Frame::Activation(Activation { formation, conduct, stage }));
    }

    pub(crate) fn run_activation(&self, p: &mut Position, frame: Activation, log: &mut Log) {
        let side = self.army.formations[frame.formation].side;
        match frame.stage {
            ActivationStage::Declare => {
                // asked as the player will ask in a moment, so that the answer is kept for him
                p.decide(side);
                if !self.can_mark(p, frame) {
                    p.state.wait = Wait::Run;
                    p.set_top(Frame::Activation(Activation { stage: ActivationStage::Forces, ..frame }));
                }
            }
            ActivationStage::Forces => p.decide(side),
            ActivationStage::Recovery => {
                p.state.markers.clear();
                p.pop();
                let units = self.in_command(p, frame.formation);
                for unit in units {
                    p.unit_mut(unit).began_in_zone = false;
                }
                let on_map = units.iter().filter(|u| p.unit(*u).place == Place::Map).collect();
                self.recover(p, on_map, false, log);
            }
        }
    }

    /// Units of the formation that may act: in command, on the map or in the column (4.B.2f).
    pub(crate) fn in_command(&self, p: &Position, formation: FormationId) -> UnitSet {
        self.army.formations[formation]
            .units
            .iter()
            .copied()
            .filter(|u| {
                let u = p.unit(*u);
                matches!(u.place, Place::Map | Place::Column) && !u.out_of_command
            })
            .collect()
    }

    pub(crate) fn unacted(&self, p: &Position, formation: FormationId) -> UnitSet {
        self.in_command(p, formation).iter().filter(|u| !p.unit(*u).acted).collect()
    }

    pub(crate) fn check_activation(&self, p: &Position, frame: Activation, action: Action) -> Result<(), No> {
        match (frame.stage, action) {
            (ActivationStage::Declare, Action::Mark { kind, hex, dir }) => {
                self.check_mark(p, frame, kind, hex, dir)
            }
            (ActivationStage::Declare, Action::Done) => self.check_end_of_declaration(p, frame),
            (ActivationStage::Declare, _) => {
                Err(No(rule::R4_B_2_a, "Markers are declared first; say done when all are placed."))
            }
            (ActivationStage::Forces, Action::Mark { kind, hex, dir }) => {
                if self.initiative_row(frame.conduct).is_some_and(|r| !r.markers_allowed) {
                    return Err(No(rule::R6_2, "On his own initiative the commander declares no attack."));
                }
                // the declaration ends by itself when nothing can be added to it: then that is the reason
                let begun = self.army.formations[frame.formation].units.iter().any(|u| p.unit(*u).acted);
                if !begun {
                    self.check_mark(p, frame, kind, hex, dir)?;
                }
                Err(No(
                    rule::R4_B_2_a,
                    "Markers are placed at the start of the activation, before any action.",
                ))
            }
            (ActivationStage::Forces, Action::Select(units)) => self.check_select(p, frame, units),
            (ActivationStage::Forces, Action::SelectLeader(leader)) => {
                let own = self.leader_of(frame.formation) == leader;
                if own && frame.conduct == Conduct::Holds {
                    return Err(No(rule::R6_2, "The commander holds his ground."));
                }
                if own && frame.conduct == Conduct::FallBack && p.leaders[leader].place == Place::Column {
                    return Err(No(rule::R6_2, "The commander stays off the map with his column."));
                }
                let def = &self.army.leaders[leader];
                if def.formation.is_some_and(|f| f != frame.formation) {
                    return Err(No(
                        rule::R8_5,
                        "A formation commander moves in the activation of his formation.",
                    ));
                }
                let side = self.army.formations[frame.formation].side;
                self.check_ride(p, side, leader)
            }
            (ActivationStage::Forces, Action::Rotate { hex, dir }) => self.check_rotate(p, hex, dir),
            (ActivationStage::Forces, Action::Withdraw(units)) => {
                self.check_ordered_withdrawal(p, frame, units)
            }
            (ActivationStage::Forces, Action::Done) => self.check_end_of_activation(p, frame),
            _ => Err(No(rule::R7b, "That cannot be done at this point of the activation.")),
        }
    }

    pub(crate) fn legal_activation(&self, p: &Position, frame: Activation, out: &mut Vec<Action>) {
        if frame.stage == ActivationStage::Declare {
            self.legal_marks(p, frame, out);
            if self.check_end_of_declaration(p, frame).is_ok() {
                out.push(Action::Done);
            }
            return;
        }
        let mut free = self.unacted(p, frame.formation);
        while let Some(first) = free.first() {
            if p.unit(first).place == Place::Column {
                free.remove(first);
                if self.check_select(p, frame, UnitSet::one(first)).is_ok() {
                    out.push(Action::Select(UnitSet::one(first)));
                }
                continue;
            }
            let force = self.force_of(p, free, first);
            free = free.without(force);
            for units in force.subsets() {
                if self.check_select(p, frame, units).is_ok() {
                    out.push(Action::Select(units));
                }
            }
            if self.check_ordered_withdrawal(p, frame, force).is_ok() {
                out.push(Action::Withdraw(force));
            }
        }
        for leader in p.leaders.ids() {
            let action = Action::SelectLeader(leader);
            if self.check_activation(p, frame, action).is_ok() {
                out.push(action);
            }
        }
        self.legal_rotations(p, out);
        if self.check_end_of_activation(p, frame).is_ok() {
            out.push(Action::Done);
        }
    }

    pub(crate) fn apply_activation(
        &self,
        p: &mut Position,
        frame: Activation,
        action: Action,
        log: &mut Log,
    ) {
        match action {
            Action::Mark { kind, hex, dir } => self.place_marker(p, frame, kind, hex, dir, log),
            Action::Rotate { hex, dir } => self.rotate_marker(p, hex, dir, log),
            Action::Select(units) => self.begin_action(p, frame, units, log),
            Action::SelectLeader(leader) => self.begin_ride(p, leader, log),
            Action::Withdraw(units) => self.begin_withdrawal(p, units, log),
            _ => {
                let stage = match frame.stage {
                    ActivationStage::Declare => ActivationStage::Forces,
                    _ => ActivationStage::Recovery,
                };
                p.set_top(Frame::Activation(Activation { stage, ..frame }));
            }
        }
    }

    /// Whether these units may begin their action now (7.2).
    fn check_select(&self, p: &Position, frame: Activation, units: UnitSet) -> Result<(), No> {
        let Some(first) = units.first() else {
            return Err(No(rule::R2_3a, "A force has at least one unit."));
        };
        let side = self.army.formations[frame.formation].side;
        let (place, hex, arm) = (p.unit(first).place, p.unit(first).hex, self.arm(first));
        for unit in units {
            let u = p.unit(unit);
            if self.side_of(unit) != side || self.formation_of(unit) != frame.formation {
                return Err(No(rule::R2_4, "Only units of the activated formation act."));
            }
            if !matches!(u.place, Place::Map | Place::Column) {
                return Err(No(rule::R2_4, "This unit is not in play."));
            }
            if u.out_of_command {
                return Err(No(rule::R5_1, "Units out of command act only in their own phase."));
            }
            if u.acted {
                return Err(No(rule::R7_2, "This unit has already acted this turn."));
            }
            if u.place != place || u.hex != hex {
                return Err(No(rule::R2_3a, "The units of a force stand in one hex."));
            }
            if u.square != p.unit(first).square {
                return Err(No(rule::R8_6_1, "Units in square do not act together with others."));
            }
            if self.arm(unit) != arm {
                return Err(No(rule::R2_3a, "Units of different kinds never act as one force."));
            }
        }
        if place == Place::Column {
            if units.count() > 1 {
                return Err(No(rule::R15_1b, "Units enter one after the other."));
            }
            if matches!(frame.conduct, Conduct::FallBack | Conduct::Holds) {
                return Err(No(rule::R6_2, "The commander does not bring his column on this turn."));
            }
            return self.check_can_enter(p, first);
        }
        if matches!(frame.conduct, Conduct::FallBack | Conduct::Holds) && p.zone(enemy(side), hex) {
            return Err(No(
                rule::R6_2,
                "A force in an enemy zone of reaction must withdraw: it may not attack.",
            ));
        }
        if units.count() > 1 && !self.is_gun(first) {
            self.check_together(p, frame.formation, units)?;
        }
        // several batteries in one action fire together; they drive one by one (8.3c, 8.4a)
        if units.count() > 1 && self.is_gun(first) {
            if units != self.batteries(p, hex, frame.formation) {
                return Err(No(
                    rule::R9_2,
                    "All batteries of the formation in a hex fire together; limbered ones move one by one.",
                ));
            }
            if !self.fire_allowed(frame.conduct) || !self.battery_has_target(p, hex, side) {
                return Err(No(rule::R9c, "These batteries have nothing to fire at."));
            }
        }
        Ok(())
    }

    pub(crate) fn fire_allowed(&self, conduct: Conduct) -> bool {
        self.initiative_row(conduct).is_none_or(|r| r.fire_allowed)
    }

    /// Rows "falls back" and "holds": forces in a zone withdraw without a check.
    fn check_ordered_withdrawal(&self, p: &Position, frame: Activation, units: UnitSet) -> Result<(), No> {
        let ordered = matches!(frame.conduct, Conduct::FallBack | Conduct::Holds);
        let side = self.army.formations[frame.formation].side;
        let Some(first) = units.first() else { return Err(No(rule::R8_8, "A force has at least one unit.")) };
        let free = self.unacted(p, frame.formation);
        if ordered
            && p.unit(first).place == Place::Map
            && self.force_of(p, free, first) == units
            && p.zone(enemy(side), p.unit(first).hex)
        {
            Ok(())
        } else {
            Err(No(rule::R8_8_1, "Forces withdraw only where they must."))
        }
    }

    /// What must still be done before an activation ends (3.2, 7.1.4).
    fn check_end_of_activation(&self, p: &Position, frame: Activation) -> Result<(), No> {
        let side = self.army.formations[frame.formation].side;
        let foe = enemy(side);
        let free = self.unacted(p, frame.formation);
        let ordered = matches!(frame.conduct, Conduct::FallBack | Conduct::Holds);
        for unit in free {
            let u = p.unit(unit);
            if u.place != Place::Map {
                continue;
            }
            let in_zone = p.zone(foe, u.hex);
            if in_zone && ordered {
                return Err(No(rule::R6_2, "Forces in an enemy zone of reaction must withdraw."));
            }
            if in_zone && u.began_in_zone && self.can_attack_or_leave(p, unit) {
                return Err(No(
                    rule::R3_2,
                    "A force that began in an enemy zone of reaction must attack or leave.",
                ));
            }
            if frame.conduct == Conduct::FallBack && !in_zone {
                let near = self.nearest_enemy(p, side, u.hex);
                if near <= FALL_BACK_WITHIN && self.can_end_farther(p, unit, near) {
                    return Err(No(rule::R6_2, "Forces near the enemy must fall back."));
                }
            }
        }
        if self.open_markers(p, frame.formation, free) {
            return Err(No(rule::R7_1_4, "A declared marker must be used as long as a force can use it."));
        }
        Ok(())
    }

    /// Hexes to the nearest enemy combat unit, 99 if there is none.
    pub(crate) fn nearest_enemy(&self, p: &Position, side: u8, hex: hexmap::Hex) -> u8 {
        p.units
            .pairs()
            .filter(|(i, u)| u.place == Place::Map && self.printed[*i].side != side)
            .map(|(_, u)| self.map.distance(hex, u.hex))
            .min()
            .unwrap_or(99)
    }

    /// Where a force of this conduct may end, given how near the enemy was at the start.
    pub(crate) fn conduct_allows_end(
        &self,
        p: &Position,
        conduct: Conduct,
        side: u8,
        measure: u8,
        hex: hexmap::Hex,
    ) -> bool {
        match conduct {
            Conduct::FallBack => {
                let now = self.nearest_enemy(p, side, hex);
                if measure <= FALL_BACK_WITHIN { now > measure } else { now >= measure }
            }
            Conduct::Attack | Conduct::FuriousAttack => self.nearest_enemy(p, side, hex) <= measure,
            _ => true,
        }
    }
}
