//! The rules of Piacenza, 1746.

pub mod data;
pub mod embedded;
pub mod model;
pub mod rule;
