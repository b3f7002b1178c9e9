//! CSV files: rows that know their line, and an owner's rows laid over ours by their key.

use crate::files::{Files, Text};
use crate::{Problem, Provenance, deserialize};
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

/// The columns that tell a row from others, by file name. An owner's rows are merged with ours by
/// these; a file that is not listed is replaced whole.
const KEYS: &[(&str, &[&str])] = &[
    ("units.csv", &["id"]),
    ("leaders.csv", &["id"]),
    ("formations.csv", &["id"]),
    ("wings.csv", &["id"]),
    ("setup.csv", &["scenario", "id"]),
    ("hexes.csv", &["hex"]),
    ("hexsides.csv", &["hex_a", "hex_b"]),
];

/// A row of a CSV file.
#[derive(Clone, Debug)]
pub struct Row {
    pub file: Arc<str>,
    pub line: usize,
    headers: Arc<[String]>,
    cells: Vec<Cell>,
}

#[derive(Clone, Debug)]
struct Cell {
    text: String,
    /// File and line of the owner's row that it was taken from.
    owner: Option<(Arc<str>, usize)>,
}

impl Row {
    /// The cell below a header, "" where the file has no such column.
    pub fn get(&self, header: &str) -> &str {
        self.cell(header).map_or("", |cell| &cell.text)
    }

    /// The cell as a value.
    pub fn parse<T: FromStr<Err: Display>>(&self, header: &str) -> Result<T, Problem> {
        let text = self.get(header);
        let error = |e: T::Err| self.problem_in(header, format!("{header}: `{text}`: {e}"));
        text.parse().map_err(error)
    }

    /// The cell as a value within limits; what is wrong is put aside, and the lowest value stands for it.
    pub fn within<T>(&self, header: &str, low: T, high: T, problems: &mut Vec<Problem>) -> T
    where
        T: FromStr<Err: Display> + PartialOrd + Display + Copy,
    {
        match self.parse::<T>(header) {
            Ok(value) if value >= low && value <= high => return value,
            Ok(value) => {
                let message = format!("{header}: {value} is not between {low} and {high}");
                problems.push(self.problem_in(header, message));
            }
            Err(problem) => problems.push(problem),
        }
        low
    }

    /// The cell as one of the words that a type has; what is wrong is put aside, and `absent` stands for it.
    pub fn word<T: DeserializeOwned>(&self, header: &str, absent: T, problems: &mut Vec<Problem>) -> T {
        deserialize::word(self.get(header)).unwrap_or_else(|why| {
            problems.push(self.problem_in(header, format!("{header}: {why}")));
            absent
        })
    }

    /// What the cell names: `find` knows them. An empty cell, and a name that is nobody's, are wrong.
    pub fn named<T>(
        &self,
        header: &str,
        find: impl FnOnce(&str) -> Option<T>,
        problems: &mut Vec<Problem>,
    ) -> Option<T> {
        let name = self.get(header);
        let found = find(name);
        if found.is_none() {
            let message = match name {
                "" => format!("it belongs to no {header}"),
                _ => format!("there is no {header} `{name}`"),
            };
            problems.push(self.problem_in(header, message));
        }
        found
    }

    /// What the cell names is of the same side as the row.
    pub fn same_side(&self, header: &str, own: u8, its: u8, problems: &mut Vec<Problem>) {
        if own != its {
            let message = format!("the {header} `{}` is of the other side", self.get(header));
            problems.push(self.problem_in(header, message));
        }
    }

    /// Something wrong with the row.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::new(&self.file, self.line, message)
    }

    /// Something wrong with one cell, which an owner's row may have brought.
    pub fn problem_in(&self, header: &str, message: impl Into<String>) -> Problem {
        match self.cell(header).and_then(|cell| cell.owner.as_ref()) {
            Some((file, line)) => Problem::new(file, *line, message),
            None => self.problem(message),
        }
    }

    /// Does the cell come from an owner's file?
    pub fn is_owners(&self, header: &str) -> bool {
        self.cell(header).is_some_and(|cell| cell.owner.is_some())
    }

    fn cell(&self, header: &str) -> Option<&Cell> {
        let column = self.headers.iter().position(|h| h == header)?;
        Some(&self.cells[column])
    }

    fn set(&mut self, column: usize, cell: Cell) {
        self.cells[column] = cell;
    }
}

/// The rows of a CSV file with an owner's laid over them. The first line names the columns, which
/// must include `required`; a line that begins with `#` is a comment.
///
/// In a row that an owner has changed, the column `provenance`, if there is one and holds a
/// single word, reads `owner`.
pub fn read_csv(files: &Files, path: &str, required: &[&str]) -> Result<Vec<Row>, Vec<Problem>> {
    let ours = files.ours(path).ok_or_else(|| files.missing(path))?;
    let (headers, rows) = merged(path, ours, files.owners(path))?;
    let problems: Vec<Problem> = required
        .iter()
        .filter(|r| !headers.iter().any(|h| h == *r))
        .map(|r| Problem::new(&ours.name, 1, format!("there is no column `{r}`")))
        .collect();
    if problems.is_empty() { Ok(rows) } else { Err(problems) }
}

/// The rows of a file that needs some, and not more than the positions of the game have room for. Its columns are named
/// one after the other, as in the first line of the file.
pub fn read_rows(files: &Files, path: &str, columns: &str, most: usize) -> Result<Vec<Row>, Vec<Problem>> {
    let rows = read_csv(files, path, &columns.split_whitespace().collect::<Vec<&str>>())?;
    if rows.is_empty() || rows.len() > most {
        let message = format!("{} rows where 1 to {most} are allowed", rows.len());
        return Err(vec![Problem::new(&files.name(path), 0, message)]);
    }
    Ok(rows)
}

/// The ids of these rows must be single words, each its own: actions name units and commanders alike.
pub fn one_word_each<'a>(rows: impl Iterator<Item = &'a Row>, problems: &mut Vec<Problem>) {
    let rows: Vec<&Row> = rows.collect();
    for (i, row) in rows.iter().enumerate() {
        let id = row.get("id");
        if id.is_empty() || id.contains(|c: char| c.is_whitespace()) {
            problems.push(row.problem(format!("`{id}` is not an id: one word is needed")));
        } else if rows[..i].iter().any(|other| other.get("id") == id) {
            problems.push(row.problem(format!("the id `{id}` is used twice")));
        }
    }
}

type Table = (Arc<[String]>, Vec<Row>);

/// Our rows with an owner's laid over them, one over the other.
pub(crate) fn merged(path: &str, ours: &Text, owners: &[Text]) -> Result<Table, Vec<Problem>> {
    let (headers, mut rows) = parse(ours)?;
    for owner in owners {
        rows = laid(path, &headers, rows, owner)?;
    }
    Ok((headers, rows))
}

/// Rows with an owner's laid over them.
fn laid(path: &str, headers: &Arc<[String]>, rows: Vec<Row>, owner: &Text) -> Result<Vec<Row>, Vec<Problem>> {
    let (given, changes) = parse(owner)?;
    let unknown = |h: &&String| !headers.contains(h);
    let mut problems: Vec<Problem> = given
        .iter()
        .filter(unknown)
        .map(|h| Problem::new(&owner.name, 1, format!("unknown column `{h}`")))
        .collect();
    let file_name = path.rsplit('/').next().unwrap_or(path);
    let key = KEYS.iter().find(|(name, _)| *name == file_name);
    for column in key.map_or(&[][..], |(_, columns)| columns) {
        if !given.iter().any(|h| h == column) {
            let message = format!("the column `{column}` says which row is meant and is missing");
            problems.push(Problem::new(&owner.name, 1, message));
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    match key {
        Some((_, columns)) => lay(headers.clone(), rows, &given, changes, columns),
        None => lay(headers.clone(), Vec::new(), &given, changes, &[]),
    }
}

/// Merges rows by key. A row whose other cells are all `-` takes ours away.
fn lay(
    headers: Arc<[String]>,
    mut rows: Vec<Row>,
    given: &[String],
    changes: Vec<Row>,
    key: &[&str],
) -> Result<Vec<Row>, Vec<Problem>> {
    let mut problems = Vec::new();
    let key_of = |row: &Row| -> Vec<String> { key.iter().map(|k| row.get(k).to_owned()).collect() };
    let mut seen: HashMap<Vec<String>, usize> = HashMap::new();
    for change in changes {
        let name = key_of(&change);
        if !key.is_empty() {
            if let Some(line) = seen.insert(name.clone(), change.line) {
                let message = format!("`{}` is on line {line} already", name.join(" "));
                problems.push(change.problem(message));
                continue;
            }
            let others: Vec<&String> = given.iter().filter(|h| !key.contains(&h.as_str())).collect();
            if !others.is_empty() && others.iter().all(|h| change.get(h) == "-") {
                rows.retain(|row| key_of(row) != name);
                continue;
            }
        }
        let found = rows.iter().position(|row| !key.is_empty() && key_of(row) == name);
        let at = found.unwrap_or_else(|| {
            let empty = Cell { text: String::new(), owner: None };
            rows.push(Row {
                file: change.file.clone(),
                line: change.line,
                headers: headers.clone(),
                cells: vec![empty; headers.len()],
            });
            rows.len() - 1
        });
        let row = &mut rows[at];
        let owner = Some((change.file.clone(), change.line));
        for (column, header) in headers.iter().enumerate() {
            if given.contains(header) && !(found.is_some() && key.contains(&header.as_str())) {
                let text = change.get(header).to_owned();
                row.set(column, Cell { text, owner: owner.clone() });
            }
        }
        if let Some(column) = headers.iter().position(|h| h == "provenance") {
            let text = &row.cells[column].text;
            if text.is_empty() || text.parse::<Provenance>().is_ok() {
                let text = Provenance::Owner.name().to_owned();
                row.set(column, Cell { text, owner });
            }
        }
    }
    if problems.is_empty() { Ok(rows) } else { Err(problems) }
}

/// Counts lines on the way through a text, so that no part of it is looked at twice.
struct Lines<'a> {
    text: &'a str,
    /// How far they are counted, and how many ended before.
    offset: usize,
    ended: usize,
}

impl Lines<'_> {
    /// The line of the record that is read from an offset on: blank lines and comments before it are
    /// not counted out by the reader. Offsets must not go back.
    fn of_record(&mut self, start: usize) -> usize {
        self.ended += self.text[self.offset..start].matches('\n').count();
        self.offset = start;
        let skipped = |line: &&str| line.trim().is_empty() || line.starts_with('#');
        1 + self.ended + self.text[start..].lines().take_while(skipped).count()
    }
}

fn parse(text: &Text) -> Result<Table, Vec<Problem>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .comment(Some(b'#'))
        .from_reader(text.text.as_bytes());
    let mut lines = Lines { text: &text.text, offset: 0, ended: 0 };
    let mut headers: Option<Arc<[String]>> = None;
    let mut rows = Vec::new();
    let mut problems = Vec::new();
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                let line = error.position().map_or(0, |p| p.line() as usize);
                problems.push(Problem::new(&text.name, line, error.to_string()));
                continue;
            }
        };
        let start = record.position().map_or(0, |p| p.byte() as usize);
        let line = lines.of_record(start);
        let Some(headers) = &headers else {
            let names: Vec<String> = record.iter().map(str::to_owned).collect();
            for (i, name) in names.iter().enumerate() {
                if names[..i].contains(name) {
                    let message = format!("the column `{name}` is named twice");
                    problems.push(Problem::new(&text.name, line, message));
                }
            }
            headers = Some(names.into());
            continue;
        };
        if record.len() != headers.len() {
            let message =
                format!("{} cells where the first line names {} columns", record.len(), headers.len());
            problems.push(Problem::new(&text.name, line, message));
            continue;
        }
        rows.push(Row {
            file: text.name.clone(),
            line,
            headers: headers.clone(),
            cells: record.iter().map(|cell| Cell { text: cell.to_owned(), owner: None }).collect(),
        });
    }
    match headers {
        _ if !problems.is_empty() => Err(problems),
        None => Err(vec![Problem::new(&text.name, 1, "the first line must name the columns")]),
        Some(headers) => Ok((headers, rows)),
    }
}
