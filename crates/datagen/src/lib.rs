//! What build scripts generate from `data/`: the files themselves as embedded texts, a constant
//! for each paragraph of a rulebook, and a table of where each paragraph is cited.
//!
//! All functions write a Rust file, to be included with `include!(concat!(env!("OUT_DIR"), …))`,
//! print the `cargo::rerun-if-changed` lines for what they read, and leave the file alone if it
//! would not change.

mod cited;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A paragraph of a rulebook as `rules.csv` lists it.
pub struct RuleRow {
    pub id: String,
    pub title: String,
    /// `core`, `optional`, `scenario`, `components` or `notes`.
    pub kind: String,
    pub obligation: String,
    /// `printed`, `derived` or `reconstructed`.
    pub provenance: String,
    /// Values that it uses, as in `goito/terrain.toml#hex.*.fire_shift`.
    pub rests_on: Vec<String>,
    /// Rulings by which it is played.
    pub rulings: Vec<String>,
}

const COLUMNS: [&str; 7] = ["id", "title", "kind", "obligation", "provenance", "rests_on", "rulings"];

/// Writes `pub static FILES: &[(&str, &str)]` with path (below `data`) and text of every file in
/// the named folders of `data`, in the order of their paths.
pub fn embed(data: &Path, folders: &[&str], out: &Path) -> io::Result<()> {
    let data = data.canonicalize()?;
    let mut files = Vec::new();
    for folder in folders {
        let folder = data.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        if folder.exists() {
            walk(&folder, &mut files)?;
        }
    }
    files.sort();
    let mut text = String::from("pub static FILES: &[(&str, &str)] = &[\n");
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let path = slashes(file.strip_prefix(&data).unwrap_or(&file));
        let source = file.display().to_string();
        text += &format!("    ({path:?}, include_str!({source:?})),\n");
    }
    text += "];\n";
    write(out, &text)
}

/// Writes `pub static RULES: [kernel::Rule; N]` and for each row a constant such as
/// `pub const R9_4_1: kernel::Citation`, documented with the title and the obligation.
pub fn citations(rules_csv: &Path, game: &str, out: &Path) -> io::Result<()> {
    let rules = rules(rules_csv)?;
    let mut table = format!("pub static RULES: [kernel::Rule; {}] = [\n", rules.len());
    let mut constants = String::new();
    for (index, rule) in rules.iter().enumerate() {
        let RuleRow { id, title, kind, obligation, provenance, rests_on, rulings } = rule;
        let kind = match kind.as_str() {
            "core" => "Core",
            "optional" => "Optional",
            "scenario" => "Scenario",
            "components" => "Components",
            "notes" => "Notes",
            _ => return Err(bad(rules_csv, &format!("rule {id}: unknown kind `{kind}`"))),
        };
        if !["printed", "derived", "reconstructed"].contains(&provenance.as_str()) {
            return Err(bad(rules_csv, &format!("rule {id}: unknown provenance `{provenance}`")));
        }
        table += &format!(
            "    kernel::Rule {{ game: {game:?}, id: {id:?}, title: {title:?}, \
             kind: kernel::RuleKind::{kind}, obligation: {obligation:?}, \
             provenance: {provenance:?}, rests_on: &{rests_on:?}, rulings: &{rulings:?} }},\n"
        );
        let doc = format!("{game} {id}, {title}: {obligation}");
        let name = identifier(id);
        constants += &format!(
            "#[doc = {doc:?}]\npub const {name}: kernel::Citation = kernel::Citation(&RULES[{index}]);\n"
        );
    }
    write(out, &format!("{table}];\n\n{constants}"))
}

/// Writes where each rule is cited in Rust sources:
///
/// ```text
/// pub static COVERAGE: &[(&str, &[(&str, bool)])] = &[
///     ("9.4.1", &[("crates/risorgimento/src/fire.rs:120", false)]),
/// ```
///
/// one row for each row of `rules.csv`, in its order, with the places in the order of the files;
/// the flag says that the place is a test (a `tests` folder or file, a `#[cfg(test)]` module, a
/// `#[test]` function). `folders` are searched below `root`, which the places are relative to.
/// Comments, texts and imports are no citations. From the build script of the binary:
///
/// ```text
/// let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
/// datagen::coverage(
///     &root,
///     "data/goito/rules.csv",
///     &["crates/risorgimento/src", "crates/risorgimento/tests"],
///     &out.join("coverage_goito.rs"),
/// )?;
/// ```
pub fn coverage(root: &Path, rules_csv: &str, folders: &[&str], out: &Path) -> io::Result<()> {
    let root = root.canonicalize()?;
    let rules = rules(&root.join(rules_csv))?;
    let mut files = Vec::new();
    for folder in folders {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        if folder.exists() {
            walk(&folder, &mut files)?;
        }
    }
    files.retain(|file| file.extension().is_some_and(|e| e == "rs"));
    files.sort();
    let mut found: Vec<(String, cited::Mention)> = Vec::new();
    for file in &files {
        let path = slashes(file.strip_prefix(&root).unwrap_or(file));
        let parts = path.trim_end_matches(".rs").split('/');
        let test_file = parts.into_iter().any(|part| part == "tests");
        for mut mention in cited::mentions(&fs::read_to_string(file)?) {
            mention.test |= test_file;
            found.push((path.clone(), mention));
        }
    }
    let mut text = String::from("pub static COVERAGE: &[(&str, &[(&str, bool)])] = &[\n");
    for rule in rules {
        let name = identifier(&rule.id);
        let mut places = String::new();
        for (path, mention) in found.iter().filter(|(_, m)| m.name == name) {
            places += &format!("({:?}, {}), ", format!("{path}:{}", mention.line), mention.test);
        }
        text += &format!("    ({:?}, &[{places}]),\n", rule.id);
    }
    text += "];\n";
    write(out, &text)
}

/// The name of a rule's constant: `9.4.1` is `R9_4_1`.
pub fn identifier(id: &str) -> String {
    let word = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    format!("R{}", id.chars().map(word).collect::<String>())
}

/// The rows of a `rules.csv`, in order; ids must differ, as constants too.
pub fn rules(path: &Path) -> io::Result<Vec<RuleRow>> {
    println!("cargo::rerun-if-changed={}", path.display());
    let text = fs::read_to_string(path).map_err(|e| bad(path, &e.to_string()))?;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().map_err(|e| bad(path, &e.to_string()))?;
    if *headers != COLUMNS[..] {
        return Err(bad(path, &format!("the columns must be {}", COLUMNS.join(", "))));
    }
    let mut rules: Vec<RuleRow> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| bad(path, &e.to_string()))?;
        let cell = |column: usize| record[column].to_owned();
        let words = |column: usize| record[column].split_whitespace().map(str::to_owned).collect();
        let rule = RuleRow {
            id: cell(0),
            title: cell(1),
            kind: cell(2),
            obligation: cell(3),
            provenance: cell(4),
            rests_on: words(5),
            rulings: words(6),
        };
        let name = identifier(&rule.id);
        if rules.iter().any(|other| identifier(&other.id) == name) {
            return Err(bad(path, &format!("rule {} is listed twice", rule.id)));
        }
        rules.push(rule);
    }
    Ok(rules)
}

fn bad(path: &Path, message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{}: {message}", path.display()))
}

fn slashes(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn write(out: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(out).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(out, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "id,title,kind,obligation,provenance,rests_on,rulings\n";

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("datagen-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for a test can be made");
        folder
    }

    #[test]
    fn ids_become_identifiers() {
        for (id, name) in [("9.4.1", "R9_4_1"), ("4.B.2.a", "R4_B_2_a"), ("1.3b", "R1_3b")] {
            assert_eq!(identifier(id), name);
        }
    }

    #[test]
    fn files_are_embedded_in_order_with_their_paths() {
        let data = folder("embed");
        for (path, text) in [("b/two.csv", "2"), ("a/deep/one.toml", "1"), ("c/not.csv", "3")] {
            let path = data.join(path);
            fs::create_dir_all(path.parent().expect("it has one")).expect("made");
            fs::write(path, text).expect("written");
        }
        let out = data.join("out.rs");
        embed(&data, &["a", "b", "missing"], &out).expect("embeds");
        let text = fs::read_to_string(&out).expect("read");
        let one = text.find("(\"a/deep/one.toml\", include_str!(").expect("one is there");
        let two = text.find("(\"b/two.csv\", include_str!(").expect("two is there");
        assert!(one < two);
        assert!(!text.contains("not.csv"));
        fs::remove_dir_all(data).expect("removed");
    }

    #[test]
    fn a_rule_becomes_an_entry_and_a_constant() {
        let data = folder("citations");
        let rules = data.join("rules.csv");
        let out = data.join("out.rs");
        fs::write(
            &rules,
            format!(
                "{HEAD}1,Start,notes,Begin.,printed,,\n\
                 1.3b,\"A, b\",core,\"Say \"\"x\"\".\",derived,a/b.toml#c a/d.csv,R2 R3\n"
            ),
        )
        .expect("written");
        citations(&rules, "goito", &out).expect("generates");
        let text = fs::read_to_string(&out).expect("read");
        assert!(text.contains("pub static RULES: [kernel::Rule; 2]"));
        assert!(text.contains(r#"title: "A, b", kind: kernel::RuleKind::Core, obligation: "Say \"x\"."#));
        assert!(text.contains(
            r#"provenance: "derived", rests_on: &["a/b.toml#c", "a/d.csv"], rulings: &["R2", "R3"] }"#
        ));
        assert!(text.contains(r#"provenance: "printed", rests_on: &[], rulings: &[] }"#));
        assert!(text.contains("pub const R1_3b: kernel::Citation = kernel::Citation(&RULES[1]);"));
        fs::write(&rules, format!("{HEAD}1,Start,solemn,Begin.,printed,,\n")).expect("written");
        let error = citations(&rules, "goito", &out).expect_err("the kind is unknown");
        assert!(error.to_string().contains("unknown kind `solemn`"));
        fs::write(&rules, format!("{HEAD}1,Start,core,Begin.,rumoured,,\n")).expect("written");
        let error = citations(&rules, "goito", &out).expect_err("nothing comes from there");
        assert!(error.to_string().contains("unknown provenance `rumoured`"));
        fs::write(&rules, "id,title\n1,Start\n").expect("written");
        let error = citations(&rules, "goito", &out).expect_err("columns are missing");
        assert!(error.to_string().contains("the columns must be id, title, kind"));
        fs::write(&rules, format!("{HEAD}1.a,,core,,printed,,\n1_a,,core,,printed,,\n")).expect("written");
        let error = citations(&rules, "goito", &out).expect_err("two ids, one constant");
        assert!(error.to_string().contains("listed twice"));
        fs::remove_dir_all(data).expect("removed");
    }

    #[test]
    fn coverage_tells_code_from_tests() {
        let root = folder("coverage");
        for (path, text) in [
            (
                "rules.csv",
                "id,title,kind,obligation,provenance,rests_on,rulings\n\
                 1,A,core,x,printed,,\n2.a,B,core,x,printed,,\n3,C,core,x,printed,,\n",
            ),
            (
                "src/one.rs",
                "use rule::R3;\n// R3\nfn f() { g(rule::R1) }\n#[cfg(test)]\nmod tests {\n  fn t() { R2_a; }\n}\n",
            ),
            ("tests/two.rs", "fn t() { R1 }\n"),
        ] {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("it has one")).expect("made");
            fs::write(path, text).expect("written");
        }
        let out = root.join("out.rs");
        coverage(&root, "rules.csv", &["src", "tests"], &out).expect("generates");
        let text = fs::read_to_string(&out).expect("read");
        assert!(text.contains(r#"("1", &[("src/one.rs:3", false), ("tests/two.rs:1", true), ])"#), "{text}");
        assert!(text.contains(r#"("2.a", &[("src/one.rs:6", true), ])"#), "{text}");
        assert!(text.contains(r#"("3", &[])"#), "{text}");
        fs::remove_dir_all(root).expect("removed");
    }
}
