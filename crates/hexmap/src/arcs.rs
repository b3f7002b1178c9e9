//! Front sides and arcs of fire.

use crate::geometry::{cross, dot, exit_sides};
use crate::{Dir, Hex, Map};

/// Is a hexside in front: the one faced or one of the two beside it?
pub const fn is_front(facing: Dir, side: Dir) -> bool {
    matches!((side + 6 - facing) % 6, 0 | 1 | 5)
}

/// A part of the map that a piece can see or fire into. Hexes whose centres lie exactly on an edge
/// of the cone belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cone {
    /// 60 degrees, opening through a hexside: 1 hex at distance 1, then 3, 3, 5, 5 ...
    Hexside(Dir),
    /// 60 degrees, opening through the corner between a side and the next one clockwise: 2 hexes at
    /// distance 1, then 3, 4 ...
    Vertex(Dir),
    /// 180 degrees around a hexside: the three front hexes at distance 1.
    Front(Dir),
}

/// Does `to` lie in the cone of a piece at `from`? Its own hex never does.
pub fn in_cone(map: &Map, from: Hex, cone: Cone, to: Hex) -> bool {
    if from == to {
        return false;
    }
    let vector = map.vector(from, to);
    let steps = map.orientation().steps();
    match cone {
        Cone::Hexside(facing) => {
            let (side, beside) = exit_sides(map.orientation(), vector);
            side == facing || beside == Some(facing)
        }
        Cone::Vertex(side) => {
            let (left, right) = (steps[usize::from(side)], steps[usize::from((side + 1) % 6)]);
            cross(left, vector) >= 0 && cross(vector, right) >= 0
        }
        Cone::Front(facing) => dot(steps[usize::from(facing)], vector) >= 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_sides_are_in_front() {
        let front: Vec<Dir> = (0..6).filter(|side| is_front(0, *side)).collect();
        assert_eq!(front, [0, 1, 5]);
        let front: Vec<Dir> = (0..6).filter(|side| is_front(4, *side)).collect();
        assert_eq!(front, [3, 4, 5]);
    }
}
