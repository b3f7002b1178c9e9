//! One value changed by a step: files that are laid over others as an owner's would be, and how values are named.

use crate::{Node, Problem, Value};

/// What a value is called, by the steps of its path.
pub fn plain_path(steps: &[&str]) -> String {
    let words = steps.join(": ").replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Whether a path fits a pattern of the same length, whose `*` stand for any one step.
pub fn path_fits(pattern: &str, path: &str) -> bool {
    let (mut wanted, mut steps) = (pattern.split('.'), path.split('.'));
    loop {
        match (wanted.next(), steps.next()) {
            (None, None) => return true,
            (Some(wanted), Some(step)) if wanted == "*" || wanted == step => {}
            _ => return false,
        }
    }
}

/// A file that changes one value of a tree, to be laid over the one it was read from. Lists can only be replaced whole, so that one that holds
/// the value is written again.
pub fn with_value(tree: &Node, path: &str, value: &str) -> Result<String, Vec<Problem>> {
    let steps: Vec<&str> = path.split('.').collect();
    let lacking = || vec![tree.problem(format!("there is no value `{path}`"))];
    let old = tree.at(path).ok_or_else(lacking)?;
    let new = match &old.value {
        Value::Text(_) => quoted(value),
        // TOML tells whole numbers from others
        Value::Real(_) if value.parse::<i64>().is_ok() => format!("{value}.0"),
        Value::Whole(_) | Value::Real(_) | Value::Flag(_) => value.to_owned(),
        Value::List(_) | Value::Table(_) => {
            return Err(vec![old.problem(format!("`{path}` is not a single value"))]);
        }
    };
    for length in 1..steps.len() {
        let above = steps[..length].join(".");
        let node = tree.at(&above).ok_or_else(lacking)?;
        if matches!(node.value, Value::List(_)) {
            return Ok(format!("{above} = {}\n", written(node, &steps[length..], &new)));
        }
    }
    Ok(format!("{path} = {new}\n"))
}

/// A value as TOML in one line; the one at `path` below it is another.
fn written(node: &Node, path: &[&str], new: &str) -> String {
    match &node.value {
        _ if path == [""] => new.to_owned(),
        Value::Text(text) => quoted(text),
        Value::Whole(number) => number.to_string(),
        Value::Real(number) => format!("{number:?}"),
        Value::Flag(flag) => flag.to_string(),
        Value::List(list) => {
            let items = list.iter().enumerate().map(|(index, item)| {
                let step = item.text("id").map_or(index.to_string(), str::to_owned);
                written(item, below(path, &step), new)
            });
            format!("[{}]", items.collect::<Vec<_>>().join(", "))
        }
        Value::Table(_) => {
            let entries = node.entries();
            let pairs = entries
                .iter()
                .map(|(key, item)| format!("{} = {}", quoted(key), written(item, below(path, key), new)));
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
    }
}

/// What is left of the path below a step: `[""]` at its end, nothing where it leads elsewhere.
fn below<'a, 'b>(path: &'b [&'a str], step: &str) -> &'b [&'a str] {
    match path {
        [first] if *first == step => &[""],
        [first, rest @ ..] if *first == step => rest,
        _ => &[],
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
