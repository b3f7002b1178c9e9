//! Geometry against what can be measured on the sheet.

use crate::sheets::{Sheet, sheets};
use hexmap::{Between, Cone, Hex, MAX_LINE, Map, in_cone, is_front, opposite};
use proptest::prelude::*;
use std::collections::VecDeque;

const NEAR: f64 = 1e-9;

type Point = (f64, f64);

fn minus(a: Point, b: Point) -> Point {
    (a.0 - b.0, a.1 - b.1)
}

/// Degrees clockwise from the top of the sheet, from `a` to `b`.
fn bearing(map: &Map, a: Hex, b: Hex) -> f64 {
    let (x, y) = minus(map.centre(b), map.centre(a));
    x.atan2(-y).to_degrees().rem_euclid(360.0)
}

/// Degrees clockwise from the top, of a direction.
fn bearing_of(map: &Map, d: u8) -> f64 {
    let first = if map.dir_names()[0] == "N" { 0.0 } else { 30.0 };
    first + 60.0 * f64::from(d)
}

/// The angle between two bearings, 0 to 180.
fn apart(a: f64, b: f64) -> f64 {
    let turn = (a - b).rem_euclid(360.0);
    turn.min(360.0 - turn)
}

/// How long the part of the line from `a` to `b` is that lies in a polygon, and where its middle
/// is as a part of the line. The polygon's corners go clockwise as seen on the sheet.
fn inside(a: Point, b: Point, polygon: &[Point]) -> Option<(f64, f64)> {
    let way = minus(b, a);
    let (mut from, mut to) = (0f64, 1f64);
    for (i, p) in polygon.iter().enumerate() {
        let edge = minus(polygon[(i + 1) % polygon.len()], *p);
        let side = |v: Point| edge.0 * v.1 - edge.1 * v.0;
        let (start, slope) = (side(minus(a, *p)), side(way));
        if slope.abs() < 1e-12 {
            if start < 0.0 {
                return None;
            }
        } else if slope > 0.0 {
            from = from.max(-start / slope);
        } else {
            to = to.min(-start / slope);
        }
    }
    (from < to).then(|| ((to - from) * way.0.hypot(way.1), (from + to) / 2.0))
}

fn scaled(map: &Map, h: Hex, factor: f64) -> Vec<Point> {
    let (x, y) = map.centre(h);
    let corners = map.corners(h);
    corners.iter().map(|c| (x + (c.0 - x) * factor, y + (c.1 - y) * factor)).collect()
}

/// What a ruler shows: hexes crossed and hexes along whose side the line runs, by their place on
/// the line. A hair less than the hex and a hair more tell the two apart.
fn ruler(map: &Map, a: Hex, b: Hex) -> Vec<(i64, Vec<Hex>)> {
    let (start, end) = (map.centre(a), map.centre(b));
    let mut found: Vec<(i64, Vec<Hex>)> = Vec::new();
    for h in map.hexes().filter(|h| *h != a && *h != b) {
        let within = inside(start, end, &scaled(map, h, 1.0 - 1e-6));
        let around = inside(start, end, &scaled(map, h, 1.0 + 1e-6));
        let crossed = within.is_some_and(|(length, _)| length > 1e-3);
        let beside = around.is_some_and(|(length, _)| length > 1e-3);
        if let (true, Some((_, middle))) = (crossed || beside, around) {
            let middle = (middle * 1e6).round() as i64;
            match found.iter_mut().find(|(at, _)| (at - middle).abs() < 100) {
                Some((_, pair)) => pair.push(h),
                None => found.push((middle, vec![h])),
            }
        }
    }
    found.sort();
    found
}

fn pick(map: &Map, at: prop::sample::Index) -> Hex {
    Hex(at.index(map.len()) as u16)
}

/// Steps through the whole grid, gaps included, as a fresh map without gaps has them.
fn steps_between(sheet: &Sheet, a: &str, b: &str) -> u8 {
    let whole = Sheet { gaps: 0, ..sheet.clone() }.map();
    let (a, b) = (whole.find(a).unwrap(), whole.find(b).unwrap());
    let mut steps = vec![u8::MAX; whole.len()];
    let mut queue = VecDeque::from([a]);
    steps[a.index()] = 0;
    while let Some(h) = queue.pop_front() {
        for n in whole.neighbours(h).iter().filter(|n| !n.is_none()) {
            if steps[n.index()] == u8::MAX {
                steps[n.index()] = steps[h.index()] + 1;
                queue.push_back(*n);
            }
        }
    }
    steps[b.index()]
}

proptest! {
    #![proptest_config(crate::the_same_every_time())]

    #[test]
    fn centres_stand_where_the_grid_file_says(sheet in sheets(9)) {
        let map = sheet.map();
        let hexes = sheet.hexes();
        let (first, origin) = (map.centre(Hex(0)), sheet.centre(hexes[0].0, hexes[0].1));
        for (column, row) in hexes {
            let number = sheet.number(column, row);
            let h = map.find(&number).unwrap();
            prop_assert_eq!(map.number(h), &number);
            prop_assert_eq!(map.centre_of_number(&number), Some(map.centre(h)));
            // Ours have circumradius 1, the sheet's are 1 wide.
            let got = minus(map.centre(h), first);
            let want = minus(sheet.centre(column, row), origin);
            prop_assert!((got.0 / 3f64.sqrt() - want.0).abs() < NEAR);
            prop_assert!((got.1 / 3f64.sqrt() - want.1).abs() < NEAR);
        }
    }

    #[test]
    fn numbers_without_a_hex_are_not_found(sheet in sheets(9), number in "[0-9]{4}|[0-9a-z]{0,5}") {
        let map = sheet.map();
        let listed = sheet.hexes().iter().any(|(c, r)| sheet.number(*c, *r) == number);
        prop_assert_eq!(map.find(&number).is_some(), listed);
    }

    #[test]
    fn neighbours_are_those_that_touch(sheet in sheets(8)) {
        let map = sheet.map();
        for a in map.hexes() {
            let mut seen = 0;
            for b in map.hexes().filter(|b| *b != a) {
                let (x, y) = minus(map.centre(b), map.centre(a));
                let touch = (x.hypot(y) - 3f64.sqrt()).abs() < 1e-6;
                let direction = map.direction(a, b);
                prop_assert_eq!(direction.is_some(), touch);
                if let Some(d) = direction {
                    seen += 1;
                    prop_assert!(apart(bearing(&map, a, b), bearing_of(&map, d)) < 1e-6);
                    prop_assert_eq!(map.neighbour(a, d), b);
                    prop_assert_eq!(map.neighbour(b, opposite(d)), a);
                }
            }
            let listed = map.neighbours(a).iter().filter(|n| !n.is_none()).count();
            prop_assert_eq!(listed, seen);
        }
    }

    #[test]
    fn distance_is_the_number_of_steps(
        // A sheet one or two lines wide has detours that open ground has not.
        sheet in sheets(12).prop_filter("narrow", |s| {
            s.columns[1] - s.columns[0] > 1 && s.rows[1] - s.rows[0] > 1
        }),
        a in any::<prop::sample::Index>(),
        b in any::<prop::sample::Index>(),
    ) {
        let map = sheet.map();
        let (a, b) = (pick(&map, a), pick(&map, b));
        let steps = steps_between(&sheet, map.number(a), map.number(b));
        prop_assert_eq!(map.distance(a, b), steps);
        prop_assert_eq!(map.distance(b, a), steps);
    }

    #[test]
    fn rings_and_discs_go_by_distance(
        sheet in sheets(10),
        at in any::<prop::sample::Index>(),
        n in 0u8..8,
    ) {
        let map = sheet.map();
        let at = pick(&map, at);
        let by = |test: &dyn Fn(u8) -> bool| -> Vec<Hex> {
            map.hexes().filter(|h| test(map.distance(at, *h))).collect()
        };
        let mut ring: Vec<Hex> = map.ring(at, n).collect();
        ring.sort();
        prop_assert_eq!(ring, by(&|d| d == n));
        let mut disc: Vec<Hex> = map.within(at, n).collect();
        disc.sort();
        prop_assert_eq!(disc, by(&|d| d <= n));
    }

    #[test]
    fn lines_are_what_a_ruler_shows(sheet in sheets(12), a in any::<prop::sample::Index>()) {
        let map = sheet.map();
        let a = pick(&map, a);
        for b in map.hexes().filter(|b| map.distance(a, *b) <= MAX_LINE) {
            let mut got = Vec::new();
            for between in map.line(a, b) {
                match between {
                    Between::One(h) => got.push(vec![h]),
                    Between::Pair(l, r) => {
                        if !l.is_none() && !r.is_none() {
                            // Turning right goes from the left one to the right one.
                            let turn = bearing(&map, a, r) - bearing(&map, a, l);
                            prop_assert!(turn.rem_euclid(360.0) < 180.0);
                        }
                        got.push(vec![l.min(r), l.max(r)]);
                    }
                }
            }
            // A ruler shows only what is printed.
            for step in &mut got {
                step.retain(|h| !h.is_none());
            }
            got.retain(|step| !step.is_empty());
            let want: Vec<Vec<Hex>> =
                ruler(&map, a, b).into_iter().map(|(_, hexes)| hexes).collect();
            prop_assert_eq!(got, want);
        }
    }

    #[test]
    fn lines_leave_through_the_side_they_point_at(
        sheet in sheets(14),
        a in any::<prop::sample::Index>(),
    ) {
        let map = sheet.map();
        let a = pick(&map, a);
        for b in map.hexes().filter(|b| *b != a) {
            let near: Vec<u8> = (0..6)
                .filter(|d| apart(bearing(&map, a, b), bearing_of(&map, *d)) < 30.0 + 1e-6)
                .collect();
            let (first, second) = map.exit_sides(a, b);
            let mut got: Vec<u8> = [Some(first), second].into_iter().flatten().collect();
            if let Some(second) = second {
                prop_assert_eq!((first + 1) % 6, second);
            }
            got.sort();
            prop_assert_eq!(got, near);
        }
    }

    #[test]
    fn cones_go_by_the_angle(sheet in sheets(14), a in any::<prop::sample::Index>(), d in 0u8..6) {
        let map = sheet.map();
        let a = pick(&map, a);
        for b in map.hexes().filter(|b| *b != a) {
            let off = |middle: f64| apart(bearing(&map, a, b), bearing_of(&map, d) + middle);
            prop_assert_eq!(in_cone(&map, a, Cone::Hexside(d), b), off(0.0) < 30.0 + 1e-6);
            prop_assert_eq!(in_cone(&map, a, Cone::Vertex(d), b), off(30.0) < 30.0 + 1e-6);
            prop_assert_eq!(in_cone(&map, a, Cone::Front(d), b), off(0.0) < 90.0 + 1e-6);
            if let Some(side) = map.direction(a, b) {
                prop_assert_eq!(in_cone(&map, a, Cone::Front(d), b), is_front(d, side));
            }
        }
    }
}
