//! For the tests of a game's files: one text is put in place of another, and the check must find what
//! is wrong in the right file and on the right line. Everything here panics where it fails.

use crate::{Files, Problem};

/// Problems, one on a line.
pub fn list(problems: &[Problem]) -> String {
    problems.iter().map(|p| format!("{p}\n")).collect()
}

/// The files with `old`, which must stand in `path` once or more, replaced by `new` once.
#[track_caller]
pub fn changed(mut files: Files, path: &str, old: &str, new: &str) -> Files {
    let text = files.get(path).unwrap_or_else(|| panic!("there is no {path}")).to_owned();
    assert!(text.contains(old), "{path} does not hold {old:?}");
    files.insert(path, text.replacen(old, new, 1));
    files
}

/// The paths of the files and what stands in them.
pub fn texts(files: &Files) -> Vec<(&str, &str)> {
    files.paths().filter_map(|path| Some((path, files.get(path)?))).collect()
}

/// The files with another text in the place of one.
pub fn replaced(files: &Files, path: &str, text: String) -> Files {
    let mut files = files.clone();
    files.insert(path, text);
    files
}

/// The files with copies of the last row of a table, each with an id of its own, until it has so many rows.
#[track_caller]
pub fn lengthened(mut files: Files, path: &str, rows: usize) -> Files {
    let mut text = files.get(path).unwrap_or_else(|| panic!("there is no {path}")).to_owned();
    let last = text.lines().last().expect("a table has rows").to_owned();
    for copy in text.lines().count()..=rows {
        text += &format!("x{copy}-{last}\n");
    }
    files.insert(path, text);
    files
}

/// An owner's files.
pub fn owners(pairs: &[(&str, &str)]) -> Files {
    let mut files = Files::below("mine");
    for (path, text) in pairs {
        files.insert(path, *text);
    }
    files
}

/// The files with an owner's laid over them.
#[track_caller]
pub fn overlaid(files: Files, pairs: &[(&str, &str)]) -> Files {
    files.laid_over(owners(pairs)).unwrap_or_else(|p| panic!("{}", list(&p)))
}

/// Red, green and blue of a colour `#rrggbb`, from 0 to 1.
#[track_caller]
pub fn channels(colour: &str) -> [f64; 3] {
    let digits = colour.strip_prefix('#').filter(|digits| digits.len() == 6).expect("#rrggbb");
    [0, 2, 4].map(|at| f64::from(u8::from_str_radix(&digits[at..at + 2], 16).expect("hexadecimal")) / 255.0)
}

/// How well dark ink can be read on paper: the ratio of their luminances, as the guidelines for the web reckon it.
#[track_caller]
pub fn contrast(paper: &str, ink: &str) -> f64 {
    let linear = |c: f64| if c <= 0.03928 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
    let luminance = |colour: &str| {
        let [r, g, b] = channels(colour).map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    (luminance(paper) + 0.05) / (luminance(ink) + 0.05)
}

/// Each line of the table is `old | new | at | message`: with the one text instead of the other in
/// `path`, `check` finds a problem whose message holds `message` in `file`, on the line where `at`
/// first stands.
#[track_caller]
pub fn faults(files: &Files, check: fn(&Files) -> Vec<Problem>, path: &str, file: &str, table: &str) {
    for case in table.lines().filter(|line| !line.is_empty()) {
        let case = case.replace("\\n", "\n");
        let cells: Vec<&str> = case.split(" | ").collect();
        let [old, new, at, message] = cells[..] else {
            panic!("not four cells: {case}");
        };
        let files = changed(files.clone(), path, old, new);
        let text = files.get(file).unwrap_or_else(|| panic!("there is no {file}"));
        let offset = text.find(at).unwrap_or_else(|| panic!("{file} does not hold {at:?}"));
        let line = 1 + text[..offset].matches('\n').count();
        let problems = check(&files);
        let name = files.name(file);
        let found = |p: &Problem| p.file == name && p.line == line && p.message.contains(message);
        let others = list(&problems);
        assert!(problems.iter().any(found), "no {name}:{line}: …{message}… among\n{others}");
    }
}
