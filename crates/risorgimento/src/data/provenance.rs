//! Where each value of a game comes from, by its path: to show beside the value, and to list.

use super::{army, read_shared_charts, take};
use dataset::{Files, Node, Problem, Provenance, Row, Value, read_tree};
use std::collections::BTreeMap;

/// A value with its path and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    pub path: String,
    pub value: String,
    pub provenance: Provenance,
}

/// The values of a game. Paths are those of the files: `fire_drm.massed_target`,
/// `cohesion_check_modifiers.rows.out_of_command.drm` (a row with an id goes by it, others are
/// counted from 0), `terrain.hex.village.fire_shift`, `switches.initiative`,
/// `scenarios.battle.turns`, `units.pi-5-aosta.sp`, `leaders.pi-fc-darvillars.command_value`.
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

    fn add(&mut self, path: String, value: String, provenance: Provenance) {
        self.index.insert(path.clone(), self.list.len());
        self.list.push(Listed { path, value, provenance });
    }

    fn add_node(&mut self, path: &str, node: &Node, problems: &mut Vec<Problem>) {
        let below = |step: &str| {
            if path.is_empty() { step.to_owned() } else { format!("{path}.{step}") }
        };
        let value = match &node.value {
            Value::Table(_) => {
                for (key, child) in node.entries() {
                    if key != "provenance" && !key.ends_with("_provenance") {
                        self.add_node(&below(key), child, problems);
                    }
                }
                return;
            }
            Value::List(list) => {
                for (index, item) in list.iter().enumerate() {
                    let step = item.text("id").map_or(index.to_string(), str::to_owned);
                    self.add_node(&below(&step), item, problems);
                }
                return;
            }
            Value::Text(text) => text.clone(),
            Value::Whole(number) => number.to_string(),
            Value::Real(number) => number.to_string(),
            Value::Flag(flag) => flag.to_string(),
        };
        match node.provenance {
            Some(provenance) => self.add(path.to_owned(), value, provenance),
            None => problems.push(node.problem(format!("`{path}` does not say where it comes from"))),
        }
    }

    fn add_row(&mut self, kind: &str, row: &Row, values: &[&'static str], problems: &mut Vec<Problem>) {
        match army::sources(row, values) {
            Ok(sources) => {
                for (value, provenance) in sources {
                    let path = format!("{kind}.{}.{value}", row.get("id"));
                    self.add(path, row.get(value).to_owned(), provenance);
                }
            }
            Err(problem) => problems.push(problem),
        }
    }
}

/// The values of a game with their provenance; a value that does not say is a problem.
pub fn provenance(files: &Files, game: &str) -> Result<Provenances, Vec<Problem>> {
    let mut all = Provenances::default();
    let problems = &mut Vec::new();
    if let Some(charts) = take(read_shared_charts(files, game), problems) {
        all.add_node("", &charts, problems);
    }
    if let Some(switches) = take(read_tree(files, "risorgimento/switches.toml"), problems)
        && let Some(own) = switches.at(game)
    {
        all.add_node("switches", own, problems);
    }
    for name in ["terrain", "scenarios"] {
        if let Some(tree) = take(read_tree(files, &format!("{game}/{name}.toml")), problems) {
            all.add_node(name, &tree, problems);
        }
    }
    for row in take(army::unit_rows(files, game), problems).unwrap_or_default() {
        all.add_row("units", &row, army::UNIT_VALUES, problems);
    }
    for row in take(army::leader_rows(files, game), problems).unwrap_or_default() {
        all.add_row("leaders", &row, &army::leader_values(&row), problems);
    }
    if problems.is_empty() { Ok(all) } else { Err(std::mem::take(problems)) }
}
