//! Golden counts: how many sequences of decisions and rolls there are from a position, to a depth. A
//! number that changes says that something is allowed or forbidden that was not before.

use super::case::*;
use kernel::{Game, Log, Need};
use risorgimento::Position;

/// Sequences of `depth` steps; a roll is a step with every throw of its dice, an ended game counts once.
fn count(p: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    match battle().need(p) {
        Need::Over(_) => 1,
        Need::Decide(seats) => {
            let seat = seats.single().expect("one side decides at a time");
            let mut legal = Vec::new();
            battle().legal(p, seat, &mut legal);
            let next = |action| {
                let mut q = p.clone();
                battle().apply(&mut q, seat, action, &mut Log::off());
                count(&q, depth - 1)
            };
            legal.into_iter().map(next).sum()
        }
        Need::Chance(request) => throws(request.dice().count() as u8)
            .iter()
            .map(|faces| {
                let mut q = p.clone();
                battle().roll(&mut q, faces, &mut Log::off());
                count(&q, depth - 1)
            })
            .sum(),
    }
}

fn throws(dice: u8) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..dice {
        all = all.iter().flat_map(|t| (1..=6).map(move |f| [t.as_slice(), &[f]].concat())).collect();
    }
    all
}

fn counts(g: &Case, depths: std::ops::RangeInclusive<u32>) -> Vec<u64> {
    depths.map(|d| count(&g.p, d)).collect()
}

/// By hand: ten pieces with 19 hexes each, eight with 26, six with 37. A unit is then deployed or in
/// March; after a commander another piece follows.
#[test]
fn the_first_placements_of_the_set_up() {
    let first = 10 * 19 + 8 * 26 + 6 * 37;
    let units = 8 * 19 + 7 * 26 + 5 * 37;
    let leaders = 2 * 19 * (first - 19) + 26 * (first - 26) + 37 * (first - 37);
    assert_eq!(counts(&from_the_start(), 1..=2), [first, 2 * units + leaders]);
}

/// By hand: six pieces or done; then each regiment enters or goes into March, the battery enters by road
/// or beside it, each commander enters, and after done the other side tries its division or passes.
#[test]
fn a_column_at_the_edge() {
    let g = game(
        "activate benedek forces; 33-gyulai+21-paumgarten+4-grenzer+1-art column; benedek column; radetzky column
         5-aosta 1612 S; darvillars 1511",
    );
    assert_eq!(counts(&g, 1..=4), [7, 12, 80, 630]);
}

#[test]
fn a_brigade_that_declares_its_attacks() {
    let g = game(
        "activate strassoldo; strassoldo 0913; 17-hohenlohe+10-jager 1011; 5-hussars 0912 N; au-3-horse-art 0912 N
         5-aosta 0909 S; pi-8-art 0909; 7-cuneo 0808 S; darvillars 0905",
    );
    assert_eq!(counts(&g, 1..=3), [17, 222, 1819]);
}

#[test]
fn an_assault_with_reactions() {
    let g = game(
        "activate benedek forces; benedek 0912; 33-gyulai+4-grenzer 0911; 5-aosta 0909 S; pi-8-art 0909; darvillars 0905
         marker assault 0910>0909",
    );
    assert_eq!(counts(&g, 1..=4), [4, 43, 379, 4464]);
}
