//! Reads values of a tree by their path and puts what is wrong aside, so that one run finds all of
//! it. What could not be read gets a default that nobody sees, since a problem was noted.

use crate::model::Quarters;
use dataset::{Node, Problem};
use serde::de::DeserializeOwned;

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

    /// Movement points, which must be quarters.
    pub fn quarters(&mut self, path: &str) -> Quarters {
        let points: f64 = self.get(path);
        let quarters = points * 4.0;
        if quarters.fract() != 0.0 || !(0.0..=80.0).contains(&quarters) {
            self.problem(path, format!("{path}: {points} is not a number of quarters up to 20"));
            return 0;
        }
        quarters as Quarters
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
