//! The sheet itself: paper, hex grid and numbers, the neat line with its scale of kilometres, and
//! what stands in the margin where roads leave the map.

use crate::geom::{Pt, Rect, hash, pt};
use crate::network::Network;
use crate::panels::{Exit, Panels};
use crate::sheet::{INNER, Kind, SIZE, Sheet};
use crate::style::Palette;
use crate::svg::{Path, Svg, escape, num, put};
use crate::text::width;
use hexmap::{Map, Orientation};
use std::collections::BTreeSet;

/// Room around the map for its border and for what the margin says.
pub const MARGIN: f64 = 96.0;

const BAND: f64 = 9.0;

pub fn paper(svg: &mut Svg, view: Rect, sheet: &Sheet, palette: &Palette) {
    svg.out.push_str("<defs>\n");
    put!(
        svg.out,
        "<radialGradient id=\"atlas-stain\"><stop offset=\"0\" stop-color=\"{0}\" \
         stop-opacity=\"0.2\"/><stop offset=\"0.7\" stop-color=\"{0}\" stop-opacity=\"0.08\"/>\
         <stop offset=\"1\" stop-color=\"{0}\" stop-opacity=\"0\"/></radialGradient>\n",
        palette.stain
    );
    put!(
        svg.out,
        "<radialGradient id=\"atlas-age\" r=\"0.75\"><stop offset=\"0.6\" stop-color=\"{0}\" \
         stop-opacity=\"0\"/><stop offset=\"1\" stop-color=\"{0}\" stop-opacity=\"0.35\"/>\
         </radialGradient>\n",
        palette.stain
    );
    svg.out.push_str("<clipPath id=\"atlas-clip\">");
    let mut inner = Path::new();
    inner.rect(sheet.frame);
    svg.path(&inner, "");
    svg.out.push_str("</clipPath>\n</defs>\n");
    svg.layer("paper", "");
    let mut whole = Path::new();
    whole.rect(view);
    svg.fill(&whole, palette.sheet);
    svg.fill(&inner, palette.paper);
    for k in 0..26 {
        let at = pt(view.x0 + view.width() * hash(k, 1, 401), view.y0 + view.height() * hash(k, 2, 401));
        let r = 120.0 + 360.0 * hash(k, 3, 401);
        put!(
            svg.out,
            "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" fill=\"url(#atlas-stain)\"/>\n",
            num(at.x),
            num(at.y),
            num(r),
            num(r * (0.6 + 0.5 * hash(k, 4, 401)))
        );
    }
    svg.fill(&whole, "url(#atlas-age)");
    let mut fibres = Path::new();
    for k in 0..520 {
        let at = pt(view.x0 + view.width() * hash(k, 5, 402), view.y0 + view.height() * hash(k, 6, 402));
        let end = at + Pt::polar(6.3 * hash(k, 7, 402)) * (6.0 + 14.0 * hash(k, 8, 402));
        fibres.stroke(at, end);
    }
    svg.line(&fibres, palette.stain, 0.7, "stroke-opacity=\"0.3\"");
    svg.close();
}

pub fn grid(svg: &mut Svg, sheet: &Sheet, palette: &Palette) {
    let listed = |c: Option<usize>| c.is_some_and(|c| sheet.cells[c].kind == Kind::Listed);
    let mut lines = Path::new();
    for i in 0..sheet.cells.len() {
        if !listed(Some(i)) {
            continue;
        }
        let corners = sheet.corners(i);
        for d in 0..6 {
            let other = sheet.neighbour(i, d);
            // Each side once: by the hex that comes first.
            if !listed(other) || other.is_some_and(|n| n > i) {
                lines.stroke(corners[d], corners[(d + 1) % 6]);
            }
        }
    }
    svg.line(&lines, palette.grid, 1.0, "stroke-opacity=\"0.4\"");
}

pub fn numbers(svg: &mut Svg, map: &Map, sheet: &Sheet, palette: &Palette) {
    let up = match map.orientation() {
        Orientation::FlatTop => INNER - 13.5,
        Orientation::PointyTop => SIZE * 0.6,
    };
    svg.open(&format!(
        "font-size=\"12.5\" text-anchor=\"middle\" fill=\"{}\" fill-opacity=\"0.92\" stroke=\"{}\" \
         stroke-width=\"2.4\" stroke-opacity=\"0.4\" paint-order=\"stroke\"",
        palette.ink_soft, palette.halo
    ));
    for cell in sheet.cells.iter().filter(|c| c.kind == Kind::Listed) {
        let at = cell.centre - pt(0.0, up);
        svg.text(at, "", &cell.number);
    }
    svg.close();
}

/// Hexes where troops come on, edged in gold.
pub fn marks(svg: &mut Svg, map: &Map, sheet: &Sheet, palette: &Palette) {
    let mut hexes = Path::new();
    let entries = map.areas().iter().filter(|a| a.kind == "entry");
    let cells: BTreeSet<usize> =
        entries.filter(|a| a.hexes.len() <= 3).flat_map(|a| a.hexes.iter().map(|h| h.index())).collect();
    for c in cells {
        hexes.polygon(&sheet.corners_at(sheet.cells[c].centre, SIZE - 3.0));
    }
    svg.path(&hexes, &format!("fill=\"{}\" fill-opacity=\"0.16\"", palette.gold));
    svg.line(&hexes, palette.ink, 4.6, "stroke-opacity=\"0.75\"");
    svg.line(&hexes, palette.gold, 2.8, "");
}

pub fn border(svg: &mut Svg, sheet: &Sheet, palette: &Palette) {
    let frame = sheet.frame;
    let mut lines = |r: Rect, w: f64| {
        let mut d = Path::new();
        d.rect(r);
        svg.path(
            &d,
            &format!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"{w}\" stroke-linejoin=\"miter\"",
                palette.ink
            ),
        );
    };
    lines(frame, 2.2);
    lines(frame.grown(BAND), 1.2);
    lines(frame.grown(BAND + 7.0), 4.0);
    lines(frame.grown(BAND + 13.0), 1.0);
    // Half kilometres (or five, on a map of a whole country), black and white by turns.
    let metres = if sheet.detail { 500.0 } else { 5000.0 };
    let step = metres / sheet.hex_m * 2.0 * INNER;
    let mut bars = Path::new();
    let (b, y) = (BAND - 2.6, 1.3);
    for k in 0..=(frame.width() / step) as i64 {
        let x0 = frame.x0 + k as f64 * step;
        let x1 = (x0 + step).min(frame.x1);
        if k % 2 == 0 {
            for top in [frame.y0 - y - b, frame.y1 + y] {
                bars.rect(Rect { x0, y0: top, x1, y1: top + b });
            }
        }
    }
    for k in 0..=(frame.height() / step) as i64 {
        let y0 = frame.y0 + k as f64 * step;
        let y1 = (y0 + step).min(frame.y1);
        if k % 2 == 0 {
            for left in [frame.x0 - y - b, frame.x1 + y] {
                bars.rect(Rect { x0: left, y0, x1: left + b, y1 });
            }
        }
    }
    svg.fill(&bars, palette.ink);
}

/// Which side of the frame, clockwise from the top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Edge {
    Top,
    Right,
    Bottom,
    Left,
}

struct Note<'a> {
    edge: Edge,
    at: Pt,
    text: &'a str,
    arrival: Option<&'a str>,
}

/// "to Brescia", and arrows where troops come on.
pub fn margins(svg: &mut Svg, map: &Map, sheet: &Sheet, net: &Network, panels: &Panels, palette: &Palette) {
    let mut notes: Vec<Note> = panels.exits.iter().filter_map(|exit| note(map, sheet, net, exit)).collect();
    if panels.exits.is_empty() {
        for road in &net.roads {
            for &cell in &road.leaves {
                let (edge, at) = leaving(sheet, net, cell);
                notes.push(Note { edge, at, text: &road.name, arrival: None });
            }
        }
    }
    notes.sort_by(|a, b| {
        let along = |n: &Note| n.at.x + n.at.y;
        a.edge.cmp(&b.edge).then(along(a).total_cmp(&along(b)))
    });
    let mut last: Option<(Edge, f64)> = None;
    for note in notes {
        let level = matches!(note.edge, Edge::Top | Edge::Bottom);
        let place = if level { note.at.x } else { note.at.y };
        let w = width(note.text, 25.0, false) / 2.0;
        let place = match last {
            Some((edge, end)) if edge == note.edge && place - w < end + 16.0 => end + 16.0 + w,
            _ => place,
        };
        last = Some((note.edge, place + w));
        margin_note(svg, sheet.frame, &note, place, palette);
    }
}

fn note<'a>(map: &Map, sheet: &Sheet, net: &Network, exit: &'a Exit) -> Option<Note<'a>> {
    let cell = match map.find(&exit.hex) {
        Some(h) => h.index(),
        None => sheet.cells.iter().position(|c| c.number == exit.hex)?,
    };
    let (edge, at) = leaving(sheet, net, cell);
    Some(Note { edge, at, text: &exit.text, arrival: exit.arrival.as_deref() })
}

/// Where the road of an edge hex meets the frame; without a road, the nearest point of the frame.
fn leaving(sheet: &Sheet, net: &Network, cell: usize) -> (Edge, Pt) {
    let f = sheet.frame;
    let home = sheet.cells[cell].centre;
    let reach = match sheet.cells[cell].kind {
        Kind::Scenery => 6.0 * SIZE,
        _ => 2.2 * SIZE,
    };
    let lines = net.roads.iter().filter(|r| r.leaves.contains(&cell)).map(|r| &r.line).chain(&net.scenery);
    let out = lines
        .flat_map(|line| line.windows(2))
        .filter(|w| f.contains(w[0]) != f.contains(w[1]))
        .map(|w| w[0])
        .filter(|p| (*p - home).len() < reach)
        .min_by(|a, b| (*a - home).len().total_cmp(&(*b - home).len()))
        .unwrap_or(home);
    let sides = [
        (out.y - f.y0, Edge::Top, pt(out.x, f.y0)),
        (f.x1 - out.x, Edge::Right, pt(f.x1, out.y)),
        (f.y1 - out.y, Edge::Bottom, pt(out.x, f.y1)),
        (out.x - f.x0, Edge::Left, pt(f.x0, out.y)),
    ];
    let nearest = sides.iter().min_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map_or((Edge::Top, out), |s| (s.1, s.2))
}

fn margin_note(svg: &mut Svg, frame: Rect, note: &Note, place: f64, palette: &Palette) {
    let out = 40.0;
    let (at, turn) = match note.edge {
        Edge::Top => (pt(place, frame.y0 - out), 0),
        Edge::Bottom => (pt(place, frame.y1 + out + 14.0), 0),
        Edge::Left => (pt(frame.x0 - out, place), -90),
        Edge::Right => (pt(frame.x1 + out, place), 90),
    };
    svg.open(&format!(
        "class=\"exit\" transform=\"translate({} {}) rotate({turn})\" font-size=\"25\" fill=\"{}\"",
        num(at.x),
        num(at.y),
        palette.ink
    ));
    let Some(who) = note.arrival else {
        put!(
            svg.out,
            "<text text-anchor=\"middle\" font-style=\"italic\">{}</text>\n</g>\n",
            escape(note.text)
        );
        return;
    };
    // In the turned frame the map lies below the note, except at the bottom edge.
    let down = if note.edge == Edge::Bottom { -1.0 } else { 1.0 };
    let mut arrow = Path::new();
    let y = if note.edge == Edge::Bottom { -8.0 } else { -6.0 };
    arrow.polygon(
        &[(-8.0, -24.0), (8.0, -24.0), (8.0, 2.0), (19.0, 2.0), (0.0, 23.0), (-19.0, 2.0), (-8.0, 2.0)]
            .map(|(u, v)| pt(u, y + v * down)),
    );
    svg.path(
        &arrow,
        &format!(
            "fill=\"{}\" stroke=\"{}\" stroke-width=\"2\" stroke-linejoin=\"round\"",
            palette.gold, palette.ink
        ),
    );
    put!(
        svg.out,
        "<text x=\"-30\" text-anchor=\"end\" font-weight=\"bold\" letter-spacing=\"1.5\">{}</text>\n\
         <text x=\"30\" font-style=\"italic\">{}</text>\n</g>\n",
        escape(who),
        escape(note.text)
    );
}

/// A rose of eight points; the needle shows where north lies on the sheet.
pub fn compass(svg: &mut Svg, at: Pt, r: f64, north: f64, palette: &Palette) {
    svg.open(&format!(
        "class=\"compass\" transform=\"translate({} {}) rotate({})\"",
        num(at.x),
        num(at.y),
        num(north)
    ));
    let (mut light, mut dark) = (Path::new(), Path::new());
    for k in 0..16 {
        let a = std::f64::consts::TAU * f64::from(k) / 16.0 - std::f64::consts::FRAC_PI_2;
        let far = match k {
            k if k % 4 == 0 => r,
            k if k % 2 == 0 => r * 0.62,
            _ => r * 0.4,
        };
        let tip = Pt::polar(a) * far;
        let root = far * if k % 4 == 0 { 0.17 } else { 0.2 };
        let width = std::f64::consts::FRAC_PI_4 * if k % 4 == 0 { 1.0 } else { 0.6 };
        let (left, right) = (Pt::polar(a - width) * root, Pt::polar(a + width) * root);
        light.polygon(&[pt(0.0, 0.0), left, tip]);
        dark.polygon(&[pt(0.0, 0.0), tip, right]);
    }
    let mut rings = Path::new();
    rings.circle(pt(0.0, 0.0), r * 0.5);
    rings.circle(pt(0.0, 0.0), r * 0.54);
    rings.circle(pt(0.0, 0.0), r * 0.8);
    svg.line(&rings, palette.ink_soft, 0.9, "");
    let edge = format!("stroke=\"{}\" stroke-width=\"0.8\"", palette.ink);
    svg.path(&light, &format!("fill=\"{}\" {edge}", palette.card));
    svg.path(&dark, &format!("fill=\"{}\" {edge}", palette.ink));
    put!(
        svg.out,
        "<text y=\"{}\" text-anchor=\"middle\" font-size=\"{}\" font-weight=\"bold\" fill=\"{}\">N</text>\n",
        num(-r - 8.0),
        num(r * 0.34),
        palette.ink
    );
    svg.close();
}

/// A bar of one kilometre (ten, on a map of a whole country) that starts at `at`, in map units
/// divided by `scale`.
pub fn scale_bar(svg: &mut Svg, at: Pt, sheet: &Sheet, scale: f64, palette: &Palette) {
    let (km, parts) = if sheet.detail { (1.0, 4) } else { (20.0, 4) };
    let long = km * 1000.0 / sheet.hex_m * 2.0 * INNER / scale;
    let mut black = Path::new();
    let mut white = Path::new();
    for k in 0..parts {
        let x0 = at.x + long * f64::from(k) / f64::from(parts);
        let r = Rect { x0, y0: at.y, x1: x0 + long / f64::from(parts), y1: at.y + 8.0 };
        if k % 2 == 0 { &mut black } else { &mut white }.rect(r);
    }
    let edge = format!("stroke=\"{}\" stroke-width=\"1.2\"", palette.ink);
    svg.path(&black, &format!("fill=\"{}\" {edge}", palette.ink));
    svg.path(&white, &format!("fill=\"{}\" {edge}", palette.card));
    let words = if sheet.detail {
        [(0.0, "0".to_string()), (0.5, "500".into()), (1.0, "1000 m".into())]
    } else {
        [(0.0, "0".to_string()), (0.5, "10".into()), (1.0, "20 km".into())]
    };
    for (t, text) in words {
        svg.text(
            at + pt(long * t, 27.0),
            &format!("text-anchor=\"middle\" font-size=\"18\" fill=\"{}\"", palette.ink),
            &text,
        );
    }
}

/// A ruled line with a small lozenge in its middle.
pub fn ornament(svg: &mut Svg, at: Pt, half: f64, palette: &Palette) {
    let mut line = Path::new();
    line.stroke(at - pt(half, 0.0), at - pt(11.0, 0.0));
    line.stroke(at + pt(11.0, 0.0), at + pt(half, 0.0));
    svg.line(&line, palette.gold, 1.3, "");
    let mut mark = Path::new();
    mark.polygon(&[at - pt(6.0, 0.0), at - pt(0.0, 4.0), at + pt(6.0, 0.0), at + pt(0.0, 4.0)]);
    mark.circle(at - pt(half + 4.0, 0.0), 1.8);
    mark.circle(at + pt(half + 4.0, 0.0), 1.8);
    svg.fill(&mark, palette.gold);
}

/// A small flourish in the corners of a box.
pub fn corner_marks(svg: &mut Svg, r: Rect, palette: &Palette) {
    let mut d = Path::new();
    for (corner, sx, sy) in [
        (pt(r.x0, r.y0), 1.0, 1.0),
        (pt(r.x1, r.y0), -1.0, 1.0),
        (pt(r.x1, r.y1), -1.0, -1.0),
        (pt(r.x0, r.y1), 1.0, -1.0),
    ] {
        let p = |x: f64, y: f64| corner + pt(x * sx, y * sy);
        d.smooth(&[p(8.0, 44.0), p(10.0, 22.0), p(22.0, 10.0), p(44.0, 8.0)], false);
        d.smooth(&[p(8.0, 30.0), p(16.0, 16.0), p(30.0, 8.0)], false);
        d.circle(p(13.0, 13.0), 2.2);
    }
    svg.line(&d, palette.gold, 1.3, "");
}
