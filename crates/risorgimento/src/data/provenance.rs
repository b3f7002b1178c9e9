//! Where each value of a game comes from, by its path: to show beside the value, and to list.

use super::{army, read_shared_charts};
use dataset::{Files, Node, Problem, Provenance, Row, Sources, Value, read_csv, read_tree, take};
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
/// counted from 0), `terrain.hex.village.fire_shift`, `switches.initiative`,
/// `scenarios.battle.turns`, `units.pi-5-aosta.sp`, `leaders.pi-fc-darvillars.command_value`,
/// `map.hexes.1412`.
#[derive(Clone, Debug, Default)]
pub struct Provenances {
    list: Vec<Listed>,
    index: BTreeMap<String, usize>,
}

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

    fn add(&mut self, source: &Source, part: &str, value: String, provenance: Provenance) {
        let path = match source.word {
            "" => part.to_owned(),
            word => format!("{word}.{part}"),
        };
        self.index.insert(path.clone(), self.list.len());
        self.list.push(Listed { path, file: source.file.clone(), part: part.to_owned(), value, provenance });
    }

    fn add_node(&mut self, source: &Source, path: &str, node: &Node, problems: &mut Vec<Problem>) {
        let below = |step: &str| {
            if path.is_empty() { step.to_owned() } else { format!("{path}.{step}") }
        };
        let value = match &node.value {
            Value::Table(_) => {
                for (key, child) in node.entries() {
                    if key != "provenance" && !key.ends_with("_provenance") {
                        self.add_node(source, &below(key), child, problems);
                    }
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

    fn add_row(&mut self, source: &Source, row: &Row, values: &[&'static str], problems: &mut Vec<Problem>) {
        match Sources::read(row, values) {
            Ok(Sources(sources)) => {
                for (value, provenance) in sources {
                    let part = format!("{}.{value}", row.get("id"));
                    self.add(source, &part, row.get(value).to_owned(), provenance);
                }
            }
            Err(problem) => problems.push(problem),
        }
    }

    /// A row of the map is one value: what stands below the last header.
    fn add_map_row(&mut self, source: &Source, row: &Row, headers: &[&str], problems: &mut Vec<Problem>) {
        let Some((value, key)) = headers.split_last() else { return };
        match row.parse("provenance") {
            Ok(provenance) => {
                let key: Vec<&str> = key.iter().map(|header| row.get(header)).collect();
                self.add(source, &key.join("-"), row.get(value).to_owned(), provenance);
            }
            Err(problem) => problems.push(problem),
        }
    }
}

/// A file, and the word that stands for it at the beginning of a path.
struct Source {
    word: &'static str,
    file: String,
}

/// Is the path below the part, whose `*` stand for any one step?
fn within(path: &str, part: &str) -> bool {
    let mut steps = path.split('.');
    part.split('.').filter(|step| !step.is_empty()).all(|step| match steps.next() {
        Some(own) => step == "*" || step == own,
        None => false,
    })
}

/// The files of a map, with the headers that name a row and, last, the one that says what it is.
const MAP: [(&str, &str, &[&str]); 4] = [
    ("map.hexes", "hexes", &["hex", "terrain"]),
    ("map.hexsides", "hexsides", &["hex_a", "hex_b", "feature"]),
    ("map.roads", "roads", &["name", "class"]),
    ("map.special", "special", &["id", "hexes"]),
];

/// The values of a game with their provenance; a value that does not say is a problem.
pub fn provenance(files: &Files, game: &str) -> Result<Provenances, Vec<Problem>> {
    let mut all = Provenances::default();
    let problems = &mut Vec::new();
    if let Some(charts) = take(read_shared_charts(files, game), problems) {
        let source = Source { word: "", file: "risorgimento/charts.toml".to_owned() };
        all.add_node(&source, "", &charts, problems);
    }
    let source = Source { word: "switches", file: "risorgimento/switches.toml".to_owned() };
    if let Some(switches) = take(read_tree(files, &source.file), problems)
        && let Some(own) = switches.at(game)
    {
        all.add_node(&source, "", own, problems);
    }
    for word in ["terrain", "scenarios"] {
        let source = Source { word, file: format!("{game}/{word}.toml") };
        if let Some(tree) = take(read_tree(files, &source.file), problems) {
            all.add_node(&source, "", &tree, problems);
        }
    }
    let source = Source { word: "units", file: format!("{game}/units.csv") };
    for row in take(army::unit_rows(files, game), problems).unwrap_or_default() {
        all.add_row(&source, &row, army::UNIT_VALUES, problems);
    }
    let source = Source { word: "leaders", file: format!("{game}/leaders.csv") };
    for row in take(army::leader_rows(files, game), problems).unwrap_or_default() {
        all.add_row(&source, &row, &army::leader_values(&row), problems);
    }
    for (word, name, headers) in MAP {
        let source = Source { word, file: format!("{game}/map/{name}.csv") };
        let columns = [headers, &["provenance"]].concat();
        for row in take(read_csv(files, &source.file, &columns), problems).unwrap_or_default() {
            all.add_map_row(&source, &row, headers, problems);
        }
    }
    if problems.is_empty() { Ok(all) } else { Err(std::mem::take(problems)) }
}
