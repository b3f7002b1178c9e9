//! A session writes its record, and replays one.

use super::Session;
use crate::dice::{Dice, RollSource};
use crate::foresee::Playable;
use crate::game::{Outcome, Refusal};
use crate::record::{Record, RecordDice, RecordError, Start, Step, What};
use std::sync::Arc;

impl<G: Playable> Session<G> {
    /// The record so far. The seed is told only once the game is over.
    pub fn record(&self) -> Record {
        let outcome = self.outcome();
        let dice = match &self.dice {
            Dice::Seeded(dice) => RecordDice::Seeded {
                commitment: dice.commitment(),
                revealed: outcome.is_some().then(|| dice.revealed()),
                bound: dice.bound().filter(|_| outcome.is_some()),
                parts: dice.parts(),
            },
            Dice::Sealed { commitment, parts, .. } => {
                let (commitment, parts) = (commitment.clone(), parts.clone());
                RecordDice::Seeded { commitment, revealed: None, bound: None, parts }
            }
            Dice::Scripted(_) => RecordDice::Scripted,
            Dice::ByHand => RecordDice::ByHand,
        };
        // Whether somebody was asked is not a record's business.
        let said = |what: &What| match what {
            What::Act { seat, action, .. } => What::act(*seat, action.as_str()),
            What::Roll { .. } | What::Draw { .. } => what.clone(),
        };
        let steps = self.history.iter().map(|entry| Step { line: 0, what: said(&entry.what) });
        Record {
            heading: self.heading.clone(),
            dice,
            seats: self.game.seats().iter().map(ToString::to_string).collect(),
            start: self.start.clone(),
            steps: steps.collect(),
            taken_back: self.taken_back.clone(),
            result: outcome.map(|outcome| result(self.game.seats(), &outcome)),
            hash: Some(self.hash()),
        }
    }

    /// Plays a record from its start. Every action must be legal, every roll must be one that was
    /// asked for (and the generator's, where the seed is known), and result and hash must agree.
    pub fn replay(game: Arc<G>, record: &Record) -> Result<Session<G>, RecordError> {
        let mut session = Session::new(game, record.heading.clone());
        session.follow(record).map_err(|(_, error)| error)?;
        Ok(session)
    }

    /// Plays a record as far as it can be followed; with what is wrong comes how many steps that was.
    fn follow(&mut self, record: &Record) -> Result<(), (usize, RecordError)> {
        let wrong = |message: String| (0, RecordError::new(0, message));
        if record.seats != self.game.seats() {
            return Err(wrong(format!("the seats of this game are {}", self.game.seats().join(", "))));
        }
        let loaded = match &record.start {
            Some(Start::Setup(setup)) => self.load_setup(setup),
            Some(Start::Position(value)) => self.load_position(value),
            None => Ok(()),
        };
        loaded.map_err(|errors| wrong(format!("the start: {}", errors.join("; "))))?;
        let mut dice = record.dice.dice();
        for (played, step) in record.steps.iter().enumerate() {
            self.repeat(&step.what, &dice)
                .map_err(|refusal| (played, RecordError::new(step.line, describe(&refusal))))?;
            if let Some(number) = step.what.number() {
                dice.use_up_to(number.saturating_add(1));
            }
        }
        for back in &record.taken_back {
            dice.use_up_to(back.next());
        }
        self.dice = dice;
        self.taken_back.clone_from(&record.taken_back);
        self.check_end(record).map_err(|error| (record.steps.len(), error))
    }

    fn check_end(&self, record: &Record) -> Result<(), RecordError> {
        if let Some(said) = &record.result {
            let is = self.outcome().map(|outcome| result(self.game.seats(), &outcome));
            if is.as_ref() != Some(said) {
                let is = is.unwrap_or_else(|| "the game is not over".into());
                let message = format!("the record says `{said}`, the rules say `{is}`");
                return Err(RecordError::new(0, message));
            }
        }
        // The hash is of a position as its edition has it: that of another says nothing.
        if let Some(said) = record.hash.filter(|_| record.heading.rules == self.heading.rules) {
            let is = self.hash();
            if is != said {
                let message = format!("the record ends at {said:016x}, the rules at {is:016x}");
                return Err(RecordError::new(0, message));
            }
        }
        Ok(())
    }

    /// The replay of a record of this game: same scenario, options and data.
    pub fn replayed(&self, record: &Record) -> Result<Session<G>, RecordError> {
        let (here, there) = (&self.heading, &record.heading);
        for (what, here, there) in [
            ("game", &here.game, &there.game),
            ("scenario", &here.scenario, &there.scenario),
            ("data", &here.data, &there.data),
        ] {
            if here != there {
                let message = format!("the record is of the {what} `{there}`, but this is `{here}`");
                return Err(RecordError::new(0, message));
            }
        }
        // A record need not name the options that stand at their defaults.
        for (option, value) in &there.options {
            if here.options.get(option) != Some(value) {
                let message = format!("the record is of a game with the option {option} {value}");
                return Err(RecordError::new(0, message));
            }
        }
        let mut session = Session::new(Arc::clone(&self.game), here.clone());
        session
            .follow(record)
            .map_err(|(played, error)| error.by_rules(there, here, played, record.steps.len()))?;
        Ok(session)
    }

    /// Plays one stored step and nothing after it. It must be legal, and a roll must be the
    /// generator's where the seed is known. On an error nothing changes.
    pub fn step(&mut self, what: &What) -> Result<(), Refusal> {
        let mut dice = std::mem::replace(&mut self.dice, Dice::ByHand);
        let due = self.history.len();
        let repeated = self.repeat(what, &dice);
        if let (Ok(()), Some(number)) = (&repeated, what.number()) {
            if dice.commitment().is_some() {
                self.leave_out(due, number);
            }
            dice.use_up_to(number.saturating_add(1));
        }
        self.dice = dice;
        repeated
    }

    /// One step of a record.
    fn repeat(&mut self, what: &What, dice: &Dice) -> Result<(), Refusal> {
        let (answer, source) = match what {
            What::Act { seat, action, automatic } => {
                let seat = self.decider(Some(*seat))?;
                let action = self.find(seat, action)?;
                self.play(seat, action, *automatic);
                return Ok(());
            }
            What::Roll { faces, source } => (self.due()?.read_faces(faces)?, *source),
            What::Draw { drawn, source } => {
                (vec![self.due()?.read_drawn(drawn, &self.game.candidates(&self.position))?], *source)
            }
        };
        let chance = self.due()?;
        if let (RollSource::Number(number), Dice::Seeded(dice)) = (source, dice) {
            let expected = dice.answer(number, &chance);
            let same = match what {
                // Of candidates that are alike a record cannot say which came.
                What::Draw { drawn, .. } => {
                    let candidates = self.game.candidates(&self.position);
                    candidates.get(usize::from(expected[0])).is_some_and(|candidate| candidate.id == drawn)
                }
                _ => expected == answer,
            };
            if !same {
                let message = format!("The generator gives {expected:?} for roll {number}.");
                return Err(Refusal::plain(message));
            }
            self.answer(&chance, expected, source);
            return Ok(());
        }
        self.answer(&chance, answer, source);
        Ok(())
    }
}

fn result(seats: &[&str], outcome: &Outcome) -> String {
    match outcome.winner {
        Some(seat) => format!("{}, {}", seats[usize::from(seat.0)], outcome.how),
        None => outcome.how.into(),
    }
}

fn describe(refusal: &Refusal) -> String {
    match refusal.rule {
        Some(rule) => format!("{} ({rule})", refusal.message),
        None => refusal.message.clone(),
    }
}
