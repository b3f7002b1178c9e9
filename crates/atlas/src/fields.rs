//! The patchwork of fields: parcels cut from a gently warped sheet, washed in a few colours, with
//! furrows, rows of vines and lines of mulberries. Decoration, without effect in any game.

use crate::geom::{Pt, at, chance, chord, hash, length, noise, pt, slice};
use crate::network::Network;
use crate::sheet::{Kind, Sheet};
use crate::style::{Ground, Palette};
use crate::svg::{Path, Svg, num, put};

/// The crop that a feature of a hex names.
pub fn crop(feature: &str) -> Option<usize> {
    Some(match feature {
        "wheat" => WHEAT,
        "meadow" => MEADOW,
        "provender" => MAIZE,
        _ => return None,
    })
}

const WHEAT: usize = 0;
const MAIZE: usize = 1;
const MEADOW: usize = 2;
const PASTURE: usize = 3;
const FALLOW: usize = 4;
const VINES: usize = 5;

/// Washes come in a few strengths, as if laid on with more or less water.
const STRENGTHS: [f64; 3] = [0.36, 0.52, 0.7];

#[derive(Default)]
struct Drawn {
    washes: [[Path; 3]; 6],
    furrows: Path,
    rows: Path,
    hedges: Path,
    ditches: Path,
    tufts: Path,
}

struct Plan<'a> {
    sheet: &'a Sheet,
    centre: Pt,
    axis: Pt,
    /// The map tells close country from open: no vines in the open.
    close: bool,
    drawn: Drawn,
}

/// A piece of the plan: a rectangle before it is warped.
#[derive(Clone, Copy)]
struct Parcel {
    u0: f64,
    v0: f64,
    u1: f64,
    v1: f64,
}

pub fn draw(svg: &mut Svg, sheet: &Sheet, net: &Network, palette: &Palette) {
    if !sheet.detail {
        return;
    }
    let frame = sheet.frame;
    let reach = pt(frame.width(), frame.height()).len() / 2.0 + 90.0;
    let close = sheet.cells.iter().any(|c| c.ground == Ground::Vines);
    let (centre, axis) = (frame.centre(), main_direction(net));
    let mut plan = Plan { sheet, centre, axis, close, drawn: Drawn::default() };
    let all = Parcel { u0: -reach, v0: -reach, u1: reach, v1: reach };
    plan.divide(all, frame.centre());
    let d = plan.drawn;
    for (colour, strengths) in palette.fields.iter().zip(&d.washes) {
        for (wash, strength) in strengths.iter().zip(STRENGTHS) {
            svg.path(wash, &format!("fill=\"{colour}\" stroke=\"{colour}\" fill-opacity=\"{strength}\""));
        }
    }
    blooms(svg, sheet, palette);
    svg.line(&d.furrows, palette.furrow, 0.6, "stroke-opacity=\"0.34\"");
    svg.line(&d.ditches, palette.hedge, 0.9, "stroke-opacity=\"0.4\"");
    svg.line(&d.rows, palette.hedge, 2.6, "stroke-opacity=\"0.42\" stroke-dasharray=\"0 6.5\"");
    svg.line(&d.tufts, palette.hedge, 0.8, "stroke-opacity=\"0.45\"");
    let beads = "stroke-dasharray=\"0 10 0 9 0 12 0 10.5\"";
    svg.line(
        &d.hedges,
        palette.tree_shadow,
        5.4,
        &format!("stroke-opacity=\"0.22\" transform=\"translate(1.3 1.5)\" {beads}"),
    );
    svg.line(&d.hedges, palette.hedge, 4.8, &format!("stroke-opacity=\"0.62\" {beads}"));
}

/// Large soft blots of colour over the patchwork, as of a wet brush.
fn blooms(svg: &mut Svg, sheet: &Sheet, palette: &Palette) {
    let f = sheet.frame;
    for (name, colour) in [("green", palette.fields[2]), ("warm", palette.fields[0])] {
        put!(
            svg.out,
            "<radialGradient id=\"atlas-bloom-{name}\"><stop offset=\"0\" stop-color=\"{colour}\" \
             stop-opacity=\"0.42\"/><stop offset=\"1\" stop-color=\"{colour}\" stop-opacity=\"0\"/>\
             </radialGradient>\n"
        );
    }
    let count = (f.width() * f.height() / 110_000.0) as i64;
    for k in 0..count {
        let at = pt(f.x0 + f.width() * hash(k, 1, 44), f.y0 + f.height() * hash(k, 2, 44));
        let r = 150.0 + 190.0 * hash(k, 3, 44);
        let name = if hash(k, 4, 44) < 0.6 { "green" } else { "warm" };
        put!(
            svg.out,
            "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" fill=\"url(#atlas-bloom-{name})\"/>\n",
            num(at.x),
            num(at.y),
            num(r),
            num(r * (0.5 + 0.4 * hash(k, 5, 44)))
        );
    }
}

/// Fields follow the longest dead straight road, as they do where surveyors laid out the land.
fn main_direction(net: &Network) -> Pt {
    let mut best = (0.0, Pt::polar(-0.4));
    for road in &net.roads {
        let whole = length(&road.line);
        let mut from = 0.0;
        while from + 200.0 < whole {
            let mut to = from + 200.0;
            let straight = |to: f64| (at(&road.line, to).0 - at(&road.line, from).0).len();
            while to + 60.0 < whole && straight(to + 60.0) > 0.9985 * (to + 60.0 - from) {
                to += 60.0;
            }
            if straight(to) > best.0 && straight(to) > 0.9985 * (to - from) {
                best = (straight(to), (at(&road.line, to).0 - at(&road.line, from).0).unit());
            }
            from += 60.0;
        }
    }
    best.1
}

impl Plan<'_> {
    /// From the plan to the sheet: turned, and bent a little, so that no line is quite straight.
    fn place(&self, u: f64, v: f64) -> Pt {
        let p = self.centre.along(self.axis, u, v);
        p + pt(noise(p, 560.0, 21), noise(p, 560.0, 22)) * 62.0
    }

    fn divide(&mut self, parcel: Parcel, estate: Pt) {
        let Parcel { u0, v0, u1, v1 } = parcel;
        let middle = pt((u0 + u1) / 2.0, (v0 + v1) / 2.0);
        let (w, h) = (u1 - u0, v1 - v0);
        let p = self.place(middle.x, middle.y);
        let reach = pt(w, h).len() / 2.0 + 140.0;
        if !self.sheet.frame.grown(reach).contains(p) {
            return;
        }
        // Neighbouring parcels of one estate often bear the same crop.
        let estate = if w * h > 26_000.0 { p } else { estate };
        let enough = 3000.0 + 8200.0 * chance(middle, 31).powi(2);
        if w * h < enough || w.max(h) < 62.0 {
            self.field(parcel, p, estate);
            return;
        }
        let upright = if (w / h) > 2.1 || (h / w) > 1.5 { w > h } else { chance(middle, 32) < 0.5 };
        let t = 0.37 + 0.26 * chance(middle, 33);
        let cut = if upright { u0 + w * t } else { v0 + h * t };
        self.boundary(parcel, upright, cut);
        let (a, b) = if upright {
            (Parcel { u1: cut, ..parcel }, Parcel { u0: cut, ..parcel })
        } else {
            (Parcel { v1: cut, ..parcel }, Parcel { v0: cut, ..parcel })
        };
        self.divide(a, estate);
        self.divide(b, estate);
    }

    /// Trees or a ditch along the cut between two larger pieces.
    fn boundary(&mut self, of: Parcel, upright: bool, cut: f64) {
        let long = if upright { of.v1 - of.v0 } else { of.u1 - of.u0 };
        if !(110.0..700.0).contains(&long) {
            return;
        }
        let pieces = (long / 40.0).ceil();
        let line: Vec<Pt> = (0..=pieces as usize)
            .map(|k| {
                let t = k as f64 / pieces;
                if upright {
                    self.place(cut, of.v0 + (of.v1 - of.v0) * t)
                } else {
                    self.place(of.u0 + (of.u1 - of.u0) * t, cut)
                }
            })
            .collect();
        // Only the stretches over farmland.
        let whole = length(&line);
        let mut from = 0.0;
        while from < whole {
            let to = (from + 80.0).min(whole);
            let part = slice(&line, from, to);
            let middle = part[part.len() / 2];
            if to - from > 20.0 && self.farmland(middle) {
                let trees = if upright { 0.13 } else { 0.36 };
                match chance(line[0], 41) + 0.25 * noise(middle, 300.0, 42) {
                    c if c < trees => self.drawn.hedges.polyline(&part),
                    c if c < 0.62 => self.drawn.ditches.polyline(&part),
                    _ => {}
                }
            }
            from = to;
        }
    }

    fn farmland(&self, p: Pt) -> bool {
        self.sheet.cell_at(p).is_some_and(|c| {
            matches!(self.sheet.cells[c].ground, Ground::Open | Ground::Ditch | Ground::Vines | Ground::Rice)
        })
    }

    fn field(&mut self, parcel: Parcel, p: Pt, estate: Pt) {
        let Parcel { u0, v0, u1, v1 } = parcel;
        let Some(cell) = self.sheet.cell_at(p) else {
            return;
        };
        let cell = &self.sheet.cells[cell];
        let sown = if chance(p, 49) < 0.55 { estate } else { p };
        let kind = match cell.ground {
            // What the map says is sown in a hex covers most of it.
            Ground::Open | Ground::Ditch => match cell.crop {
                Some(crop) if chance(p, 48) < 0.8 => crop,
                _ => match open_kind(sown, cell.level) {
                    VINES if self.close => MAIZE,
                    kind => kind,
                },
            },
            Ground::Vines => vines_kind(sown),
            _ => return,
        };
        let (um, vm) = ((u0 + u1) / 2.0, (v0 + v1) / 2.0);
        let outline: Vec<Pt> =
            [(u0, v0), (um, v0), (u1, v0), (u1, vm), (u1, v1), (um, v1), (u0, v1), (u0, vm)]
                .iter()
                .map(|&(u, v)| self.place(u, v))
                .map(|q| q - (q - p).unit() * 1.3)
                .collect();
        let strength = (chance(p, 52) * 3.0) as usize;
        self.drawn.washes[kind][strength.min(2)].polygon(&outline);
        let long = if u1 - u0 > v1 - v0 {
            (self.place(u1, vm) - self.place(u0, vm)).unit()
        } else {
            (self.place(um, v1) - self.place(um, v0)).unit()
        };
        let dir = if chance(p, 53) < 0.8 { long } else { long.perp() };
        let ploughed = chance(p, 54);
        match kind {
            WHEAT | MAIZE if ploughed < 0.72 => self.rule(&outline, p, dir, 5.4, false),
            FALLOW if ploughed < 0.4 => self.rule(&outline, p, dir, 8.5, false),
            VINES if cell.kind == Kind::Listed || ploughed < 0.5 => {
                self.rule(&outline, p, dir, 10.5, true);
            }
            MEADOW | PASTURE => self.tufts(&outline, p),
            _ => {}
        }
    }

    /// Parallel lines across a parcel: furrows, or rows of vines.
    fn rule(&mut self, outline: &[Pt], p: Pt, dir: Pt, gap: f64, vines: bool) {
        let across = dir.perp();
        let spread = outline.iter().map(|q| (*q - p).dot(across).abs()).fold(0.0, f64::max);
        let lines = (spread / gap) as i64;
        for k in -lines..=lines {
            let Some((a, b)) = chord(outline, p + across * (k as f64 * gap), dir) else {
                continue;
            };
            let inset = if vines { 5.0 } else { 2.0 };
            if (b - a).len() > 4.0 * inset {
                let (a, b) = (a + dir * inset, b - dir * inset);
                if vines {
                    self.drawn.rows.stroke(a, b);
                } else {
                    self.drawn.furrows.stroke(a, b);
                }
            }
        }
    }

    fn tufts(&mut self, outline: &[Pt], p: Pt) {
        for k in 0..5 {
            let angle = 6.3 * chance(p, 60 + k);
            let q = p + Pt::polar(angle) * (34.0 * chance(p, 70 + k));
            if crate::geom::inside(outline, q) {
                self.drawn.tufts.stroke(q, q + pt(-1.5, -4.0));
                self.drawn.tufts.stroke(q + pt(1.0, 0.0), q + pt(1.5, -4.6));
                self.drawn.tufts.stroke(q + pt(2.0, 0.0), q + pt(4.4, -3.6));
            }
        }
    }
}

/// Wide tracts lean towards one crop; higher ground is drier.
fn open_kind(p: Pt, level: i32) -> usize {
    let tract = noise(p, 420.0, 51);
    let c = chance(p, 50) + 0.22 * tract + 0.06 * f64::from(level);
    match c {
        c if c < 0.16 => MEADOW,
        c if c < 0.34 => PASTURE,
        c if c < 0.52 => MAIZE,
        c if c < 0.62 => VINES,
        c if c < 0.82 => WHEAT,
        _ => FALLOW,
    }
}

fn vines_kind(p: Pt) -> usize {
    match chance(p, 50) {
        c if c < 0.72 => VINES,
        c if c < 0.88 => PASTURE,
        _ => MAIZE,
    }
}
