//! Water: streams along hexsides, rivers with engraved flow lines, lakes with lines along the shore,
//! reeds on the banks, and the haze over ground that is only scenery.

use crate::braids;
use crate::geom::{Pt, chance, offset, pt, walk};
use crate::network::Network;
use crate::sheet::{Kind, Sheet};
use crate::style::{Ground, Palette};
use crate::svg::{Path, Svg};
use crate::works;

pub fn draw(svg: &mut Svg, sheet: &Sheet, net: &Network, palette: &Palette) {
    wet_meadows(svg, sheet, palette);
    haze(svg, sheet, palette);
    braids::draw(svg, sheet, net, palette);
    works::dry_arms(svg, sheet, palette);
    streams(svg, net, palette);
    banks(svg, net, palette);
    surfaces(svg, sheet, net, palette);
    braids::mouths(svg, net, palette);
    rivers(svg, net, palette);
    reeds(svg, sheet, net, palette);
}

/// River hexes are water meadow to their full extent: nobody can stand there.
fn wet_meadows(svg: &mut Svg, sheet: &Sheet, palette: &Palette) {
    let mut area = Path::new();
    for outline in sheet.outlines(|c| c.ground == Ground::River, 5.0, 0.0) {
        area.smooth(&outline, true);
    }
    svg.path(&area, &format!("fill=\"{}\" fill-opacity=\"0.6\"", palette.meadow));
}

/// Scenery is paler than the ground in play.
fn haze(svg: &mut Svg, sheet: &Sheet, palette: &Palette) {
    if !sheet.cells.iter().any(|c| c.kind != Kind::Ghost && c.scenery) {
        return;
    }
    let mut area = Path::new();
    for outline in sheet.outlines(|c| c.scenery, 4.0, 2.0) {
        area.smooth(&outline, true);
    }
    svg.path(&area, &format!("fill=\"{}\" fill-opacity=\"0.62\"", palette.paper));
}

fn streams(svg: &mut Svg, net: &Network, palette: &Palette) {
    for (extra, colour, share) in
        [(2.2, palette.water_edge, 1.0), (0.0, palette.water, 1.0), (0.0, palette.water_light, 0.35)]
    {
        for stream in net.streams.iter().filter(|s| !s.style.wall) {
            let mut d = Path::new();
            d.smooth(&thin(&stream.line, 3), false);
            svg.line(&d, colour, stream.style.width * share + extra, "");
        }
    }
}

/// Lakes and rivers broader than one hex.
fn surfaces(svg: &mut Svg, sheet: &Sheet, net: &Network, palette: &Palette) {
    let mut area = Path::new();
    let broad: Vec<Pt> =
        net.broad.iter().map(|&c| &sheet.cells[c]).filter(|c| !c.braided).map(|c| c.centre).collect();
    let is_broad = |p: Pt| broad.iter().any(|q| (*q - p).len() < 150.0);
    let wet = |c: &crate::sheet::Cell| {
        c.ground == Ground::Lake || (c.ground == Ground::River && !c.braided && is_broad(c.centre))
    };
    for outline in sheet.outlines(wet, 7.0, -4.0) {
        area.smooth(&outline, true);
    }
    if area.is_empty() {
        return;
    }
    svg.out.push_str("<clipPath id=\"atlas-shore\">");
    svg.path(&area, "clip-rule=\"evenodd\"");
    svg.out.push_str("</clipPath>\n");
    svg.fill(&area, palette.water);
    svg.open("clip-path=\"url(#atlas-shore)\" fill=\"none\"");
    // Nested strokes leave a fine line at each distance from the shore.
    for (k, far) in [34.0, 25.0, 17.0, 10.5, 5.5].into_iter().enumerate() {
        let opacity = 0.18 + 0.1 * k as f64;
        svg.line(&area, palette.water_edge, 2.0 * far + 1.4, &format!("stroke-opacity=\"{opacity}\""));
        svg.line(&area, palette.water, 2.0 * far, "");
    }
    svg.close();
    svg.line(&area, palette.water_edge, 1.8, "");
}

/// The banks of rivers, below the lakes: where a river leaves a lake there is no line between them.
fn banks(svg: &mut Svg, net: &Network, palette: &Palette) {
    for river in net.rivers.iter().filter(|river| river.bed.is_none()) {
        let mut d = Path::new();
        d.smooth(&thin(&river.line, 3), false);
        svg.line(&d, palette.meadow, river.width + 13.0, "stroke-opacity=\"0.5\"");
        svg.line(&d, palette.water_edge, river.width + 2.6, "");
    }
}

fn rivers(svg: &mut Svg, net: &Network, palette: &Palette) {
    for river in net.rivers.iter().filter(|river| river.bed.is_none()) {
        let mut d = Path::new();
        d.smooth(&thin(&river.line, 3), false);
        let w = river.width;
        svg.line(&d, palette.water, w, "");
        svg.line(&d, palette.water_light, w * 0.4, "stroke-opacity=\"0.55\"");
        for (share, opacity) in [(0.41, 0.6), (0.31, 0.42), (0.2, 0.28)] {
            let mut lines = Path::new();
            for side in [-1.0, 1.0] {
                lines.smooth(&thin(&offset(&river.line, side * share * w), 4), false);
            }
            svg.line(&lines, palette.water_edge, 0.8, &format!("stroke-opacity=\"{opacity}\""));
        }
        // The current: broken threads down the middle.
        let mut threads = Path::new();
        for (k, share) in [-0.09, 0.02, 0.11].into_iter().enumerate() {
            let line = offset(&river.line, share * w);
            for (p, t) in walk(&line, 46.0) {
                if chance(p, 110 + k as u64) < 0.5 {
                    let long = 9.0 + 12.0 * chance(p, 113);
                    threads.stroke(p, p + t * long);
                }
            }
        }
        svg.line(&threads, palette.card, 1.0, "stroke-opacity=\"0.75\"");
    }
}

fn reeds(svg: &mut Svg, sheet: &Sheet, net: &Network, palette: &Palette) {
    if !sheet.detail {
        return;
    }
    let (mut blades, mut pools) = (Path::new(), Path::new());
    for river in net.rivers.iter().filter(|river| river.bed.is_none()) {
        for (k, (p, t)) in walk(&river.line, 17.0).into_iter().enumerate() {
            let side = if k % 2 == 0 { 1.0 } else { -1.0 };
            let q = p + t.perp() * (side * (river.width / 2.0 + 7.0 + 16.0 * chance(p, 121)));
            let on_road = net.by_road.gap(q) < 9.0;
            if chance(p, 122) < 0.62 && !on_road && net.by_water.gap(q) > 3.0 {
                reed(q, &mut blades, &mut pools);
            }
        }
    }
    for cell in sheet.cells.iter().filter(|c| c.ground == Ground::Marsh) {
        for k in 0..9 {
            let r = 48.0 * chance(cell.centre, 130 + k).sqrt();
            let q = cell.centre + Pt::polar(6.3 * chance(cell.centre, 140 + k)) * r;
            reed(q, &mut blades, &mut pools);
        }
    }
    svg.line(&pools, palette.water_edge, 0.9, "stroke-opacity=\"0.7\"");
    svg.line(&blades, palette.tree_shadow, 0.9, "stroke-opacity=\"0.8\"");
}

fn reed(q: Pt, blades: &mut Path, pools: &mut Path) {
    pools.stroke(q + pt(-5.0, 0.6), q + pt(5.5, 0.6));
    blades.stroke(q, q + pt(-2.6, -6.0));
    blades.stroke(q + pt(0.8, 0.0), q + pt(1.0, -8.0));
    blades.stroke(q + pt(1.6, 0.0), q + pt(4.4, -5.6));
}

/// Every nth point of a dense line, with both ends: enough for a smooth curve.
pub fn thin(line: &[Pt], n: usize) -> Vec<Pt> {
    let last = line.len().saturating_sub(1);
    line.iter().enumerate().filter(|(i, _)| i % n == 0 || *i == last).map(|(_, p)| *p).collect()
}
