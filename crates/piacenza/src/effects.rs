//! 8.5, 9.1.5, 11: what a unit suffers: lost steps, Disorder, Rout, and what follows.

use crate::battle::Battle;
use crate::flow::{Frame, RollKind, TrainKind};
use crate::model::{Effect, UnitId};
use crate::position::{Hit, Order, Place, Position, UnitSet};
use crate::rule;
use hexmap::Hex;
use kernel::{Log, Modify, No, Procedure, Roster, added};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// A unit that suffers what a volley, a bombardment or a Melee did to it.
    pub struct Suffer {
        pub unit: UnitId,
        pub steps: u8,
        /// As in `Hit::worst`.
        pub worst: u8,
        pub away: Hex,
        pub stage: SufferStage,
        /// By the Melee Table: light infantry is not Disordered (9.2.6), guns beside it die (9.2.1).
        pub melee: bool,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SufferStage {
    Losses,
    Ranks,
    Check,
    Over,
}

impl Procedure<Suffer> for Battle {
    const FIGHT: bool = true;

    fn rolled(&self, p: &mut Position, f: Suffer, faces: &[u8], log: &mut Log) {
        let face = faces[0];
        let sum = self.ranks_modifier(p, f.unit);
        let changed = face as i8 + sum <= self.charts.ranks_up_to as i8;
        log.say(|| {
            let words = if changed { "it changes ranks and stands" } else { "it is Disordered" };
            let bombarded = p.stack.iter().any(|frame| matches!(frame, Frame::Bombard(_)));
            let rule = if bombarded { rule::R8_5_3a } else { rule::R9_1_6 };
            self.say(p, "ranks", rule, "{} rolls {}{} to change ranks: {}.")
                .unit(f.unit)
                .fill(&[&face, &added(sum), &words])
                .dice(faces)
                .modifiers(Vec::of(|list| self.each_ranks_modifier(p, f.unit, list)))
                .total(face as i8 + sum)
        });
        p.pop();
        if changed {
            p.unit_mut(f.unit).changed = true;
        } else {
            self.disorder(p, f.unit, log);
            self.fall_back(p, f.unit, f.worst - 1, f.away);
        }
    }

    fn run(&self, p: &mut Position, f: Suffer, log: &mut Log) {
        if !p.on_map(f.unit) {
            return p.pop();
        }
        match f.stage {
            SufferStage::Losses => self.suffer_losses(p, f, log),
            SufferStage::Ranks => p.roll(RollKind::Ranks, self.side_of(f.unit)),
            SufferStage::Check => {
                p.pop();
                if !p.returned.passed {
                    if f.melee {
                        self.abandon_guns(p, f.unit, rule::R9_2_1e, log);
                    }
                    self.rout(p, f.unit, log);
                }
            }
            SufferStage::Over => p.pop(),
        }
    }
}

/// The levels of disorder in `Hit::worst`.
pub(crate) const ROUT: u8 = 5;

/// Steps and level of disorder that an effect stands for.
pub(crate) fn steps_and_level(effect: Effect) -> (u8, u8) {
    match effect {
        Effect::Nothing => (0, 0),
        Effect::Disorder(hexes) => (0, 1 + hexes),
        Effect::Rout | Effect::Ricochet => (0, ROUT),
        Effect::Step => (1, 0),
        Effect::StepRout => (1, ROUT),
        // all that it has
        Effect::Eliminated => (u8::MAX / 4, 0),
    }
}

impl Battle {
    /// Adds an effect to what a unit suffers of this volley (9.1f, PR27).
    pub(crate) fn add_hit(&self, p: &mut Position, unit: UnitId, effect: Effect, from: Hex) {
        let (steps, level) = steps_and_level(effect);
        if steps == 0 && level == 0 || unit == UnitId::NOBODY {
            return;
        }
        match p.state.hits.iter_mut().find(|hit| hit.unit == unit) {
            Some(hit) => {
                hit.steps = hit.steps.saturating_add(steps);
                if level > hit.worst {
                    hit.worst = level;
                    hit.from = from;
                }
            }
            None => p.state.hits.push(Hit { unit, steps, worst: level, from }),
        }
    }

    pub(crate) fn suffer(&self, p: &mut Position, hit: Hit, melee: bool) {
        let Hit { unit, steps, worst, from } = hit;
        p.push(Suffer { unit, steps, worst, away: from, stage: SufferStage::Losses, melee });
    }

    fn suffer_losses(&self, p: &mut Position, f: Suffer, log: &mut Log) {
        let gun = self.is_gun(f.unit);
        // 8.5.1c: a battery alone dies of everything but plain Disorder
        let steps = if gun && (f.steps > 0 || f.worst > 1) { u8::MAX } else { f.steps };
        if steps >= self.steps_left(p, f.unit) {
            p.pop();
            return self.eliminate(p, f.unit, if gun { rule::R8_5_1c } else { rule::R9_2_9a }, log);
        }
        if gun {
            return p.pop();
        }
        if steps > 0 {
            log.say(|| self.say(p, "loss", rule::R9_2_9a, "{} loses a step.").unit(f.unit));
            self.change(p, f.unit, |u| u.reduced = true);
            p.state.returned.bled.insert(f.unit);
        }
        let order = p.unit(f.unit).order;
        if order == Order::Routed {
            // PR38
            p.pop();
            return self.flee(p, f.unit);
        }
        match f.worst {
            0 => p.pop(),
            ROUT => {
                p.pop();
                self.rout(p, f.unit, log);
            }
            _ if f.melee && self.is_light_infantry(f.unit) => {
                // it falls back in order
                log.say(|| self.say(p, "order", rule::R9_2_6b, "{} keeps its order.").unit(f.unit));
                p.pop();
                self.abandon_guns(p, f.unit, rule::R9_2_1e, log);
                self.fall_back(p, f.unit, f.worst - 1, f.away);
            }
            _ if order == Order::Disordered => {
                p.set_top(Suffer { stage: SufferStage::Check, ..f });
                self.train(p, f.unit, TrainKind::SecondDisorder);
            }
            _ if !f.melee && self.check_ranks(p, f.unit).is_ok() => {
                p.set_top(Suffer { stage: SufferStage::Ranks, ..f });
            }
            _ => {
                p.pop();
                if p.unit(f.unit).changed && !f.melee {
                    let words = "{} has changed ranks this turn.";
                    log.say(|| self.say(p, "ranks", rule::R8_5_3c, words).unit(f.unit));
                }
                self.disorder(p, f.unit, log);
                if f.melee && f.worst > 1 {
                    self.abandon_guns(p, f.unit, rule::R9_2_1e, log);
                }
                self.fall_back(p, f.unit, f.worst - 1, f.away);
            }
        }
    }

    /// Infantry is driven off by an attack: guns in its hex are lost before it goes, so that commanders have
    /// nobody left to stay with.
    pub(crate) fn abandon_guns(&self, p: &mut Position, unit: UnitId, rule: kernel::Citation, log: &mut Log) {
        for gun in p.in_hex(p.unit(unit).hex).iter().filter(|u| self.is_gun(*u)) {
            self.eliminate(p, gun, rule, log);
        }
    }

    fn fall_back(&self, p: &mut Position, unit: UnitId, hexes: u8, away: Hex) {
        if hexes > 0 {
            p.state.returned.driven.insert(unit);
            self.retreat(p, unit, hexes, away);
        }
    }

    /// Puts a Disorder marker on a unit in good order.
    pub(crate) fn disorder(&self, p: &mut Position, unit: UnitId, log: &mut Log) {
        if p.unit(unit).order != Order::Good {
            return;
        }
        log.say(|| self.say(p, "disorder", rule::R11_1b, "{} is Disordered.").unit(unit));
        self.change(p, unit, |u| u.order = Order::Disordered);
        p.state.returned.shaken.insert(unit);
    }

    /// 11.2: the unit routs and flees at once.
    pub(crate) fn rout(&self, p: &mut Position, unit: UnitId, log: &mut Log) {
        log.say(|| self.say(p, "rout", rule::R11_2a, "{} routs.").unit(unit));
        self.change(p, unit, |u| {
            u.order = Order::Routed;
            u.billebaude = false;
        });
        p.state.returned.driven.insert(unit);
        self.flee(p, unit);
    }

    pub(crate) fn eliminate(&self, p: &mut Position, unit: UnitId, rule: kernel::Citation, log: &mut Log) {
        log.say(|| self.say(p, "eliminated", rule, "{} is eliminated.").unit(unit));
        p.state.returned.driven.insert(unit);
        self.take_off(p, unit, Place::Lost);
        self.unit_gone(p, unit, log);
    }

    /// Whether a unit that is to be Disordered by fire rolls to change ranks.
    pub fn check_ranks(&self, p: &Position, unit: UnitId) -> Result<(), No> {
        let u = p.unit(unit);
        if !self.is_infantry(unit) || self.sp(p, unit) < self.charts.ranks_min_sp {
            return Err(No(rule::R8_5_3a, "Only infantry of two strength points or more changes ranks."));
        }
        No::when(u.order != Order::Good, rule::R11_1f, "A Disordered unit does not change ranks.")?;
        No::when(u.changed, rule::R8_5_3c, "It has changed ranks this turn.")
    }

    /// Whether Grenadiers in good order are in the hex or beside it (8.5.3, PR23).
    fn grenadiers_near(&self, p: &Position, unit: UnitId) -> bool {
        let (hex, side) = (p.unit(unit).hex, self.side_of(unit));
        let good = |set: UnitSet| set.iter().any(|u| self.is_grenadier(u) && p.unit(u).order == Order::Good);
        good(self.own_in(p, side, hex))
            || self.touching(hex).any(|(_, near)| good(self.own_in(p, side, near)))
    }

    fn each_ranks_modifier(&self, p: &Position, unit: UnitId, add: &mut impl Modify) {
        add.add("Sergeants' Factor", -(self.sergeants(p, unit) as i8), rule::R8_5_3b);
        let grenadiers = self.grenadiers_near(p, unit);
        add.when(grenadiers, "Grenadiers", self.charts.ranks_grenadiers, rule::R8_5_3b);
    }

    pub fn ranks_modifier(&self, p: &Position, unit: UnitId) -> i8 {
        i8::of(|sum| self.each_ranks_modifier(p, unit, sum))
    }

    /// Feu de Billebaude, and the smoke that goes with it (9.1.2, 8.2.1).
    pub(crate) fn billebaude(&self, p: &mut Position, unit: UnitId, rule: kernel::Citation, log: &mut Log) {
        let hex = p.unit(unit).hex;
        log.say(|| {
            let say = self.say(p, "billebaude", rule, "{} fires at will: Feu de Billebaude.").unit(unit);
            say.shot(self.shot_failed(p, unit))
        });
        p.unit_mut(unit).billebaude = true;
        self.smoke(p, hex, rule::R8_2_1b, log);
    }

    pub(crate) fn smoke(&self, p: &mut Position, hex: Hex, rule: kernel::Citation, log: &mut Log) {
        if p.add_smoke(hex) {
            log.say(|| self.say(p, "smoke", rule, "Smoke lies over {}.").hex(hex));
        }
    }
}
