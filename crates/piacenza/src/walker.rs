//! 5.0, 7.1: where units that move together can go: what the ground costs them, and what stops them.

use crate::battle::{Battle, NO};
use crate::model::{Class, Halves};
use crate::position::{Position, UnitSet, enemy};
use crate::rule;
use arrayvec::ArrayVec;
use hexmap::{Dir, Hex, ReachBuf, reach};
use kernel::No;

/// Units that move together, as far as the ground is concerned.
pub(crate) struct Walker {
    units: UnitSet,
    classes: ArrayVec<Class, 2>,
    side: u8,
    /// Units that do not count where they stand: they will have moved.
    mates: UnitSet,
    infantry: bool,
    /// A battery without infantry (7.1i), mounted dragoons (10.5c), out of command (7.1d).
    gun_alone: bool,
    pub dragoon: bool,
    pub stray: bool,
}

impl Walker {
    pub fn new(battle: &Battle, units: UnitSet, mates: UnitSet) -> Walker {
        let side = units.first().map_or(0, |u| battle.side_of(u));
        let infantry = units.iter().any(|u| battle.is_infantry(u));
        Walker {
            units,
            classes: units.iter().map(|u| Class::from(battle.arm(u))).take(2).collect(),
            side,
            mates,
            infantry,
            gun_alone: !infantry && units.iter().any(|u| battle.is_gun(u)),
            dragoon: units.iter().any(|u| battle.is_mounted_dragoon(u)),
            stray: false,
        }
    }

    /// What a step costs, or why it cannot be made, wherever else the unit has to go.
    pub fn step(&self, b: &Battle, p: &Position, from: Hex, dir: Dir, start: Hex) -> Result<Halves, No> {
        let to = b.map.neighbour(from, dir);
        let foe = enemy(self.side);
        No::when(to.is_none(), rule::R2_1a, "Beyond the border there are half-hexes only.")?;
        if !b.playable(to) {
            let words = "It lies outside the area in play.";
            No::when(!to.is_none() && b.terrain(to).cost[0].is_some(), b.scenario_forces(), words)?;
            return Err(No(rule::R2_1_1g, "This hex cannot be entered."));
        }
        let engaged = p.engaged(foe, to);
        let cost = self.classes.iter().map(|class| b.cost(*class, from, dir, engaged)).max().unwrap_or(NO);
        if cost == NO {
            let walls = b.open_mask[from.index()] >> dir & 1 == 0;
            return Err(if walls {
                No(rule::R2_1_1f, "The walls cannot be crossed.")
            } else {
                No(rule::R5_0b, "It cannot go there.")
            });
        }
        No::when(p.holds(b, foe, to), rule::R9_2_1a, "An enemy unit is there.")?;
        if p.zoc(foe, to) {
            let words = "No step leads from one enemy zone of control into another.";
            No::when(from == start && p.zoc(foe, from), rule::R7_1e, words)?;
            No::when(self.stray, rule::R7_1d, "Out of command it never enters an enemy zone of control.")?;
            let words = "A battery enters a zone of control only where a friendly unit is.";
            No::when(self.gun_alone && !p.holds(b, self.side, to), rule::R7_1i, words)?;
            let words = "Mounted dragoons do not enter zones of control of infantry.";
            No::when(self.dragoon && p.infantry_zoc(foe, to), rule::R10_5c, words)?;
        }
        let words = "The hex is full, and it may not even pass.";
        No::when(!b.can_stack_without(p, self.units, to, self.mates), rule::R5_0c, words)?;
        Ok(cost)
    }

    /// Whether who has come into a hex must stop there. Cavalry makes way for infantry (5.10).
    pub fn stops(&self, p: &Position, hex: Hex) -> bool {
        let foe = enemy(self.side);
        if self.infantry { p.infantry_zoc(foe, hex) } else { p.zoc(foe, hex) }
    }

    /// Where it can get to within so many points.
    pub fn reach(&self, b: &Battle, p: &Position, from: Hex, left: Halves, buffer: &mut ReachBuf) {
        reach(&b.map, from, left.into(), buffer, |at, dir, _| {
            if at != from && self.stops(p, at) {
                return None;
            }
            self.step(b, p, at, dir, from).ok().map(u16::from)
        });
    }
}
