//! Players of the battles of 1848 and 1866.

mod answers;
mod fields;
mod fights;
mod guess;
mod moving;
mod sergeant;
mod temper;

use crate::level::Level;
use crate::player::{Player, Staffed};
use crate::policy::Officer;
use crate::random::Random;
use ::risorgimento::Battle;
use sergeant::Sergeant;
use temper::Temper;

impl Staffed for Battle {
    fn player(&self, level: Level) -> Box<dyn Player<Battle>> {
        match level {
            Level::Random | Level::Recruit => Box::new(Random::default()),
            Level::Sergeant | Level::Captain(_) => Box::new(Officer::new(Sergeant::new(Temper::default()))),
        }
    }
}
