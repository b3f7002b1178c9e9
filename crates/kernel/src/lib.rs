//! What every game has in common: a position, whose decision it is or which roll is due, legal
//! actions, events with citations, views, and on top of these dice, records and the `Table` that
//! shows any game as JSON.

pub mod agreement;
pub mod answer;
mod answered;
pub mod briefing;
pub mod chance;
pub mod chart;
pub mod concordance;
pub mod conformance;
pub mod dice;
pub mod event;
pub mod forecast;
pub mod foresee;
pub mod game;
pub mod gauge;
pub mod guard;
pub mod handwritten;
pub mod hash;
pub mod id;
pub mod kept;
pub mod lot;
pub mod matching;
pub mod module;
pub mod notation;
pub mod odds;
pub mod overlay;
pub mod phrasebook;
pub mod pieces;
pub mod playout;
mod position;
pub mod procedure;
pub mod proposal;
pub mod record;
pub mod reference;
pub mod roster;
pub mod rule;
pub mod say;
pub mod scene;
pub mod seat;
pub mod secrecy;
pub mod session;
pub mod set;
pub mod show;
pub mod sound;
pub mod table;
pub mod trial;
#[cfg(feature = "ts")]
pub mod ts;
pub mod wire;

pub use agreement::{agree, capital, listed};
pub use answer::{Answer, Question, Reach, ReachHex, Reason, Reasons, why_wait};
pub use briefing::{Briefing, Coming, Goal, Point};
pub use chance::{Candidate, Chance, ChanceTold, Die, DrawTold, Known, Lots, Throw};
pub use chart::{Chart, ChartCell, ChartRow, Lookup};
pub use concordance::{Cites, Concordance};
pub use dice::{Dice, DiceState, RollSource, SeededDice};
pub use event::{Event, Log, Modifier, Modify, Part, Span, Told, ToldModifier, added};
pub use forecast::{
    Answered, Fate, Forecast, ForecastKind, ForecastTable, Foreseen, Foresight, Instead, LeftOut, Reckoned,
    forecast,
};
pub use foresee::{Foresee, Playable};
pub use game::{Game, Need, No, Outcome, Refusal, Viewer};
pub use gauge::{Counter, Gauge};
pub use hash::{StableHasher, content_hash, hash_bytes};
pub use id::{ById, Id};
pub use kept::Kept;
pub use lot::Lot;
pub use module::{
    Card, Checked, FromFiles, Front, Knob, Listed, Module, OptionInfo, Reading, ScenarioInfo, SeatColours,
};
pub use odds::{Case, Odds, OddsLine};
pub use overlay::{Class, Overlay, OverlayInfo, OverlaySubject};
pub use phrasebook::{Phrasebook, Trace};
pub use playout::{Playout, RandomRunner, Runner, random_game};
pub use procedure::{Procedure, Procedures};
pub use proposal::{Placed, Proposal};
pub use record::{Heading, Options, Record, RecordDice, RecordError, Start, Step, TakenBack, What};
pub use reference::{Reference, Ruling, SequenceStep, Term};
pub use roster::Roster;
pub use rule::{Citation, Rule, RuleKind};
pub use scene::Scene;
pub use seat::{Seat, SeatSet, intern};
pub use session::{Played, PlayedStep, Session, Stop, StopKind, Undone};
pub use set::{Set, Wide};
pub use show::{Choice, Course, CourseButton, Phase, Prompt, Shortcut, Show};
pub use table::Table;
pub use wire::{Info, Phrases, Report, RuleWords, SavedGame, Status, View};

/// Ids, hex numbers, names and labels: text that is cheap to copy. Up to 23 bytes stand in it
/// without an allocation, more are shared.
pub type Text = smol_str::SmolStr;
/// `format!` for a [`Text`].
pub use smol_str::format_smolstr as format_text;
