//! TOML files as trees whose every value knows its file, line and provenance, so that one can be
//! laid over another and an error can still say where it stands.

use crate::files::{Files, Text};
use crate::sheet::is_provenance;
use crate::{Problem, Provenance};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::de::{DeTable, DeValue};

/// A value of a TOML file.
#[derive(Clone, Debug)]
pub struct Node {
    pub value: Value,
    pub file: Arc<str>,
    pub line: usize,
    /// The nearest `provenance` key: `<key>_provenance` beside the value, else the one of its own
    /// table, else of a table around it. None where there is none.
    pub provenance: Option<Provenance>,
}

#[derive(Clone, Debug)]
pub enum Value {
    Text(String),
    Whole(i64),
    Real(f64),
    Flag(bool),
    List(Vec<Node>),
    Table(BTreeMap<String, Node>),
}

impl Node {
    /// The node at a path such as `fire_table.rows.3.cells`; list items are counted from 0, or
    /// named by their `id`.
    pub fn at(&self, path: &str) -> Option<&Node> {
        let mut node = self;
        for step in path.split('.').filter(|step| !step.is_empty()) {
            node = match &node.value {
                Value::Table(table) => table.get(step)?,
                Value::List(list) => match step.parse::<usize>() {
                    Ok(index) => list.get(index)?,
                    Err(_) => list.iter().find(|item| item.text("id") == Some(step))?,
                },
                _ => return None,
            };
        }
        Some(node)
    }

    /// The text at a path.
    pub fn text(&self, path: &str) -> Option<&str> {
        match &self.at(path)?.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list, the values of a table in the order of their keys, or nothing.
    pub fn items(&self) -> Vec<&Node> {
        match &self.value {
            Value::List(list) => list.iter().collect(),
            Value::Table(table) => table.values().collect(),
            _ => Vec::new(),
        }
    }

    /// The keys and values of a table in the order of the file.
    pub fn entries(&self) -> Vec<(&str, &Node)> {
        match &self.value {
            Value::Table(table) => {
                let mut entries: Vec<_> = table.iter().map(|(k, v)| (k.as_str(), v)).collect();
                entries.sort_by_key(|(_, node)| (node.file.clone(), node.line));
                entries
            }
            _ => Vec::new(),
        }
    }

    /// The tables of the table at a path, with their keys and in the order of the file.
    pub fn tables(&self, path: &str) -> Vec<(&str, &Node)> {
        let entries = self.at(path).map_or(Vec::new(), Node::entries);
        entries.into_iter().filter(|(_, node)| matches!(node.value, Value::Table(_))).collect()
    }

    /// Takes a value out of a table.
    pub(crate) fn remove(&mut self, key: &str) -> Option<Node> {
        match &mut self.value {
            Value::Table(table) => table.remove(key),
            _ => None,
        }
    }

    /// Something wrong with this value.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::new(&self.file, self.line, message)
    }

    /// The value as a type of Rust.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        crate::deserialize::read(self)
    }

    /// Lays another tree over this one: tables are merged, single values and whole lists
    /// replaced. A key that this tree does not have is a problem, `provenance` keys apart.
    pub fn lay(&mut self, over: Node) -> Result<(), Vec<Problem>> {
        let mut problems = Vec::new();
        self.lay_into(over, "", false, &mut problems);
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    /// As [`lay`](Node::lay), but what an owner has laid already stays on top.
    pub fn lay_below_owner(&mut self, over: Node) -> Result<(), Vec<Problem>> {
        let mut problems = Vec::new();
        self.lay_into(over, "", true, &mut problems);
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    fn lay_into(&mut self, over: Node, path: &str, below: bool, problems: &mut Vec<Problem>) {
        match (&mut self.value, over.value) {
            (Value::Table(ours), Value::Table(theirs)) => {
                for (key, node) in theirs {
                    let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    match ours.get_mut(&key) {
                        Some(own) => own.lay_into(node, &path, below, problems),
                        None if is_provenance(&key) => {}
                        None => problems.push(node.problem(format!("unknown key `{path}`"))),
                    }
                }
            }
            (Value::Table(_), _) => {
                let message = format!("`{path}` must be a table");
                problems.push(Problem::new(&over.file, over.line, message));
            }
            (_, Value::Table(_)) => {
                let message = format!("`{path}` must be a single value, not a table");
                problems.push(Problem::new(&over.file, over.line, message));
            }
            (_, value) => {
                let owned = self.provenance == Some(Provenance::Owner);
                if below && owned && over.provenance != Some(Provenance::Owner) {
                    return;
                }
                *self = Node { value, ..over };
            }
        }
    }
}

/// A TOML file with an owner's laid over it, as a tree.
pub fn read_tree(files: &Files, path: &str) -> Result<Node, Vec<Problem>> {
    let ours = files.ours(path).ok_or_else(|| files.missing(path))?;
    merged(ours, files.owners(path))
}

/// A TOML file with an owner's laid over it, as a type of Rust.
pub fn read_toml<T: DeserializeOwned>(files: &Files, path: &str) -> Result<T, Vec<Problem>> {
    read_tree(files, path)?.read().map_err(|p| vec![p])
}

/// Our tree with an owner's laid over it, one over the other.
pub(crate) fn merged(ours: &Text, owners: &[Text]) -> Result<Node, Vec<Problem>> {
    let mut tree = parse(ours, None)?;
    for owner in owners {
        tree.lay(parse(owner, Some(Provenance::Owner))?)?;
    }
    Ok(tree)
}

/// Reads a text; `all` is the provenance of every value whatever the text says.
fn parse(text: &Text, all: Option<Provenance>) -> Result<Node, Vec<Problem>> {
    let document = DeTable::parse(&text.text).map_err(|error| {
        let line = error.span().map_or(0, |span| line_of(&text.text, span.start));
        vec![Problem::new(&text.name, line, error.message().to_owned())]
    })?;
    let mut reader = TomlText { text, all, problems: Vec::new() };
    let tree = reader.table(document.get_ref(), 1, None);
    if reader.problems.is_empty() { Ok(tree) } else { Err(reader.problems) }
}

fn line_of(text: &str, offset: usize) -> usize {
    1 + text.as_bytes()[..offset.min(text.len())].iter().filter(|b| **b == b'\n').count()
}

struct TomlText<'a> {
    text: &'a Text,
    all: Option<Provenance>,
    problems: Vec<Problem>,
}

impl TomlText<'_> {
    fn table(&mut self, table: &DeTable, line: usize, outer: Option<Provenance>) -> Node {
        let own = self.provenance_key(table, "provenance").or(outer);
        let mut values = BTreeMap::new();
        for (key, value) in table.iter() {
            let name: &str = key.get_ref();
            let beside = self.provenance_key(table, &format!("{name}_provenance"));
            let line = line_of(&self.text.text, key.span().start);
            values.insert(name.to_owned(), self.value(value.get_ref(), line, beside.or(own)));
        }
        self.node(Value::Table(values), line, own)
    }

    fn value(&mut self, value: &DeValue, line: usize, outer: Option<Provenance>) -> Node {
        let value = match value {
            DeValue::Table(table) => return self.table(table, line, outer),
            DeValue::Array(array) => {
                let mut list = Vec::new();
                for item in array.iter() {
                    let line = line_of(&self.text.text, item.span().start);
                    list.push(self.value(item.get_ref(), line, outer));
                }
                Value::List(list)
            }
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => Value::Whole(number),
                Err(error) => self.bad(line, format!("`{number}`: {error}")),
            },
            DeValue::Float(number) => match number.as_str().parse::<f64>() {
                Ok(number) if number.is_finite() => Value::Real(number),
                _ => self.bad(line, format!("`{number}` is not a number that can be used")),
            },
            DeValue::Datetime(_) => self.bad(line, "dates are not used in these files".to_owned()),
        };
        self.node(value, line, outer)
    }

    /// Notes a problem; the value that is returned is never looked at.
    fn bad(&mut self, line: usize, message: String) -> Value {
        self.problems.push(Problem::new(&self.text.name, line, message));
        Value::Flag(false)
    }

    fn node(&self, value: Value, line: usize, provenance: Option<Provenance>) -> Node {
        let file = self.text.name.clone();
        Node { value, file, line, provenance: self.all.or(provenance) }
    }

    fn provenance_key(&mut self, table: &DeTable, key: &str) -> Option<Provenance> {
        let value = table.get(key)?;
        let text = value.get_ref().as_str()?;
        match text.parse() {
            Ok(provenance) => Some(provenance),
            Err(message) => {
                let line = line_of(&self.text.text, value.span().start);
                self.problems.push(Problem::new(&self.text.name, line, message));
                None
            }
        }
    }
}
