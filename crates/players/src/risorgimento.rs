//! Players of the battles of 1848 and 1866.

mod guess;

use crate::level::Level;
use crate::player::{Player, Staffed};
use crate::random::Random;
use ::risorgimento::Battle;

impl Staffed for Battle {
    fn player(&self, level: Level) -> Box<dyn Player<Battle>> {
        match level {
            Level::Random | Level::Recruit | Level::Sergeant | Level::Captain(_) => {
                Box::new(Random::default())
            }
        }
    }
}
