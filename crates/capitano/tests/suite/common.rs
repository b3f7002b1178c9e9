//! Running the program as a user does.
// Every test file uses its own part of this.
#![allow(dead_code)]

pub mod schema;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    pub fn ok(self) -> Ran {
        assert_eq!(self.code, 0, "{}{}", self.out, self.err);
        self
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

pub fn run(args: &[&str]) -> Ran {
    run_with(args, b"")
}

pub fn run_with(args: &[&str], input: &[u8]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_capitano"))
        .args(args)
        .env("COLUMNS", "100")
        .env("LINES", "40")
        .env_remove("COLORTERM")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it was asked for");
    let input = input.to_vec();
    // A program that ends before it has read everything is no failure of the test.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("writing does not panic");
    Ran {
        code: output.status.code().expect("it is not killed"),
        out: String::from_utf8(output.stdout).expect("it writes text"),
        err: String::from_utf8(output.stderr).expect("it writes text"),
    }
}

/// A folder for one test, removed at its end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("capitano-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("it lies in the folder"))
            .expect("a folder for the file");
        std::fs::write(&path, text).expect("the file can be written");
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left over lies among the system's temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The record of a whole random game.
pub fn a_record(folder: &Folder) -> String {
    let records = folder.file("records");
    run(&["simulate", "goito/battle", "--games", "1", "--seed", "5", "--records", &records]).ok();
    let mut files = std::fs::read_dir(&records).expect("it was made");
    files.next().expect("one game, one record").expect("it can be read").path().display().to_string()
}
