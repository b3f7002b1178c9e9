//! How rules are tried: a position, a script of actions in notation and scripted dice, and what must
//! have been said and be true afterwards. For the tests of the rules crates.
//!
//! ```text
//! let mut g = Case::new(battle, position);
//! g.play("act 33-gyulai; step 1613; react fire 5-aosta; * 3 4");
//! g.said(rule::R12_2_2, "fires at");
//! g.refused("step 1612").because(rule::R8a);
//! ```

use crate::chance::{Candidate, Chance};
use crate::event::{Event, Log};
use crate::foresee::Playable;
use crate::game::{Need, Refusal, Viewer};
use crate::rule::Citation;
use crate::seat::Seat;

/// Names the rules that a test is about, where nothing in it cites them by itself.
pub fn covers(rules: &[Citation]) {
    assert!(!rules.is_empty());
}

/// A position that is played on, with all that was said on the way.
pub struct Case<G: Playable> {
    pub game: &'static G,
    pub p: G::Position,
    pub events: Vec<Event>,
}

impl<G: Playable> Case<G> {
    pub fn new(game: &'static G, p: G::Position) -> Case<G> {
        Case { game, p, events: Vec::new() }
    }

    /// The scenario from its first decision.
    pub fn from_the_start(game: &'static G) -> Case<G> {
        Case::new(game, game.start())
    }

    /// Plays a script: actions, macros, rolls (`* 3 4`) and draws (`= chit`), separated by semicolons or lines. Where
    /// several seats may decide, the number of the seat stands before the action: `1: wing au-lw`.
    #[track_caller]
    pub fn play(&mut self, script: &str) -> &mut Case<G> {
        for step in script.split([';', '\n']).map(str::trim).filter(|s| !s.is_empty()) {
            match step.strip_prefix('*') {
                Some(faces) => {
                    let faces: Vec<u8> =
                        faces.split_whitespace().map(|f| f.parse().expect("a face")).collect();
                    self.answer(|chance, _| chance.read_faces(&faces));
                }
                None => match step.strip_prefix('=') {
                    Some(drawn) => {
                        self.answer(|chance, all| Ok(vec![chance.read_drawn(drawn.trim(), all)?]));
                    }
                    None => self.act(step),
                },
            }
        }
        self
    }

    #[track_caller]
    fn answer(&mut self, read: impl FnOnce(&Chance, &[Candidate]) -> Result<Vec<u8>, Refusal>) {
        let Need::Chance(chance) = self.game.need(&self.p) else {
            panic!("no roll is due, but {}", self.waits())
        };
        let answer = read(&chance, &self.game.candidates(&self.p));
        let answer = answer.unwrap_or_else(|no| panic!("{}: {}", chance.what, no.message));
        let mut log = Log::on();
        self.game.roll(&mut self.p, &answer, &mut log);
        self.arrived(log);
    }

    #[track_caller]
    fn act(&mut self, text: &str) {
        let (seat, text) = self.who(text);
        let expanded = self.game.expand(&self.p, seat.unwrap_or(Seat(0)), text);
        for step in expanded.unwrap_or_else(|| vec![text.to_string()]) {
            // a step of a macro may be another seat's than the one before it
            let seat = if self.decider().is_some() { self.decider() } else { seat };
            let (seat, action) = self.read(seat, &step);
            let mut log = Log::on();
            if let Err(no) = self.game.act(&mut self.p, seat, action, &mut log) {
                panic!("`{step}` is refused: {} ({:?})\n{}", no.message, no.rule, self.waits());
            }
            self.arrived(log);
        }
    }

    #[track_caller]
    fn arrived(&mut self, log: Log) {
        self.events.extend(log.events);
        if let Err(why) = self.game.audit(&self.p) {
            panic!("the position is broken: {why}");
        }
    }

    /// The seat that a step of a script is played by, and the step without its number.
    fn who<'t>(&self, text: &'t str) -> (Option<Seat>, &'t str) {
        if let Some((seat, rest)) = text.split_once(':')
            && let Ok(seat) = seat.trim().parse()
        {
            return (Some(Seat(seat)), rest.trim());
        }
        (self.decider(), text)
    }

    #[track_caller]
    fn read(&self, seat: Option<Seat>, text: &str) -> (Seat, G::Action) {
        let seat = seat.unwrap_or_else(|| panic!("`{text}`: no single seat decides, but {}", self.waits()));
        let action =
            self.game.read(&self.p, seat, text).unwrap_or_else(|no| panic!("`{text}`: {}", no.message));
        (seat, action)
    }

    /// The seat that must decide, if one must and no other may.
    pub fn decider(&self) -> Option<Seat> {
        match self.game.need(&self.p) {
            Need::Decide(seats) => seats.single(),
            _ => None,
        }
    }

    /// What the game waits for, in words.
    pub fn waits(&self) -> String {
        match self.game.need(&self.p) {
            Need::Decide(seats) => {
                let lists =
                    seats.iter().map(|s| format!("seat {} chooses among {:?}", s.0, self.legal_of(s)));
                lists.collect::<Vec<_>>().join("; ")
            }
            Need::Chance(chance) => chance.due(),
            Need::Over(outcome) => format!("the game is over: {outcome:?}"),
        }
    }

    /// The roll that is due: its words.
    #[track_caller]
    pub fn roll_due(&self) -> &'static str {
        match self.game.need(&self.p) {
            Need::Chance(chance) => chance.what,
            _ => panic!("no roll is due, but {}", self.waits()),
        }
    }

    /// Every legal action of the seat that decides, in notation.
    pub fn legal(&self) -> Vec<String> {
        self.decider().map_or_else(Vec::new, |seat| self.legal_of(seat))
    }

    /// Every legal action of a seat in notation.
    pub fn legal_of(&self, seat: Seat) -> Vec<String> {
        let mut legal = Vec::new();
        self.game.legal(&self.p, seat, &mut legal);
        legal.into_iter().map(|a| self.game.notation(&self.p, a)).collect()
    }

    fn is_offered(&self, action: &str) -> bool {
        let (seat, action) = self.who(action);
        seat.is_some_and(|seat| self.legal_of(seat).iter().any(|a| a == action))
    }

    #[track_caller]
    pub fn offers(&self, action: &str) -> &Case<G> {
        assert!(self.is_offered(action), "`{action}` is not offered: {}", self.waits());
        self
    }

    #[track_caller]
    pub fn offers_not(&self, action: &str) -> &Case<G> {
        assert!(!self.is_offered(action), "`{action}` is offered");
        self
    }

    /// The action is refused and nothing changes; who asks may look at the reason.
    #[track_caller]
    pub fn refused(&mut self, text: &str) -> Refused {
        let (seat, text) = self.who(text);
        let (seat, action) = self.read(seat, text);
        let before = self.p.clone();
        let mut log = Log::on();
        match self.game.act(&mut self.p, seat, action, &mut log) {
            Ok(()) => panic!("`{text}` is allowed"),
            Err(refusal) => {
                assert!(self.p == before && log.events.is_empty(), "a refused action changed something");
                Refused(refusal)
            }
        }
    }

    /// An event of this rule whose text, as everybody who may know all reads it, holds the words.
    #[track_caller]
    pub fn said(&self, rule: Citation, words: &str) -> &Case<G> {
        let lines = self.lines();
        let found = lines.iter().any(|(r, text)| *r == rule && text.contains(words));
        assert!(found, "nothing with `{words}` was said under {rule}:\n{}", self.log());
        self
    }

    #[track_caller]
    pub fn never_said(&self, words: &str) -> &Case<G> {
        assert!(
            self.lines().iter().all(|(_, text)| !text.contains(words)),
            "`{words}` was said:\n{}",
            self.log()
        );
        self
    }

    /// A modifier of any event so far: its value, the last one that has such a label.
    pub fn modifier(&self, label: &str) -> Option<i32> {
        self.events.iter().flat_map(|e| &e.modifiers).rev().find(|m| m.label.contains(label)).map(|m| m.value)
    }

    /// One of the answers to a question about a piece, a formation or a hex is of this rule and holds
    /// the words.
    #[track_caller]
    pub fn told(&self, subject: &str, rule: Citation, words: &str) -> &Case<G> {
        let answers =
            self.game.why(&self.p, Viewer::Everything, subject).unwrap_or_else(|no| panic!("{}", no.message));
        let found = answers.iter().any(|a| a.rule == rule && a.sentence.contains(words));
        assert!(found, "nothing with `{words}` is told of {subject} under {rule}: {answers:#?}");
        self
    }

    fn lines(&self) -> Vec<(Citation, String)> {
        let told = self.events.iter().filter_map(|e| e.tell(self.game.seats(), Viewer::Everything));
        told.map(|t| (t.rule, t.text)).collect()
    }

    /// The log so far, for failures.
    pub fn log(&self) -> String {
        self.lines().iter().map(|(rule, text)| format!("{text} ({rule})\n")).collect()
    }
}

/// An action that was refused.
pub struct Refused(pub Refusal);

impl Refused {
    #[track_caller]
    pub fn because(&self, rule: Citation) {
        assert_eq!(self.0.rule, Some(rule), "{}", self.0.message);
    }
}
