//! Reading a map from its files, with every problem found named by file and line.

use crate::grid::Grid;
use crate::map::{Area, Cell, Locality, Map, Road, SideFeature, Table};
use crate::{Dir, Hex, opposite};
use dataset::{Files, Problem, Provenance, Row, read_csv, read_tree};
use std::collections::HashMap;

/// The names that a game's rules know, in the order of the rules' own lists. An empty list means
/// that whatever the files say is taken, in the order of first appearance.
#[derive(Clone, Copy, Debug, Default)]
pub struct Vocabulary<'a> {
    pub terrains: &'a [&'a str],
    /// Index 0 is nothing: the first name here has index 1.
    pub sides: &'a [&'a str],
    /// The best class first. Index 0 is no road.
    pub roads: &'a [&'a str],
}

/// The features of a side are kept as bits.
const MOST_SIDES: usize = 32;

impl Map {
    /// Reads `grid.toml`, `hexes.csv`, `hexsides.csv`, `roads.csv`, `places.csv` and `special.csv`
    /// of a folder such as `goito/map`.
    pub fn load(files: &Files, folder: &str) -> Result<Map, Vec<Problem>> {
        Map::load_with(files, folder, Vocabulary::default())
    }

    /// The same with the names that the rules know: others are problems, and the index of a name is
    /// its place in the list.
    pub fn load_with(files: &Files, folder: &str, vocabulary: Vocabulary) -> Result<Map, Vec<Problem>> {
        let path = |name: &str| format!("{folder}/{name}");
        let tree = read_tree(files, &path("grid.toml"))?;
        let grid = Grid::read(&tree)?;
        let mut loader = Loader::new(grid, vocabulary);
        let mut read = |name: &str, columns: &[&str]| {
            read_csv(files, &path(name), columns).unwrap_or_else(|problems| {
                loader.problems.extend(problems);
                Vec::new()
            })
        };
        let hexes = read("hexes.csv", &["hex", "terrain", "level", "provenance"]);
        let sides = read("hexsides.csv", &["hex_a", "hex_b", "feature", "provenance"]);
        let roads = read("roads.csv", &["class", "name", "hexes"]);
        let places = read("places.csv", &["name", "hex", "kind", "lat", "lon", "provenance"]);
        let special = read("special.csv", &["id", "kind", "hexes"]);
        // Without the hexes everything else would be wrong, which helps nobody.
        if hexes.is_empty() {
            if loader.problems.is_empty() {
                let name = files.name(&path("hexes.csv"));
                let empty = Problem::new(&name, 0, "the map has no hexes");
                loader.problems.push(empty);
            }
            return Err(loader.problems);
        }
        loader.hexes(&hexes);
        let listed = hexes.len();
        match loader.map.grid.hexes {
            // An owner who adds or removes hexes need not count them.
            Some(count) if count != listed && !files.is_overlaid(&path("hexes.csv")) => {
                let message = format!("hexes: {count}, but hexes.csv lists {listed}");
                let at = tree.at("hexes").unwrap_or(&tree);
                loader.problems.push(at.problem(message));
            }
            _ => {}
        }
        loader.sides(&sides);
        loader.roads(&roads);
        loader.places(&places);
        loader.special(&special);
        loader.finish()
    }
}

struct Loader {
    map: Map,
    /// May names be added that the rules do not know?
    open_terrains: bool,
    open_sides: bool,
    open_roads: bool,
    problems: Vec<Problem>,
}

impl Loader {
    fn new(grid: Grid, vocabulary: Vocabulary) -> Loader {
        let owned = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
        let after_nothing = |names: &[&str]| [owned(&[""]), owned(names)].concat();
        Loader {
            open_terrains: vocabulary.terrains.is_empty(),
            open_sides: vocabulary.sides.is_empty(),
            open_roads: vocabulary.roads.is_empty(),
            problems: Vec::new(),
            map: Map {
                grid,
                table: Table::new(&[]),
                cells: Vec::new(),
                axial: Vec::new(),
                neighbours: Vec::new(),
                terrain: Vec::new(),
                level: Vec::new(),
                side: Vec::new(),
                side_bits: Vec::new(),
                road: Vec::new(),
                best_road: Vec::new(),
                terrain_names: owned(vocabulary.terrains),
                side_names: after_nothing(vocabulary.sides),
                road_names: after_nothing(vocabulary.roads),
                roads: Vec::new(),
                sides: Vec::new(),
                places: Vec::new(),
                areas: Vec::new(),
            },
        }
    }

    fn finish(self) -> Result<Map, Vec<Problem>> {
        if self.problems.is_empty() { Ok(self.map) } else { Err(self.problems) }
    }

    fn hexes(&mut self, rows: &[Row]) {
        let mut seen: HashMap<String, usize> = HashMap::new();
        for row in rows {
            let number = row.get("hex");
            let Some((column, line)) = self.map.grid.position(number) else {
                let message = format!("hex `{number}` is not in the grid");
                self.problems.push(row.problem_in("hex", message));
                continue;
            };
            if let Some(first) = seen.insert(number.to_owned(), row.line) {
                let message = format!("hex {number} is on line {first} already");
                self.problems.push(row.problem_in("hex", message));
                continue;
            }
            let terrain = self.terrain(row);
            let level = self.level(row);
            let provenance = self.provenance(row);
            let map = &mut self.map;
            map.axial.push(map.grid.axial(column, line));
            map.terrain.push(terrain);
            map.level.push(level);
            map.cells.push(Cell {
                number: number.to_owned(),
                place: row.get("place").to_owned(),
                features: row
                    .get("features")
                    .split(';')
                    .map(|feature| feature.trim().to_owned())
                    .filter(|feature| !feature.is_empty())
                    .collect(),
                region: row.get("region").to_owned(),
                provenance,
            });
        }
        let map = &mut self.map;
        map.table = Table::new(&map.axial);
        let steps = map.grid.orientation.steps();
        map.neighbours = map.axial.iter().map(|at| steps.map(|step| map.table.at(*at + step))).collect();
        map.side = vec![[0; 6]; map.len()];
        map.side_bits = vec![[0; 6]; map.len()];
        map.road = vec![[0; 6]; map.len()];
        map.best_road = vec![0; map.len()];
    }

    fn terrain(&mut self, row: &Row) -> u8 {
        let name = row.get("terrain");
        let index = intern(&mut self.map.terrain_names, name, self.open_terrains, 256);
        index.unwrap_or_else(|| {
            let message = format!("unknown terrain `{name}`");
            self.problems.push(row.problem_in("terrain", message));
            0
        })
    }

    fn level(&mut self, row: &Row) -> i8 {
        let text = row.get("level");
        self.map.grid.level(text).unwrap_or_else(|| {
            let [lowest, highest] = self.map.grid.levels;
            let message = format!("unknown level `{text}`: the grid has {lowest} to {highest} and its names");
            self.problems.push(row.problem_in("level", message));
            0
        })
    }

    fn provenance(&mut self, row: &Row) -> Provenance {
        row.parse("provenance").unwrap_or_else(|problem| {
            self.problems.push(problem);
            Provenance::Reconstructed
        })
    }

    /// The hex that a cell names.
    fn hex(&mut self, row: &Row, header: &str, number: &str) -> Option<Hex> {
        let found = self.map.find(number);
        if found.is_none() {
            let message = if self.map.grid.contains(number) {
                format!("hex {number} is not on the map")
            } else {
                format!("hex `{number}` is not in the grid")
            };
            self.problems.push(row.problem_in(header, message));
        }
        found
    }

    fn sides(&mut self, rows: &[Row]) {
        for row in rows {
            let a = self.hex(row, "hex_a", row.get("hex_a"));
            let b = self.hex(row, "hex_b", row.get("hex_b"));
            let provenance = self.provenance(row);
            let Some((feature, back)) = self.side_feature(row) else {
                continue;
            };
            let (Some(a), Some(b)) = (a, b) else {
                continue;
            };
            let Some(d) = self.map.direction(a, b) else {
                self.not_neighbours(row, "hex_b", a, b);
                continue;
            };
            let map = &mut self.map;
            let bits = map.side_bits[a.index()][usize::from(d)];
            // Up and down at once is as wrong as the same thing twice.
            if bits & (1 << feature | 1 << back) != 0 {
                let message = format!(
                    "the side {} {} has a row for `{}` already",
                    row.get("hex_a"),
                    row.get("hex_b"),
                    row.get("feature")
                );
                self.problems.push(row.problem_in("feature", message));
                continue;
            }
            for (hex, d, feature) in [(a, d, feature), (b, opposite(d), back)] {
                let side = &mut map.side[hex.index()][usize::from(d)];
                if *side == 0 {
                    *side = feature;
                }
                map.side_bits[hex.index()][usize::from(d)] |= 1 << feature;
            }
            map.sides.push(SideFeature { a, b, feature, name: row.get("name").to_owned(), provenance });
        }
    }

    /// The feature of a row, seen from its first and from its second hex.
    fn side_feature(&mut self, row: &Row) -> Option<(u8, u8)> {
        let name = row.get("feature");
        let mut index = |name: &str| {
            let names = &mut self.map.side_names;
            intern(names, name, self.open_sides, MOST_SIDES).filter(|index| *index != 0)
        };
        let found = index(name).zip(index(&seen_from_behind(name)));
        if found.is_none() {
            let message = format!("unknown feature `{name}` of a hexside");
            self.problems.push(row.problem_in("feature", message));
        }
        found
    }

    fn roads(&mut self, rows: &[Row]) {
        self.put_major_first(rows);
        for row in rows {
            let name = row.get("class");
            let class = intern(&mut self.map.road_names, name, self.open_roads, 256);
            let Some(class) = class.filter(|class| *class != 0) else {
                let message = format!("unknown class `{name}` of a road");
                self.problems.push(row.problem_in("class", message));
                continue;
            };
            let numbers: Vec<&str> = row.get("hexes").split_whitespace().collect();
            if numbers.len() < 2 {
                let message = "a road needs at least two hexes";
                self.problems.push(row.problem_in("hexes", message));
                continue;
            }
            let found: Vec<Option<Hex>> =
                numbers.iter().map(|number| self.hex(row, "hexes", number)).collect();
            for pair in found.windows(2) {
                if let [Some(a), Some(b)] = *pair {
                    self.join(row, a, b, class);
                }
            }
            let hexes: Vec<Hex> = found.into_iter().flatten().collect();
            for h in &hexes {
                better(&mut self.map.best_road[h.index()], class);
            }
            self.map.roads.push(Road { name: row.get("name").to_owned(), class, hexes });
        }
    }

    /// Classes are taken as they come, but a major road is better than a minor one even if the file
    /// begins with the minor ones.
    fn put_major_first(&mut self, rows: &[Row]) {
        let first = |class: &str| rows.iter().position(|row| row.get("class") == class);
        if self.open_roads && first("minor").is_some() && first("major") > first("minor") {
            self.map.road_names.push("major".to_owned());
        }
    }

    fn join(&mut self, row: &Row, a: Hex, b: Hex, class: u8) {
        let Some(d) = self.map.direction(a, b) else {
            self.not_neighbours(row, "hexes", a, b);
            return;
        };
        better(&mut self.map.road[a.index()][usize::from(d)], class);
        let back: Dir = opposite(d);
        better(&mut self.map.road[b.index()][usize::from(back)], class);
    }

    fn places(&mut self, rows: &[Row]) {
        for row in rows {
            let hex = self.hex(row, "hex", row.get("hex"));
            let provenance = self.provenance(row);
            let lat = self.degrees(row, "lat", 90.0);
            let lon = self.degrees(row, "lon", 180.0);
            if let (Some(hex), Some(lat), Some(lon)) = (hex, lat, lon) {
                self.map.places.push(Locality {
                    name: row.get("name").to_owned(),
                    hex,
                    kind: row.get("kind").to_owned(),
                    lat,
                    lon,
                    provenance,
                });
            }
        }
    }

    fn degrees(&mut self, row: &Row, header: &str, most: f64) -> Option<f64> {
        match row.parse::<f64>(header) {
            Ok(degrees) if degrees.abs() <= most => Some(degrees),
            Ok(degrees) => {
                let message = format!("{header}: {degrees} is not between -{most} and {most}");
                self.problems.push(row.problem_in(header, message));
                None
            }
            Err(problem) => {
                self.problems.push(problem);
                None
            }
        }
    }

    fn special(&mut self, rows: &[Row]) {
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for row in rows {
            let id = row.get("id");
            if let Some(first) = seen.insert(id, row.line) {
                let message = format!("`{id}` is on line {first} already");
                self.problems.push(row.problem_in("id", message));
                continue;
            }
            let mut area = Area {
                id: id.to_owned(),
                kind: row.get("kind").to_owned(),
                hexes: Vec::new(),
                sides: Vec::new(),
                missing: Vec::new(),
                note: row.get("note").to_owned(),
            };
            let mut words = row.get("hexes").split_whitespace();
            while let Some(word) = words.next() {
                match word {
                    "columns" | "rows" => self.lines(row, word, words.next(), &mut area),
                    _ => self.area_word(row, word, &mut area),
                }
            }
            self.map.areas.push(area);
        }
    }

    /// All hexes of some columns or rows, as in `columns 10-37`.
    fn lines(&mut self, row: &Row, word: &str, range: Option<&str>, area: &mut Area) {
        let ends = range.and_then(|range| {
            let (first, last) = range.split_once('-')?;
            Some(first.parse::<i32>().ok()?..=last.parse::<i32>().ok()?)
        });
        let Some(ends) = ends else {
            let message = format!("after `{word}` comes a range such as 10-37");
            self.problems.push(row.problem_in("hexes", message));
            return;
        };
        let map = &self.map;
        area.hexes.extend(map.hexes().filter(|h| {
            let position = map.grid.position(map.number(*h));
            position
                .is_some_and(|(column, row)| ends.contains(if word == "columns" { &column } else { &row }))
        }));
    }

    /// A hex, or a hexside as in `1014-1114`.
    fn area_word(&mut self, row: &Row, word: &str, area: &mut Area) {
        if let Some((a, b)) = word.split_once('-') {
            let a = self.hex(row, "hexes", a);
            let b = self.hex(row, "hexes", b);
            if let (Some(a), Some(b)) = (a, b) {
                match self.map.direction(a, b) {
                    Some(_) => area.sides.push((a, b)),
                    None => self.not_neighbours(row, "hexes", a, b),
                }
            }
            return;
        }
        let may_miss = matches!(area.kind.as_str(), "not_playable" | "drawing");
        if may_miss && self.map.grid.contains(word) && self.map.find(word).is_none() {
            area.missing.push(word.to_owned());
        } else if let Some(h) = self.hex(row, "hexes", word) {
            if area.hexes.contains(&h) {
                let message = format!("hex {word} is named twice");
                self.problems.push(row.problem_in("hexes", message));
            } else {
                area.hexes.push(h);
            }
        }
    }

    fn not_neighbours(&mut self, row: &Row, header: &str, a: Hex, b: Hex) {
        let (a, b) = (self.map.number(a), self.map.number(b));
        let message = format!("hexes {a} and {b} are not neighbours");
        self.problems.push(row.problem_in(header, message));
    }
}

/// The index of a name; a new name is added to an open list that has room for it.
fn intern(names: &mut Vec<String>, name: &str, open: bool, most: usize) -> Option<u8> {
    let known = names.iter().position(|n| n == name);
    let index = known.or_else(|| {
        (open && !name.is_empty() && names.len() < most).then(|| {
            names.push(name.to_owned());
            names.len() - 1
        })
    });
    index.map(|i| i as u8)
}

/// The name of a hexside's feature as the hex on the other side has it: a slope up is a slope down.
fn seen_from_behind(name: &str) -> String {
    match name.strip_prefix("slope") {
        Some("_up") => "slope_down".to_owned(),
        Some("_down") => "slope_up".to_owned(),
        Some("-up") => "slope-down".to_owned(),
        Some("-down") => "slope-up".to_owned(),
        _ => name.to_owned(),
    }
}

/// Earlier classes are better; 0 is none.
fn better(known: &mut u8, class: u8) {
    if *known == 0 || class < *known {
        *known = class;
    }
}
