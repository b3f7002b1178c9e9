//! Chapter 6: formations, their activation, loose cannons and mood; the alternation of attempts, and the frame of
//! an activation (4.B.2): declarations, then forces one after the other, then recovery.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{RollKind, Wait};
use crate::model::{Conduct, FormationId, InitiativeRow, LeaderId};
use crate::position::{Did, Place, Position, UnitSet, enemy};
use crate::rule;
use crate::turn::{Late, LatePhase, LateStage};
use crate::words::{Asked, Offer};
use hexmap::Hex;
use kernel::{Log, Modifier, No, Procedure, Procedures, Roster, Seat, Viewer};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// The sides try to activate formations in turn (4.B.2).
    pub struct Alternation {}

    /// A roll to activate a formation (6.1).
    pub struct Attempt {
        pub formation: FormationId,
    }

    /// A natural 6: the commander acts on his own (6.2).
    pub struct LooseCannon {
        pub formation: FormationId,
    }

    /// An activated formation (4.B.2).
    pub struct Activation {
        pub formation: FormationId,
        pub conduct: Conduct,
        pub stage: ActivationStage,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ActivationStage {
    Declare,
    Forces,
    Recovery,
}

/// Forces nearer than this to an enemy must fall back (row "falls back" of the Initiative Table).
const FALL_BACK_WITHIN: u8 = 5;

// ---- the alternation of attempts (4.B.2) -----------------------------------------------

impl Procedure<Alternation> for Battle {
    fn ask(&self, _: &Position, _: &Alternation, _: Viewer) -> Asked {
        Asked::heard(
            "activate",
            rule::R4_B_2d,
            "Which formation do you try to activate? Or do you pass?",
            "tries to activate a formation or passes.",
        )
    }

    fn options(&self, p: &Position, _: &Alternation, Seat(side): Seat, out: &mut Vec<Action>) {
        for formation in self.army.formations.ids() {
            if self.check_attempt(p, side, formation).is_ok() {
                out.push(Action::Attempt(formation));
            }
        }
        out.push(Action::Pass);
    }

    fn check(&self, p: &Position, _: &Alternation, Seat(side): Seat, action: Action) -> Result<(), No> {
        match action {
            Action::Pass => Ok(()),
            Action::Attempt(formation) => self.check_attempt(p, side, formation),
            _ => Err(No(rule::R4_B_2d, "First a formation must be activated.")),
        }
    }

    fn offer(&self, p: &Position, _: &Alternation, seat: Seat, action: Action) -> Offer {
        match action {
            Action::Attempt(formation) => self.offer_attempt(p, formation),
            Action::Pass => Offer::new(rule::R4_B_2e, "Pass"),
            _ => self.common_offer(p, seat, action),
        }
    }

    fn play(&self, p: &mut Position, _: Alternation, Seat(side): Seat, action: Action, log: &mut Log) {
        match action {
            Action::Attempt(formation) => {
                p.passes = 0;
                p.push(Attempt { formation });
            }
            _ => {
                p.passes += 1;
                log.say(|| self.say(p, "pass", rule::R4_B_2e, "{} passes.").seat(side));
            }
        }
        p.to_act = enemy(side);
    }

    fn run(&self, p: &mut Position, _: Alternation, log: &mut Log) {
        let nothing = |side: u8| self.army.formations.ids().all(|f| self.check_attempt(p, side, f).is_err());
        if p.passes >= self.charts.passes_that_end_phase || (nothing(0) && nothing(1)) {
            let side = enemy(p.initiative);
            log.say(|| self.say(p, "phase", rule::R4_B_2e, "No more activations this turn."));
            p.set_top(Late { phase: LatePhase::NonActivated, side, stage: LateStage::Start });
        } else if nothing(p.to_act) {
            // a side with nothing to attempt passes (R10)
            let side = p.to_act;
            log.say(|| {
                self.say(p, "pass", rule::R4_B_2e, "{} has no formation left to try and passes.").seat(side)
            });
            p.passes += 1;
            p.to_act = enemy(side);
        } else {
            let side = p.to_act;
            p.decide(side);
        }
    }
}

// ---- attempts (6.1) --------------------------------------------------------------------

impl Battle {
    pub(crate) fn check_attempt(&self, p: &Position, side: u8, formation: FormationId) -> Result<(), No> {
        let def = &self.army.formations[formation];
        No::when(def.side != side, rule::R6_1, "That formation is not yours.")?;
        let words = "This formation has already been activated this turn.";
        No::when(p.formations[formation].activated, rule::R6_1, words)?;
        let words = "No more formations may be activated than the turn number.";
        No::when(self.capped(side) && p.activations[side as usize] >= p.turn, rule::R15_2, words)?;
        let alive = def.units.iter().any(|u| matches!(p.unit(*u).place, Place::Map | Place::Column));
        No::when(!alive, rule::R6, "This formation has no unit in play.")
    }

    /// Whether a side activates no more formations than the number of the turn (15.2).
    pub(crate) fn capped(&self, side: u8) -> bool {
        self.switches.activation_cap_by_turn && self.scenario.capped_side == Some(side)
    }

    /// Modifiers of the activation roll (6.1.2, 6.1.4).
    pub(crate) fn activation_modifiers(&self, p: &Position, formation: FormationId) -> Vec<Modifier> {
        let mut list = Vec::new();
        let failed = p.formations[formation].failed as i32;
        if failed > 0 {
            let drm = failed * self.charts.drm_per_failure as i32;
            list.push(Modifier::new(format!("{failed} failed attempts"), drm, rule::R6_1_2));
        }
        if self.near_overall_commander(p, formation).is_some() {
            let drm = self.charts.drm_near_overall_commander;
            list.push(Modifier::new("in range of the overall commander", drm, rule::R6_1_4));
        }
        list
    }

    /// What the die must show (6.1.1, 6.2).
    fn offer_attempt(&self, p: &Position, formation: FormationId) -> Offer {
        let def = &self.army.formations[formation];
        let drm: i32 = self.activation_modifiers(p, formation).iter().map(|m| m.value).sum();
        let most = i32::from(self.army.leaders[def.leader].command_value) - drm;
        let chance = match most {
            ..=0 => "only a 6 helps: its commander acts on his own".to_string(),
            1 => "on a 1; on a 6 its commander acts on his own".to_string(),
            _ => format!("on a 1 to {}; on a 6 its commander acts on his own", most.min(5)),
        };
        let hex = p.leaders[def.leader].hex;
        // attempts may be repeated
        let (rule, verb) = match p.formations[formation].failed {
            0 => (rule::R6_1_1, "Try to activate"),
            _ => (rule::R6_1_3, "Try again to activate"),
        };
        let could = self.in_command(p, formation);
        Offer::new(rule, format!("{verb} {}: {chance}", def.name)).at(hex).by_one_of(could).with_odds()
    }

    /// Counts the activation (15.2.1 counts a loose cannon too) and turns the commander face up (8.7c).
    fn mark_activated(&self, p: &mut Position, formation: FormationId) {
        let def = &self.army.formations[formation];
        p.state.formations[formation].activated = true;
        p.activations[def.side as usize] += 1;
        p.state.leaders[def.leader].shown = true;
    }
}

impl Procedure<Attempt> for Battle {
    const FIGHT: bool = true;

    fn rolled(&self, p: &mut Position, Attempt { formation }: Attempt, faces: &[u8], log: &mut Log) {
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
                self.say(p, "activation", rule::R6_2, "{}: a natural 6. The commander acts on his own.")
                    .with(&def.name)
                    .dice(faces)
                    .lookup(self.activation_lookup(formation, faces[0], total))
            });
            self.mark_activated(p, formation);
            if self.capped(def.side) {
                let done = p.activations[def.side as usize];
                log.say(|| {
                    self.say(p, "activation", rule::R15_2_1, "It counts as activated: {} of {} this turn.")
                        .with(done)
                        .with(p.turn)
                });
            }
            p.set_top(LooseCannon { formation });
        } else if total <= command as i32 {
            log.say(|| {
                self.say(p, "activation", rule::R6_1_1, "{} is activated: {} against a Command Value of {}.")
                    .fill(&[&def.name, &total, &command])
                    .dice(faces)
                    .modifiers(modifiers)
                    .total(total)
                    .lookup(self.activation_lookup(formation, faces[0], total))
            });
            self.mark_activated(p, formation);
            p.pop();
            self.begin_activation(p, formation, Conduct::Normal);
        } else {
            p.state.formations[formation].failed += 1;
            log.say(|| {
                self.say(p, "activation", rule::R6_1_2, "{} does not move: {} against a Command Value of {}.")
                    .fill(&[&def.name, &total, &command])
                    .dice(faces)
                    .modifiers(modifiers)
                    .total(total)
                    .lookup(self.activation_lookup(formation, faces[0], total))
            });
            p.pop();
        }
    }

    fn run(&self, p: &mut Position, f: Attempt, _: &mut Log) {
        p.roll(1, RollKind::Activation, self.army.formations[f.formation].side);
    }
}

// ---- loose cannons and mood (6.2) --------------------------------------------------------

impl Procedure<LooseCannon> for Battle {
    const FIGHT: bool = true;

    fn rolled(&self, p: &mut Position, LooseCannon { formation }: LooseCannon, faces: &[u8], log: &mut Log) {
        let mood = p.formations[formation].mood;
        let total = faces[0] as i8 + mood;
        let row = self
            .charts
            .initiative
            .iter()
            .find(|r| (r.min..=r.max).contains(&total))
            .expect("the Initiative Table has no hole: checked when it is loaded");
        log.say(|| {
            self.say(p, "loose-cannon", rule::R6_2, "{}: {} with mood {} makes {}: {}.")
                .fill(&[
                    &self.formation_name(formation),
                    &faces[0],
                    &format_args!("{mood:+}"),
                    &total,
                    &row.name,
                ])
                .dice(faces)
                .total(total)
                .lookup(self.initiative_lookup(row))
        });
        p.pop();
        self.begin_activation(p, formation, row.conduct);
    }

    fn run(&self, p: &mut Position, f: LooseCannon, _: &mut Log) {
        p.roll(1, RollKind::LooseCannon, self.army.formations[f.formation].side);
    }
}

impl Battle {
    pub(crate) fn initiative_row(&self, conduct: Conduct) -> Option<&InitiativeRow> {
        self.charts.initiative.iter().find(|r| r.conduct == conduct)
    }

    fn conduct_words(&self, conduct: Conduct) -> String {
        match self.initiative_row(conduct) {
            Some(row) if conduct != Conduct::Normal => format!(" {}: {}", row.name, row.effect),
            _ => String::new(),
        }
    }

    /// Mood of a formation after a combat (6.2.1a).
    pub(crate) fn change_mood(&self, p: &mut Position, formation: FormationId, by: i8, log: &mut Log) {
        let mood = &mut p.state.formations[formation].mood;
        let now = (*mood + by).clamp(self.charts.mood_min, self.charts.mood_max);
        if now != *mood {
            *mood = now;
            log.say(|| {
                let name = self.formation_name(formation);
                self.say(p, "mood", rule::R6_2_1a, "Mood of {}: {}.").with(name).with(format_args!("{now:+}"))
            });
        }
    }
}

// ---- an activation -------------------------------------------------------------------------

impl Procedure<Activation> for Battle {
    fn ask(&self, p: &Position, &f: &Activation, _: Viewer) -> Asked {
        let name = self.formation_name(f.formation);
        let conduct = self.conduct_words(f.conduct);
        let (kind, rule, you) = match f.stage {
            ActivationStage::Declare => {
                let (laid, limit) = (p.markers.len(), self.marker_limit(p, f));
                let text = format!(
                    "{name}: place Assault and Charge markers ({laid} of at most {limit}), or go on.{conduct}"
                );
                ("markers", rule::R4_B_2_a, text)
            }
            _ => (
                "forces",
                rule::R4_B_2_b,
                match self.check_end_of_activation(p, f) {
                    Ok(()) => format!("{name}: which force acts next? Or is the activation over?{conduct}"),
                    Err(_) => format!("{name}: which force acts next?{conduct}"),
                },
            ),
        };
        // both stages alike: whether markers could be placed at all is for its owner to know
        let units = self.unacted(p, f.formation);
        let on_map = units.iter().filter(|u| p.unit(*u).place == Place::Map).collect();
        Asked::heard(kind, rule, you, format!("leads {name}.")).at(self.hexes_of(p, on_map))
    }

    fn options(&self, p: &Position, &frame: &Activation, _: Seat, out: &mut Vec<Action>) {
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
            if self.check_select_leader(p, frame, leader).is_ok() {
                out.push(Action::SelectLeader(leader));
            }
        }
        self.legal_rotations(p, out);
        if self.check_end_of_activation(p, frame).is_ok() {
            out.push(Action::Done);
        }
    }

    fn check(&self, p: &Position, &frame: &Activation, _: Seat, action: Action) -> Result<(), No> {
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
                self.check_select_leader(p, frame, leader)
            }
            (ActivationStage::Forces, Action::Rotate { hex, dir }) => self.check_rotate(p, hex, dir),
            (ActivationStage::Forces, Action::Withdraw(units)) => {
                self.check_ordered_withdrawal(p, frame, units)
            }
            (ActivationStage::Forces, Action::Done) => self.check_end_of_activation(p, frame),
            _ => Err(No(rule::R7b, "That cannot be done at this point of the activation.")),
        }
    }

    fn offer(&self, p: &Position, f: &Activation, seat: Seat, action: Action) -> Offer {
        match action {
            Action::Mark { kind, hex, dir } => self.offer_mark(p, *f, kind, hex, dir),
            Action::Select(units) => {
                let hex = units.first().map_or(Hex::NONE, |u| p.unit(u).hex);
                let name = self.own(units);
                let offer = if hex.is_none() {
                    Offer::new(rule::R15_1b, format!("Bring {name} onto the map")).under("Bring onto the map")
                } else {
                    Offer::new(rule::R7_2, format!("Act with {name} in {}", self.hex_words(hex)))
                };
                offer.at(hex).by(units)
            }
            Action::SelectLeader(leader) => self.offer_ride(p, rule::R8_5, leader),
            Action::Done if f.stage == ActivationStage::Declare => {
                Offer::new(rule::R4_B_2_a, "No more markers: on to the forces")
            }
            Action::Done => {
                let name = self.formation_name(f.formation);
                Offer::new(rule::R4_B_2_c, format!("End the activation of {name}"))
            }
            _ => self.common_offer(p, seat, action),
        }
    }

    fn play(&self, p: &mut Position, frame: Activation, _: Seat, action: Action, log: &mut Log) {
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
                p.set_top(Activation { stage, ..frame });
            }
        }
    }

    fn run(&self, p: &mut Position, frame: Activation, log: &mut Log) {
        let side = self.army.formations[frame.formation].side;
        match frame.stage {
            ActivationStage::Declare => {
                // asked as the player will ask in a moment, so that the answer is kept for him
                p.decide(side);
                if !self.can_mark(p, frame) {
                    p.state.wait = Wait::Run;
                    p.set_top(Activation { stage: ActivationStage::Forces, ..frame });
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
}

impl Battle {
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
        p.push(Activation { formation, conduct, stage });
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

    /// Whether a commander may ride now (8.5), as far as his formation's conduct lets him (6.2).
    pub(crate) fn check_select_leader(
        &self,
        p: &Position,
        frame: Activation,
        leader: LeaderId,
    ) -> Result<(), No> {
        let own = self.leader_of(frame.formation) == leader;
        No::when(own && frame.conduct == Conduct::Holds, rule::R6_2, "The commander holds his ground.")?;
        if own && frame.conduct == Conduct::FallBack && p.leaders[leader].place == Place::Column {
            return Err(No(rule::R6_2, "The commander stays off the map with his column."));
        }
        let def = &self.army.leaders[leader];
        let words = "A formation commander moves in the activation of his formation.";
        No::when(def.formation.is_some_and(|f| f != frame.formation), rule::R8_5, words)?;
        let side = self.army.formations[frame.formation].side;
        self.check_ride(p, side, leader)
    }

    /// Whether these units may begin their action now (7.2).
    pub(crate) fn check_select(&self, p: &Position, frame: Activation, units: UnitSet) -> Result<(), No> {
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
            let words = "This unit is not in play.";
            No::when(!matches!(u.place, Place::Map | Place::Column), rule::R2_4, words)?;
            No::when(u.out_of_command, rule::R5_1, "Units out of command act only in their own phase.")?;
            No::when(u.acted, rule::R7_2, "This unit has already acted this turn.")?;
            let words = "The units of a force stand in one hex.";
            No::when(u.place != place || u.hex != hex, rule::R2_3a, words)?;
            let words = "Units in square do not act together with others.";
            No::when(u.square != p.unit(first).square, rule::R8_6_1, words)?;
            No::when(self.arm(unit) != arm, rule::R2_3a, "Units of different kinds never act as one force.")?;
        }
        if units.count() > 1 {
            self.check_deploys(p, units)?;
        }
        if place == Place::Column {
            No::when(units.count() > 1, rule::R15_1b, "Units enter one after the other.")?;
            let words = "The commander does not bring his column on this turn.";
            No::when(matches!(frame.conduct, Conduct::FallBack | Conduct::Holds), rule::R6_2, words)?;
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
            No::when(in_zone && ordered, rule::R6_2, "Forces in an enemy zone of reaction must withdraw.")?;
            let words = "A force that began in an enemy zone of reaction must attack or leave.";
            No::when(in_zone && u.began_in_zone && self.can_attack_or_leave(p, unit), rule::R3_2, words)?;
            if frame.conduct == Conduct::FallBack && !in_zone {
                let near = self.nearest_enemy(p, side, u.hex);
                let words = "Forces near the enemy must fall back.";
                No::when(near <= FALL_BACK_WITHIN && self.can_end_farther(p, unit, near), rule::R6_2, words)?;
            }
        }
        let words = "A declared marker must be used as long as a force can use it.";
        No::when(self.open_markers(p, frame.formation, free), rule::R7_1_4, words)
    }

    /// Hexes to the nearest enemy combat unit, 99 if there is none.
    pub(crate) fn nearest_enemy(&self, p: &Position, side: u8, hex: Hex) -> u8 {
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
        hex: Hex,
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
