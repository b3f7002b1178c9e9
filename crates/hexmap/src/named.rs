//! What other files say about a map: the areas that they name, and the terrain that they describe.

use crate::{Area, Dir, Hex, Map};
use dataset::{Files, Node, Problem, Reader, Value, read_csv};

/// A map with the files that it was read from, so that what is wrong is said on its line.
#[derive(Clone, Copy)]
pub struct Named<'a> {
    pub map: &'a Map,
    pub files: &'a Files,
    /// The folder of the map: `goito/map`.
    pub folder: &'a str,
}

impl<'a> Named<'a> {
    /// A map with more hexes than the positions of a game have room for is a problem.
    pub fn check_room(&self, most: usize, problems: &mut Vec<Problem>) {
        let count = self.map.len();
        if count > most {
            let file = self.files.name(&format!("{}/hexes.csv", self.folder));
            problems.push(Problem::new(&file, 0, format!("{count} hexes where 1 to {most} are allowed")));
        }
    }

    /// The area that the value at a path names, of one of the kinds.
    pub fn area(
        &self,
        node: &Node,
        path: &str,
        kinds: &[&str],
        problems: &mut Vec<Problem>,
    ) -> Option<&'a Area> {
        let mut r = Reader::new(node, problems);
        let id: String = r.get(path);
        match self.map.area(&id) {
            Some(area) if kinds.contains(&area.kind.as_str()) => return Some(area),
            Some(area) => {
                let message = format!("`{id}` is of the kind {} and not {}", area.kind, kinds.join(", "));
                r.problem(path, message);
            }
            None => r.problem(path, format!("the map has no area `{id}`")),
        }
        None
    }

    /// The hexes of an area; all must be on the map and passable.
    pub fn usable(
        &self,
        area: &Area,
        passable: impl Fn(Hex) -> bool,
        problems: &mut Vec<Problem>,
    ) -> Vec<Hex> {
        for number in &area.missing {
            problems.push(self.area_problem(area, format!("there is no hex {number}")));
        }
        for hex in area.hexes.iter().filter(|hex| !passable(**hex)) {
            let message = format!("{} may not be entered", self.map.number(*hex));
            problems.push(self.area_problem(area, message));
        }
        area.hexes.clone()
    }

    /// The hexes of the area that a value names, of this kind, or of all areas of a list, each hex once and in order.
    pub fn hexes(
        &self,
        node: &Node,
        path: &str,
        kind: &str,
        passable: impl Fn(Hex) -> bool,
        problems: &mut Vec<Problem>,
    ) -> Vec<Hex> {
        let of = |node: &Node, path: &str, problems: &mut Vec<Problem>| {
            let area = self.area(node, path, &[kind], problems);
            area.map_or(Vec::new(), |area| self.usable(area, &passable, problems))
        };
        if !node.at(path).is_some_and(|named| matches!(named.value, Value::List(_))) {
            return of(node, path, problems);
        }
        let mut hexes = Vec::new();
        for item in Reader::new(node, problems).rows(path) {
            hexes.extend(of(item, "", problems));
        }
        hexes.sort();
        hexes.dedup();
        hexes
    }

    /// The hex of the map that the value at a path numbers.
    pub fn hex(&self, r: &mut Reader, path: &str) -> Option<Hex> {
        let number: String = r.get(path);
        let found = self.map.find(&number);
        if found.is_none() {
            r.problem(path, format!("there is no hex {number}"));
        }
        found
    }

    /// The direction that the value at a path names.
    pub fn dir(&self, r: &mut Reader, path: &str) -> Option<Dir> {
        let name: String = r.get(path);
        let found = self.map.dir_named(&name);
        if found.is_none() {
            r.problem(path, format!("`{name}` is not a direction on this map"));
        }
        found
    }

    /// The hex by which a column enters, an area of the kind `entry`, and those of the same edge of the map not farther from it
    /// that can stand in for it, the nearest first.
    pub fn entry(
        &self,
        node: &Node,
        path: &str,
        far: u8,
        passable: impl Fn(Hex) -> bool,
        problems: &mut Vec<Problem>,
    ) -> (Hex, Vec<Hex>) {
        let Some(area) = self.area(node, path, &["entry"], problems) else {
            return (Hex::NONE, Vec::new());
        };
        let hexes = self.usable(area, &passable, problems);
        let [hex] = hexes[..] else {
            if hexes.len() == area.hexes.len() {
                problems.push(self.area_problem(area, "an entry is one hex"));
            }
            return (Hex::NONE, Vec::new());
        };
        let on_edge = |area: &&Area| area.kind == "map_edge" && area.hexes.contains(&hex);
        let edges: Vec<&Area> = self.map.areas().iter().filter(on_edge).collect();
        if edges.is_empty() {
            let message = format!("{} is on no edge of the map", self.map.number(hex));
            problems.push(self.area_problem(area, message));
        }
        let others = edges.iter().flat_map(|edge| &edge.hexes).copied();
        let mut near: Vec<(u8, Hex)> = others
            .map(|other| (self.map.distance(hex, other), other))
            .filter(|(distance, other)| (1..=far).contains(distance) && passable(*other))
            .collect();
        near.sort();
        near.dedup();
        (hex, near.into_iter().map(|(_, hex)| hex).collect())
    }

    /// Something wrong with an area, on its line of `special.csv`.
    pub fn area_problem(&self, area: &Area, message: impl Into<String>) -> Problem {
        let message = format!("{}: {}", area.id, message.into());
        self.first("special", "id", &area.id, message)
    }

    /// The map uses a name that a chart has no row for: a terrain of `hexes.csv`, a feature of
    /// `hexsides.csv`, a class of `roads.csv`.
    pub fn undescribed(&self, file: &str, column: &str, name: &str, chart: &Node) -> Problem {
        self.first(file, column, name, format!("`{name}` has no row in {}", chart.file))
    }

    /// What a chart says of each terrain of the map, in the map's order: `read` takes its row of the list
    /// `hex`. A terrain without a row is wrong, and a row that is there twice.
    pub fn terrains<T>(
        &self,
        chart: &Node,
        problems: &mut Vec<Problem>,
        read: impl Fn(&mut Reader) -> T,
    ) -> Vec<T> {
        self.described(["hex", "hexes", "terrain"], self.map.terrain_names(), chart, problems, read)
    }

    /// The same of each hexside feature, from the list `hexside`; the first, which is nothing, has no row.
    pub fn features<T>(
        &self,
        chart: &Node,
        problems: &mut Vec<Problem>,
        read: impl Fn(&mut Reader) -> T,
    ) -> Vec<T> {
        let names = self.map.side_names().get(1..).unwrap_or_default();
        self.described(["hexside", "hexsides", "feature"], names, chart, problems, read)
    }

    fn described<T>(
        &self,
        [list, file, column]: [&str; 3],
        names: &[String],
        chart: &Node,
        problems: &mut Vec<Problem>,
        read: impl Fn(&mut Reader) -> T,
    ) -> Vec<T> {
        Reader::new(chart, problems).each_once(list);
        let mut found = Vec::new();
        for name in names {
            match chart.at(&format!("{list}.{name}")) {
                Some(row) => found.push(read(&mut Reader::new(row, problems))),
                None => problems.push(self.undescribed(file, column, name, chart)),
            }
        }
        found
    }

    /// A problem on the first line of a file of the map whose column holds this.
    fn first(&self, file: &str, column: &str, cell: &str, message: String) -> Problem {
        let path = format!("{}/{file}.csv", self.folder);
        let rows = read_csv(self.files, &path, &[column]).unwrap_or_default();
        match rows.iter().find(|row| row.get(column) == cell) {
            Some(row) => row.problem_in(column, message),
            None => Problem::new(&self.files.name(&path), 0, message),
        }
    }
}
