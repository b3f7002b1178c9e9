//! Draws a hex map as an SVG document in the manner of a 19th-century staff map: ink and watercolour
//! on paper, fields and hedges, hachured heights, smooth rivers, roads by class, names along what
//! they name, a faint grid. It knows no game: styles hang on the ids of the map's data, and what
//! stands beside the map comes from the caller as [`Panels`].
//!
//! # Coordinates
//!
//! A hex's circumradius is [`HEX_SIZE`] units. Every point of the drawing is the map's own sheet
//! coordinate ([`hexmap::Map::centre`], circumradius 1, y down) times [`HEX_SIZE`], with no shift:
//!
//! ```text
//! x = 60 * centre.0      y = 60 * centre.1
//! ```
//!
//! The margins and the panel lie outside; the `viewBox` ([`view_box`]) therefore starts below zero.
//! A page puts a counter on a hex at [`hex_centre`], whatever style and panels it asked for.
//!
//! # Layers
//!
//! Each layer is a group `<g id="atlas-NAME" class="layer NAME">`, in this order: [`LAYERS`].

mod board;
mod braids;
mod buildings;
mod fields;
mod frame;
mod geom;
mod labels;
mod near;
mod network;
mod panel;
mod panels;
mod ramparts;
mod relief;
mod roads;
mod sheet;
mod style;
mod svg;
mod text;
mod water;
mod woods;
mod works;

#[cfg(test)]
mod tests;

pub use board::{Board, BoardHex, BoardTrack, Drawing, HexShape, board};
pub use panels::{Exit, KeyEntry, Panels, Sample, Say, Tone, Track, TrackBox, Words};
pub use style::{Palette, Style};

use geom::{Pt, Rect, pt};
use hexmap::{Hex, Map};
use labels::{LineLabel, PlaceLabel};
use network::Network;
use sheet::Sheet;
use svg::{Path, Svg, escape, num, put};

/// Circumradius of a hex in the drawing.
pub const HEX_SIZE: f64 = sheet::SIZE;

/// The layers from the bottom up; `grid`, `numbers` and `panel` only if the style asks for them.
pub const LAYERS: [&str; 13] = [
    "paper",
    "fields",
    "relief",
    "water",
    "woods",
    "roads",
    "buildings",
    "marks",
    "grid",
    "numbers",
    "names",
    "frame",
    "panel",
];

/// Where the centre of a hex lies in the drawing.
pub fn hex_centre(map: &Map, hex: Hex) -> (f64, f64) {
    let (x, y) = map.centre(hex);
    (x * HEX_SIZE, y * HEX_SIZE)
}

/// The `viewBox` of the drawing: left, top, width, height.
pub fn view_box(map: &Map, style: &Style, panels: &Panels) -> [f64; 4] {
    let sheet = Sheet::new(map);
    let r = view(&sheet, style, panels);
    [r.x0, r.y0, r.width(), r.height()]
}

fn view(sheet: &Sheet, style: &Style, panels: &Panels) -> Rect {
    let mut r = sheet.frame.grown(frame::MARGIN);
    if let Some(layout) = panel_layout(sheet, style, panels) {
        r.x1 = layout.bounds.x1 + frame::MARGIN / 2.0;
    }
    r
}

fn panel_layout(sheet: &Sheet, style: &Style, panels: &Panels) -> Option<panel::Layout> {
    style.panel.then(|| panel::layout(sheet, panels)).flatten()
}

/// The map as an SVG document. The same map, style and panels always give the same text.
pub fn draw(map: &Map, style: &Style, panels: &Panels) -> String {
    draw_said(map, style, panels, &str::to_owned)
}

/// The same with every name and text as `say` puts it.
pub fn draw_said(map: &Map, style: &Style, panels: &Panels, say: &Say) -> String {
    let panels = &panels.said(say);
    let mut sheet = Sheet::new(map);
    let mut net = Network::new(map, &sheet);
    let places = sheet.spots.iter_mut().filter_map(|spot| spot.name.as_mut());
    let roads = net.roads.iter_mut().map(|road| &mut road.name);
    let streams = net.streams.iter_mut().filter(|stream| !stream.style.wall).map(|stream| &mut stream.name);
    let rivers = net.rivers.iter_mut().map(|river| &mut river.name);
    for name in places.chain(roads).chain(streams).chain(rivers).filter(|name| !name.is_empty()) {
        *name = say(name);
    }
    let sites: Vec<buildings::Site> =
        sheet.spots.iter().map(|spot| buildings::site(&sheet, &net, spot)).collect();
    let places = labels::places(&sheet, &net, &sites, style.numbers);
    let lines = labels::lines(&sheet, &net, &sites, &places);
    let palette = &style.palette;
    let view = view(&sheet, style, panels);

    let mut svg = Svg::default();
    put!(
        svg.out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" font-family=\"{}\">\n",
        num(view.x0),
        num(view.y0),
        num(view.width()),
        num(view.height()),
        text::SERIF
    );
    if !panels.title.is_empty() {
        put!(svg.out, "<title>{}</title>\n", escape(&panels.title));
    }
    put!(svg.out, "<style>{}</style>\n", text::faces());
    frame::paper(&mut svg, view, &sheet, palette);
    let clip = "clip-path=\"url(#atlas-clip)\"";
    svg.layer("fields", clip);
    fields::draw(&mut svg, &sheet, &net, palette);
    svg.close();
    svg.layer("relief", clip);
    relief::draw(&mut svg, &sheet, palette);
    svg.close();
    svg.layer("water", clip);
    water::draw(&mut svg, &sheet, &net, palette);
    svg.close();
    svg.layer("woods", clip);
    woods::draw(&mut svg, &sheet, &net, palette);
    svg.close();
    svg.layer("roads", clip);
    roads::draw(&mut svg, &sheet, &net, palette);
    svg.close();
    svg.layer("buildings", clip);
    works::draw(&mut svg, &sheet, &net, palette);
    buildings::draw(&mut svg, &sheet, &net, &sites, palette);
    svg.close();
    svg.layer("marks", "");
    frame::marks(&mut svg, map, &sheet, palette);
    svg.close();
    if style.grid {
        svg.layer("grid", "");
        frame::grid(&mut svg, &sheet, palette);
        svg.close();
    }
    if style.numbers {
        svg.layer("numbers", "");
        frame::numbers(&mut svg, map, &sheet, palette);
        svg.close();
    }
    names(&mut svg, &sheet, &places, &lines, panels, palette);
    svg.layer("frame", "");
    frame::border(&mut svg, &sheet, palette);
    frame::margins(&mut svg, map, &sheet, &net, panels, palette);
    svg.close();
    if let Some(layout) = panel_layout(&sheet, style, panels) {
        svg.layer("panel", "");
        panel::draw(&mut svg, &sheet, panels, &layout, palette);
        svg.close();
    }
    svg.out.push_str("</svg>\n");
    svg.out
}

fn names(
    svg: &mut Svg,
    sheet: &Sheet,
    places: &[PlaceLabel],
    lines: &[LineLabel],
    panels: &Panels,
    palette: &Palette,
) {
    let halo = format!(
        "stroke=\"{}\" stroke-opacity=\"0.85\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
        palette.halo
    );
    svg.layer("names", "");
    for (i, words) in panels.words.iter().enumerate() {
        let at = |hex: &String| sheet.cells.iter().find(|c| c.number == *hex).map(|c| c.centre);
        let points: Vec<Pt> = words.hexes.iter().filter_map(at).collect();
        let points = works::arc(&points);
        let size = if words.water { 58.0 } else { 25.0 };
        let colour = if words.water { palette.water_ink } else { palette.ink_soft };
        let look = format!(
            "text-anchor=\"middle\" font-size=\"{}\" font-style=\"italic\" fill=\"{colour}\" \
             stroke-width=\"3\" {halo}",
            num(size),
        );
        let spaced = |share: f64| format!("letter-spacing=\"{}\"", num(size * share));
        for (k, line) in words.lines.iter().enumerate() {
            match points[..] {
                [] => {}
                [at] => svg.text(at + pt(0.0, 28.0 * k as f64), &format!("{look} {}", spaced(0.04)), line),
                _ => {
                    let mut way = Path::new();
                    way.smooth(&points, false);
                    put!(svg.out, "<path id=\"atlas-words-{i}\" d=\"{}\" fill=\"none\"/>\n", way.0);
                    put!(
                        svg.out,
                        "<text {look} {} dy=\"{}\"><textPath href=\"#atlas-words-{i}\" startOffset=\"50%\">{}\
                         </textPath></text>\n",
                        spaced(if words.water { 0.3 } else { 0.12 }),
                        num(size * 0.34),
                        escape(line)
                    );
                }
            }
        }
    }
    for (i, label) in lines.iter().enumerate() {
        line_name(svg, i, label, &halo, palette);
    }
    for label in places {
        let s = label.style;
        svg.text(
            label.at,
            &format!(
                "class=\"place\" data-name=\"{}\" text-anchor=\"middle\" font-size=\"{}\" {}{}{}fill=\"{}\" \
                 stroke-width=\"{}\" {halo}",
                escape(&label.name),
                num(s.size),
                if s.bold { "font-weight=\"bold\" " } else { "" },
                if s.italic { "font-style=\"italic\" " } else { "" },
                if s.capitals {
                    format!("letter-spacing=\"{}\" ", num(s.size * 0.06))
                } else {
                    String::new()
                },
                if label.water { palette.water_ink } else { palette.ink },
                num(s.size * 0.2)
            ),
            &label.text,
        );
    }
    svg.close();
}

fn line_name(svg: &mut Svg, i: usize, label: &LineLabel, halo: &str, palette: &Palette) {
    let mut d = Path::new();
    d.smooth(&label.path, false);
    put!(svg.out, "<path id=\"atlas-way-{i}\" d=\"{}\" fill=\"none\"/>\n", d.0);
    let (colour, edge) = if label.water && label.bold {
        (palette.water_ink, String::new())
    } else if label.water {
        (palette.water_ink, format!("stroke-width=\"3\" {halo}"))
    } else {
        (palette.ink_soft, format!("stroke-width=\"2.6\" {halo}"))
    };
    put!(
        svg.out,
        "<text font-size=\"{}\" letter-spacing=\"{}\" font-style=\"italic\" {}fill=\"{colour}\" \
         text-anchor=\"middle\" {edge}><textPath href=\"#atlas-way-{i}\" startOffset=\"50%\">{}</textPath></text>\n",
        num(label.size),
        num(label.spacing),
        if label.bold { "font-weight=\"bold\" " } else { "" },
        escape(&label.text)
    );
}
