//! Which Line to draw: places for the units of a formation that are worth most together.

use ::piacenza::Battle;
use ::piacenza::flow::March;
use ::piacenza::model::UnitId;
use ::piacenza::position::{Position, UnitSet};
use hexmap::Hex;

/// A place for a unit and what it is worth.
#[derive(Clone, Copy, Debug)]
struct Seat {
    unit: UnitId,
    hex: Hex,
    value: f32,
}

/// How many beginnings are tried, and how many second ends for each.
const FIRST: usize = 12;
const SECOND: usize = 14;
/// How many of the best Lines are looked at as they can be declared.
const COMPLETED: usize = 3;
/// What a unit loses that finds no place: it stays behind.
const LEFT_OUT: f32 = 0.8;
/// What moving at all costs.
const MOVING: f32 = 0.1;
/// What it costs more to take a place that a mate must leave first.
const SWAPPING: f32 = 0.3;

/// The Line that is worth most (or so many others more), as places in the order in which they are assigned (ends
/// first), and how much more it is worth than staying; None if no Line can be drawn.
pub fn best_line(
    b: &Battle,
    p: &Position,
    f: &March,
    rank: usize,
    value: &mut dyn FnMut(UnitId, Hex, u16) -> f32,
) -> Option<(Vec<(UnitId, Hex)>, f32)> {
    let units = b.line_candidates(p, f);
    if units.count() < 2 {
        return None;
    }
    let mut seats: Vec<Seat> = Vec::with_capacity(200);
    let mut stay: Vec<(UnitId, f32)> = Vec::new();
    for unit in units {
        let here = p.unit(unit).hex;
        // who holds a place that counts holds it
        let holds = b.objectives().contains(&here);
        let points = 2 * u16::from(b.army.units[unit].ma);
        let home = value(unit, here, points);
        stay.push((unit, home));
        b.each_line_place(p, f, unit, |hex, cost| {
            if holds && hex != here {
                return;
            }
            let taken = p.in_hex(hex).iter().any(|u| u != unit && b.is_infantry(u));
            if taken && b.objectives().contains(&hex) {
                return;
            }
            // what it gains over staying; who moves without need only disturbs the others
            let gain =
                if hex == here { 0.0 } else { value(unit, hex, points.saturating_sub(cost)) - home - MOVING };
            let gain = if taken { gain - SWAPPING } else { gain };
            seats.push(Seat { unit, hex, value: gain });
        });
    }
    seats.sort_by(|x, y| y.value.total_cmp(&x.value));
    let mut found: Vec<(Vec<(UnitId, Hex)>, f32)> = Vec::new();
    let mut begun: Vec<Seat> = Vec::new();
    for first in &seats {
        if begun.iter().filter(|s| s.unit == first.unit).count() >= 2 {
            continue;
        }
        if begun.len() >= FIRST {
            break;
        }
        begun.push(*first);
        let reach = 2 * (units.count() as u8 - 1);
        let second = seats.iter().filter(|s| {
            let distance = b.map.distance(s.hex, first.hex);
            s.unit != first.unit && distance > 0 && distance <= reach
        });
        for second in second.take(SECOND) {
            let line = fill(b, p, f, &seats, *first, *second, units);
            let Some((places, sum)) = line else { continue };
            let total = sum - LEFT_OUT * (units.count() as f32 - places.len() as f32);
            if rank == 0 && found.len() == COMPLETED {
                // only the best are looked at
                let least = found.iter_mut().min_by(|x, y| x.1.total_cmp(&y.1));
                if let Some(least) = least.filter(|least| total > least.1) {
                    *least = (places, total);
                }
                continue;
            }
            let same = |line: &[(UnitId, Hex)]| {
                line.len() == places.len() && line.iter().all(|(_, hex)| places.iter().any(|(_, h)| h == hex))
            };
            match found.iter_mut().find(|(line, _)| same(line)) {
                Some(known) if total > known.1 => *known = (places, total),
                Some(_) => {}
                None => found.push((places, total)),
            }
        }
    }
    found.sort_by(|x, y| y.1.total_cmp(&x.1));
    // a Line that leaves behind whom it has to take in is worth something else with him
    found.truncate(rank + COMPLETED);
    for (line, total) in &mut found {
        *total += complete(b, p, f, &seats, line);
    }
    found.sort_by(|x, y| y.1.total_cmp(&x.1));
    // in which nobody is in the way of another (5.6: all go or nobody)
    let mut best = None;
    let mut so_far = 0;
    for line in found {
        if b.order_of_going(p, &line.0).is_some() {
            best = Some(line);
            so_far += 1;
            if so_far > rank {
                break;
            }
        }
    }
    best
}

/// Takes in those who may not be left behind (5.6), and tells what that is worth.
fn complete(b: &Battle, p: &Position, f: &March, seats: &[Seat], line: &mut Vec<(UnitId, Hex)>) -> f32 {
    let mut worth = 0.0;
    while let Some((unit, hex)) = b.left_behind_by(p, f, line) {
        let value = seats.iter().find(|s| s.unit == unit && s.hex == hex).map_or(0.0, |s| s.value);
        worth += value + LEFT_OUT;
        line.push((unit, hex));
        // who is taken in may prolong it: the ends come first
        let places: Vec<Hex> = line.iter().map(|(_, hex)| *hex).collect();
        let pairs = (0..places.len()).flat_map(|i| (i + 1..places.len()).map(move |j| (i, j)));
        let ends = pairs.into_iter().find(|(i, j)| {
            b.is_line_between(p, f.formation, &places, (places[*i], places[*j]), UnitSet::EMPTY)
        });
        let (i, j) = ends.unwrap_or((0, 1));
        line.swap(0, i);
        line.swap(1, j);
    }
    worth
}

/// Fills the places between two ends, the best first, until the Line has no gap.
fn fill(
    b: &Battle,
    p: &Position,
    f: &March,
    seats: &[Seat],
    first: Seat,
    second: Seat,
    units: UnitSet,
) -> Option<(Vec<(UnitId, Hex)>, f32)> {
    let ends = (first.hex, second.hex);
    let mut line = vec![(first.unit, first.hex), (second.unit, second.hex)];
    let mut sum = first.value + second.value;
    for seat in seats {
        if line.len() >= ::piacenza::position::MAX_LINE_UNITS {
            break;
        }
        let taken = line.iter().any(|(unit, hex)| *unit == seat.unit || *hex == seat.hex);
        if !taken && b.map.on_line(ends.0, ends.1, seat.hex) {
            line.push((seat.unit, seat.hex));
            sum += seat.value;
        }
    }
    let places: Vec<Hex> = line.iter().map(|(_, hex)| *hex).collect();
    if !b.is_line_between(p, f.formation, &places, ends, units) {
        return None;
    }
    // nobody stays where another is to stand
    let blocked = line.iter().any(|(unit, hex)| {
        p.in_hex(*hex).iter().any(|other| {
            other != *unit
                && b.is_infantry(other)
                && !line.iter().any(|(u, place)| *u == other && place != hex)
        })
    });
    (!blocked).then_some((line, sum))
}
