//! The report of an arena as one page: no scripts, nothing fetched, light or dark as the reader likes,
//! and fit for print. It is XML as well as HTML.

use crate::arena::ArenaReport;
use crate::interval::Score;
use crate::plot::{self, Curve, Heat, Whisker, escape};
use crate::spread::Spread;
use std::fmt::Write as _;

/// The map under the heat map.
pub struct Ground {
    /// The drawing as an `<svg>` element.
    pub drawing: String,
    /// Left, top, width, height of the part that is shown.
    pub view_box: [f64; 4],
    /// From the centre of a hex to a corner.
    pub size: f64,
    pub flat_top: bool,
    /// The printed number of each hex and its centre.
    pub hexes: Vec<(String, f64, f64)>,
}

const STYLE: &str = "
:root { --paper: #fbfaf6; --ink: #23211d; --faint: #d9d4c8; --soft: #6d675c; --first: #1f5fa8; --second: #b5541c; --hot: #c01818; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1c1f; --ink: #e8e4da; --faint: #3c3d42; --soft: #a39d92; --first: #74aef0; --second: #f0a06a; --hot: #ff6a5a; } }
@media print { :root { --paper: #fff; --ink: #000; --faint: #ccc; --soft: #444; --first: #1f5fa8; --second: #b5541c; --hot: #c01818; } section { break-inside: avoid; } }
body { margin: 0 auto; max-width: 52rem; padding: 1.5rem; background: var(--paper); color: var(--ink); font: 16px/1.5 Georgia, 'Times New Roman', serif; }
h1 { font-size: 1.6rem; margin: 0 0 .3rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .4rem; }
p.note, figcaption { color: var(--soft); font-size: .9rem; } figure { margin: 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; } th, td { padding: .15rem .8rem .15rem 0; text-align: right; border-bottom: 1px solid var(--faint); } th:first-child, td:first-child { text-align: left; }
div.wide { overflow-x: auto; }
svg.plot, svg.map { width: 100%; height: auto; display: block; } svg.plot text { fill: var(--ink); font: 12px Georgia, serif; }
svg.plot .grid { stroke: var(--faint); } svg.plot .axis { stroke: var(--soft); } svg.plot .whisker { stroke: var(--first); stroke-width: 2; } svg.plot .dot, svg.plot .bar { fill: var(--first); }
.curve { fill: none; stroke-width: 2; } .curve.seat0 { stroke: var(--first); } .curve.seat1 { stroke: var(--second); } .band { opacity: .13; } .band.seat0 { fill: var(--first); } .band.seat1 { fill: var(--second); }
.part1 { stroke-dasharray: 7 3; } .part2 { stroke-dasharray: 2 3; } .part3 { stroke-dasharray: 9 3 2 3; }
.ground { opacity: .55; } .heat polygon { fill: var(--hot); }
";

/// The page.
pub fn page(report: &ArenaReport, title: &str, ground: Option<&Ground>) -> String {
    let heading = format!("{title}: {}", report.players.join(" against "));
    let mut page = format!(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head><meta charset=\"utf-8\"/><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/><title>{0}</title><style>{STYLE}</style></head>\n<body>\n<h1>{0}</h1>\n<p class=\"note\">{1}</p>\n",
        escape(&heading),
        escape(&summary(report))
    );
    let mut section = |title: &str, body: &str| {
        let _ = writeln!(page, "<section><h2>{}</h2>{body}</section>", escape(title));
    };
    let rows: Vec<Whisker> =
        [&report.by_player, &report.by_side, &report.by_both].into_iter().flatten().map(whisker).collect();
    section(
        "Who wins",
        &(figure(
            &plot::whiskers("Who wins", &rows),
            "Share of points with its 95 % interval (Wilson); a draw counts half.",
        ) + &elo(report)),
    );
    let results: Vec<Whisker> = report.results.iter().map(whisker).collect();
    section("How games end", &figure(&plot::whiskers("How games end", &results), "Share of the games."));
    let turns: Vec<(String, f64)> =
        report.turns.iter().map(|(turn, games)| (turn.to_string(), *games as f64)).collect();
    let actions: Vec<(String, f64)> =
        report.actions.iter().map(|(from, games)| (from.to_string(), *games as f64)).collect();
    section(
        "Length",
        &[
            figure(
                &plot::columns("Length in turns", "turns", &turns),
                "Games by the turn in which they ended.",
            ),
            figure(
                &plot::columns("Length in actions", "actions", &actions),
                "Games by the number of their actions; each bar begins at its number.",
            ),
            spreads(&report.lengths),
        ]
        .concat(),
    );
    for (title, curves) in plots(report) {
        let caption = "Mean at the end of each turn; the band holds the middle eight tenths of the games. A game that is over keeps its last figures.";
        section(&title, &figure(&plot::curves(&title, &curves), caption));
    }
    if !report.ends.is_empty() {
        section("At the end", &spreads(&report.ends));
    }
    if let Some(ground) = ground {
        let value =
            |id: &str| report.fights.iter().find(|(hex, _)| hex == id).map_or(0.0, |(_, fights)| *fights);
        let hexes: Vec<Heat> =
            ground.hexes.iter().map(|(hex, x, y)| Heat { hex, x: *x, y: *y, value: value(hex) }).collect();
        let most = report.fights.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let caption = match most {
            Some((hex, fights)) => {
                format!("Fights by the hex that is fought over; most in {hex}, {fights:.2} in a game.")
            }
            None => "There were no fights.".to_owned(),
        };
        let map = plot::heat(
            "Where the fights are",
            &ground.drawing,
            ground.view_box,
            ground.size,
            ground.flat_top,
            &hexes,
        );
        section("Where the fights are", &figure(&map, &caption));
    }
    page + "</body>\n</html>\n"
}

fn summary(report: &ArenaReport) -> String {
    let options: Vec<String> = report.options.iter().map(|(id, value)| format!("{id}={value}")).collect();
    let swap = if report.swap { ", each seed with both sides" } else { "" };
    let mut text = format!(
        "{} ({}), {} games{swap}, seed {}, data {}, digest {}.",
        report.scenario,
        options.join(", "),
        report.games,
        report.seed,
        report.data,
        report.digest
    );
    if report.games < report.wanted {
        let _ = write!(text, " Stopped: {} games were asked for.", report.wanted);
    }
    if report.stuck > 0 {
        let _ = write!(text, " Games that did not end: {}.", report.stuck);
    }
    text
}

fn whisker(score: &Score) -> Whisker<'_> {
    Whisker { label: &score.what, share: score.share, low: score.low, high: score.high }
}

fn figure(plot: &str, caption: &str) -> String {
    format!("<figure>{plot}<figcaption>{}</figcaption></figure>", escape(caption))
}

fn elo(report: &ArenaReport) -> String {
    let points = |value: Option<f64>| value.map_or_else(|| "unbounded".to_owned(), |v| format!("{v:+.0}"));
    let (first, second) = (&report.by_player[0].what, &report.by_player[1].what);
    let text = format!(
        "Elo of {first} over {second}: {} ({} to {}).",
        points(report.elo.difference),
        points(report.elo.low),
        points(report.elo.high)
    );
    format!("<p>{}</p>", escape(&text))
}

fn spreads(list: &[Spread]) -> String {
    let mut table = String::from(
        "<div class=\"wide\"><table><tr><th></th><th>mean</th><th>±</th><th>least</th><th>most</th></tr>",
    );
    for spread in list {
        let _ = write!(
            table,
            "<tr><td>{}</td><td>{:.2}</td><td>{:.2}</td><td>{}</td><td>{}</td></tr>",
            escape(&spread.what),
            spread.mean,
            spread.plus_minus,
            spread.least,
            spread.most
        );
    }
    table + "</table></div>"
}

/// A plot for each group of gauges; groups of several parts have one for each seat, so that the lines
/// can be told apart.
fn plots(report: &ArenaReport) -> Vec<(String, Vec<Curve<'_>>)> {
    let mut groups: Vec<&str> = Vec::new();
    for series in &report.series {
        if !groups.contains(&series.gauge.group.as_str()) {
            groups.push(&series.gauge.group);
        }
    }
    let mut list = Vec::new();
    for group in groups {
        let of_group = || report.series.iter().filter(|series| series.gauge.group == group);
        let Some(first) = of_group().next() else { continue };
        let title = first.gauge.title.to_string();
        let parts = of_group().any(|series| !series.gauge.part.is_empty());
        for (seat, name) in report.seats.iter().enumerate() {
            let curves: Vec<Curve> = of_group()
                .filter(|series| !parts || usize::from(series.gauge.seat.0) == seat)
                .scan([0; 2], |count, series| {
                    let own = usize::from(series.gauge.seat.0).min(1);
                    let part = count[own];
                    count[own] += 1;
                    let seats = &report.seats;
                    let name = match series.gauge.part.as_str() {
                        "" => seats.get(own).map_or("", String::as_str),
                        part => part,
                    };
                    let points = series
                        .turns
                        .iter()
                        .map(|band| [band.mean, band.low as f64, band.high as f64])
                        .collect();
                    Some(Curve { name, seat: own, part, points })
                })
                .collect();
            if parts {
                list.push((format!("{title}: {name}"), curves));
            } else {
                list.push((title.clone(), curves));
                break;
            }
        }
    }
    list
}
