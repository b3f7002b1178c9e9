//! Writing to standard output. A reader that goes away (`capitano games | head -1`) is no failure.

use crate::failure::Failure;
use serde::Serialize;
use std::io::{ErrorKind, Write};

pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

pub fn print_lines(lines: &[String]) -> Result<(), Failure> {
    print(&(lines.join("\n") + "\n"))
}

pub fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| Failure::new(format!("cannot be written as JSON: {error}")))?;
    print(&(text + "\n"))
}
