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
