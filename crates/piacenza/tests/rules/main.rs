//! The rules of Piacenza, one test or more for each paragraph, in the order of the rulebook.

mod case;
mod ch08;
mod ch09_fire;
mod example_fire;
mod fights;
