//! Small plots as SVG: whiskers, columns, lines with bands, and hexes over a map. Colours come from the
//! page (`--first`, `--second` …), so that they follow light and dark.

use crate::spread::nice;
use std::fmt::Write as _;

const WIDTH: f64 = 640.0;

/// A text that can stand in XML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A row of a plot of shares: a dot with its interval.
pub struct Whisker<'a> {
    pub label: &'a str,
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

/// Shares from 0 to 100 % with their intervals.
pub fn whiskers(title: &str, rows: &[Whisker]) -> String {
    const LEFT: f64 = 190.0;
    const ROW: f64 = 30.0;
    let height = ROW * rows.len() as f64 + 30.0;
    let x = |share: f64| LEFT + share * (WIDTH - LEFT - 70.0);
    let mut svg = open(title, WIDTH, height);
    for tenth in 0..=4 {
        let share = f64::from(tenth) / 4.0;
        let class = if tenth == 2 { "axis" } else { "grid" };
        line(&mut svg, class, [x(share), 4.0, x(share), height - 24.0]);
        label(&mut svg, "middle", x(share), height - 8.0, &format!("{:.0} %", 100.0 * share));
    }
    for (at, row) in rows.iter().enumerate() {
        let y = ROW * (at as f64 + 0.5) + 4.0;
        label(&mut svg, "end", LEFT - 12.0, y + 4.0, row.label);
        line(&mut svg, "whisker", [x(row.low), y, x(row.high), y]);
        for end in [row.low, row.high] {
            line(&mut svg, "whisker", [x(end), y - 5.0, x(end), y + 5.0]);
        }
        let _ = write!(svg, "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\"/>", x(row.share));
        label(&mut svg, "start", WIDTH - 60.0, y + 4.0, &format!("{:.1} %", 100.0 * row.share));
    }
    svg + "</svg>"
}

/// Columns with their counts.
pub fn columns(title: &str, below: &str, bars: &[(String, f64)]) -> String {
    const HEIGHT: f64 = 220.0;
    let most = bars.iter().map(|(_, value)| *value).fold(0.0, f64::max).max(1e-9);
    let frame = Frame::new(HEIGHT, 0.0, bars.len() as f64, most);
    let mut svg = open(title, WIDTH, HEIGHT);
    frame.grid(&mut svg);
    // no more names than there is room for
    let each = bars.len().div_ceil(14).max(1);
    for (at, (name, value)) in bars.iter().enumerate() {
        let (left, right) = (frame.x(at as f64 + 0.1), frame.x(at as f64 + 0.9));
        let (top, bottom) = (frame.y(*value), frame.y(0.0));
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{}: {value}</title></rect>",
            right - left,
            (bottom - top).max(0.0),
            escape(name)
        );
        if at % each == 0 {
            label(&mut svg, "middle", (left + right) / 2.0, bottom + 16.0, name);
        }
    }
    label(&mut svg, "end", WIDTH - 10.0, HEIGHT - 4.0, below);
    svg + "</svg>"
}

/// A line with a band around it.
pub struct Curve<'a> {
    pub name: &'a str,
    /// The colour of the seat: 0 or 1.
    pub seat: usize,
    /// Which of several lines of the seat: they are dashed differently.
    pub part: usize,
    /// Mean, low and high at 1, 2, 3 …
    pub points: Vec<[f64; 3]>,
}

/// Lines over turns.
pub fn curves(title: &str, curves: &[Curve]) -> String {
    const HEIGHT: f64 = 280.0;
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let most = points().map(|point| point[0].max(point[2])).fold(0.0, f64::max).max(1.0);
    let turns = curves.iter().map(|curve| curve.points.len()).max().unwrap_or(1).max(2);
    let frame = Frame::new(HEIGHT, 1.0, turns as f64, most);
    let mut svg = open(title, WIDTH, HEIGHT);
    frame.grid(&mut svg);
    for turn in 1..=turns {
        label(&mut svg, "middle", frame.x(turn as f64), HEIGHT - 26.0, &turn.to_string());
    }
    label(&mut svg, "end", WIDTH - 10.0, HEIGHT - 4.0, "turn");
    for curve in curves {
        let at =
            |index: usize, value: f64| format!("{:.1},{:.1}", frame.x(index as f64 + 1.0), frame.y(value));
        let upper = curve.points.iter().enumerate().map(|(i, point)| at(i, point[2]));
        let lower = curve.points.iter().enumerate().rev().map(|(i, point)| at(i, point[1]));
        let band: Vec<String> = upper.chain(lower).collect();
        let mean: Vec<String> = curve.points.iter().enumerate().map(|(i, point)| at(i, point[0])).collect();
        let (seat, part) = (curve.seat.min(1), curve.part.min(3));
        let _ = write!(
            svg,
            "<polygon class=\"band seat{seat}\" points=\"{}\"/><polyline class=\"curve seat{seat} part{part}\" points=\"{}\"><title>{}</title></polyline>",
            band.join(" "),
            mean.join(" "),
            escape(curve.name)
        );
    }
    for (at, curve) in curves.iter().enumerate() {
        let (column, row) = (at % 3, at / 3);
        let (x, y) = (60.0 + 195.0 * column as f64, 14.0 + 15.0 * row as f64);
        let (seat, part) = (curve.seat.min(1), curve.part.min(3));
        line(&mut svg, &format!("curve seat{seat} part{part}"), [x, y - 4.0, x + 24.0, y - 4.0]);
        label(&mut svg, "start", x + 30.0, y, curve.name);
    }
    svg + "</svg>"
}

/// Where the values of a plot lie.
struct Frame {
    height: f64,
    from: f64,
    to: f64,
    most: f64,
    step: f64,
}

impl Frame {
    const LEFT: f64 = 50.0;
    const TOP: f64 = 34.0;
    const BOTTOM: f64 = 40.0;

    fn new(height: f64, from: f64, to: f64, most: f64) -> Frame {
        let step = nice(most / 4.0);
        Frame { height, from, to, most: (most / step).ceil() * step, step }
    }

    fn x(&self, value: f64) -> f64 {
        Frame::LEFT + (value - self.from) / (self.to - self.from).max(1e-9) * (WIDTH - Frame::LEFT - 20.0)
    }

    fn y(&self, value: f64) -> f64 {
        let room = self.height - Frame::TOP - Frame::BOTTOM;
        self.height - Frame::BOTTOM - value / self.most * room
    }

    fn grid(&self, svg: &mut String) {
        let lines = (self.most / self.step).round() as u32;
        for at in 0..=lines {
            let value = f64::from(at) * self.step;
            let class = if at == 0 { "axis" } else { "grid" };
            line(svg, class, [Frame::LEFT, self.y(value), WIDTH - 20.0, self.y(value)]);
            label(svg, "end", Frame::LEFT - 8.0, self.y(value) + 4.0, &number(value));
        }
    }
}

fn number(value: f64) -> String {
    if (value - value.round()).abs() < 1e-9 { format!("{value:.0}") } else { format!("{value:.2}") }
}

fn open(title: &str, width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" viewBox=\"0 0 {width} {height}\"><title>{}</title>",
        escape(title)
    )
}

fn line(svg: &mut String, class: &str, [x1, y1, x2, y2]: [f64; 4]) {
    let _ =
        write!(svg, "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>");
}

fn label(svg: &mut String, anchor: &str, x: f64, y: f64, text: &str) {
    let _ = write!(svg, "<text text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escape(text));
}

/// A hex of a map, with what is counted in it.
pub struct Heat<'a> {
    pub hex: &'a str,
    pub x: f64,
    pub y: f64,
    pub value: f64,
}

/// Hexes over a drawing of their map, the darker the more.
pub fn heat(
    title: &str,
    drawing: &str,
    view_box: [f64; 4],
    size: f64,
    flat_top: bool,
    hexes: &[Heat],
) -> String {
    let most = hexes.iter().map(|hex| hex.value).fold(0.0, f64::max).max(1e-9);
    let [x, y, width, height] = view_box;
    // a drawing within a drawing begins at 0, 0 unless it is told where it lies
    let place = format!("<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" ");
    let drawing = drawing.replacen("<svg ", &place, 1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"map\" role=\"img\" viewBox=\"{x} {y} {width} {height}\"><title>{}</title><g class=\"ground\">{drawing}</g><g class=\"heat\">",
        escape(title)
    );
    for hex in hexes.iter().filter(|hex| hex.value > 0.0) {
        let first = if flat_top { 0.0 } else { 30.0 };
        let corners: Vec<String> = (0..6)
            .map(|corner| {
                let angle = (first + 60.0 * f64::from(corner)).to_radians();
                format!("{:.1},{:.1}", hex.x + size * angle.cos(), hex.y + size * angle.sin())
            })
            .collect();
        // the root shows hexes with few fights too
        let shade = 0.1 + 0.8 * (hex.value / most).sqrt();
        let _ = write!(
            svg,
            "<polygon fill-opacity=\"{shade:.2}\" points=\"{}\"><title>{}: {:.2}</title></polygon>",
            corners.join(" "),
            escape(hex.hex),
            hex.value
        );
    }
    svg + "</g></svg>"
}
