//! `capitano verify`: did the dice of a record fall as its committed seed says, and is it the record of that game?

use crate::cli::VerifyArgs;
use crate::failure::Failure;
use crate::games::Games;
use crate::{files, text};
use kernel::{Dice, Record, RecordDice, RollSource, Table};
use serde::Serialize;
use std::process::ExitCode;

/// The exit code of a record in which nothing is wrong, and not everything is proved.
const UNPROVED: u8 = 3;

#[derive(Serialize)]
struct Verdict {
    /// Whether the commitment proves all of it: what is played, and every roll.
    proved: bool,
    /// None if the dice were not rolled from a seed.
    commitment: Option<String>,
    /// Parts that were added to the seed after it had been committed to.
    parts: usize,
    /// How many of them nobody chose: they follow from the commitment, as those of computers do.
    derived: usize,
    /// Whether scenario, options, data and start are those that the dice were committed to.
    bound: bool,
    /// Rolls that the seed gives.
    rolls: usize,
    /// Rolls that somebody typed: the seed does not vouch for them.
    given: usize,
    /// Rolls that the record says were taken back.
    taken_back: u64,
    /// The edition of the rules that it was played by, and whether they are those of this program: otherwise the hash is
    /// of another kind of position, and nothing compares it.
    rules: u32,
    same_rules: bool,
    /// Where the rules lead.
    hash: String,
}

pub fn run(args: &VerifyArgs, games: &Games) -> Result<ExitCode, Failure> {
    let name = args.file.display();
    let wrong = |message: String| Failure::new(format!("{name}: {message}"));
    // Reading checks seed and salt against the commitment, and what is played against the salt; replaying checks every
    // roll.
    let record: Record = files::read(&args.file)?.parse().map_err(|error| wrong(format!("{error}")))?;
    if let RecordDice::Seeded { revealed: None, .. } = record.dice {
        return Err(wrong("the seed has not been revealed: that happens once the game is over".into()));
    }
    if record.hash.is_none() {
        return Err(wrong("it names no hash: nothing shows that it ends as the game did".into()));
    }
    if let Some((line, first, last)) = record.left_out().first() {
        let rolls =
            if first == last { format!("roll {first} is") } else { format!("rolls {first} to {last} are") };
        return Err(wrong(format!(
            "line {line}: {rolls} missing, and nothing says that anything was taken back"
        )));
    }
    let table = games.replay(&record).map_err(|failure| wrong(failure.to_string()))?;
    let verdict = judge(&record, &*table);
    if args.json {
        text::print_json(&verdict)?;
    } else {
        text::print_lines(&verdict.words())?;
    }
    Ok(if verdict.proved { ExitCode::SUCCESS } else { ExitCode::from(UNPROVED) })
}

fn judge(record: &Record, table: &dyn Table) -> Verdict {
    let rolls = record.steps.iter().filter_map(|step| step.what.source());
    let (seeded, given): (Vec<_>, Vec<_>) = rolls.partition(|source| matches!(source, RollSource::Number(_)));
    let (commitment, bound, parts) = match &record.dice {
        RecordDice::Seeded { commitment, bound, parts, .. } => {
            (Some(commitment.clone()), bound.is_some(), &parts[..])
        }
        RecordDice::Scripted | RecordDice::ByHand => (None, false, &[][..]),
    };
    let derived = match record.dice.dice() {
        Dice::Seeded(dice) => {
            parts.iter().enumerate().filter(|(place, part)| **part == dice.derived_part(*place)).count()
        }
        _ => 0,
    };
    let rules = record.heading.rules;
    let same_rules = rules == table.info().rules;
    Verdict {
        proved: bound && given.is_empty() && same_rules,
        commitment,
        parts: parts.len(),
        derived,
        bound,
        rolls: seeded.len(),
        given: given.len(),
        taken_back: record.taken_back.iter().map(|back| back.last - back.first + 1).sum(),
        rules,
        same_rules,
        hash: format!("{:016x}", table.hash()),
    }
}

impl Verdict {
    fn words(&self) -> Vec<String> {
        let end = if self.same_rules {
            format!("The rules lead to the hash {}, as the record says.", self.hash)
        } else {
            format!(
                "It was played by edition {} of the rules. Those of this program follow it to its end; its hash cannot be \
                 compared.",
                self.rules
            )
        };
        let Some(commitment) = &self.commitment else {
            return vec![end, "The dice were not rolled from a seed: nothing proves them.".to_owned()];
        };
        let rolls = self.rolls;
        let mut lines = vec![match self.parts {
            0 => format!("The seed gives the commitment {commitment} and all {rolls} rolls."),
            parts => format!(
                "The seed gives the commitment {commitment}; mixed with {parts} parts that were added after it, it \
                 gives all {rolls} rolls."
            ),
        }];
        if self.parts > 0 {
            let own = self.parts - self.derived;
            lines.push(format!(
                "Parts from players: {own}; parts that follow from the commitment: {}.",
                self.derived
            ));
            if own == 0 {
                lines.push("Whoever drew the seed could choose the dice: no player added to them.".into());
            }
        }
        lines.push(if self.bound {
            "Scenario, options, data and start are those that the dice were committed to.".to_owned()
        } else {
            "Its dice are not bound to what was played: nothing proves that its options are those of the game."
                .to_owned()
        });
        if !self.same_rules {
            lines.push(end);
        }
        if self.given > 0 {
            lines.push(format!("Rolls given by hand: {}. No seed vouches for them.", self.given));
        }
        if self.taken_back > 0 {
            let rolls = self.taken_back;
            lines.push(format!("Rolls taken back, as the record says: {rolls}. They had already been seen."));
        }
        lines
    }
}
