//! A game out of its box: what the files of a game on a map hold, as the kernel wants it. The files, the map and the
//! kernel know nothing of each other; what every game would put together from them in the same way stands here.

mod arm;
mod brief;
mod front;
mod hash;
mod knobs;
mod lists;
mod on_map;
mod placing;

pub use arm::{Arm, enemy};
pub use brief::brief;
pub use front::{charts, front, models, phrases, reference};
pub use hash::hash_of;
pub use knobs::{Sort, knobs, of_piece, turned};
pub use lists::{Lists, Posts, SetupArea};
pub use placing::{Placement, Placements};
