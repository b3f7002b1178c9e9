//! How well a computer player plays.

use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Any legal action.
    Random,
    /// A few simple maxims.
    Recruit,
    /// A staff officer: plans activations as a whole.
    Sergeant,
    /// Weighs the sergeant's plans by playing them out.
    Captain(Budget),
}

/// How much a captain may think. Counted in playouts, so that the same seed gives the same game on every
/// machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Budget {
    /// For a plan; without it as many as usual in the game: about a second.
    pub plan: Option<u32>,
    /// For measuring only: he never passes where he can act.
    pub never_passes: bool,
}

impl Budget {
    pub const USUAL: Budget = Budget { plan: None, never_passes: false };
}

/// How a captain who never passes is written.
const NO_PASS: &str = "nopass";

impl Level {
    /// Those that a person is offered.
    pub const ALL: [Level; 4] =
        [Level::Random, Level::Recruit, Level::Sergeant, Level::Captain(Budget::USUAL)];
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Level::Random => write!(f, "random"),
            Level::Recruit => write!(f, "recruit"),
            Level::Sergeant => write!(f, "sergeant"),
            Level::Captain(budget) => {
                write!(f, "captain")?;
                if let Some(plan) = budget.plan {
                    write!(f, ":{plan}")?;
                }
                if budget.never_passes { write!(f, ":{NO_PASS}") } else { Ok(()) }
            }
        }
    }
}

impl FromStr for Level {
    type Err = String;

    /// `sergeant`; `captain:640` is a captain with as many playouts for a plan, `captain:nopass` and
    /// `captain:640:nopass` one who never passes.
    fn from_str(text: &str) -> Result<Level, String> {
        let wrong = || {
            format!(
                "There is no player `{text}`. There are: random, recruit, sergeant, captain, or captain:N with \
                 N playouts (1 to 1000000) for a plan."
            )
        };
        let mut parts = text.split(':').peekable();
        let level = match parts.next() {
            Some("random") => Level::Random,
            Some("recruit") => Level::Recruit,
            Some("sergeant") => Level::Sergeant,
            Some("captain") => {
                let mut budget = Budget::USUAL;
                if let Some(plan) = parts.next_if(|part| *part != NO_PASS) {
                    let plan = plan.parse::<u32>().ok().filter(|plan| (1..=1_000_000).contains(plan));
                    budget.plan = Some(plan.ok_or_else(wrong)?);
                }
                budget.never_passes = parts.next_if(|part| *part == NO_PASS).is_some();
                Level::Captain(budget)
            }
            _ => return Err(wrong()),
        };
        if parts.next().is_none() { Ok(level) } else { Err(wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_read_back() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        let long: Level = "captain:640".parse().unwrap();
        assert_eq!(long, Level::Captain(Budget { plan: Some(640), never_passes: false }));
        assert_eq!(long.to_string(), "captain:640");
        for restless in ["captain:nopass", "captain:640:nopass"] {
            let level: Level = restless.parse().unwrap();
            assert!(matches!(level, Level::Captain(Budget { never_passes: true, .. })), "{restless}");
            assert_eq!(level.to_string(), restless);
        }
        for wrong in [
            "general",
            "captain:0",
            "captain:x",
            "captain:9999999",
            "",
            "sergeant:4",
            "captain:",
            "captain:nopass:640",
        ] {
            assert!(wrong.parse::<Level>().is_err(), "{wrong}");
        }
    }
}
