//! Heights: washes that deepen with each level, and hachures that run down the slopes, heavier on
//! the side away from the light, which comes from the north-west of the sheet.

use crate::geom::{Pt, chance, curve, noise, pt, relax_loop, walk};
use crate::sheet::{SIZE, Sheet};
use crate::style::{Ground, Palette};
use crate::svg::{Path, Svg};

const LIGHT: Pt = pt(-0.6, -0.8);

pub fn draw(svg: &mut Svg, sheet: &Sheet, palette: &Palette) {
    levels(svg, sheet, palette);
    broken_ground(svg, sheet, palette);
}

fn levels(svg: &mut Svg, sheet: &Sheet, palette: &Palette) {
    let lowest = sheet.cells.iter().map(|c| c.level).min().unwrap_or(0);
    let highest = sheet.cells.iter().map(|c| c.level).max().unwrap_or(0);
    let mut strokes: [Path; 3] = Default::default();
    for level in lowest + 1..=highest {
        let mut area = Path::new();
        for outline in contour_loops(sheet, level) {
            let points: Vec<Pt> = outline.iter().map(|(p, _)| *p).collect();
            area.smooth(&points, true);
            hachures(&outline, &mut strokes);
        }
        let tint = palette.heights[(level - lowest - 1).clamp(0, 3) as usize];
        // the foot of the slope lies in the shade of the height, softly
        for (width, far) in [(62.0, 13.0), (40.0, 9.0), (22.0, 5.0)] {
            svg.path(
                &area,
                &format!(
                    "fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" stroke-opacity=\"0.075\" \
                     stroke-linejoin=\"round\" transform=\"translate({far} {far})\"",
                    palette.hachure
                ),
            );
        }
        svg.path(&area, &format!("fill=\"{tint}\" fill-opacity=\"0.66\" fill-rule=\"evenodd\""));
    }
    for (path, (width, opacity)) in strokes.iter().zip([(0.7, 0.38), (0.95, 0.5), (1.25, 0.6)]) {
        svg.line(path, palette.hachure, width, &format!("stroke-opacity=\"{opacity}\""));
    }
}

/// Smooth contour with, at each point, whether the side there is a slope of the rules.
fn contour_loops(sheet: &Sheet, level: i32) -> Vec<Vec<(Pt, bool)>> {
    sheet
        .loops(|c| c.level >= level)
        .into_iter()
        .map(|line| {
            let points: Vec<Pt> =
                line.iter().map(|(p, ..)| *p + pt(noise(*p, 60.0, 8), noise(*p, 60.0, 9)) * 7.0).collect();
            let steep =
                line.iter().map(|(_, high, low)| low.is_some_and(|l| sheet.slopes.contains(&(l, *high))));
            relax_loop(&points, 2, SIZE * 0.3).into_iter().zip(steep).collect()
        })
        .collect()
}

/// Short strokes downhill, close together where the slope is steep.
fn hachures(outline: &[(Pt, bool)], strokes: &mut [Path; 3]) {
    let points: Vec<Pt> = outline.iter().map(|(p, _)| *p).collect();
    for (i, [a, b, c, d]) in curve(&points, true).into_iter().enumerate() {
        let steep = outline[i].1;
        let (gap, reach) = if steep { (4.6, 21.0) } else { (8.0, 13.0) };
        let pieces = ((d - a).len() / gap).round().max(1.0) as usize;
        for k in 0..pieces {
            let t = (k as f64 + 0.5) / pieces as f64;
            let s = 1.0 - t;
            let p = a * (s * s * s) + b * (3.0 * s * s * t) + c * (3.0 * s * t * t) + d * (t * t * t);
            let tangent = ((b - a) * (s * s) + (c - b) * (2.0 * s * t) + (d - c) * (t * t)).unit();
            let downhill = tangent.perp() * -1.0;
            let lean = tangent * (2.4 * (chance(p, 81) - 0.5));
            let long = reach * (0.6 + 0.4 * chance(p, 82));
            let shade = downhill.dot(LIGHT);
            let weight = match shade {
                s if s > 0.35 => 0,
                s if s > -0.35 => 1,
                _ => 2,
            };
            strokes[weight].stroke(p + downhill * 1.5, p + downhill * long + lean);
        }
    }
}

/// A slope by itself around the origin, for a key: the higher ground in the upper left half of a hex.
pub fn sample(svg: &mut Svg, palette: &Palette) {
    let (mut area, mut strokes) = (Path::new(), Path::new());
    let edge = [pt(42.0, -26.0), pt(14.0, -2.0), pt(-14.0, 6.0), pt(-42.0, 26.0)];
    area.polygon(&[&[pt(-57.0, 0.0), pt(-28.0, -49.0), pt(28.0, -49.0)], &edge[..]].concat());
    for (p, t) in walk(&edge, 5.0) {
        strokes.stroke(p, p - t.perp() * (13.0 + 6.0 * chance(p, 83)));
    }
    svg.path(&area, &format!("fill=\"{}\" fill-opacity=\"0.85\"", palette.heights[1]));
    svg.line(&strokes, palette.hachure, 1.6, "stroke-opacity=\"0.75\"");
}

/// Hill and mountain hexes of maps without levels: a wash, and mounds or peaks.
fn broken_ground(svg: &mut Svg, sheet: &Sheet, palette: &Palette) {
    for (ground, tint) in [(Ground::Hills, 0), (Ground::Mountains, 2)] {
        let mut area = Path::new();
        let high = |g: Ground| g == ground || g == Ground::Mountains;
        for outline in sheet.outlines(|c| high(c.ground), 6.0, 0.0) {
            area.smooth(&outline, true);
        }
        svg.path(
            &area,
            &format!(
                "fill=\"{}\" fill-opacity=\"0.6\" fill-rule=\"evenodd\" stroke=\"{}\" \
                 stroke-width=\"1.2\" stroke-opacity=\"0.25\"",
                palette.heights[tint], palette.hachure
            ),
        );
    }
    let (mut bodies, mut shades, mut lines) = (Path::new(), Path::new(), Path::new());
    for cell in &sheet.cells {
        let peaks = match cell.ground {
            Ground::Hills => 3,
            Ground::Mountains => 4,
            _ => continue,
        };
        for k in 0..peaks {
            let angle = 1.1 + std::f64::consts::TAU * k as f64 / peaks as f64;
            let jitter = pt(chance(cell.centre, 90 + k), chance(cell.centre, 95 + k)) - pt(0.5, 0.5);
            let p = cell.centre + pt(angle.cos() * 30.0, angle.sin() * 24.0) + jitter * 14.0;
            if cell.ground == Ground::Hills {
                mound(p, &mut lines);
            } else {
                peak(p, &mut bodies, &mut shades, &mut lines);
            }
        }
    }
    svg.path(&bodies, &format!("fill=\"{}\" fill-opacity=\"0.8\"", palette.paper));
    svg.path(&shades, &format!("fill=\"{}\" fill-opacity=\"0.45\"", palette.hachure));
    svg.line(&lines, palette.hachure, 1.0, "stroke-opacity=\"0.6\"");
}

fn mound(p: Pt, lines: &mut Path) {
    let w = 11.0 + 4.0 * chance(p, 97);
    lines.smooth(&[p + pt(-w, 3.0), p + pt(-w * 0.4, -4.0), p + pt(w * 0.4, -4.0), p + pt(w, 3.0)], false);
    for k in 0..4 {
        let x = w * (0.1 + 0.22 * k as f64);
        let top = -4.0 + 0.5 * (k * k) as f64;
        lines.stroke(p + pt(x, top), p + pt(x + 3.0, top + 5.5));
    }
}

fn peak(p: Pt, bodies: &mut Path, shades: &mut Path, lines: &mut Path) {
    let h = 17.0 + 9.0 * chance(p, 98);
    let w = 12.0 + 4.0 * chance(p, 99);
    let top = p + pt(0.0, -h * 0.7);
    let (left, right) = (p + pt(-w, h * 0.3), p + pt(w, h * 0.3));
    let foot = p + pt(w * 0.15, h * 0.36);
    bodies.polygon(&[left, top, right, foot]);
    shades.polygon(&[top, right, foot, p + pt(w * 0.25, -h * 0.15)]);
    lines.polyline(&[left, top, right]);
}
