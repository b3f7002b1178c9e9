//! The tests of the rules crate, one program: built and linked once.

mod briefing;
mod data;
mod field;
mod from_outside;
mod handmade;
mod italian;
mod knobs;
mod notation;
mod odds;
mod overlays;
mod propose;
mod query;
mod random_play;
mod records;
mod rules;
mod view;
