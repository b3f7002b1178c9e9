//! What a captain weighs: which formation to use, in which spirit and to what end, and how to answer.

use super::fields::Fields;
use super::ground::Ground;
use super::sergeant::{Sergeant, chance_to_obey, nobody_has_acted};
use super::temper::Temper;
use super::{answers, worth};
use crate::search::{Question, Tactics};
use ::risorgimento::flow::{ActivationStage, Frame};
use ::risorgimento::model::FormationId;
use ::risorgimento::position::{Place, Position};
use ::risorgimento::{Action, Battle};
use hexmap::Hex;
use kernel::{Game, Log, Lot, Need, Seat, Show};

#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What is done at once.
    pub first: Option<Action>,
    /// Who carries it out, where that is known.
    pub formation: Option<FormationId>,
    /// The attack that is declared before any other.
    pub mark: Option<Action>,
    pub temper: Temper,
    pub words: String,
}

impl Tactics for Battle {
    type Plan = Plan;
    type Officer = Sergeant;

    fn question(&self, p: &Position, _seat: Seat, _legal: &[Action]) -> Question {
        match p.top() {
            Frame::Alternation(_) => Question::Plan,
            Frame::Activation(f) if p.markers.is_empty() && nobody_has_acted(self, p, f.formation) => {
                Question::Refine
            }
            Frame::React(_) => Question::Answer,
            // II Corps comes long after the end of any playout: his officer knows better than they
            _ => Question::Step,
        }
    }

    fn plans(&self, p: &Position, seat: Seat, legal: &[Action], _lot: &mut Lot) -> Vec<Plan> {
        match p.top() {
            Frame::Alternation(_) => undertakings(self, p, seat.0, legal),
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

    /// Who passes may find that the enemy passes too, and the third pass ends the phase (R10).
    fn counter(&self, plan: &Plan) -> Option<Action> {
        (plan.first == Some(Action::Pass)).then_some(Action::Pass)
    }

    fn alike(&self, one: &Plan, other: &Plan) -> bool {
        (one.formation, one.mark, one.temper) == (other.formation, other.mark, other.temper)
    }

    fn is_pass(&self, action: Action) -> bool {
        action == Action::Pass
    }

    fn officer(&self, plan: Option<&Plan>) -> Sergeant {
        match plan {
            Some(plan) => Sergeant::with(self, [plan.temper; 2]).beginning(plan.mark),
            None => Sergeant::new(self),
        }
    }

    fn hasty(&self) -> Sergeant {
        Sergeant::in_haste(self)
    }

    /// A plan is for one activation, from the choice of the formation to its last force.
    fn is_over(&self, then: &Position, now: &Position) -> bool {
        let formation = |p: &Position| p.activation().map(|a| a.formation);
        if then.turn != now.turn {
            return true;
        }
        match (formation(then), formation(now)) {
            (None, Some(_)) => !self.has_begun(then, now),
            (None, None) => then.to_act != now.to_act || self.progress(then) != self.progress(now),
            (before, after) => before != after,
        }
    }

    /// The formation that was chosen has been activated and acts.
    fn has_begun(&self, then: &Position, now: &Position) -> bool {
        match (then.activation(), now.activation()) {
            (None, Some(now)) => {
                self.army.formations[now.formation].side == then.to_act
                    && !then.formations[now.formation].activated
            }
            _ => false,
        }
    }

    fn is_upset(&self, then: &Position, now: &Position, seat: Seat) -> bool {
        let Frame::Activation(f) = now.top() else { return false };
        if f.stage != ActivationStage::Forces {
            return false;
        }
        let state = |p: &Position| {
            let own = p.units.pairs().filter(|(id, u)| self.side_of(*id) == seat.0 && u.place != Place::Lost);
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

    fn usual(&self) -> u32 {
        600
    }

    fn breadth(&self) -> f64 {
        1.2
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
    let words = b.choice(p, seat, action).sentence;
    Plan { first: Some(action), formation: None, mark: None, temper: Temper::of(b, seat.0), words }
}

/// Each formation that can be tried with each way to lead it, and passing. First every formation as it is
/// usually led, the likeliest to obey first, then each in the next likely way, and so on.
fn undertakings(b: &Battle, p: &Position, side: u8, legal: &[Action]) -> Vec<Plan> {
    let mut ways: Vec<(f32, std::vec::IntoIter<Plan>)> = Vec::new();
    for action in legal {
        let Action::Attempt(formation) = *action else { continue };
        let name = &b.army.formations[formation].name;
        let list = activated(b, p, side, formation)
            .map_or_else(|| vec![usual(b, side)], |(p, legal)| spirits(b, &p, side, &legal));
        let tried = list.into_iter().enumerate().map(|(i, way)| Plan {
            first: Some(*action),
            formation: Some(formation),
            words: if i == 0 {
                format!("activate {name}")
            } else {
                format!("activate {name}: {}", way.words)
            },
            ..way
        });
        ways.push((chance_to_obey(b, p, formation), tried.collect::<Vec<_>>().into_iter()));
    }
    ways.sort_by(|x, y| y.0.total_cmp(&x.0));
    let mut list: Vec<Plan> = ways.iter_mut().filter_map(|(_, way)| way.next()).collect();
    if legal.contains(&Action::Pass) {
        list.push(Plan { first: Some(Action::Pass), words: "pass".into(), ..usual(b, side) });
    }
    loop {
        let before = list.len();
        list.extend(ways.iter_mut().filter_map(|(_, way)| way.next()));
        if list.len() == before {
            return list;
        }
    }
}

fn usual(b: &Battle, side: u8) -> Plan {
    let words = "act as usual".into();
    Plan { first: None, formation: None, mark: None, temper: Temper::of(b, side), words }
}

/// The position once a formation has been activated, and what it can do then.
fn activated(b: &Battle, p: &Position, side: u8, formation: FormationId) -> Option<(Position, Vec<Action>)> {
    let mut p = p.clone();
    let mut log = Log::off();
    b.apply(&mut p, Seat(side), Action::Attempt(formation), &mut log);
    if let Need::Chance(_) = b.need(&p) {
        b.roll(&mut p, &[1], &mut log);
    }
    p.activation()?;
    let mut legal = Vec::new();
    b.legal(&p, Seat(side), &mut legal);
    Some((p, legal))
}

/// Ways to lead an activation, the likeliest first: in one spirit or another, with one attack or another to
/// begin with, towards one place or another; then mixtures of these, for who has the time.
fn spirits(b: &Battle, p: &Position, side: u8, legal: &[Action]) -> Vec<Plan> {
    let normal = Temper::of(b, side);
    let formation = p.activation().map(|a| a.formation);
    let plan = |words: &str, temper: Temper| Plan {
        first: None,
        formation,
        mark: None,
        temper,
        words: words.into(),
    };
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
    let begin =
        |mark: &Action, temper: Temper, words: String| Plan { mark: Some(*mark), ..plan(&words, temper) };
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
    let units = formation.map(|f| &b.army.formations[f].units);
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
