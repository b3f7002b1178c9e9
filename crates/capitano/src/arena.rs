//! `capitano arena`: two computer players meet many times.

use crate::cli::ArenaArgs;
use crate::failure::Failure;
use crate::games::{Entry, Games};
use crate::meeting::{Meeting, all_ended, bar, code, stop_on_interrupt};
use crate::{files, text};
use lab::{Arena, ArenaReport, Ground, Job, Played};
use std::process::ExitCode;
use std::time::Instant;

pub fn run(args: &ArenaArgs, games: &Games) -> Result<ExitCode, Failure> {
    let [first, second] = args.players[..] else {
        return Err(Failure::usage(format!("--players must name 2 players, not {}", args.players.len())));
    };
    let meeting = Meeting::open(&args.scenario, games)?;
    let arena = Arena {
        scenario: meeting.info.id.clone(),
        options: meeting.options.clone(),
        data: meeting.data.clone(),
        players: [first, second],
        seeds: args.games,
        seed: args.seed,
        swap: args.swap,
    };
    let resume = args.resume.as_deref();
    let done = arena.resume(resume).map_err(Failure::new)?;
    let before = done.iter().flatten().count();
    let bar = bar(arena.games() - before);
    let tick = || bar.inc(1);
    let keep = |done: &[Option<Played>]| resume.map_or(Ok(()), |path| arena.keep(path, done));
    let job = Job {
        threads: args.threads.map(usize::from),
        stop: stop_on_interrupt(),
        tick: &tick,
        keep: resume.is_some().then_some(&keep),
    };
    let begin = Instant::now();
    let done = arena.play(&*meeting.field, &job, done).map_err(Failure::new)?;
    bar.finish_and_clear();
    let seconds = begin.elapsed().as_secs_f64().max(1e-9);

    let report = ArenaReport::new(&arena, &*meeting.field, &done);
    if let Some(path) = &args.html {
        let page = lab::html::page(&report, &meeting.info.title, Some(&ground(meeting.entry)));
        files::write(path, &page)?;
    }
    if args.json {
        text::print_json(&report)?;
    } else {
        text::print_lines(&report.lines())?;
    }
    let played = report.games - before;
    eprintln!("{seconds:.1} s, {:.1} games a second", played as f64 / seconds);
    all_ended(&done)?;
    Ok(code(report.games == report.wanted))
}

/// The map of a game without its panel, for a heat map.
fn ground(entry: &Entry) -> Ground {
    let style = atlas::Style { panel: false, ..atlas::Style::paper() };
    let board = atlas::board(&entry.map, &style, &entry.panels, |hex| entry.playable[hex.index()]);
    Ground {
        drawing: atlas::draw(&entry.map, &style, &entry.panels),
        view_box: board.drawing.view_box,
        size: board.hex.size,
        flat_top: board.hex.flat_top,
        hexes: board.hexes.into_iter().map(|hex| (hex.id, hex.x, hex.y)).collect(),
    }
}
