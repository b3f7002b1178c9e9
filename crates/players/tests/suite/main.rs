//! The tests of the computer players, one program: built and linked once.

mod advice;
mod blind;
mod bouts;
mod goito;
