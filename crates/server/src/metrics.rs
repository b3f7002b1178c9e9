//! What the server counts of itself, in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

pub static METRICS: Metrics = Metrics::new();

#[derive(Default)]
pub struct Counter(AtomicU64);

impl Counter {
    const fn new() -> Counter {
        Counter(AtomicU64::new(0))
    }
    pub fn add(&self, count: u64) {
        self.0.fetch_add(count, Relaxed);
    }
    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

pub struct Gauge(AtomicI64);

impl Gauge {
    const fn new() -> Gauge {
        Gauge(AtomicI64::new(0))
    }
    pub fn add(&self, change: i64) {
        self.0.fetch_add(change, Relaxed);
    }
    pub fn get(&self) -> i64 {
        self.0.load(Relaxed)
    }
}

/// Upper bounds in microseconds.
const BOUNDS: [u64; 12] =
    [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 20_000, 50_000, 100_000, 500_000, 2_000_000];

pub struct Histogram {
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Histogram {
    const fn new() -> Histogram {
        Histogram {
            buckets: [const { AtomicU64::new(0) }; BOUNDS.len()],
            count: AtomicU64::new(0),
            micros: AtomicU64::new(0),
        }
    }
    pub fn observe(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        if let Some(i) = BOUNDS.iter().position(|bound| micros <= *bound) {
            self.buckets[i].fetch_add(1, Relaxed);
        }
        self.count.fetch_add(1, Relaxed);
        self.micros.fetch_add(micros, Relaxed);
    }
}

pub struct Metrics {
    /// Answers by the first digit of their status: 2xx to 5xx.
    pub answers: [Counter; 4],
    pub rate_limited: Counter,
    pub shed: Counter,
    pub turned_away: Counter,
    pub sent_away: Counter,
    pub moves: Counter,
    pub stale: Counter,
    pub repeated: Counter,
    pub refused: Counter,
    pub tables_made: Counter,
    pub commits: Counter,
    pub rows: Counter,
    pub failed_writes: Counter,
    pub conflicts: Counter,
    pub rebuilt: Counter,
    pub evicted: Counter,
    pub pushes: Counter,
    pub dropped: Counter,
    pub thoughts: Counter,
    pub thoughts_waiting: Gauge,
    pub connections: Gauge,
    pub tables_in_memory: Gauge,
    pub bytes_in_memory: Gauge,
    pub act_time: Histogram,
    pub commit_time: Histogram,
    pub rebuild_time: Histogram,
    pub thinking_time: Histogram,
}

impl Metrics {
    const fn new() -> Metrics {
        Metrics {
            answers: [const { Counter::new() }; 4],
            rate_limited: Counter::new(),
            shed: Counter::new(),
            turned_away: Counter::new(),
            sent_away: Counter::new(),
            moves: Counter::new(),
            stale: Counter::new(),
            repeated: Counter::new(),
            refused: Counter::new(),
            tables_made: Counter::new(),
            commits: Counter::new(),
            rows: Counter::new(),
            failed_writes: Counter::new(),
            conflicts: Counter::new(),
            rebuilt: Counter::new(),
            evicted: Counter::new(),
            pushes: Counter::new(),
            dropped: Counter::new(),
            thoughts: Counter::new(),
            thoughts_waiting: Gauge::new(),
            connections: Gauge::new(),
            tables_in_memory: Gauge::new(),
            bytes_in_memory: Gauge::new(),
            act_time: Histogram::new(),
            commit_time: Histogram::new(),
            rebuild_time: Histogram::new(),
            thinking_time: Histogram::new(),
        }
    }

    pub fn answer(&self, status: u16) {
        if let Some(counter) = (status / 100).checked_sub(2).and_then(|i| self.answers.get(usize::from(i))) {
            counter.add(1);
        }
    }

    /// Everything, as `/metrics` gives it.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let mut put = |name: &str, kind: &str, help: &str, value: &str| {
            // Writing to a string cannot fail.
            let _ = write!(
                out,
                "# HELP capitano_{name} {help}\n# TYPE capitano_{name} {kind}\ncapitano_{name} {value}\n"
            );
        };
        for (name, help, counter) in [
            ("rate_limited_total", "Requests refused because a client sent too many.", &self.rate_limited),
            ("shed_total", "Requests refused because there was too much to do.", &self.shed),
            (
                "turned_away_total",
                "Connections that were refused: too many from one address or in all.",
                &self.turned_away,
            ),
            (
                "sent_away_total",
                "Idle connections that were closed to make room for others.",
                &self.sent_away,
            ),
            ("moves_total", "Actions that were played, stored and acknowledged.", &self.moves),
            ("stale_total", "Actions that answered an old position.", &self.stale),
            ("repeated_total", "Requests that had already been answered.", &self.repeated),
            ("refused_total", "Actions that the rules refused.", &self.refused),
            ("tables_made_total", "Games made.", &self.tables_made),
            ("commits_total", "Transactions of moves.", &self.commits),
            ("rows_total", "Rows written.", &self.rows),
            ("failed_writes_total", "Requests that could not be stored.", &self.failed_writes),
            ("conflicts_total", "Requests that met another server's rows.", &self.conflicts),
            ("rebuilt_total", "Games rebuilt by replay.", &self.rebuilt),
            ("evicted_total", "Games dropped from memory.", &self.evicted),
            ("pushes_total", "Messages sent to live connections.", &self.pushes),
            ("dropped_total", "Live connections closed because they did not keep up.", &self.dropped),
            ("thoughts_total", "Thoughts of computer players.", &self.thoughts),
        ] {
            put(name, "counter", help, &counter.get().to_string());
        }
        for (name, help, gauge) in [
            ("thoughts_waiting", "Thoughts waiting for a thread.", &self.thoughts_waiting),
            ("connections", "Live connections.", &self.connections),
            ("tables_in_memory", "Games in memory.", &self.tables_in_memory),
            ("bytes_in_memory", "Bytes that the games in memory take, approximately.", &self.bytes_in_memory),
        ] {
            put(name, "gauge", help, &gauge.get().to_string());
        }
        out.push_str(
            "# HELP capitano_answers_total Answers by status.\n# TYPE capitano_answers_total counter\n",
        );
        for (i, counter) in self.answers.iter().enumerate() {
            let _ = writeln!(out, "capitano_answers_total{{status=\"{}xx\"}} {}", i + 2, counter.get());
        }
        for (name, help, histogram) in [
            ("act_seconds", "Time from an action's arrival to its answer.", &self.act_time),
            ("commit_seconds", "Time of a transaction.", &self.commit_time),
            ("rebuild_seconds", "Time to rebuild a game.", &self.rebuild_time),
            ("thinking_seconds", "Time of a thought.", &self.thinking_time),
        ] {
            let _ = write!(out, "# HELP capitano_{name} {help}\n# TYPE capitano_{name} histogram\n");
            let mut below = 0;
            for (bound, bucket) in BOUNDS.iter().zip(&histogram.buckets) {
                below += bucket.load(Relaxed);
                let _ = writeln!(out, "capitano_{name}_bucket{{le=\"{}\"}} {below}", *bound as f64 / 1e6);
            }
            let count = histogram.count.load(Relaxed);
            let sum = histogram.micros.load(Relaxed) as f64 / 1e6;
            let _ = write!(
                out,
                "capitano_{name}_bucket{{le=\"+Inf\"}} {count}\ncapitano_{name}_sum {sum}\ncapitano_{name}_count {count}\n"
            );
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_has_a_line_for_each() {
        let metrics = Metrics::new();
        metrics.moves.add(3);
        metrics.answer(404);
        metrics.act_time.observe(Duration::from_micros(700));
        let text = metrics.text();
        for line in [
            "capitano_moves_total 3",
            "capitano_answers_total{status=\"4xx\"} 1",
            "capitano_act_seconds_bucket{le=\"0.0005\"} 0",
            "capitano_act_seconds_bucket{le=\"0.001\"} 1",
            "capitano_act_seconds_bucket{le=\"+Inf\"} 1",
            "capitano_act_seconds_sum 0.0007",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} is not in\n{text}");
        }
    }
}
