//! Figures about games: many of them between computer players, on all processors, and what came of
//! them. For any game that has players; nothing of a game's rules stands here.
//!
//! The same seed gives the same figures, whatever the number of threads and however often a run was
//! stopped and went on: every game has a seed of its own, and what it leaves is put in its place.

pub mod arena;
pub mod balance;
pub mod field;
pub mod html;
pub mod interval;
pub mod kept;
pub mod plot;
pub mod rate;
pub mod rating;
pub mod run;
pub mod seed;
pub mod spread;
pub mod text;

pub use arena::{Arena, ArenaReport};
pub use balance::{BalanceReport, Variant};
pub use field::{Field, Played, field, field_of};
pub use html::Ground;
pub use interval::{Score, wilson};
pub use rate::RateReport;
pub use run::{Job, run};
pub use seed::game_seed;
