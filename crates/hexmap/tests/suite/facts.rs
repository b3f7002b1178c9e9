//! Facts that a player reads off the printed sheets.

use crate::sheets::Sheet;
use hexmap::{Between, Cone, Hex, Map, in_cone};

fn names(map: &Map, hexes: impl IntoIterator<Item = Hex>) -> Vec<String> {
    hexes
        .into_iter()
        .map(|h| match h.is_none() {
            true => "-".to_owned(),
            false => map.number(h).to_owned(),
        })
        .collect()
}

fn line(map: &Map, a: &str, b: &str) -> Vec<String> {
    let (a, b) = (map.find(a).unwrap(), map.find(b).unwrap());
    map.line(a, b)
        .map(|between| match between {
            Between::One(h) => names(map, [h]).concat(),
            Between::Pair(l, r) => names(map, [l, r]).join("|"),
        })
        .collect()
}

/// All Is Lost Save Honour: row first, rows growing north, even rows half a hex further right.
fn honour() -> Sheet {
    Sheet {
        flat: false,
        columns: [1, 52],
        rows: [1, 40],
        down: false,
        shifted_odd: false,
        column_first: false,
        ..Sheet::goito()
    }
}

#[test]
fn odd_columns_of_goito_lie_lower() {
    let map = Sheet::goito().map();
    let h = map.find("1705").unwrap();
    assert_eq!(names(&map, *map.neighbours(h)), ["1704", "1805", "1806", "1706", "1606", "1605"]);
    let h = map.find("0201").unwrap();
    assert_eq!(names(&map, *map.neighbours(h)), ["-", "-", "0301", "0202", "0101", "-"]);
    assert_eq!(map.dir_names(), ["N", "NE", "SE", "S", "SW", "NW"]);
    assert_eq!(map.dir_named("SW"), Some(4));
    assert_eq!(map.dir_named("E"), None);
}

#[test]
fn a_direction_is_written_as_the_hex_that_it_leads_to() {
    let map = Sheet::goito().map();
    let here = map.find("1215").unwrap();
    for dir in 0..6 {
        let word = map.word_beside(here, dir);
        assert_eq!(map.find(word), Some(map.neighbour(here, dir)));
        assert_eq!(map.dir_beside(here, word), Some(dir));
        assert_eq!(map.dir_beside(here, map.dir_name(dir)), Some(dir));
        assert_eq!(map.numbers_beside(here, |d| d == dir), word);
        assert_eq!(map.word_beside(Hex::NONE, dir), map.dir_name(dir));
        assert_eq!(map.dir_beside(Hex::NONE, word), None);
    }
    assert_eq!(map.dir_beside(here, "0101"), None);
    assert_eq!(map.dir_beside(here, "nowhere"), None);
}

#[test]
fn distances_of_goito() {
    let map = Sheet::goito().map();
    let distance = |a, b| map.distance(map.find(a).unwrap(), map.find(b).unwrap());
    // From the Sacca entry to Motella, to both hexes of Goito and to Segrada.
    assert_eq!(distance("1619", "1412"), 8);
    assert_eq!(distance("1619", "2012"), 9);
    assert_eq!(distance("1619", "2011"), 10);
    assert_eq!(distance("1619", "1309"), 11);
    assert_eq!(distance("1106", "1619"), 15);
}

#[test]
fn rows_of_honour_grow_north() {
    let map = honour().map();
    let h = map.find("1705").unwrap();
    assert_eq!(names(&map, *map.neighbours(h)), ["1805", "1706", "1605", "1604", "1704", "1804"]);
    let h = map.find("0652").unwrap();
    assert_eq!(names(&map, *map.neighbours(h)), ["-", "-", "-", "0552", "0651", "0752"]);
    assert!(map.find("5206").is_none());
}

#[test]
fn solferino_lies_turned_with_west_at_the_top() {
    let sheet = Sheet { columns: [1, 46], rows: [1, 28], turns: -1, ..Sheet::goito() };
    assert!(sheet.grid_toml().contains("columns_grow = \"north\""));
    assert!(sheet.grid_toml().contains("rows_grow = \"east\""));
    let map = sheet.map();
    let h = map.find("2312").unwrap();
    assert_eq!(names(&map, *map.neighbours(h)), ["2311", "2412", "2413", "2313", "2213", "2212"]);
    // South-west corner of the country: upper left on the sheet.
    let (x, y) = map.centre(map.find("0101").unwrap());
    assert!(x < 2.0 && y < 2.0);
}

#[test]
fn lines_between_centres() {
    let map = Sheet::goito().map();
    assert_eq!(line(&map, "1005", "1008"), ["1006", "1007"]);
    assert_eq!(line(&map, "1005", "1105"), Vec::<String>::new());
    // Due east, along the side of two hexes and through the next.
    assert_eq!(line(&map, "1005", "1405"), ["1104|1105", "1205", "1304|1305"]);
    // Along the upper edge of the sheet the hexes on one side do not exist.
    assert_eq!(line(&map, "0201", "0401"), ["-|0301"]);
}

#[test]
fn exits_of_a_line() {
    let map = Sheet::goito().map();
    let exits = |a, b| map.exit_sides(map.find(a).unwrap(), map.find(b).unwrap());
    assert_eq!(exits("1005", "1405"), (1, Some(2)));
    assert_eq!(exits("1405", "1005"), (4, Some(5)));
    assert_eq!(exits("1005", "1001"), (0, None));
    assert_eq!(exits("1005", "1402"), (1, None));
}

#[test]
fn a_cone_of_fire_through_a_corner_widens_by_one() {
    let map = Sheet::goito().map();
    let from = map.find("1010").unwrap();
    let count = |cone, distance| {
        let ring = map.ring(from, distance);
        ring.filter(|to| in_cone(&map, from, cone, *to)).count()
    };
    for d in 0..6 {
        assert_eq!([1, 2, 3].map(|n| count(Cone::Vertex(d), n)), [2, 3, 4]);
        assert_eq!([1, 2, 3, 4].map(|n| count(Cone::Hexside(d), n)), [1, 3, 3, 5]);
        assert_eq!([1, 2, 3].map(|n| count(Cone::Front(d), n)), [3, 7, 9]);
    }
    let east: Vec<Hex> = map.ring(from, 1).filter(|to| in_cone(&map, from, Cone::Vertex(1), *to)).collect();
    let mut east = names(&map, east);
    east.sort();
    assert_eq!(east, ["1109", "1110"]);
    assert!(!in_cone(&map, from, Cone::Front(0), from));
}

#[test]
fn corners_bound_their_sides() {
    for sheet in [Sheet::goito(), honour()] {
        let map = sheet.map();
        let h = map.find("1010").unwrap();
        let corners = map.corners(h);
        for d in 0..6 {
            let there = map.centre(map.neighbour(h, d));
            let here = map.centre(h);
            let (a, b) = (corners[usize::from(d)], corners[usize::from((d + 1) % 6)]);
            assert!((a.0 + b.0 - here.0 - there.0).abs() < 1e-9);
            assert!((a.1 + b.1 - here.1 - there.1).abs() < 1e-9);
        }
    }
}

#[test]
fn the_sheet_begins_at_its_corner() {
    let map = Sheet::goito().map();
    let (width, height) = map.grid().size();
    assert!((width - 36.5).abs() < 1e-9);
    assert!((height - 19.5 * 3f64.sqrt()).abs() < 1e-9);
    let corners = map.hexes().flat_map(|h| map.corners(h));
    let (mut left, mut top) = (f64::MAX, f64::MAX);
    for (x, y) in corners {
        left = left.min(x);
        top = top.min(y);
        assert!(x < width + 1e-9 && y < height + 1e-9);
    }
    assert!(left.abs() < 1e-9 && top.abs() < 1e-9);
}

#[test]
fn hexes_from_outside_are_checked() {
    let map = honour().map();
    let last = Hex(map.len() as u16 - 1);
    assert_eq!(map.check_hex("hex", last), Ok(()));
    let beyond = Hex(map.len() as u16);
    assert_eq!(map.check_hex("hex", beyond), Err(format!("hex: there is no {}", beyond.0)));
    assert!(map.check_hex("hex", Hex::NONE).is_err() && map.check_hex_or_none("hex", Hex::NONE).is_ok());
    assert!(map.check_hex_or_none("hex", beyond).is_err());
    assert!(map.check_place("hex", last, true).is_ok() && map.check_place("hex", Hex::NONE, false).is_ok());
    assert!(map.check_place("hex", last, false).is_err() && map.check_place("hex", Hex::NONE, true).is_err());
}
