//! What every game has in common: a position, whose decision it is or which roll is due, legal
//! actions, events with citations, views, and on top of these dice, records and the `Table` that
//! shows any game as JSON.

pub mod conformance;
pub mod dice;
pub mod event;
pub mod game;
pub mod hash;
pub mod module;
pub mod playout;
pub mod record;
pub mod rule;
pub mod scene;
pub mod seat;
pub mod session;
pub mod table;
pub mod wire;

pub use dice::{Dice, DiceState, RollSource, SeededDice};
pub use event::{Event, Log, Modifier, Part, Told, ToldModifier};
pub use game::{
    Choice, Game, Need, Odds, OddsLine, Outcome, Phase, Prompt, Reach, ReachHex, Reason, Refusal,
    RollRequest, Viewer,
};
pub use hash::{StableHasher, content_hash, hash_bytes};
pub use module::{Module, OptionInfo, ScenarioInfo};
pub use playout::{Playout, RandomRunner, Runner, random_game};
pub use record::{Heading, Options, Record, RecordDice, RecordError, Start, Step, What};
pub use rule::{Citation, Rule, RuleKind};
pub use scene::Scene;
pub use seat::{Seat, SeatSet};
pub use session::{Played, PlayedStep, Session, Stop, StopKind};
pub use table::Table;
pub use wire::{Info, Report, SavedGame, Status, View};
