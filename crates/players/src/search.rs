//! The captain: search over plans. Candidates come from the game's own officers; each is played out in
//! positions that the seat holds possible, with the same lots for all of them, and the worse half is
//! dropped again and again. Playouts are cut off after a while and judged by the game's evaluation.
//!
//! Budgets are counted in playouts: the same seed gives the same choice on every machine.

use crate::level::Budget;
use crate::player::{Candidate, Player, Sight, Staffed, Thoughts};
use crate::policy::Policy;
use kernel::{Log, Lot, Need, Seat};

/// What a game gives to be searched.
pub trait Tactics: Staffed + Sized {
    /// A way to go on: perhaps a first action, and orders for what follows.
    type Plan: Clone + PartialEq + Send;
    /// Who carries plans out.
    type Officer: Policy<Self> + Clone;

    /// What is asked of the seat here.
    fn question(&self, position: &Self::Position, seat: Seat, legal: &[Self::Action]) -> Question;
    /// Plans that are worth a try, the likeliest first.
    fn plans(
        &self,
        position: &Self::Position,
        seat: Seat,
        legal: &[Self::Action],
        lot: &mut Lot,
    ) -> Vec<Self::Plan>;
    /// The action that a plan begins with, if it says.
    fn opening(&self, plan: &Self::Plan) -> Option<Self::Action>;
    /// An officer with the orders of a plan; without one, with ordinary orders.
    fn officer(&self, plan: Option<&Self::Plan>) -> Self::Officer;
    /// Who leads a side in playouts once its plan is over: quick rather than thorough.
    fn hasty(&self) -> Self::Officer;
    /// Whether a plan that was made at `then` is over.
    fn is_over(&self, then: &Self::Position, now: &Self::Position) -> bool;
    /// Whether so much has changed since `then` that a plan should be made anew.
    fn is_upset(&self, then: &Self::Position, now: &Self::Position, seat: Seat) -> bool;
    /// How far a playout has gone, in such steps that `far_enough` of them make one long enough.
    fn progress(&self, position: &Self::Position) -> u32;
    fn far_enough(&self, start: &Self::Position) -> u32;
    /// How many playouts a budget buys: fewer where each of them is long.
    fn affords(&self, _start: &Self::Position, budget: u32) -> u32 {
        budget
    }
    /// The chance of the seat to win, 0 to 1.
    fn value(&self, position: &Self::Position, seat: Seat) -> f64;
    /// A plan in words.
    fn describe(&self, plan: &Self::Plan) -> String;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What to undertake.
    Plan,
    /// The same, unless there is a plan already.
    Begin,
    /// How to answer what the other side does.
    Answer,
    /// A step of what was planned.
    Step,
}

pub struct Captain<G: Tactics> {
    budget: Budget,
    /// The plan that is carried out, where it was made, and how the candidates did.
    plan: Option<Made<G>>,
    officer: Option<G::Officer>,
    thoughts: Thoughts<G::Action>,
    legal: Vec<G::Action>,
}

struct Made<G: Tactics> {
    at: G::Position,
    tried: Vec<Tried<G>>,
}

/// A candidate and what its playouts gave.
struct Tried<G: Tactics> {
    plan: G::Plan,
    sum: f64,
    squares: f64,
    count: u32,
}

impl<G: Tactics> Tried<G> {
    fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / f64::from(self.count) }
    }

    /// The variance of the mean.
    fn doubt(&self) -> f64 {
        let count = f64::from(self.count.max(1));
        (self.squares / count - self.mean().powi(2)).max(1e-4) / count
    }

    /// By how much this one may be better than the other, with all doubts for it.
    fn may_beat(&self, other: &Tried<G>) -> f64 {
        self.mean() - other.mean() + DOUBT * (self.doubt() + other.doubt()).sqrt()
    }
}

/// How many standard errors are doubt enough: who is worse by more is given up.
const DOUBT: f64 = 2.5;
/// Chances to win so much alike that it is not worth to think about the difference.
const ALIKE: f64 = 0.004;
/// Playouts of each candidate between two looks at what they have given.
const BATCH: u32 = 8;
/// Candidates that are told of afterwards: nobody reads more.
const SHOWN: usize = 12;
/// Steps after which a playout is given up: no playout of ours is so long.
const MOST_STEPS: u32 = 20_000;

impl<G: Tactics> Captain<G> {
    pub fn new(budget: Budget) -> Captain<G> {
        Captain {
            budget,
            plan: None,
            officer: None,
            thoughts: Thoughts { reason: String::new(), candidates: Vec::new() },
            legal: Vec::new(),
        }
    }

    /// Weighs candidates by playouts; the best comes first.
    fn weigh(
        &mut self,
        sight: &Sight<G>,
        world: &G::Position,
        playouts: u32,
        lot: &mut Lot,
    ) -> Vec<Tried<G>> {
        let game = sight.game();
        let mut plans = game.plans(world, sight.seat(), &self.legal, lot);
        // few playouts are better spent on few candidates
        let most = 2 + (f64::from(playouts).sqrt() * 0.8) as usize;
        plans.truncate(most);
        let mut tried: Vec<Tried<G>> =
            plans.into_iter().map(|plan| Tried { plan, sum: 0.0, squares: 0.0, count: 0 }).collect();
        if tried.len() < 2 {
            return tried;
        }
        self.reuse(&mut tried);
        let mut left = tried.len();
        let rounds = usize::BITS - (left - 1).leading_zeros();
        for round in 0..rounds {
            let mut spend = playouts / rounds;
            loop {
                let each = (spend / left as u32).clamp(1, BATCH);
                for _ in 0..each {
                    // the same world and the same dice for all
                    let mut shared = lot.split();
                    let start = sight.guess(&mut shared);
                    for tried in &mut tried[..left] {
                        let value = playout(game, &start, sight.seat(), &tried.plan, &mut shared.clone());
                        tried.sum += value;
                        tried.squares += value * value;
                        tried.count += 1;
                    }
                }
                spend = spend.saturating_sub(each * left as u32);
                // stable, so that of equals the likelier stays
                tried[..left].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
                if tried[0].count >= BATCH {
                    let best = &tried[0];
                    left = 1 + tried[1..left].iter().take_while(|t| t.may_beat(best) > ALIKE).count();
                }
                if left == 1 {
                    return tried;
                }
                if spend < left as u32 {
                    break;
                }
            }
            if round + 1 < rounds {
                left = left.div_ceil(2);
            }
        }
        tried
    }

    /// What was found for the same plans a moment ago still counts for something.
    fn reuse(&self, tried: &mut [Tried<G>]) {
        let Some(made) = &self.plan else { return };
        for tried in tried {
            if let Some(before) =
                made.tried.iter().find(|before| before.plan == tried.plan && before.count > 0)
            {
                let count = (before.count / 4).min(8);
                tried.sum += before.mean() * f64::from(count);
                tried.squares += before.squares / f64::from(before.count) * f64::from(count);
                tried.count += count;
            }
        }
    }

    fn remember(&mut self, game: &G, tried: &[Tried<G>], action: G::Action) {
        let candidates = tried.iter().filter(|tried| tried.count > 0).map(|tried| Candidate {
            action: game.opening(&tried.plan).unwrap_or(action),
            words: game.describe(&tried.plan),
            value: tried.mean(),
            playouts: tried.count,
        });
        self.thoughts.candidates = candidates.take(SHOWN).collect();
        self.thoughts.reason = match tried {
            [best, second, ..] if best.count > 0 => format!(
                "{} wins {:.0} % of what was tried; next best: {} with {:.0} %.",
                capital(&game.describe(&best.plan)),
                best.mean() * 100.0,
                game.describe(&second.plan),
                second.mean() * 100.0
            ),
            _ => String::new(),
        };
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Plays a plan out from a position, both seats by ordinary orders once it is over, and judges the end.
pub fn playout<G: Tactics>(game: &G, start: &G::Position, seat: Seat, plan: &G::Plan, lot: &mut Lot) -> f64 {
    let mut position = start.clone();
    let mut log = Log::off();
    let mut own = game.officer(Some(plan));
    let mut other = game.hasty();
    let mut planned = true;
    if let Some(action) = game.opening(plan) {
        game.apply(&mut position, seat, action, &mut log);
    }
    let goal = game.progress(start) + game.far_enough(start);
    let (mut legal, mut faces) = (Vec::new(), Vec::new());
    for _ in 0..MOST_STEPS {
        match game.need(&position) {
            Need::Over(outcome) => {
                return match outcome.winner {
                    Some(winner) => f64::from(u8::from(winner == seat)),
                    None => 0.5,
                };
            }
            Need::Roll(request) => {
                request.throw(lot, &mut faces);
                game.roll(&mut position, &faces, &mut log);
            }
            Need::Decide(seats) => {
                if game.progress(&position) >= goal {
                    break;
                }
                if planned && game.is_over(start, &position) {
                    own = game.hasty();
                    planned = false;
                }
                let Some(decides) = seats.iter().next() else { break };
                game.legal(&position, decides, &mut legal);
                let action = match legal[..] {
                    [only] => only,
                    _ => {
                        let officer = if decides == seat { &mut own } else { &mut other };
                        officer.choose(game, &position, decides, &legal, lot)
                    }
                };
                game.apply(&mut position, decides, action, &mut log);
            }
        }
    }
    game.value(&position, seat)
}

impl<G: Tactics> Player<G> for Captain<G> {
    fn act(&mut self, sight: &Sight<G>, lot: &mut Lot) -> G::Action {
        let game = sight.game();
        self.thoughts = Thoughts { reason: String::new(), candidates: Vec::new() };
        sight.legal(&mut self.legal);
        if let [only] = self.legal[..] {
            return only;
        }
        let world = sight.guess(lot);
        let question = game.question(&world, sight.seat(), &self.legal);
        let over = self.plan.as_ref().is_none_or(|made| game.is_over(&made.at, &world));
        if over {
            self.plan = None;
            self.officer = None;
        }
        let upset = self.plan.as_ref().is_some_and(|made| game.is_upset(&made.at, &world, sight.seat()));
        let playouts = match question {
            Question::Plan => self.budget.plan,
            Question::Begin if self.plan.is_none() => self.budget.plan,
            Question::Begin => 0,
            Question::Answer => self.budget.answer,
            Question::Step if upset => self.budget.answer,
            Question::Step => 0,
        };
        if playouts > 0 {
            let tried = self.weigh(sight, &world, game.affords(&world, playouts), lot);
            if let Some(best) = tried.first() {
                let plan = best.plan.clone();
                let mut officer = game.officer(Some(&plan));
                let action = match game.opening(&plan) {
                    Some(action) if self.legal.contains(&action) => action,
                    _ => officer.choose(game, &world, sight.seat(), &self.legal, lot),
                };
                self.remember(game, &tried, action);
                // an answer to the other side leaves one's own plan as it is
                if question != Question::Answer {
                    self.officer = Some(officer);
                    self.plan = Some(Made { at: world, tried });
                }
                return action;
            }
        }
        let officer = self.officer.get_or_insert_with(|| game.officer(None));
        let action = officer.choose(game, &world, sight.seat(), &self.legal, lot);
        self.thoughts.reason = officer.reason();
        action
    }

    fn thoughts(&self) -> Thoughts<G::Action> {
        self.thoughts.clone()
    }
}
