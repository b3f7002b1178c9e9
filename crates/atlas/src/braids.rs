//! Rivers that run in many threads over a bed of gravel: a main stream that swings from bank to bank,
//! lesser ones that leave it and come back, and dry bars between them.

use crate::geom::{Pt, chance, flatten, inside, length, noise, pt, relax, slice};
use crate::network::Network;
use crate::sheet::{SIZE, Sheet};
use crate::style::{Ground, Palette};
use crate::svg::{Path, Svg};
use crate::water::thin;
use std::f64::consts::TAU;

/// Widths of the main stream and of the others.
pub const STREAM: f64 = 17.0;
pub const THREAD: f64 = 6.5;

/// What a braided river has besides its main stream.
pub struct Bed {
    /// The middle of the bed, from end to end.
    pub middle: Vec<Pt>,
    pub threads: Vec<Vec<Pt>>,
    /// Where the main stream runs into a broad water.
    mouth: Vec<Pt>,
}

/// The main stream and the bed of a river, through whose cells `path` leads from end to end.
pub fn lay(sheet: &Sheet, path: &[usize]) -> (Vec<Pt>, Bed) {
    let (middle, into_water) = middle(sheet, path);
    let banks = banks(sheet, &middle);
    let whole = length(&middle);
    // Streams leave the ends together: off the map, or into the water that they join.
    let together = |s: f64| ((s.min(whole - s) - 40.0) / 150.0).clamp(0.0, 1.0);
    let stream = |wander: &dyn Fn(f64) -> f64| -> Vec<Pt> {
        let mut along = 0.0;
        let points: Vec<Pt> = (0..middle.len())
            .map(|i| {
                if i > 0 {
                    along += (middle[i] - middle[i - 1]).len();
                }
                let before = middle[i.saturating_sub(1)];
                let after = middle[(i + 1).min(middle.len() - 1)];
                let (left, right) = banks[i];
                let u = wander(along) * together(along);
                let far = u * if u > 0.0 { right } else { left };
                middle[i] + (after - before).unit().perp() * far
            })
            .collect();
        flatten(&relax(&points, |_| false, 2, 6.0), false, 6.0)
    };
    let unrest = |s: f64, salt: u64| noise(pt(s, 0.0), 140.0, salt);
    let main = |s: f64| 0.34 * (TAU * s / 980.0 + 0.8).sin() + 0.12 * unrest(s, 71);
    let line = stream(&main);
    let threads = [(0.74, 610.0, 0.2), (0.66, 470.0, 2.4), (0.5, 770.0, 4.4)];
    let threads = threads
        .into_iter()
        .enumerate()
        .map(|(k, (swing, wave, from))| {
            let salt = 72 + k as u64;
            stream(&|s| (swing * (TAU * s / wave + from).sin() + 0.16 * unrest(s, salt)).clamp(-0.82, 0.82))
        })
        .collect();
    let mouth = if into_water {
        let whole = length(&line);
        slice(&line, whole - SIZE * 2.0, whole)
    } else {
        Vec::new()
    };
    (line, Bed { middle, threads, mouth })
}

/// The middle of the bed, ending in the broad water that it joins, if it joins one.
fn middle(sheet: &Sheet, path: &[usize]) -> (Vec<Pt>, bool) {
    let water_at = |cell: usize| {
        let wet = |n: &usize| sheet.cells[*n].ground == Ground::River && !sheet.cells[*n].braided;
        sheet.around(cell).into_iter().flatten().find(wet)
    };
    let mut path = path.to_vec();
    if path.first().is_some_and(|cell| water_at(*cell).is_some()) {
        path.reverse();
    }
    let bed: Vec<Pt> = sheet.cells.iter().filter(|c| c.braided).map(|c| c.centre).collect();
    let mut points: Vec<Pt> = path
        .iter()
        .map(|&cell| {
            let here = sheet.cells[cell].centre;
            let near: Vec<Pt> = bed.iter().copied().filter(|p| (*p - here).len() < 2.6 * SIZE).collect();
            near.iter().fold(pt(0.0, 0.0), |sum, p| sum + *p) * (1.0 / near.len().max(1) as f64)
        })
        .collect();
    let mut into_water = false;
    if let ([first, second, ..], [.., before, last]) = (&path[..], &path[..]) {
        let (here, next) = (sheet.cells[*first].centre, sheet.cells[*second].centre);
        if let Some(out) = sheet.way_out(*first, here - next) {
            points.splice(0..0, [out + (out - here) * 2.0, out]);
        }
        let (here, next) = (sheet.cells[*last].centre, sheet.cells[*before].centre);
        if let Some(water) = water_at(*last) {
            // At its mouth the bed is as narrow as its last hex.
            points.pop();
            points.extend([here, sheet.cells[water].centre]);
            into_water = true;
        } else if let Some(out) = sheet.way_out(*last, here - next) {
            points.extend([out, out + (out - here) * 2.0]);
        }
    }
    let mouth = if into_water { points.len() - 2 } else { points.len() };
    (flatten(&relax(&points, |i| i == mouth, 24, 0.8 * SIZE), false, 22.0), into_water)
}

/// How far the water can wander at each point of the middle: to the left and to the right.
fn banks(sheet: &Sheet, middle: &[Pt]) -> Vec<(f64, f64)> {
    let in_bed = |p: Pt| sheet.cell_at(p).is_some_and(|c| sheet.cells[c].ground == Ground::River);
    let far = |p: Pt, dir: Pt| {
        let steps = (1..=24).map(|k| f64::from(k) * 6.0);
        let reach = steps.take_while(|t| in_bed(p + dir * *t)).last().unwrap_or(0.0);
        (reach - 12.0).max(8.0)
    };
    let n = middle.len();
    let raw: Vec<(f64, f64)> = (0..n)
        .map(|i| {
            let across = (middle[(i + 1).min(n - 1)] - middle[i.saturating_sub(1)]).unit().perp();
            (far(middle[i], across * -1.0), far(middle[i], across))
        })
        .collect();
    // The banks of hexes jump: the water keeps to where there is room over a stretch, and swings gently.
    let narrow =
        over(&raw, |part| part.iter().fold((f64::MAX, f64::MAX), |s, b| (s.0.min(b.0), s.1.min(b.1))));
    over(&narrow, |part| {
        let sum = part.iter().fold((0.0, 0.0), |s, b| (s.0 + b.0, s.1 + b.1));
        (sum.0 / part.len() as f64, sum.1 / part.len() as f64)
    })
}

/// A value for each point from those of a stretch around it.
fn over(banks: &[(f64, f64)], of: impl Fn(&[(f64, f64)]) -> (f64, f64)) -> Vec<(f64, f64)> {
    let n = banks.len();
    (0..n).map(|i| of(&banks[i.saturating_sub(3)..(i + 4).min(n)])).collect()
}

pub fn draw(svg: &mut Svg, sheet: &Sheet, net: &Network, palette: &Palette) {
    if net.rivers.iter().all(|river| river.bed.is_none()) {
        return;
    }
    gravel(svg, sheet, net, palette);
    for (extra, colour) in [(2.4, palette.water_edge), (0.0, palette.water)] {
        for river in &net.rivers {
            let Some(bed) = &river.bed else {
                continue;
            };
            for (k, thread) in bed.threads.iter().enumerate() {
                svg.line(&course(thread), colour, THREAD - k as f64 + extra, "");
            }
            svg.line(&course(&river.line), colour, STREAM + extra, "");
        }
    }
    for river in net.rivers.iter().filter(|river| river.bed.is_some()) {
        svg.line(&course(&river.line), palette.water_light, STREAM * 0.36, "stroke-opacity=\"0.7\"");
    }
}

/// Where a braided river joins a broad water no bank is drawn between them.
pub fn mouths(svg: &mut Svg, net: &Network, palette: &Palette) {
    for bed in net.rivers.iter().filter_map(|river| river.bed.as_ref()) {
        svg.line(&course(&bed.mouth), palette.water, STREAM, "");
    }
}

/// The bed: it runs on below the water that it joins, and is stippled where no water runs.
fn gravel(svg: &mut Svg, sheet: &Sheet, net: &Network, palette: &Palette) {
    let joins = |c: &crate::sheet::Cell| {
        c.ground == Ground::River
            && sheet
                .cell_at(c.centre)
                .is_some_and(|i| sheet.around(i).into_iter().flatten().any(|n| sheet.cells[n].braided))
    };
    let outlines = sheet.outlines(|c| c.braided || joins(c), 7.0, -2.0);
    let mut area = Path::new();
    for outline in &outlines {
        area.smooth(outline, true);
    }
    svg.fill(&area, palette.gravel);
    svg.line(&area, palette.hachure, 1.4, "stroke-opacity=\"0.55\"");
    let (mut grains, mut pebbles) = (Path::new(), Path::new());
    let step = 15.0;
    for cell in sheet.cells.iter().filter(|c| c.braided && sheet.frame.grown(SIZE).contains(c.centre)) {
        let across = (2.0 * SIZE / step) as i32;
        for k in 0..across * across {
            let home =
                cell.centre + pt(f64::from(k % across) * step - SIZE, f64::from(k / across) * step - SIZE);
            let p = home + (pt(chance(home, 81), chance(home, 82)) - pt(0.5, 0.5)) * 13.0;
            let own = sheet.cell_at(p).is_some_and(|c| sheet.cells[c].centre == cell.centre);
            if own && net.by_water.gap(p) > 2.0 && outlines.iter().any(|o| inside(o, p)) {
                if chance(home, 83) < 0.25 { &mut pebbles } else { &mut grains }.dot(p);
            }
        }
    }
    svg.line(&grains, palette.hachure, 1.5, "stroke-opacity=\"0.42\"");
    svg.line(&pebbles, palette.hachure, 2.6, "stroke-opacity=\"0.38\"");
}

fn course(line: &[Pt]) -> Path {
    let mut path = Path::new();
    path.smooth(&thin(line, 3), false);
    path
}
