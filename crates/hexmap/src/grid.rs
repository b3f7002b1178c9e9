//! The grid of a sheet (`grid.toml`): which numbers it has and where on the sheet they stand.

use crate::geometry::Orientation;
use dataset::{Node, Problem};
use hexx::{DoubledHexMode, Hex as Axial};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What comes first in a hex number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NumberOrder {
    /// Two digits of the column, two of the row.
    #[serde(rename = "CCRR")]
    ColumnRow,
    /// Two digits of the row, two of the column.
    #[serde(rename = "RRCC")]
    RowColumn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Compass {
    North,
    East,
    South,
    West,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Parity {
    Odd,
    Even,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SheetSide {
    Up,
    Right,
    Down,
    Left,
}

impl SheetSide {
    const fn step(self) -> (i32, i32) {
        match self {
            SheetSide::Up => (0, -1),
            SheetSide::Right => (1, 0),
            SheetSide::Down => (0, 1),
            SheetSide::Left => (-1, 0),
        }
    }
}

/// The neighbours as `grid.toml` spells them out: offsets of (column, row).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Neighbours {
    /// Compass names of the six directions, from [`Dir`](crate::Dir) 0 on.
    pub order: [String; 6],
    pub odd: [[i32; 2]; 6],
    pub even: [[i32; 2]; 6],
}

/// A hex whose centre is known on the globe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reference {
    pub hex: String,
    pub lat: f64,
    pub lon: f64,
}

/// The keys of `grid.toml`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Grid {
    pub game: String,
    pub orientation: Orientation,
    pub number: NumberOrder,
    /// First and last.
    pub columns: [i32; 2],
    pub rows: [i32; 2],
    /// The rows of the shifted columns of a flat-top sheet, where they differ.
    pub rows_shifted: Option<[i32; 2]>,
    pub columns_grow: Compass,
    pub rows_grow: Compass,
    /// Which columns (flat-top) or rows (pointy-top) lie half a hex further.
    pub shifted: Parity,
    /// Where they are shifted to.
    pub shift: SheetSide,
    /// Metres between opposite sides of a hex.
    pub hex_m: f64,
    /// From the compass to the sheet, counter-clockwise.
    pub rotation_deg: f64,
    /// Lowest and highest.
    pub levels: [i8; 2],
    /// `level_0`, `level_1` ... in words.
    #[serde(default)]
    pub level_names: BTreeMap<String, String>,
    /// How many `hexes.csv` must list.
    pub hexes: Option<usize>,
    pub neighbours: Option<Neighbours>,
    #[serde(default)]
    pub reference: Vec<Reference>,
    /// Sheet position of the upper left corner of the box around all hexes, and its size.
    #[serde(skip)]
    origin: (f64, f64),
    #[serde(skip)]
    size: (f64, f64),
}

impl Grid {
    /// Reads and checks the file.
    pub(crate) fn read(tree: &Node) -> Result<Grid, Vec<Problem>> {
        let mut grid: Grid = tree.read().map_err(|p| vec![p])?;
        let problems = grid.problems(tree);
        if !problems.is_empty() {
            return Err(problems);
        }
        grid.measure();
        Ok(grid)
    }

    /// Is there a hex of this number, whether or not the map has it?
    pub fn contains(&self, number: &str) -> bool {
        self.position(number).is_some()
    }

    /// Column and row of a number of the grid.
    pub fn position(&self, number: &str) -> Option<(i32, i32)> {
        let bytes: [u8; 4] = number.as_bytes().try_into().ok()?;
        if !bytes.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let pair = |i: usize| i32::from(bytes[i] - b'0') * 10 + i32::from(bytes[i + 1] - b'0');
        let (column, row) = match self.number {
            NumberOrder::ColumnRow => (pair(0), pair(2)),
            NumberOrder::RowColumn => (pair(2), pair(0)),
        };
        self.has(column, row).then_some((column, row))
    }

    /// The number of a column and row.
    pub fn number(&self, column: i32, row: i32) -> String {
        match self.number {
            NumberOrder::ColumnRow => format!("{column:02}{row:02}"),
            NumberOrder::RowColumn => format!("{row:02}{column:02}"),
        }
    }

    /// Width and height of the sheet, for hexes of circumradius 1.
    pub fn size(&self) -> (f64, f64) {
        self.size
    }

    /// The level that a name or a number means.
    pub(crate) fn level(&self, text: &str) -> Option<i8> {
        let [lowest, highest] = self.levels;
        let named = self
            .level_names
            .iter()
            .find(|(_, name)| *name == text)
            .and_then(|(key, _)| key.strip_prefix("level_"));
        let level = named.unwrap_or(text).parse().ok()?;
        (lowest..=highest).contains(&level).then_some(level)
    }

    pub(crate) fn has(&self, column: i32, row: i32) -> bool {
        let within = |[first, last]: [i32; 2], n: i32| first <= n && n <= last;
        let rows = match self.rows_shifted {
            Some(rows) if self.orientation == Orientation::FlatTop && self.is_shifted(column) => rows,
            _ => self.rows,
        };
        within(self.columns, column) && within(rows, row)
    }

    /// The axial coordinates of a column and row, by their position on the sheet.
    pub(crate) fn axial(&self, column: i32, row: i32) -> Axial {
        let right = self.growth(self.columns_grow).step().0;
        let down = self.growth(self.rows_grow).step().1;
        let (x, y) = (column * right, row * down);
        // Doubled coordinates: along the line that is shifted a hex counts 2, and half a hex 1.
        // The other coordinate must then be odd on the shifted lines.
        let odd = i32::from(self.shifted == Parity::Even);
        match self.orientation {
            Orientation::FlatTop => {
                let half = i32::from(self.is_shifted(column)) * self.shift.step().1;
                let doubled = [x + odd, 2 * y + half];
                Axial::from_doubled_coordinates(doubled, DoubledHexMode::DoubledHeight)
            }
            Orientation::PointyTop => {
                let half = i32::from(self.is_shifted(row)) * self.shift.step().0;
                let doubled = [2 * x + half, y + odd];
                Axial::from_doubled_coordinates(doubled, DoubledHexMode::DoubledWidth)
            }
        }
    }

    /// The centre of a hex on the sheet, whose upper left corner is (0, 0).
    pub(crate) fn centre(&self, at: Axial) -> (f64, f64) {
        let (x, y) = self.orientation.centre(at);
        (x - self.origin.0, y - self.origin.1)
    }

    /// All columns and rows of the grid.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (i32, i32)> {
        let rows = self.rows_shifted.unwrap_or(self.rows);
        let rows = self.rows[0].min(rows[0])..=self.rows[1].max(rows[1]);
        (self.columns[0]..=self.columns[1])
            .flat_map(move |column| rows.clone().map(move |row| (column, row)))
            .filter(|(column, row)| self.has(*column, *row))
    }

    fn is_shifted(&self, line: i32) -> bool {
        (line % 2 == 1) == (self.shifted == Parity::Odd)
    }

    /// The side of the sheet towards which a compass direction points.
    fn growth(&self, towards: Compass) -> SheetSide {
        let compass = match towards {
            Compass::East => 0.0,
            Compass::North => 90.0,
            Compass::West => 180.0,
            Compass::South => 270.0,
        };
        match (((compass + self.rotation_deg) / 90.0).round() as i32).rem_euclid(4) {
            0 => SheetSide::Right,
            1 => SheetSide::Up,
            2 => SheetSide::Left,
            _ => SheetSide::Down,
        }
    }

    fn measure(&mut self) {
        let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        for (column, row) in self.positions() {
            let centre = self.orientation.centre(self.axial(column, row));
            for (x, y) in self.orientation.corners(centre) {
                low = (low.0.min(x), low.1.min(y));
                high = (high.0.max(x), high.1.max(y));
            }
        }
        self.origin = low;
        self.size = (high.0 - low.0, high.1 - low.1);
    }

    fn problems(&self, tree: &Node) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut report = |key: &str, message: String| {
            problems.push(tree.at(key).unwrap_or(tree).problem(message));
        };
        let ranges =
            [("columns", Some(self.columns)), ("rows", Some(self.rows)), ("rows_shifted", self.rows_shifted)];
        for (key, range) in ranges {
            let Some([first, last]) = range else {
                continue;
            };
            if first < 0 || last > 99 || first > last {
                report(key, format!("{key}: {first} to {last} is not a range within 0 to 99"));
            }
        }
        if self.levels[0] > self.levels[1] {
            report("levels", "levels: the lowest comes first".to_owned());
        }
        if self.hex_m <= 0.0 {
            report("hex_m", "hex_m: a hex has a size above 0".to_owned());
        }
        if self.growth(self.columns_grow).step().0 == 0 {
            report(
                "columns_grow",
                "columns_grow: with this rotation columns would grow up or down the sheet".to_owned(),
            );
        }
        if self.growth(self.rows_grow).step().1 == 0 {
            report("rows_grow", "rows_grow: with this rotation rows would grow across the sheet".to_owned());
        }
        let across = self.shift.step().0 != 0;
        match self.orientation {
            Orientation::FlatTop if across => {
                report("shift", "shift: columns of a flat-top sheet are shifted up or down".to_owned())
            }
            Orientation::PointyTop if !across => {
                report("shift", "shift: rows of a pointy-top sheet are shifted left or right".to_owned())
            }
            _ => {}
        }
        if self.orientation == Orientation::PointyTop
            && self.rows_shifted.is_some_and(|rows| rows != self.rows)
        {
            report(
                "rows_shifted",
                "rows_shifted: a pointy-top sheet has the same rows in all columns".to_owned(),
            );
        }
        if problems.is_empty() {
            problems.extend(self.neighbour_problems(tree));
        }
        problems
    }

    /// The neighbours that the file spells out must be those that its other keys give.
    fn neighbour_problems(&self, tree: &Node) -> Vec<Problem> {
        let Some(neighbours) = &self.neighbours else {
            return Vec::new();
        };
        let mut problems = Vec::new();
        for (parity, key, offsets) in
            [(1, "neighbours.odd", neighbours.odd), (0, "neighbours.even", neighbours.even)]
        {
            // Far from 0, so that no sum becomes negative.
            let (column, row) = (50 + parity, 50 + parity);
            let at = self.axial(column, row);
            for (d, [columns, rows]) in offsets.into_iter().enumerate() {
                if self.axial(column + columns, row + rows) != at + self.orientation.steps()[d] {
                    let name = self.orientation.dir_names()[d];
                    let message =
                        format!("{key}: [{columns}, {rows}] is not the neighbour {name} of the sheet");
                    problems.push(tree.at(key).unwrap_or(tree).problem(message));
                }
            }
        }
        problems
    }
}
