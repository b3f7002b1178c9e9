//! The type of the maps, which every drawing carries with it, and how wide its words are.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The face by the name that the drawing gives it, and what stands in for it where it cannot be read.
pub const SERIF: &str =
    "'Capitano Display','EB Garamond',Garamond,'Times New Roman','Liberation Serif',serif";

const ROMAN: &[u8] = include_bytes!("../../../fonts/display.woff2");
const ITALIC: &[u8] = include_bytes!("../../../fonts/display-italic.woff2");

/// The rules by which a drawing finds its type in itself.
pub fn faces() -> String {
    let face = |style: &str, font: &[u8]| {
        format!(
            "@font-face{{font-family:'Capitano Display';font-style:{style};font-weight:400 700;\
             src:url(data:font/woff2;base64,{}) format('woff2')}}",
            STANDARD.encode(font)
        )
    };
    format!("{}\n{}", face("normal", ROMAN), face("italic", ITALIC))
}

/// Width in units of a text of this size.
pub fn width(text: &str, size: f64, bold: bool) -> f64 {
    let table = if bold { &BOLD } else { &PLAIN };
    let thousandths: u32 = text.chars().map(|c| u32::from(advance(c, table))).sum();
    f64::from(thousandths) / 1000.0 * size
}

fn advance(c: char, table: &[u16; 95]) -> u16 {
    let like = match c {
        '\u{c0}'..='\u{c5}' => 'A',
        '\u{c8}'..='\u{cb}' => 'E',
        '\u{cc}'..='\u{cf}' => 'I',
        '\u{d2}'..='\u{d6}' => 'O',
        '\u{d9}'..='\u{dc}' => 'U',
        '\u{e0}'..='\u{e5}' => 'a',
        '\u{e7}' => 'c',
        '\u{e8}'..='\u{eb}' => 'e',
        '\u{ec}'..='\u{ef}' => 'i',
        '\u{f1}' => 'n',
        '\u{f2}'..='\u{f6}' => 'o',
        '\u{f9}'..='\u{fc}' => 'u',
        '\u{2019}' => '\'',
        '\u{b7}' => '.',
        '\u{2212}' => '+',
        c => c,
    };
    let place = (like as usize).checked_sub(usize::from(b' '));
    place.and_then(|place| table.get(place)).copied().unwrap_or(500)
}

/// Widths of the letters from space to tilde, in thousandths of the size.
#[rustfmt::skip]
const PLAIN: [u16; 95] = [
    200, 250, 330, 468, 441, 650, 756, 200, 315, 315, 340, 590, 230, 274, 230, 399, 480, 480, 480,
    480, 480, 480, 480, 480, 480, 480, 248, 228, 560, 566, 560, 376, 749, 692, 587, 710, 754, 564,
    512, 729, 810, 340, 340, 681, 584, 901, 792, 763, 552, 763, 713, 465, 670, 738, 672, 916, 707,
    578, 603, 331, 399, 331, 500, 500, 200, 399, 515, 407, 506, 390, 318, 435, 515, 245, 226, 469,
    240, 778, 528, 495, 519, 522, 334, 323, 314, 527, 438, 685, 430, 438, 377, 376, 260, 376, 500,
];

/// The same in bold.
#[rustfmt::skip]
const BOLD: [u16; 95] = [
    237, 290, 398, 484, 461, 702, 799, 237, 304, 304, 357, 601, 247, 316, 247, 406, 529, 529, 529,
    529, 529, 529, 529, 529, 529, 529, 282, 247, 541, 629, 541, 395, 781, 720, 626, 709, 766, 575,
    546, 719, 801, 364, 370, 763, 586, 917, 809, 760, 607, 760, 760, 494, 695, 745, 706, 1020, 750,
    654, 596, 356, 406, 356, 514, 590, 237, 438, 542, 411, 553, 417, 360, 500, 559, 295, 266, 546,
    285, 807, 566, 503, 551, 536, 414, 360, 375, 551, 483, 752, 505, 481, 437, 373, 276, 373, 545,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_and_bolder_is_wider() {
        assert!(width("Milano", 20.0, false) > width("Lodi", 20.0, false));
        assert!(width("Lodi", 20.0, true) > width("Lodi", 20.0, false));
        assert!((width("Goito", 10.0, false) - 22.8).abs() < 0.1);
        assert_eq!(width("San Nicol\u{f2}", 10.0, false), width("San Nicolo", 10.0, false));
    }

    #[test]
    fn a_drawing_carries_its_type() {
        let faces = faces();
        assert_eq!(faces.matches("@font-face").count(), 2);
        // What would be written in a font file begins with its mark.
        assert_eq!(faces.matches("base64,d09GMg").count(), 2);
        assert!(faces.len() < 120_000, "{}", faces.len());
    }
}
