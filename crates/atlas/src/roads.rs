//! Roads by class, and the bridges and ferries that carry them.

use crate::geom::walk;
use crate::network::{Network, RoadLine};
use crate::sheet::Sheet;
use crate::style::{Palette, RoadKind};
use crate::svg::{Path, Svg};
use crate::water::thin;

pub fn draw(svg: &mut Svg, sheet: &Sheet, net: &Network, palette: &Palette) {
    let scale = if sheet.detail { 1.0 } else { 0.8 };
    let of = |kind: RoadKind| net.roads.iter().filter(move |r| r.style.kind == kind);
    for road in of(RoadKind::Canal) {
        let d = curve(road);
        svg.line(&d, palette.water_edge, road.style.width + 2.0, "");
        svg.line(&d, palette.water, road.style.width, "");
    }
    scenery(svg, net, palette);
    for road in of(RoadKind::Dashed) {
        svg.line(&curve(road), palette.halo, 4.6, "stroke-opacity=\"0.7\"");
        svg.line(&curve(road), palette.road_edge, 1.7, "stroke-dasharray=\"8 5.5\"");
    }
    boats(svg, sheet, net, palette);
    // All edges first, then all roadways: so junctions stay open.
    for kind in [RoadKind::Lane, RoadKind::Chaussee] {
        for road in of(kind) {
            svg.line(&curve(road), palette.road_edge, road.style.width * scale, "");
        }
    }
    for (kind, colour, edge) in
        [(RoadKind::Lane, palette.road_minor, 2.4), (RoadKind::Chaussee, palette.road_major, 3.2)]
    {
        for road in of(kind) {
            svg.line(&curve(road), colour, road.style.width * scale - edge, "");
        }
    }
    for road in of(RoadKind::Chaussee) {
        svg.line(&curve(road), palette.card, 1.4, "stroke-opacity=\"0.5\"");
    }
    let rails = of(RoadKind::Rails).map(|road| &road.line).chain(&net.rails);
    for line in rails {
        let mut d = Path::new();
        d.smooth(&thin(line, 3), false);
        svg.line(&d, palette.ink, 1.5, "");
        let ties = "stroke-dasharray=\"1.4 10\" style=\"stroke-linecap:butt\"";
        svg.line(&d, palette.ink, 7.0, ties);
    }
    bridges(svg, net, palette);
}

fn curve(road: &RoadLine) -> Path {
    let mut d = Path::new();
    d.smooth(&thin(&road.line, 3), false);
    d
}

/// A road over a broad water lies on boats.
fn boats(svg: &mut Svg, sheet: &Sheet, net: &Network, palette: &Palette) {
    let mut hulls = Path::new();
    for road in &net.roads {
        for (p, t) in walk(&road.line, 15.0).into_iter().filter(|(p, _)| net.on_broad(sheet, *p)) {
            let hull = [(-17.0, 0.0), (-9.0, -4.6), (9.0, -4.6), (17.0, 0.0), (9.0, 4.6), (-9.0, 4.6)];
            hulls.polygon(&hull.map(|(u, v)| p.along(t.perp(), u, v)));
        }
    }
    svg.path(&hulls, &format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.4\"", palette.barn, palette.wall));
}

fn scenery(svg: &mut Svg, net: &Network, palette: &Palette) {
    svg.open("opacity=\"0.75\"");
    for (colour, width) in [(palette.road_edge, 8.4), (palette.road_major, 5.6)] {
        for line in &net.scenery {
            let mut d = Path::new();
            d.smooth(&thin(line, 3), false);
            svg.line(&d, colour, width, "");
        }
    }
    svg.close();
}

/// Two parapets with splayed ends; for a ferry, a broken line and a boat.
fn bridges(svg: &mut Svg, net: &Network, palette: &Palette) {
    let (mut deck, mut stone, mut ferry) = (Path::new(), Path::new(), Path::new());
    for mark in &net.crossings {
        let half = mark.span / 2.0;
        if mark.ferry {
            let (a, b) = (mark.at.along(mark.along, -half, 0.0), mark.at.along(mark.along, half, 0.0));
            ferry.stroke(a, b);
            continue;
        }
        let off = mark.road / 2.0 + 1.6;
        deck.polygon(&[
            mark.at.along(mark.along, -half, -off),
            mark.at.along(mark.along, half, -off),
            mark.at.along(mark.along, half, off),
            mark.at.along(mark.along, -half, off),
        ]);
        for side in [-1.0, 1.0] {
            stone.polyline(&[
                mark.at.along(mark.along, -half - 4.0, side * (off + 5.0)),
                mark.at.along(mark.along, -half, side * off),
                mark.at.along(mark.along, half, side * off),
                mark.at.along(mark.along, half + 4.0, side * (off + 5.0)),
            ]);
        }
    }
    svg.fill(&deck, palette.road_minor);
    svg.line(&stone, palette.ink, 2.3, "");
    svg.line(&ferry, palette.ink, 2.0, "stroke-dasharray=\"4 4\"");
}
