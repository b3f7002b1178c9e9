//! 5.11: the Training Die Roll.

use crate::battle::Battle;
use crate::flow::RollKind;
use crate::model::{Dragoons, UnitId};
use crate::position::{Order, Position, enemy};
use crate::rule;
use crate::words::Offer;
use hexmap::Hex;
use kernel::{Citation, Log, Modifier, Modify, Procedure, Roster, added};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// A Training Die Roll (5.11).
    pub struct Train {
        pub unit: UnitId,
        pub kind: TrainKind,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum TrainKind {
    /// Removing Feu de Billebaude (9.1.2).
    Billebaude,
    /// Entering difficult ground in an Engagement Zone (5.7).
    Ground {
        modifier: i8,
    },
    /// Cavalry entering a zone of control of infantry (7.1b).
    InfantryZone,
    SecondVolley,
    /// Infantry attacked by cavalry (10.2).
    Attacked,
    SecondDisorder,
    Reorganization,
}

impl Procedure<Train> for Battle {
    const FIGHT: bool = true;

    fn rolled(&self, p: &mut Position, f: Train, faces: &[u8], log: &mut Log) {
        let face = faces[0];
        let sum = self.training_modifier(p, f);
        let passed = self.passes(f.unit, f.kind, face, sum);
        log.say(|| {
            let (purpose, rule) = f.kind.words();
            let level = self.printed[f.unit].training;
            let total = if sum == 0 { String::new() } else { format!("{}, ", face as i8 + sum) };
            let natural = f.kind == TrainKind::Reorganization && face == self.charts.reorganization_fails_on;
            let rule = if natural { rule::R11_4c } else { rule };
            self.say(p, "training", rule, "{} rolls {}{} {}: {}{} (training {}).")
                .unit(f.unit)
                .fill(&[
                    &face,
                    &added(sum),
                    &purpose,
                    &total,
                    &if passed { "passed" } else { "failed" },
                    &level,
                ])
                .dice(faces)
                .modifiers(self.training_modifiers(p, f))
                .total(face as i8 + sum)
        });
        p.state.returned.passed = passed;
        p.pop();
    }

    fn run(&self, p: &mut Position, f: Train, _: &mut Log) {
        p.roll(RollKind::Training, self.side_of(f.unit));
    }
}

impl Battle {
    /// What smoke does to a roll in a hex (8.2.1, PR6).
    pub(crate) fn smoke_here(&self, p: &Position, hex: Hex) -> i8 {
        let m = &self.charts.training;
        let mut sum = 0;
        for smoke in &p.smoke {
            match self.map.distance(*smoke, hex) {
                0 => sum += m.smoke_in_hex,
                1 => sum += m.smoke_adjacent,
                _ => {}
            }
        }
        sum.min(m.smoke_most)
    }

    fn each_training_modifier(&self, p: &Position, f: Train, add: &mut impl Modify) {
        let m = &self.charts.training;
        let (unit, hex) = (f.unit, p.unit(f.unit).hex);
        add.add("Sergeants' Factor", -(self.sergeants(p, unit) as i8), rule::R4_4a);
        if self.dragoons(unit) != Dragoons::None && self.is_infantry(unit) {
            add.note("dragoons on foot train as cavalry", rule::R10_5d);
        }
        add.when(self.is_light_infantry(unit), "light infantry", m.light_infantry, rule::R9_2_6a);
        let zoc = p.zoc(enemy(self.side_of(unit)), hex);
        if f.kind == TrainKind::Reorganization {
            let (alone, routed) = (!self.commanded(p, unit), p.unit(unit).order == Order::Routed);
            add.when(alone, "out of command", m.reorganization_out_of_command, rule::R11_4a);
            add.when(zoc, "in an enemy zone of control", m.reorganization_in_enemy_zoc, rule::R11_4a);
            add.when(routed, "routed", m.reorganization_routed, rule::R11_4a);
        } else {
            add.when(zoc, "in an enemy zone of control", m.in_enemy_zoc, rule::R7_1g);
        }
        add.add("smoke", self.smoke_here(p, hex), rule::R8_2_1e);
        match f.kind {
            TrainKind::Ground { modifier } => add.add("terrain", modifier, rule::R5_7a),
            TrainKind::InfantryZone => {
                add.add("cavalry enters a zone of infantry", m.cavalry_enters_infantry_zoc, rule::R7_1b);
            }
            TrainKind::SecondDisorder => add.add("second Disorder", m.second_disorder, rule::R11_1e),
            _ => {}
        }
    }

    /// The sum that is added to the die.
    pub fn training_modifier(&self, p: &Position, f: Train) -> i8 {
        i8::of(|sum| self.each_training_modifier(p, f, sum))
    }

    pub fn training_modifiers(&self, p: &Position, f: Train) -> Vec<Modifier> {
        Vec::of(|list| self.each_training_modifier(p, f, list))
    }

    /// Whether a natural roll passes.
    pub(crate) fn passes(&self, unit: UnitId, kind: TrainKind, face: u8, sum: i8) -> bool {
        let never = kind == TrainKind::Reorganization && face == self.charts.reorganization_fails_on;
        !never && face as i8 + sum <= self.printed[unit].training as i8
    }

    /// How many of the ten faces pass.
    pub fn training_chance(&self, p: &Position, f: Train) -> u8 {
        let sum = self.training_modifier(p, f);
        (0..10).filter(|face| self.passes(f.unit, f.kind, *face, sum)).count() as u8
    }

    pub(crate) fn train(&self, p: &mut Position, unit: UnitId, kind: TrainKind) {
        p.state.returned.passed = false;
        p.push(Train { unit, kind });
    }

    /// A roll that is made by choice, with its chance.
    pub(crate) fn offer_training(&self, p: &Position, f: Train) -> Offer {
        let chance = self.training_chance(p, f);
        let (purpose, rule) = f.kind.words();
        let words = format!("{} rolls {purpose}: {chance} of 10.", self.unit_name(f.unit));
        Offer::new(rule, words).at(p.unit(f.unit).hex).by([f.unit]).with_odds()
    }
}

impl TrainKind {
    /// What the roll is for, and its rule.
    pub fn words(self) -> (&'static str, Citation) {
        match self {
            TrainKind::Billebaude => ("to end the Feu de Billebaude", rule::R9_1_2d),
            TrainKind::Ground { .. } => ("to keep its alignment", rule::R5_7a),
            TrainKind::InfantryZone => ("to go up to infantry", rule::R7_1b),
            TrainKind::SecondVolley => ("for a second volley", rule::R9_1d),
            TrainKind::Attacked => ("to stand against the cavalry", rule::R10_2d),
            TrainKind::SecondDisorder => ("not to rout", rule::R11_1e),
            TrainKind::Reorganization => ("to reorganize", rule::R11_4a),
        }
    }
}
