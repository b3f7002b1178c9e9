//! What is built: villages as rows of houses along their streets with a church, walled towns, farms
//! around a courtyard, lone farms, forts. Each stands where the roads leave it room.

use crate::geom::{Pt, Rect, chance, chord, crossing, flatten, inside, nearest, pt, walk};
use crate::network::Network;
use crate::ramparts::{self, Rampart};
use crate::sheet::{SIZE, Sheet, Spot};
use crate::style::{Building, Palette};
use crate::svg::{Path, Svg};
use crate::woods::Trees;
use std::f64::consts::{FRAC_PI_2, TAU};

/// Where a spot is drawn: its middle, the direction its fronts follow, and its half extent.
pub struct Site {
    pub at: Pt,
    pub axis: Pt,
    pub half: Pt,
    wall: Vec<Pt>,
    /// Instead of a wall.
    rampart: Option<Rampart>,
    /// The houses keep to the wall, but it is not there.
    pub open: bool,
}

impl Site {
    pub fn bounds(&self) -> Rect {
        Rect::centred(self.at, 2.0 * self.half.x, 2.0 * self.half.y)
    }
}

pub fn site(sheet: &Sheet, net: &Network, spot: &Spot) -> Site {
    let centres: Vec<Pt> = spot.cells.iter().map(|&c| sheet.cells[c].centre).collect();
    let middle = centres.iter().fold(pt(0.0, 0.0), |s, c| s + *c) * (1.0 / centres.len() as f64);
    let round = |at, r| Site {
        at,
        axis: street(net, at),
        half: pt(r, r),
        wall: Vec::new(),
        rampart: None,
        open: false,
    };
    match spot.building {
        Some(Building::Town | Building::Village) => {
            if let Some(rampart) = ramparts::rampart(sheet, net, spot) {
                let bounds = rampart.bounds();
                let half = pt(bounds.width() / 2.0, bounds.height() / 2.0);
                let axis = street(net, middle);
                let rampart = Some(rampart);
                return Site { at: bounds.centre(), axis, half, wall: Vec::new(), rampart, open: false };
            }
            let wall = town_wall(sheet, spot, &centres, middle);
            let bounds = Rect::around(wall.iter().copied());
            let half = if wall.is_empty() {
                pt(40.0, 38.0)
            } else {
                pt(bounds.width() / 2.0, bounds.height() / 2.0)
            };
            let open = spot.cells.iter().all(|cell| sheet.open.contains(cell));
            Site { at: middle, axis: street(net, middle), half, wall, rampart: None, open }
        }
        Some(Building::Farmhouse) => round(beside_road(net, middle, 24.0), 24.0),
        Some(Building::Farm) => round(beside_road(net, middle, 22.0), 19.0),
        Some(Building::Fortress) => round(middle, 26.0),
        Some(Building::Chateau) => round(beside_road(net, middle, 20.0), 28.0),
        Some(Building::Trench) => round(middle, 12.0),
        Some(Building::Redoubt) => round(middle, 15.0),
        Some(Building::Dot) => round(middle, 8.0),
        None => round(middle, 2.0),
    }
}

/// Direction of the road that passes closest.
fn street(net: &Network, p: Pt) -> Pt {
    net.roads
        .iter()
        .map(|r| (nearest(&r.line, p).0, r))
        .filter(|(d, _)| *d < SIZE)
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .and_then(|(_, r)| {
            walk(&r.line, 6.0).into_iter().min_by(|a, b| (a.0 - p).len().total_cmp(&(b.0 - p).len()))
        })
        .map_or_else(|| Pt::polar(TAU * chance(p, 211)), |(_, t)| t)
}

/// The spot near the middle of the hex with most room between roads and water.
fn beside_road(net: &Network, middle: Pt, far: f64) -> Pt {
    let room = |p: Pt| net.by_road.gap(p).min(net.by_water.gap(p)).min(26.0);
    if room(middle) >= 25.0 {
        return middle;
    }
    (0..24)
        .map(|k| middle + Pt::polar(TAU * f64::from(k) / 24.0 + 0.1) * far)
        .max_by(|a, b| (room(*a) - a.y * 1e-3).total_cmp(&(room(*b) - b.y * 1e-3)))
        .unwrap_or(middle)
}

/// Towns, and villages that fill more than one hex, stand within a wall.
fn town_wall(sheet: &Sheet, spot: &Spot, centres: &[Pt], middle: Pt) -> Vec<Pt> {
    if centres.len() < 2 && spot.building != Some(Building::Town) {
        return Vec::new();
    }
    if sheet.walled && spot.building == Some(Building::Town) {
        return sheet.ring(&spot.cells);
    }
    let far = centres
        .iter()
        .max_by(|a, b| (**a - middle).len().total_cmp(&(**b - middle).len()))
        .copied()
        .unwrap_or(middle);
    let long = (far - middle).len();
    let axis = if long > 1.0 { (far - middle).unit() } else { pt(0.0, 1.0) };
    // The narrow way must hold every hex of the town.
    let wide = centres.iter().map(|c| (*c - middle).dot(axis.perp()).abs()).fold(0.0, f64::max);
    (0..14)
        .map(|k| {
            let a = TAU * (f64::from(k) + 0.5) / 14.0;
            let wobble = 1.0 + 0.045 * (chance(middle + Pt::polar(a), 221) - 0.5);
            middle.along(axis, a.cos() * (long + 41.0) * wobble, a.sin() * (wide + 43.0) * wobble)
        })
        .collect()
}

/// Paths by colour, so that each is written once for the whole map.
#[derive(Default)]
struct Ink {
    yards: Path,
    bricks: Path,
    lights: Path,
    barns: Path,
    /// Yards that lie on a wash of their own.
    yards_above: Path,
    outlines: Path,
    walls: Path,
    towers: Path,
    crosses: Path,
    streets: Path,
}

pub fn draw(svg: &mut Svg, sheet: &Sheet, net: &Network, sites: &[Site], palette: &Palette) {
    let mut ink = Ink::default();
    let mut trees = Trees::default();
    for (spot, site) in sheet.spots.iter().zip(sites) {
        if let Some(rampart) = &site.rampart {
            ramparts::draw(svg, rampart, palette);
        } else if let Some(building) = spot.building {
            build(net, building, site, &mut ink, &mut trees);
        }
    }
    scenery_houses(sheet, net, &mut ink);
    lay(svg, &ink, &trees, palette);
}

/// A building by itself around the origin, for a key.
pub fn sample(svg: &mut Svg, building: Building, palette: &Palette) {
    let net = Network::default();
    let mut ink = Ink::default();
    let mut trees = Trees::default();
    let site = Site {
        at: pt(0.0, 0.0),
        axis: pt(1.0, -0.25).unit(),
        half: pt(40.0, 38.0),
        wall: Vec::new(),
        rampart: None,
        open: false,
    };
    build(&net, building, &site, &mut ink, &mut trees);
    lay(svg, &ink, &trees, palette);
}

fn build(net: &Network, building: Building, site: &Site, ink: &mut Ink, trees: &mut Trees) {
    match building {
        Building::Village | Building::Town => houses(net, site, ink, trees),
        Building::Farmhouse => courtyard(net, site, ink, trees),
        Building::Farm => lone_farm(net, site, ink, trees),
        Building::Fortress => bastions(site.at, 27.0, 5, ink),
        Building::Chateau => palace(net, site, ink, trees),
        Building::Redoubt => bastions(site.at, 21.0, 4, ink),
        // A line that runs on from hex to hex.
        Building::Trench => {}
        Building::Dot => {
            ink.yards.circle(site.at, 6.5);
            ink.outlines.circle(site.at, 6.5);
        }
    }
}

fn lay(svg: &mut Svg, ink: &Ink, trees: &Trees, palette: &Palette) {
    svg.fill(&ink.yards, palette.yard);
    svg.line(&ink.streets, palette.road_minor, 7.5, "");
    trees.draw(svg, palette);
    svg.path(
        &ink.outlines,
        &format!("fill=\"{}\" fill-opacity=\"0.3\" transform=\"translate(1.8 2.2)\"", palette.wall),
    );
    svg.fill(&ink.barns, palette.barn);
    svg.fill(&ink.yards_above, palette.yard);
    svg.fill(&ink.bricks, palette.brick);
    svg.fill(&ink.lights, palette.brick_light);
    svg.line(&ink.outlines, palette.wall, 0.9, "");
    svg.line(&ink.walls, palette.wall, 4.2, "");
    svg.line(&ink.towers, palette.wall, 10.5, "");
    svg.line(&ink.towers, palette.ink_soft, 5.5, "");
    svg.line(&ink.crosses, palette.wall, 1.8, "");
}

/// A block with a ridged roof: `u` along the axis, `v` across.
fn house(ink: &mut Ink, at: Pt, axis: Pt, u: f64, v: f64, barn: bool) {
    let c = [(-u, -v), (u, -v), (u, v), (-u, v)].map(|(a, b)| at.along(axis, a, b));
    if barn {
        ink.barns.polygon(&c);
        ink.outlines.polygon(&c);
        ink.outlines.stroke(at.along(axis, -u, 0.0), at.along(axis, u, 0.0));
        return;
    }
    ink.bricks.polygon(&c);
    // The side of the roof that faces the light.
    let up = if axis.perp().dot(pt(-0.6, -0.8)) > 0.0 { v } else { -v };
    ink.lights.polygon(&[
        at.along(axis, -u, up),
        at.along(axis, u, up),
        at.along(axis, u, 0.0),
        at.along(axis, -u, 0.0),
    ]);
    ink.outlines.polygon(&c);
}

/// Rows of houses along every street, a church in the midst, gardens behind.
fn houses(net: &Network, site: &Site, ink: &mut Ink, trees: &mut Trees) {
    let walled = !site.wall.is_empty();
    let in_bounds = |p: Pt, gap: f64| {
        if walled {
            inside(&site.wall, p) && ring(&site.wall, p) > gap
        } else {
            (p - site.at).len() < 43.0 - gap
        }
    };
    let mut streets: Vec<Vec<Pt>> = net
        .roads
        .iter()
        .map(|r| r.line.iter().copied().filter(|p| in_bounds(*p, -4.0)).collect())
        .filter(|l: &Vec<Pt>| l.len() > 2)
        .collect();
    if streets.is_empty() {
        let reach = site.half.x.min(site.half.y) - 4.0;
        streets.push(vec![
            site.at.along(site.axis, -reach, 0.0),
            site.at,
            site.at.along(site.axis, reach, 0.0),
        ]);
    }
    streets.extend(back_streets(site));
    if walled {
        if !site.open {
            let mut yard = Path::new();
            yard.polygon(&site.wall);
            ink.yards.0.push_str(&yard.0);
        }
        for s in &streets {
            ink.streets.smooth(&crate::water::thin(s, 3), false);
        }
    }
    let mut taken: Vec<(Pt, f64)> = Vec::new();
    church(site, &streets, &in_bounds, ink, &mut taken);
    for row in 0..if walled { 4 } else { 2 } {
        for street in &streets {
            let back = 9.5 + f64::from(row) * 13.0;
            for (p, t) in walk(street, 12.6) {
                for side in [-1.0, 1.0] {
                    let q = p + t.perp() * (side * back);
                    let (u, v) = (4.6 + 1.5 * chance(q, 231), 4.0 + 0.9 * chance(q, 232));
                    let gap = if walled { 8.0 } else { 3.0 };
                    let in_street = streets.iter().any(|s| nearest(s, q).0 < v + 4.0);
                    let near = taken.iter().any(|(o, r)| (*o - q).len() < r + 6.0);
                    let thinned = chance(q, 233) < 0.06 + 0.05 * f64::from(row);
                    if in_bounds(q, gap) && !in_street && !near && !thinned {
                        taken.push((q, 6.0));
                        house(ink, q, t, u, v, false);
                    }
                }
            }
        }
    }
    // Gardens: trees where no house stands.
    for k in 0..40 {
        let a = TAU * chance(site.at, 240 + k);
        let r = 0.55 + 0.5 * chance(site.at, 290 + k);
        let q = site.at + pt(a.cos() * site.half.x * r, a.sin() * site.half.y * r);
        let clear = taken.iter().all(|(o, r)| (*o - q).len() > r + 5.0)
            && streets.iter().all(|s| nearest(s, q).0 > 9.0)
            && net.by_road.gap(q) > 6.0
            && net.by_water.gap(q) > 4.0;
        if clear && (!walled || in_bounds(q, 6.0)) {
            taken.push((q, 2.0));
            trees.plant(q, 0);
        }
    }
    if walled && !site.open {
        wall(net, site, ink);
    }
}

/// A large town has a net of streets of its own, whatever roads lead to it.
fn back_streets(site: &Site) -> Vec<Vec<Pt>> {
    let mut out = Vec::new();
    let reach = site.half.len();
    if site.wall.is_empty() || reach < 160.0 {
        return out;
    }
    let axis = pt(1.0, -0.2).unit();
    for (dir, gap) in [(axis, 58.0), (axis.perp(), 96.0)] {
        let count = (reach / gap) as i32;
        for k in -count..=count {
            let middle = site.at + dir.perp() * (f64::from(k) * gap);
            if let Some((a, b)) = chord(&site.wall, middle, dir) {
                let line = flatten(&[a, a.lerp(b, 0.5), b], false, 6.0);
                out.push(line.into_iter().filter(|p| ring(&site.wall, *p) > 9.0).collect());
            }
        }
    }
    out.retain(|l: &Vec<Pt>| l.len() > 4);
    out
}

/// The wall with its towers, and gates where roads pass.
fn wall(net: &Network, site: &Site, ink: &mut Ink) {
    let mut ring = site.wall.clone();
    ring.push(site.wall[0]);
    let lines = net.roads.iter().map(|r| &r.line).chain(&net.scenery);
    let gates: Vec<Pt> = lines
        .flat_map(|line| {
            site.wall
                .iter()
                .filter_map(|near| crossing(line, &ring, *near, 40.0).map(|x| x.0))
                .collect::<Vec<_>>()
        })
        .collect();
    let mut part: Vec<Pt> = Vec::new();
    for (p, _) in walk(&ring, 3.0) {
        if gates.iter().any(|g| (*g - p).len() < 8.0) {
            ink.walls.polyline(&part);
            part.clear();
        } else {
            part.push(p);
        }
    }
    ink.walls.polyline(&part);
    let n = site.wall.len();
    for (i, corner) in site.wall.iter().enumerate() {
        // Towers stand where the wall looks outwards.
        let (before, after) = (site.wall[(i + n - 1) % n], site.wall[(i + 1) % n]);
        let outwards = (*corner - before).cross(after - *corner) > 0.0;
        if outwards && gates.iter().all(|g| (*g - *corner).len() > 13.0) {
            ink.towers.dot(*corner);
        }
    }
}

fn ring(wall: &[Pt], p: Pt) -> f64 {
    let mut closed = wall.to_vec();
    closed.push(wall[0]);
    nearest(&closed, p).0
}

fn church(
    site: &Site,
    streets: &[Vec<Pt>],
    in_bounds: &dyn Fn(Pt, f64) -> bool,
    ink: &mut Ink,
    taken: &mut Vec<(Pt, f64)>,
) {
    let place = (0..32)
        .map(|k| site.at + Pt::polar(TAU * f64::from(k % 16) / 16.0) * if k < 16 { 17.0 } else { 23.0 })
        .filter(|p| in_bounds(*p, 9.0))
        .max_by(|a, b| {
            let room = |p: &Pt| streets.iter().map(|s| nearest(s, *p).0).fold(16.0, f64::min);
            room(a).total_cmp(&room(b))
        })
        .unwrap_or(site.at);
    // Churches look east: nave along the sheet, tower at one end, cross above.
    let axis = pt(1.0, -0.12).unit();
    house(ink, place, axis, 9.0, 4.8, false);
    house(ink, place.along(axis, -8.0, -5.4), axis, 3.0, 3.0, false);
    let top = place.along(axis, -8.0, -9.0);
    ink.crosses.stroke(top, top + pt(0.0, -9.5));
    ink.crosses.stroke(top + pt(-3.2, -6.6), top + pt(3.2, -6.6));
    taken.push((place, 11.0));
    taken.push((top, 7.0));
}

/// Four wings around a yard, one of them the owner's house, with a gate.
fn courtyard(net: &Network, site: &Site, ink: &mut Ink, trees: &mut Trees) {
    let (at, axis) = (site.at, site.axis);
    let (r, d) = (16.5, 3.7);
    let corners = [(-r, -r), (r, -r), (r, r), (-r, r)].map(|(u, v)| at.along(axis, u, v));
    ink.yards.polygon(&corners);
    house(ink, at.along(axis, 0.0, -r + d), axis, r, d, false);
    house(ink, at.along(axis, -r + d, d), axis.perp(), r - d, d, false);
    house(ink, at.along(axis, r - d, d), axis.perp(), r - d, d, false);
    for side in [-1.0, 1.0] {
        let wing = at.along(axis, side * 5.6, r - d * 0.8);
        house(ink, wing, axis, 3.4, d * 0.8, false);
    }
    ring_of_trees(net, at, 29.0, 9, trees);
}

/// A house with two wings and a walled garden behind it.
fn palace(net: &Network, site: &Site, ink: &mut Ink, trees: &mut Trees) {
    let (at, axis) = (site.at, site.axis);
    let garden = [(-19.0, 2.0), (19.0, 2.0), (19.0, 27.0), (-19.0, 27.0)].map(|(u, v)| at.along(axis, u, v));
    ink.yards.polygon(&garden);
    ink.outlines.polygon(&garden);
    for (u, v) in [(-12.0, 9.0), (12.0, 9.0), (-12.0, 20.0), (12.0, 20.0), (0.0, 14.5)] {
        trees.plant(at.along(axis, u, v), 0);
    }
    for side in [-1.0, 1.0] {
        house(ink, at.along(axis, side * 18.0, -9.0), axis.perp(), 12.0, 4.6, false);
        ink.towers.dot(at.along(axis, side * 18.0, -22.0));
    }
    house(ink, at.along(axis, 0.0, -4.0), axis, 15.0, 5.4, false);
    ring_of_trees(net, at, 36.0, 11, trees);
}

/// An L: house and barn.
fn lone_farm(net: &Network, site: &Site, ink: &mut Ink, trees: &mut Trees) {
    let (at, axis) = (site.at, site.axis);
    house(ink, at.along(axis, -1.5, -6.0), axis, 12.0, 4.4, true);
    house(ink, at.along(axis, 7.0, 6.0), axis.perp(), 7.6, 4.0, true);
    ring_of_trees(net, at, 22.0, 7, trees);
}

fn ring_of_trees(net: &Network, at: Pt, r: f64, n: u64, trees: &mut Trees) {
    for k in 0..n {
        let a = TAU * (k as f64 + chance(at, 300 + k)) / n as f64;
        let q = at + Pt::polar(a) * (r + 5.0 * chance(at, 320 + k));
        let clear = net.by_road.gap(q) > 4.5 && net.by_water.gap(q) > 4.0;
        if clear {
            trees.plant(q, usize::from(chance(q, 340) < 0.5));
        }
    }
}

/// A work with arrow-headed bastions at its corners, and barracks within.
fn bastions(at: Pt, r: f64, corners: u32, ink: &mut Ink) {
    let step = TAU / f64::from(corners);
    let trace = |k: f64| -> Vec<Pt> {
        (0..corners)
            .flat_map(|i| {
                let a = step * f64::from(i) + step / 2.0 + FRAC_PI_2;
                [(-0.26, 0.6), (-0.36, 0.82), (0.0, 1.06), (0.36, 0.82), (0.26, 0.6)]
                    .map(|(turn, far)| at + Pt::polar(a + turn * 0.9) * (r * k * far))
            })
            .collect()
    };
    ink.barns.polygon(&trace(1.0));
    ink.outlines.polygon(&trace(1.0));
    ink.yards_above.polygon(&trace(0.72));
    house(ink, at, pt(1.0, 0.0), r * 0.26, r * 0.14, false);
}

/// Cottages along the roads of the scenery.
fn scenery_houses(sheet: &Sheet, net: &Network, ink: &mut Ink) {
    for line in &net.scenery {
        for (k, (p, t)) in walk(&flatten(line, false, 8.0), 64.0).into_iter().enumerate() {
            let side = if k % 2 == 0 { 1.0 } else { -1.0 };
            let q = p + t.perp() * (side * 14.0);
            let dry = net.by_water.gap(q) > 20.0;
            let own = sheet.cell_at(q).is_some_and(|c| sheet.cells[c].kind == crate::sheet::Kind::Scenery);
            let clear = net.scenery.iter().all(|o| nearest(o, q).0 > 10.0);
            if dry && own && clear && chance(q, 351) < 0.55 {
                house(ink, q, t, 6.5, 4.0, true);
            }
        }
    }
}
