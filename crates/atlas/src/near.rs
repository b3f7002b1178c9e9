//! How far the nearest line is: dense points of lines in square buckets, so that asking for one
//! place does not look at the whole map.

use crate::geom::Pt;
use std::collections::BTreeMap;

/// Distances beyond this are all the same.
pub const FAR: f64 = 48.0;

#[derive(Default)]
pub struct Near {
    buckets: BTreeMap<(i64, i64), Vec<Mark>>,
}

struct Mark {
    at: Pt,
    half: f64,
    line: usize,
}

fn bucket(p: Pt) -> (i64, i64) {
    ((p.x / FAR).floor() as i64, (p.y / FAR).floor() as i64)
}

impl Near {
    /// Adds a dense polyline of the given width, under a number of its own.
    pub fn add(&mut self, line: &[Pt], width: f64, number: usize) {
        for p in line {
            self.buckets.entry(bucket(*p)).or_default().push(Mark {
                at: *p,
                half: width / 2.0,
                line: number,
            });
        }
    }

    /// From a point to the edge of the nearest line, at most [`FAR`]; negative inside of one.
    pub fn gap(&self, p: Pt) -> f64 {
        self.gap_beside(p, usize::MAX)
    }

    /// The same, without looking at one of the lines.
    pub fn gap_beside(&self, p: Pt, without: usize) -> f64 {
        let (x, y) = bucket(p);
        let mut best = FAR;
        for i in x - 1..=x + 1 {
            for j in y - 1..=y + 1 {
                for mark in self.buckets.get(&(i, j)).into_iter().flatten() {
                    if mark.line != without {
                        best = best.min((mark.at - p).len() - mark.half);
                    }
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::pt;

    #[test]
    fn the_gap_is_measured_to_the_edge() {
        let mut near = Near::default();
        near.add(&[pt(0.0, 0.0), pt(5.0, 0.0), pt(10.0, 0.0)], 4.0, 0);
        near.add(&[pt(5.0, 30.0)], 2.0, 1);
        assert_eq!(near.gap(pt(5.0, 10.0)), 8.0);
        assert_eq!(near.gap_beside(pt(5.0, 10.0), 0), 19.0);
        assert_eq!(near.gap(pt(500.0, 0.0)), FAR);
    }
}
