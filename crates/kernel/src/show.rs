//! What is written, read and shown of a game: notation, questions, choices, the board.

use crate::Text;
use crate::briefing::Briefing;
use crate::chance::Die;
use crate::game::{Game, Need, Refusal, Viewer};
use crate::rule::Citation;
use crate::scene::{MarkInfo, Scene};
use crate::seat::Seat;
use serde::{Deserialize, Serialize};

/// What is written, read and shown of a game: notation, questions, choices, the board.
pub trait Show: Game {
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
    fn view(&self, position: &Self::Position, viewer: Viewer) -> Scene;
    /// Who the viewer is, how it is won and how that stands, what can be done now, what comes when.
    fn briefing(&self, position: &Self::Position, viewer: Viewer) -> Briefing {
        let _ = (position, viewer);
        Briefing::default()
    }
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
    /// A hand-written set-up becomes a position, or an error for each thing that is wrong. It is an
    /// object, or a string with a position in the game's short text form.
    fn setup(&self, setup: &serde_json::Value) -> Result<Self::Position, Vec<String>>;

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
    /// The hex that it is an attack on, where it points at another.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub target: Option<Text>,
    /// Who could do it, where that is decided later.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Text>>", optional))]
    pub could: Vec<Text>,
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
            target: None,
            could: Vec::new(),
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
    /// Phrases that do all of it at once. Only for who is asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Shortcut>>", optional))]
    pub shortcuts: Vec<Shortcut>,
}

/// A phrase that stands for many steps, with the words on its button.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Shortcut {
    pub action: &'static str,
    pub label: &'static str,
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
            shortcuts: Vec::new(),
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

/// Turn and phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Phase {
    pub turn: u16,
    pub turns: u16,
    /// The hour or date of the turn.
    pub time: Text,
    pub phase: Text,
    /// The step of the sequence of play that this is, by its id; empty if the game has none.
    #[serde(default)]
    pub step: Text,
}
