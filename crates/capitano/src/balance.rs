//! `capitano balance`: how fair a scenario is, and which of its values move that. A value is changed by
//! laying another over the data, so that it passes the checks of an owner's files.

use crate::cli::{BalanceArgs, Source};
use crate::failure::Failure;
use crate::games::Games;
use crate::meeting::{Meeting, all_ended, bar, code, job, stop_on_interrupt};
use crate::text;
use kernel::{Knob, Options};
use lab::{BalanceReport, Variant};
use rayon::prelude::*;
use serde::Serialize;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// What is printed as JSON.
#[derive(Serialize)]
struct Report<'a> {
    scenario: &'a str,
    options: &'a Options,
    data: &'a str,
    seed: u64,
    games_each: u64,
    levels: Vec<BalanceReport>,
    left_out: Vec<LeftOut>,
}

/// A change that could not be played.
#[derive(Clone, Serialize)]
struct LeftOut {
    id: String,
    to: String,
    why: String,
}

pub fn run(args: &BalanceArgs, games: &Games) -> Result<ExitCode, Failure> {
    let meeting = Meeting::open(&args.scenario, games)?;
    let knobs = if args.sides_only { Vec::new() } else { chosen(args, &meeting)? };
    if args.list {
        return list(args, &knobs);
    }
    let (variants, left_out) = variants(&meeting, &knobs);
    let stop = stop_on_interrupt();
    let seeds = (args.games, args.seed);
    let mut levels = Vec::new();
    for level in &args.level {
        let bar = bar(args.games as usize * (variants.len() + 1));
        let tick = || bar.inc(1);
        let job = job(args.threads, stop, &tick);
        let done =
            lab::balance::play(&*meeting.field, &variants, *level, seeds, &job).map_err(Failure::new)?;
        bar.finish_and_clear();
        all_ended(&done)?;
        levels.push(BalanceReport::new(&*meeting.field, &variants, *level, args.games, &done));
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    let whole = !stop.load(Ordering::Relaxed);
    let (scenario, options, data) = (meeting.info.id.as_str(), &meeting.options, meeting.data.as_str());
    if args.json {
        let (seed, games_each) = (args.seed, args.games);
        text::print_json(&Report { scenario, options, data, seed, games_each, levels, left_out })?;
    } else {
        let mut lines =
            vec![format!("{scenario}, {} games with each set of values, seed {}", args.games, args.seed)];
        if !whole {
            lines.push("stopped: the figures are for the games that were finished".to_owned());
        }
        lines.extend(levels.iter().flat_map(BalanceReport::lines));
        if !left_out.is_empty() {
            lines.push(String::new());
            lines.push("Left out".to_owned());
            lines.extend(left_out.iter().map(|left| format!("  {} = {}: {}", left.id, left.to, left.why)));
        }
        text::print_lines(&lines)?;
    }
    Ok(code(whole))
}

/// The knobs that were asked for.
fn chosen(args: &BalanceArgs, meeting: &Meeting) -> Result<Vec<Knob>, Failure> {
    let mut knobs = meeting.entry.module.knobs(&meeting.info.id);
    let mut kinds: Vec<&str> = knobs.iter().map(|knob| knob.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    if let Some(unknown) = args.kind.iter().find(|kind| !kinds.contains(&kind.as_str())) {
        return Err(Failure::usage(format!(
            "--kind: there are no values of the sort `{unknown}`; the sorts are: {}",
            kinds.join(", ")
        )));
    }
    let only = args.only.map(|source| match source {
        Source::Printed => "printed",
        Source::Derived => "derived",
        Source::Reconstructed => "reconstructed",
        Source::Owner => "owner",
    });
    let words = args.knob.as_deref().map(str::to_lowercase);
    knobs.retain(|knob| {
        only.is_none_or(|source| knob.provenance == source)
            && (args.kind.is_empty() || args.kind.iter().any(|kind| kind == knob.kind))
            && words
                .as_ref()
                .is_none_or(|words| knob.id.contains(words) || knob.label.to_lowercase().contains(words))
    });
    if knobs.is_empty() {
        return Err(Failure::new("no value of that sort can be changed"));
    }
    Ok(knobs)
}

fn list(args: &BalanceArgs, knobs: &[Knob]) -> Result<ExitCode, Failure> {
    if args.json {
        text::print_json(&knobs)?;
    } else {
        let row = |knob: &Knob| {
            [&knob.id, knob.kind, knob.provenance, &knob.value, &format!("to {}", knob.others.join(" or "))]
                .map(str::to_owned)
                .to_vec()
        };
        text::print_lines(&lab::text::table(&knobs.iter().map(row).collect::<Vec<_>>()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Each knob one step away. What the checks refuse or what nothing reads is left out.
fn variants(meeting: &Meeting, knobs: &[Knob]) -> (Vec<Variant>, Vec<LeftOut>) {
    let changes: Vec<(&Knob, &String)> =
        knobs.iter().flat_map(|knob| knob.others.iter().map(move |value| (knob, value))).collect();
    let made: Vec<Result<Variant, LeftOut>> =
        changes.par_iter().map(|(knob, value)| variant(meeting, knob, value)).collect();
    let (mut variants, mut left_out) = (Vec::new(), Vec::new());
    for one in made {
        match one {
            Ok(variant) => variants.push(variant),
            Err(left) => left_out.push(left),
        }
    }
    (variants, left_out)
}

fn variant(meeting: &Meeting, knob: &Knob, value: &str) -> Result<Variant, LeftOut> {
    let left = |why: String| LeftOut { id: knob.id.clone(), to: value.to_owned(), why };
    let module = meeting.entry.module.turned(&knob.id, value).map_err(|errors| left(errors.join("; ")))?;
    let table = module.open(&meeting.info.id, &meeting.options).map_err(|errors| left(errors.join("; ")))?;
    if table.info().data == meeting.data {
        return Err(left("nothing in this game reads it".to_owned()));
    }
    let field = (meeting.entry.field)(&*table).ok_or_else(|| left("it is never played".to_owned()))?;
    Ok(Variant { knob: knob.clone(), value: value.to_owned(), field })
}
