//! The roll of a combat (11.2.1 to 11.2.8): strengths, modifiers, the cell, and what it costs each side.

use super::Combat;
use crate::battle::Battle;
use crate::cohesion::{Check, CheckKind, Losses};
use crate::fire::cell_text;
use crate::model::{Arm, AssaultCell, Cell, Colour, Conduct};
use crate::position::{Ammo, Position, UnitSet};
use crate::rule;
use kernel::{Log, Modify, Roster};

impl Battle {
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

    pub(crate) fn combat_modifiers(&self, p: &Position, f: &Combat, add: &mut impl Modify) {
        let m = &self.charts.assault_drm;
        let [a, d] = f.lead;
        let (attacker, defender) = (p.unit(a), p.unit(d));
        let (_, ratio) = self.ratio_drm(self.strength(p, f.attackers), self.strength(p, f.defenders));
        add.add("strength ratio", ratio, rule::R11_2_2);
        let (foot, horse) = (self.arm(a) == Arm::Infantry, self.arm(a) == Arm::Cavalry);
        let against_horse = self.arm(d) == Arm::Cavalry;
        match (f.kind.is_charge(), f.square) {
            (true, true) => add.add("charge against a square", m.charge_against_square, rule::R11_2_3),
            (true, false) => add.add("charge", m.charge_against_force_not_in_square, rule::R11_2_3),
            (false, square) => {
                let drm = m.infantry_assault_against_square;
                add.when(foot && square, "infantry against a square", drm, rule::R11_2_3);
                let drm = m.cavalry_assault_not_charging;
                add.when(horse, "cavalry that does not charge", drm, rule::R11_2_3);
                let drm = m.infantry_assault_against_cavalry;
                add.when(foot && against_horse, "infantry against cavalry", drm, rule::R11_2_3);
            }
        }
        let rear = self.is_rear(p, d, f.from);
        let (out, foe_out) = (attacker.ammo == Ammo::Out, defender.ammo == Ammo::Out);
        let spent = defender.exhausted && against_horse;
        add.when(rear, "from the defender's rear", m.from_defender_rear_hex, rule::R11_2_3);
        add.when(defender.march, "defender in March", m.defender_in_march_or_limbered, rule::R11_2_3);
        add.when(attacker.march, "attacker in March", m.attacker_in_march, rule::R8_3_4);
        add.when(out, "attacker out of ammunition", m.attacker_out_of_ammo, rule::R9_4_3b);
        add.when(foe_out, "defender out of ammunition", m.defender_out_of_ammo, rule::R9_4_3b);
        add.when(spent, "defending cavalry exhausted", m.defender_cavalry_exhausted, rule::R11_2_3);
        add.add("terrain of the defender", self.terrain(f.target).assault_drm, rule::R14_2);
        if let Some(dir) = self.map.direction(f.from, f.target) {
            add.add("across the hexside", self.side(f.from, dir).assault_drm, rule::R11_2_3);
        }
        let furious = p.activation().is_some_and(|act| act.conduct == Conduct::FuriousAttack);
        add.when(furious && !f.kind.is_reaction(), "furious attack", m.furious_attack, rule::R6_2);
    }

    /// Total modifier and column (11.2.3, 11.2.4).
    pub fn combat_sum(&self, p: &Position, f: &Combat) -> (i8, u8) {
        let drm = i8::of(|sum| self.combat_modifiers(p, f, sum));
        let difference = self.ccv(p, f.lead[0]) - self.ccv(p, f.lead[1]);
        (drm, self.charts.assault.columns.of(difference))
    }

    pub(crate) fn combat_cell(&self, f: &Combat) -> AssaultCell {
        self.charts.assault.rows[f.row as usize][f.column as usize]
    }

    pub(super) fn apply_combat_result(
        &self,
        p: &mut Position,
        f: Combat,
        cell: Cell,
        who: usize,
        log: &mut Log,
    ) {
        let mut f = f;
        if cell != Cell::Nothing {
            log.say(|| {
                let side = if who == 0 { "The attacker" } else { "The defender" };
                self.say(p, "combat-applied", rule::R11_2_7, "{} takes {}.").with(side).with(cell_text(cell))
            });
        }
        let units = if who == 0 { f.attackers } else { f.defenders };
        f.arms = 0;
        f.checked = false;
        p.returned.lead_levels = 0;
        p.returned.sum_levels = 0;
        match cell {
            Cell::Nothing => p.set_top(f),
            Cell::Loss { sp, levels } => {
                f.checked = true;
                p.set_top(f);
                let lead = f.lead[who];
                self.begin_losses(p, Losses { units, sp, levels, first: true, assault: true, lead });
            }
            Cell::Check(_) => {
                // one roll for each force of the stack (13.1.1)
                f.arms = units.iter().fold(0, |set, u| set | 1 << self.arm(u) as u8);
                p.set_top(f);
            }
        }
    }

    /// Rolls the check of the next arm, if one is left; sums up what the last one cost.
    pub(super) fn next_check(&self, p: &mut Position, f: &mut Combat, who: usize) -> bool {
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
            p.set_top(*f);
            let (from, lead) = (if who == 0 { f.target } else { f.from }, f.lead[who]);
            self.begin_check(p, Check { units: force, kind: CheckKind::Result, drm, from, lead });
            return true;
        }
        false
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
