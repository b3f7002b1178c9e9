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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Budget {
    /// For a plan.
    pub plan: u32,
    /// For an answer to what the other side does.
    pub answer: u32,
}

impl Budget {
    /// About a second for a plan and a fifth of it for an answer.
    pub const DEFAULT: Budget = Budget { plan: 160, answer: 32 };

    pub fn times(self, factor: u32) -> Budget {
        Budget { plan: self.plan.saturating_mul(factor), answer: self.answer.saturating_mul(factor) }
    }
}

impl Level {
    /// Those that a person is offered.
    pub const ALL: [Level; 4] =
        [Level::Random, Level::Recruit, Level::Sergeant, Level::Captain(Budget::DEFAULT)];
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Level::Random => write!(f, "random"),
            Level::Recruit => write!(f, "recruit"),
            Level::Sergeant => write!(f, "sergeant"),
            Level::Captain(Budget::DEFAULT) => write!(f, "captain"),
            Level::Captain(budget) => write!(f, "captain:{}", budget.plan),
        }
    }
}

impl FromStr for Level {
    type Err = String;

    /// `sergeant`; `captain:640` is a captain with as many playouts for a plan.
    fn from_str(text: &str) -> Result<Level, String> {
        match text {
            "random" => Ok(Level::Random),
            "recruit" => Ok(Level::Recruit),
            "sergeant" => Ok(Level::Sergeant),
            "captain" => Ok(Level::Captain(Budget::DEFAULT)),
            _ => {
                let plan = text.strip_prefix("captain:").and_then(|plan| plan.parse::<u32>().ok());
                let plan = plan.filter(|plan| (1..=1_000_000).contains(plan)).ok_or_else(|| {
                    format!(
                        "There is no player `{text}`. There are: random, recruit, sergeant, captain, or captain:N with \
                         N playouts (1 to 1000000) for a plan."
                    )
                })?;
                let answer = plan * Budget::DEFAULT.answer / Budget::DEFAULT.plan;
                Ok(Level::Captain(Budget { plan, answer: answer.max(1) }))
            }
        }
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
        assert_eq!(long, Level::Captain(Budget::DEFAULT.times(4)));
        assert_eq!(long.to_string(), "captain:640");
        for wrong in ["general", "captain:0", "captain:x", "captain:9999999", ""] {
            assert!(wrong.parse::<Level>().is_err(), "{wrong}");
        }
    }
}
