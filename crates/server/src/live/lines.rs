//! How many lines of the log each step told each side.

use super::MOST_SIDES;

/// Numbers of lines by side; after them the public's, whether it is a side or not.
pub type Lines = [u8; MOST_SIDES + 1];
pub const PUBLIC: usize = MOST_SIDES;

/// A number of lines as it is kept.
pub fn few(lines: usize) -> u8 {
    lines.min(u8::MAX.into()) as u8
}

/// Lines of a side's log that go when the steps in these places do, and how many after them stay, the latest first.
pub fn taken_back_lines(told: &[Lines], places: &[usize], side: usize) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    let mut stay = 0;
    for (place, lines) in told.iter().enumerate().rev() {
        if places.first().is_none_or(|first| place < *first) {
            break;
        }
        let lines = usize::from(lines[side]);
        match runs.last_mut() {
            _ if lines == 0 => {}
            _ if !places.contains(&place) => stay += lines,
            Some((run, after)) if *after == stay => *run += lines,
            _ => runs.push((lines, stay)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines go with their steps, and those of steps that stay are counted over.
    #[test]
    fn lines_go_with_the_steps_that_are_taken_back() {
        let told = [1u8, 2, 0, 3, 1].map(|lines| [lines; MOST_SIDES + 1]);
        assert_eq!(taken_back_lines(&told, &[3, 4], 0), [(4, 0)]);
        assert_eq!(taken_back_lines(&told, &[1, 2, 3, 4], 0), [(6, 0)]);
        assert_eq!(taken_back_lines(&told, &[1, 4], 0), [(1, 0), (2, 3)]);
        assert_eq!(taken_back_lines(&told, &[1, 3], 1), [(5, 1)]);
        assert_eq!(taken_back_lines(&told, &[2], 0), []);
    }
}
