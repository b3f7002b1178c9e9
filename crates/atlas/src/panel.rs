//! The panel beside the map: title, compass and scale, key, tracks.

use crate::buildings;
use crate::frame::{compass, corner_marks, ornament, scale_bar};
use crate::geom::{Pt, Rect, pt};
use crate::panels::{KeyEntry, Panels, Sample, Tone, Track};
use crate::ramparts;
use crate::relief;
use crate::sheet::{SIZE, Sheet};
use crate::style::{self, Building, Crossing, Ground, Palette, RoadKind};
use crate::svg::{Path, Svg, escape, num, put, two};
use crate::text::width;
use crate::woods::Trees;
use crate::works;

/// Width of the panel before it is scaled to the height of the map.
const WIDTH: f64 = 640.0;
const INNER: f64 = 540.0;
const GAP: f64 = 40.0;
/// Between two boxes of a track.
const BETWEEN: f64 = 8.0;

/// Where the panel stands.
pub struct Layout {
    pub bounds: Rect,
    scale: f64,
    spare: f64,
}

enum Block<'a> {
    Title,
    Subtitle,
    Orientation,
    Key,
    Notes,
    Track(&'a Track),
}

/// The panel's place to the right of the frame, or nothing if there is nothing to show.
pub fn layout(sheet: &Sheet, panels: &Panels) -> Option<Layout> {
    let blocks = blocks(panels);
    // The title and the compass alone would say nothing.
    if panels.title.is_empty() && blocks.len() <= 2 {
        return None;
    }
    let heights: f64 = blocks.iter().map(|b| height(b, panels)).sum();
    let rules = (blocks.len() - 1) as f64;
    let frame = sheet.frame.grown(22.0);
    let need = heights + rules * GAP + 90.0;
    let scale = (frame.height() / need).clamp(0.4, 1.7);
    let spare = ((frame.height() / scale - need) / rules.max(1.0)).clamp(0.0, 60.0);
    let x0 = frame.x1 + crate::frame::MARGIN - 16.0;
    Some(Layout {
        bounds: Rect {
            x0,
            y0: frame.y0,
            x1: x0 + WIDTH * scale,
            y1: frame.y1.min(frame.y0 + (need + spare * rules) * scale + 1.0),
        },
        scale,
        spare,
    })
}

fn blocks(panels: &Panels) -> Vec<Block<'_>> {
    let mut out = vec![Block::Title];
    if !panels.subtitle.is_empty() {
        out.push(Block::Subtitle);
    }
    out.push(Block::Orientation);
    if !panels.key.is_empty() {
        out.push(Block::Key);
    }
    if !panels.notes.is_empty() {
        out.push(Block::Notes);
    }
    out.extend(panels.tracks.iter().map(Block::Track));
    out
}

fn height(block: &Block, panels: &Panels) -> f64 {
    match block {
        Block::Title => 132.0,
        Block::Subtitle => panels.subtitle.len() as f64 * 30.0,
        Block::Orientation => 150.0,
        Block::Key => 44.0 + panels.key.len().div_ceil(2) as f64 * 74.0,
        Block::Notes => panels.notes.len() as f64 * 24.0,
        Block::Track(t) => {
            let note = if t.note.is_empty() { 0.0 } else { 28.0 };
            40.0 + rows(t) as f64 * (box_height(t) + BETWEEN) + note
        }
    }
}

fn rows(t: &Track) -> usize {
    t.boxes.len().div_ceil(t.columns.max(1))
}

fn box_height(t: &Track) -> f64 {
    if t.boxes.iter().any(|b| !b.small.is_empty()) { 74.0 } else { 56.0 }
}

pub fn draw(svg: &mut Svg, sheet: &Sheet, panels: &Panels, layout: &Layout, palette: &Palette) {
    let b = layout.bounds;
    let mut outer = Path::new();
    outer.rect(b);
    svg.path(&outer, &format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"4\"", palette.panel, palette.ink));
    let mut inner = Path::new();
    inner.rect(b.grown(-9.0));
    svg.path(&inner, &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.2\"", palette.ink));
    corner_marks(svg, b.grown(-12.0), palette);
    svg.open(&format!(
        "transform=\"translate({} {}) scale({:.4})\" fill=\"{}\"",
        num(b.x0),
        num(b.y0),
        layout.scale,
        palette.ink
    ));
    for (block, y) in placed(panels, layout) {
        let quiet = matches!(block, Block::Title | Block::Notes);
        if !quiet {
            ornament(svg, pt(WIDTH / 2.0, y - (GAP + layout.spare) / 2.0 - 2.0), INNER * 0.42, palette);
        }
        match block {
            Block::Title => title(svg, panels, y),
            Block::Subtitle => lines(svg, &panels.subtitle, y, 30.0, 26.5),
            Block::Orientation => orientation(svg, sheet, panels, y, layout.scale, palette),
            Block::Key => key(svg, sheet, panels, y, palette),
            Block::Notes => lines(svg, &panels.notes, y, 24.0, 20.0),
            Block::Track(t) => track(svg, t, y, palette),
        }
    }
    svg.close();
}

/// The blocks from the top down, each with its upper edge.
fn placed<'a>(panels: &'a Panels, layout: &Layout) -> Vec<(Block<'a>, f64)> {
    let mut y = 45.0;
    let place = |block| {
        let top = y;
        y += height(&block, panels) + GAP + layout.spare;
        (block, top)
    };
    blocks(panels).into_iter().map(place).collect()
}

/// The tracks with their boxes as they stand on the sheet.
pub fn spaces<'a>(panels: &'a Panels, layout: &Layout) -> Vec<(&'a Track, Vec<Rect>)> {
    let Layout { bounds, scale, .. } = *layout;
    let on_sheet = |r: Rect| Rect {
        x0: bounds.x0 + r.x0 * scale,
        y0: bounds.y0 + r.y0 * scale,
        x1: bounds.x0 + r.x1 * scale,
        y1: bounds.y0 + r.y1 * scale,
    };
    let of = |(block, y)| match block {
        Block::Track(t) => Some((t, (0..t.boxes.len()).map(|i| on_sheet(space(t, y, i))).collect())),
        _ => None,
    };
    placed(panels, layout).into_iter().filter_map(of).collect()
}

/// A box of a track whose upper edge is at `y`.
fn space(t: &Track, y: f64, i: usize) -> Rect {
    let columns = t.columns.max(1);
    let w = (INNER - BETWEEN * (columns - 1) as f64) / columns as f64;
    let h = box_height(t);
    let x0 = (WIDTH - INNER) / 2.0 + (w + BETWEEN) * (i % columns) as f64;
    let y0 = y + 36.0 + (h + BETWEEN) * (i / columns) as f64;
    Rect { x0, y0, x1: x0 + w, y1: y0 + h }
}

fn title(svg: &mut Svg, panels: &Panels, y: f64) {
    let text = panels.title.to_uppercase();
    let spacing = 0.1;
    let letters = text.chars().count() as f64;
    let wide = width(&text, 1.0, true) + letters * spacing;
    let size = (INNER / wide).min(92.0);
    put!(
        svg.out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"{}\" font-weight=\"bold\" \
         letter-spacing=\"{}\">{}</text>\n",
        num(WIDTH / 2.0 + size * spacing / 2.0),
        num(y + 74.0),
        num(size),
        num(size * spacing),
        escape(&text)
    );
    put!(
        svg.out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"40\" letter-spacing=\"2\">{}</text>\n",
        num(WIDTH / 2.0),
        num(y + 124.0),
        escape(&panels.date)
    );
}

/// Centred lines, the first in italics; longer ones are set smaller.
fn lines(svg: &mut Svg, texts: &[String], y: f64, step: f64, size: f64) {
    for (i, text) in texts.iter().enumerate() {
        let fit = size.min(INNER / width(text, 1.0, false).max(0.1));
        let slant = if i == 0 || size < 20.0 { "italic" } else { "normal" };
        put!(
            svg.out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"{}\" font-style=\"{slant}\">{}</text>\n",
            num(WIDTH / 2.0),
            num(y + step * (i as f64 + 0.75)),
            num(fit),
            escape(text)
        );
    }
}

fn orientation(svg: &mut Svg, sheet: &Sheet, panels: &Panels, y: f64, scale: f64, palette: &Palette) {
    compass(svg, pt(140.0, y + 84.0), 62.0, sheet.north, palette);
    for (i, text) in panels.scale.iter().enumerate() {
        svg.text(
            pt(414.0, y + 38.0 + 27.0 * i as f64),
            "text-anchor=\"middle\" font-size=\"23.5\" font-style=\"italic\"",
            text,
        );
    }
    let long = 2.0 * crate::sheet::INNER / sheet.hex_m * if sheet.detail { 1e3 } else { 2e4 } / scale;
    scale_bar(svg, pt(414.0 - long / 2.0, y + 98.0), sheet, scale, palette);
}

fn heading(svg: &mut Svg, text: &str, y: f64) {
    svg.text(
        pt(WIDTH / 2.0, y + 20.0),
        "text-anchor=\"middle\" font-size=\"26\" font-weight=\"bold\" letter-spacing=\"3\"",
        &text.to_uppercase(),
    );
}

fn key(svg: &mut Svg, sheet: &Sheet, panels: &Panels, y: f64, palette: &Palette) {
    heading(svg, &panels.key_title, y);
    let rows = panels.key.len().div_ceil(2);
    for (i, entry) in panels.key.iter().enumerate() {
        let at = pt(if i < rows { 92.0 } else { 372.0 }, y + 44.0 + 74.0 * (i % rows) as f64 + 37.0);
        sample(svg, sheet, entry, at, palette);
        svg.text(at + pt(54.0, 7.0), "font-size=\"25.5\"", &entry.label);
    }
}

/// A hex of the map, at just over half its size, that holds what the entry is about.
fn sample(svg: &mut Svg, sheet: &Sheet, entry: &KeyEntry, at: Pt, palette: &Palette) {
    svg.open(&format!("class=\"key\" transform=\"translate({} {}) scale(0.62)\"", num(at.x), num(at.y)));
    let mut hex = Path::new();
    hex.polygon(&sheet.corners_at(pt(0.0, 0.0), SIZE));
    let ground = match &entry.sample {
        Sample::Terrain(id) => style::ground(id),
        _ => Ground::Open,
    };
    svg.fill(&hex, palette.paper);
    svg.path(&hex, &format!("fill=\"{}\" fill-opacity=\"0.85\"", tint(ground, palette)));
    match &entry.sample {
        Sample::Terrain(id) => terrain_sample(svg, id, ground, palette),
        Sample::Side(id) => side_sample(svg, sheet, id, palette),
        Sample::Road(id) => road_sample(svg, id, palette),
    }
    svg.line(&hex, palette.ink, 2.0, "stroke-opacity=\"0.8\"");
    svg.close();
}

fn tint(ground: Ground, palette: &Palette) -> &'static str {
    match ground {
        Ground::Open | Ground::Ditch => palette.fields[3],
        Ground::Vines => palette.fields[5],
        Ground::Wood => palette.wood,
        Ground::Marsh => palette.marsh,
        Ground::Rice => palette.rice,
        Ground::Hills => palette.heights[0],
        Ground::Mountains => palette.heights[2],
        Ground::River | Ground::Lake => palette.water,
    }
}

fn terrain_sample(svg: &mut Svg, id: &str, ground: Ground, palette: &Palette) {
    if let Some(building) = style::building(id) {
        match building {
            Building::Trench => works::sample(svg, false, palette),
            building => buildings::sample(svg, building, palette),
        }
        return;
    }
    match ground {
        Ground::Wood => {
            let mut trees = Trees::default();
            for (x, y) in
                [(-26, -12), (-10, -22), (8, -16), (25, -10), (-20, 6), (-2, 2), (16, 8), (-8, 20), (10, 24)]
            {
                trees.plant(pt(x.into(), y.into()), 2);
            }
            trees.draw(svg, palette);
        }
        Ground::River | Ground::Lake => {
            let mut waves = Path::new();
            for k in -2..=2 {
                let y = f64::from(k) * 15.0;
                let w = 36.0 - f64::from(k).abs() * 5.0;
                waves.smooth(
                    &[pt(-w, y), pt(-w / 2.0, y - 3.0), pt(0.0, y), pt(w / 2.0, y + 3.0), pt(w, y)],
                    false,
                );
            }
            svg.line(&waves, palette.water_edge, 1.6, "stroke-opacity=\"0.6\"");
        }
        Ground::Ditch => works::sample(svg, true, palette),
        Ground::Vines | Ground::Rice | Ground::Open => {
            let mut rows = Path::new();
            for k in -3..=3 {
                let y = f64::from(k) * 11.0;
                let w = 40.0 - f64::from(k).abs() * 5.0;
                rows.stroke(pt(-w, y + w * 0.2), pt(w, y - w * 0.2));
            }
            let (colour, thick, dash) = match ground {
                Ground::Vines => (palette.hedge, 4.0, "stroke-dasharray=\"0 8\""),
                _ => (palette.furrow, 1.0, ""),
            };
            svg.line(&rows, colour, thick, &format!("stroke-opacity=\"0.45\" {dash}"));
        }
        _ => {}
    }
}

fn side_sample(svg: &mut Svg, sheet: &Sheet, id: &str, palette: &Palette) {
    if id.starts_with("slope") {
        relief::sample(svg, palette);
        return;
    }
    let Some(side) = style::side(id) else {
        return;
    };
    let mut d = Path::new();
    d.smooth(&[pt(-52.0, 8.0), pt(-24.0, -4.0), pt(4.0, 6.0), pt(28.0, -6.0), pt(52.0, -8.0)], false);
    if side.wall && !sheet.bastioned.is_empty() {
        ramparts::sample(svg, palette);
        return;
    }
    if side.wall {
        svg.line(&d, palette.wall, side.width, "");
        return;
    }
    svg.line(&d, palette.water_edge, side.width + 4.2, "");
    svg.line(&d, palette.water, side.width + 2.0, "");
    if side.crossing == Crossing::Bridge {
        let mut lane = Path::new();
        lane.stroke(pt(-6.0, -44.0), pt(6.0, 44.0));
        svg.line(&lane, palette.road_edge, 12.0, "");
        svg.line(&lane, palette.road_minor, 8.0, "");
        let mut stone = Path::new();
        for s in [-1.0, 1.0] {
            stone.polyline(&[
                pt(s * 15.0 - 2.0, -18.0),
                pt(s * 9.0 - 1.0, -11.0),
                pt(s * 9.0 + 1.0, 13.0),
                pt(s * 15.0 + 2.0, 20.0),
            ]);
        }
        svg.line(&stone, palette.ink, 3.2, "");
    }
}

fn road_sample(svg: &mut Svg, id: &str, palette: &Palette) {
    let road = style::road(id);
    let mut d = Path::new();
    d.smooth(&[pt(-50.0, 16.0), pt(-16.0, 4.0), pt(16.0, -2.0), pt(50.0, -18.0)], false);
    match road.kind {
        RoadKind::Chaussee | RoadKind::Lane => {
            let (colour, edge) = if road.kind == RoadKind::Chaussee {
                (palette.road_major, 3.6)
            } else {
                (palette.road_minor, 3.0)
            };
            svg.line(&d, palette.road_edge, road.width * 1.25, "");
            svg.line(&d, colour, road.width * 1.25 - edge, "");
        }
        RoadKind::Dashed => svg.line(&d, palette.road_edge, 3.0, "stroke-dasharray=\"11 8\""),
        RoadKind::Rails => {
            svg.line(&d, palette.ink, 2.4, "");
            svg.line(&d, palette.ink, 10.0, "stroke-dasharray=\"2 13\" style=\"stroke-linecap:butt\"");
        }
        RoadKind::Canal => svg.line(&d, palette.water_edge, road.width, ""),
    }
}

fn track(svg: &mut Svg, t: &Track, y: f64, palette: &Palette) {
    heading(svg, &t.title, y);
    let h = box_height(t);
    svg.open(&format!("class=\"track\" data-track=\"{}\"", escape(&t.id)));
    for (i, b) in t.boxes.iter().enumerate() {
        let Rect { x0: x, y0: top, .. } = space(t, y, i);
        let w = space(t, y, i).width();
        let (colour, strength) = match b.tone {
            Tone::Plain => (palette.card, 1.0),
            Tone::Warm => (palette.card_warm, 1.0),
            Tone::Gold => (palette.gold, 0.85),
            Tone::Red(s) => (palette.red, 0.18 + 0.5 * s),
            Tone::Green(s) => (palette.green, 0.18 + 0.5 * s),
        };
        put!(
            svg.out,
            "<rect class=\"box\" data-index=\"{i}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" \
             rx=\"7\" fill=\"{colour}\" fill-opacity=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"/>\n",
            num(x),
            num(top),
            num(w),
            num(h),
            two(strength),
            palette.ink
        );
        let ink = if b.tone == Tone::Gold { palette.on_gold } else { palette.ink };
        let middle = x + w / 2.0;
        let big: f64 = if b.small.is_empty() { 25.0 } else { 29.0 };
        let size = big.min((w - 10.0) / width(&b.label, 1.0, true).max(0.1));
        let line = if b.small.is_empty() { top + h / 2.0 + size * 0.34 } else { top + h * 0.44 };
        svg.text(
            pt(middle, line),
            &format!(
                "text-anchor=\"middle\" font-weight=\"bold\" font-size=\"{}\" fill=\"{ink}\"",
                num(size)
            ),
            &b.label,
        );
        if !b.small.is_empty() {
            svg.text(pt(middle, top + h * 0.8), "text-anchor=\"middle\" font-size=\"20\"", &b.small);
        }
    }
    svg.close();
    if !t.note.is_empty() {
        let top = y + 36.0 + (h + BETWEEN) * rows(t) as f64;
        let size = 20.0f64.min(INNER / width(&t.note, 1.0, false));
        svg.text(
            pt(WIDTH / 2.0, top + 16.0),
            &format!("text-anchor=\"middle\" font-style=\"italic\" font-size=\"{}\"", num(size)),
            &t.note,
        );
    }
}
