//! Players of Piacenza, 1746.

mod answers;
mod captain;
mod deploy;
mod eye;
mod fields;
mod fights;
mod ground;
mod guess;
mod lines;
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
use ::piacenza::Battle;
use recruit::Recruit;
pub use sergeant::Sergeant;
pub use temper::Temper;
pub use worth::{FEATURES, features};

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
