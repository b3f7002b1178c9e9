//! `Table`: any game, as plain data. Object-safe, for the command line, the server and bots.
//! Derived once from `Game`, by way of `Session`; a game writes nothing for it.

use crate::answer::{Reach, Reason};
use crate::briefing::Briefing;
use crate::chance::ChanceTold;
use crate::dice::Dice;
use crate::event::Told;
use crate::forecast::{Forecast, forecast};
use crate::foresee::Playable;
use crate::game::{Need, Outcome, Refusal, Viewer};
use crate::odds::Odds;
use crate::overlay::Overlay;
use crate::proposal::Proposal;
use crate::record::{Record, RecordError, What};
use crate::scene::Scene;
use crate::seat::Seat;
use crate::session::{Played, PlayedStep, Session, Stop, Undone};
use crate::show::Choice;
use crate::wire::{Info, OutcomeTold, Report, SAVED_VERSION, SavedGame, Status, StepTold, VERSION, View};
use serde_json::Value;
use std::any::Any;

/// A game at a table. What takes a `Viewer` tells only what that viewer may know; `position`,
/// `record`, `save`, `hash` and `outcome` are for whoever drives the game.
pub trait Table: Send {
    /// The session of a certain game, for who knows which it is.
    fn as_any(&self) -> &dyn Any;
    fn info(&self) -> Info;
    /// A seat by its name or its number.
    fn seat(&self, text: &str) -> Option<Seat>;
    fn status(&self, viewer: Viewer) -> Status;
    /// Every legal action of a seat; None stands for the only one that must decide.
    fn legal(&self, seat: Option<Seat>) -> Result<Vec<Choice>, Refusal>;
    fn why(&self, viewer: Viewer, subject: &str) -> Result<Vec<Reason>, Refusal>;
    fn reach(&self, viewer: Viewer, unit: &str) -> Result<Reach, Refusal>;
    /// The odds of an action over what the viewer can know.
    fn explain(&self, viewer: Viewer, action: &str) -> Result<Odds, Refusal>;
    /// All that can come of a line of actions, over what the viewer can know. Decisions on the way are
    /// answered by the first of these kinds of choices that is offered, or else by the game's habits.
    fn forecast(&self, viewer: Viewer, line: &[&str], prefer: &[&str]) -> Result<Forecast, Refusal>;
    fn view(&self, viewer: Viewer) -> View;
    /// What a player should know before he decides.
    fn briefing(&self, viewer: Viewer) -> Briefing;
    /// The board alone.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// Something laid over the board, as far as the viewer may know; `subject` is empty where it
    /// needs none. `info` lists what there is.
    fn overlay(&self, viewer: Viewer, id: &str, subject: &str) -> Result<Overlay, Refusal>;
    /// What could be done with several pieces at once, the best first; `subject` names the pieces, or is
    /// empty for all that are in hand.
    fn proposals(&self, viewer: Viewer, subject: &str) -> Result<Vec<Proposal>, Refusal>;
    /// Whether anything is hidden from anybody.
    fn secrets(&self) -> bool;
    /// The viewer's log from its line `from` on, counted from 0.
    fn log(&self, viewer: Viewer, from: usize) -> Vec<Told>;

    /// Plays an action or a macro. The report is what `viewer` may read of it.
    fn act(&mut self, seat: Option<Seat>, action: &str, viewer: Viewer) -> Result<Report, Refusal>;
    /// As `act`, for drivers that see to rolls and forced choices themselves: `after` is called after
    /// each step.
    fn act_with(
        &mut self,
        seat: Option<Seat>,
        action: &str,
        after: &mut dyn FnMut(&mut dyn Table),
    ) -> Result<Option<Stop>, Refusal>;
    /// Plays one stored step and nothing after it. On an error nothing changes.
    fn step(&mut self, what: &What) -> Result<(), Refusal>;
    /// The last step.
    fn last_step(&self) -> Option<&What>;
    /// Plays the only choice of a seat unasked, if it has just one and that reveals nothing.
    fn play_only(&mut self) -> bool;
    /// Answers what is left to chance by the dice, and plays nothing after it. False if nothing is or the dice cannot roll.
    fn roll_due(&mut self) -> bool;
    /// What was told to each of these viewers since the last call. The table forgets it, for drivers
    /// that keep the log themselves.
    fn take_told(&mut self, viewers: &[Viewer]) -> Vec<Vec<Told>>;
    /// Another table of the same scenario, at its beginning. What the rules hold is shared.
    fn anew(&self) -> Box<dyn Table>;
    /// This position alone, without its past and its dice, for who thinks about it while the game goes on.
    fn aside(&self) -> Box<dyn Table>;
    /// Answers what is left to chance: with these faces, or by the dice.
    fn roll(&mut self, faces: Option<&[u8]>, viewer: Viewer) -> Result<Report, Refusal>;
    /// Answers a draw with what somebody has drawn by hand, by its id or its name.
    fn draw(&mut self, drawn: &str, viewer: Viewer) -> Result<Report, Refusal>;
    /// Takes back the last action and the rolls after it; `played` is what was taken back. Where a seat is named, its own
    /// last step in a secret section.
    fn undo(&mut self, seat: Option<Seat>, viewer: Viewer) -> Result<Report, Refusal>;
    /// The same, with the places of what was taken back among all steps, for drivers that keep what was told.
    fn take_back(&mut self, seat: Option<Seat>) -> Result<Undone, Refusal>;
    /// How many actions the seat may take back on its own.
    fn undo_limit(&self, seat: Seat) -> usize;

    fn set_dice(&mut self, dice: Dice);
    fn dice(&self) -> &Dice;
    /// What is played, as dice are bound to it ([`crate::Heading::terms`]).
    fn terms(&self) -> String;
    /// Whether rolls are answered by the dice at once; a roll that is due now is.
    fn set_auto(&mut self, on: bool, viewer: Viewer) -> Report;
    /// Whether a seat's only choice is played without asking, as long as it reveals nothing.
    fn set_forced(&mut self, on: bool, viewer: Viewer) -> Report;

    fn position(&self) -> Value;
    fn load_position(&mut self, position: &Value) -> Result<(), Vec<String>>;
    fn load_setup(&mut self, setup: &Value) -> Result<(), Vec<String>>;
    fn record(&self) -> Record;
    /// What was left to chance at each roll and draw of the record. It tells everything: not for a seat while the game goes on.
    fn chances(&self) -> Vec<ChanceTold>;
    /// Replaces the game by the replay of a record, which must be of this scenario, with these
    /// options and this data. On an error nothing changes.
    fn replay(&mut self, record: &Record) -> Result<(), RecordError>;
    fn save(&self) -> SavedGame;
    /// Goes on with a game that was laid aside. On an error nothing changes.
    fn resume(&mut self, saved: &SavedGame) -> Result<(), RecordError>;
    fn outcome(&self) -> Option<Outcome>;
    fn hash(&self) -> u64;
}

impl<G: Playable> Table for Session<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn info(&self) -> Info {
        Info {
            seats: self.game().seats().iter().map(ToString::to_string).collect(),
            phrases: self.game().phrases().to_vec(),
            overlays: self.cited(self.game().overlays().to_vec()),
            marks: self.game().marks(),
            secrets: self.game().secrets(),
            die: self.game().die(),
            in_play: self.game().in_play(),
            commitment: Session::dice(self).commitment(),
            ..Info::new(self.heading())
        }
    }

    fn seat(&self, text: &str) -> Option<Seat> {
        let seats = self.game().seats();
        let number = seats
            .iter()
            .position(|name| name.eq_ignore_ascii_case(text))
            .or_else(|| text.parse().ok().filter(|number| *number < seats.len()))?;
        u8::try_from(number).ok().map(Seat)
    }

    fn status(&self, viewer: Viewer) -> Status {
        let phase = self.game().phase(Session::position(self));
        let mut status = Status {
            version: VERSION,
            turn: phase.turn,
            turns: phase.turns,
            time: phase.time,
            phase: phase.phase,
            step: phase.step,
            decide: Vec::new(),
            chance: None,
            outcome: None,
            prompt: self.cited(self.game().prompt(Session::position(self), viewer)),
            log: self.events().iter().filter(|event| viewer.may_see(event.heard_by)).count(),
            number: (viewer == Viewer::Everything).then(|| self.steps()),
        };
        match self.need() {
            Need::Decide(seats) => status.decide = seats.iter().collect(),
            Need::Chance(chance) => {
                let candidates = || self.game().candidates(Session::position(self));
                status.chance = Some(chance.told(viewer, candidates));
            }
            Need::Over(outcome) => {
                status.outcome =
                    Some(OutcomeTold { winner: outcome.winner, how: outcome.how.into(), rule: outcome.rule });
            }
        }
        status
    }

    fn legal(&self, seat: Option<Seat>) -> Result<Vec<Choice>, Refusal> {
        let (seat, legal) = Session::legal(self, seat)?;
        let choice = |action| self.game().choice(Session::position(self), seat, action);
        Ok(self.cited(legal.into_iter().map(choice).collect()))
    }

    fn why(&self, viewer: Viewer, subject: &str) -> Result<Vec<Reason>, Refusal> {
        self.cited(self.game().why(Session::position(self), viewer, subject))
    }

    fn reach(&self, viewer: Viewer, unit: &str) -> Result<Reach, Refusal> {
        let reach = self.game().reach(Session::position(self), viewer, unit);
        let mut reach = reach.map_err(|refusal| self.cited(refusal))?;
        // only who decides can go, and only what the rules let him begin with
        let asks = match viewer {
            Viewer::Seat(seat) => Session::legal(self, Some(seat)).ok(),
            Viewer::Everything => Session::legal(self, None).ok(),
            Viewer::Public => None,
        };
        if let Some((seat, legal)) = asks {
            for way in &mut reach.hexes {
                way.ready = self.can_begin(seat, &legal, &way.action);
                // who goes one hex as one choice says it goes by that choice
                if let ([hex], Some(step)) = (&way.path[..], self.begins_with(seat, &legal, &way.action))
                    && self.game().choice(Session::position(self), seat, step).hex.as_ref() == Some(hex)
                {
                    way.action = self.game().notation(Session::position(self), step);
                }
            }
        }
        Ok(reach)
    }

    fn forecast(&self, viewer: Viewer, line: &[&str], prefer: &[&str]) -> Result<Forecast, Refusal> {
        self.cited(forecast(self.game(), Session::position(self), viewer, line, prefer))
    }

    fn explain(&self, viewer: Viewer, action: &str) -> Result<Odds, Refusal> {
        let position = Session::position(self);
        let decider = match self.need() {
            Need::Decide(seats) => seats.iter().next(),
            Need::Chance(_) | Need::Over(_) => None,
        };
        // A seat asks about its own actions. What others can do now is looked up for nobody but
        // who sees everything: that an action is legal may already be a secret.
        let (seat, looks) = match viewer {
            Viewer::Seat(seat) => (seat, true),
            Viewer::Everything => (decider.unwrap_or(Seat(0)), true),
            Viewer::Public => (decider.unwrap_or(Seat(0)), false),
        };
        let named = looks.then(|| self.find(seat, action).ok()).flatten();
        let action = match named {
            Some(action) => action,
            None => self.reads(seat, action)?,
        };
        self.cited(self.game().explain(position, viewer, action))
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        self.game().view(Session::position(self), viewer)
    }

    fn briefing(&self, viewer: Viewer) -> Briefing {
        self.cited(self.game().briefing(Session::position(self), viewer))
    }

    fn view(&self, viewer: Viewer) -> View {
        View {
            version: VERSION,
            scene: self.game().view(Session::position(self), viewer),
            prompt: self.cited(self.game().prompt(Session::position(self), viewer)),
            log: self.log(viewer, 0),
        }
    }

    fn overlay(&self, viewer: Viewer, id: &str, subject: &str) -> Result<Overlay, Refusal> {
        self.cited(self.game().overlay(Session::position(self), viewer, id, subject))
    }

    fn proposals(&self, viewer: Viewer, subject: &str) -> Result<Vec<Proposal>, Refusal> {
        self.cited(self.game().proposals(Session::position(self), viewer, subject))
    }

    fn secrets(&self) -> bool {
        self.game().secrets()
    }

    fn log(&self, viewer: Viewer, from: usize) -> Vec<Told> {
        let heard = self.events().iter().filter(|event| viewer.may_see(event.heard_by));
        heard.skip(from).filter_map(|event| self.game().told(event, viewer)).collect()
    }

    fn act(&mut self, seat: Option<Seat>, action: &str, viewer: Viewer) -> Result<Report, Refusal> {
        let played = Session::act(self, seat, action)?;
        Ok(report(self, played, viewer))
    }

    fn act_with(
        &mut self,
        seat: Option<Seat>,
        action: &str,
        after: &mut dyn FnMut(&mut dyn Table),
    ) -> Result<Option<Stop>, Refusal> {
        Session::act_with(self, seat, action, &mut |session| after(session))
    }

    fn step(&mut self, what: &What) -> Result<(), Refusal> {
        Session::step(self, what)
    }

    fn last_step(&self) -> Option<&What> {
        Session::last_step(self)
    }

    fn play_only(&mut self) -> bool {
        Session::play_only(self)
    }

    fn roll_due(&mut self) -> bool {
        Session::roll_due(self)
    }

    fn take_told(&mut self, viewers: &[Viewer]) -> Vec<Vec<Told>> {
        let events = Session::take_told(self);
        let told = |viewer: &Viewer| events.iter().filter_map(|e| self.game().told(e, *viewer)).collect();
        viewers.iter().map(told).collect()
    }

    fn anew(&self) -> Box<dyn Table> {
        Box::new(Session::anew(self))
    }

    fn aside(&self) -> Box<dyn Table> {
        Box::new(Session::aside(self))
    }

    fn roll(&mut self, faces: Option<&[u8]>, viewer: Viewer) -> Result<Report, Refusal> {
        let played = Session::roll(self, faces)?;
        Ok(report(self, played, viewer))
    }

    fn draw(&mut self, drawn: &str, viewer: Viewer) -> Result<Report, Refusal> {
        let played = Session::draw(self, drawn)?;
        Ok(report(self, played, viewer))
    }

    fn undo(&mut self, seat: Option<Seat>, viewer: Viewer) -> Result<Report, Refusal> {
        let steps = Table::take_back(self, seat)?.steps;
        let end = self.events().len();
        Ok(report(self, Played { steps, stopped: None, events: end..end }, viewer))
    }

    fn take_back(&mut self, seat: Option<Seat>) -> Result<Undone, Refusal> {
        match seat {
            Some(seat) => self.undo_by(seat),
            None => Session::undo(self),
        }
    }

    fn undo_limit(&self, seat: Seat) -> usize {
        Session::undo_limit(self, seat)
    }

    fn set_dice(&mut self, dice: Dice) {
        Session::set_dice(self, dice);
    }

    fn dice(&self) -> &Dice {
        Session::dice(self)
    }

    fn terms(&self) -> String {
        Session::terms(self)
    }

    fn set_auto(&mut self, on: bool, viewer: Viewer) -> Report {
        let played = self.set_auto_rolls(on);
        report(self, played, viewer)
    }

    fn set_forced(&mut self, on: bool, viewer: Viewer) -> Report {
        let played = Session::set_forced(self, on);
        report(self, played, viewer)
    }

    fn position(&self) -> Value {
        self.position_value()
    }

    fn load_position(&mut self, position: &Value) -> Result<(), Vec<String>> {
        Session::load_position(self, position)
    }

    fn load_setup(&mut self, setup: &Value) -> Result<(), Vec<String>> {
        Session::load_setup(self, setup)
    }

    fn record(&self) -> Record {
        Session::record(self)
    }

    fn chances(&self) -> Vec<ChanceTold> {
        Session::chances(self)
    }

    fn replay(&mut self, record: &Record) -> Result<(), RecordError> {
        let replayed = self.replayed(record)?;
        *self = replayed;
        Ok(())
    }

    fn save(&self) -> SavedGame {
        SavedGame {
            version: SAVED_VERSION,
            record: Session::record(self).to_string(),
            position: self.position_value(),
            dice: Session::dice(self).state(),
            auto_rolls: self.auto_rolls(),
            forced: self.forced(),
        }
    }

    fn resume(&mut self, saved: &SavedGame) -> Result<(), RecordError> {
        if saved.version != SAVED_VERSION {
            let message = format!("saved by version {}, this is {SAVED_VERSION}", saved.version);
            return Err(RecordError::new(0, message));
        }
        let mut session = self.replayed(&saved.record.parse()?)?;
        let dice = Dice::resume(&saved.dice).map_err(|message| RecordError::new(0, message))?;
        if dice.commitment() != Session::dice(&session).commitment() {
            return Err(RecordError::new(0, "the saved dice are not the dice of the record"));
        }
        match session.is_at(&saved.position) {
            Ok(true) => {}
            Ok(false) => {
                let message = "the record leads to a different position from the saved one";
                return Err(RecordError::new(0, message));
            }
            Err(errors) => return Err(RecordError::new(0, errors.join("; "))),
        }
        Session::set_dice(&mut session, dice);
        session.set_auto_rolls(saved.auto_rolls);
        Session::set_forced(&mut session, saved.forced);
        *self = session;
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        Session::outcome(self)
    }

    fn hash(&self) -> u64 {
        Session::hash(self)
    }
}

/// What a viewer may read of what was played: actions only of its own seat, rolls and draws if it may know what came.
fn report<G: Playable>(session: &Session<G>, played: Played, viewer: Viewer) -> Report {
    let known = played.steps.into_iter().filter(|PlayedStep { known_to, .. }| viewer.may_see(*known_to));
    let steps = known.map(|PlayedStep { what, .. }| match what {
        What::Act { seat, action, automatic } => StepTold::Act { seat, action, automatic },
        What::Roll { faces, .. } => StepTold::Roll { faces },
        What::Draw { drawn, .. } => StepTold::Draw { drawn },
    });
    let events = session.events()[played.events].iter();
    Report {
        played: steps.collect(),
        stopped: played.stopped,
        events: events.filter_map(|event| session.game().told(event, viewer)).collect(),
        status: session.status(viewer),
    }
}
