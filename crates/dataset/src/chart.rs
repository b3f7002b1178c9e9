//! Charts, each declared once: what the rules look up in, with its checks and the labels of its rows and columns
//! ([`Grid`], [`Scale`], [`values!`](crate::values)), and how it is shown and which of its numbers can be turned ([`Declared`]).

use crate::sheet::{Column, id_words, number};
use crate::{Node, Reader, Sheet, SheetCell, Sheets};
use serde::Serialize;
use std::ops::{Deref, RangeInclusive};

/// A number that stands for "or more" in the files, its opposite for "or less".
pub const OR_MORE: i32 = 99;

/// The label of the row for a number between two ends, at which the rows stop.
pub fn row_between(number: i32, low: i32, high: i32) -> String {
    if number <= low {
        format!("{low} or less")
    } else if number >= high {
        format!("{high} or more")
    } else {
        number.to_string()
    }
}

/// The label of a row from a number to another, where [`OR_MORE`] and beyond mean that it has no end.
pub fn row_from(min: i32, max: i32) -> String {
    if min <= -OR_MORE {
        format!("{max} or less")
    } else if max >= OR_MORE {
        format!("{min} or more")
    } else if min == max {
        min.to_string()
    } else {
        format!("{min} to {max}")
    }
}

/// The columns of a grid: read and checked, each with its label.
pub trait Columns {
    fn read(r: &mut Reader, table: &str) -> Self;
    fn count(&self) -> usize;
    fn label(&self, column: usize) -> String;
}

/// Columns with the least strength of each; the first holds for all below it.
#[derive(Clone, Debug, Serialize)]
pub struct ByStrength {
    #[serde(rename = "column_names")]
    pub names: Vec<String>,
    #[serde(rename = "column_min_sp")]
    pub least: Vec<u8>,
}

impl ByStrength {
    pub fn of(&self, strength: u8) -> u8 {
        self.least.iter().rposition(|least| strength >= *least).unwrap_or(0) as u8
    }
}

impl Columns for ByStrength {
    fn read(r: &mut Reader, table: &str) -> ByStrength {
        let (names, least) = r.columns(table);
        ByStrength { names, least }
    }

    fn count(&self) -> usize {
        self.names.len()
    }

    fn label(&self, column: usize) -> String {
        self.names[column].clone()
    }
}

/// Columns by the ratio of two strengths, which is at least so much to so much; the first holds for all below it.
#[derive(Clone, Debug, Serialize)]
pub struct ByRatio {
    #[serde(rename = "column_names")]
    pub names: Vec<String>,
    pub ratios: Vec<(u8, u8)>,
}

impl ByRatio {
    pub fn of(&self, strengths: [u8; 2]) -> u8 {
        let [first, second] = strengths.map(u16::from);
        let reaches = |(num, den): &(u8, u8)| first * u16::from(*den) >= second * u16::from(*num);
        self.ratios.iter().rposition(reaches).unwrap_or(0) as u8
    }
}

impl Columns for ByRatio {
    fn read(r: &mut Reader, table: &str) -> ByRatio {
        let names: Vec<String> = r.get(&format!("{table}.columns"));
        let path = format!("{table}.ratios");
        let ratios: Vec<(u8, u8)> = r.get(&path);
        if ratios.len() != names.len() {
            r.problem(&path, "one ratio for each column is needed");
        }
        let product = |a: u8, b: u8| u16::from(a) * u16::from(b);
        let rises = |pair: &[(u8, u8)]| product(pair[0].0, pair[1].1) < product(pair[1].0, pair[0].1);
        if ratios.iter().any(|(num, den)| *num == 0 || *den == 0) || !ratios.windows(2).all(rises) {
            r.problem(&path, "the ratios are two numbers above 0 each and must ascend");
        }
        ByRatio { names, ratios }
    }

    fn count(&self) -> usize {
        self.names.len()
    }

    fn label(&self, column: usize) -> String {
        self.names[column].clone()
    }
}

/// Columns by the difference of two Cohesion Values, one by one; both ends hold for all beyond them.
#[derive(Clone, Debug, Serialize)]
pub struct ByDifference {
    #[serde(rename = "first_difference")]
    pub first: i8,
    #[serde(skip)]
    count: usize,
}

impl ByDifference {
    pub fn of(&self, difference: i8) -> u8 {
        (difference - self.first).clamp(0, self.count as i8 - 1) as u8
    }
}

impl Columns for ByDifference {
    fn read(r: &mut Reader, table: &str) -> ByDifference {
        let path = format!("{table}.columns_ccv_difference");
        let differences: Vec<i8> = r.get(&path);
        if differences.windows(2).any(|pair| pair[1] != pair[0] + 1) {
            r.problem(&path, "the differences must rise one by one");
        }
        ByDifference { first: differences.first().copied().unwrap_or(0), count: differences.len() }
    }

    fn count(&self) -> usize {
        self.count
    }

    fn label(&self, column: usize) -> String {
        match i32::from(self.first) + column as i32 {
            difference if column == 0 => format!("{difference:+} or less"),
            difference if column + 1 == self.count => format!("{difference:+} or more"),
            0 => "0".to_owned(),
            difference => format!("{difference:+}"),
        }
    }
}

/// A table of results: a row for each roll, and those at both ends for all beyond them.
#[derive(Clone, Debug, Serialize)]
pub struct Grid<C, X> {
    #[serde(skip)]
    id: &'static str,
    #[serde(flatten)]
    pub columns: C,
    pub row_low: i8,
    /// `rows[roll - row_low][column]`
    pub rows: Vec<Vec<X>>,
}

impl<C: Columns, X: Copy> Grid<C, X> {
    /// The table `id` of a tree, whose rows follow each other without a hole and have a cell for each column.
    pub fn read(r: &mut Reader, id: &'static str, cell: impl Fn(&mut Reader) -> X) -> Grid<C, X> {
        let columns = C::read(r, id);
        let (row_low, nodes) = r.rolls(id);
        let mut rows = Vec::new();
        for node in nodes {
            let mut row = r.of(node);
            let cells = row.cells(columns.count());
            rows.push(cells.into_iter().map(|node| cell(&mut row.of(node))).collect());
        }
        Grid { id, columns, row_low, rows }
    }

    /// The row for a modified roll.
    pub fn row(&self, roll: i8) -> u8 {
        (roll - self.row_low).clamp(0, self.rows.len() as i8 - 1) as u8
    }

    /// The column after a shift, which never leads out of the table.
    pub fn column(&self, shifted: i8) -> u8 {
        shifted.clamp(0, self.columns.count() as i8 - 1) as u8
    }

    pub fn cell(&self, roll: i8, column: u8) -> X {
        self.rows[self.row(roll) as usize][column as usize]
    }

    /// The chart, the row and the column that decide.
    pub fn lookup(&self, roll: i32, column: u8) -> [String; 3] {
        [self.id.to_owned(), self.row_label(roll), self.columns.label(column.into())]
    }
}

/// The labels of a grid.
pub trait Labels {
    fn column_labels(&self) -> Vec<String>;
    fn row_label(&self, roll: i32) -> String;
}

impl<C: Columns, X> Labels for Grid<C, X> {
    fn column_labels(&self) -> Vec<String> {
        (0..self.columns.count()).map(|column| self.columns.label(column)).collect()
    }

    fn row_label(&self, roll: i32) -> String {
        let low = i32::from(self.row_low);
        row_between(roll, low, low + self.rows.len() as i32 - 1)
    }
}

/// Values by a number that counts from the first; those at both ends hold for all beyond them.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Scale<X> {
    #[serde(skip)]
    id: &'static str,
    #[serde(skip)]
    column: &'static str,
    #[serde(skip)]
    first: i32,
    /// Of a number between two ends.
    #[serde(skip)]
    label: fn(i32, i32, i32) -> String,
    values: Vec<X>,
}

impl<X: Copy> Scale<X> {
    /// Rows from `first` on, those at the ends with the labels of [`row_between`].
    pub fn new(id: &'static str, column: &'static str, first: i32, values: Vec<X>) -> Scale<X> {
        Scale { id, column, first, label: row_between, values }
    }

    /// The same where nothing lies beyond the ends, and the labels are the numbers alone.
    pub fn closed(self) -> Scale<X> {
        Scale { label: |number, low, high| number.clamp(low, high).to_string(), ..self }
    }

    /// The numbers that have a value of their own.
    pub fn numbers(&self) -> RangeInclusive<i32> {
        self.first..=self.first + self.values.len() as i32 - 1
    }

    pub fn at(&self, number: i32) -> X {
        self.values[(number - self.first).clamp(0, self.values.len() as i32 - 1) as usize]
    }

    pub fn row_label(&self, number: i32) -> String {
        (self.label)(number, *self.numbers().start(), *self.numbers().end())
    }

    /// The chart, the row and the column that decide.
    pub fn lookup(&self, number: i32) -> [String; 3] {
        [self.id, &self.row_label(number), self.column].map(str::to_owned)
    }
}

impl<X> Deref for Scale<X> {
    type Target = [X];

    fn deref(&self) -> &[X] {
        &self.values
    }
}

/// Values of a tree, each declared once: a structure, and `read`, which fills it. A field is read from the key of its
/// name (in the table, if one is named), or by the call behind it: a method of [`Reader`].
#[macro_export]
macro_rules! values {
    (
        $(#[$meta:meta])*
        pub struct $name:ident $(in $table:literal $(.. $last:literal)? $(, $default:ident($($limit:expr),*))?)? {
            $($(#[$about:meta])* pub $field:ident: $type:ty $(= $method:ident($($argument:expr),* $(,)?))?,)*
        }
    ) => {
        $(#[$meta])*
        pub struct $name {
            $($(#[$about])* pub $field: $type,)*
        }

        impl $name {
            $(
                /// Where the values stand.
                pub const TABLE: &str = $table;
            )?

            pub fn read(r: &mut $crate::Reader) -> $name {
                $crate::values!(@all r $name [$($table $(.. $last)? $(, $default($($limit),*))?)?]
                    $($field $($method($($argument),*))?,)*)
            }
        }
    };
    (@all $r:ident $name:ident $from:tt $($field:ident $($method:ident $arguments:tt)?,)*) => {
        $name { $($field: $crate::values!(@one $r $from $field $($method $arguments)?),)* }
    };
    (@one $r:ident $from:tt $field:ident $method:ident($($argument:expr),*)) => { $r.$method($($argument),*) };
    (@one $r:ident [] $field:ident) => { $r.get(stringify!($field)) };
    (@one $r:ident [$table:literal] $field:ident) => { $r.get(concat!($table, ".", stringify!($field))) };
    (@one $r:ident [$table:literal .. $last:literal] $field:ident) => {
        $r.get(concat!($table, ".", stringify!($field), ".", $last))
    };
    (@one $r:ident [$table:literal, $default:ident($($limit:expr),*)] $field:ident) => {
        $r.$default(concat!($table, ".", stringify!($field)), $($limit),*)
    };
}

/// What the rows of a chart are made of.
enum Shape<M> {
    /// A grid, and how a cell is shown.
    Grid(fn(&M) -> &dyn Labels, fn(&Node) -> SheetCell),
    /// A row for each single value of the table, under a heading; with signs or without.
    Values(&'static str, bool),
    /// A row for each of a list.
    Rows(fn(&Node) -> String, &'static [Column]),
    /// A roll that does something up to a number and something else above it.
    Faces { rows: Vec<String>, first: i32, up_to: fn(&M) -> u8, words: [&'static str; 2] },
    /// Whatever [`Declared::then`] adds below these headings.
    Made(&'static [&'static str]),
}

/// A chart of a game: how it is called, shown and turned. `M` is what the rules look up in, `R` a rule.
pub struct Declared<M, R> {
    id: &'static str,
    title: &'static str,
    rule: R,
    corner: &'static str,
    /// The word for its file, "" for the one that most charts stand in.
    file: &'static str,
    /// Where its values stand.
    path: &'static str,
    shape: Shape<M>,
    then: fn(&M, &mut Sheets<R>),
    /// Are the numbers that carry a sign modifiers, which can be turned?
    signed: bool,
    /// Further values below its path that can be turned.
    knobs: &'static [&'static str],
}

impl<M, R: Copy> Declared<M, R> {
    fn new(id: &'static str, title: &'static str, rule: R, shape: Shape<M>) -> Declared<M, R> {
        let (then, knobs): (fn(&M, &mut Sheets<R>), &[_]) = (|_, _| {}, &[]);
        Declared { id, title, rule, corner: "", file: "", path: id, shape, then, signed: true, knobs }
    }

    /// A table of results by the roll.
    pub fn grid(id: &'static str, title: &'static str, rule: R, labels: fn(&M) -> &dyn Labels) -> Self {
        Self::new(id, title, rule, Shape::Grid(labels, |node| SheetCell::of(node, false)))
    }

    /// The same with cells that are shown otherwise.
    pub fn cells(mut self, show: fn(&Node) -> SheetCell) -> Self {
        if let Shape::Grid(_, cell) = &mut self.shape {
            *cell = show;
        }
        self
    }

    /// Single values.
    pub fn values(id: &'static str, title: &'static str, rule: R) -> Self {
        Self::new(id, title, rule, Shape::Values("value", false))
    }

    /// Modifiers: values that carry a sign.
    pub fn modifiers(id: &'static str, title: &'static str, rule: R, column: &'static str) -> Self {
        Self::new(id, title, rule, Shape::Values(column, true))
    }

    /// A list of rows, each with its label and the values of the columns.
    pub fn rows(
        id: &'static str,
        title: &'static str,
        rule: R,
        label: fn(&Node) -> String,
        columns: &'static [Column],
    ) -> Self {
        Self::new(id, title, rule, Shape::Rows(label, columns))
    }

    /// A roll on rows from `first` on that does the one up to a number and the other above it.
    pub fn faces(
        id: &'static str,
        title: &'static str,
        rule: R,
        (first, rows): (i32, Vec<String>),
        up_to: fn(&M) -> u8,
        words: [&'static str; 2],
    ) -> Self {
        Self::new(id, title, rule, Shape::Faces { rows, first, up_to, words })
    }

    /// The Terrain Effects Chart, from the lists `hex` and `hexside` and the table `road` of the file `terrain`, each with its rule and its columns;
    /// what roads are listed by, and what is said of them.
    pub fn ground(
        [hexes, sides, roads]: [R; 3],
        [hex, side]: [&'static [Column]; 2],
        [corner, heading]: [&'static str; 2],
    ) -> [Self; 3] {
        let rows = |id, title, rule, list, columns| {
            Self::rows(id, title, rule, id_words, columns).at(list).corner(list)
        };
        [
            rows("terrain", "Terrain Effects Chart: hexes", hexes, "hex", hex).file("terrain"),
            rows("hexsides", "Terrain Effects Chart: hexsides", sides, "hexside", side).file("terrain"),
            Self::values("roads", "Terrain Effects Chart: roads", roads)
                .file("terrain")
                .at("road")
                .corner(corner)
                .heading(heading),
        ]
    }

    /// A chart whose rows [`then`](Declared::then) adds.
    pub fn made(id: &'static str, title: &'static str, rule: R, columns: &'static [&'static str]) -> Self {
        Self::new(id, title, rule, Shape::Made(columns))
    }

    /// What the rows are.
    pub fn corner(self, corner: &'static str) -> Self {
        Declared { corner, ..self }
    }

    /// Its values stand elsewhere than in the table of its id; `{game}` is the game.
    pub fn at(self, path: &'static str) -> Self {
        Declared { path, ..self }
    }

    /// They stand in another file.
    pub fn file(self, file: &'static str) -> Self {
        Declared { file, ..self }
    }

    /// What is added to it at the end.
    pub fn then(self, then: fn(&M, &mut Sheets<R>)) -> Self {
        Declared { then, ..self }
    }

    /// Values below its path can be turned (`*` is any one step), besides the numbers that carry a sign.
    pub fn turned(self, knobs: &'static [&'static str]) -> Self {
        Declared { knobs, ..self }
    }

    /// Its signed numbers are not turned.
    pub fn fixed(self) -> Self {
        Declared { signed: false, ..self }
    }

    /// The heading of single values.
    pub fn heading(mut self, heading: &'static str) -> Self {
        if let Shape::Values(column, _) = &mut self.shape {
            *column = heading;
        }
        self
    }

    /// The paths of the values that can be turned; `*` stands for any one step.
    pub fn knobs(&self) -> Vec<String> {
        let signed: Vec<String> = match &self.shape {
            _ if !self.signed => Vec::new(),
            Shape::Values(_, true) => vec!["*".to_owned()],
            Shape::Rows(_, columns) => {
                columns.iter().filter(|column| column.2).map(|column| format!("*.{}", column.0)).collect()
            }
            _ => Vec::new(),
        };
        let dot = if self.file.is_empty() { "" } else { "." };
        let below = signed.iter().map(String::as_str).chain(self.knobs.iter().copied());
        below.map(|knob| format!("{}{dot}{}.{knob}", self.file, self.path)).collect()
    }

    fn show(&self, model: &M, sheets: &mut Sheets<R>) {
        let path = &self.path.replace("{game}", sheets.game);
        let (id, title, rule, corner) = (self.id, self.title, self.rule, self.corner);
        match &self.shape {
            Shape::Grid(labels, cell) => {
                let labels = labels(model);
                let columns = labels.column_labels();
                let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
                sheets.add(id, title, rule, corner, &columns);
                sheets.rolls(path, |roll| labels.row_label(roll), cell);
            }
            Shape::Values(column, signed) => {
                sheets.listing_as(id, path, title, rule, column, *signed);
                if let Some(sheet) = sheets.last() {
                    sheet.corner = corner.to_owned();
                }
            }
            Shape::Rows(label, columns) => {
                let labels: Vec<&str> = columns.iter().map(|column| column.1).collect();
                sheets.add(id, title, rule, corner, &labels);
                sheets.rows(path, label, columns);
            }
            Shape::Faces { rows, first, up_to, words } => {
                sheets.add(id, title, rule, corner, &["result"]);
                let source = sheets.source(path);
                for (face, row) in (*first..).zip(rows) {
                    let word = if face <= i32::from(up_to(model)) { words[0] } else { words[1] };
                    sheets.row(row.as_str(), vec![SheetCell::new(word, source)]);
                }
            }
            Shape::Made(columns) => sheets.add(id, title, rule, corner, columns),
        }
        (self.then)(model, sheets);
    }

    /// The charts of a game as people read them, from the trees of its files by their words.
    pub fn shown(list: &[Self], game: &str, trees: &[(&str, &Node)], model: &M) -> Vec<Sheet<R>> {
        let mut shown = Vec::new();
        for declared in list {
            if let Some((_, tree)) = trees.iter().find(|(word, _)| *word == declared.file) {
                let mut sheets = Sheets::new(game, tree);
                declared.show(model, &mut sheets);
                shown.append(&mut sheets.list);
            }
        }
        shown
    }
}

/// The label of a row that holds from one number to another.
pub fn span_label(node: &Node, min: &str, max: &str) -> String {
    row_from(number(node, min), number(node, max))
}
