//! The documents tell the truth: their links lead somewhere, the commands they name exist, the rulings
//! that code and tests cite are written down, and nothing in the tree speaks of the machine it was made on.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn documents() -> Vec<(String, String)> {
    let mut list = Vec::new();
    for folder in [".", "docs", "data", "data/superseded", "records"] {
        let Ok(entries) = std::fs::read_dir(root().join(folder)) else { continue };
        for entry in entries {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|e| e == "md") {
                let name = format!("{folder}/{}", path.file_name().expect("a name").to_string_lossy());
                list.push((name, std::fs::read_to_string(&path).expect("text")));
            }
        }
    }
    assert!(list.len() >= 5, "only {} documents were found", list.len());
    list
}

#[test]
fn links_lead_somewhere() {
    let mut seen = 0;
    for (name, text) in documents() {
        let folder = root().join(&name).parent().expect("a folder").to_path_buf();
        for part in text.split("](").skip(1) {
            let target = part.split(')').next().unwrap_or("").split('#').next().unwrap_or("");
            if target.is_empty() || target.contains("://") {
                continue;
            }
            seen += 1;
            assert!(folder.join(target).exists(), "{name} links to {target}, which is not there");
        }
    }
    assert!(seen > 3, "only {seen} links were looked at");
}

#[test]
fn commands_that_are_named_exist() {
    let help = Command::new(env!("CARGO_BIN_EXE_capitano")).arg("--help").output().expect("the program runs");
    let help = String::from_utf8(help.stdout).expect("text");
    let mut named = BTreeSet::new();
    for (_, text) in documents() {
        for part in text.split("`capitano ").skip(1) {
            let word = part.split(|c: char| !c.is_ascii_lowercase()).next().unwrap_or("");
            if !word.is_empty() {
                named.insert(word.to_string());
            }
        }
    }
    assert!(named.len() >= 8, "only {named:?} are named");
    for command in &named {
        assert!(
            help.contains(&format!("\n  {command}")),
            "`capitano {command}` is named in a document and is no command"
        );
    }
}

fn sources(folder: &Path, list: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, list);
        } else if path.extension().is_some_and(|e| e == "rs") {
            list.push((path.clone(), std::fs::read_to_string(&path).expect("text")));
        }
    }
}

#[test]
fn rulings_that_are_cited_are_written_down() {
    let rulings = std::fs::read_to_string(root().join("docs/rulings.md")).expect("docs/rulings.md");
    let mut list = Vec::new();
    sources(&root().join("crates/risorgimento"), &mut list);
    let mut cited = BTreeSet::new();
    for (_, text) in &list {
        // `R33` or `CR12` in a comment is a ruling; `rule::R13_1` is a paragraph of the rulebook
        for line in text.lines().filter_map(|l| l.split_once("//").map(|(_, comment)| comment)) {
            for word in line.split(|c: char| !c.is_alphanumeric() && c != '_') {
                let number = word.strip_prefix('C').unwrap_or(word).strip_prefix('R');
                let number = number.filter(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
                cited.extend(number.map(|_| format!("**{word}**")));
            }
        }
    }
    assert!(cited.len() > 20, "only {} rulings are cited", cited.len());
    let missing: Vec<_> = cited.iter().filter(|r| !rulings.contains(r.as_str())).collect();
    assert!(missing.is_empty(), "docs/rulings.md does not hold {missing:?}");
}

#[test]
fn rulings_that_rules_are_played_by_are_written_down() {
    let text = std::fs::read_to_string(root().join("docs/rulings.md")).expect("docs/rulings.md");
    let mut known = BTreeSet::new();
    for line in text.lines() {
        // `- **10.1, R82** …` in the lists, `| D3 | …` in the table.
        let heading = line.strip_prefix("- **").and_then(|rest| rest.split_once("**"));
        let row = line.strip_prefix("| D").and_then(|rest| rest.split_once(" |"));
        known.extend(heading.into_iter().flat_map(|(names, _)| names.split(", ").map(str::to_owned)));
        known.extend(row.map(|(number, _)| format!("D{number}")));
    }
    assert!(known.len() > 100, "only {} rulings were found", known.len());
    for rule in risorgimento::rule::RULES.iter().chain(&risorgimento::rule::custoza::RULES) {
        for ruling in rule.rulings {
            assert!(known.contains(*ruling), "{} names {ruling}, which is not written down", rule.id);
        }
    }
}

/// A line of rulings.md without its marks.
fn plain(text: &str) -> String {
    let mut words = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        let (label, after) = after.split_once("](").expect("a link");
        words += before;
        words += label;
        rest = after.split_once(')').expect("a link").1;
    }
    (words + rest).replace('*', "")
}

/// The program serves the rulings out of its data; the document tells the same, word for word and in the same order.
#[test]
fn the_rulings_are_those_that_the_program_serves() {
    let text = std::fs::read_to_string(root().join("docs/rulings.md")).expect("the rulings");
    let mut written = Vec::new();
    for line in text.lines() {
        if let Some((id, words)) = line.strip_prefix("- **").and_then(|line| line.split_once("** ")) {
            written.push((id.to_owned(), plain(words)));
        } else if line.starts_with("| D") {
            let cells: Vec<String> =
                line.trim_matches('|').split('|').map(|cell| plain(cell.trim())).collect();
            let [id, point, goito, custoza, used] = &cells[..] else { panic!("{line}") };
            let words = format!("{point}. Goito: {goito}. Custoza: {custoza}. Used by: {used}.");
            written.push((id.clone(), words));
        }
    }
    let mut served = Vec::new();
    for path in ["data/risorgimento/rulings.csv", "data/custoza/rulings.csv", "data/piacenza/rulings.csv"] {
        let text = std::fs::read_to_string(root().join(path)).expect("the data");
        let files = dataset::Files::from_pairs(&[(path, &text)]);
        let rows = dataset::read_csv(&files, path, &["id", "text"]).expect("a table");
        served.extend(rows.iter().map(|row| (row.get("id").to_owned(), row.get("text").to_owned())));
    }
    assert_eq!(served.len(), written.len());
    for (served, written) in served.iter().zip(&written) {
        assert_eq!(served, written);
    }
}
