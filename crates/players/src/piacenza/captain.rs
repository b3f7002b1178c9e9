//! What a captain weighs: which wing to use and when, and in which spirit to lead it.

use super::deploy::Placement;
use super::eye::goals;
use super::sergeant::{Sergeant, Whim};
use super::temper::Temper;
use super::worth;
use crate::search::{Question, Tactics};
use ::piacenza::flow::{Frame, MarchStage, Segment};
use ::piacenza::position::Position;
use ::piacenza::{Action, Battle};
use kernel::{Lot, Seat, Show};
use std::sync::Arc;

/// How many other placements are thought of.
const PLACEMENTS: usize = 24;
/// How many whims are tried in a small battle, and how strong they are, in turn.
const WHIMS: u32 = 24;
const MOST_LIKED: [f32; 3] = [0.5, 1.0, 2.0];

#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub first: Option<Action>,
    pub temper: Temper,
    /// The place that all formations make for.
    pub focus: Option<usize>,
    /// Which Lines to draw: the best, or others.
    pub rank: usize,
    /// What else is liked about places.
    pub whim: Option<Whim>,
    /// Where to stand at the start.
    pub placement: Option<Arc<Placement>>,
    pub words: String,
}

impl Plan {
    fn usual(temper: Temper, words: &str) -> Plan {
        Plan { first: None, temper, focus: None, rank: 0, whim: None, placement: None, words: words.into() }
    }
}

impl Tactics for Battle {
    type Plan = Plan;
    type Officer = Sergeant;

    fn question(&self, p: &Position, _seat: Seat, _legal: &[Action]) -> Question {
        match p.top() {
            // in a battle of many wings the scenario's own placement stands
            Frame::Setup(f) if !f.free && is_small(self) => Question::Begin,
            Frame::Selection(_) => Question::Plan,
            Frame::Activation(f) if f.segment == Segment::Movement => Question::Begin,
            Frame::March(f) if f.stage == MarchStage::Prepare => Question::Begin,
            _ => Question::Step,
        }
    }

    fn plans(&self, p: &Position, seat: Seat, legal: &[Action], lot: &mut Lot) -> Vec<Plan> {
        let normal = Temper::of(self, seat.0);
        if matches!(p.top(), Frame::Setup(_)) {
            let placed = |number: usize| {
                let placement = Placement::by_lot(self, p, seat.0, number, lot);
                let words = placement.describe(self);
                Plan { placement: Some(Arc::new(placement)), ..Plan::usual(normal, &words) }
            };
            let usual = Plan::usual(normal, "stand as the scenario proposes");
            return std::iter::once(usual).chain((0..PLACEMENTS).map(placed)).collect();
        }
        if matches!(p.top(), Frame::Selection(_)) {
            let first = |a: &Action| Plan {
                first: Some(*a),
                ..Plan::usual(normal, &self.choice(p, seat, *a).sentence)
            };
            return legal.iter().filter(|a| **a != Action::GoSecond { show: true }).map(first).collect();
        }
        let mut plans = spirits(normal);
        let places = goals(self, p, seat.0);
        if places.len() > 1 {
            let all = places.iter().map(|(goal, _)| Plan {
                focus: Some(*goal),
                ..Plan::usual(
                    normal,
                    &format!("make for {} with everything", self.hex_name(self.objectives()[*goal])),
                )
            });
            // after the two that are usually best
            plans.splice(2..2, all);
        }
        // other Lines than the one that seems best
        let others = [1, 2, 4, 8].map(|rank| Plan {
            rank,
            ..Plan::usual(normal, &format!("draw Line {} of those that look best", rank + 1))
        });
        plans.splice(1..1, others);
        // a small battle is played out so quickly that ways nobody would think of can be tried too
        if is_small(self) {
            plans.extend((0..WHIMS).map(|number| {
                let most = MOST_LIKED[number as usize % MOST_LIKED.len()];
                let whim = Some(Whim { seed: lot.below(1 << 24), most });
                Plan { whim, ..Plan::usual(normal, &format!("try other ways ({})", number + 1)) }
            }));
        }
        plans
    }

    fn opening(&self, plan: &Plan) -> Option<Action> {
        plan.first
    }

    fn officer(&self, plan: Option<&Plan>) -> Sergeant {
        match plan {
            Some(plan) => Sergeant::with(self, [plan.temper; 2])
                .making_for(plan.focus)
                .drawing(plan.rank)
                .fancying(plan.whim)
                .placing(plan.placement.clone()),
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

    /// In activations. The last one is never over: who has come so far plays to the end.
    fn progress(&self, p: &Position) -> u32 {
        let wings = self.scenario.wings.iter().map(|wings| wings.len() as u32).sum::<u32>();
        let last = u32::from(self.scenario.last_turn) * wings + wings - 1;
        (u32::from(p.turn) * wings + p.used.count()).min(last)
    }

    /// The activation that goes on, the answers to it and one's own next one; where each side has one wing, to the
    /// end of a short battle.
    fn far_enough(&self, _start: &Position) -> u32 {
        if is_small(self) { 6 } else { 4 }
    }

    /// Whims are many: most of them are given up after a few playouts.
    fn breadth(&self) -> f64 {
        if is_small(self) { 1.7 } else { 0.8 }
    }

    /// So many that a usual budget is about a second's work: a small battle is played out quickly. Where to stand is
    /// asked only once, and decides much.
    fn affords(&self, start: &Position, budget: u32) -> u32 {
        match start.top() {
            Frame::Setup(_) => budget.saturating_mul(4),
            _ if is_small(self) => budget.saturating_mul(4),
            _ => budget,
        }
    }

    fn value(&self, p: &Position, seat: Seat) -> f64 {
        worth::value(self, p, seat.0)
    }

    fn describe(&self, plan: &Plan) -> String {
        plan.words.clone()
    }
}

/// Whether each side has a single wing.
fn is_small(b: &Battle) -> bool {
    b.scenario.wings.iter().all(|wings| wings.len() == 1)
}

/// Ways to lead a wing, the likeliest first.
fn spirits(normal: Temper) -> Vec<Plan> {
    let plan = |words: &str, temper: Temper| Plan::usual(temper, words);
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
        plan("let the horse attack wherever it can", Temper { spur: -0.5, ..normal }),
        plan("fire twice", Temper { again: -0.3, fire: -0.3, ..normal }),
        plan("attack nobody", Temper { bold: 99.0, spur: 99.0, ..normal }),
        plan(
            "fall back a little",
            Temper { pull: -0.2, hunt: -0.3, bold: 99.0, spur: 99.0, danger: normal.danger * 2.0, ..normal },
        ),
    ]
}
