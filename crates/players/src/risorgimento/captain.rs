//! What a captain weighs: which formation to use, in which spirit and to what end, and how to answer.

use super::fields::Fields;
use super::ground::Ground;
use super::sergeant::{Sergeant, chance_to_obey};
use super::temper::Temper;
use super::{answers, worth};
use crate::search::{Question, Tactics};
use ::risorgimento::flow::{ActivationStage, Frame};
use ::risorgimento::position::{Place, Position};
use ::risorgimento::{Action, Battle};
use hexmap::Hex;
use kernel::{Game, Lot, Seat};

#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub first: Option<Action>,
    pub temper: Temper,
    pub words: String,
}

impl Tactics for Battle {
    type Plan = Plan;
    type Officer = Sergeant;

    fn question(&self, p: &Position, _seat: Seat, _legal: &[Action]) -> Question {
        match p.top() {
            Frame::Alternation => Question::Plan,
            Frame::Activation(f) if f.stage == ActivationStage::Declare && p.markers.is_empty() => {
                Question::Plan
            }
            Frame::React(_) => Question::Answer,
            // II Corps comes long after the end of any playout: his officer knows better than they
            _ => Question::Step,
        }
    }

    fn plans(&self, p: &Position, seat: Seat, legal: &[Action], _lot: &mut Lot) -> Vec<Plan> {
        match p.top() {
            Frame::Alternation => formations(self, p, seat.0, legal),
            Frame::React(f) => {
                let (likely, _) = answers::react(self, p, &f, &Temper::of(self, seat.0), legal);
                let mut list = vec![first(self, p, seat, likely)];
                list.extend(
                    legal
                        .iter()
                        .filter(|a| **a != likely && worth_a_try(**a))
                        .map(|a| first(self, p, seat, *a)),
                );
                list
            }
            _ => spirits(self, p, seat.0, legal),
        }
    }

    fn opening(&self, plan: &Plan) -> Option<Action> {
        plan.first
    }

    fn officer(&self, plan: Option<&Plan>) -> Sergeant {
        match plan {
            Some(plan) => Sergeant::with(self, [plan.temper; 2]),
            None => Sergeant::new(self),
        }
    }

    fn hasty(&self) -> Sergeant {
        Sergeant::in_haste(self)
    }

    /// A plan is for one activation, or for the choice of one.
    fn is_over(&self, then: &Position, now: &Position) -> bool {
        let formation = |p: &Position| p.activation().map(|a| a.formation);
        (then.turn, then.to_act, formation(then)) != (now.turn, now.to_act, formation(now))
    }

    fn is_upset(&self, then: &Position, now: &Position, seat: Seat) -> bool {
        let Frame::Activation(f) = now.top() else { return false };
        if f.stage != ActivationStage::Forces {
            return false;
        }
        let state = |p: &Position| {
            let own = (0u8..)
                .zip(p.units.iter())
                .filter(|(id, u)| self.side_of(*id) == seat.0 && u.place != Place::Lost);
            own.map(|(_, u)| u32::from(u.lost) + 2 * u32::from(u.status)).sum::<u32>()
        };
        state(now).abs_diff(state(then)) >= 4
    }

    /// Activations count two, failed ones one; a turn more than any of them.
    fn progress(&self, p: &Position) -> u32 {
        let tries: u32 = p.formations.iter().map(|f| u32::from(f.failed) + 2 * u32::from(f.activated)).sum();
        let passes = u32::from(p.passes);
        u32::from(p.turn) * 1000 + tries + passes
    }

    /// Eight activations, or the end of the turn: beyond that chance drowns what a plan was worth.
    fn far_enough(&self, _start: &Position) -> u32 {
        16
    }

    fn value(&self, p: &Position, seat: Seat) -> f64 {
        worth::value(self, p, seat.0)
    }

    fn describe(&self, plan: &Plan) -> String {
        plan.words.clone()
    }
}

fn worth_a_try(action: Action) -> bool {
    use ::risorgimento::action::Reaction;
    // of the facings the likeliest one is among them already
    !matches!(action, Action::React { what: Reaction::Face(_), .. })
}

fn first(b: &Battle, p: &Position, seat: Seat, action: Action) -> Plan {
    Plan { first: Some(action), temper: Temper::of(b, seat.0), words: b.choice(p, seat, action).sentence }
}

/// Each formation that can be tried, the likeliest to obey first, and passing.
fn formations(b: &Battle, p: &Position, side: u8, legal: &[Action]) -> Vec<Plan> {
    let mut list: Vec<(f32, Action)> = legal
        .iter()
        .map(|action| match action {
            Action::Attempt(formation) => (chance_to_obey(b, p, *formation), *action),
            _ => (0.0, *action),
        })
        .collect();
    list.sort_by(|x, y| y.0.total_cmp(&x.0));
    let words = |action: Action| match action {
        Action::Attempt(formation) => format!("activate {}", b.army.formations[formation as usize].name),
        _ => "pass".into(),
    };
    list.into_iter()
        .map(|(_, action)| Plan { first: Some(action), temper: Temper::of(b, side), words: words(action) })
        .collect()
}

/// Ways to lead an activation, the likeliest first: in one spirit or another, with one attack or another to
/// begin with, towards one place or another; then mixtures of these, for who has the time.
fn spirits(b: &Battle, p: &Position, side: u8, legal: &[Action]) -> Vec<Plan> {
    let normal = Temper::of(b, side);
    let plan = |words: &str, temper: Temper| Plan { first: None, temper, words: words.into() };
    let bold = Temper { bold: -0.6, zone: 0.4, danger: normal.danger * 0.5, victory: 2.5, ..normal };
    let hold = Temper { bold: 0.8, guard: normal.guard * 2.0, prize: normal.prize * 0.4, ..normal };
    let mut list = vec![
        plan("act as usual", normal),
        plan("attack boldly", bold),
        plan("declare no attack", Temper { bold: 99.0, ..normal }),
        plan("hold what we have", hold),
    ];
    let mut marks = Sergeant::new(b).best_marks(b, p, side, legal);
    marks.truncate(8);
    let words = |mark: &Action| b.choice(p, Seat(side), *mark).sentence;
    let begin = |mark: &Action, temper: Temper, words: String| Plan { first: Some(*mark), temper, words };
    list.extend(marks.iter().take(3).map(|mark| begin(mark, normal, words(mark))));
    let goals = goals(b, p, side, &normal);
    let number = |goal: &Hex| b.map.number(*goal).to_string();
    let towards = |goal: &Hex, temper: Temper, words: String| {
        plan(&words, Temper { goal: *goal, goal_pull: 2.0, ..temper })
    };
    let make_for = |goal: &Hex| towards(goal, normal, format!("make for {}", number(goal)));
    list.extend(goals.iter().take(3).map(make_for));
    let press = Temper { prize: normal.prize * 1.8, danger: normal.danger * 0.5, zone: 0.4, ..normal };
    list.push(plan("press on", press));
    list.push(plan(
        "stay out of reach",
        Temper { bold: 1.0, danger: normal.danger * 3.0, zone: 2.0, ..normal },
    ));
    // one attack and no other
    let only = Temper { bold: 99.0, ..normal };
    let no_more = |mark: &Action| begin(mark, only, format!("{} and nothing else", words(mark)));
    list.extend(marks.iter().take(4).map(no_more));
    list.extend(marks.iter().skip(3).map(|mark| begin(mark, normal, words(mark))));
    list.extend(goals.iter().skip(3).map(make_for));
    let boldly = |goal: &Hex| towards(goal, bold, format!("make boldly for {}", number(goal)));
    list.extend(goals.iter().take(4).map(boldly));
    let quietly = |goal: &Hex| towards(goal, only, format!("make for {} without an attack", number(goal)));
    list.extend(goals.iter().take(4).map(quietly));
    let hold_rest = |mark: &Action| begin(mark, hold, format!("{} and hold the rest", words(mark)));
    list.extend(marks.iter().take(4).map(hold_rest));
    list
}

/// The places that matter most to those who act, at most eight.
fn goals(b: &Battle, p: &Position, side: u8, temper: &Temper) -> Vec<Hex> {
    let fields = Fields::new(b, &Ground::of(b), p, side, temper);
    let formation = p.activation().map(|a| a.formation);
    let units = formation.map(|f| &b.army.formations[f as usize].units);
    let from: Vec<Hex> = units
        .into_iter()
        .flatten()
        .filter(|u| p.unit(**u).place == Place::Map)
        .map(|u| p.unit(*u).hex)
        .collect();
    let near = |hex: Hex| from.iter().map(|h| b.map.distance(*h, hex)).min().unwrap_or(99);
    let mut goals: Vec<(f32, Hex)> = b
        .watched
        .iter()
        .filter(|hex| fields.worth[hex.index()] > 0.0)
        .map(|hex| (fields.worth[hex.index()] * 3.0 - f32::from(near(*hex)), *hex))
        .collect();
    goals.sort_by(|x, y| y.0.total_cmp(&x.0));
    goals.into_iter().take(8).map(|(_, goal)| goal).collect()
}
