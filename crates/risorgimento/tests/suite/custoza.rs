//! Custoza: its own text, played in its own scenarios.

mod play;
