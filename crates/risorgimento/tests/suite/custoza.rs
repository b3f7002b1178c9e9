//! Custoza: its own text, played in its own scenarios.

mod case;
mod play;
mod reactions;
mod scenarios;
