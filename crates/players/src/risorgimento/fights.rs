//! What a fight is likely to bring, from the charts alone and without playing it: quick enough to be asked
//! for every target. Worth is counted in strength points.

use ::risorgimento::Battle;
use ::risorgimento::flow::{Combat, CombatKind, Fire, FireStage};
use ::risorgimento::model::{Cell, Colour, UnitId};
use ::risorgimento::position::{Position, UnitSet};
use hexmap::Hex;

/// How often 2d6 shows 2 to 12, of 36.
const TWO_DICE: [(i8, f32); 11] = [
    (2, 1.0),
    (3, 2.0),
    (4, 3.0),
    (5, 4.0),
    (6, 5.0),
    (7, 6.0),
    (8, 5.0),
    (9, 4.0),
    (10, 3.0),
    (11, 2.0),
    (12, 1.0),
];

/// What a status level is worth against a strength point.
pub const LEVEL: f32 = 0.8;

/// What a fight is likely to bring.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Forecast {
    /// Chances that the attacker wins and that he loses.
    pub win: f32,
    pub lose: f32,
    /// Losses of attacker and defender, in strength points.
    pub own: f32,
    pub foe: f32,
}

/// What a cohesion check costs: the chance to fail, and the levels that it takes.
fn check(b: &Battle, ccv: i8, drm: i8) -> (f32, f32) {
    let (mut fails, mut levels) = (0.0, 0.0);
    for (roll, weight) in TWO_DICE {
        let over = roll + drm - ccv;
        if over > 0 {
            let effects = &b.charts.check_effects;
            let lost = effects[(over as usize).min(effects.len() - 1)];
            fails += weight;
            levels += weight * f32::from(lost);
        }
    }
    (fails / 36.0, levels / 36.0)
}

/// What a cell of a chart costs who suffers it.
fn cell_cost(b: &Battle, cell: Cell, ccv: i8, size: f32) -> f32 {
    match cell {
        Cell::Nothing => 0.0,
        Cell::Check(drm) => check(b, ccv, drm).1 * LEVEL * size,
        Cell::Loss { sp, levels } => f32::from(sp) + f32::from(levels) * LEVEL * size,
    }
}

/// Levels weigh on all who lose them.
fn size(units: UnitSet) -> f32 {
    1.0 + 0.5 * (units.count().saturating_sub(1)) as f32
}

/// An assault or a charge from one hex on another.
pub fn assault(
    b: &Battle,
    p: &Position,
    kind: CombatKind,
    attackers: UnitSet,
    from: Hex,
    target: Hex,
) -> Forecast {
    let defenders = p.in_hex(target);
    let Some(attacker) = b.leading(p, attackers, true) else { return Forecast::default() };
    let Some(defender) = b.leading(p, defenders, true) else {
        // guns alone are run over
        let prize = defenders.iter().map(|u| f32::from(b.sp(p, u)) + 1.0).sum();
        return Forecast { win: 0.95, lose: 0.0, own: 0.2, foe: prize };
    };
    let combat = Combat {
        defenders,
        lead: [attacker, defender],
        square: defenders.iter().any(|u| p.unit(u).square),
        ..Combat::new(kind, attackers, from, target)
    };
    let (drm, column) = b.combat_sum(p, &combat);
    let (own_ccv, foe_ccv) = (b.ccv(p, attacker), b.ccv(p, defender));
    let (own_size, foe_size) = (size(attackers), size(defenders));
    let guns: f32 = defenders.iter().filter(|u| b.is_gun(*u)).map(|u| f32::from(b.sp(p, u))).sum();
    let table = &b.charts.assault;
    let mut sum = Forecast::default();
    for (roll, weight) in TWO_DICE {
        let cell = table.cell(roll + drm, column);
        let weight = weight / 36.0;
        sum.own += weight * cell_cost(b, cell.attacker, own_ccv, own_size);
        sum.foe += weight * cell_cost(b, cell.defender, foe_ccv, foe_size);
        let (win, lose) = match cell.colour {
            Colour::Blue => (1.0, 0.0),
            Colour::Red => (0.0, 1.0),
            Colour::Grey => (0.0, 0.0),
            // who lost more cohesion leaves
            Colour::White => {
                let levels = |cell: Cell, ccv| match cell {
                    Cell::Check(drm) => check(b, ccv, drm).1,
                    Cell::Loss { levels, .. } => f32::from(levels),
                    Cell::Nothing => 0.0,
                };
                let (own, foe) = (levels(cell.attacker, own_ccv), levels(cell.defender, foe_ccv));
                let tilt = ((foe - own) * 0.45).clamp(-0.4, 0.4);
                (0.4 + tilt, 0.4 - tilt)
            }
        };
        sum.win += weight * win;
        sum.lose += weight * lose;
    }
    sum.foe += sum.win * guns;
    sum
}

/// What fire is likely to cost the target.
pub fn fire(b: &Battle, p: &Position, firers: UnitSet, target: UnitSet, target_hex: Hex, moved: bool) -> f32 {
    let Some(first) = firers.first() else { return 0.0 };
    let Some(lead) = b.leading(p, target, true).or(target.first()) else { return 0.0 };
    let fire = Fire {
        firers,
        from: p.unit(first).hex,
        target,
        target_hex,
        moved,
        reaction: false,
        last: false,
        stage: FireStage::Fire,
        low: UnitSet::EMPTY,
    };
    let sum = b.fire_sum(p, &fire);
    let (ccv, size) = (b.ccv(p, lead), size(target));
    TWO_DICE
        .iter()
        .map(|(roll, weight)| weight / 36.0 * cell_cost(b, b.fire_cell(sum, *roll), ccv, size))
        .sum()
}

/// What a unit is worth in a fight: strength and steadiness.
pub fn power(b: &Battle, p: &Position, unit: UnitId) -> f32 {
    debug_assert!(unit != UnitId::NOBODY);
    let steady = 1.0 + 0.1 * (f32::from(b.ccv(p, unit)) - 7.0);
    f32::from(b.sp(p, unit)) * steady.clamp(0.3, 1.6)
}
