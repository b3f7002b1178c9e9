//! The disk: reading an owner's folder of data, set-ups and records; writing files whole or not at all.

use crate::failure::Failure;
use dataset::Files;
use std::fs;
use std::path::{Path, PathBuf};

/// Every data file below a folder, by its path inside it.
pub fn read_folder(folder: &Path) -> Result<Files, Failure> {
    if !folder.is_dir() {
        return Err(Failure::new(format!("{} is not a folder", folder.display())));
    }
    let mut files = Files::below(&folder.display().to_string());
    let mut problems = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(inside) = folders.pop() {
        let entries =
            fs::read_dir(folder.join(&inside)).map_err(|e| cannot_read(&folder.join(&inside), &e))?;
        let mut names = Vec::new();
        for entry in entries {
            names.push(entry.map_err(|e| cannot_read(&folder.join(&inside), &e))?.file_name());
        }
        names.sort();
        for name in names {
            let path = inside.join(&name);
            let on_disk = folder.join(&path);
            if name.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            if on_disk.is_dir() {
                folders.push(path);
                continue;
            }
            match kind(&path) {
                Kind::Data => match read(&on_disk) {
                    Ok(text) => files.insert(&slashed(&path), text),
                    Err(failure) => problems.push(failure.to_string()),
                },
                Kind::Prose => {}
                Kind::Other => problems.push(format!(
                    "{}: not a file that the games read (those are .csv and .toml; .md and .txt files are ignored)",
                    on_disk.display()
                )),
            }
        }
    }
    if problems.is_empty() { Ok(files) } else { Err(Failure::new(problems.join("\n"))) }
}

enum Kind {
    Data,
    Prose,
    Other,
}

fn kind(path: &Path) -> Kind {
    match path.extension().and_then(|e| e.to_str()) {
        Some("csv" | "toml") => Kind::Data,
        Some("md" | "txt") => Kind::Prose,
        _ => Kind::Other,
    }
}

/// The path with the strokes that our own paths have, on every system.
fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

/// A file as text.
pub fn read(path: &Path) -> Result<String, Failure> {
    let bytes = fs::read(path).map_err(|e| cannot_read(path, &e))?;
    String::from_utf8(bytes).map_err(|e| {
        let line = 1 + e.as_bytes()[..e.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        Failure::new(format!("{}:{line}: not UTF-8 text", path.display()))
    })
}

/// Writes a file so that a crash on the way leaves the old one.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let beside = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, path));
    written.map_err(|e| {
        // What was begun is of no use to anybody.
        let _ = fs::remove_file(&beside);
        Failure::new(format!("cannot write {}: {e}", path.display()))
    })
}

fn cannot_read(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot read {}: {error}", path.display()))
}
