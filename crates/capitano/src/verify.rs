//! `capitano verify`: did the dice of a record fall as its committed seed says?

use crate::cli::VerifyArgs;
use crate::failure::Failure;
use crate::games::Games;
use crate::{files, text};
use kernel::{Dice, Record, RecordDice, RollSource, What};
use serde::Serialize;
use std::process::ExitCode;

#[derive(Serialize)]
struct Verdict {
    commitment: String,
    /// Parts that were added to the seed after it had been committed to.
    parts: usize,
    /// How many of them nobody chose: they follow from the commitment, as those of computers do.
    derived: usize,
    rolls: usize,
    /// Rolls that somebody typed: the seed does not vouch for them.
    given: usize,
    hash: String,
}

pub fn run(args: &VerifyArgs, games: &Games) -> Result<ExitCode, Failure> {
    let name = args.file.display();
    let wrong = |message: String| Failure::new(format!("{name}: {message}"));
    // Reading checks seed and salt against the commitment; replaying checks every roll.
    let record: Record = files::read(&args.file)?.parse().map_err(|error| wrong(format!("{error}")))?;
    let RecordDice::Seeded { commitment, revealed, parts } = &record.dice else {
        return Err(wrong("the dice were not rolled from a seed: there is nothing to verify".into()));
    };
    if revealed.is_none() {
        return Err(wrong("the seed is not revealed: it is once the game is over".into()));
    }
    let Dice::Seeded(dice) = record.dice.dice() else {
        return Err(wrong("the seed, the salt or a part of the dice cannot be read".into()));
    };
    let derived =
        parts.iter().enumerate().filter(|(place, part)| **part == dice.derived_part(*place)).count();
    let table = games.replay(&record).map_err(|failure| wrong(failure.to_string()))?;
    let rolls = record.steps.iter().filter_map(|step| match &step.what {
        What::Roll { source, .. } => Some(*source),
        What::Act { .. } => None,
    });
    let (seeded, given): (Vec<_>, Vec<_>) = rolls.partition(|source| matches!(source, RollSource::Number(_)));
    let verdict = Verdict {
        commitment: commitment.clone(),
        parts: parts.len(),
        derived,
        rolls: seeded.len(),
        given: given.len(),
        hash: format!("{:016x}", table.hash()),
    };
    if args.json {
        text::print_json(&verdict)?;
    } else {
        let mut lines = vec![match verdict.parts {
            0 => {
                format!(
                    "The seed gives the commitment {} and all {} rolls.",
                    verdict.commitment, verdict.rolls
                )
            }
            parts => format!(
                "The seed gives the commitment {}; mixed with {parts} parts that were added after it, it gives all \
                 {} rolls.",
                verdict.commitment, verdict.rolls
            ),
        }];
        if verdict.parts > 0 {
            let own = verdict.parts - verdict.derived;
            lines.push(format!(
                "Parts of players: {own}; parts that follow from the commitment: {}.",
                verdict.derived
            ));
            if own == 0 {
                lines.push("Who drew the seed could choose the dice: no player added to them.".into());
            }
        }
        if verdict.given > 0 {
            lines.push(format!("{} rolls were given by hand: no seed vouches for them.", verdict.given));
        }
        text::print_lines(&lines)?;
    }
    Ok(ExitCode::SUCCESS)
}
