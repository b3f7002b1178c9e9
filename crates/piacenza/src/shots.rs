//! 8.2, 9.1.1: one shot of infantry or of a battery: its column, its modifiers, its effect.

use crate::battle::Battle;
use crate::model::{Effect, FormationId, Rank, ShotTable, UnitId};
use crate::position::{Order, Position, Shot};
use crate::rule;
use hexmap::{Between, Hex};
use kernel::{Citation, Log, Modifier, Modify, Roster, added};

/// A shot as far as charts are concerned.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    pub firer: UnitId,
    pub target: Hex,
    /// Leaving a zone of control is what it answers (7.2).
    pub reaction: bool,
    /// On the column of a ricochet, from the battery's hex (8.5.2).
    pub ricochet: bool,
}

/// What a shot is rolled on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reckoning {
    pub strength: u8,
    /// The column before and after the shift for depth.
    pub base: u8,
    pub column: u8,
    /// The sum of the modifiers, not below the floor.
    pub sum: i8,
}

impl Battle {
    /// A shot that is named and not rolled for. Who answers names the unit that he answers.
    pub(crate) fn shot(&self, p: &Position, firer: UnitId, target: Hex, at: UnitId) -> Shot {
        let (effect, victim) = (Effect::Nothing, UnitId::NOBODY);
        let from = p.unit(firer).hex;
        Shot { firer, from, target, at, offensive: at == UnitId::NOBODY, live: true, effect, victim }
    }

    /// The table that a unit fires on.
    pub fn shot_table(&self, firer: UnitId) -> &ShotTable {
        if self.is_gun(firer) { &self.charts.bombardment } else { &self.charts.fire }
    }

    /// Smoke on the line of a shot and beside it, not below its own floor (8.2.1, PR3, PR4); under the rule of a
    /// single marker or of several.
    fn smoke_on(&self, p: &Position, from: Hex, to: Hex) -> (i8, Citation) {
        let mut markers = 0;
        let m = &self.charts.fire_modifiers;
        let mut sum = 0;
        for smoke in &p.smoke {
            let mut near = self.map.distance(*smoke, from).min(self.map.distance(*smoke, to));
            if self.map.distance(from, to) > 1 {
                for between in self.map.line(from, to) {
                    let far = match between {
                        Between::One(hex) => self.map.distance(*smoke, hex),
                        Between::Pair(a, b) => {
                            let far =
                                |h: Hex| if h.is_none() { u8::MAX } else { self.map.distance(*smoke, h) };
                            far(a).min(far(b))
                        }
                    };
                    near = near.min(far);
                }
            }
            let value = match near {
                0 => m.smoke_on_line,
                1 => m.smoke_beside_line,
                _ => continue,
            };
            sum += value;
            markers += 1;
        }
        let rule = if markers > 1 { rule::R8_2_1c } else { rule::R8_2_1a };
        (sum.max(m.smoke_floor), rule)
    }

    /// 9.1.3: an unrouted unit of its own formation, infantry or cavalry, stands beside the firer (PR25).
    fn side_by_side(&self, p: &Position, firer: UnitId) -> bool {
        let (hex, formation) = (p.unit(firer).hex, self.formation_of(firer));
        self.touching(hex).any(|(_, near)| p.in_hex(near).iter().any(|u| self.supports(p, formation, u)))
    }

    /// Whether a unit counts as side by side for those of a formation whom it touches.
    pub(crate) fn supports(&self, p: &Position, formation: FormationId, unit: UnitId) -> bool {
        self.formation_of(unit) == formation && !self.is_gun(unit) && p.unit(unit).order != Order::Routed
    }

    /// 9.1.8: another unit of the firer's formation touches the target but not the firer (PR26); for
    /// cavalry 10.4 asks the same of cavalry.
    pub(crate) fn flanked(&self, p: &Position, by: UnitId, target: Hex, only_cavalry: bool) -> bool {
        let hex = p.unit(by).hex;
        self.touching(target).any(|(_, near)| {
            near != hex
                && !self.touch(near, hex)
                && p.in_hex(near).iter().any(|u| {
                    self.formation_of(u) == self.formation_of(by)
                        && (self.is_cavalry(u) || !only_cavalry && self.is_infantry(u))
                        && p.unit(u).order != Order::Routed
                })
        })
    }

    fn each_shot_modifier(&self, p: &Position, aim: Aim, add: &mut impl Modify) {
        let m = &self.charts.fire_modifiers;
        let from = p.unit(aim.firer).hex;
        let terrain = self.terrain(aim.target);
        let ground = match terrain.cover {
            1 => "Cover Level 1",
            2 => "Cover Level 2",
            _ => "terrain of the target",
        };
        add.add(ground, terrain.fire, rule::R8_2a);
        let (smoke, rule) = self.smoke_on(p, from, aim.target);
        add.add("smoke", smoke, rule);
        if self.is_gun(aim.firer) {
            let range = self.map.distance(from, aim.target).clamp(1, 3);
            let label = if range == 1 { "grapeshot" } else { "range" };
            return add.add(label, m.range[range as usize - 1], rule::R8_2a);
        }
        let alone = !self.side_by_side(p, aim.firer);
        let flank = self.flanked(p, aim.firer, aim.target, false);
        add.when(alone, "not side by side", m.not_side_by_side, rule::R9_1_3);
        add.when(flank, "flank", m.flank, rule::R9_1_8);
        add.when(aim.reaction, "reaction fire", m.reaction_fire, rule::R7_2a);
    }

    pub fn shot_modifiers(&self, p: &Position, aim: Aim) -> Vec<Modifier> {
        let mut list = self.die_modifiers(p, aim);
        self.column_modifiers(p, aim, &mut list);
        list
    }

    /// What is added to the die.
    pub(crate) fn die_modifiers(&self, p: &Position, aim: Aim) -> Vec<Modifier> {
        let mut list: Vec<Modifier> = Vec::of(|list| self.each_shot_modifier(p, aim, list));
        let sum = i8::of(|sum| self.each_shot_modifier(p, aim, sum));
        let floor = self.charts.fire_modifiers.floor;
        list.when(sum < floor, "never below -4", floor - sum, rule::R8_2b);
        list
    }

    /// What moves the column: the strength that a commander adds, depth, and that there is none left of the first.
    pub(crate) fn column_modifiers(&self, p: &Position, aim: Aim, list: &mut Vec<Modifier>) {
        let gun = self.is_gun(aim.firer);
        if let Some((leader, bonus)) = self.fire_bonus(p, aim.firer).filter(|(_, bonus)| !gun && *bonus > 0) {
            let wing = self.army.leaders[leader].rank == Rank::Wing;
            let rule = if wing { rule::R9_1_4b } else { rule::R9_1_4a };
            list.push(Modifier::new("Fire Bonus: strength", bonus, rule));
        }
        if self.deep(p, aim.target) {
            let r = self.reckon(p, aim);
            let rule = match (r.column == r.base, gun) {
                (true, true) => rule::R8_1e,
                (true, false) => rule::R9_1_1b,
                (false, true) => rule::R8_5_4,
                (false, false) => rule::R9_1_7,
            };
            list.push(Modifier::new("depth: column", r.column as i8 - r.base as i8, rule));
        }
    }

    /// Infantry of two strength points or more stands in depth (8.5.4, PR1, PR2).
    fn deep(&self, p: &Position, target: Hex) -> bool {
        p.in_hex(target).iter().any(|u| self.is_infantry(u) && self.sp(p, u) >= self.charts.depth_min_sp)
    }

    pub fn reckon(&self, p: &Position, aim: Aim) -> Reckoning {
        let table = self.shot_table(aim.firer);
        let bonus =
            if self.is_gun(aim.firer) { 0 } else { self.fire_bonus(p, aim.firer).map_or(0, |(_, b)| b) };
        let strength = self.sp(p, aim.firer) + bonus;
        let base = if aim.ricochet { self.charts.ricochet_column } else { table.columns.of(strength) };
        let column = if self.deep(p, aim.target) { base.saturating_sub(1) } else { base };
        let sum = i8::of(|sum| self.each_shot_modifier(p, aim, sum));
        Reckoning { strength, base, column, sum: sum.max(self.charts.fire_modifiers.floor) }
    }

    /// What a natural roll does.
    pub fn shot_effect(&self, p: &Position, aim: Aim, face: u8) -> Effect {
        let r = self.reckon(p, aim);
        let effect = self.shot_table(aim.firer).cell(face as i8 + r.sum, r.column);
        if effect == Effect::Ricochet && self.no_ricochet(p, aim).is_some() { Effect::Rout } else { effect }
    }

    /// Why Rout and Ricochet would be only Rout: the shot is a ricochet itself, or grapeshot.
    fn no_ricochet(&self, p: &Position, aim: Aim) -> Option<Citation> {
        let close = self.map.distance(p.unit(aim.firer).hex, aim.target) <= 1;
        match (aim.ricochet, close) {
            (true, _) => Some(rule::R8_5_2b),
            (false, true) => Some(rule::R8_5_2c),
            _ => None,
        }
    }

    pub(crate) fn say_shot(&self, p: &Position, aim: Aim, face: u8, effect: Effect, log: &mut Log) {
        log.say(|| {
            let r = self.reckon(p, aim);
            let gun = self.is_gun(aim.firer);
            let table = self.shot_table(aim.firer);
            let (kind, rule, verb) = match (gun, aim.ricochet, aim.reaction) {
                (true, true, _) => ("ricochet", rule::R8_5_2a, "{} ricochets into {}"),
                (true, false, _) => ("bombardment", rule::R8_1d, "{} bombards {}"),
                (false, _, true) => ("reaction-fire", rule::R7_2a, "{} fires in reaction at {}"),
                (false, ..) => ("fire", rule::R9_1_1a, "{} fires at {}"),
            };
            let name = &table.columns.names[r.column as usize];
            let shifted = if r.column == r.base {
                String::new()
            } else {
                format!(", from {} for depth", table.columns.names[r.base as usize])
            };
            let mut modifiers = self.shot_modifiers(p, aim);
            if effect == Effect::Rout
                && table.cell(face as i8 + r.sum, r.column) == Effect::Ricochet
                && let Some(rule) = self.no_ricochet(p, aim)
            {
                modifiers.note("no ricochet", rule);
            }
            self.say(p, kind, rule, verb)
                .unit(aim.firer)
                .hex(aim.target)
                .and(" with {} SP ({}{}), rolls {}{}: {}.")
                .fill(&[&r.strength, name, &shifted, &face, &added(r.sum), &effect.word()])
                .dice(&[face])
                .modifiers(modifiers)
                .total(face as i8 + r.sum)
                .lookup(self.shot_lookup(aim.firer, face as i8 + r.sum, r.column))
                .shot(self.shot_rolled(p))
        });
    }
}
