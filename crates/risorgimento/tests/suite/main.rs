//! The tests of the rules crate, one program: built and linked once.

mod briefing;
mod charts;
mod citations;
mod custoza;
mod data;
mod forecast;
mod from_outside;
mod handmade;
mod italian;
mod knobs;
mod odds;
mod overlays;
mod playthrough;
mod query;
mod random_play;
mod records;
mod rules;
mod view;
