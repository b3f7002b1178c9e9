//! `Game`: a pure, resumable state machine. It stops only where a seat must decide, where dice
//! must be rolled, or at the end. Generic, typed and fast, for players and the lab; `Table`
//! derives the face for everybody else from it.

use crate::Text;
use crate::chance::{Candidate, Chance, Die};
use crate::chart::Lookup;
use crate::event::{Log, Modifier};
use crate::forecast::{Fate, Foresight};
use crate::gauge::Gauge;
use crate::hash::hash_bytes;
use crate::overlay::{Overlay, OverlayInfo};
use crate::proposal::Proposal;
use crate::rule::Citation;
use crate::scene::{MarkInfo, Scene};
use crate::seat::{Seat, SeatSet};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::hash::Hash;

/// Why the game has stopped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Need {
    /// Each of these seats owes a decision (several only where choices are secret).
    Decide(SeatSet),
    /// Dice are due, or something is to be drawn.
    Chance(Chance),
    Over(Outcome),
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Outcome {
    /// None for a draw.
    pub winner: Option<Seat>,
    /// "decisive victory", "draw" …
    pub how: &'static str,
    pub rule: Citation,
}

impl Outcome {
    /// Whoever has most wins; if several have, it is a draw. What each seat has, in order.
    pub fn of_most(counts: &[i64], rule: Citation) -> Outcome {
        let most = counts.iter().max();
        let mut best = (0..).map(Seat).zip(counts).filter(|(_, count)| Some(*count) == most);
        match (best.next(), best.next()) {
            (Some((seat, _)), None) => Outcome { winner: Some(seat), how: "victory", rule },
            _ => Outcome { winner: None, how: "draw", rule },
        }
    }
}

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    Seat(Seat),
    /// What every seat knows: spectators.
    Public,
    /// The whole truth: both sides at one screen without fog, records, tests.
    Everything,
}

impl Viewer {
    /// Whether this viewer may read what `seen_by` may read.
    pub fn may_see(self, seen_by: SeatSet) -> bool {
        match self {
            Viewer::Seat(seat) => seen_by.has(seat),
            Viewer::Public => seen_by == SeatSet::ALL,
            Viewer::Everything => true,
        }
    }
}

/// Why something is not allowed: the rule and a sentence for the player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Refusal {
    pub rule: Option<Citation>,
    pub message: String,
}

impl Refusal {
    pub fn new(rule: Citation, message: impl Into<String>) -> Refusal {
        Refusal { rule: Some(rule), message: message.into() }
    }
    pub fn plain(message: impl Into<String>) -> Refusal {
        Refusal { rule: None, message: message.into() }
    }
}

/// A refusal that costs nothing to build, so that the checks run in playouts too: the rule and a fixed
/// sentence.
#[derive(Clone, Copy, Debug)]
pub struct No(pub Citation, pub &'static str);

impl From<No> for Refusal {
    fn from(no: No) -> Refusal {
        Refusal::new(no.0, no.1)
    }
}

/// An action as it is offered.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Choice {
    /// A stable word for what it does: `step`, `turn`, `fire`, `done` …
    pub kind: &'static str,
    pub action: String,
    pub sentence: String,
    pub rule: Citation,
    /// The hex that it points at, for boards that are clicked on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub hex: Option<Text>,
    /// The box or card that it points at, by its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub place: Option<Text>,
    /// The direction that something in this hex faces afterwards, as pieces have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub facing: Option<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Text>>", optional))]
    pub units: Vec<Text>,
    /// A short heading under which a panel puts several choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub group: Option<Text>,
    /// It declines what is asked: no reaction, nothing more to do.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub declines: bool,
    /// A fight or a check whose odds can be asked for with `explain`.
    pub odds: bool,
    /// A fight, or a part of one, of which `forecast` tells all that can come.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub fight: bool,
    /// A marker of which one is laid face down; `group` stands on it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub token: bool,
}

impl Choice {
    pub fn new(
        kind: &'static str,
        action: impl Into<String>,
        sentence: impl Into<String>,
        rule: Citation,
    ) -> Choice {
        Choice {
            kind,
            action: action.into(),
            sentence: sentence.into(),
            rule,
            hex: None,
            place: None,
            facing: None,
            units: Vec::new(),
            group: None,
            declines: false,
            odds: false,
            fight: false,
            token: false,
        }
    }
}

/// What is asked, of whom, under which rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Prompt {
    /// A stable word for what is asked: `react`, `retreat` …; `roll` where dice are due, `over` at
    /// the end, and `wait` for who is not asked.
    pub kind: &'static str,
    pub sentence: String,
    pub rule: Citation,
    /// The key of this sort of question, where who is asked may answer it in advance: when the key
    /// comes back and the same action is legal then, it can be played without asking. Only for who is
    /// asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub standing: Option<String>,
    /// Where the question is about, to scroll the board there.
    pub hexes: Vec<Text>,
    pub units: Vec<Text>,
    /// Who is asked about does not move on its own now: how far it could go would mislead.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub still: bool,
    /// How far it is, where the answer is given in several steps. Only for who is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub course: Option<Course>,
}

impl Prompt {
    pub fn new(kind: &'static str, sentence: impl Into<String>, rule: Citation) -> Prompt {
        Prompt {
            kind,
            sentence: sentence.into(),
            rule,
            standing: None,
            hexes: Vec::new(),
            units: Vec::new(),
            still: false,
            course: None,
        }
    }
}

/// An answer that is given in several steps, such as a line that is drawn: a panel shows it on a card of its own.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Course {
    pub title: Text,
    /// How it is done.
    pub help: Text,
    pub steps: Vec<Text>,
    /// The step that is due, counted from 0.
    pub step: u8,
    /// Choices that have a button on the card instead of a line in the list, by their kinds.
    pub buttons: Vec<CourseButton>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CourseButton {
    pub kind: &'static str,
    pub label: Text,
}

/// An answer to "why can this not act here?"
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Reason {
    pub rule: Citation,
    pub sentence: String,
}

impl Reason {
    pub fn new(rule: Citation, sentence: impl Into<String>) -> Reason {
        Reason { rule, sentence: sentence.into() }
    }
}

impl From<No> for Reason {
    fn from(no: No) -> Reason {
        Reason { rule: no.0, sentence: no.1.into() }
    }
}

/// Where a unit can get to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Reach {
    pub unit: String,
    pub from: Text,
    /// In points; quarters exist.
    pub allowance: f32,
    pub hexes: Vec<ReachHex>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReachHex {
    pub hex: Text,
    pub cost: f32,
    /// How it gets there: "in March", "deployed" …
    pub mode: &'static str,
    /// The hexes of a cheapest path, the first one left out.
    pub path: Vec<Text>,
    /// The action or macro that plays the whole way.
    pub action: String,
    /// What the move would cause on the way: "5-art may fire (12.1b)", as far as the seat knows.
    pub reactions: Vec<String>,
}

/// Exact odds of a fight or a check.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Odds {
    pub title: String,
    pub rule: Citation,
    #[serde(serialize_with = "modifiers")]
    #[cfg_attr(feature = "ts", ts(as = "Vec<crate::event::ToldModifier>"))]
    pub modifiers: Vec<Modifier>,
    /// What all of them together do to the die, where that is one number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub sum: Option<i32>,
    /// Rows and columns looked up, results that need words.
    pub notes: Vec<String>,
    /// The cells of charts that the roll can hit, as far as the viewer knows them.
    pub lookups: Vec<Lookup>,
    pub lines: Vec<OddsLine>,
}

/// One result. `low` and `high` differ where the seat does not know everything (fog of war).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OddsLine {
    pub result: String,
    pub low: f64,
    pub high: f64,
}

impl Odds {
    /// Odds of what happens or does not, from its chance in each case that the viewer holds possible.
    pub fn of_two(
        title: impl Into<String>,
        rule: Citation,
        [happens, does_not]: [&str; 2],
        chances: impl IntoIterator<Item = f64>,
    ) -> Odds {
        let (mut low, mut high) = (1.0, 0.0);
        for chance in chances {
            low = chance.min(low);
            high = chance.max(high);
        }
        let lines = vec![
            OddsLine { result: happens.into(), low, high },
            OddsLine { result: does_not.into(), low: 1.0 - high, high: 1.0 - low },
        ];
        Odds {
            title: title.into(),
            rule,
            modifiers: Vec::new(),
            sum: None,
            notes: Vec::new(),
            lookups: Vec::new(),
            lines,
        }
    }
}

fn modifiers<S: serde::Serializer>(list: &[Modifier], s: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct M<'a> {
        label: &'a str,
        value: i32,
        rule: Citation,
    }
    s.collect_seq(list.iter().map(|m| M { label: &m.label, value: m.value, rule: m.rule }))
}

/// A game of one scenario with its options and data: what does not change while it is played
/// stands in `self`, everything else in the position.
pub trait Game: Send + Sync + 'static {
    /// The whole truth, one plain value, cheap to copy.
    type Position: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// One small step.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;

    /// The names of the seats, in order.
    fn seats(&self) -> &[&'static str];
    /// The position before the first decision.
    fn start(&self) -> Self::Position;
    fn need(&self, position: &Self::Position) -> Need;
    /// Fills `out` (emptied first) with every legal action of the seat, in a stable order.
    fn legal(&self, position: &Self::Position, seat: Seat, out: &mut Vec<Self::Action>);
    /// Plays an action that `legal` lists. Others must go through `act`.
    fn apply(&self, position: &mut Self::Position, seat: Seat, action: Self::Action, log: &mut Log);
    /// Answers what is left to chance: with the faces in order, or with the place of what was drawn.
    fn roll(&self, position: &mut Self::Position, faces: &[u8], log: &mut Log);
    /// What can be drawn where something is: as many as `need` says, in a stable order.
    fn candidates(&self, position: &Self::Position) -> Vec<Candidate> {
        let _ = position;
        Vec::new()
    }
    /// The secret section that the game is in, if it is in one, by a number that no section right before or after it has.
    /// There the seats make many steps, each for itself: what one does has no bearing on what another can do, who only learns
    /// that it is ready or not yet. Each takes back its own as long as the section lasts.
    fn secret_section(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }
    /// Why an action that `legal` does not list is not allowed.
    fn refuse(&self, position: &Self::Position, seat: Seat, action: Self::Action) -> Refusal;

    /// The action in notation: verb first, ids and hex numbers after it.
    fn notation(&self, position: &Self::Position, action: Self::Action) -> String;
    /// Reads notation, legal or not, as far as the words make sense here.
    fn read(&self, position: &Self::Position, seat: Seat, text: &str) -> Result<Self::Action, Refusal>;
    /// A longer phrase as the steps it stands for here; None if it is no macro.
    fn expand(&self, position: &Self::Position, seat: Seat, text: &str) -> Option<Vec<String>> {
        let _ = (position, seat, text);
        None
    }
    /// The macros in a line each, for help.
    fn phrases(&self) -> &'static [&'static str] {
        &[]
    }

    /// The action as it is offered to its seat.
    fn choice(&self, position: &Self::Position, seat: Seat, action: Self::Action) -> Choice;
    /// What is asked of the seat; for another seat, what the game waits for. Unless a game knows
    /// better words: what its choices offer, each once; the others read who decides under which rule,
    /// so a game where even that is a secret writes its own.
    fn prompt(&self, position: &Self::Position, viewer: Viewer) -> Prompt {
        let prompt = |kind, sentence: String, rule| Prompt::new(kind, sentence, rule);
        let deciding = match self.need(position) {
            Need::Decide(seats) => seats,
            Need::Chance(chance) => {
                let knows = viewer.may_see(chance.known.subject);
                let what = if knows { chance.what } else { "something that you may not know" };
                return prompt("roll", format!("Roll: {what}."), chance.rule);
            }
            Need::Over(outcome) => return prompt("over", "The game is over.".into(), outcome.rule),
        };
        let own = self.choices(position, viewer);
        let all = self.choices(position, Viewer::Everything);
        // A seat that must decide but cannot would be a bug of the game.
        let rule = own.first().or(all.first()).expect("who must decide has a choice").rule;
        let mut offers: Vec<String> = Vec::new();
        for choice in own {
            if !offers.contains(&choice.sentence) {
                offers.push(choice.sentence);
            }
        }
        let kind = if offers.is_empty() { "wait" } else { "choose" };
        if offers.is_empty() {
            let names = deciding.iter().map(|seat| self.seats()[usize::from(seat.0)]);
            offers.push(format!("Wait for {}.", names.collect::<Vec<_>>().join(" and ")));
        }
        prompt(kind, offers.join(" "), rule)
    }
    /// Turn and phase in a line.
    fn phase(&self, position: &Self::Position) -> Phase;
    /// Why a unit or a hex offers nothing to the viewer now. Unless a game knows better: it is not
    /// the viewer's, or no choice that the viewer has is about it.
    fn why(&self, position: &Self::Position, viewer: Viewer, subject: &str) -> Result<Vec<Reason>, Refusal> {
        let pieces = self.view(position, viewer).pieces.into_iter();
        let named: Vec<_> =
            pieces.filter(|piece| piece.id == subject || piece.hex.as_deref() == Some(subject)).collect();
        if named.is_empty() {
            return Err(Refusal::plain(format!("There is no `{subject}` on the board.")));
        }
        let own = |seat: u8| viewer == Viewer::Everything || viewer == Viewer::Seat(Seat(seat));
        let about = |choice: &Choice| {
            choice.hex.as_deref() == Some(subject)
                || named.iter().any(|piece| choice.units.contains(&piece.id))
        };
        let sentence = if !named.iter().any(|piece| own(piece.seat)) {
            "It is not your piece.".into()
        } else if self.choices(position, viewer).iter().any(about) {
            return Ok(Vec::new());
        } else {
            format!("It has no part in the present question: {}", self.prompt(position, viewer).sentence)
        };
        Ok(vec![Reason { rule: self.prompt(position, viewer).rule, sentence }])
    }
    /// Where a unit can get to. Unless a game looks further: by one action of the viewer.
    fn reach(&self, position: &Self::Position, viewer: Viewer, unit: &str) -> Result<Reach, Refusal> {
        let mut pieces = self.view(position, viewer).pieces.into_iter();
        let from = pieces.find(|piece| piece.id == unit).and_then(|piece| piece.hex.clone());
        let from = from.ok_or_else(|| Refusal::plain(format!("There is no `{unit}` on the board.")))?;
        let mut choices = self.choices(position, viewer);
        choices.retain(|choice| choice.units.iter().any(|name| name == unit));
        let hexes = choices.into_iter().filter_map(|choice| Some((choice.hex?, choice.action)));
        let hexes = hexes.map(|(hex, action)| ReachHex {
            path: vec![hex.clone()],
            hex,
            cost: 1.0,
            mode: "in one step",
            action,
            reactions: Vec::new(),
        });
        Ok(Reach { unit: unit.into(), from, allowance: 1.0, hexes: hexes.collect() })
    }
    /// Exact odds of an action, over what the viewer can know.
    fn explain(
        &self,
        position: &Self::Position,
        viewer: Viewer,
        action: Self::Action,
    ) -> Result<Odds, Refusal>;
    fn view(&self, position: &Self::Position, viewer: Viewer) -> Scene;
    /// The dice that it is played with.
    fn die(&self) -> Die {
        Die::COMMON
    }
    /// The hexes that a scenario is played in, if that is not the whole map.
    fn in_play(&self) -> Vec<Text> {
        Vec::new()
    }
    /// How the marks on its counters look.
    fn marks(&self) -> &'static [MarkInfo] {
        &[]
    }
    /// What can be laid over the board.
    fn overlays(&self) -> &'static [OverlayInfo] {
        &[]
    }
    /// An overlay as far as the viewer may know; `subject` is empty where it needs none.
    fn overlay(
        &self,
        position: &Self::Position,
        viewer: Viewer,
        id: &str,
        subject: &str,
    ) -> Result<Overlay, Refusal> {
        let _ = (position, viewer, subject);
        Err(Refusal::plain(format!("There is no overlay `{id}`.")))
    }
    /// What could be done with several pieces at once, the best first; `subject` names the pieces, or is
    /// empty for all that are in hand.
    fn proposals(
        &self,
        position: &Self::Position,
        viewer: Viewer,
        subject: &str,
    ) -> Result<Vec<Proposal>, Refusal> {
        let _ = (position, viewer, subject);
        Ok(Vec::new())
    }
    /// Whether this game, with its options, hides anything from anybody.
    fn secrets(&self) -> bool {
        true
    }

    /// A stable hash of the truth. Never shown to a seat. By way of JSON unless a game, to be
    /// searched fast, feeds a `StableHasher` itself.
    fn hash(&self, position: &Self::Position) -> u64 {
        // A position is plain data: that it cannot be written as JSON would be a bug of the game.
        hash_bytes(&serde_json::to_vec(position).expect("a position can be written as JSON"))
    }
    /// A hand-written set-up becomes a position, or an error for each thing that is wrong. It is an
    /// object, or a string with a position in the game's short text form.
    fn setup(&self, setup: &serde_json::Value) -> Result<Self::Position, Vec<String>>;
    /// Rules that hold in every position (stacking, strengths …); a loaded position must keep them.
    fn audit(&self, position: &Self::Position) -> Result<(), String>;
    /// What the game counts for each seat, for statistics: losses, points …
    fn tally(&self, position: &Self::Position) -> Vec<(Seat, String, i64)> {
        let _ = position;
        Vec::new()
    }
    /// What can be counted in every position, for plots over many games.
    fn gauges(&self) -> Vec<Gauge> {
        Vec::new()
    }
    /// What each of `gauges` shows, in their order.
    fn gauge_values(&self, position: &Self::Position) -> Vec<i64> {
        let _ = position;
        Vec::new()
    }
    /// The kinds of events with which a fight begins; the hexes that they name are where it is.
    fn fights(&self) -> &'static [&'static str] {
        &[]
    }

    /// How fights are looked ahead; None where they are not (`forecast`).
    fn foresight(&self) -> Option<&'static Foresight> {
        None
    }
    /// How many procedures are nested in each other.
    fn depth(&self, position: &Self::Position) -> usize {
        let _ = position;
        0
    }
    /// Whether the fight that an action began at this depth is over: what is asked now has no part in it.
    fn settled(&self, position: &Self::Position, depth: usize) -> bool {
        let _ = (position, depth);
        true
    }
    /// Whether of the roll that is due only the sum of the dice counts.
    fn only_the_sum_counts(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }
    /// The units that lost something between two positions, in a stable order, called what the viewer
    /// may call them in the first.
    fn fates(&self, before: &Self::Position, after: &Self::Position, viewer: Viewer) -> Vec<Fate> {
        let _ = (before, after, viewer);
        Vec::new()
    }
    /// The position with anything that the viewer cannot know put in the place of what he does not: two
    /// that look the same to him give the same. None where a game cannot do that.
    fn known(&self, position: &Self::Position, viewer: Viewer) -> Option<Self::Position> {
        (viewer == Viewer::Everything || !self.secrets()).then(|| position.clone())
    }
    /// Fills in what `Position` leaves out when it is serialized.
    fn restore(&self, position: &mut Self::Position) {
        let _ = position;
    }

    /// The same for a position that comes from outside: all of it is checked first, and what is wrong is said with the
    /// path of its field. What is taken can be played on.
    fn admit(&self, position: &mut Self::Position) -> Result<(), String> {
        self.restore(position);
        self.audit(position)
    }

    /// Every choice that the viewer has now; for who sees everything, those of every seat.
    fn choices(&self, position: &Self::Position, viewer: Viewer) -> Vec<Choice> {
        let Need::Decide(seats) = self.need(position) else { return Vec::new() };
        let mut choices = Vec::new();
        let mut legal = Vec::new();
        for seat in seats.iter().filter(|seat| viewer == Viewer::Everything || viewer == Viewer::Seat(*seat))
        {
            self.legal(position, seat, &mut legal);
            choices.extend(legal.iter().map(|action| self.choice(position, seat, *action)));
        }
        choices
    }

    /// Plays an action from anybody: exactly what `legal` lists is accepted.
    fn act(
        &self,
        position: &mut Self::Position,
        seat: Seat,
        action: Self::Action,
        log: &mut Log,
    ) -> Result<(), Refusal> {
        match self.need(position) {
            Need::Decide(seats) if seats.has(seat) => {}
            Need::Decide(_) => return Err(Refusal::plain("It is the other side's decision.")),
            Need::Chance(_) => return Err(Refusal::plain("A roll is due first.")),
            Need::Over(_) => return Err(Refusal::plain("The game is over.")),
        }
        let mut legal = Vec::new();
        self.legal(position, seat, &mut legal);
        if !legal.contains(&action) {
            return Err(self.refuse(position, seat, action));
        }
        self.apply(position, seat, action, log);
        Ok(())
    }
}

/// Turn and phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Phase {
    pub turn: u16,
    pub turns: u16,
    /// The hour or date of the turn.
    pub time: Text,
    pub phase: Text,
}
