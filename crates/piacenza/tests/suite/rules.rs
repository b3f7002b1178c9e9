//! The rules of Piacenza, one test or more for each paragraph, in the order of the rulebook.

mod case;
mod ch01_02;
mod ch03;
mod ch04;
mod ch05_line;
mod ch05_movement;
mod ch06_07;
mod ch08;
mod ch09_fire;
mod ch09_melee;
mod ch10;
mod ch11;
mod ch12_13;
mod example_fire;
mod examples_1_to_3;
mod fights;
mod scenarios;
