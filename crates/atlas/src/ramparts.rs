//! Fortified towns: a bastioned wall with its wet ditch and glacis, blocks of houses within, a citadel.
//! The wall follows the hexsides of the map; bastions stand where it looks outwards, away from the gates.

use crate::geom::{Pt, Rect, at, chance, clip, crossing, inside, length, pt, relax_loop, slice};
use crate::network::Network;
use crate::sheet::{Sheet, Spot};
use crate::style::Palette;
use crate::svg::{Path, Svg};
use crate::woods::Trees;
use std::f64::consts::{FRAC_PI_2, TAU};

/// How deep the rampart is, and half the width of a bastion where it leaves the wall.
const DEPTH: f64 = 11.0;
const GORGE: f64 = 15.0;

/// How close bastions stand to each other and to a gate.
const APART: f64 = 104.0;
const FROM_GATE: f64 = 44.0;

/// Half sides of a block of houses, and half of the street beside it.
const BLOCK: (f64, f64) = (14.5, 11.5);
const STREET: f64 = 2.2;

/// The trace of a fortified town.
pub struct Rampart {
    /// The wall without its bastions, clockwise.
    pub wall: Vec<Pt>,
    /// Distances along it at which bastions stand.
    #[cfg(test)]
    pub bastions: Vec<f64>,
    outline: Vec<Pt>,
    inner: Vec<Pt>,
    ravelins: Vec<[Pt; 3]>,
    /// Where roads pass, and in which direction.
    pub gates: Vec<(Pt, Pt)>,
    citadels: Vec<Pt>,
}

/// The rampart of a town, if the map says that it has bastions.
pub fn rampart(sheet: &Sheet, net: &Network, spot: &Spot) -> Option<Rampart> {
    if !spot.cells.iter().all(|cell| sheet.bastioned.contains(cell)) {
        return None;
    }
    let corners = sheet.ring(&spot.cells);
    let wall = relax_loop(&corners, 2, 12.0);
    let mut closed = wall.clone();
    closed.push(wall[0]);
    let gates = gates(net, &closed);
    let bastions = bastions(&corners, &closed, &gates);
    let citadels = spot.cells.iter().filter(|cell| sheet.citadels.contains(cell));
    Some(Rampart {
        outline: outline(&closed, &bastions),
        inner: inset(&wall, DEPTH),
        ravelins: ravelins(&closed, &bastions, &gates),
        #[cfg(test)]
        bastions,
        citadels: citadels.map(|cell| sheet.cells[*cell].centre).collect(),
        gates,
        wall,
    })
}

impl Rampart {
    pub fn bounds(&self) -> Rect {
        Rect::around(self.outline.iter().copied())
    }
}

/// Where roads pass the wall, and in which direction.
fn gates(net: &Network, wall: &[Pt]) -> Vec<(Pt, Pt)> {
    let mut found: Vec<(Pt, Pt)> = Vec::new();
    for line in net.roads.iter().map(|road| &road.line).chain(&net.scenery) {
        for corner in wall {
            if let Some((gate, along)) = crossing(line, wall, *corner, 60.0)
                && found.iter().all(|(other, _)| (*other - gate).len() > 20.0)
            {
                found.push((gate, along));
            }
        }
    }
    found
}

/// Distances along the wall at which bastions stand: the middles of sides whose ends both look outwards.
fn bastions(corners: &[Pt], wall: &[Pt], gates: &[(Pt, Pt)]) -> Vec<f64> {
    let n = corners.len();
    let salient = |i: usize| {
        let (a, b, c) = (corners[(i + n - 1) % n], corners[i % n], corners[(i + 1) % n]);
        (b - a).cross(c - b) > 0.0
    };
    let mut chosen: Vec<f64> = Vec::new();
    let whole = length(wall);
    let free = |s: f64, chosen: &[f64]| {
        let here = at(wall, s).0;
        let clear = gates.iter().all(|(gate, _)| (*gate - here).len() > FROM_GATE);
        let apart = |other: &f64| {
            let way = (s - other).abs();
            way.min(whole - way) > APART
        };
        clear && chosen.iter().all(apart)
    };
    let middles: Vec<f64> =
        (0..n).map(|i| length(&wall[..=i]) + (wall[i + 1] - wall[i]).len() / 2.0).collect();
    // First where the wall looks outwards on both sides, then where there is room left.
    for best in [true, false] {
        for (i, middle) in middles.iter().enumerate() {
            let outwards = salient(i) && salient(i + 1);
            let either = salient(i) || salient(i + 1);
            if (outwards || (!best && either)) && free(*middle, &chosen) {
                chosen.push(*middle);
            }
        }
    }
    chosen.sort_by(f64::total_cmp);
    chosen
}

/// A point of the wall, its direction there, over the width of a bastion.
fn stand(wall: &[Pt], s: f64) -> (Pt, Pt) {
    let (before, after) = (at(wall, s - GORGE).0, at(wall, s + GORGE).0);
    (before.lerp(after, 0.5), (after - before).unit())
}

/// The wall with its bastions: two flanks and two faces each.
fn outline(wall: &[Pt], bastions: &[f64]) -> Vec<Pt> {
    let mut out = Vec::new();
    let mut from = 0.0;
    for s in bastions {
        out.extend(slice(wall, from, s - GORGE));
        let (middle, along) = stand(wall, *s);
        let points = [(-24.0, -14.0), (0.0, -37.0), (24.0, -14.0)];
        out.extend(points.map(|(u, v)| middle.along(along, u, v)));
        from = s + GORGE;
    }
    out.extend(slice(wall, from, length(wall)));
    out
}

/// Small works in the ditch, half-way between bastions that stand far apart, where there is no gate.
fn ravelins(wall: &[Pt], bastions: &[f64], gates: &[(Pt, Pt)]) -> Vec<[Pt; 3]> {
    let whole = length(wall);
    let n = bastions.len();
    (0..n)
        .filter_map(|i| {
            let (from, to) = (bastions[i], bastions[(i + 1) % n] + if i + 1 == n { whole } else { 0.0 });
            let (middle, along) = stand(wall, ((from + to) / 2.0) % whole);
            let open = gates.iter().all(|(gate, _)| (*gate - middle).len() > FROM_GATE);
            let ravelin = [(-12.0, -16.0), (0.0, -32.0), (12.0, -16.0)];
            (open && to - from > 1.35 * APART).then(|| ravelin.map(|(u, v)| middle.along(along, u, v)))
        })
        .collect()
}

/// The same outline, closer in.
fn inset(corners: &[Pt], by: f64) -> Vec<Pt> {
    let n = corners.len();
    (0..n)
        .map(|i| {
            let before = (corners[i] - corners[(i + n - 1) % n]).unit();
            let after = (corners[(i + 1) % n] - corners[i]).unit();
            let within = (before + after).unit().perp();
            corners[i] + within * (by / within.dot(before.perp()).max(0.5))
        })
        .collect()
}

/// A stretch of such a wall around the origin, for a key.
pub fn sample(svg: &mut Svg, palette: &Palette) {
    let face =
        [(-60.0, 6.0), (-24.0, 6.0), (-30.0, -8.0), (0.0, -27.0), (30.0, -8.0), (24.0, 6.0), (60.0, 6.0)];
    let mut wall = Path::new();
    wall.polyline(&face.map(|(u, v)| pt(u * 0.8, v)));
    for (u, v) in [(48.0, 20.0), (-48.0, 20.0)] {
        wall.line_to(pt(u, v));
    }
    wall.close();
    svg.line(&wall, palette.water_edge, 21.0, "");
    svg.line(&wall, palette.water, 18.0, "");
    svg.path(
        &wall,
        &format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"2.4\"", palette.rampart, palette.wall),
    );
}

pub fn draw(svg: &mut Svg, town: &Rampart, palette: &Palette) {
    let mut wall = Path::new();
    wall.polygon(&town.outline);
    let mut works = wall.clone();
    for ravelin in &town.ravelins {
        works.polygon(ravelin);
    }
    let edge = |svg: &mut Svg, d: &Path, colour: &str, width: f64, opacity: f64| {
        svg.path(
            d,
            &format!(
                "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-opacity=\"{opacity}\" \
                 stroke-linejoin=\"round\""
            ),
        );
    };
    edge(svg, &works, palette.fields[2], 62.0, 0.75);
    edge(svg, &works, palette.hachure, 31.0, 0.55);
    edge(svg, &works, palette.water_edge, 28.4, 1.0);
    edge(svg, &works, palette.water, 25.6, 1.0);
    let earth = format!("fill=\"{}\" stroke=\"{}\" stroke-linejoin=\"round\"", palette.rampart, palette.wall);
    svg.path(&works, &format!("{earth} stroke-width=\"2\""));
    causeways(svg, town, palette);
    let mut inner = Path::new();
    inner.polygon(&town.inner);
    svg.path(&inner, &format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.4\"", palette.yard, palette.wall));
    blocks(svg, town, palette);
    for citadel in &town.citadels {
        star(svg, *citadel, palette);
    }
}

/// Roads pass the ditch on a causeway and the wall through a gate.
fn causeways(svg: &mut Svg, town: &Rampart, palette: &Palette) {
    let (mut ways, mut towers) = (Path::new(), Path::new());
    for (gate, along) in &town.gates {
        let out = if inside(&town.wall, *gate + *along * 6.0) { *along * -1.0 } else { *along };
        ways.stroke(*gate - out * (DEPTH + 4.0), *gate + out * 34.0);
        for side in [-1.0, 1.0] {
            towers.dot(gate.along(out, -DEPTH / 2.0, side * 9.0));
        }
    }
    let flat = "style=\"stroke-linecap:butt\"";
    svg.line(&ways, palette.road_edge, 11.0, flat);
    svg.line(&ways, palette.road_major, 7.8, flat);
    svg.line(&towers, palette.wall, 9.5, "");
    svg.line(&towers, palette.brick_light, 5.6, "");
}

/// Blocks of houses on a net of streets, some around a court, here and there a garden or a church.
fn blocks(svg: &mut Svg, town: &Rampart, palette: &Palette) {
    let axis = pt(1.0, -0.2).unit();
    let edge = inset(&town.inner, 7.0);
    let around = Rect::around(edge.iter().copied());
    let home = around.centre();
    let reach = pt(around.width(), around.height()).len() / 2.0;
    let mut trees = Trees::default();
    let (mut dark, mut light, mut courts, mut gardens) = (Path::new(), Path::new(), Path::new(), Path::new());
    let mut crosses = Path::new();
    let cuts = |size: f64, avenue: i32| {
        let count = (reach / size) as i32;
        (-count..=count).map(move |k| {
            // Every few blocks there is a broader street.
            let at = f64::from(k) * 2.0 * (size + STREET) + f64::from(k.div_euclid(avenue)) * 5.0;
            (k, at)
        })
    };
    for (i, u) in cuts(BLOCK.0, 4) {
        for (j, v) in cuts(BLOCK.1, 5) {
            let middle = home.along(axis, u, v);
            if town.citadels.iter().any(|c| (*c - middle).len() < 62.0) {
                continue;
            }
            let rect = |du: f64, dv: f64| {
                [(-du, -dv), (du, -dv), (du, dv), (-du, dv)].map(|(a, b)| middle.along(axis, a, b))
            };
            let block = clip(&edge, &rect(BLOCK.0, BLOCK.1));
            let whole = 4.0 * BLOCK.0 * BLOCK.1;
            let built = area(&block);
            if built < 0.22 * whole {
                continue;
            }
            let place = pt(f64::from(i), f64::from(j));
            let kind = chance(place, 411);
            if kind < 0.07 {
                gardens.polygon(&block);
                if built > 0.9 * whole {
                    for (a, b) in [(-6.0, -4.0), (6.0, -4.5), (0.5, 4.5)] {
                        trees.plant(middle.along(axis, a, b), 0);
                    }
                }
                continue;
            }
            if kind < 0.5 { &mut dark } else { &mut light }.polygon(&block);
            if built < 0.98 * whole {
                continue;
            }
            if chance(place, 412) < 0.035 {
                let top = middle + pt(0.0, -10.0);
                crosses.stroke(top, top + pt(0.0, 20.0));
                crosses.stroke(top + pt(-6.0, 6.5), top + pt(6.0, 6.5));
            } else if chance(place, 413) < 0.55 {
                courts.polygon(&rect(BLOCK.0 - 6.2, BLOCK.1 - 5.4));
            }
        }
    }
    let line = format!("stroke=\"{}\" stroke-width=\"0.9\"", palette.wall);
    svg.path(&gardens, &format!("fill=\"{}\" {line} stroke-opacity=\"0.5\"", palette.fields[2]));
    svg.path(&dark, &format!("fill=\"{}\" {line}", palette.brick));
    svg.path(&light, &format!("fill=\"{}\" {line}", palette.brick_light));
    svg.path(&courts, &format!("fill=\"{}\" {line} stroke-opacity=\"0.6\"", palette.yard));
    trees.draw(svg, palette);
    svg.line(&crosses, palette.wall, 4.4, "style=\"stroke-linecap:butt\"");
}

/// A pentagon of bastions in a ditch of its own, with its keep.
fn star(svg: &mut Svg, at: Pt, palette: &Palette) {
    let star = |far: f64, near: f64| {
        (0..10).map(move |k| {
            let r = if k % 2 == 0 { far } else { near };
            at + Pt::polar(TAU * f64::from(k) / 10.0 - FRAC_PI_2) * r
        })
    };
    let mut trace = Path::new();
    trace.polygon(&star(46.0, 27.0).collect::<Vec<_>>());
    let joined = "stroke-linejoin=\"round\"";
    svg.path(
        &trace,
        &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"17\" {joined}", palette.water_edge),
    );
    svg.path(&trace, &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"14.4\" {joined}", palette.water));
    svg.path(
        &trace,
        &format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.8\" {joined}", palette.rampart, palette.wall),
    );
    let mut court = Path::new();
    court.polygon(&star(30.0, 17.5).collect::<Vec<_>>());
    svg.path(&court, &format!("fill=\"{}\" stroke=\"{}\"", palette.yard, palette.wall));
    let mut keep = Path::new();
    keep.polygon(&[(-9.0, -8.0), (9.0, -8.0), (9.0, 8.0), (-9.0, 8.0)].map(|(u, v)| at + pt(u, v)));
    svg.path(&keep, &format!("fill=\"{}\" stroke=\"{}\"", palette.brick, palette.wall));
}

fn area(polygon: &[Pt]) -> f64 {
    let n = polygon.len();
    (0..n).map(|i| polygon[i].cross(polygon[(i + 1) % n])).sum::<f64>().abs() / 2.0
}
