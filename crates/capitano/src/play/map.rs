//! The map in text: hexes of eight characters by four lines, tinted by terrain, with roads as fine
//! dots, streams on their hexsides, counters with their facing, and a window that follows the play.

use super::style::{self, Terrain};
use crate::paint::{Canvas, Depth, Ink, Rgb};
use hexmap::{Dir, Hex, Map, Orientation};
use kernel::Scene;
use kernel::scene::{Control, MarkInfo, Marker, Piece};
use std::collections::BTreeMap;

/// What is to be drawn.
pub struct Picture<'a> {
    pub map: &'a Map,
    pub scene: &'a Scene,
    /// The names of the seats, for their initials where there is no colour.
    pub seats: &'a [String],
    /// How the marks on counters look.
    pub marks: &'a [MarkInfo],
    /// Hexes that the question is about, each with a short label (the numbers of its choices).
    pub marked: &'a BTreeMap<String, String>,
    /// What the window must show.
    pub focus: &'a [Hex],
    /// Characters that the window is moved by.
    pub scroll: (i32, i32),
}

/// A hex in characters: the borders by direction and the room inside, line by line.
struct Shape {
    /// Characters from one column to the next and lines from one row to the next, and the units of
    /// the sheet (circumradius 1) that they stand for.
    step: (i32, i32),
    unit: (f64, f64),
    sides: [&'static [(i32, i32, char)]; 6],
    rows: [(i32, i32); 4],
    centre: (i32, i32),
    arrows: [char; 6],
}

const FLAT: Shape = Shape {
    step: (8, 2),
    unit: (1.5, SQRT_3 / 2.0),
    sides: [
        &[(2, -1, '_'), (3, -1, '_'), (4, -1, '_'), (5, -1, '_'), (6, -1, '_'), (7, -1, '_')],
        &[(8, 0, '╲'), (9, 1, '╲')],
        &[(9, 2, '╱'), (8, 3, '╱')],
        &[(2, 3, '_'), (3, 3, '_'), (4, 3, '_'), (5, 3, '_'), (6, 3, '_'), (7, 3, '_')],
        &[(0, 2, '╲'), (1, 3, '╲')],
        &[(1, 0, '╱'), (0, 1, '╱')],
    ],
    rows: [(2, 6), (1, 8), (1, 8), (2, 6)],
    centre: (5, 2),
    arrows: ['↑', '↗', '↘', '↓', '↙', '↖'],
};

/// Pointy-top hexes are drawn as bricks: their slanted sides are too flat for characters.
const POINTY: Shape = Shape {
    step: (5, 4),
    unit: (SQRT_3 / 2.0, 1.5),
    sides: [
        &[(5, -1, '_'), (6, -1, '_'), (7, -1, '_'), (8, -1, '_'), (9, -1, '_')],
        &[(10, 0, '│'), (10, 1, '│'), (10, 2, '│'), (10, 3, '│')],
        &[(5, 3, '_'), (6, 3, '_'), (7, 3, '_'), (8, 3, '_'), (9, 3, '_')],
        &[(1, 3, '_'), (2, 3, '_'), (3, 3, '_'), (4, 3, '_')],
        &[(0, 0, '│'), (0, 1, '│'), (0, 2, '│'), (0, 3, '│')],
        &[(1, -1, '_'), (2, -1, '_'), (3, -1, '_'), (4, -1, '_')],
    ],
    rows: [(1, 9), (1, 9), (1, 9), (1, 9)],
    centre: (5, 2),
    arrows: ['↗', '→', '↘', '↙', '←', '↖'],
};

const SQRT_3: f64 = 1.732_050_807_568_877_2;

fn shape(map: &Map) -> &'static Shape {
    match map.orientation() {
        Orientation::FlatTop => &FLAT,
        Orientation::PointyTop => &POINTY,
    }
}

/// The arrow for a facing on this map.
pub fn arrow(map: &Map, facing: Dir) -> char {
    shape(map).arrows[usize::from(facing) % 6]
}

/// Left, top, right and bottom of the boxes of these hexes, in characters of the sheet.
fn bounds(map: &Map, hexes: impl Iterator<Item = Hex>) -> Option<[i32; 4]> {
    let shape = shape(map);
    hexes.map(|h| place(map, shape, h)).fold(None, |found: Option<[i32; 4]>, (x, y)| {
        // The upper side stands on the line above the hex.
        let this = [x, y - 1, x + 10, y + 4];
        Some(
            found.map_or(this, |[a, b, c, d]| {
                [a.min(this[0]), b.min(this[1]), c.max(this[2]), d.max(this[3])]
            }),
        )
    })
}

/// Whether a window of `size` characters shows all these hexes.
pub fn fits(map: &Map, hexes: &[Hex], size: (usize, usize)) -> bool {
    bounds(map, hexes.iter().copied()).is_none_or(|[left, top, right, bottom]| {
        right - left <= size.0 as i32 && bottom - top <= size.1 as i32
    })
}

/// The map's window of `size` characters, line by line.
pub fn draw(picture: &Picture, size: (usize, usize), depth: Depth) -> Vec<String> {
    let sheet = Sheet::new(picture, size, depth);
    sheet.draw()
}

struct Sheet<'a> {
    picture: &'a Picture<'a>,
    shape: &'static Shape,
    depth: Depth,
    size: (i32, i32),
    /// The character of the sheet that stands in the window's corner.
    corner: (i32, i32),
}

impl<'a> Sheet<'a> {
    fn new(picture: &'a Picture<'a>, size: (usize, usize), depth: Depth) -> Sheet<'a> {
        let shape = shape(picture.map);
        let sheet = bounds(picture.map, picture.map.hexes()).unwrap_or_default();
        let [left, top, right, bottom] = sheet;
        let size = ((size.0 as i32).min(right - left), (size.1 as i32).min(bottom - top));
        let focus = bounds(picture.map, picture.focus.iter().copied()).unwrap_or(sheet);
        let middle = ((focus[0] + focus[2]) / 2, (focus[1] + focus[3]) / 2);
        let corner = (
            (middle.0 - size.0 / 2 + picture.scroll.0).clamp(left, right - size.0),
            (middle.1 - size.1 / 2 + picture.scroll.1).clamp(top, bottom - size.1),
        );
        Sheet { picture, shape, depth, size, corner }
    }

    /// Where the hex's box of characters begins in the window.
    fn place(&self, h: Hex) -> (i32, i32) {
        let (x, y) = place(self.picture.map, self.shape, h);
        (x - self.corner.0, y - self.corner.1)
    }

    fn in_window(&self, h: Hex) -> bool {
        let (x, y) = self.place(h);
        x > -11 && x < self.size.0 && y > -5 && y <= self.size.1
    }

    fn draw(&self) -> Vec<String> {
        let mut canvas = Canvas::new(self.size.0, self.size.1);
        let map = self.picture.map;
        for y in 0..self.size.1 {
            for x in 0..self.size.0 {
                canvas.ground(x, y, style::PAPER);
            }
        }
        let hexes: Vec<Hex> = map.hexes().filter(|h| self.in_window(*h)).collect();
        for &h in &hexes {
            self.ground(&mut canvas, h);
        }
        for &h in &hexes {
            self.grid(&mut canvas, h);
        }
        // Minor roads first: the last colour in a character wins.
        for class in (1..map.road_names().len()).rev() {
            for road in map.roads().iter().filter(|r| r.class == class as u8) {
                self.road(&mut canvas, &road.hexes, class as u8);
            }
        }
        for &h in &hexes {
            for d in 0..6 {
                self.water(&mut canvas, h, d);
            }
        }
        let contents = Contents::of(self.picture);
        for &h in &hexes {
            self.hex(&mut canvas, h, &contents);
        }
        canvas.lines(self.depth)
    }

    fn terrain(&self, h: Hex) -> &'static Terrain {
        let map = self.picture.map;
        style::terrain(&map.terrain_names()[usize::from(map.terrain(h))])
    }

    fn tint(&self, h: Hex) -> Rgb {
        let Rgb(r, g, b) = self.terrain(h).tint;
        if self.picture.marked.contains_key(self.picture.map.number(h)) {
            return style::MARKED;
        }
        // Higher ground is browner, and fields differ a little as fields do, where the terminal
        // has the colours for it.
        let level = i32::from(self.picture.map.level(h));
        let field = match self.depth {
            Depth::Full => i32::from(h.0) * 7919 % 5 - 2,
            Depth::Palette | Depth::None => 0,
        };
        let shade = |v: u8, by: i32| (i32::from(v) + by).clamp(0, 255) as u8;
        Rgb(shade(r, field + level * 4), shade(g, field - level * 4), shade(b, field - level * 8))
    }

    fn ground(&self, canvas: &mut Canvas, h: Hex) {
        let (x, y) = self.place(h);
        let tint = self.tint(h);
        for (line, (from, width)) in (0..).zip(self.shape.rows) {
            // One more on the left: the border's characters belong to one of the two hexes.
            for dx in from - 1..from + width {
                canvas.ground(x + dx, y + line, tint);
            }
        }
        if let (Some(fill), Depth::None) = (self.terrain(h).fill, self.depth) {
            for (line, (from, width)) in (0..).zip(self.shape.rows) {
                for dx in from..from + width {
                    canvas.put(x + dx, y + line, fill, Ink::PLAIN);
                }
            }
        }
    }

    fn grid(&self, canvas: &mut Canvas, h: Hex) {
        let (x, y) = self.place(h);
        for side in self.shape.sides {
            for &(dx, dy, glyph) in side {
                canvas.put(x + dx, y + dy, glyph, Ink::fore(style::GRID));
            }
        }
    }

    fn water(&self, canvas: &mut Canvas, h: Hex, d: Dir) {
        let map = self.picture.map;
        let Some(side) = style::side(&map.side_names()[usize::from(map.side(h, d))]) else {
            return;
        };
        let (x, y) = self.place(h);
        let cells = self.shape.sides[usize::from(d)];
        for &(dx, dy, glyph) in cells {
            let glyph = if self.depth.is_none() { side.plain } else { style::heavy(glyph) };
            canvas.put(x + dx, y + dy, glyph, Ink::fore(side.colour).bold());
        }
        if let Some(glyph) = side.bridge {
            let (dx, dy, _) = cells[cells.len() / 2];
            canvas.put(x + dx, y + dy, glyph, Ink::fore(style::BRIDGE).bold());
        }
    }

    /// A road as a smooth line of dots through the centres of its hexes.
    fn road(&self, canvas: &mut Canvas, hexes: &[Hex], class: u8) {
        let centre = |h: Hex| {
            let (x, y) = self.place(h);
            let (cx, cy) = self.shape.centre;
            (f64::from(2 * (x + cx)), f64::from(4 * (y + cy)))
        };
        let look = style::road(&self.picture.map.road_names()[usize::from(class)]);
        let points: Vec<(f64, f64)> = hexes.iter().map(|h| centre(*h)).collect();
        let mut count = 0;
        for i in 1..points.len() {
            let (a, b) = (points[i - 1], points[i]);
            let before = if i > 1 { points[i - 2] } else { a };
            let after = points.get(i + 1).copied().unwrap_or(b);
            for step in 0..24 {
                let (x, y) = curve([before, a, b, after], f64::from(step) / 24.0);
                count += 1;
                if count % 24 < look.stroke {
                    canvas.dot(x.round() as i32, y.round() as i32, look.colour);
                    if look.wide {
                        canvas.dot(x.round() as i32 + 1, y.round() as i32, look.colour);
                    }
                }
            }
        }
    }

    fn hex(&self, canvas: &mut Canvas, h: Hex, contents: &Contents) {
        let map = self.picture.map;
        let number = map.number(h);
        let (x, y) = self.place(h);
        let [head, first, second, foot] = self.shape.rows.map(|(from, width)| (x + from, width as usize));
        let terrain = self.terrain(h);
        let marked = self.picture.marked.get(number);

        let ink = match marked {
            Some(_) => Ink::fore(style::MARKED_INK).bold(),
            None => Ink::fore(terrain.number),
        };
        canvas.text(head.0, y, number, ink);
        if let Some(control) = contents.control.get(number) {
            let (flag, ink) = match control.seat {
                Some(seat) if self.depth.is_none() => (self.initial(seat), Ink::PLAIN),
                Some(seat) => ('⚑', Ink::fore(style::seat(seat).back)),
                None => ('⚐', Ink::fore(style::GRID)),
            };
            canvas.put(head.0 + head.1 as i32 - 1, y, flag, ink.bold());
        }
        if let Some(sign) = terrain.sign {
            canvas.put(head.0 + number.chars().count() as i32, y, sign, Ink::fore(terrain.ink).bold());
        }

        let pieces = contents.pieces.get(number).map_or(&[][..], Vec::as_slice);
        let name = contents.places.get(&h).copied().unwrap_or_default();
        let named = Ink::fore(terrain.ink).bold();
        if pieces.is_empty() {
            for (dy, line) in (1..).zip(name_lines(name, first.1).iter().take(2)) {
                let indent = (first.1 - line.chars().count()) / 2;
                canvas.text(first.0 + indent as i32, y + dy, line, named);
            }
        } else {
            self.pieces(canvas, pieces, (first.0, y + 1), first.1);
            let badges = style::badges(pieces, self.picture.marks);
            if let Some(leader) = pieces.iter().find(|p| p.face_up && p.kind == "commander") {
                let name = fit(&format!("★{}", style::surname(&leader.name)), second.1);
                canvas.text(second.0, y + 2, &name, self.seat_ink(leader.seat));
            } else if badges.is_empty() {
                canvas.text(second.0, y + 2, &fit(name, second.1), named);
            } else {
                canvas.text(second.0, y + 2, &fit(&badges, second.1), Ink::fore(style::BADGE).bold());
                // The name of the place where there is room for it.
                let (at, room) =
                    (badges.chars().count() + 1, second.1.saturating_sub(badges.chars().count() + 1));
                if name.chars().count() <= room {
                    canvas.text(second.0 + at as i32, y + 2, name, named);
                }
            }
        }

        // A hex without a label shows its mark by the ground's colour, if there is one.
        let below = match marked {
            Some(label) if !label.is_empty() || self.depth.is_none() => format!("‹{label}›"),
            _ => String::new(),
        };
        canvas.text(foot.0, y + 3, &fit(&below, foot.1), Ink::fore(style::MARKED_INK).bold());
        let mut at = foot.0 + below.chars().count() as i32;
        for marker in contents.markers.get(number).map_or(&[][..], Vec::as_slice) {
            let text = self.marker(h, marker);
            let end = at + text.chars().count() as i32;
            if end <= foot.0 + foot.1 as i32 {
                canvas.text(at, y + 3, &text, self.seat_ink(marker.seat).bold());
                at = end;
            }
        }
    }

    /// The pieces of a hex in one line: arm and strength of each, then the facing.
    fn pieces(&self, canvas: &mut Canvas, pieces: &[&Piece], at: (i32, i32), width: usize) {
        let troops: Vec<&&Piece> = pieces.iter().filter(|p| p.kind != "commander").collect();
        let Some(top) = troops.first() else { return };
        let facing = top.facing.map_or(' ', |d| self.shape.arrows[usize::from(d) % 6]);
        let mut text = String::new();
        if self.depth.is_none() {
            text.push(self.initial(top.seat));
        }
        let mut shown = 0;
        for piece in &troops {
            let token = style::token(piece);
            // Room for the facing, and for a plus sign if more follow.
            let more = usize::from(shown + 1 < troops.len());
            if text.chars().count() + token.chars().count() + 1 + more > width {
                break;
            }
            text.push_str(&token);
            shown += 1;
        }
        if shown < troops.len() {
            text.push('+');
        }
        let pad = width - 1 - text.chars().count();
        let text = format!("{text}{}{facing}", " ".repeat(pad));
        canvas.text(at.0, at.1, &text, self.seat_ink(top.seat).bold());
    }

    /// A marker with the direction that it points to.
    fn marker(&self, h: Hex, marker: &Marker) -> String {
        let map = self.picture.map;
        let target = marker.target.as_deref().and_then(|t| map.find(t));
        let arrow = target.and_then(|t| map.direction(h, t)).map(|d| self.shape.arrows[usize::from(d)]);
        let letter = marker.kind.chars().next().unwrap_or('?');
        let letter = if marker.used { letter } else { letter.to_ascii_uppercase() };
        match arrow {
            Some(arrow) => format!("{letter}{arrow}"),
            None => letter.to_string(),
        }
    }

    fn seat_ink(&self, seat: u8) -> Ink {
        let look = style::seat(seat);
        Ink::fore(look.fore).on(look.back)
    }

    fn initial(&self, seat: u8) -> char {
        let name = self.picture.seats.get(usize::from(seat));
        name.and_then(|n| n.chars().next()).unwrap_or('?')
    }
}

/// What stands in the hexes, by their numbers.
pub(super) struct Contents<'a> {
    pub pieces: BTreeMap<&'a str, Vec<&'a Piece>>,
    pub markers: BTreeMap<&'a str, Vec<&'a Marker>>,
    pub control: BTreeMap<&'a str, &'a Control>,
    pub places: BTreeMap<Hex, &'a str>,
}

impl<'a> Contents<'a> {
    pub fn of(picture: &Picture<'a>) -> Contents<'a> {
        let mut contents = Contents {
            pieces: BTreeMap::new(),
            markers: BTreeMap::new(),
            control: picture.scene.control.iter().map(|c| (c.hex.as_str(), &**c)).collect(),
            places: picture.map.places().iter().map(|p| (p.hex, p.name.as_str())).collect(),
        };
        for piece in &picture.scene.pieces {
            if let Some(hex) = &piece.hex {
                contents.pieces.entry(hex.as_str()).or_default().push(piece);
            }
        }
        for marker in &picture.scene.markers {
            contents.markers.entry(marker.hex.as_str()).or_default().push(marker);
        }
        contents
    }
}

fn place(map: &Map, shape: &Shape, h: Hex) -> (i32, i32) {
    let (x, y) = map.centre(h);
    ((x / shape.unit.0).round() as i32 * shape.step.0, (y / shape.unit.1).round() as i32 * shape.step.1)
}

fn fit(text: &str, width: usize) -> String {
    text.chars().take(width).collect()
}

/// A name in lines of `width`; a word that is too long ends in a full stop.
fn name_lines(name: &str, width: usize) -> Vec<String> {
    let short = |line: String| match line.chars().count() > width {
        true => fit(&line, width - 1) + ".",
        false => line,
    };
    crate::paint::wrap(name, width).into_iter().map(short).collect()
}

/// A point of the Catmull-Rom curve between the second and the third point.
fn curve([p, a, b, n]: [(f64, f64); 4], t: f64) -> (f64, f64) {
    let along = |p: f64, a: f64, b: f64, n: f64| {
        0.5 * (2.0 * a
            + (b - p) * t
            + (2.0 * p - 5.0 * a + 4.0 * b - n) * t * t
            + (3.0 * (a - b) + n - p) * t * t * t)
    };
    (along(p.0, a.0, b.0, n.0), along(p.1, a.1, b.1, n.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake;
    use kernel::{Options, Viewer};

    fn drawn(marked: &[(&str, &str)], focus: &str, size: (usize, usize), depth: Depth) -> Vec<String> {
        let games = fake::games();
        let entry = games.game("ford").expect("it is there");
        let table = games.table("ford/dawn", &Options::new()).expect("it opens");
        let view = table.view(Viewer::Everything);
        let marked = marked.iter().map(|(hex, label)| ((*hex).to_owned(), (*label).to_owned())).collect();
        let picture = Picture {
            map: &entry.map,
            scene: &view.scene,
            seats: &["Red".to_owned(), "Blue".to_owned()],
            marks: &[],
            marked: &marked,
            focus: &[entry.map.find(focus).expect("it is on the map")],
            scroll: (0, 0),
        };
        draw(&picture, size, depth)
    }

    #[test]
    fn hexes_counters_roads_and_streams_in_characters() {
        let lines = drawn(&[("1411", "3"), ("1412", "")], "1411", (26, 14), Depth::None);
        assert_eq!(
            lines,
            [
                " ╱1309  ╲        ╱1509  ╲",
                "╱        ╲______╱        ╲",
                "╲        ╱1410  ╲        ╱",
                " ╲______╱R×4    ↓╲______╱",
                " ╱1310  ╲    ⡇   ╱1510  ╲",
                "╱        ╲______╱        ╲",
                "╲        ╱1411  ╲        ╱",
                " ╲______╱    ⡇   ╲______╱",
                " ╱1311  ╲    ⡇   ╱1511  ╲",
                "╱        ╲‹3›___╱        ╲",
                "╲        ╱1412 ⚐╲        ╱",
                " ╲______╱  Ford  ╲______╱",
                " ╱1312  ╲    ⡇   ╱1512  ╲",
                "╱        ╲‹›≈≈≈≈╱        ╲",
            ]
        );
    }

    #[test]
    fn the_window_stays_on_the_sheet() {
        let corner = drawn(&[], "0101", (20, 8), Depth::None);
        assert!(corner.iter().any(|line| line.contains("0101")), "{corner:?}");
        let far = drawn(&[], "2419", (20, 8), Depth::None);
        assert!(far.iter().any(|line| line.contains("2419")), "{far:?}");
        assert_eq!(far.len(), 8);
        let whole = drawn(&[], "2419", (1000, 1000), Depth::None);
        assert!(whole.iter().any(|line| line.contains("0101")) && whole.len() == 79, "{}", whole.len());
    }

    #[test]
    fn with_colour_the_seats_have_their_own() {
        let lines = drawn(&[], "1410", (26, 8), Depth::Full).join("\n");
        let Rgb(r, g, b) = style::seat(0).back;
        assert!(lines.contains(&format!(";48;2;{r};{g};{b}m×4")), "{lines}");
    }
}
