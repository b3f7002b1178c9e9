//! How things look in text: colours and signs for terrain, hexsides, roads, seats and counters.
//! A word that is not in a table gets a plain look, so that every game's map can be drawn.

use crate::paint::{Depth, Ink, Rgb};
use kernel::scene::Piece;

pub struct Terrain {
    id: &'static str,
    pub tint: Rgb,
    /// The colour of the hex number.
    pub number: Rgb,
    /// The colour of a name.
    pub ink: Rgb,
    pub sign: Option<char>,
    /// What fills the hex where there is no colour.
    pub fill: Option<char>,
}

const FAINT: Rgb = Rgb(126, 134, 92);
const DARK: Rgb = Rgb(60, 40, 22);
const PLAIN: Terrain =
    Terrain { id: "", tint: Rgb(205, 200, 175), number: FAINT, ink: DARK, sign: None, fill: None };

const TERRAIN: [Terrain; 18] = [
    Terrain { id: "clear", tint: Rgb(206, 214, 160), ..PLAIN },
    Terrain { id: "village", tint: Rgb(226, 176, 148), number: Rgb(140, 80, 60), sign: Some('▓'), ..PLAIN },
    Terrain { id: "town", tint: Rgb(226, 176, 148), number: Rgb(140, 80, 60), sign: Some('▓'), ..PLAIN },
    Terrain { id: "city", tint: Rgb(226, 176, 148), number: Rgb(140, 80, 60), sign: Some('▓'), ..PLAIN },
    Terrain { id: "chateau", tint: Rgb(222, 190, 160), sign: Some('♜'), ..PLAIN },
    Terrain { id: "redoubt", tint: Rgb(206, 184, 140), sign: Some('◈'), ..PLAIN },
    Terrain { id: "entrenchment", tint: Rgb(208, 190, 146), sign: Some('≡'), ..PLAIN },
    Terrain { id: "ditch", tint: Rgb(186, 200, 168), sign: Some('∪'), ..PLAIN },
    Terrain { id: "bridge", tint: Rgb(170, 170, 150), sign: Some('╫'), ..PLAIN },
    Terrain { id: "farmhouse", tint: Rgb(220, 196, 150), sign: Some('⌂'), ..PLAIN },
    Terrain { id: "farm", tint: Rgb(214, 206, 150), sign: Some('▫'), ..PLAIN },
    Terrain {
        id: "river",
        tint: Rgb(128, 178, 208),
        number: Rgb(96, 144, 178),
        ink: Rgb(30, 70, 110),
        fill: Some('~'),
        ..PLAIN
    },
    Terrain {
        id: "lake",
        tint: Rgb(128, 178, 208),
        number: Rgb(96, 144, 178),
        ink: Rgb(30, 70, 110),
        fill: Some('~'),
        ..PLAIN
    },
    Terrain { id: "wood", tint: Rgb(150, 182, 120), sign: Some('♣'), ..PLAIN },
    Terrain { id: "woods", tint: Rgb(150, 182, 120), sign: Some('♣'), ..PLAIN },
    Terrain { id: "marsh", tint: Rgb(176, 200, 170), sign: Some('"'), ..PLAIN },
    Terrain { id: "hill", tint: Rgb(214, 196, 150), sign: Some('^'), ..PLAIN },
    Terrain { id: "vineyard", tint: Rgb(192, 204, 138), sign: Some('ϒ'), ..PLAIN },
];

pub fn terrain(id: &str) -> &'static Terrain {
    TERRAIN.iter().find(|t| t.id == id).unwrap_or(&PLAIN)
}

/// What lies around the hexes: the sheet, and ground that is not in play.
pub const PAPER: Rgb = Rgb(190, 184, 156);
pub const GRID: Rgb = Rgb(174, 178, 130);
pub const MARKED: Rgb = Rgb(255, 226, 110);
pub const MARKED_INK: Rgb = Rgb(120, 20, 20);
pub const BADGE: Rgb = Rgb(150, 30, 20);
pub const BRIDGE: Rgb = Rgb(70, 50, 30);

pub struct Edging {
    pub colour: Rgb,
    /// What is drawn where there is no colour.
    pub plain: char,
    pub bridge: Option<char>,
}

/// How a hexside is drawn; None for those that the hexes beside it show already.
pub fn side(id: &str) -> Option<Edging> {
    let water = Rgb(52, 120, 178);
    match id {
        "" | "river" => None,
        "bridge" => Some(Edging { colour: water, plain: '≈', bridge: Some('╫') }),
        "stream" => Some(Edging { colour: water, plain: '≈', bridge: None }),
        "wall" => Some(Edging { colour: Rgb(60, 40, 22), plain: '#', bridge: None }),
        "gate" => Some(Edging { colour: Rgb(60, 40, 22), plain: '#', bridge: Some('╫') }),
        _ => Some(Edging { colour: Rgb(130, 90, 50), plain: ':', bridge: None }),
    }
}

/// The bolder form of a border's character, for water.
pub fn heavy(glyph: char) -> char {
    match glyph {
        '_' => '▂',
        '│' => '┃',
        other => other,
    }
}

pub struct Road {
    pub colour: Rgb,
    /// How many of 24 steps are drawn: less than 24 is a broken line.
    pub stroke: u32,
    pub wide: bool,
}

pub fn road(id: &str) -> Road {
    match id {
        "major" => Road { colour: Rgb(120, 72, 20), stroke: 24, wide: true },
        _ => Road { colour: Rgb(150, 110, 60), stroke: 24, wide: false },
    }
}

pub struct SeatLook {
    pub fore: Rgb,
    pub back: Rgb,
}

const SEATS: [SeatLook; 4] = [
    SeatLook { fore: Rgb(255, 255, 255), back: Rgb(28, 70, 152) },
    SeatLook { fore: Rgb(30, 24, 16), back: Rgb(250, 246, 232) },
    SeatLook { fore: Rgb(255, 255, 255), back: Rgb(150, 30, 40) },
    SeatLook { fore: Rgb(255, 255, 255), back: Rgb(30, 110, 60) },
];

pub fn seat(seat: u8) -> &'static SeatLook {
    &SEATS[usize::from(seat) % SEATS.len()]
}

/// The sign of an arm, after the signs on military maps.
pub fn sign(kind: &str) -> char {
    let has = |word: &str| kind.contains(word);
    if has("cavalry") {
        '/'
    } else if has("artillery") {
        '●'
    } else if has("commander") || has("leader") {
        '★'
    } else if has("standard") {
        '⚑'
    } else if has("infantry") {
        '×'
    } else {
        '▪'
    }
}

/// A counter in two or three characters: its arm and its strength; face down, a question mark.
pub fn token(piece: &Piece) -> String {
    if !piece.face_up {
        return "▒?".to_owned();
    }
    match piece.values.first() {
        Some(strength) => format!("{}{}", sign(&piece.kind), strength.now),
        None => format!("{}{}", sign(&piece.kind), piece.size),
    }
}

/// The last word of a name: a commander's surname.
pub fn surname(name: &str) -> &str {
    name.split_whitespace().last().unwrap_or(name)
}

/// Signs for the marks on a stack, worst first, each once.
pub const BADGES: [(&str, &str); 12] = [
    ("routed", "R"),
    ("disorganized", "!!!"),
    ("disordered", "!!"),
    ("shaken", "!"),
    ("square", "□"),
    ("march", "»"),
    ("limbered", "»"),
    ("out of ammo", "∅"),
    ("low ammo", "∘"),
    ("exhausted", "z"),
    ("out of command", "?"),
    ("acted", "✓"),
];

pub fn badges(pieces: &[&Piece]) -> String {
    let mut out: Vec<&str> = Vec::new();
    for (word, sign) in BADGES {
        let shown = pieces.iter().any(|p| p.badges.iter().any(|b| b == word));
        if shown && !out.contains(&sign) {
            out.push(sign);
        }
    }
    out.join(" ")
}

/// The signs in a line each, for the command `legend`.
pub fn legend(seats: &[String], depth: Depth) -> Vec<String> {
    let names: Vec<String> = (0..)
        .zip(seats)
        .map(|(number, name)| {
            let initial: String = name.chars().take(1).collect();
            let look = seat(number);
            let counter = depth.paint(&format!(" {name} "), Ink::fore(look.fore).on(look.back));
            format!("{initial} {counter}")
        })
        .collect();
    let marks = BADGES.map(|(word, sign)| format!("{sign} {word}"));
    vec![
        names.join("   "),
        "×6 infantry   /3 cavalry   ●4 artillery, with its strength   ★ commander".to_owned(),
        "▒? face down   + more in the hex   ↑ ↗ ↘ ↓ ↙ ↖ the facing".to_owned(),
        "⚑ objective, in its holder's colour (⚐ nobody's)   ‹3› where choice 3 points".to_owned(),
        "A↗ assault marker, C↗ charge marker, and where it points; small when it has been used".to_owned(),
        "▓ village   ⌂ farmhouse   ▫ farm   ♣ wood   ~ or blue: river   ╫ bridge".to_owned(),
        "≈ or a blue side: stream   dots: roads, the major ones doubled".to_owned(),
        marks[..6].join("   "),
        marks[6..].join("   "),
    ]
}
