//! The tests of the program, one program: built and linked once.

mod architecture;
mod commands;
mod common;
mod docs;
mod engine;
mod lab;
mod play;
mod serve;
mod simulate;
