//! What was printed on cardboard, as text files: reading them, laying an owner's files over ours,
//! finding what is wrong with a file and on which line, and knowing where each value comes from.
//!
//! Nothing here touches a disk: whoever has the texts puts them into [`Files`].

mod briefing;
mod change;
pub mod chart;
mod deserialize;
mod files;
mod game;
mod provenances;
mod reader;
mod reference;
mod rules;
pub mod sheet;
mod sources;
mod table;
mod translation;
mod tree;
pub mod trial;

pub use briefing::SideBrief;
pub use change::{path_fits, plain_path, with_value};
pub use chart::{ByDifference, ByRatio, ByStrength, Declared, Grid, Labels, Scale};
pub use files::{Files, decisive, is_words};
pub use game::{GameEntry, ScenarioEntry, SideEntry};
pub use provenances::{Listed, Provenances, Source};
pub use reader::Reader;
pub use reference::Explained;
pub use rules::check_rules;
pub use sheet::{Sheet, SheetCell, Sheets};
pub use sources::Sources;
pub use table::{Row, one_word_each, read_csv, read_rows};
pub use translation::{Translation, map_words};
pub use tree::{Node, Value, read_toml, read_tree};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provenance {
    /// The rulebook states it.
    Printed,
    /// It follows from a rule or a worked example.
    Derived,
    /// Ours: the component that held it is not in the rulebook.
    Reconstructed,
    /// An owner of the boxed game laid it over ours.
    Owner,
}

impl Provenance {
    pub fn name(self) -> &'static str {
        match self {
            Provenance::Printed => "printed",
            Provenance::Derived => "derived",
            Provenance::Reconstructed => "reconstructed",
            Provenance::Owner => "owner",
        }
    }
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Provenance {
    type Err = String;

    fn from_str(text: &str) -> Result<Provenance, String> {
        [Provenance::Printed, Provenance::Derived, Provenance::Reconstructed, Provenance::Owner]
            .into_iter()
            .find(|p| p.name() == text)
            .ok_or_else(|| format!("`{text}` is none of printed, derived, reconstructed, owner"))
    }
}

/// Something wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    pub file: String,
    /// Counted from 1; 0 where the file as a whole is meant.
    pub line: usize,
    pub message: String,
}

impl Problem {
    pub fn new(file: &str, line: usize, message: impl Into<String>) -> Problem {
        Problem { file: file.to_owned(), line, message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl std::error::Error for Problem {}

/// Puts what is wrong aside and goes on with what there is.
pub fn take<T>(result: Result<T, Vec<Problem>>, problems: &mut Vec<Problem>) -> Option<T> {
    result.map_err(|found| problems.extend(found)).ok()
}

/// Leaves out what is said twice, since scenarios share files.
pub fn distinct(problems: &mut Vec<Problem>) {
    let mut seen = BTreeSet::new();
    problems.retain(|p| seen.insert((p.file.clone(), p.line, p.message.clone())));
}

/// What is read from files, or all that is wrong with them, each thing once.
pub fn sound<T>(read: impl FnOnce(&mut Vec<Problem>) -> Option<T>) -> Result<T, Vec<Problem>> {
    let mut problems = Vec::new();
    let made = read(&mut problems);
    distinct(&mut problems);
    made.filter(|_| problems.is_empty()).ok_or(problems)
}

/// The first 16 hexadecimal digits of the SHA-256 of `bytes`.
pub fn content_hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
