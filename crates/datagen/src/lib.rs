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
    /// `core`, `advanced`, `optional`, `scenario`, `components` or `notes`.
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
            "advanced" => "Advanced",
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

/// A game whose rules are looked for in Rust sources.
#[derive(Clone, Copy)]
pub struct Covered<'a> {
    pub game: &'a str,
    /// Its list of rules, and for a game whose shared code cites another one's paragraphs the table of the two, both below
    /// the root.
    pub rules_csv: &'a str,
    pub concordance: Option<&'a str>,
    /// The other games of the crate.
    pub beside: &'a [&'a str],
    /// Searched below the root.
    pub folders: &'a [&'a str],
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
/// `#[test]` function). Places are relative to `root`. Comments, texts and imports are no citations.
///
/// Two games of one crate: the constants of the second are named with its module, `custoza::R6_2a`; a name without it is
/// the first one's, and counts for the second by its concordance (`goito`, `custoza`, `text`, `also`). A test is played in
/// the second game if a folder or file of that name holds it. Where the text of a paragraph is not the same in both games
/// (`own`), only such tests count for it; they count for nothing of the first game.
pub fn coverage(root: &Path, covered: &Covered, out: &Path) -> io::Result<()> {
    let root = root.canonicalize()?;
    let rules = rules(&root.join(covered.rules_csv))?;
    let pairs =
        covered.concordance.map(|path| concordance(&root.join(path))).transpose()?.unwrap_or_default();
    let mut files = Vec::new();
    for folder in covered.folders {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        if folder.exists() {
            walk(&folder, &mut files)?;
        }
    }
    files.retain(|file| file.extension().is_some_and(|e| e == "rs"));
    files.sort();
    let mut found: Vec<(String, cited::Mention, bool)> = Vec::new();
    for file in &files {
        let path = slashes(file.strip_prefix(&root).unwrap_or(file));
        let parts: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
        let test_file = parts.contains(&"tests");
        let elsewhere = covered.beside.iter().any(|game| parts.contains(game));
        let here = parts.contains(&covered.game);
        for mut mention in cited::mentions(&fs::read_to_string(file)?) {
            mention.test |= test_file;
            // the second game has its own tests, the first one all others
            let played_here = if covered.concordance.is_some() { here } else { !elsewhere };
            found.push((path.clone(), mention, played_here));
        }
    }
    let counts = |id: &str, mention: &cited::Mention, played_here: bool| {
        let of = mention.of.as_deref().unwrap_or_default();
        if covered.beside.contains(&of) && covered.concordance.is_none() {
            return false;
        }
        if of == covered.game || covered.concordance.is_none() {
            return mention.name == identifier(id) && (played_here || !mention.test);
        }
        let of_both = pairs.iter().filter(|pair| pair.own.iter().any(|own| own == id));
        of_both
            .filter(|pair| identifier(&pair.cited) == mention.name)
            .any(|pair| pair.same || played_here || !mention.test)
    };
    let mut text = String::from("pub static COVERAGE: &[(&str, &[(&str, bool)])] = &[\n");
    for rule in rules {
        let mut places = String::new();
        for (path, mention, _) in found.iter().filter(|(_, m, here)| counts(&rule.id, m, *here)) {
            places += &format!("({:?}, {}), ", format!("{path}:{}", mention.line), mention.test);
        }
        text += &format!("    ({:?}, &[{places}]),\n", rule.id);
    }
    text += "];\n";
    write(out, &text)
}

/// A paragraph that two games have.
struct Pair {
    /// The number that the code cites.
    cited: String,
    /// Those that it has in the other game.
    own: Vec<String>,
    /// It says the same in both.
    same: bool,
}

/// The rows of a concordance that name a paragraph of the second game.
fn concordance(path: &Path) -> io::Result<Vec<Pair>> {
    println!("cargo::rerun-if-changed={}", path.display());
    let text = fs::read_to_string(path).map_err(|e| bad(path, &e.to_string()))?;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut pairs = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| bad(path, &e.to_string()))?;
        let [cited, own, text, also] = [0, 1, 2, 3].map(|column| record.get(column).unwrap_or_default());
        if own == "-" {
            continue;
        }
        if !["same", "own"].contains(&text) {
            return Err(bad(path, &format!("rule {cited}: `{text}` is neither same nor own")));
        }
        let own = std::iter::once(own).chain(also.split_whitespace()).map(str::to_owned).collect();
        pairs.push(Pair { cited: cited.to_owned(), own, same: text == "same" });
    }
    Ok(pairs)
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
        let covered = Covered {
            game: "goito",
            rules_csv: "rules.csv",
            concordance: None,
            beside: &[],
            folders: &["src", "tests"],
        };
        coverage(&root, &covered, &out).expect("generates");
        let text = fs::read_to_string(&out).expect("read");
        assert!(text.contains(r#"("1", &[("src/one.rs:3", false), ("tests/two.rs:1", true), ])"#), "{text}");
        assert!(text.contains(r#"("2.a", &[("src/one.rs:6", true), ])"#), "{text}");
        assert!(text.contains(r#"("3", &[])"#), "{text}");
        fs::remove_dir_all(root).expect("removed");
    }

    #[test]
    fn a_shared_citation_counts_for_both_games() {
        let root = folder("shared");
        for (path, text) in [
            ("one.csv", format!("{HEAD}1,A,core,x,printed,,\n2,B,core,x,printed,,\n3,C,core,x,printed,,\n")),
            (
                "two.csv",
                format!(
                    "{HEAD}7,A,core,x,printed,,\n8,B,core,x,printed,,\n9,C,core,x,printed,,\n9.1,D,core,x,printed,,\n"
                ),
            ),
            ("both.csv", "goito,custoza,text,also\n1,7,same,9.1\n2,8,own,\n3,-,,\n".to_owned()),
            ("src/one.rs", "fn f() { g(rule::R1, rule::R2, R3, rule::custoza::R9) }\n".to_owned()),
            ("tests/all.rs", "fn t() { R1; R2; rule::R3; custoza::R9 }\n".to_owned()),
            ("tests/custoza/own.rs", "fn t() {\n R2; R3; custoza::R9\n}\n".to_owned()),
        ] {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("it has one")).expect("made");
            fs::write(path, text).expect("written");
        }
        let out = root.join("out.rs");
        let folders: &[&str] = &["src", "tests"];
        let first =
            Covered { game: "goito", rules_csv: "one.csv", concordance: None, beside: &["custoza"], folders };
        coverage(&root, &first, &out).expect("generates");
        let text = fs::read_to_string(&out).expect("read");
        for row in [
            r#"("1", &[("src/one.rs:1", false), ("tests/all.rs:1", true), ])"#,
            r#"("2", &[("src/one.rs:1", false), ("tests/all.rs:1", true), ])"#,
            r#"("3", &[("src/one.rs:1", false), ("tests/all.rs:1", true), ])"#,
        ] {
            assert!(text.contains(row), "{row} in {text}");
        }
        let second = Covered {
            game: "custoza",
            rules_csv: "two.csv",
            concordance: Some("both.csv"),
            beside: &["goito"],
            folders,
        };
        coverage(&root, &second, &out).expect("generates");
        let text = fs::read_to_string(&out).expect("read");
        for row in [
            // the same text: a test of the first game is one of the second too
            r#"("7", &[("src/one.rs:1", false), ("tests/all.rs:1", true), ])"#,
            r#"("9.1", &[("src/one.rs:1", false), ("tests/all.rs:1", true), ])"#,
            // its own text: only what is played in it
            r#"("8", &[("src/one.rs:1", false), ("tests/custoza/own.rs:2", true), ])"#,
            r#"("9", &[("src/one.rs:1", false), ("tests/custoza/own.rs:2", true), ])"#,
        ] {
            assert!(text.contains(row), "{row} in {text}");
        }
        fs::write(root.join("both.csv"), "goito,custoza,text,also\n1,7,alike,\n").expect("written");
        let error = coverage(&root, &second, &out).expect_err("nobody knows what is alike");
        assert!(error.to_string().contains("neither same nor own"));
        fs::remove_dir_all(root).expect("removed");
    }
}
