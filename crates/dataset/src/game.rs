//! What every game says of itself: title, sides, colours (`game.toml`), and its scenarios
//! (`scenarios.toml`).

use crate::{Files, Node, Problem, Reader, Row, Value, read_toml, read_tree};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A scenario as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioEntry {
    pub id: String,
    pub title: String,
    pub note: String,
    /// The seats in order, where the scenario has others than the game; else empty.
    pub sides: Vec<SideEntry>,
}

/// What a game is called and who sits where.
#[derive(Clone, Debug, Deserialize)]
pub struct GameEntry {
    pub id: String,
    pub title: String,
    pub about: String,
    /// The seats in order.
    pub sides: Vec<SideEntry>,
    // what only lists and pictures need may be lacking in an older state of the data
    #[serde(default)]
    pub year: u16,
    #[serde(default)]
    pub place: String,
    /// How long a game takes, in words.
    #[serde(default)]
    pub length: String,
    /// From 1, easy, to 5.
    #[serde(default)]
    pub complexity: u8,
    /// CSS colours by the names that formations call them.
    #[serde(default)]
    pub colours: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct SideEntry {
    pub id: String,
    pub name: String,
    /// CSS colours of its counters.
    #[serde(default)]
    pub paper: String,
    #[serde(default)]
    pub ink: String,
}

impl GameEntry {
    /// The title of a game and its two sides.
    pub fn read(files: &Files, game: &str) -> Result<GameEntry, Vec<Problem>> {
        let path = format!("{game}/game.toml");
        let entry: GameEntry = read_toml(files, &path)?;
        match wrong_sides(&entry.sides) {
            Some(message) => Err(vec![Problem::new(&files.name(&path), 0, message)]),
            None => Ok(entry),
        }
    }

    /// The game as one of its scenarios has it: with that scenario's sides, if it has its own.
    pub fn in_scenario(&self, scenario: &ScenarioEntry) -> GameEntry {
        let mut entry = self.clone();
        if !scenario.sides.is_empty() {
            entry.sides.clone_from(&scenario.sides);
        }
        entry
    }

    /// A colour as CSS: an owner's name that the file does not know is taken for one.
    pub fn paint<'a>(&'a self, name: &'a str) -> &'a str {
        self.colours.get(name).map_or(name, String::as_str)
    }

    /// The seat of a side.
    pub fn seat(&self, side: &str) -> Option<u8> {
        self.sides.iter().position(|entry| entry.id == side).map(|seat| seat as u8)
    }

    /// The seat of the side that a row names.
    pub fn seat_of(&self, row: &Row, problems: &mut Vec<Problem>) -> u8 {
        self.seat(row.get("side")).unwrap_or_else(|| {
            problems.push(row.problem_in("side", format!("unknown side `{}`", row.get("side"))));
            0
        })
    }
}

impl ScenarioEntry {
    /// The scenarios of a game in the order of its file.
    pub fn list(files: &Files, game: &str) -> Result<Vec<ScenarioEntry>, Vec<Problem>> {
        let tree = read_tree(files, &format!("{game}/scenarios.toml"))?;
        let mut problems = Vec::new();
        let mut list = Vec::new();
        for (id, node) in tree.entries() {
            let mut reader = Reader::new(node, &mut problems);
            let sides: Vec<SideEntry> = reader.get_or("sides", Vec::new());
            if node.at("sides").is_some_and(|list| list.read::<Vec<SideEntry>>().is_ok())
                && let Some(message) = wrong_sides(&sides)
            {
                reader.problem("sides", message);
            }
            list.push(ScenarioEntry {
                id: id.to_owned(),
                title: reader.get("title"),
                note: reader.get("note"),
                sides,
            });
        }
        if problems.is_empty() { Ok(list) } else { Err(problems) }
    }

    /// The table of a scenario, complete: one that is `like` another is laid over that, `without` what it does not have.
    pub fn tree(files: &Files, game: &str, id: &str) -> Result<Node, Vec<Problem>> {
        let all = read_tree(files, &format!("{game}/scenarios.toml"))?;
        let missing = |node: &Node, id: &str| vec![node.problem(format!("there is no scenario `{id}`"))];
        let own = all.at(id).filter(|node| matches!(node.value, Value::Table(_)));
        let mut own = own.ok_or_else(|| missing(&all, id))?.clone();
        let Some(like) = own.remove("like") else {
            return Ok(own);
        };
        let base: String = like.read().map_err(|p| vec![p])?;
        let mut whole = all.at(&base).ok_or_else(|| missing(&like, &base))?.clone();
        if whole.at("like").is_some() {
            return Err(vec![like.problem(format!("`{base}` is itself like another"))]);
        }
        if let Some(without) = own.remove("without") {
            for key in without.read::<Vec<String>>().map_err(|p| vec![p])? {
                if whole.remove(&key).is_none() {
                    return Err(vec![without.problem(format!("`{base}` has no `{key}` to leave out"))]);
                }
            }
        }
        whole.lay(own)?;
        Ok(whole)
    }
}

/// What is wrong with the sides of a game or a scenario: two are played, each with its own id and name.
fn wrong_sides(sides: &[SideEntry]) -> Option<String> {
    let [one, other] = sides else { return Some(format!("{} sides where two are played", sides.len())) };
    if sides.iter().any(|side| side.id.is_empty() || side.name.is_empty()) {
        return Some("a side without an id or a name".into());
    }
    (one.id == other.id || one.name == other.name).then(|| format!("two sides are called `{}`", one.name))
}
