//! 9.2.4: the Melee Table: the odds of a Melee or a Charge, their shifts and modifiers.

use crate::battle::Battle;
use crate::flow::{Combat, CombatKind};
use crate::model::UnitId;
use crate::position::Position;
use crate::rule;
use hexmap::Hex;
use kernel::{Modifier, Modify};

/// How a Melee is reckoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeleeSum {
    pub strengths: [u8; 2],
    pub base: u8,
    pub column: u8,
    pub sum: i8,
}

impl Combat {
    /// Who strikes and who is struck, and their hexes: in a countercharge the charged unit strikes.
    pub(crate) fn roles(&self) -> (UnitId, UnitId, Hex, Hex) {
        if self.kind == CombatKind::Countercharge {
            (self.defender, self.attacker, self.target, self.from)
        } else {
            (self.attacker, self.defender, self.from, self.target)
        }
    }
}

impl Battle {
    fn each_shift(&self, p: &Position, f: &Combat, add: &mut impl Modify) {
        let shifts = &self.charts.melee_shifts;
        let (striker, _, _, target) = f.roles();
        match f.kind {
            CombatKind::Charge | CombatKind::Countercharge => add.add("charge", shifts.charge, rule::R10_3b),
            CombatKind::Assault if self.is_grenadier(striker) => {
                add.add("Grenadiers", shifts.grenadier_assault, rule::R9_2_4)
            }
            _ => {}
        }
        let flank = self.is_cavalry(striker) && self.flanked(p, striker, target, true);
        add.when(flank, "flank", shifts.cavalry_flank, rule::R10_4);
        add.when(f.rattled, "failed training", shifts.infantry_failed_training, rule::R10_2d);
    }

    fn each_melee_modifier(&self, f: &Combat, add: &mut impl Modify) {
        let (striker, _, from, target) = f.roles();
        let terrain = self.terrain(target);
        let value = if self.is_cavalry(striker) { terrain.melee_cavalry } else { terrain.melee_infantry };
        add.add("terrain", value, if terrain.cover == 2 { rule::R9_2_5 } else { rule::R9_2_4 });
        if let Some(dir) = self.map.direction(from, target) {
            let stream = self.stream(from, dir);
            add.when(stream, "across a stream", self.side(from, dir).melee, rule::R9_2_4);
        }
    }

    pub fn melee_sum(&self, p: &Position, f: &Combat) -> MeleeSum {
        let (striker, struck, ..) = f.roles();
        let strengths = [self.sp(p, striker), self.sp(p, struck)];
        let table = &self.charts.melee;
        let base = table.columns.of(strengths);
        let shift = i8::of(|shift| self.each_shift(p, f, shift));
        let sum = i8::of(|sum| self.each_melee_modifier(f, sum));
        MeleeSum { strengths, base, column: table.column(base as i8 + shift), sum }
    }

    pub(crate) fn melee_modifiers(&self, p: &Position, f: &Combat) -> Vec<Modifier> {
        let mut list = Vec::of(|list| self.each_shift(p, f, list));
        list.iter_mut().for_each(|shift| shift.label += ": column");
        self.each_melee_modifier(f, &mut list);
        list
    }
}
