//! The whole map at a glance: four characters by two lines for each hex, with the strength that
//! stands in it.

use super::map::{Contents, Picture};
use super::style;
use crate::paint::{Canvas, Depth, Ink};
use hexmap::{Hex, Map, Orientation};
use kernel::scene::Piece;

const WIDTH: i32 = 4;
const SQRT_3: f64 = 1.732_050_807_568_877_2;

/// The map's lines; they are as wide as the map is.
pub fn draw(picture: &Picture, depth: Depth) -> Vec<String> {
    let map = picture.map;
    let places: Vec<(Hex, i32, i32)> = map.hexes().map(|h| place(map, h)).collect();
    let left = places.iter().map(|p| p.1).min().unwrap_or(0);
    let top = places.iter().map(|p| p.2).min().unwrap_or(0);
    let right = places.iter().map(|p| p.1).max().unwrap_or(0) + WIDTH;
    let bottom = places.iter().map(|p| p.2).max().unwrap_or(0) + 2;
    let mut canvas = Canvas::new(right - left, bottom - top);
    for y in 0..bottom - top {
        for x in 0..right - left {
            canvas.ground(x, y, style::PAPER);
        }
    }
    let contents = Contents::of(picture);
    for (h, x, y) in places {
        hex(&mut canvas, picture, &contents, depth, h, (x - left, y - top));
    }
    canvas.lines(depth)
}

fn place(map: &Map, h: Hex) -> (Hex, i32, i32) {
    let (x, y) = map.centre(h);
    let (column, row) = match map.orientation() {
        Orientation::FlatTop => (x / 1.5 * f64::from(WIDTH), y / SQRT_3 * 2.0),
        Orientation::PointyTop => (x / SQRT_3 * f64::from(WIDTH), y / 1.5 * 2.0),
    };
    (h, column.round() as i32, row.round() as i32)
}

fn hex(
    canvas: &mut Canvas,
    picture: &Picture,
    contents: &Contents,
    depth: Depth,
    h: Hex,
    (x, y): (i32, i32),
) {
    let map = picture.map;
    let number = map.number(h);
    let terrain = style::terrain(&map.terrain_names()[usize::from(map.terrain(h))]);
    let marked = picture.marked.contains_key(number);
    let tint = if marked { style::MARKED } else { terrain.tint };
    let fill = terrain.fill.filter(|_| depth.is_none()).unwrap_or(' ');
    for dy in 0..2 {
        for dx in 0..WIDTH {
            canvas.ground(x + dx, y + dy, tint);
            canvas.put(x + dx, y + dy, fill, Ink::PLAIN);
        }
    }
    if depth.is_none() {
        canvas.put(x, y, if marked { '›' } else { '·' }, Ink::PLAIN);
    } else {
        canvas.text(x, y, number, Ink::fore(terrain.number));
    }
    if let Some(name) = contents.places.get(&h) {
        let name: String = name.chars().take(WIDTH as usize - 1).collect();
        canvas.text(x, y + 1, &name, Ink::fore(terrain.ink));
    }
    if let Some(control) = contents.control.get(number) {
        let (flag, ink) = match control.seat {
            Some(seat) => ('⚑', Ink::fore(style::seat(seat).back)),
            None => ('⚐', Ink::fore(terrain.number)),
        };
        canvas.put(x + WIDTH - 1, y + 1, flag, ink);
    }
    if let Some(pieces) = contents.pieces.get(number) {
        counter(canvas, picture, depth, pieces, (x, y));
    }
}

/// The best-known arm, the strength of all together, and the facing.
fn counter(canvas: &mut Canvas, picture: &Picture, depth: Depth, pieces: &[&Piece], (x, y): (i32, i32)) {
    let troops = pieces.iter().filter(|p| p.kind != "commander");
    let Some(top) = pieces.iter().find(|p| p.kind != "commander").or(pieces.first()) else {
        return;
    };
    let strength: i32 = troops.filter_map(|p| p.values.first()).map(|v| v.now).sum();
    let seat = picture.seats.get(usize::from(top.seat));
    let first = match depth {
        Depth::None => seat.and_then(|name| name.chars().next()).unwrap_or('?'),
        Depth::Palette | Depth::Full => style::sign(&top.kind),
    };
    let figure = if pieces.iter().all(|p| p.face_up) { strength.to_string() } else { "?".to_owned() };
    let facing = top.facing.map_or(' ', |d| super::map::arrow(picture.map, d));
    let look = style::seat(top.seat);
    let figure = if top.kind == "commander" { String::new() } else { figure };
    canvas.text(x, y, &format!("{first}{figure:<2}{facing}"), Ink::fore(look.fore).on(look.back).bold());
}
