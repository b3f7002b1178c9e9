//! The file with which a run goes on: a heading with its settings, a line for each game that is done,
//! and a last line that tells whether the file is whole.

use crate::field::Played;
use kernel::hash_bytes;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::path::Path;

const FORMAT: &str = "capitano arena 1";

#[derive(Serialize, Deserialize)]
struct Heading {
    format: String,
    settings: Value,
}

#[derive(Serialize, Deserialize)]
struct End {
    games: usize,
    hash: String,
}

/// Writes the file whole or not at all.
pub fn write(path: &Path, settings: &Value, games: &[Option<Played>]) -> Result<(), String> {
    let wrong = |error: &dyn std::fmt::Display| format!("cannot write {}: {error}", path.display());
    let heading = Heading { format: FORMAT.to_owned(), settings: settings.clone() };
    let mut text = serde_json::to_string(&heading).map_err(|error| wrong(&error))?;
    text.push('\n');
    let mut count = 0;
    for (number, played) in games.iter().enumerate() {
        if let Some(played) = played {
            text += &serde_json::to_string(&(number, played)).map_err(|error| wrong(&error))?;
            text.push('\n');
            count += 1;
        }
    }
    let end = End { games: count, hash: format!("{:016x}", hash_bytes(text.as_bytes())) };
    text += &serde_json::to_string(&end).map_err(|error| wrong(&error))?;
    text.push('\n');
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    fs::write(&name, text).and_then(|()| fs::rename(&name, path)).map_err(|error| wrong(&error))
}

/// The games that are done, each in its place; none if there is no file yet.
pub fn read(path: &Path, settings: &Value, games: usize) -> Result<Vec<Option<Played>>, String> {
    if !path.exists() {
        return Ok(vec![None; games]);
    }
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    let damaged = |what: &str| format!("{name} is damaged ({what}): remove it to start again");
    let body = text.strip_suffix('\n').ok_or_else(|| damaged("its end is missing"))?;
    let Some((body, last)) = body.rsplit_once('\n') else {
        return Err(format!("{name} is not a file of an unfinished run"));
    };
    let mut lines = body.lines();
    let heading: Heading = lines
        .next()
        .and_then(|line| serde_json::from_str(line).ok())
        .ok_or_else(|| format!("{name} is not a file of an unfinished run"))?;
    if heading.format != FORMAT {
        return Err(format!("{name} was made by another version (`{}`, not `{FORMAT}`)", heading.format));
    }
    let end: End = serde_json::from_str(last).map_err(|_| damaged("its end is missing"))?;
    let whole = &text[..body.len() + 1];
    if end.hash != format!("{:016x}", hash_bytes(whole.as_bytes())) {
        return Err(damaged("it was changed"));
    }
    if heading.settings != *settings {
        return Err(format!(
            "{name} was made with other settings: {}",
            difference(&heading.settings, settings)
        ));
    }
    let mut done = vec![None; games];
    let mut count = 0;
    for line in lines {
        let (number, played): (usize, Played) =
            serde_json::from_str(line).map_err(|error| damaged(&error.to_string()))?;
        let place = done
            .get_mut(number)
            .ok_or_else(|| format!("{name} holds game {}, but only {games} were asked for", number + 1))?;
        *place = Some(played);
        count += 1;
    }
    if count == end.games { Ok(done) } else { Err(damaged("games are missing")) }
}

/// The first setting that differs, in words.
fn difference(there: &Value, here: &Value) -> String {
    let (Some(there), Some(here)) = (there.as_object(), here.as_object()) else {
        return format!("{there} there, {here} here");
    };
    for (key, value) in here {
        let other = there.get(key).unwrap_or(&Value::Null);
        if other != value {
            return format!("{key} is {other} there and {value} here");
        }
    }
    "it has settings that are not known here".to_owned()
}
