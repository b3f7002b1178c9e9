//! The rules of Goito, one test or more for each paragraph, in the order of the rulebook.

pub mod case;
mod ch01_to_03;
mod ch04_05;
mod ch06;
mod ch07;
mod ch08;
mod ch09;
mod ch10;
mod ch11;
mod ch12;
mod ch13;
mod ch14;
mod ch15_16;
mod golden;
