//! Plane geometry for drawing: points, smooth curves through points, lengths along a line, and a
//! hash of coordinates that stands in for chance, so that the same map always gives the same picture.

use std::ops::{Add, Mul, Sub};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pt {
    pub x: f64,
    pub y: f64,
}

pub const fn pt(x: f64, y: f64) -> Pt {
    Pt { x, y }
}

impl Add for Pt {
    type Output = Pt;
    fn add(self, o: Pt) -> Pt {
        pt(self.x + o.x, self.y + o.y)
    }
}

impl Sub for Pt {
    type Output = Pt;
    fn sub(self, o: Pt) -> Pt {
        pt(self.x - o.x, self.y - o.y)
    }
}

impl Mul<f64> for Pt {
    type Output = Pt;
    fn mul(self, k: f64) -> Pt {
        pt(self.x * k, self.y * k)
    }
}

impl Pt {
    pub fn dot(self, o: Pt) -> f64 {
        self.x * o.x + self.y * o.y
    }

    pub fn cross(self, o: Pt) -> f64 {
        self.x * o.y - self.y * o.x
    }

    pub fn len(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// Same direction, length 1; the null vector becomes "to the right".
    pub fn unit(self) -> Pt {
        let l = self.len();
        if l < 1e-9 { pt(1.0, 0.0) } else { self * (1.0 / l) }
    }

    /// Turned a quarter clockwise as seen on the sheet (y grows downwards).
    pub fn perp(self) -> Pt {
        pt(-self.y, self.x)
    }

    pub fn lerp(self, o: Pt, t: f64) -> Pt {
        self + (o - self) * t
    }

    pub fn polar(angle: f64) -> Pt {
        pt(angle.cos(), angle.sin())
    }

    /// Place given in a frame whose x axis points along `axis`.
    pub fn along(self, axis: Pt, u: f64, v: f64) -> Pt {
        self + axis * u + axis.perp() * v
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    pub x0: f64,
    pub y0: f64,
    pub x1: f64,
    pub y1: f64,
}

impl Rect {
    pub fn around(points: impl IntoIterator<Item = Pt>) -> Rect {
        let start = Rect { x0: f64::MAX, y0: f64::MAX, x1: f64::MIN, y1: f64::MIN };
        points.into_iter().fold(start, |r, p| Rect {
            x0: r.x0.min(p.x),
            y0: r.y0.min(p.y),
            x1: r.x1.max(p.x),
            y1: r.y1.max(p.y),
        })
    }

    pub fn centred(c: Pt, w: f64, h: f64) -> Rect {
        Rect { x0: c.x - w / 2.0, y0: c.y - h / 2.0, x1: c.x + w / 2.0, y1: c.y + h / 2.0 }
    }

    pub fn grown(self, by: f64) -> Rect {
        Rect { x0: self.x0 - by, y0: self.y0 - by, x1: self.x1 + by, y1: self.y1 + by }
    }

    pub fn width(self) -> f64 {
        self.x1 - self.x0
    }

    pub fn height(self) -> f64 {
        self.y1 - self.y0
    }

    pub fn centre(self) -> Pt {
        pt((self.x0 + self.x1) / 2.0, (self.y0 + self.y1) / 2.0)
    }

    pub fn contains(self, p: Pt) -> bool {
        p.x >= self.x0 && p.x <= self.x1 && p.y >= self.y0 && p.y <= self.y1
    }

    pub fn within(self, o: Rect) -> bool {
        self.x0 >= o.x0 && self.x1 <= o.x1 && self.y0 >= o.y0 && self.y1 <= o.y1
    }

    /// Area that two boxes have in common.
    pub fn overlap(self, o: Rect) -> f64 {
        let w = self.x1.min(o.x1) - self.x0.max(o.x0);
        let h = self.y1.min(o.y1) - self.y0.max(o.y0);
        if w > 0.0 && h > 0.0 { w * h } else { 0.0 }
    }
}

/// Draws zigzag points towards the mean of their neighbours; pinned points and the ends stay, and no
/// point goes further than `reach` from where it was, so that a line still passes through its hexes.
pub fn relax(points: &[Pt], pinned: impl Fn(usize) -> bool, rounds: usize, reach: f64) -> Vec<Pt> {
    let mut now = points.to_vec();
    for _ in 0..rounds {
        let old = now.clone();
        for i in 1..points.len().saturating_sub(1) {
            if !pinned(i) {
                let wanted = old[i].lerp((old[i - 1] + old[i + 1]) * 0.5, 0.6);
                now[i] = tether(points[i], wanted, reach);
            }
        }
    }
    now
}

/// The same for a closed loop.
pub fn relax_loop(points: &[Pt], rounds: usize, reach: f64) -> Vec<Pt> {
    let n = points.len();
    let mut now = points.to_vec();
    for _ in 0..rounds {
        let old = now.clone();
        for i in 0..n {
            let mean = (old[(i + n - 1) % n] + old[(i + 1) % n]) * 0.5;
            now[i] = tether(points[i], old[i].lerp(mean, 0.6), reach);
        }
    }
    now
}

/// `wanted`, or the point of the circle around `home` that is nearest to it.
pub fn tether(home: Pt, wanted: Pt, reach: f64) -> Pt {
    let d = wanted - home;
    if d.len() > reach { home + d.unit() * reach } else { wanted }
}

/// Bezier segments of the Catmull-Rom curve through the points.
pub fn curve(points: &[Pt], closed: bool) -> Vec<[Pt; 4]> {
    let n = points.len() as isize;
    if n < 2 {
        return Vec::new();
    }
    let get = |i: isize| {
        let i = if closed { i.rem_euclid(n) } else { i.clamp(0, n - 1) };
        points[i as usize]
    };
    let segments = if closed { n } else { n - 1 };
    (0..segments)
        .map(|i| {
            let (a, b, c, d) = (get(i - 1), get(i), get(i + 1), get(i + 2));
            [b, b + (c - a) * (1.0 / 6.0), c - (d - b) * (1.0 / 6.0), c]
        })
        .collect()
}

/// The same curve as a dense polyline with pieces of about `step`.
pub fn flatten(points: &[Pt], closed: bool, step: f64) -> Vec<Pt> {
    let mut out: Vec<Pt> = points.first().copied().into_iter().collect();
    for [a, b, c, d] in curve(points, closed) {
        let pieces = ((d - a).len() / step).ceil().max(1.0) as usize;
        for k in 1..=pieces {
            let t = k as f64 / pieces as f64;
            let s = 1.0 - t;
            out.push(a * (s * s * s) + b * (3.0 * s * s * t) + c * (3.0 * s * t * t) + d * (t * t * t));
        }
    }
    out
}

pub fn length(line: &[Pt]) -> f64 {
    line.windows(2).map(|w| (w[1] - w[0]).len()).sum()
}

/// Point and unit tangent at distance `s` from the start of a polyline.
pub fn at(line: &[Pt], s: f64) -> (Pt, Pt) {
    let mut left = s.max(0.0);
    for w in line.windows(2) {
        let l = (w[1] - w[0]).len();
        if left <= l && l > 0.0 {
            return (w[0].lerp(w[1], left / l), (w[1] - w[0]).unit());
        }
        left -= l;
    }
    let n = line.len();
    let end = line.last().copied().unwrap_or(pt(0.0, 0.0));
    let before = if n > 1 { line[n - 2] } else { end };
    (end, (end - before).unit())
}

/// Points every `step` along the line, with their tangents.
pub fn walk(line: &[Pt], step: f64) -> Vec<(Pt, Pt)> {
    let mut out = Vec::new();
    let mut next = step / 2.0;
    let mut done = 0.0;
    for w in line.windows(2) {
        let l = (w[1] - w[0]).len();
        while next <= done + l && l > 0.0 {
            out.push((w[0].lerp(w[1], (next - done) / l), (w[1] - w[0]).unit()));
            next += step;
        }
        done += l;
    }
    out
}

/// The part of a polyline between two distances from its start.
pub fn slice(line: &[Pt], from: f64, to: f64) -> Vec<Pt> {
    let mut out = vec![at(line, from).0];
    let mut done = 0.0;
    for w in line.windows(2) {
        done += (w[1] - w[0]).len();
        if done > from + 0.01 && done < to - 0.01 {
            out.push(w[1]);
        }
    }
    out.push(at(line, to).0);
    out
}

/// Parallel line at distance `d` to the right-hand side (below a line that runs to the right).
pub fn offset(line: &[Pt], d: f64) -> Vec<Pt> {
    (0..line.len())
        .map(|i| {
            let a = line[i.saturating_sub(1)];
            let b = line[(i + 1).min(line.len() - 1)];
            line[i] + (b - a).unit().perp() * d
        })
        .collect()
}

/// Distance from a point to a polyline and the nearest point on it.
pub fn nearest(line: &[Pt], p: Pt) -> (f64, Pt) {
    let mut best = (f64::MAX, p);
    for w in line.windows(2) {
        let d = w[1] - w[0];
        let t = ((p - w[0]).dot(d) / d.dot(d).max(1e-9)).clamp(0.0, 1.0);
        let q = w[0] + d * t;
        let l = (p - q).len();
        if l < best.0 {
            best = (l, q);
        }
    }
    best
}

/// Where two polylines cross closest to `near`, with the tangent of the first.
pub fn crossing(a: &[Pt], b: &[Pt], near: Pt, within: f64) -> Option<(Pt, Pt)> {
    let mut best: Option<(f64, Pt, Pt)> = None;
    for u in a.windows(2) {
        if (u[0] - near).len() > within {
            continue;
        }
        for v in b.windows(2) {
            let (r, s) = (u[1] - u[0], v[1] - v[0]);
            let k = r.cross(s);
            if k.abs() < 1e-9 {
                continue;
            }
            let t = (v[0] - u[0]).cross(s) / k;
            let w = (v[0] - u[0]).cross(r) / k;
            if (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&w) {
                let p = u[0] + r * t;
                let d = (p - near).len();
                if best.is_none_or(|(l, ..)| d < l) {
                    best = Some((d, p, r.unit()));
                }
            }
        }
    }
    best.map(|(_, p, t)| (p, t))
}

pub fn inside(polygon: &[Pt], p: Pt) -> bool {
    let n = polygon.len();
    let mut odd = false;
    for i in 0..n {
        let (a, b) = (polygon[i], polygon[(i + 1) % n]);
        if (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
            odd = !odd;
        }
    }
    odd
}

/// The stretch of a straight line (point and direction) that lies inside a convex polygon.
pub fn chord(polygon: &[Pt], p: Pt, dir: Pt) -> Option<(Pt, Pt)> {
    let mut hits: Vec<f64> = Vec::new();
    for i in 0..polygon.len() {
        let (a, b) = (polygon[i], polygon[(i + 1) % polygon.len()]);
        let s = b - a;
        let k = dir.cross(s);
        if k.abs() > 1e-9 {
            let t = (a - p).cross(s) / k;
            let w = (a - p).cross(dir) / k;
            if (0.0..1.0).contains(&w) {
                hits.push(t);
            }
        }
    }
    hits.sort_by(f64::total_cmp);
    match (hits.first(), hits.last()) {
        (Some(&a), Some(&b)) if b - a > 1e-6 => Some((p + dir * a, p + dir * b)),
        _ => None,
    }
}

/// The part of a polygon that lies within a convex one, whose corners run clockwise.
pub fn clip(polygon: &[Pt], within: &[Pt]) -> Vec<Pt> {
    let mut out = polygon.to_vec();
    for i in 0..within.len() {
        let (a, b) = (within[i], within[(i + 1) % within.len()]);
        let depth = |p: Pt| (b - a).cross(p - a);
        let rest = std::mem::take(&mut out);
        for k in 0..rest.len() {
            let (p, q) = (rest[k], rest[(k + 1) % rest.len()]);
            let (from, to) = (depth(p), depth(q));
            if from >= 0.0 {
                out.push(p);
            }
            if (from >= 0.0) != (to >= 0.0) {
                out.push(p.lerp(q, from / (from - to)));
            }
        }
    }
    out
}

/// A number in 0..1 that depends only on its arguments.
pub fn hash(a: i64, b: i64, salt: u64) -> f64 {
    let mut z = (a as u64)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add((b as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F))
        .wrapping_add(salt.wrapping_mul(0x1656_67B1_9E37_79F9));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^= z >> 31;
    (z >> 11) as f64 / (1u64 << 53) as f64
}

/// The hash of a place on the sheet, to a tenth of a unit.
pub fn chance(p: Pt, salt: u64) -> f64 {
    hash((p.x * 10.0).round() as i64, (p.y * 10.0).round() as i64, salt)
}

/// Smooth noise in -1..1 with the given wavelength.
pub fn noise(p: Pt, wave: f64, salt: u64) -> f64 {
    let (x, y) = (p.x / wave, p.y / wave);
    let (i, j) = (x.floor(), y.floor());
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - i), ease(y - j));
    let h = |di: i64, dj: i64| hash(i as i64 + di, j as i64 + dj, salt);
    let top = h(0, 0) + (h(1, 0) - h(0, 0)) * u;
    let low = h(0, 1) + (h(1, 1) - h(0, 1)) * u;
    (top + (low - top) * v) * 2.0 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_passes_through_its_points() {
        let points = [pt(0.0, 0.0), pt(10.0, 5.0), pt(20.0, 0.0), pt(30.0, 9.0)];
        let line = flatten(&points, false, 2.0);
        for p in points {
            assert!(nearest(&line, p).0 < 1e-6);
        }
    }

    #[test]
    fn relaxed_points_stay_on_their_tether() {
        let points: Vec<Pt> =
            (0..9).map(|i| pt(i as f64 * 10.0, if i % 2 == 0 { 0.0 } else { 9.0 })).collect();
        let calm = relax(&points, |i| i == 4, 5, 3.0);
        assert_eq!(calm[4], points[4]);
        assert_eq!(calm[0], points[0]);
        for (a, b) in points.iter().zip(&calm) {
            assert!((*a - *b).len() <= 3.0 + 1e-9);
        }
        assert!(length(&calm) < length(&points));
    }

    #[test]
    fn a_slice_has_the_length_asked_for() {
        let line = [pt(0.0, 0.0), pt(10.0, 0.0), pt(10.0, 10.0)];
        let part = slice(&line, 4.0, 15.0);
        assert!((length(&part) - 11.0).abs() < 1e-6);
        assert_eq!(part[0], pt(4.0, 0.0));
    }

    #[test]
    fn lines_cross_where_they_should() {
        let a = [pt(0.0, 0.0), pt(10.0, 10.0)];
        let b = [pt(0.0, 10.0), pt(10.0, 0.0)];
        let (p, _) = crossing(&a, &b, pt(5.0, 5.0), 50.0).expect("they cross");
        assert!((p - pt(5.0, 5.0)).len() < 1e-9);
    }

    #[test]
    fn a_chord_ends_on_the_outline() {
        let square = [pt(0.0, 0.0), pt(8.0, 0.0), pt(8.0, 8.0), pt(0.0, 8.0)];
        let (a, b) = chord(&square, pt(4.0, 4.0), pt(1.0, 0.0)).expect("inside");
        assert_eq!((a, b), (pt(0.0, 4.0), pt(8.0, 4.0)));
        assert!(inside(&square, pt(1.0, 7.0)) && !inside(&square, pt(9.0, 4.0)));
    }

    #[test]
    fn what_is_clipped_lies_in_both() {
        let square = [pt(0.0, 0.0), pt(8.0, 0.0), pt(8.0, 8.0), pt(0.0, 8.0)];
        let part = clip(&square.map(|p| p + pt(5.0, -2.0)), &square);
        let bounds = Rect::around(part.iter().copied());
        assert_eq!(bounds, Rect { x0: 5.0, y0: 0.0, x1: 8.0, y1: 6.0 });
        assert!(clip(&square.map(|p| p + pt(9.0, 0.0)), &square).is_empty());
    }

    #[test]
    fn the_hash_spreads_and_repeats() {
        let mean: f64 = (0..1000).map(|i| hash(i, 7, 1)).sum::<f64>() / 1000.0;
        assert!((mean - 0.5).abs() < 0.05);
        assert_eq!(hash(3, 4, 5), hash(3, 4, 5));
    }
}
