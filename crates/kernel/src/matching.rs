//! Pieces matched to places in a row: who stands where in a line that is to be formed.

use arrayvec::ArrayVec;

const NEVER: u32 = u32::MAX / 2;

/// A row of places and the pieces that are to stand in it. Both keep their order: whoever crosses another goes a longer
/// way. A piece may be left out, and a place may stay empty, but neither the first, nor the last, nor two in succession.
pub struct Row<Cost, Empty> {
    pub pieces: usize,
    pub places: usize,
    /// What it costs a piece to take a place, if it can.
    pub cost: Cost,
    /// Whether a place may stay empty.
    pub may_be_empty: Empty,
    /// What leaving out a piece costs, and leaving a place empty.
    pub left_out: u32,
    pub gap: u32,
}

impl<Cost: Fn(usize, usize) -> Option<u32>, Empty: Fn(usize) -> bool> Row<Cost, Empty> {
    /// Who stands where at the least cost, from end to end: pieces and places by their numbers. `PIECES` and `PLACES` are
    /// one more than there can be of them.
    pub fn fill<const PIECES: usize, const PLACES: usize>(&self) -> Option<ArrayVec<(usize, usize), PIECES>> {
        // best[place][pieces considered][the place before is empty], and how it was come by: 1 placed, 2 left out,
        // 3 empty; plus 4 if the place before that was empty
        let mut best = [[[NEVER; 2]; PIECES]; PLACES];
        let mut how = [[[0u8; 2]; PIECES]; PLACES];
        best[0][0][1] = 0;
        let last = self.places - 1;
        for at in 0..=self.places {
            for i in 0..=self.pieces {
                for gap in 0..2usize {
                    let so_far = best[at][i][gap];
                    if so_far >= NEVER {
                        continue;
                    }
                    let mut reach = |to: (usize, usize, usize), cost: u32, step: u8| {
                        let known = &mut best[to.0][to.1][to.2];
                        if so_far + cost < *known {
                            *known = so_far + cost;
                            how[to.0][to.1][to.2] = step + 4 * gap as u8;
                        }
                    };
                    if i < self.pieces {
                        reach((at, i + 1, gap), self.left_out, 2);
                    }
                    if at > last {
                        continue;
                    }
                    if i < self.pieces
                        && let Some(cost) = (self.cost)(i, at)
                    {
                        reach((at + 1, i + 1, 0), cost, 1);
                    }
                    if gap == 0 && at != last && (self.may_be_empty)(at) {
                        reach((at + 1, i, 1), self.gap, 3);
                    }
                }
            }
        }
        if best[self.places][self.pieces][0] >= NEVER {
            return None;
        }
        let mut placed = ArrayVec::new();
        let (mut at, mut i, mut gap) = (self.places, self.pieces, 0usize);
        while at > 0 || i > 0 {
            let step = how[at][i][gap];
            match step % 4 {
                1 => {
                    (at, i) = (at - 1, i - 1);
                    placed.push((i, at));
                }
                2 => i -= 1,
                _ => at -= 1,
            }
            gap = usize::from(step / 4);
        }
        placed.reverse();
        Some(placed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(pieces: usize, cost: &[&[u32]], empty: bool) -> Option<Vec<(usize, usize)>> {
        let row = Row {
            pieces,
            places: cost.len(),
            cost: |piece: usize, place: usize| Some(cost[place][piece]).filter(|cost| *cost < 9),
            may_be_empty: |_: usize| empty,
            left_out: 100,
            gap: 2,
        };
        row.fill::<5, 5>().map(|placed| placed.to_vec())
    }

    #[test]
    fn everybody_keeps_his_order_and_goes_the_shortest_way() {
        assert_eq!(fill(2, &[&[1, 0], &[0, 1]], false), Some(vec![(0, 0), (1, 1)]));
        assert_eq!(fill(2, &[&[1, 9], &[9, 9], &[9, 1]], true), Some(vec![(0, 0), (1, 2)]));
        // somebody is left out rather than a place that must be taken stays empty
        assert_eq!(fill(3, &[&[1, 9, 9], &[9, 4, 3]], false), Some(vec![(0, 0), (2, 1)]));
    }

    #[test]
    fn a_row_that_cannot_be_held_is_none() {
        assert_eq!(fill(2, &[&[1, 9], &[9, 9], &[9, 1]], false), None);
        // two empty places beside each other, or an end without anybody
        assert_eq!(fill(2, &[&[1, 9], &[9, 9], &[9, 9], &[9, 1]], true), None);
        assert_eq!(fill(2, &[&[1, 1], &[1, 1], &[9, 9]], true), None);
    }
}
