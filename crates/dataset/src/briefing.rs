//! What each side of each scenario is told before it plays (`briefing.toml`). It decides nothing: no hash goes over it.

use crate::{Files, Problem, Reader, read_tree, take};

/// Hints that a side gets.
pub const HINTS: usize = 3;

/// What a side is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideBrief {
    /// Who it is and how it stands at the start.
    pub who: String,
    pub hints: Vec<String>,
}

impl SideBrief {
    /// What the sides of a scenario, by their ids, are told: each must be.
    pub fn read<'a>(
        files: &Files,
        game: &str,
        scenario: &str,
        sides: impl Iterator<Item = &'a str>,
        problems: &mut Vec<Problem>,
    ) -> Vec<SideBrief> {
        let Some(tree) = take(read_tree(files, &format!("{game}/briefing.toml")), problems) else {
            return Vec::new();
        };
        let brief = |side: &str| {
            let path = format!("{scenario}.{side}");
            let mut r = Reader::new(&tree, problems);
            if tree.at(&path).is_none() {
                r.problem("", format!("`{path}` is missing: `{side}` has no briefing in `{scenario}`"));
                return SideBrief::default();
            }
            let who: String = r.get(&format!("{path}.who"));
            let hints: Vec<String> = r.get(&format!("{path}.hints"));
            if hints.len() != HINTS {
                let message = format!("{} hints where a side gets {HINTS}", hints.len());
                r.problem(&format!("{path}.hints"), message);
            }
            if who.trim().is_empty() || hints.iter().any(|hint| hint.trim().is_empty()) {
                r.problem(&path, "a text is empty");
            }
            SideBrief { who, hints }
        };
        sides.map(brief).collect()
    }
}
