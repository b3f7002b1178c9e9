//! A map as far as rules look at it, for the hash of what a game was played with: names of places,
//! notes and provenance do not count.

use crate::{Hex, Map};
use serde::Serialize;

/// A hex: number, terrain, level, sides and roads by direction.
#[derive(Serialize)]
pub struct Ground<'a> {
    hex: &'a str,
    terrain: &'a str,
    level: i8,
    sides: [&'a str; 6],
    roads: [&'a str; 6],
}

impl Map {
    pub fn ground(&self) -> Vec<Ground<'_>> {
        self.hexes().map(|hex| self.ground_of(hex)).collect()
    }

    fn ground_of(&self, hex: Hex) -> Ground<'_> {
        let side = |d: usize| self.side_names()[usize::from(self.side(hex, d as u8))].as_str();
        let road = |d: usize| self.road_names()[usize::from(self.road(hex, d as u8))].as_str();
        Ground {
            hex: self.number(hex),
            terrain: &self.terrain_names()[usize::from(self.terrain(hex))],
            level: self.level(hex),
            sides: std::array::from_fn(side),
            roads: std::array::from_fn(road),
        }
    }
}
