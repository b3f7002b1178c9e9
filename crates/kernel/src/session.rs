//! A game being played: its position, what happened so far, and the dice. It plays actions and
//! macros, answers rolls, takes back, and writes and replays records.

use crate::chance::{Chance, ChanceTold, Throw};
use crate::concordance::Cites;
use crate::dice::{Dice, RollSource};
use crate::event::{Event, Log};
use crate::foresee::Playable;
use crate::game::{Need, Outcome, Refusal, Viewer};
use crate::guard::{BEYOND_CHECKS, caught, try_out};
use crate::record::{Heading, Start, TakenBack, What};
use crate::rule::Citation;
use crate::seat::{Seat, SeatSet};
use serde::Serialize;
use serde_json::Value;
use std::ops::Range;
use std::sync::Arc;

mod replay;

pub struct Session<G: Playable> {
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
    what: What,
    done: Done<A>,
    /// How many events had been told before it.
    events: usize,
    /// By which rule something hidden came to light, if it did.
    reveals: Option<Citation>,
    /// The secret section in which it was.
    section: Option<u32>,
    /// Who may know of it: of an action its seat, of a roll or a draw whoever may know what came.
    known_to: SeatSet,
}

/// What the game was given.
#[derive(Clone, Debug)]
enum Done<A> {
    Action(Seat, A),
    Answer(Vec<u8>),
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
pub struct PlayedStep {
    pub what: What,
    pub known_to: SeatSet,
}

/// What was taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undone {
    /// The latest first.
    pub steps: Vec<PlayedStep>,
    /// The places of the same steps among all that had been played.
    pub places: Vec<usize>,
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

impl<G: Playable> Session<G> {
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
        self.cited(self.game.need(&self.position))
    }
    /// The same with the numbers that rules have in this game.
    pub(crate) fn cited<T: Cites>(&self, mut said: T) -> T {
        if let Some(concordance) = self.game.concordance() {
            concordance.renumber(&mut said);
        }
        said
    }
    pub fn outcome(&self) -> Option<Outcome> {
        match self.need() {
            Need::Over(outcome) => Some(outcome),
            Need::Decide(_) | Need::Chance(_) => None,
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
    /// The last step.
    pub fn last_step(&self) -> Option<&What> {
        self.history.last().map(|entry| &entry.what)
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
            self.history.iter_mut().for_each(|entry| entry.what.set_given());
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
            let rest = self.not_done(seat, before + 1, rest);
            stopped = self.go_on(seat, before, rest, after);
        } else {
            let action = self.understand(seat, &legal, text)?;
            self.play(seat, action, false);
            after(self);
        }
        Ok(stopped)
    }

    /// Whether an action can be played now, or the first step of a macro, given what is legal.
    pub fn can_begin(&self, seat: Seat, legal: &[G::Action], text: &str) -> bool {
        self.begins_with(seat, legal, text).is_some()
    }

    /// What an action or a macro begins with, if that can be played now.
    pub fn begins_with(&self, seat: Seat, legal: &[G::Action], text: &str) -> Option<G::Action> {
        self.named(legal, text).or_else(|| {
            let steps = self.game.expand(&self.position, seat, text);
            let first = steps.as_ref().and_then(|steps| steps.first()).map_or(text, String::as_str);
            self.named(legal, first).or_else(|| self.understand(seat, legal, first).ok())
        })
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
                Need::Chance(chance) => return stop(StopKind::Roll, chance.due(), Some(chance.rule)),
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
            let played = self.history.len();
            after(self);
            rest = self.not_done(seat, played, later);
        }
        None
    }

    /// The steps of a macro that are still to be played: those that were the only choice have been, unasked.
    fn not_done<'a>(&self, seat: Seat, since: usize, mut rest: &'a [String]) -> &'a [String] {
        for entry in &self.history[since.min(self.history.len())..] {
            let What::Act { seat: who, action, automatic: true } = &entry.what else { continue };
            if let Some((next, later)) = rest.split_first()
                && *who == seat
                && next.split_whitespace().eq(action.split_whitespace())
            {
                rest = later;
            }
        }
        rest
    }

    /// Answers what is left to chance: with these faces, or by the dice.
    pub fn roll(&mut self, faces: Option<&[u8]>) -> Result<Played, Refusal> {
        let chance = self.due()?;
        let before = self.mark();
        let (source, answer) = match faces {
            Some(faces) => (RollSource::Given, chance.read_faces(faces)?),
            None => {
                self.dice.roll(&chance).map_err(|message| Refusal { rule: Some(chance.rule), message })?
            }
        };
        self.answer(&chance, answer, source);
        self.settle();
        Ok(self.played_since(before, None))
    }

    /// Answers a draw with what somebody has drawn by hand, by its id or its name.
    pub fn draw(&mut self, drawn: &str) -> Result<Played, Refusal> {
        let chance = self.due()?;
        let before = self.mark();
        let place = chance.read_drawn(drawn, &self.game.candidates(&self.position))?;
        self.answer(&chance, vec![place], RollSource::Given);
        self.settle();
        Ok(self.played_since(before, None))
    }

    /// Answers what is left to chance by the dice, and plays nothing after it. False if nothing is or the dice cannot roll.
    pub fn roll_due(&mut self) -> bool {
        let Need::Chance(chance) = self.need() else { return false };
        // A script that does not fit: the roll stays due, and asking for it says why.
        let rolled = self.dice.can_roll().then(|| self.dice.roll(&chance).ok()).flatten();
        match rolled {
            Some((source, answer)) => {
                self.answer(&chance, answer, source);
                true
            }
            None => false,
        }
    }

    /// Takes back the last action and the rolls after it. The dice that fell stay: what is rolled next shows them again. Whether a
    /// seat may do this without asking the others is for `undo_limit` to say.
    pub fn undo(&mut self) -> Result<Undone, Refusal> {
        let last = |entry: &Entry<_>| matches!(entry.what, What::Act { automatic: false, .. });
        let cut = self.history.iter().rposition(last);
        let cut = cut.ok_or_else(|| Refusal::plain("There is nothing to take back."))?;
        self.take_back((cut..self.history.len()).collect())
    }

    /// Takes back the last action of a seat. In a secret section that is its own last step, whatever the others have done
    /// since; elsewhere the last action of all.
    pub fn undo_by(&mut self, seat: Seat) -> Result<Undone, Refusal> {
        let own = |entry: &Entry<_>, asked: bool| matches!(entry.what, What::Act { seat: by, automatic, .. } if by == seat && !(asked && automatic));
        let section = self.game.secret_section(&self.position);
        let last = self.history.iter().rposition(|entry| own(entry, true));
        match last {
            Some(last) if section.is_some() && self.history[last..].iter().all(|e| e.section == section) => {
                let later = (last..self.history.len()).filter(|place| own(&self.history[*place], false));
                self.take_back(later.collect())
            }
            _ => self.undo(),
        }
    }

    /// Takes back the steps in these places. Those that stay are played again.
    fn take_back(&mut self, places: Vec<usize>) -> Result<Undone, Refusal> {
        let first = places.first().copied().unwrap_or(self.history.len());
        let stays = |place: &usize| !places.contains(place);
        let mut position = self.origin.clone();
        let mut legal = Vec::new();
        for place in (0..self.history.len()).filter(stays) {
            match &self.history[place].done {
                Done::Action(seat, action) => {
                    if place > first {
                        self.game.legal(&position, *seat, &mut legal);
                        if !legal.contains(action) {
                            return Err(Refusal::plain(
                                "What was done since depends on it: it cannot be taken back.",
                            ));
                        }
                    }
                    self.game.apply(&mut position, *seat, *action, &mut Log::off());
                }
                Done::Answer(answer) => self.game.roll(&mut position, answer, &mut Log::off()),
            }
        }
        self.position = position;
        let steps = places.iter().rev().map(|place| self.history[*place].played()).collect();
        for place in places.iter().rev() {
            self.forget(*place);
        }
        self.rewind_dice();
        Ok(Undone { steps, places })
    }

    /// Strikes a step out of the history, with what was told of it.
    fn forget(&mut self, place: usize) {
        let from = self.history[place].events;
        let to = self.history.get(place + 1).map_or(self.handed_over + self.events.len(), |next| next.events);
        let there = |event: usize| event.saturating_sub(self.handed_over).min(self.events.len());
        self.events.drain(there(from)..there(to));
        self.handed_over -= to.min(self.handed_over) - from.min(self.handed_over);
        self.history.remove(place);
        for entry in &mut self.history[place..] {
            entry.events -= to - from;
        }
        for back in self.taken_back.iter_mut().filter(|back| back.after > place) {
            back.after -= 1;
        }
    }

    /// Rolls of the generator after the last that is still there were taken back here, whenever that was, and fall again. Nobody
    /// gets other dice by trying again.
    fn rewind_dice(&mut self) {
        let after = self.history.len();
        let (again, kept): (Vec<TakenBack>, Vec<TakenBack>) =
            self.taken_back.iter().partition(|back| back.after > after || back.again && back.after == after);
        let first = self.next_number().max(kept.last().map_or(0, TakenBack::next));
        let seen = again.iter().filter(|back| back.again).map(|back| back.last + 1).max();
        let seen = self.dice.used().max(seen.unwrap_or(0));
        self.taken_back = kept;
        if seen > first {
            self.taken_back.push(TakenBack { after, first, last: seen - 1, again: true });
        }
        self.dice.rewind_to(first);
    }

    /// The number after that of the last roll of the generator.
    fn next_number(&self) -> u64 {
        self.history.iter().rev().find_map(|entry| entry.what.number()).map_or(0, |number| number + 1)
    }

    /// Before the roll in this place numbers were left out, as games of old did with rolls that were taken back.
    fn leave_out(&mut self, place: usize, number: u64) {
        let rolled = self.history[..place].iter().rposition(|entry| entry.what.number().is_some());
        let first = rolled.and_then(|place| self.history[place].what.number()).map_or(0, |number| number + 1);
        let old = self.taken_back.iter().filter(|back| !back.again).map(TakenBack::next);
        let first = old.fold(first, u64::max);
        if number > first {
            let after = rolled.map_or(0, |place| place + 1);
            self.taken_back.retain(|back| !back.again || back.after < after);
            self.taken_back.push(TakenBack { after, first, last: number - 1, again: false });
        }
    }

    /// How many actions the seat may take back on its own: none beyond a roll, beyond something that came to light, or beyond
    /// another seat's decision. In a secret section the steps of others do not count.
    pub fn undo_limit(&self, seat: Seat) -> usize {
        let section = self.game.secret_section(&self.position);
        let mut passed_over = false;
        let mut count = 0;
        for entry in self.history.iter().rev() {
            let within = section.is_some() && entry.section == section;
            match &entry.what {
                What::Act { seat: by, automatic, .. } if *by == seat => {
                    if entry.reveals.is_some() || passed_over && !within {
                        break;
                    }
                    count += usize::from(!automatic);
                }
                What::Act { .. } if within => passed_over = true,
                _ => break,
            }
        }
        count
    }

    /// What was left to chance at each roll and draw so far, in order, as it is told to whoever knows everything: with the
    /// seed, a record can be checked against it without the rules.
    pub fn chances(&self) -> Vec<ChanceTold> {
        let game = &self.game;
        let mut position = self.origin.clone();
        let mut chances = Vec::new();
        for entry in &self.history {
            match &entry.done {
                Done::Action(seat, action) => game.apply(&mut position, *seat, *action, &mut Log::off()),
                Done::Answer(answer) => {
                    if let Need::Chance(chance) = game.need(&position) {
                        chances.push(chance.told(Viewer::Everything, || game.candidates(&position)));
                    }
                    game.roll(&mut position, answer, &mut Log::off());
                }
            }
        }
        self.cited(chances)
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
            Need::Chance(chance) => return Err(Refusal::new(chance.rule, chance.due())),
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

    fn due(&self) -> Result<Chance, Refusal> {
        match self.need() {
            Need::Chance(chance) => Ok(chance),
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
        let action = self.reads(seat, text)?;
        if legal.contains(&action) {
            Ok(action)
        } else {
            Err(self.cited(self.game.refuse(&self.position, seat, action)))
        }
    }

    /// What the game reads in words, legal or not.
    pub(crate) fn reads(&self, seat: Seat, text: &str) -> Result<G::Action, Refusal> {
        self.game.read(&self.position, seat, text).map_err(|refusal| self.cited(refusal))
    }

    fn play(&mut self, seat: Seat, action: G::Action, automatic: bool) {
        let text = self.game.notation(&self.position, action);
        let section = self.game.secret_section(&self.position);
        let mut log = Log::on();
        self.game.apply(&mut self.position, seat, action, &mut log);
        let what = What::Act { seat, action: text, automatic };
        self.push(what, Done::Action(seat, action), section, SeatSet::only(seat), log);
    }

    fn answer(&mut self, chance: &Chance, answer: Vec<u8>, source: RollSource) {
        let what = match chance.thrown() {
            Some(_) => What::Roll { faces: answer.clone(), source },
            None => {
                let drawn = self.game.candidates(&self.position).swap_remove(answer[0].into()).id;
                What::Draw { drawn: drawn.into(), source }
            }
        };
        let mut log = Log::on();
        self.game.roll(&mut self.position, &answer, &mut log);
        for event in log.events.iter_mut().filter(|event| !event.dice.is_empty()) {
            event.rolled_by = Some(chance.by);
            event.thrown = chance.thrown().into_iter().flat_map(Throw::dice).collect();
            // A game may tell of some of the dice only.
            event.thrown.truncate(event.dice.len());
            if event.thrown.iter().all(|die| *die == self.game.die()) {
                event.thrown.clear();
            }
        }
        self.push(what, Done::Answer(answer), None, chance.known.outcome, log);
    }

    fn push(&mut self, what: What, done: Done<G::Action>, section: Option<u32>, known_to: SeatSet, log: Log) {
        let told = self.cited(log.events);
        let reveals = told.iter().find(|event| event.reveals).map(|event| event.rule);
        let events = self.handed_over + self.events.len();
        self.history.push(Entry { what, done, events, reveals, section, known_to });
        self.events.extend(told);
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
    fn played(&self) -> PlayedStep {
        PlayedStep { what: self.what.clone(), known_to: self.known_to }
    }
}
