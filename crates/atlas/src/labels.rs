//! Names: places beside what they name, clear of roads, houses and each other; rivers, streams and
//! roads along their course, where it runs straightest.

use crate::buildings::Site;
use crate::geom::{Pt, Rect, at, length, offset, pt, relax, slice, walk};
use crate::network::Network;
use crate::sheet::{INNER, Kind, SIZE, Sheet};
use crate::style::{self, Building, NameStyle};
use crate::text::width;
use crate::water::thin;

/// The name of a place, set level.
pub struct PlaceLabel {
    pub name: String,
    /// The name as it is set: the largest places in capitals.
    pub text: String,
    pub style: NameStyle,
    pub water: bool,
    /// Middle of the text's base line.
    pub at: Pt,
    pub bounds: Rect,
}

/// The name of a line, set along it.
pub struct LineLabel {
    pub text: String,
    pub size: f64,
    pub spacing: f64,
    pub bold: bool,
    pub water: bool,
    pub path: Vec<Pt>,
}

/// A name to be placed.
struct Wanted<'a> {
    style: NameStyle,
    name: &'a str,
    text: String,
    site: &'a Site,
    free: bool,
    water: bool,
    /// The town is broad enough to bear its own name.
    over: bool,
}

/// What names should keep off, each with the price of standing on it.
struct Obstacles {
    points: Vec<(Pt, f64)>,
    boxes: Vec<(Rect, f64)>,
    frame: Rect,
}

impl Obstacles {
    /// Those that touch a neighbourhood.
    fn within(&self, r: Rect) -> Obstacles {
        let points = self.points.iter().filter(|(p, _)| r.contains(*p));
        let boxes = self.boxes.iter().filter(|(b, _)| b.overlap(r) > 0.0);
        Obstacles { points: points.copied().collect(), boxes: boxes.copied().collect(), frame: self.frame }
    }

    fn price(&self, r: Rect) -> f64 {
        let points: f64 = self.points.iter().filter(|(p, _)| r.contains(*p)).map(|(_, w)| w).sum();
        let boxes: f64 = self.boxes.iter().map(|(b, w)| w * b.overlap(r) / 100.0).sum();
        let outside = if r.within(self.frame) { 0.0 } else { 400.0 };
        points + boxes + outside
    }
}

/// Places the names of all spots.
pub fn places(sheet: &Sheet, net: &Network, sites: &[Site], numbers: bool) -> Vec<PlaceLabel> {
    let obstacles = obstacles(sheet, net, sites, numbers);
    let mut wanted: Vec<Wanted> = sheet
        .spots
        .iter()
        .zip(sites)
        .filter_map(|(spot, site)| {
            let name = spot.name.as_ref()?;
            let mut style = style::name(&spot.kind);
            // On the map of a whole country a town is a point among many.
            if spot.building == Some(Building::Dot) {
                style = style::name("");
            }
            // A village of several hexes is the town of its map.
            if spot.cells.len() > 1 && style.rank >= 2 {
                style = style::name("town");
                style.size = 46.0;
            }
            let text = if style.capitals { name.to_uppercase() } else { name.clone() };
            let fitting = 0.5 * site.bounds().width() / set_width(&text, &NameStyle { size: 1.0, ..style });
            let over = spot.building == Some(Building::Town) && fitting >= style.size;
            if over {
                style.size = fitting.min(90.0);
            }
            Some(Wanted {
                style,
                name,
                text,
                site,
                over,
                free: spot.building.is_none(),
                water: spot.kind == "lake",
            })
        })
        .collect();
    wanted.sort_by_key(|w| w.style.rank);

    let choices: Vec<Vec<(Rect, f64)>> = wanted.iter().map(|w| candidates(w, &obstacles)).collect();
    let cheapest = |i: usize, others: &[Option<Rect>]| {
        choices[i]
            .iter()
            .map(|(r, price)| {
                let clash: f64 = others
                    .iter()
                    .enumerate()
                    .filter(|(j, _)| *j != i)
                    .filter_map(|(_, o)| *o)
                    .map(|o| if o.grown(2.0).overlap(*r) > 0.0 { 1000.0 } else { 0.0 })
                    .sum();
                (*r, price + clash)
            })
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(r, _)| r)
    };
    let mut chosen: Vec<Option<Rect>> = vec![None; wanted.len()];
    // First in order of rank, then each again, now that all the others stand.
    for _ in 0..4 {
        for i in 0..wanted.len() {
            chosen[i] = cheapest(i, &chosen);
        }
    }
    wanted
        .into_iter()
        .zip(chosen)
        .filter_map(|(w, bounds)| {
            let bounds = bounds?;
            Some(PlaceLabel {
                at: pt(bounds.centre().x, bounds.y1 - w.style.size * 0.24),
                name: w.name.into(),
                text: w.text,
                style: w.style,
                water: w.water,
                bounds,
            })
        })
        .collect()
}

/// How wide a name is as it is set: capitals are spaced.
fn set_width(text: &str, style: &NameStyle) -> f64 {
    let spacing = if style.capitals { style.size * 0.06 } else { 0.0 };
    width(text, style.size, style.bold) + spacing * text.chars().count() as f64
}

/// Boxes around a site where its name could stand, with their prices.
fn candidates(wanted: &Wanted, obstacles: &Obstacles) -> Vec<(Rect, f64)> {
    let Wanted { style, text, site, .. } = wanted;
    let w = set_width(text, style);
    let h = style.size * 0.98;
    if wanted.over {
        return vec![(Rect::centred(site.at, w, h), 0.0)];
    }
    let around = site.bounds().grown(w + 60.0);
    let obstacles = &obstacles.within(around);
    let mut out = Vec::new();
    // What is not built has its name on it: a lake, a hill.
    if wanted.free {
        let r = Rect::centred(site.at, w, h);
        out.push((r, obstacles.price(r) - 2.0));
    }
    for (ring, gap) in [5.0, 13.0, 23.0, 36.0].into_iter().enumerate() {
        let gap = gap + style.size * 0.12;
        let dx = site.half.x + gap + w / 2.0;
        let dy = site.half.y + gap * 0.8 + h / 2.0;
        let places = [
            (0.0, dy, 0.0),
            (dx, 0.0, 1.0),
            (-dx, 0.0, 1.4),
            (0.0, -dy, 1.6),
            (dx * 0.72, dy * 0.8, 1.8),
            (-dx * 0.72, dy * 0.8, 2.0),
            (dx * 0.72, -dy * 0.8, 2.2),
            (-dx * 0.72, -dy * 0.8, 2.4),
            (w * 0.3, dy, 0.8),
            (-w * 0.3, dy, 0.9),
            (w * 0.3, -dy, 2.0),
            (-w * 0.3, -dy, 2.1),
            (dx, h * 0.8, 1.3),
            (-dx, h * 0.8, 1.6),
            (dx, -h * 0.8, 1.5),
            (-dx, -h * 0.8, 1.8),
        ];
        for (x, y, taste) in places {
            let r = Rect::centred(site.at + pt(x, y), w, h);
            let price = obstacles.price(r) + taste + 3.5 * ring as f64;
            out.push((r, price));
        }
    }
    out
}

fn obstacles(sheet: &Sheet, net: &Network, sites: &[Site], numbers: bool) -> Obstacles {
    let mut points = Vec::new();
    for road in &net.roads {
        let weight = if road.style.width > 8.0 { 5.0 } else { 3.0 };
        points.extend(walk(&road.line, 9.0).into_iter().map(|(p, _)| (p, weight)));
    }
    for stream in &net.streams {
        points.extend(walk(&stream.line, 9.0).into_iter().map(|(p, _)| (p, 4.0)));
    }
    for river in &net.rivers {
        for off in [-0.4, 0.0, 0.4] {
            let line = offset(&river.line, off * river.width);
            points.extend(walk(&line, 14.0).into_iter().map(|(p, _)| (p, 5.0)));
        }
    }
    let mut boxes: Vec<(Rect, f64)> = sheet
        .spots
        .iter()
        .zip(sites)
        .filter(|(spot, _)| spot.building.is_some())
        .map(|(_, site)| (site.bounds().grown(1.0), 14.0))
        .collect();
    if numbers {
        boxes.extend(
            sheet.cells.iter().filter(|c| c.kind == Kind::Listed).map(|c| (number_box(c.centre), 0.7)),
        );
    }
    Obstacles { points, boxes, frame: sheet.frame.grown(-4.0) }
}

/// Where a hex's number stands: below its upper side or corner.
pub fn number_box(centre: Pt) -> Rect {
    Rect::centred(centre + pt(0.0, -INNER + 10.0), 27.0, 12.0)
}

/// Names along rivers, streams and roads.
pub fn lines(sheet: &Sheet, net: &Network, sites: &[Site], places: &[PlaceLabel]) -> Vec<LineLabel> {
    let mut taken: Vec<Rect> = places.iter().map(|l| l.bounds.grown(4.0)).collect();
    taken.extend(
        sheet
            .spots
            .iter()
            .zip(sites)
            .filter(|(s, _)| s.building.is_some())
            .map(|(_, s)| s.bounds().grown(3.0)),
    );
    taken.extend(net.crossings.iter().map(|c| Rect::centred(c.at, c.span + 10.0, c.span + 10.0)));
    let mut out = Vec::new();
    for river in &net.rivers {
        // In the stream; across all its threads where it has many.
        let (line, size, bold, every) = match &river.bed {
            Some(bed) => (&bed.middle, 46.0, false, 1900.0),
            None => (&river.line, river.width * 0.66, true, 950.0),
        };
        let course = Course {
            text: river.name.to_uppercase(),
            line,
            size,
            spacing: size * 0.55,
            offsets: &[0.0],
            every,
            bold,
            water: true,
            lanes: false,
        };
        course.set(sheet, net, &mut taken, &mut out);
    }
    for stream in net.streams.iter().filter(|s| !s.style.wall) {
        let near = stream.style.width / 2.0 + 6.0;
        let course = Course {
            text: stream.name.clone(),
            line: &stream.line,
            size: 25.0,
            spacing: 3.4,
            offsets: &[-near, near],
            every: 800.0,
            bold: false,
            water: true,
            lanes: true,
        };
        course.set(sheet, net, &mut taken, &mut out);
    }
    for road in net.roads.iter().rev() {
        if road.hexes < 8 && road.style.width < 8.0 {
            continue;
        }
        let trees = if road.style.trees && sheet.detail { 8.0 } else { 0.0 };
        let near = road.style.width / 2.0 + 3.5 + trees;
        let course = Course {
            text: road.name.clone(),
            line: &road.line,
            size: 18.5,
            spacing: 2.4,
            offsets: &[-near, near],
            every: f64::MAX,
            bold: false,
            water: false,
            lanes: true,
        };
        course.set(sheet, net, &mut taken, &mut out);
    }
    out
}

/// A name to be set along a line, once or every so often.
struct Course<'a> {
    text: String,
    line: &'a [Pt],
    size: f64,
    spacing: f64,
    /// Distances from the line at which the text may stand: negative is above.
    offsets: &'a [f64],
    every: f64,
    bold: bool,
    water: bool,
    /// Whether other lines must be kept clear of.
    lanes: bool,
}

impl Course<'_> {
    fn set(&self, sheet: &Sheet, net: &Network, taken: &mut Vec<Rect>, out: &mut Vec<LineLabel>) {
        if self.text.is_empty() {
            return;
        }
        let letters = self.text.chars().count() as f64;
        let text = width(&self.text, self.size, self.bold) + letters * self.spacing;
        let long = text * 1.25 + 24.0;
        let whole = length(self.line);
        if whole < long * 1.25 {
            return;
        }
        let times = (whole / self.every).round().clamp(1.0, 6.0) as usize;
        for k in 0..times {
            let from = whole * k as f64 / times as f64;
            let to = whole * (k + 1) as f64 / times as f64;
            let mut best: Option<(f64, Vec<Pt>)> = None;
            let mut s = from;
            while s + long < to {
                for &off in self.offsets {
                    let path = self.stretch(s, s + long, off);
                    let middle = (s + long / 2.0 - (from + to) / 2.0).abs() / (to - from);
                    // On the inside of a bend the base line may be too short for the text.
                    if length(&path) < text * 1.08 {
                        continue;
                    }
                    let price = self.price(sheet, net, &path, taken) + 6.0 * middle;
                    if best.as_ref().is_none_or(|(b, _)| price < *b) {
                        best = Some((price, path));
                    }
                }
                s += 14.0;
            }
            // Better no name than one that cannot be read.
            if let Some((_, path)) = best.filter(|(price, _)| *price < 60.0) {
                for (p, _) in walk(&path, self.size) {
                    taken.push(Rect::centred(p, self.size * 1.2, self.size * 1.2));
                }
                out.push(LineLabel {
                    text: self.text.clone(),
                    size: self.size,
                    spacing: self.spacing,
                    bold: self.bold,
                    water: self.water,
                    path,
                });
            }
        }
    }

    /// The base line of the text along a stretch, running so that it reads from left to right.
    fn stretch(&self, from: f64, to: f64, off: f64) -> Vec<Pt> {
        let mut part = slice(self.line, from, to);
        let (a, b) = (part[0], part[part.len() - 1]);
        if b.x < a.x - 8.0 || ((b.x - a.x).abs() <= 8.0 && b.y < a.y) {
            part.reverse();
        }
        // The base line of letters that sit in the line lies a third of their height below it.
        let shift = match off {
            0.0 => self.size * 0.34,
            o if o < 0.0 => o,
            o => o + self.size * 0.68,
        };
        let calm: Vec<Pt> = walk(&offset(&part, shift), 10.0).into_iter().map(|x| x.0).collect();
        thin(&relax(&calm, |_| false, 12, 9.0), 3)
    }

    fn price(&self, sheet: &Sheet, net: &Network, path: &[Pt], taken: &[Rect]) -> f64 {
        if path.len() < 3 {
            return f64::MAX;
        }
        let mut price = 0.0;
        let steps = walk(path, 12.0);
        for w in steps.windows(2) {
            price += 22.0 * w[0].1.cross(w[1].1).abs();
        }
        for (p, t) in &steps {
            let body = *p - t.perp() * (self.size * 0.33);
            if !sheet.frame.grown(-14.0).contains(body) {
                price += 40.0;
            }
            price += 25.0 * taken.iter().filter(|r| r.contains(body)).count() as f64;
            if self.lanes {
                let gap = net.by_road.gap(body).min(net.by_water.gap(body));
                if gap < self.size * 0.42 {
                    price += 9.0;
                }
            }
            // Steep text is hard to read.
            price += 1.2 * t.y.abs().powi(2);
        }
        let middle = at(path, length(path) / 2.0).0;
        if sheet.cell_at(middle).is_none_or(|c| sheet.cells[c].kind != Kind::Listed) {
            price += SIZE;
        }
        price
    }
}
