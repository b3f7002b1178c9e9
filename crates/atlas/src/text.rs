//! How wide a word is, near enough for placing it: by the widths of a Times-like face.

/// Faces with the same widths, one of which nearly every system has; nothing is fetched.
pub const SERIF: &str = "'Times New Roman','Liberation Serif',Tinos,Times,serif";

/// Width in units of a text of this size.
pub fn width(text: &str, size: f64, bold: bool) -> f64 {
    let em: f64 = text.chars().map(advance).sum();
    em * size * if bold { 1.07 } else { 1.0 }
}

fn advance(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '.' | ',' | '\'' | ':' | ';' | '|' => 0.28,
        't' | 'f' | 'r' | 'I' | ' ' | '-' | '(' | ')' => 0.34,
        's' | 'c' | 'e' | 'a' | 'z' | 'J' => 0.45,
        'm' | 'W' => 0.82,
        'M' => 0.89,
        'w' => 0.72,
        'A'..='Z' => 0.68,
        'a'..='z' | '0'..='9' => 0.5,
        c if c.is_uppercase() => 0.7,
        _ => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_and_bolder_is_wider() {
        assert!(width("Milano", 20.0, false) > width("Lodi", 20.0, false));
        assert!(width("Lodi", 20.0, true) > width("Lodi", 20.0, false));
        assert!((width("Goito", 10.0, false) - 22.0).abs() < 4.0);
    }
}
