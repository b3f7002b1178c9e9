//! The rules of Piacenza, one test or more for each paragraph, in the order of the rulebook.

mod case;
mod ch08;
mod ch09_fire;
mod ch09_melee;
mod ch10;
mod ch11;
mod ch12_13;
mod example_fire;
mod fights;
mod scenarios;
