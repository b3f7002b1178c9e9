//! Woods, marsh and rice as washes with their marks; single trees by roads, farms and banks.

use crate::geom::{Pt, chance, inside, noise, offset, pt, walk};
use crate::network::Network;
use crate::sheet::{Kind, Sheet};
use crate::style::{Ground, Palette};
use crate::svg::{Path, Svg, two};

/// Trees of three sizes, each drawn as a shadow, a crown and a light on it.
#[derive(Default)]
pub struct Trees {
    sizes: [Path; 3],
}

const CROWNS: [f64; 3] = [6.4, 8.6, 11.5];

/// From mulberry to mulberry in a row.
const MULBERRIES: f64 = 13.0;

impl Trees {
    pub fn plant(&mut self, p: Pt, size: usize) {
        self.sizes[size.min(2)].dot(p);
    }

    pub fn draw(&self, svg: &mut Svg, palette: &Palette) {
        for (path, crown) in self.sizes.iter().zip(CROWNS) {
            for (colour, share, shift, opacity) in [
                (palette.tree_shadow, 1.06, 0.17, 0.4),
                (palette.tree_shadow, 1.0, 0.0, 0.75),
                (palette.tree, 0.78, -0.02, 1.0),
                (palette.tree_light, 0.34, -0.14, 0.9),
            ] {
                svg.line(
                    path,
                    colour,
                    crown * share,
                    &format!(
                        "stroke-opacity=\"{opacity}\" transform=\"translate({0} {0})\"",
                        two(crown * shift)
                    ),
                );
            }
        }
    }
}

pub fn draw(svg: &mut Svg, sheet: &Sheet, net: &Network, palette: &Palette) {
    wash(svg, sheet, Ground::Marsh, palette.marsh, 0.7, palette);
    wash(svg, sheet, Ground::Rice, palette.rice, 0.75, palette);
    rice_marks(svg, sheet, palette);
    vines(svg, sheet, net, palette);
    wash(svg, sheet, Ground::Wood, palette.wood, 0.85, palette);
    let mut trees = Trees::default();
    woods(sheet, &mut trees);
    if sheet.detail {
        along_roads(sheet, net, &mut trees);
        along_banks(sheet, net, &mut trees);
        scattered(sheet, net, &mut trees);
    }
    trees.draw(svg, palette);
}

fn wash(svg: &mut Svg, sheet: &Sheet, of: Ground, colour: &str, opacity: f64, palette: &Palette) {
    let mut area = Path::new();
    for outline in sheet.outlines(|c| c.ground == of, 8.0, -3.0) {
        area.smooth(&outline, true);
    }
    svg.path(
        &area,
        &format!(
            "fill=\"{colour}\" fill-opacity=\"{opacity}\" fill-rule=\"evenodd\" stroke=\"{}\" \
             stroke-width=\"1.4\" stroke-opacity=\"0.35\"",
            palette.hedge
        ),
    );
}

/// Rice stands in water: rows of short level strokes.
fn rice_marks(svg: &mut Svg, sheet: &Sheet, palette: &Palette) {
    let mut marks = Path::new();
    for cell in sheet.cells.iter().filter(|c| c.ground == Ground::Rice) {
        for row in -3..=3 {
            let y = f64::from(row) * 13.0;
            let half = 40.0 - f64::from(row).abs() * 6.0;
            let p = cell.centre + pt(-half, y);
            marks.stroke(p, p + pt(2.0 * half, 0.0));
        }
    }
    svg.line(&marks, palette.water_edge, 1.0, "stroke-opacity=\"0.45\" stroke-dasharray=\"9 6 4 7\"");
}

/// Close country: rows of mulberries with vines between them, over the wash of the heights, which would hide them.
fn vines(svg: &mut Svg, sheet: &Sheet, net: &Network, palette: &Palette) {
    if !sheet.detail {
        return;
    }
    let mut rows = Path::new();
    for cell in sheet.cells.iter().filter(|c| c.ground == Ground::Vines) {
        // the rows of one slope run alike
        let along = Pt::polar(0.35 + 0.9 * noise(cell.centre, 420.0, 161));
        for row in -2..=2_i32 {
            let half = 41.0 - 7.0 * f64::from(row.abs());
            let middle = cell.centre + along.perp() * (f64::from(row) * 19.0);
            let trees = (2.0 * half / MULBERRIES) as i32;
            // where a road or a house stands the row is broken
            let mut stands: Option<(Pt, Pt)> = None;
            for k in 0..=trees {
                let p = middle + along * (f64::from(k) * MULBERRIES - half);
                let open = free(sheet, net, p);
                match stands {
                    Some((from, _)) if open => stands = Some((from, p)),
                    None if open => stands = Some((p, p)),
                    _ => rows.run(stands.take()),
                }
            }
            rows.run(stands);
        }
    }
    let trees = format!("stroke-dasharray=\"0 {MULBERRIES}\"");
    svg.line(&rows, palette.hedge, 1.1, "stroke-opacity=\"0.45\"");
    let shadow = format!("stroke-opacity=\"0.3\" transform=\"translate(0.9 1)\" {trees}");
    svg.line(&rows, palette.tree_shadow, 4.8, &shadow);
    svg.line(&rows, palette.hedge, 4.2, &format!("stroke-opacity=\"0.9\" {trees}"));
}

impl Path {
    /// A row from its first to its last tree, if any stands.
    fn run(&mut self, row: Option<(Pt, Pt)>) {
        if let Some((from, to)) = row {
            self.stroke(from, to);
        }
    }
}

/// A jittered lattice of crowns, larger within, smaller at the edge.
fn woods(sheet: &Sheet, trees: &mut Trees) {
    let outlines = sheet.outlines(|c| c.ground == Ground::Wood, 8.0, -8.0);
    let frame = sheet.frame.grown(10.0);
    let step = 12.5;
    for outline in &outlines {
        let around = crate::geom::Rect::around(outline.iter().copied());
        let rows = (around.height() / step) as i64;
        let columns = (around.width() / step) as i64;
        for j in 0..=rows {
            for i in 0..=columns {
                let shift = if j % 2 == 0 { 0.0 } else { step / 2.0 };
                let home = pt(around.x0 + i as f64 * step + shift, around.y0 + j as f64 * step);
                let p = home + (pt(chance(home, 151), chance(home, 152)) - pt(0.5, 0.5)) * 8.0;
                let of_wood = sheet.cell_at(p).is_some_and(|c| sheet.cells[c].ground == Ground::Wood);
                if of_wood && frame.contains(p) && inside(outline, p) && chance(home, 153) < 0.86 {
                    trees.plant(p, if chance(home, 154) < 0.55 { 2 } else { 1 });
                }
            }
        }
    }
}

/// Lines of trees on both sides of the great roads, with gaps at junctions, water and houses.
fn along_roads(sheet: &Sheet, net: &Network, trees: &mut Trees) {
    for (i, road) in net.roads.iter().enumerate() {
        if !road.style.trees {
            continue;
        }
        for side in [-1.0, 1.0] {
            let row = offset(&road.line, side * (road.style.width / 2.0 + 5.6));
            for (p, _) in walk(&row, 15.0) {
                let p = p + (pt(chance(p, 161), chance(p, 162)) - pt(0.5, 0.5)) * 2.2;
                let crossing = net.by_road.gap_beside(p, i) < 5.0;
                let own = net.by_road.gap(p) < 3.5;
                let wet = net.by_water.gap(p) < 6.0 || net.on_broad(sheet, p);
                if !crossing && !own && !wet && !built_up(sheet, p) {
                    trees.plant(p, 0);
                }
            }
        }
    }
}

/// Willows and poplars in small groups along streams and rivers.
fn along_banks(sheet: &Sheet, net: &Network, trees: &mut Trees) {
    let lines = net
        .streams
        .iter()
        .filter(|s| !s.style.wall)
        .map(|s| (&s.line, s.style.width, 0.2))
        .chain(net.rivers.iter().filter(|r| r.bed.is_none()).map(|r| (&r.line, r.width, 0.34)));
    for (line, width, share) in lines {
        for (p, t) in walk(line, 26.0) {
            if chance(p, 171) > share {
                continue;
            }
            let side = if chance(p, 172) < 0.5 { 1.0 } else { -1.0 };
            for k in 0..1 + (chance(p, 173) * 2.6) as u64 {
                let q = p
                    + t.perp() * (side * (width / 2.0 + 6.0 + 15.0 * chance(p, 174 + k)))
                    + t * (22.0 * (chance(p, 178 + k) - 0.5));
                if free(sheet, net, q) {
                    trees.plant(q, usize::from(chance(q, 181) < 0.5));
                }
            }
        }
    }
}

/// A few single trees over the open country, more on the scenery.
fn scattered(sheet: &Sheet, net: &Network, trees: &mut Trees) {
    for cell in &sheet.cells {
        let share = match (cell.kind, cell.ground) {
            (Kind::Scenery, _) => 0.55,
            (_, Ground::Open | Ground::Vines) => 0.16,
            _ => continue,
        };
        for k in 0..3 {
            if chance(cell.centre, 190 + k) < share {
                let r = 12.0 + 34.0 * chance(cell.centre, 194 + k);
                let q = cell.centre + Pt::polar(6.3 * chance(cell.centre, 198 + k)) * r;
                if free(sheet, net, q) {
                    trees.plant(q, usize::from(chance(q, 202) < 0.4));
                }
            }
        }
    }
}

fn free(sheet: &Sheet, net: &Network, p: Pt) -> bool {
    net.by_water.gap(p) > 3.5 && net.by_road.gap(p) > 5.0 && !built_up(sheet, p)
}

/// Inside a village or town, where houses stand.
fn built_up(sheet: &Sheet, p: Pt) -> bool {
    sheet
        .spots
        .iter()
        .any(|s| s.building.is_some() && s.cells.iter().any(|&c| (sheet.cells[c].centre - p).len() < 50.0))
}
