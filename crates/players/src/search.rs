//! The captain: search over plans. Candidates come from the game's own officers; each is played out in
//! positions that the seat holds possible, with the same lots for all of them, and the worse half is
//! dropped again and again. Playouts are cut off after a while and judged by the game's evaluation.
//!
//! Budgets are counted in playouts: the same seed gives the same choice on every machine.

use crate::level::Budget;
use crate::player::{Candidate, Player, Sight, Staffed, Thoughts};
use crate::policy::Policy;
use kernel::{Log, Lot, Need, Seat, capital};

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
    /// An answer of the other side that a plan must bear, although its officers in playouts would not think
    /// of it: the plan is worth no more than what this answer leaves of it.
    fn counter(&self, _plan: &Self::Plan) -> Option<Self::Action> {
        None
    }
    /// Whether two plans that were made at different moments are the same.
    fn alike(&self, one: &Self::Plan, other: &Self::Plan) -> bool {
        one == other
    }
    /// Whether an action leaves it to the other side to act.
    fn is_pass(&self, _action: Self::Action) -> bool {
        false
    }
    /// An officer with the orders of a plan; without one, with ordinary orders.
    fn officer(&self, plan: Option<&Self::Plan>) -> Self::Officer;
    /// Who leads a side in playouts once its plan is over: quick rather than thorough.
    fn hasty(&self) -> Self::Officer;
    /// Whether a plan that was made at `then` is over.
    fn is_over(&self, then: &Self::Position, now: &Self::Position) -> bool;
    /// Whether so much has changed since `then` that a plan should be made anew.
    fn is_upset(&self, then: &Self::Position, now: &Self::Position, seat: Seat) -> bool;
    /// Whether the first step of a plan that was made at `then` has been taken, and it goes on.
    fn has_begun(&self, _then: &Self::Position, _now: &Self::Position) -> bool {
        false
    }
    /// How far a playout has gone, in such steps that `far_enough` of them make one long enough.
    fn progress(&self, position: &Self::Position) -> u32;
    fn far_enough(&self, start: &Self::Position) -> u32;
    /// Playouts for a plan where nobody says how many: as many as fit into about a second.
    fn usual(&self) -> u32 {
        160
    }
    /// How many candidates are weighed for the root of the playouts.
    fn breadth(&self) -> f64 {
        0.8
    }
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
    /// How to lead what was undertaken, now that it is known what came of the first step: the plan is
    /// weighed against others once more.
    Refine,
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
    /// It needs no second look.
    settled: bool,
}

/// What playouts gave.
#[derive(Clone, Copy, Default)]
struct Tally {
    sum: f64,
    squares: f64,
    count: u32,
}

impl Tally {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.squares += value * value;
        self.count += 1;
    }

    /// What another found counts as so many playouts.
    fn add_of(&mut self, other: &Tally, count: u32) {
        let share = f64::from(count) / f64::from(other.count.max(1));
        self.sum += other.sum * share;
        self.squares += other.squares * share;
        self.count += count;
    }

    fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / f64::from(self.count) }
    }

    /// The variance of the mean.
    fn doubt(&self) -> f64 {
        let count = f64::from(self.count.max(1));
        (self.squares / count - self.mean().powi(2)).max(1e-4) / count
    }
}

/// A candidate and what its playouts gave.
struct Tried<G: Tactics> {
    plan: G::Plan,
    tally: Tally,
    /// What they gave where the other side answers as the plan must bear, if it must.
    countered: Option<(G::Action, Tally)>,
}

impl<G: Tactics> Tried<G> {
    fn new(game: &G, plan: G::Plan) -> Tried<G> {
        let countered = game.counter(&plan).map(|answer| (answer, Tally::default()));
        Tried { plan, tally: Tally::default(), countered }
    }

    fn try_out(&mut self, game: &G, start: &G::Position, seat: Seat, shared: &Lot) {
        self.tally.add(playout(game, start, seat, &self.plan, None, &mut shared.clone()));
        if let Some((answer, tally)) = &mut self.countered {
            tally.add(playout(game, start, seat, &self.plan, Some(*answer), &mut shared.clone()));
        }
    }

    /// Of what the other side can make of it, what is worse for us.
    fn worst(&self) -> &Tally {
        match &self.countered {
            Some((_, countered)) if countered.mean() < self.tally.mean() => countered,
            _ => &self.tally,
        }
    }

    fn count(&self) -> u32 {
        self.tally.count
    }

    /// Playouts for one more try.
    fn cost(&self) -> u32 {
        1 + u32::from(self.countered.is_some())
    }

    /// What it is judged by: who leaves it to the other side to act must have more to show for it than chance gives.
    fn mean(&self) -> f64 {
        self.worst().mean() - if self.countered.is_some() { TEMPO } else { 0.0 }
    }

    fn doubt(&self) -> f64 {
        self.worst().doubt()
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
/// The chance to win that a pass must be better by. Playouts go on by sergeants in haste, who find less to do with the
/// time that is given away than who thinks before each step.
const TEMPO: f64 = 0.02;
/// Playouts of each candidate between two looks at what they have given.
const BATCH: u32 = 8;
/// An answer to what the other side does has this part of the playouts for a plan.
const ANSWER: u32 = 5;
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
        self.put_first_what_did_well(game, &mut plans);
        // few playouts are better spent on few candidates
        let most = 2 + (f64::from(playouts).sqrt() * game.breadth()) as usize;
        plans.truncate(most);
        let mut tried: Vec<Tried<G>> = plans.into_iter().map(|plan| Tried::new(game, plan)).collect();
        if tried.len() < 2 {
            return tried;
        }
        self.reuse(game, world, &mut tried);
        let mut left = tried.len();
        let rounds = usize::BITS - (left - 1).leading_zeros();
        for round in 0..rounds {
            let mut spend = playouts / rounds;
            loop {
                let cost: u32 = tried[..left].iter().map(Tried::cost).sum();
                let each = (spend / cost).clamp(1, BATCH);
                for _ in 0..each {
                    // the same world and the same dice for all
                    let mut shared = lot.split();
                    let start = sight.guess(&mut shared);
                    for tried in &mut tried[..left] {
                        tried.try_out(game, &start, sight.seat(), &shared);
                    }
                }
                spend = spend.saturating_sub(each * cost);
                // stable, so that of equals the likelier stays
                tried[..left].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
                if tried[0].count() >= BATCH {
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

    /// What did best when it was last weighed is thought of first.
    fn put_first_what_did_well(&self, game: &G, plans: &mut [G::Plan]) {
        let Some(made) = &self.plan else { return };
        let rank = |plan: &G::Plan| {
            made.tried.iter().position(|before| before.count() > 0 && game.alike(&before.plan, plan))
        };
        plans.sort_by_cached_key(|plan| rank(plan).unwrap_or(usize::MAX));
    }

    /// What was found for the same plans a moment ago still counts for something, unless they have begun
    /// since: then those that have not been thought of would be measured by another rule.
    fn reuse(&self, game: &G, world: &G::Position, tried: &mut [Tried<G>]) {
        let Some(made) = self.plan.as_ref().filter(|made| !game.has_begun(&made.at, world)) else { return };
        for tried in tried {
            if let Some(before) =
                made.tried.iter().find(|before| before.plan == tried.plan && before.count() > 0)
            {
                tried.tally.add_of(&before.tally, (before.count() / 4).min(8));
            }
        }
    }

    fn remember(&mut self, game: &G, tried: &[Tried<G>], action: G::Action) {
        let candidates = tried.iter().filter(|tried| tried.count() > 0).map(|tried| Candidate {
            action: game.opening(&tried.plan).unwrap_or(action),
            words: game.describe(&tried.plan),
            value: tried.worst().mean(),
            playouts: tried.count(),
        });
        self.thoughts.candidates = candidates.take(SHOWN).collect();
        self.thoughts.reason = match tried {
            [best, second, ..] if best.count() > 0 => format!(
                "{} wins {:.0} % of the games tried; next best: {} with {:.0} %.",
                capital(&game.describe(&best.plan)),
                best.worst().mean() * 100.0,
                game.describe(&second.plan),
                second.worst().mean() * 100.0
            ),
            _ => String::new(),
        };
    }
}

/// Plays a plan out from a position, both seats by ordinary orders once it is over, and judges the end. The
/// first thing that the other side does is the answer, where one is given and allowed.
pub fn playout<G: Tactics>(
    game: &G,
    start: &G::Position,
    seat: Seat,
    plan: &G::Plan,
    mut answer: Option<G::Action>,
    lot: &mut Lot,
) -> f64 {
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
            Need::Chance(request) => {
                request.by_lot(lot, &mut faces);
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
                let forced = if decides == seat { None } else { answer.take().filter(|a| legal.contains(a)) };
                let action = match (forced, &legal[..]) {
                    (Some(action), _) => action,
                    (None, [only]) => *only,
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
        if self.budget.never_passes && self.legal.iter().any(|action| !game.is_pass(*action)) {
            self.legal.retain(|action| !game.is_pass(*action));
        }
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
        let plan = self.budget.plan.unwrap_or(game.usual());
        let answer = (plan / ANSWER).max(1);
        let playouts = match (question, &self.plan) {
            (Question::Plan, _) | (Question::Begin | Question::Refine, None) => plan,
            (Question::Refine, Some(made)) if !made.settled => plan / 2,
            (Question::Answer, _) => answer,
            (Question::Step, _) if upset => answer,
            _ => 0,
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
                    self.plan = Some(Made { at: world, tried, settled: question != Question::Plan });
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
