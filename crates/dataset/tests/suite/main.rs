//! Tests of the crate from outside, as one program.

mod charts;
mod reading;
