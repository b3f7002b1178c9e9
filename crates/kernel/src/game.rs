//! `Game`: a pure, resumable state machine. It stops only where a seat must decide, where dice
//! must be rolled, or at the end. Generic, typed and fast, for players and the lab; `Table`
//! derives the face for everybody else from it.

use crate::event::{Event, Log, Modifier};
use crate::hash::hash_bytes;
use crate::rule::Citation;
use crate::scene::Scene;
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
    Roll(RollRequest),
    Over(Outcome),
}

/// A roll that the position asks for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RollRequest {
    pub dice: u8,
    pub sides: u8,
    /// What it is for, in words that every seat may read.
    pub what: &'static str,
    pub rule: Citation,
    pub by: Seat,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
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

/// An action as it is offered.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    pub action: String,
    pub sentence: String,
    pub rule: Citation,
    /// The hex that it points at, for boards that are clicked on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<String>,
    /// A fight or a check whose odds can be asked for with `explain`.
    pub odds: bool,
}

/// What is asked, of whom, under which rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prompt {
    pub sentence: String,
    pub rule: Citation,
    /// Where the question is about, to scroll the board there.
    pub hexes: Vec<String>,
    pub units: Vec<String>,
}

/// An answer to "why can this not act here?"
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reason {
    pub rule: Citation,
    pub sentence: String,
}

/// Where a unit can get to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reach {
    pub unit: String,
    pub from: String,
    /// In points; quarters exist.
    pub allowance: f32,
    pub hexes: Vec<ReachHex>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReachHex {
    pub hex: String,
    pub cost: f32,
    /// How it gets there: "in March", "deployed" …
    pub mode: &'static str,
    /// The hexes of a cheapest path, the first one left out.
    pub path: Vec<String>,
    /// What the move would cause on the way: "5-art may fire (12.1b)", as far as the seat knows.
    pub reactions: Vec<String>,
}

/// Exact odds of a fight or a check.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Odds {
    pub title: String,
    pub rule: Citation,
    #[serde(serialize_with = "modifiers")]
    pub modifiers: Vec<Modifier>,
    /// Rows and columns looked up, results that need words.
    pub notes: Vec<String>,
    pub lines: Vec<OddsLine>,
}

/// One result. `low` and `high` differ where the seat does not know everything (fog of war).
#[derive(Clone, Debug, PartialEq, Serialize)]
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
        Odds { title: title.into(), rule, modifiers: Vec::new(), notes: Vec::new(), lines }
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
    /// Answers the roll that is due with the faces in order.
    fn roll(&self, position: &mut Self::Position, faces: &[u8], log: &mut Log);
    /// Why an action that `legal` does not list is not allowed.
    fn refuse(&self, position: &Self::Position, seat: Seat, action: Self::Action) -> Refusal;

    /// The action in notation: verb first, ids and hex numbers after it.
    fn notation(&self, position: &Self::Position, action: Self::Action) -> String;
    /// Reads notation, legal or not, as far as the words make sense here.
    fn read(&self, position: &Self::Position, seat: Seat, text: &str) -> Result<Self::Action, Refusal>;
    /// A longer phrase as the steps it stands for; None if it is no macro.
    fn expand(&self, text: &str) -> Option<Vec<String>> {
        let _ = text;
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
        let prompt = |sentence, rule| Prompt { sentence, rule, hexes: Vec::new(), units: Vec::new() };
        let deciding = match self.need(position) {
            Need::Decide(seats) => seats,
            Need::Roll(roll) => return prompt(format!("Roll: {}.", roll.what), roll.rule),
            Need::Over(outcome) => return prompt("The game is over.".into(), outcome.rule),
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
        if offers.is_empty() {
            let names = deciding.iter().map(|seat| self.seats()[usize::from(seat.0)]);
            offers.push(format!("Wait for {}.", names.collect::<Vec<_>>().join(" and ")));
        }
        prompt(offers.join(" "), rule)
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
            format!("It has no part in what is asked now: {}", self.prompt(position, viewer).sentence)
        };
        Ok(vec![Reason { rule: self.prompt(position, viewer).rule, sentence }])
    }
    /// Where a unit can get to. Unless a game looks further: by one action of the viewer.
    fn reach(&self, position: &Self::Position, viewer: Viewer, unit: &str) -> Result<Reach, Refusal> {
        let mut pieces = self.view(position, viewer).pieces.into_iter();
        let from = pieces.find(|piece| piece.id == unit).and_then(|piece| piece.hex);
        let from = from.ok_or_else(|| Refusal::plain(format!("There is no `{unit}` on the board.")))?;
        let mut choices = self.choices(position, viewer);
        choices.retain(|choice| choice.units.iter().any(|name| name == unit));
        let hexes = choices.into_iter().filter_map(|choice| choice.hex).map(|hex| ReachHex {
            path: vec![hex.clone()],
            hex,
            cost: 1.0,
            mode: "in one step",
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

    /// A stable hash of the truth. Never shown to a seat. By way of JSON unless a game, to be
    /// searched fast, feeds a `StableHasher` itself.
    fn hash(&self, position: &Self::Position) -> u64 {
        // A position is plain data: that it cannot be written as JSON would be a bug of the game.
        hash_bytes(&serde_json::to_vec(position).expect("a position can be written as JSON"))
    }
    /// A hand-written set-up becomes a position, or an error for each thing that is wrong.
    fn setup(&self, setup: &serde_json::Value) -> Result<Self::Position, Vec<String>>;
    /// Rules that hold in every position (stacking, strengths …); a loaded position must keep them.
    fn audit(&self, position: &Self::Position) -> Result<(), String>;
    /// What the game counts for each seat, for statistics: losses, points …
    fn tally(&self, position: &Self::Position) -> Vec<(Seat, String, i64)> {
        let _ = position;
        Vec::new()
    }
    /// Fills in what `Position` leaves out when it is serialized.
    fn restore(&self, position: &mut Self::Position) {
        let _ = position;
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
            Need::Roll(_) => return Err(Refusal::plain("A roll is due first.")),
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
pub struct Phase {
    pub turn: u16,
    pub turns: u16,
    /// The hour or date of the turn.
    pub time: String,
    pub phase: String,
}

/// What a game tells of an event to a viewer. The same for every game.
impl Event {
    pub fn tell(&self, seats: &[&'static str], viewer: Viewer) -> Option<crate::event::Told> {
        use crate::event::{Part, Told, ToldModifier};
        if !viewer.may_see(self.heard_by) {
            return None;
        }
        let mut told = Told {
            kind: self.kind,
            rule: self.rule,
            text: String::new(),
            hexes: Vec::new(),
            units: Vec::new(),
            dice: self.dice.clone(),
            modifiers: Vec::new(),
        };
        for part in &self.parts {
            match part {
                Part::Text(text) => told.text.push_str(text),
                Part::Words(words) => told.text.push_str(words),
                Part::Seat(seat) => told.text.push_str(seats[seat.0 as usize]),
                Part::Hex(number) => {
                    told.text.push_str(number);
                    told.hexes.push(number.clone());
                }
                Part::Unit { name, id, seen_by, unseen } => {
                    if viewer.may_see(*seen_by) {
                        told.text.push_str(name);
                        told.units.push(id.clone());
                    } else {
                        told.text.push_str(unseen);
                    }
                }
                Part::Number { value, seen_by } => {
                    if viewer.may_see(*seen_by) {
                        told.text.push_str(&value.to_string());
                    } else {
                        told.text.push('?');
                    }
                }
                Part::Secret { words, seen_by } => {
                    if viewer.may_see(*seen_by) {
                        told.text.push_str(words);
                    }
                }
            }
        }
        for m in &self.modifiers {
            if viewer.may_see(m.seen_by) {
                told.modifiers.push(ToldModifier { label: m.label.clone(), value: m.value, rule: m.rule });
            }
        }
        Some(told)
    }
}
