//! Reads values of a tree by their path and puts what is wrong aside, so that one run finds all of
//! it. What could not be read gets a default that nobody sees, since a problem was noted.

use crate::{Node, Problem, Value};
use serde::de::DeserializeOwned;

/// No cost in the files comes near this many points.
const MOST_POINTS: f64 = 20.0;

pub struct Reader<'n, 'p> {
    pub node: &'n Node,
    problems: &'p mut Vec<Problem>,
}

impl<'n, 'p> Reader<'n, 'p> {
    pub fn new(node: &'n Node, problems: &'p mut Vec<Problem>) -> Reader<'n, 'p> {
        Reader { node, problems }
    }

    /// The value at a path.
    pub fn get<T: DeserializeOwned + Default>(&mut self, path: &str) -> T {
        let Some(node) = self.node.at(path) else {
            self.problem(path, format!("`{path}` is missing"));
            return T::default();
        };
        node.read().unwrap_or_else(|mut problem: Problem| {
            problem.message = format!("{path}: {}", problem.message);
            self.problems.push(problem);
            T::default()
        })
    }

    /// The value at a path, or `absent` where there is none.
    pub fn get_or<T: DeserializeOwned + Default>(&mut self, path: &str, absent: T) -> T {
        if self.node.at(path).is_some() { self.get(path) } else { absent }
    }

    /// A value within limits.
    pub fn within<T>(&mut self, path: &str, low: T, high: T) -> T
    where
        T: DeserializeOwned + Default + PartialOrd + std::fmt::Display,
    {
        let noted = self.problems.len();
        let value: T = self.get(path);
        if self.problems.len() == noted && (value < low || value > high) {
            self.problem(path, format!("{path}: {value} is not between {low} and {high}"));
        }
        value
    }

    /// One of the words.
    pub fn word(&mut self, path: &str, words: &[&str]) -> String {
        let noted = self.problems.len();
        let value: String = self.get(path);
        if self.problems.len() == noted && !words.contains(&value.as_str()) {
            self.problem(path, format!("{path}: `{value}` is none of {}", words.join(", ")));
        }
        value
    }

    /// The side that the value at a path names; `find` knows their ids.
    pub fn side(&mut self, path: &str, find: impl Fn(&str) -> Option<u8>) -> u8 {
        let id: String = self.get(path);
        find(&id).unwrap_or_else(|| {
            self.problem(path, format!("unknown side `{id}`"));
            0
        })
    }

    /// What is read from a path; None where "no" stands there.
    pub fn unless_no<T>(&mut self, path: &str, read: impl FnOnce(&mut Self, &str) -> T) -> Option<T> {
        match self.node.at(path).map(|node| &node.value) {
            Some(Value::Text(text)) if text == "no" => None,
            _ => Some(read(self, path)),
        }
    }

    /// What steps cost by class, in parts of a point ([`parts`](Reader::parts)): the paths of the classes, "no" where one may not go.
    pub fn costs<const N: usize>(&mut self, classes: [&str; N], per_point: u8) -> [Option<u8>; N] {
        classes.map(|class| self.unless_no(class, |r, path| r.parts(path, per_point)))
    }

    /// Movement points, counted in parts of one: `per_point` is 2 for halves, 4 for quarters.
    pub fn parts(&mut self, path: &str, per_point: u8) -> u8 {
        let points: f64 = self.get(path);
        let parts = points * f64::from(per_point);
        if parts.fract() != 0.0 || !(0.0..=MOST_POINTS).contains(&points) {
            let word = match per_point {
                2 => "halves",
                4 => "quarters",
                _ => "parts of a point",
            };
            self.problem(path, format!("{path}: {points} is not a number of {word} up to {MOST_POINTS}"));
            return 0;
        }
        parts as u8
    }

    /// The items of a list at a path; an empty list is a problem.
    pub fn rows(&mut self, path: &str) -> Vec<&'n Node> {
        let node: &'n Node = self.node;
        let rows = node.at(path).map_or(Vec::new(), Node::items);
        if rows.is_empty() {
            self.problem(path, format!("`{path}` has no rows"));
        }
        rows
    }

    /// A list that has a row for one id only.
    pub fn each_once(&mut self, list: &str) {
        let node: &'n Node = self.node;
        let rows = node.at(list).map_or(Vec::new(), Node::items);
        for (i, row) in rows.iter().enumerate() {
            let id = row.text("id");
            if rows[..i].iter().any(|other| other.text("id") == id) {
                self.of(row).problem("", format!("`{}` has a row already", id.unwrap_or_default()));
            }
        }
    }

    /// The rows of a list that hold from one number to another, by the keys of the two: they must follow each other upwards
    /// without a gap or an overlap from `lowest` on, which an `open` list may begin below.
    pub fn spans(
        &mut self,
        list: &str,
        keys: [&str; 2],
        lowest: i32,
        open: bool,
    ) -> Vec<(i32, i32, &'n Node)> {
        let mut spans: Vec<(i32, i32, &'n Node)> = Vec::new();
        for node in self.rows(list) {
            let mut row = self.of(node);
            let [min, max]: [i32; 2] = keys.map(|key| row.get(key));
            let next = spans.last().map(|last| last.1.saturating_add(1)).or((!open).then_some(lowest));
            match next {
                None if min > lowest => row.problem(keys[0], format!("no row for {lowest}")),
                Some(next) if min > next => row.problem(keys[0], format!("a gap: no row for {next}")),
                Some(next) if min < next => {
                    row.problem(keys[0], format!("an overlap: {min} has a row already"));
                }
                _ => {}
            }
            if max < min {
                row.problem(keys[1], format!("the row ends at {max} before it begins at {min}"));
            }
            spans.push((min, max, node));
        }
        spans
    }

    /// What is read from several places.
    pub fn make<T>(&mut self, read: impl Fn(&mut Reader) -> T) -> T {
        read(self)
    }

    /// What is filled in later, from other files.
    pub fn later<T: Default>(&self) -> T {
        T::default()
    }

    /// The first roll and the rows of a table of results, which must go from `row_low` to `row_high` one
    /// by one.
    pub fn rolls(&mut self, table: &str) -> (i8, Vec<&'n Node>) {
        let low: i8 = self.within(&format!("{table}.row_low"), -9, 9);
        let high: i8 = self.within(&format!("{table}.row_high"), low, 30);
        let rows = self.rows(&format!("{table}.rows"));
        let mut expected = low;
        for node in &rows {
            let mut row = self.of(node);
            let roll: i8 = row.get("roll");
            if roll != expected {
                row.problem("roll", format!("the row for {expected} is missing: {roll} comes here"));
            }
            expected = roll.saturating_add(1);
        }
        if let Some(last) = rows.last()
            && expected != high.saturating_add(1)
        {
            let message = format!("the rows end at {}, not at {high}", expected.saturating_sub(1));
            self.of(last).problem("roll", message);
        }
        (low, rows)
    }

    /// The names of the columns of a table and the least strength of each, which must begin with 1 and
    /// ascend.
    pub fn columns(&mut self, table: &str) -> (Vec<String>, Vec<u8>) {
        let names: Vec<String> = self.get(&format!("{table}.columns"));
        let path = format!("{table}.column_min_sp");
        let least: Vec<u8> = self.get(&path);
        if least.len() != names.len() {
            self.problem(&path, "one number for each column is needed");
        }
        let ascending = least.windows(2).all(|pair| pair[0] < pair[1]);
        if least.first() != Some(&1) || !ascending {
            self.problem(&path, "the numbers must begin with 1 and ascend");
        }
        (names, least)
    }

    /// The cells of a row of a table, as many as it has columns.
    pub fn cells(&mut self, columns: usize) -> Vec<&'n Node> {
        let cells = self.rows("cells");
        if cells.len() != columns {
            self.problem("cells", format!("{} cells for {columns} columns", cells.len()));
        }
        cells
    }

    /// A reader of one of the rows.
    pub fn of<'m>(&mut self, node: &'m Node) -> Reader<'m, '_> {
        Reader { node, problems: self.problems }
    }

    /// Something wrong at a path: on its line, or on that of the nearest table around it.
    pub fn problem(&mut self, path: &str, message: impl Into<String>) {
        let mut shorter = path;
        let node = loop {
            if let Some(node) = self.node.at(shorter) {
                break node;
            }
            shorter = shorter.rfind('.').map_or("", |dot| &shorter[..dot]);
        };
        self.problems.push(node.problem(message));
    }
}
