//! Lines of the map: roads through hexes, rivers through river hexes, streams along hexsides, and
//! where they cross. Everything that is drawn as a line is made smooth here, once, so that roads,
//! bridges, trees and names agree about where it runs.

use crate::braids::{self, Bed};
use crate::geom::{Pt, crossing, flatten, nearest, noise, offset, pt, relax, tether, walk};
use crate::near::Near;
use crate::sheet::{Cell, INNER, Kind, SIZE, Sheet, corner_key, courses};
use crate::style::{self, Building, Crossing, Ground, RoadStyle, SideStyle};
use hexmap::{Map, SideFeature};
use std::collections::{BTreeMap, BTreeSet};

/// How far beside the middle of its hexes a railway runs, so that a road there stays clear of it.
const RAIL_ASIDE: f64 = 21.0;

pub struct RoadLine {
    pub name: String,
    pub style: RoadStyle,
    pub hexes: usize,
    pub line: Vec<Pt>,
    /// Cells in which the road leaves the map.
    pub leaves: Vec<usize>,
}

pub struct River {
    pub name: String,
    /// The main stream.
    pub line: Vec<Pt>,
    pub width: f64,
    /// The bed and the other streams of a river that runs in many threads.
    pub bed: Option<Bed>,
}

pub struct Stream {
    pub name: String,
    pub style: SideStyle,
    pub line: Vec<Pt>,
}

/// A bridge or ferry: where, along which way, and how much it spans.
pub struct CrossingMark {
    pub at: Pt,
    pub along: Pt,
    pub span: f64,
    pub road: f64,
    pub ferry: bool,
}

#[derive(Default)]
pub struct Network {
    pub roads: Vec<RoadLine>,
    /// Roads of the scenery, beyond a bridge that is only drawn.
    pub scenery: Vec<Vec<Pt>>,
    /// Railways, which no rule knows: areas of the kind `railway`, hex by hex.
    pub rails: Vec<Vec<Pt>>,
    pub rivers: Vec<River>,
    pub streams: Vec<Stream>,
    pub crossings: Vec<CrossingMark>,
    /// River hexes that are part of a broad water, drawn as a surface, or of a gravel bed.
    pub broad: BTreeSet<usize>,
    /// Roads by their index, and the roads of the scenery.
    pub by_road: Near,
    pub by_water: Near,
}

impl Network {
    pub fn new(map: &Map, sheet: &Sheet) -> Network {
        let mut net = Network::default();
        net.find_rivers(map, sheet);
        net.find_roads(map, sheet);
        net.find_rails(map, sheet);
        net.find_streams(map, sheet);
        net.find_crossings(map, sheet);
        net.draw_bridges(map, sheet);
        for (i, road) in net.roads.iter().enumerate() {
            net.by_road.add(&road.line, road.style.width, i);
        }
        for (i, line) in net.scenery.iter().chain(&net.rails).enumerate() {
            net.by_road.add(line, 8.0, net.roads.len() + i);
        }
        for stream in &net.streams {
            net.by_water.add(&stream.line, stream.style.width, 0);
        }
        for river in &net.rivers {
            // A river is wider than the index looks far: its banks count too.
            for share in [-0.25, 0.0, 0.25] {
                let line = offset(&river.line, share * river.width);
                net.by_water.add(&line, river.width / 2.0, 0);
            }
            for thread in river.bed.iter().flat_map(|bed| &bed.threads) {
                net.by_water.add(thread, braids::THREAD, 0);
            }
        }
        net
    }

    /// Whether a point lies on a water that is broader than a line.
    pub fn on_broad(&self, sheet: &Sheet, p: Pt) -> bool {
        sheet.cell_at(p).is_some_and(|c| self.broad.contains(&c))
    }

    fn find_rivers(&mut self, map: &Map, sheet: &Sheet) {
        let width = if sheet.detail { 46.0 } else { 24.0 };
        let mut done: BTreeSet<usize> = BTreeSet::new();
        for area in map.areas().iter().filter(|a| a.kind == "river") {
            let cells: Vec<usize> = area.hexes.iter().map(|h| h.index()).collect();
            done.extend(&cells);
            let name = river_name(map, &cells).unwrap_or_else(|| capital(&area.id));
            self.add_river(sheet, &cells, name, width);
        }
        for (id, cells) in courses(map, "braided") {
            done.extend(&cells);
            self.broad.extend(&cells);
            let path = longest_path(sheet, &cells);
            let (line, bed) = braids::lay(sheet, &path);
            self.rivers.push(River { name: capital(id), line, width: braids::STREAM, bed: Some(bed) });
        }
        for start in 0..map.len() {
            if sheet.cells[start].ground != Ground::River || done.contains(&start) {
                continue;
            }
            let body = component(sheet, start, map.len());
            done.extend(&body);
            let path = longest_path(sheet, &body);
            // A river one hex wide is a line; what is broader is a surface.
            if path.len() * 100 >= body.len() * 85 {
                let name = river_name(map, &body).unwrap_or_default();
                self.add_river(sheet, &path, name, width);
            } else {
                self.broad.extend(body);
            }
        }
    }

    fn add_river(&mut self, sheet: &Sheet, cells: &[usize], name: String, width: f64) {
        let centres: Vec<Pt> = cells.iter().map(|&c| sheet.cells[c].centre).collect();
        let mut points = relax(&centres, |_| false, 3, SIZE * 0.3);
        if let [first, .., last] = cells {
            let n = centres.len();
            let ends = [(*first, centres[0] - centres[1]), (*last, centres[n - 1] - centres[n - 2])];
            for (k, (cell, dir)) in ends.into_iter().enumerate() {
                let lake =
                    sheet.around(cell).into_iter().flatten().find(|&c| sheet.cells[c].ground == Ground::Lake);
                let here = sheet.cells[cell].centre;
                let more = match (lake, sheet.way_out(cell, dir)) {
                    (Some(c), _) => vec![sheet.cells[c].centre],
                    (None, Some(out)) => vec![out, out + (out - here).unit() * (3.0 * SIZE)],
                    (None, None) => Vec::new(),
                };
                if k == 0 {
                    points.splice(0..0, more.into_iter().rev());
                } else {
                    points.extend(more);
                }
            }
        }
        let line = flatten(&unrest(&flatten(&points, false, 20.0), 3.0), false, 6.0);
        self.rivers.push(River { name, line, width, bed: None });
    }

    fn find_roads(&mut self, map: &Map, sheet: &Sheet) {
        let mut links: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for road in map.roads() {
            for w in road.hexes.windows(2) {
                let (a, b) = (w[0].index(), w[1].index());
                links.entry(a).or_default().insert(b);
                links.entry(b).or_default().insert(a);
            }
        }
        let small = [None, Some(Building::Farm), Some(Building::Farmhouse), Some(Building::Trench)];
        let built: BTreeSet<usize> = sheet
            .spots
            .iter()
            .filter(|s| !small.contains(&s.building))
            .flat_map(|s| s.cells.iter().copied())
            .collect();
        let nodes = calm_nodes(map, sheet, &built);
        let places: BTreeSet<usize> = sheet
            .spots
            .iter()
            .filter(|s| s.building.is_some())
            .flat_map(|s| s.cells.iter().copied())
            .collect();
        for road in map.roads() {
            let style = style::road(&map.road_names()[road.class as usize]);
            let cells: Vec<usize> = road.hexes.iter().map(|h| h.index()).collect();
            if cells.len() < 2 {
                continue;
            }
            let mut points: Vec<Pt> = cells.iter().map(|c| nodes[c]).collect();
            let mut leaves = Vec::new();
            let n = cells.len();
            for (end, before, front) in [(0, 1, true), (n - 1, n - 2, false)] {
                let cell = cells[end];
                let lone = links[&cell].len() == 1 && !places.contains(&cell);
                let dir = points[if front { 0 } else { points.len() - 1 }] - nodes[&cells[before]];
                if let Some(out) = sheet.way_out(cell, dir).filter(|_| lone) {
                    let far = out + (out - sheet.cells[cell].centre).unit() * (2.0 * SIZE);
                    leaves.push(cell);
                    if front {
                        points.splice(0..0, [far, out]);
                    } else {
                        points.extend([out, far]);
                    }
                }
            }
            self.roads.push(RoadLine {
                name: road.name.clone(),
                style,
                hexes: cells.len(),
                line: flatten(&points, false, 5.0),
                leaves,
            });
        }
        self.roads.sort_by_key(|r| r.style.rank);
    }

    /// A railway runs as straight as it can, beside the roads whose hexes it shares, and on beyond the edge of the map.
    fn find_rails(&mut self, map: &Map, sheet: &Sheet) {
        for (_, cells) in courses(map, "railway") {
            let centres: Vec<Pt> = cells.iter().map(|&c| sheet.cells[c].centre).collect();
            let [first, second, ..] = centres[..] else { continue };
            let (last, before) = (centres[centres.len() - 1], centres[centres.len() - 2]);
            let mut points = relax(&centres, |_| false, 6, SIZE * 0.45);
            points = offset(&points, RAIL_ASIDE);
            let far = 4.0 * SIZE;
            if sheet.at_edge(cells[0]) {
                points.insert(0, points[0] + (first - second).unit() * far);
            }
            if sheet.at_edge(cells[cells.len() - 1]) {
                let end = points[points.len() - 1];
                points.push(end + (last - before).unit() * far);
            }
            self.rails.push(flatten(&points, false, 5.0));
        }
    }

    fn find_streams(&mut self, map: &Map, sheet: &Sheet) {
        let mut classes: BTreeMap<&str, Vec<Edge>> = BTreeMap::new();
        for side in map.sides() {
            let Some(style) = style::side(feature(map, side)) else {
                continue;
            };
            let (a, b) = (side.a.index(), side.b.index());
            // The end of a bridge over a river hex is no stream.
            if [a, b].iter().any(|&c| sheet.cells[c].ground == Ground::River) {
                continue;
            }
            let Some(d) = (0..6).find(|&d| sheet.neighbour(a, d) == Some(b)) else {
                continue;
            };
            let corners = sheet.corners(a);
            classes.entry(style.class).or_default().push(Edge {
                ends: [corners[d], corners[(d + 1) % 6]],
                name: side.name.clone(),
                style,
            });
        }
        for edges in classes.values() {
            for (mut points, name, open) in chains(edges) {
                let style = edges[0].style;
                if !style.wall {
                    points = straightened(&points);
                }
                if !style.wall {
                    for (k, loose) in open.into_iter().enumerate() {
                        let more = if loose { self.run_on(sheet, &points, k == 0) } else { Vec::new() };
                        if k == 0 {
                            points.splice(0..0, more.into_iter().rev());
                        } else {
                            points.extend(more);
                        }
                    }
                }
                let line = if style.wall {
                    points
                } else {
                    let wild = unrest(&flatten(&points, false, 17.0), 2.6);
                    flatten(&wild, false, 5.0)
                };
                self.streams.push(Stream { name, style, line });
            }
        }
    }

    /// Where a stream goes on from a loose end: into the river or lake that it touches, or off the map.
    fn run_on(&self, sheet: &Sheet, points: &[Pt], front: bool) -> Vec<Pt> {
        let n = points.len();
        let (end, before) = if front { (points[0], points[1]) } else { (points[n - 1], points[n - 2]) };
        let touching: Vec<&Cell> = (0..6)
            .map(|k| end + Pt::polar(k as f64) * (SIZE * 0.4))
            .filter_map(|p| sheet.cell_at(p))
            .map(|c| &sheet.cells[c])
            .collect();
        let into_river = touching.iter().any(|c| c.ground == Ground::River);
        if into_river {
            let best = self.rivers.iter().map(|r| nearest(&r.line, end)).min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((d, p)) = best.filter(|(d, _)| *d < 2.0 * SIZE) {
                // Stop short of the middle, so that the mouth lies under the bank.
                return vec![end.lerp(p, ((d - 12.0) / d.max(1.0)).clamp(0.3, 1.0))];
            }
        }
        if let Some(lake) = touching.iter().find(|c| matches!(c.ground, Ground::Lake | Ground::River)) {
            return vec![end.lerp(lake.centre, 0.7)];
        }
        if touching.iter().any(|c| c.kind == Kind::Ghost) {
            let f = sheet.frame;
            let sides = [
                (end.x - f.x0, pt(-1.0, 0.0)),
                (f.x1 - end.x, pt(1.0, 0.0)),
                (end.y - f.y0, pt(0.0, -1.0)),
                (f.y1 - end.y, pt(0.0, 1.0)),
            ];
            let out = sides.iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or(pt(0.0, 1.0), |s| s.1);
            let dir = ((end - before).unit() * 0.7 + out).unit();
            return vec![end + dir * 45.0, end + (dir + out) * 100.0];
        }
        Vec::new()
    }

    fn find_crossings(&mut self, map: &Map, sheet: &Sheet) {
        for side in map.sides() {
            let Some(style) = style::side(feature(map, side)) else {
                continue;
            };
            // The gates of a fortress are drawn with its walls.
            let fortress =
                style.wall && [side.a, side.b].iter().any(|h| sheet.bastioned.contains(&h.index()));
            if style.crossing == Crossing::None || fortress {
                continue;
            }
            let (a, b) = (sheet.cells[side.a.index()].centre, sheet.cells[side.b.index()].centre);
            let mid = (a + b) * 0.5;
            let found = self
                .streams
                .iter()
                .filter(|s| s.style.class == style.class)
                .flat_map(|s| self.roads.iter().map(move |r| (s, r)))
                .filter_map(|(s, r)| crossing(&r.line, &s.line, mid, SIZE).map(|x| (x, r.style.width)))
                .min_by(|x, y| (x.0.0 - mid).len().total_cmp(&(y.0.0 - mid).len()));
            let river = [side.a, side.b].iter().any(|h| sheet.cells[h.index()].ground == Ground::River);
            if river {
                continue;
            }
            let ((at, along), road) = found.unwrap_or(((mid, (b - a).unit()), 6.0));
            self.crossings.push(CrossingMark {
                at,
                along,
                span: style.width + 12.0,
                road,
                ferry: style.crossing == Crossing::Ferry,
            });
        }
        // Wherever a road runs over a river there is a bridge.
        for river in &self.rivers {
            for road in self.roads.iter().filter(|r| r.style.rank > 1) {
                let mut marks: Vec<Pt> = Vec::new();
                for (p, _) in walk(&river.line, SIZE / 2.0) {
                    if let Some((at, along)) = crossing(&road.line, &river.line, p, SIZE)
                        && marks.iter().all(|m| (*m - at).len() > SIZE)
                    {
                        marks.push(at);
                        self.crossings.push(CrossingMark {
                            at,
                            along,
                            span: river.width + 16.0,
                            road: road.style.width,
                            ferry: false,
                        });
                    }
                }
            }
        }
    }

    /// Bridges that are only drawn: from a hex over the river, with a road beyond to the map's edge.
    fn draw_bridges(&mut self, map: &Map, sheet: &Sheet) {
        for area in map.areas().iter().filter(|a| a.kind == "drawing") {
            let [a, b] = area.hexes.as_slice() else {
                continue;
            };
            let a = sheet.cells[a.index()].centre;
            let b = sheet.cells[b.index()].centre;
            let way = [a, a.lerp(b, 0.5), b, a.lerp(b, 1.7)];
            let found =
                self.rivers.iter().find_map(|r| crossing(&way, &r.line, b, 3.0 * SIZE).map(|x| (x.0, r)));
            let Some((over, river)) = found else {
                continue;
            };
            // Straight across the water, by the shortest way.
            let (s, t) = walk(&river.line, 4.0)
                .into_iter()
                .min_by(|x, y| (x.0 - over).len().total_cmp(&(y.0 - over).len()))
                .unwrap_or((over, (b - a).unit().perp()));
            let mut across = t.perp();
            if across.dot(b - a) < 0.0 {
                across = across * -1.0;
            }
            let width = river.width;
            self.crossings.push(CrossingMark {
                at: s,
                along: across,
                span: width + 16.0,
                road: 9.0,
                ferry: false,
            });
            let landing = s + across * (width / 2.0 + 34.0);
            let approach = [a, s + across * -(width / 2.0 + 14.0), s, landing];
            for up in [false, true] {
                let Some(goal) = scenery_goal(sheet, landing, up) else {
                    continue;
                };
                let here = landing;
                let mut points = approach.to_vec();
                let bend = pt(here.x + (goal.x - here.x) * 0.45, here.y + (goal.y - here.y) * 0.3);
                points.extend([bend, goal, goal + (goal - bend).unit() * (3.0 * SIZE)]);
                self.scenery.push(flatten(&points, false, 6.0));
            }
        }
    }
}

struct Edge {
    ends: [Pt; 2],
    name: String,
    style: SideStyle,
}

/// Joins hexsides to lines: the points, the name, and which of the two ends hang loose.
fn chains(edges: &[Edge]) -> Vec<(Vec<Pt>, String, [bool; 2])> {
    let mut at: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    for (i, e) in edges.iter().enumerate() {
        for p in e.ends {
            at.entry(corner_key(p)).or_default().push(i);
        }
    }
    let goes_on = |k: (i64, i64)| {
        let here = &at[&k];
        here.len() == 2
            && (edges[here[0]].name == edges[here[1]].name || here.iter().any(|&e| edges[e].name.is_empty()))
    };
    let mut used = vec![false; edges.len()];
    let mut out = Vec::new();
    // First from the ends, then what is left: closed rings.
    for ring in [false, true] {
        for i in 0..edges.len() {
            for start in [0, 1] {
                let from = corner_key(edges[i].ends[start]);
                if used[i] || (!ring && goes_on(from)) {
                    continue;
                }
                let (mut e, mut p) = (i, edges[i].ends[start]);
                let mut points = vec![p];
                let mut name = String::new();
                loop {
                    used[e] = true;
                    if name.is_empty() {
                        name.clone_from(&edges[e].name);
                    }
                    let other = usize::from(corner_key(edges[e].ends[0]) == corner_key(p));
                    let q = edges[e].ends[other];
                    points.push(q);
                    p = q;
                    let k = corner_key(p);
                    match at[&k].iter().find(|&&n| !used[n]) {
                        Some(&n) if goes_on(k) => e = n,
                        _ => break,
                    }
                }
                let loose = [at[&from].len() == 1, at[&corner_key(p)].len() == 1];
                out.push((points, name, loose));
            }
        }
    }
    out
}

/// Hexsides zigzag: half of that is taken out, which leaves a stream's natural bends and still shows
/// along which sides it runs.
fn straightened(corners: &[Pt]) -> Vec<Pt> {
    let n = corners.len();
    (0..n)
        .map(|i| match i {
            0 => corners[0],
            i if i == n - 1 => corners[i],
            i => corners[i].lerp((corners[i - 1] + corners[i + 1]) * 0.5, 0.27),
        })
        .collect()
}

/// Where each road hex's point lies: drawn towards the two next hexes of the best road that passes,
/// so that a road does not zigzag. Where roads only end, and in villages, it stays at the centre.
fn calm_nodes(map: &Map, sheet: &Sheet, built: &BTreeSet<usize>) -> BTreeMap<usize, Pt> {
    let mut nodes: BTreeMap<usize, Pt> = BTreeMap::new();
    let mut through: BTreeMap<usize, (u8, usize, usize)> = BTreeMap::new();
    for road in map.roads() {
        let rank = style::road(&map.road_names()[road.class as usize]).rank;
        let cells: Vec<usize> = road.hexes.iter().map(|h| h.index()).collect();
        nodes.extend(cells.iter().map(|&c| (c, sheet.cells[c].centre)));
        for w in cells.windows(3) {
            let known = through.get(&w[1]).map_or(0, |t| t.0);
            if rank > known && !built.contains(&w[1]) {
                through.insert(w[1], (rank, w[0], w[2]));
            }
        }
    }
    for _ in 0..8 {
        let old = nodes.clone();
        for (&c, (_, a, b)) in &through {
            let wanted = old[&c].lerp((old[a] + old[b]) * 0.5, 0.6);
            nodes.insert(c, tether(sheet.cells[c].centre, wanted, SIZE * 0.4));
        }
    }
    nodes
}

/// All river cells that hang together with `start`; a gravel bed is none of them.
fn component(sheet: &Sheet, start: usize, len: usize) -> Vec<usize> {
    let joins = |cell: &Cell| cell.ground == Ground::River && !cell.braided;
    let mut body = vec![start];
    let mut next = 0;
    while next < body.len() {
        for n in sheet.around(body[next]).into_iter().flatten() {
            if n < len && joins(&sheet.cells[n]) && !body.contains(&n) {
                body.push(n);
            }
        }
        next += 1;
    }
    body
}

/// The longest of the shortest ways through a set of cells: twice to the farthest cell.
fn longest_path(sheet: &Sheet, body: &[usize]) -> Vec<usize> {
    let far = |start: usize| {
        let mut came: BTreeMap<usize, usize> = BTreeMap::from([(start, start)]);
        let mut order = vec![start];
        let mut next = 0;
        while next < order.len() {
            let here = order[next];
            for n in sheet.around(here).into_iter().flatten() {
                if body.contains(&n) && !came.contains_key(&n) {
                    came.insert(n, here);
                    order.push(n);
                }
            }
            next += 1;
        }
        let mut path = vec![order[order.len() - 1]];
        while path[path.len() - 1] != start {
            path.push(came[&path[path.len() - 1]]);
        }
        path
    };
    far(far(body[0])[0])
}

fn feature<'a>(map: &'a Map, side: &SideFeature) -> &'a str {
    &map.side_names()[side.feature as usize]
}

/// The name that the sides of these hexes bear most often.
fn river_name(map: &Map, cells: &[usize]) -> Option<String> {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for side in map.sides() {
        let touches = cells.contains(&side.a.index()) || cells.contains(&side.b.index());
        if touches && feature(map, side) == "river" && !side.name.is_empty() {
            *count.entry(&side.name).or_default() += 1;
        }
    }
    count.into_iter().max_by_key(|(_, n)| *n).map(|(name, _)| name.to_string())
}

/// The farthest cell of scenery at the map's edge, above or below, that a straight road reaches
/// without leaving the scenery.
fn scenery_goal(sheet: &Sheet, from: Pt, up: bool) -> Option<Pt> {
    let dry = |p: Pt| sheet.cell_at(p).is_some_and(|c| sheet.cells[c].kind == Kind::Scenery);
    (0..sheet.cells.len())
        .filter(|&c| sheet.cells[c].kind == Kind::Scenery && sheet.at_edge(c))
        .map(|c| sheet.cells[c].centre)
        .filter(|c| (c.y < from.y) == up && (c.y - from.y).abs() > INNER)
        .filter(|c| (c.y - from.y).abs() < 1.3 * (c.x - from.x).abs().max(SIZE))
        .filter(|c| (2..=20).all(|k| dry(from.lerp(*c, k as f64 / 20.0))))
        .max_by(|a, b| (a.y - from.y).abs().total_cmp(&(b.y - from.y).abs()))
}

/// Small bends, across the line, that fade out at its ends.
fn unrest(line: &[Pt], strength: f64) -> Vec<Pt> {
    let n = line.len();
    (0..n)
        .map(|i| {
            let a = line[i.saturating_sub(1)];
            let b = line[(i + 1).min(n - 1)];
            let fade = (i.min(n - 1 - i) as f64 / 2.0).min(1.0);
            line[i] + (b - a).unit().perp() * (strength * fade * noise(line[i], 31.0, 5))
        })
        .collect()
}

fn capital(id: &str) -> String {
    let mut chars = id.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
