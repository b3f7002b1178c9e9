//! All that a viewer can learn of a position, for tests that exchange what he cannot know and demand that he
//! learns the same.

use crate::answer::{Reach, Reason};
use crate::briefing::Briefing;
use crate::event::{Log, Told};
use crate::foresee::Playable;
use crate::game::{Need, Refusal, Viewer};
use crate::odds::Odds;
use crate::overlay::{Overlay, OverlaySubject};
use crate::playout::RandomStep;
use crate::proposal::Proposal;
use crate::scene::Scene;
use crate::seat::Seat;
use crate::show::{Choice, Phase, Prompt};
use serde::Serialize;
use serde_json::Value;

/// What is asked about.
#[derive(Clone, Copy, Debug, Default)]
pub struct Subjects<'a> {
    /// Overlays of a hex are laid over for these.
    pub hexes: &'a [&'a str],
    /// Overlays of a piece, likewise.
    pub pieces: &'a [&'a str],
    /// Why and where to is asked of these, and what is proposed for them.
    pub asked: &'a [&'a str],
    /// Actions that the viewer tries, legal or not: why they are refused, what their odds are.
    pub tried: &'a [&'a str],
    /// How many of the fights and checks that are offered to him he asks the odds of.
    pub fights: usize,
}

/// Everything that a viewer is shown in a position. Lists are compared as they stand: an order that comes from
/// what the viewer cannot see tells it.
#[derive(PartialEq, Serialize)]
pub struct Shown {
    pub scene: Scene,
    pub prompt: Prompt,
    pub phase: Phase,
    pub briefing: Briefing,
    pub choices: Vec<Choice>,
    pub overlays: Vec<Result<Overlay, Refusal>>,
    pub reasons: Vec<Result<Vec<Reason>, Refusal>>,
    pub reaches: Vec<Result<Reach, Refusal>>,
    pub proposals: Vec<Result<Vec<Proposal>, Refusal>>,
    /// Of each action that is tried: why it is refused, and its odds.
    pub refusals: Vec<Result<(), Refusal>>,
    pub odds: Vec<Result<Odds, Refusal>>,
    /// The odds of what is offered, in the order in which it is offered.
    pub offered: Vec<Result<Odds, Refusal>>,
}

pub fn shown<G: Playable>(game: &G, p: &G::Position, viewer: Viewer, about: &Subjects) -> Shown {
    let mut choices = Vec::new();
    let (mut refusals, mut odds, mut offered) = (Vec::new(), Vec::new(), Vec::new());
    if let Viewer::Seat(seat) = viewer {
        if matches!(game.need(p), Need::Decide(seats) if seats.has(seat)) {
            let mut legal = Vec::new();
            game.legal(p, seat, &mut legal);
            choices.extend(legal.iter().map(|a| game.choice(p, seat, *a)));
            let rolled = legal.iter().zip(&choices).filter(|(_, choice): &(_, &Choice)| choice.odds);
            offered.extend(rolled.take(about.fights).map(|(action, _)| game.explain(p, viewer, *action)));
        }
        for text in about.tried {
            let read = game.read(p, seat, text);
            refusals.push(read.and_then(|action| game.act(&mut p.clone(), seat, action, &mut Log::off())));
        }
    }
    // the odds of an action may be asked for by anybody
    let seat = if let Viewer::Seat(seat) = viewer { seat } else { Seat(0) };
    for text in about.tried {
        odds.push(game.read(p, seat, text).and_then(|action| game.explain(p, viewer, action)));
    }
    let mut overlays = Vec::new();
    for info in game.overlays() {
        let subjects = match info.subject {
            OverlaySubject::None => &[""],
            OverlaySubject::Hex => about.hexes,
            OverlaySubject::Unit => about.pieces,
        };
        overlays.extend(subjects.iter().map(|subject| game.overlay(p, viewer, info.id, subject)));
    }
    Shown {
        scene: game.view(p, viewer),
        prompt: game.prompt(p, viewer),
        phase: game.phase(p),
        briefing: game.briefing(p, viewer),
        choices,
        overlays,
        reasons: about.asked.iter().map(|subject| game.why(p, viewer, subject)).collect(),
        reaches: about.asked.iter().map(|subject| game.reach(p, viewer, subject)).collect(),
        proposals: about.asked.iter().map(|subject| game.proposals(p, viewer, subject)).collect(),
        refusals,
        odds,
        offered,
    }
}

/// What a viewer hears.
pub fn told<G: Playable>(game: &G, log: &Log, viewer: Viewer) -> Vec<Told> {
    log.events.iter().filter_map(|e| e.tell(game.seats(), viewer)).collect()
}

/// Plays a step in a position and, with the action disguised, in one that looks the same to others: what is said of
/// it in each. The seat that decides, if what it does is not legal in the other position.
pub fn play_both<G: Playable>(
    game: &G,
    [p, q]: [&mut G::Position; 2],
    step: RandomStep<G::Action>,
    disguised: impl FnOnce(G::Action) -> G::Action,
) -> Result<[Log; 2], Seat> {
    let (mut heard, mut overheard) = (Log::on(), Log::on());
    match step {
        RandomStep::Roll(faces) => {
            game.roll(p, faces, &mut heard);
            game.roll(q, faces, &mut overheard);
        }
        RandomStep::Act(seat, action) => {
            let disguised = disguised(action);
            let mut legal = Vec::new();
            game.legal(q, seat, &mut legal);
            if !legal.contains(&disguised) {
                return Err(seat);
            }
            game.apply(p, seat, action, &mut heard);
            game.apply(q, seat, disguised, &mut overheard);
        }
    }
    Ok([heard, overheard])
}

/// Demands that what was said in two positions sounds the same to a viewer, and that they look the same to him.
///
/// # Panics
/// If not, with `what`: the secret, and after which step.
pub fn nothing_learnt<G: Playable>(
    game: &G,
    [p, q]: [&G::Position; 2],
    [heard, overheard]: [&Log; 2],
    viewer: Viewer,
    shown: impl Fn(&G::Position) -> Shown,
    what: impl Fn() -> String,
) {
    let (now, then) = (told(game, heard, viewer), told(game, overheard, viewer));
    same(&now, &then, || format!("{viewer:?} hears of {}", what()));
    same(&shown(p), &shown(q), || format!("{viewer:?} sees of {}", what()));
}

/// # Panics
/// If two things that should look the same do not: with the smallest part in which they differ.
pub fn same<T: PartialEq + Serialize>(a: &T, b: &T, what: impl FnOnce() -> String) {
    if a != b {
        let json = |value: &T| serde_json::to_value(value).expect("plain data");
        let what = what();
        differ(&json(a), &json(b), &what);
        panic!("{what}: they differ in something that is not written down");
    }
}

fn differ(a: &Value, b: &Value, what: &str) {
    if a == b {
        return;
    }
    match (a, b) {
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
            x.iter().zip(y).for_each(|(a, b)| differ(a, b, what));
        }
        (Value::Object(x), Value::Object(y)) if x.keys().eq(y.keys()) => {
            x.iter().for_each(|(key, a)| differ(a, &y[key], &format!("{what}\n{key}")));
        }
        _ => panic!("{what}:\n{a:#}\n{b:#}"),
    }
}
