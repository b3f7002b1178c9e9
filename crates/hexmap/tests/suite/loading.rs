//! What stands in the files comes out of the map, and what is wrong with them is named by file and
//! line.

use crate::sheets::Sheet;
use dataset::{Files, Problem, Provenance};
use hexmap::{Map, Vocabulary};

/// A sheet of 24 columns and 19 rows with a little of everything; 2401 has no row.
fn files() -> Files {
    let sheet = Sheet::goito();
    let hexes = sheet
        .hexes_csv()
        .replace(
            "0101,clear,0,,,,reconstructed",
            "0101,village,rolling,Goito,edge_north; edge_west,north,printed",
        )
        .replace("2401,clear,0,,,,reconstructed\n", "");
    let mut files = sheet.files();
    files.insert("sheet/hexes.csv", hexes);
    files.insert(
        "sheet/hexsides.csv",
        "hex_a,hex_b,feature,name,provenance\n\
         0101,0102,stream,Caldone,derived\n\
         0201,0202,slope_up,,reconstructed\n\
         0103,0104,canal,,derived\n\
         0103,0104,bridge,,derived\n",
    );
    files.insert(
        "sheet/roads.csv",
        "class,name,hexes\n\
         minor,lane,0101 0102 0103\n\
         major,road,0102 0103\n",
    );
    files.insert(
        "sheet/places.csv",
        "name,hex,kind,lat,lon,provenance\n\
         Goito,0101,village,45.2520,10.6690,derived\n",
    );
    files.insert(
        "sheet/special.csv",
        "id,kind,hexes,note\n\
         setup,setup,0101 0102,\"here, and there\"\n\
         far-bank,not_playable,2401 2402,\n\
         west,area,columns 1-2,\n\
         top,area,rows 1-1 0102,\n\
         ferries,ferries,0101-0102,\n",
    );
    files
}

pub fn load() -> Map {
    Map::load(&files(), "sheet").unwrap()
}

/// The problems of the files after one text has been put for another.
fn problems(file: &str, from: &str, to: &str) -> Vec<String> {
    let mut files = files();
    let path = format!("sheet/{file}");
    let text = files.get(&path).unwrap();
    assert!(text.contains(from), "{path} has no `{from}`");
    let text = text.replacen(from, to, 1);
    files.insert(&path, text);
    strings(Map::load(&files, "sheet"))
}

fn strings(result: Result<Map, Vec<Problem>>) -> Vec<String> {
    let problems = result.err().unwrap_or_default();
    problems.iter().map(Problem::to_string).collect()
}

#[test]
fn hexes_come_as_written() {
    let map = load();
    assert_eq!(map.id(), "sheet");
    assert_eq!(map.len(), 24 * 19 - 1);
    assert!(!map.is_empty());
    let h = map.find("0101").unwrap();
    assert_eq!(h.index(), 0);
    assert_eq!(map.terrain_names(), ["village", "clear"]);
    assert_eq!((map.terrain(h), map.level(h)), (0, 1));
    assert_eq!((map.place(h), map.region(h)), ("Goito", "north"));
    assert_eq!(map.features(h), ["edge_north", "edge_west"]);
    assert!(map.has_feature(h, "edge_west") && !map.has_feature(h, "edge_east"));
    assert_eq!(map.provenance(h), Provenance::Printed);
    let h = map.find("0102").unwrap();
    assert_eq!(map.terrain(h), 1);
    assert!(map.features(h).is_empty());
    assert_eq!(map.find("2401"), None);
    assert!(map.centre_of_number("2401").is_some());
    assert!(map.corners_of_number("2401").is_some());
    assert_eq!(map.centre_of_number("2501"), None);
}

#[test]
fn sides_are_seen_from_both_hexes() {
    let map = load();
    let side = |number, dir| {
        let d = map.dir_named(dir).unwrap();
        let side = map.side(map.find(number).unwrap(), d);
        map.side_names()[usize::from(side)].as_str()
    };
    assert_eq!(map.side_names()[0], "");
    assert_eq!(side("0101", "S"), "stream");
    assert_eq!(side("0102", "N"), "stream");
    assert_eq!(side("0101", "SE"), "");
    assert_eq!(side("0201", "S"), "slope_up");
    assert_eq!(side("0202", "N"), "slope_down");
    // Two things on one side: the first counts as the side, both are there.
    assert_eq!(side("0103", "S"), "canal");
    let (h, s) = (map.find("0104").unwrap(), map.dir_named("N").unwrap());
    let has = |name| map.side_has(h, s, map.side_named(name).unwrap());
    assert!(has("canal") && has("bridge") && !has("stream"));
    assert_eq!(map.sides().len(), 4);
    assert_eq!(map.sides()[0].name, "Caldone");
    assert_eq!(map.sides()[0].provenance, Provenance::Derived);
}

#[test]
fn the_better_road_counts() {
    let map = load();
    assert_eq!(map.road_names(), ["", "major", "minor"]);
    assert_eq!(map.road_named("minor"), Some(2));
    let (a, b, c) = ("0101", "0102", "0103");
    let [a, b, c] = [a, b, c].map(|number| map.find(number).unwrap());
    let south = map.dir_named("S").unwrap();
    assert_eq!((map.road(a, south), map.road(b, south)), (2, 1));
    assert_eq!((map.road(b, 0), map.road(c, 0), map.road(c, 3)), (2, 1, 0));
    assert_eq!([a, b, c].map(|h| map.best_road(h)), [2, 1, 1]);
    assert!(map.has_road(c) && !map.has_road(map.find("0104").unwrap()));
    assert_eq!(map.roads()[0].name, "lane");
    assert_eq!(map.roads()[0].hexes, [a, b, c]);
    assert_eq!(map.roads()[1].class, 1);
}

#[test]
fn places_and_areas_come_as_written() {
    let map = load();
    let place = &map.places()[0];
    assert_eq!((place.name.as_str(), place.kind.as_str()), ("Goito", "village"));
    assert_eq!((place.lat, place.lon), (45.252, 10.669));
    let setup = map.area("setup").unwrap();
    assert_eq!(setup.note, "here, and there");
    assert_eq!(setup.hexes.len(), 2);
    let far = map.area("far-bank").unwrap();
    assert_eq!(far.missing, ["2401"]);
    assert_eq!(far.hexes, [map.find("2402").unwrap()]);
    assert_eq!(map.area("west").unwrap().hexes.len(), 38);
    assert_eq!(map.area("top").unwrap().hexes.len(), 24);
    let side = (map.find("0101").unwrap(), map.find("0102").unwrap());
    assert_eq!(map.area("ferries").unwrap().sides, [side]);
    assert_eq!(map.areas().len(), 5);
    assert!(map.area("nowhere").is_none());
}

#[test]
fn a_vocabulary_fixes_the_order_and_refuses_the_rest() {
    let vocabulary = Vocabulary {
        terrains: &["river", "clear", "village"],
        sides: &["bridge", "stream", "canal", "slope_up", "slope_down"],
        roads: &["major", "minor"],
    };
    let map = Map::load_with(&files(), "sheet", vocabulary).unwrap();
    assert_eq!(map.terrain_names(), ["river", "clear", "village"]);
    assert_eq!(map.terrain(map.find("0101").unwrap()), 2);
    assert_eq!(map.side(map.find("0101").unwrap(), 3), 2);
    let narrow = Vocabulary {
        terrains: &["clear"],
        sides: &["stream", "canal", "slope_up", "slope_down"],
        roads: &["major"],
    };
    assert_eq!(
        strings(Map::load_with(&files(), "sheet", narrow)),
        [
            "sheet/hexes.csv:2: unknown terrain `village`",
            "sheet/hexsides.csv:5: unknown feature `bridge` of a hexside",
            "sheet/roads.csv:2: unknown class `minor` of a road",
        ]
    );
}

#[test]
fn an_owners_row_is_blamed_for_its_own_mistake() {
    let mut owner = Files::below("mine");
    owner.insert("sheet/hexes.csv", "hex,level\n0105,7\n");
    let files = files().laid_over(owner).unwrap();
    assert_eq!(
        strings(Map::load(&files, "sheet")),
        ["mine/sheet/hexes.csv:2: unknown level `7`: the grid has 0 to 3 and its names"]
    );
}

#[test]
fn all_problems_are_told_at_once() {
    let mut files = files();
    files.insert("sheet/roads.csv", "class,name,hexes\nmajor,,0101 0103\n");
    files.insert("sheet/hexsides.csv", "hex_a,hex_b,feature,name,provenance\n9901,0103,,,sure\n");
    assert_eq!(
        strings(Map::load(&files, "sheet")),
        [
            "sheet/hexsides.csv:2: hex `9901` is not in the grid",
            "sheet/hexsides.csv:2: provenance: `sure`: `sure` is none of printed, derived, \
             reconstructed, owner",
            "sheet/hexsides.csv:2: unknown feature `` of a hexside",
            "sheet/roads.csv:2: hexes 0101 and 0103 are not neighbours",
        ]
    );
}

/// One change to one file, and the one problem that it makes.
fn check(file: &str, from: &str, to: &str, want: &str) {
    assert_eq!(problems(file, from, to), [want], "{file}: `{from}` -> `{to}`");
}

#[test]
fn wrong_hexes() {
    let row = "0102,clear,0,,,,reconstructed";
    for (to, want) in [
        (
            "0101,clear,0,,,,derived\n0102,clear,0,,,,derived",
            "sheet/hexes.csv:3: hex 0101 is on line 2 already",
        ),
        (
            "0102,clear,0,,,,derived\n0120,clear,0,,,,derived",
            "sheet/hexes.csv:4: hex `0120` is not in the grid",
        ),
        (
            "0102,clear,0,,,,derived\n2501,clear,0,,,,derived",
            "sheet/hexes.csv:4: hex `2501` is not in the grid",
        ),
        (
            "0102,clear,0,,,,derived\n102,clear,0,,,,derived",
            "sheet/hexes.csv:4: hex `102` is not in the grid",
        ),
        ("0102,,0,,,,derived", "sheet/hexes.csv:3: unknown terrain ``"),
        (
            "0102,clear,4,,,,derived",
            "sheet/hexes.csv:3: unknown level `4`: the grid has 0 to 3 and its names",
        ),
        (
            "0102,clear,hilly,,,,derived",
            "sheet/hexes.csv:3: unknown level `hilly`: the grid has 0 to 3 and its names",
        ),
        (
            "0102,clear,0,,,,guessed",
            "sheet/hexes.csv:3: provenance: `guessed`: `guessed` is none of printed, derived, \
             reconstructed, owner",
        ),
    ] {
        check("hexes.csv", row, to, want);
    }
}

#[test]
fn wrong_hexsides() {
    for (from, to, want) in [
        ("0101,0102", "0199,0102", "sheet/hexsides.csv:2: hex `0199` is not in the grid"),
        ("0101,0102", "2402,2401", "sheet/hexsides.csv:2: hex 2401 is not on the map"),
        ("0101,0102", "0101,0104", "sheet/hexsides.csv:2: hexes 0101 and 0104 are not neighbours"),
        ("0101,0102", "0101,0101", "sheet/hexsides.csv:2: hexes 0101 and 0101 are not neighbours"),
        (
            "0103,0104,bridge",
            "0102,0101,stream",
            "sheet/hexsides.csv:5: the side 0102 0101 has a row for `stream` already",
        ),
        (
            "0103,0104,bridge",
            "0202,0201,slope_up",
            "sheet/hexsides.csv:5: the side 0202 0201 has a row for `slope_up` already",
        ),
        (
            "stream,Caldone,derived",
            "stream,Caldone,",
            "sheet/hexsides.csv:2: provenance: ``: `` is none of printed, derived, \
             reconstructed, owner",
        ),
    ] {
        check("hexsides.csv", from, to, want);
    }
}

#[test]
fn wrong_roads() {
    for (from, to, want) in [
        ("0101 0102 0103", "0101 0102 0003", "sheet/roads.csv:2: hex `0003` is not in the grid"),
        ("0101 0102 0103", "2402 2401", "sheet/roads.csv:2: hex 2401 is not on the map"),
        ("0101 0102 0103", "0101 0103", "sheet/roads.csv:2: hexes 0101 and 0103 are not neighbours"),
        ("major,road,0102 0103", "major,road,0102", "sheet/roads.csv:3: a road needs at least two hexes"),
        ("major,road", ",road", "sheet/roads.csv:3: unknown class `` of a road"),
    ] {
        check("roads.csv", from, to, want);
    }
}

#[test]
fn wrong_places() {
    for (from, to, want) in [
        ("0101", "2401", "sheet/places.csv:2: hex 2401 is not on the map"),
        ("0101", "", "sheet/places.csv:2: hex `` is not in the grid"),
        ("45.2520", "north", "sheet/places.csv:2: lat: `north`: invalid float literal"),
        ("45.2520", "NaN", "sheet/places.csv:2: lat: NaN is not between -90 and 90"),
        ("10.6690", "181", "sheet/places.csv:2: lon: 181 is not between -180 and 180"),
    ] {
        check("places.csv", from, to, want);
    }
}

#[test]
fn wrong_areas() {
    for (from, to, want) in [
        ("0101 0102,", "0101 2401,", "sheet/special.csv:2: hex 2401 is not on the map"),
        ("2401 2402", "2501", "sheet/special.csv:3: hex `2501` is not in the grid"),
        ("0101 0102,", "0101 0101,", "sheet/special.csv:2: hex 0101 is named twice"),
        ("columns 1-2", "columns", "sheet/special.csv:4: after `columns` comes a range such as 10-37"),
        ("0101-0102", "0101-0103", "sheet/special.csv:6: hexes 0101 and 0103 are not neighbours"),
        ("far-bank", "setup", "sheet/special.csv:3: `setup` is on line 2 already"),
    ] {
        check("special.csv", from, to, want);
    }
}

#[test]
fn wrong_grids() {
    for (from, to, want) in [
        (
            "columns = [1, 24]",
            "columns = [24, 1]",
            "sheet/grid.toml:4: columns: 24 to 1 is not a range within 0 to 99",
        ),
        (
            "rows = [1, 19]",
            "rows = [1, 190]",
            "sheet/grid.toml:5: rows: 1 to 190 is not a range within 0 to 99",
        ),
        (
            "columns_grow = \"east\"",
            "columns_grow = \"north\"",
            "sheet/grid.toml:6: columns_grow: with this rotation columns would grow up or down \
             the sheet",
        ),
        (
            "rows_grow = \"south\"",
            "rows_grow = \"west\"",
            "sheet/grid.toml:7: rows_grow: with this rotation rows would grow across the sheet",
        ),
        (
            "shift = \"down\"",
            "shift = \"left\"",
            "sheet/grid.toml:9: shift: columns of a flat-top sheet are shifted up or down",
        ),
        (
            "orientation = \"flat-top\"",
            "orientation = \"pointy-top\"",
            "sheet/grid.toml:9: shift: rows of a pointy-top sheet are shifted left or right",
        ),
        ("hex_m = 330", "hex_m = 0", "sheet/grid.toml:10: hex_m: a hex has a size above 0"),
        ("levels = [0, 3]", "levels = [3, 0]", "sheet/grid.toml:12: levels: the lowest comes first"),
        (
            "hex_m = 330",
            "hexes = 456\nhex_m = 330",
            "sheet/grid.toml:10: hexes: 456, but hexes.csv lists 455",
        ),
    ] {
        check("grid.toml", from, to, want);
    }
    // What cannot be read at all is told by the reader of the file.
    let found = problems("grid.toml", "rows = [1, 19]", "rows = [1]");
    assert!(found[0].starts_with("sheet/grid.toml:5: "), "{found:?}");
}

#[test]
fn neighbours_that_the_grid_spells_out_are_checked() {
    let right = "[neighbours]\norder = [\"N\", \"NE\", \"SE\", \"S\", \"SW\", \"NW\"]\n\
                 odd = [[0, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]]\n\
                 even = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 0], [-1, -1]]\n[level_names]";
    assert!(problems("grid.toml", "[level_names]", right).is_empty());
    let wrong = right.replacen("[1, 1]", "[1, -1]", 1);
    check(
        "grid.toml",
        "[level_names]",
        &wrong,
        "sheet/grid.toml:15: neighbours.odd: [1, -1] is not the neighbour SE of the sheet",
    );
}

#[test]
fn shifted_columns_may_have_other_rows() {
    let mut files = files();
    let grid = files.get("sheet/grid.toml").unwrap();
    let grid = grid.replace("rows = [1, 19]", "rows = [1, 19]\nrows_shifted = [1, 18]");
    files.insert("sheet/grid.toml", grid);
    let found = strings(Map::load(&files, "sheet"));
    assert_eq!(found.len(), 12);
    assert_eq!(found[0], "sheet/hexes.csv:20: hex `0119` is not in the grid");
}

#[test]
fn a_missing_or_empty_file_is_one_problem() {
    let empty = "hex,terrain,level,place,features,region,provenance\n";
    let mut none = files();
    none.insert("sheet/hexes.csv", empty);
    assert_eq!(strings(Map::load(&none, "sheet")), ["sheet/hexes.csv:0: the map has no hexes"]);
    assert_eq!(strings(Map::load(&files(), "elsewhere")), ["elsewhere/grid.toml:0: the file is missing"]);
    check("roads.csv", "class,name,hexes", "class,name,way", "sheet/roads.csv:1: there is no column `hexes`");
}
