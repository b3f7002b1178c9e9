//! The rules of the Risorgimento games: Goito 1848 and Custoza. One module for each chapter of the
//! rulebook; where the two games differ, the difference is a named value in `model::Switches`.

pub mod action;
mod activation;
mod assault;
pub mod battle;
mod briefing;
mod charge;
mod cohesion;
mod command;
mod commander;
mod counted;
pub mod data;
pub mod embedded;
mod entry;
mod facts;
pub mod fire;
pub mod flow;
mod fog;
mod foresee;
mod game;
pub mod handmade;
mod lookup;
mod marker;
pub mod model;
pub mod module;
mod movement;
pub mod notation;
mod odds;
mod overlays;
pub mod position;
mod query;
mod reaction;
mod recovery;
mod retreat;
pub mod rule;
mod scene;
mod setup;
mod small;
mod sound;
mod turn;
mod victory;
mod words;

pub use action::Action;
pub use battle::{Battle, Options};
pub use module::{Custoza, Goito, custoza, custoza_with, enterable, goito, goito_with};
pub use position::Position;
