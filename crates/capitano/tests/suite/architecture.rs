//! The crates depend on each other only as ARCHITECTURE.md says, and the rules know no runtime, no
//! files, no clock and no random source.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON")
}

/// Ordinary dependencies (not those of tests and build scripts) of each crate of ours.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("packages");
    packages
        .iter()
        .map(|package| {
            let listed = package["dependencies"].as_array().expect("dependencies");
            let plain = listed.iter().filter(|d| d["kind"].is_null());
            let names = plain.map(|d| d["name"].as_str().expect("a name").to_string()).collect();
            (package["name"].as_str().expect("a name").to_string(), names)
        })
        .collect()
}

/// What each crate may depend on. A new dependency is added here with a line in ARCHITECTURE.md.
const ALLOWED: &[(&str, &[&str])] = &[
    ("dataset", &["csv", "serde", "sha2", "toml"]),
    ("datagen", &["csv"]),
    ("bench", &[]),
    (
        "kernel",
        &[
            "arrayvec",
            "rand_chacha",
            "serde",
            "serde_json",
            "serde_path_to_error",
            "sha2",
            "smol_str",
            "ts-rs",
        ],
    ),
    ("hexmap", &["arrayvec", "dataset", "hexx", "serde"]),
    ("gamebox", &["dataset", "hexmap", "kernel", "serde", "serde_json"]),
    ("risorgimento", &["arrayvec", "dataset", "gamebox", "hexmap", "kernel", "serde", "serde_json"]),
    ("piacenza", &["arrayvec", "dataset", "gamebox", "hexmap", "kernel", "serde", "serde_json"]),
    ("atlas", &["base64", "hexmap", "serde", "ts-rs"]),
    ("players", &["arrayvec", "hexmap", "kernel", "piacenza", "risorgimento", "serde"]),
    ("lab", &["kernel", "players", "rayon", "serde", "serde_json"]),
    ("page", &[]),
    (
        "server",
        &[
            "argon2",
            "axum",
            "base64",
            "flate2",
            "futures-util",
            "getrandom",
            "hmac",
            "hyper",
            "hyper-util",
            "kernel",
            "lz4_flex",
            "page",
            "rustix",
            "serde",
            "serde_json",
            "sha2",
            "sqlx",
            "tokio",
            "tokio-tungstenite",
            "tower",
            "tower-http",
            "tracing",
            "ts-rs",
        ],
    ),
];

#[test]
fn dependencies_point_one_way() {
    let found = dependencies();
    for (name, allowed) in ALLOWED {
        let names = found.get(*name).unwrap_or_else(|| panic!("there is no crate {name}"));
        let foreign: Vec<_> = names.iter().filter(|n| !allowed.contains(&n.as_str())).collect();
        assert!(foreign.is_empty(), "{name} may not depend on {foreign:?}");
    }
    let known: Vec<&str> = ALLOWED.iter().map(|(name, _)| *name).chain(["capitano"]).collect();
    let unknown: Vec<_> = found.keys().filter(|n| !known.contains(&n.as_str())).collect();
    assert!(unknown.is_empty(), "{unknown:?} must be placed in the picture");
}

/// Words that would let files, the clock, the network or chance into the rules.
const FORBIDDEN: &[&str] = &[
    "std::fs",
    "std::net",
    "std::env",
    "std::time",
    "std::process",
    "Instant",
    "SystemTime",
    "rand_chacha",
    "getrandom",
    "tokio",
    "HashMap",
    "HashSet",
    "f32",
    "f64",
];

/// Floats stand where odds, points and proposals are shown to people, never where the rules decide.
const FLOATS_SHOWN: &[&str] =
    &["odds.rs", "odds/", "query.rs", "query/", "words.rs", "words/", "handmade/", "propose.rs"];

/// The crates that hold the rules of games.
const RULES: [&str; 2] = ["risorgimento", "piacenza"];

#[test]
fn the_rules_know_no_world() {
    let mut looked_at = 0;
    for name in RULES {
        let folder = root().join(format!("crates/{name}/src"));
        let mut stack = vec![folder.clone()];
        while let Some(dir) = stack.pop() {
            for entry in std::fs::read_dir(&dir).expect("the folder is there") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    stack.push(path);
                    continue;
                }
                let file = path.strip_prefix(&folder).expect("below it").to_string_lossy().replace('\\', "/");
                knows_no_world(name, &file, &std::fs::read_to_string(&path).expect("a source file"));
                looked_at += 1;
            }
        }
    }
    assert!(looked_at > 20, "only {looked_at} files were looked at");
}

fn knows_no_world(name: &str, file: &str, text: &str) {
    for word in FORBIDDEN {
        let float = matches!(*word, "f32" | "f64");
        if float && FLOATS_SHOWN.iter().any(|f| file.starts_with(f)) {
            continue;
        }
        let line = text.lines().position(|l| {
            let code = l.split("//").next().unwrap_or("");
            code.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').any(|w| {
                w == *word || w.starts_with(&format!("{word}::")) || w.ends_with(&format!("::{word}"))
            })
        });
        assert_eq!(line.map(|l| l + 1), None, "{file} of {name} uses {word}");
    }
}

/// No core, optional or scenario rule of the checklist is without code or without a test.
#[test]
fn every_rule_has_code_and_a_test() {
    let run = Command::new(env!("CARGO_BIN_EXE_capitano"))
        .args(["rules", "goito", "--coverage"])
        .output()
        .expect("the program runs");
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{text}");
    assert!(text.contains("206 of 206"), "{text}");
}
