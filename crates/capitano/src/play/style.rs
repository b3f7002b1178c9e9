//! How things look in text: colours and signs for terrain, hexsides, roads, seats and counters.
//! A word that is not in a table gets a plain look, so that every game's map can be drawn.

use crate::paint::{Depth, Ink, Rgb};
use hexmap::Map;
use kernel::Scene;
use kernel::scene::{MarkInfo, Piece, Tone};

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

/// The marks that a terminal can show, the worst first.
const TONES: [Tone; 5] = [Tone::Worse, Tone::Bad, Tone::Calm, Tone::Done, Tone::Spent];

/// The sign of a mark. A counter cannot be pale here: what is spent is ticked off.
fn sign_of(mark: &MarkInfo) -> Option<&'static str> {
    match mark.tone {
        tone if tone.has_sign() => Some(mark.sign),
        Tone::Spent => Some("✓"),
        _ => None,
    }
}

/// The game's marks with their signs, the worst first.
fn signs(marks: &[MarkInfo]) -> impl Iterator<Item = (&'static str, &'static str)> {
    TONES.iter().flat_map(move |tone| {
        let of_tone = marks.iter().filter(move |mark| mark.tone == *tone);
        of_tone.filter_map(|mark| Some((mark.word, sign_of(mark)?)))
    })
}

/// Signs for the marks on a stack, worst first, each once.
pub fn badges(pieces: &[&Piece], marks: &[MarkInfo]) -> String {
    let mut out: Vec<&str> = Vec::new();
    for (word, sign) in signs(marks) {
        let shown = pieces.iter().any(|p| p.badges.iter().any(|b| b == word));
        if shown && !out.contains(&sign) {
            out.push(sign);
        }
    }
    out.join(" ")
}

/// The signs in a line each, for the command `legend`: those of the arms, markers, ground and marks that this game has.
pub fn legend(seats: &[String], map: &Map, scene: &Scene, marks: &[MarkInfo], depth: Depth) -> Vec<String> {
    let names = (0..).zip(seats).map(|(number, name)| {
        let initial: String = name.chars().take(1).collect();
        let look = seat(number);
        let counter = depth.paint(&format!(" {name} "), Ink::fore(look.fore).on(look.back));
        format!("{initial} {counter}")
    });
    let mut lines = vec![names.collect::<Vec<_>>().join("   ")];
    let mut list = |items: &mut dyn Iterator<Item = String>| {
        let mut listed: Vec<String> = Vec::new();
        for item in items {
            if !listed.contains(&item) {
                listed.push(item);
            }
        }
        lines.extend(listed.chunks(6).map(|some| some.join("   ")));
    };
    let boxed = scene.boxes.iter().flat_map(|bin| &bin.pieces);
    let pieces = scene.pieces.iter().chain(boxed);
    list(&mut pieces.map(|piece| format!("{} {}", sign(&piece.kind), piece.kind)));
    list(
        &mut ["▒? face down", "+ more in the hex", "a number: strength or size", "an arrow: the facing"]
            .into_iter()
            .map(String::from),
    );
    list(
        &mut ["⚑ objective, in its holder's colour (⚐ nobody's)", "‹3› where choice 3 points"]
            .into_iter()
            .map(String::from),
    );
    list(&mut std::iter::once(
        "A letter and an arrow: a marker and where it points; small once it has been used".to_owned(),
    ));
    list(&mut scene.markers.iter().filter_map(|marker| {
        let letter = marker.kind.chars().next()?.to_ascii_uppercase();
        (!marker.used).then(|| format!("{letter} {}", marker.kind))
    }));
    list(&mut map.terrain_names().iter().filter_map(|name| {
        let look = terrain(name);
        match (look.sign, look.fill) {
            (Some(sign), _) => Some(format!("{sign} {name}")),
            (None, Some(fill)) => Some(format!("{fill} or its colour: {name}")),
            (None, None) => None,
        }
    }));
    list(&mut map.side_names().iter().filter_map(|name| {
        let edging = side(name)?;
        let bridge = edging.bridge.map_or_else(String::new, |bridge| format!(" with {bridge}"));
        Some(format!("{}{bridge} or a coloured side: {name}", edging.plain))
    }));
    if !map.road_names().is_empty() {
        list(&mut std::iter::once("dots: roads, wide ones doubled".to_owned()));
    }
    list(&mut signs(marks).map(|(word, sign)| format!("{sign} {word}")));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_look_as_the_game_says_the_worst_first() {
        let marks = [
            MarkInfo::new("wet", "w", Tone::Calm),
            MarkInfo::new("afraid", "!", Tone::Worse),
            MarkInfo::new("tired", "z", Tone::Spent),
            MarkInfo::new("proud", "", Tone::Words),
        ];
        let piece = |badges: &[&str]| Piece {
            badges: badges.iter().map(|word| (*word).into()).collect(),
            ..Piece::default()
        };
        let (one, two) = (piece(&["tired", "wet", "proud"]), piece(&["wet", "afraid", "shaken"]));
        assert_eq!(badges(&[&one, &two], &marks), "! w ✓");
        assert_eq!(badges(&[&one, &two], &[]), "");
    }
}
