//! Reading requests line by line: a line that is too long or not text is passed over whole, so
//! that the next one is read from its beginning.

use std::io::{BufRead, Result};

/// Longest line that is read; records and positions of long games stay far below it.
pub const LONGEST: usize = 16 * 1024 * 1024;

#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    Text(String),
    TooLong,
    NotText,
    End,
}

/// The next line of at most `longest` bytes, without its line break.
pub fn next(input: &mut impl BufRead, longest: usize) -> Result<Line> {
    let mut bytes = Vec::new();
    let mut too_long = false;
    let mut any = false;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            break;
        }
        any = true;
        let end = chunk.iter().position(|b| *b == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if bytes.len() + part.len() > longest {
            too_long = true;
            bytes = Vec::new();
        } else if !too_long {
            bytes.extend_from_slice(part);
        }
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if !any {
        return Ok(Line::End);
    }
    if too_long {
        return Ok(Line::TooLong);
    }
    Ok(String::from_utf8(bytes).map_or(Line::NotText, Line::Text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn all(bytes: &[u8]) -> Vec<Line> {
        // A small buffer, so that lines are read in several pieces.
        let mut input = BufReader::with_capacity(3, bytes);
        let mut lines = Vec::new();
        loop {
            match next(&mut input, 8).unwrap() {
                Line::End => return lines,
                line => lines.push(line),
            }
        }
    }

    #[test]
    fn a_bad_line_does_not_spoil_the_next() {
        let text = |t: &str| Line::Text(t.to_owned());
        assert_eq!(all(b"one\ntwo"), [text("one"), text("two")]);
        assert_eq!(all(b"12345678\n123456789\nok\n"), [text("12345678"), Line::TooLong, text("ok")]);
        assert_eq!(all(b"\xff\xfe\nok"), [Line::NotText, text("ok")]);
        assert_eq!(all(b"\n\n"), [text(""), text("")]);
        assert_eq!(all(b""), []);
    }
}
