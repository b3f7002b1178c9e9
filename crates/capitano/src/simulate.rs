//! `capitano simulate`: many games to the end, on all processors, and what came of them. The same
//! seed gives the same figures, whatever the number of threads: every game has a seed of its own,
//! and the figures are added up in the order of the games.

mod report;

use crate::cli::{Player, SimulateArgs};
use crate::failure::Failure;
use crate::games::Games;
use crate::{files, text};
use indicatif::{ProgressBar, ProgressStyle};
use kernel::playout::random_lot;
use kernel::{ChanceTold, Dice, Lot, Options, Playout, Refusal, Runner, Table, Viewer};
use lab::game_seed;
use rayon::prelude::*;
use report::Report;
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

pub fn run(args: &SimulateArgs, games: &Games) -> Result<ExitCode, Failure> {
    let scenario = &args.scenario.scenario;
    let options: Options = args.scenario.options.iter().cloned().collect();
    let entry = games.of_scenario(scenario)?;
    let (info, options) = entry.module.choose(scenario, &options)?;
    players(&args.players, info.seats.len())?;
    let runner = entry.module.runner(scenario, &options)?;
    if let Some(folder) = &args.records {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::new(format!("cannot create {}: {error}", folder.display())))?;
    }

    let begin = Instant::now();
    let playouts = play(args, &*runner, |playout| match &args.records {
        Some(folder) => {
            let table = entry.module.open(scenario, &options)?;
            write_record(table, playout, args.seed, folder)
        }
        None => Ok(()),
    })?;
    let seconds = begin.elapsed().as_secs_f64().max(1e-9);

    let report = Report::new(&info, &options, args.seed, &playouts);
    if args.json {
        text::print_json(&report)?;
    } else {
        text::print_lines(&report.lines())?;
    }
    let actions: f64 = playouts.iter().map(|p| f64::from(p.actions)).sum();
    let (per_second, each) = (playouts.len() as f64 / seconds, actions / seconds);
    eprintln!("{seconds:.1} s, {per_second:.1} games and {each:.0} actions a second");
    match playouts.iter().find_map(|p| p.stuck.as_ref().map(|why| (p.seed, why))) {
        Some((seed, why)) => Err(Failure::new(format!("a game did not end (its seed is {seed}): {why}"))),
        None => Ok(ExitCode::SUCCESS),
    }
}

fn players(players: &[Player], seats: usize) -> Result<(), Failure> {
    if players.len() != seats {
        return Err(Failure::usage(format!("--players must name {seats} players, not {}", players.len())));
    }
    if players.contains(&Player::Hand) {
        return Err(Failure::usage("--players: nobody plays by hand in a simulation"));
    }
    Ok(())
}

fn play(
    args: &SimulateArgs,
    runner: &dyn Runner,
    after: impl Fn(&Playout) -> Result<(), Failure> + Sync,
) -> Result<Vec<Playout>, Failure> {
    let bar =
        if std::io::stderr().is_terminal() { ProgressBar::new(args.games) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left") {
        bar.set_style(style);
    }
    let threads = usize::from(args.threads.unwrap_or(0));
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Failure::new(format!("cannot start {threads} threads: {error}")))?;
    let played = pool.install(|| {
        (0..args.games)
            .into_par_iter()
            .map(|number| {
                let playout = runner.random_game(game_seed(args.seed, number));
                after(&playout)?;
                bar.inc(1);
                Ok(playout)
            })
            .collect()
    });
    bar.finish_and_clear();
    played
}

/// Plays the game of a playout once more at a table, which keeps a record.
fn write_record(
    mut table: Box<dyn Table>,
    playout: &Playout,
    seed: u64,
    folder: &Path,
) -> Result<(), Failure> {
    let mut lot = random_lot(playout.seed);
    table.set_dice(Dice::ByHand);
    loop {
        let status = table.status(Viewer::Everything);
        if let Some(chance) = status.chance {
            answer(&mut *table, &mut lot, &chance).map_err(|refusal| Failure::new(refusal.message))?;
        } else if let Some(seat) = status.decide.first() {
            let choices = table.legal(Some(*seat)).map_err(|refusal| Failure::new(refusal.message))?;
            let Some(choice) = lot.one_of(&choices) else {
                break;
            };
            table
                .act(Some(*seat), &choice.action, Viewer::Public)
                .map_err(|refusal| Failure::new(refusal.message))?;
        } else {
            break;
        }
    }
    if table.hash() != playout.hash {
        return Err(Failure::new(format!(
            "game {} went differently at a table than on the fast path",
            playout.seed
        )));
    }
    let scenario = table.info().scenario.replace('/', "-");
    let path = folder.join(format!("{scenario}-{seed}-{:016x}.record", playout.seed));
    files::write(&path, &table.record().to_string())
}

/// As `Chance::by_lot` does on the fast path.
fn answer(table: &mut dyn Table, lot: &mut Lot, chance: &ChanceTold) -> Result<kernel::Report, Refusal> {
    match &chance.draw {
        Some(draw) => {
            let drawn = lot.one_of(&draw.candidates).map_or("", |candidate| candidate.id.as_str());
            table.draw(drawn, Viewer::Public)
        }
        None => {
            let faces: Vec<u8> = chance.dice.iter().map(|die| lot.die(die.sides) - 1 + die.lowest).collect();
            table.roll(Some(&faces), Viewer::Public)
        }
    }
}
