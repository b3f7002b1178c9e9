//! The geometry of the sheet in exact whole numbers: directions, the hexside through which a line
//! leaves a hex, and the hexes that a line from centre to centre crosses.

use crate::Dir;
use hexx::{EdgeDirection, Hex as Axial};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::sync::LazyLock;

/// The longest line that is kept (the longest charge of the five games).
pub const MAX_LINE: u8 = 9;

/// How the hexes stand on the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Orientation {
    /// A side at the top: hexes in straight columns.
    FlatTop,
    /// A corner at the top: hexes in straight rows.
    PointyTop,
}

const FLAT_STEPS: [Axial; 6] = [
    Axial::neighbor_coord(EdgeDirection::FLAT_NORTH),
    Axial::neighbor_coord(EdgeDirection::FLAT_NORTH_EAST),
    Axial::neighbor_coord(EdgeDirection::FLAT_SOUTH_EAST),
    Axial::neighbor_coord(EdgeDirection::FLAT_SOUTH),
    Axial::neighbor_coord(EdgeDirection::FLAT_SOUTH_WEST),
    Axial::neighbor_coord(EdgeDirection::FLAT_NORTH_WEST),
];

const POINTY_STEPS: [Axial; 6] = [
    Axial::neighbor_coord(EdgeDirection::POINTY_NORTH_EAST),
    Axial::neighbor_coord(EdgeDirection::POINTY_EAST),
    Axial::neighbor_coord(EdgeDirection::POINTY_SOUTH_EAST),
    Axial::neighbor_coord(EdgeDirection::POINTY_SOUTH_WEST),
    Axial::neighbor_coord(EdgeDirection::POINTY_WEST),
    Axial::neighbor_coord(EdgeDirection::POINTY_NORTH_WEST),
];

impl Orientation {
    /// The names of the six directions of the sheet, by [`Dir`].
    pub const fn dir_names(self) -> [&'static str; 6] {
        match self {
            Orientation::FlatTop => ["N", "NE", "SE", "S", "SW", "NW"],
            Orientation::PointyTop => ["NE", "E", "SE", "SW", "W", "NW"],
        }
    }

    /// The steps to the six neighbours, by [`Dir`].
    pub(crate) const fn steps(self) -> &'static [Axial; 6] {
        match self {
            Orientation::FlatTop => &FLAT_STEPS,
            Orientation::PointyTop => &POINTY_STEPS,
        }
    }

    /// The centre of a hex of circumradius 1, y growing down the sheet.
    pub(crate) fn centre(self, at: Axial) -> (f64, f64) {
        let (q, r) = (f64::from(at.x), f64::from(at.y));
        let root = 3f64.sqrt();
        match self {
            Orientation::FlatTop => (1.5 * q, root * (r + q / 2.0)),
            Orientation::PointyTop => (root * (q + r / 2.0), 1.5 * r),
        }
    }

    /// The corners around a centre. Hexside `d` runs from corner `d` to corner `d + 1`.
    pub(crate) fn corners(self, (x, y): (f64, f64)) -> [(f64, f64); 6] {
        let first: f64 = match self {
            Orientation::FlatTop => -120.0,
            Orientation::PointyTop => -90.0,
        };
        std::array::from_fn(|i| {
            let angle = (first + 60.0 * i as f64).to_radians();
            (x + angle.cos(), y + angle.sin())
        })
    }
}

/// The direction straight back.
pub const fn opposite(d: Dir) -> Dir {
    (d + 3) % 6
}

/// Twice the scalar product of two vectors on the sheet, the distance of neighbours taken as 1.
pub(crate) const fn dot(a: Axial, b: Axial) -> i32 {
    2 * (a.x * b.x + a.y * b.y) + a.x * b.y + a.y * b.x
}

/// Positive if `b` lies clockwise of `a`, negative if counter-clockwise, 0 if on the same line.
pub(crate) const fn cross(a: Axial, b: Axial) -> i32 {
    a.x * b.y - a.y * b.x
}

/// The hexsides through which a line along `vector` leaves a hex: the one whose direction is
/// nearest to it, or two, counter-clockwise one first, if it goes exactly through their corner.
pub(crate) fn exit_sides(orientation: Orientation, vector: Axial) -> (Dir, Option<Dir>) {
    debug_assert!(vector != Axial::ZERO, "a line within one hex has no exit");
    let dots = orientation.steps().map(|step| dot(step, vector));
    let mut best = 0;
    for d in 1..6 {
        if dots[d] > dots[best] {
            best = d;
        }
    }
    if best == 0 && dots[5] == dots[0] {
        (5, Some(0))
    } else if best < 5 && dots[best + 1] == dots[best] {
        (best as Dir, Some(best as Dir + 1))
    } else {
        (best as Dir, None)
    }
}

/// One step of a line: the hex it crosses, or the two between which it runs (left and right of the
/// way it goes), relative to its start. `left == right` for a hex that is crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineStep {
    pub left: Axial,
    pub right: Axial,
}

/// The steps of all lines up to [`MAX_LINE`]. They depend on the vector alone, and axial vectors
/// look the same on both orientations, so that one table serves every map.
struct LineTable {
    /// Start of each vector's steps, and one past the last, by [`LineTable::slot`].
    starts: Vec<u16>,
    steps: Vec<LineStep>,
}

const REACH: i32 = MAX_LINE as i32;
const SPAN: i32 = 2 * REACH + 1;

static LINES: LazyLock<LineTable> = LazyLock::new(|| {
    let mut table = LineTable { starts: vec![0], steps: Vec::new() };
    for q in -REACH..=REACH {
        for r in -REACH..=REACH {
            let vector = Axial::new(q, r);
            if vector.length() <= REACH {
                table.steps.extend(intervening(vector));
            }
            table.starts.push(table.steps.len() as u16);
        }
    }
    table
});

impl LineTable {
    fn slot(vector: Axial) -> usize {
        ((vector.x + REACH) * SPAN + vector.y + REACH) as usize
    }
}

/// The steps of the line along `vector`, both ends left out.
///
/// # Panics
/// If the line is longer than [`MAX_LINE`]: no rule of ours looks that far.
pub(crate) fn line_steps(vector: Axial) -> &'static [LineStep] {
    assert!(vector.length() <= REACH, "a line of {} hexes is longer than {MAX_LINE}", vector.length());
    let table = &*LINES;
    let slot = LineTable::slot(vector);
    &table.steps[usize::from(table.starts[slot])..usize::from(table.starts[slot + 1])]
}

/// A fraction with a positive denominator.
#[derive(Clone, Copy)]
struct Fraction(i32, i32);

impl Fraction {
    fn cmp(self, other: Fraction) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

/// What a line has to do with a hex.
enum Meeting {
    Nothing,
    /// Runs through its inside, from this part of the line on.
    Crosses(Fraction),
    /// Runs along one of its sides, from this part of the line on.
    Along(Fraction),
}

/// Does the line from the origin to `vector` run through the hex at `at` or along one of its sides?
pub(crate) fn meets(vector: Axial, at: Axial) -> bool {
    // No point of a hex is farther than 2/3 from its centre, in hexes: by way of a hex that the line meets
    // it is at most 4/3 farther from end to end.
    let detour = at.length() + (vector - at).length() - vector.length();
    detour <= 1 && !matches!(meeting(vector, at), Meeting::Nothing)
}

/// How the line from the origin to `vector` meets the hex at `at`.
///
/// A hex is the set of points whose three differences of cube coordinates lie within 1 of its
/// centre's, so each difference gives a stretch of the line and the hex gets what is common. A
/// touched corner is an empty stretch, and nothing.
fn meeting(vector: Axial, at: Axial) -> Meeting {
    let differences = |a: Axial| [a.x - a.y, a.y - a.z(), a.z() - a.x];
    let (mut from, mut to) = (Fraction(0, 1), Fraction(1, 1));
    let mut along = false;
    for (slope, centre) in differences(vector).into_iter().zip(differences(at)) {
        let (low, high) = match slope.cmp(&0) {
            Ordering::Greater => (Fraction(centre - 1, slope), Fraction(centre + 1, slope)),
            Ordering::Less => (Fraction(-centre - 1, -slope), Fraction(1 - centre, -slope)),
            Ordering::Equal if centre.abs() > 1 => return Meeting::Nothing,
            Ordering::Equal => {
                along |= centre != 0;
                continue;
            }
        };
        if low.cmp(from).is_gt() {
            from = low;
        }
        if high.cmp(to).is_lt() {
            to = high;
        }
    }
    match (from.cmp(to).is_lt(), along) {
        (false, _) => Meeting::Nothing,
        (true, false) => Meeting::Crosses(from),
        (true, true) => Meeting::Along(from),
    }
}

/// The steps of the line along `vector`, in order.
fn intervening(vector: Axial) -> Vec<LineStep> {
    let mut steps: Vec<(Fraction, LineStep)> = Vec::new();
    for at in Axial::ZERO.range(vector.ulength()) {
        if at == Axial::ZERO || at == vector {
            continue;
        }
        match meeting(vector, at) {
            Meeting::Nothing => {}
            Meeting::Crosses(from) => steps.push((from, LineStep { left: at, right: at })),
            // Each pair is met twice; the left one makes the step. The right one is its mirror
            // image in the line: the two share a side that lies on it.
            Meeting::Along(from) if cross(vector, at) < 0 => {
                let right = Axial::ZERO
                    .all_neighbors()
                    .map(|step| at + step)
                    .into_iter()
                    .find(|n| cross(vector, *n) == -cross(vector, at) && dot(vector, *n) == dot(vector, at))
                    .expect("a line along a hexside has a hex on both sides");
                steps.push((from, LineStep { left: at, right }));
            }
            Meeting::Along(_) => {}
        }
    }
    steps.sort_by(|(a, _), (b, _)| a.cmp(*b));
    steps.into_iter().map(|(_, step)| step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(q: i32, r: i32) -> Vec<[[i32; 2]; 2]> {
        line_steps(Axial::new(q, r)).iter().map(|s| [s.left.to_array(), s.right.to_array()]).collect()
    }

    #[test]
    fn steps_go_clockwise_and_opposites_cancel() {
        for orientation in [Orientation::FlatTop, Orientation::PointyTop] {
            let steps = orientation.steps();
            for d in 0..6 {
                assert!(cross(steps[d], steps[(d + 1) % 6]) > 0);
                assert_eq!(steps[d], -steps[usize::from(opposite(d as Dir))]);
            }
        }
        assert_eq!(Orientation::FlatTop.centre(FLAT_STEPS[0]).0, 0.0);
        assert_eq!(Orientation::PointyTop.centre(POINTY_STEPS[1]).1, 0.0);
    }

    #[test]
    fn a_straight_row_crosses_what_lies_between() {
        assert_eq!(steps(0, 1), Vec::<[[i32; 2]; 2]>::new());
        assert_eq!(steps(0, 3), [[[0, 1]; 2], [[0, 2]; 2]]);
    }

    #[test]
    fn a_diagonal_runs_along_hexsides_and_through_every_second_hex() {
        // North-north-east on a flat-top sheet: N on the left, NE on the right.
        assert_eq!(steps(1, -2), [[[0, -1], [1, -1]]]);
        assert_eq!(steps(2, -4), [[[0, -1], [1, -1]], [[1, -2], [1, -2]], [[1, -3], [2, -3]]]);
    }

    #[test]
    fn a_corner_that_is_only_touched_does_not_count() {
        // The line to (4, 1) goes through the corner where (1, 0), (2, 0) and (1, 1) meet.
        assert_eq!(steps(4, 1), [[[1, 0]; 2], [[2, 0]; 2], [[2, 1]; 2], [[3, 1]; 2]]);
    }

    #[test]
    fn lines_are_the_same_both_ways() {
        for vector in Axial::ZERO.range(REACH as u32) {
            let there = line_steps(vector);
            let back: Vec<LineStep> = line_steps(-vector)
                .iter()
                .rev()
                .map(|s| LineStep { left: vector + s.right, right: vector + s.left })
                .collect();
            assert_eq!(there, back);
        }
    }

    #[test]
    #[should_panic(expected = "longer than 9")]
    fn a_line_beyond_the_table_is_refused() {
        line_steps(Axial::new(10, 0));
    }

    #[test]
    fn exits_through_a_corner_name_both_sides() {
        let flat = Orientation::FlatTop;
        assert_eq!(exit_sides(flat, Axial::new(0, -5)), (0, None));
        assert_eq!(exit_sides(flat, Axial::new(1, -2)), (0, Some(1)));
        assert_eq!(exit_sides(flat, Axial::new(-1, -1)), (5, Some(0)));
        assert_eq!(exit_sides(flat, Axial::new(-2, 1)), (4, Some(5)));
        let pointy = Orientation::PointyTop;
        assert_eq!(exit_sides(pointy, Axial::new(1, -2)), (5, Some(0)));
        assert_eq!(exit_sides(pointy, Axial::new(3, 0)), (1, None));
    }
}
