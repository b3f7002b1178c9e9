//! Chapter 11: assault. Combat resolution step by step, for charges and counterattacks too.

use crate::action::Action;
use crate::battle::{Battle, NO};
use crate::cohesion::CheckKind;
use crate::commander::Follow;
use crate::fire::cell_text;
use crate::flow::{Fought, Frame, RollKind};
use crate::model::{Arm, AssaultCell, Cell, Colour, Conduct, UnitId, UnitKind};
use crate::position::{Ammo, Place, Position, UnitSet};
use crate::reaction::{Extras, Trigger};
use crate::retreat::{Retreat, RetreatKind};
use crate::rule;
use crate::words::{Asked, Offer};
use hexmap::Hex;
use kernel::{Citation, Event, Log, Modifier, Procedure, Procedures, Seat, SeatSet, Viewer, agree};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// Combat resolution (11.2).
    pub struct Combat {
        pub kind: CombatKind,
        pub attackers: UnitSet,
        pub defenders: UnitSet,
        pub from: Hex,
        pub target: Hex,
        pub stage: CombatStage,
        pub lead: [UnitId; 2],
        /// The defender stood in Square when it was struck.
        pub square: bool,
        /// Indices of the cell that was rolled.
        pub row: u8,
        pub column: u8,
        /// Levels lost by attacker and defender: leading unit, all but artillery (R85).
        pub lead_levels: [u8; 2],
        pub sum_levels: [u8; 2],
        /// Arms of the stack that still have to check, and whether one has just done so.
        pub arms: u8,
        pub checked: bool,
        pub winner: Fought,
        /// Guns that fell back with others (11.4.2).
        pub guns: UnitSet,
        /// Causes no further reactions.
        pub last: bool,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CombatKind {
    Assault,
    Charge,
    Counterattack,
    Countercharge,
}

impl CombatKind {
    pub fn is_charge(self) -> bool {
        matches!(self, CombatKind::Charge | CombatKind::Countercharge)
    }
    pub fn is_reaction(self) -> bool {
        matches!(self, CombatKind::Counterattack | CombatKind::Countercharge)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CombatStage {
    Start,
    ChargeCheck,
    LeadAttacker,
    LeadDefender,
    Roll,
    DefenderResult,
    DefenderCheck,
    AttackerResult,
    AttackerCheck,
    Winner,
    Advance,
    Wade,
    Face,
    Reactions,
    Guns,
    LoneGuns,
    LoneGunsReactions,
    LoneGunsFate,
    AttackerExtras,
    DefenderExtras,
    Over,
}

impl Combat {
    /// One that has just begun: nobody leads yet and nothing is rolled.
    pub fn new(kind: CombatKind, attackers: UnitSet, from: Hex, target: Hex) -> Combat {
        Combat {
            kind,
            attackers,
            defenders: UnitSet::EMPTY,
            from,
            target,
            stage: CombatStage::Start,
            lead: [UnitId::NOBODY; 2],
            square: false,
            row: 0,
            column: 0,
            lead_levels: [0; 2],
            sum_levels: [0; 2],
            arms: 0,
            checked: false,
            winner: Fought::Nothing,
            guns: UnitSet::EMPTY,
            last: false,
        }
    }
}

impl Battle {
    /// A force strikes another: an assault, a charge, or one of them in reaction.
    pub(crate) fn begin_combat(&self, p: &mut Position, f: Combat, log: &mut Log) {
        let Combat { kind, attackers, from, target, .. } = f;
        // the attacker turns to a target that is not in front of him
        if let (Some(dir), Some(first)) = (self.map.direction(from, target), attackers.first())
            && !self.ahead(p.unit(first).facing, from, dir)
        {
            p.face_hex(from, dir);
        }
        log.say(|| {
            let (word, rule) = match kind {
                CombatKind::Assault => (" [assaults|assault] ", rule::R11_1_1),
                CombatKind::Charge => (" [charges|charge] into ", rule::R10_1_2),
                CombatKind::Counterattack => (" [counterattacks|counterattack] ", rule::R12_2_3),
                CombatKind::Countercharge => (" [countercharges|countercharge] ", rule::R10_4),
            };
            self.at(self.of_units(p, "combat", rule, attackers).text(word), target).text(".")
        });
        p.returned.combat = Fought::Nothing;
        p.push(Frame::Combat(f));
    }
}

impl Procedure<Combat> for Battle {
    const CITES: Citation = rule::R11_2_4;
    const FIGHT: bool = true;

    fn ask(&self, p: &Position, f: &Combat, viewer: Viewer) -> Asked {
        let (units, asked) = match f.stage {
            CombatStage::Face => {
                let (name, at) = (self.names_to(p, viewer, f.attackers), self.hex_words(f.target));
                let you = format!("{name} [has|have] advanced to {at}: which way [does it|do they] face?");
                let they = format!("chooses the facing in {at}.");
                (f.attackers, Asked::new("facing", rule::R11_2_10, you, they))
            }
            CombatStage::LeadDefender => {
                let you = "Which unit leads the defence?";
                let they = "chooses the unit that leads the defence.";
                (f.defenders, Asked::new("lead", rule::R11_2_4, you, they))
            }
            _ => {
                let you = "Which unit leads the attack?";
                let they = "chooses the unit that leads the attack.";
                (f.attackers, Asked::new("lead", rule::R11_2_4, you, they))
            }
        };
        asked.at([f.from, f.target]).of(units)
    }

    fn ask_for_roll(&self, _: &Position, f: &Combat, asked: Asked) -> Asked {
        asked.at([f.from, f.target]).of(f.attackers.with(f.defenders))
    }

    fn options(&self, p: &Position, f: &Combat, _: Seat, out: &mut Vec<Action>) {
        match f.stage {
            CombatStage::LeadAttacker => out.extend(self.tied_leads(p, f.attackers).iter().map(Action::Lead)),
            CombatStage::LeadDefender => out.extend(self.tied_leads(p, f.defenders).iter().map(Action::Lead)),
            CombatStage::Face => out.extend((0..6).map(Action::Turn)),
            _ => {}
        }
    }

    fn offer(&self, p: &Position, f: &Combat, seat: Seat, action: Action) -> Offer {
        match action {
            Action::Lead(unit) => self.offer_to_unit(p, rule::R11_2_4, unit, "leads"),
            Action::Turn(dir) => self.offer_turn(rule::R11_2_10, f.attackers, f.target, dir),
            _ => self.common_offer(p, seat, action),
        }
    }

    fn play(&self, p: &mut Position, f: Combat, _: Seat, action: Action, log: &mut Log) {
        let mut f = f;
        match (f.stage, action) {
            (CombatStage::LeadAttacker, Action::Lead(unit)) => {
                f.lead[0] = unit;
                f.stage = CombatStage::LeadDefender;
            }
            (CombatStage::LeadDefender, Action::Lead(unit)) => {
                f.lead[1] = unit;
                f.stage = CombatStage::Roll;
            }
            (_, Action::Turn(dir)) => {
                if let Some(first) = f.attackers.first() {
                    p.face_hex(p.unit(first).hex, dir);
                    log.say(|| {
                        self.of_units(p, "turn", rule::R11_2_10, f.attackers)
                            .words(format!(" [faces|face] {}.", self.map.dir_names()[dir as usize]))
                    });
                }
                f.stage = self.after_advance(p, &f);
            }
            _ => {}
        }
        p.set_top(Frame::Combat(f));
    }

    fn rolled(&self, p: &mut Position, f: Combat, faces: &[u8], log: &mut Log) {
        let mut f = f;
        let (drm, column) = self.combat_sum(p, &f);
        let total = (faces[0] + faces[1]) as i8 + drm;
        let table = &self.charts.assault;
        f.row = (total - table.row_low).clamp(0, table.rows.len() as i8 - 1) as u8;
        f.column = column;
        f.stage = CombatStage::DefenderResult;
        let cell = self.combat_cell(&f);
        let (attack, defence) = (self.strength(p, f.attackers), self.strength(p, f.defenders));
        let (ratio, _) = self.ratio_drm(attack, defence);
        log.say(|| {
            Event::new("combat-strength", rule::R11_2_1)
                .words(agree(
                    &format!(
                        "{attack} strength [point|points] against {defence}: {}.",
                        self.charts.ratio[ratio].name
                    ),
                    attack != 1,
                ))
                .lookup(self.ratio_lookup(ratio), SeatSet::ALL)
        });
        let guns: UnitSet = f.defenders.iter().filter(|u| self.is_gun(*u)).collect();
        if !guns.is_empty() {
            log.say(|| {
                self.of_units(p, "combat-strength", rule::R11_4, guns)
                    .text(" [adds|add] no strength to the combat.")
            });
        }
        log.say(|| {
            let mut modifiers = Vec::new();
            self.combat_modifiers(p, &f, |label, value, rule| {
                modifiers.push(Modifier { label: label.into(), value: value as i32, rule, seen_by: SeatSet::ALL })
            });
            Event::new("combat-result", rule::R11_2_5)
                .words(format!(
                    "{} + {} {drm:+} = {total} at {} with a cohesion difference of {:+}: {} for the attacker, {} for the defender ({}).",
                    faces[0],
                    faces[1],
                    self.charts.ratio[ratio].name,
                    self.ccv(p, f.lead[0]) - self.ccv(p, f.lead[1]),
                    cell_text(cell.attacker),
                    cell_text(cell.defender),
                    colour_text(cell.colour),
                ))
                .dice(faces)
                .modifiers(modifiers)
                .lookup(self.assault_lookup(column, total.into()), SeatSet::ALL)
        });
        p.set_top(Frame::Combat(f));
    }

    fn run(&self, p: &mut Position, f: Combat, log: &mut Log) {
        let mut f = f;
        let attacker = f
            .attackers
            .first()
            .or(Some(f.lead[0]).filter(|u| *u != UnitId::NOBODY))
            .map_or(0, |u| self.side_of(u));
        let defender = 1 - attacker;
        let next = match f.stage {
            CombatStage::Start | CombatStage::ChargeCheck => {
                f.defenders = p.in_hex(f.target);
                f.square = f.defenders.iter().any(|u| p.unit(u).square);
                if f.stage == CombatStage::Start {
                    // whose fight it was, should nobody be left to fight it
                    f.lead = [f.attackers, f.defenders]
                        .map(|units| self.leading(p, units, true).unwrap_or(UnitId::NOBODY));
                }
                if f.attackers.is_empty() {
                    f.winner = Fought::Defender;
                    CombatStage::DefenderExtras
                } else if f.defenders.is_empty() {
                    // the combat counts as won (R72)
                    f.winner = Fought::Attacker;
                    self.settle_moods(p, &f, log);
                    log.say(|| {
                        self.at(Event::new("combat", rule::R11_1_2).text("Nobody is left in "), f.target)
                            .text(": the attacker advances.")
                    });
                    CombatStage::Advance
                } else if f.defenders.iter().all(|u| self.is_gun(u)) {
                    CombatStage::LoneGuns
                } else if f.stage == CombatStage::Start && f.kind.is_charge() {
                    f.stage = CombatStage::ChargeCheck;
                    p.set_top(Frame::Combat(f));
                    let foot: UnitSet = f
                        .defenders
                        .iter()
                        .filter(|u| self.arm(*u) == Arm::Infantry && !p.unit(*u).square)
                        .collect();
                    if !foot.is_empty() {
                        self.push_check(p, foot, CheckKind::Charged, 0, f.from);
                    }
                    return;
                } else {
                    CombatStage::LeadAttacker
                }
            }
            CombatStage::LeadAttacker => {
                let tied = self.tied_leads(p, f.attackers);
                if tied.count() > 1 {
                    return p.decide(attacker);
                }
                f.lead[0] = tied.first().unwrap_or(UnitId::NOBODY);
                CombatStage::LeadDefender
            }
            CombatStage::LeadDefender => {
                let tied = self.tied_leads(p, f.defenders);
                if tied.count() > 1 {
                    return p.decide(defender);
                }
                f.lead[1] = tied.first().unwrap_or(UnitId::NOBODY);
                CombatStage::Roll
            }
            CombatStage::Roll => return p.roll(2, RollKind::Assault, attacker),
            // the defender applies his result first (11.2.7)
            CombatStage::DefenderResult => {
                f.stage = CombatStage::DefenderCheck;
                let cell = self.combat_cell(&f).defender;
                return self.apply_combat_result(p, f, cell, 1, log);
            }
            CombatStage::DefenderCheck => match self.next_check(p, &mut f, 1) {
                true => return,
                false => CombatStage::AttackerResult,
            },
            CombatStage::AttackerResult => {
                f.stage = CombatStage::AttackerCheck;
                let cell = self.combat_cell(&f).attacker;
                return self.apply_combat_result(p, f, cell, 0, log);
            }
            CombatStage::AttackerCheck => match self.next_check(p, &mut f, 0) {
                true => return,
                false => CombatStage::Winner,
            },
            CombatStage::Winner => return self.decide_winner(p, f, log),
            CombatStage::Advance => return self.advance(p, f, log),
            CombatStage::Wade => {
                f.stage = CombatStage::Face;
                p.set_top(Frame::Combat(f));
                return;
            }
            CombatStage::Face => {
                let alone = f.attackers.first().is_some_and(|u| p.in_hex(p.unit(u).hex) == f.attackers);
                if f.kind.is_charge() || !alone {
                    self.after_advance(p, &f)
                } else {
                    return p.decide(attacker);
                }
            }
            CombatStage::Reactions => {
                f.stage = CombatStage::Guns;
                p.set_top(Frame::Combat(f));
                if !f.last && !f.kind.is_reaction() && !f.attackers.is_empty() && p.activation().is_some() {
                    self.push_reactions(p, Trigger::Advances, f.attackers, f.target, f.defenders, false);
                }
                return;
            }
            CombatStage::Guns => {
                self.guns_fall_back(p, &mut f, log);
                CombatStage::AttackerExtras
            }
            CombatStage::LoneGuns => return self.overrun(p, f, log),
            CombatStage::LoneGunsReactions => {
                f.stage = CombatStage::LoneGunsFate;
                p.set_top(Frame::Combat(f));
                if !f.last && !f.kind.is_reaction() && p.activation().is_some() {
                    // whoever stands beside the guns may save them, also where no zone reaches in
                    let beside = self.neighbours_of(p, defender, f.target);
                    self.push_react(p, Trigger::Advances, f.attackers, f.target, beside, false);
                }
                return;
            }
            CombatStage::LoneGunsFate => {
                self.fate_of_guns(p, &mut f, log);
                CombatStage::AttackerExtras
            }
            CombatStage::AttackerExtras => {
                f.stage = CombatStage::DefenderExtras;
                p.set_top(Frame::Combat(f));
                return self.combat_extras(p, attacker, f.attackers, log);
            }
            CombatStage::DefenderExtras => {
                f.stage = CombatStage::Over;
                p.set_top(Frame::Combat(f));
                return self.combat_extras(p, defender, f.defenders, log);
            }
            CombatStage::Over => {
                p.returned.combat = f.winner;
                p.returned.square = f.square;
                return p.pop();
            }
        };
        f.stage = next;
        p.set_top(Frame::Combat(f));
    }
}

impl Battle {
    // ---- leading units (11.2.4, R26) ---------------------------------------------------------

    /// The units that could lead: more than one only where the owner's choice makes a difference.
    fn tied_leads(&self, p: &Position, units: UnitSet) -> UnitSet {
        let Some(lead) = self.leading(p, units, true) else { return UnitSet::EMPTY };
        let rank = |u: UnitId| (self.printed[u].stacking, self.sp(p, u), self.ccv(p, u));
        let state = |u: UnitId| {
            let unit = p.unit(u);
            let def = &self.army.units[u];
            let worn = unit.lost * 2 >= def.sp;
            (
                unit.march,
                unit.ammo,
                unit.exhausted,
                unit.square,
                unit.out_of_command,
                worn,
                def.arm,
                def.formation,
            )
        };
        let tied: UnitSet = units.iter().filter(|u| !self.is_gun(*u) && rank(*u) == rank(lead)).collect();
        if tied.iter().any(|u| state(u) != state(lead)) { tied } else { UnitSet::one(lead) }
    }

    // ---- the roll ------------------------------------------------------------------------------

    /// Strength Ratio DRM, rounded in favour of the defender (11.2.1, 11.2.2).
    pub fn ratio_drm(&self, attack: u32, defence: u32) -> (usize, i8) {
        let row = self
            .charts
            .ratio
            .iter()
            .position(|r| attack * r.den as u32 >= defence * r.num as u32)
            .unwrap_or(self.charts.ratio.len() - 1);
        (row, self.charts.ratio[row].drm)
    }

    pub(crate) fn strength(&self, p: &Position, units: UnitSet) -> u32 {
        units.iter().filter(|u| !self.is_gun(*u)).map(|u| self.sp(p, u) as u32).sum()
    }

    pub(crate) fn combat_modifiers(
        &self,
        p: &Position,
        f: &Combat,
        mut say: impl FnMut(&'static str, i8, Citation),
    ) {
        let m = &self.charts.assault_drm;
        let mut add = |label, value: i8, rule| {
            if value != 0 {
                say(label, value, rule)
            }
        };
        let [a, d] = f.lead;
        let (attacker, defender) = (p.unit(a), p.unit(d));
        let (_, ratio) = self.ratio_drm(self.strength(p, f.attackers), self.strength(p, f.defenders));
        add("strength ratio", ratio, rule::R11_2_2);
        if f.kind.is_charge() {
            if f.square {
                add("charge against a square", m.charge_against_square, rule::R11_2_3);
            } else {
                add("charge", m.charge_against_force_not_in_square, rule::R11_2_3);
            }
        } else {
            if self.arm(a) == Arm::Infantry && f.square {
                add("infantry against a square", m.infantry_assault_against_square, rule::R11_2_3);
            }
            if self.arm(a) == Arm::Cavalry {
                add("cavalry that does not charge", m.cavalry_assault_not_charging, rule::R11_2_3);
            }
            if self.arm(a) == Arm::Infantry && self.arm(d) == Arm::Cavalry {
                add("infantry against cavalry", m.infantry_assault_against_cavalry, rule::R11_2_3);
            }
        }
        if self.is_rear(p, d, f.from) {
            add("from the defender's rear", m.from_defender_rear_hex, rule::R11_2_3);
        }
        if defender.march {
            add("defender in March", m.defender_in_march_or_limbered, rule::R11_2_3);
        }
        if attacker.march {
            add("attacker in March", m.attacker_in_march, rule::R8_3_4);
        }
        if attacker.ammo == Ammo::Out {
            add("attacker out of ammunition", m.attacker_out_of_ammo, rule::R9_4_3b);
        }
        if defender.ammo == Ammo::Out {
            add("defender out of ammunition", m.defender_out_of_ammo, rule::R9_4_3b);
        }
        if defender.exhausted && self.arm(d) == Arm::Cavalry {
            add("defending cavalry exhausted", m.defender_cavalry_exhausted, rule::R11_2_3);
        }
        add("terrain of the defender", self.terrain(f.target).assault_drm, rule::R14_2);
        if let Some(dir) = self.map.direction(f.from, f.target) {
            add("across the hexside", self.side(f.from, dir).assault_drm, rule::R11_2_3);
        }
        let furious = p.activation().is_some_and(|act| act.conduct == Conduct::FuriousAttack);
        if furious && !f.kind.is_reaction() {
            add("furious attack", m.furious_attack, rule::R6_2);
        }
    }

    /// Total modifier and column (11.2.3, 11.2.4).
    pub fn combat_sum(&self, p: &Position, f: &Combat) -> (i8, u8) {
        let mut drm = 0;
        self.combat_modifiers(p, f, |_, value, _| drm += value);
        let table = &self.charts.assault;
        let difference = self.ccv(p, f.lead[0]) - self.ccv(p, f.lead[1]);
        let last = table.rows[0].len() as i8 - 1;
        (drm, (difference - table.first_difference).clamp(0, last) as u8)
    }

    pub(crate) fn combat_cell(&self, f: &Combat) -> AssaultCell {
        self.charts.assault.rows[f.row as usize][f.column as usize]
    }

    fn apply_combat_result(&self, p: &mut Position, f: Combat, cell: Cell, who: usize, log: &mut Log) {
        let mut f = f;
        if cell != Cell::Nothing {
            log.say(|| {
                let side = if who == 0 { "The attacker" } else { "The defender" };
                Event::new("combat-applied", rule::R11_2_7)
                    .words(format!("{side} takes {}.", cell_text(cell)))
            });
        }
        let units = if who == 0 { f.attackers } else { f.defenders };
        f.arms = 0;
        f.checked = false;
        p.returned.lead_levels = 0;
        p.returned.sum_levels = 0;
        match cell {
            Cell::Nothing => p.set_top(Frame::Combat(f)),
            Cell::Loss { sp, levels } => {
                f.checked = true;
                p.set_top(Frame::Combat(f));
                self.push_losses(p, units, sp, levels, true, f.lead[who]);
            }
            Cell::Check(_) => {
                // one roll for each force of the stack (13.1.1)
                f.arms = units.iter().fold(0, |set, u| set | 1 << self.arm(u) as u8);
                p.set_top(Frame::Combat(f));
            }
        }
    }

    /// Rolls the check of the next arm, if one is left; sums up what the last one cost.
    fn next_check(&self, p: &mut Position, f: &mut Combat, who: usize) -> bool {
        if f.checked {
            f.lead_levels[who] += p.returned.lead_levels;
            f.sum_levels[who] += p.returned.sum_levels;
            f.checked = false;
        }
        let units = if who == 0 { f.attackers } else { f.defenders };
        while f.arms != 0 {
            let arm = f.arms.trailing_zeros() as u8;
            f.arms &= f.arms - 1;
            let force: UnitSet = units.iter().filter(|u| self.arm(*u) as u8 == arm).collect();
            if force.is_empty() {
                continue;
            }
            let cell = self.combat_cell(f);
            let Cell::Check(drm) = (if who == 0 { cell.attacker } else { cell.defender }) else { continue };
            f.checked = true;
            p.set_top(Frame::Combat(*f));
            let from = if who == 0 { f.target } else { f.from };
            self.push_check_led(p, force, CheckKind::Result, drm, from, f.lead[who]);
            return true;
        }
        false
    }

    // ---- winner, retreat, advance (11.2.6 to 11.2.10) ------------------------------------------

    fn decide_winner(&self, p: &mut Position, f: Combat, log: &mut Log) {
        let mut f = f;
        let men = f.defenders.iter().any(|u| !self.is_gun(u));
        let by_levels =
            match (f.lead_levels[0].cmp(&f.lead_levels[1])).then(f.sum_levels[0].cmp(&f.sum_levels[1])) {
                std::cmp::Ordering::Less => Fought::Attacker,
                std::cmp::Ordering::Greater => Fought::Defender,
                std::cmp::Ordering::Equal => Fought::Draw,
            };
        f.winner = match (f.attackers.is_empty(), !men) {
            // a side that is wiped out loses whatever the table says (R69)
            (true, true) => Fought::Draw,
            (true, false) => Fought::Defender,
            (false, true) => Fought::Attacker,
            (false, false) => match self.combat_cell(&f).colour {
                Colour::Red => Fought::Defender,
                Colour::Blue => Fought::Attacker,
                Colour::Grey => Fought::Draw,
                Colour::White => by_levels,
            },
        };
        log.say(|| {
            let (text, rule) = match f.winner {
                Fought::Attacker => ("The attacker wins.", rule::R11_2_6),
                Fought::Defender => ("The defender wins.", rule::R11_2_6),
                _ => ("A draw: both stay where they are.", rule::R11_2_9b),
            };
            Event::new("winner", rule).text(text)
        });
        self.settle_moods(p, &f, log);
        match f.winner {
            Fought::Attacker => {
                if !men && !f.defenders.is_empty() {
                    f.stage = CombatStage::LoneGuns;
                    return p.set_top(Frame::Combat(f));
                }
                f.guns = f.defenders.iter().filter(|u| self.kind(*u) == UnitKind::FieldArtillery).collect();
                f.stage = CombatStage::Advance;
                p.set_top(Frame::Combat(f));
                if !f.defenders.is_empty() {
                    let retreat = Retreat {
                        away: f.from,
                        left: self.charts.defender_retreat_hexes,
                        fought: f.attackers,
                        last: f.last,
                        ..self.new_retreat(p, RetreatKind::Defender, f.defenders)
                    };
                    self.begin_retreat(p, retreat, log);
                }
            }
            Fought::Defender => {
                f.stage = CombatStage::AttackerExtras;
                p.set_top(Frame::Combat(f));
                if !f.attackers.is_empty() {
                    let retreat = Retreat {
                        away: f.target,
                        left: self.charts.attacker_retreat_hexes,
                        fought: f.defenders,
                        // a countercharge causes no reactions by the active side (12.2.4)
                        last: f.last || f.kind == CombatKind::Countercharge,
                        ..self.new_retreat(p, RetreatKind::Attacker, f.attackers)
                    };
                    self.begin_retreat(p, retreat, log);
                }
            }
            _ => {
                f.stage = CombatStage::AttackerExtras;
                p.set_top(Frame::Combat(f));
            }
        }
    }

    /// The moods of the formations whose leading units fought (6.2.1).
    fn settle_moods(&self, p: &mut Position, f: &Combat, log: &mut Log) {
        let (won, lost) = match f.winner {
            Fought::Attacker => (f.lead[0], f.lead[1]),
            Fought::Defender => (f.lead[1], f.lead[0]),
            Fought::Draw | Fought::Nothing => return,
        };
        for (unit, change) in [(won, self.charts.mood_won), (lost, self.charts.mood_lost)] {
            if unit != UnitId::NOBODY {
                self.change_mood(p, self.formation_of(unit), change, log);
            }
        }
    }

    /// The winner must advance (11.1.2).
    fn advance(&self, p: &mut Position, f: Combat, log: &mut Log) {
        let mut f = f;
        let here: UnitSet = f.attackers.iter().filter(|u| p.unit(*u).hex == f.from).collect();
        let room = self.check_stacking(p, f.target, here.with(self.overrun_in(p, f.target))).is_ok();
        if here.is_empty() || p.occupied(f.target) || !room {
            f.stage = CombatStage::Guns;
            return p.set_top(Frame::Combat(f));
        }
        f.stage = CombatStage::Wade;
        p.set_top(Frame::Combat(f));
        if f.kind.is_reaction() {
            // whoever was on his way himself does not go on with it from another hex
            p.leave_action(here);
        }
        self.advance_into(p, here, f.from, f.target, log);
    }

    fn advance_into(&self, p: &mut Position, units: UnitSet, from: Hex, target: Hex, log: &mut Log) {
        let Some(first) = units.first() else { return };
        let side = self.side_of(first);
        log.say(|| {
            self.at(
                self.of_units(p, "advance", rule::R11_2_10, units).text(" [advances|advance] to "),
                target,
            )
            .text(".")
        });
        let leaders = self.leaders_here(p, side, from);
        let dir = self.map.direction(from, target).unwrap_or(0);
        let by_bridge = units.iter().all(|u| p.unit(u).march) && self.cost_by_road(from, dir) != NO;
        if self.is_stream(from, dir) && !by_bridge {
            // the check waits below what happens on arrival
            self.wade(p, units, log);
        }
        let units: UnitSet = units.iter().filter(|u| p.unit(*u).place == Place::Map).collect();
        if !leaders.is_empty() && !units.is_empty() {
            p.push(Frame::Follow(Follow { leaders, to: target }));
        }
        self.move_units(p, units, target, true, log);
    }

    // ---- artillery (11.4) -----------------------------------------------------------------------

    /// Guns that fell back with others lose half of their strength, rounded up (11.4.2).
    fn guns_fall_back(&self, p: &mut Position, f: &mut Combat, log: &mut Log) {
        for unit in f.guns {
            let lost = self.sp(p, unit).div_ceil(2);
            p.unit_mut(unit).lost += lost;
            log.say(|| {
                self.of_units(p, "loss", rule::R11_4_2, UnitSet::one(unit)).words(agree(
                    &format!(" loses {lost} strength [point|points] in the retreat."),
                    lost != 1,
                ))
            });
            if self.sp(p, unit) == 0 {
                log.say(|| {
                    self.of_units(p, "eliminated", rule::R11_4_2, UnitSet::one(unit))
                        .text(" has no strength left and is removed.")
                });
                self.take_off(p, unit);
                f.defenders.remove(unit);
            }
        }
    }

    /// What comes when the attacker stands in the hex he has won.
    fn after_advance(&self, p: &Position, f: &Combat) -> CombatStage {
        // in a counterattack the guns in the hex are the attacker's own
        let guns = f.guns.iter().any(|u| p.unit(u).place == Place::Overrun);
        if guns { CombatStage::LoneGunsReactions } else { CombatStage::Reactions }
    }

    /// Both sides may leave March when the combat is over (11.2.11).
    fn combat_extras(&self, p: &mut Position, side: u8, units: UnitSet, log: &mut Log) {
        let column: UnitSet = units.iter().filter(|u| p.unit(*u).march && !self.is_gun(*u)).collect();
        if !column.is_empty() {
            log.say(|| {
                self.of_units(p, "extra", rule::R11_2_11, column)
                    .text(" may leave March Movement after the combat.")
            });
        }
        p.push(Frame::Extras(Extras { side, units }));
    }

    pub(crate) fn overrun_in(&self, p: &Position, hex: Hex) -> UnitSet {
        p.units.ids().filter(|u| p.unit(*u).place == Place::Overrun && p.unit(*u).hex == hex).collect()
    }

    /// Guns alone: the attacker rides in among them, then others may react (11.4.1).
    fn overrun(&self, p: &mut Position, f: Combat, log: &mut Log) {
        let mut f = f;
        f.guns = p.in_hex(f.target);
        f.stage = CombatStage::Wade;
        f.lead[1] = f.guns.first().unwrap_or(UnitId::NOBODY);
        log.say(|| {
            self.of_units(p, "overrun", rule::R11_4_1, f.guns)
                .text(" [stands alone and is overrun unless it is saved|stand alone and are overrun unless they are saved].")
        });
        for gun in f.guns {
            self.set_aside(p, gun);
        }
        p.set_top(Frame::Combat(f));
        self.advance_into(p, f.attackers, f.from, f.target, log);
    }

    fn fate_of_guns(&self, p: &mut Position, f: &mut Combat, log: &mut Log) {
        let taken = f.attackers.iter().any(|u| p.unit(u).hex == f.target);
        let guns = self.overrun_in(p, f.target);
        if taken {
            f.winner = Fought::Attacker;
            log.say(|| self.of_units(p, "eliminated", rule::R11_4_1, guns).text(" [is|are] lost."));
            for gun in guns {
                self.take_off(p, gun);
            }
            f.defenders = f.defenders.without(guns);
            // counted once even where the guns' escort fell first
            if f.row == 0 && f.column == 0 {
                self.settle_moods(p, f, log);
            }
        } else {
            f.winner = Fought::Defender;
            for gun in guns {
                self.put(p, gun, f.target);
                self.settle(p, UnitSet::one(gun));
            }
            log.say(|| self.of_units(p, "saved", rule::R11_4_1, guns).text(" [is|are] saved."));
        }
        f.guns = UnitSet::EMPTY;
    }
}

pub fn colour_text(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "red: the defender wins",
        Colour::Blue => "blue: the attacker wins",
        Colour::Grey => "grey: a draw",
        Colour::White => "white: uncertain",
    }
}
