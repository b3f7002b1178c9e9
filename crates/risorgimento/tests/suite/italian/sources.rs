//! The texts in Rust sources: every literal that a player could read, wherever it stands. What only
//! programmers read is left out: messages of failed assertions, attributes, tests.

use kernel::{Phrases, agree};
use std::fs;
use std::path::Path;

/// A literal and where it stands.
pub struct Literal {
    pub place: String,
    /// With \0 for each place of a format.
    pub text: String,
}

/// The literals of the files in a folder, those in `skip` left out.
pub fn literals(folder: &str, skip: &[&str]) -> Vec<Literal> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let mut list = Vec::new();
    walk(&root, &root, skip, &mut list);
    assert!(!list.is_empty(), "{folder} has no texts");
    list
}

fn walk(root: &Path, folder: &Path, skip: &[&str], list: &mut Vec<Literal>) {
    let entries = fs::read_dir(folder).expect("the sources are there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    for path in paths {
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        if skip.iter().any(|skip| name.starts_with(skip)) {
            continue;
        }
        if path.is_dir() {
            walk(root, &path, skip, list);
        } else if name.ends_with(".rs") {
            let text = fs::read_to_string(&path).expect("a readable source");
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            read(&name, text, list);
        }
    }
}

/// What stands in a statement before a literal that only programmers read.
const INNER: &[&str] = &["expect(", "assert", "panic!(", "unreachable!(", "concat!(", "include!("];

/// Functions that speak to programmers alone.
const CHECKS: &[&str] = &["fn audit", "fn tally("];

fn read(name: &str, source: &str, list: &mut Vec<Literal>) {
    let mut line = 1;
    let mut rest = source;
    // the code since the end of the last statement, without texts and comments
    let mut before = String::new();
    // how deep we are in a function that speaks to programmers alone, if we are
    let mut depth = 0;
    let mut inner: Option<usize> = None;
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
            continue;
        }
        if c == '\'' {
            // a letter, or the name of a lifetime
            let end = ["'\\''", "'\\\\'"].iter().find(|text| rest.starts_with(**text)).map(|text| text.len());
            let plain = rest.char_indices().nth(2).filter(|(_, c)| *c == '\'').map(|(at, _)| at + 1);
            let skip = end.or(plain).unwrap_or(1);
            rest = &rest[skip..];
            continue;
        }
        if c == '"' {
            let (text, behind) = literal(&rest[1..]);
            line += rest[..rest.len() - behind.len()].matches('\n').count();
            rest = behind;
            let attribute = before.trim_start().starts_with("#[");
            if inner.is_none() && !attribute && !INNER.iter().any(|inner| before.contains(inner)) {
                let (place, text) = (format!("{name}:{line}"), places(&text));
                // as it is said of one thing, and of several
                let forms = [false, true].map(|several| agree(&text, several).into_owned());
                let count = if forms[0] == forms[1] { 1 } else { 2 };
                list.extend(forms.into_iter().take(count).map(|text| Literal { place: place.clone(), text }));
            }
            before.push('"');
            continue;
        }
        match c {
            '\n' => line += 1,
            '{' => {
                if CHECKS.iter().any(|check| before.contains(check)) {
                    inner.get_or_insert(depth);
                }
                depth += 1;
            }
            '}' => {
                depth -= 1;
                if inner == Some(depth) {
                    inner = None;
                }
            }
            _ => {}
        }
        if matches!(c, ';' | '{' | '}') || c == ']' && before.trim_start().starts_with("#[") {
            before.clear();
        } else {
            before.push(c);
        }
        rest = &rest[c.len_utf8()..];
    }
}

/// A literal behind its opening quotation mark, and what follows it.
fn literal(rest: &str) -> (String, &str) {
    let mut text = String::new();
    let mut chars = rest.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (text, &rest[at + 1..]),
            '\\' => match chars.next() {
                // the next line goes on where its words begin
                Some((_, '\n')) => {
                    let after = chars.as_str().trim_start();
                    let (more, behind) = literal(after);
                    return (text + &more, behind);
                }
                Some((_, 'n')) => text.push('\n'),
                Some((_, c)) => text.push(c),
                None => break,
            },
            c => text.push(c),
        }
    }
    (text, "")
}

/// The text with \0 for each place of a format.
fn places(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        match behind.split_once('}') {
            Some((_, after)) if !behind.starts_with('{') => {
                out.push('\0');
                rest = after;
            }
            _ => rest = behind,
        }
    }
    out + rest
}

/// A whole sentence, beginning with a capital letter or with what is named.
pub fn is_sentence(text: &str) -> bool {
    text.starts_with(|c: char| c.is_uppercase() || c == '\0' || c == '`') && text.ends_with(['.', '?'])
}

/// Whether a pattern has the words of a literal, in their order.
fn has_words(pattern: &str, literal: &str) -> bool {
    let mut rest = pattern;
    literal.split('\0').map(str::trim).filter(|part| !part.is_empty()).all(|part| match rest.find(part) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    })
}

/// Literals that no phrase has.
pub fn lost<'a>(phrases: &Phrases, literals: impl IntoIterator<Item = &'a Literal>) -> String {
    let known = |text: &str| phrases.phrases.iter().any(|(english, _)| has_words(english, text));
    let lost = literals.into_iter().filter(|literal| !known(&literal.text));
    lost.map(|literal| format!("{}: {:?}\n", literal.place, literal.text)).collect()
}
