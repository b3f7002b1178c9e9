//! Where the values of a counter come from.

use crate::{Problem, Provenance, Row};

/// The provenance of the values of a row, by the names of their columns.
#[derive(Clone, Debug, Default)]
pub struct Sources(pub Vec<(&'static str, Provenance)>);

impl Sources {
    /// Where a value comes from, as a word; "" where nothing is said.
    pub fn of(&self, value: &str) -> &'static str {
        self.0.iter().find(|(name, _)| *name == value).map_or("", |(_, provenance)| provenance.name())
    }

    /// As the column `provenance` of a row says, which reads like `ma range printed; sp cv
    /// reconstructed`; a cell that an owner has laid is the owner's.
    pub fn read(row: &Row, values: &[&'static str]) -> Result<Sources, Problem> {
        let said = clauses(row, values)?;
        let mut answers = Vec::new();
        for value in values {
            let found: Vec<Provenance> =
                said.iter().filter(|(name, _)| name == value).map(|(_, p)| *p).collect();
            let provenance = match found[..] {
                _ if row.is_owners(value) => Provenance::Owner,
                [one] => one,
                _ => {
                    let message = format!("provenance: `{value}` must be named once");
                    return Err(row.problem_in("provenance", message));
                }
            };
            answers.push((*value, provenance));
        }
        Ok(Sources(answers))
    }

    /// The same, with what is wrong put aside.
    pub fn noted(row: &Row, values: &[&'static str], problems: &mut Vec<Problem>) -> Sources {
        Sources::read(row, values).unwrap_or_else(|problem| {
            problems.push(problem);
            Sources::default()
        })
    }
}

/// What the clauses of the column say, value by value.
fn clauses(row: &Row, values: &[&'static str]) -> Result<Vec<(&'static str, Provenance)>, Problem> {
    let mut said = Vec::new();
    for clause in row.get("provenance").split(';') {
        let mut names: Vec<&str> = clause.split_whitespace().collect();
        let provenance = names.pop().unwrap_or_default();
        let provenance: Provenance =
            provenance.parse().map_err(|e| row.problem_in("provenance", format!("provenance: {e}")))?;
        for value in values {
            // A word without names holds for the whole row.
            if names.contains(value) || names.is_empty() {
                said.push((*value, provenance));
            }
        }
    }
    Ok(said)
}
