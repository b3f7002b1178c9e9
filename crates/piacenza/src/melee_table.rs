//! 9.2.4: the Melee Table: the odds of a Melee or a Charge, their shifts and modifiers.

use crate::battle::Battle;
use crate::flow::{Combat, CombatKind};
use crate::model::UnitId;
use crate::position::Position;
use crate::rule;
use crate::say::modifier;
use hexmap::Hex;
use kernel::{Citation, Modifier};

/// How a Melee is reckoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
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
    fn each_shift(&self, p: &Position, f: &Combat, add: &mut dyn FnMut(&'static str, i8, Citation)) {
        let shifts = &self.charts.melee_shifts;
        let (striker, _, _, target) = f.roles();
        match f.kind {
            CombatKind::Charge | CombatKind::Countercharge => add("charge", shifts.charge, rule::R10_3b),
            CombatKind::Assault if self.is_grenadier(striker) => {
                add("Grenadiers", shifts.grenadier_assault, rule::R9_2_4)
            }
            _ => {}
        }
        if self.is_cavalry(striker) && self.flanked(p, striker, target, true) {
            add("flank", shifts.cavalry_flank, rule::R10_4);
        }
        if f.rattled {
            add("failed training", shifts.infantry_failed_training, rule::R10_2d);
        }
    }

    fn each_melee_modifier(&self, f: &Combat, add: &mut dyn FnMut(&'static str, i8, Citation)) {
        let (striker, _, from, target) = f.roles();
        let terrain = self.terrain(target);
        let value = if self.is_cavalry(striker) { terrain.melee_cavalry } else { terrain.melee_infantry };
        if value != 0 {
            add("terrain", value, if terrain.cover == 2 { rule::R9_2_5 } else { rule::R9_2_4 });
        }
        if let Some(dir) = self.map.direction(from, target)
            && self.stream(from, dir)
            && self.side(from, dir).melee != 0
        {
            add("across a stream", self.side(from, dir).melee, rule::R9_2_4);
        }
    }

    pub fn melee_odds(&self, p: &Position, f: &Combat) -> Odds {
        let (striker, struck, ..) = f.roles();
        let strengths = [self.sp(p, striker), self.sp(p, struck)];
        let table = &self.charts.melee;
        let base = table.columns.of(strengths);
        let (mut shift, mut sum) = (0, 0);
        self.each_shift(p, f, &mut |_, value, _| shift += value);
        self.each_melee_modifier(f, &mut |_, value, _| sum += value);
        Odds { strengths, base, column: table.column(base as i8 + shift), sum }
    }

    pub(crate) fn melee_modifiers(&self, p: &Position, f: &Combat) -> Vec<Modifier> {
        let mut list = Vec::new();
        self.each_shift(p, f, &mut |label, value, rule| {
            list.push(modifier(&format!("{label}: column"), value, rule));
        });
        self.each_melee_modifier(f, &mut |label, value, rule| list.push(modifier(label, value, rule)));
        list
    }
}
