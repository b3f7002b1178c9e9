//! What things cost, for the benchmarks of all crates: by the clock as far as the machine's can be trusted,
//! and in instructions where `valgrind` is installed. Callgrind counts the same whatever else the machine
//! is doing.
//!
//! A benchmark runs every workload; one by itself with `cargo bench -p CRATE -- only NAME COUNT`.

use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

pub struct Work<S> {
    pub name: &'static str,
    /// What one unit of work is.
    pub what: &'static str,
    /// Does so many units, and tells how much came of it.
    pub work: fn(&S, u32) -> u64,
    /// How often by the clock, and under callgrind.
    pub often: u32,
    pub seldom: u32,
}

/// What a workload took by the clock.
pub struct Took {
    pub name: &'static str,
    pub often: u32,
    /// The sum of what the work told.
    pub done: u64,
    pub seconds: f64,
}

/// Runs the workloads that the command line asks for and prints what they cost; `remark` may add a line.
pub fn run<S>(subject: &S, works: &[Work<S>], remark: impl Fn(&Took) -> Option<String>) {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if let ["only", name, count] = args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        let count: u32 = count.parse().expect("a count");
        if let Some(work) = works.iter().find(|work| work.name == name) {
            black_box((work.work)(subject, count));
        }
        return;
    }
    println!("{:<16} {:>12} {:>14}  of a", "", "by the clock", "instructions");
    for Work { name, what, work, often, seldom } in works {
        work(subject, often / 20 + 1);
        let begin = Instant::now();
        let done = black_box(work(subject, *often));
        let seconds = begin.elapsed().as_secs_f64();
        let instructions = match (instructions(name, 0), instructions(name, *seldom)) {
            (Some(empty), Some(full)) => format!("{}", full.saturating_sub(empty) / u64::from(*seldom)),
            _ => "-".into(),
        };
        println!("{name:<16} {:>9.2} µs {instructions:>14}  {what}", seconds / f64::from(*often) * 1e6);
        if let Some(words) = remark(&Took { name, often: *often, done, seconds }) {
            println!("{:<16} {words}", "");
        }
    }
}

/// Instructions of a whole run of this program with one workload, counted by callgrind.
fn instructions(name: &str, count: u32) -> Option<u64> {
    let me = std::env::current_exe().ok()?;
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(me)
        .args(["only", name, &count.to_string()])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&run.stderr);
    let line = text.lines().find(|l| l.contains("Collected"))?;
    line.rsplit(':').next()?.trim().parse().ok()
}
