//! Who stands where at the start of a scenario, as rows of a file say it.

use crate::SetupArea;
use dataset::{Node, Problem, Reader, Row};
use hexmap::{Hex, Map};
use kernel::Id;
use kernel::roster::{self, Piece, Pieces};
use serde::Serialize;

/// Where a piece stands at the start.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Placement<T> {
    pub piece: T,
    pub hex: Hex,
    pub facing: u8,
}

/// Who stands where.
pub struct Placements<U, L> {
    pub units: Vec<Placement<U>>,
    pub leaders: Vec<Placement<L>>,
}

impl<U: Id, L: Id> Placements<U, L> {
    /// Reads rows with an `id` and a `hex`, each of a piece. `away` says why a piece is not on the map at the start, `facing` reads where
    /// it faces, `barred` says why it may not stand in a hex, with those who stand already.
    pub fn read<'r, A: roster::Row, B: roster::Row>(
        rows: impl Iterator<Item = &'r Row>,
        (pieces, map): (Pieces<U, L, A, B>, &Map),
        away: impl Fn(Piece<U, L>) -> Option<String>,
        facing: impl Fn(&Row, Piece<U, L>, &mut Vec<Problem>) -> u8,
        barred: impl Fn(&Self, Piece<U, L>, Hex) -> Option<String>,
        problems: &mut Vec<Problem>,
    ) -> Self {
        let mut placed = Placements { units: Vec::new(), leaders: Vec::new() };
        for row in rows {
            let (id, number) = (row.get("id"), row.get("hex"));
            let Some(piece) = pieces.named(id) else {
                problems.push(row.problem_in("id", format!("there is no unit or commander `{id}`")));
                continue;
            };
            let twice = placed.hex(piece).map(|_| "has a hex already".to_owned());
            if let Some(reason) = twice.or_else(|| away(piece)) {
                problems.push(row.problem_in("id", format!("`{id}` {reason}")));
                continue;
            }
            let facing = facing(row, piece, problems);
            let Some(hex) = map.find(number) else {
                problems.push(row.problem_in("hex", format!("there is no hex {number}")));
                continue;
            };
            if let Some(reason) = barred(&placed, piece, hex) {
                problems.push(row.problem_in("hex", format!("{number} {reason}")));
            }
            match piece {
                Piece::Unit(piece) => placed.units.push(Placement { piece, hex, facing }),
                Piece::Leader(piece) => placed.leaders.push(Placement { piece, hex, facing }),
            }
        }
        placed
    }

    /// Where a piece stands.
    pub fn hex(&self, piece: Piece<U, L>) -> Option<Hex> {
        self.all().find(|(other, _)| *other == piece).map(|(_, hex)| hex)
    }

    /// Everybody who stands somewhere, units first.
    pub fn all(&self) -> impl Iterator<Item = (Piece<U, L>, Hex)> {
        let units = self.units.iter().map(|placed| (Piece::Unit(placed.piece), placed.hex));
        units.chain(self.leaders.iter().map(|placed| (Piece::Leader(placed.piece), placed.hex)))
    }

    /// Where a scenario has set-up areas, with their tables, everybody is in one of them and stands in it. `inside` tells which hexes
    /// belong to the scenario, `row` in which row of a file a piece of the `scenario` is listed.
    pub fn check_areas<'r, A: roster::Row, B: roster::Row>(
        &self,
        areas: &[(&SetupArea<U, L>, &Node)],
        (pieces, map): (Pieces<U, L, A, B>, &Map),
        inside: impl Fn(Hex) -> bool,
        (scenario, row): (&str, impl Fn(Piece<U, L>) -> &'r Row),
        problems: &mut Vec<Problem>,
    ) {
        for (area, node) in areas {
            let mut r = Reader::new(node, problems);
            for hex in area.hexes.iter().filter(|hex| !inside(**hex)) {
                r.problem("area", format!("{} is not in the area of the scenario", map.number(*hex)));
            }
            for piece in area.pieces() {
                let id = pieces.row(piece).id();
                match self.hex(piece) {
                    None => r.problem("pieces", format!("`{id}` has no hex in setup.csv")),
                    Some(hex) if !area.hexes.contains(&hex) => {
                        let number = map.number(hex);
                        r.problem("pieces", format!("`{id}` stands in {number}, not {}", area.name));
                    }
                    Some(_) => {}
                }
            }
        }
        let free = |piece: &Piece<U, L>| !areas.iter().any(|(area, _)| area.has(*piece));
        for piece in self.all().map(|(piece, _)| piece).filter(|piece| !areas.is_empty() && free(piece)) {
            let id = pieces.row(piece).id();
            problems.push(row(piece).problem(format!("`{id}` is in no set-up area of `{scenario}`")));
        }
    }
}
