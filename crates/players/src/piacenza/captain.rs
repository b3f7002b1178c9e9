//! What a captain weighs: which wing to use and when, and in which spirit to lead it.

use super::eye::goals;
use super::sergeant::Sergeant;
use super::temper::Temper;
use super::worth;
use crate::search::{Question, Tactics};
use ::piacenza::flow::{Frame, MarchStage, Segment};
use ::piacenza::position::Position;
use ::piacenza::{Action, Battle};
use kernel::{Game, Seat};

#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub first: Option<Action>,
    pub temper: Temper,
    /// The place that all formations make for.
    pub focus: Option<usize>,
    /// Which Lines to draw: the best, or others.
    pub rank: usize,
    pub words: String,
}

impl Tactics for Battle {
    type Plan = Plan;
    type Officer = Sergeant;

    fn question(&self, p: &Position, _seat: Seat, _legal: &[Action]) -> Question {
        match p.top() {
            Frame::Selection(_) => Question::Plan,
            Frame::Activation(f) if f.segment == Segment::Movement => Question::Begin,
            Frame::March(f) if f.stage == MarchStage::Prepare => Question::Begin,
            _ => Question::Step,
        }
    }

    fn plans(&self, p: &Position, seat: Seat, legal: &[Action]) -> Vec<Plan> {
        let normal = Temper::of(self, seat.0);
        if matches!(p.top(), Frame::Selection(_)) {
            let first = |a: &Action| Plan {
                first: Some(*a),
                temper: normal,
                focus: None,
                rank: 0,
                words: self.choice(p, seat, *a).sentence,
            };
            return legal.iter().filter(|a| **a != Action::GoSecond { show: true }).map(first).collect();
        }
        let mut plans = spirits(normal);
        let places = goals(self, p, seat.0);
        if places.len() > 1 {
            let all = places.iter().map(|(goal, _)| Plan {
                first: None,
                temper: normal,
                focus: Some(*goal),
                rank: 0,
                words: format!("make for {} with all", self.hex_name(self.objectives()[*goal])),
            });
            // after the two that are usually best
            plans.splice(2..2, all);
        }
        // other Lines than the one that seems best
        let others = [1, 2, 4, 8].map(|rank| Plan {
            first: None,
            temper: normal,
            focus: None,
            rank,
            words: format!("draw Line {} of those that look best", rank + 1),
        });
        plans.splice(1..1, others);
        plans
    }

    fn opening(&self, plan: &Plan) -> Option<Action> {
        plan.first
    }

    fn officer(&self, plan: Option<&Plan>) -> Sergeant {
        match plan {
            Some(plan) => Sergeant::with(self, [plan.temper; 2]).making_for(plan.focus).drawing(plan.rank),
            None => Sergeant::new(self),
        }
    }

    fn hasty(&self) -> Sergeant {
        Sergeant::new(self)
    }

    /// A plan is for one activation, or for the choice of a wing.
    fn is_over(&self, then: &Position, now: &Position) -> bool {
        let at = |p: &Position| (p.turn, p.activation().map(|a| a.wing));
        at(then) != at(now)
    }

    fn is_upset(&self, _then: &Position, _now: &Position, _seat: Seat) -> bool {
        false
    }

    /// In activations.
    fn progress(&self, p: &Position) -> u32 {
        let wings = self.scenario.wings.iter().map(|wings| wings.len() as u32).sum::<u32>();
        u32::from(p.turn) * wings + p.used.count()
    }

    /// The activation that goes on, the answers to it and one's own next one; where each side has one wing, to the
    /// end of a short battle.
    fn far_enough(&self) -> u32 {
        if self.scenario.wings.iter().all(|wings| wings.len() == 1) { 6 } else { 4 }
    }

    /// A plan is for a whole wing: a quarter of the playouts take as long as those for one force of Goito.
    fn affords(&self, budget: u32) -> u32 {
        if self.scenario.wings.iter().all(|wings| wings.len() == 1) { budget } else { budget.div_ceil(4) }
    }

    fn value(&self, p: &Position, seat: Seat) -> f64 {
        worth::value(self, p, seat.0)
    }

    fn describe(&self, plan: &Plan) -> String {
        plan.words.clone()
    }
}

/// Ways to lead a wing, the likeliest first.
fn spirits(normal: Temper) -> Vec<Plan> {
    let plan =
        |words: &str, temper: Temper| Plan { first: None, temper, focus: None, rank: 0, words: words.into() };
    vec![
        plan("act as usual", normal),
        plan(
            "attack boldly",
            Temper { bold: -0.4, danger: normal.danger * 0.3, pull: normal.pull * 1.3, fire: -0.3, ..normal },
        ),
        plan("hold where it stands", Temper { pull: 0.0, hunt: 0.0, bold: 0.5, cover: 1.0, ..normal }),
        plan("keep out of fire", Temper { danger: normal.danger * 3.0, bold: 0.6, fire: 0.1, ..normal }),
        plan(
            "make for the goal",
            Temper { pull: normal.pull * 2.5 + 0.2, hunt: 0.0, danger: normal.danger * 0.5, ..normal },
        ),
        plan("close with the enemy", Temper { hunt: 0.6, danger: normal.danger * 0.4, ..normal }),
        plan("fire twice", Temper { again: -0.3, fire: -0.3, ..normal }),
        plan("attack nobody", Temper { bold: 99.0, ..normal }),
        plan(
            "fall back a little",
            Temper { pull: -0.2, hunt: -0.3, bold: 99.0, danger: normal.danger * 2.0, ..normal },
        ),
    ]
}
