//! Where each value of a game comes from, by its path: to show beside the value, and to list.

use crate::sheet::is_provenance;
use crate::{Files, Node, Problem, Provenance, Row, Sources, Value, read_csv, read_tree, take};
use std::collections::BTreeMap;

/// A value with its path and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    pub path: String,
    /// The file that it stands in, as in `goito/units.csv`.
    pub file: String,
    /// The path without the word for its file.
    part: String,
    pub value: String,
    pub provenance: Provenance,
}

/// The values of a game. Paths are those of the files: `fire_drm.massed_target`,
/// `cohesion_check_modifiers.rows.out_of_command.drm` (a row with an id goes by it, others are
/// counted from 0), `terrain.hex.village.fire_shift`, `scenarios.battle.turns`,
/// `units.pi-5-aosta.sp`, `map.hexes.1412`.
#[derive(Clone, Debug, Default)]
pub struct Provenances {
    list: Vec<Listed>,
    index: BTreeMap<String, usize>,
}

/// A file, and the word that stands for it at the beginning of a path; perhaps none.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub word: &'a str,
    pub file: &'a str,
}

/// The files of a map, with the headers that name a row and, last, the one that says what it is.
const MAP: [(&str, &[&str]); 4] = [
    ("hexes", &["hex", "terrain"]),
    ("hexsides", &["hex_a", "hex_b", "feature"]),
    ("roads", &["name", "class"]),
    ("special", &["id", "hexes"]),
];

/// What is known.
impl Provenances {
    /// Where the value at a path comes from.
    pub fn get(&self, path: &str) -> Option<Provenance> {
        self.index.get(path).map(|index| self.list[*index].provenance)
    }

    /// Where a value of a unit comes from.
    pub fn unit(&self, id: &str, value: &str) -> Option<Provenance> {
        self.get(&format!("units.{id}.{value}"))
    }

    /// Where a value of a commander comes from.
    pub fn leader(&self, id: &str, value: &str) -> Option<Provenance> {
        self.get(&format!("leaders.{id}.{value}"))
    }

    /// Every value in the order of the files.
    pub fn list(&self) -> &[Listed] {
        &self.list
    }

    /// How many values of a source come from where, those from nowhere left out. A source is a file,
    /// or a file with a part of it: `goito/units.csv`, `risorgimento/charts.toml#fire_table`,
    /// `goito/terrain.toml#hex.*.fire_shift`, where `*` stands for any one step of the path.
    pub fn count(&self, source: &str) -> Vec<(Provenance, usize)> {
        let (file, part) = source.split_once('#').unwrap_or((source, ""));
        let found = |listed: &&Listed| listed.file == file && within(&listed.part, part);
        let all = [Provenance::Printed, Provenance::Derived, Provenance::Reconstructed, Provenance::Owner];
        let mut counts = all.map(|provenance| (provenance, 0));
        for listed in self.list.iter().filter(found) {
            let slot = counts.iter_mut().find(|(provenance, _)| *provenance == listed.provenance);
            // All kinds are there.
            slot.expect("a kind of provenance that is counted").1 += 1;
        }
        counts.into_iter().filter(|(_, count)| *count > 0).collect()
    }
}

/// Listing the values of files; a value that does not say where it comes from is a problem.
impl Provenances {
    /// Every value of a tree.
    pub fn add_tree(&mut self, source: Source, tree: &Node, problems: &mut Vec<Problem>) {
        self.add_node(source, "", tree, problems);
    }

    /// Every value of a file.
    pub fn add_file(&mut self, files: &Files, source: Source, problems: &mut Vec<Problem>) {
        if let Some(tree) = take(read_tree(files, source.file), problems) {
            self.add_tree(source, &tree, problems);
        }
    }

    /// All of them, unless something is wrong.
    pub fn finished(self, problems: Vec<Problem>) -> Result<Provenances, Vec<Problem>> {
        if problems.is_empty() { Ok(self) } else { Err(problems) }
    }

    /// The values of rows, as they were read, whose `provenance` names them ([`Sources`]).
    pub fn add_rows(
        &mut self,
        source: Source,
        rows: Result<Vec<Row>, Vec<Problem>>,
        values: impl Fn(&Row) -> &'static [&'static str],
        problems: &mut Vec<Problem>,
    ) {
        for row in &take(rows, problems).unwrap_or_default() {
            match Sources::read(row, values(row)) {
                Ok(Sources(sources)) => {
                    for (value, provenance) in sources {
                        let part = format!("{}.{value}", row.get("id"));
                        self.add(source, &part, row.get(value).to_owned(), provenance);
                    }
                }
                Err(problem) => problems.push(problem),
            }
        }
    }

    /// A row that is one value, whose `provenance` is a single word.
    pub fn add_row(
        &mut self,
        source: Source,
        part: &str,
        value: &str,
        row: &Row,
        problems: &mut Vec<Problem>,
    ) {
        match row.parse("provenance") {
            Ok(provenance) => self.add(source, part, value.to_owned(), provenance),
            Err(problem) => problems.push(problem),
        }
    }

    /// The rows of a map's files: each is one value.
    pub fn add_map(&mut self, files: &Files, folder: &str, problems: &mut Vec<Problem>) {
        for (name, headers) in MAP {
            let (word, file) = (format!("map.{name}"), format!("{folder}/{name}.csv"));
            let source = Source { word: &word, file: &file };
            let columns = [headers, &["provenance"]].concat();
            let Some((value, key)) = headers.split_last() else { continue };
            for row in take(read_csv(files, &file, &columns), problems).unwrap_or_default() {
                let key: Vec<&str> = key.iter().map(|header| row.get(header)).collect();
                self.add_row(source, &key.join("-"), row.get(value), &row, problems);
            }
        }
    }

    fn add(&mut self, source: Source, part: &str, value: String, provenance: Provenance) {
        let path = match source.word {
            "" => part.to_owned(),
            word => format!("{word}.{part}"),
        };
        self.index.insert(path.clone(), self.list.len());
        let (file, part) = (source.file.to_owned(), part.to_owned());
        self.list.push(Listed { path, file, part, value, provenance });
    }

    fn add_node(&mut self, source: Source, path: &str, node: &Node, problems: &mut Vec<Problem>) {
        let below = |step: &str| {
            if path.is_empty() { step.to_owned() } else { format!("{path}.{step}") }
        };
        let value = match &node.value {
            Value::Table(_) => {
                for (key, child) in node.entries().into_iter().filter(|(key, _)| !is_provenance(key)) {
                    self.add_node(source, &below(key), child, problems);
                }
                return;
            }
            Value::List(list) => {
                for (index, item) in list.iter().enumerate() {
                    let step = item.text("id").map_or(index.to_string(), str::to_owned);
                    self.add_node(source, &below(&step), item, problems);
                }
                return;
            }
            Value::Text(text) => text.clone(),
            Value::Whole(number) => number.to_string(),
            Value::Real(number) => number.to_string(),
            Value::Flag(flag) => flag.to_string(),
        };
        match node.provenance {
            Some(provenance) => self.add(source, path, value, provenance),
            None => problems.push(node.problem(format!("`{path}` does not say where it comes from"))),
        }
    }
}

/// Is the path below the part, whose `*` stand for any one step?
fn within(path: &str, part: &str) -> bool {
    let mut steps = path.split('.');
    part.split('.').filter(|step| !step.is_empty()).all(|step| match steps.next() {
        Some(own) => step == "*" || step == own,
        None => false,
    })
}
