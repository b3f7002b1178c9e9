//! Tables for the terminal.

use crate::interval::Score;
use crate::spread::Spread;

/// Cells under each other: the first column to the left, the others to the right.
pub fn table(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let mut line = String::from(" ");
        for (column, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[column] - cell.chars().count());
            line += &if column == 0 { format!(" {cell}{pad}") } else { format!("  {pad}{cell}") };
        }
        line.trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Scores with a heading.
pub fn scores(title: &str, scores: &[Score]) -> Vec<String> {
    let mut rows = vec![["", "games", "wins", "draws", "share", "95 %", ""].map(str::to_owned).to_vec()];
    for score in scores {
        rows.push(vec![
            score.what.clone(),
            score.games.to_string(),
            score.wins.to_string(),
            score.draws.to_string(),
            percent(score.share),
            percent(score.low),
            format!("to {}", percent(score.high)),
        ]);
    }
    [vec![String::new(), title.to_owned()], table(&rows)].concat()
}

/// How often things happened, with a heading: the wins of a score are its cases.
pub fn shares(title: &str, scores: &[Score]) -> Vec<String> {
    let mut rows = vec![["", "games", "share", "95 %", ""].map(str::to_owned).to_vec()];
    for score in scores {
        rows.push(vec![
            score.what.clone(),
            score.wins.to_string(),
            percent(score.share),
            percent(score.low),
            format!("to {}", percent(score.high)),
        ]);
    }
    [vec![String::new(), title.to_owned()], table(&rows)].concat()
}

/// Spreads with a heading.
pub fn spreads(title: &str, spreads: &[Spread]) -> Vec<String> {
    if spreads.is_empty() {
        return Vec::new();
    }
    let mut rows = vec![["", "mean", "±", "least", "most"].map(str::to_owned).to_vec()];
    for spread in spreads {
        rows.push(vec![
            spread.what.clone(),
            format!("{:.2}", spread.mean),
            format!("{:.2}", spread.plus_minus),
            spread.least.to_string(),
            spread.most.to_string(),
        ]);
    }
    [vec![String::new(), title.to_owned()], table(&rows)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_under_each_other() {
        let rows = [vec!["a".to_owned(), "10".to_owned()], vec!["long".to_owned(), "5".to_owned()]];
        assert_eq!(table(&rows), ["  a     10", "  long   5"]);
    }
}
