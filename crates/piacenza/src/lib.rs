//! The rules of Piacenza, 1746: one module for each part of the rulebook.

pub mod action;
mod activation;
pub mod battle;
mod bombardment;
mod command;
mod commander;
pub mod data;
mod dragoons;
mod effects;
pub mod embedded;
mod facts;
mod fire;
pub mod flow;
mod game;
pub mod handmade;
mod line;
mod melee;
pub mod model;
pub mod module;
mod movement;
pub mod position;
mod reorganization;
mod retreat;
pub mod rule;
mod say;
mod scene;
mod selection;
mod setup;
pub mod shots;
mod training;
mod victory;
mod words;

pub use action::Action;
pub use battle::Battle;
pub use module::{Piacenza, piacenza, piacenza_with};
pub use position::Position;
