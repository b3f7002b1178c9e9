//! Tests of the maps from outside: rulebook facts, loading errors, and properties held against
//! slow and obvious versions of the same thing.

mod facts;
mod geometry;
mod loading;
mod paths;
mod sheets;
