//! The map: what stands in each hex and on each side, and where the hexes lie.

use crate::geometry::{self, Orientation};
use crate::grid::Grid;
use crate::{Dir, Hex};
use dataset::Provenance;
use hexx::Hex as Axial;
use serde::Serialize;
use std::fmt::Display;

/// A map as it was printed. Nothing in it changes during a game.
#[derive(Clone, Debug)]
pub struct Map {
    pub(crate) grid: Grid,
    pub(crate) table: Table,
    pub(crate) cells: Vec<Cell>,
    /// The flat arrays that rules ask most, by hex.
    pub(crate) axial: Vec<Axial>,
    pub(crate) neighbours: Vec<[Hex; 6]>,
    pub(crate) terrain: Vec<u8>,
    pub(crate) level: Vec<i8>,
    pub(crate) side: Vec<[u8; 6]>,
    pub(crate) side_bits: Vec<[u32; 6]>,
    pub(crate) road: Vec<[u8; 6]>,
    pub(crate) best_road: Vec<u8>,
    pub(crate) terrain_names: Vec<String>,
    pub(crate) side_names: Vec<String>,
    pub(crate) road_names: Vec<String>,
    pub(crate) roads: Vec<Road>,
    pub(crate) sides: Vec<SideFeature>,
    pub(crate) places: Vec<Locality>,
    pub(crate) areas: Vec<Area>,
}

/// What a hex has in words.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub number: String,
    pub place: String,
    pub features: Vec<String>,
    pub region: String,
    pub provenance: Provenance,
}

/// A road, for drawing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Road {
    pub name: String,
    /// Index into [`Map::road_names`].
    pub class: u8,
    pub hexes: Vec<Hex>,
}

/// Something on a hexside, for drawing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideFeature {
    pub a: Hex,
    pub b: Hex,
    /// Index into [`Map::side_names`], seen from `a`.
    pub feature: u8,
    pub name: String,
    pub provenance: Provenance,
}

/// A named place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Locality {
    pub name: String,
    pub hex: Hex,
    pub kind: String,
    pub lat: f64,
    pub lon: f64,
    pub provenance: Provenance,
}

/// A named set of hexes or hexsides: a set-up area, an edge, the objectives.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Area {
    pub id: String,
    pub kind: String,
    pub hexes: Vec<Hex>,
    /// Hexsides, where the file names such (`1014-1114`).
    pub sides: Vec<(Hex, Hex)>,
    /// Hexes of the grid that the map does not have.
    pub missing: Vec<String>,
    pub note: String,
}

/// What lies between the ends of a line. A hex that the map does not have is [`Hex::NONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// The line crosses this hex.
    One(Hex),
    /// The line runs along the side that these two share: left and right of the way it goes.
    Pair(Hex, Hex),
}

/// The hex at each axial coordinate of a box around the map.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    low: Axial,
    width: usize,
    hexes: Vec<Hex>,
}

impl Table {
    pub fn new(axial: &[Axial]) -> Table {
        let bounds = |f: fn(i32, i32) -> i32| {
            let fold = |get: fn(&Axial) -> i32| axial.iter().map(get).reduce(f).unwrap_or(0);
            Axial::new(fold(|a| a.x), fold(|a| a.y))
        };
        let (low, high) = (bounds(i32::min), bounds(i32::max));
        let width = (high.x - low.x + 1) as usize;
        let height = (high.y - low.y + 1) as usize;
        let mut table = Table { low, width, hexes: vec![Hex::NONE; width * height] };
        for (i, at) in axial.iter().enumerate() {
            let slot = (at.y - low.y) as usize * width + (at.x - low.x) as usize;
            table.hexes[slot] = Hex(i as u16);
        }
        table
    }

    #[inline]
    pub fn at(&self, at: Axial) -> Hex {
        // A coordinate below the box becomes a huge number and fails the comparison.
        let x = (at.x - self.low.x) as u32 as usize;
        let y = (at.y - self.low.y) as u32 as usize;
        if x < self.width {
            let hex = self.hexes.get(y * self.width + x);
            hex.copied().unwrap_or(Hex::NONE)
        } else {
            Hex::NONE
        }
    }
}

/// Hexes, numbers and names.
impl Map {
    /// The game whose map it is.
    pub fn id(&self) -> &str {
        &self.grid.game
    }

    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        (0..self.cells.len() as u16).map(Hex)
    }

    /// Whether a hex that comes from outside is one of this map; the error names where it stood.
    pub fn check_hex(&self, at: impl Display, hex: Hex) -> Result<(), String> {
        if hex.index() < self.len() { Ok(()) } else { Err(format!("{at}: there is no {}", hex.0)) }
    }

    /// The same where there may be none.
    pub fn check_hex_or_none(&self, at: impl Display, hex: Hex) -> Result<(), String> {
        if hex.is_none() { Ok(()) } else { self.check_hex(at, hex) }
    }

    /// The hex of a piece, which has one where it is on the map and nowhere else.
    pub fn check_place(&self, at: impl Display, hex: Hex, on_map: bool) -> Result<(), String> {
        if on_map {
            return self.check_hex(at, hex);
        }
        if hex.is_none() { Ok(()) } else { Err(format!("{at}: a piece that is not on the map is in no hex")) }
    }

    /// Every step between two hexes of the map: from where, in which direction, to where.
    pub fn steps(&self) -> impl Iterator<Item = (Hex, Dir, Hex)> {
        let from = move |hex: Hex| (0..6).map(move |dir| (hex, dir, self.neighbour(hex, dir)));
        self.hexes().flat_map(from).filter(|(_, _, to)| !to.is_none())
    }

    /// A value for each step, at `[hex * 6 + dir]`; `none` where no hex lies behind the side.
    pub fn by_step<T: Copy>(&self, none: T, value: impl Fn(Hex, Dir, Hex) -> T) -> Vec<T> {
        let mut values = vec![none; self.len() * 6];
        for (hex, dir, to) in self.steps() {
            values[hex.index() * 6 + usize::from(dir)] = value(hex, dir, to);
        }
        values
    }

    /// The sides of each hex, a bit for each direction, through which a step passes a test.
    pub fn masks(&self, passes: impl Fn(Hex, Dir, Hex) -> bool) -> Vec<u8> {
        let mut masks = vec![0; self.len()];
        for (hex, dir, _) in self.steps().filter(|(hex, dir, to)| passes(*hex, *dir, *to)) {
            masks[hex.index()] |= 1 << dir;
        }
        masks
    }

    /// The hex of a printed number.
    pub fn find(&self, number: &str) -> Option<Hex> {
        let (column, row) = self.grid.position(number)?;
        Some(self.table.at(self.grid.axial(column, row))).filter(|h| !h.is_none())
    }

    pub fn number(&self, h: Hex) -> &str {
        &self.cells[h.index()].number
    }

    #[inline]
    pub fn terrain(&self, h: Hex) -> u8 {
        self.terrain[h.index()]
    }

    pub fn terrain_names(&self) -> &[String] {
        &self.terrain_names
    }

    pub fn terrain_named(&self, name: &str) -> Option<u8> {
        index_of(&self.terrain_names, name)
    }

    #[inline]
    pub fn level(&self, h: Hex) -> i8 {
        self.level[h.index()]
    }

    /// The name printed in a hex, "" if none.
    pub fn place(&self, h: Hex) -> &str {
        &self.cells[h.index()].place
    }

    pub fn features(&self, h: Hex) -> &[String] {
        &self.cells[h.index()].features
    }

    pub fn has_feature(&self, h: Hex, feature: &str) -> bool {
        self.features(h).iter().any(|f| f == feature)
    }

    pub fn region(&self, h: Hex) -> &str {
        &self.cells[h.index()].region
    }

    pub fn provenance(&self, h: Hex) -> Provenance {
        self.cells[h.index()].provenance
    }

    pub fn places(&self) -> &[Locality] {
        &self.places
    }

    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    pub fn area(&self, id: &str) -> Option<&Area> {
        self.areas.iter().find(|area| area.id == id)
    }
}

/// Hexsides and roads.
impl Map {
    /// What is on a hexside, seen from `h`: index into [`Map::side_names`], 0 for nothing. Where
    /// the file names several things on a side, the first.
    #[inline]
    pub fn side(&self, h: Hex, d: Dir) -> u8 {
        self.side[h.index()][usize::from(d)]
    }

    /// Is this feature, an index into [`Map::side_names`], among those on the hexside?
    #[inline]
    pub fn side_has(&self, h: Hex, d: Dir, feature: u8) -> bool {
        self.side_bits[h.index()][usize::from(d)] >> feature & 1 != 0
    }

    /// The features of hexsides; the first name is "", for nothing.
    pub fn side_names(&self) -> &[String] {
        &self.side_names
    }

    pub fn side_named(&self, name: &str) -> Option<u8> {
        index_of(&self.side_names, name)
    }

    pub fn sides(&self) -> &[SideFeature] {
        &self.sides
    }

    /// The class of the road that joins `h` to a neighbour: index into [`Map::road_names`], 0 for
    /// none. Where several do, the best, which is the first in the list.
    #[inline]
    pub fn road(&self, h: Hex, d: Dir) -> u8 {
        self.road[h.index()][usize::from(d)]
    }

    /// The class of the best road in the hex, 0 for none.
    #[inline]
    pub fn best_road(&self, h: Hex) -> u8 {
        self.best_road[h.index()]
    }

    #[inline]
    pub fn has_road(&self, h: Hex) -> bool {
        self.best_road(h) != 0
    }

    /// The classes of roads; the first name is "", for none.
    pub fn road_names(&self) -> &[String] {
        &self.road_names
    }

    pub fn road_named(&self, name: &str) -> Option<u8> {
        index_of(&self.road_names, name)
    }

    pub fn roads(&self) -> &[Road] {
        &self.roads
    }
}

/// Geometry.
impl Map {
    pub fn orientation(&self) -> Orientation {
        self.grid.orientation
    }

    /// The names of the directions of the sheet, by [`Dir`].
    pub fn dir_names(&self) -> [&'static str; 6] {
        self.orientation().dir_names()
    }

    pub fn dir_named(&self, name: &str) -> Option<Dir> {
        let names = self.dir_names();
        names.iter().position(|n| *n == name).map(|d| d as Dir)
    }

    pub fn dir_name(&self, dir: Dir) -> &'static str {
        self.dir_names()[dir as usize]
    }

    /// A direction as notation writes it: as the hex that it leads to or, where there is none, by its name.
    pub fn word_beside(&self, here: Hex, dir: Dir) -> &str {
        let to = if here.is_none() { here } else { self.neighbour(here, dir) };
        if to.is_none() { self.dir_name(dir) } else { self.number(to) }
    }

    /// The direction that such a word means.
    pub fn dir_beside(&self, here: Hex, word: &str) -> Option<Dir> {
        let beside = || self.direction(Some(here).filter(|h| !h.is_none())?, self.find(word)?);
        self.dir_named(word).or_else(beside)
    }

    /// The neighbours of a hex in some directions, by number: "1214, 1315".
    pub fn numbers_beside(&self, hex: Hex, want: impl Fn(Dir) -> bool) -> String {
        let near = (0..6u8).filter(|dir| !self.neighbour(hex, *dir).is_none() && want(*dir));
        let numbers: Vec<&str> = near.map(|dir| self.number(self.neighbour(hex, dir))).collect();
        numbers.join(", ")
    }

    /// The neighbour in a direction, [`Hex::NONE`] off the map.
    #[inline]
    pub fn neighbour(&self, h: Hex, d: Dir) -> Hex {
        self.neighbours[h.index()][usize::from(d)]
    }

    /// The neighbours by direction, [`Hex::NONE`] off the map.
    #[inline]
    pub fn neighbours(&self, h: Hex) -> &[Hex; 6] {
        &self.neighbours[h.index()]
    }

    /// In hexes, across whatever lies between, gaps of the map included.
    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u8 {
        // Two digits each for column and row: no distance comes near 255.
        self.vector(a, b).length() as u8
    }

    /// The direction of a neighbour, None if the two do not touch.
    #[inline]
    pub fn direction(&self, a: Hex, b: Hex) -> Option<Dir> {
        let vector = self.vector(a, b);
        let steps = self.orientation().steps();
        steps.iter().position(|s| *s == vector).map(|d| d as Dir)
    }

    /// The hexes of the map at most `distance` away, itself included.
    pub fn within(&self, h: Hex, distance: u8) -> impl Iterator<Item = Hex> {
        let at = self.axial[h.index()];
        at.range(u32::from(distance)).map(|at| self.table.at(at)).filter(|h| !h.is_none())
    }

    /// The hexes of the map exactly `distance` away.
    pub fn ring(&self, h: Hex, distance: u8) -> impl Iterator<Item = Hex> {
        let at = self.axial[h.index()];
        at.ring(u32::from(distance)).map(|at| self.table.at(at)).filter(|h| !h.is_none())
    }

    /// The hexside of `a` through which the straight line to the centre of `b` leaves; two,
    /// counter-clockwise one first, if it goes exactly through a corner. `a` and `b` must differ.
    /// The side by which it comes in is that by which the line back leaves `b`.
    pub fn exit_sides(&self, a: Hex, b: Hex) -> (Dir, Option<Dir>) {
        geometry::exit_sides(self.orientation(), self.vector(a, b))
    }

    /// What the line from centre to centre crosses between its ends, in order. A hex that is
    /// touched at a corner only is not crossed.
    ///
    /// # Panics
    /// If the two are more than [`MAX_LINE`](crate::MAX_LINE) apart.
    pub fn line(&self, a: Hex, b: Hex) -> impl ExactSizeIterator<Item = Between> {
        let start = self.axial[a.index()];
        let steps = geometry::line_steps(self.vector(a, b)).iter();
        steps.map(move |step| {
            let left = self.table.at(start + step.left);
            if step.left == step.right {
                Between::One(left)
            } else {
                Between::Pair(left, self.table.at(start + step.right))
            }
        })
    }

    /// Does the line from the centre of `a` to that of `b` run through hex `c` or along one of its sides?
    /// A corner that is only touched does not count.
    pub fn on_line(&self, a: Hex, b: Hex, c: Hex) -> bool {
        geometry::meets(self.vector(a, b), self.vector(a, c))
    }

    /// How far along the line from `a` to `b` the centre of `c` lies, in a measure that only orders.
    #[inline]
    pub fn along(&self, a: Hex, b: Hex, c: Hex) -> i32 {
        geometry::dot(self.vector(a, b), self.vector(a, c))
    }

    /// The centre on the sheet: circumradius 1, y growing down, (0, 0) the upper left corner of the
    /// box around the grid ([`Grid::size`]).
    pub fn centre(&self, h: Hex) -> (f64, f64) {
        self.grid.centre(self.axial[h.index()])
    }

    /// The same for any hex of the grid, whether or not the map has it.
    pub fn centre_of_number(&self, number: &str) -> Option<(f64, f64)> {
        let (column, row) = self.grid.position(number)?;
        Some(self.grid.centre(self.grid.axial(column, row)))
    }

    /// The corners on the sheet, clockwise. Hexside `d` runs from corner `d` to corner `d + 1`.
    pub fn corners(&self, h: Hex) -> [(f64, f64); 6] {
        self.orientation().corners(self.centre(h))
    }

    /// The same for any hex of the grid.
    pub fn corners_of_number(&self, number: &str) -> Option<[(f64, f64); 6]> {
        let centre = self.centre_of_number(number)?;
        Some(self.orientation().corners(centre))
    }

    /// From `a` to `b` in axial coordinates.
    #[inline]
    pub(crate) fn vector(&self, a: Hex, b: Hex) -> Axial {
        self.axial[b.index()] - self.axial[a.index()]
    }
}

fn index_of(names: &[String], name: &str) -> Option<u8> {
    names.iter().position(|n| n == name).map(|i| i as u8)
}
