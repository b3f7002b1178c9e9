//! Charts as data: the tables that a game looks things up in, and which cell of them decided.

use crate::Text;
use crate::rule::Citation;
use serde::Serialize;

/// A table of a game, with its numbers and where each of them comes from.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Chart {
    /// `fire_table`: what a [`Lookup`] calls it.
    pub id: Text,
    pub title: String,
    pub rule: Citation,
    /// How it is used, in words; perhaps empty.
    pub note: String,
    /// What the rows are: "2d6", "terrain".
    pub corner: Text,
    pub columns: Vec<Text>,
    pub rows: Vec<ChartRow>,
}

impl Chart {
    /// A chart without rows.
    pub fn new(id: &str, title: &str, rule: Citation, corner: &str, columns: &[String]) -> Chart {
        Chart {
            id: id.into(),
            title: title.to_owned(),
            rule,
            note: String::new(),
            corner: corner.into(),
            columns: columns.iter().map(Text::from).collect(),
            rows: Vec::new(),
        }
    }

    /// The same with a note and rows: a label, and texts with where each comes from.
    pub fn filled<'a, C>(mut self, note: &str, rows: impl Iterator<Item = (&'a str, C)>) -> Chart
    where
        C: Iterator<Item = (&'a str, &'static str)>,
    {
        let cell = |(text, from): (&str, &'static str)| ChartCell {
            text: text.into(),
            provenance: Text::new_static(from),
        };
        self.note = note.to_owned();
        self.rows = rows
            .map(|(label, cells)| ChartRow { label: label.into(), cells: cells.map(cell).collect() })
            .collect();
        self
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ChartRow {
    pub label: Text,
    /// As many as there are columns.
    pub cells: Vec<ChartCell>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ChartCell {
    pub text: Text,
    /// `printed`, `derived`, `reconstructed` or `owner`; empty where the cell holds no value.
    pub provenance: Text,
}

/// A cell of a chart, by the labels of its row and column.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Lookup {
    pub chart: Text,
    pub row: Text,
    pub column: Text,
}

impl Lookup {
    pub fn new(chart: impl Into<Text>, row: impl Into<Text>, column: impl Into<Text>) -> Lookup {
        Lookup { chart: chart.into(), row: row.into(), column: column.into() }
    }

    /// The cell that it names, if there is one.
    pub fn cell<'a>(&self, charts: &'a [Chart]) -> Option<&'a ChartCell> {
        let chart = charts.iter().find(|chart| chart.id == self.chart)?;
        let column = chart.columns.iter().position(|column| *column == self.column)?;
        chart.rows.iter().find(|row| row.label == self.row)?.cells.get(column)
    }
}

/// The chart, the row and the column.
impl From<[String; 3]> for Lookup {
    fn from([chart, row, column]: [String; 3]) -> Lookup {
        Lookup::new(chart, row, column)
    }
}
