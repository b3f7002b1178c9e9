//! Chapter 11: assault. Combat resolution step by step, for charges and counterattacks too. The table and what changes
//! the roll are in `roll`, winner, retreat and advance in `outcome`, guns in `guns`.

mod guns;
mod outcome;
mod roll;

pub use roll::colour_text;

use crate::action::Action;
use crate::battle::Battle;
use crate::cohesion::CheckKind;
use crate::fire::cell_text;
use crate::flow::{Fought, RollKind};
use crate::model::{Arm, UnitId};
use crate::position::{MaybeUnit, Position, UnitSet};
use crate::reaction::{Extras, Trigger};
use crate::rule;
use crate::words::{Asked, Offer};
use hexmap::Hex;
use kernel::{Citation, Log, Modify, Procedure, Procedures, Roster, Seat, Viewer};
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
        pub lead: [MaybeUnit; 2],
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
            let there = p.in_hex(target);
            let (found, gone, rule) = match kind {
                CombatKind::Assault => {
                    ("{} [assaults|assault] {} in {}.", "{} [assaults|assault] {}.", rule::R11_1_1)
                }
                CombatKind::Charge => {
                    ("{} [charges|charge] into {} in {}.", "{} [charges|charge] into {}.", rule::R10_1_2)
                }
                CombatKind::Counterattack => (
                    "{} [counterattacks|counterattack] {} in {}.",
                    "{} [counterattacks|counterattack] {}.",
                    rule::R12_2_3,
                ),
                CombatKind::Countercharge => (
                    "{} [countercharges|countercharge] {} in {}.",
                    "{} [countercharges|countercharge] {}.",
                    rule::R10_4,
                ),
            };
            // who was to be attacked may be gone (R72)
            let word = if there.is_empty() { gone } else { found };
            let say = self.say(p, "combat", rule, word).units(attackers);
            if there.is_empty() { say.hex(target) } else { say.units(there).hex(target) }
        });
        p.returned.combat = Fought::Nothing;
        p.push(f);
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
                (f.attackers, Asked::heard("facing", rule::R11_2_10, you, they))
            }
            CombatStage::LeadDefender => {
                let you = "Which unit leads the defence?";
                let they = "chooses the unit that leads the defence.";
                (f.defenders, Asked::heard("lead", rule::R11_2_4, you, they))
            }
            _ => {
                let you = "Which unit leads the attack?";
                let they = "chooses the unit that leads the attack.";
                (f.attackers, Asked::heard("lead", rule::R11_2_4, you, they))
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

    fn play(&self, p: &mut Position, mut f: Combat, _: Seat, action: Action, log: &mut Log) {
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
                        self.say(p, "turn", rule::R11_2_10, "{} [faces|face] {}.")
                            .units(f.attackers)
                            .with(self.map.dir_names()[dir as usize])
                    });
                }
                f.stage = self.after_advance(p, &f);
            }
            _ => {}
        }
        p.set_top(f);
    }

    fn rolled(&self, p: &mut Position, mut f: Combat, faces: &[u8], log: &mut Log) {
        let (drm, column) = self.combat_sum(p, &f);
        let total = (faces[0] + faces[1]) as i8 + drm;
        f.row = self.charts.assault.row(total);
        f.column = column;
        f.stage = CombatStage::DefenderResult;
        let cell = self.combat_cell(&f);
        let (attack, defence) = (self.strength(p, f.attackers), self.strength(p, f.defenders));
        let (ratio, _) = self.ratio_drm(attack, defence);
        log.say(|| {
            let words = match attack {
                1 => "{} strength point against {}: {}.",
                _ => "{} strength points against {}: {}.",
            };
            self.say(p, "combat-strength", rule::R11_2_1, words)
                .fill(&[&attack, &defence, &self.charts.ratio[ratio].name])
                .lookup(self.ratio_lookup(ratio))
        });
        let guns: UnitSet = f.defenders.iter().filter(|u| self.is_gun(*u)).collect();
        if !guns.is_empty() {
            log.say(|| {
                self.say(p, "combat-strength", rule::R11_4, "{} [adds|add] no strength to the combat.")
                    .units(guns)
            });
        }
        log.say(|| {
            let words = "{} + {} {} = {} at {} with a cohesion difference of {}: {} for the attacker, {} for the defender ({}).";
            let ccv = f.lead.map(|unit| self.ccv(p, unit));
            let [own, other] = [cell.attacker, cell.defender].map(cell_text);
            let (ratio, colour) = (&self.charts.ratio[ratio].name, colour_text(cell.colour));
            self.say(p, "combat-result", rule::R11_2_5, words)
                .fill(&[&faces[0], &faces[1], &format_args!("{drm:+}"), &total, ratio])
                .fill(&[&format_args!("{:+}", ccv[0] - ccv[1]), &own, &other, &colour])
                .dice(faces)
                .modifiers(Vec::of(|m| self.combat_modifiers(p, &f, m)))
                .total(total)
                .lookup(self.assault_lookup(column, total.into()))
        });
        p.set_top(f);
    }

    fn run(&self, p: &mut Position, mut f: Combat, log: &mut Log) {
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
                        self.say(p, "combat", rule::R11_1_2, "Nobody is left in {}: the attacker advances.")
                            .hex(f.target)
                    });
                    CombatStage::Advance
                } else if f.defenders.iter().all(|u| self.is_gun(u)) {
                    CombatStage::LoneGuns
                } else if f.stage == CombatStage::Start && f.kind.is_charge() {
                    f.stage = CombatStage::ChargeCheck;
                    p.set_top(f);
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
                p.set_top(f);
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
                p.set_top(f);
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
                p.set_top(f);
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
                p.set_top(f);
                return self.combat_extras(p, attacker, f.attackers, log);
            }
            CombatStage::DefenderExtras => {
                f.stage = CombatStage::Over;
                p.set_top(f);
                return self.combat_extras(p, defender, f.defenders, log);
            }
            CombatStage::Over => {
                p.returned.combat = f.winner;
                p.returned.square = f.square;
                return p.pop();
            }
        };
        f.stage = next;
        p.set_top(f);
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

    /// Both sides may leave March when the combat is over (11.2.11).
    fn combat_extras(&self, p: &mut Position, side: u8, units: UnitSet, log: &mut Log) {
        let column: UnitSet = units.iter().filter(|u| p.unit(*u).march && !self.is_gun(*u)).collect();
        if !column.is_empty() {
            log.say(|| {
                self.say(p, "extra", rule::R11_2_11, "{} may leave March Movement after the combat.")
                    .units(column)
            });
        }
        p.push(Extras { side, units });
    }
}
