//! Field works and ditches: lines that run from hex to hex where two of a kind touch.

use crate::geom::{Pt, chance, flatten, pt, relax, walk};
use crate::network::Network;
use crate::sheet::{Kind, SIZE, Sheet};
use crate::style::{Building, Ground, Palette, building};
use crate::svg::{Path, Svg};
use crate::water::thin;
use std::collections::BTreeSet;

/// Width of a bed that its river has left.
const ARM: f64 = 34.0;

pub fn draw(svg: &mut Svg, sheet: &Sheet, net: &Network, palette: &Palette) {
    let in_arm: BTreeSet<usize> = sheet.dry_arms.iter().flatten().copied().collect();
    let ditch = |c: usize| sheet.cells[c].ground == Ground::Ditch && !in_arm.contains(&c);
    let mut lines = Lines::default();
    let links = joined(sheet, ditch);
    for cell in listed(sheet).filter(|c| ditch(*c)) {
        lines.arms(sheet, cell, &links);
    }
    lines.ditches(svg, palette);
    let is = |c: usize, of: &[Building]| building(&sheet.cells[c].terrain).is_some_and(|b| of.contains(&b));
    let work = |c: usize| is(c, &[Building::Trench, Building::Redoubt]);
    let mut lines = Lines::default();
    let links = joined(sheet, work);
    for cell in listed(sheet).filter(|c| work(*c)) {
        // A redoubt stands by itself; a trench that touches nothing is a short line.
        if is(cell, &[Building::Trench]) || links.iter().any(|(a, b)| *a == cell || *b == cell) {
            lines.arms(sheet, cell, &links);
        }
    }
    lines.parapets(svg, palette);
    tents(svg, sheet, net, palette);
}

/// The bed that a river has left: one arc from end to end, with a bank on either side.
pub fn dry_arms(svg: &mut Svg, sheet: &Sheet, palette: &Palette) {
    let (mut bed, mut ticks, mut wet) = (Path::new(), Path::new(), Path::new());
    for arm in &sheet.dry_arms {
        let line = arc(&arm.iter().map(|c| sheet.cells[*c].centre).collect::<Vec<_>>());
        bed.smooth(&thin(&line, 3), false);
        for (p, t) in walk(&line, 5.5) {
            for side in [-1.0, 1.0] {
                let bank = p + t.perp() * (side * ARM / 2.0);
                ticks.stroke(bank, bank - t.perp() * (side * (5.0 + 3.0 * chance(p, 511))));
            }
        }
        for (p, t) in walk(&line, 74.0) {
            if chance(p, 512) < 0.6 {
                let q = p + t.perp() * (9.0 * (chance(p, 513) - 0.5));
                wet.stroke(q - t * 13.0, q + t * (6.0 + 9.0 * chance(p, 514)));
            }
        }
    }
    svg.line(&bed, palette.hachure, ARM + 3.0, "stroke-opacity=\"0.8\"");
    svg.line(&bed, palette.dry_bed, ARM, "");
    svg.line(&ticks, palette.hachure, 1.2, "stroke-opacity=\"0.75\"");
    // Here and there a pool is left.
    svg.line(&wet, palette.water_edge, 5.4, "stroke-opacity=\"0.6\"");
    svg.line(&wet, palette.water, 3.8, "");
}

/// A smooth line through the hexes with these centres, that stays in each of them.
pub fn arc(centres: &[Pt]) -> Vec<Pt> {
    let calm = relax(centres, |_| false, 60, SIZE * 0.7);
    let mut ends = calm.clone();
    if let ([a, b, ..], [.., y, z]) = (&calm[..], &calm[..]) {
        ends.insert(0, *a + (*a - *b).unit() * (SIZE * 0.45));
        ends.push(*z + (*z - *y).unit() * (SIZE * 0.45));
    }
    let line = flatten(&ends, false, 12.0);
    flatten(&relax(&line, |_| false, 40, 9.0), false, 6.0)
}

/// Rows of tents, where no road runs.
fn tents(svg: &mut Svg, sheet: &Sheet, net: &Network, palette: &Palette) {
    let (mut canvas, mut shade) = (Path::new(), Path::new());
    for centre in sheet.camps.iter().map(|c| sheet.cells[*c].centre) {
        for (row, y) in [-30.0, -10.0, 10.0, 30.0].into_iter().enumerate() {
            for column in -2..=2 {
                let shift = if row % 2 == 0 { 0.0 } else { 8.0 };
                let p = centre
                    + pt(f64::from(column) * 17.0 + shift - 4.0, y + 3.0 * (chance(centre, 521) - 0.5));
                let clear = net.by_road.gap(p) > 9.0 && net.by_water.gap(p) > 8.0;
                if clear && chance(p, 522) < 0.8 {
                    canvas.polygon(&[p + pt(-6.5, 4.5), p + pt(0.0, -7.0), p + pt(6.5, 4.5)]);
                    shade.polygon(&[p + pt(0.8, 4.5), p + pt(0.0, -7.0), p + pt(6.5, 4.5)]);
                }
            }
        }
    }
    let line = format!("stroke=\"{}\" stroke-width=\"1.1\" stroke-linejoin=\"round\"", palette.wall);
    svg.path(&canvas, &format!("fill=\"{}\" {line}", palette.road_minor));
    svg.path(&shade, &format!("fill=\"{}\" {line}", palette.yard));
}

/// Which neighbours are joined. A line never closes a ring: three hexes around a corner are no triangle.
fn joined(sheet: &Sheet, of: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut group: Vec<usize> = (0..sheet.cells.len()).collect();
    let mut links = Vec::new();
    for a in listed(sheet).filter(|c| of(*c)) {
        for b in sheet.around(a).into_iter().flatten() {
            let (from, to) = (group[a], group[b]);
            if sheet.cells[b].kind == Kind::Listed && of(b) && from != to {
                group.iter_mut().filter(|g| **g == to).for_each(|g| *g = from);
                links.push((a, b));
            }
        }
    }
    links
}

fn listed(sheet: &Sheet) -> impl Iterator<Item = usize> {
    (0..sheet.cells.len()).filter(|c| sheet.cells[*c].kind == Kind::Listed)
}

/// A ditch, or a trench, by itself around the origin, for a key.
pub fn sample(svg: &mut Svg, ditch: bool, palette: &Palette) {
    let mut lines = Lines::default();
    lines.0.push(vec![pt(-44.0, 10.0), pt(-15.0, -6.0), pt(15.0, 6.0), pt(44.0, -10.0)]);
    if ditch {
        lines.ditches(svg, palette);
    } else {
        lines.parapets(svg, palette);
    }
}

#[derive(Default)]
struct Lines(Vec<Vec<Pt>>);

impl Lines {
    /// From the middle of a cell to its sides with others of its kind; a loose end is run out a little.
    fn arms(&mut self, sheet: &Sheet, cell: usize, links: &[(usize, usize)]) {
        let centre = sheet.cells[cell].centre;
        let others = links.iter().filter_map(|(a, b)| match (*a == cell, *b == cell) {
            (true, _) => Some(*b),
            (_, true) => Some(*a),
            _ => None,
        });
        let ends: Vec<Pt> = others.map(|n| (centre + sheet.cells[n].centre) * 0.5).collect();
        match ends[..] {
            [] => {
                let flank = pt(SIZE * 0.5, 0.0);
                let front = pt(0.0, -SIZE * 0.16);
                self.0.push(vec![centre - flank, centre + front, centre + flank]);
            }
            [one] => self.0.push(vec![one, centre, centre + (centre - one).unit() * (SIZE * 0.4)]),
            [a, b] => self.0.push(vec![a, centre, b]),
            _ => self.0.extend(ends.iter().map(|end| vec![*end, centre])),
        }
    }

    fn path(&self) -> Path {
        let mut path = Path::new();
        for line in &self.0 {
            path.smooth(line, false);
        }
        path
    }

    /// Strokes across the lines, `from` and `to` their middle.
    fn ticks(&self, step: f64, from: f64, to: f64) -> Path {
        let mut path = Path::new();
        for line in &self.0 {
            for (p, t) in walk(&crate::geom::flatten(line, false, 4.0), step) {
                for side in [-1.0, 1.0] {
                    path.stroke(p + t.perp() * (side * from), p + t.perp() * (side * to));
                }
            }
        }
        path
    }

    fn ditches(&self, svg: &mut Svg, palette: &Palette) {
        let path = self.path();
        svg.line(&self.ticks(5.0, 7.0, 12.5), palette.hachure, 1.1, "stroke-opacity=\"0.75\"");
        svg.line(&path, palette.hachure, 14.0, "stroke-opacity=\"0.55\"");
        svg.line(&path, palette.marsh, 11.0, "");
        svg.line(&path, palette.water, 4.5, "stroke-opacity=\"0.8\" stroke-dasharray=\"16 7 5 7\"");
    }

    fn parapets(&self, svg: &mut Svg, palette: &Palette) {
        let path = self.path();
        svg.line(&self.ticks(6.0, 4.0, 11.0), palette.hachure, 1.2, "stroke-opacity=\"0.9\"");
        svg.line(&path, palette.wall, 9.0, "");
        svg.line(&path, palette.barn, 6.2, "");
        svg.line(&path, palette.yard, 1.6, "");
    }
}
