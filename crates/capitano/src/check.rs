//! `capitano check`: is everything right with the data, ours and an owner's?

use crate::cli::CheckArgs;
use crate::failure::Failure;
use crate::{files, games, text};
use dataset::Problem;
use std::path::Path;
use std::process::ExitCode;

pub fn run(args: &CheckArgs, owner: Option<&Path>) -> Result<ExitCode, Failure> {
    let ours = games::ours();
    let count = ours.paths().count();
    let (problems, owned) = match owner {
        None => (games::check(&ours), 0),
        Some(folder) => {
            let theirs = files::read_folder(folder)?;
            let owned = theirs.paths().count();
            let problems = match ours.laid_over(theirs) {
                Ok(files) => games::check(&files),
                Err(problems) => problems,
            };
            (problems, owned)
        }
    };
    report(args, &problems, count, owned)?;
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn report(args: &CheckArgs, problems: &[Problem], ours: usize, owned: usize) -> Result<(), Failure> {
    if args.json {
        return text::print_json(
            &serde_json::json!({ "files": ours, "laid_over": owned, "problems": problems }),
        );
    }
    let mut lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
    let laid = if owned == 0 { String::new() } else { format!(", {owned} laid over them") };
    lines.push(match problems.len() {
        0 => format!("{ours} files{laid}: nothing wrong"),
        1 => format!("{ours} files{laid}: 1 problem"),
        n => format!("{ours} files{laid}: {n} problems"),
    });
    text::print_lines(&lines)
}
