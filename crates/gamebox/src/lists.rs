//! The pieces that files list: those of set-up areas, those of a column that enters, those who hold posts.

use dataset::{Node, Problem, Reader};
use hexmap::{Hex, Named};
use kernel::roster::{Piece, Pieces, Row};
use kernel::{ById, Id};
use serde::Serialize;
use std::collections::BTreeMap;

/// Pieces that their owner places in an area before the first turn.
#[derive(Clone, Debug, Serialize)]
pub struct SetupArea<U, L> {
    pub id: String,
    pub name: String,
    pub side: u8,
    pub hexes: Vec<Hex>,
    pub units: Vec<U>,
    pub leaders: Vec<L>,
    /// Each of its hexes takes one unit.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub one_a_hex: bool,
}

impl<U: Id, L: Id> SetupArea<U, L> {
    pub fn has(&self, piece: Piece<U, L>) -> bool {
        match piece {
            Piece::Unit(unit) => self.units.contains(&unit),
            Piece::Leader(leader) => self.leaders.contains(&leader),
        }
    }

    /// Its pieces, units first.
    pub fn pieces(&self) -> impl Iterator<Item = Piece<U, L>> {
        let units = self.units.iter().map(|unit| Piece::Unit(*unit));
        units.chain(self.leaders.iter().map(|leader| Piece::Leader(*leader)))
    }
}

/// Reads lists of pieces, none of which may stand in two of them.
pub struct Lists<'a, U, L, A, B> {
    pub pieces: Pieces<'a, U, L, A, B>,
    /// The list in which a piece has a place, by its id.
    taken: BTreeMap<String, String>,
}

impl<'a, U: Id, L: Id, A: Row, B: Row> Lists<'a, U, L, A, B> {
    pub fn new(pieces: Pieces<'a, U, L, A, B>) -> Self {
        Lists { pieces, taken: BTreeMap::new() }
    }

    /// The list in which a piece has a place.
    pub fn place_of(&self, id: &str) -> Option<&str> {
        self.taken.get(id).map(String::as_str)
    }

    /// The units and leaders of the list `pieces` of a table, which is called `name`; all of one side, where one is given.
    pub fn read(
        &mut self,
        node: &Node,
        name: &str,
        side: Option<u8>,
        problems: &mut Vec<Problem>,
    ) -> (Vec<U>, Vec<L>) {
        let (mut units, mut leaders) = (Vec::new(), Vec::new());
        for item in Reader::new(node, problems).rows("pieces") {
            let id: String = Reader::new(item, problems).get("");
            let Some(piece) = self.pieces.named(&id) else {
                problems.push(item.problem(format!("there is no unit or commander `{id}`")));
                continue;
            };
            if side.is_some_and(|side| self.pieces.row(piece).side() != side) {
                problems.push(item.problem(format!("`{id}` is of the other side")));
            }
            match piece {
                Piece::Unit(unit) => units.push(unit),
                Piece::Leader(leader) => leaders.push(leader),
            }
            if let Some(other) = self.taken.insert(id.clone(), name.to_owned()) {
                problems.push(item.problem(format!("`{id}` has a place in `{other}` already")));
            }
        }
        (units, leaders)
    }

    /// The set-up areas of a scenario, each a table below `setup` with its side, its name, its area of the map (or several)
    /// and its pieces.
    pub fn areas(
        &mut self,
        tree: &Node,
        on: &Named,
        seat: impl Fn(&str) -> Option<u8>,
        passable: impl Fn(Hex) -> bool,
        problems: &mut Vec<Problem>,
    ) -> Vec<SetupArea<U, L>> {
        let mut areas = Vec::new();
        for (id, node) in tree.tables("setup") {
            let hexes = on.hexes(node, "area", "setup", &passable, problems);
            let mut r = Reader::new(node, problems);
            let (side, name) = (r.side("side", &seat), r.get("name"));
            let one_a_hex = r.get_or("one_a_hex", false);
            let (units, leaders) = self.read(node, id, Some(side), problems);
            areas.push(SetupArea { id: id.to_owned(), name, side, hexes, units, leaders, one_a_hex });
        }
        areas
    }
}

/// Those who can hold posts, and the rows that they were read from, in the same order.
pub struct Posts<'a, L, R> {
    pub holders: &'a ById<L, Vec<R>>,
    pub rows: &'a [dataset::Row],
}

impl<L: Id, R> Posts<'_, L, R> {
    /// The one who holds the post `name`: who is `here`. Nobody else may hold it, and if nobody does that is wrong.
    pub fn holder(
        &self,
        name: &str,
        here: impl Fn(&R) -> bool,
        lacking: Problem,
        problems: &mut Vec<Problem>,
    ) -> Option<L> {
        let mut found = self.holders.pairs().filter(|(_, row)| here(row)).map(|(id, _)| id);
        let first = found.next();
        for other in found {
            let message = format!("`{name}` has a commander of this rank already");
            problems.push(self.rows[other.index()].problem(message));
        }
        if first.is_none() {
            problems.push(lacking);
        }
        first
    }
}
