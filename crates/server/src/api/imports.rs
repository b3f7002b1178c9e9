//! Games from outside: records, positions and set-ups. What comes is read beside the threads that answer
//! requests, and has no more than a game can have.

use super::tables::{Played, Wish, blank, make, open, too_early};
use super::{Came, Secure, Shared, Text};
use crate::hall::Hall;
use crate::heavy::Heavy;
use crate::problem::Problem;
use crate::shelf::Opened;
use crate::store::{Beginning, Deed, Head};
use crate::think::Asker;
use crate::wire::Import;
use axum::extract::State;
use axum::response::Response;
use kernel::{Options, Record, What};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes of an import. Records of whole games have 27 KB, positions 24 KB.
pub const MOST_IMPORT: usize = 256 * 1024;
/// Values in it, and how deep they stand in each other. Positions have 2,000 values in six layers.
const MOST_VALUES: usize = 20_000;
const MOST_DEPTH: usize = 16;
/// Steps of a record. Random games have up to 2,200.
const MOST_STEPS: usize = 10_000;
/// Imports that wait to be read.
const MOST_WAITING: usize = 16;

/// Imports that are being read: one at a time of each client, and few in all.
pub struct Imports {
    heavy: Heavy,
    clients: Mutex<HashSet<Asker>>,
}

/// A client's import. Dropping it makes room for his next.
pub struct Importing {
    imports: Arc<Imports>,
    client: Asker,
}

impl Imports {
    pub fn new() -> Arc<Imports> {
        Arc::new(Imports { heavy: Heavy::new(1, MOST_WAITING), clients: Mutex::default() })
    }

    fn clients(&self) -> MutexGuard<'_, HashSet<Asker>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// None if the client has not done with another one.
    pub fn begin(self: &Arc<Self>, client: Asker) -> Option<Importing> {
        self.clients().insert(client).then(|| Importing { imports: Arc::clone(self), client })
    }

    /// Does something that takes long.
    pub async fn run<R: Send + 'static>(
        &self,
        work: impl FnOnce() -> R + Send + 'static,
    ) -> Result<R, Problem> {
        self.heavy.run(work).await
    }
}

impl Drop for Importing {
    fn drop(&mut self) {
        self.imports.clients().remove(&self.client);
    }
}

pub async fn import(
    State(app): Shared,
    Came(visitor): Came,
    Secure(secure): Secure,
    Text(text): Text<MOST_IMPORT>,
) -> Result<Response, Problem> {
    let hall = Arc::clone(&app.hall);
    let wish = app.imports.run(move || read(&hall, &text)).await??;
    make(&app, visitor, secure, wish).await
}

fn read(hall: &Hall, text: &[u8]) -> Result<Wish, Problem> {
    bounded(text)?;
    let import = serde_json::from_slice(text);
    let import =
        import.map_err(|error| Problem::bad_request(format!("The body cannot be read: {error}.")))?;
    let Import { record, position, setup, terms, seats, players, side, name, part, entropy } = import;
    too_early(entropy.as_ref())?;
    let (opened, start, played) = match (record, position, setup) {
        (Some(record), None, None) => from_record(hall, &record)?,
        (None, Some(position), None) => from_position(hall, position)?,
        (None, None, Some(setup)) => from_setup(hall, setup)?,
        _ => return Err(Problem::bad_request("Give exactly one of record, position and setup.")),
    };
    Ok(Wish { opened, start, played, terms, seats, players, side, name, part })
}

/// Whether a text in JSON has no more values, and none deeper, than a game has. They are counted before any of
/// them is kept: a value takes up to fifty times as much memory as its text.
fn bounded(text: &[u8]) -> Result<(), Problem> {
    let (mut depth, mut values, mut bytes) = (0_usize, 1_usize, text.iter());
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => {
                while let Some(inside) = bytes.next() {
                    match inside {
                        b'\\' => drop(bytes.next()),
                        b'"' => break,
                        _ => {}
                    }
                }
            }
            b'[' | b'{' => {
                depth += 1;
                values += 1;
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' => values += 1,
            _ => {}
        }
        if depth > MOST_DEPTH || values > MOST_VALUES {
            return Err(Problem::too_large());
        }
    }
    Ok(())
}

type Imported = (Opened, Option<Beginning>, Played);

fn from_record(hall: &Hall, text: &str) -> Result<Imported, Problem> {
    let record: Record =
        text.parse().map_err(|error| Problem::bad_request(format!("The record: {error}.")))?;
    if record.steps.len() > MOST_STEPS {
        return Err(Problem::too_large());
    }
    let heading = &record.heading;
    let (_, options) = {
        let game = hall.shelf.game(&heading.game);
        let game = game.ok_or_else(|| {
            Problem::bad_request("The record belongs to a game that this server does not have.")
        })?;
        let chosen = game.module.choose(&heading.scenario, &heading.options);
        chosen.map_err(|errors| Problem::bad_request(errors.join(" ")))?
    };
    let head = Head { scenario: heading.scenario.clone(), options, data: heading.data.clone(), ..blank() };
    let opened = hall.shelf.reopen(&head).map_err(Problem::bad_request)?;
    if opened.otherwise.is_some() {
        let message = format!("The record was played with data {}, which is not here.", heading.data);
        return Err(Problem::bad_request(message));
    }
    let start = record.start.map(|start| match start {
        kernel::Start::Setup(value) => Beginning::Setup(value),
        kernel::Start::Position(value) => Beginning::Position(value),
    });
    // No seed of ours vouches for its rolls.
    let deed = |mut what: What| {
        what.set_given();
        Deed::Step(what)
    };
    let steps = record.steps.into_iter().map(|step| deed(step.what)).collect();
    Ok((opened, start, Played { steps, hash: record.hash, rules: record.heading.rules }))
}

/// A position as it is exported.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    scenario: String,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    data: String,
    position: Value,
}

fn from_position(hall: &Hall, value: Value) -> Result<Imported, Problem> {
    let saved: Saved = serde_json::from_value(value)
        .map_err(|error| Problem::bad_request(format!("This is not a saved position: {error}.")))?;
    let opened = open(hall, &saved.scenario, &saved.options)?;
    if !saved.data.is_empty() && saved.data != opened.table.info().data {
        return Err(Problem::bad_request(
            "The position was saved with data that this program does not have.",
        ));
    }
    Ok((opened, Some(Beginning::Position(saved.position)), Played::default()))
}

fn from_setup(hall: &Hall, value: Value) -> Result<Imported, Problem> {
    let Value::Object(mut fields) = value else {
        return Err(Problem::bad_request("A setup is a JSON object."));
    };
    let Some(Value::String(scenario)) = fields.remove("scenario") else {
        return Err(Problem::bad_request("A setup names its `scenario`."));
    };
    let options = match fields.remove("options") {
        Some(options) => serde_json::from_value(options)
            .map_err(|error| Problem::bad_request(format!("The options of the setup: {error}.")))?,
        None => Options::new(),
    };
    Ok((open(hall, &scenario, &options)?, Some(Beginning::Setup(Value::Object(fields))), Played::default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_and_those_in_texts_are_none() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(bounded(nested(MOST_DEPTH).as_bytes()).is_ok());
        assert!(bounded(nested(MOST_DEPTH + 1).as_bytes()).is_err());
        // One after the other is not one in the other.
        assert!(bounded(format!("[{}1]", "[],".repeat(1000)).as_bytes()).is_ok());
        assert!(bounded(format!("[{}1]", "{},".repeat(MOST_VALUES / 2)).as_bytes()).is_err());
        assert!(bounded(format!("[{}1]", "0,".repeat(MOST_VALUES)).as_bytes()).is_err());
        let text = "[{,\\\"]".repeat(MOST_VALUES);
        assert!(bounded(format!("{{\"record\":\"{text}\"}}").as_bytes()).is_ok());
    }

    #[test]
    fn a_client_has_one_import_at_a_time() {
        let imports = Imports::new();
        let first = imports.begin(None).expect("the first");
        assert!(imports.begin(None).is_none());
        assert!(imports.begin(Some([10, 0, 0, 1].into())).is_some());
        drop(first);
        assert!(imports.begin(None).is_some());
    }
}
