//! A small SVG writer: numbers with one decimal, escaped text, path data, nested groups.

use crate::geom::{Pt, Rect, curve};

/// Writes to a `String` cannot fail, so its result is of no interest.
macro_rules! put {
    ($out:expr, $($arg:tt)*) => {{ let _ = std::fmt::Write::write_fmt(&mut $out, format_args!($($arg)*)); }};
}
pub(crate) use put;

/// One decimal, without a trailing zero: a tenth of a unit is far below what an eye can see.
pub fn num(v: f64) -> String {
    let tenths = (v * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
    if rest == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}

pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The `d` attribute of a path, built up.
#[derive(Clone, Default)]
pub struct Path(pub String);

impl Path {
    pub fn new() -> Path {
        Path::default()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn pair(&mut self, command: char, p: Pt) {
        let (x, y) = (num(p.x), num(p.y));
        let gap = if y.starts_with('-') { "" } else { " " };
        put!(self.0, "{command}{x}{gap}{y}");
    }

    pub fn move_to(&mut self, p: Pt) {
        self.pair('M', p);
    }

    pub fn line_to(&mut self, p: Pt) {
        self.pair('L', p);
    }

    pub fn close(&mut self) {
        self.0.push('Z');
    }

    /// A short stroke from `a` to `b`; the end is relative, which keeps the text short.
    pub fn stroke(&mut self, a: Pt, b: Pt) {
        self.move_to(a);
        self.pair('l', b - a);
    }

    /// A dot: drawn by a round line cap as wide as the stroke.
    pub fn dot(&mut self, p: Pt) {
        self.move_to(p);
        self.0.push_str("h0");
    }

    pub fn polygon(&mut self, points: &[Pt]) {
        self.polyline(points);
        self.close();
    }

    pub fn polyline(&mut self, points: &[Pt]) {
        for (i, p) in points.iter().enumerate() {
            if i == 0 {
                self.move_to(*p);
            } else {
                self.line_to(*p);
            }
        }
    }

    pub fn smooth(&mut self, points: &[Pt], closed: bool) {
        for (i, [a, b, c, d]) in curve(points, closed).into_iter().enumerate() {
            if i == 0 {
                self.move_to(a);
            }
            self.pair('C', b);
            self.pair(' ', c);
            self.pair(' ', d);
        }
        if closed {
            self.close();
        }
    }

    pub fn circle(&mut self, c: Pt, r: f64) {
        self.move_to(Pt { x: c.x - r, y: c.y });
        let (r, d) = (num(r), num(2.0 * r));
        put!(self.0, "a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0Z");
    }

    pub fn rect(&mut self, r: Rect) {
        put!(
            self.0,
            "M{} {}h{}v{}h{}Z",
            num(r.x0),
            num(r.y0),
            num(r.width()),
            num(r.height()),
            num(-r.width())
        );
    }
}

/// The document being written.
#[derive(Default)]
pub struct Svg {
    pub out: String,
}

impl Svg {
    pub fn open(&mut self, attributes: &str) {
        put!(self.out, "<g {attributes}>\n");
    }

    pub fn close(&mut self) {
        self.out.push_str("</g>\n");
    }

    /// A layer that a page can switch on and off.
    pub fn layer(&mut self, name: &str, attributes: &str) {
        put!(self.out, "<g id=\"atlas-{name}\" class=\"layer {name}\" {attributes}>\n");
    }

    pub fn path(&mut self, d: &Path, attributes: &str) {
        if !d.is_empty() {
            put!(self.out, "<path d=\"{}\" {attributes}/>\n", d.0);
        }
    }

    pub fn fill(&mut self, d: &Path, colour: &str) {
        self.path(d, &format!("fill=\"{colour}\""));
    }

    /// An unfilled line with round ends and joins.
    pub fn line(&mut self, d: &Path, colour: &str, width: f64, more: &str) {
        self.path(
            d,
            &format!(
                "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\" {more}",
                two(width)
            ),
        );
    }

    pub fn text(&mut self, p: Pt, attributes: &str, text: &str) {
        put!(self.out, "<text x=\"{}\" y=\"{}\" {attributes}>{}</text>\n", num(p.x), num(p.y), escape(text));
    }
}

/// Two decimals: for widths and opacities.
pub fn two(v: f64) -> String {
    let s = format!("{v:.2}");
    let s = s.trim_end_matches('0').trim_end_matches('.');
    if s == "-0" { "0".into() } else { s.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::pt;

    #[test]
    fn numbers_are_short() {
        assert_eq!(num(12.04), "12");
        assert_eq!(num(-0.25), "-0.3");
        assert_eq!(num(-0.01), "0");
        assert_eq!(num(3.16), "3.2");
        assert_eq!(two(0.5), "0.5");
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape("a<b & \"c\""), "a&lt;b &amp; &quot;c&quot;");
    }

    #[test]
    fn paths_use_the_short_forms() {
        let mut p = Path::new();
        p.stroke(pt(1.0, 2.0), pt(3.0, 1.0));
        p.dot(pt(5.0, -5.0));
        assert_eq!(p.0, "M1 2l2-1M5-5h0");
    }
}
