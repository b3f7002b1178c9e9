//! What other files say about a map: the areas that they name, and the terrain that they describe.

use crate::{Area, Hex, Map};
use dataset::{Files, Node, Problem, Reader, read_csv};

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
    /// `hex`. A terrain without a row is wrong.
    pub fn terrains<T>(
        &self,
        chart: &Node,
        problems: &mut Vec<Problem>,
        read: impl Fn(&Node, &mut Vec<Problem>) -> T,
    ) -> Vec<T> {
        self.described(["hex", "hexes", "terrain"], self.map.terrain_names(), chart, problems, read)
    }

    /// The same of each hexside feature, from the list `hexside`; the first, which is nothing, has no row.
    pub fn features<T>(
        &self,
        chart: &Node,
        problems: &mut Vec<Problem>,
        read: impl Fn(&Node, &mut Vec<Problem>) -> T,
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
        read: impl Fn(&Node, &mut Vec<Problem>) -> T,
    ) -> Vec<T> {
        let mut found = Vec::new();
        for name in names {
            match chart.at(&format!("{list}.{name}")) {
                Some(row) => found.push(read(row, problems)),
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
