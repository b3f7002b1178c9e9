//! Many games at once. What is done is put in its place, told now and then, and kept when the run is
//! stopped.

use crate::field::Played;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often what is done is kept.
const KEEP_EVERY: Duration = Duration::from_secs(30);
/// How soon a stop is noticed.
const LOOK_EVERY: Duration = Duration::from_millis(100);

type Keep<'a> = &'a (dyn Fn(&[Option<Played>]) -> Result<(), String> + Sync);

/// How games are played.
pub struct Job<'a> {
    /// None for one for each processor.
    pub threads: Option<usize>,
    /// Once it is set, no further game is begun.
    pub stop: &'a AtomicBool,
    /// Called after each game.
    pub tick: &'a (dyn Fn() + Sync),
    /// Writes down what is done: at the beginning, now and then, when the run is stopped, and at the end.
    pub keep: Option<Keep<'a>>,
}

/// Plays the games that are not done yet. What comes back lacks games only if it was stopped.
pub fn run(
    job: &Job,
    done: Vec<Option<Played>>,
    play: impl Fn(usize) -> Played + Sync,
) -> Result<Vec<Option<Played>>, String> {
    let threads = job.threads.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| format!("cannot start {threads} threads: {error}"))?;
    if let Some(keep) = job.keep {
        // a file that cannot be written is known before hours of play, not after
        keep(&done)?;
    }
    let due: Vec<usize> = (0..done.len()).filter(|number| done[*number].is_none()).collect();
    let places = Mutex::new(done);
    let over = AtomicBool::new(false);
    let kept = std::thread::scope(|scope| {
        let keeper = job.keep.map(|keep| scope.spawn(|| keep_now_and_then(job, keep, &places, &over)));
        pool.install(|| {
            due.par_iter().with_max_len(1).for_each(|number| {
                if job.stop.load(Ordering::Relaxed) {
                    return;
                }
                let played = play(*number);
                lock(&places)[*number] = Some(played);
                (job.tick)();
            });
        });
        over.store(true, Ordering::Relaxed);
        // a thread that panicked is our bug, and goes on panicking here
        keeper.map_or(Ok(()), |keeper| keeper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let places = places.into_inner().unwrap_or_else(PoisonError::into_inner);
    kept?;
    if let Some(keep) = job.keep {
        keep(&places)?;
    }
    Ok(places)
}

fn lock<'a>(places: &'a Mutex<Vec<Option<Played>>>) -> MutexGuard<'a, Vec<Option<Played>>> {
    places.lock().unwrap_or_else(PoisonError::into_inner)
}

fn keep_now_and_then(
    job: &Job,
    keep: Keep,
    places: &Mutex<Vec<Option<Played>>>,
    over: &AtomicBool,
) -> Result<(), String> {
    let mut last = Instant::now();
    let mut stopped = false;
    while !over.load(Ordering::Relaxed) {
        std::thread::sleep(LOOK_EVERY);
        let stops = job.stop.load(Ordering::Relaxed) && !stopped;
        if stops || last.elapsed() >= KEEP_EVERY {
            let copy = lock(places).clone();
            if let Err(why) = keep(&copy) {
                // to go on would be for nothing
                job.stop.store(true, Ordering::Relaxed);
                return Err(why);
            }
            last = Instant::now();
            stopped |= stops;
        }
    }
    Ok(())
}
