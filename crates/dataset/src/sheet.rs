//! The tables of a game's files as people read them: rows and columns of words, each with where it
//! comes from. A game says which tables there are and by which rule (`R`) they are used.

use crate::{Node, Provenance, Value};

/// A table.
#[derive(Clone, Debug)]
pub struct Sheet<R> {
    pub id: String,
    pub title: String,
    pub rule: R,
    /// How it is used, in words; perhaps empty.
    pub note: String,
    /// What the rows are.
    pub corner: String,
    pub columns: Vec<String>,
    /// Labels with as many cells as there are columns.
    pub rows: Vec<(String, Vec<SheetCell>)>,
}

impl<R> Sheet<R> {
    /// The rows as words: labels, and cells with where each comes from.
    pub fn words(&self) -> impl Iterator<Item = (&str, impl Iterator<Item = (&str, &'static str)>)> {
        self.rows.iter().map(|(label, cells)| {
            (label.as_str(), cells.iter().map(|cell| (cell.text.as_str(), cell.source())))
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetCell {
    pub text: String,
    /// None where the cell holds no value.
    pub provenance: Option<Provenance>,
}

impl SheetCell {
    pub fn new(text: impl Into<String>, provenance: Option<Provenance>) -> SheetCell {
        SheetCell { text: text.into(), provenance }
    }

    pub fn empty() -> SheetCell {
        SheetCell::new("", None)
    }

    /// A value of a file.
    pub fn of(node: &Node, signed: bool) -> SheetCell {
        SheetCell::new(text(node, signed), source(node))
    }

    /// The word for where it comes from, "" where it holds no value.
    pub fn source(&self) -> &'static str {
        self.provenance.map_or("", Provenance::name)
    }
}

/// A column: its key in the file, its label, and whether its numbers carry a sign.
pub type Column = (&'static str, &'static str, bool);

/// The tables of a game, made one after the other.
pub struct Sheets<'a, R> {
    /// Rows that name another game are left out.
    pub game: &'a str,
    /// The file that most of them stand in.
    pub tree: &'a Node,
    pub list: Vec<Sheet<R>>,
}

impl<'a, R> Sheets<'a, R> {
    pub fn new(game: &'a str, tree: &'a Node) -> Sheets<'a, R> {
        Sheets { game, tree, list: Vec::new() }
    }

    /// Begins a table, whose note is what the file's table of this id says of itself.
    pub fn add(&mut self, id: &str, title: &str, rule: R, corner: &str, columns: &[&str]) {
        self.list.push(Sheet {
            id: id.to_owned(),
            title: title.to_owned(),
            rule,
            note: self.tree.at(id).map_or(String::new(), note),
            corner: corner.to_owned(),
            columns: columns.iter().map(|column| (*column).to_owned()).collect(),
            rows: Vec::new(),
        });
    }

    /// The table that was begun last.
    pub fn last(&mut self) -> Option<&mut Sheet<R>> {
        self.list.last_mut()
    }

    /// Adds a row to the table that was begun last.
    pub fn row(&mut self, label: impl Into<String>, cells: Vec<SheetCell>) {
        if let Some(sheet) = self.list.last_mut() {
            sheet.rows.push((label.into(), cells));
        }
    }

    /// A table of single values: a row for each.
    pub fn listing(&mut self, path: &str, title: &str, rule: R) {
        self.listing_as(path, path, title, rule, "value", false);
    }

    /// The same under another id, or with another heading for the values.
    pub fn listing_as(&mut self, id: &str, path: &str, title: &str, rule: R, column: &str, signed: bool) {
        self.add(id, title, rule, "", &[column]);
        if let Some(sheet) = self.last() {
            sheet.note.clear();
        }
        self.entries(self.tree.at(path), signed);
    }

    /// A row for each single value of a table.
    pub fn entries(&mut self, table: Option<&Node>, signed: bool) {
        for (key, node) in table.map_or(Vec::new(), Node::entries) {
            let single = !matches!(node.value, Value::Table(_));
            if single && !is_provenance(key) {
                self.row(words(key), vec![SheetCell::of(node, signed)]);
            }
        }
    }

    /// The rows of a list of the file. One that lies `over` another shows the other's values where it has none.
    pub fn rows<L: Into<String>>(&mut self, path: &str, label: impl Fn(&Node) -> L, columns: &[Column]) {
        for node in self.tree.at(path).map_or(Vec::new(), Node::items) {
            if node.text("game").is_none_or(|game| game == self.game) {
                let below = node.text("over").and_then(|over| self.tree.at(&format!("{path}.{over}")));
                let cell = |(key, _, signed): &Column| {
                    let value = node.at(key).or_else(|| below?.at(key));
                    value.map_or_else(SheetCell::empty, |value| SheetCell::of(value, *signed))
                };
                self.row(label(node), columns.iter().map(cell).collect());
            }
        }
    }

    /// A table of results by the roll.
    pub fn rolls<L: Into<String>>(
        &mut self,
        path: &str,
        label: impl Fn(i32) -> L,
        show: impl Fn(&Node) -> SheetCell,
    ) {
        for row in self.tree.at(&format!("{path}.rows")).map_or(Vec::new(), Node::items) {
            let cells = row.at("cells").map_or(Vec::new(), Node::items).into_iter().map(&show).collect();
            self.row(label(number(row, "roll")), cells);
        }
    }

    /// Where the value at a path comes from; of a list, its first item.
    pub fn source(&self, path: &str) -> Option<Provenance> {
        self.tree.at(path).and_then(source)
    }
}

/// The values of a row by the keys of the columns.
pub fn cells(node: &Node, columns: &[Column]) -> Vec<SheetCell> {
    let cell = |(key, _, signed): &Column| {
        node.at(key).map_or_else(SheetCell::empty, |value| SheetCell::of(value, *signed))
    };
    columns.iter().map(cell).collect()
}

/// Abbreviations that keys are made of, as people write them.
const ABBREVIATIONS: [&str; 6] = ["CVM", "DRM", "MA", "MP", "SP", "ZOC"];

/// A key of the files as words.
pub fn words(key: &str) -> String {
    let word = |word: &str| {
        let known = ABBREVIATIONS.iter().find(|short| short.eq_ignore_ascii_case(word));
        known.map_or_else(|| word.to_owned(), |short| (*short).to_owned())
    };
    key.split('_').map(word).collect::<Vec<_>>().join(" ")
}

/// The label of a row, or its id as words.
pub fn id_words(node: &Node) -> String {
    node.text("label").map_or_else(|| words(node.text("id").unwrap_or_default()), str::to_owned)
}

/// The whole number at a path, 0 where there is none.
pub fn number(node: &Node, path: &str) -> i32 {
    match node.at(path).map(|node| &node.value) {
        Some(Value::Whole(number)) => *number as i32,
        _ => 0,
    }
}

/// A value as words.
pub fn text(node: &Node, signed: bool) -> String {
    match &node.value {
        Value::Text(text) => text.clone(),
        Value::Whole(number) if signed && *number != 0 => format!("{number:+}"),
        Value::Whole(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Flag(true) => "yes".to_owned(),
        Value::Flag(false) => "no".to_owned(),
        Value::List(list) => {
            let texts: Vec<String> = list.iter().map(|item| text(item, signed)).collect();
            texts.join(", ")
        }
        Value::Table(_) => String::new(),
    }
}

/// Does a key tell where other values come from?
pub fn is_provenance(key: &str) -> bool {
    key == "provenance" || key.ends_with("_provenance")
}

/// What a table says about itself: its texts, each behind its key.
pub fn note(table: &Node) -> String {
    let texts = table.entries().into_iter().filter(|(key, _)| !is_provenance(key));
    let texts = texts.filter_map(|(key, node)| match &node.value {
        Value::Text(text) => Some(format!("{}: {text}.", words(key))),
        _ => None,
    });
    texts.collect::<Vec<_>>().join(" ")
}

fn source(node: &Node) -> Option<Provenance> {
    node.provenance.or_else(|| node.items().first().and_then(|item| item.provenance))
}
