//! A game being played: its position, what happened so far, and the dice. It plays actions and
//! macros, answers rolls, takes back, and writes and replays records.

use crate::dice::{Dice, RollSource};
use crate::event::{Event, Log};
use crate::game::{Game, Need, Outcome, Refusal, RollRequest};
use crate::guard::{BEYOND_CHECKS, caught, try_out};
use crate::record::{Heading, Start, TakenBack, What};
use crate::rule::Citation;
use crate::seat::Seat;
use serde::Serialize;
use serde_json::Value;
use std::ops::Range;
use std::sync::Arc;

mod replay;

pub struct Session<G: Game> {
    game: Arc<G>,
    heading: Heading,
    /// Where it began, if not where the scenario begins.
    start: Option<Start>,
    origin: G::Position,
    position: G::Position,
    /// What was told and not handed over by `take_told`.
    events: Vec<Event>,
    /// How many events were handed over before the first of `events`.
    handed_over: usize,
    history: Vec<Entry<G::Action>>,
    taken_back: Vec<TakenBack>,
    dice: Dice,
    auto_rolls: bool,
    forced: bool,
}

/// One thing that happened.
#[derive(Clone, Debug)]
struct Entry<A> {
    what: Happened<A>,
    /// How many events had been told before it.
    events: usize,
    /// By which rule something hidden came to light, if it did.
    reveals: Option<Citation>,
}

#[derive(Clone, Debug)]
enum Happened<A> {
    /// `automatic` if it was the only choice and nobody was asked.
    Act {
        seat: Seat,
        action: A,
        text: String,
        automatic: bool,
    },
    Roll {
        faces: Vec<u8>,
        source: RollSource,
    },
}

/// What one call has played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    pub steps: Vec<PlayedStep>,
    /// Where and why a macro stopped before its end.
    pub stopped: Option<Stop>,
    /// Which of the session's events it caused.
    pub events: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayedStep {
    Act { seat: Seat, action: String, automatic: bool },
    Roll { faces: Vec<u8> },
}

/// Where a macro stopped.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Stop {
    /// The first step that was not played.
    pub at: String,
    /// The steps after it.
    pub rest: Vec<String>,
    pub kind: StopKind,
    pub why: String,
    pub rule: Option<Citation>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum StopKind {
    /// A roll is due.
    Roll,
    /// Another seat must decide first.
    Decision,
    /// Something hidden came to light.
    Reveal,
    /// The next step is not allowed any more.
    Refused,
    Over,
}

impl<G: Game> Session<G> {
    /// Another game of the same scenario, at its beginning. What the rules hold is shared.
    pub fn anew(&self) -> Session<G> {
        Session::new(Arc::clone(&self.game), self.heading.clone())
    }

    /// This position without its past and its dice, for who thinks about it elsewhere.
    pub fn aside(&self) -> Session<G> {
        Session::beginning_at(Arc::clone(&self.game), self.heading.clone(), self.position.clone())
    }

    /// A game at its beginning. Dice are rolled by hand until `set_dice` says otherwise.
    pub fn new(game: Arc<G>, heading: Heading) -> Session<G> {
        let origin = game.start();
        Session::beginning_at(game, heading, origin)
    }

    fn beginning_at(game: Arc<G>, heading: Heading, origin: G::Position) -> Session<G> {
        Session {
            game,
            heading,
            start: None,
            position: origin.clone(),
            origin,
            events: Vec::new(),
            handed_over: 0,
            history: Vec::new(),
            taken_back: Vec::new(),
            dice: Dice::ByHand,
            auto_rolls: false,
            forced: false,
        }
    }

    /// The game, to be shared.
    pub fn shared(&self) -> Arc<G> {
        self.game.clone()
    }
    pub fn game(&self) -> &G {
        &self.game
    }
    pub fn heading(&self) -> &Heading {
        &self.heading
    }
    /// What is played, as dice are bound to it.
    pub fn terms(&self) -> String {
        self.heading.terms(self.start.as_ref())
    }
    pub fn position(&self) -> &G::Position {
        &self.position
    }
    pub fn need(&self) -> Need {
        self.game.need(&self.position)
    }
    pub fn outcome(&self) -> Option<Outcome> {
        match self.need() {
            Need::Over(outcome) => Some(outcome),
            Need::Decide(_) | Need::Roll(_) => None,
        }
    }
    /// Everything that was told, unfiltered: `Event::tell` gives what a viewer may read.
    pub fn events(&self) -> &[Event] {
        &self.events
    }
    /// The events told since the last call. The session forgets them: a driver that keeps the log
    /// itself need not hold it twice.
    pub fn take_told(&mut self) -> Vec<Event> {
        self.handed_over += self.events.len();
        std::mem::take(&mut self.events)
    }
    /// The last step, and whether it was played unasked.
    pub fn last_step(&self) -> Option<(What, bool)> {
        self.history.last().map(Entry::stored)
    }
    /// Actions and rolls so far.
    pub fn steps(&self) -> usize {
        self.history.len()
    }
    pub fn dice(&self) -> &Dice {
        &self.dice
    }
    pub fn auto_rolls(&self) -> bool {
        self.auto_rolls
    }
    pub fn forced(&self) -> bool {
        self.forced
    }

    /// Other dice from now on. Rolls of a generator that is replaced by another count as given,
    /// because the new commitment does not vouch for them.
    pub fn set_dice(&mut self, mut dice: Dice) {
        let same = dice.commitment().is_some_and(|new| self.dice.commitment() == Some(new));
        if same {
            dice.use_up_to(self.dice.used());
        } else {
            self.taken_back.clear();
            for entry in &mut self.history {
                if let Happened::Roll { source, .. } = &mut entry.what {
                    *source = RollSource::Given;
                }
            }
        }
        self.dice = dice;
    }

    /// Whether rolls are answered by the dice at once; a roll that is due now is.
    pub fn set_auto_rolls(&mut self, on: bool) -> Played {
        let before = self.mark();
        self.auto_rolls = on;
        self.settle();
        self.played_since(before, None)
    }

    /// Whether a seat's only choice is played without asking, as long as it reveals nothing.
    pub fn set_forced(&mut self, on: bool) -> Played {
        let before = self.mark();
        self.forced = on;
        self.settle();
        self.played_since(before, None)
    }

    /// Every legal action of a seat that must decide.
    pub fn legal(&self, seat: Option<Seat>) -> Result<(Seat, Vec<G::Action>), Refusal> {
        let seat = self.decider(seat)?;
        let mut legal = Vec::new();
        self.game.legal(&self.position, seat, &mut legal);
        Ok((seat, legal))
    }

    /// Plays an action in notation, or a macro as far as it gets. A refusal changes nothing.
    pub fn act(&mut self, seat: Option<Seat>, text: &str) -> Result<Played, Refusal> {
        let before = self.mark();
        let stopped = self.act_with(seat, text, &mut |session| session.settle())?;
        Ok(self.played_since(before, stopped))
    }

    /// As `act`, for drivers that see to what comes by itself: `after` is called after each step.
    pub fn act_with(
        &mut self,
        seat: Option<Seat>,
        text: &str,
        after: &mut dyn FnMut(&mut Session<G>),
    ) -> Result<Option<Stop>, Refusal> {
        let seat = self.decider(seat)?;
        let (_, legal) = self.legal(Some(seat))?;
        let mut stopped = None;
        if let Some(action) = self.named(&legal, text) {
            self.play(seat, action, false);
            after(self);
        } else if let Some(steps) = self.game.expand(&self.position, seat, text) {
            let (first, rest) = steps
                .split_first()
                .ok_or_else(|| Refusal::plain(format!("`{text}` does not stand for any step.")))?;
            let action = self.find(seat, first)?;
            let before = self.history.len();
            self.play(seat, action, false);
            after(self);
            stopped = self.go_on(seat, before, rest, after);
        } else {
            let action = self.understand(seat, &legal, text)?;
            self.play(seat, action, false);
            after(self);
        }
        Ok(stopped)
    }

    /// The later steps of a macro, until something interrupts; `before` counts the steps before it.
    fn go_on(
        &mut self,
        seat: Seat,
        before: usize,
        mut rest: &[String],
        after: &mut dyn FnMut(&mut Session<G>),
    ) -> Option<Stop> {
        while let Some((next, later)) = rest.split_first() {
            let stop = |kind, why: String, rule| {
                Some(Stop { at: next.clone(), rest: later.to_vec(), kind, why, rule })
            };
            match self.need() {
                Need::Over(outcome) => {
                    return stop(StopKind::Over, "The game is over.".into(), Some(outcome.rule));
                }
                Need::Roll(roll) => return stop(StopKind::Roll, roll_due(&roll), Some(roll.rule)),
                Need::Decide(seats) if !seats.has(seat) => {
                    return stop(StopKind::Decision, "Another seat must decide first.".into(), None);
                }
                Need::Decide(_) => {}
            }
            if let Some(rule) = self.history[before..].iter().find_map(|entry| entry.reveals) {
                let why = "Something hidden came to light.".into();
                return stop(StopKind::Reveal, why, Some(rule));
            }
            match self.find(seat, next) {
                Ok(action) => self.play(seat, action, false),
                Err(refusal) => return stop(StopKind::Refused, refusal.message, refusal.rule),
            }
            after(self);
            rest = later;
        }
        None
    }

    /// Answers the roll that is due: with these faces, or by the dice.
    pub fn roll(&mut self, faces: Option<&[u8]>) -> Result<Played, Refusal> {
        let request = self.due()?;
        let before = self.mark();
        let (source, faces) = match faces {
            Some(faces) => {
                check_faces(&request, faces)?;
                (RollSource::Given, faces.to_vec())
            }
            None => {
                self.dice.roll(&request).map_err(|message| Refusal { rule: Some(request.rule), message })?
            }
        };
        self.answer(request.by, faces, source);
        self.settle();
        Ok(self.played_since(before, None))
    }

    /// Answers the roll that is due by the dice, and plays nothing after it. False if none is due or
    /// the dice cannot roll.
    pub fn roll_due(&mut self) -> bool {
        let Need::Roll(request) = self.need() else { return false };
        // A script that does not fit: the roll stays due, and asking for it says why.
        let rolled = self.dice.can_roll().then(|| self.dice.roll(&request).ok()).flatten();
        match rolled {
            Some((source, faces)) => {
                self.answer(request.by, faces, source);
                true
            }
            None => false,
        }
    }

    /// Takes back the last action and the rolls after it, and gives what was taken back, the
    /// latest first. The dice are not rewound: a roll made again falls anew. Whether a seat may do
    /// this without asking the others is for `undo_limit` to say.
    pub fn undo(&mut self) -> Result<Vec<PlayedStep>, Refusal> {
        let last = |entry: &Entry<_>| matches!(entry.what, Happened::Act { automatic: false, .. });
        let cut = self
            .history
            .iter()
            .rposition(last)
            .ok_or_else(|| Refusal::plain("There is nothing to take back."))?;
        let taken = self.history[cut..].iter().rev().map(Entry::played).collect();
        let told = self.history[cut].events;
        self.events.truncate(told.saturating_sub(self.handed_over));
        self.handed_over = self.handed_over.min(told);
        self.history.truncate(cut);
        self.note_taken_back();
        let mut position = self.origin.clone();
        let mut log = Log::off();
        for entry in &self.history {
            match &entry.what {
                Happened::Act { seat, action, .. } => {
                    self.game.apply(&mut position, *seat, *action, &mut log);
                }
                Happened::Roll { faces, .. } => self.game.roll(&mut position, faces, &mut log),
            }
        }
        self.position = position;
        Ok(taken)
    }

    /// Rolls of the generator after the last that is still there were taken back here, whenever that was.
    fn note_taken_back(&mut self) {
        let after = self.history.len();
        let kept = self.history.iter().rev().find_map(|entry| match entry.what {
            Happened::Roll { source: RollSource::Number(number), .. } => Some(number + 1),
            _ => None,
        });
        self.taken_back.retain(|back| back.after < after);
        let before = self.taken_back.last().map_or(0, |back| back.last + 1);
        let (first, used) = (kept.unwrap_or(0).max(before), self.dice.used());
        if used > first {
            self.taken_back.push(TakenBack { after, first, last: used - 1 });
        }
    }

    /// How many actions the seat may take back on its own: none beyond a roll, beyond something
    /// that came to light, or beyond another seat's decision.
    pub fn undo_limit(&self, seat: Seat) -> usize {
        self.history
            .iter()
            .rev()
            .map_while(|entry| match &entry.what {
                Happened::Act { seat: by, automatic, .. } if *by == seat && entry.reveals.is_none() => {
                    Some(usize::from(!automatic))
                }
                _ => None,
            })
            .sum()
    }

    /// Begins anew from a hand-written set-up.
    pub fn load_setup(&mut self, setup: &Value) -> Result<(), Vec<String>> {
        let read = caught(|| self.game.setup(setup));
        let position = read.unwrap_or_else(|| Err(vec![BEYOND_CHECKS.into()]))?;
        self.begin(position, Start::Setup(setup.clone()))
    }

    /// Begins anew from a position that `position_value` gave.
    pub fn load_position(&mut self, value: &Value) -> Result<(), Vec<String>> {
        let position = self.read_position(value)?;
        self.begin(position, Start::Position(value.clone()))
    }

    fn read_position(&self, value: &Value) -> Result<G::Position, Vec<String>> {
        let mut position: G::Position = serde_path_to_error::deserialize(value).map_err(|error| {
            vec![format!("This is not a position of this game: {}: {}", error.path(), error.inner())]
        })?;
        let admitted = caught(|| self.game.admit(&mut position));
        admitted.unwrap_or_else(|| Err(BEYOND_CHECKS.into())).map_err(|error| vec![error])?;
        Ok(position)
    }

    fn begin(&mut self, position: G::Position, start: Start) -> Result<(), Vec<String>> {
        self.game.audit(&position).map_err(|error| vec![error])?;
        try_out(&*self.game, &position).map_err(|error| vec![error])?;
        self.start = Some(start);
        self.origin = position.clone();
        self.position = position;
        self.events.clear();
        self.handed_over = 0;
        self.history.clear();
        self.taken_back.clear();
        Ok(())
    }

    /// The whole position, exact, to be loaded again. For drivers, never for a seat.
    pub fn position_value(&self) -> Value {
        // A position is plain data: that it cannot be written as JSON would be a bug of the game.
        serde_json::to_value(&self.position).expect("a position can be written as JSON")
    }

    /// Whether a saved position is the one that stands now.
    pub(crate) fn is_at(&self, value: &Value) -> Result<bool, Vec<String>> {
        Ok(self.read_position(value)? == self.position)
    }

    /// A stable hash of the position. For drivers, never for a seat.
    pub fn hash(&self) -> u64 {
        self.game.hash(&self.position)
    }

    /// The seat that acts, if it may.
    fn decider(&self, seat: Option<Seat>) -> Result<Seat, Refusal> {
        let seats = match self.need() {
            Need::Decide(seats) => seats,
            Need::Roll(roll) => return Err(Refusal::new(roll.rule, roll_due(&roll))),
            Need::Over(outcome) => return Err(Refusal::new(outcome.rule, "The game is over.")),
        };
        match (seat, seats.single()) {
            (Some(seat), _) if seats.has(seat) => Ok(seat),
            (None, Some(seat)) => Ok(seat),
            (None, None) => Err(Refusal::plain("Several seats must choose: say whose choice this is.")),
            (Some(seat), _) => Err(Refusal::plain(match self.game.seats().get(usize::from(seat.0)) {
                Some(name) => format!("{name} has nothing to decide now."),
                None => format!("There is no seat {}.", seat.0),
            })),
        }
    }

    fn due(&self) -> Result<RollRequest, Refusal> {
        match self.need() {
            Need::Roll(request) => Ok(request),
            Need::Decide(_) => Err(Refusal::plain("No roll is due: a seat must decide.")),
            Need::Over(outcome) => Err(Refusal::new(outcome.rule, "The game is over.")),
        }
    }

    /// The action that a text means, legal now.
    pub fn find(&self, seat: Seat, text: &str) -> Result<G::Action, Refusal> {
        let (seat, legal) = self.legal(Some(seat))?;
        match self.named(&legal, text) {
            Some(action) => Ok(action),
            None => self.understand(seat, &legal, text),
        }
    }

    /// The legal action with exactly this notation; blanks do not count.
    fn named(&self, legal: &[G::Action], text: &str) -> Option<G::Action> {
        let same = |action: &&G::Action| {
            let notation = self.game.notation(&self.position, **action);
            notation.split_whitespace().eq(text.split_whitespace())
        };
        legal.iter().find(same).copied()
    }

    /// What the game reads in words that are nobody's exact notation.
    fn understand(&self, seat: Seat, legal: &[G::Action], text: &str) -> Result<G::Action, Refusal> {
        let action = self.game.read(&self.position, seat, text)?;
        if legal.contains(&action) { Ok(action) } else { Err(self.game.refuse(&self.position, seat, action)) }
    }

    fn play(&mut self, seat: Seat, action: G::Action, automatic: bool) {
        let text = self.game.notation(&self.position, action);
        let mut log = Log::on();
        self.game.apply(&mut self.position, seat, action, &mut log);
        self.push(Happened::Act { seat, action, text, automatic }, log);
    }

    fn answer(&mut self, by: Seat, faces: Vec<u8>, source: RollSource) {
        let mut log = Log::on();
        self.game.roll(&mut self.position, &faces, &mut log);
        for event in log.events.iter_mut().filter(|event| !event.dice.is_empty()) {
            event.rolled_by = Some(by);
        }
        self.push(Happened::Roll { faces, source }, log);
    }

    fn push(&mut self, what: Happened<G::Action>, log: Log) {
        let reveals = log.events.iter().find(|event| event.reveals).map(|event| event.rule);
        self.history.push(Entry { what, events: self.handed_over + self.events.len(), reveals });
        self.events.extend(log.events);
    }

    /// What goes on by itself: rolls if the dice answer them at once, only choices if they are
    /// played unasked.
    fn settle(&mut self) {
        while self.auto_rolls && self.roll_due() || self.forced && self.play_only() {}
    }

    /// Plays the only choice of a seat unasked, if it has just one and that reveals nothing.
    pub fn play_only(&mut self) -> bool {
        let Need::Decide(seats) = self.need() else { return false };
        let only = seats.single().and_then(|seat| self.only(seat));
        if let Some((seat, action)) = only {
            self.play(seat, action, true);
        }
        only.is_some()
    }

    /// The only choice of a seat, if it has just one and that reveals nothing.
    fn only(&self, seat: Seat) -> Option<(Seat, G::Action)> {
        let mut legal = Vec::new();
        self.game.legal(&self.position, seat, &mut legal);
        let [action] = legal[..] else { return None };
        let mut log = Log::on();
        self.game.apply(&mut self.position.clone(), seat, action, &mut log);
        let reveals = log.events.iter().any(|event| event.reveals);
        (!reveals).then_some((seat, action))
    }

    /// How many steps and events there are.
    fn mark(&self) -> (usize, usize) {
        (self.history.len(), self.events.len())
    }

    fn played_since(&self, (steps, events): (usize, usize), stopped: Option<Stop>) -> Played {
        Played {
            steps: self.history[steps..].iter().map(Entry::played).collect(),
            stopped,
            events: events..self.events.len(),
        }
    }
}

impl<A> Entry<A> {
    fn stored(&self) -> (What, bool) {
        match &self.what {
            Happened::Act { seat, text, automatic, .. } => {
                (What::Act { seat: *seat, action: text.clone() }, *automatic)
            }
            Happened::Roll { faces, source } => (What::Roll { faces: faces.clone(), source: *source }, false),
        }
    }

    fn played(&self) -> PlayedStep {
        match &self.what {
            Happened::Act { seat, text, automatic, .. } => {
                PlayedStep::Act { seat: *seat, action: text.clone(), automatic: *automatic }
            }
            Happened::Roll { faces, .. } => PlayedStep::Roll { faces: faces.clone() },
        }
    }
}

fn roll_due(roll: &RollRequest) -> String {
    format!("A roll of {}d{} is due first: {}.", roll.dice, roll.sides, roll.what)
}

fn check_faces(request: &RollRequest, faces: &[u8]) -> Result<(), Refusal> {
    let RollRequest { dice, sides, lowest, rule, .. } = *request;
    if faces.len() != usize::from(dice) {
        let message = format!("{} dice are due, not {}.", dice, faces.len());
        return Err(Refusal::new(rule, message));
    }
    match faces.iter().find(|face| !request.faces().contains(face)) {
        Some(face) => {
            let from = if lowest == 1 { String::new() } else { format!(" from {lowest} on") };
            Err(Refusal::new(rule, format!("A die with {sides} sides{from} has no {face}.")))
        }
        None => Ok(()),
    }
}
