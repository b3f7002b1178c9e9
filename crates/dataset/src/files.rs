//! A set of texts by path, ours or with an owner's laid over them.

use crate::{Problem, table, tree};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Texts by path, such as `goito/units.csv`, in the order of their paths.
///
/// An owner's text of the same path can lie over ours. The two are put together when the file is
/// read ([`read_csv`](crate::read_csv), [`read_toml`](crate::read_toml)), so that an error still
/// names the file and the line that it stands on, and each value still knows whose it is.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// Put before a path where a problem names a file.
    root: String,
    texts: BTreeMap<String, Text>,
    /// What is laid over a path, the topmost last.
    over: BTreeMap<String, Vec<Text>>,
}

/// A text and the name under which problems report it.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub name: Arc<str>,
    pub text: String,
}

/// Files that explain a game and decide nothing in it: no record depends on them.
const WORDS: [&str; 4] = ["briefing.toml", "sequence.csv", "glossary.csv", "rulings.csv"];

/// Whether a file only explains a game.
pub fn is_words(path: &str) -> bool {
    WORDS.contains(&path.rsplit('/').next().unwrap_or(path))
}

/// The paths below these folders among those of embedded texts that a game is played with: no record depends on what is
/// explained or said in another language.
pub fn decisive(texts: &[(&'static str, &str)], folders: &[&str]) -> Vec<&'static str> {
    let of_game = |path: &str| path.split_once('/').is_some_and(|(folder, _)| folders.contains(&folder));
    let paths = texts.iter().map(|(path, _)| *path);
    paths.filter(|path| of_game(path) && !path.contains("/italian") && !is_words(path)).collect()
}

impl Files {
    pub fn new() -> Files {
        Files::default()
    }

    /// Files that problems report below `root`: `data` makes `data/goito/units.csv`.
    pub fn below(root: &str) -> Files {
        Files { root: format!("{}/", root.trim_end_matches('/')), ..Files::default() }
    }

    pub fn from_pairs(pairs: &[(&str, &str)]) -> Files {
        let mut files = Files::new();
        for (path, text) in pairs {
            files.insert(path, *text);
        }
        files
    }

    /// The texts that a program was built with, as they lie below `data/`, superseded ones left out.
    pub fn embedded(texts: &[(&str, &str)]) -> Files {
        let mut files = Files::below("data");
        for (path, text) in texts.iter().filter(|(path, _)| !path.starts_with("superseded/")) {
            files.insert(path, *text);
        }
        files
    }

    /// The files of an older state of a game's data among such texts, by the hash that a record names. What only
    /// explains a game ([`WORDS`]) is always that of today.
    pub fn superseded(texts: &[(&str, &str)], hash: &str) -> Option<Files> {
        let folder = texts.iter().find_map(|(path, text)| {
            let mut steps = path.strip_prefix("superseded/")?.splitn(3, '/');
            let (game, name, rest) = (steps.next()?, steps.next()?, steps.next()?);
            let named = name == hash || rest == "also.txt" && text.lines().any(|l| l.trim() == hash);
            named.then(|| format!("superseded/{game}/{name}/"))
        })?;
        let mut files = Files::below(&format!("data/{folder}"));
        let today = |path: &str| !path.starts_with("superseded/") && is_words(path);
        for (path, text) in texts.iter().filter(|(path, _)| today(path)) {
            files.insert(path, *text);
        }
        for (path, text) in texts {
            if let Some(path) = path.strip_prefix(&folder) {
                files.insert(path, *text);
            }
        }
        Some(files)
    }

    /// Our text of a path (an owner's, where the path is not ours).
    pub fn get(&self, path: &str) -> Option<&str> {
        self.ours(path).map(|t| t.text.as_str())
    }

    /// Adds a text of ours, or puts another in its place.
    pub fn insert(&mut self, path: &str, text: impl Into<String>) {
        let name = format!("{}{path}", self.root).into();
        let text = text.into();
        self.texts.insert(path.to_owned(), Text { name, text });
    }

    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }

    /// Is some text of an owner laid over this path?
    pub fn is_overlaid(&self, path: &str) -> bool {
        self.over.contains_key(path)
    }

    /// Lays an owner's files over these. Each must be a `.csv` or `.toml` file of a path that we
    /// have, with columns or keys that ours has; files of other kinds are left alone. What was laid over
    /// them before stays below.
    pub fn laid_over(mut self, owner: Files) -> Result<Files, Vec<Problem>> {
        let mut problems = Vec::new();
        for (path, text) in owner.texts {
            let Some(ours) = self.texts.get(&path) else {
                if path.ends_with(".csv") || path.ends_with(".toml") {
                    let message = format!("there is no `{path}` for this file to be laid over");
                    problems.push(Problem::new(&text.name, 0, message));
                }
                continue;
            };
            let mut layers = self.over.get(&path).cloned().unwrap_or_default();
            layers.push(text);
            let found = if path.ends_with(".csv") {
                table::merged(&path, ours, &layers).map(drop)
            } else if path.ends_with(".toml") {
                tree::merged(ours, &layers).map(drop)
            } else {
                continue;
            };
            match found {
                Ok(()) => drop(self.over.insert(path, layers)),
                Err(found) => problems.extend(found),
            }
        }
        if problems.is_empty() { Ok(self) } else { Err(problems) }
    }

    pub(crate) fn ours(&self, path: &str) -> Option<&Text> {
        self.texts.get(path)
    }

    pub(crate) fn owners(&self, path: &str) -> &[Text] {
        self.over.get(path).map_or(&[], Vec::as_slice)
    }

    /// The name under which problems report a path.
    pub fn name(&self, path: &str) -> String {
        format!("{}{path}", self.root)
    }

    pub(crate) fn missing(&self, path: &str) -> Vec<Problem> {
        vec![Problem::new(&self.name(path), 0, "the file is missing")]
    }
}
