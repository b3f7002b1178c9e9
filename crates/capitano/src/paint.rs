//! Painting text: colours as far as the terminal has them, and a canvas of characters with a layer
//! of fine dots below them for lines that are thinner than a character.

use std::fmt::Write;
use std::io::IsTerminal;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    None,
    Palette,
    Full,
}

/// What `--color` says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum When {
    /// Colour on a terminal that has it, unless NO_COLOR is set
    #[default]
    Auto,
    Always,
    Never,
}

impl Depth {
    pub fn of_stdout(when: When) -> Depth {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let term = std::env::var("TERM").unwrap_or_default();
        let best = match std::env::var("COLORTERM") {
            Ok(word) if word == "truecolor" || word == "24bit" => Depth::Full,
            _ => Depth::Palette,
        };
        match when {
            When::Never => Depth::None,
            When::Always => best,
            When::Auto if set("NO_COLOR") || term == "dumb" || !std::io::stdout().is_terminal() => {
                Depth::None
            }
            When::Auto => best,
        }
    }

    pub fn is_none(self) -> bool {
        self == Depth::None
    }

    /// The text in an ink, with the escape codes that it needs.
    pub fn paint(self, text: &str, ink: Ink) -> String {
        if self.is_none() || ink == Ink::PLAIN {
            return text.to_owned();
        }
        let mut out = String::new();
        self.switch(ink, &mut out);
        out.push_str(text);
        out.push_str("\x1b[0m");
        out
    }

    fn switch(self, ink: Ink, out: &mut String) {
        out.push_str("\x1b[0");
        if ink.bold {
            out.push_str(";1");
        }
        for (ground, colour) in [(38, ink.fore), (48, ink.back)] {
            if let Some(Rgb(r, g, b)) = colour {
                // Writing to a string cannot fail.
                let _ = match self {
                    Depth::Full => write!(out, ";{ground};2;{r};{g};{b}"),
                    _ => write!(out, ";{ground};5;{}", nearest(Rgb(r, g, b))),
                };
            }
        }
        out.push('m');
    }
}

/// The nearest colour of the palette of 256: its cube of 216 or its ramp of 24 greys.
fn nearest(Rgb(r, g, b): Rgb) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |v: u8| (0..6).min_by_key(|&i| STEPS[i].abs_diff(v)).unwrap_or(0);
    let far = |x: Rgb| {
        let d = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        d(x.0, r) + d(x.1, g) + d(x.2, b)
    };
    let (i, j, k) = (step(r), step(g), step(b));
    let mean = (u32::from(r) + u32::from(g) + u32::from(b)) / 3;
    let grey = (mean.saturating_sub(3) / 10).min(23) as u8;
    let value = 8 + 10 * grey;
    if far(Rgb(value, value, value)) < far(Rgb(STEPS[i], STEPS[j], STEPS[k])) {
        232 + grey
    } else {
        (16 + 36 * i + 6 * j + k) as u8
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    pub fore: Option<Rgb>,
    pub back: Option<Rgb>,
    pub bold: bool,
}

impl Ink {
    pub const PLAIN: Ink = Ink { fore: None, back: None, bold: false };
    pub const BOLD: Ink = Ink { fore: None, back: None, bold: true };

    pub const fn fore(colour: Rgb) -> Ink {
        Ink { fore: Some(colour), back: None, bold: false }
    }
    pub const fn on(self, colour: Rgb) -> Ink {
        Ink { back: Some(colour), ..self }
    }
    pub const fn bold(self) -> Ink {
        Ink { bold: true, ..self }
    }
}

#[derive(Clone, Copy)]
struct Cell {
    glyph: char,
    ink: Ink,
    /// Dots of a braille pattern, shown where no glyph stands.
    dots: u8,
    dot_colour: Rgb,
}

/// Characters with inks. Positions outside are ignored, so that a window on something larger can
/// be painted without asking what lies inside.
pub struct Canvas {
    width: i32,
    height: i32,
    cells: Vec<Cell>,
}

impl Canvas {
    pub fn new(width: i32, height: i32) -> Canvas {
        let empty = Cell { glyph: ' ', ink: Ink::PLAIN, dots: 0, dot_colour: Rgb(0, 0, 0) };
        Canvas { width, height, cells: vec![empty; (width.max(0) * height.max(0)) as usize] }
    }

    fn cell(&mut self, x: i32, y: i32) -> Option<&mut Cell> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| &mut self.cells[(y * self.width + x) as usize])
    }

    /// Sets the ground; what stands there stays.
    pub fn ground(&mut self, x: i32, y: i32, colour: Rgb) {
        if let Some(cell) = self.cell(x, y) {
            cell.ink.back = Some(colour);
        }
    }

    /// Sets a glyph over whatever is there; an ink without a ground keeps the ground that is there.
    pub fn put(&mut self, x: i32, y: i32, glyph: char, ink: Ink) {
        if let Some(cell) = self.cell(x, y) {
            cell.glyph = glyph;
            cell.dots = 0;
            cell.ink = Ink { back: ink.back.or(cell.ink.back), ..ink };
        }
    }

    pub fn text(&mut self, x: i32, y: i32, text: &str, ink: Ink) {
        for (i, glyph) in text.chars().enumerate() {
            self.put(x + i as i32, y, glyph, ink);
        }
    }

    /// A dot; `x` counts half characters, `y` quarters of a line.
    pub fn dot(&mut self, x: i32, y: i32, colour: Rgb) {
        const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        if let Some(cell) = self.cell(x.div_euclid(2), y.div_euclid(4)) {
            cell.dots |= BITS[y.rem_euclid(4) as usize][x.rem_euclid(2) as usize];
            cell.dot_colour = colour;
        }
    }

    /// The lines as text; spaces at their ends are cut off where there is no colour.
    pub fn lines(&self, depth: Depth) -> Vec<String> {
        self.cells.chunks(self.width.max(1) as usize).map(|row| line(row, depth)).collect()
    }
}

fn line(row: &[Cell], depth: Depth) -> String {
    let mut out = String::new();
    let mut ink = Ink::PLAIN;
    for cell in row {
        let (glyph, this) = if cell.glyph == ' ' && cell.dots != 0 {
            let pattern = char::from_u32(0x2800 + u32::from(cell.dots)).unwrap_or(' ');
            (pattern, Ink { fore: Some(cell.dot_colour), ..cell.ink })
        } else {
            (cell.glyph, cell.ink)
        };
        if this != ink && !depth.is_none() {
            depth.switch(this, &mut out);
            ink = this;
        }
        out.push(glyph);
    }
    if depth.is_none() {
        out.truncate(out.trim_end().len());
    } else if ink != Ink::PLAIN {
        out.push_str("\x1b[0m");
    }
    out
}

/// Breaks a text into lines of at most `width` characters, at spaces where there are any, but not
/// at spaces that do not break (U+00A0).
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// The terminal's size in characters; COLUMNS and LINES go first, so that scripts can choose.
pub fn terminal_size() -> (usize, usize) {
    let from = |name: &str| std::env::var(name).ok().and_then(|v| v.parse::<usize>().ok()).filter(|v| *v > 0);
    let (mut width, mut height) = (100, 40);
    if let Some((terminal_size::Width(w), terminal_size::Height(h))) = terminal_size::terminal_size() {
        (width, height) = (usize::from(w), usize::from(h));
    }
    (from("COLUMNS").unwrap_or(width).clamp(40, 400), from("LINES").unwrap_or(height).clamp(12, 200))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colour_only_the_characters_are_left() {
        let mut canvas = Canvas::new(6, 2);
        canvas.text(1, 0, "ab", Ink::fore(Rgb(1, 2, 3)).bold());
        canvas.ground(4, 1, Rgb(9, 9, 9));
        canvas.dot(0, 4, Rgb(5, 5, 5));
        assert_eq!(canvas.lines(Depth::None), [" ab", "\u{2801}"]);
    }

    #[test]
    fn what_is_painted_outside_is_ignored() {
        let mut canvas = Canvas::new(3, 1);
        canvas.text(-2, 0, "abcdefgh", Ink::PLAIN);
        canvas.put(1, 7, 'x', Ink::PLAIN);
        assert_eq!(canvas.lines(Depth::None), ["cde"]);
    }

    #[test]
    fn every_coloured_line_ends_plain() {
        let mut canvas = Canvas::new(2, 1);
        canvas.text(0, 0, "ab", Ink::fore(Rgb(255, 0, 0)));
        assert_eq!(canvas.lines(Depth::Full), ["\x1b[0;38;2;255;0;0mab\x1b[0m"]);
        assert_eq!(canvas.lines(Depth::Palette), ["\x1b[0;38;5;196mab\x1b[0m"]);
    }

    #[test]
    fn the_palette_has_greys_and_a_cube() {
        assert_eq!(nearest(Rgb(0, 0, 0)), 16);
        assert_eq!(nearest(Rgb(255, 255, 255)), 231);
        assert_eq!(nearest(Rgb(128, 128, 128)), 244);
        assert_eq!(nearest(Rgb(0, 0, 250)), 21);
    }

    #[test]
    fn wrapping_breaks_at_spaces() {
        assert_eq!(wrap("one two three four", 10), ["one two", "three four"]);
        assert_eq!(wrap("unbreakablelongword x", 10), ["unbreakablelongword", "x"]);
        assert_eq!(wrap("one two (goito\u{a0}9.4)", 16), ["one two", "(goito\u{a0}9.4)"]);
    }
}
