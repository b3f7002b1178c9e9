//! The map as the drawing code sees it: hexes as cells with their place on the sheet, a ring of
//! ghost cells beyond the edge so that woods and heights run on under the frame, and outlines.

use crate::geom::{Pt, Rect, noise, pt, relax_loop};
use crate::style::{self, Building, Ground};
use hexmap::{Map, Orientation};
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_3, FRAC_PI_6};

/// From a hex's centre to its corners, in units of the drawing.
pub const SIZE: f64 = 60.0;

/// From a hex's centre to the middle of its sides.
pub const INNER: f64 = SIZE * 0.866_025_403_784_438_6;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A hex of the map.
    Listed,
    /// A place of the grid without a hex: drawn as scenery, without number.
    Scenery,
    /// Beyond the grid.
    Ghost,
}

#[derive(Clone, Debug)]
pub struct Cell {
    pub centre: Pt,
    pub number: String,
    pub terrain: String,
    pub ground: Ground,
    pub level: i32,
    pub kind: Kind,
    /// The crop that the map names, as one of the kinds of fields.
    pub crop: Option<usize>,
    /// Something built that the map lists among its features.
    pub built: Option<Building>,
    /// Nobody ever gets there: paler than the rest.
    pub scenery: bool,
    /// Part of the gravel bed of a river that runs in many threads.
    pub braided: bool,
}

/// Something built, with its name.
#[derive(Clone, Debug)]
pub struct Spot {
    pub building: Option<Building>,
    pub cells: Vec<usize>,
    pub name: Option<String>,
    pub kind: String,
}

pub struct Sheet {
    pub cells: Vec<Cell>,
    at: BTreeMap<(i64, i64), usize>,
    buckets: BTreeMap<(i64, i64), Vec<usize>>,
    steps: [Pt; 6],
    first_corner: f64,
    pub frame: Rect,
    pub hex_m: f64,
    /// Compass north, clockwise from the top of the sheet, in degrees.
    pub north: f64,
    /// A hex is small enough for single fields, trees and houses.
    pub detail: bool,
    pub spots: Vec<Spot>,
    /// Sides with a slope, as pairs of cells, the lower one first.
    pub slopes: BTreeSet<(usize, usize)>,
    /// The map says which hexsides are walls: towns stand within those.
    pub walled: bool,
    /// Hexes of towns whose walls have bastions.
    pub bastioned: BTreeSet<usize>,
    /// Hexes of villages that fill several hexes and have no wall.
    pub open: BTreeSet<usize>,
    /// Hexes with a castle within a town.
    pub citadels: BTreeSet<usize>,
    /// Hexes with tents.
    pub camps: BTreeSet<usize>,
    /// Old beds that a river has left, hex by hex along their course.
    pub dry_arms: Vec<Vec<usize>>,
}

impl Sheet {
    pub fn new(map: &Map) -> Sheet {
        let first_dir = match map.orientation() {
            Orientation::FlatTop => -FRAC_PI_2,
            Orientation::PointyTop => -FRAC_PI_3,
        };
        let steps = std::array::from_fn(|d| Pt::polar(first_dir + d as f64 * FRAC_PI_3) * (2.0 * INNER));
        let grid = map.grid();
        let mut sheet = Sheet {
            cells: Vec::new(),
            at: BTreeMap::new(),
            buckets: BTreeMap::new(),
            steps,
            first_corner: first_dir - FRAC_PI_6,
            frame: Rect::around([]),
            hex_m: grid.hex_m,
            north: -grid.rotation_deg,
            detail: grid.hex_m <= 1000.0,
            spots: Vec::new(),
            slopes: BTreeSet::new(),
            walled: map.sides().iter().any(|side| map.side_names()[side.feature as usize] == "wall"),
            bastioned: hexes_of(map, "bastioned"),
            open: hexes_of(map, "open"),
            citadels: hexes_of(map, "citadel"),
            camps: hexes_of(map, "camp"),
            dry_arms: courses(map, "dry-arm").map(|(_, cells)| cells).collect(),
        };
        let braided = hexes_of(map, "braided");
        for h in map.hexes() {
            let terrain = &map.terrain_names()[map.terrain(h) as usize];
            let (x, y) = map.centre(h);
            sheet.add(Cell {
                centre: pt(x, y) * SIZE,
                number: map.number(h).into(),
                terrain: terrain.clone(),
                ground: style::ground(terrain),
                level: map.level(h).into(),
                kind: Kind::Listed,
                crop: map.features(h).iter().find_map(|f| crate::fields::crop(f)),
                built: map.features(h).iter().find_map(|f| style::building(f)),
                scenery: map.features(h).iter().any(|f| f == "unreachable"),
                braided: braided.contains(&h.index()),
            });
        }
        sheet.add_scenery(map);
        let corners = (0..sheet.cells.len()).flat_map(|i| sheet.corners(i));
        sheet.frame = Rect::around(corners).grown(9.0);
        sheet.add_ghosts();
        sheet.add_ghosts();
        sheet.find_slopes(map);
        sheet.find_spots(map);
        sheet
    }

    fn add(&mut self, cell: Cell) {
        let index = self.cells.len();
        self.at.insert(key(cell.centre), index);
        self.buckets.entry(bucket(cell.centre)).or_default().push(index);
        self.cells.push(cell);
    }

    fn add_scenery(&mut self, map: &Map) {
        for number in map.areas().iter().flat_map(|a| &a.missing) {
            let Some((x, y)) = map.centre_of_number(number) else {
                continue;
            };
            let centre = pt(x, y) * SIZE;
            if !self.at.contains_key(&key(centre)) {
                self.add(Cell {
                    centre,
                    number: number.clone(),
                    terrain: String::new(),
                    ground: Ground::Open,
                    level: 0,
                    kind: Kind::Scenery,
                    crop: None,
                    built: None,
                    scenery: true,
                    braided: false,
                });
            }
        }
    }

    /// One ring around what is there; each ghost is like the first cell found that touches it.
    fn add_ghosts(&mut self) {
        for i in 0..self.cells.len() {
            for d in 0..6 {
                let centre = self.cells[i].centre + self.steps[d];
                if !self.at.contains_key(&key(centre)) {
                    let like = self.cells[i].clone();
                    self.add(Cell { centre, number: String::new(), kind: Kind::Ghost, ..like });
                }
            }
        }
    }

    fn find_slopes(&mut self, map: &Map) {
        for side in map.sides() {
            let (a, b) = (side.a.index(), side.b.index());
            match map.side_names()[side.feature as usize].replace('_', "-").as_str() {
                "slope-up" => self.slopes.insert((a, b)),
                "slope-down" => self.slopes.insert((b, a)),
                _ => false,
            };
        }
    }

    /// Villages and towns of one name, or of none, that touch are one spot; every other place and
    /// every built hex is a spot of its own.
    fn find_spots(&mut self, map: &Map) {
        let mut named: BTreeMap<usize, (&str, &str)> = BTreeMap::new();
        let mut words = Vec::new();
        for place in map.places().iter().filter(|p| p.kind != "entry") {
            let cell = place.hex.index();
            let on_a_building = style::building(&self.cells[cell].terrain).is_some();
            let second =
                named.contains_key(&cell) || (on_a_building && style::building(&place.kind).is_none());
            if second {
                words.push((cell, place));
            } else {
                named.insert(cell, (&place.name, &place.kind));
            }
        }
        let built = |i: usize| -> Option<Building> {
            let by_terrain = style::building(&self.cells[i].terrain);
            let by_place = || named.get(&i).and_then(|p| style::building(p.1));
            let found = by_terrain.or_else(by_place).or(self.cells[i].built);
            match found {
                Some(Building::Town) if !self.detail => Some(Building::Dot),
                // a fortress with bastions of its own holds a town
                Some(Building::Fortress) if self.bastioned.contains(&i) => Some(Building::Town),
                other => other,
            }
        };
        let name_of = |i: usize| named.get(&i).map(|p| p.0);
        let mut seen = BTreeSet::new();
        let mut spots = Vec::new();
        for i in 0..map.len() {
            let building = built(i);
            if (building.is_none() && !named.contains_key(&i)) || !seen.insert(i) {
                continue;
            }
            let mut cells = vec![i];
            let mut name = name_of(i);
            let mut next = 0;
            let grows = matches!(building, Some(Building::Village | Building::Town));
            while grows && next < cells.len() {
                for n in self.around(cells[next]).into_iter().flatten() {
                    let fits = name.is_none() || name_of(n).is_none() || name_of(n) == name;
                    if n < map.len() && built(n) == building && fits && seen.insert(n) {
                        name = name.or(name_of(n));
                        cells.push(n);
                    }
                }
                next += 1;
            }
            let label = cells.iter().find_map(|c| named.get(c));
            spots.push(Spot {
                building,
                name: label.map(|p| p.0.into()),
                kind: label.map_or(self.cells[i].terrain.as_str(), |p| p.1).into(),
                cells,
            });
        }
        spots.extend(words.into_iter().map(|(cell, place)| Spot {
            building: None,
            cells: vec![cell],
            name: Some(place.name.clone()),
            kind: place.kind.clone(),
        }));
        self.spots = spots;
    }

    pub fn corners(&self, cell: usize) -> [Pt; 6] {
        self.corners_at(self.cells[cell].centre, SIZE)
    }

    pub fn corners_at(&self, centre: Pt, size: f64) -> [Pt; 6] {
        std::array::from_fn(|k| centre + Pt::polar(self.first_corner + k as f64 * FRAC_PI_3) * size)
    }

    pub fn neighbour(&self, cell: usize, dir: usize) -> Option<usize> {
        self.find(self.cells[cell].centre + self.steps[dir])
    }

    pub fn around(&self, cell: usize) -> [Option<usize>; 6] {
        std::array::from_fn(|d| self.neighbour(cell, d))
    }

    fn find(&self, centre: Pt) -> Option<usize> {
        self.at.get(&key(centre)).copied()
    }

    /// The cell that a point lies in.
    pub fn cell_at(&self, p: Pt) -> Option<usize> {
        let (bx, by) = bucket(p);
        let mut best: Option<(f64, usize)> = None;
        for x in bx - 1..=bx + 1 {
            for y in by - 1..=by + 1 {
                for &c in self.buckets.get(&(x, y)).into_iter().flatten() {
                    let d = (self.cells[c].centre - p).len();
                    if d <= SIZE && best.is_none_or(|(l, _)| d < l) {
                        best = Some((d, c));
                    }
                }
            }
        }
        best.map(|(_, c)| c)
    }

    pub fn at_edge(&self, cell: usize) -> bool {
        self.around(cell).into_iter().flatten().any(|n| self.cells[n].kind == Kind::Ghost)
    }

    /// Of the ghosts that touch a cell, the one that lies best in a direction.
    pub fn way_out(&self, cell: usize, dir: Pt) -> Option<Pt> {
        self.around(cell)
            .into_iter()
            .flatten()
            .filter(|&n| self.cells[n].kind == Kind::Ghost)
            .map(|n| self.cells[n].centre)
            .map(|c| ((c - self.cells[cell].centre).unit().dot(dir.unit()), c))
            .filter(|(fit, _)| *fit > 0.1)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, c)| c)
    }

    /// Closed loops of hexside midpoints around the cells that satisfy `of`, with the pair of cells
    /// (inside, outside) at each point. Loops run clockwise around what they hold.
    pub fn loops(&self, of: impl Fn(&Cell) -> bool) -> Vec<Vec<(Pt, usize, Option<usize>)>> {
        let mut next: BTreeMap<(i64, i64), (usize, usize)> = BTreeMap::new();
        let mut starts = Vec::new();
        for (i, cell) in self.cells.iter().enumerate() {
            if !of(cell) {
                continue;
            }
            let corners = self.corners(i);
            for (d, corner) in corners.iter().enumerate() {
                if self.neighbour(i, d).is_none_or(|n| !of(&self.cells[n])) {
                    next.insert(corner_key(*corner), (i, d));
                    starts.push(corner_key(*corner));
                }
            }
        }
        let mut out = Vec::new();
        for start in starts {
            let mut line = Vec::new();
            let mut now = start;
            while let Some((i, d)) = next.remove(&now) {
                let corners = self.corners(i);
                let (a, b) = (corners[d], corners[(d + 1) % 6]);
                line.push(((a + b) * 0.5, i, self.neighbour(i, d)));
                now = corner_key(b);
            }
            if line.len() >= 3 {
                out.push(line);
            }
        }
        out
    }

    /// The corners around some cells that hang together, clockwise.
    pub fn ring(&self, cells: &[usize]) -> Vec<Pt> {
        let within: BTreeSet<usize> = cells.iter().copied().collect();
        let mut next: BTreeMap<(i64, i64), (Pt, Pt)> = BTreeMap::new();
        for &cell in cells {
            let corners = self.corners(cell);
            for d in 0..6 {
                if self.neighbour(cell, d).is_none_or(|n| !within.contains(&n)) {
                    next.insert(corner_key(corners[d]), (corners[d], corners[(d + 1) % 6]));
                }
            }
        }
        let mut ring = Vec::new();
        let mut now = next.keys().next().copied();
        while let Some((from, to)) = now.and_then(|key| next.remove(&key)) {
            ring.push(from);
            now = Some(corner_key(to));
        }
        ring
    }

    /// Smooth outlines of the cells that satisfy `of`: rounded, with a little natural unrest.
    pub fn outlines(&self, of: impl Fn(&Cell) -> bool, unrest: f64, grow: f64) -> Vec<Vec<Pt>> {
        self.loops(of)
            .into_iter()
            .map(|line| {
                let points: Vec<Pt> = line
                    .iter()
                    .map(|(p, cell, _)| {
                        let out = (*p - self.cells[*cell].centre).unit();
                        *p + out * (grow + unrest * noise(*p, 47.0, 11))
                    })
                    .collect();
                relax_loop(&points, 2, SIZE * 0.3)
            })
            .collect()
    }
}

/// The named areas of a kind, with their hexes in the order of the map's file.
pub fn courses<'a>(map: &'a Map, kind: &'a str) -> impl Iterator<Item = (&'a str, Vec<usize>)> {
    let of_kind = map.areas().iter().filter(move |area| area.kind == kind);
    of_kind.map(|area| (area.id.as_str(), area.hexes.iter().map(|hex| hex.index()).collect()))
}

fn hexes_of(map: &Map, kind: &str) -> BTreeSet<usize> {
    courses(map, kind).flat_map(|(_, cells)| cells).collect()
}

/// Cells are found by their centre on a lattice a tenth of a hex wide.
fn key(p: Pt) -> (i64, i64) {
    let step = SIZE / 10.0;
    ((p.x / step).round() as i64, (p.y / step).round() as i64)
}

/// Coarse squares, for finding the cell of any point.
fn bucket(p: Pt) -> (i64, i64) {
    ((p.x / SIZE).floor() as i64, (p.y / SIZE).floor() as i64)
}

/// Corners of neighbouring hexes that are the same point get the same key.
pub fn corner_key(p: Pt) -> (i64, i64) {
    ((p.x / 3.0 + 0.21).round() as i64, (p.y / 3.0 + 0.21).round() as i64)
}
