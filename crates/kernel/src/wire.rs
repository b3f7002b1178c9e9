//! What goes out over the wire, as plain data. The rules' own types are free to change; these
//! change only together with `VERSION`.

use crate::Text;
use crate::agreement;
use crate::chance::{ChanceTold, Die};
use crate::dice::DiceState;
use crate::event::Told;
use crate::overlay::OverlayInfo;
use crate::record::Heading;
use crate::rule::Citation;
use crate::scene::{MarkInfo, Scene};
use crate::seat::Seat;
use crate::session::Stop;
use crate::show::Prompt;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of everything in this file but saved games.
pub const VERSION: u32 = 2;
/// The version of saved games.
pub const SAVED_VERSION: u32 = 1;

/// What is played at a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Info {
    pub version: u32,
    pub game: String,
    pub scenario: String,
    pub options: crate::record::Options,
    /// The content hash of the data.
    pub data: String,
    /// The edition of the rules.
    pub rules: u32,
    pub seats: Vec<String>,
    /// The macros, a line each.
    pub phrases: Vec<&'static str>,
    /// What can be laid over the board.
    pub overlays: Vec<OverlayInfo>,
    /// How the marks on counters look.
    pub marks: &'static [MarkInfo],
    /// Whether anything is hidden from anybody.
    pub secrets: bool,
    /// The usual die; left out where it is the common one, with faces 1 to 6.
    #[serde(skip_serializing_if = "Die::is_common")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Die>", optional))]
    pub die: Die,
    /// The hexes in which it is played; left out where that is the whole map.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Text>>", optional))]
    pub in_play: Vec<Text>,
    /// The commitment of seeded dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub commitment: Option<String>,
}

impl Info {
    pub(crate) fn new(heading: &Heading) -> Info {
        Info {
            version: VERSION,
            game: heading.game.clone(),
            scenario: heading.scenario.clone(),
            options: heading.options.clone(),
            data: heading.data.clone(),
            rules: heading.rules,
            seats: Vec::new(),
            phrases: Vec::new(),
            overlays: Vec::new(),
            marks: &[],
            secrets: true,
            die: Die::COMMON,
            in_play: Vec::new(),
            commitment: None,
        }
    }
}

/// How the game stands, as one viewer may read it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Status {
    pub version: u32,
    pub turn: u16,
    pub turns: u16,
    pub time: Text,
    pub phase: Text,
    /// The step of the sequence of play that this is, by its id; empty if the game has none.
    pub step: Text,
    /// The seats that must decide. Several only where choices are secret.
    pub decide: Vec<Seat>,
    /// What is left to chance now: dice that are due, or something that is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub chance: Option<ChanceTold>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub outcome: Option<OutcomeTold>,
    pub prompt: Prompt,
    /// Lines of the viewer's log.
    pub log: usize,
    /// Actions and rolls so far. Only for who sees everything: the number of an opponent's secret
    /// steps is nobody's business.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub number: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OutcomeTold {
    /// None for a draw.
    pub winner: Option<Seat>,
    pub how: String,
    pub rule: Citation,
}

/// What a viewer sees: the board, what is asked, and what was told. Nothing more.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View {
    pub version: u32,
    pub scene: Scene,
    pub prompt: Prompt,
    pub log: Vec<Told>,
}

/// What came of an action, a roll or taking back.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Report {
    /// The steps that were played, as far as the viewer may read them.
    pub played: Vec<StepTold>,
    /// Where and why a macro stopped before its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub stopped: Option<Stop>,
    pub events: Vec<Told>,
    pub status: Status,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum StepTold {
    Act {
        seat: Seat,
        action: String,
        /// It was the only choice and nobody was asked.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
        automatic: bool,
    },
    Roll {
        faces: Vec<u8>,
    },
    /// What was drawn, by its id.
    Draw {
        drawn: String,
    },
}

/// What a game says, in another language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Phrases {
    /// `it`.
    pub language: String,
    /// English patterns and what they are in the language (see `phrasebook`).
    pub phrases: Vec<(String, String)>,
    pub rules: Vec<RuleWords>,
}

impl Phrases {
    /// `rules` are id, title and text of each. A pattern with two forms (`agreement`) becomes two.
    pub fn new(language: &str, phrases: Vec<(String, String)>, rules: Vec<[String; 3]>) -> Phrases {
        let both = |(english, says): (String, String)| -> Vec<(String, String)> {
            agreement::forms(&english).into_iter().map(|form| (form, says.clone())).collect()
        };
        let phrases = phrases.into_iter().flat_map(both).collect();
        let words = |[id, title, text]: [String; 3]| RuleWords { id, title, text };
        Phrases { language: language.to_owned(), phrases, rules: rules.into_iter().map(words).collect() }
    }
}

/// A rule in another language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RuleWords {
    pub id: String,
    pub title: String,
    pub text: String,
}

/// A game laid aside. It holds the truth and the seed: for drivers, never for a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    pub version: u32,
    /// The record so far, as text.
    pub record: String,
    pub position: Value,
    pub dice: DiceState,
    pub auto_rolls: bool,
    pub forced: bool,
}
