//! Players of the battles of 1848 and 1866.

mod answers;
mod captain;
mod fields;
mod fights;
mod ground;
mod guess;
mod moving;
mod recruit;
mod sergeant;
mod temper;
mod worth;

use crate::level::Level;
use crate::player::{Player, Staffed};
use crate::policy::Officer;
use crate::random::Random;
use crate::search::Captain;
use ::risorgimento::Battle;
pub use fields::town_is_open;
use recruit::Recruit;
pub use sergeant::Sergeant;
pub use temper::Temper;
pub use worth::FEATURES;

/// What the evaluation of a position looks at.
pub fn features(battle: &Battle, position: &::risorgimento::Position) -> [f32; FEATURES] {
    worth::features(battle, position)
}

impl Staffed for Battle {
    fn player(&self, level: Level) -> Box<dyn Player<Battle>> {
        match level {
            Level::Random => Box::new(Random::default()),
            Level::Recruit => Box::new(Officer::new(Recruit::new(self))),
            Level::Sergeant => Box::new(Officer::new(Sergeant::new(self))),
            Level::Captain(budget) => Box::new(Captain::new(budget)),
        }
    }
}
